/*
 * Tests of the NVIDIA GPU: injected faults: errors of PFIFO's tables
 *
 * What the driver writes about channels arrives wrong: the table of channels
 * and the run list; and an engine doesn't switch.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

/* The channel that the faults are about */
#define CHID NV_DEBUG_CHID

#define SUBC 4

#define INTR_CHAN_TABLE_ERROR 0x00000001
#define INTR_SCHED_ERROR 0x00000100

#define US 1000

/**
 * struct Coded - an error that PFIFO has a number for
 *
 * @name: its name in the table of docs/faults.rst
 * @fault: the line there
 * @code: the number
 */
typedef struct Coded {
    const char *name;
    const char *fault;
    uint32_t code;
} Coded;

enum {
    IN_USE, NO_POLL, ACTIVE, PENDING, TARGET, RUNNABLE,
};

/* 0x3010 is the channel's entry in the table, 0x3014 its state. */
static const Coded table[] = {
    { "CHANNEL_IN_USE", "write-wrong address=0x3010 value=0x80000001", 0x1 },
    { "NO_POLL", "write-lost address=0x2254", 0x2 },
    { "CHANNEL_ACTIVE", "write-strays address=0x3014 to=0x3010", 0x3 },
    { "CHANNEL_PENDING", "write-strays address=0x3014 to=0x3010", 0x4 },
    { "INVALID_TARGET", "write-wrong address=0x3010 xor=0x10000000", 0x6 },
    { "CHANNEL_RUNNABLE", "write-strays address=0x3014 to=0x3010", 0xb },
};

enum {
    INACTIVE, TIMEOUT,
};

static const Coded sched[] = {
    { "INACTIVE_CHANNEL", "list-wrong channel=2", 0x1 },
    { "CTXSW_TIMEOUT", "falcon-stops", 0xa },
};

/* --- NVC0 and later ---------------------------------------------------- */

/* The error is the only one; the driver acknowledges it. */
static void expect(NVDev *nv, uint32_t intr, uint32_t reg, uint32_t code)
{
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x111, intr);
    nv_assert_hex(nv_rd32(nv, reg), code);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NVC0_PFIFO_INTR, intr);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x111, 0);
    g_assert_false(nv_intx(nv));
    nv_assert_hex(nv_fault_done(nv, 0), 1);
}

static void expect_table(NVDev *nv, const Coded *error)
{
    expect(nv, INTR_CHAN_TABLE_ERROR, A_NVC0_PFIFO_CHAN_TABLE_ERROR,
           error->code);
}

static void expect_sched(NVDev *nv, const Coded *error)
{
    expect(nv, INTR_SCHED_ERROR, A_NVC0_PFIFO_SCHED_ERROR, error->code);
}

/* It executes what is submitted. */
static void works(NVFermiChan *chan)
{
    uint32_t ref = ++chan->nv->nr_refs;

    nv_fermi_ref(chan, ref);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), ref);
    nv_fermi_assert_quiet(chan->nv);
}

/* The driver removes the channel, and makes it anew. */
static void again(NVFermiChan *chan)
{
    nv_inject_none(chan->nv);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_begin(chan);
    nv_fermi_assert_quiet(chan->nv);
    works(chan);
}

/* It stops the channel. */
static void stop(NVFermiChan *chan)
{
    nv_mask(chan->nv, A_NVC0_PFIFO_CHAN_STATE + CHID * 8, 1, 0);
}

