/*
 * NVIDIA GPU: the table of cards
 *
 * A new card is a new row of nv_chips[], and a new row of one of the tables
 * that it points to where it differs from the card that it inherits from; the
 * rows of a part of the card are in that folder's chips.c.  See docs/
 * adding-a-card.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/falcon.h"
#include "hw/nv/fifo.h"
#include "hw/nv/graph.h"
#include "hw/nv/bus.h"
#include "hw/nv/ce.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/vpe.h"

/* --- Units ------------------------------------------------------------ */

/* PGRAPH is only a stub, and NV01 has no display. */
static const NVUnit *const nv01_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_no_display,
    &nv_unit_pramin, &nv_unit_pram, &nv_unit_pfifo, &nv_unit_user,
    &nv_unit_nv01_pgraph, NULL
};

static const NVUnit *const nv03_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_pstraps,
    &nv_unit_pfb, &nv_unit_display, &nv_unit_prom, &nv_unit_pramin,
    &nv_unit_pfifo, &nv_unit_user, &nv_unit_nv01_pgraph, NULL
};

static const NVUnit *const nv40_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_mmio,
    &nv_unit_pstraps, &nv_unit_pclock, &nv_unit_pfb, &nv_unit_display,
    &nv_unit_prom, &nv_unit_pramin, &nv_unit_pfifo, &nv_unit_user,
    &nv_unit_pgraph, &nv_unit_pvpe, NULL
};

static const NVUnit *const nv50_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_mmio,
    &nv_unit_pstraps, &nv_unit_pclock, &nv_unit_ptherm, &nv_unit_pfb,
    &nv_unit_pdisplay, &nv_unit_prom, &nv_unit_host_mem, &nv_unit_pfifo,
    &nv_unit_user, &nv_unit_nv50_pgraph, &nv_unit_pvpe, NULL
};

static const NVUnit *const nv84_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_mmio,
    &nv_unit_pstraps, &nv_unit_pclock, &nv_unit_ptherm, &nv_unit_pfb,
    &nv_unit_pdisplay, &nv_unit_prom, &nv_unit_host_mem, &nv_unit_pfifo,
    &nv_unit_user, &nv_unit_nv50_pgraph, &nv_unit_pvpe, &nv_unit_pcipher,
    &nv_unit_pvp2, &nv_unit_pbsp, NULL
};

static const NVUnit *const nv98_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_mmio,
    &nv_unit_pstraps, &nv_unit_pclock, &nv_unit_ptherm, &nv_unit_pfb,
    &nv_unit_pdisplay, &nv_unit_prom, &nv_unit_host_mem, &nv_unit_pfifo,
    &nv_unit_user, &nv_unit_nv50_pgraph, &nv_unit_pvld, &nv_unit_ppdec,
    &nv_unit_pppp, &nv_unit_psec, NULL
};

static const NVUnit *const nva3_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_mmio,
    &nv_unit_pstraps, &nv_unit_pclock, &nv_unit_ptherm, &nv_unit_pfb,
    &nv_unit_pdisplay, &nv_unit_prom, &nv_unit_host_mem, &nv_unit_pdaemon,
    &nv_unit_pfifo, &nv_unit_user, &nv_unit_nv50_pgraph, &nv_unit_pcopy,
    &nv_unit_pvld, &nv_unit_ppdec, &nv_unit_pppp, NULL
};

/* The copy engines after what gives them work */
#define NVC0_UNITS \
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_mmio, \
    &nv_unit_pstraps, &nv_unit_punits, &nv_unit_pclock, &nv_unit_ptherm, \
    &nv_unit_pfb, &nv_unit_pdisplay, &nv_unit_prom, &nv_unit_host_mem, \
    &nv_unit_nvc0_pfifo, &nv_unit_nvc0_objects, &nv_unit_nvc0_pgraph, \
    &nv_unit_ctxctl, &nv_unit_nvc0_pce0

static const NVUnit *const nvc0_units[] = {
    NVC0_UNITS, &nv_unit_nvc0_pce1, &nv_unit_nvc0_pdaemon, NULL
};

/* With one copy engine */
static const NVUnit *const nvc1_units[] = {
    NVC0_UNITS, &nv_unit_nvc0_pdaemon, NULL
};

/* And without PDAEMON */
static const NVUnit *const nvd7_units[] = {
    NVC0_UNITS, NULL
};

/* Copy engines without falcons */
static const NVUnit *const nve4_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_mmio,
    &nv_unit_pstraps, &nv_unit_punits, &nv_unit_pclock, &nv_unit_ptherm,
    &nv_unit_pfb, &nv_unit_pdisplay, &nv_unit_prom, &nv_unit_host_mem,
    &nv_unit_nve4_pfifo, &nv_unit_nvc0_objects, &nv_unit_nvc0_pgraph,
    &nv_unit_ctxctl, &nv_unit_ce0, &nv_unit_ce1, &nv_unit_ce2,
    &nv_unit_nvc0_pdaemon, NULL
};

/* ... of which the second is missing */
static const NVUnit *const nv117_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_mmio,
    &nv_unit_pstraps, &nv_unit_punits, &nv_unit_pclock, &nv_unit_ptherm,
    &nv_unit_pfb, &nv_unit_pdisplay, &nv_unit_prom, &nv_unit_host_mem,
    &nv_unit_nve4_pfifo, &nv_unit_nvc0_objects, &nv_unit_nvc0_pgraph,
    &nv_unit_ctxctl, &nv_unit_ce0, &nv_unit_ce2, &nv_unit_nvc0_pdaemon, NULL
};

/* --- Engines ---------------------------------------------------------- */

/* Whichever engine a context names */
static const NVEngine *const nv01_engines[NV_ENGINE__MAX] = {
    [0 ... NV_ENGINE__MAX - 1] = &nv_engine_nv01_graph,
};

static const NVEngine *const nv04_engines[NV_ENGINE__MAX] = {
    [NV_ENGINE_GRAPH] = &nv_engine_graph,
};

static const NVEngine *const nv31_engines[NV_ENGINE__MAX] = {
    [NV_ENGINE_GRAPH] = &nv_engine_graph,
    [NV_ENGINE_MPEG] = &nv_engine_mpeg,
};

/* What video engines would do isn't modelled. */
static const NVEngine *const nv50_engines[NV_ENGINE__MAX] = {
    [NV_ENGINE_GRAPH] = &nv_engine_graph,
    [NV_ENGINE_MPEG] = &nv_engine_mpeg,
    [NV_ENGINE_ME] = &nv_engine_pme,
    [NV_ENGINE_VP] = &nv_engine_pvp1,
};

