/*
 * Tests of the NVIDIA GPU: how drivers recover an engine that hangs, NVE4+
 *
 * A channel hangs each engine in turn, and the driver's steps make it go on for
 * another channel.
 *
 * Source: nouveau's nvkm/engine/fifo/gf100.c, gf100_fifo_intr_ctxsw_timeout()
 * and gf100_fifo_mmu_fault_recover(); runl.c, nvkm_runl_rc(); gk104.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-ce.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define US 1000ll
#define MS (1000 * US)

#define CULPRIT 70
#define OTHER 71
#define ELSEWHERE 72

#define FECS 0x409000

/* INTR of PFIFO, and of copy engines */
#define SCHED_ERROR 0x00000100
#define BLOCKPIPE 0x1
#define LAUNCHERR 0x4

#define SCHED_CTXSW_TIMEOUT 0x0a

#define CHAN_DISABLE 0x00000800

/* A launch that no engine takes, since there is no such transfer */
#define MISTAKE 3

/* --- Engines -------------------------------------------------------------- */

/**
 * struct Unit - an engine
 *
 * @runlist, @engine, @enable, @fault: as NVCeUnit's
 * @ce: the copy engine, or NULL
 */
typedef struct Unit {
    unsigned runlist, engine;
    uint32_t enable;
    unsigned fault;
    const NVCeUnit *ce;
} Unit;

#define UNITS (1 + NV_CE_UNITS)

static bool unit_of(NVDev *nv, unsigned i, Unit *unit)
{
    const NVCeUnit *ce = i ? &nv_ce_units[i - 1] : NULL;

    if (!ce) {
        *unit = (Unit) { 0, NV_FERMI_GR, 1 << 12, NV_FERMI_UNIT_PGRAPH };
        return true;
    }
    *unit = (Unit) { ce->runlist, nv_ce_engine(nv, i - 1), ce->enable,
                     ce->fault, ce };
    return nv_ce_has(nv, i - 1);
}

/* Give the channel the engine, and a number that it writes behind that */
static void use(const Unit *unit, NVFermiChan *chan, uint32_t ref)
{
    if (unit->ce) {
        nv_fermi_inc(chan, NV_CE_SUBC, CE_REMAP_CONST_A, ref);
    } else {
        nv_fermi_object(chan, 0, FERMI_2D, NV_FERMI_GR);
        nv_fermi_inc(chan, 0, FERMI_NO_OPERATION, 0);
    }
    nv_fermi_ref(chan, ref);
    nv_fermi_kick(chan);
}

static uint32_t reference(NVFermiChan *chan)
{
    return nv_fermi_user_rd32(chan, A_NV_USERD_REF);
}

/* The engine has the channel, and the driver isn't told why it keeps it. */
static void hang(const Unit *unit, NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    if (unit->ce) {
        nv_ce_wr32(nv, unit->ce, A_NV_CE_INTR_EN, 0);
        nv_fermi_inc(chan, NV_CE_SUBC, CE_LAUNCH_DMA, MISTAKE);
        nv_fermi_ref(chan, 0x666);
        nv_fermi_kick(chan);
    } else {
        nv_falcon_wr32(nv, FECS, A_NV_FALCON_INTR_EN_CLR, UINT32_MAX);
    }
}

static uint32_t status_of(NVDev *nv, const Unit *unit)
{
    return nv_rd32(nv, A_NVE4_PFIFO_ENGINE_STATUS + unit->engine * 8);
}

/* gk104_engn_cxid(), without its question to PGRAPH; -1: none */
static int channel_of(NVDev *nv, const Unit *unit)
{
    uint32_t status = status_of(nv, unit);
    bool switches = status & 1u << 31 && status & 1 << 15;
    bool load = status & 1 << 13, save = status & 1 << 14;

    if (switches) {
        return load && !save ? status >> 16 & 0xfff : status & 0xfff;
    }
    return load ? status & 0xfff : -1;
}

static bool has_it(NVDev *nv, const Unit *unit)
{
    return channel_of(nv, unit) == CULPRIT;
}

