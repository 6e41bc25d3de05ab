/*
 * Tests of the NVIDIA GPU: which channel is where, and what PFIFO reports,
 * NVC0+
 *
 * PBDMAs serve the engines that the driver assigns; engines switch channels on
 * request, and the driver is told of those that don't.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nv50.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-fuc.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* Video engines, which all cards have, and which accept all methods */
#define PPDEC 1
#define PPPP 2
#define PVLD 3

#define NONE 0x1f
#define ENGINES 6

#define FECS 0x409000

#define INTR_CHAN_TABLE_ERROR 0x00000001
#define INTR_SCHED_ERROR 0x00000100

#define SCHED_INACTIVE_CHANNEL 0x1
#define SCHED_CTXSW_TIMEOUT 0xa

/* What ENGINE_STATE says, as the two drivers read it */
#define BUSY_6_1 0x80000000
#define SWITCH_6_1 0x00041000
#define BUSY_6_12 0x10000000
#define SWITCH_6_12 0x00005000
#define SWITCHING 0x00008000
#define CHID 0x0000007f

#define US 1000
#define MS (1000 * US)

static uint32_t pbdma_reg(unsigned id, uint32_t reg)
{
    return NV_PBDMA_BASE + id * NV_PBDMA_STRIDE + reg;
}

static int pbdma_of(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        if ((nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_CHANNEL)) & 0x17f) ==
            (0x100 | chan->chid)) {
            return id;
        }
    }
    return -1;
}

static uint32_t chan_reg(NVFermiChan *chan)
{
    return A_NVC0_PFIFO_CHAN + chan->chid * 8;
}

static uint32_t state_reg(NVFermiChan *chan)
{
    return A_NVC0_PFIFO_CHAN_STATE + chan->chid * 8;
}

static uint32_t engine_state(NVDev *nv, unsigned engine)
{
    return nv_rd32(nv, A_NVC0_PFIFO_ENGINE_STATE + engine * 4);
}

static void set_mask(NVDev *nv, unsigned engine, uint32_t mask)
{
    nv_wr32(nv, A_NVC0_PFIFO_ENGINE_PBDMA_MASK + engine * 4, mask);
}

/* --- Which PBDMA ------------------------------------------------------ */

/* The channel's next method is @engine's: @pbdma executes it. */
static void expect_moved(NVFermiChan *chan, unsigned subc, unsigned engine,
                         unsigned pbdma)
{
    NVDev *nv = chan->nv;
    uint32_t ref = ++nv->nr_refs;

    nv_fermi_inc(chan, subc, 0x100, 1, 2, 3);
    nv_fermi_ref(chan, ref);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), ref);
    g_assert_cmpint(pbdma_of(chan), ==, pbdma);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PBDMA_ENGINE + pbdma * 4), engine);
}

/* With the masks that drivers write where there are three of them */
static void moves(NVDev *nv)
{
    static const struct {
        unsigned engine, pbdma;
    } served[] = { { PPDEC, 1 }, { PPPP, 0 }, { PVLD, 2 } };
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    /* PGRAPH's object is the last one. */
    unsigned pbdma = 0, needed = NV_FERMI_GR;

    nv_fermi_graph_init(nv);
    set_mask(nv, PPPP, ~1u);
    set_mask(nv, PVLD, ~4u);
    for (unsigned i = 0; i < ARRAY_SIZE(served); i++) {
        nv_fermi_object(chan, 1 + i, 0x1234, served[i].engine);
    }
    nv_fermi_object(chan, 4, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_run(chan);
    for (unsigned i = 0; i < 12; i++) {
        unsigned n = nv_random_below(ARRAY_SIZE(served));

        expect_moved(chan, 1 + n, served[n].engine, served[n].pbdma);
        /* STATE has the engine that made it move. */
        needed = served[n].pbdma == pbdma ? needed : served[n].engine;
        pbdma = served[n].pbdma;
        nv_assert_hex(extract32(nv_rd32(nv, state_reg(chan)), 16, 5), needed);
    }
    /* PGRAPH is the first one's. */
    nv_fermi_inc(chan, 4, FERMI_NO_OPERATION, 0);
    nv_fermi_run(chan);
    g_assert_cmpint(pbdma_of(chan), ==, 0);
    nv_fermi_graph_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* A channel whose engine no PBDMA serves waits; the others don't. */
static void nobody_serves(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    NVFermiChan *other = nv_fermi_channel_new(nv, 4);

    set_mask(nv, PPDEC, ~0u);
    nv_fermi_ref(chan, 1);
    nv_fermi_object(chan, 5, 0x1234, PPDEC);
    nv_fermi_push(chan, NV_FERMI_IMMD(5, 0x100, 7));
    nv_fermi_ref(chan, 2);
    nv_fermi_kick(chan);
    nv_clock_step(nv, MS);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 1);
    g_assert_cmpint(pbdma_of(chan), ==, -1);
    nv_assert_hex(nv_rd32(nv, state_reg(chan)) & 0x101f1001,
                  0x10000001 | PPDEC << 16);
    nv_fermi_ref(other, 5);
    nv_fermi_run(other);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 5);
    nv_migrate(nv);
    set_mask(nv, PPDEC, ~2u);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 2);
    g_assert_cmpint(pbdma_of(chan), ==, 1);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* A method within its command moves with the channel. */
