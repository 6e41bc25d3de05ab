/*
 * NVIDIA GPU: the display side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"

/* --- Heads ------------------------------------------------------------ */

unsigned nv_head_count(const NVGPU *gpu)
{
    return gpu->chip->display->heads;
}

NVHead *nv_head_at(NVGPU *gpu, uint32_t addr)
{
    return &gpu->display.head[addr / NV_HEAD_STRIDE % NV_HEADS];
}

void nv_head_init_regs(NVHead *head, NVRegFile *file, NVRegBlock *block,
                       const NVRegBlock *first)
{
    *block = *first;
    block->shift = head->index * NV_HEAD_STRIDE;
    block->base += block->shift;
    nv_regs_init(head->gpu, file, block);
}

static void nv_head_realize(NVGPU *gpu, unsigned index)
{
    NVHead *head = &gpu->display.head[index];

    nv_crtc_realize(head);
    nv_ramdac_realize(head);
}

static void nv_head_reset(NVHead *head)
{
    head->palette_mask = 0xff;
    nv_crtc_reset(head);
    nv_ramdac_reset(head);
    head->redraw = true;
}

static void nv_head_exit(NVHead *head)
{
    nv_ramdac_exit(head);
    nv_crtc_exit(head);
}

/* What all parts of a head refer to, before any of them is made */
void nv_display_init_heads(NVGPU *gpu)
{
    NVDisplay *display = &gpu->display;

    for (unsigned i = 0; i < NV_HEADS; i++) {
        NVHead *head = &display->head[i];

        head->gpu = gpu;
        head->index = i;
        head->vga = i ? &display->vga2 : &display->vga;
        head->cr = head->vga->cr;
        head->palette = head->vga->palette;
    }
}

/* --- Life ------------------------------------------------------------- */

static bool nv_display_realize(NVGPU *gpu, Error **errp)
{
    nv_display_init_heads(gpu);
    if (!nv_vga_realize(gpu, errp)) {
        return false;
    }
    for (unsigned i = 0; i < nv_head_count(gpu); i++) {
        nv_head_realize(gpu, i);
    }
    if (nv_head_count(gpu) == 1) {
        nv_crtc2_realize(gpu);
    }
    nv_scanout_realize(gpu);
    nv_pvideo_realize(gpu);
    nv_i2c_realize(gpu);
    return true;
}

static void nv_display_reset(NVGPU *gpu)
{
    nv_vga_reset(gpu);
    for (unsigned i = 0; i < nv_head_count(gpu); i++) {
        nv_head_reset(&gpu->display.head[i]);
    }
    nv_pvideo_reset(gpu);
    nv_i2c_reset(gpu);
    nv_vga_stack_reset(gpu);
}

static void nv_display_exit(NVGPU *gpu)
{
    nv_scanout_exit(gpu);
    nv_pvideo_exit(gpu);
    for (unsigned i = nv_head_count(gpu); i--;) {
        nv_head_exit(&gpu->display.head[i]);
    }
    if (nv_head_count(gpu) == 1) {
        nv_crtc2_exit(gpu);
    }
    nv_vga_exit(gpu);
}

/* The VGA core trusts these indices of its. */
bool nv_display_vga_is_sane(const VGACommonState *vga)
{
    return vga->sr_index < 8 && vga->gr_index < 16 && vga->dac_sub_index < 3;
}

static bool nv_display_post_load(NVGPU *gpu, int version_id)
{
    for (unsigned i = 0; i < nv_head_count(gpu); i++) {
        NVHead *head = &gpu->display.head[i];

        if (!nv_display_vga_is_sane(head->vga)) {
            return false;
        }
        nv_ramdac_post_load(head);
        nv_crtc_retime(head);
        head->redraw = true;
    }
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
        VMSTATE_UINT8(palette_mask, NVHead),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_display = {
    .name = "nv-gpu/display",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(vga, NVDisplay, 0, vmstate_vga_common, VGACommonState),
        VMSTATE_STRUCT(vga2, NVDisplay, 0, vmstate_vga_common,
                       VGACommonState),
        VMSTATE_STRUCT_ARRAY(head, NVDisplay, NV_HEADS, 1, nv_vmstate_head,
                             NVHead),
        VMSTATE_STRUCT_ARRAY(i2c, NVDisplay, NV_I2C_PORTS, 1, nv_vmstate_i2c,
                             NVI2CPort),
        VMSTATE_STRUCT(stack, NVDisplay, 1, nv_vmstate_vga_stack, NVVgaStack),
        VMSTATE_STRUCT(evo, NVDisplay, 1, nv_vmstate_evo, NVEvo),
        VMSTATE_UINT32(rma_addr, NVDisplay),
        VMSTATE_END_OF_LIST()
    },
};
