/*
 * NVIDIA GPU: surfaces of the 2D objects: SURF2D 0x0042, 0x0062, 0x3062, and
 * swizzled ones, 0x0052, 0x009e, 0x039e, 0x309e
 *
 * The DMA object of a surface is only read when it is set: SURF_BASE and
 * SURF_LIMIT keep what it resolves to.  So a surface is a contiguous part of
 * video memory.
 *
 * Source: hwtest's pgraph_class_surf.cc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "error.h"
#include "grobj.h"
#include "surface.h"
#include "hw/nv/engine/color.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/surface.h"

/* --- Methods ---------------------------------------------------------- */

/* @arg: the surface, and the alignment for its class: 32 or 64 bytes */
#define NV_SURF_ARG_INDEX 0x07
#define NV_SURF_ARG_ALIGN64 0x08

static uint32_t nv_surf_align_mask(const NVGraphMethod *method)
{
    return method->arg & NV_SURF_ARG_ALIGN64 ? 63 : 31;
}

/* From NV40 on the source isn't a surface: its DMA object is kept. */
static bool nv_surf_is_src2d(NVGPU *gpu, unsigned which)
{
    return which == NV_SURF_SRC && gpu->chip->graph->src2d;
}

/* A surface is at its DMA object's address, if that is linear video memory. */
static void nv_surf_dma(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    const NVGraphChip *chip = gpu->chip->graph;
    unsigned which = method->arg & NV_SURF_ARG_INDEX;
    uint32_t inst = nv_grobj_inst(gpu, val);
    uint32_t flags = nv_ramin_read32(gpu, inst);
    uint32_t class = FIELD_EX32(flags, NV_DMAOBJ_0, CLASS);
    uint32_t base = (nv_ramin_read32(gpu, inst + 8) &
                     R_NV_DMAOBJ_PTE_FRAME_MASK) |
                    FIELD_EX32(flags, NV_DMAOBJ_0, ADJUST);
    uint32_t *valid = &NV_R(gpu, NV_PGRAPH_CTX_VALID);
    unsigned target = FIELD_EX32(flags, NV_DMAOBJ_0, TARGET);
    bool null = class == NV_CLASS_NULL;
    uint32_t want = which == NV_SURF_SRC ? NV_CLASS_DMA_FROM_MEMORY
                                         : NV_CLASS_DMA_IN_MEMORY;
    bool bad;

    bad = nv_grobj_check_class(gpu, nv_grobj_takes_dma(class, want));
    if (!null && ((base & nv_surf_align_mask(method)) ||
                  target > chip->surf_last_target)) {
        nv_graph_error(gpu, NV_NSOURCE(PROTECTION_ERROR));
    }
    *valid = deposit32(*valid, R_NV_PGRAPH_CTX_VALID_SURF_DMA_SHIFT + which,
                       1, !null && !bad);
    if (nv_surf_is_src2d(gpu, which)) {
        NV_R(gpu, NV_PGRAPH_SRC2D_DMA) = inst >> 4;
        return;
    }
    gpu->regs[R_NV_PGRAPH_SURF_BASE + which] = base & chip->surf_offset_mask;
    gpu->regs[R_NV_PGRAPH_SURF_LIMIT + which] =
        (nv_ramin_read32(gpu, inst + 4) & chip->surf_offset_mask) |
        (~chip->surf_offset_mask & 0xff) |
        (null ? R_NV_PGRAPH_SURF_LIMIT_NULL_MASK : 0);
}

static bool nv_valid_surf_format(uint32_t val)
{
    return val >= 1 && val <= 0xd;
}

static unsigned nv_surf_format(uint32_t val)
{
    static const uint8_t formats[16] = {
        [0x1] = NV_SURF_Y8,
        [0x2] = NV_SURF_X1R5G5B5_Z1R5G5B5,
        [0x3] = NV_SURF_X1R5G5B5_X1R5G5B5,
        [0x4] = NV_SURF_R5G6B5,
        [0x5] = NV_SURF_Y16,
        [0x6] = NV_SURF_X8R8G8B8_Z8R8G8B8,
        [0x7] = NV_SURF_X8R8G8B8_X8R8G8B8,
        [0x8] = NV_SURF_X1A7R8G8B8_Z1A7R8G8B8,
        [0x9] = NV_SURF_X1A7R8G8B8_X1A7R8G8B8,
        [0xa] = NV_SURF_A8R8G8B8,
        [0xb] = NV_SURF_Y32,
    };

    return formats[val & 0xf];
}

