/*
 * NVIDIA GPU: giving CACHE1 to channels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_SWITCHER_H
#define HW_NV_FIFO_CACHE1_SWITCHER_H

#include "state.h"

/**
 * nv_switcher_run: give CACHE1 to another channel, if one waits and may have it
 * @gpu: the device
 *
 * Returns true if it has switched.
 */
bool nv_switcher_run(NVGPU *gpu);

/**
 * nv_switcher_may_leave: whether the channel in CACHE1 may leave
 * @gpu: the device
 *
 * Before NV50 CACHE1 has to be empty for a channel to leave; later, no error
 * may have stopped its puller.
 */
bool nv_switcher_may_leave(NVGPU *gpu);

/**
 * nv_switcher_access: a method was written for channel @chid
 * @gpu: the device
 * @chid: a channel that doesn't own CACHE1
 *
 * Gives CACHE1 to it.  Returns false if that isn't possible now.
 */
bool nv_switcher_access(NVGPU *gpu, unsigned chid);

/**
 * nv_switcher_submit: channel @chid was given work through USER
 *
 * If it isn't in CACHE1, it now waits for that; nv_fifo_kick() runs it.
 */
void nv_switcher_submit(NVGPU *gpu, unsigned chid);

/** nv_switcher_mode: likewise, CHANNEL_MODE was written, with @changed bits */
void nv_switcher_mode(NVGPU *gpu, uint32_t changed);

/**
 * nv_switcher_share: words that the channel in CACHE1 may push now
 * @gpu: the device
 *
 * The rest of its timeslice if another channel waits, otherwise INT64_MAX.
 */
int64_t nv_switcher_share(NVGPU *gpu);

/** nv_switcher_spend: the channel in CACHE1 has used @words of its timeslice */
void nv_switcher_spend(NVGPU *gpu, uint64_t words);

#endif /* HW_NV_FIFO_CACHE1_SWITCHER_H */
