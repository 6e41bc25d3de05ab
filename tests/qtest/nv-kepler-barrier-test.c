/*
 * Tests of the NVIDIA GPU: what waits for what, NVE4+
 *
 * NVK's hardware docs, "Execution barriers", and what it sends between copies,
 * draws and launches.  A channel of PGRAPH's has two engines here: PGRAPH, on
 * subchannels 0 to 3, and a copy engine on 4.  Each method takes LATENCY to
 * reach its engine, or the copy engine copies for some milliseconds.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/units.h"
#include "libnv/nv-ce.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define LATENCY 1000
#define PROPS "x-engine-latency-ns=1000"

/* Class headers A06F and A16F */
enum {
    SEMAPHORE_A = 0x10,
    SET_REFERENCE = 0x50,
    WFI = 0x78,
};

/* Semaphores as NVK has them */
#define RELEASE (NV_SEM_RELEASE | NV_SEM_SIZE_4)
#define RELEASE_AT_ONCE (RELEASE | NV_SEM_NO_WFI)
#define ACQUIRE (NV_SEM_ACQUIRE | NV_SEM_SWITCH | NV_SEM_SIZE_4)
#define ACQUIRE_GEQ (NV_SEM_ACQ_GEQ | NV_SEM_SWITCH | NV_SEM_SIZE_4)
/* An addition of class A16F's */
#define ADD (0x80000010 | 5u << 27 | NV_SEM_SIZE_4)

/* Subchannels, as NVK has them */
enum { THREED, COMPUTE, I2M, TWOD, COPY };

/**
 * struct Rig - a channel with all objects, and memory for it
 *
 * @chan: the channel
 * @in, @out: for copies
 * @sem: for what follows them
 */
typedef struct Rig {
    NVFermiChan *chan;
    NVFermiBuf in, out, sem;
} Rig;

static void rig_new(Rig *r, NVDev *nv, unsigned chid, uint32_t size)
{
    r->chan = nv_fermi_graph_new(nv, chid);
    r->in = nv_fermi_buf(r->chan, false, size);
    r->out = nv_fermi_buf(r->chan, true, size);
    r->sem = nv_fermi_buf(r->chan, false, 0x1000);
    nv_fermi_inc(r->chan, THREED, 0, nv_kepler_class(nv->card, 0xa097));
    nv_fermi_inc(r->chan, COMPUTE, 0, nv_kepler_class(nv->card, 0xa0c0));
    nv_fermi_inc(r->chan, I2M, 0, nv->card->features & NV_CARD_NV117
                                  ? 0xa140 : nv_kepler_class(nv->card, 0xa040));
    nv_fermi_inc(r->chan, TWOD, 0, 0x902d);
    nv_fermi_inc(r->chan, COPY, 0, nv_kepler_class(nv->card, 0xa0b5));
    nv_fermi_kick(r->chan);
    nv_clock_step(nv, 100 * LATENCY);
    nv_fermi_wait(r->chan);
}

static void rig_free(Rig *r)
{
    nv_fermi_graph_quiet(r->chan->nv);
    nv_ce_channel_end(r->chan);
}

static uint32_t word(const Rig *r, uint32_t offset)
{
    return nv_fermi_buf_rd32(&r->sem, offset);
}

static void push_semaphore(Rig *r, unsigned subc, uint32_t offset,
                           uint32_t val, uint32_t how)
{
    uint64_t va = r->sem.va + offset;

    nv_fermi_inc(r->chan, subc, SEMAPHORE_A, va >> 32, va, val, how);
}

/* A word that a class of PGRAPH's writes: SET_REPORT_SEMAPHORE */
static void push_report(Rig *r, unsigned subc, uint64_t va, uint32_t val)
{
    nv_fermi_inc(r->chan, subc, 0x1b00, va >> 32, va, val, 1 << 28);
}

/* --- Methods under way ------------------------------------------------- */

static unsigned executed(NVDev *nv)
{
    return nv_log_count(nv, "nv_pfifo_executed ");
}

/* What was and wasn't done just before and just after LATENCY */
#define assert_then(_nv, _was, _is)                                         \
    do {                                                                    \
        nv_clock_step(_nv, LATENCY - 1);                                    \
        g_assert_cmpuint(executed(_nv), ==, _was);                          \
        nv_clock_step(_nv, 1);                                              \
        g_assert_cmpuint(executed(_nv), ==, _is);                           \
    } while (0)

