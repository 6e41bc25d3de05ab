/*
 * NVIDIA GPU: surfaces, clipping, and how pixels get into a surface
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_PAINT_H
#define HW_NV_ENGINE_PAINT_H

#include "internal.h"

/* --- surface.c -------------------------------------------------------- */

/**
 * struct NVSurface - a surface in video memory
 *
 * @base: address of its DMA object in video memory, in bytes
 * @limit: last valid offset in the DMA object
 * @offset: of pixel 0, 0 in the DMA object
 * @pitch: bytes from one line to the next
 * @bytes: bytes of a pixel
 * @format: NVSurfFormat
 */
typedef struct NVSurface {
    uint64_t base, limit;
    uint32_t offset, pitch;
    uint8_t bytes;
    uint8_t format;
} NVSurface;

/**
 * struct NVPixels - pixels of a line that lie in a surface
 *
 * @first: how many of those asked for come before them
 * @count: how many they are
 * @addr: where they are in video memory, in bytes
 * @host: the same in the host's
 */
typedef struct NVPixels {
    unsigned first, count;
    uint64_t addr;
    uint8_t *host;
} NVPixels;

/**
 * nv_surface_load: a surface as PGRAPH's registers describe it
 * @gpu: the device
 * @which: surface
 * @surface: the result
 *
 * Returns false if one of its methods is still to come.
 */
bool nv_surface_load(NVGPU *gpu, NVSurfIndex which, NVSurface *surface);

/**
 * nv_surface_pixels: find pixels of a line
 * @gpu: the device
 * @surface: the surface
 * @x, @y: first pixel; may lie anywhere
 * @count: how many
 * @pixels: those of them that lie in the surface's DMA object and in VRAM
 *
 * Returns true if all do.
 */
bool nv_surface_pixels(NVGPU *gpu, const NVSurface *surface, int32_t x,
                       int32_t y, unsigned count, NVPixels *pixels);

static inline uint32_t nv_pixel_load(const uint8_t *host, unsigned bytes)
{
    switch (bytes) {
    case 1:
        return *host;
    case 2:
        return lduw_le_p(host);
    default:
        return ldl_le_p(host);
    }
}

static inline void nv_pixel_store(uint8_t *host, unsigned bytes, uint32_t val)
{
    switch (bytes) {
    case 1:
        *host = val;
        break;
    case 2:
        stw_le_p(host, val);
        break;
    default:
        stl_le_p(host, val);
        break;
    }
}

/* --- paint.c ---------------------------------------------------------- */

/** struct NVRect - a rectangle; @x1 and @y1 are outside */
typedef struct NVRect {
    int32_t x0, y0, x1, y1;
} NVRect;

/** nv_rect_clip: cut @rect to what lies in @clip; it may be empty then */
void nv_rect_clip(NVRect *rect, const NVRect *clip);

static inline bool nv_rect_is_empty(const NVRect *rect)
{
    return rect->x0 >= rect->x1 || rect->y0 >= rect->y1;
}

/** nv_clip_user: what CLIP leaves of the world, if the object is linked */
NVRect nv_clip_user(NVGPU *gpu);

/** nv_clip_object: the clip rectangle that an object has of its own */
NVRect nv_clip_object(NVGPU *gpu);

/** nv_clip_object_set: set a corner of the object's clip rectangle */
void nv_clip_object_set(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val);

/** nv_mono_from_cga6: bitmap bits with the first pixel in bit 0 */
static inline uint32_t nv_mono_from_cga6(uint32_t bits)
{
    bits = (bits & 0xaaaaaaaa) >> 1 | (bits & 0x55555555) << 1;
    bits = (bits & 0xcccccccc) >> 2 | (bits & 0x33333333) << 2;
    return (bits & 0xf0f0f0f0) >> 4 | (bits & 0x0f0f0f0f) << 4;
}

/** Pixels that nv_paint_pixels() takes at a time */
#define NV_PAINT_MAX 256

/**
 * struct NVPaint - a drawing: where to, and what is done with the source
 *
 * @dst: the surface
 * @mask: bits of a pixel that are set
 * @visible_alpha: pixels with alpha 0 aren't drawn
 * @rop: raster operation, or 0xcc to copy
 * @keyed, @key: results equal to @key aren't drawn
 * @pattern, @pattern_visible: the pattern, if the operation depends on it,
 *                             and which of its pixels are drawn
 * @pattern_shape: enum of PATTERN_CONFIG.SHAPE
 * @pixels: pixels drawn
 * @nsource: errors met
 */
typedef struct NVPaint {
    NVSurface dst;
    uint32_t mask;
    bool visible_alpha;
    uint8_t rop;
    bool keyed;
    uint32_t key;
    uint32_t pattern[64];
    uint64_t pattern_visible;
    uint8_t pattern_shape;
    uint64_t pixels;
    uint32_t nsource;
} NVPaint;

/**
 * nv_paint_begin: prepare to draw on the destination surface
 * @gpu: the device
 * @paint: what the other functions need
 *
 * Returns false if the context isn't fit; the error has been raised then.
 */
bool nv_paint_begin(NVGPU *gpu, NVPaint *paint);

/**
 * nv_paint_fill: draw pixels of one color
 * @gpu: the device
 * @paint: drawing
 * @x, @y: first pixel
 * @count: how many, in one line
 * @color: the color in the surface's format
 */
void nv_paint_fill(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                   unsigned count, uint32_t color);

/**
 * nv_paint_pixels: draw pixels of different colors
 * @gpu: the device
 * @paint: drawing
 * @x, @y: first pixel
 * @count: how many, in one line; at most NV_PAINT_MAX
 * @colors: the colors in the surface's format
 * @visible: which are drawn, all if NULL
 */
void nv_paint_pixels(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                     unsigned count, const uint32_t *colors,
                     const bool *visible);

/** nv_paint_end: count what was drawn.  Returns the errors met */
uint32_t nv_paint_end(NVGPU *gpu, NVPaint *paint);

/**
 * nv_paint_units: work for pixels drawn, see NVEngine
 *
 * To find out that there is nothing to be drawn is work, too.
 */
static inline int64_t nv_paint_units(const NVPaint *paint, uint64_t pixels)
{
    return 4 + pixels * paint->dst.bytes / 4;
}

/* --- rect.c ----------------------------------------------------------- */

/** nv_rect_start: draw a rectangle of the color in SOURCE_COLOR */
void nv_rect_start(NVGPU *gpu, NVRect rect);

void nv_mthd_source_color(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val);

/* --- image.c ---------------------------------------------------------- */

/* Places of VTX where the methods leave an image's geometry */
enum {
    NV_VTX_IMAGE_AT = 2,        /* next pixel of the data */
    NV_VTX_IMAGE_IN = 3,        /* size of the data */
    NV_VTX_IMAGE_POINT = 4,     /* destination */
    NV_VTX_IMAGE_OUT = 5,       /* size of what is drawn */
};

/* @arg of nv_image_size: which sizes it sets */
#define NV_IMAGE_IN 1
#define NV_IMAGE_OUT 2

void nv_image_point(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val);
void nv_image_size(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                   uint32_t val);

/* Data of images; @arg of nv_image_mono: zeros have a color, too */
uint32_t nv_image_mono(NVGPU *gpu, const NVGraphMethod *method,
                       const uint32_t *data, uint32_t count);
uint32_t nv_image_color(NVGPU *gpu, const NVGraphMethod *method,
                        const uint32_t *data, uint32_t count);

/* A place of VTX; its coordinates have 18 bits, whatever a guest writes. */
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

#endif /* HW_NV_ENGINE_PAINT_H */