static void immediate_moves(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    uint64_t before;

    set_mask(nv, PPDEC, ~1u);
    set_mask(nv, PVLD, ~2u);
    nv_fermi_object(chan, 1, 0x1234, PPDEC);
    nv_fermi_object(chan, 2, 0x1234, PVLD);
    nv_fermi_run(chan);
    before = nv_statistic(nv, "video-methods");
    for (unsigned i = 0; i < 40; i++) {
        nv_fermi_push(chan, NV_FERMI_IMMD(1 + i % 2, 0x200, i));
    }
    nv_fermi_ref(chan, 9);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 9);
    g_assert_cmpuint(nv_statistic(nv, "video-methods") - before, ==, 40);
    nv_fermi_channel_free(chan);
}

/* Many channels, each with methods for engines of all PBDMAs */
static void many_move(NVDev *nv)
{
    NVFermiChan *chan[12];
    uint64_t before;

    for (unsigned i = 0; i < nv->card->pbdmas; i++) {
        set_mask(nv, PPDEC + i, ~(1u << i));
    }
    before = nv_statistic(nv, "video-methods");
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        chan[i] = nv_fermi_channel_new(nv, i * 10 + 1);
        for (unsigned n = 0; n < 20; n++) {
            unsigned engine = PPDEC + (i + n) % nv->card->pbdmas;

            nv_fermi_object(chan[i], engine, 0x1234, engine);
            nv_fermi_inc(chan[i], engine, 0x100, 1, 2);
        }
        nv_fermi_ref(chan[i], 0x500 + i);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_kick(chan[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_wait(chan[i]);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 0x500 + i);
        nv_fermi_channel_free(chan[i]);
    }
    g_assert_cmpuint(nv_statistic(nv, "video-methods") - before, >=,
                     ARRAY_SIZE(chan) * 20 * 2);
    nv_fermi_assert_quiet(nv);
}

/* --- Standing still --------------------------------------------------- */

/* pscnv's wiki, PFIFO: "Pause/unpause the PFIFO: NV50 & NVC0" */
static void freeze(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);

    nv_assert_hex(nv_rd32(nv, A_NV50_PFIFO_FREEZE), 0);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 1);
    nv_poll(nv_rd32(nv, A_NV50_PFIFO_FREEZE) & 0x10);
    nv_fermi_ref(chan, 7);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 10 * MS);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    nv_migrate(nv);
    nv_clock_step(nv, 10 * MS);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    nv_assert_hex(nv_rd32(nv, A_NV50_PFIFO_FREEZE), 0x11);
    nv_wr32(nv, A_NV50_PFIFO_FREEZE, 0);
    nv_poll(!(nv_rd32(nv, A_NV50_PFIFO_FREEZE) & 0x10));
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 7);
    nv_fermi_channel_free(chan);
}

/*
 * A PBDMA that is turned off loses its channel, whose state RAMFC has as it was
 * loaded: another one goes on from there, or the same when it is on again.
 */
