/*
 * Tests of the NVIDIA GPU: which channel of NV50 and later has CACHE1
 *
 * The table of channels and the run list, as nouveau uses them
 * (nvkm/engine/fifo/nv50.c); registers by the register database
 * (g80_pfifo.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 3

#define NV_MTHD_YIELD 0x0080

/* The channel that has CACHE1, as PUSH1 says */
static unsigned current(NVDev *nv)
{
    return nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID);
}

/* The driver's entry in the table for a channel, without ENABLE */
static uint32_t table_entry(NVDev *nv, unsigned chid)
{
    return nv->tesla->ramfc[chid] >>
           (nv->card->features & NV_CARD_NV84 ? 8 : 12);
}

/* --- The table and the run list --------------------------------------- */

/* A channel runs if it is enabled and in the list. */
static void run_list(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t at = A_NV50_PFIFO_CHAN_TABLE + CHID * 4;
    uint32_t list = nv_vram_alloc(nv, 4096);

    nv_tesla_stop(nv, CHID);
    nv_wr32(nv, at, table_entry(nv, CHID));
    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_assert_hex(nv_user_ref(chan), 0);

    /* In the list, but not enabled */
    nv_phys_wr32(nv, list, CHID);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST, list >> 12);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, 1);
    nv_assert_hex(nv_user_ref(chan), 0);
    g_assert_false(nv_rd32(nv, at) & 0x40000000);

    /* Linux 6.12 sets the bit by itself, and polls the list's length. */
    nv_mask(nv, at, 0x80000000, 0x80000000);
    nv_assert_hex(nv_user_ref(chan), 1);
    g_assert_false(nv_rd32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN) & 0x100);
    g_assert_cmpuint(current(nv), ==, CHID);

    /* Enabled, but no longer in the list: the channel is unloaded. */
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, 0);
    nv_assert_reg(nv, NV50_PFIFO_CUR_CTX_MAP, 0);
    g_assert_cmpuint(current(nv), ==, 127);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x74)), 1);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, 1);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Channels that don't exist, lists that aren't there */
static void bad_run_lists(NVDev *nv)
{
    static const uint32_t entries[] = { 128, 0xffffffff, 0, 127, 64, 3 };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t list = nv_vram_alloc(nv, 4096);

    for (unsigned i = 0; i < ARRAY_SIZE(entries); i++) {
        nv_phys_wr32(nv, list + i * 4, entries[i]);
    }
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST, list >> 12);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, ARRAY_SIZE(entries));
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    for (unsigned target = 0; target < 4; target++) {
        nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST, target << 28 | 0x0ffffff0);
        nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, 0xff);
        g_assert_cmpuint(current(nv), ==, 127);
    }
    /* A saved state that isn't there */
    nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + 5 * 4, 0xffffffff);
    nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + 6 * 4, 0x80000000);
    nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + 7 * 4, 0x80ffffff);
    nv_tesla_runlist_update(nv);
    for (unsigned i = 5; i < 8; i++) {
        nv_wr32(nv, nv->card->user + i * 0x2000 + A_NV_USER_DMA_PUT, 0x100);
        nv_rd32(nv, nv->card->user + i * 0x2000 + A_NV_USER_DMA_GET);
        nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + i * 4, 0);
    }
    nv_tesla_runlist_update(nv);
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_chan_free(chan);
}

/* Turns follow the list's order, entry by entry. */
static void run_list_order(NVDev *nv)
{
    static const unsigned entries[] = { CHID + 2, CHID, CHID + 1, CHID };
    static const struct {
        unsigned chid;
        uint32_t ref;
    } turns[] = {
        { CHID + 2, 1 }, { CHID, 1 }, { CHID + 1, 1 }, { CHID, 2 },
        { CHID + 2, 2 }, { CHID, 3 }, { CHID + 1, 2 }, { CHID, 4 },
    };
    NVDelivered want[2 * ARRAY_SIZE(turns)];
    NVChan *chans[3];
    uint32_t list = nv_vram_alloc(nv, 4096);

    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        chans[i] = nv_ib_chan_new(nv, CHID + i, NV_IN_RAM, NV_IB_ORDER);
        for (unsigned n = 1; n <= (i ? 2 : 4); n++) {
            nv_push_ref(chans[i], n);
            nv_push_inc(chans[i], 0, NV_MTHD_YIELD, 0);
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(entries); i++) {
        nv_phys_wr32(nv, list + i * 4, entries[i]);
    }
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST, list >> 12);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, ARRAY_SIZE(entries));
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_kick(chans[i]);
    }
    nv_watch_methods(nv);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_wait(chans[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(turns); i++) {
        want[i * 2] = (NVDelivered) { turns[i].chid, 0, NV_MTHD_REF_CNT,
                                      turns[i].ref };
        want[i * 2 + 1] = (NVDelivered) { turns[i].chid, 0, NV_MTHD_YIELD };
    }
    nv_check_delivered(nv, __FILE__, __LINE__, want, ARRAY_SIZE(want));
    nv_assert_quiet(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_chan_free(chans[i]);
    }
}