/* NO_OPERATION of each class, or NOP of the copy engine's */
static void push_methods(Rig *r, unsigned subc, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        nv_fermi_push(r->chan, NV_FERMI_IMMD(subc, 0x100, i));
    }
}

static void watch(NVDev *nv)
{
    nv_trace(nv, "nv_pfifo_executed", true);
}

/* "A subchannel switch - Causes the hardware to execute an implied WFI" */
static void subchannels(NVDev *nv)
{
    unsigned done = 0;
    Rig r;

    rig_new(&r, nv, 3, 0x1000);
    watch(nv);
    for (unsigned one = THREED; one <= COPY; one++) {
        for (unsigned other = THREED; other <= COPY; other++) {
            if (one == other) {
                continue;
            }
            push_methods(&r, one, 2);
            push_methods(&r, other, 3);
            push_methods(&r, one, 1);
            nv_fermi_kick(r.chan);
            assert_then(nv, done, done + 2);
            assert_then(nv, done + 2, done + 5);
            assert_then(nv, done + 5, done + 6);
            nv_fermi_wait(r.chan);
            done += 6;
        }
        /* The next begins on the one that was last. */
        push_methods(&r, one, 4);
        nv_fermi_kick(r.chan);
        assert_then(nv, done, done + 4);
        nv_fermi_wait(r.chan);
        done += 4;
        if (one < COPY) {
            push_methods(&r, one + 1, 1);
            nv_fermi_kick(r.chan);
            assert_then(nv, done, done + 1);
            nv_fermi_wait(r.chan);
            done++;
        }
    }
    rig_free(&r);
}

/* "They can be issued to any subchannel and will not trigger a switch" */
static void host_methods_switch_nothing(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, 3, 0x1000);
    watch(nv);
    for (unsigned i = 0; i < 8; i++) {
        push_methods(&r, COPY, 1);
        nv_fermi_push(r.chan, NV_FERMI_IMMD(i, 0x08, 0));
        push_semaphore(&r, i, i * 16, i + 1, RELEASE_AT_ONCE);
        push_semaphore(&r, i, i * 16, i + 1, ACQUIRE_GEQ);
    }
    nv_fermi_run(r.chan);
    assert_then(nv, 0, 8);
    rig_free(&r);
}

/**
 * struct Host - a method of the host's, behind two that are under way
 *
 * @mthd, @data: the method, or SEMAPHORE_A for all of them, and the last's data
 * @waits: for the engine
 * @later: only cards with class A16F have it
 */
typedef struct Host {
    uint32_t mthd, data;
    bool waits, later;
} Host;

static const Host hosts[] = {
    { 0x08, 0 },
    { SEMAPHORE_A, RELEASE_AT_ONCE },
    { SEMAPHORE_A, NV_SEM_RELEASE | NV_SEM_NO_WFI },
    { SEMAPHORE_A, ACQUIRE },
    { SEMAPHORE_A, ACQUIRE_GEQ },
    { SEMAPHORE_A, ADD | NV_SEM_NO_WFI, .later = true },
    { 0x20, 0 },
    { 0x24, 0 },
    { 0x28, 0 },
    { 0x2c, 9u << 27 },
    { 0x80, 0 },
    { SEMAPHORE_A, RELEASE, .waits = true },
    { SEMAPHORE_A, NV_SEM_RELEASE, .waits = true },
    { SEMAPHORE_A, ADD, .waits = true, .later = true },
    { SET_REFERENCE, 0x66, .waits = true },
    { WFI, 0, .waits = true },
};

static bool writes(const Host *h)
{
    return h->mthd == SEMAPHORE_A &&
           h->data & (NV_SEM_RELEASE | 0x10);
}

