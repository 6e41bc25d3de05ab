/*
 * NVIDIA GPU: SIFM objects, which scale an image in memory: 0x0063, 0x0077,
 * 0x0089, 0x0389, 0x3089
 *
 * Sources: hwtest's pgraph_class_sifm.cc for the methods and where PGRAPH keeps
 * their parameters; the register database (nv1_2d.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "error.h"
#include "grobj.h"
#include "paint.h"
#include "vertex.h"
#include "hw/nv/engine/color.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "hw/nv/engine/surface.h"
#include "hw/nv/uninitialized.h"
#include "trace/trace-hw_nv.h"

/* Fractional bits of positions in the source */
#define NV_SIFM_FRACTION 20

/* Largest size of a line of the source, in bytes */
#define NV_SIFM_LINE (0x800 * 4)

/* Elements of VTX: hardware uses x and y of one for different things. */
enum {
    NV_VTX_SIFM_LEFT = 0,
    NV_VTX_SIFM_END = 1,        /* right edge, height */
    NV_VTX_SIFM_DV_DY = 3,
    NV_VTX_SIFM_TOP = 4,
};

/* --- The source ------------------------------------------------------- */

/**
 * struct NVSifm - a drawing from memory
 *
 * @obj: the source's DMA object
 * @offset, @pitch: offset of its first pixel, and bytes from line to line
 * @format, @bytes: format and size of its pixels
 * @width, @height: its size
 * @left, @top: where @u, @v are drawn
 * @u, @v: position in the source, with NV_SIFM_FRACTION fractional bits
 * @du, @dv: step in the source per pixel of the destination
 * @bilinear: colors are interpolated
 */
typedef struct NVSifm {
    NVDMAObject obj;
    uint32_t offset, pitch;
    NVColorFormat format;
    unsigned bytes;
    int32_t width, height;
    int32_t left, top;
    int64_t u, v, du, dv;
    bool bilinear;
} NVSifm;

/**
 * struct NVSifmLines - the source for a piece of a line
 *
 * @lines: two lines of the source, or one
 * @column: first pixel in them
 */
typedef struct NVSifmLines {
    uint8_t lines[2][NV_SIFM_LINE];
    int32_t column;
} NVSifmLines;

static bool nv_sifm_is_yuv(NVColorFormat format)
{
    return format == NV_COLOR_V8YB8U8YA8 || format == NV_COLOR_YB8V8YA8U8;
}

static uint8_t nv_sifm_clamp(int32_t val)
{
    return MAX(0, MIN(val, 255));
}

/* A pixel of a word with two, by the equations of ITU-R BT.601 */
static uint32_t nv_sifm_yuv(NVColorFormat format, uint32_t pair, bool second)
{
    unsigned luma = format == NV_COLOR_V8YB8U8YA8 ? 0 : 8;
    int32_t y = 298 * ((int32_t)extract32(pair, luma + second * 16, 8) - 16);
    int32_t u = extract32(pair, luma ^ 8, 8) - 128;
    int32_t v = extract32(pair, 16 + (luma ^ 8), 8) - 128;

    return 0xff000000 |
           nv_sifm_clamp((y + 409 * v + 128) >> 8) << 16 |
           nv_sifm_clamp((y - 100 * u - 208 * v + 128) >> 8) << 8 |
           nv_sifm_clamp((y + 516 * u + 128) >> 8);
}

/* A pixel of the source; converted to a color if it is part of a pair */
static uint32_t nv_sifm_texel(const NVSifm *s, const NVSifmLines *l,
                              unsigned line, int32_t x)
{
    const uint8_t *data = l->lines[line];
    int32_t i = MAX(0, MIN(x, s->width - 1)) - l->column;

    if (nv_sifm_is_yuv(s->format)) {
        return nv_sifm_yuv(s->format, ldl_le_p(data + (i & ~1) * 2), i & 1);
    }
    return nv_pixel_load(data + i * s->bytes, s->bytes);
}

static uint32_t nv_sifm_argb(const NVSifm *s, const NVSifmLines *l,
                             unsigned line, int32_t x)
{
    uint32_t val = nv_sifm_texel(s, l, line, x);

    return nv_sifm_is_yuv(s->format)
        ? val : nv_color_convert(s->format, NV_SURF_A8R8G8B8, val);
}

static uint32_t nv_sifm_mixed(const NVSifm *s, const NVSifmLines *l, int64_t u,
                              int64_t v)
{
    int32_t x = u >> NV_SIFM_FRACTION;
    uint32_t fu = extract64(u, NV_SIFM_FRACTION - 8, 8);
    uint32_t fv = extract64(v, NV_SIFM_FRACTION - 8, 8);
    uint32_t argb[4];

    for (unsigned i = 0; i < 4; i++) {
        argb[i] = nv_sifm_argb(s, l, i >> 1, x + (i & 1));
    }
    return nv_color_mix(argb, fu, fv);
}

