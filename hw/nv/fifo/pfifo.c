/*
 * NVIDIA GPU: PFIFO: the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ramfc.h"
#include "internal.h"
#include "migration/vmstate.h"
#include "trace/trace-hw_nv.h"

/* --- Interrupts ------------------------------------------------------- */

static void nv_pfifo_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_fifo_update_intr(gpu);
}

/* --- Registers that decide whether there is work ---------------------- */

static void nv_pfifo_kick_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_fifo_kick(gpu);
}

static void nv_pfifo_forget_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ramin_changed(gpu);
}

static void nv_pfifo_channel_mode_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    uint32_t changed = gpu->fifo->mode ^ val;

    gpu->fifo->mode = val;
    nv_switcher_mode(gpu, changed);
    nv_fifo_kick(gpu);
}

/*
 * Turning the puller on makes it try the method at GET again; what stopped
 * it is forgotten.
 */
void nv_fifo_pull0_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    const NVChannelChip *chip = gpu->chip->fifo->channel;

    if (FIELD_EX32(val, NV_PFIFO_CACHE1_PULL0, ACCESS)) {
        NV_R(gpu, NV_PFIFO_CACHE1_PULL0) =
            R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK;
    }
    if (chip->update_all) {
        chip->update_all(gpu);
    }
    nv_fifo_kick(gpu);
}

/* As with CACHE1's: turned on, it tries the method again. */
void nv_cache0_pull0_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PFIFO_CACHE0_PULL0, ACCESS)) {
        NV_R(gpu, NV_PFIFO_CACHE0_PULL0) =
            R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK;
    }
    nv_fifo_kick(gpu);
}

/* --- Registers that are computed -------------------------------------- */

uint32_t nv_cache1_status_read(NVGPU *gpu, uint32_t addr)
{
    unsigned used = nv_cache1_used(gpu);
    uint32_t val = NV_R(gpu, NV_PFIFO_CACHE1_STATUS) &
                   R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK;

    val = FIELD_DP32(val, NV_PFIFO_CACHE1_STATUS, EMPTY, !used);
    return FIELD_DP32(val, NV_PFIFO_CACHE1_STATUS, FULL,
                      used == nv_cache1_capacity(gpu));
}

static uint32_t nv_pfifo_dma_push_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUSH);
    bool error = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE),
                            NV_PFIFO_CACHE1_DMA_STATE, ERROR);

    val = FIELD_DP32(val, NV_PFIFO_CACHE1_DMA_PUSH, BUSY,
                     nv_pusher_can_run(gpu));
    val = FIELD_DP32(val, NV_PFIFO_CACHE1_DMA_PUSH, EMPTY,
                     !nv_pusher_has_work(gpu));
    return FIELD_DP32(val, NV_PFIFO_CACHE1_DMA_PUSH, SUSPENDED, error);
}

/* What stopped a puller is an error until the driver lets it go on. */
uint32_t nv_fifo_debug_0_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_PFIFO_DEBUG_0, CACHE_ERROR0,
                     !!(NV_R(gpu, NV_PFIFO_CACHE0_PULL0) &
                        ~R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK));
    return FIELD_DP32(val, NV_PFIFO_DEBUG_0, CACHE_ERROR1,
                      !!(NV_R(gpu, NV_PFIFO_CACHE1_PULL0) &
                         (R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK |
                          R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK)));
}

/* What the pusher keeps and NV04 doesn't show */
static uint32_t nv_pfifo_absent_read(NVGPU *gpu, uint32_t addr)
{
    return 0;
}

/* Pointers go round at twice CACHE1's size. */
#define NV_CACHE1_PTR_BITS 0x3fc
#define NV40_CACHE1_PTR_BITS 0x7fc
#define NV50_CACHE1_PTR_BITS 0xffc

#define NV_DMA_ADDRESS_BITS 0xfffffffc

