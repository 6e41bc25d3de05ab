/*
 * Tests of the NVIDIA GPU: 3D and compute objects of NV50 and later
 *
 * What they write to memory beside pictures: queries, and what depends on
 * them.  The methods are those of Mesa's nv50_query_hw.c and nv50_screen.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-canvas.h"
#include "libnv/nv-test.h"

#define CHID 1
#define SUBC 3
#define SUBC_COMPUTE 5

#define HANDLE_3D 0xbeef5097
#define HANDLE_COMPUTE 0xbeef50c0
#define HANDLE_MEMORY 0x80000003

/* Methods that all objects have */
#define NOP 0x100
#define NOTIFY 0x104
#define SERIALIZE 0x110
#define DMA_NOTIFY 0x180

/* Methods of the 3D object; g80_3d.xml */
enum {
    THREED_DMA_ZETA = 0x184,
    THREED_DMA_QUERY = 0x188,
    THREED_DMA_COLOR = 0x1c0,
    THREED_RT_ADDRESS_HIGH = 0x200,
    THREED_VIEWPORT_HORIZ = 0xc00,
    THREED_VERTEX_BUFFER_FIRST = 0xd74,
    THREED_CLEAR_COLOR = 0xd80,
    THREED_CLEAR_DEPTH = 0xd90,
    THREED_CLEAR_STENCIL = 0xda0,
    THREED_SCISSOR_ENABLE = 0xe00,
    THREED_ZETA_ADDRESS_HIGH = 0xfe0,
    THREED_SCREEN_SCISSOR_HORIZ = 0xff4,
    THREED_RT_ARRAY_MODE = 0x1224,
    THREED_ZETA_HORIZ = 0x1228,
    THREED_RT_HORIZ = 0x1240,
    THREED_CLEAR_FLAGS = 0x143c,
    THREED_SAMPLECNT_ENABLE = 0x1514,
    THREED_COUNTER_RESET = 0x1530,
    THREED_COND_ADDRESS_HIGH = 0x1550,
    THREED_COND_MODE = 0x1558,
    THREED_VERTEX_BEGIN_GL = 0x15dc,
    THREED_VERTEX_END_GL = 0x15e0,
    THREED_ZETA_ENABLE = 0x1538,
    THREED_MULTISAMPLE_MODE = 0x15d0,
    THREED_CLEAR_BUFFERS = 0x19d0,
    THREED_COLOR_MASK = 0x1a00,
    THREED_QUERY_ADDRESS_HIGH = 0x1b00,
};

/* CLEAR_BUFFERS */
enum {
    CLEAR_Z = 1 << 0,
    CLEAR_S = 1 << 1,
    CLEAR_R = 1 << 2,
    CLEAR_RGBA = 0xf << 2,
};

/* Methods of compute; g80_compute.xml */
enum {
    COMPUTE_DMA_QUERY = 0x1a4,
    COMPUTE_QUERY_ADDRESS_HIGH = 0x310,
    COMPUTE_QUERY_INTR = 1 << 9,
    COMPUTE_QUERY_SHORT = 1 << 15,
};

/* QUERY_GET */
enum {
    GET_FENCE = 0x1000f010,             /* short, with UNK4 */
    GET_SAMPLECNT = 0x0100f002,
    GET_TIMESTAMP = 0x00005002,
    GET_NO_OVERFLOW = 0x02005002,
    GET_COUNTER = 0x05805002,           /* TRANSFORM_FEEDBACK */
    GET_DROPPED = 0x03005002,
    GET_SYNC_NEQUAL = 0x0000f001,
    GET_SYNC_GREATER = 0x0001f001,
    GET_INTR = 1 << 20,
};

#define COUNTER_RESET_SAMPLECNT 1

enum {
    INTR_QUERY = 0x00000002,
    INTR_SYNC = 0x00000004,
    INTR_DATA_ERROR = 0x00100000,
    INTR_TRAP = 0x00200000,
};

#define SIZE (64 * KiB)

/**
 * struct Rig - a channel with the objects, and memory for queries
 */
typedef struct Rig {
    NVDev *nv;
    NVChan *chan;
    NVBuf *buf;
    uint32_t class;
} Rig;

/* The 3D class that Mesa chooses */
static uint32_t class_3d(const NVCard *card)
{
    if (card->features & NV_CARD_NVA3) {
        return 0x8597;
    } else if (card->features & NV_CARD_NVA0) {
        return 0x8397;
    }
    return card->features & NV_CARD_NV84 ? 0x8297 : 0x5097;
}

static void rig_new(Rig *r, NVDev *nv, NVPlace place)
{
    *r = (Rig) { .nv = nv, .class = class_3d(nv->card) };
    nv50_graph_init(nv);
    r->chan = nv50_graph_chan_new(nv, CHID);
    r->buf = nv_buf_new(nv, place, SIZE, 0x3d);
    nv_graph_name(r->chan, HANDLE_MEMORY, r->buf->inst);
    nv_graph_object(r->chan, SUBC, HANDLE_3D, r->class);
    nv_graph_object(r->chan, SUBC_COMPUTE, HANDLE_COMPUTE, 0x50c0);
    nv_push_inc(r->chan, SUBC, THREED_DMA_QUERY, HANDLE_MEMORY);
    nv_push_inc(r->chan, SUBC_COMPUTE, COMPUTE_DMA_QUERY, HANDLE_MEMORY);
    nv_submit(r->chan);
    nv50_assert_graph_quiet(nv);
}

