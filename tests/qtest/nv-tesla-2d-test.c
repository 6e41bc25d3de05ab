/*
 * Tests of the NVIDIA GPU: the 2D object of NV50 and later, 0x502d
 *
 * Each test draws with the card and with a model of its own, and compares all
 * of the surface.  The console's methods are those of nouveau's nv50_fbcon.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-tesla-canvas.h"
#include "libnv/nv-test.h"

#define W NV50_CANVAS_W
#define H NV50_CANVAS_H

/* The part of a pattern's color that makes it opaque */
#define ALPHA 0xff000000

/* --- Solid shapes ----------------------------------------------------- */

static void rectangles(NVDev *nv)
{
    for (unsigned f = 0; f < NV50_FORMATS; f++) {
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, nv_places[f % 3], &nv50_formats[f]);
        for (unsigned i = 0; i < 12; i++) {
            NVArea a = nv50_area_random();
            uint32_t color = nv_random();

            nv50_push_fill(&c, &a, color);
            nv_submit(c.chan);
            nv50_model_fill(&c, &a, color);
            nv50_assert_canvas(&c, "rectangle %d, %d %dx%d", a.x, a.y, a.w,
                               a.h);
        }
        nv50_canvas_free(&c);
    }
}

/* They may begin and end anywhere, and in any corner. */
static void beyond_the_edges(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    for (unsigned i = 0; i < 40; i++) {
        int x0 = (int)nv_random_below(3 * W) - W;
        int y0 = (int)nv_random_below(3 * H) - H;
        int x1 = (int)nv_random_below(3 * W) - W;
        int y1 = (int)nv_random_below(3 * H) - H;
        NVArea a = { MIN(x0, x1), MIN(y0, y1), abs(x1 - x0), abs(y1 - y0) };
        uint32_t color = nv_random();

        nv50_push(&c, TWOD_DRAW_COLOR, color);
        nv50_push(&c, TWOD_DRAW_POINT32_X + (i & 7) * 8, x0, y0, x1, y1);
        nv_submit(c.chan);
        nv50_model_fill(&c, &a, color);
        nv50_assert_canvas(&c, "%d, %d to %d, %d", x0, y0, x1, y1);
    }
    nv50_assert_graph_quiet(nv);
    nv50_canvas_free(&c);
}

static void points(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_GART, NV50_R5G6B5);
    nv50_push(&c, TWOD_DRAW_SHAPE, 0);
    for (unsigned i = 0; i < 60; i++) {
        int x = nv_random_below(W + 8), y = nv_random_below(H + 8);
        uint32_t color = nv_random();

        nv50_push(&c, TWOD_DRAW_COLOR, color);
        if (i & 1) {
            nv50_push(&c, TWOD_DRAW_POINT16, y << 16 | x);
        } else {
            nv50_push(&c, TWOD_DRAW_POINT32_X, x, y);
        }
        nv_submit(c.chan);
        nv50_model_set(&c, x, y, color);
        nv50_assert_canvas(&c, "%d, %d", x, y);
    }
    /* The shape discards a corner that has arrived. */
    nv50_push(&c, TWOD_DRAW_SHAPE, 4);
    nv50_push(&c, TWOD_DRAW_POINT16, 0x00010001);
    nv50_push(&c, TWOD_DRAW_SHAPE, 4);
    nv50_push(&c, TWOD_DRAW_POINT16, 0x00020002);
    nv_submit(c.chan);
    nv50_assert_canvas(&c, "one corner");
    nv50_canvas_free(&c);
}

static void clip(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_RAM, NV50_X8R8G8B8);
    for (unsigned i = 0; i < 30; i++) {
        NVArea clip = nv50_area_random(), a = nv50_area_random(), both;
        uint32_t color = nv_random();

        clip.x -= nv_random_below(20);
        clip.y -= nv_random_below(20);
        nv50_push(&c, TWOD_CLIP_X, clip.x, clip.y, clip.w, clip.h, 1);
        nv50_push_fill(&c, &a, color);
        nv_submit(c.chan);
        both.x = MAX(a.x, clip.x);
        both.y = MAX(a.y, clip.y);
        both.w = MIN(a.x + a.w, clip.x + clip.w) - both.x;
        both.h = MIN(a.y + a.h, clip.y + clip.h) - both.y;
        nv50_model_fill(&c, &both, color);
        nv50_assert_canvas(&c, "%d, %d %dx%d in %d, %d %dx%d", a.x, a.y, a.w,
                           a.h, clip.x, clip.y, clip.w, clip.h);
    }
    nv50_canvas_free(&c);
}

