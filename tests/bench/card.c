/*
 * NVIDIA GPU: the card under qtest, as the benchmark uses it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "../qtest/libnv/nv-channel.h"
#include "../qtest/libnv/nv-driver.h"
#include "../qtest/libnv/nv-pio.h"
#include "../qtest/libnv/nv-share.h"
#include "card.h"
#include "workload.h"

#define SEMAPHORES_SIZE 0x1000

/* The channels that are no pushbuffers' */
#define PIO_CHID PUSH__MAX

struct Card {
    NVDev *nv;
    int share;
    size_t size;
    NVChan *chan[PUSH__MAX];
    uint32_t *push[PUSH__MAX];
};

/* --- Life ------------------------------------------------------------- */

static void card_make_channel(Card *card, PushObject push)
{
    static const NVPlace places[PUSH__MAX] = {
        [PUSH_LINEAR] = NV_IN_RAM,
        [PUSH_PAGED] = NV_IN_GART,
    };
    NVBuf *buf = nv_buf_new(card->nv, places[push], card->size, 0x02);
    NVChan *chan = nv_chan_new_at(card->nv, push, buf, 0);
    uint32_t inst = nv_inst_object(card->nv, WORKLOAD_NULL);

    for (unsigned i = 0; i < WORKLOAD_HANDLES; i++) {
        nv_ramht_insert(card->nv, chan->chid, WORKLOAD_HANDLE(i),
                        NV_ENGINE_GR, inst);
    }
    nv_chan_object(chan, WORKLOAD_M2MF, WORKLOAD_M2MF);
    if (card_has(card, NV_CARD_SEMAPHORE)) {
        nv_chan_buffer(chan, WORKLOAD_SEMAPHORES,
                       nv_buf_new(card->nv, NV_IN_RAM, SEMAPHORES_SIZE,
                                  0x02 | NV_DMAOBJ_WRITE_ONLY));
        nv_push_inc(chan, WORKLOAD_NULL_SUBC, NV_MTHD_DMA_SEMAPHORE,
                    WORKLOAD_SEMAPHORES);
        nv_push_inc(chan, WORKLOAD_NULL_SUBC, NV_MTHD_SEMAPHORE_OFFSET, 0);
    }
    nv_push_object(chan, WORKLOAD_NULL_SUBC, WORKLOAD_HANDLE(0));
    nv_push_object(chan, WORKLOAD_M2MF_SUBC, WORKLOAD_M2MF);
    nv_run(chan);
    nv_push_jump(chan, 0);
    nv_run(chan);
    card->chan[push] = chan;
    card->push[push] = nv_share_map(card->share, buf);
}

static void card_make_pio(Card *card)
{
    NVDev *nv = card->nv;

    nv_wr32(nv, A_NV_PFIFO_CHANNEL_SIZE, 0xffffffff);
    nv_ramht_insert(nv, PIO_CHID, WORKLOAD_HANDLE(0), NV_ENGINE_GR,
                    nv_inst_object(nv, WORKLOAD_NULL));
    nv_pio_method(nv, PIO_CHID, WORKLOAD_NULL_SUBC, NV_MTHD_OBJECT,
                  WORKLOAD_HANDLE(0));
}

Card *card_new(const char *name, size_t size)
{
    const NVCard *model = NULL;
    g_autofree char *args = NULL;
    Card *card;

    for (unsigned i = 0; i < nv_card_count; i++) {
        if (g_str_equal(nv_cards[i].name, name)) {
            model = &nv_cards[i];
        }
    }
    if (!model) {
        return NULL;
    }
    card = g_new0(Card, 1);
    card->size = size;
    card->share = nv_share_new();
    args = nv_share_args(card->share);
    card->nv = nv_start(model, NULL, args);
    nv_init(card->nv);
    for (unsigned push = 0; push < PUSH__MAX; push++) {
        card_make_channel(card, push);
    }
    card_make_pio(card);
    return card;
}

void card_free(Card *card)
{
    for (unsigned push = 0; push < PUSH__MAX; push++) {
        munmap(card->push[push], card->size);
        nv_chan_free(card->chan[push]);
    }
    nv_quit(card->nv);
    close(card->share);
    g_free(card);
}

/* --- Use -------------------------------------------------------------- */

uint32_t *card_pushbuffer(Card *card, PushObject push)
{
    return card->push[push];
}

static int64_t card_cpu_time(Card *card)
{
    struct timespec ts;
    clockid_t clock;

    if (clock_getcpuclockid(qtest_pid(card->nv->qts), &clock) ||
        clock_gettime(clock, &ts) < 0) {
        g_error("CPU time of QEMU: %s", g_strerror(errno));
    }
    return ts.tv_sec * NANOSECONDS_PER_SECOND + ts.tv_nsec;
}

CardTime card_submit(Card *card, PushObject push, uint32_t put,
                     int64_t expected)
{
    NVChan *chan = card->chan[push];
    int64_t cpu = card_cpu_time(card);
    int64_t start = get_clock();
    int64_t left;

    nv_user_wr32(chan, A_NV_USER_DMA_PUT, put);
    /* QEMU's main loop answers, and doesn't work then: ask when it may help. */
    while ((left = start + expected - get_clock()) > 0) {
        g_usleep(left / SCALE_US);
    }
    while (nv_user_get(chan) != put) {
        if (!expected) {
            g_usleep(200);
        }
    }
    return (CardTime) {
        .elapsed = get_clock() - start,
        .cpu = card_cpu_time(card) - cpu,
    };
}

CardTime card_submit_all(Card *card, uint32_t put, unsigned timeslice)
{
    int64_t cpu, start;

    nv_timeslice(card->nv, 0x01000000 | timeslice);
    cpu = card_cpu_time(card);
    start = get_clock();
    for (unsigned push = 0; push < PUSH__MAX; push++) {
        nv_user_wr32(card->chan[push], A_NV_USER_DMA_PUT, put);
    }
    for (unsigned push = 0; push < PUSH__MAX; push++) {
        while (nv_user_get(card->chan[push]) != put) {
            g_usleep(200);
        }
    }
    return (CardTime) {
        .elapsed = get_clock() - start,
        .cpu = card_cpu_time(card) - cpu,
    };
}

int64_t card_fill(Card *card, uint32_t addr, unsigned count)
{
    int64_t start = get_clock();

    qtest_memset(card->nv->qts, card->nv->bar0 + addr, 0, count * 4);
    return get_clock() - start;
}

uint32_t card_methods(Card *card, uint32_t mthd)
{
    return nv_pio_addr(card->nv, PIO_CHID, WORKLOAD_NULL_SUBC, mthd);
}

bool card_has(Card *card, uint32_t features)
{
    return !(features & ~card->nv->card->features);
}

uint32_t card_ref(Card *card, PushObject push)
{
    return nv_user_ref(card->chan[push]);
}

uint64_t card_counter(Card *card, const char *name)
{
    return nv_statistic(card->nv, name);
}
