/*
 * NVIDIA GPU: 3D and compute objects, NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_3D_H
#define HW_NV_ENGINE_NV50_3D_H

#include "state.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/paint.h"

/** nv50_3d: a word of the context, enum NV50Context3D */
static inline uint32_t *nv50_3d(NVGPU *gpu, unsigned word)
{
    return &nv50_graph_of(gpu)->ctx[NV50_CTX_3D + word];
}

/** nv50_3d_set: store a parameter; @arg: the word of the row's first method */
void nv50_3d_set(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);

/** nv50_3d_dma: the same for the instance of a DMA object */
void nv50_3d_dma(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);

#define NV50_QUERY_SET(_name, _mthd, _word, ...) \
    { .name = (_name), .mthd = (_mthd), .arg = (_word), .set = nv50_3d_set, \
      __VA_ARGS__ }

/** NV50_QUERY_WORDS - methods for queries; their words begin at @_base */
#define NV50_QUERY_WORDS(_base, _query, _get, _cond) \
    NV50_QUERY_SET("QUERY_ADDRESS_HIGH", (_query), \
                   (_base) + NV50_QUERY_ADDRESS_HIGH, \
                   .check = nv50_check_address_high), \
    NV50_QUERY_SET("QUERY_ADDRESS_LOW", (_query) + 4, \
                   (_base) + NV50_QUERY_ADDRESS_LOW), \
    NV50_QUERY_SET("QUERY_SEQUENCE", (_query) + 8, \
                   (_base) + NV50_QUERY_SEQUENCE), \
    { .name = "QUERY_GET", .mthd = (_query) + 12, .arg = (_base), \
      .set = (_get) }, \
    NV50_QUERY_SET("COND_ADDRESS_HIGH", (_cond), \
                   (_base) + NV50_QUERY_COND_ADDRESS_HIGH, \
                   .check = nv50_check_address_high), \
    NV50_QUERY_SET("COND_ADDRESS_LOW", (_cond) + 4, \
                   (_base) + NV50_QUERY_COND_ADDRESS_LOW), \
    NV50_QUERY_SET("COND_MODE", (_cond) + 8, \
                   (_base) + NV50_QUERY_COND_MODE, \
                   .check = nv50_check_cond_mode)

/* QUERY_GET of 3D; @arg: the base of NV50_QUERY_WORDS */
void nv50_3d_query_get(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                       uint32_t val);

/**
 * nv50_3d_draw_state: state that isn't modelled, and that can't be changed
 *                     between VERTEX_BEGIN and VERTEX_END
 *
 * Source: cards that have refused it, tests/record.
 */
uint32_t nv50_3d_draw_state(NVGPU *gpu, const NVGraphMethod *method,
                            const uint32_t *data, uint32_t count);

/**
 * nv50_3d_vertices: vertices, which aren't drawn
 *
 * They are refused if the surfaces don't fit each other, as far as cards have
 * refused that (tests/record).
 */
uint32_t nv50_3d_vertices(NVGPU *gpu, const NVGraphMethod *method,
                          const uint32_t *data, uint32_t count);

/** nv50_rt_is_linear: whether a render target is in lines */
bool nv50_rt_is_linear(NVGPU *gpu, unsigned rt);

/* A drawing begins and ends: VERTEX_BEGIN, VERTEX_END; COUNTER_RESET */
void nv50_3d_begin(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                   uint32_t val);
void nv50_3d_end(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);
void nv50_3d_counter_reset(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val);

/**
 * nv50_condition: evaluate a condition
 * @gpu: the device
 * @inst: the DMA object with queries
 * @addr: address in it
 * @mode: COND_MODE
 *
 * Returns whether to draw; false, too, on a fault, which has been reported.
 */
bool nv50_condition(NVGPU *gpu, uint16_t inst, uint64_t addr, uint32_t mode);

/** nv50_3d_condition: whether the 3D object may draw */
bool nv50_3d_condition(NVGPU *gpu);

uint8_t nv50_check_cond_mode(uint32_t val);

/* mthd 0x19d0: CLEAR_BUFFERS */
void nv50_clear_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                      uint32_t val);

/**
 * nv50_clear_rect: start the clear of CLEAR_BUFFERS
 * @gpu: the device
 * @rect: the part of it, in pixels
 * @condition: whether it is to be done
 */
void nv50_clear_rect(NVGPU *gpu, const NVRect *rect,
                     bool (*condition)(NVGPU *gpu));

/* Clip a rectangle to X, W and Y, H, or to what is before X1 and Y1. */
void nv50_clear_clip(NVRect *rect, const uint32_t *horiz_vert);
void nv50_clear_scissor(NVRect *rect, const uint32_t *horiz_vert);

#endif /* HW_NV_ENGINE_NV50_3D_H */
