/*
 * NVIDIA GPU: reading a pushbuffer, whatever decodes it
 *
 * fetch.c gets hold of the words, ib.c of entries that say where they are; a
 * pusher (cache1/) or a PBDMA (pbdma/) takes them, and knows what they mean.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_READER_H
#define HW_NV_FIFO_READER_H

#include "state.h"

/**
 * struct NVIb - the ring of entries that say where the pushbuffer is
 *
 * IB mode of NV50:NVC0, and what NVC0 always has.
 *
 * @enabled: the channel is in IB mode
 * @address: address of the IB buffer, in bytes
 * @mask: mask for an index into it
 * @get, @put: indices of the next entry, and of that after the last
 * @nonmain: "non-main pushbuffer active"
 * @unk40: bit 40 of the last entry
 * @mget, @mget_val: the last GET in the main pushbuffer, and whether there has
 *                   been one
 * @tracked: GET when @mget was last updated
 */
typedef struct NVIb {
    bool enabled;
    uint64_t address;
    uint32_t mask;
    uint32_t get, put;
    bool nonmain;
    bool unk40;
    uint64_t mget;
    bool mget_val;
    uint64_t tracked;
} NVIb;

/**
 * struct NVPushReader - a channel's pushbuffer, and how far it has been read
 *
 * While nothing runs, registers hold what remains of it.
 *
 * @chid: the channel
 * @address_mask: bits of an address
 * @limit: the last address that may be read, set by NVFifoOps.load_object()
 * @words, @pos, @end: the piece of the pushbuffer being decoded: what has been
 *                     fetched, the next word, the end
 * @start: the address of @words[0]
 * @page_stride: bytes from a word of the piece to one a page later in the
 *               host's memory, 0 if unknown
 * @put: where the pushbuffer ends
 * @ib: where the next pieces are
 * @error: what went wrong
 * @stalled: nothing more can be taken for now
 * @watched: entries, commands and methods are traced
 * @probed: an observer wants to see each of them first
 */
struct NVPushReader {
    NVGPU *gpu;
    NVFifo *fifo;
    const uint32_t *words, *pos, *end;
    uint64_t start;
    uintptr_t page_stride;
    uint64_t put;

    unsigned chid;
    uint64_t address_mask;
    uint64_t limit;

    NVPusherError error;
    bool stalled;
    bool watched;
    bool probed;

    NVIb ib;
};

/* Bits of an address, NV50+ */
#define NV_WIDE_ADDRESS MAKE_64BIT_MASK(0, 40)

/** nv_reader_get: the address of the next word */
static inline uint64_t nv_reader_get(const NVPushReader *r)
{
    return (r->start + (r->pos - r->words) * 4) & r->address_mask;
}

/** nv_push_word: a word of the pushbuffer, which the guest may be changing */
static inline uint32_t nv_push_word(const uint32_t *word)
{
    return qatomic_read(word);
}

#endif /* HW_NV_FIFO_READER_H */
