/*
 * NVIDIA GPU: the table of cards
 *
 * A new card is a new row of nv_chips[], and a new row of one of the tables
 * before it where it differs from the card that it inherits from.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/ramfc.h"

/* --- PFIFO ------------------------------------------------------------ */

/* The RAMFC layouts: nouveau-map 4.3; nvkm/engine/fifo/nv04.c, nv10.c. */
static const NVRamfcField nv04_ramfc[] = {
    { 0x00, R_NV_PFIFO_CACHE1_DMA_PUT, 32 },
    { 0x04, R_NV_PFIFO_CACHE1_DMA_GET, 32 },
    { 0x08, R_NV_PFIFO_CACHE1_DMA_INSTANCE, 16 },
    { 0x08, R_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 16, .shift = 16 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_STATE, 32 },
    { 0x10, R_NV_PFIFO_CACHE1_DMA_FETCH, 32 },
    { 0x14, R_NV_PFIFO_CACHE1_ENGINE, 32 },
    { 0x18, R_NV_PFIFO_CACHE1_PULL1, 32 },
    { }
};

static const NVRamfcField nv10_ramfc[] = {
    { 0x00, R_NV_PFIFO_CACHE1_DMA_PUT, 32 },
    { 0x04, R_NV_PFIFO_CACHE1_DMA_GET, 32 },
    { 0x08, R_NV_PFIFO_CACHE1_REF, 32 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_INSTANCE, 16 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 16, .shift = 16 },
    { 0x10, R_NV_PFIFO_CACHE1_DMA_STATE, 32 },
    { 0x14, R_NV_PFIFO_CACHE1_DMA_FETCH, 32 },
    { 0x18, R_NV_PFIFO_CACHE1_ENGINE, 32 },
    { 0x1c, R_NV_PFIFO_CACHE1_PULL1, 32 },
    { }
};

/*
 * nvkm/engine/fifo/nv17.c.  With RAMFC.LARGE clear an entry ends where NV10's
 * does: the channels have no state for semaphores and subroutines then.
 */
static const NVRamfcField nv11_ramfc[] = {
    { 0x00, R_NV_PFIFO_CACHE1_DMA_PUT, 32 },
    { 0x04, R_NV_PFIFO_CACHE1_DMA_GET, 32 },
    { 0x08, R_NV_PFIFO_CACHE1_REF, 32 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_INSTANCE, 16 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 16, .shift = 16 },
    { 0x10, R_NV_PFIFO_CACHE1_DMA_STATE, 32 },
    { 0x14, R_NV_PFIFO_CACHE1_DMA_FETCH, 32 },
    { 0x18, R_NV_PFIFO_CACHE1_ENGINE, 32 },
    { 0x1c, R_NV_PFIFO_CACHE1_PULL1, 32 },
    { 0x20, R_NV_PFIFO_CACHE1_ACQUIRE_VALUE, 32 },
    { 0x24, R_NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, 32 },
    { 0x28, R_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 32 },
    { 0x2c, R_NV_PFIFO_CACHE1_SEMAPHORE, 32 },
    { 0x30, R_NV_PFIFO_CACHE1_SUBROUTINE, 32 },
    { }
};

/* nvkm/engine/fifo/nv40.c */
static const NVRamfcField nv40_ramfc[] = {
    { 0x00, R_NV_PFIFO_CACHE1_DMA_PUT, 32 },
    { 0x04, R_NV_PFIFO_CACHE1_DMA_GET, 32 },
    { 0x08, R_NV_PFIFO_CACHE1_REF, 32 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_INSTANCE, 32 },
    { 0x10, R_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 32 },
    { 0x14, R_NV_PFIFO_CACHE1_DMA_STATE, 32 },
    { 0x18, R_NV_PFIFO_CACHE1_DMA_FETCH, 28 },
    { 0x18, R_NV_PFIFO_SLI, 2, .shift = 28, .reg_shift = 28 },
    { 0x18, R_NV_PFIFO_CACHE1_DMA_FETCH, 1, .shift = 31, .reg_shift = 31 },
    { 0x1c, R_NV_PFIFO_CACHE1_ENGINE, 32 },
    { 0x20, R_NV_PFIFO_CACHE1_PULL1, 32 },
    { 0x24, R_NV_PFIFO_CACHE1_ACQUIRE_VALUE, 32 },
    { 0x28, R_NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, 32 },
    { 0x2c, R_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 32 },
    { 0x30, R_NV_PFIFO_CACHE1_SEMAPHORE, 32 },
    { 0x34, R_NV_PFIFO_CACHE1_SUBROUTINE, 32 },
    { 0x38, R_NV_PFIFO_CACHE1_GRCTX_INST, 32 },
    { 0x3c, R_NV_PFIFO_DMA_TIMESLICE, 17 },
    { 0x40, R_NV_PFIFO_CACHE1_UNK0E4, 32 },
    { 0x44, R_NV_PFIFO_CACHE1_UNK0E8, 32 },
    { 0x4c, R_NV_PFIFO_UNK88, 32 },
    { 0x50, R_NV_PFIFO_CACHE1_UNK100, 32 },
    { 0x54, R_NV_PFIFO_CACHE1_MPEGCTX_INST, 32 },
    { }
};

