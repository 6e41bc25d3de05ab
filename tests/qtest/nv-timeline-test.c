/*
 * Tests of the NVIDIA GPU: the time line
 *
 * The card's lines are in the order of events, with times of the clock that the
 * tests step.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/display-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define MS (1000 * 1000)

#define RING "-chardev ringbuf,id=tl,size=65536"
#define SMALL_RING "-chardev ringbuf,id=tl,size=512"
#define PROPS "timeline=tl"
#define LATENCY 1000
#define SLOW_PROPS "timeline=tl,x-engine-latency-ns=1000"

#define CHID 3
#define OTHER 4
#define HANDLE 0xbeef0039

/* Why a channel's commands aren't executed any more */
enum { LATER, DONE, WAITS };

/* --- Lines ------------------------------------------------------------ */

/* A line: hexadecimal but for the time and the channel, see timeline.c */
typedef struct Line {
    int64_t time;
    char kind[16];
    int chid;
    unsigned unit, mthd;
    uint64_t addr, size, data;
    char name[32];
} Line;

/* The lines written, up to where the test has read */
typedef struct Reader {
    NVDev *nv;
    GString *text;
    size_t at;
} Reader;

static Reader reader_new(NVDev *nv)
{
    return (Reader) { .nv = nv, .text = g_string_new(NULL) };
}

static void reader_free(Reader *r)
{
    g_string_free(r->text, true);
}

static void reader_fetch(Reader *r)
{
    g_autofree char *more = nv_ringbuf_read(r->nv, "tl");

    g_string_append(r->text, more);
}

/* The next complete line; returns false if there is none yet */
static bool reader_next(Reader *r, Line *line)
{
    const char *begin = r->text->str + r->at;
    const char *end = strchr(begin, '\n');
    int words;

    if (!end) {
        return false;
    }
    r->at += end + 1 - begin;
    *line = (Line) { };
    words = sscanf(begin, "%" SCNd64 " %15s %d %x %x %" SCNx64 " %" SCNx64
                   " %" SCNx64 "%*1[ ]%31[^\n]", &line->time, line->kind,
                   &line->chid, &line->unit, &line->mthd, &line->addr,
                   &line->size, &line->data, line->name);
    return words >= 8 || reader_next(r, line);
}

/*
 * Lines arrive some time later, by the host's clock: after that there are none.
 */
static bool reader_wait(Reader *r, Line *line)
{
    for (unsigned i = 0; i < 100; i++) {
        if (reader_next(r, line)) {
            return true;
        }
        g_usleep(20 * 1000);
        reader_fetch(r);
    }
    return false;
}

/* The next line of a kind; @size says which of two ends it is */
static Line find(Reader *r, const char *kind, int chid, uint64_t size)
{
    Line line = { };

    while (reader_wait(r, &line)) {
        if (!strcmp(line.kind, kind) && line.chid == chid &&
            line.size == size) {
            return line;
        }
    }
    nv_fail("no %s of channel %d any more in\n%s", kind, chid, r->text->str);
    return line;
}

/* The first event that isn't before a time has that time. */
static Line find_at(Reader *r, int64_t time, const char *kind, int chid,
                    uint64_t size)
{
    Line line;

    do {
        line = find(r, kind, chid, size);
    } while (*line.kind && line.time < time);
    if (line.time != time) {
        nv_fail("%s of channel %d at %" PRId64 ", not %" PRId64, kind, chid,
                line.time, time);
    }
    return line;
}

/* A channel's commands that are executed together, and the reason of the end */
static void find_run_end(Reader *r, int64_t time, int chid, unsigned why)
{
    Line line = find_at(r, time, "run", chid, 0);

    g_assert_cmpuint(line.data, >, 0);
    g_assert_cmpuint(line.addr, ==, why);
}

/* --- Channels --------------------------------------------------------- */

/*
 * A channel that has waited since @asked is released by another one at
 * @released; it then continues, at @latest.
 */
