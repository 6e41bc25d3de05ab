/*
 * NVIDIA GPU: PATTERN objects: 0x0018, 0x0044
 *
 * Sources: envytools docs/hw/graph/2d/pattern.rst; hwtest's
 * pgraph_class_ctx.cc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "error.h"
#include "grobj.h"
#include "hw/nv/engine/color.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/paint.h"

/* --- Formats, shape, selection ---------------------------------------- */

static void nv_pattern_color_format(NVGPU *gpu, const NVGraphMethod *method,
                                    unsigned index, uint32_t val)
{
    bool nv4 = method->arg;
    uint32_t *valid = &NV_R(gpu, NV_PGRAPH_CTX_VALID);
    uint32_t *formats = &NV_R(gpu, NV_PGRAPH_CTX_FORMAT);
    unsigned format;

    nv_grobj_set(gpu, NV_GROBJ_COLOR_FORMAT,
                 nv_color_format_ctx(val, nv4));
    if (nv4) {
        format = nv_grobj_color_format(gpu);
        *formats = FIELD_DP32(*formats, NV_PGRAPH_CTX_FORMAT, PATTERN_0,
                              format);
        *formats = FIELD_DP32(*formats, NV_PGRAPH_CTX_FORMAT, PATTERN_1,
                              format);
        *valid = FIELD_DP32(*valid, NV_PGRAPH_CTX_VALID, PATTERN_FORMAT,
                            !nv_graph_failed(gpu));
    }
}

static void nv_pattern_mono_format(NVGPU *gpu, const NVGraphMethod *method,
                                   unsigned index, uint32_t val)
{
    uint32_t *valid = &NV_R(gpu, NV_PGRAPH_CTX_VALID);

    nv_mthd_mono_format(gpu, method, index, val);
    if (method->arg) {
        *valid = FIELD_DP32(*valid, NV_PGRAPH_CTX_VALID, PATTERN_MONO_FORMAT,
                            !nv_graph_failed(gpu));
    }
}

static bool nv_valid_pattern_shape(uint32_t val)
{
    return val <= 2;
}

static void nv_pattern_shape(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    uint32_t *config = &NV_R(gpu, NV_PGRAPH_PATTERN_CONFIG);

    *config = FIELD_DP32(*config, NV_PGRAPH_PATTERN_CONFIG, SHAPE, val);
}

static bool nv_valid_pattern_select(uint32_t val)
{
    return val == 1 || val == 2;
}

static void nv_pattern_select(NVGPU *gpu, const NVGraphMethod *method,
                              unsigned index, uint32_t val)
{
    uint32_t *config = &NV_R(gpu, NV_PGRAPH_PATTERN_CONFIG);
    uint32_t *valid = &NV_R(gpu, NV_PGRAPH_CTX_VALID);

    *config = FIELD_DP32(*config, NV_PGRAPH_PATTERN_CONFIG, SELECT, val >> 1);
    *valid = FIELD_DP32(*valid, NV_PGRAPH_CTX_VALID, PATTERN_SELECT,
                        !nv_graph_failed(gpu));
}

/* --- The two-color pattern -------------------------------------------- */

static void nv_pattern_mono_color(NVGPU *gpu, const NVGraphMethod *method,
                                  unsigned index, uint32_t val)
{
    gpu->regs[R_NV_PGRAPH_PATTERN_MONO_COLOR + index] = val;
}

/* The older class stores its colors as A8R8G8B8, whatever the format. */
static void nv01_pattern_mono_color(NVGPU *gpu, const NVGraphMethod *method,
                                    unsigned index, uint32_t val)
{
    unsigned format = nv_grobj_color_format(gpu);
    unsigned shift = R_NV_PGRAPH_CTX_FORMAT_PATTERN_0_SHIFT + index * 8;
    uint32_t *formats = &NV_R(gpu, NV_PGRAPH_CTX_FORMAT);

    if (format == NV_COLOR_INVALID) {
        nv_graph_state_wrong(gpu);
    }
    gpu->regs[R_NV_PGRAPH_PATTERN_MONO_COLOR + index] =
        nv_color_expand_ctx(format, val);
    *formats = deposit32(*formats, shift, 8, NV_COLOR_A8R8G8B8);
    NV_R(gpu, NV_PGRAPH_CTX_VALID) |=
        1 << (R_NV_PGRAPH_CTX_VALID_PATTERN_NV1_COLOR_SHIFT + index);
}

