/*
 * NVIDIA GPU: what PGRAPH does in more than one slice of the FIFO's work
 *
 * A method that starts a copy or a drawing does as much of it as the run's
 * budget allows.  What is left is the operation under way: PGRAPH takes no
 * methods until the FIFO has given it enough budget in nv_graph_work().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"

static NVGraphWork *const nv_graph_ops[NV_GRAPH_OP__MAX] = {
    [NV_GRAPH_OP_COPY] = nv_m2mf_work,
    [NV_GRAPH_OP_SOLID] = nv_solid_work,
    [NV_GRAPH_OP_BLIT] = nv_blit_work,
    [NV_GRAPH_OP_SIFM] = nv_sifm_work,
    [NV_GRAPH_OP_CLEAR] = nv_clear_work,
    [NV_GRAPH_OP_NV50_COPY] = nv50_m2mf_work,
    [NV_GRAPH_OP_NV50_SOLID] = nv50_solid_work,
    [NV_GRAPH_OP_NV50_BLIT] = nv50_blit_work,
    [NV_GRAPH_OP_NV50_CLEAR] = nv50_clear_work,
};

/* False: the operation isn't at its end. */
static bool nv_graph_continue(NVGPU *gpu, int64_t *budget)
{
    NVGraphOp *op = &gpu->graph->op;
    uint8_t kind = op->kind;
    NVDmaFault fault = {};

    if (!nv_graph_ops[kind](gpu, budget, &fault)) {
        return false;
    }
    op->kind = NV_GRAPH_OP_NONE;
    gpu->chip->graph->family->done(gpu, kind, op->nsource, &fault);
    return true;
}

void nv_graph_start(NVGPU *gpu, const NVGraphOp *op)
{
    gpu->graph->op = *op;
    nv_graph_continue(gpu, &gpu->graph->budget);
}

void nv_graph_spend(NVGPU *gpu, int64_t units)
{
    gpu->graph->budget -= units;
    if (gpu->graph->budget < 0) {
        gpu->graph->overspent -= gpu->graph->budget;
        gpu->graph->budget = 0;
    }
}

void nv_graph_work(NVGPU *gpu, int64_t *budget)
{
    NVGraph *graph = gpu->graph;
    int64_t paid = MIN(graph->overspent, MAX(*budget, 0));
    bool busy = nv_graph_busy(gpu);

    graph->overspent -= paid;
    *budget -= paid;
    if (graph->op.kind != NV_GRAPH_OP_NONE && *budget > 0) {
        nv_graph_continue(gpu, budget);
    }
    if (unlikely(graph->unloading) && !nv_graph_busy(gpu)) {
        graph->unloading = false;
        nv_graph_leave(gpu);
    }
    if (busy && nv_graph_accepts(gpu)) {
        gpu->chip->graph->family->notify(gpu);
    }
}
