/*
 * NVIDIA GPU: PDISPLAY: registers of GF119 and later cards
 *
 * Interrupts have registers for each kind, and for each head, instead of two
 * words.
 *
 * Sources: nouveau's nvkm/engine/disp/gf119.c and gk104.c; the register
 * database.
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
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "hw/nv/evo-regs.h"

/* --- Interrupts --------------------------------------------------------- */

static unsigned nvd9_pdisplay_head(uint32_t addr)
{
    return addr / NV_PDISPLAY_STRIDE % NV_EVO_HEADS;
}

static uint32_t nvd9_pdisplay_head_inspect(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(gpu->regs[addr / 4], NV_PDISPLAY_INTR_HOST_HEAD, VBLANK,
                      FIELD_EX32(gpu->regs[addr / 4],
                                 NV_PDISPLAY_INTR_HOST_HEAD, VBLANK) ||
                      nv_evo_head_unnoticed(gpu, nvd9_pdisplay_head(addr)));
}

static uint32_t nvd9_pdisplay_head_read(NVGPU *gpu, uint32_t addr)
{
    nv_evo_heads_notice(gpu);
    return gpu->regs[addr / 4];
}

/* Acknowledging a blank covers all that have been so far. */
static void nvd9_pdisplay_head_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PDISPLAY_INTR_HOST_HEAD, VBLANK)) {
        gpu->display->evo.head[nvd9_pdisplay_head(addr)].vblank_seen =
            qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
        nv_evo_update_intr(gpu);
    }
}

static void nvd9_pdisplay_head_en_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    nv_evo_heads_notice(gpu);
    nv_evo_head_retime(gpu, nvd9_pdisplay_head(addr));
    nv_evo_update_intr(gpu);
}

/* Only pending interrupts that are enabled; @inspects: no blank is noticed */
static uint32_t nvd9_pdisplay_summary(NVGPU *gpu, bool inspects)
{
    const NVEvoIntr *vblank = &nvd9_evo_places.vblank;
    unsigned heads = 0;
    uint32_t val = 0;

    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        uint32_t addr = vblank->pending + h * vblank->stride;
        uint32_t pending = inspects ? nvd9_pdisplay_head_inspect(gpu, addr)
                                    : gpu->regs[addr / 4];

        heads |= (pending && nv_evo_intr_enabled(gpu, vblank, h)) << h;
    }
    val = FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_SUMMARY, FIFO_UNK0,
                     !!(NV_R(gpu, NV_PDISPLAY_INTR_HOST_FIFO_UNK0) &
                        NV_R(gpu, NV_PDISPLAY_INTR_HOST_FIFO_UNK0_EN)));
    val = FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_SUMMARY, FIFO_ERR,
                     !!(NV_R(gpu, NV_PDISPLAY_INTR_HOST_FIFO_ERR) &
                        NV_R(gpu, NV_PDISPLAY_INTR_HOST_FIFO_ERR_EN)));
    val = FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_SUMMARY, INTR_2,
                     !!(NV_R(gpu, NV_PDISPLAY_INTR_HOST_2) &
                        NV_R(gpu, NV_PDISPLAY_INTR_HOST_2_EN)));
    return FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_SUMMARY, HEAD, heads);
}

static uint32_t nvd9_pdisplay_summary_inspect(NVGPU *gpu, uint32_t addr)
{
    return nvd9_pdisplay_summary(gpu, true);
}

static uint32_t nvd9_pdisplay_summary_read(NVGPU *gpu, uint32_t addr)
{
    nv_evo_heads_notice(gpu);
    return nvd9_pdisplay_summary(gpu, false);
}

/* --- Supervisor --------------------------------------------------------- */

/* The driver clears what a head needs in each step, which has no effect. */
static void nvd9_pdisplay_show_changes(NVGPU *gpu,
                                       const NVEvoChanges *changes)
{
    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        uint32_t val = 0;

        val = FIELD_DP32(val, NVD9_PDISPLAY_SUPERVISOR_HEAD, CHANGE,
                         changes->change >> h);
        val = FIELD_DP32(val, NVD9_PDISPLAY_SUPERVISOR_HEAD, UPDATE_VCLK,
                         changes->clock >> h);
        gpu->regs[(A_NVD9_PDISPLAY_SUPERVISOR_HEAD +
                   h * NV_PDISPLAY_STRIDE) / 4] = val;
    }
    NV_R(gpu, NVD9_PDISPLAY_SUPERVISOR) =
        FIELD_DP32(0, NVD9_PDISPLAY_SUPERVISOR, PENDING, !!changes->change);
}

