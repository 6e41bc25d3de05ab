/*
 * NVIDIA GPU: PFIFO's channels, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_CHANNEL_H
#define HW_NV_FIFO_PBDMA_CHANNEL_H

#include "hw/nv/fifo-regs-nvc0.h"
#include "state.h"

/** nvc0_channel_serves: PBDMA @id may give methods to an engine */
static inline bool nvc0_channel_serves(NVGPU *gpu, unsigned id,
                                       unsigned engine)
{
    return !(nv_pbdmas(gpu)->refused[id] >> engine & 1);
}

/** nvc0_channel_move: let the channel go on in a PBDMA that serves @engine */
void nvc0_channel_move(NVGPU *gpu, unsigned chid, unsigned engine);

/** nvc0_channel_block: address of a channel's instance block; 0 if none */
uint32_t nvc0_channel_block(NVGPU *gpu, unsigned chid);

/** nvc0_channel_of_block: the channel with that block, or -1 */
int nvc0_channel_of_block(NVGPU *gpu, uint32_t block);

/** nvc0_channel_pbdma: the PBDMA that has a channel, or -1 */
int nvc0_channel_pbdma(NVGPU *gpu, unsigned chid);

/** nvc0_channel_userd: where a channel's word at @offset of USERD is */
bool nvc0_channel_userd(NVGPU *gpu, const uint32_t *ramfc, uint32_t offset,
                        NVSpan *span);

/**
 * nvc0_channel_user_word: a word of USERD, as the guest has written it
 * @gpu: the device
 * @ramfc: the channel's state
 * @offset: in USERD
 * @otherwise: returned if there is no such memory
 */
uint32_t nvc0_channel_user_word(NVGPU *gpu, const uint32_t *ramfc,
                                uint32_t offset, uint32_t otherwise);

/** nvc0_channel_gp_put: GP_PUT, which is in USERD */
uint32_t nvc0_channel_gp_put(NVGPU *gpu, const uint32_t *ramfc);

/** nvc0_channel_ramfc: the saved NV_PBDMA_RAMFC_WORDS words, and GP_PUT */
void nvc0_channel_ramfc(NVGPU *gpu, unsigned chid, uint32_t *ramfc);

/** nvc0_channel_update: whether channel @chid has work may have changed */
void nvc0_channel_update(NVGPU *gpu, unsigned chid);

/** nvc0_channel_waits: it has work, and waits for its turn on a run list */
bool nvc0_channel_waits(NVGPU *gpu, unsigned chid);

/** nvc0_channel_next: the next channel that waits for PBDMA @id, or -1 */
int nvc0_channel_next(NVGPU *gpu, unsigned id);

/** nvc0_channel_next_of_group: the same of the group whose turn it is there */
int nvc0_channel_next_of_group(NVGPU *gpu, unsigned id);

/** nvc0_channel_turns: how many channels take turns on PBDMA @id, at most */
unsigned nvc0_channel_turns(NVGPU *gpu, unsigned id);

/**
 * nvc0_channel_find_engines: find the engines of a PBDMA's subchannels, if they
 *                            follow from the run list of its channel
 */
void nvc0_channel_find_engines(NVGPU *gpu, unsigned id);

/** nvc0_channel_load, nvc0_channel_unload: between a PBDMA and RAMFC */
void nvc0_channel_load(NVGPU *gpu, unsigned id, unsigned chid);
void nvc0_channel_unload(NVGPU *gpu, unsigned id);

/** nvc0_channel_recheck: whether a channel may run may have changed */
void nvc0_channel_recheck(NVGPU *gpu, unsigned chid);

/** nvc0_channel_recheck_all: the same for all channels */
void nvc0_channel_recheck_all(NVGPU *gpu);

/** nvc0_channel_may_load: the driver allows a PBDMA to load the channel */
bool nvc0_channel_may_load(NVGPU *gpu, unsigned chid);

/** nvc0_channel_enabled: it is turned on, whether on the run list or not */
bool nvc0_channel_enabled(NVGPU *gpu, unsigned chid);

/** nvc0_channel_entry, nvc0_channel_state: its words in the table of channels */
static inline uint32_t *nvc0_channel_entry(NVGPU *gpu, unsigned chid)
{
    return &gpu->regs[nv_pbdma_chip(gpu)->channels / 4 + chid * 2];
}

static inline uint32_t *nvc0_channel_state(NVGPU *gpu, unsigned chid)
{
    return nvc0_channel_entry(gpu, chid) + 1;
}

/** nvc0_channel_disable: turn it off, and take it from its PBDMA */
void nvc0_channel_disable(NVGPU *gpu, unsigned chid);

/** nvc0_channel_set: set a channel's entry in the table to @entry */
void nvc0_channel_set(NVGPU *gpu, unsigned chid, uint32_t entry);

#endif /* HW_NV_FIFO_PBDMA_CHANNEL_H */
