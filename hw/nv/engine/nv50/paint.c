/*
 * NVIDIA GPU: the 2D object of NV50: patterns, operations, clipping
 *
 * Source: the register database (g80_2d.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "2d.h"
#include "3d.h"
#include "context.h"
#include "error.h"
#include "format.h"
#include "surface.h"
#include "hw/nv/engine/color.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/paint.h"

/* PATTERN_SELECT of a pattern of colors */
#define NV50_PATTERN_COLORS 3

/* --- Patterns --------------------------------------------------------- */

/* The surface format for PATTERN_COLOR_FORMAT; others aren't modelled. */
static const NV50Format *nv50_pattern_format(NVGPU *gpu)
{
    switch (*nv50_2d(gpu, NV50_2D_PATTERN_COLOR_FORMAT)) {
    case 0:
        return nv50_format(0xe8);               /* A16R5G6B5 */
    case 1:
        return nv50_format(0xe9);               /* X16A1R5G5B5 */
    default:
        return nv50_format(0xcf);               /* A8R8G8B8 */
    }
}

static uint32_t nv50_pattern_color(const NV50Format *from,
                                   const NV50Format *to, uint32_t val)
{
    return to->kind == NV50_FORMAT_COLORS ? nv50_format_convert(from, to, val)
                                          : val;
}

/* A byte's first pixel is bit 7, or with LE bit 0. */
static uint64_t nv50_pattern_bitmap(NVGPU *gpu)
{
    const uint32_t *words = nv50_2d(gpu, NV50_2D_PATTERN_BITMAP);

    if (*nv50_2d(gpu, NV50_2D_PATTERN_BITMAP_FORMAT) & 1) {
        return deposit64(words[0], 32, 32, words[1]);
    }
    return deposit64(nv_mono_from_cga6(words[0]), 32, 32,
                     nv_mono_from_cga6(words[1]));
}

/* PATTERN_SELECT: shapes are numbered as NV04's, then come colors. */
static unsigned nv50_pattern_select(NVGPU *gpu)
{
    return *nv50_2d(gpu, NV50_2D_PATTERN_SELECT) & 3;
}

static void nv50_paint_pattern(NVGPU *gpu, NVPaint *paint)
{
    const NV50Format *to = paint->dst.vm->format;
    const NV50Format *from = nv50_pattern_format(gpu);
    uint64_t bitmap = nv50_pattern_bitmap(gpu);
    bool colors = nv50_pattern_select(gpu) == NV50_PATTERN_COLORS;

    for (unsigned i = 0; i < 64; i++) {
        if (colors) {
            paint->pattern[i] = nv50_pattern_color(
                nv50_format(0xe6), to,
                nv50_2d(gpu, NV50_2D_PATTERN_X8R8G8B8)[i]);
        } else {
            paint->pattern[i] = nv50_pattern_color(
                from, to, nv50_2d(gpu, NV50_2D_PATTERN_BITMAP_COLOR)
                              [bitmap >> i & 1]);
        }
    }
}

static bool nv50_pattern_visible(NVGPU *gpu, unsigned color)
{
    static const NVColorFormat formats[] = {
        NV_COLOR_A16R5G6B5, NV_COLOR_X16A1R5G5B5, NV_COLOR_A8R8G8B8,
        NV_COLOR_X16A8Y8,
    };
    uint32_t format = *nv50_2d(gpu, NV50_2D_PATTERN_COLOR_FORMAT);

    return format >= ARRAY_SIZE(formats) ||
           nv_color_visible(formats[format],
                            nv50_2d(gpu, NV50_2D_PATTERN_BITMAP_COLOR)[color]);
}

static void nv50_paint_stipple(NVGPU *gpu, NVPaint *paint)
{
    bool visible[] = {
        nv50_pattern_visible(gpu, 0), nv50_pattern_visible(gpu, 1),
    };

    if (nv50_pattern_select(gpu) != NV50_PATTERN_COLORS) {
        nv_paint_transparency(paint, nv50_pattern_bitmap(gpu), visible);
    }
}

/* --- Operations ------------------------------------------------------- */