static void nv_surf_set_format(NVGPU *gpu, NVSurfIndex which, unsigned format)
{
    uint32_t *reg = &NV_R(gpu, NV_PGRAPH_SURF_FORMAT);
    unsigned bits = gpu->chip->graph->wide_surf_format ? 5 : 4;

    *reg = deposit32(*reg, which * bits, bits, format);
}

static unsigned nv_surf_get_format(NVGPU *gpu, NVSurfIndex which)
{
    unsigned bits = gpu->chip->graph->wide_surf_format ? 5 : 4;

    return extract32(NV_R(gpu, NV_PGRAPH_SURF_FORMAT), which * bits, bits);
}

static void nv_surf2d_format(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    unsigned format = nv_surf_format(val);

    nv_surf_set_format(gpu, NV_SURF_DST, format);
    nv_surf_set_format(gpu, NV_SURF_SRC, format);
}

/* The same with two logarithms: width and height of a swizzled surface */
static bool nv_valid_surf_swz_format(uint32_t val)
{
    unsigned width = extract32(val, 16, 8), height = val >> 24;

    return nv_valid_surf_format(val & 0xffff) && width >= 1 && width <= 11 &&
           height <= 11;
}

static void nv_surf_swz_format(NVGPU *gpu, const NVGraphMethod *method,
                               unsigned index, uint32_t val)
{
    uint32_t *size = &gpu->regs[R_NV_PGRAPH_SURF_SWIZZLE + 1];

    nv_surf_set_format(gpu, NV_SURF_SWZ, nv_surf_format(val));
    *size = FIELD_DP32(*size, NV_PGRAPH_SURF_SWIZZLE, X, extract32(val, 16, 4));
    *size = FIELD_DP32(*size, NV_PGRAPH_SURF_SWIZZLE, Y, extract32(val, 24, 4));
}

static bool nv04_valid_surf_pitch(uint32_t val)
{
    return (val & 0xffff) && val >> 16 && !(val & 0xe01fe01f);
}

static bool nv10_valid_surf_pitch(uint32_t val)
{
    return (val & 0xffff) && val >> 16 && !(val & 0x003f003f);
}

static void nv_surf2d_pitch(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    uint32_t mask = gpu->chip->graph->surf_pitch_mask;
    uint32_t bits = BIT(NV_SURF_DST) | BIT(NV_SURF_SRC);
    uint32_t *valid = &NV_R(gpu, NV_PGRAPH_CTX_VALID);

    bits <<= R_NV_PGRAPH_CTX_VALID_SURF_PITCH_SHIFT;
    if (nv_surf_is_src2d(gpu, NV_SURF_SRC)) {
        NV_R(gpu, NV_PGRAPH_SRC2D_PITCH) = val & 0xffff;
    } else {
        gpu->regs[R_NV_PGRAPH_SURF_PITCH + NV_SURF_SRC] = val & mask & 0xffff;
    }
    gpu->regs[R_NV_PGRAPH_SURF_PITCH + NV_SURF_DST] = val >> 16 & mask;
    *valid = nv_graph_failed(gpu) ? *valid & ~bits : *valid | bits;
}

static bool nv04_valid_surf_offset(uint32_t val)
{
    return !(val & 31);
}

static bool nv10_valid_surf_offset(uint32_t val)
{
    return !(val & 63);
}

static void nv_surf_offset(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val)
{
    unsigned which = method->arg & NV_SURF_ARG_INDEX;

    if (nv_surf_is_src2d(gpu, which)) {
        NV_R(gpu, NV_PGRAPH_SRC2D_OFFSET) = val;
        return;
    }
    gpu->regs[R_NV_PGRAPH_SURF_OFFSET + which] =
        val & gpu->chip->graph->surf_offset_mask;
}