static const NVRegInfo nv04_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_DELAY, .rw = 0x3ff),
    NV_ROW(NV_PFIFO_DMA_TIMESLICE, .rw = 0x0101ffff),
    NV_ROW(NV_PFIFO_PIO_TIMESLICE, .rw = 0x0101ffff),
    NV_ROW(NV_PFIFO_TIMESLICE, .rw = 0x3ffff),
    NV_ROW(NV_PFIFO_NEXT_CHANNEL, .rw = 0x111f),
    NV_ROW(NV_PFIFO_DEBUG_0, .read = nv_fifo_debug_0_read),
    NV_ROW(NV_PFIFO_INTR, .w1c = 0x01111111, .write = nv_pfifo_intr_write),
    NV_ROW(NV_PFIFO_INTR_EN, .rw = 0x01111111,
           .write = nv_pfifo_intr_write),
    NV_ROW(NV_PFIFO_RAMHT, .rw = 0x030301f0, .write = nv_pfifo_forget_write),
    NV_ROW(NV_PFIFO_RAMFC, .rw = 0x000001fe),
    NV_ROW(NV_PFIFO_RAMRO, .rw = 0x000101fe),
    NV_ROW(NV_PFIFO_RUNOUT_STATUS, .read = nv_runout_status_read),
    NV_ROW(NV_PFIFO_RUNOUT_PUT, .rw = 0x1ff8,
           .write = nv_runout_pointer_write),
    NV_ROW(NV_PFIFO_RUNOUT_GET, .rw = 0x1ff8,
           .write = nv_runout_pointer_write),
    NV_ROW(NV_PFIFO_CACHES, .rw = 0x1, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CHANNEL_MODE, .rw = UINT32_MAX,
           .write = nv_pfifo_channel_mode_write),
    NV_ROW(NV_PFIFO_CHANNEL_DMA_PENDING, .rw = UINT32_MAX,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CHANNEL_SIZE, .rw = UINT32_MAX),

    NV_ROW(NV_PFIFO_CACHE0_PUSH0, .rw = 0x1),
    NV_ROW(NV_PFIFO_CACHE0_PUSH1, .rw = 0xf),
    NV_ROW(NV_PFIFO_CACHE0_PUT, .rw = 0x4, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE0_STATUS, .read = nv_cache0_status_read),
    NV_ROW(NV_PFIFO_CACHE0_PULL0, .rw = 0x0111,
           .write = nv_cache0_pull0_write),
    NV_ROW(NV_PFIFO_CACHE0_PULL1, .rw = 0xf),
    NV_ROW(NV_PFIFO_CACHE0_HASH, .rw = 0x1ffff),
    NV_ROW(NV_PFIFO_CACHE0_GET, .rw = 0x4, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE0_ENGINE, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE0_ADDR, .rw = 0xfffc),
    NV_ROW(NV_PFIFO_CACHE0_DATA, .rw = UINT32_MAX),

    NV_ROW(NV_PFIFO_CACHE1_PUSH0, .rw = 0x1, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_PUSH1, .rw = 0x10f, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_PUT, .rw = NV_CACHE1_PTR_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_STATUS, .read = nv_cache1_status_read),
    NV_ROW(NV_PFIFO_CACHE1_DMA_PUSH, .rw = 0x1,
           .read = nv_pfifo_dma_push_read, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_FETCH, .rw = 0x001fe0f8),
    NV_ROW(NV_PFIFO_CACHE1_DMA_STATE, .rw = 0xfffcfffc,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_INSTANCE, .rw = 0xffff,
           .write = nv_pfifo_forget_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_CTL, .rw = 0x80033ffc),
    NV_ROW(NV_PFIFO_CACHE1_DMA_LIMIT, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_DMA_TLB_TAG, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_DMA_TLB_PTE, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_DMA_PUT, .rw = NV_DMA_ADDRESS_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_GET, .rw = NV_DMA_ADDRESS_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_PULL0, .rw = 0x0111,
           .write = nv_fifo_pull0_write),
    NV_ROW(NV_PFIFO_CACHE1_PULL1, .rw = 0xf, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_HASH, .rw = 0x1ffff,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_GET, .rw = NV_CACHE1_PTR_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_ENGINE, .rw = UINT32_MAX,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, .read = nv_pfifo_absent_read),
    NV_ROW(NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW, .read = nv_pfifo_absent_read),
    NV_ROW(NV_PFIFO_CACHE1_DMA_RSVD_SHADOW, .read = nv_pfifo_absent_read),
    NV_ROW(NV_PFIFO_CACHE1_DMA_DATA_SHADOW, .read = nv_pfifo_absent_read),
    NV_ROW(NV_PFIFO_CACHE1_ADDR, .count = 256, .stride = 8,
           .read = nv_cache1_window_read, .write = nv_cache1_window_write),
    NV_ROW(NV_PFIFO_CACHE1_DATA, .count = 256, .stride = 8,
           .read = nv_cache1_window_read, .write = nv_cache1_window_write),
};

