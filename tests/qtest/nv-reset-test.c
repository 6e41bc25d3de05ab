/*
 * Tests of the NVIDIA GPU: a reset of the machine resets all of the card
 *
 * A hostile guest confuses the card, and leaves it in the middle of its work.
 * Then the machine is reset, and the card has to be what it is in a machine in
 * which no guest has done anything: every field of its state, but for those
 * that aren't the card's, and every register as it is read.
 *
 * What isn't in the state mustn't have survived, either.  So another guest
 * follows, in this machine and in one that has gone on in a new process since
 * the reset, which has nothing but the state: the end must be the same.
 *
 * What survives: memory, which isn't powered down; so does what registers show
 * of it.  What QEMU counts for its user, and all that its user has set.
 *
 * NV_RESETS in the environment sets the number of guests of each kind.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "hw/nv/bus-regs.h"
#include "fuzz/nv-hostile.h"
#include "libnv/nv-section.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-state.h"
#include "libnv/nv-test.h"

/*
 * Guests of each kind, whose seeds are every third number: bit 0 of a seed says
 * whether methods take time, bit 1 whether the guest scribbles over all
 * registers at the end.
 */
#define GUESTS 2

/* Usually only some of all, which are others on each card */
#define USUALLY 2

/* Steps before the reset, and after it */
#define STEPS 200
#define STEPS_AFTER 40

/* Work that takes longer has no end. */
#define REST_NS (20 * SCALE_MS)

static void show(NVHostile *h, unsigned how)
{
    /* At the end */
}

/* --- State ------------------------------------------------------------ */

/*
 * What QEMU counts for its user, who wants to know what a driver has done,
 * resets or not
 */
static bool survives(const char *name)
{
    return g_str_has_prefix(name, "report/");
}

/* Registers that show memory: PPEEPHOLE's data, which NV50 has in PBUS */
static const uint32_t windows[] = {
    A_NV_PBUS_PEEPHOLE_RW_DATA, A_NV_PPEEPHOLE_RW_DATA,
};

static GString *registers_of(NVDev *nv)
{
    GString *all = nv_registers(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(windows); i++) {
        g_autofree char *line = g_strdup_printf("0x%06x ", windows[i]);
        char *at = strstr(all->str, line);

        if (at) {
            g_string_erase(all, at - all->str, strcspn(at, "\n") + 1);
        }
    }
    return all;
}

static void take(GByteArray *stream, void *opaque)
{
    *(NVSection **)opaque = nv_section_of(stream);
}

static NVDev *start(const NVTarget *target, uint32_t seed)
{
    g_autofree char *props = g_strdup_printf(
        "x-repeatable=on,x-engine-latency-ns=%d%s%s",
        seed & 1 ? NV_INPUT_LATENCY_NS : 0, target->props ? "," : "",
        target->props ?: "");

    return nv_start(nv_card_find(target->card), props,
                    "-rtc base=2000-01-01,clock=vm");
}

/* A machine that has done nothing until the same time, when it was reset */
static NVDev *start_new(const NVTarget *target, uint32_t seed, int64_t clock)
{
    NVDev *nv = start(target, seed);

    nv->clock = qtest_clock_set(nv->qts, clock);
    nv_machine_reset(nv);
    return nv;
}

/* Registers are read last: some change then. */
static void compare_with_new(NVDev *nv, const NVTarget *target, uint32_t seed)
{
    NVDev *other = start_new(target, seed, nv->clock);
    g_autoptr(GByteArray) stream = nv_stream_of(other);
    NVSection *want = nv_section_of(stream), *got = NULL;
    g_autoptr(GString) text = NULL;
    GString *read, *expected;

    g_assert_true(nv_migrate_change(nv, take, &got));
    text = nv_sections_compare(want, got, survives);
    read = registers_of(nv);
    expected = registers_of(other);

    if (text->len) {
        nv_fail("%s guest, seed %u: the reset has left:\n%.2000s",
                target->name, seed, text->str);
    }
    nv_registers_equal(expected, read);
    g_assert_cmpint(nv_intx(nv), ==, nv_intx(other));
    g_string_free(read, true);
    g_string_free(expected, true);
    nv_section_free(got);
    nv_section_free(want);
    nv_quit(other);
}