const NVEvoPlaces nvd9_evo_places = {
    .chid = { 0, 1, 2, 5, 6, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 },
    .awaken = { A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0,
                A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0_EN },
    .fifo_err = { A_NV_PDISPLAY_INTR_HOST_FIFO_ERR,
                  A_NV_PDISPLAY_INTR_HOST_FIFO_ERR_EN },
    .clk = { A_NV_PDISPLAY_INTR_HOST_2, A_NV_PDISPLAY_INTR_HOST_2_EN,
             R_NV_PDISPLAY_INTR_HOST_2_CLK_SHIFT },
    .vblank = { A_NV_PDISPLAY_INTR_HOST_HEAD, A_NV_PDISPLAY_INTR_HOST_HEAD_EN,
                R_NV_PDISPLAY_INTR_HOST_HEAD_VBLANK_SHIFT,
                .stride = NV_PDISPLAY_STRIDE },
    .show_changes = nvd9_pdisplay_show_changes,
    .stat = A_NVD9_PDISPLAY_CHANNEL_STAT,
    .trapped = A_NVD9_PDISPLAY_TRAPPED_ADDR,
    .trapped_stride = 12, .trapped_code = 8,
    .no_notifier = NVD9_EVO_CODE_NO_NOTIFIER,
};

/* --- Others ------------------------------------------------------------- */

/* No core channel without RAMHT is known. */
static void nvd9_pdisplay_stat_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_evo_stat_write(gpu, addr, val & ~R_NV_PDISPLAY_CHANNEL_STAT_EFI_MASK);
}

static uint32_t nvd9_pdisplay_cap_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(gpu->chip->display->evo->cap, NVD9_PDISPLAY_CLOCK_CAP,
                      HEADS, MAKE_64BIT_MASK(0, nv_evo_heads(gpu)));
}

/* --- Registers ---------------------------------------------------------- */

#define NV_EACH(_reg, _count, ...) \
    NV_ROW(_reg, .count = (_count), .stride = NV_PDISPLAY_STRIDE, __VA_ARGS__)

/* A register of @_count channels from number @_first on */
#define NVD9_CHANNELS(_reg, _first, _count, _stride, ...) \
    { .name = #_reg, .addr = A_ ## _reg + (_first) * (_stride), \
      .count = (_count), .stride = (_stride), __VA_ARGS__ }

/*
 * The same for channels of two heads, with or without a pushbuffer: base and
 * overlay, overlay position and cursor of each; see nvd9_evo_places.
 */
#define NVD9_DMA_CHANNELS(_reg, _head, _stride, ...) \
    NVD9_CHANNELS(_reg, 1 + (_head), 2, _stride, __VA_ARGS__), \
    NVD9_CHANNELS(_reg, 5 + (_head), 2, _stride, __VA_ARGS__)
#define NVD9_PIO_CHANNELS(_reg, _head, _stride, ...) \
    NVD9_CHANNELS(_reg, 9 + (_head), 2, _stride, __VA_ARGS__), \
    NVD9_CHANNELS(_reg, 13 + (_head), 2, _stride, __VA_ARGS__)

/* The same for the core channel and those of the first two heads */
#define NVD9_ALL_DMA_CHANNELS(_reg, _stride, ...) \
    NVD9_CHANNELS(_reg, 0, 1, _stride, __VA_ARGS__), \
    NVD9_DMA_CHANNELS(_reg, 0, _stride, __VA_ARGS__)

