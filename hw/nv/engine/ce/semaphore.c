/*
 * NVIDIA GPU: a copy engine's semaphores and conditions, NVE4+
 *
 * Source: class header A0B5; for conditions the register database
 * (g80_defs.xml, g80_cond_mode).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <math.h>
#include "ce.h"
#include "hw/nv/bus.h"
#include "hw/nv/probe.h"
#include "hw/nv/reduction.h"
#include "trace/trace-hw_nv.h"

/* REDUCTION's values behind enum NVReduction */
enum {
    NV_CE_FADD = 0xa,
    NV_CE_FMIN = 0xb,
    NV_CE_FMAX = 0xc,
    NV_CE_FMUL = 0xd,
    NV_CE_IMUL = 0xe,
};

/* Operations that there are, a bit each */
#define NV_CE_REDUCTIONS 0x7cff

/* --- Semaphores ------------------------------------------------------- */

static bool nv_ce_reduces(const NVCe *ce)
{
    return FIELD_EX32(nv_ce_word(ce, NV_CE_LAUNCH_DMA), NV_CE_LAUNCH_DMA,
                      REDUCTION_ENABLE);
}

NVCeLaunchError nv_ce_check_semaphore(const NVCe *ce)
{
    uint32_t launch = nv_ce_word(ce, NV_CE_LAUNCH_DMA);
    unsigned type = FIELD_EX32(launch, NV_CE_LAUNCH_DMA, SEMAPHORE);

    if (type == NV_CE_SEMAPHORE_NONE) {
        return NV_CE_OK;
    }
    if (type > NV_CE_SEMAPHORE_FOUR_WORDS ||
        (nv_ce_reduces(ce) &&
         !extract32(NV_CE_REDUCTIONS, FIELD_EX32(launch, NV_CE_LAUNCH_DMA,
                                                 REDUCTION), 1))) {
        return NV_CE_INVALID_VALUE;
    }
    return nv_ce_word(ce, NV_CE_SEMAPHORE_B) &
           (type == NV_CE_SEMAPHORE_ONE_WORD ? 3 : 15)
        ? NV_CE_INVALID_ALIGNMENT : NV_CE_OK;
}

static uint32_t nv_ce_reduce_float(unsigned op, uint32_t old, uint32_t val)
{
    union {
        uint32_t word;
        float val;
    } a = { .word = old }, b = { .word = val };

    switch (op) {
    case NV_CE_FADD:
        a.val += b.val;
        break;
    case NV_CE_FMIN:
        a.val = fminf(a.val, b.val);
        break;
    case NV_CE_FMAX:
        a.val = fmaxf(a.val, b.val);
        break;
    case NV_CE_FMUL:
        a.val *= b.val;
        break;
    }
    return a.word;
}

static uint32_t nv_ce_reduce(uint32_t launch, uint32_t old, uint32_t val)
{
    unsigned op = FIELD_EX32(launch, NV_CE_LAUNCH_DMA, REDUCTION);

    if (op < NV_REDUCTION__COUNT) {
        return nv_reduce(op, !FIELD_EX32(launch, NV_CE_LAUNCH_DMA, UNSIGNED),
                         old, val);
    }
    return op == NV_CE_IMUL ? old * val : nv_ce_reduce_float(op, old, val);
}

/* What is written, as a debugger may change it; false: nothing is */
static bool nv_ce_probe_notify(NVGPU *gpu, const NVCe *ce, uint64_t addr,
                               uint32_t *payload)
{
    NVNotifyProbe notify = {
        .engine = ce->chip->regs->unit,
        .subc = NV_CE_SUBCHANNEL,
        .class = ce->chip->class,
        .mthd = NV_CE_MTHD_LAUNCH_DMA,
        .data = *payload,
        .addr = addr,
    };
    bool go = nv_probe_notify(gpu, ce->channels[ce->current].chid, &notify);

    *payload = notify.data;
    return go;
}

/* The payload, 0 and the time, or the payload alone; software waits for it. */
bool nv_ce_release(NVGPU *gpu, NVCe *ce, NVDmaFault *fault)
{
    uint32_t launch = nv_ce_word(ce, NV_CE_LAUNCH_DMA);
    uint64_t addr = nv_ce_address(ce, NV_CE_SEMAPHORE_A);
    uint32_t payload = nv_ce_word(ce, NV_CE_SEMAPHORE_PAYLOAD);
    unsigned type = FIELD_EX32(launch, NV_CE_LAUNCH_DMA, SEMAPHORE);
    uint32_t words[4] = { }, old;
    NVDMAObject obj;

    nv_dmaobj_of_space(gpu, nv_ce_block(ce), false, &obj);
    if (nv_ce_reduces(ce)) {
        if (!nv_dmaobj_read(gpu, &obj, addr, &old, sizeof(old), fault)) {
            fault->write = true;
            return false;
        }
        payload = nv_ce_reduce(launch, le32_to_cpu(old), payload);
    }
    if (!nv_ce_probe_notify(gpu, ce, addr, &payload)) {
        return true;
    }
    words[0] = cpu_to_le32(payload);
    stq_le_p(words + 2, nv_ptimer_now(gpu));
    trace_nv_ce_release(ce->chip->regs->unit, addr, payload);
    nv_memory_written(gpu);
    return nv_dmaobj_publish(gpu, &obj, addr, words,
                             type == NV_CE_SEMAPHORE_ONE_WORD ? 1 : 4, 0,
                             fault);
}

/* --- Conditions ------------------------------------------------------- */

/* Two reports are compared by their first two words. */
bool nv_ce_condition(NVGPU *gpu, NVCe *ce, bool *enabled, NVDmaFault *fault)
{
    unsigned mode = nv_ce_word(ce, NV_CE_RENDER_ENABLE_C);
    uint32_t words[6] = { };
    NVDMAObject obj;
    bool equal;

    if (mode == NV_CE_RENDER_FALSE || mode == NV_CE_RENDER_TRUE) {
        *enabled = mode == NV_CE_RENDER_TRUE;
        return true;
    }
    nv_dmaobj_of_space(gpu, nv_ce_block(ce), false, &obj);
    if (!nv_dmaobj_read(gpu, &obj, nv_ce_address(ce, NV_CE_RENDER_ENABLE_A),
                        words, mode == NV_CE_RENDER_CONDITIONAL
                        ? 8 : sizeof(words), fault)) {
        return false;
    }
    equal = words[0] == words[4] && words[1] == words[5];
    *enabled = mode == NV_CE_RENDER_CONDITIONAL ? words[1]
             : mode == NV_CE_RENDER_IF_EQUAL ? equal : !equal;
    return true;
}
