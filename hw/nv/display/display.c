/*
 * NVIDIA GPU: the display side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"

static bool nv_display_realize(NVGPU *gpu, Error **errp)
{
    VGACommonState *vga = &gpu->display.vga;

    vga->vram_size_mb = gpu->vram_size / MiB;
    if (!vga_common_init(vga, OBJECT(gpu), errp)) {
        return false;
    }
    vga_init(vga, OBJECT(gpu), pci_address_space(PCI_DEVICE(gpu)),
             pci_address_space_io(PCI_DEVICE(gpu)), true);
    vga->con = graphic_console_init(DEVICE(gpu), 0, vga->hw_ops, vga);
    return true;
}

static void nv_display_reset(NVGPU *gpu)
{
    vga_common_reset(&gpu->display.vga);
}

static void nv_display_exit(NVGPU *gpu)
{
    graphic_console_close(gpu->display.vga.con);
}

const NVUnit nv_unit_display = {
    .name = "display",
    .realize = nv_display_realize,
    .reset = nv_display_reset,
    .exit = nv_display_exit,
};

const VMStateDescription nv_vmstate_display = {
    .name = "nv-gpu/display",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(vga, NVDisplay, 0, vmstate_vga_common, VGACommonState),
        VMSTATE_END_OF_LIST()
    },
};
