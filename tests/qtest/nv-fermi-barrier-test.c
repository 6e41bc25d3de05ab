/*
 * Tests of the NVIDIA GPU: what waits for what, NVC0+
 *
 * NVK's hardware docs, "Execution barriers".  Each method takes LATENCY to
 * reach its engine, or an engine copies for some milliseconds.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define LATENCY 1000
#define PROPS "x-engine-latency-ns=1000"

/* Methods that the queue holds */
#define QUEUE 64

/* Video engines, which all cards have, and which accept all methods */
#define PPDEC 1
#define PPPP 2

#define WAITS true
#define OVERTAKES false

/* Class header 906F */
enum {
    SEMAPHORE_A = 0x10,
    NON_STALL = 0x20,
    SET_REFERENCE = 0x50,
    WFI = 0x78,
};

static unsigned executed(NVDev *nv)
{
    return nv_log_count(nv, "nv_pfifo_executed ");
}

static uint32_t ref(NVFermiChan *chan)
{
    return nv_fermi_user_rd32(chan, A_NV_USERD_REF);
}

/* What was and wasn't done just before and just after @after ns */
#define assert_then(_nv, _after, _was, _is)                                 \
    do {                                                                    \
        nv_clock_step(_nv, (_after) - 1);                                   \
        g_assert_cmpuint(executed(_nv), ==, _was);                          \
        nv_clock_step(_nv, 1);                                              \
        g_assert_cmpuint(executed(_nv), ==, _is);                           \
    } while (0)

/* A channel with an object on subchannels 1 and 2, and another engine's on 3 */
static NVFermiChan *channel(NVDev *nv, unsigned chid)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, chid);

    nv_trace(nv, "nv_pfifo_executed", false);
    for (unsigned i = 1; i < 4; i++) {
        nv_fermi_object(chan, i, 0x1234, i < 3 ? PPDEC : PPPP);
    }
    nv_fermi_kick(chan);
    nv_clock_step(nv, 10 * LATENCY);
    nv_fermi_wait(chan);
    nv_trace(nv, "nv_pfifo_executed", true);
    return chan;
}

static void push_methods(NVFermiChan *chan, unsigned subc, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        nv_fermi_inc(chan, subc, 0x100 + i * 4, i);
    }
}

/* --- The queue -------------------------------------------------------- */

