/*
 * NVIDIA GPU: solid shapes, and RECT objects: 0x001e, 0x005e
 *
 * Source: hwtest's pgraph_class_solid.cc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "grobj.h"
#include "paint.h"
#include "rect.h"
#include "vertex.h"
#include "hw/nv/engine/color.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "hw/nv/engine/shape.h"
#include "hw/nv/uninitialized.h"
#include "trace/trace-hw_nv.h"

/* --- Drawing ---------------------------------------------------------- */

void nv_rect_start(NVGPU *gpu, NVRect rect)
{
    NVGraphOp op = {
        .kind = NV_GRAPH_OP_SOLID,
        .x0 = rect.x0, .y0 = rect.y0, .x1 = rect.x1, .y1 = rect.y1,
    };

    trace_nv_2d_rect(rect.x0, rect.y0, rect.x1, rect.y1,
                     NV_R(gpu, NV_PGRAPH_SOURCE_COLOR));
    if (!nv_rect_is_empty(&rect)) {
        nv_graph_start(gpu, &op);
    }
}

bool nv_solid_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    NVColorFormat format = nv_grobj_color_format(gpu);
    uint32_t color = NV_R(gpu, NV_PGRAPH_SOURCE_COLOR);
    NVPaint paint QEMU_UNINITIALIZED;

    if (!nv_paint_begin(gpu, &paint)) {
        return true;
    }
    if (paint.visible_alpha && !nv_color_visible(format, color)) {
        return true;
    }
    color = nv_color_convert(nv_color_source(format, paint.dst.format),
                             paint.dst.format, color);
    return nv_paint_shape(gpu, &paint, color, budget);
}

/* --- Methods ---------------------------------------------------------- */

void nv_mthd_source_color(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_SOURCE_COLOR) = val;
}

static bool nv01_valid_solid_format(uint32_t val)
{
    return val >= 1 && val <= 4;
}

static bool nv_valid_solid_format(uint32_t val)
{
    return val >= 1 && val <= 3;
}

/* @arg: the class is one that came with NV04 */
static void nv_solid_color_format(NVGPU *gpu, const NVGraphMethod *method,
                                  unsigned index, uint32_t val)
{
    static const uint8_t formats[2][4] = {
        { NV_COLOR_X24Y8, NV_COLOR_X17R5G5B5, NV_COLOR_X8R8G8B8,
          NV_COLOR_X16Y16 },
        { NV_COLOR_X16R5G6B5, NV_COLOR_X17R5G5B5, NV_COLOR_X8R8G8B8,
          NV_COLOR_INVALID },
    };

    nv_grobj_set(gpu, NV_GROBJ_COLOR_FORMAT,
                 formats[method->arg][(val - 1) & 3]);
}

static void nv_rect_point(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    nv_vtx_set(gpu, 0, sextract32(val, 0, 16), sextract32(val, 16, 16));
}

static void nv_rect_size(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
    NVRect clip = nv_clip_user(gpu);
    NVRect rect = {
        .x0 = nv_vtx_x(gpu, 0),
        .y0 = nv_vtx_y(gpu, 0),
        .x1 = nv_vtx_x(gpu, 0) + extract32(val, 0, 16),
        .y1 = nv_vtx_y(gpu, 0) + extract32(val, 16, 16),
    };

    nv_rect_clip(&rect, &clip);
    nv_rect_start(gpu, rect);
}

/* The methods that come before the points in objects for solid shapes */
const NVGraphMethod nv_mthd_solid_nv1[] = {
    NV_MTHD_LINK(0x184, CLIP),
    NV_MTHD_LINK(0x188, PATTERN_NV1),
    NV_MTHD_LINK(0x18c, ROP),
    NV_MTHD_LINK(0x190, BETA1),
    NV_MTHD_LINK(0x194, SURFACE_DST),
    NV_MTHD_MISSING(0x200, 1),
    NV_MTHD_OPERATION(0x2fc, nv01_valid_operation),
    { .name = "COLOR_FORMAT", .mthd = 0x300,
      .valid = nv01_valid_solid_format, .set = nv_solid_color_format },
    { .name = "COLOR", .mthd = 0x304, .set = nv_mthd_source_color },
    { }
};

const NVGraphMethod nv_mthd_solid_nv4[] = {
    NV_MTHD_LINK(0x184, CLIP),
    NV_MTHD_LINK(0x188, PATTERN),
    NV_MTHD_LINK(0x18c, ROP),
    NV_MTHD_LINK(0x190, BETA1),
    NV_MTHD_LINK(0x194, BETA4),
    NV_MTHD_LINK(0x198, SURFACE),
    NV_MTHD_MISSING(0x200, 1),
    NV_MTHD_OPERATION(0x2fc, nv_valid_operation),
    { .name = "COLOR_FORMAT", .mthd = 0x300, .arg = 1,
      .valid = nv_valid_solid_format, .set = nv_solid_color_format },
    { .name = "COLOR", .mthd = 0x304, .set = nv_mthd_source_color },
    { }
};

const NVGraphMethod nv_mthd_rect[] = {
    { .name = "RECTANGLE_POINT", .mthd = 0x400, .count = 16, .stride = 8,
      .set = nv_rect_point },
    { .name = "RECTANGLE_SIZE", .mthd = 0x404, .count = 16, .stride = 8,
      .set = nv_rect_size },
    { }
};
