/*
 * NVIDIA GPU: the 2D pipeline: clipping, operation, color key, NV04:NV50
 *
 * Source: envytools docs/hw/graph/2d/intro.rst, "The pipeline".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "error.h"
#include "grobj.h"
#include "paint.h"
#include "surface.h"
#include "hw/nv/engine/color.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/paint.h"

/* --- Clipping --------------------------------------------------------- */

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
    nv_paint_init(paint);
    if (!nv_surface_load(gpu, nv_grobj_get(gpu, NV_GROBJ_SWIZZLE) ? NV_SURF_SWZ
                                                                  : NV_SURF_DST,
                         &paint->dst)) {
        nv_graph_state_error(gpu, "the destination isn't set up");
        return false;
    }
    paint->mask = nv_surf_mask(paint->dst.format);
    paint->ones = 0;
    nv_paint_operation(gpu, paint);
    nv_paint_chroma(gpu, paint);
    return true;
}
