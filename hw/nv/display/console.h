/*
 * NVIDIA GPU: scanout: the console
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_CONSOLE_H
#define HW_NV_DISPLAY_CONSOLE_H

#include "hw/nv/nv-gpu.h"

void nv_scanout_realize(NVGPU *gpu);
void nv_scanout_exit(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_CONSOLE_H */
