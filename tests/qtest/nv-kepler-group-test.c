/*
 * Tests of the NVIDIA GPU: groups of channels, NVF0+
 *
 * Source: nouveau's nvkm/engine/fifo/gk110.c; NVIDIA's manuals of GV100,
 * dev_ram.ref.txt, "Runlist TSG Entry Type", and dev_pbdma.ref.txt, "Semaphore
 * switch option".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CE0 NV_KEPLER_RUNLIST_CE0

/* gk110_runl_insert_cgrp() */
#define GROUP(_id, _count, _timeout, _scale) \
    ((uint32_t)(_count) << 26 | (_timeout) << 18 | (_scale) << 14 | 0x2000 | \
     (_id))

#define BAD_TSG 0x20
#define SCHED_ERROR 0x00000100

/* Words of a run list's timeslice, and of a PBDMA's in a group; of a REF */
#define TIMESLICE(_words) (0x10000000 | (_words))
#define REF_WORDS 2

/* --- Lists ------------------------------------------------------------- */

static void commit(NVDev *nv, unsigned runlist, const uint32_t *entries,
                   unsigned count)
{
    uint32_t list = nv_vram_alloc(nv, 0x1000);

    for (unsigned i = 0; i < count; i++) {
        nv_phys_wr64(nv, list + i * 8, entries[i]);
    }
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
    nv_wr32(nv, A_NVE4_PFIFO_RUNLIST, runlist << 20 | count);
    nv_poll(!(nv_rd32(nv, A_NVE4_PFIFO_ENG_RUNLIST + runlist * 8) &
              0x00100000));
    nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 1u << runlist);
}

#define COMMIT(_nv, _runlist, ...) \
    commit(_nv, _runlist, (const uint32_t[]){ __VA_ARGS__ }, \
           NV_COUNT(const uint32_t, __VA_ARGS__))

static NVFermiChan *new_channel(NVDev *nv, unsigned chid, uint32_t timeslice,
                                uint32_t timeout)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, chid, CE0);

    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_TIMESLICE, timeslice);
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_TIMEOUT, timeout);
    return chan;
}

static void hold(NVDev *nv, bool on)
{
    nv_wr32(nv, A_NVE4_PFIFO_SCHED_DISABLE, on << CE0);
}

static void push_refs(NVFermiChan *chan, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        nv_fermi_ref(chan, i);
    }
    nv_fermi_kick(chan);
}

/* The error since the last call, or 0 */
static uint32_t sched_error(NVDev *nv)
{
    bool raised = nv_rd32(nv, A_NVC0_PFIFO_INTR) & SCHED_ERROR;

    nv_wr32(nv, A_NVC0_PFIFO_INTR, SCHED_ERROR);
    return raised ? nv_rd32(nv, A_NVC0_PFIFO_SCHED_ERROR) : 0;
}

/* --- Entries ----------------------------------------------------------- */

/* Channels of a group, and those around it, all run. */
static void entries(NVDev *nv)
{
    NVFermiChan *chan[4];

    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        chan[i] = nv_kepler_channel_new(nv, 1000 + i, CE0);
    }
    COMMIT(nv, CE0, 1000, GROUP(4095, 2, 128, 3), 1001, 1002, 1003);
    nv_assert_hex(sched_error(nv), 0);
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_ref(chan[i], 0x100 + i);
        nv_fermi_run(chan[i]);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 0x100 + i);
        nv_fermi_channel_free(chan[i]);
    }
    g_assert_cmpuint(nv_log_count(nv, "in a run list"), ==, 0);
    nv_fermi_assert_quiet(nv);
}

/* The longest list there is of the shortest groups, and of headers alone */
static void most_groups(NVDev *nv)
{
    uint32_t list = nv_vram_alloc(nv, 0x1000 * 8);
    NVFermiChan *chan = nv_kepler_channel_new(nv, 7, CE0);

    for (unsigned headers = 1; headers <= 2; headers++) {
        for (unsigned i = 0; i < 0x1000; i++) {
            nv_phys_wr64(nv, list + i * 8, i % (headers + 1) == headers
                         ? 7 : GROUP(i, 1, 0, 0));
        }
        nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
        nv_wr32(nv, A_NVE4_PFIFO_RUNLIST, CE0 << 20 | 0x1000);
        nv_assert_hex(sched_error(nv), headers > 1 ? BAD_TSG : 0);
        nv_fermi_ref(chan, headers);
        nv_fermi_run(chan);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), headers);
    }
    nv_fermi_channel_free(chan);
}

/*
 * "If Host reaches the end of the runlist or receives another [header] before
 * processing TSG_LENGTH additional runlist entries, or if it encounters a TSG
 * of length 0": what there is runs.
 */
