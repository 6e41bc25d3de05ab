/*
 * NVIDIA GPU: PFIFO: the unit and its registers, NVC0+
 *
 * Source: envytools, rnndb/fifo/gf100_pfifo.xml; nouveau's
 * nvkm/engine/fifo/gf100.c and runl.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "migration/vmstate.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/fetch.h"
#include "hw/nv/fifo/ops.h"
#include "hw/nv/fifo/queue.h"
#include "hw/nv/fifo/reader.h"
#include "hw/nv/fifo/regs.h"
#include "hw/nv/fifo/runlist.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "intr.h"
#include "look.h"
#include "pbdma-regs.h"
#include "pbdma.h"
#include "scheduler.h"
#include "state.h"
#include "switch.h"
#include "user.h"

/* --- Interrupts ------------------------------------------------------- */

static void nvc0_fifo_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_fifo_update_intr(gpu);
}

/* An interrupt may come again once it has been acknowledged. */
static void nvc0_fifo_ack_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_fifo_update_intr(gpu);
    nvc0_switch_arm(gpu);
}

/* --- Faults ----------------------------------------------------------- */

/* Units whose fault stops an engine, by the engine's number */
static int nvc0_fault_engine(unsigned unit)
{
    switch (unit) {
    case NVC0_VM_UNIT_PGRAPH:
        return NVC0_ENGINE_GRAPH;
    case NVC0_VM_UNIT_PCE0:
        return NVC0_ENGINE_PCE0;
    case NVC0_VM_UNIT_PCE1:
        return NVC0_ENGINE_PCE1;
    default:
        return -1;
    }
}

static uint32_t nvc0_fault_reason(const NVDmaFault *fault)
{
    static const uint8_t reasons[] = {
        [NV_VM_PT_NOT_PRESENT & 0xf] = 0x0,
        [NV_VM_PT_TOO_SHORT & 0xf] = 0x1,
        [NV_VM_PAGE_NOT_PRESENT & 0xf] = 0x2,
        [NV_VM_LIMIT_EXCEEDED & 0xf] = 0x3,
        [NV_VM_DMAOBJ_LIMIT & 0xf] = 0x3,
        [NV_VM_NO_CHANNEL & 0xf] = 0x4,
        [NV_VM_PAGE_SUPERVISOR_ONLY & 0xf] = 0x5,
        [NV_VM_PAGE_READ_ONLY & 0xf] = 0x6,
        [NV_VM_WRONG_MEMTYPE & 0xf] = 0xc,
        [NV_VM_VRAM_LIMIT & 0xf] = 0xc,
    };

    return reasons[fault->why & 0xf];
}

/* The first fault of a unit is kept until it has been acknowledged. */
static void nvc0_fault_set(NVGPU *gpu, unsigned unit, uint32_t block,
                           uint64_t addr, uint32_t type)
{
    uint32_t *units = &NV_R(gpu, NVC0_PFIFO_VM_FAULT_UNITS);
    int engine = nvc0_fault_engine(unit);

    if (!extract32(*units, unit, 1)) {
        gpu->regs[R_NVC0_PFIFO_FAULT_INST + unit * 4] = block >> 12;
        gpu->regs[R_NVC0_PFIFO_FAULT_ADDRESS_LOW + unit * 4] = addr;
        gpu->regs[R_NVC0_PFIFO_FAULT_ADDRESS_HIGH + unit * 4] = addr >> 32;
        gpu->regs[R_NVC0_PFIFO_FAULT_TYPE + unit * 4] = type;
        *units |= BIT(unit);
    }
    if (engine >= 0) {
        NV_R(gpu, NVC0_PFIFO_ENGINE_FAULT) |= BIT(engine);
    }
    nvc0_fifo_update_intr(gpu);
}

/*
 * The CPU's windows report their faults themselves.  After a unit's first fault
 * no others are reported until the driver has handled it.
 */
