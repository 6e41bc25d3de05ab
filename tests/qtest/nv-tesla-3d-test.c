/*
 * Tests of the NVIDIA GPU: 3D and compute objects of NV50 and later
 *
 * What they write to memory other than pictures: queries, and what depends on
 * them.  The methods are those of Mesa's nv50_query_hw.c and nv50_screen.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-3d.h"
#include "libnv/nv-tesla-canvas.h"
#include "libnv/nv-test.h"

#define CHID NV50_3D_CHID
#define SUBC NV50_3D_SUBC
#define SUBC_COMPUTE NV50_3D_SUBC_COMPUTE

#define HANDLE_3D 0xbeef5097
#define HANDLE_MEMORY NV50_3D_HANDLE_MEMORY

/* QUERY_GET of compute */
enum {
    COMPUTE_QUERY_INTR = 1 << 9,
    COMPUTE_QUERY_SHORT = 1 << 15,
};

/* QUERY_GET */
enum {
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

static void fill(NV503D *r, uint32_t offset)
{
    for (unsigned i = 0; i < 8; i++) {
        nv_buf_wr32(r->buf, offset + i * 4, 0xaaaa0000 + i);
    }
}

/* The last word of a pair is as it was. */
static void assert_words(NV503D *r, uint32_t offset, uint32_t w0, uint32_t w1)
{
    nv_assert_hex(nv_buf_rd32(r->buf, offset), w0);
    nv_assert_hex(nv_buf_rd32(r->buf, offset + 4), w1);
    nv_assert_hex(nv_buf_rd32(r->buf, offset + 16), 0xaaaa0004);
}

static uint64_t query_time(NV503D *r, uint32_t offset)
{
    return nv_buf_rd32(r->buf, offset + 8) |
           (uint64_t)nv_buf_rd32(r->buf, offset + 12) << 32;
}

/* As many primitives as vertices: nothing is rendered. */
static void push_draw(NV503D *r)
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
        NV503D r;

        nv_init(nv);
        nv50_3d_new(&r, nv, nv_places[i]);
        fill(&r, 0x1ff0);
        nv50_3d_push_get(&r, 0x1ff0, 0x1234567, THREED_GET_FENCE);
        nv_submit(r.chan);
        assert_words(&r, 0x1ff0, 0x1234567, 0xaaaa0001);
        nv50_3d_push_get(&r, 0x1ff0, 0x1234568, THREED_GET_FENCE);
        nv_submit(r.chan);
        assert_words(&r, 0x1ff0, 0x1234568, 0xaaaa0001);
        nv50_assert_graph_quiet(nv);
        nv50_3d_free(&r);
    }
}

/* Sequence, value, time of PTIMER */
static void timestamp(NVDev *nv)
{
    NV503D r;
    uint64_t first;

    nv50_3d_new(&r, nv, NV_IN_GART);
    fill(&r, 0x200);
    nv_clock_step(nv, 123456789);
    nv50_3d_push_get(&r, 0x200, 5, GET_TIMESTAMP);
    nv_submit(r.chan);
    assert_words(&r, 0x200, 5, 0);
    first = query_time(&r, 0x200);
    g_assert_cmpuint(first, >=, 123456768);
    nv_clock_step(nv, 1000000);
    nv50_3d_push_get(&r, 0x200, 6, GET_TIMESTAMP);
    nv_submit(r.chan);
    assert_words(&r, 0x200, 6, 0);
    g_assert_cmpuint(query_time(&r, 0x200) - first, >=, 1000000);
    nv50_3d_free(&r);
}

/* Queries that have a value without rendering */
static void values(NVDev *nv)
{
    NV503D r;

    nv50_3d_new(&r, nv, NV_IN_VRAM);
    fill(&r, 0x400);
    nv50_3d_push_get(&r, 0x400, 0x77, GET_NO_OVERFLOW);
    nv_submit(r.chan);
    assert_words(&r, 0x400, 0x77, 1);
    fill(&r, 0x400);
    nv50_3d_push_get(&r, 0x400, 0x78, GET_COUNTER);
    nv_submit(r.chan);
    assert_words(&r, 0x400, 0, 0);
    g_assert_cmpuint(query_time(&r, 0x400), <, UINT64_C(0xaaaa000200000000));
    if (nv->card->features & NV_CARD_NVA0) {
        fill(&r, 0x400);
        nv50_3d_push_get(&r, 0x400, 0x79, GET_DROPPED);
        nv_submit(r.chan);
        assert_words(&r, 0x400, 0, 0x79);
    }
    nv50_assert_graph_quiet(nv);
    nv50_3d_free(&r);
}

