/*
 * NVIDIA GPU: BLIT objects: 0x001f, 0x005f, 0x009f
 *
 * Sources: the register database (nv1_blit.xml), hwtest's
 * pgraph_class_solid.cc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "classes.h"
#include "error.h"
#include "grobj.h"
#include "paint.h"
#include "surface.h"
#include "vertex.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "hw/nv/engine/surface.h"
#include "hw/nv/uninitialized.h"
#include "trace/trace-hw_nv.h"

/* Elements of VTX */
enum {
    NV_VTX_BLIT_SRC = 0,
    NV_VTX_BLIT_DST = 1,
};

/* --- Drawing ---------------------------------------------------------- */

/* Read pixels; nothing is drawn for those outside the surface. */
static uint32_t nv_blit_read(NVGPU *gpu, const NVSurface *src, int32_t x,
                             int32_t y, unsigned count, uint32_t *colors,
                             bool *visible)
{
    NVPixels pixels;
    bool all = nv_surface_pixels(gpu, src, false, x, y, count, &pixels);

    memset(visible, 0, count * sizeof(*visible));
    for (unsigned i = 0; i < pixels.count; i++) {
        colors[pixels.first + i] = nv_pixel_load(pixels.host + i * src->bytes,
                                                 src->bytes);
        visible[pixels.first + i] = true;
    }
    return all ? 0 : NV_NSOURCE(LIMIT_COLOR);
}

static void nv_blit_piece(NVGPU *gpu, NVPaint *paint, const void *source,
                          int32_t x, int32_t y, unsigned count)
{
    const NVGraphOp *op = &gpu->graph->op;
    uint32_t colors[NV_PAINT_MAX] QEMU_UNINITIALIZED;
    bool visible[NV_PAINT_MAX] QEMU_UNINITIALIZED;

    paint->nsource |= nv_blit_read(gpu, source, x + op->dx, y + op->dy, count,
                                   colors, visible);
    nv_paint_pixels(gpu, paint, x, y, count, colors, visible);
}

static const NVPaintLines nv_blit_lines = {
    .piece = nv_blit_piece, .most = NV_PAINT_MAX, .cost = 2, .reads = true,
};

static void nv_blit_copy(NVGPU *gpu, NVPaint *paint, const void *source,
                         int32_t x, int32_t y, unsigned count)
{
    const NVGraphOp *op = &gpu->graph->op;

    if (!nv_paint_copy(gpu, paint, source, x + op->dx, y + op->dy, x, y,
                       count)) {
        paint->nsource |= NV_NSOURCE(LIMIT_COLOR);
    }
}

static const NVPaintLines nv_blit_copies = {
    .piece = nv_blit_copy, .rows = nv_paint_blit_rows,
    .most = NV_PAINT_COPY_MAX, .cost = 2, .reads = true,
};

bool nv_blit_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    NVSurface src;
    NVPaint paint QEMU_UNINITIALIZED;

    if (!nv_surface_load(gpu, NV_SURF_SRC, &src)) {
        nv_graph_state_error(gpu, "the source isn't set up");
        return true;
    }
    if (!nv_paint_begin(gpu, &paint)) {
        return true;
    }
    if (paint.dst.swizzled || !nv_paint_copies(&paint, &src)) {
        return nv_paint_lines(gpu, &paint, &nv_blit_lines, &src, budget);
    }
    return nv_paint_blit(gpu, &paint, &nv_blit_copies, &src, budget);
}

/* --- Methods ---------------------------------------------------------- */

static bool nv_valid_blit_src(uint32_t val)
{
    return !(val & 0x80008000);
}

/* @arg: element of VTX */
static void nv_blit_point(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val)
{
    nv_vtx_set(gpu, method->arg, sextract32(val, 0, 16),
               sextract32(val, 16, 16));
}

/*
 * mthd 0x308: SIZE starts the copy.  Its direction is chosen so that a copy
 * within a surface never reads a pixel that it has written.
 */
static void nv_blit_size(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
    int32_t dx = nv_vtx_x(gpu, NV_VTX_BLIT_SRC) -
                 nv_vtx_x(gpu, NV_VTX_BLIT_DST);
    int32_t dy = nv_vtx_y(gpu, NV_VTX_BLIT_SRC) -
                 nv_vtx_y(gpu, NV_VTX_BLIT_DST);
    NVRect clip = nv_clip_user(gpu);
    NVRect rect = {
        .x0 = nv_vtx_x(gpu, NV_VTX_BLIT_DST),
        .y0 = nv_vtx_y(gpu, NV_VTX_BLIT_DST),
        .x1 = nv_vtx_x(gpu, NV_VTX_BLIT_DST) + extract32(val, 0, 16),
        .y1 = nv_vtx_y(gpu, NV_VTX_BLIT_DST) + extract32(val, 16, 16),
    };
    NVGraphOp op;

    nv_rect_clip(&rect, &clip);
    trace_nv_2d_blit(rect.x0 + dx, rect.y0 + dy, rect.x0, rect.y0, rect.x1,
                     rect.y1);
    if (nv_rect_is_empty(&rect)) {
        return;
    }
    op = (NVGraphOp) {
        .kind = NV_GRAPH_OP_BLIT,
        .x0 = rect.x0, .y0 = rect.y0, .x1 = rect.x1, .y1 = rect.y1,
        .dx = dx, .dy = dy,
        .left = dx < 0,
        .up = dy < 0,
    };
    nv_graph_start(gpu, &op);
}

