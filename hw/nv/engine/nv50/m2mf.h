/*
 * NVIDIA GPU: M2MF's checks, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_M2MF_H
#define HW_NV_ENGINE_NV50_M2MF_H

#include "hw/nv/engine/m2mf.h"

/**
 * nv50_m2mf_check_side: check a side when a copy is started, NV50+
 * @copy: the copy
 * @side: one of its sides
 *
 * Returns enum NV50DataError.
 */
uint8_t nv50_m2mf_check_side(const NVM2MFCopy *copy, const NVM2MFSide *side);

#endif /* HW_NV_ENGINE_NV50_M2MF_H */