static void colors_are_converted(NVDev *nv)
{
    const NVArea a = { 3, 3, 5, 2 };

    for (unsigned f = 0; f < NV50_FORMATS * NV50_FORMATS; f++) {
        const NV50Format *from = &nv50_formats[f % NV50_FORMATS];
        const NV50Format *to = &nv50_formats[f / NV50_FORMATS];
        NV50Canvas c;

        if (!nv50_format_has_colors(from) || !nv50_format_has_colors(to)) {
            continue;
        }
        nv_init(nv);
        nv50_canvas_new(&c, nv, NV_IN_VRAM, to);
        nv50_push(&c, TWOD_DRAW_COLOR_FORMAT, from->id);
        for (unsigned i = 0; i < 3; i++) {
            uint32_t color = nv_random();

            nv50_push_fill(&c, &a, color);
            nv_submit(c.chan);
            nv50_model_fill(&c, &a, nv50_convert(from, to, color));
            nv50_assert_canvas(&c, "color %x of format %x", color, from->id);
        }
        nv50_canvas_free(&c);
    }
}

/* --- Operations ------------------------------------------------------- */

static uint32_t rop3(uint8_t rop, uint32_t p, uint32_t s, uint32_t d)
{
    uint32_t result = 0;

    for (unsigned bit = 0; bit < 32; bit++) {
        unsigned i = (p >> bit & 1) << 2 | (s >> bit & 1) << 1 |
                     (d >> bit & 1);

        result |= (uint32_t)(rop >> i & 1) << bit;
    }
    return result;
}

/* nv50_fbcon_fillrect() with another operation: it inverts. */
static void inverted_rectangles(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    for (unsigned i = 0; i < 10; i++) {
        NVArea a = nv50_area_random();

        nv50_push(&c, TWOD_OPERATION, TWOD_ROP_AND);
        nv50_push_fill(&c, &a, nv_random());
        nv50_push(&c, TWOD_OPERATION, TWOD_SRCCOPY);
        nv_submit(c.chan);
        for (int y = a.y; y < a.y + a.h; y++) {
            for (int x = a.x; x < a.x + a.w; x++) {
                c.pixels[y][x] = ~c.pixels[y][x];
            }
        }
        nv50_assert_canvas(&c, "rectangle %d, %d %dx%d", a.x, a.y, a.w, a.h);
    }
    nv50_canvas_free(&c);
}

/* All raster operations, with patterns of all kinds */
static void raster_operations(NVDev *nv)
{
    for (unsigned select = 0; select < 4; select++) {
        uint32_t color[2] = { nv_random() | ALPHA, nv_random() | ALPHA };
        uint32_t bits[2], pattern[64];
        bool lsb = select & 1;
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, NV_IN_VRAM,
                        select & 2 ? NV50_A8R8G8B8 : NV50_R5G6B5);
        bits[0] = nv_random();
        bits[1] = nv_random();
        nv50_push(&c, TWOD_PATTERN_SELECT, select);
        nv50_push(&c, TWOD_PATTERN_COLOR_FORMAT, 2, lsb, color[0], color[1],
                  bits[0], bits[1]);
        for (unsigned i = 0; i < 64; i++) {
            uint32_t bit = lsb ? i : i ^ 7;

            pattern[i] = nv50_convert(NV50_A8R8G8B8, c.format,
                                 color[bits[bit / 32] >> bit % 32 & 1]);
            if (select == 3) {
                uint32_t val = nv_random();

                nv50_push(&c, TWOD_PATTERN_X8R8G8B8 + i * 4, val);
                pattern[i] = nv50_convert(NV50_X8R8G8B8, c.format, val);
            }
        }
        nv50_push(&c, TWOD_OPERATION, TWOD_OP_ROP);
        for (unsigned rop = 0; rop < 256; rop++) {
            NVArea a = { 0, 0, 10, 9 };
            uint32_t source = nv_random();

            a.x = nv_random_below(W - a.w);
            a.y = nv_random_below(H - a.h);
            nv50_push(&c, TWOD_ROP, rop);
            nv50_push_fill(&c, &a, source);
            nv_submit(c.chan);
            for (int y = a.y; y < a.y + a.h; y++) {
                for (int x = a.x; x < a.x + a.w; x++) {
                    unsigned i = select == 1 ? x & 63
                               : select == 2 ? y & 63
                               : (y & 7) * 8 + (x & 7);

                    nv50_model_set(&c, x, y, rop3(rop, pattern[i], source,
                                             c.pixels[y][x]));
                }
            }
            nv50_assert_canvas(&c, "operation %x pattern %u", rop, select);
        }
        nv50_canvas_free(&c);
    }
}

