/*
 * NVIDIA GPU: registers of a PFIFO with PBDMAs, NVC0:NVE4
 *
 * Source: envytools, rnndb/fifo/gf100_pfifo.xml; nouveau's
 * nvkm/engine/fifo/gf100.c and runl.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/queue.h"
#include "hw/nv/fifo/regs.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "inspect.h"
#include "intr.h"
#include "pbdma.h"
#include "pfifo.h"
#include "runlist.h"
#include "state.h"
#include "switch.h"

/* --- Engines' interrupts ------------------------------------------------ */

static uint32_t nvc0_fifo_engines_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t mask = 0;

    for (unsigned id = 0; id < NVC0_ENGINES; id++) {
        if (gpu->regs[R_NVC0_PFIFO_ENGINE_INTR + id]) {
            mask |= BIT(id);
        }
    }
    return mask;
}

static uint32_t nvc0_fifo_engine_intr(NVGPU *gpu)
{
    return FIELD_DP32(0, NVC0_PFIFO_INTR, ENGINE,
                      nvc0_fifo_engines_read(gpu, 0) != 0);
}

/* --- Channels --------------------------------------------------------- */

static void nvc0_fifo_chan_state_write(NVGPU *gpu, uint32_t addr,
                                       uint32_t val)
{
    nvc0_channel_recheck(gpu, (addr - A_NVC0_PFIFO_CHAN_STATE) / 8);
    nv_fifo_kick(gpu);
}

static uint32_t nvc0_fifo_chan_state_read(NVGPU *gpu, uint32_t addr)
{
    unsigned chid = (addr - A_NVC0_PFIFO_CHAN_STATE) / 8;
    uint32_t val = gpu->regs[addr / 4];
    int id = nvc0_channel_pbdma(gpu, chid);

    val = FIELD_DP32(val, NVC0_PFIFO_CHAN_STATE, LOADED, id >= 0);
    val = FIELD_DP32(val, NVC0_PFIFO_CHAN_STATE, ACQUIRE_PENDING,
                     id >= 0 && nv_pbdma_acquiring(gpu, id));
    return FIELD_DP32(val, NVC0_PFIFO_CHAN_STATE, PENDING,
                      nvc0_channel_waits(gpu, chid));
}

static void nvc0_fifo_runlist_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_runlist_set(gpu, 0, NV_R(gpu, NVC0_PFIFO_RUNLIST_BASE),
                     NV_R(gpu, NVC0_PFIFO_RUNLIST));
    nv_fifo_kick(gpu);
}

static void nvc0_fifo_preempt_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_switch_preempt(gpu, FIELD_EX32(val, NVC0_PFIFO_PREEMPT, CHID));
    nv_fifo_kick(gpu);
}

/* Bits of a channel switch in progress: all those that drivers check */
static uint32_t nvc0_fifo_switch_bits(bool saves)
{
    uint32_t val = 0;

    val = FIELD_DP32(val, NVC0_PFIFO_ENGINE_STATE, SWITCH_UNK12, 1);
    val = FIELD_DP32(val, NVC0_PFIFO_ENGINE_STATE, SWITCH_UNK14, 1);
    val = FIELD_DP32(val, NVC0_PFIFO_ENGINE_STATE, SWITCHING, 1);
    val = FIELD_DP32(val, NVC0_PFIFO_ENGINE_STATE, SWITCH_UNK18, 1);
    return FIELD_DP32(val, NVC0_PFIFO_ENGINE_STATE, SAVE, saves);
}

