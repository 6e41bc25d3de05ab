/*
 * Tests of the NVIDIA GPU: 3D objects, NV20:NV50
 *
 * What they write to memory: fences, reports and clears.  The methods are
 * those of Mesa's nv30_screen.c, nv30_query.c and nv30_clear.c.
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
    DMA_COLOR = 0x194,
    DMA_FENCE = 0x1a4,
    DMA_QUERY = 0x1a8,
    RT_HORIZ = 0x200,
    RT_FORMAT = 0x208,
    COLOR_PITCH = 0x20c,
    COLOR_OFFSET = 0x210,
    ZETA_PITCH = 0x22c,
    SCISSOR_HORIZ = 0x8c0,
    QUERY_RESET = 0x17c8,
    QUERY_ENABLE = 0x17cc,
    FENCE_OFFSET = 0x1d6c,
    FENCE_VALUE = 0x1d70,
    FENCE_VALUE_B = 0x1d74,
    CLEAR_DEPTH_VALUE = 0x1d8c,
    CLEAR_COLOR_VALUE = 0x1d90,
    CLEAR_BUFFERS = 0x1d94,
    CLEAR_RECT_HORIZ = 0x1d98,
};

/* CLEAR_BUFFERS */
enum {
    CLEAR_DEPTH = 1 << 0,
    CLEAR_STENCIL = 1 << 1,
    CLEAR_R = 1 << 4,
    CLEAR_RGBA = 0xf << 4,
};

/* A report's kind, in bits 31:24 of QUERY_GET: pixels that pass */
#define REPORT_ZPASS 0x01000000

/**
 * struct Class - a 3D class
 *
 * @class: the class
 * @query_get, @begin_end: methods
 */
typedef struct Class {
    uint32_t class;
    uint32_t query_get, begin_end;
} Class;

static const Class classes[] = {
    { 0x0097, 0x17d0, 0x17fc },
    { 0x0597, 0x17d0, 0x17fc },
    { 0x0397, 0x1800, 0x1808 },
    { 0x0497, 0x1800, 0x1808 },
    { 0x0697, 0x1800, 0x1808 },
    { 0x4097, 0x1800, 0x1808 },
    { 0x4497, 0x1800, 0x1808 },
};

static const Class *class_of(const NVCard *card)
{
    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        if (classes[i].class == card->class_3d) {
            return &classes[i];
        }
    }
    g_assert_not_reached();
}

