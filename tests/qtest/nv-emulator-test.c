/*
 * Tests of the NVIDIA GPU: an emulator that cases share is as new for each
 *
 * A hostile guest confuses the card and fills memory, and a user sets whatever
 * there is to be set.  What the next case gets is compared with an emulator
 * that has done nothing: all memory, every field of the card's state, every
 * register, and what a user sees.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qobject/qdict.h"
#include "fuzz/nv-hostile.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-report.h"
#include "libnv/nv-section.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-state.h"
#include "libnv/nv-test.h"

/* Steps of a guest: enough to use most units */
#define STEPS 200

/* A page in this many bytes of memory is written. */
#define STRIDE (1 * MiB + 12 * KiB)

static void show(NVHostile *h, unsigned how)
{
    /* What is seen of it doesn't matter. */
}

static bool cases_share(void)
{
    return !g_getenv("NV_FRESH");
}

static NVDev *start(NVDev *none)
{
    return nv_start(none->card, nv_little_vram(none->card), NULL);
}

/* The same machine, put back, unless each case has its own */
static NVDev *start_again(NVDev *none, pid_t before)
{
    NVDev *nv = start(none);

    if (cases_share()) {
        g_assert_cmpint(qtest_pid(nv->qts), ==, before);
    }
    return nv;
}

static pid_t quit(NVDev *nv)
{
    pid_t pid = qtest_pid(nv->qts);

    nv_quit(nv);
    return pid;
}

/* --- The machine ------------------------------------------------------ */

static void guest(NVDev *nv, const NVTarget *target, uint32_t seed)
{
    GRand *rand = g_rand_new_with_seed(seed);
    NVHostile *h = nv_hostile_new(target, nv, rand, show);

    for (unsigned i = 0; i < STEPS; i++) {
        nv_hostile_step(h);
    }
    nv_hostile_map(h);
    nv_hostile_free(h);
    g_rand_free(rand);
}

/* NV01's, and a window on later cards' memory, which may be anywhere */
static void fill_memory(NVDev *nv)
{
    uint64_t window = MIN(nv->vram, 16 * MiB);

    for (uint64_t at = 0; at < window; at += STRIDE) {
        nv_vram_wr32(nv, at, 0xdeadbeef);
    }
    for (uint64_t at = 1 * MiB; at < nv_ram_size; at += STRIDE) {
        qtest_writel(nv->qts, at, 0xdeadbeef);
    }
}

/* A machine that has done nothing until then */
static NVDev *start_new(NVDev *none, int64_t clock)
{
    NVDev *nv = nv_start_own(none->card, nv_little_vram(none->card), NULL);

    nv->clock = qtest_clock_set(nv->qts, clock);
    nv_machine_reset(nv);
    return nv;
}

static NVSection *section(GBytes *devices)
{
    g_autoptr(GByteArray) stream = g_bytes_unref_to_array(devices);

    return nv_section_of(stream);
}

static bool nothing_survives(const char *name)
{
    return false;
}

static void compare(NVDev *want, NVDev *got, const char *guest)
{
    GString *expected = nv_registers(want), *read = nv_registers(got);
    GBytes *memory[2], *devices[2];
    NVSection *sections[2];
    g_autoptr(GString) text = NULL;

    nv_registers_equal(expected, read);
    g_assert_cmpint(nv_intx(want), ==, nv_intx(got));
    nv_memory(want, &memory[0], &devices[0]);
    nv_memory(got, &memory[1], &devices[1]);
    if (!g_bytes_equal(memory[0], memory[1])) {
        nv_fail("after a %s guest memory isn't as new", guest);
    }
    for (unsigned i = 0; i < 2; i++) {
        sections[i] = section(devices[i]);
        g_bytes_unref(memory[i]);
    }
    text = nv_sections_compare(sections[0], sections[1], nothing_survives);
    if (text->len) {
        nv_fail("a %s guest has left:\n%.2000s", guest, text->str);
    }
    for (unsigned i = 0; i < 2; i++) {
        nv_section_free(sections[i]);
    }
    g_string_free(expected, true);
    g_string_free(read, true);
}

static void machine_is_as_new(NVDev *none)
{
    unsigned kinds = nv_targets_of(none->card);
    unsigned count = nv_test_rounds(NULL, kinds, 1);

    for (unsigned n = 0; n < count && !g_test_failed(); n++) {
        unsigned i = nv_test_variant(none->card, n, kinds);
        NVTarget target = nv_target_of(none->card, i);
        NVDev *nv = start(none), *other;
        pid_t pid;

        guest(nv, &target, i);
        fill_memory(nv);
        pid = quit(nv);
        nv = start_again(none, pid);
        other = start_new(none, nv->clock);
        compare(other, nv, target.name);
        nv_quit(other);
        nv_quit(nv);
    }
}

