/*
 * NVIDIA GPU: registers of a PFIFO with PBDMAs, NVE4+
 *
 * Source: nouveau's nvkm/engine/fifo/gk104.c; for names, and for what drivers
 * don't use, NVIDIA's manuals of GV100, dev_fifo.ref.txt and dev_ram.ref.txt.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/queue.h"
#include "hw/nv/fifo/regs.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "group.h"
#include "intr.h"
#include "inspect.h"
#include "pbdma-regs.h"
#include "pbdma.h"
#include "pfifo.h"
#include "runlist.h"
#include "state.h"
#include "switch.h"

/* --- Run lists --------------------------------------------------------- */

static void nve4_fifo_runlist_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned r = FIELD_EX32(val, NVE4_PFIFO_RUNLIST, ID);

    if (r >= nv_pbdma_chip(gpu)->runlists) {
        nv_refused_access(gpu, "PFIFO", r, val, "there is no such run list");
        return;
    }
    nvc0_runlist_set(gpu, r, NV_R(gpu, NVC0_PFIFO_RUNLIST_BASE),
                     FIELD_EX32(val, NVE4_PFIFO_RUNLIST, LENGTH));
    nv_fifo_kick(gpu);
}

static uint32_t nve4_fifo_pbdma_map_read(NVGPU *gpu, uint32_t addr)
{
    unsigned id = (addr - A_NVE4_PFIFO_PBDMA_MAP) / 4;

    return id < gpu->chip->counts->pbdmas
        ? nv_pbdma_chip(gpu)->runlists_of[id] : 0;
}

/* Engines that faults have stopped go on when their list may. */
static void nve4_fifo_error_disable_write(NVGPU *gpu, uint32_t addr,
                                          uint32_t val)
{
    const NVEngineInfo *info;

    for (info = gpu->chip->engine_info; info->name; info++) {
        if (val >> info->runlist & 1) {
            nv_pbdmas(gpu)->engine_faults &= ~BIT(info->engine);
        }
    }
    nvc0_fifo_thaw_write(gpu, addr, val);
}

/* --- Channels ---------------------------------------------------------- */

static void nve4_fifo_chan_state_write(NVGPU *gpu, uint32_t addr,
                                       uint32_t val)
{
    unsigned chid = (addr - A_NVE4_PFIFO_CHAN_STATE) / 8;
    uint32_t *state = &gpu->regs[addr / 4];

    if (FIELD_EX32(val, NVE4_PFIFO_CHAN_STATE, ENABLE_SET)) {
        *state |= R_NVE4_PFIFO_CHAN_STATE_ENABLE_MASK;
    }
    if (FIELD_EX32(val, NVE4_PFIFO_CHAN_STATE, ENABLE_CLR)) {
        *state &= ~R_NVE4_PFIFO_CHAN_STATE_ENABLE_MASK;
    }
    if (chid < gpu->chip->fifo->channels) {
        nvc0_channel_recheck(gpu, chid);
        nv_fifo_kick(gpu);
    }
}

/* Whether an engine has the channel's context */
static bool nve4_channel_on_engine(NVGPU *gpu, unsigned chid)
{
    uint32_t block = nvc0_channel_block(gpu, chid);

    for (unsigned id = 0; block && id < NVE4_ENGINES; id++) {
        const NVEngine *engine = nv_fifo_engine(gpu, id);

        if (engine->block && engine->block(gpu) == block) {
            return true;
        }
    }
    return false;
}

static unsigned nve4_channel_status(NVGPU *gpu, unsigned chid)
{
    bool on_engine = nve4_channel_on_engine(gpu, chid);
    bool waits = nvc0_channel_waits(gpu, chid);

    if (nvc0_channel_pbdma(gpu, chid) >= 0) {
        return on_engine ? NVE4_CHAN_STATUS_ON_PBDMA_AND_ENG
                         : NVE4_CHAN_STATUS_ON_PBDMA;
    }
    if (on_engine) {
        return waits ? NVE4_CHAN_STATUS_ON_ENG_PENDING
                     : NVE4_CHAN_STATUS_ON_ENG;
    }
    return waits ? NVE4_CHAN_STATUS_PENDING : NVE4_CHAN_STATUS_IDLE;
}

