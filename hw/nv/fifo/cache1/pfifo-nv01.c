/*
 * NVIDIA GPU: PFIFO before NV04: registers, tables in instance memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/scheduler.h"
#include "cache0.h"
#include "cache1.h"
#include "dma-nv03.h"
#include "ops.h"
#include "pfifo-nv01.h"
#include "pfifo-regs.h"
#include "puller-nv01.h"
#include "runout.h"
#include "state.h"

/*
 * Bits are what the hardware tests' scan finds (hwtest/pfifo.cc); for NV03
 * they were taken on an NV03T.
 */

/* The cached entry belongs to another table. */
static void nv03_pfifo_dma_pt_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv03_dma_forget(gpu);
    nv_fifo_kick(gpu);
}

/* DMA goes on when the page that it lacked is there, and DMA_PTE is cleared. */
static void nv03_pfifo_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pfifo_intr_write(gpu, addr, val);
    nv_fifo_kick(gpu);
}

/* What NV01 and NV03 have at the same place, with the same bits */
static const NVRegInfo nv01_pfifo_common_rows[] = {
    NV_ROW(NV_PFIFO_DELAY, .rw = 0xff),
    NV_ROW(NV_PFIFO_DEBUG_0, .read = nv_pfifo_debug_0_read),
    NV_ROW(NV_PFIFO_RUNOUT_STATUS, .read = nv_runout_status_read),
    NV_ROW(NV_PFIFO_RUNOUT_GET, .rw = 0x3ff8,
           .write = nv_runout_pointer_write),
    NV_ROW(NV_PFIFO_CACHES, .rw = 0x1),
    NV_ROW(NV01_PFIFO_DEVICE, .own = R_NV01_PFIFO_DEVICE_CHID_MASK),

    NV_ROW(NV_PFIFO_CACHE0_PUSH0, .rw = 0x1),
    NV_MOVED(NV_PFIFO_CACHE0_PULL0, A_NV01_PFIFO_CACHE0_PULL_CTRL, .rw = 0x1,
             .write = nv_cache0_pull0_write, .own = NV_CACHE0_PULL0_OWN),
    NV_ROW(NV_PFIFO_CACHE0_GET, .rw = 0x4, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE0_ADDR, .rw = 0xfffc),
    NV_ROW(NV_PFIFO_CACHE0_DATA, .rw = UINT32_MAX),

    NV_ROW(NV_PFIFO_CACHE1_PUSH0, .rw = 0x1, .write = nv_pfifo_kick_write),
    NV_MOVED(NV_PFIFO_CACHE1_PULL0, A_NV01_PFIFO_CACHE1_PULL_CTRL, .rw = 0x1,
             .write = nv_pfifo_pull0_write, .own = NV_CACHE1_PULL0_OWN),
    NV_ROW(NV_PFIFO_CACHE1_GET, .rw = 0x7c, .write = nv_pfifo_kick_write),
    NV_ROW(NV01_PFIFO_CACHE1_ADDR, .count = 32, .stride = 8,
           .read = nv_cache1_window_read, .write = nv_cache1_window_write),
    NV_ROW(NV01_PFIFO_CACHE1_DATA, .count = 32, .stride = 8,
           .read = nv_cache1_window_read, .write = nv_cache1_window_write),
};

static const NVRegBlock nv01_pfifo_common = NV_PFIFO_BLOCK(
    nv01_pfifo_common_rows);

/* Elsewhere than on later cards, most of them */
static const NVRegInfo nv01_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_INTR, .w1c = 0x111, .write = nv_pfifo_intr_write),
    NV_ROW(NV_PFIFO_INTR_EN, .rw = 0x111, .write = nv_pfifo_intr_write),
    NV_ROW(NV01_PFIFO_CONFIG, .rw = 0x3),
    NV_ROW(NV_PFIFO_RUNOUT_PUT, .rw = 0x3ff8,
           .write = nv_runout_pointer_write),

    NV_MOVED(NV_PFIFO_CACHE0_PUSH1, A_NV01_PFIFO_CACHE0_CHID, .rw = 0x7f),
    NV_MOVED(NV_PFIFO_CACHE0_STATUS, A_NV01_PFIFO_CACHE0_STATUS,
             .read = nv_cache0_status_read),
    NV_MOVED(NV_PFIFO_CACHE0_PUT, A_NV01_PFIFO_CACHE0_PUT, .rw = 0x4,
             .write = nv_pfifo_kick_write),
    NV_MOVED(NV_PFIFO_CACHE0_PULL_STATE, A_NV01_PFIFO_CACHE0_PULL_STATE,
             .rw = 0x100),
    NV_ROW(NV01_PFIFO_CACHE0_CTX, .rw = 0x007fffff),

    NV_MOVED(NV_PFIFO_CACHE1_PUSH1, A_NV01_PFIFO_CACHE1_CHID, .rw = 0x7f),
    NV_MOVED(NV_PFIFO_CACHE1_STATUS, A_NV01_PFIFO_CACHE1_STATUS,
             .read = nv_cache1_status_read,
             .own = R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK),
    NV_MOVED(NV_PFIFO_CACHE1_PUT, A_NV01_PFIFO_CACHE1_PUT, .rw = 0x7c,
             .write = nv_pfifo_kick_write),
    NV_MOVED(NV_PFIFO_CACHE1_PULL_STATE, A_NV01_PFIFO_CACHE1_PULL_STATE,
             .rw = 0x117),
    NV_ROW(NV01_PFIFO_CACHE1_CTX, .count = 8, .stride = 0x10,
           .rw = 0x017fffff),
};

