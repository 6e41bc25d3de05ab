/*
 * Tests of the NVIDIA GPU: a load that is disturbed at random moments
 *
 * Two machines run the same load.  One is left alone; the other migrates, goes
 * back to a snapshot, is examined and takes screen dumps at random moments,
 * most of them in the middle of a copy.  At the end both must have the same
 * memory.
 *
 * NV_STORM in the environment sets the number of disturbances.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-report.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHANNELS 3
#define FIRST_CHID 4

/* The longest time that the driver does nothing, in ns */
#define PAUSE_NS 20000

/* By then, a waiting channel has retried its semaphore. */
#define AGAIN_NS (10 * 1000 * 1000)

/* Disturbances of an ordinary run */
#define DISTURBANCES 4

/* As much as a pushbuffer has room for */
#define ROUNDS_MAX 40

/* What is copied, and how often: it takes many of the card's slices. */
#define COPY_BYTES (64 * KiB)
#define COPY_LINES 0x7ff
#define COPIES 8

/**
 * struct Copier - a channel that copies, whichever kind the card has
 *
 * @either: the channel
 * @m: before NVC0; its destination is its source, too
 * @fermi, @buf: from NVC0 on
 */
typedef struct Copier {
    NVEither either;
    NVM2MF m;
    NVFermiChan *fermi;
    NVFermiBuf buf;
} Copier;

/**
 * struct Channel - one that waits, and sets references
 *
 * @either: the channel
 * @ref: the reference that it has been given last
 * @sem, @va: its semaphore, and the address by which it knows it
 * @turn: the value that it has been told to wait for last
 * @waits: the semaphore hasn't got it yet
 */
typedef struct Channel {
    NVEither either;
    uint32_t ref;
    NVEitherSemaphore sem;
    uint64_t va;
    uint32_t turn;
    bool waits;
} Channel;

typedef struct Load {
    NVDev *nv;
    GRand *rand;
    Channel chans[CHANNELS];
    Copier copier;
} Load;

/* --- Copies ----------------------------------------------------------- */

#define M2MF_SUBC 4

