/*
 * Tests of the NVIDIA GPU: what the screen shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/units.h"
#include "libnv/nv-instmem.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define WIDTH 640
#define HEIGHT 480
#define BASE 0x40000
#define CURSOR 0x10000

#define WHITE 0xffffff

static const NVMode mode_8 = {
    .width = WIDTH, .height = HEIGHT, .bpp = 8, .base = BASE,
};
static const NVMode mode_15 = {
    .width = WIDTH, .height = HEIGHT, .bpp = 15, .base = BASE,
};
static const NVMode mode_16 = {
    .width = WIDTH, .height = HEIGHT, .bpp = 16, .base = BASE,
};
static const NVMode mode_32 = {
    .width = WIDTH, .height = HEIGHT, .bpp = 32, .base = BASE,
};

/* --- Formats ---------------------------------------------------------- */

static void size(NVDev *nv)
{
    static const NVMode modes[] = {
        { .width = 640, .height = 480, .bpp = 32 },
        { .width = 1024, .height = 768, .bpp = 16 },
        { .width = 1280, .height = 1024, .bpp = 8 },
        { .width = 2048, .height = 1536, .bpp = 32, .pitch = 8704 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(modes); i++) {
        g_autoptr(NVScreen) screen = NULL;

        nv_mode_set(nv, &modes[i]);
        screen = nv_screen_new(nv);
        g_assert_cmpuint(screen->width, ==, modes[i].width);
        g_assert_cmpuint(screen->height, ==, modes[i].height);
    }
}

static void format_32(NVDev *nv)
{
    nv_mode_set(nv, &mode_32);
    nv_vram_wr32(nv, BASE, 0xff123456);
    nv_vram_wr32(nv, BASE + (479 * WIDTH + 639) * 4, 0x00fedcba);
    nv_assert_pixel(nv, 0, 0, 0x123456);
    nv_assert_pixel(nv, 639, 479, 0xfedcba);
    nv_assert_pixel(nv, 1, 0, 0);
}

static void format_16(NVDev *nv)
{
    nv_mode_set(nv, &mode_16);
    nv_vram_wr32(nv, BASE, 0x07e0 << 16 | 0xf800);
    nv_vram_wr32(nv, BASE + 4, 0xffff << 16 | 0x001f);
    nv_assert_pixel(nv, 0, 0, 0xff0000);
    nv_assert_pixel(nv, 1, 0, 0x00ff00);
    nv_assert_pixel(nv, 2, 0, 0x0000ff);
    nv_assert_pixel(nv, 3, 0, WHITE);
}

static void format_15(NVDev *nv)
{
    nv_mode_set(nv, &mode_15);
    nv_vram_wr32(nv, BASE, 0x03e0 << 16 | 0x7c00);
    nv_vram_wr32(nv, BASE + 4, 0x7fff << 16 | 0x801f);
    nv_assert_pixel(nv, 0, 0, 0xff0000);
    nv_assert_pixel(nv, 1, 0, 0x00ff00);
    nv_assert_pixel(nv, 2, 0, 0x0000ff);
    nv_assert_pixel(nv, 3, 0, WHITE);
}

static void format_8(NVDev *nv)
{
    nv_mode_set(nv, &mode_8);
    nv_palette_wr(nv, 7, 0x11, 0x22, 0x33);
    nv_vram_wr32(nv, BASE, 0x80ff0007);
    nv_assert_pixel(nv, 0, 0, 0x112233);
    nv_assert_pixel(nv, 1, 0, 0);
    nv_assert_pixel(nv, 2, 0, WHITE);
    nv_assert_pixel(nv, 3, 0, 0x808080);
    /* A change of the palette alone changes the picture. */
    nv_palette_wr(nv, 7, 0x44, 0x55, 0x66);
    nv_assert_pixel(nv, 0, 0, 0x445566);
    nv_wr08(nv, NV_PRMDIO + 0x3c6, 0x0f);
    nv_assert_pixel(nv, 2, 0, 0x0f0f0f);
}

static void dac_6_bits(NVDev *nv)
{
    nv_mode_set(nv, &mode_8);
    nv_mask(nv, A_NV_PRAMDAC_GENERAL_CONTROL, 1 << 20, 0);
    nv_palette_wr(nv, 0, 0x3f, 0x20, 0x00);
    nv_assert_pixel(nv, 0, 0, 0xff8000);
}

static void gamma_ramp(NVDev *nv)
{
    nv_mode_set(nv, &mode_32);
    nv_vram_wr32(nv, BASE, 0x102030);
    nv_assert_pixel(nv, 0, 0, 0x102030);
    nv_palette_wr(nv, 0x10, 0xa0, 0, 0);
    nv_palette_wr(nv, 0x20, 0, 0xb0, 0);
    nv_palette_wr(nv, 0x30, 0, 0, 0xc0);
    nv_assert_pixel(nv, 0, 0, 0xa0b0c0);
    /* PIXMIX off: colors bypass it. */
    nv_mask(nv, A_NV_PRAMDAC_GENERAL_CONTROL, 3 << 4, 0);
    nv_assert_pixel(nv, 0, 0, 0x102030);
}

/* --- Where the pixels are --------------------------------------------- */

static void pitch(NVDev *nv)
{
    NVMode mode = mode_32;

    mode.pitch = WIDTH * 4 + 64;
    nv_mode_set(nv, &mode);
    nv_vram_wr32(nv, BASE + 3 * mode.pitch + 5 * 4, 0x0000aa);
    nv_assert_pixel(nv, 5, 3, 0x0000aa);
    mode.pitch = 16384 + 512;
    nv_mode_set(nv, &mode);
    nv_vram_wr32(nv, BASE + 3 * mode.pitch + 5 * 4, 0x0000bb);
    nv_assert_pixel(nv, 5, 3, 0x0000bb);
}

static void flip(NVDev *nv)
{
    nv_mode_set(nv, &mode_32);
    nv_vram_wr32(nv, BASE, 0x111111);
    nv_vram_wr32(nv, 4 * MiB, 0x222222);
    nv_assert_pixel(nv, 0, 0, 0x111111);
    nv_wr32(nv, A_NV_PCRTC_START, 4 * MiB);
    nv_assert_pixel(nv, 0, 0, 0x222222);
    nv_wr32(nv, A_NV_PCRTC_START, BASE);
    nv_assert_pixel(nv, 0, 0, 0x111111);
}

/* The CRTC's start, in words: 21 bits, of which CR19 has the upper ones */
static void flip_by_vga(NVDev *nv)
{
    static const uint32_t starts[] = { 4 * MiB, 4 * MiB + 0x1234 * 4, BASE };

    nv_mode_set(nv, &mode_32);
    nv_mask(nv, A_NV_PCRTC_CONFIG, R_NV_PCRTC_CONFIG_START_ADDRESS_MASK, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(starts); i++) {
        uint32_t start = starts[i] / 4;

        nv_vram_wr32(nv, starts[i], 0x111111 * (i + 1));
        nv_cr_wr(nv, 0x0d, start & 0xff);
        nv_cr_wr(nv, 0x0c, start >> 8 & 0xff);
        nv_cr_wr(nv, 0x19, (nv_cr_rd(nv, 0x19) & 0xe0) | start >> 16);
        nv_assert_pixel(nv, 0, 0, 0x111111 * (i + 1));
    }
}

/* Pixels written through PRAMIN show, too: it is video memory. */
static void pramin(NVDev *nv)
{
    uint32_t base = 16 * MiB - 512 * KiB;
    uint32_t inst = (base ^ -nv->card->inst->piece) & (16 * MiB - 1);

    nv_mode_set(nv, &mode_8);
    nv_palette_wr(nv, 0, 0, 0, 0);
    nv_palette_wr(nv, 7, 0x12, 0x34, 0x56);
    nv_wr32(nv, A_NV_PCRTC_START, base);
    nv_vram_wr32(nv, base, 0);
    nv_assert_pixel(nv, 0, 0, 0);
    nv_inst_wr32(nv, inst, 0x00000700);
    nv_assert_pixel(nv, 0, 0, 0);
    nv_assert_pixel(nv, 1, 0, 0x123456);
    nv_assert_pixel(nv, 2, 0, 0);
}

/* Each line twice, with CR09 bit 7 */
static void double_scan(NVDev *nv)
{
    nv_mode_set(nv, &mode_32);
    nv_cr_wr(nv, 0x09, 0xc0);
    nv_vram_wr32(nv, BASE + 1 * WIDTH * 4, 0x00cc00);
    nv_assert_pixel(nv, 0, 1, 0);
    nv_assert_pixel(nv, 0, 2, 0x00cc00);
    nv_assert_pixel(nv, 0, 3, 0x00cc00);
    nv_assert_pixel(nv, 0, 4, 0);
}

static void beyond_vram(NVDev *nv)
{
    NVMode mode = mode_32;

    mode.base = nv->vram - 2 * WIDTH * 4;
    nv_mode_set(nv, &mode);
    nv_vram_wr32(nv, mode.base, 0x0000dd);
    nv_assert_pixel(nv, 0, 0, 0x0000dd);
    nv_assert_pixel(nv, 0, 2, 0);
    nv_assert_pixel(nv, 639, 479, 0);
    nv_wr32(nv, A_NV_PCRTC_START, 0xffffffff);
    nv_assert_pixel(nv, 0, 0, 0);
}

/* --- Blanking, and VGA again ------------------------------------------ */

static void blank(NVDev *nv)
{
    nv_mode_set(nv, &mode_32);
    nv_vram_wr32(nv, BASE, WHITE);
    nv_assert_pixel(nv, 0, 0, WHITE);
    /* nv_crtc_dpms() */
    nv_seq_wr(nv, 1, 0x21);
    nv_assert_pixel(nv, 0, 0, 0);
    nv_seq_wr(nv, 1, 0x01);
    nv_assert_pixel(nv, 0, 0, WHITE);
    nv_cr_wr(nv, NV_CR_RPC1, 0xc0);
    nv_assert_pixel(nv, 0, 0, 0);
    nv_cr_wr(nv, NV_CR_RPC1, 0x00);
    nv_assert_pixel(nv, 0, 0, WHITE);
    nv_cr_wr(nv, 0x17, 0x43);
    nv_assert_pixel(nv, 0, 0, 0);
}

/*
 * Drivers pan with an attribute register and don't set PAS, bit 5 of the index,
 * again: riva_pan() of L4's con. In VGA's modes it does blank.
 */
static void attribute_index(NVDev *nv)
{
    nv_mode_set(nv, &mode_32);
    nv_vram_wr32(nv, BASE, WHITE);
    nv_rd08(nv, NV_PRMCIO + 0x3da);
    nv_wr08(nv, NV_PRMCIO + 0x3c0, 0x13);
    nv_wr08(nv, NV_PRMCIO + 0x3c0, 0);
    nv_assert_pixel(nv, 0, 0, WHITE);
}

/* VGA blanks a screen of its previous size, then a much smaller one. */
static void vga_again(NVDev *nv)
{
    static const NVMode tiny = { .width = 8, .height = 1, .bpp = 32 };
    g_autoptr(NVScreen) screen = NULL;

    /* Text, 80 x 25 */
    nv_wr08(nv, NV_PRMVIO + 0x3c2, 0x67);
    nv_cr_wr(nv, 0x01, 79);
    nv_cr_wr(nv, 0x07, 0x1f);
    nv_cr_wr(nv, 0x09, 0x4f);
    nv_cr_wr(nv, 0x12, 0x8f);
    nv_seq_wr(nv, 1, 0x00);
    nv_attr_wr(nv, 0x10, 0x0c);
    screen = nv_screen_new(nv);
    g_assert_cmpuint(screen->width, ==, 720);
    g_assert_cmpuint(screen->height, ==, 400);
    g_clear_pointer(&screen, nv_screen_free);

    nv_mode_set(nv, &tiny);
    screen = nv_screen_new(nv);
    g_assert_cmpuint(screen->width, ==, 8);
    g_clear_pointer(&screen, nv_screen_free);

    nv_cr_wr(nv, NV_CR_PIXEL, 0);
    nv_rd08(nv, NV_PRMCIO + 0x3da);
    nv_wr08(nv, NV_PRMCIO + 0x3c0, 0x00);
    screen = nv_screen_new(nv);
    nv_assert_hex(nv_screen_pixel(screen, 0, 0), 0);
}

/* --- Cursor ----------------------------------------------------------- */

static void cursor_show(NVDev *nv, uint32_t config, uint32_t addr)
{
    nv_wr32(nv, A_NV_PCRTC_CURSOR_CONFIG, config);
    nv_cr_wr(nv, NV_CR_HCUR_ADDR2, addr >> 24);
    nv_cr_wr(nv, NV_CR_HCUR_ADDR0, 0x80 | extract32(addr, 17, 7));
    nv_cr_wr(nv, NV_CR_HCUR_ADDR1, extract32(addr, 11, 6) << 2 | 1);
}

static void cursor_move(NVDev *nv, int x, int y)
{
    nv_wr32(nv, A_NV_PRAMDAC_CURSOR_POS, (uint32_t)y << 16 | (x & 0xffff));
}

/* nv11_cursor_upload(): 64 x 64, colors premultiplied with alpha */
static void cursor_argb(NVDev *nv)
{
    nv_mode_set(nv, &mode_32);
    nv_vram_wr32(nv, BASE + (10 * WIDTH + 100) * 4, 0x0000ff);
    nv_vram_wr32(nv, BASE + (10 * WIDTH + 101) * 4, 0x0000ff);
    nv_vram_wr32(nv, BASE + (10 * WIDTH + 102) * 4, 0x0000ff);
    nv_vram_wr32(nv, CURSOR, 0xffff0000);
    nv_vram_wr32(nv, CURSOR + 4, 0x80400000);
    nv_vram_wr32(nv, CURSOR + 8, 0);
    nv_vram_wr32(nv, CURSOR + (63 * 64 + 63) * 4, 0xffffff00);
    cursor_show(nv, 0x04011100, CURSOR);
    cursor_move(nv, 100, 10);
    nv_assert_pixel(nv, 100, 10, 0xff0000);
    nv_assert_pixel(nv, 101, 10, 0x40007f);
    nv_assert_pixel(nv, 102, 10, 0x0000ff);
    nv_assert_pixel(nv, 163, 73, 0xffff00);
    /* It isn't drawn into video memory. */
    nv_assert_hex(nv_vram_rd32(nv, BASE + (10 * WIDTH + 100) * 4), 0xff);
    cursor_move(nv, 200, 10);
    nv_assert_pixel(nv, 100, 10, 0x0000ff);
    nv_assert_pixel(nv, 200, 10, 0xff0000);
    nv_vram_wr32(nv, CURSOR, 0xff00ff00);
    nv_assert_pixel(nv, 200, 10, 0x00ff00);
    nv_cr_wr(nv, NV_CR_HCUR_ADDR1, 0);
    nv_assert_pixel(nv, 200, 10, 0);
}

/* CUR_BLEND_ALPHA: the card multiplies. */
static void cursor_blend(NVDev *nv)
{
    nv_mode_set(nv, &mode_32);
    nv_vram_wr32(nv, BASE, 0x0000ff);
    nv_vram_wr32(nv, CURSOR, 0x80ff0000);
    cursor_show(nv, 0x14011100, CURSOR);
    cursor_move(nv, 0, 0);
    nv_assert_pixel(nv, 0, 0, 0x80007f);
    /* Now it doesn't. */
    nv_wr32(nv, A_NV_PCRTC_CURSOR_CONFIG, 0x04011100);
    nv_assert_pixel(nv, 0, 0, 0xff007f);
}

/* 32 x 32 pixels of 16 bits: bit 15 set is opaque, clear inverts */
static void cursor_1555(NVDev *nv)
{
    nv_mode_set(nv, &mode_16);
    nv_vram_wr32(nv, BASE, 0xffff << 16 | 0xffff);
    nv_vram_wr32(nv, BASE + 4, 0xffff << 16 | 0xffff);
    nv_vram_wr32(nv, CURSOR, 0x7fff << 16 | 0xfc00);
    nv_vram_wr32(nv, CURSOR + 4, 0);
    cursor_show(nv, 0x02000100, CURSOR);
    cursor_move(nv, 0, 0);
    nv_assert_pixel(nv, 0, 0, 0xff0000);
    nv_assert_pixel(nv, 1, 0, 0);
    nv_assert_pixel(nv, 2, 0, WHITE);
}

static void cursor_edges(NVDev *nv)
{
    static const int places[][2] = {
        { -63, -63 }, { -64, -64 }, { WIDTH - 1, HEIGHT - 1 },
        { WIDTH, HEIGHT }, { -32768, -32768 }, { 32767, 32767 },
    };
    uint32_t green[64 * 64];

    nv_mode_set(nv, &mode_32);
    for (unsigned i = 0; i < ARRAY_SIZE(green); i++) {
        green[i] = cpu_to_le32(0xff00ff00);
    }
    nv_mem_write(nv, nv->bar1 + CURSOR, green, sizeof(green));
    cursor_show(nv, 0x0f011100, CURSOR);
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
    cursor_show(nv, 0x04011100, nv->vram - 0x800);
    nv_assert_pixel(nv, 0, 0, 0);
    nv_cr_wr(nv, NV_CR_HCUR_ADDR2, 0xff);
    nv_assert_pixel(nv, 0, 0, 0);
}

/* --- Snapshots, and nonsense ------------------------------------------ */

static void migrated(NVDev *nv)
{
    nv_mode_set(nv, &mode_8);
    nv_palette_wr(nv, 9, 0x12, 0x34, 0x56);
    nv_vram_wr32(nv, BASE, 9);
    nv_vram_wr32(nv, CURSOR, 0xffff0000);
    cursor_show(nv, 0x04011100, CURSOR);
    cursor_move(nv, 300, 300);
    nv_migrate(nv);
    nv_assert_pixel(nv, 0, 0, 0x123456);
    nv_assert_pixel(nv, 300, 300, 0xff0000);
    cursor_move(nv, 301, 300);
    nv_assert_pixel(nv, 301, 300, 0xff0000);
}

static void reset(NVDev *nv)
{
    nv_mode_set(nv, &mode_32);
    nv_vram_wr32(nv, BASE, 0x123456);
    nv_assert_pixel(nv, 0, 0, 0x123456);
    qtest_system_reset(nv->qts);
    nv_assert_pixel(nv, 0, 0, 0);
    qpci_config_writel(nv->pci, 0x10, nv->bar0);
    qpci_config_writel(nv->pci, 0x14, nv->bar1);
    qpci_device_enable(nv->pci);
    nv_assert_hex(nv_cr_rd(nv, NV_CR_LOCK), 0);
    nv_cr_unlock(nv);
    nv_assert_hex(nv_cr_rd(nv, NV_CR_PIXEL), 0);
    nv_assert_reg(nv, NV_PCRTC_START, 0);
}

/*
 * Whatever the registers contain, a screen dump can be taken. Most are large,
 * so each card takes only a few, different from other cards'.
 */
static void nonsense(NVDev *nv)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(nv->card->pci_id);

    nv_mode_set(nv, &mode_32);
    for (unsigned i = 0; i < nv_test_rounds(NULL, 60, 15); i++) {
        for (unsigned n = 0; n < 8; n++) {
            uint8_t index = g_rand_int_range(rand, 0, 0x60);

            if (index != NV_CR_LOCK) {
                nv_cr_wr(nv, 0x11, 0);
                nv_cr_wr(nv, index, g_rand_int(rand));
            }
        }
        nv_wr32(nv, A_NV_PCRTC_START, g_rand_int(rand));
        nv_wr32(nv, A_NV_PCRTC_CONFIG, g_rand_int_range(rand, 0, 4));
        nv_wr32(nv, A_NV_PCRTC_CURSOR_CONFIG, g_rand_int(rand));
        nv_wr32(nv, A_NV_PRAMDAC_CURSOR_POS, g_rand_int(rand));
        nv_wr32(nv, A_NV_PRAMDAC_GENERAL_CONTROL, g_rand_int(rand));
        nv_cr_wr(nv, 0x17, g_rand_int(rand) | 0x80);
        nv_seq_wr(nv, 1, g_rand_int(rand) & ~0x20);
        nv_screen_free(nv_screen_new(nv));
    }
    /* It still shows what the driver sets. */
    nv_machine_reset(nv);
    nv_mode_set(nv, &mode_32);
    nv_vram_wr32(nv, BASE, 0x123456);
    nv_vram_wr32(nv, BASE + 4, 0x654321);
    nv_assert_pixel(nv, 0, 0, 0x123456);
    nv_assert_pixel(nv, 1, 0, 0x654321);
}

