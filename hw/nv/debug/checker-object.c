/*
 * NVIDIA GPU: the checker: objects and channels that are freed while in use
 *
 * The card isn't told when memory is freed.  But the memory of an object or a
 * channel is free for other uses once RAMHT has no handle for the object, or
 * the table of channels no longer lists the channel.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/fifo-regs-nv50.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "checker.h"

/**
 * struct NVBound - a subchannel's object at the time when it was bound
 *
 * @handle: its handle, 0 if unknown
 * @inst: its address in instance memory
 * @seen: NVPramin.changes when it was last looked up
 */
typedef struct NVBound {
    uint32_t handle;
    uint32_t inst;
    uint64_t seen;
} NVBound;

/** struct NVCheckerObject - @bound: of channels, NVBound of each subchannel */
typedef struct NVCheckerObject {
    NVPerChannel bound;
} NVCheckerObject;

/* --- Objects ---------------------------------------------------------- */

static void nv_checker_bind(NVGPU *gpu, NVBound *bound, const NVProbe *probe)
{
    NVHandleView object;

    *bound = (NVBound) { .seen = gpu->pramin.changes };
    if (nv_fifo_inspect_handle(gpu, probe->chid, probe->method.data, &object)) {
        bound->handle = probe->method.data;
        bound->inst = object.inst;
    }
}

static void nv_checker_use(NVGPU *gpu, NVBound *bound, const NVProbe *probe)
{
    NVHandleView object;

    if (!bound->handle || bound->seen == gpu->pramin.changes) {
        return;
    }
    bound->seen = gpu->pramin.changes;
    if (nv_fifo_inspect_handle(gpu, probe->chid, bound->handle, &object) &&
        object.inst == bound->inst) {
        return;
    }
    nv_checker_find(gpu, NV_RULE_OBJECT_FREED, probe->chid, bound->handle,
                    &(NvFinding) {
                      .u.object_freed.subchannel = probe->method.subc,
                      .u.object_freed.method = probe->method.mthd,
                      .u.object_freed.handle = bound->handle,
                      .u.object_freed.address = bound->inst,
                  });
    bound->handle = 0;
}

static void nv_checker_method(NVGPU *gpu, NVCheckerObject *state,
                              const NVProbe *probe)
{
    const NVMethodProbe *method = &probe->method;
    NVBound *bound;

    bound = nv_per_channel(&state->bound, probe->chid,
                           NV_PROBE_SUBCHANNELS * sizeof(*bound));
    bound += method->subc % NV_PROBE_SUBCHANNELS;
    if (!method->mthd) {
        nv_checker_bind(gpu, bound, probe);
    } else if (method->mthd >= NV_MTHD_ENGINE) {
        nv_checker_use(gpu, bound, probe);
    }
}

/* --- Channels --------------------------------------------------------- */

/**
 * struct NVChannelRow - a table of channels' addresses
 *
 * @cards: NV_CHECKER_*
 * @reg, @stride: the first channel's register, and bytes to the next
 * @keeps: bits that may change while the channel is loaded
 */
typedef struct NVChannelRow {
    uint32_t cards;
    uint32_t reg, stride;
    uint32_t keeps;
} NVChannelRow;

/* The rules and their sources are in docs/checker.rst. */
static const NVChannelRow nv_channel_rows[] = {
    { NV_CHECKER_NV50, A_NV50_PFIFO_CHAN_TABLE, 4,
      R_NV50_PFIFO_CHAN_TABLE_ENABLE_MASK |
      R_NV50_PFIFO_CHAN_TABLE_PENDING_MASK },
    { NV_CHECKER_NVC0, A_NVC0_PFIFO_CHAN, 8, R_NVC0_PFIFO_CHAN_POLL_MASK },
};

static void nv_checker_table(NVGPU *gpu, const NVChannelRow *row,
                             const NVProbe *probe)
{
    uint32_t at = probe->mmio.addr - row->reg;
    NVChannelView view;
    uint32_t was;

    if (probe->mmio.addr < row->reg || at % row->stride ||
        at / row->stride >= nv_fifo_channels(gpu)) {
        return;
    }
    was = gpu->regs[probe->mmio.addr / 4];
    if (!((was ^ probe->mmio.data) & ~(uint64_t)row->keeps & UINT32_MAX)) {
        return;
    }
    nv_fifo_inspect(gpu, at / row->stride, &view);
    if (view.unit >= 0) {
        g_autofree char *name = nv_checker_name(gpu, probe->mmio.addr);

        nv_checker_find(gpu, NV_RULE_CHANNEL_FREED, at / row->stride, 0,
                        &(NvFinding) {
                          .u.channel_freed.q_register = probe->mmio.addr,
                          .u.channel_freed.name = name,
                          .u.channel_freed.value = probe->mmio.data,
                          .u.channel_freed.was = was,
                      });
    }
}

static void nv_checker_object_see(NVGPU *gpu, void *state, const NVProbe *probe)
{
    uint32_t cards = nv_checker_cards(gpu);

    if (probe->kind == NV_PROBE_METHOD) {
        if (cards & NV_CHECKER_CACHE1) {
            nv_checker_method(gpu, state, probe);
        }
        return;
    }
    for (unsigned i = 0; !probe->mmio.bar && i < ARRAY_SIZE(nv_channel_rows);
         i++) {
        if (nv_channel_rows[i].cards & cards) {
            nv_checker_table(gpu, &nv_channel_rows[i], probe);
        }
    }
}

static void nv_checker_object_forget(void *opaque)
{
    NVCheckerObject *state = opaque;

    nv_per_channel_clear(&state->bound, NULL);
}

const NVCheckerPart nv_checker_object = {
    .kinds = NV_PROBE_BIT(METHOD) | NV_PROBE_BIT(MMIO_WRITE),
    .size = sizeof(NVCheckerObject),
    .see = nv_checker_object_see,
    .forget = nv_checker_object_forget,
};
