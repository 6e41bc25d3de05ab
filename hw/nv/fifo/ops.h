/*
 * NVIDIA GPU: what PFIFO's two forms do differently
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
 * NVCache1Slice and NVPbdmaSlice, which it is part of, have the rest.
 *
 * @budget: what is left of it, in words
 * @worked: something other than jumps has been done
 * @beside: a round has been made while engines had work in progress
 */
typedef struct NVSlice {
    int64_t budget;
    bool worked;
    bool beside;
} NVSlice;

/**
 * struct NVFifoOps - what drives PFIFO's two forms
 *
 * @slice: run a slice of @budget words, by nv_fifo_slice()
 * @round: let everything that has work continue
 * @beside: it may go on, for half of a slice, while engines have work in
 *          progress
 * @retry_us: least interval between retries of acquires, in us; NULL:
 *            NV_RETRY_LEAST_US
 * @load_object: find out what the pushbuffer is read through, NVFifo.push, and
 *               set NVPushReader.limit; says why it can't be read, and returns
 *               false, if that is so
 * @big_endian: the current channel is that of a big-endian guest; NULL: PMC has
 *              the byte order of all
 * @refused: called if an engine hasn't taken a channel's methods; or NULL
 */
struct NVFifoOps {
    NVSliceEnd (*slice)(NVGPU *gpu, int64_t budget);
    NVSliceEnd (*round)(NVGPU *gpu, NVSlice *slice);
    bool beside;
    uint32_t (*retry_us)(NVGPU *gpu);
    bool (*load_object)(NVPushReader *r);
    bool (*big_endian)(NVGPU *gpu);
    void (*refused)(NVGPU *gpu, unsigned id, unsigned chid);
};

#endif /* HW_NV_FIFO_OPS_H */
