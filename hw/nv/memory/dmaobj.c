/*
 * NVIDIA GPU: DMA objects: those of NV04:NV50, and what all have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

#define NV_PAGE_SIZE 4096

static void nv04_dmaobj_decode(NVGPU *gpu, uint32_t inst, NVDMAObject *obj)
{
    uint32_t flags = nv_ramin_read32(gpu, inst);
    unsigned access = FIELD_EX32(flags, NV_DMAOBJ_0, ACCESS);
    uint32_t class = FIELD_EX32(flags, NV_DMAOBJ_0, CLASS) &
                     gpu->chip->fifo->class_mask;

    *obj = (NVDMAObject) {
        .inst = inst,
        .class = class,
        .target = FIELD_EX32(flags, NV_DMAOBJ_0, TARGET),
        .pt_present = FIELD_EX32(flags, NV_DMAOBJ_0, PT_PRESENT),
        .linear = FIELD_EX32(flags, NV_DMAOBJ_0, PT_LINEAR),
        .readable = access != NV_DMAOBJ_ACCESS_WO,
        .writable = access != NV_DMAOBJ_ACCESS_RO,
        .adjust = FIELD_EX32(flags, NV_DMAOBJ_0, ADJUST),
        .limit = nv_ramin_read32(gpu, inst + 4),
        .base = nv_ramin_read32(gpu, inst + 8) & ~(NV_PAGE_SIZE - 1),
    };
}

bool nv_dmaobj_load_channel(NVGPU *gpu, uint32_t block, uint32_t inst,
                            NVDMAObject *obj)
{
    if (gpu->chip->vm) {
        nv50_dmaobj_decode(gpu, block, inst, obj);
    } else {
        nv04_dmaobj_decode(gpu, inst, obj);
    }
    return nv_dmaobj_is_class(obj->class);
}

bool nv_dmaobj_load(NVGPU *gpu, uint32_t inst, NVDMAObject *obj)
{
    return nv_dmaobj_load_channel(gpu, 0, inst, obj);
}

/* The page of a paged object that holds @offset.  Returns why not, or NULL. */
static const char *nv_dmaobj_page(NVGPU *gpu, const NVDMAObject *obj,
                                  uint64_t offset, bool write, NVSpan *span)
{
    uint64_t pos = obj->adjust + offset;
    uint64_t entry = obj->inst + 8 + pos / NV_PAGE_SIZE * 4;
    uint32_t pte = entry < gpu->chip->ramin->size
        ? nv_ramin_read32(gpu, entry) : 0;

    if (!FIELD_EX32(pte, NV_DMAOBJ_PTE, PRESENT)) {
        return "has no page";
    }
    if (write && !FIELD_EX32(pte, NV_DMAOBJ_PTE, WRITABLE)) {
        return "is in a read-only page";
    }
    span->addr = (pte & R_NV_DMAOBJ_PTE_FRAME_MASK) + pos % NV_PAGE_SIZE;
    span->len = MIN(span->len, NV_PAGE_SIZE - pos % NV_PAGE_SIZE);
    return NULL;
}

/* The same for any object */
static const char *nv_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                                     uint64_t offset, uint64_t len,
                                     bool write, NVSpan *span)
{
    const char *why = NULL;

    if (gpu->chip->vm) {
        NVVmReason reason = nv50_dmaobj_resolve(gpu, obj, offset, len, write,
                                                span);

        return reason == NV_VM_OK ? NULL : nv_vm_reason_name(reason);
    }
    if (!obj->pt_present) {
        return "has no frames behind it";
    }
    if (offset > obj->limit) {
        return "lies beyond the limit";
    }
    if (write ? !obj->writable : !obj->readable) {
        return write ? "may not be written" : "may not be read";
    }
    span->vram = nv_dmaobj_is_vram(obj->target);
    span->len = MIN(len, obj->limit - offset + 1);
    if (obj->linear) {
        span->addr = obj->base + obj->adjust + offset;
    } else {
        why = nv_dmaobj_page(gpu, obj, offset, write, span);
    }
    if (why) {
        return why;
    }
    if (span->vram) {
        return nv_vram_ptr(gpu, span->addr, span->len)
            ? NULL : "is beyond video memory";
    }
    return nv_gart_translate(gpu, span) ? NULL : "is in no page of the GART";
}

bool nv_dmaobj_span(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    uint64_t len, bool write, NVSpan *span)
{
    const char *why = nv_dmaobj_resolve(gpu, obj, offset, len, write, span);

    if (unlikely(why)) {
        qemu_log_mask(LOG_GUEST_ERROR, "%s: DMA object 0x%05x: offset 0x%"
                      PRIx64 " %s\n", gpu->chip->name, obj->inst, offset,
                      why);
    }
    return !why;
}

void nv_dmaobj_hold(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    NVDMAHold *hold)
{
    uint64_t into = (obj->base + obj->adjust + offset) % NV_PAGE_SIZE;
    uint64_t back = MIN(into, offset);

    hold->offset = offset - back;
    if (nv_dmaobj_resolve(gpu, obj, hold->offset, NV_PAGE_SIZE - into + back,
                          true, &hold->span)) {
        hold->span.len = 0;
    }
}

static MemTxResult nv_dmaobj_transfer(NVGPU *gpu, const NVDMAObject *obj,
                                      uint64_t offset, uint8_t *buf,
                                      size_t len, bool write)
{
    while (len) {
        NVSpan span;

        if (!nv_dmaobj_span(gpu, obj, offset, len, write, &span) ||
            nv_span_transfer(gpu, &span, buf, write) != MEMTX_OK) {
            return MEMTX_ERROR;
        }
        offset += span.len;
        buf += span.len;
        len -= span.len;
    }
    return MEMTX_OK;
}

MemTxResult nv_dmaobj_read(NVGPU *gpu, const NVDMAObject *obj,
                           uint64_t offset, void *buf, size_t len)
{
    return nv_dmaobj_transfer(gpu, obj, offset, buf, len, false);
}

MemTxResult nv_dmaobj_write(NVGPU *gpu, const NVDMAObject *obj,
                            uint64_t offset, const void *buf, size_t len)
{
    nv_memory_written(gpu);
    return nv_dmaobj_transfer(gpu, obj, offset, (void *)buf, len, true);
}

const void *nv_dmaobj_map(NVGPU *gpu, const NVDMAObject *obj,
                          uint64_t offset, uint64_t *len)
{
    NVSpan span;

    if (nv_dmaobj_resolve(gpu, obj, offset, *len, false, &span)) {
        return NULL;
    }
    *len = span.len;
    return span.vram ? nv_vram_ptr(gpu, span.addr, span.len)
                     : nv_window_ptr(gpu, span.addr, len);
}
