/*
 * Tests of the NVIDIA GPU: the 2D objects
 *
 * Each test draws with the card and with a model of its own, and compares all
 * of the surface.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* --- Rectangles ------------------------------------------------------- */

static void rectangles(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(nv_formats); f++) {
        NVCanvas c;

        nv_init(nv);
        nv_canvas_new(&c, nv, &nv_formats[f]);
        for (unsigned i = 0; i < 30; i++) {
            NVArea a = nv_area_random(i & 1 ? 8 : NV_CANVAS_W,
                                      i & 1 ? 8 : NV_CANVAS_H);
            uint32_t color = nv_random();

            nv_canvas_fill(&c, &a, color);
            nv_submit(c.chan);
            nv_canvas_model_fill(&c, &a, NULL, color);
            nv_assert_canvas(&c, "format %u rectangle %d, %d %dx%d", f, a.x,
                             a.y, a.w, a.h);
        }
        nv_canvas_free(&c);
    }
}

/* Many in one command, each with its own method */
static void many_rectangles(NVDev *nv)
{
    uint32_t words[64];
    uint32_t color = 0x123456;
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    for (unsigned i = 0; i < 32; i++) {
        NVArea a = nv_area_random(20, 20);

        words[i * 2] = nv_yx(a.x, a.y);
        words[i * 2 + 1] = nv_yx(a.w, a.h);
        nv_canvas_model_fill(&c, &a, NULL, color);
    }
    nv_push_inc(c.chan, NV_SUBC_GDI, 0x3fc, color);
    nv_push_command(c.chan, NV_CMD_INC(NV_SUBC_GDI, 0x400, 0), words,
                    ARRAY_SIZE(words));
    nv_submit(c.chan);
    nv_assert_canvas(&c, "32 rectangles");
    nv_canvas_free(&c);
}

/* GDI's second kind: two corners, clipped; and RECT with CLIP */
static void clipped_rectangles(NVDev *nv)
{
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_object(c.chan, NV_SUBC_OTHER, NV_HANDLE_RECT);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x184, NV_HANDLE_CLIP);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x198, NV_HANDLE_SURFACE);
    nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION, NV_OPERATION_SRCCOPY,
                3);
    nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_CLIP);
    nv_submit(c.chan);

    for (unsigned i = 0; i < 60; i++) {
        NVArea clip = nv_area_random(60, 60);
        NVArea a = nv_area_random(NV_CANVAS_W, NV_CANVAS_H);
        uint32_t color = nv_random();

        a.x -= nv_random_below(100);
        a.y -= nv_random_below(100);
        if (i & 1) {
            nv_push_inc(c.chan, NV_SUBC_GDI, 0x5f4, nv_yx(clip.y, clip.x),
                        nv_yx(clip.y + clip.h, clip.x + clip.w), color);
            nv_push_inc(c.chan, NV_SUBC_GDI, 0x600, nv_yx(a.y, a.x),
                        nv_yx(a.y + a.h, a.x + a.w));
        } else {
            nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x300, nv_yx(clip.y, clip.x),
                        nv_yx(clip.h, clip.w));
            nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, color);
            nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400, nv_yx(a.y, a.x),
                        nv_yx(a.h, a.w));
        }
        nv_submit(c.chan);
        nv_canvas_model_fill(&c, &a, &clip, color);
        nv_assert_canvas(&c, "%s rectangle %d, %d %dx%d in %d, %d %dx%d",
                     i & 1 ? "GDI" : "RECT", a.x, a.y, a.w, a.h, clip.x,
                     clip.y, clip.w, clip.h);
    }
    nv_canvas_free(&c);
}

