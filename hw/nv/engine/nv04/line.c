/*
 * NVIDIA GPU: objects that draw lines, LIN 0x001c, 0x005c, 0x035c, 0x305c, and
 * triangles, TRI 0x001d, 0x005d
 *
 * Points go to VTX one after the other, as many as the shape has; XY_A says
 * which is next.  A shape is drawn at its last point, and in a polyline or
 * trimesh at each further one.
 *
 * Sources: hwtest's pgraph_class_solid.cc and pgraph_mthd_xy.cc; envytools
 * docs/hw/graph/2d/solid.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "paint.h"
#include "rect.h"
#include "vertex.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "hw/nv/engine/shape.h"
#include "trace/trace-hw_nv.h"

/* @arg of points: for a triangle; the shape's first one; its last one */
#define NV_POINT_TRIANGLE 0x1
#define NV_POINT_FIRST 0x2
#define NV_POINT_DRAW 0x4

/* --- Points ----------------------------------------------------------- */

static unsigned nv_point_count(const NVGraphMethod *method)
{
    return method->arg & NV_POINT_TRIANGLE ? 3 : 2;
}

static unsigned nv_point_next(NVGPU *gpu, const NVGraphMethod *method)
{
    uint32_t *xy_a = &NV_R(gpu, NV_PGRAPH_XY_A);

    if (method->arg & NV_POINT_FIRST) {
        *xy_a = FIELD_DP32(*xy_a, NV_PGRAPH_XY_A, VERTEX, 0);
    }
    return FIELD_EX32(*xy_a, NV_PGRAPH_XY_A, VERTEX) % nv_point_count(method);
}

static void nv_point_draw(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned last)
{
    unsigned count = nv_point_count(method);
    NVGraphOp op = { .kind = NV_GRAPH_OP_SOLID };
    NVRect clip = nv_clip_user(gpu);
    NVPoint points[NV_SHAPE_POINTS];

    for (unsigned i = 0; i < count; i++) {
        unsigned from = (last + 1 + i) % count;

        points[i].x = nv_vtx_x(gpu, from);
        points[i].y = nv_vtx_y(gpu, from);
    }
    trace_nv_2d_shape(count, points[0].x, points[0].y, points[1].x,
                      points[1].y, NV_R(gpu, NV_PGRAPH_SOURCE_COLOR));
    if (nv_shape_start(&op, count == 3 ? NV_SHAPE_TRIANGLE : NV_SHAPE_LINE,
                       points, &clip)) {
        nv_graph_start(gpu, &op);
    }
}

/* Point @i is complete. */
static void nv_point_done(NVGPU *gpu, const NVGraphMethod *method, unsigned i)
{
    uint32_t *xy_a = &NV_R(gpu, NV_PGRAPH_XY_A);

    *xy_a = FIELD_DP32(*xy_a, NV_PGRAPH_XY_A, VERTEX,
                       (i + 1) % nv_point_count(method));
    if (method->arg & NV_POINT_DRAW) {
        nv_point_draw(gpu, method, i);
    }
}

static void nv_point_xy(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    unsigned i = nv_point_next(gpu, method);

    nv_vtx_set(gpu, i, sextract32(val, 0, 16), sextract32(val, 16, 16));
    nv_point_done(gpu, method, i);
}

static void nv_point_x(NVGPU *gpu, const NVGraphMethod *method,
                       unsigned index, uint32_t val)
{
    gpu->regs[R_NV_PGRAPH_VTX_X + nv_point_next(gpu, method)] = val;
}

/* @arg lacks NV_POINT_FIRST, which went to x. */
static void nv_point_y(NVGPU *gpu, const NVGraphMethod *method,
                       unsigned index, uint32_t val)
{
    unsigned i = nv_point_next(gpu, method);

    gpu->regs[R_NV_PGRAPH_VTX_Y + i] = val;
    nv_point_done(gpu, method, i);
}

/* --- Classes ---------------------------------------------------------- */

