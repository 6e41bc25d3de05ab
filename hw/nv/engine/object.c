/*
 * NVIDIA GPU: PGRAPH's objects: binding them, and finding their methods
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "context.h"
#include "error.h"
#include "family.h"
#include "graph.h"
#include "method.h"
#include "object.h"
#include "operation.h"
#include "hw/nv/engine/nv04/error.h"
#include "hw/nv/engine/nv50/context.h"
#include "hw/nv/engine/nv50/error.h"
#include "trace/trace-hw_nv.h"

/* From this method on, the null object's methods have no effect. */
#define NV_CLASS_NULL_NOTHING 0x184

/* --- Method tables ---------------------------------------------------- */

/* Largest number of rows that a class's tables have together */
#define NV_GRAPH_ROWS 511

/**
 * struct NVGraphIndex - the methods of a class
 *
 * @number: for each method, its row's index in @rows, or 0
 * @rows: the rows of the class's tables, from 1 on
 * @count: their number
 */
struct NVGraphIndex {
    uint16_t number[NVC0_GRAPH_MTHD_END / 4];
    const NVGraphMethod *rows[NV_GRAPH_ROWS + 1];
    unsigned count;
};

static void nv_graph_index_table(NVGraphIndex *index,
                                 const NVGraphMethod *table)
{
    for (; table->name; table++) {
        unsigned stride = table->stride ? table->stride : 4;

        assert(index->count < NV_GRAPH_ROWS);
        index->rows[++index->count] = table;
        for (unsigned n = 0; n < MAX(table->count, 1); n++) {
            unsigned mthd = table->mthd + n * stride;

            assert(mthd < NVC0_GRAPH_MTHD_END);
            index->number[mthd / 4] = index->count;
        }
    }
}

/* The last index is for classes that aren't modelled. */
void nv_graph_object_init(NVGPU *gpu)
{
    const NVGraphFamily *family = gpu->chip->graph->family;
    NVGraphDispatch *dispatch = &gpu->graph->dispatch;

    gpu->graph->gpu = gpu;
    dispatch->indices = g_new0(NVGraphIndex, family->class_count + 1);
    for (unsigned i = 0; i <= family->class_count; i++) {
        NVGraphIndex *index = &dispatch->indices[i];

        nv_graph_index_table(index, family->common);
        for (unsigned t = 0; i < family->class_count && t < NV_GRAPH_TABLES;
             t++) {
            if (family->classes[i].methods[t]) {
                nv_graph_index_table(index, family->classes[i].methods[t]);
            }
        }
    }
}

void nv_graph_object_exit(NVGPU *gpu)
{
    g_clear_pointer(&gpu->graph->dispatch.indices, g_free);
}

/* --- Classes ---------------------------------------------------------- */

static bool nv_graph_has_class(const NVChip *chip, uint32_t id)
{
    for (const uint16_t *const *list = chip->classes; *list; list++) {
        for (const uint16_t *class = *list; *class; class++) {
            if (*class == id) {
                return true;
            }
        }
    }
    return false;
}

static void nv_graph_look_up_class(NVGPU *gpu, uint32_t id)
{
    const NVGraphFamily *family = gpu->chip->graph->family;
    NVGraphBinding *binding = &gpu->graph->binding;

    *binding = (NVGraphBinding) {
        .id = id,
        .known = nv_graph_has_class(gpu->chip, id),
        .index = &gpu->graph->dispatch.indices[family->class_count],
        .nothing = NV_GRAPH_MTHD_END,
    };
    for (unsigned i = 0; binding->known && i < family->class_count; i++) {
        if (family->classes[i].class == id) {
            binding->class = &family->classes[i];
            binding->index = &gpu->graph->dispatch.indices[i];
        }
    }
    if (id == NV_CLASS_NULL) {
        binding->nothing = NV_CLASS_NULL_NOTHING;
    }
}

void nv_graph_set_class(NVGPU *gpu, uint32_t id)
{
    if (unlikely(gpu->graph->binding.id != id)) {
        nv_graph_look_up_class(gpu, id);
    }
}

/* --- Names ------------------------------------------------------------ */

NvMethodName *nv_method_name(uint32_t class, const char *name, uint32_t mthd,
                             uint32_t count, uint32_t stride)
{
    NvMethodName *method = g_new0(NvMethodName, 1);

    method->q_class = class;
    method->name = g_strdup(name);
    method->method = mthd;
    method->count = MAX(count, 1);
    method->stride = stride ? stride : 4;
    return method;
}

