/*
 * NVIDIA GPU: what the kinds of channels have in common, in the benchmark
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_CARD_INTERNAL_H
#define TESTS_BENCH_CARD_INTERNAL_H

#include "qemu/bswap.h"
#include "../qtest/libnv/nv-channel.h"
#include "../qtest/libnv/nv-fermi.h"
#include "card.h"

/* An IB buffer for entries of 16 words: behind the pushbuffer */
#define IB_ORDER 19
#define IB_SIZE (8u << IB_ORDER)

/** A place for a generation's own data: at the IB buffer's unused end */
#define IB_SPARE 4096

/** Bytes that semaphores are in */
#define SEMAPHORES_SIZE 0x1000

/**
 * struct CardChannels - a generation's channels
 *
 * @commands, @methods: how many it submits beside what it is told to
 * @make: make the one of a pushbuffer
 * @free: forget it
 * @rewind: make it begin at its first entry
 * @submit: let it run to @put, an address, or the number of entries
 * @is_done: it has come to the end of @put bytes, and so many entries
 * @ref: its reference counter
 */
typedef struct CardChannels {
    unsigned commands, methods;
    void (*make)(Card *card, PushObject push);
    void (*free)(Card *card, PushObject push);
    void (*rewind)(Card *card, PushObject push);
    void (*submit)(Card *card, PushObject push, uint32_t put);
    bool (*is_done)(Card *card, PushObject push, uint32_t put,
                    uint32_t entries);
    uint32_t (*ref)(Card *card, PushObject push);
} CardChannels;

/**
 * struct Card - a card, and its channels, one for each pushbuffer
 *
 * @nv: the card
 * @stores: memory of the machine for the yardstick's stores
 * @share: the memory of the machine
 * @size: of a pushbuffer, in bytes
 * @graph: from NVC0 on, methods go to PGRAPH
 * @channels: what channels are
 * @chan, @fermi: these, whichever it has
 * @push: pushbuffers, in this program's memory
 * @entry_words, @entries: words of an entry; entries of the last submission
 * @fence: what the last submission ends with
 */
struct Card {
    NVDev *nv;
    uint64_t stores;
    int share;
    size_t size;
    bool graph;
    const CardChannels *channels;
    NVChan *chan[PUSH__MAX];
    NVFermiChan *fermi[PUSH__MAX];
    uint32_t *push[PUSH__MAX];
    uint32_t entry_words[PUSH__MAX];
    uint32_t entries[PUSH__MAX];
    uint32_t fence;
};

/** card_ring: a pushbuffer's IB buffer, in this program's memory */
uint64_t *card_ring(Card *card, PushObject push);

/** card_entry: an entry of it, for @words words at @at */
static inline uint64_t card_entry(uint64_t words, uint64_t at)
{
    return cpu_to_le64(words << 42 | at);
}

extern const CardChannels card_fermi_channels;

#endif /* TESTS_BENCH_CARD_INTERNAL_H */
