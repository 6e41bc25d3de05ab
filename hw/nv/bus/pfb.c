/*
 * NVIDIA GPU: PFB: the memory controller's configuration
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

/*
 * What drivers read to learn how much memory there is, of what kind, and
 * where tiles are.  Tiling changes how memory is laid out between its banks,
 * not what an address reads: regions are storage.
 */
static uint32_t nv_pfb_cstatus_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->vram_size;
}

static const NVRegInfo nv_pfb_rows[] = {
    NV_STORAGE(NV_PFB_BOOT_0),
    /* DDR memory */
    NV_ROW(NV_PFB_CFG0, .reset = 0x00000001, .rw = UINT32_MAX),
    NV_STORAGE(NV_PFB_CFG1),
    NV_ROW(NV_PFB_CSTATUS, .read = nv_pfb_cstatus_read),
    NV_ROW(NV_PFB_TILE, .count = 8, .stride = 0x10, .rw = UINT32_MAX),
    NV_ROW(NV_PFB_TLIMIT, .count = 8, .stride = 0x10, .rw = UINT32_MAX),
    NV_ROW(NV_PFB_TSIZE, .count = 8, .stride = 0x10, .rw = UINT32_MAX),
};

static const NVRegBlock nv_pfb_block = {
    .unit = "PFB", .base = 0x100000, .size = 0x1000,
    .rows = nv_pfb_rows, .nrows = ARRAY_SIZE(nv_pfb_rows),
};

static bool nv_pfb_realize(NVGPU *gpu, Error **errp)
{
    nv_regs_init(gpu, &gpu->bus.pfb, &nv_pfb_block);
    return true;
}

static void nv_pfb_reset(NVGPU *gpu)
{
    nv_regs_reset(&gpu->bus.pfb);
}

static void nv_pfb_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->bus.pfb);
}

const NVUnit nv_unit_pfb = {
    .name = "PFB",
    .realize = nv_pfb_realize,
    .reset = nv_pfb_reset,
    .exit = nv_pfb_exit,
};
