/*
 * NVIDIA GPU: a doorbell and its fence on the benchmark's card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_FENCE_H
#define TESTS_BENCH_FENCE_H

#include "bench.h"

typedef struct Fence Fence;

/** fence_has: the card has fences, which before NVC0 are references */
bool fence_has(const NVCard *card);

/**
 * fence_channels: the most channels that fence_new() makes on a card, or 0
 *
 * The last one isn't a driver's before NV50: CACHE1 has it when it has no
 * other.  libnv has no room for all of NV50's instance blocks.
 */
unsigned fence_channels(const NVCard *card);

/** fence_new, fence_free: a channel that can be measured */
Fence *fence_new(Bench *bench, NVDev *nv, unsigned chid);
void fence_free(Fence *fence);

/**
 * fence_set_ring: give a new channel another ring, NVC0+
 * @fence: the channel
 * @order: log2 of its entries
 * @doorbells: how many are measured at once, fewer than entries
 */
void fence_set_ring(Fence *fence, unsigned order, unsigned doorbells);

/**
 * fence_time: doorbells until their fences
 * @fences: channels with consecutive numbers that have done the same so far;
 *          each one's turn comes when the other ones have had theirs
 * @count: how many channels
 * @doorbells: how many each of them has
 *
 * Returns the time of one in ns.
 */
double fence_time(Fence *const *fences, unsigned count, unsigned doorbells);

/** fence_once: see RowOnce; a doorbell until its fence; @opaque: a Fence */
RowOnce fence_once;

#endif /* TESTS_BENCH_FENCE_H */
