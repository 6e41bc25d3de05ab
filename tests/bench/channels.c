/*
 * NVIDIA GPU: what it costs that the benchmark's card has several channels
 *
 * One has to wait for a semaphore, has nothing more to do, or has used up its
 * timeslice: then it is another one's turn, of few channels or many.  On cards
 * from NVC0 on two or three channels are in PBDMAs of their own, and needn't
 * take turns.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-driver.h"
#include "../qtest/libnv/nv-either.h"
#include "../qtest/libnv/nv-semaphore.h"
#include "../qtest/libnv/nv-snapshot.h"
#include "bench.h"
#include "fence.h"

#define CHANNELS 128

/* What is measured at once, of all channels */
#define DOORBELLS 256
#define HANDOFFS 1024
#define ACQUIRES 1024
#define BESIDE_DOORBELLS 64

/* The longest time from one retry of an acquire to the next */
#define RETRY_NS 1000000
#define RETRIES 100

/* In words: shorter than a row of the commands that are measured, and longer */
#define SHORT_SLICE 63
#define LONG_SLICE 0xffff
#define SLICE_WORDS (NV_PUSH_SIZE / 4 - 64)

/* The same for TIMESLICE of a PBDMA: a count, a shift, and that it is on */
#define SHORT_TIMESLICE 0x1000003f
#define LONG_TIMESLICE 0x1000f0ff

/* A semaphore in a buffer */
#define SEMAPHORE 0x10

/**
 * struct Channels - channels that share a semaphore
 *
 * @bench: the benchmark
 * @nv: the card
 * @all, @count: the channels
 * @sem: the semaphore
 * @va: its page's virtual address from NVC0 on, in each channel
 * @val: its value
 * @backwards: a channel waits for the one behind it
 */
typedef struct Channels {
    Bench *bench;
    NVDev *nv;
    NVEither all[CHANNELS];
    unsigned count;
    NVEitherSemaphore sem;
    uint64_t va;
    uint32_t val;
    bool backwards;
} Channels;

/* Channel 0 is PIO's on NV50. */
static unsigned first_channel(const NVCard *card)
{
    return card->features & NV_CARD_NV50 ? 1 : 0;
}

/* --- Channels ----------------------------------------------------------- */

/* Have what was submitted executed; continue at the pushbuffer's beginning. */
static void rewind_channel(NVEither *e)
{
    if (e->fermi) {
        if (e->fermi->kicked) {
            nv_fermi_wait(e->fermi);
        }
        e->fermi->cur = e->fermi->kicked = 0;
    } else {
        nv_wait(e->chan);
        if (e->chan->cur) {
            nv_push_jump(e->chan, 0);
            nv_run(e->chan);
        }
    }
}

static void rewind_all(Channels *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        rewind_channel(&c->all[i]);
    }
}

static void set_semaphore(Channels *c, uint32_t val)
{
    c->val = val;
    nv_either_set_semaphore(&c->all[0], &c->sem, val);
}

/* Methods up to NVA8 that name the semaphore; later ones name it each time. */
static void use_semaphore(Channels *c, NVEither *e)
{
    if (e->fermi) {
        if (!c->sem.ram) {
            c->va = nv_fermi_ram(e->fermi, 0x1000, &c->sem.ram);
        } else {
            nv_fermi_map(c->nv, e->fermi->pd, c->va, c->sem.ram, 0x1000,
                         NV_FERMI_RAM);
        }
        return;
    }
    if (!c->sem.buf) {
        c->sem.buf = nv_semaphore_new(e->chan, NV_IN_RAM);
    } else {
        nv_semaphore_use(e->chan, c->sem.buf);
    }
    nv_push_inc(e->chan, 0, NV_MTHD_SEMAPHORE_OFFSET, SEMAPHORE);
    nv_run(e->chan);
}

