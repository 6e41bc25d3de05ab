/*
 * NVIDIA GPU: PFIFO with CACHE1, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "inspect.h"
#include "ops.h"
#include "pfifo-nv01.h"
#include "ramfc.h"
#include "semaphore.h"
#include "user.h"

/* --- Before NV04 ------------------------------------------------------ */

static const NVRamhtFormat nv01_ramht_format = {
    .inst_bits = 16,
    /* Set in PGRAPH's types only */
    .engine_shift = 22, .engine_bits = 1,
    /* The seven bits that aren't part of the context */
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
    .ramfc = nv01_ramfc,
};

static const NVCtxChip nv03_ctx = {
    .mask = 0x00ffffff,
    .cache0_mask = 0x00ffffff,
    .graph_mask = BIT(23),
    .graph = BIT(23),
    .ramfc = nv03_ramfc,
};

/* What NV01, NV03 and NV03T have in common */
#define NV01_FIFO \
    .fifo.ops = &nv_cache1_fifo_ops, \
    .fifo.channels = 128, \
    .channel = &nv01_channel, \
    .fifo.inspect = &nv01_fifo_inspect, \
    .user_base = 0x800000, \
    .user_stride = 0x10000, \
    .cache1_gray = true

const NVCache1Chip nv01_fifo = {
    NV01_FIFO,
    .cache1_entries = 32,
    .cache1_window = A_NV01_PFIFO_CACHE1_ADDR,
    .regs = &nv01_pfifo_regs,
    .ramht = &nv01_ramht_format,
    .ramht_area = nv01_ramht,
    .ramro = nv01_ramro,
    .ops = &nv01_cache1_ops,
    .ctx = &nv01_ctx,
    .pio = NV_PIO_FREE_LIE | NV_PIO_PASSWORD | NV_PIO_LOW_ADDRESS |
           NV_PIO_ONE_SIZE,
};

#define NV03_FIFO \
    NV01_FIFO, \
    .ramht = &nv03_ramht_format, \
    .ramht_area = nv03_ramht, \
    .ramro = nv03_ramro, \
    .ops = &nv03_cache1_ops, \
    .ctx = &nv03_ctx, \
    .pio = NV_PIO_ONE_SIZE

const NVCache1Chip nv03_fifo = {
    NV03_FIFO,
    .cache1_entries = 32,
    .cache1_window = A_NV01_PFIFO_CACHE1_ADDR,
    .regs = &nv03_pfifo_regs,
};

const NVCache1Chip nv03t_fifo = {
    NV03_FIFO,
    .cache1_entries = 64,
    .cache1_window = A_NV03T_PFIFO_CACHE1_ADDR,
    .regs = &nv03t_pfifo_regs,
};

/* --- NV04 and later --------------------------------------------------- */

/*
 * The RAMFC layouts: nvkm/engine/fifo/nv04.c, nv10.c, nv17.c.  A generation
 * has the rows of its predecessor, and more.
 */

#define NV04_RAMFC(...) { \
    { 0x00, R_NV_PFIFO_CACHE1_DMA_PUT, 32 }, \
    { 0x04, R_NV_PFIFO_CACHE1_DMA_GET, 32 }, \
    { 0x08, R_NV_PFIFO_CACHE1_DMA_INSTANCE, 16 }, \
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_STATE, 32 }, \
    { 0x10, R_NV_PFIFO_CACHE1_DMA_FETCH, 32 }, \
    { 0x14, R_NV_PFIFO_CACHE1_ENGINE, 32 }, \
    { 0x18, R_NV_PFIFO_CACHE1_PULL1, 32 }, \
    __VA_ARGS__ \
    { } \
}

static const NVRamfcField nv04_ramfc[] = NV04_RAMFC();

/* NV04 has no DCOUNT. */
static const NVRamfcField nv05_ramfc[] = NV04_RAMFC(
    { 0x08, R_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 16, .shift = 16 },
);

/* REF is inserted after DMA_GET: NV05's later words move up. */
#define NV10_RAMFC(...) { \
    { 0x00, R_NV_PFIFO_CACHE1_DMA_PUT, 32 }, \
    { 0x04, R_NV_PFIFO_CACHE1_DMA_GET, 32 }, \
    { 0x08, R_NV_PFIFO_CACHE1_REF, 32 }, \
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_INSTANCE, 16 }, \
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 16, .shift = 16 }, \
    { 0x10, R_NV_PFIFO_CACHE1_DMA_STATE, 32 }, \
    { 0x14, R_NV_PFIFO_CACHE1_DMA_FETCH, 32 }, \
    { 0x18, R_NV_PFIFO_CACHE1_ENGINE, 32 }, \
    { 0x1c, R_NV_PFIFO_CACHE1_PULL1, 32 }, \
    __VA_ARGS__ \
    { } \
}

