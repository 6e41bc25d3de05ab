/*
 * Tests of the NVIDIA GPU: M2MF, which copies memory to memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHID 1
#define SUBC 4

#define CLASS 0x0039
#define HANDLE 0xbeef0039
#define HANDLE_NOTIFY 0x80000006
#define HANDLE_IN 0x80000010
#define HANDLE_OUT 0x80000020

enum {
    NOP = 0x100,
    NOTIFY = 0x104,
    DMA_NOTIFY = 0x180,
    DMA_BUFFER_IN = 0x184,
    DMA_BUFFER_OUT = 0x188,
    OFFSET_IN = 0x30c,
    LINE_LENGTH = 0x31c,
    LINE_COUNT = 0x320,
    FORMAT = 0x324,
    BUF_NOTIFY = 0x328,
};

/* Where M2MF's notifier is in the object */
#define NOTIFIER 0x10
#define NOTIFIER_STATUS 0x1c

typedef struct Copy {
    uint32_t in, out;
    uint32_t pitch_in, pitch_out;
    uint32_t length, lines;
    uint32_t format;
} Copy;

typedef struct M2MF {
    NVChan *chan;
    NVBuf *notify;
    NVBuf *in, *out;
} M2MF;

static void m2mf_new(M2MF *m, NVDev *nv, NVPlace in, NVPlace out,
                     uint32_t size)
{
    nv_graph_init(nv);
    m->chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    m->notify = nv_buf_new(nv, NV_IN_RAM, 4096, 0x3d);
    m->in = nv_buf_new(nv, in, size, 0x3d);
    m->out = nv_buf_new(nv, out, size, 0x3d);
    nv_graph_name(m->chan, HANDLE_NOTIFY, m->notify->inst);
    nv_graph_name(m->chan, HANDLE_IN, m->in->inst);
    nv_graph_name(m->chan, HANDLE_OUT, m->out->inst);
    nv_graph_object(m->chan, SUBC, HANDLE, CLASS);
    nv_push_inc(m->chan, SUBC, DMA_NOTIFY, HANDLE_NOTIFY, HANDLE_IN,
                HANDLE_OUT);
    nv_submit(m->chan);
}

static void m2mf_free(M2MF *m)
{
    nv_buf_free(m->notify);
    nv_buf_free(m->in);
    nv_buf_free(m->out);
    nv_chan_free(m->chan);
}

static void push_copy(M2MF *m, const Copy *c)
{
    nv_push_inc(m->chan, SUBC, OFFSET_IN, c->in, c->out, c->pitch_in,
                c->pitch_out, c->length, c->lines, c->format, 0);
    nv_push_inc(m->chan, SUBC, NOP, 0);
}

/* The copy as it is defined: byte by byte */
static void model(const Copy *c, const uint8_t *in, uint8_t *out)
{
    unsigned inc_in = c->format & 0xff, inc_out = c->format >> 8;

    for (uint32_t line = 0; line < c->lines; line++) {
        for (uint32_t i = 0; i < c->length; i++) {
            out[c->out + line * c->pitch_out + i * inc_out] =
                in[c->in + line * c->pitch_in + i * inc_in];
        }
    }
}

/* Runs a copy and compares all of the destination. */
static void check_copy(M2MF *m, const Copy *c)
{
    uint32_t size = m->out->size;
    g_autofree uint8_t *in = g_malloc(size);
    g_autofree uint8_t *want = g_malloc(size);
    g_autofree uint8_t *got = g_malloc(size);

    nv_random_fill(in, size);
    nv_random_fill(want, size);
    nv_buf_write(m->in, 0, in, size);
    nv_buf_write(m->out, 0, want, size);
    nv_buf_wr32(m->notify, NOTIFIER_STATUS, 0xffffffff);

    push_copy(m, c);
    nv_submit(m->chan);
    nv_assert_graph_quiet(m->chan->nv);
    nv_assert_hex(nv_buf_rd32(m->notify, NOTIFIER_STATUS), 0);

    model(c, in, want);
    nv_buf_read(m->out, 0, got, size);
    for (uint32_t i = 0; i < size; i++) {
        if (got[i] != want[i]) {
            nv_fail("in %x out %x pitch %x %x length %x lines %x format %x: "
                    "byte %x is %02x, not %02x", c->in, c->out, c->pitch_in,
                    c->pitch_out, c->length, c->lines, c->format, i, got[i],
                    want[i]);
            break;
        }
    }
}

