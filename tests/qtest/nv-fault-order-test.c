/*
 * Tests of the NVIDIA GPU: injected faults come before other observers
 *
 * A debugger, the time line and traces see an event as a fault has changed it,
 * when it happens, and don't see one that doesn't happen.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-test.h"

#define US 1000
#define MS 1000000

/* A ring that keeps all that a test does */
#define RING "-chardev ringbuf,id=ring,size=65536"
#define TIMELINE "timeline=ring"
#define MMIOTRACE "mmiotrace=ring"

static void set_line(NVDev *nv, bool level)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, R_NV_PMC_INTR_EN_SOFTWARE_MASK);
    nv_wr32(nv, A_NV_PMC_INTR, level ? R_NV_PMC_INTR_SOFTWARE_MASK : 0);
}

/* --- A debugger ------------------------------------------------------- */

static void submit(NVEither *c, uint32_t last)
{
    nv_debug_submit(c);
    nv_poll(nv_either_user_ref(c) == last);
}

/* The value that is set, not the one that was submitted */
static void breakpoints_see_what_is_wrong(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_break(nv, "1 reference data=0x44 stop=none",
             "2 reference data=0x77 stop=none");
    nv_inject(nv, "fence-wrong data=0x44 value=0x77");
    submit(&c, 0x77);
    nv_assert_hex(nv_hits(nv, 0), 0);
    nv_assert_hex(nv_hits(nv, 1), 1);
    submit(&c, 0x44);
    nv_assert_hex(nv_hits(nv, 0), 1);
    nv_assert_hex(nv_hits(nv, 1), 1);
    nv_either_free(&c);
}

/* An event that doesn't happen isn't shown, and can't be stopped at. */
static void breakpoints_miss_what_is_lost(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_break(nv, "1 reference data=0x44");
    nv_inject(nv, "fence-lost data=0x44");
    submit(&c, 0x33);
    nv_poll(nv_fault_done(nv, 0) == 1);
    nv_assert_hex(nv_is_stopped(nv), false);
    nv_assert_hex(nv_hits(nv, 0), 0);
    nv_debug_submit(&c);
    nv_stopped_at(nv, "kind=reference");
    nv_assert_hex(nv_hits(nv, 0), 1);
    nv_break_none(nv);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_either_free(&c);
}

/* An event that waits hasn't happened. */
static void breakpoints_wait(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_break(nv, "1 method data=0x44");
    nv_inject(nv, "fence-late data=0x44 by=1000000");
    submit(&c, 0x33);
    nv_clock_step(nv, 999 * US);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_assert_hex(nv_is_stopped(nv), false);
    nv_assert_hex(nv_hits(nv, 0), 0);
    nv_clock_step(nv, 2 * US);
    nv_stopped_at(nv, "kind=method");
    nv_assert_hex(nv_either_user_ref(&c), 0x33);
    nv_assert_hex(nv_hits(nv, 0), 1);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_assert_hex(nv_hits(nv, 0), 1);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_either_free(&c);
}

/* A stop before a method doesn't undo the fault's change to it. */
static void a_stop_keeps_the_fault(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_break(nv, "1 method data=0x55");
    nv_inject(nv, "word-wrong data=0x44 value=0x55");
    nv_debug_submit(&c);
    nv_stopped_at(nv, "kind=method");
    nv_assert_hex(nv_either_user_ref(&c), 0x33);
    nv_break_none(nv);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x55);
    nv_either_free(&c);
}

/* A method that is left out doesn't count as another occasion. */
static void a_skip_asks_no_fault(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_break(nv, "1 method data=0x55");
    nv_inject(nv, "word-wrong data=0x44 value=0x55 times=0");
    nv_debug_submit(&c);
    nv_stopped_at(nv, "kind=method");
    nv_control(nv, "skip", NULL);
    nv_break_none(nv);
    nv_go_on(nv);
    submit(&c, 0x55);
    nv_assert_fault(nv, 0, "word-wrong data=0x44 value=0x55 times=0 met=2 "
                    "done=2");
    nv_either_free(&c);
}

/* --- The time line ---------------------------------------------------- */

/**
 * struct Event - a line of the time line that a test expects
 *
 * @kind: its kind
 * @size, @data: 0 if it has none
 * @at: when, in ns since nv_inject(); -1: whenever
 */
typedef struct Event {
    const char *kind;
    uint64_t size, data;
    int64_t at;
} Event;

/* Lines arrive some time later, by the host's clock, except a machine's stop */
static char *ring_text(NVDev *nv)
{
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'stop' }");
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'cont' }");
    return nv_ringbuf_read(nv, "ring");
}

/* All events of these kinds, which are the first event's, are in order. */
static void assert_events(NVDev *nv, int64_t since, const Event *want,
                          unsigned count)
{
    g_autofree char *text = ring_text(nv);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    unsigned n = 0;

    for (char **line = lines; *line; line++) {
        char kind[16];
        int64_t time;
        uint64_t size, data;

        if (sscanf(*line, "%" SCNd64 " %15s %*d %*x %*x %*x %" SCNx64
                   " %" SCNx64, &time, kind, &size, &data) != 4 ||
            strcmp(kind, want->kind)) {
            continue;
        }
        if (n >= count) {
            nv_fail("there is more: %s", *line);
            return;
        }
        nv_assert_hex(size, want[n].size);
        nv_assert_hex(data, want[n].data);
        if (want[n].at >= 0) {
            g_assert_cmpint(time - since, ==, want[n].at);
        }
        n++;
    }
    nv_assert_hex(n, count);
}