static const NVRamfcField nv10_ramfc[] = NV10_RAMFC();

/*
 * With RAMFC.LARGE clear, an entry is as long as NV10's: it has no state of
 * semaphores and subroutines.
 */
static const NVRamfcField nv11_ramfc[] = NV10_RAMFC(
    { 0x20, R_NV_PFIFO_CACHE1_ACQUIRE_VALUE, 32 },
    { 0x24, R_NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, 32 },
    { 0x28, R_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 32 },
    { 0x2c, R_NV_PFIFO_CACHE1_SEMAPHORE, 32 },
    { 0x30, R_NV_PFIFO_CACHE1_SUBROUTINE, 32 },
);

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

/* What NV04:NV40 have in common, except for the number of channels */
#define NV04_FIFO \
    .fifo.ops = &nv_cache1_fifo_ops, \
    .ops = &nv04_cache1_ops, \
    .channel = &nv04_channel, \
    .fifo.inspect = &nv04_fifo_inspect, \
    .user_base = 0x800000, \
    .user_stride = 0x10000, \
    .cache1_entries = 128, \
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR, \
    .ramfc_base = nv04_ramfc_base, \
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_MASK, \
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_MASK, \
    .ramht = &nv04_ramht

/* Pushbuffers can't be in video memory. */
const NVCache1Chip nv04_fifo = {
    NV04_FIFO,
    .fifo.channels = 16,
    .user = &nv04_user,
    .fifo.class_mask = 0xff,
    .ramfc = nv04_ramfc,
    .ramfc_stride = 0x20,
    .regs = &nv04_pfifo_regs,
    .pusher = NV_PUSHER_NV04,
};

const NVCache1Chip nv05_fifo = {
    NV04_FIFO,
    .fifo.channels = 16,
    .user = &nv04_user,
    .fifo.class_mask = 0xff,
    .ramfc = nv05_ramfc,
    .ramfc_stride = 0x20,
    .regs = &nv05_pfifo_regs,
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_SHADOWS | NV_PUSHER_NVM,
};

const NVCache1Chip nv10_fifo = {
    NV04_FIFO,
    .fifo.channels = 32,
    .user = &nv10_user,
    .fifo.class_mask = 0xff,
    .ramfc = nv10_ramfc,
    .ramfc_stride = 0x20,
    .regs = &nv10_pfifo_regs,
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS |
              NV_PUSHER_NVM,
    .puller = NV_PULLER_REF,
};

/* What NV11:NV40 have in common */
#define NV11_FIFO \
    NV04_FIFO, \
    .fifo.channels = 32, \
    .user = &nv10_user, \
    .ramfc = nv11_ramfc, \
    .ramfc_stride = 0x40, \
    .ramfc_small = 0x20, \
    .regs = &nv11_pfifo_regs, \
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS | \
              NV_PUSHER_NVM | NV_PUSHER_CALL | NV_PUSHER_ENDIAN, \
    .puller = NV_PULLER_REF | NV_PULLER_SEMAPHORE, \
    .semaphore = &nv11_semaphore

const NVCache1Chip nv11_fifo = {
    NV11_FIFO,
    .fifo.class_mask = 0xff,
};

/* Classes have 12 bits. */
const NVCache1Chip nv25_fifo = {
    NV11_FIFO,
    .fifo.class_mask = 0xfff,
};

static const NVRamhtFormat nv40_ramht = {
    .inst_bits = 20,
    .engine_shift = 20, .engine_bits = 3,
    .chid_shift = 23, .chid_bits = 5,
};

/* What NV40, NV41, NV44 and NV47 have in common */
#define NV40_FIFO \
    .fifo.ops = &nv_cache1_fifo_ops, \
    .fifo.channels = 32, \
    .ops = &nv04_cache1_ops, \
    .channel = &nv04_channel, \
    .fifo.inspect = &nv04_fifo_inspect, \
    .user_base = 0x800000, \
    .user_stride = 0x10000, \
    .user = &nv40_user, \
    .dma_user_base = 0xc00000, \
    .dma_user_stride = 0x1000, \
    .cache1_entries = 256, \
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR_NV40, \
    .fifo.class_mask = 0xffff, \
    .ramfc = nv40_ramfc, \
    .ramfc_stride = 0x80, \
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_NV40_MASK, \
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_NV40_MASK, \
    .cache1_regs = &nv40_cache1_regs, \
    .ramht = &nv40_ramht, \
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS | \
              NV_PUSHER_NVM | NV_PUSHER_CALL | NV_PUSHER_ENDIAN | \
              NV_PUSHER_SLI | NV_PUSHER_STATE_SUBR, \
    .puller = NV_PULLER_REF | NV_PULLER_SEMAPHORE | NV_PULLER_YIELD, \
    .semaphore = &nv11_semaphore

