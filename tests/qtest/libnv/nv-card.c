/*
 * Tests of the NVIDIA GPU: what the tests know about each card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/graph-regs.h"
#include "nv-card.h"

/* Linux: nouveau, nvkm/engine/fifo/nv04.c */
static const NVRamfcLayout nv04_ramfc = {
    .stride = 0x20,
    .put = 0x00, .get = 0x04, .inst = 0x08, .state = 0x0c,
    .fetch = 0x10, .engine = 0x14, .pull1 = 0x18,
    .inst_bits = 16, .dcount = 0x08, .dcount_shift = 16,
};

/* Linux: nouveau, nvkm/engine/fifo/nv10.c */
static const NVRamfcLayout nv10_ramfc = {
    .stride = 0x20,
    .put = 0x00, .get = 0x04, .ref = 0x08, .inst = 0x0c, .state = 0x10,
    .fetch = 0x14, .engine = 0x18, .pull1 = 0x1c,
    .inst_bits = 16, .dcount = 0x0c, .dcount_shift = 16,
};

/* Linux: nouveau, nvkm/engine/fifo/nv17.c, with RAMFC.LARGE set */
static const NVRamfcLayout nv17_ramfc = {
    .stride = 0x40,
    .put = 0x00, .get = 0x04, .ref = 0x08, .inst = 0x0c, .state = 0x10,
    .fetch = 0x14, .engine = 0x18, .pull1 = 0x1c,
    .inst_bits = 16, .dcount = 0x0c, .dcount_shift = 16,
    .subroutine = 0x30,
};

/* Linux: nouveau, nvkm/engine/fifo/nv40.c */
static const NVRamfcLayout nv40_ramfc = {
    .stride = 0x80,
    .put = 0x00, .get = 0x04, .ref = 0x08, .inst = 0x0c, .state = 0x14,
    .fetch = 0x18, .engine = 0x1c, .pull1 = 0x20,
    .inst_bits = 20, .dcount = 0x10,
    .subroutine = 0x34, .timeslice = 0x3c, .grctx = 0x38,
    .fetch_flags = 0x30000000,
};

/* envytools: rnndb/fifo/g80_pfifo.xml, G80_RAMFC */
static const NVRamfcLayout nv50_ramfc = {
    .stride = 0x100,
    .put = 0x08, .get = 0x10, .ref = 0x74, .inst = 0x48, .state = 0x30,
    .fetch = 0x3c, .engine = 0x58, .pull1 = 0x5c,
    .inst_bits = 16, .dcount = 0x38,
    .subroutine = 0x40, .timeslice = 0x44,
};

/* Linux: nouveau, nvkm/subdev/instmem/nv04.c */
static const NVInstLayout nv04_inst = {
    .ramfc = 0x18000, .ramro = 0x18800,
    .heap = 0x18a00, .end = 0x80000,
    .piece = 64, .size = 1 * MiB,
};

/* Linux: nouveau, nvkm/subdev/instmem/nv40.c */
static const NVInstLayout nv40_inst = {
    .ramfc = 0x20000, .ramro = 0x18000,
    .heap = 0x40000, .end = 0xc0000,
    .piece = 64, .size = 16 * MiB, .bar = 2,
};

static const NVInstLayout nv41_inst = {
    .ramfc = 0x20000, .ramro = 0x18000,
    .heap = 0x40000, .end = 0xc0000,
    .piece = 64, .size = 16 * MiB, .bar = 3,
};

/* Linux: nouveau, nvkm/subdev/mmu/nv44.c */
static const NVInstLayout nv44_inst = {
    .ramfc = 0x20000, .ramro = 0x18000,
    .heap = 0x40000, .end = 0xc0000,
    .piece = 512 * KiB, .size = 16 * MiB, .bar = 3,
};

static const NVInstLayout nv4a_inst = {
    .ramfc = 0x20000, .ramro = 0x18000,
    .heap = 0x40000, .end = 0xc0000,
    .piece = 512 * KiB, .size = 16 * MiB, .bar = 2,
};

