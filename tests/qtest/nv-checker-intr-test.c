/*
 * Tests of the NVIDIA GPU: the checker of drivers: interrupts, and polling
 *
 * A driver that reads the cause of an interrupt isn't reported, one that only
 * acknowledges it is; for each row of the checker's table.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-report.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla-graph.h"
#include "libnv/nv-test.h"

#define CHID 2
#define SUBC 4
#define BAD_MTHD 0x0ffc
#define HANDLE 0xbeef0043
#define HANDLE_SOFTWARE 0xabcd

/* --- Interrupts ------------------------------------------------------- */

/** struct Rig - a way to make the card raise an interrupt */
typedef struct Rig {
    NVDev *nv;
    NVChan *chan;
    NVFermiChan *fermi;
    NVBuf *buf;
    uint32_t next;
} Rig;

/**
 * struct Cause - an interrupt
 *
 * @reg: where it is pending, and acknowledged
 * @bits: that register's
 * @begin: make what it takes
 * @raise: do what raises it
 * @handle: do what a driver does about it, so that it can be raised again
 */
typedef struct Cause {
    uint32_t reg;
    uint32_t bits;
    void (*begin)(Rig *rig);
    void (*raise)(Rig *rig);
    void (*handle)(Rig *rig);
} Cause;

static void raise_and_wait(Rig *rig, const Cause *cause)
{
    cause->raise(rig);
    nv_poll(nv_rd32(rig->nv, cause->reg) & cause->bits);
    nv_assert_hex(nv_rd32(rig->nv, cause->reg) & cause->bits, cause->bits);
}

static void assert_unread(NVDev *nv, uint32_t reg, uint32_t bits)
{
    g_autofree char *name = nv_register_name(nv, reg);

    nv_assert_found(nv, "interrupt-unread register=0x%06" PRIx32 " name=%s"
                    " bits=0x%08" PRIx32 " times=1 ", reg, name, bits);
}

static void unread(NVDev *nv)
{
    const Cause *cause = nv->test->data;
    Rig rig = { .nv = nv };

    cause->begin(&rig);
    nv_checker_anew(nv);
    raise_and_wait(&rig, cause);
    cause->handle(&rig);
    nv_assert_hex(nv_rd32(nv, cause->reg) & cause->bits, 0);
    nv_assert_silent(nv);
    /* A read in that state doesn't count any more. */
    raise_and_wait(&rig, cause);
    nv_wr32(nv, cause->reg, cause->bits);
    assert_unread(nv, cause->reg, cause->bits);
    if (rig.fermi) {
        nv_fermi_channel_free(rig.fermi);
    } else if (rig.chan) {
        nv_chan_free(rig.chan);
    }
}

static void handle_pfifo(Rig *rig)
{
    nv_handle_all(rig->nv);
}

/* --- ... of PFIFO, before NVC0 ---------------------------------------- */

static void begin_channel(Rig *rig)
{
    rig->chan = nv_chan_new(rig->nv, CHID, NV_IN_RAM);
}

static void raise_dma_pusher(Rig *rig)
{
    nv_push(rig->chan, 0xe0000000);
    nv_kick(rig->chan);
}

static const Cause dma_pusher = {
    A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK,
    begin_channel, raise_dma_pusher, handle_pfifo,
};

static void begin_software(Rig *rig)
{
    begin_channel(rig);
    nv_chan_software(rig->chan, HANDLE_SOFTWARE);
}

static void raise_cache_error(Rig *rig)
{
    nv_push_object(rig->chan, 1, HANDLE_SOFTWARE);
    nv_kick(rig->chan);
}

static const Cause cache_error = {
    A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK,
    begin_software, raise_cache_error, handle_pfifo,
};

static void raise_semaphore(Rig *rig)
{
    nv_push_inc(rig->chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x1);
    nv_kick(rig->chan);
}

static void handle_semaphore(Rig *rig)
{
    nv_assert_semaphore_error(rig->chan, nv_is_tesla(rig->nv)
                              ? NV50_SEMAPHORE_ADDRESS_UNALIGNED
                              : NV_SEMAPHORE_INVALID_OPERAND,
                              NV_MTHD_SEMAPHORE_OFFSET);
}

static const Cause semaphore = {
    A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_SEMAPHORE_MASK,
    begin_channel, raise_semaphore, handle_semaphore,
};

/* A channel that waits, and may do so for long */
#define TIMEOUT_NS (50 * 1000 * 1000)

