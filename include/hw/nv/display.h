/*
 * NVIDIA GPU: VGA, CRTC, RAMDAC, cursor, DDC, scanout
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_H
#define HW_NV_DISPLAY_H

#include "hw/display/edid.h"
#include "hw/display/vga_int.h"
#include "hw/nv/regs.h"

/**
 * struct NVDisplay - the display side of the card
 *
 * @vga: QEMU's VGA core; its vram is the card's video memory
 * @edid_info: properties xres, yres and so on
 */
typedef struct NVDisplay {
    VGACommonState vga;
    qemu_edid_info edid_info;
} NVDisplay;

extern const VMStateDescription nv_vmstate_display;

#endif /* HW_NV_DISPLAY_H */
