/*
 * NVIDIA GPU: the registers of PDISPLAY, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_PDISPLAY_H
#define HW_NV_DISPLAY_EVO_PDISPLAY_H

#include "chip.h"
#include "hw/nv/regs.h"

extern const NVRegBlock nv_pdisplay_common;
extern const NVRegBlock nv50_pdisplay_regs;
extern const NVRegBlock nv94_pdisplay_regs;
extern const NVRegBlock nvd9_pdisplay_regs;
extern const NVRegBlock nve4_pdisplay_regs;

extern const NVRegBlock nvd9_evo_user;
extern const NVRegBlock nve4_hdmi_regs;
extern const NVRegBlock nve4_evo_user;
extern const NVRegBlock nvd9_evo_images;
extern const NVRegBlock nve4_evo_images;

/* The bits of INTR and INTR_EN, and what the supervisor has to tell */
#define NV_PDISPLAY_INTR_0_BITS \
    (R_NV_PDISPLAY_INTR_0_AWAKEN_MASK | R_NV_PDISPLAY_INTR_0_FIFO_ERR_MASK)
#define NV_PDISPLAY_INTR_1_BITS \
    (R_NV_PDISPLAY_INTR_1_VBLANK_HEAD_MASK | R_NV_PDISPLAY_INTR_1_CLK_MASK | \
     R_NV_PDISPLAY_INTR_1_UNK8_MASK)
#define NV_PDISPLAY_UNK30_CTRL_BITS \
    (R_NV_PDISPLAY_UNK30_CTRL_SHUTDOWN_MASK | \
     R_NV_PDISPLAY_UNK30_CTRL_CHANGE_MASK | \
     R_NV_PDISPLAY_UNK30_CTRL_UPDATE_VCLK_MASK | \
     R_NV_PDISPLAY_UNK30_CTRL_PENDING_MASK)

/** nv_pdisplay_intr_write: interrupts, or what enables them, have changed */
void nv_pdisplay_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/** nv_pdisplay_power_write: an output's power, for tables */
void nv_pdisplay_power_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_DISPLAY_EVO_PDISPLAY_H */
