/*
 * Tests of the NVIDIA GPU: breakpoints, stopping and stepping
 *
 * The channel's reference, which each method of these pushbuffers sets, shows
 * what has been executed; on NV04 the methods left to the driver do.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qobject/qdict.h"
#include "qobject/qlist.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-emulator.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* --- Tests ------------------------------------------------------------ */

/* Before the second method, and behind it once it continues */
static void before_a_method(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_break(nv, "7 method channel=2 method=0x50 data=0x22");
    nv_debug_submit(&c);
    nv_stopped_at(nv, "breakpoint=7 kind=method channel=2");
    nv_assert_hex(nv_either_user_ref(&c), 0x11);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    g_assert_false(nv_is_stopped(nv));
    nv_either_free(&c);
}

/* Submits, and stops before the first command: nothing has been executed. */
static void stop_at_the_first_command(NVEither *c)
{
    nv_break(c->nv, "1 command channel=2");
    nv_debug_submit(c);
    nv_stopped_at(c->nv, "breakpoint=1 kind=command channel=2");
    nv_break_none(c->nv);
    nv_assert_hex(nv_either_user_ref(c), 0);
}

/* It stops at each requested word, and nowhere else. */
static void steps(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    stop_at_the_first_command(&c);
    nv_step(nv, "word");
    nv_stopped_at(nv, "reason=step kind=method channel=2");
    nv_assert_hex(nv_either_user_ref(&c), 0);
    nv_step(nv, "method");
    nv_stopped_at(nv, "data=0x00000022");
    nv_assert_hex(nv_either_user_ref(&c), 0x11);
    nv_step(nv, "word");
    nv_stopped_at(nv, "data=0x00000033");
    nv_assert_hex(nv_either_user_ref(&c), 0x22);
    nv_step(nv, "command");
    nv_stopped_at(nv, "reason=step kind=command channel=2");
    nv_assert_hex(nv_either_user_ref(&c), 0x33);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_either_free(&c);
}

/* It stops where all that was submitted has been done, or at an entry. */
static void steps_over_submissions(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    stop_at_the_first_command(&c);
    nv_step(nv, "submission");
    nv_stopped_at(nv, "reason=step kind=run channel=2");
    nv_assert_hex(nv_either_user_ref(&c), 0x44);
    /* The next one waits. */
    nv_debug_submit(&c);
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(nv_either_user_ref(&c), 0x44);
    if (c.fermi) {
        nv_step(nv, "submission");
        nv_stopped_at(nv, "reason=step kind=entry channel=2");
        nv_assert_hex(nv_either_user_ref(&c), 0x44);
        nv_step(nv, "method");
        nv_stopped_at(nv, "data=0x00000011");
    }
    nv_go_on(nv);
    nv_poll(nv_statistic(nv, "references") == 8);
    nv_assert_hex(nv_either_user_ref(&c), 0x44);
    g_assert_false(nv_is_stopped(nv));
    nv_either_free(&c);
}

/* Nothing is left to do that would end it, until the user says otherwise. */
static void going_on_ends_a_step(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    stop_at_the_first_command(&c);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_step(nv, "word");
    g_assert_false(nv_is_stopped(nv));
    nv_go_on(nv);
    nv_debug_submit(&c);
    nv_poll(nv_statistic(nv, "references") == 8);
    g_assert_false(nv_is_stopped(nv));
    nv_either_free(&c);
}

/* Other channels and values don't stop it; whether they count is checked. */
static void only_what_matches(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_break(nv, "1 method channel=3", "2 method data=0x2 mask=0xf stop=none",
             "3 reference data=0x33 ignore=1");
    nv_debug_submit(&c);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_assert_breakpoint(nv, 0, "1 method channel=3 hits=0");
    nv_assert_breakpoint(nv, 1, "2 method data=0x2 mask=0xf stop=none hits=1");
    nv_assert_breakpoint(nv, 2, "3 reference data=0x33 hits=1");
    nv_either_free(&c);
}