/* Registers of a range of channels: ROWS is one of the above without a head */
#define NVD9_CHANNEL_ROWS(_dma, _pio) \
    _dma(NVD9_PDISPLAY_TRAPPED_ADDR, 12, .write = nv_evo_trapped_write, \
         .own = UINT32_MAX), \
    _pio(NVD9_PDISPLAY_TRAPPED_ADDR, 12, .write = nv_evo_trapped_write, \
         .own = UINT32_MAX), \
    _dma(NVD9_PDISPLAY_TRAPPED_DATA, 12, .own = UINT32_MAX), \
    _pio(NVD9_PDISPLAY_TRAPPED_DATA, 12, .own = UINT32_MAX), \
    _dma(NVD9_PDISPLAY_TRAPPED_CODE, 12, .own = UINT32_MAX), \
    _pio(NVD9_PDISPLAY_TRAPPED_CODE, 12, .own = UINT32_MAX), \
    _dma(NVD9_PDISPLAY_CHANNEL_STAT, NV_EVO_STAT_STRIDE, .rw = 0x3fe0feff, \
         .read = nv_evo_stat_read, .write = nvd9_pdisplay_stat_write), \
    _pio(NVD9_PDISPLAY_CHANNEL_STAT, NV_EVO_STAT_STRIDE, .rw = 0x3fe0feff, \
         .read = nv_evo_stat_read, .write = nvd9_pdisplay_stat_write), \
    _dma(NVD9_PDISPLAY_CHANNEL_DMA_CB, NV_EVO_STAT_STRIDE, \
         .rw = UINT32_MAX), \
    _dma(NVD9_PDISPLAY_CHANNEL_UNK2, NV_EVO_STAT_STRIDE, .rw = UINT32_MAX), \
    _dma(NVD9_PDISPLAY_CHANNEL_UNK3, NV_EVO_STAT_STRIDE, .rw = UINT32_MAX)

#define NVD9_DMA(_reg, ...) NVD9_ALL_DMA_CHANNELS(_reg, __VA_ARGS__)
#define NVD9_PIO(_reg, ...) NVD9_PIO_CHANNELS(_reg, 0, __VA_ARGS__)
#define NVE4_DMA(_reg, ...) NVD9_DMA_CHANNELS(_reg, 2, __VA_ARGS__)
#define NVE4_PIO(_reg, ...) NVD9_PIO_CHANNELS(_reg, 2, __VA_ARGS__)

#define NVD9_SORS 4

/* Interrupts of channels: a bit for each that the card has */
#define NVD9_INTR_ROWS(_channels) \
    NV_ROW(NV_PDISPLAY_INTR_HOST_FIFO_UNK0, .w1c = (_channels), \
           .write = nv_pdisplay_intr_write), \
    NV_ROW(NV_PDISPLAY_INTR_HOST_FIFO_UNK0_EN, .rw = (_channels), \
           .write = nv_pdisplay_intr_write), \
    NV_ROW(NV_PDISPLAY_INTR_HOST_FIFO_ERR, .w1c = (_channels), \
           .write = nv_pdisplay_intr_write), \
    NV_ROW(NV_PDISPLAY_INTR_HOST_FIFO_ERR_EN, .rw = (_channels), \
           .write = nv_pdisplay_intr_write)

/* A register of @_count heads from number @_first on */
#define NVD9_HEADS(_reg, _first, _count, ...) \
    { .name = #_reg, .addr = A_ ## _reg + (_first) * NV_PDISPLAY_STRIDE, \
      .count = (_count), .stride = NV_PDISPLAY_STRIDE, __VA_ARGS__ }

/* Consecutive words of a head */
#define NVD9_HEAD_WORDS(_reg, _head, _count, ...) \
    { .name = #_reg, .addr = A_ ## _reg + (_head) * NV_PDISPLAY_STRIDE, \
      .count = (_count), __VA_ARGS__ }