/* --- The driver's steps --------------------------------------------------- */

/* gf100_fifo_intr_sched() */
static void take_sched_error(NVDev *nv, uint32_t code)
{
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & SCHED_ERROR, SCHED_ERROR);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_SCHED_ERROR), code);
    nv_wr32(nv, A_NVC0_PFIFO_INTR, SCHED_ERROR);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & SCHED_ERROR, 0);
}

static void block(NVDev *nv, unsigned runlist)
{
    nv_mask(nv, A_NVE4_PFIFO_SCHED_DISABLE, 1u << runlist, 1u << runlist);
}

static void allow(NVDev *nv, unsigned runlist)
{
    nv_mask(nv, A_NVE4_PFIFO_SCHED_DISABLE, 1u << runlist, 0);
}

/* gf100_fifo_intr_ctxsw_timeout(): all of the list's that have the channel */
static uint32_t trigger_faults(NVDev *nv, unsigned runlist)
{
    uint32_t units = 0;
    Unit unit;

    block(nv, runlist);
    for (unsigned i = 0; i < UNITS; i++) {
        if (unit_of(nv, i, &unit) && unit.runlist == runlist &&
            has_it(nv, &unit)) {
            nv_mask(nv, A_NVC0_PFIFO_INTR_EN, SCHED_ERROR, 0);
            nv_wr32(nv, A_NVC0_PFIFO_INTR, SCHED_ERROR);
            nv_wr32(nv, A_NVC0_PFIFO_FAULT_INJECT + unit.engine * 4,
                    0x100 | unit.fault);
            units |= 1u << unit.fault;
        }
    }
    allow(nv, runlist);
    return units;
}

/* gf100_fifo_intr_mmu_fault(), gf100_engn_mmu_fault_triggered() */
static void take_faults(NVDev *nv, uint32_t units)
{
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 1 << 28, 1 << 28);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS), units);
    for (unsigned i = 0; i < UNITS; i++) {
        Unit unit;

        if (unit_of(nv, i, &unit) && units & 1u << unit.fault) {
            uint32_t inject = A_NVC0_PFIFO_FAULT_INJECT + unit.engine * 4;

            nv_assert_hex(nv_rd32(nv, inject), 0x100 | unit.fault);
            nv_mask(nv, inject, 0x100, 0);
            nv_wr32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS, 1u << unit.fault);
        }
    }
    nv_mask(nv, A_NVC0_PFIFO_INTR_EN, SCHED_ERROR, SCHED_ERROR);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 1 << 28, 0);
}

static void reset(NVDev *nv, const Unit *unit)
{
    nv_mask(nv, A_NV_PMC_ENABLE, unit->enable, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, unit->enable, unit->enable);
    /* gf100_gr_wait_idle(): the next channel's switch hasn't begun */
    nv_assert_hex(status_of(nv, unit) & 0x8000c000, 0);
    if (!unit->ce) {
        nv_fermi_graph_init(nv);
    }
}

static uint32_t pending(NVDev *nv, unsigned runlist)
{
    return nv_rd32(nv, A_NVE4_PFIFO_ENG_RUNLIST + runlist * 8) & 0x00100000;
}

/*
 * nvkm_runl_rc(): the list is written while it is blocked, and the driver waits
 * for it afterwards.
 */
static void recover(NVDev *nv, unsigned runlist)
{
    uint32_t list = nv->fermi->runlists[0];
    uint32_t state = A_NVE4_PFIFO_CHAN_STATE + CULPRIT * 8;
    Unit unit;

    block(nv, runlist);
    nv_mask(nv, state, CHAN_DISABLE, CHAN_DISABLE);
    for (unsigned i = 0; i < UNITS; i++) {
        if (unit_of(nv, i, &unit) && unit.runlist == runlist &&
            has_it(nv, &unit)) {
            reset(nv, &unit);
            g_assert_false(has_it(nv, &unit));
        }
    }
    nv_phys_wr64(nv, list, OTHER);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
    nv_wr32(nv, A_NVE4_PFIFO_RUNLIST, runlist << 20 | 1);
    nv_wr32(nv, A_NVE4_PFIFO_ERROR_SCHED_DISABLE, 1u << runlist);
    allow(nv, runlist);
    nv_poll(!pending(nv, runlist));
    nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 1u << runlist);
    nv->fermi->list[CULPRIT] = 0;
}

