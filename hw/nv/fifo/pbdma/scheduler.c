/*
 * NVIDIA GPU: scheduling channels on PBDMAs, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/ops.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/regs.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "group.h"
#include "intr.h"
#include "pbdma-host.h"
#include "pbdma.h"
#include "scheduler.h"
#include "state.h"
#include "switch.h"
#include "trace/trace-hw_nv.h"

/* Cost of switching from one channel's state to another's, in words */
#define NVC0_SWITCH_WORDS 32

/**
 * struct NVPbdmaSlice - a slice in progress
 *
 * @slice: what PFIFO knows of it
 * @in_vain: turns that each PBDMA has given since one of them made progress
 * @steps: how often a PBDMA has made progress
 */
typedef struct NVPbdmaSlice {
    NVSlice slice;
    unsigned in_vain[NV_PBDMAS];
    unsigned steps;
} NVPbdmaSlice;

static NVPbdmaSlice *nv_pbdma_slice_of(NVSlice *slice)
{
    return container_of(slice, NVPbdmaSlice, slice);
}

/* Channels may have waited for what has been done: they get a turn again. */
static void nvc0_pbdma_restart_turns(NVSlice *slice)
{
    NVPbdmaSlice *s = nv_pbdma_slice_of(slice);

    memset(s->in_vain, 0, sizeof(s->in_vain));
}

static bool nvc0_channel_may_leave(NVGPU *gpu, unsigned id)
{
    return !FIELD_EX32(NV_PBDMA_R(gpu, id, NV_PBDMA_GP_FLAGS),
                       NV_PBDMA_GP_FLAGS, NO_SWITCH);
}

/* Gives the PBDMA to another channel, if one waits and its own may leave */
static bool nvc0_channel_switch(NVGPU *gpu, unsigned id)
{
    int chid = nv_pbdma_channel(gpu, id);
    int next;

    if (chid >= 0 && !nvc0_channel_may_leave(gpu, id)) {
        return false;
    }
    next = nvc0_channel_next(gpu, id);
    if (next < 0) {
        return false;
    }
    if (chid >= 0) {
        trace_nv_pfifo_switch(chid, next);
        nvc0_channel_unload(gpu, id);
    }
    nvc0_channel_load(gpu, id, next);
    return true;
}

/*
 * Words of a timeslice, TIMESLICE's or TIMEOUT's, that are left; it is counted
 * in words, see switcher.c.  One of none would be over before the channel has
 * done anything, each time.
 */
static int64_t nvc0_channel_left(NVGPU *gpu, unsigned id, uint32_t slice)
{
    int64_t words = (int64_t)FIELD_EX32(slice, NV_PBDMA_TIMESLICE, COUNT) <<
                    FIELD_EX32(slice, NV_PBDMA_TIMESLICE, SCALE);

    return FIELD_EX32(slice, NV_PBDMA_TIMESLICE, ENABLE)
        ? MAX(MAX(words, 1) - nv_pbdmas(gpu)->spent[id], 0) : INT64_MAX;
}

/* In a group it is the group's, of which each has a piece if another waits. */
static int64_t nvc0_channel_share(NVGPU *gpu, unsigned id)
{
    int64_t of_group = nvf0_group_share(gpu, id);

    if (!nvf0_group_turn(gpu, id)) {
        return nvc0_channel_left(gpu, id,
                                 NV_PBDMA_R(gpu, id, NV_PBDMA_TIMESLICE));
    }
    return nvc0_channel_next_of_group(gpu, id) < 0
        ? of_group
        : MIN(of_group, nvc0_channel_left(gpu, id,
                                          NV_PBDMA_R(gpu, id,
                                                     NV_PBDMA_TIMEOUT)));
}

/* A PBDMA has used @words of its channel's timeslice, and of the slice. */
static void nvc0_pbdma_spend(NVGPU *gpu, unsigned id, NVSlice *slice,
                             int64_t words)
{
    nv_pbdmas(gpu)->spent[id] += words;
    nvf0_group_spend(gpu, id, words);
    slice->budget -= words;
    if (words) {
        nvc0_pbdma_restart_turns(slice);
        nv_pbdma_slice_of(slice)->steps++;
        slice->worked = true;
        gpu->fifo->sched.retries = 0;
    }
}

static NVProbeRest nvc0_pbdma_rests(NVPbdmaEnd end)
{
    return end == NV_PBDMA_IDLE ? NV_REST_DONE
        : end == NV_PBDMA_WAIT ? NV_REST_WAITS : NV_REST_LATER;
}

/*
 * The channel goes on in a PBDMA that serves its engine.  That PBDMA may have
 * looked for a channel before, so it has to look again.
 */
