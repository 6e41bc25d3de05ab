/*
 * Tests of the NVIDIA GPU: the debugger and many channels, NVE4+
 *
 * Two channels 128 apart, which is what cards before NVE4 have at most, have
 * nothing in common.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-ce.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CE0 NV_KEPLER_RUNLIST_CE0
#define CE1 NV_KEPLER_RUNLIST_CE1
#define CE_CLASS 0xa0b5

#define LOW 72
#define HIGH 200

#define MS 1000000

/* --- Objects ----------------------------------------------------------- */

static void assert_objects(NVDev *nv)
{
    nv_channel_shows(nv, LOW, "{ 'subchannels': [] }");
    nv_channel_shows(nv, HIGH, "{ 'subchannels': [ { 'subchannel': %u,"
                     " 'class': %u } ] }", NV_CE_SUBC, CE_CLASS);
    nv_channel_shows(nv, HIGH + 1, "{ 'state': 'off' }");
}

/* The class is that of the channel with the object, in a snapshot, too. */
static void objects(NVDev *nv)
{
    NVFermiChan *low = nv_kepler_channel_new(nv, LOW, CE0);
    NVFermiChan *high = nv_kepler_channel_new(nv, HIGH, CE0);

    nv_fermi_inc(high, NV_CE_SUBC, 0, CE_CLASS);
    nv_fermi_run(high);
    nv_fermi_ref(low, 1);
    nv_fermi_run(low);
    assert_objects(nv);
    nv_migrate(nv);
    assert_objects(nv);
    nv_fermi_channel_free(low);
    nv_fermi_channel_free(high);
}

/* Classes in a stream: their number, behind their section's name and version */
#define CLASSES "nv-gpu/probes/more\0\0\0\1"

/* The last channel's classes, and one more, which no channel has */
static void too_many_objects(NVDev *nv)
{
    NVFermiChan *last = nv_kepler_channel_new(nv, 4095, CE0);
    g_autofree char *said = NULL;

    nv_fermi_inc(last, NV_CE_SUBC, 0, CE_CLASS);
    nv_fermi_run(last);
    nv_savevm_lie(nv, CLASSES, sizeof(CLASSES) - 1, sizeof(CLASSES) - 1 + 3, 1);
    said = nv_loadvm_says(nv);
    if (!strstr(said, "a card has so many channels")) {
        nv_fail("refused: %s", said);
    }
    nv_cont(nv);
    nv_fermi_channel_free(last);
}

/* --- Methods ----------------------------------------------------------- */

/*
 * Each waits once before it writes its fence, though the other one's method
 * comes in between.
 */
static void waits(NVDev *nv)
{
    NVFermiChan *chan[] = {
        nv_kepler_channel_new(nv, LOW, CE0),
        nv_kepler_channel_new(nv, HIGH, CE1),
    };

    nv_inject(nv, "fence-late by=1000000 times=9");
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_ref(chan[i], 1 + i);
        nv_fermi_kick(chan[i]);
    }
    for (unsigned i = 0; i < 8; i++) {
        nv_clock_step(nv, MS);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chan); i++) {
        nv_fermi_wait(chan[i]);
        nv_assert_hex(nv_fermi_user_rd32(chan[i], A_NV_USERD_REF), 1 + i);
        nv_fermi_channel_free(chan[i]);
    }
    g_assert_cmpuint(nv_fault_done(nv, 0), ==, 2);
}

/* A breakpoint that has a channel's number, which is more than a byte */
static void breakpoint(NVDev *nv)
{
    NVFermiChan *low = nv_kepler_channel_new(nv, 300 % 256, CE0);
    NVFermiChan *high = nv_kepler_channel_new(nv, 300, CE0);

    nv_break(nv, "1 command channel=300");
    nv_fermi_ref(low, 1);
    nv_fermi_run(low);
    g_assert_false(nv_is_stopped(nv));
    nv_fermi_ref(high, 2);
    nv_fermi_kick(high);
    nv_stopped_at(nv, "breakpoint=1 kind=command channel=300");
    nv_go_on(nv);
    nv_fermi_wait(high);
    nv_fermi_channel_free(low);
    nv_fermi_channel_free(high);
}

