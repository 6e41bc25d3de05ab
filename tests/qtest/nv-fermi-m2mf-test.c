/*
 * Tests of the NVIDIA GPU: M2MF of NVC0, 0x9039
 *
 * Each copy is compared with one that is made byte by byte.  What methods and
 * parameters mean is from class header 9039.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define SUBC 4

enum {
    SRC_BLOCK_SIZE = 0x204,
    DST_BLOCK_SIZE = 0x220,
    OFFSET_OUT_UPPER = 0x238,
    LAUNCH_DMA = 0x300,
    LOAD_INLINE_DATA = 0x304,
    RENDER_ENABLE_OVERRIDE = 0x308,
    OFFSET_IN_UPPER = 0x30c,
    LINE_LENGTH_IN = 0x31c,
    SEMAPHORE_A = 0x32c,
    RENDER_ENABLE_A = 0x338,
    RENDER_ENABLE_C = 0x340,
    SRC_ORIGIN = 0x344,
    DST_ORIGIN = 0x34c,
};

/* LAUNCH_DMA */
enum {
    INLINE = 1 << 0,
    SRC_PITCH = 1 << 4,
    DST_PITCH = 1 << 8,
    PITCH = SRC_PITCH | DST_PITCH,
    FLUSH = 1 << 12,
    RELEASE = 2 << 12,
    INTERRUPT = 1 << 16,
    ONE_WORD = 1 << 20,
};

/* DATA_ERROR */
enum {
    INVALID_VALUE = 0x4,
    INVALID_ENUM = 0x5,
    INVALID_ADDRESS_ALIGNMENT = 0xb,
    INVALID_BITFIELD = 0xc,
    Z_OUT_OF_BOUNDS = 0x21,
    XY_OUT_OF_BOUNDS = 0x23,
};

typedef struct Side {
    uint32_t offset, pitch;
    NVFermiBlocks blocks;               /* without a width: in lines */
    uint32_t x, y, z;
} Side;

typedef struct Copy {
    Side in, out;
    uint32_t length, lines;
} Copy;

typedef struct M2MF {
    NVFermiChan *chan;
    NVFermiBuf in, out, sem;
} M2MF;

static void m2mf_new(M2MF *m, NVDev *nv, bool in_vram, bool out_vram,
                     uint32_t size)
{
    static unsigned chid;

    chid = chid % (NV_FERMI_CHANNELS - 1) + 1;
    m->chan = nv_fermi_graph_new(nv, chid);
    m->in = nv_fermi_buf(m->chan, in_vram, size);
    m->out = nv_fermi_buf(m->chan, out_vram, size);
    m->sem = nv_fermi_buf(m->chan, false, 0x1000);
    nv_fermi_object(m->chan, SUBC, FERMI_M2MF, NV_FERMI_GR);
}

static void m2mf_free(M2MF *m)
{
    nv_fermi_channel_fini(m->chan);
    nv_fermi_channel_free(m->chan);
}

static uint64_t place(const Side *s, uint32_t x, uint32_t y)
{
    return s->offset +
           (s->blocks.width
            ? nv_fermi_block_offset(&s->blocks, s->x + x, s->y + y, s->z)
            : (uint64_t)y * s->pitch + x);
}

static uint32_t push_side(M2MF *m, bool out, const Side *s)
{
    const NVFermiBlocks *b = &s->blocks;

    if (!b->width) {
        return out ? DST_PITCH : SRC_PITCH;
    }
    nv_fermi_inc(m->chan, SUBC, out ? DST_BLOCK_SIZE : SRC_BLOCK_SIZE,
                 nv_fermi_block_size(b), b->width, b->height, b->depth, s->z);
    nv_fermi_inc(m->chan, SUBC, out ? DST_ORIGIN : SRC_ORIGIN, s->x, s->y);
    return 0;
}

/* nvc0_bo_move_m2mf() */
static void push_copy(M2MF *m, const Copy *c, uint32_t launch)
{
    uint64_t in = m->in.va + c->in.offset, out = m->out.va + c->out.offset;

    launch |= push_side(m, false, &c->in) | push_side(m, true, &c->out);
    nv_fermi_inc(m->chan, SUBC, OFFSET_OUT_UPPER, out >> 32, out);
    nv_fermi_inc(m->chan, SUBC, OFFSET_IN_UPPER, in >> 32, in, c->in.pitch,
                 c->out.pitch, c->length, c->lines);
    nv_fermi_inc(m->chan, SUBC, LAUNCH_DMA, launch);
}

