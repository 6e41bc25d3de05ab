/*
 * NVIDIA GPU: the puller, which executes methods or hands them to an engine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "internal.h"
#include "trace/trace-hw_nv.h"

/* What stops the puller until the driver has looked at it */
#define NV_PULL0_STOPPED (R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK | \
                          R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK | \
                          R_NV_PFIFO_CACHE1_PULL0_SEMAPHORE_ERROR_MASK | \
                          R_NV50_PFIFO_CACHE1_PULL0_INVALID_ENGINE_MASK)

uint64_t nv_puller_host_methods(const NVFifoChip *chip)
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

bool nv_puller_can_run(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL0),
                      NV_PFIFO_CACHE1_PULL0, ACCESS) &&
           !nv_puller_stopped(gpu) && !nv_semaphore_acquiring(gpu);
}

/* --- Errors ----------------------------------------------------------- */

/*
 * The method stays in CACHE1 at GET, where the driver reads it; the driver
 * then moves GET on, or leaves the method there to be tried again.
 */
static void nv_puller_stop(NVGPU *gpu, uint32_t why)
{
    NV_R(gpu, NV_PFIFO_CACHE1_PULL0) |= why;
    nv_fifo_raise(gpu, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
}

static void nv_puller_no_hash(NVGPU *gpu, unsigned subc, uint32_t mthd,
                              uint32_t handle)
{
    unsigned chid = nv_fifo_channel(gpu);

    qemu_log_mask(LOG_GUEST_ERROR, "%s: channel %u subchannel %u method "
                  "0x%04x: no object has handle 0x%08x\n", gpu->chip->name,
                  chid, subc, mthd, handle);
    trace_nv_pfifo_cache_error(chid, subc, mthd, handle, "NO_HASH");
    nv_count(gpu, CACHE_ERRORS, 1);
    nv_puller_stop(gpu, R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK);
}

/* A software object's method: the driver executes it. */
static void nv_puller_software(NVGPU *gpu, unsigned subc, uint32_t mthd,
                               uint32_t data)
{
    trace_nv_pfifo_cache_error(nv_fifo_channel(gpu), subc, mthd, data,
                               "EMPTY_SUBCHANNEL");
    nv_count(gpu, SOFTWARE, 1);
    nv_puller_stop(gpu, R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK);
}

/* RAMHT names an engine that the card hasn't got. */
static void nv_puller_invalid_engine(NVGPU *gpu, unsigned subc,
                                     uint32_t handle, unsigned engine)
{
    unsigned chid = nv_fifo_channel(gpu);

    qemu_log_mask(LOG_GUEST_ERROR, "%s: channel %u subchannel %u: the object "
                  "0x%08x is for engine %u\n", gpu->chip->name, chid, subc,
                  handle, engine);
    trace_nv_pfifo_cache_error(chid, subc, NV_MTHD_OBJECT, handle,
                               "INVALID_ENGINE");
    nv_count(gpu, CACHE_ERRORS, 1);
    nv_puller_stop(gpu, R_NV50_PFIFO_CACHE1_PULL0_INVALID_ENGINE_MASK);
}

/* --- Handles ---------------------------------------------------------- */

static const NVHandle *nv_puller_translate(NVGPU *gpu, unsigned subc,
                                           uint32_t mthd, uint32_t handle)
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
 * is done with this channel's commands."  False: not yet.
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
static uint32_t nv_puller_forward(NVGPU *gpu, unsigned subc, uint32_t mthd,
                                  unsigned step, const uint32_t *data,
                                  uint32_t count)
{
    unsigned id = nv_puller_subchannel_engine(gpu, subc);
    NVRun run = {
        .chid = nv_fifo_channel(gpu),
        .subc = subc,
        .mthd = mthd,
        .step = step,
        .count = count,
        .data = data,
    };

    if (!nv_puller_switch_engine(gpu, id)) {
        return 0;
    }
    if (id == NV_ENGINE_SOFTWARE) {
        nv_puller_software(gpu, subc, mthd, data[0]);
        return 0;
    }
    return nv_queue_run(gpu, id, &run);
}

/* --- Methods of the puller -------------------------------------------- */

/* mthd 0x0000: OBJECT */
static bool nv_puller_object(NVGPU *gpu, unsigned subc, uint32_t handle)
{
    const NVHandle *object = nv_puller_translate(gpu, subc, NV_MTHD_OBJECT,
                                                 handle);
    uint32_t *engines = &NV_R(gpu, NV_PFIFO_CACHE1_ENGINE);
    uint32_t valid = gpu->chip->fifo->engines;

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
    trace_nv_pfifo_object(nv_fifo_channel(gpu), subc, handle, object->inst,
                          nv_fifo_engine(gpu, object->engine)->name);
    return true;
}

/*
 * "Several special puller methods will also wait for engines to go idle": those
 * that tell the guest that a channel has got so far, since drivers free and
 * reuse memory then.  Each asks nv_puller_idle().
 */

/* mthd 0x0050: REF_CNT */
bool nv_puller_ref_cnt(NVGPU *gpu, uint32_t ref)
{
    if (!nv_puller_idle(gpu)) {
        return false;
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
    const NVHandle *object = nv_puller_translate(gpu, subc,
                                                 NV_MTHD_DMA_SEMAPHORE,
                                                 handle);

    return object && gpu->chip->fifo->semaphore->dma(gpu, object);
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

/* mthd 0x0024: WRCACHE_FLUSH; what has been written is in memory. */
static bool nv_puller_wrcache_flush(NVGPU *gpu)
{
    return nv_puller_idle(gpu);
}

/* mthd 0x0080: YIELD; scheduler.c lets another channel go on, if one waits */
static bool nv_puller_yield(NVGPU *gpu)
{
    trace_nv_pfifo_yield(nv_fifo_channel(gpu));
    gpu->fifo->yield = true;
    return true;
}

/* Methods 0x0000..0x00fc; the pusher lets only those pass that exist. */
bool nv_puller_host(NVGPU *gpu, unsigned subc, uint32_t mthd, uint32_t data)
{
    const NVSemaphoreChip *semaphore = gpu->chip->fifo->semaphore;

    if (!(gpu->fifo->host_methods & BIT_ULL(mthd / 4))) {
        /* Only a guest that writes CACHE1's slots itself gets here. */
        qemu_log_mask(LOG_GUEST_ERROR, "%s: the puller has no method "
                      "0x%04x\n", gpu->chip->name, mthd);
        return true;
    }
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

/* Methods 0x0180..0x01fc: the engine gets instances in place of handles. */
static uint32_t nv_puller_handles(NVGPU *gpu, unsigned subc, uint32_t mthd,
                                  unsigned step, const uint32_t *data,
                                  uint32_t count)
{
    uint32_t *insts = gpu->fifo->insts;
    uint32_t hash = 0;
    uint32_t translated;

    /* A software object's parameter is left in HASH, for the driver. */
    if (nv_puller_subchannel_engine(gpu, subc) == NV_ENGINE_SOFTWARE) {
        count = 1;
    }
    count = MIN(count, NV_MTHD_HANDLES);
    for (translated = 0; translated < count; translated++) {
        const NVHandle *object = nv_ramht_lookup(gpu, data[translated]);

        if (unlikely(!object)) {
            break;
        }
        insts[translated] = object->inst >> 4;
        hash = object->hash;
    }
    if (translated) {
        NV_R(gpu, NV_PFIFO_CACHE1_HASH) = hash;
        if (nv_puller_subchannel_engine(gpu, subc) == NV_ENGINE_SOFTWARE) {
            return nv_puller_forward(gpu, subc, mthd, step, data, 1);
        }
        return nv_puller_forward(gpu, subc, mthd, step, insts, translated);
    }
    nv_puller_no_hash(gpu, subc, mthd, data[0]);
    return 0;
}

/* --- Runs ------------------------------------------------------------- */

static void nv_puller_trace(NVGPU *gpu, unsigned subc, uint32_t mthd,
                            unsigned step, const uint32_t *data,
                            uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        trace_nv_pfifo_method(nv_fifo_channel(gpu), subc,
                              (mthd + i * step) % NV_MTHD_END, data[i]);
    }
}

uint32_t nv_puller_run(NVGPU *gpu, unsigned subc, uint32_t mthd,
                       unsigned step, const uint32_t *data, uint32_t count)
{
    uint32_t done = 0;
    bool wait = false;

    while (done < count) {
        uint32_t m = (mthd + done * step) % NV_MTHD_END;
        uint32_t len = count - done;
        uint32_t executed;

        if (likely(m >= NV_MTHD_HANDLE_END)) {
            len = step ? MIN(len, (NV_MTHD_END - m) / 4) : len;
            executed = nv_puller_forward(gpu, subc, m, step, data + done, len);
        } else if (m >= NV_MTHD_HANDLE) {
            len = step ? MIN(len, (NV_MTHD_HANDLE_END - m) / 4)
                       : MIN(len, NV_MTHD_HANDLES);
            executed = nv_puller_handles(gpu, subc, m, step, data + done, len);
        } else if (m >= NV_MTHD_ENGINE) {
            len = step ? MIN(len, (NV_MTHD_HANDLE - m) / 4) : len;
            executed = nv_puller_forward(gpu, subc, m, step, data + done, len);
        } else {
            len = 1;
            executed = nv_puller_host(gpu, subc, m, data[done]);
            wait = gpu->fifo->yield || nv_semaphore_acquiring(gpu);
        }
        if (trace_event_get_state_backends(TRACE_NV_PFIFO_METHOD)) {
            nv_puller_trace(gpu, subc, m, step, data + done, executed);
        }
        done += executed;
        if (executed < len || wait) {
            break;
        }
    }
    return done;
}
