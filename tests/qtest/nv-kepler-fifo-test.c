/*
 * Tests of the NVIDIA GPU: run lists, the table of channels, PBDMAs, NVE4+
 *
 * Source: nouveau's nvkm/engine/fifo/gk104.c; NVIDIA's manuals of GV100,
 * dev_fifo.ref.txt and dev_ram.ref.txt.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CE0 NV_KEPLER_RUNLIST_CE0
#define CE1 NV_KEPLER_RUNLIST_CE1

#define ENABLE 0x00000001
#define ENABLE_SET 0x00000400
#define ENABLE_CLR 0x00000800

static uint32_t entry_of(NVFermiChan *chan)
{
    return 0x800000 + chan->chid * 8;
}

static uint32_t state_of(NVFermiChan *chan)
{
    return nv_rd32(chan->nv, entry_of(chan) + 4);
}

static uint32_t reference(NVFermiChan *chan)
{
    return nv_fermi_user_rd32(chan, A_NV_USERD_REF);
}

static void submit_reference(NVFermiChan *chan, uint32_t ref)
{
    nv_fermi_ref(chan, ref);
    nv_fermi_kick(chan);
}

/* --- Channels ---------------------------------------------------------- */

/* Those around what a byte, a word of 32 or 64 bits, and 12 bits can hold */
static void all_channels(NVDev *nv)
{
    static const uint16_t chids[] = {
        0, 1, 63, 64, 127, 128, 255, 256, 257, 511, 1022, 1023, 2046, 2047,
        4094, 4095,
    };
    static const uint8_t lists[] = { 0, CE0, CE1, 0 };
    NVFermiChan *chan[ARRAY_SIZE(chids)];
    unsigned count = 0;

    while (count < ARRAY_SIZE(chids) && chids[count] < nv->card->channels) {
        count++;
    }
    for (unsigned i = 0; i < count; i++) {
        chan[i] = nv_kepler_channel_new(nv, chids[i],
                                        lists[i % ARRAY_SIZE(lists)]);
    }
    for (unsigned i = 0; i < count; i++) {
        submit_reference(chan[i], 0x1000 + i);
    }
    for (unsigned i = 0; i < count; i++) {
        nv_fermi_wait(chan[i]);
        nv_assert_hex(reference(chan[i]), 0x1000 + i);
        nv_fermi_channel_free(chan[i]);
    }
    nv_fermi_assert_quiet(nv);
}

/* Two bits turn a channel on and off; they read as 0, and writing b0 doesn't */
static void enable_bits(NVDev *nv)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, 5, CE0);
    uint32_t at = entry_of(chan) + 4;

    nv_assert_hex(state_of(chan) & 0x000fffff, CE0 << 16 | ENABLE);
    nv_wr32(nv, at, CE0 << 16);
    nv_assert_hex(state_of(chan) & 0x000fffff, CE0 << 16 | ENABLE);
    nv_wr32(nv, at, CE0 << 16 | ENABLE_CLR);
    nv_assert_hex(state_of(chan) & 0x000fffff, CE0 << 16);
    nv_wr32(nv, at, CE0 << 16 | ENABLE);
    nv_assert_hex(state_of(chan) & 0x000fffff, CE0 << 16);
    submit_reference(chan, 1);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(reference(chan), 0);
    nv_mask(nv, at, ENABLE_SET, ENABLE_SET);
    nv_fermi_wait(chan);
    nv_assert_hex(reference(chan), 1);
    nv_fermi_channel_free(chan);
}

