/*
 * NVIDIA GPU: PDISPLAY: what channels write to their notifiers
 *
 * Source: NVIDIA's class headers (cl507c.h, cl507d.h, cl507e.h, cl827e.h,
 * cl857d.h), which define these words; nouveau waits for some of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "core.h"
#include "memory.h"
#include "notify.h"
#include "hw/nv/bus.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "hw/nv/evo-regs.h"
#include "trace/trace-hw_nv.h"

/* PTIMER's lowest bits are always 0; the unit of timestamps isn't known. */
uint32_t nv_evo_timestamp(NVGPU *gpu)
{
    return nv_ptimer_now(gpu) >> 10;
}

void nv_evo_notify(NVGPU *gpu, unsigned chid, uint32_t handle, uint32_t offset,
                   uint32_t val)
{
    if (!nv_evo_write(gpu, chid, handle, offset, val)) {
        nv_refused_access(gpu, "EVO", nv_evo_hw_chid(gpu, chid), val,
                          "no memory for a notifier");
        return;
    }
    trace_nv_evo_notify(chid, offset, val);
}

/* --- The core channel ------------------------------------------------- */

/* Returns false if the core channel has no notifier to write. */
static bool nv_evo_core_notifier(NVGPU *gpu, uint32_t *handle,
                                 uint32_t *offset)
{
    uint32_t ctrl = nv_evo_asy(gpu, NV_EVO_CORE_NOTIFIER_CTRL);

    *handle = nv_evo_asy(gpu, NV_EVO_CORE_DMA_NOTIFIER);
    *offset = FIELD_EX32(ctrl, NV_EVO_CORE_NOTIFIER_CTRL, OFFSET) * 4;
    return FIELD_EX32(ctrl, NV_EVO_CORE_NOTIFIER_CTRL, NOTIFY);
}

bool nv_evo_core_notifies(NVGPU *gpu)
{
    uint32_t handle, offset;

    return nv_evo_core_notifier(gpu, &handle, &offset);
}

static void nv_evo_core_awaken(NVGPU *gpu)
{
    if (FIELD_EX32(nv_evo_asy(gpu, NV_EVO_CORE_NOTIFIER_CTRL),
                   NV_EVO_CORE_NOTIFIER_CTRL, AWAKEN)) {
        nv_evo_awaken(gpu, NV_EVO_CORE);
    }
}

void nv_evo_core_notify(NVGPU *gpu)
{
    uint32_t handle, offset, val = 0;

    if (!nv_evo_core_notifier(gpu, &handle, &offset)) {
        return;
    }
    val = FIELD_DP32(val, NV_EVO_NOTIFIER, DONE, 1);
    val = FIELD_DP32(val, NV_EVO_NOTIFIER, TIMESTAMP, nv_evo_timestamp(gpu));
    nv_evo_notify(gpu, NV_EVO_CORE, handle,
                  offset + NV_EVO_NOTIFIER_COMPLETION, val);
    nv_evo_core_awaken(gpu);
}

/* --- Capabilities ----------------------------------------------------- */

/* The notifier has links and protocols in other bits than an SOR's register. */
static uint32_t nv_evo_sor_capability(uint32_t reg)
{
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_EVO_CAP_SOR, LVDS,
                     FIELD_EX32(reg, NV_PDISPLAY_SOR_CAP, LVDS));
    val = FIELD_DP32(val, NV_EVO_CAP_SOR, TMDS,
                     FIELD_EX32(reg, NV_PDISPLAY_SOR_CAP, TMDS));
    val = FIELD_DP32(val, NV_EVO_CAP_SOR, SINGLE_TMDS_225MHZ,
                     FIELD_EX32(reg, NV_PDISPLAY_SOR_CAP,
                                SINGLE_TMDS_225MHZ));
    val = FIELD_DP32(val, NV_EVO_CAP_SOR, DDI,
                     FIELD_EX32(reg, NV_PDISPLAY_SOR_CAP, DDI));
    return FIELD_DP32(val, NV_EVO_CAP_SOR, DP,
                      FIELD_EX32(reg, NV_PDISPLAY_SOR_CAP, DP));
}

static const NVEvoCapability nv50_evo_caps_rows[] = {
    { 5, 1, 3, R_NV_PDISPLAY_DAC_CAP },
    { 8, 1, 2, R_NV_PDISPLAY_SOR_CAP, nv_evo_sor_capability },
    { 10, 1, 3, R_NV_PDISPLAY_PIOR_CAP },
    { 13, 1, 8, R_NV_PDISPLAY_HEAD_CAP },
};

const NVEvoCapabilities nv50_evo_capabilities = {
    nv50_evo_caps_rows, ARRAY_SIZE(nv50_evo_caps_rows), 21,
    NV_EVO_NOTIFIER_CAPABILITIES / 4,
};

static const NVEvoCapability nv94_evo_caps_rows[] = {
    { 9, 2, 3, R_NV_PDISPLAY_DAC_CAP },
    { 17, 2, 4, R_NV_PDISPLAY_SOR_CAP, nv_evo_sor_capability },
    { 33, 2, 3, R_NV_PDISPLAY_PIOR_CAP },
    { 41, 1, 4, R_NV_PDISPLAY_HEAD_CAP },
    { 49, 1, 4, R_NV_PDISPLAY_HEAD_CAP + 4 },
};

const NVEvoCapabilities nv94_evo_capabilities = {
    nv94_evo_caps_rows, ARRAY_SIZE(nv94_evo_caps_rows), 73,
    NV_EVO_NOTIFIER_CAPABILITIES / 4,
};

