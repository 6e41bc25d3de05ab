/*
 * NVIDIA GPU: semaphores that change what is in memory: class A16F, NVF0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_REDUCTION_H
#define HW_NV_FIFO_PBDMA_PBDMA_REDUCTION_H

#include "hw/nv/fifo-regs-nvc0.h"

/** nv_pbdma_may_reduce: there is the operation that SEMAPHORED names */
bool nv_pbdma_may_reduce(uint32_t data);

/**
 * nv_pbdma_reduction: what a semaphore becomes
 * @data: SEMAPHORED
 * @old: the word in memory
 * @payload: SEMAPHOREC
 */
uint32_t nv_pbdma_reduction(uint32_t data, uint32_t old, uint32_t payload);

#endif /* HW_NV_FIFO_PBDMA_PBDMA_REDUCTION_H */
