/*
 * Tests of the NVIDIA GPU: the 2D object of NV50 and later: lines, triangles
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-shape.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-canvas.h"
#include "libnv/nv-test.h"

#define W NV50_CANVAS_W
#define H NV50_CANVAS_H

enum {
    LINES = 1,
    LINE_STRIP = 2,
    TRIANGLES = 3,
    RECTANGLES = 4,
};

/* --- Models ----------------------------------------------------------- */

typedef struct Model {
    NV50Canvas *c;
    const NVArea *clip;
} Model;

static const NVArea everywhere = { 0, 0, W, H };

static void model_pixel(void *opaque, int x, int y, uint32_t color)
{
    const Model *model = opaque;

    if (nv_area_has(model->clip, x, y)) {
        nv50_model_set(model->c, x, y, color);
    }
}

static void model_line(NV50Canvas *c, const NVArea *clip, NVPoint a,
                       NVPoint b, uint32_t color)
{
    nv_shape_line(a, b, model_pixel, &(Model) { c, clip }, color);
}

static void model_triangle(NV50Canvas *c, const NVArea *clip,
                           const NVPoint *v, uint32_t color)
{
    nv_shape_triangle(v, W, H, model_pixel, &(Model) { c, clip }, color);
}

static NVPoint next_point(bool near, NVPoint to)
{
    return near ? nv_point_near(to) : nv_point_anywhere(W, H);
}

/* --- Tests ------------------------------------------------------------ */

static void push_clip(NV50Canvas *c, const NVArea *clip)
{
    nv50_push(c, TWOD_CLIP_X, clip->x, clip->y, clip->w, clip->h, 1);
}

static void lines(NVDev *nv)
{
    for (unsigned f = 0; f < 3; f++) {
        static const NV50Format *const formats[] = {
            NV50_R5G6B5, NV50_X8R8G8B8, NV50_Y8,
        };
        NV50Canvas c;

        nv_init(nv);
        nv50_canvas_new(&c, nv, nv_places[f], formats[f]);
        nv50_push(&c, TWOD_DRAW_SHAPE, LINES);
        for (unsigned i = 0; i < 60; i++) {
            NVPoint a = nv_point_anywhere(W, H), b = next_point(i & 1, a);
            NVArea clip = i & 2 ? nv50_area_random() : everywhere;
            uint32_t color = nv_random();

            push_clip(&c, &clip);
            nv50_push(&c, TWOD_DRAW_COLOR, color);
            if (i % 3) {
                nv50_push(&c, TWOD_DRAW_POINT32_X + i * 8 % 0x1e0, a.x, a.y,
                          b.x, b.y);
            } else {
                nv50_push(&c, TWOD_DRAW_POINT16, nv_yx(a.y, a.x));
                nv50_push(&c, TWOD_DRAW_POINT16, nv_yx(b.y, b.x));
            }
            nv_submit(c.chan);
            model_line(&c, &clip, a, b, color);
            nv50_assert_canvas(&c, "%d, %d to %d, %d", a.x, a.y, b.x, b.y);
        }
        nv50_assert_graph_quiet(nv);
        nv50_canvas_free(&c);
    }
}

/* Each point continues from the last one; another shape starts over. */
static void line_strips(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    for (unsigned i = 0; i < 20; i++) {
        NVPoint last = nv_point_anywhere(W, H);

        nv50_push(&c, TWOD_DRAW_SHAPE, LINE_STRIP);
        nv50_push(&c, TWOD_DRAW_COLOR, i);
        nv50_push(&c, TWOD_DRAW_POINT32_X, last.x, last.y);
        for (unsigned n = 0; n < 8; n++) {
            NVPoint next = next_point(n & 1, last);

            nv50_push(&c, TWOD_DRAW_POINT32_X + n * 8, next.x, next.y);
            model_line(&c, &everywhere, last, next, i);
            last = next;
        }
        nv_submit(c.chan);
        nv50_assert_canvas(&c, "strip %u", i);
    }
    nv50_canvas_free(&c);
}

static void triangles(NVDev *nv)
{
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_GART, NV50_X8R8G8B8);
    nv50_push(&c, TWOD_DRAW_SHAPE, TRIANGLES);
    for (unsigned i = 0; i < 80; i++) {
        NVArea clip = i & 4 ? nv50_area_random() : everywhere;
        uint32_t color = nv_random();
        NVPoint v[3];

        v[0] = nv_point_anywhere(W, H);
        v[1] = next_point(i & 1, v[0]);
        v[2] = next_point(i & 2, v[1]);
        push_clip(&c, &clip);
        nv50_push(&c, TWOD_DRAW_COLOR, color);
        nv50_push(&c, TWOD_DRAW_POINT32_X, v[0].x, v[0].y, v[1].x, v[1].y,
                  v[2].x, v[2].y);
        nv_submit(c.chan);
        if (i % 10 == 0) {
            nv_migrate(nv);
        }
        model_triangle(&c, &clip, v, color);
        nv50_assert_canvas(&c, "%d, %d and %d, %d and %d, %d", v[0].x, v[0].y,
                           v[1].x, v[1].y, v[2].x, v[2].y);
    }
    nv50_canvas_free(&c);
}

/* Pending points are part of the context; a shape discards them. */
static void shapes_in_pieces(NVDev *nv)
{
    const NVPoint v[3] = { { 10, 8 }, { 100, 20 }, { 40, 64 } };
    NV50Canvas c;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    nv50_push(&c, TWOD_DRAW_COLOR, 0x123456);
    nv50_push(&c, TWOD_DRAW_SHAPE, TRIANGLES);
    for (unsigned i = 0; i < 3; i++) {
        nv_migrate(nv);
        nv50_assert_canvas(&c, "%u points", i);
        nv50_push(&c, TWOD_DRAW_POINT32_X, v[i].x, v[i].y);
        nv_submit(c.chan);
    }
    model_triangle(&c, &everywhere, v, 0x123456);
    nv50_assert_canvas(&c, "a triangle");

    nv50_push(&c, TWOD_DRAW_POINT32_X, 1, 1, 2, 60);
    nv50_push(&c, TWOD_DRAW_SHAPE, LINES);
    nv50_push(&c, TWOD_DRAW_POINT32_X, 3, 3, 90, 3);
    nv50_push(&c, TWOD_DRAW_POINT32_X, 5, 5);
    nv50_push(&c, TWOD_DRAW_SHAPE, RECTANGLES);
    nv50_push(&c, TWOD_DRAW_POINT32_X, 50, 50);
    nv_submit(c.chan);
    model_line(&c, &everywhere, (NVPoint) { 3, 3 }, (NVPoint) { 90, 3 },
               0x123456);
    nv50_assert_canvas(&c, "a line");
    nv50_canvas_free(&c);
}

static const NVTest tests[] = {
    { "tesla-2d-shapes/lines", "", lines, .needs = NV_CARD_NV50, .slow = true },
    { "tesla-2d-shapes/line-strips", "", line_strips, .needs = NV_CARD_NV50 },
    { "tesla-2d-shapes/triangles", "", triangles, .needs = NV_CARD_NV50,
      .slow = true },
    { "tesla-2d-shapes/in-pieces", "", shapes_in_pieces,
      .needs = NV_CARD_NV50, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
