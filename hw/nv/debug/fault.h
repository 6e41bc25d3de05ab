/*
 * NVIDIA GPU: faults on order: what a fault is
 *
 *   fault.c        when they are committed
 *   fault-kinds.c  the kinds, and what each of them does
 *   fault-text.c   parsing and printing
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
 * @name: its name in the property
 * @keys: its own keys, other than conditions, with a space around each
 * @kinds: NV_PROBE_BIT() of the events that it changes; 0: it needs no event,
 *         and happens at a time or at the event that "at" names
 * @matches: whether an event is suitable; NULL: always
 * @commit: does it.  Without @kinds, @probe may be NULL
 * @end: ends what @commit has begun.  NULL: it doesn't last
 * @during: NV_PROBE_BIT() of the events that it changes until then
 * @see: changes them
 * @lasts: how long it lasts by default, in ns; 0: until it is taken back
 * @ever: it happens without end, unless the user says how often
 * @possible: whether the card can have it as it was ordered; NULL: all can
 * @needs: what it takes for that
 * @usual: the word or method that is there then, unless the user says which;
 *         for those whose @commit goes by it
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
    bool (*possible)(const NVFault *fault);
    const char *needs;
    uint32_t usual;
} NVFaultKind;

/**
 * struct NVFault - a fault on order
 *
 * @gpu: the device
 * @kind: its kind
 * @cond: the condition
 * @at: the user has given "at"
 * @read: the line is one that was read back, with its counts
 * @nth, @every: at which event first, and at which ones after it
 * @times: how often in all; 0: without end
 * @after: not before so many ns of the virtual clock since it was ordered
 * @period: ns from one time to the next, if it needs no event
 * @probability: of each event, from 0 to 1
 * @seed: initial state of the random numbers
 * @lasts: how long it lasts, or how late it makes an event, in ns
 * @xor, @value: the change to a word; NV_FAULT_NONE: not given
 * @to: replacement of a method or an address, in bytes
 * @vram, @bytes, @bits: a piece of video memory, and how many bits of it
 * @from: when it was ordered, or the card was created, in ns
 * @chance: state of the random numbers
 * @met, @done: how often there was an event, and how often it was committed
 * @goes_on: @kind->end hasn't been called yet
 * @until: when it will be, in ns
 * @start: fires when it is time
 * @stop: calls @kind->end
 */
struct NVFault {
    NVGPU *gpu;
    const NVFaultKind *kind;
    NVCondition cond;
    bool at;
    bool read;
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
 * @observer: receives their events
 * @list: NVFault, in the user's order
 * @armed: the device is realized
 * @struck: name of the fault that was committed last in each channel's events
 * @struck_card: the same in others, or without an event
 */
struct NVFaults {
    NVObserver observer;
    GPtrArray *list;
    bool armed;
    const char *struck[NV_PROBE_CHANNELS];
    const char *struck_card;
};

#define NV_FAULT_NONE UINT64_MAX

/* --- fault-kinds.c ---------------------------------------------------- */

/** nv_fault_random: a number that the fault's seed determines */
uint64_t nv_fault_random(NVFault *fault);

/** nv_fault_matches: it is an occasion, whether or not it is one that counts */
bool nv_fault_matches(const NVFault *fault, const NVProbe *probe);

/** nv_fault_is_alone: no other of its kind is still going on */
bool nv_fault_is_alone(const NVFault *fault);

/** nv_fault_kind: the kind of this name, or NULL */
const NVFaultKind *nv_fault_kind(const char *name);

/** nv_fault_kind_number: kind @i, NULL if there are no more */
const NVFaultKind *nv_fault_kind_number(unsigned i);

/** nv_fault_kind_names: the names of all, with ", " between them */
char *nv_fault_kind_names(void);

/* --- fault-text.c ----------------------------------------------------- */

/**
 * nv_fault_parse: parse a line of the list
 * @gpu: the device
 * @text: "NAME KEY=VALUE...", see docs/faults.rst
 * @errp: what is wrong with it
 *
 * Returns NULL in that case.
 */
NVFault *nv_fault_parse(NVGPU *gpu, const char *text, Error **errp);
void nv_fault_free(NVFault *fault);

/** nv_fault_is_same: they were ordered in the same words */
bool nv_fault_is_same(const NVFault *a, const NVFault *b);

/** nv_fault_kind_is_possible: the card can have it, as it is by default */
bool nv_fault_kind_is_possible(NVGPU *gpu, const NVFaultKind *kind);

/** nv_fault_kind_put: add a line with a kind's name and its keys to a text */
void nv_fault_kind_put(const NVFaultKind *kind, GString *s);

/** nv_fault_text: as it was given, with how often it was committed */
char *nv_fault_text(const NVFault *fault);

#endif /* HW_NV_DEBUG_FAULT_H */