const NVGraphMethod nv_mthd_surf2d_nv4[] = {
    { .name = "DMA_IMAGE_SOURCE", .mthd = 0x184, .arg = NV_SURF_SRC,
      .set = nv_surf_dma },
    { .name = "DMA_IMAGE_DESTIN", .mthd = 0x188, .arg = NV_SURF_DST,
      .set = nv_surf_dma },
    NV_MTHD_MISSING(0x200, 0x40),
    { .name = "FORMAT", .mthd = 0x300, .valid = nv_valid_surf_format,
      .set = nv_surf2d_format },
    { .name = "PITCH", .mthd = 0x304, .valid = nv04_valid_surf_pitch,
      .set = nv_surf2d_pitch },
    { .name = "OFFSET_SOURCE", .mthd = 0x308, .arg = NV_SURF_SRC,
      .valid = nv04_valid_surf_offset, .set = nv_surf_offset },
    { .name = "OFFSET_DESTIN", .mthd = 0x30c, .arg = NV_SURF_DST,
      .valid = nv04_valid_surf_offset, .set = nv_surf_offset },
    { }
};

const NVGraphMethod nv_mthd_surf2d_nv10[] = {
    { .name = "DMA_IMAGE_SOURCE", .mthd = 0x184,
      .arg = NV_SURF_SRC | NV_SURF_ARG_ALIGN64, .set = nv_surf_dma },
    { .name = "DMA_IMAGE_DESTIN", .mthd = 0x188,
      .arg = NV_SURF_DST | NV_SURF_ARG_ALIGN64, .set = nv_surf_dma },
    NV_MTHD_MISSING(0x200, 0x40),
    { .name = "FORMAT", .mthd = 0x300, .valid = nv_valid_surf_format,
      .set = nv_surf2d_format },
    { .name = "PITCH", .mthd = 0x304, .valid = nv10_valid_surf_pitch,
      .set = nv_surf2d_pitch },
    { .name = "OFFSET_SOURCE", .mthd = 0x308, .arg = NV_SURF_SRC,
      .valid = nv10_valid_surf_offset, .set = nv_surf_offset },
    { .name = "OFFSET_DESTIN", .mthd = 0x30c, .arg = NV_SURF_DST,
      .valid = nv10_valid_surf_offset, .set = nv_surf_offset },
    { }
};

const NVGraphMethod nv_mthd_surf_swz_nv4[] = {
    { .name = "DMA_IMAGE", .mthd = 0x184, .arg = NV_SURF_SWZ,
      .set = nv_surf_dma },
    NV_MTHD_MISSING(0x200, 0x40),
    { .name = "FORMAT", .mthd = 0x300, .valid = nv_valid_surf_swz_format,
      .set = nv_surf_swz_format },
    { .name = "OFFSET", .mthd = 0x304, .arg = NV_SURF_SWZ,
      .valid = nv04_valid_surf_offset, .set = nv_surf_offset },
    { }
};

const NVGraphMethod nv_mthd_surf_swz_nv10[] = {
    { .name = "DMA_IMAGE", .mthd = 0x184,
      .arg = NV_SURF_SWZ | NV_SURF_ARG_ALIGN64, .set = nv_surf_dma },
    NV_MTHD_MISSING(0x200, 0x40),
    { .name = "FORMAT", .mthd = 0x300, .valid = nv_valid_surf_swz_format,
      .set = nv_surf_swz_format },
    { .name = "OFFSET", .mthd = 0x304, .arg = NV_SURF_SWZ,
      .valid = nv10_valid_surf_offset, .set = nv_surf_offset },
    { }
};

/* --- Methods of 3D objects, NV20:NV50 --------------------------------- */

#define NV_SURF_TYPE_SWIZZLED 2

