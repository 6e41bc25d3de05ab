/*
 * Tests of the NVIDIA GPU: what the screen shows, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define MS 1000000LL

#define WIDTH 640
#define HEIGHT 480
#define PITCH 2560
#define FB 0x800000
#define OTHER_FB 0xa00000
#define LUT 0x780000
#define OWN_LUT 0x7900a8
#define CURSOR 0x700000

#define WHITE 0xffffff

/* Where tests ask for the smallest possible value */
#define SMALL_VRAM (64 * MiB)

static const NVEvoMode mode = {
    .width = WIDTH, .height = HEIGHT, .htotal = 800, .vtotal = 525,
    .khz = 25000,
};

typedef struct Screen {
    NVEvo evo;
    NVEvoChan core;
    NVEvoChan base;
} Screen;

static void open_all(NVDev *nv, Screen *s)
{
    nv_evo_init(nv, &s->evo);
    nv_evo_open(&s->evo, &s->core, EVO_CORE, false);
    nv_evo_open(&s->evo, &s->base, EVO_BASE, true);
    nv_evo_open_pio(&s->evo, EVO_CURSOR);
}

/* The core channel's surface */
static void show(NVDev *nv, Screen *s, uint32_t format)
{
    open_all(nv, s);
    nv_evo_mode(&s->core, 0, 0, &mode);
    nv_evo_surface(&s->core, 0, format, FB, WIDTH, HEIGHT, PITCH);
    nv_evo_set(&s->core);
}

/* What takes effect at a blank */
static void update(Screen *s)
{
    nv_evo_update(&s->core, 0);
    nv_clock_step(s->evo.nv, 20 * MS);
    g_assert_true(nv_evo_done(&s->evo));
}

static void flip(Screen *s)
{
    nv_evo_mthd(&s->base, NV_EVO_UPDATE, 0);
    nv_evo_kick(&s->base);
    nv_clock_step(s->evo.nv, 20 * MS);
    nv_assert_hex(nv_evo_get(&s->base), s->base.cur);
}

static uint32_t at(unsigned x, unsigned y)
{
    return FB + y * PITCH + x * 4;
}

/* --- Formats ---------------------------------------------------------- */

static void sizes(NVDev *nv)
{
    static const NVEvoMode modes[] = {
        { 640, 480, 800, 525, 25000 },
        { 1280, 1024, 1688, 1066, 108000 },
        { 2048, 1536, 2800, 1589, 267000 },
        { 800, 600, 1056, 628, 40000 },
    };
    Screen s;

    open_all(nv, &s);
    for (unsigned i = 0; i < ARRAY_SIZE(modes); i++) {
        g_autoptr(NVScreen) screen = NULL;

        nv_evo_mode(&s.core, 0, 0, &modes[i]);
        nv_evo_surface(&s.core, 0, NV_EVO_FORMAT_A8R8G8B8, FB,
                       modes[i].width, modes[i].height, modes[i].width * 4);
        nv_evo_set(&s.core);
        screen = nv_screen_new(nv);
        g_assert_cmpuint(screen->width, ==, modes[i].width);
        g_assert_cmpuint(screen->height, ==, modes[i].height);
    }
}

static void format_32(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    nv_phys_wr32(nv, at(0, 0), 0xff123456);
    nv_phys_wr32(nv, at(639, 479), 0x00fedcba);
    nv_assert_pixel(nv, 0, 0, 0x123456);
    nv_assert_pixel(nv, 639, 479, 0xfedcba);
    nv_assert_pixel(nv, 1, 0, 0);
    /* Written later it shows as well. */
    nv_phys_wr32(nv, at(100, 100), 0xabcdef);
    nv_assert_pixel(nv, 100, 100, 0xabcdef);
}

static void format_bgr(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8B8G8R8);
    nv_phys_wr32(nv, at(0, 0), 0xff123456);
    nv_assert_pixel(nv, 0, 0, 0x563412);
    nv_evo_surface(&s.core, 0, NV_EVO_FORMAT_A2B10G10R10, FB, WIDTH, HEIGHT,
                   PITCH);
    update(&s);
    nv_phys_wr32(nv, at(0, 0), 0xc0000000 | 0x123 << 20 | 0x155 << 10 | 0x3ff);
    nv_assert_pixel(nv, 0, 0, 0xff5548);
}