static const NVRamhtFormat nv04_ramht = {
    .inst_bits = 16,
    .engine_shift = 16, .engine_bits = 4,
    .chid_shift = 24, .chid_bits = 7,
    .valid = BIT(31),
};

/* Commands have to come from the bus. */
static const NVFifoChip nv04_fifo = {
    .channels = 16,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 128,
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR,
    .class_mask = 0xff,
    .ramfc = nv04_ramfc,
    .ramfc_base = nv_ramfc_base_nv04,
    .ramfc_stride = 0x20,
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_MASK,
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_MASK,
    .regs = &nv04_pfifo_regs,
    .ramht = &nv04_ramht,
    .pusher = NV_PUSHER_NV04,
};

static const NVFifoChip nv05_fifo = {
    .channels = 16,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 128,
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR,
    .class_mask = 0xff,
    .ramfc = nv04_ramfc,
    .ramfc_base = nv_ramfc_base_nv04,
    .ramfc_stride = 0x20,
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_MASK,
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_MASK,
    .regs = &nv05_pfifo_regs,
    .ramht = &nv04_ramht,
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_SHADOWS | NV_PUSHER_NVM,
};

static const NVRamhtFormat nv40_ramht = {
    .inst_bits = 20,
    .engine_shift = 20, .engine_bits = 3,
    .chid_shift = 23, .chid_bits = 5,
};

static const NVFifoChip nv10_fifo = {
    .channels = 32,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 128,
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR,
    .class_mask = 0xff,
    .ramfc = nv10_ramfc,
    .ramfc_base = nv_ramfc_base_nv04,
    .ramfc_stride = 0x20,
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_MASK,
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_MASK,
    .regs = &nv10_pfifo_regs,
    .ramht = &nv04_ramht,
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS |
              NV_PUSHER_NVM,
    .puller = NV_PULLER_REF,
};

static const NVFifoChip nv11_fifo = {
    .channels = 32,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 128,
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR,
    .class_mask = 0xff,
    .ramfc = nv11_ramfc,
    .ramfc_base = nv_ramfc_base_nv04,
    .ramfc_stride = 0x40,
    .ramfc_small = 0x20,
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_MASK,
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_MASK,
    .regs = &nv11_pfifo_regs,
    .ramht = &nv04_ramht,
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS |
              NV_PUSHER_NVM | NV_PUSHER_CALL | NV_PUSHER_ENDIAN,
    .puller = NV_PULLER_REF | NV_PULLER_SEMAPHORE,
};

/* Classes have 12 bits. */
static const NVFifoChip nv25_fifo = {
    .channels = 32,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 128,
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR,
    .class_mask = 0xfff,
    .ramfc = nv11_ramfc,
    .ramfc_base = nv_ramfc_base_nv04,
    .ramfc_stride = 0x40,
    .ramfc_small = 0x20,
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_MASK,
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_MASK,
    .regs = &nv11_pfifo_regs,
    .ramht = &nv04_ramht,
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS |
              NV_PUSHER_NVM | NV_PUSHER_CALL | NV_PUSHER_ENDIAN,
    .puller = NV_PULLER_REF | NV_PULLER_SEMAPHORE,
};

/* What NV40, NV41 and NV44 have in common */
#define NV40_FIFO \
    .channels = 32, \
    .user_base = 0x800000, \
    .user_stride = 0x10000, \
    .dma_user_base = 0xc00000, \
    .dma_user_stride = 0x1000, \
    .cache1_entries = 256, \
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR_NV40, \
    .class_mask = 0xffff, \
    .ramfc = nv40_ramfc, \
    .ramfc_stride = 0x80, \
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_NV40_MASK, \
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_NV40_MASK, \
    .cache1_regs = &nv40_cache1_regs, \
    .ramht = &nv40_ramht, \
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS | \
              NV_PUSHER_NVM | NV_PUSHER_CALL | NV_PUSHER_ENDIAN | \
              NV_PUSHER_SLI | NV_PUSHER_STATE_SUBR | NV_PUSHER_CGET, \
    .puller = NV_PULLER_REF | NV_PULLER_SEMAPHORE | NV_PULLER_YIELD

static const NVFifoChip nv40_fifo = {
    NV40_FIFO,
    .ramfc_base = nv_ramfc_base_nv40,
    .regs = &nv40_pfifo_regs,
};

static const NVFifoChip nv41_fifo = {
    NV40_FIFO,
    .ramfc_base = nv_ramfc_base_nv40,
    .regs = &nv41_pfifo_regs,
};

static const NVFifoChip nv44_fifo = {
    NV40_FIFO,
    .ramfc_base = nv_ramfc_base_nv44,
    .regs = &nv44_pfifo_regs,
};

/* --- Instance memory -------------------------------------------------- */

static const NVRaminChip nv04_ramin = {
    .size = 1 * MiB,
    .piece = 64,
};

static const NVRaminChip nv40_ramin = {
    .size = 16 * MiB,
    .piece = 64,
    .bar = 2,
};

static const NVRaminChip nv41_ramin = {
    .size = 16 * MiB,
    .piece = 64,
    .bar = 3,
};

/* nvkm/subdev/mmu/nv44.c: "512KiB alignment" */
static const NVRaminChip nv44_ramin = {
    .size = 16 * MiB,
    .piece = 512 * KiB,
    .bar = 3,
};

