/*
 * Tests of the NVIDIA GPU: the 2D objects
 *
 * Each test draws with the card and with a model of its own, and compares all
 * of the surface.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHANNEL 1

/* Subchannels: as the console has them, and one for what else there is */
enum {
    CONTEXT = 0,
    BLIT = 2,
    GDI = 3,
    OTHER = 5,
};

enum {
    HANDLE_VRAM = 0x80000002,
    HANDLE_NULL = 0x30,
    HANDLE_SURFACE = 0xbeef6200,
    HANDLE_CLIP,
    HANDLE_ROP,
    HANDLE_PATTERN,
    HANDLE_CHROMA,
    HANDLE_GDI,
    HANDLE_BLIT,
    HANDLE_IFC,
    HANDLE_RECT,
};

enum {
    OPERATION = 0x2fc,
    OPERATION_SRCCOPY_AND = 0,
    OPERATION_ROP_AND = 1,
    OPERATION_SRCCOPY = 3,
};

#define WIDTH 128
#define HEIGHT 96
#define OFFSET 0x1000

/**
 * struct Format - a format that the console can have
 *
 * @bytes: bytes of a pixel
 * @surface: FORMAT of SURF2D
 * @solid: COLOR_FORMAT of GDI and RECT
 * @image: COLOR_FORMAT of IFC
 * @context: COLOR_FORMAT of PATTERN and CHROMA
 * @mask: bits of a pixel
 * @alpha: bits of PATTERN's and CHROMA's colors that make them count
 */
typedef struct Format {
    unsigned bytes;
    uint32_t surface, solid, image, context;
    uint32_t mask, alpha;
} Format;

static const Format formats[] = {
    { 1, 1, 3, 1, 3, 0xff, 0xff000000 },
    { 2, 4, 1, 1, 1, 0xffff, 0xff000000 },
    { 2, 2, 2, 3, 2, 0x7fff, 0x8000 },
    { 4, 6, 3, 5, 3, 0xffffff, 0xff000000 },
    { 4, 10, 3, 4, 3, 0xffffffff, 0xff000000 },
};

#define X8R8G8B8 (&formats[3])

typedef struct Canvas {
    NVChan *chan;
    const Format *format;
    uint32_t pitch;
    NVBuf *surface;
    uint32_t pixels[HEIGHT][WIDTH];
} Canvas;

/* --- Pixels ----------------------------------------------------------- */

static uint32_t below(uint32_t limit)
{
    return nv_random() % limit;
}

static uint32_t yx(int y, int x)
{
    return (uint32_t)y << 16 | (x & 0xffff);
}

static void canvas_store(Canvas *c)
{
    uint32_t size = c->pitch * HEIGHT;
    g_autofree uint8_t *bytes = g_malloc0(size);

    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            for (unsigned i = 0; i < c->format->bytes; i++) {
                bytes[y * c->pitch + x * c->format->bytes + i] =
                    c->pixels[y][x] >> (i * 8);
            }
        }
    }
    nv_buf_write(c->surface, OFFSET, bytes, size);
}

static void canvas_random(Canvas *c)
{
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            c->pixels[y][x] = nv_random() & c->format->mask;
        }
    }
    canvas_store(c);
}

/* The surface is what the model says, pixel for pixel. */
#define canvas_check(_canvas, ...) \
    canvas_check_at(_canvas, __LINE__, g_strdup_printf(__VA_ARGS__))

static void canvas_check_at(Canvas *c, int line, char *what)
{
    uint32_t size = c->pitch * HEIGHT;
    g_autofree uint8_t *bytes = g_malloc(size);
    g_autofree char *text = what;

    nv_buf_read(c->surface, OFFSET, bytes, size);
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            uint32_t got = 0;

            for (unsigned i = 0; i < c->format->bytes; i++) {
                got |= bytes[y * c->pitch + x * c->format->bytes + i] <<
                       (i * 8);
            }
            if (got != c->pixels[y][x]) {
                nv_fail("line %d, %s: (%u, %u) is 0x%x, not 0x%x", line, text,
                        x, y, got, c->pixels[y][x]);
                return;
            }
        }
    }
}

/* --- Set-up ----------------------------------------------------------- */

static void method(Canvas *c, unsigned subc, uint32_t mthd, uint32_t data)
{
    nv_push_inc(c->chan, subc, mthd, data);
}

static void canvas_surface(Canvas *c)
{
    nv_push_object(c->chan, CONTEXT, HANDLE_SURFACE);
    nv_push_inc(c->chan, CONTEXT, 0x184, HANDLE_VRAM, HANDLE_VRAM);
    nv_push_inc(c->chan, CONTEXT, 0x300, c->format->surface,
                c->pitch << 16 | c->pitch, OFFSET, OFFSET);
}

static void canvas_new_with(Canvas *c, NVDev *nv, const Format *format,
                            uint32_t surface_class)
{
    const struct {
        uint32_t handle, class;
    } objects[] = {
        { HANDLE_NULL, 0x30 },
        { HANDLE_CLIP, 0x19 },
        { HANDLE_ROP, 0x43 },
        { HANDLE_PATTERN, 0x44 },
        { HANDLE_CHROMA, 0x57 },
        { HANDLE_GDI, 0x4a },
        { HANDLE_BLIT, nv->card->features & NV_CARD_NV15_2D ? 0x9f : 0x5f },
        { HANDLE_IFC, nv->card->features & NV_CARD_NV10_2D ? 0x8a : 0x65 },
        { HANDLE_RECT, 0x5e },
    };

    nv_graph_init(nv);
    c->format = format;
    c->pitch = WIDTH * format->bytes + 64;
    c->chan = nv_chan_new(nv, CHANNEL, NV_IN_RAM);
    c->surface = nv_buf_new(nv, NV_IN_VRAM,
                            ROUND_UP(OFFSET + c->pitch * HEIGHT, 4096), 0x3d);
    nv_graph_name(c->chan, HANDLE_VRAM, c->surface->inst);
    nv_chan_object(c->chan, HANDLE_SURFACE, surface_class);
    for (unsigned i = 0; i < ARRAY_SIZE(objects); i++) {
        nv_chan_object(c->chan, objects[i].handle, objects[i].class);
    }
    canvas_surface(c);

    nv_push_object(c->chan, GDI, HANDLE_GDI);
    nv_push_inc(c->chan, GDI, 0x188, HANDLE_PATTERN, HANDLE_ROP);
    method(c, GDI, 0x198, HANDLE_SURFACE);
    nv_push_inc(c->chan, GDI, OPERATION, OPERATION_SRCCOPY, format->solid, 1);

    nv_push_object(c->chan, BLIT, HANDLE_BLIT);
    nv_push_inc(c->chan, BLIT, 0x18c, HANDLE_PATTERN, HANDLE_ROP);
    method(c, BLIT, 0x19c, HANDLE_SURFACE);
    method(c, BLIT, OPERATION, OPERATION_SRCCOPY);
    nv_submit(c->chan);
    nv_assert_graph_quiet(nv);
    canvas_random(c);
}

