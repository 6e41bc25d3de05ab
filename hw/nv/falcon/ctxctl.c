/*
 * NVIDIA GPU: PGRAPH's context control: FECS, and a GPCCS for each GPC, NVC0+
 *
 * Falcons that the driver's microcode runs on.
 *
 * Source: rnndb/graph/gf100_pgraph/ctxctl.xml; envytools,
 * docs/hw/graph/fermi/ctxctl/intro.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ctxctl.h"
#include "falcon.h"
#include "state.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/engine.h"
#include "hw/nv/falcon.h"
#include "migration/vmstate.h"

#define NV_CTXCTL_KHZ 405000

/* --- Kinds ------------------------------------------------------------ */

#define NV_CTXCTL_FALCON \
    .data_ports = 1, \
    .khz = NV_CTXCTL_KHZ, \
    .spaces = true, \
    .span = nv_ctxctl_span, \
    .work = nv_ctxctl_work

#define NV_FECS(_regs, ...) { \
    NV_CTXCTL_FALCON, \
    .regs = &(_regs), \
    .code_size = 0x4000, \
    .data_size = 0x1000, \
    .fifo_size = 16, \
    .vm_pages_log2 = 7, \
    __VA_ARGS__ \
}

#define NV_GPCCS(_regs, ...) { \
    NV_CTXCTL_FALCON, \
    .regs = &(_regs), \
    .code_size = 0x2000, \
    .data_size = 0x800, \
    .fifo_size = 8, \
    .vm_pages_log2 = 6, \
    __VA_ARGS__ \
}

#define NV_GPCCSES(_regs, ...) { \
    NV_GPCCS(_regs[0], __VA_ARGS__), NV_GPCCS(_regs[1], __VA_ARGS__), \
    NV_GPCCS(_regs[2], __VA_ARGS__), NV_GPCCS(_regs[3], __VA_ARGS__), \
    NV_GPCCS(_regs[4], __VA_ARGS__), \
}

static const NVFalconChip nvc0_fecs = NV_FECS(nv_ctxctl_hub_regs);
static const NVFalconChip nvc0_gpccs[NV_GPCS] = NV_GPCCSES(nv_ctxctl_gpc_regs);

static const NVFalconChip nvf0_fecs = NV_FECS(nvf0_ctxctl_hub_regs);
static const NVFalconChip nvf0_gpccs[NV_GPCS] =
    NV_GPCCSES(nvf0_ctxctl_gpc_regs);
static const NVFalconChip nv108_fecs = NV_FECS(nvf0_ctxctl_hub_regs,
                                               .version = 5);
static const NVFalconChip nv108_gpccs[NV_GPCS] =
    NV_GPCCSES(nvf0_ctxctl_gpc_regs, .version = 5);
static const NVFalconChip nv117_gpccs[NV_GPCS] =
    NV_GPCCSES(nv117_ctxctl_gpc_regs, .version = 5);

const NVCtxctlChip nvc0_ctxctl = { &nvc0_fecs, nvc0_gpccs };
const NVCtxctlChip nvf0_ctxctl = { &nvf0_fecs, nvf0_gpccs };
const NVCtxctlChip nv108_ctxctl = { &nv108_fecs, nv108_gpccs };
const NVCtxctlChip nv117_ctxctl = { &nv108_fecs, nv117_gpccs };

/* --- All GPCCS --------------------------------------------------------- */

#define NV_CTXCTL_BROADCAST 0x41a000

static uint32_t nv_ctxctl_gpc_addr(NVCtxctlFalcon *cf, uint32_t addr)
{
    return cf->falcon.chip->regs->base + addr - NV_CTXCTL_BROADCAST;
}

static uint32_t nv_ctxctl_broadcast_read(NVGPU *gpu, uint32_t addr)
{
    NVCtxctlFalcon *first = &gpu->ctxctl->gpc[0];

    return nv_regs_read(&first->falcon.regs, nv_ctxctl_gpc_addr(first, addr));
}