static void nvc0_pbdma_move_channel(NVGPU *gpu, unsigned id, NVSlice *slice)
{
    trace_nv_pbdma_move(id, nv_pbdma_channel(gpu, id));
    nvc0_channel_unload(gpu, id);
    nvc0_pbdma_restart_turns(slice);
    slice->budget -= NVC0_SWITCH_WORDS;
    slice->worked = true;
}

/*
 * A PBDMA's channel can't go on: switch to another one.  Returns false if none
 * waits, or each has had a turn without making progress.
 */
static bool nvc0_pbdma_next_turn(NVGPU *gpu, unsigned id, NVSlice *slice)
{
    unsigned *in_vain = &nv_pbdma_slice_of(slice)->in_vain[id];

    if (*in_vain > nvc0_channel_turns(gpu, id)) {
        return false;
    }
    (*in_vain)++;
    slice->budget -= NVC0_SWITCH_WORDS;
    return nvc0_channel_switch(gpu, id);
}

/* A PBDMA's channel, if it has one, has had its turn. */
static NVSliceEnd nvc0_pbdma_end_turn(NVGPU *gpu, unsigned id, NVSlice *slice,
                                      NVPbdmaEnd end)
{
    if (end == NV_PBDMA_MOVES) {
        nvc0_pbdma_move_channel(gpu, id, slice);
        return NV_SLICE_MORE;
    }
    if (end == NV_PBDMA_MORE && slice->budget <= 0) {
        return NV_SLICE_MORE;
    }
    if (nvc0_pbdma_next_turn(gpu, id, slice)) {
        return NV_SLICE_MORE;
    }
    nv_pbdmas(gpu)->spent[id] = 0;
    nvf0_group_renew(gpu, id);
    return end == NV_PBDMA_MORE ? NV_SLICE_MORE
                                : end == NV_PBDMA_WAIT ? NV_SLICE_WAIT
                                                       : NV_SLICE_IDLE;
}

static NVSliceEnd nvc0_pbdma_round(NVGPU *gpu, unsigned id, NVSlice *slice)
{
    int chid = nv_pbdma_channel(gpu, id);
    NVPbdmaEnd end = NV_PBDMA_MORE;
    int64_t share, left;

    if (!nv_pbdma_is_on(gpu, id) || nv_pbdma_stopped(gpu, id)) {
        return NV_SLICE_IDLE;
    }
    if (chid < 0 || nv_fifo_hangs(gpu, chid)) {
        return nvc0_pbdma_end_turn(gpu, id, slice, NV_PBDMA_IDLE);
    }
    if (nv_pbdma_acquiring(gpu, id) && !nv_pbdma_retry(gpu, id)) {
        return nv_pbdma_stopped(gpu, id) || gpu->probes.stopped
            ? NV_SLICE_IDLE
            : nvc0_pbdma_end_turn(gpu, id, slice, NV_PBDMA_WAIT);
    }
    share = slice->budget;
    if (nvc0_channel_next(gpu, id) >= 0) {
        share = MIN(share, nvc0_channel_share(gpu, id));
    }
    left = share;
    if (share > 0) {
        nv_fifo_probe_run_begin(gpu, chid, id);
        end = nv_pbdma_run(gpu, id, &left);
        nv_fifo_probe_run_end(gpu, chid, id, share - left,
                              nvc0_pbdma_rests(end));
    }
    nvc0_pbdma_spend(gpu, id, slice, share - left);
    return nv_pbdma_stopped(gpu, id) || gpu->probes.stopped
        ? NV_SLICE_IDLE : nvc0_pbdma_end_turn(gpu, id, slice, end);
}

NVSliceEnd nvc0_fifo_round(NVGPU *gpu, NVSlice *slice)
{
    NVSliceEnd end = NV_SLICE_IDLE;
    const NVPbdmaSlice *s = nv_pbdma_slice_of(slice);
    unsigned steps = s->steps;

    if (unlikely(gpu->probes.stopped) || nv50_fifo_is_frozen(gpu)) {
        return NV_SLICE_IDLE;
    }
    nvc0_switch_update(gpu);
    for (unsigned id = 0; id < gpu->chip->counts->pbdmas; id++) {
        NVSliceEnd of_one = nvc0_pbdma_round(gpu, id, slice);

        if (of_one == NV_SLICE_MORE || end == NV_SLICE_IDLE) {
            end = of_one;
        }
    }
    slice->budget--;
    /* Another PBDMA's channel may have waited for what has been done. */
    return end == NV_SLICE_WAIT && s->steps != steps ? NV_SLICE_MORE : end;
}

NVSliceEnd nvc0_fifo_slice(NVGPU *gpu, int64_t budget)
{
    NVPbdmaSlice slice = { .slice.budget = budget };

    return nv_fifo_slice(gpu, &slice.slice);
}