static void rig_free(Rig *r)
{
    nv_buf_free(r->buf);
    nv_chan_free(r->chan);
}

static void fill(Rig *r, uint32_t offset)
{
    for (unsigned i = 0; i < 8; i++) {
        nv_buf_wr32(r->buf, offset + i * 4, 0xaaaa0000 + i);
    }
}

static void push_get(Rig *r, uint32_t offset, uint32_t sequence, uint32_t get)
{
    nv_push_inc(r->chan, SUBC, THREED_QUERY_ADDRESS_HIGH, 0, offset, sequence,
                get);
}

/* The last word of a pair is as it was. */
static void assert_words(Rig *r, uint32_t offset, uint32_t w0, uint32_t w1)
{
    nv_assert_hex(nv_buf_rd32(r->buf, offset), w0);
    nv_assert_hex(nv_buf_rd32(r->buf, offset + 4), w1);
    nv_assert_hex(nv_buf_rd32(r->buf, offset + 16), 0xaaaa0004);
}

static uint64_t query_time(Rig *r, uint32_t offset)
{
    return nv_buf_rd32(r->buf, offset + 8) |
           (uint64_t)nv_buf_rd32(r->buf, offset + 12) << 32;
}

/* As many primitives as there are vertices: nothing is drawn. */
static void push_draw(Rig *r)
{
    nv_push_inc(r->chan, SUBC, THREED_VERTEX_BEGIN_GL, 4);
    nv_push_inc(r->chan, SUBC, THREED_VERTEX_BUFFER_FIRST, 0, 3);
    nv_push_inc(r->chan, SUBC, THREED_VERTEX_END_GL, 0);
}

/* --- Queries ---------------------------------------------------------- */

/* nv50_screen_fence_emit() writes one word, wherever memory is. */
static void fence(NVDev *nv)
{
    for (unsigned i = 0; i < 3; i++) {
        Rig r;

        nv_init(nv);
        rig_new(&r, nv, nv_places[i]);
        fill(&r, 0x1ff0);
        push_get(&r, 0x1ff0, 0x1234567, GET_FENCE);
        nv_submit(r.chan);
        assert_words(&r, 0x1ff0, 0x1234567, 0xaaaa0001);
        push_get(&r, 0x1ff0, 0x1234568, GET_FENCE);
        nv_submit(r.chan);
        assert_words(&r, 0x1ff0, 0x1234568, 0xaaaa0001);
        nv50_assert_graph_quiet(nv);
        rig_free(&r);
    }
}

/* Sequence, value, time of PTIMER */
static void timestamp(NVDev *nv)
{
    Rig r;
    uint64_t first;

    rig_new(&r, nv, NV_IN_GART);
    fill(&r, 0x200);
    nv_clock_step(nv, 123456789);
    push_get(&r, 0x200, 5, GET_TIMESTAMP);
    nv_submit(r.chan);
    assert_words(&r, 0x200, 5, 0);
    first = query_time(&r, 0x200);
    g_assert_cmpuint(first, >=, 123456768);
    nv_clock_step(nv, 1000000);
    push_get(&r, 0x200, 6, GET_TIMESTAMP);
    nv_submit(r.chan);
    assert_words(&r, 0x200, 6, 0);
    g_assert_cmpuint(query_time(&r, 0x200) - first, >=, 1000000);
    rig_free(&r);
}

/* Those for which there is a value without a picture */
static void values(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    fill(&r, 0x400);
    push_get(&r, 0x400, 0x77, GET_NO_OVERFLOW);
    nv_submit(r.chan);
    assert_words(&r, 0x400, 0x77, 1);
    fill(&r, 0x400);
    push_get(&r, 0x400, 0x78, GET_COUNTER);
    nv_submit(r.chan);
    assert_words(&r, 0x400, 0, 0);
    g_assert_cmpuint(query_time(&r, 0x400), <, UINT64_C(0xaaaa000200000000));
    if (nv->card->features & NV_CARD_NVA0) {
        fill(&r, 0x400);
        push_get(&r, 0x400, 0x79, GET_DROPPED);
        nv_submit(r.chan);
        assert_words(&r, 0x400, 0, 0x79);
    }
    nv50_assert_graph_quiet(nv);
    rig_free(&r);
}

/* Without a picture, what is drawn counts as visible. */
static void samples(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    fill(&r, 0x100);
    nv_push_inc(r.chan, SUBC, THREED_COUNTER_RESET, COUNTER_RESET_SAMPLECNT);
    push_draw(&r);
    push_get(&r, 0x100, 1, GET_SAMPLECNT);
    nv_submit(r.chan);
    assert_words(&r, 0x100, 1, 0);
    for (unsigned i = 1; i < 4; i++) {
        nv_push_inc(r.chan, SUBC, THREED_SAMPLECNT_ENABLE, 1);
        push_draw(&r);
        nv_push_inc(r.chan, SUBC, THREED_SAMPLECNT_ENABLE, 0);
        push_draw(&r);
        push_get(&r, 0x100, 1 + i, GET_SAMPLECNT);
        nv_submit(r.chan);
        assert_words(&r, 0x100, 1 + i, i);
    }
    nv_push_inc(r.chan, SUBC, THREED_COUNTER_RESET, 2);
    push_get(&r, 0x100, 9, GET_SAMPLECNT);
    nv_submit(r.chan);
    assert_words(&r, 0x100, 9, 3);
    nv_push_inc(r.chan, SUBC, THREED_COUNTER_RESET, COUNTER_RESET_SAMPLECNT);
    push_get(&r, 0x100, 10, GET_SAMPLECNT);
    nv_submit(r.chan);
    assert_words(&r, 0x100, 10, 0);
    rig_free(&r);
}

