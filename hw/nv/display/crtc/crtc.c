/*
 * NVIDIA GPU: PCRTC: timings, raster position, vertical blank
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "crtc.h"
#include "vpll.h"
#include "hw/display/vga_regs.h"
#include "hw/nv/bus.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display/head.h"
#include "hw/nv/display/raster.h"
#include "hw/nv/display/state.h"
#include "trace/trace-hw_nv.h"

/* --- Timings ---------------------------------------------------------- */

/* Bit @from of CRTC register @index, moved to bit @to */
static unsigned nv_cr_bit(const NVHead *head, uint8_t index, unsigned from,
                          unsigned to)
{
    return extract32(head->cr[index], from, 1) << to;
}

static unsigned nv_crtc_chars_total(const NVHead *head)
{
    return (head->cr[VGA_CRTC_H_TOTAL] |
            nv_cr_bit(head, NV_CR_HEB, 0, 8)) + 5;
}

static unsigned nv_crtc_chars_displayed(const NVHead *head)
{
    return (head->cr[VGA_CRTC_H_DISP] |
            nv_cr_bit(head, NV_CR_HEB, 1, 8)) + 1;
}

static unsigned nv_crtc_lines_total(const NVHead *head)
{
    return (head->cr[VGA_CRTC_V_TOTAL] |
            nv_cr_bit(head, VGA_CRTC_OVERFLOW, 0, 8) |
            nv_cr_bit(head, VGA_CRTC_OVERFLOW, 5, 9) |
            nv_cr_bit(head, NV_CR_LSR, 0, 10) |
            nv_cr_bit(head, NV_CR_EBR, 0, 11)) + 2;
}

static unsigned nv_crtc_lines_displayed(const NVHead *head)
{
    return (head->cr[VGA_CRTC_V_DISP_END] |
            nv_cr_bit(head, VGA_CRTC_OVERFLOW, 1, 8) |
            nv_cr_bit(head, VGA_CRTC_OVERFLOW, 6, 9) |
            nv_cr_bit(head, NV_CR_LSR, 1, 10) |
            nv_cr_bit(head, NV_CR_EBR, 2, 11)) + 1;
}

static unsigned nv_crtc_vsync_start(const NVHead *head)
{
    return head->cr[VGA_CRTC_V_SYNC_START] |
           nv_cr_bit(head, VGA_CRTC_OVERFLOW, 2, 8) |
           nv_cr_bit(head, VGA_CRTC_OVERFLOW, 7, 9) |
           nv_cr_bit(head, NV_CR_LSR, 2, 10) |
           nv_cr_bit(head, NV_CR_EBR, 4, 11);
}

void nv_crtc_timings(NVHead *head, NVTimings *t)
{
    const VGACommonState *vga = head->vga;
    unsigned dots = head->cr[NV_CR_PIXEL] & 3 ||
                    vga->sr[VGA_SEQ_CLOCK_MODE] & VGA_SR01_CHAR_CLK_8DOTS
                    ? 8 : 9;

    t->htotal = nv_crtc_chars_total(head) * dots;
    t->hdisplay = MIN(nv_crtc_chars_displayed(head) * dots, t->htotal);
    t->vtotal = nv_crtc_lines_total(head);
    t->vdisplay = MIN(nv_crtc_lines_displayed(head), t->vtotal - 1);
    t->vsync_start = nv_crtc_vsync_start(head);
    /* The register has the low four bits of the line at which it ends. */
    t->vsync_end = t->vsync_start +
                   ((head->cr[VGA_CRTC_V_SYNC_END] - t->vsync_start) & 0xf);
    t->period = nv_raster_period(t, nv_vpll_pixel_clock(head));
    t->origin = 0;
}

/* --- Raster position -------------------------------------------------- */

static void nv_crtc_raster_now(NVHead *head, NVTimings *t, NVRaster *raster)
{
    nv_crtc_timings(head, t);
    nv_raster_position(t, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL), raster);
}

uint8_t nv_crtc_status(NVHead *head)
{
    NVTimings t;
    NVRaster raster;
    uint8_t status = 0;

    nv_crtc_raster_now(head, &t, &raster);
    if (raster.x >= t.hdisplay || raster.y >= t.vdisplay) {
        status |= ST01_DISP_ENABLE;
    }
    if (raster.y >= t.vsync_start && raster.y < t.vsync_end) {
        status |= ST01_V_RETRACE;
    }
    return status;
}

