/*
 * NVIDIA GPU: PGRAPH's objects: binding, executing, notifiers, NVC0+
 *
 * There are no objects in memory: a subchannel has a class.  PFIFO's methods
 * come to the channel that the falcons have put here.
 *
 * Sources: class headers 902D, 9039, 9097, 90C0; the register database
 * (fifo/nv_object.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "error.h"
#include "family.h"
#include "nv50-context.h"
#include "nv50-error.h"
#include "nv50-object.h"
#include "nvc0-graph.h"
#include "trace/trace-hw_nv.h"

/* --- Notifiers -------------------------------------------------------- */

/* Time, 0 for no error, and at last the 0 that software waits for */
void nvc0_graph_notify(NVGPU *gpu)
{
    const uint32_t *notify = nvc0_context(gpu, NVC0_CTX_NOTIFY +
                                               nvc0_graph_subc(gpu) * 2);
    uint32_t *armed = nvc0_context(gpu, NVC0_CTX_NOTIFY_ARMED);
    uint64_t addr = nv50_address(notify[0], notify[1]);
    uint32_t words[4] = { };
    NVDmaFault fault;
    NVDMAObject obj;
    bool awaken;

    if (!(*armed & NVC0_NOTIFY_ARMED)) {
        return;
    }
    awaken = *armed & NVC0_NOTIFY_AWAKEN;
    *armed = 0;
    stq_le_p(words, nv_ptimer_now(gpu));
    trace_nvc0_pgraph_notify(addr);
    nv50_graph_dmaobj(gpu, 0, &obj);
    if (!nv_dmaobj_write(gpu, &obj, addr, words, sizeof(words), &fault)) {
        nv50_graph_fault(gpu, NV_VM_PGRAPH_NOTIFY, &fault);
    } else if (awaken) {
        nv50_graph_raise(gpu, R_NVC0_PGRAPH_INTR_NOTIFY_MASK);
    }
}

/* --- Methods that all classes have ------------------------------------- */

void nvc0_context_set(NVGPU *gpu, const NVGraphMethod *method,
                      unsigned index, uint32_t val)
{
    *nvc0_context(gpu, method->arg + index) = val;
}

uint32_t nvc0_graph_count(NVGPU *gpu, const NVGraphMethod *method,
                          const uint32_t *data, uint32_t count)
{
    nv_report_method(gpu, gpu->graph->binding.id, method->mthd, data[0],
                     count);
    return count;
}

/* mthd 0x104, 0x108: SET_NOTIFY_A, SET_NOTIFY_B; @arg: which */
static void nvc0_mthd_set_notify(NVGPU *gpu, const NVGraphMethod *method,
                                 unsigned index, uint32_t val)
{
    *nvc0_context(gpu, NVC0_CTX_NOTIFY + nvc0_graph_subc(gpu) * 2 +
                       method->arg) = val;
}

/* mthd 0x10c: NOTIFY: write a notifier after the next method */
static void nvc0_mthd_notify(NVGPU *gpu, const NVGraphMethod *method,
                             unsigned index, uint32_t val)
{
    uint32_t *armed = nvc0_context(gpu, NVC0_CTX_NOTIFY_ARMED);

    if (*armed & NVC0_NOTIFY_ARMED) {
        *armed = 0;
        nvc0_graph_error(gpu, R_NVC0_PGRAPH_INTR_DOUBLE_NOTIFY_MASK,
                         "DOUBLE_NOTIFY");
        return;
    }
    *armed = NVC0_NOTIFY_ARMED | (val & 1 ? NVC0_NOTIFY_AWAKEN : 0);
}

#define NVC0_COUNTED(_name, _mthd, ...) \
    { .name = (_name), .mthd = (_mthd), .block = nvc0_graph_count, \
      __VA_ARGS__ }

/* Operations are done one by one: at WAIT_FOR_IDLE the one before has ended. */
const NVGraphMethod nvc0_graph_common[] = {
    { .name = "NO_OPERATION", .mthd = 0x100, .block = nv_graph_ignore },
    { .name = "SET_NOTIFY_A", .mthd = 0x104, .arg = 0,
      .check = nv50_check_address_high, .set = nvc0_mthd_set_notify },
    { .name = "SET_NOTIFY_B", .mthd = 0x108, .arg = 1,
      .set = nvc0_mthd_set_notify },
    { .name = "NOTIFY", .mthd = 0x10c, .check = nv50_check_bool,
      .set = nvc0_mthd_notify },
    { .name = "WAIT_FOR_IDLE", .mthd = 0x110, .block = nv_graph_ignore },
    /* The macros of a processor that isn't modelled */
    NVC0_COUNTED("LOAD_MME_INSTRUCTION_RAM_POINTER", 0x114),
    NVC0_COUNTED("LOAD_MME_INSTRUCTION_RAM", 0x118),
    NVC0_COUNTED("LOAD_MME_START_ADDRESS_RAM_POINTER", 0x11c),
    NVC0_COUNTED("LOAD_MME_START_ADDRESS_RAM", 0x120),
    { .name = "SET_MME_SHADOW_RAM_CONTROL", .mthd = 0x124,
      .block = nv_graph_ignore },
    NVC0_COUNTED("SET_GLOBAL_RENDER_ENABLE", 0x130, .count = 3),
    { .name = "SEND_GO_IDLE", .mthd = 0x13c, .block = nv_graph_ignore },
    { .name = "PM_TRIGGER", .mthd = 0x140, .block = nv_graph_ignore },
    { .name = "SET_INSTRUMENTATION_METHOD", .mthd = 0x150, .count = 2,
      .block = nv_graph_ignore },
    { .name = "SET_MME_SHADOW_SCRATCH", .mthd = 0x3400, .count = 256,
      .block = nv_graph_ignore },
    NVC0_COUNTED("CALL_MME", 0x3800, .count = 512),
    { }
};