static const NVTest tests[] = {
    { "scanout/mode-sets-the-size", "scanout", size, .cold = true,
      .slow = true },
    { "scanout/32-bits", "scanout", format_32, .cold = true },
    { "scanout/16-bits", "scanout", format_16, .cold = true },
    { "scanout/15-bits", "scanout", format_15, .cold = true },
    { "scanout/8-bits-through-the-palette", "scanout", format_8, .cold = true },
    { "scanout/palette-of-6-bits", "scanout", dac_6_bits, .cold = true },
    { "scanout/palette-is-the-gamma-ramp", "scanout", gamma_ramp,
      .cold = true },
    { "scanout/pitch", "scanout!", pitch, .cold = true },
    { "scanout/start-flips", "scanout", flip, .cold = true },
    { "scanout/start-of-the-crtc", "scanout", flip_by_vga, .cold = true },
    { "scanout/shows-pramin", "scanout", pramin, .cold = true,
      .props = "vram=16M" },
    { "scanout/double-scan", "scanout", double_scan, .cold = true },
    { "scanout/black-beyond-video-memory", "hostile-display!", beyond_vram,
      .cold = true, .props = "vram=16M" },
    { "scanout/blank", "scanout", blank, .cold = true },
    { "scanout/attribute-index-does-not-blank", "scanout", attribute_index,
      .cold = true },
    { "scanout/vga-again", "vga-registers scanout", vga_again, .cold = true },
    /* NV04's cursor has 16 bits. */
    { "cursor/argb", "cursor", cursor_argb, .cold = true,
      .lacks = NV_CARD_NV04 },
    { "cursor/argb-blended-by-the-card", "cursor", cursor_blend,
      .cold = true, .lacks = NV_CARD_NV04 },
    { "cursor/1555-inverts", "cursor!", cursor_1555, .cold = true },
    { "cursor/edges", "hostile-display", cursor_edges, .cold = true,
      .lacks = NV_CARD_NV04 },
    { "scanout/survives-migration", "migration", migrated, .cold = true,
      .lacks = NV_CARD_NV04 },
    { "scanout/reset-brings-vga-back", "reset", reset, .cold = true },
    { "scanout/nonsense-is-harmless", "hostile-display", nonsense,
      .cold = true, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
