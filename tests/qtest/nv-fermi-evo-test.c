/*
 * Tests of the NVIDIA GPU: what EVO's channels of GF119 show
 *
 * A mode, a surface, flips, an overlay, a cursor, as nouveau's dispnv50 sets
 * them for classes 907a to 907e; and all of it in another machine.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-evo-nvd9.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define CORE EVO_NVD9_CORE
#define BASE EVO_NVD9_BASE
#define OVERLAY EVO_NVD9_OVERLAY
#define OVPOS EVO_NVD9_OVPOS
#define CURSOR EVO_NVD9_CURSOR

#define USER(_chid, _reg) nv_evo_user(_chid, A_NV_EVO_USER_ ## _reg)

#define PERIOD NV_EVO_VGA_PERIOD

#define FB 0x800000
#define FLIPPED 0xa00000
#define PICTURE 0xc00000
#define CURSOR_IMAGE 0xd00000
/* The channels' object begins with video memory. */
#define SEMAPHORE 0x40
#define PITCH 2560

#define OPAQUE_SUSPEND_BASE 2

/* Layers: the cursor is above the overlay, which is above the surface. */
enum {
    BACKGROUND = 0x102030,
    AFTER_FLIP = 0x405060,
    OVER = 0xa0b0c0,
    POINTER = 0xff8040,
};

typedef NVEvoNvd9Chan Chan;

static void init(NVDev *nv)
{
    static const uint8_t chids[] = { CORE, BASE, OVERLAY };

    nv_evo_nvd9_init(nv, 0x100000, chids, ARRAY_SIZE(chids));
}

static Chan open_dma(NVDev *nv, unsigned chid)
{
    return nv_evo_nvd9_open(nv, chid, 0x200000 + chid * 0x1000);
}

static void mthd(Chan *chan, uint32_t addr, uint32_t data)
{
    nv_evo_nvd9_mthd(chan, addr, data);
}

static void kick(Chan *chan)
{
    mthd(chan, NV_EVO_UPDATE, 0);
    nv_evo_nvd9_kick(chan);
}

#define HEAD(_mthd) (NVD9_EVO_HEAD(0) + NVD9_EVO_HEAD_ ## _mthd)
#define PAIR(_x, _y) ((_y) << 16 | (_x))

static void push_cursor(Chan *core)
{
    mthd(core, HEAD(OFFSET_CURSOR), CURSOR_IMAGE >> 8);
    mthd(core, HEAD(DMA_CURSOR), EVO_VRAM);
    mthd(core, HEAD(CTRL_CURSOR), 0x85000000);
}