/* An engine's state; CHID is the channel that it has, or else is to load. */
static uint32_t nvc0_fifo_engine_state_read(NVGPU *gpu, uint32_t addr)
{
    unsigned id = (addr - A_NVC0_PFIFO_ENGINE_STATE) / 4;
    const NVEngine *engine = nv_fifo_engine(gpu, id);
    const NVEngineSwitch *s = nvc0_switch_pending(gpu, id);
    int chid = engine->block ? nvc0_channel_of_block(gpu, engine->block(gpu))
                             : -1;
    bool frozen = nvc0_fifo_frozen_engine(gpu, id);
    bool busy = s || (chid >= 0 &&
                      (!nv_fifo_engine_idle(gpu, engine, chid) || frozen));
    uint32_t val = s && !frozen ? nvc0_fifo_switch_bits(chid >= 0) : 0;

    val = FIELD_DP32(val, NVC0_PFIFO_ENGINE_STATE, CHID,
                     chid >= 0 ? chid : s ? s->chid : 0);
    val = FIELD_DP32(val, NVC0_PFIFO_ENGINE_STATE, FAULTED,
                     extract32(NV_R(gpu, NVC0_PFIFO_ENGINE_FAULT), id, 1));
    val = FIELD_DP32(val, NVC0_PFIFO_ENGINE_STATE, BUSY, busy);
    return FIELD_DP32(val, NVC0_PFIFO_ENGINE_STATE, BUSY_31, busy);
}

/* --- Control ---------------------------------------------------------- */

static void nvc0_fifo_pbdma_enable_write(NVGPU *gpu, uint32_t addr,
                                         uint32_t val)
{
    NV_R(gpu, NVC0_PFIFO_PBDMA_ENABLE) =
        val & MAKE_64BIT_MASK(0, gpu->chip->counts->pbdmas);
    nv_fifo_kick(gpu);
}

/* The engine that the PBDMA's channel uses, or has used last */
static uint32_t nvc0_fifo_pbdma_engine_read(NVGPU *gpu, uint32_t addr)
{
    unsigned id = (addr - A_NVC0_PFIFO_PBDMA_ENGINE) / 4;

    return id < gpu->chip->counts->pbdmas && nv_pbdma_channel(gpu, id) >= 0
        ? FIELD_EX32(NV_PBDMA_R(gpu, id, NV_PBDMA_TARGET), NV_PBDMA_TARGET,
                     ENGINE) : NV_PBDMA_NO_ENGINE;
}

