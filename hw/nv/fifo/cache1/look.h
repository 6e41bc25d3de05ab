/*
 * NVIDIA GPU: PFIFO as a debugger sees it: cards with CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_LOOK_H
#define HW_NV_FIFO_CACHE1_LOOK_H

#include "hw/nv/fifo/look.h"

extern const NVFifoLookChip nv01_fifo_look, nv04_fifo_look, nv50_fifo_look;

#endif /* HW_NV_FIFO_CACHE1_LOOK_H */
