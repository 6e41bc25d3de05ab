/*
 * NVIDIA GPU: PDISPLAY: EVO's pushbuffers and their methods
 *
 * A write of PUT executes what it adds in place, up to a budget: pushbuffers
 * have 4 KiB, and at an UPDATE they wait for a blank anyway.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "core.h"
#include "memory.h"
#include "methods.h"
#include "pushbuffer.h"
#include "state.h"
#include "window.h"
#include "hw/nv/display.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs.h"
#include "trace/trace-hw_nv.h"

/* Words that a channel executes in one go, and ns until it continues */
#define NV_EVO_BUDGET 4096
#define NV_EVO_PAUSE_NS (500 * SCALE_US)

/* --- Methods ---------------------------------------------------------- */

static bool nv_evo_format_is_known(const NVEvoClass *class, uint32_t params)
{
    unsigned format = FIELD_EX32(params, NV_EVO_FB_PARAMS, FORMAT);

    return format && strchr(class->formats, format);
}

/*
 * A GF108 has refused 469 MHz.  The limit is a guess: it is the highest clock
 * of a DAC, by the boards' descriptions.
 */
#define NV50_EVO_KHZ_MAX 400000

static bool nv_evo_clock_is_possible(uint32_t clock)
{
    return FIELD_EX32(clock, NV_EVO_PIXEL_CLOCK, FREQUENCY) <=
           NV50_EVO_KHZ_MAX;
}

static void nv_evo_action(NVGPU *gpu, unsigned chid, uint16_t mthd,
                          uint32_t data)
{
    NVEvoCode code = chid == NV_EVO_CORE ? nv_evo_core_check(gpu, mthd)
                                         : nv_evo_window_check(gpu, chid);

    if (code != NV_EVO_CODE_NONE) {
        nv_evo_error(gpu, chid, NV_EVO_INVALID_STATE, code, mthd, data);
        return;
    }
    if (mthd == NV_EVO_UPDATE) {
        gpu->display->evo.dma[chid].update = data;
    }
    if (chid == NV_EVO_CORE) {
        nv_evo_core_action(gpu, mthd, data);
    } else {
        nv_evo_window_update(gpu, chid);
    }
}

/* Whether the parameter of a method with state is one that the class takes */
static bool nv_evo_is_valid(NVGPU *gpu, unsigned chid, NVEvoKind kind,
                            uint32_t data)
{
    switch (kind) {
    case NV_EVO_FORMAT:
        return nv_evo_format_is_known(nv_evo_class(gpu, chid), data);
    case NV_EVO_CLOCK:
        return nv_evo_clock_is_possible(data);
    default:
        return true;
    }
}

void nv_evo_method(NVGPU *gpu, unsigned chid, uint16_t mthd, uint32_t data)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];
    NVEvoKind kind = nv_evo_method_kind(gpu, chid, mthd);

    if (trace_event_get_state_backends(TRACE_NV_EVO_METHOD)) {
        const char *name = nv_evo_method_name(gpu, chid, mthd);

        trace_nv_evo_method(chid, mthd, name ? name : "?", data);
    }
    switch (kind) {
    case NV_EVO_ABSENT:
        nv_evo_error(gpu, chid, NV_EVO_RESERVED_METHOD,
                     NV_EVO_CODE_NONE, mthd, data);
        return;
    case NV_EVO_ACTION:
        nv_evo_action(gpu, chid, mthd, data);
        return;
    case NV_EVO_HANDLE:
        if (data && !nv_evo_resolves(gpu, chid, data)) {
            nv_evo_error(gpu, chid, NV_EVO_UNRESOLVABLE_HANDLE,
                         NV_EVO_CODE_NONE, mthd, data);
            return;
        }
        break;
    default:
        if (!nv_evo_is_valid(gpu, chid, kind, data)) {
            nv_evo_error(gpu, chid, NV_EVO_INVALID_ARG, NV_EVO_CODE_ARG,
                         mthd, data);
            return;
        }
        break;
    }
    chan->asy[mthd / 4] = data;
}

/* --- Pushbuffers ------------------------------------------------------ */

static void nv_evo_command(NVGPU *gpu, unsigned chid, uint32_t word)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];
    unsigned opcode = FIELD_EX32(word, NV_EVO_DMA, OPCODE);

    switch (opcode) {
    case NV_EVO_DMA_METHOD:
    case NV_EVO_DMA_NONINC_METHOD:
        chan->mthd = word & R_NV_EVO_DMA_OFFSET_MASK;
        chan->count = FIELD_EX32(word, NV_EVO_DMA, COUNT);
        chan->noninc = opcode == NV_EVO_DMA_NONINC_METHOD;
        break;
    case NV_EVO_DMA_JUMP:
        chan->get = word & R_NV_EVO_DMA_OFFSET_MASK;
        break;
    case NV_EVO_DMA_SET_SUBDEVICE_MASK:
        chan->ignored = !(FIELD_EX32(word, NV_EVO_DMA, SUBDEVICE_MASK) & 1);
        break;
    default:
        nv_evo_error(gpu, chid, NV_EVO_PUSHBUFFER_ERR, NV_EVO_CODE_NONE,
                     0, word);
        break;
    }
}

