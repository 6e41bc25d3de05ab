/*
 * Tests of the NVIDIA GPU: which pixels lines and triangles have
 *
 * Lines are those of the X server, triangles those of a rule that looks at
 * each pixel.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_SHAPE_H
#define LIBNV_NV_SHAPE_H

/** struct NVPoint - a point of a shape */
typedef struct NVPoint {
    int x, y;
} NVPoint;

/** nv_point_anywhere: one on a canvas of @w by @h pixels, or around it */
NVPoint nv_point_anywhere(int w, int h);

/** nv_point_near: one that is a few pixels away from another one */
NVPoint nv_point_near(NVPoint to);

/** NVSetPixel - sets one pixel of a test's model */
typedef void NVSetPixel(void *model, int x, int y, uint32_t color);

/** nv_shape_line: a line, without its last point */
void nv_shape_line(NVPoint a, NVPoint b, NVSetPixel *set, void *model,
                   uint32_t color);

/** nv_shape_triangle: what of a triangle lies on a canvas of @w by @h pixels */
void nv_shape_triangle(const NVPoint *v, int w, int h, NVSetPixel *set,
                       void *model, uint32_t color);

#endif /* LIBNV_NV_SHAPE_H */
