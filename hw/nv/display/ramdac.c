/*
 * NVIDIA GPU: PRAMDAC: PLLs, and what is between the pixels and the screen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/display/vga_regs.h"
#include "hw/nv/nv-gpu.h"

/* As a VBIOS leaves it in VGA's modes: 14.318 MHz * 197 / 14 / 8 */
#define NV_PRAMDAC_VPLL_VGA 0x0003c50e

/* --- Clock ------------------------------------------------------------ */

static uint32_t nv_ramdac_vga_clock(const VGACommonState *vga)
{
    return vga->msr & VGA_MIS_DCLK_28322_720 ? 28322 : 25175;
}

static uint32_t nv_ramdac_pll_clock(const NVHead *head)
{
    uint32_t pll = NV_HEAD_R(head, NV_PRAMDAC_VPLL);
    uint32_t m = FIELD_EX32(pll, NV_PRAMDAC_VPLL, M);
    uint32_t n = FIELD_EX32(pll, NV_PRAMDAC_VPLL, N);

    return m ? (head->gpu->chip->crystal_khz * n / m) >>
               FIELD_EX32(pll, NV_PRAMDAC_VPLL, P) : 0;
}

uint32_t nv_ramdac_pixel_clock(NVHead *head)
{
    const VGACommonState *vga = &head->gpu->display.vga;
    bool programmed = FIELD_EX32(NV_HEAD_R(head, NV_PRAMDAC_PLL_CONTROL),
                                 NV_PRAMDAC_PLL_CONTROL, VPLL_PROG);
    uint32_t khz = programmed ? nv_ramdac_pll_clock(head)
                              : nv_ramdac_vga_clock(vga);

    /* Sequencer register 1 can halve it. */
    return khz >> extract32(vga->sr[VGA_SEQ_CLOCK_MODE], 3, 1);
}

/* --- Registers -------------------------------------------------------- */

static void nv_ramdac_clock_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_crtc_retime(&gpu->display.head);
}

void nv_ramdac_post_load(NVHead *head)
{
    head->gpu->display.vga.dac_8bit =
        FIELD_EX32(NV_HEAD_R(head, NV_PRAMDAC_GENERAL_CONTROL),
                   NV_PRAMDAC_GENERAL_CONTROL, BPC_8BITS);
}

static void nv_ramdac_general_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ramdac_post_load(&gpu->display.head);
}

static const NVRegInfo nv_pramdac_rows[] = {
    NV_STORAGE(NV_PRAMDAC_CURSOR_POS),
    NV_STORAGE(NV_PRAMDAC_CURSYNC),
    NV_STORAGE(NV_PRAMDAC_NVPLL),
    NV_STORAGE(NV_PRAMDAC_MPLL),
    { .name = "NV_PRAMDAC_VPLL", .addr = A_NV_PRAMDAC_VPLL,
      .reset = NV_PRAMDAC_VPLL_VGA, .rw = UINT32_MAX,
      .write = nv_ramdac_clock_write },
    { .name = "NV_PRAMDAC_PLL_CONTROL", .addr = A_NV_PRAMDAC_PLL_CONTROL,
      .rw = UINT32_MAX, .write = nv_ramdac_clock_write },
    NV_STORAGE(NV_PRAMDAC_PLL_SETUP_CONTROL),
    NV_STORAGE(NV_PRAMDAC_SEL_CLK),
    NV_STORAGE(NV_PRAMDAC_580),
    { .name = "NV_PRAMDAC_GENERAL_CONTROL",
      .addr = A_NV_PRAMDAC_GENERAL_CONTROL, .rw = UINT32_MAX,
      .write = nv_ramdac_general_write },
    NV_STORAGE(NV_PRAMDAC_TEST_CONTROL),
    NV_STORAGE(NV_PRAMDAC_TESTPOINT_DATA),
    NV_STORAGE(NV_PRAMDAC_630),
    NV_STORAGE(NV_PRAMDAC_634),
    NV_STORAGE(NV_PRAMDAC_TV_SETUP),
    NV_STORAGE(NV_PRAMDAC_TV_VTOTAL),
    NV_STORAGE(NV_PRAMDAC_TV_VSKEW),
    NV_STORAGE(NV_PRAMDAC_TV_VSYNC_DELAY),
    NV_STORAGE(NV_PRAMDAC_TV_HTOTAL),
    NV_STORAGE(NV_PRAMDAC_TV_HSKEW),
    NV_STORAGE(NV_PRAMDAC_TV_HSYNC_DELAY),
    NV_STORAGE(NV_PRAMDAC_TV_HSYNC_DELAY2),
    NV_STORAGE(NV_PRAMDAC_FP_VDISPLAY_END),
    NV_STORAGE(NV_PRAMDAC_FP_VTOTAL),
    NV_STORAGE(NV_PRAMDAC_FP_VCRTC),
    NV_STORAGE(NV_PRAMDAC_FP_VSYNC_START),
    NV_STORAGE(NV_PRAMDAC_FP_VSYNC_END),
    NV_STORAGE(NV_PRAMDAC_FP_VVALID_START),
    NV_STORAGE(NV_PRAMDAC_FP_VVALID_END),
    NV_STORAGE(NV_PRAMDAC_FP_HDISPLAY_END),
    NV_STORAGE(NV_PRAMDAC_FP_HTOTAL),
    NV_STORAGE(NV_PRAMDAC_FP_HCRTC),
    NV_STORAGE(NV_PRAMDAC_FP_HSYNC_START),
    NV_STORAGE(NV_PRAMDAC_FP_HSYNC_END),
    NV_STORAGE(NV_PRAMDAC_FP_HVALID_START),
    NV_STORAGE(NV_PRAMDAC_FP_HVALID_END),
    NV_STORAGE(NV_PRAMDAC_FP_DITHER),
    NV_STORAGE(NV_PRAMDAC_FP_TG_CONTROL),
    NV_STORAGE(NV_PRAMDAC_FP_MARGIN_COLOR),
    NV_STORAGE(NV_PRAMDAC_FP_DEBUG_0),
    NV_STORAGE(NV_PRAMDAC_FP_DEBUG_1),
    NV_STORAGE(NV_PRAMDAC_FP_DEBUG_2),
    NV_STORAGE(NV_PRAMDAC_FP_DEBUG_3),
    NV_STORAGE(NV_PRAMDAC_FP_TMDS_CONTROL),
    NV_STORAGE(NV_PRAMDAC_FP_TMDS_DATA),
};

static const NVRegBlock nv_pramdac_block = {
    .unit = "PRAMDAC", .base = 0x680000, .size = 0x1000,
    .rows = nv_pramdac_rows, .nrows = ARRAY_SIZE(nv_pramdac_rows),
};

void nv_ramdac_realize(NVHead *head)
{
    nv_regs_init(head->gpu, &head->pramdac, &nv_pramdac_block);
}

/*
 * The VBIOS programs the PLLs of the core and the memory.  Drivers compute
 * with what they find there, so it must not be 0.
 */
void nv_ramdac_reset(NVHead *head)
{
    const NVDisplayChip *chip = head->gpu->chip->display;

    nv_regs_reset(&head->pramdac);
    NV_HEAD_R(head, NV_PRAMDAC_NVPLL) = chip->core_pll;
    NV_HEAD_R(head, NV_PRAMDAC_MPLL) = chip->memory_pll;
    nv_ramdac_post_load(head);
}

void nv_ramdac_exit(NVHead *head)
{
    nv_regs_exit(&head->pramdac);
}