/* What each generation adds or changes */

static const NVRegInfo nv05_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, .rw = 0x7ff),
    NV_ROW(NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW, .rw = NV_DMA_ADDRESS_BITS),
    NV_ROW(NV_PFIFO_CACHE1_DMA_RSVD_SHADOW, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_DMA_DATA_SHADOW, .rw = UINT32_MAX),
};

static const NVRegInfo nv10_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_RAMFC, .rw = 0x000001fc),
    NV_ROW(NV_PFIFO_CACHE0_PUSH1, .rw = 0x1f),
    NV_ROW(NV_PFIFO_CACHE1_PUSH1, .rw = 0x11f, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_STATE, .rw = 0xfffcfffd,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_REF, .rw = UINT32_MAX),
};

static const NVRegInfo nv11_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_RAMFC, .rw = 0x01ff01fc),
    NV_ROW(NV_PFIFO_CACHE1_DMA_FETCH, .rw = 0x801fe0f8),
    NV_ROW(NV_PFIFO_CACHE1_SUBROUTINE, .rw = 0xfffffffd),
    NV_ROW(NV_PFIFO_CACHE1_PULL1, .rw = 0x3001f,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, .rw = 0x7fffffff),
    NV_ROW(NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_ACQUIRE_VALUE, .rw = UINT32_MAX,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_SEMAPHORE, .rw = 0xfffffffd),
};

static const NVRegInfo nv40_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_DELAY, .rw = 0xf00003ff),
    NV_ROW(NV_PFIFO_DMA_TIMESLICE, .rw = 0xf101ffff),
    NV_ROW(NV_PFIFO_NEXT_CHANNEL, .rw = 0x13ff),
    NV_ROW(NV_PFIFO_UNK54, .reset = 0x2, .rw = 0xf00003ff),
    NV_ROW(NV_PFIFO_SLI, .rw = 0x30000fff),
    NV_ROW(NV_PFIFO_UNK84, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_UNK88, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_INTR, .w1c = 0x01fd1111, .write = nv_pfifo_intr_write),
    NV_ROW(NV_PFIFO_INTR_EN, .rw = 0x01fd1111,
           .write = nv_pfifo_intr_write),
    NV_ROW(NV_PFIFO_RAMHT, .rw = 0x070301f0, .write = nv_pfifo_forget_write),
    NV_ABSENT(NV_PFIFO_RAMFC),
    NV_ROW(NV_PFIFO_UNK21C, .rw = 0x1ff1),
    NV_ROW(NV_PFIFO_RAMFC_NV40, .rw = 0x00ff00ff),
    NV_ROW(NV_PFIFO_UNK510, .count = 16, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE0_HASH, .rw = 0x1ffffff),
    NV_ROW(NV_PFIFO_CACHE1_PUSH1, .rw = 0x1001f,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_PUT, .rw = NV40_CACHE1_PTR_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_FETCH, .rw = 0x807fe0f8),
    NV_ROW(NV_PFIFO_CACHE1_DMA_STATE, .rw = 0xfffffffd,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_INSTANCE, .rw = 0xfffff,
           .write = nv_pfifo_forget_write),
    NV_ROW(NV_PFIFO_CACHE1_SUBROUTINE, .rw = 0xfffffffc),
    NV_ROW(NV_PFIFO_CACHE1_HASH, .rw = 0x1ffffff,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_GET, .rw = NV40_CACHE1_PTR_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_GRCTX_INST, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_UNK0E8, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_UNK0F4, .rw = 0x1),
    NV_ROW(NV_PFIFO_CACHE1_UNK100, .rw = 0x1),
    NV_ROW(NV_PFIFO_CACHE1_UNK104, .reset = 0x3),
    NV_ABSENT(NV_PFIFO_CACHE1_ADDR, .count = 256, .stride = 8),
    NV_ABSENT(NV_PFIFO_CACHE1_DATA, .count = 256, .stride = 8),
};

static const NVRegInfo nv41_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_CACHE1_MPEGCTX_INST, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_MECTX_INST, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_VPCTX_INST, .rw = UINT32_MAX),
};

static const NVRegInfo nv44_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_RAMFC_NV40, .rw = 0x00ff1fff),
    NV_ROW(NV_PFIFO_UNK230, .rw = 0x3),
    NV_ROW(NV_PFIFO_CACHE1_UNK0E4, .rw = UINT32_MAX),
};

