/*
 * NVIDIA GPU: what is behind the CPU's windows, by HOST_MEM, NV50:NVC0
 *
 * Source: envytools, bus/bars.rst and rnndb/bus/pbus.xml, HOST_MEM.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

/* What a DMA object of a channel says, both as HOST_MEM has them */
bool nv_host_mem_translate(NVGPU *gpu, uint32_t channel, uint32_t mode,
                           uint64_t addr, uint64_t len, bool write,
                           NVSpan *span, NVDmaFault *fault)
{
    uint32_t block = FIELD_EX32(channel, NV_PBUS_HOST_MEM_CHAN, ADDRESS) << 12;
    uint32_t inst = FIELD_EX32(mode, NV_PBUS_HOST_MEM_BAR1, INST) << 4;
    NVDMAObject obj;
    NVDmaReason why;

    if (FIELD_EX32(channel, NV_PBUS_HOST_MEM_CHAN, TARGET)) {
        *fault = (NVDmaFault) {
            .addr = addr, .write = write, .why = NV_VM_NO_CHANNEL,
        };
        return false;
    }
    nv_dmaobj_load_channel(gpu, block, block + inst, &obj);
    why = nv_dmaobj_resolve(gpu, &obj, addr, len, write, span);
    if (why != NV_DMA_OK) {
        nv_dmaobj_failed(&obj, addr, write, why, fault);
    }
    return why == NV_DMA_OK;
}

bool nv_bar1_peek(NVGPU *gpu, uint64_t addr, uint64_t len, NVSpan *span)
{
    uint32_t mode = NV_R(gpu, NV_PBUS_HOST_MEM_BAR1);
    NVDmaFault unreported;

    if (!FIELD_EX32(mode, NV_PBUS_HOST_MEM_BAR1, DMAOBJ)) {
        return addr < gpu->vram_size &&
               nv_linear_span(gpu, NV_LINEAR_VRAM, addr,
                              MIN(len, gpu->vram_size - addr), span);
    }
    return nv_host_mem_translate(gpu, gpu->vm.bar_channel, mode, addr, len,
                                 true, span, &unreported);
}
