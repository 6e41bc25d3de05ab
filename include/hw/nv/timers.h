/*
 * NVIDIA GPU: timers of the virtual clock
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_TIMERS_H
#define HW_NV_TIMERS_H

#include "qemu/timer.h"
#include "hw/nv/chipset.h"

/** The most timers that the units of a card have */
#define NV_TIMERS 48

/**
 * struct NVTimers - the timers of the virtual clock that a card has
 *
 * @timer: the timers, in the order in which the units have created them
 * @due: when each is due, in a snapshot; in ns, -1: not set
 * @loaded: the snapshot that is being loaded has set @due
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

/** nv_timer_free: and free it; *@timer is NULL then, and may be before */
void nv_timer_free(NVGPU *gpu, QEMUTimer **timer);

/**
 * nv_timers_loaded: for post_load(): the snapshot says when timers are due
 *
 * That is so if nv_machine_repeats().  What a unit sets its timers to is overridden then,
 * and it needn't schedule a check for work.
 */
bool nv_timers_loaded(NVGPU *gpu);

/** nv_timers_settle: all units have been loaded: set timers as the snapshot */
void nv_timers_settle(NVGPU *gpu);
extern const VMStateDescription nv_vmstate_timers;

#endif /* HW_NV_TIMERS_H */