const NVCache1Chip nv40_fifo = {
    NV40_FIFO,
    .ramfc_base = nv40_ramfc_base,
    .regs = &nv40_pfifo_regs,
};

const NVCache1Chip nv41_fifo = {
    NV40_FIFO,
    .ramfc_base = nv40_ramfc_base,
    .regs = &nv41_pfifo_regs,
};

const NVCache1Chip nv44_fifo = {
    NV40_FIFO,
    .ramfc_base = nv44_ramfc_base,
    .regs = &nv44_pfifo_regs,
};

/* NV44's registers; RAMFC is where NV41 has it, see docs/fidelity.rst. */
const NVCache1Chip nv47_fifo = {
    NV40_FIFO,
    .ramfc_base = nv40_ramfc_base,
    .regs = &nv44_pfifo_regs,
};

/* --- NV50 and later --------------------------------------------------- */

/*
 * g80_pfifo.xml, G80_RAMFC.  NV50's own ends before NV84's registers.  The
 * number of methods in CACHE1 isn't held in a register (channel-nv50.c).
 */
static const NVRamfcField nv50_ramfc[] = {
    { 0x00, R_NV50_PFIFO_CACHE1_IB_PUT, 32 },
    { 0x04, R_NV50_PFIFO_CACHE1_IB_GET, 32 },
    { 0x08, R_NV_PFIFO_CACHE1_DMA_PUT, 32 },
    { 0x0c, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH, 32 },
    { 0x10, R_NV_PFIFO_CACHE1_DMA_GET, 32 },
    { 0x14, R_NV50_PFIFO_CACHE1_DMA_GET_HIGH, 32 },
    { 0x18, R_NV50_PFIFO_CACHE1_DMA_MGET, 32 },
    { 0x1c, R_NV50_PFIFO_CACHE1_DMA_MGET_HIGH, 32 },
    { 0x20, R_NV50_PFIFO_CACHE1_DMA_GET_HIGH_RDSHADOW, 32 },
    { 0x24, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_RDSHADOW, 32 },
    { 0x28, R_NV50_PFIFO_CACHE1_DMA_PUT_HIGH_WRSHADOW, 32 },
    { 0x2c, R_NV50_PFIFO_CACHE1_DMA_MGET_HIGH_RDSHADOW, 32 },
    { 0x30, R_NV50_PFIFO_CACHE1_DMA_STATE, 32 },
    { 0x34, R_NV50_PFIFO_CACHE1_METHOD_COUNT, 32 },
    { 0x38, R_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 32 },
    { 0x3c, R_NV50_PFIFO_CACHE1_DMA_FETCH, 32 },
    { 0x40, R_NV_PFIFO_CACHE1_SUBROUTINE, 32 },
    { 0x44, R_NV_PFIFO_DMA_TIMESLICE, 32 },
    { 0x48, R_NV_PFIFO_CACHE1_DMA_INSTANCE, 32 },
    { 0x4c, R_NV_PFIFO_CACHE1_DMA_LIMIT, 32 },
    { 0x50, R_NV50_PFIFO_CACHE1_IB_ADDRESS_LOW, 32 },
    { 0x54, R_NV50_PFIFO_CACHE1_IB_CONFIG, 32 },
    { 0x58, R_NV_PFIFO_CACHE1_ENGINE, 32 },
    { 0x5c, R_NV50_PFIFO_CACHE1_PULL1, 32 },
    { 0x60, R_NV50_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 32 },
    { 0x64, R_NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, 32 },
    { 0x68, R_NV_PFIFO_CACHE1_ACQUIRE_VALUE, 32 },
    { 0x6c, R_NV50_PFIFO_CACHE1_SEMAPHORE, 32 },
    { 0x70, R_NV_PFIFO_CACHE1_UNK0E4, 32 },
    { 0x74, R_NV_PFIFO_CACHE1_REF, 32 },
    { 0x78, R_NV50_PFIFO_DEBUG_2, 32 },
    { 0x7c, R_NV_PFIFO_SLI, 32 },
    { 0x80, R_NV50_PFIFO_RAMHT, 32 },
    /* NV84+ */
    { 0x88, R_NV84_PFIFO_CACHE1_CACHE_INST, 32 },
    { 0x8c, R_NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_HIGH, 32 },
    { 0x90, R_NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_LOW, 32 },
    { 0x94, R_NV84_PFIFO_CACHE1_SEMAPHORE_SEQUENCE, 32 },
    { A_NV84_RAMFC_CHAN_INST, R_NV84_PFIFO_CACHE1_CHAN_INST, 32 },
    { }
};

