/*
 * NVIDIA GPU: PROM: the VBIOS in BAR0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

static bool nv_prom_realize(NVGPU *gpu, Error **errp)
{
    return true;
}

static void nv_prom_reset(NVGPU *gpu)
{
}

const NVUnit nv_unit_prom = {
    .name = "PROM",
    .realize = nv_prom_realize,
    .reset = nv_prom_reset,
};
