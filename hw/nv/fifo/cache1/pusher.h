/*
 * NVIDIA GPU: the DMA pusher, which turns a pushbuffer into methods
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_PUSHER_H
#define HW_NV_FIFO_CACHE1_PUSHER_H

#include "state.h"

/** nv_pusher_error_name: a value of DMA_STATE.ERROR */
const char *nv_pusher_error_name(NVPusherError error);

/** nv_pusher_has_work: whether CACHE1's channel has anything to fetch */
bool nv_pusher_has_work(NVGPU *gpu);

/** nv_pusher_can_run: the pusher may fetch for the channel in CACHE1 */
bool nv_pusher_can_run(NVGPU *gpu);

/**
 * nv_pusher_run: fetch and decode until PUT, an error, a full cache or budget
 * @gpu: the device
 * @budget: words that may be processed; what was used is subtracted
 *
 * Returns false if it has jumped and submitted no method: the pushbuffer may
 * be an endless loop.
 */
bool nv_pusher_run(NVGPU *gpu, int64_t *budget);

#endif /* HW_NV_FIFO_CACHE1_PUSHER_H */
