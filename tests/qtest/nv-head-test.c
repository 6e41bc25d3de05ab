/*
 * Tests of the NVIDIA GPU: the second head
 *
 * What nouveau's dispnv04/hw.c knows about cards with two heads.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define MS 1000000LL
#define BASE 0x40000

static const NVMode mode = {
    .width = 640, .height = 480, .bpp = 32, .base = BASE,
};
static const NVMode mode2 = {
    .width = 800, .height = 600, .bpp = 16, .base = 2 * MiB,
};

static void unlock(NVDev *nv)
{
    for (nv->head = 0; nv->head < 2; nv->head++) {
        nv_cr_unlock(nv);
    }
    nv->head = 0;
}

static void set_mode(NVDev *nv, unsigned head, const NVMode *mode)
{
    nv->head = head;
    nv_owner(nv, head);
    nv_mode_set(nv, mode);
    nv_owner(nv, 0);
    nv->head = 0;
}

/* --- Registers -------------------------------------------------------- */

static void own_registers(NVDev *nv)
{
    static const uint32_t regs[] = {
        A_NV_PCRTC_START, A_NV_PCRTC_CONFIG, A_NV_PCRTC_CURSOR_CONFIG,
        A_NV_PCRTC_ENGINE_CTRL, A_NV_PRAMDAC_CURSOR_POS,
        A_NV_PRAMDAC_GENERAL_CONTROL, A_NV_PRAMDAC_FP_HTOTAL,
        A_NV_PRAMDAC_FP_TG_CONTROL, A_NV_PRAMDAC_TV_SETUP,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_wr32(nv, regs[i], 0x00100000 + i);
        nv_wr32(nv, regs[i] + NV_HEAD_STRIDE, 0x00200000 + i);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_assert_hex(nv_rd32(nv, regs[i]), 0x00100000 + i);
        nv_assert_hex(nv_rd32(nv, regs[i] + NV_HEAD_STRIDE), 0x00200000 + i);
    }
    nv_migrate(nv);
    nv_assert_reg(nv, NV_PCRTC_START, 0x00100000);
    nv_assert_hex(nv_rd32(nv, A_NV_PCRTC_START + NV_HEAD_STRIDE),
                  0x00200000);
}

/* CRTC registers, including extended ones, and the palette */
static void own_vga(NVDev *nv)
{
    unlock(nv);
    for (nv->head = 0; nv->head < 2; nv->head++) {
        nv_cr_wr(nv, 0x06, 0x10 + nv->head);
        nv_cr_wr(nv, NV_CR_PIXEL, 0x80 + nv->head);
        nv_palette_wr(nv, 7, 1 + nv->head, 2, 3);
        nv_wr08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c6), 0x40 + nv->head);
    }
    nv_migrate(nv);
    for (nv->head = 0; nv->head < 2; nv->head++) {
        nv_assert_hex(nv_cr_rd(nv, 0x06), 0x10 + nv->head);
        nv_assert_hex(nv_cr_rd(nv, NV_CR_PIXEL), 0x80 + nv->head);
        nv_wr08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c7), 7);
        nv_assert_hex(nv_rd08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c9)),
                      1 + nv->head);
        nv_assert_hex(nv_rd08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c6)),
                      0x40 + nv->head);
    }
}

/*
 * "pre nv40, the head B range of PRMVIO regs at 0xc23c* was not exposed and
 * cr44 must be set to 0 or 3 for accessing values on the correct head"
 */
