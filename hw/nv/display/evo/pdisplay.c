/*
 * NVIDIA GPU: PDISPLAY: registers and outputs; the display side of NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "evo.h"
#include "head.h"
#include "methods.h"
#include "pdisplay.h"
#include "pnvio.h"
#include "state.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display/console.h"
#include "hw/nv/display/head.h"
#include "hw/nv/display/i2c.h"
#include "hw/nv/display/state.h"
#include "hw/nv/display/vga.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/vga-stack.h"
#include "migration/vmstate.h"

/* --- Interrupts ------------------------------------------------------- */

static uint32_t nv_pdisplay_intr_1_inspect(NVGPU *gpu, uint32_t addr)
{
    uint32_t intr = NV_R(gpu, NV_PDISPLAY_INTR_1);

    for (unsigned i = 0; i < NV50_EVO_HEADS; i++) {
        if (nv_evo_head_unnoticed(gpu, i)) {
            intr |= 1u << (R_NV_PDISPLAY_INTR_1_VBLANK_HEAD_SHIFT + i);
        }
    }
    return intr;
}

static uint32_t nv_pdisplay_intr_1_read(NVGPU *gpu, uint32_t addr)
{
    nv_evo_heads_notice(gpu);
    return NV_R(gpu, NV_PDISPLAY_INTR_1);
}

/* Acknowledging a blank covers all that have been so far. */
static void nv_pdisplay_intr_1_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    for (unsigned i = 0; i < NV50_EVO_HEADS; i++) {
        if (val & 1u << (R_NV_PDISPLAY_INTR_1_VBLANK_HEAD_SHIFT + i)) {
            gpu->display->evo.head[i].vblank_seen =
                qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
        }
    }
    nv_evo_update_intr(gpu);
}

void nv_pdisplay_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_evo_update_intr(gpu);
}

static void nv_pdisplay_intr_en_1_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    nv_evo_heads_notice(gpu);
    for (unsigned i = 0; i < nv_evo_heads(gpu); i++) {
        nv_evo_head_retime(gpu, i);
    }
    nv_evo_update_intr(gpu);
}

/* --- Capabilities ----------------------------------------------------- */

static uint32_t nv_pdisplay_caps_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->display->evo->caps;
}

static uint32_t nv_pdisplay_cap_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->display->evo->cap;
}

/* --- Supervisor ------------------------------------------------------- */

static void nv50_pdisplay_show_changes(NVGPU *gpu,
                                       const NVEvoChanges *changes)
{
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_PDISPLAY_UNK30_CTRL, SHUTDOWN, changes->shutdown);
    val = FIELD_DP32(val, NV_PDISPLAY_UNK30_CTRL, CHANGE, changes->change);
    val = FIELD_DP32(val, NV_PDISPLAY_UNK30_CTRL, UPDATE_VCLK, changes->clock);
    NV_R(gpu, NV_PDISPLAY_UNK30_CTRL) =
        FIELD_DP32(val, NV_PDISPLAY_UNK30_CTRL, PENDING, !!changes->change);
}

