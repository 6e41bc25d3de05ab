/*
 * NVIDIA GPU: how cost grows with what the benchmark's card has
 *
 * A doorbell until its fence, on a card with many channels, much memory, or a
 * large address space: none of them should matter.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "../qtest/libnv/nv-driver.h"
#include "../qtest/libnv/nv-fermi.h"
#include "bench.h"
#include "fence.h"

/* Where pages are that nobody uses, in the address space */
#define UNUSED_VA 0x80000000ull

static void measure(Bench *bench, NVDev *nv, const char *name,
                    const char *text)
{
    const Row row = { .name = name, .text = text };
    Fence *fence = fence_new(bench, nv, 1);

    bench_row(bench, &row, fence_once, fence);
    fence_free(fence);
}

/* As the card has; libnv has no room for all of NV50's instance blocks. */
static unsigned most_channels(const NVCard *card)
{
    return nv_card_is_fermi(card) ? 127 : 31;
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

    if (count >= bench->model->channels ||
        count > most_channels(bench->model) || !bench_wants(bench, name)) {
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
    nv_fermi_map(nv, other->pd, UNUSED_VA, 0, mib * MiB, NV_FERMI_VRAM);
    measure(bench, nv, name, text);
    nv_fermi_channel_fini(other);
    nv_fermi_channel_free(other);
    nv_quit(nv);
}

void bench_growth(Bench *bench)
{
    static const unsigned channels[] = { 1, 2, 8, 31, 127 };
    static const unsigned vram[] = { 64, 128, 512, 1024, 2048 };
    static const unsigned mapped[] = { 1, 16, 64 };

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
}