static void owner(NVDev *nv)
{
    unlock(nv);
    for (unsigned head = 0; head < 2; head++) {
        nv_owner(nv, head);
        nv_wr08(nv, NV_PRMVIO + 0x3c2, 0x23 + head * 4);
        nv_seq_wr(nv, 1, 0x20 + head);
    }
    for (unsigned head = 0; head < 2; head++) {
        nv_owner(nv, head);
        nv_assert_hex(nv_rd08(nv, NV_PRMVIO + 0x3cc), 0x23 + head * 4);
        nv_wr08(nv, NV_PRMVIO + 0x3c4, 1);
        nv_assert_hex(nv_rd08(nv, NV_PRMVIO + 0x3c5), 0x20 + head);
    }
    /* The ports are the owner's, too, and there CR44 is the same. */
    nv_owner(nv, 1);
    qtest_outw(nv->qts, 0x3d4, 0x123c);
    qtest_outb(nv->qts, 0x3d4, NV_CR_OWNER);
    nv_assert_hex(qtest_inb(nv->qts, 0x3d5), NV_CR_OWNER_SECOND);
    qtest_outb(nv->qts, 0x3d5, 0);
    qtest_outw(nv->qts, 0x3d4, 0x343c);
    nv_assert_hex(nv_cr_rd(nv, 0x3c), 0x34);
    nv->head = 1;
    nv_assert_hex(nv_cr_rd(nv, 0x3c), 0x12);
    nv_assert_hex(nv_cr_rd(nv, NV_CR_OWNER), 0);
}

/* "NV11 has independently lockable extended crtcs" */
static void lock(NVDev *nv)
{
    bool shared = nv->card->features & NV_CARD_DAC_HEAD;

    nv_cr_unlock(nv);
    nv->head = 1;
    nv_assert_hex(nv_cr_rd(nv, NV_CR_LOCK), shared ? 3 : 0);
    nv_cr_wr(nv, 0x3b, 0x11);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), shared ? 0x11 : 0);
    nv_cr_unlock(nv);
    nv_cr_wr(nv, 0x3b, 0x22);
    nv_assert_hex(nv_cr_rd(nv, 0x3b), 0x22);
    nv->head = 0;
    nv_cr_wr(nv, NV_CR_LOCK, NV_CR_LOCK_LOCK);
    nv->head = 1;
    nv_assert_hex(nv_cr_rd(nv, 0x3b), shared ? 0 : 0x22);
}

/* nv_two_heads(): other cards have nothing there, and drivers check. */
static void absent(NVDev *nv)
{
    nv_wr32(nv, A_NV_PCRTC2_INTR, 0xffffffff);
    nv_assert_reg(nv, NV_PCRTC2_INTR, 0);
    nv_cr_unlock(nv);
    nv_owner(nv, 1);
    nv_wr08(nv, NV_PRMVIO + 0x3c2, 0x2f);
    nv_owner(nv, 0);
    nv_assert_hex(nv_rd08(nv, NV_PRMVIO + 0x3cc), 0x2f);
}

/* --- Vertical blank --------------------------------------------------- */

/* VPLL2 and bit 11 of PLL_CONTROL are in the first head's PRAMDAC. */
static unsigned count_blanks(NVDev *nv, unsigned head)
{
    uint32_t intr = A_NV_PCRTC_INTR + head * NV_HEAD_STRIDE;
    unsigned count = 0;

    nv_wr32(nv, intr, 1);
    for (unsigned i = 0; i < 500; i++) {
        nv_clock_step(nv, 2 * MS);
        if (nv_rd32(nv, intr) & 1) {
            nv_wr32(nv, intr, 1);
            count++;
        }
    }
    return count;
}

/* A coefficient for 27 MHz, or 26.8 */
static uint32_t slow_vpll(NVDev *nv)
{
    return nv->card->crystal_khz == 27000 ? 2 << 16 | 48 << 8 | 12
                                          : 2 << 16 | 90 << 8 | 12;
}

static void vblank(NVDev *nv)
{
    /* The modes have 800 * 508 and 960 * 628 pixels. */
    uint32_t slow = slow_vpll(nv);
    unsigned first, second;

    unlock(nv);
    set_mode(nv, 0, &mode);
    set_mode(nv, 1, &mode2);
    nv_wr32(nv, A_NV_PRAMDAC_PLL_CONTROL, 0x10000f00);
    nv_wr32(nv, A_NV_PRAMDAC_VPLL, slow);
    nv_wr32(nv, A_NV_PRAMDAC_VPLL2, slow);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN + NV_HEAD_STRIDE, 1);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    /* 66.4 or 66.1 Hz, 44.8 or 44.5 Hz */
    first = count_blanks(nv, 0);
    second = count_blanks(nv, 1);
    g_assert_cmpuint(first, >=, 65);
    g_assert_cmpuint(first, <=, 68);
    g_assert_cmpuint(second, >=, 43);
    g_assert_cmpuint(second, <=, 46);
    /* Twice as fast */
    nv_wr32(nv, A_NV_PRAMDAC_VPLL2, slow - (1 << 16));
    second = count_blanks(nv, 1);
    g_assert_cmpuint(second, >=, 88);
    g_assert_cmpuint(second, <=, 91);
}

