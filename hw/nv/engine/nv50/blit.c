/*
 * NVIDIA GPU: the 2D object of NV50: copies between surfaces
 *
 * Sources: the register database (g80_2d.xml, BLIT_*); nouveau's
 * nv50_fbcon_copyarea().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "2d.h"
#include "classes.h"
#include "format.h"
#include "surface.h"
#include "hw/nv/engine/color.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "hw/nv/engine/surface.h"
#include "hw/nv/uninitialized.h"
#include "trace/trace-hw_nv.h"

/* The format in which colors are mixed */
#define NV50_A8R8G8B8 0xcf

/* Read pixels; nothing is drawn for those outside the surface. */
static uint32_t nv50_blit_read(NVGPU *gpu, const NVSurface *src, int32_t x,
                               int32_t y, unsigned count, uint32_t *colors,
                               bool *visible)
{
    NVPixels pixels;

    memset(visible, 0, count * sizeof(*visible));
    for (unsigned done = 0; done < count; done += pixels.done) {
        if (!nv_surface_pixels(gpu, src, false, x + done, y, count - done,
                               &pixels)) {
            return NV50_FAULT_SRC;
        }
        for (unsigned i = 0; i < pixels.count; i++) {
            colors[done + i] = nv_pixel_load(pixels.host + i * src->bytes,
                                             src->bytes);
            visible[done + i] = true;
        }
    }
    return 0;
}

static void nv50_blit_piece(NVGPU *gpu, NVPaint *paint, const void *source,
                            int32_t x, int32_t y, unsigned count)
{
    const NVGraphOp *op = &gpu->graph->op;
    const NVSurface *src = source;
    const NV50Format *from = src->vm->format;
    const NV50Format *to = paint->dst.vm->format;
    uint32_t colors[NV_PAINT_MAX] QEMU_UNINITIALIZED;
    bool visible[NV_PAINT_MAX] QEMU_UNINITIALIZED;

    paint->nsource |= nv50_blit_read(gpu, src, x + op->dx, y + op->dy, count,
                                     colors, visible);
    if (paint->nsource) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (visible[i]) {
            visible[i] = !paint->visible_alpha ||
                         nv50_format_visible(from, colors[i]);
            colors[i] = nv50_format_convert(from, to, colors[i]);
        }
    }
    nv_paint_pixels(gpu, paint, x, y, count, colors, visible);
}

static const NVPaintLines nv50_blit_lines = {
    .piece = nv50_blit_piece, .most = NV_PAINT_MAX, .cost = 2, .reads = true,
};

static void nv50_blit_copy(NVGPU *gpu, NVPaint *paint, const void *source,
                           int32_t x, int32_t y, unsigned count)
{
    const NVGraphOp *op = &gpu->graph->op;

    if (!nv_paint_copy(gpu, paint, source, x + op->dx, y + op->dy, x, y,
                       count)) {
        paint->nsource |= NV50_FAULT_SRC;
    }
}

static const NVPaintLines nv50_blit_copies = {
    .piece = nv50_blit_copy, .rows = nv_paint_blit_rows,
    .most = NV_PAINT_COPY_MAX, .cost = 2, .reads = true,
};

/*
 * No pixel changes on the way, and a line that overlaps itself is read from the
 * left.  Pixels on the bus are copies, of which there may be fewer.
 */
static bool nv50_blit_copies_all(NVGPU *gpu, const NVPaint *paint,
                                 const NVSurface *src)
{
    const NVGraphOp *op = &gpu->graph->op;

    return src->vm->format == paint->dst.vm->format && !paint->visible_alpha &&
           nv_paint_copies(paint, src) && (op->dy || !op->left);
}

/* --- Stretched copies --------------------------------------------------- */

/**
 * struct NV50Stretch - a stretched copy
 *
 * @src: the source
 * @left, @top: where @u, @v are drawn
 * @u, @v: position in the source, with 32 fractional bits
 * @du, @dv: step in the source per pixel of the destination
 * @bilinear: colors are interpolated
 */