static const NVEngine *const nv84_engines[NV_ENGINE__MAX] = {
    [NV_ENGINE_GRAPH] = &nv_engine_graph,
    [NV_ENGINE_MPEG] = &nv_engine_mpeg,
    [NV_ENGINE_VP] = &nv_engine_pvp2,
    [NV_ENGINE_CIPHER] = &nv_engine_pcipher,
    [NV_ENGINE_BSP] = &nv_engine_pbsp,
};

static const NVEngine *const nv98_engines[NV_ENGINE__MAX] = {
    [NV_ENGINE_GRAPH] = &nv_engine_graph,
    [NV_ENGINE_MPEG] = &nv_engine_pppp,
    [NV_ENGINE_VP] = &nv_engine_ppdec,
    [NV_ENGINE_CIPHER] = &nv_engine_psec,
    [NV_ENGINE_BSP] = &nv_engine_pvld,
};

static const NVEngine *const nva3_engines[NV_ENGINE__MAX] = {
    [NV_ENGINE_GRAPH] = &nv_engine_graph,
    [NV_ENGINE_MPEG] = &nv_engine_nva3_pppp,
    [NV_ENGINE_PCOPY] = &nv_engine_pcopy,
    [NV_ENGINE_VP] = &nv_engine_nva3_ppdec,
    [NV_ENGINE_BSP] = &nv_engine_nva3_pvld,
};

#define NVC0_ENGINES \
    [NVC0_ENGINE_GRAPH] = &nv_engine_nvc0_graph, \
    [NVC0_ENGINE_PPDEC] = &nv_engine_video, \
    [NVC0_ENGINE_PPPP] = &nv_engine_video, \
    [NVC0_ENGINE_PVLD] = &nv_engine_video, \
    [NVC0_ENGINE_PCE0] = &nv_engine_pce0

static const NVEngine *const nvc0_engines[NV_ENGINE__MAX] = {
    NVC0_ENGINES,
    [NVC0_ENGINE_PCE1] = &nv_engine_pce1,
};

static const NVEngine *const nvc1_engines[NV_ENGINE__MAX] = {
    NVC0_ENGINES,
};

static const NVEngine *const nve4_engines[NV_ENGINE__MAX] = {
    [NVC0_ENGINE_GRAPH] = &nv_engine_nvc0_graph,
    [NVC0_ENGINE_PCE0] = &nv_engine_ce0,
    [NVC0_ENGINE_PCE1] = &nv_engine_ce1,
    [NVE4_ENGINE_PCE2] = &nv_engine_ce2,
};

static const NVEngine *const nv108_engines[NV_ENGINE__MAX] = {
    [NVC0_ENGINE_GRAPH] = &nv_engine_nvc0_graph,
    [NVC0_ENGINE_PCE0] = &nv_engine_ce0,
    [NVC0_ENGINE_PCE1] = &nv_engine_ce1,
    [NV108_ENGINE_PCE2] = &nv_engine_ce2,
};

static const NVEngine *const nv117_engines[NV_ENGINE__MAX] = {
    [NVC0_ENGINE_GRAPH] = &nv_engine_nvc0_graph,
    [NVC0_ENGINE_PCE0] = &nv_engine_ce0,
    [NV117_ENGINE_PCE2] = &nv_engine_ce2,
};

/*
 * What PTOP tells.  Engines and run lists are those that drivers had in their
 * code before they read PTOP (Linux 3.13, core/engine/fifo/nve0.c), bits of
 * PMC the register database's (bus/pmc.xml), faults nouveau's
 * (nvkm/engine/fifo/gk104.c).  What CE2 is on GK208 and GM107 is from their
 * logs: tests/record.  Video engines are left out.
 */
#define NVE4_GR { \
    "GR", NV_ENGINE_TYPE_GRAPH, .engine = 0, .runlist = 0, .intr = 12, \
    .reset = 12, .fault = 0x00 \
}
#define NVE4_CE0 { \
    "CE0", NV_ENGINE_TYPE_CE0, .engine = 4, .runlist = 4, .intr = 5, \
    .reset = 6, .fault = 0x15, .addr = 0x104000 \
}
#define NVE4_CE1 { \
    "CE1", NV_ENGINE_TYPE_CE1, .engine = 5, .runlist = 5, .intr = 6, \
    .reset = 7, .fault = 0x16, .addr = 0x105000 \
}
/* On the run list of GR */
#define NVE4_CE2(_engine) { \
    "CE2", NV_ENGINE_TYPE_CE2, .engine = (_engine), .runlist = 0, .intr = 7, \
    .reset = 21, .fault = 0x1b, .addr = 0x106000 \
}

static const NVEngineInfo nve4_engine_info[] = {
    NVE4_GR, NVE4_CE0, NVE4_CE1, NVE4_CE2(NVE4_ENGINE_PCE2), { }
};

static const NVEngineInfo nv108_engine_info[] = {
    NVE4_GR, NVE4_CE0, NVE4_CE1, NVE4_CE2(NV108_ENGINE_PCE2), { }
};

static const NVEngineInfo nv117_engine_info[] = {
    NVE4_GR, NVE4_CE0, NVE4_CE2(NV117_ENGINE_PCE2), { }
};

/* --- The cards -------------------------------------------------------- */

/* Straps of a board with 128 bits of memory; bits 6 and 22 are the crystal. */
#define NV_STRAPS_14318 \
    .straps = 0x7ff86c6b | 0x180 | 0x10, .crystal_khz = 14318
#define NV_STRAPS_27000 \
    .straps = 0x7ff86c2b | 0x180 | 0x10, .crystal_khz = 27000

#define NV_VRAM(_default, _max) \
    .vram_default = (_default), .vram_max = (_max)

/* PMC_INTR's bits with one head, and with two */
#define NV_INTR_ONE_HEAD 0x91111100
#define NV_INTR_TWO_HEADS 0x93111100
/* SOFTWARE, PBUS, PDISPLAY, PNVIO, PTIMER, PGRAPH, PFIFO */
#define NV98_INTR 0x94301100
#define NV50_INTR (NV98_INTR | R_NV_PMC_INTR_PMPEG_MASK)

/*
 * SOFTWARE, PRIVRING, PBUS, PDISPLAY, PDAEMON, PNVIO, PTIMER, PGRAPH, PFIFO,
 * PCE1, PCE0
 */