/* A new list continues behind the channel in CACHE1; a new machine, too. */
static void run_list_goes_on(NVDev *nv)
{
    static const unsigned entries[] = { CHID + 2, CHID + 1, CHID };
    NVChan *chans[3];
    uint32_t list = nv_vram_alloc(nv, 4096);

    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        chans[i] = nv_ib_chan_new(nv, CHID + i, NV_IN_RAM, NV_IB_ORDER);
        nv_phys_wr32(nv, list + i * 4, entries[i]);
    }
    nv_push_ref(chans[1], 1);
    nv_run(chans[1]);
    g_assert_cmpuint(current(nv), ==, CHID + 1);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST, list >> 12);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, ARRAY_SIZE(entries));
    g_assert_cmpuint(current(nv), ==, CHID + 1);
    for (unsigned round = 0; round < 2; round++) {
        if (round) {
            nv_migrate(nv);
        }
        nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
        for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
            nv_push_inc(chans[i], 0, NV_MTHD_YIELD, 0);
            nv_push_ref(chans[i], 0x10 + round);
            nv_kick(chans[i]);
        }
        nv_watch_methods(nv);
        nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
        for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
            nv_wait(chans[i]);
        }
        /* The channel in CACHE1 yields to the entry behind its own. */
        nv_assert_delivered(nv,
            { CHID + 1, 0, NV_MTHD_YIELD, 0 },
            { CHID, 0, NV_MTHD_YIELD, 0 },
            { CHID + 2, 0, NV_MTHD_YIELD, 0 },
            { CHID + 1, 0, NV_MTHD_REF_CNT, 0x10 + round },
            { CHID, 0, NV_MTHD_REF_CNT, 0x10 + round },
            { CHID + 2, 0, NV_MTHD_REF_CNT, 0x10 + round });
        nv_push_ref(chans[1], 2);
        nv_run(chans[1]);
    }
    nv_assert_quiet(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_chan_free(chans[i]);
    }
}

/* The longest possible list, with another channel at the very end */
static void longest_run_list(NVDev *nv)
{
    unsigned count = nv->card->features & NV_CARD_NV84 ? 0xfff : 0xff;
    g_autofree uint32_t *entries = g_new(uint32_t, count);
    uint32_t list = nv_vram_alloc(nv, count * 4);
    NVChan *chans[2];

    for (unsigned i = 0; i < count; i++) {
        entries[i] = cpu_to_le32(CHID + (i == count - 1));
    }
    qtest_memwrite(nv->qts, nv->bar1 + list, entries, count * 4);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        chans[i] = nv_ib_chan_new(nv, CHID + i, NV_IN_RAM, NV_IB_ORDER);
    }
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST, list >> 12);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_PLAYLIST_LEN, count);
    for (unsigned n = 1; n <= 4; n++) {
        for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
            nv_push_ref(chans[i], n);
            nv_run(chans[i]);
            nv_assert_hex(nv_user_ref(chans[i]), n);
        }
        if (n == 2) {
            nv_migrate(nv);
        }
    }
    nv_assert_quiet(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_chan_free(chans[i]);
    }
}

/* All numbers can be used except 0, which is for PIO. */
static void channel_numbers(NVDev *nv)
{
    static const unsigned chids[] = { 1, 2, 31, 32, 63, 64, 65, 126, 127 };
    NVChan *chans[ARRAY_SIZE(chids)];

    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        chans[i] = nv_ib_chan_new(nv, chids[i], NV_IN_VRAM, NV_IB_ORDER);
    }
    for (unsigned n = 0; n < 3; n++) {
        for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
            nv_push_ref(chans[i], n * 1000 + chids[i]);
            nv_run(chans[i]);
            g_assert_cmpuint(current(nv), ==, chids[i]);
            nv_assert_reg(nv, NV50_PFIFO_CACHE1_UNK0F0, chids[i]);
            g_assert_true(nv_push1_is_dma(nv));
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_assert_hex(nv_user_ref(chans[i]), 2000 + chids[i]);
        nv_chan_free(chans[i]);
    }
    nv_assert_quiet(nv);
}

