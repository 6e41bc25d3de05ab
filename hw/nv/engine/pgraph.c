/*
 * NVIDIA GPU: PGRAPH: registers, life, snapshots
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "context.h"
#include "error.h"
#include "pgraph.h"
#include "hw/nv/engine/nv50/context.h"
#include "hw/nv/engine/nvc0/graph.h"
#include "hw/nv/engine/nvc0/macro.h"
#include "migration/vmstate.h"

/* --- Interrupts ------------------------------------------------------- */

/* Acknowledging an interrupt also clears the registers with its reason. */
void nv_pgraph_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t *nsource = &NV_R(gpu, NV_PGRAPH_NSOURCE);

    if (val & R_NV_PGRAPH_INTR_NOTIFY_MASK) {
        *nsource &= ~NV_NSOURCE(NOTIFICATION);
    }
    if (val & R_NV_PGRAPH_INTR_BUFFER_NOTIFY_MASK) {
        *nsource &= ~NV_NSOURCE(BFR_NOTIFICATION);
    }
    if (val & gpu->chip->graph->intr_error) {
        *nsource &= NV_NSOURCE(NOTIFICATION) | NV_NSOURCE(BFR_NOTIFICATION);
        NV_R(gpu, NV_PGRAPH_NSTATUS) = 0;
    }
    nv_pgraph_update_intr(gpu);
}

void nv_pgraph_intr_en_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pgraph_update_intr(gpu);
}

/* --- DEBUG_0, NV04:NV10 ----------------------------------------------- */

/* State of the next primitive */
static void nv_graph_reset_drawing(NVGPU *gpu)
{
    NV_R(gpu, NV_PGRAPH_XY_A) &= 1 << 20;
    NV_R(gpu, NV_PGRAPH_XY_B0) = 0;
    NV_R(gpu, NV_PGRAPH_XY_B1) = 0;
    NV_R(gpu, NV_PGRAPH_XY_C) &= ~0x1100;
    NV_R(gpu, NV_PGRAPH_XY_D0) &= ~0xff;
    NV_R(gpu, NV_PGRAPH_XY_D1) &= ~0xff;
    for (unsigned i = 0; i < 4; i++) {
        gpu->regs[R_NV_PGRAPH_XY_CLIP + i] = 0x55555555;
    }
    NV_R(gpu, NV_PGRAPH_VALID) = 0;
    NV_R(gpu, NV_PGRAPH_VALID2) = 0;
    NV_R(gpu, NV_PGRAPH_MISC24_0) = 0;
    NV_R(gpu, NV_PGRAPH_MISC24_1) = 0;
    NV_R(gpu, NV_PGRAPH_MISC24_2) = 0;
}

/* Surfaces then cover all of video memory. */
static void nv_graph_reset_surfaces(NVGPU *gpu)
{
    for (unsigned i = 0; i < NV_GRAPH_SURFACES; i++) {
        gpu->regs[R_NV_PGRAPH_SURF_OFFSET + i] = 0;
        gpu->regs[R_NV_PGRAPH_SURF_BASE + i] = 0;
        gpu->regs[R_NV_PGRAPH_SURF_LIMIT + i] =
            gpu->chip->graph->surf_offset_mask | 0xf;
    }
    for (unsigned i = 0; i < NV_GRAPH_PITCHES; i++) {
        gpu->regs[R_NV_PGRAPH_SURF_PITCH + i] = 0;
    }
    NV_R(gpu, NV_PGRAPH_SURF_SWIZZLE) = 0;
    gpu->regs[R_NV_PGRAPH_SURF_SWIZZLE + 1] = 0;
    NV_R(gpu, NV_PGRAPH_LIMIT_VIOL_PIX) = 0;
    NV_R(gpu, NV_PGRAPH_LIMIT_VIOL_Z) = 0;
}

/* Source: hwtest's pgraph_state.cc, Nv4DebugARegister. */
void nv_pgraph_debug_0_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (val & (R_NV_PGRAPH_DEBUG_0_RESET_MASK |
               R_NV_PGRAPH_DEBUG_0_RESET_DRAWING_MASK)) {
        nv_graph_reset_drawing(gpu);
    }
    if (val & (R_NV_PGRAPH_DEBUG_0_RESET_MASK |
               R_NV_PGRAPH_DEBUG_0_RESET_SURFACES_MASK)) {
        nv_graph_reset_surfaces(gpu);
    }
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

/* --- Life ------------------------------------------------------------- */

static bool nv_pgraph_realize(NVGPU *gpu, Error **errp)
{
    nv_regs_init(gpu, &gpu->graph->regs, gpu->chip->graph->regs);
    nv_graph_context_init(gpu);
    nv_graph_object_init(gpu);
    return true;
}

static void nv_pgraph_reset(NVGPU *gpu)
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

/* It becomes idle, which the puller may be waiting for. */
static void nv_pgraph_disable(NVGPU *gpu)
{
    nv_pgraph_reset(gpu);
    nv_engine_wake(gpu);
}

static void nv_pgraph_exit(NVGPU *gpu)
{
    nv_graph_object_exit(gpu);
    nv_graph_context_exit(gpu);
    nv_regs_exit(&gpu->graph->regs);
}

static bool nv_pgraph_post_load(NVGPU *gpu, int version_id)
{
    NVGraph *graph = gpu->graph;

    graph->binding.id = UINT32_MAX;
    return nv_graph_op_is_sane(gpu) && graph->overspent >= 0 &&
           (graph->chid < gpu->chip->fifo->channels ||
            graph->chid == NV_GRAPH_NO_CHANNEL);
}

const NVUnit nv_unit_pgraph = {
    .name = "PGRAPH",
    .state = offsetof(NVGPU, graph),
    .size = sizeof(NVGraph),
    .realize = nv_pgraph_realize,
    .reset = nv_pgraph_reset,
    .enable = R_NV_PMC_ENABLE_PGRAPH_MASK,
    .disable = nv_pgraph_disable,
    .exit = nv_pgraph_exit,
    .post_load = nv_pgraph_post_load,
};

static bool nv_pipe_needed(void *opaque)
{
    const NVGraph *graph = opaque;

    return !buffer_is_zero(graph->pipe, sizeof(graph->pipe));
}

static const VMStateDescription nv_vmstate_graph_pipe = {
    .name = "nv-gpu/graph/pipe",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pipe_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(pipe, NVGraph, NV_GRAPH_PIPE_WORDS),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_zpass_needed(void *opaque)
{
    const NVGraph *graph = opaque;

    return !buffer_is_zero(graph->zpass, sizeof(graph->zpass));
}

static const VMStateDescription nv_vmstate_graph_zpass = {
    .name = "nv-gpu/graph/zpass",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_zpass_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(zpass, NVGraph, NV_GRAPH_CHANNELS),
        VMSTATE_END_OF_LIST()
    },
};

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
        &nv_vmstate_graph_pipe,
        &nv_vmstate_graph_zpass,
        NULL
    },
};
