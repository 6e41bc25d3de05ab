/*
 * Tests of the NVIDIA GPU: what queries of a debugger show of PFIFO and memory
 *
 * The answers are compared with what the test has set up.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"
#include "qobject/qjson.h"
#include "qobject/qlist.h"

#define CHID 2
#define OTHER 3
/* Of the pushbuffer, where commands don't get to */
#define SPARE 0x8000

/* --- Channels --------------------------------------------------------- */

static void channels(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t end;

    nv_channel_shows(nv, 5, "{ 'channel': 5, 'state': 'off' }");
    nv_hides(nv, "channels", NULL, "[ { 'channel': 5 } ]");
    nv_either_ref(&c, 0x11);
    nv_either_ref(&c, 0x12345678);
    end = nv_either_at(&c, nv_either_cur(&c));
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x12345678);
    nv_shows(nv, "channels", NULL, "[ { 'channel': %u, 'state': 'on',"
             " 'place': %s, 'pushbuffer': { 'get': %" PRIu64 ","
             " 'put': %" PRIu64 ", 'left': 0, 'subroutine': null } } ]", CHID,
             c.fermi ? "pbdma" : "cache1", end, end);
    if (c.fermi) {
        nv_channel_shows(nv, CHID, "{ 'pbdma': 0, 'object': null,"
                         " 'pushbuffer': { 'ring': {} } }");
    } else {
        nv_channel_shows(nv, CHID, "{ 'pbdma': null, 'object': %u,"
                         " 'pushbuffer': { 'ring': null } }",
                         c.chan->push->inst);
    }
    nv_channel_shows(nv, CHID, "{ 'reference': %u, 'wait': { 'kind': 'idle' },"
                     " 'subchannels': [] }", 0x12345678);
    nv_either_free(&c);
    nv_channel_shows(nv, CHID, "{ 'state': 'off', 'wait': null }");
}

static void waits_for_a_semaphore(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    NVEitherSemaphore sem;
    uint64_t at = nv_either_acquire(&c, 5, 7, &sem);

    nv_either_ref(&c, 0x33);
    nv_either_kick(&c);
    nv_shows(nv, "channels", NULL, "[ { 'wait': { 'kind': 'semaphore',"
             " 'address': %" PRIu64 ", 'op': 'equal', 'value': 7,"
             " 'is': 5 } } ]", at);
    nv_either_set_semaphore(&c, &sem, 6);
    nv_channel_waits(nv, CHID, "{ 'op': 'equal', 'value': 7, 'is': 6 }");
    nv_either_set_semaphore(&c, &sem, 7);
    nv_clock_step(nv, 2 * 1000 * 1000);
    nv_poll(nv_either_user_ref(&c) == 0x33);
    nv_channel_waits(nv, CHID, "{ 'kind': 'idle', 'address': null }");
    nv_either_free(&c);
    nv_either_free_semaphore(&sem);
}

static void waits_for_the_driver(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    /* A handle, or on Fermi a host method, that doesn't exist */
    nv_either_method(&c, 1, c.fermi ? 0x30 : NV_MTHD_OBJECT, 0xdead0001);
    nv_either_kick(&c);
    nv_poll(nv_rd32(nv, A_NV_PMC_INTR) & 0x100);
    nv_channel_waits(nv, CHID, "{ 'kind': 'error', 'error': %s }",
                     c.fermi ? "METHOD" : "NO_HASH");
    nv_shows(nv, "interrupts", NULL, "{ 'line': true }");
    nv_either_free(&c);
}

static void waits_for_its_turn(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_stand_still(nv);
    nv_either_ref(&c, 0x44);
    nv_either_kick(&c);
    nv_channel_waits(nv, CHID, "{ 'kind': 'stopped' }");
    nv_assert_hex(nv_either_user_ref(&c), 0);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_channel_waits(nv, CHID, "{ 'kind': 'idle' }");
    nv_either_free(&c);
}

/* --- Pushbuffers ------------------------------------------------------ */

