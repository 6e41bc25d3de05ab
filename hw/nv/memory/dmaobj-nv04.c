/*
 * NVIDIA GPU: DMA objects, NV01:NV50
 *
 * An object lies in instance memory, with a page table behind it unless it is
 * linear.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "dmaobj.h"
#include "gart.h"
#include "inspect-walk.h"
#include "tables.h"
#include "hw/nv/nv-gpu.h"

#define NV_PAGE_SIZE 4096

static void nv04_dmaobj_load(NVGPU *gpu, uint32_t block, uint32_t inst,
                             NVDMAObject *obj)
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

static NVDmaReason nv04_dmaobj_check(const NVDMAObject *obj, uint64_t offset,
                                     bool write)
{
    if (!obj->pt_present) {
        return NV_DMA_NO_FRAMES;
    }
    if (offset > obj->limit) {
        return NV_DMA_LIMIT;
    }
    if (write) {
        return obj->writable ? NV_DMA_OK : NV_DMA_READ_ONLY;
    }
    return obj->readable ? NV_DMA_OK : NV_DMA_WRITE_ONLY;
}

/* The page of a paged object that holds @offset */
static NVDmaReason nv04_dmaobj_page(NVGPU *gpu, const NVDMAObject *obj,
                                    uint64_t offset, bool write, NVSpan *span)
{
    uint64_t pos = obj->adjust + offset;
    uint64_t entry = obj->inst + 8 + pos / NV_PAGE_SIZE * 4;
    uint32_t pte = entry < gpu->chip->ramin->size
        ? nv_ramin_read32(gpu, entry) : 0;

    if (!FIELD_EX32(pte, NV_DMAOBJ_PTE, PRESENT)) {
        return NV_DMA_NO_PAGE;
    }
    if (write && !FIELD_EX32(pte, NV_DMAOBJ_PTE, WRITABLE)) {
        return NV_DMA_PAGE_READ_ONLY;
    }
    span->addr = (pte & R_NV_DMAOBJ_PTE_FRAME_MASK) + pos % NV_PAGE_SIZE;
    span->len = MIN(span->len, NV_PAGE_SIZE - pos % NV_PAGE_SIZE);
    return NV_DMA_OK;
}

static NVDmaReason nv04_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                                       uint64_t offset, uint64_t len,
                                       bool write, NVSpan *span,
                                       unsigned *count)
{
    NVDmaReason why = nv04_dmaobj_check(obj, offset, write);

    if (why != NV_DMA_OK) {
        return why;
    }
    *count = 1;
    span->vram = nv_dmaobj_is_vram(obj->target);
    span->len = MIN(len, obj->limit - offset + 1);
    if (obj->linear) {
        span->addr = obj->base + obj->adjust + offset;
    } else {
        why = nv04_dmaobj_page(gpu, obj, offset, write, span);
    }
    if (why != NV_DMA_OK) {
        return why;
    }
    if (span->vram) {
        return nv_vram_ptr(gpu, span->addr, span->len) ? NV_DMA_OK
                                                       : NV_DMA_VRAM_LIMIT;
    }
    return nv_gart_translate(gpu, span) ? NV_DMA_OK : NV_DMA_NO_GART_PAGE;
}

static void nv04_dmaobj_inspect(NVGPU *gpu, const NVDMAObject *obj,
                                uint64_t offset, NVWalk *walk)
{
    uint64_t entry = obj->inst + 8 + (obj->adjust + offset) / NV_PAGE_SIZE * 4;
    uint32_t pte;

    nv_walk_add(walk, (NVWalkLevel) {
        .table = NV_WALK_OBJECT,
        .addr = obj->inst,
        .entry = nv_ramin_read32(gpu, obj->inst) |
                 (uint64_t)nv_ramin_read32(gpu, obj->inst + 4) << 32,
        .flags = (obj->pt_present ? NV_WALK_PRESENT : 0) |
                 (obj->writable ? 0 : NV_WALK_READ_ONLY),
    });
    if (obj->linear || entry >= gpu->chip->ramin->size) {
        return;
    }
    pte = nv_ramin_read32(gpu, entry);
    nv_walk_add(walk, (NVWalkLevel) {
        .table = NV_WALK_PTE,
        .addr = entry,
        .entry = pte,
        .flags = (FIELD_EX32(pte, NV_DMAOBJ_PTE, PRESENT)
                  ? NV_WALK_PRESENT : 0) |
                 (FIELD_EX32(pte, NV_DMAOBJ_PTE, WRITABLE)
                  ? 0 : NV_WALK_READ_ONLY),
    });
}

const NVDmaobjChip nv04_dmaobj = {
    .load = nv04_dmaobj_load,
    .resolve = nv04_dmaobj_resolve,
    .no_page = NV_DMA_NO_PAGE,
    .reasons = BIT(NV_DMA_NO_FRAMES) | BIT(NV_DMA_LIMIT) |
               BIT(NV_DMA_WRITE_ONLY) | BIT(NV_DMA_READ_ONLY) |
               BIT(NV_DMA_NO_PAGE) | BIT(NV_DMA_PAGE_READ_ONLY) |
               BIT(NV_DMA_VRAM_LIMIT),
    .inspect = nv04_dmaobj_inspect,
};
