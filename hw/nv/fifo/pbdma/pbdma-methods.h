/*
 * NVIDIA GPU: where a PBDMA's methods go, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_METHODS_H
#define HW_NV_FIFO_PBDMA_PBDMA_METHODS_H

#include "pbdma.h"

/**
 * nv_pbdma_deliver: execute methods, or pass them to their engine
 * @b: the PBDMA
 * @run: the methods
 *
 * Returns how many were executed.  If there are fewer, NVPushReader.stalled is
 * set; if NVPbdma.intr is set, too, the next one is wrong, otherwise it waits.
 */
uint32_t nv_pbdma_deliver(NVPbdma *b, const NVRun *run);

#endif /* HW_NV_FIFO_PBDMA_PBDMA_METHODS_H */
