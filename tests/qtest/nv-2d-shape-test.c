/*
 * Tests of the NVIDIA GPU: the 2D objects that draw lines and triangles
 *
 * Each test draws with the card and with a model of its own, and compares all
 * of the surface.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-shape.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef5c00

static const NVArea everywhere = { 0, 0, NV_CANVAS_W, NV_CANVAS_H };

/* --- Objects ---------------------------------------------------------- */

/* The classes that a card has */
typedef struct Class {
    uint16_t line, triangle;
    bool (*has)(const NVCard *card);
} Class;

static bool has_nv1(const NVCard *card)
{
    return card->features & NV_CARD_OLD_2D;
}

static bool has_nv4(const NVCard *card)
{
    return true;
}

static bool has_nv30(const NVCard *card)
{
    return (card->boot0 >> 20 & 0xff0) == 0x030;
}

static bool has_nv40(const NVCard *card)
{
    return card->features & NV_CARD_NV40;
}

static const Class classes[] = {
    { 0x5c, 0x5d, has_nv4 },
    { 0x1c, 0x1d, has_nv1 },
    { 0x35c, 0, has_nv30 },
    { 0x305c, 0, has_nv40 },
};

/*
 * Objects of the first classes are linked with one surface, and know half of
 * the operations.
 */
static void shape_new(NVCanvas *c, NVDev *nv, const NVFormat *format,
                      uint32_t class)
{
    bool nv1 = class < 0x20;

    nv_canvas_new(c, nv, format);
    nv_graph_object(c->chan, NV_SUBC_OTHER, HANDLE, class);
    nv_push_inc(c->chan, NV_SUBC_OTHER, 0x184, NV_HANDLE_CLIP);
    nv_push_inc(c->chan, NV_SUBC_OTHER, 0x18c, NV_HANDLE_ROP);
    if (!nv1) {
        nv_push_inc(c->chan, NV_SUBC_OTHER, 0x188, NV_HANDLE_PATTERN);
        nv_push_inc(c->chan, NV_SUBC_OTHER, 0x198, NV_HANDLE_SURFACE);
    }
    nv_push_inc(c->chan, NV_SUBC_OTHER, NV_MTHD_OPERATION,
                nv1 ? NV_OPERATION_SRCCOPY_AND : NV_OPERATION_SRCCOPY,
                nv1 && format->bytes == 2 ? 2 : format->solid);
    nv_push_object(c->chan, NV_SUBC_CONTEXT, NV_HANDLE_CLIP);
    nv_push_inc(c->chan, NV_SUBC_CONTEXT, 0x300, 0,
                nv_yx(NV_CANVAS_H, NV_CANVAS_W));
}

static void set_clip(NVCanvas *c, const NVArea *clip)
{
    nv_push_inc(c->chan, NV_SUBC_CONTEXT, 0x300, nv_yx(clip->y, clip->x),
                nv_yx(clip->h, clip->w));
}

/* --- Models ----------------------------------------------------------- */

typedef struct Model {
    NVCanvas *c;
    const NVArea *clip;
} Model;

static void model_pixel(void *opaque, int x, int y, uint32_t color)
{
    const Model *model = opaque;

    if (nv_area_has(&everywhere, x, y) && nv_area_has(model->clip, x, y)) {
        model->c->pixels[y][x] = color & model->c->format->mask;
    }
}

static void model_line(NVCanvas *c, const NVArea *clip, NVPoint a, NVPoint b,
                       uint32_t color)
{
    nv_shape_line(a, b, model_pixel, &(Model) { c, clip }, color);
}

static void model_triangle(NVCanvas *c, const NVArea *clip, const NVPoint *v,
                           uint32_t color)
{
    nv_shape_triangle(v, NV_CANVAS_W, NV_CANVAS_H, model_pixel,
                      &(Model) { c, clip }, color);
}

/* --- Lines ------------------------------------------------------------ */

static NVPoint anywhere(void)
{
    return nv_point_anywhere(NV_CANVAS_W, NV_CANVAS_H);
}

/* A point, sometimes near another one */
static NVPoint next_point(bool near, NVPoint to)
{
    return near ? nv_point_near(to) : anywhere();
}

