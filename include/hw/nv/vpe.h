/*
 * NVIDIA GPU: PVPE, as the rest of the card sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_VPE_H
#define HW_NV_VPE_H

#include "hw/nv/chipset.h"
#include "migration/vmstate.h"

extern const NVRegBlock nv17_pvpe_regs, nv31_pvpe_regs, nv40_pvpe_regs,
    nv41_pvpe_regs, nv44_pvpe_regs, nv47_pvpe_regs, nv50_pvpe_regs,
    nv84_pvpe_regs;

/* PMPEG as one of PFIFO's engines, for the table of cards */
extern const NVMpegChip nv31_mpeg, nv44_mpeg, nv50_mpeg, nv84_mpeg;

extern const VMStateDescription nv_vmstate_pcipher;

/** nv_pcipher_pre_load_gpu: what a stream may lack gets its default */
void nv_pcipher_pre_load_gpu(NVGPU *gpu);

#endif /* HW_NV_VPE_H */