/* hwtest/pgraph_state.cc: pgraph_control_regs() and others */
static const NVGraphPlace nv04_graph[] = {
    { A_NV_PGRAPH_CTX_SWITCH1, 4, 0x400160 },
    { A_NV_PGRAPH_CTX_CONTROL, 1, 0x400170 },
    { A_NV_PGRAPH_CTX_USER, 1, 0x400174 },
    { A_NV_PGRAPH_CTX_CACHE1, 8, 0x400180 },
    { A_NV_PGRAPH_CTX_CACHE2, 8, 0x4001a0 },
    { A_NV_PGRAPH_CTX_CACHE3, 8, 0x4001c0 },
    { A_NV_PGRAPH_CTX_CACHE4, 8, 0x4001e0 },
    { A_NV_PGRAPH_SURF_TYPE, 1, 0x40070c },
    { A_NV_PGRAPH_CTX_VALID, 1, 0x400710 },
    { A_NV_PGRAPH_NOTIFY, 1, 0x400714 },
    { A_NV_PGRAPH_DMA_PITCH, 3, 0x400760 },
    { }
};

/* hwtest/pgraph_state.cc: pgraph_rop_regs(), pgraph_canvas_regs() */
static const NVGraphPlace nv20_graph[] = {
    { A_NV_PGRAPH_BITMAP_COLOR_0, 1, 0x400814 },
    { A_NV_PGRAPH_SURF_SWIZZLE, 2, 0x400818 },
    { A_NV_PGRAPH_SURF_OFFSET, 6, 0x400820 },
    { A_NV_PGRAPH_SURF_BASE, 6, 0x400838 },
    { A_NV_PGRAPH_SURF_PITCH, 5, 0x400850 },
    { A_NV_PGRAPH_SURF_LIMIT, 6, 0x400864 },
    { A_NV_PGRAPH_CHROMA, 1, 0x40087c },
    { A_NV_PGRAPH_TILE, 32, 0x400900 },
    { A_NV_PGRAPH_PATTERN_COLOR, 64, 0x400a00 },
    { A_NV_PGRAPH_ROP, 3, 0x400b00 },
    { A_NV_PGRAPH_CTX_FORMAT, 1, 0x400b0c },
    { A_NV_PGRAPH_PATTERN_MONO_COLOR, 2, 0x400b10 },
    { A_NV_PGRAPH_PATTERN_MONO_BITMAP, 2, 0x400b18 },
    { A_NV_PGRAPH_PATTERN_CONFIG, 1, 0x400b20 },
    { }
};

/* The same, and pgraph_control_regs() */
static const NVGraphPlace nv40_graph[] = {
    { A_NV_PGRAPH_INTR_EN, 1, 0x40013c },
    { A_NV_PGRAPH_CTX_USER, 1, 0x400144 },
    { A_NV_PGRAPH_CTX_SWITCH1, 3, 0x400148 },
    { A_NV_PGRAPH_CTX_SWITCH6, 1, 0x400154 },
    { A_NV_PGRAPH_CTX_CACHE6, 8, 0x4001c0 },
    { A_NV_PGRAPH_CTX_CACHE4, 8, 0x4001e0 },
    { A_NV_PGRAPH_CTX_CACHE5, 8, 0x400200 },
    { A_NV_PGRAPH_CTX_FORMAT, 1, 0x400b0c },
    { }
};

/* nouveau's nv40_gr_init() */
static const NVGraphPlace nv41_graph[] = {
    { A_NV_PGRAPH_SURF_OFFSET, 6, 0x400840 },
    { A_NV_PGRAPH_SURF_BASE, 6, 0x400860 },
    { A_NV_PGRAPH_SURF_PITCH, 5, 0x400880 },
    { A_NV_PGRAPH_SURF_LIMIT, 6, 0x4008a0 },
    { }
};

/* nouveau's nv40_gr_tile() */
static const NVGraphPlace nv47_graph[] = {
    { A_NV_PGRAPH_TILE, 60, 0x400d00 },
    { }
};

#define NV01_FIFO \
    .channels = 128, \
    .user = 0x800000, .user_stride = 0x10000

/* Bits 6 and 22 are the crystal. */
#define CRYSTAL_14318 .straps = 0x7ff86dfb, .crystal_khz = 14318
#define CRYSTAL_27000 .straps = 0x7ff86dbb, .crystal_khz = 27000

/*
 * The common features of a card and those that follow it; in a row, or in
 * another of these macros, an initializer behind such a name overrides it
 */

