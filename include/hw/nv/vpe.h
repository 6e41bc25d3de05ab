/*
 * NVIDIA GPU: PVPE, as the rest of the card sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_VPE_H
#define HW_NV_VPE_H

#include "hw/nv/chipset.h"

extern const NVRegBlock nv17_pvpe_regs, nv31_pvpe_regs, nv40_pvpe_regs,
    nv41_pvpe_regs, nv44_pvpe_regs, nv47_pvpe_regs, nv50_pvpe_regs;

#endif /* HW_NV_VPE_H */
