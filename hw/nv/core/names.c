/*
 * NVIDIA GPU: names of the parts of BAR0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"

/* The parts of BAR0, modelled or not, as the register database names them */
static const struct {
    uint32_t base;
    const char *name;
} nv_unit_names[] = {
    { 0x000000, "PMC" },
    { 0x001000, "PBUS" },
    { 0x002000, "PFIFO" },
    { 0x004000, "PCLOCK" },
    { 0x005000, "?" },
    { 0x007000, "PRMA" },
    { 0x008000, "PVIDEO" },
    { 0x009000, "PTIMER" },
    { 0x00a000, "PCOUNTER" },
    { 0x00b000, "PVPE" },
    { 0x00c000, "PCONTROL" },
    { 0x00d000, "PTV" },
    { 0x00e000, "PNVIO" },
    { 0x00f000, "?" },
    { 0x020000, "PTHERM" },
    { 0x021000, "PFUSE" },
    { 0x022000, "?" },
    { 0x060000, "PPEEPHOLE" },
    { 0x070000, "PFLUSH" },
    { 0x071000, "?" },
    { 0x088000, "PPCI" },
    { 0x089000, "?" },
    { 0x090000, "PFIFO_CACHE1" },
    { 0x091000, "?" },
    { 0x0a0000, "PRMFB" },
    { 0x0c0000, "PRMVIO" },
    { 0x0c4000, "?" },
    { 0x100000, "PFB" },
    { 0x101000, "PSTRAPS" },
    { 0x102000, "?" },
    { 0x300000, "PROM" },
    { 0x400000, "PGRAPH" },
    { 0x410000, "?" },
    { 0x600000, "PCRTC" },
    { 0x601000, "PRMCIO" },
    { 0x602000, "PCRTC" },
    { 0x603000, "PRMCIO" },
    { 0x604000, "?" },
    { 0x680000, "PRAMDAC" },
    { 0x681000, "PRMDIO" },
    { 0x682000, "PRAMDAC" },
    { 0x683000, "PRMDIO" },
    { 0x684000, "?" },
    { 0x700000, "PRAMIN" },
    { 0x800000, "USER" },
};

const char *nv_unit_name(uint32_t addr)
{
    unsigned i = ARRAY_SIZE(nv_unit_names) - 1;

    while (nv_unit_names[i].base > addr) {
        i--;
    }
    return nv_unit_names[i].name;
}