/* --- Engines that hang ---------------------------------------------------- */

/* The other channel wants the engine, and gets it in the end. */
static void hung_unit(NVDev *nv, const Unit *unit)
{
    unsigned far = unit->runlist == NV_KEPLER_RUNLIST_CE0
                   ? 0 : NV_KEPLER_RUNLIST_CE0;
    NVFermiChan *culprit, *other, *elsewhere;
    uint32_t units;

    nv_fermi_init(nv);
    nv_fermi_graph_init(nv);
    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 0x80000000 | 1000);
    culprit = nv_kepler_channel_new(nv, CULPRIT, unit->runlist);
    other = nv_kepler_channel_new(nv, OTHER, unit->runlist);
    elsewhere = nv_kepler_channel_new(nv, ELSEWHERE, far);
    use(unit, culprit, 1);
    nv_fermi_wait(culprit);
    g_assert_true(has_it(nv, unit));
    hang(unit, culprit);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & ~1u, 0);
    use(unit, other, 2);
    nv_clock_step(nv, 1020 * US);
    nv_fermi_assert_quiet(nv);
    if (nv->test->data) {
        nv_migrate(nv);
    }
    nv_clock_step(nv, 10 * US);
    take_sched_error(nv, SCHED_CTXSW_TIMEOUT);
    nv_assert_hex(status_of(nv, unit) & 0x9fff8fff,
                  0x80008000 | OTHER << 16 | CULPRIT);
    nv_fermi_ref(elsewhere, 3);
    nv_fermi_run(elsewhere);
    nv_assert_hex(reference(elsewhere), 3);

    units = trigger_faults(nv, unit->runlist);
    nv_assert_hex(units & 1u << unit->fault, 1u << unit->fault);
    take_faults(nv, units);
    nv_assert_hex(nv_rd32(nv, A_NVE4_PFIFO_ERROR_SCHED_DISABLE),
                  1u << unit->runlist);
    nv_clock_step(nv, 10 * MS);
    nv_assert_hex(reference(other), 0);
    recover(nv, unit->runlist);
    nv_fermi_wait(other);
    nv_assert_hex(reference(other), 2);
    nv_assert_hex(reference(culprit), 1);
    nv_fermi_channel_fini(culprit);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    if (unit->ce) {
        nv_assert_hex(nv_ce_rd32(nv, unit->ce, A_NV_CE_INTR), 0);
        nv_assert_hex(nv_ce_rd32(nv, unit->ce, A_NV_CE_INTR_EN), 0x7);
    }
    use(unit, other, 4);
    nv_fermi_wait(other);
    nv_assert_hex(reference(other), 4);
    nv_fermi_channel_free(culprit);
    nv_fermi_channel_free(other);
    nv_fermi_channel_free(elsewhere);
}

static void hung(NVDev *nv)
{
    for (unsigned i = 0; i < UNITS; i++) {
        Unit unit;

        if (unit_of(nv, i, &unit)) {
            hung_unit(nv, &unit);
        }
    }
}

/*
 * Nobody has PGRAPH, whose program isn't there, and one channel wants it: that
 * is to blame.
 */
