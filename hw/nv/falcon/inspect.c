/*
 * NVIDIA GPU: falcons as a debugger sees them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/util.h"
#include "state.h"
#include "hw/nv/falcon.h"

unsigned nv_falcon_count(NVGPU *gpu)
{
    unsigned count = 0;

    while (gpu->falcons[count]) {
        count++;
    }
    return count;
}

static NvFalconState nv_falcon_inspect_state(const NVFalcon *falcon)
{
    static const NvFalconState states[] = {
        [NV_FALCON_STOPPED] = NV_FALCON_STATE_STOPPED,
        [NV_FALCON_RUNNING] = NV_FALCON_STATE_RUNNING,
        [NV_FALCON_SLEEPING] = NV_FALCON_STATE_SLEEPING,
    };

    return falcon->faulted ? NV_FALCON_STATE_FAULTED : states[falcon->state];
}

NvFalcon *nv_falcon_inspect(NVGPU *gpu, unsigned index)
{
    const NVFalcon *falcon = gpu->falcons[index];
    NvFalcon *answer = g_new(NvFalcon, 1);

    *answer = (NvFalcon) {
        .falcon = index,
        .unit = g_strdup(falcon->chip->regs->unit),
        .base = falcon->chip->regs->base,
        .state = nv_falcon_inspect_state(falcon),
        .pc = falcon->pc,
        .code_size = falcon->chip->code_size,
        .data_size = falcon->chip->data_size,
    };
    return answer;
}

NvFalconRegisters *nv_falcon_inspect_registers(NVGPU *gpu, unsigned index)
{
    const NVFalcon *falcon = gpu->falcons[index];
    NvFalconRegisters *answer = g_new(NvFalconRegisters, 1);
    uint32List **tail = &answer->r;

    *answer = (NvFalconRegisters) {
        .state = nv_falcon_inspect_state(falcon),
        .iv0 = falcon->iv[0],
        .iv1 = falcon->iv[1],
        .tv = falcon->tv,
        .sp = falcon->sp,
        .pc = falcon->pc,
        .xcbase = falcon->xcbase,
        .xdbase = falcon->xdbase,
        .flags = falcon->flags,
        .xtargets = falcon->xtargets,
        .tstatus = falcon->tstatus,
        .pending = falcon->pending,
        .fifo = falcon->fifo_count,
    };
    for (unsigned i = 0; i < ARRAY_SIZE(falcon->r); i++) {
        QAPI_LIST_APPEND(tail, falcon->r[i]);
    }
    return answer;
}

uint32_t nv_falcon_inspect_size(NVGPU *gpu, unsigned index, bool code)
{
    const NVFalconChip *chip = gpu->falcons[index]->chip;

    return code ? chip->code_size : chip->data_size;
}

uint32_t nv_falcon_inspect_word(NVGPU *gpu, unsigned index, bool code,
                                uint32_t addr)
{
    const NVFalcon *falcon = gpu->falcons[index];

    return ldl_le_p((code ? falcon->code : falcon->data) + (addr & ~3u));
}
