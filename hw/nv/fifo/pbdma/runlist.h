/*
 * NVIDIA GPU: the run lists of a PFIFO with PBDMAs, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_RUNLIST_H
#define HW_NV_FIFO_PBDMA_RUNLIST_H

#include "state.h"

/** nvc0_runlist_serves: PBDMA @id takes channels of run list @r now */
static inline bool nvc0_runlist_serves(NVGPU *gpu, unsigned id, unsigned r)
{
    return nv_pbdma_chip(gpu)->runlists_of[id] >> r & 1 &&
           !(nv_pbdmas(gpu)->disabled >> r & 1);
}

/**
 * nvc0_runlist_set: the driver has a new list for run list @r
 * @gpu: the device
 * @r: the run list
 * @base: where it is, as in RUNLIST_BASE
 * @len: the number of its entries
 */
void nvc0_runlist_set(NVGPU *gpu, unsigned r, uint32_t base, uint32_t len);

#endif /* HW_NV_FIFO_PBDMA_RUNLIST_H */