/* --- Unloading -------------------------------------------------------- */

static void kick(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    uint32_t block = nv->tesla->block[CHID] >> 12;

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_reg(nv, NV50_PFIFO_CUR_CTX_MAP, 0x80000000 | block);
    /* Another one, which isn't there */
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL, block + 1);
    g_assert_cmphex(nv_rd32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL), !=,
                    0xffffffff);
    g_assert_cmpuint(current(nv), ==, CHID);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL, 0xffffffff);
    g_assert_cmphex(nv_rd32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL), !=,
                    0xffffffff);
    g_assert_cmpuint(current(nv), ==, CHID);

    nv_tesla_kick(nv, CHID);
    nv_assert_reg(nv, NV50_PFIFO_CUR_CTX_MAP, 0);
    nv_assert_reg(nv, NV50_PFIFO_OLD_CTX_MAP, 0x80000000 | block);
    g_assert_cmpuint(current(nv), ==, 127);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_REF, 0);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x74)), 1);
    nv_assert_hex(nv_user_ref(chan), 1);
    /* It is still in the list. */
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* A channel is removed in any state, and a new one takes its place */
static void rounds(NVDev *nv)
{
    for (unsigned i = 0; i < 20; i++) {
        NVChan *chan = i % 2 ? nv_chan_new(nv, CHID + i % 3, NV_IN_RAM)
                             : nv_ib_chan_new(nv, CHID + i % 3, NV_IN_VRAM,
                                              NV_IB_ORDER);

        nv_push_ref(chan, i + 1);
        switch (i % 5) {
        case 1:
            /* An error that isn't handled */
            nv_push(chan, 0xffffffff);
            nv_kick(chan);
            break;
        case 2:
            /* A method for software */
            nv_push_inc(chan, 1, 0x0100, 0);
            nv_kick(chan);
            break;
        case 3:
            nv_puller(nv, false);
            nv_kick(chan);
            break;
        default:
            nv_run(chan);
            nv_assert_hex(nv_user_ref(chan), i + 1);
            break;
        }
        nv_chan_fini(chan);
        g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_DMA_STATE, 0);
        nv_wr32(nv, A_NV_PFIFO_INTR, 0xffffffff);
        nv_puller(nv, true);
        nv_chan_free(chan);
    }
}

/*
 * A driver with a single channel puts it into CACHE1 by registers, and needs no
 * run list: xf86-video-nv's G80InitHW().
 */
static void put_into_cache1(NVDev *nv)
{
    static const struct { uint32_t ramfc, reg; bool nv84; } state[] = {
        { 0x3c, A_NV50_PFIFO_CACHE1_DMA_FETCH },
        { 0x48, A_NV_PFIFO_CACHE1_DMA_INSTANCE },
        { 0x4c, A_NV_PFIFO_CACHE1_DMA_LIMIT },
        { 0x80, A_NV50_PFIFO_RAMHT },
        { 0x88, A_NV84_PFIFO_CACHE1_CACHE_INST, true },
        { 0x98, A_NV84_PFIFO_CACHE1_CHAN_INST, true },
    };
    bool nv84 = nv->card->features & NV_CARD_NV84;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t entry = nv_rd32(nv, A_NV50_PFIFO_CHAN_TABLE + CHID * 4);
    uint32_t block = nv->tesla->block[CHID];

    nv_chan_object(chan, NV_HANDLE_GRAPH, NV_CLASS_NULL);
    nv_tesla_runlist_set(nv, NULL, 0);
    nv_wr32(nv, A_NV50_PFIFO_CHAN_TABLE + CHID * 4, entry & 0xbfffffff);
    for (unsigned i = 0; i < ARRAY_SIZE(state); i++) {
        if (nv84 || !state[i].nv84) {
            nv_wr32(nv, state[i].reg,
                    nv_inst_rd32(nv, nv_ramfc(chan, state[i].ramfc)));
        }
    }
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 0x1001);
    nv_push_object(chan, 0, NV_HANDLE_GRAPH);
    nv_push_ref(chan, 0x11);
    nv_kick(chan);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH1, 0x10000 | CHID);
    nv_assert_reg(nv, NV50_PFIFO_CUR_CTX_MAP, 0x80000000 | block >> 12);
    nv_push_ref(chan, 0x22);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x22);
    g_assert_cmpuint(current(nv), ==, CHID);
    g_assert_cmpuint(nv_subc_engine(nv, 0), ==, NV_ENGINE_GR);
    /* It is like any other channel afterwards. */
    nv_tesla_kick(nv, CHID);
    nv_assert_hex(nv_inst_rd32(nv, nv_ramfc(chan, 0x74)), 0x22);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "Wait for FROZEN to come to 1" */
