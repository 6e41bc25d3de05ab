/*
 * Tests of the NVIDIA GPU: the methods that a PBDMA executes itself, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* NVIDIA's class header 906F */
#define SEMAPHORE_A 0x10
#define SEMAPHORE_C 0x18
#define SEMAPHORE_D 0x1c
#define NON_STALL 0x20
#define FB_FLUSH 0x24
#define MEM_OP_B 0x2c
#define WFI 0x78
#define YIELD 0x80

#define INTR_METHOD 0x00200000
#define INTR_DEVICE 0x00800000
#define INTR_SEMAPHORE 0x02000000
#define INTR_ACQUIRE 0x04000000

#define METHOD_NOP 0x80600008

/* An engine of all these cards, which accepts all methods */
#define ENGINE_PPDEC 1

static uint32_t pbdma_reg(unsigned id, uint32_t reg)
{
    return NV_PBDMA_BASE + id * NV_PBDMA_STRIDE + reg;
}

/* The only PBDMA with an interrupt */
static unsigned find_pbdma(NVDev *nv)
{
    uint32_t pbdmas;

    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x20000000);
    pbdmas = nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS);
    g_assert_cmpuint(ctpop32(pbdmas), ==, 1);
    g_assert_true(nv_intx(nv));
    return ctz32(pbdmas);
}

/* What a driver sees of a stopped PBDMA; the channel continues. */
static void expect_error(NVFermiChan *chan, uint32_t intr, unsigned subc,
                         uint32_t mthd, uint32_t data)
{
    NVDev *nv = chan->nv;
    unsigned id;
    uint32_t method;

    nv_fermi_kick(chan);
    id = find_pbdma(nv);
    method = nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_METHOD0));
    nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0)), intr);
    nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_CHANNEL)) & 0x7f,
                  chan->chid);
    nv_assert_hex(method & 0x3ffc, mthd);
    nv_assert_hex(extract32(method, 16, 3), subc);
    nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_DATA0)), data);
    nv_wr32(nv, pbdma_reg(id, A_NV_PBDMA_METHOD0), METHOD_NOP);
    nv_wr32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0), intr);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x20000000, 0);
}

/* --- Semaphores ------------------------------------------------------- */

static void push_semaphore(NVFermiChan *chan, uint64_t va, uint32_t val,
                           uint32_t operation)
{
    nv_fermi_inc(chan, nv_random_below(8), SEMAPHORE_A, va >> 32, va, val,
                 operation);
}

/* The card's time, which begins with its reset */
static uint64_t card_time(NVDev *nv)
{
    uint64_t high = nv_rd32(nv, A_NV_PTIMER_TIME_HIGH);

    return high << 32 | nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
}

static void releases(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);
    uint64_t before, after, time;

    for (unsigned i = 0; i < 0x40; i += 4) {
        nv_phys_wr32(nv, addr + i, 0x55555555);
    }
    nv_clock_step(nv, 123456789);
    before = card_time(nv);
    push_semaphore(chan, va, 0x11111111, NV_SEM_RELEASE);
    push_semaphore(chan, va + 0x20, 0x22222222,
                   NV_SEM_RELEASE | NV_SEM_SIZE_4 | NV_SEM_NO_WFI);
    nv_fermi_run(chan);
    after = card_time(nv);
    nv_assert_hex(nv_phys_rd32(nv, addr), 0x11111111);
    nv_assert_hex(nv_phys_rd32(nv, addr + 4), 0);
    time = nv_phys_rd32(nv, addr + 8) |
           (uint64_t)nv_phys_rd32(nv, addr + 12) << 32;
    g_assert_cmpuint(time, >=, before);
    g_assert_cmpuint(time, <=, after);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x10), 0x55555555);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x20), 0x22222222);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x24), 0x55555555);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x28), 0x55555555);
    /* Addresses are multiples of 4, and needn't be of 16: fidelity.rst */
    push_semaphore(chan, va + 0x84, 0x44444444, NV_SEM_RELEASE);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x84), 0x44444444);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x88), 0);
    time = nv_phys_rd32(nv, addr + 0x8c) |
           (uint64_t)nv_phys_rd32(nv, addr + 0x90) << 32;
    g_assert_cmpuint(time, >=, after);
    /* The old methods use the same address. */
    nv_fermi_inc(chan, 0, 0x64, (uint32_t)va + 0x30);
    nv_fermi_inc(chan, 0, 0x6c, 0x33333333);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x30), 0x33333333);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x34), 0x55555555);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* Does the channel continue with @val in memory if it acquires @want? */