static uint32_t nve4_fifo_chan_state_read(NVGPU *gpu, uint32_t addr)
{
    unsigned chid = (addr - A_NVE4_PFIFO_CHAN_STATE) / 8;
    uint32_t val = gpu->regs[addr / 4];
    int id;

    if (chid >= gpu->chip->fifo->channels) {
        return val;
    }
    id = nvc0_channel_pbdma(gpu, chid);
    val = FIELD_DP32(val, NVE4_PFIFO_CHAN_STATE, STATUS,
                     nve4_channel_status(gpu, chid));
    return FIELD_DP32(val, NVE4_PFIFO_CHAN_STATE, BUSY,
                      nvc0_channel_waits(gpu, chid) ||
                      (id >= 0 && nv_pbdma_has_work(
                           &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT))));
}

/* Drivers take a group's channels from the list before they preempt it. */
static void nvf0_fifo_preempt_group(NVGPU *gpu, unsigned id)
{
    for (unsigned chid = 0; chid < gpu->chip->fifo->channels; chid++) {
        if (nvf0_group_has(gpu, id, chid)) {
            nvc0_switch_preempt(gpu, chid);
        }
    }
}

static void nve4_fifo_preempt_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned id = FIELD_EX32(val, NVE4_PFIFO_PREEMPT, ID);
    unsigned type = FIELD_EX32(val, NVE4_PFIFO_PREEMPT, TYPE);

    if (type == NVF0_PREEMPT_GROUP && nv_pbdma_chip(gpu)->groups) {
        nvf0_fifo_preempt_group(gpu, id);
    } else if (type == NVE4_PREEMPT_CHANNEL &&
               id < gpu->chip->fifo->channels) {
        nvc0_switch_preempt(gpu, id);
    } else {
        nv_refused_access(gpu, "PFIFO", id, val, "there is no such channel");
        return;
    }
    nv_fifo_kick(gpu);
}

/* --- Engines ----------------------------------------------------------- */

/*
 * The channel that an engine has, or -1.  One that keeps no context has that of
 * the PBDMA whose methods it got last.
 */
static int nve4_engine_channel(NVGPU *gpu, unsigned engine)
{
    const NVEngine *has = nv_fifo_engine(gpu, engine);

    if (has->block) {
        return nvc0_channel_of_block(gpu, has->block(gpu));
    }
    for (unsigned id = 0; id < gpu->chip->counts->pbdmas; id++) {
        if (FIELD_EX32(NV_PBDMA_R(gpu, id, NV_PBDMA_TARGET), NV_PBDMA_TARGET,
                       ENGINE) == engine) {
            return nv_pbdma_channel(gpu, id);
        }
    }
    return -1;
}

/* @has: the engine's channel; @chid: what ID says; each may be -1 */
static unsigned nve4_ctx_status(const NVEngineSwitch *s, int has, int chid)
{
    if (!s) {
        return chid >= 0 ? NVE4_CTX_STATUS_VALID : NVE4_CTX_STATUS_INVALID;
    }
    if (s->unload) {
        return NVE4_CTX_STATUS_SAVE;
    }
    return has >= 0 ? NVE4_CTX_STATUS_SWITCH : NVE4_CTX_STATUS_LOAD;
}

/*
 * Drivers reset an engine that a fault has stopped, and wait until it doesn't
 * switch.  They ask for its channel before: that which it was to load, if it has
 * none.  Until the reset it is still to leave the one that it has.
 */