/*
 * What the original of NV50 and its successors have; there is neither CACHE0
 * nor RAMRO.
 */
static const NVRegInfo nv50_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_DELAY, .rw = 0xf00003ff),
    NV_ROW(NV_PFIFO_DMA_TIMESLICE, .rw = 0xf101ffff),
    NV_ROW(NV50_PFIFO_C11_MIN_SLICE, .reset = 0x90100, .rw = 0xfffff),
    NV_ROW(NV_PFIFO_TIMESLICE, .rw = 0x3ffff),
    NV_ROW(NV50_PFIFO_DELAY_1, .reset = 0x2, .rw = 0xf00003ff),
    NV_ROW(NV_PFIFO_SLI, .rw = 0x30000fff),
    NV_ROW(NV_PFIFO_DEBUG_0, .read = nv_fifo_debug_0_read),
    NV_ROW(NV50_PFIFO_DEBUG_1, .reset = 0x72f200, .rw = UINT32_MAX),
    NV_STORAGE(NV50_PFIFO_DEBUG_2),
    NV_STORAGE(NV50_PFIFO_DEBUG_3),
    NV_ROW(NV50_PFIFO_DEBUG_4, .reset = 0x443333, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_INTR, .w1c = 0x3ffd1151, .write = nv_pfifo_intr_write),
    NV_ROW(NV_PFIFO_INTR_EN, .rw = 0x3ffd1151,
           .write = nv_pfifo_intr_write),
    NV_ROW(NV50_PFIFO_RAMHT, .rw = 0x1fffffff,
           .write = nv_pfifo_forget_write),
    NV_ROW(NV_PFIFO_CACHES, .rw = 0x103, .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_FREEZE, .rw = R_NV50_PFIFO_FREEZE_ENABLE_MASK,
           .read = nv50_fifo_freeze_read, .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CHSW_STAT),
    NV_STORAGE(NV50_PFIFO_CHSW_DEBUG_1),
    NV_ROW(NV50_PFIFO_CUR_CTX_MAP),
    NV_ROW(NV50_PFIFO_OLD_CTX_MAP),
    NV_STORAGE(NV50_PFIFO_CHSW_DEBUG_2),
    NV_ROW(NV50_PFIFO_ENGINE_IDLE, .read = nv50_fifo_engine_idle_read),
    NV_ROW(NV50_PFIFO_CHAN_TABLE, .count = NV_FIFO_MAX_CHANNELS,
           .rw = ~R_NV50_PFIFO_CHAN_TABLE_PENDING_MASK,
           .read = nv50_fifo_chan_table_read,
           .write = nv50_fifo_chan_table_write),
    NV_ROW(NV50_PFIFO_HIPRI_CHANNEL, .rw = 0x8001007f),
    NV_ROW(NV50_PFIFO_HIPRI_GP_PUT, .count = 2, .rw = UINT32_MAX),

    NV_ROW(NV_PFIFO_CACHE1_PUSH0, .rw = 0x1, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_PUSH1, .rw = 0x1007f,
           .write = nv50_fifo_push1_write),
    NV_ROW(NV_PFIFO_CACHE1_PUT, .rw = NV50_CACHE1_PTR_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_STATUS, .read = nv_cache1_status_read),
    NV_ROW(NV_PFIFO_CACHE1_DMA_PUSH, .rw = 0x1,
           .read = nv_pfifo_dma_push_read, .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_FETCH, .rw = 0x407fe0f8,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_STATE, .rw = 0xe007ffff,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_INSTANCE, .rw = 0xffff,
           .write = nv_pfifo_forget_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_LIMIT, .rw = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_DMA_PUT, .rw = NV_DMA_ADDRESS_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_GET, .rw = NV_DMA_ADDRESS_BITS,
           .write = nv_pfifo_kick_write),
    NV_STORAGE(NV_PFIFO_CACHE1_REF),
    NV_ROW(NV_PFIFO_CACHE1_SUBROUTINE, .rw = 0xfffffffc),
    NV_ROW(NV50_PFIFO_CACHE1_PULL0, .rw = 0x0111,
           .write = nv_fifo_pull0_write),
    NV_ROW(NV50_PFIFO_CACHE1_PULL1, .rw = 0x1f, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_HASH, .rw = 0xffff, .write = nv_pfifo_kick_write),
    NV_STORAGE(NV50_PFIFO_CACHE1_ACQUIRE_TIMEOUT),
    NV_STORAGE(NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP),
    NV_ROW(NV_PFIFO_CACHE1_ACQUIRE_VALUE, .rw = UINT32_MAX,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CACHE1_SEMAPHORE, .rw = 0xffff7fff,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_GET, .rw = NV50_CACHE1_PTR_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_ENGINE, .rw = UINT32_MAX,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, .rw = 0xffffff),
    NV_ROW(NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW, .rw = NV_DMA_ADDRESS_BITS),
    NV_STORAGE(NV_PFIFO_CACHE1_DMA_RSVD_SHADOW),
    NV_STORAGE(NV_PFIFO_CACHE1_DMA_DATA_SHADOW),
    NV_STORAGE(NV_PFIFO_CACHE1_UNK0E4),
    NV_ROW(NV50_PFIFO_CACHE1_PLAYLIST_LEN, .rw = 0xff,
           .write = nv50_fifo_playlist_write),
    NV_ROW(NV50_PFIFO_CACHE1_UNK0F0, .read = nv50_fifo_channel_read),
    NV_ROW(NV50_PFIFO_CACHE1_PLAYLIST, .rw = 0x3fffffff),
    NV_ROW(NV50_PFIFO_CACHE1_KICK_CHANNEL, .rw = UINT32_MAX,
           .read = nv50_fifo_kick_channel_read,
           .write = nv50_fifo_kick_channel_write),
    NV_ROW(NV50_PFIFO_CACHE1_UNK104, .reset = 0x3),
    NV_ROW(NV50_PFIFO_CACHE1_UNK108),
    /* What the CPU has written is where it belongs: done at once. */
    NV_ROW(NV50_PFIFO_CACHE1_FLUSH_CTRL),
    NV_STORAGE(NV50_PFIFO_CACHE1_UNK110),
    NV_ROW(NV50_PFIFO_CACHE1_FIFO_ENDIAN, .rw = 0x3,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CACHE1_UNK118, .reset = 0x2, .rw = 0x7),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_PUT_HIGH, .rw = 0xff,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_GET_HIGH, .rw = 0xff,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CACHE1_IB_PUT, .rw = UINT32_MAX,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CACHE1_IB_GET, .rw = UINT32_MAX,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CACHE1_IB_ADDRESS_LOW, .rw = NV_DMA_ADDRESS_BITS),
    NV_ROW(NV50_PFIFO_CACHE1_IB_CONFIG, .rw = UINT32_MAX),
    NV_ROW(NV50_PFIFO_CACHE1_METHOD_COUNT, .rw = 0xffffff),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_MGET, .rw = NV_DMA_ADDRESS_BITS),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_MGET_HIGH, .rw = 0x800000ff),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_GET_HIGH_RDSHADOW, .rw = 0xff),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_PUT_HIGH_RDSHADOW, .rw = 0xff),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_PUT_HIGH_WRSHADOW, .rw = 0xff),
    NV_ROW(NV50_PFIFO_CACHE1_DMA_MGET_HIGH_RDSHADOW, .rw = 0x800000ff),
};

