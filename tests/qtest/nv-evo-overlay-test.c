/*
 * Tests of the NVIDIA GPU: overlay channels of PDISPLAY
 *
 * What nouveau's dispnv50/ovly507e.c and ovly827e.c rely on; NVIDIA's class
 * headers (cl507e.h, cl827e.h) for what they don't use.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define PERIOD NV_EVO_VGA_PERIOD

/* --- Notifiers -------------------------------------------------------- */

/* Methods: in another order than a base channel's */
enum {
    PRESENT_CONTROL = 0x84,
    SEMAPHORE_ACQUIRE = 0x88,
    SEMAPHORE_RELEASE = 0x8c,
    SEMAPHORE_CONTROL = 0x90,
    CONTEXT_DMA_SEMAPHORE = 0x94,
    NOTIFIER_CONTROL = 0xa0,
    CONTEXT_DMA_NOTIFIER = 0xa4,
};

enum {
    NOT_BEGUN,
    BEGUN,
    FINISHED,
};

static bool is_nv84(NVDev *nv)
{
    return nv->card->features & NV_CARD_EVO_NV84;
}

static uint64_t now(NVDev *nv)
{
    uint64_t high = nv_rd32(nv, A_NV_PTIMER_TIME_HIGH);

    return high << 32 | nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
}

static uint32_t sync_rd(NVEvo *evo, uint32_t offset)
{
    return nv_phys_rd32(evo->nv, evo->sync + offset);
}

/* base507c_ntfy_reset(), ovly827e_ntfy_reset() */
static void reset_notifier(NVEvo *evo, uint32_t offset)
{
    for (unsigned i = 0; i < 16; i += 4) {
        nv_phys_wr32(evo->nv, evo->sync + offset + i, 0);
    }
    if (is_nv84(evo->nv)) {
        nv_phys_wr32(evo->nv, evo->sync + offset + 12, 0x80000000);
    }
}

/* base507c_ntfy_wait_begun(), ovly827e_ntfy_wait_begun(): what they look at */
static unsigned status(NVEvo *evo, uint32_t offset)
{
    if (!is_nv84(evo->nv)) {
        return sync_rd(evo, offset) >> 30;
    }
    switch (sync_rd(evo, offset + 12) >> 16) {
    case 0x8000:
        return NOT_BEGUN;
    case 0xffff:
        return BEGUN;
    case 0:
        return FINISHED;
    default:
        g_assert_not_reached();
    }
}

static unsigned count(NVEvo *evo, uint32_t offset)
{
    return is_nv84(evo->nv) ? sync_rd(evo, offset + 12) & 0xff
                            : sync_rd(evo, offset) & 0xffff;
}

static void flip(NVEvoChan *ovly, uint32_t offset, uint32_t present)
{
    nv_evo_mthd(ovly, PRESENT_CONTROL, present);
    nv_evo_mthd(ovly, NOTIFIER_CONTROL, offset);
    nv_evo_mthd(ovly, CONTEXT_DMA_NOTIFIER, EVO_SYNC);
    nv_evo_mthd(ovly, NV_EVO_UPDATE, 0);
    nv_evo_kick(ovly);
}

static void notifiers(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, ovly;
    uint64_t before, after, time;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &ovly, EVO_OVERLAY, false);
    nv_evo_next_frame(&evo);
    reset_notifier(&evo, 0x60);
    reset_notifier(&evo, 0x70);
    nv_phys_wr32(nv, evo.sync + 0x80, 0x12345678);
    flip(&ovly, 0x60, 1 << 4);
    nv_assert_hex(status(&evo, 0x60), NOT_BEGUN);
    before = now(nv);
    nv_clock_step(nv, PERIOD);
    after = now(nv);
    nv_assert_hex(status(&evo, 0x60), BEGUN);
    nv_assert_hex(count(&evo, 0x60), 1);
    if (is_nv84(nv)) {
        time = sync_rd(&evo, 0x60) | (uint64_t)sync_rd(&evo, 0x64) << 32;
        g_assert_cmpuint(time, >=, before);
        g_assert_cmpuint(time, <=, after);
    } else {
        /* 1024 ns each, as in the first word */
        time = sync_rd(&evo, 0x64);
        g_assert_cmpuint(time, >=, before >> 10);
        g_assert_cmpuint(time, <=, after >> 10);
        nv_assert_hex(sync_rd(&evo, 0x60) >> 16 & 0x3fff, time & 0x3fff);
        nv_assert_hex(sync_rd(&evo, 0x68), 0);
    }
    /* The next flip ends it; nothing is written behind the notifier. */
    flip(&ovly, 0x70, 1 << 4);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(status(&evo, 0x70), BEGUN);
    nv_assert_hex(count(&evo, 0x70), 2);
    nv_assert_hex(status(&evo, 0x60), FINISHED);
    nv_assert_hex(sync_rd(&evo, 0x80), 0x12345678);
    nv_assert_hex(nv_evo_intr0(nv), 0);
    if (!is_nv84(nv)) {
        nv_assert_hex(sync_rd(&evo, 0x64), time);
    }
    /* WRITE_AWAKEN */
    flip(&ovly, 0x40000060, 1 << 4);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(status(&evo, 0x60), BEGUN);
    nv_assert_hex(status(&evo, 0x70), FINISHED);
    nv_assert_hex(nv_evo_intr0(nv), 1 << EVO_OVERLAY);
}