static uint32_t nve4_fifo_engine_status_read(NVGPU *gpu, uint32_t addr)
{
    unsigned id = (addr - A_NVE4_PFIFO_ENGINE_STATUS) / 8;
    const NVEngine *engine = nv_fifo_engine(gpu, id);
    const NVEngineSwitch *waits = nvc0_switch_pending(gpu, id);
    bool frozen = nvc0_fifo_frozen_engine(gpu, id);
    int has = nve4_engine_channel(gpu, id);
    const NVEngineSwitch *s = frozen && has < 0 ? NULL : waits;
    int chid = frozen && has < 0 && waits ? waits->chid : has;
    bool is_group;
    uint32_t val = 0;

    val = FIELD_DP32(val, NVE4_PFIFO_ENGINE_STATUS, ID,
                     nvf0_group_name(gpu, chid, &is_group));
    val = FIELD_DP32(val, NVE4_PFIFO_ENGINE_STATUS, ID_IS_GROUP, is_group);
    val = FIELD_DP32(val, NVE4_PFIFO_ENGINE_STATUS, CTX_STATUS,
                     nve4_ctx_status(s, has, chid));
    val = FIELD_DP32(val, NVE4_PFIFO_ENGINE_STATUS, NEXT_ID,
                     nvf0_group_name(gpu, s ? s->chid : -1, &is_group));
    val = FIELD_DP32(val, NVE4_PFIFO_ENGINE_STATUS, NEXT_ID_IS_GROUP,
                     is_group);
    val = FIELD_DP32(val, NVE4_PFIFO_ENGINE_STATUS, FAULTED, frozen);
    return FIELD_DP32(val, NVE4_PFIFO_ENGINE_STATUS, ENGINE,
                      s || (has >= 0 &&
                            (!nv_fifo_engine_idle(gpu, engine, has) ||
                             frozen)));
}

static uint32_t nve4_fifo_pbdma_status_read(NVGPU *gpu, uint32_t addr)
{
    unsigned id = (addr - A_NVE4_PFIFO_PBDMA_STATUS) / 4;
    int chid = id < gpu->chip->counts->pbdmas ? nv_pbdma_channel(gpu, id) : -1;
    bool is_group;
    uint32_t val = 0;

    val = FIELD_DP32(val, NVE4_PFIFO_PBDMA_STATUS, ID,
                     nvf0_group_name(gpu, chid, &is_group));
    val = FIELD_DP32(val, NVE4_PFIFO_PBDMA_STATUS, ID_IS_GROUP, is_group);
    return FIELD_DP32(val, NVE4_PFIFO_PBDMA_STATUS, CHAN_STATUS,
                      chid >= 0 ? NVE4_CTX_STATUS_VALID
                                : NVE4_CTX_STATUS_INVALID);
}

/* --- Registers --------------------------------------------------------- */

