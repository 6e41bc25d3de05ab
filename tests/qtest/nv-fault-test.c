/*
 * Tests of the NVIDIA GPU: injected faults
 *
 * They have to happen at the requested occasions, that often, and at no others;
 * afterwards everything has to be as before.  Faults of units are in
 * nv-fault-unit-test.c, those of the monitor and of vertical blanks in the
 * tests of these.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-instmem.h"
#include "libnv/nv-test.h"
#include "qobject/qdict.h"
#include "qobject/qlist.h"
#include "qobject/qstring.h"

#define US 1000
#define MS 1000000

static uint64_t done(NVDev *nv, const char *name)
{
    g_autofree char *counter = g_strdup_printf("fault-%s", name);

    return nv_statistic(nv, counter);
}

/* --- The interrupt line ----------------------------------------------- */

/* PMC has one that software sets. */
static void set_line(NVDev *nv, bool level)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, R_NV_PMC_INTR_EN_SOFTWARE_MASK);
    nv_wr32(nv, A_NV_PMC_INTR, level ? R_NV_PMC_INTR_SOFTWARE_MASK : 0);
}

static void interrupt_lost(NVDev *nv)
{
    nv_inject(nv, "interrupt-lost nth=2 times=2");
    for (unsigned i = 1; i <= 5; i++) {
        set_line(nv, true);
        nv_assert_hex(nv_intx(nv), i != 2 && i != 3);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), R_NV_PMC_INTR_SOFTWARE_MASK);
        set_line(nv, false);
        nv_assert_hex(nv_intx(nv), false);
    }
    nv_assert_hex(nv_fault_done(nv, 0), 2);
    nv_assert_hex(done(nv, "interrupt-lost"), 2);
    nv_assert_hex(nv_statistic(nv, "faults"), 2);
    /*
     * An interrupt that is pending is raised once nothing is injected any more.
     */
    nv_inject(nv, "interrupt-lost");
    set_line(nv, true);
    nv_assert_hex(nv_intx(nv), false);
    nv_inject_none(nv);
    nv_assert_hex(nv_intx(nv), true);
}

static void interrupt_late(NVDev *nv)
{
    nv_inject(nv, "interrupt-late by=1000000");
    set_line(nv, true);
    nv_assert_hex(nv_intx(nv), false);
    nv_clock_step(nv, 999 * US);
    nv_assert_hex(nv_intx(nv), false);
    nv_clock_step(nv, 2 * US);
    nv_assert_hex(nv_intx(nv), true);
    set_line(nv, false);
    nv_assert_hex(nv_intx(nv), false);
    set_line(nv, true);
    nv_assert_hex(nv_intx(nv), true);
    /* One that has been acknowledged by then isn't raised. */
    set_line(nv, false);
    nv_inject(nv, "interrupt-late by=1000000");
    set_line(nv, true);
    set_line(nv, false);
    nv_clock_step(nv, 2 * MS);
    nv_assert_hex(nv_intx(nv), false);
}

static void interrupt_doubled(NVDev *nv)
{
    nv_inject(nv, "interrupt-doubled for=100000");
    set_line(nv, true);
    set_line(nv, false);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), 0);
    nv_assert_hex(nv_intx(nv), true);
    nv_clock_step(nv, 101 * US);
    nv_assert_hex(nv_intx(nv), false);
    set_line(nv, true);
    set_line(nv, false);
    nv_assert_hex(nv_intx(nv), false);
}

static void interrupt_spurious(NVDev *nv)
{
    nv_inject(nv, "interrupt-spurious after=1000000 period=1000000 times=2");
    nv_clock_step(nv, 999 * US);
    nv_assert_hex(nv_intx(nv), false);
    for (unsigned i = 0; i < 2; i++) {
        nv_clock_step(nv, 10 * US);
        nv_assert_hex(nv_intx(nv), true);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), 0);
        nv_clock_step(nv, 100 * US);
        nv_assert_hex(nv_intx(nv), false);
        nv_clock_step(nv, 890 * US);
    }
    nv_clock_step(nv, 10 * MS);
    nv_assert_hex(nv_intx(nv), false);
    nv_assert_hex(done(nv, "interrupt-spurious"), 2);
    /* A fault that is withdrawn ends. */
    nv_inject(nv, "interrupt-spurious for=0");
    nv_clock_step(nv, US);
    nv_assert_hex(nv_intx(nv), true);
    nv_inject_none(nv);
    nv_assert_hex(nv_intx(nv), false);
}