static const NVRegInfo nv84_pfifo_rows[] = {
    NV_STORAGE(NV84_PFIFO_PULL_FEATURE),
    NV_ROW(NV50_PFIFO_DEBUG_4, .reset = 0x33c43333, .rw = UINT32_MAX),
    NV_ROW(NV84_PFIFO_ENG_IFACE, .rw = 0x1f),
    NV_STORAGE(NV84_PFIFO_DEBUG_5),
    NV_ROW(NV_PFIFO_INTR, .w1c = 0x7ffd1151, .write = nv_pfifo_intr_write),
    NV_ROW(NV_PFIFO_INTR_EN, .rw = 0x7ffd1151,
           .write = nv_pfifo_intr_write),
    NV_STORAGE(NV84_PFIFO_ENGINE_CTRL),
    NV_ROW(NV50_PFIFO_CACHE1_PULL1, .rw = 0xff, .write = nv_pfifo_kick_write),
    NV_ROW(NV50_PFIFO_CACHE1_PLAYLIST_LEN, .rw = 0xfff,
           .write = nv50_fifo_playlist_write),
    NV_ROW(NV84_PFIFO_CACHE1_UNK100, .reset = 0x4004f, .rw = UINT32_MAX),
    NV_ABSENT(NV50_PFIFO_CACHE1_FLUSH_CTRL),
    NV_ROW(NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_HIGH, .rw = 0xff,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_LOW,
           .rw = NV_DMA_ADDRESS_BITS, .write = nv_pfifo_kick_write),
    NV_STORAGE(NV84_PFIFO_CACHE1_SEMAPHORE_SEQUENCE),
    NV_STORAGE(NV84_PFIFO_CACHE1_CACHE_INST),
    NV_ROW(NV84_PFIFO_CACHE1_CHAN_INST, .rw = 0x3fffffff,
           .write = nv_pfifo_forget_write),
};

