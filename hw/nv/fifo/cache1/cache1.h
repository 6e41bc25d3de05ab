/*
 * NVIDIA GPU: CACHE1, the methods between pusher and puller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_CACHE1_H
#define HW_NV_FIFO_CACHE1_CACHE1_H

#include "state.h"

/** nv_cache1_capacity: methods that CACHE1 can hold */
unsigned nv_cache1_capacity(NVGPU *gpu);

/** nv_cache1_used: methods in CACHE1 */
unsigned nv_cache1_used(NVGPU *gpu);

/**
 * nv_cache1_gives_way: whether nothing may follow the last method in CACHE1
 * @gpu: the device
 *
 * A switch may follow it, for which CACHE1 has to be empty before NV50.
 */
bool nv_cache1_gives_way(NVGPU *gpu);

/** nv_cache1_advance: account for methods that have bypassed CACHE1 */
void nv_cache1_advance(NVGPU *gpu, uint32_t methods);

/**
 * nv_cache1_save: store CACHE1's methods
 * @gpu: the device
 * @addr: where in instance memory
 *
 * Returns their number.
 */
uint32_t nv_cache1_save(NVGPU *gpu, uint32_t addr);

/**
 * nv_cache1_load: replace CACHE1's contents
 * @gpu: the device
 * @addr: where in instance memory the methods are
 * @count: their number
 */
void nv_cache1_load(NVGPU *gpu, uint32_t addr, uint32_t count);

/**
 * nv_cache1_push: append methods to CACHE1
 * @gpu: the device
 * @run: the methods
 *
 * Returns how many fitted.
 */
uint32_t nv_cache1_push(NVGPU *gpu, const NVRun *run);

/**
 * nv_cache1_drain: make the puller execute what is in CACHE1
 * @gpu: the device
 * @budget: methods that may be executed; what was used is subtracted
 *
 * Returns the number of methods executed.
 */
uint32_t nv_cache1_drain(NVGPU *gpu, int64_t *budget);

/** nv_cache1_peek: method @i in CACHE1, from GET on; false: there are fewer */
bool nv_cache1_peek(NVGPU *gpu, unsigned i, NVCacheEntry *entry);

uint32_t nv_cache1_window_read(NVGPU *gpu, uint32_t addr);
void nv_cache1_window_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_FIFO_CACHE1_CACHE1_H */
