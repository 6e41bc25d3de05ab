/*
 * NVIDIA GPU: pixels of a surface
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "surface.h"
#include "hw/nv/engine/nv50/surface.h"

/* Interleave the bits of x and y, as long as both have some */
static uint32_t nv_surface_swizzle(const NVSurface *surface, uint32_t x,
                                   uint32_t y)
{
    uint32_t place = 0;
    unsigned to = 0;

    for (unsigned i = 0; i < MAX(surface->log_width, surface->log_height);
         i++) {
        if (i < surface->log_width) {
            place |= (x >> i & 1) << to++;
        }
        if (i < surface->log_height) {
            place |= (y >> i & 1) << to++;
        }
    }
    return place;
}

/* One pixel at a time.  Pixels outside the surface count as done. */
static bool nv_surface_swizzled(NVGPU *gpu, const NVSurface *surface,
                                int32_t x, int32_t y, unsigned count,
                                NVPixels *pixels)
{
    uint64_t start, end;

    *pixels = (NVPixels) {
        .done = nv_surface_outside(1 << surface->log_width,
                                   1 << surface->log_height, x, y, count),
    };
    if (pixels->done) {
        return true;
    }
    pixels->done = 1;
    start = surface->offset +
            (uint64_t)nv_surface_swizzle(surface, x, y) * surface->bytes;
    end = start + surface->bytes - 1;
    if (end > surface->limit || surface->base + end >= gpu->vram_size) {
        return false;
    }
    pixels->count = 1;
    pixels->addr = surface->base + start;
    pixels->host = nv_vram_ptr(gpu, pixels->addr, surface->bytes);
    return true;
}

/* The box is as a DMA object's limit and the end of video memory leave it. */
static void nv04_surface_open(NVGPU *gpu, NVSurface *surface,
                              const NVRect *rect)
{
    int64_t start = surface->offset + (int64_t)rect->y0 * surface->pitch +
                    (int64_t)rect->x0 * surface->bytes;
    int64_t last = surface->offset + (int64_t)(rect->y1 - 1) * surface->pitch +
                   (int64_t)rect->x1 * surface->bytes - 1;

    if (surface->swizzled || start < 0 || last < start ||
        last > (int64_t)surface->limit ||
        surface->base + last >= gpu->vram_size) {
        return;
    }
    surface->box = (NVSurfaceBox) {
        .rect = *rect,
        .addr = surface->base + start,
        .host = gpu->vram.ptr + surface->base + start,
        .pitch = surface->pitch,
    };
}

void nv_surface_open(NVGPU *gpu, NVSurface *surface, bool write,
                     const NVRect *rect)
{
    surface->box.rect = (NVRect) { };
    if (nv_rect_is_empty(rect)) {
        return;
    }
    if (surface->vm) {
        nv50_surface_open(gpu, surface, write, rect);
    } else {
        nv04_surface_open(gpu, surface, rect);
    }
}

static bool nv04_surface_pixels(NVGPU *gpu, const NVSurface *surface,
                                int32_t x, int32_t y, unsigned count,
                                NVPixels *pixels)
{
    int64_t bytes = surface->bytes;
    int64_t start = surface->offset + (int64_t)y * surface->pitch + x * bytes;
    int64_t end = (int64_t)MIN(surface->limit + 1,
                               gpu->vram_size - MIN(surface->base,
                                                    gpu->vram_size));
    int64_t first = start < 0 ? DIV_ROUND_UP(-start, bytes) : 0;
    int64_t last = start < end ? MIN(count, (end - start) / bytes) : 0;

    *pixels = (NVPixels) { .done = count };
    if (first >= last) {
        return !count;
    }
    pixels->first = first;
    pixels->count = last - first;
    pixels->addr = surface->base + start + first * bytes;
    pixels->host = nv_vram_ptr(gpu, pixels->addr, pixels->count * bytes);
    return pixels->count == count;
}

bool nv_surface_find(NVGPU *gpu, const NVSurface *surface, bool write,
                     int32_t x, int32_t y, unsigned count, NVPixels *pixels)
{
    if (surface->vm) {
        return nv50_surface_pixels(gpu, surface, write, x, y, count, pixels);
    }
    if (surface->swizzled) {
        return nv_surface_swizzled(gpu, surface, x, y, count, pixels);
    }
    return nv04_surface_pixels(gpu, surface, x, y, count, pixels);
}
