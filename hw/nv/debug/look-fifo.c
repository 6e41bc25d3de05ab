/*
 * NVIDIA GPU: QMP commands: channels, and PFIFO's state for them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-query.h"
#include "qapi/util.h"
#include "hw/nv/fifo-look.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "look.h"

/* CACHE1's registers, on all cards that have it */
#define NV_CACHE1_BASE 0x3200
#define NV_CACHE1_END 0x3480

/* --- Channels --------------------------------------------------------- */

static void nv_look_wait_for_engine(NvWaitEngine *wait,
                                    const NVChannelLook *look)
{
    static const NvEngineWhy whys[] = {
        [NV_STUCK_CONTEXT_SWITCH] = NV_ENGINE_WHY_CONTEXT_SWITCH,
        [NV_STUCK_INTERRUPT] = NV_ENGINE_WHY_INTERRUPT,
        [NV_STUCK_FROZEN] = NV_ENGINE_WHY_FROZEN,
    };

    *wait = (NvWaitEngine) {
        .engine = g_strdup(look->engine),
        .has_why = look->stuck != NV_STUCK_NOT,
        .why = whys[look->stuck],
    };
}

static NvWait *nv_look_wait(NVGPU *gpu, const NVChannelLook *look)
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

    wait->kind = kinds[look->wait];
    switch (look->wait) {
    case NV_CHANNEL_SEMAPHORE:
        wait->u.semaphore = (NvWaitSemaphore) {
            .address = look->semaphore.addr,
            .op = look->semaphore.op,
            .value = look->semaphore.want,
            .has_is = look->semaphore.readable,
            .is = look->semaphore.is,
        };
        break;
    case NV_CHANNEL_ENGINE:
        nv_look_wait_for_engine(&wait->u.engine, look);
        break;
    case NV_CHANNEL_FROZEN:
        wait->u.frozen.q_register = g_strdup(look->frozen);
        break;
    case NV_CHANNEL_ERROR:
        wait->u.error.error = g_strdup(look->error);
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

NvRing *nv_look_ring(const NVChannelLook *look)
{
    NvRing *ring = g_new(NvRing, 1);

    *ring = (NvRing) {
        .address = look->ring_at,
        .size = (uint64_t)look->ring_mask + 1,
        .get = look->ring_get,
        .put = look->ring_put,
    };
    return ring;
}

static NvPushbuffer *nv_look_push(const NVChannelLook *look)
{
    NvPushbuffer *push = g_new(NvPushbuffer, 1);

    *push = (NvPushbuffer) {
        .get = look->get,
        .put = look->put,
        .left = look->left,
        .has_subroutine = look->subroutine,
        .subroutine = look->back,
        .ring = look->ring ? nv_look_ring(look) : NULL,
    };
    return push;
}

static NvSubchannelList *nv_look_subchannels(NVGPU *gpu, unsigned chid)
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

static void nv_look_channel_on(NVGPU *gpu, unsigned chid,
                               const NVChannelLook *look, NvChannelOn *on)
{
    bool pbdmas = nv_fifo_pbdmas(gpu);

    *on = (NvChannelOn) {
        .place = look->unit < 0 ? NV_CHANNEL_PLACE_RAMFC
                 : pbdmas ? NV_CHANNEL_PLACE_PBDMA : NV_CHANNEL_PLACE_CACHE1,
        .has_pbdma = pbdmas && look->unit >= 0,
        .pbdma = MAX(look->unit, 0),
        .pushbuffer = look->dma ? nv_look_push(look) : NULL,
        .has_reference = look->has_ref,
        .reference = look->ref,
        .wait = nv_look_wait(gpu, look),
        .has_block = look->block,
        .block = look->block,
        .has_ramfc = look->ramfc != UINT32_MAX,
        .ramfc = look->ramfc,
        .has_object = look->dma && !pbdmas,
        .object = look->push,
        .subchannels = nv_look_subchannels(gpu, chid),
    };
}

NvChannel *nv_look_channel(NVGPU *gpu, unsigned chid)
{
    NvChannel *channel = g_new0(NvChannel, 1);
    NVChannelLook look;

    nv_fifo_look(gpu, chid, &look);
    channel->channel = chid;
    if (look.wait != NV_CHANNEL_OFF) {
        channel->state = NV_CHANNEL_STATE_ON;
        nv_look_channel_on(gpu, chid, &look, &channel->u.on);
    }
    return channel;
}

NvChannelList *qmp_x_query_nv_channels(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_look(&visit, path, errp);
    NvChannelList *list = NULL, **tail = &list;
    NVChannelLook look;

    if (!gpu) {
        return NULL;
    }
    for (unsigned chid = 0; chid < nv_fifo_channels(gpu); chid++) {
        nv_fifo_look(gpu, chid, &look);
        if (look.wait != NV_CHANNEL_OFF) {
            QAPI_LIST_APPEND(tail, nv_look_channel(gpu, chid));
        }
    }
    return list;
}

NvChannel *qmp_x_query_nv_channel(const char *path, uint16_t channel,
                                  Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_look(&visit, path, errp);

    return gpu && nv_look_has_channel(gpu, channel, errp)
           ? nv_look_channel(gpu, channel) : NULL;
}

NvRunlistEntryList *qmp_x_query_nv_runlist(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_look(&visit, path, errp);
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
    for (unsigned i = 0; (chid = nv_fifo_look_runlist(gpu, i, &turn)) >= 0;
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
    NVGPU *gpu = nv_visit_to_look(&visit, path, errp);
    NvRamfcWordList *list = NULL, **tail = &list;
    NVWordLook look;

    if (!gpu || !nv_look_has_channel(gpu, channel, errp)) {
        return NULL;
    }
    for (unsigned i = 0; nv_fifo_look_ramfc(gpu, channel, i, &look); i++) {
        if (*look.name || look.val) {
            NvRamfcWord *word = g_new(NvRamfcWord, 1);

            *word = (NvRamfcWord) {
                .offset = look.addr,
                .q_register = *look.name ? g_strdup(look.name) : NULL,
                .value = look.val,
            };
            QAPI_LIST_APPEND(tail, word);
        }
    }
    if (!list) {
        error_setg(errp, "channel %u has no RAMFC", channel);
    }
    return list;
}

static NvRegisterList *nv_look_registers(NVGPU *gpu, uint32_t from,
                                         uint32_t to)
{
    NvRegisterList *list = NULL, **tail = &list;
    NVRegLook look;

    for (uint32_t at = from;
         nv_regs_next(gpu, at, &look) && look.addr < to; at = look.addr + 4) {
        QAPI_LIST_APPEND(tail, nv_look_register(look.info->name, &look));
    }
    return list;
}

static NvCache1MethodList *nv_look_methods(NVGPU *gpu)
{
    NvCache1MethodList *list = NULL, **tail = &list;
    NVWordLook look;
    unsigned subc;

    for (unsigned i = 0; nv_fifo_look_method(gpu, i, &look, &subc); i++) {
        NvCache1Method *method = g_new(NvCache1Method, 1);

        *method = (NvCache1Method) {
            .subchannel = subc, .method = look.addr, .data = look.val,
        };
        QAPI_LIST_APPEND(tail, method);
    }
    return list;
}

NvCache1 *qmp_x_query_nv_cache1(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_look(&visit, path, errp);
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
        .registers = nv_look_registers(gpu, NV_CACHE1_BASE, NV_CACHE1_END),
        .methods = nv_look_methods(gpu),
    };
    return cache1;
}

NvRegisterList *qmp_x_query_nv_pbdma(const char *path, uint8_t pbdma,
                                     Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_look(&visit, path, errp);
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
    return nv_look_registers(gpu, base, base + NV_PBDMA_STRIDE);
}
