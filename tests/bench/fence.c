/*
 * NVIDIA GPU: a doorbell and its fence on the benchmark's card
 *
 * Doorbells are written inside the emulator, as a virtual processor writes them
 * when it has left the guest.  The time is until the fence behind the doorbell
 * is there, with nothing else to do, so it is all of a submission.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-channel.h"
#include "../qtest/libnv/nv-either.h"
#include "../qtest/libnv/nv-fermi.h"
#include "../qtest/libnv/nv-graph.h"
#include "fence.h"

/* Doorbells that are measured at once, unless fence_set_ring() says fewer */
#define DOORBELLS 200

/**
 * struct Fence - a channel, and where its fence is
 *
 * @bench: the benchmark
 * @chan: the channel before NVC0, whose fence is its reference
 * @fermi: the channel from NVC0 on
 * @ring: its entries
 * @doorbells: how many are measured at once
 * @va, @addr: its fence's virtual address, and address in the guest's memory
 */
struct Fence {
    Bench *bench;
    NVChan *chan;
    NVFermiChan *fermi;
    unsigned ring, doorbells;
    uint64_t va, addr;
};

/* Commands that set a reference; each doorbell submits one more of them. */
static Job prepare_old(Fence *fence, unsigned doorbells)
{
    NVChan *chan = fence->chan;
    NVDev *nv = chan->nv;
    uint32_t start = chan->cur, size;

    nv_push_ref(chan, 1);
    size = chan->cur - start;
    for (unsigned i = 1; i < doorbells; i++) {
        nv_push_ref(chan, i + 1);
    }
    return (Job) {
        .from = start + size, .pitch = size,
        .to = nv->bar0 + nv->card->user + chan->chid * nv->card->user_stride +
              A_NV_USER_DMA_PUT,
        .length = nv->card->user_stride,
    };
}

static bool finish_old(Fence *fence, unsigned doorbells)
{
    NVChan *chan = fence->chan;
    bool done = nv_user_get(chan) == chan->cur &&
                nv_user_ref(chan) == doorbells;

    nv_submit(chan);
    return done;
}

static void write_put(Fence *fence, uint32_t put)
{
    NVFermiChan *chan = fence->fermi;

    nv_fermi_user_wr32(chan, A_NV_USERD_GP_PUT, put);
    chan->gp_put = put;
}

/* Go to the ring's beginning, by entries without commands */
static void rewind_ring(Fence *fence)
{
    NVFermiChan *chan = fence->fermi;

    if (chan->gp_put) {
        qtest_memset(chan->nv->qts, chan->gp + chan->gp_put * 8, 0,
                     (fence->ring - chan->gp_put) * 8);
        write_put(fence, 0);
        nv_poll(nv_fermi_user_rd32(chan, A_NV_USERD_GP_GET) == 0);
    }
    chan->cur = chan->kicked = 0;
}

/* Entries that all release the same semaphore; each doorbell adds one. */
static Job prepare_fermi(Fence *fence, unsigned doorbells)
{
    NVFermiChan *chan = fence->fermi;
    NVDev *nv = chan->nv;
    uint32_t words;

    rewind_ring(fence);
    nv_fermi_release(chan, fence->va, 1);
    words = chan->cur / 4;
    for (unsigned i = 0; i < doorbells; i++) {
        qtest_writel(nv->qts, chan->gp + i * 8, (uint32_t)NV_FERMI_PUSH_VA);
        qtest_writel(nv->qts, chan->gp + i * 8 + 4,
                     NV_FERMI_PUSH_VA >> 32 | words << 10);
    }
    qtest_writel(nv->qts, fence->addr, 0);
    return (Job) {
        .from = 1, .pitch = 1,
        .to = nv->bar1 + chan->chid * nv->fermi->userd_size +
              A_NV_USERD_GP_PUT,
        .length = nv->fermi->userd_size,
    };
}

static bool finish_fermi(Fence *fence, unsigned doorbells)
{
    NVFermiChan *chan = fence->fermi;

    chan->kicked = chan->cur;
    chan->gp_put = doorbells;
    return qtest_readl(chan->nv->qts, fence->addr);
}

double fence_time(Fence *const *fences, unsigned count, unsigned doorbells)
{
    Bench *bench = fences[0]->bench;
    NVDev *nv = fences[0]->fermi ? fences[0]->fermi->nv : fences[0]->chan->nv;
    Job job = { };
    bool done = true;
    double ns;

    for (unsigned i = 0; i < count; i++) {
        Job one = fences[i]->fermi ? prepare_fermi(fences[i], doorbells)
                                   : prepare_old(fences[i], doorbells);

        if (!i) {
            job = one;
        }
        g_assert_cmphex(one.from, ==, job.from);
        g_assert_cmphex(one.to, ==, job.to + i * job.length);
    }
    job.what = "write";
    job.lines = count;
    job.count = count * doorbells;
    job_set(bench, nv, &job);
    ns = job_time(nv);
    for (unsigned i = 0; i < count; i++) {
        done &= fences[i]->fermi ? finish_fermi(fences[i], doorbells)
                                 : finish_old(fences[i], doorbells);
    }
    if (!done) {
        g_error("a doorbell had to wait");
    }
    return ns;
}

bool fence_has(const NVCard *card)
{
    return nv_sets_references(card);
}

unsigned fence_channels(const NVCard *card)
{
    return nv_card_is_early(card) ? 0
         : MIN(nv_card_is_fermi(card) ? 127 : 31, card->channels - 1);
}

Fence *fence_new(Bench *bench, NVDev *nv, unsigned chid)
{
    Fence *fence = g_new0(Fence, 1);

    fence->bench = bench;
    fence->doorbells = DOORBELLS;
    if (nv_card_is_fermi(nv->card)) {
        fence->fermi = nv_fermi_channel_new(nv, chid);
        fence->ring = 1 << NV_FERMI_GP_ORDER;
        fence->va = nv_fermi_ram(fence->fermi, 0x1000, &fence->addr);
    } else {
        fence->chan = nv_chan_new(nv, chid, NV_IN_RAM);
        nv_submit(fence->chan);
    }
    return fence;
}

void fence_set_ring(Fence *fence, unsigned order, unsigned doorbells)
{
    NVFermiChan *chan = fence->fermi;
    uint64_t va = nv_fermi_ram(chan, MAX(8 << order, 0x1000), &chan->gp);

    fence->ring = 1 << order;
    fence->doorbells = doorbells;
    g_assert_cmpuint(doorbells, <, fence->ring);
    nv_phys_wr32(chan->nv, chan->block + A_NV_PBDMA_GP_BASE, va);
    nv_phys_wr32(chan->nv, chan->block + A_NV_PBDMA_GP_BASE_HI,
                 va >> 32 | order << 16);
}

void fence_free(Fence *fence)
{
    if (fence->fermi) {
        nv_fermi_channel_fini(fence->fermi);
        nv_fermi_channel_free(fence->fermi);
    } else {
        nv_chan_fini(fence->chan);
        nv_chan_free(fence->chan);
    }
    g_free(fence);
}

void fence_once(void *opaque, double *ns, double *reference_ns)
{
    Fence *fence = opaque;

    *ns = fence_time(&fence, 1, fence->doorbells);
}
