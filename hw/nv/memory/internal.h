/*
 * NVIDIA GPU: what the files of memory/ show each other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_INTERNAL_H
#define HW_NV_MEMORY_INTERNAL_H

#include "hw/nv/memory.h"

/**
 * struct NVVmAccess - an access to virtual memory
 *
 * @addr: 40-bit virtual address
 * @len: bytes wanted
 * @write: it writes
 * @supervisor: it may use pages for supervisors
 * @read_only, @supervisor_only: NV50_DMAOBJ_*: what overrides the page's entry
 */
typedef struct NVVmAccess {
    uint64_t addr, len;
    bool write;
    bool supervisor;
    uint8_t read_only, supervisor_only;
} NVVmAccess;

/** nv_vm_walk: resolve an access; @span is valid if NV_VM_OK is returned */
NVVmReason nv_vm_walk(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                      NVSpan *span);

/** nv_vm_failed: keep an access that has failed for nv_vm_fault() */
void nv_vm_failed(NVGPU *gpu, uint64_t addr, bool write, NVVmReason why);

/** nv_vm_reason_name: name of what isn't NV_VM_OK */
const char *nv_vm_reason_name(NVVmReason why);

/** nv50_dmaobj_decode: decode an object of NV50+, whatever its class is */
void nv50_dmaobj_decode(NVGPU *gpu, uint32_t block, uint32_t inst,
                        NVDMAObject *obj);

/**
 * nv50_dmaobj_resolve: nv_dmaobj_span() of NV50+
 *
 * Returns why there is nothing, or NV_VM_OK; nv_vm_fault() reports it.
 */
NVVmReason nv50_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                               uint64_t offset, uint64_t len, bool write,
                               NVSpan *span);

/**
 * nv_bar1_peek: what BAR1 shows, to read and to write; faults go unreported
 * @gpu: the device
 * @addr: offset in BAR1
 * @len: bytes wanted
 * @span: the result, as nv_dmaobj_span() gives it
 */
bool nv_bar1_peek(NVGPU *gpu, uint64_t addr, uint64_t len, NVSpan *span);

/* --- bar1-view.c ------------------------------------------------------- */

/** nv_bar1_view_use: BAR1 has shown video memory at @addr, access by access */
void nv_bar1_view_use(NVGPU *gpu, uint64_t addr);

/** nv_bar1_view_realize: to be called when there are BAR1 and video memory */
void nv_bar1_view_realize(NVGPU *gpu);

/** nv_bar1_view_forget: the registers and video memory are others */
void nv_bar1_view_forget(NVGPU *gpu);

#endif /* HW_NV_MEMORY_INTERNAL_H */
