/*
 * NVIDIA GPU: which addresses of BAR0 have a unit, NV41+
 *
 * Source: envytools, docs/hw/mmio.rst, the maps from NV3 on, and the bits of
 * docs/hw/bus/pmc.rst, "Engine enables"; rnndb where mmio.rst leaves a range
 * open.  What cards have reported of themselves comes first, see docs/
 * fidelity.rst, "MMIO faults".  Ranges are whole pages of 4 KiB, whatever part
 * of them a unit decodes, except where a card told otherwise.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

#define NV_ENABLE(_unit) R_NV_PMC_ENABLE_##_unit##_MASK

/* --- NV41:NV50 ----------------------------------------------------------- */

static const NVMmioRange nv41_ranges[] = {
    { "PMC", 0x000000, 0x1000 },
    { "PBUS", 0x001000, 0x1000 },
    { "PFIFO", 0x002000, 0x2000, NV_ENABLE(PFIFO) },
    { "PCLOCK", 0x004000, 0x1000 },
    { "PRMA", 0x007000, 0x1000 },
    { "PVIDEO", 0x008000, 0x1000, NV_ENABLE(PVIDEO) },
    { "PTIMER", 0x009000, 0x1000, NV_ENABLE(PTIMER) },
    { "PCOUNTER", 0x00a000, 0x1000 },
    { "PVPE", 0x00b000, 0x1000, NV_ENABLE(PVPE) },
    { "PCONTROL", 0x00c000, 0x1000 },
    { "PTV", 0x00d000, 0x1000, NV_ENABLE(PTV) },
    { "PVP1", 0x00f000, 0x1000 },
    { "PPCI", 0x088000, 0x1000 },
    { "PFIFO_CACHE", 0x090000, 0x2000, NV_ENABLE(PFIFO) },
    { "PRMFB", 0x0a0000, 0x20000 },
    { "PRMVIO", 0x0c0000, 0x1000 },
    { "PRMVIO", 0x0c2000, 0x1000 },
    { "PFB", 0x100000, 0x1000, NV_ENABLE(PFB) },
    { "PSTRAPS", 0x101000, 0x1000 },
    { "PMEDIA", 0x200000, 0x1000, NV_ENABLE(PMEDIA) },
    { "PROM", 0x300000, 0x100000 },
    { "PGRAPH", 0x400000, 0x10000, NV_ENABLE(PGRAPH) },
    { "PCRTC", 0x600000, 0x1000, NV_ENABLE(PCRTC) },
    { "PRMCIO", 0x601000, 0x1000 },
    { "PCRTC", 0x602000, 0x1000, NV_ENABLE(PCRTC2) },
    { "PRMCIO", 0x603000, 0x1000 },
    { "PRAMDAC", 0x680000, 0x1000 },
    { "PRMDIO", 0x681000, 0x1000 },
    { "PRAMDAC", 0x682000, 0x1000 },
    { "PRMDIO", 0x683000, 0x1000 },
    { "PRAMIN", 0x700000, 0x100000 },
    { "USER", 0x800000, 0x200000 },
    { "DMA_USER", 0xc00000, 0x200000 },
    { }
};

/* A G71's: freedesktop bugzilla 111463 */
const NVMmioMap nv41_mmio = {
    .ranges = { nv41_ranges },
    .refused = (const uint32_t[]) { 0x00c200, 0 },
};

/* --- NV50:NVC0 ----------------------------------------------------------- */

static bool nv_has_display(const NVGPU *gpu)
{
    return gpu->has_display;
}

/* PBUS.HWUNITS has what a chip was sold without. */
static bool nv_has_vdec(const NVGPU *gpu)
{
    return FIELD_EX32(gpu->chip->hwunits, NV_PBUS_G80_HWUNITS_0, VDEC);
}

/* PBSP, later PVLD */
static bool nv_has_bsp(const NVGPU *gpu)
{
    return FIELD_EX32(gpu->chip->hwunits_1, NV_PBUS_HWUNITS_1, PBSP);
}

/* PCIPHER, later PSEC */
static bool nv_has_cipher(const NVGPU *gpu)
{
    return FIELD_EX32(gpu->chip->hwunits_1, NV_PBUS_HWUNITS_1, PCIPHER);
}

