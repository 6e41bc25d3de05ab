/*
 * NVIDIA GPU: PFIFO's work, in slices
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "system/runstate.h"
#include "migration/vmstate.h"
#include "hw/nv/machine.h"
#include "ops.h"
#include "probe.h"
#include "queue.h"
#include "scheduler.h"

/*
 * An event that wakes PFIFO runs a short slice in place: most submissions are
 * done before the guest's write returns.  The rest goes to bottom halves, a
 * slice at a time, so that the monitor, the display and the vCPUs get to run
 * however long a pushbuffer is, and even if it never ends.
 */
#define NV_SLICE_FIRST 4096
/*
 * It takes long to get from one bottom half to the next through the main loop,
 * so each runs slices for as long as others can do without the big lock.
 */
#define NV_SLICES_NS (500 * SCALE_US)

/*
 * A bottom half that keeps rescheduling itself leaves the vCPUs little chance
 * to get the big lock: after that many runs it pauses.
 */
#define NV_BH_RUNS_BEFORE_PAUSE 64
#define NV_PAUSE_NS (200 * SCALE_US)

/*
 * If runs have to be repeatable, they may not depend on the host's clock: the
 * interval of slices is then one of the virtual clock.
 */
#define NV_SLICE_REPEATS_NS (50 * SCALE_US)

/* Longest interval between retries of acquires */
#define NV_RETRY_NS (1 * SCALE_MS)
#define NV_RETRIES_MAX 7

/* Interval of slices of a pushbuffer that only jumps */
#define NV_SPIN_NS (1 * SCALE_MS)

static bool nv_fifo_engine_busy(NVGPU *gpu, const NVEngine *engine)
{
    return engine->work && engine->busy(gpu);
}

/* Whether an engine has work in progress, to be continued in the next round */
static bool nv_fifo_engines_busy(NVGPU *gpu)
{
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        if (nv_fifo_engine_busy(gpu, nv_fifo_engine(gpu, id))) {
            return true;
        }
    }
    return false;
}

/* Feed engines from their queues. */
static void nv_fifo_feed_engines(NVGPU *gpu, int64_t *budget)
{
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        if (nv_queue_used(gpu, id)) {
            nv_queue_feed(gpu, id, budget);
        }
    }
}

/*
 * Continue the engines' work in progress, and feed them from their queues: at
 * first, as the work of one may use up the budget, and may not end.
 */
static bool nv_fifo_work_engines(NVGPU *gpu, int64_t *budget)
{
    bool busy = false;

    if (unlikely(gpu->fifo->latency)) {
        nv_fifo_feed_engines(gpu, budget);
    }
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        const NVEngine *engine = nv_fifo_engine(gpu, id);

        if (nv_fifo_engine_busy(gpu, engine)) {
            engine->work(gpu, budget);
        }
        if (unlikely(nv_queue_used(gpu, id))) {
            nv_queue_feed(gpu, id, budget);
        }
        busy |= nv_fifo_engine_busy(gpu, engine);
    }
    return busy;
}

/*
 * Continue the engines' work in progress.  PBDMAs can use other engines, and
 * execute the host's methods, at the same time: once in a slice they get half
 * of the budget before that work has ended.
 */
static bool nv_fifo_keeps_engines_busy(NVGPU *gpu, NVSlice *slice)
{
    bool beside = gpu->chip->fifo->ops->beside && !slice->beside;
    int64_t share = beside ? slice->budget / 2 : slice->budget;
    int64_t left = share;
    bool busy = nv_fifo_work_engines(gpu, &left);

    slice->budget -= share - left;
    if (!busy) {
        return false;
    }
    slice->worked = true;
    slice->beside |= beside;
    return !beside;
}

NVSliceEnd nv_fifo_slice(NVGPU *gpu, NVSlice *slice)
{
    const NVFifoOps *ops = gpu->chip->fifo->ops;
    NVSliceEnd end = NV_SLICE_MORE;

    /* Instance memory is video memory, where guests' writes aren't trapped. */
    nv_ramin_changed(gpu);
    gpu->engine_budget = NV_SLICE;
    while (slice->budget > 0 && end == NV_SLICE_MORE) {
        int64_t before = gpu->engine_budget, spent;

        /* If the work ended with the budget, there may be more to do. */
        if (nv_fifo_keeps_engines_busy(gpu, slice) || slice->budget <= 0) {
            slice->worked = true;
            slice->budget--;
        } else {
            end = ops->round(gpu, slice);
            if (end != NV_SLICE_MORE && nv_fifo_engines_busy(gpu)) {
                end = NV_SLICE_MORE;
            }
        }
        nv_fifo_probe_rest(gpu);
        spent = before - gpu->engine_budget;
        slice->budget -= spent;
        slice->worked |= spent;
        if (unlikely(gpu->probes.stopped)) {
            return NV_SLICE_IDLE;
        }
    }
    return end == NV_SLICE_MORE && !slice->worked ? NV_SLICE_SPIN : end;
}

