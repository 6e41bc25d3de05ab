/*
 * Tests of the NVIDIA GPU: 3D and compute objects of NVC0
 *
 * They draw nothing but clears.  What methods mean is from class headers 9097,
 * 90C0 and 9297.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/units.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define SUBC 1
#define SUBC_COMPUTE 2

enum {
    COMPUTE_FALCON = 0x500,
    COLOR_TARGET = 0x800,
    CLEAR_RECT = 0xd6c,
    COLOR_CLEAR_VALUE = 0xd80,
    Z_CLEAR_VALUE = 0xd90,
    STENCIL_CLEAR_VALUE = 0xda0,
    SCISSOR = 0xe00,
    ZT = 0xfe0,
    SURFACE_CLIP = 0xff4,
    CLEAR_SURFACE_CONTROL = 0x10f8,
    ZT_SIZE = 0x1228,
    ZPASS_PIXEL_COUNT = 0x1514,
    SHADER_EXCEPTIONS = 0x1528,
    CLEAR_REPORT_VALUE = 0x1530,
    ZT_SELECT = 0x1538,
    RENDER_ENABLE_A = 0x1550,
    ZT_LAYER = 0x179c,
    END = 0x1614,
    BEGIN = 0x1618,
    CLEAR_SURFACE = 0x19d0,
    REPORT_SEMAPHORE_A = 0x1b00,
    FALCON = 0x2300,
};

/* REPORT_SEMAPHORE_D */
enum {
    AWAKEN = 1 << 20,
    REPORT_ZPASS = 2 << 23,
    ONE_WORD = 1 << 28,
};

/* CLEAR_SURFACE */
enum {
    CLEAR_Z = 1, CLEAR_STENCIL = 2, CLEAR_RGBA = 0xf << 2, CLEAR_RB = 5 << 2,
};

/* CLEAR_SURFACE_CONTROL */
enum { USE_CLEAR_RECT = 1 << 4, USE_SCISSOR = 1 << 8 };

#define A8R8G8B8 0xcf
#define Z24S8 0x14
#define ONE 0x3f800000

static NVFermiChan *chan_new(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 5);

    nv_fermi_object(chan, SUBC, FERMI_3D, NV_FERMI_GR);
    nv_fermi_object(chan, SUBC_COMPUTE, FERMI_COMPUTE, NV_FERMI_GR);
    return chan;
}

static void run(NVFermiChan *chan)
{
    nv_fermi_run(chan);
    nv_fermi_graph_quiet(chan->nv);
}

/* --- Semaphores ------------------------------------------------------- */

static void release(NVFermiChan *chan, unsigned subc, uint64_t va,
                    uint32_t payload, uint32_t how)
{
    nv_fermi_inc(chan, subc, REPORT_SEMAPHORE_A, va >> 32, va, payload, how);
}

static void semaphores(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    nv_clock_step(nv, 1000000);
    for (unsigned i = 0; i < 0x100; i += 4) {
        nv_fermi_buf_wr32(&buf, i, 0xffffffff);
    }
    for (unsigned subc = SUBC; subc <= SUBC_COMPUTE; subc++) {
        uint32_t at = subc * 0x20;

        release(chan, subc, buf.va + at, 0x10 + subc, 0);
        release(chan, subc, buf.va + at + 0x10, 0x20 + subc, ONE_WORD);
        run(chan);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, at), 0x10 + subc);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, at + 4), 0);
        g_assert_cmpuint(nv_fermi_buf_rd32(&buf, at + 8), >=, 1000000);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, at + 12), 0);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, at + 16), 0x20 + subc);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, at + 20), 0xffffffff);
        release(chan, subc, buf.va + at, 0x30 + subc, AWAKEN);
        nv_fermi_run(chan);
        nv_fermi_graph_ack(nv, FERMI_INTR_QUERY);
    }
    /* Each class has its own. */
    nv_fermi_buf_wr32(&buf, SUBC * 0x20, 0);
    nv_fermi_inc(chan, SUBC, REPORT_SEMAPHORE_A + 12, ONE_WORD);
    run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, SUBC * 0x20), 0x30 + SUBC);
    nv_fermi_channel_free(chan);
}

