/*
 * NVIDIA GPU: the engines' input queues
 *
 * envytools, hw/fifo/puller "Engine objects": "The engines run
 * asynchronously.  The puller will send them commands whenever they have space
 * in their input queues and won't wait for completion of a command before
 * sending more."
 *
 * The user sets how long a method takes to reach its engine (the property
 * x-engine-latency-ns).  By default that is 0: the puller calls engines
 * directly, and no queue ever holds any methods.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "migration/vmstate.h"
#include "method.h"
#include "ops.h"
#include "probe.h"
#include "queue.h"
#include "runlist.h"
#include "trace/trace-hw_nv.h"

/* --- The puller's side ------------------------------------------------ */

/*
 * Methods of channel @chid that may be sent now.  "if (ENGINE_CUR_CHANNEL(
 * engine) != chan) ENGINE_CHANNEL_SWITCH(engine, chan)": an engine that works
 * for another channel finishes that work first.
 */
static unsigned nv_queue_room(NVGPU *gpu, unsigned id, unsigned chid)
{
    const NVEngineQueue *q = &gpu->fifo->queues[id];
    const NVEngine *engine = nv_fifo_engine(gpu, id);

    if (q->count ? q->chid != chid
                 : engine->busy(gpu) &&
                   nv_fifo_engine_idle(gpu, engine, chid)) {
        return 0;
    }
    return NV_ENGINE_QUEUE - q->count;
}

static void nv_queue_send(NVGPU *gpu, unsigned id, unsigned chid,
                          unsigned subc, uint32_t mthd, uint32_t data)
{
    NVEngineQueue *q = &gpu->fifo->queues[id];

    q->chid = chid;
    q->methods[(q->first + q->count) % NV_ENGINE_QUEUE] = (NVQueuedMethod) {
        .due = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + gpu->fifo->latency,
        .mthd = mthd,
        .subc = subc,
        .data = data,
    };
    q->count++;
}

/* The engine has another channel, or is stopped. */
static void nv_queue_refused(NVGPU *gpu, unsigned id, unsigned chid)
{
    const NVFifoOps *ops = gpu->chip->fifo->ops;

    if (ops->refused) {
        ops->refused(gpu, id, chid);
    }
}

bool nv_queue_bind(NVGPU *gpu, unsigned id, unsigned chid, unsigned subc,
                   uint32_t inst)
{
    gpu->fifo->selected = NV_FIFO_NONE_SELECTED;
    if (likely(!gpu->fifo->latency)) {
        if (nv_fifo_engine(gpu, id)->bind(gpu, chid, subc, inst)) {
            return true;
        }
        nv_queue_refused(gpu, id, chid);
        return false;
    }
    if (!nv_queue_room(gpu, id, chid)) {
        return false;
    }
    nv_queue_send(gpu, id, chid, subc, NV_MTHD_OBJECT, inst);
    return true;
}

uint32_t nv_queue_run(NVGPU *gpu, unsigned id, const NVRun *run)
{
    const NVEngine *engine = nv_fifo_engine(gpu, id);
    uint32_t count;

    gpu->fifo->selected = NV_FIFO_NONE_SELECTED;
    if (likely(!gpu->fifo->latency)) {
        if (!nv_fifo_engine_select(gpu, engine, run->chid, run->subc)) {
            nv_queue_refused(gpu, id, run->chid);
            return 0;
        }
        if (!NV_PROBED(gpu, WORK)) {
            return engine->run(gpu, run);
        }
        nv_fifo_probe_work(gpu, id, run->chid, 0);
        count = engine->run(gpu, run);
        nv_fifo_probe_work(gpu, id, run->chid, count);
        return count;
    }
    count = MIN(run->count, nv_queue_room(gpu, id, run->chid));
    if (count) {
        nv_fifo_probe_work(gpu, id, run->chid, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        nv_queue_send(gpu, id, run->chid, run->subc,
                      nv_run_mthd(run, i), qatomic_read(&run->data[i]));
    }
    return count;
}

/* --- The engine's side ------------------------------------------------ */

/* Returns false if the engine is busy or stopped. */
static bool nv_queue_execute(NVGPU *gpu, unsigned id, unsigned chid,
                             const NVQueuedMethod *method)
{
    const NVEngine *engine = nv_fifo_engine(gpu, id);
    const NVRun run = {
        .chid = chid,
        .subc = method->subc,
        .mthd = method->mthd,
        .step = 4,
        .count = 1,
        .data = &method->data,
    };

    if (method->mthd == NV_MTHD_OBJECT) {
        if (engine->bind(gpu, chid, method->subc, method->data)) {
            return true;
        }
    } else if (nv_fifo_engine_select(gpu, engine, chid, method->subc)) {
        return engine->run(gpu, &run);
    }
    nv_queue_refused(gpu, id, chid);
    return false;
}

void nv_queue_feed(NVGPU *gpu, unsigned id, int64_t *budget)
{
    NVEngineQueue *q = &gpu->fifo->queues[id];
    const NVEngine *engine = nv_fifo_engine(gpu, id);
    int64_t now = q->count ? qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) : 0;

    while (q->count && *budget > 0 && !engine->busy(gpu)) {
        /* A method that resets its engine empties the queue, too. */
        NVQueuedMethod method = q->methods[q->first];

        if (method.due > now ||
            !nv_queue_execute(gpu, id, q->chid, &method)) {
            break;
        }
        trace_nv_pfifo_executed(q->chid, method.subc, method.mthd,
                                method.data, engine->name);
        if (q->count) {
            q->first = (q->first + 1) % NV_ENGINE_QUEUE;
            q->count--;
        }
        --*budget;
    }
}

