/*
 * NVIDIA GPU: PDISPLAY: EVO's channels: accesses by the driver, and events of
 * the rasters
 *
 * Sources: nouveau's nvkm/engine/disp/nv50.c, its class headers; the register
 * database.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "core.h"
#include "crc.h"
#include "evo.h"
#include "head.h"
#include "methods.h"
#include "pushbuffer.h"
#include "state.h"
#include "window.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs.h"
#include "migration/vmstate.h"
#include "trace/trace-hw_nv.h"

/* A channel's free count: writes take effect at once. */
#define NV_EVO_FREE 63

/* RESTART_MODE: how the driver wants a channel to continue after an error */
enum {
    NV_EVO_RESUME = 0,
    NV_EVO_SKIP = 1,
    NV_EVO_REPLAY = 2,
};

/* --- Life of a channel ------------------------------------------------ */

static void nv_evo_start(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];

    chan->get = chan->put;
    chan->count = 0;
    chan->ignored = false;
    chan->wait = NV_EVO_RUNS;
}

/* A head stops showing what a removed channel displayed. */
static void nv_evo_free(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan;

    if (chid >= NV_EVO_DMA_CHANNELS) {
        gpu->display->evo.pio[chid - NV_EVO_DMA_CHANNELS] = (NVEvoPio) { };
        return;
    }
    chan = &gpu->display->evo.dma[chid];
    chan->wait = NV_EVO_RUNS;
    chan->count = 0;
    chan->notifier = UINT32_MAX;
    memset(chan->asy, 0, sizeof(chan->asy));
    if (chid == NV_EVO_CORE) {
        nv_evo_core_release(gpu);
    } else {
        memset(chan->arm, 0, sizeof(chan->arm));
    }
}

/* --- Registers -------------------------------------------------------- */

static unsigned nv_evo_stat_chid(const NVGPU *gpu, uint32_t addr)
{
    return nv_evo_chid(gpu, (addr - gpu->chip->display->evo->places->stat) /
                            NV_EVO_STAT_STRIDE);
}

/*
 * Values of STATE.  The driver polls bits 17 and up for a channel with a
 * pushbuffer, and bits 17:16 for the others.  The numbers, and EFI, are those
 * of GV100's CHNSTATUS_CORE and CHNCTL_CORE, in NVIDIA's manuals.
 */
static uint32_t nv_evo_state(NVGPU *gpu, unsigned chid, uint32_t stat)
{
    bool allocated = FIELD_EX32(stat, NV_PDISPLAY_CHANNEL_STAT, ALLOCATED);
    bool busy;

    if (chid >= NV_EVO_DMA_CHANNELS) {
        return allocated;
    }
    busy = gpu->display->evo.dma[chid].get != gpu->display->evo.dma[chid].put;
    if (!nv_evo_connected(gpu, chid)) {
        return !allocated ? 0 : chid == NV_EVO_CORE ? 8 : 1;
    }
    if (chid == NV_EVO_CORE && gpu->display->evo.efi) {
        return 7;
    }
    return (chid == NV_EVO_CORE ? 11 : 4) + busy;
}

uint32_t nv_evo_stat_read(NVGPU *gpu, uint32_t addr)
{
    unsigned chid = nv_evo_stat_chid(gpu, addr);
    uint32_t val = gpu->regs[addr / 4];

    val = FIELD_DP32(val, NV_PDISPLAY_CHANNEL_STAT, STATE,
                     nv_evo_state(gpu, chid, val));
    if (chid < NV_EVO_DMA_CHANNELS && nv_evo_connected(gpu, chid)) {
        const NVEvoDma *chan = &gpu->display->evo.dma[chid];
        bool efi = chid == NV_EVO_CORE && gpu->display->evo.efi;

        val = FIELD_DP32(val, NV_PDISPLAY_CHANNEL_STAT, BUSY,
                         efi ? chan->wait != NV_EVO_RUNS
                             : chan->get != chan->put);
        val = FIELD_DP32(val, NV_PDISPLAY_CHANNEL_STAT, READY,
                         efi && !chan->wait);
    }
    return val;
}

