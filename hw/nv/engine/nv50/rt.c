/*
 * NVIDIA GPU: formats of 3D render targets, NV50:NVC0
 *
 * Sources: envytools docs/hw/memory/g80-surface.rst, "Simple color surface
 * formats" and zeta formats; the register database (g80_defs.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <math.h>
#include "qemu/bitops.h"
#include "qemu/bswap.h"
#include "rt.h"

/** enum NV50RtType - what a component is */
typedef enum NV50RtType {
    NV50_UNORM,
    NV50_SNORM,
    NV50_INT,
    NV50_FLOAT,
    NV50_SRGB,                  /* except for alpha, which is UNORM */
} NV50RtType;

/**
 * struct NV50RtFormat - a format
 *
 * @id: its number
 * @type: type of its components
 * @bytes: bytes of an element
 * @order: the components from the lowest bits on, "RGBA" or fewer; 'X' is for
 *         unused bits
 * @bits: number of bits of each
 */
typedef struct NV50RtFormat {
    uint8_t id;
    uint8_t type;
    uint8_t bytes;
    char order[5];
    uint8_t bits[4];
} NV50RtFormat;

#define NV50_32 { 32, 32, 32, 32 }
#define NV50_16 { 16, 16, 16, 16 }
#define NV50_10 { 10, 10, 10, 2 }
#define NV50_8 { 8, 8, 8, 8 }
#define NV50_5 { 5, 5, 5, 1 }

static const NV50RtFormat nv50_rt_formats[] = {
    { 0xc0, NV50_FLOAT, 16, "RGBA", NV50_32 },
    { 0xc1, NV50_INT, 16, "RGBA", NV50_32 },
    { 0xc2, NV50_INT, 16, "RGBA", NV50_32 },
    { 0xc3, NV50_FLOAT, 16, "RGBX", NV50_32 },
    { 0xc4, NV50_INT, 16, "RGBX", NV50_32 },
    { 0xc5, NV50_INT, 16, "RGBX", NV50_32 },
    { 0xc6, NV50_UNORM, 8, "RGBA", NV50_16 },
    { 0xc7, NV50_SNORM, 8, "RGBA", NV50_16 },
    { 0xc8, NV50_INT, 8, "RGBA", NV50_16 },
    { 0xc9, NV50_INT, 8, "RGBA", NV50_16 },
    { 0xca, NV50_FLOAT, 8, "RGBA", NV50_16 },
    { 0xcb, NV50_FLOAT, 8, "RG", NV50_32 },
    { 0xcc, NV50_INT, 8, "RG", NV50_32 },
    { 0xcd, NV50_INT, 8, "RG", NV50_32 },
    { 0xce, NV50_FLOAT, 8, "RGBX", NV50_16 },
    { 0xcf, NV50_UNORM, 4, "BGRA", NV50_8 },
    { 0xd0, NV50_SRGB, 4, "BGRA", NV50_8 },
    { 0xd1, NV50_UNORM, 4, "RGBA", NV50_10 },
    { 0xd2, NV50_INT, 4, "RGBA", NV50_10 },
    { 0xd5, NV50_UNORM, 4, "RGBA", NV50_8 },
    { 0xd6, NV50_SRGB, 4, "RGBA", NV50_8 },
    { 0xd7, NV50_SNORM, 4, "RGBA", NV50_8 },
    { 0xd8, NV50_INT, 4, "RGBA", NV50_8 },
    { 0xd9, NV50_INT, 4, "RGBA", NV50_8 },
    { 0xda, NV50_UNORM, 4, "RG", NV50_16 },
    { 0xdb, NV50_SNORM, 4, "RG", NV50_16 },
    { 0xdc, NV50_INT, 4, "RG", NV50_16 },
    { 0xdd, NV50_INT, 4, "RG", NV50_16 },
    { 0xde, NV50_FLOAT, 4, "RG", NV50_16 },
    { 0xdf, NV50_UNORM, 4, "BGRA", NV50_10 },
    { 0xe0, NV50_FLOAT, 4, "RGB", { 11, 11, 10 } },
    { 0xe3, NV50_INT, 4, "R", NV50_32 },
    { 0xe4, NV50_INT, 4, "R", NV50_32 },
    { 0xe5, NV50_FLOAT, 4, "R", NV50_32 },
    { 0xe6, NV50_UNORM, 4, "BGRX", NV50_8 },
    { 0xe7, NV50_SRGB, 4, "BGRX", NV50_8 },
    { 0xe8, NV50_UNORM, 2, "BGR", { 5, 6, 5 } },
    { 0xe9, NV50_UNORM, 2, "BGRA", NV50_5 },
    { 0xea, NV50_UNORM, 2, "RG", NV50_8 },
    { 0xeb, NV50_SNORM, 2, "RG", NV50_8 },
    { 0xec, NV50_INT, 2, "RG", NV50_8 },
    { 0xed, NV50_INT, 2, "RG", NV50_8 },
    { 0xee, NV50_UNORM, 2, "R", NV50_16 },
    { 0xef, NV50_SNORM, 2, "R", NV50_16 },
    { 0xf0, NV50_INT, 2, "R", NV50_16 },
    { 0xf1, NV50_INT, 2, "R", NV50_16 },
    { 0xf2, NV50_FLOAT, 2, "R", NV50_16 },
    { 0xf3, NV50_UNORM, 1, "R", NV50_8 },
    { 0xf4, NV50_SNORM, 1, "R", NV50_8 },
    { 0xf5, NV50_INT, 1, "R", NV50_8 },
    { 0xf6, NV50_INT, 1, "R", NV50_8 },
    { 0xf7, NV50_UNORM, 1, "A", NV50_8 },
    { 0xf8, NV50_UNORM, 2, "BGRX", NV50_5 },
    { 0xf9, NV50_UNORM, 4, "RGBX", NV50_8 },
    { 0xfa, NV50_SRGB, 4, "RGBX", NV50_8 },
};

