/*
 * NVIDIA GPU: PFIFO: what tables of registers have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_PFIFO_REGS_H
#define HW_NV_FIFO_CACHE1_PFIFO_REGS_H

#include "hw/nv/fifo/regs.h"

/** Bits of the low word of an address in the pushbuffer */
#define NV_DMA_ADDRESS_BITS 0xfffffffc

/*
 * Why a puller stands still, which writing ACCESS clears, and what it waits
 * for: the bits of PULL0 that it sets itself
 */
#define NV_CACHE0_PULL0_OWN \
    (R_NV_PFIFO_CACHE0_PULL0_HASH_FAILED_MASK | \
     R_NV_PFIFO_CACHE0_PULL0_DEVICE_SOFTWARE_MASK)
#define NV_CACHE1_PULL0_OWN \
    (R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK | \
     R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK | \
     R_NV_PFIFO_CACHE1_PULL0_HASH_BUSY_MASK | \
     R_NV_PFIFO_CACHE1_PULL0_SEMAPHORE_ERROR_MASK)

/** nv_pfifo_intr_write: INTR or INTR_EN */
void nv_pfifo_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/** nv_pfifo_forget_write: for registers that say what instance memory holds */
void nv_pfifo_forget_write(NVGPU *gpu, uint32_t addr, uint32_t val);

void nv_pfifo_pull0_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_cache0_pull0_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_cache1_status_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_pfifo_dma_push_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_pfifo_debug_0_read(NVGPU *gpu, uint32_t addr);

#endif /* HW_NV_FIFO_CACHE1_PFIFO_REGS_H */
