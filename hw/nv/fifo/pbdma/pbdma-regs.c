/*
 * NVIDIA GPU: registers and interrupts of the PBDMAs, NVC0+
 *
 * Below 0x100, a PBDMA's registers are those that it has loaded from its
 * channel's RAMFC, word for word.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "intr.h"
#include "pbdma-regs.h"
#include "pbdma.h"
#include "state.h"
#include "switch.h"

/* --- Interrupts ------------------------------------------------------- */

/* It may no longer be frozen, which INTR_EN has no part in. */
static void nv_pbdma_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_fifo_update_intr(gpu);
    nvc0_switch_thaw(gpu, (addr - NV_PBDMA_BASE) / NV_PBDMA_STRIDE);
    nv_fifo_kick(gpu);
}

/* Registers whose new value may give the channel work */
static void nv_pbdma_state_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ramin_changed(gpu);
    nv_fifo_kick(gpu);
}

/* --- Registers -------------------------------------------------------- */

/* One of each for every PBDMA */
#define NV_PBDMA_ROW(_reg, ...) \
    { .name = #_reg, .addr = NV_PBDMA_BASE + A_ ## _reg, \
      .count = NV_PBDMAS, .stride = NV_PBDMA_STRIDE, __VA_ARGS__ }

#define NV_PBDMA_STATE(_reg) \
    NV_PBDMA_ROW(_reg, .rw = UINT32_MAX, .write = nv_pbdma_state_write)

static const NVRegInfo nv_pbdma_rows[] = {
    NV_PBDMA_STATE(NV_PBDMA_GP_PUT),
    NV_PBDMA_STATE(NV_PBDMA_USERD),
    NV_PBDMA_STATE(NV_PBDMA_USERD_HI),
    NV_PBDMA_STATE(NV_PBDMA_SIGNATURE),
    NV_PBDMA_STATE(NV_PBDMA_GP_GET),
    NV_PBDMA_STATE(NV_PBDMA_GET),
    NV_PBDMA_STATE(NV_PBDMA_GET_HI),
    NV_PBDMA_STATE(NV_PBDMA_TOP_LEVEL_GET),
    NV_PBDMA_STATE(NV_PBDMA_TOP_LEVEL_GET_HI),
    NV_PBDMA_STATE(NV_PBDMA_REF),
    NV_PBDMA_STATE(NV_PBDMA_ACQUIRE),
    NV_PBDMA_STATE(NV_PBDMA_ACQUIRE_DEADLINE),
    NV_PBDMA_STATE(NV_PBDMA_SEMAPHORE_A),
    NV_PBDMA_STATE(NV_PBDMA_SEMAPHORE_B),
    NV_PBDMA_STATE(NV_PBDMA_SEMAPHORE_C),
    NV_PBDMA_STATE(NV_PBDMA_SEMAPHORE_D),
    NV_PBDMA_STATE(NV_PBDMA_GP_BASE),
    NV_PBDMA_STATE(NV_PBDMA_GP_BASE_HI),
    NV_PBDMA_STATE(NV_PBDMA_GP_FETCH),
    NV_PBDMA_STATE(NV_PBDMA_PB_FETCH),
    NV_PBDMA_STATE(NV_PBDMA_PB_FETCH_HI),
    NV_PBDMA_STATE(NV_PBDMA_PUT),
    NV_PBDMA_STATE(NV_PBDMA_PUT_HI),
    NV_PBDMA_STATE(NV_PBDMA_GET_HI_SHADOW),
    NV_PBDMA_STATE(NV_PBDMA_PUT_HI_SHADOW),
    NV_PBDMA_STATE(NV_PBDMA_TOP_LEVEL_GET_HI_SHADOW),
    NV_PBDMA_STATE(NV_PBDMA_GP_CRC),
    NV_PBDMA_STATE(NV_PBDMA_PB_HEADER),
    NV_PBDMA_STATE(NV_PBDMA_PB_COUNT),
    NV_PBDMA_STATE(NV_PBDMA_SUBDEVICE),
    NV_PBDMA_STATE(NV_PBDMA_PB_CRC),
    NV_PBDMA_STATE(NV_PBDMA_FORMATS),
    NV_PBDMA_STATE(NV_PBDMA_ENGINES_0),
    NV_PBDMA_STATE(NV_PBDMA_ENGINES_4),
    NV_PBDMA_STATE(NV_PBDMA_TARGET),
    NV_PBDMA_STATE(NV_PBDMA_METHOD_CRC),
    NV_PBDMA_STATE(NV_PBDMA_METHOD0),
    NV_PBDMA_STATE(NV_PBDMA_DATA0),
    NV_PBDMA_STATE(NV_PBDMA_GP_FLAGS),
    NV_PBDMA_STATE(NV_PBDMA_TIMESLICE),
    NV_PBDMA_STATE(NV_PBDMA_TIMEOUT),
    NV_PBDMA_ROW(NV_PBDMA_STATUS),
    NV_PBDMA_ROW(NV_PBDMA_UNK104, .rw = UINT32_MAX),
    NV_PBDMA_ROW(NV_PBDMA_INTR_0, .w1c = UINT32_MAX,
                 .write = nv_pbdma_intr_write),
    NV_PBDMA_ROW(NV_PBDMA_INTR_EN_0, .rw = UINT32_MAX,
                 .write = nv_pbdma_intr_write),
    NV_PBDMA_ROW(NV_PBDMA_GP_SHADOW_0, .own = UINT32_MAX),
    NV_PBDMA_ROW(NV_PBDMA_GP_SHADOW_1, .own = UINT32_MAX),
    NV_PBDMA_ROW(NV_PBDMA_HDR_SHADOW, .own = UINT32_MAX),
    NV_PBDMA_ROW(NV_PBDMA_CHANNEL, .own = R_NV_PBDMA_CHANNEL_CHID_MASK |
                                          R_NV_PBDMA_CHANNEL_ACTIVE_MASK),
    NV_PBDMA_ROW(NV_PBDMA_UNK12C, .rw = UINT32_MAX),
    NV_PBDMA_ROW(NV_PBDMA_INTR_STALL, .rw = UINT32_MAX,
                 .reset = UINT32_MAX),
};