/* Registers have the notifier's format; a head has three words of eight. */
#define NVD9_EVO_CAPS_OUTPUTS \
    { 12, 2, 4, R_NVD9_PDISPLAY_DAC_CAP, \
      .reg_stride = NV_PDISPLAY_STRIDE / 4 }, \
    { 20, 2, 4, R_NVD9_PDISPLAY_SOR_CAP, .reg_stride = NV_PDISPLAY_STRIDE / 4 }
#define NVD9_EVO_CAPS_HEAD(_head) \
    { 53 + (_head) * 8, 1, 3, \
      R_NVD9_PDISPLAY_HEAD_CAP + (_head) * NV_PDISPLAY_STRIDE / 4 }

static const NVEvoCapability nvd9_evo_caps_rows[] = {
    NVD9_EVO_CAPS_OUTPUTS, NVD9_EVO_CAPS_HEAD(0), NVD9_EVO_CAPS_HEAD(1),
};

const NVEvoCapabilities nvd9_evo_capabilities = {
    nvd9_evo_caps_rows, ARRAY_SIZE(nvd9_evo_caps_rows), 84,
    NVD9_EVO_NOTIFIER_CAPABILITIES / 4,
};

static const NVEvoCapability nve4_evo_caps_rows[] = {
    NVD9_EVO_CAPS_OUTPUTS, NVD9_EVO_CAPS_HEAD(0), NVD9_EVO_CAPS_HEAD(1),
    NVD9_EVO_CAPS_HEAD(2), NVD9_EVO_CAPS_HEAD(3),
};

const NVEvoCapabilities nve4_evo_capabilities = {
    nve4_evo_caps_rows, ARRAY_SIZE(nve4_evo_caps_rows), 84,
    NVD9_EVO_NOTIFIER_CAPABILITIES / 4,
};

/* Copy the registers that describe outputs and heads; DONE comes last. */
void nv_evo_core_capabilities(NVGPU *gpu)
{
    const NVEvoCapabilities *caps = gpu->chip->display->evo->capabilities;
    uint32_t words[NV_EVO_CAPABILITY_WORDS] = { };
    uint32_t handle, offset;

    if (!nv_evo_core_notifier(gpu, &handle, &offset)) {
        nv_evo_refused(gpu, NV_EVO_CORE, NV_EVO_CORE_GET_CAPABILITIES, 0,
                       "NOTIFIER_CTRL.NOTIFY is off");
        return;
    }
    for (unsigned i = 0; i < caps->nrows; i++) {
        const NVEvoCapability *row = &caps->rows[i];

        for (unsigned n = 0; n < row->count; n++) {
            uint32_t val = gpu->regs[row->reg + n * (row->reg_stride ?: 1)];

            words[row->word + n * row->stride] = row->show ? row->show(val)
                                                           : val;
        }
    }
    words[caps->done] =
        R_NV_EVO_CAP_DONE_MASK | R_NV_EVO_CAP_NVM_USABLE4ISO_MASK;
    for (unsigned i = caps->nwords - 1; i >= caps->done; i--) {
        nv_evo_notify(gpu, NV_EVO_CORE, handle, offset + i * 4, words[i]);
    }
    nv_evo_core_awaken(gpu);
}

/* --- Base and overlay channels ---------------------------------------- */

void nv50_evo_base_notify(NVGPU *gpu, unsigned chid, uint32_t handle,
                          uint32_t offset, NVEvoStatus status)
{
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_EVO_BASE_NOTIFIER, STATUS, status);
    val = FIELD_DP32(val, NV_EVO_BASE_NOTIFIER, TIMESTAMP,
                     nv_evo_timestamp(gpu));
    val = FIELD_DP32(val, NV_EVO_BASE_NOTIFIER, PRESENTATION_COUNT,
                     gpu->display->evo.dma[chid].presented);
    nv_evo_notify(gpu, chid, handle, offset, val);
}

/* The same, and the time at which the flip began */
void nv50_evo_overlay_notify(NVGPU *gpu, unsigned chid, uint32_t handle,
                             uint32_t offset, NVEvoStatus status)
{
    if (status == NV_EVO_STATUS_BEGUN) {
        nv_evo_notify(gpu, chid, handle,
                      offset + NV_EVO_NOTIFIER_START_TIME,
                      nv_evo_timestamp(gpu));
    }
    nv50_evo_base_notify(gpu, chid, handle, offset, status);
}

void nv84_evo_overlay_notify(NVGPU *gpu, unsigned chid, uint32_t handle,
                             uint32_t offset, NVEvoStatus status)
{
    uint64_t now = nv_ptimer_now(gpu);
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_EVO_NOTIFICATION, PRESENT_COUNT,
                     gpu->display->evo.dma[chid].presented);
    val = FIELD_DP32(val, NV_EVO_NOTIFICATION, STATUS,
                     status == NV_EVO_STATUS_BEGUN
                     ? NV_EVO_NOTIFICATION_BEGUN
                     : NV_EVO_NOTIFICATION_FINISHED);
    nv_evo_notify(gpu, chid, handle, offset + NV_EVO_NOTIFICATION_TIME, now);
    nv_evo_notify(gpu, chid, handle, offset + NV_EVO_NOTIFICATION_TIME + 4,
                  now >> 32);
    nv_evo_notify(gpu, chid, handle, offset + NV_EVO_NOTIFICATION_AUDIT,
                  nv_evo_timestamp(gpu));
    nv_evo_notify(gpu, chid, handle, offset + NV_EVO_NOTIFICATION_INFO, val);
}
