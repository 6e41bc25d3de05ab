/*
 * NVIDIA GPU: surfaces, clipping, and how pixels get into a surface
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_PAINT_H
#define HW_NV_ENGINE_PAINT_H

#include "internal.h"

/* --- surface.c -------------------------------------------------------- */

typedef struct NV50Surface NV50Surface;

/**
 * struct NVSurface - a surface, in video memory before NV50
 *
 * @base: address of its DMA object in video memory, in bytes
 * @limit: last valid offset in the DMA object
 * @offset: of pixel 0, 0 in the DMA object
 * @pitch: bytes from one line to the next
 * @bytes: bytes of a pixel
 * @format: NVSurfFormat
 * @swizzled: pixels are in another order than lines
 * @log_width, @log_height: its size, if it is swizzled
 * @vm: where it is and what it has from NV50 on, in place of all but @bytes
 */
typedef struct NVSurface {
    uint64_t base, limit;
    uint32_t offset, pitch;
    uint8_t bytes;
    uint8_t format;
    bool swizzled;
    uint8_t log_width, log_height;
    NV50Surface *vm;
} NVSurface;

/**
 * struct NVPixels - pixels of a line that lie in a surface
 *
 * @first: how many of those asked for come before them
 * @count: how many they are
 * @done: how many of those asked for this is about; the others may lie apart
 * @addr: where they are in video memory, in bytes, or on the bus
 * @bus: they are on the bus, and @host is a copy
 * @host: the same in the host's
 */
typedef struct NVPixels {
    unsigned first, count;
    unsigned done;
    uint64_t addr;
    bool bus;
    uint8_t *host;
} NVPixels;

/**
 * nv_surface_load: a surface as PGRAPH's registers describe it
 * @gpu: the device
 * @which: surface
 * @surface: the result
 *
 * Returns false if one of its methods is still to come.
 */
bool nv_surface_load(NVGPU *gpu, NVSurfIndex which, NVSurface *surface);

/**
 * nv_surface_pixels: find pixels of a line
 * @gpu: the device
 * @surface: the surface
 * @write: access wanted
 * @x, @y: first pixel; may lie anywhere
 * @count: how many
 * @pixels: those of them that lie in the surface's DMA object and in VRAM;
 *          from NV50 on, and if it is swizzled, as many as lie together
 *
 * Returns true if all do, or those that lie together.
 */
bool nv_surface_pixels(NVGPU *gpu, const NVSurface *surface, bool write,
                       int32_t x, int32_t y, unsigned count,
                       NVPixels *pixels);

/** nv_surface_wrote: the pixels at @pixels->host have been changed */
void nv_surface_wrote(NVGPU *gpu, const NVSurface *surface,
                      const NVPixels *pixels);

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

/* --- paint.c ---------------------------------------------------------- */

/** NV_ROP_COPY - the raster operation that copies the source */
#define NV_ROP_COPY 0xcc

/** enum NV50Fault - what goes wrong while NV50 draws: a surface's memory */
enum {
    NV50_FAULT_SRC = 1 << 0,
    NV50_FAULT_DST = 1 << 1,
};

/** struct NVRect - a rectangle; @x1 and @y1 are outside */
typedef struct NVRect {
    int32_t x0, y0, x1, y1;
} NVRect;

/** nv_rect_clip: cut @rect to what lies in @clip; it may be empty then */
void nv_rect_clip(NVRect *rect, const NVRect *clip);

static inline bool nv_rect_is_empty(const NVRect *rect)
{
    return rect->x0 >= rect->x1 || rect->y0 >= rect->y1;
}

/** nv_clip_user: what CLIP leaves of the world, if the object is linked */
NVRect nv_clip_user(NVGPU *gpu);

/** nv_clip_object: the clip rectangle that an object has of its own */
NVRect nv_clip_object(NVGPU *gpu);

/** nv_clip_object_set: set a corner of the object's clip rectangle */
void nv_clip_object_set(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val);

/** nv_clip_object_size: set the second corner by the rectangle's size */
void nv_clip_object_size(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val);

/** nv_mono_from_cga6: bitmap bits with the first pixel in bit 0 */
static inline uint32_t nv_mono_from_cga6(uint32_t bits)
{
    bits = (bits & 0xaaaaaaaa) >> 1 | (bits & 0x55555555) << 1;
    bits = (bits & 0xcccccccc) >> 2 | (bits & 0x33333333) << 2;
    return (bits & 0xf0f0f0f0) >> 4 | (bits & 0x0f0f0f0f) << 4;
}

