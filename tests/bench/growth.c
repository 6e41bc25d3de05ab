/*
 * NVIDIA GPU: how cost grows with what the benchmark's card has
 *
 * A doorbell until its fence, on a card with many channels, much memory, a
 * large address space, or with a large ring: none of them should matter.  And
 * a handle, of few objects or many.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "../qtest/libnv/nv-channel.h"
#include "../qtest/libnv/nv-driver.h"
#include "../qtest/libnv/nv-fermi.h"
#include "../qtest/libnv/nv-graph.h"
#include "../qtest/libnv/nv-tesla.h"
#include "bench.h"
#include "fence.h"

/* Where pages are that nobody uses, in the address space */
#define UNUSED_VA 0x80000000ull

/*
 * Doorbells of rings: as many as the smallest has room for, in all of them, as
 * what begins and ends a measurement is spread over them.
 */
#define RING_DOORBELLS 7

/* What is mapped again and again there */
#define MAPPED (64 * MiB)

static void measure_fence(Bench *bench, Fence *fence, const char *name,
                          const char *text)
{
    const Row row = { .name = name, .text = text };

    bench_row(bench, &row, fence_once, fence);
    fence_free(fence);
}

static void measure(Bench *bench, NVDev *nv, const char *name,
                    const char *text)
{
    measure_fence(bench, fence_new(bench, nv, 1), name, text);
}

/* The largest size that is asked for, which cards of a family have */
static unsigned most_vram(const NVCard *card)
{
    return nv_card_is_fermi(card) ? 2048
         : card->features & NV_CARD_NV50 ? 1024 : 128;
}

/* The others have nothing to do. */
static void measure_channels(Bench *bench, unsigned count)
{
    g_autofree char *name = g_strdup_printf("channels-%u", count);
    g_autofree char *text = g_strdup_printf("%u channel%s", count,
                                             count > 1 ? "s" : "");
    Fence *others[128] = { };
    NVDev *nv;

    if (count > fence_channels(bench->model) || !bench_wants(bench, name)) {
        return;
    }
    nv = bench_start(bench->model, NULL, NULL);
    nv_init(nv);
    for (unsigned i = 2; i <= count; i++) {
        others[i] = fence_new(bench, nv, i);
    }
    measure(bench, nv, name, text);
    for (unsigned i = 2; i <= count; i++) {
        fence_free(others[i]);
    }
    nv_quit(nv);
}

static void measure_vram(Bench *bench, unsigned mib)
{
    g_autofree char *name = g_strdup_printf("vram-%u", mib);
    g_autofree char *text = g_strdup_printf("%u MiB of video memory", mib);
    g_autofree char *props = g_strdup_printf("vram=%uM", mib);
    NVDev *nv;

    if (mib > most_vram(bench->model) || !bench_wants(bench, name)) {
        return;
    }
    nv = bench_start(bench->model, props, NULL);
    nv_init(nv);
    measure(bench, nv, name, text);
    nv_quit(nv);
}

/* Pages of another channel, whose tables the card doesn't look at */
static void measure_space(Bench *bench, unsigned mib)
{
    g_autofree char *name = g_strdup_printf("mapped-%u", mib);
    g_autofree char *text = g_strdup_printf("%u MiB mapped", mib);
    NVFermiChan *other;
    NVDev *nv;

    if (!nv_card_is_fermi(bench->model) || !bench_wants(bench, name)) {
        return;
    }
    nv = bench_start(bench->model, NULL, NULL);
    nv_init(nv);
    other = nv_fermi_channel_new(nv, 2);
    for (uint64_t done = 0; done < mib * MiB; done += MAPPED) {
        nv_fermi_map(nv, other->pd, UNUSED_VA + done, 0,
                     MIN(mib * MiB, MAPPED), NV_FERMI_VRAM);
    }
    measure(bench, nv, name, text);
    nv_fermi_channel_fini(other);
    nv_fermi_channel_free(other);
    nv_quit(nv);
}

static void measure_ring(Bench *bench, unsigned order)
{
    g_autofree char *name = g_strdup_printf("ring-%u", 1 << order);
    g_autofree char *text = g_strdup_printf("a ring of %u entries",
                                             1 << order);
    Fence *fence;
    NVDev *nv;

    if (!nv_card_is_fermi(bench->model) || !bench_wants(bench, name)) {
        return;
    }
    nv = bench_start(bench->model, NULL, NULL);
    nv_init(nv);
    fence = fence_new(bench, nv, 1);
    fence_set_ring(fence, order, RING_DOORBELLS);
    measure_fence(bench, fence, name, text);
    nv_quit(nv);
}