/* CLIP may also be set by two corners, and removed again. */
static void clip_by_corners(NVDev *nv)
{
    NVArea clip = { 10, 20, 30, 40 }, all = { 0, 0, NV_CANVAS_W, NV_CANVAS_H };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_CLIP);
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x300, nv_yx(20, 10));
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x300, nv_yx(60, 40));
    nv_push_object(c.chan, NV_SUBC_OTHER, NV_HANDLE_RECT);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x184, NV_HANDLE_CLIP);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x198, NV_HANDLE_SURFACE);
    nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION, NV_OPERATION_SRCCOPY,
                3, 0x112233);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400, 0,
                nv_yx(NV_CANVAS_H, NV_CANVAS_W));
    nv_submit(c.chan);
    nv_canvas_model_fill(&c, &all, &clip, 0x112233);
    nv_assert_canvas(&c, "two corners");

    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x184, NV_HANDLE_NULL);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, 0x445566);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400, 0,
                nv_yx(NV_CANVAS_H, NV_CANVAS_W));
    nv_submit(c.chan);
    nv_canvas_model_fill(&c, &all, NULL, 0x445566);
    nv_assert_canvas(&c, "no clip");
    nv_canvas_free(&c);
}

/* --- Colors ----------------------------------------------------------- */

/* Colors of another format than the surface's are converted. */
static void conversions(NVDev *nv)
{
    NVArea all = { 0, 0, NV_CANVAS_W, NV_CANVAS_H };

    for (unsigned f = 0; f < ARRAY_SIZE(nv_formats); f++) {
        NVCanvas c;

        nv_init(nv);
        nv_canvas_new(&c, nv, &nv_formats[f]);
        for (unsigned solid = 1; solid <= 3; solid++) {
            for (unsigned i = 0; i < 8; i++) {
                uint32_t color = nv_random(), r, g, b, want;

                switch (solid) {
                case 1:
                    r = nv_wide5(color >> 11 & 0x1f);
                    g = nv_wide6(color >> 5 & 0x3f);
                    b = nv_wide5(color & 0x1f);
                    break;
                case 2:
                    r = nv_wide5(color >> 10 & 0x1f);
                    g = nv_wide5(color >> 5 & 0x1f);
                    b = nv_wide5(color & 0x1f);
                    break;
                default:
                    r = color >> 16 & 0xff;
                    g = color >> 8 & 0xff;
                    b = color & 0xff;
                    break;
                }
                switch (nv_formats[f].surface) {
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
                nv_push_inc(c.chan, NV_SUBC_GDI, 0x300, solid);
                nv_canvas_fill(&c, &all, color);
                nv_submit(c.chan);
                nv_canvas_model_fill(&c, &all, NULL, want);
                nv_assert_canvas(&c, "format %u color format %u 0x%x", f, solid,
                                 color);
            }
        }
        nv_canvas_free(&c);
    }
}

/* --- Text ------------------------------------------------------------- */

typedef struct Text {
    NVArea area;            /* what is drawn */
    unsigned width;         /* of the data, in pixels */
    unsigned more;          /* lines that there is no data for, if opaque */
    NVArea clip;
    uint32_t colors[2];
    bool opaque;            /* zeros have a color, too */
    bool cga6;              /* bit 7 of a byte comes first */
} Text;

static void model_text(NVCanvas *c, const Text *t, const uint32_t *words)
{
    for (int y = 0; y < t->area.h; y++) {
        for (int x = 0; x < t->area.w; x++) {
            unsigned bit = y * t->width + x;
            unsigned byte = words[bit / 32] >> (bit % 32 & ~7) & 0xff;
            unsigned one = byte >> (t->cga6 ? 7 - bit % 8 : bit % 8) & 1;
            int px = t->area.x + x, py = t->area.y + y;

            if (px >= 0 && px < NV_CANVAS_W && py >= 0 && py < NV_CANVAS_H &&
                nv_area_has(&t->clip, px, py) && (one || t->opaque)) {
                c->pixels[py][px] = t->colors[one] & c->format->mask;
            }
        }
    }
}

static void push_text(NVCanvas *c, const Text *t, const uint32_t *words,
                      unsigned count)
{
    uint32_t clip0 = nv_yx(t->clip.y, t->clip.x);
    uint32_t clip1 = nv_yx(t->clip.y + t->clip.h, t->clip.x + t->clip.w);
    uint32_t point = nv_yx(t->area.y, t->area.x);
    uint32_t data = t->opaque ? 0xc00 : 0x800;

    nv_push_inc(c->chan, NV_SUBC_GDI, 0x304, t->cga6 ? 1 : 2);
    if (t->opaque) {
        nv_push_inc(c->chan, NV_SUBC_GDI, 0xbe4, clip0, clip1, t->colors[0],
                    t->colors[1], nv_yx(t->area.h, t->width),
                    nv_yx(t->area.h + t->more, t->area.w), point);
    } else {
        nv_push_inc(c->chan, NV_SUBC_GDI, 0x7ec, clip0, clip1, t->colors[1],
                    nv_yx(t->area.h, t->width), point);
    }
    /* In commands of odd lengths, of both kinds */
    while (count) {
        unsigned n = MIN(count, 1 + nv_random_below(128));

        nv_push_command(c->chan, nv_random_below(2)
                                 ? NV_CMD_INC(NV_SUBC_GDI, data, 0)
                                 : NV_CMD_NI(NV_SUBC_GDI, data, 0),
                        words, n);
        words += n;
        count -= n;
    }
}

static void text(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(nv_formats); f++) {
        NVCanvas c;

        nv_init(nv);
        nv_canvas_new(&c, nv, &nv_formats[f]);
        for (unsigned i = 0; i < 40; i++) {
            Text t = {
                .area = nv_area_random(i & 1 ? 20 : NV_CANVAS_W,
                                       i & 1 ? 20 : NV_CANVAS_H),
                .clip = { 0, 0, NV_CANVAS_W, NV_CANVAS_H },
                .colors = { nv_random(), nv_random() },
                .opaque = i & 2,
                .more = i & 1,
                .cga6 = i & 4,
            };
            uint32_t words[NV_CANVAS_W * NV_CANVAS_H / 32 + 1];
            unsigned count;

            t.width = t.opaque ? ROUND_UP(t.area.w, 8) : t.area.w;
            if (i & 8) {
                t.clip = nv_area_random(NV_CANVAS_W, NV_CANVAS_H);
                t.area.x -= nv_random_below(30);
                t.area.y -= nv_random_below(30);
            }
            count = DIV_ROUND_UP(t.width * t.area.h, 32);
            nv_random_fill(words, sizeof(words));
            push_text(&c, &t, words, count);
            nv_submit(c.chan);
            model_text(&c, &t, words);
            nv_assert_canvas(&c, "format %u text %u at %d, %d %dx%d of %u in "
                             "%d, %d %dx%d", f, i, t.area.x, t.area.y, t.area.w,
                             t.area.h, t.width, t.clip.x, t.clip.y, t.clip.w,
                             t.clip.h);
        }
        nv_canvas_free(&c);
    }
}

