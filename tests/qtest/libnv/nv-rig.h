/*
 * Tests of the NVIDIA GPU: a card that many streams are run on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_RIG_H
#define LIBNV_NV_RIG_H

#include "nv-channel.h"
#include "nv-stream.h"
#include "nv-vm.h"

/** Numbers of the channels that streams use */
extern const unsigned nv_rig_chids[NV_STREAM_CHANNELS];

/**
 * struct NVRange - some of the card that streams change
 *
 * @base: the BAR's address
 * @start, @end: in it, of the first byte and after the last
 * @memory: it is memory and not registers
 */
typedef struct NVRange {
    const char *name;
    uint64_t base;
    uint32_t start, end;
    bool memory;
} NVRange;

#define NV_RIG_RANGES 16
#define NV_RIG_WORDS 10000
#define NV_RIG_SLOTS 512

/**
 * struct NVState - all that a stream leaves behind
 *
 * @words: the ranges, one after the other
 * @memory: the memory that DMA objects are for
 * @slots, @used: methods in CACHE1
 * @faulted, @fault: a fault of virtual memory
 */
typedef struct NVState {
    uint32_t words[NV_RIG_WORDS];
    uint32_t memory[NV_STREAM_MEMORY / 4];
    NVMethod slots[NV_RIG_SLOTS];
    unsigned used;
    bool faulted;
    NVVmTrap fault;
} NVState;

/**
 * struct NVRig - a machine for many streams
 *
 * @ranges, @range_count: what is compared of the card
 * @share: the machine's memory
 * @chans: the channels
 * @push, @memory: words of the pushbuffers and of @buf, which the test shares
 * @saved: registers and memory to begin with
 */
typedef struct NVRig {
    NVDev *nv;
    NVRange ranges[NV_RIG_RANGES];
    unsigned range_count;
    int share;
    NVChan *chans[NV_STREAM_CHANNELS];
    NVBuf *buf;
    uint32_t *push[NV_STREAM_CHANNELS];
    uint32_t *memory;
    NVState saved;
} NVRig;

/** nv_rig_new: start a machine, make channels that have all handles */
NVRig *nv_rig_new(const NVCard *card);
void nv_rig_free(NVRig *rig);

/**
 * nv_rig_reset: restore the initial state
 * @rig: the machine
 * @start: GET and PUT of the channels
 * @cache: GET and PUT of CACHE1, before NV50; later ones have no channel there
 */
void nv_rig_reset(NVRig *rig, uint32_t start, uint32_t cache);

/**
 * nv_rig_read: read the state that a stream has left
 *
 * Nothing continues afterwards: from NV50 on, channel and context have been
 * unloaded, so that memory has them.
 */
void nv_rig_read(NVRig *rig, NVState *s);

/**
 * nv_rig_differs: whether two streams have left different things
 * @rig: the machine
 * @a, @b: what they have left
 * @ways: how they were run, to tell what differs; NULL: don't tell
 */
bool nv_rig_differs(const NVRig *rig, const NVState *a, const NVState *b,
                    const char *const ways[2]);

#endif /* LIBNV_NV_RIG_H */
