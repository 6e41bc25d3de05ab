/*
 * NVIDIA GPU: scheduling channels on PBDMAs, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_SCHEDULER_H
#define HW_NV_FIFO_PBDMA_SCHEDULER_H

#include "hw/nv/fifo/ops.h"

/** nvc0_fifo_round: NVFifoOps.round() */
NVSliceEnd nvc0_fifo_round(NVGPU *gpu, NVSlice *slice);

#endif /* HW_NV_FIFO_PBDMA_SCHEDULER_H */
