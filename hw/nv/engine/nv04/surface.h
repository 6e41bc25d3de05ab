/*
 * NVIDIA GPU: surfaces in PGRAPH's registers, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_SURFACE_H
#define HW_NV_ENGINE_NV04_SURFACE_H

#include "hw/nv/engine/surface.h"

/**
 * nv_surface_load: decode a surface from PGRAPH's registers
 * @gpu: the device
 * @which: surface
 * @surface: the result
 *
 * Returns false if one of its methods is still missing.
 */
bool nv_surface_load(NVGPU *gpu, NVSurfIndex which, NVSurface *surface);

#endif /* HW_NV_ENGINE_NV04_SURFACE_H */
