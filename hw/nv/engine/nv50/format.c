/*
 * NVIDIA GPU: formats of surfaces and colors, NV50+
 *
 * Sources: envytools docs/hw/memory/g80-surface.rst, "Simple color surface
 * formats"; for which of them the 2D object has, nouveau's cl502d.h and the
 * class header 902D.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "format.h"
#include "hw/nv/graph-regs-nv50.h"

/* A format's place in the table */
#define NV50_FORMAT_FIRST 0xc0
#define NV50_FORMAT_PLACE(_id) [(_id) - NV50_FORMAT_FIRST]

#define NV50_COLORS(_id, _bytes, ...) \
    NV50_FORMAT_PLACE(_id) = { .id = (_id), .kind = NV50_FORMAT_COLORS, \
                               .bytes = (_bytes), __VA_ARGS__ }
#define NV50_SINGLE(_id, _bytes) \
    NV50_FORMAT_PLACE(_id) = { .id = (_id), .kind = NV50_FORMAT_SINGLE, \
                               .bytes = (_bytes) }
#define NV50_SURFACE(_id, _bytes) \
    NV50_FORMAT_PLACE(_id) = { .id = (_id), .kind = NV50_FORMAT_SURFACE, \
                               .bytes = (_bytes) }
#define NVC0_SURFACE(_id, _bytes) \
    NV50_FORMAT_PLACE(_id) = { .id = (_id), .kind = NV50_FORMAT_SURFACE, \
                               .bytes = (_bytes), .nvc0 = true }

/* Blue, green, red, alpha */
#define NV50_R8G8B8 .shift = { 0, 8, 16, 24 }, .bits = { 8, 8, 8, 0 }
#define NV50_A8R8G8B8 .shift = { 0, 8, 16, 24 }, .bits = { 8, 8, 8, 8 }
#define NV50_B8G8R8 .shift = { 16, 8, 0, 24 }, .bits = { 8, 8, 8, 0 }
#define NV50_A8B8G8R8 .shift = { 16, 8, 0, 24 }, .bits = { 8, 8, 8, 8 }
#define NV50_R5G5B5 .shift = { 0, 5, 10, 15 }, .bits = { 5, 5, 5, 0 }
#define NV50_A1R5G5B5 .shift = { 0, 5, 10, 15 }, .bits = { 5, 5, 5, 1 }
#define NV50_R5G6B5 .shift = { 0, 5, 11, 0 }, .bits = { 5, 6, 5, 0 }
#define NV50_A2R10G10B10 \
    .shift = { 0, 10, 20, 30 }, .bits = { 10, 10, 10, 2 }
#define NV50_A2B10G10R10 \
    .shift = { 20, 10, 0, 30 }, .bits = { 10, 10, 10, 2 }

