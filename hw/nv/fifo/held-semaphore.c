/*
 * NVIDIA GPU: a semaphore's memory, of which a page is held, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "held-semaphore.h"

bool nv_held_semaphore_read_anew(NVGPU *gpu, NVVmUser user,
                                 const NVDMAObject *obj, uint64_t addr,
                                 bool big_endian, uint32_t *val)
{
    uint8_t bytes[4];

    if (!nv_fifo_dma_read(gpu, user, obj, addr, bytes, sizeof(bytes))) {
        return false;
    }
    *val = nv_ldl_p(big_endian, bytes);
    return true;
}

bool nv_held_semaphore_write_anew(NVGPU *gpu, const NVDMAObject *obj,
                                  uint64_t addr, const void *bytes,
                                  size_t size)
{
    if (!nv_fifo_dma_publish(gpu, NV_VM_PFIFO_SEMAPHORE_WRITE, obj, addr, bytes,
                             size / 4)) {
        return false;
    }
    nv_dmaobj_hold(gpu, obj, addr, &gpu->fifo->semaphores.hold);
    return true;
}
