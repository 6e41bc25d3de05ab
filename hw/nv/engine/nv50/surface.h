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

/**
 * struct NV50Surface - a surface of the 2D object
 *
 * @obj: DMA object
 * @addr: address in it
 * @layout: its memory layout
 * @width, @height: its size, in pixels
 * @format: its format
 * @fault: receives failed accesses: the last one is kept
 * @near_addr, @near: the extent that was found last, from that address on
 * @most: how much the next one may have: more each time
 * @bus: copies of pixels on the bus, see NVPixels
 */
struct NV50Surface {
    NVDMAObject obj;
    uint64_t addr;
    NVLayout layout;
    uint32_t width, height;
    const NV50Format *format;
    NVDmaFault *fault;
    uint64_t near_addr, most;
    NVSpan near;
    uint8_t bus[NV50_SURFACE_BUS_PIXELS * 4];
};

/**
 * nv50_surface_load: decode a surface of the context
 * @gpu: the device
 * @src: the source; if false, the destination
 * @surface, @vm: the result
 * @fault: see NV50Surface
 *
 * Returns false if its format can't be drawn on.
 */
bool nv50_surface_load(NVGPU *gpu, bool src, NVSurface *surface,
                       NV50Surface *vm, NVDmaFault *fault);

/** nv50_surface_pixels: see nv_surface_pixels() */
bool nv50_surface_pixels(NVGPU *gpu, const NVSurface *surface, bool write,
                         int32_t x, int32_t y, unsigned count,
                         NVPixels *pixels);

#endif /* HW_NV_ENGINE_NV50_SURFACE_H */
