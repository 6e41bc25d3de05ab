/*
 * Tests of the NVIDIA GPU: a surface to draw on with 2D objects
 *
 * A test draws both with the card and with its own model, and compares the
 * whole surface.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_CANVAS_H
#define LIBNV_NV_CANVAS_H

#include "nv-graph.h"

/* --- Objects ---------------------------------------------------------- */

/** Subchannels: as the console uses them, and one for the other objects */
enum {
    NV_SUBC_CONTEXT = 0,
    NV_SUBC_BLIT = 2,
    NV_SUBC_GDI = 3,
    NV_SUBC_OTHER = 5,
};

/** Handles of a canvas's objects; the last nine follow each other */
enum {
    NV_HANDLE_VRAM = 0x80000002,
    NV_HANDLE_NULL = 0x30,
    NV_HANDLE_SURFACE = 0xbeef6200,
    NV_HANDLE_CLIP,
    NV_HANDLE_ROP,
    NV_HANDLE_PATTERN,
    NV_HANDLE_CHROMA,
    NV_HANDLE_GDI,
    NV_HANDLE_BLIT,
    NV_HANDLE_IFC,
    NV_HANDLE_RECT,
};

/** The method that sets an object's operation, enum NVOperation */
#define NV_MTHD_OPERATION 0x02fc

/* --- Formats ---------------------------------------------------------- */

/**
 * struct NVFormat - a format that the console can have
 *
 * @bytes: bytes of a pixel
 * @surface: FORMAT of SURF2D
 * @solid: COLOR_FORMAT of GDI and RECT
 * @image: COLOR_FORMAT of IFC
 * @context: COLOR_FORMAT of PATTERN and CHROMA
 * @mask: bits of a pixel
 * @alpha: bits of PATTERN's and CHROMA's colors that make them count
 */
typedef struct NVFormat {
    unsigned bytes;
    uint32_t surface, solid, image, context;
    uint32_t mask, alpha;
} NVFormat;

extern const NVFormat nv_formats[5];

#define NV_X8R8G8B8 (&nv_formats[3])

/** nv_wide5, nv_wide6: a color of so many bits as one of 8 */
static inline uint32_t nv_wide5(uint32_t val)
{
    return (val << 3 | val >> 2) & 0xff;
}

static inline uint32_t nv_wide6(uint32_t val)
{
    return (val << 2 | val >> 4) & 0xff;
}

/* --- Areas ------------------------------------------------------------ */

/** struct NVArea - a rectangle, in pixels */
typedef struct NVArea {
    int x, y, w, h;
} NVArea;

/** nv_area_random: one that isn't empty, inside the canvas */
NVArea nv_area_random(int max_w, int max_h);

/** nv_area_has: the pixel at @x, @y is in it */
static inline bool nv_area_has(const NVArea *a, int x, int y)
{
    return x >= a->x && x < a->x + a->w && y >= a->y && y < a->y + a->h;
}

/** nv_yx: a point or a size as methods have it, @x in the lower half */
static inline uint32_t nv_yx(int y, int x)
{
    return (uint32_t)y << 16 | (x & 0xffff);
}

/* --- Canvas ----------------------------------------------------------- */

#define NV_CANVAS_W 128
#define NV_CANVAS_H 96

/** Where in the surface's DMA object it begins, in bytes */
#define NV_CANVAS_OFFSET 0x1000

/**
 * struct NVCanvas - a surface, a channel that draws on it, and its model
 *
 * @chan: the channel
 * @format: of pixels
 * @pitch: bytes from a line to the next
 * @surface: memory of the surface
 * @pixels: the model's pixels
 */
typedef struct NVCanvas {
    NVChan *chan;
    const NVFormat *format;
    uint32_t pitch;
    NVBuf *surface;
    uint32_t pixels[NV_CANVAS_H][NV_CANVAS_W];
} NVCanvas;

/**
 * nv_canvas_new: bring PGRAPH up, with a surface of random pixels, all objects
 *                of the console, and GDI and BLIT bound
 * @c: the canvas
 * @nv: the card
 * @format: the surface's
 *
 * On cards whose drivers link objects (NV_CARD_SW_LINKS), which takes an
 * interrupt for each, tests of drawing leave that to other tests.
 */
void nv_canvas_new(NVCanvas *c, NVDev *nv, const NVFormat *format);

/**
 * nv_canvas_soil: pixels whose meaningless bits are set at random, too
 *
 * Drawing makes them 0, where it draws.
 */
void nv_canvas_soil(NVCanvas *c);

/** nv_canvas_new_with: the same with a surface of another class */
void nv_canvas_new_with(NVCanvas *c, NVDev *nv, const NVFormat *format,
                        uint32_t surface_class);

/** nv_canvas_free: check that PGRAPH is quiet; free channel and surface */
void nv_canvas_free(NVCanvas *c);

/** nv_canvas_surface: bind the surface and set all that it has */
void nv_canvas_surface(NVCanvas *c);

/** nv_canvas_rop: set the raster operation of objects that combine */
void nv_canvas_rop(NVCanvas *c, uint8_t rop);

/** nv_canvas_fill: fill an area by GDI, unclipped; @color is in its format */
void nv_canvas_fill(NVCanvas *c, const NVArea *a, uint32_t color);

/** nv_canvas_model_fill: the model's; @clip is NULL for none */
void nv_canvas_model_fill(NVCanvas *c, const NVArea *a, const NVArea *clip,
                          uint32_t color);

/** nv_assert_canvas: the surface is the model's, pixel for pixel */
#define nv_assert_canvas(_canvas, ...)                                      \
    nv_check_canvas(_canvas, __FILE__, __LINE__,                            \
                    g_strdup_printf(__VA_ARGS__))

void nv_check_canvas(NVCanvas *c, const char *file, int line, char *what);

#endif /* LIBNV_NV_CANVAS_H */
