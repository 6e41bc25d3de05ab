/*
 * NVIDIA GPU: RMA: registers and video memory through a VGA port
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_RMA_H
#define HW_NV_DISPLAY_RMA_H

#include "hw/nv/nv-gpu.h"

void nv_rma_realize(NVGPU *gpu);
void nv_rma_exit(NVGPU *gpu);

/** nv_rma_set_enabled: show or hide the port */
void nv_rma_set_enabled(NVGPU *gpu, bool enabled);

#endif /* HW_NV_DISPLAY_RMA_H */