/* @color, @zeta: RT_FORMAT's fields */
static void nv_surf3d_set_format(NVGPU *gpu, uint32_t val, unsigned color,
                                 unsigned zeta)
{
    static const uint8_t formats[32] = {
        [0x01] = NV_SURF_X1R5G5B5_Z1R5G5B5,
        [0x02] = NV_SURF_X1R5G5B5_X1R5G5B5,
        [0x03] = NV_SURF_R5G6B5,
        [0x04] = NV_SURF_X8R8G8B8_Z8R8G8B8,
        [0x05] = NV_SURF_X8R8G8B8_X8R8G8B8,
        [0x06] = NV_SURF_X1A7R8G8B8_Z1A7R8G8B8,
        [0x07] = NV_SURF_X1A7R8G8B8_X1A7R8G8B8,
        [0x08] = NV_SURF_A8R8G8B8,
        [0x09] = NV_SURF_Y8,
        [0x0a] = NV_SURF_Y16,
        [0x0b] = 0x10,
        [0x0c] = 0x11,
        [0x0d] = NV_SURF_R32F,
        [0x0e] = NV_SURF_X8B8G8R8_Z8B8G8R8,
        [0x0f] = NV_SURF_X8B8G8R8_X8B8G8R8,
        [0x10] = NV_SURF_A8B8G8R8,
    };
    uint32_t *type = &NV_R(gpu, NV_PGRAPH_SURF_TYPE);
    uint32_t *swizzle = &NV_R(gpu, NV_PGRAPH_SURF_SWIZZLE);

    nv_surf_set_format(gpu, NV_SURF_COLOR, formats[color]);
    nv_surf_set_format(gpu, NV_SURF_ZETA, zeta <= 2 ? zeta : 0);
    *type = deposit32(*type, 0, 2, extract32(val, 8, 2));
    *swizzle = FIELD_DP32(*swizzle, NV_PGRAPH_SURF_SWIZZLE, X,
                          extract32(val, 16, 4));
    *swizzle = FIELD_DP32(*swizzle, NV_PGRAPH_SURF_SWIZZLE, Y,
                          extract32(val, 24, 4));
}

static void nv_surf3d_format_kelvin(NVGPU *gpu, const NVGraphMethod *method,
                                    unsigned index, uint32_t val)
{
    unsigned color = extract32(val, 0, 4);

    nv_surf3d_set_format(gpu, val, color <= 0xa ? color : 0,
                         extract32(val, 4, 4));
}

static void nv_surf3d_format(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    nv_surf3d_set_format(gpu, val, extract32(val, 0, 5), extract32(val, 5, 3));
}

static void nv_surf_set_pitch(NVGPU *gpu, NVSurfIndex which, uint32_t val)
{
    unsigned bit = R_NV_PGRAPH_CTX_VALID_SURF_PITCH_SHIFT + which;
    uint32_t *valid = &NV_R(gpu, NV_PGRAPH_CTX_VALID);

    gpu->regs[R_NV_PGRAPH_SURF_PITCH + which] =
        val & gpu->chip->graph->surf_pitch_mask;
    *valid = deposit32(*valid, bit, 1, !nv_graph_failed(gpu));
}

static void nv_surf3d_pitch(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    nv_surf_set_pitch(gpu, NV_SURF_COLOR, val & 0xffff);
    nv_surf_set_pitch(gpu, NV_SURF_ZETA, val >> 16);
}

static void nv_surf_pitch(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    nv_surf_set_pitch(gpu, method->arg, val);
}

const NVGraphMethod nv_mthd_surf3d[] = {
    { .name = "DMA_COLOR0", .mthd = 0x194,
      .arg = NV_SURF_COLOR | NV_SURF_ARG_ALIGN64, .set = nv_surf_dma },
    { .name = "DMA_ZETA", .mthd = 0x198,
      .arg = NV_SURF_ZETA | NV_SURF_ARG_ALIGN64, .set = nv_surf_dma },
    { .name = "COLOR0_OFFSET", .mthd = 0x210, .arg = NV_SURF_COLOR,
      .valid = nv10_valid_surf_offset, .set = nv_surf_offset },
    { .name = "ZETA_OFFSET", .mthd = 0x214, .arg = NV_SURF_ZETA,
      .valid = nv10_valid_surf_offset, .set = nv_surf_offset },
    { }
};

const NVGraphMethod nv_mthd_surf3d_kelvin[] = {
    { .name = "RT_FORMAT", .mthd = 0x208, .set = nv_surf3d_format_kelvin },
    { .name = "RT_PITCH", .mthd = 0x20c, .valid = nv10_valid_surf_pitch,
      .set = nv_surf3d_pitch },
    { }
};

