/*
 * NVIDIA GPU: a debugger's actions on PFIFO: cards with CACHE1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/fifo/dma.h"
#include "hw/nv/fifo/scheduler.h"
#include "control.h"
#include "cache1.h"
#include "channel-nv50.h"
#include "channel.h"
#include "puller.h"
#include "ramfc.h"
#include "state.h"
#include "switcher.h"
#include "user.h"

/* --- Methods ---------------------------------------------------------- */

typedef struct NVActSubmit {
    const NVRun *run;
    uint32_t executed;
} NVActSubmit;

static void nv04_control_execute(NVGPU *gpu, void *opaque)
{
    NVActSubmit *submit = opaque;

    submit->executed = nv_puller_run(gpu, submit->run);
}

/* As the pusher does, put methods that the puller can't take into CACHE1. */
bool nv04_control_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                         Error **errp)
{
    NVActSubmit submit = { .run = run };
    NVRun rest = *run;

    if (!nv_fifo_owns(gpu, run->chid)) {
        error_setg(errp, "channel %u isn't in CACHE1, which channel %u has",
                   run->chid, nv_fifo_channel(gpu));
        return false;
    }
    if (run->count > nv_cache1_capacity(gpu) - nv_cache1_used(gpu)) {
        error_setg(errp, "CACHE1 has no room for %u methods: %u of its %u "
                   "places are taken", run->count, nv_cache1_used(gpu),
                   nv_cache1_capacity(gpu));
        return false;
    }
    if (!nv_cache1_used(gpu) && !nv_fifo_hangs(gpu, run->chid)) {
        nv_fifo_by_hand(gpu, nv04_control_execute, &submit);
    }
    *executed = submit.executed;
    rest.mthd += *executed * run->step;
    rest.data += *executed;
    rest.count -= *executed;
    nv_cache1_push(gpu, &rest);
    nv_fifo_wake_up(gpu);
    return true;
}

/* --- Pushbuffers ------------------------------------------------------ */

#define NV_CONTROL_RETURN 0x00020000u

/* Whether the last word of a subroutine is a return */
static bool nv_control_returns(NVGPU *gpu, unsigned chid, uint64_t addr,
                               uint32_t words)
{
    NVDMAObject obj;
    NVDmaReason why;
    uint8_t last[4];

    return nv_fifo_push_space(gpu, chid, &obj) &&
           nv_dmaobj_peek(gpu, &obj, addr + (words - 1) * 4ull, last,
                          sizeof(last), false, &why) &&
           nv_fifo_ldl_p(gpu, last) == NV_CONTROL_RETURN;
}

static void nv_control_call(NVGPU *gpu, unsigned chid, uint32_t addr)
{
    uint32_t get = nv_user_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET);
    uint32_t state = nv_user_channel_reg(gpu, chid,
                                         R_NV_PFIFO_CACHE1_DMA_STATE);
    uint32_t subr = get & R_NV_PFIFO_CACHE1_SUBROUTINE_RETURN_MASK;

    if (nv_cache1_chip(gpu)->pusher & NV_PUSHER_STATE_SUBR) {
        state = FIELD_DP32(state, NV_PFIFO_CACHE1_DMA_STATE,
                           SUBROUTINE_ACTIVE, 1);
        nv_user_set_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_STATE, state);
    } else {
        subr |= R_NV_PFIFO_CACHE1_SUBROUTINE_ACTIVE_MASK;
    }
    nv_user_set_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_SUBROUTINE, subr);
    nv_user_set_channel_reg(gpu, chid, R_NV_PFIFO_CACHE1_DMA_GET, addr);
}

bool nv04_control_push(NVGPU *gpu, const NVChannelView *view, unsigned chid,
                       uint64_t addr, uint32_t words, Error **errp)
{
    if (!(nv_cache1_chip(gpu)->pusher & NV_PUSHER_CALL)) {
        error_setg(errp, "the card has no calls");
        return false;
    }
    if (view->subroutine || view->left) {
        error_setg(errp, "channel %u is in a %s", chid,
                   view->left ? "command" : "subroutine");
        return false;
    }
    if (view->get >> 32 || addr >> 32 || addr == view->put) {
        error_setg(errp, "nothing can be called from 0x%" PRIx64
                   " at 0x%" PRIx64, view->get, addr);
        return false;
    }
    if (!nv_control_returns(gpu, chid, addr, words)) {
        error_setg(errp, "the last of %u words at 0x%" PRIx64 " doesn't "
                   "return", words, addr);
        return false;
    }
    nv_control_call(gpu, chid, addr);
    nv_switcher_submit(gpu, chid);
    nv_fifo_wake_up(gpu);
    return true;
}

static bool nv50_control_entry(NVGPU *gpu, const NVChannelView *view,
                               unsigned chid, uint64_t addr, uint32_t words,
                               Error **errp)
{
    uint32_t next = (view->ring_put + 1) & view->ring_mask;
    uint32_t high = FIELD_DP32(addr >> 32, NV50_IB_ENTRY_1, SIZE, words);
    NVDMAObject obj;
    NVDmaReason why;
    uint8_t entry[8];

    nv_fifo_stl_p(gpu, entry, addr);
    nv_fifo_stl_p(gpu, entry + 4, high);
    if (!nv_control_ring_has_room(view, words, R_NV50_IB_ENTRY_1_SIZE_MASK >>
                                  R_NV50_IB_ENTRY_1_SIZE_SHIFT, errp)) {
        return false;
    }
    if (!nv_fifo_push_space(gpu, chid, &obj) ||
        !nv_dmaobj_peek(gpu, &obj, view->ring_at + view->ring_put * 8ull,
                        entry, sizeof(entry), true, &why)) {
        error_setg(errp, "the ring can't be written");
        return false;
    }
    nv_user_set_channel_reg(gpu, chid, R_NV50_PFIFO_CACHE1_IB_PUT, next);
    nv_switcher_submit(gpu, chid);
    nv_fifo_wake_up(gpu);
    return true;
}

bool nv50_control_push(NVGPU *gpu, const NVChannelView *view, unsigned chid,
                       uint64_t addr, uint32_t words, Error **errp)
{
    return view->ring
        ? nv50_control_entry(gpu, view, chid, addr, words, errp)
        : nv04_control_push(gpu, view, chid, addr, words, errp);
}

/* --- Turning off ------------------------------------------------------ */

/* As nouveau's nv04_fifo_dma_fini() */
void nv04_control_kill(NVGPU *gpu, unsigned chid)
{
    uint32_t *mode = &NV_R(gpu, NV_PFIFO_CHANNEL_MODE);
    uint32_t *pending = &NV_R(gpu, NV_PFIFO_CHANNEL_DMA_PENDING);

    *mode = deposit32(*mode, chid, 1, 0);
    nv_cache1(gpu)->mode = *mode;
    if (nv_fifo_owns(gpu, chid)) {
        nv_cache1_chip(gpu)->channel->save(gpu, chid);
        nv_ramfc_clear(gpu);
        nv_cache1_load(gpu, 0, 0);
        NV_R(gpu, NV_PFIFO_CACHE1_PULL0) &=
            R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK;
        NV_R(gpu, NV_PFIFO_CACHE1_PUSH1) = gpu->chip->fifo->channels - 1;
        nv_cache1(gpu)->yield = false;
    }
    *pending = deposit32(*pending, chid, 1, 0);
    nv_ramin_changed(gpu);
}

void nv50_control_kill(NVGPU *gpu, unsigned chid)
{
    nv50_channel_disable(gpu, chid);
}
