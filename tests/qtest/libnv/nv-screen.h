/*
 * Tests of the NVIDIA GPU: modes and what the screen shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_SCREEN_H
#define LIBNV_NV_SCREEN_H

#include "hw/nv/display-regs.h"
#include "nv-gpu.h"

/* --- VGA registers, through BAR0 -------------------------------------- */

#define NV_PRMVIO 0x0c0000
#define NV_PRMCIO 0x601000
#define NV_PRMDIO 0x681000

/** nv_head_addr: a register of the head that nv->head says */
static inline uint32_t nv_head_addr(const NVDev *nv, uint32_t addr)
{
    return addr + nv->head * NV_HEAD_STRIDE;
}

/** nv_owner: give VGA's ports, and PRMVIO, to a head */
void nv_owner(NVDev *nv, unsigned head);

uint8_t nv_cr_rd(NVDev *nv, uint8_t index);
void nv_cr_wr(NVDev *nv, uint8_t index, uint8_t val);

/** nv_cr_unlock: open the lock of the extended CRTC registers */
void nv_cr_unlock(NVDev *nv);

/** nv_attr_wr: write an attribute register; the screen stays on */
void nv_attr_wr(NVDev *nv, uint8_t index, uint8_t val);

/** nv_seq_wr: write a sequencer register */
void nv_seq_wr(NVDev *nv, uint8_t index, uint8_t val);

/** nv_palette_wr: write an entry of the palette */
void nv_palette_wr(NVDev *nv, uint8_t index, uint8_t r, uint8_t g, uint8_t b);

/* --- Modes ------------------------------------------------------------ */

/**
 * struct NVMode - a mode as a driver programs it
 *
 * @width, @height: in pixels, @width a multiple of 8
 * @bpp: 8, 15, 16 or 32
 * @base: address of the first pixel in video memory
 * @pitch: bytes from a line to the next, a multiple of 8; 0 for as few as
 *         there can be
 * @htotal, @vtotal: of the timings; 0 for a bit more than is visible
 */
typedef struct NVMode {
    unsigned width, height;
    unsigned bpp;
    uint32_t base;
    uint32_t pitch;
    unsigned htotal, vtotal;
} NVMode;

/**
 * nv_mode_set: set a mode, as nouveau's nv_crtc_mode_set() does
 * @nv: the card
 * @mode: the mode
 *
 * The palette is a ramp, and all is on.  A second head has to own PRMVIO.
 */
void nv_mode_set(NVDev *nv, const NVMode *mode);

/* --- Screen ----------------------------------------------------------- */

/**
 * struct NVScreen - a screen dump
 *
 * @width, @height: in pixels
 * @stride: bytes from a line to the next
 * @rgb: the pixels, red first
 */
typedef struct NVScreen {
    unsigned width, height;
    unsigned stride;
    uint8_t *rgb;
} NVScreen;

/** nv_screen_dump: have one written; a card without outputs has none */
void nv_screen_dump(NVDev *nv, const char *file);

/** nv_screen_new: take a screen dump */
NVScreen *nv_screen_new(NVDev *nv);
void nv_screen_free(NVScreen *screen);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NVScreen, nv_screen_free)

/** nv_screen_pixel: red, green, blue of a pixel as 0xrrggbb */
uint32_t nv_screen_pixel(const NVScreen *screen, unsigned x, unsigned y);

/** nv_assert_pixel: take a screen dump and look at one of its pixels */
#define nv_assert_pixel(_nv, _x, _y, _rgb)                                  \
    do {                                                                    \
        g_autoptr(NVScreen) _screen = nv_screen_new(_nv);                   \
        nv_assert_hex(nv_screen_pixel(_screen, _x, _y), _rgb);              \
    } while (0)

#endif /* LIBNV_NV_SCREEN_H */
