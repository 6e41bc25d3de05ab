/*
 * NVIDIA GPU: video memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"

uint8_t *nv_vram_ptr(NVGPU *gpu, uint64_t addr, uint64_t len)
{
    if (addr > gpu->vram_size || len > gpu->vram_size - addr) {
        return NULL;
    }
    return gpu->display.vga.vram_ptr + addr;
}

void nv_vram_dirty(NVGPU *gpu, uint64_t addr, uint64_t len)
{
    memory_region_set_dirty(&gpu->display.vga.vram, addr, len);
}
