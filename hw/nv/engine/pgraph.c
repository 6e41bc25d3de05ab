/*
 * NVIDIA GPU: PGRAPH: registers, life, snapshots
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "context.h"
#include "error.h"
#include "graph.h"
#include "object.h"
#include "operation.h"
#include "pgraph.h"
#include "hw/nv/engine/nv04/pgraph.h"
#include "hw/nv/engine/nv50/context.h"
#include "hw/nv/engine/nvc0/graph.h"
#include "hw/nv/engine/nvc0/macro.h"
#include "migration/vmstate.h"

/* --- Interrupts ------------------------------------------------------- */

void nv_pgraph_intr_en_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pgraph_update_intr(gpu);
}

/* --- FIFO and STATUS -------------------------------------------------- */

void nv_pgraph_fifo_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (val & R_NV_PGRAPH_FIFO_ACCESS_MASK) {
        nv_engine_wake(gpu);
    }
}

/* While FIFO is off, methods in the queue don't make PGRAPH busy. */
uint32_t nv_pgraph_status_read(NVGPU *gpu, uint32_t addr)
{
    bool fed = FIELD_EX32(NV_R(gpu, NV_PGRAPH_FIFO), NV_PGRAPH_FIFO,
                          ACCESS) &&
               nv_engine_queued(gpu, NV_ENGINE_GRAPH);

    return nv_graph_busy(gpu) || fed || NV_FAULTY(gpu, BUSY)
        ? R_NV_PGRAPH_STATUS_BUSY_MASK : 0;
}

/* --- CTXCTL's program, NV40:NVC0 -------------------------------------- */

void nv_ctxctl_ucode_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t *index = &NV_R(gpu, NV_PGRAPH_CTXCTL_UCODE_INDEX);

    gpu->graph->ctxctl_code[*index % NV_CTXCTL_CODE_WORDS] = val;
    ++*index;
}

/* --- Life ------------------------------------------------------------- */

bool nv_pgraph_realize(NVGPU *gpu, Error **errp)
{
    nv_regs_init(gpu, &gpu->graph->regs, gpu->chip->graph->regs);
    nv_graph_object_init(gpu);
    return true;
}

void nv_pgraph_reset(NVGPU *gpu)
{
    nv_regs_reset(&gpu->graph->regs);
    nv_graph_context_reset(gpu);
    gpu->graph->op = (NVGraphOp) { };
    gpu->graph->overspent = 0;
    gpu->graph->method_addr = 0;
    gpu->graph->method_data = 0;
    gpu->graph->binding.id = UINT32_MAX;
    nv_engine_forget_queue(gpu, NV_ENGINE_GRAPH);
    nv_pgraph_update_intr(gpu);
}

void nv_pgraph_exit(NVGPU *gpu)
{
    nv_graph_object_exit(gpu);
    nv_regs_exit(&gpu->graph->regs);
}

bool nv_pgraph_post_load(NVGPU *gpu, int version_id)
{
    NVGraph *graph = gpu->graph;

    graph->binding.id = UINT32_MAX;
    return nv_graph_op_is_sane(gpu) && graph->overspent >= 0 &&
           (graph->chid < gpu->chip->fifo->channels ||
            graph->chid == NV_GRAPH_NO_CHANNEL);
}

/* The registers are saved with the device's. */
const VMStateDescription nv_vmstate_graph = {
    .name = "nv-gpu/graph",
    .version_id = 2,
    .minimum_version_id = 2,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(chid, NVGraph),
        VMSTATE_UINT32_ARRAY(ctxctl_code, NVGraph, NV_CTXCTL_CODE_WORDS),
        VMSTATE_STRUCT(op, NVGraph, 2, nv_vmstate_graph_op, NVGraphOp),
        VMSTATE_INT64(overspent, NVGraph),
        VMSTATE_UINT32(method_addr, NVGraph),
        VMSTATE_UINT32(method_data, NVGraph),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription *const[]) {
        &nv50_vmstate_graph,
        &nvc0_vmstate_graph,
        &nvc0_vmstate_macro,
        &nv04_vmstate_graph_pipe,
        &nv04_vmstate_graph_zpass,
        NULL
    },
};