static Channels *channels_new(Bench *bench, unsigned count)
{
    Channels *c = g_new0(Channels, 1);
    unsigned first = first_channel(bench->model);

    c->bench = bench;
    c->count = count;
    c->nv = bench_start(bench->model, NULL, NULL);
    nv_init(c->nv);
    for (unsigned i = 0; i < count; i++) {
        NVEither *e = &c->all[i];

        *e = (NVEither) { .nv = c->nv, .chid = first + i };
        if (nv_is_fermi(c->nv)) {
            e->fermi = nv_fermi_channel_new(c->nv, e->chid);
        } else {
            e->chan = nv_chan_new(c->nv, e->chid, NV_IN_RAM);
        }
        if (nv_has_semaphores(bench->model)) {
            use_semaphore(c, e);
        }
    }
    rewind_all(c);
    return c;
}

static void channels_free(Channels *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        nv_either_free(&c->all[i]);
    }
    nv_either_free_semaphore(&c->sem);
    nv_quit(c->nv);
    g_free(c);
}

static void push_acquire(Channels *c, NVEither *e, uint32_t want)
{
    if (e->fermi) {
        nv_fermi_semaphore(e->fermi, c->va + SEMAPHORE, want, NV_SEM_ACQUIRE);
    } else {
        nv_push_inc(e->chan, 0, NV_MTHD_SEMAPHORE_ACQUIRE, want);
    }
}

static void push_release(Channels *c, NVEither *e, uint32_t val)
{
    if (e->fermi) {
        nv_fermi_semaphore(e->fermi, c->va + SEMAPHORE, val,
                           NV_SEM_RELEASE | NV_SEM_SIZE_4);
    } else {
        nv_push_inc(e->chan, 0, NV_MTHD_SEMAPHORE_RELEASE, val);
    }
}

static void await_semaphore(Channels *c, uint32_t val)
{
    while (nv_either_semaphore(&c->all[0], &c->sem) != val) {
        g_usleep(100);
    }
    c->val = val;
}

/* --- A wait that hands the turn on -------------------------------------- */

/* The channel that waits for the semaphore's value @turn */
static NVEither *channel_of(Channels *c, uint32_t turn)
{
    unsigned i = turn % c->count;

    return &c->all[c->backwards ? c->count - 1 - i : i];
}

/* Hand the semaphore on so many times: each waits until it has its turn. */
static int64_t time_handoffs(Channels *c, unsigned handoffs)
{
    unsigned turns = MIN(handoffs, c->count);
    int64_t start;

    set_semaphore(c, 0);
    for (unsigned i = 0; i < handoffs; i++) {
        push_acquire(c, channel_of(c, i), i);
        push_release(c, channel_of(c, i), i + 1);
    }
    for (unsigned i = 1; i < turns; i++) {
        nv_either_kick(channel_of(c, i));
    }
    start = bench_now(c->bench, c->nv);
    nv_either_kick(channel_of(c, 0));
    await_semaphore(c, handoffs);
    return bench_now(c->bench, c->nv) - start;
}

/* Less the time for a single one, which is that of a submission */
static void once_handoff(void *opaque, double *ns, double *reference_ns)
{
    Channels *c = opaque;
    unsigned handoffs = HANDOFFS / c->count * c->count;
    int64_t all = time_handoffs(c, handoffs), one;

    rewind_all(c);
    one = time_handoffs(c, 1);
    rewind_channel(channel_of(c, 0));
    *ns = (double)(all - one) / (handoffs - 1);
}

/* --- A wait that succeeds ----------------------------------------------- */

static void once_acquire(void *opaque, double *ns, double *reference_ns)
{
    Channels *c = opaque;
    NVEither *e = &c->all[0];
    int64_t start;

    set_semaphore(c, 1);
    for (unsigned i = 0; i < ACQUIRES; i++) {
        push_acquire(c, e, 1);
    }
    push_release(c, e, 2);
    start = bench_now(c->bench, c->nv);
    nv_either_kick(e);
    await_semaphore(c, 2);
    *ns = (double)(bench_now(c->bench, c->nv) - start) / ACQUIRES;
    rewind_channel(e);
}

/* --- Waits for the CPU -------------------------------------------------- */

static void all_wait(Channels *c)
{
    set_semaphore(c, 0);
    for (unsigned i = 0; i < c->count; i++) {
        push_acquire(c, &c->all[i], 1);
        nv_either_kick(&c->all[i]);
    }
}