/* --- Guests ----------------------------------------------------------- */

static void guest(NVDev *nv, const NVTarget *target, uint32_t seed,
                  unsigned steps, bool scribbles)
{
    GRand *rand = g_rand_new_with_seed(seed);
    NVHostile *h = nv_hostile_new(target, nv, rand, show);

    for (unsigned i = 0; i < steps; i++) {
        nv_hostile_step(h);
    }
    nv_hostile_map(h);
    if (scribbles) {
        nv_hostile_scribble(nv, rand);
    }
    /* It says what time it is. */
    nv->clock = qtest_clock_step(nv->qts, 1);
    nv_hostile_free(h);
    g_rand_free(rand);
}

/* @moves: to a new process, after the reset */
static void play(const NVTarget *target, uint32_t seed, bool moves,
                 NVOutcome *o)
{
    NVDev *nv = start(target, seed);

    guest(nv, target, seed, STEPS, seed & 2);
    nv_machine_reset(nv);
    if (moves) {
        compare_with_new(nv, target, seed);
    } else {
        g_string_free(registers_of(nv), true);
    }
    guest(nv, target, seed + 1, STEPS_AFTER, false);
    nv->clock = qtest_clock_step(nv->qts, REST_NS);
    nv_outcome(o, nv);
    nv_quit(nv);
}

/* The devices' part of a stream has the card's section, too. */
static void tell_difference(const NVOutcome *want, const NVOutcome *got)
{
    g_autoptr(GByteArray) a = g_bytes_unref_to_array(
        g_bytes_ref(want->devices));
    g_autoptr(GByteArray) b = g_bytes_unref_to_array(
        g_bytes_ref(got->devices));
    NVSection *wanted = nv_section_of(a), *found = nv_section_of(b);
    g_autoptr(GString) text = nv_sections_compare(wanted, found, survives);

    nv_fail("%.2000s", text->str);
    nv_section_free(wanted);
    nv_section_free(found);
}

static void resets(NVDev *none)
{
    uint32_t first = nv_test_number("NV_SEED", 0, 0);
    unsigned kinds = nv_targets_of(none->card);
    unsigned all = nv_test_number("NV_RESETS", 1, GUESTS) * kinds;
    unsigned some = g_getenv("NV_RESETS") ? all
                                          : nv_test_rounds(NULL, all, USUALLY);

    for (unsigned n = 0; n < some && !g_test_failed(); n++) {
        unsigned i = nv_test_variant(none->card, n, all);
        NVTarget target = nv_target_of(none->card, i % kinds);
        uint32_t seed = first + i / kinds * 3;
        NVOutcome stayed = { }, moved = { };

        play(&target, seed, true, &moved);
        play(&target, seed, false, &stayed);
        if (!g_test_failed() && !nv_outcome_equal(&moved, &stayed)) {
            nv_fail("%s guest, seed %u: the reset has left more than the "
                    "state", target.name, seed);
            tell_difference(&moved, &stayed);
        }
        nv_outcome_free(&stayed);
        nv_outcome_free(&moved);
    }
}

/* --- Cases ------------------------------------------------------------ */

/* One of each generation whose PFIFO, engines, memory or display differ */
static bool stands_for_others(const NVCard *card)
{
    static const char *const names[] = {
        "nv01", "nv03", "nv04", "nv15", "nv34", "nv44", "nv50", "nv84", "nva3",
        "nvc1", "nvd9",
    };

    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        if (g_str_equal(card->name, names[i])) {
            return true;
        }
    }
    return false;
}

static const NVTest tests[] = {
    { "reset/leaves-a-new-card", "reset", resets, .applies = stands_for_others,
      .early = true, .tesla = true, .fermi = true, .no_machine = true },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
