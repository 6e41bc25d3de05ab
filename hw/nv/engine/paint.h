/*
 * NVIDIA GPU: clipping, and drawing pixels on a surface
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_PAINT_H
#define HW_NV_ENGINE_PAINT_H

#include "method.h"
#include "surface.h"

/** NV_ROP_COPY - the raster operation that copies the source */
#define NV_ROP_COPY 0xcc

/** enum NV50Fault - faults of a surface's memory, NV50+ */
enum {
    NV50_FAULT_SRC = 1 << 0,
    NV50_FAULT_DST = 1 << 1,
};

/** nv_rect_clip: intersect @rect with @clip; the result may be empty */
void nv_rect_clip(NVRect *rect, const NVRect *clip);

/** nv_mono_from_cga6: reorder a bitmap so that its first pixel is bit 0 */
static inline uint32_t nv_mono_from_cga6(uint32_t bits)
{
    bits = (bits & 0xaaaaaaaa) >> 1 | (bits & 0x55555555) << 1;
    bits = (bits & 0xcccccccc) >> 2 | (bits & 0x33333333) << 2;
    return (bits & 0xf0f0f0f0) >> 4 | (bits & 0x0f0f0f0f) << 4;
}

/** Largest number of pixels for nv_paint_pixels() */
#define NV_PAINT_MAX 256

/**
 * struct NVPaint - a drawing: its target, and how the source is applied
 *
 * @dst: the surface
 * @mask: bits of a pixel that are written
 * @ones: bits of a pixel that become 1, NV50+
 * @visible_alpha: pixels with alpha 0 aren't drawn
 * @result_alpha: results with all of these bits 0 aren't drawn, NV50+
 * @rop: raster operation; 0xcc copies
 * @keyed, @key: results equal to @key aren't drawn
 * @pattern: the pattern, if the operation uses it
 * @pattern_visible: which of its pixels are drawn
 * @pattern_shape: enum of PATTERN_CONFIG.SHAPE
 * @pixels: number of pixels drawn
 * @wrote: a piece of video memory that has been written, which nobody has been
 *         told of yet
 * @nsource: errors so far; from NV50 on, enum NV50Fault
 */
typedef struct NVPaint {
    NVSurface dst;
    uint32_t mask;
    uint32_t ones;
    bool visible_alpha;
    uint32_t result_alpha;
    uint8_t rop;
    bool keyed;
    uint32_t key;
    uint32_t pattern[64];
    uint64_t pattern_visible;
    uint8_t pattern_shape;
    uint64_t pixels;
    struct {
        uint64_t addr, end;
    } wrote;
    uint32_t nsource;
} NVPaint;

/**
 * nv_paint_init: a drawing that copies its source, and of which nothing is done
 * @paint: set up, but for @dst, @mask, @ones, and what an operation uses
 */
static inline void nv_paint_init(NVPaint *paint)
{
    paint->visible_alpha = false;
    paint->result_alpha = 0;
    paint->rop = NV_ROP_COPY;
    paint->keyed = false;
    paint->pattern_visible = UINT64_MAX;
    paint->pattern_shape = 0;
    paint->pixels = 0;
    paint->wrote.end = 0;
    paint->nsource = 0;
}

/**
 * nv_paint_transparency: make parts of a pattern of two colors transparent
 * @paint: the drawing
 * @bitmap: which of the pattern's pixels have the second color
 * @visible: which of the two colors are drawn: those with alpha 0 aren't
 *
 * This applies even if the raster operation doesn't use the pattern: drivers
 * set a pattern with alpha before such an operation, and draw transparent
 * stipples with any operation.
 */
void nv_paint_transparency(NVPaint *paint, uint64_t bitmap,
                           const bool *visible);

/** nv_paint_faulted: whether memory was missing; the rest isn't drawn, NV50+ */
static inline bool nv_paint_faulted(const NVPaint *paint)
{
    return paint->dst.vm && paint->nsource;
}

/**
 * nv_paint_fill: draw pixels of one color
 * @gpu: the device
 * @paint: drawing
 * @x, @y: first pixel
 * @count: number of pixels, in one line
 * @color: the color in the surface's format
 */
void nv_paint_fill(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                   unsigned count, uint32_t color);

/**
 * nv_paint_pixels: draw pixels of different colors
 * @gpu: the device
 * @paint: drawing
 * @x, @y: first pixel
 * @count: number of pixels, in one line; at most NV_PAINT_MAX
 * @colors: the colors in the surface's format
 * @visible: which pixels are drawn; all if NULL
 */
void nv_paint_pixels(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                     unsigned count, const uint32_t *colors,
                     const bool *visible);

/**
 * nv_paint_is_even: each pixel is drawn, and follows from its source and itself
 * @paint: drawing
 */
bool nv_paint_is_even(const NVPaint *paint);

/** nv_paint_is_plain: each pixel becomes its source */
bool nv_paint_is_plain(const NVPaint *paint);

/**
 * nv_paint_fill_rows: nv_paint_fill() for many lines
 * @lines: how many, all in the destination's box, from @y on
 *
 * The drawing must be even.
 */
