/*
 * NVIDIA GPU: drawing an image line by line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "image.h"
#include "paint.h"

void nv_image_open(NVGPU *gpu, NVImage *image, uint64_t pixels)
{
    uint64_t lines = DIV_ROUND_UP(image->x + pixels, image->width);
    NVRect rect = {
        .x0 = image->left,
        .y0 = image->top + image->y,
        .x1 = image->left + image->width,
        .y1 = image->top + image->y + MIN(lines, image->height - image->y),
    };

    nv_rect_clip(&rect, &image->clip);
    nv_surface_open(gpu, &image->paint.dst, true, &rect);
}

/* Which of the current line's next pixels are in the clipping rectangle */
static bool nv_image_clip(const NVImage *image, unsigned count, int32_t *x0,
                          int32_t *x1)
{
    int32_t x = image->left + image->x;
    int32_t y = image->top + image->y;

    *x0 = MAX(x, image->clip.x0);
    *x1 = MIN(x + (int32_t)count, image->clip.x1);
    return *x0 < *x1 && y >= image->clip.y0 && y < image->clip.y1;
}

static void nv_image_advance(NVImage *image, unsigned count)
{
    image->x += count;
    if (image->x >= image->width) {
        image->x = 0;
        image->y++;
    }
}

void nv_image_draw(NVGPU *gpu, NVImage *image, unsigned count,
                   const uint32_t *colors, const bool *visible)
{
    int32_t x = image->left + image->x, x0, x1;

    if (nv_image_clip(image, count, &x0, &x1)) {
        nv_paint_pixels(gpu, &image->paint, x0, image->top + image->y, x1 - x0,
                        colors + (x0 - x),
                        visible ? visible + (x0 - x) : NULL);
    }
    nv_image_advance(image, count);
}

void nv_image_draw_mono(NVGPU *gpu, NVImage *image, unsigned count,
                        uint32_t bits, const NVPaintMono *mono)
{
    int32_t x = image->left + image->x, x0, x1;

    if (nv_image_clip(image, count, &x0, &x1)) {
        nv_paint_mono(gpu, &image->paint, x0, image->top + image->y, x1 - x0,
                      bits >> (x0 - x), mono);
    }
    nv_image_advance(image, count);
}
