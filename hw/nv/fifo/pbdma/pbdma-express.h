/*
 * NVIDIA GPU: the fast path of a PBDMA, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_EXPRESS_H
#define HW_NV_FIFO_PBDMA_PBDMA_EXPRESS_H

#include "pbdma.h"

/**
 * nv_pbdma_express: execute commands up to one that needs a closer look
 * @b: the PBDMA, at a command
 * @budget: words that may be executed; what was used is subtracted
 */
void nv_pbdma_express(NVPbdma *b, int64_t *budget);

#endif /* HW_NV_FIFO_PBDMA_PBDMA_EXPRESS_H */
