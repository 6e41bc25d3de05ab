/*
 * NVIDIA GPU: the heads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_HEAD_H
#define HW_NV_DISPLAY_HEAD_H

#include "hw/display/vga_int.h"
#include "scanout.h"
#include "hw/nv/display-regs.h"

/**
 * struct NVHead - a head; before NV50 a CRTC with its RAMDAC
 *
 * @gpu: the device
 * @index: number of the head
 * @con: the console, for when it shows this head
 * @vga: its VGA registers
 * @cr: its CRTC registers, VGA's and the extended ones
 * @palette: 256 times red, green, blue, as written
 * @palette_mask: VGA's pixel mask
 * @pcrtc, @pramdac: its register blocks; their tables are @pcrtc_block and
 *                   @pramdac_block
 * @vblank: fires at vertical blanks while their interrupt is enabled
 * @vblank_seen: the last blank whose bit in PCRTC_INTR has been set, in ns
 * @mode: what the console shows, if it shows this head
 * @redraw: the whole picture has to be redrawn
 * @lut: the palette's colour for each pixel value, as x8r8g8b8
 * @cursor: the cursor in the console's picture
 * @cursor_image: its image, as last drawn
 * @overlay: the overlay in the console's picture
 *
 * Not saved (follows from the options): @index
 * Not saved (follows from other state): @mode, @redraw, @lut, @cursor,
 * @cursor_image, @overlay
 */
typedef struct NVHead {
    NVGPU *gpu;
    unsigned index;
    QemuConsole *con;
    VGACommonState *vga;
    uint8_t *cr;
    uint8_t *palette;
    uint8_t palette_mask;
    NVRegBlock pcrtc_block, pramdac_block;
    NVRegFile pcrtc, pramdac;
    QEMUTimer *vblank;
    int64_t vblank_seen;

    NVScanoutMode mode;
    bool redraw;
    uint32_t lut[256];
    NVCursor cursor;
    uint32_t cursor_image[NV_CURSOR_WORDS];
    NVOverlay overlay;
} NVHead;

/** NV_HEAD_R - the stored word of a head's register, as an lvalue */
#define NV_HEAD_R(_head, _reg) \
    ((_head)->gpu->regs[R_ ## _reg + (_head)->index * NV_HEAD_STRIDE / 4])

/** nv_heads_init: set what all parts of the heads need before any is created */
void nv_heads_init(NVGPU *gpu);

/** nv_head_at: the head that has the register block with an address of BAR0 */
NVHead *nv_head_at(NVGPU *gpu, uint32_t addr);

/** nv_head_count: number of heads of the card */
unsigned nv_head_count(const NVGPU *gpu);

/** nv_head_init_regs: copy a block of the first head's registers for a head */
void nv_head_init_regs(NVHead *head, NVRegFile *file, NVRegBlock *block,
                       const NVRegBlock *first);

#endif /* HW_NV_DISPLAY_HEAD_H */
