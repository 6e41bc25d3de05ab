/*
 * NVIDIA GPU: how the DMA pusher reads the pushbuffer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_FETCH_H
#define HW_NV_FIFO_FETCH_H

#include "pusher-state.h"

/** nv_pusher_drop_fetches: another channel's pushbuffer follows */
void nv_pusher_drop_fetches(NVFifo *fifo);

/** nv_pusher_drop_copy: what was copied of the pushbuffer is outdated */
void nv_pusher_drop_copy(NVFifo *fifo);

/** nv_pusher_written: NVEngineHost.written(): memory has been written */
void nv_pusher_written(NVGPU *gpu);

/** nv_fetch_has: a piece holds the word at @get */
static inline bool nv_fetch_has(const NVFetch *fetch, uint64_t get)
{
    return get - fetch->start < fetch->end - fetch->start;
}

/** nv_pusher_held: the piece that has the word at @get, NULL if none has */
static inline NVFetch *nv_pusher_held(const NVPusher *p, uint64_t get)
{
    for (unsigned i = 0; i < NV_FETCH_WAYS; i++) {
        NVFetch *fetch = &p->fifo->held.fetch[i];

        if (nv_fetch_has(fetch, get)) {
            return fetch;
        }
    }
    return NULL;
}

/**
 * nv_pusher_refresh: re-read memory that an engine has written
 *
 * Words that are executed in place need nothing; a copy is discarded.
 */
static inline void nv_pusher_refresh(NVPusher *p)
{
    if (unlikely(p->fifo->held.memory_written)) {
        p->fifo->held.memory_written = false;
        nv_pusher_drop_copy(p->fifo);
        if (p->words == p->fifo->held.copy) {
            p->end = p->pos;
        }
    }
}

/** nv_pusher_use: decode a piece, from @get on and not beyond PUT */
static inline void nv_pusher_use(NVPusher *p, const NVFetch *fetch,
                                 uint64_t get)
{
    uint64_t len = fetch->end - fetch->start;

    if (p->put - fetch->start < len && p->put > get) {
        len = p->put - fetch->start;
    }
    p->words = fetch->words;
    p->page_stride = fetch->page_stride;
    p->start = fetch->start;
    p->pos = p->words + (get - fetch->start) / 4;
    p->end = p->words + len / 4;
}

/**
 * nv_pusher_fetch: get hold of the piece that has the word at @get
 * @p: the pusher
 * @get: DMA_GET
 *
 * Returns NULL if it can't be read.  The piece may be longer than the last one
 * that had the word, and lie somewhere else.
 */
NVFetch *nv_pusher_fetch(NVPusher *p, uint64_t get);

/**
 * nv_pusher_at_hand: the piece that has the word at @get, if no lookup is
 *                    needed
 * @p: the pusher
 * @get: DMA_GET
 *
 * A held piece may be replaced by the one that was looked up ahead.
 */
const NVFetch *nv_pusher_at_hand(NVPusher *p, uint64_t get);

/**
 * nv_pusher_seek: make the words from @get on the piece to decode
 * @p: the pusher
 * @get: DMA_GET
 *
 * Returns false, with @error set, if they can't be read.
 */
bool nv_pusher_seek(NVPusher *p, uint64_t get);

#endif /* HW_NV_FIFO_FETCH_H */
