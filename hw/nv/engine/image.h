/*
 * NVIDIA GPU: images that are drawn as their data comes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_IMAGE_H
#define HW_NV_ENGINE_IMAGE_H

#include "paint.h"

/**
 * struct NVImage - an image while a block of its data is being drawn
 *
 * @paint: drawing
 * @width, @height: size of the data
 * @x, @y: position of the next pixel in it
 * @left, @top: where pixel 0, 0 goes
 * @clip: the area that may be drawn on
 */
typedef struct NVImage {
    NVPaint paint;
    uint32_t width, height;
    uint32_t x, y;
    int32_t left, top;
    NVRect clip;
} NVImage;

/** nv_image_count: pixels of the current line that can be drawn in one go */
static inline unsigned nv_image_count(const NVImage *image,
                                      uint64_t available)
{
    return MIN(MIN(image->width - image->x, NV_PAINT_MAX), available);
}

/**
 * nv_image_draw: draw pixels of the current line, and advance
 * @gpu: the device
 * @image: the image
 * @count: number of pixels
 * @colors, @visible: see nv_paint_pixels()
 */
void nv_image_draw(NVGPU *gpu, NVImage *image, unsigned count,
                   const uint32_t *colors, const bool *visible);

#endif /* HW_NV_ENGINE_IMAGE_H */
