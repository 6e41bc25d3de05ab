/*
 * NVIDIA GPU: colors and raster operations
 *
 * Pure functions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_COLOR_H
#define HW_NV_ENGINE_COLOR_H

#include "hw/nv/graph-regs.h"

/** nv_valid_format_ctx: whether a context object's COLOR_FORMAT is valid */
bool nv_valid_format_ctx(uint32_t val);

/**
 * nv_color_format_ctx: the format for a context object's COLOR_FORMAT
 * @val: parameter of the method
 * @nv4: the class is one that came with NV04
 */
NVColorFormat nv_color_format_ctx(uint32_t val, bool nv4);

/** nv_color_expand_ctx: convert a color of NV01's objects to A8R8G8B8 */
uint32_t nv_color_expand_ctx(NVColorFormat format, uint32_t val);

/** nv_color_bytes: bytes of a pixel in image data */
unsigned nv_color_bytes(NVColorFormat format);

/** nv_color_visible: false if the color has alpha, and that is 0 */
bool nv_color_visible(NVColorFormat format, uint32_t val);

/** nv_surf_bytes: bytes of a pixel in a surface, 0 if it has no format */
unsigned nv_surf_bytes(NVSurfFormat format);

/** nv_surf_mask: bits of a pixel that drawing writes; the others become 0 */
uint32_t nv_surf_mask(NVSurfFormat format);

/**
 * nv_color_source: the format in which an object's colors get to a surface
 * @format: the object's format
 * @surf: format of the surface
 *
 * A surface of indices or raw words takes the color's low bits.
 */
NVColorFormat nv_color_source(NVColorFormat format, NVSurfFormat surf);

/**
 * nv_color_mix: interpolate between the four pixels around a place
 * @argb: left and right one of the upper line, and of the lower
 * @fu, @fv: how far to the right and down the place is, in 1/256
 */
uint32_t nv_color_mix(const uint32_t argb[4], uint32_t fu, uint32_t fv);

/**
 * nv_color_convert: convert a color to a pixel of a surface
 * @format: the color's format, see nv_color_source()
 * @surf: format of the surface
 * @val: the color
 */
uint32_t nv_color_convert(NVColorFormat format, NVSurfFormat surf,
                          uint32_t val);

/** nv_color_is_pixel: whether nv_color_convert() does no more than to mask */
bool nv_color_is_pixel(NVColorFormat format, NVSurfFormat surf);

/**
 * nv_rop3: a raster operation on all bits of three words
 * @rop: bit 4*p + 2*s + d is the result for these bits
 * @pattern, @src, @dst: the words
 */
static inline uint32_t nv_rop3(uint8_t rop, uint32_t pattern, uint32_t src,
                               uint32_t dst)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 8; i++) {
        if (rop & (1 << i)) {
            result |= (i & 4 ? pattern : ~pattern) & (i & 2 ? src : ~src) &
                      (i & 1 ? dst : ~dst);
        }
    }
    return result;
}

/** nv_rop2: the same for operations that don't use the pattern */
static inline uint32_t nv_rop2(uint8_t rop, uint32_t src, uint32_t dst)
{
    return (rop & 1 ? ~src & ~dst : 0) | (rop & 2 ? ~src & dst : 0) |
           (rop & 4 ? src & ~dst : 0) | (rop & 8 ? src & dst : 0);
}

/** nv_rop3_uses_pattern: whether the result depends on the pattern */
static inline bool nv_rop3_uses_pattern(uint8_t rop)
{
    return (rop & 0xf) != rop >> 4;
}

#endif /* HW_NV_ENGINE_COLOR_H */