/* A release that doesn't wait tells whether it has been executed. */
static void check_host(Rig *r, const Host *h, unsigned engine, unsigned subc)
{
    NVDev *nv = r->chan->nv;
    unsigned was = executed(nv);

    nv_fermi_buf_wr32(&r->sem, 0, 0);
    nv_fermi_buf_wr32(&r->sem, 0x20, 0);
    push_methods(r, engine, 2);
    if (h->mthd == SEMAPHORE_A) {
        push_semaphore(r, subc, 0, writes(h), h->data);
    } else {
        nv_fermi_inc(r->chan, subc, h->mthd, h->data);
    }
    push_semaphore(r, subc, 0x20, 1, RELEASE_AT_ONCE);
    nv_fermi_kick(r->chan);
    nv_clock_step(nv, LATENCY - 1);
    if (word(r, 0x20) == h->waits) {
        nv_fail("method 0x%x 0x%x on subchannel %u behind %u's", h->mthd,
                h->data, subc, engine);
    }
    nv_assert_hex(word(r, 0), writes(h) && !h->waits);
    g_assert_cmpuint(executed(nv), ==, was);
    nv_clock_step(nv, 1);
    g_assert_cmpuint(executed(nv), ==, was + 2);
    nv_fermi_wait(r->chan);
    nv_assert_hex(word(r, 0x20), 1);
    nv_assert_hex(word(r, 0), writes(h));
}

static bool has(const NVDev *nv, const Host *h)
{
    return !h->later || nv->card->features & NV_CARD_NVF0;
}

static void host_methods(NVDev *nv)
{
    static const uint8_t subcs[] = { THREED, COMPUTE, COPY, 5 };
    Rig r;

    rig_new(&r, nv, 3, 0x1000);
    watch(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(hosts); i++) {
        for (unsigned n = 0; n < 12 && has(nv, &hosts[i]); n++) {
            check_host(&r, &hosts[i], subcs[n / 4], subcs[n % 4]);
        }
    }
    nv_assert_hex(nv_fermi_user_rd32(r.chan, A_NV_USERD_REF), 0x66);
    rig_free(&r);
}

/* --- Behind a long copy ------------------------------------------------ */

#define LINES 1024
#define LINE (4 * KiB)
#define SIZE (LINES * LINE)

/* The last bytes that are read, and what they become as the last written */
#define MARK_AT (LINE - 4)
#define MARK 0x12345678
#define SWAPPED 0x34127856

#define OVERTAKEN 0x10
#define WAITED 0x20
#define SPARE 0x30

/* Each pair of bytes is swapped, which takes longer than to move them. */
static void push_long(Rig *r)
{
    uint64_t last = r->in.va + (uint64_t)LINE * (LINES - 1);

    nv_fermi_inc(r->chan, COPY, CE_REMAP_COMPONENTS, 0x01100001);
    nv_fermi_inc(r->chan, COPY, CE_OFFSET_IN_UPPER, last >> 32, last,
                 r->out.va >> 32, r->out.va, -(uint32_t)LINE, LINE, LINE / 2,
                 LINES);
    nv_fermi_inc(r->chan, COPY, CE_LAUNCH_DMA,
                 CE_PIPELINED | CE_FLUSH | CE_PITCH | CE_MULTI_LINE | CE_REMAP);
    push_semaphore(r, COPY, OVERTAKEN, 1, RELEASE_AT_ONCE);
}

static void long_new(Rig *r, NVDev *nv)
{
    rig_new(r, nv, 7, SIZE);
    nv_fermi_buf_wr32(&r->in, MARK_AT, MARK);
    push_long(r);
}

static bool copies(NVDev *nv)
{
    const unsigned engine = nv_ce_engine(nv, 2);

    return nv_rd32(nv, A_NVE4_PFIFO_ENGINE_STATUS + engine * 8) & 0x80000000;
}

/* The machine runs for as little as it takes to see something. */
static void poll_a_little(Rig *r, uint32_t offset)
{
    for (unsigned i = 0; i < 8 && !word(r, offset); i++) {
        nv_cont_a_little(r->chan->nv);
    }
    nv_assert_hex(word(r, offset), 1);
}

/*
 * The machine is stopped while the copy begins.  What waits for it isn't done
 * before its end.
 */
static void expect_order(Rig *r)
{
    NVDev *nv = r->chan->nv;

    nv_stop(nv);
    nv_fermi_kick(r->chan);
    poll_a_little(r, OVERTAKEN);
    g_assert_true(copies(nv));
    nv_assert_hex(word(r, WAITED), 0);
    nv_cont(nv);
    nv_poll(word(r, WAITED) == 1);
    g_assert_false(copies(nv));
    nv_assert_hex(nv_fermi_buf_rd32(&r->out, SIZE - 4), SWAPPED);
    nv_fermi_wait(r->chan);
}