/* A surface, and a flip that waits for a semaphore */
static void push_flip(Chan *base)
{
    mthd(base, NV_EVO_BASE_PRESENT_CTRL, 1 << 4);
    mthd(base, NV_EVO_BASE_SEM_CTRL, SEMAPHORE);
    mthd(base, NV_EVO_BASE_SEM_ACQUIRE, 0x1111);
    mthd(base, NV_EVO_BASE_SEM_RELEASE, 0x2222);
    mthd(base, NV_EVO_BASE_DMA_SEM, EVO_VRAM);
    mthd(base, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    mthd(base, NVD9_EVO_BASE_FB + NV_EVO_FB_OFFSET, FLIPPED >> 8);
    mthd(base, NVD9_EVO_BASE_FB + NV_EVO_FB_SIZE, PAIR(640, 480));
    mthd(base, NVD9_EVO_BASE_FB + NV_EVO_FB_STORAGE, 1 << 24 | PITCH);
    mthd(base, NVD9_EVO_BASE_FB + NV_EVO_FB_PARAMS, EVO_A8R8G8B8);
}

static void push_overlay(Chan *ovly)
{
    mthd(ovly, NV_EVO_BASE_PRESENT_CTRL, 1 << 4);
    mthd(ovly, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    mthd(ovly, NV_EVO_OVERLAY_COMPOSITION, OPAQUE_SUSPEND_BASE);
    mthd(ovly, NVD9_EVO_BASE_FB + NV_EVO_FB_OFFSET, PICTURE >> 8);
    mthd(ovly, NVD9_EVO_BASE_FB + NV_EVO_FB_SIZE, PAIR(32, 16));
    mthd(ovly, NVD9_EVO_BASE_FB + NV_EVO_FB_STORAGE, 1 << 24 | 256);
    mthd(ovly, NVD9_EVO_BASE_FB + NV_EVO_FB_PARAMS, EVO_A8R8G8B8);
    mthd(ovly, NV_EVO_OVERLAY_POINT_IN, 0);
    mthd(ovly, NV_EVO_OVERLAY_SIZE_IN, PAIR(32, 16));
    mthd(ovly, NV_EVO_OVERLAY_SIZE_OUT, 32);
}

static void move_to(NVDev *nv, unsigned chid, unsigned x, unsigned y)
{
    nv_wr32(nv, USER(chid, POINT_OUT), PAIR(x, y));
    nv_wr32(nv, USER(chid, UPDATE), 0);
}

/* Lines 40 to 70 and columns 90 to 190 are compared. */
static void paint(NVDev *nv)
{
    for (unsigned y = 40; y < 70; y++) {
        nv_phys_fill(nv, FB + y * PITCH + 90 * 4, BACKGROUND, 100);
        nv_phys_fill(nv, FLIPPED + y * PITCH + 90 * 4, AFTER_FLIP, 100);
    }
    nv_phys_fill(nv, PICTURE, 0xff000000 | OVER, 16 * 256 / 4);
    nv_phys_fill(nv, CURSOR_IMAGE, 0xff000000 | POINTER, 4);
}

static void move(NVDev *nv)
{
    if (nv->test->data) {
        nv_migrate(nv);
    }
}

static Chan set_mode(NVDev *nv)
{
    Chan core;

    init(nv);
    core = open_dma(nv, CORE);
    nv_evo_nvd9_push_mode(&core, 0, FB);
    kick(&core);
    for (unsigned i = 0; i < 3; i++) {
        nv_evo_nvd9_supervise(nv, i);
        move(nv);
    }
    return core;
}

/* All layers of a screen; with migrations in between, or without */
static void screen(NVDev *nv)
{
    Chan core, base, ovly;

    paint(nv);
    core = set_mode(nv);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_2) & 7, 0);
    nv_assert_hex(nv_rd32(nv, USER(CORE, GET)), core.cur);
    nv_assert_pixel(nv, 100, 50, BACKGROUND);

    /* A cursor, and what waits for a vertical blank: an overlay */
    nv_evo_nvd9_open_pio(nv, CURSOR);
    move_to(nv, CURSOR, 130, 52);
    push_cursor(&core);
    kick(&core);
    nv_clock_step(nv, 2 * PERIOD);
    nv_evo_nvd9_open_pio(nv, OVPOS);
    move_to(nv, OVPOS, 120, 50);
    ovly = open_dma(nv, OVERLAY);
    push_overlay(&ovly);
    kick(&ovly);
    move(nv);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_pixel(nv, 121, 51, OVER);
    nv_assert_pixel(nv, 131, 52, POINTER);
    nv_assert_pixel(nv, 131, 53, OVER);
    nv_assert_pixel(nv, 119, 51, BACKGROUND);

    /* A flip that waits for a semaphore */
    base = open_dma(nv, BASE);
    push_flip(&base);
    nv_phys_wr32(nv, SEMAPHORE, 0);
    kick(&base);
    nv_clock_step(nv, 3 * PERIOD);
    move(nv);
    nv_clock_step(nv, 3 * PERIOD);
    nv_assert_pixel(nv, 100, 50, BACKGROUND);
    nv_assert_pixel(nv, 131, 52, POINTER);
    nv_assert_pixel(nv, 121, 51, OVER);
    nv_phys_wr32(nv, SEMAPHORE, 0x1111);
    nv_clock_step(nv, 3 * PERIOD);
    nv_assert_pixel(nv, 100, 50, AFTER_FLIP);
    nv_assert_hex(nv_phys_rd32(nv, SEMAPHORE), 0x2222);
    move(nv);
    nv_assert_pixel(nv, 100, 50, AFTER_FLIP);
    nv_assert_pixel(nv, 121, 51, OVER);
    nv_assert_pixel(nv, 131, 52, POINTER);
    move_to(nv, CURSOR, 160, 60);
    nv_assert_pixel(nv, 161, 60, POINTER);
    nv_assert_pixel(nv, 131, 52, OVER);
}

/* --- Vertical blanks --------------------------------------------------- */

#define HEAD_INTR(_head) \
    (A_NV_PDISPLAY_INTR_HOST_HEAD + (_head) * NV_PDISPLAY_STRIDE)
#define HEAD_INTR_EN(_head) \
    (A_NV_PDISPLAY_INTR_HOST_HEAD_EN + (_head) * NV_PDISPLAY_STRIDE)
#define SUMMARY_HEADS 0x0f000000
#define SUMMARY_HEAD(_head) (0x01000000 << (_head))

static uint32_t heads_interrupting(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_SUMMARY) & SUMMARY_HEADS;
}

/* gf119_head_vblank_get(), gf119_disp_intr(), gf119_head_vblank_put() */
static void vblanks(NVDev *nv)
{
    set_mode(nv);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(nv_rd32(nv, HEAD_INTR(0)), 1);
    nv_assert_hex(heads_interrupting(nv), 0);
    /* The other head isn't on. */
    nv_mask(nv, HEAD_INTR_EN(1), 1, 1);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(nv_rd32(nv, HEAD_INTR_EN(0)), 0);
    nv_assert_hex(nv_rd32(nv, HEAD_INTR_EN(1)), 1);
    nv_assert_hex(heads_interrupting(nv), 0);
    nv_mask(nv, HEAD_INTR(0), 0, 0);
    nv_mask(nv, HEAD_INTR_EN(0), 1, 1);
    nv_assert_hex(nv_rd32(nv, HEAD_INTR_EN(0)), 1);
    for (unsigned i = 0; i < 5; i++) {
        nv_assert_hex(nv_rd32(nv, HEAD_INTR(0)), 0);
        nv_assert_hex(heads_interrupting(nv), 0);
        g_assert_false(nv_evo_pending(nv));
        nv_clock_step(nv, PERIOD);
        nv_assert_hex(heads_interrupting(nv), SUMMARY_HEAD(0));
        g_assert_true(nv_evo_pending(nv));
        nv_assert_hex(nv_rd32(nv, HEAD_INTR(0)), 1);
        nv_assert_hex(nv_rd32(nv, HEAD_INTR(1)), 0);
        nv_mask(nv, HEAD_INTR(0), 0, 0);
    }
    nv_mask(nv, HEAD_INTR_EN(0), 1, 0);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(heads_interrupting(nv), 0);
    g_assert_false(nv_evo_pending(nv));
    /* One that has been becomes an interrupt when it is enabled. */
    nv_mask(nv, HEAD_INTR_EN(0), 1, 1);
    g_assert_true(nv_evo_pending(nv));
    nv_mask(nv, HEAD_INTR_EN(0), 1, 0);
    g_assert_false(nv_evo_pending(nv));
}