/*
 * The format of a bitmap's zeros is that of the object that has set their color
 * last, not of the one that has set its format last.
 */
static void format_of_zeros(NVDev *nv)
{
    uint32_t at = nv_graph_addr(nv->card, A_NV_PGRAPH_CTX_FORMAT), wide;
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_graph_object(c.chan, NV_SUBC_OTHER, 0x4b, 0x4a);
    nv_push_inc(c.chan, NV_SUBC_GDI, 0x300, 3);
    nv_submit(c.chan);
    wide = FIELD_EX32(nv_rd32(nv, at), NV_PGRAPH_CTX_FORMAT, BITMAP);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x300, 1);
    nv_submit(c.chan);
    nv_assert_hex(FIELD_EX32(nv_rd32(nv, at), NV_PGRAPH_CTX_FORMAT, BITMAP) ==
                  wide, false);
    nv_push_inc(c.chan, NV_SUBC_GDI, 0xbec, 0x123456);
    nv_submit(c.chan);
    nv_assert_hex(FIELD_EX32(nv_rd32(nv, at), NV_PGRAPH_CTX_FORMAT, BITMAP),
                  wide);
    nv_canvas_free(&c);
}

/* Another channel draws between two commands of one image. */
static void text_of_two_channels(NVDev *nv)
{
    Text t = {
        .area = { 3, 5, 61, 40 }, .width = 64, .opaque = true, .cga6 = true,
        .clip = { 0, 0, NV_CANVAS_W, NV_CANVAS_H },
        .colors = { 0x112233, 0x445566 },
    };
    uint32_t words[64 * 40 / 32];
    NVChan *other;
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    other = nv_chan_new(nv, 9, NV_IN_RAM);
    nv_graph_object(other, NV_SUBC_GDI, 0x4a, 0x4a);
    nv_submit(other);
    nv_random_fill(words, sizeof(words));
    push_text(&c, &t, words, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        nv_push_inc(c.chan, NV_SUBC_GDI, 0xc00 + i % 3 * 4, words[i]);
        nv_submit(c.chan);
        nv_push_inc(other, NV_SUBC_GDI, 0xbf4, nv_yx(i, i), nv_yx(i, i),
                    nv_yx(i, i));
        nv_submit(other);
        if (i == 40) {
            nv_migrate(nv);
        }
    }
    model_text(&c, &t, words);
    nv_assert_canvas(&c, "text in pieces");
    nv_chan_free(other);
    nv_canvas_free(&c);
}