/** Pixels that nv_paint_pixels() takes at a time */
#define NV_PAINT_MAX 256

/**
 * struct NVPaint - a drawing: where to, and what is done with the source
 *
 * @dst: the surface
 * @mask: bits of a pixel that are set
 * @ones: bits of a pixel that become 1, NV50+
 * @visible_alpha: pixels with alpha 0 aren't drawn
 * @result_alpha: results that have none of these bits aren't drawn, NV50+
 * @rop: raster operation, or 0xcc to copy
 * @keyed, @key: results equal to @key aren't drawn
 * @pattern: the pattern, if the operation depends on it
 * @pattern_visible: which of its pixels are drawn
 * @pattern_shape: enum of PATTERN_CONFIG.SHAPE
 * @pixels: pixels drawn
 * @nsource: errors met; from NV50 on enum NV50Fault
 */
typedef struct NVPaint {
    NVSurface dst;
    uint32_t mask;
    uint32_t ones;
    bool visible_alpha;
    uint32_t result_alpha;
    uint8_t rop;
    bool keyed;
    uint32_t key;
    uint32_t pattern[64];
    uint64_t pattern_visible;
    uint8_t pattern_shape;
    uint64_t pixels;
    uint32_t nsource;
} NVPaint;

/**
 * nv_paint_transparency: let a pattern of two colors leave pixels alone
 * @paint: the drawing
 * @bitmap: which of the pattern's pixels have the second color
 * @visible: which of the two colors are drawn: those with alpha 0 aren't
 *
 * That is so even if the raster operation has no use for the pattern: drivers
 * have a pattern with alpha set before such an operation, and draw transparent
 * stipples with all.
 */
void nv_paint_transparency(NVPaint *paint, uint64_t bitmap,
                           const bool *visible);

/** nv_paint_faulted: memory was missing, and the rest isn't drawn, NV50+ */
static inline bool nv_paint_faulted(const NVPaint *paint)
{
    return paint->dst.vm && paint->nsource;
}

/**
 * nv_paint_begin: prepare to draw on the destination surface
 * @gpu: the device
 * @paint: what the other functions need
 *
 * Returns false if the context isn't fit; the error has been raised then.
 */
bool nv_paint_begin(NVGPU *gpu, NVPaint *paint);

/**
 * nv_paint_fill: draw pixels of one color
 * @gpu: the device
 * @paint: drawing
 * @x, @y: first pixel
 * @count: how many, in one line
 * @color: the color in the surface's format
 */
void nv_paint_fill(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                   unsigned count, uint32_t color);

/**
 * nv_paint_pixels: draw pixels of different colors
 * @gpu: the device
 * @paint: drawing
 * @x, @y: first pixel
 * @count: how many, in one line; at most NV_PAINT_MAX
 * @colors: the colors in the surface's format
 * @visible: which are drawn, all if NULL
 */
void nv_paint_pixels(NVGPU *gpu, NVPaint *paint, int32_t x, int32_t y,
                     unsigned count, const uint32_t *colors,
                     const bool *visible);

/** nv_paint_end: count what was drawn.  Returns the errors met */
uint32_t nv_paint_end(NVGPU *gpu, NVPaint *paint);

/**
 * nv_paint_units: work for pixels drawn, see NVEngine
 *
 * To find out that there is nothing to be drawn is work, too.
 */
static inline int64_t nv_paint_units(const NVPaint *paint, uint64_t pixels)
{
    return 4 + pixels * paint->dst.bytes / 4;
}

/**
 * struct NVPaintLines - how an operation draws a line
 *
 * @piece: draws @count of its pixels, from @x on
 * @most: how many at a time
 * @cost: work for each, see nv_paint_units()
 */
typedef struct NVPaintLines {
    void (*piece)(NVGPU *gpu, NVPaint *paint, const void *source, int32_t x,
                  int32_t y, unsigned count);
    unsigned most;
    unsigned cost;
} NVPaintLines;

/**
 * nv_paint_lines: go on with the operation under way, line by line
 * @gpu: the device
 * @paint: drawing
 * @lines: how
 * @source: what @lines draws
 * @budget: see NVEngine
 *
 * Returns true when it is at its end; errors are in the operation's nsource.
 */
