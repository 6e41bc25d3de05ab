/*
 * NVIDIA GPU: scheduling channels on PBDMAs, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_SCHEDULER_H
#define HW_NV_FIFO_PBDMA_SCHEDULER_H

#include "hw/nv/fifo/ops.h"

/** nvc0_fifo_slice, nvc0_fifo_round: see NVFifoOps */
NVSliceEnd nvc0_fifo_slice(NVGPU *gpu, int64_t budget);
NVSliceEnd nvc0_fifo_round(NVGPU *gpu, NVSlice *slice);

#endif /* HW_NV_FIFO_PBDMA_SCHEDULER_H */
