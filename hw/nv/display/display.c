/*
 * NVIDIA GPU: the display side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"

static void nv_head_realize(NVGPU *gpu, NVHead *head, unsigned index)
{
    head->gpu = gpu;
    head->index = index;
    head->cr = gpu->display.vga.cr;
    head->palette = gpu->display.vga.palette;
    nv_crtc_realize(head);
    nv_ramdac_realize(head);
    nv_scanout_realize(head);
}

static bool nv_display_realize(NVGPU *gpu, Error **errp)
{
    if (!nv_vga_realize(gpu, errp)) {
        return false;
    }
    nv_head_realize(gpu, &gpu->display.head, 0);
    nv_pvideo_realize(gpu);
    nv_i2c_realize(gpu);
    return true;
}

static void nv_display_reset(NVGPU *gpu)
{
    NVHead *head = &gpu->display.head;

    nv_vga_reset(gpu);
    nv_crtc_reset(head);
    nv_ramdac_reset(head);
    nv_pvideo_reset(gpu);
    nv_i2c_reset(gpu);
    nv_vga_stack_reset(gpu);
    head->redraw = true;
}

static void nv_display_exit(NVGPU *gpu)
{
    NVHead *head = &gpu->display.head;

    nv_scanout_exit(head);
    nv_pvideo_exit(gpu);
    nv_ramdac_exit(head);
    nv_crtc_exit(head);
    nv_vga_exit(gpu);
}

/* The VGA core trusts these indices of its. */
static bool nv_display_vga_is_sane(const VGACommonState *vga)
{
    return vga->sr_index < 8 && vga->gr_index < 16 && vga->dac_sub_index < 3;
}

static bool nv_display_post_load(NVGPU *gpu, int version_id)
{
    NVHead *head = &gpu->display.head;

    if (!nv_display_vga_is_sane(&gpu->display.vga)) {
        return false;
    }
    nv_ramdac_post_load(head);
    nv_crtc_retime(head);
    head->redraw = true;
    return true;
}

const NVUnit nv_unit_display = {
    .name = "display",
    .realize = nv_display_realize,
    .reset = nv_display_reset,
    .exit = nv_display_exit,
    .post_load = nv_display_post_load,
};

/* The vertical blank's timer follows from the registers. */
static const VMStateDescription nv_vmstate_head = {
    .name = "nv-gpu/head",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64(vblank_seen, NVHead),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_display = {
    .name = "nv-gpu/display",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(vga, NVDisplay, 0, vmstate_vga_common, VGACommonState),
        VMSTATE_STRUCT(head, NVDisplay, 1, nv_vmstate_head, NVHead),
        VMSTATE_STRUCT_ARRAY(i2c, NVDisplay, NV_I2C_PORTS, 1, nv_vmstate_i2c,
                             NVI2CPort),
        VMSTATE_STRUCT(stack, NVDisplay, 1, nv_vmstate_vga_stack, NVVgaStack),
        VMSTATE_UINT8(palette_mask, NVDisplay),
        VMSTATE_UINT32(rma_addr, NVDisplay),
        VMSTATE_END_OF_LIST()
    },
};
