/*
 * NVIDIA GPU: the built-in VBIOS: VBE's modes before NV50
 *
 * The first head's CRTC, in a mode of its own, with its VPLL; the picture is
 * in video memory from its start on.
 *
 * Sources: nouveau's dispnv04/crtc.c (nv_crtc_mode_set_vga,
 * nv_crtc_mode_set_regs) and xf86-video-nv's nv_hw.c (CalcVClock).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/display/vga_regs.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/nv-gpu.h"
#include "vbe.h"

#define NV_VBE_PCI_CONFIG 0x1800
#define NV_VBE_DDC_CR 0x3f

#define NV_VBE_IS1 0x3da

/* Of PCRTC_CONFIG: PCRTC_START is used from the next HSync on. */
#define NV_VBE_START_HSYNC 2

/* --- VGA's part ------------------------------------------------------- */

static void nv_vbe_indexed(NVVbe *vbe, uint16_t port, uint8_t index,
                           uint8_t val)
{
    nv_vbe_port(vbe, port, index);
    nv_vbe_port(vbe, port + 1, val);
}

/* The same port takes index and value. */
static void nv_vbe_attribute(NVVbe *vbe, uint8_t index, uint8_t val)
{
    nv_vbe_port(vbe, VGA_ATT_IW, index);
    nv_vbe_port(vbe, VGA_ATT_IW, val);
}

