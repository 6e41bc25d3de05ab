/*
 * Tests of the NVIDIA GPU: migration of NVC0 and later
 *
 * In the middle of any work.  Each scene is played twice, once in a single
 * machine and once in several in turn: the driver has to see the same.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/graph-regs-nvc0.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-fuc.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHID 5

#define FECS 0x409000
#define GPCCS 0x502000
#define ALL_GPCCS 0x41a000

#define STOPPED 0x10

#define PBDMA(_id, _reg) (NV_PBDMA_BASE + (_id) * NV_PBDMA_STRIDE + (_reg))

/**
 * struct Play - a scene that is played
 *
 * @nv: the card
 * @moves: it changes machines where the scene says so
 * @seen: what the driver has seen
 */
typedef struct Play {
    NVDev *nv;
    bool moves;
    GArray *seen;
} Play;

typedef void Scene(Play *p);

static void move(Play *p)
{
    if (p->moves) {
        nv_migrate(p->nv);
    }
}

static void see(Play *p, uint32_t word)
{
    g_array_append_val(p->seen, word);
}

static void see_reg(Play *p, uint32_t addr)
{
    see(p, nv_rd32(p->nv, addr));
}

/* The registers that a channel's driver looks at */
static void see_channel(Play *p, NVFermiChan *chan)
{
    see(p, nv_fermi_user_rd32(chan, A_NV_USERD_REF));
    see(p, nv_fermi_user_rd32(chan, A_NV_USERD_GET));
    see(p, nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET));
}

static GArray *play(const NVCard *card, Scene *scene, bool moves)
{
    Play p = {
        .nv = nv_start(card, "vram=64M", NULL),
        .moves = moves,
        .seen = g_array_new(false, true, sizeof(uint32_t)),
    };

    nv_init(p.nv);
    scene(&p);
    nv_quit(p.nv);
    return p.seen;
}

static void compare(NVDev *nv)
{
    Scene *const *scene = nv->test->data;
    g_autoptr(GArray) want = play(nv->card, *scene, false);
    g_autoptr(GArray) got = play(nv->card, *scene, true);

    g_assert_cmpuint(want->len, ==, got->len);
    g_assert_cmpuint(want->len, >, 0);
    for (unsigned i = 0; i < MIN(want->len, got->len); i++) {
        uint32_t a = g_array_index(want, uint32_t, i);
        uint32_t b = g_array_index(got, uint32_t, i);

        if (a != b) {
            nv_fail("word %u is 0x%08x, not 0x%08x", i, b, a);
        }
    }
}

static void step(Play *p)
{
    nv_clock_step(p->nv, 2 * 1000 * 1000);
}

/* --- Channels ----------------------------------------------------------- */

/* A command over three entries, of which the driver has written one so far */
static void between_entries(Play *p)
{
    NVFermiChan *chan = nv_fermi_channel_new(p->nv, CHID);

    nv_fermi_push(chan, NV_FERMI_NI(0, 0x0050, 3));
    nv_fermi_run(chan);
    move(p);
    see_channel(p, chan);
    nv_fermi_push(chan, 0x11);
    nv_fermi_push(chan, 0x22);
    nv_fermi_run(chan);
    see_channel(p, chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x22);
    move(p);
    nv_fermi_push(chan, 0x33);
    nv_fermi_push(chan, NV_FERMI_IMMD(0, 0x0050, 0x44));
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x44);
    see_channel(p, chan);
    nv_fermi_assert_quiet(p->nv);
    nv_fermi_channel_free(chan);
}

/* Many that haven't been loaded, on a run list that PFIFO may not use */
static void channels_wait(Play *p)
{
    static const uint8_t chids[] = { 0, 1, 63, 64, 100, 127 };
    NVFermiChan *chans[ARRAY_SIZE(chids)];

    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        chans[i] = nv_fermi_channel_new(p->nv, chids[i]);
    }
    nv_fermi_ref(chans[0], 1);
    nv_fermi_run(chans[0]);
    nv_wr32(p->nv, A_NVC0_PFIFO_CTRL, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_fermi_ref(chans[i], 0x100 + i);
        nv_fermi_kick(chans[i]);
    }
    move(p);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        see_channel(p, chans[i]);
        see_reg(p, A_NVC0_PFIFO_CHAN + chids[i] * 8);
        see_reg(p, A_NVC0_PFIFO_CHAN_STATE + chids[i] * 8);
    }
    nv_assert_hex(nv_fermi_user_rd32(chans[1], A_NV_USERD_REF), 0);
    nv_wr32(p->nv, A_NVC0_PFIFO_CTRL, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_fermi_wait(chans[i]);
        nv_assert_hex(nv_fermi_user_rd32(chans[i], A_NV_USERD_REF),
                      0x100 + i);
        see_channel(p, chans[i]);
        nv_fermi_channel_free(chans[i]);
    }
    nv_fermi_assert_quiet(p->nv);
}

