/*
 * NVIDIA GPU: PFIFO's channels, and which of them owns CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_CHANNEL_H
#define HW_NV_FIFO_CACHE1_CHANNEL_H

#include "state.h"

/**
 * struct NVChannelChip - how a generation gives CACHE1 to channels
 *
 * @dma_mode: channel @chid is in DMA mode, else in PIO mode
 * @loaded: CACHE1 has a channel; NULL: always
 * @frozen: PFIFO is frozen; NULL: never
 * @next: the next channel that waits for CACHE1, after CACHE1's own, round
 *        robin; -1: none
 * @update: whether channel @chid, which isn't in CACHE1, has work may have
 *          changed
 * @update_all: the puller was turned on; NULL: that gives no channel work
 * @may_load: channel @chid can be given CACHE1
 * @leaves_empty: a channel has to leave CACHE1 empty; otherwise what is in it
 *                is saved with the channel
 * @may_leave: nothing else prevents it from leaving; NULL: nothing ever does
 * @ramfc: address in instance memory of channel @chid's saved state, or
 *         NV_RAMFC_NOWHERE
 * @block: that of its instance block, NV50+; 0 if there is none
 * @cache: that of the room for CACHE1's methods, NV50+; 0 if there is none
 * @save, @load: between CACHE1 and channel @chid's saved state
 * @exchange: does the whole switch, before NV04; NULL: @save and @load do
 */
struct NVChannelChip {
    bool (*dma_mode)(NVGPU *gpu, unsigned chid);
    bool (*loaded)(NVGPU *gpu);
    bool (*frozen)(NVGPU *gpu);
    int (*next)(NVGPU *gpu);
    void (*update)(NVGPU *gpu, unsigned chid);
    void (*update_all)(NVGPU *gpu);
    bool (*may_load)(NVGPU *gpu, unsigned chid);
    bool leaves_empty;
    bool (*may_leave)(NVGPU *gpu);
    uint32_t (*ramfc)(NVGPU *gpu, unsigned chid);
    uint32_t (*block)(NVGPU *gpu, unsigned chid);
    uint32_t (*cache)(NVGPU *gpu, unsigned chid);
    void (*save)(NVGPU *gpu, unsigned chid);
    void (*load)(NVGPU *gpu, unsigned chid);
    void (*exchange)(NVGPU *gpu, unsigned chid);
};

/** nv_fifo_channel: the channel that owns CACHE1 */
static inline unsigned nv_fifo_channel(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PUSH1), NV_PFIFO_CACHE1_PUSH1,
                      CHID);
}

/** nv_fifo_owns: channel @chid owns CACHE1; otherwise RAMFC has its state */
static inline bool nv_fifo_owns(NVGPU *gpu, unsigned chid)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;

    return chid == nv_fifo_channel(gpu) &&
           (!chip->loaded || chip->loaded(gpu));
}

/** nv_fifo_dma_mode: channel @chid is in DMA mode */
static inline bool nv_fifo_dma_mode(NVGPU *gpu, unsigned chid)
{
    return nv_cache1_chip(gpu)->channel->dma_mode(gpu, chid);
}

/** nv_fifo_block: nv_channel_block(), for PFIFO itself */
static inline uint32_t nv_fifo_block(NVGPU *gpu, unsigned chid)
{
    return nv_cache1_chip(gpu)->channel->block(gpu, chid);
}

/** nv_fifo_frozen: the driver, or a debugger, has frozen PFIFO */
static inline bool nv_fifo_frozen(NVGPU *gpu)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;

    return unlikely(gpu->probes.stopped) ||
           (chip->frozen && chip->frozen(gpu));
}

extern const NVChannelChip nv01_channel;
extern const NVChannelChip nv04_channel;
extern const NVChannelChip nv50_channel;
extern const NVChannelChip nv84_channel;

#endif /* HW_NV_FIFO_CACHE1_CHANNEL_H */
