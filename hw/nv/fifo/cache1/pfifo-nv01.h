/*
 * NVIDIA GPU: tables in instance memory before NV04
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_PFIFO_NV01_H
#define HW_NV_FIFO_CACHE1_PFIFO_NV01_H

#include "state.h"

/* The tables' places in instance memory, before NV04 */
NVInstArea nv01_ramht(NVGPU *gpu);
NVInstArea nv01_ramro(NVGPU *gpu);
NVInstArea nv01_ramfc(NVGPU *gpu);
NVInstArea nv03_ramht(NVGPU *gpu);
NVInstArea nv03_ramro(NVGPU *gpu);
NVInstArea nv03_ramfc(NVGPU *gpu);

#endif /* HW_NV_FIFO_CACHE1_PFIFO_NV01_H */
