/*
 * NVIDIA GPU: PVPE, the video engines of NV17:NV20 and of NV30 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_VPE_H
#define HW_NV_ENGINE_VPE_H

#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/vpe.h"
#include "hw/nv/vpe-regs.h"

/**
 * struct NVVpe - PVPE
 *
 * @regs: its registers, with those of PMPEG and PME, which are all its state
 */
struct NVVpe {
    NVRegFile regs;
};

/** nv_vpe_update_intr: set PMC's bit by the registers */
void nv_vpe_update_intr(NVGPU *gpu);

#endif /* HW_NV_ENGINE_VPE_H */
