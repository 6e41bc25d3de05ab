/*
 * NVIDIA GPU: PDISPLAY: GF119's registers
 *
 * Interrupts, and what the driver reads when it has to set clocks, are stored
 * in NV50's format, so that other code needn't distinguish: the registers here
 * convert them, and use this card's numbers of channels.
 *
 * Sources: nouveau's nvkm/engine/disp/gf119.c; the register database.
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

/* --- Interrupts of channels -------------------------------------------- */

/* From a bit per channel to a bit per channel's number, and back */
static uint32_t nvd9_pdisplay_to_hw(const NVGPU *gpu, uint32_t channels)
{
    uint32_t val = 0;

    for (unsigned chid = 0; chid < NV_EVO_CHANNELS; chid++) {
        if (channels & 1u << chid) {
            val |= 1u << nv_evo_hw_chid(gpu, chid);
        }
    }
    return val;
}

static uint32_t nvd9_pdisplay_from_hw(const NVGPU *gpu, uint32_t val)
{
    uint32_t channels = 0;

    for (unsigned chid = 0; chid < NV_EVO_CHANNELS; chid++) {
        if (val & 1u << nv_evo_hw_chid(gpu, chid)) {
            channels |= 1u << chid;
        }
    }
    return channels;
}

/* Their shift in NV50's words; AWAKEN is FIFO_UNK0 here. */
static unsigned nvd9_pdisplay_channels_shift(uint32_t addr)
{
    return addr == A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0 ||
           addr == A_NV_PDISPLAY_INTR_HOST_FIFO_UNK0_EN
        ? R_NV_PDISPLAY_INTR_0_AWAKEN_SHIFT
        : R_NV_PDISPLAY_INTR_0_FIFO_ERR_SHIFT;
}

static uint32_t nvd9_pdisplay_channels(const NVGPU *gpu, uint32_t addr,
                                       uint32_t word)
{
    return nvd9_pdisplay_to_hw(gpu,
                               extract32(word,
                                         nvd9_pdisplay_channels_shift(addr),
                                         NV_EVO_CHANNELS));
}

static uint32_t nvd9_pdisplay_channels_read(NVGPU *gpu, uint32_t addr)
{
    return nvd9_pdisplay_channels(gpu, addr, NV_R(gpu, NV_PDISPLAY_INTR_0));
}

static void nvd9_pdisplay_channels_write(NVGPU *gpu, uint32_t addr,
                                         uint32_t val)
{
    NV_R(gpu, NV_PDISPLAY_INTR_0) &=
        ~(nvd9_pdisplay_from_hw(gpu, val) <<
          nvd9_pdisplay_channels_shift(addr));
    nv_evo_update_intr(gpu);
}

static uint32_t nvd9_pdisplay_channels_en_read(NVGPU *gpu, uint32_t addr)
{
    return nvd9_pdisplay_channels(gpu, addr, NV_R(gpu, NV_PDISPLAY_INTR_EN_0));
}

static void nvd9_pdisplay_channels_en_write(NVGPU *gpu, uint32_t addr,
                                            uint32_t val)
{
    uint32_t *en = &NV_R(gpu, NV_PDISPLAY_INTR_EN_0);

    *en = deposit32(*en, nvd9_pdisplay_channels_shift(addr), NV_EVO_CHANNELS,
                    nvd9_pdisplay_from_hw(gpu, val));
    nv_evo_update_intr(gpu);
}

/* --- Other interrupts --------------------------------------------------- */

static uint32_t nvd9_pdisplay_intr_2_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NV_PDISPLAY_INTR_HOST_2, CLK,
                      FIELD_EX32(NV_R(gpu, NV_PDISPLAY_INTR_1),
                                 NV_PDISPLAY_INTR_1, CLK));
}

static void nvd9_pdisplay_intr_2_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NV_R(gpu, NV_PDISPLAY_INTR_1) &=
        ~FIELD_DP32(0, NV_PDISPLAY_INTR_1, CLK,
                    FIELD_EX32(val, NV_PDISPLAY_INTR_HOST_2, CLK));
    nv_evo_update_intr(gpu);
}

static uint32_t nvd9_pdisplay_intr_2_en_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t en = NV_R(gpu, NV_PDISPLAY_INTR_EN_1);
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_2_EN, CLK,
                     FIELD_EX32(en, NV_PDISPLAY_INTR_1, CLK));
    return FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_2_EN, UNK8,
                      FIELD_EX32(en, NV_PDISPLAY_INTR_1, UNK8));
}

