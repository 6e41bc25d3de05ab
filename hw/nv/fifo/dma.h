/*
 * NVIDIA GPU: how PFIFO accesses memory for the channel that runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_DMA_H
#define HW_NV_FIFO_DMA_H

#include "state.h"

/** nv_cache1_big_endian: nv_fifo_big_endian() for cards with CACHE1 */
bool nv_cache1_big_endian(NVGPU *gpu);

/** nv_fifo_big_endian: the current channel is that of a big-endian guest */
static inline bool nv_fifo_big_endian(NVGPU *gpu)
{
    return gpu->chip->fifo->pusher & NV_PUSHER_PBDMA
        ? gpu->bus->big_endian : nv_cache1_big_endian(gpu);
}

/** nv_fifo_ldl_p, nv_fifo_stl_p, nv_fifo_stq_p: words in that byte order */
static inline uint32_t nv_fifo_ldl_p(NVGPU *gpu, const void *ptr)
{
    return nv_fifo_big_endian(gpu) ? ldl_be_p(ptr) : ldl_le_p(ptr);
}

static inline void nv_fifo_stl_p(NVGPU *gpu, void *ptr, uint32_t val)
{
    if (nv_fifo_big_endian(gpu)) {
        stl_be_p(ptr, val);
    } else {
        stl_le_p(ptr, val);
    }
}

static inline void nv_fifo_stq_p(NVGPU *gpu, void *ptr, uint64_t val)
{
    if (nv_fifo_big_endian(gpu)) {
        stq_be_p(ptr, val);
    } else {
        stq_le_p(ptr, val);
    }
}

/**
 * nv_fifo_load_dmaobj: decode a DMA object of CACHE1's channel, NV50+
 * @gpu: the device
 * @inst: its offset in the instance block, in bytes
 * @obj: where the result goes
 *
 * PFIFO doesn't look at an object's class.
 */
void nv_fifo_load_dmaobj(NVGPU *gpu, uint32_t inst, NVDMAObject *obj);

/**
 * nv_fifo_dma_read, nv_fifo_dma_publish: nv_dmaobj_read(), nv_dmaobj_publish()
 *                                        and report faults of virtual memory
 * @gpu: the device
 * @user: the originator of the access
 *
 * The first word is the one that is published.
 *
 * Return false if they have failed.
 */
bool nv_fifo_dma_read(NVGPU *gpu, NVVmUser user, const NVDMAObject *obj,
                      uint64_t offset, void *buf, size_t len);
bool nv_fifo_dma_publish(NVGPU *gpu, NVVmUser user, const NVDMAObject *obj,
                         uint64_t offset, const void *words, unsigned count);

#endif /* HW_NV_FIFO_DMA_H */