static void check_out(M2MF *m, const uint8_t *want, const char *what)
{
    g_autofree uint8_t *got = g_malloc(m->out.size);

    nv_fermi_buf_read(&m->out, got);
    for (uint32_t i = 0; i < m->out.size; i++) {
        if (got[i] != want[i]) {
            nv_fail("%s: byte %x is %02x, not %02x", what, i, got[i],
                    want[i]);
            return;
        }
    }
}

static void check_copy(M2MF *m, const Copy *c)
{
    uint32_t size = m->out.size;
    g_autofree uint8_t *in = g_malloc(size);
    g_autofree uint8_t *want = g_malloc(size);
    g_autofree char *what =
        g_strdup_printf("in %x pitch %x width %x out %x pitch %x width %x "
                        "length %x lines %x", c->in.offset, c->in.pitch,
                        c->in.blocks.width, c->out.offset, c->out.pitch,
                        c->out.blocks.width, c->length, c->lines);

    nv_random_fill(in, size);
    nv_random_fill(want, size);
    nv_fermi_buf_write(&m->in, in);
    nv_fermi_buf_write(&m->out, want);
    push_copy(m, c, FLUSH | ONE_WORD);
    nv_fermi_run(m->chan);
    nv_fermi_graph_quiet(m->chan->nv);
    for (uint32_t y = 0; y < c->lines; y++) {
        for (uint32_t x = 0; x < c->length; x++) {
            want[place(&c->out, x, y)] = in[place(&c->in, x, y)];
        }
    }
    check_out(m, want, what);
}

/* --- Copies ----------------------------------------------------------- */

/* As the kernel moves buffers: lines of a page */
static void pages(NVDev *nv)
{
    for (unsigned i = 0; i < 4; i++) {
        M2MF m;

        m2mf_new(&m, nv, i & 1, i & 2, 16 * KiB);
        check_copy(&m, &(Copy) {
            .in.pitch = 4096, .out.pitch = 4096, .length = 4096, .lines = 4,
        });
        m2mf_free(&m);
    }
}

static void odd_copies(NVDev *nv)
{
    M2MF m;

    m2mf_new(&m, nv, false, false, 64 * KiB);
    for (unsigned i = 0; i < 40; i++) {
        check_copy(&m, &(Copy) {
            .in = { .offset = nv_random_below(5000),
                    .pitch = nv_random_below(400) },
            .out = { .offset = nv_random_below(5000),
                     .pitch = 300 + nv_random_below(200) },
            .length = nv_random_below(300), .lines = nv_random_below(80),
        });
    }
    m2mf_free(&m);
}

static void random_blocks(Side *s, uint32_t length, uint32_t lines)
{
    NVFermiBlocks *b = &s->blocks;

    b->width = length + nv_random_below(150);
    b->height = lines + nv_random_below(60);
    b->depth = 1 + nv_random_below(3);
    b->block_height = nv_random_below(6);
    b->block_depth = nv_random_below(3);
    s->x = nv_random_below(b->width - length + 1);
    s->y = nv_random_below(b->height - lines + 1);
    s->z = nv_random_below(b->depth);
    s->offset = nv_random_below(3) * 512;
}

static void blocks(NVDev *nv)
{
    M2MF m;

    m2mf_new(&m, nv, false, false, 1 * MiB);
    for (unsigned i = 0; i < 36; i++) {
        Copy c = {
            .in.pitch = 512, .out.pitch = 512,
            .length = 1 + nv_random_below(200),
            .lines = 1 + nv_random_below(40),
        };

        if (i % 3 != 1) {
            random_blocks(&c.in, c.length, c.lines);
        }
        if (i % 3 != 2) {
            random_blocks(&c.out, c.length, c.lines);
        }
        check_copy(&m, &c);
    }
    m2mf_free(&m);
}

/* Many columns, of which each line continues most, between and within pages */
static void wide_blocks(NVDev *nv)
{
    for (unsigned n = 0; n < 4; n++) {
        M2MF m;

        m2mf_new(&m, nv, n & 1, n & 2, 1 * MiB);
        for (unsigned i = 0; i < 6; i++) {
            Copy c = {
                .length = 64 * (1 + nv_random_below(40)) +
                          (i % 4 ? 0 : nv_random_below(64)),
                .lines = 1 + nv_random_below(60),
            };
            Side *sides[] = { &c.in, &c.out };

            for (unsigned o = 0; o < 2; o++) {
                Side *s = sides[o];

                s->pitch = nv_random_below(2) ? c.length + nv_random_below(4) * 32
                                              : nv_random_below(c.length);
                if (i % 3 == 2 - o) {
                    s->offset = nv_random_below(64);
                    continue;
                }
                random_blocks(s, c.length, c.lines);
                s->blocks.depth = 1;
                s->z = s->blocks.block_depth = 0;
                s->x = i % 2 ? s->x & ~63 : s->x;
            }
            check_copy(&m, &c);
        }
        m2mf_free(&m);
    }
}