static void nv_graph_name_methods(uint32_t id, const NVGraphMethod *table,
                                  NvMethodNameList ***methods)
{
    for (; table && table->name; table++) {
        QAPI_LIST_APPEND(*methods,
                         nv_method_name(id, table->name, table->mthd,
                                        table->count, table->stride));
    }
}

/* A class that can be bound may have no table: it has no name, either. */
static const char *nv_graph_name_class(const NVGraphFamily *family, uint32_t id,
                                       NvMethodNameList ***methods)
{
    for (unsigned i = 0; i < family->class_count; i++) {
        const NVGraphClass *class = &family->classes[i];

        if (class->class == id) {
            nv_graph_name_methods(id, family->common, methods);
            for (unsigned t = 0; t < NV_GRAPH_TABLES; t++) {
                nv_graph_name_methods(id, class->methods[t], methods);
            }
            return class->name;
        }
    }
    return NULL;
}

void nv_graph_names(NVGPU *gpu, NvClassNameList **classes,
                    NvMethodNameList **methods)
{
    const NVChip *chip = gpu->chip;

    for (const uint16_t *const *list = chip->classes;
         chip->graph && chip->graph->family && list && *list; list++) {
        for (const uint16_t *class = *list; *class; class++) {
            NvClassName *name = g_new0(NvClassName, 1);

            name->q_class = *class;
            name->name = g_strdup(nv_graph_name_class(chip->graph->family,
                                                      *class, &methods));
            QAPI_LIST_APPEND(classes, name);
        }
    }
}

/* --- Binding ---------------------------------------------------------- */

/* Look up the class of the current object */
static void nv_graph_update_binding(NVGPU *gpu)
{
    nv_graph_set_class(gpu, NV_R(gpu, NV_PGRAPH_CTX_SWITCH1) &
                            gpu->chip->fifo->class_mask);
}

/* NULL if the class has no such method */
static const NVGraphMethod *nv_graph_method(const NVGraphBinding *binding,
                                            uint32_t mthd)
{
    return binding->known
        ? binding->index->rows[binding->index->number[mthd / 4]] : NULL;
}

/* --- Methods ---------------------------------------------------------- */

/* Methods wrap, and are multiples of 4. */
static uint32_t nv_graph_run_mthd(const NVRun *run, uint32_t done)
{
    return (run->mthd + done * run->step) & (NV_GRAPH_MTHD_END - 4);
}

static void nv_graph_trace(const NVRun *run, const NVGraphBinding *binding,
                           uint32_t done, const uint32_t *data, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t mthd = nv_graph_run_mthd(run, done + i);
        const NVGraphMethod *method = nv_graph_method(binding, mthd);

        trace_nv_pgraph_method(run->chid, run->subc, binding->id,
                               method ? method->name : "?", mthd, data[i]);
    }
}

static bool nv_graph_is_traced(void)
{
    return trace_event_get_state_backends(TRACE_NV_PGRAPH_METHOD);
}

/* Whether the next method completes a notifier */
static bool nv_graph_is_armed(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PGRAPH_NOTIFY), NV_PGRAPH_NOTIFY, ARMED);
}

/* Methods of a class that the card has but the model lacks */
static uint32_t nv_graph_unmodelled(NVGPU *gpu, const NVGraphBinding *binding,
                                    uint32_t mthd, unsigned step,
                                    const uint32_t *data, uint32_t count)
{
    uint32_t end = gpu->chip->graph->family->mthd_end;
    uint32_t n = 0;

    if (!step) {
        nv_report_method(gpu, binding->id, mthd, data[0], count);
        return count;
    }
    do {
        nv_report_method(gpu, binding->id, mthd, data[n], 1);
        n++;
        mthd += 4;
    } while (n < count && mthd < end && !binding->index->number[mthd / 4]);
    return n;
}

/* Number of words of a run that go to the same row of methods */
static uint32_t nv_graph_block_len(const NVGraphMethod *method, uint32_t mthd,
                                   unsigned step, uint32_t count)
{
    uint32_t end = method->mthd + MAX(method->count, 1) * 4;

    return step ? MIN(count, (end - mthd) / 4) : count;
}

/* A method's index in its row */
static unsigned nv_graph_method_index(const NVGraphMethod *method,
                                      uint32_t mthd)
{
    uint32_t bytes = mthd - method->mthd;

    /* Nearly all are 0 or words, for which a division would take long. */
    return bytes && method->stride ? bytes / method->stride : bytes / 4;
}

/*
 * Execute one method or more; returns how many.  Inline, as what calls it: most
 * methods do less than a call takes.
 */
