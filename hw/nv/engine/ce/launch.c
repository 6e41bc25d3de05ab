/*
 * NVIDIA GPU: what a copy engine does for LAUNCH_DMA, NVE4+
 *
 * A copy, then a semaphore, then an interrupt; each is optional.  A copy that
 * takes longer than the budget allows is continued by nv_ce_go(), and the
 * engine takes no methods until it is done: launches are done one after the
 * other, whether they are pipelined or not.
 *
 * Source: class headers A0B5 and B0B5; nouveau's nvkm/engine/ce/gk104.c, for
 * the errors' names.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ce.h"
#include "trace/trace-hw_nv.h"

/* --- Errors ----------------------------------------------------------- */

static const char *const nv_ce_errors[] = {
    [NV_CE_2D_LAYER_EXCEEDS_DEPTH] = "PCE 2D_LAYER_EXCEEDS_DEPTH",
    [NV_CE_INVALID_ALIGNMENT] = "PCE INVALID_ALIGNMENT",
    [NV_CE_MEM2MEM_RECT_OUT_OF_BOUNDS] = "PCE MEM2MEM_RECT_OUT_OF_BOUNDS",
    [NV_CE_SRC_LINE_EXCEEDS_PITCH] = "PCE SRC_LINE_EXCEEDS_PITCH",
    [NV_CE_SRC_LINE_EXCEEDS_NEG_PITCH] = "PCE SRC_LINE_EXCEEDS_NEG_PITCH",
    [NV_CE_DST_LINE_EXCEEDS_PITCH] = "PCE DST_LINE_EXCEEDS_PITCH",
    [NV_CE_DST_LINE_EXCEEDS_NEG_PITCH] = "PCE DST_LINE_EXCEEDS_NEG_PITCH",
    [NV_CE_BAD_SRC_PIXEL_COMP_REF] = "PCE BAD_SRC_PIXEL_COMP_REF",
    [NV_CE_INVALID_VALUE] = "PCE INVALID_VALUE",
    [NV_CE_UNUSED_FIELD] = "PCE UNUSED_FIELD",
};

const char *nv_ce_error_name(NVGPU *gpu, unsigned i)
{
    return ++i < ARRAY_SIZE(nv_ce_errors) ? nv_ce_errors[i] : NULL;
}

/* The launch isn't done; the engine waits until the driver has seen it. */
static void nv_ce_refuse(NVGPU *gpu, NVCe *ce, NVCeLaunchError code)
{
    const NVGuestError error = {
        .unit = ce->chip->regs->unit,
        .what = nv_ce_errors[code],
        .chid = ce->channels[ce->current].chid,
        .class = ce->chip->class,
        .mthd = NV_CE_MTHD_LAUNCH_DMA,
        .data = nv_ce_word(ce, NV_CE_LAUNCH_DMA),
        .addr = NV_PROBE_NOWHERE,
        .code = code,
    };

    nv_guest_error(gpu, &error, "%s: channel %d: LAUNCH_DMA 0x%08" PRIx64
                   ": %s", error.unit, error.chid, error.data, error.what);
    NV_CE_R(gpu, ce, NV_CE_LAUNCHERR) = code;
    nv_ce_raise(gpu, ce, R_NV_CE_INTR_LAUNCHERR_MASK);
}

static NVCeLaunchError nv_ce_check(const NVCe *ce)
{
    uint32_t launch = nv_ce_word(ce, NV_CE_LAUNCH_DMA);
    NVCeLaunchError error;

    if (launch & ce->chip->unused) {
        return NV_CE_UNUSED_FIELD;
    }
    if (FIELD_EX32(launch, NV_CE_LAUNCH_DMA, TRANSFER) >
        NV_CE_TRANSFER_NON_PIPELINED ||
        FIELD_EX32(launch, NV_CE_LAUNCH_DMA, INTERRUPT) >
        NV_CE_INTERRUPT_NON_BLOCKING ||
        nv_ce_word(ce, NV_CE_RENDER_ENABLE_C) > NV_CE_RENDER_IF_NOT_EQUAL) {
        return NV_CE_INVALID_VALUE;
    }
    error = nv_ce_check_semaphore(ce);
    return error == NV_CE_OK &&
           FIELD_EX32(launch, NV_CE_LAUNCH_DMA, TRANSFER)
        ? nv_ce_check_copy(ce) : error;
}

