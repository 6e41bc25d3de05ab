/*
 * NVIDIA GPU: DMA objects, NV50:NVC0
 *
 * Source: envytools, memory/g80-vm.rst, "DMA objects".  Storage type,
 * compression and partition cycle are left out: the model's memory has one
 * layout.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "dmaobj.h"
#include "inspect-walk.h"
#include "tables.h"
#include "vm.h"
#include "hw/nv/nv-gpu.h"

#define NV_PAGE_SIZE 4096

static uint8_t nv50_dmaobj_target(uint32_t flags)
{
    switch (FIELD_EX32(flags, NV50_DMAOBJ_0, TARGET)) {
    case NV50_DMAOBJ_TARGET_VM:
        return NV_DMAOBJ_TARGET_VM;
    case NV50_DMAOBJ_TARGET_VRAM:
        return NV_DMAOBJ_TARGET_NVM;
    default:
        return NV_DMAOBJ_TARGET_PCI;
    }
}

/* Base and limit are addresses, where earlier objects have a length. */
static void nv50_dmaobj_set(NVGPU *gpu, uint32_t block, uint32_t inst,
                            const uint32_t *words, NVDMAObject *obj)
{
    uint32_t flags = words[0];
    uint32_t high = words[3];
    uint64_t base = words[2] |
        (uint64_t)FIELD_EX32(high, NV50_DMAOBJ_3, BASE_HIGH) << 32;
    uint64_t limit = words[1] |
        (uint64_t)FIELD_EX32(high, NV50_DMAOBJ_3, LIMIT_HIGH) << 32;
    uint8_t read_only = FIELD_EX32(flags, NV50_DMAOBJ_0, READ_ONLY);

    *obj = (NVDMAObject) {
        .inst = inst,
        .block = block,
        .vm = nv_vm_of_channel(gpu, block),
        .class = FIELD_EX32(flags, NV50_DMAOBJ_0, CLASS),
        .target = nv50_dmaobj_target(flags),
        .pt_present = base <= limit,
        .linear = true,
        .readable = true,
        .writable = read_only != NV50_DMAOBJ_READ_ONLY,
        .read_only = read_only,
        .supervisor_only = FIELD_EX32(flags, NV50_DMAOBJ_0, SUPERVISOR_ONLY),
        .supervisor = FIELD_EX32(flags, NV50_DMAOBJ_0, SUPERVISOR),
        .adjust = base % NV_PAGE_SIZE,
        .base = base & ~(uint64_t)(NV_PAGE_SIZE - 1),
        .limit = limit - base,
    };
}

static void nv50_dmaobj_load(NVGPU *gpu, uint32_t block, uint32_t inst,
                             NVDMAObject *obj)
{
    uint32_t words[NV50_DMAOBJ_WORDS];

    nv_ramin_read_words(gpu, inst, words, NV50_DMAOBJ_WORDS);
    nv50_dmaobj_set(gpu, block, inst, words, obj);
}

void nv_dmaobj_of_space(NVGPU *gpu, uint32_t block, bool supervisor,
                        NVDMAObject *obj)
{
    *obj = (NVDMAObject) {
        .chid = -1,
        .inst = NV_DMAOBJ_NO_INST,
        .block = block,
        .vm = nv_vm_of_channel(gpu, block),
        .class = NV_CLASS_DMA_IN_MEMORY,
        .target = NV_DMAOBJ_TARGET_VM,
        .pt_present = true,
        .linear = true,
        .readable = true,
        .writable = true,
        .supervisor = supervisor,
        .limit = MAKE_64BIT_MASK(0, 40),
    };
}

void nv_dmaobj_load_words(NVGPU *gpu, const uint32_t *words, NVDMAObject *obj)
{
    nv50_dmaobj_set(gpu, 0, NV_DMAOBJ_NO_INST, words, obj);
}

static NVDmaReason nv50_dmaobj_check(const NVDMAObject *obj, uint64_t offset,
                                     bool write)
{
    /* The selector was 0. */
    if (obj->inst == obj->block) {
        return NV_VM_NULL_DMAOBJ;
    }
    if (!obj->pt_present || offset > obj->limit) {
        return NV_VM_DMAOBJ_LIMIT;
    }
    return write && !obj->writable ? NV_VM_PAGE_READ_ONLY : NV_DMA_OK;
}

static NVDmaReason nv50_dmaobj_linear(NVGPU *gpu, const NVDMAObject *obj,
                                      const NVVmAccess *access, NVSpan *span)
{
    bool vram = obj->target == NV_DMAOBJ_TARGET_NVM;

    if (obj->supervisor_only == NV50_DMAOBJ_SUPERVISOR_ONLY &&
        !obj->supervisor) {
        return NV_VM_PAGE_SUPERVISOR_ONLY;
    }
    return nv_linear_span(gpu, vram ? NV_LINEAR_VRAM : NV_LINEAR_SYSRAM,
                          access->addr, access->len, span)
        ? NV_DMA_OK : NV_VM_VRAM_LIMIT;
}

static NVDmaReason nv50_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                                       uint64_t offset, uint64_t len,
                                       bool write, NVSpan *spans,
                                       unsigned *count)
{
    NVDmaReason why = nv50_dmaobj_check(obj, offset, write);
    NVVmAccess access = {
        .addr = obj->base + obj->adjust + offset,
        .len = MIN(len, obj->limit - offset + 1),
        .write = write,
        .supervisor = obj->supervisor,
        .read_only = obj->read_only,
        .supervisor_only = obj->supervisor_only,
    };

    if (why != NV_DMA_OK) {
        return why;
    }
    if (obj->target == NV_DMAOBJ_TARGET_VM) {
        return nv_vm_walk(gpu, &obj->vm, &access, spans, count);
    }
    *count = 1;
    return nv50_dmaobj_linear(gpu, obj, &access, spans);
}

/* An object that stands for a whole address space isn't in memory itself. */
static void nv50_dmaobj_inspect(NVGPU *gpu, const NVDMAObject *obj,
                                uint64_t offset, NVWalk *walk)
{
    if (obj->inst != UINT32_MAX) {
        nv_walk_add(walk, (NVWalkLevel) {
            .table = NV_WALK_OBJECT,
            .target = NV_LINEAR_VRAM,
            .addr = obj->inst,
            .entry = nv_ramin_read32(gpu, obj->inst) |
                     (uint64_t)nv_ramin_read32(gpu, obj->inst + 4) << 32,
            .flags = (obj->pt_present ? NV_WALK_PRESENT : 0) |
                     (obj->writable ? 0 : NV_WALK_READ_ONLY),
        });
    }
    if (obj->target == NV_DMAOBJ_TARGET_VM) {
        gpu->chip->vm->tables->inspect(gpu, &obj->vm,
                                       obj->base + obj->adjust + offset, walk);
    }
}

const NVDmaobjChip nv50_dmaobj = {
    .load = nv50_dmaobj_load,
    .resolve = nv50_dmaobj_resolve,
    .no_page = NV_VM_PAGE_NOT_PRESENT,
    .reasons = BIT(NV_VM_PAGE_NOT_PRESENT) | BIT(NV_VM_NULL_DMAOBJ) |
               BIT(NV_VM_DMAOBJ_LIMIT) | BIT(NV_VM_PAGE_READ_ONLY) |
               BIT(NV_VM_PAGE_SUPERVISOR_ONLY) | BIT(NV_VM_VRAM_LIMIT),
    .inspect = nv50_dmaobj_inspect,
};
