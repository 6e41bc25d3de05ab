/*
 * NVIDIA GPU: GDI objects, which draw rectangles and text: 0x004a
 *
 * Five ways to draw, each with its own methods:
 *   A  rectangles, not clipped
 *   B  rectangles, clipped
 *   C  bitmaps whose ones have a color
 *   E  bitmaps whose ones and zeros have colors, padded
 *   F, G  characters from a font in memory, which aren't modelled
 *
 * Sources: the register database (nv3_gdi.xml), hwtest's
 * pgraph_class_solid.cc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "grobj.h"
#include "image.h"
#include "paint.h"
#include "rect.h"
#include "vertex.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/paint.h"

/* --- Formats and colors ----------------------------------------------- */

static bool nv_valid_gdi_format(uint32_t val)
{
    return val >= 1 && val <= 3;
}

/* The zeros' color is in the object's format; the ones' color always is. */
static void nv_gdi_bitmap_format(NVGPU *gpu)
{
    uint32_t *formats = &NV_R(gpu, NV_PGRAPH_CTX_FORMAT);

    *formats = FIELD_DP32(*formats, NV_PGRAPH_CTX_FORMAT, BITMAP,
                          nv_grobj_color_format(gpu));
}

static void nv_gdi_color_format(NVGPU *gpu, const NVGraphMethod *method,
                                unsigned index, uint32_t val)
{
    static const uint8_t formats[4] = {
        NV_COLOR_INVALID, NV_COLOR_X16R5G6B5, NV_COLOR_X17R5G5B5,
        NV_COLOR_X8R8G8B8,
    };

    nv_grobj_set(gpu, NV_GROBJ_COLOR_FORMAT,
                 formats[val & 3]);
    if (gpu->chip->graph->bitmap_at_format) {
        nv_gdi_bitmap_format(gpu);
    }
}

static void nv_gdi_color_0(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_BITMAP_COLOR_0) = val;
    if (gpu->chip->graph->bitmap_at_color) {
        nv_gdi_bitmap_format(gpu);
    }
}

static void nv_gdi_color_1(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_BITMAP_COLOR_1) = val;
}

/* --- A: rectangles, not clipped; x comes in the upper half ------------ */

static void nv_gdi_point_a(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val)
{
    nv_vtx_set(gpu, 0, sextract32(val, 16, 16), sextract32(val, 0, 16));
}

static void nv_gdi_size_a(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    nv_rect_start(gpu, (NVRect) {
        .x0 = nv_vtx_x(gpu, 0),
        .y0 = nv_vtx_y(gpu, 0),
        .x1 = nv_vtx_x(gpu, 0) + extract32(val, 16, 16),
        .y1 = nv_vtx_y(gpu, 0) + extract32(val, 0, 16),
    });
}

/* --- B: rectangles, clipped, by two corners --------------------------- */

static void nv_gdi_point_b0(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    nv_vtx_set(gpu, 0, sextract32(val, 0, 16), sextract32(val, 16, 16));
}

static void nv_gdi_point_b1(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    NVRect clip = nv_clip_object(gpu);
    NVRect rect = {
        .x0 = nv_vtx_x(gpu, 0),
        .y0 = nv_vtx_y(gpu, 0),
        .x1 = sextract32(val, 0, 16),
        .y1 = sextract32(val, 16, 16),
    };

    nv_rect_clip(&rect, &clip);
    nv_rect_start(gpu, rect);
}

/* --- F, G: characters ------------------------------------------------- */

static void nv_gdi_unmodelled(NVGPU *gpu, const NVGraphMethod *method,
                              unsigned index, uint32_t val)
{
    nv_report_method(gpu, gpu->graph->binding.id, method->mthd, val, 1);
}

/* --- The class -------------------------------------------------------- */