/* STATUS 27:24 and BUSY, bit 28 */
static void channel_status(NVDev *nv)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, 300, CE0);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_assert_hex(state_of(chan) >> 24, 0x00);
    nv_fermi_semaphore(chan, va, 1, NV_SEM_ACQUIRE);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 100 * 1000);
    /* On a PBDMA, and on no engine, since it is the host that waits */
    nv_assert_hex(state_of(chan) >> 24, 0x15);
    nv_wr32(nv, A_NVE4_PFIFO_SCHED_DISABLE, 1u << CE0);
    nv_fermi_preempt(nv, 300);
    nv_assert_hex(state_of(chan) >> 24, 0x11);
    nv_wr32(nv, A_NVE4_PFIFO_SCHED_DISABLE, 0);
    nv_phys_wr32(nv, addr, 1);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(chan);
    nv_fermi_channel_fini(chan);
    nv_assert_hex(state_of(chan) >> 24, 0x00);
    nv_fermi_channel_free(chan);
}

static uint32_t bind_error(NVDev *nv)
{
    uint32_t code = nv_rd32(nv, A_NVC0_PFIFO_CHAN_TABLE_ERROR);
    bool error = nv_rd32(nv, A_NVC0_PFIFO_INTR) & 1;

    nv_wr32(nv, A_NVC0_PFIFO_INTR, 1);
    return error ? code : 0;
}

static void bind_errors(NVDev *nv)
{
    const unsigned chid = nv->card->channels - 96;
    NVFermiChan *chan = nv_kepler_channel_new(nv, chid, 0);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_assert_hex(bind_error(nv), 0);
    /* BIND_NOT_UNBOUND */
    nv_wr32(nv, entry_of(chan), 0x80000000 | (chan->block + 0x1000) >> 12);
    nv_assert_hex(bind_error(nv), 1);
    nv_wr32(nv, entry_of(chan), 0x80000000 | chan->block >> 12);
    bind_error(nv);
    /* INVALID_CTX_TGT */
    nv_wr32(nv, 0x800008 + chid * 8, 0x90000000 | chan->block >> 12);
    nv_assert_hex(bind_error(nv), 6);
    nv_wr32(nv, 0x800008 + chid * 8, 0);
    bind_error(nv);
    /* UNBIND_WHILE_RUNNING */
    nv_fermi_semaphore(chan, va, 1, NV_SEM_ACQUIRE);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 100 * 1000);
    nv_wr32(nv, entry_of(chan), 0);
    nv_assert_hex(bind_error(nv), 3);
    nv_fermi_channel_free(chan);
}

/* --- Run lists ---------------------------------------------------------- */

static void runlist_registers(NVDev *nv)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, 9, CE1);
    uint32_t list = nv->fermi->runlists[0];

    nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 0xffffffff);
    nv_phys_wr64(nv, list, 9);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
    nv_wr32(nv, A_NVE4_PFIFO_RUNLIST, CE1 << 20 | 1);
    nv_assert_hex(nv_rd32(nv, 0x2280 + CE1 * 8), list >> 12);
    nv_assert_hex(nv_rd32(nv, 0x2284 + CE1 * 8), 1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR_RUNLIST), 1u << CE1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x40000000, 0x40000000);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 1u << CE1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x40000000, 0);
    nv_fermi_channel_free(chan);
}

/* A new list for one engine takes no channel from another one's. */
static void runlists_are_separate(NVDev *nv)
{
    NVFermiChan *gr = nv_kepler_channel_new(nv, 1, 0);
    NVFermiChan *ce = nv_kepler_channel_new(nv, 2, CE0);

    nv_wr32(nv, A_NVE4_PFIFO_RUNLIST, CE1 << 20);
    nv_wr32(nv, A_NVE4_PFIFO_RUNLIST, 0 << 20);
    submit_reference(gr, 7);
    submit_reference(ce, 8);
    nv_fermi_wait(ce);
    nv_assert_hex(reference(ce), 8);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(reference(gr), 0);
    nv_fermi_channel_begin(gr);
    submit_reference(gr, 9);
    nv_fermi_wait(gr);
    nv_assert_hex(reference(gr), 9);
    nv_fermi_channel_free(gr);
    nv_fermi_channel_free(ce);
}

