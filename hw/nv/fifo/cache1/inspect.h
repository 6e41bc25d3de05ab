/*
 * NVIDIA GPU: PFIFO as a debugger sees it: cards with CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_INSPECT_H
#define HW_NV_FIFO_CACHE1_INSPECT_H

#include "hw/nv/fifo/inspect.h"

extern const NVFifoInspectChip nv01_fifo_inspect, nv04_fifo_inspect,
                               nv50_fifo_inspect;

#endif /* HW_NV_FIFO_CACHE1_INSPECT_H */
