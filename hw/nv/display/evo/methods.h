/*
 * NVIDIA GPU: the channels' methods, and registers that show them, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_METHODS_H
#define HW_NV_DISPLAY_EVO_METHODS_H

#include "class.h"

/** nv_evo_method_kind: kind of a channel's method */
NVEvoKind nv_evo_method_kind(NVGPU *gpu, unsigned chid, uint16_t mthd);

/** nv_evo_class: the class of a channel */
const NVEvoClass *nv_evo_class(const NVGPU *gpu, unsigned chid);

uint32_t nv_evo_val_read(NVGPU *gpu, uint32_t addr);

/* The same by a method's own address: armed, and as written */
uint32_t nv_evo_arm_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_evo_asy_read(NVGPU *gpu, uint32_t addr);

void nv_evo_state_realize(NVGPU *gpu);
void nv_evo_state_exit(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_EVO_METHODS_H */