const NVGraphMethod nv_mthd_gdi_nv4[] = {
    { .name = "DMA_FONTS", .mthd = 0x184, .set = nv_mthd_dma_source },
    NV_MTHD_LINK(0x188, PATTERN),
    NV_MTHD_LINK(0x18c, ROP),
    NV_MTHD_LINK(0x190, BETA1),
    NV_MTHD_LINK(0x194, BETA4),
    NV_MTHD_LINK(0x198, SURFACE),
    NV_MTHD_MISSING(0x200, 1),
    NV_MTHD_OPERATION(0x2fc, nv_valid_operation),
    { .name = "COLOR_FORMAT", .mthd = 0x300, .valid = nv_valid_gdi_format,
      .set = nv_gdi_color_format },
    { .name = "MONOCHROME_FORMAT", .mthd = 0x304,
      .valid = nv_valid_mono_format, .set = nv_mthd_mono_format },

    { .name = "COLOR1_A", .mthd = 0x3fc, .set = nv_mthd_source_color },
    { .name = "UNCLIPPED_RECTANGLE_POINT", .mthd = 0x400, .count = 32,
      .stride = 8, .set = nv_gdi_point_a },
    { .name = "UNCLIPPED_RECTANGLE_SIZE", .mthd = 0x404, .count = 32,
      .stride = 8, .set = nv_gdi_size_a },

    { .name = "CLIP_B", .mthd = 0x5f4, .count = 2,
      .set = nv_clip_object_set },
    { .name = "COLOR1_B", .mthd = 0x5fc, .set = nv_mthd_source_color },
    { .name = "CLIPPED_RECTANGLE_POINT_0", .mthd = 0x600, .count = 32,
      .stride = 8, .set = nv_gdi_point_b0 },
    { .name = "CLIPPED_RECTANGLE_POINT_1", .mthd = 0x604, .count = 32,
      .stride = 8, .set = nv_gdi_point_b1 },

    { .name = "CLIP_C", .mthd = 0x7ec, .count = 2,
      .set = nv_clip_object_set },
    { .name = "COLOR1_C", .mthd = 0x7f4, .set = nv_gdi_color_1 },
    { .name = "SIZE_C", .mthd = 0x7f8, .arg = NV_IMAGE_IN | NV_IMAGE_OUT,
      .set = nv_image_size },
    { .name = "POINT_C", .mthd = 0x7fc, .set = nv_image_point },
    { .name = "MONOCHROME_COLOR1_C", .mthd = 0x800, .count = 128,
      .block = nv_image_mono },

    { .name = "CLIP_E", .mthd = 0xbe4, .count = 2,
      .set = nv_clip_object_set },
    { .name = "COLOR0_E", .mthd = 0xbec, .set = nv_gdi_color_0 },
    { .name = "COLOR1_E", .mthd = 0xbf0, .set = nv_gdi_color_1 },
    { .name = "SIZE_IN_E", .mthd = 0xbf4, .arg = NV_IMAGE_IN,
      .set = nv_image_size },
    { .name = "SIZE_OUT_E", .mthd = 0xbf8, .arg = NV_IMAGE_OUT,
      .set = nv_image_size },
    { .name = "POINT_E", .mthd = 0xbfc, .set = nv_image_point },
    { .name = "MONOCHROME_COLOR01_E", .mthd = 0xc00, .count = 128,
      .arg = 1, .block = nv_image_mono },

    { .name = "FONT_F", .mthd = 0xff0, .set = nv_gdi_unmodelled },
    { .name = "CLIP_F", .mthd = 0xff4, .count = 2,
      .set = nv_clip_object_set },
    { .name = "COLOR1_F", .mthd = 0xffc, .set = nv_gdi_color_1 },
    { .name = "CHARACTER_COLOR1_F", .mthd = 0x1000, .count = 256,
      .set = nv_gdi_unmodelled },
    { .name = "FONT_G", .mthd = 0x17f0, .set = nv_gdi_unmodelled },
    { .name = "CLIP_G", .mthd = 0x17f4, .count = 2,
      .set = nv_clip_object_set },
    { .name = "COLOR1_G", .mthd = 0x17fc, .set = nv_gdi_color_1 },
    { .name = "CHARACTER_COLOR1_G", .mthd = 0x1800, .count = 512,
      .set = nv_gdi_unmodelled },
    { }
};
