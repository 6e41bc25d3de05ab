/*
 * NVIDIA GPU: falcon: the registers that all of them have
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_FALCON_H
#define HW_NV_FALCON_FALCON_H

#include "state.h"

/** INTR_MODE after reset: the lines that are levels */
#define NV_FALCON_LEVELS 0xfc04

void nv_falcon_init(NVGPU *gpu, NVFalcon *falcon, const NVFalconChip *chip);
void nv_falcon_exit(NVFalcon *falcon);
void nv_falcon_reset(NVFalcon *falcon);
bool nv_falcon_post_load(NVFalcon *falcon);

extern const VMStateDescription nv_vmstate_falcon;
extern const NVRegBlock nv_falcon_regs, nvc0_falcon_regs;

#endif /* HW_NV_FALCON_FALCON_H */