#define NV04_CARD \
    CRYSTAL_14318, \
    .channels = 16, \
    .user = 0x800000, .user_stride = 0x10000, \
    .cache1_entries = 128, .cache1 = 0x3800, \
    .push1_mode = 0x100, .hash_valid = 0x10000, \
    .ramfc = &nv04_ramfc, .inst = &nv04_inst, .graph = { nv04_graph }

#define NV10_FEATURES (NV_CARD_NONINC | NV_CARD_SHADOWS | NV_CARD_REF | \
                       NV_CARD_OLD_2D | NV_CARD_NVM_PUSH | NV_CARD_NV10_2D | \
                       NV_CARD_NV15_2D)
#define NV10_CARD \
    NV04_CARD, \
    .revision = 0xa1, .vram = 128 * MiB, .channels = 32, \
    .features = NV10_FEATURES, \
    .ramfc = &nv10_ramfc, .graph = { }

#define NV1A_FEATURES (NV10_FEATURES | NV_CARD_CALL | NV_CARD_ENDIAN | \
                       NV_CARD_SEMAPHORE)
#define NV1A_CARD \
    NV10_CARD, \
    .features = NV1A_FEATURES, \
    .ramfc = &nv17_ramfc

#define NV17_CARD \
    NV1A_CARD, CRYSTAL_27000, \
    .features = NV1A_FEATURES | NV_CARD_HEAD2 | NV_CARD_DAC_HEAD

#define NV20_CARD \
    NV1A_CARD, \
    .features = NV1A_FEATURES | NV_CARD_CTX_TABLE, \
    .class_3d = 0x0097, .graph = { nv20_graph }

/* NV30's, too */
#define NV25_CARD \
    NV20_CARD, CRYSTAL_27000, \
    .features = NV1A_FEATURES | NV_CARD_HEAD2 | NV_CARD_DAC_HEAD | \
                NV_CARD_WIDE_CLASS | NV_CARD_CTX_TABLE, \
    .class_3d = 0x0597, .ctx_user = 0x28

#define NV40_FEATURES \
    (NV_CARD_NONINC | NV_CARD_SHADOWS | NV_CARD_REF | NV_CARD_CALL | \
     NV_CARD_ENDIAN | NV_CARD_SEMAPHORE | NV_CARD_SLI | NV_CARD_YIELD | \
     NV_CARD_WIDE_CLASS | NV_CARD_NV40 | NV_CARD_HEAD2 | \
     NV_CARD_DAC_HEAD | NV_CARD_NVM_PUSH | NV_CARD_NV10_2D | \
     NV_CARD_NV15_2D)
#define NV40_CARD \
    CRYSTAL_27000, .revision = 0xa1, .vram = 128 * MiB, \
    .features = NV40_FEATURES, \
    .channels = 32, \
    .user = 0xc00000, .user_stride = 0x1000, \
    .cache1_entries = 256, .cache1 = 0x90000, \
    .push1_mode = 0x10000, .hash_valid = 0x1000000, \
    .ramfc = &nv40_ramfc, .inst = &nv40_inst, \
    .class_3d = 0x4097, .graph = { nv40_graph, nv20_graph }

#define NV41_FEATURES (NV40_FEATURES | NV_CARD_VGA_STACK | NV_CARD_BAR64)
#define NV41_CARD \
    NV40_CARD, \
    .features = NV41_FEATURES | NV_CARD_GART_NV41, \
    .inst = &nv41_inst, .graph = { nv41_graph, nv40_graph, nv20_graph }

#define NV44_CARD \
    NV41_CARD, \
    .features = NV41_FEATURES | NV_CARD_GART_NV44 | NV_CARD_RAMFC_IN_VRAM | \
                NV_CARD_WIDE_RAMFC, \
    .inst = &nv44_inst, .class_3d = 0x4497

#define NV47_CARD \
    NV41_CARD, \
    .features = NV41_FEATURES | NV_CARD_GART_NV41 | NV_CARD_WIDE_RAMFC, \
    .graph = { nv47_graph, nv41_graph, nv40_graph, nv20_graph }

#define NV50_FEATURES \
    (NV_CARD_NV50 | NV_CARD_BAR64 | NV_CARD_NONINC | NV_CARD_SHADOWS | \
     NV_CARD_REF | NV_CARD_CALL | NV_CARD_SEMAPHORE | NV_CARD_SLI | \
     NV_CARD_YIELD | NV_CARD_WIDE_CLASS | NV_CARD_NVM_PUSH | \
     NV_CARD_PDISPLAY | NV_CARD_EVO_NV50 | NV_CARD_PNVIO_NV50)