static void table_errors(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint32_t base = nv_rd32(nv, A_NVC0_PFIFO_BAR1_BASE);

    works(chan);
    nv_inject(nv, table[IN_USE].fault);
    nv_fermi_channel_fini(chan);
    expect_table(nv, &table[IN_USE]);
    nv_wr32(nv, A_NVC0_PFIFO_CHAN + CHID * 8, 0);

    nv_inject(nv, table[TARGET].fault);
    nv_fermi_channel_begin(chan);
    expect_table(nv, &table[TARGET]);
    again(chan);

    /* It is in a PBDMA, not in one, waiting for one. */
    nv_inject(nv, table[ACTIVE].fault);
    stop(chan);
    expect_table(nv, &table[ACTIVE]);
    again(chan);
    nv_fermi_preempt(nv, CHID);
    nv_inject(nv, table[RUNNABLE].fault);
    stop(chan);
    expect_table(nv, &table[RUNNABLE]);
    again(chan);
    nv_fermi_preempt(nv, CHID);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 0);
    nv_fermi_ref(chan, 1);
    nv_fermi_kick(chan);
    nv_inject(nv, table[PENDING].fault);
    stop(chan);
    expect_table(nv, &table[PENDING]);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 1);
    again(chan);

    nv_fermi_channel_fini(chan);
    nv_wr32(nv, A_NVC0_PFIFO_BAR1_BASE, 0);
    nv_inject(nv, table[NO_POLL].fault);
    nv_wr32(nv, A_NVC0_PFIFO_BAR1_BASE, base);
    nv_fermi_channel_begin(chan);
    expect_table(nv, &table[NO_POLL]);
    nv_wr32(nv, A_NVC0_PFIFO_BAR1_BASE, base);
    again(chan);
    g_assert_cmpuint(nv_statistic(nv, "fault-write-wrong"), ==, 2);
    g_assert_cmpuint(nv_statistic(nv, "fault-write-strays"), ==, 3);
    g_assert_cmpuint(nv_statistic(nv, "fault-write-lost"), ==, 1);
    nv_fermi_channel_free(chan);
}

/* The list has another channel, which isn't there, in its place. */
static void inactive_channel(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID), *other;
    uint32_t ref;

    works(chan);
    ref = nv->nr_refs;
    nv_inject(nv, sched[INACTIVE].fault);
    other = nv_fermi_channel_new(nv, CHID + 1);
    expect_sched(nv, &sched[INACTIVE]);
    nv_fermi_ref(chan, 0x77);
    nv_fermi_kick(chan);
    works(other);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), ref);
    /* The driver writes the list again. */
    nv_fermi_channel_fini(other);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x77);
    g_assert_cmpuint(nv_statistic(nv, "fault-list-wrong"), ==, 1);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

static void use_graph(NVFermiChan *chan)
{
    nv_fermi_object(chan, SUBC, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_inc(chan, SUBC, FERMI_NO_OPERATION, 0);
}

/* PGRAPH's falcon stands still when it should switch channels. */
static void switch_timeout(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, CHID);
    NVFermiChan *other = nv_fermi_channel_new(nv, CHID + 1);

    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 0x80000000 | 1000);
    use_graph(chan);
    nv_fermi_run(chan);
    nv_inject(nv, sched[TIMEOUT].fault);
    use_graph(other);
    nv_fermi_ref(other, 0x55);
    nv_fermi_kick(other);
    nv_clock_step(nv, 1020 * US);
    nv_fermi_assert_quiet(nv);
    nv_clock_step(nv, 10 * US);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_ENGINE_STATE) & 0x8000, 0x8000);
    expect_sched(nv, &sched[TIMEOUT]);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 0);
    /* It goes on, and PGRAPH is the other channel's. */
    nv_inject_none(nv);
    nv_fermi_wait(other);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 0x55);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_ENGINE_STATE) & 0x807f, CHID + 1);
    use_graph(chan);
    nv_fermi_run(chan);
    nv_fermi_graph_quiet(nv);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* --- NV50 -------------------------------------------------------------- */

/* There is no error for it: the channel just has no turn. */
static void not_listed(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_inject(nv, "list-wrong channel=2");
    nv_tesla_runlist_update(nv);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_clock_step(nv, 1000 * US);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_tesla_runlist_update(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    g_assert_cmpuint(nv_statistic(nv, "fault-list-wrong"), ==, 1);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- The tests -------------------------------------------------------- */

#define FERMI .needs = NV_CARD_NVC0, .fermi = true

static const NVTest tests[] = {
    { "fault/channel/table-errors", "fault-injection playlist", table_errors,
      FERMI },
    { "fault/channel/inactive-channel", "fault-injection playlist",
      inactive_channel, FERMI },
    { "fault/channel/switch-timeout", "fault-injection playlist",
      switch_timeout, FERMI },
    { "fault/channel/not-listed", "fault-injection runlist", not_listed,
      .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
