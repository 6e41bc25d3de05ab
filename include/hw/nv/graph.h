/*
 * NVIDIA GPU: PGRAPH and the objects that it executes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_GRAPH_H
#define HW_NV_GRAPH_H

#include "hw/nv/engine.h"
#include "hw/nv/memory.h"
#include "hw/nv/regs.h"

typedef struct NVGraph {
    NVRegFile regs;
} NVGraph;

extern const VMStateDescription nv_vmstate_graph;

#endif /* HW_NV_GRAPH_H */