/* A number that no run list has changes nothing. */
static void no_such_runlist(NVDev *nv)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, 3, 0);

    for (unsigned r = 8; r < 16; r++) {
        nv_wr32(nv, A_NVE4_PFIFO_RUNLIST, r << 20 | 0xffff);
    }
    submit_reference(chan, 3);
    nv_fermi_wait(chan);
    nv_assert_hex(reference(chan), 3);
    nv_fermi_channel_free(chan);
}

/* Longest list that its length can tell, beyond the end of what is listed */
static void long_runlist(NVDev *nv)
{
    const unsigned chid = nv->card->channels - 1;
    NVFermiChan *chan = nv_kepler_channel_new(nv, chid, CE0);
    uint32_t list = nv_vram_alloc(nv, 0x10000 * 8);

    nv_phys_wr64(nv, list + 4000 * 8, chid);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
    nv_wr32(nv, A_NVE4_PFIFO_RUNLIST, CE0 << 20 | 0xffff);
    submit_reference(chan, 0x4095);
    nv_fermi_wait(chan);
    nv_assert_hex(reference(chan), 0x4095);
    nv_fermi_channel_free(chan);
}

static void sched_disable(NVDev *nv)
{
    NVFermiChan *gr = nv_kepler_channel_new(nv, 1, 0);
    NVFermiChan *ce = nv_kepler_channel_new(nv, 2, CE0);

    nv_wr32(nv, A_NVE4_PFIFO_SCHED_DISABLE, 1u << CE0);
    submit_reference(ce, 1);
    submit_reference(gr, 2);
    nv_fermi_wait(gr);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(reference(ce), 0);
    /* A list that is taken meanwhile is done at once, and used later. */
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE,
            nv->fermi->runlists[!nv->fermi->runlist] >> 12);
    nv_wr32(nv, A_NVE4_PFIFO_SCHED_DISABLE, 0);
    nv_fermi_wait(ce);
    nv_assert_hex(reference(ce), 1);
    nv_fermi_channel_free(gr);
    nv_fermi_channel_free(ce);
}

/* A PBDMA that serves several lists lets each have its turn. */
static void lists_take_turns(NVDev *nv)
{
    NVFermiChan *chan[3];
    static const uint8_t lists[] = { CE0, CE1, CE0 };

    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        chan[i] = nv_kepler_channel_new(nv, 10 + i, lists[i]);
        for (unsigned j = 1; j <= 500; j++) {
            nv_fermi_ref(chan[i], j);
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_kick(chan[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_wait(chan[i]);
        nv_assert_hex(reference(chan[i]), 500);
        nv_fermi_channel_free(chan[i]);
    }
}

/* gk104_runq_runm(); nouveau gives up with more than two to a list. */
static void pbdma_map(NVDev *nv)
{
    unsigned served[16] = {};

    for (unsigned id = 0; id < 16; id++) {
        uint32_t lists = nv_rd32(nv, 0x2390 + id * 4);

        if (id >= nv->card->pbdmas) {
            nv_assert_hex(lists, 0);
        }
        for (unsigned r = 0; r < 16; r++) {
            served[r] += lists >> r & 1;
        }
    }
    g_assert_cmpuint(served[0], >=, 1);
    g_assert_cmpuint(served[CE0], >=, 1);
    g_assert_cmpuint(served[CE1], >=, 1);
    for (unsigned r = 0; r < 16; r++) {
        g_assert_cmpuint(served[r], <=, 2);
    }
}

/* --- PBDMAs -------------------------------------------------------------- */

static int pbdma_of(NVDev *nv, NVFermiChan *chan)
{
    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        uint32_t status = nv_rd32(nv, 0x3080 + id * 4);

        if ((status >> 13 & 7) == 1 && (status & 0xfff) == chan->chid) {
            return id;
        }
    }
    return -1;
}

static void software_subchannel(NVFermiChan *chan, unsigned subc)
{
    NVDev *nv = chan->nv;
    int id;
    uint32_t base;

    nv_fermi_inc(chan, subc, 0x0200 + subc * 4, 0x1234);
    nv_fermi_ref(chan, subc);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 100 * 1000);
    id = pbdma_of(nv, chan);
    g_assert_cmpint(id, >=, 0);
    base = 0x40000 + id * 0x2000;
    nv_assert_hex(nv_rd32(nv, base + 0x120), chan->chid);
    nv_assert_hex(nv_rd32(nv, base + 0x108), 0x00800000);
    nv_assert_hex(nv_rd32(nv, base + 0x0c0) & 0x80073ffc,
                  0x80000000 | subc << 16 | (0x0200 + subc * 4));
    nv_assert_hex(nv_rd32(nv, base + 0x0c4), 0x1234);
    nv_wr32(nv, base + 0x0c0, 0x80600008);
    nv_wr32(nv, base + 0x108, 0x00800000);
    nv_fermi_wait(chan);
    nv_assert_hex(reference(chan), subc);
}