/* --- Images ----------------------------------------------------------- */

/* Pixels are one stream, whatever the length of lines. */
static void images(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(nv_formats); f++) {
        unsigned bits = nv_formats[f].bytes * 8;
        NVCanvas c;

        nv_init(nv);
        nv_canvas_new(&c, nv, &nv_formats[f]);
        nv_push_object(c.chan, NV_SUBC_OTHER, NV_HANDLE_IFC);
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x188, NV_HANDLE_CLIP);
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x19c, NV_HANDLE_SURFACE);
        nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION,
                    NV_OPERATION_SRCCOPY, nv_formats[f].image);
        nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_CLIP);
        for (unsigned i = 0; i < 20; i++) {
            NVArea a = nv_area_random(40, 40);
            NVArea clip = nv_area_random(NV_CANVAS_W, NV_CANVAS_H);
            unsigned w = a.w + nv_random_below(8), count;
            uint32_t words[48 * 40];

            count = DIV_ROUND_UP(w * a.h * bits, 32);
            nv_random_fill(words, sizeof(words));
            nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x300, nv_yx(clip.y, clip.x),
                        nv_yx(clip.h, clip.w));
            nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, nv_yx(a.y, a.x),
                        nv_yx(a.h + i % 2, a.w), nv_yx(a.h, w));
            for (unsigned n = 0; n < count; n += 100) {
                nv_push_command(c.chan, NV_CMD_INC(NV_SUBC_OTHER, 0x400, 0),
                                words + n, MIN(100, count - n));
            }
            nv_submit(c.chan);
            for (int y = 0; y < a.h; y++) {
                for (int x = 0; x < a.w; x++) {
                    unsigned bit = (y * w + x) * bits;

                    if (nv_area_has(&clip, a.x + x, a.y + y)) {
                        c.pixels[a.y + y][a.x + x] =
                            words[bit / 32] >> bit % 32 & nv_formats[f].mask;
                    }
                }
            }
            nv_assert_canvas(&c, "format %u image %d, %d %dx%d of %u", f, a.x,
                             a.y, a.w, a.h, w);
        }
        nv_canvas_free(&c);
    }
}

/* SRCCOPY_AND skips pixels whose source alpha is 0; SRCCOPY doesn't. */
static void transparent_images(NVDev *nv)
{
    static const uint32_t words[] = { 0x00123456, 0xff123456, 0x01abcdef, 0 };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_object(c.chan, NV_SUBC_OTHER, NV_HANDLE_IFC);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x19c, NV_HANDLE_SURFACE);
    for (unsigned i = 0; i < 2; i++) {
        nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION,
                    i ? NV_OPERATION_SRCCOPY : NV_OPERATION_SRCCOPY_AND, 4);
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, nv_yx(i, 0), nv_yx(1, 4),
                    nv_yx(1, 4));
        nv_push_command(c.chan, NV_CMD_INC(NV_SUBC_OTHER, 0x400, 0), words, 4);
        nv_submit(c.chan);
        for (unsigned x = 0; x < 4; x++) {
            if (i || words[x] >> 24) {
                c.pixels[i][x] = words[x] & 0xffffff;
            }
        }
        nv_assert_canvas(&c, "operation %u", i);
    }
    nv_canvas_free(&c);
}