/* cl907d.h: SET_PIXEL_CLOCK_FREQUENCY, SET_PIXEL_CLOCK_CONFIGURATION */
static void clocks(NVDev *nv)
{
    static const struct {
        uint32_t clock, config;
        double khz;
    } cases[] = {
        { 25000000, 2 << 20, 25000 },
        { 1u << 31 | 25000000, 2 << 20, 25000 / 1.001 },
        { 30000000, 0, 25175 },
        { 30000000, 1 << 20, 28322 },
    };
    Chan core = set_mode(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        mthd(&core, HEAD(PIXEL_CLOCK), cases[i].clock);
        mthd(&core, HEAD(PIXEL_CLOCK_CONFIG), cases[i].config);
        kick(&core);
        for (unsigned n = 0; n < 3 && i; n++) {
            nv_evo_nvd9_supervise(nv, n);
        }
        nv_evo_assert_clock(nv, cases[i].khz);
    }
}

/* --- LUTs -------------------------------------------------------------- */

/* Of cl907c.h and cl907d.h: ENABLE, NEVER_YIELD_TO_BASE, MODE */
#define CORE_LUT 0x80000000
#define NEVER_YIELD 0x00100000
#define MODE(_mode) ((_mode) << 24)
#define USE_NONE 0
#define USE_CORE 0x40000000
#define USE_OWN 0x80000000

enum {
    LORES = 0,
    INDEX_1025 = 3,
    INTERPOLATE_1025 = 4,
    INTERPOLATE_257 = 7,
    INTERPOLATE_257_LEGACY = 8,
};

#define LUTS 0xd80000
#define LUT(_i) (LUTS + (_i) * 0x4000)
#define LUT_ENTRIES 1025
#define LUT_SIZE(_entries) ((_entries) * 8)

/* What stands for 0 in a mode of "unity" range: head907d_olut_load() */
#define UNITY 0x6000

/* Of 14 bits what 8 are, as drm_color_lut_extract() makes it of 16 */
static unsigned wide(unsigned val)
{
    return val * 0x101 >> 2;
}

static void lut_entry(NVDev *nv, uint32_t lut, unsigned i, unsigned r,
                      unsigned g, unsigned b)
{
    nv_phys_wr32(nv, lut + i * 8, r | g << 16);
    nv_phys_wr32(nv, lut + i * 8 + 4, b);
}

/* Each entry is one that makes every component white. */
static void lut_white(NVDev *nv, uint32_t lut)
{
    for (unsigned i = 0; i < LUT_ENTRIES; i++) {
        lut_entry(nv, lut, i, UNITY + 0x3fff, UNITY + 0x3fff, UNITY + 0x3fff);
    }
}

/*
 * In mode INTERPOLATE_257, what inverts the components of @which, and leaves
 * others as they are, also between its entries
 */
static void lut_inverts(NVDev *nv, uint32_t lut, uint32_t which)
{
    for (unsigned i = 0; i < 257; i++) {
        unsigned same = MIN(i << 6, 0x3fff), inverse = 0x3fff - same;

        lut_entry(nv, lut, i, UNITY + (which & 0xff0000 ? inverse : same),
                  UNITY + (which & 0x00ff00 ? inverse : same),
                  UNITY + (which & 0x0000ff ? inverse : same));
    }
}

static void update(Chan *chan)
{
    kick(chan);
    nv_clock_step(chan->nv, 2 * PERIOD);
    nv_assert_hex(nv_rd32(chan->nv, USER(chan->chid, GET)), chan->cur);
}

static void core_lut(Chan *core, uint32_t lo, uint32_t addr)
{
    mthd(core, HEAD(BASE_LUT), lo);
    mthd(core, HEAD(BASE_LUT) + 4, addr >> 8);
    mthd(core, HEAD(DMA_LUT), EVO_VRAM);
}

/* head907d_olut_set() */
static void core_output_lut(Chan *core, uint32_t lo, uint32_t addr)
{
    mthd(core, HEAD(OUTPUT_LUT), lo);
    mthd(core, HEAD(OUTPUT_LUT) + 4, addr >> 8);
    mthd(core, HEAD(DMA_LUT), EVO_VRAM);
}