/* Nothing is rendered, so that all that is drawn counts as visible. */
static void samples(NVDev *nv)
{
    NV503D r;

    nv50_3d_new(&r, nv, NV_IN_VRAM);
    fill(&r, 0x100);
    nv_push_inc(r.chan, SUBC, THREED_COUNTER_RESET, COUNTER_RESET_SAMPLECNT);
    push_draw(&r);
    nv50_3d_push_get(&r, 0x100, 1, GET_SAMPLECNT);
    nv_submit(r.chan);
    assert_words(&r, 0x100, 1, 0);
    for (unsigned i = 1; i < 4; i++) {
        nv_push_inc(r.chan, SUBC, THREED_SAMPLECNT_ENABLE, 1);
        push_draw(&r);
        nv_push_inc(r.chan, SUBC, THREED_SAMPLECNT_ENABLE, 0);
        push_draw(&r);
        nv50_3d_push_get(&r, 0x100, 1 + i, GET_SAMPLECNT);
        nv_submit(r.chan);
        assert_words(&r, 0x100, 1 + i, i);
    }
    nv_push_inc(r.chan, SUBC, THREED_COUNTER_RESET, 2);
    nv50_3d_push_get(&r, 0x100, 9, GET_SAMPLECNT);
    nv_submit(r.chan);
    assert_words(&r, 0x100, 9, 3);
    nv_push_inc(r.chan, SUBC, THREED_COUNTER_RESET, COUNTER_RESET_SAMPLECNT);
    nv50_3d_push_get(&r, 0x100, 10, GET_SAMPLECNT);
    nv_submit(r.chan);
    assert_words(&r, 0x100, 10, 0);
    nv50_3d_free(&r);
}

static void compute(NVDev *nv)
{
    NV503D r;

    nv50_3d_new(&r, nv, NV_IN_GART);
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
    nv50_3d_free(&r);
}

/* The interrupts that a query asks for; PGRAPH continues. */
static void interrupts(NVDev *nv)
{
    static const struct {
        uint32_t memory, sequence, get, intr;
    } cases[] = {
        { 0, 5, THREED_GET_FENCE | GET_INTR, INTR_QUERY },
        { 5, 5, GET_SYNC_NEQUAL, 0 },
        { 4, 5, GET_SYNC_NEQUAL, INTR_SYNC },
        { 6, 5, GET_SYNC_NEQUAL, INTR_SYNC },
        { 4, 5, GET_SYNC_GREATER, INTR_SYNC },
        { 5, 5, GET_SYNC_GREATER, 0 },
        { 6, 5, GET_SYNC_GREATER, 0 },
    };
    NV503D r;

    nv50_3d_new(&r, nv, NV_IN_VRAM);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        /* SYNC writes nothing. */
        uint32_t after = cases[i].get & 3 ? cases[i].memory
                                          : cases[i].sequence;

        nv_buf_wr32(r.buf, 0x40, cases[i].memory);
        nv50_3d_push_get(&r, 0x40, cases[i].sequence, cases[i].get);
        nv_submit(r.chan);
        nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_INTR), cases[i].intr);
        nv_assert_hex(nv_buf_rd32(r.buf, 0x40), after);
        nv50_graph_ack(nv);
    }
    nv50_assert_graph_quiet(nv);
    nv50_3d_free(&r);
}

/* --- Order ------------------------------------------------------------ */

/* A query that follows a copy is written when the copy has ended. */
static void after_what_precedes(NVDev *nv)
{
    NVM2MF m;
    NVBuf *buf;

    nv_m2mf_long_new(&m, nv);
    buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);
    nv_graph_name(m.chan, HANDLE_MEMORY, buf->inst);
    nv_graph_object(m.chan, SUBC, HANDLE_3D, nv50_class_3d(nv->card));
    nv_push_inc(m.chan, SUBC, THREED_DMA_QUERY, HANDLE_MEMORY);
    nv_submit(m.chan);
    nv_m2mf_push(&m, &nv_m2mf_long);
    nv_push_inc(m.chan, SUBC, THREED_QUERY_ADDRESS_HIGH, 0, 0, 0x55,
                THREED_GET_FENCE);
    nv_graph_kick_a_little(m.chan);
    nv_assert_hex(nv_buf_rd32(buf, 0), 0);
    nv_migrate(nv);
    nv_assert_hex(nv_buf_rd32(buf, 0), 0);
    nv_cont(nv);
    nv_wait(m.chan);
    nv_graph_idle(nv);
    nv_assert_hex(nv_buf_rd32(buf, 0), 0x55);
    nv_buf_free(buf);
    nv_m2mf_free(&m);
}

/* Contexts have the address of a channel's queries, and its counters. */
static void contexts(NVDev *nv)
{
    NV503D r;
    NVChan *other;

    nv50_3d_new(&r, nv, NV_IN_VRAM);
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
    nv50_3d_free(&r);
}

/* --- Conditions ------------------------------------------------------- */

