/*
 * NVIDIA GPU: PVIDEO: the overlay of NV04 to NV40
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_CRTC_PVIDEO_H
#define HW_NV_DISPLAY_CRTC_PVIDEO_H

#include "hw/nv/nv-gpu.h"

/**
 * struct NVPVideo - PVIDEO: the overlay of NV10 to NV40
 *
 * @regs: its registers
 * @flip: fires at the vertical blank at which a buffer becomes visible
 * @shown: the buffer that is shown, as a bit in BUFFER; 0: none
 */
typedef struct NVPVideo {
    NVRegFile regs;
    QEMUTimer *flip;
    uint8_t shown;
} NVPVideo;

void nv_pvideo_realize(NVGPU *gpu);
void nv_pvideo_reset(NVGPU *gpu);
void nv_pvideo_exit(NVGPU *gpu);
bool nv_pvideo_post_load(NVGPU *gpu);

/* Decoders of each generation's overlay */
NVOverlayFn nv04_pvideo_overlay;
NVOverlayFn nv10_pvideo_overlay;
NVOverlayFn nv17_pvideo_overlay;

#endif /* HW_NV_DISPLAY_CRTC_PVIDEO_H */
