/*
 * NVIDIA GPU: PFIFO's work, in slices
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_SCHEDULER_H
#define HW_NV_FIFO_SCHEDULER_H

#include "ops.h"
#include "runlist.h"
#include "state.h"

/**
 * NV_SLICE - work of a slice, in words of the pushbuffer, or about as much of
 *            another kind
 */
#define NV_SLICE 65536

/** Least interval between retries of acquires, in us */
#define NV_RETRY_LEAST_US 10

/**
 * nv_fifo_slice: run rounds until nothing is left or the budget is used up
 * @gpu: the device
 * @slice: the slice, with its budget
 *
 * While an engine has work in progress, only that continues, and what PBDMAs
 * can do besides.
 */
NVSliceEnd nv_fifo_slice(NVGPU *gpu, NVSlice *slice);

/**
 * nv_fifo_kick: something that the FIFO waits for may have happened
 * @gpu: the device
 *
 * Runs a first short slice in place and leaves the rest to a bottom half.
 */
void nv_fifo_kick(NVGPU *gpu);

/**
 * nv_fifo_poll: the guest reads how far the FIFO has got
 * @gpu: the device
 *
 * If a bottom half has work left, runs a short slice of it in place.  A driver
 * gives up after some number of reads, and the bottom half may never get the
 * big lock in between.  Source: Linux, nouveau_dma.c, READ_GET().
 */
void nv_fifo_poll(NVGPU *gpu);

/**
 * nv_fifo_wake_up: nv_fifo_kick() for callers that aren't inside the device
 *
 * While it runs, the device can't access itself.
 */
void nv_fifo_wake_up(NVGPU *gpu);

/**
 * nv_fifo_by_hand: execute something for a debugger
 * @gpu: the device, whose PFIFO isn't running
 * @run: executes it, even if the card has been stopped; no observer is called
 * @opaque: for @run
 */
void nv_fifo_by_hand(NVGPU *gpu, void (*run)(NVGPU *gpu, void *opaque),
                     void *opaque);

/** nv_fifo_hangs: whether a debugger has hung the channel */
static inline bool nv_fifo_hangs(NVGPU *gpu, unsigned chid)
{
    return unlikely(gpu->fifo->any_hung) &&
           nv_runlist_set_has(gpu->fifo->hung, chid);
}

bool nv_fifo_schedule_init(NVGPU *gpu);
void nv_fifo_schedule_reset(NVGPU *gpu);
/** nv_fifo_schedule_post_load: after loading a snapshot, check for work */
void nv_fifo_schedule_post_load(NVGPU *gpu);
extern const VMStateDescription nv_vmstate_fifo_schedule;
void nv_fifo_schedule_exit(NVGPU *gpu);

#endif /* HW_NV_FIFO_SCHEDULER_H */
