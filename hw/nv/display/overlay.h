/*
 * NVIDIA GPU: overlays: a second picture over the first
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_OVERLAY_H
#define HW_NV_DISPLAY_OVERLAY_H

#include "hw/nv/nv-gpu.h"

typedef struct NVHead NVHead;

/**
 * enum NVOverlayFormat - the pixels of an overlay
 *
 * @NV_OVERLAY_YUYV, @NV_OVERLAY_UYVY: two pixels in four bytes
 * @NV_OVERLAY_NV12, @NV_OVERLAY_NV21: a plane for Y, and one for U and V
 */
typedef enum NVOverlayFormat {
    NV_OVERLAY_YUYV,
    NV_OVERLAY_UYVY,
    NV_OVERLAY_NV12,
    NV_OVERLAY_NV21,
    NV_OVERLAY_X8R8G8B8,
    NV_OVERLAY_X1R5G5B5,
    NV_OVERLAY_X2B10G10R10,
    NV_OVERLAY_X2R10G10B10,
} NVOverlayFormat;

/**
 * enum NVOverlayKey - where an overlay is seen
 *
 * @NV_OVERLAY_KEY_NONE: everywhere
 * @NV_OVERLAY_KEY_OWN: where its own pixels don't have the key's color
 * @NV_OVERLAY_KEY_UNDER: where the pixels under it have the key's color
 */
typedef enum NVOverlayKey {
    NV_OVERLAY_KEY_NONE,
    NV_OVERLAY_KEY_OWN,
    NV_OVERLAY_KEY_UNDER,
} NVOverlayKey;

/** Fractional bits of positions in an overlay's surface */
#define NV_OVERLAY_FRACTION 32

/** Factors for colors are fixed-point numbers with this as 1 */
#define NV_OVERLAY_ONE 4096

/**
 * struct NVOverlay - an overlay, decoded from the registers
 *
 * @visible: it is shown
 * @x, @y, @width, @height: where it is on the screen, in pixels
 * @format: format of its pixels
 * @base, @uv_base: address of its first pixel in video memory, and of the
 *                  second plane
 * @limit, @uv_limit: the last byte of each that may be read
 * @pitch: bytes from one line to the next, also in the second plane
 * @block_lines: lines of a block; 0: the surface is linear
 * @left, @top, @in_width, @in_height: the visible part of it
 * @s, @t: position of the first pixel in that part, with a fraction
 * @ds, @dt: step per pixel, or line, of the screen
 * @key, @key_color, @key_mask: where it is visible, by pixels as in memory
 * @bt709: Y, U and V are converted by ITU-R BT.709, else by BT.601
 * @contrast, @cosine, @sine: factors for Y; for U and V, rotated by the hue
 * @adjust: added to red, green and blue
 */
typedef struct NVOverlay {
    bool visible;
    int x, y;
    unsigned width, height;
    NVOverlayFormat format;
    uint64_t base, uv_base;
    uint64_t limit, uv_limit;
    uint32_t pitch;
    unsigned block_lines;
    unsigned left, top;
    unsigned in_width, in_height;
    uint64_t s, t;
    uint64_t ds, dt;
    NVOverlayKey key;
    uint32_t key_color, key_mask;
    bool bt709;
    int contrast, cosine, sine;
    int adjust[3];
} NVOverlay;

/** nv_overlay_covers: whether the overlay touches a line of the screen */
bool nv_overlay_covers(const NVOverlay *ov, int y);

/**
 * nv_overlay_draw: draw the overlay's part of a line that it covers
 * @head: the head
 * @ov: the overlay
 * @y: number of the line on the screen
 * @width: pixels of the line
 * @keys: the pixels under the overlay, as they are in memory
 * @line: receives the overlay's pixels, x8r8g8b8
 * @shown: set for those that are visible
 */
void nv_overlay_draw(const NVHead *head, const NVOverlay *ov, int y,
                     unsigned width, const uint32_t *keys, uint32_t *line,
                     bool *shown);

#endif /* HW_NV_DISPLAY_OVERLAY_H */
