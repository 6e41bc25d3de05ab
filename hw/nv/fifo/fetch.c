/*
 * NVIDIA GPU: how the DMA pusher reads the pushbuffer
 *
 * Commands are executed where they are, in the guest's memory, in pieces as
 * long as the host has them in a row.  The guest may change any word at any
 * time, so whoever wants a word's value reads it once, with nv_push_word().
 *
 * What can't be executed there is copied a page at a time: words that lie
 * across pages or in the other byte order, and those of the first page, since
 * most submissions are short and their memory needn't be looked up then.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "pusher.h"

void nv_pusher_drop_fetches(NVFifo *fifo)
{
    fifo->wrote = false;
    for (unsigned i = 0; i < NV_FETCH_WAYS; i++) {
        fifo->fetch[i].end = fifo->fetch[i].start;
    }
}

void nv_pusher_drop_copy(NVFifo *fifo)
{
    for (unsigned i = 0; i < NV_FETCH_WAYS; i++) {
        if (fifo->fetch[i].words == fifo->copy) {
            fifo->fetch[i].end = fifo->fetch[i].start;
        }
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

/* Bytes that may be read from @get on.  0: beyond the limit. */
static uint64_t nv_pusher_readable(const NVPusher *p, uint32_t get)
{
    uint32_t limit = NV_R(p->gpu, NV_PFIFO_CACHE1_DMA_LIMIT);

    if (get > limit || limit - get < 3) {
        return 0;
    }
    return QEMU_ALIGN_DOWN((uint64_t)limit - get + 1, 4);
}

/* The piece that begins at @start, if it reaches beyond @get */
static bool nv_pusher_map_at(NVPusher *p, uint32_t start, uint32_t get,
                             NVFetch *fetch)
{
    uint64_t len = nv_pusher_readable(p, start);

    fetch->words = nv_dmaobj_map(p->gpu, &p->fifo->push, start, &len);
    len = QEMU_ALIGN_DOWN(MIN(len, UINT32_MAX), 4);
    fetch->start = start;
    fetch->end = start + len;
    return fetch->words && QEMU_PTR_IS_ALIGNED(fetch->words, 4) &&
           get - start < len;
}

/* The piece around @get, where it is: what is before may be jumped to. */
static bool nv_pusher_map(NVPusher *p, uint32_t get, NVFetch *fetch)
{
    const NVDMAObject *push = &p->fifo->push;
    uint32_t page = (push->adjust + get) % NV_FETCH_SIZE;

    if (nv_fifo_big_endian(p->gpu) != HOST_BIG_ENDIAN || push->adjust % 4) {
        return false;
    }
    return nv_pusher_map_at(p, push->linear ? 0 : get - MIN(get, page), get,
                            fetch) ||
           nv_pusher_map_at(p, get, get, fetch);
}

/* The piece from @get on, up to the end of its page or of what there is */
static bool nv_pusher_copy(NVPusher *p, uint32_t get, NVFetch *fetch)
{
    NVFifo *fifo = p->fifo;
    uint32_t page = NV_FETCH_SIZE - (fifo->push.adjust + get) % NV_FETCH_SIZE;
    uint64_t size = MIN(QEMU_ALIGN_UP(page, 4), nv_pusher_readable(p, get));

    if (p->put > get) {
        size = MIN(size, p->put - get);
    }
    nv_pusher_drop_copy(fifo);
    if (nv_dmaobj_read(p->gpu, &fifo->push, get, fifo->copy, size) !=
        MEMTX_OK) {
        return false;
    }
    if (nv_fifo_big_endian(p->gpu) != HOST_BIG_ENDIAN) {
        for (uint32_t i = 0; i < size / 4; i++) {
            bswap32s(&fifo->copy[i]);
        }
    }
    fetch->words = fifo->copy;
    fetch->start = get;
    fetch->end = get + size;
    return true;
}

const NVFetch *nv_pusher_fetch(NVPusher *p, uint32_t get)
{
    NVFifo *fifo = p->fifo;
    NVFetch *fetch = &fifo->fetch[fifo->fetch_next];

    if (!nv_pusher_load_object(p->gpu) || !nv_pusher_readable(p, get) ||
        (!nv_pusher_map(p, get, fetch) && !nv_pusher_copy(p, get, fetch))) {
        fetch->end = fetch->start;
        return NULL;
    }
    fifo->fetch_next = (fifo->fetch_next + 1) % NV_FETCH_WAYS;
    return fetch;
}

/*
 * A pushbuffer is mostly read from start to end, and the host doesn't know
 * where a page table's next page is: has it fetch that one word by word while
 * this one is executed.
 */
static void nv_pusher_look_ahead(NVPusher *p, const NVFetch *fetch)
{
    const uint32_t *words = fetch->words, *next = NULL;
    uint32_t end = fetch->end;
    uint64_t len = NV_FETCH_SIZE;

    if (!p->fifo->push.linear && words != p->fifo->copy &&
        p->put - fetch->start >= end - fetch->start) {
        next = nv_dmaobj_map(p->gpu, &p->fifo->push, end, &len);
    }
    p->ahead = next ? (uintptr_t)next - (uintptr_t)words : 0;
}

bool nv_pusher_seek(NVPusher *p, uint32_t get)
{
    const NVFetch *fetch = nv_pusher_held(p, get);

    if (!fetch) {
        fetch = nv_pusher_fetch(p, get);
    }
    if (unlikely(!fetch)) {
        p->words = p->pos = p->end = NULL;
        p->start = get;
        p->error = NV_PUSHER_MEM_FAULT;
        return false;
    }
    nv_pusher_use(p, fetch, get);
    nv_pusher_look_ahead(p, fetch);
    return true;
}
