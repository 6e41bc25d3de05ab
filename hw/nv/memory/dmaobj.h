/*
 * NVIDIA GPU: DMA objects: how a generation resolves them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_DMAOBJ_H
#define HW_NV_MEMORY_DMAOBJ_H

#include "hw/nv/memory.h"

/**
 * struct NVDmaobjChip - a generation's DMA objects
 *
 * @load: decode the object at an instance address, whatever its class is; see
 *        nv_dmaobj_load_channel()
 * @resolve: nv_dmaobj_span() that logs nothing, and returns why not.  May also
 *           resolve what follows, up to *@count pieces, and sets that to their
 *           number
 * @no_page: what @resolve returns if there is no page
 * @reasons: bit per NVDmaReason that it may return
 * @client: nv_vm_client()
 * @inspect: add to a walk the entries by which an offset is resolved
 */
struct NVDmaobjChip {
    void (*load)(NVGPU *gpu, uint32_t block, uint32_t inst, NVDMAObject *obj);
    NVDmaReason (*resolve)(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                           uint64_t len, bool write, NVSpan *spans,
                           unsigned *count);
    NVDmaReason no_page;
    uint32_t reasons;
    void (*inspect)(NVGPU *gpu, const NVDMAObject *obj, uint64_t offset,
                    NVWalk *walk);
};

/**
 * nv_dmaobj_look_up: nv_dmaobj_resolve() without a report to probes
 *
 * For the CPU's windows: probes report only what the card itself does.
 */
NVDmaReason nv_dmaobj_look_up(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span);

/** nv_dmaobj_resolve: nv_dmaobj_span() that logs nothing and returns why not */
NVDmaReason nv_dmaobj_resolve(NVGPU *gpu, const NVDMAObject *obj,
                              uint64_t offset, uint64_t len, bool write,
                              NVSpan *span);

/** nv_dmaobj_failed: fill in @fault, unless it is NULL */
void nv_dmaobj_failed(const NVDMAObject *obj, uint64_t offset, bool write,
                      NVDmaReason why, NVDmaFault *fault);

#endif /* HW_NV_MEMORY_DMAOBJ_H */
