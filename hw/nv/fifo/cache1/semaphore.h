/*
 * NVIDIA GPU: semaphores in a DMA object
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_SEMAPHORE_H
#define HW_NV_FIFO_CACHE1_SEMAPHORE_H

#include "state.h"

/**
 * struct NVSemaphoreChip - semaphores of a generation
 *
 * @dma, @offset, @acquire, @release: the methods DMA_SEMAPHORE,
 *     SEMAPHORE_OFFSET, SEMAPHORE_ACQUIRE, SEMAPHORE_RELEASE
 * @address_high, @address_low, @sequence, @trigger: those of long semaphores,
 *     SEMAPHORE_ADDRESS_HIGH and so on; NULL if there are none
 * @fence: all NV_FENCE_METHODS of these in a row, with parameters in the
 *     pushbuffer; returns how many have been executed
 * @come_true: whether the condition that CACHE1's channel waits for is true
 * @retry: the originator of @come_true's reads, NV50+
 *
 * The methods return false if they raised the SEMAPHORE error, and stay in
 * CACHE1.  An acquire that has to wait has been executed.
 */
struct NVSemaphoreChip {
    bool (*dma)(NVGPU *gpu, const NVHandle *object);
    bool (*offset)(NVGPU *gpu, uint32_t offset);
    bool (*acquire)(NVGPU *gpu, uint32_t want);
    bool (*release)(NVGPU *gpu, uint32_t val);
    bool (*address_high)(NVGPU *gpu, uint32_t high);
    bool (*address_low)(NVGPU *gpu, uint32_t low);
    bool (*sequence)(NVGPU *gpu, uint32_t val);
    bool (*trigger)(NVGPU *gpu, uint32_t operation);
    uint32_t (*fence)(NVGPU *gpu, const uint32_t *data);
    bool (*come_true)(NVGPU *gpu);
    NVVmUser retry;
};

extern const NVSemaphoreChip nv11_semaphore;

extern const NVSemaphoreChip nv50_semaphore;
extern const NVSemaphoreChip nv84_semaphore;

/**
 * nv_semaphore_fail: stop the puller at a method with the SEMAPHORE error
 * @gpu: the device
 * @mthd, @data: the method
 * @code: the error, as CACHE1_PULL0 has it
 * @why: its name
 */
void nv_semaphore_fail(NVGPU *gpu, uint32_t mthd, uint32_t data, unsigned code,
                       const char *why);

/** nv_semaphore_set_active: set whether CACHE1's channel is acquiring */
void nv_semaphore_set_active(NVGPU *gpu, bool active);

/** nv_semaphore_retry: retry the acquire; true if the channel needn't wait */
bool nv_semaphore_retry(NVGPU *gpu);

/** nv_semaphore_acquiring: whether CACHE1's channel waits for a semaphore */
static inline bool nv_semaphore_acquiring(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                      NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE);
}

#endif /* HW_NV_FIFO_CACHE1_SEMAPHORE_H */