/* The first two keep their counts; one with another condition restarts. */
static void goes_on_counting(NVDev *nv)
{
    static const char first[] = "1 method data=0x2 mask=0xf stop=none hits=1";
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);
    g_autofree char *read = NULL;

    nv_break(nv, "1 method data=0x2 mask=0xf stop=none",
             "2 reference stop=none", "3 reference data=0x33 stop=none");
    nv_debug_submit(&c);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    read = nv_breakpoint(nv, 0);
    nv_assert_breakpoint(nv, 0, first);
    nv_break(nv, read, "2 reference stop=none ignore=3",
             "3 reference data=0x22 stop=none", "4 reference stop=none");
    nv_assert_breakpoint(nv, 0, first);
    nv_assert_breakpoint(nv, 1, "2 reference stop=none ignore=3 hits=4");
    nv_assert_breakpoint(nv, 2, "3 reference data=0x22 stop=none hits=0");
    nv_assert_breakpoint(nv, 3, "4 reference stop=none hits=0");
    nv_break(nv, "1 method data=0x2 mask=0xf stop=none hits=7");
    nv_assert_breakpoint(nv, 0, first);
    /* Removed, and set again from what was read */
    nv_break_none(nv);
    nv_break(nv, read);
    nv_assert_breakpoint(nv, 0, first);
    nv_either_free(&c);
}

/* The word at which the card has stopped isn't executed. */
static void skips(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_control_is_wrong(nv, "skip", NULL, "doesn't stand before");
    nv_break(nv, "1 method channel=2 data=0x44", "2 method data=0x22");
    nv_debug_submit(&c);
    nv_stopped_at(nv, "breakpoint=2");
    nv_go_on(nv);
    nv_stopped_at(nv, "breakpoint=1");
    nv_control_shows(nv, "skip", NULL, "{ 'channel': %u, 'what': 'method' }",
                     NV_DEBUG_CHID);
    nv_break_none(nv);
    nv_go_on(nv);
    nv_assert_hex(nv_either_user_ref(&c), 0x33);
    nv_debug_submit(&c);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_either_free(&c);
}

/* A command with all its methods */
static void skips_a_command(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);
    uint64_t references = nv_statistic(nv, "references");

    nv_break(nv, "1 command channel=2");
    nv_debug_submit(&c);
    nv_stopped_at(nv, "breakpoint=1");
    nv_control_shows(nv, "skip", NULL, "{ 'channel': %u, 'what': 'command' }",
                     NV_DEBUG_CHID);
    nv_break_none(nv);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    g_assert_cmpuint(nv_statistic(nv, "references"), ==, references + 1);
    nv_either_free(&c);
}

/* The CPU's accesses, by BAR and address */
static void registers(NVDev *nv)
{
    nv_break(nv, "1 mmio-write bar=0 address=0x140 size=4",
             "2 mmio-read address=0x100 size=4");
    nv_rd32(nv, 0);
    nv_wr32(nv, 0x144, 0);
    g_assert_false(nv_is_stopped(nv));
    nv_wr32(nv, 0x140, 0);
    nv_stopped_at(nv, "breakpoint=1 kind=mmio-write bar=0 data=0x00000000 "
                  "address=0x00000140 size=4");
    nv_go_on(nv);
    nv_rd32(nv, 0x100);
    nv_stopped_at(nv, "breakpoint=2 kind=mmio-read");
    nv_go_on(nv);
    nv_break_none(nv);
    nv_wr32(nv, 0x140, 0);
    g_assert_false(nv_is_stopped(nv));
}

/*
 * Stopped while a bottom half is to continue a copy: resuming is enough, and
 * nothing else that the test does gives PFIFO time.
 */
static void resumes_by_itself(NVDev *nv)
{
    uint64_t done;
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    nv_graph_kick_a_little(m.chan);
    nv_stand_still(nv);
    nv_cont(nv);
    done = nv_statistic(nv, "bytes-copied");
    g_assert_cmpuint(done, <, NV_M2MF_LONG_BYTES);
    nv_clock_step(nv, 1000 * 1000);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, done);
    nv_go_on(nv);
    nv_poll(nv_statistic(nv, "bytes-copied") == NV_M2MF_LONG_BYTES);
    nv_poll(nv_user_ref(m.chan) == NV_M2MF_LONG_REF);
    nv_m2mf_long_check(&m);
    nv_m2mf_free(&m);
}

static void wrong_breakpoints(NVDev *nv)
{
    nv_break(nv, "1 error");
    nv_breakpoint_is_wrong(nv, "1", "kind' is missing");
    nv_breakpoint_is_wrong(nv, "x method", "id', expected: integer");
    nv_breakpoint_is_wrong(nv, "1 nothing", "not accept value 'nothing'");
    nv_breakpoint_is_wrong(nv, "1 method channel=x", "expects uint64");
    nv_breakpoint_is_wrong(nv, "1 method channel=128", "no number from 0");
    nv_breakpoint_is_wrong(nv, "1 method channel=-1", "expects uint16_t");
    nv_breakpoint_is_wrong(nv, "1 method weight=1", "weight' is unexpected");
    nv_breakpoint_is_wrong(nv, "1 method stop=world", "accept value 'world'");
    nv_assert_breakpoint(nv, 0, "1 error hits=0");
}

