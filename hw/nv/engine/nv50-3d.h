/*
 * NVIDIA GPU: 3D and compute objects, NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_3D_H
#define HW_NV_ENGINE_NV50_3D_H

#include "method.h"

/** nv50_3d: a word of the context, enum NV50Context3D */
static inline uint32_t *nv50_3d(NVGPU *gpu, unsigned word)
{
    return &gpu->graph->nv50[NV50_CTX_3D + word];
}

/** nv50_3d_set: keep a parameter; @arg: the word of the row's first method */
void nv50_3d_set(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);

/** nv50_3d_dma: the same for the instance of a DMA object */
void nv50_3d_dma(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);

/**
 * nv50_condition: whether something is to be drawn
 * @gpu: the device
 * @inst: the DMA object with queries
 * @addr: where in it
 * @mode: COND_MODE
 *
 * Returns false if not, or if memory is missing, which has been reported.
 */
bool nv50_condition(NVGPU *gpu, uint16_t inst, uint64_t addr, uint32_t mode);

/** nv50_3d_condition: the 3D object may draw */
bool nv50_3d_condition(NVGPU *gpu);

uint8_t nv50_check_cond_mode(uint32_t val);

/* mthd 0x19d0: CLEAR_BUFFERS */
void nv50_clear_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                      uint32_t val);

#endif /* HW_NV_ENGINE_NV50_3D_H */
