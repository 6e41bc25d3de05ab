/*
 * NVIDIA GPU: PGRAPH's objects as an engine: binding, runs of methods, NVC0+
 *
 * There are no objects in memory: a subchannel has a class.  Methods from PFIFO
 * are for the channel that the falcons have loaded.  They go through the macro
 * processor, which has some methods of its own and sends others.
 *
 * Sources: class headers 902D, 9039, 9097, 90C0; the register database
 * (fifo/nv_object.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "graph.h"
#include "macro.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/engine/object.h"
#include "hw/nv/engine/operation.h"
#include "trace/trace-hw_nv.h"

/* --- State ------------------------------------------------------------ */

/* A macro that was stopped by an error waits for the driver: it isn't busy. */
bool nvc0_graph_busy(NVGPU *gpu)
{
    return nv_graph_busy(gpu) ||
           (nvc0_graph_of(gpu)->macro_on && nvc0_graph_dispatches(gpu));
}

bool nvc0_graph_stuck(NVGPU *gpu)
{
    return nvc0_graph_of(gpu)->stuck;
}

void nvc0_graph_work(NVGPU *gpu, int64_t *budget)
{
    bool busy = nv_graph_busy(gpu);

    nv_graph_go_on(gpu, budget);
    if (busy && nvc0_graph_dispatches(gpu)) {
        nvc0_graph_notify(gpu);
    }
    if (*budget > 0 && nvc0_graph_of(gpu)->macro_on) {
        gpu->graph->budget = *budget;
        nvc0_macro_go(gpu);
        *budget = gpu->graph->budget;
    }
}

/* --- Binding ---------------------------------------------------------- */

/* A bit of DISPATCH's TRAP: nouveau's CLASS_SUBCH_MISMATCH */
#define NVC0_DISPATCH_CLASS_MISMATCH BIT(1)

bool nvc0_graph_bind(NVGPU *gpu, unsigned chid, unsigned subc, uint32_t class)
{
    const NVGraphBinding *binding = &gpu->graph->binding;

    subc %= NV_GRAPH_SUBCHANNELS;
    if (nvc0_graph_accepts(gpu)) {
        nv_graph_trap(gpu, chid, subc, 0, class);
        nvc0_macro_admit(gpu, 0);
    }
    if (!nvc0_graph_accepts(gpu)) {
        return false;
    }
    nv_graph_set_class(gpu, class);
    trace_nvc0_pgraph_bind(nvc0_graph_of(gpu)->block, subc, class,
                           binding->class ? binding->class->name : "?");
    if (!binding->known && !gpu->chip->graph->keeps_unknown) {
        nvc0_graph_refuse(gpu, false);
        return true;
    }
    *nvc0_context(gpu, NVC0_CTX_CLASSES + subc) = class;
    *nvc0_context(gpu, NVC0_CTX_SUBC) = subc;
    gpu->regs[R_NVC0_PGRAPH_DISPATCH_CTX_CACHE + subc] = class;
    if (!binding->known) {
        nvc0_graph_trap(gpu, A_NVC0_PGRAPH_DISPATCH_TRAP, NVC0_TRAP_DISPATCH,
                        NVC0_DISPATCH_CLASS_MISMATCH, "TRAP DISPATCH");
    }
    return true;
}

/* --- Runs ------------------------------------------------------------- */

static void nvc0_graph_select(NVGPU *gpu, unsigned subc)
{
    *nvc0_context(gpu, NVC0_CTX_SUBC) = subc;
    nv_graph_set_class(gpu, *nvc0_context(gpu, NVC0_CTX_CLASSES + subc));
}

static void nvc0_graph_trace(NVGPU *gpu, const NVRun *run, uint32_t mthd,
                             uint32_t data)
{
    trace_nv_pgraph_method(run->chid, run->subc, gpu->graph->binding.id,
                           nvc0_macro_has(mthd)
                           ? nvc0_macro_method_name(mthd)
                           : nv_graph_method_name(gpu, mthd), mthd, data);
}

/*
 * Execute the run's words from @done on; @data has the next @count.  Returns
 * how many were taken; 0 if the first one was stopped by an error.
 */
static uint32_t nvc0_graph_step(NVGPU *gpu, const NVRun *run, uint32_t done,
                                const uint32_t *data, uint32_t count)
{
    uint32_t mthd = nv_run_mthd(run, done) & (NVC0_GRAPH_MTHD_END - 4);
    bool once = run->step == NV_STEP_ONCE;
    unsigned subc = run->subc % NV_GRAPH_SUBCHANNELS;

    nv_graph_trap(gpu, run->chid, subc, mthd, data[0]);
    if (!nvc0_macro_admit(gpu, mthd)) {
        return 0;
    }
    if (nv_graph_checks_wrong(gpu, run->chid, subc, mthd, data[0])) {
        return 1;
    }
    if (trace_event_get_state_backends(TRACE_NV_PGRAPH_METHOD)) {
        nvc0_graph_trace(gpu, run, mthd, data[0]);
        count = 1;
    }
    if (nvc0_macro_has(mthd)) {
        /* Another subchannel may have called the macro. */
        nvc0_macro_method(gpu, mthd, data[0]);
        nvc0_graph_select(gpu, subc);
        return 1;
    }
    return nvc0_macro_pass(gpu, mthd, once ? 0 : run->step, data,
                           once && !done ? 1 : count);
}