bool nv_paint_lines(NVGPU *gpu, NVPaint *paint, const NVPaintLines *lines,
                    const void *source, int64_t *budget);

/* --- shape.c ---------------------------------------------------------- */

/** struct NVPoint - a point of a shape */
typedef struct NVPoint {
    int32_t x, y;
} NVPoint;

/**
 * nv_shape_start: get an operation ready to draw a shape that has points
 * @op: the operation
 * @shape: a line or a triangle
 * @points: its points; coordinates have 18 bits
 * @clip: what may be drawn on
 *
 * Returns false if that is nothing.
 */
bool nv_shape_start(NVGraphOp *op, NVShape shape, const NVPoint *points,
                    const NVRect *clip);

/**
 * nv_paint_shape: go on with the operation under way, which draws a shape
 * @gpu: the device
 * @paint: drawing
 * @color: the shape's color in the surface's format
 * @budget: see NVEngine
 *
 * Returns true when it is at its end; errors are in the operation's nsource.
 */
bool nv_paint_shape(NVGPU *gpu, NVPaint *paint, uint32_t color,
                    int64_t *budget);

/* --- rect.c ----------------------------------------------------------- */

/** nv_rect_start: draw a rectangle of the color in SOURCE_COLOR */
void nv_rect_start(NVGPU *gpu, NVRect rect);

void nv_mthd_source_color(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val);

/* --- image.c ---------------------------------------------------------- */

/* Places of VTX where the methods leave an image's geometry */
enum {
    NV_VTX_IMAGE_AT = 2,        /* next pixel of the data */
    NV_VTX_IMAGE_IN = 3,        /* size of the data */
    NV_VTX_IMAGE_POINT = 4,     /* destination */
    NV_VTX_IMAGE_OUT = 5,       /* size of what is drawn */
};

/* @arg of nv_image_size: which sizes it sets */
#define NV_IMAGE_IN 1
#define NV_IMAGE_OUT 2

/**
 * struct NVImage - an image while a block of its data is drawn
 *
 * @paint: drawing
 * @width, @height: size of the data
 * @x, @y: place of the next pixel in it
 * @left, @top: where pixel 0, 0 goes
 * @clip: what may be drawn on
 */
typedef struct NVImage {
    NVPaint paint;
    uint32_t width, height;
    uint32_t x, y;
    int32_t left, top;
    NVRect clip;
} NVImage;

/** nv_image_count: pixels of the current line that can be drawn at a time */
static inline unsigned nv_image_count(const NVImage *image,
                                      uint64_t available)
{
    return MIN(MIN(image->width - image->x, NV_PAINT_MAX), available);
}

/**
 * nv_image_draw: draw pixels of the current line, and go on to what is after
 * @gpu: the device
 * @image: the image
 * @count: how many
 * @colors, @visible: see nv_paint_pixels()
 */
void nv_image_draw(NVGPU *gpu, NVImage *image, unsigned count,
                   const uint32_t *colors, const bool *visible);

void nv_image_point(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val);
void nv_image_size(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                   uint32_t val);

/* Data of images; @arg of nv_image_mono: zeros have a color, too */
uint32_t nv_image_mono(NVGPU *gpu, const NVGraphMethod *method,
                       const uint32_t *data, uint32_t count);
uint32_t nv_image_color(NVGPU *gpu, const NVGraphMethod *method,
                        const uint32_t *data, uint32_t count);

/* A place of VTX; its coordinates have 18 bits, whatever a guest writes. */
static inline int32_t nv_vtx_x(NVGPU *gpu, unsigned i)
{
    return sextract32(gpu->regs[R_NV_PGRAPH_VTX_X + i], 0, 18);
}

static inline int32_t nv_vtx_y(NVGPU *gpu, unsigned i)
{
    return sextract32(gpu->regs[R_NV_PGRAPH_VTX_Y + i], 0, 18);
}

static inline void nv_vtx_set(NVGPU *gpu, unsigned i, int32_t x, int32_t y)
{
    gpu->regs[R_NV_PGRAPH_VTX_X + i] = x;
    gpu->regs[R_NV_PGRAPH_VTX_Y + i] = y;
}

#endif /* HW_NV_ENGINE_PAINT_H */