/* --- Data that comes with methods --------------------------------------- */

static void inline_data(NVDev *nv)
{
    g_autofree uint8_t *want = g_malloc(1 * MiB);
    M2MF m;

    m2mf_new(&m, nv, false, false, 1 * MiB);
    for (unsigned i = 0; i < 24; i++) {
        Copy c = {
            .out = { .offset = nv_random_below(100), .pitch = 200 },
            .length = 1 + nv_random_below(150),
            .lines = 1 + nv_random_below(20),
        };
        uint32_t data[1024], words = DIV_ROUND_UP(c.length * c.lines, 4);
        const uint8_t *bytes = (const uint8_t *)data;

        if (i & 1) {
            random_blocks(&c.out, c.length, c.lines);
        }
        nv_random_fill(data, sizeof(data));
        nv_random_fill(want, 1 * MiB);
        nv_fermi_buf_write(&m.out, want);
        nv_fermi_buf_wr32(&m.sem, 0, 0);
        nv_fermi_inc(m.chan, SUBC, SEMAPHORE_A, m.sem.va >> 32, m.sem.va,
                     i + 1);
        push_copy(&m, &c, INLINE | RELEASE | ONE_WORD);
        for (uint32_t at = 0; at < words;) {
            uint32_t n = MIN(words - at, 1 + nv_random_below(100));

            nv_fermi_command(m.chan,
                             NV_FERMI_NI(SUBC, LOAD_INLINE_DATA, 0),
                             data + at, n);
            at += n;
        }
        nv_fermi_run(m.chan);
        nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0), i + 1);
        /* It has ended: this data belongs to no copy. */
        nv_fermi_buf_wr32(&m.sem, 0, 0);
        nv_fermi_inc(m.chan, SUBC, LOAD_INLINE_DATA, 0x12345678);
        nv_fermi_run(m.chan);
        nv_fermi_graph_quiet(nv);
        nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0), 0);
        for (uint32_t n = 0; n < c.length * c.lines; n++) {
            want[place(&c.out, n % c.length, n / c.length)] = bytes[n];
        }
        check_out(&m, want, "inline");
    }
    m2mf_free(&m);
}

/* The bytes so far are kept, and where the next one goes. */
static void inline_data_is_saved(NVDev *nv)
{
    const Copy c = { .out.pitch = 64, .length = 10, .lines = 2 };
    M2MF m;

    m2mf_new(&m, nv, false, false, 4096);
    push_copy(&m, &c, INLINE);
    nv_fermi_ni(m.chan, SUBC, LOAD_INLINE_DATA, 0x03020100, 0x07060504);
    nv_fermi_run(m.chan);
    nv_migrate(nv);
    nv_fermi_ni(m.chan, SUBC, LOAD_INLINE_DATA, 0x0b0a0908, 0x0f0e0d0c,
                0x13121110);
    nv_fermi_run(m.chan);
    nv_assert_hex(nv_fermi_buf_rd32(&m.out, 4), 0x07060504);
    nv_assert_hex(nv_fermi_buf_rd32(&m.out, 8), 0x00000908);
    nv_assert_hex(nv_fermi_buf_rd32(&m.out, 64), 0x0d0c0b0a);
    nv_assert_hex(nv_fermi_buf_rd32(&m.out, 72), 0x00001312);
    m2mf_free(&m);
}

/* --- Completion ------------------------------------------------------- */

static void semaphores(NVDev *nv)
{
    const Copy c = { .length = 4, .lines = 1 };
    M2MF m;

    m2mf_new(&m, nv, false, false, 4096);
    nv_clock_step(nv, 1000000);
    for (unsigned i = 0; i < 4; i++) {
        uint64_t va = m.sem.va + i * 0x10;

        for (unsigned n = 0; n < 4; n++) {
            nv_fermi_buf_wr32(&m.sem, i * 0x10 + n * 4, 0xffffffff);
        }
        nv_fermi_inc(m.chan, SUBC, SEMAPHORE_A, va >> 32, va, 0x100 + i);
        push_copy(&m, &c, i == 0 ? RELEASE : i == 1 ? RELEASE | ONE_WORD
                        : i == 2 ? FLUSH : 0);
    }
    nv_fermi_run(m.chan);
    nv_fermi_graph_quiet(nv);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0x00), 0x100);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0x04), 0);
    g_assert_cmpuint(nv_fermi_buf_rd32(&m.sem, 0x08), >=, 1000000);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0x0c), 0);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0x10), 0x101);
    for (unsigned i = 0x14; i < 0x40; i += 4) {
        nv_assert_hex(nv_fermi_buf_rd32(&m.sem, i), 0xffffffff);
    }
    m2mf_free(&m);
}