#define NVC0_INTR 0xd5301160
/* PCE2, too */
#define NVE4_INTR (NVC0_INTR | R_NV_PMC_INTR_PCE2_MASK)

/* With the units for video */
#define NV50_HWUNITS(_tpcs, _mps, _parts) \
    (R_NV_PBUS_G80_HWUNITS_0_UNK28_MASK | R_NV_PBUS_G80_HWUNITS_0_VDEC_MASK | \
     (_mps) << R_NV_PBUS_G80_HWUNITS_0_MP_MASK_SHIFT | \
     (_parts) << R_NV_PBUS_G80_HWUNITS_0_PART_MASK_SHIFT | (_tpcs))

/*
 * The low bits of a PCI device id that BOOT_0 and straps have, too, NV92+;
 * NV10:NV92 have four of them in BOOT_0's bits 19:16.
 */
#define NV92_BOOT0_ID(_id) (((_id) & 0x1f) << 15)
#define NV92_STRAPS_ID(_id) (((_id) & 0xf) << 10 | ((_id) & 0x10) << 24)

/*
 * What a card has in common with those that follow it.  In a row, or in another
 * one of these macros, an initializer after such a name replaces the one in it.
 */

#define NV03_CARD \
    .units = nv03_units, \
    .pci_vendor = PCI_VENDOR_ID_NV_SGS, \
    .pci = &nv03_pci, \
    NV_STRAPS_14318, \
    .enable = 0x01100000, \
    .prom = 0x110000, \
    .intr_map = 0x91113110, \
    .ramin = &nv03_ramin, \
    .pfb = &nv03_pfb_regs, \
    .engines = nv01_engines, \
    .display = &nv03_display, \
    .vbios = &nv03_vbios

#define NV04_CARD \
    .pci = &nv04_pci, \
    NV_STRAPS_14318, \
    .intr_map = NV_INTR_ONE_HEAD, \
    .ramin = &nv04_ramin, \
    .pfb = &nv04_pfb_regs, \
    .engines = nv04_engines, \
    .display = &nv04_display

#define NV10_CARD \
    NV04_CARD, \
    NV_VRAM(128 * MiB, 128 * MiB), \
    .pfb = &nv10_pfb_regs, \
    .fifo = &nv10_fifo.fifo, \
    .display = &nv15_display, \
    .vbios = &nv10_vbios

#define NV1A_CARD \
    NV10_CARD, \
    .pci = &nv11_pci, \
    .endian_switch = true, \
    .fifo = &nv11_fifo.fifo, \
    .graph = &nv11_graph, \
    .classes = nv15_class_lists

#define NV17_CARD \
    NV1A_CARD, \
    NV_STRAPS_27000, \
    .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK, \
    .pvpe = &nv17_pvpe_regs, \
    .graph = &nv17_graph, \
    .display = &nv17_display, \
    .vbios = &nv17_vbios, \
    .classes = nv17_class_lists

#define NV20_CARD \
    NV1A_CARD, \
    .pfb = &nv20_pfb_regs, \
    .graph = &nv20_graph, \
    .classes = nv20_class_lists

#define NV25_CARD \
    NV20_CARD, \
    NV_STRAPS_27000, \
    NV_VRAM(128 * MiB, 256 * MiB), \
    .intr_map = NV_INTR_TWO_HEADS, \
    .fifo = &nv25_fifo.fifo, \
    .graph = &nv25_graph, \
    .display = &nv17_display, \
    .vbios = &nv17_vbios, \
    .classes = nv25_class_lists

#define NV30_CARD \
    NV25_CARD, \
    .pfb = &nv30_pfb_regs, \
    .pvpe = &nv17_pvpe_regs, \
    .graph = &nv30_graph, \
    .display = &nv30_display, \
    .classes = nv30_class_lists

/* Two partitions of memory; two-stage PLLs of two registers; MPEG */
#define NV31_CARD \
    NV30_CARD, \
    .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK, \
    .pfb = &nv31_pfb_regs, \
    .pvpe = &nv31_pvpe_regs, \
    .mpeg = &nv31_mpeg, \
    .engines = nv31_engines, \
    .display = &nv31_display

#define NV40_CARD \
    .pci = &nv11_pci, \
    .units = nv40_units, \
    .pbus = &nv40_pbus_regs, \
    NV_STRAPS_27000, \
    NV_VRAM(128 * MiB, 512 * MiB), \
    .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK, \
    .endian_switch = true, \
    .ppci = true, \
    .ramin = &nv40_ramin, \
    .pclock = &nv40_pclock_regs, \
    .pfb = &nv40_pfb_regs, \
    .pvpe = &nv40_pvpe_regs, \
    .mpeg = &nv31_mpeg, \
    .fifo = &nv40_fifo.fifo, \
    .engines = nv31_engines, \
    .graph = &nv40_graph, \
    .display = &nv31_display, \
    .vbios = &nv40_vbios, \
    .classes = nv40_class_lists

/* PCI Express */
#define NV41_CARD \
    NV40_CARD, \
    .pbus = &nv41_pbus_regs, \
    .ptimer = &nv41_ptimer_regs, \
    .mmio = &nv41_mmio, \
    .pci = &nv41_pci, \
    .ramin = &nv41_ramin, \
    .gart = &nv41_gart, \
    .pfb = &nv41_pfb_regs, \
    .pvpe = &nv41_pvpe_regs, \
    .fifo = &nv41_fifo.fifo, \
    .graph = &nv41_graph, \
    .display = &nv41_display, \
    .vga_stack = &nv41_vga_stack, \
    .classes = nv41_class_lists

#define NV44_CARD \
    NV41_CARD, \
    .ramin = &nv44_ramin, \
    .gart = &nv44_gart, \
    .pfb = &nv44_pfb_regs, \
    .pvpe = &nv44_pvpe_regs, \
    .mpeg = &nv44_mpeg, \
    .fifo = &nv44_fifo.fifo, \
    .graph = &nv44_graph, \
    .classes = nv44_class_lists

/* Fifteen tile regions; NV46, which comes later, is derived from NV44. */
#define NV47_CARD \
    NV41_CARD, \
    .pfb = &nv47_pfb_regs, \
    .pvpe = &nv47_pvpe_regs, \
    .mpeg = &nv44_mpeg, \
    .fifo = &nv47_fifo.fifo, \
    .graph = &nv47_graph