static const NVRegInfo nve4_pfifo_rows[] = {
    /* Where the table was, there are other registers. */
    NV_ABSENT(NVC0_PFIFO_CHAN, .count = NVC0_FIFO_CHANNELS, .stride = 8),
    NV_ABSENT(NVC0_PFIFO_CHAN_STATE, .count = NVC0_FIFO_CHANNELS,
              .stride = 8),
    NV_ROW(NVC0_PFIFO_INTR,
           .w1c = R_NVC0_PFIFO_INTR_CHAN_TABLE_ERROR_MASK |
                  R_NVC0_PFIFO_INTR_BYPASS_MASK |
                  R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK |
                  R_NVC0_PFIFO_INTR_UNK16_MASK |
                  R_NVC0_PFIFO_INTR_FB_FLUSH_TIMEOUT_MASK |
                  R_NVC0_PFIFO_INTR_UNK24_MASK |
                  R_NVC0_PFIFO_INTR_ENGINE_MASK,
           .read = nvc0_fifo_intr_read, .write = nvc0_fifo_ack_write),
    NV_STORAGE(NVC0_PFIFO_CTRL),
    NV_ABSENT(NVC0_PFIFO_PBDMA_ENABLE),
    NV_ABSENT(NVC0_PFIFO_ENGINE_PBDMA_MASK, .count = NVC0_ENGINES),
    NV_ROW(NVE4_PFIFO_RUNLIST,
           .rw = R_NVE4_PFIFO_RUNLIST_LENGTH_MASK |
                 R_NVE4_PFIFO_RUNLIST_ID_MASK,
           .write = nve4_fifo_runlist_write),
    NV_ABSENT(NVC0_PFIFO_RUNLIST_BASE_CUR),
    NV_ABSENT(NVC0_PFIFO_RUNLIST_CUR),
    NV_ROW(NVE4_PFIFO_ENG_RUNLIST_BASE, .count = NV_RUNLISTS, .stride = 8,
           .own = UINT32_MAX),
    NV_ROW(NVE4_PFIFO_ENG_RUNLIST, .count = NV_RUNLISTS, .stride = 8,
           .read = nvc0_fifo_runlist_read, .inspect = nv_regs_stored,
           .acts_on_read = true, .own = UINT32_MAX),
    NV_ABSENT(NVC0_PFIFO_ENGINE_TIMESLICE, .count = NVC0_ENGINES),
    NV_ABSENT(NVC0_PFIFO_ENGINE_TIMEOUT, .count = NVC0_ENGINES),
    NV_ROW(NVE4_PFIFO_PBDMA_MAP, .count = NV_PBDMAS,
           .read = nve4_fifo_pbdma_map_read),
    NV_ABSENT(NVC0_PFIFO_INTR_ENGINES),
    NV_ABSENT(NVC0_PFIFO_ENGINE_INTR, .count = NVC0_ENGINES),
    NV_ABSENT(NVC0_PFIFO_ENGINE_INTR_EN),
    NV_ROW(NVE4_PFIFO_ERROR_SCHED_DISABLE, .w1c = UINT32_MAX,
           .write = nve4_fifo_error_disable_write),
    NV_ROW(NVE4_PFIFO_SCHED_DISABLE, .rw = UINT32_MAX,
           .write = nvc0_fifo_thaw_write),
    NV_ROW(NVE4_PFIFO_PREEMPT,
           .rw = R_NVE4_PFIFO_PREEMPT_ID_MASK |
                 R_NVE4_PFIFO_PREEMPT_TYPE_MASK,
           .read = nvc0_fifo_preempt_read, .inspect = nvc0_fifo_preempt_inspect,
           .acts_on_read = true, .write = nve4_fifo_preempt_write),
    NV_ABSENT(NVC0_PFIFO_ENGINE_STATE, .count = NVC0_ENGINES),
    NV_ROW(NVE4_PFIFO_ENGINE_STATUS, .count = NVE4_ENGINES, .stride = 8,
           .read = nve4_fifo_engine_status_read),
    NV_ROW(NVC0_PFIFO_FAULT_INJECT, .count = NVE4_ENGINES, .rw = 0x1ff,
           .write = nvc0_fifo_inject_write),
    NV_ROW(NVE4_PFIFO_PBDMA_STATUS, .count = NV_PBDMAS,
           .read = nve4_fifo_pbdma_status_read),
};

const NVRegBlock nve4_pfifo_regs = NV_PFIFO_BLOCK(nve4_pfifo_rows,
    .parent = &nvc0_pfifo_regs);

static const NVRegInfo nve4_pccsr_rows[] = {
    NV_ROW(NVE4_PFIFO_CHAN, .count = NV_FIFO_MAX_CHANNELS, .stride = 8,
           .write = nvc0_fifo_chan_write, .own = UINT32_MAX),
    NV_ROW(NVE4_PFIFO_CHAN_STATE, .count = NV_FIFO_MAX_CHANNELS, .stride = 8,
           .rw = R_NVE4_PFIFO_CHAN_STATE_RUNLIST_MASK,
           .own = R_NVE4_PFIFO_CHAN_STATE_ENABLE_MASK,
           .read = nve4_fifo_chan_state_read,
           .write = nve4_fifo_chan_state_write),
};