/* "Subchannels 5-7 are for software methods", on each run list. */
static void software(NVDev *nv)
{
    NVFermiChan *gr = nv_kepler_channel_new(nv, 1000, 0);
    NVFermiChan *ce = nv_kepler_channel_new(nv, 1001, CE1);

    for (unsigned subc = 5; subc < 8; subc++) {
        software_subchannel(gr, subc);
        software_subchannel(ce, subc);
    }
    nv_fermi_channel_free(gr);
    nv_fermi_channel_free(ce);
}

/* It is latched in INTR, if it is enabled then, whatever becomes of it. */
static void non_stall(NVDev *nv)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, 20, CE0);

    nv_fermi_inc(chan, 0, 0x0020, 0);
    nv_fermi_run(chan);
    nv_mask(nv, A_NVC0_PFIFO_INTR_EN, 0x80000000, 0x80000000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x80000000, 0);
    nv_fermi_inc(chan, 0, 0x0020, 0);
    nv_fermi_run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x80000000, 0x80000000);
    g_assert_true(nv_intx(nv));
    nv_mask(nv, A_NVC0_PFIFO_INTR_EN, 0x80000000, 0);
    nv_wr32(nv, 0x25a8, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x80000000, 0x80000000);
    nv_wr32(nv, A_NVC0_PFIFO_INTR, 0x80000000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x80000000, 0);
    nv_fermi_channel_free(chan);
}

/* --- Faults --------------------------------------------------------------- */

static uint32_t status_of(NVDev *nv, unsigned engine)
{
    return nv_rd32(nv, 0x2640 + engine * 8);
}

/* gk104_engn_mmu_fault_trigger(): it stops the engine, and its list's turns. */
static void injected_fault(NVDev *nv)
{
    NVFermiChan *gr = nv_kepler_channel_new(nv, 1, 0);
    NVFermiChan *ce = nv_kepler_channel_new(nv, 2, CE0);
    NVFermiFault fault;

    nv_assert_hex(status_of(nv, 0) & 0x40000000, 0);
    nv_wr32(nv, 0x2a30, 0x100 | NV_FERMI_UNIT_PGRAPH);
    g_assert_true(nv_fermi_fault(nv, NV_FERMI_UNIT_PGRAPH, &fault));
    nv_assert_hex(status_of(nv, 0) & 0x40000000, 0x40000000);
    nv_assert_hex(nv_rd32(nv, 0x262c), 1);
    submit_reference(gr, 1);
    submit_reference(ce, 2);
    nv_fermi_wait(ce);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(reference(gr), 0);
    nv_wr32(nv, 0x262c, 1u << CE0);
    nv_assert_hex(nv_rd32(nv, 0x262c), 1);
    nv_wr32(nv, 0x262c, 1);
    nv_assert_hex(nv_rd32(nv, 0x262c), 0);
    nv_assert_hex(status_of(nv, 0) & 0x40000000, 0);
    nv_fermi_wait(gr);
    nv_assert_hex(reference(gr), 1);
    nv_fermi_channel_free(gr);
    nv_fermi_channel_free(ce);
}

