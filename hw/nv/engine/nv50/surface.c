/*
 * NVIDIA GPU: the 2D object of NV50: surfaces
 *
 * Sources: the register database (g80_2d.xml); envytools
 * docs/hw/memory/g80-surface.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "2d.h"
#include "context.h"
#include "surface.h"
#include "hw/nv/engine/layout.h"
#include "hw/nv/engine/surface.h"

/* Bytes that are found at once: a small drawing's, and a block row's */
#define NV50_SURFACE_NEAR_LEAST (32 * KiB)
#define NV50_SURFACE_NEAR_MOST (2 * MiB)

bool nv50_surface_load(NVGPU *gpu, bool src, NVSurface *surface,
                       NV50Surface *vm, NVDmaFault *fault)
{
    uint32_t base = src ? NV50_2D_SURFACE_STRIDE : 0;
    NVLayout *layout = &vm->layout;
    unsigned bytes;

    vm->format = nv50_2d_format(gpu, NV50_2D_FORMAT + base);
    bytes = vm->format ? vm->format->bytes : 0;
    vm->addr = nv50_address(*nv50_2d(gpu, NV50_2D_ADDRESS_HIGH + base),
                            *nv50_2d(gpu, NV50_2D_ADDRESS_LOW + base));
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
    nv_layout_set_block(layout,
                        *nv50_2d(gpu, NV50_2D_BLOCK_DIMENSIONS + base),
                        gpu->chip->graph->gob_height);
    nv50_graph_dmaobj(gpu, *nv50_2d(gpu, src ? NV50_2D_DMA_SRC
                                             : NV50_2D_DMA_DST), &vm->obj);
    vm->fault = fault;
    vm->near.len = 0;
    vm->most = NV50_SURFACE_NEAR_LEAST;
    *surface = (NVSurface) { .bytes = bytes, .vm = vm };
    return bytes == 1 || bytes == 2 || bytes == 4;
}

/* Pixels on the bus are copied in, and back after they are drawn. */
static void nv50_surface_copy_in(NVGPU *gpu, NV50Surface *vm, unsigned bytes,
                                 NVPixels *pixels)
{
    pixels->bus = true;
    pixels->host = vm->bus;
    pixels->count = MIN(pixels->count, NV50_SURFACE_BUS_PIXELS);
    if (nv_window_read(gpu, pixels->addr, vm->bus, pixels->count * bytes) !=
        MEMTX_OK) {
        memset(vm->bus, 0xff, pixels->count * bytes);
    }
}

/*
 * Lines, and blocks, are near each other: what follows in memory is found at
 * once.  A small drawing should not have to look for much.
 */
static bool nv50_surface_find(NVGPU *gpu, NV50Surface *vm, uint64_t addr,
                              uint64_t len, bool write, NVSpan *span)
{
    uint64_t into = addr - vm->near_addr;

    if (into >= vm->near.len) {
        vm->near.len = 0;
        if (!nv_dmaobj_extent(gpu, &vm->obj, addr, len, MAX(len, vm->most),
                              write, &vm->near, vm->fault)) {
            return false;
        }
        vm->near_addr = addr;
        vm->most = MIN(vm->most * 2, NV50_SURFACE_NEAR_MOST);
        into = 0;
    }
    *span = (NVSpan) {
        .vram = vm->near.vram,
        .addr = vm->near.addr + into,
        .len = MIN(len, vm->near.len - into),
    };
    if (vm->near.len <= len) {
        /* Somebody watches each access, or there is nothing else. */
        vm->near.len = 0;
    }
    return true;
}

/* Pixels are aligned to their size, so none straddles two pages. */
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
        .done = nv_surface_outside(vm->width, vm->height, x, y, count),
    };
    if (pixels->done) {
        return true;
    }
    addr = vm->addr + nv_layout_offset(&vm->layout, (uint64_t)x * bytes, y,
                                       &run);
    addr &= NV50_VM_ADDR_MASK & ~(uint64_t)(bytes - 1);
    count = MIN(MIN(count, vm->width - x), run / bytes);
    pixels->done = count;
    if (!nv50_surface_find(gpu, vm, addr, count * bytes, write, &span) ||
        span.len < bytes) {
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
