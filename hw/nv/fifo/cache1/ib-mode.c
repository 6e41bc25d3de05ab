/*
 * NVIDIA GPU: IB mode of the DMA pusher, NV50:NVC0
 *
 * envytools, hw/fifo/dma-pusher "IB mode".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/fetch.h"
#include "hw/nv/fifo/ib.h"
#include "hw/nv/fifo/probe.h"
#include "ib-mode.h"
#include "trace/trace-hw_nv.h"

bool nv_ib_mode(uint32_t fetch)
{
    return FIELD_EX32(fetch, NV50_PFIFO_CACHE1_DMA_FETCH, IB_ENABLE);
}

uint32_t nv_ib_mask(uint32_t config)
{
    unsigned order = FIELD_EX32(config, NV50_PFIFO_CACHE1_IB_CONFIG, ORDER);

    return order < 32 ? (1u << order) - 1 : UINT32_MAX;
}

bool nv_ib_has_work(NVGPU *gpu)
{
    uint32_t mask = nv_ib_mask(NV_R(gpu, NV50_PFIFO_CACHE1_IB_CONFIG));

    return NV_R(gpu, NV50_PFIFO_CACHE1_DMA_GET_HIGH) !=
           NV_R(gpu, NV50_PFIFO_CACHE1_DMA_PUT_HIGH) ||
           (nv_ib_mode(NV_R(gpu, NV50_PFIFO_CACHE1_DMA_FETCH)) &&
            ((NV_R(gpu, NV50_PFIFO_CACHE1_IB_GET) ^
              NV_R(gpu, NV50_PFIFO_CACHE1_IB_PUT)) & mask));
}

/* --- State and registers ---------------------------------------------- */

static uint64_t nv_ib_address(uint32_t low, uint32_t high)
{
    return (uint64_t)extract32(high, 0, 8) << 32 | low;
}

void nv_ib_load(NVPusher *p, uint32_t state)
{
    NVGPU *gpu = p->in.gpu;
    uint32_t config = NV_R(gpu, NV50_PFIFO_CACHE1_IB_CONFIG);
    uint32_t mget_high = NV_R(gpu, NV50_PFIFO_CACHE1_DMA_MGET_HIGH);

    p->in.start = nv_ib_address(p->in.start,
                             NV_R(gpu, NV50_PFIFO_CACHE1_DMA_GET_HIGH));
    p->in.put = nv_ib_address(p->in.put,
                           NV_R(gpu, NV50_PFIFO_CACHE1_DMA_PUT_HIGH));
    p->count = NV_R(gpu, NV50_PFIFO_CACHE1_METHOD_COUNT);
    p->length_pending = FIELD_EX32(state, NV50_PFIFO_CACHE1_DMA_STATE,
                                   LENGTH_PENDING);
    p->in.ib = (NVIb) {
        .enabled = nv_ib_mode(NV_R(gpu, NV50_PFIFO_CACHE1_DMA_FETCH)),
        .address = nv_ib_address(NV_R(gpu, NV50_PFIFO_CACHE1_IB_ADDRESS_LOW),
                                 config),
        .mask = nv_ib_mask(config),
        .get = NV_R(gpu, NV50_PFIFO_CACHE1_IB_GET) & nv_ib_mask(config),
        .put = NV_R(gpu, NV50_PFIFO_CACHE1_IB_PUT) & nv_ib_mask(config),
        .nonmain = FIELD_EX32(state, NV50_PFIFO_CACHE1_DMA_STATE, NON_MAIN),
        .unk40 = FIELD_EX32(state, NV50_PFIFO_CACHE1_DMA_STATE, UNK1),
        .mget = nv_ib_address(NV_R(gpu, NV50_PFIFO_CACHE1_DMA_MGET),
                              mget_high),
        .mget_val = FIELD_EX32(mget_high, NV50_PFIFO_CACHE1_DMA_MGET_HIGH,
                               VALID),
        .tracked = p->in.start,
    };
}