static void nv_ctxctl_broadcast_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    for (unsigned i = 0; i < gpu->chip->counts->gpcs; i++) {
        NVCtxctlFalcon *cf = &gpu->ctxctl->gpc[i];

        nv_regs_write(&cf->falcon.regs, nv_ctxctl_gpc_addr(cf, addr), val);
    }
}

static const NVRegInfo nv_ctxctl_broadcast_rows[] = {
    { .name = "NV_CTXCTL_GPCCS", .addr = NV_CTXCTL_BROADCAST,
      .count = 0x1000 / 4, .read = nv_ctxctl_broadcast_read,
      .write = nv_ctxctl_broadcast_write, .acts_on_read = true },
};

static const NVRegBlock nv_ctxctl_broadcast_regs = NV_REG_BLOCK(
    "GPCCS", NV_CTXCTL_BROADCAST, 0x1000, nv_ctxctl_broadcast_rows);

/* --- Life ------------------------------------------------------------- */

static bool nv_ctxctl_realize(NVGPU *gpu, Error **errp)
{
    NVCtxctl *ctxctl = gpu->ctxctl;
    const NVCtxctlChip *chip = gpu->chip->ctxctl;

    nv_falcon_init(gpu, &ctxctl->hub.falcon, chip->hub);
    for (unsigned i = 0; i < gpu->chip->counts->gpcs; i++) {
        nv_falcon_init(gpu, &ctxctl->gpc[i].falcon, &chip->gpcs[i]);
    }
    for (unsigned i = 0; i < nv_ctxctl_falcons(gpu); i++) {
        nv_ctxctl_watchdog_init(nv_ctxctl_falcon(gpu, i));
    }
    nv_regs_init(gpu, &ctxctl->broadcast, &nv_ctxctl_broadcast_regs);
    return true;
}

static void nv_ctxctl_reset_falcon(NVCtxctlFalcon *cf)
{
    memset(cf->route, 0, sizeof(cf->route));
    memset(cf->reqmask, 0, sizeof(cf->reqmask));
    memset(cf->bar, 0, sizeof(cf->bar));
    cf->strand_save = cf->strand_load = 0;
    cf->mmctx_pos = 0;
    cf->mmio_done = false;
    nv_ctxctl_watchdog_reset(cf);
    nv_falcon_reset(&cf->falcon);
}

static void nv_ctxctl_reset(NVGPU *gpu)
{
    NVCtxctl *ctxctl = gpu->ctxctl;

    for (unsigned i = 0; i < nv_ctxctl_falcons(gpu); i++) {
        nv_ctxctl_reset_falcon(nv_ctxctl_falcon(gpu, i));
    }
    ctxctl->channel = 0;
    ctxctl->unloading = false;
    ctxctl->unload_block = 0;
    ctxctl->down = 0;
    nv_ctxctl_update_intr_up(gpu);
}

static void nv_ctxctl_disable(NVGPU *gpu)
{
    nv_ctxctl_reset(gpu);
    nv_engine_wake(gpu);
}

static void nv_ctxctl_exit(NVGPU *gpu)
{
    nv_regs_exit(&gpu->ctxctl->broadcast);
    for (unsigned i = 0; i < nv_ctxctl_falcons(gpu); i++) {
        nv_ctxctl_watchdog_exit(nv_ctxctl_falcon(gpu, i));
        nv_falcon_exit(&nv_ctxctl_falcon(gpu, i)->falcon);
    }
}

static bool nv_ctxctl_post_load(NVGPU *gpu, int version_id)
{
    NVCtxctl *ctxctl = gpu->ctxctl;

    /* PFIFO's waiting requests are tried again. */
    ctxctl->waited = true;
    for (unsigned i = 0; i < nv_ctxctl_falcons(gpu); i++) {
        if (!nv_falcon_post_load(&nv_ctxctl_falcon(gpu, i)->falcon)) {
            return false;
        }
        nv_ctxctl_watchdog_post_load(nv_ctxctl_falcon(gpu, i));
    }
    nv_ctxctl_update_intr_up(gpu);
    return true;
}

