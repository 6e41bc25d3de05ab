/*
 * NVIDIA GPU: a debugger's actions on PFIFO, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/dma.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "control.h"
#include "intr.h"
#include "pbdma.h"
#include "switch.h"

/* --- Methods ---------------------------------------------------------- */

typedef struct NVActSubmit {
    const NVRun *run;
    unsigned id;
    uint32_t executed;
} NVActSubmit;

static void nvc0_control_execute(NVGPU *gpu, void *opaque)
{
    NVActSubmit *submit = opaque;

    submit->executed = nv_pbdma_submit_run(gpu, submit->id, submit->run);
}

/* Why a PBDMA can't execute methods now; NULL: it can */
static const char *nvc0_control_why_not(NVGPU *gpu, unsigned id, unsigned chid)
{
    if (nv_pbdma_stopped(gpu, id)) {
        return "the driver has to look at its error";
    }
    if (nv_pbdma_acquiring(gpu, id)) {
        return "it waits for a semaphore";
    }
    if (nv_fifo_hangs(gpu, chid)) {
        return "the channel was hung";
    }
    return FIELD_EX32(NV_PBDMA_R(gpu, id, NV_PBDMA_METHOD0), NV_PBDMA_METHOD0,
                      VALID) ? "an earlier method waits for its engine" : NULL;
}

/* Without CACHE1 there is no place for methods that have to wait. */
bool nvc0_control_submit(NVGPU *gpu, const NVRun *run, uint32_t *executed,
                         Error **errp)
{
    NVActSubmit submit = {
        .run = run, .id = nvc0_channel_pbdma(gpu, run->chid),
    };
    const char *why;

    if (nvc0_channel_pbdma(gpu, run->chid) < 0) {
        error_setg(errp, "channel %u is in no PBDMA: it has to have its turn",
                   run->chid);
        return false;
    }
    why = nvc0_control_why_not(gpu, submit.id, run->chid);
    if (why) {
        error_setg(errp, "PBDMA %u takes no methods now: %s", submit.id, why);
        return false;
    }
    nv_fifo_by_hand(gpu, nvc0_control_execute, &submit);
    *executed = submit.executed;
    nv_fifo_wake_up(gpu);
    if (submit.executed < run->count) {
        error_setg(errp, "%u of %u methods executed: the next one would have "
                   "to wait, or is an error", submit.executed, run->count);
        return false;
    }
    return true;
}

/* --- Pushbuffers ------------------------------------------------------ */

static bool nvc0_control_write_put(NVGPU *gpu, unsigned chid, uint32_t put)
{
    int id = nvc0_channel_pbdma(gpu, chid);
    uint32_t block = nvc0_channel_block(gpu, chid);
    uint32_t ramfc[NV_PBDMA_RAMFC_WORDS];
    const uint32_t *regs = ramfc;
    uint8_t bytes[4];
    NVSpan span;

    if (id >= 0) {
        regs = &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT);
    } else {
        nv_ramin_read_words(gpu, block, ramfc, NV_PBDMA_RAMFC_WORDS);
    }
    stl_le_p(bytes, put);
    if (!nvc0_channel_userd(gpu, regs, A_NV_USERD_GP_PUT, &span) ||
        nv_span_transfer(gpu, &span, bytes, true) != MEMTX_OK) {
        return false;
    }
    if (id >= 0) {
        NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT) = put;
    } else {
        nvc0_channel_update(gpu, chid);
    }
    return true;
}

bool nvc0_control_push(NVGPU *gpu, const NVChannelView *view, unsigned chid,
                       uint64_t addr, uint32_t words, Error **errp)
{
    uint32_t next = (view->ring_put + 1) & view->ring_mask;
    uint32_t most = R_NVC0_GP_ENTRY_1_LENGTH_MASK >>
                    R_NVC0_GP_ENTRY_1_LENGTH_SHIFT;
    NVDMAObject obj;
    NVDmaReason why;
    uint8_t entry[8];

    if (!nv_control_ring_has_room(view, words, most, errp)) {
        return false;
    }
    nv_fifo_stl_p(gpu, entry, addr);
    nv_fifo_stl_p(gpu, entry + 4,
                  FIELD_DP32(addr >> 32, NVC0_GP_ENTRY_1, LENGTH, words));
    if (!nv_fifo_push_space(gpu, chid, &obj) ||
        !nv_dmaobj_peek(gpu, &obj, view->ring_at + view->ring_put * 8ull,
                        entry, sizeof(entry), true, &why) ||
        !nvc0_control_write_put(gpu, chid, next)) {
        error_setg(errp, "the ring can't be written");
        return false;
    }
    nv_fifo_wake_up(gpu);
    return true;
}

/* --- Turning off ------------------------------------------------------ */

/* As nouveau's gf100_chan_stop() and gf100_chan_preempt() */
void nvc0_control_kill(NVGPU *gpu, unsigned chid)
{
    nvc0_channel_disable(gpu, chid);
    nvc0_switch_preempt(gpu, chid);
}