static void canvas_new(Canvas *c, NVDev *nv, const Format *format)
{
    canvas_new_with(c, nv, format,
                    nv->card->features & NV_CARD_NV10_2D ? 0x62 : 0x42);
}

static void canvas_free(Canvas *c)
{
    nv_assert_graph_quiet(c->chan->nv);
    nv_buf_free(c->surface);
    nv_chan_free(c->chan);
}

/* --- Rectangles ------------------------------------------------------- */

typedef struct Area {
    int x, y, w, h;
} Area;

static Area area_random(int max_w, int max_h)
{
    Area a = { .w = 1 + below(max_w), .h = 1 + below(max_h) };

    a.x = below(WIDTH - a.w + 1);
    a.y = below(HEIGHT - a.h + 1);
    return a;
}

static bool area_has(const Area *a, int x, int y)
{
    return x >= a->x && x < a->x + a->w && y >= a->y && y < a->y + a->h;
}

static void model_fill(Canvas *c, const Area *a, const Area *clip,
                       uint32_t color)
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (area_has(a, x, y) && (!clip || area_has(clip, x, y))) {
                c->pixels[y][x] = color & c->format->mask;
            }
        }
    }
}

/* GDI's first kind: x in the upper half, not clipped */
static void fill(Canvas *c, const Area *a, uint32_t color)
{
    method(c, GDI, 0x3fc, color);
    nv_push_inc(c->chan, GDI, 0x400, yx(a->x, a->y), yx(a->w, a->h));
}

static void rectangles(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
        Canvas c;

        nv_init(nv);
        canvas_new(&c, nv, &formats[f]);
        for (unsigned i = 0; i < 30; i++) {
            Area a = area_random(i & 1 ? 8 : WIDTH, i & 1 ? 8 : HEIGHT);
            uint32_t color = nv_random();

            fill(&c, &a, color);
            nv_submit(c.chan);
            model_fill(&c, &a, NULL, color);
            canvas_check(&c, "format %u rectangle %d, %d %dx%d", f, a.x, a.y,
                         a.w, a.h);
        }
        canvas_free(&c);
    }
}

/* Many in one command, each with its own method */
static void many_rectangles(NVDev *nv)
{
    uint32_t words[64];
    uint32_t color = 0x123456;
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    for (unsigned i = 0; i < 32; i++) {
        Area a = area_random(20, 20);

        words[i * 2] = yx(a.x, a.y);
        words[i * 2 + 1] = yx(a.w, a.h);
        model_fill(&c, &a, NULL, color);
    }
    method(&c, GDI, 0x3fc, color);
    nv_push_command(c.chan, NV_CMD_INC(GDI, 0x400, 0), words,
                    ARRAY_SIZE(words));
    nv_submit(c.chan);
    canvas_check(&c, "32 rectangles");
    canvas_free(&c);
}

/* GDI's second kind: two corners, clipped; and RECT with CLIP */
static void clipped_rectangles(NVDev *nv)
{
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    nv_push_object(c.chan, OTHER, HANDLE_RECT);
    method(&c, OTHER, 0x184, HANDLE_CLIP);
    nv_push_inc(c.chan, OTHER, 0x198, HANDLE_SURFACE);
    nv_push_inc(c.chan, OTHER, OPERATION, OPERATION_SRCCOPY, 3);
    nv_push_object(c.chan, CONTEXT, HANDLE_CLIP);
    nv_submit(c.chan);

    for (unsigned i = 0; i < 60; i++) {
        Area clip = area_random(60, 60), a = area_random(WIDTH, HEIGHT);
        uint32_t color = nv_random();

        a.x -= below(100);
        a.y -= below(100);
        if (i & 1) {
            nv_push_inc(c.chan, GDI, 0x5f4, yx(clip.y, clip.x),
                        yx(clip.y + clip.h, clip.x + clip.w), color);
            nv_push_inc(c.chan, GDI, 0x600, yx(a.y, a.x),
                        yx(a.y + a.h, a.x + a.w));
        } else {
            nv_push_inc(c.chan, CONTEXT, 0x300, yx(clip.y, clip.x),
                        yx(clip.h, clip.w));
            method(&c, OTHER, 0x304, color);
            nv_push_inc(c.chan, OTHER, 0x400, yx(a.y, a.x), yx(a.h, a.w));
        }
        nv_submit(c.chan);
        model_fill(&c, &a, &clip, color);
        canvas_check(&c, "%s rectangle %d, %d %dx%d in %d, %d %dx%d",
                     i & 1 ? "GDI" : "RECT", a.x, a.y, a.w, a.h, clip.x,
                     clip.y, clip.w, clip.h);
    }
    canvas_free(&c);
}

/* CLIP may be set by two corners, too, and taken away again. */
static void clip_by_corners(NVDev *nv)
{
    Area clip = { 10, 20, 30, 40 }, all = { 0, 0, WIDTH, HEIGHT };
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    nv_push_object(c.chan, CONTEXT, HANDLE_CLIP);
    method(&c, CONTEXT, 0x300, yx(20, 10));
    method(&c, CONTEXT, 0x300, yx(60, 40));
    nv_push_object(c.chan, OTHER, HANDLE_RECT);
    method(&c, OTHER, 0x184, HANDLE_CLIP);
    method(&c, OTHER, 0x198, HANDLE_SURFACE);
    nv_push_inc(c.chan, OTHER, OPERATION, OPERATION_SRCCOPY, 3, 0x112233);
    nv_push_inc(c.chan, OTHER, 0x400, 0, yx(HEIGHT, WIDTH));
    nv_submit(c.chan);
    model_fill(&c, &all, &clip, 0x112233);
    canvas_check(&c, "two corners");

    method(&c, OTHER, 0x184, HANDLE_NULL);
    method(&c, OTHER, 0x304, 0x445566);
    nv_push_inc(c.chan, OTHER, 0x400, 0, yx(HEIGHT, WIDTH));
    nv_submit(c.chan);
    model_fill(&c, &all, NULL, 0x445566);
    canvas_check(&c, "no clip");
    canvas_free(&c);
}

/* --- Colors ----------------------------------------------------------- */

static uint32_t wide5(uint32_t val)
{
    return (val << 3 | val >> 2) & 0xff;
}

static uint32_t wide6(uint32_t val)
{
    return (val << 2 | val >> 4) & 0xff;
}