static void interrupt(NVDev *nv)
{
    const Copy c = { .length = 4, .lines = 1 };
    M2MF m;

    m2mf_new(&m, nv, false, false, 4096);
    push_copy(&m, &c, INTERRUPT);
    nv_fermi_run(m.chan);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & 0x1000, 0x1000);
    g_assert_true(nv_intx(nv));
    nv_fermi_graph_ack(nv, FERMI_INTR_BUFFER_NOTIFY);
    m2mf_free(&m);
}

/* NOTIFY: time, and 0 for no error, after the next method */
static void notifiers(NVDev *nv)
{
    const Copy c = { .length = 4, .lines = 1 };
    M2MF m;

    m2mf_new(&m, nv, false, false, 4096);
    nv_clock_step(nv, 1000000);
    for (unsigned n = 0; n < 8; n++) {
        nv_fermi_buf_wr32(&m.sem, n * 4, 0xffffffff);
    }
    nv_fermi_inc(m.chan, SUBC, FERMI_SET_NOTIFY_A, m.sem.va >> 32,
                 m.sem.va + 0x10, 0);
    nv_fermi_run(m.chan);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0x1c), 0xffffffff);
    nv_migrate(nv);
    nv_fermi_inc(m.chan, SUBC, FERMI_NO_OPERATION, 0);
    nv_fermi_run(m.chan);
    nv_fermi_graph_quiet(nv);
    g_assert_cmpuint(nv_fermi_buf_rd32(&m.sem, 0x10), >=, 1000000);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0x14), 0);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0x18), 0);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0x1c), 0);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0x0c), 0xffffffff);
    nv_fermi_inc(m.chan, SUBC, FERMI_NOTIFY, 1);
    push_copy(&m, &c, 0);
    nv_fermi_run(m.chan);
    nv_fermi_graph_ack(nv, FERMI_INTR_NOTIFY);
    /* Two at once are an error. */
    nv_fermi_inc(m.chan, SUBC, FERMI_NOTIFY, 0);
    nv_fermi_inc(m.chan, SUBC, FERMI_NOTIFY, 1);
    nv_fermi_kick(m.chan);
    nv_fermi_graph_error(m.chan, FERMI_INTR_DOUBLE_NOTIFY, SUBC, FERMI_NOTIFY,
                         1);
    nv_fermi_wait(m.chan);
    m2mf_free(&m);
}

/* A copy that takes many slices continues in another process. */
static void long_copy(NVDev *nv)
{
    const uint32_t size = 1 * MiB, lines = 400;
    g_autofree uint8_t *in = g_malloc(size);
    g_autofree uint8_t *out = g_malloc(size);
    M2MF m;

    m2mf_new(&m, nv, false, false, size);
    nv_random_fill(in, size);
    nv_fermi_buf_write(&m.in, in);
    nv_fermi_inc(m.chan, SUBC, SEMAPHORE_A, m.sem.va >> 32, m.sem.va, 0x77);
    push_copy(&m, &(Copy) { .length = size, .lines = lines },
              RELEASE | ONE_WORD);
    nv_fermi_ref(m.chan, 0x1234);
    nv_stop(nv);
    nv_fermi_kick(m.chan);
    nv_cont_a_little(nv);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), <,
                     (uint64_t)size * lines);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0), 0);
    nv_migrate(nv);
    nv_cont(nv);
    nv_poll(nv_fermi_user_rd32(m.chan, A_NV_USERD_REF) == 0x1234);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==,
                     (uint64_t)size * lines);
    nv_assert_hex(nv_fermi_buf_rd32(&m.sem, 0), 0x77);
    nv_fermi_buf_read(&m.out, out);
    g_assert_true(!memcmp(in, out, size));
    m2mf_free(&m);
}

/* --- Conditions ------------------------------------------------------- */

static void conditions(NVDev *nv)
{
    static const struct {
        uint32_t mode, override;
        uint32_t word[6];
        bool copies;
    } all[] = {
        { 0, 0, { }, false },
        { 1, 0, { }, true },
        { 2, 0, { 1 }, false },
        { 2, 0, { 0, 1 }, true },
        { 3, 0, { 5, 6, 0, 0, 5, 6 }, true },
        { 3, 0, { 5, 6, 0, 0, 5, 7 }, false },
        { 4, 0, { 5, 6, 0, 0, 5, 6 }, false },
        { 4, 0, { 5, 6, 0, 0, 4, 6 }, true },
        { 0, 1, { }, true },
        { 1, 2, { }, false },
    };
    const Copy c = { .length = 4, .lines = 1 };
    M2MF m;

    m2mf_new(&m, nv, false, false, 4096);
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        for (unsigned n = 0; n < 6; n++) {
            nv_fermi_buf_wr32(&m.sem, 0x40 + n * 4, all[i].word[n]);
        }
        nv_fermi_buf_wr32(&m.in, 0, 0x1000 + i);
        nv_fermi_buf_wr32(&m.out, 0, 0);
        nv_fermi_inc(m.chan, SUBC, RENDER_ENABLE_A, m.sem.va >> 32,
                     m.sem.va + 0x40, all[i].mode);
        nv_fermi_inc(m.chan, SUBC, RENDER_ENABLE_OVERRIDE, all[i].override);
        push_copy(&m, &c, 0);
        nv_fermi_run(m.chan);
        nv_assert_hex(nv_fermi_buf_rd32(&m.out, 0),
                      all[i].copies ? 0x1000 + i : 0);
    }
    nv_fermi_graph_quiet(nv);
    m2mf_free(&m);
}