static void time_line_has_what_is_done(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);
    static const Event events[] = {
        { "reference", 4, 0x11, -1 }, { "reference", 4, 0x133, -1 },
        { "reference", 4, 0x44, -1 },
    };

    nv_inject(nv, "fence-lost data=0x22", "fence-wrong data=0x33 xor=0x100");
    submit(&c, 0x44);
    assert_events(nv, 0, events, ARRAY_SIZE(events));
    nv_either_free(&c);
}

/*
 * The line as it is, whoever changes it: every change but the first is a fault
 */
static void time_line_has_the_interrupt_line(NVDev *nv)
{
    const uint64_t bit = R_NV_PMC_INTR_SOFTWARE_MASK;
    const Event events[] = {
        { "interrupt", 1, bit, 0 }, { "interrupt", 0, 0, 0 },
        /* lost: nothing; late */
        { "interrupt", 1, bit, 2 * MS }, { "interrupt", 0, 0, 2 * MS },
        /* doubled: it falls late */
        { "interrupt", 1, bit, 2 * MS }, { "interrupt", 0, 0, 3 * MS },
        /* spurious */
        { "interrupt", 1, 0, 4 * MS }, { "interrupt", 0, 0, 5 * MS },
    };
    uint64_t count = nv_statistic(nv, "interrupts");
    int64_t since = nv->clock;

    set_line(nv, true);
    set_line(nv, false);
    nv_inject(nv, "interrupt-lost");
    set_line(nv, true);
    set_line(nv, false);
    nv_clock_step(nv, MS);
    nv_inject(nv, "interrupt-late by=1000000");
    set_line(nv, true);
    nv_clock_step(nv, MS);
    nv_assert_hex(nv_intx(nv), true);
    set_line(nv, false);
    nv_inject(nv, "interrupt-doubled for=1000000");
    set_line(nv, true);
    set_line(nv, false);
    nv_clock_step(nv, MS);
    nv_assert_hex(nv_intx(nv), false);
    nv_inject(nv, "interrupt-spurious after=1000000 for=1000000");
    nv_clock_step(nv, MS);
    nv_clock_step(nv, MS);
    nv_assert_hex(nv_intx(nv), false);
    assert_events(nv, since, events, ARRAY_SIZE(events));
    nv_assert_hex(nv_statistic(nv, "interrupts") - count, 4);
}

/* --- A trace ---------------------------------------------------------- */

/* The CPU's accesses are made, though nothing answers. */
static void mmiotrace_has_a_card_that_is_gone(NVDev *nv)
{
    g_autofree char *text = NULL, *read = NULL, *write = NULL;
    uint32_t enable = nv_rd32(nv, A_NV_PMC_INTR_EN);

    read = g_strdup_printf(" 0x%" PRIx64 " 0xffffffff ",
                           nv->bar0 + A_NV_PMC_BOOT_0);
    write = g_strdup_printf(" 0x%" PRIx64 " 0x1234567 ",
                            nv->bar0 + A_NV_PMC_INTR_EN);
    nv_inject(nv, "card-gone");
    nv_clock_step(nv, 1);
    nv_break(nv, "1 mmio-write bar=0 stop=none");
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), UINT32_MAX);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0x1234567);
    nv_assert_hex(nv_hits(nv, 0), 1);
    nv_inject_none(nv);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR_EN), enable);
    text = ring_text(nv);
    g_assert_nonnull(strstr(text, read));
    g_assert_nonnull(strstr(text, write));
}

/* --- The tests -------------------------------------------------------- */

#define ALL .tesla = true, .fermi = true
#define RIG ALL, .applies = nv_sets_references

static const NVTest tests[] = {
    { "fault/breakpoints-see-what-is-wrong", "introspection fault-injection",
      breakpoints_see_what_is_wrong, RIG },
    { "fault/breakpoints-miss-what-is-lost", "introspection fault-injection",
      breakpoints_miss_what_is_lost, RIG },
    { "fault/breakpoints-wait", "introspection fault-injection",
      breakpoints_wait, RIG },
    { "fault/a-stop-keeps-the-fault", "introspection fault-injection",
      a_stop_keeps_the_fault, RIG },
    { "fault/a-skip-asks-no-fault", "introspection fault-injection",
      a_skip_asks_no_fault, RIG },
    { "fault/time-line-has-what-is-done", "introspection fault-injection",
      time_line_has_what_is_done, RIG, .props = TIMELINE, .args = RING },
    { "fault/time-line-has-the-interrupt-line", "introspection fault-injection",
      time_line_has_the_interrupt_line, ALL, .early = true, .cold = true,
      .props = TIMELINE, .args = RING },
    { "fault/mmiotrace-has-a-card-that-is-gone", "mmiotrace fault-injection",
      mmiotrace_has_a_card_that_is_gone, ALL, .early = true, .cold = true,
      .props = MMIOTRACE, .args = RING },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