/* --- Copies ----------------------------------------------------------- */

static const char *const place_names[] = { "video memory", "memory", "GART" };

/* A buffer object's pages, as nouveau moves them */
static void pages(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_places); i++) {
        for (unsigned o = 0; o < ARRAY_SIZE(nv_places); o++) {
            M2MF m;

            g_test_message("%s to %s", place_names[i], place_names[o]);
            nv_init(nv);
            m2mf_new(&m, nv, nv_places[i], nv_places[o], 64 * KiB);
            check_copy(&m, &(Copy) {
                .pitch_in = 4096, .pitch_out = 4096, .length = 4096,
                .lines = 16, .format = 0x0101,
            });
            m2mf_free(&m);
        }
    }
}

/* Offsets, lengths and pitches of all kinds, on page limits and off */
static void odd_copies(NVDev *nv)
{
    static const uint8_t incs[] = { 1, 1, 1, 2, 4 };
    const uint32_t size = 32 * KiB;

    for (unsigned n = 0; n < 9; n++) {
        M2MF m;

        nv_init(nv);
        m2mf_new(&m, nv, nv_places[n / 3], nv_places[n % 3], size);
        for (unsigned i = 0; i < 20; i++) {
            unsigned inc_in = incs[nv_random_below(ARRAY_SIZE(incs))];
            unsigned inc_out = incs[nv_random_below(ARRAY_SIZE(incs))];
            Copy c = {
                .in = nv_random_below(4200), .out = nv_random_below(4200),
                .length = nv_random_below(i & 1 ? 40 : 1000),
                .format = inc_out << 8 | inc_in,
            };

            c.pitch_in = nv_random_below(5000);
            c.pitch_out = c.length * inc_out + nv_random_below(500);
            c.lines = nv_random_below(5);
            check_copy(&m, &c);
        }
        m2mf_free(&m);
    }
}

static void nothing_to_copy(NVDev *nv)
{
    M2MF m;

    m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_RAM, 4096);
    check_copy(&m, &(Copy) { .length = 0, .lines = 5, .format = 0x0101 });
    check_copy(&m, &(Copy) { .length = 5, .lines = 0, .format = 0x0101 });
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, 0);
    m2mf_free(&m);
}

/* --- Long ones -------------------------------------------------------- */

/* Lines that overlap: the last one that covers a byte stays. */
static const Copy long_copy = {
    .pitch_in = 0, .pitch_out = 0x141, .length = 0xff001, .lines = 800,
    .format = 0x0101,
};

static uint8_t long_byte(uint32_t i)
{
    return i * 0x9e3779b1u >> 24;
}

static void long_new(M2MF *m, NVDev *nv)
{
    g_autofree uint8_t *in = g_malloc(1 * MiB);

    m2mf_new(m, nv, NV_IN_VRAM, NV_IN_VRAM, 2 * MiB);
    for (uint32_t i = 0; i < 1 * MiB; i++) {
        in[i] = long_byte(i);
    }
    nv_buf_write(m->in, 0, in, 1 * MiB);
    nv_buf_wr32(m->notify, NOTIFIER_STATUS, 0xffffffff);
}

static void long_prepare(M2MF *m, NVDev *nv)
{
    long_new(m, nv);
    push_copy(m, &long_copy);
    nv_push_ref(m->chan, 0x1234);
}

static void long_check(M2MF *m)
{
    const Copy *c = &long_copy;
    uint32_t end = (c->lines - 1) * c->pitch_out + c->length;
    g_autofree uint8_t *got = g_malloc(end + 1);

    nv_buf_read(m->out, 0, got, end + 1);
    for (uint32_t i = 0; i < end; i++) {
        uint32_t line = MIN(i / c->pitch_out, c->lines - 1);

        if (got[i] != long_byte(i - line * c->pitch_out)) {
            nv_fail("byte %x is %02x", i, got[i]);
            return;
        }
    }
    nv_assert_hex(got[end], 0);
    nv_assert_hex(nv_buf_rd32(m->notify, NOTIFIER_STATUS), 0);
    g_assert_cmpuint(nv_statistic(m->chan->nv, "bytes-copied"), ==,
                     (uint64_t)c->length * c->lines);
}

