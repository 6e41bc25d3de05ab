/*
 * Tests of the NVIDIA GPU: what a stop at a breakpoint tells of its event
 *
 * All members of each event, with the values that its channel, its registers or
 * its memory were given.  nv-stop-test has the kinds that a driver's work has
 * most, nv-stop-error-test has errors.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-macro.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 2
#define OTHER 5

/* A number of a channel that no card before NVE4 has */
#define NO_CHID 200

#define PAGE 4096

/* --- Words ------------------------------------------------------------ */

/* The second entry, of two commands of two words */
static void assert_second_entry(NVDev *nv, uint64_t push)
{
    nv_stopped_by(nv, 1, "entry-read channel=%u address=1 low=0x%08x "
                  "data=0x%08x", CHID, (uint32_t)(push + 8),
                  (uint32_t)(push >> 32) | 4 << 10);
}

static void entry_read(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_break_at(nv, "1 entry-read channel=%u address=1", CHID);
    nv_push_ref(chan, 2);
    nv_push_ref(chan, 3);
    nv_kick(chan);
    assert_second_entry(nv, 0);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_go_on(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 3);
    nv_chan_free(chan);
}

static void fermi_entry_read(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    nv_fermi_ref(chan, 1);
    nv_fermi_run(chan);
    nv_break_at(nv, "1 entry-read channel=%u address=1", CHID);
    nv_fermi_ref(chan, 2);
    nv_fermi_ref(chan, 3);
    nv_fermi_kick(chan);
    assert_second_entry(nv, NV_FERMI_PUSH_VA);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 1);
    nv_go_on(nv);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 3);
    nv_fermi_channel_free(chan);
}

/* The three words behind a command, once they have been taken */
static void words(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t at;

    nv_either_ref(&c, 0x10);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x10);
    at = nv_either_at(&c, nv_either_cur(&c) + 4);
    nv_break_at(nv, "1 words channel=%u address=0x%" PRIx64 " size=4", CHID,
                at + 8);
    nv_debug_submit(&c);
    nv_stopped_by(nv, 1, "words channel=%u address=0x%" PRIx64 " size=12",
                  CHID, at);
    nv_assert_hex(nv_either_user_ref(&c), 0x33);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    g_assert_false(nv_is_stopped(nv));
    nv_either_free(&c);
}

/* --- PGRAPH ----------------------------------------------------------- */

/* An object of M2MF's, whichever kind the card has; PFIFO's number for it */
typedef struct Graph {
    NVM2MF m;
    NVEither chan;
    uint32_t class;
    unsigned engine;
} Graph;

static Graph graph_new(NVDev *nv)
{
    Graph g = { .chan = { .nv = nv } };

    if (nv_is_fermi(nv)) {
        g.chan.fermi = nv_fermi_graph_new(nv, CHID);
        g.chan.chid = CHID;
        g.class = FERMI_M2MF;
        g.engine = NV_FERMI_GR;
        nv_fermi_object(g.chan.fermi, NV_M2MF_SUBC, FERMI_M2MF, NV_FERMI_GR);
        nv_fermi_run(g.chan.fermi);
    } else {
        nv_m2mf_new(&g.m, nv, NV_IN_VRAM, NV_IN_VRAM, PAGE);
        g.chan.chan = g.m.chan;
        g.chan.chid = NV_M2MF_CHID;
        g.class = nv_class_m2mf(nv);
        g.engine = NV_ENGINE_GR;
    }
    return g;
}

/* All of them have it, and it doesn't do anything. */
static void graph_nop(Graph *g, uint32_t data)
{
    nv_either_method(&g->chan, NV_M2MF_SUBC, NV_M2MF_NOP, data);
}

static void graph_free(Graph *g)
{
    if (g->chan.fermi) {
        nv_fermi_channel_free(g->chan.fermi);
    } else {
        nv_m2mf_free(&g->m);
    }
}