static bool acquires(NVFermiChan *chan, uint64_t va, uint32_t addr,
                     uint32_t val, uint32_t want, uint32_t operation)
{
    NVDev *nv = chan->nv;
    bool goes_on;

    nv_phys_wr32(nv, addr, val);
    push_semaphore(chan, va, want, operation);
    nv_fermi_ref(chan, ++nv->nr_refs);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 3 * 1000 * 1000);
    goes_on = nv_fermi_user_rd32(chan, A_NV_USERD_REF) == nv->nr_refs;
    if (!goes_on) {
        /* What it waits for arrives: by this operation, and by no other. */
        nv_phys_wr32(nv, addr, operation & NV_SEM_ACQ_GEQ ? want + 1
                               : operation & NV_SEM_ACQ_AND ? UINT32_MAX
                                                         : want);
        nv_clock_step(nv, 3 * 1000 * 1000);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), nv->nr_refs);
    }
    nv_fermi_wait(chan);
    return goes_on;
}

static void acquire(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    for (unsigned i = 0; i < 2; i++) {
        uint32_t flags = i ? NV_SEM_SWITCH : 0;

        g_assert_true(acquires(chan, va, addr, 5, 5, NV_SEM_ACQUIRE | flags));
        g_assert_false(acquires(chan, va, addr, 6, 5, NV_SEM_ACQUIRE | flags));
        g_assert_true(acquires(chan, va, addr, 5, 5, NV_SEM_ACQ_GEQ | flags));
        g_assert_true(acquires(chan, va, addr, 6, 5, NV_SEM_ACQ_GEQ | flags));
        g_assert_false(acquires(chan, va, addr, 4, 5, NV_SEM_ACQ_GEQ | flags));
        g_assert_true(acquires(chan, va, addr, 0x80000000, 0xffffff00u,
                               NV_SEM_ACQ_GEQ | flags) == false);
        g_assert_true(acquires(chan, va, addr, 1, 0xffffff00u,
                               NV_SEM_ACQ_GEQ | flags));
        g_assert_true(acquires(chan, va, addr, 6, 2, NV_SEM_ACQ_AND | flags));
        g_assert_true(acquires(chan, va, addr, 6, 3, NV_SEM_ACQ_AND | flags));
        g_assert_false(acquires(chan, va, addr, 6, 1, NV_SEM_ACQ_AND | flags));
    }
    /* The old method waits for the value itself, at the same address. */
    nv_phys_wr32(nv, addr, 8);
    nv_fermi_inc(chan, 0, 0x64, (uint32_t)va);
    nv_fermi_inc(chan, 0, 0x68, 7);
    nv_fermi_ref(chan, 0x1000);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 3 * 1000 * 1000);
    g_assert_cmphex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), !=, 0x1000);
    /* It doesn't let other channels run, unlike the last one before. */
    for (unsigned id = 0; id < nv->card->pbdmas; id++) {
        if ((nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_CHANNEL)) & 0x17f) ==
            (0x100 | chan->chid)) {
            nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_SEMAPHORE_D)) &
                          NV_SEM_SWITCH, 0);
        }
    }
    nv_phys_wr32(nv, addr, 7);
    nv_clock_step(nv, 3 * 1000 * 1000);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x1000);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/*
 * envytools, hw/fifo/puller: SEMAPHORE_ACQUIRE's value is acquire_value, and
 * semaphore_sequence stays what it was, whether it has to wait or not.
 */