static void format_16(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_R5G6B5);
    nv_phys_wr32(nv, FB, 0x07e0u << 16 | 0xf800);
    nv_phys_wr32(nv, FB + 4, 0xffffu << 16 | 0x001f);
    nv_assert_pixel(nv, 0, 0, 0xff0000);
    nv_assert_pixel(nv, 1, 0, 0x00ff00);
    nv_assert_pixel(nv, 2, 0, 0x0000ff);
    nv_assert_pixel(nv, 3, 0, WHITE);
    nv_evo_surface(&s.core, 0, NV_EVO_FORMAT_A1R5G5B5, FB, WIDTH, HEIGHT,
                   PITCH);
    update(&s);
    nv_phys_wr32(nv, FB, 0x03e0u << 16 | 0xfc00);
    nv_assert_pixel(nv, 0, 0, 0xff0000);
    nv_assert_pixel(nv, 1, 0, 0x00ff00);
}

/* head507d_olut_load(): components of 14 bits, of which 11 count */
static uint32_t lut_component(unsigned val)
{
    return MIN((val * 0x101 + 16) >> 5, 0x7ff) << 3;
}

static void lut_entry(NVDev *nv, unsigned i, unsigned r, unsigned g,
                      unsigned b)
{
    nv_phys_wr32(nv, LUT + i * 8, lut_component(r) | lut_component(g) << 16);
    nv_phys_wr32(nv, LUT + i * 8 + 4, lut_component(b));
}

/* head507d_olut_set(), head827d_olut_set() */
static void lut_on(NVDev *nv, Screen *s, bool hires)
{
    nv_evo_mthd(&s->core, NV_EVO_HEAD(0, BASE_LUT_LO),
                0x80000000 | hires << 30);
    nv_evo_mthd(&s->core, NV_EVO_HEAD(0, BASE_LUT_HI), LUT >> 8);
    if (nv->card->features & NV_CARD_EVO_NV84) {
        nv_evo_mthd(&s->core, NV_EVO_HEAD(0, DMA_LUT), EVO_VRAM);
    }
    update(s);
}

static void format_8(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_I8);
    for (unsigned i = 0; i < 256; i++) {
        lut_entry(nv, i, i, 255 - i, 0x40);
    }
    lut_on(nv, &s, false);
    nv_phys_wr32(nv, FB, 0x80ff0007);
    nv_assert_pixel(nv, 0, 0, 0x07f840);
    nv_assert_pixel(nv, 1, 0, 0x00ff40);
    nv_assert_pixel(nv, 2, 0, 0xff0040);
    nv_assert_pixel(nv, 3, 0, 0x807f40);
    /* A change of the LUT alone changes the picture. */
    lut_entry(nv, 7, 0x11, 0x22, 0x33);
    nv_assert_pixel(nv, 0, 0, 0x112233);
}

static void gamma_ramp(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    nv_phys_wr32(nv, at(0, 0), 0x102030);
    nv_assert_pixel(nv, 0, 0, 0x102030);
    for (unsigned i = 0; i < 256; i++) {
        lut_entry(nv, i, i, i, i);
    }
    lut_on(nv, &s, true);
    nv_assert_pixel(nv, 0, 0, 0x102030);
    for (unsigned i = 0; i < 256; i++) {
        nv_phys_wr32(nv, at(i, 1), i * 0x010101);
    }
    for (unsigned i = 0; i < 256; i += 15) {
        nv_assert_pixel(nv, i, 1, i * 0x010101);
    }
    lut_entry(nv, 0x10, 0xa0, 0, 0);
    lut_entry(nv, 0x20, 0, 0xb0, 0);
    lut_entry(nv, 0x30, 0, 0, 0xc0);
    nv_assert_pixel(nv, 0, 0, 0xa0b0c0);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, BASE_LUT_LO), 0);
    update(&s);
    nv_assert_pixel(nv, 0, 0, 0x102030);
}

