/*
 * Tests of the NVIDIA GPU: PGRAPH and its objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "qobject/qdict.h"
#include "nv-context.h"
#include "nv-graph.h"
#include "nv-snapshot.h"

/* nvkm/engine/gr/nv40.c */
static void nv_graph_init_nv40(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGRAPH_CTXCTL_CUR, 0x00000000);

    nv_wr32(nv, A_NV_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, nv_graph_addr(nv->card, A_NV_PGRAPH_INTR_EN), 0xffffffff);

    nv_wr32(nv, A_NV_PGRAPH_DEBUG_0, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_0, 0x00000000);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_1, 0x401287c0);
    /* With STATE_CHECK, which the driver leaves off */
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, 0xe0de8055 | 1 << 24);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_4, 0x00008000);
}

/* nvkm/engine/gr/nv04.c */
static void nv04_graph_init(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_INTR_EN, 0xffffffff);

    nv_wr32(nv, A_NV_PGRAPH_VALID, 0);
    nv_wr32(nv, A_NV_PGRAPH_VALID2, 0);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_0, 0x1231c000);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_1, 0x72111100);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_2, 0x11d5f071);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, 0xf0d4ff31);
    nv_wr32(nv, 0x400710, 0xffffffff);
    nv_wr32(nv, 0x400170, 0x10000100);
    nv_mask(nv, 0x400174, 0xff000000, 0x0f000000);
    nv_wr32(nv, A_NV_PGRAPH_PATTERN_CONFIG, 0x00000000);
    nv_wr32(nv, A_NV_PGRAPH_BETA1, 0xffffffff);
}

/* nvkm/engine/gr/nv10.c */
void nv_graph_init(NVDev *nv)
{
    if (nv->card->features & NV_CARD_NV40) {
        nv_graph_init_nv40(nv);
        return;
    }
    if (nv->card->features & NV_CARD_NV04) {
        nv04_graph_init(nv);
        return;
    }
    nv_wr32(nv, A_NV_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_INTR_EN, 0xffffffff);

    nv_wr32(nv, A_NV_PGRAPH_DEBUG_0, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_0, 0x00000000);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_1, 0x00118700);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_2, 0x25f92ad9);
    /* nvkm/engine/gr/nv20.c: 4 is HW_CONTEXT_SWITCH. */
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_3, 0x55de0830 | 1 << 29 | 1u << 31 |
            (nv->card->features & NV_CARD_CTX_TABLE ? 4 : 0));
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_4, 0x00000000);

    for (unsigned i = 0; i < 5; i++) {
        nv_wr32(nv, A_NV_PGRAPH_CTX_SWITCH1 + i * 4, 0x00000000);
    }
    nv_wr32(nv, A_NV_PGRAPH_CTX_VALID, 0xffffffff);

    nv_mask(nv, A_NV_PGRAPH_CTX_USER, 0xff000000, 0x1f000000);
    nv_wr32(nv, A_NV_PGRAPH_CTX_CONTROL, 0x10000100);
    nv_wr32(nv, A_NV_PGRAPH_ST2_ADDR, 0x08000000);
}

void nv_graph_ack(NVDev *nv)
{
    nv_wr32(nv, A_NV_PGRAPH_INTR, nv_rd32(nv, A_NV_PGRAPH_INTR));
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 0x00000001);
}

uint32_t nv_graph_trapped(const NVCard *card, unsigned chid, unsigned subc,
                          uint32_t mthd)
{
    return card->features & NV_CARD_NV04 ? chid << 24 | subc << 13 | mthd
                                         : chid << 20 | subc << 16 | mthd;
}

uint32_t nv_graph_intr_error(const NVCard *card)
{
    return card->features & NV_CARD_NV04 ? R_NV_PGRAPH_INTR_NOTIFY_MASK
                                         : R_NV_PGRAPH_INTR_ERROR_MASK;
}

/* nv04_pgraph_blowup() */
static uint32_t nv_graph_nstatus(const NVCard *card, NVSource source,
                                 uint32_t status)
{
    if (!(card->features & NV_CARD_NV04)) {
        return status;
    }
    if (source & NV_SOURCE_PROTECTION_ERROR) {
        status = NV_STATUS_PROTECTION_FAULT;
    }
    return status >> 12;
}