/* Read the source of a piece.  Beyond an edge, its pixels are repeated. */
static bool nv_sifm_read(NVGPU *gpu, const NVSifm *s, NVSifmLines *l,
                         int64_t u, int64_t v, unsigned count)
{
    int64_t end = u + s->du * (count - 1);
    int64_t first = MIN(u, end) >> NV_SIFM_FRACTION;
    int64_t last = (MAX(u, end) >> NV_SIFM_FRACTION) + 1;

    first = MAX(0, MIN(first, s->width - 1)) & ~1;
    last = MAX(0, MIN(last, s->width - 1)) | 1;
    l->column = first;
    for (unsigned i = 0; i < 1 + s->bilinear; i++) {
        int64_t line = (v >> NV_SIFM_FRACTION) + i;

        line = MAX(0, MIN(line, s->height - 1));
        if (!nv_dmaobj_read(gpu, &s->obj,
                            (uint64_t)s->offset + line * s->pitch +
                            first * s->bytes, l->lines[i],
                            (last - first + 1) * s->bytes, NULL)) {
            return false;
        }
    }
    return true;
}

/* --- Drawing ---------------------------------------------------------- */

static void nv_sifm_piece(NVGPU *gpu, NVPaint *paint, const void *source,
                          int32_t x, int32_t y, unsigned count)
{
    const NVSifm *s = source;
    NVSurfFormat surf = paint->dst.format;
    NVColorFormat raw = nv_color_source(s->format, surf);
    bool is_color = raw == s->format;
    int64_t u = s->u + s->du * (x - s->left);
    int64_t v = s->v + s->dv * (y - s->top);
    uint32_t colors[NV_PAINT_MAX] QEMU_UNINITIALIZED;
    bool visible[NV_PAINT_MAX] QEMU_UNINITIALIZED;
    NVSifmLines lines;

    if ((gpu->graph->op.nsource | paint->nsource) &
        NV_NSOURCE(DMA_R_PROTECTION)) {
        return;
    }
    if (!nv_sifm_read(gpu, s, &lines, u, v, count)) {
        paint->nsource |= NV_NSOURCE(DMA_R_PROTECTION);
        return;
    }
    for (unsigned i = 0; i < count; i++, u += s->du) {
        NVColorFormat format = s->format;
        uint32_t val;

        if (is_color && s->bilinear) {
            val = nv_sifm_mixed(s, &lines, u, v);
            format = NV_COLOR_A8R8G8B8;
        } else {
            format = nv_sifm_is_yuv(format) ? NV_COLOR_A8R8G8B8 : format;
            val = nv_sifm_texel(s, &lines, 0, u >> NV_SIFM_FRACTION);
        }
        visible[i] = !paint->visible_alpha || nv_color_visible(format, val);
        colors[i] = nv_color_convert(is_color ? format : raw, surf, val);
    }
    nv_paint_pixels(gpu, paint, x, y, count, colors, visible);
}

static const NVPaintLines nv_sifm_lines = {
    .piece = nv_sifm_piece, .most = NV_PAINT_MAX, .cost = 4, .reads = true,
};

static const NVPaintLines nv_sifm_bilinear_lines = {
    .piece = nv_sifm_piece, .most = NV_PAINT_MAX, .cost = 16, .reads = true,
};

/* Decode the source's registers; returns false if they are invalid. */
static bool nv_sifm_load(NVGPU *gpu, NVSifm *s)
{
    uint32_t size = NV_R(gpu, NV_PGRAPH_MISC24_1);
    uint32_t mode = NV_R(gpu, NV_PGRAPH_SIFM_MODE);
    uint32_t point = NV_R(gpu, NV_PGRAPH_BITMAP_COLOR_1);
    int64_t half = 0;

    s->format = nv_grobj_color_format(gpu);
    s->bytes = nv_sifm_is_yuv(s->format) ? 2 : nv_color_bytes(s->format);
    s->offset = NV_R(gpu, NV_PGRAPH_DMA_OFFSET_IN);
    s->pitch = FIELD_EX32(NV_R(gpu, NV_PGRAPH_DMA_PITCH), NV_PGRAPH_DMA_PITCH,
                          IN);
    s->width = extract32(size, 0, 11);
    s->height = extract32(size, 11, 11);
    s->left = nv_vtx_x(gpu, NV_VTX_SIFM_LEFT);
    s->top = nv_vtx_y(gpu, NV_VTX_SIFM_TOP);
    s->du = (int32_t)NV_R(gpu, NV_PGRAPH_SOURCE_COLOR);
    s->dv = (int32_t)gpu->regs[R_NV_PGRAPH_VTX_Y + NV_VTX_SIFM_DV_DY];
    s->bilinear = FIELD_EX32(mode, NV_PGRAPH_SIFM_MODE, FILTER);
    if (s->bilinear && FIELD_EX32(mode, NV_PGRAPH_SIFM_MODE, ORIGIN) == 2) {
        half = 1 << (NV_SIFM_FRACTION - 1);
    }
    s->u = ((int64_t)extract32(point, 0, 16) << (NV_SIFM_FRACTION - 4)) - half;
    s->v = ((int64_t)extract32(point, 16, 16) << (NV_SIFM_FRACTION - 4)) - half;
    return s->format != NV_COLOR_INVALID && s->width && s->height;
}