static void check_semaphore(Reader *r, int64_t asked, int64_t released,
                            int64_t latest)
{
    Line acquire, release, line;

    find_at(r, asked, "submit", CHID, 0);
    find_at(r, asked, "run", CHID, 1);
    acquire = find_at(r, asked, "acquire", CHID, 4);
    g_assert_cmphex(acquire.data, ==, 1);
    find_run_end(r, asked, CHID, WAITS);

    find_at(r, released, "submit", OTHER, 0);
    find_at(r, released, "switch", OTHER, 0);
    find_at(r, released, "run", OTHER, 1);
    release = find_at(r, released, "release", OTHER, 4);
    g_assert_cmphex(release.addr, ==, acquire.addr);
    g_assert_cmphex(release.data, ==, 1);
    find_run_end(r, released, OTHER, DONE);

    line = find(r, "acquired", CHID, 4);
    g_assert_cmphex(line.data, ==, 1);
    g_assert_cmpint(line.time, >=, released);
    g_assert_cmpint(line.time, <=, latest);
    find_at(r, line.time, "run", CHID, 1);
    g_assert_cmphex(find_at(r, line.time, "reference", CHID, 4).data, ==, 0xa);
    find_run_end(r, line.time, CHID, DONE);
}

static void semaphores(NVDev *nv)
{
    Reader r = reader_new(nv);
    NVChan *a = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVChan *b = nv_chan_new(nv, OTHER, NV_IN_VRAM);
    NVBuf *buf = nv_semaphore_new(a, NV_IN_VRAM);
    int64_t asked, released;

    nv_semaphore_use(b, buf);
    nv_run(b);
    nv_run(a);
    nv_clock_step(nv, MS);
    asked = nv->clock;
    nv_push_inc(a, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x80, 1);
    nv_push_ref(a, 0xa);
    nv_kick(a);
    nv_clock_step(nv, 3 * MS);
    released = nv->clock;
    nv_push_release(b, 0x80, 1);
    nv_kick(b);
    nv_semaphore_retry(nv);
    nv_wait(a);
    check_semaphore(&r, asked, released, nv->clock);
    nv_chan_free(b);
    nv_chan_free(a);
    nv_buf_free(buf);
    reader_free(&r);
}

/* Class 906F */
enum { SEMAPHORE_A = 0x10, ACQUIRE = 1, RELEASE_4 = 2 | 1 << 24 };

static void fermi_semaphores(NVDev *nv)
{
    Reader r = reader_new(nv);
    NVFermiChan *a = nv_fermi_channel_new(nv, CHID);
    NVFermiChan *b = nv_fermi_channel_new(nv, OTHER);
    uint32_t addr, unused;
    uint64_t va = nv_fermi_buffer(a, 0x1000, &addr);
    int64_t asked, released;

    g_assert_cmphex(nv_fermi_buffer(b, 0x1000, &unused), ==, va);
    nv_fermi_map(nv, b->pd, va, addr, 0x1000, NV_FERMI_VRAM);
    nv_clock_step(nv, MS);
    asked = nv->clock;
    nv_fermi_inc(a, 0, SEMAPHORE_A, va >> 32, va, 1, ACQUIRE);
    nv_fermi_ref(a, 0xa);
    nv_fermi_kick(a);
    nv_clock_step(nv, 3 * MS);
    released = nv->clock;
    nv_fermi_inc(b, 0, SEMAPHORE_A, va >> 32, va, 1, RELEASE_4);
    nv_fermi_kick(b);
    nv_clock_step(nv, 2 * MS);
    nv_fermi_wait(a);
    check_semaphore(&r, asked, released, nv->clock);
    nv_fermi_channel_free(b);
    nv_fermi_channel_free(a);
    reader_free(&r);
}

/* An acquire that needn't wait doesn't end the execution. */
static void no_wait(NVDev *nv)
{
    Reader r = reader_new(nv);
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_VRAM);

    nv_buf_wr32(buf, 0x10, 7);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x10, 7);
    nv_push_ref(chan, 1);
    nv_run(chan);
    find_at(&r, nv->clock, "acquire", CHID, 4);
    find_run_end(&r, nv->clock, CHID, DONE);
    g_assert_null(strstr(r.text->str, "acquired"));
    nv_chan_free(chan);
    nv_buf_free(buf);
    reader_free(&r);
}

/* The second uses the short path: the release has used its page. */
static void fermi_no_wait(NVDev *nv)
{
    Reader r = reader_new(nv);
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_phys_wr32(nv, addr, 7);
    nv_fermi_inc(chan, 0, SEMAPHORE_A, va >> 32, va, 7, ACQUIRE);
    nv_fermi_inc(chan, 0, SEMAPHORE_A, va >> 32, va, 8, RELEASE_4);
    nv_fermi_inc(chan, 0, SEMAPHORE_A, va >> 32, va, 8, ACQUIRE);
    nv_fermi_run(chan);
    for (unsigned want = 7; want < 9; want++) {
        Line line = find_at(&r, nv->clock, "acquire", CHID, 4);

        g_assert_cmphex(line.data, ==, want);
        g_assert_cmphex(line.addr, ==, va);
    }
    find_run_end(&r, nv->clock, CHID, DONE);
    g_assert_null(strstr(r.text->str, "acquired"));
    nv_fermi_channel_free(chan);
    reader_free(&r);
}