static void old_acquire(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    for (unsigned i = 0; i < 2; i++) {
        nv_phys_wr32(nv, addr, i ? 8 : 7);
        nv_phys_wr32(nv, addr + 0x20, 0);
        nv_fermi_inc(chan, 0, SEMAPHORE_A, va >> 32, va, 5 + i);
        nv_fermi_inc(chan, 0, 0x68, 7);
        nv_fermi_inc(chan, 0, 0x64, (uint32_t)va + 0x20);
        nv_fermi_inc(chan, 0, SEMAPHORE_D, NV_SEM_RELEASE | NV_SEM_SIZE_4);
        nv_fermi_kick(chan);
        nv_clock_step(nv, 3 * 1000 * 1000);
        if (i) {
            nv_assert_hex(nv_phys_rd32(nv, addr + 0x20), 0);
            nv_migrate(nv);
            nv_phys_wr32(nv, addr, 7);
            nv_clock_step(nv, 3 * 1000 * 1000);
        }
        nv_fermi_wait(chan);
        nv_assert_hex(nv_phys_rd32(nv, addr + 0x20), 5 + i);
    }
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* SEMAPHORED in its register, in the channel's PBDMA or its RAMFC */
static uint32_t operation_of(NVFermiChan *chan)
{
    nv_fermi_preempt(chan->nv, chan->chid);
    return nv_phys_rd32(chan->nv, chan->block + A_NV_PBDMA_SEMAPHORE_D);
}

/* All its bits but ACQUIRE_PENDING, which is the card's */
#define PENDING (1u << 19)

/* dev_pbdma, SEM_EXECUTE: the last operation, of whatever kind and outcome */
static void operation_is_kept(NVDev *nv)
{
    static const struct {
        uint32_t val, operation;
    } rows[] = {
        { 0, NV_SEM_RELEASE | NV_SEM_NO_WFI | NV_SEM_SIZE_4 | PENDING },
        { 5, NV_SEM_RELEASE | NV_SEM_SIZE_4 }, { 5, NV_SEM_ACQUIRE },
        { 5, NV_SEM_RELEASE }, { 5, NV_SEM_ACQ_GEQ | NV_SEM_SWITCH },
        { 5, NV_SEM_ACQ_AND | 0xfee00ff0 }, { 5, NV_SEM_ACQUIRE | PENDING },
    };
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
        uint32_t operation = rows[i / 2].operation;

        if (i & 1) {
            nv_fermi_inc(chan, 3, SEMAPHORE_D, operation);
        } else {
            push_semaphore(chan, va, rows[i / 2].val, operation);
        }
        nv_fermi_ref(chan, ++nv->nr_refs);
        nv_fermi_run(chan);
        nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), nv->nr_refs);
        nv_assert_hex(operation_of(chan), operation & ~PENDING);
    }
    nv_fermi_inc(chan, 3, SEMAPHORE_D, 0x12340003);
    expect_error(chan, INTR_SEMAPHORE, 3, SEMAPHORE_D, 0x12340003);
    nv_assert_hex(operation_of(chan), 0x12340003);

    /* While it waits, and afterwards */
    push_semaphore(chan, va, 9, NV_SEM_ACQUIRE | NV_SEM_NO_WFI);
    nv_fermi_run(chan);
    nv_assert_hex(operation_of(chan),
                  NV_SEM_ACQUIRE | NV_SEM_NO_WFI | PENDING);
    nv_phys_wr32(nv, addr, 9);
    nv_clock_step(nv, 3 * 1000 * 1000);
    nv_assert_hex(operation_of(chan), NV_SEM_ACQUIRE | NV_SEM_NO_WFI);
    nv_fermi_channel_free(chan);
}

/* The channel's state has its last acquire. */
static void expect_acquired(NVFermiChan *chan, uint64_t va, uint32_t val)
{
    NVDev *nv = chan->nv;

    nv_fermi_wait(chan);
    nv_fermi_preempt(nv, chan->chid);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + A_NV_PBDMA_SEMAPHORE_A),
                  va >> 32);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + A_NV_PBDMA_SEMAPHORE_B),
                  (uint32_t)va);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + A_NV_PBDMA_SEMAPHORE_C), val);
}

/*
 * Acquires of what the same submission has released before, or of something
 * in the same page
 */
