/*
 * NVIDIA GPU: falcon: when instructions are executed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_PROCESSOR_H
#define HW_NV_FALCON_PROCESSOR_H

#include "state.h"

void nv_falcon_processor_init(NVFalcon *falcon);
void nv_falcon_processor_exit(NVFalcon *falcon);
void nv_falcon_processor_reset(NVFalcon *falcon);

/**
 * nv_falcon_kick: something that the falcon may be waiting for has happened
 *
 * Runs a first, short slice in place and leaves the rest to a timer.  While
 * another falcon executes an instruction, which may be the cause, all of it is
 * left to the timer.
 */
void nv_falcon_kick(NVFalcon *falcon);

/**
 * nv_falcon_run: execute instructions
 * @falcon: the falcon
 * @budget: upper limit on their number; those executed are subtracted
 *
 * Returns false if it can't: it is held by a debugger or a fault, or is
 * executing an instruction already.  Then don't try again at once.
 */
bool nv_falcon_run(NVFalcon *falcon, int64_t *budget);

/** nv_falcon_can_run: whether it is executing instructions, or would now */
bool nv_falcon_can_run(const NVFalcon *falcon);

/** nv_falcon_stuck: it has run without a pause for too long to wait for it */
bool nv_falcon_stuck(const NVFalcon *falcon);

/** nv_falcon_schedule: start its timer, if there is something to do */
void nv_falcon_schedule(NVFalcon *falcon);

#endif /* HW_NV_FALCON_PROCESSOR_H */