/* --- Engines ---------------------------------------------------------- */

/* Two methods: from the start of the first one's way to the end of both */
static void check_work(Reader *r, int64_t begin, const char *name)
{
    Line line = find_at(r, begin, "work", CHID, 1);

    g_assert_cmpstr(line.name, ==, name);
    line = find_at(r, begin + LATENCY, "work", CHID, 0);
    g_assert_cmpstr(line.name, ==, name);
    g_assert_cmpuint(line.data, ==, 2);
}

static void work(NVDev *nv)
{
    const uint32_t words[2] = { };
    Reader r = reader_new(nv);
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    int64_t begin;

    nv_chan_object(chan, HANDLE, nv_class_m2mf(nv));
    nv_push_object(chan, 0, HANDLE);
    nv_run(chan);
    nv_clock_step(nv, MS);
    begin = nv->clock;
    nv_push_command(chan, NV_CMD_NI(0, 0x100, 0), words, 2);
    nv_kick(chan);
    nv_clock_step(nv, MS);
    check_work(&r, begin, "PGRAPH");
    nv_chan_free(chan);
    reader_free(&r);
}

#define PPDEC 1

static void fermi_work(NVDev *nv)
{
    Reader r = reader_new(nv);
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    int64_t begin;

    nv_fermi_object(chan, 1, 0x1234, PPDEC);
    nv_fermi_kick(chan);
    nv_clock_step(nv, MS);
    nv_fermi_wait(chan);
    begin = nv->clock;
    nv_fermi_inc(chan, 1, 0x100, 0, 0);
    nv_fermi_kick(chan);
    nv_clock_step(nv, MS);
    check_work(&r, begin, "video");
    nv_fermi_channel_free(chan);
    reader_free(&r);
}

/* Watching doesn't make commands take another path. */
static void by_express(NVDev *nv)
{
    const uint32_t words[100] = { };
    Reader r = reader_new(nv);
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint64_t before;
    Line line;

    nv_chan_object(chan, HANDLE, nv_class_m2mf(nv));
    nv_push_object(chan, 0, HANDLE);
    nv_run(chan);
    before = nv_statistic(nv, "methods-by-express");
    nv_push_command(chan, NV_CMD_NI(0, 0x100, 0), words, 100);
    nv_push_command(chan, NV_CMD_NI(0, 0x100, 0), words, 100);
    nv_push_ref(chan, 5);
    nv_run(chan);
    g_assert_cmpuint(nv_statistic(nv, "methods-by-express") - before, >=, 200);
    do {
        line = find(&r, "work", CHID, 0);
    } while (line.data && line.data < 200);
    g_assert_cmpuint(line.data, ==, 200);
    nv_chan_free(chan);
    reader_free(&r);
}

/* --- Interrupts ------------------------------------------------------- */

#define PTIMER 20

/* From the alarm to the driver's acknowledgement */
static void interrupt(NVDev *nv)
{
    Reader r = reader_new(nv);
    int64_t raised;
    Line line;

    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_ALARM,
            nv_rd32(nv, A_NV_PTIMER_TIME_LOW) + 0x1000);
    raised = nv->clock + 0x1000;
    nv_clock_step(nv, 0x1000);
    g_assert_true(nv_intx(nv));
    nv_clock_step(nv, MS);
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    g_assert_false(nv_intx(nv));

    line = find_at(&r, raised, "pending", -1, 1);
    g_assert_cmpuint(line.unit, ==, PTIMER);
    line = find_at(&r, raised, "interrupt", -1, 1);
    g_assert_cmphex(line.data & R_NV_PMC_INTR_PTIMER_MASK, !=, 0);
    line = find_at(&r, raised + MS, "pending", -1, 0);
    g_assert_cmpuint(line.unit, ==, PTIMER);
    find_at(&r, raised + MS, "interrupt", -1, 0);
    reader_free(&r);
}

/* --- The display ------------------------------------------------------ */

