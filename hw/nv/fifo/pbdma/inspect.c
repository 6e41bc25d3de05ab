/*
 * NVIDIA GPU: PFIFO as a debugger sees it, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/dma.h"
#include "hw/nv/fifo/queue.h"
#include "hw/nv/fifo/regs.h"
#include "hw/nv/fifo/runlist.h"
#include "control.h"
#include "channel.h"
#include "intr.h"
#include "inspect.h"
#include "pbdma-host.h"
#include "pbdma.h"
#include "state.h"
#include "switch.h"

/* A channel's registers: its PBDMA's, or what was saved to RAMFC, in @ramfc */
static const uint32_t *nvc0_inspect_regs(NVGPU *gpu, unsigned chid,
                                         uint32_t *ramfc)
{
    int id = nvc0_channel_pbdma(gpu, chid);

    if (id >= 0) {
        return &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT);
    }
    nvc0_channel_ramfc(gpu, chid, ramfc);
    return ramfc;
}

static bool nvc0_inspect_channel(NVGPU *gpu, unsigned chid, NVChannelView *view)
{
    uint32_t ramfc[NV_PBDMA_RAMFC_WORDS];
    const uint32_t *regs;

    if (!nvc0_channel_block(gpu, chid)) {
        return false;
    }
    regs = nvc0_inspect_regs(gpu, chid, ramfc);
    view->dma = view->ring = view->has_ref = true;
    view->unit = nvc0_channel_pbdma(gpu, chid);
    view->block = view->ramfc = nvc0_channel_block(gpu, chid);
    view->get = nv_pbdma_address(regs, R_NV_PBDMA_GET, R_NV_PBDMA_GET_HI);
    view->put = nv_pbdma_address(regs, R_NV_PBDMA_PUT, R_NV_PBDMA_PUT_HI);
    view->left = FIELD_EX32(regs[R_NV_PBDMA_PB_COUNT], NV_PBDMA_PB_COUNT,
                            VALUE);
    view->ring_at = nv_pbdma_address(regs, R_NV_PBDMA_GP_BASE,
                                     R_NV_PBDMA_GP_BASE_HI);
    view->ring_mask = nv_pbdma_gp_mask(regs[R_NV_PBDMA_GP_BASE_HI]);
    view->ring_get = regs[R_NV_PBDMA_GP_GET] & view->ring_mask;
    view->ring_put = regs[R_NV_PBDMA_GP_PUT] & view->ring_mask;
    view->ref = regs[R_NV_PBDMA_REF];
    return true;
}

static uint32_t nvc0_inspect_saved(NVGPU *gpu, unsigned chid, uint32_t *size)
{
    *size = NV_PBDMA_RAMFC_SIZE;
    return nvc0_channel_may_load(gpu, chid) ? nvc0_channel_block(gpu, chid)
                                            : NV_RAMFC_NOWHERE;
}

/* --- What channels wait for -------------------------------------------- */

static const char *nvc0_inspect_error(NVGPU *gpu, unsigned chid)
{
    int id = nvc0_channel_pbdma(gpu, chid);
    const char *name;

    if (id < 0 || !nv_pbdma_stopped(gpu, id)) {
        return NULL;
    }
    name = nv_pbdma_error_of(NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_0));
    if (name) {
        return name + strlen(NV_PBDMA_ERROR_PREFIX);
    }
    return extract32(nv_pbdmas(gpu)->faulted, id, 1) ? "FAULT" : "OTHER";
}

/* RAMFC may have any operation. */
static NvSemaphoreOp nvc0_inspect_op(unsigned operation)
{
    return operation == NVC0_SEMAPHORE_ACQUIRE_GEQUAL
           ? NV_SEMAPHORE_OP_GREATER_EQUAL
           : operation == NVC0_SEMAPHORE_ACQUIRE_AND ? NV_SEMAPHORE_OP_AND
                                                     : NV_SEMAPHORE_OP_EQUAL;
}

static bool nvc0_inspect_semaphore(NVGPU *gpu, unsigned chid,
                                   NVSemaphoreView *view)
{
    uint32_t ramfc[NV_PBDMA_RAMFC_WORDS];
    const uint32_t *regs = nvc0_inspect_regs(gpu, chid, ramfc);
    uint32_t state = regs[R_NV_PBDMA_SEMAPHORE_D];
    unsigned operation;
    uint32_t want;
    NVDMAObject space;
    NVDmaReason why;
    uint8_t bytes[4];

    if (!FIELD_EX32(state, NV_PBDMA_SEMAPHORE_D, ACQUIRE_PENDING) ||
        !nv_pbdma_awaits(regs, &operation, &want)) {
        return false;
    }
    *view = (NVSemaphoreView) {
        .addr = (uint64_t)extract32(regs[R_NV_PBDMA_SEMAPHORE_A], 0, 8) << 32 |
                regs[R_NV_PBDMA_SEMAPHORE_B],
        .op = nvc0_inspect_op(operation),
        .want = want,
    };
    nv_dmaobj_of_space(gpu, nvc0_channel_block(gpu, chid), false, &space);
    view->readable = nv_dmaobj_peek(gpu, &space, view->addr, bytes,
                                    sizeof(bytes), false, &why);
    view->is = view->readable ? nv_fifo_ldl_p(gpu, bytes) : 0;
    return true;
}

