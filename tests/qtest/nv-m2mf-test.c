/*
 * Tests of the NVIDIA GPU: M2MF, which copies memory to memory
 *
 * What NV50's has and NV04's hasn't is in nv-tesla-m2mf-test.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-graph.h"
#include "libnv/nv-test.h"

#define SUBC NV_M2MF_SUBC

/**
 * struct Kind - 0x0039 or 0x5039, and their PGRAPH
 *
 * @pitch: nouveau moves pages in lines of so many bytes
 * @incs: @inc_count increments, the last ones 0x5039's
 * @size, @copies, @length: of buffers, and of copies of all kinds
 * @busy: PGRAPH's STATUS while a copy is under way
 * @notify: PGRAPH's INTR when one has been notified
 * @source: its NSOURCE, which NV50 doesn't have: 0
 * @quiet, @ack: assert that PGRAPH has no error; acknowledge its interrupts
 * @another: make a channel with a name for NULL on subchannel 0
 */
typedef struct Kind {
    uint32_t pitch;
    unsigned inc_count;
    uint32_t size;
    unsigned copies;
    uint32_t length;
    uint32_t busy;
    uint32_t notify, source;
    void (*quiet)(NVDev *nv);
    void (*ack)(NVDev *nv);
    NVChan *(*another)(NVDev *nv, unsigned chid);
} Kind;

static NVChan *nv04_another(NVDev *nv, unsigned chid)
{
    NVChan *chan = nv_chan_new(nv, chid, NV_IN_RAM);

    nv_graph_object(chan, 0, 0x30, 0x30);
    return chan;
}

static NVChan *nv50_another(NVDev *nv, unsigned chid)
{
    NVChan *chan = nv50_graph_chan_new(nv, chid);

    nv_push_object(chan, 0, 0x30);
    return chan;
}

static const Kind nv04_kind = {
    .pitch = 4096, .inc_count = 5,
    .size = 32 * KiB, .copies = 20, .length = 1000,
    .busy = R_NV_PGRAPH_STATUS_BUSY_MASK,
    .notify = R_NV_PGRAPH_INTR_BUFFER_NOTIFY_MASK,
    .source = NV_SOURCE_BFR_NOTIFICATION,
    .quiet = nv_assert_graph_quiet, .ack = nv_graph_ack,
    .another = nv04_another,
};

static const Kind nv50_kind = {
    .pitch = 64, .inc_count = 7,
    .size = 64 * KiB, .copies = 16, .length = 700,
    .busy = 0x43, .notify = 0x00010000,
    .quiet = nv50_assert_graph_quiet, .ack = nv50_graph_ack,
    .another = nv50_another,
};

static const Kind *kind_of(NVDev *nv)
{
    return nv_is_tesla(nv) ? &nv50_kind : &nv04_kind;
}

/* --- Copies ----------------------------------------------------------- */

/* A buffer object's pages, as nouveau moves them */
static void pages(NVDev *nv)
{
    nv_m2mf_check_pages(nv, kind_of(nv)->pitch);
}

/* Offsets, lengths and pitches of all kinds, on page limits and off */
static void odd_copies(NVDev *nv)
{
    static const uint8_t incs[] = { 1, 1, 1, 2, 4, 8, 16 };
    const Kind *k = kind_of(nv);

    for (unsigned n = 0; n < 9; n++) {
        NVM2MF m;

        nv_init(nv);
        nv_m2mf_new(&m, nv, nv_places[n / 3], nv_places[n % 3], k->size);
        for (unsigned i = 0; i < k->copies; i++) {
            unsigned inc_in = incs[nv_random_below(k->inc_count)];
            unsigned inc_out = incs[nv_random_below(k->inc_count)];
            NVM2MFCopy c = {
                .in.offset = nv_random_below(4200),
                .out.offset = nv_random_below(4200),
                .length = nv_random_below(i & 1 ? 40 : k->length),
                .format = inc_out << 8 | inc_in,
            };

            c.in.pitch = nv_random_below(5000);
            c.out.pitch = c.length * inc_out + nv_random_below(500);
            c.lines = nv_random_below(5);
            nv_m2mf_check(&m, &c);
        }
        nv_m2mf_free(&m);
    }
}