/* base907c_image_set() */
static void push_image(Chan *base)
{
    mthd(base, NV_EVO_BASE_PRESENT_CTRL, 1 << 4);
    mthd(base, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    mthd(base, NVD9_EVO_BASE_FB + NV_EVO_FB_OFFSET, FB >> 8);
    mthd(base, NVD9_EVO_BASE_FB + NV_EVO_FB_SIZE, PAIR(640, 480));
    mthd(base, NVD9_EVO_BASE_FB + NV_EVO_FB_STORAGE, 1 << 24 | PITCH);
    mthd(base, NVD9_EVO_BASE_FB + NV_EVO_FB_PARAMS, EVO_A8R8G8B8);
}

/*
 * An index of 8 bits is the upper bits of one of 10: nouveau until Linux 4.17,
 * which set mode INDEX_1025, wrote every fourth entry.
 */
static void lut_modes(NVDev *nv)
{
    static const struct {
        unsigned mode, entries, zero;
    } modes[] = {
        { LORES, 1, 0 },
        { INDEX_1025, 4, UNITY },
        { INTERPOLATE_1025, 4, UNITY },
        { INTERPOLATE_257, 1, UNITY },
        { INTERPOLATE_257_LEGACY, 1, 0 },
    };
    static const uint8_t vals[] = { 0, 1, 0x3f, 0x40, 0x80, 0xfe, 0xff };
    Chan core = set_mode(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(vals); i++) {
        nv_phys_wr32(nv, FB + i * 4, vals[i] * 0x010101);
    }
    for (unsigned m = 0; m < ARRAY_SIZE(modes); m++) {
        unsigned zero = modes[m].zero;

        lut_white(nv, LUT(m));
        for (unsigned i = 0; i < 256; i++) {
            lut_entry(nv, LUT(m), i * modes[m].entries, zero + wide(255 - i),
                      zero + wide(i), zero + wide(0x47));
        }
        core_lut(&core, CORE_LUT | MODE(modes[m].mode), LUT(m));
        update(&core);
        for (unsigned i = 0; i < ARRAY_SIZE(vals); i++) {
            nv_assert_pixel(nv, i, 0, (255 - vals[i]) << 16 | vals[i] << 8 |
                                      0x47);
        }
    }
    /* What is below the range's zero is black. */
    lut_entry(nv, LUT(3), 0x40, UNITY - 1, 0, UNITY + wide(0x80));
    core_lut(&core, CORE_LUT | MODE(INTERPOLATE_257), LUT(3));
    update(&core);
    nv_assert_pixel(nv, 3, 0, 0x000080);
    core_lut(&core, MODE(INTERPOLATE_257), LUT(3));
    update(&core);
    nv_assert_pixel(nv, 3, 0, 0x404040);
}

/* What the first LUT puts out the second one has entries on both sides of. */
static void lut_interpolates(NVDev *nv)
{
    static const struct {
        unsigned mode, val, first, zero, expected;
    } cases[] = {
        { LORES, 0xa20, 0x28, 0, 0x40 },
        { LORES, 0x3fff, 0xff, 0, 0x40 },
        { INDEX_1025, 0xa2c, 0xa2, UNITY, 0x40 },
        { INDEX_1025, 0x3fff, 0x3ff, UNITY, 0x40 },
        { INTERPOLATE_1025, 0xa2c, 0xa2, UNITY, 0xa0 },
        { INTERPOLATE_1025, 0x3fff, 0x3ff, UNITY, 0xb8 },
        { INTERPOLATE_257, 0xa30, 0x28, UNITY, 0xa0 },
        { INTERPOLATE_257, 0xa3f, 0x28, UNITY, 0xbe },
        { INTERPOLATE_257, 0x3fff, 0xff, UNITY, 0xbe },
        { INTERPOLATE_257_LEGACY, 0xa20, 0x28, 0, 0x80 },
    };
    Chan core = set_mode(nv);

    nv_phys_wr32(nv, FB, 0x305070);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        unsigned zero = cases[i].zero, val = UNITY + cases[i].val;
        unsigned low = zero + wide(0x40), high = zero + wide(0xc0);

        lut_white(nv, LUT(0));
        lut_white(nv, LUT(1));
        lut_entry(nv, LUT(0), 0x30, val, 0, 0);
        lut_entry(nv, LUT(0), 0x50, 0, val, 0);
        lut_entry(nv, LUT(0), 0x70, 0, 0, val);
        lut_entry(nv, LUT(1), cases[i].first, low, low, low);
        lut_entry(nv, LUT(1), cases[i].first + 1, high, high, high);
        core_lut(&core, CORE_LUT | MODE(INTERPOLATE_257), LUT(0));
        core_output_lut(&core, CORE_LUT | MODE(cases[i].mode), LUT(1));
        update(&core);
        nv_assert_pixel(nv, 0, 0, cases[i].expected * 0x010101);
    }
}

