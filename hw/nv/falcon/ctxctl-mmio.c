/*
 * NVIDIA GPU: PGRAPH's context control: access to the card's registers, NVC0+
 *
 * Source: rnndb/graph/gf100_pgraph/ctxctl.xml; nouveau's
 * nvkm/engine/gr/fuc/com.fuc, nv_rd32 and nv_wr32.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ctxctl.h"
#include "processor.h"
#include "state.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/graph.h"
#include "trace/trace-hw_nv.h"

static bool nv_ctxctl_in(const NVRegFile *file, uint32_t addr)
{
    return addr - file->block->base < file->block->size;
}

static NVRegFile *nv_ctxctl_own_file(NVGPU *gpu, uint32_t addr)
{
    for (unsigned i = 0; i < nv_ctxctl_falcons(gpu); i++) {
        NVRegFile *file = &nv_ctxctl_falcon(gpu, i)->falcon.regs;

        if (nv_ctxctl_in(file, addr)) {
            return file;
        }
    }
    return nv_ctxctl_in(&gpu->ctxctl->broadcast, addr)
        ? &gpu->ctxctl->broadcast : NULL;
}

/* The register file at an address, if it can be accessed at any time */
static NVRegFile *nv_ctxctl_file(NVGPU *gpu, uint32_t addr)
{
    NVRegFile *file = nv_ctxctl_own_file(gpu, addr);

    if (!file) {
        file = nvc0_pgraph_file(gpu, addr);
    }
    for (unsigned i = 0; !file && i < NV_UNIT_FILES; i++) {
        NVUnitFile *other = &gpu->unit_files[i];

        if (other->unit && nv_ctxctl_in(&other->regs, addr) &&
            nv_regs_keeps(&other->regs, addr)) {
            file = &other->regs;
        }
    }
    return file;
}

/*
 * An access to a register may make its falcon access another: a falcon that is
 * already in an access reads 0 and writes nothing.
 */
bool nv_ctxctl_reach(NVCtxctlFalcon *cf, uint32_t addr, bool write,
                     uint32_t *val)
{
    NVRegFile *file = nv_ctxctl_file(cf->falcon.gpu, addr);

    if (!file) {
        return false;
    }
    if (cf->reaching) {
        *val = 0;
        return true;
    }
    cf->reaching = true;
    cf->falcon.gpu->ctxctl->reaching++;
    if (write) {
        nv_regs_write(file, addr, *val);
        cf->falcon.gpu->ctxctl->spent += nvc0_pgraph_spent(cf->falcon.gpu);
    } else {
        *val = nv_regs_read(file, addr);
    }
    cf->falcon.gpu->ctxctl->reaching--;
    cf->reaching = false;
    return true;
}

/* --- MMIO_CTRL --------------------------------------------------------- */

static uint32_t nv_ctxctl_mmio_addr(NVCtxctlFalcon *cf, uint32_t ctrl)
{
    uint32_t addr = FIELD_EX32(ctrl, NV_CTXCTL_MMIO_CTRL, ADDR) << 2;

    if (FIELD_EX32(ctrl, NV_CTXCTL_MMIO_CTRL, BASE_EN)) {
        addr += NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMIO_BASE);
    }
    return addr & (NV_BAR0_SIZE - 4);
}

static void nv_ctxctl_mmio_end(NVCtxctlFalcon *cf, uint32_t addr, bool write,
                               uint32_t val)
{
    uint32_t *ctrl = &NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMIO_CTRL);

    trace_nv_ctxctl_mmio(cf->falcon.chip->regs->unit, addr, write, val);
    if (!write) {
        NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMIO_RDVAL) = val;
        cf->mmio_done = true;
    }
    *ctrl = FIELD_DP32(*ctrl, NV_CTXCTL_MMIO_CTRL, TRIGGER, 0);
}

void nv_ctxctl_mmio_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);
    uint32_t at = nv_ctxctl_mmio_addr(cf, val);
    bool write = FIELD_EX32(val, NV_CTXCTL_MMIO_CTRL, WRITE);
    uint32_t data = NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMIO_WRVAL);

    if (!FIELD_EX32(val, NV_CTXCTL_MMIO_CTRL, TRIGGER)) {
        return;
    }
    cf->mmio_done = false;
    if (nv_ctxctl_reach(cf, at, write, &data)) {
        nv_ctxctl_mmio_end(cf, at, write, data);
    } else {
        cf->falcon.yield = true;
        nv_falcon_schedule(&cf->falcon);
    }
}

uint32_t nv_ctxctl_mmio_ctrl_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t ctrl = gpu->regs[addr / 4];

    nv_falcon_at(gpu, addr)->yield |=
        FIELD_EX32(ctrl, NV_CTXCTL_MMIO_CTRL, TRIGGER);
    return ctrl;
}

bool nv_ctxctl_mmio_waits(NVCtxctlFalcon *cf)
{
    return FIELD_EX32(NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMIO_CTRL),
                      NV_CTXCTL_MMIO_CTRL, TRIGGER);
}

void nv_ctxctl_mmio_outside(NVCtxctlFalcon *cf)
{
    NVGPU *gpu = cf->falcon.gpu;
    uint32_t ctrl = NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMIO_CTRL);
    uint32_t addr = nv_ctxctl_mmio_addr(cf, ctrl);
    bool write = FIELD_EX32(ctrl, NV_CTXCTL_MMIO_CTRL, WRITE);
    uint32_t val = NV_FALCON_R(&cf->falcon, NV_CTXCTL_MMIO_WRVAL);

    if (write) {
        nv_bar0_write(gpu, addr, val, 4);
    } else {
        val = nv_bar0_read(gpu, addr, 4);
    }
    nv_ctxctl_mmio_end(cf, addr, write, val);
}