static void pbdma_off(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    uint32_t all = nv_rd32(nv, A_NV_PMC_PBDMA_ENABLE);
    int id;

    nv_trace(nv, "nv_pfifo_ref", true);
    nv_fermi_ref(chan, 0x11);
    nv_fermi_run(chan);
    id = pbdma_of(chan);
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, all & ~(1u << id));
    nv_clock_step(nv, 10 * MS);
    nv_fermi_ref(chan, 0x22);
    nv_fermi_run(chan);
    g_assert_cmpint(nv_log_count(nv, "ref 0x00000011\n"), ==, 2);
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, 0);
    nv_fermi_ref(chan, 0x33);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 10 * MS);
    g_assert_cmpint(nv_log_count(nv, "ref 0x00000011\n"), ==, 2);
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, all);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x33);
    g_assert_cmpint(nv_log_count(nv, "ref 0x00000011\n"), ==, 3);
    nv_fermi_channel_free(chan);
}

/* An error that nobody handles goes, and so does the order to leave. */
static void pbdma_off_with_an_error(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);

    nv_fermi_push(chan, 0xc0000000);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS));
    nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, chan->chid);
    nv_clock_step(nv, 10 * MS);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT) & 0x100000, 0x100000);
    nv_wr32(nv, A_NV_PMC_PBDMA_ENABLE, 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS), 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT) & 0x100000, 0);
    nv_fermi_channel_free(chan);
}

/* YIELD gives another channel its turn much earlier. */
static void yield(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    NVFermiChan *other = nv_fermi_channel_new(nv, 4);

    nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 1);
    nv_trace(nv, "nv_pfifo_ref", true);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 0);
    for (unsigned i = 0; i < 2; i++) {
        nv_fermi_ref(chan, 0x10 + i);
        nv_fermi_ref(other, 0x20 + i);
        if (nv->test->data) {
            nv_fermi_inc(chan, nv_random_below(8), 0x80, 0);
            nv_fermi_inc(other, nv_random_below(8), 0x80, 0);
        }
    }
    nv_fermi_kick(chan);
    nv_fermi_kick(other);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 1);
    nv_fermi_wait(chan);
    nv_fermi_wait(other);
    g_assert_cmpint(nv_log_count(nv, nv->test->data
                                 ? "0x00000010\nnv_pfifo_ref channel 4"
                                 : "0x00000010\nnv_pfifo_ref channel 3"),
                    ==, 1);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x11);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 0x21);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* TIMESLICE with ENABLE, and a COUNT of 0: one word at a time, as on NV04 */
static void shortest_timeslice(NVDev *nv)
{
    NVFermiChan *chan[5];

    nv_trace(nv, "nv_pfifo_ref", true);
    nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 1);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        chan[i] = nv_fermi_channel_new(nv, 3 + i);
        nv_phys_wr32(nv, chan[i]->block + A_NV_PBDMA_TIMESLICE, 0x10000000);
        for (unsigned n = 1; n <= 4; n++) {
            nv_fermi_ref(chan[i], 0x100 * n + i);
        }
        nv_fermi_kick(chan[i]);
    }
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_wait(chan[i]);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 0x400 + i);
        nv_fermi_channel_free(chan[i]);
    }
    g_assert_cmpint(nv_log_count(nv, "ref 0x00000104\nnv_pfifo_ref channel 3 "
                                     "ref 0x00000200\n"), ==, 1);
    nv_fermi_assert_quiet(nv);
}

/* It leaves PBDMA 1 for PBDMA 0, waits there, and lets others have it. */
static void wait_for(NVFermiChan *chan, uint64_t va, uint32_t val)
{
    nv_fermi_object(chan, 1, 0x1234, PPDEC);
    nv_fermi_inc(chan, 1, 0x100, 1);
    nv_fermi_semaphore(chan, va, val,
                       NV_SEM_ACQUIRE | NV_SEM_SWITCH);
    nv_fermi_ref(chan, val);
    nv_fermi_kick(chan);
}

/*
 * Two channels wait in one PBDMA, another PBDMA has nothing to do: a failed
 * acquire is tried again when some time has passed, and not before.
 */
