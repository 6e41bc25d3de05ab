/*
 * NVIDIA GPU: the 2D object of NV50: copies between surfaces
 *
 * Sources: the register database (g80_2d.xml, BLIT_*); nouveau's
 * nv50_fbcon_copyarea().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv50-2d.h"
#include "trace/trace-hw_nv.h"

/* Reads pixels; what lies outside the surface isn't drawn. */
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
    const NVGraphOp *op = &gpu->graph.op;
    const NVSurface *src = source;
    const NV50Format *from = src->vm->format;
    const NV50Format *to = paint->dst.vm->format;
    uint32_t colors[NV_PAINT_MAX];
    bool visible[NV_PAINT_MAX];

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
    .piece = nv50_blit_piece, .most = NV_PAINT_MAX, .cost = 2,
};

bool nv50_blit_work(NVGPU *gpu, int64_t *budget)
{
    NV50Surface src_vm, dst_vm;
    NVSurface src;
    NVPaint paint;

    if (!nv50_paint_begin(gpu, &paint, &dst_vm) ||
        !nv50_surface_load(gpu, true, &src, &src_vm)) {
        return true;
    }
    return nv_paint_lines(gpu, &paint, &nv50_blit_lines, &src, budget);
}

/* The part of the destination that is drawn on */
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

static bool nv50_blit_is_scaled(NVGPU *gpu)
{
    return nv50_2d_is_scaled(gpu, NV50_2D_BLIT_DU_DX_FRACT) ||
           nv50_2d_is_scaled(gpu, NV50_2D_BLIT_DV_DY_FRACT);
}

/*
 * mthd 0x8dc: BLIT_SRC_Y_INT starts the copy.  Its order is such that one
 * within a surface reads no pixel that it has written.
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
    if (nv50_blit_is_scaled(gpu)) {
        nv_report_method(gpu, gpu->graph.binding.id, NV50_2D_BLIT_DU_DX_FRACT,
                         *nv50_2d(gpu, NV50_2D_BLIT_DU_DX_FRACT), 1);
        return;
    }
    nv_graph_start(gpu, &op);
}
