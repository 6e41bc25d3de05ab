/*
 * NVIDIA GPU: the 2D object of NV50: shared declarations
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_2D_H
#define HW_NV_ENGINE_NV50_2D_H

#include "format.h"
#include "state.h"
#include "surface.h"
#include "hw/nv/engine/paint.h"

/* Methods whose parameters are used to draw; rnndb, graph/g80_2d.xml */
enum {
    NV50_2D_DMA_DST = 0x184,
    NV50_2D_DMA_SRC = 0x188,
    /* Surfaces: the source's methods follow the destination's. */
    NV50_2D_FORMAT = 0x200,
    NV50_2D_LINEAR = 0x204,
    NV50_2D_BLOCK_DIMENSIONS = 0x208,
    NV50_2D_DEPTH = 0x20c,
    NV50_2D_LAYER = 0x210,
    NV50_2D_PITCH = 0x214,
    NV50_2D_WIDTH = 0x218,
    NV50_2D_HEIGHT = 0x21c,
    NV50_2D_ADDRESS_HIGH = 0x220,
    NV50_2D_ADDRESS_LOW = 0x224,
    NV50_2D_SURFACE_STRIDE = 0x30,
    NV50_2D_COND_ADDRESS_HIGH = 0x264,
    NV50_2D_COND_ADDRESS_LOW = 0x268,
    NV50_2D_COND_MODE = 0x26c,
    NV50_2D_CLIP_X = 0x280,
    NV50_2D_CLIP_Y = 0x284,
    NV50_2D_CLIP_W = 0x288,
    NV50_2D_CLIP_H = 0x28c,
    NV50_2D_CLIP_ENABLE = 0x290,
    NV50_2D_ROP = 0x2a0,
    NV50_2D_OPERATION = 0x2ac,
    NV50_2D_PATTERN_SELECT = 0x2b4,
    NV50_2D_PATTERN_COLOR_FORMAT = 0x2e8,
    NV50_2D_PATTERN_BITMAP_FORMAT = 0x2ec,
    NV50_2D_PATTERN_BITMAP_COLOR = 0x2f0,
    NV50_2D_PATTERN_BITMAP = 0x2f8,
    NV50_2D_PATTERN_X8R8G8B8 = 0x300,
    NV50_2D_DRAW_SHAPE = 0x580,
    NV50_2D_DRAW_COLOR_FORMAT = 0x584,
    NV50_2D_DRAW_COLOR = 0x588,
    NV50_2D_DRAW_POINT_X = 0x600,
    NV50_2D_SIFC_BITMAP_ENABLE = 0x800,
    NV50_2D_SIFC_FORMAT = 0x804,
    NV50_2D_SIFC_BITMAP_FORMAT = 0x808,
    NV50_2D_SIFC_BITMAP_LSB_FIRST = 0x80c,
    NV50_2D_SIFC_BITMAP_LINE_PACK_MODE = 0x810,
    NV50_2D_SIFC_BITMAP_COLOR_BIT0 = 0x814,
    NV50_2D_SIFC_BITMAP_COLOR_BIT1 = 0x818,
    NV50_2D_SIFC_BITMAP_WRITE_BIT0_ENABLE = 0x81c,
    NV50_2D_SIFC_WIDTH = 0x838,
    NV50_2D_SIFC_HEIGHT = 0x83c,
    NV50_2D_SIFC_DX_DU_FRACT = 0x840,
    NV50_2D_SIFC_DY_DV_FRACT = 0x848,
    NV50_2D_SIFC_DST_X_INT = 0x854,
    NV50_2D_SIFC_DST_Y_INT = 0x85c,
    NV50_2D_BLIT_CONTROL = 0x88c,
    NV50_2D_BLIT_DST_X = 0x8b0,
    NV50_2D_BLIT_DST_Y = 0x8b4,
    NV50_2D_BLIT_DST_W = 0x8b8,
    NV50_2D_BLIT_DST_H = 0x8bc,
    NV50_2D_BLIT_DU_DX_FRACT = 0x8c0,
    NV50_2D_BLIT_DV_DY_FRACT = 0x8c8,
    NV50_2D_BLIT_SRC_X_FRACT = 0x8d0,
    NV50_2D_BLIT_SRC_X_INT = 0x8d4,
    NV50_2D_BLIT_SRC_Y_FRACT = 0x8d8,
    NV50_2D_BLIT_SRC_Y_INT = 0x8dc,
};

/* BLIT_CONTROL */
#define NV50_BLIT_CORNER 0x01
#define NV50_BLIT_BILINEAR 0x10