static void compute(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_GART);
    fill(&r, 0x800);
    nv_push_inc(r.chan, SUBC_COMPUTE, COMPUTE_QUERY_ADDRESS_HIGH, 0, 0x800,
                0xabcdef, COMPUTE_QUERY_SHORT);
    nv_submit(r.chan);
    assert_words(&r, 0x800, 0xabcdef, 0xaaaa0001);
    nv_push_inc(r.chan, SUBC_COMPUTE, COMPUTE_QUERY_ADDRESS_HIGH, 0, 0x800,
                0xabcdf0, 0);
    nv_submit(r.chan);
    assert_words(&r, 0x800, 0xabcdf0, 0);
    nv50_assert_graph_quiet(nv);
    nv_push_inc(r.chan, SUBC_COMPUTE, COMPUTE_QUERY_ADDRESS_HIGH, 0, 0x800,
                0xabcdf1, COMPUTE_QUERY_SHORT | COMPUTE_QUERY_INTR);
    nv_submit(r.chan);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_INTR), INTR_QUERY);
    nv50_graph_ack(nv);
    nv50_assert_graph_quiet(nv);
    rig_free(&r);
}

/* The interrupts that a query asks for; PGRAPH goes on. */
static void interrupts(NVDev *nv)
{
    static const struct {
        uint32_t memory, sequence, get, intr;
    } cases[] = {
        { 0, 5, GET_FENCE | GET_INTR, INTR_QUERY },
        { 5, 5, GET_SYNC_NEQUAL, 0 },
        { 4, 5, GET_SYNC_NEQUAL, INTR_SYNC },
        { 6, 5, GET_SYNC_NEQUAL, INTR_SYNC },
        { 4, 5, GET_SYNC_GREATER, INTR_SYNC },
        { 5, 5, GET_SYNC_GREATER, 0 },
        { 6, 5, GET_SYNC_GREATER, 0 },
    };
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        /* SYNC writes nothing. */
        uint32_t after = cases[i].get & 3 ? cases[i].memory
                                          : cases[i].sequence;

        nv_buf_wr32(r.buf, 0x40, cases[i].memory);
        push_get(&r, 0x40, cases[i].sequence, cases[i].get);
        nv_submit(r.chan);
        nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_INTR), cases[i].intr);
        nv_assert_hex(nv_buf_rd32(r.buf, 0x40), after);
        nv50_graph_ack(nv);
    }
    nv50_assert_graph_quiet(nv);
    rig_free(&r);
}

/* --- Order ------------------------------------------------------------ */

/* A query that follows a copy is written when that has ended. */
static void after_what_precedes(NVDev *nv)
{
    NVM2MF m;
    NVBuf *buf;

    nv_m2mf_long_new(&m, nv);
    buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);
    nv_graph_name(m.chan, HANDLE_MEMORY, buf->inst);
    nv_graph_object(m.chan, SUBC, HANDLE_3D, class_3d(nv->card));
    nv_push_inc(m.chan, SUBC, THREED_DMA_QUERY, HANDLE_MEMORY);
    nv_submit(m.chan);
    nv_m2mf_push(&m, &nv_m2mf_long);
    nv_push_inc(m.chan, SUBC, THREED_QUERY_ADDRESS_HIGH, 0, 0, 0x55,
                GET_FENCE);
    nv_graph_kick_a_little(m.chan);
    nv_assert_hex(nv_buf_rd32(buf, 0), 0);
    nv_migrate(nv);
    nv_assert_hex(nv_buf_rd32(buf, 0), 0);
    nv_cont(nv);
    nv_graph_idle(nv);
    nv_assert_hex(nv_buf_rd32(buf, 0), 0x55);
    nv_buf_free(buf);
    nv_m2mf_free(&m);
}

/* Contexts hold where a channel's queries go, and its counters. */
static void contexts(NVDev *nv)
{
    Rig r;
    NVChan *other;

    rig_new(&r, nv, NV_IN_VRAM);
    other = nv50_graph_chan_new(nv, CHID + 1);
    nv_graph_object(other, SUBC, HANDLE_3D, r.class);
    fill(&r, 0);
    nv_push_inc(r.chan, SUBC, THREED_SAMPLECNT_ENABLE, 1);
    push_draw(&r);
    push_draw(&r);
    nv_push_inc(r.chan, SUBC, THREED_QUERY_ADDRESS_HIGH, 0, 0, 0x11);
    nv_submit(r.chan);
    nv_push_inc(other, SUBC, THREED_COUNTER_RESET, COUNTER_RESET_SAMPLECNT);
    nv_push_inc(other, SUBC, THREED_QUERY_ADDRESS_HIGH, 0xff, 0x100, 0x22);
    nv_submit(other);
    nv_push_inc(r.chan, SUBC, THREED_QUERY_ADDRESS_HIGH + 12, GET_SAMPLECNT);
    nv_submit(r.chan);
    assert_words(&r, 0, 0x11, 2);
    nv_migrate(nv);
    fill(&r, 0);
    nv_push_inc(r.chan, SUBC, THREED_QUERY_ADDRESS_HIGH + 12, GET_SAMPLECNT);
    nv_submit(r.chan);
    assert_words(&r, 0, 0x11, 2);
    nv50_assert_graph_quiet(nv);
    nv_chan_free(other);
    rig_free(&r);
}