/* "The puller won't wait for completion of a command" */
static void methods_take_time(NVDev *nv)
{
    NVFermiChan *chan = channel(nv, 3);

    push_methods(chan, 1, 3);
    nv_fermi_run(chan);
    assert_then(nv, LATENCY, 0, 3);

    /* Each takes its own time. */
    push_methods(chan, 1, 1);
    nv_fermi_run(chan);
    nv_clock_step(nv, LATENCY / 2);
    push_methods(chan, 1, 1);
    nv_fermi_run(chan);
    assert_then(nv, LATENCY / 2, 3, 4);
    assert_then(nv, LATENCY / 2, 4, 5);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* "Whenever they have space in their input queues" */
static void full_queue(NVDev *nv)
{
    NVFermiChan *chan = channel(nv, 3);
    unsigned count = 3 * QUEUE + 10;

    push_methods(chan, 1, count);
    nv_fermi_kick(chan);
    for (unsigned done = 0; done < count;
         done = MIN(count, done + QUEUE)) {
        g_assert_cmpint(nv_fermi_done(chan), ==, count - done <= QUEUE);
        assert_then(nv, LATENCY, done, MIN(count, done + QUEUE));
    }
    nv_fermi_wait(chan);
    nv_fermi_channel_free(chan);
}

/* Methods that take their time, and no more, though only that passes */
static void expect_methods(NVFermiChan *chan, unsigned count)
{
    NVDev *nv = chan->nv;
    unsigned before = executed(nv);

    push_methods(chan, 1, count);
    nv_fermi_ref(chan, 0x55);
    nv_fermi_kick(chan);
    assert_then(nv, LATENCY, before, before + count);
    nv_assert_hex(ref(chan), 0x55);
    nv_fermi_assert_quiet(nv);
}

/*
 * Only its own methods wait for an engine that stands still: PGRAPH, without a
 * program.  A reset of PFIFO doesn't change that.
 */
static void one_stands_still(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 4);
    NVFermiChan *other = channel(nv, 3);

    nv_fermi_object(chan, 1, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 10 * LATENCY);
    expect_methods(other, 2);
    nv_fermi_channel_free(other);
    nv_init(nv);
    other = channel(nv, 3);
    expect_methods(other, 2);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* --- Switches --------------------------------------------------------- */

/* "When engines are switched, the puller will wait" */
static void another_engine(NVDev *nv)
{
    NVFermiChan *chan = channel(nv, 3);

    push_methods(chan, 1, 2);
    push_methods(chan, 3, 2);
    push_methods(chan, 1, 1);
    nv_fermi_kick(chan);
    assert_then(nv, LATENCY, 0, 2);
    assert_then(nv, LATENCY, 2, 4);
    assert_then(nv, LATENCY, 4, 5);
    nv_fermi_wait(chan);

    /* So does binding an object of another engine. */
    push_methods(chan, 1, 2);
    nv_fermi_object(chan, 5, 0x1234, PPPP);
    nv_fermi_kick(chan);
    assert_then(nv, LATENCY, 5, 7);
    assert_then(nv, LATENCY, 7, 8);
    nv_fermi_wait(chan);
    nv_fermi_channel_free(chan);
}

/*
 * "A subchannel switch - Causes the hardware to execute an implied WFI", even
 * within an engine
 */
static void another_subchannel(NVDev *nv)
{
    NVFermiChan *chan = channel(nv, 3);

    push_methods(chan, 1, 2);
    push_methods(chan, 2, 3);
    push_methods(chan, 1, 1);
    nv_fermi_kick(chan);
    assert_then(nv, LATENCY, 0, 2);
    assert_then(nv, LATENCY, 2, 5);
    assert_then(nv, LATENCY, 5, 6);
    nv_fermi_wait(chan);

    nv_fermi_push(chan, NV_FERMI_IMMD(2, 0x100, 1));
    nv_fermi_push(chan, NV_FERMI_IMMD(1, 0x100, 1));
    nv_fermi_kick(chan);
    assert_then(nv, LATENCY, 6, 7);
    assert_then(nv, LATENCY, 7, 8);
    nv_fermi_wait(chan);
    nv_fermi_channel_free(chan);
}

/* The channel's last engine is remembered without its PBDMA. */
static void another_subchannel_later(NVDev *nv)
{
    NVFermiChan *chan = channel(nv, 3);

    push_methods(chan, 1, 2);
    nv_fermi_run(chan);
    nv_fermi_preempt(nv, 3);
    push_methods(chan, 2, 1);
    nv_fermi_kick(chan);
    assert_then(nv, LATENCY, 0, 2);
    assert_then(nv, LATENCY, 2, 3);
    nv_fermi_wait(chan);
    nv_fermi_channel_free(chan);
}

/* "They can be issued to any subchannel and will not trigger a switch" */
static void host_methods_switch_nothing(NVDev *nv)
{
    NVFermiChan *chan = channel(nv, 3);

    for (unsigned i = 0; i < 8; i++) {
        push_methods(chan, 1, 1);
        nv_fermi_inc(chan, i, 0x08, 0);
        nv_fermi_push(chan, NV_FERMI_IMMD(i, 0x24, 0));
    }
    nv_fermi_run(chan);
    assert_then(nv, LATENCY, 0, 8);
    nv_fermi_channel_free(chan);
}

/* Another channel's methods for the engine wait, its others don't. */
static void another_channel(NVDev *nv)
{
    NVFermiChan *chan = channel(nv, 3);
    NVFermiChan *other = channel(nv, 4);

    push_methods(chan, 1, 2);
    nv_fermi_run(chan);
    nv_clock_step(nv, LATENCY / 2);
    nv_fermi_ref(other, 5);
    push_methods(other, 1, 1);
    nv_fermi_ref(other, 6);
    nv_fermi_kick(other);
    nv_assert_hex(ref(other), 5);
    assert_then(nv, LATENCY / 2, 0, 2);
    nv_assert_hex(ref(other), 5);
    assert_then(nv, LATENCY, 2, 3);
    nv_fermi_wait(other);
    nv_assert_hex(ref(other), 6);

    /* Two engines don't wait for each other's channels. */
    push_methods(chan, 1, 2);
    nv_fermi_run(chan);
    nv_clock_step(nv, LATENCY / 2);
    push_methods(other, 3, 1);
    nv_fermi_run(other);
    assert_then(nv, LATENCY / 2, 3, 5);
    assert_then(nv, LATENCY / 2, 5, 6);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

/* --- The host's methods ------------------------------------------------ */

/**
 * struct Host - methods of the host, behind one that is under way
 *
 * @mthd, @data: the method, or SEMAPHORE_A for all of them, and the last's data
 * @waits: for the engine
 */
typedef struct Host {
    uint32_t mthd, data;
    bool waits;
} Host;

static const Host hosts[] = {
    { 0x08, 0, OVERTAKES },
    { SEMAPHORE_A, NV_SEM_RELEASE | NV_SEM_NO_WFI | NV_SEM_SIZE_4, OVERTAKES },
    { SEMAPHORE_A, NV_SEM_RELEASE | NV_SEM_NO_WFI, OVERTAKES },
    { SEMAPHORE_A, NV_SEM_ACQUIRE, OVERTAKES },
    { NON_STALL, 0, OVERTAKES },
    { 0x24, 0, OVERTAKES },
    { 0x28, 0, OVERTAKES },
    { 0x2c, 9u << 27, OVERTAKES },
    { 0x7c, 0, OVERTAKES },
    { 0x80, 0, OVERTAKES },
    { SEMAPHORE_A, NV_SEM_RELEASE | NV_SEM_SIZE_4, WAITS },
    { SEMAPHORE_A, NV_SEM_RELEASE, WAITS },
    { 0x6c, 0x55, WAITS },
    { SET_REFERENCE, 0x66, WAITS },
    { WFI, 0, WAITS },
};

/* A release without waiting tells whether it has been executed. */
static void check_host(NVFermiChan *chan, const Host *h, uint64_t va,
                       uint32_t addr)
{
    NVDev *nv = chan->nv;
    unsigned was = executed(nv);

    nv_phys_wr32(nv, addr, 0);
    nv_phys_wr32(nv, addr + 0x20, 0);
    push_methods(chan, 1, 2);
    if (h->mthd == SEMAPHORE_A) {
        nv_fermi_inc(chan, 2, SEMAPHORE_A, va >> 32, (uint32_t)va,
                     h->data & NV_SEM_RELEASE ? 1 : 0, h->data);
    } else {
        nv_fermi_inc(chan, 2, h->mthd, h->data);
    }
    nv_fermi_inc(chan, 2, SEMAPHORE_A, (va + 0x20) >> 32,
                 (uint32_t)va + 0x20, 1,
                 NV_SEM_RELEASE | NV_SEM_NO_WFI | NV_SEM_SIZE_4);
    nv_fermi_kick(chan);
    nv_clock_step(nv, LATENCY - 1);
    if (nv_phys_rd32(nv, addr + 0x20) == h->waits) {
        nv_fail("method 0x%x 0x%x", h->mthd, h->data);
    }
    nv_assert_hex(nv_phys_rd32(nv, addr),
                  !h->waits && h->data & NV_SEM_RELEASE ? 1 : 0);
    g_assert_cmpuint(executed(nv), ==, was);
    nv_clock_step(nv, 1);
    g_assert_cmpuint(executed(nv), ==, was + 2);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x20), 1);
}

