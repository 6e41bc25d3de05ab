/*
 * NVIDIA GPU: the null engine of empty subchannels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

/* In place of engines that a card has and the model lacks */

static bool nv_null_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                         uint32_t inst)
{
    nv_report_method(gpu, nv_ramin_read32(gpu, inst) &
                     gpu->chip->fifo->class_mask, 0, inst, 1);
    return true;
}

static bool nv_null_select(NVGPU *gpu, unsigned chid, unsigned subc)
{
    return true;
}

static uint32_t nv_null_run(NVGPU *gpu, const NVRun *run)
{
    if (!run->step) {
        nv_report_method(gpu, 0, run->mthd, run->data[0], run->count);
        return run->count;
    }
    for (uint32_t i = 0; i < run->count; i++) {
        nv_report_method(gpu, 0, run->mthd + i * run->step, run->data[i], 1);
    }
    return run->count;
}

static bool nv_null_idle(NVGPU *gpu, unsigned chid)
{
    return true;
}

static bool nv_null_busy(NVGPU *gpu)
{
    return false;
}

const NVEngine nv_engine_null = {
    .name = "null",
    .bind = nv_null_bind,
    .select = nv_null_select,
    .run = nv_null_run,
    .idle = nv_null_idle,
    .busy = nv_null_busy,
};