static void begin_acquire(Rig *rig)
{
    begin_channel(rig);
    nv_push_ref(rig->chan, 1);
    nv_run(rig->chan);
    rig->buf = nv_semaphore_new(rig->chan, NV_IN_RAM);
    nv_push_inc(rig->chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x40, 9);
    nv_kick(rig->chan);
}

static void raise_timeout(Rig *rig)
{
    NVDev *nv = rig->nv;

    nv_wr32(nv, A_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT,
            (nv_is_tesla(nv) ? 0x80000000 : 0) | TIMEOUT_NS);
    nv_semaphore_retry(nv);
    nv_clock_step(nv, TIMEOUT_NS);
    nv_semaphore_retry(nv);
}

static void handle_timeout(Rig *rig)
{
    NVDev *nv = rig->nv;

    nv_rd32(nv, A_NV_PFIFO_CACHE1_PULL1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT,
            nv_is_tesla(nv) ? 0x7fffffff : 0);
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_ACQUIRE_TIMEOUT_MASK);
    /* That one ends, and another one begins. */
    nv_buf_wr32(rig->buf, 0x40, 9);
    nv_semaphore_retry(nv);
    nv_wait(rig->chan);
    nv_push_inc(rig->chan, 0, NV_MTHD_SEMAPHORE_ACQUIRE, 10);
    nv_kick(rig->chan);
}

static const Cause acquire_timeout = {
    A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_ACQUIRE_TIMEOUT_MASK,
    begin_acquire, raise_timeout, handle_timeout,
};

/* Methods without room, since CACHE1 doesn't accept any */
static void begin_runout(Rig *rig)
{
    nv_pio_init(rig->nv);
    nv_wr32(rig->nv, nv_cache1(rig->nv)->push, 0);
}

static void raise_runout(Rig *rig)
{
    nv_pio_method(rig->nv, 0, 0, 0x100, 0);
}

static void handle_runout(Rig *rig)
{
    nv_rd32(rig->nv, A_NV_PFIFO_RUNOUT_STATUS);
    nv_ramro_clear(rig->nv);
}

static const Cause runout = {
    A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_RUNOUT_MASK,
    begin_runout, raise_runout, handle_runout,
};

/* RAMRO has 64 records, of which one is always free. */
static void raise_runout_overflow(Rig *rig)
{
    for (unsigned i = 0; i < 64; i++) {
        raise_runout(rig);
    }
}

static const Cause runout_overflow = {
    A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_RUNOUT_MASK |
                     R_NV_PFIFO_INTR_RUNOUT_OVERFLOW_MASK,
    begin_runout, raise_runout_overflow, handle_runout,
};

/* --- ... of PGRAPH ---------------------------------------------------- */

static void begin_graph(Rig *rig)
{
    begin_channel(rig);
    nv_graph_init(rig->nv);
    nv_graph_object(rig->chan, SUBC, HANDLE, 0x43);
}

static void begin_tesla_graph(Rig *rig)
{
    nv50_graph_init(rig->nv);
    rig->chan = nv50_graph_chan_new(rig->nv, CHID);
    nv_graph_object(rig->chan, SUBC, HANDLE, 0x5039);
}

static void raise_graph(Rig *rig)
{
    nv_push_inc(rig->chan, SUBC, BAD_MTHD, rig->next++);
    nv_kick(rig->chan);
}

static void handle_graph(Rig *rig)
{
    nv_rd32(rig->nv, A_NV_PGRAPH_NSOURCE);
    nv_graph_ack(rig->nv);
}

static void handle_tesla_graph(Rig *rig)
{
    nv_rd32(rig->nv, A_NV50_PGRAPH_TRAPPED_ADDR);
    nv50_graph_ack(rig->nv);
}

static void begin_fermi_graph(Rig *rig)
{
    rig->fermi = nv_fermi_graph_new(rig->nv, CHID);
    nv_fermi_object(rig->fermi, SUBC, FERMI_M2MF, NV_FERMI_GR);
}

static void raise_fermi_graph(Rig *rig)
{
    nv_fermi_inc(rig->fermi, SUBC, BAD_MTHD, rig->next++);
    nv_fermi_kick(rig->fermi);
}

static void handle_fermi_graph(Rig *rig)
{
    nv_fermi_graph_error(rig->fermi, FERMI_INTR_ILLEGAL_MTHD, SUBC, BAD_MTHD,
                         rig->next - 1);
}