static bool has_3d(const NVCard *card)
{
    return card->class_3d;
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

/* A long copy precedes it. */
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
    nv_wait(m.chan);
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

/* Nothing is rendered, so that all that is drawn counts as visible. */
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

/* --- Clears ----------------------------------------------------------- */

#define HANDLE_SURFACE 0x80000005

/* The surface: its size in pixels, and where it lies */
#define W 64
#define H 32
#define PITCH 512
#define OFFSET 0x1000
#define SURFACE_SIZE (32 * KiB)

/**
 * struct Surface - what is cleared
 *
 * @rig: the channel
 * @buf: memory
 * @bytes: of a pixel
 * @pitch: from a line to the next
 * @model: what memory holds by the model
 */
typedef struct Surface {
    Rig rig;
    NVBuf *buf;
    unsigned bytes;
    uint32_t pitch;
    uint8_t model[SURFACE_SIZE];
} Surface;

static bool is_kelvin(const Surface *s)
{
    return s->rig.class->query_get == 0x17d0;
}

static void surface_fill(Surface *s)
{
    nv_random_fill(s->model, SURFACE_SIZE);
    nv_buf_write(s->buf, 0, s->model, SURFACE_SIZE);
}

/* @color, @zeta: formats; @more: RT_FORMAT's bits from 8 on */
static void push_format(Surface *s, unsigned color, unsigned zeta,
                        uint32_t more)
{
    nv_push_inc(s->rig.chan, SUBC, RT_FORMAT,
                color | zeta << (is_kelvin(s) ? 4 : 5) | more);
}

#define LINEAR 0x100
#define SWIZZLED 0x200

static void surface_new(Surface *s, NVDev *nv)
{
    NVChan *chan;

    rig_new(&s->rig, nv, NV_IN_RAM);
    chan = s->rig.chan;
    s->bytes = 4;
    s->pitch = PITCH;
    s->buf = nv_buf_new(nv, NV_IN_VRAM, SURFACE_SIZE, 0x3d);
    surface_fill(s);
    nv_graph_name(chan, HANDLE_SURFACE, s->buf->inst);
    nv_push_inc(chan, SUBC, DMA_COLOR, HANDLE_SURFACE, HANDLE_SURFACE);
    nv_push_inc(chan, SUBC, RT_HORIZ, W << 16, H << 16);
    push_format(s, 8, 2, LINEAR);
    if (nv->card->features & NV_CARD_NV40) {
        nv_push_inc(chan, SUBC, COLOR_PITCH, PITCH, OFFSET, OFFSET);
        nv_push_inc(chan, SUBC, ZETA_PITCH, PITCH);
    } else {
        nv_push_inc(chan, SUBC, COLOR_PITCH, PITCH << 16 | PITCH, OFFSET,
                    OFFSET);
    }
    if (!is_kelvin(s)) {
        nv_push_inc(chan, SUBC, SCISSOR_HORIZ, W << 16, H << 16);
    }
    nv_push_inc(chan, SUBC, CLEAR_RECT_HORIZ, 0x0fff0000, 0x0fff0000);
    nv_submit(chan);
    nv_assert_graph_quiet(nv);
}

static void surface_free(Surface *s)
{
    nv_buf_free(s->buf);
    rig_free(&s->rig);
}

static void model_clear(Surface *s, const NVArea *a, uint32_t value,
                        uint32_t mask)
{
    for (int y = a->y; y < a->y + a->h; y++) {
        for (int x = a->x; x < a->x + a->w; x++) {
            uint8_t *at = s->model + OFFSET + y * s->pitch + x * s->bytes;

            for (unsigned i = 0; i < s->bytes; i++) {
                uint8_t bits = mask >> i * 8;

                at[i] = (at[i] & ~bits) | (value >> i * 8 & bits);
            }
        }
    }
}

#define assert_surface(_s, ...) \
    check_surface(_s, __LINE__, g_strdup_printf(__VA_ARGS__))

static void check_surface(Surface *s, int line, char *what)
{
    uint8_t got[SURFACE_SIZE];
    g_autofree char *text = what;

    nv_buf_read(s->buf, 0, got, SURFACE_SIZE);
    for (uint32_t i = 0; i < SURFACE_SIZE; i++) {
        if (got[i] != s->model[i]) {
            nv_fail("line %d: %s: byte %x is %02x, not %02x", line, text, i,
                    got[i], s->model[i]);
            return;
        }
    }
}

static void push_clear(Surface *s, uint32_t color, uint32_t what)
{
    nv_push_inc(s->rig.chan, SUBC, CLEAR_COLOR_VALUE, color, what);
    nv_submit(s->rig.chan);
}

/* nv30_clear(): formats, and each of what limits a clear */
static void clears(NVDev *nv)
{
    static const struct {
        unsigned format, bytes, zeta;
        bool kelvin;
    } formats[] = {
        { 3, 2, 1, true }, { 5, 4, 2, true }, { 8, 4, 2, true },
        { 9, 1, 1, true }, { 16, 4, 2, false },
    };
    const NVArea all = { 0, 0, W, H }, part = { 5, 7, 20, 10 };
    Surface s;

    surface_new(&s, nv);
    for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
        uint32_t color = nv_random();

        if (is_kelvin(&s) && !formats[f].kelvin) {
            continue;
        }
        s.bytes = formats[f].bytes;
        surface_fill(&s);
        push_format(&s, formats[f].format, formats[f].zeta, LINEAR);
        push_clear(&s, color, CLEAR_RGBA);
        model_clear(&s, &all, color, UINT32_MAX);
        assert_surface(&s, "format %u", formats[f].format);
    }
    push_format(&s, 8, 2, LINEAR);
    s.bytes = 4;
    surface_fill(&s);
    nv_push_inc(s.rig.chan, SUBC, RT_HORIZ, 20 << 16 | 5, 10 << 16 | 7);
    push_clear(&s, 0x12345678, CLEAR_RGBA);
    model_clear(&s, &part, 0x12345678, UINT32_MAX);
    assert_surface(&s, "surface");
    nv_push_inc(s.rig.chan, SUBC, RT_HORIZ, W << 16, H << 16);
    nv_push_inc(s.rig.chan, SUBC, CLEAR_RECT_HORIZ, 24 << 16 | 5,
                16 << 16 | 7);
    push_clear(&s, 0x9abcdef0, CLEAR_RGBA);
    model_clear(&s, &part, 0x9abcdef0, UINT32_MAX);
    assert_surface(&s, "rectangle");
    if (!is_kelvin(&s)) {
        nv_push_inc(s.rig.chan, SUBC, CLEAR_RECT_HORIZ, 0x0fff0000,
                    0x0fff0000);
        nv_push_inc(s.rig.chan, SUBC, SCISSOR_HORIZ, 20 << 16 | 5,
                    10 << 16 | 7);
        push_clear(&s, 0x0fedcba9, CLEAR_RGBA);
        model_clear(&s, &part, 0x0fedcba9, UINT32_MAX);
        assert_surface(&s, "scissor");
    }
    surface_free(&s);
}

