/*
 * NVIDIA GPU: the debugger's side of the card
 *
 * It is above all units, and sees what they do through probes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_H
#define HW_NV_DEBUG_H

#include "qom/object.h"

typedef struct NVGPU NVGPU;

/** nv_debug_class_init: the properties that any QMP client can use */
void nv_debug_class_init(ObjectClass *klass);

/** nv_debug_instance_init, nv_debug_instance_finalize: before and after that */
void nv_debug_instance_init(NVGPU *gpu);
void nv_debug_instance_finalize(NVGPU *gpu);

/** nv_debug_init, nv_debug_exit: when the device is realized, and undone */
void nv_debug_init(NVGPU *gpu);
void nv_debug_exit(NVGPU *gpu);

/** nv_judge_class_init: the judge's properties, as above */
void nv_judge_class_init(ObjectClass *klass);

/** nv_judge_init, nv_judge_exit: inside of nv_debug_init() and its exit */
void nv_judge_init(NVGPU *gpu);
void nv_judge_exit(NVGPU *gpu);

/** nv_judge_reset: the card was reset: forget what the judge knows of it */
void nv_judge_reset(NVGPU *gpu);

#endif /* HW_NV_DEBUG_H */
