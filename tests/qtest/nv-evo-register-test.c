/*
 * Tests of the NVIDIA GPU: PDISPLAY without a pushbuffer
 *
 * What g80_display.c of xf86-video-nv relies on: methods of the core channel
 * go through registers, and so does what their handles mean.
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
#define WHITE 0xffffff

#define STAT A_NV_PDISPLAY_CHANNEL_STAT
#define STAT_CLOSED 0x2b00
#define STAT_OPEN 0x01000b03
#define STAT_READY 0x40000000
#define STAT_BUSY 0x80000000

#define PENDING 0x80000000

#define PAIR(_x, _y) ((_y) << 16 | (_x))

/* --- The driver -------------------------------------------------------- */

/* G80DispInit() */
static void open_core(NVDev *nv)
{
    nv_wr32(nv, STAT, STAT_CLOSED);
    nv_assert_hex(nv_rd32(nv, STAT) & 0x1e0000, 0);
    nv_assert_hex(nv_rd32(nv, STAT) & STAT_READY, 0);
    nv_wr32(nv, A_NV_PDISPLAY_CTRL_STATE, 1);
    nv_wr32(nv, STAT, STAT_OPEN);
    nv_assert_hex(nv_rd32(nv, STAT) & STAT_READY, STAT_READY);
}

/* G80DispShutdown(), its end */
static void close_core(NVDev *nv)
{
    nv_wr32(nv, STAT, 0);
    nv_wr32(nv, A_NV_PDISPLAY_CTRL_STATE, 0);
    nv_assert_hex(nv_rd32(nv, STAT) & 0x1e0000, 0);
}

static void submit(NVDev *nv, uint16_t mthd, uint32_t data)
{
    nv_wr32(nv, A_NV_PDISPLAY_CTRL_VAL, data);
    nv_wr32(nv, A_NV_PDISPLAY_CTRL_STATE, mthd | 0x80010001);
}

static bool pending(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PDISPLAY_CTRL_STATE) & PENDING;
}

/* G80DispCommand(), which returns the answers that it has given */
static unsigned command(NVDev *nv, uint16_t mthd, uint32_t data)
{
    unsigned answers = 0;

    submit(nv, mthd, data);
    for (unsigned i = 0; i < 100 && pending(nv); i++) {
        unsigned super = ctz32(extract32(nv_evo_intr1(nv), 4, 3) | 8);

        if (super < 3) {
            nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 0x10 << super);
            nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, PENDING);
            answers++;
        } else {
            nv_clock_step(nv, 1 * MS);
        }
    }
    g_assert_false(pending(nv));
    return answers;
}

static bool has_own_objects(NVDev *nv)
{
    return nv->card->features & NV_CARD_EVO_NV84;
}