void nv_evo_stat_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = nv_evo_stat_chid(gpu, addr);
    bool connected = nv_evo_connected(gpu, chid);
    bool allocated = FIELD_EX32(val, NV_PDISPLAY_CHANNEL_STAT, ALLOCATED);
    uint32_t *state = &gpu->display->evo.connected;
    uint32_t bit = 1u << chid;

    trace_nv_evo_stat(chid, val);
    if (connected && !(*state & bit) && chid < NV_EVO_DMA_CHANNELS) {
        nv_evo_start(gpu, chid);
    }
    if (!allocated) {
        nv_evo_free(gpu, chid);
    }
    *state = connected ? *state | bit : *state & ~bit;
    if (chid == NV_EVO_CORE) {
        gpu->display->evo.efi = connected &&
            FIELD_EX32(val, NV_PDISPLAY_CHANNEL_STAT, EFI);
    }
    nv_evo_run(gpu);
}

/* CTRL: "when set, submits the method to master and auto-clears" */
void nv_evo_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = (addr - A_NV_PDISPLAY_CTRL_STATE) / 8;
    uint32_t data = gpu->regs[addr / 4 + 1];
    bool pending = FIELD_EX32(val, NV_PDISPLAY_CTRL_STATE, PENDING) &&
                   FIELD_EX32(val, NV_PDISPLAY_CTRL_STATE, ENABLE);

    if (pending && gpu->display->evo.dma[chid].wait) {
        nv_evo_refused(gpu, chid, val & R_NV_PDISPLAY_CTRL_STATE_METHOD_MASK,
                       data, "another method is pending");
    } else if (FIELD_EX32(val, NV_PDISPLAY_CTRL_STATE, PENDING) && !pending) {
        nv_evo_refused(gpu, chid, val & R_NV_PDISPLAY_CTRL_STATE_METHOD_MASK,
                       data, "methods by register aren't enabled");
    } else if (pending) {
        nv_evo_method(gpu, chid, val & R_NV_PDISPLAY_CTRL_STATE_METHOD_MASK,
                      data);
    }
    nv_evo_run(gpu);
}

void nv_evo_trapped_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    const NVEvoPlaces *places = gpu->chip->display->evo->places;
    unsigned chid = nv_evo_chid(gpu, (addr - places->trapped) /
                                     places->trapped_stride);
    NVEvoDma *chan;

    if (!FIELD_EX32(val, NV_PDISPLAY_TRAPPED_ADDR, RESTART) ||
        chid >= NV_EVO_DMA_CHANNELS) {
        return;
    }
    chan = &gpu->display->evo.dma[chid];
    if (chan->wait != NV_EVO_WAIT_RESTART) {
        nv_refused_access(gpu, "EVO", nv_evo_hw_chid(gpu, chid), val,
                          "no error to restart after");
        return;
    }
    gpu->regs[addr / 4] = 0;
    chan->wait = NV_EVO_RUNS;
    switch (FIELD_EX32(val, NV_PDISPLAY_TRAPPED_ADDR, RESTART_MODE)) {
    case NV_EVO_REPLAY:
        if (chan->trapped) {
            nv_evo_method(gpu, chid, chan->trapped, chan->data);
        }
        break;
    case NV_EVO_RESUME:
        chan->asy[chan->trapped / 4 % NV_EVO_WORDS] = chan->data;
        break;
    }
    nv_evo_run(gpu);
}

void nv_evo_supervisor_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!FIELD_EX32(val, NV_PDISPLAY_UNK30_CTRL, PENDING)) {
        return;
    }
    if (!gpu->display->evo.supervisor) {
        nv_refused_access(gpu, "PDISPLAY", -1, val,
                          "no supervisor's request to answer");
    } else if (nv_evo_supervisor_answered(gpu)) {
        nv_evo_run(gpu);
    }
}

/* --- Control areas ---------------------------------------------------- */

static unsigned nv_evo_user_chid(const NVGPU *gpu, uint32_t addr)
{
    return nv_evo_chid(gpu, (addr - A_NV_EVO_USER_PUT) / NV_EVO_USER_STRIDE);
}

void nv_evo_put_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = nv_evo_user_chid(gpu, addr);

    if (!FIELD_EX32(*nv_evo_stat(gpu, chid), NV_PDISPLAY_CHANNEL_STAT,
                    DMA_ENABLED)) {
        nv_refused_access(gpu, "EVO", nv_evo_hw_chid(gpu, chid), val,
                          "the channel isn't enabled: PUT stays");
        return;
    }
    gpu->display->evo.dma[chid].put = val & R_NV_EVO_USER_PUT_PTR_MASK;
    trace_nv_evo_put(chid, val);
    nv_evo_run(gpu);
}