/* Each head's channel waits for its own head, whatever the others do. */
static void second_head(NVDev *nv)
{
    NVEvoMode slow = nv_evo_vga;
    NVEvo evo;
    NVEvoChan core, ovly;

    slow.khz /= 4;
    nv_evo_light(nv, &evo, &core);
    nv_evo_mode(&core, 1, 1, &slow);
    nv_evo_set(&core);
    nv_evo_open(&evo, &ovly, EVO_OVERLAY + 1, false);
    reset_notifier(&evo, 0x60);
    reset_notifier(&evo, 0x70);
    flip(&ovly, 0x60, 1 << 4);
    nv_clock_step(nv, 5 * PERIOD);
    nv_assert_hex(status(&evo, 0x60), BEGUN);
    flip(&ovly, 0x70, 1 << 4);
    nv_clock_step(nv, PERIOD);
    nv_assert_hex(status(&evo, 0x70), NOT_BEGUN);
    nv_clock_step(nv, 4 * PERIOD);
    nv_assert_hex(status(&evo, 0x70), BEGUN);
    nv_assert_hex(status(&evo, 0x60), FINISHED);
}

/* A base channel's notifier is the same on all cards. */
static void base_notifier(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, base;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE, false);
    nv_phys_wr32(nv, evo.sync + 0x64, 0x12345678);
    nv_evo_mthd(&base, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    flip(&base, 0x60, 1 << 4);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(sync_rd(&evo, 0x60) & 0xc000ffff, 0x40000001);
    nv_assert_hex(sync_rd(&evo, 0x64), 0x12345678);
}

static void semaphores(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core, ovly;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &ovly, EVO_OVERLAY, false);
    reset_notifier(&evo, 0x60);
    nv_evo_mthd(&ovly, SEMAPHORE_CONTROL, 0xc0);
    nv_evo_mthd(&ovly, SEMAPHORE_ACQUIRE, 0x1111);
    nv_evo_mthd(&ovly, SEMAPHORE_RELEASE, 0x2222);
    nv_evo_mthd(&ovly, CONTEXT_DMA_SEMAPHORE, EVO_SYNC);
    flip(&ovly, 0x60, 1 << 4);
    nv_clock_step(nv, 5 * PERIOD);
    nv_assert_hex(status(&evo, 0x60), NOT_BEGUN);
    nv_assert_hex(sync_rd(&evo, 0xc0), 0);
    nv_phys_wr32(nv, evo.sync + 0xc0, 0x1111);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(status(&evo, 0x60), BEGUN);
    nv_assert_hex(sync_rd(&evo, 0xc0), 0x2222);
}

/* --- Pictures --------------------------------------------------------- */

/* Methods of the picture */
enum {
    CONTEXT_DMA_ISO = 0xc0,
    POINT_IN = 0xe0,
    SIZE_IN = 0xe4,
    SIZE_OUT = 0xe8,
    COMPOSITION_CONTROL = 0x100,
    KEY_COLOR = 0x104,
    KEY_MASK = 0x108,
    SURFACE_SET_OFFSET = 0x800,
    SURFACE_SET_SIZE = 0x808,
    SURFACE_SET_STORAGE = 0x80c,
    SURFACE_SET_PARAMS = 0x810,
};

enum {
    KEY_SOURCE = 0,
    KEY_DESTINATION = 1,
    OPAQUE_SUSPEND_BASE = 2,
};

