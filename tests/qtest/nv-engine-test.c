/*
 * Tests of the NVIDIA GPU: engines that work in parallel with the puller
 *
 * envytools, hw/fifo/puller, "Engine objects".  Each method takes LATENCY to
 * reach its engine.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/graph-regs.h"
#include "hw/nv/graph-regs-nv50.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define LATENCY 1000
#define PROPS "x-engine-latency-ns=1000"

/* Methods that the queue holds */
#define QUEUE 64

#define CHID 2
#define OTHER 5
#define NOP 0x0100
#define HANDLE 0xbeef0039
#define MPEG_HANDLE 0xbeef3174
#define SW_HANDLE 0x55550000


#define SEMAPHORE_ADDRESS_HIGH 0x0010
#define SEMAPHORE_TRIGGER 0x001c
#define WRITE_LONG 2
#define NOTIFY_INTR 0x0020
#define WRCACHE_FLUSH 0x0024

/* --- What the engines have done --------------------------------------- */

static unsigned executed(NVDev *nv)
{
    return nv_log_count(nv, "nv_pfifo_executed ");
}

static bool busy(NVDev *nv)
{
    return nv_field(nv, NV_PGRAPH_STATUS, BUSY);
}

/* The engine has executed @_n methods, and is busy or not. */
#define assert_engine(_nv, _n, _busy)                                       \
    do {                                                                    \
        g_assert_cmpuint(executed(_nv), ==, _n);                            \
        g_assert_cmpint(busy(_nv), ==, _busy);                              \
    } while (0)

/* A channel with PGRAPH's object on subchannel 0, and no work in progress */
static NVChan *channel(NVDev *nv, unsigned chid)
{
    NVChan *chan = nv_chan_new(nv, chid, NV_IN_RAM);

    nv_chan_object(chan, HANDLE, nv_class_m2mf(nv));
    nv_push_object(chan, 0, HANDLE);
    nv_run(chan);
    nv_clock_step(nv, LATENCY);
    g_assert_false(busy(nv));
    return chan;
}

static void push_nops(NVChan *chan, unsigned count)
{
    uint32_t words[256] = { };

    nv_push_command(chan, NV_CMD_NI(0, NOP, 0), words, count);
}

/* The method that the puller can't execute yet */
static void assert_waits(NVDev *nv, uint32_t mthd)
{
    g_assert_cmpuint(nv_cache1_used(nv), >, 0);
    nv_assert_hex(nv_cache1_slot(nv, nv_rd32(nv, A_NV_PFIFO_CACHE1_GET)).addr &
                  0x1ffc, mthd);
}

/* --- The queue -------------------------------------------------------- */