/* In the VBIOS' mode at most 31 ms pass from one to the next. */
static void vblank_and_flip(NVDev *nv)
{
    Reader r = reader_new(nv);
    int64_t first, flipped;

    /* Watching doesn't change the card's counters. */
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 0);
    nv_clock_step(nv, 100 * MS);
    g_assert_cmpuint(nv_statistic(nv, "vblanks"), ==, 0);
    find(&r, "vblank", -1, 0);
    nv_wr32(nv, A_NV_PCRTC_INTR, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 1);
    do {
        nv_clock_step(nv, MS);
    } while (!(nv_rd32(nv, A_NV_PCRTC_INTR) & 1) && nv->clock < 200 * MS);
    first = nv->clock;
    g_assert_cmpuint(nv_statistic(nv, "vblanks"), ==, 1);
    nv_wr32(nv, A_NV_PCRTC_START, 0x4000);
    flipped = nv->clock;
    {
        Line line;

        do {
            line = find(&r, "vblank", -1, 0);
        } while (*line.kind && line.time <= first - MS);
        g_assert_cmpuint(line.unit, ==, 0);
        g_assert_cmpint(line.time, <=, first);
        g_assert_cmpint(line.time, >, first - MS);
        line = find_at(&r, flipped, "flip", -1, 0);
        g_assert_cmpuint(line.unit, ==, 0);
        g_assert_cmphex(line.addr, ==, 0x4000);
    }
    reader_free(&r);
}

/* --- Errors, resets, rings --------------------------------------------- */

static void errors_and_resets(NVDev *nv)
{
    Reader r = reader_new(nv);
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    Line line;

    nv_push_inc(chan, 5, 0, 0xdead0000);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    line = find_at(&r, nv->clock, "error", CHID, 0);
    g_assert_cmpstr(line.name, ==, "NO_HASH");
    g_assert_cmphex(line.data, ==, 0xdead0000);
    g_assert_cmpuint(line.unit, ==, 5);
    nv_chan_free(chan);
    qtest_system_reset(nv->qts);
    find_at(&r, nv->clock, "reset", -1, 0);
    reader_free(&r);
}

/* A ring keeps the end, whose first line may be cut. */
static void bounded(NVDev *nv)
{
    Reader r = reader_new(nv);
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    Line line, last = { };

    for (unsigned i = 0; i < 100; i++) {
        nv_clock_step(nv, MS);
        nv_push_ref(chan, i);
        nv_run(chan);
    }
    /* The last line has been written once the ring no longer changes. */
    while (reader_wait(&r, &line)) {
        if (!strcmp(line.kind, "reference")) {
            last = line;
        }
    }
    g_assert_cmpuint(last.data, ==, 99);
    g_assert_cmpint(last.time, ==, nv->clock);
    nv_chan_free(chan);
    reader_free(&r);
}

static bool has_crtcs(const NVCard *card)
{
    return !(card->features & (NV_CARD_NV50 | NV_CARD_NVC0));
}

static const NVTest tests[] = {
    { "timeline/semaphores-across-channels", "introspection", semaphores,
      .needs = NV_CARD_SEMAPHORE, .tesla = true, .props = PROPS,
      .args = RING },
    { "timeline/fermi-semaphores-across-channels", "introspection",
      fermi_semaphores, .needs = NV_CARD_NVC0, .fermi = true, .props = PROPS,
      .args = RING },
    { "timeline/acquire-at-once", "introspection", no_wait,
      .needs = NV_CARD_SEMAPHORE, .tesla = true, .props = PROPS,
      .args = RING },
    { "timeline/fermi-acquire-at-once", "introspection", fermi_no_wait,
      .needs = NV_CARD_NVC0, .fermi = true, .props = PROPS, .args = RING },
    { "timeline/engine-works", "introspection", work, .tesla = true,
      .props = SLOW_PROPS, .args = RING },
    { "timeline/fermi-engine-works", "introspection", fermi_work,
      .needs = NV_CARD_NVC0, .fermi = true, .props = SLOW_PROPS,
      .args = RING },
    { "timeline/leaves-commands-alone", "introspection", by_express,
      .needs = NV_CARD_REF, .tesla = true, .props = PROPS, .args = RING },
    { "timeline/interrupt-until-acknowledged", "introspection", interrupt,
      .tesla = true, .fermi = true, .props = PROPS, .args = RING },
    { "timeline/vblank-and-flip", "introspection", vblank_and_flip,
      .applies = has_crtcs, .cold = true, .props = PROPS, .args = RING },
    { "timeline/errors-and-resets", "introspection", errors_and_resets,
      .tesla = true, .props = PROPS, .args = RING },
    { "timeline/in-a-ring", "introspection", bounded, .needs = NV_CARD_REF,
      .tesla = true, .props = PROPS, .args = SMALL_RING, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
