/*
 * NVIDIA GPU: a debugger's actions on PFIFO: cards with CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_CONTROL_H
#define HW_NV_FIFO_CACHE1_CONTROL_H

#include "hw/nv/fifo/inspect.h"

bool nv04_control_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                         Error **errp);
bool nv04_control_push(NVGPU *gpu, const NVChannelView *view, unsigned chid,
                       uint64_t addr, uint32_t words, Error **errp);
void nv04_control_kill(NVGPU *gpu, unsigned chid);
bool nv50_control_push(NVGPU *gpu, const NVChannelView *view, unsigned chid,
                       uint64_t addr, uint32_t words, Error **errp);
void nv50_control_kill(NVGPU *gpu, unsigned chid);

#endif /* HW_NV_FIFO_CACHE1_CONTROL_H */
