/*
 * NVIDIA GPU: the 2D object of NV50: surfaces, operations, clipping
 *
 * Sources: the register database (g80_2d.xml); envytools
 * docs/hw/memory/g80-surface.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "color.h"
#include "nv50-2d.h"

/* --- Surfaces --------------------------------------------------------- */

bool nv50_surface_load(NVGPU *gpu, bool src, NVSurface *surface,
                       NV50Surface *vm, NVDmaFault *fault)
{
    uint32_t base = src ? NV50_2D_SURFACE_STRIDE : 0;
    uint64_t high = *nv50_2d(gpu, NV50_2D_ADDRESS_HIGH + base) & 0xff;
    NVLayout *layout = &vm->layout;
    unsigned bytes;

    vm->format = nv50_2d_format(gpu, NV50_2D_FORMAT + base);
    bytes = vm->format ? vm->format->bytes : 0;
    vm->addr = high << 32 | *nv50_2d(gpu, NV50_2D_ADDRESS_LOW + base);
    vm->width = MIN(*nv50_2d(gpu, NV50_2D_WIDTH + base), 0x10000);
    vm->height = MIN(*nv50_2d(gpu, NV50_2D_HEIGHT + base), 0x10000);
    *layout = (NVLayout) {
        .pitch_linear = *nv50_2d(gpu, NV50_2D_LINEAR + base) & 1,
        .pitch = *nv50_2d(gpu, NV50_2D_PITCH + base),
        .width = vm->width * bytes,
        .height = vm->height,
        .depth = *nv50_2d(gpu, NV50_2D_DEPTH + base),
        .layer = *nv50_2d(gpu, NV50_2D_LAYER + base),
    };
    nv_layout_set_block(layout, *nv50_2d(gpu, NV50_2D_BLOCK_DIMENSIONS +
                                              base));
    nv50_graph_dmaobj(gpu, *nv50_2d(gpu, src ? NV50_2D_DMA_SRC
                                             : NV50_2D_DMA_DST), &vm->obj);
    vm->fault = fault;
    *surface = (NVSurface) { .bytes = bytes, .vm = vm };
    return bytes == 1 || bytes == 2 || bytes == 4;
}

/* Of what is on the bus there is a copy, as long as pixels are drawn. */
static void nv50_surface_copy_in(NVGPU *gpu, NV50Surface *vm, unsigned bytes,
                                 NVPixels *pixels)
{
    pixels->bus = true;
    pixels->host = vm->bus;
    pixels->count = MIN(pixels->count, NV_PAINT_MAX);
    if (nv_window_read(gpu, pixels->addr, vm->bus, pixels->count * bytes) !=
        MEMTX_OK) {
        memset(vm->bus, 0xff, pixels->count * bytes);
    }
}

/* Those beyond the surface's size count as done. */
static unsigned nv50_surface_outside(const NV50Surface *vm, int32_t x,
                                     int32_t y, unsigned count)
{
    if (y < 0 || y >= vm->height || x >= (int32_t)vm->width) {
        return count;
    }
    return x < 0 ? MIN(count, -x) : 0;
}

/* A pixel lies at a multiple of its size, and so on one page. */
bool nv50_surface_pixels(NVGPU *gpu, const NVSurface *surface, bool write,
                         int32_t x, int32_t y, unsigned count,
                         NVPixels *pixels)
{
    NV50Surface *vm = surface->vm;
    unsigned bytes = surface->bytes;
    uint64_t addr;
    uint32_t run;
    NVSpan span;

    *pixels = (NVPixels) {
        .done = nv50_surface_outside(vm, x, y, count),
    };
    if (pixels->done) {
        return true;
    }
    addr = vm->addr + nv_layout_offset(&vm->layout, (uint64_t)x * bytes, y,
                                       &run);
    addr &= NV50_VM_ADDR_MASK & ~(uint64_t)(bytes - 1);
    count = MIN(MIN(count, vm->width - x), run / bytes);
    pixels->done = count;
    if (!nv_dmaobj_span(gpu, &vm->obj, addr, count * bytes, write, &span,
                        vm->fault) || span.len < bytes) {
        return false;
    }
    pixels->addr = span.addr;
    pixels->count = span.len / bytes;
    if (span.vram) {
        pixels->host = nv_vram_ptr(gpu, span.addr, pixels->count * bytes);
    } else {
        nv50_surface_copy_in(gpu, vm, bytes, pixels);
    }
    pixels->done = pixels->count;
    return true;
}

/* --- Patterns --------------------------------------------------------- */

/* PATTERN_COLOR_FORMAT as formats of surfaces; others aren't modelled. */
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

/* A byte's first pixel is in its bit 7, or with LE in its bit 0. */
static bool nv50_pattern_bit(NVGPU *gpu, unsigned i)
{
    uint32_t bits = nv50_2d(gpu, NV50_2D_PATTERN_BITMAP)[i / 32];

    if (!(*nv50_2d(gpu, NV50_2D_PATTERN_BITMAP_FORMAT) & 1)) {
        i ^= 7;
    }
    return bits >> i % 32 & 1;
}