/*
 * A pattern color with alpha 0 leaves pixels unchanged with each raster
 * operation: xf86-video-nv's G80SetupForMono8x8PatternFill().
 */
static void transparent_patterns(NVDev *nv)
{
    const NVArea a = { 3, 5, 40, 30 };
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    nv50_push(&c, TWOD_OPERATION, TWOD_OP_ROP);
    nv50_push(&c, TWOD_PATTERN_SELECT, 0);
    for (unsigned rop = 0; rop < 256; rop++) {
        uint32_t source = nv_random() & 0xffffff;
        uint32_t color[2] = { nv_random() & 0xffffff, nv_random() | ALPHA };
        uint32_t bits[2] = { nv_random(), nv_random() };

        nv50_push(&c, TWOD_PATTERN_COLOR_FORMAT, 2, 1, color[0], color[1],
                  bits[0], bits[1]);
        nv50_push(&c, TWOD_ROP, rop);
        nv50_push_fill(&c, &a, source);
        nv_submit(c.chan);
        for (int y = a.y; y < a.y + a.h; y++) {
            for (int x = a.x; x < a.x + a.w; x++) {
                unsigned i = (y & 7) * 8 + (x & 7);

                if (bits[i / 32] >> i % 32 & 1) {
                    nv50_model_set(&c, x, y, rop3(rop, color[1] & ~ALPHA,
                                                  source, c.pixels[y][x]));
                }
            }
        }
        nv50_assert_canvas(&c, "operation %x", rop);
    }
    nv50_canvas_free(&c);
}

/* Class header 902D: SET_MONOCHROME_PATTERN_COLOR_FORMAT_V */
static void pattern_formats(NVDev *nv)
{
    enum { A8X8R5G6B5, A1R5G5B5, A8R8G8B8 };
    static const struct {
        unsigned format;
        uint32_t color;
        bool opaque;
        uint32_t drawn;
    } cases[] = {
        { A8X8R5G6B5, 0xff00f81f, true, 0xff00ff },
        { A8X8R5G6B5, 0x010007e0, true, 0x00ff00 },
        { A8X8R5G6B5, 0x00ffffff, false },
        { A1R5G5B5, 0x0000fc1f, true, 0xff00ff },
        { A1R5G5B5, 0x000083e0, true, 0x00ff00 },
        { A1R5G5B5, 0xffff7fff, false },
        { A8R8G8B8, 0x01123456, true, 0x123456 },
        { A8R8G8B8, 0x00ffffff, false },
    };
    const NVArea a = { 3, 5, 10, 9 };
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    nv50_push(&c, TWOD_OPERATION, TWOD_OP_ROP);
    nv50_push(&c, TWOD_PATTERN_SELECT, 0);
    nv50_push(&c, TWOD_ROP, 0xf0);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        nv50_push(&c, TWOD_PATTERN_COLOR_FORMAT, cases[i].format, 1,
                  cases[i].color, cases[i].color, nv_random(), nv_random());
        nv50_push_fill(&c, &a, nv_random());
        nv_submit(c.chan);
        for (int y = a.y; cases[i].opaque && y < a.y + a.h; y++) {
            for (int x = a.x; x < a.x + a.w; x++) {
                nv50_model_set(&c, x, y, cases[i].drawn);
            }
        }
        nv50_assert_canvas(&c, "case %u", i);
    }
    nv50_canvas_free(&c);
}