static void nv50_paint_operation(NVGPU *gpu, NVPaint *paint)
{
    uint32_t operation = *nv50_2d(gpu, NV50_2D_OPERATION);

    switch (operation) {
    case NV50_OPERATION_SRCCOPY_AND:
        paint->visible_alpha = true;
        break;
    case NV50_OPERATION_ROP_AND:
        paint->result_alpha = nv50_format_alpha(paint->dst.vm->format);
        paint->rop = *nv50_2d(gpu, NV50_2D_ROP);
        break;
    case NV50_OPERATION_ROP:
        paint->rop = *nv50_2d(gpu, NV50_2D_ROP);
        nv50_paint_stipple(gpu, paint);
        break;
    case NV50_OPERATION_SRCCOPY:
        break;
    default:
        /* Blending isn't modelled: the source is drawn as it is. */
        nv_report_method(gpu, gpu->graph->binding.id, NV50_2D_OPERATION,
                         operation, 1);
        break;
    }
    if (nv_rop3_uses_pattern(paint->rop)) {
        nv50_paint_pattern(gpu, paint);
    }
}

bool nv50_paint_begin(NVGPU *gpu, NVPaint *paint, NVDmaFault *fault)
{
    nv_paint_init(paint);
    paint->pattern_shape = nv50_pattern_select(gpu) % NV50_PATTERN_COLORS;
    if (!nv50_surface_load(gpu, false, &paint->dst, fault)) {
        nv_report_method(gpu, gpu->graph->binding.id, NV50_2D_FORMAT,
                         *nv50_2d(gpu, NV50_2D_FORMAT), 1);
        return false;
    }
    paint->mask = ~paint->dst.vm->format->zeros;
    paint->ones = paint->dst.vm->format->ones;
    nv50_paint_operation(gpu, paint);
    return true;
}

/* The texture units read the source, PROP writes the destination. */
void nv50_2d_done(NVGPU *gpu, uint32_t faults, const NVDmaFault *fault)
{
    if (faults & NV50_FAULT_SRC) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_SRC2D, fault);
    } else if (faults) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_DST2D, fault);
    }
}

/* --- Checks before drawing -------------------------------------------- */

NVRect nv50_clip(NVGPU *gpu)
{
    NVRect rect = {
        .x1 = MIN(*nv50_2d(gpu, NV50_2D_WIDTH), 0x10000),
        .y1 = MIN(*nv50_2d(gpu, NV50_2D_HEIGHT), 0x10000),
    };

    if (*nv50_2d(gpu, NV50_2D_CLIP_ENABLE) & 1) {
        int32_t x = nv50_2d_coordinate(gpu, NV50_2D_CLIP_X);
        int32_t y = nv50_2d_coordinate(gpu, NV50_2D_CLIP_Y);
        NVRect clip = {
            .x0 = x, .y0 = y,
            .x1 = x + nv50_2d_size(gpu, NV50_2D_CLIP_W),
            .y1 = y + nv50_2d_size(gpu, NV50_2D_CLIP_H),
        };

        nv_rect_clip(&rect, &clip);
    }
    return rect;
}

/* Single components, and formats other than colors, can only be copied. */
static NV50DataError nv50_2d_check_formats(const NV50Format *from,
                                           const NV50Format *to)
{
    if (!from || !to || from == to) {
        return NV50_DATA_OK;
    }
    if (to->kind == NV50_FORMAT_SINGLE) {
        return NV50_DATA_ENG2D_FORMAT_MISMATCH_B;
    }
    return from->kind != NV50_FORMAT_COLORS || to->kind != NV50_FORMAT_COLORS
        ? NV50_DATA_ENG2D_FORMAT_MISMATCH : NV50_DATA_OK;
}

static bool nv50_2d_condition(NVGPU *gpu)
{
    uint64_t addr = nv50_address(*nv50_2d(gpu, NV50_2D_COND_ADDRESS_HIGH),
                                 *nv50_2d(gpu, NV50_2D_COND_ADDRESS_LOW));

    return nv50_condition(gpu, nv50_object_get(gpu, NV50_OBJECT_DMA_COND),
                          addr, *nv50_2d(gpu, NV50_2D_COND_MODE));
}

bool nv50_2d_may_draw(NVGPU *gpu, uint32_t source)
{
    const NV50Format *from = nv50_2d_format(gpu, source);
    const NV50Format *to = nv50_2d_format(gpu, NV50_2D_FORMAT);
    NV50DataError error = nv50_2d_check_formats(from, to);

    if (nv50_graph_data_error(gpu, error)) {
        return false;
    }
    if (!from || !to || error) {
        nv_graph_refused(gpu, error ? nv50_data_error_name(error)
                              : from ? "the destination has no such format"
                                     : "the source has no such format");
        return false;
    }
    return nv50_2d_condition(gpu);
}
