/*
 * NVIDIA GPU: PGRAPH's contexts: whose are in the registers
 *
 * The registers hold the context of one channel; where the others are is the
 * family's matter.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "context.h"
#include "family.h"
#include "graph.h"
#include "hw/nv/engine/nv04/context.h"
#include "trace/trace-hw_nv.h"

void nv_graph_context_reset(NVGPU *gpu)
{
    NVGraph *graph = gpu->graph;

    graph->chid = NV_GRAPH_NO_CHANNEL;
    memset(graph->ctxctl_code, 0, sizeof(graph->ctxctl_code));
    graph->unloading = false;
}

void nv_graph_leave(NVGPU *gpu)
{
    if (gpu->graph->chid != NV_GRAPH_NO_CHANNEL) {
        gpu->chip->graph->family->leave(gpu);
        gpu->graph->chid = NV_GRAPH_NO_CHANNEL;
    }
}

static bool nv_graph_is_there(NVGPU *gpu, unsigned chid)
{
    const NVGraphContexts *contexts = gpu->chip->graph->contexts;

    return contexts && contexts->is_there && contexts->is_there(gpu, chid);
}

static bool G_GNUC_NO_INLINE nv_graph_switch(NVGPU *gpu, unsigned chid,
                                             unsigned subc)
{
    const NVGraphFamily *family = gpu->chip->graph->family;

    chid %= gpu->chip->fifo->channels;
    if (nv_graph_is_there(gpu, chid)) {
        trace_nv_pgraph_channel(chid, gpu->graph->chid);
        gpu->graph->chid = chid;
        return true;
    }
    if (family->ready && !family->ready(gpu, chid, subc)) {
        return false;
    }
    trace_nv_pgraph_channel(chid, gpu->graph->chid);
    nv_graph_leave(gpu);
    gpu->graph->chid = chid;
    family->enter(gpu, chid);
    return gpu->graph->chid == chid;
}

bool nv_graph_enter(NVGPU *gpu, unsigned chid, unsigned subc)
{
    return likely(chid == gpu->graph->chid) ||
           nv_graph_switch(gpu, chid, subc);
}
