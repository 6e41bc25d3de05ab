/*
 * NVIDIA GPU: PFIFO's interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_INTR_H
#define HW_NV_FIFO_CACHE1_INTR_H

#include "channel.h"
#include "state.h"

/** nv_fifo_update_intr: INTR or INTR_EN has changed */
void nv_fifo_update_intr(NVGPU *gpu);

/** nv_fifo_raise: set bits of INTR */
void nv_fifo_raise(NVGPU *gpu, uint32_t bits);

/**
 * nv_cache1_error: an error of a method of CACHE1's channel
 * @gpu: the device
 * @kind: where it is counted
 * @what: its name
 * @subc: subchannel
 * @mthd: method, in bytes, or NV_PROBE_NO_METHOD
 * @data: its parameter
 */
static inline NVGuestError nv_cache1_error(NVGPU *gpu, NVErrorKind kind,
                                           const char *what, unsigned subc,
                                           uint32_t mthd, uint32_t data)
{
    return (NVGuestError) {
        .unit = "PFIFO",
        .kind = kind,
        .what = what,
        .chid = nv_fifo_channel(gpu),
        .subc = subc,
        .mthd = mthd,
        .data = data,
        .addr = NV_PROBE_NOWHERE,
    };
}

#endif /* HW_NV_FIFO_CACHE1_INTR_H */
