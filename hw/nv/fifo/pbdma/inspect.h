/*
 * NVIDIA GPU: PFIFO as a debugger sees it, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_INSPECT_H
#define HW_NV_FIFO_PBDMA_INSPECT_H

#include "hw/nv/fifo/inspect.h"

extern const NVFifoInspectChip nvc0_fifo_inspect;

#endif /* HW_NV_FIFO_PBDMA_INSPECT_H */