static void check(NVDev *nv)
{
    Graph g = graph_new(nv);

    nv_break_at(nv, "1 check class=0x%x method=0x%x data=0x12 mask=0xff",
                g.class, NV_M2MF_NOP);
    graph_nop(&g, 0x1211);
    graph_nop(&g, 0x3412);
    graph_nop(&g, 0x13);
    nv_either_kick(&g.chan);
    nv_stopped_by(nv, 1, "check channel=%u subchannel=%u class=0x%04x "
                  "method=0x%04x data=0x3412", g.chan.chid, NV_M2MF_SUBC,
                  g.class, NV_M2MF_NOP);
    nv_assert_hit(nv, 0, 1);
    nv_go_on(nv);
    nv_either_wait(&g.chan);
    graph_free(&g);
}

/* How much it was is known at the end. */
static void work(NVDev *nv)
{
    Graph g = graph_new(nv);

    nv_break_at(nv, "1 work channel=%u what=PGRAPH", g.chan.chid);
    graph_nop(&g, 0);
    nv_either_kick(&g.chan);
    nv_stopped_by(nv, 1, "work channel=%u what=PGRAPH engine=%u begins=true",
                  g.chan.chid, g.engine);
    nv_break_at(nv, "2 work channel=%u what=PGRAPH data=3", g.chan.chid);
    nv_go_on(nv);
    nv_either_wait(&g.chan);
    g_assert_false(nv_is_stopped(nv));
    graph_nop(&g, 0);
    graph_nop(&g, 0);
    graph_nop(&g, 0);
    nv_either_kick(&g.chan);
    nv_stopped_by(nv, 2, "work channel=%u what=PGRAPH engine=%u begins=false "
                  "data=3", g.chan.chid, g.engine);
    nv_go_on(nv);
    nv_either_wait(&g.chan);
    graph_free(&g);
}

/* --- Run lists and RAMFC ---------------------------------------------- */

static void listed(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *other = nv_chan_new(nv, OTHER, NV_IN_RAM);

    nv_break(nv, "1 listed address=1");
    nv_tesla_runlist_set(nv, (const unsigned[]){ OTHER, CHID }, 2);
    nv_stopped_by(nv, 1, "listed channel=%u address=1 data=%u", CHID, CHID);
    nv_go_on(nv);
    nv_tesla_runlist_set(nv, (const unsigned[]){ CHID, NO_CHID }, 2);
    nv_stopped_by(nv, 1, "listed address=1 data=%u", NO_CHID);
    nv_go_on(nv);
    nv_chan_free(other);
    nv_chan_free(chan);
}

/* gf100_runl_commit() */
static void set_fermi_runlist(NVDev *nv, uint32_t first, uint32_t second)
{
    uint32_t list = nv->fermi->runlists[nv->fermi->runlist];

    nv_phys_wr64(nv, list, 4ull << 32 | first);
    nv_phys_wr64(nv, list + 8, 4ull << 32 | second);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, list >> 12);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00002);
}

static void fermi_listed(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    NVFermiChan *other = nv_fermi_channel_new(nv, OTHER);

    nv_break(nv, "1 listed address=1");
    set_fermi_runlist(nv, OTHER, CHID);
    nv_stopped_by(nv, 1, "listed channel=%u address=1 data=%u", CHID, CHID);
    nv_go_on(nv);
    set_fermi_runlist(nv, CHID, NO_CHID);
    nv_stopped_by(nv, 1, "listed address=1 data=%u", NO_CHID);
    nv_go_on(nv);
    nv_fermi_channel_free(other);
    nv_fermi_channel_free(chan);
}

/* What a PBDMA reads when it begins with the channel */
static void check_ramfc(NVFermiChan *chan, unsigned pbdma)
{
    nv_break_at(chan->nv, "1 ramfc channel=%u address=0x%x size=4", CHID,
                A_NV_PBDMA_GP_BASE);
    nv_fermi_ref(chan, 0x11);
    nv_fermi_kick(chan);
    nv_stopped_by(chan->nv, 1, "ramfc channel=%u pbdma=%u address=0x%x "
                  "data=0x%08x", CHID, pbdma, A_NV_PBDMA_GP_BASE,
                  (uint32_t)NV_FERMI_GP_VA);
    nv_go_on(chan->nv);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_REF) == 0x11);
    nv_fermi_channel_free(chan);
}

static void ramfc(NVDev *nv)
{
    check_ramfc(nv_fermi_channel_new(nv, CHID), 0);
}