/* --- Conditions ------------------------------------------------------- */

/* COND_MODE, and what two queries at COND_ADDRESS hold */
static const struct {
    uint32_t mode;
    uint32_t words[8];
    bool draws;
} conditions[] = {
    { 0, { 1, 1, 0, 0, 1, 1 }, false },
    { 1, { 0, 0, 0, 0, 0, 0 }, true },
    { 2, { 1, 0, 0, 0, 1, 1 }, false },
    { 2, { 0, 1, 0, 0, 0, 0 }, true },
    { 3, { 1, 2, 0, 0, 1, 2 }, true },
    { 3, { 1, 2, 0, 0, 2, 2 }, false },
    { 3, { 1, 2, 0, 0, 1, 3 }, false },
    { 4, { 1, 2, 0, 0, 1, 2 }, false },
    { 4, { 1, 2, 0, 0, 1, 3 }, true },
    { 4, { 1, 2, 9, 9, 1, 2, 8, 8 }, false },
};

static void conditions_2d(NVDev *nv)
{
    const NVArea a = { 4, 4, 20, 20 };
    NV50Canvas c;
    NVBuf *buf;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    buf = nv_buf_new(nv, NV_IN_RAM, 0x1000, 0x3d);
    nv_graph_name(c.chan, HANDLE_MEMORY, buf->inst);
    nv50_push(&c, 0x18c, HANDLE_MEMORY);
    for (unsigned i = 0; i < ARRAY_SIZE(conditions); i++) {
        uint32_t color = nv_random();

        nv_buf_write(buf, 0x20, conditions[i].words, 32);
        nv50_push(&c, 0x264, 0, 0x20, conditions[i].mode);
        nv50_push_fill(&c, &a, color);
        nv_submit(c.chan);
        if (conditions[i].draws) {
            nv50_model_fill(&c, &a, color);
        }
        nv50_assert_canvas(&c, "condition %u", i);
    }
    nv50_assert_graph_quiet(nv);
    nv_buf_free(buf);
    nv50_canvas_free(&c);
}

/* --- Clears ----------------------------------------------------------- */

/* Surface: size in elements, bytes from a line to the next if in lines */
#define W 100
#define H 60
#define PITCH 2048

/**
 * struct Surface - what is cleared
 *
 * @rig: channel and memory, at whose beginning it lies
 * @bytes: of an element
 * @blocks: it is in blocks, of 4 gobs each, else in lines
 */
typedef struct Surface {
    Rig rig;
    unsigned bytes;
    bool blocks;
    uint8_t *model;
} Surface;

#define SURFACE_SIZE (128 * KiB)

/* nv50_screen_init_hwctx(), nv50_clear_render_target() */
static void surface_new(Surface *s, NVDev *nv, NVPlace place, uint32_t format,
                        unsigned bytes, bool blocks)
{
    NVChan *chan;

    *s = (Surface) { .bytes = bytes, .blocks = blocks };
    rig_new(&s->rig, nv, place);
    nv_buf_free(s->rig.buf);
    chan = s->rig.chan;
    s->rig.buf = nv_buf_new(nv, place, SURFACE_SIZE, 0x3d);
    s->model = g_malloc(SURFACE_SIZE);
    nv_random_fill(s->model, SURFACE_SIZE);
    nv_buf_write(s->rig.buf, 0, s->model, SURFACE_SIZE);
    nv_graph_name(chan, HANDLE_MEMORY + 1, s->rig.buf->inst);
    nv_push_inc(chan, SUBC, THREED_DMA_ZETA, HANDLE_MEMORY + 1,
                HANDLE_MEMORY + 1);
    nv_push_inc(chan, SUBC, THREED_DMA_COLOR, HANDLE_MEMORY + 1);
    nv_push_inc(chan, SUBC, THREED_RT_ADDRESS_HIGH, 0, 0, format, 2 << 4, 0);
    nv_push_inc(chan, SUBC, THREED_RT_HORIZ, blocks ? W : 1u << 31 | PITCH,
                H);
    nv_push_inc(chan, SUBC, THREED_ZETA_ADDRESS_HIGH, 0, 0, format, 2 << 4,
                0);
    nv_push_inc(chan, SUBC, THREED_ZETA_HORIZ, W, H);
    nv_push_inc(chan, SUBC, THREED_CLEAR_FLAGS, 1 << 4);
    nv_push_inc(chan, SUBC, THREED_VIEWPORT_HORIZ, 8192 << 16, 8192 << 16);
    nv_push_inc(chan, SUBC, THREED_SCREEN_SCISSOR_HORIZ, W << 16, H << 16);
    nv_submit(chan);
    nv50_assert_graph_quiet(nv);
}