/* --- PFIFO before NV04 ------------------------------------------------ */

static const NVRamhtFormat nv01_ramht_format = {
    .inst_bits = 16,
    /* Of PGRAPH's types and no others */
    .engine_shift = 22, .engine_bits = 1,
    /* The seven bits that a context leaves */
    .chid_shift = 25, .chid_bits = 7,
    .buckets = 256,
};

static const NVRamhtFormat nv03_ramht_format = {
    .inst_bits = 16,
    .engine_shift = 23, .engine_bits = 1,
    .chid_shift = 24, .chid_bits = 7,
    .buckets = 256,
};

/*
 * An object's type is where its methods would be in BAR0, divided by 64 KiB:
 * 0x400000..0x5fffff is PGRAPH's.
 */
static const NVCtxChip nv01_ctx = {
    .mask = 0x017fffff,
    .cache0_mask = 0x007fffff,
    .graph_mask = 0x00600000,
    .graph = 0x00400000,
    .engine = &nv_engine_nv01_graph,
    .ramfc = nv01_ramfc,
};

static const NVCtxChip nv03_ctx = {
    .mask = 0x00ffffff,
    .cache0_mask = 0x00ffffff,
    .graph_mask = BIT(23),
    .graph = BIT(23),
    .engine = &nv_engine_nv01_graph,
    .ramfc = nv03_ramfc,
    .dma = true,
};

static const NVFifoChip nv01_fifo = {
    .channels = 128,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 32,
    .cache1_gray = true,
    .cache1_window = A_NV01_PFIFO_CACHE1_ADDR,
    .regs = &nv01_pfifo_regs,
    .ramht = &nv01_ramht_format,
    .ramht_area = nv01_ramht,
    .ramro = nv01_ramro,
    .ctx = &nv01_ctx,
    .pio = NV_PIO_FREE_LIE | NV_PIO_PASSWORD | NV_PIO_LOW_ADDRESS |
           NV_PIO_ONE_SIZE,
};

static const NVFifoChip nv03_fifo = {
    .channels = 128,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 32,
    .cache1_gray = true,
    .cache1_window = A_NV01_PFIFO_CACHE1_ADDR,
    .regs = &nv03_pfifo_regs,
    .ramht = &nv03_ramht_format,
    .ramht_area = nv03_ramht,
    .ramro = nv03_ramro,
    .ctx = &nv03_ctx,
    .pio = NV_PIO_ONE_SIZE,
};

static const NVFifoChip nv03t_fifo = {
    .channels = 128,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 64,
    .cache1_gray = true,
    .cache1_window = A_NV03T_PFIFO_CACHE1_ADDR,
    .regs = &nv03t_pfifo_regs,
    .ramht = &nv03_ramht_format,
    .ramht_area = nv03_ramht,
    .ramro = nv03_ramro,
    .ctx = &nv03_ctx,
    .pio = NV_PIO_ONE_SIZE,
};

/* Instance memory: nv1-vram.rst; NV03's BAR1 shows it (bars.rst) */
static const NVRaminChip nv01_ramin = { .size = 1 * MiB, .piece = 4 };
static const NVRaminChip nv03_ramin = {
    .size = 1 * MiB, .piece = 16, .bar1 = 0xc00000,
};

/* Of PGRAPH only the entrance, and of NV01 no display */
static const NVUnit *const nv01_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_nv01_vram,
    &nv_unit_pramin, &nv_unit_pram, &nv_unit_pfifo, &nv_unit_user,
    &nv_unit_nv01_pgraph, NULL
};

static const NVUnit *const nv03_units[] = {
    &nv_unit_pmc, &nv_unit_pbus, &nv_unit_ptimer, &nv_unit_pstraps,
    &nv_unit_pfb, &nv_unit_display, &nv_unit_prom, &nv_unit_pramin,
    &nv_unit_pfifo, &nv_unit_user, &nv_unit_nv01_pgraph, NULL
};

/* --- PGRAPH ----------------------------------------------------------- */

#define NV04_GRAPH \
    .grobj = &nv04_grobj, \
    .trapped_subch_shift = R_NV_PGRAPH_TRAPPED_ADDR_SUBCH_NV04_SHIFT, \
    .trapped_chid_shift = R_NV_PGRAPH_TRAPPED_ADDR_CHID_NV04_SHIFT, \
    .state_check = R_NV_PGRAPH_DEBUG_3_STATE_CHECK_NV04_MASK, \
    .chroma_class = 0x57, \
    .intr_error = R_NV_PGRAPH_INTR_NOTIFY_MASK, \
    .nstatus_protection = R_NV_PGRAPH_NSTATUS_PROTECTION_FAULT_MASK

#define NV10_GRAPH \
    .grobj = &nv04_grobj, \
    .trapped_subch_shift = R_NV_PGRAPH_TRAPPED_ADDR_SUBCH_SHIFT, \
    .trapped_chid_shift = R_NV_PGRAPH_TRAPPED_ADDR_CHID_SHIFT, \
    .state_check = R_NV_PGRAPH_DEBUG_3_STATE_CHECK_MASK, \
    .chroma_class = 0x17, \
    .intr_error = R_NV_PGRAPH_INTR_ERROR_MASK, \
    .nstatus_shift = 12, \
    .nstatus_protection = R_NV_PGRAPH_NSTATUS_INVALID_STATE_MASK