/* Colors of another format than the surface's are converted. */
static void conversions(NVDev *nv)
{
    Area all = { 0, 0, WIDTH, HEIGHT };

    for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
        Canvas c;

        nv_init(nv);
        canvas_new(&c, nv, &formats[f]);
        for (unsigned solid = 1; solid <= 3; solid++) {
            for (unsigned i = 0; i < 8; i++) {
                uint32_t color = nv_random(), r, g, b, want;

                switch (solid) {
                case 1:
                    r = wide5(color >> 11 & 0x1f);
                    g = wide6(color >> 5 & 0x3f);
                    b = wide5(color & 0x1f);
                    break;
                case 2:
                    r = wide5(color >> 10 & 0x1f);
                    g = wide5(color >> 5 & 0x1f);
                    b = wide5(color & 0x1f);
                    break;
                default:
                    r = color >> 16 & 0xff;
                    g = color >> 8 & 0xff;
                    b = color & 0xff;
                    break;
                }
                switch (formats[f].surface) {
                case 1:
                    want = color & 0xff;
                    break;
                case 2:
                    want = (r >> 3) << 10 | (g >> 3) << 5 | b >> 3;
                    break;
                case 4:
                    want = (r >> 3) << 11 | (g >> 2) << 5 | b >> 3;
                    break;
                case 6:
                    want = r << 16 | g << 8 | b;
                    break;
                default:
                    want = r << 16 | g << 8 | b |
                           (solid == 3 ? color & 0xff000000 : 0);
                    break;
                }
                method(&c, GDI, 0x300, solid);
                fill(&c, &all, color);
                nv_submit(c.chan);
                model_fill(&c, &all, NULL, want);
                canvas_check(&c, "format %u color format %u 0x%x", f, solid,
                             color);
            }
        }
        canvas_free(&c);
    }
}

/* --- Text ------------------------------------------------------------- */

typedef struct Text {
    Area area;              /* what is drawn */
    unsigned width;         /* of the data, in pixels */
    Area clip;
    uint32_t colors[2];
    bool opaque;            /* zeros have a color, too */
    bool cga6;              /* bit 7 of a byte comes first */
} Text;

static void model_text(Canvas *c, const Text *t, const uint32_t *words)
{
    for (int y = 0; y < t->area.h; y++) {
        for (int x = 0; x < t->area.w; x++) {
            unsigned bit = y * t->width + x;
            unsigned byte = words[bit / 32] >> (bit % 32 & ~7) & 0xff;
            unsigned one = byte >> (t->cga6 ? 7 - bit % 8 : bit % 8) & 1;
            int px = t->area.x + x, py = t->area.y + y;

            if (px >= 0 && px < WIDTH && py >= 0 && py < HEIGHT &&
                area_has(&t->clip, px, py) && (one || t->opaque)) {
                c->pixels[py][px] = t->colors[one] & c->format->mask;
            }
        }
    }
}

static void push_text(Canvas *c, const Text *t, const uint32_t *words,
                      unsigned count)
{
    uint32_t clip0 = yx(t->clip.y, t->clip.x);
    uint32_t clip1 = yx(t->clip.y + t->clip.h, t->clip.x + t->clip.w);
    uint32_t point = yx(t->area.y, t->area.x);
    uint32_t data = t->opaque ? 0xc00 : 0x800;

    method(c, GDI, 0x304, t->cga6 ? 1 : 2);
    if (t->opaque) {
        nv_push_inc(c->chan, GDI, 0xbe4, clip0, clip1, t->colors[0],
                    t->colors[1], yx(t->area.h, t->width),
                    yx(t->area.h, t->area.w), point);
    } else {
        nv_push_inc(c->chan, GDI, 0x7ec, clip0, clip1, t->colors[1],
                    yx(t->area.h, t->width), point);
    }
    /* In commands of odd lengths, of both kinds */
    while (count) {
        unsigned n = MIN(count, 1 + below(128));

        nv_push_command(c->chan, below(2) ? NV_CMD_INC(GDI, data, 0)
                                          : NV_CMD_NI(GDI, data, 0),
                        words, n);
        words += n;
        count -= n;
    }
}

static void text(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
        Canvas c;

        nv_init(nv);
        canvas_new(&c, nv, &formats[f]);
        for (unsigned i = 0; i < 40; i++) {
            Text t = {
                .area = area_random(i & 1 ? 20 : WIDTH, i & 1 ? 20 : HEIGHT),
                .clip = { 0, 0, WIDTH, HEIGHT },
                .colors = { nv_random(), nv_random() },
                .opaque = i & 2,
                .cga6 = i & 4,
            };
            uint32_t words[WIDTH * HEIGHT / 32 + 1];
            unsigned count;

            t.width = t.opaque ? ROUND_UP(t.area.w, 8) : t.area.w;
            if (i & 8) {
                t.clip = area_random(WIDTH, HEIGHT);
                t.area.x -= below(30);
                t.area.y -= below(30);
            }
            count = DIV_ROUND_UP(t.width * t.area.h, 32);
            nv_random_fill(words, sizeof(words));
            push_text(&c, &t, words, count);
            nv_submit(c.chan);
            model_text(&c, &t, words);
            canvas_check(&c, "format %u text %u at %d, %d %dx%d of %u in "
                         "%d, %d %dx%d", f, i, t.area.x, t.area.y, t.area.w,
                         t.area.h, t.width, t.clip.x, t.clip.y, t.clip.w,
                         t.clip.h);
        }
        canvas_free(&c);
    }
}

/* Another channel draws between two commands of one image. */
static void text_of_two_channels(NVDev *nv)
{
    Text t = {
        .area = { 3, 5, 61, 40 }, .width = 64, .opaque = true, .cga6 = true,
        .clip = { 0, 0, WIDTH, HEIGHT }, .colors = { 0x112233, 0x445566 },
    };
    uint32_t words[64 * 40 / 32];
    NVChan *other;
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    other = nv_chan_new(nv, 9, NV_IN_RAM);
    nv_graph_object(other, GDI, 0x4a, 0x4a);
    nv_submit(other);
    nv_random_fill(words, sizeof(words));
    push_text(&c, &t, words, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        nv_push_inc(c.chan, GDI, 0xc00 + i % 3 * 4, words[i]);
        nv_submit(c.chan);
        nv_push_inc(other, GDI, 0xbf4, yx(i, i), yx(i, i), yx(i, i));
        nv_submit(other);
        if (i == 40) {
            nv_migrate(nv);
        }
    }
    model_text(&c, &t, words);
    canvas_check(&c, "text in pieces");
    nv_chan_free(other);
    canvas_free(&c);
}

/* --- Raster operations ------------------------------------------------ */

