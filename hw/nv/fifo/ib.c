/*
 * NVIDIA GPU: IB mode of the DMA pusher, NV50+
 *
 * envytools, hw/fifo/dma-pusher "IB mode".  A ring of entries says where the
 * pieces of the pushbuffer are; pusher.c executes the pieces, in any mode.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "dma.h"
#include "fetch.h"
#include "ib.h"
#include "ops.h"
#include "probe.h"
#include "pusher-state.h"
#include "trace/trace-hw_nv.h"

/* Bytes of an entry */
#define NV_IB_ENTRY 8

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
    NVGPU *gpu = p->gpu;
    uint32_t config = NV_R(gpu, NV50_PFIFO_CACHE1_IB_CONFIG);
    uint32_t mget_high = NV_R(gpu, NV50_PFIFO_CACHE1_DMA_MGET_HIGH);

    p->start = nv_ib_address(p->start,
                             NV_R(gpu, NV50_PFIFO_CACHE1_DMA_GET_HIGH));
    p->put = nv_ib_address(p->put,
                           NV_R(gpu, NV50_PFIFO_CACHE1_DMA_PUT_HIGH));
    p->count = NV_R(gpu, NV50_PFIFO_CACHE1_METHOD_COUNT);
    p->length_pending = FIELD_EX32(state, NV50_PFIFO_CACHE1_DMA_STATE,
                                   LENGTH_PENDING);
    p->ib = (NVIb) {
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
        .tracked = p->start,
    };
}

/*
 * "If the nonmain flag is not set, dma_get is copied to dma_mget whenever it's
 * advanced, and dma_mget_val flag is set to 1."
 */
void nv_ib_track(NVPusher *p)
{
    NVIb *ib = &p->ib;
    uint64_t get = nv_pusher_get(p);

    if (ib->enabled && !ib->nonmain && get != ib->tracked) {
        ib->mget = ib->tracked = get;
        ib->mget_val = true;
    }
}

uint32_t nv_ib_store(NVPusher *p, uint32_t state)
{
    NVGPU *gpu = p->gpu;
    const NVIb *ib = &p->ib;

    NV_R(gpu, NV50_PFIFO_CACHE1_DMA_GET_HIGH) = nv_pusher_get(p) >> 32;
    NV_R(gpu, NV50_PFIFO_CACHE1_METHOD_COUNT) = p->count;
    state = FIELD_DP32(state, NV50_PFIFO_CACHE1_DMA_STATE, LENGTH_PENDING,
                       p->length_pending);
    if (!ib->enabled) {
        return state;
    }
    nv_ib_track(p);
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUT) = p->put;
    NV_R(gpu, NV50_PFIFO_CACHE1_DMA_PUT_HIGH) = p->put >> 32;
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

/* Bytes of the ring from the next entry on */
static uint64_t nv_ib_left(const NVIb *ib)
{
    return ((uint64_t)ib->mask + 1 - ib->get) * NV_IB_ENTRY;
}

static uint64_t nv_ib_at(const NVPusher *p)
{
    return (p->ib.address + (uint64_t)p->ib.get * NV_IB_ENTRY) &
           p->address_mask;
}

/* The words of the next entry in place, if they are held */
static const uint32_t *nv_ib_held(const NVPusher *p)
{
    const NVFetch *held = &p->fifo->held.ib;
    uint64_t offset = nv_ib_at(p) - held->start;
    uint64_t size = held->end - held->start;

    return size >= NV_IB_ENTRY && offset <= size - NV_IB_ENTRY
        ? &held->words[offset / 4] : NULL;
}

static const uint32_t *nv_ib_map(NVPusher *p)
{
    NVFetch *held = &p->fifo->held.ib;
    uint64_t at = nv_ib_at(p);
    uint64_t len = nv_ib_left(&p->ib);

    if (nv_fifo_big_endian(p->gpu) != HOST_BIG_ENDIAN) {
        return NULL;
    }
    held->words = nv_dmaobj_map(p->gpu, &p->fifo->push.object, at, &len);
    held->start = at;
    held->end = at + (held->words && QEMU_PTR_IS_ALIGNED(held->words, 4)
                      ? QEMU_ALIGN_DOWN(len, 4) : 0);
    return nv_ib_held(p);
}

static bool nv_ib_copy(NVPusher *p, uint32_t *words)
{
    uint8_t bytes[NV_IB_ENTRY];

    if (!nv_fifo_dma_read(p->gpu, NV_VM_PFIFO_PUSHBUF, &p->fifo->push.object,
                          nv_ib_at(p), bytes, sizeof(bytes))) {
        return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        words[i] = nv_fifo_ldl_p(p->gpu, bytes + i * 4);
    }
    return true;
}

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
    NVIb *ib = &p->ib;

    trace_nv_pfifo_ib_entry(p->run.chid, ib->get, entry->address,
                            entry->size, entry->nonmain);
    nv_fifo_probe_entry(p->gpu, p->run.chid, ib->get, entry->address,
                        entry->size);
    ib->get = (ib->get + 1) & ib->mask;
    ib->nonmain = entry->nonmain;
    ib->unk40 = entry->unk40;
    ib->tracked = entry->address;
    if (!ib->nonmain) {
        ib->mget = entry->address;
    }
    p->put = (entry->address + (uint64_t)entry->size * 4) & p->address_mask;
}

