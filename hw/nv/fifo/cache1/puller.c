/*
 * NVIDIA GPU: the puller, which executes methods or hands them to an engine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/queue.h"
#include "channel.h"
#include "intr.h"
#include "ops.h"
#include "puller.h"
#include "ramht.h"
#include "semaphore.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/* Bits that stop the puller until the driver has handled their cause */
#define NV_PULL0_STOPPED (R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK | \
                          R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK | \
                          R_NV_PFIFO_CACHE1_PULL0_SEMAPHORE_ERROR_MASK | \
                          R_NV50_PFIFO_CACHE1_PULL0_INVALID_ENGINE_MASK)

uint64_t nv_puller_host_methods(const NVCache1Chip *chip)
{
    uint64_t methods = BIT_ULL(NV_MTHD_OBJECT / 4);

    if (chip->puller & NV_PULLER_REF) {
        methods |= BIT_ULL(NV_MTHD_REF_CNT / 4);
    }
    if (chip->puller & NV_PULLER_SEMAPHORE) {
        methods |= BIT_ULL(NV_MTHD_DMA_SEMAPHORE / 4) |
                   BIT_ULL(NV_MTHD_SEMAPHORE_OFFSET / 4) |
                   BIT_ULL(NV_MTHD_SEMAPHORE_ACQUIRE / 4) |
                   BIT_ULL(NV_MTHD_SEMAPHORE_RELEASE / 4);
    }
    if (chip->puller & NV_PULLER_YIELD) {
        methods |= BIT_ULL(NV_MTHD_YIELD / 4);
    }
    if (chip->puller & NV_PULLER_NV84) {
        methods |= BIT_ULL(NV_MTHD_SEMAPHORE_ADDRESS_HIGH / 4) |
                   BIT_ULL(NV_MTHD_SEMAPHORE_ADDRESS_LOW / 4) |
                   BIT_ULL(NV_MTHD_SEMAPHORE_SEQUENCE / 4) |
                   BIT_ULL(NV_MTHD_SEMAPHORE_TRIGGER / 4) |
                   BIT_ULL(NV_MTHD_NOTIFY_INTR / 4) |
                   BIT_ULL(NV_MTHD_WRCACHE_FLUSH / 4);
    }
    return methods;
}

bool nv_puller_stopped(NVGPU *gpu)
{
    return NV_R(gpu, NV_PFIFO_CACHE1_PULL0) & NV_PULL0_STOPPED;
}

/* Inline, as it is called for each run of methods */
static inline bool nv_puller_is_free(NVGPU *gpu)
{
    uint32_t pull0 = NV_R(gpu, NV_PFIFO_CACHE1_PULL0);

    return FIELD_EX32(pull0, NV_PFIFO_CACHE1_PULL0, ACCESS) &&
           !(pull0 & NV_PULL0_STOPPED) && !nv_puller_holds(gpu) &&
           !nv_fifo_frozen(gpu);
}

bool nv_puller_can_run(NVGPU *gpu)
{
    return nv_puller_is_free(gpu);
}

/* --- Errors ----------------------------------------------------------- */

/*
 * The method stays in CACHE1 at GET, for the driver to read; the driver then
 * advances GET, or leaves the method there to be tried again.
 */