static QDict *of_channel(void)
{
    return nv_args("{ 'channel': %u }", CHID);
}

/* How many words of the pushbuffer are shown */
static void assert_words(NVDev *nv, QDict *args, unsigned count)
{
    QObject *answer = nv_query(nv, "pushbuffer", args);
    const QListEntry *entry;
    unsigned words = 0;

    QLIST_FOREACH_ENTRY(qobject_to(QList, answer), entry) {
        words += qlist_size(qdict_get_qlist(
            qobject_to(QDict, qlist_entry_obj(entry)), "words"));
    }
    g_assert_cmpuint(words, ==, count);
    qobject_unref(answer);
}

/* All that is submitted is shown, and nothing else; then a part of it. */
static void pushbuffers(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t first, second;

    nv_stand_still(nv);
    first = nv_either_ref(&c, 0x1234abcd);
    second = nv_either_ref(&c, 0x5678ef01);
    nv_either_kick(&c);
    nv_assert_hex(nv_either_cur(&c), first + 16);
    nv_shows(nv, "pushbuffer", of_channel(), "[ { 'address': %" PRIu64 ","
             " 'words': [ %u, %u, %u, %u ], 'fault': null } ]",
             nv_either_at(&c, first), nv_either_rd32(&c, first), 0x1234abcd,
             nv_either_rd32(&c, second), 0x5678ef01);
    assert_words(nv, of_channel(), 4);
    nv_shows(nv, "pushbuffer", nv_args("{ 'channel': %u, 'address': %" PRIu64
                                       ", 'words': 1 }", CHID,
                                       nv_either_at(&c, first + 4)),
             "[ { 'address': %" PRIu64 ", 'words': [ %u ] } ]",
             nv_either_at(&c, first + 4), 0x1234abcd);
    assert_words(nv, nv_args("{ 'channel': %u, 'address': %" PRIu64
                             ", 'words': 1 }", CHID,
                             nv_either_at(&c, first + 4)), 1);
    nv_query_is_wrong(nv, "pushbuffer",
                      nv_args("{ 'channel': %u, 'words': 1 }", CHID),
                      "with an 'address'");
    if (c.fermi) {
        nv_shows(nv, "entries", of_channel(), "{ 'entries': [ { 'entry': 0,"
                 " 'address': %" PRIu64 ", 'words': 4 } ],"
                 " 'unreadable': null }", nv_either_at(&c, first));
        nv_hides(nv, "entries", of_channel(), "{ 'entries': [ {}, {} ] }");
    } else {
        nv_query_is_wrong(nv, "entries", of_channel(), "has no ring");
    }
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x5678ef01);
    nv_shows(nv, "pushbuffer", of_channel(), "[]");
    if (c.fermi) {
        nv_shows(nv, "entries", of_channel(),
                 "{ 'entries': [], 'ring': { 'get': 1, 'put': 1 } }");
    }
    nv_either_free(&c);
}

/* The ring of a Tesla */
static void entries(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_stand_still(nv);
    nv_push_ref(chan, 0x99);
    nv_ib_entry(chan, chan->cur - 8, 2, 0);
    nv_ib_kick(chan);
    nv_shows(nv, "entries", of_channel(), "{ 'entries': [ { 'entry': 0,"
             " 'address': %u, 'words': 2 } ], 'ring': { 'size': %u,"
             " 'get': 0, 'put': 1 } }", chan->cur - 8, 1 << NV_IB_ORDER);
    nv_shows(nv, "pushbuffer", of_channel(), "[ { 'address': %u,"
             " 'words': [ %u, %u ] } ]", chan->cur - 8,
             nv_buf_rd32(chan->push, chan->cur - 8), 0x99);
    nv_go_on(nv);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_rd32(chan, A_NV_USER_REF), 0x99);
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

/* --- Objects and units ------------------------------------------------ */