const NVRegBlock nv04_pfifo_regs = NV_PFIFO_BLOCK(nv04_pfifo_rows);
const NVRegBlock nv05_pfifo_regs = NV_PFIFO_BLOCK(nv05_pfifo_rows,
    .parent = &nv04_pfifo_regs);
const NVRegBlock nv10_pfifo_regs = NV_PFIFO_BLOCK(nv10_pfifo_rows,
    .parent = &nv05_pfifo_regs);
const NVRegBlock nv11_pfifo_regs = NV_PFIFO_BLOCK(nv11_pfifo_rows,
    .parent = &nv10_pfifo_regs);
const NVRegBlock nv40_pfifo_regs = NV_PFIFO_BLOCK(nv40_pfifo_rows,
    .parent = &nv11_pfifo_regs);
const NVRegBlock nv41_pfifo_regs = NV_PFIFO_BLOCK(nv41_pfifo_rows,
    .parent = &nv40_pfifo_regs);
const NVRegBlock nv44_pfifo_regs = NV_PFIFO_BLOCK(nv44_pfifo_rows,
    .parent = &nv41_pfifo_regs);
const NVRegBlock nv50_pfifo_regs = NV_PFIFO_BLOCK(nv50_pfifo_rows);
const NVRegBlock nv84_pfifo_regs = NV_PFIFO_BLOCK(nv84_pfifo_rows,
    .parent = &nv50_pfifo_regs);

/* NV40 moved CACHE1's contents out of PFIFO's own range. */
static const NVRegInfo nv40_cache1_rows[] = {
    { .name = "NV_PFIFO_CACHE1_ADDR", .addr = A_NV_PFIFO_CACHE1_ADDR_NV40,
      .count = 512, .stride = 8, .read = nv_cache1_window_read,
      .write = nv_cache1_window_write },
    { .name = "NV_PFIFO_CACHE1_DATA", .addr = A_NV_PFIFO_CACHE1_DATA_NV40,
      .count = 512, .stride = 8, .read = nv_cache1_window_read,
      .write = nv_cache1_window_write },
};

const NVRegBlock nv40_cache1_regs = NV_REG_BLOCK(
    "PFIFO_CACHE1", 0x090000, 0x1000, nv40_cache1_rows);

/* --- Life ------------------------------------------------------------- */

static uint32_t nv_pfifo_grctx(NVGPU *gpu, unsigned chid)
{
    return nv_ramfc_peek(gpu, chid, R_NV_PFIFO_CACHE1_GRCTX_INST);
}

static const NVEngineHost nv_pfifo_engine_host = {
    .wake = nv_fifo_kick,
    .poll = nv_fifo_poll,
    .forget_queue = nv_queue_reset,
    .queued = nv_queue_used,
    .written = nv_pusher_written,
    .block = nv_fifo_block,
    .grctx = nv_pfifo_grctx,
};

/* BAR and peephole report their faults here. */
static void nv_pfifo_host_fault(Notifier *notifier, void *data)
{
    const unsigned *engine = data;

    nv_fifo_raise(container_of(notifier, NVFifo, host_fault)->gpu,
                  *engine == NV_VM_ENGINE_BAR
                  ? R_NV50_PFIFO_INTR_BAR_FAULT_MASK
                  : R_NV50_PFIFO_INTR_PEEPHOLE_FAULT_MASK);
}

/* What was read in the other byte order is read again. */
static void nv_pfifo_endian_switch(Notifier *notifier, void *data)
{
    NVGPU *gpu = container_of(notifier, NVFifo, endian_switch)->gpu;

    nv_ramin_changed(gpu);
    nv_fifo_kick(gpu);
}

