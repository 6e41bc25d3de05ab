/*
 * NVIDIA GPU: how fast the benchmark's card copies
 *
 * Each row is a kind of copy by one of the card's engines, beside memcpy() of
 * the same lines between the same places.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "../qtest/libnv/nv-driver.h"
#include "bench.h"
#include "copier.h"

/* Bytes of what is called a large copy */
#define LARGE (2 * MiB)
#define SHORT_LINE 64

/* Most copies of an engine that makes one at a time, and most lines of one */
#define ALONE 8
#define MOST_LINES 0x1fff

/* Bounds: 0.8, 0.5 of memcpy */
#define MOST_LARGE 1.25
#define MOST_TILED 2
#define MOST_SHORT 2

/**
 * struct CopyRow - a kind of copy
 *
 * @row: its name and bound; the engine's name comes before the name
 * @in_vram, @out_vram: where the sides are, else in the guest's memory
 * @copy: what is copied
 * @count: how many such copies are submitted at once
 */
typedef struct CopyRow {
    Row row;
    bool in_vram, out_vram;
    Copy copy;
    uint32_t count;
} CopyRow;

#define MEMCPY "memcpy by lines"

static const CopyRow rows[] = {
    { { "lines", "2 MiB in lines of 4096, VRAM to VRAM", MEMCPY, MOST_LARGE },
      true, true, { 4096, 4096, LARGE / 4096 }, 16 },
    { { "lines-in", "the same, RAM to VRAM", MEMCPY, MOST_LARGE },
      false, true, { 4096, 4096, LARGE / 4096 }, 16 },
    { { "lines-out", "the same, VRAM to RAM", MEMCPY, MOST_LARGE },
      true, false, { 4096, 4096, LARGE / 4096 }, 16 },
    { { "line", "2 MiB in one line, VRAM to VRAM", MEMCPY, MOST_LARGE },
      true, true, { LARGE, LARGE, 1 }, 16 },
    { { "tiled-out", "2 MiB, RAM to blocks in VRAM", MEMCPY, MOST_TILED },
      false, true, { 4096, 4096, LARGE / 4096, .blocks_out = true }, 8 },
    { { "tiled-in", "2 MiB, blocks in VRAM to RAM", MEMCPY, MOST_TILED },
      true, false, { 4096, 4096, LARGE / 4096, .blocks_in = true }, 8 },
    { { "tiled", "2 MiB, blocks to blocks, VRAM", MEMCPY, MOST_TILED },
      true, true, { 4096, 4096, LARGE / 4096, true, true }, 8 },
    { { "short", "1024 lines of 64 bytes, VRAM to VRAM", MEMCPY, MOST_SHORT },
      true, true, { 4 * SHORT_LINE, SHORT_LINE, 1024 }, 64 },
    { { "picture", "100 lines of 400 bytes, RAM to VRAM", MEMCPY },
      false, true, { 4096, 400, 100 }, 64 },
    { { "page", "a page, VRAM to VRAM", "memcpy" },
      true, true, { 4096, 4096, 1 }, 200 },
    { { "16-bytes", "16 bytes, VRAM to VRAM", "memcpy" },
      true, true, { 16, 16, 1 }, 200 },
};

/**
 * struct Measured - a row being measured
 *
 * @bench: the benchmark
 * @copier: who copies
 * @of: what
 */
typedef struct Measured {
    const Bench *bench;
    Copier *copier;
    CopyRow of;
} Measured;

static void once(void *opaque, double *ns, double *reference_ns)
{
    Measured *m = opaque;
    NVDev *nv = m->copier->nv;
    int64_t start;

    copier_prepare(m->copier, &m->of.copy, m->of.count);
    start = bench_now(m->bench, nv);
    copier_run(m->copier);
    *ns = (double)(bench_now(m->bench, nv) - start) / m->of.count;
    *reference_ns = job_time(nv);
}

/* The device must really have done what is measured. */
static void verify(Measured *m)
{
    const CopyRow *r = &m->of;
    uint64_t before = nv_statistic(m->copier->nv, "bytes-copied"), bytes;

    copier_prepare(m->copier, &r->copy, r->count);
    copier_run(m->copier);
    bytes = nv_statistic(m->copier->nv, "bytes-copied") - before;
    if (bytes != (uint64_t)r->copy.length * r->copy.lines * r->count) {
        g_error("%s: %" PRIu64 " bytes were copied", r->row.name, bytes);
    }
}

/* Many small copies become a large one; memcpy()'s, too. */
static void unite(CopyRow *row)
{
    row->copy.lines = MIN(row->copy.lines * MIN(row->count, ALONE),
                          MOST_LINES);
    row->count = 1;
}

static bool applies(const CopierOps *ops, const CopyRow *row)
{
    if (ops->alone && row->copy.lines == 1) {
        return false;
    }
    return ops->blocks || (!row->copy.blocks_in && !row->copy.blocks_out);
}

static void measure(Bench *bench, const CopierOps *ops, const CopyRow *of)
{
    g_autofree char *name = g_strdup_printf("%s-%s", ops->name, of->row.name);
    Measured m = { .bench = bench, .of = *of };
    const Copy *copy = &m.of.copy;
    NVDev *nv;

    m.of.row.name = name;
    if (!bench_wants(bench, name) || !applies(ops, of)) {
        return;
    }
    if (ops->alone) {
        unite(&m.of);
    }
    nv = bench_start(bench->model, NULL, NULL);
    nv_init(nv);
    m.copier = copier_new(ops, nv, of->in_vram, of->out_vram,
                          ROUND_UP(copy->pitch * copy->lines, 64 * KiB));
    verify(&m);
    job_set(bench, nv, &(Job) {
        .what = "copy", .from = m.copier->in, .to = m.copier->out,
        .pitch = copy->pitch, .length = copy->length, .lines = copy->lines,
        .count = m.of.count,
    });
    bench_row(bench, &m.of.row, once, &m);
    copier_free(m.copier);
    nv_quit(nv);
}

void bench_copies(Bench *bench)
{
    for (unsigned i = 0; copiers[i]; i++) {
        if (!copiers[i]->has(bench->model)) {
            continue;
        }
        bench_title(copiers[i]->text);
        for (unsigned r = 0; r < ARRAY_SIZE(rows); r++) {
            measure(bench, copiers[i], &rows[r]);
        }
    }
}