static void surface_free(Surface *s)
{
    nv50_assert_graph_quiet(s->rig.nv);
    g_free(s->model);
    rig_free(&s->rig);
}

static uint32_t surface_at(const Surface *s, int x, int y)
{
    uint32_t byte = x * s->bytes, columns = DIV_ROUND_UP(W * s->bytes, 64);

    return s->blocks ? (y / 16 * columns + byte / 64) * 1024 + y % 16 * 64 +
                       byte % 64
                     : y * PITCH + byte;
}

/* @mask: bits that are written, of as many words as an element has */
static void model_clear(Surface *s, const NVArea *a, const uint32_t *value,
                        const uint32_t *mask)
{
    for (int y = a->y; y < a->y + a->h; y++) {
        for (int x = a->x; x < a->x + a->w; x++) {
            uint8_t *at = s->model + surface_at(s, x, y);

            for (unsigned i = 0; i < s->bytes; i++) {
                uint8_t bits = mask ? mask[i / 4] >> i % 4 * 8 : 0xff;

                at[i] = (at[i] & ~bits) |
                        (value[i / 4] >> i % 4 * 8 & bits);
            }
        }
    }
}

#define assert_surface(_s, ...) \
    check_surface(_s, __LINE__, g_strdup_printf(__VA_ARGS__))

static void check_surface(Surface *s, int line, char *what)
{
    g_autofree uint8_t *got = g_malloc(SURFACE_SIZE);
    g_autofree char *text = what;

    nv_buf_read(s->rig.buf, 0, got, SURFACE_SIZE);
    for (uint32_t i = 0; i < SURFACE_SIZE; i++) {
        if (got[i] != s->model[i]) {
            nv_fail("line %d: %s: byte %x is %02x, not %02x", line, text, i,
                    got[i], s->model[i]);
            return;
        }
    }
}

#define ONE 0x3f800000
#define HALF 0x3f000000
#define QUARTER 0x3e800000

/* What 1, 1/2, 1/4 and 0 are; of integers 0x11, 0x22, 0x33 and 0x44 */
static const struct {
    uint32_t format, bytes, value[4];
    bool integer;
} formats[] = {
    { 0xc0, 16, { ONE, HALF, QUARTER, 0 } },
    { 0xc2, 16, { 0x11, 0x22, 0x33, 0x44 }, true },
    { 0xca, 8, { 0x38003c00, 0x00003400 } },
    { 0xcb, 8, { ONE, HALF } },
    { 0xc9, 8, { 0x00220011, 0x00440033 }, true },
    { 0xcf, 4, { 0x00ff8040 } },
    { 0xd0, 4, { 0x00ffbc89 } },
    { 0xd1, 4, { 0x100803ff } },
    { 0xd5, 4, { 0x004080ff } },
    { 0xd7, 4, { 0x0020407f } },
    { 0xd9, 4, { 0x44332211 }, true },
    { 0xda, 4, { 0x8000ffff } },
    { 0xdf, 4, { 0x3ff80100 } },
    { 0xe0, 4, { 0x681c03c0 } },
    { 0xe5, 4, { ONE } },
    { 0xe6, 4, { 0x00ff8040 } },
    { 0xe8, 2, { 0xfc08 } },
    { 0xe9, 2, { 0x7e08 } },
    { 0xf2, 2, { 0x3c00 } },
    { 0xf3, 1, { 0xff } },
    { 0xf7, 1, { 0x00 } },
};

static void push_color(Surface *s, bool integer)
{
    if (integer) {
        nv_push_inc(s->rig.chan, SUBC, THREED_CLEAR_COLOR, 0x11, 0x22, 0x33,
                    0x44);
    } else {
        nv_push_inc(s->rig.chan, SUBC, THREED_CLEAR_COLOR, ONE, HALF, QUARTER,
                    0);
    }
}

static void fill_surface(Surface *s)
{
    nv_random_fill(s->model, SURFACE_SIZE);
    nv_buf_write(s->rig.buf, 0, s->model, SURFACE_SIZE);
}

/* nv50_clear(): all of a surface, whatever COLOR_MASK says; then a part */
static void clears(NVDev *nv)
{
    static const struct {
        NVPlace place;
        bool blocks;
    } where[] = {
        { NV_IN_VRAM, true }, { NV_IN_GART, true }, { NV_IN_RAM, false },
    };
    const NVArea all = { 0, 0, W, H };

    for (unsigned i = 0; i < ARRAY_SIZE(where); i++) {
        Surface s;

        nv_init(nv);
        surface_new(&s, nv, where[i].place, 0xcf, 4, where[i].blocks);
        nv_push_inc(s.rig.chan, SUBC, THREED_COLOR_MASK, 0);
        for (unsigned f = i; f < ARRAY_SIZE(formats); f++) {
            const NVArea part = { 3 + f % 7, 5, 40, 33 };
            const NVArea *to = f % 3 ? &part : &all;

            s.bytes = formats[f].bytes;
            fill_surface(&s);
            push_color(&s, formats[f].integer);
            nv_push_inc(s.rig.chan, SUBC, THREED_RT_ADDRESS_HIGH + 8,
                        formats[f].format);
            nv_push_inc(s.rig.chan, SUBC, THREED_SCREEN_SCISSOR_HORIZ,
                        to->w << 16 | to->x, to->h << 16 | to->y);
            nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, CLEAR_RGBA);
            nv_submit(s.rig.chan);
            model_clear(&s, to, formats[f].value, NULL);
            assert_surface(&s, "format %x", formats[f].format);
        }
        surface_free(&s);
    }
}

