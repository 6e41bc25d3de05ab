/*
 * NVIDIA GPU: clears by 3D objects, NV50:NVC0
 *
 * Sources: the register database (g80_3d.xml, CLEAR_BUFFERS); Mesa's
 * nv50_surface.c, according to which COLOR_MASK has no effect.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "3d.h"
#include "classes.h"
#include "context.h"
#include "error.h"
#include "rt.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/layout.h"
#include "hw/nv/engine/method.h"
#include "hw/nv/engine/operation.h"
#include "hw/nv/engine/paint.h"
#include "trace/trace-hw_nv.h"

/* Bytes that are written in one go: a multiple of each layout's columns */
#define NV50_CLEAR_CHUNK 4096

FIELD(NV50_3D_CLEAR_BUFFERS, ZETA, 0, 2)
FIELD(NV50_3D_CLEAR_BUFFERS, COLOR, 2, 4)
FIELD(NV50_3D_CLEAR_BUFFERS, RT, 6, 4)
FIELD(NV50_3D_CLEAR_BUFFERS, LAYER, 10, 11)

FIELD(NV50_3D_CLEAR_FLAGS, VIEWPORT, 4, 1)

FIELD(NV50_3D_RT_HORIZ, WIDTH, 0, 28)
FIELD(NV50_3D_RT_HORIZ, LINEAR, 31, 1)

FIELD(NV50_3D_ARRAY_MODE, LAYERS, 0, 16)
FIELD(NV50_3D_ARRAY_MODE, IS_3D, 16, 1)

/* The parts of a clear, in order */
enum {
    NV50_CLEAR_COLOR,
    NV50_CLEAR_ZETA,
    NV50_CLEAR__PARTS,
};

/**
 * struct NV50Clear - a surface being cleared
 *
 * @obj: DMA object
 * @addr: address in it
 * @layout: its memory layout
 * @width, @height: its size, in elements
 * @element: the element to write
 * @whole: all bits of each element are written
 */
typedef struct NV50Clear {
    NVDMAObject obj;
    uint64_t addr;
    NVLayout layout;
    uint32_t width, height;
    NV50RtElement element;
    bool whole;
} NV50Clear;

bool nv50_rt_is_linear(NVGPU *gpu, unsigned rt)
{
    return FIELD_EX32(*nv50_3d(gpu, NV50_3D_RT_HORIZ + rt * 2),
                      NV50_3D_RT_HORIZ, LINEAR);
}

/* --- What is cleared -------------------------------------------------- */

/* @dma: the word of the surface's DMA object, or of its first layer */
static uint32_t nv50_clear_layer(NVGPU *gpu, unsigned dma)
{
    uint32_t layer = FIELD_EX32(*nv50_3d(gpu, NV50_3D_CLEAR_BUFFERS),
                                NV50_3D_CLEAR_BUFFERS, LAYER);

    return gpu->chip->graph->family->has_first_layers
        ? layer + extract32(*nv50_3d(gpu, dma), 0, 16) : layer;
}

/* @surface: its words, see NV50_3D_RT; @horiz, @vert: its size */
static void nv50_clear_place(NVGPU *gpu, NV50Clear *clear,
                             const uint32_t *surface, uint32_t horiz,
                             uint32_t vert, uint32_t array_mode, unsigned dma)
{
    uint32_t layer = nv50_clear_layer(gpu, dma);
    uint32_t width = FIELD_EX32(horiz, NV50_3D_RT_HORIZ, WIDTH);
    unsigned bytes = clear->element.bytes;
    NVLayout *layout = &clear->layout;

    clear->addr = nv50_address(surface[0], surface[1]);
    clear->height = MIN(vert, 0x10000);
    layout->pitch_linear = FIELD_EX32(horiz, NV50_3D_RT_HORIZ, LINEAR);
    layout->pitch = width;
    clear->width = MIN(layout->pitch_linear ? width / bytes : width, 0x10000);
    layout->width = clear->width * bytes;
    layout->height = clear->height;
    nv_layout_set_block(layout, surface[3], gpu->chip->graph->gob_height);
    if (FIELD_EX32(array_mode, NV50_3D_ARRAY_MODE, IS_3D)) {
        layout->depth = FIELD_EX32(array_mode, NV50_3D_ARRAY_MODE, LAYERS);
        layout->layer = layer;
    } else {
        layout->depth = 1;
        clear->addr += (uint64_t)layer * surface[4] * 4;
    }
}

