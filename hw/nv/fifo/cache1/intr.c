/*
 * NVIDIA GPU: PFIFO's interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "intr.h"
#include "trace/trace-hw_nv.h"

void nv_fifo_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PFIFO_MASK,
                    NV_R(gpu, NV_PFIFO_INTR) & NV_R(gpu, NV_PFIFO_INTR_EN));
}

void nv_fifo_raise(NVGPU *gpu, uint32_t bits)
{
    trace_nv_pfifo_intr(bits);
    NV_R(gpu, NV_PFIFO_INTR) |= bits;
    nv_fifo_update_intr(gpu);
}