static void objects(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t inst = nv_chan_object(chan, 0xbeef1234, NV_CLASS_NULL);
    bool tesla = nv->card->features & NV_CARD_NV50;

    nv_inst_wr32(nv, inst + 8, 0xabcd0123);
    nv_shows(nv, "ramht", NULL, "[ { 'entries': [ { 'channel': %u,"
             " 'handle': %u, 'address': %u, 'class': %u } ] } ]", CHID,
             0xbeef1234, inst, NV_CLASS_NULL);
    nv_shows(nv, "ramht", of_channel(),
             "[ { 'entries': [ { 'handle': %u } ] } ]", 0xbeef1234);
    nv_shows(nv, "ramht", nv_args("{ 'channel': %u }", OTHER),
             tesla ? "[]" : "[ { 'channel': null, 'entries': [] } ]");
    nv_shows(nv, "object", nv_args("{ 'handle': %u }", 0xbeef1234),
             "{ 'address': %u, 'class': %u, 'dma': null,"
             " 'entry': { 'engine': 'PGRAPH' } }", inst, NV_CLASS_NULL);
    nv_shows(nv, "object", nv_args("{ 'channel': %u, 'handle': %u }", CHID,
                                   0xbeef1234),
             "{ 'words': [ %u, %u, %u, %u ] }", nv_inst_rd32(nv, inst),
             nv_inst_rd32(nv, inst + 4), 0xabcd0123,
             nv_inst_rd32(nv, inst + 12));
    nv_shows(nv, "object", nv_args("{ 'address': %u }", inst),
             "{ 'address': %u, 'class': %u, 'entry': null }", inst,
             NV_CLASS_NULL);
    /* What isn't a handle may be an address. */
    nv_shows(nv, "object", nv_args("{ 'handle': %u, 'address': %u }",
                                   0xbeef1235, inst),
             "{ 'address': %u, 'entry': null }", inst);
    nv_query_is_wrong(nv, "object", nv_args("{ 'channel': %u, 'handle': %u }",
                                            OTHER, 0xbeef1235),
                      "no object has");
    nv_query_is_wrong(nv, "object", nv_args("{ 'address': %u }", inst + 4),
                      "no object has");
    nv_query_is_wrong(nv, "object", NULL, "a 'handle' or an 'address'");
    nv_push_object(chan, 4, 0xbeef1234);
    nv_kick(chan);
    nv_wait(chan);
    nv_channel_shows(nv, CHID, "{ 'subchannels': [ { 'subchannel': 4,"
                     " 'class': %u } ] }", NV_CLASS_NULL);
    nv_shows(nv, "channels", NULL, "[ { 'subchannels': [ {} ] } ]");
    nv_hides(nv, "channels", NULL, "[ { 'subchannels': [ {}, {} ] } ]");
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

static void cache1(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 3, NV_HANDLE_GRAPH);
    nv_run(chan);
    nv_shows(nv, "cache1", NULL, "{ 'methods': [] }");
    nv_puller(nv, false);
    nv_push_inc(chan, 3, 0x100, 0xaaaa5555);
    nv_push_inc(chan, 3, 0x100, 0x1111);
    nv_run(chan);
    nv_shows(nv, "cache1", NULL, "{ 'methods': ["
             " { 'subchannel': 3, 'method': 256, 'data': %u },"
             " { 'subchannel': 3, 'method': 256, 'data': %u } ] }", 0xaaaa5555,
             0x1111);
    nv_hides(nv, "cache1", NULL, "{ 'methods': [ {}, {}, {} ] }");
    nv_shows(nv, "cache1", NULL, "{ 'registers': [ { 'address': %u,"
             " 'name': 'NV_PFIFO_CACHE1_DMA_PUT', 'value': %u } ] }", 0x3240,
             chan->cur);
    nv_channel_waits(nv, CHID, "{ 'kind': 'frozen', 'register': 'PULL0' }");
    nv_query_is_wrong(nv, "pbdma", nv_args("{ 'pbdma': 0 }"), "no PBDMAs");
    nv_puller(nv, true);
    nv_shows(nv, "cache1", NULL, "{ 'methods': [] }");
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

static void pbdmas(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_either_ref(&c, 0x4321);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x4321);
    nv_shows(nv, "pbdma", nv_args("{ 'pbdma': 0 }"), "[ { 'address': %u,"
             " 'name': 'NV_PBDMA_REF', 'value': %u } ]",
             NV_PBDMA_BASE + A_NV_PBDMA_REF, 0x4321);
    nv_shows(nv, "pbdma", nv_args("{ 'pbdma': 0 }"), "[ { 'address': %u,"
             " 'name': 'NV_PBDMA_CHANNEL', 'value': %u } ]",
             NV_PBDMA_BASE + A_NV_PBDMA_CHANNEL, 0x102);
    nv_hides(nv, "pbdma", nv_args("{ 'pbdma': 0 }"), "[ { 'address': %u } ]",
             NV_PBDMA_BASE + NV_PBDMA_STRIDE + A_NV_PBDMA_REF);
    nv_query_is_wrong(nv, "pbdma", nv_args("{ 'pbdma': 8 }"),
                      "the card has PBDMAs 0 to ");
    nv_query_is_wrong(nv, "cache1", NULL, "no CACHE1");
    nv_query_is_wrong(nv, "ramht", NULL, "no RAMHT");
    nv_fermi_preempt(nv, CHID);
    nv_channel_shows(nv, CHID, "{ 'place': 'ramfc', 'pbdma': null }");
    nv_shows(nv, "ramfc", of_channel(), "[ { 'offset': %u,"
             " 'register': 'NV_PBDMA_REF', 'value': %u } ]", A_NV_PBDMA_REF,
             0x4321);
    nv_query_is_wrong(nv, "ramfc", nv_args("{ 'channel': %u }", OTHER),
                      "has no RAMFC");
    nv_either_free(&c);
}