const NVGraphMethod nv_mthd_line[] = {
    { .name = "LINE_START", .mthd = 0x400, .count = 16, .stride = 8,
      .arg = NV_POINT_FIRST, .set = nv_point_xy },
    { .name = "LINE_END", .mthd = 0x404, .count = 16, .stride = 8,
      .arg = NV_POINT_DRAW, .set = nv_point_xy },
    { .name = "LINE32_START_X", .mthd = 0x480, .count = 8, .stride = 16,
      .arg = NV_POINT_FIRST, .set = nv_point_x },
    { .name = "LINE32_START_Y", .mthd = 0x484, .count = 8, .stride = 16,
      .set = nv_point_y },
    { .name = "LINE32_END_X", .mthd = 0x488, .count = 8, .stride = 16,
      .set = nv_point_x },
    { .name = "LINE32_END_Y", .mthd = 0x48c, .count = 8, .stride = 16,
      .arg = NV_POINT_DRAW, .set = nv_point_y },
    { .name = "POLYLINE", .mthd = 0x500, .count = 32, .arg = NV_POINT_DRAW,
      .set = nv_point_xy },
    { .name = "POLYLINE32_X", .mthd = 0x580, .count = 16, .stride = 8,
      .set = nv_point_x },
    { .name = "POLYLINE32_Y", .mthd = 0x584, .count = 16, .stride = 8,
      .arg = NV_POINT_DRAW, .set = nv_point_y },
    { .name = "CPOLYLINE_COLOR", .mthd = 0x600, .count = 16, .stride = 8,
      .set = nv_mthd_source_color },
    { .name = "CPOLYLINE", .mthd = 0x604, .count = 16, .stride = 8,
      .arg = NV_POINT_DRAW, .set = nv_point_xy },
    { }
};

#define NV_TRIANGLE_FIRST (NV_POINT_TRIANGLE | NV_POINT_FIRST)
#define NV_TRIANGLE_DRAW (NV_POINT_TRIANGLE | NV_POINT_DRAW)

const NVGraphMethod nv_mthd_triangle[] = {
    { .name = "TRIANGLE_POINT_0", .mthd = 0x310, .arg = NV_TRIANGLE_FIRST,
      .set = nv_point_xy },
    { .name = "TRIANGLE_POINT_1", .mthd = 0x314, .arg = NV_POINT_TRIANGLE,
      .set = nv_point_xy },
    { .name = "TRIANGLE_POINT_2", .mthd = 0x318, .arg = NV_TRIANGLE_DRAW,
      .set = nv_point_xy },
    { .name = "TRIANGLE32_X_0", .mthd = 0x320, .arg = NV_TRIANGLE_FIRST,
      .set = nv_point_x },
    { .name = "TRIANGLE32_Y", .mthd = 0x324, .count = 2, .stride = 8,
      .arg = NV_POINT_TRIANGLE, .set = nv_point_y },
    { .name = "TRIANGLE32_X", .mthd = 0x328, .count = 2, .stride = 8,
      .arg = NV_POINT_TRIANGLE, .set = nv_point_x },
    { .name = "TRIANGLE32_Y_2", .mthd = 0x334, .arg = NV_TRIANGLE_DRAW,
      .set = nv_point_y },
    { .name = "TRIMESH", .mthd = 0x400, .count = 32, .arg = NV_TRIANGLE_DRAW,
      .set = nv_point_xy },
    { .name = "TRIMESH32_X", .mthd = 0x480, .count = 16, .stride = 8,
      .arg = NV_POINT_TRIANGLE, .set = nv_point_x },
    { .name = "TRIMESH32_Y", .mthd = 0x484, .count = 16, .stride = 8,
      .arg = NV_TRIANGLE_DRAW, .set = nv_point_y },
    { .name = "CTRIANGLE_COLOR", .mthd = 0x500, .count = 8, .stride = 16,
      .set = nv_mthd_source_color },
    { .name = "CTRIANGLE_POINT_0", .mthd = 0x504, .count = 8, .stride = 16,
      .arg = NV_TRIANGLE_FIRST, .set = nv_point_xy },
    { .name = "CTRIANGLE_POINT_1", .mthd = 0x508, .count = 8, .stride = 16,
      .arg = NV_POINT_TRIANGLE, .set = nv_point_xy },
    { .name = "CTRIANGLE_POINT_2", .mthd = 0x50c, .count = 8, .stride = 16,
      .arg = NV_TRIANGLE_DRAW, .set = nv_point_xy },
    { .name = "CTRIMESH_COLOR", .mthd = 0x580, .count = 16, .stride = 8,
      .set = nv_mthd_source_color },
    { .name = "CTRIMESH", .mthd = 0x584, .count = 16, .stride = 8,
      .arg = NV_TRIANGLE_DRAW, .set = nv_point_xy },
    { }
};
