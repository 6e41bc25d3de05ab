/*
 * NVIDIA GPU: the card under qtest, as the benchmark uses it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_CARD_H
#define TESTS_BENCH_CARD_H

#include "../qtest/libnv/nv-card.h"

typedef struct Card Card;

/** enum PushObject - what a pushbuffer lies in, and how it is submitted */
typedef enum PushObject {
    /** one linear DMA object over memory on the bus */
    PUSH_LINEAR,
    /** a DMA object with a page table: no page follows its neighbour */
    PUSH_PAGED,
    /** the same two, by entries of an IB buffer: NV50+; NVC0+ has these only */
    PUSH_IB_LINEAR,
    PUSH_IB_PAGED,
    PUSH__MAX,
} PushObject;

/** card_has_push: the card has such pushbuffers */
bool card_has_push(Card *card, PushObject push);

/** card_has_pio: it has a channel for card_methods() */
bool card_has_pio(Card *card);

/** card_is_ib: the pushbuffer is submitted by entries of an IB buffer */
bool card_is_ib(PushObject push);

/**
 * card_set_entries: say what an IB buffer's entries are, before submissions
 * @card: the card
 * @push: pushbuffer
 * @words: of an entry
 */
void card_set_entries(Card *card, PushObject push, uint32_t words);

/**
 * card_new: start QEMU with a card, and memory that this program shares
 * @model: the card
 * @size: bytes of a pushbuffer, a multiple of the page size, up to 16 MiB
 * @graph: on NVC0 and later, methods go to PGRAPH: from NVE4 on they always do
 */
Card *card_new(const NVCard *model, size_t size, bool graph);
void card_free(Card *card);

/**
 * card_pushbuffer: a pushbuffer in this program's memory
 *
 * The guest's memory itself, in the order in which the DMA object shows it.
 */
uint32_t *card_pushbuffer(Card *card, PushObject push);

/** card_own_commands: of a submission, those that aren't in the pushbuffer */
void card_own_commands(Card *card, uint64_t *commands, uint64_t *methods);

/** card_entries: the IB buffer as it was submitted last; @count: its entries */
const uint64_t *card_entries(Card *card, PushObject push, size_t *count);

/**
 * struct CardTime - how long something took, in ns
 *
 * @elapsed: on the clock, the way to QEMU and back included
 * @cpu: time that QEMU had a CPU
 */
typedef struct CardTime {
    int64_t elapsed;
    int64_t cpu;
} CardTime;

/**
 * card_submit: submit a pushbuffer, and wait until it has been executed
 * @card: the card
 * @push: pushbuffer
 * @put: where to stop, in bytes
 * @expected: how long it will take at least, in ns: the time to begin to look
 *            for it; 0: look now and then
 *
 * From the write of DMA_PUT, IB_PUT or GP_PUT until GET is there, or from NVC0
 * on until a fence behind the pushbuffer is released in memory, which can be
 * seen without asking QEMU.
 */
CardTime card_submit(Card *card, PushObject push, uint32_t put,
                     int64_t expected);

/**
 * card_submit_all: the same for all pushbuffers, of which each has its turn
 * @card: the card
 * @put: where to stop, in bytes
 * @timeslice: words of a turn, up to 0xffff
 */
CardTime card_submit_all(Card *card, uint32_t put, unsigned timeslice);

/**
 * card_fill: write a row of registers, as fast as they come
 * @card: the card
 * @addr: BAR0 address of the first
 * @count: their number
 *
 * Returns the time on the clock in ns, with the way to QEMU and back.
 */
int64_t card_fill(Card *card, uint32_t addr, unsigned count);

/**
 * card_methods: BAR0 address of a PIO channel's method, for card_fill()
 *
 * PGRAPH has that channel then.
 */
uint32_t card_methods(Card *card, uint32_t mthd);

/** card_lost_methods: some of a PIO channel found no room in CACHE1 */
bool card_lost_methods(Card *card);

/** card_has: the card has features of enum NVCardFeature */
bool card_has(Card *card, uint64_t features);

/** card_ref: the reference counter of the channel */
uint32_t card_ref(Card *card, PushObject push);

/**
 * card_store_time: CPU time that three stores to the guest's memory take inside
 *                  QEMU, through a MemoryRegionCache, in ns
 */
double card_store_time(Card *card);

/** card_counter: one of the counters of the card's statistics */
uint64_t card_counter(Card *card, const char *name);

#endif /* TESTS_BENCH_CARD_H */
