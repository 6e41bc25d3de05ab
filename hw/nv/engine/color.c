/*
 * NVIDIA GPU: colors and raster operations
 *
 * Sources: the register database (nv1_ctxobj.xml, nv4_pgraph.xml); nvhw's
 * pgraph_xy4.c, nv04_pgraph_formats() and related functions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "color.h"

/* --- Context objects -------------------------------------------------- */

bool nv_valid_format_ctx(uint32_t val)
{
    return val >= 1 && val <= 3;
}

NVColorFormat nv_color_format_ctx(uint32_t val, bool nv4)
{
    switch (val & 3) {
    case 1:
        return nv4 ? NV_COLOR_A16R5G6B5 : NV_COLOR_X16A8Y8;
    case 2:
        return NV_COLOR_X16A1R5G5B5;
    case 3:
        return NV_COLOR_A8R8G8B8;
    default:
        return NV_COLOR_INVALID;
    }
}

uint32_t nv_color_expand_ctx(NVColorFormat format, uint32_t val)
{
    switch (format) {
    case NV_COLOR_X16A8Y8:
        return extract32(val, 0, 8) * 0x010101 | extract32(val, 8, 8) << 24;
    case NV_COLOR_X16A1R5G5B5:
        return extract32(val, 0, 5) << 3 | extract32(val, 5, 5) << 11 |
               extract32(val, 10, 5) << 19 | extract32(val, 15, 1) * 0xff000000;
    default:
        return val;
    }
}

/* --- Formats ---------------------------------------------------------- */

unsigned nv_color_bytes(NVColorFormat format)
{
    switch (format) {
    case NV_COLOR_Y8:
    case NV_COLOR_AY8:
        return 1;
    case NV_COLOR_A1R5G5B5:
    case NV_COLOR_X1R5G5B5:
    case NV_COLOR_R5G6B5:
    case NV_COLOR_Y16:
        return 2;
    default:
        return 4;
    }
}

bool nv_color_visible(NVColorFormat format, uint32_t val)
{
    switch (format) {
    case NV_COLOR_X16A8Y8:
        return extract32(val, 8, 8);
    case NV_COLOR_A1R5G5B5:
    case NV_COLOR_X16A1R5G5B5:
        return extract32(val, 15, 1);
    case NV_COLOR_A16R5G6B5:
    case NV_COLOR_A8R8G8B8:
        return extract32(val, 24, 8);
    default:
        return true;
    }
}

unsigned nv_surf_bytes(NVSurfFormat format)
{
    switch (format) {
    case NV_SURF_Y8:
        return 1;
    case NV_SURF_X1R5G5B5_Z1R5G5B5:
    case NV_SURF_X1R5G5B5_X1R5G5B5:
    case NV_SURF_R5G6B5:
    case NV_SURF_Y16:
        return 2;
    case NV_SURF_X8R8G8B8_Z8R8G8B8:
    case NV_SURF_X1A7R8G8B8_Z1A7R8G8B8:
    case NV_SURF_X1A7R8G8B8_X1A7R8G8B8:
    case NV_SURF_X8R8G8B8_X8R8G8B8:
    case NV_SURF_A8R8G8B8:
    case NV_SURF_Y32:
    case NV_SURF_R32F:
    case NV_SURF_X8B8G8R8_Z8B8G8R8:
    case NV_SURF_X8B8G8R8_X8B8G8R8:
    case NV_SURF_A8B8G8R8:
        return 4;
    default:
        return 0;
    }
}

uint32_t nv_surf_mask(NVSurfFormat format)
{
    switch (format) {
    case NV_SURF_X1R5G5B5_Z1R5G5B5:
        return 0x7fff;
    case NV_SURF_X8R8G8B8_Z8R8G8B8:
        return 0x00ffffff;
    case NV_SURF_X1A7R8G8B8_Z1A7R8G8B8:
        return 0x7fffffff;
    default:
        return MAKE_64BIT_MASK(0, nv_surf_bytes(format) * 8);
    }
}

NVColorFormat nv_color_source(NVColorFormat format, NVSurfFormat surf)
{
    switch (surf) {
    case NV_SURF_Y8:
        return NV_COLOR_Y8;
    case NV_SURF_Y16:
        return NV_COLOR_Y16;
    case NV_SURF_Y32:
        return NV_COLOR_Y32;
    default:
        return format;
    }
}

