/*
 * NVIDIA GPU: RAMHT, the hash table of handles
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_RAMHT_H
#define HW_NV_FIFO_CACHE1_RAMHT_H

#include "state.h"

/**
 * nv_ramht_lookup: translate a handle of the channel in CACHE1
 * @gpu: the device
 * @handle: the handle
 *
 * Returns NULL if RAMHT has no such object.
 */
const NVHandle *nv_ramht_lookup(NVGPU *gpu, uint32_t handle);

/**
 * nv_ramht_find: search RAMHT for a handle
 * @gpu: the device
 * @chid: channel that the object has to belong to
 * @handle: the handle
 * @found: filled in except for the key
 *
 * Returns false if RAMHT has no such object.
 */
bool nv_ramht_find(NVGPU *gpu, unsigned chid, uint32_t handle,
                   NVHandle *found);

/** nv_ramht_log_missing: log where nv_ramht_find() searched for a handle */
void nv_ramht_log_missing(NVGPU *gpu, unsigned chid, uint32_t handle);

/** nv_ramht_size: where a channel's RAMHT is; returns its slots */
unsigned nv_ramht_size(NVGPU *gpu, unsigned chid, uint32_t *base);

/**
 * nv_ramht_slot: read a slot of RAMHT
 * @gpu: the device
 * @chid: the channel whose RAMHT to read, if each has one; otherwise set to
 *        the channel that the object belongs to
 * @slot: number of the slot
 * @handle, @found: the result; @found lacks the key
 *
 * Returns 0 if there is no such slot, -1 if it is empty, and 1 otherwise.
 */
int nv_ramht_slot(NVGPU *gpu, unsigned *chid, unsigned slot, uint32_t *handle,
                  NVHandle *found);

/** nv_ramht_cache_key: NVHandle.key for a handle that is looked up now */
static inline uint64_t nv_ramht_cache_key(NVGPU *gpu, uint32_t handle)
{
    return gpu->pramin.changes << 32 | handle;
}

static inline NVHandle *nv_ramht_cache_slot(NVGPU *gpu, uint32_t handle)
{
    NVRamhtCache *cache = &nv_cache1(gpu)->ramht;

    return &cache->handles[(handle ^ handle >> 16) % NV_HANDLE_CACHE];
}

/**
 * nv_ramht_forget_old: drop translations whose key could be reused
 * @gpu: the device
 *
 * Keys have 31 bits of NVPramin.changes; a slice increments it far fewer times.
 */
static inline void nv_ramht_forget_old(NVGPU *gpu)
{
    NVRamhtCache *cache = &nv_cache1(gpu)->ramht;

    if (unlikely(gpu->pramin.changes - cache->seen > UINT32_MAX / 2)) {
        memset(cache->handles, 0, sizeof(cache->handles));
        cache->seen = gpu->pramin.changes;
    }
}

/** nv_ramht_cached: a handle of CACHE1's channel that was looked up, or NULL */
static inline const NVHandle *nv_ramht_cached(NVGPU *gpu, uint32_t handle)
{
    const NVHandle *cached = nv_ramht_cache_slot(gpu, handle);

    return cached->key == nv_ramht_cache_key(gpu, handle) ? cached : NULL;
}

#endif /* HW_NV_FIFO_CACHE1_RAMHT_H */