/* --- Errors ----------------------------------------------------------- */

static void data_error(M2MF *m, uint32_t mthd, uint32_t data, uint32_t error)
{
    nv_fermi_kick(m->chan);
    nv_fermi_graph_error(m->chan, FERMI_INTR_DATA_ERROR, SUBC, mthd, data);
    nv_assert_hex(nv_rd32(m->chan->nv, A_NVC0_PGRAPH_DATA_ERROR), error);
    nv_fermi_wait(m->chan);
}

static void bad_parameters(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data, error;
    } bad[] = {
        { FERMI_SET_NOTIFY_A, 0x100, INVALID_VALUE },
        { FERMI_NOTIFY, 2, INVALID_ENUM },
        { SRC_BLOCK_SIZE, 0x060, INVALID_ENUM },
        { DST_BLOCK_SIZE, 0x1000, INVALID_BITFIELD },
        { SRC_BLOCK_SIZE + 0xc, 0, INVALID_VALUE },
        { OFFSET_OUT_UPPER, 0x100, INVALID_VALUE },
        { OFFSET_IN_UPPER, 0x100, INVALID_VALUE },
        { SEMAPHORE_A, 0x100, INVALID_VALUE },
        { RENDER_ENABLE_C, 5, INVALID_ENUM },
        { RENDER_ENABLE_OVERRIDE, 3, INVALID_ENUM },
        { LAUNCH_DMA, 0x3110, INVALID_ENUM },
        { LAUNCH_DMA, 0x20110, INVALID_ENUM },
        { LAUNCH_DMA, 0x200110, INVALID_BITFIELD },
    };
    M2MF m;

    m2mf_new(&m, nv, false, false, 4096);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_fermi_inc(m.chan, SUBC, bad[i].mthd, bad[i].data);
        data_error(&m, bad[i].mthd, bad[i].data, bad[i].error);
    }
    check_copy(&m, &(Copy) { .in.pitch = 64, .out.pitch = 64, .length = 64,
                             .lines = 4 });
    m2mf_free(&m);
}

/* Errors that can only be found when the copy is started */
static void out_of_bounds(NVDev *nv)
{
    static const struct {
        Side side;
        uint32_t error;
    } bad[] = {
        { { .x = 61 }, XY_OUT_OF_BOUNDS },
        { { .y = 5 }, XY_OUT_OF_BOUNDS },
        { { .z = 2 }, Z_OUT_OF_BOUNDS },
        { { .offset = 0x100 }, INVALID_ADDRESS_ALIGNMENT },
    };
    M2MF m;

    m2mf_new(&m, nv, false, false, 16 * KiB);
    for (unsigned i = 0; i < ARRAY_SIZE(bad) * 2; i++) {
        Copy c = { .in.pitch = 128, .out.pitch = 128, .length = 40,
                   .lines = 4 };
        Side *s = i & 1 ? &c.out : &c.in;

        *s = bad[i / 2].side;
        s->blocks = (NVFermiBlocks) { .width = 100, .height = 8, .depth = 2 };
        push_copy(&m, &c, 0);
        data_error(&m, LAUNCH_DMA, i & 1 ? SRC_PITCH : DST_PITCH,
                   bad[i / 2].error);
    }
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, 0);
    m2mf_free(&m);
}

static void illegal_methods(NVDev *nv)
{
    static const uint32_t bad[] = {
        0x128, 0x180, 0x200, 0x21c, 0x234, 0x324, 0x328, 0x354, 0x1000,
        0x2000, 0x33fc,
    };
    M2MF m;

    m2mf_new(&m, nv, false, false, 4096);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_fermi_inc(m.chan, SUBC, bad[i], 0x1000 + i);
        nv_fermi_kick(m.chan);
        nv_fermi_graph_error(m.chan, FERMI_INTR_ILLEGAL_MTHD, SUBC, bad[i],
                             0x1000 + i);
        nv_fermi_wait(m.chan);
    }
    check_copy(&m, &(Copy) { .in.pitch = 64, .out.pitch = 64, .length = 64,
                             .lines = 4 });
    m2mf_free(&m);
}