/* More channels that wait for semaphores than there are PBDMAs */
static void semaphores_wait(Play *p)
{
    static const struct {
        uint32_t operation, want, frees;
    } waits[] = {
        { NV_SEM_ACQUIRE, 0x77, 0x77 },
        { NV_SEM_ACQ_GEQ, 0x80000000, 0x80000005 },
        { NV_SEM_ACQ_AND, 0x0f0, 0x110 },
        { NV_SEM_ACQUIRE, 1, 1 },
    };
    NVFermiChan *chans[ARRAY_SIZE(waits)];
    uint32_t addr[ARRAY_SIZE(waits)];

    for (unsigned i = 0; i < ARRAY_SIZE(waits); i++) {
        uint64_t va;

        chans[i] = nv_fermi_channel_new(p->nv, CHID + i);
        va = nv_fermi_buffer(chans[i], 0x1000, &addr[i]);
        nv_fermi_ref(chans[i], 1);
        nv_fermi_semaphore(chans[i], va, waits[i].want,
                           waits[i].operation | NV_SEM_SWITCH);
        nv_fermi_ref(chans[i], 2);
        nv_fermi_kick(chans[i]);
    }
    step(p);
    move(p);
    step(p);
    for (unsigned i = 0; i < ARRAY_SIZE(waits); i++) {
        nv_assert_hex(nv_fermi_user_rd32(chans[i], A_NV_USERD_REF), 1);
    }
    for (unsigned i = ARRAY_SIZE(waits); i--;) {
        nv_phys_wr32(p->nv, addr[i], waits[i].frees);
        move(p);
        nv_poll((step(p), nv_fermi_user_rd32(chans[i], A_NV_USERD_REF) == 2));
        for (unsigned n = 0; n < ARRAY_SIZE(waits); n++) {
            see(p, nv_fermi_user_rd32(chans[n], A_NV_USERD_REF));
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(waits); i++) {
        nv_fermi_channel_free(chans[i]);
    }
    nv_fermi_assert_quiet(p->nv);
}

/* --- What waits for the driver ------------------------------------------ */

static unsigned stopped_pbdma(NVDev *nv)
{
    uint32_t mask = nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS);

    nv_assert_hex(ctpop32(mask), 1);
    return mask ? ctz32(mask) : 0;
}

static void see_stopped(Play *p, unsigned id)
{
    static const uint16_t regs[] = {
        A_NV_PBDMA_INTR_0, A_NV_PBDMA_METHOD0, A_NV_PBDMA_DATA0,
        A_NV_PBDMA_HDR_SHADOW, A_NV_PBDMA_GET, A_NV_PBDMA_GP_GET,
        A_NV_PBDMA_CHANNEL, A_NV_PBDMA_PB_HEADER, A_NV_PBDMA_PB_COUNT,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        see_reg(p, PBDMA(id, regs[i]));
    }
    see_reg(p, A_NVC0_PFIFO_INTR);
    see_reg(p, A_NV_PMC_INTR);
    see(p, nv_intx(p->nv));
}

/* gf100_runq_intr_0(): replaces the method by one that does nothing. */
static void let_go(NVDev *nv, unsigned id)
{
    nv_wr32(nv, PBDMA(id, A_NV_PBDMA_METHOD0), 0x80600008);
    nv_wr32(nv, PBDMA(id, A_NV_PBDMA_DATA0), 0);
    nv_wr32(nv, PBDMA(id, A_NV_PBDMA_INTR_0), 0xffffffff);
}

