/*
 * Tests of the NVIDIA GPU: what a debugger's commands do
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-test.h"
#include "qobject/qlist.h"

#define CHID 2
#define OTHER 3
/* Of the pushbuffer, where commands don't get to */
#define SPARE 0x8000

#define RETURN 0x00020000

/* --- Channels --------------------------------------------------------- */

static QDict *of_channel(void)
{
    return nv_args("{ 'channel': %u }", CHID);
}

static void hang(NVDev *nv, bool hang, bool was)
{
    nv_control_shows(nv, "hang", nv_args("{ 'channel': %u, 'hang': %i }", CHID,
                                         hang),
                     "{ 'was': %i,"
                     " 'channel': { 'channel': %u, 'state': 'on' } }",
                     was, CHID);
}

/* The other channel continues. */
static void hangs(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    hang(nv, false, false);
    hang(nv, true, false);
    nv_either_ref(&c, 0x55);
    nv_either_kick(&c);
    nv_either_ref(&other, 0x66);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x66);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_assert_hex(nv_either_user_ref(&c), 0);
    nv_channel_waits(nv, CHID, "{ 'kind': 'hung' }");
    nv_channel_waits(nv, OTHER, "{ 'kind': 'idle' }");
    hang(nv, false, true);
    nv_poll(nv_either_user_ref(&c) == 0x55);
    /* So does a channel that is in CACHE1. */
    hang(nv, true, false);
    nv_either_ref(&c, 0x56);
    nv_either_kick(&c);
    nv_either_ref(&other, 0x67);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x67);
    nv_assert_hex(nv_either_user_ref(&c), 0x55);
    hang(nv, false, true);
    nv_poll(nv_either_user_ref(&c) == 0x56);
    nv_either_free(&other);
    nv_either_free(&c);
}

static void kills(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    nv_either_ref(&c, 0x77);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x77);
    nv_control_shows(nv, "kill", of_channel(),
                     "{ 'channel': %u, 'state': 'off' }", CHID);
    nv_channel_shows(nv, CHID, "{ 'state': 'off' }");
    nv_control_is_wrong(nv, "kill", of_channel(), "is off");
    nv_either_ref(&c, 0x78);
    nv_either_kick(&c);
    nv_either_ref(&other, 0x88);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x88);
    nv_assert_hex(nv_either_user_ref(&c), 0x77);
    nv_either_free(&other);
}

/* --- Pushbuffers and methods ------------------------------------------ */

static void put_ref(NVEither *c, uint32_t at, uint32_t ref)
{
    nv_either_wr32(c, at, c->fermi ? NV_FERMI_INC(0, NV_MTHD_REF_CNT, 1)
                                   : NV_CMD_INC(0, NV_MTHD_REF_CNT, 1));
    nv_either_wr32(c, at + 4, ref);
}

static QDict *push_args(unsigned chid, uint64_t addr, uint32_t words)
{
    return nv_args("{ 'channel': %u, 'address': %" PRIu64 ", 'words': %u }",
                   chid, addr, words);
}

/* An entry or a call; what follows it works as before. */
static void pushes(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t at = nv_either_at(&c, SPARE);
    uint32_t words = c.fermi ? 2 : 3;

    nv_either_ref(&c, 0x21);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x21);
    put_ref(&c, SPARE, 0x22);
    if (!c.fermi) {
        nv_control_is_wrong(nv, "push", push_args(CHID, at, words),
                            "doesn't return");
        nv_either_wr32(&c, SPARE + 8, RETURN);
    }
    nv_control_is_wrong(nv, "push", push_args(CHID, 2, 1),
                        "no pushbuffer can be");
    nv_control_is_wrong(nv, "push", push_args(CHID, at, 0),
                        "no pushbuffer can be");
    nv_control_is_wrong(nv, "push", push_args(4, 0, 1), "is off");
    nv_control_shows(nv, "push", push_args(CHID, at, words),
                     "{ 'channel': %u, 'state': 'on' }", CHID);
    nv_poll(nv_either_user_ref(&c) == 0x22);
    if (!c.fermi) {
        nv_either_ref(&c, 0x23);
        nv_either_kick(&c);
        nv_poll(nv_either_user_ref(&c) == 0x23);
    }
    nv_channel_waits(nv, CHID, "{ 'kind': 'idle' }");
    nv_either_free(&c);
}

