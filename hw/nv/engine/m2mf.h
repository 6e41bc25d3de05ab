/*
 * NVIDIA GPU: copies from one DMA object to another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_M2MF_H
#define HW_NV_ENGINE_M2MF_H

#include "graph.h"
#include "layout.h"

/**
 * struct NVM2MFSide - source or destination
 *
 * @obj: DMA object
 * @offset: offset of the surface in it
 * @layout: the surface's layout
 * @x, @y: the first byte and line to copy
 * @inc: distance between two bytes that are copied
 */
typedef struct NVM2MFSide {
    NVDMAObject obj;
    uint64_t offset;
    NVLayout layout;
    uint32_t x, y;
    unsigned inc;
} NVM2MFSide;

/**
 * struct NVM2MFCopy - a copy
 *
 * @in, @out: source and destination
 * @length: bytes per line
 * @lines: number of lines
 */
typedef struct NVM2MFCopy {
    NVM2MFSide in, out;
    uint32_t length;
    uint32_t lines;
} NVM2MFCopy;

/**
 * nv_m2mf_offset: offset of a byte of one side
 * @side: the side
 * @line, @pos: position in the copy
 * @run: receives the number of contiguous bytes from there on
 *
 * Returns the offset in the side's DMA object.
 */
uint64_t nv_m2mf_offset(const NVM2MFSide *side, uint32_t line, uint32_t pos,
                        uint32_t *run);

/**
 * nv_m2mf_copy: continue a copy, which is the operation under way
 * @gpu: the device
 * @copy: the copy
 * @budget: see NVEngine
 * @fault: receives the access that failed
 *
 * Returns true when it is complete, or has failed; the latter is in the
 * operation's nsource, as DMA_R_PROTECTION or DMA_W_PROTECTION.
 */
bool nv_m2mf_copy(NVGPU *gpu, const NVM2MFCopy *copy, int64_t *budget,
                  NVDmaFault *fault);

#endif /* HW_NV_ENGINE_M2MF_H */
