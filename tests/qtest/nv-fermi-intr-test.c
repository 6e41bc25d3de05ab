/*
 * Tests of the NVIDIA GPU: the interrupts of PBDMAs, and how they end, NVC0+
 *
 * NVIDIA's manuals of later cards say of each how a driver ends it (dev_pbdma,
 * INTR_0); nouveau writes NOP to METHOD0 and acknowledges it, whatever it is.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHID 5

#define US 1000
#define MS (1000 * US)

/* --- Acquires that take too long -------------------------------------- */

#define SEMAPHORE_B 0x14
#define SEMAPHORE_D 0x1c
#define OLD_OFFSET 0x64
#define OLD_ACQUIRE 0x68

#define ACQUIRE_PENDING (1u << 19)

/* 1024 ns * 100 * 2^3 */
#define TIMEOUT (1u << 31 | 100 << 15 | 3 << 11 | 0x102)
#define TIMEOUT_NS (1024 * 100 * 8)

#define SUBC 6
#define WANT 0x77

/**
 * struct Wait - a channel that waits for a semaphore
 *
 * @chan: the channel
 * @addr: where the semaphore is, in video memory
 * @mthd: the method that waits
 * @data: its parameter
 * @nr: REF when the wait is over
 */
typedef struct Wait {
    NVFermiChan *chan;
    uint32_t addr;
    uint32_t mthd;
    uint32_t data;
    uint32_t nr;
} Wait;

/* By the method that @old says; REF is behind it. */
static Wait wait_new(NVDev *nv, bool old)
{
    Wait w = {
        .chan = nv_fermi_channel_new(nv, CHID),
        .mthd = old ? OLD_ACQUIRE : SEMAPHORE_D,
        .data = old ? WANT : NV_SEM_ACQ_AND | NV_SEM_SWITCH,
        .nr = 0x1234 + old,
    };
    uint64_t va = nv_fermi_buffer(w.chan, 0x1000, &w.addr);

    nv_phys_wr32(nv, w.chan->block + A_NV_PBDMA_ACQUIRE, TIMEOUT);
    nv_fermi_inc(w.chan, 0, 0x10, va >> 32, va, WANT);
    nv_fermi_inc(w.chan, SUBC, w.mthd, w.data);
    nv_fermi_ref(w.chan, w.nr);
    return w;
}

static void assert_ref(NVFermiChan *chan, uint32_t ref)
{
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), ref);
}

/* Not before its time */
static void expect_timeout(Wait *w)
{
    NVDev *nv = w->chan->nv;

    nv_clock_step(nv, TIMEOUT_NS - 100 * US);
    nv_fermi_assert_quiet(nv);
    nv_clock_step(nv, 2 * MS);
    nv_pbdma_expect(w->chan, NV_PBDMA_ACQUIRE_TIMEOUT);
    nv_assert_hex(nv_pbdma_rd32(w->chan, A_NV_PBDMA_METHOD0) & 0x80073ffc,
                  0x80000000 | SUBC << 16 | w->mthd);
    nv_pbdma_assert(w->chan, DATA0, w->data);
    assert_ref(w->chan, 0);
}

/* It is over, and goes on to be. */
static void expect_over(Wait *w)
{
    NVDev *nv = w->chan->nv;

    nv_fermi_wait(w->chan);
    assert_ref(w->chan, w->nr);
    nv_clock_step(nv, 10 * MS);
    nv_fermi_assert_quiet(nv);
    nv_assert_hex(nv_pbdma_rd32(w->chan, A_NV_PBDMA_SEMAPHORE_D) &
                  ACQUIRE_PENDING, 0);
    nv_assert_hex(nv_pbdma_rd32(w->chan, A_NV_PBDMA_METHOD0) & 0x80000000, 0);
    nv_fermi_channel_free(w->chan);
}

