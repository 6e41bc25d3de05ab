/*
 * NVIDIA GPU: virtual memory: what all generations have in common, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "inspect-walk.h"
#include "vm.h"
#include "hw/nv/nv-gpu.h"
#include "trace/trace-hw_nv.h"

/* --- Tables ------------------------------------------------------------ */

bool nv_vm_read_entry(NVGPU *gpu, unsigned target, uint64_t addr,
                      uint64_t *entry)
{
    NVSpan span;

    /* Nearly all tables are in VRAM; each page that is looked up reads two. */
    if (likely(target == NV_LINEAR_VRAM)) {
        const uint8_t *ptr = nv_vram_ptr(gpu, (uint32_t)addr, sizeof(*entry));

        *entry = ptr ? ldq_le_p(ptr) : 0;
        return ptr;
    }
    if (!nv_linear_span(gpu, target, addr, sizeof(*entry), &span) ||
        nv_span_transfer(gpu, &span, entry, false) != MEMTX_OK) {
        return false;
    }
    *entry = le64_to_cpu(*entry);
    return true;
}

uint64_t nv_vm_inspect(NVGPU *gpu, NVWalk *walk, NVWalkLevel level)
{
    if (!nv_vm_read_entry(gpu, level.target, level.addr, &level.entry)) {
        level.entry = 0;
        level.flags |= NV_WALK_NO_MEMORY;
    }
    nv_walk_add(walk, level);
    return level.entry;
}

void nv_vm_looked_up(NVGPU *gpu, uint64_t table, uint64_t addr,
                     const NVSpan *span)
{
    uint64_t into = addr % NV_VM_SMALL_PAGE;
    NVProbe probe = {
        .kind = NV_PROBE_TRANSLATE,
        .chid = -1,
        .translate = {
            .table = table,
            .addr = addr - into,
            .size = NV_VM_SMALL_PAGE,
            .page = span ? span->addr - into : NV_PROBE_NOWHERE,
            .vram = span && span->vram,
        },
    };

    nv_probe(gpu, &probe);
}

/* @spans: the pieces, in order; NULL if there are none */
static void nv_vm_tell(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                       const NVSpan *spans, unsigned count)
{
    uint64_t addr = access->addr;

    if (!spans) {
        nv_vm_looked_up(gpu, vm->pd, addr, NULL);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        nv_vm_looked_up(gpu, vm->pd, addr, &spans[i]);
        addr += spans[i].len;
    }
}

static NVDmaReason G_GNUC_NO_INLINE
nv_vm_walk_probed(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                  NVSpan *spans, unsigned *count)
{
    NVDmaReason why = gpu->chip->vm->tables->walk(gpu, vm, access, spans,
                                                  count);

    nv_vm_tell(gpu, vm, access, why == NV_DMA_OK ? spans : NULL, *count);
    return why;
}

NVDmaReason nv_vm_walk(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                       NVSpan *spans, unsigned *count)
{
    /* Both are tail calls: the usual one has no registers to save. */
    return unlikely(NV_PROBED(gpu, TRANSLATE))
        ? nv_vm_walk_probed(gpu, vm, access, spans, count)
        : gpu->chip->vm->tables->walk(gpu, vm, access, spans, count);
}

NVVm nv_vm_of_channel(NVGPU *gpu, uint32_t inst)
{
    return gpu->chip->vm->tables->of_channel(gpu, inst);
}

/* --- Faults ------------------------------------------------------------ */

NVVmClient nv_vm_client(NVGPU *gpu, uint32_t user)
{
    return gpu->chip->vm->tables->client(user);
}

void nv_vm_fault(NVGPU *gpu, uint32_t user, uint32_t inst,
                 const NVDmaFault *fault)
{
    NVVmReport report = { .user = user, .inst = inst, .fault = fault };
    const NVGuestError error = {
        .unit = "MMU",
        .what = nv_dma_reason_words(fault->why),
        .chid = -1,
        .mthd = NV_PROBE_NO_METHOD,
        .data = fault->addr,
        .addr = NV_PROBE_NOWHERE,
        .by = NV_PROBE_BY_UNIT,
        .who = user,
        .inst = inst,
    };

    if (!(fault->why & NV_VM_REASON)) {
        return;
    }
    report.client = nv_vm_client(gpu, user);
    nv_guest_error_unlogged(gpu, &error);
    trace_nv_vm_fault(report.client.unit, report.client.client,
                      report.client.slot, inst, fault->write, fault->addr,
                      nv_dma_reason_words(fault->why));
    if (gpu->chip->vm->tables->report) {
        gpu->chip->vm->tables->report(gpu, user, inst, fault);
    }
    notifier_list_notify(&gpu->vm.fault, &report);
}

/* --- Life -------------------------------------------------------------- */

void nv_vm_reset(NVGPU *gpu)
{
    gpu->vm = (NVVmState) { .fault = gpu->vm.fault };
}

const VMStateDescription nv_vmstate_vm = {
    .name = "nv-gpu/vm",
    .version_id = 2,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(bar_channel, NVVmState),
        VMSTATE_BOOL(pending, NVVmState),
        VMSTATE_UINT32_ARRAY(trap, NVVmState, NV_VM_FAULT_WORDS),
        VMSTATE_UINT32_V(peephole_channel, NVVmState, 2),
        VMSTATE_END_OF_LIST()
    },
};