uint32_t nv_evo_put_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->display->evo.dma[nv_evo_user_chid(gpu, addr)].put;
}

uint32_t nv_evo_get_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->display->evo.dma[nv_evo_user_chid(gpu, addr)].get;
}

uint32_t nv_evo_free_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NV_EVO_USER_FREE, COUNT, NV_EVO_FREE);
}

/* NULL, which is told, if the channel isn't connected */
static NVEvoPio *nv_evo_pio(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = nv_evo_user_chid(gpu, addr);

    if (!nv_evo_connected(gpu, chid)) {
        nv_refused_access(gpu, "EVO", nv_evo_hw_chid(gpu, chid), val,
                          "the channel isn't connected");
        return NULL;
    }
    return &gpu->display->evo.pio[chid - NV_EVO_DMA_CHANNELS];
}

void nv_evo_point_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVEvoPio *pio = nv_evo_pio(gpu, addr, val);

    if (pio) {
        pio->asy = val;
    }
}

void nv_evo_pio_update(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVEvoPio *pio = nv_evo_pio(gpu, addr, val);

    if (!pio) {
        return;
    }
    if (FIELD_EX32(val, NV_EVO_USER_UPDATE, INTERLOCK_WITH_CORE)) {
        pio->interlocked = true;
        nv_evo_run(gpu);
    } else {
        pio->arm = pio->asy;
    }
}

void nv_evo_awaken_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (nv_evo_pio(gpu, addr, val)) {
        nv_evo_awaken(gpu, nv_evo_user_chid(gpu, addr));
    }
}

/* The first channel without a pushbuffer, by NV50's numbers */
#define NV50_EVO_OVPOS NV50_EVO_DMA_CHANNELS

#define NV50_EVO_AREAS(_reg, _first, _count, ...) \
    { .name = #_reg, .addr = A_ ## _reg + (_first) * NV_EVO_USER_STRIDE, \
      .count = (_count), .stride = NV_EVO_USER_STRIDE, __VA_ARGS__ }

static const NVRegInfo nv50_evo_user_rows[] = {
    NV50_EVO_AREAS(NV_EVO_USER_PUT, 0, NV50_EVO_DMA_CHANNELS,
                     .read = nv_evo_put_read, .write = nv_evo_put_write),
    NV50_EVO_AREAS(NV_EVO_USER_GET, 0, NV50_EVO_DMA_CHANNELS,
                     .read = nv_evo_get_read),
    NV50_EVO_AREAS(NV_EVO_USER_FREE, NV50_EVO_OVPOS, NV50_EVO_PIO_CHANNELS,
                     .read = nv_evo_free_read),
    NV50_EVO_AREAS(NV_EVO_USER_UPDATE, NV50_EVO_OVPOS,
                     NV50_EVO_PIO_CHANNELS, .write = nv_evo_pio_update),
    NV50_EVO_AREAS(NV_EVO_USER_POINT_OUT, NV50_EVO_OVPOS,
                     NV50_EVO_PIO_CHANNELS, .write = nv_evo_point_write),
    NV50_EVO_AREAS(NV_EVO_USER_AWAKEN, NV50_EVO_OVPOS, NV50_EVO_HEADS,
                     .write = nv_evo_awaken_write),
};

const NVRegBlock nv50_evo_user = NV_REG_BLOCK(
    "EVO_USER", A_NV_EVO_USER_PUT, NV50_EVO_CHANNELS * NV_EVO_USER_STRIDE,
    nv50_evo_user_rows, .closed = true);

/* --- Timers ----------------------------------------------------------- */

static void nv_evo_later(void *opaque)
{
    nv_evo_run(opaque);
}

/* A wait that began after this blank is for the next one. */
static void nv_evo_vblank(void *opaque)
{
    NVEvoHead *head = opaque;
    NVGPU *gpu = head->gpu;
    int64_t when;

    if (!nv_evo_head_vblank(head, &when)) {
        return;
    }
    nv_evo_crc_frame(gpu, head->index, when);
    nv_evo_core_vblank(gpu, head->index, when);
    nv_evo_window_vblank(gpu, nv_evo_base(head->index), when);
    nv_evo_window_vblank(gpu, nv_evo_overlay(head->index), when);
    nv_evo_run(gpu);
    nv_evo_update_intr(gpu);
    nv_evo_head_retime(gpu, head->index);
}