#define NV50_CARD \
    CRYSTAL_27000, .revision = 0xa2, .vram = 256 * MiB, \
    .features = NV50_FEATURES, \
    .channels = 128, \
    .user = 0xc00000, .user_stride = 0x2000, \
    .cache1_entries = 512, .cache1 = 0x90000, \
    .push1_mode = 0x10000, .hash_valid = 0, \
    .ramfc = &nv50_ramfc, .pd_offset = 0x1400, .engines = 0x1f, \
    .evo_caps = 0x507d0100, .sors = 2

#define NV84_FEATURES (NV50_FEATURES | NV_CARD_NV84 | NV_CARD_EVO_NV84)
#define NV84_CARD \
    NV50_CARD, \
    .features = NV84_FEATURES, \
    .hwunits_1 = 0x064, .pd_offset = 0x0200, .engines = 0x77, \
    .evo_caps = 0x827d0110

#define NV94_CARD \
    NV84_CARD, \
    .features = NV84_FEATURES | NV_CARD_NV94, \
    .evo_caps = 0x887d0140, .sors = 3

#define NVA3_CARD \
    NV84_CARD, \
    .features = NV84_FEATURES | NV_CARD_NV94 | NV_CARD_NVA0 | \
                NV_CARD_NVA3 | NV_CARD_PDAEMON, \
    .hwunits_1 = 0x224, .engines = 0x5f, \
    .evo_caps = 0x857d0150, .sors = 3

#define NVC0_CARD \
    .revision = 0xa1, .crystal_khz = 27000, .vram = 256 * MiB, .channels = 128

#define NVD7_FEATURES (NV_CARD_NVC0 | NV_CARD_BAR64)
#define NVD9_FEATURES (NVD7_FEATURES | NV_CARD_PDISPLAY | NV_CARD_EVO_NVD9 | \
                       NV_CARD_PDAEMON)
#define NVC0_FEATURES (NVD7_FEATURES | NV_CARD_PDISPLAY | NV_CARD_EVO_NV50 | \
                       NV_CARD_EVO_NV84 | NV_CARD_PNVIO_NV50 | \
                       NV_CARD_PDAEMON)

#define NVE4_CARD \
    .revision = 0xa1, .crystal_khz = 27000, .vram = 256 * MiB, .channels = 4096

#define NVE4_DISPLAY (NV_CARD_PDISPLAY | NV_CARD_EVO_NVD9 | NV_CARD_EVO_NVE4)
#define NVE4_FEATURES (NV_CARD_NVE4 | NV_CARD_BAR64 | NV_CARD_PDAEMON | \
                       NVE4_DISPLAY)
#define NVF0_FEATURES (NVE4_FEATURES | NV_CARD_NVF0 | NV_CARD_GROUPS | \
                       NV_CARD_A16F)
#define NV108_FEATURES (NVE4_FEATURES | NV_CARD_NV108 | NV_CARD_GROUPS)
#define NV117_FEATURES (NV108_FEATURES | NV_CARD_NV117 | NV_CARD_A16F)

/* The display of GT215 */
#define NVC0_DISPLAY .evo_caps = 0x857d0150, .sors = 3