/* SRCCOPY_AND tests the source's alpha, ROP_AND the result's. */
static void alpha(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_A8R8G8B8);
    nv50_push(&c, TWOD_ROP, 0x66);               /* XOR */
    for (unsigned i = 0; i < 24; i++) {
        NVArea a = nv50_area_random();
        uint32_t color = nv_random() & (i & 1 ? 0x00ffffff : UINT32_MAX);
        bool rop = i & 2;

        nv50_push(&c, TWOD_OPERATION, rop ? TWOD_ROP_AND : TWOD_SRCCOPY_AND);
        if (rop) {
            /* Some pixels' alpha becomes 0. */
            c.pixels[a.y][a.x] = color & 0xff000000;
            nv_buf_wr32(c.surface, nv50_pixel_at(&c, a.x, a.y),
                        c.pixels[a.y][a.x]);
        }
        nv50_push_fill(&c, &a, color);
        nv_submit(c.chan);
        for (int y = a.y; y < a.y + a.h; y++) {
            for (int x = a.x; x < a.x + a.w; x++) {
                uint32_t val = rop ? color ^ c.pixels[y][x] : color;

                if (val >> 24) {
                    c.pixels[y][x] = val;
                }
            }
        }
        nv50_assert_canvas(&c, "operation %u color %x", rop, color);
    }
    /* A format without alpha is always visible. */
    nv50_push(&c, TWOD_OPERATION, TWOD_SRCCOPY_AND);
    nv50_push(&c, TWOD_DRAW_COLOR_FORMAT, NV50_X8R8G8B8->id);
    nv50_push_fill(&c, &(NVArea) { 0, 0, W, H }, 0x00123456);
    nv_submit(c.chan);
    nv50_model_fill(&c, &(NVArea) { 0, 0, W, H }, 0xff123456);
    nv50_assert_canvas(&c, "no alpha");
    nv50_canvas_free(&c);
}

static void never(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    nv50_push(&c, TWOD_COND_MODE, 0);
    nv50_push_fill(&c, &(NVArea) { 0, 0, W, H }, 0x123456);
    nv_submit(c.chan);
    nv50_assert_canvas(&c, "never");
    nv50_push(&c, TWOD_COND_MODE, 1);
    nv50_push_fill(&c, &(NVArea) { 0, 0, W, H }, 0x123456);
    nv_submit(c.chan);
    nv50_model_fill(&c, &(NVArea) { 0, 0, W, H }, 0x123456);
    nv50_assert_canvas(&c, "always");
    nv50_canvas_free(&c);
}

/* --- Images ----------------------------------------------------------- */

/* Where line @y of @width * @size bits begins, by LINE_PACK_MODE */
static uint32_t line_bit(unsigned mode, unsigned y, unsigned width,
                         unsigned size)
{
    uint32_t bits = width * size;

    bits = mode == 1 ? ROUND_UP(bits, 8) : mode == 2 ? ROUND_UP(bits, 32)
                                                     : bits;
    return y * bits;
}

/* The console's text: opaque, bytes' first pixel in bit 7 */
static void text(NVDev *nv)
{
    for (unsigned f = 0; f < NV50_FORMATS; f++) {
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, nv_places[f % 3], &nv50_formats[f]);
        for (unsigned i = 0; i < 8; i++) {
            NVArea a = nv50_area_random();
            uint32_t color[2] = { nv_random(), nv_random() };
            uint32_t data[64 * 64];
            unsigned bits = line_bit(1, a.h, a.w, 1);

            nv_random_fill(data, sizeof(data));
            nv50_push(&c, TWOD_SIFC_BITMAP_COLOR, color[0], color[1]);
            nv50_push_image(&c, &a);
            nv50_push_data(&c, data, DIV_ROUND_UP(bits, 32), i & 1 ? 2047 : 5);
            nv_submit(c.chan);
            for (int y = 0; y < a.h; y++) {
                for (int x = 0; x < a.w; x++) {
                    uint32_t bit = (line_bit(1, y, a.w, 1) + x) ^ 7;

                    nv50_model_set(&c, a.x + x, a.y + y,
                                   color[data[bit / 32] >> bit % 32 & 1]);
                }
            }
            nv50_assert_canvas(&c, "text at %d, %d %dx%d", a.x, a.y, a.w, a.h);
        }
        nv50_assert_graph_quiet(nv);
        nv50_canvas_free(&c);
    }
}

