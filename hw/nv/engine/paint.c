/*
 * NVIDIA GPU: the 2D pipeline: clipping, operation, color key, output
 *
 * Source: envytools docs/hw/graph/2d/intro.rst, "The pipeline"; nvhw's
 * nv03_pgraph_rop() for the order of its stages.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "color.h"
#include "error.h"
#include "paint.h"
#include "hw/nv/engine/nv04/grobj.h"

/* --- Clipping --------------------------------------------------------- */

void nv_rect_clip(NVRect *rect, const NVRect *clip)
{
    rect->x0 = MAX(rect->x0, clip->x0);
    rect->y0 = MAX(rect->y0, clip->y0);
    rect->x1 = MIN(rect->x1, clip->x1);
    rect->y1 = MIN(rect->y1, clip->y1);
}

/* Minima have 16 bits; maxima have 18, for a corner plus a size. */
static NVRect nv_clip_rect(const uint32_t *min, const uint32_t *max)
{
    return (NVRect) {
        .x0 = sextract32(min[0], 0, 16),
        .y0 = sextract32(min[1], 0, 16),
        .x1 = sextract32(max[0], 0, 18),
        .y1 = sextract32(max[1], 0, 18),
    };
}

NVRect nv_clip_user(NVGPU *gpu)
{
    if (!nv_grobj_get(gpu, NV_GROBJ_CLIP)) {
        return (NVRect) { INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX };
    }
    return nv_clip_rect(&NV_R(gpu, NV_PGRAPH_UCLIP_XMIN),
                        &NV_R(gpu, NV_PGRAPH_UCLIP_XMAX));
}

NVRect nv_clip_object(NVGPU *gpu)
{
    return nv_clip_rect(&NV_R(gpu, NV_PGRAPH_OCLIP_XMIN),
                        &NV_R(gpu, NV_PGRAPH_OCLIP_XMAX));
}

/* As for CLIP, the second corner moves to the first. */
void nv_clip_object_set(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    uint32_t *min = &NV_R(gpu, NV_PGRAPH_OCLIP_XMIN);
    uint32_t *max = &NV_R(gpu, NV_PGRAPH_OCLIP_XMAX);

    for (unsigned xy = 0; xy < 2; xy++) {
        min[xy] = max[xy] & 0xffff;
        max[xy] = sextract32(val, xy * 16, 16) & 0x3ffff;
    }
}

/* mthd CLIP_SIZE: the last corner that was set becomes the first one. */
void nv_clip_object_size(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
    uint32_t *min = &NV_R(gpu, NV_PGRAPH_OCLIP_XMIN);
    uint32_t *max = &NV_R(gpu, NV_PGRAPH_OCLIP_XMAX);

    for (unsigned xy = 0; xy < 2; xy++) {
        min[xy] = max[xy] & 0xffff;
        max[xy] = (max[xy] + extract32(val, xy * 16, 16)) & 0x3ffff;
    }
}

/* --- Preparation ------------------------------------------------------ */

static void nv_paint_pattern_color(NVPaint *paint, unsigned i,
                                   NVColorFormat format, uint32_t val)
{
    NVColorFormat source = nv_color_source(format, paint->dst.format);

    paint->pattern[i] = nv_color_convert(source, paint->dst.format, val);
}

static void nv_paint_pattern(NVGPU *gpu, NVPaint *paint)
{
    uint32_t config = NV_R(gpu, NV_PGRAPH_PATTERN_CONFIG);
    uint32_t formats = NV_R(gpu, NV_PGRAPH_CTX_FORMAT);
    bool colors = FIELD_EX32(config, NV_PGRAPH_PATTERN_CONFIG, SELECT);

    for (unsigned i = 0; i < 64; i++) {
        if (colors) {
            nv_paint_pattern_color(paint, i, NV_COLOR_X8R8G8B8,
                                   gpu->regs[R_NV_PGRAPH_PATTERN_COLOR + i]);
        } else {
            uint32_t bits = gpu->regs[R_NV_PGRAPH_PATTERN_MONO_BITMAP +
                                      i / 32];
            unsigned one = bits >> i % 32 & 1;

            nv_paint_pattern_color(paint, i, formats >> (8 + one * 8) & 0x3f,
                                   gpu->regs[R_NV_PGRAPH_PATTERN_MONO_COLOR +
                                             one]);
        }
    }
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

static void nv_paint_stipple(NVGPU *gpu, NVPaint *paint)
{
    uint32_t config = NV_R(gpu, NV_PGRAPH_PATTERN_CONFIG);
    uint32_t formats = NV_R(gpu, NV_PGRAPH_CTX_FORMAT);
    const uint32_t *bitmap = &gpu->regs[R_NV_PGRAPH_PATTERN_MONO_BITMAP];
    bool visible[2];

    if (FIELD_EX32(config, NV_PGRAPH_PATTERN_CONFIG, SELECT)) {
        return;
    }
    paint->pattern_shape = FIELD_EX32(config, NV_PGRAPH_PATTERN_CONFIG, SHAPE);
    for (unsigned i = 0; i < 2; i++) {
        visible[i] = nv_color_visible(
            formats >> (8 + i * 8) & 0x3f,
            gpu->regs[R_NV_PGRAPH_PATTERN_MONO_COLOR + i]);
    }
    nv_paint_transparency(paint, deposit64(bitmap[0], 32, 32, bitmap[1]),
                          visible);
}

static void nv_paint_operation(NVGPU *gpu, NVPaint *paint)
{
    unsigned operation = nv_grobj_get(gpu, NV_GROBJ_OPERATION);

    paint->rop = NV_ROP_COPY;
    switch (operation) {
    case NV_OPERATION_ROP_AND:
        paint->rop = NV_R(gpu, NV_PGRAPH_ROP);
        paint->visible_alpha = true;
        nv_paint_stipple(gpu, paint);
        break;
    case NV_OPERATION_SRCCOPY_AND:
        paint->visible_alpha = true;
        break;
    case NV_OPERATION_SRCCOPY:
        break;
    default:
        /* Blending isn't modelled: the source is drawn as it is. */
        nv_report_method(gpu, gpu->graph->binding.id, 0x2fc, operation, 1);
        break;
    }
    if (nv_rop3_uses_pattern(paint->rop)) {
        nv_paint_pattern(gpu, paint);
    }
}

static void nv_paint_chroma(NVGPU *gpu, NVPaint *paint)
{
    uint32_t chroma = NV_R(gpu, NV_PGRAPH_CHROMA);
    NVColorFormat format = FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_FORMAT),
                                      NV_PGRAPH_CTX_FORMAT, CHROMA);

    paint->keyed = nv_grobj_get(gpu, NV_GROBJ_CHROMA) &&
                   nv_color_visible(format, chroma);
    if (paint->keyed) {
        paint->key = nv_color_convert(nv_color_source(format,
                                                      paint->dst.format),
                                      paint->dst.format, chroma);
    }
}

bool nv_paint_begin(NVGPU *gpu, NVPaint *paint)
{
    *paint = (NVPaint) { .pattern_visible = UINT64_MAX };
    if (!nv_surface_load(gpu, nv_grobj_get(gpu, NV_GROBJ_SWIZZLE) ? NV_SURF_SWZ
                                                                  : NV_SURF_DST,
                         &paint->dst)) {
        nv_graph_state_error(gpu, "the destination isn't set up");
        return false;
    }
    paint->mask = nv_surf_mask(paint->dst.format);
    nv_paint_operation(gpu, paint);
    nv_paint_chroma(gpu, paint);
    return true;
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