/* It takes many slices, in which the machine goes on. */
static void long_is_sliced(NVDev *nv)
{
    M2MF m;

    long_prepare(&m, nv);
    nv_kick(m.chan);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, R_NV_PGRAPH_STATUS_BUSY_MASK);
    nv_assert_hex(nv_user_ref(m.chan), 0);
    nv_assert_hex(nv_buf_rd32(m.notify, NOTIFIER_STATUS), 0xffffffff);
    /* REF_CNT waits for what is before it. */
    nv_poll(nv_user_ref(m.chan) == 0x1234);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, 0);
    long_check(&m);
    m2mf_free(&m);
}

/* It goes on where it was in another process. */
static void long_is_saved(NVDev *nv)
{
    uint64_t done;
    M2MF m;

    long_prepare(&m, nv);
    nv_graph_kick_a_little(m.chan);
    done = nv_statistic(nv, "bytes-copied");
    g_test_message("saved after %" PRIu64 " bytes", done);
    g_assert_cmpuint(done, >, 0);
    g_assert_cmpuint(done, <, (uint64_t)long_copy.length * long_copy.lines);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, R_NV_PGRAPH_STATUS_BUSY_MASK);
    nv_migrate(nv);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, R_NV_PGRAPH_STATUS_BUSY_MASK);
    nv_cont(nv);
    nv_poll(nv_user_ref(m.chan) == 0x1234);
    long_check(&m);
    m2mf_free(&m);
}

/* The driver pauses PFIFO and waits for PGRAPH, as it does for tiles. */
static void long_ends_while_fifo_is_paused(NVDev *nv)
{
    M2MF m;

    long_prepare(&m, nv);
    nv_kick(m.chan);
    nv_fifo_pause(nv);
    nv_graph_idle(nv);
    nv_assert_hex(nv_user_ref(m.chan), 0);
    nv_fifo_start(nv);
    nv_poll(nv_user_ref(m.chan) == 0x1234);
    long_check(&m);
    m2mf_free(&m);
}

/* Another channel's methods wait, and what PFIFO itself does needn't. */
static void long_of_another_channel(NVDev *nv)
{
    NVChan *other;
    M2MF m;

    long_prepare(&m, nv);
    other = nv_chan_new(nv, 2, NV_IN_RAM);
    nv_kick(m.chan);
    nv_graph_object(other, 0, 0x30, 0x30);
    nv_push_inc(other, 0, NOP, 0);
    nv_push_ref(other, 0x5678);
    nv_kick(other);
    nv_poll(nv_user_ref(other) == 0x5678);
    nv_poll(nv_user_ref(m.chan) == 0x1234);
    long_check(&m);
    nv_chan_free(other);
    m2mf_free(&m);
}

/* --- Errors ----------------------------------------------------------- */

static void assert_fault(M2MF *m, NVSource source)
{
    nv_assert_graph_error(m->chan, source, 0, SUBC, BUF_NOTIFY, 0);
    /* The copy is over, and nobody is told that it succeeded. */
    nv_graph_idle(m->chan->nv);
    nv_assert_hex(nv_buf_rd32(m->notify, NOTIFIER_STATUS), 0xffffffff);
    nv_wait(m->chan);
    nv_assert_graph_quiet(m->chan->nv);
}

static void check_fault(M2MF *m, const Copy *c, NVSource source)
{
    nv_buf_wr32(m->notify, NOTIFIER_STATUS, 0xffffffff);
    push_copy(m, c);
    nv_kick(m->chan);
    assert_fault(m, source);
}

static void beyond_the_limit(NVDev *nv)
{
    const Copy last = { .in = 60, .out = 60, .length = 4, .lines = 1,
                        .format = 0x0101 };
    const Copy in = { .in = 61, .length = 4, .lines = 1, .format = 0x0101 };
    const Copy out = { .out = 61, .length = 4, .lines = 1,
                       .format = 0x0101 };
    M2MF m;

    for (unsigned i = 0; i < ARRAY_SIZE(nv_places); i++) {
        nv_init(nv);
        m2mf_new(&m, nv, nv_places[i], nv_places[i], 64);
        check_copy(&m, &last);
        check_fault(&m, &in, NV_SOURCE_DMA_R_PROTECTION);
        check_fault(&m, &out, NV_SOURCE_DMA_W_PROTECTION);
        /* What lies before it has been copied. */
        nv_assert_hex(nv_buf_rd32(m.out, 60) >> 8,
                      nv_buf_rd32(m.in, 0) & 0xffffff);
        check_copy(&m, &last);
        m2mf_free(&m);
    }
}

