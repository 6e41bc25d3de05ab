/*
 * NVIDIA GPU: the puller before NV04: subchannels have contexts, not engines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/queue.h"
#include "channel.h"
#include "intr.h"
#include "puller-nv01.h"
#include "puller.h"
#include "ramht.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/*
 * envytools, hw/fifo/puller "Engine objects", the pseudo-code for chipset <
 * NV04.  RAMHT's description of an object is its context.  The puller keeps one
 * per subchannel, and passes it to the engine, as method 0, whenever the engine
 * may have another one.
 */

static uint32_t *nv_ctx(NVGPU *gpu, unsigned subc)
{
    return &gpu->regs[R_NV01_PFIFO_CACHE1_CTX + subc * 4];
}

static unsigned nv_ctx_last_subc(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL_STATE),
                      NV_PFIFO_CACHE1_PULL_STATE, SUBCHANNEL);
}

bool nv_ctx_free_lie(NVGPU *gpu)
{
    return FIELD_EX32(*nv_ctx(gpu, nv_ctx_last_subc(gpu)),
                      NV01_PFIFO_CACHE1_CTX, FREE_LIE);
}

/* Whether a context is PGRAPH's; otherwise it is software's */
static bool nv_ctx_is_graph(NVGPU *gpu, uint32_t ctx)
{
    const NVCtxChip *chip = nv_cache1_chip(gpu)->ctx;

    return (ctx & chip->graph_mask) == chip->graph;
}

/* --- Engine ----------------------------------------------------------- */

/*
 * The puller checks PGRAPH before anything else, "while (!ENGINE_IDLE)", even
 * for methods that are left to the driver.
 */
static bool nv_ctx_open(NVGPU *gpu, unsigned chid, unsigned subc)
{
    return nv_fifo_engine(gpu, NV_ENGINE_GRAPH)->select(gpu, chid, subc);
}

/* "The information about the object will be forwarded through method 0." */
static bool nv_ctx_bind(NVGPU *gpu, unsigned chid, unsigned subc,
                        uint32_t ctx)
{
    uint32_t *device = &NV_R(gpu, NV01_PFIFO_DEVICE);

    if (!nv_queue_bind(gpu, NV_ENGINE_GRAPH, chid, subc, ctx)) {
        return false;
    }
    trace_nv_pfifo_ctx(chid, subc, ctx);
    nv_probe_bind(gpu, chid, subc, extract32(ctx, 16, 5));
    *device = FIELD_DP32(*device, NV01_PFIFO_DEVICE, CHID, chid);
    return true;
}

static bool nv_ctx_forward(NVGPU *gpu, unsigned chid, unsigned subc,
                           uint32_t mthd, uint32_t data)
{
    NVRun run = {
        .chid = chid,
        .subc = subc,
        .mthd = mthd,
        .step = 4,
        .count = 1,
        .data = &data,
    };

    return nv_queue_run(gpu, NV_ENGINE_GRAPH, &run);
}

/* --- CACHE1 ----------------------------------------------------------- */

