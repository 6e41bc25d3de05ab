/*
 * Tests of the NVIDIA GPU: the PBDMA that has a channel, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-pbdma.h"

/* What gf100_runq_intr() writes to METHOD0 */
#define METHOD_NOP 0x80600008

static uint32_t base_of(unsigned id)
{
    return NV_PBDMA_BASE + id * NV_PBDMA_STRIDE;
}

/* Where it has its registers, 0 if no PBDMA has the channel */
static uint32_t find_base(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        if ((nv_rd32(nv, base_of(id) + A_NV_PBDMA_CHANNEL) & 0x17f) ==
            (0x100 | chan->chid)) {
            return base_of(id);
        }
    }
    return 0;
}

uint32_t nv_pbdma_rd32(NVFermiChan *chan, uint32_t reg)
{
    uint32_t base = find_base(chan);

    if (!base) {
        nv_fail("no PBDMA has channel %u", chan->chid);
    }
    return base ? nv_rd32(chan->nv, base + reg) : 0;
}

void nv_pbdma_wr32(NVFermiChan *chan, uint32_t reg, uint32_t val)
{
    uint32_t base = find_base(chan);

    if (base) {
        nv_wr32(chan->nv, base + reg, val);
    } else {
        nv_fail("no PBDMA has channel %u", chan->chid);
    }
}

void nv_pbdma_expect(NVFermiChan *chan, uint32_t intr)
{
    NVDev *nv = chan->nv;

    for (unsigned i = 0; i < 100 && !nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS);
         i++) {
        nv_clock_step(nv, 10 * 1000);
    }
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x20000000, 0x20000000);
    nv_pbdma_assert(chan, INTR_0, intr);
}

void nv_pbdma_ack(NVDev *nv)
{
    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        nv_wr32(nv, base_of(id) + A_NV_PBDMA_INTR_0, 0xffffffff);
    }
}

void nv_pbdma_skip(NVFermiChan *chan)
{
    nv_pbdma_wr32(chan, A_NV_PBDMA_METHOD0, METHOD_NOP);
    nv_pbdma_ack(chan->nv);
}
