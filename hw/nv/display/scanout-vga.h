/*
 * NVIDIA GPU: scanout: pictures of the VGA core
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_SCANOUT_VGA_H
#define HW_NV_DISPLAY_SCANOUT_VGA_H

#include "scanout.h"
#include "hw/display/vga_int.h"

/** nv_scanout_show_vga: let the VGA core draw, if a head shows its picture */
void nv_scanout_show_vga(NVHead *head, const NVScanoutMode *mode);

/** nv_scanout_text_update: as GraphicHwOps has it, for the NVGPU */
void nv_scanout_text_update(void *opaque, uint32_t *chardata);

/** nv_scanout_vga_status, nv_scanout_vga2_status: VGA's status register 1 */
uint8_t nv_scanout_vga_status(VGACommonState *vga);
uint8_t nv_scanout_vga2_status(VGACommonState *vga);

#endif /* HW_NV_DISPLAY_SCANOUT_VGA_H */