/* A channel's leftovers */
static void saved_state(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    nv_either_ref(&c, 0x11);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x11);
    nv_either_ref(&other, 0x12);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x12);
    nv_channel_shows(nv, CHID, "{ 'place': 'ramfc', 'ramfc': %u }",
                     nv_ramfc(c.chan, 0));
    nv_shows(nv, "ramfc", of_channel(),
             "[ { 'register': 'NV_PFIFO_CACHE1_DMA_PUT', 'value': %u } ]",
             c.chan->cur);
    nv_shows(nv, "ramfc", of_channel(),
             "[ { 'register': 'NV_PFIFO_CACHE1_REF', 'value': %u } ]", 0x11);
    nv_either_free(&other);
    nv_either_free(&c);
}

static void runlists(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    nv_shows(nv, "runlist", NULL, "[ { 'channel': %u }, { 'channel': %u } ]",
             CHID, OTHER);
    nv_hides(nv, "runlist", NULL, "[ {}, {}, {} ]");
    nv_either_free(&other);
    nv_hides(nv, "runlist", NULL, "[ { 'channel': %u } ]", OTHER);
    nv_either_free(&c);
}

static void no_runlist(NVDev *nv)
{
    nv_query_is_wrong(nv, "runlist", NULL, "no run list");
}

/* --- Memory ----------------------------------------------------------- */

static QDict *memory_args(unsigned chid, uint64_t addr, uint32_t words)
{
    return nv_args("{ 'space': { 'kind': 'channel', 'channel': %u },"
                   " 'address': %" PRIu64 ", 'words': %u }", chid, addr,
                   words);
}

static QDict *write_args(uint64_t addr, uint32_t first, uint32_t second)
{
    return nv_args("{ 'space': { 'kind': 'channel', 'channel': %u },"
                   " 'address': %" PRIu64 ", 'words': [ %u, %u ] }", CHID,
                   addr, first, second);
}