static const NV50Format nv50_formats[] = {
    /* Four components with 32 or 16 bits, or two with 32 */
    NV50_SURFACE(0xc0, 16),
    NV50_SURFACE(0xc3, 16),
    NV50_SURFACE(0xca, 8),
    NV50_SURFACE(0xcb, 8),
    NV50_SURFACE(0xce, 8),
    NV50_COLORS(0xcf, 4, NV50_A8R8G8B8),
    NV50_SURFACE(0xd0, 4),                              /* A8RL8GL8BL8 */
    NV50_COLORS(0xd1, 4, NV50_A2B10G10R10),
    NV50_COLORS(0xd5, 4, NV50_A8B8G8R8),
    NV50_SURFACE(0xd6, 4),                              /* A8BL8GL8RL8 */
    NV50_COLORS(0xdf, 4, NV50_A2R10G10B10),
    NV50_SURFACE(0xe5, 4),                              /* RF32 */
    NV50_COLORS(0xe6, 4, NV50_R8G8B8),                  /* X8R8G8B8 */
    NV50_SURFACE(0xe7, 4),                              /* X8RL8GL8BL8 */
    NV50_COLORS(0xe8, 2, NV50_R5G6B5),
    NV50_COLORS(0xe9, 2, NV50_A1R5G5B5),
    NV50_SINGLE(0xee, 2),                               /* Y16 */
    NV50_SURFACE(0xf2, 2),                              /* RF16 */
    NV50_SINGLE(0xf3, 1),                               /* Y8 */
    NV50_COLORS(0xf8, 2, NV50_R5G5B5),                  /* X1R5G5B5 */
    NV50_COLORS(0xf9, 4, NV50_B8G8R8),                  /* X8B8G8R8 */
    NV50_SURFACE(0xfa, 4),                              /* X8BL8GL8RL8 */
    NV50_COLORS(0xfb, 2, NV50_R5G5B5, .zeros = 0x8000),
    NV50_COLORS(0xfc, 2, NV50_R5G5B5, .ones = 0x8000),
    NV50_COLORS(0xfd, 4, NV50_R8G8B8, .zeros = 0xff000000),
    NV50_COLORS(0xfe, 4, NV50_R8G8B8, .ones = 0xff000000),
    NV50_SINGLE(0xff, 4),                               /* Y32 */
    /* Two or four components with 16 or 8 bits, and so on */
    NVC0_SURFACE(0xc6, 8),
    NVC0_SURFACE(0xc7, 8),
    NVC0_SURFACE(0xd7, 4),
    NVC0_SURFACE(0xda, 4),
    NVC0_SURFACE(0xdb, 4),
    NVC0_SURFACE(0xde, 4),
    NVC0_SURFACE(0xe0, 4),
    NVC0_SURFACE(0xea, 2),
    NVC0_SURFACE(0xeb, 2),
    NVC0_SURFACE(0xef, 2),
    NVC0_SURFACE(0xf4, 1),
    NVC0_SURFACE(0xf7, 1),
};

const NV50Format *nv50_format(uint32_t id)
{
    uint32_t place = id - NV50_FORMAT_FIRST;

    return place < ARRAY_SIZE(nv50_formats) && nv50_formats[place].id
        ? &nv50_formats[place] : NULL;
}

uint8_t nv50_check_surface_format(uint32_t val)
{
    const NV50Format *format = nv50_format(val);

    return format && !format->nvc0 ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

uint8_t nvc0_check_surface_format(uint32_t val)
{
    return nv50_format(val) ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

uint8_t nv50_check_color_format(uint32_t val)
{
    const NV50Format *format = nv50_format(val);

    return format && format->kind != NV50_FORMAT_SURFACE
        ? NV50_DATA_OK : NV50_DATA_INVALID_ENUM;
}

/* --- Conversion ------------------------------------------------------- */

/* Repeat the high bits, or drop the low ones. */
static uint32_t nv50_component_convert(uint32_t val, unsigned from,
                                       unsigned to)
{
    uint32_t result = 0;
    int shift = to - from;

    for (; shift > 0; shift -= from) {
        result |= val << shift;
    }
    return result | val >> -shift;
}

/* Without alpha a pixel is opaque. */
static uint32_t nv50_format_component(const NV50Format *from,
                                      const NV50Format *to, unsigned i,
                                      uint32_t val)
{
    unsigned bits = to->bits[i];

    if (!bits) {
        return 0;
    }
    return from->bits[i]
        ? nv50_component_convert(extract32(val, from->shift[i], from->bits[i]),
                                 from->bits[i], bits)
        : MAKE_64BIT_MASK(0, bits);
}

uint32_t nv50_format_convert(const NV50Format *from, const NV50Format *to,
                             uint32_t val)
{
    uint32_t result = 0;

    if (from == to) {
        result = val & MAKE_64BIT_MASK(0, to->bytes * 8);
    } else {
        for (unsigned i = 0; i < NV50_COMPONENTS; i++) {
            result |= nv50_format_component(from, to, i, val) << to->shift[i];
        }
    }
    return (result & ~to->zeros) | to->ones;
}

uint32_t nv50_format_alpha(const NV50Format *format)
{
    return format->bits[NV50_ALPHA]
        ? MAKE_64BIT_MASK(format->shift[NV50_ALPHA], format->bits[NV50_ALPHA])
        : 0;
}

bool nv50_format_visible(const NV50Format *format, uint32_t val)
{
    uint32_t alpha = nv50_format_alpha(format);

    return !alpha || (val & alpha);
}
