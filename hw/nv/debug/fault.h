/*
 * NVIDIA GPU: fault injection: the structures
 *
 *   fault.c        when they happen
 *   fault-kinds.c  the kinds, and the effect of each
 *   fault-inject.c  one of them, as the user has given it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_FAULT_H
#define HW_NV_DEBUG_FAULT_H

#include "qapi/qapi-types-nv-gpu-fault.h"
#include "qemu/timer.h"
#include "internal.h"

typedef struct NVFault NVFault;

/**
 * struct NVFaultKind - a kind of fault
 *
 * @kinds: NV_PROBE_BIT() of the events that it changes; 0: it needs no event,
 *         and happens at a time or at the event that "at" names
 * @matches: whether an event is suitable; NULL: always
 * @commit: cause the fault.  Without @kinds, @probe may be NULL
 * @end: undo the effect of @commit.  NULL: the fault has no duration
 * @during: NV_PROBE_BIT() of the events that it changes until then
 * @see: change such an event
 * @lasts: default duration, in ns; 0: until it is removed from the list
 * @ever: it happens any number of times, unless the user gives a number
 * @possible: whether the card can have it as it was given; NULL: all can
 * @needs: what it takes for that, for error messages
 * @usual: the replacement of the word or method, unless the user gives one;
 *         for kinds whose @commit uses it
 */
typedef struct NVFaultKind {
    uint32_t kinds;
    bool (*matches)(const NVFault *fault, const NVProbe *probe);
    NVVerdict (*commit)(NVFault *fault, NVProbe *probe);
    void (*end)(NVFault *fault);
    uint32_t during;
    NVVerdict (*see)(NVFault *fault, NVProbe *probe);
    uint64_t lasts;
    bool ever;
    bool (*possible)(const NVFault *fault);
    const char *needs;
    uint32_t usual;
} NVFaultKind;

/**
 * struct NVFault - an injected fault
 *
 * @gpu: the device
 * @name: which fault it is
 * @kind: its kind
 * @given: what the user has given, without the counts
 * @cond: the condition
 * @at: the user has given "at"
 * @read: it was read back from the property, with its counts
 * @nth, @every: number of its first event, and from one event to the next
 * @times: how often it may happen; 0: no limit
 * @after: earliest time, in ns of the virtual clock since it was set
 * @period: ns from one time to the next, if it needs no event
 * @probability: at each event, from 0 to 1
 * @seed: initial state of the random number generator
 * @lasts: its duration, or the delay of an event, in ns
 * @xor, @value: the change to a word; NV_FAULT_NONE: not given
 * @to: replacement of a method or an address, in bytes
 * @bit: bit of PBUS_INTR; 0: the usual one
 * @vram, @bytes, @bits: a range of video memory, and how many bits to flip
 * @falcon: number of the falcon, or -1 for all
 * @from: when it was set, or the card was created, in ns
 * @chance: state of the random number generator
 * @met, @done: number of matching events, and how often the fault happened
 * @goes_on: it is active: @kind->end hasn't been called yet
 * @until: when @kind->end will be called, in ns
 * @start: timer for faults without an event
 * @stop: timer that calls @kind->end
 */
struct NVFault {
    NVGPU *gpu;
    NvFaultName name;
    const NVFaultKind *kind;
    QDict *given;
    NVCondition cond;
    bool at;
    bool read;
    uint64_t nth, every, times, after, period;
    double probability;
    uint64_t seed;
    uint64_t lasts;
    uint64_t xor, value, to, bit;
    uint64_t vram, bytes, bits;
    int64_t falcon;

    int64_t from;
    uint64_t chance;
    uint64_t met, done;
    bool goes_on;
    int64_t until;
    QEMUTimer *start, *stop;
};

/**
 * struct NVFaults - the injected faults of a card
 *
 * @observer: receives the events of the faults
 * @list: NVFault, in the user's order
 * @armed: the device is realized
 * @struck: of channels, char *: the last fault in one of its events
 * @struck_card: the last fault in other events, or without an event
 */
struct NVFaults {
    NVObserver observer;
    GPtrArray *list;
    bool armed;
    NVPerChannel struck;
    const char *struck_card;
};

#define NV_FAULT_NONE UINT64_MAX

/* --- fault-kinds.c ---------------------------------------------------- */

/** nv_fault_random: the next random number, determined by the seed */
uint64_t nv_fault_random(NVFault *fault);

/** nv_fault_matches: whether an event matches, regardless of "nth" and so on */
bool nv_fault_matches(const NVFault *fault, const NVProbe *probe);

/** nv_fault_is_alone: whether no other fault of its kind is active */
bool nv_fault_is_alone(const NVFault *fault);

/** nv_fault_kind: what a fault does */
const NVFaultKind *nv_fault_kind(NvFaultName name);

/* --- fault-inject.c --------------------------------------------------- */

/**
 * nv_fault_new: a fault as the user has given it
 * @gpu: the device
 * @from: what was given
 * @errp: what is wrong with it
 *
 * Returns NULL on error.
 */
NVFault *nv_fault_new(NVGPU *gpu, NvFault *from, Error **errp);
void nv_fault_free(NVFault *fault);

/** nv_fault_is_possible: whether the card can have it with its defaults */
bool nv_fault_is_possible(NVGPU *gpu, NvFaultName name);

/** nv_fault_read: the fault with how often it happened, for clients */
NvFault *nv_fault_read(const NVFault *fault);

/* --- fault.c ---------------------------------------------------------- */

/** nv_faults_read: all of them, for clients */
NvFaultList *nv_faults_read(NVGPU *gpu);

#endif /* HW_NV_DEBUG_FAULT_H */