static void freeze(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_assert_reg(nv, NV50_PFIFO_FREEZE, 0);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, R_NV50_PFIFO_FREEZE_ENABLE_MASK);
    nv_poll(nv_field(nv, NV50_PFIFO_FREEZE, FROZEN));
    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_assert_hex(nv_user_rd32(chan, A_NV50_USER_IB_GET), 0);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    nv_poll(!nv_field(nv, NV50_PFIFO_FREEZE, FROZEN));
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* PIO is frozen, too, and isn't loaded into CACHE1. */
static void freeze_stops_pio(NVDev *nv)
{
    NVChan *pio = nv_chan_new(nv, 0, NV_IN_RAM);
    NVChan *dma = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_wr32(nv, 0x800000 + NV_MTHD_REF_CNT, 0x11);
    nv_assert_hex(nv_user_ref(pio), 0x11);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    nv_wr32(nv, 0x800000 + NV_MTHD_REF_CNT, 0x12);
    nv_assert_hex(nv_user_ref(pio), 0x11);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 1);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    nv_poll(nv_user_ref(pio) == 0x12);

    nv_push_ref(dma, 1);
    nv_run(dma);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    nv_wr32(nv, 0x800000 + NV_MTHD_REF_CNT, 0x13);
    g_assert_cmpuint(current(nv), ==, CHID);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV50_PFIFO_INTR_PIO_ERROR_MASK);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV50_PFIFO_INTR_PIO_ERROR_MASK);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    nv_push_ref(dma, 2);
    nv_run(dma);
    nv_assert_hex(nv_user_ref(dma), 2);
    nv_assert_hex(nv_user_ref(pio), 0x12);
    nv_assert_quiet(nv);
    nv_chan_free(dma);
    nv_chan_free(pio);
}

/* --- YIELD, timeslices ------------------------------------------------ */

/* "Will cause PFIFO to switch to another channel immediately" */
static void yield(NVDev *nv)
{
    NVChan *a = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_RAM);

    nv_watch_methods(nv);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    nv_push_ref(a, 1);
    nv_push_inc(a, 0, NV_MTHD_YIELD, 0);
    nv_push_ref(a, 2);
    nv_kick(a);
    nv_push_ref(b, 3);
    nv_kick(b);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    nv_wait(a);
    nv_wait(b);
    nv_assert_delivered(nv,
                        { CHID, 0, NV_MTHD_REF_CNT, 1 },
                        { CHID, 0, NV_MTHD_YIELD, 0 },
                        { CHID + 1, 0, NV_MTHD_REF_CNT, 3 },
                        { CHID, 0, NV_MTHD_REF_CNT, 2 });
    /* Without another channel, it does nothing. */
    nv_push_inc(a, 0, NV_MTHD_YIELD, 0);
    nv_push_ref(a, 4);
    nv_run(a);
    nv_assert_hex(nv_user_ref(a), 4);
    nv_assert_quiet(nv);
    nv_chan_free(b);
    nv_chan_free(a);
}

/* The same out of CACHE1: the methods behind it are saved. */
static void yield_out_of_cache1(NVDev *nv)
{
    NVChan *a = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_RAM);

    nv_watch_methods(nv);
    nv_puller(nv, false);
    nv_push_ref(b, 3);
    nv_kick(b);
    nv_push_ref(a, 1);
    nv_push_inc(a, 0, NV_MTHD_YIELD, 0);
    nv_push_ref(a, 2);
    nv_kick(a);
    nv_poll(current(nv) == CHID && nv_cache1_used(nv) == 3);
    nv_puller(nv, true);
    nv_poll(nv_user_ref(a) == 2);
    nv_assert_delivered(nv,
                        { CHID, 0, NV_MTHD_REF_CNT, 1 },
                        { CHID, 0, NV_MTHD_YIELD, 0 },
                        { CHID + 1, 0, NV_MTHD_REF_CNT, 3 },
                        { CHID, 0, NV_MTHD_REF_CNT, 2 });
    nv_assert_quiet(nv);
    nv_chan_free(b);
    nv_chan_free(a);
}

