/*
 * Tests of the NVIDIA GPU: which pixels lines and triangles have
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-graph.h"
#include "nv-shape.h"

NVPoint nv_point_anywhere(int w, int h)
{
    return (NVPoint) {
        .x = (int)nv_random_below(2 * w) - w / 2,
        .y = (int)nv_random_below(2 * h) - h / 2,
    };
}

NVPoint nv_point_near(NVPoint to)
{
    return (NVPoint) {
        .x = to.x - 4 + (int)nv_random_below(9),
        .y = to.y - 4 + (int)nv_random_below(9),
    };
}

/*
 * miZeroLine() with the bias that the X driver for the older cards sets: of two
 * pixels that are as near, the right one, or the lower one.
 */
void nv_shape_line(NVPoint a, NVPoint b, NVSetPixel *set, void *model,
                   uint32_t color)
{
    int64_t dx = llabs((int64_t)b.x - a.x), dy = llabs((int64_t)b.y - a.y);
    int sx = b.x < a.x ? -1 : 1, sy = b.y < a.y ? -1 : 1;
    bool steep = dx <= dy;
    int64_t major = steep ? dy : dx, minor = steep ? dx : dy;
    bool bias = (steep ? sx : sy) < 0;
    int64_t error = -major - bias;

    while (a.x != b.x || a.y != b.y) {
        set(model, a.x, a.y, color);
        error += 2 * minor;
        if (error >= 0) {
            error -= 2 * major;
            *(steep ? &a.x : &a.y) += steep ? sx : sy;
        }
        *(steep ? &a.y : &a.x) += steep ? sy : sx;
    }
}

/* Which side of the line from @a to @b a point is on */
static int64_t nv_shape_side(NVPoint a, NVPoint b, int64_t x, int64_t y)
{
    return ((int64_t)b.x - a.x) * (y - a.y) - ((int64_t)b.y - a.y) * (x - a.x);
}

/*
 * A pixel is inside if the point a little to its right, and a very little
 * below, is: no edge goes through that one.
 */
void nv_shape_triangle(const NVPoint *v, int w, int h, NVSetPixel *set,
                       void *model, uint32_t color)
{
    const int64_t one = 1 << 20;
    NVPoint far[3];

    for (unsigned i = 0; i < 3; i++) {
        far[i].x = v[i].x * one;
        far[i].y = v[i].y * one;
    }
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            int64_t px = x * one + 1024, py = y * one + 1;
            unsigned left = 0;

            for (unsigned i = 0; i < 3; i++) {
                left += nv_shape_side(far[i], far[(i + 1) % 3], px, py) > 0;
            }
            if (left == 0 || left == 3) {
                set(model, x, y, color);
            }
        }
    }
}
