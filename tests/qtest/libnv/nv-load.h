/*
 * Tests of the NVIDIA GPU: a load for a card, whichever kind it is
 *
 * One channel copies and draws, another one sets references, waits for
 * semaphores where the card has them, and needs its driver.  What they leave
 * behind depends on the seed and on the card, and not on when they did it, nor
 * on what else the machine did.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_LOAD_H
#define LIBNV_NV_LOAD_H

#include "nv-gpu.h"

/** Bytes of the buffer that is copied to and fro */
#define NV_LOAD_BYTES (64 * KiB)

typedef struct NVLoad NVLoad;

/** nv_load_new: bring up the card, and make the channels, which are idle */
NVLoad *nv_load_new(NVDev *nv, uint32_t seed);

/** nv_load_free: free the test's state of a load; doesn't touch the card */
void nv_load_free(NVLoad *l);

/**
 * nv_load_push_work: submit copies and drawings
 *
 * They take many of the card's slices.  The machine may be stopped.
 */
void nv_load_push_work(NVLoad *l);

/** nv_load_push_waits: submit what doesn't go on without nv_load_go_on() */
void nv_load_push_waits(NVLoad *l);

/**
 * nv_load_go_on: do what a driver does meanwhile: handle interrupts and write
 *                semaphores; some time passes
 *
 * Returns whether all that has been submitted is done.
 */
bool nv_load_go_on(NVLoad *l);

/** nv_load_copied: bytes that have been copied so far */
uint64_t nv_load_copied(NVLoad *l);

/** nv_load_to_copy: bytes that have been submitted for that */
uint64_t nv_load_to_copy(const NVLoad *l);

/**
 * nv_load_outcome: what a load that is done has left behind
 *
 * All of both buffers, the last reference, the software methods, in text, and
 * counters, except those of how the card did it.  Also clears what tells the
 * time of its end.
 */
GByteArray *nv_load_outcome(NVLoad *l);

/**
 * nv_load_results: only what it was for: both buffers, the last reference
 *
 * Other channels of the card make no difference to them.
 */
GByteArray *nv_load_results(NVLoad *l);

#endif /* LIBNV_NV_LOAD_H */
