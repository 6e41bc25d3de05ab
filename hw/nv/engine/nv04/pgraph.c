/*
 * NVIDIA GPU: PGRAPH: registers that act, life, snapshots, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "context.h"
#include "pgraph.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/pgraph.h"
#include "hw/nv/engine/saved.h"
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

/* --- Life ------------------------------------------------------------- */

static bool nv04_pgraph_realize(NVGPU *gpu, Error **errp)
{
    const NVGraphContexts *contexts = gpu->chip->graph->contexts;

    if (!nv_pgraph_realize(gpu, errp)) {
        return false;
    }
    if (contexts && contexts->init) {
        contexts->init(gpu);
    }
    return true;
}

static void nv04_pgraph_reset(NVGPU *gpu)
{
    NV04Graph *graph = nv04_graph_of(gpu);

    memset(graph->pipe, 0, sizeof(graph->pipe));
    memset(graph->zpass, 0, sizeof(graph->zpass));
    nv_pgraph_reset(gpu);
}

/* It becomes idle, which the puller may be waiting for. */
static void nv04_pgraph_disable(NVGPU *gpu)
{
    nv04_pgraph_reset(gpu);
    nv_engine_wake(gpu);
}

static void nv04_pgraph_exit(NVGPU *gpu)
{
    g_clear_pointer(&nv04_graph_of(gpu)->table.words, g_free);
    nv_pgraph_exit(gpu);
}

const NVUnit nv_unit_pgraph = {
    .name = "PGRAPH",
    .state = offsetof(NVGPU, graph),
    .size = sizeof(NV04Graph),
    .realize = nv04_pgraph_realize,
    .reset = nv04_pgraph_reset,
    .enable = R_NV_PMC_ENABLE_PGRAPH_MASK,
    .disable = nv04_pgraph_disable,
    .exit = nv04_pgraph_exit,
    .post_load = nv_pgraph_post_load,
};

/* --- Snapshots -------------------------------------------------------- */

static bool nv_pipe_needed(void *opaque)
{
    const NV04Graph *graph = opaque;

    return nv04_graph_is(&graph->graph) &&
           !buffer_is_zero(graph->pipe, sizeof(graph->pipe));
}

const VMStateDescription nv04_vmstate_graph_pipe = {
    .name = "nv-gpu/graph/pipe",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pipe_needed,
    .pre_load = nv04_graph_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(pipe, NV04Graph, NV_GRAPH_PIPE_WORDS),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_zpass_needed(void *opaque)
{
    const NV04Graph *graph = opaque;

    return nv04_graph_is(&graph->graph) &&
           !buffer_is_zero(graph->zpass, sizeof(graph->zpass));
}

const VMStateDescription nv04_vmstate_graph_zpass = {
    .name = "nv-gpu/graph/zpass",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_zpass_needed,
    .pre_load = nv04_graph_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(zpass, NV04Graph, NV_GRAPH_CHANNELS),
        VMSTATE_END_OF_LIST()
    },
};
