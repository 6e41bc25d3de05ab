/*
 * Tests of the NVIDIA GPU: images out of memory that are drawn in another size
 *
 * Each test draws with the card and with a model of its own, and compares all
 * of the surface.  The order of methods is that of the X drivers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <math.h>
#include "qemu/bswap.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef8900
#define HANDLE_IMAGE 0xbeef8901

#define W 32
#define H 24

/* Where in its DMA object the image begins, and how far lines are apart */
#define OFFSET 0x340
#define PITCH 0x100

enum {
    CENTER = 1,
    CORNER = 2,
    BILINEAR = 0x100,
};

/* --- The source ------------------------------------------------------- */

typedef struct Source {
    unsigned id, bytes;
} Source;

enum { A1R5G5B5, X1R5G5B5, A8R8G8B8, X8R8G8B8, R5G6B5, Y8, AY8 };

static const Source sources[] = {
    [A1R5G5B5] = { 1, 2 }, [X1R5G5B5] = { 2, 2 }, [A8R8G8B8] = { 3, 4 },
    [X8R8G8B8] = { 4, 4 }, [R5G6B5] = { 7, 2 }, [Y8] = { 8, 1 },
    [AY8] = { 9, 1 },
};

/* Red, green and blue of a source's pixel */
static void components(const Source *source, uint32_t val, double *rgb)
{
    uint32_t r = val >> 16 & 0xff, g = val >> 8 & 0xff, b = val & 0xff;

    if (source->bytes == 1) {
        r = g = b = val;
    } else if (source->bytes == 2) {
        bool six = source->id == 7;

        r = nv_wide5(val >> (six ? 11 : 10) & 0x1f);
        g = six ? nv_wide6(val >> 5 & 0x3f) : nv_wide5(val >> 5 & 0x1f);
        b = nv_wide5(val & 0x1f);
    }
    rgb[0] = r;
    rgb[1] = g;
    rgb[2] = b;
}

/* Colors as a surface has them; X8R8G8B8's and R5G6B5's */
static uint32_t surface_color(const NVFormat *format, const double *rgb)
{
    uint32_t r = rgb[0], g = rgb[1], b = rgb[2];

    return format->bytes == 4 ? r << 16 | g << 8 | b
                              : (r >> 3) << 11 | (g >> 2) << 5 | b >> 3;
}

/* --- The image -------------------------------------------------------- */

typedef struct Image {
    NVCanvas c;
    NVBuf *memory;
    const Source *source;
    uint32_t texels[H][W];
} Image;

static void image_store(Image *img, const Source *source)
{
    uint8_t bytes[H * PITCH];

    img->source = source;
    nv_random_fill(bytes, sizeof(bytes));
    nv_buf_write(img->memory, OFFSET, bytes, sizeof(bytes));
    for (unsigned y = 0; y < H; y++) {
        for (unsigned x = 0; x < W; x++) {
            const uint8_t *at = bytes + y * PITCH + x * source->bytes;

            img->texels[y][x] = source->bytes == 4 ? ldl_le_p(at)
                              : source->bytes == 2 ? lduw_le_p(at) : *at;
        }
    }
}

static void image_new(Image *img, NVDev *nv, const NVFormat *format,
                      NVPlace place, uint32_t class)
{
    nv_canvas_new(&img->c, nv, format);
    img->memory = nv_buf_new(nv, place, 32 * 1024, 0x3d);
    nv_graph_name(img->c.chan, HANDLE_IMAGE, img->memory->inst);
    nv_graph_object(img->c.chan, NV_SUBC_OTHER, HANDLE, class);
    nv_push_inc(img->c.chan, NV_SUBC_OTHER, 0x184, HANDLE_IMAGE,
                NV_HANDLE_PATTERN, NV_HANDLE_ROP);
    nv_push_inc(img->c.chan, NV_SUBC_OTHER, 0x198, NV_HANDLE_SURFACE);
}

static void image_free(Image *img)
{
    nv_buf_free(img->memory);
    nv_canvas_free(&img->c);
}

/* Where it goes to and comes from; @du and @dv have 20 bits, @u and @v 4. */
typedef struct Stretch {
    NVArea clip, to;
    int32_t du, dv;
    uint32_t u, v, mode;
} Stretch;

