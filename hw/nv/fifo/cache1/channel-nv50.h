/*
 * NVIDIA GPU: PFIFO's channels, NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_CHANNEL_NV50_H
#define HW_NV_FIFO_CACHE1_CHANNEL_NV50_H

#include "state.h"

/** nv50_channel_of_block: nv_channel_of_block(), NV50 to NVAF */
int nv50_channel_of_block(NVGPU *gpu, uint32_t block);

/** nv50_channel_waits: channel @chid may run, has work, but not CACHE1 */
bool nv50_channel_waits(NVGPU *gpu, unsigned chid);

/**
 * nv50_channel_take_over: make the channel named in PUSH1 the owner of CACHE1
 * @gpu: the device
 *
 * Returns false if the table of channels doesn't have such a channel.
 */
bool nv50_channel_take_over(NVGPU *gpu);

/**
 * nv50_runlist_set: these channels take turns from now on
 * @gpu: the device
 * @playlist: the list's address, in PLAYLIST's format
 * @count: channels in it
 *
 * The one in CACHE1 is unloaded if it isn't among them.
 */
void nv50_runlist_set(NVGPU *gpu, uint32_t playlist, unsigned count);

/** nv50_runlist_clear: drop the run list */
void nv50_runlist_clear(NVGPU *gpu);

/**
 * nv50_channel_evict: remove a channel from CACHE1 and the engines
 * @gpu: the device
 * @block: its instance block, in KICK_CHANNEL's format
 *
 * Returns true if it was in CACHE1.  nv50_channel_evicting() says whether
 * engines still have to finish some of its work.
 */
bool nv50_channel_evict(NVGPU *gpu, uint32_t block);
bool nv50_channel_evicting(NVGPU *gpu);

/** nv50_channel_disable: turn a channel off */
void nv50_channel_disable(NVGPU *gpu, unsigned chid);

#endif /* HW_NV_FIFO_CACHE1_CHANNEL_NV50_H */
