/*
 * NVIDIA GPU: the CPU's windows to memory, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_HOST_MEM_H
#define HW_NV_MEMORY_HOST_MEM_H

#include "bar1-view.h"
#include "hw/nv/memory.h"

/** NVHostMemResolve: what a window maps; returns false if nothing */
typedef bool NVHostMemResolve(NVGPU *gpu, uint64_t addr, uint64_t len,
                              bool write, NVSpan *span);

/**
 * struct NVHostWindow - a window of the CPU to memory, NV50+
 *
 * @gpu: the device
 * @mr: the window
 * @resolve: finds the memory behind a piece of it
 */
typedef struct NVHostWindow {
    NVGPU *gpu;
    MemoryRegion mr;
    NVHostMemResolve *resolve;
} NVHostWindow;

/**
 * struct NVHostMem - how the CPU sees memory, NV50+
 *
 * @pmem: a window to any memory, in BAR0
 * @bar1, @bar3: the BARs of these numbers
 * @views: the parts of BAR1 that are mapped directly
 * @pflush: flushes what has been written through them
 * @peephole: a port to the memory of a channel
 * @trap: a piece of BAR1 whose accesses a unit handles
 */
struct NVHostMem {
    NVHostWindow pmem;
    NVHostWindow bar1;
    NVHostWindow bar3;
    NVBar1Views views;
    NVRegFile pflush;
    NVRegFile peephole;
    NVBar1Trap trap;
};

#endif /* HW_NV_MEMORY_HOST_MEM_H */