/* base507c_xlut_set(), base507c_xlut_clr() */
static void lut_of_base(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    for (unsigned i = 0; i < 256; i++) {
        lut_entry(nv, i, 255 - i, 0, i);
    }
    lut_on(nv, &s, true);
    nv_phys_wr32(nv, OTHER_FB, 0x102030);
    nv_evo_image(&s.base, NV_EVO_FORMAT_A8R8G8B8, OTHER_FB, WIDTH, HEIGHT,
                 PITCH);
    flip(&s);
    nv_assert_pixel(nv, 0, 0, 0x102030);
    nv_evo_mthd(&s.base, NV_EVO_BASE_LUT_LO, 1 << 30);
    flip(&s);
    nv_assert_pixel(nv, 0, 0, 0xef0030);
    nv_evo_mthd(&s.base, NV_EVO_BASE_LUT_LO, 0);
    flip(&s);
    nv_assert_pixel(nv, 0, 0, 0x102030);
    /* Its own, at an address whose bits 7 to 2 are ORIGIN's in LO */
    for (unsigned i = 0; i < 256; i++) {
        nv_phys_wr32(nv, OWN_LUT + i * 8, lut_component(i));
        nv_phys_wr32(nv, OWN_LUT + i * 8 + 4, lut_component(255 - i));
    }
    nv_evo_mthd(&s.base, NV_EVO_BASE_LUT_LO, 3u << 30 | (OWN_LUT & 0xfc));
    nv_evo_mthd(&s.base, NV_EVO_BASE_LUT_HI, OWN_LUT >> 8);
    if (nv->card->features & NV_CARD_EVO_NV84) {
        nv_evo_mthd(&s.base, NV_EVO_BASE_DMA_LUT, EVO_VRAM);
    }
    flip(&s);
    nv_assert_pixel(nv, 0, 0, 0x1000cf);
    if (nv->card->features & NV_CARD_EVO_NV84) {
        nv_evo_mthd(&s.base, NV_EVO_BASE_DMA_LUT, 0);
        flip(&s);
        nv_assert_pixel(nv, 0, 0, 0x102030);
        /* An object that the core channel doesn't have */
        nv_evo_object(&s.evo, EVO_BASE, 0x77,
                      NV_VM_DMAOBJ_VRAM | NV_VM_DMAOBJ_RW, OWN_LUT & ~0xff,
                      (OWN_LUT & ~0xff) + 0xfff);
        nv_evo_mthd(&s.base, NV_EVO_BASE_DMA_LUT, 0x77);
        nv_evo_mthd(&s.base, NV_EVO_BASE_LUT_HI, 0);
        flip(&s);
        nv_assert_pixel(nv, 0, 0, 0x1000cf);
    }
    /* The core channel's is another. */
    nv_evo_mthd(&s.base, NV_EVO_BASE_LUT_LO, 1 << 30 | (OWN_LUT & 0xfc));
    flip(&s);
    nv_assert_pixel(nv, 0, 0, 0xef0030);
}

/* cl507d.h: SET_BASE_LUT_LO_ORIGIN, bits 7 to 2 */
static void lut_origin(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    for (unsigned i = 0; i < 256; i++) {
        lut_entry(nv, i, 255 - i, 0, i);
    }
    lut_on(nv, &s, true);
    nv_phys_wr32(nv, FB, 0x102030);
    nv_assert_pixel(nv, 0, 0, 0xef0030);
    /* 16 entries further on */
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, BASE_LUT_LO), 0xc0000080);
    update(&s);
    nv_assert_pixel(nv, 0, 0, 0xdf0040);
}

/* --- Where the pixels are --------------------------------------------- */

static void pitch(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    nv_evo_surface(&s.core, 0, NV_EVO_FORMAT_A8R8G8B8, FB, WIDTH, HEIGHT,
                   0x1100);
    update(&s);
    nv_phys_wr32(nv, FB + 3 * 0x1100 + 5 * 4, 0x0000aa);
    nv_assert_pixel(nv, 5, 3, 0x0000aa);
}

/* Blocks of 64 bytes by four lines or eight, several one above the other */
static void blocks(NVDev *nv)
{
    unsigned gob = nv_evo_gob_lines(nv);
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    for (unsigned order = 0; order < 6; order++) {
        unsigned lines = gob << order, columns = PITCH / 64;
        unsigned x = 37, y = lines + lines / 2 + 1;
        uint32_t addr = FB + (y / lines * columns + x * 4 / 64) * 64 * lines +
                        y % lines * 64 + x * 4 % 64;

        nv_evo_mthd(&s.core, NV_EVO_HEAD(0, FB) + NV_EVO_FB_STORAGE,
                    columns << 8 | order);
        update(&s);
        nv_phys_wr32(nv, addr, 0x00a0b0 + order);
        nv_assert_pixel(nv, x, y, 0x00a0b0 + order);
        nv_phys_wr32(nv, addr, 0);
        nv_assert_pixel(nv, x, y, 0);
    }
}

