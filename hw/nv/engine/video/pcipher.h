/*
 * NVIDIA GPU: PCIPHER, the engine of VP2 that copies and encrypts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_VIDEO_PCIPHER_H
#define HW_NV_ENGINE_VIDEO_PCIPHER_H

#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/vp2-regs.h"
#include "hw/nv/vpe.h"

/**
 * struct NVPcipher - PCIPHER's state beyond its registers
 *
 * @regs: its registers
 * @copying: a LAUNCH is under way
 * @unloading: its channel is to be unloaded after that
 * @subc: subchannel of the last method
 * @pos: bytes that the LAUNCH has copied so far
 */
struct NVPcipher {
    NVRegFile regs;
    bool copying;
    bool unloading;
    uint8_t subc;
    uint32_t pos;
};

/** nv_pcipher_update_intr: set PMC's bit by the registers */
void nv_pcipher_update_intr(NVGPU *gpu);

#endif /* HW_NV_ENGINE_VIDEO_PCIPHER_H */