static void host_methods(NVDev *nv)
{
    NVFermiChan *chan = channel(nv, 3);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_inc(chan, 0, 0x64, (uint32_t)va + 0x40);
    nv_fermi_run(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(hosts); i++) {
        check_host(chan, &hosts[i], va, addr);
    }
    nv_assert_hex(ref(chan), 0x66);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* The interrupt of an overtaking method comes before the engine's end. */
static void interrupt_overtakes(NVDev *nv)
{
    NVFermiChan *chan = channel(nv, 3);

    nv_wr32(nv, A_NVC0_PFIFO_INTR_EN, 0xffffffff);
    push_methods(chan, 1, 1);
    nv_fermi_inc(chan, 0, NON_STALL, 0);
    nv_fermi_kick(chan);
    g_assert_true(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR_ENGINES), 1 << PPDEC);
    assert_then(nv, LATENCY, 0, 1);
    nv_fermi_channel_free(chan);
}

/* --- What takes long -------------------------------------------------- */

#define M2MF_SUBC 4
#define COPY_LENGTH (512 * KiB)
#define COPY_LINES 1000

/**
 * struct Long - a copy that is under way for some time
 *
 * @chan: its channel
 * @in, @out: what is copied, again and again
 * @sem: for semaphores
 */
typedef struct Long {
    NVFermiChan *chan;
    NVFermiBuf in, out, sem;
} Long;