/* The bits that PULL_STATE shows; the others exist, but read as 0. */
static uint32_t nv03_pull_state_read(NVGPU *gpu, uint32_t addr)
{
    return NV_R(gpu, NV_PFIFO_CACHE1_PULL_STATE) &
           R_NV_PFIFO_CACHE1_PULL_STATE_CTX_MASK;
}

/* NV04's registers, where they are the same */
static const NVRegInfo nv03_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_INTR, .w1c = 0x11111, .write = nv03_pfifo_intr_write),
    NV_ROW(NV_PFIFO_INTR_EN, .rw = 0x11111, .write = nv_pfifo_intr_write),
    NV_ROW(NV01_PFIFO_CONFIG, .rw = 0xfc0300),
    NV_ROW(NV03_PFIFO_RAMHT, .rw = 0x3f000),
    NV_ROW(NV03_PFIFO_RAMFC, .reset = 0x1c00, .rw = 0xfe00),
    NV_ROW(NV03_PFIFO_RAMRO, .reset = 0x1e00, .rw = 0x1fe00),
    NV_ROW(NV_PFIFO_RUNOUT_PUT, .rw = 0x1ff8,
           .write = nv_runout_pointer_write),

    NV_ROW(NV_PFIFO_CACHE0_PUSH1, .rw = 0x7f),
    NV_ROW(NV_PFIFO_CACHE0_PUT, .rw = 0x4, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE0_STATUS, .read = nv_cache0_status_read),
    NV_ROW(NV01_PFIFO_CACHE0_CTX, .rw = 0x00ffffff),

    NV_ROW(NV_PFIFO_CACHE1_PUSH1, .rw = 0x17f),
    NV_ROW(NV_PFIFO_CACHE1_PUT, .rw = 0x7c, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_STATUS, .read = nv_cache1_status_read,
           .own = R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK),
    NV_MOVED(NV_PFIFO_CACHE1_DMA_STATE, A_NV03_PFIFO_CACHE1_DMA_STATE,
             .rw = 0x5ffcfffc, .write = nv_pfifo_kick_write),
    NV_ROW(NV03_PFIFO_CACHE1_DMA_CTRL, .rw = 0x1,
           .read = nv03_dma_ctrl_read, .write = nv_pfifo_kick_write),
    NV_ROW(NV03_PFIFO_CACHE1_DMA_COUNT, .rw = 0xfffffc,
           .write = nv_pfifo_kick_write),
    NV_MOVED(NV_PFIFO_CACHE1_DMA_GET, A_NV03_PFIFO_CACHE1_DMA_GET,
             .rw = 0xfffffc),
    NV_ROW(NV03_PFIFO_CACHE1_DMA_TARGET, .rw = 0x3,
           .write = nv_pfifo_kick_write),
    NV_ROW(NV03_PFIFO_CACHE1_DMA_TLB_TAG, .rw = 0xfffff000, .own = UINT32_MAX),
    NV_ROW(NV03_PFIFO_CACHE1_DMA_TLB_PTE, .rw = 0xfffff001),
    NV_ROW(NV03_PFIFO_CACHE1_DMA_PT_INST, .rw = 0xffffc,
           .write = nv03_pfifo_dma_pt_write),
    NV_MOVED(NV_PFIFO_CACHE1_PULL_STATE, A_NV01_PFIFO_CACHE1_PULL_STATE,
             .rw = R_NV_PFIFO_CACHE1_PULL_STATE_CTX_MASK,
             .read = nv03_pull_state_read,
             .own = R_NV_PFIFO_CACHE1_PULL_STATE_SUBCHANNEL_MASK |
                    R_NV_PFIFO_CACHE1_PULL_STATE_OBJECT_MASK),
    NV_ROW(NV01_PFIFO_CACHE1_CTX, .count = 8, .stride = 0x10,
           .rw = 0x00ffffff),
};

/* 64 slots, at another place; the pointers have an unused bit */
static const NVRegInfo nv03t_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_CACHE1_PUT, .rw = 0x1fc, .write = nv_pfifo_kick_write),
    NV_ROW(NV_PFIFO_CACHE1_GET, .rw = 0x1fc, .write = nv_pfifo_kick_write),
    NV_ABSENT(NV01_PFIFO_CACHE1_ADDR, .count = 32, .stride = 8),
    NV_ABSENT(NV01_PFIFO_CACHE1_DATA, .count = 32, .stride = 8),
    NV_ROW(NV03T_PFIFO_CACHE1_ADDR, .count = 64, .stride = 8,
           .read = nv_cache1_window_read, .write = nv_cache1_window_write),
    NV_ROW(NV03T_PFIFO_CACHE1_DATA, .count = 64, .stride = 8,
           .read = nv_cache1_window_read, .write = nv_cache1_window_write),
};

