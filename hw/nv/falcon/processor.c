/*
 * NVIDIA GPU: a falcon's processor: when instructions are executed
 *
 * An event that may give a falcon work runs a few instructions in place, so
 * that most of the work is done when the guest's access returns.  A timer runs
 * the rest in slices, more slowly the longer the processor doesn't sleep:
 * microcode that waits in a loop, or never ends, takes a limited share of the
 * host's time.
 *
 * Source: envytools, docs/hw/falcon/proc.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "fuc3.h"
#include "processor.h"
#include "state.h"

/* Instructions that are executed in place, and per slice of the timer */
#define NV_FALCON_FIRST 512
#define NV_FALCON_SLICE 8192

/*
 * Pauses between slices: each is longer than the one before, up to the last.
 * By then the falcon counts as stuck.
 */
#define NV_FALCON_PAUSE_NS (20 * SCALE_US)
#define NV_FALCON_PAUSE_STEPS 7

/* --- Instructions ----------------------------------------------------- */

/* The vectors that could be delivered now */
static unsigned nv_falcon_deliverable(const NVFalcon *falcon)
{
    return falcon->pending & falcon->flags >> NV_FALCON_FLAG_IE0;
}

bool nv_falcon_can_run(const NVFalcon *falcon)
{
    return !falcon->faulted &&
           (falcon->state == NV_FALCON_RUNNING ||
            (falcon->state == NV_FALCON_SLEEPING &&
             nv_falcon_deliverable(falcon)));
}

bool nv_falcon_stuck(const NVFalcon *falcon)
{
    return falcon->spins > 2 * NV_FALCON_PAUSE_STEPS;
}

/* Its index among the card's falcons */
static unsigned nv_falcon_index(const NVFalcon *falcon)
{
    unsigned i = 0;

    while (falcon->gpu->falcons[i] && falcon->gpu->falcons[i] != falcon) {
        i++;
    }
    return i;
}

/* Returns false to stop here; on resuming, this isn't reported again. */
static bool nv_falcon_probe(NVFalcon *falcon)
{
    NVProbe probe = {
        .kind = NV_PROBE_FALCON,
        .chid = -1,
        .falcon = { .falcon = nv_falcon_index(falcon), .pc = falcon->pc },
    };
    NVVerdict verdict;

    if (falcon->probed) {
        falcon->probed = false;
        return true;
    }
    verdict = nv_probe(falcon->gpu, &probe);
    falcon->probed = verdict == NV_STOP;
    return verdict == NV_GO;
}

bool nv_falcon_run(NVFalcon *falcon, int64_t *budget)
{
    bool held = false;

    if (falcon->busy || falcon->gpu->probes.stopped) {
        return false;
    }
    falcon->busy = true;
    falcon->yield = false;
    while (*budget > 0 && !falcon->yield && !held &&
           nv_falcon_can_run(falcon)) {
        unsigned vectors = nv_falcon_deliverable(falcon);

        if (unlikely(vectors)) {
            falcon->state = NV_FALCON_RUNNING;
            nv_fuc3_interrupt(falcon, ctz32(vectors));
        }
        held = NV_PROBED(falcon->gpu, FALCON) && !nv_falcon_probe(falcon);
        if (!held) {
            nv_fuc_step(falcon);
            --*budget;
        }
    }
    falcon->busy = false;
    if (falcon->state != NV_FALCON_RUNNING) {
        falcon->spins = 0;
    }
    return !held;
}

/* --- Slices ----------------------------------------------------------- */

void nv_falcon_schedule(NVFalcon *falcon)
{
    unsigned step = MIN(falcon->spins, NV_FALCON_PAUSE_STEPS);

    if (!timer_pending(falcon->slice)) {
        timer_mod(falcon->slice, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                  (NV_FALCON_PAUSE_NS << step));
    }
}

/* Whether one of them is executing an instruction right now */
static bool nv_falcon_any_busy(NVGPU *gpu)
{
    for (unsigned i = 0; gpu->falcons[i]; i++) {
        if (gpu->falcons[i]->busy) {
            return true;
        }
    }
    return false;
}

void nv_falcon_kick(NVFalcon *falcon)
{
    int64_t budget = NV_FALCON_FIRST;

    if (falcon->busy) {
        return;
    }
    if (!nv_falcon_any_busy(falcon->gpu)) {
        nv_falcon_run(falcon, &budget);
    }
    if (nv_falcon_can_run(falcon)) {
        nv_falcon_schedule(falcon);
    }
}

/* No code is inside the device: a falcon may access any register. */
static void nv_falcon_slice(void *opaque)
{
    NVFalcon *falcon = opaque;
    int64_t budget = NV_FALCON_SLICE, before;
    bool more;

    if (falcon->gpu->probes.stopped) {
        nv_falcon_schedule(falcon);
        return;
    }
    /* A round that costs nothing means that all falcons are held. */
    do {
        before = budget;
        nv_falcon_run(falcon, &budget);
        more = falcon->chip->work(falcon, &budget);
    } while (more && budget > 0 && budget < before);
    if (nv_falcon_can_run(falcon) || more) {
        falcon->spins = MIN(falcon->spins + 1, 64);
        nv_falcon_schedule(falcon);
    }
}

/* --- Life ------------------------------------------------------------- */

void nv_falcon_processor_init(NVFalcon *falcon)
{
    falcon->slice = nv_timer_new(falcon->gpu, nv_falcon_slice, falcon);
}

void nv_falcon_processor_exit(NVFalcon *falcon)
{
    nv_timer_free(falcon->gpu, &falcon->slice);
}

void nv_falcon_processor_reset(NVFalcon *falcon)
{
    falcon->state = NV_FALCON_STOPPED;
    memset(falcon->r, 0, sizeof(falcon->r));
    falcon->iv[0] = falcon->iv[1] = 0;
    falcon->tv = falcon->sp = falcon->pc = 0;
    falcon->xcbase = falcon->xdbase = falcon->xtargets = 0;
    falcon->flags = falcon->tstatus = 0;
    falcon->faulted = false;
    falcon->yield = true;
    falcon->spins = 0;
    timer_del(falcon->slice);
}