/* Keys of which some are another name of the same thing */
static void keys_of_kinds(NVDev *nv)
{
    static const struct {
        const char *set, *read;
    } rows[] = {
        { "mmio-write bar=1 address=0x140 size=4",
          "mmio-write bar=1 address=0x140 size=0x4 hits=0" },
        { "falcon falcon=2 address=8",
          "falcon falcon=2 address=0x8 size=0x1 hits=0" },
        { "method subchannel=7 class=0x39 method=0x100 data=1 mask=3",
          "method subchannel=7 class=0x39 method=0x100 data=0x1 mask=0x3 "
          "hits=0" },
        { "pending intr=20 stop=none",
          "pending intr=0x14 stop=none hits=0" },
        { "submit ring=true", "submit ring=true hits=0" },
        { "reset ignore=1", "reset ignore=1 hits=0" },
    };
    static const char *const wrong[][2] = {
        { "mmio-write subchannel=1", "subchannel' is unexpected" },
        { "vblank channel=1", "channel' is unexpected" },
        { "method bar=0", "bar' is unexpected" },
        { "reset data=1", "data' is unexpected" },
        { "submit ring=1", "ring', expected: boolean" },
        { "pending intr=32", "no number from 0 to 31" },
        { "method mask=1", "needs data" },
        { "mmio size=4", "needs address" },
        { "mmio address=4 size=0", "at least 1 byte" },
        { "method method=3", "multiples of 4" },
        { "method subchannel=8", "no number from 0 to 7" },
        { "method class=0x10000", "expects uint16_t" },
        { "notify head=0 subchannel=0", "not of both" },
        { "bar", "not accept value 'bar'" },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        g_autofree char *set = g_strdup_printf("1 %s", rows[i].set);
        g_autofree char *want = g_strdup_printf("1 %s", rows[i].read);
        g_autofree char *read = NULL;

        nv_break(nv, set);
        read = nv_breakpoint(nv, 0);
        nv_assert_breakpoint(nv, 0, want);
        /* What is read can be set. */
        nv_break(nv, read);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) {
        g_autofree char *set = g_strdup_printf("1 %s", wrong[i][0]);

        nv_breakpoint_is_wrong(nv, set, wrong[i][1]);
    }
}

static void two_of_a_number(NVDev *nv)
{
    nv_break(nv, "1 error");
    nv_breakpoints_are_wrong(nv, ((const char *[]) { "2 flip", "2 error",
                                                     NULL }),
                             "two breakpoints 2");
    nv_assert_breakpoint(nv, 0, "1 error hits=0");
}

/* Each generation has errors of its own; case and spaces don't matter. */
static void names_of_errors(NVDev *nv)
{
    bool fermi = nv->card->features & NV_CARD_NVC0;
    bool tesla = !fermi && nv->card->features & NV_CARD_NV50;
    const char *usual = fermi ? "PBDMA PBENTRY" : "NO_HASH";
    const char *others = fermi ? "NO_HASH" : "PBDMA PBENTRY";
    static const char list[] = "errors";

    nv_breakpoint_is_wrong(nv, "1 error what=NONSENSE", fermi
                           ? "has no 'NONSENSE': there are SCHED_ERROR, "
                             "CHAN_TABLE_ERROR, FB_FLUSH_TIMEOUT, "
                           : "has no 'NONSENSE': there are NO_HASH, ");
    nv_breakpoint_is_wrong(nv, "1 work what=PNONE", "there are ");
    nv_break(nv, fermi ? "1 error what=pbdma_pbentry" : "1 error what=no_hash");
    g_assert_true(nv_query_has(nv, "breakpoints", "what", usual));
    g_assert_true(nv_query_has(nv, list, "name", usual));
    g_assert_false(nv_query_has(nv, list, "name", others));
    if (tesla) {
        nv_break(nv, "1 error what=trap_m2mf");
        g_assert_true(nv_query_has(nv, list, "name", "IB_EMPTY"));
        g_assert_true(nv_query_has(nv, list, "name", "PT_NOT_PRESENT"));
    } else {
        nv_breakpoint_is_wrong(nv, "1 error what=TRAP_M2MF", "has no");
        nv_breakpoint_is_wrong(nv, "1 error what=IB_EMPTY", "has no");
    }
    if (!fermi && !tesla) {
        nv_breakpoint_is_wrong(nv, "1 error what=EVO_INVALID_ARG", "has no");
        nv_breakpoint_is_wrong(nv, "1 notify what=EVO", "has no");
        nv_breakpoint_is_wrong(nv, "1 error what=PT_NOT_PRESENT", "has no");
    }
}

