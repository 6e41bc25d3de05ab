/*
 * NVIDIA GPU: RAMHT, the hash table of handles
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/nv/fifo/method.h"
#include "channel.h"
#include "ramfc.h"
#include "ramht.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/*
 * envytools, hw/fifo/puller "RAMHT and the FIFO objects"; the hash is the
 * driver's nvkm_ramht_hash().  An entry is two words: the handle, and its
 * context.
 */
#define NV_RAMHT_ENTRY 8

static NVInstArea nv04_ramht_area(NVGPU *gpu)
{
    uint32_t reg = NV_R(gpu, NV_PFIFO_RAMHT);

    return (NVInstArea) {
        .base = FIELD_EX32(reg, NV_PFIFO_RAMHT, ADDRESS) << 12,
        .size = 4 * KiB << FIELD_EX32(reg, NV_PFIFO_RAMHT, SIZE),
    };
}

/* The register is part of the channel's state, too. */
static uint32_t nv50_ramht_reg(NVGPU *gpu, unsigned chid)
{
    return nv_fifo_owns(gpu, chid)
        ? NV_R(gpu, NV50_PFIFO_RAMHT)
        : nv_ramfc_get(gpu, chid, R_NV50_PFIFO_RAMHT);
}

/* A channel's own RAMHT, in its instance block */
static NVInstArea nv50_ramht_area(NVGPU *gpu, unsigned chid)
{
    uint32_t reg = nv50_ramht_reg(gpu, chid);

    return (NVInstArea) {
        .base = nv_fifo_block(gpu, chid) +
                (FIELD_EX32(reg, NV50_PFIFO_RAMHT, INSTANCE) << 4),
        .size = 4 * KiB << FIELD_EX32(reg, NV50_PFIFO_RAMHT, SIZE),
    };
}

static NVInstArea nv_ramht_area(NVGPU *gpu, unsigned chid)
{
    const NVCache1Chip *chip = nv_cache1_chip(gpu);

    if (chip->ramht->own) {
        return nv50_ramht_area(gpu, chid);
    }
    return chip->ramht_area ? chip->ramht_area(gpu) : nv04_ramht_area(gpu);
}

/* How many entries a search checks */
static unsigned nv_ramht_limit(NVGPU *gpu, unsigned chid, unsigned slots)
{
    bool own = nv_cache1_chip(gpu)->ramht->own;
    uint32_t reg = own ? nv50_ramht_reg(gpu, chid)
                       : NV_R(gpu, NV_PFIFO_RAMHT);

    if (own && FIELD_EX32(reg, NV50_PFIFO_RAMHT, SEARCH_FULL)) {
        return slots;
    }
    return 16 << FIELD_EX32(reg, NV_PFIFO_RAMHT, SEARCH);
}

static uint32_t nv_ramht_hash(unsigned bits, unsigned chid, uint32_t handle)
{
    uint32_t mask = MAKE_64BIT_MASK(0, bits);
    uint32_t hash = 0;

    for (; handle; handle >>= bits) {
        hash ^= handle & mask;
    }
    return (hash ^ (chid << (bits - 4))) & mask;
}

/*
 * Before NV04 the bytes of the handle and the channel choose one of 256
 * buckets; from the tables that drivers for NV03 write (riva_tbl.h).
 */
static uint32_t nv_ramht_bucket(unsigned buckets, unsigned chid,
                                uint32_t handle)
{
    return (handle ^ handle >> 8 ^ handle >> 16 ^ handle >> 24 ^ chid) %
           buckets;
}

/*
 * In a channel's own RAMHT, the context of a software object may be 0; an entry
 * is empty if its handle is 0, too.
 */
static bool nv_ramht_match(const NVRamhtFormat *format, uint32_t context,
                           unsigned chid, uint32_t handle)
{
    if (format->own) {
        return context || handle;
    }
    return context && (context & format->valid) == format->valid &&
           extract32(context, format->chid_shift, format->chid_bits) == chid;
}

static void nv_ramht_decode(NVGPU *gpu, unsigned chid, uint32_t context,
                            NVHandle *found)
{
    const NVRamhtFormat *format = nv_cache1_chip(gpu)->ramht;
    uint32_t inst = extract32(context, 0, format->inst_bits);

    found->context = context;
    found->inst = inst << 4;
    if (format->own) {
        found->inst += nv_fifo_block(gpu, chid);
    }
    found->hash = inst | nv_cache1_chip(gpu)->hash_valid;
    found->engine = extract32(context, format->engine_shift,
                              format->engine_bits);
}

unsigned nv_ramht_size(NVGPU *gpu, unsigned chid, uint32_t *base)
{
    NVInstArea area = nv_ramht_area(gpu, chid);

    *base = area.base;
    return area.size / NV_RAMHT_ENTRY;
}

