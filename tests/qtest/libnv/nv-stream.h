/*
 * Tests of the NVIDIA GPU: random streams of commands and register accesses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_STREAM_H
#define LIBNV_NV_STREAM_H

#include "nv-card.h"

#define NV_ITEM_WORDS 24
#define NV_STREAM_ITEMS 40

/** Channels that streams use: the items' channel is an index of these */
#define NV_STREAM_CHANNELS 2

/* The handles that streams use; the test decides what they stand for */
typedef enum NVStreamHandle {
    NV_STREAM_M2MF,
    NV_STREAM_NULL,
    NV_STREAM_PATTERN,
    NV_STREAM_ROP,
    NV_STREAM_UNKNOWN_CLASS,
    NV_STREAM_OTHER_ENGINE,
    NV_STREAM_SOFTWARE,
    NV_STREAM_DMA,              /* read and write */
    NV_STREAM_DMA_READ,
    NV_STREAM_DMA_WRITE,
    NV_STREAM_DMA_SEMAPHORE,
    NV_STREAM__HANDLES,         /* no object has this one */
    NV_STREAM_NO_ENGINE,        /* of an engine that isn't there, NV50+ */
} NVStreamHandle;

#define NV_STREAM_HANDLE(_n) (0xbeef0000u + (_n))

/** Bytes in the memory that the DMA objects are for */
#define NV_STREAM_MEMORY 0x1000

typedef enum NVItemKind {
    NV_ITEM_WORDS_PUSHED,       /* words of the pushbuffer */
    NV_ITEM_SUBMIT,             /* DMA_PUT is moved behind them */
    NV_ITEM_CHANNEL,            /* go on with channel @addr, if there is time;
                                 * from NV50 on by a run list, at any time */
    NV_ITEM_WRITE,              /* @words[0] to register @addr */
    NV_ITEM_MEMORY,             /* @words[0] to memory at @addr */
    NV_ITEM_SKIP,               /* make CACHE1 drop the method at GET */
    NV_ITEM_RECOVER,            /* continue at DMA_PUT after a pusher error */
} NVItemKind;

/**
 * struct NVItem - an atom of a stream
 *
 * @name: what it is meant to be
 * @count: number of @words
 * @relative: bit per word: it counts from its own place in the pushbuffer
 */
typedef struct NVItem {
    NVItemKind kind;
    const char *name;
    uint32_t addr;
    uint32_t count;
    uint32_t relative;
    uint32_t words[NV_ITEM_WORDS];
} NVItem;

/**
 * struct NVStream - what a channel is given, and what happens meanwhile
 *
 * @seed: from which it was made
 * @count: number of @items
 * @start: where in the pushbuffer it begins, in bytes
 * @cache: where in CACHE1 it begins: GET and PUT
 * @waits: it has methods that make the pusher wait for the puller
 */
typedef struct NVStream {
    uint32_t seed;
    unsigned count;
    uint32_t start;
    uint32_t cache;
    bool waits;
    NVItem items[NV_STREAM_ITEMS];
} NVStream;

/** nv_stream_random: the stream that belongs to a card and a seed */
void nv_stream_random(NVStream *s, const NVCard *card, uint32_t seed);

/** nv_stream_print: print the stream, an item a line */
void nv_stream_print(const NVStream *s);

/**
 * nv_stream_shrink: leave out what a failure doesn't need
 * @s: a stream that fails; the shortest one that was found
 * @fails: tells whether a stream fails
 */
void nv_stream_shrink(NVStream *s, bool (*fails)(const NVStream *s,
                                                 void *opaque),
                      void *opaque);

/**
 * nv_stream_target: where a word makes the pusher go on
 * @card: the card
 * @word: the first word of a command
 * @target: where
 *
 * False if it's none that does.  A return isn't.
 */
bool nv_stream_target(const NVCard *card, uint32_t word, uint32_t *target);

#endif /* LIBNV_NV_STREAM_H */