/* So many that pages are kept; they cross pages, and each other. */
static void short_lines(NVDev *nv)
{
    for (unsigned n = 0; n < 9; n++) {
        NVM2MF m;

        nv_init(nv);
        nv_m2mf_new(&m, nv, nv_places[n / 3], nv_places[n % 3], 32 * KiB);
        for (unsigned i = 0; i < 6; i++) {
            NVM2MFCopy c = {
                .in = { .offset = nv_random_below(4200),
                        .pitch = nv_random_below(200) },
                .out = { .offset = nv_random_below(4200),
                         .pitch = nv_random_below(200) },
                .length = i & 1 ? 64 : 1 + nv_random_below(150),
                .lines = 16 + nv_random_below(100),
                .format = 0x0101,
            };

            nv_m2mf_check(&m, &c);
        }
        nv_m2mf_free(&m);
    }
}

static void nothing_to_copy(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_RAM, 4096);
    nv_m2mf_check(&m, &(NVM2MFCopy) { .lines = 5, .format = 0x0101 });
    nv_m2mf_check(&m, &(NVM2MFCopy) { .length = 5, .format = 0x0101 });
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, 0);
    nv_m2mf_free(&m);
}

/* --- Long ones -------------------------------------------------------- */

static void assert_busy(NVDev *nv)
{
    nv_assert_reg(nv, NV_PGRAPH_STATUS, kind_of(nv)->busy);
}

/* It takes many slices, during which the machine runs. */
static void long_is_sliced(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    nv_graph_kick_a_little(m.chan);
    assert_busy(nv);
    nv_assert_hex(nv_user_ref(m.chan), 0);
    nv_assert_hex(nv_buf_rd32(m.notify, NV_M2MF_NOTIFIER_STATUS), 0xffffffff);
    nv_cont(nv);
    /* REF_CNT waits for the work before it. */
    nv_poll(nv_user_ref(m.chan) == NV_M2MF_LONG_REF);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, 0);
    nv_m2mf_long_check(&m);
    nv_m2mf_free(&m);
}

/* It continues in another process. */
static void long_is_saved(NVDev *nv)
{
    uint64_t done;
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    nv_graph_kick_a_little(m.chan);
    done = nv_statistic(nv, "bytes-copied");
    g_test_message("saved after %" PRIu64 " bytes", done);
    g_assert_cmpuint(done, >, 0);
    g_assert_cmpuint(done, <, NV_M2MF_LONG_BYTES);
    assert_busy(nv);
    nv_migrate(nv);
    assert_busy(nv);
    nv_cont(nv);
    nv_poll(nv_user_ref(m.chan) == NV_M2MF_LONG_REF);
    nv_m2mf_long_check(&m);
    nv_m2mf_free(&m);
}

/* The driver pauses PFIFO and waits for PGRAPH, as it does for tiles. */
static void long_ends_while_fifo_is_paused(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    nv_graph_kick_a_little(m.chan);
    nv_fifo_pause(nv);
    nv_cont(nv);
    nv_graph_idle(nv);
    nv_assert_hex(nv_user_ref(m.chan), 0);
    nv_fifo_start(nv);
    nv_poll(nv_user_ref(m.chan) == NV_M2MF_LONG_REF);
    nv_m2mf_long_check(&m);
    nv_m2mf_free(&m);
}

