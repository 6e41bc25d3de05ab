/*
 * NVIDIA GPU: PFIFO's state in snapshots
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "migration/vmstate.h"
#include "queue.h"
#include "runlist.h"
#include "scheduler.h"

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

static bool nv_pbdmas_needed(void *opaque)
{
    const NVFifo *fifo = opaque;

    return fifo->gpu->chip->counts;
}

static bool nv_pbdmas_leaving_needed(void *opaque)
{
    const NVFifo *fifo = opaque;

    return fifo->pbdma_leaving;
}

static const VMStateDescription nv_vmstate_pbdmas_leaving = {
    .name = "nv-gpu/fifo/pbdmas/leaving",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pbdmas_leaving_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(pbdma_leaving, NVFifo),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription nv_vmstate_pbdmas = {
    .name = "nv-gpu/fifo/pbdmas",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pbdmas_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(pbdma_faulted, NVFifo),
        VMSTATE_INT64_ARRAY(pbdma_spent, NVFifo, NV_PBDMAS),
        VMSTATE_STRUCT_ARRAY(switches, NVFifo, NVC0_ENGINES, 1,
                             nv_vmstate_engine_switch, NVEngineSwitch),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_pbdmas_leaving,
        NULL
    },
};

const VMStateDescription nv_vmstate_fifo = {
    .name = "nv-gpu/fifo",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_ARRAY(cache1, NVFifo, NV_CACHE1_MAX_ENTRIES, 1,
                             nv_vmstate_cache_entry, NVCacheEntry),
        VMSTATE_UINT32(mode, NVFifo),
        VMSTATE_UINT16(runlist.len, NVFifo),
        VMSTATE_UINT16(runlist.turn, NVFifo),
        VMSTATE_UINT64_ARRAY(runlist.waiting, NVFifo,
                             NV_FIFO_MAX_CHANNELS / 64),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_queues,
        &nv_vmstate_runlist,
        &nv_vmstate_pbdmas,
        &nv_vmstate_fifo_schedule,
        NULL
    },
};
