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

/* An address of no piece */
#define NV50_SURFACE_NOWHERE (1ull << 63)

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
        vm->pieces[i] = (NV50SurfacePiece) { .addr = NV50_SURFACE_NOWHERE };
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

static NV50SurfacePiece *nv50_surface_piece(NV50Surface *vm, uint64_t addr)
{
    return &vm->pieces[addr >> NV50_SURFACE_PIECE_BITS &
                       (NV50_SURFACE_PIECES - 1)];
}

/* Returns false if it isn't known where @addr is. */
static bool nv50_surface_known(NV50Surface *vm, uint64_t addr, uint64_t len,
                               NVSpan *span)
{
    const NV50SurfacePiece *piece = nv50_surface_piece(vm, addr);
    uint64_t into = addr - piece->addr;

    if (unlikely(into >= piece->span.len)) {
        return false;
    }
    *span = (NVSpan) {
        .vram = piece->span.vram,
        .addr = piece->span.addr + into,
        .len = MIN(len, piece->span.len - into),
    };
    return true;
}

/*
 * Find all that is around @addr: lines, and blocks, are near each other, and so
 * are small drawings.  It is kept as in a TLB.
 */
static bool nv50_surface_learn(NVGPU *gpu, NV50Surface *vm, uint64_t addr,
                               bool write)
{
    uint64_t start = addr & ~(NV50_SURFACE_PIECE_SIZE - 1);
    NVSpan span;

    if (!nv_dmaobj_try_extent(gpu, &vm->obj, start, NV50_SURFACE_PIECE_SIZE,
                              write, &span) ||
        span.len <= addr - start) {
        return false;
    }
    *nv50_surface_piece(vm, addr) = (NV50SurfacePiece) {
        .addr = start, .span = span,
    };
    return true;
}

static bool nv50_surface_look_up(NVGPU *gpu, NV50Surface *vm, uint64_t addr,
                                 uint64_t len, bool write, NVSpan *span)
{
    uint64_t most = NV50_SURFACE_PIECE_SIZE - addr % NV50_SURFACE_PIECE_SIZE;
    NV50SurfacePiece *piece = nv50_surface_piece(vm, addr);

    if (nv50_surface_known(vm, addr, len, span)) {
        return true;
    }
    /* Once is enough where pages aren't neighbours. */
    if (addr - piece->addr >= NV50_SURFACE_PIECE_SIZE &&
        nv50_surface_learn(gpu, vm, addr, write)) {
        return nv50_surface_known(vm, addr, len, span);
    }
    len = MIN(len, most);
    *piece = (NV50SurfacePiece) { .addr = addr };
    if (!nv_dmaobj_extent(gpu, &vm->obj, addr, len, most, write, span,
                          vm->fault)) {
        return false;
    }
    if (span->len > len) {
        /* Otherwise, somebody may be watching each access. */
        piece->span = *span;
    }
    span->len = MIN(span->len, len);
    return true;
}

/* What is missing, or watched, has to be told of in its turn. */
void nv50_surface_open(NVGPU *gpu, NVSurface *surface, bool write,
                       const NVRect *rect)
{
    NV50Surface *vm = surface->vm;
    uint64_t pitch = vm->layout.pitch, addr, len, first = 0;
    NVSpan span;

    if (!vm->layout.pitch_linear || rect->x0 < 0 || rect->y0 < 0 ||
        rect->x1 > vm->width || rect->y1 > vm->height ||
        (vm->addr | pitch) & (surface->bytes - 1)) {
        return;
    }
    addr = vm->addr + rect->y0 * pitch + (uint64_t)rect->x0 * surface->bytes;
    len = (rect->y1 - rect->y0 - 1) * pitch +
          (uint64_t)(rect->x1 - rect->x0) * surface->bytes;
    if (addr + len > NV50_VM_ADDR_MASK) {
        return;
    }
    for (uint64_t done = 0; done < len; done += span.len) {
        if (!nv50_surface_known(vm, addr + done, len - done, &span) &&
            !(nv50_surface_learn(gpu, vm, addr + done, write) &&
              nv50_surface_known(vm, addr + done, len - done, &span))) {
            return;
        }
        first = done ? first : span.addr;
        if (!span.vram || span.addr != first + done) {
            return;
        }
    }
    surface->box = (NVSurfaceBox) {
        .rect = *rect,
        .addr = first,
        .host = nv_vram_ptr(gpu, first, len),
        .pitch = pitch,
    };
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
    if (!nv50_surface_look_up(gpu, vm, addr, count * bytes, write, &span) ||
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