/* DEBUG_3 has no bits for the methods that links objects: drivers do it. */
static const NVGraphChip nv04_graph = {
    NV04_GRAPH,
    .regs = &nv04_pgraph_regs,
    .bitmap_at_color = true,
    .grobj_mask = 0x0303f0ff,
    .surf_offset_mask = 0x00fffff0,
    .surf_pitch_mask = 0x1ff0,
};

static const NVGraphChip nv05_graph = {
    NV04_GRAPH,
    .regs = &nv05_pgraph_regs,
    .bitmap_at_format = true,
    .grobj_mask = 0x7f73f0ff,
    .surf_offset_mask = 0x01fffff0,
    .surf_pitch_mask = 0x1ff0,
};

static const NVGraphChip nv10_graph = {
    NV10_GRAPH,
    .regs = &nv10_pgraph_regs,
    .bitmap_at_color = true,
    .grobj_mask = 0x7f33f0ff,
    .surf_offset_mask = 0x07fffff0,
    .surf_pitch_mask = 0xfff0,
};

static const NVGraphChip nv15_graph = {
    NV10_GRAPH,
    .regs = &nv15_pgraph_regs,
    .bitmap_at_color = true,
    .grobj_mask = 0x7fb3f0ff,
    .surf_offset_mask = 0x07fffff0,
    .surf_pitch_mask = 0xfff0,
};

static const NVGraphChip nv11_graph = {
    NV10_GRAPH,
    .regs = &nv15_pgraph_regs,
    .bitmap_at_color = true,
    .grobj_mask = 0x7ffff0ff,
    .surf_offset_mask = 0x07fffff0,
    .surf_pitch_mask = 0xfff0,
};

static const NVGraphChip nv17_graph = {
    NV10_GRAPH,
    .regs = &nv17_pgraph_regs,
    .bitmap_at_format = true,
    .grobj_mask = 0x7ffff0ff,
    .surf_offset_mask = 0x07fffff0,
    .surf_pitch_mask = 0xfff0,
};

static const NVGraphChip nv20_graph = {
    NV10_GRAPH,
    .regs = &nv20_pgraph_regs,
    .bitmap_at_format = true, .bitmap_at_color = true,
    .grobj_mask = 0x7ffff0ff,
    .surf_offset_mask = 0x3fffffc0,
    .surf_pitch_mask = 0xffc0,
};

static const NVGraphChip nv25_graph = {
    NV10_GRAPH,
    .regs = &nv25_pgraph_regs,
    .bitmap_at_format = true, .bitmap_at_color = true,
    .grobj_mask = 0x7fffffff,
    .surf_offset_mask = 0x3fffffc0,
    .surf_pitch_mask = 0xffc0,
};

static const NVGraphChip nv30_graph = {
    NV10_GRAPH,
    .regs = &nv30_pgraph_regs,
    .bitmap_at_format = true, .bitmap_at_color = true,
    .grobj_mask = 0x7fffffff,
    .surf_offset_mask = 0x3fffffc0,
    .surf_pitch_mask = 0xffc0,
};

static const NVGraphChip nv34_graph = {
    NV10_GRAPH,
    .regs = &nv30_pgraph_regs,
    .bitmap_at_format = true, .bitmap_at_color = true,
    .grobj_mask = 0x7fffffff,
    .surf_offset_mask = 0x3ffffff0,
    .surf_pitch_mask = 0xfff0,
};

#define NV40_GRAPH \
    .trapped_subch_shift = R_NV_PGRAPH_TRAPPED_ADDR_SUBCH_SHIFT, \
    .trapped_chid_shift = R_NV_PGRAPH_TRAPPED_ADDR_CHID_SHIFT, \
    .state_check = R_NV_PGRAPH_DEBUG_3_STATE_CHECK_MASK, \
    .bitmap_at_format = true, .bitmap_at_color = true, \
    .chroma_class = 0x17, \
    .ctxctl = true, \
    .src2d = true, \
    .intr_error = R_NV_PGRAPH_INTR_ERROR_MASK, \
    .nstatus_shift = 12, \
    .nstatus_protection = R_NV_PGRAPH_NSTATUS_INVALID_STATE_MASK, \
    .grobj = &nv40_grobj, \
    .grobj_mask = UINT32_MAX, \
    .surf_offset_mask = 0x3fffffc0, \
    .surf_pitch_mask = 0xffc0

static const NVGraphChip nv40_graph = {
    NV40_GRAPH,
    .regs = &nv40_pgraph_regs,
};

static const NVGraphChip nv41_graph = {
    NV40_GRAPH,
    .regs = &nv41_pgraph_regs,
};

/*
 * Which classes a card has: lists that it has all of.  Source: the hardware
 * tests' list (hwtest/pgraph.cc), but for DMA objects and the null object.
 */

static const uint16_t nv04_classes[] = {
    0x0002, 0x0003, 0x0012, 0x0017, 0x0018, 0x0019, 0x001c, 0x001d, 0x001e,
    0x001f, 0x0021, 0x0030, 0x0036, 0x0037, 0x0038, 0x0039, 0x003d, 0x0042,
    0x0043, 0x0044, 0x004a, 0x004b, 0x0052, 0x0057, 0x0058, 0x0059, 0x005a,
    0x005b, 0x005c, 0x005d, 0x005e, 0x005f, 0x0060, 0x0061, 0x0072, 0x0076,
    0x0077,
    0
};

