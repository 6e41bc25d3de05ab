/*
 * NVIDIA GPU: shapes of one color
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_SHAPE_H
#define HW_NV_ENGINE_SHAPE_H

#include "paint.h"

/** struct NVPoint - a point of a shape */
typedef struct NVPoint {
    int32_t x, y;
} NVPoint;

/**
 * nv_shape_start: set up an operation that draws a shape by its points
 * @op: the operation
 * @shape: a line or a triangle
 * @points: its points; coordinates have 18 bits
 * @clip: the area that may be drawn on
 *
 * Returns false if that is empty.
 */
bool nv_shape_start(NVGraphOp *op, NVShape shape, const NVPoint *points,
                    const NVRect *clip);

/**
 * nv_paint_shape: continue the operation under way, which draws a shape
 * @gpu: the device
 * @paint: drawing
 * @color: the shape's color in the surface's format
 * @budget: see NVEngine
 *
 * Returns true when it is complete; errors are in the operation's nsource.
 */
bool nv_paint_shape(NVGPU *gpu, NVPaint *paint, uint32_t color,
                    int64_t *budget);

#endif /* HW_NV_ENGINE_SHAPE_H */
