/*
 * NVIDIA GPU: DMA objects: what those of all cards have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

#define NV_PAGE_SIZE 4096

bool nv_dmaobj_load_channel(NVGPU *gpu, uint32_t block, uint32_t inst,
                            NVDMAObject *obj)
{
    gpu->chip->ramin->dmaobj->load(gpu, block, inst, obj);
    return nv_dmaobj_is_class(obj->class);
}

bool nv_dmaobj_load(NVGPU *gpu, uint32_t inst, NVDMAObject *obj)
{
    return nv_dmaobj_load_channel(gpu, 0, inst, obj);
}

NVDmaReason nv_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span)
{
    return gpu->chip->ramin->dmaobj->resolve(gpu, obj, offset, len, write,
                                             span);
}

void nv_dmaobj_failed(const NVDMAObject *obj, uint64_t offset, bool write,
                      NVDmaReason why, NVDmaFault *fault)
{
    if (fault) {
        *fault = (NVDmaFault) {
            .addr = obj->linear ? obj->base + obj->adjust + offset : offset,
            .write = write,
            .why = why,
        };
    }
}

bool nv_dmaobj_span(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    uint64_t len, bool write, NVSpan *span, NVDmaFault *fault)
{
    NVDmaReason why = nv_dmaobj_resolve(gpu, obj, offset, len, write, span);

    if (unlikely(why != NV_DMA_OK)) {
        nv_dmaobj_failed(obj, offset, write, why, fault);
        qemu_log_mask(LOG_GUEST_ERROR, "%s: DMA object 0x%05x: offset 0x%"
                      PRIx64 " %s\n", gpu->chip->name, obj->inst, offset,
                      nv_dma_reason_words(why));
    }
    return why == NV_DMA_OK;
}

/* As nv_window_ptr() */
static const void *nv_span_ptr(NVGPU *gpu, const NVSpan *span, uint64_t *len)
{
    return span->vram ? nv_vram_ptr(gpu, span->addr, span->len)
                      : nv_window_ptr(gpu, span->addr, len);
}

void nv_dmaobj_hold(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    NVDMAHold *hold)
{
    uint64_t into = (obj->base + obj->adjust + offset) % NV_PAGE_SIZE;
    uint64_t back = MIN(into, offset);
    uint64_t len;

    hold->offset = offset - back;
    hold->ptr = NULL;
    if (nv_dmaobj_resolve(gpu, obj, hold->offset, NV_PAGE_SIZE - into + back,
                          true, &hold->span) != NV_DMA_OK) {
        hold->span.len = 0;
        return;
    }
    len = hold->span.len;
    hold->ptr = nv_span_ptr(gpu, &hold->span, &len);
    if (len < hold->span.len) {
        hold->ptr = NULL;
    }
}

MemTxResult nv_dmaobj_held_write(NVGPU *gpu, const NVDMAHold *hold,
                                 uint64_t offset, const void *buf,
                                 uint64_t len)
{
    NVSpan span = {
        .vram = hold->span.vram,
        .addr = hold->span.addr + (offset - hold->offset),
        .len = len,
    };

    return likely(!span.vram) ? nv_window_write(gpu, span.addr, buf, len)
                              : nv_span_transfer(gpu, &span, (void *)buf,
                                                 true);
}

static bool nv_dmaobj_transfer(NVGPU *gpu, const NVDMAObject *obj,
                               uint64_t offset, uint8_t *buf, size_t len,
                               bool write, NVDmaFault *fault)
{
    while (len) {
        NVSpan span;

        if (!nv_dmaobj_span(gpu, obj, offset, len, write, &span, fault)) {
            return false;
        }
        if (nv_span_transfer(gpu, &span, buf, write) != MEMTX_OK) {
            nv_dmaobj_failed(obj, offset, write, NV_DMA_BUS, fault);
            return false;
        }
        offset += span.len;
        buf += span.len;
        len -= span.len;
    }
    return true;
}

bool nv_dmaobj_read(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    void *buf, size_t len, NVDmaFault *fault)
{
    return nv_dmaobj_transfer(gpu, obj, offset, buf, len, false, fault);
}

bool nv_dmaobj_write(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                     const void *buf, size_t len, NVDmaFault *fault)
{
    nv_memory_written(gpu);
    return nv_dmaobj_transfer(gpu, obj, offset, (void *)buf, len, true, fault);
}

const void *nv_dmaobj_map(NVGPU *gpu, const NVDMAObject *obj,
                          uint64_t offset, uint64_t *len)
{
    NVSpan span;

    if (nv_dmaobj_resolve(gpu, obj, offset, *len, false, &span) != NV_DMA_OK) {
        return NULL;
    }
    *len = span.len;
    return nv_span_ptr(gpu, &span, len);
}