/* As Windows counts them: bit 4 p + 2 s + d of the operation */
static uint32_t model_rop(uint8_t rop, uint32_t p, uint32_t s, uint32_t d)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 32; i++) {
        unsigned which = (p >> i & 1) * 4 + (s >> i & 1) * 2 + (d >> i & 1);

        result |= (uint32_t)(rop >> which & 1) << i;
    }
    return result;
}

static void set_rop(Canvas *c, uint8_t rop)
{
    nv_push_object(c->chan, CONTEXT, HANDLE_ROP);
    method(c, CONTEXT, 0x300, rop);
}

/* All 256 on random sources, patterns and destinations */
static void raster_operations(NVDev *nv)
{
    static const Area areas[] = { { 0, 0, 16, 16 }, { 37, 21, 19, 11 } };
    uint32_t pattern[64], image[19 * 16];

    for (unsigned f = 3; f < ARRAY_SIZE(formats); f++) {
        Canvas c;

        nv_init(nv);
        canvas_new(&c, nv, &formats[f]);
        nv_push_object(c.chan, OTHER, HANDLE_IFC);
        nv_push_inc(c.chan, OTHER, 0x18c, HANDLE_PATTERN, HANDLE_ROP);
        method(&c, OTHER, 0x19c, HANDLE_SURFACE);
        /* X8R8G8B8, so that no pixel is transparent */
        nv_push_inc(c.chan, OTHER, OPERATION, OPERATION_ROP_AND, 5);

        nv_random_fill(pattern, sizeof(pattern));
        nv_push_object(c.chan, CONTEXT, HANDLE_PATTERN);
        method(&c, CONTEXT, 0x30c, 2);
        nv_push_command(c.chan, NV_CMD_INC(CONTEXT, 0x700, 0), pattern, 64);
        nv_submit(c.chan);

        for (unsigned rop = 0; rop < 256; rop++) {
            const Area *a = &areas[rop & 1];

            nv_random_fill(image, sizeof(image));
            set_rop(&c, rop);
            nv_push_inc(c.chan, OTHER, 0x304, yx(a->y, a->x), yx(a->h, a->w),
                        yx(a->h, a->w));
            nv_push_command(c.chan, NV_CMD_INC(OTHER, 0x400, 0), image,
                            a->w * a->h);
            nv_submit(c.chan);
            for (int y = 0; y < a->h; y++) {
                for (int x = 0; x < a->w; x++) {
                    uint32_t *d = &c.pixels[a->y + y][a->x + x];
                    uint32_t p = pattern[(a->y + y) % 8 * 8 + (a->x + x) % 8];

                    *d = model_rop(rop, p & 0xffffff, image[y * a->w + x],
                                   *d) & c.format->mask;
                }
            }
            if (rop % 16 == 15) {
                canvas_check(&c, "format %u up to operation 0x%02x", f, rop);
            }
        }
        canvas_free(&c);
    }
}

/* The console's inversion */
static void inversion(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
        Area a = { 5, 7, 50, 40 };
        Canvas c;

        nv_init(nv);
        canvas_new(&c, nv, &formats[f]);
        set_rop(&c, 0x55);
        method(&c, GDI, OPERATION, OPERATION_ROP_AND);
        fill(&c, &a, 0xffffff);
        nv_submit(c.chan);
        for (int y = a.y; y < a.y + a.h; y++) {
            for (int x = a.x; x < a.x + a.w; x++) {
                c.pixels[y][x] ^= c.format->mask;
            }
        }
        canvas_check(&c, "format %u", f);
        canvas_free(&c);
    }
}

/* Two-colored patterns of each shape; a color with alpha 0 leaves what is. */
static void mono_patterns(NVDev *nv)
{
    const Area all = { 0, 0, WIDTH, HEIGHT };

    for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
        for (unsigned i = 0; i < 12; i++) {
            unsigned shape = i % 3, transparent = i / 3 % 3;
            bool cga6 = i & 1;
            uint32_t colors[2], bits[2];
            Canvas c;

            nv_init(nv);
            canvas_new(&c, nv, &formats[f]);
            nv_random_fill(bits, sizeof(bits));
            for (unsigned n = 0; n < 2; n++) {
                colors[n] = nv_random() & formats[f].mask & ~formats[f].alpha;
                if (transparent != n + 1) {
                    colors[n] |= formats[f].alpha;
                }
            }
            nv_push_object(c.chan, CONTEXT, HANDLE_PATTERN);
            nv_push_inc(c.chan, CONTEXT, 0x300, formats[f].context,
                        cga6 ? 1 : 2, shape, 1, colors[0], colors[1], bits[0],
                        bits[1]);
            set_rop(&c, 0xf0);
            method(&c, GDI, OPERATION, OPERATION_ROP_AND);
            fill(&c, &all, 0);
            nv_submit(c.chan);

            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    unsigned n = shape == 0 ? y % 8 * 8 + x % 8 :
                                 shape == 1 ? x % 64 : y % 64;
                    unsigned one = bits[n / 32] >>
                                   (cga6 ? n % 32 ^ 7 : n % 32) & 1;

                    if (colors[one] & formats[f].alpha) {
                        c.pixels[y][x] = colors[one] & formats[f].mask;
                    }
                }
            }
            canvas_check(&c, "format %u shape %u transparent %u", f, shape,
                         transparent);
            canvas_free(&c);
        }
    }
}

/* A color pattern comes in one of four formats. */
static void color_patterns(NVDev *nv)
{
    static const struct {
        uint32_t mthd;
        unsigned count, bits;
    } kinds[] = {
        { 0x400, 16, 8 }, { 0x500, 32, 16 }, { 0x600, 32, 16 },
        { 0x700, 64, 32 },
    };
    const Area all = { 0, 0, WIDTH, HEIGHT };
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    set_rop(&c, 0xf0);
    method(&c, GDI, OPERATION, OPERATION_ROP_AND);
    for (unsigned k = 0; k < ARRAY_SIZE(kinds); k++) {
        uint32_t words[64];

        nv_random_fill(words, sizeof(words));
        nv_push_object(c.chan, CONTEXT, HANDLE_PATTERN);
        method(&c, CONTEXT, 0x30c, 2);
        nv_push_command(c.chan, NV_CMD_INC(CONTEXT, kinds[k].mthd, 0), words,
                        kinds[k].count);
        fill(&c, &all, 0);
        nv_submit(c.chan);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                unsigned n = y % 8 * 8 + x % 8;
                unsigned bit = n * kinds[k].bits;
                uint32_t val = words[bit / 32] >> bit % 32;
                uint32_t *d = &c.pixels[y][x];

                switch (k) {
                case 0:
                    *d = (val & 0xff) * 0x010101;
                    break;
                case 1:
                    *d = wide5(val >> 11 & 31) << 16 |
                         wide6(val >> 5 & 63) << 8 | wide5(val & 31);
                    break;
                case 2:
                    *d = wide5(val >> 10 & 31) << 16 |
                         wide5(val >> 5 & 31) << 8 | wide5(val & 31);
                    break;
                default:
                    *d = val & 0xffffff;
                    break;
                }
            }
        }
        canvas_check(&c, "pattern by 0x%x", kinds[k].mthd);
    }
    canvas_free(&c);
}