static void waits_beside_an_idle_one(NVDev *nv)
{
    NVFermiChan *idle = nv_fermi_channel_new(nv, 3);
    NVFermiChan *chan[2];
    uint32_t addr[2];
    uint64_t switches;

    set_mask(nv, PPDEC, ~1u);
    nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 2);
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        chan[i] = nv_fermi_channel_new(nv, 8 + i);
        wait_for(chan[i], nv_fermi_buffer(chan[i], 0x1000, &addr[i]), 0x50 + i);
    }
    nv_fermi_ref(idle, 1);
    nv_fermi_run(idle);
    g_assert_cmpint(pbdma_of(idle), ==, 1);
    nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 3);
    switches = nv_statistic(nv, "switches");
    for (unsigned i = 0; i < 100; i++) {
        nv_rd32(nv, A_NV_PMC_BOOT_0);
    }
    g_assert_cmpuint(nv_statistic(nv, "switches"), ==, switches);
    g_assert_cmpint(pbdma_of(idle), ==, 1);
    nv_clock_step(nv, 10 * MS);
    g_assert_cmpuint(nv_statistic(nv, "switches"), >, switches);
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 0);
        nv_phys_wr32(nv, addr[i], 0x50 + i);
        nv_clock_step(nv, 10 * MS);
        nv_fermi_wait(chan[i]);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 0x50 + i);
    }
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(idle);
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_channel_free(chan[i]);
    }
}

/* --- Engines and their channels --------------------------------------- */

static void use_graph(NVFermiChan *chan)
{
    nv_fermi_object(chan, 4, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_inc(chan, 4, FERMI_NO_OPERATION, 0);
}

/* "The puller tells the engine to switch channels": only if it is used. */
static void engine_follows(NVDev *nv)
{
    NVFermiChan *chan[3];

    nv_fermi_graph_init(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        chan[i] = nv_fermi_channel_new(nv, 20 + i);
        use_graph(chan[i]);
        nv_fermi_run(chan[i]);
    }
    for (unsigned i = 0; i < 7; i++) {
        NVFermiChan *who = chan[i * 2 % 3];

        nv_fermi_inc(who, 4, FERMI_NO_OPERATION, 0);
        nv_fermi_run(who);
        nv_assert_hex(engine_state(nv, NV_FERMI_GR), who->chid);
        nv_assert_hex(nv_falcon_rd32(nv, FECS, A_NV_CTXCTL_CHAN_ADDR),
                      0x80000000 | who->block >> 12);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_channel_free(chan[i]);
    }
    nv_fermi_graph_quiet(nv);
}

/* A channel without methods for the engine leaves it to another one. */
static void engine_stays(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 8);
    NVFermiChan *other = nv_fermi_channel_new(nv, 9);

    nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 1);
    use_graph(chan);
    nv_fermi_run(chan);
    nv_fermi_ref(other, 5);
    nv_fermi_run(other);
    nv_assert_hex(nv_rd32(nv, pbdma_reg(0, A_NV_PBDMA_CHANNEL)) & 0x17f,
                  0x109);
    nv_assert_hex(engine_state(nv, NV_FERMI_GR), 8);
    use_graph(other);
    nv_fermi_run(other);
    nv_assert_hex(engine_state(nv, NV_FERMI_GR), 9);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* --- What is wrong with the table ------------------------------------- */

static void expect_table_error(NVDev *nv, uint32_t code)
{
    uint32_t want = code ? INTR_CHAN_TABLE_ERROR : 0;

    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x111, want);
    if (code) {
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_CHAN_TABLE_ERROR), code);
        g_assert_true(nv_intx(nv));
        nv_wr32(nv, A_NVC0_PFIFO_INTR, INTR_CHAN_TABLE_ERROR);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x111, 0);
        g_assert_false(nv_intx(nv));
    }
}

