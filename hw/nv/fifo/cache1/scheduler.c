/*
 * NVIDIA GPU: PFIFO's work, cards with CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "system/runstate.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/scheduler.h"
#include "cache0.h"
#include "cache1.h"
#include "channel.h"
#include "ops.h"
#include "puller.h"
#include "pusher.h"
#include "ramht.h"
#include "scheduler.h"
#include "semaphore.h"
#include "state.h"
#include "switcher.h"

/* Cost of switching from one channel's state to another's */
#define NV_SWITCH_WORDS 16

/**
 * struct NVCache1Slice - a slice in progress
 *
 * @slice: what PFIFO knows of it
 * @stuck: the first channel that couldn't go on in CACHE1, -1 if all could
 */
typedef struct NVCache1Slice {
    NVSlice slice;
    int stuck;
} NVCache1Slice;

static NVCache1Slice *nv_cache1_slice_of(NVSlice *slice)
{
    return container_of(slice, NVCache1Slice, slice);
}

/*
 * The channel in CACHE1 can't go on: let another one try.  Returns false if
 * none waits, or all have been tried since the first that couldn't: once is
 * enough.
 */
static bool nv_cache1_next_turn(NVGPU *gpu, NVSlice *slice)
{
    int chid = nv_fifo_channel(gpu);
    int *stuck = &nv_cache1_slice_of(slice)->stuck;

    if (*stuck == chid) {
        return false;
    }
    if (*stuck < 0) {
        *stuck = chid;
    }
    slice->budget--;
    return nv_switcher_run(gpu);
}

static NVProbeRest nv_cache1_rests(NVGPU *gpu)
{
    return nv_semaphore_acquiring(gpu) ? NV_REST_WAITS
        : nv_pusher_has_work(gpu) || nv_cache1_used(gpu) ? NV_REST_LATER
                                                         : NV_REST_DONE;
}

/* The channel in CACHE1 has had its turn: go on with another one's, or not. */
static NVSliceEnd nv_cache1_end_turn(NVGPU *gpu, NVSlice *slice, bool progress)
{
    if (progress) {
        nv_cache1_slice_of(slice)->stuck = -1;
        gpu->fifo->sched.retries = 0;
    } else if (nv_cache1_used(gpu) && nv_puller_can_run(gpu)) {
        /* The puller waits for an engine, which will wake PFIFO. */
        return nv_cache1_next_turn(gpu, slice) ? NV_SLICE_MORE : NV_SLICE_IDLE;
    }
    if (nv_switcher_run(gpu)) {
        progress = true;
        slice->budget -= NV_SWITCH_WORDS;
    }
    progress |= nv_cache1(gpu)->yield;
    nv_cache1(gpu)->yield = false;
    return progress ? NV_SLICE_MORE : NV_SLICE_IDLE;
}

/*
 * - If PFIFO is frozen, nothing is done.
 * - Execute CACHE0's method; then, unless its channel waits for a semaphore,
 *   those in CACHE1; then, unless some are left there, what the pusher fetches
 *   for the rest of the channel's timeslice.
 * - If there was no progress, or the timeslice is over, switch to another
 *   channel.
 *
 * A round that only checks costs one unit, so that rounds come to an end even
 * if channels wait for each other.
 */
NVSliceEnd nv_cache1_round(NVGPU *gpu, NVSlice *slice)
{
    const NVCache1Ops *ops = nv_cache1_chip(gpu)->ops;
    unsigned chid = nv_fifo_channel(gpu);
    int64_t before = slice->budget;
    bool progress = false;

    nv_ramht_forget_old(gpu);
    if (unlikely(nv_fifo_frozen(gpu))) {
        return NV_SLICE_IDLE;
    }
    if (nv_fifo_hangs(gpu, chid)) {
        slice->budget -= NV_SWITCH_WORDS;
        return nv_switcher_run(gpu) ? NV_SLICE_MORE : NV_SLICE_IDLE;
    }
    if (unlikely(nv_cache0_ready(gpu))) {
        progress = nv_cache0_run(gpu);
    }
    if (!nv_semaphore_retry(gpu)) {
        return nv_cache1_next_turn(gpu, slice) ? NV_SLICE_MORE : NV_SLICE_WAIT;
    }
    nv_fifo_probe_run_begin(gpu, chid, 0);
    progress |= nv_cache1_drain(gpu, &slice->budget) > 0;
    if (unlikely(ops->push) && ops->push(gpu, &slice->budget)) {
        progress = slice->worked = true;
    }
    if (nv_pusher_can_run(gpu) && slice->budget > 0) {
        int64_t share = MIN(slice->budget, nv_switcher_share(gpu));
        int64_t left = share;

        slice->worked |= nv_pusher_run(gpu, &left);
        nv_switcher_spend(gpu, share - left);
        slice->budget -= share - left;
        progress |= left != share;
    }
    if (NV_PROBED(gpu, RUN)) {
        nv_fifo_probe_run_end(gpu, chid, 0, before - slice->budget,
                              nv_cache1_rests(gpu));
    }
    return nv_cache1_end_turn(gpu, slice, progress);
}

NVSliceEnd nv_cache1_slice(NVGPU *gpu, int64_t budget)
{
    NVCache1Slice slice = { .slice.budget = budget, .stuck = -1 };

    return nv_fifo_slice(gpu, &slice.slice);
}

/* The unit of WAIT_RETRY is a guess. */
uint32_t nv_cache1_retry_us(NVGPU *gpu)
{
    return MAX(NV_RETRY_LEAST_US, FIELD_EX32(NV_R(gpu, NV_PFIFO_DELAY),
                                             NV_PFIFO_DELAY, WAIT_RETRY));
}

/* Like a slice, without its other work and its cost */
bool nv_cache1_execute_one(NVGPU *gpu)
{
    NVFifoScheduler *sched = &gpu->fifo->sched;
    int64_t budget = 1;

    if (sched->running || !runstate_is_running() || gpu->probes.stopped ||
        gpu->fifo->any_hung) {
        return false;
    }
    nv_ramin_changed(gpu);
    gpu->engine_budget = NV_SLICE;
    sched->running = true;
    nv_cache1_drain(gpu, &budget);
    nv_fifo_probe_rest(gpu);
    sched->running = false;
    return !nv_cache1_used(gpu) && nv_puller_idle(gpu);
}