/* --- Images ----------------------------------------------------------- */

/* Pixels come one after the other, whatever the lines' length. */
static void images(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
        unsigned bits = formats[f].bytes * 8;
        Canvas c;

        nv_init(nv);
        canvas_new(&c, nv, &formats[f]);
        nv_push_object(c.chan, OTHER, HANDLE_IFC);
        method(&c, OTHER, 0x188, HANDLE_CLIP);
        method(&c, OTHER, 0x19c, HANDLE_SURFACE);
        nv_push_inc(c.chan, OTHER, OPERATION, OPERATION_SRCCOPY,
                    formats[f].image);
        nv_push_object(c.chan, CONTEXT, HANDLE_CLIP);
        for (unsigned i = 0; i < 20; i++) {
            Area a = area_random(40, 40), clip = area_random(WIDTH, HEIGHT);
            unsigned w = a.w + below(8), count;
            uint32_t words[48 * 40];

            count = DIV_ROUND_UP(w * a.h * bits, 32);
            nv_random_fill(words, sizeof(words));
            nv_push_inc(c.chan, CONTEXT, 0x300, yx(clip.y, clip.x),
                        yx(clip.h, clip.w));
            nv_push_inc(c.chan, OTHER, 0x304, yx(a.y, a.x), yx(a.h, a.w),
                        yx(a.h, w));
            for (unsigned n = 0; n < count; n += 100) {
                nv_push_command(c.chan, NV_CMD_INC(OTHER, 0x400, 0),
                                words + n, MIN(100, count - n));
            }
            nv_submit(c.chan);
            for (int y = 0; y < a.h; y++) {
                for (int x = 0; x < a.w; x++) {
                    unsigned bit = (y * w + x) * bits;

                    if (area_has(&clip, a.x + x, a.y + y)) {
                        c.pixels[a.y + y][a.x + x] =
                            words[bit / 32] >> bit % 32 & formats[f].mask;
                    }
                }
            }
            canvas_check(&c, "format %u image %d, %d %dx%d of %u", f, a.x,
                         a.y, a.w, a.h, w);
        }
        canvas_free(&c);
    }
}

/* SRCCOPY_AND leaves what is where the source's alpha is 0; SRCCOPY doesn't. */
static void transparent_images(NVDev *nv)
{
    static const uint32_t words[] = { 0x00123456, 0xff123456, 0x01abcdef, 0 };
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    nv_push_object(c.chan, OTHER, HANDLE_IFC);
    method(&c, OTHER, 0x19c, HANDLE_SURFACE);
    for (unsigned i = 0; i < 2; i++) {
        nv_push_inc(c.chan, OTHER, OPERATION,
                    i ? OPERATION_SRCCOPY : OPERATION_SRCCOPY_AND, 4);
        nv_push_inc(c.chan, OTHER, 0x304, yx(i, 0), yx(1, 4), yx(1, 4));
        nv_push_command(c.chan, NV_CMD_INC(OTHER, 0x400, 0), words, 4);
        nv_submit(c.chan);
        for (unsigned x = 0; x < 4; x++) {
            if (i || words[x] >> 24) {
                c.pixels[i][x] = words[x] & 0xffffff;
            }
        }
        canvas_check(&c, "operation %u", i);
    }
    canvas_free(&c);
}

/* A pixel of the color key isn't drawn. */
static void color_key(NVDev *nv)
{
    static const uint32_t words[] = { 0x111111, 0x222222, 0x333333 };
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    nv_push_object(c.chan, CONTEXT, HANDLE_CHROMA);
    nv_push_inc(c.chan, CONTEXT, 0x300, 3, 0xff222222);
    nv_push_object(c.chan, OTHER, HANDLE_IFC);
    method(&c, OTHER, 0x184, HANDLE_CHROMA);
    method(&c, OTHER, 0x19c, HANDLE_SURFACE);
    nv_push_inc(c.chan, OTHER, OPERATION, OPERATION_SRCCOPY, 5);
    for (unsigned i = 0; i < 3; i++) {
        nv_push_inc(c.chan, OTHER, 0x304, yx(i, 0), yx(1, 3), yx(1, 3));
        nv_push_command(c.chan, NV_CMD_INC(OTHER, 0x400, 0), words, 3);
        nv_submit(c.chan);
        c.pixels[i][0] = words[0];
        if (i) {
            c.pixels[i][1] = words[1];
        }
        c.pixels[i][2] = words[2];
        canvas_check(&c, "step %u", i);
        if (i == 0) {
            /* Alpha 0 turns it off, */
            method(&c, CONTEXT, 0x304, 0x00222222);
        } else {
            /* and so does the null object. */
            method(&c, CONTEXT, 0x304, 0xff222222);
            method(&c, OTHER, 0x184, HANDLE_NULL);
        }
    }
    canvas_free(&c);
}

/* --- Copies ----------------------------------------------------------- */

static void model_blit(Canvas *c, int sx, int sy, const Area *to)
{
    uint32_t (*was)[WIDTH] = g_memdup2(c->pixels, sizeof(c->pixels));

    for (int y = 0; y < to->h; y++) {
        for (int x = 0; x < to->w; x++) {
            c->pixels[to->y + y][to->x + x] = was[sy + y][sx + x];
        }
    }
    g_free(was);
}

/* In each of 8 directions, by a little and by a lot, and on itself */
static void blits(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
        Canvas c;

        nv_init(nv);
        canvas_new(&c, nv, &formats[f]);
        for (unsigned i = 0; i < 36; i++) {
            int step = i < 9 ? 1 : i < 18 ? 8 : 1 + below(17);
            int dx = (int)(i % 3) - 1, dy = (int)(i / 3 % 3) - 1;
            Area to = { .w = WIDTH / 2 + below(30), .h = HEIGHT / 2 };
            int sx = 17 + below(WIDTH - to.w - 34 + 1);
            int sy = 17 + below(HEIGHT - to.h - 34 + 1);

            to.x = sx + dx * step;
            to.y = sy + dy * step;
            nv_push_inc(c.chan, BLIT, 0x300, yx(sy, sx), yx(to.y, to.x),
                        yx(to.h, to.w));
            nv_submit(c.chan);
            model_blit(&c, sx, sy, &to);
            canvas_check(&c, "format %u from %d, %d to %d, %d %dx%d", f, sx,
                         sy, to.x, to.y, to.w, to.h);
        }
        canvas_free(&c);
    }
}