/* An entry of the table, and PFIFO's error for it */
static void table_errors(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 6);
    uint32_t entry = nv_rd32(nv, chan_reg(chan));

    /* Writing the same again is no error; a different one is. */
    nv_wr32(nv, chan_reg(chan), entry);
    expect_table_error(nv, 0);
    nv_wr32(nv, chan_reg(chan), entry + 1);
    expect_table_error(nv, 0x1);
    nv_wr32(nv, chan_reg(chan), entry);
    expect_table_error(nv, 0x1);

    /* Runnable and listed, waiting, in a PBDMA */
    nv_wr32(nv, chan_reg(chan), 0);
    expect_table_error(nv, 0xb);
    nv_wr32(nv, chan_reg(chan), entry);
    expect_table_error(nv, 0);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 0);
    nv_fermi_ref(chan, 3);
    nv_fermi_kick(chan);
    nv_wr32(nv, chan_reg(chan), 0);
    expect_table_error(nv, 0x4);
    nv_wr32(nv, chan_reg(chan), entry);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 1);
    nv_fermi_wait(chan);
    nv_wr32(nv, chan_reg(chan), 0);
    expect_table_error(nv, 0x3);
    nv_wr32(nv, chan_reg(chan), entry);
    expect_table_error(nv, 0);

    /* As a driver does it */
    nv_fermi_channel_fini(chan);
    expect_table_error(nv, 0);
    nv_wr32(nv, chan_reg(chan), 0);
    expect_table_error(nv, 0);

    nv_wr32(nv, chan_reg(chan), 0x90000000 | chan->block >> 12);
    expect_table_error(nv, 0x6);
    nv_wr32(nv, chan_reg(chan), 0);
    nv_wr32(nv, A_NVC0_PFIFO_BAR1_BASE, 0);
    nv_wr32(nv, chan_reg(chan), 0x80000000 | chan->block >> 12);
    expect_table_error(nv, 0);
    nv_wr32(nv, chan_reg(chan), 0);
    nv_wr32(nv, chan_reg(chan), entry);
    expect_table_error(nv, 0x2);
    nv_fermi_channel_free(chan);
}

/* An error that isn't acknowledged yet stays. */
static void first_error_stays(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 6);
    uint32_t entry = nv_rd32(nv, chan_reg(chan));

    nv_mask(nv, A_NVC0_PFIFO_INTR_EN, INTR_CHAN_TABLE_ERROR, 0);
    nv_wr32(nv, chan_reg(chan), entry + 1);
    g_assert_false(nv_intx(nv));
    nv_wr32(nv, chan_reg(chan), 0);
    nv_mask(nv, A_NVC0_PFIFO_INTR_EN, INTR_CHAN_TABLE_ERROR,
            INTR_CHAN_TABLE_ERROR);
    expect_table_error(nv, 0x1);
    nv_wr32(nv, chan_reg(chan), entry);
    nv_wr32(nv, chan_reg(chan), 0);
    expect_table_error(nv, 0xb);
    nv_fermi_channel_free(chan);
}

/* --- Engines that keep their channel ---------------------------------- */

static void expect_sched_error(NVDev *nv, uint32_t code)
{
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x111, INTR_SCHED_ERROR);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_SCHED_ERROR) & 0xff, code);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NVC0_PFIFO_INTR, INTR_SCHED_ERROR);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x111, 0);
}

static void inactive_channel(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 6);

    nv_fermi_assert_quiet(nv);
    nv_phys_wr32(nv, nv->fermi->runlists[0], 17);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, nv->fermi->runlists[0] >> 12);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00001);
    nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 0x10000000);
    expect_sched_error(nv, SCHED_INACTIVE_CHANNEL);
    nv_fermi_channel_free(chan);
}

/* FECS's program accepts the channels that it is asked for, and halts. */
#define CHSW_PULSE 0x2003
#define CHSW_LINE 0x100

#define TAKES_ONE                               \
    FUC_MOV(2, CHSW_PULSE),                     \
    FUC_IOWR(A_NV_CTXCTL_INTR_ROUTE, 2),        \
    FUC_IORD(3, A_NV_FALCON_INTR),              \
    FUC_AND(4, 3, CHSW_LINE),                   \
    FUC_BACK_IF_ZERO(15),                       \
    FUC_IOWR(A_NV_FALCON_INTR_CLEAR, 3),        \
    FUC_IORD(5, A_NV_CTXCTL_CHAN_NEXT),         \
    FUC_IOWR(A_NV_CTXCTL_CHAN_ADDR, 5),         \
    FUC_MOV(2, 1),                              \
    FUC_IOWR(A_NV_CTXCTL_CHSW, 2)

