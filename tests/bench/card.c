/*
 * NVIDIA GPU: the card under qtest, as the benchmark uses it; channels up to
 * NVA3, see card-fermi.c for later ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "../qtest/libnv/nv-driver.h"
#include "../qtest/libnv/nv-context.h"
#include "../qtest/libnv/nv-pio.h"
#include "../qtest/libnv/nv-share.h"
#include "../qtest/libnv/nv-tesla.h"
#include "bench.h"
#include "card-internal.h"
#include "workload.h"

/* The channels that are no pushbuffers' */
#define PIO_CHID PUSH__MAX

/* What three stores take is less than a timeslice of the host's. */
#define STORES_SIZE 4096
#define STORE_ROUNDS 1000

/* --- Channels --------------------------------------------------------- */

/* The old mode's pushbuffer, with an IB buffer behind it where there are any */
static NVBuf *card_make_push(Card *card, PushObject push)
{
    static const NVPlace places[PUSH__MAX] = {
        [PUSH_LINEAR] = NV_IN_RAM,
        [PUSH_PAGED] = NV_IN_GART,
    };

    if (card_is_ib(push)) {
        return card->chan[push - PUSH_IB_LINEAR]->push;
    }
    return nv_buf_new(card->nv, places[push], card->size +
                      (card_has(card, NV_CARD_NV50) ? IB_SIZE : 0), 0x02);
}

static void card_make_channel(Card *card, PushObject push)
{
    /* On NV50 channel 0 is for PIO. */
    unsigned chid = push + (card_has(card, NV_CARD_NV50) ? 1 : 0);
    NVBuf *buf = card_make_push(card, push);
    NVChan *chan = nv_chan_new_at(card->nv, chid, buf, 0);
    uint32_t inst = nv_inst_object(card->nv, WORKLOAD_NULL);

    for (unsigned i = 0; i < WORKLOAD_HANDLES; i++) {
        nv_ramht_insert(card->nv, chan->chid, WORKLOAD_HANDLE(i),
                        NV_ENGINE_GR, inst);
    }
    if (!card_has(card, NV_CARD_NV50)) {
        nv_chan_object(chan, WORKLOAD_M2MF, WORKLOAD_M2MF);
    }
    if (card_has(card, NV_CARD_SEMAPHORE)) {
        nv_chan_buffer(chan, WORKLOAD_SEMAPHORES,
                       nv_buf_new(card->nv, NV_IN_RAM, SEMAPHORES_SIZE,
                                  0x02 | NV_DMAOBJ_WRITE_ONLY));
        nv_push_inc(chan, WORKLOAD_NULL_SUBC, NV_MTHD_DMA_SEMAPHORE,
                    WORKLOAD_SEMAPHORES);
        nv_push_inc(chan, WORKLOAD_NULL_SUBC, NV_MTHD_SEMAPHORE_OFFSET, 0);
    }
    nv_push_object(chan, WORKLOAD_NULL_SUBC, WORKLOAD_HANDLE(0));
    if (!card_has(card, NV_CARD_NV50)) {
        nv_push_object(chan, WORKLOAD_M2MF_SUBC, WORKLOAD_M2MF);
    }
    nv_run(chan);
    nv_push_jump(chan, 0);
    nv_run(chan);
    card->chan[push] = chan;
    card->push[push] = nv_share_map(card->share, buf);
    if (card_is_ib(push)) {
        nv_tesla_set_ib(chan, card->size, IB_ORDER);
    }
}

static void card_free_channel(Card *card, PushObject push)
{
    NVChan *chan = card->chan[push];

    nv_share_unmap(card->push[push], chan->push->size);
    if (card_is_ib(push)) {
        /* The buffer is the other mode's, which frees it later. */
        g_free(chan);
    } else {
        nv_chan_free(chan);
    }
}

static void card_rewind(Card *card, PushObject push)
{
    nv_tesla_rewind(card->chan[push]);
}

static void card_put(Card *card, PushObject push, uint32_t put)
{
    nv_user_wr32(card->chan[push], card_is_ib(push) ? A_NV50_USER_IB_PUT
                                                    : A_NV_USER_DMA_PUT, put);
}

static bool card_is_done(Card *card, PushObject push, uint32_t put,
                         uint32_t entries)
{
    NVChan *chan = card->chan[push];

    return (!card_is_ib(push) ||
            nv_user_rd32(chan, A_NV50_USER_IB_GET) == entries) &&
           nv_user_get(chan) == put;
}

static uint32_t card_channel_ref(Card *card, PushObject push)
{
    return nv_user_ref(card->chan[push]);
}

static const CardChannels card_channels = {
    .make = card_make_channel,
    .free = card_free_channel,
    .rewind = card_rewind,
    .submit = card_put,
    .is_done = card_is_done,
    .ref = card_channel_ref,
};

/* --- Life ------------------------------------------------------------- */