static void nv_puller_stop(NVGPU *gpu, uint32_t why)
{
    NV_R(gpu, NV_PFIFO_CACHE1_PULL0) |= why;
    nv_fifo_raise(gpu, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
}

/*
 * A subchannel without an object has the engine SOFTWARE, too.  The difference
 * only matters for the log: drivers use the one on purpose, but not the other.
 */
static void nv_puller_set_software(NVGPU *gpu, unsigned subc, bool software)
{
    uint8_t *named = &nv_cache1(gpu)->software[nv_fifo_channel(gpu)];

    *named = deposit32(*named, subc, 1, software);
}

void nv_puller_refused(NVGPU *gpu, const char *unit, unsigned chid,
                       unsigned subc, uint32_t mthd, uint32_t data)
{
    const NVRefusal refusal = {
        .unit = unit,
        .chid = chid,
        .subc = subc,
        .mthd = mthd,
        .data = data,
        .why = "the puller has no such method",
    };

    nv_refused(gpu, &refusal);
}

void nv_puller_empty(NVGPU *gpu, unsigned subc, uint32_t mthd, uint32_t data,
                     bool software)
{
    const NVGuestError error = nv_cache1_error(gpu, NV_ERROR_SOFTWARE,
                                               "EMPTY_SUBCHANNEL", subc, mthd,
                                               data);

    if (software) {
        nv_guest_error_unlogged(gpu, &error);
        return;
    }
    nv_guest_error(gpu, &error, "channel %d subchannel %u method 0x%04x: the "
                   "subchannel has no object", error.chid, subc, mthd);
}

static bool nv_puller_is_software(NVGPU *gpu, unsigned subc)
{
    return extract32(nv_cache1(gpu)->software[nv_fifo_channel(gpu)], subc, 1);
}

static void nv_puller_no_hash(NVGPU *gpu, unsigned subc, uint32_t mthd,
                              uint32_t handle)
{
    const NVGuestError error = nv_cache1_error(gpu, NV_ERROR_CACHE, "NO_HASH",
                                               subc, mthd, handle);

    nv_guest_error(gpu, &error, "channel %d subchannel %u method 0x%04x: no "
                   "object has handle 0x%08x", error.chid, subc, mthd, handle);
    nv_ramht_log_missing(gpu, error.chid, handle);
    nv_puller_stop(gpu, R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK);
}

/* A software object's method: the driver executes it. */
static void nv_puller_software(NVGPU *gpu, unsigned subc, uint32_t mthd,
                               uint32_t data)
{
    if (mthd == NV_MTHD_OBJECT) {
        nv_puller_set_software(gpu, subc, true);
    }
    nv_puller_empty(gpu, subc, mthd, data, nv_puller_is_software(gpu, subc));
    nv_puller_stop(gpu, R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK);
}

/* RAMHT names an engine that the card doesn't have. */
static void nv_puller_invalid_engine(NVGPU *gpu, unsigned subc,
                                     uint32_t handle, unsigned engine)
{
    const NVGuestError error = nv_cache1_error(gpu, NV_ERROR_CACHE,
                                               "INVALID_ENGINE", subc,
                                               NV_MTHD_OBJECT, handle);

    nv_guest_error(gpu, &error, "channel %d subchannel %u: the object 0x%08x "
                   "is for engine %u", error.chid, subc, handle, engine);
    nv_puller_stop(gpu, R_NV50_PFIFO_CACHE1_PULL0_INVALID_ENGINE_MASK);
}

/* --- Handles ---------------------------------------------------------- */

static const NVHandle *nv_puller_find(NVGPU *gpu, unsigned subc, uint32_t mthd,
                                      uint32_t handle)
{
    const NVHandle *object = nv_ramht_lookup(gpu, handle);

    if (unlikely(!object)) {
        nv_puller_no_hash(gpu, subc, mthd, handle);
        return NULL;
    }
    NV_R(gpu, NV_PFIFO_CACHE1_HASH) = object->hash;
    return object;
}

/* --- Engines ---------------------------------------------------------- */

static unsigned nv_puller_subchannel_engine(NVGPU *gpu, unsigned subc)
{
    return extract32(NV_R(gpu, NV_PFIFO_CACHE1_ENGINE), subc * 4, 4);
}

/*
 * "When engines are switched, the puller will wait until the last used engine
 * is done with this channel's commands."  Returns false if it isn't yet.
 */
static bool nv_puller_switch_engine(NVGPU *gpu, unsigned id)
{
    uint32_t *pull1 = &NV_R(gpu, NV_PFIFO_CACHE1_PULL1);
    unsigned last = FIELD_EX32(*pull1, NV_PFIFO_CACHE1_PULL1, ENGINE);

    if (likely(id == last)) {
        return true;
    }
    if (!nv_queue_idle(gpu, last, nv_fifo_channel(gpu))) {
        return false;
    }
    if (id != NV_ENGINE_SOFTWARE) {
        *pull1 = FIELD_DP32(*pull1, NV_PFIFO_CACHE1_PULL1, ENGINE, id);
    }
    return true;
}

/* Hands over a run that holds no handles.  Returns the methods executed. */
static uint32_t nv_puller_forward(NVGPU *gpu, const NVRun *run)
{
    unsigned id = nv_puller_subchannel_engine(gpu, run->subc);

    if (!nv_puller_switch_engine(gpu, id)) {
        return 0;
    }
    if (id == NV_ENGINE_SOFTWARE) {
        nv_puller_software(gpu, run->subc, run->mthd,
                           qatomic_read(run->data));
        return 0;
    }
    return nv_queue_run(gpu, id, run);
}

/* --- Methods of the puller -------------------------------------------- */

/* mthd 0x0000: OBJECT */
static bool nv_puller_object(NVGPU *gpu, unsigned subc, uint32_t handle)
{
    const NVHandle *object = nv_puller_find(gpu, subc, NV_MTHD_OBJECT, handle);
    uint32_t *engines = &NV_R(gpu, NV_PFIFO_CACHE1_ENGINE);
    uint32_t valid = nv_cache1_chip(gpu)->engines;

    if (object && valid && !extract32(valid, object->engine, 1)) {
        nv_puller_invalid_engine(gpu, subc, handle, object->engine);
        return false;
    }
    if (!object || !nv_puller_switch_engine(gpu, object->engine)) {
        return false;
    }
    if (object->engine == NV_ENGINE_SOFTWARE) {
        nv_puller_software(gpu, subc, NV_MTHD_OBJECT, handle);
        return false;
    }
    if (!nv_queue_bind(gpu, object->engine, nv_fifo_channel(gpu), subc,
                       object->inst)) {
        return false;
    }
    *engines = deposit32(*engines, subc * 4, 4, object->engine);
    nv_probe_bind(gpu, nv_fifo_channel(gpu), subc,
                  nv_ramin_read32(gpu, object->inst) &
                  gpu->chip->fifo->class_mask);
    nv_puller_set_software(gpu, subc, false);
    trace_nv_pfifo_object(nv_fifo_channel(gpu), subc, handle, object->inst,
                          nv_fifo_engine(gpu, object->engine)->name);
    return true;
}

/*
 * "Several special puller methods will also wait for engines to go idle": those
 * that tell the guest how far a channel has got, since drivers free and reuse
 * memory then.  Each calls nv_puller_idle().
 */

/* mthd 0x0050: REF_CNT */
bool nv_puller_ref_cnt(NVGPU *gpu, uint32_t ref)
{
    if (!nv_puller_idle(gpu)) {
        return false;
    }
    if (!nv_fifo_probe_value(gpu, NV_PROBE_REFERENCE, nv_fifo_channel(gpu), 0,
                             &ref)) {
        return true;
    }
    trace_nv_pfifo_ref(nv_fifo_channel(gpu), ref);
    nv_count(gpu, REFERENCES, 1);
    NV_R(gpu, NV_PFIFO_CACHE1_REF) = ref;
    return true;
}

/* mthd 0x0060: DMA_SEMAPHORE */
static bool nv_puller_dma_semaphore(NVGPU *gpu, unsigned subc,
                                    uint32_t handle)
{
    const NVHandle *object = nv_puller_find(gpu, subc, NV_MTHD_DMA_SEMAPHORE,
                                            handle);

    return object && nv_cache1_chip(gpu)->semaphore->dma(gpu, object);
}

/* mthd 0x0020: NOTIFY_INTR */
static bool nv_puller_notify_intr(NVGPU *gpu)
{
    if (!nv_puller_idle(gpu)) {
        return false;
    }
    trace_nv_pfifo_notify(nv_fifo_channel(gpu));
    nv_fifo_raise(gpu, R_NV50_PFIFO_INTR_NOTIFY_MASK);
    return true;
}

/* mthd 0x0024: WRCACHE_FLUSH; writes are always in memory. */
static bool nv_puller_wrcache_flush(NVGPU *gpu)
{
    return nv_puller_idle(gpu);
}

/* mthd 0x0080: YIELD; scheduler.c lets another channel go on, if one waits */
static bool nv_puller_yield(NVGPU *gpu)
{
    trace_nv_pfifo_yield(nv_fifo_channel(gpu));
    nv_cache1(gpu)->yield = true;
    return true;
}

static bool nv_puller_execute_host(NVGPU *gpu, unsigned subc, uint32_t mthd,
                                   uint32_t data)
{
    const NVSemaphoreChip *semaphore = nv_cache1_chip(gpu)->semaphore;

    switch (mthd) {
    case NV_MTHD_OBJECT:
        return nv_puller_object(gpu, subc, data);
    case NV_MTHD_REF_CNT:
        return nv_puller_ref_cnt(gpu, data);
    case NV_MTHD_DMA_SEMAPHORE:
        return nv_puller_dma_semaphore(gpu, subc, data);
    case NV_MTHD_SEMAPHORE_OFFSET:
        return semaphore->offset(gpu, data);
    case NV_MTHD_SEMAPHORE_ACQUIRE:
        return semaphore->acquire(gpu, data);
    case NV_MTHD_SEMAPHORE_RELEASE:
        return semaphore->release(gpu, data);
    case NV_MTHD_SEMAPHORE_ADDRESS_HIGH:
        return semaphore->address_high(gpu, data);
    case NV_MTHD_SEMAPHORE_ADDRESS_LOW:
        return semaphore->address_low(gpu, data);
    case NV_MTHD_SEMAPHORE_SEQUENCE:
        return semaphore->sequence(gpu, data);
    case NV_MTHD_SEMAPHORE_TRIGGER:
        return semaphore->trigger(gpu, data);
    case NV_MTHD_NOTIFY_INTR:
        return nv_puller_notify_intr(gpu);
    case NV_MTHD_WRCACHE_FLUSH:
        return nv_puller_wrcache_flush(gpu);
    default:
        return nv_puller_yield(gpu);
    }
}

uint32_t nv_puller_host(NVGPU *gpu, const NVRun *run)
{
    uint32_t done = 0;

    if (nv_puller_is_fence(run)) {
        done = nv_cache1_chip(gpu)->semaphore->fence(gpu, run->data);
        if (done < NV_FENCE_METHODS) {
            return done;
        }
    }
    while (done < run->count && !(done && nv_puller_holds(gpu)) &&
           nv_puller_execute_host(gpu, run->subc, run->mthd + done * run->step,
                                  qatomic_read(&run->data[done]))) {
        done++;
    }
    return done;
}

/*
 * Methods 0x0180..0x01fc: the engine gets instances in place of handles.
 * Returns false if the first one isn't found; @run ends before others.
 */
static bool nv_puller_handles(NVGPU *gpu, NVRun *run)
{
    bool software = nv_puller_subchannel_engine(gpu, run->subc) ==
                    NV_ENGINE_SOFTWARE;

    /* A software object's parameter is left in HASH, for the driver. */
    if (software) {
        run->count = 1;
    }
    run->count = nv_puller_translate(gpu, run, nv_ramht_lookup);
    if (!run->count) {
        nv_puller_no_hash(gpu, run->subc, run->mthd, qatomic_read(run->data));
        return false;
    }
    if (!software) {
        run->data = nv_cache1(gpu)->insts;
    }
    return true;
}

/* Reached only if the guest writes CACHE1's slots itself */
static uint32_t nv_puller_absent(NVGPU *gpu, const NVRun *run)
{
    nv_puller_refused(gpu, "PFIFO", run->chid, run->subc, run->mthd,
                      qatomic_read(run->data));
    return run->count;
}

/* --- Runs ------------------------------------------------------------- */

void nv_puller_trace(NVGPU *gpu, const NVRun *run, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        trace_nv_pfifo_method(run->chid, run->subc,
                              (run->mthd + i * run->step) % NV_MTHD_END,
                              qatomic_read(&run->data[i]));
    }
}