const NVCard nv_cards[] = {
    {
        .name = "nv01", .typical = true, .family = true,
        .pci_id = 0x0008,
        .boot0 = 0x00010101, .revision = 0x01,
        .vram = 4 * MiB,
        .features = NV_CARD_NV01,
        NV01_FIFO, .cache1_entries = 32, .cache1 = 0x3300,
    },
    {
        .name = "nv03", .typical = true, .family = true,
        .pci_id = 0x0018,
        .boot0 = 0x00030110, .revision = 0x10,
        CRYSTAL_14318, .vram = 4 * MiB,
        .features = NV_CARD_NV03,
        NV01_FIFO, .cache1_entries = 32, .cache1 = 0x3300,
    },
    {
        .name = "nv03t", .pci_id = 0x0019,
        .boot0 = 0x00030120, .revision = 0x21,
        CRYSTAL_14318, .vram = 8 * MiB,
        .features = NV_CARD_NV03,
        NV01_FIFO, .cache1_entries = 64, .cache1 = 0x3400,
    },
    {
        .name = "nv04", .typical = true,
        NV04_CARD, .pci_id = 0x0020, .boot0 = 0x20044001, .revision = 0x04,
        .vram = 16 * MiB,
        .features = NV_CARD_OLD_2D | NV_CARD_NV04 | NV_CARD_SW_LINKS,
    },
    {
        .name = "nv05", NV04_CARD, .pci_id = 0x0028, .boot0 = 0x20154000,
        .revision = 0x15,
        .vram = 32 * MiB,
        .features = NV_CARD_SHADOWS | NV_CARD_OLD_2D | NV_CARD_NV04 |
                    NV_CARD_NVM_PUSH,
    },
    {
        .name = "nv10", NV10_CARD, .pci_id = 0x0100, .boot0 = 0x010000a1,
        .features = NV10_FEATURES & ~NV_CARD_NV15_2D,
    },
    {
        .name = "nv15", .typical = true, .family = true,
        NV10_CARD, .pci_id = 0x0150, .boot0 = 0x015000a1,
    },
    {
        .name = "nv1a",
        NV1A_CARD, .pci_id = 0x01a0, .boot0 = 0x01a000a1,
        .vram = 32 * MiB,
    },
    {
        .name = "nv11", NV1A_CARD, .pci_id = 0x0110, .boot0 = 0x011000b2,
        .revision = 0xb2,
        .features = NV1A_FEATURES | NV_CARD_HEAD2,
    },
    {
        .name = "nv17", NV17_CARD, .pci_id = 0x0171, .boot0 = 0x017100a5,
        .revision = 0xa5,
    },
    {
        .name = "nv18", .like = "nv17",
        NV17_CARD, .pci_id = 0x0181, .boot0 = 0x018100a1,
    },
    {
        .name = "nv20", NV20_CARD, .pci_id = 0x0200, .boot0 = 0x020000a1,
        .revision = 0xa3,
    },
    {
        .name = "nv25", NV25_CARD, .pci_id = 0x0250, .boot0 = 0x025000a1,
        .revision = 0xa3,
    },
    {
        .name = "nv28", .like = "nv25",
        NV25_CARD, .pci_id = 0x0281, .boot0 = 0x028100a1,
    },
    {
        .name = "nv30", NV25_CARD, .pci_id = 0x0301, .boot0 = 0x030100a1,
        .class_3d = 0x0397,
    },
    {
        .name = "nv35", NV25_CARD, .pci_id = 0x0331, .boot0 = 0x035100a1,
        .class_3d = 0x0497,
    },
    {
        .name = "nv31", NV25_CARD, .pci_id = 0x0312, .boot0 = 0x031200a1,
        .class_3d = 0x0397,
    },
    {
        .name = "nv36", NV25_CARD, .pci_id = 0x0342, .boot0 = 0x436200a1,
        .class_3d = 0x0497,
    },
    {
        .name = "nv34",
        NV25_CARD, .pci_id = 0x0322, .boot0 = 0x034200b1,
        .class_3d = 0x0697,
    },
    {
        .name = "nv40",
        NV40_CARD, .pci_id = 0x0041, .boot0 = 0x040100a1,
        .hwunits = 0x3f0f,
    },
    {
        .name = "nv45", NV40_CARD, .pci_id = 0x0048, .boot0 = 0x045800a1,
        .hwunits = 0x3f0f, .graph = { nv41_graph, nv40_graph, nv20_graph },
    },
    {
        .name = "nv41", NV41_CARD, .pci_id = 0x00c1, .boot0 = 0x041100a1,
        .revision = 0xa2,
        .hwunits = 0x1f07,
    },
    {
        .name = "nv42", .like = "nv41",
        NV41_CARD, .pci_id = 0x00c3, .boot0 = 0x042300a1,
        .hwunits = 0x1f07,
    },
    {
        .name = "nv43", .like = "nv41",
        NV41_CARD, .pci_id = 0x0141, .boot0 = 0x043100a4,
        .revision = 0xa2,
        .hwunits = 0x0703,
    },
    {
        .name = "nv44", .typical = true,
        NV44_CARD, .pci_id = 0x0161, .boot0 = 0x044100a2, .revision = 0xa1,
        .hwunits = 0x0701,
    },
    {
        .name = "nv4a", .code = "NV44A", NV44_CARD,
        .pci_id = 0x0221, .boot0 = 0x04a100a1, .hwunits = 0x0701,
        .features = NV40_FEATURES | NV_CARD_VGA_STACK |
                    NV_CARD_RAMFC_IN_VRAM | NV_CARD_WIDE_RAMFC,
        .inst = &nv4a_inst,
    },
    {
        .name = "nv47", .code = "G70", NV47_CARD,
        .pci_id = 0x0091, .boot0 = 0x047100a1, .hwunits = 0xff3f,
    },
    {
        .name = "nv46", .code = "G72", NV44_CARD,
        .pci_id = 0x01df, .boot0 = 0x046f00a3, .hwunits = 0x0701,
        .revision = 0xa1,
        .graph = { nv47_graph, nv41_graph, nv40_graph, nv20_graph },
    },
    {
        .name = "nv49", .code = "G71", .like = "nv47", NV47_CARD,
        .pci_id = 0x0290, .boot0 = 0x049000a2, .hwunits = 0xff3f,
        .revision = 0xa1,
    },
    {
        .name = "nv4b", .code = "G73", .like = "nv47", NV47_CARD,
        .pci_id = 0x0391, .boot0 = 0x04b100a2, .hwunits = 0xff07,
        .revision = 0xa2,
    },
    {
        .name = "nv50", .code = "G80",
        NV50_CARD,
        .pci_id = 0x0191, .boot0 = 0x050100a2, .hwunits = 0x530f00ff,
    },
    {
        .name = "nv84", .code = "G84", .typical = true, .family = true,
        NV84_CARD,
        .pci_id = 0x0402, .boot0 = 0x084200a2, .hwunits = 0x53030003,
        .revision = 0xa1,
    },
    {
        .name = "nv86", .code = "G86", .like = "nv84", NV84_CARD,
        .pci_id = 0x0421, .boot0 = 0x086100a2, .hwunits = 0x53030001,
    },
    {
        .name = "nv92", .code = "G92", NV84_CARD,
        .pci_id = 0x0611, .boot0 = 0x092880a2, .straps = 0x7ff845bb,
        .hwunits = 0x530f00ff,
    },
    {
        .name = "nv94", .code = "G94", NV94_CARD,
        .pci_id = 0x0622, .boot0 = 0x094100a2, .straps = 0x6ff849bb,
        .hwunits = 0x530f000f,
    },
    {
        .name = "nv96", .code = "G96", .like = "nv94", NV94_CARD,
        .pci_id = 0x0640, .boot0 = 0x096000a2, .straps = 0x6ff841bb,
        .hwunits = 0x53030003,
    },
    {
        .name = "nv98", .code = "G98", NV94_CARD,
        .pci_id = 0x06e4, .boot0 = 0x098200a2, .straps = 0x6ff851bb,
        .hwunits = 0x51010001,
    },
    {
        .name = "nva0", .code = "GT200", NV84_CARD,
        .pci_id = 0x05e1, .boot0 = 0x0a0080a2,
        .revision = 0xa1, .straps = 0x6ff845bb,
        .features = NV84_FEATURES | NV_CARD_NV94 | NV_CARD_NVA0,
        .hwunits = 0x57ff03ff, .hwunits_1 = 0x164, .evo_caps = 0x837d0120,
    },
    {
        .name = "nva3", .code = "GT215",
        NVA3_CARD,
        .pci_id = 0x0ca3, .boot0 = 0x0a3180a2, .straps = 0x6ff84dbb,
        .hwunits = 0x5703000f,
    },
    {
        .name = "nva5", .code = "GT216", .like = "nva3", NVA3_CARD,
        .pci_id = 0x0a20, .boot0 = 0x0a5000a2, .straps = 0x6ff841bb,
        .hwunits = 0x57030003,
    },
    {
        .name = "nva8", .code = "GT218", .like = "nva3", NVA3_CARD,
        .pci_id = 0x0a65, .boot0 = 0x0a8280a2, .straps = 0x6ff855bb,
        .hwunits = 0x53010001,
    },
    {
        .name = "nvc0", .code = "GF100", .pci_id = 0x06c4,
        .boot0 = 0x0c0200a1, .straps = 0x6ff851bb,
        NVC0_CARD, .features = NVC0_FEATURES, NVC0_DISPLAY,
        .gpcs = 4, .tpcs = 11, .pbdmas = 3, .pcopies = 2,
    },
    {
        .name = "nvc4", .code = "GF104", .pci_id = 0x0e22,
        .boot0 = 0x0c4100a1, .straps = 0x6ff849bb,
        NVC0_CARD, .features = NVC0_FEATURES, NVC0_DISPLAY,
        .gpcs = 2, .tpcs = 7, .pbdmas = 3, .pcopies = 2,
    },
    {
        .name = "nvc3", .code = "GF106", .pci_id = 0x0dc4,
        .boot0 = 0x0c3200a1, .straps = 0x6ff851bb,
        NVC0_CARD, .features = NVC0_FEATURES, NVC0_DISPLAY,
        .gpcs = 1, .tpcs = 4, .pbdmas = 2, .pcopies = 1,
    },
    {
        .name = "nvc1", .code = "GF108", .typical = true, .family = true,
        .pci_id = 0x0de1,
        .boot0 = 0x0c1080a1, .straps = 0x6ff845bb,
        NVC0_CARD, .features = NVC0_FEATURES, NVC0_DISPLAY,
        .gpcs = 1, .tpcs = 2, .pbdmas = 2, .pcopies = 1,
    },
    {
        .name = "nvc8", .code = "GF110", .pci_id = 0x1080,
        .boot0 = 0x0c8000a1, .straps = 0x6ff841bb,
        NVC0_CARD, .features = NVC0_FEATURES, NVC0_DISPLAY,
        .gpcs = 4, .tpcs = 16, .pbdmas = 3, .pcopies = 2,
    },
    {
        .name = "nvce", .code = "GF114", .like = "nvc0", .pci_id = 0x1200,
        .boot0 = 0x0ce000a1, .straps = 0x6ff841bb,
        NVC0_CARD, .features = NVC0_FEATURES, NVC0_DISPLAY,
        .gpcs = 2, .tpcs = 8, .pbdmas = 3, .pcopies = 2,
    },
    {
        .name = "nvcf", .code = "GF116", .like = "nvc3", .pci_id = 0x1244,
        .boot0 = 0x0cf200a1, .straps = 0x6ff851bb,
        NVC0_CARD, .features = NVC0_FEATURES, NVC0_DISPLAY,
        .gpcs = 1, .tpcs = 4, .pbdmas = 2, .pcopies = 1,
    },
    {
        .name = "nvd9", .code = "GF119", .typical = true,
        .pci_id = 0x1040,
        .boot0 = 0x0d9000a1, .straps = 0x6ff841bb,
        NVC0_CARD, .features = NVD9_FEATURES,
        .gpcs = 1, .tpcs = 1, .pbdmas = 2, .pcopies = 1,
    },
    {
        .name = "nvd7", .code = "GF117", .pci_id = 0x1140,
        .boot0 = 0x0d7000a1, .straps = 0x6ff841bb,
        NVC0_CARD, .features = NVD7_FEATURES,
        .gpcs = 1, .tpcs = 2, .pbdmas = 2, .pcopies = 1,
    },
    {
        .name = "nve4", .code = "GK104", .pci_id = 0x1180,
        .boot0 = 0x0e4000a2, .straps = 0x6ff841bb,
        NVE4_CARD, .revision = 0xa2, .features = NVE4_FEATURES,
        .evo_caps = 0x917d0210,
        .gpcs = 4, .tpcs = 8, .partitions = 4, .pbdmas = 3, .pcopies = 3,
    },
    {
        .name = "nve7", .code = "GK107", .like = "nve4", .pci_id = 0x0fc6,
        .boot0 = 0x0e7300a1, .straps = 0x6ff859bb,
        NVE4_CARD, .features = NVE4_FEATURES, .evo_caps = 0x917d0210,
        .gpcs = 1, .tpcs = 2, .partitions = 2, .pbdmas = 3, .pcopies = 3,
    },
    {
        .name = "nve6", .code = "GK106", .like = "nve4", .pci_id = 0x11c0,
        .boot0 = 0x0e6000a1, .straps = 0x6ff841bb,
        NVE4_CARD, .features = NVE4_FEATURES, .evo_caps = 0x917d0210,
        .gpcs = 3, .tpcs = 5, .partitions = 3, .partitions_off = 1,
        .pbdmas = 3, .pcopies = 3,
    },
    {
        .name = "nvf0", .code = "GK110", .pci_id = 0x1004,
        .boot0 = 0x0f0200a1, .straps = 0x6ff851bb,
        NVE4_CARD, .features = NVF0_FEATURES, .evo_caps = 0x927d0220,
        .gpcs = 4, .tpcs = 12, .partitions = 6, .partitions_off = 2,
        .pbdmas = 3, .pcopies = 3,
    },
    {
        .name = "nvf1", .code = "GK110B", .like = "nvf0", .pci_id = 0x100a,
        .boot0 = 0x0f1500a1, .straps = 0x6ff869bb,
        NVE4_CARD, .features = NVF0_FEATURES, .evo_caps = 0x927d0220,
        .gpcs = 5, .tpcs = 15, .partitions = 6, .partitions_off = 2,
        .pbdmas = 3, .pcopies = 3,
    },
    {
        .name = "nv108", .code = "GK208", .pci_id = 0x1280,
        .boot0 = 0x108000a1, .straps = 0x6ff841bb,
        NVE4_CARD, .channels = 1024, .features = NV108_FEATURES,
        .evo_caps = 0x927d0220,
        .gpcs = 1, .tpcs = 2, .partitions = 1, .pbdmas = 2, .pcopies = 3,
    },
    {
        .name = "nv106", .code = "GK208B", .like = "nv108", .pci_id = 0x1287,
        .boot0 = 0xb06070b1, .straps = 0x6ff85dbb,
        NVE4_CARD, .revision = 0xb1, .channels = 1024,
        .features = NV108_FEATURES, .evo_caps = 0x927d0220,
        .gpcs = 1, .tpcs = 2, .partitions = 1, .pbdmas = 2, .pcopies = 3,
    },
    {
        .name = "nv117", .code = "GM107", .pci_id = 0x1380,
        .boot0 = 0x117000a2, .straps = 0x6ff841bb,
        NVE4_CARD, .revision = 0xa2, .channels = 2048,
        .features = NV117_FEATURES, .evo_caps = 0x947d0240,
        .gpcs = 1, .tpcs = 5, .partitions = 2, .pbdmas = 2, .pcopies = 2,
    },
    {
        .name = "nv118", .code = "GM108", .like = "nv117", .pci_id = 0x1341,
        .boot0 = 0x118010a2, .straps = 0x6ff845bb,
        NVE4_CARD, .revision = 0xa2, .channels = 2048,
        .features = NV117_FEATURES & ~(uint64_t)(NVE4_DISPLAY),
        .gpcs = 1, .tpcs = 3, .partitions = 1, .pbdmas = 2, .pcopies = 2,
    },
};

