/*
 * NVIDIA GPU: the core channel's UPDATE, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_CORE_H
#define HW_NV_DISPLAY_EVO_CORE_H

#include "channel.h"
#include "hw/nv/display/state.h"

/** nv_evo_asy, nv_evo_arm: a word of the core channel's state */
#define nv_evo_asy(_gpu, _mthd) \
    ((_gpu)->display->evo.dma[NV_EVO_CORE].asy[(_mthd) / 4])
#define nv_evo_arm(_gpu, _mthd) \
    ((_gpu)->display->evo.dma[NV_EVO_CORE].arm[(_mthd) / 4])

/** nv_evo_core_check: why UPDATE, or a request for capabilities, is refused */
NVEvoCode nv_evo_core_check(NVGPU *gpu, uint16_t mthd);

/** nv_evo_core_action: execute UPDATE or GET_CAPABILITIES */
void nv_evo_core_action(NVGPU *gpu, uint16_t mthd, uint32_t data);

/** nv_evo_core_resume: check whether the core channel still has to wait */
bool nv_evo_core_resume(NVGPU *gpu);

/** nv_evo_core_vblank: a head's vertical blank has begun, at @when ns */
void nv_evo_core_vblank(NVGPU *gpu, unsigned head, int64_t when);

/** nv_evo_core_release: the core channel has been removed */
void nv_evo_core_release(NVGPU *gpu);

/**
 * nv_evo_supervisor_answered: the driver has done its part of a step
 *
 * Returns true if it was the last one: the UPDATE has taken effect.
 */
bool nv_evo_supervisor_answered(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_EVO_CORE_H */