/* --- Fences ----------------------------------------------------------- */

/* All of it, where the last reference is set */
static void submit(NVEither *c, uint32_t last)
{
    nv_debug_submit(c);
    nv_poll(nv_either_user_ref(c) == last);
}

static void fence_lost(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);
    uint64_t set = nv_statistic(nv, "references");

    /* The first and the third */
    nv_inject(nv, "fence-lost channel=2 every=2 times=2",
              "fence-lost channel=3 times=0");
    submit(&c, 0x44);
    nv_assert_hex(nv_fault_done(nv, 0), 2);
    nv_assert_hex(nv_fault_done(nv, 1), 0);
    nv_assert_hex(nv_statistic(nv, "references") - set, 2);
    submit(&c, 0x44);
    nv_poll(nv_statistic(nv, "references") - set == 6);
    nv_assert_hex(done(nv, "fence-lost"), 2);
    /* The first and the fourth */
    nv_inject(nv, "fence-lost every=3 times=0");
    submit(&c, 0x33);
    nv_inject(nv, "fence-lost data=0x44");
    submit(&c, 0x33);
    nv_poll(nv_fault_done(nv, 0) == 1);
    nv_assert_hex(nv_either_user_ref(&c), 0x33);
    nv_either_free(&c);
}

static void fence_late(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_inject(nv, "fence-late nth=3 by=1000000");
    submit(&c, 0x22);
    nv_clock_step(nv, 999 * US);
    nv_assert_hex(nv_either_user_ref(&c), 0x22);
    nv_clock_step(nv, 2 * US);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_assert_hex(done(nv, "fence-late"), 1);
    /* A channel that waits continues once nothing is injected any more. */
    nv_inject(nv, "fence-late nth=4 by=0");
    submit(&c, 0x33);
    nv_clock_step(nv, 1000 * MS);
    nv_assert_hex(nv_either_user_ref(&c), 0x33);
    nv_inject_none(nv);
    nv_clock_step(nv, 1);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_either_free(&c);
}

static void fence_wrong(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_inject(nv, "fence-wrong nth=4 xor=0x100");
    submit(&c, 0x144);
    submit(&c, 0x44);
    nv_inject(nv, "fence-wrong data=0x44 value=0x77");
    submit(&c, 0x77);
    submit(&c, 0x44);
    nv_either_free(&c);
}

/* --- When ------------------------------------------------------------- */

static unsigned count_by_chance(NVEither *c, const char *fault)
{
    nv_inject(c->nv, fault);
    for (unsigned i = 0; i < 25; i++) {
        nv_debug_submit(c);
        nv_poll(nv_either_user_ref(c) == 0x44);
    }
    return nv_fault_done(c->nv, 0);
}

/* The same seed hits the same occasions, of 100. */
static void probability(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);
    unsigned first =
        count_by_chance(&c, "fence-wrong xor=0 times=0 probability=0.5");

    g_assert_cmpuint(first, >, 25);
    g_assert_cmpuint(first, <, 75);
    nv_assert_hex(count_by_chance(&c, "fence-wrong xor=0 times=0 "
                                  "probability=0.5"), first);
    nv_assert_hex(count_by_chance(&c, "fence-wrong xor=0 times=0 "
                                  "probability=0"), 0);
    g_assert_cmpuint(count_by_chance(&c, "fence-wrong xor=0 times=0 "
                                     "probability=0.1 seed=5"), <, first);
    nv_either_free(&c);
}