const NVUnit nv_unit_ctxctl = {
    .name = "CTXCTL",
    .state = offsetof(NVGPU, ctxctl),
    .size = sizeof(NVCtxctl),
    .realize = nv_ctxctl_realize,
    .reset = nv_ctxctl_reset,
    .enable = R_NV_PMC_ENABLE_PGRAPH_MASK,
    .disable = nv_ctxctl_disable,
    .exit = nv_ctxctl_exit,
    .post_load = nv_ctxctl_post_load,
};

static bool nv_ctxctl_needed(void *opaque)
{
    const NVGPU *gpu = opaque;

    return gpu->ctxctl;
}

/* A stream may have it for a card that hasn't: there is no state for it. */
static int nv_ctxctl_pre_load(void *opaque)
{
    return nv_ctxctl_needed(opaque) ? 0 : -EINVAL;
}

static const VMStateDescription nv_vmstate_ctxctl_falcon = {
    .name = "nv-gpu/ctxctl/falcon",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(falcon, NVCtxctlFalcon, 1, nv_vmstate_falcon,
                       NVFalcon),
        VMSTATE_UINT32_ARRAY(route, NVCtxctlFalcon, NV_CTXCTL_ROUTES),
        VMSTATE_UINT32_ARRAY(reqmask, NVCtxctlFalcon, 4),
        VMSTATE_UINT32_ARRAY(bar, NVCtxctlFalcon, 2),
        VMSTATE_UINT32(strand_save, NVCtxctlFalcon),
        VMSTATE_UINT32(strand_load, NVCtxctlFalcon),
        VMSTATE_UINT32(mmctx_pos, NVCtxctlFalcon),
        VMSTATE_BOOL(mmio_done, NVCtxctlFalcon),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_ctxctl_watchdog,
        NULL
    },
};

/* GPCS of cards before NVF0 */
#define NV_CTXCTL_FIRST_GPCS 4

static bool nv_ctxctl_has_more_gpcs(void *opaque)
{
    const NVCtxctl *ctxctl = opaque;

    return ctxctl->hub.falcon.gpu->chip->counts->gpcs > NV_CTXCTL_FIRST_GPCS;
}

static const VMStateDescription nv_vmstate_ctxctl_more_gpcs = {
    .name = "nv-gpu/ctxctl/unit/more-gpcs",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_ctxctl_has_more_gpcs,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_SUB_ARRAY(gpc, NVCtxctl, NV_CTXCTL_FIRST_GPCS,
                                 NV_GPCS - NV_CTXCTL_FIRST_GPCS, 1,
                                 nv_vmstate_ctxctl_falcon, NVCtxctlFalcon),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription nv_vmstate_ctxctl_unit = {
    .name = "nv-gpu/ctxctl/unit",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(hub, NVCtxctl, 1, nv_vmstate_ctxctl_falcon,
                       NVCtxctlFalcon),
        VMSTATE_STRUCT_SUB_ARRAY(gpc, NVCtxctl, 0, NV_CTXCTL_FIRST_GPCS, 1,
                                 nv_vmstate_ctxctl_falcon, NVCtxctlFalcon),
        VMSTATE_UINT32(channel, NVCtxctl),
        VMSTATE_BOOL(unloading, NVCtxctl),
        VMSTATE_UINT32(unload_block, NVCtxctl),
        VMSTATE_UINT32(down, NVCtxctl),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_ctxctl_more_gpcs,
        NULL
    },
};

const VMStateDescription nv_vmstate_ctxctl = {
    .name = "nv-gpu/ctxctl",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_ctxctl_needed,
    .pre_load = nv_ctxctl_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_POINTER(ctxctl, NVGPU, nv_vmstate_ctxctl_unit,
                               NVCtxctl),
        VMSTATE_END_OF_LIST()
    },
};
