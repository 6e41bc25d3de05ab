/*
 * NVIDIA GPU: PFIFO with PBDMAs: the unit, and faults of the MMU
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
#include "group.h"
#include "intr.h"
#include "inspect.h"
#include "pbdma-regs.h"
#include "pbdma.h"
#include "pfifo.h"
#include "runlist.h"
#include "scheduler.h"
#include "state.h"
#include "switch.h"
#include "user.h"

/* --- Interrupts ------------------------------------------------------- */

void nvc0_fifo_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_fifo_update_intr(gpu);
}

/* An interrupt may come again once it has been acknowledged. */
void nvc0_fifo_ack_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_fifo_update_intr(gpu);
    nvc0_switch_arm(gpu);
}

/* --- Faults ----------------------------------------------------------- */

/* From NVE4 on 0xc is of the kind of memory, and 0xa of a page's target. */
static uint32_t nvc0_fault_reason(NVGPU *gpu, const NVDmaFault *fault)
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

    return fault->why == NV_VM_WRONG_MEMTYPE && nv_pbdma_chip(gpu)->bad_target
        ? nv_pbdma_chip(gpu)->bad_target : reasons[fault->why & 0xf];
}

/* The first fault of a unit is kept until it has been acknowledged. */
static void nvc0_fault_set(NVGPU *gpu, unsigned unit, uint32_t block,
                           uint64_t addr, uint32_t type)
{
    uint32_t *units = &NV_R(gpu, NVC0_PFIFO_VM_FAULT_UNITS);
    int engine = nv_pbdma_chip(gpu)->fault_engine(gpu, unit);

    if (!extract32(*units, unit, 1)) {
        gpu->regs[R_NVC0_PFIFO_FAULT_INST + unit * 4] = block >> 12;
        gpu->regs[R_NVC0_PFIFO_FAULT_ADDRESS_LOW + unit * 4] = addr;
        gpu->regs[R_NVC0_PFIFO_FAULT_ADDRESS_HIGH + unit * 4] = addr >> 32;
        gpu->regs[R_NVC0_PFIFO_FAULT_TYPE + unit * 4] = type;
        *units |= BIT(unit);
    }
    if (engine >= 0) {
        nv_pbdma_chip(gpu)->fault(gpu, engine);
        nvc0_switch_ask(gpu);
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
                      nvc0_fault_reason(gpu, report->fault));
    type = FIELD_DP32(type, NVC0_PFIFO_FAULT_TYPE, HUB, !client->of_gpc);
    type = FIELD_DP32(type, NVC0_PFIFO_FAULT_TYPE, WRITE,
                      report->fault->write);
    type = FIELD_DP32(type, NVC0_PFIFO_FAULT_TYPE, CLIENT, client->client);
    nvc0_fault_log(gpu, report);
    nvc0_fault_set(gpu, client->unit, report->inst, report->fault->addr, type);
}

/* Drivers inject a fault to stop a hung engine. */
void nvc0_fifo_inject_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NVC0_PFIFO_FAULT_INJECT, TRIGGER)) {
        nvc0_fault_set(gpu, FIELD_EX32(val, NVC0_PFIFO_FAULT_INJECT, UNIT) %
                       NVC0_FAULT_UNITS, 0, 0, 0);
    }
}

/* --- Channels --------------------------------------------------------- */

void nvc0_fifo_chan_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NVC0_PFIFO_CHAN, VALID)) {
        nv_count(gpu, CHANNELS, 1);
    }
    nvc0_channel_set(gpu, (addr - nv_pbdma_chip(gpu)->channels) / 8, val);
    nv_fifo_kick(gpu);
}

uint32_t nvc0_fifo_preempt_inspect(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(NV_R(gpu, NVC0_PFIFO_PREEMPT), NVC0_PFIFO_PREEMPT,
                      PENDING, nvc0_switch_preempting(gpu) ||
                               NV_FAULTY(gpu, KICK));
}

uint32_t nvc0_fifo_preempt_read(NVGPU *gpu, uint32_t addr)
{
    nv_fifo_poll(gpu);
    return nvc0_fifo_preempt_inspect(gpu, addr);
}

/* A list that waits is taken now, unless a debugger looks. */
uint32_t nvc0_fifo_runlist_read(NVGPU *gpu, uint32_t addr)
{
    nvc0_runlist_settle(gpu);
    return gpu->regs[addr / 4];
}

void nvc0_fifo_timeout_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_switch_arm(gpu);
}

/* Stops what works, or lets it go on; the timeout of what stands doesn't run */
void nvc0_fifo_thaw_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_switch_ask(gpu);
    nv_fifo_kick(gpu);
    nvc0_switch_arm(gpu);
}

void nvc0_fifo_bar1_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nvc0_user_set_base(gpu);
}

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