static void times(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);
    g_autofree char *text = NULL;

    nv_inject(nv, "fence-wrong after=1000000 value=0x99 data=0x44");
    submit(&c, 0x44);
    nv_assert_hex(nv_fault_done(nv, 0), 0);
    nv_clock_step(nv, MS);
    submit(&c, 0x99);
    text = nv_fault_text(nv, 0);
    nv_assert_fault(nv, 0, "fence-wrong data=0x44 after=1000000 value=0x99 "
                    "met=1 done=1");
    /* The text that was read can be set again: without it, it is over. */
    nv_inject_none(nv);
    nv_inject(nv, text);
    submit(&c, 0x44);
    nv_assert_hex(nv_fault_done(nv, 0), 0);
    nv_either_free(&c);
}

/* --- Pushbuffers ------------------------------------------------------ */

static void word_wrong(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_inject(nv, "word-wrong data=0x44 value=0x55");
    submit(&c, 0x55);
    submit(&c, 0x44);
    /* One bit of one word, chosen by the seed */
    nv_inject(nv, "word-wrong data=0x44 seed=2");
    nv_debug_submit(&c);
    nv_poll(nv_fault_done(nv, 0) == 1 && nv_either_user_ref(&c) != 0x33);
    nv_assert_hex(ctpop32(nv_either_user_ref(&c) ^ 0x44), 1);
    nv_either_free(&c);
}

static void error_command(NVDev *nv)
{
    NVEither c = nv_either_new(nv, NV_DEBUG_CHID);

    nv_inject(nv, "error-command nth=2");
    nv_debug_submit(&c);
    nv_poll(nv_statistic(nv, "pusher-errors") == 1);
    nv_assert_hex(nv_either_user_ref(&c), 0x33);
    nv_assert_hex(done(nv, "error-command"), 1);
    nv_either_free(&c);
}

/* RAMHT has the handle, but the puller looks for a changed one. */
static void handle_fails(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, NV_DEBUG_CHID, NV_IN_GART);
    uint32_t inst = nv_inst_object(nv, 0x39);

    nv_ramht_insert(nv, NV_DEBUG_CHID, 0x1234, NV_ENGINE_SW, inst);
    nv_inject(nv, "handle-fails nth=2");
    for (unsigned i = 0; i < 3; i++) {
        nv_push_object(chan, 1, 0x1234);
        nv_kick(chan);
        nv_poll(nv_statistic(nv, "software-methods") +
                nv_statistic(nv, "cache-errors") == i + 1);
        nv_handle_all(nv);
    }
    nv_assert_hex(nv_statistic(nv, "cache-errors"), 1);
    nv_assert_hex(nv->cache_errors->len, 1);
    nv_assert_hex(nv_cache_error(nv, 0).mthd, 0);
    nv_assert_hex(nv->sw_methods->len, 2);
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

/* The page is there, but not for the second semaphore that is written. */
static void page_fault(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, NV_DEBUG_CHID);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);
    g_autofree char *fault = g_strdup_printf("page-fault-write address=0x%"
                                             PRIx64 " nth=2", va);

    nv_inject(nv, fault, "page-fault-write address=0");
    nv_fermi_release(chan, va, 0x11);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr), 0x11);
    nv_fermi_release(chan, va, 0x22);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS));
    nv_assert_hex(nv_phys_rd32(nv, addr), 0x11);
    nv_assert_hex(done(nv, "page-fault-write"), 1);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* --- The list --------------------------------------------------------- */