static bool nvc0_inspect_turn(NVGPU *gpu, unsigned chid)
{
    return nvc0_channel_waits(gpu, chid);
}

/* The engine that is to load the channel, and hasn't done so yet */
static int nvc0_inspect_loading(NVGPU *gpu, unsigned chid)
{
    for (unsigned id = 0; id < NVE4_ENGINES; id++) {
        const NVEngineSwitch *s = &nv_pbdmas(gpu)->switches[id];

        if (s->pending && !s->unload && s->chid == chid) {
            return id;
        }
    }
    return -1;
}

/* The engine that a channel with work waits for: not idle, frozen or loading */
static int nvc0_inspect_engine(NVGPU *gpu, unsigned chid)
{
    int id = nvc0_channel_pbdma(gpu, chid);
    unsigned target;

    if (id < 0 ||
        !nv_pbdma_has_work(&NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT))) {
        return -1;
    }
    target = FIELD_EX32(NV_PBDMA_R(gpu, id, NV_PBDMA_TARGET),
                        NV_PBDMA_TARGET, ENGINE);
    return target < NVE4_ENGINES && (nvc0_fifo_frozen_engine(gpu, target) ||
                                     !nv_queue_idle(gpu, target, chid))
        ? target : nvc0_inspect_loading(gpu, chid);
}

static const char *nvc0_inspect_frozen(NVGPU *gpu, unsigned chid)
{
    const NVPbdmaChip *chip = nv_pbdma_chip(gpu);

    if (nv50_fifo_is_frozen(gpu)) {
        return "FREEZE";
    }
    return chip->off ? chip->off(gpu, MAX(nvc0_channel_pbdma(gpu, chid), 0))
                     : NULL;
}

/* --- Memory ----------------------------------------------------------- */

static bool nvc0_inspect_ramfc(NVGPU *gpu, unsigned chid, unsigned i,
                               NVWordView *word)
{
    uint32_t block = nvc0_channel_block(gpu, chid);
    NVRegView reg;

    if (!block || i >= NV_PBDMA_RAMFC_WORDS) {
        return false;
    }
    *word = (NVWordView) {
        .name = nv_regs_inspect(gpu, NV_PBDMA_BASE + i * 4, &reg) && reg.info
            ? reg.info->name : "",
        .addr = i * 4,
        .val = nv_ramin_read32(gpu, block + i * 4),
    };
    return true;
}

static bool nvc0_inspect_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj)
{
    uint32_t block = nvc0_channel_block(gpu, chid);

    nv_dmaobj_of_space(gpu, block, true, obj);
    return block;
}

/* Besides those of the PBDMAs */
static const char *const nvc0_error_names[] = {
    "SCHED_ERROR", "CHAN_TABLE_ERROR", "FB_FLUSH_TIMEOUT", "CHSW_ERROR",
    "LB_ERROR",
};

static const char *nvc0_inspect_error_name(NVGPU *gpu, unsigned i)
{
    return i < ARRAY_SIZE(nvc0_error_names)
        ? nvc0_error_names[i]
        : nv_pbdma_error_name(i - ARRAY_SIZE(nvc0_error_names));
}

const NVFifoInspectChip nvc0_fifo_inspect = {
    .on = nvc0_channel_enabled,
    .inspect = nvc0_inspect_channel,
    .saved = nvc0_inspect_saved,
    .error = nvc0_inspect_error,
    .semaphore = nvc0_inspect_semaphore,
    .turn = nvc0_inspect_turn,
    .engine = nvc0_inspect_engine,
    .frozen = nvc0_inspect_frozen,
    .ramfc = nvc0_inspect_ramfc,
    .space = nvc0_inspect_space,
    .push_space = nvc0_inspect_space,
    .entry_words = R_NVC0_GP_ENTRY_1_LENGTH_LENGTH,
    .submit = nvc0_control_submit,
    .push = nvc0_control_push,
    .kill = nvc0_control_kill,
    .error_name = nvc0_inspect_error_name,
    .runlist = true,
};