static void faults(NVDev *nv)
{
    enum { PT_NOT_PRESENT = 0, PAGE_NOT_PRESENT = 2, PAGE_READ_ONLY = 6 };
    const Copy c = { .length = 8192, .lines = 1 };

    for (unsigned i = 0; i < 4; i++) {
        bool write = i != 0;
        uint64_t va;
        M2MF m;

        m2mf_new(&m, nv, false, false, 8192);
        va = (write ? m.out.va : m.in.va) + 4096;
        if (i == 0 || i == 1) {
            nv_fermi_unmap(nv, m.chan->pd, va, 4096);
        } else if (i == 2) {
            nv_fermi_map(nv, m.chan->pd, va, m.out.addr + 4096, 4096,
                         NV_FERMI_RAM | NV_FERMI_RO);
        } else {
            va = 0x123456000;
        }
        nv_fermi_inc(m.chan, SUBC, SEMAPHORE_A, va >> 32, va, 1);
        push_copy(&m, i == 3 ? &(Copy) { .length = 4, .lines = 1 } : &c,
                  i == 3 ? RELEASE : 0);
        nv_fermi_ref(m.chan, 0x55);
        nv_fermi_kick(m.chan);
        nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x10000000);
        /* It stands still, even if PFIFO lets it go on. */
        nv_wr32(nv, A_NVC0_PFIFO_ENGINE_FAULT, 1);
        nv_migrate(nv);
        nv_fermi_inc(m.chan, SUBC, FERMI_NO_OPERATION, 0);
        nv_fermi_kick(m.chan);
        g_assert_false(nv_fermi_done(m.chan));
        nv_fermi_graph_fault(m.chan, NV_FERMI_DISPATCH, va,
                             i == 2 ? PAGE_READ_ONLY
                                    : i == 3 ? PT_NOT_PRESENT
                                             : PAGE_NOT_PRESENT, write);
        m2mf_free(&m);
    }
}

/* A copy that takes several slices, and a release that waits for it */
static void fence_behind_copies(NVDev *nv)
{
    M2MF m;
    uint32_t addr;
    uint64_t va;

    m2mf_new(&m, nv, false, false, 4096);
    va = nv_fermi_buffer(m.chan, 0x1000, &addr);
    nv_fermi_inc(m.chan, SUBC, OFFSET_OUT_UPPER, m.out.va >> 32, m.out.va);
    nv_fermi_inc(m.chan, SUBC, OFFSET_IN_UPPER, m.in.va >> 32, m.in.va,
                 0, 0, 4096, 0x7ff);
    for (unsigned i = 0; i < 4; i++) {
        nv_fermi_inc(m.chan, SUBC, LAUNCH_DMA, PITCH);
    }
    nv_fermi_release(m.chan, va, 7);
    nv_fermi_kick(m.chan);
    nv_poll(nv_phys_rd32(nv, addr) == 7);
    m2mf_free(&m);
}

/* Waiting for an operation with a fault lasts until PGRAPH is reset. */
static void fence_behind_fault(NVDev *nv)
{
    enum { PAGE_NOT_PRESENT = 2, HOST_SEMAPHORE_A = 0x10 };
    NVFermiChan *other = nv_fermi_channel_new(nv, 9);
    uint32_t addr, other_addr;
    uint64_t va, other_va = nv_fermi_buffer(other, 0x1000, &other_addr);
    M2MF m;

    m2mf_new(&m, nv, false, false, 4096);
    va = nv_fermi_buffer(m.chan, 0x1000, &addr);
    nv_fermi_unmap(nv, m.chan->pd, m.out.va, 4096);
    push_copy(&m, &(Copy) { .length = 4096, .lines = 1 }, 0);
    nv_fermi_inc(m.chan, 0, HOST_SEMAPHORE_A, va >> 32, va + 0x10, 3,
                 1 << 20 | 2);
    nv_fermi_release(m.chan, va, 7);
    nv_fermi_kick(m.chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x10000000);
    /* It doesn't affect operations of others. */
    nv_fermi_release(other, other_va, 5);
    nv_fermi_kick(other);
    nv_poll(nv_phys_rd32(nv, other_addr) == 5);
    nv_migrate(nv);
    nv_clock_step(nv, 100000000);
    nv_assert_hex(nv_phys_rd32(nv, addr + 0x10), 3);
    nv_assert_hex(nv_phys_rd32(nv, addr), 0);
    /* It doesn't complete if PFIFO lets it continue, either. */
    nv_wr32(nv, A_NVC0_PFIFO_ENGINE_FAULT, 1);
    nv_clock_step(nv, 100000000);
    nv_assert_hex(nv_phys_rd32(nv, addr), 0);
    g_assert_false(nv_fermi_done(m.chan));
    nv_fermi_graph_fault(m.chan, NV_FERMI_DISPATCH, m.out.va,
                         PAGE_NOT_PRESENT, true);
    nv_poll(nv_phys_rd32(nv, addr) == 7);
    nv_fermi_channel_free(other);
    m2mf_free(&m);
}