bool nv_ib_read(NVPusher *p, uint32_t *words)
{
    const uint32_t *held = nv_ib_held(p);

    if (!held) {
        p->gpu->chip->fifo->ops->push_object(p->gpu);
        held = nv_ib_map(p);
    }
    if (!held) {
        return nv_ib_copy(p, words);
    }
    words[0] = nv_push_word(&held[0]);
    words[1] = nv_push_word(&held[1]);
    return true;
}

bool nv_ib_next(NVPusher *p)
{
    NVIbEntry entry;
    uint32_t words[2];

    if (!nv_ib_read(p, words)) {
        p->error = NV_PUSHER_MEM_FAULT;
        return false;
    }
    nv_fifo_probe_entry_read(p->gpu, p->run.chid, p->ib.get, words);
    entry = nv_ib_decode(words[0], words[1]);
    nv_ib_track(p);
    nv_ib_take(p, &entry);
    p->start = entry.address;
    p->words = p->pos = p->end = NULL;
    if (!entry.size) {
        p->error = NV_PUSHER_IB_EMPTY;
        return false;
    }
    return true;
}

bool nv_ib_next_held(NVPusher *p)
{
    const uint32_t *held = nv_ib_held(p);
    const NVFetch *fetch;
    NVIbEntry entry;

    if (!held || nv_pusher_get(p) != p->put) {
        return false;
    }
    entry = nv_ib_decode(nv_push_word(&held[0]), nv_push_word(&held[1]));
    fetch = entry.size ? nv_pusher_at_hand(p, entry.address) : NULL;
    if (!fetch) {
        return false;
    }
    nv_ib_track(p);
    nv_ib_take(p, &entry);
    nv_pusher_use(p, fetch, entry.address);
    return true;
}

/* --- Consecutive entries ---------------------------------------------- */

/* How many entries can be read in a row from @held on, which is the next one */
static uint64_t nv_ib_in_a_row(const NVPusher *p, const uint32_t *held)
{
    const NVIb *ib = &p->ib;
    const NVFetch *fetch = &p->fifo->held.ib;
    uint64_t there = (fetch->end - fetch->start) / 4 - (held - fetch->words);
    uint64_t pending = ib->get < ib->put
        ? ib->put - ib->get : (uint64_t)ib->mask + 1 - ib->get;

    return MIN(there * 4 / NV_IB_ENTRY, pending);
}

static uint32_t nv_ib_high(const NVPusher *p)
{
    uint32_t high = FIELD_DP32(0, NV50_IB_ENTRY_1, ADDRESS_HIGH,
                               p->start >> 32);

    high = FIELD_DP32(high, NV50_IB_ENTRY_1, UNK40, p->ib.unk40);
    return FIELD_DP32(high, NV50_IB_ENTRY_1, NON_MAIN, p->ib.nonmain);
}

static uint64_t nv_ib_address_of(const NVPusher *p, const uint32_t *word)
{
    return (p->start + (word - p->words) * 4) & p->address_mask;
}

void nv_ib_row_begin(const NVPusher *p, const uint32_t *end, int64_t budget,
                     NVIbRow *row)
{
    const NVFetch *fetch;
    const uint32_t *held;

    *row = (NVIbRow) {
        .end = end,
        .left = budget - (end - p->pos),
        .used = budget,
    };
    if (nv_ib_address_of(p, end) != p->put || !nv_ib_pending(p)) {
        return;
    }
    held = nv_ib_held(p);
    fetch = nv_pusher_held(p, p->start);
    if (!held || !fetch || fetch->words != p->words ||
        fetch->start != p->start) {
        return;
    }
    row->first = row->next = held;
    row->last = held + nv_ib_in_a_row(p, held) * (NV_IB_ENTRY / 4);
    row->flags = (uint64_t)nv_ib_high(p) << 32;
    nv_ib_row_use(row, fetch);
}

uint32_t nv_ib_row_end(NVPusher *p, NVIbRow *row)
{
    uint32_t taken = (row->next - row->first) / (NV_IB_ENTRY / 4);
    NVIb *ib = &p->ib;
    uint64_t address;

    row->used -= row->left + (row->end - p->pos);
    if (!taken) {
        return 0;
    }
    address = nv_ib_address_of(p, row->from);
    ib->get = (ib->get + taken) & ib->mask;
    if (!ib->nonmain) {
        /* All but the last have been executed. */
        ib->mget_val |= taken > 1 || p->put != ib->tracked;
        ib->mget = address;
    }
    ib->tracked = address;
    p->put = nv_ib_address_of(p, row->end);
    p->end = row->end;
    return taken;
}