/* In the middle of a command with methods that don't exist */
static void after_an_error(Play *p)
{
    NVFermiChan *chan = nv_fermi_channel_new(p->nv, CHID);
    NVFermiChan *other = nv_fermi_channel_new(p->nv, CHID + 1);
    unsigned id;

    nv_fermi_ni(chan, 0, 0x0004, 0x1234, 0x5678);
    nv_fermi_ref(chan, 0x55);
    nv_fermi_kick(chan);
    id = stopped_pbdma(p->nv);
    move(p);
    nv_assert_hex(stopped_pbdma(p->nv), id);
    nv_assert_hex(nv_rd32(p->nv, PBDMA(id, A_NV_PBDMA_DATA0)), 0x1234);
    see_stopped(p, id);
    /* The other PBDMA continues meanwhile. */
    nv_fermi_ref(other, 7);
    nv_fermi_run(other);
    see_channel(p, other);
    let_go(p->nv, id);
    nv_assert_hex(nv_rd32(p->nv, PBDMA(id, A_NV_PBDMA_DATA0)), 0x5678);
    see_stopped(p, id);
    move(p);
    let_go(p->nv, id);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x55);
    see_channel(p, chan);
    see_stopped(p, id);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* A software method is left to the driver. */
static void software_method(Play *p)
{
    NVFermiChan *chan = nv_fermi_channel_new(p->nv, CHID);
    unsigned id;

    nv_fermi_object(chan, 7, 0x906e, NV_FERMI_SOFTWARE);
    nv_fermi_inc(chan, 7, 0x0500, 0x1234);
    nv_fermi_ref(chan, 0x66);
    nv_fermi_kick(chan);
    id = stopped_pbdma(p->nv);
    let_go(p->nv, id);
    move(p);
    nv_assert_hex(stopped_pbdma(p->nv), id);
    nv_assert_hex(nv_rd32(p->nv, PBDMA(id, A_NV_PBDMA_DATA0)), 0x1234);
    see_stopped(p, id);
    let_go(p->nv, id);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x66);
    see_channel(p, chan);
    nv_fermi_channel_free(chan);
}

static void see_fault(Play *p)
{
    NVFermiFault fault;
    unsigned unit;

    for (unit = 0; unit < 32 && !nv_fermi_fault(p->nv, unit, &fault); unit++) {
        continue;
    }
    g_assert_cmpuint(unit, <, 32);
    see(p, unit);
    see(p, fault.inst);
    see(p, fault.addr);
    see(p, fault.addr >> 32);
    see(p, fault.reason);
    see(p, fault.client);
    see(p, fault.write);
}

/* A PBDMA stands still with a fault, and after that with its channel gone. */
static void fault_pending(Play *p)
{
    NVFermiChan *chan = nv_fermi_channel_new(p->nv, CHID);
    NVFermiChan *other = nv_fermi_channel_new(p->nv, CHID + 1);

    nv_fermi_release(chan, 0x123456000, 1);
    nv_fermi_ref(chan, 0x55);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(p->nv, A_NVC0_PFIFO_INTR) & 0x10000000);
    move(p);
    see_reg(p, A_NVC0_PFIFO_INTR);
    see_reg(p, A_NV_PMC_INTR);
    see(p, nv_intx(p->nv));
    see_fault(p);
    see_reg(p, A_NVC0_PFIFO_INTR);
    move(p);
    /* It is kept even after the driver has seen it. */
    step(p);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    see_channel(p, chan);
    nv_fermi_ref(other, 8);
    nv_fermi_run(other);
    see_channel(p, other);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_begin(chan);
    nv_fermi_ref(chan, 0x56);
    nv_fermi_run(chan);
    see_channel(p, chan);
    nv_fermi_assert_quiet(p->nv);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* PGRAPH stands still with a fault, and what follows waits with it. */
static void engine_fault_pending(Play *p)
{
    NVFermiChan *chan = nv_fermi_graph_new(p->nv, CHID);

    nv_fermi_object(chan, 0, 0x9039, NV_FERMI_GR);
    nv_fermi_inc(chan, 0, 0x0238, 0x12, 0x34560000);
    nv_fermi_inc(chan, 0, 0x030c, 0x13, 0x34560000, 64, 64, 64, 1);
    nv_fermi_inc(chan, 0, 0x0300, 0x110);
    nv_fermi_ref(chan, 0x55);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(p->nv, A_NVC0_PFIFO_INTR) & 0x10000000);
    move(p);
    see_reg(p, A_NVC0_PFIFO_ENGINE_FAULT);
    see_reg(p, A_NVC0_PFIFO_ENGINE_STATE);
    see_fault(p);
    step(p);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    see_reg(p, A_NVC0_PFIFO_ENGINE_STATE);
    see_channel(p, chan);
    nv_fermi_channel_free(chan);
}

