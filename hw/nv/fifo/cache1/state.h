/*
 * NVIDIA GPU: PFIFO with CACHE1: its row
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_STATE_H
#define HW_NV_FIFO_CACHE1_STATE_H

#include "hw/nv/fifo/state.h"

/** nv_cache1_chip: what distinguishes the card's PFIFO, which has CACHE1 */
static inline const NVCache1Chip *nv_cache1_chip(const NVGPU *gpu)
{
    return container_of(gpu->chip->fifo, NVCache1Chip, fifo);
}

#endif /* HW_NV_FIFO_CACHE1_STATE_H */
