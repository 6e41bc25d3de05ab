/*
 * NVIDIA GPU: a semaphore's memory, of which a page is held, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_HELD_SEMAPHORE_H
#define HW_NV_FIFO_HELD_SEMAPHORE_H

#include "hw/nv/order.h"
#include "dma.h"

/** nv_held_semaphore_read_anew, ..._write_anew: the same if it isn't held */
bool nv_held_semaphore_read_anew(NVGPU *gpu, NVVmUser user,
                                 const NVDMAObject *obj, uint64_t addr,
                                 bool big_endian, uint32_t *val);
bool nv_held_semaphore_write_anew(NVGPU *gpu, const NVDMAObject *obj,
                                  uint64_t addr, const void *bytes,
                                  size_t size);

/**
 * nv_held_semaphore_read: read a semaphore's value, held or not
 * @gpu: the device
 * @user: the originator, for a fault
 * @obj: the object, of which NVSemaphoreObject.hold may hold a page
 * @addr: offset in it, in bytes
 * @big_endian: the byte order
 * @val: the result
 *
 * Returns false after a fault.
 */
static inline bool nv_held_semaphore_read(NVGPU *gpu, NVVmUser user,
                                          const NVDMAObject *obj,
                                          uint64_t addr, bool big_endian,
                                          uint32_t *val)
{
    const void *held = nv_dmaobj_held_ptr(&gpu->fifo->semaphores.hold, addr,
                                          sizeof(*val));

    if (unlikely(!held)) {
        return nv_held_semaphore_read_anew(gpu, user, obj, addr, big_endian,
                                           val);
    }
    *val = nv_ldl_p(big_endian, held);
    nv_order_after_read();
    return true;
}

/**
 * nv_held_semaphore_write: write @size bytes likewise, and hold the page
 *
 * The first word is the one that others wait for.
 */
static inline bool nv_held_semaphore_write(NVGPU *gpu, const NVDMAObject *obj,
                                           uint64_t addr, const void *bytes,
                                           size_t size)
{
    const NVDMAHold *hold = &gpu->fifo->semaphores.hold;

    if (unlikely(!nv_dmaobj_hold_has(hold, addr, size))) {
        return nv_held_semaphore_write_anew(gpu, obj, addr, bytes, size);
    }
    nv_memory_written(gpu);
    return nv_dmaobj_held_publish(gpu, hold, addr, bytes, size) == MEMTX_OK;
}

#endif /* HW_NV_FIFO_HELD_SEMAPHORE_H */