/* Where nouveau_hw_decode_pll() finds a second stage */

static unsigned chipset_of(const NVCard *card)
{
    return FIELD_EX32(card->boot0, NV_PMC_BOOT_0, CHIPSET);
}

static bool has_stage_in_vpll(const NVCard *card)
{
    return chipset_of(card) == 0x30 || chipset_of(card) == 0x35;
}

static bool has_second_stage(const NVCard *card)
{
    return card->features & NV_CARD_NV40 || has_stage_in_vpll(card) ||
           chipset_of(card) == 0x31 || chipset_of(card) == 0x36;
}

/* N is 18 and M 6: each of N's bits 0:2 and 3:4 matters. */
static void set_second_stage(NVDev *nv, unsigned head, bool on)
{
    if (has_stage_in_vpll(nv->card)) {
        nv_wr32(nv, head ? A_NV_PRAMDAC_VPLL2 : A_NV_PRAMDAC_VPLL,
                slow_vpll(nv) | on << 7 | 6 << 4 | (18 & 7) << 19 |
                18 >> 3 << 24);
    } else {
        nv_wr32(nv, head ? A_NV_PRAMDAC_VPLL2_B : A_NV_PRAMDAC_VPLL_B,
                (uint32_t)on << 31 | 18 << 8 | 6);
    }
}

/* In a second: 66.4 or 66.1, and three times as many with the second stage */
static void assert_blanks(NVDev *nv, unsigned times)
{
    uint64_t before = nv_statistic(nv, "vblanks"), count;

    nv_clock_step(nv, 1000 * MS);
    count = nv_statistic(nv, "vblanks") - before;
    g_assert_cmpuint(count, >=, times * 66 - 1);
    g_assert_cmpuint(count, <=, times * 67);
}

static void second_stage(NVDev *nv)
{
    unlock(nv);
    nv_wr32(nv, A_NV_PRAMDAC_PLL_CONTROL, 0x10000f00);
    for (unsigned head = 0; head < 2; head++) {
        uint32_t enable = A_NV_PCRTC_INTR_EN + head * NV_HEAD_STRIDE;

        set_mode(nv, head, &mode);
        nv_wr32(nv, head ? A_NV_PRAMDAC_VPLL2 : A_NV_PRAMDAC_VPLL,
                slow_vpll(nv));
        nv_wr32(nv, enable, 1);
        assert_blanks(nv, 1);
        set_second_stage(nv, head, true);
        assert_blanks(nv, 3);
        /* NV41 and later have a switch for each. */
        nv_wr32(nv, A_NV_PRAMDAC_580,
                head ? R_NV_PRAMDAC_580_VPLL2_SINGLE_MASK
                     : R_NV_PRAMDAC_580_VPLL_SINGLE_MASK);
        assert_blanks(nv, chipset_of(nv->card) > 0x40 ? 1 : 3);
        nv_wr32(nv, A_NV_PRAMDAC_580, 0);
        set_second_stage(nv, head, false);
        assert_blanks(nv, 1);
        nv_wr32(nv, enable, 0);
    }
}

static void vblank_interrupt(NVDev *nv)
{
    unlock(nv);
    set_mode(nv, 1, &mode2);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR + NV_HEAD_STRIDE, 1);
    nv_wr32(nv, A_NV_PCRTC_INTR_EN + NV_HEAD_STRIDE, 1);
    g_assert_false(nv_intx(nv));
    nv_migrate(nv);
    nv_clock_step(nv, 1000 * MS);
    nv_assert_reg(nv, NV_PMC_INTR, R_NV_PMC_INTR_PCRTC1_MASK);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PCRTC_INTR + NV_HEAD_STRIDE, 1);
    nv_assert_reg(nv, NV_PMC_INTR, 0);
    g_assert_false(nv_intx(nv));
}

/* --- Screen ----------------------------------------------------------- */