static void bad_groups(NVDev *nv)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, 5, CE0);

    COMMIT(nv, CE0, GROUP(1, 0, 128, 3), 5);
    nv_assert_hex(sched_error(nv), BAD_TSG);
    COMMIT(nv, CE0, GROUP(1, 2, 128, 3), 5);
    nv_assert_hex(sched_error(nv), BAD_TSG);
    COMMIT(nv, CE0, GROUP(1, 2, 128, 3), 5, GROUP(2, 1, 128, 3), 5);
    nv_assert_hex(sched_error(nv), BAD_TSG);
    COMMIT(nv, CE0, GROUP(1, 1, 128, 3));
    nv_assert_hex(sched_error(nv), BAD_TSG);
    COMMIT(nv, CE0, GROUP(1, 1, 128, 3), 5);
    nv_assert_hex(sched_error(nv), 0);
    nv_fermi_ref(chan, 5);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 5);
    nv_fermi_channel_free(chan);
}

/* Before GK110 it is a channel's entry, of none that there is. */
static void no_groups(NVDev *nv)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, 5, CE0);

    COMMIT(nv, CE0, GROUP(1, 1, 128, 3), 5);
    g_assert_cmpuint(nv_log_count(nv, "in a run list"), ==, 1);
    nv_assert_hex(sched_error(nv), 0);
    nv_fermi_ref(chan, 5);
    nv_fermi_run(chan);
    nv_wr32(nv, A_NVE4_PFIFO_PREEMPT, 0x01000001);
    nv_assert_hex(nv_rd32(nv, A_NVE4_PFIFO_PREEMPT), 0x01000001);
    nv_fermi_channel_free(chan);
}

/* --- Turns ------------------------------------------------------------- */

/* Channels 1 and 2 are a group; 3 has a turn of its own. */
#define CHANNELS 3
#define REFS 6

static void three(NVDev *nv, NVFermiChan **chan, uint32_t group)
{
    nv_trace(nv, "nv_pfifo_ref", true);
    hold(nv, true);
    for (unsigned i = 0; i < CHANNELS; i++) {
        chan[i] = new_channel(nv, 1 + i, TIMESLICE(2 * REF_WORDS),
                              TIMESLICE(REF_WORDS));
    }
    COMMIT(nv, CE0, group, 1, 2, 3);
}

static void free_three(NVFermiChan **chan)
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        nv_fermi_channel_free(chan[i]);
    }
}

/* @order: a channel's digit for each REF that there has been */
static void assert_order(NVDev *nv, const char *order)
{
    static const char event[] = "nv_pfifo_ref channel ";
    g_autofree char *log = nv_log_text(nv);
    g_autoptr(GString) channels = g_string_new(NULL);

    for (const char *p = log; (p = strstr(p, event)); p++) {
        g_string_append_c(channels, p[sizeof(event) - 1]);
    }
    g_assert_cmpstr(channels->str, ==, order);
}

/*
 * The group's timeslice has four REFs, of which each channel has one at a time;
 * the other channel's has two.  A channel's GP entry is as long as one.
 */
static void turns(NVDev *nv)
{
    NVFermiChan *chan[CHANNELS];

    three(nv, chan, GROUP(9, 2, 4 * REF_WORDS, 0));
    for (unsigned i = 0; i < CHANNELS; i++) {
        push_refs(chan[i], REFS);
    }
    hold(nv, false);
    for (unsigned i = 0; i < CHANNELS; i++) {
        nv_fermi_wait(chan[i]);
    }
    assert_order(nv, "123121233121233123");
    free_three(chan);
}

/* (TIMEOUT << SCALE) words; a channel with nobody beside it has all of them. */
static void timeslice(NVDev *nv)
{
    NVFermiChan *chan[CHANNELS];

    three(nv, chan, GROUP(9, 2, REF_WORDS, 2));
    push_refs(chan[0], REFS);
    push_refs(chan[2], REFS);
    hold(nv, false);
    nv_fermi_wait(chan[0]);
    nv_fermi_wait(chan[2]);
    assert_order(nv, "111311133333");
    free_three(chan);
}

/* One of 0 is one of 1: a word at a time, and nobody is left out */
static void shortest_timeslice(NVDev *nv)
{
    NVFermiChan *chan[CHANNELS];

    three(nv, chan, GROUP(9, 2, 0, 0));
    for (unsigned i = 0; i < CHANNELS; i++) {
        push_refs(chan[i], REFS);
    }
    hold(nv, false);
    for (unsigned i = 0; i < CHANNELS; i++) {
        nv_fermi_wait(chan[i]);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), REFS - 1);
    }
    free_three(chan);
}

