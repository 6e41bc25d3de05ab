/*
 * NVIDIA GPU: the 2D object of NV50: solid shapes
 *
 * Sources: the register database (g80_2d.xml, DRAW_*); nouveau's
 * nv50_fbcon_fillrect().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv50-2d.h"
#include "trace/trace-hw_nv.h"

/* DRAW_SHAPE */
enum {
    NV50_SHAPE_POINTS = 0,
    NV50_SHAPE_RECTANGLES = 4,
};

/* --- Drawing ---------------------------------------------------------- */

bool nv50_solid_work(NVGPU *gpu, int64_t *budget)
{
    const NV50Format *format = nv50_2d_format(gpu, NV50_2D_DRAW_COLOR_FORMAT);
    uint32_t color = *nv50_2d(gpu, NV50_2D_DRAW_COLOR);
    NV50Surface dst;
    NVPaint paint;

    if (!format || !nv50_paint_begin(gpu, &paint, &dst) ||
        (paint.visible_alpha && !nv50_format_visible(format, color))) {
        return true;
    }
    color = nv50_format_convert(format, dst.format, color);
    return nv_paint_shape(gpu, &paint, color, budget);
}

static void nv50_draw_rect(NVGPU *gpu, NVRect rect)
{
    NVRect clip = nv50_clip(gpu);
    NVGraphOp op;

    nv_rect_clip(&rect, &clip);
    trace_nv_2d_rect(rect.x0, rect.y0, rect.x1, rect.y1,
                     *nv50_2d(gpu, NV50_2D_DRAW_COLOR));
    if (!nv50_2d_may_draw(gpu, NV50_2D_DRAW_COLOR_FORMAT) ||
        nv_rect_is_empty(&rect)) {
        return;
    }
    op = (NVGraphOp) {
        .kind = NV_GRAPH_OP_NV50_SOLID,
        .x0 = rect.x0, .y0 = rect.y0, .x1 = rect.x1, .y1 = rect.y1,
    };
    nv_graph_start(gpu, &op);
}

/* --- Points ----------------------------------------------------------- */

/* Two points are corners of a rectangle, of which the second is outside. */
static void nv50_draw_corner(NVGPU *gpu, int32_t x, int32_t y)
{
    uint32_t *context = gpu->graph.nv50;
    int32_t x0 = sextract32(context[NV50_CTX_POINT_X], 0, 17);
    int32_t y0 = sextract32(context[NV50_CTX_POINT_Y], 0, 17);
    bool second = context[NV50_CTX_POINTS] & 1;

    context[NV50_CTX_POINTS] = !second;
    context[NV50_CTX_POINT_X] = x;
    context[NV50_CTX_POINT_Y] = y;
    if (second) {
        nv50_draw_rect(gpu, (NVRect) {
            .x0 = MIN(x0, x), .y0 = MIN(y0, y),
            .x1 = MAX(x0, x), .y1 = MAX(y0, y),
        });
    }
}

static void nv50_draw_point(NVGPU *gpu, int32_t x, int32_t y)
{
    uint32_t shape = *nv50_2d(gpu, NV50_2D_DRAW_SHAPE);

    switch (shape) {
    case NV50_SHAPE_POINTS:
        nv50_draw_rect(gpu, (NVRect) {
            .x0 = x, .y0 = y, .x1 = x + 1, .y1 = y + 1,
        });
        break;
    case NV50_SHAPE_RECTANGLES:
        nv50_draw_corner(gpu, x, y);
        break;
    default:
        nv_report_method(gpu, gpu->graph.binding.id, NV50_2D_DRAW_SHAPE,
                         shape, 1);
        break;
    }
}

/* --- Methods ---------------------------------------------------------- */

void nv50_draw_shape(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                     uint32_t val)
{
    *nv50_2d(gpu, NV50_2D_DRAW_SHAPE) = val;
    gpu->graph.nv50[NV50_CTX_POINTS] = 0;
}

void nv50_draw_point16(NVGPU *gpu, const NVGraphMethod *method,
                       unsigned index, uint32_t val)
{
    nv50_draw_point(gpu, extract32(val, 0, 16), extract32(val, 16, 16));
}

/* It doesn't matter which of the points it is. */
void nv50_draw_x(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val)
{
    *nv50_2d(gpu, NV50_2D_DRAW_POINT_X) = val;
}

void nv50_draw_y(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val)
{
    nv50_draw_point(gpu, nv50_2d_coordinate(gpu, NV50_2D_DRAW_POINT_X),
                    sextract32(val, 0, 17));
}
