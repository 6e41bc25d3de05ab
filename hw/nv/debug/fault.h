/*
 * NVIDIA GPU: faults on order: what a fault is
 *
 *   fault.c        when they are committed, and who asks for them
 *   fault-kinds.c  which there are, and what each of them does
 *   fault-text.c   how they are given, and told
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_FAULT_H
#define HW_NV_DEBUG_FAULT_H

#include "qemu/timer.h"
#include "internal.h"

typedef struct NVFault NVFault;

/**
 * struct NVFaultKind - something that can go wrong
 *
 * @name: as it is given
 * @keys: what can be said of it beside when, with a space around each
 * @kinds: NV_PROBE_BIT() of what it is an accident of; 0: it happens by itself,
 *         at a time or at whatever "at" names
 * @matches: whether that can be; NULL: always
 * @commit: does it.  Without @kinds, @probe may be NULL
 * @end: what @commit has begun ends.  NULL: nothing goes on
 * @during: NV_PROBE_BIT() of what it has a say in until then
 * @see: what it says
 * @lasts: how long it goes on by default, in ns; 0: until it is taken back
 * @ever: it happens without end, unless somebody says how often
 * @possible: whether the card has that; NULL: all cards do
 */
typedef struct NVFaultKind {
    const char *name;
    const char *keys;
    uint32_t kinds;
    bool (*matches)(const NVFault *fault, const NVProbe *probe);
    NVVerdict (*commit)(NVFault *fault, NVProbe *probe);
    void (*end)(NVFault *fault);
    uint32_t during;
    NVVerdict (*see)(NVFault *fault, NVProbe *probe);
    uint64_t lasts;
    bool ever;
    bool (*possible)(NVGPU *gpu);
} NVFaultKind;

/**
 * struct NVFault - one that is on order
 *
 * @gpu: the device
 * @kind: what goes wrong
 * @cond: at what
 * @at: it is at what the user says
 * @nth, @every: at which of these first, and at which after it
 * @times: how often in all; 0: without end
 * @after: not before so many ns of the virtual clock since it was ordered
 * @period: ns from one time to the next, if nothing else says when
 * @probability: of each, from 0 to 1
 * @seed: what chance begins with
 * @lasts: how long it goes on, or what it is late by, in ns
 * @xor, @value: what is done to a word; NV_FAULT_NONE: nothing was said
 * @to: a method in place of another, in bytes
 * @vram, @bytes, @bits: a piece of video memory, and how many bits of it
 * @from: when it was ordered, or the card was made, in ns
 * @chance: chance's state
 * @met, @done: how often there was an occasion, and how often it was committed
 * @goes_on: @kind->end hasn't been called yet
 * @until: when it is going to be, in ns
 * @start: when it is time
 * @stop: calls @kind->end
 */
struct NVFault {
    NVGPU *gpu;
    const NVFaultKind *kind;
    NVCondition cond;
    bool at;
    uint64_t nth, every, times, after, period;
    double probability;
    uint64_t seed;
    uint64_t lasts;
    uint64_t xor, value, to;
    uint64_t vram, bytes, bits;

    int64_t from;
    uint64_t chance;
    uint64_t met, done;
    bool goes_on;
    int64_t until;
    QEMUTimer *start, *stop;
};

/**
 * struct NVFaults - the faults on order of a card
 *
 * @observer: is asked about what they are about
 * @list: NVFault, in the user's order
 * @armed: the device is realized
 */
struct NVFaults {
    NVObserver observer;
    GPtrArray *list;
    bool armed;
};

#define NV_FAULT_NONE UINT64_MAX

/* --- fault-kinds.c ---------------------------------------------------- */

/** nv_fault_random: a number that the fault's seed determines */
uint64_t nv_fault_random(NVFault *fault);

/** nv_fault_matches: it is an occasion, whether or not it is one that counts */
bool nv_fault_matches(const NVFault *fault, const NVProbe *probe);

/** nv_fault_is_alone: no other of its kind goes on */
bool nv_fault_is_alone(const NVFault *fault);

/** nv_fault_kind: the kind of this name, or NULL */
const NVFaultKind *nv_fault_kind(const char *name);

/* --- fault-text.c ----------------------------------------------------- */

/**
 * nv_fault_parse: read what has been ordered
 * @gpu: the device
 * @text: "NAME KEY=VALUE...", see docs/faults.rst
 * @errp: what is wrong with it
 *
 * Returns NULL then.
 */
NVFault *nv_fault_parse(NVGPU *gpu, const char *text, Error **errp);
void nv_fault_free(NVFault *fault);

/** nv_fault_text: as it was given, with how often it was committed */
char *nv_fault_text(const NVFault *fault);

#endif /* HW_NV_DEBUG_FAULT_H */
