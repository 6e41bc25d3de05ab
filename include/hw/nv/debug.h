/*
 * NVIDIA GPU: debugging, as the device sees it
 *
 * This layer is above all units, and observes them through probes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_H
#define HW_NV_DEBUG_H

#include "qom/object.h"
#include "hw/nv/config.h"

typedef struct NVGPU NVGPU;

#if NV_DEBUGGER
/** nv_debug_class_init: add the properties that any QMP client can use */
void nv_debug_class_init(ObjectClass *klass);

/** nv_debug_instance_init, nv_debug_instance_finalize: create and free state */
void nv_debug_instance_init(NVGPU *gpu);
void nv_debug_instance_finalize(NVGPU *gpu);

/** nv_debug_init, nv_debug_exit: call these on realize and on exit */
void nv_debug_init(NVGPU *gpu);
void nv_debug_exit(NVGPU *gpu);

/** nv_debug_reset: the card was reset: forget what was to be skipped of it */
void nv_debug_reset(NVGPU *gpu);

/** nv_checker_class_init: add the checker's properties */
void nv_checker_class_init(ObjectClass *klass);

/** nv_checker_init, nv_checker_exit: for nv_debug_init(), nv_debug_exit() */
void nv_checker_init(NVGPU *gpu);
void nv_checker_exit(NVGPU *gpu);

/** nv_checker_reset: the card was reset: drop what the checker knows of it */
void nv_checker_reset(NVGPU *gpu);
#else
static inline void nv_debug_class_init(ObjectClass *klass) { }
static inline void nv_debug_instance_init(NVGPU *gpu) { }
static inline void nv_debug_instance_finalize(NVGPU *gpu) { }
static inline void nv_debug_init(NVGPU *gpu) { }
static inline void nv_debug_exit(NVGPU *gpu) { }
static inline void nv_debug_reset(NVGPU *gpu) { }
static inline void nv_checker_class_init(ObjectClass *klass) { }
static inline void nv_checker_init(NVGPU *gpu) { }
static inline void nv_checker_exit(NVGPU *gpu) { }
static inline void nv_checker_reset(NVGPU *gpu) { }
#endif

#endif /* HW_NV_DEBUG_H */