static void memory(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t at = nv_either_va(&c, SPARE), end = 0xfffffffffc;

    for (unsigned i = 0; i < 5; i++) {
        nv_either_wr32(&c, SPARE + i * 4, 0x10000 + i);
    }
    nv_shows(nv, "memory", memory_args(CHID, at, 5), "{ 'address': %" PRIu64
             ", 'words': [ %u, %u, %u, %u, %u ], 'fault': null }", at, 0x10000,
             0x10001, 0x10002, 0x10003, 0x10004);
    nv_control(nv, "write-memory", write_args(at + 4, 0xcafe, 0xbeef));
    nv_assert_hex(nv_either_rd32(&c, SPARE), 0x10000);
    nv_assert_hex(nv_either_rd32(&c, SPARE + 4), 0xcafe);
    nv_assert_hex(nv_either_rd32(&c, SPARE + 8), 0xbeef);
    nv_assert_hex(nv_either_rd32(&c, SPARE + 12), 0x10003);
    nv_query_is_wrong(nv, "memory", memory_args(CHID, 1, 1), "multiple of 4");
    nv_query_is_wrong(nv, "memory", memory_args(CHID, 0, 0), "to be 1 to");
    nv_query_is_wrong(nv, "memory", memory_args(CHID, 0, 0x4001),
                      "to be 1 to 16384");
    nv_query_is_wrong(nv, "memory", memory_args(128, 0, 1),
                      "the card has channels 0 to ");
    nv_query_is_wrong(nv, "memory", memory_args(CHID, end, 1), "address 0x");
    nv_query_is_wrong(nv, "memory", memory_args(CHID, end + 4, 1),
                      "up to 0xffffffffff");
    nv_control_is_wrong(nv, "write-memory", write_args(end, 4, 4),
                        "from address");
    nv_control_is_wrong(nv, "write-memory", write_args(end + 4, 4, 4),
                        "beyond");
    nv_control_is_wrong(nv, "write-memory",
                        nv_args("{ 'space': { 'kind': 'channel',"
                                " 'channel': %u }, 'address': 0,"
                                " 'words': [] }", CHID), "not none");
    nv_control_is_wrong(nv, "write-memory",
                        nv_args("{ 'space': { 'kind': 'vram' }, 'address': 0,"
                                " 'words': [ 1 ] }"), "not of 'vram'");
    nv_either_free(&c);
}

/* Words that can be read end before others. */
static void memory_ends(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t at = NV_PUSH_SIZE - 8;

    nv_shows(nv, "memory", memory_args(CHID, at, 4), "{ 'address': %" PRIu64
             ", 'words': [ %u, %u ], 'fault': 'limit' }", at,
             nv_either_rd32(&c, at), nv_either_rd32(&c, at + 4));
    nv_hides(nv, "memory", memory_args(CHID, at, 4),
             "{ 'words': [ %u, %u, %u ] }", 0, 0, 0);
    nv_either_free(&c);
}

