/*
 * NVIDIA GPU: what PCRTC and PRAMDAC show, before NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "crtc.h"
#include "hw/display/vga_regs.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display/cursor.h"
#include "hw/nv/display/head.h"
#include "hw/nv/display/overlay.h"
#include "hw/nv/display/raster.h"
#include "hw/nv/display/scanout.h"
#include "hw/nv/display/state.h"
#include "ui/pixel_ops.h"

#define NV_PIXMIX_ON 3

/* --- Mode ------------------------------------------------------------- */

static unsigned nv_crtc_scanout_bpp(NVHead *head)
{
    uint32_t general = NV_HEAD_R(head, NV_PRAMDAC_GENERAL_CONTROL);

    switch (head->cr[NV_CR_PIXEL] & 3) {
    case 1:
        return 8;
    case 2:
        return FIELD_EX32(general, NV_PRAMDAC_GENERAL_CONTROL, ALT_MODE_SEL)
               ? 16 : 15;
    case 3:
        return 32;
    default:
        return 0;
    }
}

/* "The 24th bit doesn't want to stick to PCRTC_START": nv_set_crtc_base() */
static uint32_t nv_crtc_scanout_base_high(const NVHead *head)
{
    bool moved = !(head->gpu->chip->display->start_mask & BIT(24));

    return moved ? extract32(head->cr[NV_CR_HEB], 6, 1) << 24 : 0;
}

/* Where PCRTC has no start address of its own, the CRTC has it. */
static uint32_t nv_crtc_scanout_base(NVHead *head)
{
    const uint8_t *cr = head->cr;

    if (FIELD_EX32(NV_HEAD_R(head, NV_PCRTC_CONFIG), NV_PCRTC_CONFIG,
                   START_ADDRESS)) {
        return NV_HEAD_R(head, NV_PCRTC_START) |
               nv_crtc_scanout_base_high(head);
    }
    return (cr[VGA_CRTC_START_LO] | cr[VGA_CRTC_START_HI] << 8 |
            (cr[NV_CR_RPC0] & 0x1f) << 16) * 4;
}

static uint32_t nv_crtc_scanout_pitch(const NVHead *head)
{
    return (head->cr[VGA_CRTC_OFFSET] |
            extract32(head->cr[NV_CR_RPC0], 5, 3) << 8 |
            extract32(head->cr[NV_CR_42], 6, 1) << 11) * 8;
}

/* By sequencer, CRTC, or lack of syncs; the attribute index doesn't count */
static bool nv_crtc_scanout_is_blank(const NVHead *head)
{
    const VGACommonState *vga = head->vga;

    return vga->sr[VGA_SEQ_CLOCK_MODE] & VGA_SR01_SCREEN_OFF ||
           !(head->cr[VGA_CRTC_MODE] & 0x80) ||
           head->cr[NV_CR_RPC1] & 0xc0;
}

static void nv_crtc_scanout_decode(NVHead *head, NVScanoutMode *mode)
{
    uint32_t general = NV_HEAD_R(head, NV_PRAMDAC_GENERAL_CONTROL);
    NVTimings t;

    mode->bpp = nv_crtc_scanout_bpp(head);
    if (!mode->bpp) {
        return;
    }
    nv_crtc_timings(head, &t);
    mode->native = true;
    mode->blank = nv_crtc_scanout_is_blank(head);
    mode->double_scan = head->cr[VGA_CRTC_MAX_SCAN] & 0x80;
    mode->gamma = FIELD_EX32(general, NV_PRAMDAC_GENERAL_CONTROL, PIXMIX) ==
                  NV_PIXMIX_ON;
    mode->width = t.hdisplay;
    mode->height = t.vdisplay;
    mode->base = nv_crtc_scanout_base(head);
    mode->pitch = nv_crtc_scanout_pitch(head);
}

/* --- Palette ---------------------------------------------------------- */

