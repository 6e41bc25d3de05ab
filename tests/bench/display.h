/*
 * NVIDIA GPU: the display of the benchmark's card, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_DISPLAY_H
#define TESTS_BENCH_DISPLAY_H

#include "../qtest/libnv/nv-evo.h"
#include "../qtest/libnv/nv-evo-nvd9.h"

/** The mode */
#define DISPLAY_W 1920
#define DISPLAY_H 1200

/**
 * struct Display - PDISPLAY, of NV50 or of GF119
 *
 * @nv: the card
 * @evo, @core: NV50's
 * @core_nvd9: GF119's channel
 * @is_nvd9: it is GF119's
 */
typedef struct Display {
    NVDev *nv;
    NVEvo evo;
    NVEvoChan core;
    NVEvoNvd9Chan core_nvd9;
    bool is_nvd9;
} Display;

/** display_has: the card has PDISPLAY */
bool display_has(const NVCard *card);

/**
 * display_new: set the mode, with a surface
 * @nv: the card
 * @format: NV_EVO_FORMAT_*
 * @addr: its address, in video memory
 * @pitch: bytes from a line to the next, a multiple of 256
 */
Display *display_new(NVDev *nv, uint32_t format, uint32_t addr,
                     unsigned pitch);
void display_free(Display *display);

/**
 * display_show: show another surface; @palette: where its palette is, in video
 *               memory; 0: it has none
 */
void display_show(Display *display, uint32_t format, uint32_t addr,
                  unsigned pitch, uint32_t palette);

/** display_flip: show another address at the next vertical blank */
void display_flip(Display *display, uint32_t addr);

/** display_cursor: show a cursor of 64x64 pixels, of video memory at @addr */
void display_cursor(Display *display, uint32_t addr);

#endif /* TESTS_BENCH_DISPLAY_H */
