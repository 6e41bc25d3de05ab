/*
 * NVIDIA GPU: PFIFO: registers of all generations, and those of NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/scheduler.h"
#include "cache0.h"
#include "cache1.h"
#include "channel.h"
#include "intr.h"
#include "pfifo-regs.h"
#include "pusher.h"
#include "runout.h"
#include "state.h"
#include "switcher.h"

/* --- Interrupts ------------------------------------------------------- */

void nv_pfifo_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_fifo_update_intr(gpu);
}

/* --- Registers that decide whether there is work ---------------------- */

void nv_pfifo_forget_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ramin_changed(gpu);
}

static void nv_pfifo_channel_mode_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    uint32_t changed = nv_cache1(gpu)->mode ^ val;

    nv_cache1(gpu)->mode = val;
    nv_switcher_mode(gpu, changed);
    nv_fifo_kick(gpu);
}

/*
 * Turning the puller on makes it retry the method at GET; the reason why it was
 * stopped is cleared.
 */
void nv_pfifo_pull0_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;

    if (FIELD_EX32(val, NV_PFIFO_CACHE1_PULL0, ACCESS)) {
        NV_R(gpu, NV_PFIFO_CACHE1_PULL0) =
            R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK;
    }
    if (chip->update_all) {
        chip->update_all(gpu);
    }
    nv_fifo_kick(gpu);
}

/* As with CACHE1's puller, turning it on makes it retry the method. */
void nv_cache0_pull0_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PFIFO_CACHE0_PULL0, ACCESS)) {
        NV_R(gpu, NV_PFIFO_CACHE0_PULL0) =
            R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK;
    }
    nv_fifo_kick(gpu);
}

/* --- Computed registers ----------------------------------------------- */

uint32_t nv_cache1_status_read(NVGPU *gpu, uint32_t addr)
{
    unsigned used = nv_cache1_used(gpu);
    uint32_t val = NV_R(gpu, NV_PFIFO_CACHE1_STATUS) &
                   R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK;

    val = FIELD_DP32(val, NV_PFIFO_CACHE1_STATUS, EMPTY, !used);
    return FIELD_DP32(val, NV_PFIFO_CACHE1_STATUS, FULL,
                      used == nv_cache1_capacity(gpu));
}

uint32_t nv_pfifo_dma_push_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUSH);
    bool error = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE),
                            NV_PFIFO_CACHE1_DMA_STATE, ERROR);

    val = FIELD_DP32(val, NV_PFIFO_CACHE1_DMA_PUSH, BUSY,
                     nv_pusher_can_run(gpu));
    val = FIELD_DP32(val, NV_PFIFO_CACHE1_DMA_PUSH, EMPTY,
                     !nv_pusher_has_work(gpu));
    return error ? val | nv_cache1_chip(gpu)->push_error : val;
}

/* A stopped puller reads as an error until the driver restarts it. */
uint32_t nv_pfifo_debug_0_read(NVGPU *gpu, uint32_t addr)
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

/* Pusher state for which NV04 has no registers */
static uint32_t nv_pfifo_absent_read(NVGPU *gpu, uint32_t addr)
{
    return 0;
}

/* Pointers wrap at twice CACHE1's size. */
#define NV_CACHE1_PTR_BITS 0x3fc
#define NV40_CACHE1_PTR_BITS 0x7fc

static const NVRegInfo nv04_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_DELAY, .rw = 0x3ff),
    NV_ROW(NV_PFIFO_DMA_TIMESLICE, .rw = 0x0101ffff),
    NV_ROW(NV_PFIFO_PIO_TIMESLICE, .rw = 0x0101ffff),
    NV_ROW(NV_PFIFO_TIMESLICE, .rw = 0x3ffff),
    NV_ROW(NV_PFIFO_NEXT_CHANNEL, .rw = 0x111f),
    NV_ROW(NV_PFIFO_DEBUG_0, .read = nv_pfifo_debug_0_read),
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
           .write = nv_cache0_pull0_write, .own = NV_CACHE0_PULL0_OWN),
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
    NV_ROW(NV_PFIFO_CACHE1_STATUS, .read = nv_cache1_status_read,
           .own = R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK),
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
           .write = nv_pfifo_pull0_write, .own = NV_CACHE1_PULL0_OWN),
    NV_ROW(NV_PFIFO_CACHE1_PULL1, .rw = 0xf, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_HASH, .rw = 0x1ffff,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_GET, .rw = NV_CACHE1_PTR_BITS,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_ENGINE, .rw = UINT32_MAX,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, .read = nv_pfifo_absent_read,
           .own = 0x7ff),
    NV_ROW(NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW, .read = nv_pfifo_absent_read,
           .own = NV_DMA_ADDRESS_BITS),
    NV_ROW(NV_PFIFO_CACHE1_DMA_RSVD_SHADOW, .read = nv_pfifo_absent_read,
           .own = UINT32_MAX),
    NV_ROW(NV_PFIFO_CACHE1_DMA_DATA_SHADOW, .read = nv_pfifo_absent_read,
           .own = UINT32_MAX),
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
