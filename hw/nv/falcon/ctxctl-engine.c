/*
 * NVIDIA GPU: PGRAPH as PFIFO sees it, NVC0+
 *
 * The program in FECS loads and unloads channels: whoever wants another one
 * writes CHAN_NEXT and has an interrupt tell it.  The methods themselves are
 * hw/nv/engine's, which needn't know of channels.
 *
 * FECS and all GPCCS wait for each other, so they are executed in turns, and
 * what one of them writes into another never runs that in place.
 *
 * Source: rnndb/graph/gf100_pgraph/ctxctl.xml; nouveau's
 * nvkm/engine/gr/fuc/hub.fuc, ctx_xfer, and ctxgf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ctxctl.h"
#include "trace/trace-hw_nv.h"

/* Instructions, and words copied, that a switch gets in place, and a turn */
#define NV_CTXCTL_FIRST 65536
#define NV_CTXCTL_TURN 256

/* What an access to a register takes that isn't PGRAPH's, in instructions */
#define NV_CTXCTL_MMIO_COST 32

/* --- Channels --------------------------------------------------------- */

static void nv_ctxctl_request(NVGPU *gpu, uint32_t next)
{
    NVFalcon *hub = &gpu->ctxctl->hub.falcon;

    trace_nv_falcon_chsw(hub->chip->regs->unit, nv_ctxctl_cur(gpu), next);
    NV_FALCON_R(hub, NV_CTXCTL_CHAN_NEXT) = next;
    hub->switching = true;
    nv_ctxctl_pulse(&gpu->ctxctl->hub, NV_CTXCTL_HUB_CHSW_PULSE);
}

/* An unload waits for a switch, and for what is under way. */
static void nv_ctxctl_ask(NVGPU *gpu)
{
    NVCtxctl *ctxctl = gpu->ctxctl;

    if (!ctxctl->unloading || ctxctl->hub.falcon.switching) {
        return;
    }
    if (nv_ctxctl_cur_block(gpu) != ctxctl->unload_block) {
        ctxctl->unloading = false;
    } else if (!nvc0_graph_busy(gpu)) {
        nv_ctxctl_request(gpu, 0);
    }
}

/* --- Turns ------------------------------------------------------------ */

static bool nv_ctxctl_can_go(NVCtxctlFalcon *cf)
{
    return nv_falcon_can_run(&cf->falcon) && !nv_ctxctl_mmio_waits(cf);
}

static bool nv_ctxctl_any_can_go(NVGPU *gpu)
{
    for (unsigned i = 0; i < nv_ctxctl_falcons(gpu); i++) {
        if (nv_ctxctl_can_go(nv_ctxctl_falcon(gpu, i))) {
            return true;
        }
    }
    return false;
}

/* Returns whether one of them has executed something. */
static bool nv_ctxctl_turn(NVGPU *gpu, int64_t *budget)
{
    bool went = false;

    for (unsigned i = 0; i < nv_ctxctl_falcons(gpu); i++) {
        NVCtxctlFalcon *cf = nv_ctxctl_falcon(gpu, i);
        int64_t turn = NV_CTXCTL_TURN;

        if (nv_ctxctl_can_go(cf)) {
            nv_falcon_run(&cf->falcon, &turn);
        }
        went |= turn != NV_CTXCTL_TURN;
        *budget -= NV_CTXCTL_TURN - turn;
    }
    *budget -= gpu->ctxctl->spent;
    gpu->ctxctl->spent = 0;
    return went;
}

/*
 * Until all of them sleep, or wait for what can't be here, or, with @briefly,
 * what PFIFO has asked for is done
 */
static void nv_ctxctl_go(NVGPU *gpu, int64_t *budget, bool briefly)
{
    NVCtxctl *ctxctl = gpu->ctxctl;
    bool went = true;

    if (ctxctl->running) {
        return;
    }
    ctxctl->running = true;
    nv_ctxctl_ask(gpu);
    while (went && *budget > 0 &&
           (!briefly || ctxctl->hub.falcon.switching || ctxctl->unloading)) {
        went = nv_ctxctl_turn(gpu, budget);
        nv_ctxctl_ask(gpu);
    }
    ctxctl->running = false;
}

/* The timer goes on. */
static void nv_ctxctl_schedule(NVGPU *gpu)
{
    for (unsigned i = 0; i < nv_ctxctl_falcons(gpu); i++) {
        NVFalcon *falcon = &nv_ctxctl_falcon(gpu, i)->falcon;

        if (nv_falcon_can_run(falcon)) {
            nv_falcon_schedule(falcon);
        }
    }
}

bool nv_ctxctl_work(NVFalcon *falcon, int64_t *budget)
{
    NVGPU *gpu = falcon->gpu;
    NVCtxctl *ctxctl = gpu->ctxctl;

    for (unsigned i = 0; i < nv_ctxctl_falcons(gpu); i++) {
        NVCtxctlFalcon *cf = nv_ctxctl_falcon(gpu, i);

        if (nv_ctxctl_mmio_waits(cf)) {
            nv_ctxctl_mmio_outside(cf);
            *budget -= NV_CTXCTL_MMIO_COST;
        }
    }
    nv_ctxctl_go(gpu, budget, false);
    if (ctxctl->waited) {
        ctxctl->waited = false;
        nv_engine_wake(gpu);
    }
    return nv_ctxctl_any_can_go(gpu);
}

