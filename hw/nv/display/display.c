/*
 * NVIDIA GPU: the display side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "console.h"
#include "head.h"
#include "i2c.h"
#include "state.h"
#include "vga.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display.h"
#include "hw/nv/display/crtc/crtc.h"
#include "hw/nv/display/crtc/pvideo.h"
#include "hw/nv/display/crtc/ramdac.h"
#include "hw/nv/display/evo/evo.h"
#include "hw/nv/display/evo/state.h"
#include "hw/nv/vga-stack.h"
#include "migration/vmstate.h"

/* --- Heads ------------------------------------------------------------ */

static void nv_head_realize(NVGPU *gpu, unsigned index)
{
    NVHead *head = &gpu->display->head[index];

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

/* --- Life ------------------------------------------------------------- */

/* An observer of vertical blanks needs the timers. */
static void nv_display_probed(Notifier *notifier, void *data)
{
    NVGPU *gpu = container_of(notifier, NVDisplay, probed)->gpu;

    for (unsigned i = 0; i < nv_head_count(gpu); i++) {
        nv_crtc_retime(&gpu->display->head[i]);
    }
}

static bool nv_display_realize(NVGPU *gpu, Error **errp)
{
    nv_heads_init(gpu);
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
    gpu->display->gpu = gpu;
    gpu->display->probed.notify = nv_display_probed;
    notifier_list_add(&gpu->probes.changed, &gpu->display->probed);
    return true;
}

static void nv_display_reset(NVGPU *gpu)
{
    nv_vga_reset(gpu);
    for (unsigned i = 0; i < nv_head_count(gpu); i++) {
        nv_head_reset(&gpu->display->head[i]);
    }
    nv_pvideo_reset(gpu);
    nv_i2c_reset(gpu);
    nv_vga_stack_reset(gpu);
}

static void nv_display_exit(NVGPU *gpu)
{
    notifier_remove(&gpu->display->probed);
    nv_scanout_exit(gpu);
    nv_pvideo_exit(gpu);
    for (unsigned i = nv_head_count(gpu); i--;) {
        nv_head_exit(&gpu->display->head[i]);
    }
    if (nv_head_count(gpu) == 1) {
        nv_crtc2_exit(gpu);
    }
    nv_vga_exit(gpu);
}

static bool nv_display_post_load(NVGPU *gpu, int version_id)
{
    for (unsigned i = 0; i < nv_head_count(gpu); i++) {
        NVHead *head = &gpu->display->head[i];

        nv_ramdac_post_load(head);
        nv_crtc_retime(head);
        head->redraw = true;
    }
    return nv_pvideo_post_load(gpu);
}

const NVUnit nv_unit_display = {
    .name = "display",
    .state = offsetof(NVGPU, display),
    .size = sizeof(NVDisplay),
    .realize = nv_display_realize,
    .reset = nv_display_reset,
    .exit = nv_display_exit,
    .post_load = nv_display_post_load,
};

/* --- Snapshots -------------------------------------------------------- */

static bool nv_vga_are_masked(const uint8_t *regs, const uint8_t *mask,
                              unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (regs[i] & ~mask[i]) {
            return false;
        }
    }
    return true;
}

/*
 * The VGA core masks registers when they are written, but indexes tables with
 * whatever is loaded.  It trusts VBE's registers, too; a guest can only write
 * the first of these, the ID.  QEMU is corrected by docs/qemu-patches,
 * "hw/display/vga: check the state that a migration stream sets".
 */
static bool nv_vga_is_sane(const VGACommonState *vga)
{
    return vga->sr_index < ARRAY_SIZE(sr_mask) &&
           vga->gr_index < ARRAY_SIZE(gr_mask) && vga->dac_sub_index < 3 &&
           nv_vga_are_masked(vga->sr, sr_mask, ARRAY_SIZE(sr_mask)) &&
           nv_vga_are_masked(vga->gr, gr_mask, ARRAY_SIZE(gr_mask)) &&
           !vga->bank_offset &&
           buffer_is_zero(&vga->vbe_regs[VBE_DISPI_INDEX_ID + 1],
                          sizeof(vga->vbe_regs) - sizeof(vga->vbe_regs[0]));
}

static int nv_vga_post_load(void *opaque, int version_id)
{
    return nv_vga_is_sane(opaque)
        ? vmstate_vga_common.post_load(opaque, version_id) : -EINVAL;
}

/* The VGA core's own description; loading it takes effect at once. */
static VMStateDescription nv_vmstate_vga;

void nv_display_init_vmstate(void)
{
    nv_vmstate_vga = vmstate_vga_common;
    nv_vmstate_vga.post_load = nv_vga_post_load;
}

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
        VMSTATE_STRUCT(vga, NVDisplay, 0, nv_vmstate_vga, VGACommonState),
        VMSTATE_STRUCT(vga2, NVDisplay, 0, nv_vmstate_vga, VGACommonState),
        VMSTATE_STRUCT_SUB_ARRAY(head, NVDisplay, 0, NV_HEADS, 1,
                                 nv_vmstate_head, NVHead),
        VMSTATE_STRUCT_ARRAY(i2c, NVDisplay, NV_I2C_PORTS, 1, nv_vmstate_i2c,
                             NVI2CPort),
        VMSTATE_STRUCT_POINTER(stack, NVDisplay, nv_vmstate_vga_stack,
                               NVVgaStack),
        VMSTATE_STRUCT(evo, NVDisplay, 1, nv_vmstate_evo, NVEvo),
        VMSTATE_UINT32(rma_addr, NVDisplay),
        VMSTATE_UINT8(pvideo.shown, NVDisplay),
        VMSTATE_END_OF_LIST()
    },
};