/* Offsets in the instance block, in units of 16 bytes */
static const NVRamhtFormat nv50_ramht = {
    .inst_bits = 16,
    .engine_shift = 20, .engine_bits = 4,
    .own = true,
};

#define NV50_FIFO \
    .fifo.ops = &nv_cache1_fifo_ops, \
    .ops = &nv04_cache1_ops, \
    .fifo.channels = 128, \
    .user_base = 0x800000, \
    .user_stride = 0x10000, \
    .user_channels = 1, \
    .user = &nv50_user, \
    .dma_user_base = 0xc00000, \
    .dma_user_stride = 0x2000, \
    .cache1_entries = 512, \
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR_NV40, \
    .fifo.class_mask = 0xffff, \
    .timeout_enable = R_NV50_PFIFO_CACHE1_ACQUIRE_TIMEOUT_UNK31_MASK, \
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_NV40_MASK, \
    .cache1_regs = &nv40_cache1_regs, \
    .ramht = &nv50_ramht, \
    .pio = NV_PIO_ONE_SIZE | NV_PIO_ERROR, \
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS | \
              NV_PUSHER_NVM | NV_PUSHER_CALL | NV_PUSHER_SLI | \
              NV_PUSHER_STATE_SUBR | NV_PUSHER_IB | NV_PUSHER_LONG | \
              NV_PUSHER_WIDE | NV_PUSHER_LIMIT | NV_PUSHER_PMC_ENDIAN

/* What logs of cards show: GT200's, GT216's and GT218's, and G84's */
#define NVA0_PUSH_ERROR (R_NV_PFIFO_CACHE1_DMA_PUSH_UNK6_MASK | \
                         R_NV_PFIFO_CACHE1_DMA_PUSH_UNK22_MASK)
#define NV50_PUSH_ERROR (NVA0_PUSH_ERROR | \
                         R_NV_PFIFO_CACHE1_DMA_PUSH_UNK13_MASK | \
                         R_NV_PFIFO_CACHE1_DMA_PUSH_UNK14_MASK)

/* SOFTWARE, PGRAPH, PMPEG, PME, PVP1 */
const NVCache1Chip nv50_fifo = {
    NV50_FIFO,
    .push_error = NV50_PUSH_ERROR,
    .channel = &nv50_channel,
    .fifo.inspect = &nv50_fifo_inspect,
    .semaphore = &nv50_semaphore,
    .engines = 0x1f,
    .ramfc = nv50_ramfc,
    .ramfc_stride = A_NV50_RAMFC_CACHE_CNT,
    .regs = &nv50_pfifo_regs,
    .puller = NV_PULLER_REF | NV_PULLER_SEMAPHORE | NV_PULLER_YIELD,
};

#define NV84_FIFO \
    NV50_FIFO, \
    .channel = &nv84_channel, \
    .fifo.inspect = &nv50_fifo_inspect, \
    .semaphore = &nv84_semaphore, \
    .ramfc = nv50_ramfc, \
    .ramfc_stride = 0x100, \
    .regs = &nv84_pfifo_regs, \
    .puller = NV_PULLER_REF | NV_PULLER_SEMAPHORE | NV_PULLER_YIELD | \
              NV_PULLER_NV84

/*
 * SOFTWARE, PGRAPH, PMPEG, PVP2, PCIPHER, PBSP; in the last four's places NV98
 * has PPPP, PPDEC, PSEC, PVLD.
 */
#define NV84_ENGINES 0x77

const NVCache1Chip nv84_fifo = {
    NV84_FIFO,
    .push_error = NV50_PUSH_ERROR,
    .engines = NV84_ENGINES,
};

const NVCache1Chip nva0_fifo = {
    NV84_FIFO,
    .push_error = NVA0_PUSH_ERROR,
    .engines = NV84_ENGINES,
};

/* SOFTWARE, PGRAPH, PPPP, PCOPY, PPDEC, PVLD */
const NVCache1Chip nva3_fifo = {
    NV84_FIFO,
    .push_error = NVA0_PUSH_ERROR,
    .engines = 0x5f,
};
