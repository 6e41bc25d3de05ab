/*
 * NVIDIA GPU: how PFIFO accesses memory for the channel in CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "dma.h"

bool nv_cache1_big_endian(NVGPU *gpu)
{
    uint32_t endian;

    if (gpu->chip->fifo->pusher & NV_PUSHER_PMC_ENDIAN) {
        endian = NV_R(gpu, NV50_PFIFO_CACHE1_FIFO_ENDIAN);
        return FIELD_EX32(endian, NV50_PFIFO_CACHE1_FIFO_ENDIAN,
                          PMC_OVERRIDE_ENABLE)
            ? FIELD_EX32(endian, NV50_PFIFO_CACHE1_FIFO_ENDIAN,
                         PMC_OVERRIDE_MODE)
            : gpu->bus->big_endian;
    }
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_FETCH),
                      NV_PFIFO_CACHE1_DMA_FETCH, ENDIAN);
}

void nv_fifo_load_dmaobj(NVGPU *gpu, uint32_t inst, NVDMAObject *obj)
{
    uint32_t block = nv_fifo_block(gpu, nv_fifo_channel(gpu));

    nv_dmaobj_load_channel(gpu, block, block + inst, obj);
}

/* The MMU of NVC0 knows the PBDMAs; before it there is one, number 0. */
static void nv_fifo_dma_fault(NVGPU *gpu, NVVmUser user,
                              const NVDMAObject *obj, const NVDmaFault *fault)
{
    nv_vm_fault(gpu, user | gpu->fifo->pbdma << NV_VM_USER_BITS, obj->block,
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
