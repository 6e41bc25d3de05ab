/*
 * Tests of the NVIDIA GPU: 3D objects, NV20:NV50
 *
 * What they write to memory beside pictures: fences and reports.  The methods
 * are those of Mesa's nv30_screen.c and nv30_query.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-context.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHANNEL 1
#define SUBC 7

#define HANDLE_3D 0xbeef3097
#define HANDLE_FENCE 0xbeef1e00
#define HANDLE_QUERY 0xbeef0351

/* Methods; nv20_3d.xml, nv30-40_3d.xml, hwtest's pgraph_class_kelvin.cc */
enum {
    DMA_FENCE = 0x1a4,
    DMA_QUERY = 0x1a8,
    QUERY_RESET = 0x17c8,
    QUERY_ENABLE = 0x17cc,
    FENCE_OFFSET = 0x1d6c,
    FENCE_VALUE = 0x1d70,
    FENCE_VALUE_B = 0x1d74,
};

/* A report's kind, in bits 31:24 of QUERY_GET: pixels that pass */
#define REPORT_ZPASS 0x01000000

/**
 * struct Class - a 3D class, and a card that has it
 *
 * @card: the card
 * @class: the class
 * @query_get, @begin_end: methods
 */
typedef struct Class {
    const char *card;
    uint32_t class;
    uint32_t query_get, begin_end;
} Class;

static const Class classes[] = {
    { "nv20", 0x0097, 0x17d0, 0x17fc },
    { "nv25", 0x0597, 0x17d0, 0x17fc },
    { "nv30", 0x0397, 0x1800, 0x1808 },
    { "nv35", 0x0497, 0x1800, 0x1808 },
    { "nv34", 0x0697, 0x1800, 0x1808 },
    { "nv40", 0x4097, 0x1800, 0x1808 },
    { "nv45", 0x4097, 0x1800, 0x1808 },
    { "nv41", 0x4097, 0x1800, 0x1808 },
    { "nv43", 0x4097, 0x1800, 0x1808 },
    { "nv44", 0x4497, 0x1800, 0x1808 },
};

static const Class *class_of(const NVCard *card)
{
    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        if (!strcmp(classes[i].card, card->name)) {
            return &classes[i];
        }
    }
    return NULL;
}

static bool has_3d(const NVCard *card)
{
    return class_of(card);
}

/**
 * struct Rig - a channel with the object, and memory for fences and reports
 */
typedef struct Rig {
    NVDev *nv;
    const Class *class;
    NVChan *chan;
    NVBuf *fence, *query;
} Rig;

static void rig_new(Rig *r, NVDev *nv, NVPlace place)
{
    *r = (Rig) { .nv = nv, .class = class_of(nv->card) };
    nv_graph_init(nv);
    r->chan = nv_chan_new(nv, CHANNEL, NV_IN_RAM);
    r->fence = nv_buf_new(nv, place, 4096, 0x3d);
    r->query = nv_buf_new(nv, place, 8192, 0x3d);
    nv_graph_name(r->chan, HANDLE_FENCE, r->fence->inst);
    nv_graph_name(r->chan, HANDLE_QUERY, r->query->inst);
    nv_graph_object(r->chan, SUBC, HANDLE_3D, r->class->class);
    nv_push_inc(r->chan, SUBC, DMA_FENCE, HANDLE_FENCE, HANDLE_QUERY);
    nv_submit(r->chan);
    nv_assert_graph_quiet(nv);
}

static void rig_free(Rig *r)
{
    nv_assert_graph_quiet(r->nv);
    nv_buf_free(r->fence);
    nv_buf_free(r->query);
    nv_chan_free(r->chan);
}

/* As nv30_query_object_new() leaves it, which waits for bits 31:24 of word 3 */
static void report_prepare(Rig *r, uint32_t offset)
{
    nv_buf_wr32(r->query, offset, 0x11111111);
    nv_buf_wr32(r->query, offset + 4, 0x22222222);
    nv_buf_wr32(r->query, offset + 8, 0x33333333);
    nv_buf_wr32(r->query, offset + 12, 0x01000000);
    nv_buf_wr32(r->query, offset + 16, 0x55555555);
}

static void push_get(Rig *r, uint32_t offset)
{
    nv_push_inc(r->chan, SUBC, r->class->query_get, REPORT_ZPASS | offset);
}

static void push_draw(Rig *r)
{
    nv_push_inc(r->chan, SUBC, r->class->begin_end, 5);
    nv_push_inc(r->chan, SUBC, r->class->begin_end, 0);
}

