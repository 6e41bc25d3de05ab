/*
 * NVIDIA GPU: how the CPU's windows are translated, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_HOST_SPACE_H
#define HW_NV_MEMORY_HOST_SPACE_H

#include "hw/nv/memory.h"

/** enum NVHostClient - the ways by which the CPU reaches translated memory */
typedef enum NVHostClient {
    NV_HOST_BAR1,
    NV_HOST_BAR3,
    NV_HOST_PEEPHOLE,
} NVHostClient;

/**
 * struct NVHostSpace - how the CPU's windows are translated
 *
 * @resolve: the memory that @client has at @addr, and @len bytes or fewer from
 *           there on; returns false if there is none, and why in @fault
 * @block: the instance block for faults of @client
 */
struct NVHostSpace {
    bool (*resolve)(NVGPU *gpu, NVHostClient client, uint64_t addr,
                    uint64_t len, bool write, NVSpan *span,
                    NVDmaFault *fault);
    uint32_t (*block)(NVGPU *gpu, NVHostClient client);
};

extern const NVHostSpace nv50_host_space;
extern const NVHostSpace nvc0_host_space;

/**
 * nv_bar1_peek: what BAR1 maps, to read and to write; reports no faults
 * @gpu: the device
 * @addr: offset in BAR1
 * @len: bytes wanted
 * @span: the result, as nv_dmaobj_span() gives it
 */
bool nv_bar1_peek(NVGPU *gpu, uint64_t addr, uint64_t len, NVSpan *span);

#endif /* HW_NV_MEMORY_HOST_SPACE_H */
