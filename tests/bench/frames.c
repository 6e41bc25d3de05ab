/*
 * NVIDIA GPU: what the benchmark's card takes while it just shows something
 *
 * A second of the machine's time in 60 steps, at each of which the console is
 * brought up to date, as a viewer's timer does it, beside the same in an
 * emulator without a card.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-driver.h"
#include "../qtest/libnv/nv-screen.h"
#include "../qtest/libnv/nv-vga-port.h"
#include "bench.h"
#include "display.h"

#define FRAMES 60
#define FRAME_NS 16666667

#define WITHOUT "without a card"

#define PITCH (DISPLAY_W * 4)

/* Two pictures, of which one is a line further down: there are small cards. */
#define SIZE (PITCH * (DISPLAY_H + 1))

/**
 * struct Frames - two emulators
 *
 * @bench: the benchmark
 * @nv: one with a card
 * @without: one without, of which only the process is used
 * @display: the card's display, NV50+
 * @base: where the pictures are in video memory
 * @flips: each frame shows the other picture
 */
typedef struct Frames {
    const Bench *bench;
    NVDev *nv;
    NVDev without;
    Display *display;
    uint32_t base;
    bool flips;
} Frames;

static void flip(Frames *f, unsigned frame)
{
    uint32_t addr = f->base + frame % 2 * PITCH;

    if (f->display) {
        display_flip(f->display, addr);
    } else {
        nv_wr32(f->nv, A_NV_PCRTC_START, addr);
    }
}

/* CPU time, as the clock's includes waiting for this program */
static double time_frames(Frames *f, NVDev *nv, bool flips)
{
    const Bench cpu = { .cpu_time = true };
    int64_t start = bench_now(&cpu, nv);

    for (unsigned i = 0; i < FRAMES; i++) {
        if (flips) {
            flip(f, i);
        }
        nv->clock = qtest_clock_step(nv->qts, FRAME_NS);
        job_time(nv);
    }
    return bench_now(&cpu, nv) - start;
}

static void once_frames(void *opaque, double *ns, double *reference_ns)
{
    Frames *f = opaque;

    *ns = time_frames(f, f->nv, f->flips);
    *reference_ns = time_frames(f, &f->without, false);
}

static void measure(Bench *bench, Frames *f, const Row *row)
{
    const Job refresh = { .what = "refresh", .count = 1 };

    if (bench_wants(bench, row->name)) {
        job_set(bench, f->nv, &refresh);
        job_set(bench, &f->without, &refresh);
        bench_row(bench, row, once_frames, f);
    }
}

/* 80x25 characters, and a cursor of two lines: IBM's mode 3 */
static void set_text_mode(NVDev *nv)
{
    static const uint8_t seq[] = { 3, 0, 3, 0, 2 };
    static const uint8_t cr[] = {
        0x5f, 0x4f, 0x50, 0x82, 0x55, 0x81, 0xbf, 0x1f, 0, 0x4f, 0x0d, 0x0e,
        0, 0, 0, 0, 0x9c, 0x0e, 0x8f, 0x28, 0x1f, 0x96, 0xb9, 0xa3, 0xff,
    };
    static const uint8_t gr[] = { 0, 0, 0, 0, 0, 0x10, 0x0e, 0, 0xff };
    const NVVgaPort *io = &nv_vga_io_port;
    NVScreen *screen;

    io->write(nv, 0x3c2, 0x67);
    for (unsigned i = 0; i < ARRAY_SIZE(seq); i++) {
        io->write(nv, 0x3c4, i);
        io->write(nv, 0x3c5, seq[i]);
    }
    nv_vga_cr_write(nv, io, 0x11, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(cr); i++) {
        nv_vga_cr_write(nv, io, i, cr[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(gr); i++) {
        io->write(nv, 0x3ce, i);
        io->write(nv, 0x3cf, gr[i]);
    }
    io->read(nv, 0x3da);
    for (unsigned i = 0; i < 16; i++) {
        io->write(nv, 0x3c0, i);
        io->write(nv, 0x3c0, i);
    }
    io->write(nv, 0x3c0, 0x10);
    io->write(nv, 0x3c0, 0x0c);
    io->write(nv, 0x3c0, 0x20);
    screen = nv_screen_new(nv);
    if (screen->width != 720 || screen->height != 400) {
        g_error("the text has %ux%u pixels", screen->width, screen->height);
    }
    nv_screen_free(screen);
}

static void set_mode(Frames *f)
{
    f->base = nv_vram_alloc(f->nv, SIZE);
    if (display_has(f->bench->model)) {
        f->display = display_new(f->nv, NV_EVO_FORMAT_A8R8G8B8, f->base,
                                 PITCH);
    } else {
        nv_mode_set(f->nv, &(NVMode) {
            .width = DISPLAY_W, .height = DISPLAY_H, .bpp = 32,
            .base = f->base, .pitch = PITCH,
        });
    }
}

void bench_frames(Bench *bench)
{
    static const Row off = {
        "frames-off", "60 frames, as a reset leaves the card", WITHOUT,
    };
    static const Row text = {
        "frames-text", "... of text, with a blinking cursor", WITHOUT,
    };
    static const Row mode = {
        "frames-mode", "... of a picture that stays the same", WITHOUT,
    };
    static const Row flips = {
        "frames-flips", "... with a flip each", WITHOUT,
    };
    Frames f = { .bench = bench };

    if (nv_card_is_early(bench->model) ||
        !nv_card_has_display(bench->model)) {
        return;
    }
    f.nv = bench_start(bench->model, NULL, NULL);
    f.without.qts = qtest_init("-L " NV_BENCH_DATA " -display none "
                               "-nodefaults -vga none -device "
                               TYPE_YARDSTICK ",id=yardstick");
    measure(bench, &f, &off);
    set_text_mode(f.nv);
    measure(bench, &f, &text);
    nv_init(f.nv);
    set_mode(&f);
    measure(bench, &f, &mode);
    f.flips = true;
    measure(bench, &f, &flips);
    if (f.display) {
        display_free(f.display);
    }
    qtest_quit(f.without.qts);
    nv_quit(f.nv);
}