static bool nv50_clear_load_color(NVGPU *gpu, NV50Clear *clear)
{
    uint32_t val = *nv50_3d(gpu, NV50_3D_CLEAR_BUFFERS);
    unsigned rt = FIELD_EX32(val, NV50_3D_CLEAR_BUFFERS, RT) % NV50_3D_RTS;
    uint32_t components = FIELD_EX32(val, NV50_3D_CLEAR_BUFFERS, COLOR);
    uint32_t surface[NV50_3D_RT_WORDS];

    for (unsigned i = 0; i < NV50_3D_RT_WORDS; i++) {
        surface[i] = *nv50_3d(gpu, NV50_3D_RT + i * NV50_3D_RTS + rt);
    }
    if (!components) {
        return false;
    }
    if (!nv50_rt_color(surface[2], nv50_3d(gpu, NV50_3D_CLEAR_COLOR),
                       components, &clear->element)) {
        nv_graph_refused(gpu, "the target has no such format");
        return false;
    }
    nv50_clear_place(gpu, clear, surface,
                     *nv50_3d(gpu, NV50_3D_RT_HORIZ + rt * 2),
                     *nv50_3d(gpu, NV50_3D_RT_HORIZ + rt * 2 + 1),
                     *nv50_3d(gpu, NV50_3D_RT_ARRAY_MODE),
                     NV50_3D_DMA_COLOR + rt);
    nv50_graph_dmaobj(gpu, *nv50_3d(gpu, NV50_3D_DMA_COLOR + rt),
                      &clear->obj);
    return true;
}

static bool nv50_clear_load_zeta(NVGPU *gpu, NV50Clear *clear)
{
    uint32_t val = *nv50_3d(gpu, NV50_3D_CLEAR_BUFFERS);
    uint32_t components = FIELD_EX32(val, NV50_3D_CLEAR_BUFFERS, ZETA);
    const uint32_t *surface = nv50_3d(gpu, NV50_3D_ZETA);

    if (!components) {
        return false;
    }
    if (!(*nv50_3d(gpu, NV50_3D_ZETA_ENABLE) & 1)) {
        nv_graph_refused(gpu, "the depth buffer isn't enabled");
        return false;
    }
    if (!nv50_rt_zeta(surface[2], *nv50_3d(gpu, NV50_3D_CLEAR_DEPTH),
                      *nv50_3d(gpu, NV50_3D_CLEAR_STENCIL), components,
                      &clear->element)) {
        nv_graph_refused(gpu, "the depth buffer has no such format");
        return false;
    }
    /* It can't be pitch-linear. */
    nv50_clear_place(gpu, clear, surface,
                     *nv50_3d(gpu, NV50_3D_ZETA_HORIZ) &
                     R_NV50_3D_RT_HORIZ_WIDTH_MASK,
                     *nv50_3d(gpu, NV50_3D_ZETA_HORIZ + 1), 0,
                     NV50_3D_DMA_ZETA);
    nv50_graph_dmaobj(gpu, *nv50_3d(gpu, NV50_3D_DMA_ZETA), &clear->obj);
    return true;
}

/* Returns false if there is nothing to do. */
static bool nv50_clear_load(NVGPU *gpu, unsigned part, NV50Clear *clear)
{
    bool found = part == NV50_CLEAR_COLOR ? nv50_clear_load_color(gpu, clear)
                                          : nv50_clear_load_zeta(gpu, clear);

    clear->whole = true;
    for (unsigned i = 0; found && i < clear->element.bytes; i++) {
        clear->whole &= clear->element.mask[i] == 0xff;
    }
    return found;
}

/* --- Clearing --------------------------------------------------------- */

static void nv50_clear_merge(const NV50RtElement *element, uint8_t *buf,
                             unsigned count)
{
    for (unsigned i = 0; i < count; i++, buf += element->bytes) {
        for (unsigned n = 0; n < element->bytes; n++) {
            buf[n] = (buf[n] & ~element->mask[n]) | element->value[n];
        }
    }
}