static void missing_page(NVDev *nv)
{
    const Copy c = { .length = 8192, .lines = 1, .format = 0x0101 };
    M2MF m;

    m2mf_new(&m, nv, NV_IN_GART, NV_IN_GART, 8192);
    nv_inst_wr32(nv, nv_buf_pte(m.in, 4096), m.in->pages[1] | 2);
    check_fault(&m, &c, NV_SOURCE_DMA_R_PROTECTION);
    nv_inst_wr32(nv, nv_buf_pte(m.in, 4096), m.in->pages[1] | 3);
    nv_inst_wr32(nv, nv_buf_pte(m.out, 4096), m.out->pages[1] | 1);
    check_fault(&m, &c, NV_SOURCE_DMA_W_PROTECTION);
    nv_inst_wr32(nv, nv_buf_pte(m.out, 4096), m.out->pages[1] | 3);
    check_copy(&m, &c);
    m2mf_free(&m);
}

/* Classes of the DMA objects: NV1_DMA_FROM_MEMORY, _TO_MEMORY */
static void wrong_direction(NVDev *nv)
{
    uint32_t from, to;
    M2MF m;

    m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    from = nv_dmaobj_linear(nv, 0x02, NV_DMAOBJ_VRAM, m.in->base, 4095);
    to = nv_dmaobj_linear(nv, 0x03, NV_DMAOBJ_VRAM, m.out->base, 4095);
    nv_graph_name(m.chan, 0x02, from);
    nv_graph_name(m.chan, 0x03, to);

    nv_push_inc(m.chan, SUBC, DMA_BUFFER_IN, 0x02);
    nv_push_inc(m.chan, SUBC, DMA_BUFFER_OUT, 0x03);
    nv_submit(m.chan);
    check_copy(&m, &(Copy) { .length = 100, .lines = 1, .format = 0x0101 });

    nv_push_inc(m.chan, SUBC, DMA_BUFFER_OUT, 0x02);
    nv_kick(m.chan);
    nv_assert_graph_error(m.chan, NV_SOURCE_DATA_ERROR,
                          NV_STATUS_BAD_ARGUMENT, SUBC, DMA_BUFFER_OUT,
                          from >> 4);
    nv_wait(m.chan);
    nv_push_inc(m.chan, SUBC, DMA_BUFFER_IN, 0x03);
    nv_kick(m.chan);
    nv_assert_graph_error(m.chan, NV_SOURCE_DATA_ERROR,
                          NV_STATUS_BAD_ARGUMENT, SUBC, DMA_BUFFER_IN,
                          to >> 4);
    nv_wait(m.chan);
    nv_assert_graph_quiet(nv);
    m2mf_free(&m);
}

/* Every parameter has to come once before a copy can be started. */
static void missing_parameters(NVDev *nv)
{
    M2MF m;

    for (unsigned missing = 0; missing < 7; missing++) {
        static const uint32_t words[] = { 0, 0, 64, 64, 64, 1, 0x0101 };

        nv_init(nv);
        m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
        for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
            if (i != missing) {
                nv_push_inc(m.chan, SUBC, OFFSET_IN + i * 4, words[i]);
            }
        }
        nv_push_inc(m.chan, SUBC, BUF_NOTIFY, 0);
        nv_kick(m.chan);
        nv_assert_graph_error(m.chan, NV_SOURCE_METHOD_CNT,
                              NV_STATUS_INVALID_STATE, SUBC, BUF_NOTIFY, 0);
        g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, 0);
        m2mf_free(&m);
    }
}

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data;
    } bad[] = {
        { OFFSET_IN + 8, 0x8000 },
        { OFFSET_IN + 12, 0xffffffff },
        { LINE_LENGTH, 0x400000 },
        { LINE_COUNT, 0x800 },
        { FORMAT, 0x0100 },
        { FORMAT, 0x0103 },
        { FORMAT, 0x0801 },
        { FORMAT, 0x10101 },
    };
    M2MF m;

    m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(m.chan, SUBC, bad[i].mthd, bad[i].data);
        nv_kick(m.chan);
        nv_assert_graph_error(m.chan, NV_SOURCE_DATA_ERROR,
                              NV_STATUS_BAD_ARGUMENT, SUBC, bad[i].mthd,
                              bad[i].data);
        nv_wait(m.chan);
    }
    m2mf_free(&m);
}