static void components(NVDev *nv)
{
    static const struct {
        unsigned format, bytes, zeta;
        uint32_t masks[4];
    } formats[] = {
        { 8, 4, 2, { 0xff0000, 0xff00, 0xff, 0xff000000 } },
        { 1, 2, 1, { 0x7c00, 0x03e0, 0x001f, 0x8000 } },
        { 3, 2, 1, { 0xf800, 0x07e0, 0x001f, 0 } },
        { 16, 4, 2, { 0xff, 0xff00, 0xff0000, 0xff000000 } },
    };
    const NVArea all = { 0, 0, W, H };
    Surface s;

    surface_new(&s, nv);
    for (unsigned n = 0; n < ARRAY_SIZE(formats) * 15; n++) {
        unsigned f = n / 15, what = n % 15;
        uint32_t mask = 0, color = nv_random();

        if (is_kelvin(&s) && formats[f].format == 16) {
            continue;
        }
        for (unsigned i = 0; i < 4; i++) {
            mask |= what >> i & 1 ? formats[f].masks[i] : 0;
        }
        s.bytes = formats[f].bytes;
        surface_fill(&s);
        push_format(&s, formats[f].format, formats[f].zeta, LINEAR);
        push_clear(&s, color, CLEAR_R * what);
        model_clear(&s, &all, color, mask);
        assert_surface(&s, "format %u, components %x", formats[f].format,
                       what);
    }
    surface_free(&s);
}

/* What has no object isn't cleared, and keeps nothing from what has one. */
static void no_surface(NVDev *nv)
{
    const NVArea all = { 0, 0, W, H };
    Surface s;

    surface_new(&s, nv);
    nv_graph_name(s.rig.chan, NV_HANDLE_NULL, nv_inst_object(nv, 0x30));
    nv_push_inc(s.rig.chan, SUBC, DMA_COLOR + 4, NV_HANDLE_NULL);
    push_clear(&s, 0x12345678, CLEAR_R * 15 | CLEAR_DEPTH | CLEAR_STENCIL);
    model_clear(&s, &all, 0x12345678, 0xffffffff);
    assert_surface(&s, "color alone");
    nv_push_inc(s.rig.chan, SUBC, DMA_COLOR, NV_HANDLE_NULL);
    push_clear(&s, 0x9abcdef0, CLEAR_R * 15);
    assert_surface(&s, "nothing");
    nv_push_inc(s.rig.chan, SUBC, DMA_COLOR, HANDLE_SURFACE, HANDLE_SURFACE);
    nv_submit(s.rig.chan);
    surface_free(&s);
}

static void depth_and_stencil(NVDev *nv)
{
    static const struct {
        unsigned color, zeta, bytes;
        uint32_t what, mask;
    } cases[] = {
        { 8, 2, 4, CLEAR_DEPTH | CLEAR_STENCIL, 0xffffffff },
        { 8, 2, 4, CLEAR_DEPTH, 0xffffff00 },
        { 8, 2, 4, CLEAR_STENCIL, 0x000000ff },
        { 3, 1, 2, CLEAR_DEPTH, 0x0000ffff },
        { 3, 1, 2, CLEAR_STENCIL, 0 },
    };
    const NVArea all = { 0, 0, W, H };
    Surface s;

    surface_new(&s, nv);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        uint32_t value = nv_random();

        s.bytes = cases[i].bytes;
        surface_fill(&s);
        push_format(&s, cases[i].color, cases[i].zeta, LINEAR);
        nv_push_inc(s.rig.chan, SUBC, CLEAR_DEPTH_VALUE, value, 0x55555555,
                    cases[i].what);
        nv_submit(s.rig.chan);
        model_clear(&s, &all, value, cases[i].mask);
        assert_surface(&s, "case %u", i);
    }
    surface_free(&s);
}

