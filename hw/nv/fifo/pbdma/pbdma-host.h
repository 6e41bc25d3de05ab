/*
 * NVIDIA GPU: the methods that a PBDMA executes itself: class 906F, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_HOST_H
#define HW_NV_FIFO_PBDMA_PBDMA_HOST_H

#include "pbdma.h"

/* SEMAPHORED's operations */
enum {
    NVC0_SEMAPHORE_ACQUIRE = 1,
    NVC0_SEMAPHORE_RELEASE = 2,
    NVC0_SEMAPHORE_ACQUIRE_GEQUAL = 4,
    NVC0_SEMAPHORE_ACQUIRE_AND = 8,
};

/** nv_pbdma_keep: store a method that has been read, but not executed */
void nv_pbdma_keep(NVPbdma *b, unsigned subc, uint32_t mthd, uint32_t data);

/**
 * nv_pbdma_deliver_host: execute methods of class 906F
 * @b: the PBDMA
 * @subc: their subchannel, which replaces that of @run
 * @run: the methods, all of them below NV_MTHD_ENGINE
 *
 * Returns as nv_pbdma_deliver() does.
 */
uint32_t nv_pbdma_deliver_host(NVPbdma *b, unsigned subc, const NVRun *run);

/**
 * nv_pbdma_deliver_semaphore: the same for SEMAPHOREA to D, by a shorter path
 *
 * It doesn't check the run's methods.
 */
uint32_t nv_pbdma_deliver_semaphore(NVPbdma *b, unsigned subc,
                                    const NVRun *run);

/** nv_pbdma_deliver_reference: the same for a SET_REFERENCE */
uint32_t nv_pbdma_deliver_reference(NVPbdma *b, const NVRun *run);

/**
 * nv_pbdma_awaits: what a channel with ACQUIRE_PENDING waits for
 * @regs: the channel's registers
 * @operation: set to SEMAPHORED's operation
 * @want: set to the value
 *
 * Returns false if METHOD0 has another method: the driver has replaced it.
 */
bool nv_pbdma_awaits(const uint32_t *regs, unsigned *operation,
                     uint32_t *want);

/**
 * nv_pbdma_retry: retry an acquire; true if its channel needn't wait any longer
 * @gpu: the device
 * @id: the PBDMA's number
 */
bool nv_pbdma_retry(NVGPU *gpu, unsigned id);

#endif /* HW_NV_FIFO_PBDMA_PBDMA_HOST_H */
