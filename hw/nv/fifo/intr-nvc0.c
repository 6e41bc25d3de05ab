/*
 * NVIDIA GPU: PFIFO's interrupts, and when they stop its parts, NVC0+
 *
 * Source: envytools, rnndb/fifo/gf100_pfifo.xml; nouveau's
 * nvkm/engine/fifo/gf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pbdma.h"

uint32_t nvc0_fifo_pbdmas_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t mask = 0;

    for (unsigned id = 0; id < gpu->chip->counts->pbdmas; id++) {
        if (NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_0) &
            NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_EN_0)) {
            mask |= BIT(id);
        }
    }
    return mask;
}

uint32_t nvc0_fifo_engines_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t mask = 0;

    for (unsigned id = 0; id < NVC0_ENGINES; id++) {
        if (gpu->regs[R_NVC0_PFIFO_ENGINE_INTR + id]) {
            mask |= BIT(id);
        }
    }
    return mask;
}

/* The highest four bits are set as long as their causes persist. */
uint32_t nvc0_fifo_intr_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = NV_R(gpu, NVC0_PFIFO_INTR);

    val = FIELD_DP32(val, NVC0_PFIFO_INTR, VM_FAULT,
                     NV_R(gpu, NVC0_PFIFO_VM_FAULT_UNITS) != 0);
    val = FIELD_DP32(val, NVC0_PFIFO_INTR, PBDMA,
                     nvc0_fifo_pbdmas_read(gpu, 0) != 0);
    val = FIELD_DP32(val, NVC0_PFIFO_INTR, RUNLIST,
                     NV_R(gpu, NVC0_PFIFO_INTR_RUNLIST) != 0);
    return FIELD_DP32(val, NVC0_PFIFO_INTR, ENGINE,
                      nvc0_fifo_engines_read(gpu, 0) != 0);
}

void nvc0_fifo_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PFIFO_MASK,
                    nvc0_fifo_intr_read(gpu, 0) &
                    NV_R(gpu, NVC0_PFIFO_INTR_EN));
}

void nvc0_fifo_error(NVGPU *gpu, uint32_t bit, unsigned reg, uint32_t code)
{
    trace_nv_pfifo_error(bit, code);
    nv_probe_error(gpu, -1, 0, NV_PROBE_NO_METHOD, code, "PFIFO");
    if (!(NV_R(gpu, NVC0_PFIFO_INTR) & bit)) {
        gpu->regs[reg] = code;
    }
    NV_R(gpu, NVC0_PFIFO_INTR) |= bit;
    nvc0_fifo_update_intr(gpu);
}

void nv_pbdma_raise(NVGPU *gpu, unsigned id, uint32_t bits)
{
    uint32_t first = NV_PBDMA_R(gpu, id, NV_PBDMA_METHOD0);

    trace_nv_pbdma_intr(id, nv_pbdma_channel(gpu, id), bits,
                        first, NV_PBDMA_R(gpu, id, NV_PBDMA_DATA0));
    nv_probe_error(gpu, nv_pbdma_channel(gpu, id),
                   FIELD_EX32(first, NV_PBDMA_METHOD0, SUBC),
                   FIELD_EX32(first, NV_PBDMA_METHOD0, VALID)
                   ? FIELD_EX32(first, NV_PBDMA_METHOD0, ADDRESS) * 4
                   : NV_PROBE_NO_METHOD, bits, "PBDMA");
    NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_0) |= bits;
    nvc0_fifo_update_intr(gpu);
}

/* "While an enabled bit is set the PBDMA is stopped." */
bool nv_pbdma_stopped(NVGPU *gpu, unsigned id)
{
    return NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_0) ||
           extract32(gpu->fifo->pbdma_faulted, id, 1);
}