static void wrong_faults(NVDev *nv)
{
    nv_inject(nv, "interrupt-lost");
    nv_fault_is_wrong(nv, "", "fault' is missing");
    nv_fault_is_wrong(nv, "rain", "does not accept value 'rain'");
    nv_fault_is_wrong(nv, "fence-lost channel=all", "expects uint64");
    nv_fault_is_wrong(nv, "fence-lost channel=128", "no number");
    nv_fault_is_wrong(nv, "fence-lost channel=65536", "expects uint16_t");
    nv_fault_is_wrong(nv, "fence-lost by=1", "by' is unexpected");
    nv_fault_is_wrong(nv, "fence-lost at=method", "at' is unexpected");
    nv_fault_is_wrong(nv, "fence-lost nth=0", "count from 1");
    nv_fault_is_wrong(nv, "fence-lost probability=1.5", "from 0 to 1");
    nv_fault_is_wrong(nv, "ptimer-stands at=noon", "not accept value 'noon'");
    nv_fault_is_wrong(nv, "ptimer-stands for=0x2000000000000000", "no number");
    nv_fault_is_wrong(nv, "ptimer-stands times=2", "'at' or 'period'");
    nv_assert_fault(nv, 0, "interrupt-lost met=0 done=0");
    /* What wasn't given isn't read back. */
    nv_inject(nv, "interrupt-late by=1000");
    nv_assert_fault(nv, 0, "interrupt-late by=1000 met=0 done=0");
}

/* Keys are those of a fault's events, or of the event that "at" names. */
static void wrong_keys(NVDev *nv)
{
    nv_fault_is_wrong(nv, "fence-lost bar=1", "bar' is unexpected");
    nv_fault_is_wrong(nv, "card-gone channel=2", "channel' is unexpected");
    nv_fault_is_wrong(nv, "card-gone at=vblank channel=2",
                      "at.channel' is unexpected");
    nv_fault_is_wrong(nv, "write-strays address=4", "to' is missing");
    nv_fault_is_wrong(nv, "card-gone at=error what=NONSENSE", "there are ");
    nv_fault_is_wrong(nv, "notifier-lost what=PFIFO", "there are ");
    nv_fault_is_wrong(nv, "fence-lost period=10", "period' is unexpected");
    nv_fault_is_wrong(nv, "card-gone at=reset period=10", "has no period");
    nv_fault_is_wrong(nv, "vram-flips bits=0", "which needs bits");
    nv_fault_is_wrong(nv, "vram-flips vram=0x100000000000", "video memory");
    nv_inject(nv, "card-gone channel=2 at=method", "write-lost bar=0");
    nv_assert_fault(nv, 0, "card-gone at=method channel=2 met=0 done=0");
    nv_assert_fault(nv, 1, "write-lost bar=0 met=0 done=0");
}

/* As it was read it goes on, beside a new one; as it was given it starts. */
static void goes_on_when_set_as_read(NVDev *nv)
{
    g_autofree char *first = NULL, *kept = NULL;

    nv_inject(nv, "vblank-lost", "read-wrong address=0 size=4 nth=3 value=7");
    nv_rd32(nv, 0);
    first = nv_fault_text(nv, 1);
    nv_assert_fault(nv, 1, "read-wrong address=0x0 size=0x4 nth=3 value=7 "
                    "met=1 done=0");
    nv_inject(nv, first, "write-lost address=0x700000");
    kept = nv_fault_text(nv, 0);
    nv_assert_fault(nv, 0, first);
    nv_rd32(nv, 0);
    nv_assert_hex(nv_rd32(nv, 0), 7);
    nv_inject(nv, "read-wrong address=0 size=4 nth=3 value=7");
    nv_assert_fault(nv, 0, "read-wrong address=0 size=4 nth=3 value=7 met=0 "
                    "done=0");
    nv_inject(nv, kept, kept);
    g_assert_cmphex(nv_rd32(nv, 0), !=, 7);
}

/* What lasts goes on as well, until it is left out. */
static void lasts_when_set_as_read(NVDev *nv)
{
    g_autofree char *read = NULL;
    uint32_t boot = nv_rd32(nv, 0);

    nv_inject(nv, "card-gone after=1000000");
    nv_clock_step(nv, MS);
    nv_assert_hex(nv_rd32(nv, 0), UINT32_MAX);
    read = nv_fault_text(nv, 0);
    nv_inject(nv, read, "vblank-lost");
    nv_assert_hex(nv_rd32(nv, 0), UINT32_MAX);
    nv_inject(nv, "vblank-lost");
    nv_assert_hex(nv_rd32(nv, 0), boot);
}

