/*
 * NVIDIA GPU: instance memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_RAMIN_H
#define HW_NV_MEMORY_RAMIN_H

#include "hw/nv/memory.h"

/** nv_ramin_begin: start to count changes of instance memory */
void nv_ramin_begin(NVGPU *gpu);

#endif /* HW_NV_MEMORY_RAMIN_H */
