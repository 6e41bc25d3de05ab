/*
 * NVIDIA GPU: PCRTC: rasters and vertical blanks, before NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_CRTC_CRTC_H
#define HW_NV_DISPLAY_CRTC_CRTC_H

#include "hw/nv/display/raster.h"
#include "hw/nv/nv-gpu.h"

typedef struct NVHead NVHead;

void nv_crtc_realize(NVHead *head);
void nv_crtc_reset(NVHead *head);
void nv_crtc_exit(NVHead *head);

/** nv_crtc2_realize, nv_crtc2_exit: for cards without a second head */
void nv_crtc2_realize(NVGPU *gpu);
void nv_crtc2_exit(NVGPU *gpu);

/**
 * nv_crtc_timings: the timings that the registers describe
 * @head: the head
 * @t: the result, in which no value is 0
 */
void nv_crtc_timings(NVHead *head, NVTimings *t);

/** nv_crtc_status: VGA's input status 1 (port 0x3da), by the raster */
uint8_t nv_crtc_status(NVHead *head);

/** nv_crtc_retime: the timings may have changed: set the timer again */
void nv_crtc_retime(NVHead *head);

#endif /* HW_NV_DISPLAY_CRTC_CRTC_H */