static void nvc0_fault_log(NVGPU *gpu, const NVVmReport *report)
{
    const NVDmaFault *fault = report->fault;
    unsigned unit = report->client.unit;

    if ((unit == NVC0_VM_UNIT_PGRAPH || unit >= NVC0_VM_UNIT_PBDMA0) &&
        !extract32(NV_R(gpu, NVC0_PFIFO_VM_FAULT_UNITS), unit, 1)) {
        nv_log_error(gpu, "%s can't %s 0x%010" PRIx64 " for channel %d at "
                     "0x%08x: %s", report->client.name,
                     fault->write ? "write" : "read", fault->addr,
                     nvc0_channel_of_block(gpu, report->inst), report->inst,
                     nv_dma_reason_words(fault->why));
    }
}

static void nvc0_fifo_fault(Notifier *notifier, void *data)
{
    NVGPU *gpu = container_of(notifier, NVFifo, host_fault)->gpu;
    const NVVmReport *report = data;
    const NVVmClient *client = &report->client;
    uint32_t type = 0;

    type = FIELD_DP32(type, NVC0_PFIFO_FAULT_TYPE, REASON,
                      nvc0_fault_reason(report->fault));
    type = FIELD_DP32(type, NVC0_PFIFO_FAULT_TYPE, HUB, !client->of_gpc);
    type = FIELD_DP32(type, NVC0_PFIFO_FAULT_TYPE, WRITE,
                      report->fault->write);
    type = FIELD_DP32(type, NVC0_PFIFO_FAULT_TYPE, CLIENT, client->client);
    nvc0_fault_log(gpu, report);
    nvc0_fault_set(gpu, client->unit, report->inst, report->fault->addr, type);
}

/* Drivers inject a fault to stop a hung engine. */
static void nvc0_fifo_inject_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NVC0_PFIFO_FAULT_INJECT, TRIGGER)) {
        nvc0_fault_set(gpu, FIELD_EX32(val, NVC0_PFIFO_FAULT_INJECT, UNIT) %
                       NVC0_FAULT_UNITS, 0, 0, 0);
    }
}

/* --- Channels --------------------------------------------------------- */

static void nvc0_fifo_chan_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NVC0_PFIFO_CHAN, VALID)) {
        nv_count(gpu, CHANNELS, 1);
    }
    nvc0_channel_set(gpu, (addr - A_NVC0_PFIFO_CHAN) / 8, val);
    nv_fifo_kick(gpu);
}

static void nvc0_fifo_chan_state_write(NVGPU *gpu, uint32_t addr,
                                       uint32_t val)
{
    nvc0_channel_recheck(gpu);
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
                      nv_runlist_set_has(gpu->fifo->runlist.waiting, chid));
}

static void nvc0_fifo_runlist_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_runlist_set(gpu);
    nv_fifo_kick(gpu);
}

/* A list that waits is taken now, unless a debugger looks. */
static uint32_t nvc0_fifo_runlist_cur_read(NVGPU *gpu, uint32_t addr)
{
    nvc0_runlist_settle(gpu);
    return NV_R(gpu, NVC0_PFIFO_RUNLIST_CUR);
}

static void nvc0_fifo_preempt_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_switch_preempt(gpu, FIELD_EX32(val, NVC0_PFIFO_PREEMPT, CHID));
    nv_fifo_kick(gpu);
}

static uint32_t nvc0_fifo_preempt_look(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(NV_R(gpu, NVC0_PFIFO_PREEMPT), NVC0_PFIFO_PREEMPT,
                      PENDING, nvc0_switch_preempting(gpu) ||
                               NV_FAULTY(gpu, KICK));
}

static uint32_t nvc0_fifo_preempt_read(NVGPU *gpu, uint32_t addr)
{
    nv_fifo_poll(gpu);
    return nvc0_fifo_preempt_look(gpu, addr);
}

/*
 * Stops engines, or lets them go on.  The timeout of a stopped engine doesn't
 * run.
 */
static void nvc0_fifo_thaw_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_fifo_kick(gpu);
    nvc0_switch_arm(gpu);
}

static void nvc0_fifo_timeout_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_switch_arm(gpu);
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