static uint32_t nv_crtc_raster_read(NVGPU *gpu, uint32_t addr)
{
    NVTimings t;
    NVRaster raster;
    uint32_t val = 0;

    nv_crtc_raster_now(nv_head_at(gpu, addr), &t, &raster);
    val = FIELD_DP32(val, NV_PCRTC_RASTER, POSITION, raster.y);
    return FIELD_DP32(val, NV_PCRTC_RASTER, VERT_BLANK,
                      raster.y >= t.vdisplay);
}

static uint32_t nv_crtc_rgpos_read(NVGPU *gpu, uint32_t addr)
{
    NVTimings t;
    NVRaster raster;
    uint32_t val = 0;

    nv_crtc_raster_now(nv_head_at(gpu, addr), &t, &raster);
    val = FIELD_DP32(val, NV_PCRTC_RGPOS, VLINE, raster.y);
    return FIELD_DP32(val, NV_PCRTC_RGPOS, HLINE, raster.x);
}

/* --- Vertical blank --------------------------------------------------- */

static void nv_crtc_update_intr(NVHead *head)
{
    nv_pmc_set_intr(head->gpu, R_NV_PMC_INTR_PCRTC0_MASK << head->index,
                    NV_HEAD_R(head, NV_PCRTC_INTR) &
                    NV_HEAD_R(head, NV_PCRTC_INTR_EN));
}

static bool nv_crtc_vblank_enabled(const NVHead *head)
{
    return NV_HEAD_R(head, NV_PCRTC_INTR_EN) & R_NV_PCRTC_INTR_EN_VBLANK_MASK;
}

/* A timer is needed for each blank: for the driver, or for observers. */
static bool nv_crtc_vblank_timed(const NVHead *head)
{
    return nv_crtc_vblank_enabled(head) || NV_PROBED(head->gpu, VBLANK);
}

/* With nothing waiting for blanks no timer runs: look for a missed one. */
static bool nv_crtc_unseen_vblank(NVHead *head, int64_t *last)
{
    NVTimings t;

    nv_crtc_timings(head, &t);
    *last = nv_raster_last_vblank(&t, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));
    return *last > head->vblank_seen;
}

static void nv_crtc_notice_vblank(NVHead *head)
{
    int64_t last;

    if (nv_crtc_unseen_vblank(head, &last)) {
        head->vblank_seen = last;
        NV_HEAD_R(head, NV_PCRTC_INTR) |= R_NV_PCRTC_INTR_VBLANK_MASK;
    }
}

void nv_crtc_retime(NVHead *head)
{
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    NVTimings t;

    if (!head->vblank) {
        /* The card has no PCRTC. */
        return;
    }
    if (!nv_crtc_vblank_timed(head)) {
        timer_del(head->vblank);
        return;
    }
    if (timer_pending(head->vblank) && timer_expired(head->vblank, now)) {
        /* It is about to fire: don't lose this blank. */
        return;
    }
    nv_crtc_timings(head, &t);
    timer_mod(head->vblank, nv_raster_last_vblank(&t, now) + t.period);
}

static void nv_crtc_vblank(void *opaque)
{
    NVHead *head = opaque;

    head->vblank_seen = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    if (!nv_probe_vblank(head->gpu, head->index)) {
        nv_crtc_retime(head);
        return;
    }
    NV_HEAD_R(head, NV_PCRTC_INTR) |= R_NV_PCRTC_INTR_VBLANK_MASK;
    nv_count(head->gpu, VBLANKS, nv_crtc_vblank_enabled(head));
    trace_nv_pcrtc_vblank(head->index, head->vblank_seen);
    nv_crtc_update_intr(head);
    nv_crtc_retime(head);
}

static uint32_t nv_crtc_intr_inspect(NVGPU *gpu, uint32_t addr)
{
    NVHead *head = nv_head_at(gpu, addr);
    uint32_t intr = NV_HEAD_R(head, NV_PCRTC_INTR);
    int64_t last;

    return !nv_crtc_vblank_timed(head) && nv_crtc_unseen_vblank(head, &last)
        ? intr | R_NV_PCRTC_INTR_VBLANK_MASK : intr;
}