/* Bit orders, line ends, transparent zeros, a color format, clipping */
static void bitmaps(NVDev *nv)
{
    NVArea window = { 10, 5, 70, 50 };
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_R5G6B5);
    nv50_push(&c, TWOD_CLIP_X, window.x, window.y, window.w, window.h, 1);
    for (unsigned i = 0; i < 36; i++) {
        bool lsb = i & 1, opaque = i & 2, wide = i & 4;
        unsigned mode = i % 3;
        NVArea a = nv50_area_random();
        uint32_t color[2] = { nv_random(), nv_random() };
        uint32_t data[64 * 64];

        a.x -= nv_random_below(12);
        a.y -= nv_random_below(12);
        nv_random_fill(data, sizeof(data));
        nv50_push(&c, TWOD_SIFC_BITMAP_ENABLE, 1,
                  wide ? NV50_A8R8G8B8->id : NV50_R5G6B5->id, 0, lsb, mode);
        nv50_push(&c, TWOD_SIFC_BITMAP_COLOR, color[0], color[1], opaque);
        nv50_push_image(&c, &a);
        nv50_push_data(&c, data, DIV_ROUND_UP(line_bit(mode, a.h, a.w, 1), 32),
                       1 + nv_random_below(100));
        nv_submit(c.chan);
        for (int y = 0; y < a.h; y++) {
            for (int x = 0; x < a.w; x++) {
                uint32_t bit = (line_bit(mode, y, a.w, 1) + x) ^ (lsb ? 0 : 7);
                bool one = data[bit / 32] >> bit % 32 & 1;

                if ((one || opaque) &&
                    nv_area_has(&window, a.x + x, a.y + y)) {
                    nv50_model_set(&c, a.x + x, a.y + y,
                              nv50_convert(wide ? NV50_A8R8G8B8 : NV50_R5G6B5,
                                           NV50_R5G6B5,
                                      color[one]));
                }
            }
        }
        nv50_assert_canvas(&c, "bitmap %u at %d, %d %dx%d", i, a.x, a.y, a.w,
                           a.h);
    }
    nv50_canvas_free(&c);
}

/* Pixels of all formats, on surfaces to which they can be converted */
static void images(NVDev *nv)
{
    for (unsigned f = 0; f < NV50_FORMATS; f++) {
        const NV50Format *from = &nv50_formats[f];
        const NV50Format *to = nv50_format_has_colors(from) && f % 3
                               ? NV50_X8R8G8B8 : from;
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, nv_places[f % 3], to);
        for (unsigned i = 0; i < 6; i++) {
            unsigned mode = i % 3, size = from->bytes * 8;
            NVArea a = nv50_area_random();
            uint32_t data[W * H];

            a.w = MIN(a.w, 50);
            nv_random_fill(data, sizeof(data));
            nv50_push(&c, TWOD_SIFC_BITMAP_ENABLE, 0, from->id, 0, 0, mode);
            nv50_push_image(&c, &a);
            nv50_push_data(&c, data,
                           DIV_ROUND_UP(line_bit(mode, a.h, a.w, size), 32),
                           1000);
            nv_submit(c.chan);
            for (int y = 0; y < a.h; y++) {
                for (int x = 0; x < a.w; x++) {
                    uint32_t bit = line_bit(mode, y, a.w, size) + x * size;
                    uint32_t val = data[bit / 32] >> bit % 32 &
                                   nv50_format_mask(from);

                    nv50_model_set(&c, a.x + x, a.y + y,
                                   nv50_convert(from, to, val));
                }
            }
            nv50_assert_canvas(&c, "image of format %x at %d, %d %dx%d",
                               from->id, a.x, a.y, a.w, a.h);
        }
        nv50_canvas_free(&c);
    }
}