static void no_dma_objects(NVDev *nv)
{
    static const uint32_t mthds[] = { DMA_NOTIFY, DMA_BUFFER_OUT };
    uint32_t null;
    M2MF m;

    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        nv_init(nv);
        m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
        null = nv_inst_object(nv, 0x30);
        nv_graph_name(m.chan, 0x30, null);
        nv_push_inc(m.chan, SUBC, mthds[i], 0x30);
        push_copy(&m, &(Copy) { .length = 4, .lines = 1, .format = 0x0101 });
        nv_kick(m.chan);
        nv_assert_graph_error(m.chan, NV_SOURCE_STATE_INVALID,
                              NV_STATUS_INVALID_STATE, SUBC, BUF_NOTIFY, 0);
        m2mf_free(&m);
    }
}

/* --- Notifiers -------------------------------------------------------- */

static void notifier_interrupt(NVDev *nv)
{
    M2MF m;

    m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 4096);
    nv_clock_step(nv, 1000000);
    nv_buf_wr32(m.notify, NOTIFIER + 8, 0xffffffff);
    nv_buf_wr32(m.notify, NOTIFIER_STATUS, 0xffffffff);
    nv_push_inc(m.chan, SUBC, OFFSET_IN, 0, 0, 0, 0, 4, 1, 0x0101, 1);
    nv_submit(m.chan);
    nv_assert_reg(nv, NV_PGRAPH_INTR, R_NV_PGRAPH_INTR_BUFFER_NOTIFY_MASK);
    nv_assert_reg(nv, NV_PGRAPH_NSOURCE, NV_SOURCE_BFR_NOTIFICATION);
    g_assert_true(nv_intx(nv));
    /* Time, and two words of 0 */
    g_assert_cmpuint(nv_buf_rd32(m.notify, NOTIFIER), >=, 1000000);
    nv_assert_hex(nv_buf_rd32(m.notify, NOTIFIER) & 0x1f, 0);
    nv_assert_hex(nv_buf_rd32(m.notify, NOTIFIER + 4), 0);
    nv_assert_hex(nv_buf_rd32(m.notify, NOTIFIER + 8), 0);
    nv_assert_hex(nv_buf_rd32(m.notify, NOTIFIER_STATUS), 0);
    nv_graph_ack(nv);
    nv_assert_graph_quiet(nv);
    m2mf_free(&m);
}

/* NOTIFY before a long copy: its notifier comes at the end. */
static void notify_of_a_long_copy(NVDev *nv)
{
    M2MF m;

    long_new(&m, nv);
    nv_buf_wr32(m.notify, 0xc, 0xffffffff);
    nv_push_inc(m.chan, SUBC, OFFSET_IN, 0, 0, 0, long_copy.pitch_out,
                long_copy.length, long_copy.lines, long_copy.format);
    nv_push_inc(m.chan, SUBC, NOTIFY, 0);
    nv_push_inc(m.chan, SUBC, BUF_NOTIFY, 0);
    nv_kick(m.chan);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, R_NV_PGRAPH_STATUS_BUSY_MASK);
    nv_assert_hex(nv_buf_rd32(m.notify, 0xc), 0xffffffff);
    nv_graph_idle(nv);
    nv_assert_hex(nv_buf_rd32(m.notify, 0xc), 0);
    long_check(&m);
    m2mf_free(&m);
}

static const NVTest tests[] = {
    { "m2mf/pages", "", pages },
    { "m2mf/odd-copies", "", odd_copies },
    { "m2mf/nothing-to-copy", "", nothing_to_copy },
    { "m2mf/long-copy-is-sliced", "M142", long_is_sliced },
    { "m2mf/long-copy-is-saved-in-the-middle", "", long_is_saved },
    { "m2mf/long-copy-ends-while-pfifo-is-paused", "",
      long_ends_while_fifo_is_paused },
    { "m2mf/long-copy-of-another-channel", "M171", long_of_another_channel },
    { "m2mf/beyond-the-limit", "", beyond_the_limit },
    { "m2mf/missing-page", "", missing_page },
    { "m2mf/wrong-direction", "", wrong_direction },
    { "m2mf/missing-parameters", "", missing_parameters },
    { "m2mf/bad-parameters", "", bad_parameters },
    { "m2mf/no-dma-objects", "", no_dma_objects },
    { "m2mf/notifier-interrupt", "", notifier_interrupt },
    { "m2mf/notify-of-a-long-copy", "", notify_of_a_long_copy },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