/* What two heads have: the first is number @_first */
#define NVD9_HEAD_ROWS(_first) \
    NVD9_HEADS(NV_PDISPLAY_INTR_HOST_HEAD, _first, 2, \
               .w1c = R_NV_PDISPLAY_INTR_HOST_HEAD_VBLANK_MASK, \
               .read = nvd9_pdisplay_head_read, \
               .inspect = nvd9_pdisplay_head_inspect, \
               .write = nvd9_pdisplay_head_write, .acts_on_read = true), \
    NVD9_HEADS(NV_PDISPLAY_INTR_HOST_HEAD_EN, _first, 2, \
               .rw = R_NV_PDISPLAY_INTR_HOST_HEAD_EN_VBLANK_MASK, \
               .write = nvd9_pdisplay_head_en_write), \
    NVD9_HEAD_WORDS(NVD9_PDISPLAY_HEAD_CAP, _first, 3, .rw = UINT32_MAX), \
    NVD9_HEAD_WORDS(NVD9_PDISPLAY_HEAD_CAP, (_first) + 1, 3, \
                    .rw = UINT32_MAX), \
    NVD9_HEADS(NVD9_PDISPLAY_SUPERVISOR_HEAD, _first, 2, \
               .own = R_NVD9_PDISPLAY_SUPERVISOR_HEAD_CHANGE_MASK | \
                      R_NVD9_PDISPLAY_SUPERVISOR_HEAD_UPDATE_VCLK_MASK), \
    NVD9_HEADS(NVD9_PDISPLAY_CLOCK_RG, _first, 2, .rw = UINT32_MAX), \
    NVD9_HEAD_WORDS(NVD9_PDISPLAY_CLOCK_VPLL, _first, 5, .rw = UINT32_MAX), \
    NVD9_HEAD_WORDS(NVD9_PDISPLAY_CLOCK_VPLL, (_first) + 1, 5, \
                    .rw = UINT32_MAX), \
    NVD9_HEADS(NVD9_PDISPLAY_HEAD_UNK308, _first, 2, .rw = UINT32_MAX)

static const NVRegInfo nvd9_pdisplay_rows[] = {
    NV_ROW(NV_PDISPLAY_INTR_HOST_SUMMARY,
           .read = nvd9_pdisplay_summary_read,
           .inspect = nvd9_pdisplay_summary_inspect, .acts_on_read = true),
    NVD9_INTR_ROWS(0x6667),
    NV_ROW(NV_PDISPLAY_INTR_HOST_2,
           .w1c = R_NV_PDISPLAY_INTR_HOST_2_CLK_MASK,
           .write = nv_pdisplay_intr_write),
    NV_ROW(NV_PDISPLAY_INTR_HOST_2_EN,
           .rw = R_NV_PDISPLAY_INTR_HOST_2_EN_CLK_MASK |
                 R_NV_PDISPLAY_INTR_HOST_2_EN_UNK8_MASK,
           .write = nv_pdisplay_intr_write),
    NVD9_HEAD_ROWS(0),
    NV_EACH(NVD9_PDISPLAY_DAC_CAP, 4, .rw = UINT32_MAX),
    NV_ROW(NVD9_PDISPLAY_SUPERVISOR, .write = nv_evo_supervisor_write,
           .acts_on_write = true,
           .own = R_NVD9_PDISPLAY_SUPERVISOR_PENDING_MASK),
    NVD9_CHANNEL_ROWS(NVD9_DMA, NVD9_PIO),
    NV_ROW(NVD9_PDISPLAY_CLOCK_CAP, .read = nvd9_pdisplay_cap_read),
    NV_EACH(NVD9_PDISPLAY_CLOCK_DAC, NV_EVO_DACS, .rw = UINT32_MAX),
    NV_EACH(NVD9_PDISPLAY_CLOCK_SOR, NVD9_SORS, .rw = UINT32_MAX),
    /* Drivers read as many DACs and SORs as the registers allow for. */
    NV_EACH(NV_PDISPLAY_DAC_CAPS, 4),
    NV_EACH(NV_PDISPLAY_DAC_CAPS, NV_EVO_DACS,
            .reset = R_NV_PDISPLAY_DAC_CAPS_RGB_MASK),
    NV_EACH(NV_PDISPLAY_SOR_CAPS, NVD9_SORS,
            .reset = R_NV_PDISPLAY_SOR_CAPS_SINGLE_TMDS_A_MASK),
    NV_EACH(NV_PDISPLAY_SOR_PWR, NVD9_SORS, .rw = UINT32_MAX,
            .write = nv_pdisplay_power_write),
    NV_EACH(NV_PDISPLAY_SOR_BLANK, NVD9_SORS),
    /* NV50's PIORs are at the addresses of further SORs. */
    NV_EACH(NV_PDISPLAY_PIOR_CAPS, 4),
    NV_EACH(NVD9_PDISPLAY_SOR_CAP, 8, .rw = UINT32_MAX),
};

