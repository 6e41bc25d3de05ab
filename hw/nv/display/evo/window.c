/*
 * NVIDIA GPU: PDISPLAY: base and overlay channels: flips
 *
 * An UPDATE waits for its semaphore, for the core channel's UPDATE if it is
 * interlocked, and for vertical blanks; then it takes effect, and writes
 * notifier and semaphore.  Sources: nouveau's dispnv50/base507c.c and
 * ovly507e.c, and NVIDIA's class headers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "head.h"
#include "memory.h"
#include "methods.h"
#include "state.h"
#include "window.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs.h"
#include "trace/trace-hw_nv.h"

static NVEvoDma *nv_evo_window(NVGPU *gpu, unsigned chid)
{
    return &gpu->display->evo.dma[chid];
}

/* --- What is refused -------------------------------------------------- */

/*
 * Cards check much more.  A G86 has refused a flip with a notifier and without
 * a surface, and other Tesla cards a flip with the same code.
 */
NVEvoCode nv_evo_window_check(NVGPU *gpu, unsigned chid)
{
    const NVEvoDma *chan = nv_evo_window(gpu, chid);

    return gpu->chip->display->evo->places->wants_image &&
           nv_evo_is_base(chid) && chan->asy[NV_EVO_BASE_DMA_NOTIFIER / 4] &&
           !chan->asy[NV_EVO_BASE_DMA_ISO / 4]
        ? NV_EVO_CODE_NO_IMAGE : NV_EVO_CODE_NONE;
}

/* --- Semaphore -------------------------------------------------------- */

static uint32_t nv_evo_semaphore(NVGPU *gpu, unsigned chid, uint32_t *offset)
{
    const NVEvoDma *chan = nv_evo_window(gpu, chid);
    uint16_t ctrl = nv_evo_class(gpu, chid)->semaphore->ctrl;

    *offset = FIELD_EX32(chan->asy[ctrl / 4], NV_EVO_OFFSET, OFFSET) * 4;
    return chan->asy[NV_EVO_BASE_DMA_SEM / 4];
}

/* A semaphore that can't be read is never acquired. */
static bool nv_evo_semaphore_acquire(NVGPU *gpu, unsigned chid)
{
    uint16_t acquire = nv_evo_class(gpu, chid)->semaphore->acquire;
    uint32_t offset, val;
    uint32_t handle = nv_evo_semaphore(gpu, chid, &offset);

    return !handle || (nv_evo_read(gpu, chid, handle, offset, &val) &&
                       val == nv_evo_window(gpu, chid)->asy[acquire / 4]);
}

static void nv_evo_semaphore_release(NVGPU *gpu, unsigned chid)
{
    uint16_t release = nv_evo_class(gpu, chid)->semaphore->release;
    uint32_t offset;
    uint32_t handle = nv_evo_semaphore(gpu, chid, &offset);

    uint32_t val = nv_evo_window(gpu, chid)->asy[release / 4];

    if (handle && !nv_evo_write(gpu, chid, handle, offset, val)) {
        nv_refused_access(gpu, "EVO", nv_evo_hw_chid(gpu, chid), val,
                          "no memory for a semaphore");
    }
}

/* --- Notifier --------------------------------------------------------- */

/* The previous flip is finished, the new one has begun. */
static void nv_evo_window_notify(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan = nv_evo_window(gpu, chid);
    NVEvoNotifyFn *notify = nv_evo_class(gpu, chid)->notify;
    uint32_t before = chan->arm[NV_EVO_BASE_DMA_NOTIFIER / 4];
    uint32_t handle = chan->asy[NV_EVO_BASE_DMA_NOTIFIER / 4];
    uint32_t ctrl = chan->asy[NV_EVO_BASE_NOTIFIER_CTRL / 4];

    if (before && chan->notifier != UINT32_MAX) {
        notify(gpu, chid, before, chan->notifier, NV_EVO_STATUS_FINISHED);
    }
    chan->notifier = UINT32_MAX;
    chan->presented++;
    if (!handle) {
        return;
    }
    chan->notifier = FIELD_EX32(ctrl, NV_EVO_OFFSET, OFFSET) * 4;
    notify(gpu, chid, handle, chan->notifier, NV_EVO_STATUS_BEGUN);
    if (FIELD_EX32(ctrl, NV_EVO_BASE_NOTIFIER_CTRL, AWAKEN)) {
        nv_evo_awaken(gpu, chid);
    }
}

