/*
 * NVIDIA GPU: the built-in VBIOS, as the rest of the card sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_VBIOS_H
#define HW_NV_VBIOS_H

#include "hw/nv/chipset.h"

/**
 * nv_vbios_post: bring the card into the state that its VBIOS leaves
 * @gpu: the device, whose units have been reset
 */
void nv_vbios_post(NVGPU *gpu);

/**
 * nv_prom_update_gone: call this when NV_FAULTY_GONE has changed
 * @gpu: the device
 *
 * A card that fell off the bus doesn't answer at its expansion ROM either.
 */
void nv_prom_update_gone(NVGPU *gpu);

#endif /* HW_NV_VBIOS_H */