/* G80CrtcModeSet() and G80DacModeSet() */
static void set_mode(NVDev *nv)
{
    static const uint32_t words[][2] = {
        { NV_EVO_HEAD(0, PIXEL_CLOCK), 25000 | 0x800000 },
        { NV_EVO_HEAD(0, CTRL), 0 },
        { NV_EVO_HEAD(0, OVERSCAN_COLOR), 0 },
        { NV_EVO_HEAD(0, RASTER_SIZE), PAIR(800, 525) },
        { NV_EVO_HEAD(0, RASTER_SYNC_END), PAIR(95, 1) },
        { NV_EVO_HEAD(0, RASTER_BLANK_END), PAIR(143, 34) },
        { NV_EVO_HEAD(0, RASTER_BLANK_START), PAIR(783, 514) },
        { NV_EVO_HEAD(0, FB) + NV_EVO_FB_SIZE, PAIR(WIDTH, HEIGHT) },
        { NV_EVO_HEAD(0, FB) + NV_EVO_FB_STORAGE, PITCH | 0x100000 },
        { NV_EVO_HEAD(0, FB) + NV_EVO_FB_PARAMS, 0xcf00 },
        { NV_EVO_HEAD(0, VIEWPORT_POINT_IN), 0 },
        { NV_EVO_HEAD(0, VIEWPORT_SIZE_IN), PAIR(WIDTH, HEIGHT) },
        { NV_EVO_HEAD(0, VIEWPORT_SIZE_OUT), PAIR(WIDTH, HEIGHT) },
        { NV_EVO_DAC_CTRL(0), 0x41 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        g_assert_cmpuint(command(nv, words[i][0], words[i][1]), ==, 0);
    }
}

/* G80CrtcBlankScreen(): handle 1 is the object in these registers. */
static void show_surface(NVDev *nv, uint32_t base, uint32_t limit)
{
    nv_wr32(nv, A_NV_PDISPLAY_UNK_380, base);
    nv_wr32(nv, A_NV_PDISPLAY_RAM_AMOUNT, limit);
    nv_wr32(nv, A_NV_PDISPLAY_UNK_388, 0x150000);
    nv_wr32(nv, A_NV_PDISPLAY_UNK_38C, 0);
    command(nv, NV_EVO_HEAD(0, FB) + NV_EVO_FB_OFFSET, FB >> 8);
    if (has_own_objects(nv)) {
        command(nv, NV_EVO_HEAD(0, DMA_CURSOR), 1);
        command(nv, NV_EVO_HEAD(0, DMA_LUT), 1);
    }
    command(nv, NV_EVO_HEAD(0, DMA_ISO), 1);
    nv_assert_hex(nv_evo_intr0(nv), 0);
}

static void hide_surface(NVDev *nv)
{
    command(nv, NV_EVO_HEAD(0, DMA_ISO), 0);
    if (has_own_objects(nv)) {
        command(nv, NV_EVO_HEAD(0, DMA_CURSOR), 0);
        command(nv, NV_EVO_HEAD(0, DMA_LUT), 0);
    }
}

/* --- Tests ------------------------------------------------------------- */

static void handshake(NVDev *nv)
{
    NVEvo evo;
    NVEvoChan core;

    open_core(nv);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, STAT) & STAT_READY, STAT_READY);
    close_core(nv);
    nv_assert_hex(nv_rd32(nv, STAT) & STAT_READY, 0);
    /*
     * The bit isn't writable, and a channel with a pushbuffer doesn't have it.
     */
    nv_wr32(nv, STAT, STAT_READY);
    nv_assert_hex(nv_rd32(nv, STAT) & STAT_READY, 0);
    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_assert_hex(nv_rd32(nv, STAT) & STAT_READY, 0);
}

static void mode(NVDev *nv)
{
    open_core(nv);
    set_mode(nv);
    show_surface(nv, 0, nv->vram - 1);
    g_assert_cmpuint(command(nv, NV_EVO_UPDATE, 0), ==, 3);
    nv_phys_wr32(nv, FB + 3 * PITCH + 5 * 4, WHITE);
    nv_assert_pixel(nv, 5, 3, WHITE);
    nv_assert_pixel(nv, 6, 3, 0);
    nv_migrate(nv);
    nv_assert_pixel(nv, 5, 3, WHITE);
    /* If the mode doesn't change, it waits for a blank instead of an answer. */
    g_assert_cmpuint(command(nv, NV_EVO_UPDATE, 0), ==, 0);
    /* As the driver waits for the head that it leaves */
    hide_surface(nv);
    command(nv, NV_EVO_UPDATE, 0);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 4);
    nv_clock_step(nv, 20 * MS);
    nv_assert_hex(nv_evo_intr1(nv) & 4, 4);
}