/* "2 - NOP the semaphore method", which is what nouveau does */
static void nop_ends_it(NVDev *nv)
{
    Wait w = wait_new(nv, nv->test->data);

    nv_fermi_kick(w.chan);
    expect_timeout(&w);
    nv_pbdma_skip(w.chan);
    expect_over(&w);
}

/* The same in another machine: the method is the channel's. */
static void nop_ends_it_elsewhere(NVDev *nv)
{
    Wait w = wait_new(nv, nv->test->data);

    nv_fermi_kick(w.chan);
    nv_clock_step(nv, 100 * US);
    nv_fermi_preempt(nv, CHID);
    nv_assert_hex(nv_phys_rd32(nv, w.chan->block + A_NV_PBDMA_METHOD0) &
                  0x80073ffc, 0x80000000 | SUBC << 16 | w.mthd);
    nv_migrate(nv);
    nv_clock_step(nv, 2 * MS);
    nv_pbdma_expect(w.chan, NV_PBDMA_ACQUIRE_TIMEOUT);
    nv_pbdma_assert(w.chan, DATA0, w.data);
    nv_pbdma_skip(w.chan);
    expect_over(&w);
}

/* "3 - Release the semaphore" */
static void release_ends_it(NVDev *nv)
{
    Wait w = wait_new(nv, nv->test->data);

    nv_fermi_kick(w.chan);
    expect_timeout(&w);
    nv_phys_wr32(nv, w.addr, WANT);
    nv_pbdma_ack(nv);
    expect_over(&w);
}

/* "4 - Clear the SEM_EXECUTE_ACQUIRE_FAIL bit to restart the counter" */
static void restarts(NVDev *nv)
{
    Wait w = wait_new(nv, nv->test->data);
    uint32_t state;

    nv_fermi_kick(w.chan);
    for (unsigned i = 0; i < 3; i++) {
        expect_timeout(&w);
        state = nv_pbdma_rd32(w.chan, A_NV_PBDMA_SEMAPHORE_D);
        nv_assert_hex(state & ACQUIRE_PENDING, ACQUIRE_PENDING);
        nv_pbdma_wr32(w.chan, A_NV_PBDMA_SEMAPHORE_D,
                      state & ~ACQUIRE_PENDING);
        nv_pbdma_ack(nv);
        nv_fermi_assert_quiet(nv);
    }
    nv_phys_wr32(nv, w.addr, WANT);
    nv_clock_step(nv, MS);
    expect_over(&w);
}

/* "Clearing the interrupt may result in a subsequent ACQUIRE timeout" */
static void comes_again(NVDev *nv)
{
    Wait w = wait_new(nv, nv->test->data);

    nv_fermi_kick(w.chan);
    expect_timeout(&w);
    nv_pbdma_ack(nv);
    nv_pbdma_expect(w.chan, NV_PBDMA_ACQUIRE_TIMEOUT);
    nv_pbdma_skip(w.chan);
    expect_over(&w);
}

/* "Fixing the method and/or data": another operation, or another method */
static void changed(NVDev *nv)
{
    Wait w = wait_new(nv, false);
    uint32_t how = NV_SEM_RELEASE | NV_SEM_SIZE_4;

    nv_phys_wr32(nv, w.addr, 0x100);
    nv_fermi_kick(w.chan);
    expect_timeout(&w);
    nv_pbdma_wr32(w.chan, A_NV_PBDMA_DATA0, how);
    nv_pbdma_wr32(w.chan, A_NV_PBDMA_SEMAPHORE_D, how | ACQUIRE_PENDING);
    nv_pbdma_ack(nv);
    expect_over(&w);
    nv_assert_hex(nv_phys_rd32(nv, w.addr), WANT);
}

/* --- Channels that can't leave ---------------------------------------- */

#define PREEMPT_PENDING 0x00100000
#define METHOD_NOP 0x80600008

static bool loaded(NVFermiChan *chan)
{
    return nv_rd32(chan->nv, A_NVC0_PFIFO_CHAN_STATE + chan->chid * 8) &
           0x1000;
}