static void copier_new(Copier *c, NVDev *nv)
{
    uint8_t bytes[COPY_BYTES];

    for (unsigned i = 0; i < sizeof(bytes); i++) {
        bytes[i] = i * 0x9e3779b1u >> 24;
    }
    if (!nv_is_fermi(nv)) {
        nv_m2mf_new(&c->m, nv, NV_IN_VRAM, NV_IN_RAM, COPY_BYTES);
        nv_buf_write(c->m.out, 0, bytes, sizeof(bytes));
        nv_push_inc(c->m.chan, NV_M2MF_SUBC, NV_M2MF_DMA_BUFFER_IN,
                    NV_M2MF_HANDLE_OUT, NV_M2MF_HANDLE_OUT);
        nv_run(c->m.chan);
        c->either = (NVEither) { .nv = nv, .chan = c->m.chan };
        return;
    }
    c->fermi = nv_fermi_graph_new(nv, 1);
    c->either = (NVEither) { .nv = nv, .fermi = c->fermi };
    c->buf = nv_fermi_buf(c->fermi, false, COPY_BYTES);
    nv_fermi_buf_write(&c->buf, bytes);
    nv_fermi_object(c->fermi, M2MF_SUBC, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_run(c->fermi);
}

static void copier_push(Load *l)
{
    Copier *c = &l->copier;
    NVM2MFCopy copy = nv_m2mf_moving(l->rand, COPY_LINES);

    if (!c->fermi) {
        nv_m2mf_push(&c->m, &copy);
    } else {
        nv_fermi_push_copy(c->fermi, M2MF_SUBC, c->buf.va + copy.in.offset,
                           c->buf.va + copy.out.offset, copy.in.pitch,
                           copy.length, copy.lines);
    }
    nv_either_kick(&c->either);
}

/*
 * GET at PUT doesn't say that CACHE1 is empty.  A reference is set behind all
 * copies: before NVC0 the last command is a NOP, which PGRAPH takes when it has
 * copied, later it waits for the engine.
 */
static void copier_finish(Copier *c)
{
    nv_either_run_ref(&c->either, 1);
}

static void copier_read(Copier *c, uint8_t *bytes)
{
    if (c->fermi) {
        nv_fermi_buf_read(&c->buf, bytes);
    } else {
        nv_buf_read(c->m.out, 0, bytes, COPY_BYTES);
    }
}

static void copier_free(Copier *c)
{
    if (c->fermi) {
        nv_fermi_channel_fini(c->fermi);
        nv_fermi_channel_free(c->fermi);
    } else {
        nv_m2mf_free(&c->m);
    }
}

/* --- The load --------------------------------------------------------- */

static void load_new(Load *l, const NVCard *card, uint32_t seed)
{
    l->nv = nv_start(card, card->features & (NV_CARD_NV50 | NV_CARD_NVC0)
                     ? "vram=64M" : "vram=16M", NULL);
    l->rand = g_rand_new_with_seed(seed);
    nv_init(l->nv);
    copier_new(&l->copier, l->nv);
    for (unsigned i = 0; i < CHANNELS; i++) {
        Channel *c = &l->chans[i];

        c->either = nv_either_new(l->nv, FIRST_CHID + i);
        if (nv_has_semaphores(card)) {
            c->va = nv_either_acquire(&c->either, 0, 0, &c->sem);
        }
        c->ref = 1;
        nv_either_run_ref(&c->either, c->ref);
    }
}

/* The driver does something, or time passes. */
static void load_go_on(Load *l)
{
    Channel *c = &l->chans[g_rand_int_range(l->rand, 0, CHANNELS)];

    switch (g_rand_int_range(l->rand, 0, 3)) {
    case 0:
        nv_either_ref(&c->either, ++c->ref);
        nv_either_kick(&c->either);
        break;
    case 1:
        if (nv_has_semaphores(l->nv->card) && !c->waits) {
            /* It must have seen the last value before there is another. */
            nv_clock_step(l->nv, AGAIN_NS);
            nv_poll(nv_either_user_ref(&c->either) == c->ref);
            nv_either_acquire_again(&c->either, c->va, ++c->turn);
            nv_either_ref(&c->either, ++c->ref);
            nv_either_kick(&c->either);
            c->waits = true;
        }
        break;
    case 2:
        if (c->waits) {
            nv_either_set_semaphore(&c->either, &c->sem, c->turn);
            c->waits = false;
        }
        break;
    }
    nv_clock_step(l->nv, g_rand_int_range(l->rand, 1, PAUSE_NS));
}

static void load_finish(Load *l)
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        Channel *c = &l->chans[i];

        if (c->waits) {
            nv_either_set_semaphore(&c->either, &c->sem, c->turn);
        }
        nv_clock_step(l->nv, AGAIN_NS);
        nv_poll(nv_either_user_ref(&c->either) == c->ref);
    }
    copier_finish(&l->copier);
    nv_clock_step(l->nv, AGAIN_NS);
    nv_handle_all(l->nv);
}

static void load_free(Load *l)
{
    copier_free(&l->copier);
    for (unsigned i = 0; i < CHANNELS; i++) {
        nv_either_free(&l->chans[i].either);
        if (nv_has_semaphores(l->nv->card)) {
            nv_either_free_semaphore(&l->chans[i].sem);
        }
    }
    g_rand_free(l->rand);
    nv_quit(l->nv);
}

/* --- Disturbances ----------------------------------------------------- */

static void leave(Load *l, GRand *rand)
{
    nv_migrate(l->nv);
}

/* Everything done meanwhile is undone. */
static void go_back(Load *l, GRand *rand)
{
    nv_savevm(l->nv);
    nv_cont(l->nv);
    nv_clock_step(l->nv, g_rand_int_range(rand, 1, PAUSE_NS));
    nv_stop(l->nv);
    nv_loadvm(l->nv);
}

static void look(Load *l, GRand *rand)
{
    g_autofree char *file = g_build_filename(l->nv->dir, "screen", NULL);

    g_free(nv_report_text(l->nv));
    g_free(nv_statistics_text(l->nv));
    nv_screen_dump(l->nv, file);
}