/* "The puller won't wait for completion of a command" */
static void methods_take_time(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_trace(nv, "nv_pfifo_executed", true);
    nv_chan_object(chan, HANDLE, nv_class_m2mf(nv));
    nv_push_object(chan, 0, HANDLE);
    push_nops(chan, 3);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    assert_engine(nv, 0, true);
    nv_clock_step(nv, LATENCY - 1);
    assert_engine(nv, 0, true);
    nv_clock_step(nv, 1);
    assert_engine(nv, 4, false);

    /* Each takes its own time. */
    push_nops(chan, 1);
    nv_run(chan);
    nv_clock_step(nv, LATENCY / 2);
    push_nops(chan, 1);
    nv_run(chan);
    nv_clock_step(nv, LATENCY / 2);
    assert_engine(nv, 5, true);
    nv_clock_step(nv, LATENCY / 2);
    assert_engine(nv, 6, false);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* "Whenever they have space in their input queues" */
static void full_queue(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);
    unsigned entries = nv->card->cache1_entries;
    unsigned count = QUEUE + entries + 10, done = 0;

    nv_trace(nv, "nv_pfifo_executed", true);
    for (unsigned i = 0; i < count; i++) {
        nv_push_inc(chan, 0, NOP, i);
    }
    nv_kick(chan);
    nv_poll(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
    g_assert_cmpuint(nv_user_get(chan), <, chan->cur);
    assert_engine(nv, 0, true);
    while (done < count) {
        nv_clock_step(nv, LATENCY);
        done = MIN(count, done + QUEUE);
        assert_engine(nv, done, done < count);
        g_assert_cmpuint(nv_cache1_used(nv), ==,
                         MIN(entries, count - MIN(count, done + QUEUE)));
    }
    nv_wait(chan);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* So does an object: it isn't bound before the engine has got to it. */
static void full_queue_binding(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    nv_trace(nv, "nv_pfifo_executed", true);
    push_nops(chan, QUEUE);
    nv_push_object(chan, 1, HANDLE);
    nv_push_inc(chan, 1, NOP, 0);
    nv_run(chan);
    assert_waits(nv, NV_MTHD_OBJECT);
    nv_clock_step(nv, LATENCY);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    assert_engine(nv, QUEUE, true);
    nv_clock_step(nv, LATENCY);
    assert_engine(nv, QUEUE + 2, false);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void subchannels_of_one_engine(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    push_nops(chan, 1);
    nv_push_object(chan, 3, HANDLE);
    nv_push_inc(chan, 3, NOP, 1);
    push_nops(chan, 1);
    nv_run(chan);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, 0x1001);
    g_assert_true(busy(nv));
    nv_clock_step(nv, LATENCY);
    g_assert_false(busy(nv));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- Waiting ---------------------------------------------------------- */

/* "It'll also wait for all previously submitted commands to complete" */
static void ref_cnt_waits(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    push_nops(chan, 2);
    nv_push_ref(chan, 0x11);
    nv_push_ref(chan, 0x22);
    nv_run(chan);
    assert_waits(nv, NV_MTHD_REF_CNT);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_clock_step(nv, LATENCY - 1);
    assert_waits(nv, NV_MTHD_REF_CNT);
    nv_assert_hex(nv_user_ref(chan), 0);
    g_assert_true(busy(nv));
    nv_clock_step(nv, 1);
    nv_assert_hex(nv_user_ref(chan), 0x22);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    g_assert_false(busy(nv));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* So do releases, since drivers then reuse the memory. */
static void release_waits(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    nv_run(chan);
    push_nops(chan, 2);
    nv_push_release(chan, 0x40, 0x11);
    nv_run(chan);
    assert_waits(nv, NV_MTHD_SEMAPHORE_RELEASE);
    nv_clock_step(nv, LATENCY - 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 0);
    nv_clock_step(nv, 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 0x11);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* And NV84's additional methods */
static void long_release_waits(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    nv_run(chan);
    push_nops(chan, 2);
    nv_push_inc(chan, 0, SEMAPHORE_ADDRESS_HIGH, 0, 0x40, 0x22, WRITE_LONG);
    nv_push_inc(chan, 0, NOTIFY_INTR, 0);
    nv_run(chan);
    assert_waits(nv, SEMAPHORE_TRIGGER);
    nv_clock_step(nv, LATENCY - 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 0);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_clock_step(nv, 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 0x22);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV50_PFIFO_INTR_NOTIFY_MASK);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV50_PFIFO_INTR_NOTIFY_MASK);

    push_nops(chan, 2);
    nv_push_inc(chan, 0, NOTIFY_INTR, 0);
    nv_run(chan);
    assert_waits(nv, NOTIFY_INTR);
    nv_clock_step(nv, LATENCY);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV50_PFIFO_INTR_NOTIFY_MASK);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV50_PFIFO_INTR_NOTIFY_MASK);

    push_nops(chan, 2);
    nv_push_inc(chan, 0, WRCACHE_FLUSH, 0);
    nv_run(chan);
    assert_waits(nv, WRCACHE_FLUSH);
    nv_clock_step(nv, LATENCY);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/*
 * An acquire doesn't wait for an engine, but what follows it does, on behalf of
 * what the semaphore stands for: another channel's release, behind that
 * channel's methods. The 100 methods in between don't fit in the queue.
 */
static void acquire_of_another_channel(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);
    NVChan *other = channel(nv, OTHER);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    nv_semaphore_use(other, buf);
    nv_run(chan);
    nv_run(other);
    push_nops(chan, 100);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x40, 1);
    nv_push_ref(chan, 0x77);
    nv_kick(chan);
    push_nops(other, 2);
    nv_push_release(other, 0x40, 1);
    nv_push_ref(other, 0x88);
    nv_kick(other);
    for (unsigned i = 0; i < 8; i++) {
        nv_semaphore_retry(nv);
    }
    nv_wait(chan);
    nv_wait(other);
    nv_assert_hex(nv_user_ref(chan), 0x77);
    nv_assert_hex(nv_user_ref(other), 0x88);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
    nv_buf_free(buf);
}