/* The viewport or the scissor, as CLEAR_FLAGS say */
static void clears_are_clipped(NVDev *nv)
{
    const NVArea viewport = { 10, 20, 30, 30 }, scissor = { 7, 9, 11, 12 };
    const uint32_t white = 0xffffffff, black = 0;
    Surface s;

    surface_new(&s, nv, NV_IN_VRAM, 0xcf, 4, true);
    nv_push_inc(s.rig.chan, SUBC, THREED_VIEWPORT_HORIZ, 30 << 16 | 10,
                30 << 16 | 20);
    nv_push_inc(s.rig.chan, SUBC, THREED_SCISSOR_ENABLE, 1, 18 << 16 | 7,
                21 << 16 | 9);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_COLOR, ONE, ONE, ONE, ONE);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, CLEAR_RGBA);
    nv_submit(s.rig.chan);
    model_clear(&s, &viewport, &white, NULL);
    assert_surface(&s, "viewport");
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_FLAGS, 0);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_COLOR, 0, 0, 0, 0);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, CLEAR_RGBA);
    nv_submit(s.rig.chan);
    model_clear(&s, &scissor, &black, NULL);
    assert_surface(&s, "scissor");
    surface_free(&s);
}

static void components(NVDev *nv)
{
    static const uint32_t masks[] = { 0xff0000, 0xff00, 0xff, 0xff000000 };
    const NVArea all = { 0, 0, W, H };
    const uint32_t value = 0x00ff8040;
    Surface s;

    surface_new(&s, nv, NV_IN_GART, 0xcf, 4, true);
    push_color(&s, false);
    for (unsigned m = 0; m < 16; m++) {
        uint32_t mask = 0;

        for (unsigned i = 0; i < 4; i++) {
            mask |= m >> i & 1 ? masks[i] : 0;
        }
        fill_surface(&s);
        nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, CLEAR_R * m);
        nv_submit(s.rig.chan);
        model_clear(&s, &all, &value, &mask);
        assert_surface(&s, "components %x", m);
    }
    surface_free(&s);
}

/* Target 2, and its layer 3: a distance from the first, or in blocks */
static void layers(NVDev *nv)
{
    const NVArea all = { 0, 0, W, H };
    const uint32_t white = 0xffffffff;
    const uint32_t layer = DIV_ROUND_UP(W * 4, 64) * DIV_ROUND_UP(H, 16) *
                           1024;

    for (unsigned is_3d = 0; is_3d < 2; is_3d++) {
        Surface s;
        uint8_t *model;

        nv_init(nv);
        surface_new(&s, nv, NV_IN_VRAM, 0xcf, 4, true);
        nv_push_inc(s.rig.chan, SUBC, THREED_DMA_COLOR + 8, HANDLE_MEMORY + 1);
        nv_push_inc(s.rig.chan, SUBC, THREED_RT_ADDRESS_HIGH + 2 * 32, 0,
                    0x1000, 0xcf, 2 << 4, (layer + 0x400) / 4);
        nv_push_inc(s.rig.chan, SUBC, THREED_RT_HORIZ + 2 * 8, W, H);
        nv_push_inc(s.rig.chan, SUBC, THREED_RT_ARRAY_MODE, is_3d << 16 | 512);
        nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_COLOR, ONE, ONE, ONE, ONE);
        nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS,
                    CLEAR_RGBA | 2 << 6 | 3 << 10);
        nv_submit(s.rig.chan);
        model = s.model;
        s.model += 0x1000 + 3 * (is_3d ? layer : layer + 0x400);
        model_clear(&s, &all, &white, NULL);
        s.model = model;
        assert_surface(&s, "layer %u", is_3d);
        surface_free(&s);
    }
}

static void depth_and_stencil(NVDev *nv)
{
    static const struct {
        uint32_t format, bytes, what, value[2], mask[2];
    } cases[] = {
        { 0x14, 4, CLEAR_Z | CLEAR_S, { 0x8000005a }, { 0xffffffff } },
        { 0x14, 4, CLEAR_Z, { 0x80000000 }, { 0xffffff00 } },
        { 0x14, 4, CLEAR_S, { 0x0000005a }, { 0x000000ff } },
        { 0x16, 4, CLEAR_Z, { 0x00800000 }, { 0x00ffffff } },
        { 0x16, 4, CLEAR_S, { 0x5a000000 }, { 0xff000000 } },
        { 0x15, 4, CLEAR_Z | CLEAR_S, { 0x00800000 }, { 0x00ffffff } },
        { 0x0a, 4, CLEAR_Z, { HALF }, { 0xffffffff } },
        { 0x19, 8, CLEAR_Z | CLEAR_S, { HALF, 0x5a }, { 0xffffffff, 0xff } },
    };
    const NVArea all = { 0, 0, W, H };

    Surface s;

    surface_new(&s, nv, NV_IN_VRAM, 0x14, 4, true);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_DEPTH, HALF);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_STENCIL, 0x5a);
    nv_push_inc(s.rig.chan, SUBC, THREED_ZETA_ENABLE, 0);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, CLEAR_Z | CLEAR_S);
    nv_submit(s.rig.chan);
    assert_surface(&s, "off");
    nv_push_inc(s.rig.chan, SUBC, THREED_ZETA_ENABLE, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        s.bytes = cases[i].bytes;
        fill_surface(&s);
        nv_push_inc(s.rig.chan, SUBC, THREED_ZETA_ADDRESS_HIGH + 8,
                    cases[i].format);
        nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, cases[i].what);
        nv_submit(s.rig.chan);
        model_clear(&s, &all, cases[i].value, cases[i].mask);
        assert_surface(&s, "format %x", cases[i].format);
    }
    surface_free(&s);
}