/* What comes behind the copy, and writes WAITED */
typedef void Behind(Rig *r);

static void behind(NVDev *nv)
{
    Behind *const *push = nv->test->data;
    Rig r;

    long_new(&r, nv);
    (*push)(&r);
    expect_order(&r);
    rig_free(&r);
}

static void tell(Rig *r, unsigned subc)
{
    push_semaphore(r, subc, WAITED, 1, RELEASE_AT_ONCE);
}

static void release(Rig *r)
{
    push_semaphore(r, COMPUTE, WAITED, 1, RELEASE);
}

static void release_on_same(Rig *r)
{
    push_semaphore(r, COPY, WAITED, 1, NV_SEM_RELEASE);
}

/* "NVA16F_WFI": a barrier's between queues */
static void wfi(Rig *r)
{
    nv_fermi_push(r->chan, NV_FERMI_IMMD(THREED, WFI, 0));
    tell(r, THREED);
}

static void wait_for_idle(Rig *r)
{
    nv_fermi_push(r->chan, NV_FERMI_IMMD(THREED, FERMI_WAIT_FOR_IDLE, 0));
    tell(r, THREED);
}

/* As immediate data, at the end of a barrier for the host */
static void reference(Rig *r)
{
    nv_fermi_push(r->chan, NV_FERMI_IMMD(COPY, SET_REFERENCE, 5));
    tell(r, COPY);
}

static void reference_elsewhere(Rig *r)
{
    nv_fermi_push(r->chan, NV_FERMI_IMMD(THREED, SET_REFERENCE, 5));
    tell(r, THREED);
}

/* Events and markers, by the class that was last */
static void report_of_3d(Rig *r)
{
    push_report(r, THREED, r->sem.va + WAITED, 1);
}

static void report_of_compute(Rig *r)
{
    push_report(r, COMPUTE, r->sem.va + WAITED, 1);
}

static void push_ce_release(Rig *r, uint32_t offset, uint32_t launch)
{
    uint64_t va = r->sem.va + offset;

    nv_fermi_inc(r->chan, COPY, CE_SEMAPHORE_A, va >> 32, va, 1);
    nv_fermi_inc(r->chan, COPY, CE_LAUNCH_DMA, launch | CE_RELEASE_ONE_WORD);
}

static void release_of_copy_engine(Rig *r)
{
    push_ce_release(r, WAITED, CE_FLUSH);
}

/* A barrier between copies: one of nothing, 0x586 */
static void barrier_between_copies(Rig *r)
{
    nv_fermi_inc(r->chan, COPY, CE_LINE_LENGTH_IN, 0, 0);
    push_ce_release(r, WAITED, CE_NON_PIPELINED | CE_FLUSH | CE_PITCH |
                               CE_REMAP);
}

/* An update of a few bytes, inline */
static void inline_data(Rig *r)
{
    uint64_t va = r->sem.va + WAITED;

    nv_fermi_inc(r->chan, I2M, 0x180, 4, 1, va >> 32, va);
    nv_fermi_push(r->chan, NV_FERMI_1INC(I2M, 0x1b0, 2));
    nv_fermi_push(r->chan, 0x11);
    nv_fermi_push(r->chan, 1);
}

/* An event that the copy engine sets, and the host waits for */
static void event(Rig *r)
{
    push_ce_release(r, SPARE, CE_FLUSH);
    push_semaphore(r, THREED, SPARE, 1, ACQUIRE);
    tell(r, THREED);
}

/* --- What the data says ------------------------------------------------ */

/* What the copy still has to read is written by another engine. */
static void source_written(NVDev *nv)
{
    Rig r;

    long_new(&r, nv);
    push_report(&r, THREED, r.in.va + MARK_AT, 0xbad);
    push_report(&r, COMPUTE, r.sem.va + WAITED, 1);
    expect_order(&r);
    nv_assert_hex(nv_fermi_buf_rd32(&r.in, MARK_AT), 0xbad);
    rig_free(&r);
}

