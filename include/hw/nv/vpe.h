/*
 * NVIDIA GPU: PVPE, the engines for video of NV17:NV20 and NV30 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_VPE_H
#define HW_NV_VPE_H

#include "hw/nv/engine.h"
#include "hw/nv/regs.h"
#include "hw/nv/vpe-regs.h"

/**
 * struct NVVpe - PVPE
 *
 * @regs: its registers, with those of PMPEG and PME, which are all its state
 */
typedef struct NVVpe {
    NVRegFile regs;
} NVVpe;

/** nv_vpe_update_intr: PMC's bit follows the registers */
void nv_vpe_update_intr(NVGPU *gpu);

extern const NVRegBlock nv17_pvpe_regs, nv31_pvpe_regs, nv40_pvpe_regs,
    nv41_pvpe_regs, nv44_pvpe_regs, nv50_pvpe_regs;

#endif /* HW_NV_VPE_H */
