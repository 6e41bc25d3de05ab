/*
 * NVIDIA GPU: why an access through a DMA object failed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "dmaobj.h"
#include "vm.h"
#include "hw/nv/nv-gpu.h"

const char *nv_dma_reason_words(NVDmaReason why)
{
    static const char *const words[] = {
        [NV_DMA_OK] = "is no fault",
        [NV_DMA_BUS] = "isn't answered on the bus",
        [NV_DMA_NO_FRAMES] = "has no frames behind it",
        [NV_DMA_LIMIT] = "lies beyond the limit",
        [NV_DMA_WRITE_ONLY] = "may not be read",
        [NV_DMA_READ_ONLY] = "may not be written",
        [NV_DMA_NO_PAGE] = "has no page",
        [NV_DMA_PAGE_READ_ONLY] = "is in a read-only page",
        [NV_DMA_VRAM_LIMIT] = "is beyond video memory",
        [NV_DMA_NO_GART_PAGE] = "is in no page of the GART",
        [NV_VM_PT_NOT_PRESENT] = "PT_NOT_PRESENT",
        [NV_VM_PT_TOO_SHORT] = "PT_TOO_SHORT",
        [NV_VM_PAGE_NOT_PRESENT] = "PAGE_NOT_PRESENT",
        [NV_VM_PAGE_SUPERVISOR_ONLY] = "PAGE_SUPERVISOR_ONLY",
        [NV_VM_PAGE_READ_ONLY] = "PAGE_READ_ONLY",
        [NV_VM_NO_CHANNEL] = "NO_CHANNEL",
        [NV_VM_NULL_DMAOBJ] = "NULL_DMAOBJ",
        [NV_VM_WRONG_MEMTYPE] = "WRONG_MEMTYPE",
        [NV_VM_VRAM_LIMIT] = "VRAM_LIMIT",
        [NV_VM_LIMIT_EXCEEDED] = "VM_LIMIT_EXCEEDED",
        [NV_VM_DMAOBJ_LIMIT] = "DMAOBJ_LIMIT",
    };

    return words[why];
}

static uint32_t nv_memory_reasons(const NVChip *chip)
{
    return BIT(NV_DMA_BUS) | chip->ramin->dmaobj->reasons |
           (chip->gart ? BIT(NV_DMA_NO_GART_PAGE) : 0) |
           (chip->vm ? chip->vm->tables->reasons : 0);
}

const char *nv_memory_error_name(NVGPU *gpu, unsigned i)
{
    uint32_t reasons = nv_memory_reasons(gpu->chip);

    for (unsigned why = 0; why < 32; why++) {
        if (reasons & BIT(why) && !i--) {
            return nv_dma_reason_words(why);
        }
    }
    return NULL;
}
