/*
 * NVIDIA GPU: what a debugger sees of a page table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_INSPECT_WALK_H
#define HW_NV_MEMORY_INSPECT_WALK_H

#include "hw/nv/memory.h"
#include "hw/nv/vm.h"

/** nv_walk_add: append an entry to a walk */
static inline void nv_walk_add(NVWalk *walk, NVWalkLevel level)
{
    if (walk->levels < NV_WALK_LEVELS) {
        walk->level[walk->levels++] = level;
    }
}

#endif /* HW_NV_MEMORY_INSPECT_WALK_H */