static const NVMmioRange g80_ranges[] = {
    { "PMC", 0x000000, 0x1000 },
    { "PBUS", 0x001000, 0x1000 },
    { "PFIFO", 0x002000, 0x2000, NV_ENABLE(PFIFO) },
    { "PCLOCK", 0x004000, 0x1000 },
    { "PRMA", 0x007000, 0x1000 },
    { "PTIMER", 0x009000, 0x1000, NV_ENABLE(PTIMER) },
    { "PCOUNTER", 0x00a000, 0x1000 },
    { "PCONTROL", 0x00c000, 0x1000 },
    { "PNVIO", 0x00e000, 0x1000 },
    { "UNK010000", 0x010000, 0x10000 },
    { "PTHERM", 0x020000, 0x1000 },
    { "PFUSE", 0x021000, 0x1000 },
    { "PPCI", 0x088000, 0x1000 },
    { "PFIFO_CACHE", 0x090000, 0x1000, NV_ENABLE(PFIFO) },
    { "PRMFB", 0x0a0000, 0x20000 },
    { "PFB", 0x100000, 0x1000, NV_ENABLE(PFB) },
    { "PSTRAPS", 0x101000, 0x1000 },
    { "PMEDIA", 0x200000, 0x1000, NV_ENABLE(PMEDIA) },
    { "PROM", 0x300000, 0x100000 },
    { "PGRAPH", 0x400000, 0x10000, NV_ENABLE(PGRAPH) },
    { "PRMIO", 0x601000, 0x1000, 0, nv_has_display },
    { "PDISPLAY", 0x610000, 0xb0000, NV_ENABLE(PDISPLAY), nv_has_display },
    { "PMEM", 0x700000, 0x100000 },
    { "PIO_USER", 0x800000, 0x10000 },
    { "DMA_USER", 0xc00000, 0x100000 },
    { }
};

/* G80's video engines */
static const NVMmioRange vp1_ranges[] = {
    { "PVPE", 0x00b000, 0x1000, NV_ENABLE(PVPE), nv_has_vdec },
    { "PVP1", 0x00f000, 0x1000, 0, nv_has_vdec },
    { }
};

const NVMmioMap nv50_mmio = {
    .ranges = { g80_ranges, vp1_ranges },
};

static const NVMmioRange g84_ranges[] = {
    { "UNK022000", 0x022000, 0x1000 },
    { "PEEPHOLE", 0x060000, 0x1000 },
    { "PFLUSH", 0x070000, 0x1000 },
    { "UNK089000", 0x089000, 0x1000 },
    { }
};

static const NVMmioRange vp2_ranges[] = {
    { "PVPE", 0x00b000, 0x1000, NV_ENABLE(PVPE), nv_has_vdec },
    { "PVP2", 0x00f000, 0x1000, NV_ENABLE(PVP2), nv_has_vdec },
    { "PCIPHER", 0x102000, 0x1000, NV_ENABLE(PCIPHER), nv_has_cipher },
    { "PBSP", 0x103000, 0x1000, NV_ENABLE(PBSP), nv_has_bsp },
    { }
};

const NVMmioMap nv84_mmio = {
    .ranges = { g80_ranges, g84_ranges, vp2_ranges },
};

static const NVMmioRange g92_ranges[] = {
    { "PHWSQ", 0x080000, 0x1000 },
    { }
};

const NVMmioMap nv92_mmio = {
    .ranges = { g80_ranges, g84_ranges, vp2_ranges, g92_ranges },
};

static const NVMmioRange vp3_ranges[] = {
    { "PVLD", 0x084000, 0x1000, NV_ENABLE(PBSP), nv_has_bsp },
    { "PPDEC", 0x085000, 0x1000, NV_ENABLE(PVP2), nv_has_vdec },
    { "PPPP", 0x086000, 0x1000, NV_ENABLE(PVPE), nv_has_vdec },
    { "PSEC", 0x087000, 0x1000, NV_ENABLE(PCIPHER), nv_has_cipher },
    { }
};

const NVMmioMap nv98_mmio = {
    .ranges = { g80_ranges, g84_ranges, g92_ranges, vp3_ranges },
};