bool nv_sifm_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    NVPaint paint QEMU_UNINITIALIZED;
    NVSifm s;

    if (!nv_sifm_load(gpu, &s)) {
        nv_graph_state_error(gpu, "the source has no size or format");
        return true;
    }
    if (!nv_grobj_load_dma(gpu, nv_grobj_dma(gpu, 0), &s.obj)) {
        nv_graph_error(gpu, NV_NSOURCE(DMA_R_PROTECTION));
        return true;
    }
    if (!nv_paint_begin(gpu, &paint)) {
        return true;
    }
    return nv_paint_lines(gpu, &paint, s.bilinear ? &nv_sifm_bilinear_lines
                                                  : &nv_sifm_lines, &s,
                          budget);
}

/* --- Methods ---------------------------------------------------------- */

static const uint8_t nv_sifm_formats[16] = {
    [1] = NV_COLOR_A1R5G5B5,
    [2] = NV_COLOR_X1R5G5B5,
    [3] = NV_COLOR_A8R8G8B8,
    [4] = NV_COLOR_X8R8G8B8,
    [5] = NV_COLOR_V8YB8U8YA8,
    [6] = NV_COLOR_YB8V8YA8U8,
    [7] = NV_COLOR_R5G6B5,
    [8] = NV_COLOR_Y8,
    [9] = NV_COLOR_AY8,
};

static bool nv04_valid_sifm_format(uint32_t val)
{
    return val >= 1 && val <= 7;
}

static bool nv_valid_sifm_format(uint32_t val)
{
    return val < ARRAY_SIZE(nv_sifm_formats) && nv_sifm_formats[val];
}

static void nv_sifm_color_format(NVGPU *gpu, const NVGraphMethod *method,
                                 unsigned index, uint32_t val)
{
    nv_grobj_set(gpu, NV_GROBJ_COLOR_FORMAT, nv_sifm_formats[val & 0xf]);
}

static void nv_sifm_point_out(NVGPU *gpu, const NVGraphMethod *method,
                              unsigned index, uint32_t val)
{
    gpu->regs[R_NV_PGRAPH_VTX_X + NV_VTX_SIFM_LEFT] = sextract32(val, 0, 16);
    gpu->regs[R_NV_PGRAPH_VTX_Y + NV_VTX_SIFM_TOP] = sextract32(val, 16, 16);
}

static void nv_sifm_size_out(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    nv_vtx_set(gpu, NV_VTX_SIFM_END,
               nv_vtx_x(gpu, NV_VTX_SIFM_LEFT) + extract32(val, 0, 16),
               extract32(val, 16, 16));
}

static void nv_sifm_du_dx(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_SOURCE_COLOR) = val;
}

static void nv_sifm_dv_dy(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    gpu->regs[R_NV_PGRAPH_VTX_Y + NV_VTX_SIFM_DV_DY] = val;
}

static bool nv_valid_sifm_size(uint32_t val)
{
    return !(val & 0xf800f801) && (val & 0xffff) && val >> 16;
}

static void nv_sifm_size_in(NVGPU *gpu, const NVGraphMethod *method,
                            unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_MISC24_0) = extract32(val, 0, 16);
    NV_R(gpu, NV_PGRAPH_MISC24_1) = extract32(val, 0, 11) |
                                    extract32(val, 16, 11) << 11;
}

/* Origin of pixels, interpolation, and the pitch */
static bool nv_valid_sifm_mode(uint32_t val)
{
    unsigned origin = extract32(val, 16, 8);

    return origin >= 1 && origin <= 2 && val >> 24 <= 1;
}