const NVFifoOps nvc0_fifo_ops = {
    .slice = nvc0_fifo_slice,
    .round = nvc0_fifo_round,
    .beside = true,
    .load_object = nvc0_fifo_load_object,
    .refused = nvc0_switch_refused,
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
    memset(fifo->runlists, 0, sizeof(fifo->runlists));
    memset(nv_pbdmas(gpu)->spent, 0, sizeof(nv_pbdmas(gpu)->spent));
    memset(nv_pbdmas(gpu)->list, 0, sizeof(nv_pbdmas(gpu)->list));
    nv_pbdmas(gpu)->faulted = 0;
    nv_pbdmas(gpu)->leaving = 0;
    nv_pbdmas(gpu)->engine_faults = 0;
    nvf0_groups_reset(gpu);
    nvc0_switch_ask(gpu);
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

/* Before a list's address and length were kept with it, registers had them. */
static void nvc0_pfifo_load_waiting_list(NVGPU *gpu)
{
    if (nv_pbdma_chip(gpu)->runlists == 1 &&
        NV_R(gpu, NVC0_PFIFO_RUNLIST_CUR) &
        R_NVC0_PFIFO_RUNLIST_UPDATING_MASK) {
        NV_R(gpu, NVC0_PFIFO_RUNLIST_BASE_CUR) =
            NV_R(gpu, NVC0_PFIFO_RUNLIST_BASE);
        NV_R(gpu, NVC0_PFIFO_RUNLIST_CUR) =
            NV_R(gpu, NVC0_PFIFO_RUNLIST) | R_NVC0_PFIFO_RUNLIST_UPDATING_MASK;
    }
}

static bool nvc0_pfifo_load_lists(NVGPU *gpu)
{
    for (unsigned r = 0; r < nv_pbdma_chip(gpu)->runlists; r++) {
        NVRunList *runlist = &gpu->fifo->runlists[r];

        if ((runlist->len && runlist->turn >= runlist->len) ||
            !nv_runlist_post_load(runlist, gpu->chip->fifo->channels)) {
            return false;
        }
    }
    for (unsigned id = 0; id < NV_PBDMAS; id++) {
        nv_pbdmas(gpu)->list[id] %= nv_pbdma_chip(gpu)->runlists;
        nvc0_channel_find_engines(gpu, id);
    }
    nvc0_pfifo_load_waiting_list(gpu);
    return nvf0_groups_post_load(gpu);
}

static bool nvc0_pfifo_post_load(NVGPU *gpu, int version_id)
{
    if (!nvc0_pfifo_load_lists(gpu)) {
        return false;
    }
    nvc0_switch_ask(gpu);
    nvc0_user_set_base(gpu);
    nv_ramin_changed(gpu);
    nv_fifo_schedule_post_load(gpu);
    return nv_queue_post_load(gpu) && nvc0_switch_post_load(gpu);
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

const NVUnit nv_unit_nve4_pfifo = {
    .name = "PFIFO",
    .state = offsetof(NVGPU, fifo),
    .size = sizeof(NVPbdmas),
    .blocks = (const NVUnitBlock[]) {
        { &nve4_pfifo_regs }, { &nve4_pbdma_regs }, { &nve4_pccsr_regs }, { }
    },
    .realize = nvc0_pfifo_realize,
    .reset = nvc0_pfifo_reset,
    .enable = R_NV_PMC_ENABLE_PFIFO_MASK,
    .exit = nvc0_pfifo_exit,
    .post_load = nvc0_pfifo_post_load,
};

/* --- Snapshots -------------------------------------------------------- */

NV_VMSTATE_WIDE(nv_vmstate_engine_switch_wide, "nv-gpu/fifo/switch/wide",
                NVEngineSwitch);

static const VMStateDescription nv_vmstate_engine_switch = {
    .name = "nv-gpu/fifo/switch",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_BOOL(pending, NVEngineSwitch),
        VMSTATE_BOOL(unload, NVEngineSwitch),
        VMSTATE_SINGLE(chid, NVEngineSwitch, 0, nv_vmstate_info_chid_byte,
                       uint16_t),
        VMSTATE_UINT32(from, NVEngineSwitch),
        VMSTATE_INT64(since, NVEngineSwitch),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_engine_switch_wide,
        NULL
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

static bool nv_pbdmas_has_lists(void *opaque)
{
    const NVPbdmas *pbdmas = opaque;

    return nv_pbdma_chip(pbdmas->fifo.gpu)->runlists > 1;
}

/* What came with run lists for engines */
static const VMStateDescription nv_vmstate_pbdmas_lists = {
    .name = "nv-gpu/fifo/pbdmas/lists",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pbdmas_has_lists,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8_ARRAY(list, NVPbdmas, NV_PBDMAS),
        VMSTATE_UINT8(engine_faults, NVPbdmas),
        VMSTATE_STRUCT_SUB_ARRAY(switches, NVPbdmas, NVC0_ENGINES,
                                 NVE4_ENGINES - NVC0_ENGINES, 1,
                                 nv_vmstate_engine_switch, NVEngineSwitch),
        VMSTATE_ARRAY(fifo.runlists, NVPbdmas, NV_RUNLISTS, 1,
                      nv_vmstate_info_runlist, NVRunList),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_groups,
        NULL
    },
};

static const VMStateDescription nv_vmstate_of_pbdmas = {
    .name = "nv-gpu/fifo/pbdmas",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(faulted, NVPbdmas),
        VMSTATE_INT64_ARRAY(spent, NVPbdmas, NV_PBDMAS),
        VMSTATE_STRUCT_SUB_ARRAY(switches, NVPbdmas, 0, NVC0_ENGINES, 1,
                                 nv_vmstate_engine_switch, NVEngineSwitch),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_pbdmas_leaving,
        &nv_vmstate_pbdmas_lists,
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
        VMSTATE_UINT16(fifo.runlists[0].len, NVPbdmas),
        VMSTATE_UINT16(fifo.runlists[0].turn, NVPbdmas),
        VMSTATE_UINT64_SUB_ARRAY(fifo.runlists[0].waiting, NVPbdmas, 0,
                                 NVC0_FIFO_CHANNELS / 64),
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