/*
 * How long a failed acquire waits.  A retry switches through all channels that
 * wait, so each failure doubles the time.
 */
static int64_t nv_fifo_retry_ns(NVGPU *gpu)
{
    const NVFifoOps *ops = gpu->chip->fifo->ops;
    int64_t ns = SCALE_US * (ops->retry_us ? ops->retry_us(gpu)
                                           : NV_RETRY_LEAST_US);
    int64_t longer = ns << MIN(gpu->fifo->sched.retries, NV_RETRIES_MAX);

    gpu->fifo->sched.retries++;
    return MAX(ns, MIN(longer, NV_RETRY_NS));
}

static void nv_fifo_continue(NVGPU *gpu, NVSliceEnd end)
{
    NVFifoScheduler *sched = &gpu->fifo->sched;

    switch (end) {
    case NV_SLICE_IDLE:
        sched->bh_runs = 0;
        break;
    case NV_SLICE_WAIT:
        sched->bh_runs = 0;
        timer_mod(sched->spin_timer, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                  nv_fifo_retry_ns(gpu));
        break;
    case NV_SLICE_SPIN:
        sched->bh_runs = 0;
        timer_mod(sched->spin_timer, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                  NV_SPIN_NS);
        break;
    case NV_SLICE_MORE:
        if (nv_machine_repeats(gpu)) {
            sched->bh_runs = 1;
            timer_mod(sched->spin_timer, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                      NV_SLICE_REPEATS_NS);
        } else if (++sched->bh_runs < NV_BH_RUNS_BEFORE_PAUSE) {
            nv_bh_schedule(&sched->bh);
        } else {
            sched->bh_runs = 0;
            timer_mod(sched->pause_timer,
                      qemu_clock_get_ns(QEMU_CLOCK_REALTIME) + NV_PAUSE_NS);
        }
        break;
    }
}

/* Set the timer that wakes PFIFO when the next method reaches its engine. */
static void nv_fifo_await_engines(NVGPU *gpu)
{
    int64_t due;

    if (likely(!gpu->fifo->latency)) {
        return;
    }
    due = nv_queue_due(gpu);
    if (due != INT64_MAX) {
        timer_mod(gpu->fifo->sched.due_timer, due);
    }
}

/*
 * There may be something to do, but not now.  When the VM resumes, the bottom
 * half runs anyway, unless nv_machine_repeats(): how often a replay is stopped,
 * and where, must not make a difference to the guest.
 */
static void nv_fifo_look_later(NVGPU *gpu)
{
    if (nv_machine_repeats(gpu)) {
        timer_mod(gpu->fifo->sched.spin_timer,
                  qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));
    } else {
        nv_bh_schedule(&gpu->fifo->sched.bh);
    }
}

/* Run a slice of @budget, and further ones until @ns have passed. */
static void nv_fifo_run(NVGPU *gpu, int64_t budget, int64_t ns)
{
    NVFifoScheduler *sched = &gpu->fifo->sched;
    const NVFifoOps *ops = gpu->chip->fifo->ops;
    int64_t start;
    NVSliceEnd end;

    if (gpu->probes.stopped) {
        /* nv_probe_go() continues; bottom halves don't. */
        sched->bh_runs = 0;
        return;
    }
    if (sched->running) {
        /* Writing to another device may have run the main loop meanwhile. */
        nv_fifo_look_later(gpu);
        return;
    }
    if (!runstate_is_running()) {
        /* Memory may not change now; on resume the BH, or a timer, goes on. */
        if (nv_machine_repeats(gpu)) {
            nv_fifo_look_later(gpu);
        }
        return;
    }
    if (nv_machine_repeats(gpu)) {
        ns = 0;
    }
    start = ns ? get_clock() : 0;
    sched->running = true;
    nv_window_begin(gpu);
    do {
        end = ops->slice(gpu, budget);
    } while (end == NV_SLICE_MORE && ns && get_clock() - start < ns);
    nv_window_end(gpu);
    sched->running = false;
    nv_fifo_continue(gpu, end);
    nv_fifo_await_engines(gpu);
}

static void nv_fifo_bh(NVGPU *gpu)
{
    nv_fifo_run(gpu, NV_SLICE, NV_SLICES_NS);
}

static void nv_fifo_wake(void *opaque)
{
    NVGPU *gpu = opaque;

    nv_bh_schedule(&gpu->fifo->sched.bh);
}

