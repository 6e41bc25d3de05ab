/*
 * NVIDIA GPU: what engines may call of PFIFO
 *
 * Engines know nothing else of PFIFO, and PFIFO knows nothing of engines but
 * struct NVEngine.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

void nv_engine_wake(NVGPU *gpu)
{
    gpu->engine_host->wake(gpu);
}

void nv_engine_poll(NVGPU *gpu)
{
    gpu->engine_host->poll(gpu);
}

void nv_engine_forget_queue(NVGPU *gpu, NVEngineId id)
{
    gpu->engine_host->forget_queue(gpu, id);
}

unsigned nv_engine_queued(NVGPU *gpu, NVEngineId id)
{
    return gpu->engine_host->queued(gpu, id);
}

uint32_t nv_channel_block(NVGPU *gpu, unsigned chid)
{
    return gpu->engine_host->block(gpu, chid);
}

int nv_channel_of_block(NVGPU *gpu, uint32_t block)
{
    return block ? gpu->engine_host->of_block(gpu, block) : -1;
}

uint32_t nv_channel_grctx(NVGPU *gpu, unsigned chid)
{
    return gpu->engine_host->grctx(gpu, chid);
}
