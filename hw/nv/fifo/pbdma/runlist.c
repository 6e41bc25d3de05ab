/*
 * NVIDIA GPU: the run lists of a PFIFO with PBDMAs, NVC0+
 *
 * Before NVE4 there is one for all.  From then on each engine's channels have
 * one, but for PGRAPH and the copy engine beside it, which share one.  From
 * NVF0 on some of a list's channels may be a group (group.c).
 *
 * Source: envytools, rnndb/fifo/gf100_pfifo.xml; nouveau's
 * nvkm/engine/fifo/gf100.c and gk104.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/runlist.h"
#include "hw/nv/fifo/scheduler.h"
#include "channel.h"
#include "group.h"
#include "intr.h"
#include "runlist.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/* Bytes of an entry of a run list: the channel's number, and its type */
#define NVC0_RUNLIST_ENTRY 8

static uint32_t *nvc0_runlist_base(NVGPU *gpu, unsigned r)
{
    return &gpu->regs[nv_pbdma_chip(gpu)->runlist / 4 + r * 2];
}

static uint32_t *nvc0_runlist_len(NVGPU *gpu, unsigned r)
{
    return nvc0_runlist_base(gpu, r) + 1;
}

/* An entry that isn't a group's header; @left: as nvf0_group_member() has it */
static void nvc0_runlist_add(NVGPU *gpu, unsigned r, unsigned chid,
                             unsigned *left)
{
    if (chid >= gpu->chip->fifo->channels) {
        nv_log_error(gpu, "channel %u in a run list", chid);
        *left -= *left > 0;
        return;
    }
    if (!FIELD_EX32(*nvc0_channel_entry(gpu, chid), NVC0_PFIFO_CHAN, VALID)) {
        nvc0_fifo_error(gpu, R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK,
                        chid, NVC0_SCHED_INACTIVE_CHANNEL, "channel %u is "
                        "in a run list, but not in the table", chid);
    }
    if (nv_pbdma_chip(gpu)->groups) {
        nvf0_group_member(gpu, r, chid, left);
    }
    nv_runlist_add(&gpu->fifo->runlists[r], chid);
}

static void nvc0_runlist_read(NVGPU *gpu, unsigned r, uint32_t base,
                              unsigned count)
{
    bool groups = nv_pbdma_chip(gpu)->groups;
    unsigned left = 0;
    g_autofree uint8_t *list = g_malloc(count * NVC0_RUNLIST_ENTRY);
    uint64_t addr = (uint64_t)FIELD_EX32(base, NVC0_PFIFO_RUNLIST_BASE,
                                         ADDRESS) << 12;
    NVSpan span;

    if (!nv_linear_span(gpu, FIELD_EX32(base, NVC0_PFIFO_RUNLIST_BASE,
                                        TARGET),
                        addr, count * NVC0_RUNLIST_ENTRY, &span) ||
        nv_span_transfer(gpu, &span, list, false) != MEMTX_OK) {
        nv_log_error(gpu, "no run list at 0x%" PRIx64, addr);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        uint32_t entry = ldl_le_p(list + i * NVC0_RUNLIST_ENTRY);

        if (groups && FIELD_EX32(entry, NVF0_RUNLIST_ENTRY, GROUP)) {
            nvf0_group_header(gpu, r, entry, &left);
            continue;
        }
        nv_fifo_probe_listed(gpu, i, &entry);
        nvc0_runlist_add(gpu, r, entry, &left);
    }
    nvf0_groups_end(gpu, r, left);
}

static bool nvc0_runlist_waits(NVGPU *gpu, unsigned r)
{
    return *nvc0_runlist_len(gpu, r) & R_NVE4_PFIFO_ENG_RUNLIST_PENDING_MASK;
}

/* The driver writes an address and a length for one list after another. */
static void nvc0_runlist_take(NVGPU *gpu, unsigned r)
{
    NVRunList *runlist = &gpu->fifo->runlists[r];
    uint32_t base = *nvc0_runlist_base(gpu, r);
    uint32_t len = *nvc0_runlist_len(gpu, r);
    unsigned count = MIN(FIELD_EX32(len, NVE4_PFIFO_ENG_RUNLIST, LENGTH),
                         NV_RUNLIST_MAX);

    trace_nv_pfifo_playlist(base, count);
    nv_runlist_clear(runlist);
    nvf0_groups_begin(gpu, r);
    if (count) {
        nvc0_runlist_read(gpu, r, base, count);
    }
    runlist->turn = runlist->len ? runlist->len - 1 : 0;
    *nvc0_runlist_len(gpu, r) = len & ~R_NVE4_PFIFO_ENG_RUNLIST_PENDING_MASK;
    NV_R(gpu, NVC0_PFIFO_INTR_RUNLIST) |=
        BIT(nv_pbdma_chip(gpu)->runlist_event + r);
    nvc0_channel_recheck_all(gpu);
    nvc0_fifo_update_intr(gpu);
}

/* A list that waits in a snapshot is taken later: faults stay behind. */
void nvc0_runlist_settle(NVGPU *gpu)
{
    for (unsigned r = 0; r < nv_pbdma_chip(gpu)->runlists; r++) {
        if (nvc0_runlist_waits(gpu, r) && !NV_FAULTY(gpu, LIST)) {
            nvc0_runlist_take(gpu, r);
            nv_fifo_kick(gpu);
        }
    }
}

/* The list that the driver writes while another one waits is an error. */
void nvc0_runlist_set(NVGPU *gpu, unsigned r, uint32_t base, uint32_t len)
{
    nvc0_runlist_settle(gpu);
    if (nvc0_runlist_waits(gpu, r)) {
        nvc0_fifo_error(gpu, R_NVC0_PFIFO_INTR_SCHED_ERROR_MASK,
                        -1, NVC0_SCHED_NEW_RUNLIST,
                        "a run list while another one is taken");
    }
    *nvc0_runlist_base(gpu, r) = base;
    *nvc0_runlist_len(gpu, r) = len | R_NVE4_PFIFO_ENG_RUNLIST_PENDING_MASK;
    nvc0_runlist_settle(gpu);
}
