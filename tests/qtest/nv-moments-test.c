/*
 * Tests of the NVIDIA GPU: migration and snapshots at random moments
 *
 * Two machines run the same hostile guest, whose steps random numbers decide.
 * One is left alone; the other continues in a new process at random moments, or
 * from a snapshot that has just been taken, which is cheaper: between two of
 * the guest's writes, or some time after one, in the middle of commands, of
 * engines' work and of switches.  At each moment the card's whole state must be
 * what it is in the machine that is left alone, and at the end all memory, all
 * registers, the picture and the interrupt line, too.
 *
 * The property "x-repeatable" makes that possible: whatever the guest has
 * confused the card with, the card is confused in the same way each time.
 *
 * NV_MOMENTS in the environment sets the number of moments of each case.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "qobject/qdict.h"
#include "fuzz/nv-hostile.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-state.h"
#include "libnv/nv-test.h"

/* Moments of an ordinary run, in a case */
#define MOMENTS 2

/* Moments of a guest; steps that it takes before the first one, and in all */
#define GUEST_MOMENTS 25
#define GUEST_EARLY 20
#define GUEST_STEPS 200

/* To each moment at which it changes processes, those at which it reloads */
#define RELOADS 9

/* Of so many guests, one has its moments from the beginning on. */
#define EARLY_GUESTS 8

/* Writes from one moment to the next: up to one of these */
static const unsigned spans[] = { 1, 4, 16, 64 };

/* Time that passes before a moment, in ns: up to one of these */
static const int64_t pauses[] = { 0, 1, 100, 5000, 200 * SCALE_US };

/* Work that takes longer has no end. */
#define REST_NS (20 * SCALE_MS)

/**
 * struct Run - a guest's run
 *
 * @nv: its card
 * @moves: its machine changes processes
 * @rand: decides on moments
 * @kinds: decides what happens to the one that @moves
 * @left: moments that are still to come
 * @countdown: writes until the next one
 * @counts: writes count
 * @states: what the card's state was, or is to be, at each moment so far
 * @at: the next moment
 * @lost: something was different
 */
typedef struct Run {
    NVDev *nv;
    bool moves;
    GRand *rand, *kinds;
    unsigned left;
    unsigned countdown;
    bool counts;
    GPtrArray *states;
    unsigned at;
    bool lost;
} Run;

/* The one that is under way */
static Run *run;

static void show(NVHostile *h, unsigned how)
{
    /* At the end; each picture takes as long as a moment. */
}

/* --- Moments ---------------------------------------------------------- */

static void draw_countdown(Run *r)
{
    unsigned span = spans[g_rand_int_range(r->rand, 0, ARRAY_SIZE(spans))];

    r->countdown = g_rand_int_range(r->rand, 1, span + 1);
}

static void compare(Run *r)
{
    g_autoptr(GBytes) now = nv_state_of(r->nv);
    GBytes *want = g_ptr_array_index(r->states, r->at);

    if (!r->lost && !g_bytes_equal(now, want)) {
        nv_state_fail(want, now, r->nv, "moment %u", r->at);
        r->lost = true;
    }
}

/* In the middle of the guest's step */
static void moment(Run *r)
{
    NVDev *nv = r->nv;
    int64_t pause = pauses[g_rand_int_range(r->rand, 0, ARRAY_SIZE(pauses))];

    if (pause) {
        nv->clock = qtest_clock_step(nv->qts,
                                     g_rand_int_range(r->rand, 1, pause + 1));
    }
    if (!r->moves) {
        g_ptr_array_add(r->states, nv_state_of(nv));
    } else if (!r->lost) {
        if (g_rand_int_range(r->kinds, 0, RELOADS + 1)) {
            nv_reload(nv);
        } else {
            nv_migrate(nv);
        }
        compare(r);
    }
    r->at++;
    r->left--;
    draw_countdown(r);
}

static void count_write(NVDev *nv, uint64_t addr, uint32_t val)
{
    Run *r = run;

    qtest_writel(nv->qts, addr, val);
    if (r->counts && !--r->countdown) {
        r->counts = false;
        moment(r);
        r->counts = r->left;
    }
}