int nv_ramht_slot(NVGPU *gpu, unsigned *chid, unsigned slot, uint32_t *handle,
                  NVHandle *found)
{
    const NVRamhtFormat *format = nv_cache1_chip(gpu)->ramht;
    NVInstArea area = nv_ramht_area(gpu, *chid);
    uint32_t context;

    if (slot >= area.size / NV_RAMHT_ENTRY) {
        return 0;
    }
    *handle = nv_ramin_read32(gpu, area.base + slot * NV_RAMHT_ENTRY);
    context = nv_ramin_read32(gpu, area.base + slot * NV_RAMHT_ENTRY + 4);
    if (!format->own) {
        *chid = extract32(context, format->chid_shift, format->chid_bits);
    }
    if (!nv_ramht_match(format, context, *chid, *handle)) {
        return -1;
    }
    nv_ramht_decode(gpu, *chid, context, found);
    return 1;
}

/**
 * struct NVRamhtSearch - where a handle may be
 *
 * @area: the table
 * @mask: mask for a slot's number
 * @first, @limit: the first slot to check, and how many to check
 */
typedef struct NVRamhtSearch {
    NVInstArea area;
    uint32_t mask;
    uint32_t first;
    unsigned limit;
} NVRamhtSearch;

static NVRamhtSearch nv_ramht_search(NVGPU *gpu, unsigned chid,
                                     uint32_t handle)
{
    const NVRamhtFormat *format = nv_cache1_chip(gpu)->ramht;
    NVRamhtSearch search = { .area = nv_ramht_area(gpu, chid) };
    uint32_t slots = search.area.size / NV_RAMHT_ENTRY;

    search.mask = slots - 1;
    if (format->buckets) {
        search.limit = slots / format->buckets;
        search.first = nv_ramht_bucket(format->buckets, chid, handle) *
                       search.limit;
    } else {
        search.limit = nv_ramht_limit(gpu, chid, slots);
        search.first = nv_ramht_hash(ctz32(slots), format->own ? 0 : chid,
                                     handle);
    }
    return search;
}

bool nv_ramht_find(NVGPU *gpu, unsigned chid, uint32_t handle,
                   NVHandle *found)
{
    const NVRamhtFormat *format = nv_cache1_chip(gpu)->ramht;
    NVRamhtSearch search = nv_ramht_search(gpu, chid, handle);
    uint32_t slot = search.first;

    for (unsigned i = 0; i < search.limit;
         i++, slot = (slot + 1) & search.mask) {
        uint32_t entry = search.area.base + slot * NV_RAMHT_ENTRY;
        uint32_t context;

        if (nv_ramin_read32(gpu, entry) != handle) {
            continue;
        }
        context = nv_ramin_read32(gpu, entry + 4);
        if (nv_ramht_match(format, context, chid, handle)) {
            nv_ramht_decode(gpu, chid, context, found);
            return true;
        }
    }
    return false;
}

/* The first slot with a handle, of any channel; -1: none */
static int64_t nv_ramht_slot_of(NVGPU *gpu, const NVRamhtSearch *search,
                                uint32_t handle)
{
    for (uint32_t slot = 0; slot <= search->mask; slot++) {
        if (nv_ramin_read32(gpu, search->area.base +
                            slot * NV_RAMHT_ENTRY) == handle) {
            return slot;
        }
    }
    return -1;
}

void nv_ramht_log_missing(NVGPU *gpu, unsigned chid, uint32_t handle)
{
    NVRamhtSearch search;
    uint32_t base;
    int64_t slot;

    if (!qemu_loglevel_mask(LOG_GUEST_ERROR)) {
        return;
    }
    search = nv_ramht_search(gpu, chid, handle);
    base = search.area.base;
    /* Empty slots have the handle 0. */
    slot = handle ? nv_ramht_slot_of(gpu, &search, handle) : -1;
    if (slot >= 0) {
        uint32_t entry = base + slot * NV_RAMHT_ENTRY;

        nv_log_error(gpu, "RAMHT has 0x%08x at 0x%05x, which %s", handle, entry,
                     nv_ramht_match(nv_cache1_chip(gpu)->ramht,
                                    nv_ramin_read32(gpu, entry + 4), chid,
                                    handle)
                     ? "the search doesn't reach"
                     : "is another channel's, or not valid");
    }
    nv_log_error(gpu, "RAMHT is at 0x%05x with %u entries; %u were searched "
                 "from 0x%05x on", base, search.mask + 1, search.limit,
                 base + search.first * NV_RAMHT_ENTRY);
}

/* Cached translations are the current channel's: a switch invalidates them. */
const NVHandle *nv_ramht_lookup(NVGPU *gpu, uint32_t handle)
{
    unsigned chid = nv_fifo_channel(gpu);
    NVHandle *slot = nv_ramht_cache_slot(gpu, handle);

    if (likely(nv_ramht_cached(gpu, handle))) {
        return slot;
    }
    slot->key = 0;
    if (!nv_ramht_find(gpu, chid, handle, slot)) {
        trace_nv_ramht_miss(chid, handle);
        return NULL;
    }
    slot->key = nv_ramht_cache_key(gpu, handle);
    trace_nv_ramht_hit(chid, handle, slot->inst, slot->engine);
    return slot;
}