/* A part of a larger surface */
static void viewport_in(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    nv_evo_surface(&s.core, 0, NV_EVO_FORMAT_A8R8G8B8, FB, 1024, 768, 4096);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, VIEWPORT_POINT_IN), 20 << 16 | 100);
    update(&s);
    nv_phys_wr32(nv, FB + 25 * 4096 + 130 * 4, 0x123456);
    nv_assert_pixel(nv, 30, 5, 0x123456);
}

static void viewport_scaled(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, VIEWPORT_SIZE_IN), 120 << 16 | 160);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, VIEWPORT_SIZE_OUT), 240 << 16 | 320);
    update(&s);
    nv_phys_wr32(nv, at(0, 0), 0x111111);
    nv_phys_wr32(nv, at(1, 1), 0x222222);
    nv_phys_wr32(nv, at(159, 119), 0x333333);
    /* In the middle, each pixel twice */
    nv_assert_pixel(nv, 160, 120, 0x111111);
    nv_assert_pixel(nv, 161, 121, 0x111111);
    nv_assert_pixel(nv, 162, 122, 0x222222);
    nv_assert_pixel(nv, 479, 359, 0x333333);
    nv_assert_pixel(nv, 159, 120, 0);
    nv_assert_pixel(nv, 480, 359, 0);
    nv_phys_wr32(nv, at(1, 1), 0x444444);
    nv_assert_pixel(nv, 163, 123, 0x444444);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, VIEWPORT_POINT_OUT_ADJUST),
                (uint32_t)-20 << 16 | 10);
    update(&s);
    nv_assert_pixel(nv, 170, 100, 0x111111);
}

static void beyond_vram(NVDev *nv)
{
    uint32_t last = SMALL_VRAM - 2 * PITCH;
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    nv_evo_surface(&s.core, 0, NV_EVO_FORMAT_A8R8G8B8, last, WIDTH, HEIGHT,
                   PITCH);
    update(&s);
    nv_phys_wr32(nv, last, 0x0000dd);
    nv_assert_pixel(nv, 0, 0, 0x0000dd);
    nv_assert_pixel(nv, 0, 2, 0);
    nv_evo_surface(&s.core, 0, NV_EVO_FORMAT_A8R8G8B8, 0xffffff00, WIDTH,
                   HEIGHT, PITCH);
    update(&s);
    nv_assert_pixel(nv, 0, 0, 0);
}

/* --- Base channel, heads ---------------------------------------------- */

static void flips(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    nv_phys_wr32(nv, FB, 0x111111);
    nv_phys_wr32(nv, OTHER_FB, 0x222222);
    nv_phys_wr32(nv, OTHER_FB + PITCH, 0x333333);
    nv_assert_pixel(nv, 0, 0, 0x111111);
    nv_evo_image(&s.base, NV_EVO_FORMAT_A8R8G8B8, OTHER_FB, WIDTH, HEIGHT,
                 PITCH);
    nv_evo_kick(&s.base);
    nv_assert_pixel(nv, 0, 0, 0x111111);
    flip(&s);
    nv_assert_pixel(nv, 0, 0, 0x222222);
    nv_evo_image(&s.base, NV_EVO_FORMAT_A8R8G8B8, OTHER_FB + PITCH, WIDTH,
                 HEIGHT, PITCH);
    flip(&s);
    nv_assert_pixel(nv, 0, 0, 0x333333);
    /* base507c_image_clr() */
    nv_evo_mthd(&s.base, NV_EVO_BASE_DMA_ISO, 0);
    flip(&s);
    nv_assert_pixel(nv, 0, 0, 0x111111);
}

/* Only the second head is on, at any output. */
static void second_head(NVDev *nv)
{
    Screen s;

    open_all(nv, &s);
    nv_evo_mode(&s.core, 1, 1, &mode);
    nv_evo_surface(&s.core, 1, NV_EVO_FORMAT_A8R8G8B8, FB, WIDTH, HEIGHT,
                   PITCH);
    nv_evo_set(&s.core);
    nv_phys_wr32(nv, FB, 0x998877);
    nv_assert_pixel(nv, 0, 0, 0x998877);
    /* With both on, it is the head that the first DAC shows. */
    nv_evo_mode(&s.core, 0, 0, &mode);
    nv_evo_surface(&s.core, 0, NV_EVO_FORMAT_A8R8G8B8, OTHER_FB, WIDTH,
                   HEIGHT, PITCH);
    nv_evo_set(&s.core);
    nv_phys_wr32(nv, OTHER_FB, 0x665544);
    nv_assert_pixel(nv, 0, 0, 0x665544);
    nv_evo_mthd(&s.core, NV_EVO_DAC_CTRL(0), 0);
    nv_evo_set(&s.core);
    nv_assert_pixel(nv, 0, 0, 0x998877);
}