/** enum NV50Operation - OPERATION */
enum {
    NV50_OPERATION_SRCCOPY_AND = 0,
    NV50_OPERATION_ROP_AND = 1,
    NV50_OPERATION_BLEND = 2,
    NV50_OPERATION_SRCCOPY = 3,
    NV50_OPERATION_ROP = 4,
    NV50_OPERATION_SRCCOPY_PREMULT = 5,
    NV50_OPERATION_BLEND_PREMULT = 6,
};

/** The word of an object's instance that holds the DMA object of conditions */
#define NV50_OBJECT_DMA_COND 3

/** nv50_2d: a method's parameter */
static inline uint32_t *nv50_2d(NVGPU *gpu, uint32_t mthd)
{
    return &nv50_graph_of(gpu)->ctx[NV50_CTX_2D + (mthd - NV50_2D_FIRST) / 4];
}

/** nv50_2d_coordinate: the same for a coordinate, which has 17 bits */
static inline int32_t nv50_2d_coordinate(NVGPU *gpu, uint32_t mthd)
{
    return sextract32(*nv50_2d(gpu, mthd), 0, 17);
}

/** nv50_2d_size: the same for a size, which has 16 bits */
static inline uint16_t nv50_2d_size(NVGPU *gpu, uint32_t mthd)
{
    return *nv50_2d(gpu, mthd);
}

/** nv50_2d_format: the format that a method has set, NULL if it is invalid */
static inline const NV50Format *nv50_2d_format(NVGPU *gpu, uint32_t mthd)
{
    return nv50_format(*nv50_2d(gpu, mthd));
}

/** nv50_2d_fixed: of two methods, 32 fractional bits and the integer part */
static inline int64_t nv50_2d_fixed(NVGPU *gpu, uint32_t fract)
{
    return (uint64_t)*nv50_2d(gpu, fract + 4) << 32 | *nv50_2d(gpu, fract);
}

/* A scale of 1 has this integer part, and no fraction. */
static inline bool nv50_2d_is_scaled(NVGPU *gpu, uint32_t fract)
{
    return *nv50_2d(gpu, fract) || *nv50_2d(gpu, fract + 4) != 1;
}

/* --- 2d.c ------------------------------------------------------------- */

/** nv50_2d_set: store a parameter */
void nv50_2d_set(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);

/** nv50_2d_unmodelled: the same, and report it unless it is 0 */
void nv50_2d_unmodelled(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val);

#define NV50_2D_SET(_name, _mthd, ...) \
    { .name = (_name), .mthd = (_mthd), .set = nv50_2d_set, __VA_ARGS__ }

/** NV50_2D_SURFACES - a parameter of the destination, and of the source */
#define NV50_2D_SURFACES(_name, _mthd, ...) \
    NV50_2D_SET(_name, _mthd, .count = 2, .stride = NV50_2D_SURFACE_STRIDE, \
                __VA_ARGS__)

/* --- paint.c ---------------------------------------------------------- */

/**
 * nv50_paint_begin: prepare to draw on the destination
 * @gpu: the device
 * @paint: set up for the functions of paint.h
 * @fault: see NV50Surface
 *
 * Returns false if it can't be drawn on.
 */
bool nv50_paint_begin(NVGPU *gpu, NVPaint *paint, NVDmaFault *fault);

/** nv50_2d_done: see NVGraphDone; errors are enum NV50Fault */
NVGraphDone nv50_2d_done;

/** nv50_clip: the area that may be drawn on */
NVRect nv50_clip(NVGPU *gpu);

/**
 * nv50_2d_may_draw: check the state before drawing
 * @gpu: the device
 * @source: the method that sets the source's format
 *
 * Returns false, after raising the error, if nothing may be drawn.
 */
bool nv50_2d_may_draw(NVGPU *gpu, uint32_t source);

/* --- sifc.c ----------------------------------------------------------- */

void nv50_sifc_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                     uint32_t val);
uint32_t nv50_sifc_data(NVGPU *gpu, const NVGraphMethod *method,
                        const uint32_t *data, uint32_t count);

/* --- blit.c ----------------------------------------------------------- */

void nv50_blit_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                     uint32_t val);

/* --- draw.c ----------------------------------------------------------- */

void nv50_draw_shape(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                     uint32_t val);
void nv50_draw_point16(NVGPU *gpu, const NVGraphMethod *method,
                       unsigned index, uint32_t val);
void nv50_draw_x(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);
void nv50_draw_y(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);

#endif /* HW_NV_ENGINE_NV50_2D_H */
