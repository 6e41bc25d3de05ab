/*
 * NVIDIA GPU: video memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"

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

/* --- Cards whose display isn't modelled -------------------------------- */

static bool nv_vram_realize(NVGPU *gpu, Error **errp)
{
    gpu->display.vga.vram_size_mb = gpu->vram_size / MiB;
    return vga_common_init(&gpu->display.vga, OBJECT(gpu), errp);
}

static void nv_vram_reset(NVGPU *gpu)
{
    vga_common_reset(&gpu->display.vga);
}

static void nv_vram_exit(NVGPU *gpu)
{
    vmstate_unregister_ram(&gpu->display.vga.vram, DEVICE(gpu));
    g_clear_pointer(&gpu->display.vga.panning_buf, g_free);
}

const NVUnit nv_unit_vram = {
    .name = "VRAM",
    .realize = nv_vram_realize,
    .reset = nv_vram_reset,
    .exit = nv_vram_exit,
};