/* Whose LUTs are used: base907c_xlut_set(), base907c_xlut_clr() */
static void lut_of_base(NVDev *nv)
{
    enum { RED = 0xff0000, GREEN = 0xff00, BLUE = 0xff, PIXEL = 0x102030 };
    static const struct {
        uint32_t core, core_output, base, base_output;
        uint32_t inverted;
    } cases[] = {
        { 0, 0, USE_NONE, USE_NONE, 0 },
        { CORE_LUT, CORE_LUT, USE_NONE, USE_NONE, 0 },
        { CORE_LUT, CORE_LUT, USE_CORE, USE_NONE, RED },
        { CORE_LUT, CORE_LUT, USE_NONE, USE_CORE, BLUE },
        { CORE_LUT, CORE_LUT, USE_CORE, USE_CORE, RED | BLUE },
        { CORE_LUT, CORE_LUT, USE_OWN, USE_CORE, GREEN | BLUE },
        { 0, 0, USE_OWN, USE_NONE, GREEN },
        { 0, 0, USE_CORE, USE_CORE, 0 },
        { 0, 0, USE_NONE, USE_OWN, GREEN | BLUE },
        { CORE_LUT, CORE_LUT, USE_OWN, USE_OWN, BLUE },
        { CORE_LUT | NEVER_YIELD, CORE_LUT, USE_OWN, USE_NONE, RED },
        { CORE_LUT | NEVER_YIELD, CORE_LUT, USE_NONE, USE_OWN,
          RED | GREEN | BLUE },
        { CORE_LUT, CORE_LUT | NEVER_YIELD, USE_NONE, USE_NONE, BLUE },
        { CORE_LUT, CORE_LUT | NEVER_YIELD, USE_OWN, USE_OWN, GREEN | BLUE },
        { NEVER_YIELD, NEVER_YIELD, USE_OWN, USE_OWN, 0 },
    };
    const uint32_t mode = MODE(INTERPOLATE_257);
    Chan core = set_mode(nv), base;

    nv_phys_wr32(nv, FB, PIXEL);
    lut_inverts(nv, LUT(0), RED);
    lut_inverts(nv, LUT(1), BLUE);
    lut_inverts(nv, LUT(2), GREEN);
    lut_inverts(nv, LUT(3), GREEN | BLUE);
    core_lut(&core, CORE_LUT | mode, LUT(0));
    core_output_lut(&core, CORE_LUT | mode, LUT(1));
    update(&core);
    nv_assert_pixel(nv, 0, 0, PIXEL ^ RED ^ BLUE);
    base = open_dma(nv, BASE);
    /* A channel without a surface has no say. */
    mthd(&base, NV_EVO_BASE_LUT_LO, USE_NONE);
    update(&base);
    nv_assert_pixel(nv, 0, 0, PIXEL ^ RED ^ BLUE);
    push_image(&base);
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        core_lut(&core, cases[i].core | mode, LUT(0));
        core_output_lut(&core, cases[i].core_output | mode, LUT(1));
        update(&core);
        mthd(&base, NV_EVO_BASE_LUT_LO, cases[i].base | mode);
        mthd(&base, NV_EVO_BASE_LUT_HI, LUT(2) >> 8);
        mthd(&base, NVD9_EVO_BASE_OUTPUT_LUT, cases[i].base_output | mode);
        mthd(&base, NVD9_EVO_BASE_OUTPUT_LUT + 4, LUT(3) >> 8);
        mthd(&base, NV_EVO_BASE_DMA_LUT, EVO_VRAM);
        update(&base);
        nv_assert_pixel(nv, 0, 0, PIXEL ^ cases[i].inverted);
    }
    /* It is in the channel's memory; the core channel's is another object. */
    core_lut(&core, CORE_LUT | mode, LUT(0));
    core_output_lut(&core, 0, 0);
    update(&core);
    mthd(&base, NV_EVO_BASE_LUT_LO, USE_OWN | mode);
    mthd(&base, NVD9_EVO_BASE_OUTPUT_LUT, USE_NONE);
    mthd(&base, NV_EVO_BASE_DMA_LUT, 0);
    update(&base);
    nv_assert_pixel(nv, 0, 0, PIXEL);
}

/* A LUT of no known mode, or that isn't in video memory, has no effect. */
static void lut_nonsense(NVDev *nv)
{
    const uint32_t last = nv->vram - LUT_SIZE(256);
    Chan core = set_mode(nv);

    nv_phys_wr32(nv, FB, 0x102030);
    lut_white(nv, LUT(0));
    core_lut(&core, CORE_LUT | MODE(INTERPOLATE_257), LUT(0));
    update(&core);
    nv_assert_pixel(nv, 0, 0, 0xffffff);
    core_lut(&core, CORE_LUT | MODE(2), LUT(0));
    core_output_lut(&core, CORE_LUT | MODE(15), LUT(0));
    update(&core);
    nv_assert_pixel(nv, 0, 0, 0x102030);

    core_output_lut(&core, 0, 0);
    for (unsigned i = 0; i < 256; i++) {
        lut_entry(nv, last, i, wide(255 - i), wide(255 - i), wide(255 - i));
    }
    core_lut(&core, CORE_LUT | MODE(LORES), last);
    update(&core);
    nv_assert_pixel(nv, 0, 0, 0xefdfcf);
    /* Its last entry is beyond. */
    core_lut(&core, CORE_LUT | MODE(INTERPOLATE_257_LEGACY), last);
    update(&core);
    nv_assert_pixel(nv, 0, 0, 0x102030);
    mthd(&core, HEAD(BASE_LUT) + 4, UINT32_MAX);
    update(&core);
    nv_assert_pixel(nv, 0, 0, 0x102030);
}

/* --- Nonsense ---------------------------------------------------------- */

