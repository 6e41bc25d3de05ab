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

/** nv_ramin_begin: no change of instance memory has been counted yet */
void nv_ramin_begin(NVGPU *gpu);

/** nv_vm_walk: resolve an access; @span is valid if NV_DMA_OK is returned */
NVDmaReason nv_vm_walk(NVGPU *gpu, const NVVm *vm, const NVVmAccess *access,
                       NVSpan *span);

/** nv_dmaobj_resolve: nv_dmaobj_span() that logs nothing and returns why not */
NVDmaReason nv_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span);

/** nv_dmaobj_failed: what has failed, as a fault, if somebody asks for it */
void nv_dmaobj_failed(const NVDMAObject *obj, uint64_t offset, bool write,
                      NVDmaReason why, NVDmaFault *fault);

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