/* The machine is stopped in the middle of a copy. */
static void disturb(Load *l, GRand *rand)
{
    static const struct {
        const char *name;
        void (*run)(Load *l, GRand *rand);
    } ways[] = {
        { "migrates", leave }, { "migrates", leave }, { "goes back", go_back },
        { "is examined", look },
    };
    int times = g_rand_int_range(rand, 0, 4), way;

    for (int i = 0; i < times; i++) {
        nv_cont_a_little(l->nv);
    }
    way = g_rand_int_range(rand, 0, ARRAY_SIZE(ways));
    g_test_message("it goes on %d times, and %s", times, ways[way].name);
    ways[way].run(l, rand);
}

/* --- Comparing -------------------------------------------------------- */

typedef struct Outcome {
    uint32_t refs[CHANNELS];
    uint32_t semaphores[CHANNELS];
    uint8_t copied[COPY_BYTES];
    uint32_t intr;
} Outcome;

/* @disturbances at random moments among the rounds, chosen by @rand */
static void play(Outcome *o, const NVCard *card, uint32_t seed,
                 unsigned rounds, unsigned disturbances, GRand *rand)
{
    Load l = { };

    load_new(&l, card, seed);
    for (unsigned i = 0; i < rounds; i++) {
        bool disturbed = disturbances &&
            (unsigned)g_rand_int_range(rand, 0, rounds - i) < disturbances;

        load_go_on(&l);
        if (disturbed) {
            nv_stop(l.nv);
        }
        for (unsigned n = 0; n < COPIES; n++) {
            copier_push(&l);
        }
        if (disturbed) {
            disturb(&l, rand);
            nv_cont(l.nv);
            disturbances--;
        }
    }
    load_finish(&l);
    for (unsigned i = 0; i < CHANNELS; i++) {
        o->refs[i] = nv_either_user_ref(&l.chans[i].either);
        if (nv_has_semaphores(card)) {
            o->semaphores[i] = nv_either_semaphore(&l.chans[i].either,
                                                   &l.chans[i].sem);
        }
    }
    copier_read(&l.copier, o->copied);
    o->intr = nv_rd32(l.nv, A_NV_PMC_INTR);
    load_free(&l);
}

/* Where they differ may tell whether a copy is missing, or a page. */
static void assert_same_memory(const Outcome *calm, const Outcome *stormy)
{
    unsigned count = 0, first = 0, last = 0;

    for (unsigned i = 0; i < COPY_BYTES; i++) {
        if (calm->copied[i] != stormy->copied[i]) {
            first = count ? first : i;
            last = i;
            count++;
        }
    }
    if (count) {
        nv_fail("%u bytes differ, from %x to %x", count, first, last);
    }
}

static void storm(NVDev *nv)
{
    g_autofree Outcome *calm = g_new(Outcome, 1);
    g_autofree Outcome *stormy = g_new(Outcome, 1);
    unsigned left = nv_test_number("NV_STORM", 1, DISTURBANCES);

    while (left) {
        uint32_t seed = g_test_rand_int();
        unsigned rounds = g_test_rand_int_range(10, ROUNDS_MAX);
        unsigned some = MIN(left, MAX(DISTURBANCES, rounds / 2));
        g_autoptr(GRand) rand = g_rand_new_with_seed(seed + 1);

        g_test_message("seed %u rounds %u disturbances %u", seed, rounds,
                       some);
        memset(calm, 0, sizeof(*calm));
        memset(stormy, 0, sizeof(*stormy));
        play(calm, nv->card, seed, rounds, 0, NULL);
        play(stormy, nv->card, seed, rounds, some, rand);
        for (unsigned i = 0; i < CHANNELS; i++) {
            g_assert_cmpuint(calm->refs[i], ==, stormy->refs[i]);
            g_assert_cmpuint(calm->semaphores[i], ==, stormy->semaphores[i]);
        }
        assert_same_memory(calm, stormy);
        nv_assert_hex(stormy->intr, calm->intr);
        left -= some;
    }
}

static const NVTest tests[] = {
    { "storm/disturbed-load", "migration", storm, .applies = nv_sets_references,
      .tesla = true, .fermi = true, .no_machine = true, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