/* Whatever the channels contain, a screen dump can be taken. */
static void nonsense(NVDev *nv)
{
    static const uint16_t mthds[] = {
        HEAD(FB) + NV_EVO_FB_OFFSET, HEAD(FB) + NV_EVO_FB_SIZE,
        HEAD(FB) + NV_EVO_FB_STORAGE, HEAD(VIEWPORT_POINT_IN),
        HEAD(VIEWPORT_SIZE_IN), HEAD(VIEWPORT_SIZE_OUT),
        HEAD(OFFSET_CURSOR), HEAD(CTRL_CURSOR), HEAD(RASTER_BLANK_END),
        HEAD(RASTER_BLANK_START),
    };
    Chan core;

    paint(nv);
    init(nv);
    core = open_dma(nv, CORE);
    nv_evo_nvd9_push_mode(&core, 0, FB);
    mthd(&core, HEAD(DMA_CURSOR), EVO_VRAM);
    kick(&core);
    for (unsigned i = 0; i < 150; i++) {
        for (unsigned n = 0; n < 3; n++) {
            nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_2, 7);
            nv_wr32(nv, A_NVD9_PDISPLAY_SUPERVISOR, 0x80000000);
        }
        nv_clock_step(nv, 1000000000LL);
        nv_screen_free(nv_screen_new(nv));
        nv_assert_hex(nv_rd32(nv, USER(CORE, GET)), core.cur);
        if (core.cur > 0xf00) {
            /* A jump to the start */
            nv_phys_wr32(nv, core.push + core.cur, 1 << 29);
            core.cur = 0;
        }
        for (unsigned n = 0; n < 4; n++) {
            mthd(&core, mthds[nv_random_below(ARRAY_SIZE(mthds))],
                 nv_random() >> nv_random_below(32));
        }
        if (i % 2) {
            /* Lines that are far from each other, up to the end and on */
            mthd(&core, HEAD(FB) + NV_EVO_FB_STORAGE,
                 1 << 24 | (nv_random() & 0xfff00));
        }
        kick(&core);
    }
    /* It shows what a driver sets then. */
    nv_machine_reset(nv);
    set_mode(nv);
    nv_assert_pixel(nv, 100, 50, BACKGROUND);
}

/* --- Notifiers -------------------------------------------------------- */

#define NOTIFIER 0x100

/* core907d_caps_init(): a head's three words, as in its registers */
static void capabilities(NVDev *nv)
{
    unsigned words = nv_card_heads(nv->card) * 3;
    Chan core;

    init(nv);
    core = open_dma(nv, CORE);
    for (unsigned i = 0; i < words; i++) {
        nv_wr32(nv, A_NVD9_PDISPLAY_HEAD_CAP + i / 3 * NV_PDISPLAY_STRIDE +
                    i % 3 * 4, 0x01010101 * (i + 1));
    }
    mthd(&core, NV_EVO_CORE_DMA_NOTIFIER, EVO_VRAM);
    mthd(&core, NV_EVO_CORE_NOTIFIER_CTRL, 1u << 31 | NOTIFIER);
    mthd(&core, NV_EVO_CORE_GET_CAPABILITIES, 0);
    kick(&core);
    for (unsigned i = 0; i < words; i++) {
        unsigned word = 53 + i / 3 * 8 + i % 3;

        nv_assert_hex(nv_phys_rd32(nv, NOTIFIER + word * 4),
                      0x01010101 * (i + 1));
    }
}

/*
 * Without the notifier they are refused.  A card of 2018 has done so: "disp:
 * chid 0 mthd 008c data 00000000 0000508c 0000102b".
 */
static void capabilities_need_a_notifier(NVDev *nv)
{
    uint32_t trapped = A_NVD9_PDISPLAY_TRAPPED_ADDR;
    Chan core;

    init(nv);
    core = open_dma(nv, CORE);
    mthd(&core, NV_EVO_CORE_DMA_NOTIFIER, EVO_VRAM);
    mthd(&core, NV_EVO_CORE_GET_CAPABILITIES, 0);
    nv_evo_nvd9_kick(&core);
    nv_assert_hex(nv_rd32(nv, trapped), 0x508c);
    nv_assert_hex(nv_rd32(nv, trapped + 4), 0);
    nv_assert_hex(nv_rd32(nv, trapped + 8), 0x102b);
}

/* Writing a part of the register acknowledges nothing beside it. */
static void awaken(NVDev *nv)
{
    const uint32_t intr = A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0;
    Chan core;

    init(nv);
    core = open_dma(nv, CORE);
    mthd(&core, NV_EVO_CORE_DMA_NOTIFIER, EVO_VRAM);
    mthd(&core, NV_EVO_CORE_NOTIFIER_CTRL, 3u << 30 | NOTIFIER);
    kick(&core);
    nv_assert_hex(nv_rd32(nv, intr), 1 << CORE);
    nv_wr08(nv, intr + 1, 0xff);
    nv_assert_hex(nv_rd32(nv, intr), 1 << CORE);
    nv_wr08(nv, intr, 1 << CORE);
    nv_assert_hex(nv_rd32(nv, intr), 0);
}

/* --- Injected errors --------------------------------------------------- */

/* TRAPPED_ADDR: skip the method, as gf119_disp_intr_error() does */
#define RESTART_SKIP 0x90000000
#define SUMMARY_ERR 2

#define TRAPPED(_chid) (A_NVD9_PDISPLAY_TRAPPED_ADDR + (_chid) * 12)

/* A method that no channel has, and one that the core channel stores */
#define NO_METHOD 0x7c
#define BLANK HEAD(OUTPUT_RESOURCE)