/* 0x10f000 is memory's: mmio.rst has it as an open question. */
static const NVMmioRange gt215_ranges[] = {
    { "PVLD", 0x084000, 0x1000, NV_ENABLE(PBSP), nv_has_bsp },
    { "PPDEC", 0x085000, 0x1000, NV_ENABLE(PVP2), nv_has_vdec },
    { "PPPP", 0x086000, 0x1000, NV_ENABLE(PVPE), nv_has_vdec },
    { "PPCI_HDA", 0x08a000, 0x1000 },
    { "PCOPY", 0x104000, 0x1000, R_NV_PMC_ENABLE_PCOPY_MASK },
    { "PCODEC", 0x108000, 0x1000 },
    { "PKFUSE", 0x109000, 0x1000 },
    { "PDAEMON", 0x10a000, 0x1000 },
    { "UNK10F000", 0x10f000, 0x3000 },
    { }
};

const NVMmioMap nva3_mmio = {
    .ranges = { g80_ranges, g84_ranges, g92_ranges, gt215_ranges },
};

/* --- NVC0+ --------------------------------------------------------------- */

static bool nv_has_third_pbdma(const NVGPU *gpu)
{
    return gpu->chip->counts->pbdmas >= 3;
}

static bool nv_has_second_pce(const NVGPU *gpu)
{
    return gpu->chip->pcopies[1] || gpu->chip->ces[1];
}

/* PUNITS says that the video engines are off. */
static bool nv_has_no_video(const NVGPU *gpu)
{
    return false;
}

static const NVMmioRange gf100_ranges[] = {
    { "PMC", 0x000000, 0x1000, .root = true },
    { "PBUS", 0x001000, 0x1000, .root = true },
    { "PFIFO", 0x002000, 0x2000, NV_ENABLE(PFIFO), .root = true },
    { "PFIFO_PIO", 0x005000, 0x1000, NV_ENABLE(PFIFO), .root = true },
    { "PRMA", 0x007000, 0x1000, .root = true },
    { "PTIMER", 0x009000, 0x1000, NV_ENABLE(PTIMER), .root = true },
    { "UNK00C800", 0x00c000, 0x1000 },
    { "PNVIO", 0x00e000, 0x1000 },
    { "UNK010000", 0x010000, 0x10000, .root = true },
    { "PTHERM", 0x020000, 0x1000 },
    { "PFUSE", 0x021000, 0x1000 },
    { "PUNITS", 0x022000, 0x1000 },
    { "PSPOON", 0x040000, 0x2000, NV_ENABLE(PFIFO), .root = true,
      .pbdma = 1 << 0 },
    { "PSPOON", 0x042000, 0x2000, NV_ENABLE(PFIFO), .root = true,
      .pbdma = 1 << 1 },
    { "PSPOON", 0x044000, 0x2000, NV_ENABLE(PFIFO), nv_has_third_pbdma,
      .root = true, .pbdma = 1 << 2 },
    { "PEEPHOLE", 0x060000, 0x1000, .root = true },
    { "PFLUSH", 0x070000, 0x1000, .root = true },
    { "UNK082000", 0x082000, 0x1000 },
    { "PVLD", 0x084000, 0x1000, NV_ENABLE(PBSP), nv_has_no_video },
    { "PPDEC", 0x085000, 0x1000, NV_ENABLE(PVP2), nv_has_no_video },
    { "PPPP", 0x086000, 0x1000, NV_ENABLE(PVPE), nv_has_no_video },
    { "PPCI", 0x088000, 0x1000 },
    { "PPCI_HDA", 0x08a000, 0x1000 },
    { "PRMFB", 0x0a0000, 0x20000, .root = true },
    { "PFFB", 0x100000, 0x1000, NV_ENABLE(PFFB) },
    { "PSTRAPS", 0x101000, 0x1000 },
    { "PCOPY0", 0x104000, 0x1000, NV_ENABLE(PCE0) },
    { "PCOPY1", 0x105000, 0x1000, NV_ENABLE(PCE1), nv_has_second_pce },
    { "PCODEC", 0x108000, 0x1000 },
    { "PKFUSE", 0x109000, 0x1000 },
    { "PDAEMON", 0x10a000, 0x1000, NV_ENABLE(NVC0_PDAEMON) },
    { "UNK10C000", 0x10c000, 0x3000 },
    { "PBFB", 0x10f000, 0x11000, NV_ENABLE(PFB) },
    { "PRING", 0x120000, 0x10000 },
    { "PCLOCK", 0x130000, 0x8000 },
    { "UNK138000", 0x138000, 0x1000 },
    { "PP2P", 0x139000, 0x2000 },
    { "PXBAR", 0x13b000, 0x4000, NV_ENABLE(PXBAR) },
    { "PMFB", 0x140000, 0x40000, NV_ENABLE(PMFB) },
    { "PCOUNTER", 0x180000, 0x40000, NV_ENABLE(NVC0_PCOUNTER) },
    { "PFIFO_UNK1C0000", 0x1c0000, 0x1000, NV_ENABLE(PFIFO), .root = true },
    { "PMEDIA", 0x200000, 0x1000, NV_ENABLE(PMEDIA) },
    { "PROM", 0x300000, 0x100000 },
    { "PGRAPH", 0x400000, 0x200000, NV_ENABLE(PGRAPH) },
    { "PRMIO", 0x601000, 0x1000, 0, nv_has_display },
    { "PDISPLAY", 0x610000, 0xb0000, NV_ENABLE(PDISPLAY), nv_has_display },
    { "PMEM", 0x700000, 0x100000, .root = true },
    { }
};