/* --- The engine ------------------------------------------------------- */

bool nvc0_graph_busy(NVGPU *gpu)
{
    return nv_graph_busy(gpu);
}

bool nvc0_graph_stuck(NVGPU *gpu)
{
    return gpu->graph->stuck;
}

void nvc0_graph_work(NVGPU *gpu, int64_t *budget)
{
    bool busy = nv_graph_busy(gpu);

    nv_graph_go_on(gpu, budget);
    if (busy && nvc0_graph_accepts(gpu)) {
        nvc0_graph_notify(gpu);
    }
}

bool nvc0_graph_bind(NVGPU *gpu, unsigned subc, uint32_t class)
{
    const NVGraphBinding *binding = &gpu->graph->binding;

    if (!nvc0_graph_accepts(gpu)) {
        return false;
    }
    subc %= NV_GRAPH_SUBCHANNELS;
    nv_graph_trap(gpu, 0, subc, 0, class);
    nv_graph_set_class(gpu, class);
    trace_nvc0_pgraph_bind(gpu->graph->block, subc, class,
                           binding->class ? binding->class->name : "?");
    if (!binding->known) {
        nvc0_graph_refuse(gpu, false);
        return true;
    }
    *nvc0_context(gpu, NVC0_CTX_CLASSES + subc) = class;
    *nvc0_context(gpu, NVC0_CTX_SUBC) = subc;
    gpu->regs[R_NVC0_PGRAPH_DISPATCH_CTX_CACHE + subc] = class;
    return true;
}

static void nvc0_graph_trace(NVGPU *gpu, const NVRun *run, uint32_t done,
                             const uint32_t *data, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t mthd = nv_run_mthd(run, done + i) &
                        (NVC0_GRAPH_MTHD_END - 4);

        trace_nv_pgraph_method(run->chid, run->subc, gpu->graph->binding.id,
                               nv_graph_method_name(gpu, mthd), mthd,
                               data[i]);
    }
}

/* The run's words from @done on, of which @data are the next @count */
static uint32_t nvc0_graph_step(NVGPU *gpu, const NVRun *run, uint32_t done,
                                const uint32_t *data, uint32_t count)
{
    uint32_t mthd = nv_run_mthd(run, done) & (NVC0_GRAPH_MTHD_END - 4);
    bool once = run->step == NV_STEP_ONCE;
    bool armed = *nvc0_context(gpu, NVC0_CTX_NOTIFY_ARMED);

    nv_graph_trap(gpu, run->chid, run->subc % NV_GRAPH_SUBCHANNELS, mthd,
                  data[0]);
    count = nv_graph_methods(gpu, mthd, once ? 0 : run->step, data,
                             armed || (once && !done) ? 1 : count);
    if (trace_event_get_state_backends(TRACE_NV_PGRAPH_METHOD)) {
        nvc0_graph_trace(gpu, run, done, data, count);
    }
    if (armed && nvc0_graph_accepts(gpu)) {
        nvc0_graph_notify(gpu);
    }
    return count;
}

uint32_t nvc0_graph_run(NVGPU *gpu, const NVRun *run)
{
    unsigned subc = run->subc % NV_GRAPH_SUBCHANNELS;
    NVGraph *graph = gpu->graph;
    const uint32_t *data = graph->dispatch.words;
    uint32_t done = 0, taken = 0;

    *nvc0_context(gpu, NVC0_CTX_SUBC) = subc;
    nv_graph_set_class(gpu, *nvc0_context(gpu, NVC0_CTX_CLASSES + subc));
    graph->budget = NV_GRAPH_RUN_BUDGET;
    while (done < run->count && nvc0_graph_accepts(gpu)) {
        uint32_t count;

        if (!taken) {
            taken = nv_graph_take(graph->dispatch.words, run, done);
            data = graph->dispatch.words;
        }
        count = nvc0_graph_step(gpu, run, done, data, taken);
        data += count;
        taken -= count;
        done += count;
    }
    return done;
}

void nvc0_graph_inject(NVGPU *gpu, uint32_t class, uint32_t mthd,
                       uint32_t data)
{
    if (!nvc0_graph_accepts(gpu)) {
        return;
    }
    nv_graph_set_class(gpu, class);
    if (gpu->graph->binding.known) {
        nv_graph_trap(gpu, 0, 0, mthd & (NVC0_GRAPH_MTHD_END - 4), data);
        gpu->graph->budget = NV_GRAPH_RUN_BUDGET;
        nv_graph_methods(gpu, mthd & (NVC0_GRAPH_MTHD_END - 4), 0, &data, 1);
    }
}