/* A channel's memory that isn't there is the PBDMA's fault. */
static void pushbuffer_fault(NVDev *nv)
{
    NVFermiChan *bad = nv_kepler_channel_new(nv, 1000, CE0);
    NVFermiChan *good = nv_kepler_channel_new(nv, 1001, 0);
    NVFermiFault fault;
    unsigned unit;

    nv_fermi_unmap(nv, bad->pd, NV_FERMI_PUSH_VA, 0x1000);
    nv_fermi_ref(bad, 1);
    nv_fermi_kick(bad);
    submit_reference(good, 2);
    nv_fermi_wait(good);
    nv_clock_step(nv, 100 * 1000);
    unit = ctz32(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS));
    g_assert_cmpuint(unit, >=, 7);
    g_assert_cmpuint(unit, <, 7 + nv->card->pbdmas);
    g_assert_true(nv_fermi_fault(nv, unit, &fault));
    nv_assert_hex(fault.inst, bad->block);
    nv_assert_hex(fault.addr, NV_FERMI_PUSH_VA);
    nv_fermi_channel_fini(bad);
    submit_reference(good, 3);
    nv_fermi_wait(good);
    nv_fermi_channel_free(bad);
    nv_fermi_channel_free(good);
}

/* --- Snapshots -------------------------------------------------------------- */

/* A channel that waits on a PBDMA, one that waits for its turn, an idle one */
static void migration(NVDev *nv)
{
    const unsigned last = nv->card->channels - 1;
    NVFermiChan *waits = nv_kepler_channel_new(nv, last, CE0);
    NVFermiChan *turn = nv_kepler_channel_new(nv, last - 400, CE1);
    NVFermiChan *idle = nv_kepler_channel_new(nv, 300, 0);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(waits, 0x1000, &addr);

    nv_fermi_semaphore(waits, va, 1, NV_SEM_ACQUIRE);
    nv_fermi_ref(waits, 1);
    nv_fermi_kick(waits);
    nv_clock_step(nv, 100 * 1000);
    nv_wr32(nv, A_NVE4_PFIFO_SCHED_DISABLE, 1u << CE1);
    submit_reference(turn, 2);
    nv_migrate(nv);
    nv_assert_hex(state_of(waits) >> 24, 0x15);
    nv_assert_hex(state_of(turn) >> 24, 0x11);
    nv_assert_hex(reference(turn), 0);
    nv_wr32(nv, A_NVE4_PFIFO_SCHED_DISABLE, 0);
    nv_fermi_wait(turn);
    nv_assert_hex(reference(turn), 2);
    nv_phys_wr32(nv, addr, 1);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(waits);
    nv_assert_hex(reference(waits), 1);
    submit_reference(idle, 3);
    nv_fermi_wait(idle);
    nv_assert_hex(reference(idle), 3);
    nv_fermi_channel_free(waits);
    nv_fermi_channel_free(turn);
    nv_fermi_channel_free(idle);
}

#define K(_name, _rows, _fn) \
    { "kepler-fifo/" _name, _rows, _fn, .needs = NV_CARD_NVE4 }

static const NVTest tests[] = {
    K("all-channels", "channel-count user-window user-ref", all_channels),
    K("enable-bits", "playlist", enable_bits),
    K("channel-status", "", channel_status),
    K("bind-errors", "fermi-errors", bind_errors),
    K("runlist-registers", "playlist", runlist_registers),
    K("runlists-are-separate", "playlist channel-switch",
      runlists_are_separate),
    K("no-such-runlist", "playlist hostile-memory", no_such_runlist),
    K("long-runlist", "playlist hostile-memory", long_runlist),
    K("sched-disable", "playlist", sched_disable),
    K("lists-take-turns", "playlist channel-switch", lists_take_turns),
    K("pbdma-map", "", pbdma_map),
    K("software-subchannels", "fermi-errors", software),
    K("non-stall", "", non_stall),
    K("injected-fault", "fermi-errors", injected_fault),
    K("pushbuffer-fault", "fermi-errors", pushbuffer_fault),
    K("migration", "migration", migration),
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
