/*
 * NVIDIA GPU: a debugger's actions on PFIFO: cards with CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_ACT_H
#define HW_NV_FIFO_CACHE1_ACT_H

#include "hw/nv/fifo/look.h"

bool nv04_act_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                     Error **errp);
bool nv04_act_push(NVGPU *gpu, const NVChannelLook *look, unsigned chid,
                   uint64_t addr, uint32_t words, Error **errp);
void nv04_act_kill(NVGPU *gpu, unsigned chid);
bool nv50_act_push(NVGPU *gpu, const NVChannelLook *look, unsigned chid,
                   uint64_t addr, uint32_t words, Error **errp);
void nv50_act_kill(NVGPU *gpu, unsigned chid);

#endif /* HW_NV_FIFO_CACHE1_ACT_H */