#define assert_report(_rig, _offset, _val) do { \
    nv_assert_hex(nv_buf_rd32((_rig)->query, (_offset) + 8), _val); \
    nv_assert_hex(nv_buf_rd32((_rig)->query, (_offset) + 12), 0); \
    nv_assert_hex(nv_buf_rd32((_rig)->query, (_offset) + 16), 0x55555555); \
} while (0)

static uint64_t report_time(Rig *r, uint32_t offset)
{
    return nv_buf_rd32(r->query, offset) |
           (uint64_t)nv_buf_rd32(r->query, offset + 4) << 32;
}

/* --- Fences ----------------------------------------------------------- */

/* nv30_screen_fence_emit() */
static void fence(NVDev *nv)
{
    for (unsigned i = 0; i < 3; i++) {
        Rig r;

        nv_init(nv);
        rig_new(&r, nv, nv_places[i]);
        nv_buf_wr32(r.fence, 0x14, 0x77777777);
        nv_push_inc(r.chan, SUBC, FENCE_OFFSET, 0x10, 0x12345678);
        nv_submit(r.chan);
        nv_assert_hex(nv_buf_rd32(r.fence, 0x10), 0x12345678);
        nv_assert_hex(nv_buf_rd32(r.fence, 0x14), 0x77777777);
        nv_push_inc(r.chan, SUBC, FENCE_VALUE, 0x12345679);
        nv_submit(r.chan);
        nv_assert_hex(nv_buf_rd32(r.fence, 0x10), 0x12345679);
        nv_push_inc(r.chan, SUBC, FENCE_VALUE_B, 0x1234567a);
        nv_submit(r.chan);
        nv_assert_hex(nv_buf_rd32(r.fence, 0x10), 0x1234567a);
        rig_free(&r);
    }
}

/* What precedes it is a long copy. */
static void after_what_precedes(NVDev *nv)
{
    const Class *class = class_of(nv->card);
    NVM2MF m;
    NVBuf *buf;

    nv_m2mf_long_new(&m, nv);
    buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);
    nv_graph_name(m.chan, HANDLE_FENCE, buf->inst);
    nv_graph_object(m.chan, SUBC, HANDLE_3D, class->class);
    nv_push_inc(m.chan, SUBC, DMA_FENCE, HANDLE_FENCE, HANDLE_FENCE);
    nv_buf_wr32(buf, 0x2c, 0x01000000);
    nv_submit(m.chan);
    nv_m2mf_push(&m, &nv_m2mf_long);
    nv_push_inc(m.chan, SUBC, FENCE_OFFSET, 0, 0x55);
    nv_push_inc(m.chan, SUBC, class->query_get, REPORT_ZPASS | 0x20);
    nv_graph_kick_a_little(m.chan);
    nv_assert_hex(nv_buf_rd32(buf, 0), 0);
    nv_assert_hex(nv_buf_rd32(buf, 0x2c), 0x01000000);
    nv_migrate(nv);
    nv_assert_hex(nv_buf_rd32(buf, 0), 0);
    nv_cont(nv);
    nv_graph_idle(nv);
    nv_assert_hex(nv_buf_rd32(buf, 0), 0x55);
    nv_assert_hex(nv_buf_rd32(buf, 0x2c), 0);
    nv_buf_free(buf);
    nv_m2mf_free(&m);
}

/* --- Reports ---------------------------------------------------------- */

static void timestamp(NVDev *nv)
{
    uint64_t first;
    Rig r;

    rig_new(&r, nv, NV_IN_RAM);
    report_prepare(&r, 0x40);
    nv_clock_step(nv, 123456789);
    push_get(&r, 0x40);
    nv_submit(r.chan);
    assert_report(&r, 0x40, 0);
    first = report_time(&r, 0x40);
    g_assert_cmpuint(first, >=, 123456768);
    nv_clock_step(nv, 1000000);
    push_get(&r, 0x40);
    nv_submit(r.chan);
    g_assert_cmpuint(report_time(&r, 0x40) - first, >=, 1000000);
    rig_free(&r);
}

