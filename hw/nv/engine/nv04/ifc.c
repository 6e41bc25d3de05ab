/*
 * NVIDIA GPU: IFC objects, which draw an image sent by methods: 0x0021, 0x0061,
 * 0x0065, 0x008a
 *
 * Source: hwtest's pgraph_class_ifc.cc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "grobj.h"
#include "image.h"
#include "hw/nv/engine/method.h"

static bool nv_valid_ifc_format(uint32_t val)
{
    return val >= 1 && val <= 5;
}

/* @arg: the class is one that came with NV04 */
static void nv_ifc_color_format(NVGPU *gpu, const NVGraphMethod *method,
                                unsigned index, uint32_t val)
{
    static const uint8_t formats[8] = {
        [2] = NV_COLOR_A1R5G5B5,
        [3] = NV_COLOR_X1R5G5B5,
        [4] = NV_COLOR_A8R8G8B8,
        [5] = NV_COLOR_X8R8G8B8,
    };
    unsigned format = formats[val & 7];

    if ((val & 7) == 1) {
        format = method->arg ? NV_COLOR_R5G6B5 : NV_COLOR_Y8;
    }
    nv_grobj_set(gpu, NV_GROBJ_COLOR_FORMAT, format);
}

/* All classes: */
const NVGraphMethod nv_mthd_ifc[] = {
    NV_MTHD_LINK(0x188, CLIP),
    NV_MTHD_LINK(0x190, ROP),
    NV_MTHD_LINK(0x194, BETA1),
    NV_MTHD_MISSING(0x200, 1),
    { .name = "POINT", .mthd = 0x304, .set = nv_image_point },
    { .name = "SIZE_OUT", .mthd = 0x308, .arg = NV_IMAGE_OUT,
      .set = nv_image_size },
    { .name = "SIZE_IN", .mthd = 0x30c, .arg = NV_IMAGE_IN,
      .set = nv_image_size },
    { }
};

/* 0x0021: */
const NVGraphMethod nv_mthd_ifc_nv1[] = {
    NV_MTHD_LINK(0x184, CHROMA_NV1),
    NV_MTHD_LINK(0x18c, PATTERN_NV1),
    NV_MTHD_LINK(0x198, SURFACE_DST),
    NV_MTHD_OPERATION(0x2fc, nv01_valid_operation),
    { .name = "COLOR_FORMAT", .mthd = 0x300, .valid = nv_valid_ifc_format,
      .set = nv_ifc_color_format },
    { .name = "COLOR", .mthd = 0x400, .count = 32, .block = nv_image_color },
    { }
};

/* From 0x0061 on: */
const NVGraphMethod nv_mthd_ifc_nv4[] = {
    NV_MTHD_LINK(0x184, CHROMA),
    NV_MTHD_LINK(0x18c, PATTERN),
    NV_MTHD_LINK(0x198, BETA4),
    NV_MTHD_LINK(0x19c, SURFACE),
    NV_MTHD_OPERATION(0x2fc, nv_valid_operation),
    { .name = "COLOR_FORMAT", .mthd = 0x300, .arg = 1,
      .valid = nv_valid_ifc_format, .set = nv_ifc_color_format },
    { .name = "COLOR", .mthd = 0x400, .count = 0x700,
      .block = nv_image_color },
    { }
};

/* From 0x0065 on: */
const NVGraphMethod nv_mthd_ifc_dither[] = {
    { .name = "COLOR_CONVERSION", .mthd = 0x2f8, .valid = nv_valid_dither,
      .set = nv_mthd_dither },
    { }
};