static void long_new(Long *l, NVDev *nv, unsigned chid)
{
    l->chan = nv_fermi_graph_new(nv, chid);
    l->in = nv_fermi_buf(l->chan, true, COPY_LENGTH);
    l->out = nv_fermi_buf(l->chan, true, COPY_LENGTH);
    l->sem = nv_fermi_buf(l->chan, true, 0x1000);
    nv_fermi_buf_wr32(&l->in, COPY_LENGTH - 4, 0x12345678);
    nv_fermi_object(l->chan, M2MF_SUBC, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_object(l->chan, 0, FERMI_3D, NV_FERMI_GR);
    nv_fermi_object(l->chan, 3, 0x1234, PPPP);
    nv_fermi_kick(l->chan);
    nv_clock_step(nv, 10 * LATENCY);
    nv_fermi_wait(l->chan);
}

static void long_free(Long *l)
{
    nv_fermi_graph_quiet(l->chan->nv);
    nv_fermi_channel_fini(l->chan);
    nv_fermi_channel_free(l->chan);
}

/* A pitch of 0: all lines are the same. */
static void push_copy(Long *l, unsigned subc, uint32_t lines)
{
    nv_fermi_push_copy(l->chan, subc, l->in.va, l->out.va, 0, COPY_LENGTH,
                       lines);
}

static void push_long(Long *l)
{
    push_copy(l, M2MF_SUBC, COPY_LINES);
}

static void push_release(Long *l, uint32_t offset, uint32_t how)
{
    uint64_t va = l->sem.va + offset;

    nv_fermi_inc(l->chan, 5, SEMAPHORE_A, va >> 32, (uint32_t)va, 1, how);
}

static bool copies(NVDev *nv)
{
    return nv_rd32(nv, A_NVC0_PFIFO_ENGINE_STATE) & 0x10000000;
}

/* The machine runs for as little as it takes to see something. */
#define poll_a_little(_nv, _cond)                                           \
    do {                                                                    \
        for (unsigned _i = 0; _i < 8 && !(_cond); _i++) {                   \
            nv_cont_a_little(_nv);                                          \
        }                                                                   \
        g_assert_true(_cond);                                               \
    } while (0)

#define OVERTAKEN 0x10
#define WAITED 0x20

/*
 * The machine is stopped while the copy begins. Methods that don't wait for it
 * are done before its end, others aren't; nor does @other, which begins then.
 */
static void expect_order_with(Long *l, NVFermiChan *other)
{
    NVDev *nv = l->chan->nv;

    nv_fermi_kick(l->chan);
    poll_a_little(nv, nv_fermi_buf_rd32(&l->sem, OVERTAKEN) == 1);
    if (other) {
        nv_fermi_kick(other);
        poll_a_little(nv, ref(other) == 5);
    }
    g_assert_true(copies(nv));
    nv_assert_hex(nv_fermi_buf_rd32(&l->sem, WAITED), 0);
    nv_cont(nv);
    nv_poll(nv_fermi_buf_rd32(&l->sem, WAITED) == 1);
    g_assert_false(copies(nv));
    nv_assert_hex(nv_fermi_buf_rd32(&l->out, COPY_LENGTH - 4), 0x12345678);
}

static void expect_order(Long *l)
{
    expect_order_with(l, NULL);
}

/* Releases of the host */
static void releases(NVDev *nv)
{
    Long l;

    long_new(&l, nv, 7);
    push_long(&l);
    push_release(&l, OVERTAKEN, NV_SEM_RELEASE | NV_SEM_NO_WFI | NV_SEM_SIZE_4);
    push_release(&l, WAITED, NV_SEM_RELEASE | NV_SEM_SIZE_4);
    nv_stop(nv);
    expect_order(&l);
    nv_fermi_wait(l.chan);
    long_free(&l);
}

/* "Explicit WFI - Idles all engines": the host's, and that of an object */
static void explicit_waits(NVDev *nv)
{
    Long l;

    long_new(&l, nv, 7);
    push_long(&l);
    push_release(&l, OVERTAKEN, NV_SEM_RELEASE | NV_SEM_NO_WFI | NV_SEM_SIZE_4);
    if (nv->test->data) {
        /* Behind it a report, which takes no parameters' order for granted */
        nv_fermi_push(l.chan, NV_FERMI_IMMD(0, FERMI_WAIT_FOR_IDLE, 0));
        nv_fermi_inc(l.chan, 0, 0x1b00, (l.sem.va + WAITED) >> 32,
                     l.sem.va + WAITED, 1, 1 << 28);
    } else {
        nv_fermi_inc(l.chan, 2, WFI, 0);
        push_release(&l, WAITED,
                     NV_SEM_RELEASE | NV_SEM_NO_WFI | NV_SEM_SIZE_4);
    }
    nv_stop(nv);
    expect_order(&l);
    nv_fermi_wait(l.chan);
    long_free(&l);
}

/* Methods of another engine, from the same channel */
static void another_engine_waits(NVDev *nv)
{
    Long l;

    long_new(&l, nv, 7);
    /* That it had room for them before doesn't matter. */
    push_methods(l.chan, 3, 1);
    push_long(&l);
    push_release(&l, OVERTAKEN, NV_SEM_RELEASE | NV_SEM_NO_WFI | NV_SEM_SIZE_4);
    push_methods(l.chan, 3, 1);
    push_release(&l, WAITED, NV_SEM_RELEASE | NV_SEM_NO_WFI | NV_SEM_SIZE_4);
    nv_stop(nv);
    expect_order(&l);
    nv_fermi_wait(l.chan);
    long_free(&l);
}

/* Subchannels that had room now belong to other objects. */
static void another_object(NVDev *nv)
{
    for (unsigned between = 0; between < 2; between++) {
        uint64_t before;
        Long l;

        long_new(&l, nv, 7);
        before = nv_statistic(nv, "video-methods");
        nv_fermi_object(l.chan, 1, 0x1234, PPDEC);
        push_methods(l.chan, 1, 3);
        push_methods(l.chan, 3, 3);
        push_methods(l.chan, 1, 3);
        nv_fermi_object(l.chan, 3, FERMI_M2MF, NV_FERMI_GR);
        push_methods(l.chan, 1, between);
        push_copy(&l, 3, 1);
        nv_fermi_run(l.chan);
        nv_assert_hex(nv_fermi_buf_rd32(&l.out, COPY_LENGTH - 4), 0x12345678);
        g_assert_cmpuint(nv_statistic(nv, "video-methods") - before, ==,
                         9 + between);
        long_free(&l);
    }
}

static void assert_target(NVFermiChan *chan, unsigned subc, unsigned engine)
{
    nv_pbdma_assert(chan, TARGET, subc << 16 | engine);
}

/* Between engines that nothing waits for: TARGET has the last one. */
static void target(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);

    nv_fermi_object(chan, 1, 0x1234, PPDEC);
    nv_fermi_object(chan, 3, 0x1234, PPPP);
    push_methods(chan, 1, 1);
    push_methods(chan, 3, 1);
    push_methods(chan, 1, 1);
    nv_fermi_run(chan);
    assert_target(chan, 1, PPDEC);
    push_methods(chan, 3, 1);
    nv_fermi_ref(chan, 5);
    nv_fermi_run(chan);
    assert_target(chan, 3, PPPP);

    /* A method for the driver is behind them. */
    nv_fermi_object(chan, 5, 0x906e, NV_FERMI_SOFTWARE);
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, NV_PBDMA_DEVICE);
    nv_pbdma_skip(chan);
    push_methods(chan, 1, 1);
    push_methods(chan, 3, 1);
    push_methods(chan, 1, 1);
    push_methods(chan, 5, 1);
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, NV_PBDMA_DEVICE);
    assert_target(chan, 1, PPDEC);
    nv_pbdma_skip(chan);
    nv_fermi_wait(chan);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* And from another one, which runs independently */
