/*
 * NVIDIA GPU: drawing pixels on a surface: operation, color key, output
 *
 * Source: envytools docs/hw/graph/2d/intro.rst, "The pipeline"; nvhw's
 * nv03_pgraph_rop() for the order of its stages.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "color.h"
#include "graph.h"
#include "operation.h"
#include "paint.h"
#include "surface.h"

void nv_rect_clip(NVRect *rect, const NVRect *clip)
{
    rect->x0 = MAX(rect->x0, clip->x0);
    rect->y0 = MAX(rect->y0, clip->y0);
    rect->x1 = MIN(rect->x1, clip->x1);
    rect->y1 = MIN(rect->y1, clip->y1);
}

void nv_paint_transparency(NVPaint *paint, uint64_t bitmap,
                           const bool *visible)
{
    for (unsigned i = 0; i < 2; i++) {
        if (!visible[i]) {
            paint->pattern_visible &= i ? ~bitmap : bitmap;
        }
    }
}

uint32_t nv_paint_end(NVGPU *gpu, NVPaint *paint)
{
    nv_count(gpu, PIXELS, paint->pixels);
    if (paint->pixels) {
        nv_memory_written(gpu);
    }
    return paint->nsource;
}

/* --- Pixels ----------------------------------------------------------- */

static unsigned nv_paint_pattern_index(const NVPaint *paint, int32_t x,
                                       int32_t y)
{
    switch (paint->pattern_shape) {
    case 1:
        return x & 63;
    case 2:
        return y & 63;
    default:
        return (y & 7) << 3 | (x & 7);
    }
}

/* Draw a pixel that isn't clipped: operation, color key, output */
static void nv_paint_pixel(const NVPaint *paint, uint8_t *host, int32_t x,
                           int32_t y, uint32_t color)
{
    unsigned bytes = paint->dst.bytes;
    unsigned i = nv_paint_pattern_index(paint, x, y);

    if (!(paint->pattern_visible >> i & 1)) {
        return;
    }
    if (paint->rop != NV_ROP_COPY) {
        uint32_t pattern =
            nv_rop3_uses_pattern(paint->rop) ? paint->pattern[i] : 0;

        color = nv_rop3(paint->rop, pattern, color,
                        nv_pixel_load(host, bytes));
    }
    color &= paint->mask;
    if (paint->keyed && color == paint->key) {
        return;
    }
    if (paint->result_alpha && !(color & paint->result_alpha)) {
        return;
    }
    nv_pixel_store(host, bytes, color | paint->ones);
}

static void nv_paint_violation(NVGPU *gpu, NVPaint *paint, int32_t x,
                               int32_t y)
{
    const NVSurface *dst = &paint->dst;

    if (dst->vm) {
        paint->nsource |= NV50_FAULT_DST;
        return;
    }
    if (!paint->nsource) {
        NV_R(gpu, NV_PGRAPH_LIMIT_VIOL_PIX) =
            dst->offset + y * dst->pitch + x * dst->bytes;
    }
    paint->nsource |= NV_NSOURCE(LIMIT_COLOR);
}

/* Find the next pixels.  Returns false if they aren't in the surface. */
static bool nv_paint_find(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                          unsigned count, NVPixels *pixels)
{
    if (!nv_surface_pixels(gpu, &paint->dst, true, x, y, count, pixels)) {
        nv_paint_violation(gpu, paint, x, y);
    }
    paint->pixels += pixels->count;
    return pixels->count;
}

static bool nv_paint_is_plain(const NVPaint *paint)
{
    return paint->rop == NV_ROP_COPY && !paint->keyed &&
           paint->pattern_visible == UINT64_MAX;
}

/* The most common case: a loop for each size of pixels */
static void nv_paint_fill_plain(const NVPixels *pixels, unsigned bytes,
                                uint32_t color)
{
    switch (bytes) {
    case 1:
        memset(pixels->host, color, pixels->count);
        break;
    case 2:
        for (unsigned i = 0; i < pixels->count; i++) {
            stw_le_p(pixels->host + i * 2, color);
        }
        break;
    default:
        for (unsigned i = 0; i < pixels->count; i++) {
            stl_le_p(pixels->host + i * 4, color);
        }
        break;
    }
}

void nv_paint_fill(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                   unsigned count, uint32_t color)
{
    unsigned bytes = paint->dst.bytes;
    NVPixels pixels;

    for (unsigned done = 0; done < count; done += pixels.done) {
        int32_t left = x + done;

        if (!nv_paint_find(gpu, paint, left, y, count - done, &pixels)) {
            continue;
        }
        if (nv_paint_is_plain(paint)) {
            nv_paint_fill_plain(&pixels, bytes,
                                (color & paint->mask) | paint->ones);
        } else {
            for (unsigned i = 0; i < pixels.count; i++) {
                nv_paint_pixel(paint, pixels.host + i * bytes,
                               left + pixels.first + i, y, color);
            }
        }
        nv_surface_wrote(gpu, &paint->dst, &pixels);
    }
}

/* Draw those of nv_paint_pixels()'s pixels that are contiguous */
static void nv_paint_piece(const NVPaint *paint, const NVPixels *pixels,
                           int32_t x, int32_t y, const uint32_t *colors,
                           const bool *visible)
{
    bool plain = nv_paint_is_plain(paint);
    unsigned bytes = paint->dst.bytes;

    for (unsigned i = 0; i < pixels->count; i++) {
        unsigned n = pixels->first + i;

        if (visible && !visible[n]) {
            continue;
        }
        if (plain) {
            nv_pixel_store(pixels->host + i * bytes, bytes,
                           (colors[n] & paint->mask) | paint->ones);
        } else {
            nv_paint_pixel(paint, pixels->host + i * bytes, x + n, y,
                           colors[n]);
        }
    }
}

void nv_paint_pixels(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                     unsigned count, const uint32_t *colors,
                     const bool *visible)
{
    NVPixels pixels;

    for (unsigned done = 0; done < count; done += pixels.done) {
        if (nv_paint_find(gpu, paint, x + done, y, count - done, &pixels)) {
            nv_paint_piece(paint, &pixels, x + done, y, colors + done,
                           visible ? visible + done : NULL);
            nv_surface_wrote(gpu, &paint->dst, &pixels);
        }
    }
}

/* --- Lines ------------------------------------------------------------ */

bool nv_paint_lines(NVGPU *gpu, NVPaint *paint, const NVPaintLines *lines,
                    const void *source, int64_t *budget)
{
    NVGraphOp *op = &gpu->graph->op;
    uint32_t width = op->x1 - op->x0;
    uint32_t height = op->y1 - op->y0;

    while (op->line < height && *budget > 0 && !nv_paint_faulted(paint)) {
        unsigned count = MIN(width - op->pos, lines->most);
        int32_t y = op->up ? op->y1 - 1 - op->line : op->y0 + op->line;
        int32_t x = op->left ? op->x1 - op->pos - count : op->x0 + op->pos;
        uint64_t before = paint->pixels;

        lines->piece(gpu, paint, source, x, y, count);
        *budget -= lines->cost *
                   nv_paint_units(paint, lines->reads ? count
                                         : paint->pixels - before);
        op->pos += count;
        if (op->pos >= width) {
            op->pos = 0;
            op->line++;
        }
    }
    op->nsource |= nv_paint_end(gpu, paint);
    return op->line >= height || nv_paint_faulted(paint);
}