static void takes_none(NVDev *nv)
{
    NVFermiChan *culprit, *other;
    uint32_t units;
    Unit gr;

    nv_fermi_init(nv);
    culprit = nv_kepler_channel_new(nv, CULPRIT, 0);
    other = nv_kepler_channel_new(nv, OTHER, 0);
    unit_of(nv, 0, &gr);
    nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x00010001);
    nv_wr32(nv, A_NVC0_PFIFO_CTXSW_TIMEOUT, 0x80000000 | 1000);
    use(&gr, culprit, 1);
    nv_assert_hex(status_of(nv, &gr) & 0x9fffffff,
                  0x8000a000 | CULPRIT << 16);
    nv_clock_step(nv, 1030 * US);
    take_sched_error(nv, SCHED_CTXSW_TIMEOUT);
    units = trigger_faults(nv, 0);
    nv_assert_hex(units, 1u << gr.fault);
    take_faults(nv, units);
    /* nvkm_runl_rc_engn() */
    g_assert_true(has_it(nv, &gr));
    recover(nv, 0);
    nv_assert_hex(status_of(nv, &gr), 0);
    nv_fermi_ref(other, 2);
    nv_fermi_run(other);
    nv_assert_hex(reference(other), 2);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(culprit);
    nv_fermi_channel_free(other);
}

/* --- Copy engines that wait for the driver -------------------------------- */

/*
 * Neither the host's methods behind such a launch nor a preemption are done
 * before that: one waits for the engine, the other for the channel to leave.
 */
static void blocked_unit(NVDev *nv, const Unit *unit, uint32_t launch,
                         uint32_t intr)
{
    NVFermiChan *chan;

    nv_fermi_init(nv);
    chan = nv_kepler_channel_new(nv, CULPRIT, unit->runlist);
    use(unit, chan, 1);
    nv_fermi_wait(chan);
    nv_fermi_inc(chan, NV_CE_SUBC, CE_LAUNCH_DMA, launch);
    nv_fermi_ref(chan, 2);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 10 * MS);
    nv_assert_hex(nv_ce_rd32(nv, unit->ce, A_NV_CE_INTR), intr);
    nv_assert_hex(reference(chan), 1);
    nv_assert_hex(status_of(nv, unit) & 0x80008000, 0x80000000);
    nv_mask(nv, A_NVE4_PFIFO_CHAN_STATE + CULPRIT * 8, CHAN_DISABLE,
            CHAN_DISABLE);
    nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, CULPRIT);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), 0x00100000 | CULPRIT);
    nv_assert_hex(status_of(nv, unit) & 0x80008000, 0x80008000);
    g_assert_true(has_it(nv, unit));
    if (nv->test->data) {
        nv_migrate(nv);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT),
                      0x00100000 | CULPRIT);
    }
    if (launch == MISTAKE) {
        reset(nv, unit);
    } else {
        nv_ce_wr32(nv, unit->ce, A_NV_CE_INTR, intr);
    }
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), CULPRIT);
    nv_assert_hex(status_of(nv, unit) & 0x8000e000, 0);
    nv_mask(nv, A_NVE4_PFIFO_CHAN_STATE + CULPRIT * 8, 0x400, 0x400);
    nv_fermi_wait(chan);
    nv_assert_hex(reference(chan), 2);
    nv_fermi_assert_quiet(nv);
    nv_ce_channel_end(chan);
}

static void blocked(NVDev *nv)
{
    for (unsigned i = 1; i < UNITS; i++) {
        Unit unit;

        if (unit_of(nv, i, &unit)) {
            blocked_unit(nv, &unit, MISTAKE, LAUNCHERR);
            blocked_unit(nv, &unit, CE_INTR_BLOCKING, BLOCKPIPE);
        }
    }
}

static const NVTest tests[] = {
    { "kepler-recovery/hung-engines", "fermi-errors channel-switch!", hung,
      .needs = NV_CARD_NVE4, .cold = true },
    { "kepler-recovery/hung-engines-migration", "migration", hung,
      .needs = NV_CARD_NVE4, .cold = true, .data = "migrates" },
    { "kepler-recovery/takes-none", "fermi-errors channel-switch!", takes_none,
      .needs = NV_CARD_NVE4, .cold = true },
    { "kepler-recovery/blocked-engines", "ce-interrupt ce-launcherr!",
      blocked, .needs = NV_CARD_NVE4, .cold = true },
    { "kepler-recovery/blocked-engines-migration", "migration", blocked,
      .needs = NV_CARD_NVE4, .cold = true, .data = "migrates" },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