static void image_push(Image *img, const Stretch *s)
{
    nv_push_inc(img->c.chan, NV_SUBC_OTHER, 0x300, img->source->id,
                NV_OPERATION_SRCCOPY, nv_yx(s->clip.y, s->clip.x),
                nv_yx(s->clip.h, s->clip.w), nv_yx(s->to.y, s->to.x),
                nv_yx(s->to.h, s->to.w), s->du, s->dv);
    nv_push_inc(img->c.chan, NV_SUBC_OTHER, 0x400, nv_yx(H, W),
                s->mode << 16 | PITCH, OFFSET, nv_yx(s->v, s->u));
}

static void image_draw(Image *img, const Stretch *s)
{
    image_push(img, s);
    nv_submit(img->c.chan);
}

static const uint32_t *texel(Image *img, int x, int y)
{
    return &img->texels[MAX(0, MIN(y, H - 1))][MAX(0, MIN(x, W - 1))];
}

/* The color at a place, for which fractions have 8 bits */
static uint32_t model_color(Image *img, const Stretch *s, double u, double v)
{
    double sum[3] = { 0.5, 0.5, 0.5 };
    int x = floor(u), y = floor(v);
    double fx = floor((u - x) * 256) / 256, fy = floor((v - y) * 256) / 256;

    for (int i = 0; i < 4; i++) {
        double weight = (i & 1 ? fx : 1 - fx) * (i & 2 ? fy : 1 - fy), rgb[3];

        components(img->source, *texel(img, x + (i & 1), y + i / 2), rgb);
        for (unsigned n = 0; n < 3; n++) {
            sum[n] += weight * rgb[n];
        }
    }
    return surface_color(img->c.format, sum);
}

static void model_draw(Image *img, const Stretch *s)
{
    NVArea all = { 0, 0, NV_CANVAS_W, NV_CANVAS_H };
    double rgb[3];

    for (int y = s->to.y; y < s->to.y + s->to.h; y++) {
        for (int x = s->to.x; x < s->to.x + s->to.w; x++) {
            double u = s->u / 16.0 + (x - s->to.x) * (s->du / 1048576.0);
            double v = s->v / 16.0 + (y - s->to.y) * (s->dv / 1048576.0);

            if (!nv_area_has(&all, x, y) || !nv_area_has(&s->clip, x, y)) {
                continue;
            }
            if (s->mode & BILINEAR) {
                double half = (s->mode & 0xff) == CORNER ? 0.5 : 0;

                img->c.pixels[y][x] = model_color(img, s, u - half, v - half);
            } else {
                components(img->source, *texel(img, floor(u), floor(v)), rgb);
                img->c.pixels[y][x] = surface_color(img->c.format, rgb);
            }
        }
    }
}

/* --- Tests ------------------------------------------------------------ */

static bool has_nv30(NVDev *nv)
{
    return (nv->card->boot0 >> 20 & 0xff0) == 0x030;
}

static unsigned card_classes(NVDev *nv, uint32_t *classes)
{
    unsigned n = 0;

    classes[n++] = 0x77;
    if (nv->card->features & NV_CARD_NV10_2D) {
        classes[n++] = 0x63;
        classes[n++] = 0x89;
    }
    if (has_nv30(nv)) {
        classes[n++] = 0x389;
    }
    if (nv->card->features & NV_CARD_NV40) {
        classes[n++] = 0x3089;
    }
    return n;
}

/* The first classes don't have all formats. */
static bool has_source(uint32_t class, const Source *source)
{
    return source->id <= 7 || (class & 0xff) == 0x89;
}

/* Copied 1:1, whatever the filter: Mesa copies rectangles this way. */
static void copies(NVDev *nv)
{
    static const NVFormat *const formats[] = { &nv_formats[1], NV_X8R8G8B8 };
    uint32_t classes[5];
    unsigned n = card_classes(nv, classes);

    for (unsigned k = 0; k < n; k++) {
        for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
            Image img;

            nv_init(nv);
            image_new(&img, nv, formats[f], nv_places[(k + f) % 3], classes[k]);
            for (unsigned i = 0; i < 3 * ARRAY_SIZE(sources); i++) {
                Stretch s = {
                    .clip = { 0, 0, NV_CANVAS_W, NV_CANVAS_H },
                    .to = { 5 + i, 3 + i, W - 4, H - 5 },
                    .du = 1 << 20, .dv = 1 << 20,
                    .u = 4 << 4, .v = 5 << 4,
                    .mode = CENTER | (i & 1 ? BILINEAR : 0),
                };

                if (!has_source(classes[k], &sources[i / 3])) {
                    continue;
                }
                image_store(&img, &sources[i / 3]);
                image_draw(&img, &s);
                model_draw(&img, &s);
                nv_assert_canvas(&img.c, "class %x format %u", classes[k],
                                 img.source->id);
            }
            image_free(&img);
        }
    }
}