static void acquire_behind_release(NVDev *nv)
{
    NVFermiChan *chan[2];
    NVFermiBuf sem[2];

    for (unsigned ram = 0; ram < 2; ram++) {
        for (unsigned i = 0; i < 2; i++) {
            chan[i] = nv_fermi_channel_new(nv, i + 1);
            sem[i] = nv_fermi_buf(chan[i], !ram, 0x1000);
        }
        g_assert_cmphex(sem[0].va, ==, sem[1].va);
        push_semaphore(chan[0], sem[0].va, 5, NV_SEM_RELEASE | NV_SEM_SIZE_4);
        push_semaphore(chan[0], sem[0].va + 0x40, 0x80, NV_SEM_RELEASE);
        nv_fermi_inc(chan[0], 0, SEMAPHORE_A, 0x12);
        push_semaphore(chan[0], sem[0].va, 5, NV_SEM_ACQUIRE);
        nv_fermi_ref(chan[0], 1);
        nv_fermi_kick(chan[0]);
        expect_acquired(chan[0], sem[0].va, 5);
        nv_assert_hex(nv_fermi_user_rd32(chan[0], A_NV_USERD_REF), 1);

        /* It doesn't have the value, */
        push_semaphore(chan[0], sem[0].va, 6, NV_SEM_RELEASE | NV_SEM_SIZE_4);
        push_semaphore(chan[0], sem[0].va + 8, 7, NV_SEM_ACQUIRE);
        nv_fermi_ref(chan[0], 2);
        nv_fermi_kick(chan[0]);
        nv_clock_step(nv, 3 * 1000 * 1000);
        nv_assert_hex(nv_fermi_user_rd32(chan[0], A_NV_USERD_REF), 1);
        nv_fermi_buf_wr32(&sem[0], 8, 7);
        nv_clock_step(nv, 3 * 1000 * 1000);
        expect_acquired(chan[0], sem[0].va + 8, 7);
        nv_assert_hex(nv_fermi_user_rd32(chan[0], A_NV_USERD_REF), 2);

        /* and neither does the other channel's, which is elsewhere. */
        push_semaphore(chan[1], sem[1].va, 8, NV_SEM_ACQUIRE);
        nv_fermi_ref(chan[1], 3);
        push_semaphore(chan[0], sem[0].va, 8, NV_SEM_RELEASE | NV_SEM_SIZE_4);
        nv_fermi_run(chan[0]);
        nv_fermi_kick(chan[1]);
        nv_clock_step(nv, 3 * 1000 * 1000);
        nv_assert_hex(nv_fermi_user_rd32(chan[1], A_NV_USERD_REF), 0);
        nv_fermi_buf_wr32(&sem[1], 0, 8);
        nv_clock_step(nv, 3 * 1000 * 1000);
        expect_acquired(chan[1], sem[1].va, 8);
        nv_assert_hex(nv_fermi_user_rd32(chan[1], A_NV_USERD_REF), 3);

        push_semaphore(chan[0], sem[0].va, 0x08070605,
                       NV_SEM_RELEASE | NV_SEM_SIZE_4);
        nv_fermi_inc(chan[0], 4, SEMAPHORE_A, sem[0].va >> 32, sem[0].va + 1,
                     0x080706, NV_SEM_ACQUIRE);
        expect_error(chan[0], INTR_SEMAPHORE, 4, SEMAPHORE_A + 4,
                     sem[0].va + 1);
        nv_fermi_assert_quiet(nv);
        for (unsigned i = 0; i < 2; i++) {
            nv_fermi_channel_fini(chan[i]);
            nv_fermi_channel_free(chan[i]);
        }
    }
}

/* A waiting channel gives way to others, one of which releases it. */
static void acquire_of_many(NVDev *nv)
{
    NVFermiChan *chan[8];
    uint32_t addr = 0;

    for (unsigned i = 0; i < 8; i++) {
        uint32_t unused;
        uint64_t va;

        chan[i] = nv_fermi_channel_new(nv, i * 16 + 1);
        va = nv_fermi_buffer(chan[i], 0x1000, i ? &unused : &addr);
        nv_fermi_map(nv, chan[i]->pd, va, addr, 0x1000, NV_FERMI_VRAM);
        /* Each waits for the one behind it. */
        push_semaphore(chan[i], va + i * 16 + 16, 1,
                       NV_SEM_ACQUIRE | (i & 1 ? NV_SEM_SWITCH : 0));
        push_semaphore(chan[i], va + i * 16, 1, NV_SEM_RELEASE);
        nv_fermi_ref(chan[i], 7);
        nv_fermi_kick(chan[i]);
    }
    nv_clock_step(nv, 10 * 1000 * 1000);
    for (unsigned i = 0; i < 8; i++) {
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 0);
    }
    nv_migrate(nv);
    nv_phys_wr32(nv, addr + 8 * 16, 1);
    nv_clock_step(nv, 100 * 1000 * 1000);
    for (unsigned i = 0; i < 8; i++) {
        nv_fermi_wait(chan[i]);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 7);
        nv_fermi_channel_free(chan[i]);
    }
    nv_fermi_assert_quiet(nv);
}