uint32_t nv_ib_store(NVPusher *p, uint32_t state)
{
    NVGPU *gpu = p->in.gpu;
    const NVIb *ib = &p->in.ib;

    NV_R(gpu, NV50_PFIFO_CACHE1_DMA_GET_HIGH) = nv_reader_get(&p->in) >> 32;
    NV_R(gpu, NV50_PFIFO_CACHE1_METHOD_COUNT) = p->count;
    state = FIELD_DP32(state, NV50_PFIFO_CACHE1_DMA_STATE, LENGTH_PENDING,
                       p->length_pending);
    if (!ib->enabled) {
        return state;
    }
    nv_ib_track(&p->in);
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUT) = p->in.put;
    NV_R(gpu, NV50_PFIFO_CACHE1_DMA_PUT_HIGH) = p->in.put >> 32;
    NV_R(gpu, NV50_PFIFO_CACHE1_IB_GET) = ib->get;
    NV_R(gpu, NV50_PFIFO_CACHE1_DMA_MGET) = ib->mget;
    NV_R(gpu, NV50_PFIFO_CACHE1_DMA_MGET_HIGH) =
        FIELD_DP32(ib->mget >> 32, NV50_PFIFO_CACHE1_DMA_MGET_HIGH, VALID,
                   ib->mget_val);
    state = FIELD_DP32(state, NV50_PFIFO_CACHE1_DMA_STATE, UNK1, ib->unk40);
    return FIELD_DP32(state, NV50_PFIFO_CACHE1_DMA_STATE, NON_MAIN,
                      ib->nonmain);
}

/* --- Entries ---------------------------------------------------------- */

typedef struct NVIbEntry {
    uint64_t address;
    uint32_t size;
    bool nonmain;
    bool unk40;
} NVIbEntry;

static NVIbEntry nv_ib_decode(uint32_t low, uint32_t high)
{
    return (NVIbEntry) {
        .address = nv_ib_address(low & R_NV50_IB_ENTRY_0_ADDRESS_MASK, high),
        .size = FIELD_EX32(high, NV50_IB_ENTRY_1, SIZE),
        .nonmain = FIELD_EX32(high, NV50_IB_ENTRY_1, NON_MAIN),
        .unk40 = FIELD_EX32(high, NV50_IB_ENTRY_1, UNK40),
    };
}

/* "When an IB entry is read, the pushbuffer is prepared for reading" */
static inline QEMU_ALWAYS_INLINE void nv_ib_take(NVPusher *p,
                                                 const NVIbEntry *entry)
{
    NVIb *ib = &p->in.ib;

    trace_nv_pfifo_ib_entry(p->in.chid, ib->get, entry->address,
                            entry->size, entry->nonmain);
    nv_fifo_probe_entry(p->in.gpu, p->in.chid, ib->get, entry->address,
                        entry->size);
    ib->get = (ib->get + 1) & ib->mask;
    ib->nonmain = entry->nonmain;
    ib->unk40 = entry->unk40;
    ib->tracked = entry->address;
    if (!ib->nonmain) {
        ib->mget = entry->address;
    }
    p->in.put = (entry->address + (uint64_t)entry->size * 4) &
                p->in.address_mask;
}

bool nv_ib_next(NVPusher *p)
{
    NVIbEntry entry;
    uint32_t words[2];

    if (!nv_ib_read(&p->in, words)) {
        p->in.error = NV_PUSHER_MEM_FAULT;
        return false;
    }
    nv_fifo_probe_entry_read(p->in.gpu, p->in.chid, p->in.ib.get, words);
    entry = nv_ib_decode(words[0], words[1]);
    nv_ib_track(&p->in);
    nv_ib_take(p, &entry);
    p->in.start = entry.address;
    p->in.words = p->in.pos = p->in.end = NULL;
    if (!entry.size) {
        p->in.error = NV_PUSHER_IB_EMPTY;
        return false;
    }
    return true;
}

bool nv_ib_next_held(NVPusher *p)
{
    const uint32_t *held = nv_ib_held(&p->in);
    const NVFetch *fetch;
    NVIbEntry entry;

    if (!held || nv_reader_get(&p->in) != p->in.put) {
        return false;
    }
    entry = nv_ib_decode(nv_push_word(&held[0]), nv_push_word(&held[1]));
    fetch = entry.size ? nv_reader_at_hand(&p->in, entry.address) : NULL;
    if (!fetch) {
        return false;
    }
    nv_ib_track(&p->in);
    nv_ib_take(p, &entry);
    nv_reader_use(&p->in, fetch, entry.address);
    return true;
}
