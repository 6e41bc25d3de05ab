/*
 * NVIDIA GPU: USERD, the channels' control areas, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_USER_H
#define HW_NV_FIFO_PBDMA_USER_H

#include "state.h"

/** nvc0_user_set_base: BAR1_BASE was written */
void nvc0_user_set_base(NVGPU *gpu);

/** nvc0_user_show: bring USERD of a PBDMA's channel up to date */
void nvc0_user_show(NVGPU *gpu, unsigned id);

#endif /* HW_NV_FIFO_PBDMA_USER_H */
