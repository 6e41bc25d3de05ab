/*
 * NVIDIA GPU: how PFIFO accesses memory for the channel that runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_DMA_H
#define HW_NV_FIFO_DMA_H

#include "ops.h"
#include "state.h"

/** nv_fifo_big_endian: the current channel is that of a big-endian guest */
static inline bool nv_fifo_big_endian(NVGPU *gpu)
{
    const NVFifoOps *ops = gpu->chip->fifo->ops;

    return ops->big_endian ? ops->big_endian(gpu) : gpu->bus->big_endian;
}

/** nv_ldl_p, nv_stl_p, nv_stq_p: words in one of the byte orders */
static inline uint32_t nv_ldl_p(bool big_endian, const void *ptr)
{
    return big_endian ? ldl_be_p(ptr) : ldl_le_p(ptr);
}

static inline void nv_stl_p(bool big_endian, void *ptr, uint32_t val)
{
    if (big_endian) {
        stl_be_p(ptr, val);
    } else {
        stl_le_p(ptr, val);
    }
}

static inline void nv_stq_p(bool big_endian, void *ptr, uint64_t val)
{
    if (big_endian) {
        stq_be_p(ptr, val);
    } else {
        stq_le_p(ptr, val);
    }
}

/** nv_fifo_ldl_p, nv_fifo_stl_p: words in the current channel's */
static inline uint32_t nv_fifo_ldl_p(NVGPU *gpu, const void *ptr)
{
    return nv_ldl_p(nv_fifo_big_endian(gpu), ptr);
}

static inline void nv_fifo_stl_p(NVGPU *gpu, void *ptr, uint32_t val)
{
    nv_stl_p(nv_fifo_big_endian(gpu), ptr, val);
}

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
