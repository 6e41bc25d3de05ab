/*
 * NVIDIA GPU: shapes of one color: rectangles, lines, triangles
 *
 * Source: envytools docs/hw/graph/2d/solid.rst, "Rasterization rules".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "operation.h"
#include "paint.h"
#include "shape.h"

/* Pixels that are drawn in one go */
#define NV_SHAPE_PIECE 4096

/* --- Rectangles ------------------------------------------------------- */

static void nv_rect_piece(NVGPU *gpu, NVPaint *paint, const void *source,
                          int32_t x, int32_t y, unsigned count)
{
    const uint32_t *color = source;

    nv_paint_fill(gpu, paint, x, y, count, *color);
}

static void nv_rect_rows(NVGPU *gpu, NVPaint *paint, const void *source,
                         int32_t x, int32_t y, unsigned count, unsigned lines)
{
    const uint32_t *color = source;

    nv_paint_fill_rows(gpu, paint, x, y, count, lines, *color);
}

static const NVPaintLines nv_rect_lines = {
    .piece = nv_rect_piece, .most = NV_SHAPE_PIECE, .cost = 1,
};

static const NVPaintLines nv_rect_even_lines = {
    .piece = nv_rect_piece, .rows = nv_rect_rows, .most = NV_SHAPE_PIECE,
    .cost = 1,
};

/* --- Lines ------------------------------------------------------------ */

/**
 * struct NVLine - a line as a sequence of pixels
 *
 * @steep: it has one pixel for each y, else one for each x
 * @major, @minor: position of pixel 0: y and x if it is steep, else x and y
 * @step: step from one pixel to the next along the major axis, 1 or -1
 * @dmajor, @dminor: its extent; along the minor axis always positive
 * @first, @last: the pixels to be drawn; @last is excluded
 */
typedef struct NVLine {
    bool steep;
    int32_t major, minor;
    int step;
    int64_t dmajor, dminor;
    int64_t first, last;
} NVLine;

/* The last point, which may be pixel 0, isn't drawn. */
static NVLine nv_line(const NVGraphOp *op)
{
    int64_t dx = (int64_t)op->x[1] - op->x[0];
    int64_t dy = (int64_t)op->y[1] - op->y[0];
    bool steep = ABS(dx) <= ABS(dy);
    unsigned from = (steep ? dx : dy) < 0;
    int64_t dmajor = steep ? dy : dx;

    if (from) {
        dmajor = -dmajor;
    }
    return (NVLine) {
        .steep = steep,
        .major = steep ? op->y[from] : op->x[from],
        .minor = steep ? op->x[from] : op->y[from],
        .step = dmajor < 0 ? -1 : 1,
        .dmajor = ABS(dmajor),
        .dminor = steep ? ABS(dx) : ABS(dy),
        .first = from,
        .last = ABS(dmajor) + from,
    };
}

/* Position of pixel @i along the minor axis: ties are rounded up. */
static int64_t nv_line_minor(const NVLine *line, int64_t i)
{
    return (2 * line->dminor * i + line->dmajor) / (2 * line->dmajor);
}

/* The first pixel at @minor along the minor axis */
static int64_t nv_line_begin(const NVLine *line, int64_t minor)
{
    return line->dminor
        ? DIV_ROUND_UP(line->dmajor * (2 * minor - 1), 2 * line->dminor)
        : line->last;
}

/* Draw the pixels from @i on in one line of the surface; returns how many. */
static int64_t nv_line_run(NVGPU *gpu, NVPaint *paint, const NVLine *line,
                           int64_t i, uint32_t color)
{
    const NVGraphOp *op = &gpu->graph->op;
    int64_t minor = nv_line_minor(line, i);
    int64_t next = line->steep
        ? i + 1 : MIN(nv_line_begin(line, minor + 1), i + NV_SHAPE_PIECE);
    int64_t count = MIN(next, line->last) - i;
    int32_t major = line->major + line->step * i;
    int32_t x = line->steep ? line->minor + minor
              : line->step < 0 ? major - count + 1 : major;
    int32_t y = line->steep ? major : line->minor + minor;
    int32_t x0 = MAX(x, op->x0), x1 = MIN(x + count, op->x1);

    if (x0 < x1 && y >= op->y0 && y < op->y1) {
        nv_paint_fill(gpu, paint, x0, y, x1 - x0, color);
    }
    return count;
}

static bool nv_paint_line(NVGPU *gpu, NVPaint *paint, uint32_t color,
                          int64_t *budget)
{
    NVGraphOp *op = &gpu->graph->op;
    NVLine line = nv_line(op);
    int64_t pixels = line.last - line.first;

    while (op->line < pixels && *budget > 0 && !nv_paint_faulted(paint)) {
        uint64_t before = paint->pixels;

        op->line += nv_line_run(gpu, paint, &line, line.first + op->line,
                                color);
        *budget -= nv_paint_units(paint, paint->pixels - before);
    }
    op->nsource |= nv_paint_end(gpu, paint);
    return op->line >= pixels || nv_paint_faulted(paint);
}