enum {
    YUV_601 = 1,
    YUV_709 = 2,
};

#define FORMAT_YUYV 0x2800
#define FORMAT_UYVY 0x2900
#define FORMAT_X8R8G8B8 0xcf00
#define FORMAT_X2B10G10R10 0xd100
#define FORMAT_X1R5G5B5 0xe900

#define FB 0x800000
#define FB_PITCH 2560
#define PICTURE 0xa00000
#define PITCH 256
#define CURSOR 0x700000

#define BASE_COLOR 0x102030

/* Where the picture is on the screen */
#define X 100
#define Y 50
#define WIDTH 32
#define HEIGHT 16

typedef struct Screen {
    NVEvo evo;
    NVEvoChan core, ovly;
} Screen;

static void move(NVDev *nv, int x, int y)
{
    nv_wr32(nv, nv_evo_user(EVO_OVPOS, A_NV_EVO_USER_POINT_OUT),
            (uint32_t)y << 16 | (x & 0xffff));
    nv_wr32(nv, nv_evo_user(EVO_OVPOS, A_NV_EVO_USER_UPDATE), 0);
}

static void update(Screen *s)
{
    nv_evo_mthd(&s->ovly, NV_EVO_UPDATE, 0);
    nv_evo_kick(&s->ovly);
    nv_clock_step(s->evo.nv, 2 * PERIOD);
    nv_assert_hex(nv_evo_get(&s->ovly), s->ovly.cur);
}

/* ovly507e_image_set(), ovly507e_scale_set(), oimm507b_point() */
static void picture(Screen *s, uint32_t params)
{
    nv_evo_mthd(&s->ovly, PRESENT_CONTROL, 1 << 4);
    nv_evo_mthd(&s->ovly, CONTEXT_DMA_ISO, EVO_VRAM);
    nv_evo_mthd(&s->ovly, COMPOSITION_CONTROL, OPAQUE_SUSPEND_BASE);
    nv_evo_mthd(&s->ovly, SURFACE_SET_OFFSET, PICTURE >> 8);
    nv_evo_mthd(&s->ovly, SURFACE_SET_SIZE, HEIGHT << 16 | WIDTH);
    nv_evo_mthd(&s->ovly, SURFACE_SET_STORAGE, 1 << 20 | PITCH);
    nv_evo_mthd(&s->ovly, SURFACE_SET_PARAMS, params);
    nv_evo_mthd(&s->ovly, POINT_IN, 0);
    nv_evo_mthd(&s->ovly, SIZE_IN, HEIGHT << 16 | WIDTH);
    nv_evo_mthd(&s->ovly, SIZE_OUT, WIDTH);
    move(s->evo.nv, X, Y);
    update(s);
}

static void show(NVDev *nv, Screen *s, uint32_t params)
{
    for (unsigned y = Y - 2; y < Y + HEIGHT + 2; y++) {
        for (unsigned x = X - 8; x < X + WIDTH + 8; x++) {
            nv_phys_wr32(nv, FB + y * FB_PITCH + x * 4, BASE_COLOR);
        }
    }
    nv_evo_light(nv, &s->evo, &s->core);
    nv_evo_surface(&s->core, 0, NV_EVO_FORMAT_A8R8G8B8, FB, 640, 480,
                   FB_PITCH);
    nv_evo_update(&s->core, 0);
    nv_clock_step(nv, 2 * PERIOD);
    nv_evo_open(&s->evo, &s->ovly, EVO_OVERLAY, false);
    nv_evo_open_pio(&s->evo, EVO_OVPOS);
    picture(s, params);
}

/* A picture whose pixels all differ */
static uint32_t color(unsigned x, unsigned y)
{
    return (x * 7 + 1) << 16 | (y * 11 + 3) << 8 | (255 - x * 3 - y);
}

static void fill(NVDev *nv)
{
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            nv_phys_wr32(nv, PICTURE + y * PITCH + x * 4,
                         0xff000000 | color(x, y));
        }
    }
}

static bool inside(unsigned x, unsigned y)
{
    return x >= X && x < X + WIDTH && y >= Y && y < Y + HEIGHT;
}

