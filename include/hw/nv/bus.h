/*
 * NVIDIA GPU: PMC, PBUS, PTIMER, PSTRAPS, PROM, PFB
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_BUS_H
#define HW_NV_BUS_H

#include "hw/nv/regs.h"

/* --- PMC -------------------------------------------------------------- */

REG32(NV_PMC_BOOT_0, 0x000000)
REG32(NV_PMC_BOOT_1, 0x000004)
REG32(NV_PMC_INTR, 0x000100)
    FIELD(NV_PMC_INTR, PMPEG, 0, 1)
    FIELD(NV_PMC_INTR, PFIFO, 8, 1)
    FIELD(NV_PMC_INTR, PGRAPH, 12, 1)
    FIELD(NV_PMC_INTR, PVIDEO, 16, 1)
    FIELD(NV_PMC_INTR, PTIMER, 20, 1)
    FIELD(NV_PMC_INTR, PCRTC0, 24, 1)
    FIELD(NV_PMC_INTR, PCRTC1, 25, 1)
    FIELD(NV_PMC_INTR, PBUS, 28, 1)
    FIELD(NV_PMC_INTR, SOFTWARE, 31, 1)
REG32(NV_PMC_INTR_EN, 0x000140)
    FIELD(NV_PMC_INTR_EN, HARDWARE, 0, 1)
    FIELD(NV_PMC_INTR_EN, SOFTWARE, 1, 1)
REG32(NV_PMC_ENABLE, 0x000200)
    FIELD(NV_PMC_ENABLE, PFIFO, 8, 1)
    FIELD(NV_PMC_ENABLE, PGRAPH, 12, 1)

/* --- PBUS ------------------------------------------------------------- */

REG32(NV_PBUS_DEBUG_1, 0x001084)
REG32(NV_PBUS_INTR, 0x001100)
REG32(NV_PBUS_GPIO_INTR, 0x001104)
REG32(NV_PBUS_INTR_EN, 0x001140)
REG32(NV_PBUS_GPIO_INTR_EN, 0x001144)
REG32(NV_PBUS_PCI, 0x001800)

/* --- PTIMER ----------------------------------------------------------- */

REG32(NV_PTIMER_INTR, 0x009100)
    FIELD(NV_PTIMER_INTR, ALARM, 0, 1)
REG32(NV_PTIMER_INTR_EN, 0x009140)
REG32(NV_PTIMER_NUMERATOR, 0x009200)
REG32(NV_PTIMER_DENOMINATOR, 0x009210)
REG32(NV_PTIMER_TIME_LOW, 0x009400)
REG32(NV_PTIMER_TIME_HIGH, 0x009410)
REG32(NV_PTIMER_ALARM, 0x009420)

/* --- PFB, PSTRAPS ----------------------------------------------------- */

REG32(NV_PFB_BOOT_0, 0x100000)
REG32(NV_PFB_CFG0, 0x100200)
REG32(NV_PFB_CFG1, 0x100204)
REG32(NV_PFB_CSTATUS, 0x10020c)
REG32(NV_PFB_TILE, 0x100240)
REG32(NV_PFB_TLIMIT, 0x100244)
REG32(NV_PFB_TSIZE, 0x100248)
REG32(NV_PSTRAPS_STRAPS_PRIMARY, 0x101000)

/**
 * struct NVBus - the card's connection to the world
 *
 * @enabled: PMC_ENABLE as the units know it; a falling bit resets a unit
 * @ptimer_base, @ptimer_start: PTIMER read @ptimer_base at @ptimer_start on
 *                              QEMU_CLOCK_VIRTUAL, both in nanoseconds
 * @alarm: fires at PTIMER_ALARM
 * @intx: level of the interrupt line, to count its edges
 */
typedef struct NVBus {
    NVRegFile pmc, pbus, ptimer, pfb, pstraps;
    MemoryRegion config_mirror;
    MemoryRegion prom;
    uint32_t enabled;
    uint64_t ptimer_base;
    int64_t ptimer_start;
    QEMUTimer *alarm;
    bool intx;
} NVBus;

/**
 * nv_pmc_set_intr: a unit raises or lowers its interrupt
 * @gpu: the device
 * @mask: the unit's bit, R_NV_PMC_INTR_*_MASK
 * @level: (status & enable) != 0 of the unit
 */
void nv_pmc_set_intr(NVGPU *gpu, uint32_t mask, bool level);

/**
 * nv_ptimer_now: PTIMER's time in nanoseconds
 * @gpu: the device
 *
 * Bits 4:0 read as 0, as the hardware's do.
 */
uint64_t nv_ptimer_now(NVGPU *gpu);

extern const VMStateDescription nv_vmstate_bus;

#endif /* HW_NV_BUS_H */
