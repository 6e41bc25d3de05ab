/*
 * NVIDIA GPU: PFIFO, for the table of cards
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_H
#define HW_NV_FIFO_H

#include "hw/nv/regs.h"

/* The registers of each generation, for the table of cards */
extern const NVRegBlock nv01_pfifo_regs;
extern const NVRegBlock nv03_pfifo_regs;
extern const NVRegBlock nv03t_pfifo_regs;
extern const NVRegBlock nv04_pfifo_regs;
extern const NVRegBlock nv05_pfifo_regs;
extern const NVRegBlock nv10_pfifo_regs;
extern const NVRegBlock nv11_pfifo_regs;
extern const NVRegBlock nv40_pfifo_regs;
extern const NVRegBlock nv41_pfifo_regs;
extern const NVRegBlock nv44_pfifo_regs;
extern const NVRegBlock nv50_pfifo_regs;
extern const NVRegBlock nv84_pfifo_regs;
extern const NVRegBlock nv40_cache1_regs;
extern const NVRegBlock nvc0_pfifo_regs;
extern const NVRegBlock nv_pbdma_regs;
extern const NVRegBlock nve4_pfifo_regs;
extern const NVRegBlock nve4_pccsr_regs;
extern const NVRegBlock nve4_pbdma_regs;

/* Snapshots of a PFIFO with CACHE1, and of one with PBDMAs */
extern const VMStateDescription nv_vmstate_cache1, nv_vmstate_pbdmas;

/**
 * nvc0_fifo_inject_error: raise an interrupt of PFIFO's own, NVC0+
 * @gpu: the device
 * @bit: its bit in INTR
 * @code: of 8 bits
 */
void nvc0_fifo_inject_error(NVGPU *gpu, unsigned bit, uint32_t code);

/** nvc0_fifo_has_error: can such a bit of INTR be injected? */
bool nvc0_fifo_has_error(unsigned bit);

/** nvc0_runlist_settle: take the run list that waits, if nothing holds it */
void nvc0_runlist_settle(NVGPU *gpu);

#endif /* HW_NV_FIFO_H */