/* Up to GF119 */
static const NVMmioRange gf100_only_ranges[] = {
    { "UNK089000", 0x089000, 0x1000 },
    { }
};

/* GF108's logs have reads that the ring reports, and that are 0. */
#define GF100_MAP \
    .ranges = { gf100_ranges, gf100_only_ranges }, .ring = true, \
    .ring_is_0 = true

const NVMmioMap nvc0_mmio = { GF100_MAP };

/* A GF106's, or another one's with three partitions: nouveau's list, 2021 */
const NVMmioMap nvc3_mmio = {
    GF100_MAP,
    .refused = (const uint32_t[]) { 0x13c154, 0 },
};

/* A GF104's: freedesktop bugzilla 110797 */
const NVMmioMap nvc4_mmio = {
    GF100_MAP,
    .refused = (const uint32_t[]) { 0x13b154, 0 },
};

static const NVMmioRange gf119_ranges[] = {
    { "PGPIO", 0x00d000, 0x1000 },
    { "UNK1C3000", 0x1c3000, 0x1000 },
    { }
};

const NVMmioMap nvd9_mmio = {
    .ranges = { gf100_ranges, gf100_only_ranges, gf119_ranges },
    .ring = true,
};

/* The second PPCI is at 0x08c000: rnndb's bus/pibus.xml and pci.xml. */
static const NVMmioRange gk104_ranges[] = {
    { "UNK08B000", 0x08b000, 0x4000 },
    { "PCOPY2", 0x106000, 0x1000, NV_ENABLE(PCE2) },
    { "PVENC", 0x1c2000, 0x1000, NV_ENABLE(PVENC), nv_has_no_video },
    { "PFIFO_CHAN", 0x800000, 0x10000, NV_ENABLE(PFIFO), .root = true },
    { }
};

#define GK104_MAP \
    .ranges = { gf100_ranges, gf119_ranges, gk104_ranges }, .ring = true

const NVMmioMap nve4_mmio = { GK104_MAP };

/* GK210's, a relative's: a public repository of notes on a Tesla K80 */
const NVMmioMap nvf0_mmio = {
    GK104_MAP,
    .refused = (const uint32_t[]) { 0x122924, 0 },
};

/* GK208B's: Ubuntu Forums, a laptop's log of 2016; GM107 does so, too. */
const NVMmioMap nv106_mmio = {
    GK104_MAP,
    .refused = (const uint32_t[]) { 0x10ecc0, 0 },
};

/*
 * GM107's: freedesktop bugzilla 100423 and 111392, and a laptop's log; GM108's
 * log, kernel bugzilla 206781, has the second.
 */
const NVMmioMap nv117_mmio = {
    GK104_MAP,
    .refused = (const uint32_t[]) {
        0x022554, 0x10ac08, 0x10ecc0, 0x619444, 0
    },
};
