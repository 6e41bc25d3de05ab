/*
 * Tests of the NVIDIA GPU: modes and what the screen shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "nv-screen.h"
#include "nv-test.h"

/* --- VGA registers ---------------------------------------------------- */

uint8_t nv_cr_rd(NVDev *nv, uint8_t index)
{
    nv_wr08(nv, nv_head_addr(nv, NV_PRMCIO + 0x3d4), index);
    return nv_rd08(nv, nv_head_addr(nv, NV_PRMCIO + 0x3d5));
}

void nv_cr_wr(NVDev *nv, uint8_t index, uint8_t val)
{
    /* As X's drivers do: the low byte comes first. */
    nv_wr16(nv, nv_head_addr(nv, NV_PRMCIO + 0x3d4), index | val << 8);
}

void nv_owner(NVDev *nv, unsigned head)
{
    unsigned was = nv->head;

    nv->head = 0;
    nv_cr_wr(nv, NV_CR_OWNER, head ? NV_CR_OWNER_SECOND : 0);
    nv->head = was;
}

/* nv3LockUnlock() and NVLockUnlock() of xf86-video-nv */
void nv_cr_unlock(NVDev *nv)
{
    if (nv->card->features & NV_CARD_NV03) {
        nv_seq_wr(nv, NV_SR_LOCK, NV_CR_LOCK_UNLOCK);
    } else {
        nv_cr_wr(nv, NV_CR_LOCK, NV_CR_LOCK_UNLOCK);
    }
}

void nv_attr_wr(NVDev *nv, uint8_t index, uint8_t val)
{
    nv_rd08(nv, nv_head_addr(nv, NV_PRMCIO + 0x3da));
    nv_wr08(nv, nv_head_addr(nv, NV_PRMCIO + 0x3c0), index | 0x20);
    nv_wr08(nv, nv_head_addr(nv, NV_PRMCIO + 0x3c0), val);
}

void nv_seq_wr(NVDev *nv, uint8_t index, uint8_t val)
{
    nv_wr08(nv, NV_PRMVIO + 0x3c4, index);
    nv_wr08(nv, NV_PRMVIO + 0x3c5, val);
}

void nv_palette_wr(NVDev *nv, uint8_t index, uint8_t r, uint8_t g, uint8_t b)
{
    nv_wr08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c8), index);
    nv_wr08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c9), r);
    nv_wr08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c9), g);
    nv_wr08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c9), b);
}

/* --- Modes ------------------------------------------------------------ */

static void nv_mode_set_horizontal(NVDev *nv, const NVMode *mode)
{
    unsigned total = (mode->htotal ?: mode->width + 160) / 8 - 5;
    unsigned display = mode->width / 8 - 1;

    nv_cr_wr(nv, 0x00, total);
    nv_cr_wr(nv, 0x01, display);
    nv_cr_wr(nv, NV_CR_HEB, extract32(total, 8, 1) |
             extract32(display, 8, 1) << 1);
}

static void nv_mode_set_vertical(NVDev *nv, const NVMode *mode)
{
    unsigned total = (mode->vtotal ?: mode->height + 28) - 2;
    unsigned display = mode->height - 1;
    unsigned sync = mode->height + 2;

    nv_cr_wr(nv, 0x06, total);
    nv_cr_wr(nv, 0x07, extract32(total, 8, 1) | extract32(total, 9, 1) << 5 |
             extract32(display, 8, 1) << 1 | extract32(display, 9, 1) << 6 |
             extract32(sync, 8, 1) << 2 | extract32(sync, 9, 1) << 7);
    nv_cr_wr(nv, 0x09, 0x40);
    nv_cr_wr(nv, 0x10, sync);
    nv_cr_wr(nv, 0x11, 0x20 | ((sync + 4) & 0xf));
    nv_cr_wr(nv, 0x12, display);
    nv_cr_wr(nv, NV_CR_LSR, extract32(total, 10, 1) |
             extract32(display, 10, 1) << 1 | extract32(sync, 10, 1) << 2);
    nv_cr_wr(nv, NV_CR_EBR, extract32(total, 11, 1) |
             extract32(display, 11, 1) << 2 | extract32(sync, 11, 1) << 4);
}

