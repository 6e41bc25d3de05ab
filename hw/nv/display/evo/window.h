/*
 * NVIDIA GPU: base and overlay channels' UPDATE, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_WINDOW_H
#define HW_NV_DISPLAY_EVO_WINDOW_H

#include "channel.h"

/** nv_evo_window_check: the same of a base or overlay channel's UPDATE */
NVEvoCode nv_evo_window_check(NVGPU *gpu, unsigned chid);

/** nv_evo_window_update: execute UPDATE */
void nv_evo_window_update(NVGPU *gpu, unsigned chid);

/** nv_evo_window_resume: check whether the channel still has to wait */
bool nv_evo_window_resume(NVGPU *gpu, unsigned chid);

/** nv_evo_window_vblank: its head's vertical blank has begun, at @when ns */
void nv_evo_window_vblank(NVGPU *gpu, unsigned chid, int64_t when);

/**
 * nv_evo_window_flip: let the channel's UPDATE take effect
 *
 * The channel was waiting for that, and continues.
 */
void nv_evo_window_flip(NVGPU *gpu, unsigned chid);

#endif /* HW_NV_DISPLAY_EVO_WINDOW_H */
