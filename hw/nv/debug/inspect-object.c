/*
 * NVIDIA GPU: QMP commands: RAMHT, and objects in instance memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-query.h"
#include "qapi/util.h"
#include "hw/nv/fifo-inspect.h"
#include "inspect.h"

/* Words of an object that are shown */
#define NV_INSPECT_OBJECT_WORDS 4

/* --- RAMHT ------------------------------------------------------------ */

static bool nv_inspect_may_have_handles(NVGPU *gpu, Error **errp)
{
    if (!nv_fifo_has_ramht(gpu)) {
        error_setg(errp, "the card has no RAMHT");
        return false;
    }
    return true;
}

static NvRamhtEntry *nv_inspect_handle(NVGPU *gpu, const NVHandleView *view)
{
    NvRamhtEntry *entry = g_new(NvRamhtEntry, 1);

    *entry = (NvRamhtEntry) {
        .channel = view->chid,
        .handle = view->handle,
        .address = view->inst,
        .q_class = nv_fifo_class(gpu, view->inst),
        .engine = g_strdup(nv_fifo_engine_name(gpu, view->engine)),
        .context = view->context,
    };
    return entry;
}

/* @all: objects of any channel, for cards where channels share RAMHT */
static NvRamht *nv_inspect_ramht(NVGPU *gpu, unsigned chid, bool all)
{
    NvRamht *ramht = g_new0(NvRamht, 1);
    NvRamhtEntryList **tail = &ramht->entries;
    NVHandleView view;
    int is;

    ramht->has_channel = nv_fifo_has_runlist(gpu);
    ramht->channel = chid;
    ramht->size = nv_fifo_inspect_ramht_size(gpu, chid, &ramht->address);
    for (unsigned slot = 0;
         (is = nv_fifo_inspect_ramht(gpu, chid, slot, &view)) != 0; slot++) {
        if (is > 0 && (all || view.chid == chid)) {
            QAPI_LIST_APPEND(tail, nv_inspect_handle(gpu, &view));
        }
    }
    return ramht;
}

/* From NV50 on, a channel that is off has no RAMHT. */
static bool nv_inspect_has_ramht(NVGPU *gpu, unsigned chid)
{
    NVChannelView view;

    nv_fifo_inspect(gpu, chid, &view);
    return !nv_fifo_has_runlist(gpu) || view.wait != NV_CHANNEL_OFF;
}

NvRamhtList *qmp_x_query_nv_ramht(const char *path, bool has_channel,
                                  uint16_t channel, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvRamhtList *list = NULL, **tail = &list;
    unsigned from = 0, to;

    if (!gpu || !nv_inspect_may_have_handles(gpu, errp) ||
        (has_channel && !nv_inspect_has_channel(gpu, channel, errp))) {
        return NULL;
    }
    to = nv_fifo_has_runlist(gpu) ? nv_fifo_channels(gpu) : 1;
    if (has_channel) {
        from = channel;
        to = channel + 1;
    }
    for (unsigned chid = from; chid < to; chid++) {
        if (nv_inspect_has_ramht(gpu, chid)) {
            QAPI_LIST_APPEND(tail, nv_inspect_ramht(gpu, chid, !has_channel));
        }
    }
    return list;
}

/* --- Objects ---------------------------------------------------------- */

static NvDmaObject *nv_inspect_dmaobj(NVGPU *gpu, uint32_t block, uint32_t inst)
{
    static const NvDmaTarget targets[] = {
        [NV_DMAOBJ_TARGET_NVM] = NV_DMA_TARGET_VRAM,
        [NV_DMAOBJ_TARGET_NVM_TILED] = NV_DMA_TARGET_VRAM,
        [NV_DMAOBJ_TARGET_PCI] = NV_DMA_TARGET_PCI,
        [NV_DMAOBJ_TARGET_AGP] = NV_DMA_TARGET_AGP,
        [NV_DMAOBJ_TARGET_VM] = NV_DMA_TARGET_VM,
    };
    NVDMAObject obj;
    NvDmaObject *answer;

    if (!nv_dmaobj_load_channel(gpu, block, inst, &obj)) {
        return NULL;
    }
    answer = g_new(NvDmaObject, 1);
    *answer = (NvDmaObject) {
        .target = targets[obj.target],
        .linear = obj.linear,
        .base = obj.base + obj.adjust,
        .limit = obj.limit,
        .readable = obj.readable,
        .writable = obj.writable,
    };
    return answer;
}

/* @block: the channel's instance block, or 0; @entry: how it was found */
static NvObject *nv_inspect_object(NVGPU *gpu, uint32_t block, uint32_t inst,
                                   NvRamhtEntry *entry)
{
    NvObject *object = g_new(NvObject, 1);
    uint32List **tail = &object->words;

    *object = (NvObject) {
        .address = inst,
        .q_class = nv_fifo_class(gpu, inst),
        .entry = entry,
        .dma = nv_inspect_dmaobj(gpu, block, inst),
    };
    for (unsigned i = 0; i < NV_INSPECT_OBJECT_WORDS; i++) {
        QAPI_LIST_APPEND(tail, nv_ramin_read32(gpu, inst + i * 4));
    }
    return object;
}

/* Look for the handle in all channels from @from to before @to. */
static NvObject *nv_inspect_by_handle(NVGPU *gpu, unsigned from, unsigned to,
                                      uint32_t handle)
{
    NVHandleView entry;
    NVChannelView view;

    for (unsigned chid = from; chid < to; chid++) {
        nv_fifo_inspect(gpu, chid, &view);
        if ((view.wait != NV_CHANNEL_OFF || !nv_fifo_has_runlist(gpu)) &&
            nv_fifo_inspect_handle(gpu, chid, handle, &entry)) {
            return nv_inspect_object(gpu, view.block, entry.inst,
                                     nv_inspect_handle(gpu, &entry));
        }
    }
    return NULL;
}

static NvObject *nv_inspect_by_address(NVGPU *gpu, bool has_channel,
                                       unsigned chid, uint32_t address,
                                       Error **errp)
{
    NVChannelView view = { };

    if (address % 16 || address >= gpu->chip->ramin->size ||
        address >= gpu->vram_size) {
        error_setg(errp, "no object has handle or address 0x%08x", address);
        return NULL;
    }
    if (has_channel) {
        nv_fifo_inspect(gpu, chid, &view);
    }
    return nv_inspect_object(gpu, view.block, address, NULL);
}

NvObject *qmp_x_query_nv_object(const char *path, bool has_channel,
                                uint16_t channel, bool has_handle,
                                uint32_t handle, bool has_address,
                                uint32_t address, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvObject *object;

    if (!gpu || !nv_inspect_may_have_handles(gpu, errp) ||
        (has_channel && !nv_inspect_has_channel(gpu, channel, errp))) {
        return NULL;
    }
    object = has_handle
        ? nv_inspect_by_handle(gpu, has_channel ? channel : 0,
                               has_channel ? channel + 1
                               : nv_fifo_channels(gpu),
                               handle)
        : NULL;
    if (object) {
        return object;
    }
    if (!has_address) {
        error_setg(errp, has_handle ? "no object has handle 0x%08x"
                         : "an object has a 'handle' or an 'address'", handle);
        return NULL;
    }
    return nv_inspect_by_address(gpu, has_channel, channel, address, errp);
}