/* Four samples of a pixel are four elements. */
static void multisampling(NVDev *nv)
{
    const NVArea a = { 20, 10, 40, 20 };
    const uint32_t white = 0xffffffff;
    Surface s;

    surface_new(&s, nv, NV_IN_VRAM, 0xcf, 4, true);
    nv_push_inc(s.rig.chan, SUBC, THREED_MULTISAMPLE_MODE, 2);
    nv_push_inc(s.rig.chan, SUBC, THREED_SCREEN_SCISSOR_HORIZ, 20 << 16 | 10,
                10 << 16 | 5);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_COLOR, ONE, ONE, ONE, ONE);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, CLEAR_RGBA);
    nv_submit(s.rig.chan);
    model_clear(&s, &a, &white, NULL);
    assert_surface(&s, "samples");
    surface_free(&s);
}

static void conditional_clears(NVDev *nv)
{
    const NVArea all = { 0, 0, W, H };
    const uint32_t value = 0x00ff8040;
    Surface s;

    surface_new(&s, nv, NV_IN_VRAM, 0xcf, 4, true);
    push_color(&s, false);
    for (unsigned i = 0; i < ARRAY_SIZE(conditions); i++) {
        memcpy(s.model + SURFACE_SIZE - 64, conditions[i].words, 32);
        memset(s.model, i, 0x8000);
        nv_buf_write(s.rig.buf, 0, s.model, SURFACE_SIZE);
        nv_push_inc(s.rig.chan, SUBC, THREED_COND_ADDRESS_HIGH, 0,
                    SURFACE_SIZE - 64, conditions[i].mode);
        nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, CLEAR_RGBA);
        nv_submit(s.rig.chan);
        if (conditions[i].draws) {
            model_clear(&s, &all, &value, NULL);
        }
        assert_surface(&s, "condition %u", i);
    }
    surface_free(&s);
}

/* A query that follows clears is written when they have ended. */
static void long_clear(NVDev *nv)
{
    const uint32_t size = 16 * MiB;
    NVBuf *buf;
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    buf = nv_buf_new(nv, NV_IN_VRAM, size, 0x3d);
    nv_graph_name(r.chan, HANDLE_MEMORY + 1, buf->inst);
    nv_push_inc(r.chan, SUBC, THREED_DMA_COLOR, HANDLE_MEMORY + 1);
    nv_push_inc(r.chan, SUBC, THREED_RT_ADDRESS_HIGH, 0, 0, 0xcf, 0, 0);
    nv_push_inc(r.chan, SUBC, THREED_RT_HORIZ, 1u << 31 | 8192, 2048);
    nv_push_inc(r.chan, SUBC, THREED_SCREEN_SCISSOR_HORIZ, 2048 << 16,
                2048 << 16);
    nv_push_inc(r.chan, SUBC, THREED_CLEAR_COLOR, ONE, ONE, ONE, ONE);
    nv_submit(r.chan);
    for (unsigned i = 0; i < 32; i++) {
        nv_push_inc(r.chan, SUBC, THREED_CLEAR_BUFFERS,
                    i % 2 ? CLEAR_RGBA : CLEAR_R);
    }
    push_get(&r, 0x40, 0x77, GET_FENCE);
    nv_graph_kick_a_little(r.chan);
    nv_assert_hex(nv_buf_rd32(r.buf, 0x40), 0);
    nv_migrate(nv);
    nv_assert_hex(nv_buf_rd32(r.buf, 0x40), 0);
    nv_cont(nv);
    nv_poll(nv_buf_rd32(r.buf, 0x40) == 0x77);
    nv_assert_hex(nv_buf_rd32(r.buf, 0x40), 0x77);
    for (uint32_t i = 0; i < size; i += 0x3fffc) {
        nv_assert_hex(nv_buf_rd32(buf, i), 0xffffffff);
    }
    nv_buf_free(buf);
    rig_free(&r);
}

/* --- Errors ----------------------------------------------------------- */

