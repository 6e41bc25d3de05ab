/*
 * NVIDIA GPU: checksums of frames, GF119+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_EVO_CRC_H
#define HW_NV_DISPLAY_EVO_CRC_H

#include "state.h"

/** nv_evo_crc_frame: a head's frame ends at the vertical blank at @when */
void nv_evo_crc_frame(NVGPU *gpu, unsigned index, int64_t when);

/** nv_evo_crc_update: the core channel's state is about to take effect */
void nv_evo_crc_update(NVGPU *gpu);

/** nv_evo_crc_reset: forget a series, which has ended or never been */
static inline void nv_evo_crc_reset(NVEvoHead *head)
{
    head->crcs = 0;
    head->crc_time = 0;
}

#endif /* HW_NV_DISPLAY_EVO_CRC_H */
