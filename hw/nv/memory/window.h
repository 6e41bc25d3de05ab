/*
 * NVIDIA GPU: memory on the bus
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MEMORY_WINDOW_H
#define HW_NV_MEMORY_WINDOW_H

#include "hw/nv/memory.h"

/**
 * nv_window_ptr: host address of memory on the bus that is used often
 * @gpu: the device
 * @addr: address on the bus
 * @len: bytes wanted; set to the number of contiguous bytes, if fewer
 *
 * Returns NULL if there is no memory, and on the first use, since mapping would
 * take longer than one access.  Valid until nv_window_end().
 */
const void *nv_window_ptr(NVGPU *gpu, uint64_t addr, uint64_t *len);

/**
 * nv_window_wrote: tell that memory has been written at its host address
 * @gpu: the device
 * @addr, @len: a piece of it on the bus, all of it memory
 */
void nv_window_wrote(NVGPU *gpu, uint64_t addr, uint64_t len);

/**
 * nv_window_publish: as nv_window_write(), of what others wait for
 * @gpu: the device
 * @addr: bus address
 * @bytes: words, of which the first is seen when all others are
 * @len: their length in bytes, at least 4
 */
MemTxResult nv_window_publish(NVGPU *gpu, uint64_t addr, const uint8_t *bytes,
                              uint64_t len);

#endif /* HW_NV_MEMORY_WINDOW_H */