static void acquire_times_out(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 9);
    uint32_t addr, ramfc_acquire = chan->block + A_NV_PBDMA_ACQUIRE;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);
    unsigned id;

    /* 1024 ns * 100 * 2^3 */
    nv_phys_wr32(nv, ramfc_acquire, 1u << 31 | 100 << 15 | 3 << 11 | 0x102);
    push_semaphore(chan, va, 1, NV_SEM_ACQUIRE);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 700 * 1000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x20000000, 0);
    nv_clock_step(nv, 3 * 1000 * 1000);
    id = find_pbdma(nv);
    nv_assert_hex(nv_rd32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0)), INTR_ACQUIRE);
    nv_phys_wr32(nv, addr, 1);
    nv_wr32(nv, pbdma_reg(id, A_NV_PBDMA_INTR_0), INTR_ACQUIRE);
    nv_fermi_wait(chan);
    nv_fermi_channel_free(chan);
}

static void semaphore_errors(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_inc(chan, 2, SEMAPHORE_A, 0x100);
    expect_error(chan, INTR_SEMAPHORE, 2, SEMAPHORE_A, 0x100);
    for (unsigned i = 1; i < 4; i++) {
        nv_fermi_inc(chan, 3, SEMAPHORE_A + 4, (uint32_t)va + i);
        expect_error(chan, INTR_SEMAPHORE, 3, SEMAPHORE_A + 4,
                     (uint32_t)va + i);
    }
    nv_fermi_inc(chan, 0, SEMAPHORE_A, va >> 32, va, 1);
    for (unsigned op = 0; op < 16; op++) {
        if (op != 1 && op != 2 && op != 4 && op != 8) {
            nv_fermi_inc(chan, 5, SEMAPHORE_D, op | NV_SEM_SWITCH);
            expect_error(chan, INTR_SEMAPHORE, 5, SEMAPHORE_D,
                         op | NV_SEM_SWITCH);
        }
    }
    nv_assert_hex(nv_phys_rd32(nv, addr), 0);
    nv_fermi_channel_free(chan);
}

/* --- Others ----------------------------------------------------------- */

/* All methods below 0x100: those of the class do no harm. */
static void low_methods(NVDev *nv)
{
    static const uint8_t there[] = {
        0x08, 0x10, 0x14, 0x18, 0x20, 0x24, 0x28, 0x50, 0x64, 0x78, 0x7c, 0x80,
        0x84,
    };
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);

    for (unsigned mthd = 4; mthd < 0x100; mthd += 4) {
        nv_fermi_inc(chan, 6, mthd, 0x40);
        if (memchr(there, mthd, sizeof(there))) {
            nv_fermi_run(chan);
        } else if (mthd == SEMAPHORE_D) {
            expect_error(chan, INTR_SEMAPHORE, 6, mthd, 0x40);
        } else if (mthd != 0x68 && mthd != 0x6c) {
            expect_error(chan, INTR_METHOD, 6, mthd, 0x40);
        } else {
            chan->cur = chan->kicked;
        }
    }
    nv_fermi_channel_free(chan);
}

static void mem_ops(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);

    for (unsigned op = 0; op < 32; op++) {
        nv_fermi_inc(chan, 0, MEM_OP_B, op << 27);
        if (op == 5 || op == 6 || op == 9 || (op >= 0xd && op <= 0x10)) {
            nv_fermi_run(chan);
        } else {
            expect_error(chan, INTR_METHOD, 0, MEM_OP_B, op << 27);
        }
    }
    nv_fermi_channel_free(chan);
}

