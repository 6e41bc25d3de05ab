/*
 * NVIDIA GPU: GP entries, which say where a channel's pushbuffer is, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_ENTRY_H
#define HW_NV_FIFO_PBDMA_PBDMA_ENTRY_H

#include "pbdma.h"

/**
 * nv_pbdma_next_entry: go on with the next GP entry
 * @b: the PBDMA, at the end of its pushbuffer
 *
 * Returns false if there is none, or after setting NVPbdma.intr or
 * NVPushReader.error.
 */
bool nv_pbdma_next_entry(NVPbdma *b);

#endif /* HW_NV_FIFO_PBDMA_PBDMA_ENTRY_H */