/*
 * A channel that it had isn't saved: RAMFC has the state of when it was loaded.
 * One that was told to leave has left.
 */
static void nv_pbdma_reset(NVGPU *gpu, unsigned id)
{
    int chid = nv_pbdma_channel(gpu, id);
    bool leaves = extract32(nv_pbdmas(gpu)->leaving, id, 1);

    memset(&NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT), 0, NV_PBDMA_STRIDE);
    NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_STALL) = UINT32_MAX;
    nv_pbdmas(gpu)->faulted &= ~BIT(id);
    nv_pbdmas(gpu)->leaving &= ~BIT(id);
    if (leaves && chid >= 0) {
        nvc0_switch_preempt(gpu, chid);
    }
}

void nv_pbdma_reset_off(NVGPU *gpu)
{
    for (unsigned id = 0; id < NV_PBDMAS; id++) {
        if (extract32(gpu->bus->pbdmas_off, id, 1)) {
            nv_pbdma_reset(gpu, id);
        }
    }
    nvc0_fifo_update_intr(gpu);
    nvc0_channel_recheck_all(gpu);
    nv_fifo_kick(gpu);
}

const NVRegBlock nv_pbdma_regs = NV_REG_BLOCK(
    "PBDMA", NV_PBDMA_BASE, NV_PBDMAS * NV_PBDMA_STRIDE, nv_pbdma_rows);

/* --- NVE4 --------------------------------------------------------------- */

static uint32_t nve4_pbdma_channel_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_EX32(gpu->regs[addr / 4], NVE4_PBDMA_CHANNEL, CHID);
}

/* Which engines subchannels have isn't in registers. */
static const NVRegInfo nve4_pbdma_rows[] = {
    NV_PBDMA_ROW(NVE4_PBDMA_CHANNEL, .own = R_NVE4_PBDMA_CHANNEL_CHID_MASK |
                                            NVE4_PBDMA_CHANNEL_LOADED,
                 .read = nve4_pbdma_channel_read),
    NV_PBDMA_ROW(NVE4_PBDMA_INTR_1, .w1c = UINT32_MAX),
    NV_PBDMA_ROW(NVE4_PBDMA_INTR_EN_1, .rw = UINT32_MAX),
};

const NVRegBlock nve4_pbdma_regs = NV_REG_BLOCK(
    "PBDMA", NV_PBDMA_BASE, NV_PBDMAS * NV_PBDMA_STRIDE, nve4_pbdma_rows,
    .parent = &nv_pbdma_regs);