static bool has_falcons(const NVCard *card)
{
    return card->features & (NV_CARD_NVC0 | NV_CARD_PDAEMON | NV_CARD_NVA3);
}

static void not_on_this_card(NVDev *nv)
{
    if (!(nv->card->features & (NV_CARD_NV50 | NV_CARD_NVC0))) {
        nv_fault_is_wrong(nv, "kick-hangs", "nothing for kick-hangs");
    }
    if (!has_falcons(nv->card)) {
        nv_fault_is_wrong(nv, "falcon-stops", "nothing for falcon-stops");
    }
    if (nv->card->features & (NV_CARD_NV01 | NV_CARD_NV03)) {
        nv_fault_is_wrong(nv, "engine-busy", "nothing for engine-busy");
    }
}

/* A list that comes with the device counts from its creation. */
static void with_the_device(NVDev *none)
{
    QTestState *qts;
    QObject *faults;
    QDict *fault;

    nv_test_need_debugger();
    qts = qtest_initf(
        "-machine pc -nodefaults -vga none -device '{\"driver\":\"%s-gpu\","
        "\"id\":\"gpu\",\"faults\":[{\"fault\":\"ptimer-stands\","
        "\"after\":1000}]}'", none->card->name);
    qtest_clock_step(qts, 2 * US);
    faults = nv_qom_object(qts, "gpu", "faults");
    fault = qobject_to(QDict, qlist_peek(qobject_to(QList, faults)));
    g_assert_cmpstr(qdict_get_str(fault, "fault"), ==, "ptimer-stands");
    g_assert_cmpint(qdict_get_int(fault, "after"), ==, 1000);
    g_assert_cmpint(qdict_get_int(fault, "done"), ==, 1);
    qobject_unref(faults);
    nv_qtest_quit(qts);
}

/* --- The tests -------------------------------------------------------- */

#define ALL .tesla = true, .fermi = true
#define COLD ALL, .early = true, .cold = true
#define RIG ALL, .applies = nv_sets_references

static bool before_nvc0(const NVCard *card)
{
    return !(card->features & NV_CARD_NVC0);
}

static const NVTest tests[] = {
    { "fault/interrupt-lost", "fault-injection!", interrupt_lost, COLD },
    { "fault/interrupt-late", "fault-injection", interrupt_late, COLD },
    { "fault/interrupt-doubled", "fault-injection", interrupt_doubled, COLD },
    { "fault/interrupt-spurious", "fault-injection", interrupt_spurious, COLD },
    { "fault/fence-lost", "fault-injection", fence_lost, RIG },
    { "fault/fence-late", "fault-injection", fence_late, RIG },
    { "fault/fence-wrong", "fault-injection", fence_wrong, RIG },
    { "fault/probability", "fault-injection", probability, RIG },
    { "fault/times", "fault-injection", times, RIG },
    { "fault/word-wrong", "fault-injection", word_wrong, RIG },
    { "fault/error-command", "fault-injection", error_command, RIG },
    { "fault/handle-fails", "fault-injection", handle_fails, .tesla = true,
      .applies = before_nvc0 },
    { "fault/page-fault", "fault-injection", page_fault, .fermi = true,
      .needs = NV_CARD_NVC0 },
    { "fault/wrong-faults", "fault-injection", wrong_faults, COLD },
    { "fault/wrong-keys", "fault-injection", wrong_keys, COLD },
    { "fault/goes-on-when-set-as-read", "fault-injection",
      goes_on_when_set_as_read, COLD },
    { "fault/lasts-when-set-as-read", "fault-injection", lasts_when_set_as_read,
      COLD },
    { "fault/not-on-this-card", "fault-injection", not_on_this_card, COLD },
    { "fault/with-the-device", "fault-injection", with_the_device, ALL,
      .early = true, .no_machine = true },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