/* 2: interrupts and changes are kept where they are seen. */
const NVRegBlock nvd9_pdisplay_regs = NV_REG_BLOCK(
    "PDISPLAY", 0x610000, 0x24000, nvd9_pdisplay_rows,
    .parent = &nv_pdisplay_common, .version = 2);

/* --- GK104 -------------------------------------------------------------- */

/* Two more heads, with their channels */
static const NVRegInfo nve4_pdisplay_rows[] = {
    NVD9_INTR_ROWS(0x1ffff),
    NVD9_HEAD_ROWS(2),
    NVD9_CHANNEL_ROWS(NVE4_DMA, NVE4_PIO),
    NVD9_HEADS(NV_PDISPLAY_HEAD_STAT_CAP, 2, 2,
               .reset = R_NV_PDISPLAY_HEAD_STAT_CAP_USABLE_MASK),
    NVD9_HEAD_WORDS(NV_PDISPLAY_HEAD_STAT_CAP_B, 2, 3),
    NVD9_HEAD_WORDS(NV_PDISPLAY_HEAD_STAT_CAP_B, 3, 3),
    NVD9_HEADS(NV_PDISPLAY_HEAD_STAT_VERT, 2, 2, .read = nv_evo_vert_read),
    NVD9_HEADS(NV_PDISPLAY_HEAD_STAT_HORZ, 2, 2, .read = nv_evo_horz_read),
    NVD9_HEADS(NVE4_PDISPLAY_HEAD_HDMI_CTRL, 0, NV_EVO_HEADS,
               .rw = UINT32_MAX),
};

const NVRegBlock nve4_pdisplay_regs = NV_REG_BLOCK(
    "PDISPLAY", 0x610000, 0x24000, nve4_pdisplay_rows,
    .parent = &nvd9_pdisplay_regs, .version = 2);

/* What heads send by HDMI between lines, to no monitor */
#define NVE4_HDMI(_reg, _words) \
    NVE4_HDMI_HEAD(_reg, 0, _words), NVE4_HDMI_HEAD(_reg, 1, _words), \
    NVE4_HDMI_HEAD(_reg, 2, _words), NVE4_HDMI_HEAD(_reg, 3, _words)
#define NVE4_HDMI_HEAD(_reg, _head, _words) \
    { .name = #_reg, .addr = A_ ## _reg + (_head) * NVE4_HDMI_STRIDE, \
      .count = (_words), .rw = UINT32_MAX }

static const NVRegInfo nve4_hdmi_rows[] = {
    NVE4_HDMI(NVE4_HDMI_AVI_CTRL, 1),
    NVE4_HDMI(NVE4_HDMI_AVI, 5),
    NVE4_HDMI(NVE4_HDMI_UNK80, 1),
    NVE4_HDMI(NVE4_HDMI_UNKC0, 1),
    NVE4_HDMI(NVE4_HDMI_UNKCC, 1),
    NVE4_HDMI(NVE4_HDMI_VENDOR_CTRL, 1),
    NVE4_HDMI(NVE4_HDMI_VENDOR, 3),
};

const NVRegBlock nve4_hdmi_regs = NV_REG_BLOCK(
    "HDMI", 0x690000, 0x1000, nve4_hdmi_rows);

/* --- Control areas ------------------------------------------------------ */

/* The state of a channel with a pushbuffer, by methods from UPDATE on */
#define NVD9_IMAGE(_name, _base, _hw, _read) \
    { .name = (_name), \
      .addr = (_base) + (_hw) * NV_EVO_USER_STRIDE + NV_EVO_UPDATE, \
      .count = NV_EVO_WORDS - NV_EVO_UPDATE / 4, .read = (_read) }
#define NVD9_IMAGES(_name, _base, _head, _read) \
    NVD9_IMAGE(_name, _base, 1 + (_head), _read), \
    NVD9_IMAGE(_name, _base, 2 + (_head), _read), \
    NVD9_IMAGE(_name, _base, 5 + (_head), _read), \
    NVD9_IMAGE(_name, _base, 6 + (_head), _read)

