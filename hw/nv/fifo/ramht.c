/*
 * NVIDIA GPU: RAMHT, the hash table of handles
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"
#include "trace/trace-hw_nv.h"

/*
 * spec/puller.rst "RAMHT and the FIFO objects"; the hash is the driver's
 * nvkm_ramht_hash().  An entry is two words: the handle, and its context.
 */
#define NV_RAMHT_ENTRY 8

static unsigned nv_ramht_bits(NVGPU *gpu)
{
    return 9 + FIELD_EX32(NV_R(gpu, NV_PFIFO_RAMHT), NV_PFIFO_RAMHT, SIZE);
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

static bool nv_ramht_match(const NVRamhtFormat *format, uint32_t context,
                           unsigned chid)
{
    return context && (context & format->valid) == format->valid &&
           extract32(context, format->chid_shift, format->chid_bits) == chid;
}

static bool nv_ramht_search(NVGPU *gpu, unsigned chid, uint32_t handle,
                            NVHandle *found)
{
    const NVRamhtFormat *format = gpu->chip->fifo->ramht;
    uint32_t reg = NV_R(gpu, NV_PFIFO_RAMHT);
    unsigned bits = nv_ramht_bits(gpu);
    uint32_t base = FIELD_EX32(reg, NV_PFIFO_RAMHT, ADDRESS) << 12;
    uint32_t mask = MAKE_64BIT_MASK(0, bits);
    uint32_t slot = nv_ramht_hash(bits, chid, handle);
    unsigned limit = 16 << FIELD_EX32(reg, NV_PFIFO_RAMHT, SEARCH);

    for (unsigned i = 0; i < limit; i++, slot = (slot + 1) & mask) {
        uint32_t entry = base + slot * NV_RAMHT_ENTRY;
        uint32_t context;

        if (nv_ramin_read32(gpu, entry) != handle) {
            continue;
        }
        context = nv_ramin_read32(gpu, entry + 4);
        if (nv_ramht_match(format, context, chid)) {
            found->inst = extract32(context, 0, format->inst_bits) << 4;
            found->engine = extract32(context, format->engine_shift,
                                      format->engine_bits);
            return true;
        }
    }
    return false;
}

/* What is kept is the current channel's: a switch makes it invalid. */
const NVHandle *nv_ramht_lookup(NVGPU *gpu, uint32_t handle)
{
    NVFifo *fifo = &gpu->fifo;
    unsigned chid = nv_fifo_channel(gpu);
    NVHandle *slot = nv_ramht_cache_slot(fifo, handle);

    if (likely(nv_ramht_cached(fifo, handle))) {
        return slot;
    }
    slot->key = 0;
    if (!nv_ramht_search(gpu, chid, handle, slot)) {
        trace_nv_ramht_miss(chid, handle);
        return NULL;
    }
    slot->key = nv_ramht_cache_key(fifo, handle);
    trace_nv_ramht_hit(chid, handle, slot->inst, slot->engine);
    return slot;
}