/*
 * Observers may change the method and its data, or have it refused.  Returns
 * false then, and the error.
 */
static bool nv_evo_probe(NVGPU *gpu, unsigned chid, uint16_t *mthd,
                         uint32_t *word, uint16_t *error)
{
    const NVEvoDma *chan = &gpu->display->evo.dma[chid];
    NVProbe probe = {
        .kind = NV_PROBE_DISPLAY,
        .chid = -1,
        .display = {
            .channel = chid,
            .has_method = chan->count > 0,
            .mthd = chan->count ? *mthd : 0,
            .data = *word,
            .addr = (chan->get - 4) % NV_EVO_PUSHBUFFER,
        },
    };

    bool go = nv_probe(gpu, &probe) != NV_DROP;

    *mthd = probe.display.mthd & R_NV_EVO_DMA_OFFSET_MASK;
    *word = probe.display.data;
    *error = probe.display.error;
    return go;
}

static void nv_evo_word(NVGPU *gpu, unsigned chid, uint32_t word)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];
    uint16_t mthd = chan->mthd, to = mthd;
    bool go = true;
    uint16_t error = 0;

    if (NV_PROBED(gpu, DISPLAY)) {
        go = nv_evo_probe(gpu, chid, &to, &word, &error);
    }
    if (!chan->count) {
        nv_evo_command(gpu, chid, word);
        return;
    }
    chan->count--;
    if (!chan->noninc) {
        chan->mthd = (mthd + 4) & R_NV_EVO_DMA_OFFSET_MASK;
    }
    if (!go) {
        nv_evo_error(gpu, chid, nv_evo_injected_type(error),
                     error & UINT8_MAX, to, word);
    } else if (!chan->ignored) {
        nv_evo_method(gpu, chid, to, word);
    }
}

/* Execute a stretch without a jump; returns its length in words. */
static unsigned nv_evo_stretch(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];
    uint32_t words[NV_EVO_PUSHBUFFER / 4];
    uint32_t first = chan->get;
    uint32_t end = chan->put > first ? chan->put : NV_EVO_PUSHBUFFER;

    if (!nv_evo_fetch(gpu, chid, first, words, end - first)) {
        nv_evo_error(gpu, chid, NV_EVO_PUSHBUFFER_ERR, NV_EVO_CODE_FETCH,
                     0, first);
        return 1;
    }
    for (uint32_t at = first; at < end; at += 4) {
        uint32_t next = (at + 4) % NV_EVO_PUSHBUFFER;

        chan->get = next;
        nv_evo_word(gpu, chid, le32_to_cpu(words[(at - first) / 4]));
        if (chan->wait || chan->get != next) {
            return (at + 4 - first) / 4;
        }
    }
    return (end - first) / 4;
}

/* Returns true if the channel, or another one, may continue now. */
static bool nv_evo_advance(NVGPU *gpu, unsigned chid, int *budget)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];

    if (chan->wait) {
        --*budget;
        return chid == NV_EVO_CORE ? nv_evo_core_resume(gpu)
                                   : nv_evo_window_resume(gpu, chid);
    }
    if (chan->get == chan->put || !nv_evo_connected(gpu, chid)) {
        return false;
    }
    *budget -= nv_evo_stretch(gpu, chid);
    return true;
}

/* A method by register stays pending while its channel waits. */
static void nv_evo_ctrl_settle(NVGPU *gpu)
{
    uint32_t ctrl = gpu->chip->display->evo->places->ctrl;

    for (unsigned chid = 0; ctrl && chid < NV50_EVO_DMA_CHANNELS; chid++) {
        if (!gpu->display->evo.dma[chid].wait) {
            gpu->regs[ctrl / 4 + chid * 2] &=
                ~R_NV_PDISPLAY_CTRL_STATE_PENDING_MASK;
        }
    }
}

/* The writer of a semaphore doesn't notify us. */
static bool nv_evo_polls(const NVEvo *evo)
{
    for (unsigned chid = 0; chid < NV_EVO_DMA_CHANNELS; chid++) {
        if (evo->dma[chid].wait == NV_EVO_WAIT_SEMAPHORE) {
            return true;
        }
    }
    return false;
}

/*
 * Channels wait for each other's UPDATEs, so all that can run take turns.  A
 * pushbuffer may be in the card's own registers, so this isn't re-entered.
 */
void nv_evo_run(NVGPU *gpu)
{
    NVEvo *evo = &gpu->display->evo;
    int budget = NV_EVO_BUDGET;
    bool again = true;

    if (evo->running) {
        nv_evo_run_later(gpu);
        return;
    }
    evo->running = true;
    while (again && budget > 0) {
        again = false;
        for (unsigned chid = NV_EVO_DMA_CHANNELS; chid--;) {
            again |= nv_evo_advance(gpu, chid, &budget);
        }
    }
    evo->running = false;
    nv_evo_ctrl_settle(gpu);
    if (again || nv_evo_polls(evo)) {
        nv_evo_run_later(gpu);
    }
}

void nv_evo_run_later(NVGPU *gpu)
{
    QEMUTimer *timer = gpu->display->evo.run_timer;

    if (!timer_pending(timer)) {
        timer_mod(timer, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                         NV_EVO_PAUSE_NS);
    }
}