typedef struct NV50Stretch {
    const NVSurface *src;
    int32_t left, top;
    int64_t u, v, du, dv;
    bool bilinear;
} NV50Stretch;

/* Only colors can be interpolated; single components are used as they are. */
static NV50Stretch nv50_stretch(NVGPU *gpu, const NVSurface *src)
{
    uint32_t control = *nv50_2d(gpu, NV50_2D_BLIT_CONTROL);
    NV50Stretch s = {
        .src = src,
        .left = nv50_2d_size(gpu, NV50_2D_BLIT_DST_X),
        .top = nv50_2d_size(gpu, NV50_2D_BLIT_DST_Y),
        .u = nv50_2d_fixed(gpu, NV50_2D_BLIT_SRC_X_FRACT),
        .v = nv50_2d_fixed(gpu, NV50_2D_BLIT_SRC_Y_FRACT),
        .du = nv50_2d_fixed(gpu, NV50_2D_BLIT_DU_DX_FRACT),
        .dv = nv50_2d_fixed(gpu, NV50_2D_BLIT_DV_DY_FRACT),
        .bilinear = (control & NV50_BLIT_BILINEAR) &&
                    src->vm->format->kind == NV50_FORMAT_COLORS,
    };

    if (s.bilinear && (control & NV50_BLIT_CORNER)) {
        s.u -= 1u << 31;
        s.v -= 1u << 31;
    }
    return s;
}

/* Beyond an edge, the pixels on the edge are repeated. */
static uint32_t nv50_stretch_argb(NVGPU *gpu, const NV50Stretch *s, int64_t x,
                                  int64_t y, uint32_t *faults)
{
    const NV50Surface *vm = s->src->vm;
    uint32_t color = 0;
    bool visible;

    x = MAX(0, MIN(x, (int64_t)vm->width - 1));
    y = MAX(0, MIN(y, (int64_t)vm->height - 1));
    *faults |= nv50_blit_read(gpu, s->src, x, y, 1, &color, &visible);
    return nv50_format_convert(vm->format, nv50_format(NV50_A8R8G8B8), color);
}

static uint32_t nv50_stretch_mixed(NVGPU *gpu, const NV50Stretch *s, int64_t u,
                                   int64_t v, uint32_t *faults)
{
    uint32_t fu = extract64(u, 24, 8), fv = extract64(v, 24, 8);
    uint32_t argb[4];

    for (unsigned i = 0; i < 4; i++) {
        argb[i] = nv50_stretch_argb(gpu, s, (u >> 32) + (i & 1),
                                    (v >> 32) + (i >> 1), faults);
    }
    return nv_color_mix(argb, fu, fv);
}

static void nv50_stretch_piece(NVGPU *gpu, NVPaint *paint, const void *source,
                               int32_t x, int32_t y, unsigned count)
{
    const NV50Stretch *s = source;
    const NV50Format *from = s->bilinear ? nv50_format(NV50_A8R8G8B8)
                                         : s->src->vm->format;
    const NV50Format *to = paint->dst.vm->format;
    int64_t u = s->u + s->du * (x - s->left);
    int64_t v = s->v + s->dv * (y - s->top);
    uint32_t colors[NV_PAINT_MAX] QEMU_UNINITIALIZED;
    bool visible[NV_PAINT_MAX] QEMU_UNINITIALIZED;

    for (unsigned i = 0; i < count && !paint->nsource; i++, u += s->du) {
        uint32_t color = 0;

        visible[i] = true;
        if (s->bilinear) {
            color = nv50_stretch_mixed(gpu, s, u, v, &paint->nsource);
        } else {
            paint->nsource |= nv50_blit_read(gpu, s->src, u >> 32, v >> 32, 1,
                                             &color, &visible[i]);
        }
        visible[i] &= !paint->visible_alpha || nv50_format_visible(from, color);
        colors[i] = nv50_format_convert(from, to, color);
    }
    if (!paint->nsource) {
        nv_paint_pixels(gpu, paint, x, y, count, colors, visible);
    }
}

static const NVPaintLines nv50_stretch_lines = {
    .piece = nv50_stretch_piece, .most = NV_PAINT_MAX, .cost = 16,
    .reads = true,
};