const NVEvoPlaces nv50_evo_places = {
    .chid = {
        0, 1, 2, 3, 4,
        NV_EVO_NO_CHANNEL, NV_EVO_NO_CHANNEL, NV_EVO_NO_CHANNEL,
        NV_EVO_NO_CHANNEL, 5, 6, NV_EVO_NO_CHANNEL, NV_EVO_NO_CHANNEL,
        7, 8, NV_EVO_NO_CHANNEL, NV_EVO_NO_CHANNEL,
    },
    .awaken = { A_NV_PDISPLAY_INTR_0, A_NV_PDISPLAY_INTR_EN_0,
                R_NV_PDISPLAY_INTR_0_AWAKEN_SHIFT },
    .fifo_err = { A_NV_PDISPLAY_INTR_0, A_NV_PDISPLAY_INTR_EN_0,
                  R_NV_PDISPLAY_INTR_0_FIFO_ERR_SHIFT },
    .clk = { A_NV_PDISPLAY_INTR_1, A_NV_PDISPLAY_INTR_EN_1,
             R_NV_PDISPLAY_INTR_1_CLK_SHIFT },
    .vblank = { A_NV_PDISPLAY_INTR_1, A_NV_PDISPLAY_INTR_EN_1,
                R_NV_PDISPLAY_INTR_1_VBLANK_HEAD_SHIFT },
    .show_changes = nv50_pdisplay_show_changes,
    .stat = A_NV_PDISPLAY_CHANNEL_STAT,
    .trapped = A_NV_PDISPLAY_TRAPPED_ADDR,
    .trapped_stride = 8,
    .ctrl = A_NV_PDISPLAY_CTRL_STATE,
    .wants_image = true,
    .no_notifier = NV_EVO_CODE_NO_NOTIFIER,
};

/* --- Outputs ---------------------------------------------------------- */

/* Changes of power take effect at once. */
void nv_pdisplay_power_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    gpu->regs[addr / 4] &= ~R_NV_PDISPLAY_DAC_DPMS_CTRL_PENDING_MASK;
}

/* The monitor is on the first DAC, and is a load on all of its lines. */
static void nv_pdisplay_load_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    bool monitor = addr == A_NV_PDISPLAY_DAC_LOAD_CTRL &&
                   !NV_FAULTY(gpu, MONITOR);
    uint32_t *word = &gpu->regs[addr / 4];

    if (FIELD_EX32(val, NV_PDISPLAY_DAC_LOAD_CTRL, ACTIVE)) {
        *word = FIELD_DP32(*word, NV_PDISPLAY_DAC_LOAD_CTRL, PRESENT,
                           monitor ? 7 : 0);
        *word = FIELD_DP32(*word, NV_PDISPLAY_DAC_LOAD_CTRL, DONE, 1);
    }
}

/* --- Registers -------------------------------------------------------- */

#define NV_EACH(_reg, _count, ...) \
    NV_ROW(_reg, .count = (_count), .stride = NV_PDISPLAY_STRIDE, __VA_ARGS__)