/* --- Engines ------------------------------------------------------------ */

#define LENGTH 0x10000
#define LINES 10000

/* M2MF copies lines, each over the one before, when the machine changes. */
static void copy(Play *p)
{
    NVFermiChan *chan = nv_fermi_graph_new(p->nv, CHID);
    NVFermiBuf in = nv_fermi_buf(chan, true, LENGTH);
    NVFermiBuf out = nv_fermi_buf(chan, true, LENGTH);
    NVFermiBuf fence = nv_fermi_buf(chan, true, 0x1000);
    uint64_t copied;

    for (unsigned i = 0; i < LENGTH; i += 0x400) {
        nv_fermi_buf_wr32(&in, i, i * 0x01010101u);
    }
    nv_fermi_object(chan, 0, 0x9039, NV_FERMI_GR);
    nv_fermi_run(chan);
    copied = nv_statistic(p->nv, "bytes-copied");
    nv_stop(p->nv);
    nv_fermi_inc(chan, 0, 0x0238, out.va >> 32, out.va);
    nv_fermi_inc(chan, 0, 0x030c, in.va >> 32, in.va, 0, 0, LENGTH, LINES);
    nv_fermi_inc(chan, 0, 0x0300, 0x110);
    nv_fermi_release(chan, fence.va, 0xabcd);
    nv_fermi_kick(chan);
    nv_cont_a_little(p->nv);
    copied = nv_statistic(p->nv, "bytes-copied") - copied;
    g_assert_cmpuint(copied, >, 0);
    g_assert_cmpuint(copied, <, (uint64_t)LENGTH * LINES);
    move(p);
    nv_cont(p->nv);
    nv_poll(nv_fermi_buf_rd32(&fence, 0) == 0xabcd);
    for (unsigned i = 0; i < LENGTH; i += 0x400) {
        see(p, nv_fermi_buf_rd32(&out, i));
        nv_assert_hex(nv_fermi_buf_rd32(&out, i), i * 0x01010101u);
    }
    nv_fermi_assert_quiet(p->nv);
    nv_fermi_channel_free(chan);
}

/* A rectangle, of which a corner comes after the machine has changed */
static void rectangle(Play *p)
{
    NVFermiChan *chan = nv_fermi_graph_new(p->nv, CHID);
    NVFermiBuf buf = nv_fermi_buf(chan, true, 0x4000);

    nv_fermi_object(chan, 3, 0x902d, NV_FERMI_GR);
    nv_fermi_inc(chan, 3, 0x0200, 0xcf, 1);
    nv_fermi_inc(chan, 3, 0x0214, 0x100, 0x40, 0x40, buf.va >> 32, buf.va);
    nv_fermi_inc(chan, 3, 0x02ac, 3);
    nv_fermi_inc(chan, 3, 0x0580, 4, 0xcf, 0x00112233);
    nv_fermi_inc(chan, 3, 0x0600, 4, 8);
    nv_fermi_run(chan);
    move(p);
    nv_fermi_inc(chan, 3, 0x0608, 12, 16);
    nv_fermi_run(chan);
    for (unsigned at = 0; at < 0x4000; at += 0x74) {
        see(p, nv_fermi_buf_rd32(&buf, at));
    }
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 10 * 0x100 + 8 * 4), 0x00112233);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 10 * 0x100 + 12 * 4), 0);
    nv_fermi_graph_quiet(p->nv);
    nv_fermi_channel_free(chan);
}

/* --- Falcons ------------------------------------------------------------ */

#define ROUNDS 400000
#define FACTOR 0x8405

/* Computes numbers for long, and leaves the last in D[0]. */
static const uint8_t drawer[] = {
    0xbd, 0x04,                         /* 00 clear b32 $r0 */
    FUC_MOV(2, ROUNDS),                 /* 02 */
    FUC_MOV(4, FACTOR),                 /* 0a */
    FUC_MOV(3, 1),                      /* 12 */
    0xff, 0x34, 0x30,                   /* 1a mulu $r3 $r3 $r4 */
    0xb6, 0x30, 0xfb,                   /* 1d add b32 $r3 0xfb */
    0xb6, 0x22, 0x01,                   /* 20 sub b32 $r2 1 */
    0xf4, 0x1b, 0xf7,                   /* 23 bra nz 0x1a */
    0x80, 0x03, 0x00,                   /* 26 st b32 D[$r0] $r3 */
    0xf8, 0x02,                         /* 29 exit */
};

