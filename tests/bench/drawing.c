/*
 * NVIDIA GPU: how fast the benchmark's card draws
 *
 * On a surface of 1920x1080 pixels of 32 bits, beside pixman, or beside a loop
 * where pixman can't do it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-driver.h"
#include "bench.h"
#include "painter.h"

/* Bounds: 0.9 and 0.8 of the reference's speed; 250 ns */
#define MOST_LARGE 1.11
#define MOST_INVERT 1.25
#define MOST_SMALL_NS 250

/**
 * struct DrawRow - a drawing
 *
 * @row: its name and bound
 * @drawing, @w, @h: what is drawn
 * @job: what does the same; NULL: it is measured in ns alone
 * @count: how often it is submitted at once
 */
typedef struct DrawRow {
    Row row;
    Drawing drawing;
    unsigned w, h;
    const char *job;
    unsigned count;
} DrawRow;

static const DrawRow rows[] = {
    { { "fill", "a rectangle of 1920x1080", "pixman_fill", MOST_LARGE },
      DRAW_FILL, 1920, 1080, "fill", 4 },
    { { "fill-64", "... of 64x64", "pixman_fill" },
      DRAW_FILL, 64, 64, "fill", 300 },
    { { "fill-8x16", "... of 8x16", NULL, MOST_SMALL_NS },
      DRAW_FILL, 8, 16, NULL, 300 },
    { { "invert", "an inverting rectangle of 1920x1080", "a loop",
        MOST_INVERT },
      DRAW_INVERT, 1920, 1080, "invert", 4 },
    { { "invert-64", "... of 64x64", "a loop" },
      DRAW_INVERT, 64, 64, "invert", 300 },
    { { "scroll", "1920x1064, 16 lines further up", "memmove by lines",
        MOST_LARGE },
      DRAW_SCROLL, 1920, 1080 - PAINTER_SCROLL, "scroll", 4 },
    { { "copy", "1920x540, elsewhere", "pixman_blt", MOST_LARGE },
      DRAW_COPY, 1920, 540, "blt", 4 },
    { { "copy-64", "... of 64x64", "pixman_blt" },
      DRAW_COPY, 64, 64, "blt", 300 },
    { { "mono", "a bitmap of 256x128", "pixman, a mask", MOST_LARGE },
      DRAW_MONO, 256, 128, "mono", 7 },
    { { "char", "... of 8x16", NULL, MOST_SMALL_NS },
      DRAW_MONO, 8, 16, NULL, 200 },
    { { "image", "an image of 32x32", "pixman_blt", MOST_LARGE },
      DRAW_IMAGE, 32, 32, "blt", 7 },
    { { "line", "a line of 500 pixels, across 300 lines" },
      DRAW_LINE, 500, 300, NULL, 300 },
    { { "line-8", "... of 8, across 6" }, DRAW_LINE, 8, 6, NULL, 300 },
    { { "macro", "a rectangle of 1920x1080 by a macro", "pixman_fill" },
      DRAW_MACRO, 1920, 1080, "fill", 4 },
    { { "macro-8x16", "... of 8x16" }, DRAW_MACRO, 8, 16, NULL, 300 },
    { { "clear", "1920x1080 in blocks, cleared by 3D", "pixman_fill" },
      DRAW_CLEAR, 1920, 1080, "fill", 4 },
    { { "clear-64", "... 64x64", "pixman_fill" },
      DRAW_CLEAR, 64, 64, "fill", 300 },
    { { "clear-macro", "... 1920x1080 by a macro", "pixman_fill" },
      DRAW_CLEAR_MACRO, 1920, 1080, "fill", 4 },
    { { "clear-macro-64", "... 64x64" }, DRAW_CLEAR_MACRO, 64, 64, NULL, 300 },
};

/**
 * struct Measured - a row being measured
 *
 * @bench: the benchmark
 * @painter: who draws
 * @of: what
 */
typedef struct Measured {
    const Bench *bench;
    Painter *painter;
    const DrawRow *of;
} Measured;

static void push(Measured *m)
{
    for (unsigned i = 0; i < m->of->count; i++) {
        m->painter->ops->push(m->painter, m->of->drawing, m->of->w, m->of->h);
    }
}

static int64_t time_run(Measured *m)
{
    int64_t start = bench_now(m->bench, m->painter->nv);

    painter_run(m->painter);
    return bench_now(m->bench, m->painter->nv) - start;
}

/* Less the time for a submission of what takes next to no time. */
static void once(void *opaque, double *ns, double *reference_ns)
{
    Measured *m = opaque;
    int64_t all, none;

    push(m);
    all = time_run(m);
    m->painter->ops->push(m->painter, DRAW_FILL, 1, 1);
    none = time_run(m);
    *ns = (double)(all - none) / m->of->count;
    if (m->of->job) {
        *reference_ns = job_time(m->painter->nv);
    }
}

/* A line's last pixel isn't drawn. */
static uint64_t pixels_of(const DrawRow *r)
{
    return r->drawing == DRAW_LINE ? MAX(r->w, r->h) : (uint64_t)r->w * r->h;
}

/* The device must really have done what is measured. */
static void verify(Measured *m)
{
    const DrawRow *r = m->of;
    NVDev *nv = m->painter->nv;
    uint64_t before = nv_statistic(nv, "pixels"), pixels;

    push(m);
    painter_run(m->painter);
    pixels = nv_statistic(nv, "pixels") - before;
    if (pixels != pixels_of(r) * r->count) {
        g_error("%s: %" PRIu64 " pixels were drawn", r->row.name, pixels);
    }
}

static void prepare(Measured *m, uint64_t from)
{
    const DrawRow *r = m->of;
    uint64_t to = m->painter->surface | YARDSTICK_VRAM;
    uint32_t above = r->drawing == DRAW_SCROLL ? PAINTER_SCROLL
                                               : PAINTER_H / 2;

    job_set(m->bench, m->painter->nv, &(Job) {
        .what = r->job, .to = to,
        .from = r->drawing == DRAW_SCROLL || r->drawing == DRAW_COPY
            ? to + above * PAINTER_PITCH : from,
        .pitch = PAINTER_PITCH, .length = r->w * 4, .lines = r->h,
        .count = MAX(1, r->count),
    });
}

void bench_drawing(Bench *bench)
{
    NVDev *nv = bench_start(bench->model, NULL, NULL);
    Measured m = { .bench = bench };
    uint64_t from;

    nv_init(nv);
    m.painter = painter_new(nv);
    if (!m.painter) {
        nv_quit(nv);
        return;
    }
    from = nv_ram_alloc(nv, PAINTER_PITCH * PAINTER_H);
    bench_title("Drawing");
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (!bench_wants(bench, rows[i].row.name) ||
            rows[i].drawing > m.painter->ops->last) {
            continue;
        }
        m.of = &rows[i];
        m.painter->ops->begin(m.painter, rows[i].drawing);
        verify(&m);
        if (rows[i].job) {
            prepare(&m, from);
        }
        bench_row_difference(bench, &rows[i].row, once, &m);
    }
    painter_free(m.painter);
    nv_quit(nv);
}
