/*
 * NVIDIA GPU: RAMHT as a debugger sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_LOOK_RAMHT_H
#define HW_NV_FIFO_CACHE1_LOOK_RAMHT_H

#include "hw/nv/fifo/look.h"

extern const NVRamhtLook nv_ramht_look;

#endif /* HW_NV_FIFO_CACHE1_LOOK_RAMHT_H */
