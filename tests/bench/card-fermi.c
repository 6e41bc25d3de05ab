/*
 * NVIDIA GPU: channels of NVC0 and later, in the benchmark
 *
 * Nearly all methods go to a video decoder, which isn't modelled and accepts
 * anything.  NVE4 and later have nothing of the kind, so there they go to a 2D
 * object, which stores them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "../qtest/libnv/nv-fermi-graph.h"
#include "../qtest/libnv/nv-share.h"
#include "card-internal.h"
#include "workload.h"

#define PAGE 4096

/* A video decoder's number in PFIFO, and a class of its */
#define MSPDEC 1
#define MSPDEC_CLASS 0x90b2

#define TWOD_CLASS 0x902d

/* Addresses of entries count from 0, as those of DMA objects do. */
#define PUSH_VA 0

/* No page follows its neighbour: 7 and a power of two, or 5 of them, differ. */
static void set_pages(NVBuf *buf, bool paged)
{
    unsigned count = buf->size / PAGE;

    buf->pages = g_new(uint64_t, count);
    for (unsigned i = 0; i < count; i++) {
        buf->pages[i] = buf->base + (paged ? i * 7 % count : i) * PAGE;
    }
}

static void map_push(Card *card, PushObject push)
{
    NVFermiChan *chan = card->fermi[push];
    NVBuf buf = {
        .nv = card->nv,
        .place = NV_IN_GART,
        .size = card->size + IB_SIZE,
        .base = nv_ram_alloc(card->nv, card->size + IB_SIZE),
    };

    set_pages(&buf, push == PUSH_IB_PAGED);
    for (unsigned i = 0; i < buf.size / PAGE; i++) {
        nv_fermi_map(card->nv, chan->pd, PUSH_VA + i * PAGE, buf.pages[i],
                     PAGE, NV_FERMI_RAM);
    }
    nv_fermi_flush(card->nv, chan->pd);
    card->push[push] = nv_share_map(card->share, &buf);
    g_free(buf.pages);
}

static void fermi_rewind(Card *card, PushObject push)
{
    NVFermiChan *chan = card->fermi[push];
    uint64_t ring = PUSH_VA + card->size;
    const uint32_t ramfc[][2] = {
        { A_NV_PBDMA_GP_BASE, ring },
        { A_NV_PBDMA_GP_BASE_HI, ring >> 32 | IB_ORDER << 16 },
        { A_NV_PBDMA_GP_GET, 0 },
        { A_NV_PBDMA_GP_FETCH, 0 },
    };

    nv_fermi_preempt(card->nv, chan->chid);
    for (unsigned i = 0; i < ARRAY_SIZE(ramfc); i++) {
        nv_phys_wr32(card->nv, chan->block + ramfc[i][0], ramfc[i][1]);
    }
    nv_phys_wr32(card->nv, nv_fermi_userd(chan) + A_NV_USERD_GP_GET, 0);
}

static void fermi_make(Card *card, PushObject push)
{
    NVFermiChan *chan = card->graph ? nv_fermi_graph_new(card->nv, push)
                                    : nv_fermi_channel_new(card->nv, push);
    uint64_t addr, va;

    card->fermi[push] = chan;
    /* On NVE4 and later the second subchannel leads to another engine. */
    for (unsigned i = 0; i < (card_has(card, NV_CARD_NVE4) ? 1 : 2); i++) {
        nv_fermi_object(chan, WORKLOAD_FERMI_SUBC + i,
                        card->graph ? TWOD_CLASS : MSPDEC_CLASS,
                        card->graph ? NV_FERMI_GR : MSPDEC);
    }
    va = nv_fermi_ram(chan, SEMAPHORES_SIZE, &addr);
    g_assert_cmphex(va, ==, WORKLOAD_SEMAPHORES_VA);
    nv_fermi_run(chan);
    map_push(card, push);
}

static void fermi_free(Card *card, PushObject push)
{
    nv_share_unmap(card->push[push], card->size + IB_SIZE);
    nv_fermi_channel_free(card->fermi[push]);
}

/* --- Fences ----------------------------------------------------------- */

/* In the IB buffer's spare page: the fence, and the command that releases it */
typedef struct Fence {
    uint32_t value;
    uint32_t words[5];
} Fence;

static uint32_t fence_offset(Card *card)
{
    return card->size + IB_SIZE - IB_SPARE;
}

static Fence *fence_of(Card *card, PushObject push)
{
    return (Fence *)(card->push[push] + fence_offset(card) / 4);
}

static void fermi_submit(Card *card, PushObject push, uint32_t put)
{
    Fence *fence = fence_of(card, push);
    const uint32_t words[] = {
        NV_FERMI_INC(WORKLOAD_FERMI_SUBC, WORKLOAD_SEMAPHORE_A, 4), 0,
        PUSH_VA + fence_offset(card), ++card->fence, WORKLOAD_RELEASE_4,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        fence->words[i] = cpu_to_le32(words[i]);
    }
    card_ring(card, push)[put] = card_entry(ARRAY_SIZE(words),
                                            PUSH_VA + fence_offset(card) +
                                            offsetof(Fence, words));
    nv_fermi_user_wr32(card->fermi[push], A_NV_USERD_GP_PUT, put + 1);
}

static bool fermi_is_done(Card *card, PushObject push, uint32_t put,
                          uint32_t entries)
{
    uint32_t value = qatomic_load_acquire(&fence_of(card, push)->value);

    return le32_to_cpu(value) == card->fence;
}

static uint32_t fermi_ref(Card *card, PushObject push)
{
    return nv_fermi_user_rd32(card->fermi[push], A_NV_USERD_REF);
}

const CardChannels card_fermi_channels = {
    .commands = 1,
    .methods = 4,
    .make = fermi_make,
    .free = fermi_free,
    .rewind = fermi_rewind,
    .submit = fermi_submit,
    .is_done = fermi_is_done,
    .ref = fermi_ref,
};