static void assert_shown(NVDev *nv, const NVMode *mode, uint32_t rgb)
{
    g_autoptr(NVScreen) screen = nv_screen_new(nv);

    g_assert_cmpuint(screen->width, ==, mode->width);
    g_assert_cmpuint(screen->height, ==, mode->height);
    nv_assert_hex(nv_screen_pixel(screen, 0, 0), rgb);
}

/* nv04_dac_mode_set(): DACCLK says which head the DAC shows. */
static void shown_head(NVDev *nv)
{
    unlock(nv);
    nv_vram_wr32(nv, mode.base, 0x123456);
    nv_vram_wr32(nv, mode2.base, 0xf800);
    set_mode(nv, 0, &mode);
    set_mode(nv, 1, &mode2);
    assert_shown(nv, &mode, 0x123456);
    nv_wr32(nv, A_NV_PRAMDAC_DACCLK, 0x101);
    assert_shown(nv, &mode2, 0xff0000);
    nv_migrate(nv);
    nv_vram_wr32(nv, mode2.base, 0x07e0);
    assert_shown(nv, &mode2, 0x00ff00);
    nv_wr32(nv, A_NV_PRAMDAC_DACCLK, 0x001);
    assert_shown(nv, &mode, 0x123456);

    /* The second head has no VGA modes. */
    nv->head = 1;
    nv_cr_wr(nv, NV_CR_PIXEL, 0);
    nv->head = 0;
    nv_wr32(nv, A_NV_PRAMDAC_DACCLK, 0x101);
    assert_shown(nv, &mode, 0);
}

static void second_cursor(NVDev *nv)
{
    uint32_t image[64 * 64];

    unlock(nv);
    set_mode(nv, 1, &mode2);
    nv_wr32(nv, A_NV_PRAMDAC_DACCLK, 0x101);
    nv_assert_pixel(nv, 5, 3, 0);
    nv->head = 1;
    for (unsigned i = 0; i < ARRAY_SIZE(image); i++) {
        image[i] = 0xff00ffff;
    }
    nv_mem_wr_words(nv, nv->bar1 + 0x10000, image, ARRAY_SIZE(image));
    nv_cr_wr(nv, NV_CR_HCUR_ADDR0, 0x80);
    nv_cr_wr(nv, NV_CR_HCUR_ADDR1, 0x10000 >> 11 << 2 | 1);
    nv_wr32(nv, nv_head_addr(nv, A_NV_PCRTC_CURSOR_CONFIG), 0x14011000);
    nv_wr32(nv, nv_head_addr(nv, A_NV_PRAMDAC_CURSOR_POS), 3 << 16 | 5);
    nv_assert_pixel(nv, 5, 3, 0x00ffff);
    nv_assert_pixel(nv, 4, 3, 0);
    nv->head = 0;
}

/* --- Load detection --------------------------------------------------- */

#define TEST_LEVEL 0x94050140
#define TEST_INSERT 0x00001000
#define TEST_POWER_DOWN 0x00010000

/* What a DAC senses: a load on each of its lines, 31:29, and on all, 28 */
static uint32_t sense(NVDev *nv, unsigned dac)
{
    return nv_rd32(nv, A_NV_PRAMDAC_TEST_CONTROL + dac * NV_HEAD_STRIDE) >>
           28;
}

/* nv17_dac_sample_load(): a DAC carries a level that a head inserts. */
static uint32_t sample_load(NVDev *nv, unsigned dac, unsigned head)
{
    uint32_t dacclk = A_NV_PRAMDAC_DACCLK + dac * NV_HEAD_STRIDE;
    uint32_t off = A_NV_PRAMDAC_TEST_CONTROL + dac * NV_HEAD_STRIDE;
    uint32_t test = A_NV_PRAMDAC_TEST_CONTROL + head * NV_HEAD_STRIDE;
    uint32_t point = A_NV_PRAMDAC_TESTPOINT_DATA + head * NV_HEAD_STRIDE;
    uint32_t val;

    nv_mask(nv, off, TEST_POWER_DOWN, 0);
    nv_wr32(nv, dacclk, head << 8);
    nv_wr32(nv, dacclk, head << 8 | 1);
    nv_assert_hex(sense(nv, dac), 0);
    nv_wr32(nv, point, TEST_LEVEL);
    nv_mask(nv, test, TEST_INSERT, TEST_INSERT);
    val = sense(nv, dac);
    nv_mask(nv, test, TEST_INSERT, 0);
    nv_wr32(nv, point, 0);
    nv_assert_hex(sense(nv, dac), 0);
    return val;
}

