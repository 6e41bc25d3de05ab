/*
 * NVIDIA GPU: PVIDEO: the video overlay
 *
 * Its registers are there, what they program isn't shown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

/* A register of each of the two buffers */
#define NV_PVIDEO_PAIR(_reg) \
    { .name = #_reg, .addr = A_ ## _reg, .count = 2, .rw = UINT32_MAX }

static const NVRegInfo nv_pvideo_rows[] = {
    { .name = "NV_PVIDEO_INTR", .addr = A_NV_PVIDEO_INTR,
      .w1c = UINT32_MAX },
    NV_STORAGE(NV_PVIDEO_INTR_EN),
    NV_STORAGE(NV_PVIDEO_BUFFER),
    NV_STORAGE(NV_PVIDEO_STOP),
    NV_PVIDEO_PAIR(NV_PVIDEO_UVPLANE_BASE),
    NV_PVIDEO_PAIR(NV_PVIDEO_UVPLANE_LIMIT),
    NV_PVIDEO_PAIR(NV_PVIDEO_UVPLANE_OFFSET_BUFF),
    NV_PVIDEO_PAIR(NV_PVIDEO_BASE),
    NV_PVIDEO_PAIR(NV_PVIDEO_LIMIT),
    NV_PVIDEO_PAIR(NV_PVIDEO_LUMINANCE),
    NV_PVIDEO_PAIR(NV_PVIDEO_CHROMINANCE),
    NV_PVIDEO_PAIR(NV_PVIDEO_OFFSET_BUFF),
    NV_PVIDEO_PAIR(NV_PVIDEO_SIZE_IN),
    NV_PVIDEO_PAIR(NV_PVIDEO_POINT_IN),
    NV_PVIDEO_PAIR(NV_PVIDEO_DS_DX),
    NV_PVIDEO_PAIR(NV_PVIDEO_DT_DY),
    NV_PVIDEO_PAIR(NV_PVIDEO_POINT_OUT),
    NV_PVIDEO_PAIR(NV_PVIDEO_SIZE_OUT),
    NV_PVIDEO_PAIR(NV_PVIDEO_FORMAT),
    NV_STORAGE(NV_PVIDEO_COLOR_KEY),
};

static const NVRegBlock nv_pvideo_block = {
    .unit = "PVIDEO", .base = 0x008000, .size = 0x1000,
    .rows = nv_pvideo_rows, .nrows = ARRAY_SIZE(nv_pvideo_rows),
};

void nv_pvideo_realize(NVGPU *gpu)
{
    nv_regs_init(gpu, &gpu->display.pvideo, &nv_pvideo_block);
}

void nv_pvideo_reset(NVGPU *gpu)
{
    nv_regs_reset(&gpu->display.pvideo);
}

void nv_pvideo_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->display.pvideo);
}
