/*
 * NVIDIA GPU: scanout: what a head shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_SCANOUT_H
#define HW_NV_DISPLAY_SCANOUT_H

#include "cursor.h"
#include "overlay.h"

/** enum NVPixelOrder - components of a 32-bit pixel, the highest first */
typedef enum NVPixelOrder {
    NV_PIXELS_RGB,
    NV_PIXELS_BGR,
    NV_PIXELS_BGR10,            /* of 10 bits each */
    NV_PIXELS_RGB10,
} NVPixelOrder;

/** Bytes in a line of a gob, the smallest piece of surfaces in blocks */
#define NV_GOB_WIDTH 64

/**
 * struct NVScanoutView - where a scaled picture is on the screen
 *
 * @in_width, @in_height: the part of the surface, in pixels
 * @x, @y, @width, @height: where it is shown, in pixels
 */
typedef struct NVScanoutView {
    unsigned in_width, in_height;
    int x, y;
    unsigned width, height;
} NVScanoutView;

/**
 * struct NVScanoutMode - what a head shows, decoded from the registers
 *
 * @native: pixels of 8 bits or more; otherwise VGA's picture
 * @blank: the screen is off
 * @double_scan: each line is shown twice
 * @gamma: colours go through the palette
 * @scaled: the picture covers @view, and the rest is black
 * @bpp: 8, 15, 16 or 32
 * @order: order of the components, for 32 bits
 * @width, @height: in pixels
 * @base: address of the surface in video memory
 * @pitch: bytes from one line to the next
 * @block_lines: lines of a block; 0: the surface is linear
 * @left, @top: the first visible pixel
 * @view: where the picture is
 */
typedef struct NVScanoutMode {
    bool native;
    bool blank;
    bool double_scan;
    bool gamma;
    bool scaled;
    unsigned bpp;
    NVPixelOrder order;
    unsigned width, height;
    uint32_t base;
    uint32_t pitch;
    unsigned block_lines;
    unsigned left, top;
    NVScanoutView view;
} NVScanoutMode;

/**
 * struct NVScanoutSource - how scanout finds out what a head shows
 *
 * @head: the head that the monitor shows
 * @decode: what it shows; the mode is zeroed before the call
 * @lut: 256 entries of x8r8g8b8, for indices or as gamma ramp
 * @cursor: its cursor; zeroed before the call
 * @overlay: its overlay; zeroed before the call
 */
typedef struct NVScanoutSource {
    NVHead *(*head)(NVGPU *gpu);
    void (*decode)(NVHead *head, NVScanoutMode *mode);
    void (*lut)(NVHead *head, const NVScanoutMode *mode, uint32_t *lut);
    void (*cursor)(NVHead *head, NVCursor *cursor);
    NVOverlayFn *overlay;
} NVScanoutSource;

extern const NVScanoutSource nv_crtc_scanout;
extern const NVScanoutSource nv_evo_scanout;

/** nv_scanout_draw_blank: let the console be black, of a mode's size */
void nv_scanout_draw_blank(NVHead *head, const NVScanoutMode *mode);

/** nv_scanout_show_native: draw a head's pixels on the console */
void nv_scanout_show_native(NVHead *head, const NVScanoutMode *mode);

#endif /* HW_NV_DISPLAY_SCANOUT_H */