static void load_detection(NVDev *nv)
{
    for (unsigned head = 0; head < 2; head++) {
        nv_assert_hex(sample_load(nv, 0, head), 0xf);
        nv_assert_hex(sample_load(nv, 1, head), 0);
    }
}

/* A level that doesn't reach the DAC isn't sensed. */
static void load_detection_without_level(NVDev *nv)
{
    nv_wr32(nv, A_NV_PRAMDAC_DACCLK, 1);
    nv_wr32(nv, A_NV_PRAMDAC_TESTPOINT_DATA, TEST_LEVEL);
    nv_wr32(nv, A_NV_PRAMDAC_TEST_CONTROL, TEST_INSERT);
    nv_migrate(nv);
    nv_assert_hex(sense(nv, 0), 0xf);
    /* Status bits can't be written. */
    nv_wr32(nv, A_NV_PRAMDAC_TEST_CONTROL, 0xf0000000);
    nv_assert_hex(sense(nv, 0), 0);
    nv_wr32(nv, A_NV_PRAMDAC_TEST_CONTROL, TEST_INSERT | TEST_POWER_DOWN);
    nv_assert_hex(sense(nv, 0), 0);
    nv_wr32(nv, A_NV_PRAMDAC_TEST_CONTROL, TEST_INSERT);
    nv_wr32(nv, A_NV_PRAMDAC_DACCLK, 0);
    nv_assert_hex(sense(nv, 0), 0);
    nv_wr32(nv, A_NV_PRAMDAC_DACCLK, 0x101);
    nv_assert_hex(sense(nv, 0), 0);
    nv_wr32(nv, A_NV_PRAMDAC_DACCLK, 1);
    nv_wr32(nv, A_NV_PRAMDAC_TESTPOINT_DATA, TEST_LEVEL & 0x7fffffff);
    nv_assert_hex(sense(nv, 0), 0);
    nv_wr32(nv, A_NV_PRAMDAC_TESTPOINT_DATA, TEST_LEVEL & ~0x3ff);
    nv_assert_hex(sense(nv, 0), 0);
}

static const NVTest tests[] = {
    { "head2/registers-of-its-own", "migration second-head!", own_registers,
      .needs = NV_CARD_HEAD2, .cold = true },
    { "head2/vga-registers-of-its-own", "migration second-head", own_vga,
      .needs = NV_CARD_HEAD2, .cold = true },
    { "head2/cr44-gives-it-the-ports", "second-head", owner,
      .needs = NV_CARD_HEAD2, .cold = true },
    { "head2/lock", "second-head", lock, .needs = NV_CARD_HEAD2, .cold = true },
    { "head2/absent", "second-head", absent, .lacks = NV_CARD_HEAD2,
      .cold = true },
    { "head2/vblank-at-its-own-rate", "second-head", vblank,
      .needs = NV_CARD_HEAD2, .cold = true, .slow = true },
    { "head2/plls-have-a-second-stage", "vblank second-head", second_stage,
      .applies = has_second_stage, .cold = true },
    { "head2/vblank-interrupt", "migration second-head", vblank_interrupt,
      .needs = NV_CARD_HEAD2, .cold = true },
    { "head2/shown-if-dacclk-says-so", "migration second-head", shown_head,
      .needs = NV_CARD_DAC_HEAD, .cold = true },
    { "head2/cursor", "second-head", second_cursor, .needs = NV_CARD_DAC_HEAD,
      .cold = true },
    { "dac/senses-the-monitor-on-the-first", "i2c-gpio", load_detection,
      .needs = NV_CARD_DAC_HEAD, .cold = true },
    { "dac/senses-nothing-without-a-level", "migration i2c-gpio",
      load_detection_without_level, .needs = NV_CARD_DAC_HEAD,
      .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
