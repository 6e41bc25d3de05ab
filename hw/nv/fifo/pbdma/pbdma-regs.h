/*
 * NVIDIA GPU: registers of the PBDMAs, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_REGS_H
#define HW_NV_FIFO_PBDMA_PBDMA_REGS_H

#include "state.h"

/** nv_pbdma_reset_off: reset the PBDMAs that PMC has turned off */
void nv_pbdma_reset_off(NVGPU *gpu);

#endif /* HW_NV_FIFO_PBDMA_PBDMA_REGS_H */
