/*
 * Tests of the NVIDIA GPU: a surface to draw on with NV50's 2D object
 *
 * A test draws both with the card and with its own model, and compares the
 * whole surface.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_TESLA_CANVAS_H
#define LIBNV_NV_TESLA_CANVAS_H

#include "qemu/units.h"
#include "nv-canvas.h"
#include "nv-tesla-graph.h"

/* --- The object ------------------------------------------------------- */

#define NV50_CANVAS_CHID 1
#define NV50_CANVAS_SUBC 3
#define NV50_CLASS_2D 0x502d

/** Methods; g80_2d.xml */
enum {
    TWOD_WAIT_FOR_IDLE = 0x110,
    TWOD_DMA_DST = 0x184,
    TWOD_DST_FORMAT = 0x200,
    TWOD_DST_PITCH = 0x214,
    TWOD_SRC_FORMAT = 0x230,
    TWOD_COND_MODE = 0x26c,
    TWOD_CLIP_X = 0x280,
    TWOD_CLIP_ENABLE = 0x290,
    TWOD_ROP = 0x2a0,
    TWOD_OPERATION = 0x2ac,
    TWOD_PATTERN_SELECT = 0x2b4,
    TWOD_PATTERN_COLOR_FORMAT = 0x2e8,
    TWOD_PATTERN_X8R8G8B8 = 0x300,
    TWOD_DRAW_SHAPE = 0x580,
    TWOD_DRAW_COLOR_FORMAT = 0x584,
    TWOD_DRAW_COLOR = 0x588,
    TWOD_DRAW_POINT16 = 0x5e0,
    TWOD_DRAW_POINT32_X = 0x600,
    TWOD_SIFC_BITMAP_ENABLE = 0x800,
    TWOD_SIFC_FORMAT = 0x804,
    TWOD_SIFC_BITMAP_FORMAT = 0x808,
    TWOD_SIFC_BITMAP_COLOR = 0x814,
    TWOD_SIFC_WRITE_BIT0 = 0x81c,
    TWOD_SIFC_WIDTH = 0x838,
    TWOD_SIFC_DX_DU = 0x840,
    TWOD_SIFC_DST = 0x850,
    TWOD_SIFC_DATA = 0x860,
    TWOD_BLIT_SAFE_OVERLAP = 0x888,
    TWOD_BLIT_DST = 0x8b0,
    TWOD_BLIT_DU_DX = 0x8c0,
    TWOD_BLIT_SRC = 0x8d0,
};

/** Values of OPERATION */
enum {
    TWOD_SRCCOPY_AND = 0,
    TWOD_ROP_AND = 1,
    TWOD_SRCCOPY = 3,
    TWOD_OP_ROP = 4,
};

/* --- Formats ---------------------------------------------------------- */

/**
 * struct NV50Format - a format of surfaces and colors
 *
 * @id: G80_SURFACE_FORMAT
 * @bytes: bytes of a pixel
 * @bits: bits of blue, green, red and alpha, from the lowest on; all 0: it
 *        isn't one of colors
 * @red_first: the first is red, and the third blue
 * @zeros, @ones: bits that are written as such
 */
typedef struct NV50Format {
    uint32_t id;
    unsigned bytes;
    uint8_t bits[4];
    bool red_first;
    uint32_t zeros, ones;
} NV50Format;

#define NV50_FORMATS 16

extern const NV50Format nv50_formats[NV50_FORMATS];

#define NV50_Y8 (&nv50_formats[0])
#define NV50_R5G6B5 (&nv50_formats[3])
#define NV50_A8R8G8B8 (&nv50_formats[8])
#define NV50_X8R8G8B8 (&nv50_formats[9])

/** nv50_format_mask: bits of a pixel */
uint32_t nv50_format_mask(const NV50Format *f);

/** nv50_format_has_colors: pixels can be converted */
static inline bool nv50_format_has_colors(const NV50Format *f)
{
    return f->bits[0];
}

/** nv50_convert: a pixel of one format as one of another, as it is stored */
uint32_t nv50_convert(const NV50Format *from, const NV50Format *to,
                      uint32_t val);

/* --- Canvas ----------------------------------------------------------- */

#define NV50_CANVAS_W 120
#define NV50_CANVAS_H 72

/** Where in the surface's DMA object it begins, and bytes of that */
#define NV50_CANVAS_OFFSET 0x1100
#define NV50_CANVAS_SIZE (128 * KiB)

/**
 * struct NV50Canvas - a surface, which is the source of copies as well
 *
 * @chan: a channel with the object
 * @surface: memory of the surface
 * @format: of pixels
 * @blocks: it is in blocks, else in lines
 * @block_height, @block_depth: log2 of gobs in a block
 * @layer: which of its 3 layers is drawn on
 * @pitch: bytes from a line to the next
 * @pixels: what they are by the model
 */
typedef struct NV50Canvas {
    NVChan *chan;
    NVBuf *surface;
    const NV50Format *format;
    bool blocks;
    unsigned block_height, block_depth;
    uint32_t layer;
    uint32_t pitch;
    uint32_t pixels[NV50_CANVAS_H][NV50_CANVAS_W];
} NV50Canvas;

/** nv50_canvas_new: bring PGRAPH up, and a surface of random pixels in lines */
void nv50_canvas_new(NV50Canvas *c, NVDev *nv, NVPlace place,
                     const NV50Format *format);

/** nv50_canvas_init: the same, with format and layout as @c has them */
void nv50_canvas_init(NV50Canvas *c, NVDev *nv, NVPlace place);

void nv50_canvas_free(NV50Canvas *c);

/** nv50_pixel_at: where in the DMA object a pixel is */
uint32_t nv50_pixel_at(const NV50Canvas *c, int x, int y);

/** nv50_area_random: an area that isn't empty, inside the canvas */
NVArea nv50_area_random(void);

/** nv50_assert_canvas: the surface is what the model says, pixel for pixel */
#define nv50_assert_canvas(_c, ...) \
    nv50_check_canvas(_c, __FILE__, __LINE__, g_strdup_printf(__VA_ARGS__))

void nv50_check_canvas(NV50Canvas *c, const char *file, int line, char *what);

/** nv50_on_canvas: there is such a pixel */
static inline bool nv50_on_canvas(int x, int y)
{
    return x >= 0 && x < NV50_CANVAS_W && y >= 0 && y < NV50_CANVAS_H;
}

/* The model's; what lies outside isn't drawn. */
void nv50_model_set(NV50Canvas *c, int x, int y, uint32_t val);
void nv50_model_fill(NV50Canvas *c, const NVArea *a, uint32_t color);

/* --- Methods ---------------------------------------------------------- */

/** nv50_push: append an increasing command for the object */
#define nv50_push(_c, _mthd, ...) \
    nv_push_inc((_c)->chan, NV50_CANVAS_SUBC, _mthd, __VA_ARGS__)

/** nv50_push_fill: nv50_fbcon_fillrect() */
void nv50_push_fill(NV50Canvas *c, const NVArea *a, uint32_t color);

/** nv50_push_image, nv50_push_data: nv50_fbcon_imageblit(); @most in each */
void nv50_push_image(NV50Canvas *c, const NVArea *a);
void nv50_push_data(NV50Canvas *c, const uint32_t *data, unsigned count,
                    unsigned most);

/** nv50_push_blit: nv50_fbcon_copyarea() */
void nv50_push_blit(NV50Canvas *c, const NVArea *a, int sx, int sy);

#endif /* LIBNV_NV_TESLA_CANVAS_H */
