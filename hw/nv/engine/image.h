/*
 * NVIDIA GPU: images that are sent by methods
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_IMAGE_H
#define HW_NV_ENGINE_IMAGE_H

#include "paint.h"

/* Elements of VTX that hold an image's geometry */
enum {
    NV_VTX_IMAGE_AT = 2,        /* next pixel of the data */
    NV_VTX_IMAGE_IN = 3,        /* size of the data */
    NV_VTX_IMAGE_POINT = 4,     /* destination */
    NV_VTX_IMAGE_OUT = 5,       /* size of what is drawn */
};

/* @arg of nv_image_size(): which sizes it sets */
#define NV_IMAGE_IN 1
#define NV_IMAGE_OUT 2

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

void nv_image_point(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val);
void nv_image_size(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                   uint32_t val);

/* Data of images; @arg of nv_image_mono(): zeros have a color, too */
uint32_t nv_image_mono(NVGPU *gpu, const NVGraphMethod *method,
                       const uint32_t *data, uint32_t count);
uint32_t nv_image_color(NVGPU *gpu, const NVGraphMethod *method,
                        const uint32_t *data, uint32_t count);

#endif /* HW_NV_ENGINE_IMAGE_H */