static bool nv04_valid_sifm_mode(uint32_t val)
{
    return nv_valid_sifm_mode(val) && !(val & 0xe000);
}

static void nv_sifm_mode(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
    uint32_t *mode = &NV_R(gpu, NV_PGRAPH_SIFM_MODE);

    NV_R(gpu, NV_PGRAPH_DMA_PITCH) = extract32(val, 0, 16) * 0x10001;
    *mode = FIELD_DP32(*mode, NV_PGRAPH_SIFM_MODE, ORIGIN,
                       extract32(val, 16, 2));
    *mode = FIELD_DP32(*mode, NV_PGRAPH_SIFM_MODE, FILTER,
                       extract32(val, 24, 1));
}

static void nv_sifm_offset(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_DMA_OFFSET_IN) = val;
}

/* mthd 0x40c: POINT starts the drawing. */
static void nv_sifm_point(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    NVRect clip = nv_clip_object(gpu);
    NVRect rect = {
        .x0 = nv_vtx_x(gpu, NV_VTX_SIFM_LEFT),
        .y0 = nv_vtx_y(gpu, NV_VTX_SIFM_TOP),
        .x1 = nv_vtx_x(gpu, NV_VTX_SIFM_END),
    };
    NVGraphOp op;

    NV_R(gpu, NV_PGRAPH_BITMAP_COLOR_1) = val;
    rect.y1 = rect.y0 + nv_vtx_y(gpu, NV_VTX_SIFM_END);
    nv_rect_clip(&rect, &clip);
    trace_nv_2d_image(rect.x0, rect.y0, rect.x1 - rect.x0,
                      rect.y1 - rect.y0);
    if (nv_rect_is_empty(&rect)) {
        return;
    }
    op = (NVGraphOp) {
        .kind = NV_GRAPH_OP_SIFM,
        .x0 = rect.x0, .y0 = rect.y0, .x1 = rect.x1, .y1 = rect.y1,
    };
    nv_graph_start(gpu, &op);
}

/* All classes: */
const NVGraphMethod nv_mthd_sifm[] = {
    { .name = "DMA_IMAGE", .mthd = 0x184, .set = nv_mthd_dma_source },
    NV_MTHD_LINK(0x188, PATTERN),
    NV_MTHD_LINK(0x18c, ROP),
    NV_MTHD_LINK(0x190, BETA1),
    NV_MTHD_LINK(0x194, BETA4),
    NV_MTHD_LINK(0x198, SURFACE_ANY),
    NV_MTHD_MISSING(0x200, 1),
    NV_MTHD_OPERATION(0x304, nv_valid_operation),
    { .name = "CLIP_POINT", .mthd = 0x308, .set = nv_clip_object_set },
    { .name = "CLIP_SIZE", .mthd = 0x30c, .set = nv_clip_object_size },
    { .name = "OUT_POINT", .mthd = 0x310, .set = nv_sifm_point_out },
    { .name = "OUT_SIZE", .mthd = 0x314, .set = nv_sifm_size_out },
    { .name = "DU_DX", .mthd = 0x318, .set = nv_sifm_du_dx },
    { .name = "DV_DY", .mthd = 0x31c, .set = nv_sifm_dv_dy },
    { .name = "SIZE", .mthd = 0x400, .valid = nv_valid_sifm_size,
      .set = nv_sifm_size_in },
    { .name = "OFFSET", .mthd = 0x408, .set = nv_sifm_offset },
    { .name = "POINT", .mthd = 0x40c, .set = nv_sifm_point },
    { }
};

/* 0x0063, 0x0077: */
const NVGraphMethod nv_mthd_sifm_nv4[] = {
    { .name = "COLOR_FORMAT", .mthd = 0x300,
      .valid = nv04_valid_sifm_format, .set = nv_sifm_color_format },
    { .name = "FORMAT", .mthd = 0x404, .valid = nv04_valid_sifm_mode,
      .set = nv_sifm_mode },
    { }
};

/* From 0x0089 on: */
const NVGraphMethod nv_mthd_sifm_nv10[] = {
    { .name = "COLOR_FORMAT", .mthd = 0x300, .valid = nv_valid_sifm_format,
      .set = nv_sifm_color_format },
    { .name = "FORMAT", .mthd = 0x404, .valid = nv_valid_sifm_mode,
      .set = nv_sifm_mode },
    { }
};

/* From 0x0063 on: */
const NVGraphMethod nv_mthd_sifm_dither[] = {
    { .name = "COLOR_CONVERSION", .mthd = 0x2fc, .valid = nv_valid_dither,
      .set = nv_mthd_dither },
    { }
};
