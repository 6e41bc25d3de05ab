/*
 * NVIDIA GPU: timers of the virtual clock
 *
 * Registers say when most of the timers are due, so a snapshot needs none of
 * them: after loading it, all units check what there is to do.  Where a machine
 * has to continue exactly as it did before, its snapshots record when each
 * timer is due: see nv_machine_repeats().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "migration/qemu-file-types.h"
#include "migration/vmstate.h"
#include "hw/nv/machine.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/timers.h"

QEMUTimer *nv_timer_new(NVGPU *gpu, QEMUTimerCB *run, void *opaque)
{
    NVTimers *timers = &gpu->timers;
    unsigned i = 0;

    while (timers->timer[i]) {
        i++;
        assert(i < NV_TIMERS);
    }
    timers->timer[i] = timer_new_ns(QEMU_CLOCK_VIRTUAL, run, opaque);
    return timers->timer[i];
}

void nv_timer_free(NVGPU *gpu, QEMUTimer **timer)
{
    for (unsigned i = 0; *timer && i < NV_TIMERS; i++) {
        if (gpu->timers.timer[i] == *timer) {
            gpu->timers.timer[i] = NULL;
        }
    }
    g_clear_pointer(timer, timer_free);
}

/* --- Snapshots --------------------------------------------------------- */

bool nv_timers_loaded(NVGPU *gpu)
{
    return gpu->timers.loaded;
}

void nv_timers_settle(NVGPU *gpu)
{
    NVTimers *timers = &gpu->timers;

    for (unsigned i = 0; timers->loaded && i < NV_TIMERS; i++) {
        if (!timers->timer[i]) {
            continue;
        }
        if (timers->due[i] < 0) {
            timer_del(timers->timer[i]);
        } else {
            timer_mod_ns(timers->timer[i], timers->due[i]);
        }
    }
    timers->loaded = false;
}

static bool nv_timers_needed(void *opaque)
{
    return nv_machine_repeats(opaque);
}

static int nv_timers_pre_save(void *opaque)
{
    NVTimers *timers = &((NVGPU *)opaque)->timers;

    for (unsigned i = 0; i < NV_TIMERS; i++) {
        QEMUTimer *timer = timers->timer[i];

        timers->due[i] = timer ? (int64_t)timer_expire_time_ns(timer) : -1;
    }
    return 0;
}

static int nv_timers_post_load(void *opaque, int version_id)
{
    ((NVGPU *)opaque)->timers.loaded = true;
    return 0;
}

const VMStateDescription nv_vmstate_timers = {
    .name = "nv-gpu/timers",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_timers_needed,
    .pre_save = nv_timers_pre_save,
    .post_load = nv_timers_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64_ARRAY(timers.due, NVGPU, NV_TIMERS),
        VMSTATE_END_OF_LIST()
    },
};