/* What each of a driver's ways to take a channel away writes */
static void take_off(NVFermiChan *chan, const char *how)
{
    NVDev *nv = chan->nv;

    if (!strcmp(how, "preempt")) {
        nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, chan->chid);
    } else if (!strcmp(how, "disable")) {
        nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + chan->chid * 8, 1, 0);
    } else if (!strcmp(how, "unlist")) {
        nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00000);
    } else {
        /* nvkm_chan_error() */
        nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + chan->chid * 8, 1, 0);
        nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, chan->chid);
    }
}

/*
 * "Bits in this register being set to PENDING will prevent the contents of the
 * PBDMA unit from being switched out": the driver can still exchange the
 * method, and the channel leaves when the interrupt has been acknowledged.
 */
static void keeps_its_channel(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    bool preempts = strstr("preempt error", nv->test->data);

    nv_fermi_inc(chan, 3, 0x400, 0x1234);
    nv_fermi_ref(chan, 0x99);
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, NV_PBDMA_DEVICE);
    take_off(chan, nv->test->data);
    nv_clock_step(nv, 10 * MS);
    g_assert_true(loaded(chan));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT),
                  preempts ? PREEMPT_PENDING | CHID : 0);
    nv_migrate(nv);
    nv_clock_step(nv, 10 * MS);
    g_assert_true(loaded(chan));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT),
                  preempts ? PREEMPT_PENDING | CHID : 0);
    nv_pbdma_assert(chan, INTR_0, NV_PBDMA_DEVICE);
    nv_pbdma_assert(chan, DATA0, 0x1234);
    nv_phys_wr32(nv, chan->block + A_NV_PBDMA_METHOD0, 0);
    nv_pbdma_wr32(chan, A_NV_PBDMA_METHOD0, METHOD_NOP);
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 0);
    nv_pbdma_ack(nv);
    g_assert_false(loaded(chan));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), preempts ? CHID : 0);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + A_NV_PBDMA_METHOD0),
                  METHOD_NOP);

    /* And goes on when it may. */
    nv_wr32(nv, A_NVC0_PFIFO_CTRL, 1);
    nv_mask(nv, A_NVC0_PFIFO_CHAN_STATE + CHID * 8, 1, 1);
    if (!strcmp(nv->test->data, "unlist")) {
        nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0x01f00001);
        nv_wr32(nv, A_NVC0_PFIFO_INTR_RUNLIST, 0x10000000);
    }
    nv_fermi_wait(chan);
    assert_ref(chan, 0x99);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* A reset forgets that it was to leave. */
static void reset_ends_it(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    nv_fermi_inc(chan, 3, 0x400, 0x1234);
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, NV_PBDMA_DEVICE);
    nv_wr32(nv, A_NVC0_PFIFO_PREEMPT, CHID);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), PREEMPT_PENDING | CHID);
    nv_fermi_assert_works(nv);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), 0);
    nv_fermi_channel_free(chan);
}

/* --- Rings across the end of the address space ------------------------ */

#define RING_SIZE (8u << NV_FERMI_GP_ORDER)
#define LAST_RING ((1ull << 40) - RING_SIZE)

static uint32_t ring_high(uint64_t va)
{
    return va >> 32 | NV_FERMI_GP_ORDER << 16;
}

/*
 * "A GPFIFO that crosses the end of the memory address space (0xFFFFFFFFFF) is
 * invalid. Fixing this and clearing the interrupt will allow the PBDMA unit to
 * continue": the last valid one, and those behind it.
 */