/* TRAP PROP: a target isn't there; the rest isn't cleared. */
static void clear_fault(NVDev *nv)
{
    bool nva0 = nv->card->features & NV_CARD_NVA0;

    for (unsigned zeta = 0; zeta < 2; zeta++) {
        uint32_t what = zeta ? CLEAR_Z : CLEAR_RGBA;
        NVVmTrap trap;
        Surface s;
        uint32_t obj;

        nv_init(nv);
        surface_new(&s, nv, NV_IN_VRAM, zeta ? 0x16 : 0xcf, 4, true);
        obj = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x3d, 0x12345000,
                              0x123fffff);
        nv_graph_name(s.rig.chan, 0x80000007, obj);
        nv_push_inc(s.rig.chan, SUBC,
                    zeta ? THREED_DMA_ZETA : THREED_DMA_COLOR, 0x80000007);
        nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, what);
        nv_kick(s.rig.chan);
        nv50_assert_error(s.rig.chan, .intr = INTR_TRAP, .trap = 0x100,
                          .unit = nva0 ? 0x408708 : 0x408e08,
                          .status = zeta ? 0x20 : 0x40, .class = s.rig.class,
                          .subc = SUBC, .mthd = THREED_CLEAR_BUFFERS,
                          .data = what);
        g_assert_true(nv_vm_trap(nv, &trap));
        g_assert_cmpuint(trap.client, ==, 0xb);
        g_assert_cmpuint(trap.slot, ==, zeta ? 8 : 0);
        nv_assert_hex(trap.addr, 0x12345000);
        nv_wait(s.rig.chan);
        surface_free(&s);
    }
}

/* TRAP DISPATCH: the query is stuck in its second stage. */
static void query_fault(NVDev *nv)
{
    NVVmTrap trap;
    uint32_t obj;
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    obj = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x3d, 0x12345000, 0x12345fff);
    nv_graph_name(r.chan, 0x80000004, obj);
    nv_push_inc(r.chan, SUBC, THREED_DMA_QUERY, 0x80000004);
    push_get(&r, 0x10, 1, GET_TIMESTAMP);
    nv_kick(r.chan);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_DISPATCH_ST2_ADDR),
                  0x80000000 | (THREED_QUERY_ADDRESS_HIGH + 12));
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_DISPATCH_ST2_DATA_LOW),
                  GET_TIMESTAMP);
    nv50_assert_error(r.chan, .intr = INTR_TRAP, .trap = 1, .unit = 0x400804,
                      .status = 2, .class = r.class, .subc = SUBC,
                      .mthd = THREED_QUERY_ADDRESS_HIGH + 12,
                      .data = GET_TIMESTAMP);
    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_cmpuint(trap.client, ==, 3);
    g_assert_cmpuint(trap.slot, ==, 2);
    nv_assert_hex(trap.addr, 0x12345014);
    g_assert_false(trap.read);
    nv_wait(r.chan);
    nv50_assert_graph_quiet(nv);
    rig_free(&r);
}

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data, error;
    } bad[] = {
        { THREED_COND_MODE, 5, 0x5 },
        { THREED_QUERY_ADDRESS_HIGH, 0x100, 0x4 },
    };
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(r.chan, SUBC, bad[i].mthd, bad[i].data);
        nv_kick(r.chan);
        nv50_assert_error(r.chan, .intr = INTR_DATA_ERROR,
                          .error = bad[i].error, .class = r.class,
                          .subc = SUBC, .mthd = bad[i].mthd,
                          .data = bad[i].data);
        nv_wait(r.chan);
    }
    rig_free(&r);
}

static const NVTest tests[] = {
    { "tesla-3d/fence", "", fence, .needs = NV_CARD_NV50 },
    { "tesla-3d/timestamp", "", timestamp, .needs = NV_CARD_NV50 },
    { "tesla-3d/values", "", values, .needs = NV_CARD_NV50 },
    { "tesla-3d/samples", "", samples, .needs = NV_CARD_NV50 },
    { "tesla-3d/compute", "", compute, .needs = NV_CARD_NV50 },
    { "tesla-3d/interrupts", "", interrupts, .needs = NV_CARD_NV50 },
    { "tesla-3d/after-what-precedes", "", after_what_precedes,
      .needs = NV_CARD_NV50 },
    { "tesla-3d/contexts", "", contexts, .needs = NV_CARD_NV50 },
    { "tesla-3d/conditions-2d", "", conditions_2d, .needs = NV_CARD_NV50 },
    { "tesla-3d/clears", "", clears, .needs = NV_CARD_NV50 },
    { "tesla-3d/clears-are-clipped", "", clears_are_clipped,
      .needs = NV_CARD_NV50 },
    { "tesla-3d/components", "", components, .needs = NV_CARD_NV50 },
    { "tesla-3d/layers", "", layers, .needs = NV_CARD_NV50 },
    { "tesla-3d/depth-and-stencil", "", depth_and_stencil,
      .needs = NV_CARD_NV50 },
    { "tesla-3d/multisampling", "", multisampling, .needs = NV_CARD_NV50 },
    { "tesla-3d/conditional-clears", "", conditional_clears,
      .needs = NV_CARD_NV50 },
    { "tesla-3d/long-clear", "", long_clear, .needs = NV_CARD_NV50 },
    { "tesla-3d/clear-fault", "", clear_fault, .needs = NV_CARD_NV50 },
    { "tesla-3d/query-fault", "", query_fault, .needs = NV_CARD_NV50 },
    { "tesla-3d/bad-parameters", "", bad_parameters, .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
