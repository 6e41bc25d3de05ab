/*
 * NVIDIA GPU: PDISPLAY: the core channel: UPDATE and the supervisor
 *
 * An UPDATE waits for the UPDATEs of the channels that it names.  If a mode
 * changes, the driver has to set clocks and outputs then, in three steps; if
 * not, it waits for a vertical blank.  At last it takes effect and writes its
 * notifier.
 *
 * Sources: nouveau's nvkm/engine/disp/nv50.c (nv50_disp_super) and
 * dispnv50/disp.c; the register database.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "core.h"
#include "crc.h"
#include "head.h"
#include "methods.h"
#include "notify.h"
#include "state.h"
#include "window.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs.h"
#include "trace/trace-hw_nv.h"

static NVEvoDma *nv_evo_core(NVGPU *gpu)
{
    return &gpu->display->evo.dma[NV_EVO_CORE];
}

/* --- Changes ---------------------------------------------------------- */

static bool nv_evo_head_retimed(NVGPU *gpu, unsigned head)
{
    for (unsigned i = 0; i < NV_EVO_W_TIMING__COUNT; i++) {
        uint16_t mthd = nv_evo_head_mthd(gpu, head, i);

        if (nv_evo_asy(gpu, mthd) != nv_evo_arm(gpu, mthd)) {
            return true;
        }
    }
    return false;
}

/* Whether outputs that the head drives, or will drive, change */
static bool nv_evo_head_rerouted(NVGPU *gpu, unsigned head)
{
    uint16_t mthd;

    for (unsigned i = 0; (mthd = nv_evo_or_mthd(gpu, i)); i++) {
        uint32_t asy = nv_evo_asy(gpu, mthd);
        uint32_t arm = nv_evo_arm(gpu, mthd);

        if (asy != arm &&
            (nv_evo_owner(gpu, asy) | nv_evo_owner(gpu, arm)) & 1u << head) {
            return true;
        }
    }
    return false;
}

/* Returns false if there is nothing for the driver to do. */
static bool nv_evo_core_changes(NVGPU *gpu, NVEvoChanges *changes)
{
    const NVEvoDma *core = nv_evo_core(gpu);

    *changes = (NVEvoChanges) { };
    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        bool before = nv_evo_runs_in(gpu, core->arm, h);
        bool after = nv_evo_runs_in(gpu, core->asy, h);
        bool retimed = (before || after) && nv_evo_head_retimed(gpu, h);

        if (!retimed && !nv_evo_head_rerouted(gpu, h)) {
            continue;
        }
        changes->change |= 1u << h;
        if (before) {
            changes->shutdown |= 1u << h;
        }
        if (after && (retimed || !before)) {
            changes->clock |= 1u << h;
        }
    }
    return changes->change;
}

/* --- Interlock -------------------------------------------------------- */

/* The channels that an UPDATE of the core channel names, one bit each */
static uint32_t nv_evo_core_interlock(const NVGPU *gpu, uint32_t update)
{
    unsigned stride = gpu->chip->display->evo->layout->interlock_stride;
    uint32_t mask = 0;

    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        const uint8_t chids[] = {
            NV_EVO_CURSOR + h, nv_evo_base(h), nv_evo_overlay(h),
            NV_EVO_OVPOS + h,
        };

        for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
            if (FIELD_EX32(update >> h * stride, NV_EVO_CORE_UPDATE,
                           INTERLOCK_HEAD0) & 1u << i) {
                mask |= 1u << chids[i];
            }
        }
    }
    return mask;
}

static bool nv_evo_is_ready(const NVEvo *evo, unsigned chid)
{
    return chid < NV_EVO_DMA_CHANNELS
        ? evo->dma[chid].wait == NV_EVO_WAIT_INTERLOCK
        : evo->pio[chid - NV_EVO_DMA_CHANNELS].interlocked;
}