/* A nibble for each PBDMA in the word of the engine that is in use */
static void non_stall(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);
    uint32_t reg = A_NVC0_PFIFO_ENGINE_INTR + ENGINE_PPDEC * 4;
    uint32_t val;

    nv_wr32(nv, A_NVC0_PFIFO_INTR_EN, 0xffffffff);
    nv_fermi_object(chan, 0, 0x1234, ENGINE_PPDEC);
    nv_fermi_inc(chan, 0, NON_STALL, 0);
    nv_fermi_run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x80000000, 0x80000000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR_ENGINES), 1 << ENGINE_PPDEC);
    g_assert_true(nv_intx(nv));
    val = nv_rd32(nv, reg);
    g_assert_true(val == 0x1 || val == 0x10 || val == 0x100);
    /* It doesn't disappear by itself, nor through INTR. */
    nv_wr32(nv, A_NVC0_PFIFO_INTR, 0x80000000);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, reg, val);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x80000000, 0);
    g_assert_false(nv_intx(nv));
    nv_fermi_channel_free(chan);
}

static void objects(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 1);

    /* An engine's object accepts methods, software's stop the PBDMA. */
    nv_fermi_object(chan, 2, 0x95b1, ENGINE_PPDEC);
    nv_fermi_inc(chan, 2, 0x100, 1, 2, 3);
    nv_fermi_run(chan);
    nv_fermi_object(chan, 7, 0x906e, NV_FERMI_SOFTWARE);
    expect_error(chan, INTR_DEVICE, 7, 0, NV_FERMI_SOFTWARE << 16 | 0x906e);
    nv_fermi_inc(chan, 7, 0x400, 0x12345678);
    expect_error(chan, INTR_DEVICE, 7, 0x400, 0x12345678);
    nv_fermi_inc(chan, 3, 0x100, 9);
    expect_error(chan, INTR_DEVICE, 3, 0x100, 9);
    nv_fermi_inc(chan, 2, 0x3ffc, 1);
    nv_fermi_run(chan);
    /* So do those of engines that aren't there, whatever it had before. */
    for (unsigned engine = 6; engine < 0x1f; engine += 5) {
        nv_fermi_object(chan, 4, 0x95b1, ENGINE_PPDEC);
        nv_fermi_object(chan, 4, 0x1234, engine);
        expect_error(chan, INTR_DEVICE, 4, 0, engine << 16 | 0x1234);
        nv_fermi_inc(chan, 4, 0x100, 9);
        expect_error(chan, INTR_DEVICE, 4, 0x100, 9);
    }
    /* They are the channel's: RAMFC has them. */
    nv_fermi_preempt(nv, chan->chid);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + A_NV_PBDMA_ENGINES_0),
                  0x1f011f1f);
    nv_assert_hex(nv_phys_rd32(nv, chan->block + A_NV_PBDMA_ENGINES_4),
                  0x1f1f1f1f);
    nv_fermi_channel_free(chan);
}

#define C(_name, _rows, _fn, ...) \
    { "fermi-host/" _name, _rows, _fn, .needs = NV_CARD_NVC0, __VA_ARGS__ }

static const NVTest tests[] = {
    C("releases",
      "semaphore-address semaphore-trigger new-semaphore! write-long! "
      "fermi-semaphore-bits! semaphore-offset! semaphore-release! "
      "semaphore-endian",
      releases),
    C("acquire",
      "semaphore-trigger! acquire-mask-op! acquire-gequal! acquire-mask! "
      "acquire-retry semaphore-acquire! acquire-state! new-semaphore-state!",
      acquire),
    C("old-acquire", "semaphore-acquire! new-semaphore-state migration",
      old_acquire, .slow = true),
    C("operation-is-kept", "new-semaphore-state! semaphore-trigger",
      operation_is_kept),
    C("acquire-behind-release",
      "semaphore-trigger acquire-mask-op invalid-semaphore-op acquire-retry",
      acquire_behind_release),
    C("acquire-of-many",
      "acquire-retry! fermi-semaphore-bits migration channel-switch",
      acquire_of_many),
    C("acquire-times-out", "acquire-timeout!", acquire_times_out),
    C("semaphore-errors",
      "fermi-errors semaphore-address! invalid-semaphore-op! "
      "semaphore-alignment!",
      semaphore_errors),
    C("low-methods",
      "host-nop! mem-op wrcache-flush! ref-cnt wait-for-idle fermi-errors",
      low_methods),
    C("mem-ops", "mem-op!", mem_ops),
    C("non-stall", "notify-intr!", non_stall),
    C("objects",
      "object-bind! fermi-object-bind! subchannel-engines! software-engine! "
      "software-method! invalid-engine! engine-methods!",
      objects),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