/* --- Update ----------------------------------------------------------- */

/* Log changes of overlay state that isn't modelled and that no driver uses */
static void nv_evo_overlay_unimp(NVGPU *gpu, unsigned chid)
{
    const NVEvoDma *chan = nv_evo_window(gpu, chid);
    const unsigned present = NV_EVO_BASE_PRESENT_CTRL / 4;
    const unsigned lut = NV_EVO_OVERLAY_LUT_LO / 4;

    if (nv_evo_is_base(chid)) {
        return;
    }
    if (chan->asy[present] != chan->arm[present] &&
        FIELD_EX32(chan->asy[present], NV_EVO_OVERLAY_PRESENT, BEGIN_MODE) ==
        NV_EVO_BEGIN_TIMESTAMP) {
        nv_log_unimp(gpu, "an overlay's flip waits for a time");
    }
    if (chan->asy[lut] != chan->arm[lut] &&
        chan->asy[lut] & gpu->chip->display->evo->layout->overlay_lut) {
        nv_log_unimp(gpu, "an overlay has a LUT");
    }
}

void nv_evo_window_flip(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan = nv_evo_window(gpu, chid);

    nv_evo_overlay_unimp(gpu, chid);
    nv_evo_window_notify(gpu, chid);
    nv_evo_semaphore_release(gpu, chid);
    memcpy(chan->arm, chan->asy, sizeof(chan->arm));
    chan->wait = NV_EVO_RUNS;
    trace_nv_evo_armed(chid);
    nv_probe_flip(gpu, chid, 0);
}

/* Blanks to wait for; 0 if the UPDATE is immediate or the head doesn't run */
static unsigned nv_evo_window_vblanks(NVGPU *gpu, unsigned chid)
{
    uint32_t ctrl = nv_evo_window(gpu, chid)->asy[NV_EVO_BASE_PRESENT_CTRL /
                                                  4];

    if (!nv_evo_head_runs(gpu, nv_evo_channel_head(chid)) ||
        (nv_evo_is_base(chid) &&
         FIELD_EX32(ctrl, NV_EVO_PRESENT_CTRL, BEGIN_MODE) ==
         NV_EVO_BEGIN_IMMEDIATE)) {
        return 0;
    }
    return MAX(FIELD_EX32(ctrl, NV_EVO_PRESENT_CTRL, MIN_PRESENT_INTERVAL),
               1);
}

static void nv_evo_window_begin(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan = nv_evo_window(gpu, chid);

    if (FIELD_EX32(chan->update, NV_EVO_BASE_UPDATE, INTERLOCK_WITH_CORE)) {
        chan->wait = NV_EVO_WAIT_INTERLOCK;
        return;
    }
    chan->wait = NV_EVO_WAIT_VBLANK;
    chan->vblanks = nv_evo_window_vblanks(gpu, chid);
    chan->since = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    nv_evo_head_retime(gpu, nv_evo_channel_head(chid));
}

void nv_evo_window_update(NVGPU *gpu, unsigned chid)
{
    nv_evo_window(gpu, chid)->wait = NV_EVO_WAIT_SEMAPHORE;
}

bool nv_evo_window_resume(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan = nv_evo_window(gpu, chid);

    switch (chan->wait) {
    case NV_EVO_WAIT_SEMAPHORE:
        if (!nv_evo_semaphore_acquire(gpu, chid)) {
            return false;
        }
        nv_evo_window_begin(gpu, chid);
        return true;
    case NV_EVO_WAIT_VBLANK:
        if (chan->vblanks &&
            nv_evo_head_runs(gpu, nv_evo_channel_head(chid))) {
            return false;
        }
        nv_evo_window_flip(gpu, chid);
        return true;
    default:
        return false;
    }
}

void nv_evo_window_vblank(NVGPU *gpu, unsigned chid, int64_t when)
{
    NVEvoDma *chan = nv_evo_window(gpu, chid);

    if (chan->vblanks && when > chan->since) {
        chan->vblanks--;
    }
}