static bool nv_pfifo_realize(NVGPU *gpu, Error **errp)
{
    gpu->fifo->gpu = gpu;
    gpu->fifo->latency = gpu->engine_latency;
    nv_regs_init(gpu, &gpu->fifo->regs, gpu->chip->fifo->regs);
    if (gpu->chip->fifo->cache1_regs) {
        nv_regs_init(gpu, &gpu->fifo->cache1_regs,
                     gpu->chip->fifo->cache1_regs);
    }
    gpu->engine_host = &nv_pfifo_engine_host;
    gpu->fifo->host_fault.notify = nv_pfifo_host_fault;
    notifier_list_add(&gpu->host_mem.fault, &gpu->fifo->host_fault);
    gpu->fifo->endian_switch.notify = nv_pfifo_endian_switch;
    notifier_list_add(&gpu->bus->endian_switch, &gpu->fifo->endian_switch);
    gpu->fifo->host_methods = nv_puller_host_methods(gpu->chip->fifo);
    return nv_fifo_schedule_init(gpu);
}

static void nv_pfifo_reset(NVGPU *gpu)
{
    nv_fifo_schedule_reset(gpu);
    /* The queues are the engines', of which some aren't there. */
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        if (!nv_fifo_engine(gpu, id)->work) {
            nv_queue_reset(gpu, id);
        }
    }
    nv_regs_reset(&gpu->fifo->regs);
    memset(gpu->fifo->cache1, 0, sizeof(gpu->fifo->cache1));
    gpu->fifo->mode = 0;
    gpu->fifo->partial_write.be = 0;
    nv50_runlist_clear(gpu);
    memset(gpu->fifo->runlist.waiting, 0, sizeof(gpu->fifo->runlist.waiting));
    nv_ramin_changed(gpu);
    nv_fifo_update_intr(gpu);
}

static void nv_pfifo_disable(NVGPU *gpu)
{
    gpu->chip->fifo->ops->disable(gpu);
}

const NVFifoOps nv04_fifo_ops = {
    .run = nv04_puller_run,
    .inject = nv04_cache0_inject,
    .disable = nv_pfifo_reset,
};

static void nv_pfifo_exit(NVGPU *gpu)
{
    notifier_remove(&gpu->fifo->endian_switch);
    notifier_remove(&gpu->fifo->host_fault);
    nv_fifo_schedule_exit(gpu);
    nv_regs_exit(&gpu->fifo->cache1_regs);
    nv_regs_exit(&gpu->fifo->regs);
}

/* What was fetched or translated is read again where the guest goes on. */
static bool nv_pfifo_post_load(NVGPU *gpu, int version_id)
{
    /* Nobody needs to expect channels that the card doesn't have. */
    if (nv_fifo_channel(gpu) >= gpu->chip->fifo->channels) {
        NV_R(gpu, NV_PFIFO_CACHE1_PUSH1) = 0;
    }
    NV_R(gpu, NV_PFIFO_CACHE0_PUSH1) %= gpu->chip->fifo->channels;
    gpu->fifo->partial_write.be = 0;
    nv_ramin_changed(gpu);
    nv_fifo_schedule_reset(gpu);
    nv_bh_schedule(&gpu->fifo->sched.bh);
    return nv50_fifo_post_load(gpu) && nv_queue_post_load(gpu);
}

const NVUnit nv_unit_pfifo = {
    .name = "PFIFO",
    .state = offsetof(NVGPU, fifo),
    .size = sizeof(NVFifo),
    .realize = nv_pfifo_realize,
    .reset = nv_pfifo_reset,
    .enable = R_NV_PMC_ENABLE_PFIFO_MASK,
    .disable = nv_pfifo_disable,
    .exit = nv_pfifo_exit,
    .post_load = nv_pfifo_post_load,
};

static const VMStateDescription nv_vmstate_cache_entry = {
    .name = "nv-gpu/fifo/cache1",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(addr, NVCacheEntry),
        VMSTATE_UINT32(data, NVCacheEntry),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_fifo = {
    .name = "nv-gpu/fifo",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_ARRAY(cache1, NVFifo, NV_CACHE1_MAX_ENTRIES, 1,
                             nv_vmstate_cache_entry, NVCacheEntry),
        VMSTATE_UINT32(mode, NVFifo),
        VMSTATE_UINT16(runlist.len, NVFifo),
        VMSTATE_UINT16(runlist.turn, NVFifo),
        VMSTATE_UINT64_ARRAY(runlist.waiting, NVFifo,
                             NV_FIFO_MAX_CHANNELS / 64),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_queues,
        &nv_vmstate_runlist,
        NULL
    },
};
