/*
 * Tests of the NVIDIA GPU: semaphores in a DMA object
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_SEMAPHORE_H
#define LIBNV_NV_SEMAPHORE_H

#include "nv-channel.h"

/** What a buffer is called that nv_semaphore_new() has made, by its place */
#define NV_HANDLE_SEMAPHORE(_place) (0x5e3a0000u + (_place))

/**
 * nv_semaphore_new: make a buffer for semaphores, as large as DMA_SEMAPHORE
 *                   takes, and have a channel's puller use it
 * @chan: the channel
 * @place: where it is; NV_IN_GART from NV50 on only
 */
NVBuf *nv_semaphore_new(NVChan *chan, NVPlace place);

/** nv_semaphore_use: have another channel's puller use it, too */
void nv_semaphore_use(NVChan *chan, NVBuf *buf);

/** nv_push_release: append a release of the semaphore at @offset */
void nv_push_release(NVChan *chan, uint32_t offset, uint32_t val);

/** nv_semaphore_retry: let as much time pass as a failed acquire waits */
void nv_semaphore_retry(NVDev *nv);

/**
 * nv_assert_semaphore_error: the SEMAPHORE interrupt is raised, and the method
 *                            is in CACHE1; the driver has the channel go on
 *                            behind it
 * @chan: the channel
 * @error: PULL0.SEMAPHORE_ERROR
 * @mthd: the method
 */
void nv_assert_semaphore_error(NVChan *chan, unsigned error, uint32_t mthd);

#endif /* LIBNV_NV_SEMAPHORE_H */
