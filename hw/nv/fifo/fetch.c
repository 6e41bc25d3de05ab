/*
 * NVIDIA GPU: how the DMA pusher reads the pushbuffer
 *
 * In pieces of a page, into buffers of its own: what the guest changes
 * meanwhile can't be read twice.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "pusher.h"

void nv_pusher_drop_fetches(NVFifo *fifo)
{
    for (unsigned i = 0; i < NV_FETCH_WAYS; i++) {
        fifo->fetch[i].end = fifo->fetch[i].start;
    }
}

/*
 * The DMA object of the pushbuffer, as DMA_CTL and DMA_LIMIT show it.  It is
 * read again whenever instance memory has been written.
 */
static bool nv_pusher_load_object(NVGPU *gpu)
{
    NVFifo *fifo = &gpu->fifo;
    uint32_t inst = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_INSTANCE),
                               NV_PFIFO_CACHE1_DMA_INSTANCE, ADDRESS) << 4;
    uint32_t ctl = R_NV_PFIFO_CACHE1_DMA_CTL_VALID_MASK;

    if (fifo->push_inst == inst) {
        return fifo->push_valid;
    }
    fifo->push_inst = inst;
    fifo->push_valid = nv_dmaobj_load(gpu, inst, &fifo->push);
    if (fifo->push.target == NV_DMAOBJ_TARGET_NVM &&
        !(gpu->chip->fifo->pusher & NV_PUSHER_NVM)) {
        fifo->push_valid = false;
    }
    ctl |= fifo->push.adjust & R_NV_PFIFO_CACHE1_DMA_CTL_ADJUST_MASK;
    ctl = FIELD_DP32(ctl, NV_PFIFO_CACHE1_DMA_CTL, PT_PRESENT,
                     fifo->push.pt_present);
    ctl = FIELD_DP32(ctl, NV_PFIFO_CACHE1_DMA_CTL, PT_LINEAR,
                     fifo->push.linear);
    ctl = FIELD_DP32(ctl, NV_PFIFO_CACHE1_DMA_CTL, TARGET, fifo->push.target);
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_CTL) = ctl;
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_LIMIT) = fifo->push.limit;
    return fifo->push_valid;
}

/*
 * Bytes to fetch from @get on: to the end of its page, of the object, and of
 * what has been submitted.  0: beyond the limit.
 */
static uint32_t nv_pusher_fetch_size(const NVPusher *p, uint32_t get)
{
    uint32_t limit = NV_R(p->gpu, NV_PFIFO_CACHE1_DMA_LIMIT);
    uint32_t size = NV_FETCH_SIZE -
                    (p->fifo->push.adjust + get) % NV_FETCH_SIZE;

    if (get > limit || limit - get < 3) {
        return 0;
    }
    if (p->put > get) {
        size = MIN(size, p->put - get);
    }
    return QEMU_ALIGN_DOWN(MIN(size, (uint64_t)limit - get + 1), 4);
}

/*
 * A pushbuffer is mostly read from start to end: has the host fetch what
 * follows the piece, word by word while this one is executed.
 */
static void nv_pusher_look_ahead(NVPusher *p, NVFetch *fetch, uint32_t from)
{
    bool onward = from == p->fetched;
    const void *next = NULL;

    p->fetched = fetch->end;
    if (onward && p->put > fetch->end) {
        next = nv_dmaobj_peek(p->gpu, &p->fifo->push, fetch->end,
                              MIN(NV_FETCH_SIZE, p->put - fetch->end));
    }
    fetch->ahead = next ? (uintptr_t)next - (uintptr_t)fetch->words : 0;
}

/* Reads a piece from @get on, of which @count words are known already. */
static NVFetch *nv_pusher_fetch(NVPusher *p, uint32_t get,
                                const uint32_t *known, uint32_t count)
{
    NVFifo *fifo = p->fifo;
    NVFetch *fetch = &fifo->fetch[fifo->fetch_next];
    uint32_t from = get + count * 4;
    uint32_t size;

    if (!nv_pusher_load_object(p->gpu)) {
        return NULL;
    }
    size = nv_pusher_fetch_size(p, from);
    if (!size) {
        return NULL;
    }
    fifo->fetch_next = (fifo->fetch_next + 1) % NV_FETCH_WAYS;
    fetch->start = fetch->end = get;
    if (nv_dmaobj_read(p->gpu, &fifo->push, from, fetch->words + count,
                       size) != MEMTX_OK) {
        return NULL;
    }
    if (nv_fifo_big_endian(p->gpu) != HOST_BIG_ENDIAN) {
        for (uint32_t i = 0; i < size / 4; i++) {
            fetch->words[count + i] = bswap32(fetch->words[count + i]);
        }
    }
    memcpy(fetch->words, known, count * 4);
    fetch->end = from + size;
    nv_pusher_look_ahead(p, fetch, from);
    return fetch;
}

bool nv_pusher_seek(NVPusher *p, uint32_t get)
{
    const NVFetch *fetch;

    /* Who writes memory may have written the pushbuffer. */
    if (unlikely(p->writes != p->fifo->writes)) {
        nv_pusher_drop_fetches(p->fifo);
        p->writes = p->fifo->writes;
    }
    fetch = nv_pusher_held(p, get);
    if (!fetch) {
        fetch = nv_pusher_fetch(p, get, NULL, 0);
    }
    if (unlikely(!fetch)) {
        p->words = p->pos = p->end = NULL;
        p->start = get;
        p->error = NV_PUSHER_MEM_FAULT;
        return false;
    }
    nv_pusher_use(p, fetch, get);
    return true;
}

/* The piece ends before the command does. */
static bool nv_pusher_is_cut(const NVPusher *p)
{
    uint32_t word = *p->pos;

    return !(word & p->not_methods) &&
           FIELD_EX32(word, NV_COMMAND, COUNT) >= p->end - p->pos;
}

bool nv_pusher_join(NVPusher *p)
{
    uint32_t get = nv_pusher_get(p);
    uint32_t count = p->end - p->pos;
    uint32_t known[NV_FETCH_CARRY];
    const NVFetch *fetch;

    if (!p->ahead || count > NV_FETCH_CARRY || !nv_pusher_is_cut(p)) {
        return false;
    }
    /* They may be where the next piece goes. */
    memcpy(known, p->pos, count * 4);
    fetch = nv_pusher_fetch(p, get, known, count);
    if (unlikely(!fetch)) {
        return false;
    }
    nv_pusher_use(p, fetch, get);
    return true;
}
