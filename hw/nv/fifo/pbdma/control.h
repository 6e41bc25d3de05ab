/*
 * NVIDIA GPU: a debugger's actions on PFIFO, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_CONTROL_H
#define HW_NV_FIFO_PBDMA_CONTROL_H

#include "hw/nv/fifo/inspect.h"

bool nvc0_control_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                         Error **errp);
bool nvc0_control_push(NVGPU *gpu, const NVChannelView *view, unsigned chid,
                       uint64_t addr, uint32_t words, Error **errp);
void nvc0_control_kill(NVGPU *gpu, unsigned chid);

#endif /* HW_NV_FIFO_PBDMA_CONTROL_H */