/* A copy takes what the one before it has written last. */
static void dependent_copy(NVDev *nv)
{
    uint64_t from, to;
    Rig r;

    long_new(&r, nv);
    from = r.out.va + SIZE - 4;
    to = r.sem.va + SPARE;
    nv_fermi_inc(r.chan, COPY, CE_OFFSET_IN_UPPER, from >> 32, from,
                 to >> 32, to, 4, 4, 4, 1);
    push_ce_release(&r, WAITED, CE_NON_PIPELINED | CE_FLUSH | CE_PITCH);
    expect_order(&r);
    nv_assert_hex(word(&r, SPARE), SWAPPED);
    rig_free(&r);
}

/* The next GP entry's words are somewhere else than in the pushbuffer. */
static void push_entry(NVFermiChan *chan, uint64_t va, unsigned words)
{
    uint64_t at = chan->gp + chan->gp_put * 8;

    qtest_writel(chan->nv->qts, at, va);
    qtest_writel(chan->nv->qts, at + 4, va >> 32 | words << 10 | 1u << 31);
    chan->gp_put = (chan->gp_put + 1) % (1 << NV_FERMI_GP_ORDER);
}

/*
 * An indirect launch: the copy makes commands, a reference waits for it, and an
 * entry that isn't fetched ahead names them.
 */
static void indirect(NVDev *nv)
{
    const uint32_t count = 5;
    Rig r;

    long_new(&r, nv);
    nv_fermi_push(r.chan, NV_FERMI_IMMD(COPY, SET_REFERENCE, 5));
    nv_stop(nv);
    /* In place of them there is something else, to begin with. */
    for (unsigned i = 0; i < count; i++) {
        const uint32_t words[] = {
            NV_FERMI_INC(THREED, SEMAPHORE_A, 4), (r.sem.va + WAITED) >> 32,
            r.sem.va + WAITED, 1, RELEASE_AT_ONCE,
        };
        uint32_t at = LINE - (count - i) * 4;

        nv_fermi_buf_wr32(&r.in, at, bswap16(words[i]) |
                                     (uint32_t)bswap16(words[i] >> 16) << 16);
        nv_fermi_buf_wr32(&r.out, SIZE - (count - i) * 4,
                          NV_FERMI_IMMD(THREED, 0x08, 0));
    }
    nv_fermi_kick(r.chan);
    push_entry(r.chan, r.out.va + SIZE - count * 4, count);
    nv_fermi_user_wr32(r.chan, A_NV_USERD_GP_PUT, r.chan->gp_put);
    poll_a_little(&r, OVERTAKEN);
    g_assert_true(copies(nv));
    nv_assert_hex(word(&r, WAITED), 0);
    nv_cont(nv);
    nv_poll(word(&r, WAITED) == 1);
    nv_assert_hex(nv_fermi_user_rd32(r.chan, A_NV_USERD_REF), 5);
    rig_free(&r);
}

/* --- Other channels ---------------------------------------------------- */

/* One on another run list doesn't wait, but for what it is told to wait for. */
static void another_channel(NVDev *nv)
{
    NVFermiChan *other = nv_kepler_channel_new(nv, 9, NV_KEPLER_RUNLIST_CE0);
    uint64_t from, to;
    Rig r, second;

    long_new(&r, nv);
    second = r;
    second.chan = other;
    nv_fermi_map(nv, other->pd, r.sem.va, r.sem.addr, 0x1000, NV_FERMI_RAM);
    nv_fermi_map(nv, other->pd, r.out.va + SIZE - 0x1000,
                 r.out.addr + SIZE - 0x1000, 0x1000, NV_FERMI_VRAM);
    push_ce_release(&r, WAITED, CE_FLUSH);
    nv_stop(nv);
    nv_fermi_kick(r.chan);
    poll_a_little(&r, OVERTAKEN);
    /* Both a copy beside it, and one that depends on it */
    from = r.out.va + SIZE - 4;
    to = r.sem.va + SPARE;
    nv_fermi_inc(other, COPY, CE_OFFSET_IN_UPPER, r.sem.va >> 32,
                 r.sem.va + OVERTAKEN, r.sem.va >> 32, r.sem.va + 0x40, 4, 4,
                 4, 1);
    nv_fermi_inc(other, COPY, CE_LAUNCH_DMA, CE_NON_PIPELINED | CE_PITCH);
    push_semaphore(&second, COPY, WAITED, 1, ACQUIRE_GEQ);
    nv_fermi_inc(other, COPY, CE_OFFSET_IN_UPPER, from >> 32, from, to >> 32,
                 to, 4, 4, 4, 1);
    nv_fermi_inc(other, COPY, CE_LAUNCH_DMA, CE_NON_PIPELINED | CE_PITCH);
    nv_fermi_ref(other, 5);
    nv_fermi_kick(other);
    poll_a_little(&r, 0x40);
    g_assert_true(copies(nv));
    nv_assert_hex(word(&r, SPARE), 0);
    nv_cont(nv);
    nv_poll(nv_fermi_user_rd32(other, A_NV_USERD_REF) == 5);
    nv_assert_hex(word(&r, WAITED), 1);
    nv_assert_hex(word(&r, SPARE), SWAPPED);
    nv_fermi_wait(r.chan);
    nv_ce_channel_end(other);
    rig_free(&r);
}

