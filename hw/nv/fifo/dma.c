/*
 * NVIDIA GPU: how PFIFO accesses memory for the channel that runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "dma.h"

/* The MMU of NVC0 knows the PBDMAs. */
static void nv_fifo_dma_fault(NVGPU *gpu, NVVmUser user,
                              const NVDMAObject *obj, const NVDmaFault *fault)
{
    nv_vm_fault(gpu, user | gpu->fifo->unit << NV_VM_USER_BITS, obj->block,
                fault);
}

bool nv_fifo_dma_read(NVGPU *gpu, NVVmUser user, const NVDMAObject *obj,
                      uint64_t offset, void *buf, size_t len)
{
    NVDmaFault fault;
    bool done = nv_dmaobj_read(gpu, obj, offset, buf, len, &fault);

    if (!done) {
        nv_fifo_dma_fault(gpu, user, obj, &fault);
    }
    return done;
}

bool nv_fifo_dma_publish(NVGPU *gpu, NVVmUser user, const NVDMAObject *obj,
                         uint64_t offset, const void *words, unsigned count)
{
    NVDmaFault fault;
    bool done = nv_dmaobj_publish(gpu, obj, offset, words, count, 0, &fault);

    if (!done) {
        nv_fifo_dma_fault(gpu, user, obj, &fault);
    }
    return done;
}
