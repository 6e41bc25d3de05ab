/*
 * NVIDIA GPU: scanout: the console
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "compose.h"
#include "console.h"
#include "head.h"
#include "scanout-vga.h"
#include "scanout.h"
#include "state.h"
#include "hw/nv/display-regs.h"

/* The head that the monitor shows; on a change it is redrawn as a whole. */
static NVHead *nv_scanout_head(NVGPU *gpu)
{
    NVHead *head = nv_scanout_source(gpu)->head(gpu);

    if (head != gpu->display->shown) {
        head->mode = gpu->display->shown->mode;
        head->redraw = true;
        gpu->display->shown = head;
    }
    return head;
}

static NVGfxUpdated nv_scanout_update(void *opaque)
{
    NVHead *head = nv_scanout_head(opaque);
    NVScanoutMode mode;

    nv_scanout_decode(head, &mode);
    if (mode.native) {
        nv_scanout_show_native(head, &mode);
    } else {
        nv_scanout_show_vga(head, &mode);
    }
    return NV_GFX_UPDATED;
}

static void nv_scanout_invalidate(void *opaque)
{
    NVGPU *gpu = opaque;
    VGACommonState *vga = &gpu->display->vga;

    gpu->display->shown->redraw = true;
    vga->hw_ops->invalidate(vga);
}

static const GraphicHwOps nv_scanout_ops = {
    .invalidate = nv_scanout_invalidate,
    .gfx_update = nv_scanout_update,
    .text_update = nv_scanout_text_update,
};

void nv_scanout_realize(NVGPU *gpu)
{
    NVDisplay *display = gpu->display;

    display->vga.retrace = nv_scanout_vga_status;
    display->vga2.retrace = nv_scanout_vga2_status;
    display->shown = &display->head[0];
    display->con = qemu_graphic_console_create(DEVICE(gpu), 0, &nv_scanout_ops,
                                               gpu);
    display->vga.con = display->con;
    for (unsigned i = 0; i < ARRAY_SIZE(display->head); i++) {
        display->head[i].con = display->con;
    }
}

void nv_scanout_exit(NVGPU *gpu)
{
    qemu_graphic_console_close(gpu->display->con);
}