/* A command that increases once: the payload, and two reports */
static void once(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);
    const uint32_t words[] = { 0x77, AWAKEN, ONE_WORD };

    nv_fermi_inc(chan, SUBC, REPORT_SEMAPHORE_A, buf.va >> 32, buf.va);
    nv_fermi_command(chan, NV_FERMI_1INC(SUBC, REPORT_SEMAPHORE_A + 8, 0),
                     words, ARRAY_SIZE(words));
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 0x77);
    nv_fermi_graph_ack(nv, FERMI_INTR_QUERY);
    nv_fermi_channel_free(chan);
}

/* Each method, be it one of many in a command */
static void methods_are_traced(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    nv_fermi_inc(chan, SUBC, CLEAR_REPORT_VALUE, 1);
    run(chan);
    g_assert_cmpuint(nv_log_count(nv, "nv_pgraph_method "), ==, 0);
    nv_trace(nv, "nv_pgraph_method", true);
    nv_fermi_inc(chan, SUBC, REPORT_SEMAPHORE_A, 1, 2, 3);
    nv_fermi_inc(chan, SUBC_COMPUTE, REPORT_SEMAPHORE_A, 4);
    run(chan);
    g_assert_cmpuint(nv_log_count(nv, "nv_pgraph_method "), ==, 4);
    nv_fermi_channel_free(chan);
}

/* Anything drawn counts as one sample. */
static void samples(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    nv_fermi_inc(chan, SUBC, CLEAR_REPORT_VALUE, 1);
    nv_fermi_inc(chan, SUBC, ZPASS_PIXEL_COUNT, 1);
    for (unsigned i = 0; i < 3; i++) {
        nv_fermi_inc(chan, SUBC, BEGIN, 4);
        nv_fermi_inc(chan, SUBC, END, 0);
    }
    release(chan, SUBC, buf.va, 0x77, REPORT_ZPASS);
    run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 0x77);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 4), 3);
    nv_fermi_channel_free(chan);
}

/* --- Methods that do nothing ------------------------------------------- */

static void state(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    for (uint32_t mthd = 0x200; mthd < 0x3400; mthd += 4) {
        bool acts = mthd == SHADER_EXCEPTIONS || mthd == CLEAR_SURFACE ||
                    mthd == REPORT_SEMAPHORE_A + 12 || mthd == END;

        if (!acts && (mthd < FALCON || mthd >= FALCON + 0x80)) {
            nv_fermi_inc(chan, SUBC, mthd, 0);
        }
        if (!acts && (mthd < COMPUTE_FALCON || mthd >= COMPUTE_FALCON + 0x80)) {
            nv_fermi_inc(chan, SUBC_COMPUTE, mthd, 0);
        }
        if (mthd % 0x400 == 0) {
            run(chan);
        }
    }
    nv_fermi_inc(chan, SUBC, FERMI_WAIT_FOR_IDLE, 0);
    run(chan);
    nv_fermi_channel_free(chan);
}

/* A method for the driver: gf100_gr_mthd_set_shader_exceptions() */
static void driver_methods(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    for (unsigned subc = SUBC; subc <= SUBC_COMPUTE; subc++) {
        nv_fermi_inc(chan, subc, SHADER_EXCEPTIONS, 1);
        release(chan, subc, buf.va, 0x10 + subc, ONE_WORD);
        nv_fermi_kick(chan);
        nv_fermi_graph_error(chan, FERMI_INTR_ILLEGAL_MTHD, subc,
                             SHADER_EXCEPTIONS, 1);
        nv_fermi_wait(chan);
        nv_fermi_graph_quiet(nv);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 0x10 + subc);
    }
    nv_fermi_channel_free(chan);
}

#define CHIP(_chip) (1ull << (_chip) % 64)

static void newer_classes(NVDev *nv)
{
    static const struct {
        uint32_t class;
        uint64_t chips;
    } all[] = {
        { 0x9197, CHIP(0xc1) | CHIP(0xc8) | CHIP(0xd7) | CHIP(0xd9) },
        { 0x9297, CHIP(0xc8) | CHIP(0xd7) | CHIP(0xd9) },
        { 0x91c0, CHIP(0xc8) | CHIP(0xd7) | CHIP(0xd9) },
    };
    unsigned chip = nv->card->boot0 >> 20 & 0x3f;
    NVFermiChan *chan = chan_new(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        nv_fermi_object(chan, SUBC, all[i].class, NV_FERMI_GR);
        nv_fermi_kick(chan);
        if (!(all[i].chips >> chip & 1)) {
            nv_fermi_graph_error(chan, FERMI_INTR_ILLEGAL_CLASS, SUBC, 0,
                                 all[i].class);
        }
        nv_fermi_wait(chan);
        nv_fermi_graph_quiet(nv);
    }
    nv_fermi_channel_free(chan);
}