#define NV50_CARD \
    .units = nv50_units, \
    .vram_min = 64 * MiB, \
    NV_VRAM(256 * MiB, 1 * GiB), \
    .intr_map = NV50_INTR, \
    .endian_switch = true, \
    .pbus = &nv50_pbus_regs, \
    .ptimer = &nv41_ptimer_regs, \
    .mmio = &nv50_mmio, \
    .pclock = &nv50_pclock_regs, \
    .ptherm = &nv50_ptherm_regs, \
    .ppci = true, \
    .ppci_only = true, \
    .pci = &nv50_pci, \
    .ramin = &nv50_ramin, \
    .vm = &nv50_vm, \
    .pfb = &nv50_pfb_regs, \
    .pvpe = &nv50_pvpe_regs, \
    .mpeg = &nv50_mpeg, \
    .fifo = &nv50_fifo.fifo, \
    .engines = nv50_engines, \
    .graph = &nv50_graph, \
    .display = &nv50_display, \
    .vbios = &nv50_vbios, \
    .vga_stack = &nv50_vga_stack, \
    .classes = nv50_class_lists

/* PBSP and PCIPHER, or PVLD and PSEC */
#define NV84_HWUNITS_1 \
    (R_NV_PBUS_HWUNITS_1_PDISPLAY_MASK | R_NV_PBUS_HWUNITS_1_PBSP_MASK | \
     R_NV_PBUS_HWUNITS_1_PCIPHER_MASK)

#define NV84_CARD \
    NV50_CARD, \
    .units = nv84_units, \
    .hwunits_1 = NV84_HWUNITS_1, \
    .intr_map = NV50_INTR | R_NV_PMC_INTR_PCIPHER_MASK, \
    .mmio = &nv84_mmio, \
    .pbus = &nv84_pbus_regs, \
    .ppci_regs = &nv84_ppci_regs, \
    .vm = &nv84_vm, \
    .pfb = &nv84_pfb_regs, \
    .ptherm = &nv84_ptherm_regs, \
    .pvpe = &nv84_pvpe_regs, \
    .mpeg = &nv84_mpeg, \
    .fifo = &nv84_fifo.fifo, \
    .engines = nv84_engines, \
    .graph = &nv84_graph, \
    .display = &nv84_display, \
    .classes = nv84_class_lists

#define NV92_CARD(_chip, _id) \
    NV84_CARD, \
    .ppci_regs = &nv92_ppci_regs, \
    .mmio = &nv92_mmio, \
    .pci_id = (_id), \
    .boot0 = (_chip) << 20 | NV92_BOOT0_ID(_id) | 0xa2, \
    .straps = 0x6ff841bb | NV92_STRAPS_ID(_id), \
    .crystal_khz = 27000

#define NV94_CARD(_chip, _id) \
    NV92_CARD(_chip, _id), \
    .pmc = &nv94_pmc_regs, \
    .pci = &nv94_pci, \
    .graph = &nv94_graph, \
    .display = &nv94_display

#define NVA0_CARD(_chip, _id) \
    NV94_CARD(_chip, _id), \
    .hwunits_1 = NV84_HWUNITS_1 | R_NV_PBUS_HWUNITS_1_UNK8_MASK, \
    .fifo = &nva0_fifo.fifo, \
    .graph = &nva0_graph, \
    .display = &nva0_display, \
    .classes = nva0_class_lists

#define NVA3_CARD(_chip, _id) \
    NVA0_CARD(_chip, _id), \
    .pci = &nva3_pci, \
    .hwunits_1 = R_NV_PBUS_HWUNITS_1_PDISPLAY_MASK | \
                 R_NV_PBUS_HWUNITS_1_PBSP_MASK | \
                 R_NV_PBUS_HWUNITS_1_PCOPY_MASK, \
    .units = nva3_units, \
    .intr_map = NV98_INTR | R_NV_PMC_INTR_PDAEMON_MASK | \
                R_NV_PMC_INTR_PCOPY_MASK, \
    .pvpe = NULL, \
    .mpeg = NULL, \
    .intr_mask = true, \
    .pmc = &nva3_pmc_regs, \
    .vm = &nva3_vm, \
    .fifo = &nva3_fifo.fifo, \
    .engines = nva3_engines, \
    .display = &nva3_display, \
    .vbios = &nva3_vbios, \
    .mmio = &nva3_mmio, \
    .pcopies = { &nva3_pcopy }, \
    .pdaemon = &nva3_pdaemon, \
    .classes = nva3_class_lists

/*
 * What all cards have from NVC0 on.  Partitions are turned off where there
 * isn't a power of two of them: NVGPU.vram_size is one.
 */
#define NVC0_CARD(_chip, _id, ...) \
    .units = nvc0_units, \
    .pci_id = (_id), \
    .boot0 = (_chip) << 20 | NV92_BOOT0_ID(_id) | 0xa1, \
    .straps = 0x6ff841bb | NV92_STRAPS_ID(_id), \
    .crystal_khz = 27000, \
    .vram_min = 64 * MiB, \
    NV_VRAM(256 * MiB, 4 * GiB), \
    .intr_map = NVC0_INTR, \
    .endian_switch = true, \
    .intr_mask = true, \
    .pmc = &nvc0_pmc_regs, \
    .pbus = &nvc0_pbus_regs, \
    .ppci_regs = &nvc0_ppci_regs, \
    .ptimer = &nvc0_ptimer_regs, \
    .mmio = &nvc0_mmio, \
    .pclock = &nvc0_pclock_regs, \
    .ptherm = &nvc0_ptherm_regs, \
    .pfb = &nvc0_pfb_regs, \
    .pfuse = &nvc0_pfuse_regs, \
    .ppci = true, \
    .ppci_only = true, \
    .pci = &nvc0_pci, \
    .ramin = &nv50_ramin, \
    .vm = &nvc0_vm, \
    .counts = &(const NVUnitCounts) { __VA_ARGS__ }, \
    .fifo = &nvc0_fifo.fifo, \
    .engines = nvc0_engines, \
    .pcopies = { &nvc0_pce0, &nvc0_pce1 }, \
    .graph = &nvc0_graph, \
    .display = &nvc0_display, \
    .vbios = &nvc0_vbios, \
    .vga_stack = &nv50_vga_stack, \
    .pdaemon = &nvc0_pdaemon, \
    .ctxctl = &nvc0_ctxctl, \
    .classes = nvc0_class_lists

/* For the smaller chips, after NVC0_CARD: one copy engine, another re-arm */
#define NVC1_SMALLER \
    .units = nvc1_units, .engines = nvc1_engines, .pcopies = { &nvc0_pce0 }, \
    .pci = &nva3_pci, .ppci_regs = &nv92_ppci_regs

