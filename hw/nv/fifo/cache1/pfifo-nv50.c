/*
 * NVIDIA GPU: PFIFO: the registers of NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/queue.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel-nv50.h"
#include "channel.h"
#include "pfifo-regs.h"
#include "ramfc.h"
#include "state.h"

/* --- Channels --------------------------------------------------------- */

static uint32_t nv50_fifo_chan_table_read(NVGPU *gpu, uint32_t addr)
{
    unsigned chid = (addr - A_NV50_PFIFO_CHAN_TABLE) / 4;

    return FIELD_DP32(gpu->regs[addr / 4], NV50_PFIFO_CHAN_TABLE, PENDING,
                      nv50_channel_waits(gpu, chid));
}

static void nv50_fifo_chan_table_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;
    unsigned chid = (addr - A_NV50_PFIFO_CHAN_TABLE) / 4;

    if (FIELD_EX32(val, NV50_PFIFO_CHAN_TABLE, ENABLE)) {
        nv_count(gpu, CHANNELS, 1);
        if (chip->ramfc(gpu, chid) == NV_RAMFC_NOWHERE) {
            nv_refused_access(gpu, "PFIFO", chid, val,
                              "the channel has no RAMFC, and never runs");
        }
    }
    chip->update(gpu, chid);
    nv_fifo_kick(gpu);
}

/*
 * A driver that uses only one channel needs no run list: it fills CACHE1's
 * registers itself, and then sets their channel (xf86-video-nv, G80InitHW()).
 */
static void nv50_fifo_push1_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (val & nv_cache1_chip(gpu)->push1_mode) {
        nv50_channel_take_over(gpu);
    }
    nv_fifo_kick(gpu);
}

/* Writing the length submits the list: the address is written first. */
static void nv50_fifo_playlist_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv50_runlist_set(gpu, NV_R(gpu, NV50_PFIFO_CACHE1_PLAYLIST),
                     NV_R(gpu, NV50_PFIFO_CACHE1_PLAYLIST_LEN));
    nv_fifo_kick(gpu);
}

/*
 * PFIFO drops the channel at once, the engines when their current work is done;
 * until then the driver reads 0xffffffff.
 */
static void nv50_fifo_kick_channel_write(NVGPU *gpu, uint32_t addr,
                                         uint32_t val)
{
    if (nv50_channel_evict(gpu, val)) {
        nv_fifo_kick(gpu);
    }
    if (val == UINT32_MAX) {
        NV_R(gpu, NV50_PFIFO_CACHE1_KICK_CHANNEL) = 0;
    }
}

static uint32_t nv50_fifo_kick_channel_inspect(NVGPU *gpu, uint32_t addr)
{
    return nv50_channel_evicting(gpu) || NV_FAULTY(gpu, KICK)
        ? UINT32_MAX : NV_R(gpu, NV50_PFIFO_CACHE1_KICK_CHANNEL);
}

static uint32_t nv50_fifo_kick_channel_read(NVGPU *gpu, uint32_t addr)
{
    nv_fifo_poll(gpu);
    return nv50_fifo_kick_channel_inspect(gpu, addr);
}

/* --- State ------------------------------------------------------------ */

/* Bit 0 is engine 1's. */
static uint32_t nv50_fifo_engine_idle_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t idle = 0;

    for (unsigned id = 1; id < NV_ENGINE__MAX; id++) {
        if (extract32(nv_cache1_chip(gpu)->engines, id, 1)) {
            idle = deposit32(idle, id - 1, 1,
                             !nv_fifo_engine(gpu, id)->busy(gpu) &&
                             !(id == NV_ENGINE_GRAPH && NV_FAULTY(gpu, BUSY)));
        }
    }
    return idle;
}

static uint32_t nv50_fifo_channel_read(NVGPU *gpu, uint32_t addr)
{
    return nv_fifo_channel(gpu);
}

/* --- Tables ----------------------------------------------------------- */

/* CACHE1's pointers wrap at twice its size. */
#define NV50_CACHE1_PTR_BITS 0xffc

/*
 * Common to NV50 itself and its successors; there is neither CACHE0 nor
 * RAMRO.
 */
static const NVRegInfo nv50_pfifo_rows[] = {
    NV_ROW(NV_PFIFO_DELAY, .rw = 0xf00003ff),
    NV_ROW(NV_PFIFO_DMA_TIMESLICE, .rw = 0xf101ffff),
    NV_ROW(NV50_PFIFO_C11_MIN_SLICE, .reset = 0x90100, .rw = 0xfffff),
    NV_ROW(NV_PFIFO_TIMESLICE, .rw = 0x3ffff),
    NV_ROW(NV50_PFIFO_DELAY_1, .reset = 0x2, .rw = 0xf00003ff),
    NV_ROW(NV_PFIFO_SLI, .rw = 0x30000fff),
    NV_ROW(NV_PFIFO_DEBUG_0, .read = nv_pfifo_debug_0_read),
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
    NV_ROW(NV50_PFIFO_CUR_CTX_MAP, .own = UINT32_MAX),
    NV_ROW(NV50_PFIFO_OLD_CTX_MAP, .own = UINT32_MAX),
    NV_STORAGE(NV50_PFIFO_CHSW_DEBUG_2),
    NV_ROW(NV50_PFIFO_ENGINE_IDLE, .read = nv50_fifo_engine_idle_read),
    NV_ROW(NV50_PFIFO_CHAN_TABLE, .count = NVC0_FIFO_CHANNELS,
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
    NV_ROW(NV_PFIFO_CACHE1_STATUS, .read = nv_cache1_status_read,
           .own = R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK),
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
           .write = nv_pfifo_pull0_write,
           .own = NV_CACHE1_PULL0_OWN |
                  R_NV50_PFIFO_CACHE1_PULL0_INVALID_ENGINE_MASK),
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
           .inspect = nv50_fifo_kick_channel_inspect, .acts_on_read = true,
           .write = nv50_fifo_kick_channel_write),
    NV_ROW(NV50_PFIFO_CACHE1_UNK104, .reset = 0x3),
    NV_ROW(NV50_PFIFO_CACHE1_UNK108),
    /* The CPU's writes are never pending: a flush is done at once. */
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

const NVRegBlock nv50_pfifo_regs = NV_PFIFO_BLOCK(nv50_pfifo_rows);
const NVRegBlock nv84_pfifo_regs = NV_PFIFO_BLOCK(nv84_pfifo_rows,
    .parent = &nv50_pfifo_regs);
