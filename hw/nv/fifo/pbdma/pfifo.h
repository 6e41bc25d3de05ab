/*
 * NVIDIA GPU: PFIFO with PBDMAs: what its generations have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PFIFO_H
#define HW_NV_FIFO_PBDMA_PFIFO_H

#include "hw/nv/fifo/ops.h"

/** NVFifoOps of all of them */
extern const NVFifoOps nvc0_fifo_ops;

/* What registers of several generations do when they are read and written */
uint32_t nvc0_fifo_preempt_inspect(NVGPU *gpu, uint32_t addr);
uint32_t nvc0_fifo_preempt_read(NVGPU *gpu, uint32_t addr);
uint32_t nvc0_fifo_runlist_read(NVGPU *gpu, uint32_t addr);
void nvc0_fifo_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nvc0_fifo_ack_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nvc0_fifo_inject_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nvc0_fifo_chan_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nvc0_fifo_timeout_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nvc0_fifo_thaw_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nvc0_fifo_bar1_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_FIFO_PBDMA_PFIFO_H */