static bool nv50_blit_is_stretched(NVGPU *gpu)
{
    uint32_t control = *nv50_2d(gpu, NV50_2D_BLIT_CONTROL);
    bool between = *nv50_2d(gpu, NV50_2D_BLIT_SRC_X_FRACT) ||
                   *nv50_2d(gpu, NV50_2D_BLIT_SRC_Y_FRACT) ||
                   (control & NV50_BLIT_CORNER);

    return nv50_2d_is_scaled(gpu, NV50_2D_BLIT_DU_DX_FRACT) ||
           nv50_2d_is_scaled(gpu, NV50_2D_BLIT_DV_DY_FRACT) ||
           ((control & NV50_BLIT_BILINEAR) && between);
}

/* --- The operation ------------------------------------------------------ */

bool nv50_blit_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    NV50Stretch stretch;
    NVSurface src;
    NVPaint paint QEMU_UNINITIALIZED;

    if (!nv50_paint_begin(gpu, &paint, fault)) {
        return true;
    }
    if (!nv50_surface_load(gpu, true, &src, fault)) {
        uint32_t mthd = NV50_2D_FORMAT + NV50_2D_SURFACE_STRIDE;

        nv_report_method(gpu, gpu->graph->binding.id, mthd,
                         *nv50_2d(gpu, mthd), 1);
        return true;
    }
    if (nv50_blit_is_stretched(gpu)) {
        stretch = nv50_stretch(gpu, &src);
        return nv_paint_lines(gpu, &paint, &nv50_stretch_lines, &stretch,
                              budget);
    }
    if (!nv50_blit_copies_all(gpu, &paint, &src)) {
        return nv_paint_lines(gpu, &paint, &nv50_blit_lines, &src, budget);
    }
    return nv_paint_blit(gpu, &paint, &nv50_blit_copies, &src, budget);
}

/* The part of the destination to be drawn */
static NVRect nv50_blit_rect(NVGPU *gpu)
{
    NVRect clip = nv50_clip(gpu);
    NVRect rect = {
        .x0 = nv50_2d_size(gpu, NV50_2D_BLIT_DST_X),
        .y0 = nv50_2d_size(gpu, NV50_2D_BLIT_DST_Y),
    };

    rect.x1 = rect.x0 + nv50_2d_size(gpu, NV50_2D_BLIT_DST_W);
    rect.y1 = rect.y0 + nv50_2d_size(gpu, NV50_2D_BLIT_DST_H);
    nv_rect_clip(&rect, &clip);
    return rect;
}

/*
 * mthd 0x8dc: BLIT_SRC_Y_INT starts the copy.  Its direction is chosen so that
 * a copy within a surface never reads a pixel that it has written, unless it is
 * stretched.
 */
void nv50_blit_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                     uint32_t val)
{
    NVRect rect = nv50_blit_rect(gpu);
    NVGraphOp op = {
        .kind = NV_GRAPH_OP_NV50_BLIT,
        .x0 = rect.x0, .y0 = rect.y0, .x1 = rect.x1, .y1 = rect.y1,
    };

    *nv50_2d(gpu, NV50_2D_BLIT_SRC_Y_INT) = val;
    op.dx = nv50_2d_coordinate(gpu, NV50_2D_BLIT_SRC_X_INT) -
            nv50_2d_size(gpu, NV50_2D_BLIT_DST_X);
    op.dy = nv50_2d_coordinate(gpu, NV50_2D_BLIT_SRC_Y_INT) -
            nv50_2d_size(gpu, NV50_2D_BLIT_DST_Y);
    op.left = op.dx < 0;
    op.up = op.dy < 0;
    trace_nv_2d_blit(rect.x0 + op.dx, rect.y0 + op.dy, rect.x0, rect.y0,
                     rect.x1, rect.y1);
    if (!nv50_2d_may_draw(gpu, NV50_2D_FORMAT + NV50_2D_SURFACE_STRIDE) ||
        nv_rect_is_empty(&rect)) {
        return;
    }
    nv_graph_start(gpu, &op);
}