/* Each channel has its own timeslice. */
static void timeslice(NVDev *nv)
{
    NVChan *a = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVChan *b = nv_chan_new(nv, CHID + 1, NV_IN_RAM);
    uint64_t switches;

    nv_tesla_stop(nv, CHID);
    nv_inst_wr32(nv, nv_ramfc(a, 0x44), 0x0100000f);
    nv_tesla_start(nv, CHID);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    for (unsigned i = 1; i <= 64; i++) {
        nv_push_ref(a, i);
        nv_push_ref(b, i);
    }
    nv_kick(a);
    nv_kick(b);
    switches = nv_statistic(nv, "switches");
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    nv_wait(a);
    nv_wait(b);
    nv_assert_hex(nv_user_ref(a), 64);
    nv_assert_hex(nv_user_ref(b), 64);
    /* a yields once; b then has all the time that it needs. */
    g_assert_cmpuint(nv_statistic(nv, "switches") - switches, ==, 3);
    nv_assert_reg(nv, NV_PFIFO_DMA_TIMESLICE, 0x0100000f);
    nv_assert_quiet(nv);
    nv_chan_free(b);
    nv_chan_free(a);
}

/* Three channels with much work, in a machine of their own */
static GArray *methods_of_a_run(const NVCard *card)
{
    NVDev *nv = nv_start(card, "vram=64M", NULL);
    NVChan *chans[3];
    GArray *methods;

    nv_init(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        chans[i] = i ? nv_ib_chan_new(nv, CHID + i, NV_IN_GART, NV_IB_ORDER)
                     : nv_chan_new(nv, CHID, NV_IN_RAM);
        nv_tesla_stop(nv, CHID + i);
        nv_inst_wr32(nv, nv_ramfc(chans[i], 0x44), 0x01000003 + i);
        nv_tesla_start(nv, CHID + i);
        for (unsigned n = 1; n <= 100; n++) {
            nv_push_ref(chans[i], n);
            if (n % (7 + i) == 0) {
                nv_push_inc(chans[i], 0, NV_MTHD_YIELD, n);
            }
        }
    }
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_kick(chans[i]);
    }
    nv_watch_methods(nv);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_wait(chans[i]);
        nv_assert_hex(nv_user_ref(chans[i]), 100);
        nv_chan_free(chans[i]);
    }
    methods = nv_delivered(nv);
    nv_quit(nv);
    return methods;
}

/* The same commands make the channels switch at the same places. */
static void twice(NVDev *nv)
{
    g_autoptr(GArray) one = methods_of_a_run(nv->card);
    g_autoptr(GArray) two = methods_of_a_run(nv->card);

    g_assert_cmpuint(nv_delivered_alike(one, two), >, 50);
}

static const NVTest tests[] = {
    { "channel/run-list", "channel-switch! runlist", run_list,
      .needs = NV_CARD_NV50 },
    { "channel/bad-run-lists", "runlist hostile-memory!", bad_run_lists,
      .needs = NV_CARD_NV50 },
    { "channel/run-list-order", "runlist!", run_list_order,
      .needs = NV_CARD_NV50 },
    { "channel/run-list-goes-on", "migration runlist", run_list_goes_on,
      .needs = NV_CARD_NV50, .props = "vram=64M", .slow = true },
    { "channel/longest-run-list", "migration runlist hostile-memory",
      longest_run_list, .needs = NV_CARD_NV50, .props = "vram=64M",
      .slow = true },
    { "channel/numbers", "channel-count!", channel_numbers,
      .needs = NV_CARD_NV50 },
    { "channel/kick", "dma-timeslice runlist", kick, .needs = NV_CARD_NV50 },
    { "channel/put-into-cache1", "dma-timeslice runlist", put_into_cache1,
      .needs = NV_CARD_NV50 },
    { "channel/rounds", "channel-count runlist", rounds,
      .needs = NV_CARD_NV50 },
    { "channel/freeze", "pfifo-freeze!", freeze, .needs = NV_CARD_NV50 },
    { "channel/freeze-stops-pio", "pfifo-freeze", freeze_stops_pio,
      .needs = NV_CARD_NV50 },
    { "puller/yield", "yield!", yield, .needs = NV_CARD_NV50 },
    { "puller/yield-out-of-cache1", "yield cache1-at-switch",
      yield_out_of_cache1, .needs = NV_CARD_NV50 },
    { "switch/timeslice", "dma-timeslice!", timeslice, .needs = NV_CARD_NV50 },
    { "switch/the-same-run-twice", "repeatable! dma-timeslice", twice,
      .no_machine = true, .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
