/*
 * NVIDIA GPU: QMP commands: coming and going; what numbers may be
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-query.h"
#include "hw/nv/display.h"
#include "hw/nv/falcon.h"
#include "inspect.h"

/* --- Visits ----------------------------------------------------------- */

/* No device code is running here; the command must not cause reentrancy. */
static NVGPU *nv_visit(NVVisit *visit, const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);

    if (!gpu) {
        return NULL;
    }
    *visit = (NVVisit) { .gpu = gpu, .engaged = nv_machine_enter(gpu) };
    gpu->debug->stands = gpu->probes.stopped;
    return gpu;
}

/* Reads of registers may run pending work: prevent that; report no events. */
NVGPU *nv_visit_to_inspect(NVVisit *visit, const char *path, Error **errp)
{
    NVGPU *gpu = nv_visit(visit, path, errp);

    if (gpu) {
        visit->inspects = true;
        visit->on = gpu->probes.on;
        gpu->probes.on = 0;
        gpu->probes.stopped = true;
    }
    return gpu;
}

NVGPU *nv_visit_to_control(NVVisit *visit, const char *path, Error **errp)
{
    return nv_visit(visit, path, errp);
}

void nv_visit_leave(NVVisit *visit)
{
    NVGPU *gpu = visit->gpu;

    if (!gpu) {
        return;
    }
    if (visit->inspects) {
        gpu->probes.stopped = gpu->debug->stands;
        gpu->probes.on = visit->on;
    }
    nv_machine_leave(gpu, visit->engaged);
}

/* --- Numbers ---------------------------------------------------------- */

bool nv_inspect_has_channel(NVGPU *gpu, unsigned chid, Error **errp)
{
    unsigned count = nv_fifo_channels(gpu);

    if (chid >= count) {
        error_setg(errp, "there is no channel %u: the card has channels 0 to "
                   "%u", chid, count - 1);
        return false;
    }
    return true;
}

bool nv_inspect_has_words(uint64_t addr, uint64_t most, uint32_t words,
                          Error **errp)
{
    if (addr % 4 || addr > most) {
        error_setg(errp, "address 0x%" PRIx64 " is no multiple of 4 up to 0x%"
                   PRIx64, addr, most);
        return false;
    }
    if (!words || words > NV_INSPECT_WORDS) {
        error_setg(errp, "%u words are to be 1 to %u", words,
                   (unsigned)NV_INSPECT_WORDS);
        return false;
    }
    return true;
}

/* --- Spaces ----------------------------------------------------------- */

/* Take the first channel that has a DMA object with this handle. */
static bool nv_inspect_dma_object(NVGPU *gpu, uint32_t handle, NVDMAObject *obj,
                                  Error **errp)
{
    NVHandleView entry;
    NVChannelView view;

    for (unsigned chid = 0; chid < nv_fifo_channels(gpu); chid++) {
        nv_fifo_inspect(gpu, chid, &view);
        if (view.wait != NV_CHANNEL_OFF &&
            nv_fifo_inspect_handle(gpu, chid, handle, &entry) &&
            nv_dmaobj_load_channel(gpu, view.block, entry.inst, obj)) {
            return true;
        }
    }
    error_setg(errp, "no channel has a DMA object with handle 0x%08x", handle);
    return false;
}

bool nv_inspect_space(NVGPU *gpu, const NvSpace *space, NVDMAObject *obj,
                      Error **errp)
{
    unsigned chid = space->u.channel.channel;

    switch (space->kind) {
    case NV_SPACE_KIND_CHANNEL:
        if (!nv_inspect_has_channel(gpu, chid, errp)) {
            return false;
        }
        if (!nv_fifo_space(gpu, chid, obj)) {
            error_setg(errp, "channel %u has no memory", chid);
            return false;
        }
        return true;
    case NV_SPACE_KIND_OBJECT:
        return nv_inspect_dma_object(gpu, space->u.object.handle, obj, errp);
    default:
        error_setg(errp, "this can be of a 'channel' or an 'object', and not "
                   "of '%s'", NvSpaceKind_str(space->kind));
        return false;
    }
}

/* --- Units ------------------------------------------------------------ */

NvUnits *qmp_x_query_nv_units(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvUnits *units;

    if (!gpu) {
        return NULL;
    }
    units = g_new(NvUnits, 1);
    *units = (NvUnits) {
        .channels = nv_fifo_channels(gpu),
        .pbdmas = nv_fifo_pbdmas(gpu),
        .falcons = nv_falcon_count(gpu),
        .heads = nv_display_heads(gpu),
        .ramht = nv_fifo_has_ramht(gpu),
        .runlist = nv_fifo_has_runlist(gpu),
    };
    return units;
}