/* Another channel's methods wait; PFIFO's own methods needn't. */
static void long_of_another_channel(NVDev *nv)
{
    NVChan *other;
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    other = kind_of(nv)->another(nv, 2);
    nv_kick(m.chan);
    nv_push_inc(other, 0, NV_M2MF_NOP, 0);
    nv_push_ref(other, 0x5678);
    nv_kick(other);
    nv_poll(nv_user_ref(other) == 0x5678);
    nv_poll(nv_user_ref(m.chan) == NV_M2MF_LONG_REF);
    nv_m2mf_long_check(&m);
    nv_chan_free(other);
    nv_m2mf_free(&m);
}

/* --- Errors ----------------------------------------------------------- */

static void assert_fault(NVM2MF *m, NVSource source)
{
    nv_assert_graph_error(m->chan, source, 0, SUBC, NV_M2MF_BUF_NOTIFY, 0);
    /* The copy is over, and no success was notified. */
    nv_graph_idle(m->chan->nv);
    nv_assert_hex(nv_buf_rd32(m->notify, NV_M2MF_NOTIFIER_STATUS), 0xffffffff);
    nv_wait(m->chan);
    nv_assert_graph_quiet(m->chan->nv);
}

static void check_fault(NVM2MF *m, const NVM2MFCopy *c, NVSource source)
{
    nv_buf_wr32(m->notify, NV_M2MF_NOTIFIER_STATUS, 0xffffffff);
    nv_m2mf_push(m, c);
    nv_kick(m->chan);
    assert_fault(m, source);
}

static void beyond_the_limit(NVDev *nv)
{
    const NVM2MFCopy last = { .in.offset = 60, .out.offset = 60, .length = 4,
                              .lines = 1, .format = 0x0101 };
    const NVM2MFCopy in = { .in.offset = 61, .length = 4, .lines = 1,
                            .format = 0x0101 };
    const NVM2MFCopy out = { .out.offset = 61, .length = 4, .lines = 1,
                             .format = 0x0101 };
    NVM2MF m;

    for (unsigned i = 0; i < ARRAY_SIZE(nv_places); i++) {
        nv_init(nv);
        nv_m2mf_new(&m, nv, nv_places[i], nv_places[i], 64);
        nv_m2mf_check(&m, &last);
        check_fault(&m, &in, NV_SOURCE_DMA_R_PROTECTION);
        check_fault(&m, &out, NV_SOURCE_DMA_W_PROTECTION);
        /* Everything before it has been copied. */
        nv_assert_hex(nv_buf_rd32(m.out, 60) >> 8,
                      nv_buf_rd32(m.in, 0) & 0xffffff);
        nv_m2mf_check(&m, &last);
        nv_m2mf_free(&m);
    }
}

/* In the middle of a page: the lines before it have been copied. */
static void short_lines_to_the_limit(NVDev *nv)
{
    enum { SIZE = 5000, LENGTH = 16, FAR = 20, LINES = 300 };
    static const NVM2MFCopy copies[] = {
        { .in.pitch = FAR, .out.pitch = LENGTH, .length = LENGTH,
          .lines = LINES, .format = 0x0101 },
        { .in.pitch = LENGTH, .out.pitch = FAR, .length = LENGTH,
          .lines = LINES, .format = 0x0101 },
    };

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(nv_places); i++) {
        uint64_t before;
        NVM2MF m;

        nv_init(nv);
        nv_m2mf_new(&m, nv, nv_places[i / 2], nv_places[i / 2], SIZE);
        before = nv_statistic(nv, "bytes-copied");
        check_fault(&m, &copies[i % 2], i % 2 ? NV_SOURCE_DMA_W_PROTECTION
                                              : NV_SOURCE_DMA_R_PROTECTION);
        g_assert_cmpuint(nv_statistic(nv, "bytes-copied") - before, ==,
                         SIZE / FAR * LENGTH);
        nv_m2mf_free(&m);
    }
}

