/*
 * NVIDIA GPU: clears by 3D objects, NV20:NV50
 *
 * A clear takes its parameters from PGRAPH's registers, and the buffers from
 * CLEAR_BUFFERS' own parameter, that of the method under way.
 *
 * Sources: hwtest's pgraph_class_kelvin.cc, the register database
 * (nv30-40_3d.xml), and how Mesa's nv30_clear.c packs its values.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "surface.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "hw/nv/engine/shape.h"
#include "hw/nv/engine/surface.h"
#include "hw/nv/uninitialized.h"
#include "trace/trace-hw_nv.h"

FIELD(NV_KELVIN_CLEAR_BUFFERS, ZETA, 0, 2)
FIELD(NV_KELVIN_CLEAR_BUFFERS, COLOR, 4, 4)

/* A raster operation: the source where the pattern has ones */
#define NV_ROP_MERGE 0xca

/* The parts of a clear, in order */
enum {
    NV_CLEAR_COLOR,
    NV_CLEAR_ZETA,
    NV_CLEAR__PARTS,
};

/* --- What is cleared -------------------------------------------------- */

/* Bits of red, green, blue and alpha; a format with one component uses one. */
static const uint32_t *nv_clear_components(NVSurfFormat format)
{
    static const uint32_t argb[] = { 0xff0000, 0xff00, 0xff, 0xff000000 };
    static const uint32_t abgr[] = { 0xff, 0xff00, 0xff0000, 0xff000000 };
    static const uint32_t rgb565[] = { 0xf800, 0x07e0, 0x001f, 0 };
    static const uint32_t rgb555[] = { 0x7c00, 0x03e0, 0x001f, 0x8000 };
    static const uint32_t single[] = {
        UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX,
    };

    switch (format) {
    case NV_SURF_Y8:
    case NV_SURF_Y16:
    case NV_SURF_Y32:
    case NV_SURF_R32F:
        return single;
    case NV_SURF_R5G6B5:
        return rgb565;
    case NV_SURF_X1R5G5B5_Z1R5G5B5:
    case NV_SURF_X1R5G5B5_X1R5G5B5:
        return rgb555;
    case NV_SURF_X8B8G8R8_Z8B8G8R8:
    case NV_SURF_X8B8G8R8_X8B8G8R8:
    case NV_SURF_A8B8G8R8:
        return abgr;
    default:
        return argb;
    }
}

static uint32_t nv_clear_color_bits(NVSurfFormat format, uint32_t what)
{
    const uint32_t *components = nv_clear_components(format);
    uint32_t bits = 0;

    if (what == 0xf) {
        return UINT32_MAX;
    }
    for (unsigned i = 0; i < 4; i++) {
        bits |= what >> i & 1 ? components[i] : 0;
    }
    return bits;
}

/* Depth is in the highest bits, stencil, if there is any, in the lowest 8. */
static uint32_t nv_clear_zeta_bits(unsigned bytes, uint32_t what)
{
    if (bytes == 2) {
        return what & 1 ? UINT32_MAX : 0;
    }
    return (what & 1 ? 0xffffff00 : 0) | (what & 2 ? 0x000000ff : 0);
}

/* Whether the clear includes a part */
static bool nv_clear_wants(NVGPU *gpu, unsigned part)
{
    uint32_t what = gpu->graph->method_data;

    return part == NV_CLEAR_COLOR
        ? FIELD_EX32(what, NV_KELVIN_CLEAR_BUFFERS, COLOR)
        : FIELD_EX32(what, NV_KELVIN_CLEAR_BUFFERS, ZETA);
}

/* Returns false if nothing is to be cleared. */
static bool nv_clear_begin(NVGPU *gpu, unsigned part, NVPaint *paint)
{
    uint32_t what = gpu->graph->method_data, bits;
    bool color = part == NV_CLEAR_COLOR;
    NVSurface *dst = &paint->dst;
    uint32_t all;

    if (!nv_clear_wants(gpu, part)) {
        return false;
    }
    if (!nv_surface_load(gpu, color ? NV_SURF_COLOR : NV_SURF_ZETA, dst)) {
        nv_graph_refused(gpu, color ? "the color buffer isn't set up"
                                    : "the depth buffer isn't set up");
        return false;
    }
    bits = color
        ? nv_clear_color_bits(dst->format,
                              FIELD_EX32(what, NV_KELVIN_CLEAR_BUFFERS,
                                         COLOR))
        : nv_clear_zeta_bits(dst->bytes,
                             FIELD_EX32(what, NV_KELVIN_CLEAR_BUFFERS, ZETA));
    all = MAKE_64BIT_MASK(0, dst->bytes * 8);
    nv_paint_init(paint);
    paint->mask = all;
    paint->ones = 0;
    paint->rop = (bits & all) == all ? NV_ROP_COPY : NV_ROP_MERGE;
    for (unsigned i = 0; i < ARRAY_SIZE(paint->pattern); i++) {
        paint->pattern[i] = bits & all;
    }
    return bits;
}

bool nv_clear_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    NVGraphOp *op = &gpu->graph->op;

    for (; op->part < NV_CLEAR__PARTS; op->part++) {
        uint32_t color = op->part == NV_CLEAR_COLOR
            ? NV_R(gpu, NV_PGRAPH_BUNDLE_CLEAR_COLOR)
            : NV_R(gpu, NV_PGRAPH_BUNDLE_CLEAR_ZETA);
        NVPaint paint QEMU_UNINITIALIZED;

        if (nv_clear_begin(gpu, op->part, &paint) &&
            !nv_paint_shape(gpu, &paint, color, budget)) {
            return false;
        }
        op->line = op->pos = 0;
    }
    return true;
}

/* --- Clip rectangles -------------------------------------------------- */

/* Clip to a start and a size, in X and in Y */
static void nv_clear_clip(NVRect *rect, const uint32_t *hv)
{
    NVRect clip = {
        .x0 = extract32(hv[0], 0, 16),
        .y0 = extract32(hv[1], 0, 16),
        .x1 = extract32(hv[0], 0, 16) + extract32(hv[0], 16, 16),
        .y1 = extract32(hv[1], 0, 16) + extract32(hv[1], 16, 16),
    };

    nv_rect_clip(rect, &clip);
}

/* mthd 0x1d94: CLEAR_BUFFERS */
void nv_clear_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val)
{
    const uint32_t *hv = &NV_R(gpu, NV_PGRAPH_BUNDLE_CLEAR_HV);
    NVRect rect = {
        .x0 = extract32(hv[0], 0, 16),
        .y0 = extract32(hv[1], 0, 16),
        .x1 = extract32(hv[0], 16, 16) + 1,
        .y1 = extract32(hv[1], 16, 16) + 1,
    };
    NVGraphOp op;

    nv_clear_clip(&rect, &NV_R(gpu, NV_PGRAPH_BUNDLE_CLIP_HV));
    if (gpu->chip->graph->scissor) {
        nv_clear_clip(&rect, &NV_R(gpu, NV_PGRAPH_BUNDLE_SCISSOR_HV));
    }
    trace_nv_clear(val, rect.x0, rect.y0, rect.x1, rect.y1);
    if (nv_rect_is_empty(&rect)) {
        return;
    }
    op = (NVGraphOp) {
        .kind = NV_GRAPH_OP_CLEAR,
        .x0 = rect.x0, .y0 = rect.y0, .x1 = rect.x1, .y1 = rect.y1,
    };
    nv_graph_start(gpu, &op);
}
