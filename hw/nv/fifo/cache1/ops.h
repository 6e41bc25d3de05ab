/*
 * NVIDIA GPU: what CACHE1 and its pullers do differently before NV04
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_OPS_H
#define HW_NV_FIFO_CACHE1_OPS_H

#include "state.h"

/**
 * struct NVCache1Ops - parts of PFIFO that are different before NV04
 *
 * @run: nv_puller_run(), for a puller that may run
 * @inject: execute a method of CACHE0's; returns false if it has to wait, or
 *          has stopped CACHE0
 * @push: read up to *@budget words with the DMA pusher that the driver starts
 *        by hand, and subtract what was used; returns whether anything was
 *        done.  NULL: there is none
 * @disable: PMC.ENABLE turns PFIFO off
 */
struct NVCache1Ops {
    uint32_t (*run)(NVGPU *gpu, const NVRun *run);
    bool (*inject)(NVGPU *gpu, unsigned subc, uint32_t mthd, uint32_t data);
    bool (*push)(NVGPU *gpu, int64_t *budget);
    void (*disable)(NVGPU *gpu);
};

extern const NVFifoOps nv_cache1_fifo_ops;

extern const NVCache1Ops nv01_cache1_ops;
extern const NVCache1Ops nv03_cache1_ops;
extern const NVCache1Ops nv04_cache1_ops;

#endif /* HW_NV_FIFO_CACHE1_OPS_H */