static void kepler_ramfc(NVDev *nv)
{
    unsigned list = NV_KEPLER_RUNLIST_CE0, id = nv_kepler_pbdma(nv, list);

    g_assert_cmpuint(id, >, 0);
    check_ramfc(nv_kepler_channel_new(nv, CHID, list), id);
}

/* --- Memory ----------------------------------------------------------- */

/* Of three pages one is the machine's memory, one the card's, and one none. */
static void assert_translated(NVDev *nv, unsigned i, uint64_t page,
                              uint32_t table, uint64_t memory)
{
    if (i < 2) {
        nv_stopped_by(nv, i, "translate address=0x%" PRIx64 " table=0x%x "
                      "data=0x%" PRIx64 " vram=%s", page, table, memory,
                      i ? "true" : "false");
    } else {
        nv_stopped_by(nv, i, "translate address=0x%" PRIx64 " table=0x%x "
                      "vram=false", page, table);
    }
    nv_break_none(nv);
    nv_go_on(nv);
}

static void translate(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_GART);
    uint32_t vram = nv_vram_alloc(nv, 2 * PAGE);
    uint32_t table = nv->tesla->table;
    uint32_t directory = nv->tesla->block[CHID] + nv->card->pd_offset;

    vram = ROUND_UP(vram, PAGE);
    nv_vm_set(nv, table, buf->va + PAGE, NV_VM_SMALL, vram | NV_VM_PRESENT);
    nv_vm_set(nv, table, buf->va + 2 * PAGE, NV_VM_SMALL, 0);
    for (unsigned i = 0; i < 3; i++) {
        uint64_t page = buf->va + i * PAGE;

        nv_break_at(nv, "%u translate address=0x%" PRIx64 " size=4", i, page);
        nv_push_release(chan, i * PAGE + 0x10, 0x20 + i);
        nv_kick(chan);
        assert_translated(nv, i, page, directory, i ? vram : buf->pages[0]);
    }
    nv_poll(nv_buf_rd32(buf, 0x10) == 0x20);
    nv_assert_hex(nv_phys_rd32(nv, vram + 0x10), 0x21);
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

static void fermi_translate(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint64_t ram, page[3];
    uint32_t vram;

    page[0] = nv_fermi_ram(chan, PAGE, &ram);
    page[1] = nv_fermi_buffer(chan, PAGE, &vram);
    page[2] = page[1] + PAGE;
    for (unsigned i = 0; i < 3; i++) {
        nv_break_at(nv, "%u translate address=0x%" PRIx64 " size=4", i,
                    page[i]);
        nv_fermi_release(chan, page[i] + 0x10, 0x20 + i);
        nv_fermi_kick(chan);
        assert_translated(nv, i, page[i], chan->pd, i ? vram : ram);
    }
    nv_poll(qtest_readl(nv->qts, ram + 0x10) == 0x20);
    nv_assert_hex(nv_phys_rd32(nv, vram + 0x10), 0x21);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* --- Notifiers -------------------------------------------------------- */

/* What software looks at in a notifier is 0. */
static void notify(NVDev *nv)
{
    const NVM2MFCopy copy = { .length = 4, .lines = 1, .format = 0x101 };
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, PAGE);
    nv_break(nv, "1 notify what=PGRAPH");
    nv_m2mf_push(&m, &copy);
    nv_kick(m.chan);
    nv_stopped_by(nv, 1, "notify what=PGRAPH channel=%u subchannel=%u "
                  "class=0x%04x method=0x%04x address=0x%x data=0",
                  NV_M2MF_CHID, NV_M2MF_SUBC, nv_class_m2mf(nv),
                  NV_M2MF_BUF_NOTIFY, NV_M2MF_NOTIFIER);
    nv_go_on(nv);
    nv_wait(m.chan);
    nv_m2mf_free(&m);
}

/* A semaphore has a payload. */
static void fermi_notify(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, PAGE);

    nv_break(nv, "1 notify what=PGRAPH");
    nv_macro_release(chan, buf.va + 0x20, 0xcafe1234);
    nv_fermi_kick(chan);
    nv_stopped_by(nv, 1, "notify what=PGRAPH channel=%u subchannel=%u "
                  "class=0x%04x method=0x1b0c address=0x%" PRIx64
                  " data=0xcafe1234", chan->chid, MACRO_SUBC, FERMI_3D,
                  buf.va + 0x20);
    nv_go_on(nv);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0x20), 0xcafe1234);
    nv_fermi_channel_free(chan);
}

