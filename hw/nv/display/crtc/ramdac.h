/*
 * NVIDIA GPU: PRAMDAC, before NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_CRTC_RAMDAC_H
#define HW_NV_DISPLAY_CRTC_RAMDAC_H

#include "hw/nv/nv-gpu.h"

typedef struct NVHead NVHead;

void nv_ramdac_realize(NVHead *head);
void nv_ramdac_reset(NVHead *head);
void nv_ramdac_exit(NVHead *head);

/** nv_ramdac_post_load: restore state that the VGA core doesn't save */
void nv_ramdac_post_load(NVHead *head);

#endif /* HW_NV_DISPLAY_CRTC_RAMDAC_H */