static void missing_page(NVDev *nv)
{
    const NVM2MFCopy c = { .length = 8192, .lines = 1, .format = 0x0101 };
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_GART, NV_IN_GART, 8192);
    nv_inst_wr32(nv, nv_buf_pte(m.in, 4096), m.in->pages[1] | 2);
    check_fault(&m, &c, NV_SOURCE_DMA_R_PROTECTION);
    nv_inst_wr32(nv, nv_buf_pte(m.in, 4096), m.in->pages[1] | 3);
    nv_inst_wr32(nv, nv_buf_pte(m.out, 4096), m.out->pages[1] | 1);
    check_fault(&m, &c, NV_SOURCE_DMA_W_PROTECTION);
    nv_inst_wr32(nv, nv_buf_pte(m.out, 4096), m.out->pages[1] | 3);
    nv_m2mf_check(&m, &c);
    nv_m2mf_free(&m);
}

/* Classes of the DMA objects: NV1_DMA_FROM_MEMORY, _TO_MEMORY */
static void wrong_direction(NVDev *nv)
{
    uint32_t from, to;
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    from = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_VRAM, m.in->base, 4095);
    to = nv_dmaobj_linear(nv, 0x03, NV_DMAOBJ_VRAM, m.out->base, 4095);
    nv_graph_name(m.chan, 0x02, from);
    nv_graph_name(m.chan, 0x03, to);

    nv_push_inc(m.chan, SUBC, NV_M2MF_DMA_BUFFER_IN, 0x02);
    nv_push_inc(m.chan, SUBC, NV_M2MF_DMA_BUFFER_OUT, 0x03);
    nv_submit(m.chan);
    nv_m2mf_check(&m, &(NVM2MFCopy) { .length = 100, .lines = 1,
                                      .format = 0x0101 });

    nv_push_inc(m.chan, SUBC, NV_M2MF_DMA_BUFFER_OUT, 0x02);
    nv_kick(m.chan);
    nv_assert_graph_error(m.chan, NV_SOURCE_DATA_ERROR,
                          NV_STATUS_BAD_ARGUMENT, SUBC, NV_M2MF_DMA_BUFFER_OUT,
                          from >> 4);
    nv_wait(m.chan);
    nv_push_inc(m.chan, SUBC, NV_M2MF_DMA_BUFFER_IN, 0x03);
    nv_kick(m.chan);
    nv_assert_graph_error(m.chan, NV_SOURCE_DATA_ERROR,
                          NV_STATUS_BAD_ARGUMENT, SUBC, NV_M2MF_DMA_BUFFER_IN,
                          to >> 4);
    nv_wait(m.chan);
    nv_assert_graph_quiet(nv);
    nv_m2mf_free(&m);
}

/* NVM_TILED in drivers' headers */
static void tiled_video_memory(NVDev *nv)
{
    uint32_t in, out;
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    in = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_VRAM_TILED, m.in->base, 4095);
    out = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_VRAM_TILED, m.out->base, 4095);
    nv_graph_name(m.chan, 0x02, in);
    nv_graph_name(m.chan, 0x03, out);
    nv_push_inc(m.chan, SUBC, NV_M2MF_DMA_BUFFER_IN, 0x02);
    nv_push_inc(m.chan, SUBC, NV_M2MF_DMA_BUFFER_OUT, 0x03);
    nv_submit(m.chan);
    nv_m2mf_check(&m, &(NVM2MFCopy) { .length = 100, .lines = 1,
                                      .format = 0x0101 });
    nv_assert_graph_quiet(nv);
    nv_m2mf_free(&m);
}