/* A pending method shows as such, and one written meanwhile is lost. */
static void pending_shows(NVDev *nv)
{
    open_core(nv);
    set_mode(nv);
    show_surface(nv, 0, nv->vram - 1);
    submit(nv, NV_EVO_UPDATE, 0);
    for (unsigned super = 0; super < 3; super++) {
        g_assert_true(pending(nv));
        nv_assert_hex(nv_rd32(nv, STAT) & (STAT_READY | STAT_BUSY),
                      STAT_BUSY);
        nv_assert_hex(nv_evo_intr1(nv) & 0x70, 0x10 << super);
        nv_migrate(nv);
        g_assert_true(pending(nv));
        nv_wr32(nv, A_NV_PDISPLAY_INTR_1, 0x10 << super);
        nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, PENDING);
    }
    g_assert_false(pending(nv));
    nv_assert_hex(nv_rd32(nv, STAT) & (STAT_READY | STAT_BUSY), STAT_READY);
    submit(nv, NV_EVO_UPDATE, 0);
    g_assert_true(pending(nv));
    submit(nv, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0x1234);
    g_assert_true(pending(nv));
    nv_clock_step(nv, 20 * MS);
    g_assert_false(pending(nv));
    nv_assert_hex(nv_rd32(nv, 0x610ac0), 0);
}

/* The object has a base and a limit, and lies in video memory. */
static void object(NVDev *nv)
{
    open_core(nv);
    set_mode(nv);
    nv_phys_wr32(nv, FB + 0x100000, WHITE);
    show_surface(nv, 0x100000, 0x100000 + FB + HEIGHT * PITCH - 1);
    g_assert_cmpuint(command(nv, NV_EVO_UPDATE, 0), ==, 3);
    nv_assert_pixel(nv, 0, 0, WHITE);
    nv_wr32(nv, A_NV_PDISPLAY_RAM_AMOUNT, 0x100000 + FB - 1);
    nv_assert_pixel(nv, 0, 0, 0);
    nv_wr32(nv, A_NV_PDISPLAY_RAM_AMOUNT, nv->vram - 1);
    nv_assert_pixel(nv, 0, 0, WHITE);
    nv_wr32(nv, A_NV_PDISPLAY_UNK_388, 0x160000);
    nv_assert_pixel(nv, 0, 0, 0);
}

/* The heads return to the VBIOS, and the screen to VGA. */
static void vga_again(NVDev *nv)
{
    g_autoptr(NVScreen) screen = NULL;

    open_core(nv);
    set_mode(nv);
    show_surface(nv, 0, nv->vram - 1);
    command(nv, NV_EVO_UPDATE, 0);
    nv_phys_wr32(nv, FB, WHITE);
    nv_assert_pixel(nv, 0, 0, WHITE);
    close_core(nv);
    nv_assert_reg(nv, NV_PDISPLAY_UNK50_CTRL, 0);
    nv_wr08(nv, 0x601000 + 0x3c2, 0x67);
    nv_cr_wr(nv, 0x01, 79);
    nv_cr_wr(nv, 0x07, 0x1f);
    nv_cr_wr(nv, 0x09, 0x4f);
    nv_cr_wr(nv, 0x12, 0x8f);
    nv_wr08(nv, 0x601000 + 0x3c4, 1);
    nv_wr08(nv, 0x601000 + 0x3c5, 0);
    nv_attr_wr(nv, 0x10, 0x0c);
    screen = nv_screen_new(nv);
    g_assert_cmpuint(screen->width, ==, 720);
    g_assert_cmpuint(screen->height, ==, 400);
}

#define NV50 \
    .needs = NV_CARD_EVO_NV50, .tesla = true, .fermi = true, .cold = true

static const NVTest tests[] = {
    { "evo-register/handshake", "migration evo", handshake, NV50 },
    { "evo-register/sets-a-mode", "migration evo", mode, NV50, .slow = true },
    { "evo-register/what-waits-is-pending", "migration evo", pending_shows,
      NV50, .slow = true },
    { "evo-register/handles-are-the-object-in-registers", "evo", object,
      NV50 },
    { "evo-register/vga-has-the-screen-again", "vga-registers scanout",
      vga_again, NV50 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
