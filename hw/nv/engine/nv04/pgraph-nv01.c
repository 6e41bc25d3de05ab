/*
 * NVIDIA GPU: PGRAPH before NV04, as the puller sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/fifo-regs-nv01.h"

/*
 * It takes contexts and methods while it is open, and keeps track of its
 * context, but draws nothing: each method is reported.
 */

static bool nv01_graph_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                            uint32_t ctx)
{
    NV_R(gpu, NV01_PGRAPH_CTX_SWITCH) = ctx;
    return true;
}

static bool nv01_graph_takes_methods(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV01_PGRAPH_ACCESS), NV01_PGRAPH_ACCESS, FIFO);
}

static bool nv01_graph_select(NVGPU *gpu, unsigned chid, unsigned subc)
{
    return nv01_graph_takes_methods(gpu);
}

static uint32_t nv01_graph_run(NVGPU *gpu, const NVRun *run)
{
    uint32_t ctx = NV_R(gpu, NV01_PGRAPH_CTX_SWITCH);
    unsigned type = FIELD_EX32(ctx, NV01_PFIFO_CACHE1_CTX, TYPE);

    for (uint32_t i = 0; i < run->count; i++) {
        nv_report_method(gpu, type, run->mthd + i * run->step, run->data[i],
                         1);
    }
    return run->count;
}

static bool nv01_graph_idle(NVGPU *gpu, unsigned chid)
{
    return true;
}

static bool nv01_graph_busy(NVGPU *gpu)
{
    return false;
}

static NVStuck nv01_graph_stuck(NVGPU *gpu)
{
    return nv01_graph_takes_methods(gpu) ? NV_STUCK_NOT : NV_STUCK_FROZEN;
}

static void nv01_graph_work(NVGPU *gpu, int64_t *budget)
{
}

const NVEngine nv_engine_nv01_graph = {
    .name = "PGRAPH",
    .bind = nv01_graph_bind,
    .select = nv01_graph_select,
    .run = nv01_graph_run,
    .idle = nv01_graph_idle,
    .busy = nv01_graph_busy,
    .work = nv01_graph_work,
    .stuck = nv01_graph_stuck,
};

/* --- Registers -------------------------------------------------------- */

static void nv01_graph_access_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_engine_wake(gpu);
}

static const NVRegInfo nv01_graph_rows[] = {
    NV_STORAGE(NV01_PGRAPH_CTX_SWITCH),
    NV_ROW(NV01_PGRAPH_ACCESS, .rw = R_NV01_PGRAPH_ACCESS_FIFO_MASK,
           .write = nv01_graph_access_write),
};

static const NVRegBlock nv01_graph_regs = NV_REG_BLOCK(
    "PGRAPH", 0x400000, 0x1000, nv01_graph_rows);

/* Whatever number is used, it is this engine, see the chipset's table. */
static void nv01_graph_reset(NVGPU *gpu)
{
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        nv_engine_forget_queue(gpu, id);
    }
}

/* It becomes idle, which the puller may be waiting for. */
static void nv01_graph_disable(NVGPU *gpu)
{
    nv_unit_reset(gpu, &nv_unit_nv01_pgraph);
    nv_engine_wake(gpu);
}

const NVUnit nv_unit_nv01_pgraph = {
    .name = "PGRAPH",
    .state = offsetof(NVGPU, graph),
    .size = sizeof(NVGraph),
    .blocks = (const NVUnitBlock[]) { { &nv01_graph_regs }, { } },
    .reset = nv01_graph_reset,
    .enable = R_NV_PMC_ENABLE_PGRAPH_MASK,
    .disable = nv01_graph_disable,
};