/* "while (ENGINE_CUR_CHANNEL(last_engine) == chan && !ENGINE_IDLE())" */
static void ref_cnt_of_another_channel(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);
    NVChan *other = channel(nv, OTHER);

    push_nops(chan, 2);
    nv_run(chan);
    nv_push_ref(other, 0x33);
    nv_run(other);
    nv_assert_hex(nv_user_ref(other), 0x33);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    g_assert_true(busy(nv));
    nv_clock_step(nv, LATENCY);
    g_assert_false(busy(nv));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

/* "When engines are switched, the puller will wait" */
static void engine_switch_waits(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    nv_ramht_insert(nv, CHID, MPEG_HANDLE, NV_ENGINE_MPEG,
                    nv_inst_object(nv, 0x3174));
    push_nops(chan, 1);
    nv_push_object(chan, 1, MPEG_HANDLE);
    nv_run(chan);
    assert_waits(nv, NV_MTHD_OBJECT);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, 0x01);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ENGINE), ==,
                     NV_ENGINE_GR);
    nv_clock_step(nv, LATENCY);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, 0x21);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ENGINE), ==,
                     NV_ENGINE_MPEG);

    /* And back again, by a method: the other engine hasn't finished. */
    push_nops(chan, 1);
    nv_run(chan);
    assert_waits(nv, NOP);
    g_assert_false(busy(nv));
    nv_clock_step(nv, LATENCY);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    g_assert_true(busy(nv));
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ENGINE), ==,
                     NV_ENGINE_GR);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void software_waits(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    nv_chan_software(chan, SW_HANDLE);
    push_nops(chan, 1);
    nv_push_object(chan, 1, SW_HANDLE);
    nv_run(chan);
    assert_waits(nv, NV_MTHD_OBJECT);
    nv_clock_step(nv, LATENCY - 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_clock_step(nv, 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    g_assert_false(busy(nv));
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 1);

    /* The same for a method of an object that is already bound */
    push_nops(chan, 1);
    nv_push_inc(chan, 1, 0x0500, 7);
    nv_run(chan);
    assert_waits(nv, 0x0500);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_clock_step(nv, LATENCY);
    nv_handle_all(nv);
    nv_assert_sw(nv, 1, CHID, 1, 0x0500, 7);
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_chan_free(chan);
}

/*
 * "PFIFO and execution units can be on different channels": PFIFO switches as
 * soon as CACHE1 is empty, PGRAPH when it is idle.
 */
static void channel_switch_waits(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);
    NVChan *other = channel(nv, OTHER);

    push_nops(chan, 2);
    nv_run(chan);
    nv_trace(nv, "nv_pfifo_executed", true);
    push_nops(other, 3);
    nv_run(other);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), ==, OTHER);
    assert_waits(nv, NOP);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 3);
    assert_engine(nv, 0, true);

    /* CACHE1 isn't empty, so PFIFO doesn't switch. */
    nv_push_ref(chan, 0x44);
    nv_kick(chan);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), ==, OTHER);
    nv_clock_step(nv, LATENCY);
    assert_engine(nv, 2, true);
    nv_poll(nv_user_ref(chan) == 0x44);
    nv_clock_step(nv, LATENCY);
    assert_engine(nv, 5, false);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

/* YIELD itself doesn't wait; what follows it does. */
static void yield(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);
    NVChan *other = channel(nv, OTHER);
    NVChan *last = channel(nv, OTHER - 1);

    /* The channel that yields is next after the last one. */
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    push_nops(other, 1);
    nv_push_inc(other, 0, 0x0080, 0);
    nv_push_ref(other, 0x66);
    nv_kick(other);
    nv_push_ref(chan, 0x55);
    nv_kick(chan);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    nv_poll(nv_user_ref(chan) == 0x55);
    nv_assert_hex(nv_user_ref(other), 0);
    g_assert_true(busy(nv));
    nv_clock_step(nv, LATENCY);
    nv_poll(nv_user_ref(other) == 0x66);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
    nv_chan_free(last);
}

/* --- Engines that stop ------------------------------------------------ */

