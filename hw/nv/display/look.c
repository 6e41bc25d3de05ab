/*
 * NVIDIA GPU: the display as a debugger sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "cursor.h"
#include "head.h"
#include "scanout.h"
#include "state.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display.h"
#include "hw/nv/display/evo/channel.h"
#include "hw/nv/display/evo/chip.h"
#include "hw/nv/display/evo/class.h"
#include "hw/nv/display/evo/state.h"

/* --- Heads ------------------------------------------------------------ */

unsigned nv_display_heads(NVGPU *gpu)
{
    if (!gpu->has_display || !gpu->display || !gpu->display->head[0].gpu) {
        return 0;
    }
    return gpu->chip->display->evo ? NV_EVO_HEADS
                                   : MIN(nv_head_count(gpu), NV_HEADS);
}

static const NVScanoutSource *nv_look_source(NVGPU *gpu)
{
    return gpu->chip->display->scanout ?: &nv_crtc_scanout;
}

void nv_display_look(NVGPU *gpu, unsigned head, NVHeadLook *look)
{
    static const char *const orders[] = {
        [NV_PIXELS_RGB] = "rgb",
        [NV_PIXELS_BGR] = "bgr",
        [NV_PIXELS_BGR10] = "bgr10",
    };
    const NVScanoutSource *source = nv_look_source(gpu);
    NVHead *h = &gpu->display->head[head];
    NVScanoutMode mode = { };
    NVCursor cursor = { };

    source->decode(h, &mode);
    if (mode.native) {
        source->cursor(h, &cursor);
    }
    *look = (NVHeadLook) {
        .monitor = source->head(gpu) == h,
        .native = mode.native,
        .blank = mode.blank,
        .bpp = mode.bpp,
        .order = orders[mode.order],
        .width = mode.width,
        .height = mode.height,
        .base = mode.base,
        .pitch = mode.pitch,
        .block_lines = mode.block_lines,
        .cursor = cursor.visible,
        .x = cursor.x,
        .y = cursor.y,
        .cursor_width = cursor.width,
        .cursor_lines = cursor.lines,
        .cursor_addr = cursor.addr,
    };
}

/* --- EVO -------------------------------------------------------------- */

unsigned nv_evo_channels(NVGPU *gpu)
{
    return nv_display_heads(gpu) && gpu->chip->display->evo ? NV_EVO_CHANNELS
                                                            : 0;
}

static const struct {
    const char *name;
    unsigned head;
} nv_evo_names[] = {
    [NV_EVO_CORE] = { "core", 0 },
    [NV_EVO_BASE] = { "base", 0 },
    [NV_EVO_BASE + 1] = { "base", 1 },
    [NV_EVO_OVERLAY] = { "overlay", 0 },
    [NV_EVO_OVERLAY + 1] = { "overlay", 1 },
    [NV_EVO_OVPOS] = { "overlay-position", 0 },
    [NV_EVO_OVPOS + 1] = { "overlay-position", 1 },
    [NV_EVO_CURSOR] = { "cursor", 0 },
    [NV_EVO_CURSOR + 1] = { "cursor", 1 },
};

QEMU_BUILD_BUG_ON(ARRAY_SIZE(nv_evo_names) != NV_EVO_CHANNELS);

void nv_evo_look(NVGPU *gpu, unsigned chid, NVEvoLook *look)
{
    static const char *const waits[] = {
        [NV_EVO_RUNS] = "",
        [NV_EVO_WAIT_RESTART] = "error",
        [NV_EVO_WAIT_SEMAPHORE] = "semaphore",
        [NV_EVO_WAIT_INTERLOCK] = "interlock",
        [NV_EVO_WAIT_SUPERVISOR] = "supervisor",
        [NV_EVO_WAIT_VBLANK] = "vblank",
    };
    const NVEvo *evo = &gpu->display->evo;

    *look = (NVEvoLook) {
        .name = nv_evo_names[chid].name,
        .head = nv_evo_names[chid].head,
        .connected = nv_evo_connected(gpu, chid),
        .dma = chid < NV_EVO_DMA_CHANNELS,
        .wait = "",
    };
    if (look->dma) {
        look->put = evo->dma[chid].put;
        look->get = evo->dma[chid].get;
        look->wait = waits[MIN(evo->dma[chid].wait, NV_EVO_WAIT__MAX)];
    } else if (evo->pio[chid - NV_EVO_DMA_CHANNELS].interlocked) {
        look->wait = waits[NV_EVO_WAIT_INTERLOCK];
    }
}

bool nv_evo_look_state(NVGPU *gpu, unsigned chid, uint32_t *mthd,
                       uint32_t *written, uint32_t *armed)
{
    const NVEvoDma *chan = &gpu->display->evo.dma[chid];

    if (chid >= NV_EVO_DMA_CHANNELS) {
        return false;
    }
    for (uint32_t i = *mthd / 4; i < NV_EVO_WORDS; i++) {
        if (chan->asy[i] | chan->arm[i]) {
            *mthd = i * 4;
            *written = chan->asy[i];
            *armed = chan->arm[i];
            return true;
        }
    }
    return false;
}