/* VGA's picture, until a head is on; and again when no channel drives heads. */
static void vga(NVDev *nv)
{
    g_autoptr(NVScreen) screen = NULL;
    Screen s;

    nv_wr08(nv, NV_PRMCIO + 0x3c2, 0x67);
    nv_cr_wr(nv, 0x01, 79);
    nv_cr_wr(nv, 0x07, 0x1f);
    nv_cr_wr(nv, 0x09, 0x4f);
    nv_cr_wr(nv, 0x12, 0x8f);
    nv_wr08(nv, NV_PRMCIO + 0x3c4, 1);
    nv_wr08(nv, NV_PRMCIO + 0x3c5, 0);
    nv_attr_wr(nv, 0x10, 0x0c);
    screen = nv_screen_new(nv);
    g_assert_cmpuint(screen->width, ==, 720);
    g_assert_cmpuint(screen->height, ==, 400);
    g_clear_pointer(&screen, nv_screen_free);

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    screen = nv_screen_new(nv);
    g_assert_cmpuint(screen->width, ==, WIDTH);
    g_clear_pointer(&screen, nv_screen_free);

    nv_phys_wr32(nv, FB, WHITE);
    nv_assert_pixel(nv, 0, 0, WHITE);
    nv_evo_mthd(&s.core, NV_EVO_DAC_CTRL(0), 0);
    nv_evo_set(&s.core);
    nv_assert_pixel(nv, 0, 0, 0);
    nv_evo_close(&s.core);
    screen = nv_screen_new(nv);
    g_assert_cmpuint(screen->width, ==, 720);
    g_assert_cmpuint(screen->height, ==, 400);
}

/* --- Cursor ----------------------------------------------------------- */

#define CURSOR_ARGB_64 0x85000000
#define CURSOR_1555_32 0x80000000
#define PREMULT 0x10000000
#define XOR 0x20000000

/* head507d_curs_set(), head827d_curs_set() */
static void cursor_show(NVDev *nv, Screen *s, uint32_t ctrl)
{
    nv_evo_mthd(&s->core, NV_EVO_HEAD(0, CTRL_CURSOR), ctrl);
    nv_evo_mthd(&s->core, NV_EVO_HEAD(0, OFFSET_CURSOR), CURSOR >> 8);
    if (nv->card->features & NV_CARD_EVO_NV84) {
        nv_evo_mthd(&s->core, NV_EVO_HEAD(0, DMA_CURSOR), EVO_VRAM);
    }
    update(s);
}

/* curs507a_point(), curs507a_update() */
static void cursor_move(NVDev *nv, int x, int y)
{
    nv_wr32(nv, nv_evo_user(EVO_CURSOR, A_NV_EVO_USER_POINT_OUT),
            (uint32_t)y << 16 | (x & 0xffff));
    nv_wr32(nv, nv_evo_user(EVO_CURSOR, A_NV_EVO_USER_UPDATE), 0);
}

static void cursor_argb(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    for (unsigned i = 0; i < 3; i++) {
        nv_phys_wr32(nv, at(100 + i, 10), 0x0000ff);
    }
    nv_phys_wr32(nv, CURSOR, 0xffff0000);
    nv_phys_wr32(nv, CURSOR + 4, 0x80ff0000);
    nv_phys_wr32(nv, CURSOR + 8, 0x00ffffff);
    nv_phys_wr32(nv, CURSOR + (63 * 64 + 63) * 4, 0xffffff00);
    cursor_move(nv, 100, 10);
    cursor_show(nv, &s, CURSOR_ARGB_64);
    nv_assert_pixel(nv, 100, 10, 0xff0000);
    nv_assert_pixel(nv, 101, 10, 0x80007f);
    nv_assert_pixel(nv, 102, 10, 0x0000ff);
    nv_assert_pixel(nv, 163, 73, 0xffff00);
    /* It isn't drawn into video memory. */
    nv_assert_hex(nv_phys_rd32(nv, at(100, 10)), 0xff);
    cursor_move(nv, 200, 10);
    nv_assert_pixel(nv, 100, 10, 0x0000ff);
    nv_assert_pixel(nv, 200, 10, 0xff0000);
    /* Without UPDATE it stays. */
    nv_wr32(nv, nv_evo_user(EVO_CURSOR, A_NV_EVO_USER_POINT_OUT), 0);
    nv_assert_pixel(nv, 200, 10, 0xff0000);
    nv_phys_wr32(nv, CURSOR, 0xff00ff00);
    nv_assert_pixel(nv, 200, 10, 0x00ff00);
    /* The hot spot is at the position. */
    cursor_show(nv, &s, CURSOR_ARGB_64 | 3 << 16 | 5 << 8);
    nv_assert_pixel(nv, 195, 7, 0x00ff00);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, CTRL_CURSOR), 0);
    update(&s);
    nv_assert_pixel(nv, 195, 7, 0);
}