/* --- Ends ------------------------------------------------------------- */

static void nv_ce_end(NVGPU *gpu, NVCe *ce, unsigned interrupt)
{
    ce->copying = false;
    if (interrupt != NV_CE_INTERRUPT_NONE) {
        nv_ce_raise(gpu, ce, interrupt == NV_CE_INTERRUPT_BLOCKING
                             ? R_NV_CE_INTR_BLOCKPIPE_MASK
                             : R_NV_CE_INTR_NONBLOCKPIPE_MASK);
    }
    nv_ce_leave(gpu, ce);
}

/*
 * After a fault of the MMU the engine stands still until it is reset.  What
 * nothing on the bus has answered, it doesn't notice.  Returns whether it can
 * go on.
 */
static bool nv_ce_goes_on(NVGPU *gpu, NVCe *ce, const NVDmaFault *fault)
{
    if (fault->why == NV_DMA_OK || fault->why == NV_DMA_BUS) {
        return true;
    }
    ce->faulted = true;
    nv_vm_fault(gpu, ce->chip->vm_user, nv_ce_block(ce), fault);
    return false;
}

void nv_ce_go(NVGPU *gpu, NVCe *ce, int64_t *budget)
{
    NVDmaFault fault = { .why = NV_DMA_OK };
    uint32_t launch;

    if (!ce->copying || ce->faulted) {
        return;
    }
    launch = nv_ce_word(ce, NV_CE_LAUNCH_DMA);
    if (FIELD_EX32(launch, NV_CE_LAUNCH_DMA, TRANSFER) &&
        !nv_ce_copy(gpu, ce, budget, &fault)) {
        return;
    }
    if (!nv_ce_goes_on(gpu, ce, &fault)) {
        return;
    }
    if (FIELD_EX32(launch, NV_CE_LAUNCH_DMA, SEMAPHORE) &&
        !nv_ce_release(gpu, ce, &fault) && !nv_ce_goes_on(gpu, ce, &fault)) {
        return;
    }
    nv_ce_end(gpu, ce, FIELD_EX32(launch, NV_CE_LAUNCH_DMA, INTERRUPT));
}

/* --- Begin ------------------------------------------------------------ */

static void nv_ce_trace(NVGPU *gpu, const NVCe *ce)
{
    trace_nv_ce_launch(ce->chip->regs->unit, nv_ce_word(ce, NV_CE_LAUNCH_DMA),
                       nv_ce_address(ce, NV_CE_OFFSET_IN_UPPER),
                       nv_ce_address(ce, NV_CE_OFFSET_OUT_UPPER),
                       nv_ce_word(ce, NV_CE_LINE_LENGTH_IN),
                       nv_ce_word(ce, NV_CE_LINE_COUNT),
                       nv_ce_word(ce, NV_CE_PITCH_IN),
                       nv_ce_word(ce, NV_CE_PITCH_OUT),
                       nv_ce_word(ce, NV_CE_REMAP_COMPONENTS));
}

void nv_ce_launch(NVGPU *gpu, NVCe *ce)
{
    NVCeLaunchError error = nv_ce_check(ce);
    NVDmaFault fault = { .why = NV_DMA_OK };
    bool enabled = false;

    if (error != NV_CE_OK) {
        nv_ce_refuse(gpu, ce, error);
        return;
    }
    ce->line = ce->pos = 0;
    if (!nv_ce_condition(gpu, ce, &enabled, &fault)) {
        ce->copying = !nv_ce_goes_on(gpu, ce, &fault);
        return;
    }
    if (enabled) {
        nv_ce_trace(gpu, ce);
        ce->copying = true;
        nv_ce_go(gpu, ce, &gpu->engine_budget);
    }
}