/* All classes: */
const NVGraphMethod nv_mthd_blit[] = {
    NV_MTHD_LINK(0x188, CLIP),
    NV_MTHD_LINK(0x190, ROP),
    NV_MTHD_LINK(0x194, BETA1),
    NV_MTHD_MISSING(0x200, 2),
    { .name = "POINT_IN", .mthd = 0x300, .arg = NV_VTX_BLIT_SRC,
      .valid = nv_valid_blit_src, .set = nv_blit_point },
    { .name = "POINT_OUT", .mthd = 0x304, .arg = NV_VTX_BLIT_DST,
      .set = nv_blit_point },
    { .name = "SIZE", .mthd = 0x308, .set = nv_blit_size },
    { }
};

/* 0x001f: */
const NVGraphMethod nv_mthd_blit_nv1[] = {
    NV_MTHD_LINK(0x184, CHROMA_NV1),
    NV_MTHD_LINK(0x18c, PATTERN_NV1),
    NV_MTHD_LINK(0x198, SURFACE_SRC),
    NV_MTHD_LINK(0x19c, SURFACE_DST),
    NV_MTHD_OPERATION(0x2fc, nv01_valid_operation),
    { }
};

/* From 0x005f on: */
const NVGraphMethod nv_mthd_blit_nv4[] = {
    NV_MTHD_LINK(0x184, CHROMA),
    NV_MTHD_LINK(0x18c, PATTERN),
    NV_MTHD_LINK(0x198, BETA4),
    NV_MTHD_LINK(0x19c, SURFACE),
    NV_MTHD_OPERATION(0x2fc, nv_valid_operation),
    { }
};

/* --- Flipping, 0x009f ------------------------------------------------- */

/*
 * Counters by which a channel waits until a head shows the buffer that it has
 * drawn: the first set in SURF_TYPE.
 */
enum {
    NV_FLIP_WRITE_SHIFT = 8,
    NV_FLIP_READ_SHIFT = 12,
    NV_FLIP_MODULO_SHIFT = 16,
};

static bool nv_valid_flip(uint32_t val)
{
    return val < 8;
}

/* @arg: first bit of the counter */
static void nv_flip_set(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val)
{
    uint32_t *type = &NV_R(gpu, NV_PGRAPH_SURF_TYPE);

    *type = deposit32(*type, method->arg, 3, val);
}

/*
 * On hardware the read counter follows a head's vertical blanks; here it
 * advances at once, so FLIP_WAIT never has to wait.
 */
static void nv_flip_incr(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
    uint32_t *type = &NV_R(gpu, NV_PGRAPH_SURF_TYPE);
    unsigned next = extract32(*type, method->arg, 3) + 1;

    if (next == extract32(*type, NV_FLIP_MODULO_SHIFT, 3)) {
        next = 0;
    }
    *type = deposit32(*type, method->arg, 3, next);
}

static void nv_flip_wait(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val)
{
}

const NVGraphMethod nv_mthd_flip[] = {
    { .name = "FLIP_SET_READ", .mthd = 0x120, .arg = NV_FLIP_READ_SHIFT,
      .valid = nv_valid_flip, .set = nv_flip_set },
    { .name = "FLIP_SET_WRITE", .mthd = 0x124, .arg = NV_FLIP_WRITE_SHIFT,
      .valid = nv_valid_flip, .set = nv_flip_set },
    { .name = "FLIP_MAX", .mthd = 0x128, .arg = NV_FLIP_MODULO_SHIFT,
      .valid = nv_valid_flip, .set = nv_flip_set },
    { .name = "FLIP_INCR_WRITE", .mthd = 0x12c, .arg = NV_FLIP_WRITE_SHIFT,
      .set = nv_flip_incr },
    { .name = "FLIP_WAIT", .mthd = 0x130, .set = nv_flip_wait },
    { .name = "FLIP_HEAD_INCR_READ", .mthd = 0x134,
      .arg = NV_FLIP_READ_SHIFT, .set = nv_flip_incr },
    { }
};
