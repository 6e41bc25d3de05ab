/*
 * NVIDIA GPU: PGRAPH executes no methods yet, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "nvc0-pgraph.h"

bool nvc0_graph_bind(NVGPU *gpu, unsigned subc, uint32_t class)
{
    gpu->regs[R_NVC0_PGRAPH_DISPATCH_CTX_CACHE + subc % 8] = class;
    return true;
}

uint32_t nvc0_graph_run(NVGPU *gpu, const NVRun *run)
{
    return run->count;
}

bool nvc0_graph_busy(NVGPU *gpu)
{
    return false;
}

void nvc0_graph_work(NVGPU *gpu, int64_t *budget)
{
    --*budget;
}

void nvc0_graph_reset(NVGPU *gpu)
{
}

unsigned nvc0_graph_state_words(NVGPU *gpu)
{
    return 0;
}

uint32_t nvc0_graph_state_read(NVGPU *gpu, unsigned i)
{
    return 0;
}

void nvc0_graph_state_write(NVGPU *gpu, unsigned i, uint32_t val)
{
}

void nvc0_graph_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PGRAPH_MASK,
                    NV_R(gpu, NVC0_PGRAPH_INTR) &
                    NV_R(gpu, NVC0_PGRAPH_INTR_EN));
}

void nvc0_graph_set_channel(NVGPU *gpu, uint32_t block)
{
}

void nvc0_graph_inject(NVGPU *gpu, uint32_t class, uint32_t mthd,
                       uint32_t data)
{
}

bool nvc0_graph_stuck(NVGPU *gpu)
{
    return false;
}