static void card_make_pio(Card *card)
{
    NVDev *nv = card->nv;

    nv_wr32(nv, A_NV_PFIFO_CHANNEL_SIZE, 0xffffffff);
    nv_context_new(nv, PIO_CHID);
    nv_ramht_insert(nv, PIO_CHID, WORKLOAD_HANDLE(0), NV_ENGINE_GR,
                    nv_inst_object(nv, WORKLOAD_NULL));
    nv_pio_method(nv, PIO_CHID, WORKLOAD_NULL_SUBC, NV_MTHD_OBJECT,
                  WORKLOAD_HANDLE(0));
}

Card *card_new(const NVCard *model, size_t size, bool graph)
{
    g_autofree char *args = NULL;
    Card *card;

    if (!nv_share_scatters()) {
        g_error("this host's pages are larger than the card's: paged "
                "pushbuffers can't be mapped");
    }
    card = g_new0(Card, 1);
    card->size = size;
    card->graph = graph || model->features & NV_CARD_NVE4;
    card->share = nv_share_new();
    args = nv_share_args(card->share);
    card->nv = bench_start(model, NULL, args);
    nv_init(card->nv);
    card->stores = nv_ram_alloc(card->nv, STORES_SIZE);
    card->channels = nv_card_is_fermi(model) ? &card_fermi_channels
                                             : &card_channels;
    for (unsigned push = 0; push < PUSH__MAX; push++) {
        if (card_has_push(card, push)) {
            card->channels->make(card, push);
        }
    }
    if (card_has_pio(card)) {
        card_make_pio(card);
    }
    return card;
}

void card_free(Card *card)
{
    for (unsigned push = PUSH__MAX; push-- > 0;) {
        if (card->push[push]) {
            card->channels->free(card, push);
        }
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

bool card_is_ib(PushObject push)
{
    return push >= PUSH_IB_LINEAR;
}

bool card_has_push(Card *card, PushObject push)
{
    return card_is_ib(push) ? card_has(card, NV_CARD_NV50) ||
                              nv_is_fermi(card->nv)
                            : !nv_is_fermi(card->nv);
}

bool card_has_pio(Card *card)
{
    return !card_has(card, NV_CARD_NV50) && !nv_is_fermi(card->nv);
}

void card_set_entries(Card *card, PushObject push, uint32_t words)
{
    card->entry_words[push] = words;
}

uint64_t *card_ring(Card *card, PushObject push)
{
    return (uint64_t *)(card->push[push] + card->size / 4);
}

void card_own_commands(Card *card, uint64_t *commands, uint64_t *methods)
{
    *commands = card->channels->commands;
    *methods = card->channels->methods;
}

const uint64_t *card_entries(Card *card, PushObject push, size_t *count)
{
    *count = card->entries[push];
    return card_ring(card, push);
}

/* Entries for @put bytes, from the ring's beginning; returns their number */
static uint32_t card_write_entries(Card *card, PushObject push, uint32_t put)
{
    uint64_t *ring = card_ring(card, push);
    uint32_t size = card->entry_words[push] * 4;
    uint32_t count = 0;

    for (uint32_t at = 0; at < put; at += size) {
        ring[count++] = card_entry(MIN(size, put - at) / 4, at);
    }
    card->entries[push] = count;
    return count;
}

/* What to submit, so that it reaches @put bytes */
static uint32_t card_prepare(Card *card, PushObject push, uint32_t put)
{
    uint32_t count;

    if (!card_is_ib(push)) {
        return put;
    }
    count = card_write_entries(card, push, put);
    card->channels->rewind(card, push);
    return count;
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
    uint32_t val = card_prepare(card, push, put);
    int64_t cpu = card_cpu_time(card);
    int64_t start = get_clock();
    int64_t left;

    card->channels->submit(card, push, val);
    /*
     * While QEMU's main loop answers it can't do work: only ask if it is
     * useful.
     */
    while ((left = start + expected - get_clock()) > 0) {
        g_usleep(left / SCALE_US);
    }
    while (!card->channels->is_done(card, push, put, val)) {
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
    for (unsigned push = 0; push < PUSH_IB_LINEAR; push++) {
        nv_user_wr32(card->chan[push], A_NV_USER_DMA_PUT, put);
    }
    for (unsigned push = 0; push < PUSH_IB_LINEAR; push++) {
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
    /* For the first one, PGRAPH may ask the driver to switch contexts. */
    nv_pio_method(card->nv, PIO_CHID, WORKLOAD_NULL_SUBC, mthd, 0);
    return nv_pio_addr(card->nv, PIO_CHID, WORKLOAD_NULL_SUBC, mthd);
}

bool card_lost_methods(Card *card)
{
    return nv_rd32(card->nv, A_NV_PFIFO_INTR) & R_NV_PFIFO_INTR_RUNOUT_MASK;
}

bool card_has(Card *card, uint64_t features)
{
    return !(features & ~card->nv->card->features);
}

uint32_t card_ref(Card *card, PushObject push)
{
    return card->channels->ref(card, push);
}

double card_store_time(Card *card)
{
    job_set(&(Bench) { .cpu_time = true }, card->nv, &(Job) {
        .what = "stores", .to = card->stores, .count = STORE_ROUNDS,
    });
    return job_time(card->nv);
}

uint64_t card_counter(Card *card, const char *name)
{
    return nv_statistic(card->nv, name);
}
