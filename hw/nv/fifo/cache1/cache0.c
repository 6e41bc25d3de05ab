/*
 * NVIDIA GPU: CACHE0, one slot for methods that the driver injects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/queue.h"
#include "cache0.h"
#include "intr.h"
#include "ops.h"
#include "puller-nv01.h"
#include "puller.h"
#include "ramht.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/*
 * pscnv's wiki, PFIFO: CACHE0 "can be used for quick manual injection of
 * single commands".  Its pusher "doesn't seem to work": the driver writes the
 * slot and flips PUT itself, and CACHE0's puller executes the method.  CACHE0
 * has its own channel, last engine and binding.  Of the puller's own methods,
 * it only has OBJECT.
 */

#define NV_CACHE0_STOPPED (R_NV_PFIFO_CACHE0_PULL0_HASH_FAILED_MASK | \
                           R_NV_PFIFO_CACHE0_PULL0_DEVICE_SOFTWARE_MASK)

static unsigned nv_cache0_channel(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE0_PUSH1),
                      NV_PFIFO_CACHE0_PUSH1, CHID);
}

bool nv_cache0_ready(NVGPU *gpu)
{
    uint32_t pull0 = NV_R(gpu, NV_PFIFO_CACHE0_PULL0);

    return !(nv_cache1_chip(gpu)->pio & NV_PIO_ERROR) &&
           NV_R(gpu, NV_PFIFO_CACHE0_GET) != NV_R(gpu, NV_PFIFO_CACHE0_PUT) &&
           (pull0 & R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK) &&
           !(pull0 & NV_CACHE0_STOPPED);
}

