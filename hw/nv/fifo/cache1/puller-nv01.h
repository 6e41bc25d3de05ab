/*
 * NVIDIA GPU: the puller before NV04
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_PULLER_NV01_H
#define HW_NV_FIFO_CACHE1_PULLER_NV01_H

#include "state.h"

/** Bytes of RAMFC that a channel has before NV04 */
#define NV_CTX_RAMFC_ENTRY 32

/** enum NVCtxResult - result of injecting a method */
typedef enum NVCtxResult {
    NV_CTX_DONE,
    NV_CTX_BUSY,
    NV_CTX_NO_HASH,
    NV_CTX_SOFTWARE,
} NVCtxResult;

/** nv_ctx_run: nv_puller_run() before NV04 */
uint32_t nv_ctx_run(NVGPU *gpu, const NVRun *run);

/** nv_ctx_inject: the same for a method of CACHE0, of channel @chid */
NVCtxResult nv_ctx_inject(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t mthd, uint32_t data);

/** nv_ctx_free_lie: whether the object used last makes FREE promise too much */
bool nv_ctx_free_lie(NVGPU *gpu);

/** nv_ctx_switch: give CACHE1, whose channel may leave, to channel @to */
void nv_ctx_switch(NVGPU *gpu, unsigned to);

#endif /* HW_NV_FIFO_CACHE1_PULLER_NV01_H */