static void nv_pattern_mono_bitmap(NVGPU *gpu, const NVGraphMethod *method,
                                   unsigned index, uint32_t val)
{
    gpu->regs[R_NV_PGRAPH_PATTERN_MONO_BITMAP + index] =
        nv_grobj_is_cga6(gpu) ? nv_mono_from_cga6(val) : val;
    if (!method->arg) {
        NV_R(gpu, NV_PGRAPH_CTX_VALID) |=
            1 << (R_NV_PGRAPH_CTX_VALID_PATTERN_NV1_BITMAP_SHIFT + index);
    }
}

/* --- The color pattern ------------------------------------------------ */

/* @arg: the color format; a word holds several colors. */
static void nv_pattern_color(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    unsigned bytes = nv_color_bytes(method->arg);
    unsigned colors = 4 / bytes;

    for (unsigned i = 0; i < colors; i++) {
        gpu->regs[R_NV_PGRAPH_PATTERN_COLOR + index * colors + i] =
            nv_color_convert(method->arg, NV_SURF_X8R8G8B8_Z8R8G8B8,
                             val >> (i * bytes * 8));
    }
}

/* --- Classes ---------------------------------------------------------- */

const NVGraphMethod nv_mthd_pattern_nv1[] = {
    NV_MTHD_MISSING(0x200, 1),
    { .name = "COLOR_FORMAT", .mthd = 0x300, .valid = nv_valid_format_ctx,
      .set = nv_pattern_color_format },
    { .name = "BITMAP_FORMAT", .mthd = 0x304, .valid = nv_valid_mono_format,
      .set = nv_pattern_mono_format },
    { .name = "BITMAP_SHAPE", .mthd = 0x308, .valid = nv_valid_pattern_shape,
      .set = nv_pattern_shape },
    { .name = "BITMAP_COLOR", .mthd = 0x310, .count = 2,
      .set = nv01_pattern_mono_color },
    { .name = "BITMAP", .mthd = 0x318, .count = 2,
      .set = nv_pattern_mono_bitmap },
    { }
};

const NVGraphMethod nv_mthd_pattern[] = {
    NV_MTHD_MISSING(0x200, 1),
    { .name = "COLOR_FORMAT", .mthd = 0x300, .arg = 1,
      .valid = nv_valid_format_ctx, .set = nv_pattern_color_format },
    { .name = "BITMAP_FORMAT", .mthd = 0x304, .arg = 1,
      .valid = nv_valid_mono_format, .set = nv_pattern_mono_format },
    { .name = "BITMAP_SHAPE", .mthd = 0x308, .valid = nv_valid_pattern_shape,
      .set = nv_pattern_shape },
    { .name = "SELECT", .mthd = 0x30c, .valid = nv_valid_pattern_select,
      .set = nv_pattern_select },
    { .name = "BITMAP_COLOR", .mthd = 0x310, .count = 2,
      .set = nv_pattern_mono_color },
    { .name = "BITMAP", .mthd = 0x318, .count = 2, .arg = 1,
      .set = nv_pattern_mono_bitmap },
    { .name = "COLOR_Y8", .mthd = 0x400, .count = 16, .arg = NV_COLOR_Y8,
      .set = nv_pattern_color },
    { .name = "COLOR_R5G6B5", .mthd = 0x500, .count = 32,
      .arg = NV_COLOR_R5G6B5, .set = nv_pattern_color },
    { .name = "COLOR_X1R5G5B5", .mthd = 0x600, .count = 32,
      .arg = NV_COLOR_X1R5G5B5, .set = nv_pattern_color },
    { .name = "COLOR_X8R8G8B8", .mthd = 0x700, .count = 64,
      .arg = NV_COLOR_X8R8G8B8, .set = nv_pattern_color },
    { }
};