/* --- Conversion ------------------------------------------------------- */

/* Expand 5 or 6 bits to 8, repeating the high ones. */
static uint32_t nv_expand5(uint32_t val)
{
    return val << 3 | val >> 2;
}

static uint32_t nv_expand6(uint32_t val)
{
    return val << 2 | val >> 4;
}

static uint32_t nv_color_to_rgb888(NVColorFormat format, uint32_t val)
{
    switch (format) {
    case NV_COLOR_Y8:
    case NV_COLOR_X16A8Y8:
    case NV_COLOR_X24Y8:
    case NV_COLOR_AY8:
        return extract32(val, 0, 8) * 0x010101;
    case NV_COLOR_X16Y16:
    case NV_COLOR_Y16:
        return extract32(val, 8, 8) * 0x010101;
    case NV_COLOR_A1R5G5B5:
    case NV_COLOR_X1R5G5B5:
    case NV_COLOR_X16A1R5G5B5:
    case NV_COLOR_X17R5G5B5:
        return nv_expand5(extract32(val, 0, 5)) |
               nv_expand5(extract32(val, 5, 5)) << 8 |
               nv_expand5(extract32(val, 10, 5)) << 16;
    case NV_COLOR_R5G6B5:
    case NV_COLOR_A16R5G6B5:
    case NV_COLOR_X16R5G6B5:
        return nv_expand5(extract32(val, 0, 5)) |
               nv_expand6(extract32(val, 5, 6)) << 8 |
               nv_expand5(extract32(val, 11, 5)) << 16;
    default:
        return val;
    }
}

static uint32_t nv_color_to_r5g6b5(NVColorFormat format, uint32_t val)
{
    switch (format) {
    case NV_COLOR_R5G6B5:
    case NV_COLOR_A16R5G6B5:
    case NV_COLOR_X16R5G6B5:
        return val & 0xffff;
    default:
        val = nv_color_to_rgb888(format, val);
        return extract32(val, 3, 5) | extract32(val, 10, 6) << 5 |
               extract32(val, 19, 5) << 11;
    }
}

static uint32_t nv_color_to_r5g5b5(NVColorFormat format, uint32_t val)
{
    switch (format) {
    case NV_COLOR_A1R5G5B5:
    case NV_COLOR_X1R5G5B5:
    case NV_COLOR_X16A1R5G5B5:
    case NV_COLOR_X17R5G5B5:
        return val & 0xffff;
    default:
        val = nv_color_to_rgb888(format, val);
        return extract32(val, 3, 5) | extract32(val, 11, 5) << 5 |
               extract32(val, 19, 5) << 10;
    }
}

uint32_t nv_color_convert(NVColorFormat format, NVSurfFormat surf,
                          uint32_t val)
{
    switch (surf) {
    case NV_SURF_Y8:
    case NV_SURF_Y16:
    case NV_SURF_Y32:
        break;
    case NV_SURF_R5G6B5:
        val = nv_color_to_r5g6b5(format, val);
        break;
    case NV_SURF_X1R5G5B5_Z1R5G5B5:
    case NV_SURF_X1R5G5B5_X1R5G5B5:
        val = nv_color_to_r5g5b5(format, val);
        break;
    default:
        val = nv_color_to_rgb888(format, val);
        break;
    }
    return val & nv_surf_mask(surf);
}

bool nv_color_is_pixel(NVColorFormat format, NVSurfFormat surf)
{
    return nv_surf_bytes(surf) == 4 &&
           (format == NV_COLOR_X8R8G8B8 || format == NV_COLOR_A8R8G8B8);
}

/* --- Interpolation ---------------------------------------------------- */

uint32_t nv_color_mix(const uint32_t argb[4], uint32_t fu, uint32_t fv)
{
    uint32_t result = 0;

    for (unsigned shift = 0; shift < 32; shift += 8) {
        uint32_t upper = extract32(argb[0], shift, 8) * (256 - fu) +
                         extract32(argb[1], shift, 8) * fu;
        uint32_t lower = extract32(argb[2], shift, 8) * (256 - fu) +
                         extract32(argb[3], shift, 8) * fu;

        result |= (upper * (256 - fv) + lower * fv + 0x8000) >> 16 << shift;
    }
    return result;
}
