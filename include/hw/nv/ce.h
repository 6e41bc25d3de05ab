/*
 * NVIDIA GPU: the copy engines without a falcon, as the rest of the card sees
 * them, NVE4+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_CE_H
#define HW_NV_CE_H

#include "hw/nv/chipset.h"
#include "qapi/qapi-types-nv-gpu-report.h"
#include "migration/vmstate.h"

/* For the table of cards */
extern const NVCeChip nve4_ce0, nve4_ce1, nve4_ce2;
extern const NVCeChip nv108_ce2;
extern const NVCeChip nv117_ce0, nv117_ce2;

extern const VMStateDescription nv_vmstate_ce0, nv_vmstate_ce1, nv_vmstate_ce2;

/** nv_ce_names: add the names of copy engines' methods, if the card has any */
void nv_ce_names(NVGPU *gpu, NvMethodNameList **methods);

/** nv_ce_pre_load_gpu: what a stream may lack is as after a reset */
void nv_ce_pre_load_gpu(NVGPU *gpu);

#endif /* HW_NV_CE_H */
