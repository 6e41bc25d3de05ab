/*
 * NVIDIA GPU: images that are sent by methods, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_IMAGE_H
#define HW_NV_ENGINE_NV04_IMAGE_H

#include "hw/nv/engine/method.h"

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

void nv_image_point(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val);
void nv_image_size(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                   uint32_t val);

/* Data of images; @arg of nv_image_mono(): zeros have a color, too */
uint32_t nv_image_mono(NVGPU *gpu, const NVGraphMethod *method,
                       const uint32_t *data, uint32_t count);
uint32_t nv_image_color(NVGPU *gpu, const NVGraphMethod *method,
                        const uint32_t *data, uint32_t count);

#endif /* HW_NV_ENGINE_NV04_IMAGE_H */
