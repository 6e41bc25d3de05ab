/*
 * NVIDIA GPU: context objects: BETA, ROP, CLIP, CHROMA
 *
 * They hold nothing themselves: all objects of a channel share one context.
 *
 * Sources: envytools docs/hw/graph/2d/ctxobj.rst; hwtest's
 * pgraph_class_ctx.cc and pgraph_class_clip.cc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "error.h"
#include "grobj.h"
#include "hw/nv/engine/color.h"
#include "hw/nv/engine/method.h"

/* --- BETA: 0x0012, BETA4: 0x0072 -------------------------------------- */

/* A signed fraction of 31 bits, of which 8 are kept */
static void nv_mthd_beta_set(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_BETA1) = val & 0x80000000 ? 0 : val & 0x7f800000;
}

static void nv_mthd_beta4_set(NVGPU *gpu, const NVGraphMethod *method,
                              unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_BETA4) = val;
}

const NVGraphMethod nv_mthd_beta[] = {
    NV_MTHD_MISSING(0x200, 1),
    { .name = "BETA", .mthd = 0x300, .set = nv_mthd_beta_set },
    { }
};

const NVGraphMethod nv_mthd_beta4[] = {
    NV_MTHD_MISSING(0x200, 1),
    { .name = "BETA4", .mthd = 0x300, .set = nv_mthd_beta4_set },
    { }
};

/* --- ROP: 0x0043 ------------------------------------------------------ */

static void nv_mthd_rop_set(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_ROP) = val & 0xff;
}

const NVGraphMethod nv_mthd_rop[] = {
    NV_MTHD_MISSING(0x200, 1),
    { .name = "ROP", .mthd = 0x300, .set = nv_mthd_rop_set },
    { }
};

/* --- CLIP: 0x0019 ----------------------------------------------------- */

/*
 * Either method moves the second corner to the first and sets the second, so a
 * rectangle is two corners, or a corner and a size.
 */
static void nv_mthd_clip_set(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    bool size = method->arg;
    uint32_t *xmax = &NV_R(gpu, NV_PGRAPH_UCLIP_XMAX);
    uint32_t *ymax = &NV_R(gpu, NV_PGRAPH_UCLIP_YMAX);
    uint32_t x = size ? *xmax + extract32(val, 0, 16) : sextract32(val, 0, 16);
    uint32_t y = size ? *ymax + extract32(val, 16, 16)
                      : sextract32(val, 16, 16);

    NV_R(gpu, NV_PGRAPH_UCLIP_XMIN) = *xmax & 0xffff;
    NV_R(gpu, NV_PGRAPH_UCLIP_YMIN) = *ymax & 0xffff;
    *xmax = x & 0x3ffff;
    *ymax = y & 0x3ffff;
}

const NVGraphMethod nv_mthd_clip[] = {
    NV_MTHD_MISSING(0x200, 1),
    { .name = "CORNER", .mthd = 0x300, .set = nv_mthd_clip_set },
    { .name = "SIZE", .mthd = 0x304, .arg = 1, .set = nv_mthd_clip_set },
    { }
};

/* --- CHROMA: 0x0017, 0x0057 ------------------------------------------- */

static void nv_mthd_chroma_format(NVGPU *gpu, const NVGraphMethod *method,
                                  unsigned index, uint32_t val)
{
    unsigned format = nv_color_format_ctx(val, method->arg);
    uint32_t *valid = &NV_R(gpu, NV_PGRAPH_CTX_VALID);
    uint32_t *formats = &NV_R(gpu, NV_PGRAPH_CTX_FORMAT);

    nv_grobj_set(gpu, NV_GROBJ_COLOR_FORMAT, format);
    if (method->arg) {
        *formats = FIELD_DP32(*formats, NV_PGRAPH_CTX_FORMAT, CHROMA,
                              nv_grobj_color_format(gpu));
        *valid = FIELD_DP32(*valid, NV_PGRAPH_CTX_VALID, CHROMA_FORMAT,
                            !nv_graph_failed(gpu));
    }
}

static void nv_mthd_chroma_color(NVGPU *gpu, const NVGraphMethod *method,
                                 unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_CHROMA) = val;
}

/* The older class stores its color as A8R8G8B8, whatever the format. */
static void nv01_mthd_chroma_color(NVGPU *gpu, const NVGraphMethod *method,
                                   unsigned index, uint32_t val)
{
    uint32_t *valid = &NV_R(gpu, NV_PGRAPH_CTX_VALID);
    uint32_t *formats = &NV_R(gpu, NV_PGRAPH_CTX_FORMAT);
    unsigned format = nv_grobj_color_format(gpu);

    if (format == NV_COLOR_INVALID) {
        nv_graph_state_wrong(gpu);
    }
    NV_R(gpu, NV_PGRAPH_CHROMA) = nv_color_expand_ctx(format, val);
    *formats = FIELD_DP32(*formats, NV_PGRAPH_CTX_FORMAT, CHROMA,
                          NV_COLOR_A8R8G8B8);
    *valid = FIELD_DP32(*valid, NV_PGRAPH_CTX_VALID, CHROMA_NV1,
                        format != NV_COLOR_INVALID);
}

const NVGraphMethod nv_mthd_chroma_nv1[] = {
    NV_MTHD_MISSING(0x200, 1),
    { .name = "COLOR_FORMAT", .mthd = 0x300, .valid = nv_valid_format_ctx,
      .set = nv_mthd_chroma_format },
    { .name = "COLOR", .mthd = 0x304, .set = nv01_mthd_chroma_color },
    { }
};

const NVGraphMethod nv_mthd_chroma[] = {
    NV_MTHD_MISSING(0x200, 1),
    { .name = "COLOR_FORMAT", .mthd = 0x300, .arg = 1,
      .valid = nv_valid_format_ctx, .set = nv_mthd_chroma_format },
    { .name = "COLOR", .mthd = 0x304, .set = nv_mthd_chroma_color },
    { }
};
