/*
 * Tests of the NVIDIA GPU: clears by 3D objects of NV50 and later
 *
 * Each test compares all of the memory.  The methods are those of Mesa's
 * nv50_surface.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-canvas.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla-3d.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define SUBC NV50_3D_SUBC
#define HANDLE_SURFACE 0x80000004

/* CLEAR_BUFFERS */
enum {
    CLEAR_Z = 1 << 0,
    CLEAR_S = 1 << 1,
    CLEAR_R = 1 << 2,
    CLEAR_RGBA = 0xf << 2,
};

#define INTR_TRAP 0x00200000

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
    NV503D rig;
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
    nv50_3d_new(&s->rig, nv, place);
    nv_buf_free(s->rig.buf);
    chan = s->rig.chan;
    s->rig.buf = nv_buf_new(nv, place, SURFACE_SIZE, 0x3d);
    s->model = g_malloc(SURFACE_SIZE);
    nv_random_fill(s->model, SURFACE_SIZE);
    nv_buf_write(s->rig.buf, 0, s->model, SURFACE_SIZE);
    nv_graph_name(chan, HANDLE_SURFACE, s->rig.buf->inst);
    nv_push_inc(chan, SUBC, THREED_DMA_ZETA, HANDLE_SURFACE,
                HANDLE_SURFACE);
    nv_push_inc(chan, SUBC, THREED_DMA_COLOR, HANDLE_SURFACE);
    nv_push_inc(chan, SUBC, THREED_RT_ADDRESS_HIGH, 0, 0);
    nv_push_inc(chan, SUBC, THREED_RT_ADDRESS_HIGH + 12, 2 << 4, 0);
    nv_push_inc(chan, SUBC, THREED_RT_HORIZ, blocks ? W : 1u << 31 | PITCH,
                H);
    nv_push_inc(chan, SUBC, THREED_ZETA_ADDRESS_HIGH, 0, 0);
    nv_push_inc(chan, SUBC, THREED_ZETA_ADDRESS_HIGH + 12, 2 << 4, 0);
    if (format) {
        nv_push_inc(chan, SUBC, THREED_RT_ADDRESS_HIGH + 8, format);
        nv_push_inc(chan, SUBC, THREED_ZETA_ADDRESS_HIGH + 8, format);
    }
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
    nv50_3d_free(&s->rig);
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

/* A new context has the first surface as A8R8G8B8. */
static void default_format(NVDev *nv)
{
    const NVArea all = { 0, 0, W, H };
    const uint32_t red = 0xffff0000;
    Surface s;

    surface_new(&s, nv, NV_IN_VRAM, 0, 4, true);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_COLOR, ONE, 0, 0, ONE);
    nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, CLEAR_RGBA);
    nv_submit(s.rig.chan);
    model_clear(&s, &all, &red, NULL);
    assert_surface(&s, "default");
    surface_free(&s);
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
        nv_push_inc(s.rig.chan, SUBC, THREED_DMA_COLOR + 8, HANDLE_SURFACE);
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
    for (unsigned i = 0; i < NV50_CONDITIONS; i++) {
        memcpy(s.model + SURFACE_SIZE - 64, nv50_conditions[i].words, 32);
        memset(s.model, i, 0x8000);
        nv_buf_write(s.rig.buf, 0, s.model, SURFACE_SIZE);
        nv_push_inc(s.rig.chan, SUBC, THREED_COND_ADDRESS_HIGH, 0,
                    SURFACE_SIZE - 64, nv50_conditions[i].mode);
        nv_push_inc(s.rig.chan, SUBC, THREED_CLEAR_BUFFERS, CLEAR_RGBA);
        nv_submit(s.rig.chan);
        if (nv50_conditions[i].draws) {
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
    NV503D r;

    nv50_3d_new(&r, nv, NV_IN_VRAM);
    buf = nv_buf_new(nv, NV_IN_VRAM, size, 0x3d);
    nv_graph_name(r.chan, HANDLE_SURFACE, buf->inst);
    nv_push_inc(r.chan, SUBC, THREED_DMA_COLOR, HANDLE_SURFACE);
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
    nv50_3d_push_get(&r, 0x40, 0x77, THREED_GET_FENCE);
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
    nv50_3d_free(&r);
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

static const NVTest tests[] = {
    { "tesla-clear/formats", "", clears, .needs = NV_CARD_NV50, .slow = true },
    { "tesla-clear/default-format", "", default_format,
      .needs = NV_CARD_NV50 },
    { "tesla-clear/clipped", "", clears_are_clipped,
      .needs = NV_CARD_NV50 },
    { "tesla-clear/components", "", components, .needs = NV_CARD_NV50 },
    { "tesla-clear/layers", "", layers, .needs = NV_CARD_NV50 },
    { "tesla-clear/depth-and-stencil", "", depth_and_stencil,
      .needs = NV_CARD_NV50 },
    { "tesla-clear/multisampling", "", multisampling, .needs = NV_CARD_NV50 },
    { "tesla-clear/conditions", "", conditional_clears,
      .needs = NV_CARD_NV50 },
    { "tesla-clear/long-clear", "", long_clear, .needs = NV_CARD_NV50,
      .slow = true },
    { "tesla-clear/faults", "", clear_fault, .needs = NV_CARD_NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