const unsigned nv_card_count = ARRAY_SIZE(nv_cards);

uint32_t nv_graph_addr(const NVCard *card, uint32_t reg)
{
    for (unsigned i = 0; i < NV_CARD_PLACES && card->graph[i]; i++) {
        const NVGraphPlace *place = card->graph[i];

        for (; place->count; place++) {
            if (reg >= place->reg && reg < place->reg + place->count * 4) {
                return place->addr + (reg - place->reg);
            }
        }
    }
    return reg;
}

const NVCard *nv_card_find(const char *name)
{
    for (unsigned i = 0; i < nv_card_count; i++) {
        if (g_str_equal(nv_cards[i].name, name)) {
            return &nv_cards[i];
        }
    }
    g_assert_not_reached();
}

uint32_t nv_card_pci(const NVCard *card)
{
    return card->features & NV_CARD_PAGES ? 0x088000 : 0x001800;
}

bool nv_card_puller_knows(const NVCard *card, uint32_t mthd)
{
    return mthd == 0x00 ||
           (mthd == 0x50 && (card->features & NV_CARD_REF)) ||
           (mthd >= 0x60 && mthd <= 0x6c &&
            (card->features & NV_CARD_SEMAPHORE)) ||
           (mthd == 0x80 && (card->features & NV_CARD_YIELD)) ||
           (mthd >= 0x10 && mthd <= 0x24 && (card->features & NV_CARD_NV84));
}