/* --- Life ------------------------------------------------------------- */

void nv_evo_realize(NVGPU *gpu)
{
    const NVEvoChip *chip = gpu->chip->display->evo;
    NVEvo *evo = &gpu->display->evo;

    nv_evo_state_realize(gpu);
    nv_regs_init(gpu, &evo->user, chip->user);
    if (chip->images) {
        nv_regs_init(gpu, &evo->images, chip->images);
    }
    if (chip->hdmi) {
        nv_regs_init(gpu, &evo->hdmi, chip->hdmi);
    }
    evo->run_timer = nv_timer_new(gpu, nv_evo_later, gpu);
    nv_evo_heads_realize(gpu, nv_evo_vblank);
}

void nv_evo_reset(NVGPU *gpu)
{
    NVEvo *evo = &gpu->display->evo;

    timer_del(evo->run_timer);
    nv_regs_reset(&evo->user);
    if (gpu->chip->display->evo->hdmi) {
        nv_regs_reset(&evo->hdmi);
    }
    memset(evo->dma, 0, sizeof(evo->dma));
    memset(evo->pio, 0, sizeof(evo->pio));
    for (unsigned chid = 0; chid < NV_EVO_DMA_CHANNELS; chid++) {
        evo->dma[chid].notifier = UINT32_MAX;
    }
    evo->supervisor = 0;
    evo->connected = 0;
    evo->efi = false;
    evo->owned = false;
    nv_evo_heads_reset(gpu);
}

void nv_evo_exit(NVGPU *gpu)
{
    NVEvo *evo = &gpu->display->evo;

    nv_evo_heads_exit(gpu);
    nv_timer_free(gpu, &evo->run_timer);
    nv_regs_exit(&evo->hdmi);
    nv_regs_exit(&evo->images);
    nv_regs_exit(&evo->user);
    nv_evo_state_exit(gpu);
}

/* --- Snapshots -------------------------------------------------------- */

bool nv_evo_post_load(NVGPU *gpu)
{
    NVEvo *evo = &gpu->display->evo;

    evo->connected = 0;
    for (unsigned chid = 0; chid < NV_EVO_CHANNELS; chid++) {
        evo->connected |= (uint32_t)nv_evo_connected(gpu, chid) << chid;
    }
    for (unsigned chid = 0; chid < NV_EVO_DMA_CHANNELS; chid++) {
        const NVEvoDma *chan = &evo->dma[chid];

        if ((chan->put | chan->get | chan->mthd | chan->trapped) &
            ~R_NV_EVO_DMA_OFFSET_MASK ||
            chan->wait > NV_EVO_WAIT__MAX) {
            return false;
        }
    }
    if (evo->supervisor > NV_EVO_SUPERVISOR_LAST) {
        return false;
    }
    /* One timer checks all channels, whichever of them needed one. */
    nv_evo_run_later(gpu);
    return true;
}

