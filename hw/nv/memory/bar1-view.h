/*
 * NVIDIA GPU: parts of BAR1 that are mapped directly, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_BAR1_VIEW_H
#define HW_NV_MEMORY_BAR1_VIEW_H

#include "hw/nv/memory.h"

/* Each has at most one view. */
#define NV_BAR1_WINDOW (8ULL * MiB)
#define NV_BAR1_VIEWS 32

/**
 * struct NVBar1Run - video memory that BAR1 maps without a gap
 *
 * @addr: address in BAR1
 * @len: bytes; 0 if there is no such run
 * @vram: address in video memory
 */
typedef struct NVBar1Run {
    uint64_t addr, len, vram;
} NVBar1Run;

/**
 * struct NVBar1View - a window of BAR1
 *
 * @mr: video memory, where it is mapped as memory
 * @run: what @mr is to map, and maps unless @changed
 * @uses: accesses to video memory other than through @mr
 */
typedef struct NVBar1View {
    MemoryRegion mr;
    NVBar1Run run;
    bool changed;
    uint32_t uses;
} NVBar1View;

/**
 * struct NVBar1Views - pieces of BAR1 that are used often
 *
 * @view: by window
 * @queued: a change of QEMU's map is queued
 * @flushing: a flush waits for that change: outdated views are still mapped
 */
typedef struct NVBar1Views {
    NVBar1View view[NV_BAR1_VIEWS];
    bool queued;
    bool flushing;
} NVBar1Views;

/** nv_bar1_view_use: count an access to VRAM at @addr that went by no view */
void nv_bar1_view_use(NVGPU *gpu, uint64_t addr);

/** nv_bar1_view_flush: drop views that page tables, or registers, outdate */
void nv_bar1_view_flush(NVGPU *gpu);

/** nv_bar1_view_realize: to be called when there are BAR1 and video memory */
void nv_bar1_view_realize(NVGPU *gpu);

/** nv_bar1_view_forget: drop all views, as memory and registers are new */
void nv_bar1_view_forget(NVGPU *gpu);

#endif /* HW_NV_MEMORY_BAR1_VIEW_H */
