/*
 * NVIDIA GPU: drawing an image line by line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "image.h"
#include "paint.h"

void nv_image_draw(NVGPU *gpu, NVImage *image, unsigned count,
                   const uint32_t *colors, const bool *visible)
{
    int32_t x = image->left + image->x;
    int32_t y = image->top + image->y;
    int32_t x0 = MAX(x, image->clip.x0);
    int32_t x1 = MIN(x + (int32_t)count, image->clip.x1);

    if (x0 < x1 && y >= image->clip.y0 && y < image->clip.y1) {
        nv_paint_pixels(gpu, &image->paint, x0, y, x1 - x0, colors + (x0 - x),
                        visible ? visible + (x0 - x) : NULL);
    }
    image->x += count;
    if (image->x >= image->width) {
        image->x = 0;
        image->y++;
    }
}
