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

/** nv_image_goes_on: whether there are pixels left that can be drawn */
static inline bool nv_image_goes_on(const NVImage *image)
{
    return image->y < image->height && !nv_paint_faulted(&image->paint);
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
 * struct NVImageBits - a block of a bitmap's data
 *
 * @words, @bits: the data, and how many bits it has
 * @cga6: bit 7 of a byte is its first pixel, else bit 0
 * @align: each line begins at a multiple of so many bits; a power of 2
 * @mono: the colors
 */
typedef struct NVImageBits {
    const uint32_t *words;
    uint64_t bits;
    bool cga6;
    unsigned align;
    NVPaintMono mono;
} NVImageBits;

/**
 * nv_image_draw_bits: draw a block of a bitmap, and advance
 * @gpu: the device
 * @image: the image
 * @data: the block; what is behind the image's end isn't drawn
 */
void nv_image_draw_bits(NVGPU *gpu, NVImage *image, const NVImageBits *data);

#endif /* HW_NV_ENGINE_IMAGE_H */