static void conditions_2d(NVDev *nv)
{
    const NVArea a = { 4, 4, 20, 20 };
    NV50Canvas c;
    NVBuf *buf;

    nv50_canvas_new(&c, nv, NV_IN_VRAM, NV50_X8R8G8B8);
    buf = nv_buf_new(nv, NV_IN_RAM, 0x1000, 0x3d);
    nv_graph_name(c.chan, HANDLE_MEMORY, buf->inst);
    nv50_push(&c, 0x18c, HANDLE_MEMORY);
    for (unsigned i = 0; i < NV50_CONDITIONS; i++) {
        uint32_t color = nv_random();

        nv_buf_write(buf, 0x20, nv50_conditions[i].words, 32);
        nv50_push(&c, 0x264, 0, 0x20, nv50_conditions[i].mode);
        nv50_push_fill(&c, &a, color);
        nv_submit(c.chan);
        if (nv50_conditions[i].draws) {
            nv50_model_fill(&c, &a, color);
        }
        nv50_assert_canvas(&c, "condition %u", i);
    }
    nv50_assert_graph_quiet(nv);
    nv_buf_free(buf);
    nv50_canvas_free(&c);
}

/* --- Methods ---------------------------------------------------------- */

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
    NV503D r;

    nv50_3d_new(&r, nv, NV_IN_VRAM);
    for (unsigned i = 0; i < 3; i++) {
        nv_push_inc(r.chan, SUBC, 0x300, 1);
        push_draw(&r);
        nv_push_inc(r.chan, SUBC, 0x118, 1);
        nv_push_inc(r.chan, SUBC_COMPUTE, 0x210, 1);
        nv_push_inc(r.chan, SUBC_COMPUTE, 0x368, 0);
        nv_push_inc(r.chan, SUBC_COMPUTE, 0x118, 1);
    }
    nv_submit(r.chan);
    assert_logged(nv, r.class, 0x300, 0);
    assert_logged(nv, r.class, THREED_VERTEX_BEGIN_GL, 1);
    assert_logged(nv, r.class, 0x118, 1);
    assert_logged(nv, 0x50c0, 0x210, 0);
    assert_logged(nv, 0x50c0, 0x368, 1);
    assert_logged(nv, 0x50c0, 0x118, 1);
    nv50_assert_graph_quiet(nv);
    nv50_3d_free(&r);
}

/* --- Errors ----------------------------------------------------------- */

/* TRAP DISPATCH: the query is stuck in its second stage. */
static void query_fault(NVDev *nv)
{
    NVVmTrap trap;
    uint32_t obj;
    NV503D r;

    nv50_3d_new(&r, nv, NV_IN_VRAM);
    obj = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x3d, 0x12345000, 0x12345fff);
    nv_graph_name(r.chan, 0x80000004, obj);
    nv_push_inc(r.chan, SUBC, THREED_DMA_QUERY, 0x80000004);
    nv50_3d_push_get(&r, 0x10, 1, GET_TIMESTAMP);
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
    nv50_3d_free(&r);
}

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data, error;
    } bad[] = {
        { THREED_COND_MODE, 5, 0x5 },
        { THREED_QUERY_ADDRESS_HIGH, 0x100, 0x4 },
    };
    NV503D r;

    nv50_3d_new(&r, nv, NV_IN_VRAM);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(r.chan, SUBC, bad[i].mthd, bad[i].data);
        nv_kick(r.chan);
        nv50_assert_error(r.chan, .intr = INTR_DATA_ERROR,
                          .error = bad[i].error, .class = r.class,
                          .subc = SUBC, .mthd = bad[i].mthd,
                          .data = bad[i].data);
        nv_wait(r.chan);
    }
    nv50_3d_free(&r);
}

static const NVTest tests[] = {
    { "tesla-3d/fence", "", fence, .needs = NV_CARD_NV50 },
    { "tesla-3d/timestamp", "", timestamp, .needs = NV_CARD_NV50 },
    { "tesla-3d/values", "", values, .needs = NV_CARD_NV50 },
    { "tesla-3d/samples", "", samples, .needs = NV_CARD_NV50 },
    { "tesla-3d/compute", "", compute, .needs = NV_CARD_NV50 },
    { "tesla-3d/interrupts", "", interrupts, .needs = NV_CARD_NV50 },
    { "tesla-3d/after-what-precedes", "", after_what_precedes,
      .needs = NV_CARD_NV50, .slow = true },
    { "tesla-3d/contexts", "", contexts, .needs = NV_CARD_NV50, .slow = true },
    { "tesla-3d/conditions-2d", "", conditions_2d, .needs = NV_CARD_NV50 },
    { "tesla-3d/state-is-taken", "", state_is_taken, .needs = NV_CARD_NV50 },
    { "tesla-3d/query-fault", "", query_fault, .needs = NV_CARD_NV50 },
    { "tesla-3d/bad-parameters", "", bad_parameters, .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