static const uint8_t takes_one[] = { TAKES_ONE, FUC_EXIT };

/* And it continues, but isn't notified any more. */
static const uint8_t takes_one_and_spins[] = { TAKES_ONE, FUC_BACK(0) };

static void start_fecs(NVDev *nv, const uint8_t *code, unsigned size)
{
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0x1000);
    nv_falcon_code(nv, FECS, code, size);
    nv_falcon_start(nv, FECS, 0);
    nv_clock_step(nv, MS);
    nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x00010001);
}

static void assert_state(NVDev *nv, bool switching, unsigned chid)
{
    uint32_t state = engine_state(nv, NV_FERMI_GR);
    uint32_t bits = SWITCH_6_1 | SWITCH_6_12 | SWITCHING;

    nv_assert_hex(state & bits, switching ? bits : 0);
    nv_assert_hex(state & (BUSY_6_1 | BUSY_6_12),
                  switching ? BUSY_6_1 | BUSY_6_12 : 0);
    nv_assert_hex(state & CHID, chid);
}

/* nouveau: gf100_fifo_recover(), gf100_fifo_recover_work() */
static void recover(NVDev *nv, NVFermiChan *victim)
{
    nv_mask(nv, state_reg(victim), 1, 0);
    nv_mask(nv, A_NVC0_PFIFO_ENGINE_FREEZE, 1, 1);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0x1000);
    nv_fermi_graph_init(nv);
    nv_wr32(nv, A_NVC0_PFIFO_ENGINE_FAULT, 1);
    nv_mask(nv, A_NVC0_PFIFO_ENGINE_FREEZE, 1, 0);
}

/* One has PGRAPH, whose program has ended; another one needs it. */
static void keeps_its_channel(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 8);
    NVFermiChan *other = nv_fermi_channel_new(nv, 9);

    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT), 0xffffffff);
    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 0x80000000 | 1000);
    start_fecs(nv, takes_one, sizeof(takes_one));
    use_graph(chan);
    nv_fermi_run(chan);
    assert_state(nv, false, 8);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);

    use_graph(other);
    nv_fermi_ref(other, 6);
    nv_fermi_kick(other);
    assert_state(nv, true, 8);
    nv_clock_step(nv, 1023 * US);
    nv_fermi_assert_quiet(nv);
    if (nv->test->data) {
        nv_migrate(nv);
    }
    nv_clock_step(nv, 2 * US);
    assert_state(nv, true, 8);
    expect_sched_error(nv, SCHED_CTXSW_TIMEOUT);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 0);

    /* A driver that doesn't react is interrupted again. */
    nv_clock_step(nv, 1020 * US);
    nv_fermi_assert_quiet(nv);
    nv_clock_step(nv, 10 * US);
    expect_sched_error(nv, SCHED_CTXSW_TIMEOUT);
    recover(nv, chan);
    nv_fermi_wait(other);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 6);
    assert_state(nv, false, 9);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* No channel has it, and none gets it: FECS isn't running at all. */
static void takes_none(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 8);

    nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x00010001);
    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 100);
    use_graph(chan);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    assert_state(nv, true, 8);

    /* The enable bit; an engine that is frozen isn't timed. */
    nv_wr32(nv, A_NVC0_PFIFO_ENGINE_FREEZE, 1);
    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 0x80000000 | 100);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    nv_wr32(nv, A_NVC0_PFIFO_ENGINE_FREEZE, 0);
    nv_clock_step(nv, 1 * US);
    expect_sched_error(nv, SCHED_CTXSW_TIMEOUT);

    /* The channel that needed it is stopped: none waits any more. */
    assert_state(nv, true, 8);
    nv_mask(nv, state_reg(chan), 1, 0);
    assert_state(nv, false, 0);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_fini(chan);
    assert_state(nv, false, 0);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* After a reset of the engine the time starts again. */