/* Scrolling the console, by class 0x5f and surface 0x42 as well */
static void older_classes(NVDev *nv)
{
    Area to = { 0, 0, WIDTH, HEIGHT - 16 };
    Canvas c;

    canvas_new_with(&c, nv, X8R8G8B8, 0x42);
    nv_graph_object(c.chan, OTHER, 0x5f, 0x5f);
    method(&c, OTHER, 0x19c, HANDLE_SURFACE);
    method(&c, OTHER, OPERATION, OPERATION_SRCCOPY);
    nv_push_inc(c.chan, OTHER, 0x300, yx(16, 0), 0, yx(to.h, to.w));
    nv_submit(c.chan);
    model_blit(&c, 0, 16, &to);
    canvas_check(&c, "scrolled");
    canvas_free(&c);
}

static void clipped_blit(NVDev *nv)
{
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    method(&c, BLIT, 0x188, HANDLE_CLIP);
    nv_push_object(c.chan, CONTEXT, HANDLE_CLIP);
    for (int dy = -3; dy <= 3; dy += 3) {
        for (int dx = -3; dx <= 3; dx += 3) {
            Area to = { .x = 30, .y = 40, .w = 25, .h = 15 };

            nv_push_inc(c.chan, CONTEXT, 0x300, yx(to.y, to.x),
                        yx(to.h, to.w));
            nv_push_inc(c.chan, BLIT, 0x300, yx(20 + dy, 10 + dx),
                        yx(20, 10), yx(60, 70));
            nv_submit(c.chan);
            model_blit(&c, to.x + dx, to.y + dy, &to);
            canvas_check(&c, "by %d, %d", dx, dy);
        }
    }
    canvas_free(&c);
}

/* A blit with an operation reads the destination, too. */
static void combining_blit(NVDev *nv)
{
    Area to = { 5, 6, 40, 30 };
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    method(&c, BLIT, OPERATION, OPERATION_ROP_AND);
    set_rop(&c, 0x66);
    nv_push_inc(c.chan, BLIT, 0x300, yx(50, 60), yx(to.y, to.x),
                yx(to.h, to.w));
    nv_submit(c.chan);
    for (int y = 0; y < to.h; y++) {
        for (int x = 0; x < to.w; x++) {
            c.pixels[to.y + y][to.x + x] ^= c.pixels[50 + y][60 + x];
        }
    }
    canvas_check(&c, "XOR");
    canvas_free(&c);
}

/* --- Long ones -------------------------------------------------------- */

#define BIG 4096

static uint32_t big_column(unsigned x)
{
    return x * 0x9e3779b1u >> 8;
}

static uint32_t big_line(unsigned y)
{
    return y * 0x85ebca6bu >> 8;
}

static uint32_t big_pixel(unsigned x, unsigned y)
{
    return big_column(x) ^ big_line(y);
}

static void big_new(Canvas *c, NVDev *nv)
{
    uint32_t size = BIG * BIG * 4;
    NVBuf *big;

    canvas_new(c, nv, X8R8G8B8);
    big = nv_buf_new(nv, NV_IN_VRAM, size, 0x3d);
    nv_graph_name(c->chan, 0xb16, big->inst);
    nv_push_object(c->chan, CONTEXT, HANDLE_SURFACE);
    nv_push_inc(c->chan, CONTEXT, 0x184, 0xb16, 0xb16);
    nv_push_inc(c->chan, CONTEXT, 0x304, BIG * 4 << 16 | BIG * 4, 0, 0);
    nv_submit(c->chan);
    nv_buf_free(c->surface);
    c->surface = big;
}

static void big_check(Canvas *c, uint32_t (*want)(unsigned x, unsigned y))
{
    g_autofree uint32_t *line = g_new(uint32_t, BIG);

    for (unsigned y = 0; y < BIG; y += y < 40 || y > BIG - 40 ? 1 : 61) {
        nv_buf_read(c->surface, y * BIG * 4, line, BIG * 4);
        for (unsigned x = 0; x < BIG; x++) {
            if (le32_to_cpu(line[x]) != want(x, y)) {
                nv_fail("(%u, %u) is 0x%x, not 0x%x", x, y,
                        le32_to_cpu(line[x]), want(x, y));
                return;
            }
        }
    }
}

static uint32_t big_filled(unsigned x, unsigned y)
{
    return 0x5a5a5a;
}

/* Saved when it has begun, loaded and finished in another process */
static void big_save_in_the_middle(Canvas *c, uint64_t total)
{
    NVDev *nv = c->chan->nv;
    uint64_t before = nv_statistic(nv, "pixels"), done;

    nv_push_ref(c->chan, 0x77);
    nv_graph_kick_a_little(c->chan);
    done = nv_statistic(nv, "pixels") - before;
    g_test_message("saved after %" PRIu64 " pixels", done);
    g_assert_cmpuint(done, >, 0);
    g_assert_cmpuint(done, <, total);
    nv_migrate(nv);
    nv_cont(nv);
    nv_poll(nv_user_ref(c->chan) == 0x77);
    g_assert_cmpuint(nv_statistic(nv, "pixels") - before, ==, total);
}

static void big_fill_is_saved(NVDev *nv)
{
    Area a = { 0, 0, BIG, BIG };
    Canvas c;

    big_new(&c, nv);
    fill(&c, &a, 0x5a5a5a);
    big_save_in_the_middle(&c, BIG * BIG);
    big_check(&c, big_filled);
    canvas_free(&c);
}

/* Moved by a pixel to the right and a line down; the first ones stay. */
static uint32_t big_moved(unsigned x, unsigned y)
{
    return x && y ? big_pixel(x - 1, y - 1) : big_pixel(x, y);
}

static uint32_t big_moved_right(unsigned x, unsigned y)
{
    return x ? big_pixel(x - 1, y) : big_pixel(x, y);
}

/* Lines and columns of their own color each, combined */
static void big_fill(Canvas *c)
{
    fill(c, &(Area) { 0, 0, BIG, BIG }, 0);
    set_rop(c, 0x66);
    method(c, GDI, OPERATION, OPERATION_ROP_AND);
    for (int i = 0; i < BIG; i++) {
        const uint32_t words[] = {
            NV_CMD_INC(GDI, 0x3fc, 1), big_column(i),
            NV_CMD_INC(GDI, 0x400, 2), yx(i, 0), yx(1, BIG),
            NV_CMD_INC(GDI, 0x3fc, 1), big_line(i),
            NV_CMD_INC(GDI, 0x400, 2), yx(0, i), yx(BIG, 1),
        };

        nv_push_words(c->chan, words, ARRAY_SIZE(words));
        if (i % 256 == 255) {
            nv_submit(c->chan);
        }
    }
    big_check(c, big_pixel);
}