static const VMStateDescription nv_vmstate_evo_dma = {
    .name = "nv-gpu/evo-dma",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(put, NVEvoDma),
        VMSTATE_UINT32(get, NVEvoDma),
        VMSTATE_UINT16(mthd, NVEvoDma),
        VMSTATE_UINT16(count, NVEvoDma),
        VMSTATE_BOOL(noninc, NVEvoDma),
        VMSTATE_BOOL(ignored, NVEvoDma),
        VMSTATE_UINT8(wait, NVEvoDma),
        VMSTATE_UINT8(vblanks, NVEvoDma),
        VMSTATE_INT64(since, NVEvoDma),
        VMSTATE_UINT16(trapped, NVEvoDma),
        VMSTATE_UINT32(data, NVEvoDma),
        VMSTATE_UINT32(update, NVEvoDma),
        VMSTATE_UINT16(presented, NVEvoDma),
        VMSTATE_UINT32(notifier, NVEvoDma),
        VMSTATE_UINT32_ARRAY(asy, NVEvoDma, NV_EVO_WORDS),
        VMSTATE_UINT32_ARRAY(arm, NVEvoDma, NV_EVO_WORDS),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription nv_vmstate_evo_pio = {
    .name = "nv-gpu/evo-pio",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(asy, NVEvoPio),
        VMSTATE_UINT32(arm, NVEvoPio),
        VMSTATE_BOOL(interlocked, NVEvoPio),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_evo_head_has_origin(void *opaque)
{
    const NVEvoHead *head = opaque;

    return head->origin;
}

/* Older streams, from before frames had an origin, lack it. */
static const VMStateDescription nv_vmstate_evo_head_origin = {
    .name = "nv-gpu/evo-head/origin",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_evo_head_has_origin,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64(origin, NVEvoHead),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_evo_head_has_crcs(void *opaque)
{
    const NVEvoHead *head = opaque;

    return head->crc_time;
}

static const VMStateDescription nv_vmstate_evo_head_crc = {
    .name = "nv-gpu/evo-head/crc",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_evo_head_has_crcs,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT16(crcs, NVEvoHead),
        VMSTATE_INT64(crc_time, NVEvoHead),
        VMSTATE_END_OF_LIST()
    },
};

static int nv_evo_head_pre_load(void *opaque)
{
    NVEvoHead *head = opaque;

    head->origin = 0;
    nv_evo_crc_reset(head);
    return 0;
}

static const VMStateDescription nv_vmstate_evo_head = {
    .name = "nv-gpu/evo-head",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = nv_evo_head_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64(vblank_seen, NVEvoHead),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription *const[]) {
        &nv_vmstate_evo_head_origin,
        &nv_vmstate_evo_head_crc,
        NULL
    },
};

#define NV_EVO_DMAS(_first, _count) \
    VMSTATE_STRUCT_SUB_ARRAY(dma, NVEvo, _first, _count, 1, \
                             nv_vmstate_evo_dma, NVEvoDma)
#define NV_EVO_PIOS(_first, _count) \
    VMSTATE_STRUCT_SUB_ARRAY(pio, NVEvo, (_first) - NV_EVO_DMA_CHANNELS, \
                             _count, 1, nv_vmstate_evo_pio, NVEvoPio)
#define NV_EVO_RASTERS(_first, _count) \
    VMSTATE_STRUCT_SUB_ARRAY(head, NVEvo, _first, _count, 1, \
                             nv_vmstate_evo_head, NVEvoHead)

static bool nv_evo_has_more_heads(void *opaque)
{
    const NVEvo *evo = opaque;
    const NVGPU *gpu = evo->head[0].gpu;

    return gpu && nv_evo_heads(gpu) > NV50_EVO_HEADS;
}

/* What heads have that only some cards have, GK104+ */
static const VMStateDescription nv_vmstate_evo_heads = {
    .name = "nv-gpu/evo/heads",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_evo_has_more_heads,
    .fields = (const VMStateField[]) {
        NV_EVO_DMAS(NV50_EVO_DMA_CHANNELS,
                    NV_EVO_DMA_CHANNELS - NV50_EVO_DMA_CHANNELS),
        NV_EVO_PIOS(NV_EVO_OVPOS + NV50_EVO_HEADS,
                    NV_EVO_HEADS - NV50_EVO_HEADS),
        NV_EVO_PIOS(NV_EVO_CURSOR + NV50_EVO_HEADS,
                    NV_EVO_HEADS - NV50_EVO_HEADS),
        NV_EVO_RASTERS(NV50_EVO_HEADS, NV_EVO_HEADS - NV50_EVO_HEADS),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_evo = {
    .name = "nv-gpu/evo",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        NV_EVO_DMAS(0, NV50_EVO_DMA_CHANNELS),
        NV_EVO_PIOS(NV_EVO_OVPOS, NV50_EVO_HEADS),
        NV_EVO_PIOS(NV_EVO_CURSOR, NV50_EVO_HEADS),
        NV_EVO_RASTERS(0, NV50_EVO_HEADS),
        VMSTATE_UINT8(supervisor, NVEvo),
        VMSTATE_UINT32(connected, NVEvo),
        VMSTATE_BOOL(efi, NVEvo),
        VMSTATE_BOOL(owned, NVEvo),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription *const[]) {
        &nv_vmstate_evo_heads,
        NULL
    },
};