static void cursor_mixes(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    for (unsigned i = 0; i < 3; i++) {
        nv_phys_wr32(nv, at(i, 0), WHITE);
    }
    /* Multiplied with alpha already */
    nv_phys_wr32(nv, CURSOR, 0x80400000);
    cursor_move(nv, 0, 0);
    cursor_show(nv, &s, CURSOR_ARGB_64 | PREMULT);
    nv_assert_pixel(nv, 0, 0, 0xbf7f7f);
    /* 32 x 32 pixels of 16 bits: bit 15 is alpha, or clear inverts */
    nv_phys_wr32(nv, CURSOR, 0x7fffu << 16 | 0xfc00);
    cursor_show(nv, &s, CURSOR_1555_32);
    nv_assert_pixel(nv, 0, 0, 0xff0000);
    nv_assert_pixel(nv, 1, 0, WHITE);
    cursor_show(nv, &s, CURSOR_1555_32 | XOR);
    nv_assert_pixel(nv, 0, 0, 0xff0000);
    nv_assert_pixel(nv, 1, 0, 0);
}

static void cursor_edges(NVDev *nv)
{
    static const int places[][2] = {
        { -63, -63 }, { -64, -64 }, { WIDTH - 1, HEIGHT - 1 },
        { WIDTH, HEIGHT }, { -32768, -32768 }, { 32767, 32767 },
    };
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    for (unsigned i = 0; i < 64 * 64; i++) {
        nv_phys_wr32(nv, CURSOR + i * 4, 0xff00ff00);
    }
    cursor_show(nv, &s, CURSOR_ARGB_64);
    for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
        g_autoptr(NVScreen) screen = NULL;

        cursor_move(nv, places[i][0], places[i][1]);
        screen = nv_screen_new(nv);
        nv_assert_hex(nv_screen_pixel(screen, 0, 0), i ? 0 : 0x00ff00);
        nv_assert_hex(nv_screen_pixel(screen, WIDTH - 1, HEIGHT - 1),
                      i == 2 ? 0x00ff00 : 0);
    }
    /* An image that isn't in memory as a whole isn't shown. */
    cursor_move(nv, 0, 0);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, OFFSET_CURSOR),
                (SMALL_VRAM - 0x800) >> 8);
    update(&s);
    nv_assert_pixel(nv, 0, 0, 0);
}

/* --- Snapshots, and nonsense ------------------------------------------ */

static void migrated(NVDev *nv)
{
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    nv_evo_image(&s.base, NV_EVO_FORMAT_A8R8G8B8, OTHER_FB, WIDTH, HEIGHT,
                 PITCH);
    flip(&s);
    nv_phys_wr32(nv, OTHER_FB, 0x123456);
    nv_phys_wr32(nv, CURSOR, 0xffff0000);
    cursor_move(nv, 300, 300);
    cursor_show(nv, &s, CURSOR_ARGB_64);
    nv_migrate(nv);
    nv_assert_pixel(nv, 0, 0, 0x123456);
    nv_assert_pixel(nv, 300, 300, 0xff0000);
    cursor_move(nv, 301, 300);
    nv_assert_pixel(nv, 301, 300, 0xff0000);
}