/* --- Clears ----------------------------------------------------------- */

enum { W = 40, H = 30 };

typedef struct Target {
    NVFermiBuf buf;
    bool in_blocks;
    NVFermiBlocks blocks;
    uint32_t layer;
    uint32_t pixels[H][W];
} Target;

static uint64_t pixel_at(const Target *t, int x, int y)
{
    return t->in_blocks
        ? nv_fermi_block_offset(&t->blocks, x * 4, y, t->layer)
        : y * 256 + x * 4;
}

static void check(const Target *t, const char *what)
{
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            uint32_t got = nv_fermi_buf_rd32(&t->buf, pixel_at(t, x, y));

            if (got != t->pixels[y][x]) {
                nv_fail("%s: %d, %d is 0x%x, not 0x%x", what, x, y, got,
                        t->pixels[y][x]);
                return;
            }
        }
    }
}

static void target_new(Target *t, NVFermiChan *chan)
{
    t->buf = nv_fermi_buf(chan, false, 0x40000);
    t->blocks.width = W * 4;
    t->blocks.height = H;
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            t->pixels[y][x] = nv_random();
            nv_fermi_buf_wr32(&t->buf, pixel_at(t, x, y), t->pixels[y][x]);
        }
    }
    nv_fermi_inc(chan, SUBC, SURFACE_CLIP, W << 16, H << 16);
}

static void push_color(NVFermiChan *chan, unsigned rt, const Target *t,
                       bool is_3d)
{
    nv_fermi_inc(chan, SUBC, COLOR_TARGET + rt * 0x40, t->buf.va >> 32,
                 t->buf.va, t->in_blocks ? W : 256, H, A8R8G8B8,
                 nv_fermi_block_size(&t->blocks) | !t->in_blocks << 12 |
                 is_3d << 16, t->blocks.depth, 0, 0);
}

static void model(Target *t, int x0, int y0, int x1, int y1, uint32_t val)
{
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x++) {
            t->pixels[y][x] = val;
        }
    }
}

/* Red is 1, green is 0, blue is 1/5, alpha is 2/5. */
#define COLOR 0x66ff0033

static void clears(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    nv_fermi_inc(chan, SUBC, COLOR_CLEAR_VALUE, ONE, 0, 0x3e4ccccd,
                 0x3ecccccd);
    for (unsigned i = 0; i < 8; i++) {
        Target t = {
            .in_blocks = i,
            .blocks = { .depth = i < 4 ? 1 : 4, .block_height = i % 3,
                        .block_depth = i < 4 ? 0 : i % 4 },
            .layer = i < 4 ? 0 : 2,
        };

        target_new(&t, chan);
        push_color(chan, i, &t, i >= 4);
        nv_fermi_inc(chan, SUBC, CLEAR_SURFACE_CONTROL, 0);
        nv_fermi_inc(chan, SUBC, CLEAR_RECT, 35 << 16 | 5, 20 << 16 | 4);
        nv_fermi_inc(chan, SUBC, SCISSOR, 1, 9 << 16 | 2, 8 << 16 | 3);
        if (i & 1) {
            nv_fermi_inc(chan, SUBC, CLEAR_SURFACE_CONTROL,
                         USE_CLEAR_RECT | (i & 2 ? USE_SCISSOR : 0));
        }
        nv_fermi_inc(chan, SUBC, CLEAR_SURFACE,
                     CLEAR_RGBA | i << 6 | t.layer << 10);
        run(chan);
        if (!(i & 1)) {
            model(&t, 0, 0, W, H, COLOR);
        } else if (i & 2) {
            model(&t, 5, 4, 9, 8, COLOR);
        } else {
            model(&t, 5, 4, 35, 20, COLOR);
        }
        check(&t, "color");
    }
    nv_fermi_channel_free(chan);
}