static void ring_at_the_end(NVDev *nv)
{
    static const uint64_t rings[] = {
        LAST_RING, LAST_RING + 8, (1ull << 40) - 8,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rings); i++) {
        NVFermiChan *chan = nv_fermi_channel_new(nv, CHID + i);

        nv_fermi_map(nv, chan->pd, LAST_RING, chan->gp, RING_SIZE,
                     NV_FERMI_RAM);
        nv_phys_wr32(nv, chan->block + A_NV_PBDMA_GP_BASE, rings[i]);
        nv_phys_wr32(nv, chan->block + A_NV_PBDMA_GP_BASE_HI,
                     ring_high(rings[i]));
        nv_fermi_ref(chan, 0x50 + i);
        nv_fermi_kick(chan);
        if (i) {
            nv_pbdma_expect(chan, NV_PBDMA_GPFIFO);
            nv_pbdma_assert(chan, GP_BASE, (uint32_t)rings[i]);
            nv_pbdma_assert(chan, GP_BASE_HI, ring_high(rings[i]));
            nv_pbdma_assert(chan, GP_GET, 0);
            assert_ref(chan, 0);
            /* It isn't acknowledged for long if nothing has changed. */
            nv_pbdma_ack(nv);
            nv_pbdma_expect(chan, NV_PBDMA_GPFIFO);
            nv_pbdma_wr32(chan, A_NV_PBDMA_GP_BASE, (uint32_t)LAST_RING);
            nv_pbdma_ack(nv);
        }
        nv_fermi_wait(chan);
        assert_ref(chan, 0x50 + i);
        nv_fermi_assert_quiet(nv);
        nv_fermi_channel_fini(chan);
        nv_fermi_channel_free(chan);
    }
}

/* --- Each of them ------------------------------------------------------ */

#define PUSH_VA ((uint32_t)NV_FERMI_PUSH_VA)

#define RESERVED (6u << 29)
#define MTHD_ILLEGAL 0x04
#define MTHD_REF 0x50
#define MTHD_CRC_CHECK 0x7c
#define METHOD_REF (1u << 31 | MTHD_REF)
#define HEADER_REF (1u << 29 | MTHD_REF)
#define INVALID_OPERATION 3

/* GP entries: class header 906F */
#define CONDITIONAL 1
#define NO_CONTEXT_SWITCH 2
#define OPCODE_ILLEGAL 1
#define OPCODE_GP_CRC 2
#define OPCODE_PB_CRC 3

/* A register, and what the driver writes there */
typedef struct Fix {
    uint32_t reg, val;
} Fix;

/**
 * struct Error - an interrupt, what leads to it, and what ends it
 *
 * @intr: the bit
 * @ramfc: a word of RAMFC that is wrong from the start; reg 0: none
 * @entry, @high: a GP entry before the channel's words, if not both are 0
 * @flags: of the entry for the words
 * @words: of the pushbuffer, up to a 0; REF follows
 * @tail: an entry of its own, with these flags, has the last of them and REF
 * @fixes: what the manual has drivers write before they acknowledge it
 * @stays: without that it comes again
 */
typedef struct Error {
    uint32_t intr;
    Fix ramfc;
    uint32_t entry, high;
    uint32_t flags;
    uint32_t words[8];
    uint32_t tail;
    Fix fixes[2];
    bool stays;
} Error;