static uint32_t nv_crtc_intr_read(NVGPU *gpu, uint32_t addr)
{
    NVHead *head = nv_head_at(gpu, addr);

    if (!nv_crtc_vblank_timed(head)) {
        nv_crtc_notice_vblank(head);
    }
    return NV_HEAD_R(head, NV_PCRTC_INTR);
}

static void nv_crtc_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVHead *head = nv_head_at(gpu, addr);

    if (val & R_NV_PCRTC_INTR_VBLANK_MASK) {
        head->vblank_seen = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    }
    nv_crtc_update_intr(head);
}

static void nv_crtc_intr_en_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVHead *head = nv_head_at(gpu, addr);

    nv_crtc_notice_vblank(head);
    nv_crtc_update_intr(head);
    nv_crtc_retime(head);
}

/* --- Registers -------------------------------------------------------- */

static void nv_crtc_start_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NV_HEAD_R(nv_head_at(gpu, addr), NV_PCRTC_START) =
        val & gpu->chip->display->start_mask;
    nv_probe_flip(gpu, nv_head_at(gpu, addr)->index, val);
}

static const NVRegInfo nv_pcrtc_rows[] = {
    { .name = "NV_PCRTC_INTR", .addr = A_NV_PCRTC_INTR,
      .w1c = R_NV_PCRTC_INTR_VBLANK_MASK, .read = nv_crtc_intr_read,
      .inspect = nv_crtc_intr_inspect, .acts_on_read = true,
      .write = nv_crtc_intr_write },
    { .name = "NV_PCRTC_INTR_EN", .addr = A_NV_PCRTC_INTR_EN,
      .rw = R_NV_PCRTC_INTR_EN_VBLANK_MASK, .write = nv_crtc_intr_en_write },
    NV_ROW(NV_PCRTC_START, .rw = UINT32_MAX, .write = nv_crtc_start_write),
    NV_STORAGE(NV_PCRTC_CONFIG),
    { .name = "NV_PCRTC_RASTER", .addr = A_NV_PCRTC_RASTER,
      .read = nv_crtc_raster_read },
    NV_STORAGE(NV_PCRTC_CURSOR),
    NV_STORAGE(NV_PCRTC_CURSOR_CONFIG),
    NV_STORAGE(NV_PCRTC_GPIO),
    NV_STORAGE(NV_PCRTC_GPIO_EXT),
    NV_STORAGE(NV_PCRTC_830),
    NV_STORAGE(NV_PCRTC_834),
    NV_STORAGE(NV_PCRTC_850),
    NV_STORAGE(NV_PCRTC_ENGINE_CTRL),
    { .name = "NV_PCRTC_RGPOS", .addr = A_NV_PCRTC_RGPOS,
      .read = nv_crtc_rgpos_read },
};

static const NVRegBlock nv_pcrtc_block = NV_REG_BLOCK(
    "PCRTC", 0x600000, 0x1000, nv_pcrtc_rows);

void nv_crtc_realize(NVHead *head)
{
    nv_head_init_regs(head, &head->pcrtc, &head->pcrtc_block,
                      &nv_pcrtc_block);
    head->vblank = nv_timer_new(head->gpu, nv_crtc_vblank, head);
}

void nv_crtc_reset(NVHead *head)
{
    nv_regs_reset(&head->pcrtc);
    timer_del(head->vblank);
    head->vblank_seen = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    nv_crtc_update_intr(head);
}

void nv_crtc_exit(NVHead *head)
{
    nv_timer_free(head->gpu, &head->vblank);
    nv_regs_exit(&head->pcrtc);
}

/* --- Cards with one head ---------------------------------------------- */

/* Drivers check whether a second head, which other cards have, interrupts. */
static const NVRegInfo nv_pcrtc2_absent_rows[] = {
    { .name = "NV_PCRTC2_INTR", .addr = A_NV_PCRTC2_INTR },
};

static const NVRegBlock nv_pcrtc2_absent_block = NV_REG_BLOCK(
    "PCRTC2", 0x602000, 0x1000, nv_pcrtc2_absent_rows);

void nv_crtc2_realize(NVGPU *gpu)
{
    nv_regs_init(gpu, &gpu->display->pcrtc2, &nv_pcrtc2_absent_block);
}

void nv_crtc2_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->display->pcrtc2);
}
