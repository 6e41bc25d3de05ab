/*
 * NVIDIA GPU: channels execute their pushbuffers, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_PUSHBUFFER_H
#define HW_NV_DISPLAY_EVO_PUSHBUFFER_H

#include "hw/nv/nv-gpu.h"

/** nv_evo_method: execute a method of a channel with a pushbuffer */
void nv_evo_method(NVGPU *gpu, unsigned chid, uint16_t mthd, uint32_t data);

/** nv_evo_run: execute all channels as far as possible */
void nv_evo_run(NVGPU *gpu);

/** nv_evo_run_later: call nv_evo_run() soon */
void nv_evo_run_later(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_EVO_PUSHBUFFER_H */
