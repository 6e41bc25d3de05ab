/*
 * NVIDIA GPU: the ring of entries that say where the pushbuffer is, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_IB_H
#define HW_NV_FIFO_IB_H

#include "reader.h"

/** Bytes of an entry */
#define NV_IB_ENTRY 8

/** nv_ib_pending: there are entries that haven't been read */
static inline bool nv_ib_pending(const NVPushReader *r)
{
    return r->ib.enabled && r->ib.get != r->ib.put;
}

/** nv_ib_at: the address of the next entry */
static inline uint64_t nv_ib_at(const NVPushReader *r)
{
    return (r->ib.address + (uint64_t)r->ib.get * NV_IB_ENTRY) &
           r->address_mask;
}

/** nv_ib_held: the words of the next entry, in place; NULL: not held */
static inline const uint32_t *nv_ib_held(const NVPushReader *r)
{
    const NVFetch *held = &r->fifo->held.ib;
    uint64_t offset = nv_ib_at(r) - held->start;
    uint64_t size = held->end - held->start;

    return size >= NV_IB_ENTRY && offset <= size - NV_IB_ENTRY
        ? &held->words[offset / 4] : NULL;
}

/** nv_ib_track: update MGET from GET, if that is in the main pushbuffer */
void nv_ib_track(NVPushReader *r);

/**
 * nv_ib_read: read the next entry
 * @r: the pushbuffer
 * @words: its two words
 *
 * Returns false if it can't be read; the fault has been reported.
 */
bool nv_ib_read(NVPushReader *r, uint32_t *words);

/**
 * struct NVIbRow - consecutive entries with the same flags, whose pieces are in
 *                  the same held piece of the pushbuffer
 *
 * @first, @next, @last: the first one, the one to be taken next, and the end
 * @flags: their bits other than the low word of the address, and SIZE
 * @words: the held piece, from the address whose low word is @start
 * @size: its size in bytes
 * @from, @end: the piece being executed, valid at the end
 * @left: words that may be executed after it
 * @used: words that were executed, plus one for each entry
 */
typedef struct NVIbRow {
    const uint32_t *first, *next, *last;
    uint64_t flags;
    uint32_t start, size;
    const uint32_t *words;
    const uint32_t *from, *end;
    int64_t left;
    int64_t used;
} NVIbRow;

/** nv_ib_row_use: the entries that follow lie in @fetch */
static inline void nv_ib_row_use(NVIbRow *row, const NVFetch *fetch)
{
    row->words = fetch->words;
    row->start = fetch->start;
    /* Up to where the high word changes */
    row->size = MIN(fetch->end - fetch->start,
                    (1ULL << 32) - (uint32_t)fetch->start);
}

/**
 * nv_ib_row_begin: find the entries after the one that is being executed
 * @r: the pushbuffer
 * @end: where the piece of that entry ends
 * @budget: words that may be executed, including those up to @end
 * @row: the result; it may be empty
 */
void nv_ib_row_begin(const NVPushReader *r, const uint32_t *end, int64_t budget,
                     NVIbRow *row);

/**
 * nv_ib_row_end: bring the reader's state up to date
 * @r: the pushbuffer, whose @pos is known
 * @row: the entries, with the last one's piece
 *
 * Returns how many entries have been taken.
 */
uint32_t nv_ib_row_end(NVPushReader *r, NVIbRow *row);

#endif /* HW_NV_FIFO_IB_H */