static void stretched(NVDev *nv)
{
    Image img;

    image_new(&img, nv, NV_X8R8G8B8, NV_IN_RAM, 0x77);
    for (unsigned i = 0; i < 60; i++) {
        Stretch s = {
            .clip = i & 1 ? nv_area_random(NV_CANVAS_W, NV_CANVAS_H)
                          : (NVArea) { 0, 0, NV_CANVAS_W, NV_CANVAS_H },
            .to = nv_area_random(NV_CANVAS_W, NV_CANVAS_H),
            .u = nv_random_below(W * 16), .v = nv_random_below(H * 16),
            .mode = (i & 4 ? CORNER : CENTER) | (i & 2 ? BILINEAR : 0),
        };

        image_store(&img, &sources[i % 5]);
        s.to.x -= nv_random_below(20);
        s.to.y -= nv_random_below(20);
        s.du = (W << 20) / s.to.w;
        s.dv = (H << 20) / s.to.h;
        if (i % 7 == 0) {
            s.du = -s.du;
        }
        if (i % 5 == 0) {
            s.dv = -s.dv;
        }
        image_draw(&img, &s);
        model_draw(&img, &s);
        nv_assert_canvas(&img.c, "%u: %d, %d %dx%d by %x, %x from %x, %x mode "
                         "%x", i, s.to.x, s.to.y, s.to.w, s.to.h, s.du, s.dv,
                         s.u, s.v, s.mode);
    }
    image_free(&img);
}

/* A surface of indices or words gets the values unconverted. */
static void raw(NVDev *nv)
{
    static const struct {
        const Source *source;
        const NVFormat *format;
    } pairs[] = {
        { &sources[Y8], &nv_formats[0] }, { &sources[AY8], &nv_formats[0] },
        { &sources[A8R8G8B8], &nv_formats[4] },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(pairs); i++) {
        Stretch s = {
            .clip = { 0, 0, NV_CANVAS_W, NV_CANVAS_H }, .to = { 7, 9, W, H },
            .du = 1 << 20, .dv = 1 << 20, .mode = CENTER,
        };
        Image img;

        nv_init(nv);
        image_new(&img, nv, pairs[i].format, NV_IN_VRAM, 0x89);
        image_store(&img, pairs[i].source);
        image_draw(&img, &s);
        for (int y = 0; y < H; y++) {
            for (int x = 0; x < W; x++) {
                img.c.pixels[9 + y][7 + x] = img.texels[y][x];
            }
        }
        nv_assert_canvas(&img.c, "pair %u", i);
        image_free(&img);
    }
}

/* Mesa's order of pixels: squares, with the bits of x and y interleaved */
static uint32_t swizzled_at(unsigned log_w, unsigned log_h, unsigned x,
                            unsigned y)
{
    unsigned side = MIN(log_w, log_h);
    uint32_t at = ((y >> side << (log_w - side)) + (x >> side)) << 2 * side;

    for (unsigned i = 0; i < side; i++) {
        at += (x >> i & 1) * (1 << 2 * i) + (y >> i & 1) * (2 << 2 * i);
    }
    return at;
}

static uint32_t swizzled_class(NVDev *nv)
{
    return nv->card->features & NV_CARD_NV40 ? 0x309e
           : has_nv30(nv) ? 0x39e
           : nv->card->features & NV_CARD_CTX_TABLE ? 0x9e : 0x52;
}

/*
 * An image that is drawn on @size bytes of video memory, as a swizzled surface
 * of this format, from @offset on; swizzled_free() tells it the canvas's again.
 */