/* Every parameter has to come once before a copy can be started. */
static void missing_parameters(NVDev *nv)
{
    NVM2MF m;

    for (unsigned missing = 0; missing < 7; missing++) {
        static const uint32_t words[] = { 0, 0, 64, 64, 64, 1, 0x0101 };

        nv_init(nv);
        nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
        for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
            if (i != missing) {
                nv_push_inc(m.chan, SUBC, NV_M2MF_OFFSET_IN + i * 4, words[i]);
            }
        }
        nv_push_inc(m.chan, SUBC, NV_M2MF_BUF_NOTIFY, 0);
        nv_kick(m.chan);
        nv_assert_graph_error(m.chan, NV_SOURCE_METHOD_CNT,
                              NV_STATUS_INVALID_STATE, SUBC,
                              NV_M2MF_BUF_NOTIFY, 0);
        g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, 0);
        nv_m2mf_free(&m);
    }
}

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data;
    } bad[] = {
        { NV_M2MF_OFFSET_IN + 8, 0x8000 },
        { NV_M2MF_OFFSET_IN + 12, 0xffffffff },
        { NV_M2MF_LINE_LENGTH, 0x400000 },
        { NV_M2MF_LINE_COUNT, 0x800 },
        { NV_M2MF_FORMAT, 0x0100 },
        { NV_M2MF_FORMAT, 0x0103 },
        { NV_M2MF_FORMAT, 0x0801 },
        { NV_M2MF_FORMAT, 0x10101 },
    };
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(m.chan, SUBC, bad[i].mthd, bad[i].data);
        nv_kick(m.chan);
        nv_assert_graph_error(m.chan, NV_SOURCE_DATA_ERROR,
                              NV_STATUS_BAD_ARGUMENT, SUBC, bad[i].mthd,
                              bad[i].data);
        nv_wait(m.chan);
    }
    nv_m2mf_free(&m);
}

static void no_dma_objects(NVDev *nv)
{
    static const uint32_t mthds[] = {
        NV_M2MF_DMA_NOTIFY, NV_M2MF_DMA_BUFFER_OUT,
    };
    uint32_t null;
    NVM2MF m;

    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        nv_init(nv);
        nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
        null = nv_inst_object(nv, 0x30);
        nv_graph_name(m.chan, 0x30, null);
        nv_push_inc(m.chan, SUBC, mthds[i], 0x30);
        nv_m2mf_push(&m, &(NVM2MFCopy) {
            .length = 4, .lines = 1, .format = 0x0101,
        });
        nv_kick(m.chan);
        nv_assert_graph_error(m.chan, NV_SOURCE_STATE_INVALID,
                              NV_STATUS_INVALID_STATE, SUBC,
                              NV_M2MF_BUF_NOTIFY, 0);
        nv_m2mf_free(&m);
    }
}

/* --- Notifiers -------------------------------------------------------- */

static void notifier_interrupt(NVDev *nv)
{
    const Kind *k = kind_of(nv);
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    nv_clock_step(nv, 1000000);
    nv_buf_wr32(m.notify, NV_M2MF_NOTIFIER + 8, 0xffffffff);
    nv_buf_wr32(m.notify, NV_M2MF_NOTIFIER_STATUS, 0xffffffff);
    nv_push_inc(m.chan, SUBC, NV_M2MF_OFFSET_IN, 0, 0, 0, 0, 4, 1, 0x0101, 1);
    nv_submit(m.chan);
    nv_assert_reg(nv, NV_PGRAPH_INTR, k->notify);
    if (k->source) {
        nv_assert_reg(nv, NV_PGRAPH_NSOURCE, k->source);
    }
    g_assert_true(nv_intx(nv));
    /* Time, and two words of 0 */
    g_assert_cmpuint(nv_buf_rd32(m.notify, NV_M2MF_NOTIFIER), >=, 1000000);
    nv_assert_hex(nv_buf_rd32(m.notify, NV_M2MF_NOTIFIER) & 0x1f, 0);
    nv_assert_hex(nv_buf_rd32(m.notify, NV_M2MF_NOTIFIER + 4), 0);
    nv_assert_hex(nv_buf_rd32(m.notify, NV_M2MF_NOTIFIER + 8), 0);
    nv_assert_hex(nv_buf_rd32(m.notify, NV_M2MF_NOTIFIER_STATUS), 0);
    k->ack(nv);
    k->quiet(nv);
    nv_m2mf_free(&m);
}

