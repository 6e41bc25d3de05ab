/*
 * NVIDIA GPU: IB mode of the DMA pusher, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_IB_H
#define HW_NV_FIFO_IB_H

#include "pusher-state.h"

/** nv_ib_mode: a channel with this DMA_FETCH is in IB mode */
bool nv_ib_mode(uint32_t fetch);

/** nv_ib_mask: bits of an index into the IB buffer, by IB_CONFIG */
uint32_t nv_ib_mask(uint32_t config);

/** nv_ib_has_work: there is work other than that from DMA_GET to DMA_PUT */
bool nv_ib_has_work(NVGPU *gpu);

/**
 * nv_ib_load, nv_ib_store: the state that a pusher with wide addresses has
 * @p: the pusher
 * @state: DMA_STATE
 *
 * nv_ib_store() returns DMA_STATE with the bits of that state set.
 */
void nv_ib_load(NVPusher *p, uint32_t state);
uint32_t nv_ib_store(NVPusher *p, uint32_t state);

/** nv_ib_pending: there are entries that haven't been read */
static inline bool nv_ib_pending(const NVPusher *p)
{
    return p->ib.enabled && p->ib.get != p->ib.put;
}

/** nv_ib_track: update MGET from GET, if that is in the main pushbuffer */
void nv_ib_track(NVPusher *p);

/**
 * nv_ib_read: read the next entry
 * @p: the pusher
 * @words: its two words
 *
 * Returns false if it can't be read; the fault has been reported.
 */
bool nv_ib_read(NVPusher *p, uint32_t *words);

/**
 * nv_ib_next: go on with the next entry
 * @p: the pusher, at the end of its pushbuffer
 *
 * Returns false, with @error set, if it can't be read or is empty.
 */
bool nv_ib_next(NVPusher *p);

/**
 * nv_ib_next_held: the same if neither the entry nor its piece has to be looked
 *                  up
 *
 * Returns false, and does nothing, otherwise.
 */
bool nv_ib_next_held(NVPusher *p);

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
 * @p: the pusher
 * @end: where the piece of that entry ends
 * @budget: words that may be executed, including those up to @end
 * @row: the result; it may be empty
 */
void nv_ib_row_begin(const NVPusher *p, const uint32_t *end, int64_t budget,
                     NVIbRow *row);

/**
 * nv_ib_row_next: go on with the next entry of a row
 * @row: the entries; all up to @end has been executed
 * @from, @end: the piece of the pushbuffer that it names
 *
 * Returns false, and does nothing, if there is none.  nv_ib_row_end() brings
 * the pusher's state up to date.
 */
static inline QEMU_ALWAYS_INLINE bool nv_ib_row_next(NVIbRow *row)
{
    uint32_t high, offset, words;

    if (row->next == row->last) {
        return false;
    }
    offset = (nv_push_word(&row->next[0]) & R_NV50_IB_ENTRY_0_ADDRESS_MASK) -
             row->start;
    high = nv_push_word(&row->next[1]);
    words = FIELD_EX32(high, NV50_IB_ENTRY_1, SIZE);
    if (((high ^ row->flags >> 32) & ~R_NV50_IB_ENTRY_1_SIZE_MASK) ||
        offset >= row->size || words - 1 >= (row->size - offset) / 4 ||
        words >= row->left) {
        return false;
    }
    row->next += 2;
    row->left -= words + 1;
    row->from = row->words + offset / 4;
    row->end = row->from + words;
    return true;
}

/**
 * nv_ib_row_end: bring the pusher's state up to date
 * @p: the pusher, whose @pos is known
 * @row: the entries, with the last one's piece
 *
 * Returns how many entries have been taken.
 */
uint32_t nv_ib_row_end(NVPusher *p, NVIbRow *row);

#endif /* HW_NV_FIFO_IB_H */
