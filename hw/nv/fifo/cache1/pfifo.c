/*
 * NVIDIA GPU: PFIFO: the unit, cards with CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "migration/vmstate.h"
#include "hw/nv/fifo/fetch.h"
#include "hw/nv/fifo/ops.h"
#include "hw/nv/fifo/queue.h"
#include "hw/nv/fifo/runlist.h"
#include "hw/nv/fifo/scheduler.h"
#include "cache0.h"
#include "channel-nv50.h"
#include "channel.h"
#include "dma.h"
#include "intr.h"
#include "ops.h"
#include "puller.h"
#include "ramfc.h"
#include "scheduler.h"
#include "state.h"

/* --- Life ------------------------------------------------------------- */

static uint32_t nv_pfifo_grctx(NVGPU *gpu, unsigned chid)
{
    return nv_ramfc_peek(gpu, chid, R_NV_PFIFO_CACHE1_GRCTX_INST);
}

static const NVEngineHost nv_pfifo_engine_host = {
    .wake = nv_fifo_kick,
    .poll = nv_fifo_poll,
    .forget_queue = nv_queue_reset,
    .queued = nv_queue_used,
    .written = nv_fetch_written,
    .block = nv_fifo_block,
    .of_block = nv50_channel_of_block,
    .grctx = nv_pfifo_grctx,
};

/* BAR and peephole report their faults here. */
static void nv_pfifo_host_fault(Notifier *notifier, void *data)
{
    NVGPU *gpu = container_of(notifier, NVFifo, host_fault)->gpu;
    const NVVmReport *report = data;

    switch (report->user & 0xff) {
    case NV_VM_ENGINE_BAR:
        nv_fifo_raise(gpu, R_NV50_PFIFO_INTR_BAR_FAULT_MASK);
        break;
    case NV_VM_ENGINE_PEEPHOLE:
        nv_fifo_raise(gpu, R_NV50_PFIFO_INTR_PEEPHOLE_FAULT_MASK);
        break;
    }
}

/* Everything that was read in the other byte order has to be read again. */
static void nv_pfifo_endian_switch(Notifier *notifier, void *data)
{
    NVGPU *gpu = container_of(notifier, NVFifo, endian_switch)->gpu;

    nv_ramin_changed(gpu);
    nv_fifo_kick(gpu);
}

static bool nv_pfifo_realize(NVGPU *gpu, Error **errp)
{
    if (gpu->nv04_mode) {
        error_setg(errp, "x-nv04-mode is for cards from NVC0 on");
        return false;
    }
    gpu->fifo->gpu = gpu;
    gpu->fifo->latency = gpu->engine_latency;
    nv_regs_init(gpu, &nv_cache1(gpu)->regs, nv_cache1_chip(gpu)->regs);
    if (nv_cache1_chip(gpu)->cache1_regs) {
        nv_regs_init(gpu, &nv_cache1(gpu)->cache1_regs,
                     nv_cache1_chip(gpu)->cache1_regs);
    }
    nv_ramfc_prepare(gpu);
    gpu->engine_host = &nv_pfifo_engine_host;
    gpu->fifo->host_fault.notify = nv_pfifo_host_fault;
    notifier_list_add(&gpu->vm.fault, &gpu->fifo->host_fault);
    gpu->fifo->endian_switch.notify = nv_pfifo_endian_switch;
    notifier_list_add(&gpu->bus->endian_switch, &gpu->fifo->endian_switch);
    nv_cache1(gpu)->host_methods = nv_puller_host_methods(nv_cache1_chip(gpu));
    return nv_fifo_schedule_init(gpu);
}

static void nv_pfifo_reset(NVGPU *gpu)
{
    nv_fifo_schedule_reset(gpu);
    nv_queue_reset_absent(gpu);
    nv_regs_reset(&nv_cache1(gpu)->regs);
    memset(nv_cache1(gpu)->cache1, 0, sizeof(nv_cache1(gpu)->cache1));
    nv_cache1(gpu)->mode = 0;
    nv_cache1(gpu)->partial_write.be = 0;
    memset(nv_runlist(gpu), 0, sizeof(*nv_runlist(gpu)));
    memset(nv_cache1(gpu)->software, 0, sizeof(nv_cache1(gpu)->software));
    nv_ramin_changed(gpu);
    nv_fifo_update_intr(gpu);
}

static void nv_pfifo_disable(NVGPU *gpu)
{
    nv_cache1_chip(gpu)->ops->disable(gpu);
}

const NVFifoOps nv_cache1_fifo_ops = {
    .slice = nv_cache1_slice,
    .round = nv_cache1_round,
    .retry_us = nv_cache1_retry_us,
    .load_object = nv_cache1_load_object,
    .big_endian = nv_cache1_big_endian,
};

const NVCache1Ops nv04_cache1_ops = {
    .run = nv04_puller_run,
    .inject = nv04_cache0_inject,
    .disable = nv_pfifo_reset,
};

static void nv_pfifo_exit(NVGPU *gpu)
{
    notifier_remove(&gpu->fifo->endian_switch);
    notifier_remove(&gpu->fifo->host_fault);
    nv_fifo_schedule_exit(gpu);
    nv_regs_exit(&nv_cache1(gpu)->cache1_regs);
    nv_regs_exit(&nv_cache1(gpu)->regs);
}

/* What was fetched or translated is read again when the guest resumes. */
static bool nv_pfifo_post_load(NVGPU *gpu, int version_id)
{
    /* So that no code has to expect channels that the card doesn't have */
    if (nv_fifo_channel(gpu) >= gpu->chip->fifo->channels) {
        NV_R(gpu, NV_PFIFO_CACHE1_PUSH1) = 0;
    }
    NV_R(gpu, NV_PFIFO_CACHE0_PUSH1) %= gpu->chip->fifo->channels;
    nv_cache1(gpu)->partial_write.be = 0;
    memset(nv_cache1(gpu)->software, UINT8_MAX,
           sizeof(nv_cache1(gpu)->software));
    nv_ramin_changed(gpu);
    nv_fifo_schedule_post_load(gpu);
    return nv_runlist_post_load(nv_runlist(gpu), gpu->chip->fifo->channels) &&
           nv_queue_post_load(gpu);
}

const NVUnit nv_unit_pfifo = {
    .name = "PFIFO",
    .state = offsetof(NVGPU, fifo),
    .size = sizeof(NVCache1),
    .realize = nv_pfifo_realize,
    .reset = nv_pfifo_reset,
    .enable = R_NV_PMC_ENABLE_PFIFO_MASK,
    .disable = nv_pfifo_disable,
    .exit = nv_pfifo_exit,
    .post_load = nv_pfifo_post_load,
};

static const VMStateDescription nv_vmstate_cache_entry = {
    .name = "nv-gpu/fifo/cache1",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(addr, NVCacheEntry),
        VMSTATE_UINT32(data, NVCacheEntry),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_cache1 = {
    .name = "nv-gpu/fifo",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_ARRAY(cache1, NVCache1, NV_CACHE1_MAX_ENTRIES, 1,
                             nv_vmstate_cache_entry, NVCacheEntry),
        VMSTATE_UINT32(mode, NVCache1),
        VMSTATE_UINT16(fifo.runlists[0].len, NVCache1),
        VMSTATE_UINT16(fifo.runlists[0].turn, NVCache1),
        VMSTATE_UINT64_SUB_ARRAY(fifo.runlists[0].waiting, NVCache1, 0,
                                 NVC0_FIFO_CHANNELS / 64),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_queues,
        &nv_vmstate_runlist,
        &nv_vmstate_fifo_schedule,
        NULL
    },
};