/* Without a picture, what is drawn counts as visible. */
static void counter(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    report_prepare(&r, 0x1f00);
    nv_push_inc(r.chan, SUBC, QUERY_RESET, 1);
    push_draw(&r);
    push_get(&r, 0x1f00);
    nv_submit(r.chan);
    assert_report(&r, 0x1f00, 0);
    for (unsigned i = 1; i < 4; i++) {
        nv_push_inc(r.chan, SUBC, QUERY_ENABLE, 1);
        push_draw(&r);
        nv_push_inc(r.chan, SUBC, QUERY_ENABLE, 0);
        push_draw(&r);
        report_prepare(&r, 0x1f00);
        push_get(&r, 0x1f00);
        nv_submit(r.chan);
        assert_report(&r, 0x1f00, i);
    }
    nv_migrate(nv);
    report_prepare(&r, 0);
    push_get(&r, 0);
    nv_submit(r.chan);
    assert_report(&r, 0, 3);
    nv_push_inc(r.chan, SUBC, QUERY_RESET, 1);
    push_get(&r, 0);
    nv_submit(r.chan);
    assert_report(&r, 0, 0);
    rig_free(&r);
}

/* Each channel has fences, reports and a counter of its own. */
static void contexts(NVDev *nv)
{
    NVChan *other;
    NVBuf *buf;
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    other = nv_chan_new(nv, CHANNEL + 1, NV_IN_RAM);
    buf = nv_buf_new(nv, NV_IN_RAM, 4096, 0x3d);
    nv_graph_name(other, HANDLE_FENCE, buf->inst);
    nv_graph_object(other, SUBC, HANDLE_3D, r.class->class);
    nv_push_inc(r.chan, SUBC, QUERY_ENABLE, 1);
    push_draw(&r);
    push_draw(&r);
    nv_push_inc(r.chan, SUBC, FENCE_OFFSET, 0x20);
    nv_submit(r.chan);
    nv_push_inc(other, SUBC, DMA_FENCE, HANDLE_FENCE, HANDLE_FENCE);
    nv_push_inc(other, SUBC, QUERY_RESET, 1, 0);
    nv_push_inc(other, SUBC, FENCE_OFFSET, 0x30, 2);
    nv_submit(other);
    nv_push_inc(r.chan, SUBC, FENCE_VALUE, 1);
    push_draw(&r);
    report_prepare(&r, 0);
    push_get(&r, 0);
    nv_submit(r.chan);
    nv_assert_hex(nv_buf_rd32(r.fence, 0x20), 1);
    nv_assert_hex(nv_buf_rd32(r.fence, 0x30), 0);
    nv_assert_hex(nv_buf_rd32(buf, 0x30), 2);
    assert_report(&r, 0, 3);
    nv_buf_free(buf);
    nv_chan_free(other);
    rig_free(&r);
}

/* --- Errors ----------------------------------------------------------- */

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data;
    } bad[] = {
        { FENCE_OFFSET, 0x1000 },
        { QUERY_RESET, 3 },
        { QUERY_ENABLE, 2 },
    };
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(r.chan, SUBC, bad[i].mthd, bad[i].data);
        nv_kick(r.chan);
        nv_assert_graph_error(r.chan, NV_SOURCE_DATA_ERROR,
                              NV_STATUS_BAD_ARGUMENT, SUBC, bad[i].mthd,
                              bad[i].data);
        nv_wait(r.chan);
    }
    /* A fence lies in a page, which its object begins with. */
    nv_push_inc(r.chan, SUBC, DMA_FENCE, HANDLE_QUERY);
    nv_kick(r.chan);
    nv_assert_graph_error(r.chan, NV_SOURCE_PROTECTION_ERROR,
                          NV_STATUS_INVALID_STATE, SUBC, DMA_FENCE,
                          r.query->inst >> 4);
    nv_wait(r.chan);
    rig_free(&r);
}

/* No object: PGRAPH stops at the report, and the driver is told. */
static void no_memory(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    nv_graph_name(r.chan, NV_HANDLE_NULL, nv_inst_object(nv, 0x30));
    nv_push_inc(r.chan, SUBC, DMA_QUERY, NV_HANDLE_NULL);
    push_get(&r, 0);
    nv_kick(r.chan);
    nv_assert_graph_error(r.chan, NV_SOURCE_DMA_W_PROTECTION, 0, SUBC,
                          r.class->query_get, REPORT_ZPASS);
    nv_wait(r.chan);
    rig_free(&r);
}

static const NVTest tests[] = {
    { "3d/fence", "", fence, .applies = has_3d },
    { "3d/after-what-precedes", "", after_what_precedes,
      .applies = has_3d },
    { "3d/timestamp", "", timestamp, .applies = has_3d },
    { "3d/counter", "", counter, .applies = has_3d },
    { "3d/contexts", "M145", contexts, .applies = has_3d },
    { "3d/bad-parameters", "", bad_parameters, .applies = has_3d },
    { "3d/no-memory", "", no_memory, .applies = has_3d },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