/* Channels that aren't connected aren't waited for. */
static bool nv_evo_core_all_ready(NVGPU *gpu)
{
    uint32_t mask = nv_evo_core_interlock(gpu, nv_evo_core(gpu)->update);

    for (unsigned chid = 0; chid < NV_EVO_CHANNELS; chid++) {
        if (mask & 1u << chid && nv_evo_connected(gpu, chid) &&
            !nv_evo_is_ready(&gpu->display->evo, chid)) {
            return false;
        }
    }
    return true;
}

static void nv_evo_core_release_others(NVGPU *gpu)
{
    uint32_t mask = nv_evo_core_interlock(gpu, nv_evo_core(gpu)->update);
    NVEvo *evo = &gpu->display->evo;

    for (unsigned chid = 0; chid < NV_EVO_CHANNELS; chid++) {
        if (!(mask & 1u << chid) || !nv_evo_is_ready(evo, chid)) {
            continue;
        }
        if (chid < NV_EVO_DMA_CHANNELS) {
            nv_evo_window_flip(gpu, chid);
        } else {
            NVEvoPio *pio = &evo->pio[chid - NV_EVO_DMA_CHANNELS];

            pio->arm = pio->asy;
            pio->interlocked = false;
        }
    }
}

/* --- Update ----------------------------------------------------------- */

/*
 * A G84 has refused a cursor without a DMA object, from that class on in which
 * it has one.
 */
static NVEvoCode nv_evo_core_check_state(NVGPU *gpu)
{
    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        uint16_t dma = NV_EVO_HEAD(h, DMA_CURSOR);

        if (nv_evo_method_kind(gpu, NV_EVO_CORE, dma) == NV_EVO_HANDLE &&
            FIELD_EX32(nv_evo_asy(gpu, NV_EVO_HEAD(h, CTRL_CURSOR)),
                       NV_EVO_CTRL_CURSOR, ENABLED) && !nv_evo_asy(gpu, dma)) {
            return NV_EVO_CODE_CURSOR;
        }
    }
    return NV_EVO_CODE_NONE;
}

/*
 * Cards check much more.  A GT215 and a card of 2018 have refused
 * GET_CAPABILITIES: "You need to have the DMA notifier offset programmed before
 * you can call" it, says the change to nouveau that followed.
 */
NVEvoCode nv_evo_core_check(NVGPU *gpu, uint16_t mthd)
{
    if (mthd == NV_EVO_UPDATE) {
        return nv_evo_core_check_state(gpu);
    }
    return nv_evo_core_notifies(gpu)
        ? NV_EVO_CODE_NONE : gpu->chip->display->evo->places->no_notifier;
}

static void nv_evo_core_arm(NVGPU *gpu)
{
    NVEvoDma *core = nv_evo_core(gpu);
    bool retimed[NV_EVO_HEADS];

    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        retimed[h] = nv_evo_head_retimed(gpu, h) ||
                     nv_evo_runs_in(gpu, core->arm, h) !=
                     nv_evo_runs_in(gpu, core->asy, h);
    }
    nv_evo_crc_update(gpu);
    memcpy(core->arm, core->asy, sizeof(core->arm));
    core->wait = NV_EVO_RUNS;
    gpu->display->evo.owned = true;
    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        if (retimed[h]) {
            nv_evo_head_started(gpu, h);
        } else {
            nv_evo_head_retime(gpu, h);
        }
    }
    nv_evo_core_release_others(gpu);
    nv_evo_core_notify(gpu);
    trace_nv_evo_armed(NV_EVO_CORE);
    nv_probe_flip(gpu, NV_EVO_CORE, 0);
}

/* What changes is the same in all steps: the channel waits meanwhile. */
static void nv_evo_supervisor_raise(NVGPU *gpu, unsigned step)
{
    const NVEvoPlaces *places = gpu->chip->display->evo->places;
    NVEvoChanges changes;

    nv_evo_core_changes(gpu, &changes);
    places->show_changes(gpu, &changes);
    gpu->display->evo.supervisor = step;
    nv_evo_intr_raise(gpu, &places->clk, step - 1);
    trace_nv_evo_supervisor(step, changes.change, changes.shutdown,
                            changes.clock);
    nv_evo_update_intr(gpu);
}