/* --- Objects ------------------------------------------------------------ */

#define HANDLE 0xbe9c0000

/* What a doorbell submits, and how many of them are measured at once */
#define BINDS 64
#define DOORBELLS 32

/**
 * struct Objects - a channel, and objects that it binds in turn
 *
 * @bench: the benchmark
 * @chan: the channel
 * @count: how many objects there are
 * @next: the one that is bound next
 */
typedef struct Objects {
    const Bench *bench;
    NVChan *chan;
    unsigned count, next;
} Objects;

static void push_binds(Objects *o)
{
    for (unsigned i = 0; i < BINDS; i++) {
        nv_push_object(o->chan, 0, HANDLE + o->next);
        o->next = (o->next + 1) % o->count;
    }
}

static void once_bound(void *opaque, double *ns, double *reference_ns)
{
    Objects *o = opaque;
    NVChan *chan = o->chan;
    uint32_t start = chan->cur, size;

    push_binds(o);
    size = chan->cur - start;
    for (unsigned i = 1; i < DOORBELLS; i++) {
        push_binds(o);
    }
    job_set(o->bench, chan->nv, &(Job) {
        .what = "write", .from = start + size, .pitch = size,
        .to = chan->nv->bar0 + chan->nv->card->user +
              chan->chid * chan->nv->card->user_stride + A_NV_USER_DMA_PUT,
        .count = DOORBELLS,
    });
    *ns = job_time(chan->nv) / BINDS;
    if (nv_user_get(chan) != chan->cur) {
        g_error("a doorbell had to wait");
    }
    nv_submit(chan);
}

/* All handles are names of the same object, which is what RAMHT is about. */
static void measure_objects(Bench *bench, unsigned count)
{
    g_autofree char *name = g_strdup_printf("objects-%u", count);
    g_autofree char *text = g_strdup_printf("%u objects", count);
    unsigned bits = bench->model->features & NV_CARD_NV50
        ? NV_TESLA_RAMHT_BITS : NV_INST_RAMHT_BITS;
    const Row row = { .name = name, .text = text };
    Objects o = { .bench = bench, .count = count };
    uint32_t inst;
    NVDev *nv;

    if (count >= 1 << bits || !bench_wants(bench, name)) {
        return;
    }
    nv = bench_start(bench->model, NULL, NULL);
    nv_init(nv);
    nv_graph_init(nv);
    o.chan = nv_chan_new(nv, 1, NV_IN_RAM);
    inst = nv_inst_object(nv, NV_CLASS_NULL);
    for (unsigned i = 0; i < count; i++) {
        nv_ramht_insert(nv, 1, HANDLE + i, NV_ENGINE_GR, inst);
    }
    push_binds(&o);
    nv_submit(o.chan);
    bench_row(bench, &row, once_bound, &o);
    nv_chan_fini(o.chan);
    nv_chan_free(o.chan);
    nv_quit(nv);
}

void bench_growth(Bench *bench)
{
    static const unsigned channels[] = { 1, 2, 8, 31, 127 };
    static const unsigned vram[] = { 64, 128, 512, 1024, 2048 };
    static const unsigned mapped[] = { 1, 64, 1024, 4096 };
    static const unsigned orders[] = { 3, 9, 16 };
    static const unsigned objects[] = { 16, 256, 1024, 3072 };

    if (!fence_has(bench->model)) {
        return;
    }
    bench_title("A doorbell until its fence, with ...");
    for (unsigned i = 0; i < ARRAY_SIZE(channels); i++) {
        measure_channels(bench, channels[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(vram); i++) {
        measure_vram(bench, vram[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(mapped); i++) {
        measure_space(bench, mapped[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(orders); i++) {
        measure_ring(bench, orders[i]);
    }
    if (nv_card_is_fermi(bench->model)) {
        return;
    }
    bench_title("A handle, one a command, of ...");
    for (unsigned i = 0; i < ARRAY_SIZE(objects); i++) {
        measure_objects(bench, objects[i]);
    }
}