static void push_rectangle(NVCanvas *c, const NVArea *a, uint32_t color)
{
    nv_push_inc(c->chan, NV_SUBC_OTHER, 0x3fc, color);
    nv_push_inc(c->chan, NV_SUBC_OTHER, 0x400, nv_yx(a->x, a->y),
                nv_yx(a->w, a->h));
    nv_submit(c->chan);
}

/*
 * Neither does a rectangle of such a color draw, and the channel goes on.  GDI
 * has no such format, but the driver can give it one in the object.
 */
static void transparent_rectangles(NVDev *nv)
{
    bool nv40 = nv->card->features & NV_CARD_NV40;
    NVArea a = { 3, 4, 5, 6 };
    uint32_t inst;
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    inst = nv_chan_object(c.chan, 0x4b, 0x4a);
    nv_inst_wr32(nv, inst + 4, 0xdu << (nv40 ? 26 : 8));
    nv_push_object(c.chan, NV_SUBC_OTHER, 0x4b);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x198, NV_HANDLE_SURFACE);
    nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION,
                NV_OPERATION_SRCCOPY_AND);
    push_rectangle(&c, &a, 0x00123456);
    nv_assert_canvas(&c, "transparent");
    push_rectangle(&c, &a, 0x01123456);
    nv_canvas_model_fill(&c, &a, NULL, 0x01123456);
    nv_assert_canvas(&c, "opaque");
    nv_canvas_free(&c);
}

/* A pixel of the color key isn't drawn. */
static void color_key(NVDev *nv)
{
    static const uint32_t words[] = { 0x111111, 0x222222, 0x333333 };
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_CHROMA);
    nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x300, 3, 0xff222222);
    nv_push_object(c.chan, NV_SUBC_OTHER, NV_HANDLE_IFC);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x184, NV_HANDLE_CHROMA);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x19c, NV_HANDLE_SURFACE);
    nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION, NV_OPERATION_SRCCOPY,
                5);
    for (unsigned i = 0; i < 3; i++) {
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, nv_yx(i, 0), nv_yx(1, 3),
                    nv_yx(1, 3));
        nv_push_command(c.chan, NV_CMD_INC(NV_SUBC_OTHER, 0x400, 0), words, 3);
        nv_submit(c.chan);
        c.pixels[i][0] = words[0];
        if (i) {
            c.pixels[i][1] = words[1];
        }
        c.pixels[i][2] = words[2];
        nv_assert_canvas(&c, "step %u", i);
        if (i == 0) {
            /* Alpha 0 turns it off, */
            nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x304, 0x00222222);
        } else {
            /* and so does the null object. */
            nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x304, 0xff222222);
            nv_push_inc(c.chan, NV_SUBC_OTHER, 0x184, NV_HANDLE_NULL);
        }
    }
    nv_canvas_free(&c);
}

/* --- Copies ----------------------------------------------------------- */

static void model_blit(NVCanvas *c, int sx, int sy, const NVArea *to)
{
    uint32_t (*was)[NV_CANVAS_W] = g_memdup2(c->pixels, sizeof(c->pixels));

    for (int y = 0; y < to->h; y++) {
        for (int x = 0; x < to->w; x++) {
            c->pixels[to->y + y][to->x + x] = was[sy + y][sx + x] &
                                              c->format->mask;
        }
    }
    g_free(was);
}

