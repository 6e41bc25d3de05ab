/*
 * NVIDIA GPU: how the DMA pusher reads the pushbuffer
 *
 * Commands are executed in place, in the guest's memory, in pieces that are
 * contiguous on the host.  The guest may change any word at any time, so each
 * word is read only once, with nv_push_word().
 *
 * The rest is copied a page at a time: words across pages or in the other byte
 * order, and those of a submission's first page, since most submissions are
 * short and this avoids looking their memory up.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "dma.h"
#include "fetch.h"
#include "ops.h"
#include "reader.h"

static void nv_fetch_drop(NVFetch *fetch)
{
    fetch->end = fetch->start;
}

void nv_fetch_drop_all(NVFifo *fifo)
{
    fifo->held.memory_written = false;
    fifo->gpu->push_copied = false;
    nv_fetch_drop(&fifo->held.ib);
    fifo->held.lookahead.count = 0;
    fifo->held.lookahead.most = 1;
    for (unsigned i = 0; i < NV_FETCH_WAYS; i++) {
        nv_fetch_drop(&fifo->held.fetch[i]);
    }
}

void nv_fetch_drop_copy(NVFifo *fifo)
{
    fifo->gpu->push_copied = false;
    for (unsigned i = 0; i < NV_FETCH_WAYS; i++) {
        if (fifo->held.fetch[i].words == fifo->held.copy) {
            nv_fetch_drop(&fifo->held.fetch[i]);
        }
    }
}

void nv_fetch_written(NVGPU *gpu)
{
    gpu->fifo->held.memory_written = true;
    /* The next command has to be checked before it is executed. */
    gpu->fifo->selected = NV_FIFO_NONE_SELECTED;
}

/* Bytes that may be read from @get on.  0: beyond the limit */
static uint64_t nv_reader_readable(const NVPushReader *r, uint64_t get)
{
    if (get > r->limit || r->limit - get < 3) {
        return 0;
    }
    return QEMU_ALIGN_DOWN(r->limit - get + 1, 4);
}

/* Whether the object is contiguous, regardless of what lies around it */
static bool nv_reader_is_linear(const NVDMAObject *push)
{
    return push->linear && push->target != NV_DMAOBJ_TARGET_VM;
}

/* Set @fetch to @len bytes at @words; false: they can't be executed there. */
static bool nv_fetch_set(NVFetch *fetch, uint64_t start, const void *words,
                         uint64_t len)
{
    len = QEMU_ALIGN_DOWN(MIN(len, UINT32_MAX), 4);
    fetch->words = words;
    fetch->start = start;
    fetch->end = start + len;
    return words && QEMU_PTR_IS_ALIGNED(words, 4) && len;
}

/* The piece that begins at @start, if it reaches beyond @get */
static bool nv_reader_map_at(NVPushReader *r, uint64_t start, uint64_t get,
                             NVFetch *fetch)
{
    uint64_t len = nv_reader_readable(r, start);
    const void *words = nv_dmaobj_map(r->gpu, &r->fifo->push, start,
                                      &len);

    return nv_fetch_set(fetch, start, words, len) &&
           get - start < fetch->end - start;
}

/* Map the piece around @get: jumps may lead to what comes before. */
static bool nv_reader_map(NVPushReader *r, uint64_t get, NVFetch *fetch)
{
    const NVDMAObject *push = &r->fifo->push;
    uint64_t page = (push->base + push->adjust + get) % NV_FETCH_SIZE;

    if (nv_fifo_big_endian(r->gpu) != HOST_BIG_ENDIAN ||
        (push->base + push->adjust) % 4) {
        return false;
    }
    return nv_reader_map_at(r, nv_reader_is_linear(push) ? 0
                                                         : get - MIN(get, page),
                            get, fetch) ||
           nv_reader_map_at(r, get, get, fetch);
}

