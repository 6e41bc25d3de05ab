/*
 * NVIDIA GPU: RAMHT as a debugger sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_INSPECT_RAMHT_H
#define HW_NV_FIFO_CACHE1_INSPECT_RAMHT_H

#include "hw/nv/fifo/inspect.h"

extern const NVRamhtView nv_ramht_inspect;

#endif /* HW_NV_FIFO_CACHE1_INSPECT_RAMHT_H */