/* Each access is looked up, and none goes beyond memory. */
static void far_away(NVDev *nv)
{
    const NVFermiBlocks huge = {
        .width = 0xffffffff, .height = 0xffffffff, .depth = 0x800,
        .block_height = 5, .block_depth = 5,
    };

    for (unsigned i = 0; i < 4; i++) {
        M2MF m;

        m2mf_new(&m, nv, false, false, 4096);
        nv_fermi_inc(m.chan, SUBC, SRC_BLOCK_SIZE, nv_fermi_block_size(&huge),
                     huge.width, huge.height, huge.depth, 0x7ff);
        nv_fermi_inc(m.chan, SUBC, SRC_ORIGIN, 0xfffff, 0xffff);
        nv_fermi_inc(m.chan, SUBC, OFFSET_OUT_UPPER, 0xff, 0xffffffff);
        nv_fermi_inc(m.chan, SUBC, OFFSET_IN_UPPER, 0xff, 0xfffffe00,
                     0xffffffff, 0xffffffff, i & 1 ? 0xfff00000 : 4,
                     i & 2 ? 0xfffe0000 : 1);
        nv_fermi_inc(m.chan, SUBC, LAUNCH_DMA, DST_PITCH);
        nv_fermi_kick(m.chan);
        /* The model's offset has more bits than addresses. */
        nv_fermi_graph_fault(m.chan, NV_FERMI_DISPATCH, 0x01fffffdff, 3, false);
        m2mf_free(&m);
    }
}

/* --- Pages of the pushbuffer ------------------------------------------- */

#define PAGE 0x1000u
#define PIECE 64u

typedef struct Scattered {
    M2MF m;
    uint64_t va, addr;
    unsigned pages, words;
} Scattered;

/* A pushbuffer whose pages are never consecutive */
static void scattered_new(Scattered *s, NVDev *nv, unsigned pages)
{
    m2mf_new(&s->m, nv, false, false, 2 * pages * PIECE);
    s->pages = pages;
    s->words = 0;
    s->va = nv_fermi_ram(s->m.chan, pages * PAGE, &s->addr);
    for (unsigned i = 0; i < pages; i++) {
        nv_fermi_map(nv, s->m.chan->pd, s->va + i * PAGE,
                     s->addr + (pages - 1 - i) * PAGE, PAGE, NV_FERMI_RAM);
    }
    nv_fermi_flush(nv, s->m.chan->pd);
}

static void scattered_word(Scattered *s, uint32_t word)
{
    unsigned page = s->words * 4 / PAGE;

    g_assert_cmpuint(page, <, s->pages);
    qtest_writel(s->m.chan->nv->qts, s->addr +
                 (s->pages - 1 - page) * PAGE + s->words * 4 % PAGE, word);
    s->words++;
}

/* Methods that do nothing, up to @words before the end of the page */
static void scattered_fill(Scattered *s, unsigned words)
{
    unsigned count = (PAGE / 4 - s->words % (PAGE / 4)) - words - 1;

    scattered_word(s, NV_FERMI_NI(SUBC, FERMI_NO_OPERATION, count));
    while (count--) {
        scattered_word(s, 0);
    }
}

static void scattered_command(Scattered *s, uint32_t command,
                              const uint32_t *data, unsigned count)
{
    scattered_word(s, command);
    for (unsigned i = 0; i < count; i++) {
        scattered_word(s, data[i]);
    }
}

/* Copies a piece; the command before the last ends @there words into a page. */
static void scattered_copy(Scattered *s, unsigned piece, unsigned there)
{
    uint64_t in = s->m.in.va + piece * PIECE;
    uint64_t out = s->m.out.va + piece * PIECE;
    uint32_t to[] = { out >> 32, out };
    uint32_t from[] = { in >> 32, in, PIECE, PIECE, PIECE, 1 };
    uint32_t launch = PITCH;

    scattered_fill(s, 3 + there);
    scattered_command(s, NV_FERMI_INC(SUBC, OFFSET_OUT_UPPER, 2), to, 2);
    scattered_command(s, NV_FERMI_INC(SUBC, OFFSET_IN_UPPER, 6), from, 6);
    scattered_command(s, NV_FERMI_INC(SUBC, LAUNCH_DMA, 1), &launch, 1);
}

