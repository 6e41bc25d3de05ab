/*
 * NVIDIA GPU: work of PGRAPH that takes more than one slice
 *
 * A method that starts a copy or a drawing does as much of it as the run's
 * budget allows.  The rest becomes the operation under way: PGRAPH takes no
 * methods until the FIFO has given nv_graph_go_on() enough budget for it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "family.h"
#include "graph.h"
#include "operation.h"
#include "migration/vmstate.h"

static void nv_graph_continue(NVGPU *gpu, int64_t *budget)
{
    NVGraphOp *op = &gpu->graph->op;
    const NVGraphOpInfo *info = &gpu->chip->graph->family->ops[op->kind];
    NVDmaFault fault = {};

    if (info->work(gpu, budget, &fault)) {
        op->kind = NV_GRAPH_OP_NONE;
        info->done(gpu, op->nsource, &fault);
    }
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

void nv_graph_go_on(NVGPU *gpu, int64_t *budget)
{
    NVGraph *graph = gpu->graph;
    int64_t paid = MIN(graph->overspent, MAX(*budget, 0));

    graph->overspent -= paid;
    *budget -= paid;
    if (graph->op.kind != NV_GRAPH_OP_NONE && *budget > 0) {
        nv_graph_continue(gpu, budget);
    }
}

/* --- Snapshots -------------------------------------------------------- */

/*
 * Coordinates have 18 bits; values here may be a coordinate plus a size of 16
 * bits, or the difference of two.
 */
bool nv_graph_op_is_sane(NVGPU *gpu)
{
    const NVGraphOpInfo *ops = gpu->chip->graph->family->ops;
    const NVGraphOp *op = &gpu->graph->op;
    const int32_t max = 1 << 18;

    for (unsigned i = 0; i < NV_SHAPE_POINTS; i++) {
        if (op->x[i] < -max || op->x[i] > max || op->y[i] < -max ||
            op->y[i] > max) {
            return false;
        }
    }
    return op->shape < NV_SHAPE__MAX &&
           op->kind < NV_GRAPH_OP__MAX &&
           (op->kind == NV_GRAPH_OP_NONE || ops[op->kind].work) &&
           op->x0 >= -max && op->x0 <= op->x1 && op->x1 <= max &&
           op->y0 >= -max && op->y0 <= op->y1 && op->y1 <= max &&
           op->dx >= -max && op->dx <= max &&
           op->dy >= -max && op->dy <= max;
}

const VMStateDescription nv_vmstate_graph_op = {
    .name = "nv-gpu/graph/op",
    .version_id = 2,
    .minimum_version_id = 2,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(kind, NVGraphOp),
        VMSTATE_UINT8(shape, NVGraphOp),
        VMSTATE_UINT8(part, NVGraphOp),
        VMSTATE_UINT32(line, NVGraphOp),
        VMSTATE_UINT32(pos, NVGraphOp),
        VMSTATE_INT32(x0, NVGraphOp),
        VMSTATE_INT32(y0, NVGraphOp),
        VMSTATE_INT32(x1, NVGraphOp),
        VMSTATE_INT32(y1, NVGraphOp),
        VMSTATE_INT32_ARRAY(x, NVGraphOp, NV_SHAPE_POINTS),
        VMSTATE_INT32_ARRAY(y, NVGraphOp, NV_SHAPE_POINTS),
        VMSTATE_INT32(dx, NVGraphOp),
        VMSTATE_INT32(dy, NVGraphOp),
        VMSTATE_BOOL(left, NVGraphOp),
        VMSTATE_BOOL(up, NVGraphOp),
        VMSTATE_UINT32(nsource, NVGraphOp),
        VMSTATE_END_OF_LIST()
    },
};
