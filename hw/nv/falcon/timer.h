/*
 * NVIDIA GPU: falcon: timers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_TIMER_H
#define HW_NV_FALCON_TIMER_H

#include "state.h"

/** nv_falcon_ticks_ns: duration of so many cycles of its clock, in ns */
int64_t nv_falcon_ticks_ns(const NVFalcon *falcon, uint32_t ticks);

void nv_falcon_timers_init(NVFalcon *falcon);
void nv_falcon_timers_exit(NVFalcon *falcon);
void nv_falcon_timers_reset(NVFalcon *falcon);
void nv_falcon_timers_post_load(NVFalcon *falcon);
uint32_t nv_falcon_timer_read(NVGPU *gpu, uint32_t addr);
void nv_falcon_timer_write(NVGPU *gpu, uint32_t addr, uint32_t val);
extern const VMStateDescription nv_vmstate_falcon_timer;

#endif /* HW_NV_FALCON_TIMER_H */