void nv_paint_fill_rows(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                        unsigned count, unsigned lines, uint32_t color);

/** Largest number of pixels for nv_paint_mono() */
#define NV_PAINT_MONO_MAX 32

/**
 * struct NVPaintMono - colors of a bitmap: of zeros, and of ones
 *
 * @color: in the surface's format
 * @drawn: whether they are drawn
 */
typedef struct NVPaintMono {
    uint32_t color[2];
    bool drawn[2];
} NVPaintMono;

/**
 * nv_paint_mono: draw pixels of a bitmap
 * @gpu: the device
 * @paint: drawing
 * @x, @y: first pixel
 * @count: number of pixels, in one line; at most NV_PAINT_MONO_MAX
 * @bits: the pixels, the first one is bit 0
 * @mono: their colors
 */
void nv_paint_mono(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                   unsigned count, uint32_t bits, const NVPaintMono *mono);

/**
 * nv_paint_mono_rows: nv_paint_mono() for many lines
 * @rows: the pixels of each line, all of which are in the destination's box
 * @lines: how many there are, from @y on
 *
 * The drawing must be plain.
 */
void nv_paint_mono_rows(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                        unsigned count, const uint32_t *rows, unsigned lines,
                        const NVPaintMono *mono);

/** Pixels of a line that nv_paint_copy() copies in one go */
#define NV_PAINT_COPY_MAX 4096

/**
 * nv_paint_copies: whether nv_paint_copy() draws as nv_paint_pixels() does
 * @paint: drawing
 * @src: a surface whose pixels need no conversion
 */
bool nv_paint_copies(const NVPaint *paint, const NVSurface *src);

/**
 * nv_paint_copy: draw pixels of a surface
 * @gpu: the device
 * @paint: drawing
 * @src: the surface
 * @sx, @sy: the first pixel there
 * @x, @y: where it is drawn
 * @count: number of pixels, in one line
 *
 * If the surfaces overlap and the line's pixels aren't contiguous, those on the
 * left come first.  Returns false if some of the source's pixels aren't there;
 * from NV50 on, the rest isn't drawn then.
 */
bool nv_paint_copy(NVGPU *gpu, NVPaint *paint, const NVSurface *src,
                   int32_t sx, int32_t sy, int32_t x, int32_t y,
                   unsigned count);

/** nv_paint_end: count and tell what was drawn; returns the errors */
uint32_t nv_paint_end(NVGPU *gpu, NVPaint *paint);

/**
 * nv_paint_units: cost of drawing pixels, see NVEngine
 *
 * Even if there is nothing to draw, finding that out has a cost.
 */
static inline int64_t nv_paint_units(const NVPaint *paint, uint64_t pixels)
{
    return 4 + pixels * paint->dst.bytes / 4;
}

/**
 * struct NVPaintLines - how an operation draws a line
 *
 * @piece: draws @count of its pixels, from @x on
 * @rows: draws as many of each of @lines lines from @y on, all of which are in
 *        the destination's box; NULL: @piece does
 * @most: largest @count
 * @cost: cost of each pixel, see nv_paint_units()
 * @reads: it reads pixels from elsewhere, which costs the same if they can't be
 *         drawn
 */
typedef struct NVPaintLines {
    void (*piece)(NVGPU *gpu, NVPaint *paint, const void *source, int32_t x,
                  int32_t y, unsigned count);
    void (*rows)(NVGPU *gpu, NVPaint *paint, const void *source, int32_t x,
                 int32_t y, unsigned count, unsigned lines);
    unsigned most;
    unsigned cost;
    bool reads;
} NVPaintLines;

/**
 * nv_paint_next: lines of the operation under way that are drawn next
 * @gpu: the device
 * @paint: drawing
 * @lines: draws a line
 * @budget: see NVEngine: what it is enough for
 *
 * Empty unless each is drawn in one go.
 */
NVRect nv_paint_next(NVGPU *gpu, const NVPaint *paint,
                     const NVPaintLines *lines, int64_t budget);

/**
 * nv_paint_lines: continue the operation under way, line by line
 * @gpu: the device
 * @paint: drawing
 * @lines: draws a line
 * @source: passed to @lines
 * @budget: see NVEngine
 *
 * Returns true when it is complete; errors are in the operation's nsource.
 */
bool nv_paint_lines(NVGPU *gpu, NVPaint *paint, const NVPaintLines *lines,
                    const void *source, int64_t *budget);

/**
 * nv_paint_blit: nv_paint_lines() of a copy without conversion
 * @src: the source, whose pixels are the operation's @dx and @dy away
 * @lines: those whose @rows are nv_paint_blit_rows()
 */
bool nv_paint_blit(NVGPU *gpu, NVPaint *paint, const NVPaintLines *lines,
                   NVSurface *src, int64_t *budget);

/** nv_paint_blit_rows: see NVPaintLines */
void nv_paint_blit_rows(NVGPU *gpu, NVPaint *paint, const void *source,
                        int32_t x, int32_t y, unsigned count, unsigned lines);

#endif /* HW_NV_ENGINE_PAINT_H */
