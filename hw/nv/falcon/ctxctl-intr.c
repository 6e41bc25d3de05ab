/*
 * NVIDIA GPU: PGRAPH's context control: interrupts of FECS and GPCCS, and those
 * that FECS raises at the driver, NVC0+
 *
 * Source: rnndb/graph/gf100_pgraph/ctxctl.xml.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ctxctl.h"
#include "interrupts.h"
#include "state.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/graph-regs-nvc0.h"
#include "hw/nv/graph.h"
#include "trace/trace-hw_nv.h"

#define NV_CTXCTL_ROUTE_MASK \
    (R_NV_CTXCTL_INTR_ROUTE_SRC0_MASK | R_NV_CTXCTL_INTR_ROUTE_SRC1_MASK | \
     R_NV_CTXCTL_INTR_ROUTE_AND_MASK | R_NV_CTXCTL_INTR_ROUTE_NOT_MASK | \
     R_NV_CTXCTL_INTR_ROUTE_LEVEL_MASK)

static bool nv_ctxctl_routed(uint32_t route, unsigned source)
{
    bool first = FIELD_EX32(route, NV_CTXCTL_INTR_ROUTE, SRC0) == source;
    bool second = FIELD_EX32(route, NV_CTXCTL_INTR_ROUTE, SRC1) == source;

    return FIELD_EX32(route, NV_CTXCTL_INTR_ROUTE, AND) ? first && second
                                                        : first || second;
}

/* A pulse is an edge, inverted or not.  Level mode isn't modelled. */
void nv_ctxctl_pulse(NVCtxctlFalcon *cf, unsigned source)
{
    uint32_t lines = 0;

    for (unsigned i = 0; i < NV_CTXCTL_ROUTES; i++) {
        if (nv_ctxctl_routed(cf->route[i], source)) {
            lines |= BIT(NV_CTXCTL_FIRST_LINE + i);
        }
    }
    if (lines) {
        nv_falcon_raise(&cf->falcon, lines);
    }
}

void nv_ctxctl_route_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    if (FIELD_EX32(val, NV_CTXCTL_INTR_ROUTE, LEVEL)) {
        nv_log_unimp(gpu, "CTXCTL: INTR_ROUTE 0x%08x of a level", val);
    }
    cf->route[nv_ctxctl_index(cf) % NV_CTXCTL_ROUTES] =
        val & NV_CTXCTL_ROUTE_MASK;
}

uint32_t nv_ctxctl_route_read(NVGPU *gpu, uint32_t addr)
{
    NVCtxctlFalcon *cf = nv_ctxctl_at(gpu, addr);

    return cf->route[nv_ctxctl_index(cf) % NV_CTXCTL_ROUTES];
}

void nv_ctxctl_update_intr_up(NVGPU *gpu)
{
    NVFalcon *hub = &gpu->ctxctl->hub.falcon;

    nvc0_pgraph_set_ctxctl_intr(gpu,
                                NV_FALCON_R(hub, NV_CTXCTL_INTR_UP_STATUS) &
                                NV_FALCON_R(hub, NV_CTXCTL_INTR_UP_ENABLE));
}

void nv_ctxctl_intr_up_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ctxctl_update_intr_up(gpu);
}

void nv_ctxctl_raise_intr_up(NVGPU *gpu, uint32_t bits)
{
    uint32_t *status = &NV_FALCON_R(&gpu->ctxctl->hub.falcon,
                                    NV_CTXCTL_INTR_UP_STATUS);

    *status |= bits;
    trace_nv_ctxctl_intr_up(*status);
    nv_ctxctl_update_intr_up(gpu);
}

void nv_ctxctl_intr_up_set_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ctxctl_raise_intr_up(gpu, val);
}

void nv_ctxctl_intr_up_clear_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NV_FALCON_R(&gpu->ctxctl->hub.falcon, NV_CTXCTL_INTR_UP_STATUS) &= ~val;
    nv_ctxctl_update_intr_up(gpu);
}