/* As many elements as there is room for, their number doubled by each copy */
static void nv50_clear_fill(const NV50RtElement *element, uint8_t *buf)
{
    unsigned all = ROUND_DOWN(NV50_CLEAR_CHUNK, element->bytes), len;

    memcpy(buf, element->value, element->bytes);
    for (len = element->bytes; len < all; len *= 2) {
        memcpy(buf + len, buf, MIN(len, all - len));
    }
}

/* Clear contiguous elements.  Returns false on a fault. */
static bool nv50_clear_run(NVGPU *gpu, const NV50Clear *clear, uint8_t *buf,
                           uint64_t addr, uint32_t count, NVDmaFault *fault)
{
    uint32_t len = count * clear->element.bytes;

    addr &= NV50_VM_ADDR_MASK;
    if (!clear->whole) {
        if (!nv_dmaobj_read(gpu, &clear->obj, addr, buf, len, fault)) {
            return false;
        }
        nv50_clear_merge(&clear->element, buf, count);
    }
    return nv_dmaobj_write(gpu, &clear->obj, addr, buf, len, fault);
}

/*
 * Clear @lines lines from @place on, as far as they are in one column: if all of
 * it is cleared, they follow each other.  Returns how many elements of each, or 0
 * on a fault.
 */
static uint32_t nv50_clear_column(NVGPU *gpu, const NV50Clear *clear,
                                  uint8_t *buf, const NVMovePlace *place,
                                  uint32_t count, uint32_t lines,
                                  NVDmaFault *fault)
{
    unsigned bytes = clear->element.bytes;
    uint64_t run, addr = nv_move_address(place, 0, &run);

    count = MIN(count, MIN(run, NV50_CLEAR_CHUNK) / bytes);
    if (count * bytes == place->pitch) {
        return nv50_clear_run(gpu, clear, buf, addr, count * lines, fault)
            ? count : 0;
    }
    for (uint32_t i = 0; i < lines; i++) {
        if (!nv50_clear_run(gpu, clear, buf, addr + i * place->pitch, count,
                            fault)) {
            return 0;
        }
    }
    return count;
}

/* How many of @left lines from @place on are cleared column by column */
static uint32_t nv50_clear_lines(const NV50Clear *clear,
                                 const NVMovePlace *place, uint32_t left)
{
    return clear->layout.pitch_linear
        ? 1 : MIN(MIN(place->lines, left), NV50_CLEAR_CHUNK / place->pitch);
}

/* Clear one surface.  Returns true when it is done. */
static bool nv50_clear_surface(NVGPU *gpu, const NV50Clear *clear,
                               int64_t *budget, NVDmaFault *fault)
{
    NVGraphOp *op = &gpu->graph->op;
    uint32_t x1 = MIN(op->x1, clear->width), y1 = MIN(op->y1, clear->height);
    uint8_t buf[NV50_CLEAR_CHUNK] QEMU_UNINITIALIZED;

    nv50_clear_fill(&clear->element, buf);
    while (op->y0 + op->line < y1 && *budget > 0) {
        uint32_t x = op->x0 + op->pos, y = op->y0 + op->line;
        uint32_t lines, count = 0;
        NVMovePlace place;

        nv_layout_place(&clear->layout, clear->addr,
                        (uint64_t)x * clear->element.bytes, y, &place);
        lines = nv50_clear_lines(clear, &place, y1 - y);
        if (x < x1) {
            count = nv50_clear_column(gpu, clear, buf, &place, x1 - x, lines,
                                      fault);
            if (!count) {
                op->nsource |= BIT(op->part);
                return true;
            }
        }
        nv_count(gpu, PIXELS, count * lines);
        *budget -= lines * (8 + count * clear->element.bytes / 4);
        op->pos += count;
        if (x + count >= x1) {
            op->pos = 0;
            op->line += lines;
        }
    }
    return op->y0 + op->line >= y1;
}

