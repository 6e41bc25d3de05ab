/*
 * NVIDIA GPU: the fast path of the DMA pusher
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_PUSHER_EXPRESS_H
#define HW_NV_FIFO_CACHE1_PUSHER_EXPRESS_H

#include "pusher-state.h"

/**
 * nv_pusher_express: execute commands up to one that needs a closer look
 * @p: the pusher, at a command, with CACHE1 empty and the puller running
 * @budget: words that may be executed; what was used is subtracted
 *
 * nv_pusher_express_ib() is the part of it for IB mode.
 */
void nv_pusher_express(NVPusher *p, int64_t *budget);
void nv_pusher_express_ib(NVPusher *p, int64_t *budget);

#endif /* HW_NV_FIFO_CACHE1_PUSHER_EXPRESS_H */