/* Subchannels have engines, and copies a class, though no object is bound. */
static void unbound(NVDev *nv)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, HIGH, CE0);

    nv_break(nv, "1 method class=0xa0b5 method=0x41c");
    nv_fermi_inc(chan, NV_CE_SUBC, 0x418, 1);
    nv_fermi_inc(chan, NV_CE_SUBC, 0x41c, 2);
    nv_fermi_kick(chan);
    nv_stopped_at(nv, "breakpoint=1 kind=method channel=200 class=0xa0b5");
    nv_channel_shows(nv, HIGH, "{ 'subchannels': [ { 'subchannel': %u,"
                     " 'class': %u } ] }", NV_CE_SUBC, CE_CLASS);
    nv_go_on(nv);
    nv_fermi_wait(chan);
    nv_fermi_channel_free(chan);
}

/* --- The checker, and dumps -------------------------------------------- */

static void zeroes(NVDev *nv)
{
    const unsigned chid = nv->card->channels - 1;
    NVFermiChan *chan = nv_kepler_channel_new(nv, chid, CE0);

    for (unsigned i = 0; i < 100; i++) {
        nv_fermi_push(chan, 0);
    }
    nv_fermi_run(chan);
    nv_assert_found(nv, "zeroes-executed channel=%u ", chid);
    nv_fermi_channel_free(chan);
}

static void overwritten(NVDev *nv)
{
    NVFermiChan *chan = nv_kepler_channel_new(nv, HIGH, CE0);
    uint32_t at;

    nv_stand_still(nv);
    at = chan->cur + 4;
    nv_fermi_ref(chan, 1);
    nv_fermi_kick(chan);
    qtest_writel(nv->qts, chan->push + at, 2);
    nv_go_on(nv);
    nv_fermi_wait(chan);
    nv_assert_found(nv, "pushbuffer-overwritten channel=200 ");
    nv_fermi_channel_free(chan);
}

/* Words of the last channel, by an emulator that stays whole */
static void pushdump(NVDev *nv)
{
    const unsigned chid = nv->card->channels - 1;
    NVFermiChan *chan = nv_kepler_channel_new(nv, chid, CE0);
    const uint32_t words[] = { 0x20010014, 0x12345678 };
    QDict *answer;

    nv_fermi_ref(chan, words[1]);
    nv_fermi_run(chan);
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'stop' }");
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'cont' }");
    answer = qtest_qmp(nv->qts, "{ 'execute': 'ringbuf-read', 'arguments': "
                       "{ 'device': 'dump', 'size': 65536 } }");
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        const char *text = qdict_get_str(answer, "return");
        g_autofree char *want = g_strdup_printf(
            "--0000-- w %u:0x%08x, 0x%08x\n", chid, i * 4, words[i]);

        if (!strstr(text, want)) {
            nv_fail("%s lacks %s", text, want);
        }
    }
    qobject_unref(answer);
    nv_fermi_channel_free(chan);
}

static bool has_most_channels(const NVCard *card)
{
    return card->channels == 4096;
}

static bool has_class_a0b5(const NVCard *card)
{
    return !(card->features & NV_CARD_NV117);
}

#define K(_name, _rows, _fn, ...) \
    { "kepler-debug/" _name, _rows, _fn, .needs = NV_CARD_NVE4, __VA_ARGS__ }

static const NVTest tests[] = {
    K("objects", "introspection channel-count", objects),
    K("too-many-objects", "migration hostile-migration", too_many_objects,
      .applies = has_most_channels),
    K("waits", "fault-injection channel-count", waits),
    K("breakpoint", "channel-count", breakpoint),
    K("unbound", "introspection", unbound, .applies = has_class_a0b5),
    K("zeroes", "introspection channel-count", zeroes,
      .props = NV_CHECKER_ON),
    K("overwritten", "introspection channel-count", overwritten,
      .props = NV_CHECKER_ON),
    K("pushdump", "pushbuffer-dump channel-count", pushdump,
      .props = "pushdump=dump",
      .args = "-chardev ringbuf,id=dump,size=65536"),
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
