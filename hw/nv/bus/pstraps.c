/*
 * NVIDIA GPU: PSTRAPS: how the board is wired
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"

/* Bit 31 of a write replaces the straps, its absence restores the board's. */
#define NV_PSTRAPS_OVERWRITE BIT(31)

static void nv_pstraps_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NV_R(gpu, NV_PSTRAPS_STRAPS_PRIMARY) =
        val & NV_PSTRAPS_OVERWRITE ? val : gpu->chip->straps;
}

static const NVRegInfo nv_pstraps_rows[] = {
    NV_ROW(NV_PSTRAPS_STRAPS_PRIMARY, .write = nv_pstraps_write,
           .own = UINT32_MAX),
};

static const NVRegBlock nv_pstraps_block = NV_REG_BLOCK(
    "PSTRAPS", 0x101000, 0x1000, nv_pstraps_rows);

static void nv_pstraps_reset(NVGPU *gpu)
{
    NV_R(gpu, NV_PSTRAPS_STRAPS_PRIMARY) = gpu->chip->straps;
}

static bool nv_pstraps_post_load(NVGPU *gpu, int version_id)
{
    nv_pstraps_write(gpu, A_NV_PSTRAPS_STRAPS_PRIMARY,
                     NV_R(gpu, NV_PSTRAPS_STRAPS_PRIMARY));
    return true;
}

const NVUnit nv_unit_pstraps = {
    .name = "PSTRAPS",
    .blocks = (const NVUnitBlock[]) { { &nv_pstraps_block }, { } },
    .reset = nv_pstraps_reset,
    .post_load = nv_pstraps_post_load,
};