static void nv_ctx_stop(NVGPU *gpu, uint32_t why)
{
    NV_R(gpu, NV_PFIFO_CACHE1_PULL0) |= why;
    nv_fifo_raise(gpu, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
}

/*
 * "while (!ENGINE_IDLE(PGRAPH)); throw CACHE_ERROR(EMPTY_SUBCHANNEL);"  A
 * subchannel with a context has a software object.
 */
static bool nv_ctx_software(NVGPU *gpu, unsigned subc, uint32_t mthd,
                            uint32_t data)
{
    if (nv_queue_idle(gpu, NV_ENGINE_GRAPH, nv_fifo_channel(gpu))) {
        nv_puller_empty(gpu, subc, mthd, data,
                        mthd == NV_MTHD_OBJECT || *nv_ctx(gpu, subc));
        nv_ctx_stop(gpu, R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK);
    }
    return false;
}

/* Record that the engine now has @subc's object. */
static void nv_ctx_select(NVGPU *gpu, unsigned subc)
{
    uint32_t *state = &NV_R(gpu, NV_PFIFO_CACHE1_PULL_STATE);

    *state = FIELD_DP32(*state, NV_PFIFO_CACHE1_PULL_STATE, SUBCHANNEL, subc);
    *state = FIELD_DP32(*state, NV_PFIFO_CACHE1_PULL_STATE, OBJECT, 0);
}

static void nv_ctx_no_hash(NVGPU *gpu, unsigned subc, uint32_t handle)
{
    const NVGuestError error = nv_cache1_error(gpu, NV_ERROR_CACHE, "NO_HASH",
                                               subc, NV_MTHD_OBJECT, handle);

    nv_guest_error(gpu, &error, "channel %d subchannel %u: no object has "
                   "handle 0x%08x", error.chid, subc, handle);
    nv_ctx_stop(gpu, R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK);
}

/* mthd 0x0000: OBJECT */
static bool nv_ctx_object(NVGPU *gpu, unsigned subc, uint32_t handle)
{
    unsigned chid = nv_fifo_channel(gpu);
    uint32_t *state = &NV_R(gpu, NV_PFIFO_CACHE1_PULL_STATE);
    NVHandle object;

    if (!nv_ramht_find(gpu, chid, handle, &object)) {
        nv_ctx_no_hash(gpu, subc, handle);
        return false;
    }
    if (!nv_ctx_is_graph(gpu, object.context)) {
        return nv_ctx_software(gpu, subc, NV_MTHD_OBJECT, handle);
    }
    if (!nv_ctx_bind(gpu, chid, subc, object.context)) {
        return false;
    }
    *nv_ctx(gpu, subc) = object.context & nv_cache1_chip(gpu)->ctx->mask;
    nv_ctx_select(gpu, subc);
    *state = FIELD_DP32(*state, NV_PFIFO_CACHE1_PULL_STATE, CTX, 1);
    return true;
}

/* Whether the engine still has the object of the channel's subchannel @subc */
static bool nv_ctx_engine_has(NVGPU *gpu, unsigned subc)
{
    uint32_t state = NV_R(gpu, NV_PFIFO_CACHE1_PULL_STATE);

    return subc == nv_ctx_last_subc(gpu) &&
           !FIELD_EX32(state, NV_PFIFO_CACHE1_PULL_STATE, OBJECT) &&
           nv_fifo_channel(gpu) == FIELD_EX32(NV_R(gpu, NV01_PFIFO_DEVICE),
                                              NV01_PFIFO_DEVICE, CHID);
}

/* mthd 0x0100..0x1ffc */
static bool nv_ctx_method(NVGPU *gpu, unsigned subc, uint32_t mthd,
                          uint32_t data)
{
    unsigned chid = nv_fifo_channel(gpu);
    uint32_t ctx = *nv_ctx(gpu, subc);

    if (!nv_ctx_is_graph(gpu, ctx)) {
        return nv_ctx_software(gpu, subc, mthd, data);
    }
    if (!nv_ctx_engine_has(gpu, subc)) {
        if (!nv_ctx_bind(gpu, chid, subc, ctx)) {
            return false;
        }
        nv_ctx_select(gpu, subc);
    }
    return nv_ctx_forward(gpu, chid, subc, mthd, data);
}

static bool nv_ctx_execute(NVGPU *gpu, unsigned subc, uint32_t mthd,
                           uint32_t data)
{
    if (!nv_ctx_open(gpu, nv_fifo_channel(gpu), subc)) {
        return false;
    }
    switch (nv_method_kind(&nv_cache1(gpu)->host_methods, mthd)) {
    case NV_METHOD_HOST:
        return nv_ctx_object(gpu, subc, data);
    case NV_METHOD_ENGINE:
    case NV_METHOD_HANDLE:
        return nv_ctx_method(gpu, subc, mthd, data);
    default:
        /* Reached only if the guest writes CACHE1's slots itself */
        nv_puller_refused(gpu, "PFIFO", nv_fifo_channel(gpu), subc, mthd, data);
        return true;
    }
}

uint32_t nv_ctx_run(NVGPU *gpu, const NVRun *run)
{
    uint32_t done = 0;

    while (done < run->count &&
           nv_ctx_execute(gpu, run->subc, run->mthd + done * run->step,
                          run->data[done])) {
        done++;
    }
    if (trace_event_get_state_backends(TRACE_NV_PFIFO_METHOD)) {
        nv_puller_trace(gpu, run, done);
    }
    return done;
}

/* --- CACHE0, which has one context ------------------------------------ */

NVCtxResult nv_ctx_inject(NVGPU *gpu, unsigned chid, unsigned subc,
                          uint32_t mthd, uint32_t data)
{
    uint32_t *ctx = &NV_R(gpu, NV01_PFIFO_CACHE0_CTX);
    uint32_t *state = &NV_R(gpu, NV_PFIFO_CACHE1_PULL_STATE);
    NVHandle object = { .context = *ctx };

    if (!nv_ctx_open(gpu, chid, subc)) {
        return NV_CTX_BUSY;
    }
    if (mthd == NV_MTHD_OBJECT &&
        !nv_ramht_find(gpu, chid, data, &object)) {
        return NV_CTX_NO_HASH;
    }
    if (!nv_ctx_is_graph(gpu, object.context)) {
        return NV_CTX_SOFTWARE;
    }
    if (!nv_ctx_bind(gpu, chid, subc, object.context)) {
        return NV_CTX_BUSY;
    }
    /* CACHE1's puller has to pass its object to the engine again. */
    *state = FIELD_DP32(*state, NV_PFIFO_CACHE1_PULL_STATE, OBJECT, 1);
    if (mthd == NV_MTHD_OBJECT) {
        *ctx = object.context & nv_cache1_chip(gpu)->ctx->cache0_mask;
        return NV_CTX_DONE;
    }
    return nv_ctx_forward(gpu, chid, subc, mthd, data) ? NV_CTX_DONE
                                                       : NV_CTX_BUSY;
}

/* --- Channels --------------------------------------------------------- */

/*
 * RAMFC holds a channel's contexts, and with each the subchannel that was used
 * last.  If the contexts haven't changed since they were loaded, only the first
 * is written.
 */
static void nv_ctx_save(NVGPU *gpu, uint32_t entry)
{
    uint32_t state = NV_R(gpu, NV_PFIFO_CACHE1_PULL_STATE);
    bool dirty = FIELD_EX32(state, NV_PFIFO_CACHE1_PULL_STATE, CTX);

    for (unsigned i = 0; i < NV_FIFO_SUBCHANNELS && (i == 0 || dirty); i++) {
        uint32_t word = *nv_ctx(gpu, i);

        word = FIELD_DP32(word, NV01_RAMFC_CTX, SUBCHANNEL,
                          nv_ctx_last_subc(gpu));
        word = FIELD_DP32(word, NV01_RAMFC_CTX, OBJECT,
                          FIELD_EX32(state, NV_PFIFO_CACHE1_PULL_STATE,
                                     OBJECT));
        nv_ramin_write32(gpu, entry + i * 4, word);
    }
}

static void nv_ctx_load(NVGPU *gpu, uint32_t entry)
{
    uint32_t first = nv_ramin_read32(gpu, entry);
    uint32_t state = 0;

    for (unsigned i = 0; i < NV_FIFO_SUBCHANNELS; i++) {
        *nv_ctx(gpu, i) = nv_ramin_read32(gpu, entry + i * 4) &
                          nv_cache1_chip(gpu)->ctx->mask;
    }
    state = FIELD_DP32(state, NV_PFIFO_CACHE1_PULL_STATE, SUBCHANNEL,
                       FIELD_EX32(first, NV01_RAMFC_CTX, SUBCHANNEL));
    state = FIELD_DP32(state, NV_PFIFO_CACHE1_PULL_STATE, OBJECT,
                       FIELD_EX32(first, NV01_RAMFC_CTX, OBJECT));
    NV_R(gpu, NV_PFIFO_CACHE1_PULL_STATE) = state;
}

static uint32_t nv_ctx_entry(NVGPU *gpu, unsigned chid)
{
    NVInstArea ramfc = nv_cache1_chip(gpu)->ctx->ramfc(gpu);

    /* With a small RAMFC, channels share entries. */
    return ramfc.base + chid * NV_CTX_RAMFC_ENTRY % ramfc.size;
}

void nv_ctx_switch(NVGPU *gpu, unsigned to)
{
    unsigned from = nv_fifo_channel(gpu);
    uint32_t *push1 = &NV_R(gpu, NV_PFIFO_CACHE1_PUSH1);

    trace_nv_pfifo_switch(from, to);
    nv_count(gpu, SWITCHES, 1);
    nv_ctx_save(gpu, nv_ctx_entry(gpu, from));
    nv_ctx_load(gpu, nv_ctx_entry(gpu, to));
    *push1 = FIELD_DP32(*push1, NV_PFIFO_CACHE1_PUSH1, CHID, to);
    nv_fifo_probe_switch(gpu, to, 0);
}