static void rgb(NVDev *nv)
{
    g_autoptr(NVScreen) screen = NULL;
    Screen s;

    fill(nv);
    show(nv, &s, FORMAT_X8R8G8B8);
    screen = nv_screen_new(nv);
    for (unsigned y = Y - 2; y < Y + HEIGHT + 2; y++) {
        for (unsigned x = X - 2; x < X + WIDTH + 2; x++) {
            nv_assert_hex(nv_screen_pixel(screen, x, y),
                          inside(x, y) ? color(x - X, y - Y) : BASE_COLOR);
        }
    }
    /* Pixels that are written later show, too. */
    nv_phys_wr32(nv, PICTURE, 0x123456);
    nv_assert_pixel(nv, X, Y, 0x123456);
    /* It is moved by its own channel. */
    move(nv, X + 10, Y + 5);
    nv_assert_pixel(nv, X + 10, Y + 5, 0x123456);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
    /* Beyond the edges only a part of it is visible. */
    move(nv, -5, -3);
    nv_assert_pixel(nv, 0, 0, color(5, 3));
    move(nv, 639, 479);
    nv_assert_pixel(nv, 639, 479, 0x123456);
    /* base507c_image_clr() */
    move(nv, X, Y);
    nv_evo_mthd(&s.ovly, CONTEXT_DMA_ISO, 0);
    update(&s);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
    nv_assert_pixel(nv, X + 1, Y, BASE_COLOR);
}

static void gone_with_its_channel(NVDev *nv)
{
    Screen s;

    fill(nv);
    show(nv, &s, FORMAT_X8R8G8B8);
    nv_assert_pixel(nv, X, Y, color(0, 0));
    nv_evo_close(&s.ovly);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
}

static void other_rgb(NVDev *nv)
{
    Screen s;

    nv_phys_wr32(nv, PICTURE, 0x83e0fc00);
    show(nv, &s, FORMAT_X1R5G5B5);
    nv_assert_pixel(nv, X, Y, 0xff0000);
    nv_assert_pixel(nv, X + 1, Y, 0x00ff00);
    nv_phys_wr32(nv, PICTURE, 0xfff << 20);
    nv_evo_mthd(&s.ovly, SURFACE_SET_PARAMS, FORMAT_X2B10G10R10);
    nv_evo_kick(&s.ovly);
    if (is_nv84(nv)) {
        update(&s);
        nv_assert_pixel(nv, X, Y, 0x0000ff);
    } else {
        /* NV50's class doesn't have it. */
        nv_assert_hex(nv_evo_intr0(nv), 0x10000 << EVO_OVERLAY);
    }
}

/* A matrix of ITU-R, for luminance from 16 to 235, by its two weights */
static double itu(unsigned i, double kr, double kb, int y, int u, int v)
{
    double luma = (y - 16) * 255 / 219.0;
    double pb = (u - 128) * 255 / 224.0, pr = (v - 128) * 255 / 224.0;
    double r = luma + 2 * (1 - kr) * pr;
    double b = luma + 2 * (1 - kb) * pb;
    double g = (luma - kr * r - kb * b) / (1 - kr - kb);
    double val = i == 0 ? r : i == 1 ? g : b;

    return val < 0 ? 0 : val > 255 ? 255 : val;
}

static void assert_yuv(uint32_t pixel, bool bt709, int y, int u, int v)
{
    for (unsigned i = 0; i < 3; i++) {
        double want = bt709 ? itu(i, 0.2126, 0.0722, y, u, v)
                            : itu(i, 0.299, 0.114, y, u, v);
        double have = pixel >> (16 - i * 8) & 0xff;

        g_assert_cmpfloat(have, >, want - 2);
        g_assert_cmpfloat(have, <, want + 2);
    }
}

/* Random bytes in YUYV's order, or UYVY's */
static void yuv(NVDev *nv)
{
    static const uint32_t params[] = {
        FORMAT_YUYV | YUV_601, FORMAT_UYVY | YUV_601, FORMAT_YUYV | YUV_709,
        FORMAT_UYVY | YUV_709,
    };
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x827e);
    uint8_t bytes[HEIGHT][WIDTH * 2];
    Screen s;

    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH * 2; x++) {
            bytes[y][x] = g_rand_int(rand);
        }
        for (unsigned x = 0; x < WIDTH * 2; x += 4) {
            nv_phys_wr32(nv, PICTURE + y * PITCH + x, ldl_le_p(&bytes[y][x]));
        }
    }
    show(nv, &s, params[0]);
    for (unsigned i = 0; i < ARRAY_SIZE(params); i++) {
        bool uyvy = (params[i] & 0xff00) == FORMAT_UYVY;
        g_autoptr(NVScreen) screen = NULL;

        nv_evo_mthd(&s.ovly, SURFACE_SET_PARAMS, params[i]);
        update(&s);
        screen = nv_screen_new(nv);
        for (unsigned y = 0; y < HEIGHT; y++) {
            for (unsigned x = 0; x < WIDTH; x++) {
                const uint8_t *pair = &bytes[y][x / 2 * 4];

                assert_yuv(nv_screen_pixel(screen, X + x, Y + y),
                           (params[i] & 3) == YUV_709,
                           pair[x % 2 * 2 + uyvy], pair[!uyvy],
                           pair[!uyvy + 2]);
            }
        }
    }
}