/* A group whose channels all wait lets others have their turns. */
static void waits(NVDev *nv)
{
    NVFermiChan *chan[CHANNELS];
    uint32_t addr[2];

    three(nv, chan, GROUP(9, 2, 255, 15));
    for (unsigned i = 0; i < 2; i++) {
        uint64_t va = nv_fermi_buffer(chan[i], 0x1000, &addr[i]);

        nv_fermi_semaphore(chan[i], va, 1, NV_SEM_ACQUIRE | NV_SEM_SWITCH);
        push_refs(chan[i], REFS);
    }
    push_refs(chan[2], REFS);
    hold(nv, false);
    nv_fermi_wait(chan[2]);
    nv_assert_hex(nv_fermi_user_rd32(chan[2], A_NV_USERD_REF), REFS - 1);
    /* And one of them can go on. */
    nv_phys_wr32(nv, addr[1], 1);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(chan[1]);
    assert_order(nv, "333333222222");
    nv_phys_wr32(nv, addr[0], 1);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(chan[0]);
    nv_assert_hex(nv_fermi_user_rd32(chan[0], A_NV_USERD_REF), REFS - 1);
    free_three(chan);
}

/* --- Names ------------------------------------------------------------- */

#define CE0_ENGINE 4

static uint32_t pbdma_status(NVDev *nv)
{
    return nv_rd32(nv, 0x3080 + nv_kepler_pbdma(nv, CE0) * 4);
}

static uint32_t engine_status(NVDev *nv)
{
    return nv_rd32(nv, A_NVE4_PFIFO_ENGINE_STATUS + CE0_ENGINE * 8);
}

/* A channel of a group, beside which there are two, that waits on its PBDMA */
static NVFermiChan *waiting(NVDev *nv, uint32_t *addr)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, 20, CE0);
    uint64_t va = nv_fermi_buffer(chan, 0x1000, addr);

    nv_kepler_channel_new(nv, 21, CE0);
    nv_kepler_channel_new(nv, 22, CE0);
    COMMIT(nv, CE0, GROUP(30, 2, 128, 3), 20, 21, 22);
    nv_fermi_inc(chan, 4, 0x100, 0);
    nv_fermi_semaphore(chan, va, 1, NV_SEM_ACQUIRE);
    nv_fermi_ref(chan, 1);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 100 * 1000);
    return chan;
}

/* gk104_engn_status(): bit 12 says that the number is a group's. */
static void names(NVDev *nv)
{
    uint32_t addr;
    NVFermiChan *chan = waiting(nv, &addr);

    nv_assert_hex(pbdma_status(nv), 0x2000 | 0x1000 | 30);
    nv_assert_hex(engine_status(nv) & 0xffff, 0x2000 | 0x1000 | 30);
    /* Alone it has its own. */
    COMMIT(nv, CE0, 20);
    nv_assert_hex(pbdma_status(nv), 0x2000 | 20);
    nv_assert_hex(engine_status(nv) & 0xffff, 0x2000 | 20);
    nv_fermi_channel_free(chan);
}

/* gk110_cgrp_preempt(): all of its channels, and no others */
static void preempt(NVDev *nv)
{
    uint32_t addr;
    NVFermiChan *chan = waiting(nv, &addr);

    hold(nv, true);
    nv_wr32(nv, A_NVE4_PFIFO_PREEMPT, 0x01000000 | 20);
    nv_assert_hex(nv_rd32(nv, A_NVE4_PFIFO_PREEMPT), 0x01000000 | 20);
    nv_assert_hex(pbdma_status(nv), 0x3000 | 30);
    nv_wr32(nv, A_NVE4_PFIFO_PREEMPT, 30);
    nv_assert_hex(pbdma_status(nv), 0x3000 | 30);
    nv_wr32(nv, A_NVE4_PFIFO_PREEMPT, 0x01000000 | 30);
    nv_assert_hex(nv_rd32(nv, A_NVE4_PFIFO_PREEMPT), 0x01000000 | 30);
    nv_assert_hex(pbdma_status(nv) & 0xe000, 0);
    nv_assert_hex(engine_status(nv) & 0xe000, 0);
    hold(nv, false);
    nv_phys_wr32(nv, addr, 1);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 1);
    nv_fermi_channel_free(chan);
}

