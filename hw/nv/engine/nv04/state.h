/*
 * NVIDIA GPU: PGRAPH's state, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_STATE_H
#define HW_NV_ENGINE_NV04_STATE_H

#include "hw/nv/engine/graph.h"

/** Words of the 3D pipeline's state behind PIPE_ADDRESS, NV10:NV20 */
#define NV_GRAPH_PIPE_WORDS 0x2000

/** Largest number of channels, NV04:NV50 */
#define NV_GRAPH_CHANNELS 32

/**
 * struct NVContextTable - the registers that contexts contain, NV20:NV40
 *
 * @words: the registers' words
 * @count: their number
 */
typedef struct NVContextTable {
    NVContextWord *words;
    unsigned count;
} NVContextTable;

/**
 * struct NV04Graph - PGRAPH's state beyond its registers, NV04:NV50
 *
 * @graph: what all families have
 * @pipe: the state behind PIPE_ADDRESS, NV10:NV20
 * @table: which registers a context in memory contains, NV20:NV40
 * @zpass: each channel's counter of pixels drawn while QUERY_ENABLE is set,
 *         NV20:NV50
 *
 * Not saved (nv_vmstate_graph does it): @graph
 * Not saved (follows from the options): @table
 */
typedef struct NV04Graph {
    NVGraph graph;
    uint32_t pipe[NV_GRAPH_PIPE_WORDS];
    NVContextTable table;
    uint32_t zpass[NV_GRAPH_CHANNELS];
} NV04Graph;

/** nv04_graph_of: a device's, which must have one */
static inline NV04Graph *nv04_graph_of(NVGPU *gpu)
{
    return container_of(gpu->graph, NV04Graph, graph);
}

#endif /* HW_NV_ENGINE_NV04_STATE_H */
