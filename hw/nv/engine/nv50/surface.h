/*
 * NVIDIA GPU: surfaces of the 2D object of NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_SURFACE_H
#define HW_NV_ENGINE_NV50_SURFACE_H

#include "format.h"
#include "hw/nv/engine/layout.h"
#include "hw/nv/engine/surface.h"

/** Pixels on the bus that are copied in one go */
#define NV50_SURFACE_BUS_PIXELS 256

/** Pieces of memory that a surface keeps, and their log2: those of 2 MiB */
#define NV50_SURFACE_PIECES 32
#define NV50_SURFACE_PIECE_BITS 16

/** Words of a surface's methods, from FORMAT to ADDRESS_LOW */
#define NV50_SURFACE_WORDS 10

/**
 * struct NV50SurfacePiece - memory that has been found
 *
 * @addr: its address in the DMA object
 * @span: where it is; 0 bytes: there is none
 */
typedef struct NV50SurfacePiece {
    uint64_t addr;
    NVSpan span;
} NV50SurfacePiece;

/**
 * struct NV50Surface - a surface of the 2D object
 *
 * @seen: NVPramin.changes when it was decoded; 0: never
 * @dma, @words: what it was decoded from: methods' parameters
 * @obj: DMA object
 * @addr: address in it
 * @layout: its memory layout
 * @width, @height: its size, in pixels
 * @format: its format
 * @fault: receives failed accesses: the last one is kept
 * @pieces: memory that has been found, by a hash of its address
 * @bus: copies of pixels on the bus, see NVPixels
 */
struct NV50Surface {
    uint64_t seen;
    uint32_t dma, words[NV50_SURFACE_WORDS];
    NVDMAObject obj;
    uint64_t addr;
    NVLayout layout;
    uint32_t width, height;
    const NV50Format *format;
    NVDmaFault *fault;
    NV50SurfacePiece pieces[NV50_SURFACE_PIECES];
    uint8_t bus[NV50_SURFACE_BUS_PIXELS * 4];
};

/**
 * nv50_surface_load: decode a surface of the context
 * @gpu: the device
 * @src: the source; if false, the destination
 * @surface: the result; its @vm is kept until the next one is decoded
 * @fault: see NV50Surface; while it is used
 *
 * What has been decoded, and the memory that has been found, is kept as long as
 * the methods' parameters and instance memory stay as they are.  Returns false
 * if its format can't be drawn on.
 */
bool nv50_surface_load(NVGPU *gpu, bool src, NVSurface *surface,
                       NVDmaFault *fault);

/** nv50_surface_open: see nv_surface_open() */
void nv50_surface_open(NVGPU *gpu, NVSurface *surface, bool write,
                       const NVRect *rect);

/** nv50_surface_pixels: see nv_surface_find() */
bool nv50_surface_pixels(NVGPU *gpu, const NVSurface *surface, bool write,
                         int32_t x, int32_t y, unsigned count,
                         NVPixels *pixels);

#endif /* HW_NV_ENGINE_NV50_SURFACE_H */