/* The pixel mask applies to indices. */
static void nv_crtc_scanout_lut(NVHead *head, const NVScanoutMode *mode,
                                uint32_t *lut)
{
    uint8_t mask = mode->bpp == 8 ? head->palette_mask : 0xff;
    bool wide = head->vga->dac_8bit;

    for (unsigned i = 0; i < 256; i++) {
        const uint8_t *entry = &head->palette[(i & mask) * 3];

        lut[i] = wide
            ? rgb_to_pixel32(entry[0], entry[1], entry[2])
            : rgb_to_pixel32(c6_to_8(entry[0]), c6_to_8(entry[1]),
                             c6_to_8(entry[2]));
    }
}

/* --- Cursor ----------------------------------------------------------- */

static uint32_t nv_crtc_scanout_cursor_addr(const NVHead *head)
{
    return (uint32_t)head->cr[NV_CR_HCUR_ADDR2] << 24 |
           (head->cr[NV_CR_HCUR_ADDR0] & 0x7f) << 17 |
           extract32(head->cr[NV_CR_HCUR_ADDR1], 2, 6) << 11;
}

static void nv_crtc_scanout_cursor(NVHead *head, NVCursor *cursor)
{
    bool argb = head->gpu->chip->display->cursor_argb;
    uint32_t config = argb ? NV_HEAD_R(head, NV_PCRTC_CURSOR_CONFIG) : 0;
    uint32_t pos = NV_HEAD_R(head, NV_PRAMDAC_CURSOR_POS);
    unsigned lines = FIELD_EX32(config, NV_PCRTC_CURSOR_CONFIG, CUR_LINES);
    uint8_t addr1 = head->cr[NV_CR_HCUR_ADDR1];

    cursor->visible = addr1 & 1 ||
        FIELD_EX32(config, NV_PCRTC_CURSOR_CONFIG, ENABLE);
    cursor->argb = FIELD_EX32(config, NV_PCRTC_CURSOR_CONFIG, CUR_BPP_32);
    cursor->blend = FIELD_EX32(config, NV_PCRTC_CURSOR_CONFIG,
                               CUR_BLEND_ALPHA);
    cursor->double_scan = addr1 & 2 ||
        FIELD_EX32(config, NV_PCRTC_CURSOR_CONFIG, DOUBLE_SCAN);
    cursor->vram = head->cr[NV_CR_HCUR_ADDR0] & 0x80 ||
        FIELD_EX32(config, NV_PCRTC_CURSOR_CONFIG, ADDRESS_SPACE_PNVM);
    cursor->x = (int16_t)FIELD_EX32(pos, NV_PRAMDAC_CURSOR_POS, X);
    cursor->y = (int16_t)FIELD_EX32(pos, NV_PRAMDAC_CURSOR_POS, Y);
    cursor->width = FIELD_EX32(config, NV_PCRTC_CURSOR_CONFIG,
                               CUR_PIXELS_64) ? 64 : 32;
    cursor->lines = lines ? lines * 16 : 32;
    cursor->addr = nv_crtc_scanout_cursor_addr(head);
}

/* --- Overlay ---------------------------------------------------------- */

static void nv_crtc_scanout_overlay(NVHead *head, NVOverlay *ov)
{
    const NVDisplayChip *chip = head->gpu->chip->display;

    if (chip->overlay) {
        chip->overlay(head, ov);
    }
}

/* --- Monitor ---------------------------------------------------------- */

static NVHead *nv_crtc_scanout_head(NVGPU *gpu)
{
    bool second = gpu->chip->display->dac_selects_head &&
                  FIELD_EX32(NV_R(gpu, NV_PRAMDAC_DACCLK),
                             NV_PRAMDAC_DACCLK, HEAD);

    return &gpu->display->head[second];
}

const NVScanoutSource nv_crtc_scanout = {
    .head = nv_crtc_scanout_head,
    .decode = nv_crtc_scanout_decode,
    .lut = nv_crtc_scanout_lut,
    .cursor = nv_crtc_scanout_cursor,
    .overlay = nv_crtc_scanout_overlay,
};