static void nvd9_pdisplay_intr_2_en_write(NVGPU *gpu, uint32_t addr,
                                          uint32_t val)
{
    uint32_t en = NV_R(gpu, NV_PDISPLAY_INTR_EN_1);

    en = FIELD_DP32(en, NV_PDISPLAY_INTR_1, CLK,
                    FIELD_EX32(val, NV_PDISPLAY_INTR_HOST_2_EN, CLK));
    NV_R(gpu, NV_PDISPLAY_INTR_EN_1) =
        FIELD_DP32(en, NV_PDISPLAY_INTR_1, UNK8,
                   FIELD_EX32(val, NV_PDISPLAY_INTR_HOST_2_EN, UNK8));
    nv_evo_update_intr(gpu);
}

static unsigned nvd9_pdisplay_head(uint32_t addr)
{
    return addr / NV_PDISPLAY_STRIDE % NV_EVO_HEADS;
}

static uint32_t nvd9_pdisplay_vblank_bit(uint32_t addr)
{
    return 1u << (R_NV_PDISPLAY_INTR_1_VBLANK_HEAD_SHIFT +
                  nvd9_pdisplay_head(addr));
}

static uint32_t nvd9_pdisplay_head_pending(uint32_t intr_1, uint32_t addr)
{
    return FIELD_DP32(0, NV_PDISPLAY_INTR_HOST_HEAD, VBLANK,
                      !!(intr_1 & nvd9_pdisplay_vblank_bit(addr)));
}

static uint32_t nvd9_pdisplay_head_look(NVGPU *gpu, uint32_t addr)
{
    return nvd9_pdisplay_head_pending(nv_evo_intr_1_look(gpu), addr);
}

static uint32_t nvd9_pdisplay_head_read(NVGPU *gpu, uint32_t addr)
{
    nv_evo_heads_notice(gpu);
    return nvd9_pdisplay_head_pending(NV_R(gpu, NV_PDISPLAY_INTR_1), addr);
}

/* Acknowledging a blank covers all that have been so far. */
static void nvd9_pdisplay_head_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PDISPLAY_INTR_HOST_HEAD, VBLANK)) {
        NV_R(gpu, NV_PDISPLAY_INTR_1) &= ~nvd9_pdisplay_vblank_bit(addr);
        gpu->display->evo.head[nvd9_pdisplay_head(addr)].vblank_seen =
            qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
        nv_evo_update_intr(gpu);
    }
}

static uint32_t nvd9_pdisplay_head_en_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NV_PDISPLAY_INTR_HOST_HEAD_EN, VBLANK,
                      !!(NV_R(gpu, NV_PDISPLAY_INTR_EN_1) &
                         nvd9_pdisplay_vblank_bit(addr)));
}

static void nvd9_pdisplay_head_en_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    uint32_t *en = &NV_R(gpu, NV_PDISPLAY_INTR_EN_1);

    nv_evo_heads_notice(gpu);
    *en &= ~nvd9_pdisplay_vblank_bit(addr);
    if (FIELD_EX32(val, NV_PDISPLAY_INTR_HOST_HEAD_EN, VBLANK)) {
        *en |= nvd9_pdisplay_vblank_bit(addr);
    }
    nv_evo_head_retime(gpu, nvd9_pdisplay_head(addr));
    nv_evo_update_intr(gpu);
}

/* Only pending interrupts that are enabled */
static uint32_t nvd9_pdisplay_summary(NVGPU *gpu, uint32_t pending_1)
{
    uint32_t intr_0 = NV_R(gpu, NV_PDISPLAY_INTR_0) &
                      NV_R(gpu, NV_PDISPLAY_INTR_EN_0);
    uint32_t intr_1 = pending_1 & NV_R(gpu, NV_PDISPLAY_INTR_EN_1);
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_SUMMARY, FIFO_UNK0,
                     !!FIELD_EX32(intr_0, NV_PDISPLAY_INTR_0, AWAKEN));
    val = FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_SUMMARY, FIFO_ERR,
                     !!FIELD_EX32(intr_0, NV_PDISPLAY_INTR_0, FIFO_ERR));
    val = FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_SUMMARY, INTR_2,
                     !!FIELD_EX32(intr_1, NV_PDISPLAY_INTR_1, CLK));
    return FIELD_DP32(val, NV_PDISPLAY_INTR_HOST_SUMMARY, HEAD,
                      FIELD_EX32(intr_1, NV_PDISPLAY_INTR_1, VBLANK_HEAD));
}