/* nvkm_chan_remove_locked(): the list no longer has it when it is preempted. */
static void preempt_unlisted(NVDev *nv)
{
    uint32_t addr, at = 0x800000 + 20 * 8;
    NVFermiChan *chan = waiting(nv, &addr);

    /* A PBDMA that has stopped with an error keeps its channel. */
    nv_phys_wr32(nv, addr, 1);
    nv_fermi_inc(chan, 0, 0x0004, 0);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_assert_hex(nv_rd32(nv, 0x40108 + nv_kepler_pbdma(nv, CE0) * 0x2000),
                  0x00200000);
    nv_mask(nv, at + 4, 0x800, 0x800);
    COMMIT(nv, CE0, GROUP(30, 1, 128, 3), 21, 22);
    nv_assert_hex(pbdma_status(nv), 0x3000 | 30);
    nv_wr32(nv, A_NVE4_PFIFO_PREEMPT, 0x01000000 | 30);
    nv_assert_hex(nv_rd32(nv, A_NVE4_PFIFO_PREEMPT) & 0x00100000, 0x00100000);
    nv_wr32(nv, 0x40108 + nv_kepler_pbdma(nv, CE0) * 0x2000, 0x00200000);
    nv_assert_hex(nv_rd32(nv, A_NVE4_PFIFO_PREEMPT) & 0x00100000, 0);
    nv_assert_hex(pbdma_status(nv) & 0xe000, 0);
    nv_wr32(nv, at, 0);
    nv_fermi_channel_free(chan);
}

/* --- Snapshots --------------------------------------------------------- */

/* In the middle of a group's turn: it goes on where it was. */
static void migration(NVDev *nv)
{
    NVFermiChan *chan[CHANNELS];
    uint32_t addr;
    uint64_t va;

    three(nv, chan, GROUP(9, 2, 4 * REF_WORDS, 0));
    va = nv_fermi_buffer(chan[0], 0x1000, &addr);
    nv_fermi_semaphore(chan[0], va, 1, NV_SEM_ACQUIRE | NV_SEM_SWITCH);
    push_refs(chan[0], REFS);
    hold(nv, false);
    nv_clock_step(nv, 100 * 1000);
    nv_assert_hex(pbdma_status(nv), 0x3000 | 9);
    hold(nv, true);
    push_refs(chan[1], REFS);
    push_refs(chan[2], REFS);
    nv_migrate(nv);
    nv_assert_hex(pbdma_status(nv), 0x3000 | 9);
    nv_trace(nv, "nv_pfifo_ref", true);
    nv_phys_wr32(nv, addr, 1);
    hold(nv, false);
    nv_clock_step(nv, 10 * 1000 * 1000);
    for (unsigned i = 0; i < CHANNELS; i++) {
        nv_fermi_wait(chan[i]);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), REFS - 1);
    }
    nv_assert_hex(sched_error(nv), 0);
    free_three(chan);
}

/* Groups in a stream, by their section's name and version: CE0's lists */
#define SECTION "nv-gpu/fifo/pbdmas/lists/groups\0\0\0\1"
#define AT_LIST (sizeof(SECTION) - 1 + 2 * CE0)
#define AT_FIRST (AT_LIST + 2 + 2)
#define AT_COUNT (AT_FIRST + 2)

static void lies(NVDev *nv)
{
    static const struct {
        unsigned offset;
        uint8_t val;
    } rows[] = {
        { AT_LIST, 0xff }, { AT_LIST + 2, 0x20 }, { AT_FIRST, 1 },
        { AT_FIRST + 1, 3 }, { AT_COUNT + 1, 9 },
    };
    uint32_t addr;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        NVFermiChan *chan = waiting(nv, &addr);

        nv_savevm_lie(nv, SECTION, sizeof(SECTION) - 1, rows[i].offset,
                      rows[i].val);
        g_assert_true(nv_loadvm_fails(nv));
        nv_cont(nv);
        nv_fermi_channel_free(chan);
        nv_fermi_init(nv);
    }
}

#define GROUPS .needs = NV_CARD_NVE4 | NV_CARD_GROUPS
#define G(_name, _rows, _fn) { "kepler-group/" _name, _rows, _fn, GROUPS }

static const NVTest tests[] = {
    G("entries", "groups! playlist", entries),
    G("most-groups", "groups hostile-memory", most_groups),
    G("bad-groups", "groups! fermi-errors", bad_groups),
    { "kepler-group/no-groups", "playlist", no_groups, .needs = NV_CARD_NVE4,
      .lacks = NV_CARD_GROUPS },
    G("turns", "groups! channel-switch", turns),
    G("timeslice", "groups! channel-switch", timeslice),
    G("shortest-timeslice", "groups channel-switch", shortest_timeslice),
    G("waits", "groups! channel-switch", waits),
    G("names", "groups!", names),
    G("preempt", "groups!", preempt),
    G("preempt-unlisted", "groups!", preempt_unlisted),
    G("migration", "groups! migration", migration),
    { "kepler-group/lies", "groups hostile-migration", lies, GROUPS,
      .own = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
