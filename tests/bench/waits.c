/*
 * NVIDIA GPU: what waits for the benchmark's card, and what the card waits for
 *
 * Doorbells are written inside the emulator, as a virtual processor writes them
 * when it has left the guest.  A row's time is until the fence behind the
 * doorbell is there, with nothing else to do, so it is all of a submission.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-channel.h"
#include "../qtest/libnv/nv-fermi.h"
#include "../qtest/libnv/nv-graph.h"
#include "bench.h"

/* Doorbells that are measured at once: the rings have room for them */
#define DOORBELLS 200

/*
 * Bounds: of a submission of nothing but a fence; of a second in which the card
 * has nothing to do, of what QEMU takes without the card, whose own main loop
 * wakes up at times.
 */
#define MOST_FENCE_NS 2000
#define MOST_IDLE 1.5

#define IDLE_SECONDS 2

static const Row fence = {
    "doorbell", "a doorbell until its fence", NULL, MOST_FENCE_NS,
};
static const Row idle = {
    "idle", "CPU time of a second without work", "without a card", MOST_IDLE,
};

/* --- Doorbells before NVC0 --------------------------------------------- */

/**
 * struct Old - a pushbuffer with references
 *
 * @bench, @chan: the benchmark, the channel
 */
typedef struct Old {
    Bench *bench;
    NVChan *chan;
} Old;

/* Commands that set a reference; each doorbell submits one more of them. */
static void once_old(void *opaque, double *ns, double *reference_ns)
{
    Old *old = opaque;
    NVChan *chan = old->chan;
    NVDev *nv = chan->nv;
    uint32_t start = chan->cur, size;

    nv_push_ref(chan, 1);
    size = chan->cur - start;
    for (unsigned i = 1; i < DOORBELLS; i++) {
        nv_push_ref(chan, i + 1);
    }
    job_set(old->bench, nv, &(Job) {
        .what = "write", .from = start + size, .pitch = size,
        .to = nv->bar0 + nv->card->user + chan->chid * nv->card->user_stride +
              A_NV_USER_DMA_PUT,
        .count = DOORBELLS,
    });
    *ns = job_time(nv);
    if (nv_user_get(chan) != chan->cur || nv_user_ref(chan) != DOORBELLS) {
        g_error("a doorbell had to wait");
    }
    if (chan->cur > NV_PUSH_SIZE / 2) {
        nv_push(chan, NV_CMD_OLD_JUMP(0));
        nv_kick(chan);
        chan->cur = 0;
        nv_submit(chan);
    }
}

static void measure_old(Bench *bench, NVDev *nv)
{
    Old old = { bench, nv_chan_new(nv, 1, NV_IN_RAM) };

    nv_submit(old.chan);
    bench_row(bench, &fence, once_old, &old);
    nv_chan_fini(old.chan);
    nv_chan_free(old.chan);
}

/* --- ... from NVC0 on --------------------------------------------------- */

/**
 * struct Fermi - entries of a ring that all release the same semaphore
 *
 * @bench, @chan: the benchmark, the channel
 * @va: the semaphore's virtual address
 * @fence: address of the semaphore in the guest's memory
 */
typedef struct Fermi {
    Bench *bench;
    NVFermiChan *chan;
    uint64_t va, fence;
} Fermi;

static void once_fermi(void *opaque, double *ns, double *reference_ns)
{
    Fermi *fermi = opaque;
    NVFermiChan *chan = fermi->chan;
    NVDev *nv = chan->nv;
    const uint32_t entries = 1 << NV_FERMI_GP_ORDER;
    uint32_t start, words;
    uint64_t va;

    /* From the ring's beginning: the number written doesn't wrap. */
    if (chan->gp_put) {
        do {
            nv_fermi_ref(chan, 0);
            nv_fermi_kick(chan);
        } while (chan->gp_put);
        nv_fermi_wait(chan);
    }
    chan->cur = chan->kicked = 0;
    start = chan->cur;
    nv_fermi_release(chan, fermi->va, 1);
    words = (chan->cur - start) / 4;
    va = NV_FERMI_PUSH_VA + start;
    g_assert_cmpuint(DOORBELLS, <, entries);
    for (unsigned i = 0; i < DOORBELLS; i++) {
        qtest_writel(nv->qts, chan->gp + i * 8, va);
        qtest_writel(nv->qts, chan->gp + i * 8 + 4, va >> 32 | words << 10);
    }
    qtest_writel(nv->qts, fermi->fence, 0);
    job_set(fermi->bench, nv, &(Job) {
        .what = "write", .from = 1, .pitch = 1,
        .to = nv->bar1 + chan->chid * nv->fermi->userd_size +
              A_NV_USERD_GP_PUT,
        .count = DOORBELLS,
    });
    *ns = job_time(nv);
    if (!qtest_readl(nv->qts, fermi->fence)) {
        g_error("a doorbell had to wait");
    }
    chan->kicked = chan->cur;
    chan->gp_put = DOORBELLS;
}

static void measure_fermi(Bench *bench, NVDev *nv)
{
    Fermi fermi = { bench, nv_fermi_channel_new(nv, 1) };

    fermi.va = nv_fermi_ram(fermi.chan, 0x1000, &fermi.fence);
    bench_row(bench, &fence, once_fermi, &fermi);
    nv_fermi_channel_fini(fermi.chan);
    nv_fermi_channel_free(fermi.chan);
}

/* --- Nothing to do ------------------------------------------------------ */

/**
 * struct Idle - two emulators
 *
 * @nv: one with a card
 * @without: and one without
 */
typedef struct Idle {
    NVDev *nv;
    QTestState *without;
} Idle;

static void once_idle(void *opaque, double *ns, double *reference_ns)
{
    Idle *idle = opaque;
    const Bench cpu = { .cpu_time = true };
    int64_t with = bench_now_of(&cpu, idle->nv->qts);
    int64_t without = bench_now_of(&cpu, idle->without);

    g_usleep(IDLE_SECONDS * G_USEC_PER_SEC);
    *ns = (double)(bench_now_of(&cpu, idle->nv->qts) - with) / IDLE_SECONDS;
    *reference_ns = (double)(bench_now_of(&cpu, idle->without) - without) /
                    IDLE_SECONDS;
}

/* Once is enough: it takes so long. */
static void measure_idle(Bench *bench, NVDev *nv)
{
    int repetitions = bench->repetitions;
    Idle both = {
        .nv = nv,
        .without = qtest_init("-L " NV_BENCH_DATA " -display none -vga none"),
    };

    bench->repetitions = 1;
    bench_row(bench, &idle, once_idle, &both);
    bench->repetitions = repetitions;
    qtest_quit(both.without);
}

void bench_waits(Bench *bench)
{
    NVDev *nv = bench_start(bench->model, NULL, NULL);

    nv_init(nv);
    bench_title("Waits");
    if (bench_wants(bench, fence.name)) {
        if (nv_card_is_fermi(bench->model)) {
            measure_fermi(bench, nv);
        } else if (!(bench->model->features & (NV_CARD_NV01 | NV_CARD_NV03))) {
            measure_old(bench, nv);
        }
    }
    if (bench_wants(bench, idle.name)) {
        measure_idle(bench, nv);
    }
    nv_quit(nv);
}