/* --- Components ------------------------------------------------------- */

static float nv50_float(uint32_t bits)
{
    float val;

    memcpy(&val, &bits, sizeof(val));
    return val;
}

/* NaN becomes 0. */
static uint32_t nv50_unorm(float val, unsigned bits)
{
    double max = MAKE_64BIT_MASK(0, bits);

    return val > 0 ? MIN(val, 1.0f) * max + 0.5 : 0;
}

static uint32_t nv50_snorm(float val, unsigned bits)
{
    int32_t sign = val < 0 ? -1 : 1;

    return sign * (int32_t)nv50_unorm(fabsf(val), bits - 1);
}

static float nv50_srgb(float val)
{
    return val > 0.0031308f ? 1.055f * powf(val, 1 / 2.4f) - 0.055f
                            : val * 12.92f;
}

/*
 * Convert to a float with 5 bits of exponent, and a sign if it has 16 bits;
 * rounds to nearest, ties to even.
 */
static uint32_t nv50_small_float(uint32_t val, unsigned bits)
{
    bool sign = bits == 16;
    unsigned mantissa = bits - 5 - sign, drop = 23 - mantissa;
    uint32_t negative = sign ? (val >> 31) << 15 : 0;
    uint32_t inf = 0x1f << mantissa;
    uint64_t bias = 112, exponent = extract32(val, 23, 8);
    uint64_t whole = extract32(val, 0, 23) | (exponent ? 1 << 23 : 0);
    uint64_t result;

    if (exponent == 0xff) {
        return negative | inf | (whole & 0x7fffff ? 1 << (mantissa - 1) : 0);
    }
    if (!sign && val >> 31) {
        return 0;
    }
    if (exponent <= bias) {
        drop += MIN(bias + 1 - exponent, 32);
        exponent = bias;
    }
    result = whole >> drop;
    result += (whole >> (drop - 1) & 1) &&
              ((whole & MAKE_64BIT_MASK(0, drop - 1)) || (result & 1));
    /* A mantissa that overflows increments the exponent. */
    if (exponent > bias) {
        result += (exponent - bias - 1) << mantissa;
    }
    return negative | MIN(result, inf);
}

