/*
 * NVIDIA GPU: what waits for the benchmark's card, and what the card waits for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bench.h"
#include "fence.h"

/*
 * Bounds: of a submission of nothing but a fence; of a second in which the card
 * has nothing to do, of what QEMU takes without the card, whose own main loop
 * wakes up at times.
 */
#define MOST_FENCE_NS 2000
#define MOST_IDLE 1.5

#define IDLE_SECONDS 2

static const Row doorbell = {
    "doorbell", "a doorbell until its fence", NULL, MOST_FENCE_NS,
};
static const Row idle = {
    "idle", "CPU time of a second without work", "without a card", MOST_IDLE,
};

/* --- Nothing to do ------------------------------------------------------ */

/**
 * struct Idle - two emulators
 *
 * @nv: one with a card
 * @without: and one without
 */
typedef struct Idle {
    NVDev *nv;
    QTestState *without;
} Idle;

static void once_idle(void *opaque, double *ns, double *reference_ns)
{
    Idle *idle = opaque;
    const Bench cpu = { .cpu_time = true };
    int64_t with = bench_now_of(&cpu, idle->nv->qts);
    int64_t without = bench_now_of(&cpu, idle->without);

    g_usleep(IDLE_SECONDS * G_USEC_PER_SEC);
    *ns = (double)(bench_now_of(&cpu, idle->nv->qts) - with) / IDLE_SECONDS;
    *reference_ns = (double)(bench_now_of(&cpu, idle->without) - without) /
                    IDLE_SECONDS;
}

static void measure_idle(Bench *bench, NVDev *nv)
{
    Idle both = {
        .nv = nv,
        .without = qtest_init("-L " NV_BENCH_DATA " -display none -vga none"),
    };

    bench_row_few(bench, &idle, once_idle, &both, 1);
    qtest_quit(both.without);
}

void bench_waits(Bench *bench)
{
    NVDev *nv = bench_start(bench->model, NULL, NULL);

    bench_init(nv);
    bench_title("Waits");
    if (fence_has(bench->model) && bench_wants(bench, doorbell.name)) {
        Fence *fence = fence_new(bench, nv, 1);

        bench_row(bench, &doorbell, fence_once, fence);
        fence_free(fence);
    }
    if (bench_wants(bench, idle.name)) {
        measure_idle(bench, nv);
    }
    nv_quit(nv);
    bench_frames(bench);
}