static NVBuf *swizzled_new(Image *img, NVDev *nv, NVPlace place,
                           const Source *source, uint32_t size,
                           uint32_t format, uint32_t offset)
{
    bool nv40 = nv->card->features & NV_CARD_NV40;
    NVBuf *memory;

    image_new(img, nv, NV_X8R8G8B8, place, nv40 ? 0x3089 : 0x89);
    image_store(img, source);
    memory = nv_buf_new(nv, NV_IN_VRAM, size, 0x3d);
    nv_graph_name(img->c.chan, 0x17, memory->inst);
    nv_graph_object(img->c.chan, NV_SUBC_BLIT, 0x18, swizzled_class(nv));
    nv_push_inc(img->c.chan, NV_SUBC_BLIT, 0x184, 0x17);
    nv_push_inc(img->c.chan, NV_SUBC_BLIT, 0x300, format, offset);
    nv_push_object(img->c.chan, NV_SUBC_OTHER, HANDLE);
    nv_push_inc(img->c.chan, NV_SUBC_OTHER, 0x198, 0x18);
    return memory;
}

static void swizzled_free(Image *img, NVBuf *memory)
{
    nv_push_inc(img->c.chan, NV_SUBC_OTHER, 0x198, NV_HANDLE_SURFACE);
    nv_submit(img->c.chan);
    nv_buf_free(memory);
    image_free(img);
}

/* How textures get into video memory */
static void swizzled(NVDev *nv)
{
    static const struct {
        unsigned source, surface, log_w, log_h;
    } kinds[] = {
        { A8R8G8B8, 0xa, 6, 4 }, { R5G6B5, 0x4, 4, 6 }, { AY8, 0x1, 5, 5 },
        { A8R8G8B8, 0xa, 1, 0 }, { R5G6B5, 0x4, 3, 0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
        unsigned w = 1 << kinds[i].log_w, h = 1 << kinds[i].log_h;
        unsigned bytes = sources[kinds[i].source].bytes;
        Stretch s = {
            /* The second begins left of the surface, and so on. */
            .clip = { -8, 0, 200, 200 }, .to = { -(int)i, 0, W, H },
            .du = 1 << 20, .dv = 1 << 20, .mode = CENTER,
        };
        NVBuf *memory;
        Image img;

        nv_init(nv);
        memory = swizzled_new(&img, nv, nv_places[i % 3],
                              &sources[kinds[i].source], 16 * 1024,
                              kinds[i].log_h << 24 | kinds[i].log_w << 16 |
                              kinds[i].surface, 0x40);
        image_draw(&img, &s);
        nv_assert_graph_quiet(nv);
        for (unsigned y = 0; y < h; y++) {
            for (unsigned x = 0; x < w; x++) {
                uint32_t at = swizzled_at(kinds[i].log_w, kinds[i].log_h, x,
                                          y), got = 0;

                nv_buf_read(memory, 0x40 + at * bytes, &got, bytes);
                nv_assert_hex(le32_to_cpu(got),
                              x + i < W && y < H ? img.texels[y][x + i] : 0);
            }
        }
        /* Nothing around it has changed, nor the other surface */
        nv_assert_hex(nv_buf_rd32(memory, 0x3c), 0);
        nv_assert_hex(nv_buf_rd32(memory, 0x40 + ROUND_UP(w * h * bytes, 4)),
                      0);
        nv_assert_canvas(&img.c, "kind %u", i);
        swizzled_free(&img, memory);
    }
}

/* The format of an overlay's picture: two pixels in a word share a hue */
static void video(NVDev *nv)
{
    static const struct {
        uint8_t y, u, v;
        uint32_t rgb;
    } bars[] = {
        { 16, 128, 128, 0x000000 }, { 235, 128, 128, 0xffffff },
        { 126, 128, 128, 0x808080 }, { 81, 90, 240, 0xff0000 },
        { 145, 54, 34, 0x00ff01 }, { 41, 240, 110, 0x0000ff },
        { 255, 128, 128, 0xffffff }, { 0, 128, 128, 0x000000 },
    };
    Image img;

    image_new(&img, nv, NV_X8R8G8B8, NV_IN_GART, 0x77);
    for (unsigned k = 0; k < 2; k++) {
        static const Source yuv[] = { { 5, 2 }, { 6, 2 } };
        Stretch s = {
            .clip = { 0, 0, NV_CANVAS_W, NV_CANVAS_H },
            .to = { 2 + k, 4 + k, 16, 1 }, .du = 1 << 20, .dv = 1 << 20,
            .mode = CENTER | BILINEAR,
        };

        for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
            unsigned second = bars[(i + 1) & 1].y;
            uint32_t u = bars[i].u, v = bars[i].v, y = bars[i].y;
            uint32_t grey = u == 128 && v == 128;
            uint32_t y1 = grey ? second : y;

            nv_buf_wr32(img.memory, OFFSET + i * 4,
                        k ? y1 << 24 | v << 16 | y << 8 | u
                          : v << 24 | y1 << 16 | u << 8 | y);
            img.c.pixels[s.to.y][s.to.x + i * 2] = bars[i].rgb;
            img.c.pixels[s.to.y][s.to.x + i * 2 + 1] =
                grey ? bars[(i + 1) & 1].rgb : bars[i].rgb;
        }
        img.source = &yuv[k];
        image_draw(&img, &s);
        nv_assert_canvas(&img.c, "order %u", k);
    }
    image_free(&img);
}