/**
 * struct InjectedError - as in nv-fault-display-test
 *
 * @fault: the fault
 * @chid: the channel that has it, by GF119's numbers
 * @type: TRAPPED_ADDR.TYPE
 * @mthd, @data: what the driver submits
 * @trapped, @as: what EVO finds instead
 */
typedef struct InjectedError {
    const char *fault;
    unsigned chid;
    unsigned type;
    uint16_t mthd;
    uint32_t data;
    uint16_t trapped;
    uint32_t as;
} InjectedError;

static const InjectedError injected_errors[] = {
    { "display-command", CORE, 1, BLANK, 0x11, 0, 0xe0000000 },
    { "display-method", CORE, 3, BLANK, 0x22, NO_METHOD, 0x22 },
    { "display-data method=0x470", CORE, 4,
      HEAD(FB) + NV_EVO_FB_PARAMS, EVO_A8R8G8B8, 0x470, 0xffffffff },
    { "display-data method=0x88", CORE, 7, NV_EVO_CORE_DMA_NOTIFIER, EVO_VRAM,
      0x88, 0xffffffff },
    { "display-method head=1", BASE, 3, NV_EVO_BASE_DMA_ISO, EVO_VRAM,
      NO_METHOD, EVO_VRAM },
    { "display-data head=1 method=0x410", BASE, 4,
      NVD9_EVO_BASE_FB + NV_EVO_FB_PARAMS, EVO_A8R8G8B8, 0x410,
      0xffffffff },
    { "display-data head=1 method=0xc0", BASE, 7, NV_EVO_BASE_DMA_ISO, EVO_VRAM,
      0xc0, 0xffffffff },
    { "display-command head=3", OVERLAY, 1, NV_EVO_BASE_PRESENT_CTRL, 0x10, 0,
      0xe0000000 },
    { "display-method head=3 to=0xffc", OVERLAY, 3, NV_EVO_BASE_DMA_ISO,
      EVO_VRAM, 0xffc, EVO_VRAM },
};

/* A channel stops at each; skipping it, the driver has it go on. */
static void injected(NVDev *nv)
{
    Chan chans[OVERLAY + 1];

    init(nv);
    chans[CORE] = open_dma(nv, CORE);
    chans[BASE] = open_dma(nv, BASE);
    chans[OVERLAY] = open_dma(nv, OVERLAY);
    for (unsigned i = 0; i < ARRAY_SIZE(injected_errors); i++) {
        const InjectedError *e = &injected_errors[i];
        Chan *chan = &chans[e->chid];
        uint32_t bit = 1 << e->chid;

        nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR_EN, bit);
        nv_inject(nv, e->fault, "display-method head=2");
        mthd(chan, e->mthd, e->data);
        nv_evo_nvd9_kick(chan);
        nv_assert_hex(nv_fault_done(nv, 0), 1);
        nv_assert_hex(nv_fault_done(nv, 1), 0);
        nv_inject_none(nv);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR), bit);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_SUMMARY),
                      SUMMARY_ERR);
        g_assert_true(nv_evo_pending(nv));
        nv_assert_hex(nv_rd32(nv, TRAPPED(e->chid)), e->type << 12 |
                                                     e->trapped);
        nv_assert_hex(nv_rd32(nv, TRAPPED(e->chid) + 4), e->as);

        nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR, bit);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_SUMMARY), 0);
        g_assert_false(nv_evo_pending(nv));
        nv_wr32(nv, TRAPPED(e->chid), RESTART_SKIP);
        nv_assert_hex(nv_rd32(nv, TRAPPED(e->chid)), 0);
        /* Without its command, the datum is taken for one. */
        nv_assert_hex(nv_rd32(nv, USER(e->chid, GET)), chan->cur);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR), 0);
        mthd(chan, e->mthd, e->data);
        nv_evo_nvd9_kick(chan);
        nv_assert_hex(nv_rd32(nv, USER(e->chid, GET)), chan->cur);
        nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_FIFO_ERR), 0);
    }
    g_assert_cmpuint(nv_statistic(nv, "fault-display-data"), ==, 4);
}

/* --- For debuggers ----------------------------------------------------- */

/* What the core channel waits for, and a word of its state */
static void assert_core(NVDev *nv, uint32_t at, const char *wait,
                        uint32_t written, uint32_t armed)
{
    nv_shows(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'core', 'head': 0,"
             " 'wait': %s, 'pushbuffer': { 'put': %u }, 'state': ["
             " { 'method': %u, 'written': %u, 'armed': %u } ] } ] }", wait, at,
             HEAD(FB) + NV_EVO_FB_OFFSET, written, armed);
}

static void assert_shown(NVDev *nv, uint32_t base)
{
    nv_shows(nv, "screen", NULL, "{ 'heads': [ { 'mode': 'native',"
             " 'width': 640, 'height': 480, 'bpp': 32, 'order': 'rgb',"
             " 'base': %u, 'pitch': %u, 'block-lines': 0 } ] }", base, PITCH);
}