/* NOTIFY before a long copy: the notifier is written at the end. */
static void notify_of_a_long_copy(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_long_new(&m, nv);
    nv_buf_wr32(m.notify, 0xc, 0xffffffff);
    nv_push_inc(m.chan, SUBC, NV_M2MF_OFFSET_IN, 0, 0, 0,
                nv_m2mf_long.out.pitch, nv_m2mf_long.length,
                nv_m2mf_long.lines, nv_m2mf_long.format);
    nv_push_inc(m.chan, SUBC, NV_M2MF_NOTIFY, 0);
    nv_push_inc(m.chan, SUBC, NV_M2MF_BUF_NOTIFY, 0);
    nv_graph_kick_a_little(m.chan);
    assert_busy(nv);
    nv_assert_hex(nv_buf_rd32(m.notify, 0xc), 0xffffffff);
    nv_cont(nv);
    nv_graph_idle(nv);
    nv_assert_hex(nv_buf_rd32(m.notify, 0xc), 0);
    nv_m2mf_long_check(&m);
    nv_m2mf_free(&m);
}

static const NVTest tests[] = {
    { "m2mf/pages", "", pages },
    { "m2mf/odd-copies", "", odd_copies, .slow = true },
    { "m2mf/short-lines", "", short_lines, .slow = true },
    { "m2mf/nothing-to-copy", "", nothing_to_copy },
    { "m2mf/long-copy-is-sliced", "engine-switch-wait bounded-work!",
      long_is_sliced },
    { "m2mf/many-copies-are-sliced", "bounded-work!", nv_m2mf_check_many },
    { "m2mf/long-copy-is-saved-in-the-middle", "", long_is_saved,
      .slow = true },
    { "m2mf/long-copy-ends-while-pfifo-is-paused", "",
      long_ends_while_fifo_is_paused, .slow = true },
    { "m2mf/long-copy-of-another-channel", "engine-channel",
      long_of_another_channel },
    { "m2mf/beyond-the-limit", "", beyond_the_limit },
    { "m2mf/short-lines-to-the-limit", "", short_lines_to_the_limit },
    { "m2mf/missing-page", "", missing_page },
    { "m2mf/wrong-direction", "", wrong_direction },
    { "m2mf/tiled-video-memory", "", tiled_video_memory },
    { "m2mf/missing-parameters", "", missing_parameters },
    { "m2mf/bad-parameters", "", bad_parameters },
    { "m2mf/no-dma-objects", "", no_dma_objects },
    { "m2mf/notifier-interrupt", "", notifier_interrupt },
    { "m2mf/notify-of-a-long-copy", "", notify_of_a_long_copy },
    { "tesla-m2mf/pages", "", pages, .needs = NV_CARD_NV50, .slow = true },
    { "tesla-m2mf/odd-copies", "", odd_copies, .needs = NV_CARD_NV50,
      .slow = true },
    { "tesla-m2mf/short-lines", "", short_lines, .needs = NV_CARD_NV50 },
    { "tesla-m2mf/nothing-to-copy", "", nothing_to_copy,
      .needs = NV_CARD_NV50 },
    { "tesla-m2mf/many-copies-are-sliced", "bounded-work!", nv_m2mf_check_many,
      .needs = NV_CARD_NV50 },
    { "tesla-m2mf/long-copy-is-sliced", "engine-switch-wait", long_is_sliced,
      .needs = NV_CARD_NV50 },
    { "tesla-m2mf/long-copy-is-saved-in-the-middle", "migration", long_is_saved,
      .needs = NV_CARD_NV50, .slow = true },
    { "tesla-m2mf/long-copy-of-another-channel", "engine-channel",
      long_of_another_channel, .needs = NV_CARD_NV50 },
    { "tesla-m2mf/notifier-interrupt", "", notifier_interrupt,
      .needs = NV_CARD_NV50 },
    { "tesla-m2mf/notify-of-a-long-copy", "", notify_of_a_long_copy,
      .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