static uint32_t nv50_rt_component(const NV50RtFormat *format, char component,
                                  unsigned bits, uint32_t val)
{
    switch (format->type) {
    case NV50_SRGB:
        if (component != 'A') {
            return nv50_unorm(nv50_srgb(nv50_float(val)), bits);
        }
        /* fall through */
    case NV50_UNORM:
        return nv50_unorm(nv50_float(val), bits);
    case NV50_SNORM:
        return nv50_snorm(nv50_float(val), bits);
    case NV50_FLOAT:
        return bits == 32 ? val : nv50_small_float(val, bits);
    default:
        return val;
    }
}

/* --- Elements --------------------------------------------------------- */

/* Fields are little-endian, and none straddles two words. */
static void nv50_rt_deposit(uint8_t *element, unsigned shift, unsigned bits,
                            uint32_t val)
{
    uint8_t *word = element + shift / 32 * 4;

    stl_le_p(word, deposit32(ldl_le_p(word), shift % 32, bits, val));
}

static void nv50_rt_field(NV50RtElement *element, unsigned shift,
                          unsigned bits, uint32_t val)
{
    nv50_rt_deposit(element->value, shift, bits, val);
    nv50_rt_deposit(element->mask, shift, bits, UINT32_MAX);
}

static const NV50RtFormat *nv50_rt_format(uint32_t id)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv50_rt_formats); i++) {
        if (nv50_rt_formats[i].id == id) {
            return &nv50_rt_formats[i];
        }
    }
    return NULL;
}

bool nv50_rt_color(uint32_t id, const uint32_t *color, uint32_t components,
                   NV50RtElement *element)
{
    static const char names[] = "RGBA";
    const NV50RtFormat *format = nv50_rt_format(id);
    unsigned shift = 0;

    if (!format) {
        return false;
    }
    *element = (NV50RtElement) { .bytes = format->bytes };
    for (unsigned i = 0; i < 4 && format->order[i]; i++) {
        const char *name = strchr(names, format->order[i]);
        unsigned bits = format->bits[i];

        if (name && (components >> (name - names) & 1)) {
            nv50_rt_field(element, shift, bits,
                          nv50_rt_component(format, *name, bits,
                                            color[name - names]));
        } else if (!name && components == 0xf) {
            /* No source says what is written to unused bits. */
            nv50_rt_field(element, shift, bits, 0);
        }
        shift += bits;
    }
    return true;
}

/**
 * struct NV50ZetaFormat - a format of depth and stencil
 *
 * @id: its number
 * @bytes: bytes of an element
 * @z, @z_bits: position and size of depth; 32 bits are a float
 * @s, @s_bits: position and size of stencil, if there is any
 */
static const struct NV50ZetaFormat {
    uint8_t id, bytes;
    uint8_t z, z_bits, s, s_bits;
} nv50_zeta_formats[] = {
    { 0x0a, 4, 0, 32, 0, 0 },
    { 0x13, 2, 0, 16, 0, 0 },
    { 0x14, 4, 8, 24, 0, 8 },
    { 0x15, 4, 0, 24, 0, 0 },
    { 0x16, 4, 0, 24, 24, 8 },
    { 0x18, 4, 0, 24, 0, 0 },
    { 0x19, 8, 0, 32, 32, 8 },
    { 0x1d, 8, 0, 24, 32, 8 },
    { 0x1e, 8, 0, 32, 0, 0 },
    { 0x1f, 8, 0, 32, 32, 8 },
};

bool nv50_rt_zeta(uint32_t id, uint32_t depth, uint32_t stencil,
                  uint32_t components, NV50RtElement *element)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv50_zeta_formats); i++) {
        const struct NV50ZetaFormat *format = &nv50_zeta_formats[i];

        if (format->id != id) {
            continue;
        }
        *element = (NV50RtElement) { .bytes = format->bytes };
        if (components & 1) {
            nv50_rt_field(element, format->z, format->z_bits,
                          format->z_bits == 32
                              ? depth : nv50_unorm(nv50_float(depth),
                                                   format->z_bits));
        }
        if ((components & 2) && format->s_bits) {
            nv50_rt_field(element, format->s, format->s_bits, stencil);
        }
        return true;
    }
    return false;
}