/* The heads at whose vertical blank the UPDATE takes effect */
static unsigned nv_evo_core_heads(NVGPU *gpu)
{
    unsigned heads = 0;

    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        if (nv_evo_head_runs(gpu, h)) {
            heads |= 1u << h;
        }
    }
    return heads;
}

static void nv_evo_core_begin(NVGPU *gpu)
{
    NVEvoDma *core = nv_evo_core(gpu);
    NVEvoChanges changes;
    bool changed = nv_evo_core_changes(gpu, &changes);

    if (changed && !FIELD_EX32(core->update, NV_EVO_CORE_UPDATE,
                            INHIBIT_INTERRUPTS)) {
        core->wait = NV_EVO_WAIT_SUPERVISOR;
        nv_evo_supervisor_raise(gpu, 1);
        return;
    }
    core->wait = NV_EVO_WAIT_VBLANK;
    core->vblanks = changed ? 0 : nv_evo_core_heads(gpu);
    core->since = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        nv_evo_head_retime(gpu, h);
    }
}

void nv_evo_core_action(NVGPU *gpu, uint16_t mthd, uint32_t data)
{
    if (mthd == NV_EVO_CORE_GET_CAPABILITIES) {
        nv_evo_core_capabilities(gpu);
    } else {
        nv_evo_core(gpu)->wait = NV_EVO_WAIT_INTERLOCK;
    }
}

bool nv_evo_core_resume(NVGPU *gpu)
{
    NVEvoDma *core = nv_evo_core(gpu);

    switch (core->wait) {
    case NV_EVO_WAIT_INTERLOCK:
        if (nv_evo_core_all_ready(gpu)) {
            nv_evo_core_begin(gpu);
            return true;
        }
        return false;
    case NV_EVO_WAIT_VBLANK:
        core->vblanks &= nv_evo_core_heads(gpu);
        if (!core->vblanks) {
            nv_evo_core_arm(gpu);
            return true;
        }
        return false;
    default:
        return false;
    }
}

void nv_evo_core_vblank(NVGPU *gpu, unsigned head, int64_t when)
{
    NVEvoDma *core = nv_evo_core(gpu);

    if (when > core->since) {
        core->vblanks &= ~(1u << head);
    }
}

/* --- Supervisor ------------------------------------------------------- */

static void nv_evo_supervisor_end(NVGPU *gpu)
{
    const NVEvoChanges none = { };

    gpu->display->evo.supervisor = 0;
    gpu->chip->display->evo->places->show_changes(gpu, &none);
}

bool nv_evo_supervisor_answered(NVGPU *gpu)
{
    unsigned step = gpu->display->evo.supervisor;

    if (step < NV_EVO_SUPERVISOR_LAST) {
        nv_evo_supervisor_raise(gpu, step + 1);
        return false;
    }
    nv_evo_supervisor_end(gpu);
    nv_evo_core_arm(gpu);
    return true;
}

/* The VBIOS takes over the heads again. */
static void nv_evo_core_disarm(NVGPU *gpu)
{
    NVEvoDma *core = nv_evo_core(gpu);

    memset(core->arm, 0, sizeof(core->arm));
    for (unsigned h = 0; h < nv_evo_heads(gpu); h++) {
        nv_evo_head_started(gpu, h);
    }
}

/*
 * Running heads keep running, except in EFI mode; if none runs, the screen
 * shows VGA again.
 */
void nv_evo_core_release(NVGPU *gpu)
{
    NVEvo *evo = &gpu->display->evo;

    if (evo->efi) {
        nv_evo_core_disarm(gpu);
    }
    nv_evo_supervisor_end(gpu);
    for (unsigned i = 0; i < NV_EVO_SUPERVISOR_LAST; i++) {
        nv_evo_intr_clear(gpu, &gpu->chip->display->evo->places->clk, i);
    }
    if (!nv_evo_core_heads(gpu)) {
        evo->owned = false;
    }
    nv_evo_update_intr(gpu);
}
