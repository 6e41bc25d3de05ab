/*
 * NVIDIA GPU: timers of the virtual clock
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_TIMERS_H
#define HW_NV_TIMERS_H

#include "qemu/timer.h"
#include "hw/nv/chipset.h"

/** Largest number of timers in the units of a card */
#define NV_TIMERS 48

/**
 * struct NVTimers - a card's timers of the virtual clock
 *
 * @timer: the timers, in the order of their creation
 * @due: for snapshots, when each is due, in ns; -1: not set
 * @loaded: the snapshot being loaded has set @due
 */
typedef struct NVTimers {
    QEMUTimer *timer[NV_TIMERS];
    int64_t due[NV_TIMERS];
    bool loaded;
} NVTimers;

/**
 * nv_timer_new: create a timer of the virtual clock, for realize()
 * @gpu: the device
 * @run: called when it is due
 * @opaque: for @run
 */
QEMUTimer *nv_timer_new(NVGPU *gpu, QEMUTimerCB *run, void *opaque);

/** nv_timer_free: free a timer, if any, and set *@timer to NULL */
void nv_timer_free(NVGPU *gpu, QEMUTimer **timer);

/**
 * nv_timers_loaded: in post_load(): whether the snapshot has set the timers
 *
 * This is the case if nv_machine_repeats().  What a unit sets its timers to is
 * overridden then, and it needn't schedule a check for work.
 */
bool nv_timers_loaded(NVGPU *gpu);

/** nv_timers_settle: after loading all units, set timers as in the snapshot */
void nv_timers_settle(NVGPU *gpu);
extern const VMStateDescription nv_vmstate_timers;

#endif /* HW_NV_TIMERS_H */