static void nv_mode_set_pixels(NVDev *nv, const NVMode *mode)
{
    unsigned bytes = DIV_ROUND_UP(mode->bpp, 8);
    uint32_t pitch = (mode->pitch ?: mode->width * bytes) / 8;

    nv_cr_wr(nv, 0x13, pitch);
    nv_cr_wr(nv, NV_CR_RPC0, extract32(pitch, 8, 3) << 5);
    nv_cr_wr(nv, NV_CR_42, extract32(pitch, 11, 1) << 6);
    nv_wr32(nv, nv_head_addr(nv, A_NV_PRAMDAC_GENERAL_CONTROL),
            0x00100130 | (mode->bpp == 16 ? 0x1000 : 0));
    nv_wr32(nv, nv_head_addr(nv, A_NV_PCRTC_CONFIG), 2);
    nv_wr32(nv, nv_head_addr(nv, A_NV_PCRTC_START), mode->base);
    nv_cr_wr(nv, NV_CR_PIXEL, MIN(bytes, 3));
}

static void nv_mode_set_palette(NVDev *nv)
{
    nv_wr08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c6), 0xff);
    nv_wr08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c8), 0);
    for (unsigned i = 0; i < 768; i++) {
        nv_wr08(nv, nv_head_addr(nv, NV_PRMDIO + 0x3c9), i / 3);
    }
}

void nv_mode_set(NVDev *nv, const NVMode *mode)
{
    nv_cr_unlock(nv);
    nv_wr08(nv, NV_PRMVIO + 0x3c2, 0x23);
    nv_cr_wr(nv, 0x11, 0);
    nv_mode_set_horizontal(nv, mode);
    nv_mode_set_vertical(nv, mode);
    nv_mode_set_pixels(nv, mode);
    nv_mode_set_palette(nv);
    nv_seq_wr(nv, 1, 0x01);
    nv_cr_wr(nv, 0x17, 0xc3);
    nv_cr_wr(nv, NV_CR_RPC1, 0);
    nv_attr_wr(nv, 0x10, 0x01);
}

/* --- Screen ----------------------------------------------------------- */

void nv_screen_dump(NVDev *nv, const char *file)
{
    qobject_unref(qtest_qmp(nv->qts, "{ 'execute': 'screendump', "
                            "'arguments': { 'filename': %s } }", file));
}

NVScreen *nv_screen_new(NVDev *nv)
{
    g_autofree char *path = g_build_filename(nv->dir, "screen", NULL);
    g_autofree char *text = NULL;
    NVScreen *screen = g_new0(NVScreen, 1);
    gsize size;
    int start = 0;

    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'screendump', "
                             "'arguments': { 'filename': %s } }", path);
    g_assert_true(g_file_get_contents(path, &text, &size, NULL));
    g_assert_cmpint(sscanf(text, "P6 %u %u 255%n", &screen->width,
                           &screen->height, &start), ==, 2);
    start++;
    /* QEMU fills each line up to whole words. */
    screen->stride = ROUND_UP(screen->width * 3, 4);
    g_assert_cmpuint(size, ==, start + screen->stride * screen->height);
    screen->rgb = g_memdup2(text + start, size - start);
    g_unlink(path);
    return screen;
}

void nv_screen_free(NVScreen *screen)
{
    g_free(screen->rgb);
    g_free(screen);
}

uint32_t nv_screen_pixel(const NVScreen *screen, unsigned x, unsigned y)
{
    const uint8_t *rgb;

    if (x >= screen->width || y >= screen->height) {
        return UINT32_MAX;
    }
    rgb = screen->rgb + y * screen->stride + x * 3;
    return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}