static void stopped(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    nv_trace(nv, "nv_pfifo_executed", true);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 0);
    push_nops(chan, 2);
    nv_push_ref(chan, 0x77);
    nv_run(chan);
    nv_clock_step(nv, 10 * LATENCY);
    /* Drivers wait for this after they have turned FIFO off. */
    assert_engine(nv, 0, false);
    assert_waits(nv, NV_MTHD_REF_CNT);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    assert_engine(nv, 2, false);
    nv_assert_hex(nv_user_ref(chan), 0x77);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* An error is raised when the method arrives, and stops the ones behind it. */
static void error(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    nv_trace(nv, "nv_pfifo_executed", true);
    push_nops(chan, 1);
    nv_push_inc(chan, 0, 0x1ffc, 0xbad);
    push_nops(chan, 2);
    nv_push_ref(chan, 0x88);
    nv_run(chan);
    nv_assert_reg(nv, NV_PGRAPH_INTR, 0);
    nv_clock_step(nv, LATENCY);
    g_assert_cmphex(nv_rd32(nv, A_NV_PGRAPH_INTR), !=, 0);
    nv_assert_reg(nv, NV_PGRAPH_TRAPPED_DATA, 0xbad);
    assert_engine(nv, 2, false);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_wr32(nv, A_NV_PGRAPH_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    assert_engine(nv, 4, false);
    nv_assert_hex(nv_user_ref(chan), 0x88);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Methods on their way to an engine that is reset are lost. */
static void engine_reset(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    nv_trace(nv, "nv_pfifo_executed", true);
    push_nops(chan, 2);
    nv_push_ref(chan, 0x99);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PGRAPH_MASK,
            R_NV_PMC_ENABLE_PGRAPH_MASK);
    nv_assert_hex(nv_user_ref(chan), 0x99);
    nv_clock_step(nv, 2 * LATENCY);
    assert_engine(nv, 0, false);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void machine_reset(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    nv_trace(nv, "nv_pfifo_executed", true);
    push_nops(chan, 2);
    nv_run(chan);
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'system_reset' }");
    qtest_qmp_eventwait(nv->qts, "RESET");
    nv_clock_step(nv, 2 * LATENCY);
    g_assert_cmpuint(executed(nv), ==, 0);
    nv_chan_free(chan);
}

/* Nothing waits for the dropped methods: PTIMER's alarm comes next. */
static void reset_awaits_nothing(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    push_nops(chan, 1);
    nv_run(chan);
    g_assert_true(busy(nv));
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    nv_wr32(nv, A_NV_PTIMER_ALARM,
            nv_rd32(nv, A_NV_PTIMER_TIME_LOW) + 4 * LATENCY);
    g_assert_cmpint(qtest_clock_step_next(nv->qts), >,
                    nv->clock + 3 * LATENCY);
    nv_assert_reg(nv, NV_PTIMER_INTR, 1);
    nv_chan_free(chan);
}

/* PGRAPH takes no methods, or takes them again. */
static void let_in(NVDev *nv, bool on)
{
    if (nv->card->features & NV_CARD_NV50) {
        nv_wr32(nv, A_NV50_PGRAPH_FIFO_CONTROL, on ? 0x00010001 : 0);
    } else {
        nv_wr32(nv, A_NV_PGRAPH_FIFO, on);
    }
}

/* Only its own methods wait for an engine that stands still. */
static void one_stands_still(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);
    NVChan *other = nv_chan_new(nv, OTHER, NV_IN_RAM);

    nv_trace(nv, "nv_pfifo_executed", true);
    nv_ramht_insert(nv, OTHER, MPEG_HANDLE, NV_ENGINE_MPEG,
                    nv_inst_object(nv, 0x3174));
    let_in(nv, false);
    push_nops(chan, 2);
    nv_run(chan);
    nv_clock_step(nv, 2 * LATENCY);
    g_assert_cmpuint(executed(nv), ==, 0);

    /* From here on only time passes: it brings the other one's methods. */
    nv_push_object(other, 1, MPEG_HANDLE);
    nv_push_inc(other, 1, NOP, 1);
    nv_run(other);
    nv_clock_step(nv, LATENCY - 1);
    g_assert_cmpuint(executed(nv), ==, 0);
    nv_clock_step(nv, 1);
    g_assert_cmpuint(executed(nv), ==, 2);
    let_in(nv, true);
    g_assert_cmpuint(executed(nv), ==, 4);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_chan_free(other);
}