/* --- The engine ------------------------------------------------------- */

/* Nobody takes what PFIFO brings. */
static bool nv_ctxctl_off(NVGPU *gpu)
{
    return gpu->ctxctl->hub.falcon.state == NV_FALCON_STOPPED;
}

/* Has the channel be the current one; false: it isn't yet. */
static bool nv_ctxctl_enter(NVGPU *gpu, unsigned chid)
{
    NVCtxctl *ctxctl = gpu->ctxctl;
    uint32_t block = nv_channel_block(gpu, chid);
    uint32_t channel = FIELD_DP32(block >> 12, NV_CTXCTL_CHAN_ADDR, VALID, 1);
    int64_t budget = NV_CTXCTL_FIRST;

    if (!nvc0_pgraph_pulls(gpu) || nvc0_graph_stuck(gpu) ||
        ctxctl->unloading) {
        ctxctl->waited = true;
        return false;
    }
    if (likely(nv_ctxctl_cur(gpu) == channel &&
               !ctxctl->hub.falcon.switching)) {
        return true;
    }
    ctxctl->waited = true;
    if (!block || nv_ctxctl_off(gpu) || nvc0_graph_busy(gpu)) {
        return false;
    }
    if (!ctxctl->hub.falcon.switching) {
        nv_ctxctl_request(gpu, channel);
    }
    nv_ctxctl_go(gpu, &budget, true);
    nv_ctxctl_schedule(gpu);
    return nv_ctxctl_cur(gpu) == channel && !ctxctl->hub.falcon.switching;
}

static bool nv_ctxctl_select(NVGPU *gpu, unsigned chid, unsigned subc)
{
    return nv_ctxctl_enter(gpu, chid);
}

static bool nv_ctxctl_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                           uint32_t class)
{
    return nv_ctxctl_enter(gpu, chid) && nvc0_graph_bind(gpu, subc, class);
}

/* What has met a fault never comes to its end. */
static bool nv_ctxctl_idle(NVGPU *gpu, unsigned chid)
{
    return nv_ctxctl_cur_block(gpu) != nv_channel_block(gpu, chid) ||
           (!nvc0_graph_busy(gpu) && !nvc0_graph_stuck(gpu) &&
            !gpu->ctxctl->hub.falcon.switching);
}

/* A switch that the program doesn't come to an end with keeps nobody. */
static bool nv_ctxctl_busy(NVGPU *gpu)
{
    NVCtxctl *ctxctl = gpu->ctxctl;

    return nvc0_graph_busy(gpu) ||
           ((ctxctl->hub.falcon.switching || ctxctl->unloading) &&
            nv_ctxctl_any_can_go(gpu) &&
            !nv_falcon_stuck(&ctxctl->hub.falcon));
}

static void nv_ctxctl_engine_work(NVGPU *gpu, int64_t *budget)
{
    if (nvc0_graph_busy(gpu)) {
        nvc0_graph_work(gpu, budget);
    }
    nv_ctxctl_go(gpu, budget, true);
    nv_ctxctl_schedule(gpu);
    --*budget;
}

static void nv_ctxctl_unload(NVGPU *gpu, uint32_t block)
{
    NVCtxctl *ctxctl = gpu->ctxctl;
    NVFalcon *hub = &ctxctl->hub.falcon;
    int64_t budget = NV_CTXCTL_FIRST;
    uint32_t next = NV_FALCON_R(hub, NV_CTXCTL_CHAN_NEXT);
    bool comes = hub->switching &&
                 FIELD_EX32(next, NV_CTXCTL_CHAN_ADDR, CHAN) == block >> 12;

    if (nv_ctxctl_cur_block(gpu) != block && !comes) {
        return;
    }
    if (nv_ctxctl_off(gpu)) {
        NV_FALCON_R(hub, NV_CTXCTL_CHAN_ADDR) = 0;
        return;
    }
    ctxctl->unloading = true;
    ctxctl->unload_block = block;
    nv_ctxctl_go(gpu, &budget, true);
    nv_ctxctl_schedule(gpu);
}

static uint32_t nv_ctxctl_engine_block(NVGPU *gpu)
{
    return nv_ctxctl_cur_block(gpu);
}

static bool nv_ctxctl_unloading(NVGPU *gpu)
{
    return gpu->ctxctl->unloading;
}

const NVEngine nv_engine_nvc0_graph = {
    .name = "PGRAPH",
    .bind = nv_ctxctl_bind,
    .select = nv_ctxctl_select,
    .run = nvc0_graph_run,
    .idle = nv_ctxctl_idle,
    .busy = nv_ctxctl_busy,
    .work = nv_ctxctl_engine_work,
    .unload = nv_ctxctl_unload,
    .unloading = nv_ctxctl_unloading,
    .block = nv_ctxctl_engine_block,
};
