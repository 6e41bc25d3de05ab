/*
 * NVIDIA GPU: PFIFO's work, cards with CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_SCHEDULER_H
#define HW_NV_FIFO_CACHE1_SCHEDULER_H

#include "hw/nv/fifo/ops.h"

/** nv_cache1_slice and so on: see NVFifoOps */
NVSliceEnd nv_cache1_slice(NVGPU *gpu, int64_t budget);
NVSliceEnd nv_cache1_round(NVGPU *gpu, NVSlice *slice);
uint32_t nv_cache1_retry_us(NVGPU *gpu);

/**
 * nv_cache1_execute_one: make the puller execute the one method in CACHE1, now
 * @gpu: the device
 *
 * Returns true if that leaves nothing to do; otherwise call nv_fifo_kick().
 */
bool nv_cache1_execute_one(NVGPU *gpu);

#endif /* HW_NV_FIFO_CACHE1_SCHEDULER_H */