static void pushes_nothing(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_control_is_wrong(nv, "push", push_args(CHID, SPARE, 2), "has no calls");
    nv_either_free(&c);
}

/* A Fermi channel's PUT is in memory, where nothing may be. */
static void pushes_without_userd(NVDev *nv)
{
    static const uint32_t places[] = {
        1 << R_NV_PBDMA_USERD_TARGET_SHIFT,     /* no such memory */
        0xfffff000,                             /* beyond video memory */
        0x70000002,                             /* nothing on the bus */
    };
    NVEither c = nv_either_new(nv, CHID);
    uint32_t userd = c.fermi->block + A_NV_PBDMA_USERD;
    uint32_t place = nv_phys_rd32(nv, userd);
    uint64_t at = nv_either_at(&c, SPARE);

    put_ref(&c, SPARE, 0x22);
    for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
        nv_phys_wr32(nv, userd, places[i]);
        nv_control_is_wrong(nv, "push", push_args(CHID, at, 2),
                            "the ring can't be written");
    }
    nv_phys_wr32(nv, userd, place);
    nv_assert_hex(nv_fermi_user_rd32(c.fermi, A_NV_USERD_GP_PUT), 0);
    nv_control(nv, "push", push_args(CHID, at, 2));
    nv_poll(nv_either_user_ref(&c) == 0x22);
    nv_either_free(&c);
}

static QDict *submit_args(unsigned chid, unsigned subc, uint32_t mthd,
                          uint32_t data)
{
    return nv_args("{ 'channel': %u, 'subchannel': %u, 'method': %u,"
                   " 'data': [ %u ] }", chid, subc, mthd, data);
}

/* While the card stands still, too */
static void submits(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_control_is_wrong(nv, "submit", submit_args(5, 0, 0x50, 1), "is off");
    nv_control_is_wrong(nv, "submit", submit_args(CHID, 0, 0x50, 1),
                        c.fermi ? "is in no PBDMA" : "isn't in CACHE1");
    nv_either_ref(&c, 0x11);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x11);
    nv_control_shows(nv, "submit", submit_args(CHID, 0, 0x50, 0x31),
                     "{ 'executed': 1, 'channel': { 'reference': %u } }", 0x31);
    nv_assert_hex(nv_either_user_ref(&c), 0x31);
    nv_stand_still(nv);
    nv_either_ref(&c, 0x12);
    nv_either_kick(&c);
    nv_control(nv, "submit", submit_args(CHID, 0, 0x50, 0x32));
    nv_assert_hex(nv_either_user_ref(&c), 0x32);
    g_assert_true(nv_is_stopped(nv));
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x12);
    nv_either_free(&c);
}

static QList *many_words(unsigned count)
{
    QList *list = qlist_new();

    for (unsigned i = 0; i < count; i++) {
        qlist_append_int(list, 1);
    }
    return list;
}

static void refuses_submissions(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    static const unsigned counts[] = { 0, 1025 };

    nv_control_is_wrong(nv, "submit", submit_args(CHID, 8, 0x50, 1),
                        "subchannels 0 to 7");
    nv_control_is_wrong(nv, "submit", submit_args(CHID, 0, 0x51, 1),
                        "multiples of 4");
    nv_control_is_wrong(nv, "submit", submit_args(CHID, 0, 0x8000, 1),
                        c.fermi ? "up to 0x3ffc" : "up to 0x1ffc");
    for (unsigned i = 0; i < ARRAY_SIZE(counts); i++) {
        nv_control_is_wrong(nv, "submit",
                            nv_args("{ 'channel': %u, 'subchannel': 0,"
                                    " 'method': 80, 'data': %p }", CHID,
                                    QOBJECT(many_words(counts[i]))),
                            "1 to 1024 words");
        nv_control_is_wrong(nv, "write-memory",
                            nv_args("{ 'space': { 'kind': 'channel',"
                                    " 'channel': %u }, 'address': %u,"
                                    " 'words': %p }", CHID, SPARE,
                                    QOBJECT(many_words(counts[i]))),
                            "1 to 1024 words");
    }
    nv_either_free(&c);
}