static const Error errors[] = {
    { NV_PBDMA_GPFIFO, .ramfc = { A_NV_PBDMA_GP_BASE_HI, 0x1f00ff },
      .fixes = { { A_NV_PBDMA_GP_BASE_HI, NV_FERMI_GP_ORDER << 16 } },
      .stays = true },
    { NV_PBDMA_GPPTR, .ramfc = { A_NV_PBDMA_GP_GET, 1 << NV_FERMI_GP_ORDER },
      .fixes = { { A_NV_PBDMA_GP_GET, 0 } }, .stays = true },
    { NV_PBDMA_GPENTRY, .high = OPCODE_ILLEGAL },
    { NV_PBDMA_GPCRC, .entry = 0x1234, .high = OPCODE_GP_CRC },
    { NV_PBDMA_PBPTR, .ramfc = { A_NV_PBDMA_GET, PUSH_VA },
      .fixes = { { A_NV_PBDMA_GET, 0 } }, .stays = true },
    { NV_PBDMA_PBENTRY, .words = { RESERVED, 0x5a },
      .fixes = { { A_NV_PBDMA_PB_HEADER, HEADER_REF },
                 { A_NV_PBDMA_PB_COUNT, 1 } } },
    { NV_PBDMA_PBCRC, .entry = 0x1234, .high = OPCODE_PB_CRC },
    { NV_PBDMA_METHOD, .words = { NV_FERMI_INC(1, MTHD_ILLEGAL, 1), 0x5a },
      .fixes = { { A_NV_PBDMA_METHOD0, METHOD_REF } } },
    { NV_PBDMA_METHODCRC,
      .words = { NV_FERMI_INC(1, MTHD_CRC_CHECK, 1), 0x1234 },
      .fixes = { { A_NV_PBDMA_METHOD_CRC, 0x1234 } } },
    { NV_PBDMA_DEVICE, .words = { NV_FERMI_INC(1, 0x400, 1), 0x5a },
      .fixes = { { A_NV_PBDMA_METHOD0, 0 } } },
    { NV_PBDMA_SEMAPHORE,
      .words = { NV_FERMI_INC(1, SEMAPHORE_D, 1), INVALID_OPERATION },
      .fixes = { { A_NV_PBDMA_METHOD0, METHOD_REF } } },
    { NV_PBDMA_NO_CTXSW_SEG, .flags = NO_CONTEXT_SWITCH,
      .words = { NV_FERMI_INC(1, SEMAPHORE_D, 1),
                 NV_SEM_ACQUIRE | NV_SEM_SWITCH },
      .fixes = { { A_NV_PBDMA_METHOD0, METHOD_REF } } },
    { NV_PBDMA_PBSEG, .words = { NV_FERMI_INC(1, MTHD_REF, 1), 0x5a },
      .tail = CONDITIONAL },
    { NV_PBDMA_SIGNATURE, .ramfc = { A_NV_PBDMA_SIGNATURE, 0xbeef },
      .fixes = { { A_NV_PBDMA_SIGNATURE, 0xface } } },
};

static void put_entry(NVFermiChan *chan, uint32_t low, uint32_t high)
{
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8, low);
    qtest_writel(chan->nv->qts, chan->gp + chan->gp_put * 8 + 4, high);
    chan->gp_put++;
}

/* An entry from where the last one has ended */
static void put_words(NVFermiChan *chan, uint32_t flags)
{
    put_entry(chan, (PUSH_VA + chan->kicked) | flags,
              (chan->cur - chan->kicked) / 4 << 10);
    chan->kicked = chan->cur;
}

/* A channel that stops with it; its last word sets REF to @ref. */
static NVFermiChan *erring(NVDev *nv, const Error *error, uint32_t ref)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    if (error->ramfc.reg) {
        nv_phys_wr32(nv, chan->block + error->ramfc.reg, error->ramfc.val);
    }
    if (error->entry || error->high) {
        put_entry(chan, error->entry, error->high);
    }
    for (const uint32_t *word = error->words; *word; word++) {
        if (error->tail && !word[1]) {
            put_words(chan, error->flags);
        }
        nv_fermi_push(chan, *word);
    }
    nv_fermi_push(chan, NV_FERMI_IMMD(0, MTHD_REF, ref));
    put_words(chan, error->flags | error->tail);
    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, chan->gp_put);
    nv_pbdma_expect(chan, error->intr);
    g_assert_cmphex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), !=, ref);
    return chan;
}

