/*
 * NVIDIA GPU: what the benchmark's card adds to an emulator's life
 *
 * Its start, a reset, saving the devices' state, and memory, beside an emulator
 * without a card.  Cards can't be plugged in or out, so a card is realized when
 * its emulator starts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "qemu/timer.h"
#include "../qtest/libnv/nv-driver.h"
#include "../qtest/libnv/nv-state.h"
#include "bench.h"
#include "fence.h"

#define WITHOUT "without a card"

/* The most starts that are measured, as each takes so long */
#define STARTS 5

#define CHANNELS 128

/**
 * struct Life - an emulator with a card, and one without
 *
 * @bench: the benchmark
 * @nv: the card
 * @without: the other emulator
 */
typedef struct Life {
    const Bench *bench;
    NVDev *nv;
    QTestState *without;
} Life;

/* Both are started alike, with the heap that QEMU has otherwise, too. */
static QTestState *start(const Bench *bench, bool with)
{
    g_autofree char *device = g_strdup_printf("-device %s-gpu",
                                              bench->model->name);
    g_autofree char *args = g_strdup_printf("-L " NV_BENCH_DATA " -display none"
                                            " -nodefaults -vga none -m %u %s",
                                            (unsigned)(nv_ram_size / MiB),
                                            with ? device : "");

    return nv_qtest_start(args, true);
}

/* --- The start ---------------------------------------------------------- */

/* CPU time of the process until it is there, or the time on the clock */
static double time_start(const Bench *bench, bool with)
{
    int64_t begin = get_clock(), ns;
    QTestState *qts = start(bench, with);

    ns = bench->cpu_time ? bench_now_of(bench, qts) : get_clock() - begin;
    nv_qtest_quit(qts);
    return ns;
}

static void once_start(void *opaque, double *ns, double *reference_ns)
{
    const Life *life = opaque;

    *ns = time_start(life->bench, true);
    *reference_ns = time_start(life->bench, false);
}

/* --- A reset, and the devices' state ------------------------------------ */

static double time_reset(const Bench *bench, QTestState *qts)
{
    int64_t start = bench_now_of(bench, qts);

    qtest_qmp_assert_success(qts, "{ 'execute': 'system_reset' }");
    qtest_qmp_eventwait(qts, "RESET");
    return bench_now_of(bench, qts) - start;
}

static void once_reset(void *opaque, double *ns, double *reference_ns)
{
    const Life *life = opaque;

    *ns = time_reset(life->bench, life->nv->qts);
    *reference_ns = time_reset(life->bench, life->without);
}

static double time_save(const Life *life, QTestState *qts)
{
    g_autofree char *file = g_build_filename(life->nv->dir, "saved", NULL);
    int64_t start = bench_now_of(life->bench, qts);

    qtest_qmp_assert_success(qts, "{ 'execute': 'xen-save-devices-state', "
                             "'arguments': { 'filename': %s, "
                             "'live': true } }", file);
    start = bench_now_of(life->bench, qts) - start;
    g_unlink(file);
    return start;
}

static void once_save(void *opaque, double *ns, double *reference_ns)
{
    const Life *life = opaque;

    *ns = time_save(life, life->nv->qts);
    *reference_ns = time_save(life, life->without);
}

static void once_bytes(void *opaque, double *bytes, double *none)
{
    const Life *life = opaque;
    GBytes *state = nv_state_of(life->nv);

    *bytes = g_bytes_get_size(state);
    g_bytes_unref(state);
}

/* --- Memory ------------------------------------------------------------- */

/* A process's memory in KiB, without video memory, of @vram bytes, and RAM */
static double resident(QTestState *qts, uint64_t vram)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/smaps", qtest_pid(qts));
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    uint64_t begin, end, size = 0, kib, sum = 0;

    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        g_error("%s can't be read", path);
    }
    lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++) {
        if (sscanf(lines[i], "%" SCNx64 "-%" SCNx64 " ", &begin, &end) == 2) {
            size = end - begin;
        } else if (sscanf(lines[i], "Rss: %" SCNu64, &kib) == 1 &&
                   size != vram && size != nv_ram_size) {
            sum += kib;
        }
    }
    return sum;
}

static void once_memory(void *opaque, double *kib, double *none)
{
    const Life *life = opaque;
    uint64_t vram = life->bench->model->vram;
    QTestState *with = start(life->bench, true);

    *kib = resident(with, vram) - resident(life->without, vram);
    nv_qtest_quit(with);
}

/* --- All of them -------------------------------------------------------- */

/* What needn't be repeated as often */
static void measure_few(Bench *bench, const Row *row, RowOnce *once,
                        Life *life, int most)
{
    if (bench_wants(bench, row->name)) {
        bench_row_few(bench, row, once, life, most);
    }
}

/* Channels are in the card's state by what PFIFO knows of them. */
static void measure_state(Bench *bench, Life *life, unsigned count)
{
    g_autofree char *name = g_strdup_printf("save-%u", count);
    g_autofree char *text = g_strdup_printf("saving devices, %u channels",
                                             count);
    g_autofree char *bytes = g_strdup_printf("bytes-%u", count);
    g_autofree char *size = g_strdup_printf("bytes of the card's state, %u "
                                             "channels", count);
    const Row save = { .name = name, .text = text, .than = WITHOUT };
    const Row state = { .name = bytes, .text = size };
    Fence *fences[CHANNELS] = { };
    NVDev *nv;

    if (!bench_wants(bench, name) && !bench_wants(bench, bytes)) {
        return;
    }
    nv = bench_start(bench->model, NULL, NULL);
    bench_init(nv);
    life->nv = nv;
    for (unsigned i = 0; i < count; i++) {
        fences[i] = fence_new(bench, nv, i + 1);
    }
    if (bench_wants(bench, name)) {
        bench_row(bench, &save, once_save, life);
    }
    measure_few(bench, &state, once_bytes, life, 1);
    for (unsigned i = 0; i < count; i++) {
        fence_free(fences[i]);
    }
    nv_quit(nv);
}

void bench_life(Bench *bench)
{
    static const Row begin = {
        "start", "starting an emulator", WITHOUT,
    };
    static const Row memory = {
        "memory", "KiB of memory beside video memory",
    };
    static const Row reset = {
        "reset", "a reset of the machine", WITHOUT,
    };
    static const unsigned counts[] = { 0, 2, 31, 127 };
    unsigned most = fence_channels(bench->model);
    Life life = { .bench = bench };

    life.nv = bench_start(bench->model, NULL, NULL);
    life.without = start(bench, false);
    bench_title("Life");
    measure_few(bench, &begin, once_start, &life, STARTS);
    measure_few(bench, &memory, once_memory, &life, 1);
    bench_init(life.nv);
    measure_few(bench, &reset, once_reset, &life, bench->repetitions);
    nv_quit(life.nv);
    for (unsigned i = 0; i < ARRAY_SIZE(counts); i++) {
        if (counts[i] <= most) {
            measure_state(bench, &life, counts[i]);
        }
    }
    nv_qtest_quit(life.without);
}
