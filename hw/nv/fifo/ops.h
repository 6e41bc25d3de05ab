/*
 * NVIDIA GPU: what PFIFO does differently in each generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_OPS_H
#define HW_NV_FIFO_OPS_H

#include "state.h"

/** enum NVSliceEnd - how a slice, or a round of it, has ended */
typedef enum NVSliceEnd {
    NV_SLICE_IDLE,              /* nothing left that can be done */
    NV_SLICE_WAIT,              /* nothing but channels that acquire */
    NV_SLICE_MORE,              /* the budget is used up */
    NV_SLICE_SPIN,              /* the budget is used up by mere jumps */
} NVSliceEnd;

/**
 * struct NVSlice - a slice in progress
 *
 * @budget: what is left of it, in words
 * @stuck: the first channel that couldn't go on in CACHE1, -1 if all could
 * @in_vain: turns that each PBDMA has given since one of them made progress
 * @steps: how often a PBDMA has made progress
 * @worked: something other than jumps has been done
 * @beside: PBDMAs have had their turn while engines had work in progress
 */
typedef struct NVSlice {
    int64_t budget;
    int stuck;
    unsigned in_vain[NV_PBDMAS];
    unsigned steps;
    bool worked;
    bool beside;
} NVSlice;

/**
 * struct NVFifoOps - parts of PFIFO that are different before NV04, and from
 *                    NVC0 on
 *
 * @run: nv_puller_run(), for a puller that may run
 * @inject: execute a method of CACHE0's; returns false if it has to wait, or
 *          has stopped CACHE0
 * @push: read up to *@budget words with the DMA pusher that the driver starts
 *        by hand, and subtract what was used; returns whether anything was
 *        done.  NULL: there is none
 * @disable: PMC.ENABLE turns PFIFO off
 * @round: let everything that has work continue; NULL: CACHE1's channel with
 *         its pusher and puller.  If set, none of the above are needed
 * @push_object: nv_pusher_load_object(); NULL: the object that CACHE1 names
 * @refused: called if an engine hasn't taken a channel's methods; or NULL
 */
struct NVFifoOps {
    uint32_t (*run)(NVGPU *gpu, const NVRun *run);
    bool (*inject)(NVGPU *gpu, unsigned subc, uint32_t mthd, uint32_t data);
    bool (*push)(NVGPU *gpu, int64_t *budget);
    void (*disable)(NVGPU *gpu);
    NVSliceEnd (*round)(NVGPU *gpu, NVSlice *slice);
    bool (*push_object)(NVGPU *gpu);
    void (*refused)(NVGPU *gpu, unsigned id, unsigned chid);
};

extern const NVFifoOps nv01_fifo_ops;
extern const NVFifoOps nv03_fifo_ops;
extern const NVFifoOps nv04_fifo_ops;
extern const NVFifoOps nvc0_fifo_ops;

#endif /* HW_NV_FIFO_OPS_H */