/* Operations as objects; NV05 took the numbers of four more for images. */
static const uint16_t nv04_op_classes[] = {
    0x0010, 0x0011, 0x0013, 0x0015, 0
};

static const uint16_t nv05_classes[] = { 0x0064, 0x0065, 0x0066, 0 };

static const uint16_t nv10_classes[] = {
    0x0062, 0x0063, 0x007b, 0x0088, 0x0089, 0x008a, 0
};

static const uint16_t nv15_classes[] = { 0x009e, 0x009f, 0 };

static const uint16_t nv30_classes[] = {
    0x035c, 0x0362, 0x0364, 0x0366, 0x037b, 0x0389, 0x038a, 0x039e, 0
};

/* NV40 hasn't got all of NV04's. */
static const uint16_t nv40_classes[] = {
    0x0002, 0x0003, 0x0012, 0x0017, 0x0018, 0x0019, 0x001f, 0x0030, 0x0037,
    0x0038, 0x0039, 0x003d, 0x0042, 0x0043, 0x0044, 0x004a, 0x0052, 0x0057,
    0x0058, 0x0059, 0x005a, 0x005b, 0x005c, 0x005d, 0x005f, 0x0060, 0x0061,
    0x0072, 0x0076, 0x0077, 0x305c, 0x3062, 0x3064, 0x3066, 0x307b, 0x3089,
    0x308a, 0x309e, 0
};

/* 3D, of which generations have little in common */
static const uint16_t nv04_3d_classes[] = {
    0x0048, 0x0053, 0x0054, 0x0055, 0
};

static const uint16_t nv10_3d_classes[] = {
    0x0053, 0x0054, 0x0055, 0x0056, 0x0093, 0x0094, 0x0095, 0
};

static const uint16_t nv10_only_3d_classes[] = { 0x0048, 0 };
static const uint16_t nv15_3d_classes[] = { 0x0096, 0 };
static const uint16_t nv17_3d_classes[] = { 0x0098, 0x0099, 0 };
static const uint16_t nv20_3d_classes[] = { 0x0056, 0x0096, 0 };
static const uint16_t kelvin_classes[] = { 0x0097, 0 };
static const uint16_t kelvin_nv25_classes[] = { 0x0597, 0 };
static const uint16_t rankine_classes[] = { 0x0397, 0 };
static const uint16_t rankine_nv34_classes[] = { 0x0697, 0 };
static const uint16_t rankine_nv35_classes[] = { 0x0497, 0 };
static const uint16_t rankine_nv40_classes[] = { 0x3597, 0 };
static const uint16_t curie_classes[] = { 0x4097, 0 };
static const uint16_t curie_nv44_classes[] = { 0x4497, 0 };

static const uint16_t *const nv04_class_lists[] = {
    nv04_classes, nv04_op_classes, nv04_3d_classes, NULL
};

static const uint16_t *const nv05_class_lists[] = {
    nv04_classes, nv05_classes, nv04_3d_classes, NULL
};

static const uint16_t *const nv10_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv10_3d_classes,
    nv10_only_3d_classes, NULL
};

static const uint16_t *const nv15_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv10_3d_classes,
    nv15_3d_classes, NULL
};

static const uint16_t *const nv17_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv10_3d_classes,
    nv15_3d_classes, nv17_3d_classes, NULL
};

static const uint16_t *const nv20_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv20_3d_classes,
    kelvin_classes, NULL
};

static const uint16_t *const nv25_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv20_3d_classes,
    kelvin_classes, kelvin_nv25_classes, NULL
};

static const uint16_t *const nv30_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv30_classes,
    kelvin_classes, kelvin_nv25_classes, rankine_classes, NULL
};

static const uint16_t *const nv35_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv30_classes,
    kelvin_classes, kelvin_nv25_classes, rankine_classes,
    rankine_nv35_classes, NULL
};

static const uint16_t *const nv34_class_lists[] = {
    nv04_classes, nv05_classes, nv10_classes, nv15_classes, nv30_classes,
    kelvin_nv25_classes, rankine_classes, rankine_nv34_classes, NULL
};

static const uint16_t *const nv40_class_lists[] = {
    nv40_classes, nv05_classes, nv10_classes, nv15_classes,
    rankine_nv40_classes, curie_classes, NULL
};

static const uint16_t *const nv41_class_lists[] = {
    nv40_classes, nv05_classes, nv10_classes, nv15_classes, curie_classes,
    NULL
};

static const uint16_t *const nv44_class_lists[] = {
    nv40_classes, nv05_classes, nv10_classes, nv15_classes,
    curie_nv44_classes, NULL
};

/* --- Display and VBIOS ------------------------------------------------ */

/*
 * What the VBIOS leaves in PLLs, by crystal.  Core and memory run at 200 MHz
 * (14.318 MHz * 84 / 6, 27 MHz * 37 / 5): drivers divide by what these give.
 * VGA's modes have a clock of 25.2 MHz (14.318 MHz * 197 / 14 / 8,
 * 27 MHz * 179 / 12 / 16).
 */
