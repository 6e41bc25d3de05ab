/*
 * NVIDIA GPU: formats of surfaces and colors, NV50+
 *
 * Pure functions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_FORMAT_H
#define HW_NV_ENGINE_NV50_FORMAT_H

/** enum NV50Component - components of a color */
enum {
    NV50_BLUE,
    NV50_GREEN,
    NV50_RED,
    NV50_ALPHA,
    NV50_COMPONENTS,
};

/** enum NV50FormatKind - what the 2D object can do with a format */
typedef enum NV50FormatKind {
    /** colors, which can be converted to others */
    NV50_FORMAT_COLORS,
    /** one component, which can only be copied */
    NV50_FORMAT_SINGLE,
    /** for surfaces only, which can only be copied */
    NV50_FORMAT_SURFACE,
} NV50FormatKind;

/**
 * struct NV50Format - a format
 *
 * @id: G80_SURFACE_FORMAT
 * @kind: enum NV50FormatKind
 * @bytes: bytes of a pixel; more than 4 aren't modelled
 * @shift, @bits: position and size of each component; 0 bits: there is none
 * @zeros, @ones: bits that are always written as 0, or 1
 * @nvc0: only NVC0 and later have it
 */
typedef struct NV50Format {
    uint8_t id;
    uint8_t kind;
    uint8_t bytes;
    uint8_t shift[NV50_COMPONENTS];
    uint8_t bits[NV50_COMPONENTS];
    uint32_t zeros, ones;
    bool nvc0;
} NV50Format;

/** nv50_format: the format with a number, NULL if there is none */
const NV50Format *nv50_format(uint32_t id);

/** nv50_check_surface_format and others: see nv50_check_bool() */
uint8_t nv50_check_surface_format(uint32_t val);
uint8_t nvc0_check_surface_format(uint32_t val);
uint8_t nv50_check_color_format(uint32_t val);

/**
 * nv50_format_convert: convert a pixel to another format
 * @from: its format
 * @to: the format wanted
 * @val: the pixel
 *
 * Both formats must be NV50_FORMAT_COLORS, or equal.
 */
uint32_t nv50_format_convert(const NV50Format *from, const NV50Format *to,
                             uint32_t val);

/** nv50_format_visible: whether the pixel's alpha isn't 0 */
bool nv50_format_visible(const NV50Format *format, uint32_t val);

/** nv50_format_alpha: a format's alpha bits, 0 if it has none */
uint32_t nv50_format_alpha(const NV50Format *format);

#endif /* HW_NV_ENGINE_NV50_FORMAT_H */
