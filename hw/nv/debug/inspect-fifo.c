/*
 * NVIDIA GPU: QMP commands: channels, and PFIFO's state for them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-query.h"
#include "qapi/util.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "inspect.h"

/* CACHE1's registers, on all cards that have it */
#define NV_CACHE1_BASE 0x3200
#define NV_CACHE1_END 0x3480

/* --- Channels --------------------------------------------------------- */

static void nv_inspect_wait_for_engine(NvWaitEngine *wait,
                                       const NVChannelView *view)
{
    static const NvEngineWhy whys[] = {
        [NV_STUCK_CONTEXT_SWITCH] = NV_ENGINE_WHY_CONTEXT_SWITCH,
        [NV_STUCK_INTERRUPT] = NV_ENGINE_WHY_INTERRUPT,
        [NV_STUCK_FROZEN] = NV_ENGINE_WHY_FROZEN,
    };

    *wait = (NvWaitEngine) {
        .engine = g_strdup(view->engine),
        .has_why = view->stuck != NV_STUCK_NOT,
        .why = whys[view->stuck],
    };
}

static NvWait *nv_inspect_wait(NVGPU *gpu, const NVChannelView *view)
{
    static const NvWaitKind kinds[] = {
        [NV_CHANNEL_IDLE] = NV_WAIT_KIND_IDLE,
        [NV_CHANNEL_RUNS] = NV_WAIT_KIND_NOTHING,
        [NV_CHANNEL_TURN] = NV_WAIT_KIND_TURN,
        [NV_CHANNEL_SEMAPHORE] = NV_WAIT_KIND_SEMAPHORE,
        [NV_CHANNEL_ENGINE] = NV_WAIT_KIND_ENGINE,
        [NV_CHANNEL_ERROR] = NV_WAIT_KIND_ERROR,
        [NV_CHANNEL_FROZEN] = NV_WAIT_KIND_FROZEN,
        [NV_CHANNEL_HUNG] = NV_WAIT_KIND_HUNG,
    };
    NvWait *wait = g_new0(NvWait, 1);

    wait->kind = kinds[view->wait];
    switch (view->wait) {
    case NV_CHANNEL_SEMAPHORE:
        wait->u.semaphore = (NvWaitSemaphore) {
            .address = view->semaphore.addr,
            .op = view->semaphore.op,
            .value = view->semaphore.want,
            .has_is = view->semaphore.readable,
            .is = view->semaphore.is,
        };
        break;
    case NV_CHANNEL_ENGINE:
        nv_inspect_wait_for_engine(&wait->u.engine, view);
        break;
    case NV_CHANNEL_FROZEN:
        wait->u.frozen.q_register = g_strdup(view->frozen);
        break;
    case NV_CHANNEL_ERROR:
        wait->u.error.error = g_strdup(view->error);
        break;
    case NV_CHANNEL_RUNS:
    case NV_CHANNEL_TURN:
        /* It would run, or be scheduled, if the card weren't stopped. */
        if (gpu->debug->stands) {
            wait->kind = NV_WAIT_KIND_STOPPED;
        }
        break;
    default:
        break;
    }
    return wait;
}

NvRing *nv_inspect_ring(const NVChannelView *view)
{
    NvRing *ring = g_new(NvRing, 1);

    *ring = (NvRing) {
        .address = view->ring_at,
        .size = (uint64_t)view->ring_mask + 1,
        .get = view->ring_get,
        .put = view->ring_put,
    };
    return ring;
}

static NvPushbuffer *nv_inspect_push(const NVChannelView *view)
{
    NvPushbuffer *push = g_new(NvPushbuffer, 1);

    *push = (NvPushbuffer) {
        .get = view->get,
        .put = view->put,
        .left = view->left,
        .has_subroutine = view->subroutine,
        .subroutine = view->back,
        .ring = view->ring ? nv_inspect_ring(view) : NULL,
    };
    return push;
}

static NvSubchannelList *nv_inspect_subchannels(NVGPU *gpu, unsigned chid)
{
    NvSubchannelList *list = NULL, **tail = &list;

    for (unsigned subc = 0; subc < NV_PROBE_SUBCHANNELS; subc++) {
        uint32_t class = nv_probe_class(gpu, chid, subc);

        if (class) {
            NvSubchannel *subchannel = g_new(NvSubchannel, 1);

            *subchannel = (NvSubchannel) {
                .subchannel = subc, .q_class = class,
            };
            QAPI_LIST_APPEND(tail, subchannel);
        }
    }
    return list;
}

static void nv_inspect_channel_on(NVGPU *gpu, unsigned chid,
                                  const NVChannelView *view, NvChannelOn *on)
{
    bool pbdmas = nv_fifo_pbdmas(gpu);

    *on = (NvChannelOn) {
        .place = view->unit < 0 ? NV_CHANNEL_PLACE_RAMFC
                 : pbdmas ? NV_CHANNEL_PLACE_PBDMA : NV_CHANNEL_PLACE_CACHE1,
        .has_pbdma = pbdmas && view->unit >= 0,
        .pbdma = MAX(view->unit, 0),
        .pushbuffer = view->dma ? nv_inspect_push(view) : NULL,
        .has_reference = view->has_ref,
        .reference = view->ref,
        .wait = nv_inspect_wait(gpu, view),
        .has_block = view->block,
        .block = view->block,
        .has_ramfc = view->ramfc != UINT32_MAX,
        .ramfc = view->ramfc,
        .has_object = view->dma && !pbdmas,
        .object = view->push,
        .subchannels = nv_inspect_subchannels(gpu, chid),
    };
}