/* The shapes are numbered as NV04's, and colors come after them. */
static void nv50_paint_pattern(NVGPU *gpu, NVPaint *paint)
{
    const NV50Format *to = paint->dst.vm->format;
    const NV50Format *from = nv50_pattern_format(gpu);
    unsigned select = *nv50_2d(gpu, NV50_2D_PATTERN_SELECT) & 3;

    paint->pattern_shape = select % 3;
    for (unsigned i = 0; i < 64; i++) {
        if (select == 3) {
            paint->pattern[i] = nv50_pattern_color(
                nv50_format(0xe6), to,
                nv50_2d(gpu, NV50_2D_PATTERN_X8R8G8B8)[i]);
        } else {
            paint->pattern[i] = nv50_pattern_color(
                from, to, nv50_2d(gpu, NV50_2D_PATTERN_BITMAP_COLOR)
                              [nv50_pattern_bit(gpu, i)]);
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

/* As on NV04: see nv_paint_transparency(). */
static void nv50_paint_transparency(NVGPU *gpu, NVPaint *paint)
{
    unsigned select = *nv50_2d(gpu, NV50_2D_PATTERN_SELECT) & 3;
    bool visible[] = {
        nv50_pattern_visible(gpu, 0), nv50_pattern_visible(gpu, 1),
    };

    if (select == 3 || (visible[0] && visible[1])) {
        return;
    }
    paint->pattern_shape = select;
    paint->pattern_visible = 0;
    for (unsigned i = 0; i < 64; i++) {
        paint->pattern_visible |=
            (uint64_t)visible[nv50_pattern_bit(gpu, i)] << i;
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
        nv50_paint_transparency(gpu, paint);
        break;
    case NV50_OPERATION_SRCCOPY:
        break;
    default:
        /* Blending isn't modelled: it draws the source. */
        nv_report_method(gpu, gpu->graph->binding.id, NV50_2D_OPERATION,
                         operation, 1);
        break;
    }
    if (nv_rop3_uses_pattern(paint->rop)) {
        nv50_paint_pattern(gpu, paint);
    }
}

bool nv50_paint_begin(NVGPU *gpu, NVPaint *paint, NV50Surface *dst,
                      NVDmaFault *fault)
{
    paint->visible_alpha = false;
    paint->result_alpha = 0;
    paint->rop = NV_ROP_COPY;
    paint->keyed = false;
    paint->pattern_shape = 0;
    paint->pattern_visible = UINT64_MAX;
    paint->pixels = 0;
    paint->nsource = 0;
    if (!nv50_surface_load(gpu, false, &paint->dst, dst, fault)) {
        nv_report_method(gpu, gpu->graph->binding.id, NV50_2D_FORMAT,
                         *nv50_2d(gpu, NV50_2D_FORMAT), 1);
        return false;
    }
    paint->mask = ~dst->format->zeros;
    paint->ones = dst->format->ones;
    nv50_paint_operation(gpu, paint);
    return true;
}

/* The source is read by the texture units, the destination is PROP's. */
void nv50_2d_done(NVGPU *gpu, uint32_t faults, const NVDmaFault *fault)
{
    if (faults & NV50_FAULT_SRC) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_SRC2D, fault);
        nv50_graph_trap(gpu, NV50_UNIT_TEX,
                        R_NV50_PGRAPH_TPC_TEX_TRAP_ANY_MASK |
                        R_NV50_PGRAPH_TPC_TEX_TRAP_FAULT_MASK);
    } else if (faults) {
        nv50_prop_fault(gpu, NV_VM_PGRAPH_DST2D,
                        R_NV50_PGRAPH_TPC_PROP_TRAP_DST2D_FAULT_MASK, fault);
    }
}

/* --- What may be drawn ------------------------------------------------ */

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

/* What has one component, or isn't colors, can only be copied. */
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
    uint64_t high = *nv50_2d(gpu, NV50_2D_COND_ADDRESS_HIGH) & 0xff;

    return nv50_condition(gpu, nv50_object_get(gpu, NV50_OBJECT_DMA_COND),
                          high << 32 | *nv50_2d(gpu,
                                                NV50_2D_COND_ADDRESS_LOW),
                          *nv50_2d(gpu, NV50_2D_COND_MODE));
}

bool nv50_2d_may_draw(NVGPU *gpu, uint32_t source)
{
    const NV50Format *from = nv50_2d_format(gpu, source);
    const NV50Format *to = nv50_2d_format(gpu, NV50_2D_FORMAT);
    NV50DataError error = nv50_2d_check_formats(from, to);

    return from && to && !nv50_graph_data_error(gpu, error) && !error &&
           nv50_2d_condition(gpu);
}