/* A flip of a base channel's: the word has the time, and is in memory. */
static void notify_of_a_head(NVDev *nv)
{
    const uint32_t offset = 0x60;
    NVEvoChan core, base;
    NVEvo evo;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE, true);
    nv_evo_image(&base, NV_EVO_FORMAT_A8R8G8B8, 0x200000, 640, 480, 2560);
    nv_evo_mthd(&base, 0x00a0, offset);
    nv_evo_mthd(&base, 0x00a4, EVO_SYNC);
    nv_evo_mthd(&base, NV_EVO_UPDATE, 0);
    nv_break(nv, "1 notify what=EVO");
    nv_evo_kick(&base);
    nv_clock_step(nv, 2 * NV_EVO_VGA_PERIOD);
    nv_assert_hex(nv_phys_rd32(nv, evo.sync + offset) & 0xc000ffff,
                  0x40000001);
    nv_stopped_by(nv, 1, "notify what=EVO head=%u address=0x%x data=0x%08x",
                  EVO_BASE, offset, nv_phys_rd32(nv, evo.sync + offset));
    nv_go_on(nv);
}

/* --- The card --------------------------------------------------------- */

/* PTIMER's alarm, while something else is pending */
static void pending(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_INTR, 0x80000000);
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_break(nv, "1 pending intr=20");
    nv_wr32(nv, A_NV_PTIMER_ALARM,
            nv_rd32(nv, A_NV_PTIMER_TIME_LOW) + 0x1000);
    nv_clock_step(nv, 0x1000);
    nv_stopped_by(nv, 1, "pending intr=20 level=true data=0x80100000");
    nv_go_on(nv);
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    nv_stopped_by(nv, 1, "pending intr=20 level=false data=0x80000000");
    nv_go_on(nv);
    nv_wr32(nv, A_NV_PMC_INTR, 0);
}

/* There is nothing to tell. */
static void reset(NVDev *nv)
{
    nv_break(nv, "1 reset");
    nv_machine_reset(nv);
    nv_stopped_by(nv, 1, "reset");
    nv_go_on(nv);
}

#define ALL .tesla = true, .fermi = true
#define TESLA .tesla = true, .needs = NV_CARD_NV50
#define FERMI .fermi = true, .needs = NV_CARD_NVC0
#define KEPLER .fermi = true, .kepler = true

static const NVTest tests[] = {
    { "stop/tells-entry-read", "introspection", entry_read, TESLA },
    { "stop/tells-entry-read-of-fermi", "introspection!", fermi_entry_read,
      KEPLER, .applies = nv_card_is_fermi },
    { "stop/tells-words", "introspection!", words, ALL,
      .applies = nv_sets_references },
    { "stop/tells-check", "introspection", check, ALL },
    { "stop/tells-work", "introspection!", work, ALL },
    { "stop/tells-listed", "introspection", listed, TESLA },
    { "stop/tells-listed-of-fermi", "introspection", fermi_listed, FERMI },
    { "stop/tells-ramfc", "introspection", ramfc, FERMI },
    { "stop/tells-ramfc-of-kepler", "introspection", kepler_ramfc,
      KEPLER, .needs = NV_CARD_NVE4 },
    { "stop/tells-translate", "introspection!", translate, TESLA },
    { "stop/tells-translate-of-fermi", "introspection", fermi_translate,
      KEPLER, .applies = nv_card_is_fermi },
    { "stop/tells-notify", "introspection", notify, .tesla = true },
    { "stop/tells-notify-of-fermi", "introspection", fermi_notify, FERMI },
    { "stop/tells-notify-of-a-head", "introspection", notify_of_a_head, ALL,
      .needs = NV_CARD_PDISPLAY, .lacks = NV_CARD_EVO_NVD9 },
    { "stop/tells-pending", "introspection", pending, ALL, .kepler = true },
    { "stop/tells-reset", "introspection", reset, ALL, .kepler = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