/* Blocks of more lines than a page has of a column: all, and parts of columns */
static void tall_blocks(NVDev *nv)
{
    enum { WIDTH = 50, HEIGHT = 300, SIZE = 256 * KiB };
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, true, SIZE);
    g_autofree uint8_t *want = g_malloc(SIZE), *got = g_malloc(SIZE);

    nv_fermi_inc(chan, SUBC, COLOR_CLEAR_VALUE, ONE, 0, 0x3e4ccccd,
                 0x3ecccccd);
    nv_fermi_inc(chan, SUBC, SURFACE_CLIP, WIDTH << 16, HEIGHT << 16);
    nv_fermi_inc(chan, SUBC, CLEAR_SURFACE_CONTROL, USE_CLEAR_RECT);
    for (unsigned i = 0; i < 16; i++) {
        NVFermiBlocks blocks = {
            .width = WIDTH * 4, .height = HEIGHT, .depth = 1,
            .block_height = i % 6,
        };
        int x0 = i % 4 * 8, x1 = WIDTH - i / 4 * 6;
        int y0 = i ? nv_random_below(HEIGHT) : 0;
        int y1 = y0 + 1 + (i ? nv_random_below(HEIGHT - y0) : HEIGHT - 1);
        uint32_t mask = i % 5 == 4 ? 0x00ff00ff : UINT32_MAX;

        nv_random_fill(want, SIZE);
        nv_fermi_buf_write(&buf, want);
        nv_fermi_inc(chan, SUBC, COLOR_TARGET, buf.va >> 32, buf.va, WIDTH,
                     HEIGHT, A8R8G8B8, nv_fermi_block_size(&blocks), 1, 0, 0);
        nv_fermi_inc(chan, SUBC, CLEAR_RECT, x1 << 16 | x0, y1 << 16 | y0);
        nv_fermi_inc(chan, SUBC, CLEAR_SURFACE,
                     mask == UINT32_MAX ? CLEAR_RGBA : CLEAR_RB);
        run(chan);
        for (int y = y0; y < y1; y++) {
            for (int x = x0; x < x1; x++) {
                uint8_t *at = want + nv_fermi_block_offset(&blocks, x * 4, y, 0);

                stl_le_p(at, (ldl_le_p(at) & ~mask) | (COLOR & mask));
            }
        }
        nv_fermi_buf_read(&buf, got);
        for (uint32_t n = 0; n < SIZE; n += 4) {
            if (ldl_le_p(got + n) != ldl_le_p(want + n)) {
                nv_fail("%u: %d, %d to %d, %d: 0x%x is 0x%x, not 0x%x", i, x0,
                        y0, x1, y1, n, ldl_le_p(got + n), ldl_le_p(want + n));
                break;
            }
        }
    }
    nv_fermi_channel_free(chan);
}

static void depth(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    Target t = { .in_blocks = true, .blocks = { .depth = 1,
                                                .block_height = 2 } };

    target_new(&t, chan);
    nv_fermi_inc(chan, SUBC, Z_CLEAR_VALUE, ONE);
    nv_fermi_inc(chan, SUBC, STENCIL_CLEAR_VALUE, 0x5a);
    nv_fermi_inc(chan, SUBC, ZT, t.buf.va >> 32, t.buf.va, Z24S8,
                 nv_fermi_block_size(&t.blocks), 0);
    nv_fermi_inc(chan, SUBC, ZT_SIZE, W, H, 1);
    nv_fermi_inc(chan, SUBC, ZT_SELECT, 1);
    nv_fermi_inc(chan, SUBC, CLEAR_SURFACE, CLEAR_Z | CLEAR_STENCIL);
    run(chan);
    model(&t, 0, 0, W, H, 0xffffff5a);
    check(&t, "depth and stencil");
    /* Without a surface, and with a condition */
    nv_fermi_inc(chan, SUBC, ZT_SELECT, 0);
    nv_fermi_inc(chan, SUBC, STENCIL_CLEAR_VALUE, 0xa5);
    nv_fermi_inc(chan, SUBC, CLEAR_SURFACE, CLEAR_STENCIL);
    run(chan);
    check(&t, "none");
    nv_fermi_inc(chan, SUBC, ZT_SELECT, 1);
    nv_fermi_inc(chan, SUBC, Z_CLEAR_VALUE, 0);
    nv_fermi_inc(chan, SUBC, RENDER_ENABLE_A, 0, 0, 0);
    nv_fermi_inc(chan, SUBC, CLEAR_SURFACE, CLEAR_Z);
    run(chan);
    check(&t, "never");
    nv_fermi_channel_free(chan);
}