/* --- What users set and see ------------------------------------------- */

static void set_checker(NVDev *nv)
{
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'qom-set', 'arguments': "
                             "{ 'path': '/machine/peripheral/gpu', "
                             "'property': 'checker', 'value': true } }");
}

/* Everything that a reset leaves */
static void use(NVDev *nv)
{
    g_autofree char *file = g_build_filename(nv->dir, "mine", NULL);

    g_assert_true(g_file_set_contents(file, "mine", -1, NULL));
    set_checker(nv);
    nv_break(nv, "1 mmio-write bar=0 address=0x144 stop=none",
             "2 mmio-write bar=0 address=0x140");
    nv_inject(nv, "interrupt-lost");
    nv_trace(nv, "nv_mmio_*", true);
    /* It stops the card, and is an event. */
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    nv_rd32(nv, 0x007400);
}

static void nothing_is_set(NVDev *nv, NVDev *other)
{
    static char *(*const texts[])(NVDev *) = {
        nv_report_text, nv_statistics_text, nv_findings_text,
    };
    g_autofree char *file = g_build_filename(nv->dir, "mine", NULL);
    g_autofree char *log = NULL;

    for (unsigned i = 0; i < ARRAY_SIZE(texts); i++) {
        g_autofree char *want = texts[i](other);
        g_autofree char *got = texts[i](nv);

        g_assert_cmpstr(got, ==, want);
    }
    g_assert_cmpuint(nv_debug_count(nv, "breakpoints"), ==, 0);
    g_assert_cmpuint(nv_debug_count(nv, "faults"), ==, 0);
    g_assert_false(nv_is_stopped(nv));
    nv_assert_stop(nv, "reason=none");
    g_assert_false(g_file_test(file, G_FILE_TEST_EXISTS));
    g_assert_null(qtest_qmp_event_ref(nv->qts, "NV_GPU_STOPPED"));
    /* No event is traced, and what is said once is said again. */
    log = nv_log_text(nv);
    g_assert_cmpstr(log, ==, "");
    nv_rd32(nv, 0x007400);
    g_assert_cmpuint(nv_log_count(nv, "\n"), ==, nv_log_count(nv, "0x007400"));
    g_assert_cmpuint(nv_log_count(nv, "register 0x007400"), ==, 1);
}

static void nothing_stays_set(NVDev *none)
{
    NVDev *nv = start(none), *other;
    pid_t pid;

    use(nv);
    g_assert_true(nv_is_stopped(nv));
    pid = quit(nv);
    nv = start_again(none, pid);
    other = start_new(none, nv->clock);
    nothing_is_set(nv, other);
    nv_quit(other);
    nv_quit(nv);
}

/* --- Whose it is ------------------------------------------------------ */

static void not_after_migration(NVDev *none)
{
    NVDev *nv = start(none);
    pid_t pid;

    nv_migrate(nv);
    pid = quit(nv);
    nv = start(none);
    g_assert_cmpint(qtest_pid(nv->qts), !=, pid);
    nv_quit(nv);
}

static void not_if_stopped(NVDev *none)
{
    NVDev *nv = start(none);
    pid_t pid;

    nv_stop(nv);
    pid = quit(nv);
    nv = start(none);
    g_assert_cmpint(qtest_pid(nv->qts), !=, pid);
    nv_quit(nv);
}

/* Two at a time are two. */
static void two_at_a_time(NVDev *none)
{
    NVDev *one = start(none), *two = start(none);
    pid_t first = qtest_pid(one->qts), second = qtest_pid(two->qts);

    g_assert_cmpint(first, !=, second);
    nv_quit(one);
    nv_quit(two);
    if (cases_share()) {
        one = start(none);
        two = nv_start_own(none->card, nv_little_vram(none->card), NULL);
        g_assert_cmpint(qtest_pid(one->qts), ==, second);
        g_assert_cmpint(qtest_pid(two->qts), !=, first);
        nv_quit(two);
        nv_quit(one);
    }
}

/* --- Cases ------------------------------------------------------------ */

#define ALL .early = true, .tesla = true, .fermi = true, .no_machine = true

static const NVTest tests[] = {
    { "emulator/machine-is-as-new", "reset", machine_is_as_new, ALL },
    { "emulator/nothing-stays-set", "reset", nothing_stays_set,
      .lacks = NV_CARD_NV01, ALL },
    { "emulator/not-after-migration", "reset", not_after_migration, ALL },
    { "emulator/not-if-stopped", "reset", not_if_stopped, ALL },
    { "emulator/two-at-a-time", "reset", two_at_a_time, ALL },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