/* Whether a run's methods are watched one by one, or complete notifiers */
static bool nvc0_graph_looks(NVGPU *gpu)
{
    return *nvc0_context(gpu, NVC0_CTX_NOTIFY_ARMED) ||
           NV_PROBED(gpu, CHECK) ||
           trace_event_get_state_backends(TRACE_NV_PGRAPH_METHOD);
}

/*
 * nvc0_graph_step() for methods that follow each other, if there is nothing to
 * do but to execute and to remember them, which is looked up once.  Returns 0
 * otherwise.
 */
static uint32_t nvc0_graph_plain(NVGPU *gpu, const NVRun *run, uint32_t done,
                                 const uint32_t *data, uint32_t count)
{
    uint32_t mthd = nv_run_mthd(run, done) & (NVC0_GRAPH_MTHD_END - 4);
    uint32_t origin = nv_graph_origin(gpu, run->chid,
                                      run->subc % NV_GRAPH_SUBCHANNELS);
    uint32_t *shadow = NULL, most, n = 0;

    if (run->step == 4 && !nvc0_graph_looks(gpu)) {
        shadow = nvc0_macro_plain(gpu, mthd, &most);
    }
    if (!shadow) {
        return 0;
    }
    count = MIN(count, most);
    do {
        uint32_t taken;

        nv_graph_trap_at(gpu, origin, mthd + n * 4, data[n]);
        taken = nv_graph_methods(gpu, mthd + n * 4, 4, data + n, count - n);
        for (uint32_t end = n + taken; n < end; n++) {
            shadow[n] = data[n];
        }
    } while (n < count && nvc0_graph_accepts(gpu));
    return n;
}

uint32_t nvc0_graph_run(NVGPU *gpu, const NVRun *run)
{
    NVGraph *graph = gpu->graph;
    const uint32_t *data = graph->dispatch.words;
    uint32_t done = 0, taken = 0;

    graph->budget = gpu->engine_budget;
    nvc0_macro_resume(gpu);
    nvc0_graph_select(gpu, run->subc % NV_GRAPH_SUBCHANNELS);
    while (done < run->count && nvc0_graph_accepts(gpu)) {
        uint32_t count;

        if (!taken) {
            taken = nv_graph_take(graph->dispatch.words, run, done);
            data = graph->dispatch.words;
        }
        count = nvc0_graph_plain(gpu, run, done, data, taken)
                ?: nvc0_graph_step(gpu, run, done, data, taken);
        data += count;
        taken -= count;
        done += count;
    }
    gpu->engine_budget = graph->budget;
    return done;
}

/* Units of work that it may do in place, and its caller accounts for */
#define NVC0_INJECT_BUDGET (64 * KiB)

static void nvc0_graph_inject_refused(NVGPU *gpu, uint32_t class,
                                      uint32_t mthd, uint32_t data,
                                      const char *why)
{
    const NVRefusal refusal = {
        .unit = "PGRAPH, by register",
        .chid = nv_channel_of_block(gpu, nvc0_graph_of(gpu)->block),
        .class = class,
        .mthd = mthd,
        .data = data,
        .why = why,
    };

    nv_refused(gpu, &refusal);
}

int64_t nvc0_graph_inject(NVGPU *gpu, uint32_t class, uint32_t mthd,
                          uint32_t data)
{
    int chid = nv_channel_of_block(gpu, nvc0_graph_of(gpu)->block);
    uint32_t *shadow;

    mthd &= NVC0_GRAPH_MTHD_END - 4;
    shadow = nvc0_macro_shadow(gpu, class, mthd);
    if (shadow) {
        *shadow = data;
    }
    if (!nvc0_graph_accepts(gpu) || nvc0_macro_has(mthd)) {
        nvc0_graph_inject_refused(gpu, class, mthd, data,
                                  nvc0_macro_has(mthd)
                                  ? "the macro processor's" : "PGRAPH is busy");
        return 0;
    }
    nv_graph_set_class(gpu, class);
    if (!gpu->graph->binding.known) {
        nvc0_graph_inject_refused(gpu, class, mthd, data, "no such class");
        return 0;
    }
    nv_graph_trap(gpu, MAX(chid, 0), 0, mthd, data);
    gpu->graph->budget = NVC0_INJECT_BUDGET;
    nv_graph_methods(gpu, mthd, 0, &data, 1);
    return NVC0_INJECT_BUDGET - gpu->graph->budget;
}