/* A DMA object that isn't the pushbuffer's */
static void memory_of_an_object(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_buf_new(nv, NV_IN_GART, 0x3000, 0x3d);

    nv_chan_buffer(chan, 0xd0d0, buf);
    nv_buf_wr32(buf, 0x1ffc, 0x12121212);
    nv_buf_wr32(buf, 0x2000, 0x34343434);
    nv_shows(nv, "memory",
             nv_args("{ 'space': { 'kind': 'object', 'handle': %u },"
                     " 'address': %u, 'words': 2 }", 0xd0d0, 0x1ffc),
             "{ 'address': %u, 'words': [ %u, %u ] }", 0x1ffc, 0x12121212,
             0x34343434);
    nv_control(nv, "write-memory",
               nv_args("{ 'space': { 'kind': 'object', 'handle': %u },"
                       " 'address': %u, 'words': [ %u, %u ] }", 0xd0d0, 0x1ffc,
                       0x56, 0x78));
    nv_assert_hex(nv_buf_rd32(buf, 0x1ffc), 0x56);
    nv_assert_hex(nv_buf_rd32(buf, 0x2000), 0x78);
    nv_query_is_wrong(nv, "memory",
                      nv_args("{ 'space': { 'kind': 'object', 'handle': %u },"
                              " 'address': 0, 'words': 1 }", 0xd0d1),
                      "no channel has");
    nv_shows(nv, "object", nv_args("{ 'handle': %u }", 0xd0d0),
             "{ 'dma': { 'limit': %u, 'readable': true, 'writable': true } }",
             0x2fff);
    nv_chan_fini(chan);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

static QDict *vram_args(uint64_t addr, uint32_t words)
{
    return nv_args("{ 'space': { 'kind': 'vram' }, 'address': %" PRIu64
                   ", 'words': %u }", addr, words);
}

static void video_memory(NVDev *nv)
{
    uint32_t at = nv_vram_alloc(nv, 0x1000);

    if (nv_is_tesla(nv) || nv_is_fermi(nv)) {
        nv_phys_wr32(nv, at, 0x600df00d);
    } else {
        nv_vram_wr32(nv, at, 0x600df00d);
    }
    nv_shows(nv, "memory", vram_args(at, 2), "{ 'address': %u,"
             " 'words': [ %u, 0 ] }", at, 0x600df00d);
    nv_shows(nv, "memory", vram_args(nv->vram - 4, 16),
             "{ 'address': %" PRIu64 ", 'fault': null }", nv->vram - 4);
    nv_query_is_wrong(nv, "memory", vram_args(nv->vram, 1), "up to 0x");
}

/* --- Page tables ------------------------------------------------------ */

static QDict *walk_args(uint64_t addr)
{
    return nv_args("{ 'channel': %u, 'address': %" PRIu64 " }", CHID, addr);
}

static void walks_an_object(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t inst = c.chan->push->inst, pte = nv_buf_pte(c.chan->push, SPARE);

    nv_shows(nv, "page-walk", walk_args(SPARE + 0x10), "{ 'entries': ["
             " { 'table': 'object', 'memory': 'ramin', 'address': %u,"
             " 'entry': %" PRIu64 ", 'flags': [ 'present' ] },"
             " { 'table': 'pte', 'memory': 'ramin', 'address': %u,"
             " 'entry': %u, 'flags': [ 'present' ] } ], 'fault': null,"
             " 'result': { 'memory': 'sysram', 'address': %" PRIu64 " } }",
             inst, (uint64_t)nv_inst_rd32(nv, inst + 4) << 32 |
             nv_inst_rd32(nv, inst), pte, nv_inst_rd32(nv, pte),
             c.chan->push->pages[SPARE / 0x1000] + 0x10);
    nv_shows(nv, "page-walk", walk_args(NV_PUSH_SIZE),
             "{ 'result': null, 'fault': 'limit' }");
    nv_inst_wr32(nv, pte, nv_inst_rd32(nv, pte) & ~1);
    nv_shows(nv, "page-walk", walk_args(SPARE + 0x10),
             "{ 'result': null, 'fault': 'no-page' }");
    nv_query_is_wrong(nv, "page-walk", walk_args(1ull << 40), "beyond 0x");
    nv_either_free(&c);
}

static void walks_tesla(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t va = nv_either_va(&c, SPARE + 0x10);
    uint64_t page = c.chan->push->pages[SPARE / 0x1000];

    nv_shows(nv, "page-walk", walk_args(va), "{ 'entries': ["
             " { 'table': 'pde', 'memory': 'vram' },"
             " { 'table': 'pte', 'memory': 'vram', 'address': %" PRIu64 ","
             " 'entry': %" PRIu64 ", 'flags': [ 'present' ] } ],"
             " 'result': { 'memory': 'sysram', 'address': %" PRIu64 " } }",
             nv->tesla->table + (va >> 12) * 8,
             (uint64_t)(page | NV_VM_PRESENT | NV_VM_SYSRAM), page + 0x10);
    nv_shows(nv, "page-walk", walk_args(0xff00000000),
             "{ 'result': null, 'fault': 'vm-pt-not-present' }");
    nv_shows(nv, "page-walk", walk_args(0x1000),
             "{ 'result': null, 'fault': 'vm-page-not-present' }");
    nv_either_free(&c);
}

static void walks_fermi(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t vram;
    uint64_t va = nv_fermi_buffer(c.fermi, 0x1000, &vram);

    nv_shows(nv, "page-walk", walk_args(va + 0x20), "{ 'entries': ["
             " { 'table': 'pde', 'memory': 'vram' },"
             " { 'table': 'pte', 'memory': 'vram', 'entry': %u,"
             " 'flags': [ 'present', 'small' ] } ],"
             " 'result': { 'memory': 'vram', 'address': %u } }", vram >> 8 | 1,
             vram + 0x20);
    nv_shows(nv, "page-walk", walk_args(va + 0x1000),
             "{ 'result': null, 'fault': 'vm-page-not-present' }");
    nv_fermi_map(nv, c.fermi->pd, va, vram, 0x1000, NV_FERMI_RO);
    nv_shows(nv, "page-walk", walk_args(va + 0x20), "{ 'entries': ["
             " { 'flags': [ 'present', 'small', 'read-only' ] } ] }");
    nv_shows(nv, "page-walk", walk_args(0xff00000000),
             "{ 'result': null, 'fault': 'vm-pt-not-present' }");
    nv_either_free(&c);
}

/* --- What isn't there ------------------------------------------------- */

/* A card that no driver has touched */
static void nothing_there(NVDev *nv)
{
    bool fermi = nv->card->features & NV_CARD_NVC0;
    bool tesla = !fermi && nv->card->features & NV_CARD_NV50;

    nv_shows(nv, "units", NULL, "{ 'channels': %u, 'ramht': %i,"
             " 'runlist': %i }", nv->card->channels, !fermi, fermi || tesla);
    if (fermi || tesla) {
        nv_shows(nv, "channels", NULL, "[]");
        nv_shows(nv, "runlist", NULL, "[]");
    }
    if (!fermi) {
        nv_shows(nv, "units", NULL, "{ 'pbdmas': 0 }");
        nv_shows(nv, "cache1", NULL, "{ 'methods': [] }");
        /* What is in instance memory at first may look like handles. */
        if (!tesla) {
            nv_init(nv);
        }
        nv_shows(nv, "ramht", NULL,
                 tesla ? "[]" : "[ { 'channel': null, 'entries': [] } ]");
    }
}

/* What takes a channel is told which ones there are, by type or by card. */
static void wrong_channels(NVDev *nv)
{
    static const char *const queries[] = {
        "channel", "ramfc", "pushbuffer", "entries",
    };
    static const char *const acts[] = { "kill", "hang" };
    static const char *const numbers[] = { "-1", "65536", "'x'" };
    unsigned channels = nv->card->channels;
    g_autofree char *last = g_strdup_printf("the card has channels 0 to %u",
                                            channels - 1);

    for (unsigned i = 0; i < ARRAY_SIZE(queries); i++) {
        nv_query_is_wrong(nv, queries[i],
                          nv_args("{ 'channel': %u }", channels), last);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(numbers); i++) {
        g_autofree char *json = g_strdup_printf("{ 'channel': %s }",
                                                numbers[i]);

        nv_query_is_wrong(nv, "channel",
                          qobject_to(QDict, qobject_from_json(json, NULL)),
                          "'channel'");
    }
    nv_query_is_wrong(nv, "page-walk", nv_args("{ 'channel': %u,"
                                               " 'address': 0 }", channels),
                      last);
    for (unsigned i = 0; i < ARRAY_SIZE(acts); i++) {
        QDict *args = nv_args("{ 'channel': %u }", channels);

        if (g_str_equal(acts[i], "hang")) {
            qdict_put_bool(args, "hang", true);
        }
        nv_control_is_wrong(nv, acts[i], args, last);
    }
    nv_control_is_wrong(nv, "submit",
                        nv_args("{ 'channel': %u, 'subchannel': 0,"
                                " 'method': 256, 'data': [ 0 ] }", channels),
                        last);
    nv_control_is_wrong(nv, "push", nv_args("{ 'channel': %u, 'address': 0,"
                                            " 'words': 1 }", channels), last);
}

/* Another device isn't a card. */
static void wrong_device(NVDev *nv)
{
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'x-query-nv-statistics',"
                           " 'arguments': { 'path': '/machine' } }");

    g_assert_nonnull(strstr(qdict_get_str(qdict_get_qdict(rsp, "error"),
                                          "desc"), "is no NVIDIA GPU"));
    qobject_unref(rsp);
}