static const NVRegInfo nvc0_pfifo_rows[] = {
    NV_ROW(NVC0_PFIFO_INTR,
           .w1c = R_NVC0_PFIFO_INTR_CHAN_TABLE_ERROR_MASK |
                  R_NVC0_PFIFO_INTR_BYPASS_MASK |
                  R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK |
                  R_NVC0_PFIFO_INTR_UNK16_MASK |
                  R_NVC0_PFIFO_INTR_FB_FLUSH_TIMEOUT_MASK |
                  R_NVC0_PFIFO_INTR_UNK24_MASK,
           .read = nvc0_fifo_intr_read, .write = nvc0_fifo_ack_write),
    NV_ROW(NVC0_PFIFO_INTR_EN, .rw = UINT32_MAX,
           .write = nvc0_fifo_intr_write),
    NV_ROW(NVC0_PFIFO_CTRL, .rw = UINT32_MAX, .write = nv_pfifo_kick_write),
    NV_ROW(NVC0_PFIFO_PBDMA_ENABLE, .write = nvc0_fifo_pbdma_enable_write,
           .own = MAKE_64BIT_MASK(0, NV_PBDMAS)),
    NV_ROW(NVC0_PFIFO_ENGINE_PBDMA_MASK, .count = NVC0_ENGINES,
           .rw = UINT32_MAX, .write = nvc0_fifo_thaw_write),
    NV_ROW(NVC0_PFIFO_NOSNOOP_REFRESH, .rw = UINT32_MAX, .reset = 0x80),
    NV_ROW(NVC0_PFIFO_HIDDEN_CHANNEL, .rw = UINT32_MAX, .reset = 0xd080),
    NV_ROW(NVC0_PFIFO_ACQ_PRETEST, .rw = UINT32_MAX, .reset = 0x1000a080),
    NV_ROW(NVC0_PFIFO_BAR1_BASE, .rw = 0x1fffffff,
           .write = nvc0_fifo_bar1_write),
    NV_STORAGE(NVC0_PFIFO_IDLE_FILTER),
    NV_STORAGE(NVC0_PFIFO_CTXSW_INTERVAL),
    NV_ROW(NVC0_PFIFO_RUNLIST_BASE, .rw = 0x3fffffff),
    NV_ROW(NVC0_PFIFO_RUNLIST, .rw = 0x01f00fff,
           .write = nvc0_fifo_runlist_write),
    NV_ROW(NVC0_PFIFO_RUNLIST_BASE_CUR, .own = 0x3fffffff),
    NV_ROW(NVC0_PFIFO_RUNLIST_CUR, .read = nvc0_fifo_runlist_read,
           .inspect = nv_regs_stored, .acts_on_read = true, .own = 0x01f00fff),
    NV_ROW(NVC0_PFIFO_ENGINE_TIMESLICE, .count = NVC0_ENGINES,
           .rw = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_ENGINE_TIMEOUT, .count = NVC0_ENGINES,
           .rw = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_PBDMA_ENGINE, .count = NV_PBDMAS,
           .read = nvc0_fifo_pbdma_engine_read),
    NV_ROW(NV50_PFIFO_FREEZE, .rw = R_NV50_PFIFO_FREEZE_ENABLE_MASK,
           .read = nv50_fifo_freeze_read, .write = nv_pfifo_kick_write),
    NV_STORAGE(NVC0_PFIFO_INTR_EN_NRHOST),
    NV_ROW(NVC0_PFIFO_CHAN_TABLE_ERROR, .own = UINT32_MAX),
    NV_STORAGE(NVC0_PFIFO_INTR_HALT_MASK),
    NV_ROW(NVC0_PFIFO_SCHED_ERROR, .own = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_INTR_UNK16, .own = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_INTR_UNK24, .own = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_VM_FAULT_UNITS, .w1c = UINT32_MAX,
           .write = nvc0_fifo_intr_write),
    NV_ROW(NVC0_PFIFO_INTR_PBDMAS, .read = nvc0_fifo_pbdmas_read),
    NV_ROW(NVC0_PFIFO_INTR_ENGINES, .read = nvc0_fifo_engines_read),
    NV_ROW(NVC0_PFIFO_ENGINE_INTR, .count = NVC0_ENGINES, .w1c = UINT32_MAX,
           .write = nvc0_fifo_intr_write),
    NV_STORAGE(NVC0_PFIFO_ENGINE_INTR_EN),
    NV_ROW(NVC0_PFIFO_ENGINE_FAULT, .w1c = UINT32_MAX,
           .write = nvc0_fifo_thaw_write),
    NV_ROW(NVC0_PFIFO_ENGINE_FREEZE, .rw = UINT32_MAX,
           .write = nvc0_fifo_thaw_write),
    NV_ROW(NVC0_PFIFO_PREEMPT, .rw = R_NVC0_PFIFO_PREEMPT_CHID_MASK,
           .read = nvc0_fifo_preempt_read, .inspect = nvc0_fifo_preempt_inspect,
           .acts_on_read = true, .write = nvc0_fifo_preempt_write),
    NV_STORAGE(NVC0_PFIFO_FREEZE),
    NV_ROW(NVC0_PFIFO_ENGINE_STATE, .count = NVC0_ENGINES,
           .read = nvc0_fifo_engine_state_read),
    NV_ROW(NVC0_PFIFO_FAULT_INST, .count = NVC0_FAULT_UNITS, .stride = 0x10,
           .own = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_FAULT_ADDRESS_LOW, .count = NVC0_FAULT_UNITS,
           .stride = 0x10, .own = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_FAULT_ADDRESS_HIGH, .count = NVC0_FAULT_UNITS,
           .stride = 0x10, .own = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_FAULT_TYPE, .count = NVC0_FAULT_UNITS, .stride = 0x10,
           .own = R_NVC0_PFIFO_FAULT_TYPE_REASON_MASK |
                  R_NVC0_PFIFO_FAULT_TYPE_HUB_MASK |
                  R_NVC0_PFIFO_FAULT_TYPE_WRITE_MASK |
                  R_NVC0_PFIFO_FAULT_TYPE_CLIENT_MASK),
    NV_ROW(NVC0_PFIFO_INTR_RUNLIST, .w1c = UINT32_MAX,
           .write = nvc0_fifo_intr_write),
    NV_STORAGE(NVC0_PFIFO_FB_TIMEOUT),
    NV_ROW(NVC0_PFIFO_CTXSW_TIMEOUT, .rw = UINT32_MAX, .reset = UINT32_MAX,
           .write = nvc0_fifo_timeout_write),
    NV_ROW(NVC0_PFIFO_FAULT_INJECT, .count = NVC0_ENGINES, .rw = 0x1ff,
           .write = nvc0_fifo_inject_write),
    NV_ROW(NVC0_PFIFO_CHAN, .count = NVC0_FIFO_CHANNELS, .stride = 8,
           .write = nvc0_fifo_chan_write, .own = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_CHAN_STATE, .count = NVC0_FIFO_CHANNELS, .stride = 8,
           .rw = R_NVC0_PFIFO_CHAN_STATE_RUNNABLE_MASK |
                 R_NVC0_PFIFO_CHAN_STATE_ENGINE_MASK,
           .read = nvc0_fifo_chan_state_read,
           .write = nvc0_fifo_chan_state_write),
};