/* Only the width can be scaled. */
static void scaled(NVDev *nv)
{
    g_autoptr(NVScreen) screen = NULL;
    Screen s;

    fill(nv);
    show(nv, &s, FORMAT_X8R8G8B8);
    nv_evo_mthd(&s.ovly, POINT_IN, 3 << 16 | 4);
    nv_evo_mthd(&s.ovly, SIZE_IN, 6 << 16 | 8);
    nv_evo_mthd(&s.ovly, SIZE_OUT, 24);
    update(&s);
    screen = nv_screen_new(nv);
    for (unsigned y = 0; y < 6; y++) {
        for (unsigned x = 0; x < 24; x++) {
            nv_assert_hex(nv_screen_pixel(screen, X + x, Y + y),
                          color(4 + x / 3, 3 + y));
        }
    }
    nv_assert_hex(nv_screen_pixel(screen, X + 24, Y), BASE_COLOR);
    nv_assert_hex(nv_screen_pixel(screen, X, Y + 6), BASE_COLOR);
}

/* Blocks of 64 bytes by eight lines */
static void blocks(NVDev *nv)
{
    unsigned order = nv_evo_gob_lines(nv) == 4;
    unsigned x = 21, y = 13;
    Screen s;

    show(nv, &s, FORMAT_X8R8G8B8);
    nv_evo_mthd(&s.ovly, SURFACE_SET_STORAGE, 4 << 8 | order);
    update(&s);
    nv_phys_wr32(nv, PICTURE + (y / 8 * 4 + x * 4 / 64) * 64 * 8 +
                     y % 8 * 64 + x * 4 % 64, 0x123456);
    nv_assert_pixel(nv, X + x, Y + y, 0x123456);
}

static void keys(NVDev *nv)
{
    Screen s;

    fill(nv);
    show(nv, &s, FORMAT_X8R8G8B8);
    /* Visible where the picture under it has the key's color */
    nv_evo_mthd(&s.ovly, COMPOSITION_CONTROL, KEY_DESTINATION);
    nv_evo_mthd(&s.ovly, KEY_COLOR, 0x00ff00ff);
    nv_evo_mthd(&s.ovly, KEY_MASK, 0x00ffffff);
    update(&s);
    nv_phys_wr32(nv, FB + Y * FB_PITCH + (X + 1) * 4, 0x12ff00ff);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
    nv_assert_pixel(nv, X + 1, Y, color(1, 0));
    nv_evo_mthd(&s.ovly, KEY_MASK, 0xffffffff);
    update(&s);
    nv_assert_pixel(nv, X + 1, Y, 0xff00ff);
    /* Visible where its own pixels don't have it */
    nv_evo_mthd(&s.ovly, COMPOSITION_CONTROL, KEY_SOURCE);
    nv_evo_mthd(&s.ovly, KEY_COLOR, color(2, 0));
    nv_evo_mthd(&s.ovly, KEY_MASK, 0x00ffffff);
    update(&s);
    nv_assert_pixel(nv, X + 2, Y, BASE_COLOR);
    nv_assert_pixel(nv, X + 3, Y, color(3, 0));
}

