/*
 * Tests of the NVIDIA GPU: what x-nv-gpu-debug shows of falcons, the
 * display and interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-test.h"

/* --- Falcons ---------------------------------------------------------- */

/* mov $r5 0x12345678, mov $r15 -2, exit */
static const uint8_t falcon_program[] = {
    0xf1, 0x57, 0x78, 0x56, 0xf1, 0x53, 0x34, 0x12,
    0xf1, 0xf7, 0xfe, 0xff, 0xf8, 0x02,
};

static void falcons(NVDev *nv)
{
    static const uint32_t words[] = { 0xd00d0001, 0xd00d0002 };
    unsigned n = nv_debug_falcon(nv, NV_PDAEMON);
    g_autofree char *registers = g_strdup_printf("falcon %u registers", n);
    g_autofree char *code = g_strdup_printf("falcon %u code 0 8", n);
    g_autofree char *data = g_strdup_printf("falcon %u data 0x100 8", n);
    g_autofree char *wrong = g_strdup_printf("falcon %u data 0x100000 4", n);
    g_autofree char *what = g_strdup_printf("falcon %u stack", n);

    nv_pdaemon_run(nv, falcon_program, sizeof(falcon_program));
    nv_falcon_data(nv, NV_PDAEMON, 0x100, words, 2);
    nv_says(nv, registers, "r5 0x12345678\n");
    nv_says(nv, registers, "r15 0xfffffffe\n");
    nv_says(nv, registers, "state stopped\n");
    nv_says(nv, code, "0x00000000: 0x567857f1 0x123453f1\n");
    nv_says(nv, data, "0x00000100: 0xd00d0001 0xd00d0002\n");
    nv_debug_is_wrong(nv, wrong, "no number from 0");
    nv_debug_is_wrong(nv, what, "'registers'");
    nv_debug_is_wrong(nv, "falcon 99 data", "no number from 0");
}

static void no_falcons(NVDev *nv)
{
    nv_debug_is_wrong(nv, "falcon 0 data", "no falcons");
    nv_says(nv, "falcons", "the card has no falcons");
}

/* --- Display ---------------------------------------------------------- */

static void screen(NVDev *nv)
{
    const NVMode mode = {
        .width = 640, .height = 480, .bpp = 32, .base = 0x100000,
        .pitch = 2624,
    };

    nv_says(nv, "screen", "head 0 monitor yes mode vga\n");
    nv_mode_set(nv, &mode);
    nv_says(nv, "screen", "head 0 monitor yes mode native width 640 height 480 "
            "bpp 32 order rgb base 0x00100000 pitch 2624 ");
}

static void evo_screen(NVDev *nv)
{
    NVEvoChan core, base;
    NVEvo evo;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE, true);
    nv_evo_image(&base, NV_EVO_FORMAT_A8R8G8B8, 0x200000, 640, 480, 2560);
    nv_evo_mthd(&base, 0x80, 0);
    nv_evo_kick(&base);
    nv_clock_step(nv, 2 * NV_EVO_VGA_PERIOD);
    nv_says(nv, "screen", "head 0 monitor yes mode native width 640 height 480 "
            "bpp 32 order rgb base 0x00200000 pitch 2560 block-lines 0");
    nv_says(nv, "screen", "evo base 0 get 0x%03x put 0x%03x wait nothing",
            base.cur, base.cur);
    nv_lacks(nv, "screen", "evo base 1");
    nv_evo_close(&base);
    nv_lacks(nv, "screen", "evo base 0");
    nv_evo_close(&core);
}

/* --- Interrupts ------------------------------------------------------- */

/* A unit with a pending interrupt is shown with it. */
static void interrupts_of_units(NVDev *nv)
{
    nv_wr32(nv, 0x009140, 1);
    nv_says(nv, "interrupts", "0x009100 NV_PTIMER_INTR pending 0x00000000 "
            "enabled 0x00000001\n");
    nv_wr32(nv, 0x009140, 0);
    nv_says(nv, "interrupts", "0x009100 NV_PTIMER_INTR pending 0x00000000 "
            "enabled 0x00000000\n");
}

#define ALL .tesla = true, .fermi = true

static const NVTest tests[] = {
    { "look/falcons", "introspection", falcons, ALL, .needs = NV_CARD_PDAEMON },
    { "look/no-falcons", "introspection", no_falcons },
    { "look/screen", "introspection", screen },
    { "look/evo-screen", "introspection", evo_screen, ALL,
      .needs = NV_CARD_PDISPLAY,
      .lacks = NV_CARD_EVO_NVD9 },
    { "look/interrupts-of-units", "introspection", interrupts_of_units, ALL },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