static void reset_begins_anew(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 8);
    NVFermiChan *other = nv_fermi_channel_new(nv, 9);

    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 0x80000000 | 1000);
    start_fecs(nv, takes_one, sizeof(takes_one));
    use_graph(chan);
    nv_fermi_run(chan);
    use_graph(other);
    nv_fermi_kick(other);
    nv_clock_step(nv, 1000 * US);
    assert_state(nv, true, 8);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0x1000);
    assert_state(nv, true, 9);
    nv_clock_step(nv, 1020 * US);
    nv_fermi_assert_quiet(nv);
    nv_clock_step(nv, 10 * US);
    expect_sched_error(nv, SCHED_CTXSW_TIMEOUT);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* A channel that has to leave PGRAPH, whose program doesn't answer */
static void never_leaves(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 8);

    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 0x80000000 | 1000);
    start_fecs(nv, takes_one_and_spins, sizeof(takes_one_and_spins));
    use_graph(chan);
    nv_fermi_run(chan);
    assert_state(nv, false, 8);
    if (nv->test->data) {
        /* gf100_chan_stop(): it couldn't come back. */
        nv_mask(nv, state_reg(chan), 1, 0);
    }
    nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, 8);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), 0x00100008);
    assert_state(nv, true, 8);
    nv_clock_step(nv, 1023 * US);
    nv_fermi_assert_quiet(nv);
    nv_clock_step(nv, 2 * US);
    expect_sched_error(nv, SCHED_CTXSW_TIMEOUT);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), 0x00100008);
    recover(nv, chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), 8);
    assert_state(nv, false, 0);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* An error that stops PGRAPH keeps others from it, too. */
static void stands_still(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 8);
    NVFermiChan *other = nv_fermi_channel_new(nv, 9);

    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 0x80000000 | 1000);
    use_graph(chan);
    nv_fermi_inc(chan, 4, 0x0ffc, 0x1234);
    nv_fermi_kick(chan);
    use_graph(other);
    nv_fermi_ref(other, 6);
    nv_fermi_kick(other);
    assert_state(nv, true, 8);
    nv_clock_step(nv, 1020 * US);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x111, 0);
    nv_fermi_graph_error(chan, FERMI_INTR_ILLEGAL_MTHD, 4, 0x0ffc, 0x1234);
    nv_fermi_wait(other);
    nv_clock_step(nv, 10 * MS);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 6);
    assert_state(nv, false, 9);
    nv_fermi_graph_quiet(nv);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* --- Errors that are left ---------------------------------------------- */

#define INTR_METHOD 0x00200000
#define NO_METHOD 0x0004
#define NO_PAGE 0x123456000ull

/* PBDMA 0 stops at a method, the next one at a fault. */
static void leave_errors(NVDev *nv)
{
    NVFermiChan *wrong = nv_fermi_channel_new(nv, 1);
    NVFermiChan *other = nv_fermi_channel_new(nv, 2);

    nv_fermi_inc(wrong, 0, NO_METHOD, 0x1234);
    nv_fermi_kick(wrong);
    nv_fermi_release(other, NO_PAGE, 1);
    nv_fermi_kick(other);
    nv_assert_hex(nv_rd32(nv, pbdma_reg(0, A_NV_PBDMA_INTR_0)), INTR_METHOD);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS), 0x100);
    nv_fermi_channel_free(wrong);
    nv_fermi_channel_free(other);
}

/*
 * Acknowledging an interrupt whose method is still there raises it again.  The
 * channel can't leave before the driver has handled it: see fidelity.rst.  A
 * fault ends with its channel.
 */
static void errors_keep_channels(NVDev *nv)
{
    uint32_t intr = pbdma_reg(0, A_NV_PBDMA_INTR_0);
    NVFermiChan *chan;

    leave_errors(nv);
    nv_wr32(nv, intr, UINT32_MAX);
    nv_assert_hex(nv_rd32(nv, intr), INTR_METHOD);
    nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + 2 * 8, 1, 0);
    nv_fermi_preempt(nv, 2);
    nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + 1 * 8, 1, 0);
    nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, 1);
    nv_clock_step(nv, 10 * MS);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), 0x00100001);
    nv_assert_hex(nv_rd32(nv, pbdma_reg(0, A_NV_PBDMA_CHANNEL)), 0x101);
    nv_assert_hex(nv_rd32(nv, intr), INTR_METHOD);
    nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 1 << 1 | 1 << 0);
    chan = nv_fermi_channel_new(nv, 3);
    nv_fermi_ref(chan, 7);
    nv_fermi_run(chan);
    nv_assert_hex(pbdma_of(chan), 1);

    /* Then it leaves at once, with the method, and others may come. */
    nv_wr32(nv, intr, UINT32_MAX);
    nv_assert_hex(nv_rd32(nv, intr), 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), 1);
    nv_assert_hex(nv_rd32(nv, pbdma_reg(0, A_NV_PBDMA_CHANNEL)) & 0x100, 0);
    nv_fermi_preempt(nv, chan->chid);
    nv_fermi_ref(chan, 8);
    nv_fermi_run(chan);
    nv_assert_hex(pbdma_of(chan), 0);
    nv_fermi_channel_free(chan);
}

