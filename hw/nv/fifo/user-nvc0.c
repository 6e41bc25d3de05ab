/*
 * NVIDIA GPU: USERD, the channels' control areas, NVC0+
 *
 * Each is a page of memory that BAR1 shows, all of them in a row; what the CPU
 * writes there PFIFO hears of, and what it reads is the channel's state.  The
 * page itself has that state as of the last time that the PBDMA has stopped.
 *
 * Source: nouveau's nvkm/engine/fifo/gf100.c; NVIDIA's class header 906F.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pbdma.h"

/* What the CPU reads, by where a PBDMA has it */
static const struct {
    uint16_t offset;
    uint16_t reg;
} nvc0_user_rows[] = {
    { A_NV_USERD_PUT, R_NV_PBDMA_PUT },
    { A_NV_USERD_PUT_HI, R_NV_PBDMA_PUT_HI },
    { A_NV_USERD_GET, R_NV_PBDMA_GET },
    { A_NV_USERD_GET_HI, R_NV_PBDMA_GET_HI },
    { A_NV_USERD_REF, R_NV_PBDMA_REF },
    { A_NV_USERD_TOP_LEVEL_GET, R_NV_PBDMA_TOP_LEVEL_GET },
    { A_NV_USERD_TOP_LEVEL_GET_HI, R_NV_PBDMA_TOP_LEVEL_GET_HI },
    { A_NV_USERD_GP_GET, R_NV_PBDMA_GP_GET },
};

void nvc0_user_show(NVGPU *gpu, unsigned id)
{
    const uint32_t *regs = &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT);
    NVSpan span;

    for (unsigned i = 0; i < ARRAY_SIZE(nvc0_user_rows); i++) {
        uint32_t val = cpu_to_le32(regs[nvc0_user_rows[i].reg]);

        if (nvc0_channel_userd(gpu, regs, nvc0_user_rows[i].offset, &span)) {
            nv_span_transfer(gpu, &span, &val, true);
        }
    }
}

/* Memory has it; a channel that is at work is asked to go on first. */
static void nvc0_user_poll(NVGPU *gpu, uint32_t offset)
{
    nv_fifo_poll(gpu);
}

static void nvc0_user_write(NVGPU *gpu, uint32_t offset, uint32_t val)
{
    unsigned chid = offset / NV_USERD_SIZE;
    int id = nvc0_channel_pbdma(gpu, chid);

    if (offset % NV_USERD_SIZE != A_NV_USERD_GP_PUT) {
        return;
    }
    trace_nv_pfifo_ib_put(chid, val);
    if (id >= 0) {
        NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT) = val;
    } else {
        nvc0_channel_update(gpu, chid);
    }
    nv_fifo_kick(gpu);
}

void nvc0_user_set_base(NVGPU *gpu)
{
    uint32_t base = NV_R(gpu, NVC0_PFIFO_BAR1_BASE);
    NVBar1Trap trap = {
        .base = (uint64_t)FIELD_EX32(base, NVC0_PFIFO_BAR1_BASE,
                                     ADDRESS) << 12,
        .poll = nvc0_user_poll,
        .write = nvc0_user_write,
    };

    if (FIELD_EX32(base, NVC0_PFIFO_BAR1_BASE, ENABLE)) {
        trap.size = NV_FIFO_MAX_CHANNELS * NV_USERD_SIZE;
    }
    nv_bar1_set_trap(gpu, &trap);
}