const NVGraphMethod nv_mthd_surf3d_rankine[] = {
    { .name = "RT_FORMAT", .mthd = 0x208, .set = nv_surf3d_format },
    { .name = "COLOR0_PITCH", .mthd = 0x20c,
      .valid = nv10_valid_surf_pitch, .set = nv_surf3d_pitch },
    { }
};

const NVGraphMethod nv_mthd_surf3d_curie[] = {
    { .name = "RT_FORMAT", .mthd = 0x208, .set = nv_surf3d_format },
    { .name = "COLOR0_PITCH", .mthd = 0x20c, .arg = NV_SURF_COLOR,
      .set = nv_surf_pitch },
    { .name = "ZETA_PITCH", .mthd = 0x22c, .arg = NV_SURF_ZETA,
      .set = nv_surf_pitch },
    { }
};

/* --- Surfaces --------------------------------------------------------- */

/* Resolve the source, which must be in video memory as surfaces are. */
static void nv_surface_load_src2d(NVGPU *gpu, NVSurface *surface)
{
    NVDMAObject obj;

    nv_grobj_load_dma(gpu, NV_R(gpu, NV_PGRAPH_SRC2D_DMA) << 4, &obj);
    surface->base = obj.base + obj.adjust;
    surface->limit = obj.limit;
    surface->offset = NV_R(gpu, NV_PGRAPH_SRC2D_OFFSET);
    surface->pitch = NV_R(gpu, NV_PGRAPH_SRC2D_PITCH);
}

/* @n: index of SURF_SWIZZLE */
static void nv_surface_load_swizzled(NVGPU *gpu, NVSurface *surface,
                                     unsigned n)
{
    uint32_t size = gpu->regs[R_NV_PGRAPH_SURF_SWIZZLE + n];

    surface->swizzled = true;
    surface->log_width = FIELD_EX32(size, NV_PGRAPH_SURF_SWIZZLE, X);
    surface->log_height = FIELD_EX32(size, NV_PGRAPH_SURF_SWIZZLE, Y);
}

/* 1: 16 bits of depth, 2: 24 bits, and 8 of stencil */
static unsigned nv_surf_zeta_bytes(unsigned format)
{
    return format <= 2 ? format * 2 : 0;
}

static bool nv_surf_is_3d(NVSurfIndex which)
{
    return which == NV_SURF_COLOR || which == NV_SURF_ZETA;
}

bool nv_surface_load(NVGPU *gpu, NVSurfIndex which, NVSurface *surface)
{
    uint32_t valid = NV_R(gpu, NV_PGRAPH_CTX_VALID);
    unsigned format = nv_surf_get_format(gpu, which);
    unsigned swz_dma = R_NV_PGRAPH_CTX_VALID_SURF_DMA_SHIFT + NV_SURF_SWZ;

    *surface = (NVSurface) {
        .base = gpu->regs[R_NV_PGRAPH_SURF_BASE + which],
        .limit = gpu->regs[R_NV_PGRAPH_SURF_LIMIT + which] &
                 ~R_NV_PGRAPH_SURF_LIMIT_NULL_MASK,
        .offset = gpu->regs[R_NV_PGRAPH_SURF_OFFSET + which],
        .format = format,
        .bytes = which == NV_SURF_ZETA ? nv_surf_zeta_bytes(format)
                                       : nv_surf_bytes(format),
    };
    if (which == NV_SURF_SWZ) {
        nv_surface_load_swizzled(gpu, surface, 1);
        return surface->bytes && (valid >> swz_dma & 1);
    }
    if (nv_surf_is_3d(which) && (NV_R(gpu, NV_PGRAPH_SURF_TYPE) & 3) ==
                                NV_SURF_TYPE_SWIZZLED) {
        nv_surface_load_swizzled(gpu, surface, 0);
    }
    surface->pitch = gpu->regs[R_NV_PGRAPH_SURF_PITCH + which];
    if (nv_surf_is_src2d(gpu, which)) {
        nv_surface_load_src2d(gpu, surface);
    }
    return surface->bytes &&
           (valid >> (R_NV_PGRAPH_CTX_VALID_SURF_DMA_SHIFT + which) & 1) &&
           (valid >> (R_NV_PGRAPH_CTX_VALID_SURF_PITCH_SHIFT + which) & 1);
}