/* As the manual has it, or as nouveau did before it had nvkm_chan_error() */
static void each_ends(NVDev *nv)
{
    bool by_nop = nv->test->data;

    for (unsigned i = 0; i < ARRAY_SIZE(errors); i++) {
        const Error *error = &errors[i];
        NVFermiChan *chan = erring(nv, error, 0x100 + i);

        if (by_nop && error->stays) {
            nv_pbdma_skip(chan);
            nv_pbdma_expect(chan, error->intr);
        }
        for (unsigned n = 0; (!by_nop || error->stays) &&
             n < ARRAY_SIZE(error->fixes) && error->fixes[n].reg; n++) {
            nv_pbdma_wr32(chan, error->fixes[n].reg, error->fixes[n].val);
        }
        if (by_nop) {
            nv_pbdma_skip(chan);
        } else {
            nv_pbdma_ack(nv);
        }
        nv_fermi_wait(chan);
        assert_ref(chan, 0x100 + i);
        nv_clock_step(nv, 10 * MS);
        nv_fermi_assert_quiet(nv);
        nv_fermi_channel_fini(chan);
        nv_fermi_channel_free(chan);
    }
}

/* gf100_runq_intr() today: the channel goes, and others have the PBDMA. */
static void each_ends_with_its_channel(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(errors); i++) {
        NVFermiChan *chan = erring(nv, &errors[i], 0x100 + i);
        NVFermiChan *other = nv_fermi_channel_new(nv, CHID + 1);

        take_off(chan, "error");
        nv_pbdma_skip(chan);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_PREEMPT), CHID);
        g_assert_false(loaded(chan));
        for (unsigned id = 0; id < nv->card->pbdmas; id++) {
            nv_fermi_preempt(nv, CHID + 1);
            nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, 1u << id);
            nv_fermi_ref(other, id);
            nv_fermi_run(other);
            assert_ref(other, id);
        }
        nv_wr32(nv, A_NVC0_PFIFO_PBDMA_ENABLE, UINT32_MAX);
        nv_clock_step(nv, 10 * MS);
        nv_fermi_assert_quiet(nv);
        nv_fermi_channel_fini(other);
        nv_fermi_channel_fini(chan);
        nv_fermi_channel_free(other);
        nv_fermi_channel_free(chan);
    }
}

#define C(_name, _rows, _fn, ...) \
    { "fermi-intr/" _name, _rows, _fn, .needs = NV_CARD_NVC0, __VA_ARGS__ }

static const NVTest tests[] = {
    C("acquire-nop", "acquire-timeout! fermi-errors", nop_ends_it),
    C("acquire-nop-old", "acquire-timeout! semaphore-acquire", nop_ends_it,
      .data = "old"),
    C("acquire-nop-elsewhere", "acquire-timeout migration ramfc-layout",
      nop_ends_it_elsewhere),
    C("acquire-nop-elsewhere-old", "acquire-timeout migration ramfc-layout",
      nop_ends_it_elsewhere, .data = "old"),
    C("acquire-release", "acquire-timeout", release_ends_it),
    C("acquire-release-old", "acquire-timeout", release_ends_it,
      .data = "old"),
    C("acquire-restarts", "acquire-timeout!", restarts),
    C("acquire-restarts-old", "acquire-timeout", restarts, .data = "old"),
    C("acquire-comes-again", "acquire-timeout", comes_again),
    C("acquire-changed", "acquire-timeout!", changed),
    C("keeps-a-preempted-channel", "playlist! fermi-errors migration",
      keeps_its_channel, .data = "preempt"),
    C("keeps-a-disabled-channel", "playlist! fermi-errors migration",
      keeps_its_channel, .data = "disable"),
    C("keeps-a-channel-off-the-list", "playlist fermi-errors migration",
      keeps_its_channel, .data = "unlist"),
    C("keeps-a-channel-with-an-error", "playlist fermi-errors migration",
      keeps_its_channel, .data = "error"),
    C("ring-at-the-end", "ib-address! fermi-errors", ring_at_the_end),
    C("each-ends", "fermi-errors!", each_ends, .props = "x-pbdma-crc=on"),
    C("each-ends-by-nop", "fermi-errors", each_ends,
      .props = "x-pbdma-crc=on", .data = "nop"),
    C("each-ends-with-its-channel", "fermi-errors playlist",
      each_ends_with_its_channel, .props = "x-pbdma-crc=on"),
    C("reset-ends-a-preemption", "playlist reset", reset_ends_it),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