/*
 * Layers count from the one that a surface begins with: with 1, clearing 2 is
 * clearing the third behind the address.
 */
static void first_layers(NVDev *nv)
{
    enum { FIRST = 1, LAYER = 2, LAYER_SIZE = 0x8000 };
    NVFermiChan *chan = chan_new(nv);

    nv_fermi_inc(chan, SUBC, COLOR_CLEAR_VALUE, ONE, 0, 0x3e4ccccd,
                 0x3ecccccd);
    nv_fermi_inc(chan, SUBC, Z_CLEAR_VALUE, ONE);
    nv_fermi_inc(chan, SUBC, STENCIL_CLEAR_VALUE, 0x5a);
    for (unsigned i = 0; i < 9; i++) {
        bool is_3d = i & 1, is_depth = i == 8;
        Target t = {
            .in_blocks = true,
            .blocks = { .depth = is_3d ? 4 : 1, .block_height = 1 },
            .layer = is_3d ? FIRST + LAYER : 0,
        };
        uint64_t at;

        target_new(&t, chan);
        at = t.buf.va - (is_3d ? 0 : (FIRST + LAYER) * LAYER_SIZE);
        if (is_depth) {
            nv_fermi_inc(chan, SUBC, ZT, at >> 32, at, Z24S8,
                         nv_fermi_block_size(&t.blocks), LAYER_SIZE / 4);
            nv_fermi_inc(chan, SUBC, ZT_SIZE, W, H, 1);
            nv_fermi_inc(chan, SUBC, ZT_SELECT, 1);
            nv_fermi_inc(chan, SUBC, ZT_LAYER, FIRST);
        } else {
            nv_fermi_inc(chan, SUBC, COLOR_TARGET + i * 0x40, at >> 32, at, W,
                         H, A8R8G8B8,
                         nv_fermi_block_size(&t.blocks) | is_3d << 16,
                         t.blocks.depth, LAYER_SIZE / 4, FIRST);
        }
        nv_fermi_inc(chan, SUBC, CLEAR_SURFACE, LAYER << 10 |
                     (is_depth ? CLEAR_Z | CLEAR_STENCIL
                               : CLEAR_RGBA | i << 6));
        run(chan);
        model(&t, 0, 0, W, H, is_depth ? 0xffffff5a : COLOR);
        check(&t, is_depth ? "depth" : is_3d ? "a slice" : "a layer");
    }
    nv_fermi_channel_free(chan);
}

static void faults(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    Target t = { .blocks.depth = 1 };

    target_new(&t, chan);
    push_color(chan, 0, &t, false);
    nv_fermi_unmap(nv, chan->pd, t.buf.va + 0x1000, 0x1000);
    nv_fermi_inc(chan, SUBC, CLEAR_SURFACE, CLEAR_RGBA);
    nv_fermi_kick(chan);
    nv_fermi_graph_fault(chan, NV_FERMI_PROP, t.buf.va + 0x1000, 2, true);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
    chan = nv_fermi_graph_new(nv, 6);
    nv_fermi_object(chan, SUBC, FERMI_3D, NV_FERMI_GR);
    release(chan, SUBC, 0x123456000, 1, 0);
    nv_fermi_kick(chan);
    nv_fermi_graph_fault(chan, NV_FERMI_DISPATCH, 0x123456000, 0, true);
    nv_fermi_channel_free(chan);
}

#define ON .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    { "fermi-3d/semaphores", "", semaphores, ON },
    { "fermi-3d/once", "fermi-inc-once", once, ON },
    { "fermi-3d/methods-are-traced", "trace-events", methods_are_traced, ON },
    { "fermi-3d/samples", "", samples, ON },
    { "fermi-3d/state", "", state, ON },
    { "fermi-3d/driver-methods", "", driver_methods, ON },
    { "fermi-3d/newer-classes", "", newer_classes, ON },
    { "fermi-3d/clears", "", clears, ON, .slow = true },
    { "fermi-3d/clears-of-tall-blocks", "", tall_blocks, ON, .slow = true },
    { "fermi-3d/depth", "", depth, ON, .slow = true },
    { "fermi-3d/first-layers", "", first_layers, ON, .slow = true },
    { "fermi-3d/faults", "", faults, ON },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
