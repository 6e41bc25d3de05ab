/*
 * NVIDIA GPU: the display as a debugger sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/util.h"
#include "cursor.h"
#include "head.h"
#include "scanout.h"
#include "state.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display.h"
#include "hw/nv/display/evo/channel.h"
#include "hw/nv/display/evo/chip.h"
#include "hw/nv/display/evo/class.h"
#include "hw/nv/display/evo/methods.h"
#include "hw/nv/display/evo/state.h"

/* --- Heads ------------------------------------------------------------ */

unsigned nv_display_heads(NVGPU *gpu)
{
    if (!gpu->has_display || !gpu->display || !gpu->display->head[0].gpu) {
        return 0;
    }
    return gpu->chip->display->evo ? nv_evo_heads(gpu)
                                   : MIN(nv_head_count(gpu), NV_HEADS);
}

static const NVScanoutSource *nv_inspect_source(NVGPU *gpu)
{
    return gpu->chip->display->scanout ?: &nv_crtc_scanout;
}

static NvCursor *nv_inspect_cursor(const NVCursor *cursor)
{
    NvCursor *answer = g_new(NvCursor, 1);

    *answer = (NvCursor) {
        .address = cursor->addr,
        .width = cursor->width,
        .height = cursor->lines,
        .x = cursor->x,
        .y = cursor->y,
    };
    return answer;
}

static void nv_inspect_picture(NvPicture *view, const NVScanoutMode *mode,
                               const NVCursor *cursor)
{
    static const NvPixelOrder orders[] = {
        [NV_PIXELS_RGB] = NV_PIXEL_ORDER_RGB,
        [NV_PIXELS_BGR] = NV_PIXEL_ORDER_BGR,
        [NV_PIXELS_BGR10] = NV_PIXEL_ORDER_BGR10,
        [NV_PIXELS_RGB10] = NV_PIXEL_ORDER_RGB10,
    };

    *view = (NvPicture) {
        .width = mode->width,
        .height = mode->height,
        .bpp = mode->bpp,
        .order = orders[mode->order],
        .base = mode->base,
        .pitch = mode->pitch,
        .block_lines = mode->block_lines,
        .cursor = cursor->visible ? nv_inspect_cursor(cursor) : NULL,
    };
}

NvHead *nv_display_inspect(NVGPU *gpu, unsigned head)
{
    const NVScanoutSource *source = nv_inspect_source(gpu);
    NVHead *h = &gpu->display->head[head];
    NvHead *answer = g_new0(NvHead, 1);
    NVScanoutMode mode = { };
    NVCursor cursor = { };

    source->decode(h, &mode);
    answer->head = head;
    answer->monitor = source->head(gpu) == h;
    if (!mode.native) {
        answer->mode = NV_HEAD_MODE_VGA;
        return answer;
    }
    source->cursor(h, &cursor);
    if (mode.blank) {
        answer->mode = NV_HEAD_MODE_BLANK;
        nv_inspect_picture(&answer->u.blank, &mode, &cursor);
    } else {
        answer->mode = NV_HEAD_MODE_NATIVE;
        nv_inspect_picture(&answer->u.native, &mode, &cursor);
    }
    return answer;
}

/* --- EVO -------------------------------------------------------------- */

unsigned nv_evo_channels(NVGPU *gpu)
{
    return nv_display_heads(gpu) && gpu->chip->display->evo ? NV_EVO_CHANNELS
                                                            : 0;
}

static NvEvoKind nv_evo_kind(unsigned chid)
{
    if (chid >= NV_EVO_CURSOR) {
        return NV_EVO_KIND_CURSOR;
    }
    if (chid >= NV_EVO_OVPOS) {
        return NV_EVO_KIND_OVERLAY_POSITION;
    }
    return chid == NV_EVO_CORE ? NV_EVO_KIND_CORE
         : nv_evo_is_base(chid) ? NV_EVO_KIND_BASE : NV_EVO_KIND_OVERLAY;
}

/* The words of a channel's state that aren't 0 */
static NvEvoWordList *nv_evo_inspect_state(NVGPU *gpu, unsigned chid)
{
    const NVEvoDma *chan = &gpu->display->evo.dma[chid];
    NvEvoWordList *list = NULL, **tail = &list;

    for (uint32_t i = 0; i < NV_EVO_WORDS; i++) {
        if (chan->asy[i] | chan->arm[i]) {
            const char *name = nv_evo_method_name(gpu, chid, i * 4);
            NvEvoWord *word = g_new(NvEvoWord, 1);

            *word = (NvEvoWord) {
                .method = i * 4,
                .name = g_strdup(name ? name : "?"),
                .written = chan->asy[i],
                .armed = chan->arm[i],
            };
            QAPI_LIST_APPEND(tail, word);
        }
    }
    return list;
}

static void nv_evo_inspect_dma(NVGPU *gpu, unsigned chid, NvEvoChannel *view)
{
    static const NvEvoWaitKind waits[] = {
        [NV_EVO_RUNS] = NV_EVO_WAIT_KIND_NOTHING,
        [NV_EVO_WAIT_RESTART] = NV_EVO_WAIT_KIND_ERROR,
        [NV_EVO_WAIT_SEMAPHORE] = NV_EVO_WAIT_KIND_SEMAPHORE,
        [NV_EVO_WAIT_INTERLOCK] = NV_EVO_WAIT_KIND_INTERLOCK,
        [NV_EVO_WAIT_SUPERVISOR] = NV_EVO_WAIT_KIND_SUPERVISOR,
        [NV_EVO_WAIT_VBLANK] = NV_EVO_WAIT_KIND_VBLANK,
    };
    const NVEvoDma *chan = &gpu->display->evo.dma[chid];

    view->pushbuffer = g_new(NvEvoPushbuffer, 1);
    *view->pushbuffer = (NvEvoPushbuffer) {
        .get = chan->get, .put = chan->put,
    };
    view->wait = waits[MIN(chan->wait, NV_EVO_WAIT__MAX)];
    view->state = nv_evo_inspect_state(gpu, chid);
}

NvEvoChannel *nv_evo_inspect(NVGPU *gpu, unsigned chid)
{
    const NVEvo *evo = &gpu->display->evo;
    NvEvoChannel *answer;

    if (!nv_evo_connected(gpu, chid)) {
        return NULL;
    }
    answer = g_new0(NvEvoChannel, 1);
    answer->kind = nv_evo_kind(chid);
    answer->head = nv_evo_channel_head(chid);
    if (chid < NV_EVO_DMA_CHANNELS) {
        nv_evo_inspect_dma(gpu, chid, answer);
    } else {
        answer->wait = evo->pio[chid - NV_EVO_DMA_CHANNELS].interlocked
            ? NV_EVO_WAIT_KIND_INTERLOCK : NV_EVO_WAIT_KIND_NOTHING;
    }
    return answer;
}