const NVRegBlock nve4_pccsr_regs = NV_REG_BLOCK("PCCSR", 0x800000, 0x10000,
                                                nve4_pccsr_rows);

/* --- The row ----------------------------------------------------------- */

static int nve4_fifo_fault_engine(NVGPU *gpu, unsigned unit)
{
    const NVEngineInfo *info;

    for (info = gpu->chip->engine_info; info->name; info++) {
        if (info->fault == unit) {
            return info->engine;
        }
    }
    return -1;
}

static uint32_t nve4_fifo_frozen(NVGPU *gpu)
{
    return nv_pbdmas(gpu)->engine_faults;
}

static uint32_t nve4_fifo_disabled(NVGPU *gpu)
{
    return NV_R(gpu, NVE4_PFIFO_SCHED_DISABLE) |
           NV_R(gpu, NVE4_PFIFO_ERROR_SCHED_DISABLE);
}

static void nve4_fifo_stop_engine(NVGPU *gpu, unsigned id)
{
    const NVEngineInfo *info = gpu->chip->engine_info;

    while (info->engine != id) {
        info++;
    }
    nv_pbdmas(gpu)->engine_faults |= BIT(id);
    NV_R(gpu, NVE4_PFIFO_ERROR_SCHED_DISABLE) |= BIT(info->runlist);
}

/*
 * Not if nobody asks for it: an old one would look like the next, which drivers
 * may clear behind it.
 */
static void nve4_fifo_non_stall(NVGPU *gpu, unsigned id, unsigned engine)
{
    NV_R(gpu, NVC0_PFIFO_INTR) |= NV_R(gpu, NVC0_PFIFO_INTR_EN) &
                                  R_NVC0_PFIFO_INTR_ENGINE_MASK;
}

/* Which run lists PBDMAs serve is a guess; none has more than two of them. */
#define NVE4_FIFO(_channels, ...) \
    .fifo = { \
        .channels = (_channels), \
        .ops = &nvc0_fifo_ops, \
        .inspect = &nvc0_fifo_inspect, \
    }, \
    .channels = A_NVE4_PFIFO_CHAN, \
    .loaded = NVE4_PBDMA_CHANNEL_LOADED, \
    .user_size = NVE4_USERD_SIZE, \
    .runlists = 7, \
    .runlist = A_NVE4_PFIFO_ENG_RUNLIST_BASE, \
    .runlists_of = { __VA_ARGS__ }, \
    .fault_engine = nve4_fifo_fault_engine, \
    .bad_target = 0xa, \
    .frozen = nve4_fifo_frozen, \
    .disabled = nve4_fifo_disabled, \
    .fault = nve4_fifo_stop_engine, \
    .non_stall = nve4_fifo_non_stall, \
    .fixed = true

const NVPbdmaChip nve4_fifo = {
    NVE4_FIFO(NV_FIFO_MAX_CHANNELS, 0x01, 0x4e, 0x30),
};

/* Groups, and class A16F: nouveau's nvkm/engine/fifo/gk110.c */
const NVPbdmaChip nvf0_fifo = {
    NVE4_FIFO(NV_FIFO_MAX_CHANNELS, 0x01, 0x4e, 0x30),
    .groups = true,
    .reductions = true,
};

/* Channels: nouveau's nvkm/engine/fifo/gk208.c and gm107.c */
const NVPbdmaChip nv108_fifo = {
    NVE4_FIFO(1024, 0x01, 0x7e),
    .groups = true,
};
const NVPbdmaChip nv117_fifo = {
    NVE4_FIFO(2048, 0x01, 0x7e),
    .groups = true,
    .reductions = true,
};
