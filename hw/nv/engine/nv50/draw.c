/*
 * NVIDIA GPU: the 2D object of NV50: solid shapes
 *
 * Sources: the register database (g80_2d.xml, DRAW_*); nouveau's
 * nv50_fbcon_fillrect().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "2d.h"
#include "classes.h"
#include "format.h"
#include "state.h"
#include "surface.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "hw/nv/engine/shape.h"
#include "hw/nv/uninitialized.h"
#include "trace/trace-hw_nv.h"

/* DRAW_SHAPE */
enum {
    NV50_SHAPE_POINTS = 0,
    NV50_SHAPE_LINES = 1,
    NV50_SHAPE_LINE_STRIP = 2,
    NV50_SHAPE_TRIANGLES = 3,
    NV50_SHAPE_RECTANGLES = 4,
};

/* --- Drawing ---------------------------------------------------------- */

bool nv50_solid_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    const NV50Format *format = nv50_2d_format(gpu, NV50_2D_DRAW_COLOR_FORMAT);
    uint32_t color = *nv50_2d(gpu, NV50_2D_DRAW_COLOR);
    NVPaint paint QEMU_UNINITIALIZED;

    if (!format || !nv50_paint_begin(gpu, &paint, fault) ||
        (paint.visible_alpha && !nv50_format_visible(format, color))) {
        return true;
    }
    color = nv50_format_convert(format, paint.dst.vm->format, color);
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

static void nv50_draw_points(NVGPU *gpu, NVShape shape, const NVPoint *points)
{
    NVGraphOp op = { .kind = NV_GRAPH_OP_NV50_SOLID };
    NVRect clip = nv50_clip(gpu);
    bool visible = nv_shape_start(&op, shape, points, &clip);

    trace_nv_2d_shape(shape == NV_SHAPE_TRIANGLE ? 3 : 2, points[0].x,
                      points[0].y, points[1].x, points[1].y,
                      *nv50_2d(gpu, NV50_2D_DRAW_COLOR));
    if (nv50_2d_may_draw(gpu, NV50_2D_DRAW_COLOR_FORMAT) && visible) {
        nv_graph_start(gpu, &op);
    }
}

/* --- Points ----------------------------------------------------------- */

/* The point that came @i before the last one */
static NVPoint nv50_point(NVGPU *gpu, unsigned i)
{
    const uint32_t *context = nv50_graph_of(gpu)->ctx;

    return (NVPoint) {
        .x = sextract32(context[NV50_CTX_POINT_X + i], 0, 17),
        .y = sextract32(context[NV50_CTX_POINT_Y + i], 0, 17),
    };
}

static void nv50_point_keep(NVGPU *gpu, NVPoint point)
{
    uint32_t *context = nv50_graph_of(gpu)->ctx;

    context[NV50_CTX_POINT_X + 1] = context[NV50_CTX_POINT_X];
    context[NV50_CTX_POINT_Y + 1] = context[NV50_CTX_POINT_Y];
    context[NV50_CTX_POINT_X] = point.x;
    context[NV50_CTX_POINT_Y] = point.y;
}

/* Draw the rectangle with two corners, of which the second is outside */
static void nv50_draw_corners(NVGPU *gpu, NVPoint a, NVPoint b)
{
    nv50_draw_rect(gpu, (NVRect) {
        .x0 = MIN(a.x, b.x), .y0 = MIN(a.y, b.y),
        .x1 = MAX(a.x, b.x), .y1 = MAX(a.y, b.y),
    });
}

/* Draw a shape that has all its points; @points[0] came first. */
static void nv50_draw_complete(NVGPU *gpu, unsigned shape,
                               const NVPoint *points)
{
    switch (shape) {
    case NV50_SHAPE_POINTS:
        nv50_draw_rect(gpu, (NVRect) {
            .x0 = points[0].x, .y0 = points[0].y,
            .x1 = points[0].x + 1, .y1 = points[0].y + 1,
        });
        break;
    case NV50_SHAPE_LINES:
    case NV50_SHAPE_LINE_STRIP:
        nv50_draw_points(gpu, NV_SHAPE_LINE, points);
        break;
    case NV50_SHAPE_TRIANGLES:
        nv50_draw_points(gpu, NV_SHAPE_TRIANGLE, points);
        break;
    case NV50_SHAPE_RECTANGLES:
        nv50_draw_corners(gpu, points[0], points[1]);
        break;
    }
}

/* A line strip continues from its last point; other shapes start anew. */
static void nv50_draw_point(NVGPU *gpu, int32_t x, int32_t y)
{
    static const uint8_t counts[] = {
        [NV50_SHAPE_POINTS] = 1, [NV50_SHAPE_LINES] = 2,
        [NV50_SHAPE_LINE_STRIP] = 2, [NV50_SHAPE_TRIANGLES] = 3,
        [NV50_SHAPE_RECTANGLES] = 2,
    };
    uint32_t shape = *nv50_2d(gpu, NV50_2D_DRAW_SHAPE) % ARRAY_SIZE(counts);
    uint32_t *come = &nv50_graph_of(gpu)->ctx[NV50_CTX_POINTS];
    unsigned before = counts[shape] - 1;
    NVPoint points[NV_SHAPE_POINTS] = { }, point = { x, y };
    bool complete = *come >= before;

    for (unsigned i = 0; i < before; i++) {
        points[i] = nv50_point(gpu, before - 1 - i);
    }
    points[before] = point;
    nv50_point_keep(gpu, point);
    *come = !complete ? *come + 1 : shape == NV50_SHAPE_LINE_STRIP;
    if (complete) {
        nv50_draw_complete(gpu, shape, points);
    }
}

/* --- Methods ---------------------------------------------------------- */

void nv50_draw_shape(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                     uint32_t val)
{
    *nv50_2d(gpu, NV50_2D_DRAW_SHAPE) = val;
    nv50_graph_of(gpu)->ctx[NV50_CTX_POINTS] = 0;
}

void nv50_draw_point16(NVGPU *gpu, const NVGraphMethod *method,
                       unsigned index, uint32_t val)
{
    nv50_draw_point(gpu, sextract32(val, 0, 16), sextract32(val, 16, 16));
}

/* Which of the row's methods it is doesn't matter: points come in order. */
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