bool nv50_clear_work(NVGPU *gpu, int64_t *budget, NVDmaFault *fault)
{
    NVGraphOp *op = &gpu->graph->op;

    for (; op->part < NV50_CLEAR__PARTS && !op->nsource; op->part++) {
        NV50Clear clear = { };

        if (nv50_clear_load(gpu, op->part, &clear) &&
            !nv50_clear_surface(gpu, &clear, budget, fault)) {
            return false;
        }
        op->line = op->pos = 0;
    }
    return true;
}

void nv50_clear_done(NVGPU *gpu, uint32_t nsource, const NVDmaFault *fault)
{
    if (nsource & BIT(NV50_CLEAR_ZETA)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_ZETA, fault);
    } else if (nsource) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_RT, fault);
    }
}

/* --- Clip rectangles -------------------------------------------------- */

void nv50_clear_clip(NVRect *rect, const uint32_t *horiz_vert)
{
    NVRect clip = {
        .x0 = extract32(horiz_vert[0], 0, 16),
        .y0 = extract32(horiz_vert[1], 0, 16),
        .x1 = extract32(horiz_vert[0], 0, 16) +
              extract32(horiz_vert[0], 16, 16),
        .y1 = extract32(horiz_vert[1], 0, 16) +
              extract32(horiz_vert[1], 16, 16),
    };

    nv_rect_clip(rect, &clip);
}

void nv50_clear_scissor(NVRect *rect, const uint32_t *horiz_vert)
{
    NVRect clip = {
        .x0 = extract32(horiz_vert[0], 0, 16),
        .y0 = extract32(horiz_vert[1], 0, 16),
        .x1 = extract32(horiz_vert[0], 16, 16),
        .y1 = extract32(horiz_vert[1], 16, 16),
    };

    nv_rect_clip(rect, &clip);
}

/* Scale a rectangle from pixels to samples, by MULTISAMPLE_MODE */
static void nv50_clear_samples(NVGPU *gpu, NVRect *rect)
{
    static const uint8_t xs[16] = {
        [1] = 1, [2] = 1, [3] = 2, [4] = 2, [5] = 1, [8] = 1, [9] = 1, [10] = 2,
    };
    static const uint8_t ys[16] = {
        [2] = 1, [3] = 1, [4] = 1, [8] = 1, [9] = 1, [10] = 1,
    };
    unsigned mode = *nv50_3d(gpu, NV50_3D_MULTISAMPLE_MODE) & 0xf;

    rect->x0 <<= xs[mode];
    rect->x1 <<= xs[mode];
    rect->y0 <<= ys[mode];
    rect->y1 <<= ys[mode];
}

void nv50_clear_rect(NVGPU *gpu, const NVRect *pixels,
                     bool (*condition)(NVGPU *gpu))
{
    NVRect rect = *pixels;
    NVGraphOp op;

    nv50_clear_samples(gpu, &rect);
    trace_nv50_clear(*nv50_3d(gpu, NV50_3D_CLEAR_BUFFERS), rect.x0, rect.y0,
                     rect.x1, rect.y1);
    if (nv_rect_is_empty(&rect) || !condition(gpu)) {
        return;
    }
    op = (NVGraphOp) {
        .kind = NV_GRAPH_OP_NV50_CLEAR,
        .x0 = rect.x0, .y0 = rect.y0, .x1 = rect.x1, .y1 = rect.y1,
    };
    nv_graph_start(gpu, &op);
}

void nv50_clear_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                      uint32_t val)
{
    uint32_t flags = *nv50_3d(gpu, NV50_3D_CLEAR_FLAGS);
    NVRect rect = { .x1 = 0x10000, .y1 = 0x10000 };

    nv50_3d_set(gpu, method, index, val);
    nv50_clear_clip(&rect, nv50_3d(gpu, NV50_3D_SCREEN_SCISSOR));
    if (FIELD_EX32(flags, NV50_3D_CLEAR_FLAGS, VIEWPORT)) {
        nv50_clear_clip(&rect, nv50_3d(gpu, NV50_3D_VIEWPORT));
    } else if (*nv50_3d(gpu, NV50_3D_SCISSOR) & 1) {
        nv50_clear_scissor(&rect, nv50_3d(gpu, NV50_3D_SCISSOR + 1));
    }
    nv50_clear_rect(gpu, &rect, nv50_3d_condition);
}
