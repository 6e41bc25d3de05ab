/*
 * NVIDIA GPU: the registers of PDISPLAY, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_PDISPLAY_H
#define HW_NV_DISPLAY_EVO_PDISPLAY_H

#include "hw/nv/regs.h"

extern const NVRegBlock nv_pdisplay_common;
extern const NVRegBlock nv50_pdisplay_regs;
extern const NVRegBlock nv94_pdisplay_regs;
extern const NVRegBlock nvd9_pdisplay_regs;

extern const NVRegBlock nvd9_evo_user;
extern const NVRegBlock nvd9_evo_images;

/** nv_pdisplay_power_write: an output's power, for tables */
void nv_pdisplay_power_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_DISPLAY_EVO_PDISPLAY_H */