/* All of a surface, whose pixels are in another order */
static void swizzled(NVDev *nv)
{
    const NVArea all = { 0, 0, W, H };
    Surface s;

    surface_new(&s, nv);
    s.pitch = W * 4;
    push_format(&s, 8, 2, SWIZZLED | 6 << 16 | 5 << 24);
    push_clear(&s, 0x11223344, CLEAR_RGBA);
    model_clear(&s, &all, 0x11223344, UINT32_MAX);
    assert_surface(&s, "all");
    surface_free(&s);
}

/* Each channel clears its own surface with its own color. */
static void clears_of_channels(NVDev *nv)
{
    const NVArea all = { 0, 0, W, H };
    Surface s;
    NVChan *other;

    surface_new(&s, nv);
    nv_push_inc(s.rig.chan, SUBC, CLEAR_COLOR_VALUE, 0xcafebabe);
    nv_push_inc(s.rig.chan, SUBC, CLEAR_DEPTH_VALUE, 0x12345678);
    nv_submit(s.rig.chan);
    other = nv_chan_new(nv, CHANNEL + 1, NV_IN_RAM);
    nv_graph_object(other, SUBC, HANDLE_3D, s.rig.class->class);
    nv_push_inc(other, SUBC, CLEAR_COLOR_VALUE, 0x55555555);
    nv_push_inc(other, SUBC, CLEAR_DEPTH_VALUE, 0x66666666);
    nv_push_inc(other, SUBC, RT_HORIZ, 3 << 16, 4 << 16);
    nv_push_inc(other, SUBC, CLEAR_RECT_HORIZ, 0, 0);
    nv_submit(other);
    nv_push_inc(s.rig.chan, SUBC, CLEAR_BUFFERS, CLEAR_RGBA);
    nv_submit(s.rig.chan);
    model_clear(&s, &all, 0xcafebabe, UINT32_MAX);
    assert_surface(&s, "color");
    nv_push_inc(s.rig.chan, SUBC, CLEAR_BUFFERS, CLEAR_DEPTH);
    nv_submit(s.rig.chan);
    model_clear(&s, &all, 0x12345678, 0xffffff00);
    assert_surface(&s, "depth");
    nv_chan_free(other);
    surface_free(&s);
}

/* A fence that follows clears is written when they have ended. */
static void long_clear(NVDev *nv)
{
    const uint32_t size = 8 * MiB, pitch = 4096;
    NVBuf *buf;
    Surface s;

    surface_new(&s, nv);
    buf = nv_buf_new(nv, NV_IN_VRAM, size, 0x3d);
    nv_graph_name(s.rig.chan, HANDLE_SURFACE + 1, buf->inst);
    nv_push_inc(s.rig.chan, SUBC, DMA_COLOR, HANDLE_SURFACE + 1);
    nv_push_inc(s.rig.chan, SUBC, RT_HORIZ, 1024 << 16, 2048 << 16);
    nv_push_inc(s.rig.chan, SUBC, COLOR_PITCH,
                nv->card->features & NV_CARD_NV40 ? pitch
                                                  : pitch << 16 | pitch, 0);
    if (!is_kelvin(&s)) {
        nv_push_inc(s.rig.chan, SUBC, SCISSOR_HORIZ, 1024 << 16, 2048 << 16);
    }
    nv_push_inc(s.rig.chan, SUBC, CLEAR_COLOR_VALUE, 0xffffffff);
    nv_submit(s.rig.chan);
    for (unsigned i = 0; i < 32; i++) {
        nv_push_inc(s.rig.chan, SUBC, CLEAR_BUFFERS,
                    i % 2 ? CLEAR_RGBA : CLEAR_R);
    }
    nv_push_inc(s.rig.chan, SUBC, FENCE_OFFSET, 0, 0x77);
    nv_graph_kick_a_little(s.rig.chan);
    nv_assert_hex(nv_buf_rd32(s.rig.fence, 0), 0);
    nv_migrate(nv);
    nv_assert_hex(nv_buf_rd32(s.rig.fence, 0), 0);
    nv_cont(nv);
    nv_poll(nv_buf_rd32(s.rig.fence, 0) == 0x77);
    nv_assert_hex(nv_buf_rd32(s.rig.fence, 0), 0x77);
    for (uint32_t i = 0; i < size; i += 0x1fffc) {
        nv_assert_hex(nv_buf_rd32(buf, i), 0xffffffff);
    }
    nv_buf_free(buf);
    surface_free(&s);
}