/* What all cards have in common */
static const NVRegInfo nv_pdisplay_rows[] = {
    NV_ROW(NV_PDISPLAY_CAPS, .read = nv_pdisplay_caps_read),
    NV_STORAGE(NV_PDISPLAY_OBJECTS),
    NV_EACH(NV_PDISPLAY_HEAD_STAT_CAP, NV50_EVO_HEADS,
            .reset = R_NV_PDISPLAY_HEAD_STAT_CAP_USABLE_MASK),
    /* The largest width of a scaled picture isn't known, and isn't limited. */
    NV_ROW(NV_PDISPLAY_HEAD_STAT_CAP_B, .count = 3),
    { .name = "NV_PDISPLAY_HEAD_STAT_CAP_B",
      .addr = A_NV_PDISPLAY_HEAD_STAT_CAP_B + NV_PDISPLAY_STRIDE,
      .count = 3 },
    NV_EACH(NV_PDISPLAY_HEAD_STAT_VERT, NV50_EVO_HEADS,
            .read = nv_evo_vert_read),
    NV_EACH(NV_PDISPLAY_HEAD_STAT_HORZ, NV50_EVO_HEADS,
            .read = nv_evo_horz_read),
    NV_STORAGE(NV_PDISPLAY_VGA_CRE8),
    NV_ROW(NV_PDISPLAY_VGA_STACK_VAL, .read = nv_vga_stack_val_read,
           .write = nv_vga_stack_val_write, .acts_on_read = true),
    NV_ROW(NV_PDISPLAY_VGA_STACK_CTRL, .read = nv_vga_stack_ctrl_read,
           .write = nv_vga_stack_ctrl_write),
    NV_ROW(NV_PDISPLAY_VGA_STACK_CONFIG, .read = nv_vga_stack_config_read,
           .write = nv_vga_stack_config_write),
    NV_ROW(NV_PDISPLAY_VGA_STACK_SP, .read = nv_vga_stack_sp_read,
           .write = nv_vga_stack_sp_write),
    NV_STORAGE(NV_PDISPLAY_VGA_RAM_WINDOW),
    NV_STORAGE(NV_PDISPLAY_VGA_ROM_WINDOW),
    NV_EACH(NV_PDISPLAY_DAC_CAPS, NV_EVO_DACS,
            .reset = R_NV_PDISPLAY_DAC_CAPS_RGB_MASK),
    NV_EACH(NV_PDISPLAY_DAC_DPMS_CTRL, NV_EVO_DACS, .rw = UINT32_MAX,
            .write = nv_pdisplay_power_write),
    NV_EACH(NV_PDISPLAY_DAC_TV_OUTPUT_MODE_CTL, NV_EVO_DACS,
            .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_DAC_LOAD_CTRL, NV_EVO_DACS,
            .rw = UINT32_MAX & ~R_NV_PDISPLAY_DAC_LOAD_CTRL_DONE_MASK &
                  ~R_NV_PDISPLAY_DAC_LOAD_CTRL_PRESENT_MASK,
            .write = nv_pdisplay_load_write,
            .own = R_NV_PDISPLAY_DAC_LOAD_CTRL_DONE_MASK |
                   R_NV_PDISPLAY_DAC_LOAD_CTRL_PRESENT_MASK),
    NV_EACH(NV_PDISPLAY_DAC_MISC_CTRL, NV_EVO_DACS, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_SOR_CAPS, 2,
            .reset = R_NV_PDISPLAY_SOR_CAPS_SINGLE_TMDS_A_MASK),
    NV_EACH(NV_PDISPLAY_SOR_PWR, 2, .rw = UINT32_MAX,
            .write = nv_pdisplay_power_write),
    NV_EACH(NV_PDISPLAY_SOR_BLANK, 2),
    NV_EACH(NV_PDISPLAY_PIOR_CAPS, NV_EVO_PIORS,
            .reset = R_NV_PDISPLAY_PIOR_CAPS_EXT_TMDS_ENC_MASK),
    NV_EACH(NV_PDISPLAY_PIOR_PWR, NV_EVO_PIORS, .rw = UINT32_MAX,
            .write = nv_pdisplay_power_write),
};

const NVRegBlock nv_pdisplay_common = NV_REG_BLOCK(
    "PDISPLAY", 0x610000, 0x10000, nv_pdisplay_rows);