/* --- Migration -------------------------------------------------------- */

static void migration(NVDev *nv)
{
    NVChan *chan = channel(nv, CHID);

    push_nops(chan, QUEUE + 4);
    nv_push_ref(chan, 0xaa);
    nv_run(chan);
    nv_clock_step(nv, LATENCY / 2);
    nv_migrate(nv);
    nv_trace(nv, "nv_pfifo_executed", true);
    g_assert_true(busy(nv));
    g_assert_cmpuint(nv_cache1_used(nv), ==, 5);
    nv_clock_step(nv, LATENCY / 2 - 1);
    assert_engine(nv, 0, true);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 5);
    nv_clock_step(nv, 1);
    assert_engine(nv, QUEUE, true);
    assert_waits(nv, NV_MTHD_REF_CNT);
    nv_migrate(nv);
    nv_trace(nv, "nv_pfifo_executed", true);
    nv_clock_step(nv, LATENCY);
    g_assert_false(busy(nv));
    nv_assert_hex(nv_user_ref(chan), 0xaa);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static const NVTest tests[] = {
    { "engine/methods-take-time", "engine-queue!", methods_take_time,
      .props = PROPS, .tesla = true },
    { "engine/full-queue", "queue-full engine-queue", full_queue,
      .props = PROPS, .tesla = true },
    { "engine/full-queue-binding", "engine-queue", full_queue_binding,
      .props = PROPS, .tesla = true },
    { "engine/subchannels-of-one-engine", "subchannel-engines engine-queue",
      subchannels_of_one_engine, .props = PROPS, .tesla = true },
    { "engine/ref-cnt-waits", "ref-cnt engine-queue", ref_cnt_waits,
      .needs = NV_CARD_REF, .props = PROPS, .tesla = true },
    { "engine/release-waits", "semaphore-release engine-queue", release_waits,
      .needs = NV_CARD_SEMAPHORE, .props = PROPS, .tesla = true },
    { "engine/long-release-waits",
      "semaphore-trigger notify-intr wrcache-flush engine-queue",
      long_release_waits, .needs = NV_CARD_NV84, .props = PROPS,
      .tesla = true },
    { "engine/acquire-of-another-channel",
      "acquire-in-pusher semaphore-acquire engine-queue acquire-retry",
      acquire_of_another_channel, .needs = NV_CARD_SEMAPHORE, .props = PROPS,
      .tesla = true },
    { "engine/ref-cnt-of-another-channel", "ref-cnt engine-channel",
      ref_cnt_of_another_channel, .needs = NV_CARD_REF, .props = PROPS,
      .tesla = true },
    { "engine/engine-switch-waits", "subchannel-engines engine-switch-wait!",
      engine_switch_waits, .props = PROPS, .tesla = true },
    { "engine/software-waits", "engine-switch-wait software-engine",
      software_waits, .props = PROPS, .tesla = true },
    { "engine/channel-switch-waits",
      "pgraph-switch cache1-at-switch engine-channel", channel_switch_waits,
      .needs = NV_CARD_REF, .props = PROPS },
    { "engine/yield", "yield engine-channel", yield, .needs = NV_CARD_YIELD,
      .props = PROPS, .tesla = true },
    { "engine/stopped", "engine-queue", stopped, .needs = NV_CARD_REF,
      .props = PROPS },
    { "engine/error", "engine-queue", error, .needs = NV_CARD_REF,
      .props = PROPS },
    { "engine/one-stands-still", "engine-queue!", one_stands_still,
      .props = PROPS, .tesla = true },
    { "engine/reset", "engine-queue reset pmc-ptimer", engine_reset,
      .needs = NV_CARD_REF, .props = PROPS, .tesla = true },
    { "engine/machine-reset", "engine-queue reset", machine_reset,
      .props = PROPS, .tesla = true },
    { "engine/reset-awaits-nothing", "engine-queue reset", reset_awaits_nothing,
      .props = PROPS, .tesla = true },
    { "engine/migration", "engine-queue migration", migration,
      .needs = NV_CARD_REF, .props = "vram=16M," PROPS,
      .slow = true },
    { "engine/migration", "engine-queue migration", migration,
      .needs = NV_CARD_NV50, .props = "vram=64M," PROPS, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
