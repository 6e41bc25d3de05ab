/*
 * NVIDIA GPU: PFIFO's interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_INTR_H
#define HW_NV_FIFO_CACHE1_INTR_H

#include "state.h"

/** nv_fifo_update_intr: INTR or INTR_EN has changed */
void nv_fifo_update_intr(NVGPU *gpu);

/** nv_fifo_raise: set bits of INTR */
void nv_fifo_raise(NVGPU *gpu, uint32_t bits);

#endif /* HW_NV_FIFO_CACHE1_INTR_H */