#define NVD9_USER_ROWS(_dma, _pio) \
    _dma(NV_EVO_USER_PUT, NV_EVO_USER_STRIDE, .read = nv_evo_put_read, \
         .write = nv_evo_put_write), \
    _dma(NV_EVO_USER_GET, NV_EVO_USER_STRIDE, .read = nv_evo_get_read), \
    _pio(NV_EVO_USER_FREE, NV_EVO_USER_STRIDE, .read = nv_evo_free_read), \
    _pio(NV_EVO_USER_UPDATE, NV_EVO_USER_STRIDE, \
         .write = nv_evo_pio_update), \
    _pio(NV_EVO_USER_POINT_OUT, NV_EVO_USER_STRIDE, \
         .write = nv_evo_point_write)

static const NVRegInfo nvd9_evo_user_rows[] = {
    NVD9_USER_ROWS(NVD9_DMA, NVD9_PIO),
    NVD9_IMAGE("NVD9_EVO_ARM", A_NV_EVO_USER_PUT, 0, nv_evo_arm_read),
    NVD9_IMAGES("NVD9_EVO_ARM", A_NV_EVO_USER_PUT, 0, nv_evo_arm_read),
    NVD9_CHANNELS(NV_EVO_USER_AWAKEN, 9, 2, NV_EVO_USER_STRIDE,
                  .write = nv_evo_awaken_write),
};

const NVRegBlock nvd9_evo_user = NV_REG_BLOCK(
    "EVO_USER", A_NV_EVO_USER_PUT, NVD9_EVO_CHANNELS * NV_EVO_USER_STRIDE,
    nvd9_evo_user_rows, .closed = true);

/*
 * GK104's have a second position, the right eye's, which only a picture in
 * stereo would show: cl917a.h, cl917b.h.
 */
static const NVRegInfo nve4_evo_user_rows[] = {
    NVD9_USER_ROWS(NVE4_DMA, NVE4_PIO),
    NVD9_IMAGES("NVD9_EVO_ARM", A_NV_EVO_USER_PUT, 2, nv_evo_arm_read),
    NVD9_PIO(NVE4_EVO_USER_POINT_OUT_1, NV_EVO_USER_STRIDE),
    NVE4_PIO(NVE4_EVO_USER_POINT_OUT_1, NV_EVO_USER_STRIDE),
    NVD9_CHANNELS(NVE4_EVO_USER_AWAKEN, 9, NV_EVO_HEADS, NV_EVO_USER_STRIDE,
                  .write = nv_evo_awaken_write),
};

const NVRegBlock nve4_evo_user = NV_REG_BLOCK(
    "EVO_USER", A_NV_EVO_USER_PUT, NVD9_EVO_CHANNELS * NV_EVO_USER_STRIDE,
    nve4_evo_user_rows, .parent = &nvd9_evo_user, .closed = true);

static const NVRegInfo nvd9_evo_image_rows[] = {
    NVD9_IMAGE("NVD9_EVO_ASY", A_NVD9_EVO_ASY, 0, nv_evo_asy_read),
    NVD9_IMAGES("NVD9_EVO_ASY", A_NVD9_EVO_ASY, 0, nv_evo_asy_read),
};

const NVRegBlock nvd9_evo_images = NV_REG_BLOCK(
    "EVO_ASY", A_NVD9_EVO_ASY, NVD9_EVO_CHANNELS * NV_EVO_USER_STRIDE,
    nvd9_evo_image_rows, .closed = true);

static const NVRegInfo nve4_evo_image_rows[] = {
    NVD9_IMAGES("NVD9_EVO_ASY", A_NVD9_EVO_ASY, 2, nv_evo_asy_read),
};

const NVRegBlock nve4_evo_images = NV_REG_BLOCK(
    "EVO_ASY", A_NVD9_EVO_ASY, NVD9_EVO_CHANNELS * NV_EVO_USER_STRIDE,
    nve4_evo_image_rows, .parent = &nvd9_evo_images, .closed = true);