/* Those of Kepler */
#define NVE4_CARD(_chip, _id, ...) \
    NVC0_CARD(_chip, _id, __VA_ARGS__), \
    .units = nve4_units, \
    /* As GF106's: gk104_pci_func re-arms by NV40's way */ \
    .pci = &nva3_pci, \
    .ppci_regs = &nv92_ppci_regs, \
    .intr_map = NVE4_INTR, \
    .fifo = &nve4_fifo.fifo, \
    .engines = nve4_engines, \
    .graph = &nve4_graph, \
    .engine_info = nve4_engine_info, \
    .pcopies = { NULL }, \
    .ces = { &nve4_ce0, &nve4_ce1, &nve4_ce2 }, \
    .pdaemon = &nvd9_pdaemon, \
    .punits = &nve4_punits_regs, \
    .pbfb = &nve4_pbfb_regs, \
    .pmfb_bcast = &nve4_pmfb_bcast_regs, \
    .pmfb = &nve4_pmfb_regs, \
    .privring = &nve4_privring_regs, \
    .privring_stations = &nve4_privring_stations_regs, \
    .pfuse = &nve4_pfuse_regs, \
    .mmio = &nve4_mmio, \
    .display = &nve4_display, \
    .vbios = &nve4_vbios, \
    .classes = nve4_class_lists

/* From GK110 on: groups of channels, and others of the context's registers */
#define NVF0_CARD(_chip, _id, ...) \
    NVE4_CARD(_chip, _id, __VA_ARGS__), \
    .fifo = &nvf0_fifo.fifo, \
    .mmio = &nvf0_mmio, \
    .ptherm = &nvf0_ptherm_regs, \
    .ctxctl = &nvf0_ctxctl, \
    .classes = nvf0_class_lists, \
    .display = &nvf0_display

/* Falcons of version 5 */
#define NV108_CARD(_chip, _id, ...) \
    NVE4_CARD(_chip, _id, __VA_ARGS__), \
    .fifo = &nv108_fifo.fifo, \
    .engines = nv108_engines, \
    .engine_info = nv108_engine_info, \
    .ces = { &nve4_ce0, &nve4_ce1, &nv108_ce2 }, \
    .ptherm = &nvf0_ptherm_regs, \
    .pdaemon = &nv108_pdaemon, \
    .ctxctl = &nv108_ctxctl, \
    .classes = nvf0_class_lists, \
    .display = &nvf0_display

/* Its power saving lets graphics be. */
#define NV117_CARD(_chip, _id, ...) \
    NV108_CARD(_chip, _id, __VA_ARGS__), \
    .units = nv117_units, \
    .pbus = &nv117_pbus_regs, \
    .fifo = &nv117_fifo.fifo, \
    .engines = nv117_engines, \
    .engine_info = nv117_engine_info, \
    .mmio = &nv117_mmio, \
    .ces = { &nv117_ce0, NULL, &nv117_ce2 }, \
    .ptherm = &nvc0_ptherm_regs, \
    .pmfb_bcast = &nv117_pmfb_bcast_regs, \
    .pmfb = &nv117_pmfb_regs, \
    .pfuse = &nv117_pfuse_regs, \
    .ctxctl = &nv117_ctxctl, \
    .classes = nv117_class_lists, \
    .display = &nv117_display