/* --- Runs ------------------------------------------------------------- */

/* Everything that can be seen of the machine, when nothing is left to do */
static void finish(NVHostile *h, NVOutcome *o)
{
    NVDev *nv = h->nv;

    nv_hostile_map(h);
    nv->clock = qtest_clock_step(nv->qts, REST_NS);
    nv_outcome(o, nv);
}

/**
 * play: run a guest
 * @target: what it does
 * @seed: of its random numbers
 * @moves: see Run
 * @states: likewise
 * @count: how many moments there are to be
 * @o: what is left of it
 *
 * Returns how many moments there were.
 */
static unsigned play(const NVTarget *target, uint32_t seed, bool moves,
                     GPtrArray *states, unsigned count, NVOutcome *o)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Run r = {
        .moves = moves, .rand = g_rand_new_with_seed(seed + 1),
        .kinds = g_rand_new_with_seed(seed + 2),
        .left = count, .states = states,
    };
    g_autofree char *props = g_strdup_printf(
        "x-repeatable=on,x-engine-latency-ns=%d%s%s",
        seed & 1 ? NV_INPUT_LATENCY_NS : 0, target->props ? "," : "",
        target->props ?: "");
    NVDev *nv = nv_start(nv_card_find(target->card), props,
                         "-rtc base=2000-01-01,clock=vm");
    unsigned begin = g_rand_int_range(r.rand, 0, GUEST_EARLY);
    NVHostile *h;

    run = &r;
    r.nv = nv;
    nv->write = count_write;
    draw_countdown(&r);
    r.counts = !g_rand_int_range(r.rand, 0, EARLY_GUESTS);
    h = nv_hostile_new(target, nv, rand, show);
    for (unsigned i = 0; i < GUEST_STEPS && r.left && !r.lost; i++) {
        r.counts |= i >= begin;
        nv_hostile_step(h);
    }
    nv->write = NULL;
    if (!r.lost) {
        finish(h, o);
    }
    nv_hostile_free(h);
    run = NULL;
    if (r.lost) {
        nv_fail("seed %u", seed);
    }
    g_rand_free(r.rand);
    g_rand_free(r.kinds);
    nv_quit(nv);
    return r.at;
}

/* The seed says which of those that the card can have. */
static NVTarget kind_of(const NVCard *card, uint32_t seed)
{
    /* Bit 0 is the latency's. */
    return nv_target_of(card, seed / 2 % nv_targets_of(card));
}

static void run_guests(NVDev *none, uint32_t seed, unsigned wanted)
{
    for (unsigned done = 0; done < wanted && !g_test_failed(); seed++) {
        g_autoptr(GPtrArray) states =
            g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
        NVTarget target = kind_of(none->card, seed);
        NVOutcome calm = { }, moved = { };
        unsigned count = MIN(wanted - done, GUEST_MOMENTS);

        count = play(&target, seed, false, states, count, &calm);
        play(&target, seed, true, states, count, &moved);
        if (!g_test_failed() && !nv_outcome_equal(&calm, &moved)) {
            nv_fail("seed %u: the end differs", seed);
        }
        nv_outcome_free(&calm);
        nv_outcome_free(&moved);
        done += count;
        g_test_message("seed %u %s moments %u", seed, target.name, count);
    }
}

static void moments(NVDev *none)
{
    run_guests(none, nv_test_number("NV_SEED", 0, g_test_rand_int()),
               nv_test_number("NV_MOMENTS", 1, MOMENTS));
}

/* On NV84, what BAR1 shows is used often, and then is where the card looks. */
static void of_own_bar1(NVDev *none)
{
    run_guests(none, 2318531680, 1);
}

/* --- Cases ------------------------------------------------------------ */

static const NVTest tests[] = {
    { "moments/are-not-noticed", "migration", moments, .early = true,
      .tesla = true, .fermi = true, .no_machine = true },
    { "moments/of-own-bar1", "migration", of_own_bar1, .tesla = true,
      .no_machine = true },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