static void nvc0_fifo_bar1_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_user_set_base(gpu);
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
           .rw = UINT32_MAX, .write = nv_pfifo_kick_write),
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
    NV_ROW(NVC0_PFIFO_RUNLIST_CUR, .read = nvc0_fifo_runlist_cur_read,
           .look = nv_regs_stored, .acts_on_read = true, .own = 0x01f00fff),
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
           .read = nvc0_fifo_preempt_read, .look = nvc0_fifo_preempt_look,
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
    NV_ROW(NVC0_PFIFO_CHAN, .count = NV_FIFO_MAX_CHANNELS, .stride = 8,
           .write = nvc0_fifo_chan_write, .own = UINT32_MAX),
    NV_ROW(NVC0_PFIFO_CHAN_STATE, .count = NV_FIFO_MAX_CHANNELS, .stride = 8,
           .rw = R_NVC0_PFIFO_CHAN_STATE_RUNNABLE_MASK |
                 R_NVC0_PFIFO_CHAN_STATE_ENGINE_MASK,
           .read = nvc0_fifo_chan_state_read,
           .write = nvc0_fifo_chan_state_write),
};

const NVRegBlock nvc0_pfifo_regs = NV_PFIFO_BLOCK(nvc0_pfifo_rows);

/* --- Life ------------------------------------------------------------- */

/* The address space of the channel whose PBDMA is at work */
static bool nvc0_fifo_load_object(NVPushReader *r)
{
    NVGPU *gpu = r->gpu;
    int chid = nv_pbdma_channel(gpu, gpu->fifo->unit);

    nv_dmaobj_of_space(gpu, chid < 0 ? 0 : nvc0_channel_block(gpu, chid),
                       false, &gpu->fifo->push);
    r->limit = r->address_mask;
    return true;
}

static const NVFifoOps nvc0_fifo_ops = {
    .slice = nvc0_fifo_slice,
    .round = nvc0_fifo_round,
    .beside = true,
    .load_object = nvc0_fifo_load_object,
    .refused = nvc0_switch_refused,
};

const NVFifoChip nvc0_fifo = {
    .channels = NV_FIFO_MAX_CHANNELS,
    .ops = &nvc0_fifo_ops,
    .look = &nvc0_fifo_look,
};

static uint32_t nvc0_fifo_no_grctx(NVGPU *gpu, unsigned chid)
{
    return 0;
}

static const NVEngineHost nvc0_fifo_engine_host = {
    .wake = nv_fifo_kick,
    .poll = nv_fifo_poll,
    .forget_queue = nv_queue_reset,
    .queued = nv_queue_used,
    .written = nv_fetch_written,
    .block = nvc0_channel_block,
    .of_block = nvc0_channel_of_block,
    .grctx = nvc0_fifo_no_grctx,
};

static void nvc0_fifo_endian_switch(Notifier *notifier, void *data)
{
    NVGPU *gpu = container_of(notifier, NVFifo, endian_switch)->gpu;

    nv_ramin_changed(gpu);
    nv_fifo_kick(gpu);
}

/* A unit, or a PBDMA, was turned off or on. */
static void nvc0_fifo_enables(Notifier *notifier, void *data)
{
    nv_pbdma_reset_off(container_of(notifier, NVPbdmas, enables)->fifo.gpu);
}

static bool nvc0_pfifo_realize(NVGPU *gpu, Error **errp)
{
    NVFifo *fifo = gpu->fifo;

    fifo->gpu = gpu;
    fifo->latency = gpu->engine_latency;
    gpu->engine_host = &nvc0_fifo_engine_host;
    fifo->host_fault.notify = nvc0_fifo_fault;
    notifier_list_add(&gpu->vm.fault, &fifo->host_fault);
    fifo->endian_switch.notify = nvc0_fifo_endian_switch;
    notifier_list_add(&gpu->bus->endian_switch, &fifo->endian_switch);
    nv_pbdmas(gpu)->enables.notify = nvc0_fifo_enables;
    notifier_list_add(&gpu->bus->enables, &nv_pbdmas(gpu)->enables);
    return nvc0_switch_init(gpu) && nv_fifo_schedule_init(gpu);
}