/* Writes a piece by a method that is followed by others of one number. */
static void scattered_inline(Scattered *s, unsigned piece, unsigned there,
                             const uint32_t *data)
{
    uint64_t out = s->m.out.va + piece * PIECE;
    uint32_t to[] = { out >> 32, out };
    uint32_t size[] = { PIECE, 1 };

    scattered_fill(s, 6 + there);
    scattered_command(s, NV_FERMI_INC(SUBC, OFFSET_OUT_UPPER, 2), to, 2);
    scattered_command(s, NV_FERMI_INC(SUBC, LINE_LENGTH_IN, 2), size, 2);
    scattered_word(s, NV_FERMI_1INC(SUBC, LAUNCH_DMA, 1 + PIECE / 4));
    scattered_word(s, INLINE | PITCH);
    for (unsigned i = 0; i < PIECE / 4; i++) {
        scattered_word(s, data[i]);
    }
}

static void scattered_run(Scattered *s)
{
    NVFermiChan *chan = s->m.chan;
    uint64_t entry = chan->gp + chan->gp_put * 8;

    nv_fermi_wait(chan);
    qtest_writel(chan->nv->qts, entry, s->va);
    qtest_writel(chan->nv->qts, entry + 4, s->va >> 32 | s->words << 10);
    chan->gp_put++;
    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, chan->gp_put);
    nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == chan->gp_put);
}

/*
 * Commands that are cut by a page's end, at any place: the engine gets all of
 * their methods, most of them from the loop.
 */
static void across_pages(NVDev *nv)
{
    enum { COPIES = 7, INLINES = PIECE / 4 + 2 };
    const unsigned size = 2 * (COPIES + INLINES + 1) * PIECE;
    g_autofree uint8_t *data = g_malloc(size), *want = g_malloc0(size);
    uint64_t express;
    Scattered s;

    scattered_new(&s, nv, COPIES + INLINES + 1);
    nv_random_fill(data, size);
    nv_fermi_buf_write(&s.m.in, data);
    nv_fermi_buf_write(&s.m.out, want);
    memcpy(want, data, (COPIES + INLINES) * PIECE);
    for (unsigned i = 0; i < COPIES; i++) {
        scattered_copy(&s, i, i + 1);
    }
    for (unsigned i = 0; i < INLINES; i++) {
        scattered_inline(&s, COPIES + i, i + 1,
                         (uint32_t *)(data + (COPIES + i) * PIECE));
    }
    nv_fermi_run(s.m.chan);
    express = nv_statistic(nv, "methods-by-express");
    scattered_run(&s);
    nv_fermi_ref(s.m.chan, 1);
    nv_fermi_run(s.m.chan);
    express = nv_statistic(nv, "methods-by-express") - express;
    check_out(&s.m, want, "across pages");
    /* Except those of the first page, which haven't been looked up before */
    g_assert_cmpuint(express, >, (s.pages - 2) * (PAGE / 4 - 12));
    m2mf_free(&s.m);
}

#define ON .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    { "fermi-m2mf/pages", "", pages, ON },
    { "fermi-m2mf/odd-copies", "", odd_copies, ON },
    { "fermi-m2mf/blocks", "", blocks, ON, .slow = true },
    { "fermi-m2mf/wide-blocks", "", wide_blocks, ON, .slow = true },
    { "fermi-m2mf/inline-data", "", inline_data, ON, .slow = true },
    { "fermi-m2mf/inline-data-is-saved", "", inline_data_is_saved, ON,
      .own = true, .slow = true },
    { "fermi-m2mf/semaphores", "", semaphores, ON },
    { "fermi-m2mf/interrupt", "", interrupt, ON },
    { "fermi-m2mf/notifiers", "", notifiers, ON, .own = true },
    { "fermi-m2mf/long-copy", "", long_copy, ON, .own = true },
    { "fermi-m2mf/conditions", "", conditions, ON },
    { "fermi-m2mf/bad-parameters", "", bad_parameters, ON },
    { "fermi-m2mf/out-of-bounds", "", out_of_bounds, ON },
    { "fermi-m2mf/illegal-methods", "", illegal_methods, ON },
    { "fermi-m2mf/fence-behind-copies", "", fence_behind_copies, ON },
    { "fermi-m2mf/faults", "", faults, ON, .own = true, .slow = true },
    { "fermi-m2mf/fence-behind-fault", "fermi-errors", fence_behind_fault, ON,
      .own = true },
    { "fermi-m2mf/far-away", "", far_away, ON },
    { "fermi-m2mf/across-pages", "ib-next-entry nvk-pushbuffer", across_pages,
      ON, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
