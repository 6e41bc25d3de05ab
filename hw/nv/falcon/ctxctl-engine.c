/*
 * NVIDIA GPU: PGRAPH as PFIFO sees it, NVC0+
 *
 * The program in FECS loads and saves channels: to request another one, write
 * CHAN_NEXT and raise an interrupt.  hw/nv/engine carries out the methods; it
 * needn't know of channels.
 *
 * FECS and all GPCCS wait for each other, so they are executed in turns, and
 * when one of them writes to another, that one isn't run in place.
 *
 * Source: rnndb/graph/gf100_pgraph/ctxctl.xml; nouveau's
 * nvkm/engine/gr/fuc/hub.fuc, ctx_xfer, and ctxgf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ctxctl.h"
#include "processor.h"
#include "state.h"
#include "hw/nv/engine.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/graph-regs-nvc0.h"
#include "hw/nv/graph.h"
#include "trace/trace-hw_nv.h"

/* Instructions, and words copied: for a switch in place, and for a turn */
#define NV_CTXCTL_FIRST 65536
#define NV_CTXCTL_TURN 256

/* Cost of an access to a register outside PGRAPH, in instructions */
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

/* An unload waits for a pending switch, and for methods under way. */
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

/* Returns whether any of them has executed something. */
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
 * Run until all of them sleep, or wait for something that can't happen here;
 * with @briefly, at most until PFIFO's request is done.
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

/* Leave the rest to the timer. */
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

/* --- Methods for the program ------------------------------------------- */

/*
 * PGRAPH stalls until the program acknowledges these, so checking before and
 * after methods misses none.
 */
static void nv_ctxctl_notice(NVGPU *gpu)
{
    NVCtxctl *ctxctl = gpu->ctxctl;
    uint32_t down = nvc0_pgraph_ctxctl_down(gpu);
    uint32_t news = down & ~ctxctl->down;

    if (likely(down == ctxctl->down)) {
        return;
    }
    ctxctl->down = down;
    if (FIELD_EX32(news, NVC0_PGRAPH_INTR, FIRMWARE_MTHD)) {
        nv_ctxctl_pulse(&ctxctl->hub, NV_CTXCTL_HUB_FIRMWARE_MTHD);
    }
    if (FIELD_EX32(news, NVC0_PGRAPH_INTR, ILLEGAL_MTHD)) {
        nv_ctxctl_pulse(&ctxctl->hub, NV_CTXCTL_HUB_ILLEGAL_MTHD);
    }
    if (news) {
        nv_ctxctl_schedule(gpu);
    }
}

/* --- The engine ------------------------------------------------------- */

/* Without a running program, nothing takes what PFIFO sends. */
static bool nv_ctxctl_off(NVGPU *gpu)
{
    return gpu->ctxctl->hub.falcon.state == NV_FALCON_STOPPED;
}

/* Switch to a channel; false as long as that isn't done. */
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
    return nv_ctxctl_enter(gpu, chid) && nvc0_graph_bind(gpu, chid, subc,
                                                        class);
}

static uint32_t nv_ctxctl_run(NVGPU *gpu, const NVRun *run)
{
    uint32_t done;

    nv_ctxctl_notice(gpu);
    done = nvc0_graph_run(gpu, run);
    nv_ctxctl_notice(gpu);
    return done;
}

/* A channel that stands still after a fault isn't idle. */
static bool nv_ctxctl_idle(NVGPU *gpu, unsigned chid)
{
    return nv_ctxctl_cur_block(gpu) != nv_channel_block(gpu, chid) ||
           (!nvc0_graph_busy(gpu) && !nvc0_graph_stuck(gpu) &&
            !gpu->ctxctl->hub.falcon.switching);
}

/* Don't wait for a program that never finishes a switch. */
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
        nv_ctxctl_notice(gpu);
        nvc0_graph_work(gpu, budget);
        nv_ctxctl_notice(gpu);
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

static bool nv_ctxctl_switching(NVGPU *gpu)
{
    return gpu->ctxctl->hub.falcon.switching;
}

const NVEngine nv_engine_nvc0_graph = {
    .name = "PGRAPH",
    .bind = nv_ctxctl_bind,
    .select = nv_ctxctl_select,
    .run = nv_ctxctl_run,
    .idle = nv_ctxctl_idle,
    .busy = nv_ctxctl_busy,
    .work = nv_ctxctl_engine_work,
    .unload = nv_ctxctl_unload,
    .unloading = nv_ctxctl_unloading,
    .switching = nv_ctxctl_switching,
    .block = nv_ctxctl_engine_block,
    .error = nv_graph_error_name,
};
