/*
 * NVIDIA GPU: engines that have to switch channels, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_SWITCH_H
#define HW_NV_FIFO_PBDMA_SWITCH_H

#include "hw/nv/fifo-regs-nvc0.h"
#include "state.h"

/** nvc0_fifo_frozen_engine: an engine is frozen by the driver, or by a fault */
static inline bool nvc0_fifo_frozen_engine(NVGPU *gpu, unsigned id)
{
    return nv_pbdmas(gpu)->frozen >> id & 1;
}

/** nvc0_switch_ask: ask again which engines and run lists may work where */
void nvc0_switch_ask(NVGPU *gpu);

bool nvc0_switch_init(NVGPU *gpu);
void nvc0_switch_reset(NVGPU *gpu);
void nvc0_switch_exit(NVGPU *gpu);
bool nvc0_switch_post_load(NVGPU *gpu);

/** nvc0_switch_refused: NVFifoOps.refused() */
void nvc0_switch_refused(NVGPU *gpu, unsigned id, unsigned chid);

/**
 * nvc0_switch_preempt: take a channel from its PBDMA and the engines
 * @gpu: the device
 * @chid: the channel
 *
 * If the PBDMA is frozen, both wait until it no longer is.
 */
void nvc0_switch_preempt(NVGPU *gpu, unsigned chid);

/** nvc0_switch_thaw: an interrupt of PBDMA @id was acknowledged */
void nvc0_switch_thaw(NVGPU *gpu, unsigned id);

/**
 * nvc0_switch_preempting: whether a channel that was told to leave its PBDMA or
 *                         an engine has yet to do so
 */
bool nvc0_switch_preempting(NVGPU *gpu);

/** nvc0_switch_pending: the switch that engine @id has to do now, or NULL */
const NVEngineSwitch *nvc0_switch_pending(NVGPU *gpu, unsigned id);

/** nvc0_switch_update: forget switches that have been done */
void nvc0_switch_update(NVGPU *gpu);

/** nvc0_switch_arm: something that the timeout depends on has changed */
void nvc0_switch_arm(NVGPU *gpu);

#endif /* HW_NV_FIFO_PBDMA_SWITCH_H */
