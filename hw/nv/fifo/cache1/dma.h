/*
 * NVIDIA GPU: how PFIFO accesses memory for the channel in CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_DMA_H
#define HW_NV_FIFO_CACHE1_DMA_H

#include "hw/nv/fifo/dma.h"

/** nv_cache1_big_endian, nv_cache1_load_object: NVFifoOps.big_endian() etc. */
bool nv_cache1_big_endian(NVGPU *gpu);
bool nv_cache1_load_object(NVPushReader *r);

/**
 * nv_cache1_load_dmaobj: decode a DMA object of CACHE1's channel, NV50+
 * @gpu: the device
 * @inst: its offset in the instance block, in bytes
 * @obj: where the result goes
 *
 * PFIFO doesn't look at an object's class.
 */
void nv_cache1_load_dmaobj(NVGPU *gpu, uint32_t inst, NVDMAObject *obj);

#endif /* HW_NV_FIFO_CACHE1_DMA_H */
