/*
 * NVIDIA GPU: formats of 3D render targets, NV50:NVC0
 *
 * Pure functions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_RT_H
#define HW_NV_ENGINE_NV50_RT_H

/** Largest size of an element, in bytes */
#define NV50_RT_BYTES 16

/**
 * struct NV50RtElement - an element of a surface, and which bits to write
 *
 * @bytes: its size
 * @value: the value to write
 * @mask: the bits to write
 */
typedef struct NV50RtElement {
    unsigned bytes;
    uint8_t value[NV50_RT_BYTES];
    uint8_t mask[NV50_RT_BYTES];
} NV50RtElement;

/**
 * nv50_rt_color: make an element from a color
 * @format: G80_SURFACE_FORMAT
 * @color: red, green, blue, alpha, in CLEAR_COLOR's format
 * @components: bits 3:0: which of them to write
 * @element: the result
 *
 * Returns false if there is no such format.
 */
bool nv50_rt_color(uint32_t format, const uint32_t *color, uint32_t components,
                   NV50RtElement *element);

/**
 * nv50_rt_zeta: make an element from depth and stencil
 * @format: G80_ZETA_FORMAT
 * @depth: in CLEAR_DEPTH's format
 * @stencil: in CLEAR_STENCIL's format
 * @components: bit 0: write depth; bit 1: write stencil
 * @element: the result
 *
 * Returns false if there is no such format.
 */
bool nv50_rt_zeta(uint32_t format, uint32_t depth, uint32_t stencil,
                  uint32_t components, NV50RtElement *element);

#endif /* HW_NV_ENGINE_NV50_RT_H */