static inline QEMU_ALWAYS_INLINE uint32_t
nv_graph_execute(NVGPU *gpu, const NVGraphMethod *method, uint32_t mthd,
                 unsigned step, const uint32_t *data, uint32_t count)
{
    uint32_t debug = NV_R(gpu, NV_PGRAPH_DEBUG_3);
    uint8_t error;

    if (unlikely(method->gate & ~debug)) {
        nv_graph_error(gpu, NV_NSOURCE(ILLEGAL_MTHD));
        return 1;
    }
    if (method->block) {
        count = nv_graph_block_len(method, mthd, step, count);
        return method->block(gpu, method, data, count);
    }
    if (unlikely(!method->set)) {
        nv_graph_missing_hw(gpu);
        return 1;
    }
    if (method->valid && (debug & NV_DEBUG_3(DATA_CHECK)) &&
        !method->valid(data[0])) {
        nv_graph_error(gpu, NV_NSOURCE(DATA_ERROR));
    }
    error = method->check ? method->check(data[0]) : NV50_DATA_OK;
    if (unlikely(error) && nv50_graph_data_error(gpu, error)) {
        return 1;
    }
    method->set(gpu, method, nv_graph_method_index(method, mthd), data[0]);
    return 1;
}

/* Whether there may be methods that aren't in the class's tables */
static bool nv_graph_is_open(const NVGraphBinding *binding)
{
    return binding->known && (!binding->class || binding->class->open);
}

/* Execute a method or a block of them; returns the number of words. */
static inline QEMU_ALWAYS_INLINE uint32_t
nv_graph_call(NVGPU *gpu, const NVGraphBinding *binding, uint32_t mthd,
              unsigned step, const uint32_t *data, uint32_t count)
{
    const NVGraphMethod *method = nv_graph_method(binding, mthd);

    if (likely(method)) {
        return nv_graph_execute(gpu, method, mthd, step, data, count);
    }
    if (nv_graph_is_open(binding)) {
        return nv_graph_unmodelled(gpu, binding, mthd, step, data, count);
    }
    gpu->chip->graph->family->refuse(gpu, binding->known);
    return 1;
}

uint32_t nv_graph_methods(NVGPU *gpu, uint32_t mthd, unsigned step,
                          const uint32_t *data, uint32_t count)
{
    return nv_graph_call(gpu, &gpu->graph->binding, mthd, step, data, count);
}

const char *nv_graph_method_name(NVGPU *gpu, uint32_t mthd)
{
    const NVGraphMethod *method = nv_graph_method(&gpu->graph->binding, mthd);

    return method ? method->name : "?";
}

/*
 * Execute the run's words from @done on; @data has the next @count.  Returns
 * how many words it took.  @origin: see nv_graph_origin()
 */
static inline uint32_t nv_graph_step(NVGPU *gpu, const NVRun *run,
                                     const NVGraphBinding *binding,
                                     uint32_t origin, uint32_t done,
                                     const uint32_t *data, uint32_t count)
{
    uint32_t mthd = nv_graph_run_mthd(run, done);
    bool armed = nv_graph_is_armed(gpu);

    nv_graph_trap_at(gpu, origin, mthd, data[0]);
    if (nv_graph_checks_wrong(gpu, run->chid, run->subc, mthd, data[0])) {
        return 1;
    }
    count = nv_graph_call(gpu, binding, mthd, run->step, data,
                          unlikely(armed) ? 1 : count);
    if (unlikely(armed) && nv_graph_accepts(gpu)) {
        gpu->chip->graph->family->notify(gpu);
    }
    return count;
}

/* --- The engine ------------------------------------------------------- */

/*
 * Set which runs can be skipped, until something other than such a run happens.
 */
static void nv_graph_update_nothing(NVGPU *gpu)
{
    bool look = !nv_graph_accepts(gpu) || nv_graph_is_armed(gpu) ||
                nv_graph_is_traced();

    gpu->graph->dispatch.nothing = look ? NV_GRAPH_MTHD_END
                               : gpu->graph->binding.nothing;
}

/* Make a subchannel's object the current one */
static void nv_graph_subchannel(NVGPU *gpu, unsigned subc)
{
    uint32_t user = NV_R(gpu, NV_PGRAPH_CTX_USER);

    if (unlikely(FIELD_EX32(user, NV_PGRAPH_CTX_USER, SUBCH) != subc)) {
        gpu->chip->graph->family->select(gpu, subc);
    }
}