/* --- Triangles -------------------------------------------------------- */

/**
 * struct NVTriangle - parameters of a triangle
 *
 * @color: its color
 * @x, @y: its points, clockwise
 */
typedef struct NVTriangle {
    uint32_t color;
    int64_t x[3], y[3];
} NVTriangle;

static int64_t nv_div_up(int64_t a, int64_t b)
{
    return a / b + (a % b > 0);
}

/*
 * Cut a line of pixels to the inner side of an edge.  Pixels on the edge are
 * inside if it is a left or an upper edge.
 */
static void nv_triangle_cut(const NVTriangle *t, unsigned edge, int64_t y,
                            int64_t *x0, int64_t *x1)
{
    unsigned to = (edge + 1) % 3;
    int64_t dx = t->x[to] - t->x[edge], dy = t->y[to] - t->y[edge];
    int64_t across = dx * (y - t->y[edge]);

    if (dy > 0) {
        *x1 = MIN(*x1, t->x[edge] + nv_div_up(across, dy));
    } else if (dy < 0) {
        *x0 = MAX(*x0, t->x[edge] + nv_div_up(-across, -dy));
    } else if (across < 0 || (across == 0 && dx < 0)) {
        *x1 = *x0;
    }
}

static void nv_triangle_piece(NVGPU *gpu, NVPaint *paint, const void *source,
                              int32_t x, int32_t y, unsigned count)
{
    const NVTriangle *t = source;
    int64_t x0 = x, x1 = x0 + count;

    for (unsigned edge = 0; edge < 3; edge++) {
        nv_triangle_cut(t, edge, y, &x0, &x1);
    }
    if (x0 < x1) {
        nv_paint_fill(gpu, paint, x0, y, x1 - x0, t->color);
    }
}

static const NVPaintLines nv_triangle_lines = {
    .piece = nv_triangle_piece, .most = NV_SHAPE_PIECE, .cost = 1,
};

/* A triangle without area has no pixels. */
static bool nv_paint_triangle(NVGPU *gpu, NVPaint *paint, uint32_t color,
                              int64_t *budget)
{
    const NVGraphOp *op = &gpu->graph->op;
    NVTriangle t = { .color = color };
    int64_t area;

    for (unsigned i = 0; i < 3; i++) {
        t.x[i] = op->x[i];
        t.y[i] = op->y[i];
    }
    area = (t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) -
           (t.x[2] - t.x[0]) * (t.y[1] - t.y[0]);
    if (!area) {
        return true;
    }
    if (area < 0) {
        t.x[1] = op->x[2];
        t.y[1] = op->y[2];
        t.x[2] = op->x[1];
        t.y[2] = op->y[1];
    }
    return nv_paint_lines(gpu, paint, &nv_triangle_lines, &t, budget);
}

/* --- Operations ------------------------------------------------------- */

bool nv_shape_start(NVGraphOp *op, NVShape shape, const NVPoint *points,
                    const NVRect *clip)
{
    unsigned count = shape == NV_SHAPE_TRIANGLE ? 3 : 2;
    NVRect rect = {
        points[0].x, points[0].y, points[0].x + 1, points[0].y + 1,
    };

    op->shape = shape;
    for (unsigned i = 0; i < count; i++) {
        op->x[i] = points[i].x;
        op->y[i] = points[i].y;
        rect.x0 = MIN(rect.x0, points[i].x);
        rect.y0 = MIN(rect.y0, points[i].y);
        rect.x1 = MAX(rect.x1, points[i].x + 1);
        rect.y1 = MAX(rect.y1, points[i].y + 1);
    }
    nv_rect_clip(&rect, clip);
    op->x0 = rect.x0;
    op->y0 = rect.y0;
    op->x1 = rect.x1;
    op->y1 = rect.y1;
    return !nv_rect_is_empty(&rect);
}

bool nv_paint_shape(NVGPU *gpu, NVPaint *paint, uint32_t color,
                    int64_t *budget)
{
    switch (gpu->graph->op.shape) {
    case NV_SHAPE_LINE:
        return nv_paint_line(gpu, paint, color, budget);
    case NV_SHAPE_TRIANGLE:
        return nv_paint_triangle(gpu, paint, color, budget);
    default:
        return nv_paint_lines(gpu, paint,
                              nv_paint_is_even(paint) ? &nv_rect_even_lines
                                                      : &nv_rect_lines,
                              &color, budget);
    }
}
