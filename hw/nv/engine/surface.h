/*
 * NVIDIA GPU: surfaces that PGRAPH draws on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_SURFACE_H
#define HW_NV_ENGINE_SURFACE_H

#include "graph.h"

typedef struct NV50Surface NV50Surface;

/** struct NVRect - a rectangle; @x1 and @y1 are outside */
typedef struct NVRect {
    int32_t x0, y0, x1, y1;
} NVRect;

static inline bool nv_rect_is_empty(const NVRect *rect)
{
    return rect->x0 >= rect->x1 || rect->y0 >= rect->y1;
}

/**
 * struct NVSurfaceBox - pixels that are in one piece of video memory
 *
 * @rect: which; empty: of none that is known
 * @addr, @host: address of the first in video memory, and on the host
 * @pitch: bytes from one line to the next
 */
typedef struct NVSurfaceBox {
    NVRect rect;
    uint64_t addr;
    uint8_t *host;
    uint32_t pitch;
} NVSurfaceBox;

/**
 * struct NVSurface - a surface, in video memory before NV50
 *
 * @base: address of its DMA object in video memory, in bytes
 * @limit: last valid offset in the DMA object
 * @offset: offset of pixel 0, 0 in the DMA object
 * @pitch: bytes from one line to the next
 * @bytes: bytes per pixel
 * @format: NVSurfFormat
 * @swizzled: pixels are interleaved rather than in lines
 * @log_width, @log_height: log2 of its size, if it is swizzled
 * @vm: its memory and layout from NV50 on, which replace all but @bytes
 * @box: pixels that have been found, see nv_surface_open()
 */
typedef struct NVSurface {
    uint64_t base, limit;
    uint32_t offset, pitch;
    uint8_t bytes;
    uint8_t format;
    bool swizzled;
    uint8_t log_width, log_height;
    NV50Surface *vm;
    NVSurfaceBox box;
} NVSurface;

/**
 * struct NVPixels - pixels of a line that are in a surface
 *
 * @first: number of requested pixels before them
 * @count: their number
 * @done: number of requested pixels that are dealt with; the rest may be
 *        elsewhere
 * @addr: their address in video memory or on the bus, in bytes
 * @bus: they are on the bus, and @host is a copy
 * @host: their host address
 */
typedef struct NVPixels {
    unsigned first, count;
    unsigned done;
    uint64_t addr;
    bool bus;
    uint8_t *host;
} NVPixels;

/**
 * nv_surface_open: find pixels that are going to be drawn or read
 * @gpu: the device
 * @surface: receives the box
 * @write: access wanted
 * @rect: the pixels; may be anywhere
 *
 * If they are in one piece, there is nothing to find for each line: that makes
 * small drawings fast.  Otherwise the box becomes empty.
 */
void nv_surface_open(NVGPU *gpu, NVSurface *surface, bool write,
                     const NVRect *rect);

/** nv_surface_find: nv_surface_pixels() for those outside the box */
bool nv_surface_find(NVGPU *gpu, const NVSurface *surface, bool write,
                     int32_t x, int32_t y, unsigned count,
                     NVPixels *pixels);

/** nv_surface_has: whether pixels of a line are in the surface's box */
static inline bool nv_surface_has(const NVSurface *surface, int32_t x,
                                  int32_t y, unsigned count)
{
    const NVRect *rect = &surface->box.rect;

    return y >= rect->y0 && y < rect->y1 && x >= rect->x0 &&
           (int64_t)x + count <= rect->x1;
}

/** nv_surface_in_box: offset of a pixel from the box's first */
static inline uint64_t nv_surface_in_box(const NVSurface *surface, int32_t x,
                                         int32_t y)
{
    const NVSurfaceBox *box = &surface->box;

    return (uint64_t)(y - box->rect.y0) * box->pitch +
           (x - box->rect.x0) * surface->bytes;
}

/**
 * nv_surface_pixels: find pixels of a line
 * @gpu: the device
 * @surface: the surface
 * @write: access wanted, the same as for its box
 * @x, @y: first pixel; may be anywhere
 * @count: number of pixels
 * @pixels: those of them that are in the surface's DMA object and in VRAM; from
 *          NV50 on, and if it is swizzled, as many as are contiguous
 *
 * Returns true if these are all of them, or all contiguous ones.
 */
static inline bool nv_surface_pixels(NVGPU *gpu, const NVSurface *surface,
                                     bool write, int32_t x, int32_t y,
                                     unsigned count, NVPixels *pixels)
{
    uint64_t into;

    if (!nv_surface_has(surface, x, y, count)) {
        return nv_surface_find(gpu, surface, write, x, y, count, pixels);
    }
    into = nv_surface_in_box(surface, x, y);
    *pixels = (NVPixels) {
        .count = count,
        .done = count,
        .addr = surface->box.addr + into,
        .host = surface->box.host + into,
    };
    return true;
}

/**
 * nv_surface_outside: count pixels outside a surface
 * @width, @height: its size in pixels
 * @x, @y: first pixel; may be anywhere
 * @count: number of pixels
 *
 * Returns how many there are before the first that is inside; they have to be
 * found at once, as a guest may draw as many of them as it likes.
 */
static inline unsigned nv_surface_outside(uint32_t width, uint32_t height,
                                          int32_t x, int32_t y, unsigned count)
{
    if (y < 0 || y >= height || x >= (int64_t)width) {
        return count;
    }
    return x < 0 ? MIN(count, -(int64_t)x) : 0;
}

static inline uint32_t nv_pixel_load(const uint8_t *host, unsigned bytes)
{
    switch (bytes) {
    case 1:
        return *host;
    case 2:
        return lduw_le_p(host);
    default:
        return ldl_le_p(host);
    }
}

static inline void nv_pixel_store(uint8_t *host, unsigned bytes, uint32_t val)
{
    switch (bytes) {
    case 1:
        *host = val;
        break;
    case 2:
        stw_le_p(host, val);
        break;
    default:
        stl_le_p(host, val);
        break;
    }
}

#endif /* HW_NV_ENGINE_SURFACE_H */
