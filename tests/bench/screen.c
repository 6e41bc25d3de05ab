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
#include "bench.h"

#define WIDTH 1920
#define HEIGHT 1200
#define PIXELS (WIDTH * HEIGHT)
#define BASE 0x100000

/* Bound: 0.7 of memcpy()'s speed */
#define MOST 1.43

#define MEMCPY "memcpy of them"

static const struct {
    Row row;
    unsigned bpp;
    unsigned lines;
} rows[] = {
    { { "screen-32", "1920x1200 of 32 bits, all written", MEMCPY, MOST },
      32, HEIGHT },
    { { "screen-32-some", "... 1 % of it", MEMCPY }, 32, HEIGHT / 100 },
    { { "screen-16", "... of 16 bits, all written", MEMCPY, MOST },
      16, HEIGHT },
    { { "screen-8", "... of 8 bits, all written", MEMCPY, MOST },
      8, HEIGHT },
    { { "screen-8-some", "... 1 % of it", MEMCPY }, 8, HEIGHT / 100 },
};

void bench_screen(Bench *bench)
{
    NVDev *nv;

    if (bench->model->features & (NV_CARD_NV01 | NV_CARD_NV03 |
                                  NV_CARD_PDISPLAY)) {
        return;
    }
    nv = bench_start(bench->model, NULL, NULL);
    nv_init(nv);
    bench_title("The picture");
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        unsigned pitch = WIDTH * rows[i].bpp / 8;
        const Job update = {
            .what = "screen", .to = BASE | YARDSTICK_VRAM, .pitch = pitch,
            .lines = rows[i].lines, .count = 4,
        };
        /* What the console gets has 32 bits. */
        const Job reference = {
            .what = "copy", .to = BASE | YARDSTICK_VRAM,
            .from = (BASE + PIXELS * 4) | YARDSTICK_VRAM, .pitch = WIDTH * 4,
            .length = WIDTH * 4, .lines = rows[i].lines, .count = 4,
        };

        nv_mode_set(nv, &(NVMode) {
            .width = WIDTH, .height = HEIGHT, .bpp = rows[i].bpp,
            .base = BASE, .pitch = pitch,
        });
        bench_jobs(bench, nv, &rows[i].row, &update, &reference);
    }
    nv_quit(nv);
}
