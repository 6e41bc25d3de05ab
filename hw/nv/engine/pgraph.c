/*
 * NVIDIA GPU: PGRAPH
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"

static const NVRegBlock nv_pgraph_block = {
    .unit = "PGRAPH", .base = 0x400000, .size = 0x2000,
};

static bool nv_graph_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t inst)
{
    return true;
}

static uint32_t nv_graph_run(NVGPU *gpu, const NVRun *run)
{
    return run->count;
}

static bool nv_graph_idle(NVGPU *gpu, unsigned chid)
{
    return true;
}

static bool nv_graph_busy(NVGPU *gpu)
{
    return false;
}

static void nv_graph_work(NVGPU *gpu, int64_t *budget)
{
}

const NVEngine nv_engine_graph = {
    .name = "PGRAPH",
    .bind = nv_graph_bind,
    .run = nv_graph_run,
    .idle = nv_graph_idle,
    .busy = nv_graph_busy,
    .work = nv_graph_work,
};

static bool nv_pgraph_realize(NVGPU *gpu, Error **errp)
{
    nv_regs_init(gpu, &gpu->graph.regs, &nv_pgraph_block);
    return true;
}

static void nv_pgraph_reset(NVGPU *gpu)
{
    nv_regs_reset(&gpu->graph.regs);
}

static void nv_pgraph_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->graph.regs);
}

const NVUnit nv_unit_pgraph = {
    .name = "PGRAPH",
    .realize = nv_pgraph_realize,
    .reset = nv_pgraph_reset,
    .exit = nv_pgraph_exit,
};

const VMStateDescription nv_vmstate_graph = {
    .name = "nv-gpu/graph",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_END_OF_LIST()
    },
};
