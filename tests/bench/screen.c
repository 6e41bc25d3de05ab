/*
 * NVIDIA GPU: how fast the benchmark's card shows its picture
 *
 * The console is brought up to date inside the emulator, as a viewer's timer
 * does it, after all of the picture or a hundredth of it has been written.  A
 * picture that the console can use where it is isn't drawn at all.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-driver.h"
#include "../qtest/libnv/nv-screen.h"
#include "../qtest/libnv/nv-vm.h"
#include "bench.h"
#include "display.h"

#define WIDTH DISPLAY_W
#define HEIGHT DISPLAY_H
#define PIXELS (WIDTH * HEIGHT)

/* Where the picture is before NV50; later cards keep other things there. */
#define BASE 0x100000

/* Bound: 0.7 of memcpy()'s speed */
#define MOST 1.43

#define MEMCPY "memcpy of them"

/* Behind the picture and what is copied beside it */
#define PALETTE (PIXELS * 8)
#define CURSOR (PALETTE + 0x4000)
#define PICTURE_SIZE (CURSOR + 0x4000)

/**
 * struct ScreenRow - a picture
 *
 * @row: its name and bound
 * @bpp: bits of a pixel
 * @lines: how many of its lines have been written
 * @format: EVO's name of the pixels; 10 bits are EVO's alone
 * @cursor: it has a cursor of EVO's, which stays for later rows
 */
typedef struct ScreenRow {
    Row row;
    unsigned bpp, lines;
    uint32_t format;
    bool cursor;
} ScreenRow;

static const ScreenRow rows[] = {
    { { "screen-32", "1920x1200 of 32 bits, all written", MEMCPY, MOST },
      32, HEIGHT, NV_EVO_FORMAT_A8R8G8B8 },
    { { "screen-32-some", "... 1 % of it", MEMCPY },
      32, HEIGHT / 100, NV_EVO_FORMAT_A8R8G8B8 },
    { { "screen-16", "... of 16 bits, all written", MEMCPY, MOST },
      16, HEIGHT, NV_EVO_FORMAT_R5G6B5 },
    { { "screen-8", "... of 8 bits, all written", MEMCPY, MOST },
      8, HEIGHT, NV_EVO_FORMAT_I8 },
    { { "screen-8-some", "... 1 % of it", MEMCPY },
      8, HEIGHT / 100, NV_EVO_FORMAT_I8 },
    { { "screen-10", "... of 10 bits a color, all written", MEMCPY },
      32, HEIGHT, NV_EVO_FORMAT_A2B10G10R10 },
    { { "screen-cursor", "... of 32 bits with a cursor", MEMCPY },
      32, HEIGHT, NV_EVO_FORMAT_A8R8G8B8, true },
    { { "screen-cursor-some", "... 1 % of it", MEMCPY },
      32, HEIGHT / 100, NV_EVO_FORMAT_A8R8G8B8, true },
};

/* EVO's are multiples of 256 bytes. */
static unsigned pitch_of(const Bench *bench, const ScreenRow *r)
{
    return ROUND_UP(WIDTH * r->bpp / 8, display_has(bench->model) ? 256 : 8);
}

static void measure(Bench *bench, NVDev *nv, const ScreenRow *r, uint32_t base)
{
    const Job update = {
        .what = "screen", .to = base | YARDSTICK_VRAM,
        .pitch = pitch_of(bench, r), .lines = r->lines, .count = 4,
    };
    /* What the console gets has 32 bits. */
    const Job reference = {
        .what = "copy", .to = base | YARDSTICK_VRAM,
        .from = (base + PIXELS * 4) | YARDSTICK_VRAM, .pitch = WIDTH * 4,
        .length = WIDTH * 4, .lines = r->lines, .count = 4,
    };

    bench_jobs(bench, nv, &r->row, &update, &reference);
}

/* Before NV50 */
static void measure_crtc(Bench *bench, NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const ScreenRow *r = &rows[i];

        if (!bench_wants(bench, r->row.name) || r->cursor ||
            r->format == NV_EVO_FORMAT_A2B10G10R10) {
            continue;
        }
        nv_mode_set(nv, &(NVMode) {
            .width = WIDTH, .height = HEIGHT, .bpp = r->bpp,
            .base = BASE, .pitch = pitch_of(bench, r),
        });
        measure(bench, nv, r, BASE);
    }
}

/* The screen must really show what is measured: palettes have some white. */
static void verify(NVDev *nv, const ScreenRow *r, uint32_t base)
{
    for (unsigned i = 0; i < 2; i++) {
        NVScreen *screen;

        nv_phys_wr32(nv, base, i ? 0 : UINT32_MAX);
        screen = nv_screen_new(nv);
        if ((nv_screen_pixel(screen, 0, 0) == 0) != i) {
            g_error("%s: the screen doesn't show it", r->row.name);
        }
        nv_screen_free(screen);
    }
}

static void measure_evo(Bench *bench, NVDev *nv)
{
    uint32_t base = nv_vram_alloc(nv, PICTURE_SIZE);
    Display *d = display_new(nv, rows[0].format, base,
                             pitch_of(bench, &rows[0]));

    nv_phys_fill(nv, base + PALETTE + 255 * 8, UINT32_MAX, 2);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const ScreenRow *r = &rows[i];

        if (!bench_wants(bench, r->row.name)) {
            continue;
        }
        display_show(d, r->format, base, pitch_of(bench, r),
                     r->bpp == 8 ? base + PALETTE : 0);
        if (r->cursor) {
            display_cursor(d, base + CURSOR);
        }
        verify(nv, r, base);
        measure(bench, nv, r, base);
    }
    display_free(d);
}

void bench_screen(Bench *bench)
{
    NVDev *nv;

    if (nv_card_is_early(bench->model) ||
        !nv_card_has_display(bench->model)) {
        return;
    }
    nv = bench_start(bench->model, NULL, NULL);
    nv_init(nv);
    bench_title("The picture");
    if (display_has(bench->model)) {
        measure_evo(bench, nv);
    } else {
        measure_crtc(bench, nv);
    }
    nv_quit(nv);
}