NvChannel *nv_inspect_channel(NVGPU *gpu, unsigned chid)
{
    NvChannel *channel = g_new0(NvChannel, 1);
    NVChannelView view;

    nv_fifo_inspect(gpu, chid, &view);
    channel->channel = chid;
    if (view.wait != NV_CHANNEL_OFF) {
        channel->state = NV_CHANNEL_STATE_ON;
        nv_inspect_channel_on(gpu, chid, &view, &channel->u.on);
    }
    return channel;
}

NvChannelList *qmp_x_query_nv_channels(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvChannelList *list = NULL, **tail = &list;
    NVChannelView view;

    if (!gpu) {
        return NULL;
    }
    for (unsigned chid = 0; chid < nv_fifo_channels(gpu); chid++) {
        nv_fifo_inspect(gpu, chid, &view);
        if (view.wait != NV_CHANNEL_OFF) {
            QAPI_LIST_APPEND(tail, nv_inspect_channel(gpu, chid));
        }
    }
    return list;
}

NvChannel *qmp_x_query_nv_channel(const char *path, uint16_t channel,
                                  Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);

    return gpu && nv_inspect_has_channel(gpu, channel, errp)
           ? nv_inspect_channel(gpu, channel) : NULL;
}

NvRunlistEntryList *qmp_x_query_nv_runlist(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvRunlistEntryList *list = NULL, **tail = &list;
    bool turn;
    int chid;

    if (!gpu) {
        return NULL;
    }
    if (!nv_fifo_has_runlist(gpu)) {
        error_setg(errp, "the card has no run list");
        return NULL;
    }
    for (unsigned i = 0; (chid = nv_fifo_inspect_runlist(gpu, i, &turn)) >= 0;
         i++) {
        NvRunlistEntry *entry = g_new(NvRunlistEntry, 1);

        *entry = (NvRunlistEntry) { .channel = chid, .turn = turn };
        QAPI_LIST_APPEND(tail, entry);
    }
    return list;
}

/* --- State ------------------------------------------------------------ */

NvRamfcWordList *qmp_x_query_nv_ramfc(const char *path, uint16_t channel,
                                      Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvRamfcWordList *list = NULL, **tail = &list;
    NVWordView view;

    if (!gpu || !nv_inspect_has_channel(gpu, channel, errp)) {
        return NULL;
    }
    for (unsigned i = 0; nv_fifo_inspect_ramfc(gpu, channel, i, &view); i++) {
        if (*view.name || view.val) {
            NvRamfcWord *word = g_new(NvRamfcWord, 1);

            *word = (NvRamfcWord) {
                .offset = view.addr,
                .q_register = *view.name ? g_strdup(view.name) : NULL,
                .value = view.val,
            };
            QAPI_LIST_APPEND(tail, word);
        }
    }
    if (!list) {
        error_setg(errp, "channel %u has no RAMFC", channel);
    }
    return list;
}

static NvRegisterList *nv_inspect_registers(NVGPU *gpu, uint32_t from,
                                            uint32_t to)
{
    NvRegisterList *list = NULL, **tail = &list;
    NVRegView view;

    for (uint32_t at = from;
         nv_regs_next(gpu, at, &view) && view.addr < to; at = view.addr + 4) {
        QAPI_LIST_APPEND(tail, nv_inspect_register(view.info->name, &view));
    }
    return list;
}

static NvCache1MethodList *nv_inspect_methods(NVGPU *gpu)
{
    NvCache1MethodList *list = NULL, **tail = &list;
    NVWordView view;
    unsigned subc;

    for (unsigned i = 0; nv_fifo_inspect_method(gpu, i, &view, &subc); i++) {
        NvCache1Method *method = g_new(NvCache1Method, 1);

        *method = (NvCache1Method) {
            .subchannel = subc, .method = view.addr, .data = view.val,
        };
        QAPI_LIST_APPEND(tail, method);
    }
    return list;
}

NvCache1 *qmp_x_query_nv_cache1(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvCache1 *cache1;

    if (!gpu) {
        return NULL;
    }
    if (nv_fifo_pbdmas(gpu)) {
        error_setg(errp, "the card has PBDMAs, and no CACHE1");
        return NULL;
    }
    cache1 = g_new(NvCache1, 1);
    *cache1 = (NvCache1) {
        .registers = nv_inspect_registers(gpu, NV_CACHE1_BASE, NV_CACHE1_END),
        .methods = nv_inspect_methods(gpu),
    };
    return cache1;
}

NvRegisterList *qmp_x_query_nv_pbdma(const char *path, uint8_t pbdma,
                                     Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    uint32_t base = NV_PBDMA_BASE + pbdma * NV_PBDMA_STRIDE;
    unsigned count;

    if (!gpu) {
        return NULL;
    }
    count = nv_fifo_pbdmas(gpu);
    if (!count) {
        error_setg(errp, "the card has no PBDMAs");
        return NULL;
    }
    if (pbdma >= count) {
        error_setg(errp, "there is no PBDMA %u: the card has PBDMAs 0 to %u",
                   pbdma, count - 1);
        return NULL;
    }
    return nv_inspect_registers(gpu, base, base + NV_PBDMA_STRIDE);
}
