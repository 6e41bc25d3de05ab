/*
 * NVIDIA GPU: NV03's DMA pusher
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_DMA_NV03_H
#define HW_NV_FIFO_CACHE1_DMA_NV03_H

#include "state.h"

/**
 * nv03_dma_run: push methods from NV03's pushbuffer
 * @gpu: the device
 * @budget: words that may be read; what was used is subtracted
 *
 * Returns whether anything was done.
 */
bool nv03_dma_run(NVGPU *gpu, int64_t *budget);

uint32_t nv03_dma_ctrl_read(NVGPU *gpu, uint32_t addr);

/** nv03_dma_forget: drop the cached entry of the page table */
void nv03_dma_forget(NVGPU *gpu);

#endif /* HW_NV_FIFO_CACHE1_DMA_NV03_H */