static void none_waits(Channels *c)
{
    set_semaphore(c, 1);
    nv_clock_step(c->nv, RETRY_NS);
    rewind_all(c);
}

static int64_t time_retries(Channels *c)
{
    int64_t start = bench_now(c->bench, c->nv);

    for (unsigned i = 0; i < RETRIES; i++) {
        nv_clock_step(c->nv, RETRY_NS);
    }
    return bench_now(c->bench, c->nv) - start;
}

/*
 * PFIFO doesn't see that the CPU writes memory.  It tries again after 10 us,
 * and then after longer and longer times up to a millisecond, or when there is
 * a doorbell.  So this is what a thousandth of a second of waiting costs.
 */
static void once_retry(void *opaque, double *ns, double *reference_ns)
{
    Channels *c = opaque;
    int64_t idle = time_retries(c);

    all_wait(c);
    /* Until retries are as rare as they get */
    time_retries(c);
    *ns = (double)(time_retries(c) - idle) / RETRIES;
    none_waits(c);
}

/* --- Timeslices --------------------------------------------------------- */

static void set_timeslice(Channels *c, bool is_short)
{
    if (!nv_is_fermi(c->nv)) {
        nv_timeslice(c->nv, 0x01000000 | (is_short ? SHORT_SLICE
                                                   : LONG_SLICE));
        return;
    }
    for (unsigned i = 0; i < c->count; i++) {
        nv_fermi_preempt(c->nv, c->all[i].chid);
        nv_phys_wr32(c->nv, c->all[i].fermi->block + A_NV_PBDMA_TIMESLICE,
                     is_short ? SHORT_TIMESLICE : LONG_TIMESLICE);
    }
}

/* Commands of a word without an effect */
static void push_slices(Channels *c)
{
    g_autofree uint32_t *words = g_new0(uint32_t, SLICE_WORDS);

    if (nv_is_fermi(c->nv)) {
        for (unsigned i = 0; i < SLICE_WORDS; i++) {
            words[i] = NV_FERMI_IMMD(0, NV_MTHD_REF_CNT, 1);
        }
    }
    for (unsigned i = 0; i < c->count; i++) {
        if (nv_is_fermi(c->nv)) {
            nv_fermi_push_words(c->all[i].fermi, words, SLICE_WORDS);
        } else {
            nv_push_words(c->all[i].chan, words, SLICE_WORDS);
        }
    }
}

/* CPU time, as it is spread over many slices; all begin at the same time. */
static int64_t time_slices(Channels *c, bool is_short, uint64_t *switches)
{
    const Bench cpu = { .cpu_time = true };
    uint64_t before;
    int64_t start;

    set_timeslice(c, is_short);
    push_slices(c);
    before = nv_statistic(c->nv, "switches");
    nv_stop(c->nv);
    for (unsigned i = 0; i < c->count; i++) {
        nv_either_kick(&c->all[i]);
    }
    start = bench_now(&cpu, c->nv);
    nv_cont(c->nv);
    for (unsigned i = 0; i < c->count; i++) {
        nv_either_wait(&c->all[i]);
    }
    start = bench_now(&cpu, c->nv) - start;
    *switches = nv_statistic(c->nv, "switches") - before;
    rewind_all(c);
    return start;
}

static void once_slice(void *opaque, double *ns, double *reference_ns)
{
    Channels *c = opaque;
    uint64_t more, fewer;
    int64_t many = time_slices(c, true, &more);
    int64_t few = time_slices(c, false, &fewer);

    if (more <= fewer) {
        g_error("no switches but those without timeslices");
    }
    *ns = (double)(many - few) / (more - fewer);
}

/* --- Empty channels ----------------------------------------------------- */

/**
 * struct Doorbells - channels that have a doorbell each
 *
 * @fences, @count: these
 */
typedef struct Doorbells {
    Fence *fences[CHANNELS];
    unsigned count;
} Doorbells;

static void once_doorbells(void *opaque, double *ns, double *reference_ns)
{
    Doorbells *d = opaque;
    unsigned each = DOORBELLS / d->count;

    *ns = fence_time(d->fences, d->count, each);
}