/* The card's own limits, not those of any card */
static void numbers_of_the_card(NVDev *nv)
{
    unsigned channels = nv->card->channels;
    g_autofree char *last = g_strdup_printf("1 method channel=%u",
                                            channels - 1);
    g_autofree char *beyond = g_strdup_printf("1 method channel=%u", channels);

    nv_break(nv, last);
    nv_breakpoint_is_wrong(nv, beyond, "no number from 0 to ");
    nv_breakpoint_is_wrong(nv, "1 vblank head=4", "head: '4' is none of the "
                           "card's");
}

/* What this card can have, and what it has */
static void lists(NVDev *nv)
{
    static const char kinds[] = "fault-kinds";
    bool vm = nv->card->features & (NV_CARD_NV50 | NV_CARD_NVC0);

    g_assert_true(nv_query_has(nv, kinds, "fault", "write-lost"));
    g_assert_true(nv_query_has(nv, kinds, "fault", "write-strays"));
    g_assert_true(nv_query_has(nv, kinds, "fault", "card-gone"));
    g_assert_cmpint(nv_query_has(nv, kinds, "fault", "kick-hangs"), ==, vm);
    nv_inject(nv, "write-lost address=0x140");
    g_assert_true(nv_query_has(nv, "faults", "fault", "write-lost"));
    g_assert_false(nv_query_has(nv, "faults", "fault", "card-gone"));
}

/* Breakpoints that come with the device are there from its creation. */
static void with_the_device(NVDev *none)
{
    QTestState *qts;
    QObject *value;
    QDict *reset;

    nv_test_need_debugger();
    qts = qtest_initf(
        "-machine pc -nodefaults -vga none -device '{\"driver\":\"%s-gpu\","
        "\"id\":\"gpu\",\"breakpoints\":[{\"id\":3,\"kind\":\"reset\","
        "\"stop\":\"none\"}]}'", none->card->name);
    value = nv_qom_object(qts, "gpu", "breakpoints");
    reset = qobject_to(QDict, qlist_peek(qobject_to(QList, value)));
    g_assert_cmpint(qdict_get_int(reset, "id"), ==, 3);
    g_assert_cmpstr(qdict_get_str(reset, "kind"), ==, "reset");
    g_assert_cmpint(qdict_get_int(reset, "hits"), >=, 1);
    qobject_unref(value);
    nv_qtest_quit(qts);
}

static const NVTest tests[] = {
    { "debug/before-a-method", "introspection", before_a_method, .tesla = true,
      .fermi = true, .applies = nv_sets_references },
    { "debug/steps", "introspection", steps, .tesla = true, .fermi = true,
      .applies = nv_sets_references },
    { "debug/steps-over-submissions", "introspection", steps_over_submissions,
      .tesla = true, .fermi = true, .applies = nv_sets_references },
    { "debug/going-on-ends-a-step", "introspection", going_on_ends_a_step,
      .tesla = true, .fermi = true, .applies = nv_sets_references },
    { "debug/only-what-matches", "introspection", only_what_matches,
      .tesla = true, .fermi = true, .applies = nv_sets_references },
    { "debug/goes-on-counting", "introspection", goes_on_counting,
      .tesla = true, .fermi = true, .applies = nv_sets_references },
    { "debug/skips", "introspection", skips, .tesla = true, .fermi = true,
      .applies = nv_sets_references },
    { "debug/skips-a-command", "introspection", skips_a_command, .tesla = true,
      .fermi = true, .applies = nv_sets_references },
    { "debug/registers", "introspection", registers, .tesla = true,
      .fermi = true },
    { "debug/resumes-by-itself", "introspection", resumes_by_itself,
      .tesla = true },
    { "debug/keys-of-kinds", "introspection", keys_of_kinds, .tesla = true,
      .fermi = true },
    { "debug/two-of-a-number", "introspection", two_of_a_number, .tesla = true,
      .fermi = true },
    { "debug/names-of-errors", "introspection", names_of_errors, .tesla = true,
      .fermi = true },
    { "debug/numbers-of-the-card", "introspection", numbers_of_the_card,
      .tesla = true, .fermi = true },
    { "debug/lists", "introspection", lists, .tesla = true, .fermi = true },
    { "debug/with-the-device", "introspection", with_the_device,
      .tesla = true, .fermi = true, .early = true, .no_machine = true },
    { "debug/wrong-breakpoints", "introspection", wrong_breakpoints,
      .tesla = true, .fermi = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
