/*
 * NVIDIA GPU: how the DMA pusher reads the pushbuffer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_FETCH_H
#define HW_NV_FIFO_FETCH_H

#include "reader.h"

/** nv_fetch_drop_all: another channel's pushbuffer follows */
void nv_fetch_drop_all(NVFifo *fifo);

/** nv_fetch_drop_copy: what was copied of the pushbuffer is outdated */
void nv_fetch_drop_copy(NVFifo *fifo);

/** nv_fetch_written: NVEngineHost.written(): memory has been written */
void nv_fetch_written(NVGPU *gpu);

/** nv_fetch_has: a piece holds the word at @get */
static inline bool nv_fetch_has(const NVFetch *fetch, uint64_t get)
{
    return get - fetch->start < fetch->end - fetch->start;
}

/** nv_reader_held: the piece that has the word at @get, NULL if none has */
static inline NVFetch *nv_reader_held(const NVPushReader *r, uint64_t get)
{
    for (unsigned i = 0; i < NV_FETCH_WAYS; i++) {
        NVFetch *fetch = &r->fifo->held.fetch[i];

        if (nv_fetch_has(fetch, get)) {
            return fetch;
        }
    }
    return NULL;
}

/**
 * nv_reader_refresh: re-read memory that an engine has written
 *
 * Words that are executed in place need nothing; a copy is discarded.
 */
static inline void nv_reader_refresh(NVPushReader *r)
{
    if (unlikely(r->fifo->held.memory_written)) {
        r->fifo->held.memory_written = false;
        nv_fetch_drop_copy(r->fifo);
        if (r->words == r->fifo->held.copy) {
            r->end = r->pos;
        }
    }
}

/** nv_reader_use: decode a piece, from @get on and not beyond PUT */
static inline void nv_reader_use(NVPushReader *r, const NVFetch *fetch,
                                 uint64_t get)
{
    uint64_t len = fetch->end - fetch->start;

    if (r->put - fetch->start < len && r->put > get) {
        len = r->put - fetch->start;
    }
    r->words = fetch->words;
    r->page_stride = fetch->page_stride;
    r->start = fetch->start;
    r->pos = r->words + (get - fetch->start) / 4;
    r->end = r->words + len / 4;
}

/**
 * nv_reader_fetch: get hold of the piece that has the word at @get
 * @r: the pushbuffer
 * @get: its address
 *
 * Returns NULL if it can't be read.  The piece may be longer than the last one
 * that had the word, and lie somewhere else.
 */
NVFetch *nv_reader_fetch(NVPushReader *r, uint64_t get);

/**
 * nv_reader_at_hand: the piece that has the word at @get, if no lookup is
 *                    needed
 * @r: the pushbuffer
 * @get: its address
 *
 * A held piece may be replaced by the one that was looked up ahead.
 */
const NVFetch *nv_reader_at_hand(NVPushReader *r, uint64_t get);

/**
 * nv_reader_seek: make the words from @get on the piece to decode
 * @r: the pushbuffer
 * @get: its address
 *
 * Returns false, with @error set, if they can't be read.
 */
bool nv_reader_seek(NVPushReader *r, uint64_t get);

#endif /* HW_NV_FIFO_FETCH_H */