static void inverted(NVDev *nv)
{
    Stretch s = {
        .clip = { 10, 10, 40, 30 }, .to = { 0, 0, 100, 80 },
        .du = (W << 20) / 100, .dv = (H << 20) / 80, .mode = CENTER,
    };
    uint32_t was[NV_CANVAS_H][NV_CANVAS_W];
    Image img;

    image_new(&img, nv, NV_X8R8G8B8, NV_IN_VRAM, 0x77);
    image_store(&img, &sources[X8R8G8B8]);
    nv_canvas_rop(&img.c, 0x66);                        /* XOR */
    memcpy(was, img.c.pixels, sizeof(was));
    nv_push_inc(img.c.chan, NV_SUBC_OTHER, 0x300, img.source->id,
                NV_OPERATION_ROP_AND, nv_yx(s.clip.y, s.clip.x),
                nv_yx(s.clip.h, s.clip.w), nv_yx(s.to.y, s.to.x),
                nv_yx(s.to.h, s.to.w), s.du, s.dv);
    nv_push_inc(img.c.chan, NV_SUBC_OTHER, 0x400, nv_yx(H, W),
                s.mode << 16 | PITCH, OFFSET, 0);
    nv_submit(img.c.chan);
    model_draw(&img, &s);
    for (int y = 0; y < NV_CANVAS_H; y++) {
        for (int x = 0; x < NV_CANVAS_W; x++) {
            if (nv_area_has(&s.clip, x, y)) {
                img.c.pixels[y][x] ^= was[y][x];
            }
        }
    }
    nv_assert_canvas(&img.c, "inverted");
    image_free(&img);
}

/* A source that goes beyond its DMA object: what comes before is drawn. */
static void beyond_the_source(NVDev *nv)
{
    Stretch s = {
        .clip = { 0, 0, NV_CANVAS_W, NV_CANVAS_H }, .to = { 3, 3, W, H },
        .du = 1 << 20, .dv = 1 << 20, .mode = CENTER,
    };
    uint32_t small;
    Image img;

    image_new(&img, nv, NV_X8R8G8B8, NV_IN_RAM, 0x77);
    image_store(&img, &sources[X8R8G8B8]);
    small = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, img.memory->base,
                             OFFSET + 10 * PITCH - 1);
    nv_graph_name(img.c.chan, 0x16, small);
    nv_push_inc(img.c.chan, NV_SUBC_OTHER, 0x184, 0x16);
    nv_push_inc(img.c.chan, NV_SUBC_OTHER, 0x300, img.source->id,
                NV_OPERATION_SRCCOPY, 0, nv_yx(NV_CANVAS_H, NV_CANVAS_W),
                nv_yx(3, 3), nv_yx(H, W), s.du, s.dv);
    nv_push_inc(img.c.chan, NV_SUBC_OTHER, 0x400, nv_yx(H, W),
                CENTER << 16 | PITCH, OFFSET, 0);
    nv_kick(img.c.chan);
    nv_assert_graph_error(img.c.chan, NV_SOURCE_DMA_R_PROTECTION, 0,
                          NV_SUBC_OTHER, 0x40c, 0);
    nv_wait(img.c.chan);
    s.to.h = 10;
    model_draw(&img, &s);
    nv_assert_canvas(&img.c, "ten lines");
    /* Five pixels of the next line need six texels at most, in pairs. */
    small = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, img.memory->base,
                             OFFSET + 10 * PITCH + 6 * 4 - 1);
    nv_graph_name(img.c.chan, 0x17, small);
    nv_push_inc(img.c.chan, NV_SUBC_OTHER, 0x184, 0x17);
    s.to.h = H;
    s.clip = (NVArea) { 3, 3, 5, 11 };
    image_draw(&img, &s);
    model_draw(&img, &s);
    nv_assert_canvas(&img.c, "five pixels of eleven lines");
    image_free(&img);
}

