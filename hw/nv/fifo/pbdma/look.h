/*
 * NVIDIA GPU: PFIFO as a debugger sees it, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_LOOK_H
#define HW_NV_FIFO_PBDMA_LOOK_H

#include "hw/nv/fifo/look.h"

extern const NVFifoLookChip nvc0_fifo_look;

#endif /* HW_NV_FIFO_PBDMA_LOOK_H */