#define NV_PLLS_14318 \
    .core_pll = 0x00005406, .memory_pll = 0x00005406, .vga_pll = 0x0003c50e
#define NV_PLLS_27000 \
    .core_pll = 0x00002505, .memory_pll = 0x00002505, .vga_pll = 0x0004b30c

/* NV04's, as far as anybody looks */
static const NVDisplayChip nv03_display = {
    NV_PLLS_14318,
    .heads = 1,
    .start_mask = 0x00fffffc,
};

static const NVDisplayChip nv04_display = {
    NV_PLLS_14318,
    .heads = 1,
    .start_mask = 0x00fffffc,
};

static const NVDisplayChip nv15_display = {
    NV_PLLS_14318,
    .heads = 1,
    .start_mask = UINT32_MAX,
    .cursor_argb = true,
};

static const NVDisplayChip nv11_display = {
    NV_PLLS_14318,
    .heads = 2,
    .own_locks = true,
    .start_mask = UINT32_MAX,
    .cursor_argb = true,
};

static const NVDisplayChip nv17_display = {
    NV_PLLS_27000,
    .heads = 2,
    .dac_selects_head = true,
    .start_mask = UINT32_MAX,
    .cursor_argb = true,
};

static const NVDisplayChip nv30_display = {
    NV_PLLS_27000,
    .heads = 2,
    .dac_selects_head = true,
    .start_mask = UINT32_MAX,
    .vpll = NV_VPLL_NV30,
    .cursor_argb = true,
};

static const NVDisplayChip nv40_display = {
    NV_PLLS_27000,
    .heads = 2,
    .dac_selects_head = true,
    .vpll = NV_VPLL_NV31,
    .cursor_argb = true,
    .start_mask = UINT32_MAX,
};

static const NVDisplayChip nv41_display = {
    NV_PLLS_27000,
    .heads = 2,
    .dac_selects_head = true,
    .vpll = NV_VPLL_NV41,
    .cursor_argb = true,
    .start_mask = UINT32_MAX,
};

#define NV_VBIOS_BMP(_chip) \
    { .bmp_major = 5, .bmp_minor = 0x05, .dcb = 0x20, .chip = (_chip) }

#define NV_VBIOS_BIT(_chip) { .dcb = 0x30, .chip = (_chip) }

/* A ROM that starts the machine's VGA, and no tables */
static const NVVbiosChip nv03_vbios = {
    .chip = 0x03,
};

/* These have no DCB: drivers take the I2C ports from BMP. */
static const NVVbiosChip nv04_vbios = {
    .bmp_major = 5, .bmp_minor = 0x05, .chip = 0x04,
    /* The driver takes a class from there, see nv04_gr_mthd_set_operation() */
    .shadow = true,
};
static const NVVbiosChip nv05_vbios = {
    .bmp_major = 5, .bmp_minor = 0x05, .chip = 0x05,
};

static const NVVbiosChip nv10_vbios = NV_VBIOS_BMP(0x10);
static const NVVbiosChip nv11_vbios = NV_VBIOS_BMP(0x11);
static const NVVbiosChip nv15_vbios = NV_VBIOS_BMP(0x15);
static const NVVbiosChip nv17_vbios = NV_VBIOS_BMP(0x17);
static const NVVbiosChip nv20_vbios = NV_VBIOS_BMP(0x20);
static const NVVbiosChip nv25_vbios = NV_VBIOS_BMP(0x25);
static const NVVbiosChip nv30_vbios = NV_VBIOS_BMP(0x30);
static const NVVbiosChip nv34_vbios = NV_VBIOS_BMP(0x34);
static const NVVbiosChip nv35_vbios = NV_VBIOS_BMP(0x35);
static const NVVbiosChip nv40_vbios = NV_VBIOS_BIT(0x40);
static const NVVbiosChip nv41_vbios = NV_VBIOS_BIT(0x41);
static const NVVbiosChip nv43_vbios = NV_VBIOS_BIT(0x43);
static const NVVbiosChip nv44_vbios = NV_VBIOS_BIT(0x44);
static const NVVbiosChip nv45_vbios = NV_VBIOS_BIT(0x45);

/* --- The cards -------------------------------------------------------- */

/* Straps of a board with 128 bits of memory; bits 6 and 22 are the crystal. */
#define NV_STRAPS_14318 \
    .straps = 0x7ff86c6b | 0x180 | 0x10, .crystal_khz = 14318
#define NV_STRAPS_27000 \
    .straps = 0x7ff86c2b | 0x180 | 0x10, .crystal_khz = 27000

#define NV_VRAM(_default, _max) \
    .vram_default = (_default), .vram_max = (_max)

/* PMC_INTR's bits with one head, and with two */
#define NV_INTR_ONE_HEAD 0x91101100
#define NV_INTR_TWO_HEADS 0x93101100