/* In each of 8 directions, by a little and by a lot, and on itself */
static void blits(NVDev *nv)
{
    for (unsigned f = 0; f < ARRAY_SIZE(nv_formats); f++) {
        NVCanvas c;

        nv_init(nv);
        nv_canvas_new(&c, nv, &nv_formats[f]);
        nv_canvas_soil(&c);
        for (unsigned i = 0; i < 36; i++) {
            int step = i < 9 ? 1 : i < 18 ? 8 : 1 + nv_random_below(17);
            int dx = (int)(i % 3) - 1, dy = (int)(i / 3 % 3) - 1;
            NVArea to = { .w = NV_CANVAS_W / 2 + nv_random_below(30),
                          .h = NV_CANVAS_H / 2 };
            int sx = 17 + nv_random_below(NV_CANVAS_W - to.w - 34 + 1);
            int sy = 17 + nv_random_below(NV_CANVAS_H - to.h - 34 + 1);

            to.x = sx + dx * step;
            to.y = sy + dy * step;
            nv_push_inc(c.chan, NV_SUBC_BLIT, 0x300, nv_yx(sy, sx),
                        nv_yx(to.y, to.x), nv_yx(to.h, to.w));
            nv_submit(c.chan);
            model_blit(&c, sx, sy, &to);
            nv_assert_canvas(&c, "format %u from %d, %d to %d, %d %dx%d", f, sx,
                             sy, to.x, to.y, to.w, to.h);
        }
        nv_canvas_free(&c);
    }
}

/* Scrolling the console, by class 0x5f and surface 0x42 as well */
static void older_classes(NVDev *nv)
{
    NVArea to = { 0, 0, NV_CANVAS_W, NV_CANVAS_H - 16 };
    NVCanvas c;

    nv_canvas_new_with(&c, nv, NV_X8R8G8B8, 0x42);
    nv_canvas_soil(&c);
    nv_graph_object(c.chan, NV_SUBC_OTHER, 0x5f, 0x5f);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x19c, NV_HANDLE_SURFACE);
    nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION, NV_OPERATION_SRCCOPY);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x300, nv_yx(16, 0), 0,
                nv_yx(to.h, to.w));
    nv_submit(c.chan);
    model_blit(&c, 0, 16, &to);
    nv_assert_canvas(&c, "scrolled");
    nv_canvas_free(&c);
}

static void clipped_blit(NVDev *nv)
{
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_inc(c.chan, NV_SUBC_BLIT, 0x188, NV_HANDLE_CLIP);
    nv_push_object(c.chan, NV_SUBC_CONTEXT, NV_HANDLE_CLIP);
    for (int dy = -3; dy <= 3; dy += 3) {
        for (int dx = -3; dx <= 3; dx += 3) {
            NVArea to = { .x = 30, .y = 40, .w = 25, .h = 15 };

            nv_push_inc(c.chan, NV_SUBC_CONTEXT, 0x300, nv_yx(to.y, to.x),
                        nv_yx(to.h, to.w));
            nv_push_inc(c.chan, NV_SUBC_BLIT, 0x300, nv_yx(20 + dy, 10 + dx),
                        nv_yx(20, 10), nv_yx(60, 70));
            nv_submit(c.chan);
            model_blit(&c, to.x + dx, to.y + dy, &to);
            nv_assert_canvas(&c, "by %d, %d", dx, dy);
        }
    }
    nv_canvas_free(&c);
}

/* --- Flips ------------------------------------------------------------ */

static void flips(NVDev *nv)
{
    NVCanvas c;

    nv_canvas_new(&c, nv, NV_X8R8G8B8);
    nv_push_inc(c.chan, NV_SUBC_BLIT, 0x120, 0, 1, 2);
    nv_submit(c.chan);
    nv_assert_graph(nv, NV_PGRAPH_SURF_TYPE, 2 << 16 | 0 << 12 | 1 << 8);
    nv_push_inc(c.chan, NV_SUBC_BLIT, 0x12c, 0);
    nv_submit(c.chan);
    nv_assert_graph(nv, NV_PGRAPH_SURF_TYPE, 2 << 16 | 0 << 12 | 0 << 8);
    nv_push_inc(c.chan, NV_SUBC_BLIT, 0x134, 0);
    nv_push_inc(c.chan, NV_SUBC_BLIT, 0x100, 0);
    nv_push_inc(c.chan, NV_SUBC_BLIT, 0x130, 0);
    nv_submit(c.chan);
    nv_assert_graph(nv, NV_PGRAPH_SURF_TYPE, 2 << 16 | 1 << 12 | 0 << 8);
    nv_canvas_free(&c);
}

/* --- Surfaces that weren't set ----------------------------------------- */

/*
 * A driver without a kernel: PGRAPH is reset, checks are off, and objects have
 * all their options from the beginning. Surfaces' DMA objects are never set, so
 * that offsets are relative to the start of video memory.
 */
