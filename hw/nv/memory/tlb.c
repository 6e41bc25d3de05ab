/*
 * NVIDIA GPU: flushes of TLBs, NV50+
 *
 * Source: rnndb's memory/g80_pfb.xml; Linux, nvkm/subdev/mmu/vmmnv50.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bar1-view.h"
#include "host-mem.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/nv-gpu.h"

/* The only TLBs are BAR1's views and what other units keep decoded. */
void nv_vm_tlb_flush_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!FIELD_EX32(val, NV_PFB_MMU_TLB_FLUSH, TRIGGER)) {
        return;
    }
    nv_ramin_changed(gpu);
    if (FIELD_EX32(val, NV_PFB_MMU_TLB_FLUSH, ENGINE) == NV_VM_ENGINE_BAR) {
        nv_bar1_view_flush(gpu);
    }
}

uint32_t nv_vm_tlb_flush_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(NV_R(gpu, NV_PFB_MMU_TLB_FLUSH), NV_PFB_MMU_TLB_FLUSH,
                      TRIGGER, gpu->host_mem->views.flushing);
}

/* --- NVC0 and later ------------------------------------------------------ */

/* There is always room for a request. */
uint32_t nvc0_vm_ctrl_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = NV_R(gpu, NVC0_PFB_MMU_CTRL) |
                   R_NVC0_PFB_MMU_CTRL_ROOM_MASK;

    return FIELD_DP32(val, NVC0_PFB_MMU_CTRL, DONE,
                      !gpu->host_mem->views.flushing);
}

void nvc0_vm_invalidate_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NVC0_PFB_MMU_INVALIDATE, TRIGGER)) {
        nv_ramin_changed(gpu);
        nv_bar1_view_flush(gpu);
    }
}
