/*
 * NVIDIA GPU: VTX, the coordinates that methods store
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_VERTEX_H
#define HW_NV_ENGINE_NV04_VERTEX_H

#include "hw/nv/engine/graph.h"

/* An element of VTX; coordinates have 18 bits, whatever a guest writes. */
static inline int32_t nv_vtx_x(NVGPU *gpu, unsigned i)
{
    return sextract32(gpu->regs[R_NV_PGRAPH_VTX_X + i], 0, 18);
}

static inline int32_t nv_vtx_y(NVGPU *gpu, unsigned i)
{
    return sextract32(gpu->regs[R_NV_PGRAPH_VTX_Y + i], 0, 18);
}

static inline void nv_vtx_set(NVGPU *gpu, unsigned i, int32_t x, int32_t y)
{
    gpu->regs[R_NV_PGRAPH_VTX_X + i] = x;
    gpu->regs[R_NV_PGRAPH_VTX_Y + i] = y;
}

#endif /* HW_NV_ENGINE_NV04_VERTEX_H */