/* Sequencer, graphics and attribute controller of a mode with 8 dots */
static void nv_vbe_crtc_common(NVVbe *vbe)
{
    static const uint8_t sequencer[] = { 0x03, 0x01, 0x0f, 0x00, 0x0e };
    static const uint8_t graphics[] = {
        0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0x05, 0x0f, 0xff,
    };
    static const uint8_t attribute[] = { 0x01, 0x00, 0x0f, 0x00, 0x00 };
    bool second = vbe->gpu->chip->display->heads > 1;

    if (second) {
        nv_vbe_cr(vbe, NV_CR_OWNER, 0);
    }
    if (vbe->gpu->chip->display->dac_selects_head) {
        nv_vbe_mask(vbe, A_NV_PRAMDAC_DACCLK,
                    ~R_NV_PRAMDAC_DACCLK_HEAD_MASK, 0);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(sequencer); i++) {
        nv_vbe_indexed(vbe, VGA_SEQ_I, i, sequencer[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(graphics); i++) {
        nv_vbe_indexed(vbe, VGA_GFX_I, i, graphics[i]);
    }
    nv_vbe_read_port(vbe, NV_VBE_IS1);
    for (unsigned i = 0; i < VGA_ATC_MODE; i++) {
        nv_vbe_attribute(vbe, i, i);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(attribute); i++) {
        nv_vbe_attribute(vbe, VGA_ATC_MODE + i, attribute[i]);
    }
    nv_vbe_port(vbe, VGA_ATT_IW, VGA_AR_ENABLE_DISPLAY);
    nv_vbe_port(vbe, VGA_PEL_MSK, 0xff);
}

/* --- CRTC ------------------------------------------------------------- */

/* Bit @from of @val, moved to bit @to */
static uint8_t nv_vbe_bit(unsigned val, unsigned from, unsigned to)
{
    return extract32(val, from, 1) << to;
}

static void nv_vbe_crtc_horizontal(NVVbe *vbe, const NVVbeTimings *t,
                                   uint8_t *lsr)
{
    unsigned total = t->htotal / 8 - 5;
    unsigned display = t->hdisplay / 8 - 1;
    unsigned start = t->hsync_start / 8 + 1;
    unsigned end = t->hsync_end / 8 + 1;
    unsigned blank_end = t->htotal / 8 - 1;

    nv_vbe_cr(vbe, VGA_CRTC_H_TOTAL, total);
    nv_vbe_cr(vbe, VGA_CRTC_H_DISP, display);
    nv_vbe_cr(vbe, VGA_CRTC_H_BLANK_START, display);
    nv_vbe_cr(vbe, VGA_CRTC_H_BLANK_END, 0x80 | (blank_end & 0x1f));
    nv_vbe_cr(vbe, VGA_CRTC_H_SYNC_START, start);
    nv_vbe_cr(vbe, VGA_CRTC_H_SYNC_END,
              (end & 0x1f) | nv_vbe_bit(blank_end, 5, 7));
    nv_vbe_cr(vbe, NV_CR_HEB,
              nv_vbe_bit(total, 8, 0) | nv_vbe_bit(display, 8, 1) |
              nv_vbe_bit(display, 8, 2) | nv_vbe_bit(start, 8, 3));
    *lsr |= nv_vbe_bit(blank_end, 6, 4);
}

static void nv_vbe_crtc_vertical(NVVbe *vbe, const NVVbeTimings *t,
                                 uint8_t *lsr)
{
    unsigned total = t->vtotal - 2;
    unsigned display = t->vdisplay - 1;
    unsigned start = t->vsync_start - 1;

    nv_vbe_cr(vbe, VGA_CRTC_V_TOTAL, total);
    nv_vbe_cr(vbe, VGA_CRTC_OVERFLOW,
              nv_vbe_bit(total, 8, 0) | nv_vbe_bit(display, 8, 1) |
              nv_vbe_bit(start, 8, 2) | nv_vbe_bit(display, 8, 3) | 0x10 |
              nv_vbe_bit(total, 9, 5) | nv_vbe_bit(display, 9, 6) |
              nv_vbe_bit(start, 9, 7));
    nv_vbe_cr(vbe, VGA_CRTC_MAX_SCAN, 0x40 | nv_vbe_bit(display, 9, 5));
    nv_vbe_cr(vbe, VGA_CRTC_V_SYNC_START, start);
    nv_vbe_cr(vbe, VGA_CRTC_V_SYNC_END, 0x20 | ((t->vsync_end - 1) & 0xf));
    nv_vbe_cr(vbe, VGA_CRTC_V_DISP_END, display);
    nv_vbe_cr(vbe, VGA_CRTC_V_BLANK_START, display);
    nv_vbe_cr(vbe, VGA_CRTC_V_BLANK_END, t->vtotal - 1);
    *lsr |= nv_vbe_bit(total, 10, 0) | nv_vbe_bit(display, 10, 1) |
            nv_vbe_bit(start, 10, 2) | nv_vbe_bit(display, 10, 3);
}

static void nv_vbe_crtc(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                        unsigned pitch)
{
    uint8_t lsr = 0;

    /* Below, it protects the first registers. */
    nv_vbe_cr(vbe, VGA_CRTC_V_SYNC_END, 0x20);
    nv_vbe_crtc_horizontal(vbe, t, &lsr);
    nv_vbe_crtc_vertical(vbe, t, &lsr);
    nv_vbe_cr(vbe, NV_CR_LSR, lsr);
    nv_vbe_cr(vbe, VGA_CRTC_PRESET_ROW, 0);
    nv_vbe_cr(vbe, VGA_CRTC_CURSOR_START, 0x20);
    nv_vbe_cr(vbe, VGA_CRTC_START_HI, 0);
    nv_vbe_cr(vbe, VGA_CRTC_START_LO, 0);
    nv_vbe_cr(vbe, VGA_CRTC_OFFSET, pitch / 8);
    nv_vbe_cr(vbe, NV_CR_RPC0, (pitch / 8 >> 8 & 7) << 5);
    nv_vbe_cr(vbe, VGA_CRTC_UNDERLINE, 0);
    nv_vbe_cr(vbe, VGA_CRTC_MODE, 0xc3);
    nv_vbe_cr(vbe, VGA_CRTC_LINE_COMPARE, 0xff);
    nv_vbe_cr(vbe, NV_CR_RPC1, t->hdisplay < 1280 ? 4 : 0);
    nv_vbe_cr(vbe, NV_CR_HCUR_ADDR1, 0);
    nv_vbe_cr(vbe, NV_CR_PIXEL, bpp == 32 ? 3 : bpp / 8);
}

/* --- Clock, DAC ------------------------------------------------------- */

/*
 * CalcVClock(): the closest clock, with one stage of a PLL only.  There are
 * limits to M, and to the frequency before the division by P.
 */
static uint32_t nv_vbe_vpll(uint32_t crystal_khz, uint32_t khz)
{
    unsigned m_min = crystal_khz == 13500 ? 7 : 8;
    uint32_t best = UINT32_MAX, coeff = 0;

    for (unsigned p = 0; p <= 4; p++) {
        uint64_t vco = (uint64_t)khz << p;

        if (vco < 128000 || vco > 350000) {
            continue;
        }
        for (unsigned m = m_min; m < m_min + 6; m++) {
            uint64_t n = (vco * m + crystal_khz / 2) / crystal_khz;
            uint32_t off = ABS((int64_t)(crystal_khz * n / m >> p) - khz);

            if (n <= 255 && off < best) {
                best = off;
                coeff = p << R_NV_PRAMDAC_VPLL_P_SHIFT |
                        n << R_NV_PRAMDAC_VPLL_N_SHIFT | m;
            }
        }
    }
    return coeff;
}

static void nv_vbe_clock(NVVbe *vbe, uint32_t khz)
{
    const NVChip *chip = vbe->gpu->chip;
    NVVpll kind = chip->display->vpll;

    if (kind == NV_VPLL_NV31 || kind == NV_VPLL_NV41) {
        nv_vbe_mask(vbe, A_NV_PRAMDAC_VPLL_B,
                    ~R_NV_PRAMDAC_VPLL_B_VCO2_MASK, 0);
    }
    if (kind == NV_VPLL_NV41) {
        nv_vbe_mask(vbe, A_NV_PRAMDAC_580, UINT32_MAX,
                    R_NV_PRAMDAC_580_VPLL_SINGLE_MASK);
    }
    nv_vbe_reg(vbe, A_NV_PRAMDAC_VPLL,
               nv_vbe_vpll(chip->crystal_khz, khz));
    nv_vbe_mask(vbe, A_NV_PRAMDAC_PLL_CONTROL, UINT32_MAX,
                R_NV_PRAMDAC_PLL_CONTROL_VPLL_PROG_MASK);
}

/* The palette is for indices only; VBE wants 6 bits in each entry. */
static void nv_vbe_dac(NVVbe *vbe, unsigned bpp)
{
    uint32_t val = R_NV_PRAMDAC_GENERAL_CONTROL_VGA_STATE_SEL_MASK;

    if (bpp == 16) {
        val |= R_NV_PRAMDAC_GENERAL_CONTROL_ALT_MODE_SEL_MASK;
    }
    nv_vbe_reg(vbe, A_NV_PRAMDAC_GENERAL_CONTROL, val);
}

/* --- Modes ------------------------------------------------------------ */

static void nv_vbe_crtc_set(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                            unsigned pitch)
{
    nv_vbe_port(vbe, VGA_MIS_W, 0x2b | t->negative << 6);
    nv_vbe_clock(vbe, t->khz);
    nv_vbe_dac(vbe, bpp);
    nv_vbe_crtc(vbe, t, bpp, pitch);
}

static void nv03_vbe_leave(NVVbe *vbe)
{
    nv_vbe_cr(vbe, NV_CR_PIXEL, 0);
    nv_vbe_cr(vbe, NV_CR_RPC0, 0);
    nv_vbe_cr(vbe, NV_CR_RPC1, 0);
    nv_vbe_cr(vbe, NV_CR_LSR, 0);
    nv_vbe_cr(vbe, NV_CR_HEB, 0);
    nv_vbe_reg(vbe, A_NV_PRAMDAC_GENERAL_CONTROL, 0);
    nv_vbe_mask(vbe, A_NV_PRAMDAC_PLL_CONTROL,
                ~R_NV_PRAMDAC_PLL_CONTROL_VPLL_PROG_MASK, 0);
}

/* In units of 4 bytes */
static void nv03_vbe_start(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                           unsigned pitch)
{
    nv_vbe_cr_param(vbe, NV_CR_RPC0, 18, 0x1f);
    nv_vbe_cr_param(vbe, VGA_CRTC_START_HI, 10, 0xff);
    nv_vbe_cr_param(vbe, VGA_CRTC_START_LO, 2, 0xff);
}

/* From here on PCRTC has the start. */
static void nv04_vbe_set(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                         unsigned pitch)
{
    nv_vbe_reg(vbe, A_NV_PCRTC_START, 0);
    nv_vbe_reg(vbe, A_NV_PCRTC_CONFIG, NV_VBE_START_HSYNC);
    nv_vbe_crtc_set(vbe, t, bpp, pitch);
}

static void nv04_vbe_leave(NVVbe *vbe)
{
    nv03_vbe_leave(vbe);
    nv_vbe_reg(vbe, A_NV_PCRTC_CONFIG, 0);
}

/* The 24th bit is elsewhere: nouveau's nv_set_crtc_base() */
static void nv04_vbe_start(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                           unsigned pitch)
{
    nv_vbe_reg_param(vbe, A_NV_PCRTC_START, 0);
    nv_vbe_cr_param(vbe, NV_CR_HEB, 24 - 6, BIT(6));
}

static void nv10_vbe_start(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                           unsigned pitch)
{
    nv_vbe_reg_param(vbe, A_NV_PCRTC_START, 0);
}

/* From here on there is room for more lines, and longer ones. */
static void nv10_vbe_set(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                         unsigned pitch)
{
    nv04_vbe_set(vbe, t, bpp, pitch);
    nv_vbe_cr(vbe, NV_CR_EBR,
              nv_vbe_bit(t->vtotal - 2, 11, 0) |
              nv_vbe_bit(t->vdisplay - 1, 11, 2) |
              nv_vbe_bit(t->vsync_start - 1, 11, 4) |
              nv_vbe_bit(t->vdisplay - 1, 11, 6));
    nv_vbe_cr(vbe, NV_CR_42, nv_vbe_bit(pitch / 8, 11, 6));
}

static void nv10_vbe_leave(NVVbe *vbe)
{
    nv04_vbe_leave(vbe);
    nv_vbe_cr(vbe, NV_CR_EBR, 0);
    nv_vbe_cr(vbe, NV_CR_42, 0);
}

#define NV_VBE_CRTC \
    .common = nv_vbe_crtc_common, \
    .align = 64, \
    .start_low = 3, \
    .pci_config = NV_VBE_PCI_CONFIG, \
    .ddc_kind = NV_VBE_DDC_CRTC, \
    .ddc_reg = NV_VBE_DDC_CR, \
    .has_dac = true

const NVVbeChip nv03_vbe = {
    NV_VBE_CRTC,
    .set = nv_vbe_crtc_set, .leave = nv03_vbe_leave, .start = nv03_vbe_start,
    .lock_port = VGA_SEQ_I, .lock_index = NV_SR_LOCK,
    .max_lines = 2048, .max_pitch = 2047 * 8,
};

const NVVbeChip nv04_vbe = {
    NV_VBE_CRTC,
    .set = nv04_vbe_set, .leave = nv04_vbe_leave, .start = nv04_vbe_start,
    .lock_index = NV_CR_LOCK,
    .max_lines = 2048, .max_pitch = 2047 * 8,
};

const NVVbeChip nv10_vbe = {
    NV_VBE_CRTC,
    .set = nv10_vbe_set, .leave = nv10_vbe_leave, .start = nv10_vbe_start,
    .lock_index = NV_CR_LOCK,
    .max_lines = 4096, .max_pitch = 4095 * 8,
};