static uint32_t nvd9_pdisplay_summary_look(NVGPU *gpu, uint32_t addr)
{
    return nvd9_pdisplay_summary(gpu, nv_evo_intr_1_look(gpu));
}

static uint32_t nvd9_pdisplay_summary_read(NVGPU *gpu, uint32_t addr)
{
    nv_evo_heads_notice(gpu);
    return nvd9_pdisplay_summary(gpu, NV_R(gpu, NV_PDISPLAY_INTR_1));
}

/* --- Supervisor --------------------------------------------------------- */

static uint32_t nvd9_pdisplay_supervisor_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NVD9_PDISPLAY_SUPERVISOR, PENDING,
                      FIELD_EX32(NV_R(gpu, NV_PDISPLAY_UNK30_CTRL),
                                 NV_PDISPLAY_UNK30_CTRL, PENDING));
}

/* The value is the same in all three steps; the driver clears it in each. */
static uint32_t nvd9_pdisplay_change_read(NVGPU *gpu, uint32_t addr)
{
    unsigned head = nvd9_pdisplay_head(addr);
    uint32_t ctrl = NV_R(gpu, NV_PDISPLAY_UNK30_CTRL);
    uint32_t val = 0;

    val = FIELD_DP32(val, NVD9_PDISPLAY_SUPERVISOR_HEAD, CHANGE,
                     FIELD_EX32(ctrl, NV_PDISPLAY_UNK30_CTRL, CHANGE) >> head);
    return FIELD_DP32(val, NVD9_PDISPLAY_SUPERVISOR_HEAD, UPDATE_VCLK,
                      FIELD_EX32(ctrl, NV_PDISPLAY_UNK30_CTRL,
                                 UPDATE_VCLK) >> head);
}

/* --- Others ------------------------------------------------------------- */

/* No core channel without RAMHT is known. */
static void nvd9_pdisplay_stat_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_evo_stat_write(gpu, addr, val & ~R_NV_PDISPLAY_CHANNEL_STAT_EFI_MASK);
}

static uint32_t nvd9_pdisplay_cap_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->display->evo->cap;
}

/* --- Registers ---------------------------------------------------------- */

#define NV_EACH(_reg, _count, ...) \
    NV_ROW(_reg, .count = (_count), .stride = NV_PDISPLAY_STRIDE, __VA_ARGS__)

/* A register of @_count channels from number @_first on */
#define NVD9_CHANNELS(_reg, _first, _count, _stride, ...) \
    { .name = #_reg, .addr = A_ ## _reg + (_first) * (_stride), \
      .count = (_count), .stride = (_stride), __VA_ARGS__ }

/* The same for all channels that exist: see nvd9_evo_places. */
#define NVD9_DMA_CHANNELS(_reg, _stride, ...) \
    NVD9_CHANNELS(_reg, 0, 3, _stride, __VA_ARGS__), \
    NVD9_CHANNELS(_reg, 5, 2, _stride, __VA_ARGS__)
#define NVD9_PIO_CHANNELS(_reg, _stride, ...) \
    NVD9_CHANNELS(_reg, 9, 2, _stride, __VA_ARGS__), \
    NVD9_CHANNELS(_reg, 13, 2, _stride, __VA_ARGS__)
#define NVD9_ALL_CHANNELS(_reg, _stride, ...) \
    NVD9_DMA_CHANNELS(_reg, _stride, __VA_ARGS__), \
    NVD9_PIO_CHANNELS(_reg, _stride, __VA_ARGS__)

#define NVD9_SORS 4