/*
 * Run at the timer's exact time, not when the main loop gets to it.  As in a
 * bottom half, DMA can't reach the device's own registers.
 */
static void nv_fifo_in_place(NVGPU *gpu, void (*run)(NVGPU *gpu))
{
    bool engaged = nv_machine_enter(gpu);

    run(gpu);
    nv_machine_leave(gpu, engaged);
}

/* Execute methods that are due. */
static void nv_fifo_due(void *opaque)
{
    nv_fifo_in_place(opaque, nv_fifo_kick);
}

static void nv_fifo_next_slice(NVGPU *gpu)
{
    nv_fifo_run(gpu, NV_SLICE, 0);
}

static void nv_fifo_spin(void *opaque)
{
    if (nv_machine_repeats(opaque)) {
        nv_fifo_in_place(opaque, nv_fifo_next_slice);
    } else {
        nv_fifo_wake(opaque);
    }
}

void nv_fifo_kick(NVGPU *gpu)
{
    /* A run in progress will see the change, now or in its next slice. */
    if (gpu->fifo->sched.running || gpu->fifo->sched.bh_runs) {
        return;
    }
    gpu->fifo->sched.retries = 0;
    timer_del(gpu->fifo->sched.spin_timer);
    nv_fifo_run(gpu, NV_SLICE_FIRST, 0);
}

void nv_fifo_poll(NVGPU *gpu)
{
    NVFifoScheduler *sched = &gpu->fifo->sched;

    if (!sched->running &&
        (sched->bh_runs || timer_pending(sched->pause_timer))) {
        nv_fifo_run(gpu, NV_SLICE_FIRST, 0);
    }
}

void nv_fifo_wake_up(NVGPU *gpu)
{
    nv_fifo_in_place(gpu, nv_fifo_kick);
}

void nv_fifo_by_hand(NVGPU *gpu, void (*run)(NVGPU *gpu, void *opaque),
                     void *opaque)
{
    bool engaged = nv_machine_enter(gpu);
    NVProbes *probes = &gpu->probes;
    bool stopped = probes->stopped, careful = probes->careful;
    uint32_t on = probes->on;

    probes->stopped = probes->careful = false;
    probes->on = 0;
    gpu->fifo->sched.running = true;
    nv_ramin_changed(gpu);
    nv_window_begin(gpu);
    run(gpu, opaque);
    nv_window_end(gpu);
    gpu->fifo->sched.running = false;
    nv_machine_leave(gpu, engaged);
    probes->on = on;
    probes->stopped = stopped;
    probes->careful = careful;
}

bool nv_fifo_schedule_init(NVGPU *gpu)
{
    NVFifoScheduler *sched = &gpu->fifo->sched;

    nv_bh_init(&sched->bh, gpu, nv_fifo_bh);
    sched->pause_timer = timer_new_ns(QEMU_CLOCK_REALTIME, nv_fifo_wake, gpu);
    sched->spin_timer = nv_timer_new(gpu, nv_fifo_spin, gpu);
    sched->due_timer = nv_timer_new(gpu, nv_fifo_due, gpu);
    return true;
}

void nv_fifo_schedule_reset(NVGPU *gpu)
{
    NVFifoScheduler *sched = &gpu->fifo->sched;

    nv_bh_cancel(&sched->bh);
    timer_del(sched->pause_timer);
    timer_del(sched->spin_timer);
    timer_del(sched->due_timer);
    sched->bh_runs = 0;
    sched->retries = 0;
    memset(gpu->fifo->hung, 0, sizeof(gpu->fifo->hung));
    gpu->fifo->any_hung = false;
}

void nv_fifo_schedule_post_load(NVGPU *gpu)
{
    if (!nv_timers_loaded(gpu)) {
        nv_fifo_schedule_reset(gpu);
        nv_fifo_look_later(gpu);
    }
}

static bool nv_fifo_schedule_needed(void *opaque)
{
    return nv_machine_repeats(((NVFifo *)opaque)->sched.bh.gpu);
}

const VMStateDescription nv_vmstate_fifo_schedule = {
    .name = "nv-gpu/fifo/schedule",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_fifo_schedule_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(sched.bh_runs, NVFifo),
        VMSTATE_UINT32(sched.retries, NVFifo),
        VMSTATE_END_OF_LIST()
    },
};

void nv_fifo_schedule_exit(NVGPU *gpu)
{
    NVFifoScheduler *sched = &gpu->fifo->sched;

    nv_bh_exit(&sched->bh);
    g_clear_pointer(&sched->pause_timer, timer_free);
    nv_timer_free(gpu, &sched->spin_timer);
    nv_timer_free(gpu, &sched->due_timer);
}
