/*
 * NVIDIA GPU: CACHE0, one slot for methods that the driver injects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_CACHE0_H
#define HW_NV_FIFO_CACHE1_CACHE0_H

#include "state.h"

/** nv_cache0_ready: CACHE0 holds a method, and its puller is on */
bool nv_cache0_ready(NVGPU *gpu);

/** nv_cache0_run: execute it; false if it has to wait, or has stopped CACHE0 */
bool nv_cache0_run(NVGPU *gpu);

/** nv01_cache0_inject, nv04_cache0_inject: NVFifoOps.inject() */
bool nv01_cache0_inject(NVGPU *gpu, unsigned subc, uint32_t mthd,
                        uint32_t data);
bool nv04_cache0_inject(NVGPU *gpu, unsigned subc, uint32_t mthd,
                        uint32_t data);

uint32_t nv_cache0_status_read(NVGPU *gpu, uint32_t addr);

#endif /* HW_NV_FIFO_CACHE1_CACHE0_H */