/* Data behind the last line, or without a start, is dropped. */
static void data_after_the_end(NVDev *nv)
{
    uint32_t data[64];
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    nv_random_fill(data, sizeof(data));
    nv50_push_image(&c, &(NVArea) { 0, 0, 8, 1 });
    nv50_push(&c, TWOD_SIFC_BITMAP_COLOR, 0x11, 0x22);
    data[0] = 0x000000f0;
    nv50_push_data(&c, data, ARRAY_SIZE(data), 7);
    nv_submit(c.chan);
    for (int x = 0; x < 8; x++) {
        nv50_model_set(&c, x, 0, x < 4 ? 0x22 : 0x11);
    }
    nv50_assert_canvas(&c, "more than 8 pixels");
    nv50_assert_graph_quiet(nv);
    nv50_canvas_free(&c);
}

/* --- Copies ----------------------------------------------------------- */

static void model_blit(NV50Canvas *c, const NVArea *a, int sx, int sy)
{
    uint32_t old[H][W];

    memcpy(old, c->pixels, sizeof(old));
    for (int y = 0; y < a->h; y++) {
        for (int x = 0; x < a->w; x++) {
            if (nv50_on_canvas(sx + x, sy + y)) {
                nv50_model_set(c, a->x + x, a->y + y, old[sy + y][sx + x]);
            }
        }
    }
}

/* Within the surface, in all directions, beyond its edges */
static void copies(NVDev *nv)
{
    for (unsigned f = 0; f < NV50_FORMATS; f++) {
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, nv_places[f % 3], &nv50_formats[f]);
        for (unsigned i = 0; i < 16; i++) {
            NVArea a = nv50_area_random();
            int sx, sy;

            if (i & 1) {
                sx = a.x + (int)nv_random_below(9) - 4;
                sy = a.y + (int)nv_random_below(5) - 2;
            } else {
                sx = (int)nv_random_below(2 * W) - W / 2;
                sy = (int)nv_random_below(2 * H) - H / 2;
                a.x += nv_random_below(30);
                a.y += nv_random_below(30);
            }
            nv50_push_blit(&c, &a, sx, sy);
            nv_submit(c.chan);
            model_blit(&c, &a, sx, sy);
            nv50_assert_canvas(&c, "%d, %d to %d, %d %dx%d", sx, sy, a.x, a.y,
                               a.w, a.h);
        }
        nv50_assert_graph_quiet(nv);
        nv50_canvas_free(&c);
    }
}

/* The source seen in another format */
static void copies_are_converted(NVDev *nv)
{
    for (unsigned f = 3; f < NV50_FORMATS; f++) {
        const NV50Format *from = &nv50_formats[f];
        uint32_t values[16 * 8];
        NVBuf *source;
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, NV_IN_VRAM,
                        f & 1 ? NV50_R5G6B5 : NV50_A8R8G8B8);
        source = nv_buf_new(nv, nv_places[f % 3], 4096, 0x3d);
        nv_graph_name(c.chan, 0x99, source->inst);
        nv_random_fill(values, sizeof(values));
        for (unsigned i = 0; i < ARRAY_SIZE(values); i++) {
            values[i] &= nv50_format_mask(from);
            nv_buf_write(source, i / 16 * 256 + i % 16 * from->bytes,
                         &values[i], from->bytes);
        }
        nv50_push(&c, TWOD_DMA_DST + 4, 0x99);
        nv50_push(&c, TWOD_SRC_FORMAT, from->id, 1, 0, 1, 0, 256, 16, 8, 0, 0);
        nv50_push_blit(&c, &(NVArea) { 20, 30, 16, 8 }, 0, 0);
        nv_submit(c.chan);
        for (unsigned i = 0; i < ARRAY_SIZE(values); i++) {
            nv50_model_set(&c, 20 + i % 16, 30 + i / 16,
                           nv50_convert(from, c.format, values[i]));
        }
        nv50_assert_canvas(&c, "from format %x", from->id);
        nv_buf_free(source);
        nv50_canvas_free(&c);
    }
}

