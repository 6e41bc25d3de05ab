/*
 * NVIDIA GPU: clipping and preparing to draw, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_PAINT_H
#define HW_NV_ENGINE_NV04_PAINT_H

#include "hw/nv/engine/paint.h"

/** nv_clip_user: CLIP's rectangle, or no limit if the object isn't linked */
NVRect nv_clip_user(NVGPU *gpu);

/** nv_clip_object: an object's own clip rectangle */
NVRect nv_clip_object(NVGPU *gpu);

/** nv_clip_object_set: set a corner of the object's clip rectangle */
void nv_clip_object_set(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val);

/** nv_clip_object_size: set the second corner by the rectangle's size */
void nv_clip_object_size(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val);

/**
 * nv_paint_begin: prepare to draw on the destination surface
 * @gpu: the device
 * @paint: set up for the other functions
 *
 * Returns false, after raising the error, if the context isn't ready.
 */
bool nv_paint_begin(NVGPU *gpu, NVPaint *paint);

#endif /* HW_NV_ENGINE_NV04_PAINT_H */