/* Limit @size bytes from @get on to the words within the object */
static uint64_t nv_fetch_within(const NVDMAObject *push, uint64_t get,
                                uint64_t size)
{
    if (!size || push->limit < get || push->limit - get < 3) {
        return size;
    }
    return QEMU_ALIGN_DOWN(MIN(size - 1, push->limit - get) + 1, 4);
}

/* Copy the piece from @get on, up to the end of its page, PUT or the limit */
static bool nv_reader_copy(NVPushReader *r, uint64_t get, NVFetch *fetch)
{
    NVFifo *fifo = r->fifo;
    uint64_t pos = fifo->push.base + fifo->push.adjust + get;
    uint64_t size = MIN(QEMU_ALIGN_UP(NV_FETCH_SIZE - pos % NV_FETCH_SIZE, 4),
                        nv_reader_readable(r, get));

    if (r->put > get) {
        size = MIN(size, r->put - get);
    }
    size = nv_fetch_within(&fifo->push, get, size);
    nv_fetch_drop_copy(fifo);
    if (!nv_fifo_dma_read(r->gpu, NV_VM_PFIFO_PUSHBUF, &fifo->push, get,
                          fifo->held.copy, size)) {
        return false;
    }
    if (nv_fifo_big_endian(r->gpu) != HOST_BIG_ENDIAN) {
        for (uint32_t i = 0; i < size / 4; i++) {
            bswap32s(&fifo->held.copy[i]);
        }
    }
    r->gpu->push_copied = true;
    fetch->words = fifo->held.copy;
    fetch->start = get;
    fetch->end = get + size;
    return true;
}

/* The next piece that has been looked up ahead, NULL if there is none */
static const NVFetch *nv_fetch_next(const NVLookahead *ahead)
{
    return ahead->count ? &ahead->fetch[ahead->first] : NULL;
}

static bool nv_fetch_next_has(const NVLookahead *ahead, uint64_t get)
{
    const NVFetch *next = nv_fetch_next(ahead);

    return next && nv_fetch_has(next, get);
}

/* Move that piece to @fetch, if it has the word at @get */
static bool nv_reader_take_next(NVPushReader *r, uint64_t get, NVFetch *fetch)
{
    NVLookahead *ahead = &r->fifo->held.lookahead;

    if (!nv_fetch_next_has(ahead, get)) {
        return false;
    }
    *fetch = ahead->fetch[ahead->first++];
    ahead->count--;
    return true;
}

static bool nv_reader_is_within(NVPushReader *r, uint64_t get)
{
    if (nv_reader_readable(r, get)) {
        return true;
    }
    nv_log_error(r->gpu, "channel %u: get 0x%" PRIx64 " is beyond the "
                 "pushbuffer's limit 0x%" PRIx64, r->chid, get, r->limit);
    return false;
}

/*
 * Find the piece with @get, if it hasn't been looked up ahead.  What fails says
 * why, each in its own way.
 */
static bool G_GNUC_NO_INLINE nv_reader_find(NVPushReader *r, uint64_t get,
                                            NVFetch *fetch)
{
    if (r->gpu->chip->fifo->ops->load_object(r) &&
        nv_reader_is_within(r, get) &&
        (nv_reader_map(r, get, fetch) || nv_reader_copy(r, get, fetch))) {
        return true;
    }
    nv_fetch_drop(fetch);
    return false;
}

NVFetch *nv_reader_fetch(NVPushReader *r, uint64_t get)
{
    NVFifo *fifo = r->fifo;
    NVFetch *fetch = &fifo->held.fetch[fifo->held.next];

    if (!nv_reader_take_next(r, get, fetch) && !nv_reader_find(r, get, fetch)) {
        return NULL;
    }
    fifo->held.next = (fifo->held.next + 1) % NV_FETCH_WAYS;
    return fetch;
}

/*
 * Bytes after @fetch that may be needed next: up to PUT, if it is there.  In IB
 * mode the pieces of the next entries tend to follow, too.
 */