static void measure_doorbells(Bench *bench, unsigned count)
{
    g_autofree char *name = g_strdup_printf("doorbells-%u", count);
    g_autofree char *text = g_strdup_printf("a doorbell of each in turn, %u "
                                             "channel%s", count,
                                             count > 1 ? "s" : "");
    const Row row = { .name = name, .text = text };
    Doorbells d = { .count = count };
    unsigned first = first_channel(bench->model);
    NVDev *nv;

    if (!fence_has(bench->model) || !bench_wants(bench, name)) {
        return;
    }
    nv = bench_start(bench->model, NULL, NULL);
    nv_init(nv);
    for (unsigned i = 0; i < count; i++) {
        d.fences[i] = fence_new(bench, nv, first + i);
    }
    bench_row(bench, &row, once_doorbells, &d);
    for (unsigned i = 0; i < count; i++) {
        fence_free(d.fences[i]);
    }
    nv_quit(nv);
}

/* --- A doorbell while others wait --------------------------------------- */

/**
 * struct Beside - a channel that has doorbells, and others, which wait
 *
 * @others: these
 * @fence: the channel
 */
typedef struct Beside {
    Channels *others;
    Fence *fence;
} Beside;

/* Each doorbell has PFIFO try again whatever waits. */
static void once_beside(void *opaque, double *ns, double *reference_ns)
{
    Beside *b = opaque;

    all_wait(b->others);
    *ns = fence_time(&b->fence, 1, BESIDE_DOORBELLS);
    none_waits(b->others);
    *reference_ns = fence_time(&b->fence, 1, BESIDE_DOORBELLS);
}

static void measure_beside(Bench *bench, unsigned count)
{
    g_autofree char *name = g_strdup_printf("beside-%u", count - 1);
    g_autofree char *text = g_strdup_printf("a doorbell, %u other%s waiting",
                                             count - 1, count > 2 ? "s" : "");
    const Row row = { .name = name, .text = text, .than = "none waits" };
    Beside b;

    if (!bench_wants(bench, name)) {
        return;
    }
    b.others = channels_new(bench, count - 1);
    b.fence = fence_new(bench, b.others->nv,
                        first_channel(bench->model) + count - 1);
    bench_row(bench, &row, once_beside, &b);
    fence_free(b.fence);
    channels_free(b.others);
}

/* --- All of them -------------------------------------------------------- */

static void measure(Bench *bench, const char *what, const char *text,
                    unsigned count, RowOnce *once, bool backwards)
{
    g_autofree char *name = g_strdup_printf("%s-%u", what, count);
    g_autofree char *full = g_strdup_printf("%s, %u channel%s", text, count,
                                             count > 1 ? "s" : "");
    const Row row = { .name = name, .text = full };
    Channels *c;

    if (!bench_wants(bench, name)) {
        return;
    }
    c = channels_new(bench, count);
    c->backwards = backwards;
    bench_row_difference(bench, &row, once, c);
    channels_free(c);
}

void bench_channels(Bench *bench)
{
    static const unsigned counts[] = { 1, 2, 8, 31, 127 };
    const NVCard *card = bench->model;

    if (!fence_channels(card)) {
        return;
    }
    bench_title("Channels");
    if (nv_has_semaphores(card)) {
        measure(bench, "acquire", "an acquire of what is there", 1,
                once_acquire, false);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(counts); i++) {
        unsigned n = counts[i];

        if (n > fence_channels(card)) {
            continue;
        }
        if (nv_has_semaphores(card)) {
            measure(bench, "retry", "a failed retry of an acquire", n,
                    once_retry, false);
        }
        if (n > 1 && nv_has_semaphores(card)) {
            measure(bench, "handoff", "a semaphore handed on", n,
                    once_handoff, false);
            measure(bench, "handoff-back", "... to the one before", n,
                    once_handoff, true);
            measure_beside(bench, n);
        }
        if (n > MAX(1, card->pbdmas)) {
            measure(bench, "slice", "the end of a timeslice", n, once_slice,
                    false);
        }
        measure_doorbells(bench, n);
    }
}