static bool tesla_not_fermi(const NVCard *card)
{
    return card->features & NV_CARD_NV50 && !(card->features & NV_CARD_NVC0);
}

static bool has_runlist(const NVCard *card)
{
    return card->features & (NV_CARD_NV50 | NV_CARD_NVC0);
}

#define ALL .tesla = true, .fermi = true
#define REFS ALL, .applies = nv_sets_references

/* A fence waits for PGRAPH, which has something in its queue. */
static void waits_for_engine(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, CHID);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_object(chan, 4, 0x9039, NV_FERMI_GR);
    nv_fermi_run(chan);
    nv_channel_waits(nv, CHID, "{ 'kind': 'idle' }");
    nv_fermi_inc(chan, 4, 0x100, 0);
    nv_fermi_release(chan, va, 0x11);
    nv_fermi_kick(chan);
    nv_channel_waits(nv, CHID, "{ 'kind': 'engine', 'engine': 'PGRAPH',"
                     " 'why': null }");
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr), 0x11);
    nv_channel_waits(nv, CHID, "{ 'kind': 'idle' }");
    nv_fermi_channel_free(chan);
}

static const NVTest tests[] = {
    { "inspect/waits-for-an-engine", "introspection", waits_for_engine,
      .fermi = true, .needs = NV_CARD_NVC0,
      .props = "x-engine-latency-ns=1000000" },
    { "inspect/channels", "introspection", channels, REFS },
    { "inspect/waits-for-a-semaphore", "introspection", waits_for_a_semaphore,
      ALL, .applies = nv_has_semaphores },
    { "inspect/waits-for-the-driver", "introspection", waits_for_the_driver,
      ALL },
    { "inspect/waits-for-the-debugger", "introspection", waits_for_its_turn,
      REFS },
    { "inspect/pushbuffers", "introspection", pushbuffers, REFS },
    { "inspect/entries", "introspection", entries, .tesla = true,
      .applies = tesla_not_fermi },
    { "inspect/objects", "introspection", objects, .tesla = true },
    { "inspect/cache1", "introspection", cache1, .tesla = true },
    { "inspect/pbdmas", "introspection", pbdmas, .fermi = true,
      .needs = NV_CARD_NVC0 },
    { "inspect/saved-state", "introspection", saved_state, .tesla = true,
      .applies = nv_sets_references },
    { "inspect/runlists", "introspection", runlists, ALL,
      .applies = has_runlist },
    { "inspect/no-runlist", "introspection", no_runlist },
    { "inspect/memory", "introspection", memory, ALL },
    { "inspect/memory-ends", "introspection", memory_ends },
    { "inspect/memory-of-an-object", "introspection", memory_of_an_object,
      .tesla = true },
    { "inspect/video-memory", "introspection", video_memory, ALL },
    { "inspect/walks-an-object", "introspection", walks_an_object },
    { "inspect/walks-page-tables", "introspection", walks_tesla, .tesla = true,
      .applies = tesla_not_fermi },
    { "inspect/walks-two-page-tables", "introspection", walks_fermi,
      .fermi = true, .needs = NV_CARD_NVC0 },
    { "inspect/nothing-there", "introspection", nothing_there, ALL,
      .cold = true },
    { "inspect/wrong-channels", "introspection", wrong_channels, ALL },
    { "inspect/wrong-device", "introspection", wrong_device, ALL },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