static void whole_memory(NVDev *nv)
{
    const NVArea a = { 5, 7, 30, 20 };
    uint32_t inst[2], offset;
    NVBuf *memory;
    NVChan *chan;

    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK,
            R_NV_PMC_ENABLE_PGRAPH_MASK);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_0, 0x000001ff);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_0, 0x1230c000);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_1, 0x72111101);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_2, 0x11d5f071);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, 0x4004ff31);
    nv_wr32(nv, 0x400710, 0xffffffff);
    nv_wr32(nv, 0x400170, 0x10010100);

    chan = nv_chan_new(nv, 0, NV_IN_RAM);
    memory = nv_buf_new(nv, NV_IN_VRAM, 64 * 1024, 0x3d);
    offset = memory->base;
    inst[0] = nv_chan_object(chan, NV_HANDLE_SURFACE, 0x42);
    inst[1] = nv_chan_object(chan, NV_HANDLE_GDI, 0x4a);
    nv_inst_wr32(nv, inst[0], 0x01008042);
    nv_inst_wr32(nv, inst[0] + 8, 0x12001200);
    nv_inst_wr32(nv, inst[1], 0x0101804a);      /* SRCCOPY */
    nv_inst_wr32(nv, inst[1] + 4, 0x00000002);
    nv_push_object(chan, NV_SUBC_CONTEXT, NV_HANDLE_SURFACE);
    nv_push_inc(chan, NV_SUBC_CONTEXT, 0x300, 6, 0x02000200, offset, offset);
    nv_push_object(chan, NV_SUBC_GDI, NV_HANDLE_GDI);
    nv_push_inc(chan, NV_SUBC_GDI, 0x300, 3);
    nv_push_inc(chan, NV_SUBC_GDI, 0x3fc, 0x00123456);
    nv_push_inc(chan, NV_SUBC_GDI, 0x400, nv_yx(a.x, a.y), nv_yx(a.w, a.h));
    nv_submit(chan);
    nv_assert_graph_quiet(nv);
    for (int y = 0; y < 32; y++) {
        for (int x = 0; x < 64; x++) {
            nv_assert_hex(nv_buf_rd32(memory, y * 0x200 + x * 4),
                          nv_area_has(&a, x, y) ? 0x123456 : 0);
        }
    }
    nv_buf_free(memory);
    nv_chan_free(chan);
}

static const NVTest tests[] = {
    { "2d/rectangles", "", rectangles, .lacks = NV_CARD_SW_LINKS },
    { "2d/many-rectangles-in-a-command", "", many_rectangles,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/clipped-rectangles", "", clipped_rectangles, .needs = NV_CARD_OLD_2D,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/clip-by-corners", "", clip_by_corners, .needs = NV_CARD_OLD_2D,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/colors-are-converted", "", conversions, .lacks = NV_CARD_SW_LINKS },
    { "2d/text", "", text, .lacks = NV_CARD_SW_LINKS },
    { "2d/format-of-zeros", "", format_of_zeros,
      .needs = NV_CARD_CTX_TABLE },
    { "2d/text-of-two-channels", "pgraph-switch", text_of_two_channels,
      .lacks = NV_CARD_SW_LINKS, .slow = true },
    { "2d/images", "", images, .lacks = NV_CARD_SW_LINKS },
    { "2d/transparent-rectangles", "", transparent_rectangles,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/transparent-images", "", transparent_images,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/color-key", "", color_key, .needs = NV_CARD_OLD_2D,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/blits-that-overlap", "", blits, .lacks = NV_CARD_SW_LINKS },
    { "2d/older-classes", "", older_classes, .needs = NV_CARD_OLD_2D,
      .lacks = NV_CARD_SW_LINKS },
    { "2d/clipped-blit", "", clipped_blit, .lacks = NV_CARD_SW_LINKS },
    { "2d/flips", "", flips, .needs = NV_CARD_NV15_2D },
    { "2d/surfaces-that-were-never-set", "", whole_memory,
      .needs = NV_CARD_NV04 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