/* The cursor is over it, and the head's LUT isn't for it. */
static void between(NVDev *nv)
{
    Screen s;

    fill(nv);
    show(nv, &s, FORMAT_X8R8G8B8);
    for (unsigned i = 0; i < 64 * 64; i++) {
        nv_phys_wr32(nv, CURSOR + i * 4, i % 64 ? 0 : 0xffabcdef);
    }
    nv_evo_open_pio(&s.evo, EVO_CURSOR);
    nv_wr32(nv, nv_evo_user(EVO_CURSOR, A_NV_EVO_USER_POINT_OUT),
            (Y - 1) << 16 | (X + 4));
    nv_wr32(nv, nv_evo_user(EVO_CURSOR, A_NV_EVO_USER_UPDATE), 0);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, OFFSET_CURSOR), CURSOR >> 8);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, CTRL_CURSOR), 0x85000000);
    /* A LUT that is black: there is nothing at its address */
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, BASE_LUT_LO), 0x80000000);
    nv_evo_mthd(&s.core, NV_EVO_HEAD(0, BASE_LUT_HI), 0x600000 >> 8);
    if (is_nv84(nv)) {
        nv_evo_mthd(&s.core, NV_EVO_HEAD(0, DMA_CURSOR), EVO_VRAM);
        nv_evo_mthd(&s.core, NV_EVO_HEAD(0, DMA_LUT), EVO_VRAM);
    }
    nv_evo_update(&s.core, 0);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_pixel(nv, X + 4, Y, 0xabcdef);
    nv_assert_pixel(nv, X + 5, Y, color(5, 0));
    nv_assert_pixel(nv, X - 1, Y, 0);
}

static void migrated(NVDev *nv)
{
    Screen s;

    fill(nv);
    show(nv, &s, FORMAT_X8R8G8B8);
    nv_migrate(nv);
    nv_assert_pixel(nv, X + 7, Y + 7, color(7, 7));
    move(nv, X + 1, Y);
    nv_assert_pixel(nv, X + 8, Y + 7, color(7, 7));
}

/* Whatever the channel contains, a screen dump can be taken. */
static void nonsense(NVDev *nv)
{
    static const uint16_t mthds[] = {
        POINT_IN, SIZE_IN, SIZE_OUT, COMPOSITION_CONTROL, KEY_COLOR, KEY_MASK,
        SURFACE_SET_OFFSET, SURFACE_SET_STORAGE,
    };
    static const uint32_t formats[] = {
        FORMAT_YUYV, FORMAT_UYVY, FORMAT_X8R8G8B8, FORMAT_X1R5G5B5,
    };
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x507e);
    Screen s;

    show(nv, &s, FORMAT_X8R8G8B8);
    for (unsigned i = 0; i < 60; i++) {
        for (unsigned n = 0; n < 4; n++) {
            nv_evo_mthd(&s.ovly,
                        mthds[g_rand_int_range(rand, 0, ARRAY_SIZE(mthds))],
                        g_rand_int(rand) >> g_rand_int_range(rand, 0, 32));
        }
        nv_evo_mthd(&s.ovly, SURFACE_SET_PARAMS,
                    formats[g_rand_int_range(rand, 0, 4)] | i % 4);
        move(nv, g_rand_int(rand), g_rand_int(rand));
        update(&s);
        nv_screen_free(nv_screen_new(nv));
    }
    /* It shows what a driver sets then. */
    fill(nv);
    picture(&s, FORMAT_X8R8G8B8);
    nv_assert_pixel(nv, X + 7, Y + 5, color(7, 5));
}

#define NV50 \
    .needs = NV_CARD_EVO_NV50, .tesla = true, .fermi = true, .cold = true

static const NVTest tests[] = {
    { "evo-overlay/notifier-is-of-the-class", "overlay", notifiers, NV50 },
    { "evo-overlay/flips-of-the-second-head", "second-head overlay",
      second_head, NV50 },
    { "evo-overlay/notifier-of-a-base-channel", "evo", base_notifier, NV50 },
    { "evo-overlay/semaphores", "overlay", semaphores, NV50 },
    { "evo-overlay/rgb", "overlay", rgb, NV50 },
    { "evo-overlay/gone-with-its-channel", "overlay", gone_with_its_channel,
      NV50 },
    { "evo-overlay/other-rgb-formats", "overlay", other_rgb, NV50 },
    { "evo-overlay/yuv", "overlay!", yuv, NV50 },
    { "evo-overlay/scaled-in-width", "overlay", scaled, NV50 },
    { "evo-overlay/blocks", "overlay", blocks, NV50 },
    { "evo-overlay/color-keys", "overlay", keys, NV50 },
    { "evo-overlay/under-the-cursor-beside-the-lut", "overlay", between, NV50,
      .slow = true },
    { "evo-overlay/survives-migration", "migration", migrated, NV50,
      .props = "vram=64M", .slow = true },
    { "evo-overlay/nonsense-is-harmless", "hostile-display", nonsense, NV50,
      .props = "vram=64M", .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