/* --- Methods ---------------------------------------------------------- */

/**
 * struct State - methods of a 3D class
 *
 * @card, @class: the class, and a card that has it
 * @state: one that nothing looks at
 * @draw: one that would draw
 * @unknown: none
 */
static const struct State {
    const char *card;
    uint32_t class, state, draw, unknown;
} states[] = {
    { "nv04", 0x0054, 0x0304, 0x0600, 0x0700 },
    { "nv05", 0x0055, 0x0310, 0x0540, 0x0700 },
    { "nv10", 0x0056, 0x0300, 0x0dfc, 0x1000 },
    { "nv15", 0x0096, 0x0300, 0x17fc, 0x1000 },
    { "nv11", 0x0094, 0x0304, 0x0600, 0x0700 },
    { "nv17", 0x0099, 0x0300, 0x13fc, 0x1000 },
    { "nv20", 0x0097, 0x0300, 0x17fc, 0x0118 },
    { "nv25", 0x0597, 0x0300, 0x17fc, 0x0118 },
    { "nv30", 0x0397, 0x0300, 0x1808, 0x0118 },
    { "nv35", 0x0497, 0x0300, 0x1808, 0x0118 },
    { "nv34", 0x0697, 0x0300, 0x1808, 0x0118 },
    { "nv40", 0x3597, 0x0300, 0x1808, 0x0118 },
    { "nv43", 0x4097, 0x0300, 0x1808, 0x0118 },
    { "nv44", 0x4497, 0x0300, 0x1808, 0x0118 },
};

static const struct State *state_of(const NVCard *card)
{
    for (unsigned i = 0; i < ARRAY_SIZE(states); i++) {
        if (!strcmp(states[i].card, card->name)) {
            return &states[i];
        }
    }
    return NULL;
}

static bool has_state(const NVCard *card)
{
    return state_of(card);
}

static void assert_logged(NVDev *nv, uint32_t class, uint32_t mthd,
                          unsigned count)
{
    g_autofree char *line = g_strdup_printf("method 0x%04x of class 0x%04x is "
                                            "not modelled", mthd, class);

    g_assert_cmpuint(nv_log_count(nv, line), ==, count);
}

/* State is stored; drawing and unknown methods are reported once. */
static void state_is_taken(NVDev *nv)
{
    const struct State *s = state_of(nv->card);
    NVChan *chan;

    nv_graph_init(nv);
    chan = nv_chan_new(nv, CHANNEL, NV_IN_RAM);
    nv_graph_object(chan, SUBC, HANDLE_3D, s->class);
    for (unsigned i = 0; i < 3; i++) {
        nv_push_inc(chan, SUBC, s->state, 1);
        nv_push_inc(chan, SUBC, s->draw, 4);
        nv_push_inc(chan, SUBC, s->unknown, 1);
    }
    nv_submit(chan);
    assert_logged(nv, s->class, s->state, 0);
    assert_logged(nv, s->class, s->draw, 1);
    assert_logged(nv, s->class, s->unknown, 1);
    nv_assert_graph_quiet(nv);
    nv_chan_free(chan);
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

/* No object: PGRAPH stops at the report, with an interrupt. */
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
      .applies = has_3d, .slow = true },
    { "3d/timestamp", "", timestamp, .applies = has_3d },
    { "3d/counter", "", counter, .applies = has_3d, .slow = true },
    { "3d/contexts", "pgraph-switch", contexts, .applies = has_3d },
    { "3d/clears", "", clears, .applies = has_3d },
    { "3d/components", "", components, .applies = has_3d },
    { "3d/no-surface", "", no_surface, .applies = has_3d },
    { "3d/depth-and-stencil", "", depth_and_stencil, .applies = has_3d },
    { "3d/swizzled", "", swizzled, .applies = has_3d },
    { "3d/clears-of-channels", "pgraph-switch", clears_of_channels,
      .applies = has_3d },
    { "3d/long-clear", "", long_clear, .applies = has_3d, .slow = true },
    { "3d/state-is-taken", "", state_is_taken, .applies = has_state },
    { "3d/bad-parameters", "", bad_parameters, .applies = has_3d },
    { "3d/no-memory", "", no_memory, .applies = has_3d },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
