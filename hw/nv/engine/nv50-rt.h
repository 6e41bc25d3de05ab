/*
 * NVIDIA GPU: formats of what 3D renders to, NV50:NVC0
 *
 * Functions of their parameters alone.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_RT_H
#define HW_NV_ENGINE_NV50_RT_H

/** Bytes of an element, at most */
#define NV50_RT_BYTES 16

/**
 * struct NV50RtElement - an element of a surface, and which bits are written
 *
 * @bytes: its size
 * @value: what is written
 * @mask: the bits
 */
typedef struct NV50RtElement {
    unsigned bytes;
    uint8_t value[NV50_RT_BYTES];
    uint8_t mask[NV50_RT_BYTES];
} NV50RtElement;

/**
 * nv50_rt_color: a color as an element
 * @format: G80_SURFACE_FORMAT
 * @color: red, green, blue, alpha, as CLEAR_COLOR has them
 * @components: bits 3:0: which of them are written
 * @element: the result
 *
 * Returns false if there is no such format.
 */
bool nv50_rt_color(uint32_t format, const uint32_t *color, uint32_t components,
                   NV50RtElement *element);

/**
 * nv50_rt_zeta: depth and stencil as an element
 * @format: G80_ZETA_FORMAT
 * @depth: as CLEAR_DEPTH has it
 * @stencil: as CLEAR_STENCIL has it
 * @components: bit 0: depth is written; bit 1: stencil is
 * @element: the result
 *
 * Returns false if there is no such format.
 */
bool nv50_rt_zeta(uint32_t format, uint32_t depth, uint32_t stencil,
                  uint32_t components, NV50RtElement *element);

#endif /* HW_NV_ENGINE_NV50_RT_H */