static void big_blit(NVDev *nv, bool down)
{
    Canvas c;

    big_new(&c, nv);
    big_fill(&c);
    nv_push_inc(c.chan, BLIT, 0x300, 0, yx(down, 1), yx(BIG - down, BIG - 1));
    big_save_in_the_middle(&c, (BIG - down) * (BIG - 1));
    big_check(&c, down ? big_moved : big_moved_right);
    canvas_free(&c);
}

static void big_blit_down(NVDev *nv)
{
    big_blit(nv, true);
}

static void big_blit_right(NVDev *nv)
{
    big_blit(nv, false);
}

/* As large as can be asked for; only some of it lies in the surface. */
static void enormous_fill(NVDev *nv)
{
    Area a = { 0, 0, 65535, 65535 };
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    fill(&c, &a, 0x123456);
    nv_kick(c.chan);
    /* The machine answers meanwhile. */
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'query-status' }");
    nv_graph_idle(nv);
    nv_assert_graph_error(c.chan, NV_SOURCE_LIMIT_COLOR, 0, GDI, 0x404,
                          yx(65535, 65535));
    nv_wait(c.chan);
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        c.pixels[i / WIDTH][i % WIDTH] = 0x123456;
    }
    canvas_check(&c, "enormous");
    canvas_free(&c);
}

/* --- Errors ----------------------------------------------------------- */

/* What lies outside the surface's DMA object isn't drawn. */
static void beyond_the_limit(NVDev *nv)
{
    Area a = { 10, 10, 5, HEIGHT - 10 };
    uint32_t limit, before, after;
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    limit = c.surface->size;
    before = nv_vram_rd32(nv, c.surface->base - 4);
    after = nv_vram_rd32(nv, c.surface->base + limit);
    fill(&c, &(Area) { 10, 10, 5, 2000 }, 0x998877);
    nv_kick(c.chan);
    nv_graph_idle(nv);
    nv_assert_graph_error(c.chan, NV_SOURCE_LIMIT_COLOR, 0, GDI, 0x404,
                          yx(5, 2000));
    model_fill(&c, &a, NULL, 0x998877);
    canvas_check(&c, "below");

    /* Above the offset, but in the object: drawn; above the object: not. */
    fill(&c, &(Area) { 3, -2000, 2, 10 }, 0x111111);
    nv_kick(c.chan);
    nv_graph_idle(nv);
    nv_assert_graph_error(c.chan, NV_SOURCE_LIMIT_COLOR, 0, GDI, 0x404,
                          yx(2, 10));
    canvas_check(&c, "above");
    nv_assert_hex(nv_vram_rd32(nv, c.surface->base - 4), before);
    nv_assert_hex(nv_vram_rd32(nv, c.surface->base + limit), after);
    canvas_free(&c);
}

static void surface_errors(NVDev *nv)
{
    uint32_t pci, odd, from;
    const struct {
        uint32_t mthd, data;
    } bad[] = {
        { 0x300, 0 }, { 0x300, 0xe }, { 0x304, 0 }, { 0x304, 0x400 },
        { 0x304, 0x04000000 }, { 0x304, 0x04100400 }, { 0x308, 0x20 },
        { 0x30c, 1 },
    };
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    pci = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, 0, 0xfff);
    odd = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_VRAM, 0x20, 0xfff);
    from = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_VRAM, 0, 0xfff);
    nv_graph_name(c.chan, 1, pci);
    nv_graph_name(c.chan, 2, odd);
    nv_graph_name(c.chan, 3, from);

    method(&c, CONTEXT, 0x188, 1);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_PROTECTION_ERROR,
                          NV_STATUS_INVALID_STATE, CONTEXT, 0x188, pci >> 4);
    method(&c, CONTEXT, 0x188, 2);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_PROTECTION_ERROR,
                          NV_STATUS_INVALID_STATE, CONTEXT, 0x188, odd >> 4);
    method(&c, CONTEXT, 0x184, 3);
    nv_submit(c.chan);
    nv_assert_graph_quiet(nv);
    method(&c, CONTEXT, 0x188, 3);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_DATA_ERROR,
                          NV_STATUS_BAD_ARGUMENT, CONTEXT, 0x188, from >> 4);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        method(&c, CONTEXT, bad[i].mthd, bad[i].data);
        nv_kick(c.chan);
        nv_assert_graph_error(c.chan, NV_SOURCE_DATA_ERROR,
                              NV_STATUS_BAD_ARGUMENT, CONTEXT, bad[i].mthd,
                              bad[i].data);
        nv_wait(c.chan);
    }
    canvas_free(&c);
}

/* Drawing on a surface that isn't there */
static void no_surface(NVDev *nv)
{
    Area a = { 0, 0, 8, 8 };
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    method(&c, CONTEXT, 0x188, HANDLE_NULL);
    fill(&c, &a, 0x123456);
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_STATE_INVALID,
                          NV_STATUS_INVALID_STATE, GDI, 0x404, yx(8, 8));
    nv_wait(c.chan);
    canvas_check(&c, "nothing drawn");
    canvas_surface(&c);
    fill(&c, &a, 0x123456);
    nv_submit(c.chan);
    model_fill(&c, &a, NULL, 0x123456);
    canvas_check(&c, "drawn");
    canvas_free(&c);
}

/* --- Anything ---------------------------------------------------------- */

static uint32_t any_value(void)
{
    switch (below(6)) {
    case 0:
        return below(8);
    case 1:
        return yx(below(WIDTH), below(WIDTH));
    case 2:
        return yx(-(int)below(200), -(int)below(200));
    case 3:
        return 1u << below(32);
    case 4:
        return HANDLE_SURFACE + below(9);
    default:
        return nv_random();
    }
}

/* A method of the class, mostly: they lie close together. */
static uint32_t any_method(void)
{
    static const uint32_t bases[] = {
        0x100, 0x184, 0x2f8, 0x300, 0x308, 0x3fc, 0x400, 0x5f4, 0x600, 0x7ec,
        0x7fc, 0x800, 0xbe4, 0xbf4, 0xc00, 0xff0, 0x1000, 0x17f0, 0x1800,
    };

    return (bases[below(ARRAY_SIZE(bases))] + below(8) * 4) & 0x1ffc;
}