static uint64_t nv_reader_wanted(const NVPushReader *r, const NVFetch *fetch)
{
    uint64_t len = nv_reader_readable(r, fetch->end);

    if (r->ib.enabled || r->put < fetch->start) {
        return len;
    }
    return r->put < fetch->end
        ? 0 : MIN(len, QEMU_ALIGN_UP(r->put - fetch->end + 1, NV_FETCH_SIZE));
}

/* Merge @next into @last if it follows in the host's memory. */
static bool nv_fetch_join(NVFetch *last, const NVFetch *next)
{
    uint64_t size = last->end - last->start;

    if (next->words != last->words + size / 4 ||
        size + (next->end - next->start) > UINT32_MAX) {
        return false;
    }
    last->end = next->end;
    return true;
}

/*
 * Look up what follows @last.  The host's page walks take a while, but several
 * at once take hardly longer, so look up more each time that all pieces have
 * been used.  Not inline: most pieces have been looked up before, and need none
 * of its registers.
 */
static void G_GNUC_NO_INLINE nv_reader_look_up(NVPushReader *r, NVFetch *last)
{
    NVLookahead *ahead = &r->fifo->held.lookahead;
    NVDMAPiece pieces[NV_LOOKAHEAD];
    unsigned count;

    if (ahead->count) {
        ahead->most = 1;
    }
    ahead->first = ahead->count = 0;
    count = nv_dmaobj_map_ahead(r->gpu, &r->fifo->push, last->end,
                                nv_reader_wanted(r, last), pieces,
                                ahead->most);
    for (unsigned i = 0; i < count; i++) {
        NVFetch *next = &ahead->fetch[ahead->count];

        if (!nv_fetch_set(next, last->end, pieces[i].ptr, pieces[i].len)) {
            break;
        }
        if (!nv_fetch_join(last, next)) {
            last = next;
            ahead->count++;
        }
    }
    ahead->most = MIN(ahead->most * 2, NV_LOOKAHEAD);
    for (unsigned i = 0; i < ahead->count; i++) {
        __builtin_prefetch(ahead->fetch[i].words);
    }
}

/*
 * A pushbuffer is mostly read from start to end, but the host's prefetcher
 * can't know where a page table's next page is: prefetch it word by word while
 * the current one is executed.
 */
static void nv_reader_look_ahead(NVPushReader *r, NVFetch *fetch)
{
    const NVFetch *next;

    fetch->page_stride = 0;
    if (nv_reader_is_linear(&r->fifo->push) ||
        fetch->words == r->fifo->held.copy) {
        return;
    }
    next = nv_fetch_next(&r->fifo->held.lookahead);
    if (!next || next->start != fetch->end) {
        nv_reader_look_up(r, fetch);
        next = nv_fetch_next(&r->fifo->held.lookahead);
    }
    if (next) {
        fetch->page_stride = (uintptr_t)next->words - (uintptr_t)fetch->words;
    }
}

const NVFetch *nv_reader_at_hand(NVPushReader *r, uint64_t get)
{
    NVFetch *fetch;

    if (!nv_fetch_next_has(&r->fifo->held.lookahead, get)) {
        return nv_reader_held(r, get);
    }
    fetch = nv_reader_fetch(r, get);
    nv_reader_look_ahead(r, fetch);
    return fetch;
}

bool nv_reader_seek(NVPushReader *r, uint64_t get)
{
    NVFetch *fetch = nv_reader_held(r, get);

    if (!fetch) {
        fetch = nv_reader_fetch(r, get);
    }
    if (unlikely(!fetch)) {
        r->words = r->pos = r->end = NULL;
        r->start = get;
        r->error = NV_PUSHER_MEM_FAULT;
        return false;
    }
    nv_reader_look_ahead(r, fetch);
    nv_reader_use(r, fetch, get);
    return true;
}