static void another_channel_overtakes(NVDev *nv)
{
    NVFermiChan *other = nv_fermi_channel_new(nv, 9);
    uint64_t before;
    Long l;

    long_new(&l, nv, 7);
    nv_fermi_object(other, 1, 0x1234, PPDEC);
    nv_fermi_run(other);
    before = nv_statistic(nv, "video-methods");
    push_long(&l);
    push_release(&l, OVERTAKEN, NV_SEM_RELEASE | NV_SEM_NO_WFI | NV_SEM_SIZE_4);
    push_release(&l, WAITED, NV_SEM_RELEASE | NV_SEM_SIZE_4);
    push_methods(other, 1, 4);
    nv_fermi_ref(other, 5);
    nv_stop(nv);
    expect_order_with(&l, other);
    g_assert_cmpuint(nv_statistic(nv, "video-methods") - before, ==, 4);
    nv_fermi_wait(l.chan);
    nv_fermi_channel_free(other);
    long_free(&l);
}

/* A copy of 2^32 lines doesn't end: another engine doesn't wait for that. */
static void beside_an_endless_copy(NVDev *nv)
{
    NVFermiChan *other = channel(nv, 3);
    Long l;

    long_new(&l, nv, 7);
    push_copy(&l, M2MF_SUBC, UINT32_MAX);
    nv_fermi_kick(l.chan);
    nv_clock_step(nv, 100 * LATENCY);
    g_assert_true(copies(nv));
    push_methods(other, 1, 2);
    nv_fermi_ref(other, 0x55);
    nv_fermi_kick(other);
    nv_clock_step(nv, LATENCY);
    nv_poll(ref(other) == 0x55);
    g_assert_true(copies(nv));
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0, R_NV_PMC_ENABLE_PGRAPH_MASK);
    g_assert_false(copies(nv));
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(l.chan);
    nv_fermi_channel_free(other);
}

