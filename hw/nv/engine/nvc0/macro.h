/*
 * NVIDIA GPU: PGRAPH's macro processor, NVC0+
 *
 * It is between PFIFO and the objects: it executes some methods itself, passes
 * all others on, and remembers their parameters.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NVC0_MACRO_H
#define HW_NV_ENGINE_NVC0_MACRO_H

#include "graph.h"

/** enum NVC0MacroMethod - methods that set it up */
enum NVC0MacroMethod {
    NVC0_MACRO_SETUP_CODE_POS = 0x114,
    NVC0_MACRO_SETUP_CODE = 0x118,
    NVC0_MACRO_SETUP_ENTRY_POS = 0x11c,
    NVC0_MACRO_SETUP_ENTRY = 0x120,
    NVC0_MACRO_SETUP_SHADOW_CONTROL = 0x124,
};

/* Its own methods: those that set it up, and those that call macros */
#define NVC0_MACRO_SETUP_FIRST NVC0_MACRO_SETUP_CODE_POS
#define NVC0_MACRO_SETUP_END 0x128
#define NVC0_MACRO_CALL_FIRST 0x3800
#define NVC0_MACRO_CALL_END (NVC0_MACRO_CALL_FIRST + NVC0_MACRO_ENTRIES * 8)

/** SET_MME_SHADOW_SCRATCH */
#define NVC0_MACRO_SCRATCH_FIRST 0x3400

/** nvc0_macro_has: whether the macro processor itself executes a method */
static inline bool nvc0_macro_has(uint32_t mthd)
{
    return (mthd >= NVC0_MACRO_CALL_FIRST && mthd < NVC0_MACRO_CALL_END) ||
           (mthd >= NVC0_MACRO_SETUP_FIRST && mthd < NVC0_MACRO_SETUP_END);
}

/** nvc0_macro_method_name: the name of one of its methods */
const char *nvc0_macro_method_name(uint32_t mthd);

/** nvc0_macro_waits: whether a macro waits for a parameter */
static inline bool nvc0_macro_waits(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NVC0_PGRAPH_MACRO_STATE),
                      NVC0_PGRAPH_MACRO_STATE, OPCODE_PENDING);
}

/** nvc0_macro_admit_waiting: nvc0_macro_admit() while a macro waits */
bool nvc0_macro_admit_waiting(NVGPU *gpu, uint32_t mthd);

/**
 * nvc0_macro_admit: check whether a method may come now
 * @gpu: the device
 * @mthd: the method
 *
 * A macro that waits for a parameter traps if it gets anything else.  Returns
 * false then; the method has yet to be executed.
 */
static inline bool nvc0_macro_admit(NVGPU *gpu, uint32_t mthd)
{
    return !nvc0_macro_waits(gpu) || nvc0_macro_admit_waiting(gpu, mthd);
}

/** nvc0_macro_method: execute one of its methods */
void nvc0_macro_method(NVGPU *gpu, uint32_t mthd, uint32_t val);

/**
 * nvc0_macro_pass: pass methods of the current class on to the objects
 *
 * See nv_graph_methods().
 */
uint32_t nvc0_macro_pass(NVGPU *gpu, uint32_t mthd, unsigned step,
                         const uint32_t *data, uint32_t count);

/**
 * nvc0_macro_plain: whether all that it does with methods is to remember them
 * @gpu: the device
 * @mthd: the first one, of the current class; others follow it
 * @count: receives how many there are, at most
 *
 * Returns where their parameters have to be stored, one after another, when
 * they have been executed; NULL if there is something else to do.
 */
uint32_t *nvc0_macro_plain(NVGPU *gpu, uint32_t mthd, uint32_t *count);

/** nvc0_macro_go: continue a macro while NVGraph.budget lasts */
void nvc0_macro_go(NVGPU *gpu);

/** nvc0_macro_resume: the same for one that was loaded with the context */
void nvc0_macro_resume(NVGPU *gpu);

/** nvc0_macro_shadow: a method's last parameter; NULL if it isn't remembered */
uint32_t *nvc0_macro_shadow(NVGPU *gpu, uint32_t class, uint32_t mthd);

/** nvc0_macro_reset: drop its state, except for registers */
void nvc0_macro_reset(NVGPU *gpu);

extern const VMStateDescription nvc0_vmstate_macro;

#endif /* HW_NV_ENGINE_NVC0_MACRO_H */