/*
 * A driver that begins anew resets PFIFO.  PGRAPH may have PBDMA 0 only, so no
 * error of its would be seen while that one is stopped.
 */
static void reset_ends_errors(NVDev *nv)
{
    NVFermiChan *chan;

    leave_errors(nv);
    nv_init(nv);
    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0)), 0);
        nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_CHANNEL)), 0);
        nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_METHOD0)), 0);
    }
    nv_fermi_assert_quiet(nv);
    chan = nv_fermi_graph_new(nv, 3);
    nv_fermi_object(chan, 4, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_inc(chan, 4, 0x0ffc, 0x5678);
    nv_fermi_kick(chan);
    nv_fermi_graph_error(chan, FERMI_INTR_ILLEGAL_MTHD, 4, 0x0ffc, 0x5678);
    nv_fermi_wait(chan);
    nv_fermi_graph_quiet(nv);
    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        nv_fermi_preempt(nv, chan->chid);
        nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 1u << id);
        nv_fermi_ref(chan, 7);
        nv_fermi_run(chan);
        nv_assert_hex(pbdma_of(chan), id);
    }
    nv_fermi_channel_free(chan);
}

/* --- The tests -------------------------------------------------------- */

static bool has_three(const NVCard *card)
{
    return card->pbdmas >= 3;
}

static bool has_two(const NVCard *card)
{
    return card->pbdmas >= 2;
}

#define C(_name, _rows, _fn, ...) \
    { "fermi-scheduler/" _name, _rows, _fn, .needs = NV_CARD_NVC0, \
      __VA_ARGS__ }

static const NVTest tests[] = {
    C("moves-to-the-pbdma-of-the-engine", "playlist", moves,
      .applies = has_three),
    C("waits-for-the-pbdma-of-the-engine", "playlist", nobody_serves,
      .applies = has_two, .slow = true),
    C("immediate-data-moves", "playlist nvk-pushbuffer", immediate_moves,
      .applies = has_two),
    C("many-move", "playlist", many_move, .applies = has_two),
    C("freeze", "pfifo-freeze! migration", freeze),
    C("pbdma-off", "playlist!", pbdma_off, .applies = has_two),
    C("pbdma-off-with-an-error", "playlist!", pbdma_off_with_an_error),
    C("takes-turns", "channel-switch", yield),
    C("yield", "yield!", yield, .data = "yields"),
    C("shortest-timeslice", "channel-switch!", shortest_timeslice),
    C("waits-beside-an-idle-one", "acquire-retry", waits_beside_an_idle_one,
      .applies = has_two),
    C("engine-follows", "pgraph-switch!", engine_follows),
    C("engine-stays", "engine-channel!", engine_stays),
    C("table-errors", "playlist", table_errors),
    C("first-error-stays", "playlist", first_error_stays),
    C("inactive-channel", "playlist", inactive_channel),
    C("keeps-its-channel", "playlist pgraph-switch", keeps_its_channel),
    C("keeps-its-channel-migrated", "playlist migration", keeps_its_channel,
      .data = "migrates"),
    C("takes-none", "playlist", takes_none),
    C("reset-begins-anew", "playlist reset", reset_begins_anew),
    C("never-leaves", "playlist", never_leaves),
    C("never-leaves-though-it-is-off", "playlist", never_leaves, .data = "off"),
    C("stands-still", "playlist", stands_still),
    C("errors-keep-channels", "playlist", errors_keep_channels),
    C("reset-ends-errors", "reset playlist", reset_ends_errors),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
