/*
 * NVIDIA GPU: which channel owns CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/probe.h"
#include "cache1.h"
#include "channel.h"
#include "puller-nv01.h"
#include "pusher.h"
#include "ramfc.h"
#include "state.h"
#include "switcher.h"
#include "trace/trace-hw_nv.h"

/* Set the channel that owns CACHE1, and its mode. */
static void nv_switcher_set_owner(NVGPU *gpu, unsigned chid)
{
    uint32_t push1 = FIELD_DP32(0, NV_PFIFO_CACHE1_PUSH1, CHID, chid);

    if (nv_fifo_dma_mode(gpu, chid)) {
        push1 |= nv_cache1_chip(gpu)->push1_mode;
    }
    NV_R(gpu, NV_PFIFO_CACHE1_PUSH1) = push1;
}

/* --- Channels before NV50 --------------------------------------------- */

static bool nv01_channel_dma_mode(NVGPU *gpu, unsigned chid)
{
    return false;
}

static bool nv04_channel_dma_mode(NVGPU *gpu, unsigned chid)
{
    return extract32(NV_R(gpu, NV_PFIFO_CHANNEL_MODE), chid, 1);
}

/* A channel in RAMFC waits if PUT and GET differ, or for a semaphore. */
static void nv04_channel_update(NVGPU *gpu, unsigned chid)
{
    uint32_t *pending = &NV_R(gpu, NV_PFIFO_CHANNEL_DMA_PENDING);
    bool waits = nv_ramfc_get(gpu, chid, R_NV_PFIFO_CACHE1_DMA_PUT) !=
                 nv_ramfc_get(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET) ||
                 FIELD_EX32(nv_ramfc_get(gpu, chid, R_NV_PFIFO_CACHE1_PULL1),
                            NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE);

    *pending = deposit32(*pending, chid, 1, waits);
}

/* The next channel that waits; the one in CACHE1 doesn't. */
static int nv04_channel_next(NVGPU *gpu)
{
    unsigned channels = gpu->chip->fifo->channels;
    unsigned current = nv_fifo_channel(gpu) % channels;
    uint32_t waiting = NV_R(gpu, NV_PFIFO_CHANNEL_DMA_PENDING) &
                       NV_R(gpu, NV_PFIFO_CHANNEL_MODE) &
                       MAKE_64BIT_MASK(0, channels) & ~BIT(current) &
                       ~gpu->fifo->hung[0];
    uint32_t behind = waiting >> current << current;

    return waiting ? ctz32(behind ? behind : waiting) : -1;
}

static int nv01_channel_next(NVGPU *gpu)
{
    return -1;
}

static bool nv04_channel_may_load(NVGPU *gpu, unsigned chid)
{
    return true;
}

static void nv04_channel_load(NVGPU *gpu, unsigned chid)
{
    uint32_t *pending = &NV_R(gpu, NV_PFIFO_CHANNEL_DMA_PENDING);

    nv_ramfc_load(gpu, chid);
    *pending = deposit32(*pending, chid, 1, 0);
}

/* The driver starts DMA by hand, so channels never wait for CACHE1. */
const NVChannelChip nv01_channel = {
    .dma_mode = nv01_channel_dma_mode,
    .next = nv01_channel_next,
    .update = nv04_channel_update,
    .may_load = nv04_channel_may_load,
    .leaves_empty = true,
    .exchange = nv_ctx_switch,
};

const NVChannelChip nv04_channel = {
    .dma_mode = nv04_channel_dma_mode,
    .next = nv04_channel_next,
    .update = nv04_channel_update,
    .may_load = nv04_channel_may_load,
    .leaves_empty = true,
    .ramfc = nv04_channel_ramfc,
    .save = nv_ramfc_save,
    .load = nv04_channel_load,
};

/* --- Waiting channels ------------------------------------------------- */

void nv_switcher_submit(NVGPU *gpu, unsigned chid)
{
    if (!nv_fifo_owns(gpu, chid)) {
        nv_cache1_chip(gpu)->channel->update(gpu, chid);
    }
}