/* NV04 reports all errors by NOTIFY, later cards by ERROR. */
static const Cause graph_nv04 = {
    A_NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_NOTIFY_MASK,
    begin_graph, raise_graph, handle_graph,
};
static const Cause graph_nv10 = {
    A_NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_ERROR_MASK,
    begin_graph, raise_graph, handle_graph,
};
static const Cause graph_nv50 = {
    A_NV50_PGRAPH_INTR, FERMI_INTR_ILLEGAL_MTHD,
    begin_tesla_graph, raise_graph, handle_tesla_graph,
};
static const Cause graph_nvc0 = {
    A_NVC0_PGRAPH_INTR, FERMI_INTR_ILLEGAL_MTHD,
    begin_fermi_graph, raise_fermi_graph, handle_fermi_graph,
};

/* --- ... of PFIFO, from NVC0 on --------------------------------------- */

static void begin_nothing(Rig *rig)
{
}

/* The run list has a channel that isn't there. */
static void raise_sched_error(Rig *rig)
{
    NVDev *nv = rig->nv;

    nv_phys_wr32(nv, nv->fermi->runlists[0], 17);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, nv->fermi->runlists[0] >> 12);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00001);
    nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 0x10000000);
}

static void handle_sched_error(Rig *rig)
{
    nv_rd32(rig->nv, A_NVC0_PFIFO_SCHED_ERROR);
    nv_wr32(rig->nv, A_NVC0_PFIFO_INTR, R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK);
}

static const Cause sched_error = {
    A_NVC0_PFIFO_INTR, R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK,
    begin_nothing, raise_sched_error, handle_sched_error,
};

static void begin_table_error(Rig *rig)
{
    rig->fermi = nv_fermi_channel_new(rig->nv, CHID);
    rig->next = nv_rd32(rig->nv, A_NVC0_PFIFO_CHAN + CHID * 8);
}

/* A channel's block becomes another one. */
static void raise_table_error(Rig *rig)
{
    nv_wr32(rig->nv, A_NVC0_PFIFO_CHAN + CHID * 8, ++rig->next);
}

static void handle_table_error(Rig *rig)
{
    nv_rd32(rig->nv, A_NVC0_PFIFO_CHAN_TABLE_ERROR);
    nv_wr32(rig->nv, A_NVC0_PFIFO_INTR,
            R_NVC0_PFIFO_INTR_CHAN_TABLE_ERROR_MASK);
}

static const Cause table_error = {
    A_NVC0_PFIFO_INTR, R_NVC0_PFIFO_INTR_CHAN_TABLE_ERROR_MASK,
    begin_table_error, raise_table_error, handle_table_error,
};

/* The driver raises PCE0's fault itself: no access is wrong. */
static void raise_fault(Rig *rig)
{
    nv_wr32(rig->nv, A_NVC0_PFIFO_FAULT_INJECT,
            R_NVC0_PFIFO_FAULT_INJECT_TRIGGER_MASK | NV_FERMI_UNIT_PCE0);
}

static void handle_fault(Rig *rig)
{
    NVFermiFault fault;

    g_assert_true(nv_fermi_fault(rig->nv, NV_FERMI_UNIT_PCE0, &fault));
    nv_wr32(rig->nv, A_NVC0_PFIFO_FAULT_INJECT, 0);
}

static const Cause fault = {
    A_NVC0_PFIFO_VM_FAULT_UNITS, 1u << NV_FERMI_UNIT_PCE0,
    begin_nothing, raise_fault, handle_fault,
};

/* All of them stop, each with its own channel. */
static void unread_pbdmas(NVDev *nv)
{
    NVFermiChan *chans[3];
    uint32_t stopped = 0, all = MAKE_64BIT_MASK(0, nv->card->pbdmas);

    g_assert_cmpuint(nv->card->pbdmas, <=, ARRAY_SIZE(chans));
    for (unsigned i = 0; i < nv->card->pbdmas; i++) {
        chans[i] = nv_fermi_channel_new(nv, CHID + i);
        /* No command */
        nv_fermi_push(chans[i], 0xc0000000);
        nv_fermi_kick(chans[i]);
    }
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS) == all);
    nv_assert_silent(nv);
    for (unsigned i = 0; i < nv->card->pbdmas; i++) {
        stopped |= nv_pbdma_rd32(chans[i], A_NV_PBDMA_INTR_0);
    }
    nv_assert_hex(stopped, R_NV_PBDMA_INTR_0_PBENTRY_MASK);
    nv_checker_anew(nv);
    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        uint32_t base = NV_PBDMA_BASE + id * NV_PBDMA_STRIDE;

        nv_wr32(nv, base + A_NV_PBDMA_PB_HEADER, 0);
        nv_rd32(nv, base + A_NV_PBDMA_METHOD0);
        /* Other units' interrupts don't count. */
        nv_wr32(nv, base + A_NV_PBDMA_INTR_0, stopped);
        nv_assert_silent(nv);
    }
    for (unsigned i = 0; i < nv->card->pbdmas; i++) {
        nv_fermi_push(chans[i], 0xc0000000);
        nv_fermi_kick(chans[i]);
    }
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS) == all);
    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        uint32_t base = NV_PBDMA_BASE + id * NV_PBDMA_STRIDE;

        nv_checker_anew(nv);
        nv_wr32(nv, base + A_NV_PBDMA_INTR_0, stopped);
        assert_unread(nv, base + A_NV_PBDMA_INTR_0, stopped);
    }
    for (unsigned i = 0; i < nv->card->pbdmas; i++) {
        nv_fermi_channel_free(chans[i]);
    }
}

