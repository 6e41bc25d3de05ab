/*
 * NVIDIA GPU: falcons as a debugger sees them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
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

static const char *nv_falcon_state_name(const NVFalcon *falcon)
{
    static const char *const names[] = {
        [NV_FALCON_STOPPED] = "stopped",
        [NV_FALCON_RUNNING] = "running",
        [NV_FALCON_SLEEPING] = "sleeping",
    };

    return falcon->faulted ? "faulted" : names[falcon->state];
}

void nv_falcon_look(NVGPU *gpu, unsigned index, NVFalconLook *look)
{
    const NVFalcon *falcon = gpu->falcons[index];

    *look = (NVFalconLook) {
        .name = falcon->chip->regs->unit,
        .base = falcon->chip->regs->base,
        .state = nv_falcon_state_name(falcon),
        .code_size = falcon->chip->code_size,
        .data_size = falcon->chip->data_size,
        .pc = falcon->pc,
    };
    memcpy(look->r, falcon->r, sizeof(look->r));
}

/* Numbered as in instructions */
const char *nv_falcon_special(NVGPU *gpu, unsigned index, unsigned i,
                              uint32_t *val)
{
    const NVFalcon *falcon = gpu->falcons[index];
    const struct {
        const char *name;
        uint32_t val;
    } registers[] = {
        { "iv0", falcon->iv[0] },
        { "iv1", falcon->iv[1] },
        { "tv", falcon->tv },
        { "sp", falcon->sp },
        { "pc", falcon->pc },
        { "xcbase", falcon->xcbase },
        { "xdbase", falcon->xdbase },
        { "flags", falcon->flags },
        { "xtargets", falcon->xtargets },
        { "tstatus", falcon->tstatus },
        { "pending", falcon->pending },
        { "fifo", falcon->fifo_count },
    };

    if (i >= ARRAY_SIZE(registers)) {
        return NULL;
    }
    *val = registers[i].val;
    return registers[i].name;
}

uint32_t nv_falcon_look_word(NVGPU *gpu, unsigned index, bool code,
                             uint32_t addr)
{
    const NVFalcon *falcon = gpu->falcons[index];

    return ldl_le_p((code ? falcon->code : falcon->data) + (addr & ~3u));
}