/* --- Blocks ----------------------------------------------------------- */

static void in_blocks(NVDev *nv)
{
    for (unsigned i = 0; i < 9; i++) {
        NV50Canvas c = {
            .format = i % 3 == 0 ? NV50_Y8
                    : i % 3 == 1 ? NV50_R5G6B5 : NV50_X8R8G8B8,
            .blocks = true, .block_height = i % 4, .block_depth = i / 3 % 2,
            .layer = i / 3 % 3 ? 1 : 0, .pitch = 512,
        };
        uint32_t data[64];

        nv_init(nv);
        nv50_canvas_init(&c, nv, nv_places[i % 3]);
        for (unsigned n = 0; n < 8; n++) {
            NVArea a = nv50_area_random(), to = nv50_area_random();
            uint32_t color = nv_random();

            nv50_push_fill(&c, &a, color);
            to.w = MIN(a.w, W - to.x);
            to.h = MIN(a.h, H - to.y);
            nv50_push_blit(&c, &to, a.x, a.y);
            nv_submit(c.chan);
            nv50_model_fill(&c, &a, color);
            model_blit(&c, &to, a.x, a.y);
            nv50_assert_canvas(&c, "block %u x %u layer %u", c.block_height,
                               c.block_depth, c.layer);
        }
        nv_random_fill(data, sizeof(data));
        nv50_push(&c, TWOD_SIFC_BITMAP_COLOR, 0x12, 0x34);
        nv50_push_image(&c, &(NVArea) { 5, 5, 100, 16 });
        nv50_push_data(&c, data, 13 * 16 / 4, 100);
        nv_submit(c.chan);
        for (int y = 0; y < 16; y++) {
            for (int x = 0; x < 100; x++) {
                uint32_t bit = (y * 104 + x) ^ 7;

                nv50_model_set(&c, 5 + x, 5 + y,
                               data[bit / 32] >> bit % 32 & 1 ? 0x34 : 0x12);
            }
        }
        nv50_assert_canvas(&c, "text in blocks");
        nv50_assert_graph_quiet(nv);
        nv50_canvas_free(&c);
    }
}

static const NVTest tests[] = {
    { "tesla-2d/rectangles", "", rectangles, .needs = NV_CARD_NV50,
      .slow = true },
    { "tesla-2d/beyond-the-edges", "", beyond_the_edges,
      .needs = NV_CARD_NV50 },
    { "tesla-2d/points", "", points, .needs = NV_CARD_NV50 },
    { "tesla-2d/clip", "", clip, .needs = NV_CARD_NV50 },
    { "tesla-2d/colors-are-converted", "", colors_are_converted,
      .needs = NV_CARD_NV50, .slow = true },
    { "tesla-2d/inverted-rectangles", "", inverted_rectangles,
      .needs = NV_CARD_NV50 },
    { "tesla-2d/raster-operations", "", raster_operations,
      .needs = NV_CARD_NV50, .slow = true },
    { "tesla-2d/transparent-patterns", "", transparent_patterns,
      .needs = NV_CARD_NV50 },
    { "tesla-2d/pattern-formats", "", pattern_formats,
      .needs = NV_CARD_NV50 },
    { "tesla-2d/alpha", "", alpha, .needs = NV_CARD_NV50 },
    { "tesla-2d/never", "", never, .needs = NV_CARD_NV50 },
    { "tesla-2d/text", "", text, .needs = NV_CARD_NV50, .slow = true },
    { "tesla-2d/bitmaps", "", bitmaps, .needs = NV_CARD_NV50 },
    { "tesla-2d/images", "", images, .needs = NV_CARD_NV50 },
    { "tesla-2d/data-after-the-end", "", data_after_the_end,
      .needs = NV_CARD_NV50 },
    { "tesla-2d/copies", "", copies, .needs = NV_CARD_NV50, .slow = true },
    { "tesla-2d/copies-are-converted", "", copies_are_converted,
      .needs = NV_CARD_NV50 },
    { "tesla-2d/in-blocks", "", in_blocks, .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
