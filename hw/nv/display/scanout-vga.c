/*
 * NVIDIA GPU: scanout: pictures of the VGA core
 *
 * While no head has pixels of its own, QEMU's VGA core draws on the console.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "head.h"
#include "scanout-vga.h"
#include "scanout.h"
#include "state.h"
#include "hw/display/vga_regs.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display/crtc/crtc.h"

/* VGA's own blanking assumes a screen of its last size. */
static void nv_scanout_leave_native(NVGPU *gpu)
{
    VGACommonState *vga = &gpu->display->vga;

    vga->hw_ops->invalidate(vga);
    vga->graphic_mode = -1;
    if (vga->last_scr_width && vga->last_scr_height) {
        qemu_console_resize(gpu->display->con, vga->last_scr_width,
                            vga->last_scr_height);
    }
}

/* The VGA core hasn't drawn anything, not even black, since its reset. */
static bool nv_scanout_vga_is_idle(const VGACommonState *vga)
{
    return !vga->last_scr_width;
}

/* Keep QEMU's own message that there is no picture yet. */
static void nv_scanout_blank_vga(NVHead *head)
{
    DisplaySurface *surface = qemu_console_surface(head->gpu->display->con);
    const NVScanoutMode same = {
        .width = surface_width(surface),
        .height = surface_height(surface),
    };

    if (!surface_is_placeholder(surface)) {
        nv_scanout_draw_blank(head, &same);
    }
}

/* VGA modes belong to the first head; the second is black meanwhile. */
void nv_scanout_show_vga(NVHead *head, const NVScanoutMode *mode)
{
    NVGPU *gpu = head->gpu;
    VGACommonState *vga = &gpu->display->vga;
    bool first = head->vga == vga;

    if (head->mode.native) {
        nv_scanout_leave_native(gpu);
        head->mode = *mode;
    }
    if (first) {
        vga->hw_ops->gfx_update(vga);
    }
    if (head->redraw && (!first || nv_scanout_vga_is_idle(vga))) {
        nv_scanout_blank_vga(head);
    }
    head->redraw = false;
}

/* The rows of characters that VGA's CRTC has */
static unsigned nv_scanout_text_rows(const VGACommonState *vga)
{
    unsigned over = vga->cr[VGA_CRTC_OVERFLOW];
    unsigned last = vga->cr[VGA_CRTC_V_DISP_END] | (over & 0x02) << 7 |
                    (over & 0x40) << 3;

    return (last + 1) / ((vga->cr[VGA_CRTC_MAX_SCAN] & 0x1f) + 1);
}

/* QEMU's VGA core aborts if it has to make the console as small as no rows. */
void nv_scanout_text_update(void *opaque, uint32_t *chardata)
{
    NVGPU *gpu = opaque;
    VGACommonState *vga = &gpu->display->vga;

    if (nv_scanout_text_rows(vga)) {
        vga->hw_ops->text_update(vga, chardata);
    }
}

/* VGA programs poll the status: the VGA core's keeps toggling. */
uint8_t nv_scanout_vga_status(VGACommonState *vga)
{
    NVDisplay *display = container_of(vga, NVDisplay, vga);

    if (display->head[0].cr[NV_CR_PIXEL] & 3) {
        return nv_crtc_status(&display->head[0]);
    }
    return vga->st01 ^ (ST01_V_RETRACE | ST01_DISP_ENABLE);
}

uint8_t nv_scanout_vga2_status(VGACommonState *vga)
{
    NVDisplay *display = container_of(vga, NVDisplay, vga2);

    return nv_crtc_status(&display->head[1]);
}