static void push_anything(Canvas *c)
{
    uint32_t mthd = any_method(), words[16];
    unsigned count = 1 + below(ARRAY_SIZE(words));

    for (unsigned i = 0; i < count; i++) {
        words[i] = any_value();
    }
    if (mthd >= 0x180 && mthd < 0x200) {
        /* Handles that don't exist are PFIFO's concern. */
        words[0] = below(2) ? HANDLE_VRAM : HANDLE_SURFACE + below(9);
        count = 1;
    }
    nv_push_command(c->chan, below(4) ? NV_CMD_INC(below(8), mthd, 0)
                                      : NV_CMD_NI(below(8), mthd, 0),
                    words, count);
}

static void reset_units(NVDev *nv)
{
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_init(nv);
}

/*
 * Whatever is drawn stays in the surface's DMA object, and whatever it is can
 * be ended by a reset of the unit.
 */
static void random_methods(NVDev *nv)
{
    static const uint16_t classes[] = {
        0x62, 0x18, 0x9f, 0x4a, 0x39, 0x8a, 0x5e, 0x44,
    };
    const bool checked = nv->test->data;
    uint32_t before, after;
    Canvas c;

    for (unsigned round = 0; round < 5; round++) {
        canvas_new(&c, nv, &formats[round % ARRAY_SIZE(formats)]);
        before = nv_vram_rd32(nv, c.surface->base - 4);
        after = nv_vram_rd32(nv, c.surface->base + c.surface->size);
        if (!checked) {
            nv_mask(nv, A_NV_PGRAPH_DEBUG_3, 1 << 20 | 1 << 23 | 1 << 24, 0);
        }
        for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
            nv_graph_object(c.chan, i, classes[i], classes[i]);
            nv_push_inc(c.chan, i, 0x180, HANDLE_VRAM);
        }
        for (unsigned i = 0; i < 120; i++) {
            push_anything(&c);
        }
        nv_kick(c.chan);
        for (unsigned i = 0; i < 1000; i++) {
            if (nv_field(nv, NV_PMC_INTR, PGRAPH)) {
                nv_graph_ack(nv);
            } else if (!nv_handle_intr(nv) &&
                       nv_user_get(c.chan) == c.chan->cur) {
                break;
            }
        }
        nv_chan_fini(c.chan);
        reset_units(nv);
        nv_assert_reg(nv, NV_PGRAPH_STATUS, 0);
        nv_assert_hex(nv_vram_rd32(nv, c.surface->base - 4), before);
        nv_assert_hex(nv_vram_rd32(nv, c.surface->base + c.surface->size),
                      after);
        nv_buf_free(c.surface);
        nv_chan_free(c.chan);
    }
    /* It is as good as new. */
    canvas_new(&c, nv, X8R8G8B8);
    fill(&c, &(Area) { 1, 2, 3, 4 }, 0x123456);
    nv_submit(c.chan);
    model_fill(&c, &(Area) { 1, 2, 3, 4 }, NULL, 0x123456);
    canvas_check(&c, "afterwards");
    canvas_free(&c);
}

/* --- Flips ------------------------------------------------------------ */

static void flips(NVDev *nv)
{
    Canvas c;

    canvas_new(&c, nv, X8R8G8B8);
    nv_push_inc(c.chan, BLIT, 0x120, 0, 1, 2);
    nv_submit(c.chan);
    nv_assert_graph(nv, NV_PGRAPH_SURF_TYPE, 2 << 16 | 0 << 12 | 1 << 8);
    method(&c, BLIT, 0x12c, 0);
    nv_submit(c.chan);
    nv_assert_graph(nv, NV_PGRAPH_SURF_TYPE, 2 << 16 | 0 << 12 | 0 << 8);
    method(&c, BLIT, 0x134, 0);
    method(&c, BLIT, 0x100, 0);
    method(&c, BLIT, 0x130, 0);
    nv_submit(c.chan);
    nv_assert_graph(nv, NV_PGRAPH_SURF_TYPE, 2 << 16 | 1 << 12 | 0 << 8);
    canvas_free(&c);
}

static const bool nv_checked = true;

/*
 * The driver links NV04's objects, which takes an interrupt for each; what
 * they draw then is what NV05's do.
 */
#define SW NV_CARD_SW_LINKS

/* The big surface has 64 MiB. */
static bool has_room(const NVCard *card)
{
    return card->vram >= 128 * MiB;
}

static const NVTest tests[] = {
    { "2d/rectangles", "", rectangles, .lacks = SW },
    { "2d/many-rectangles-in-a-command", "", many_rectangles, .lacks = SW },
    { "2d/clipped-rectangles", "", clipped_rectangles,
      .needs = NV_CARD_OLD_2D, .lacks = SW },
    { "2d/clip-by-corners", "", clip_by_corners,
      .needs = NV_CARD_OLD_2D, .lacks = SW },
    { "2d/colors-are-converted", "", conversions, .lacks = SW },
    { "2d/text", "", text, .lacks = SW },
    { "2d/text-of-two-channels", "M145", text_of_two_channels, .lacks = SW },
    { "2d/all-raster-operations", "", raster_operations, .lacks = SW },
    { "2d/inversion", "", inversion, .lacks = SW },
    { "2d/two-colored-patterns", "", mono_patterns, .lacks = SW },
    { "2d/color-patterns", "", color_patterns, .lacks = SW },
    { "2d/images", "", images, .lacks = SW },
    { "2d/transparent-images", "", transparent_images, .lacks = SW },
    { "2d/color-key", "", color_key,
      .needs = NV_CARD_OLD_2D, .lacks = SW },
    { "2d/blits-that-overlap", "", blits, .lacks = SW },
    { "2d/older-classes", "", older_classes,
      .needs = NV_CARD_OLD_2D, .lacks = SW },
    { "2d/clipped-blit", "", clipped_blit, .lacks = SW },
    { "2d/combining-blit", "", combining_blit, .lacks = SW },
    { "2d/fill-is-saved-in-the-middle", "", big_fill_is_saved,
      .applies = has_room },
    { "2d/blit-down-is-saved-in-the-middle", "", big_blit_down,
      .applies = has_room },
    { "2d/blit-right-is-saved-in-the-middle", "", big_blit_right,
      .applies = has_room },
    { "2d/enormous-fill", "", enormous_fill, .lacks = SW },
    { "2d/beyond-the-limit", "", beyond_the_limit, .lacks = SW },
    /* NV04's surfaces may be aligned to less. */
    { "2d/surface-errors", "", surface_errors, .lacks = NV_CARD_NV04 },
    { "2d/no-surface", "", no_surface, .lacks = SW },
    { "2d/random-methods", "M186", random_methods, .data = &nv_checked,
      .lacks = SW },
    { "2d/random-methods-unchecked", "M186", random_methods, .lacks = SW },
    { "2d/flips", "", flips, .needs = NV_CARD_NV15_2D },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