void nv_switcher_mode(NVGPU *gpu, uint32_t changed)
{
    uint32_t mode = NV_R(gpu, NV_PFIFO_CHANNEL_MODE);

    for (unsigned chid = 0; chid < gpu->chip->fifo->channels; chid++) {
        if (!extract32(changed & mode, chid, 1)) {
            continue;
        }
        nv_count(gpu, CHANNELS, 1);
        if (chid != nv_fifo_channel(gpu)) {
            nv_cache1_chip(gpu)->channel->update(gpu, chid);
        }
    }
    if (extract32(changed, nv_fifo_channel(gpu), 1)) {
        nv_switcher_set_owner(gpu, nv_fifo_channel(gpu));
    }
}

/* --- Timeslices ------------------------------------------------------- */

/*
 * The model has no clock of its own for the timeslice: it counts the words
 * that the channel has pushed, so that the same commands always switch at the
 * same place.
 */
void nv_switcher_spend(NVGPU *gpu, uint64_t words)
{
    uint32_t *timeslice = &NV_R(gpu, NV_PFIFO_TIMESLICE);

    *timeslice = MIN(*timeslice + words, R_NV_PFIFO_TIMESLICE_TIMER_MASK);
}

/* Words until the timeslice ends; INT64_MAX: it never does */
static int64_t nv_switcher_left(NVGPU *gpu)
{
    uint32_t slice = NV_R(gpu, NV_PFIFO_DMA_TIMESLICE);

    if (nv_cache1(gpu)->yield) {
        return 0;
    }
    if (!FIELD_EX32(slice, NV_PFIFO_DMA_TIMESLICE, TIMEOUT)) {
        return INT64_MAX;
    }
    return (int64_t)FIELD_EX32(slice, NV_PFIFO_DMA_TIMESLICE, SELECT) + 1 -
           NV_R(gpu, NV_PFIFO_TIMESLICE);
}

/* --- Switching -------------------------------------------------------- */

bool nv_switcher_may_leave(NVGPU *gpu)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;

    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHES), NV_PFIFO_CACHES, REASSIGN) &&
           !FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE),
                       NV_PFIFO_CACHE1_DMA_STATE, ERROR) &&
           (!chip->leaves_empty || !nv_cache1_used(gpu)) &&
           (!chip->may_leave || chip->may_leave(gpu));
}

static bool nv_switcher_may_switch(NVGPU *gpu)
{
    return !nv_fifo_frozen(gpu) &&
           FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PUSH0),
                      NV_PFIFO_CACHE1_PUSH0, ACCESS) &&
           nv_switcher_may_leave(gpu);
}

static int nv_switcher_next(NVGPU *gpu)
{
    return nv_cache1_chip(gpu)->channel->next(gpu);
}

int64_t nv_switcher_share(NVGPU *gpu)
{
    int64_t left = nv_switcher_left(gpu);

    return left > 0 && nv_switcher_next(gpu) >= 0 ? left : INT64_MAX;
}

static void nv_switcher_switch(NVGPU *gpu, unsigned to)
{
    const NVChannelChip *chip = nv_cache1_chip(gpu)->channel;
    unsigned from = nv_fifo_channel(gpu);

    trace_nv_pfifo_switch(from, to);
    nv_count(gpu, SWITCHES, 1);
    if (nv_fifo_owns(gpu, from)) {
        chip->save(gpu, from);
        chip->update(gpu, from);
    }
    chip->load(gpu, to);
    nv_switcher_set_owner(gpu, to);
    nv_cache1(gpu)->yield = false;
    /* Drivers clear it to stop a channel, but never set it for the next one. */
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUSH) =
        R_NV_PFIFO_CACHE1_DMA_PUSH_ACCESS_MASK;
    NV_R(gpu, NV_PFIFO_TIMESLICE) = 0;
    nv_ramin_changed(gpu);
    nv_fifo_probe_switch(gpu, to, 0);
}

bool nv_switcher_run(NVGPU *gpu)
{
    int next = nv_switcher_next(gpu);

    if (next < 0 || !nv_switcher_may_switch(gpu) ||
        (nv_pusher_can_run(gpu) && nv_switcher_left(gpu) > 0)) {
        return false;
    }
    nv_switcher_switch(gpu, next);
    return true;
}

bool nv_switcher_access(NVGPU *gpu, unsigned chid)
{
    if (!nv_switcher_may_switch(gpu) ||
        !nv_cache1_chip(gpu)->channel->may_load(gpu, chid)) {
        return false;
    }
    if (nv_cache1_chip(gpu)->channel->exchange) {
        nv_cache1_chip(gpu)->channel->exchange(gpu, chid);
    } else {
        nv_switcher_switch(gpu, chid);
    }
    return true;
}
