/*
 * NVIDIA GPU: PFIFO: the registers of NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"

/* --- Channels --------------------------------------------------------- */

uint32_t nv50_fifo_chan_table_read(NVGPU *gpu, uint32_t addr)
{
    unsigned chid = (addr - A_NV50_PFIFO_CHAN_TABLE) / 4;

    return FIELD_DP32(gpu->regs[addr / 4], NV50_PFIFO_CHAN_TABLE, PENDING,
                      nv50_channel_waits(gpu, chid));
}

void nv50_fifo_chan_table_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = (addr - A_NV50_PFIFO_CHAN_TABLE) / 4;

    if (FIELD_EX32(val, NV50_PFIFO_CHAN_TABLE, ENABLE)) {
        nv_count(gpu, CHANNELS, 1);
    }
    gpu->chip->fifo->channel->update(gpu, chid);
    nv_fifo_kick(gpu);
}

/*
 * A driver that uses one channel only needs no run list: it fills CACHE1's
 * registers itself, and then says whose they are (xf86-video-nv, G80InitHW()).
 */
void nv50_fifo_push1_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (val & gpu->chip->fifo->push1_mode) {
        nv50_channel_take_over(gpu);
    }
    nv_fifo_kick(gpu);
}

/* The length makes the list count: the address is written first. */
void nv50_fifo_playlist_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv50_runlist_set(gpu, NV_R(gpu, NV50_PFIFO_CACHE1_PLAYLIST),
                     NV_R(gpu, NV50_PFIFO_CACHE1_PLAYLIST_LEN));
    nv_fifo_kick(gpu);
}

/*
 * PFIFO does it at once, the engines when what they have under way has ended:
 * the driver reads 0xffffffff as long.
 */
void nv50_fifo_kick_channel_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (nv50_channel_evict(gpu, val)) {
        nv_fifo_kick(gpu);
    }
    if (val == UINT32_MAX) {
        NV_R(gpu, NV50_PFIFO_CACHE1_KICK_CHANNEL) = 0;
    }
}

uint32_t nv50_fifo_kick_channel_read(NVGPU *gpu, uint32_t addr)
{
    nv_fifo_poll(gpu);
    return nv50_channel_evicting(gpu)
        ? UINT32_MAX : NV_R(gpu, NV50_PFIFO_CACHE1_KICK_CHANNEL);
}

/* --- State ------------------------------------------------------------ */

uint32_t nv50_fifo_freeze_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(NV_R(gpu, NV50_PFIFO_FREEZE), NV50_PFIFO_FREEZE, FROZEN,
                      nv_fifo_frozen(gpu));
}

/* Bit 0 is engine 1's. */
uint32_t nv50_fifo_engine_idle_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t idle = 0;

    for (unsigned id = 1; id < NV_ENGINE__MAX; id++) {
        if (extract32(gpu->chip->fifo->engines, id, 1)) {
            idle = deposit32(idle, id - 1, 1,
                             !nv_fifo_engine(gpu, id)->busy(gpu));
        }
    }
    return idle;
}

uint32_t nv50_fifo_channel_read(NVGPU *gpu, uint32_t addr)
{
    return nv_fifo_channel(gpu);
}