const NVChip nv_chips[] = {
    {
        .name = "nv01",
        .desc = "NVIDIA NV01 (STG-2000)",
        .units = nv01_units,
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
        .fifo = &nv01_fifo,
    },
    {
        .name = "nv03",
        .desc = "NVIDIA NV03 (RIVA 128)",
        .units = nv03_units,
        .pci_vendor = PCI_VENDOR_ID_NV_SGS,
        .pci_id = 0x0018,
        .boot0 = 0x00030110,
        NV_STRAPS_14318,
        .enable = 0x01100000,
        .prom = 0x110000,
        .vram_min = 1 * MiB,
        NV_VRAM(4 * MiB, 4 * MiB),
        .intr_map = 0x91113110,
        .ramin = &nv03_ramin,
        .pfb = &nv03_pfb_regs,
        .fifo = &nv03_fifo,
        .display = &nv03_display,
        .vbios = &nv03_vbios,
    },
    {
        .name = "nv03t",
        .desc = "NVIDIA NV03T (RIVA 128 ZX)",
        .units = nv03_units,
        .pci_vendor = PCI_VENDOR_ID_NV_SGS,
        .pci_id = 0x0019,
        .boot0 = 0x00030120,
        NV_STRAPS_14318,
        .enable = 0x01100000,
        .prom = 0x110000,
        .vram_min = 2 * MiB,
        NV_VRAM(8 * MiB, 8 * MiB),
        .intr_map = 0x91113110,
        .ramin = &nv03_ramin,
        .pfb = &nv03_pfb_regs,
        .fifo = &nv03t_fifo,
        .display = &nv03_display,
        .vbios = &nv03_vbios,
    },
    {
        .name = "nv04",
        .desc = "NVIDIA NV04 (Riva TNT)",
        .pci_id = 0x0020,
        .boot0 = 0x20004000,
        NV_STRAPS_14318,
        NV_VRAM(16 * MiB, 16 * MiB),
        .intr_map = NV_INTR_ONE_HEAD,
        .ramin = &nv04_ramin,
        .pfb = &nv04_pfb_regs,
        .fifo = &nv04_fifo,
        .graph = &nv04_graph,
        .display = &nv04_display,
        .vbios = &nv04_vbios,
        .classes = nv04_class_lists,
    },
    {
        .name = "nv05",
        .desc = "NVIDIA NV05 (Riva TNT2)",
        .pci_id = 0x0028,
        .boot0 = 0x20104000,
        NV_STRAPS_14318,
        NV_VRAM(32 * MiB, 32 * MiB),
        .intr_map = NV_INTR_ONE_HEAD,
        .ramin = &nv04_ramin,
        .pfb = &nv04_pfb_regs,
        .fifo = &nv05_fifo,
        .graph = &nv05_graph,
        .display = &nv04_display,
        .vbios = &nv05_vbios,
        .classes = nv05_class_lists,
    },
    {
        .name = "nv10",
        .desc = "NVIDIA NV10 (GeForce 256)",
        .pci_id = 0x0100,
        .boot0 = 0x010000a1,
        NV_STRAPS_14318,
        NV_VRAM(64 * MiB, 128 * MiB),
        .intr_map = NV_INTR_ONE_HEAD,
        .ramin = &nv04_ramin,
        .pfb = &nv10_pfb_regs,
        .fifo = &nv10_fifo,
        .graph = &nv10_graph,
        .display = &nv15_display,
        .vbios = &nv10_vbios,
        .classes = nv10_class_lists,
    },
    {
        .name = "nv15",
        .desc = "NVIDIA NV15 (GeForce2 GTS)",
        .pci_id = 0x0150,
        .boot0 = 0x015000a1,
        NV_STRAPS_14318,
        NV_VRAM(128 * MiB, 128 * MiB),
        .intr_map = NV_INTR_ONE_HEAD,
        .ramin = &nv04_ramin,
        .pfb = &nv10_pfb_regs,
        .fifo = &nv10_fifo,
        .graph = &nv15_graph,
        .display = &nv15_display,
        .vbios = &nv15_vbios,
        .classes = nv15_class_lists,
    },
    {
        .name = "nv11",
        .desc = "NVIDIA NV11 (GeForce2 MX)",
        .pci_id = 0x0110,
        .boot0 = 0x011000a1,
        NV_STRAPS_14318,
        NV_VRAM(128 * MiB, 128 * MiB),
        .intr_map = NV_INTR_TWO_HEADS,
        .ramin = &nv04_ramin,
        .pfb = &nv10_pfb_regs,
        .fifo = &nv11_fifo,
        .graph = &nv11_graph,
        .display = &nv11_display,
        .vbios = &nv11_vbios,
        .classes = nv15_class_lists,
    },
    {
        .name = "nv17",
        .desc = "NVIDIA NV17 (GeForce4 MX)",
        .pci_id = 0x0171,
        .boot0 = 0x017000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 128 * MiB),
        .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK,
        .ramin = &nv04_ramin,
        .pfb = &nv10_pfb_regs,
        .fifo = &nv11_fifo,
        .graph = &nv17_graph,
        .display = &nv17_display,
        .vbios = &nv17_vbios,
        .classes = nv17_class_lists,
    },
    {
        .name = "nv20",
        .desc = "NVIDIA NV20 (GeForce3)",
        .pci_id = 0x0200,
        .boot0 = 0x020000a1,
        NV_STRAPS_14318,
        NV_VRAM(128 * MiB, 128 * MiB),
        .intr_map = NV_INTR_ONE_HEAD,
        .ramin = &nv04_ramin,
        .pfb = &nv20_pfb_regs,
        .fifo = &nv11_fifo,
        .graph = &nv20_graph,
        .display = &nv15_display,
        .vbios = &nv20_vbios,
        .classes = nv20_class_lists,
    },
    {
        .name = "nv25",
        .desc = "NVIDIA NV25 (GeForce4 Ti)",
        .pci_id = 0x0250,
        .boot0 = 0x025000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 256 * MiB),
        .intr_map = NV_INTR_TWO_HEADS,
        .ramin = &nv04_ramin,
        .pfb = &nv20_pfb_regs,
        .fifo = &nv25_fifo,
        .graph = &nv25_graph,
        .display = &nv17_display,
        .vbios = &nv25_vbios,
        .classes = nv25_class_lists,
    },
    {
        .name = "nv30",
        .desc = "NVIDIA NV30 (GeForce FX 5800)",
        .pci_id = 0x0301,
        .boot0 = 0x030000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 256 * MiB),
        .intr_map = NV_INTR_TWO_HEADS,
        .ramin = &nv04_ramin,
        .pfb = &nv30_pfb_regs,
        .fifo = &nv25_fifo,
        .graph = &nv30_graph,
        .display = &nv30_display,
        .vbios = &nv30_vbios,
        .classes = nv30_class_lists,
    },
    {
        .name = "nv35",
        .desc = "NVIDIA NV35 (GeForce FX 5900)",
        .pci_id = 0x0331,
        .boot0 = 0x035000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 256 * MiB),
        .intr_map = NV_INTR_TWO_HEADS,
        .ramin = &nv04_ramin,
        .pfb = &nv30_pfb_regs,
        .fifo = &nv25_fifo,
        .graph = &nv30_graph,
        .display = &nv30_display,
        .vbios = &nv35_vbios,
        .classes = nv35_class_lists,
    },
    {
        .name = "nv34",
        .desc = "NVIDIA NV34 (GeForce FX 5200)",
        .pci_id = 0x0322,
        .boot0 = 0x034000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 256 * MiB),
        .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK,
        .ramin = &nv04_ramin,
        .pfb = &nv10_pfb_regs,
        .fifo = &nv25_fifo,
        .graph = &nv34_graph,
        .display = &nv17_display,
        .vbios = &nv34_vbios,
        .classes = nv34_class_lists,
    },
    {
        .name = "nv40",
        .desc = "NVIDIA NV40 (GeForce 6800)",
        .pci_id = 0x0041,
        .boot0 = 0x040000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 512 * MiB),
        .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK,
        .ppci = true,
        .ramin = &nv40_ramin,
        .pfb = &nv20_pfb_regs,
        .fifo = &nv40_fifo,
        .graph = &nv40_graph,
        .display = &nv40_display,
        .vbios = &nv40_vbios,
        .classes = nv40_class_lists,
    },
    {
        .name = "nv45",
        .desc = "NVIDIA NV45 (GeForce 6800 XT)",
        .pci_id = 0x0048,
        .boot0 = 0x045000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 512 * MiB),
        .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK,
        .ppci = true,
        .ramin = &nv40_ramin,
        .pfb = &nv20_pfb_regs,
        .fifo = &nv40_fifo,
        .graph = &nv41_graph,
        .display = &nv41_display,
        .vbios = &nv45_vbios,
        .classes = nv41_class_lists,
    },
    {
        .name = "nv41",
        .desc = "NVIDIA NV41 (GeForce 6800)",
        .pci_id = 0x00c1,
        .boot0 = 0x041000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 512 * MiB),
        .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK,
        .ppci = true,
        .vram_bar64 = true,
        .ramin = &nv41_ramin,
        .gart = &nv41_gart,
        .pfb = &nv41_pfb_regs,
        .fifo = &nv41_fifo,
        .graph = &nv41_graph,
        .display = &nv41_display,
        .vbios = &nv41_vbios,
        .vga_stack = &nv41_vga_stack,
        .classes = nv41_class_lists,
    },
    {
        .name = "nv43",
        .desc = "NVIDIA NV43 (GeForce 6600)",
        .pci_id = 0x0141,
        .boot0 = 0x043000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 512 * MiB),
        .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK,
        .ppci = true,
        .vram_bar64 = true,
        .ramin = &nv41_ramin,
        .gart = &nv41_gart,
        .pfb = &nv41_pfb_regs,
        .fifo = &nv41_fifo,
        .graph = &nv41_graph,
        .display = &nv41_display,
        .vbios = &nv43_vbios,
        .vga_stack = &nv41_vga_stack,
        .classes = nv41_class_lists,
    },
    {
        .name = "nv44",
        .desc = "NVIDIA NV44 (GeForce 6200 TurboCache)",
        .pci_id = 0x0161,
        .boot0 = 0x044000a1,
        NV_STRAPS_27000,
        NV_VRAM(128 * MiB, 512 * MiB),
        .intr_map = NV_INTR_TWO_HEADS | R_NV_PMC_INTR_PMPEG_MASK,
        .ppci = true,
        .vram_bar64 = true,
        .ramin = &nv44_ramin,
        .gart = &nv44_gart,
        .pfb = &nv44_pfb_regs,
        .fifo = &nv44_fifo,
        .graph = &nv41_graph,
        .display = &nv41_display,
        .vbios = &nv44_vbios,
        .vga_stack = &nv41_vga_stack,
        .classes = nv44_class_lists,
    },
};

const unsigned nv_chip_count = ARRAY_SIZE(nv_chips);