static const NVRegInfo nv50_pdisplay_rows[] = {
    NV_ROW(NV_PDISPLAY_INTR_0, .w1c = NV_PDISPLAY_INTR_0_BITS,
           .write = nv_pdisplay_intr_write),
    NV_ROW(NV_PDISPLAY_INTR_1, .w1c = NV_PDISPLAY_INTR_1_BITS,
           .read = nv_pdisplay_intr_1_read,
           .inspect = nv_pdisplay_intr_1_inspect, .acts_on_read = true,
           .write = nv_pdisplay_intr_1_write),
    NV_ROW(NV_PDISPLAY_INTR_EN_0, .rw = NV_PDISPLAY_INTR_0_BITS,
           .write = nv_pdisplay_intr_write),
    NV_ROW(NV_PDISPLAY_INTR_EN_1, .rw = NV_PDISPLAY_INTR_1_BITS,
           .write = nv_pdisplay_intr_en_1_write),
    NV_ROW(NV_PDISPLAY_UNK30_CTRL, .write = nv_evo_supervisor_write,
           .own = NV_PDISPLAY_UNK30_CTRL_BITS),
    NV_ROW(NV_PDISPLAY_UNK50_CTRL, .read = nv_evo_active_read),
    NV_ROW(NV_PDISPLAY_TRAPPED_ADDR, .count = NV50_EVO_CHANNELS, .stride = 8,
           .write = nv_evo_trapped_write, .own = UINT32_MAX),
    NV_ROW(NV_PDISPLAY_TRAPPED_DATA, .count = NV50_EVO_CHANNELS, .stride = 8,
           .own = UINT32_MAX),
    NV_ROW(NV_PDISPLAY_CAP, .rw = UINT32_MAX, .reset = NV50_EVO_CAP),
    NV_ROW(NV_PDISPLAY_HEAD_CAP, .count = NV50_EVO_HEADS * 4,
           .rw = UINT32_MAX),
    NV_ROW(NV_PDISPLAY_DAC_CAP, .count = NV_EVO_DACS, .rw = UINT32_MAX),
    NV_ROW(NV_PDISPLAY_SOR_CAP, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV_PDISPLAY_PIOR_CAP, .count = NV_EVO_PIORS, .rw = UINT32_MAX),
    NV_ROW(NV_PDISPLAY_CHANNEL_STAT, .count = NV50_EVO_CHANNELS, .stride = 16,
           .rw = 0x3fe0ffff, .read = nv_evo_stat_read,
           .write = nv_evo_stat_write),
    NV_ROW(NV_PDISPLAY_CHANNEL_DMA_CB, .count = NV50_EVO_DMA_CHANNELS,
           .stride = 16, .rw = UINT32_MAX),
    NV_ROW(NV_PDISPLAY_CHANNEL_UNK2, .count = NV50_EVO_DMA_CHANNELS,
           .stride = 16, .rw = UINT32_MAX),
    NV_ROW(NV_PDISPLAY_CHANNEL_UNK3, .count = NV50_EVO_DMA_CHANNELS,
           .stride = 16, .rw = UINT32_MAX),
    NV_ROW(NV_PDISPLAY_CTRL_STATE, .count = NV50_EVO_DMA_CHANNELS, .stride = 8,
           .rw = UINT32_MAX, .write = nv_evo_ctrl_write),
    NV_ROW(NV_PDISPLAY_CTRL_VAL, .count = NV50_EVO_DMA_CHANNELS, .stride = 8,
           .rw = UINT32_MAX),
    NV_STORAGE(NV_PDISPLAY_UNK_380),
    NV_STORAGE(NV_PDISPLAY_RAM_AMOUNT),
    NV_STORAGE(NV_PDISPLAY_UNK_388),
    NV_STORAGE(NV_PDISPLAY_UNK_38C),
    NV_ROW(NV_PDISPLAY_VAL, .count = NV_EVO_VALS, .read = nv_evo_val_read),
    NV_ROW(NV_PDISPLAY_CLOCK_CAP, .read = nv_pdisplay_cap_read),
    NV_EACH(NV_PDISPLAY_CLOCK_VPLL_CTRL1, NV50_EVO_HEADS, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_CLOCK_VPLL_S1, NV50_EVO_HEADS, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_CLOCK_VPLL_S2, NV50_EVO_HEADS, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_CLOCK_VPLL_UNK0C, NV50_EVO_HEADS, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_CLOCK_VPLL_CTRL2, NV50_EVO_HEADS, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_CLOCK_DAC, NV_EVO_DACS, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_CLOCK_SOR, 2, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_CLOCK_UNK380, NV_EVO_PIORS, .rw = UINT32_MAX),
};

const NVRegBlock nv50_pdisplay_regs = NV_REG_BLOCK(
    "PDISPLAY", 0x610000, 0x10000, nv50_pdisplay_rows,
    .parent = &nv_pdisplay_common);