static void lines_of_class(NVDev *nv, uint32_t class)
{
    for (unsigned f = 0; f < ARRAY_SIZE(nv_formats); f++) {
        NVCanvas c;

        if (class < 0x20 && nv_formats[f].bytes == 2 && nv_formats[f].solid ==
            1) {
            continue;
        }
        nv_init(nv);
        shape_new(&c, nv, &nv_formats[f], class);
        for (unsigned i = 0; i < 120; i++) {
            bool near = i & 1;
            NVArea clip = i & 2 ? nv_area_random(60, 60) : everywhere;
            NVPoint a = anywhere();
            NVPoint b = next_point(near, a);
            uint32_t color = nv_random();

            set_clip(&c, &clip);
            nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, color);
            if (i & 4) {
                nv_push_inc(c.chan, NV_SUBC_OTHER, 0x480 + i % 8 * 16, a.x,
                            a.y, b.x, b.y);
            } else {
                nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400 + i % 16 * 8,
                            nv_yx(a.y, a.x), nv_yx(b.y, b.x));
            }
            nv_submit(c.chan);
            model_line(&c, &clip, a, b, color);
            nv_assert_canvas(&c, "class %x format %u line %d, %d to %d, %d",
                             class, f, a.x, a.y, b.x, b.y);
        }
        nv_canvas_free(&c);
    }
}

static void lines(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        if (classes[i].has(nv->card)) {
            lines_of_class(nv, classes[i].line);
        }
    }
}

/* Each of 64 directions around a point, where many have ties */
static void directions(NVDev *nv)
{
    NVCanvas c;

    shape_new(&c, nv, NV_X8R8G8B8, 0x5c);
    for (int i = 0; i < 17 * 17; i++) {
        NVPoint a = { 64, 48 }, b = { 64 + i % 17 - 8, 48 + i / 17 - 8 };

        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, i);
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400, nv_yx(a.y, a.x),
                    nv_yx(b.y, b.x));
        nv_submit(c.chan);
        model_line(&c, &everywhere, a, b, i);
        nv_assert_canvas(&c, "line to %d, %d", b.x - a.x, b.y - a.y);
    }
    nv_canvas_free(&c);
}

/* Each point continues from the last one; some have their own color. */
static void polylines(NVDev *nv)
{
    NVCanvas c;

    shape_new(&c, nv, NV_X8R8G8B8, 0x5c);
    for (unsigned i = 0; i < 30; i++) {
        NVPoint a = anywhere(), b = anywhere();
        uint32_t color = i;

        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, color);
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400, nv_yx(a.y, a.x),
                    nv_yx(b.y, b.x));
        model_line(&c, &everywhere, a, b, color);
        for (unsigned n = 0; n < 9; n++) {
            a = b;
            b = next_point(n & 1, a);
            switch (i % 3) {
            case 0:
                nv_push_inc(c.chan, NV_SUBC_OTHER, 0x500 + n * 4,
                            nv_yx(b.y, b.x));
                break;
            case 1:
                nv_push_inc(c.chan, NV_SUBC_OTHER, 0x580 + n * 8, b.x, b.y);
                break;
            default:
                color = nv_random();
                nv_push_inc(c.chan, NV_SUBC_OTHER, 0x600 + n * 8, color,
                            nv_yx(b.y, b.x));
                break;
            }
            model_line(&c, &everywhere, a, b, color);
        }
        nv_submit(c.chan);
        nv_assert_canvas(&c, "polyline %u", i);
    }
    nv_canvas_free(&c);
}

/* Each pixel is drawn once, and by the raster operation. */
static void inverted_line(NVDev *nv)
{
    NVCanvas c, line;

    shape_new(&c, nv, NV_X8R8G8B8, 0x5c);
    nv_canvas_rop(&c, 0x66);                            /* XOR */
    nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION, NV_OPERATION_ROP_AND);
    for (unsigned i = 0; i < 20; i++) {
        NVPoint a = anywhere(), b = anywhere();
        uint32_t color = nv_random() & 0xffffff;

        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, color);
        nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400, nv_yx(a.y, a.x),
                    nv_yx(b.y, b.x));
        nv_submit(c.chan);
        line = c;
        memset(line.pixels, 0, sizeof(line.pixels));
        model_line(&line, &everywhere, a, b, color);
        for (int y = 0; y < NV_CANVAS_H; y++) {
            for (int x = 0; x < NV_CANVAS_W; x++) {
                c.pixels[y][x] ^= line.pixels[y][x];
            }
        }
        nv_assert_canvas(&c, "line %d, %d to %d, %d", a.x, a.y, b.x, b.y);
    }
    nv_canvas_free(&c);
}

