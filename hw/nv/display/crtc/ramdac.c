/*
 * NVIDIA GPU: PRAMDAC: between the pixels and the monitor
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "crtc.h"
#include "ramdac.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display/head.h"
#include "hw/nv/display/state.h"

/* --- Load detection, NV17+ -------------------------------------------- */

/* Whether a head outputs the test level, on all lines */
static bool nv_ramdac_inserts_level(NVHead *head)
{
    uint32_t test = NV_HEAD_R(head, NV_PRAMDAC_TEST_CONTROL);
    uint32_t point = NV_HEAD_R(head, NV_PRAMDAC_TESTPOINT_DATA);

    return FIELD_EX32(test, NV_PRAMDAC_TEST_CONTROL, TP_INS_EN) &&
           FIELD_EX32(point, NV_PRAMDAC_TESTPOINT_DATA, NOTBLANK) &&
           FIELD_EX32(point, NV_PRAMDAC_TESTPOINT_DATA, RED) &&
           FIELD_EX32(point, NV_PRAMDAC_TESTPOINT_DATA, GREEN) &&
           FIELD_EX32(point, NV_PRAMDAC_TESTPOINT_DATA, BLUE);
}

/* A DAC's registers are among those of the head with the same number. */
static bool nv_ramdac_has_monitor(const NVHead *dac)
{
    return dac->index == 0 && !NV_FAULTY(dac->gpu, MONITOR);
}

/* The DAC must be on, and the head that DACCLK names output the level. */
static bool nv_ramdac_senses_load(NVHead *dac)
{
    uint32_t test = NV_HEAD_R(dac, NV_PRAMDAC_TEST_CONTROL);
    uint32_t clk = NV_HEAD_R(dac, NV_PRAMDAC_DACCLK);
    unsigned shown = FIELD_EX32(clk, NV_PRAMDAC_DACCLK, HEAD);

    return nv_ramdac_has_monitor(dac) &&
           FIELD_EX32(clk, NV_PRAMDAC_DACCLK, SEL_DACCLK) &&
           !FIELD_EX32(test, NV_PRAMDAC_TEST_CONTROL, PWRDWN_DAC) &&
           nv_ramdac_inserts_level(&dac->gpu->display->head[shown]);
}

static uint32_t nv_ramdac_test_read(NVGPU *gpu, uint32_t addr)
{
    NVHead *dac = nv_head_at(gpu, addr);
    uint32_t val = NV_HEAD_R(dac, NV_PRAMDAC_TEST_CONTROL);

    if (!gpu->chip->display->dac_selects_head) {
        return val;
    }
    return FIELD_DP32(val, NV_PRAMDAC_TEST_CONTROL, SENSEB,
                      nv_ramdac_senses_load(dac) ? 0xf : 0);
}

/* --- Registers -------------------------------------------------------- */

static void nv_ramdac_clock_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    for (unsigned i = 0; i < nv_head_count(gpu); i++) {
        nv_crtc_retime(&gpu->display->head[i]);
    }
}

void nv_ramdac_post_load(NVHead *head)
{
    head->vga->dac_8bit =
        FIELD_EX32(NV_HEAD_R(head, NV_PRAMDAC_GENERAL_CONTROL),
                   NV_PRAMDAC_GENERAL_CONTROL, BPC_8BITS);
}

static void nv_ramdac_general_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ramdac_post_load(nv_head_at(gpu, addr));
}

