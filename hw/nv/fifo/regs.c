/*
 * NVIDIA GPU: registers that PFIFO has in either form
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "regs.h"
#include "scheduler.h"

void nv_pfifo_kick_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_fifo_kick(gpu);
}

bool nv50_fifo_is_frozen(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV50_PFIFO_FREEZE), NV50_PFIFO_FREEZE,
                      ENABLE);
}

uint32_t nv50_fifo_freeze_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(NV_R(gpu, NV50_PFIFO_FREEZE), NV50_PFIFO_FREEZE, FROZEN,
                      nv50_fifo_is_frozen(gpu));
}
