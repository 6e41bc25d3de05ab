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
 * nv_image_open: nv_surface_open() for what a block of data draws
 * @gpu: the device
 * @image: the image, not complete
 * @pixels: how many the block has, or more
 */
void nv_image_open(NVGPU *gpu, NVImage *image, uint64_t pixels);

/**
 * nv_image_draw: draw pixels of the current line, and advance
 * @gpu: the device
 * @image: the image
 * @count: number of pixels
 * @colors, @visible: see nv_paint_pixels()
 */
void nv_image_draw(NVGPU *gpu, NVImage *image, unsigned count,
                   const uint32_t *colors, const bool *visible);

/**
 * nv_image_mono_count: the same of a bitmap, bits of one word
 * @available: bits that there are, of which the first is bit @bit % 32
 */
static inline unsigned nv_image_mono_count(const NVImage *image, uint64_t bit,
                                           uint64_t available)
{
    return MIN(nv_image_count(image, available), 32 - bit % 32);
}

/**
 * nv_image_draw_mono: nv_image_draw() for a bitmap
 * @bits, @mono: see nv_paint_mono()
 */
void nv_image_draw_mono(NVGPU *gpu, NVImage *image, unsigned count,
                        uint32_t bits, const NVPaintMono *mono);

#endif /* HW_NV_ENGINE_IMAGE_H */