/* Three SORs; drivers look for a fourth, too. */
static const NVRegInfo nv94_pdisplay_rows[] = {
    NV_ROW(NV_PDISPLAY_CAP, .rw = UINT32_MAX, .reset = NV94_EVO_CAP),
    NV_ROW(NV_PDISPLAY_SOR_CAP, .count = 4, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_CLOCK_SOR, 3, .rw = UINT32_MAX),
    NV_EACH(NV_PDISPLAY_SOR_CAPS, 4),
    NV_EACH(NV_PDISPLAY_SOR_CAPS, 3,
            .reset = R_NV_PDISPLAY_SOR_CAPS_SINGLE_TMDS_A_MASK),
    NV_EACH(NV_PDISPLAY_SOR_PWR, 3, .rw = UINT32_MAX,
            .write = nv_pdisplay_power_write),
    NV_EACH(NV_PDISPLAY_SOR_BLANK, 3),
};

const NVRegBlock nv94_pdisplay_regs = NV_REG_BLOCK(
    "PDISPLAY", 0x610000, 0x10000, nv94_pdisplay_rows,
    .parent = &nv50_pdisplay_regs);

/* --- Life ------------------------------------------------------------- */

/* An observer of vertical blanks needs the timers. */
static void nv_pdisplay_probed(Notifier *notifier, void *data)
{
    NVGPU *gpu = container_of(notifier, NVDisplay, probed)->gpu;

    for (unsigned i = 0; i < nv_evo_heads(gpu); i++) {
        nv_evo_head_retime(gpu, i);
    }
}

static bool nv_pdisplay_realize(NVGPU *gpu, Error **errp)
{
    if (!gpu->has_display) {
        return nv_unit_no_display.realize(gpu, errp);
    }
    nv_heads_init(gpu);
    if (!nv_vga_realize(gpu, errp)) {
        return false;
    }
    nv_regs_init(gpu, &gpu->display->evo.regs, gpu->chip->display->evo->regs);
    nv_evo_realize(gpu);
    nv_scanout_realize(gpu);
    nv_pnvio_realize(gpu);
    nv_i2c_realize(gpu);
    gpu->display->gpu = gpu;
    gpu->display->probed.notify = nv_pdisplay_probed;
    notifier_list_add(&gpu->probes.changed, &gpu->display->probed);
    return true;
}

static void nv_pdisplay_reset(NVGPU *gpu)
{
    if (!gpu->has_display) {
        nv_unit_no_display.reset(gpu);
        return;
    }
    nv_vga_reset(gpu);
    nv_regs_reset(&gpu->display->evo.regs);
    nv_evo_reset(gpu);
    nv_pnvio_reset(gpu);
    nv_i2c_reset(gpu);
    nv_vga_stack_reset(gpu);
    for (unsigned i = 0; i < nv_evo_heads(gpu); i++) {
        gpu->display->head[i].palette_mask = 0xff;
        gpu->display->head[i].redraw = true;
    }
    nv_evo_update_intr(gpu);
}

static void nv_pdisplay_exit(NVGPU *gpu)
{
    if (!gpu->has_display) {
        nv_unit_no_display.exit(gpu);
        return;
    }
    notifier_remove(&gpu->display->probed);
    nv_pnvio_exit(gpu);
    nv_scanout_exit(gpu);
    nv_evo_exit(gpu);
    nv_regs_exit(&gpu->display->evo.regs);
    nv_vga_exit(gpu);
}

static bool nv_pdisplay_post_load(NVGPU *gpu, int version_id)
{
    if (!gpu->has_display) {
        return true;
    }
    if (!nv_evo_post_load(gpu)) {
        return false;
    }
    for (unsigned i = 0; i < nv_evo_heads(gpu); i++) {
        nv_evo_head_retime(gpu, i);
        gpu->display->head[i].redraw = true;
    }
    return true;
}

const NVUnit nv_unit_pdisplay = {
    .name = "PDISPLAY",
    .state = offsetof(NVGPU, display),
    .size = sizeof(NVDisplay),
    .realize = nv_pdisplay_realize,
    .reset = nv_pdisplay_reset,
    .exit = nv_pdisplay_exit,
    .post_load = nv_pdisplay_post_load,
};