/* Whatever the channels contain, a screen dump can be taken. */
static void nonsense(NVDev *nv)
{
    static const uint32_t formats[] = {
        0x1e, 0x1f, 0x2e, 0xca, 0xcf, 0xd1, 0xd5, 0xe8, 0xe9,
    };
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x507c);
    Screen s;

    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    for (unsigned i = 0; i < 150; i++) {
        uint16_t fb = NV_EVO_HEAD(0, FB);

        nv_evo_mthd(&s.core, fb + NV_EVO_FB_PARAMS,
                    formats[g_rand_int_range(rand, 0, 9)] << 8);
        nv_evo_mthd(&s.core, fb + NV_EVO_FB_OFFSET,
                    g_rand_int(rand) >> g_rand_int_range(rand, 0, 32));
        for (unsigned n = 0; n < 4; n++) {
            static const uint16_t mthds[] = {
                NV_EVO_HEAD(0, FB) + NV_EVO_FB_STORAGE,
                NV_EVO_HEAD(0, VIEWPORT_POINT_IN),
                NV_EVO_HEAD(0, VIEWPORT_SIZE_IN),
                NV_EVO_HEAD(0, VIEWPORT_SIZE_OUT),
                NV_EVO_HEAD(0, VIEWPORT_POINT_OUT_ADJUST),
                NV_EVO_HEAD(0, CTRL_CURSOR), NV_EVO_HEAD(0, OFFSET_CURSOR),
                NV_EVO_HEAD(0, BASE_LUT_LO), NV_EVO_HEAD(0, BASE_LUT_HI),
            };

            nv_evo_mthd(&s.core, mthds[g_rand_int_range(rand, 0, 9)],
                        g_rand_int(rand));
        }
        if (i % 10 == 9) {
            uint32_t start = g_rand_int(rand) & 0x00ff00ff;

            nv_evo_mthd(&s.core, NV_EVO_HEAD(0, RASTER_BLANK_END), start);
            nv_evo_mthd(&s.core, NV_EVO_HEAD(0, RASTER_BLANK_START),
                        start + (g_rand_int(rand) & 0x0fff0fff));
            nv_evo_mthd(&s.core, NV_EVO_HEAD(0, RASTER_SIZE), 0x7fff7fff);
        }
        nv_evo_update(&s.core, 0);
        nv_evo_supervise(&s.evo);
        nv_clock_step(nv, 1000 * MS);
        nv_screen_free(nv_screen_new(nv));
    }
    /* It still shows what the driver sets. */
    nv_machine_reset(nv);
    show(nv, &s, NV_EVO_FORMAT_A8R8G8B8);
    nv_phys_wr32(nv, FB, 0x123456);
    nv_assert_pixel(nv, 0, 0, 0x123456);
}

#define NV50 \
    .needs = NV_CARD_EVO_NV50, .tesla = true, .fermi = true, .cold = true

static const NVTest tests[] = {
    { "evo-scanout/mode-sets-the-size", "scanout", sizes, NV50, .slow = true },
    { "evo-scanout/32-bits", "scanout", format_32, NV50 },
    { "evo-scanout/blue-first", "scanout", format_bgr, NV50 },
    { "evo-scanout/16-bits", "scanout", format_16, NV50 },
    { "evo-scanout/8-bits-through-the-lut", "scanout", format_8, NV50 },
    { "evo-scanout/lut-is-the-gamma-ramp", "scanout", gamma_ramp, NV50 },
    { "evo-scanout/lut-of-a-base-channel", "scanout", lut_of_base, NV50 },
    { "evo-scanout/lut-origin", "scanout", lut_origin, NV50 },
    { "evo-scanout/pitch", "scanout!", pitch, NV50 },
    { "evo-scanout/blocks", "scanout", blocks, NV50 },
    { "evo-scanout/viewport-in", "scanout", viewport_in, NV50 },
    { "evo-scanout/viewport-scaled", "scanout", viewport_scaled, NV50 },
    { "evo-scanout/black-beyond-video-memory", "hostile-display!", beyond_vram,
      NV50, .props = "vram=64M" },
    { "evo-scanout/flips", "scanout", flips, NV50 },
    { "evo-scanout/second-head", "second-head!", second_head, NV50 },
    { "evo-scanout/vga-before-and-after", "scanout", vga, NV50 },
    { "evo-cursor/argb", "cursor!", cursor_argb, NV50 },
    { "evo-cursor/mixes", "cursor", cursor_mixes, NV50 },
    { "evo-cursor/edges", "hostile-display", cursor_edges, NV50,
      .props = "vram=64M" },
    { "evo-scanout/survives-migration", "migration", migrated, NV50,
      .props = "vram=64M", .slow = true },
    { "evo-scanout/nonsense-is-harmless", "hostile-display", nonsense, NV50,
      .props = "vram=64M", .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