/* Both ends are far away; @steep: more or less from above */
static void long_line(NVCanvas *c, bool steep, uint32_t color)
{
    int far = 100000 + nv_random_below(30000);
    int from = (int)nv_random_below(2000) - 1000;
    int to = (int)nv_random_below(2000) - 1000;
    NVPoint a = steep ? (NVPoint) { from, far } : (NVPoint) { -far, from };
    NVPoint b = steep ? (NVPoint) { to, -far } : (NVPoint) { far, to };

    nv_push_inc(c->chan, NV_SUBC_OTHER, 0x304, color);
    nv_push_inc(c->chan, NV_SUBC_OTHER, 0x480, a.x, a.y, b.x, b.y);
    model_line(c, &everywhere, a, b, color);
}

static void long_lines(NVDev *nv)
{
    NVCanvas c;

    shape_new(&c, nv, NV_X8R8G8B8, 0x5c);
    for (unsigned i = 0; i < 12; i++) {
        long_line(&c, i & 1, i + 1);
        nv_submit(c.chan);
        nv_assert_canvas(&c, "line %u", i);
    }
    nv_canvas_free(&c);
}

/* They take more than a slice: saved in the middle, finished elsewhere */
static void long_lines_are_saved(NVDev *nv)
{
    NVCanvas c;

    shape_new(&c, nv, NV_X8R8G8B8, 0x5c);
    for (unsigned i = 0; i < 40; i++) {
        long_line(&c, true, i + 1);
    }
    nv_graph_kick_a_little(c.chan);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, 1);
    nv_migrate(nv);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, 1);
    nv_cont(nv);
    nv_wait(c.chan);
    nv_graph_idle(nv);
    nv_assert_canvas(&c, "40 lines");
    nv_canvas_free(&c);
}

/* Beyond the surface's DMA object nothing is drawn, and one error is raised. */
static void line_beyond_the_limit(NVDev *nv)
{
    int last = (ROUND_UP(NV_CANVAS_OFFSET +
                         (NV_CANVAS_W * 4 + 64) * NV_CANVAS_H, 4096) -
                NV_CANVAS_OFFSET) / (NV_CANVAS_W * 4 + 64);
    NVPoint a = { 10, NV_CANVAS_H - 20 }, b = { 10, last + 30 };
    NVCanvas c;

    shape_new(&c, nv, NV_X8R8G8B8, 0x5c);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x184, NV_HANDLE_NULL);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x304, 0x123456);
    nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400, nv_yx(a.y, a.x),
                nv_yx(b.y, b.x));
    nv_kick(c.chan);
    nv_assert_graph_error(c.chan, NV_SOURCE_LIMIT_COLOR, 0, NV_SUBC_OTHER,
                          0x404, nv_yx(b.y, b.x));
    nv_wait(c.chan);
    model_line(&c, &everywhere, a, b, 0x123456);
    nv_assert_canvas(&c, "line");
    nv_canvas_free(&c);
}

/* --- Triangles -------------------------------------------------------- */

static void push_triangle(NVCanvas *c, unsigned kind, unsigned i,
                          const NVPoint *v, uint32_t color)
{
    uint32_t xy[3];

    for (unsigned n = 0; n < 3; n++) {
        xy[n] = nv_yx(v[n].y, v[n].x);
    }
    switch (kind) {
    case 0:
        nv_push_inc(c->chan, NV_SUBC_OTHER, 0x304, color);
        nv_push_inc(c->chan, NV_SUBC_OTHER, 0x310, xy[0], xy[1], xy[2]);
        break;
    case 1:
        nv_push_inc(c->chan, NV_SUBC_OTHER, 0x304, color);
        nv_push_inc(c->chan, NV_SUBC_OTHER, 0x320, v[0].x, v[0].y, v[1].x,
                    v[1].y, v[2].x, v[2].y);
        break;
    default:
        nv_push_inc(c->chan, NV_SUBC_OTHER, 0x500 + i % 8 * 16, color, xy[0],
                    xy[1], xy[2]);
        break;
    }
}

static void triangles(NVDev *nv)
{
    for (unsigned n = 0; n < ARRAY_SIZE(classes); n++) {
        uint32_t class = classes[n].triangle;
        NVCanvas c;

        if (!class || !classes[n].has(nv->card)) {
            continue;
        }
        nv_init(nv);
        shape_new(&c, nv, NV_X8R8G8B8, class);
        for (unsigned i = 0; i < 120; i++) {
            NVArea clip = i & 4 ? nv_area_random(60, 60) : everywhere;
            uint32_t color = nv_random();
            NVPoint v[3];

            v[0] = anywhere();
            v[1] = next_point(i & 1, v[0]);
            v[2] = next_point(i & 2, v[1]);
            set_clip(&c, &clip);
            push_triangle(&c, i % 3, i, v, color);
            nv_submit(c.chan);
            model_triangle(&c, &clip, v, color);
            nv_assert_canvas(&c, "class %x %d, %d and %d, %d and %d, %d", class,
                             v[0].x, v[0].y, v[1].x, v[1].y, v[2].x, v[2].y);
        }
        nv_canvas_free(&c);
    }
}