const NVRegBlock nvc0_pfifo_regs = NV_PFIFO_BLOCK(nvc0_pfifo_rows);

/* --- The row ----------------------------------------------------------- */

/* Faults of video engines stop nothing: they do nothing. */
static int nvc0_fifo_fault_engine(NVGPU *gpu, unsigned unit)
{
    switch (unit) {
    case NVC0_VM_UNIT_PGRAPH:
        return NVC0_ENGINE_GRAPH;
    case NVC0_VM_UNIT_PCE0:
        return NVC0_ENGINE_PCE0;
    case NVC0_VM_UNIT_PCE1:
        return gpu->chip->engines[NVC0_ENGINE_PCE1] ? NVC0_ENGINE_PCE1 : -1;
    default:
        return -1;
    }
}

static const char *nvc0_fifo_off(NVGPU *gpu, unsigned id)
{
    if (!FIELD_EX32(NV_R(gpu, NVC0_PFIFO_CTRL), NVC0_PFIFO_CTRL, ENABLE)) {
        return "CTRL";
    }
    return extract32(NV_R(gpu, NVC0_PFIFO_PBDMA_ENABLE), id, 1)
        ? NULL : "PBDMA_ENABLE";
}

static uint32_t nvc0_fifo_frozen(NVGPU *gpu)
{
    return NV_R(gpu, NVC0_PFIFO_ENGINE_FREEZE) |
           NV_R(gpu, NVC0_PFIFO_ENGINE_FAULT);
}

static void nvc0_fifo_stop_engine(NVGPU *gpu, unsigned id)
{
    NV_R(gpu, NVC0_PFIFO_ENGINE_FAULT) |= BIT(id);
}

static uint32_t nvc0_fifo_refused(NVGPU *gpu, unsigned id)
{
    uint32_t engines = 0;

    for (unsigned i = 0; i < NVC0_ENGINES; i++) {
        if (gpu->regs[R_NVC0_PFIFO_ENGINE_PBDMA_MASK + i] >> id & 1) {
            engines |= BIT(i);
        }
    }
    return engines;
}

static void nvc0_fifo_non_stall(NVGPU *gpu, unsigned id, unsigned engine)
{
    gpu->regs[R_NVC0_PFIFO_ENGINE_INTR + engine] |=
        R_NVC0_PFIFO_ENGINE_INTR_NON_STALL_MASK << (id * 4);
}

const NVPbdmaChip nvc0_fifo = {
    .fifo = {
        .channels = NVC0_FIFO_CHANNELS,
        .ops = &nvc0_fifo_ops,
        .inspect = &nvc0_fifo_inspect,
    },
    .channels = A_NVC0_PFIFO_CHAN,
    .loaded = R_NV_PBDMA_CHANNEL_ACTIVE_MASK,
    .user_size = NV_USERD_SIZE,
    .runlists = 1,
    .runlist = A_NVC0_PFIFO_RUNLIST_BASE_CUR,
    .runlist_event = R_NVC0_PFIFO_INTR_RUNLIST_DONE_SHIFT,
    .runlists_of = { 1, 1, 1 },
    .old_methods = true,
    .fault_engine = nvc0_fifo_fault_engine,
    .off = nvc0_fifo_off,
    .frozen = nvc0_fifo_frozen,
    .fault = nvc0_fifo_stop_engine,
    .refused = nvc0_fifo_refused,
    .intr = nvc0_fifo_engine_intr,
    .non_stall = nvc0_fifo_non_stall,
};