/* Registers written, registers armed, and what a channel waits for */
static void looks(NVDev *nv)
{
    Chan core, base;

    init(nv);
    core = open_dma(nv, CORE);
    nv_evo_nvd9_push_mode(&core, 0, FB);
    kick(&core);
    assert_core(nv, core.cur, "supervisor", FB >> 8, 0);
    nv_shows(nv, "interrupts", NULL, "{ 'registers': ["
             " { 'name': 'NV_PDISPLAY_INTR_HOST_2', 'pending': 1,"
             " 'enabled': %u } ] }", 0x307);
    for (unsigned i = 0; i < 3; i++) {
        nv_evo_nvd9_supervise(nv, i);
    }
    nv_shows(nv, "interrupts", NULL, "{ 'registers': ["
             " { 'name': 'NV_PDISPLAY_INTR_HOST_2', 'pending': 0 } ] }");
    assert_core(nv, core.cur, "nothing", FB >> 8, FB >> 8);
    assert_shown(nv, FB);
    nv_hides(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'base' } ] }");
    base = open_dma(nv, BASE);
    push_flip(&base);
    nv_phys_wr32(nv, SEMAPHORE, 0);
    kick(&base);
    nv_clock_step(nv, 3 * PERIOD);
    nv_shows(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'base', 'head': 0,"
             " 'wait': 'semaphore', 'state': [ {} ] } ] }");
    assert_shown(nv, FB);
    nv_phys_wr32(nv, SEMAPHORE, 0x1111);
    nv_clock_step(nv, 3 * PERIOD);
    nv_shows(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'base', 'head': 0,"
             " 'wait': 'nothing', 'pushbuffer': { 'get': %u,"
             " 'put': %u } } ] }", base.cur, base.cur);
    assert_shown(nv, FLIPPED);
    nv_hides(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'base',"
             " 'head': 1 } ] }");
    nv_hides(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'overlay' } ] }");
}

/* By the debugger's numbers of channels, which aren't GF119's */
static void stops_at_flips(NVDev *nv)
{
    Chan core = set_mode(nv), base, ovly;

    nv_break(nv, "1 flip head=1", "3 flip head=3", "4 flip head=4");
    kick(&core);
    nv_clock_step(nv, 3 * PERIOD);
    g_assert_false(nv_is_stopped(nv));
    base = open_dma(nv, BASE);
    push_flip(&base);
    nv_phys_wr32(nv, SEMAPHORE, 0);
    kick(&base);
    nv_clock_step(nv, 3 * PERIOD);
    g_assert_false(nv_is_stopped(nv));
    nv_phys_wr32(nv, SEMAPHORE, 0x1111);
    nv_clock_step(nv, 3 * PERIOD);
    nv_stopped_at(nv, "breakpoint=1 kind=flip head=1");
    nv_go_on(nv);
    nv_evo_nvd9_open_pio(nv, OVPOS);
    ovly = open_dma(nv, OVERLAY);
    push_overlay(&ovly);
    kick(&ovly);
    nv_clock_step(nv, 3 * PERIOD);
    nv_stopped_at(nv, "breakpoint=3 kind=flip head=3");
    nv_go_on(nv);
}

/* No other channel waits for it. */
static void stops_at_vblanks(NVDev *nv)
{
    set_mode(nv);
    nv_clock_step(nv, 3 * PERIOD);
    nv_break(nv, "1 vblank head=1", "2 vblank head=0 ignore=1");
    nv_clock_step(nv, PERIOD);
    g_assert_false(nv_is_stopped(nv));
    nv_clock_step(nv, PERIOD);
    nv_stopped_at(nv, "breakpoint=2 kind=vblank head=0");
    nv_go_on(nv);
}

/* --- Tests ------------------------------------------------------------ */

static const bool yes = true;

#define GF119 \
    .needs = NV_CARD_EVO_NVD9, .fermi = true, .kepler = true, \
    .props = "vram=64M"

static const NVTest tests[] = {
    { "fermi-evo/screen", "scanout cursor overlay evo", screen, GF119,
      .cold = true },
    { "fermi-evo/screen-migrates", "migration scanout cursor overlay evo",
      screen, GF119, .cold = true, .data = &yes },
    { "fermi-evo/vblanks", "vblank", vblanks, GF119, .cold = true },
    { "fermi-evo/clocks", "vblank", clocks, GF119, .cold = true },
    { "fermi-evo/lut-modes", "overlay evo", lut_modes, GF119, .cold = true },
    { "fermi-evo/lut-interpolates", "overlay evo", lut_interpolates, GF119,
      .cold = true },
    { "fermi-evo/lut-of-base", "overlay evo", lut_of_base, GF119,
      .cold = true },
    { "fermi-evo/lut-nonsense", "hostile-display", lut_nonsense, GF119,
      .cold = true },
    { "fermi-evo/nonsense-is-harmless", "hostile-display", nonsense, GF119,
      .cold = true },
    { "fermi-evo/capabilities", "evo", capabilities, GF119, .cold = true },
    { "fermi-evo/capabilities-need-a-notifier", "evo!",
      capabilities_need_a_notifier, GF119, .cold = true },
    { "fermi-evo/awaken", "evo", awaken, GF119, .cold = true },
    { "fermi-evo/injected-errors", "fault-injection evo", injected, GF119,
      .cold = true },
    { "fermi-evo/looks", "introspection evo", looks, GF119, .cold = true },
    { "fermi-evo/stops-at-flips", "introspection evo", stops_at_flips, GF119,
      .cold = true },
    { "fermi-evo/stops-at-vblanks", "introspection vblank", stops_at_vblanks,
      GF119, .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