/* Each point makes a triangle with the last two. */
static void trimeshes(NVDev *nv)
{
    NVCanvas c;

    shape_new(&c, nv, NV_X8R8G8B8, 0x5d);
    for (unsigned i = 0; i < 24; i++) {
        uint32_t color = i + 1;
        NVPoint v[3];

        for (unsigned n = 0; n < 3; n++) {
            v[n] = anywhere();
        }
        push_triangle(&c, 0, 0, v, color);
        model_triangle(&c, &everywhere, v, color);
        for (unsigned n = 0; n < 8; n++) {
            v[0] = v[1];
            v[1] = v[2];
            v[2] = next_point(n & 1, v[1]);
            switch (i % 3) {
            case 0:
                nv_push_inc(c.chan, NV_SUBC_OTHER, 0x400 + n * 4,
                            nv_yx(v[2].y, v[2].x));
                break;
            case 1:
                nv_push_inc(c.chan, NV_SUBC_OTHER, 0x480 + n * 8, v[2].x,
                            v[2].y);
                break;
            default:
                color = nv_random();
                nv_push_inc(c.chan, NV_SUBC_OTHER, 0x580 + n * 8, color,
                            nv_yx(v[2].y, v[2].x));
                break;
            }
            model_triangle(&c, &everywhere, v, color);
        }
        nv_submit(c.chan);
        nv_assert_canvas(&c, "trimesh %u", i);
    }
    nv_canvas_free(&c);
}

/* No pixel is left out, and none is drawn twice, where two have an edge. */
static void common_edges(NVDev *nv)
{
    NVCanvas c;

    shape_new(&c, nv, NV_X8R8G8B8, 0x5d);
    nv_canvas_rop(&c, 0x66);
    nv_push_inc(c.chan, NV_SUBC_OTHER, NV_MTHD_OPERATION, NV_OPERATION_ROP_AND);
    for (unsigned i = 0; i < 20; i++) {
        NVPoint middle = {
            10 + nv_random_below(100), 10 + nv_random_below(70),
        };
        const NVPoint corners[] = {
            { 4, 3 }, { 120, 3 }, { 120, 90 }, { 4, 90 },
        };

        for (unsigned n = 0; n < 4; n++) {
            NVPoint v[3] = { corners[n], middle, corners[(n + 1) % 4] };

            push_triangle(&c, 0, 0, v, 0xffffff);
        }
        nv_submit(c.chan);
        for (int y = 3; y < 90; y++) {
            for (int x = 4; x < 120; x++) {
                c.pixels[y][x] ^= 0xffffff;
            }
        }
        nv_assert_canvas(&c, "around %d, %d", middle.x, middle.y);
    }
    nv_canvas_free(&c);
}

static const NVTest tests[] = {
    { "2d-shapes/lines", "", lines, .lacks = NV_CARD_SW_LINKS, .slow = true },
    { "2d-shapes/lines-in-all-directions", "", directions,
      .lacks = NV_CARD_SW_LINKS, .slow = true },
    { "2d-shapes/polylines", "", polylines, .lacks = NV_CARD_SW_LINKS },
    { "2d-shapes/inverted-line", "", inverted_line,
      .lacks = NV_CARD_SW_LINKS },
    { "2d-shapes/long-lines", "", long_lines, .lacks = NV_CARD_SW_LINKS },
    { "2d-shapes/long-lines-are-saved", "", long_lines_are_saved,
      .lacks = NV_CARD_SW_LINKS, .slow = true },
    { "2d-shapes/line-beyond-the-limit", "", line_beyond_the_limit,
      .lacks = NV_CARD_SW_LINKS },
    { "2d-shapes/triangles", "", triangles, .lacks = NV_CARD_SW_LINKS,
      .slow = true },
    { "2d-shapes/trimeshes", "", trimeshes, .lacks = NV_CARD_SW_LINKS },
    { "2d-shapes/triangles-with-a-common-edge", "", common_edges,
      .lacks = NV_CARD_SW_LINKS },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
