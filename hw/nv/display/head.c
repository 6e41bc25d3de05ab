/*
 * NVIDIA GPU: the display's heads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "head.h"
#include "state.h"
#include "hw/nv/display-regs.h"

void nv_heads_init(NVGPU *gpu)
{
    NVDisplay *display = gpu->display;

    for (unsigned i = 0; i < ARRAY_SIZE(display->head); i++) {
        NVHead *head = &display->head[i];

        head->gpu = gpu;
        head->index = i;
        head->vga = i ? &display->vga2 : &display->vga;
        head->cr = head->vga->cr;
        head->palette = head->vga->palette;
    }
}

unsigned nv_head_count(const NVGPU *gpu)
{
    return gpu->chip->display->heads;
}

NVHead *nv_head_at(NVGPU *gpu, uint32_t addr)
{
    return &gpu->display->head[addr / NV_HEAD_STRIDE % NV_HEADS];
}

void nv_head_init_regs(NVHead *head, NVRegFile *file, NVRegBlock *block,
                       const NVRegBlock *first)
{
    *block = *first;
    block->shift = head->index * NV_HEAD_STRIDE;
    block->base += block->shift;
    nv_regs_init(head->gpu, file, block);
}