/* --- Interrupts ------------------------------------------------------- */

#define PTIMER 0x00100000

static QDict *interrupt_args(const char *action, uint32_t bits)
{
    return nv_args("{ 'action': %s, 'bits': %u }", action, bits);
}

static void interrupts(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    g_assert_false(nv_intx(nv));
    nv_control_shows(nv, "interrupt", interrupt_args("raise", PTIMER),
                     "{ 'line': true, 'masked': 0 }");
    g_assert_true(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), PTIMER);
    nv_shows(nv, "interrupts", NULL, "{ 'line': true, 'registers': ["
             " { 'name': 'NV_PMC_INTR', 'pending': %u, 'enabled': 1 } ] }",
             PTIMER);
    nv_control_shows(nv, "interrupt", interrupt_args("mask", PTIMER),
                     "{ 'line': false, 'masked': %u }", PTIMER);
    g_assert_false(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), PTIMER);
    nv_control(nv, "interrupt", interrupt_args("mask", 0));
    g_assert_true(nv_intx(nv));
    nv_control(nv, "interrupt", interrupt_args("lower", PTIMER));
    g_assert_false(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), 0);
    nv_control_is_wrong(nv, "interrupt", interrupt_args("raise", 0x08000000),
                        "doesn't have all bits");
    nv_control_is_wrong(nv, "interrupt", interrupt_args("shout", 1), "shout");
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), 0);
}

/* --- Anew ------------------------------------------------------------- */

/* Stopped where a method has two breakpoints, the card goes on to the end. */
static void debugs_anew(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_inject(nv, "interrupt-lost");
    nv_break(nv, "1 reference data=0x61", "2 reference data=0x61",
             "3 reference data=0x62");
    nv_either_ref(&c, 0x61);
    nv_either_ref(&c, 0x62);
    nv_either_kick(&c);
    nv_poll(nv_is_stopped(nv));
    g_assert_cmpuint(nv_debug_count(nv, "breakpoints"), >, 0);
    g_assert_cmpuint(nv_debug_count(nv, "faults"), >, 0);
    g_assert_true(nv_debug_is_on(nv, "checker"));
    nv_control(nv, "debug-reset", nv_args("{}"));
    g_assert_cmpuint(nv_debug_count(nv, "breakpoints"), ==, 0);
    g_assert_cmpuint(nv_debug_count(nv, "faults"), ==, 0);
    g_assert_false(nv_debug_is_on(nv, "checker"));
    nv_poll(nv_either_user_ref(&c) == 0x62);
    g_assert_false(nv_is_stopped(nv));
    nv_either_free(&c);
}

static bool references_by_call(const NVCard *card)
{
    return nv_sets_references(card) &&
           card->features & (NV_CARD_CALL | NV_CARD_NVC0);
}

static bool no_call(const NVCard *card)
{
    return !(card->features & (NV_CARD_CALL | NV_CARD_NVC0));
}

#define ALL .tesla = true, .fermi = true
#define REFS ALL, .applies = nv_sets_references

static const NVTest tests[] = {
    { "control/hangs", "introspection", hangs, REFS },
    { "control/kills", "introspection", kills, REFS },
    { "control/submits", "introspection", submits, REFS },
    { "control/refuses-submissions", "introspection", refuses_submissions,
      ALL },
    { "control/pushes", "introspection", pushes, ALL,
      .applies = references_by_call },
    { "control/pushes-nothing", "introspection", pushes_nothing,
      .applies = no_call },
    { "control/pushes-without-userd", "introspection", pushes_without_userd,
      .needs = NV_CARD_NVC0, .fermi = true },
    { "control/interrupts", "introspection!", interrupts, ALL },
    { "control/debugs-anew", "introspection", debugs_anew, REFS,
      .props = NV_CHECKER_ON },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