/* The same for the surface: what is before its end is drawn. */
static void beyond_swizzled(NVDev *nv)
{
    const Stretch s = {
        .clip = { 0, 62, 2, 4 }, .to = { 0, 62, 2, 4 },
        .du = 1 << 20, .dv = 1 << 20, .mode = CENTER,
    };
    Image img;
    /* 16 x 128 texels are twice as much as there is. */
    NVBuf *memory = swizzled_new(&img, nv, NV_IN_VRAM, &sources[A8R8G8B8],
                                 4096, 7 << 24 | 4 << 16 | 0xa, 0);

    image_push(&img, &s);
    nv_kick(img.c.chan);
    nv_assert_graph_error(img.c.chan, NV_SOURCE_LIMIT_COLOR, 0,
                          NV_SUBC_OTHER, 0x40c, 0);
    nv_wait(img.c.chan);
    nv_assert_hex(nv_buf_rd32(memory, swizzled_at(4, 7, 1, 63) * 4),
                  img.texels[1][1]);
    nv_assert_canvas(&img.c, "the other surface");
    swizzled_free(&img, memory);
}

/* Pixels that can't be drawn are read all the same. */
static void invisible_is_sliced(NVDev *nv)
{
    /* All of them are right of the surface. */
    const Stretch s = {
        .clip = { 0, 0, 2000, 2000 }, .to = { 16, 0, 1024, 512 },
        .du = 1 << 14, .dv = 1 << 14, .mode = CENTER,
    };
    Image img;
    NVBuf *memory = swizzled_new(&img, nv, NV_IN_VRAM, &sources[A8R8G8B8],
                                 4096, 4 << 24 | 4 << 16 | 0xa, 0);

    image_push(&img, &s);
    nv_graph_kick_a_little(img.c.chan);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, R_NV_PGRAPH_STATUS_BUSY_MASK);
    nv_cont(nv);
    nv_poll(nv_rd32(nv, A_NV_PGRAPH_STATUS) == 0);
    nv_wait(img.c.chan);
    nv_assert_graph_quiet(nv);
    swizzled_free(&img, memory);
}

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, val;
    } bad[] = {
        { 0x300, 0 }, { 0x300, 8 }, { 0x304, 6 }, { 0x400, 0x00100011 },
        { 0x400, 0x00000010 }, { 0x400, 0x00100000 }, { 0x400, 0x08000010 },
        { 0x404, 0x00000100 }, { 0x404, 0x00030100 }, { 0x404, 0x02010100 },
        { 0x404, 0x00012000 },
    };
    Image img;

    image_new(&img, nv, NV_X8R8G8B8, NV_IN_VRAM, 0x77);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(img.c.chan, NV_SUBC_OTHER, bad[i].mthd, bad[i].val);
        nv_kick(img.c.chan);
        nv_assert_graph_error(img.c.chan, NV_SOURCE_DATA_ERROR,
                              NV_STATUS_BAD_ARGUMENT, NV_SUBC_OTHER,
                              bad[i].mthd, bad[i].val);
        nv_wait(img.c.chan);
    }
    image_free(&img);
}

static const NVTest tests[] = {
    { "2d-scaled/copies", "", copies, .lacks = NV_CARD_SW_LINKS,
      .slow = true },
    { "2d-scaled/stretched", "", stretched, .lacks = NV_CARD_SW_LINKS },
    { "2d-scaled/raw-words", "", raw, .needs = NV_CARD_NV10_2D },
    { "2d-scaled/swizzled-surfaces", "", swizzled,
      .needs = NV_CARD_NV10_2D, .slow = true },
    { "2d-scaled/beyond-a-swizzled-surface", "", beyond_swizzled,
      .needs = NV_CARD_NV10_2D },
    { "2d-scaled/invisible-is-sliced", "bounded-work!", invisible_is_sliced,
      .needs = NV_CARD_NV10_2D },
    { "2d-scaled/video", "", video, .lacks = NV_CARD_SW_LINKS },
    { "2d-scaled/inverted", "", inverted, .lacks = NV_CARD_SW_LINKS },
    { "2d-scaled/beyond-the-source", "", beyond_the_source,
      .lacks = NV_CARD_SW_LINKS },
    { "2d-scaled/bad-parameters", "", bad_parameters,
      .lacks = NV_CARD_SW_LINKS },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