static const NVRegInfo nvd9_pdisplay_rows[] = {
    NV_ROW(NV_PDISPLAY_INTR_HOST_SUMMARY,
           .read = nvd9_pdisplay_summary_read,
           .look = nvd9_pdisplay_summary_look, .acts_on_read = true),
    NV_ROW(NV_PDISPLAY_INTR_HOST_FIFO_UNK0, .home = A_NV_PDISPLAY_INTR_0,
           .read = nvd9_pdisplay_channels_read,
           .write = nvd9_pdisplay_channels_write, .acts_on_write = true,
           .own = NV_PDISPLAY_INTR_0_BITS),
    NV_ROW(NV_PDISPLAY_INTR_HOST_FIFO_UNK0_EN,
           .home = A_NV_PDISPLAY_INTR_EN_0,
           .read = nvd9_pdisplay_channels_en_read,
           .write = nvd9_pdisplay_channels_en_write,
           .own = NV_PDISPLAY_INTR_0_BITS),
    NV_ROW(NV_PDISPLAY_INTR_HOST_FIFO_ERR, .read = nvd9_pdisplay_channels_read,
           .write = nvd9_pdisplay_channels_write, .acts_on_write = true),
    NV_ROW(NV_PDISPLAY_INTR_HOST_FIFO_ERR_EN,
           .read = nvd9_pdisplay_channels_en_read,
           .write = nvd9_pdisplay_channels_en_write),
    NV_ROW(NV_PDISPLAY_INTR_HOST_2, .home = A_NV_PDISPLAY_INTR_1,
           .read = nvd9_pdisplay_intr_2_read,
           .write = nvd9_pdisplay_intr_2_write, .acts_on_write = true,
           .own = NV_PDISPLAY_INTR_1_BITS),
    NV_ROW(NV_PDISPLAY_INTR_HOST_2_EN, .home = A_NV_PDISPLAY_INTR_EN_1,
           .read = nvd9_pdisplay_intr_2_en_read,
           .write = nvd9_pdisplay_intr_2_en_write,
           .own = NV_PDISPLAY_INTR_1_BITS),
    NV_EACH(NV_PDISPLAY_INTR_HOST_HEAD, NV_EVO_HEADS,
            .read = nvd9_pdisplay_head_read,
            .look = nvd9_pdisplay_head_look,
            .write = nvd9_pdisplay_head_write, .acts_on_read = true),
    NV_EACH(NV_PDISPLAY_INTR_HOST_HEAD_EN, NV_EVO_HEADS,
            .read = nvd9_pdisplay_head_en_read,
            .write = nvd9_pdisplay_head_en_write),
    NV_ROW(NVD9_PDISPLAY_HEAD_CAP, .count = 3, .rw = UINT32_MAX),
    { .name = "NVD9_PDISPLAY_HEAD_CAP",
      .addr = A_NVD9_PDISPLAY_HEAD_CAP + NV_PDISPLAY_STRIDE, .count = 3,
      .rw = UINT32_MAX },
    NV_EACH(NVD9_PDISPLAY_DAC_CAP, 4, .rw = UINT32_MAX),
    NV_ROW(NVD9_PDISPLAY_SUPERVISOR, .home = A_NV_PDISPLAY_UNK30_CTRL,
           .read = nvd9_pdisplay_supervisor_read,
           .write = nv_evo_supervisor_write, .acts_on_write = true,
           .own = NV_PDISPLAY_UNK30_CTRL_BITS),
    NV_EACH(NVD9_PDISPLAY_SUPERVISOR_HEAD, NV_EVO_HEADS,
            .read = nvd9_pdisplay_change_read),
    NVD9_ALL_CHANNELS(NVD9_PDISPLAY_TRAPPED_ADDR, 12,
                      .write = nv_evo_trapped_write, .own = UINT32_MAX),
    NVD9_ALL_CHANNELS(NVD9_PDISPLAY_TRAPPED_DATA, 12, .own = UINT32_MAX),
    NVD9_ALL_CHANNELS(NVD9_PDISPLAY_TRAPPED_CODE, 12, .own = UINT32_MAX),
    NVD9_ALL_CHANNELS(NVD9_PDISPLAY_CHANNEL_STAT, NV_EVO_STAT_STRIDE,
                      .rw = 0x3fe0feff, .read = nv_evo_stat_read,
                      .write = nvd9_pdisplay_stat_write),
    NVD9_DMA_CHANNELS(NVD9_PDISPLAY_CHANNEL_DMA_CB, NV_EVO_STAT_STRIDE,
                      .rw = UINT32_MAX),
    NVD9_DMA_CHANNELS(NVD9_PDISPLAY_CHANNEL_UNK2, NV_EVO_STAT_STRIDE,
                      .rw = UINT32_MAX),
    NVD9_DMA_CHANNELS(NVD9_PDISPLAY_CHANNEL_UNK3, NV_EVO_STAT_STRIDE,
                      .rw = UINT32_MAX),
    NV_ROW(NVD9_PDISPLAY_CLOCK_CAP, .read = nvd9_pdisplay_cap_read),
    NV_EACH(NVD9_PDISPLAY_CLOCK_RG, NV_EVO_HEADS, .rw = UINT32_MAX),
    NV_EACH(NVD9_PDISPLAY_CLOCK_DAC, NV_EVO_DACS, .rw = UINT32_MAX),
    NV_EACH(NVD9_PDISPLAY_CLOCK_SOR, NVD9_SORS, .rw = UINT32_MAX),
    NV_ROW(NVD9_PDISPLAY_CLOCK_VPLL, .count = 5, .rw = UINT32_MAX),
    { .name = "NVD9_PDISPLAY_CLOCK_VPLL",
      .addr = A_NVD9_PDISPLAY_CLOCK_VPLL + NV_PDISPLAY_STRIDE, .count = 5,
      .rw = UINT32_MAX },
    NV_EACH(NVD9_PDISPLAY_HEAD_UNK308, NV_EVO_HEADS, .rw = UINT32_MAX),
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

const NVRegBlock nvd9_pdisplay_regs = NV_REG_BLOCK(
    "PDISPLAY", 0x610000, 0x24000, nvd9_pdisplay_rows,
    .parent = &nv_pdisplay_common);

/* --- Control areas ------------------------------------------------------ */

/* The state of a channel with a pushbuffer, by methods from UPDATE on */
#define NVD9_IMAGE(_name, _base, _hw, _read) \
    { .name = (_name), \
      .addr = (_base) + (_hw) * NV_EVO_USER_STRIDE + NV_EVO_UPDATE, \
      .count = NV_EVO_WORDS - NV_EVO_UPDATE / 4, .read = (_read) }
#define NVD9_IMAGES(_name, _base, _read) \
    NVD9_IMAGE(_name, _base, 0, _read), NVD9_IMAGE(_name, _base, 1, _read), \
    NVD9_IMAGE(_name, _base, 2, _read), NVD9_IMAGE(_name, _base, 5, _read), \
    NVD9_IMAGE(_name, _base, 6, _read)

static const NVRegInfo nvd9_evo_user_rows[] = {
    NVD9_DMA_CHANNELS(NV_EVO_USER_PUT, NV_EVO_USER_STRIDE,
                      .read = nv_evo_put_read, .write = nv_evo_put_write),
    NVD9_DMA_CHANNELS(NV_EVO_USER_GET, NV_EVO_USER_STRIDE,
                      .read = nv_evo_get_read),
    NVD9_IMAGES("NVD9_EVO_ARM", A_NV_EVO_USER_PUT, nv_evo_arm_read),
    NVD9_PIO_CHANNELS(NV_EVO_USER_FREE, NV_EVO_USER_STRIDE,
                      .read = nv_evo_free_read),
    NVD9_PIO_CHANNELS(NV_EVO_USER_UPDATE, NV_EVO_USER_STRIDE,
                      .write = nv_evo_pio_update),
    NVD9_PIO_CHANNELS(NV_EVO_USER_POINT_OUT, NV_EVO_USER_STRIDE,
                      .write = nv_evo_point_write),
    NVD9_CHANNELS(NV_EVO_USER_AWAKEN, 9, 2, NV_EVO_USER_STRIDE,
                  .write = nv_evo_awaken_write),
};

const NVRegBlock nvd9_evo_user = NV_REG_BLOCK(
    "EVO_USER", A_NV_EVO_USER_PUT, NVD9_EVO_CHANNELS * NV_EVO_USER_STRIDE,
    nvd9_evo_user_rows, .closed = true);

static const NVRegInfo nvd9_evo_image_rows[] = {
    NVD9_IMAGES("NVD9_EVO_ASY", A_NVD9_EVO_ASY, nv_evo_asy_read),
};

const NVRegBlock nvd9_evo_images = NV_REG_BLOCK(
    "EVO_ASY", A_NVD9_EVO_ASY, NVD9_EVO_CHANNELS * NV_EVO_USER_STRIDE,
    nvd9_evo_image_rows, .closed = true);