/*
 * An engine that didn't take a method which is due wakes PFIFO itself, if ever:
 * it may stand still for good, and the others' methods must not wait for it.
 */
int64_t nv_queue_due(NVGPU *gpu)
{
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    int64_t due = INT64_MAX;

    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        const NVEngineQueue *q = &gpu->fifo->queues[id];

        if (q->count && q->methods[q->first].due > now) {
            due = MIN(due, q->methods[q->first].due);
        }
    }
    return due;
}

/* --- Life ------------------------------------------------------------- */

void nv_queue_reset(NVGPU *gpu, unsigned id)
{
    gpu->fifo->queues[id] = (NVEngineQueue) { };
}

void nv_queue_reset_absent(NVGPU *gpu)
{
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        if (!nv_fifo_engine(gpu, id)->work) {
            nv_queue_reset(gpu, id);
        }
    }
}

static bool nv_queue_is_sane(NVGPU *gpu, const NVEngineQueue *q)
{
    if (q->first >= NV_ENGINE_QUEUE || q->count > NV_ENGINE_QUEUE ||
        q->chid >= gpu->chip->fifo->channels) {
        return false;
    }
    for (unsigned i = 0; i < NV_ENGINE_QUEUE; i++) {
        if (q->methods[i].subc >= NV_FIFO_SUBCHANNELS ||
            q->methods[i].mthd >= NV_MTHD_MOST || q->methods[i].mthd % 4) {
            return false;
        }
    }
    return true;
}

bool nv_queue_post_load(NVGPU *gpu)
{
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        if (!nv_queue_is_sane(gpu, &gpu->fifo->queues[id])) {
            return false;
        }
    }
    return true;
}

static const VMStateDescription nv_vmstate_queued_method = {
    .name = "nv-gpu/fifo/queue/method",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64(due, NVQueuedMethod),
        VMSTATE_UINT16(mthd, NVQueuedMethod),
        VMSTATE_UINT8(subc, NVQueuedMethod),
        VMSTATE_UINT32(data, NVQueuedMethod),
        VMSTATE_END_OF_LIST()
    },
};

NV_VMSTATE_WIDE(nv_vmstate_engine_queue_wide, "nv-gpu/fifo/queue/wide",
                NVEngineQueue);

static const VMStateDescription nv_vmstate_engine_queue = {
    .name = "nv-gpu/fifo/queue",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(first, NVEngineQueue),
        VMSTATE_UINT8(count, NVEngineQueue),
        VMSTATE_SINGLE(chid, NVEngineQueue, 0, nv_vmstate_info_chid_byte,
                       uint16_t),
        VMSTATE_STRUCT_ARRAY(methods, NVEngineQueue, NV_ENGINE_QUEUE, 1,
                             nv_vmstate_queued_method, NVQueuedMethod),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &nv_vmstate_engine_queue_wide,
        NULL
    },
};

static bool nv_queues_needed(void *opaque)
{
    const NVFifo *fifo = opaque;

    return fifo->latency;
}

/* A machine without queues couldn't execute what is in them. */
const VMStateDescription nv_vmstate_queues = {
    .name = "nv-gpu/fifo/queues",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_queues_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_EQUAL(latency, NVFifo, "x-engine-latency-ns differs"),
        VMSTATE_STRUCT_ARRAY(queues, NVFifo, NV_ENGINE__MAX, 1,
                             nv_vmstate_engine_queue, NVEngineQueue),
        VMSTATE_END_OF_LIST()
    },
};