/* It goes on waiting in another process. */
static void migrated(NVDev *nv)
{
    Rig r;

    long_new(&r, nv);
    push_report(&r, THREED, r.in.va + MARK_AT, 0xbad);
    push_report(&r, COMPUTE, r.sem.va + WAITED, 1);
    nv_stop(nv);
    nv_fermi_kick(r.chan);
    poll_a_little(&r, OVERTAKEN);
    g_assert_true(copies(nv));
    nv_migrate(nv);
    g_assert_true(copies(nv));
    nv_assert_hex(word(&r, WAITED), 0);
    nv_cont(nv);
    nv_poll(word(&r, WAITED) == 1);
    g_assert_false(copies(nv));
    nv_assert_hex(nv_fermi_buf_rd32(&r.out, SIZE - 4), SWAPPED);
    nv_assert_hex(nv_fermi_buf_rd32(&r.in, MARK_AT), 0xbad);
    nv_fermi_wait(r.chan);
    rig_free(&r);
}

#define C(_name, _rows, _fn, ...) \
    { "kepler-barrier/" _name, _rows, _fn, .needs = NV_CARD_NVE4, \
      __VA_ARGS__ }
#define BEHIND(_name, _rows, _push) \
    C(_name "-behind-a-copy", _rows, behind, .data = &(Behind *){ _push })

static const NVTest tests[] = {
    C("subchannels", "subchannel-wfi! engine-switch-wait!", subchannels,
      .props = PROPS),
    C("host-methods-switch-nothing", "subchannel-wfi",
      host_methods_switch_nothing, .props = PROPS),
    C("host-methods", "ref-cnt! wait-for-idle! fermi-semaphore-bits!",
      host_methods, .props = PROPS),
    BEHIND("release", "fermi-semaphore-bits wait-for-idle", release),
    BEHIND("release-on-same", "fermi-semaphore-bits", release_on_same),
    BEHIND("wfi", "wait-for-idle", wfi),
    BEHIND("wait-for-idle", "wait-for-idle engine-switch-wait", wait_for_idle),
    BEHIND("reference", "ref-cnt nvk-pushbuffer", reference),
    BEHIND("reference-elsewhere", "ref-cnt nvk-pushbuffer",
           reference_elsewhere),
    BEHIND("report-of-3d", "engine-switch-wait", report_of_3d),
    BEHIND("report-of-compute", "engine-switch-wait", report_of_compute),
    BEHIND("release-of-copy-engine", "pipelined-copy",
           release_of_copy_engine),
    BEHIND("barrier-between-copies", "pipelined-copy", barrier_between_copies),
    BEHIND("inline-data", "engine-switch-wait nvk-pushbuffer", inline_data),
    BEHIND("event", "acquire-retry pipelined-copy", event),
    C("source-written", "engine-switch-wait!", source_written),
    C("dependent-copy", "pipelined-copy!", dependent_copy),
    C("indirect", "ref-cnt nvk-pushbuffer", indirect),
    C("another-channel", "acquire-gequal engine-queue", another_channel),
    C("migrated", "migration engine-switch-wait", migrated, .own = true),
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
