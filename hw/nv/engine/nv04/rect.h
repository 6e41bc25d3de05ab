/*
 * NVIDIA GPU: rectangles of one color, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_RECT_H
#define HW_NV_ENGINE_NV04_RECT_H

#include "hw/nv/engine/paint.h"

/** nv_rect_start: draw a rectangle of the color in SOURCE_COLOR */
void nv_rect_start(NVGPU *gpu, NVRect rect);

void nv_mthd_source_color(NVGPU *gpu, const NVGraphMethod *method,
                          unsigned index, uint32_t val);

#endif /* HW_NV_ENGINE_NV04_RECT_H */
