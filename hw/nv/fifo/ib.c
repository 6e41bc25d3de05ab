/*
 * NVIDIA GPU: the ring of entries that say where the pushbuffer is, NV50+
 *
 * envytools, hw/fifo/dma-pusher "IB mode".  What an entry means is up to who
 * takes it: cache1/ib-mode.c, pbdma/pbdma-entry.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "dma.h"
#include "fetch.h"
#include "ib.h"
#include "ops.h"

/*
 * "If the nonmain flag is not set, dma_get is copied to dma_mget whenever it's
 * advanced, and dma_mget_val flag is set to 1."
 */
void nv_ib_track(NVPushReader *r)
{
    NVIb *ib = &r->ib;
    uint64_t get = nv_reader_get(r);

    if (ib->enabled && !ib->nonmain && get != ib->tracked) {
        ib->mget = ib->tracked = get;
        ib->mget_val = true;
    }
}

/* --- Entries ---------------------------------------------------------- */

/* Bytes of the ring from the next entry on */
static uint64_t nv_ib_left(const NVIb *ib)
{
    return ((uint64_t)ib->mask + 1 - ib->get) * NV_IB_ENTRY;
}

static const uint32_t *nv_ib_map(NVPushReader *r)
{
    NVFetch *held = &r->fifo->held.ib;
    uint64_t at = nv_ib_at(r);
    uint64_t len = nv_ib_left(&r->ib);

    if (nv_fifo_big_endian(r->gpu) != HOST_BIG_ENDIAN) {
        return NULL;
    }
    held->words = nv_dmaobj_map(r->gpu, &r->fifo->push, at, &len);
    held->start = at;
    held->end = at + (held->words && QEMU_PTR_IS_ALIGNED(held->words, 4)
                      ? QEMU_ALIGN_DOWN(len, 4) : 0);
    return nv_ib_held(r);
}

static bool nv_ib_copy(NVPushReader *r, uint32_t *words)
{
    uint8_t bytes[NV_IB_ENTRY];

    if (!nv_fifo_dma_read(r->gpu, NV_VM_PFIFO_PUSHBUF, &r->fifo->push,
                          nv_ib_at(r), bytes, sizeof(bytes))) {
        return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        words[i] = nv_fifo_ldl_p(r->gpu, bytes + i * 4);
    }
    return true;
}

bool nv_ib_read(NVPushReader *r, uint32_t *words)
{
    const uint32_t *held = nv_ib_held(r);

    if (!held) {
        r->gpu->chip->fifo->ops->load_object(r);
        held = nv_ib_map(r);
    }
    if (!held) {
        return nv_ib_copy(r, words);
    }
    words[0] = nv_push_word(&held[0]);
    words[1] = nv_push_word(&held[1]);
    return true;
}

/* --- Consecutive entries ---------------------------------------------- */

/* How many entries can be read in a row from @held on, which is the next one */
static uint64_t nv_ib_in_a_row(const NVPushReader *r, const uint32_t *held)
{
    const NVIb *ib = &r->ib;
    const NVFetch *fetch = &r->fifo->held.ib;
    uint64_t there = (fetch->end - fetch->start) / 4 - (held - fetch->words);
    uint64_t pending = ib->get < ib->put
        ? ib->put - ib->get : (uint64_t)ib->mask + 1 - ib->get;

    return MIN(there * 4 / NV_IB_ENTRY, pending);
}

static uint32_t nv_ib_high(const NVPushReader *r)
{
    uint32_t high = FIELD_DP32(0, NV50_IB_ENTRY_1, ADDRESS_HIGH,
                               r->start >> 32);

    high = FIELD_DP32(high, NV50_IB_ENTRY_1, UNK40, r->ib.unk40);
    return FIELD_DP32(high, NV50_IB_ENTRY_1, NON_MAIN, r->ib.nonmain);
}

static uint64_t nv_ib_address_of(const NVPushReader *r, const uint32_t *word)
{
    return (r->start + (word - r->words) * 4) & r->address_mask;
}

void nv_ib_row_begin(const NVPushReader *r, const uint32_t *end, int64_t budget,
                     NVIbRow *row)
{
    const NVFetch *fetch;
    const uint32_t *held;

    *row = (NVIbRow) {
        .end = end,
        .left = budget - (end - r->pos),
        .used = budget,
    };
    if (nv_ib_address_of(r, end) != r->put || !nv_ib_pending(r)) {
        return;
    }
    held = nv_ib_held(r);
    fetch = nv_reader_held(r, r->start);
    if (!held || !fetch || fetch->words != r->words ||
        fetch->start != r->start) {
        return;
    }
    row->first = row->next = held;
    row->last = held + nv_ib_in_a_row(r, held) * (NV_IB_ENTRY / 4);
    row->flags = (uint64_t)nv_ib_high(r) << 32;
    nv_ib_row_use(row, fetch);
}

uint32_t nv_ib_row_end(NVPushReader *r, NVIbRow *row)
{
    uint32_t taken = (row->next - row->first) / (NV_IB_ENTRY / 4);
    NVIb *ib = &r->ib;
    uint64_t address;

    row->used -= row->left + (row->end - r->pos);
    if (!taken) {
        return 0;
    }
    address = nv_ib_address_of(r, row->from);
    ib->get = (ib->get + taken) & ib->mask;
    if (!ib->nonmain) {
        /* All but the last have been executed. */
        ib->mget_val |= taken > 1 || r->put != ib->tracked;
        ib->mget = address;
    }
    ib->tracked = address;
    r->put = nv_ib_address_of(r, row->end);
    r->end = row->end;
    return taken;
}