void nv_check_graph_error(NVChan *chan, const char *file, int line,
                          NVSource source, uint32_t status, unsigned subc,
                          uint32_t mthd, uint32_t data)
{
    NVDev *nv = chan->nv;
    const struct {
        const char *name;
        uint32_t got, want;
    } regs[] = {
        { "INTR", nv_rd32(nv, A_NV_PGRAPH_INTR),
          nv_graph_intr_error(nv->card) },
        { "NSOURCE", nv_rd32(nv, A_NV_PGRAPH_NSOURCE), source },
        { "NSTATUS", nv_rd32(nv, A_NV_PGRAPH_NSTATUS),
          nv_graph_nstatus(nv->card, source, status) },
        { "TRAPPED_ADDR", nv_rd32(nv, A_NV_PGRAPH_TRAPPED_ADDR),
          nv_graph_trapped(nv->card, chan->chid, subc, mthd) },
        { "TRAPPED_DATA", nv_rd32(nv, A_NV_PGRAPH_TRAPPED_DATA), data },
        { "FIFO", nv_rd32(nv, A_NV_PGRAPH_FIFO), 0 },
        { "PMC_INTR", nv_rd32(nv, A_NV_PMC_INTR),
          R_NV_PMC_INTR_PGRAPH_MASK },
        { "the line", nv_intx(nv), 1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        if (regs[i].got != regs[i].want) {
            nv_fail("%s:%d: %s is 0x%08x, not 0x%08x", file, line,
                    regs[i].name, regs[i].got, regs[i].want);
        }
    }
    nv_graph_ack(nv);
    nv_assert_reg(nv, NV_PGRAPH_NSOURCE, 0);
    nv_assert_reg(nv, NV_PGRAPH_NSTATUS, 0);
}

void nv_assert_graph_quiet(NVDev *nv)
{
    nv_assert_reg(nv, NV_PGRAPH_INTR, 0);
    nv_assert_reg(nv, NV_PGRAPH_NSOURCE, 0);
    nv_assert_reg(nv, NV_PGRAPH_FIFO, 1);
    g_assert_false(nv_intx(nv));
}

void nv_assert_graph_channel(NVDev *nv, unsigned chid)
{
    if (nv->card->features & NV_CARD_NV40) {
        nv_assert_reg(nv, NV_PGRAPH_CTXCTL_CUR,
                      0x01000000 | nv_context_inst(nv->card, chid) >> 4);
    } else {
        g_assert_cmpuint(nv_graph_field(nv, NV_PGRAPH_CTX_USER, CHID), ==,
                         chid);
    }
}

/* --- Pushbuffers ------------------------------------------------------ */

void nv_submit(NVChan *chan)
{
    nv_run(chan);
    nv_graph_idle(chan->nv);
    if (chan->cur >= chan->push->size / 2) {
        nv_push_jump(chan, 0);
        nv_run(chan);
    }
}

void nv_graph_kick_a_little(NVChan *chan)
{
    NVDev *nv = chan->nv;

    nv_stop(nv);
    nv_kick(chan);
    nv_cont_a_little(nv);
}

void nv_graph_idle(NVDev *nv)
{
    nv_poll(!nv_rd32(nv, A_NV_PGRAPH_STATUS));
}

void nv_graph_name(NVChan *chan, uint32_t handle, uint32_t inst)
{
    nv_ramht_insert(chan->nv, chan->chid, handle, NV_ENGINE_GR, inst);
}

uint32_t nv_graph_object(NVChan *chan, unsigned subc, uint32_t handle,
                         uint32_t class)
{
    uint32_t inst = nv_chan_object(chan, handle, class);

    nv_push_object(chan, subc, handle);
    return inst;
}

/* --- Numbers ---------------------------------------------------------- */

uint32_t nv_random(void)
{
    static uint32_t state = 0x2545f491;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

uint32_t nv_random_below(uint32_t limit)
{
    return nv_random() % limit;
}

void nv_random_fill(void *data, uint32_t size)
{
    uint8_t *bytes = data;

    for (uint32_t i = 0; i < size; i++) {
        bytes[i] = nv_random() >> 8;
    }
}