#define C(_name, _rows, _fn, ...) \
    { "fermi-barrier/" _name, _rows, _fn, .needs = NV_CARD_NVC0, \
      __VA_ARGS__ }

static const NVTest tests[] = {
    C("methods-take-time", "engine-queue!", methods_take_time, .props = PROPS),
    C("full-queue", "queue-full! engine-queue", full_queue, .props = PROPS),
    C("one-stands-still", "engine-queue!", one_stands_still, .props = PROPS),
    C("another-engine-waits", "engine-switch-wait!", another_engine,
      .props = PROPS),
    C("another-subchannel-waits", "subchannel-wfi!", another_subchannel,
      .props = PROPS),
    C("another-subchannel-waits-later", "subchannel-wfi ramfc-layout",
      another_subchannel_later, .props = PROPS),
    C("host-methods-switch-nothing", "subchannel-wfi",
      host_methods_switch_nothing, .props = PROPS),
    C("another-channel", "engine-queue engine-channel", another_channel,
      .props = PROPS),
    C("host-methods",
      "ref-cnt! fermi-semaphore-bits wait-for-idle subchannel-wfi",
      host_methods, .props = PROPS),
    C("interrupt-overtakes", "notify-intr", interrupt_overtakes,
      .props = PROPS),
    C("releases-behind-a-copy", "fermi-semaphore-bits wait-for-idle", releases),
    C("wfi-behind-a-copy", "wait-for-idle!", explicit_waits),
    C("wait-for-idle-behind-a-copy", "wait-for-idle", explicit_waits,
      .data = "of the object"),
    C("another-engine-behind-a-copy", "engine-switch-wait",
      another_engine_waits),
    C("target", "object-bind engine-switch-wait", target),
    C("another-object", "object-bind engine-switch-wait", another_object),
    C("another-channel-beside-a-copy", "engine-queue",
      another_channel_overtakes),
    C("beside-an-endless-copy", "engine-queue!", beside_an_endless_copy,
      .props = PROPS),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