static const NVRegInfo nv_pramdac_rows[] = {
    NV_STORAGE(NV04_PVIDEO_STEP_SIZE),
    NV_STORAGE(NV04_PVIDEO_CONTROL_Y),
    NV_STORAGE(NV04_PVIDEO_CONTROL_X),
    NV_ROW(NV04_PVIDEO_BUFF_START_ADDRESS, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV04_PVIDEO_BUFF_PITCH_LENGTH, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV04_PVIDEO_BUFF_OFFSET, .count = 2, .rw = UINT32_MAX),
    NV_STORAGE(NV04_PVIDEO_OE_STATE),
    NV_STORAGE(NV04_PVIDEO_SU_STATE),
    NV_STORAGE(NV04_PVIDEO_RM_STATE),
    NV_STORAGE(NV04_PVIDEO_WINDOW_START),
    NV_STORAGE(NV04_PVIDEO_WINDOW_SIZE),
    NV_STORAGE(NV04_PVIDEO_FIFO_THRES_SIZE),
    NV_STORAGE(NV04_PVIDEO_FIFO_BURST_LENGTH),
    NV_STORAGE(NV04_PVIDEO_KEY),
    NV_STORAGE(NV04_PVIDEO_OVERLAY),
    NV_STORAGE(NV04_PVIDEO_RED_CSC_OFFSET),
    NV_STORAGE(NV04_PVIDEO_GREEN_CSC_OFFSET),
    NV_STORAGE(NV04_PVIDEO_BLUE_CSC_OFFSET),
    NV_STORAGE(NV04_PVIDEO_CSC_ADJUST),
    NV_STORAGE(NV_PRAMDAC_CURSOR_POS),
    NV_STORAGE(NV_PRAMDAC_CURSYNC),
    NV_STORAGE(NV_PRAMDAC_NVPLL),
    NV_STORAGE(NV_PRAMDAC_MPLL),
    NV_ROW(NV_PRAMDAC_VPLL, .rw = UINT32_MAX,
           .write = nv_ramdac_clock_write),
    { .name = "NV_PRAMDAC_PLL_CONTROL", .addr = A_NV_PRAMDAC_PLL_CONTROL,
      .rw = UINT32_MAX, .write = nv_ramdac_clock_write },
    NV_STORAGE(NV_PRAMDAC_PLL_SETUP_CONTROL),
    NV_ROW(NV_PRAMDAC_VPLL2, .rw = UINT32_MAX,
           .write = nv_ramdac_clock_write),
    NV_STORAGE(NV_PRAMDAC_SEL_CLK),
    NV_STORAGE(NV_PRAMDAC_DITHER_NV11),
    NV_STORAGE(NV_PRAMDAC_DACCLK),
    NV_ROW(NV_PRAMDAC_VPLL_B, .rw = UINT32_MAX,
           .write = nv_ramdac_clock_write),
    NV_ROW(NV_PRAMDAC_VPLL2_B, .rw = UINT32_MAX,
           .write = nv_ramdac_clock_write),
    NV_ROW(NV_PRAMDAC_580, .rw = UINT32_MAX,
           .write = nv_ramdac_clock_write),
    { .name = "NV_PRAMDAC_GENERAL_CONTROL",
      .addr = A_NV_PRAMDAC_GENERAL_CONTROL, .rw = UINT32_MAX,
      .write = nv_ramdac_general_write },
    NV_ROW(NV_PRAMDAC_TEST_CONTROL, .rw = UINT32_MAX,
           .read = nv_ramdac_test_read),
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
    NV_ROW(NV_PRAMDAC_850, .count = 3, .rw = UINT32_MAX),
    NV_ROW(NV_PRAMDAC_85C, .count = 3, .rw = UINT32_MAX),
    NV_STORAGE(NV_PRAMDAC_FP_DEBUG_0),
    NV_STORAGE(NV_PRAMDAC_FP_DEBUG_1),
    NV_STORAGE(NV_PRAMDAC_FP_DEBUG_2),
    NV_STORAGE(NV_PRAMDAC_FP_DEBUG_3),
    NV_STORAGE(NV_PRAMDAC_FP_TMDS_CONTROL),
    NV_STORAGE(NV_PRAMDAC_FP_TMDS_DATA),
    NV_STORAGE(NV_PRAMDAC_8C0),
    NV_STORAGE(NV_PRAMDAC_900),
    NV_STORAGE(NV_PRAMDAC_A20),
    NV_STORAGE(NV_PRAMDAC_A24),
    NV_STORAGE(NV_PRAMDAC_A34),
    NV_ROW(NV_PRAMDAC_CTV, .count = 38, .rw = UINT32_MAX),
};

static const NVRegBlock nv_pramdac_block = NV_REG_BLOCK(
    "PRAMDAC", 0x680000, 0x1000, nv_pramdac_rows);

void nv_ramdac_realize(NVHead *head)
{
    nv_head_init_regs(head, &head->pramdac, &head->pramdac_block,
                      &nv_pramdac_block);
}

void nv_ramdac_reset(NVHead *head)
{
    nv_regs_reset(&head->pramdac);
    nv_ramdac_post_load(head);
}

void nv_ramdac_exit(NVHead *head)
{
    nv_regs_exit(&head->pramdac);
}