/* The method stays in the slot, for the driver to read. */
static void nv_cache0_stop(NVGPU *gpu, uint32_t why)
{
    uint32_t addr = NV_R(gpu, NV_PFIFO_CACHE0_ADDR);
    uint32_t data = NV_R(gpu, NV_PFIFO_CACHE0_DATA);
    bool no_hash = why == R_NV_PFIFO_CACHE0_PULL0_HASH_FAILED_MASK;
    const NVGuestError error = {
        .unit = "PFIFO CACHE0",
        .kind = NV_ERROR_CACHE,
        .what = no_hash ? "NO_HASH" : "EMPTY_SUBCHANNEL",
        .chid = nv_cache0_channel(gpu),
        .subc = FIELD_EX32(addr, NV_PFIFO_CACHE1_ADDR, SUBCH),
        .mthd = addr & R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK,
        .data = data,
        .addr = NV_PROBE_NOWHERE,
    };

    if (no_hash) {
        nv_guest_error(gpu, &error, "CACHE0: channel %d method 0x%04x: no "
                       "object has handle 0x%08x", error.chid, error.mthd,
                       data);
    } else {
        nv_guest_error_unlogged(gpu, &error);
    }
    NV_R(gpu, NV_PFIFO_CACHE0_PULL0) |= why;
    nv_fifo_raise(gpu, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
}

/* Look up a handle of CACHE0's channel; stop the puller if there is none. */
static bool nv_cache0_translate(NVGPU *gpu, uint32_t handle, NVHandle *object)
{
    if (!nv_ramht_find(gpu, nv_cache0_channel(gpu), handle, object)) {
        nv_cache0_stop(gpu, R_NV_PFIFO_CACHE0_PULL0_HASH_FAILED_MASK);
        return false;
    }
    NV_R(gpu, NV_PFIFO_CACHE0_HASH) =
        object->inst >> 4 | R_NV_PFIFO_CACHE1_HASH_VALID_MASK;
    return true;
}

/* --- Engines, from NV04 on -------------------------------------------- */

/* Returns false if the engine is busy, or the puller stopped. */
static bool nv_cache0_object(NVGPU *gpu, unsigned subc, uint32_t handle)
{
    uint32_t *engines = &NV_R(gpu, NV_PFIFO_CACHE0_ENGINE);
    NVHandle object;

    if (!nv_cache0_translate(gpu, handle, &object)) {
        return false;
    }
    if (object.engine == NV_ENGINE_SOFTWARE) {
        nv_cache0_stop(gpu, R_NV_PFIFO_CACHE0_PULL0_DEVICE_SOFTWARE_MASK);
        return false;
    }
    if (!nv_queue_bind(gpu, object.engine, nv_cache0_channel(gpu), subc,
                       object.inst)) {
        return false;
    }
    *engines = deposit32(*engines, subc * 4, 4, object.engine);
    NV_R(gpu, NV_PFIFO_CACHE0_PULL1) = object.engine;
    return true;
}

static bool nv_cache0_forward(NVGPU *gpu, unsigned subc, uint32_t mthd,
                              uint32_t data)
{
    unsigned id = extract32(NV_R(gpu, NV_PFIFO_CACHE0_ENGINE), subc * 4, 4);
    NVRun run = {
        .chid = nv_cache0_channel(gpu),
        .subc = subc,
        .mthd = mthd,
        .step = 4,
        .count = 1,
        .data = &data,
    };

    if (mthd >= NV_MTHD_HANDLE && mthd < NV_MTHD_HANDLE_END) {
        NVHandle object;

        if (!nv_cache0_translate(gpu, data, &object)) {
            return false;
        }
        data = object.inst >> 4;
    }
    if (id == NV_ENGINE_SOFTWARE) {
        nv_cache0_stop(gpu, R_NV_PFIFO_CACHE0_PULL0_DEVICE_SOFTWARE_MASK);
        return false;
    }
    NV_R(gpu, NV_PFIFO_CACHE0_PULL1) = id;
    return nv_queue_run(gpu, id, &run);
}

bool nv04_cache0_inject(NVGPU *gpu, unsigned subc, uint32_t mthd,
                        uint32_t data)
{
    return mthd == NV_MTHD_OBJECT ? nv_cache0_object(gpu, subc, data)
                                  : nv_cache0_forward(gpu, subc, mthd, data);
}

/* --- Contexts, before NV04 -------------------------------------------- */

bool nv01_cache0_inject(NVGPU *gpu, unsigned subc, uint32_t mthd,
                        uint32_t data)
{
    switch (nv_ctx_inject(gpu, nv_cache0_channel(gpu), subc, mthd, data)) {
    case NV_CTX_DONE:
        return true;
    case NV_CTX_NO_HASH:
        nv_cache0_stop(gpu, R_NV_PFIFO_CACHE0_PULL0_HASH_FAILED_MASK);
        return false;
    case NV_CTX_SOFTWARE:
        nv_cache0_stop(gpu, R_NV_PFIFO_CACHE0_PULL0_DEVICE_SOFTWARE_MASK);
        return false;
    default:
        return false;
    }
}

/* --- Work ------------------------------------------------------------- */

static bool nv_cache0_execute(NVGPU *gpu, unsigned subc, uint32_t mthd,
                              uint32_t data)
{
    if (mthd < NV_MTHD_ENGINE && mthd != NV_MTHD_OBJECT) {
        nv_puller_refused(gpu, "CACHE0", nv_cache0_channel(gpu), subc, mthd,
                          data);
        return true;
    }
    return nv_cache1_chip(gpu)->ops->inject(gpu, subc, mthd, data);
}

bool nv_cache0_run(NVGPU *gpu)
{
    uint32_t addr = NV_R(gpu, NV_PFIFO_CACHE0_ADDR);
    uint32_t data = NV_R(gpu, NV_PFIFO_CACHE0_DATA);
    unsigned subc = FIELD_EX32(addr, NV_PFIFO_CACHE1_ADDR, SUBCH);
    uint32_t mthd = addr & R_NV_PFIFO_CACHE1_ADDR_MTHD_MASK;

    if (!nv_cache0_ready(gpu) || !nv_cache0_execute(gpu, subc, mthd, data)) {
        return false;
    }
    trace_nv_pfifo_cache0(nv_cache0_channel(gpu), subc, mthd, data);
    nv_count(gpu, METHODS, 1);
    NV_R(gpu, NV_PFIFO_CACHE0_GET) = NV_R(gpu, NV_PFIFO_CACHE0_PUT);
    return true;
}

/* --- Registers -------------------------------------------------------- */

uint32_t nv_cache0_status_read(NVGPU *gpu, uint32_t addr)
{
    bool empty = NV_R(gpu, NV_PFIFO_CACHE0_GET) ==
                 NV_R(gpu, NV_PFIFO_CACHE0_PUT);
    uint32_t val = FIELD_DP32(0, NV_PFIFO_CACHE0_STATUS, EMPTY, empty);

    return FIELD_DP32(val, NV_PFIFO_CACHE0_STATUS, FULL, !empty);
}