/* Methods are executed by their kind, as many at a time as have the same. */
uint32_t nv04_puller_run(NVGPU *gpu, const NVRun *run)
{
    const uint64_t *host = &nv_cache1(gpu)->host_methods;
    uint32_t done = 0;

    while (done < run->count) {
        NVRun alike = *run, found;
        uint32_t executed;

        alike.mthd = (run->mthd + done * run->step) % NV_MTHD_END;
        alike.data += done;
        alike.count = nv_method_alike(host, alike.mthd, alike.step,
                                      run->count - done);
        switch (nv_method_kind(host, alike.mthd)) {
        case NV_METHOD_ENGINE:
            executed = nv_puller_forward(gpu, &alike);
            break;
        case NV_METHOD_HANDLE:
            found = alike;
            executed = nv_puller_handles(gpu, &found)
                ? nv_puller_forward(gpu, &found) : 0;
            break;
        case NV_METHOD_HOST:
            executed = nv_puller_host(gpu, &alike);
            break;
        default:
            executed = nv_puller_absent(gpu, &alike);
            break;
        }
        if (trace_event_get_state_backends(TRACE_NV_PFIFO_METHOD)) {
            nv_puller_trace(gpu, &alike, executed);
        }
        done += executed;
        if (executed < alike.count || nv_puller_holds(gpu)) {
            break;
        }
    }
    return done;
}

static uint32_t nv_puller_run_one(void *opaque, const NVRun *run)
{
    NVGPU *gpu = opaque;
    uint32_t done = nv_puller_can_run(gpu)
        ? nv_cache1_chip(gpu)->ops->run(gpu, run) : 0;

    if (!done && nv_puller_stopped(gpu)) {
        /* If the driver has it retried, that counts as a new attempt. */
        nv_probe_done(gpu, NV_PROBE_METHOD, run->chid);
    }
    return done;
}

uint32_t nv_puller_run(NVGPU *gpu, const NVRun *run)
{
    if (!nv_puller_is_free(gpu)) {
        return 0;
    }
    if (unlikely(nv_fifo_probed(gpu))) {
        return nv_fifo_probe_run(gpu, run, NV_MTHD_END, nv_puller_run_one,
                                 gpu);
    }
    return nv_cache1_chip(gpu)->ops->run(gpu, run);
}