static void nvc0_pfifo_reset(NVGPU *gpu)
{
    NVFifo *fifo = gpu->fifo;

    nv_fifo_schedule_reset(gpu);
    nv_queue_reset_absent(gpu);
    nvc0_switch_reset(gpu);
    memset(&fifo->runlist, 0, sizeof(fifo->runlist));
    memset(nv_pbdmas(gpu)->spent, 0, sizeof(nv_pbdmas(gpu)->spent));
    nv_pbdmas(gpu)->faulted = 0;
    nv_pbdmas(gpu)->leaving = 0;
    nvc0_user_set_base(gpu);
    nv_ramin_changed(gpu);
    nvc0_fifo_update_intr(gpu);
}

static void nvc0_pfifo_exit(NVGPU *gpu)
{
    notifier_remove(&nv_pbdmas(gpu)->enables);
    notifier_remove(&gpu->fifo->endian_switch);
    notifier_remove(&gpu->fifo->host_fault);
    nvc0_switch_exit(gpu);
    nv_fifo_schedule_exit(gpu);
}

static bool nvc0_pfifo_post_load(NVGPU *gpu, int version_id)
{
    NVRunList *runlist = &gpu->fifo->runlist;

    if (runlist->len && runlist->turn >= runlist->len) {
        return false;
    }
    nvc0_user_set_base(gpu);
    nv_ramin_changed(gpu);
    nv_fifo_schedule_post_load(gpu);
    return nv_runlist_post_load(gpu) && nv_queue_post_load(gpu) &&
           nvc0_switch_post_load(gpu);
}

const NVUnit nv_unit_nvc0_pfifo = {
    .name = "PFIFO",
    .state = offsetof(NVGPU, fifo),
    .size = sizeof(NVPbdmas),
    .blocks = (const NVUnitBlock[]) {
        { &nvc0_pfifo_regs }, { &nv_pbdma_regs }, { }
    },
    .realize = nvc0_pfifo_realize,
    .reset = nvc0_pfifo_reset,
    .enable = R_NV_PMC_ENABLE_PFIFO_MASK,
    .exit = nvc0_pfifo_exit,
    .post_load = nvc0_pfifo_post_load,
};

/* --- Snapshots -------------------------------------------------------- */

static const VMStateDescription nv_vmstate_engine_switch = {
    .name = "nv-gpu/fifo/switch",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_BOOL(pending, NVEngineSwitch),
        VMSTATE_BOOL(unload, NVEngineSwitch),
        VMSTATE_UINT8(chid, NVEngineSwitch),
        VMSTATE_UINT32(from, NVEngineSwitch),
        VMSTATE_INT64(since, NVEngineSwitch),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_pbdmas_leaving_needed(void *opaque)
{
    const NVPbdmas *pbdmas = opaque;

    return pbdmas->leaving;
}

static const VMStateDescription nv_vmstate_pbdmas_leaving = {
    .name = "nv-gpu/fifo/pbdmas/leaving",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pbdmas_leaving_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(leaving, NVPbdmas),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription nv_vmstate_of_pbdmas = {
    .name = "nv-gpu/fifo/pbdmas",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(faulted, NVPbdmas),
        VMSTATE_INT64_ARRAY(spent, NVPbdmas, NV_PBDMAS),
        VMSTATE_STRUCT_ARRAY(switches, NVPbdmas, NVC0_ENGINES, 1,
                             nv_vmstate_engine_switch, NVEngineSwitch),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_pbdmas_leaving,
        NULL
    },
};

/* Bytes of CACHE1's slots and CHANNEL_MODE, which 0.1 saved on all cards */
#define NV_PBDMAS_UNUSED (512 * 8 + 4)

const VMStateDescription nv_vmstate_pbdmas = {
    .name = "nv-gpu/fifo",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UNUSED(NV_PBDMAS_UNUSED),
        VMSTATE_UINT16(fifo.runlist.len, NVPbdmas),
        VMSTATE_UINT16(fifo.runlist.turn, NVPbdmas),
        VMSTATE_UINT64_ARRAY(fifo.runlist.waiting, NVPbdmas,
                             NV_FIFO_MAX_CHANNELS / 64),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_queues,
        &nv_vmstate_runlist,
        &nv_vmstate_of_pbdmas,
        &nv_vmstate_fifo_schedule,
        NULL
    },
};
