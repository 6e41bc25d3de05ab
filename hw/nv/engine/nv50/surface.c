/*
 * NVIDIA GPU: the 2D object of NV50: surfaces
 *
 * Sources: the register database (g80_2d.xml); envytools
 * docs/hw/memory/g80-surface.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "2d.h"
#include "context.h"
#include "state.h"
#include "surface.h"
#include "hw/nv/engine/layout.h"
#include "hw/nv/engine/surface.h"

#define NV50_SURFACE_PIECE_SIZE (1ull << NV50_SURFACE_PIECE_BITS)

/* --- Decoding --------------------------------------------------------- */

static void nv50_surface_decode(NVGPU *gpu, NV50Surface *vm)
{
    const uint32_t *words = vm->words;
    NVLayout *layout = &vm->layout;

#define NV50_SURFACE_WORD(_name) \
    words[(NV50_2D_ ## _name - NV50_2D_FORMAT) / 4]
    vm->format = nv50_format(NV50_SURFACE_WORD(FORMAT));
    vm->addr = nv50_address(NV50_SURFACE_WORD(ADDRESS_HIGH),
                            NV50_SURFACE_WORD(ADDRESS_LOW));
    vm->width = MIN(NV50_SURFACE_WORD(WIDTH), 0x10000);
    vm->height = MIN(NV50_SURFACE_WORD(HEIGHT), 0x10000);
    *layout = (NVLayout) {
        .pitch_linear = NV50_SURFACE_WORD(LINEAR) & 1,
        .pitch = NV50_SURFACE_WORD(PITCH),
        .width = vm->width * (vm->format ? vm->format->bytes : 0),
        .height = vm->height,
        .depth = NV50_SURFACE_WORD(DEPTH),
        .layer = NV50_SURFACE_WORD(LAYER),
    };
    nv_layout_set_block(layout, NV50_SURFACE_WORD(BLOCK_DIMENSIONS),
                        gpu->chip->graph->gob_height);
#undef NV50_SURFACE_WORD
    nv50_graph_dmaobj(gpu, vm->dma, &vm->obj);
    for (unsigned i = 0; i < NV50_SURFACE_PIECES; i++) {
        vm->pieces[i].span.len = 0;
    }
}

bool nv50_surface_load(NVGPU *gpu, bool src, NVSurface *surface,
                       NVDmaFault *fault)
{
    const uint32_t *words = nv50_2d(gpu, NV50_2D_FORMAT +
                                         (src ? NV50_2D_SURFACE_STRIDE : 0));
    uint32_t dma = *nv50_2d(gpu, src ? NV50_2D_DMA_SRC : NV50_2D_DMA_DST);
    NV50Surface *vm = &nv50_graph_of(gpu)->surfaces[src];
    unsigned bytes;

    if (vm->seen != gpu->pramin.changes || vm->dma != dma ||
        memcmp(vm->words, words, sizeof(vm->words))) {
        vm->seen = gpu->pramin.changes;
        vm->dma = dma;
        memcpy(vm->words, words, sizeof(vm->words));
        nv50_surface_decode(gpu, vm);
    }
    vm->fault = fault;
    bytes = vm->format ? vm->format->bytes : 0;
    *surface = (NVSurface) { .bytes = bytes, .vm = vm };
    return bytes == 1 || bytes == 2 || bytes == 4;
}

/* --- Pixels ----------------------------------------------------------- */

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
 * Lines, and blocks, are near each other, and so are small drawings: what
 * follows in memory is found at once, and kept as in a TLB.
 */
static bool nv50_surface_find(NVGPU *gpu, NV50Surface *vm, uint64_t addr,
                              uint64_t len, bool write, NVSpan *span)
{
    NV50SurfacePiece *piece = &vm->pieces[addr >> NV50_SURFACE_PIECE_BITS &
                                          (NV50_SURFACE_PIECES - 1)];
    uint64_t into = addr - piece->addr;

    if (unlikely(into >= piece->span.len)) {
        uint64_t most = NV50_SURFACE_PIECE_SIZE -
                        addr % NV50_SURFACE_PIECE_SIZE;

        len = MIN(len, most);
        piece->span.len = 0;
        if (!nv_dmaobj_extent(gpu, &vm->obj, addr, len, most, write, span,
                              vm->fault)) {
            return false;
        }
        if (span->len > len) {
            /* Otherwise, somebody may be watching each access. */
            *piece = (NV50SurfacePiece) { .addr = addr, .span = *span };
        }
        span->len = MIN(span->len, len);
        return true;
    }
    *span = (NVSpan) {
        .vram = piece->span.vram,
        .addr = piece->span.addr + into,
        .len = MIN(len, piece->span.len - into),
    };
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
