/*
 * NVIDIA GPU: the heads' clocks, before NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_CRTC_VPLL_H
#define HW_NV_DISPLAY_CRTC_VPLL_H

#include "hw/nv/nv-gpu.h"

typedef struct NVHead NVHead;

/** nv_vpll_pixel_clock: the pixel clock in kHz, 0 if there is none */
uint32_t nv_vpll_pixel_clock(NVHead *head);

#endif /* HW_NV_DISPLAY_CRTC_VPLL_H */