const NVChip nv_chips[] = {
    {
        .name = "nv01",
        .desc = "NVIDIA NV01 (STG-2000)",
        .units = nv01_units,
        .pci = &nv01_pci,
        .pci_id = 0x0008,
        .boot0 = 0x00010101,
        .crystal_khz = 13500,
        .enable = 0x01000000,
        .ptimer = &nv01_ptimer_regs,
        .vram_bar0 = 0x1000000,
        .vram_min = 1 * MiB,
        NV_VRAM(4 * MiB, 4 * MiB),
        .intr_map = 0x01111111,
        .ramin = &nv01_ramin,
        .fifo = &nv01_fifo.fifo,
        .engines = nv01_engines,
    },
    {
        .name = "nv03",
        .desc = "NVIDIA NV03 (RIVA 128)",
        NV03_CARD,
        .pci_id = 0x0018,
        .boot0 = 0x00030110,
        .vram_min = 1 * MiB,
        NV_VRAM(4 * MiB, 4 * MiB),
        .fifo = &nv03_fifo.fifo,
    },
    {
        .name = "nv03t",
        .desc = "NVIDIA NV03T (RIVA 128 ZX)",
        NV03_CARD,
        .pci_id = 0x0019,
        .boot0 = 0x00030120,
        .pci_revision = 0x21,
        .vram_min = 2 * MiB,
        NV_VRAM(8 * MiB, 8 * MiB),
        .fifo = &nv03t_fifo.fifo,
    },
    {
        .name = "nv04",
        .desc = "NVIDIA NV04 (Riva TNT)",
        NV04_CARD,
        .pci_id = 0x0020,
        .boot0 = 0x20044001,
        .boot1 = NV_PMC_BOOT_1_NONE,
        .pci_revision = 0x04,
        NV_VRAM(16 * MiB, 16 * MiB),
        .fifo = &nv04_fifo.fifo,
        .graph = &nv04_graph,
        .vbios = &nv04_vbios,
        .classes = nv04_class_lists,
    },
    {
        .name = "nv05",
        .desc = "NVIDIA NV05 (Riva TNT2)",
        NV04_CARD,
        .pci_id = 0x0028,
        .boot0 = 0x20154000,
        .boot1 = NV_PMC_BOOT_1_NONE,
        .pci_revision = 0x15,
        NV_VRAM(32 * MiB, 32 * MiB),
        .fifo = &nv05_fifo.fifo,
        .graph = &nv05_graph,
        .vbios = &nv05_vbios,
        .classes = nv05_class_lists,
    },
    {
        .name = "nv10",
        .desc = "NVIDIA NV10 (GeForce 256)",
        NV10_CARD,
        .pci_id = 0x0100,
        .boot0 = 0x010000a1,
        .graph = &nv10_graph,
        .classes = nv10_class_lists,
    },
    {
        .name = "nv15",
        .desc = "NVIDIA NV15 (GeForce2 GTS)",
        NV10_CARD,
        .pci_id = 0x0150,
        .boot0 = 0x015000a1,
        .graph = &nv15_graph,
        .classes = nv15_class_lists,
    },
    {
        /* nForce's: memory is the machine's, of which it takes 32 MiB. */
        .name = "nv1a",
        .desc = "NVIDIA NV1A (GeForce2 MX Integrated Graphics)",
        NV1A_CARD,
        .pci_id = 0x01a0,
        .boot0 = 0x01a000a1,
        NV_VRAM(32 * MiB, 32 * MiB),
    },
    {
        .name = "nv11",
        .desc = "NVIDIA NV11 (GeForce2 MX)",
        NV1A_CARD,
        .pci_id = 0x0110,
        .boot0 = 0x011000b2,
        .intr_map = NV_INTR_TWO_HEADS,
        .display = &nv11_display,
        .vbios = &nv11_vbios,
    },
    {
        .name = "nv17",
        .desc = "NVIDIA NV17 (GeForce4 MX)",
        NV17_CARD,
        .pci_id = 0x0171,
        .boot0 = 0x017100a5,
    },
    {
        .name = "nv18",
        .desc = "NVIDIA NV18 (GeForce4 MX 440 AGP 8x)",
        NV17_CARD,
        .pci_id = 0x0181,
        .boot0 = 0x018100a1,
    },
    {
        .name = "nv20",
        .desc = "NVIDIA NV20 (GeForce3)",
        NV20_CARD,
        .pci_id = 0x0200,
        .pci = &nv20_pci,
        .boot0 = 0x020000a1,
        .pci_revision = 0xa3,
    },
    {
        .name = "nv25",
        .desc = "NVIDIA NV25 (GeForce4 Ti)",
        NV25_CARD,
        .pci_id = 0x0250,
        .pci = &nv20_pci,
        .boot0 = 0x025000a1,
        .pci_revision = 0xa3,
    },
    {
        .name = "nv28",
        .desc = "NVIDIA NV28 (GeForce4 Ti 4200 AGP 8x)",
        NV25_CARD,
        .pci_id = 0x0281,
        .boot0 = 0x028100a1,
    },
    {
        .name = "nv30",
        .desc = "NVIDIA NV30 (GeForce FX 5800)",
        NV30_CARD,
        .pci_id = 0x0301,
        .boot0 = 0x030100a1,
    },
    {
        .name = "nv35",
        .desc = "NVIDIA NV35 (GeForce FX 5900)",
        NV30_CARD,
        .pci_id = 0x0331,
        .boot0 = 0x035100a1,
        .classes = nv35_class_lists,
    },
    {
        .name = "nv31",
        .desc = "NVIDIA NV31 (GeForce FX 5600)",
        NV31_CARD,
        .pci_id = 0x0312,
        .boot0 = 0x031200a1,
    },
    {
        .name = "nv36",
        .desc = "NVIDIA NV36 (GeForce FX 5700)",
        NV31_CARD,
        .pci_id = 0x0342,
        .boot0 = 0x436200a1,
        .pfb = &nv20_pfb_regs,
        .classes = nv35_class_lists,
    },
    {
        .name = "nv34",
        .desc = "NVIDIA NV34 (GeForce FX 5200)",
        NV31_CARD,
        .pci_id = 0x0322,
        .boot0 = 0x034200b1,
        .pci_revision = 0xa1,
        .pfb = &nv10_pfb_regs,
        .graph = &nv34_graph,
        .display = &nv17_display,
        .classes = nv34_class_lists,
    },
    {
        .name = "nv40",
        .desc = "NVIDIA NV40 (GeForce 6800)",
        NV40_CARD,
        .pci_id = 0x0041,
        .boot0 = 0x040100a1,
        .hwunits = 0x3f0f,
    },
    {
        .name = "nv45",
        .desc = "NVIDIA NV45 (GeForce 6800 XT)",
        NV40_CARD,
        .pci_id = 0x0048,
        .boot0 = 0x045800a1,
        .hwunits = 0x3f0f,
        .graph = &nv45_graph,
        .display = &nv41_display,
        .classes = nv41_class_lists,
    },
    {
        .name = "nv41",
        .desc = "NVIDIA NV41 (GeForce 6800)",
        NV41_CARD,
        .pci_id = 0x00c1,
        .boot0 = 0x041100a1,
        .pci_revision = 0xa2,
        .hwunits = 0x1f07,
    },
    {
        .name = "nv42",
        .desc = "NVIDIA NV42 (GeForce 6800 XT)",
        NV41_CARD,
        .pci_id = 0x00c3,
        .boot0 = 0x042300a1,
        .hwunits = 0x1f07,
    },
    {
        .name = "nv43",
        .desc = "NVIDIA NV43 (GeForce 6600)",
        NV41_CARD,
        .pci_id = 0x0141,
        .pci = &nv43_pci,
        .boot0 = 0x043100a4,
        .pci_revision = 0xa2,
        .pfb = &nv43_pfb_regs,
        .hwunits = 0x0703,
    },
    {
        .name = "nv44",
        .desc = "NVIDIA NV44 (GeForce 6200 TurboCache)",
        NV44_CARD,
        .pci_id = 0x0161,
        .boot0 = 0x044100a2,
        .pci_revision = 0xa1,
        .hwunits = 0x0701,
    },
    {
        .name = "nv4a",
        .code = "NV44A",
        .desc = "NVIDIA NV4A (GeForce 6200)",
        NV44_CARD,
        .pci_id = 0x0221,
        .boot0 = 0x04a100a1,
        .hwunits = 0x0701,
        .pci = &nv11_pci,
        .ramin = &nv4a_ramin,
        .gart = NULL,
    },
    {
        .name = "nv47",
        .code = "G70",
        .desc = "NVIDIA NV47 (GeForce 7800 GTX)",
        NV47_CARD,
        .pci_id = 0x0091,
        .boot0 = 0x047100a1,
        .hwunits = 0xff3f,
    },
    {
        .name = "nv46",
        .code = "G72",
        .desc = "NVIDIA NV46 (GeForce 7300 GS)",
        NV44_CARD,
        .pci_id = 0x01df,
        .boot0 = 0x046f00a3,
        .pci_revision = 0xa1,
        .pci = &nv46_pci,
        .hwunits = 0x0701,
        .pfb = &nv46_pfb_regs,
        .pvpe = &nv47_pvpe_regs,
        .graph = &nv46_graph,
    },
    {
        .name = "nv49",
        .code = "G71",
        .desc = "NVIDIA NV49 (GeForce 7900 GTX)",
        NV47_CARD,
        .pci_id = 0x0290,
        .pci = &nv49_pci,
        .boot0 = 0x049000a2,
        .pci_revision = 0xa1,
        .hwunits = 0xff3f,
        .pfb = &nv49_pfb_regs,
    },
    {
        .name = "nv4b",
        .code = "G73",
        .desc = "NVIDIA NV4B (GeForce 7600 GT)",
        NV47_CARD,
        .pci_id = 0x0391,
        .pci = &nv49_pci,
        .boot0 = 0x04b100a2,
        .hwunits = 0xff07,
        .pfb = &nv4b_pfb_regs,
    },
    {
        .name = "nv50",
        .code = "G80",
        .desc = "NVIDIA NV50 (GeForce 8800 GTX)",
        NV50_CARD,
        NV_STRAPS_27000,
        .pci_id = 0x0191,
        .boot0 = 0x050100a2,
        .hwunits = NV50_HWUNITS(0xff, 0x3, 0x0f),
    },
    {
        .name = "nv84",
        .code = "G84",
        .desc = "NVIDIA NV84 (GeForce 8600 GT)",
        NV84_CARD,
        NV_STRAPS_27000,
        .pci_id = 0x0402,
        .boot0 = 0x084200a2,
        .pci_revision = 0xa1,
        .hwunits = NV50_HWUNITS(0x03, 0x3, 0x03),
    },
    {
        .name = "nv86",
        .code = "G86",
        .desc = "NVIDIA NV86 (GeForce 8500 GT)",
        NV84_CARD,
        NV_STRAPS_27000,
        .pci_id = 0x0421,
        .boot0 = 0x086100a2,
        .hwunits = NV50_HWUNITS(0x01, 0x3, 0x03),
    },
    {
        .name = "nv92",
        .code = "G92",
        .desc = "NVIDIA NV92 (GeForce 8800 GT)",
        NV92_CARD(0x92, 0x0611),
        .hwunits = NV50_HWUNITS(0xff, 0x3, 0x0f),
    },
    {
        .name = "nv94",
        .code = "G94",
        .desc = "NVIDIA NV94 (GeForce 9600 GT)",
        NV94_CARD(0x94, 0x0622),
        .hwunits = NV50_HWUNITS(0x0f, 0x3, 0x0f),
    },
    {
        .name = "nv96",
        .code = "G96",
        .desc = "NVIDIA NV96 (GeForce 9500 GT)",
        NV94_CARD(0x96, 0x0640),
        .hwunits = NV50_HWUNITS(0x03, 0x3, 0x03),
    },
    {
        .name = "nv98",
        .code = "G98",
        .desc = "NVIDIA NV98 (GeForce 8400 GS)",
        NV94_CARD(0x98, 0x06e4),
        .units = nv98_units,
        .intr_map = NV98_INTR,
        .pvpe = NULL,
        .mpeg = NULL,
        .engines = nv98_engines,
        .mmio = &nv98_mmio,
        .hwunits = NV50_HWUNITS(0x01, 0x1, 0x01),
    },
    {
        .name = "nva0",
        .code = "GT200",
        .desc = "NVIDIA NVA0 (GeForce GTX 280)",
        NVA0_CARD(0xa0, 0x05e1),
        .pci_revision = 0xa1,
        .hwunits = NV50_HWUNITS(0x3ff, 0x7, 0xff),
    },
    {
        .name = "nva3",
        .code = "GT215",
        .desc = "NVIDIA NVA3 (GeForce GT 240)",
        NVA3_CARD(0xa3, 0x0ca3),
        .hwunits = NV50_HWUNITS(0x0f, 0x7, 0x03),
    },
    {
        .name = "nva5",
        .code = "GT216",
        .desc = "NVIDIA NVA5 (GeForce GT 220)",
        NVA3_CARD(0xa5, 0x0a20),
        .hwunits = NV50_HWUNITS(0x03, 0x7, 0x03),
    },
    {
        .name = "nva8",
        .code = "GT218",
        .desc = "NVIDIA NVA8 (GeForce 210)",
        NVA3_CARD(0xa8, 0x0a65),
        .hwunits = NV50_HWUNITS(0x01, 0x3, 0x01),
    },
    {
        .name = "nvc0",
        .code = "GF100",
        .desc = "NVIDIA NVC0 (GeForce GTX 465)",
        NVC0_CARD(0xc0, 0x06c4,
                  .gpcs = 4, .tpcs = 4, .gpc_tpcs = { 3, 3, 3, 2 },
                  .partitions = 6, .partitions_off = 0x30, .pbdmas = 3,
                  .pcopies = 2, .heads = 2),
    },
    {
        .name = "nvc4",
        .code = "GF104",
        .desc = "NVIDIA NVC4 (GeForce GTX 460)",
        NVC0_CARD(0xc4, 0x0e22, .gpcs = 2, .tpcs = 4, .gpc_tpcs = { 4, 3 },
                  .partitions = 4, .pbdmas = 3, .pcopies = 2, .heads = 2),
        .mmio = &nvc4_mmio,
    },
    {
        .name = "nvc3",
        .code = "GF106",
        .desc = "NVIDIA NVC3 (GeForce GTS 450)",
        NVC0_CARD(0xc3, 0x0dc4, .gpcs = 1, .tpcs = 4, .gpc_tpcs = { 4 },
                  .partitions = 3, .partitions_off = 0x4, .pbdmas = 2,
                  .pcopies = 1, .heads = 2),
        NVC1_SMALLER,
        .mmio = &nvc3_mmio,
    },
    {
        .name = "nvc1",
        .code = "GF108",
        .desc = "NVIDIA NVC1 (GeForce GT 430)",
        NVC0_CARD(0xc1, 0x0de1, .gpcs = 1, .tpcs = 2, .gpc_tpcs = { 2 },
                  .partitions = 1, .pbdmas = 2, .pcopies = 1, .heads = 2),
        NVC1_SMALLER,
        .classes = nvc1_class_lists,
    },
    {
        .name = "nvc8",
        .code = "GF110",
        .desc = "NVIDIA NVC8 (GeForce GTX 580)",
        NVC0_CARD(0xc8, 0x1080,
                  .gpcs = 4, .tpcs = 4, .gpc_tpcs = { 4, 4, 4, 4 },
                  .partitions = 6, .partitions_off = 0x30, .pbdmas = 3,
                  .pcopies = 2, .heads = 2),
        .classes = nvc8_class_lists,
    },
    {
        .name = "nvce",
        .code = "GF114",
        .desc = "NVIDIA NVCE (GeForce GTX 560 Ti)",
        NVC0_CARD(0xce, 0x1200, .gpcs = 2, .tpcs = 4, .gpc_tpcs = { 4, 4 },
                  .partitions = 4, .pbdmas = 3, .pcopies = 2, .heads = 2),
    },
    {
        .name = "nvcf",
        .code = "GF116",
        .desc = "NVIDIA NVCF (GeForce GTX 550 Ti)",
        NVC0_CARD(0xcf, 0x1244, .gpcs = 1, .tpcs = 4, .gpc_tpcs = { 4 },
                  .partitions = 3, .partitions_off = 0x4, .pbdmas = 2,
                  .pcopies = 1, .heads = 2),
        NVC1_SMALLER,
        .mmio = &nvc3_mmio,
    },
    {
        /* It has no display, but is made as if it could have one. */
        .name = "nvd7",
        .code = "GF117",
        .desc = "NVIDIA NVD7 (GeForce 620M)",
        NVC0_CARD(0xd7, 0x1140, .gpcs = 1, .tpcs = 2, .gpc_tpcs = { 2 },
                  .ppcs = 1, .partitions = 1, .pbdmas = 2, .pcopies = 1),
        NVC1_SMALLER,
        .units = nvd7_units,
        .pdaemon = NULL,
        .pfuse = &nvd7_pfuse_regs,
        .mmio = &nvd9_mmio,
        .display = &nvd9_display,
        .vbios = &nvd9_vbios,
        .classes = nvc8_class_lists,
    },
    {
        .name = "nvd9",
        .code = "GF119",
        .desc = "NVIDIA NVD9 (GeForce GT 520)",
        NVC0_CARD(0xd9, 0x1040, .gpcs = 1, .tpcs = 1, .gpc_tpcs = { 1 },
                  .partitions = 1, .pbdmas = 2, .pcopies = 1, .heads = 2),
        NVC1_SMALLER,
        .pdaemon = &nvd9_pdaemon,
        .mmio = &nvd9_mmio,
        .display = &nvd9_display,
        .vbios = &nvd9_vbios,
        .classes = nvc8_class_lists,
    },
    {
        .name = "nve4",
        .code = "GK104",
        .desc = "NVIDIA NVE4 (GeForce GTX 680)",
        NVE4_CARD(0xe4, 0x1180, .gpcs = 4, .tpcs = 2,
                  .gpc_tpcs = { 2, 2, 2, 2 }, .ppcs = 1, .partitions = 4,
                  .pbdmas = 3, .pcopies = 3, .heads = 4),
        .boot0 = 0x0e4000a2,
    },
    {
        .name = "nve7",
        .code = "GK107",
        .desc = "NVIDIA NVE7 (GeForce GTX 650)",
        NVE4_CARD(0xe7, 0x0fc6, .gpcs = 1, .tpcs = 2, .gpc_tpcs = { 2 },
                  .ppcs = 1, .partitions = 2, .pbdmas = 3, .pcopies = 3,
                  .heads = 4),
    },
    {
        /* "One of the GPCs [0th one] has only one TPC": gpu.rst */
        .name = "nve6",
        .code = "GK106",
        .desc = "NVIDIA NVE6 (GeForce GTX 660)",
        NVE4_CARD(0xe6, 0x11c0, .gpcs = 3, .tpcs = 2,
                  .gpc_tpcs = { 1, 2, 2 }, .ppcs = 1, .partitions = 3,
                  .partitions_off = 0x4, .pbdmas = 3, .pcopies = 3, .heads = 4),
    },
    {
        /* With 12 of the chip's 15 TPCs, in four of its five GPCs */
        .name = "nvf0",
        .code = "GK110",
        .desc = "NVIDIA NVF0 (GeForce GTX 780)",
        NVF0_CARD(0xf0, 0x1004, .gpcs = 4, .tpcs = 3,
                  .gpc_tpcs = { 3, 3, 3, 3 }, .ppcs = 2, .partitions = 6,
                  .partitions_off = 0x30, .pbdmas = 3, .pcopies = 3,
                  .heads = 4),
    },
    {
        .name = "nvf1",
        .code = "GK110B",
        .desc = "NVIDIA NVF1 (GeForce GTX 780 Ti)",
        NVF0_CARD(0xf1, 0x100a, .gpcs = 5, .tpcs = 3,
                  .gpc_tpcs = { 3, 3, 3, 3, 3 }, .ppcs = 2, .partitions = 6,
                  .partitions_off = 0x30, .pbdmas = 3, .pcopies = 3,
                  .heads = 4),
    },
    {
        .name = "nv108",
        .code = "GK208",
        .desc = "NVIDIA NV108 (GeForce GT 635)",
        NV108_CARD(0x108, 0x1280, .gpcs = 1, .tpcs = 2, .gpc_tpcs = { 2 },
                   .ppcs = 1, .partitions = 1, .pbdmas = 2, .pcopies = 3,
                   .heads = 4),
        .boot0 = 0x108000a1,
    },
    {
        .name = "nv106",
        .code = "GK208B",
        .desc = "NVIDIA NV106 (GeForce GT 730)",
        NV108_CARD(0x106, 0x1287, .gpcs = 1, .tpcs = 2, .gpc_tpcs = { 2 },
                   .ppcs = 1, .partitions = 1, .pbdmas = 2, .pcopies = 3,
                   .heads = 4),
        .mmio = &nv106_mmio,
        .boot0 = 0xb06070b1,
    },
    {
        .name = "nv117",
        .code = "GM107",
        .desc = "NVIDIA NV117 (GeForce GTX 750 Ti)",
        NV117_CARD(0x117, 0x1380, .gpcs = 1, .tpcs = 5, .gpc_tpcs = { 5 },
                   .ppcs = 2, .tpc_strands = 1, .partitions = 2, .pbdmas = 2,
                   .pcopies = 2, .heads = 4),
        .boot0 = 0x117000a2,
    },
    {
        /* It has no display, but is made as if it could have one. */
        .name = "nv118",
        .code = "GM108",
        .desc = "NVIDIA NV118 (GeForce 840M)",
        NV117_CARD(0x118, 0x1341, .gpcs = 1, .tpcs = 3, .gpc_tpcs = { 3 },
                   .ppcs = 2, .tpc_strands = 1, .partitions = 1, .pbdmas = 2,
                   .pcopies = 2),
        .boot0 = 0x118010a2,
    },
};

const unsigned nv_chip_count = ARRAY_SIZE(nv_chips);