/* --- Polls ------------------------------------------------------------ */

static void polled_reference(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_either_run_ref(&c, 1);
    nv_either_run_ref(&c, 2);
    nv_assert_silent(nv);
    for (unsigned i = 0; i < 20; i++) {
        nv_either_user_ref(&c);
    }
    nv_either_run_ref(&c, 3);
    if (nv_is_fermi(nv)) {
        nv_assert_found(nv, "fence-polled bar=1 ");
    } else {
        g_autofree char *text = nv_findings_text(nv);

        nv_assert_found(nv, "fence-polled channel=2 bar=0 ");
        g_assert_nonnull(strstr(text, " name=NV_USER_REF kind=reference "));
    }
    nv_either_free(&c);
}

/* Reading now and then, or after an interrupt, isn't polling. */
static void polled_memory(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_VRAM);

    for (unsigned n = 1; n <= 3; n++) {
        for (unsigned i = 0; i < 20; i++) {
            if (n == 1) {
                nv_clock_step(nv, 3 * 1000 * 1000);
            }
            nv_assert_hex(nv_buf_rd32(buf, 0x40), n - 1);
        }
        if (n == 2) {
            nv_push(chan, 0xe0000000);
            nv_kick(chan);
            nv_poll(nv_intx(nv));
            nv_handle_all(nv);
        }
        nv_assert_silent(nv);
        nv_push_release(chan, 0x40, n);
        nv_run(chan);
        nv_assert_hex(nv_buf_rd32(buf, 0x40), n);
    }
    nv_assert_found(nv, "fence-polled bar=1 address=0x%" PRIx64
                    " kind=memory reads=2", buf->base + 0x40);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

static bool has_semaphores(const NVCard *card)
{
    return card->features & NV_CARD_SEMAPHORE;
}

#define CHECKED(_name, _fn, ...) \
    { "checker/" _name, "introspection", _fn, .props = NV_CHECKER_ON, \
      __VA_ARGS__ }
#define UNREAD(_name, _cause, ...) \
    CHECKED("unread-" _name, unread, .data = &_cause, __VA_ARGS__)
#define TESLA .tesla = true
#define FERMI .fermi = true, .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    UNREAD("cache-error", cache_error, TESLA),
    UNREAD("dma-pusher", dma_pusher, TESLA),
    UNREAD("semaphore", semaphore, TESLA, .applies = has_semaphores),
    UNREAD("acquire-timeout", acquire_timeout, TESLA,
           .applies = has_semaphores),
    UNREAD("runout", runout, .cold = true),
    UNREAD("runout-overflow", runout_overflow, .cold = true),
    UNREAD("graph-nv04", graph_nv04, .needs = NV_CARD_NV04),
    UNREAD("graph-nv10", graph_nv10, .lacks = NV_CARD_NV04),
    UNREAD("graph-nv50", graph_nv50, TESLA, .needs = NV_CARD_NV50),
    UNREAD("graph-nvc0", graph_nvc0, FERMI),
    UNREAD("sched-error", sched_error, FERMI),
    UNREAD("table-error", table_error, FERMI),
    UNREAD("fault", fault, FERMI),
    CHECKED("unread-pbdmas", unread_pbdmas, FERMI),
    CHECKED("polled-reference", polled_reference, TESLA, .fermi = true,
            .applies = nv_sets_references),
    CHECKED("polled-memory", polled_memory, TESLA, .applies = has_semaphores),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