static bool nv_graph_select(NVGPU *gpu, unsigned chid, unsigned subc)
{
    if (!nv_graph_accepts(gpu) || !nv_graph_enter(gpu, chid, subc)) {
        return false;
    }
    nv_graph_subchannel(gpu, subc);
    nv_graph_update_binding(gpu);
    nv_graph_update_nothing(gpu);
    return true;
}

static uint32_t G_GNUC_NO_INLINE nv_graph_run_methods(NVGPU *gpu,
                                                      const NVRun *run)
{
    NVGraph *graph = gpu->graph;
    const NVGraphBinding *binding = &graph->binding;
    uint32_t origin = nv_graph_origin(gpu, run->chid, run->subc);
    const uint32_t *data = graph->dispatch.words;
    bool tracing = nv_graph_is_traced();
    uint32_t done = 0, taken = 0;

    graph->budget = gpu->engine_budget;
    while (done < run->count && nv_graph_accepts(gpu)) {
        uint32_t count;

        if (!taken) {
            taken = nv_graph_take(graph->dispatch.words, run, done);
            data = graph->dispatch.words;
        }
        count = nv_graph_step(gpu, run, binding, origin, done, data, taken);
        if (unlikely(tracing)) {
            nv_graph_trace(run, binding, done, data, count);
        }
        data += count;
        taken -= count;
        done += count;
    }
    gpu->engine_budget = graph->budget;
    if (binding->nothing != NV_GRAPH_MTHD_END) {
        nv_graph_update_nothing(gpu);
    }
    return done;
}

/* In one cache line, since it is called for each command */
static uint32_t QEMU_ALIGNED(64) nv_graph_run(NVGPU *gpu, const NVRun *run)
{
    if (run->mthd >= gpu->graph->dispatch.nothing) {
        return run->count;
    }
    return nv_graph_run_methods(gpu, run);
}

static bool nv_graph_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t inst)
{
    const NVGraphBinding *binding = &gpu->graph->binding;

    if (!nv_graph_accepts(gpu) || !nv_graph_enter(gpu, chid, subc)) {
        return false;
    }
    gpu->chip->graph->family->load(gpu, subc, inst);
    nv_graph_trap(gpu, chid, subc, 0, inst >> 4);
    nv_graph_update_binding(gpu);
    trace_nv_pgraph_bind(chid, subc, binding->id,
                         binding->class ? binding->class->name : "?", inst);
    if (!binding->known) {
        /* No error yet: this raises one for each of the object's methods. */
        nv_log_error(gpu, "channel %u subchannel %u: object 0x%05x has class "
                     "0x%04x, which the card doesn't know", chid, subc, inst,
                     binding->id);
    }
    return true;
}

static void nv_graph_work(NVGPU *gpu, int64_t *budget)
{
    NVGraph *graph = gpu->graph;
    bool busy = nv_graph_busy(gpu);

    nv_graph_go_on(gpu, budget);
    if (unlikely(graph->unloading) && !nv_graph_busy(gpu)) {
        graph->unloading = false;
        nv_graph_leave(gpu);
    }
    if (busy && nv_graph_accepts(gpu)) {
        gpu->chip->graph->family->notify(gpu);
    }
}

static bool nv_graph_idle(NVGPU *gpu, unsigned chid)
{
    return gpu->graph->chid != chid || !nv_graph_busy(gpu);
}

static bool nv_graph_unloading(NVGPU *gpu)
{
    return gpu->graph->unloading;
}

/* FIFO is turned off by interrupts that need the driver, and by the driver. */
static NVStuck nv_graph_stuck(NVGPU *gpu)
{
    uint32_t intr = NV_R(gpu, NV_PGRAPH_INTR);

    if (FIELD_EX32(NV_R(gpu, NV_PGRAPH_FIFO), NV_PGRAPH_FIFO, ACCESS)) {
        return NV_STUCK_NOT;
    }
    return intr & R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK
           ? NV_STUCK_CONTEXT_SWITCH
           : intr ? NV_STUCK_INTERRUPT : NV_STUCK_FROZEN;
}

const char *nv_graph_error_name(NVGPU *gpu, unsigned i)
{
    return gpu->chip->graph->family->error_name(i);
}

const NVEngine nv_engine_graph = {
    .name = "PGRAPH",
    .bind = nv_graph_bind,
    .select = nv_graph_select,
    .run = nv_graph_run,
    .idle = nv_graph_idle,
    .busy = nv_graph_busy,
    .work = nv_graph_work,
    .unload = nv50_graph_unload,
    .unloading = nv_graph_unloading,
    .stuck = nv_graph_stuck,
    .error = nv_graph_error_name,
};