static uint32_t drawn(void)
{
    uint32_t val = 1;

    for (unsigned i = 0; i < ROUNDS; i++) {
        val = (val & 0xffff) * FACTOR + 0xfb;
    }
    return val;
}

static void draw_on(Play *p, const uint32_t *falcons, unsigned count)
{
    NVDev *nv = p->nv;
    const uint32_t zero = 0;

    nv_stop(nv);
    for (unsigned i = 0; i < count; i++) {
        nv_falcon_code(nv, falcons[i], drawer, sizeof(drawer));
        nv_falcon_data(nv, falcons[i], 0, &zero, 1);
        nv_falcon_start(nv, falcons[i], 0);
    }
    nv_cont_a_little(nv);
    for (unsigned i = 0; i < count; i++) {
        nv_assert_hex(nv_falcon_data_rd32(nv, falcons[i], 0), 0);
        nv_assert_hex(nv_falcon_rd32(nv, falcons[i], A_NV_FALCON_UC_CTRL), 0);
    }
    move(p);
    nv_cont_a_little(nv);
    move(p);
    nv_cont(nv);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned n = 0; n < 1000 && !(nv_falcon_rd32(
                 nv, falcons[i], A_NV_FALCON_UC_CTRL) & STOPPED); n++) {
            nv_clock_step(nv, 1000 * 1000);
        }
        nv_assert_hex(nv_falcon_data_rd32(nv, falcons[i], 0), drawn());
        see(p, nv_falcon_data_rd32(nv, falcons[i], 0));
        see_reg(p, falcons[i] + A_NV_FALCON_UC_CTRL);
        see_reg(p, falcons[i] + A_NV_FALCON_UC_PC);
        see_reg(p, falcons[i] + A_NV_FALCON_INTR);
    }
}

static void pce_draws(Play *p)
{
    static const uint32_t falcons[] = { 0x104000, 0x105000 };

    draw_on(p, falcons, p->nv->card->pcopies);
}

static void pdaemon_draws(Play *p)
{
    static const uint32_t falcons[] = { NV_PDAEMON };

    draw_on(p, falcons, 1);
}

static void ctxctl_draws(Play *p)
{
    uint32_t falcons[8] = { FECS };
    unsigned gpcs = p->nv->card->gpcs;

    for (unsigned i = 0; i < gpcs; i++) {
        falcons[1 + i] = GPCCS + i * NVC0_PGRAPH_GPC_STRIDE;
    }
    draw_on(p, falcons, 1 + gpcs);
}

/* ------------------------------------------------------------------------ */

#define SCENE(_name, _rows, _scene, ...) \
    { "migration/" _name, _rows " migration", compare, .needs = NV_CARD_NVC0, \
      .no_machine = true, .data = &(Scene *const){ _scene }, __VA_ARGS__ }

static bool has_pdaemon(const NVCard *card)
{
    return card->features & NV_CARD_PDAEMON;
}

static const NVTest tests[] = {
    SCENE("between-entries",
          "dma-state-mthd dma-state-mcnt command-spans-entries",
          between_entries),
    SCENE("with-channels-waiting", "ramfc-layout playlist", channels_wait),
    SCENE("during-acquires", "acquire-state acquire-retry", semaphores_wait),
    SCENE("after-an-error", "fermi-errors", after_an_error),
    SCENE("before-a-software-method", "software-engine software-method",
          software_method),
    SCENE("with-a-fault-pending", "fermi-errors", fault_pending),
    SCENE("with-a-fault-of-pgraph", "fermi-errors", engine_fault_pending),
    SCENE("in-the-middle-of-a-copy", "bounded-work!", copy),
    SCENE("in-the-middle-of-a-rectangle", "", rectangle),
    SCENE("of-pces-program", "", pce_draws),
    SCENE("of-pdaemons-program", "", pdaemon_draws, .applies = has_pdaemon),
    SCENE("of-fecs-and-gpccs-programs", "", ctxctl_draws),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