const NVRegBlock nv01_pfifo_regs = NV_PFIFO_BLOCK(nv01_pfifo_rows,
    .parent = &nv01_pfifo_common, .closed = true);
const NVRegBlock nv03_pfifo_regs = NV_PFIFO_BLOCK(nv03_pfifo_rows,
    .parent = &nv01_pfifo_common, .closed = true);
const NVRegBlock nv03t_pfifo_regs = NV_PFIFO_BLOCK(nv03t_pfifo_rows,
    .parent = &nv03_pfifo_regs, .closed = true);

/* --- Tables in instance memory ---------------------------------------- */

/*
 * NV01 has no registers for them but PRAM's size: RAMHT has 4 to 32 KiB, RAMRO
 * and RAMFC half of that each.
 */
static NVInstArea nv01_area(NVGPU *gpu, unsigned halves, unsigned skip)
{
    uint32_t half = 2 * KiB << FIELD_EX32(NV_R(gpu, NV01_PRAM_SIZE),
                                          NV01_PRAM_SIZE, SIZE);

    return (NVInstArea) { .base = skip * half, .size = halves * half };
}

NVInstArea nv01_ramht(NVGPU *gpu)
{
    return nv01_area(gpu, 2, 0);
}

NVInstArea nv01_ramro(NVGPU *gpu)
{
    return nv01_area(gpu, 1, 2);
}

NVInstArea nv01_ramfc(NVGPU *gpu)
{
    return nv01_area(gpu, 1, 3);
}

NVInstArea nv03_ramht(NVGPU *gpu)
{
    uint32_t reg = NV_R(gpu, NV03_PFIFO_RAMHT);

    return (NVInstArea) {
        .base = reg & R_NV03_PFIFO_RAMHT_ADDRESS_MASK,
        .size = 4 * KiB << FIELD_EX32(reg, NV03_PFIFO_RAMHT, SIZE),
    };
}

NVInstArea nv03_ramro(NVGPU *gpu)
{
    uint32_t reg = NV_R(gpu, NV03_PFIFO_RAMRO);

    return (NVInstArea) {
        .base = reg & R_NV03_PFIFO_RAMRO_ADDRESS_MASK,
        .size = FIELD_EX32(reg, NV03_PFIFO_RAMRO, SIZE) ? 8 * KiB : 512,
    };
}

NVInstArea nv03_ramfc(NVGPU *gpu)
{
    return (NVInstArea) {
        .base = NV_R(gpu, NV03_PFIFO_RAMFC) & R_NV03_PFIFO_RAMFC_ADDRESS_MASK,
        .size = 4 * KiB,
    };
}

/* --- PMC.ENABLE ------------------------------------------------------- */

static void nv01_pfifo_clear(NVGPU *gpu, const uint32_t *addr, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        nv_regs_write(&nv_cache1(gpu)->regs, addr[i], 0);
    }
}

/* What turning PFIFO off clears; all else stays (nv1-pfifo.rst). */
static void nv01_pfifo_disable(NVGPU *gpu)
{
    static const uint32_t cleared[] = {
        A_NV_PFIFO_DELAY, A_NV_PFIFO_INTR_EN, A_NV_PFIFO_CACHES,
        A_NV_PFIFO_CACHE0_PUSH0, A_NV01_PFIFO_CACHE0_PULL_CTRL,
        A_NV_PFIFO_CACHE1_PUSH0, A_NV01_PFIFO_CACHE1_PULL_CTRL,
    };

    nv01_pfifo_clear(gpu, cleared, ARRAY_SIZE(cleared));
}

static void nv03_pfifo_disable(NVGPU *gpu)
{
    static const uint32_t cleared[] = {
        A_NV03_PFIFO_RAMHT, A_NV03_PFIFO_CACHE1_DMA_CTRL,
        A_NV01_PFIFO_CACHE1_PULL_STATE,
    };

    nv01_pfifo_disable(gpu);
    nv01_pfifo_clear(gpu, cleared, ARRAY_SIZE(cleared));
    NV_R(gpu, NV03_PFIFO_RAMFC) = 0x1c00;
    NV_R(gpu, NV03_PFIFO_RAMRO) = 0x1e00;
}

const NVCache1Ops nv01_cache1_ops = {
    .run = nv_ctx_run,
    .inject = nv01_cache0_inject,
    .disable = nv01_pfifo_disable,
};

const NVCache1Ops nv03_cache1_ops = {
    .run = nv_ctx_run,
    .inject = nv01_cache0_inject,
    .push = nv03_dma_run,
    .disable = nv03_pfifo_disable,
};
