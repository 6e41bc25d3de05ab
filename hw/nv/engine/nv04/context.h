/*
 * NVIDIA GPU: PGRAPH's contexts and subchannels, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_CONTEXT_H
#define HW_NV_ENGINE_NV04_CONTEXT_H

#include "hw/nv/engine/context.h"

/**
 * struct NVGraphContexts - contexts in instance memory, NV20:NV50
 *
 * @user: offset of CTX_USER in a context, in bytes
 * @init: called when the device is created; may be NULL
 * @is_there: whether the registers claim to hold channel @chid's context though
 *            no switch has loaded it; may be NULL
 * @save: save the context that the registers hold
 * @load: load channel @chid's context into the registers, as NVGraphFamily's
 *        enter() does
 */
struct NVGraphContexts {
    uint32_t user;
    void (*init)(NVGPU *gpu);
    bool (*is_there)(NVGPU *gpu, unsigned chid);
    void (*save)(NVGPU *gpu);
    void (*load)(NVGPU *gpu, unsigned chid);
};

extern const NVGraphContexts nv20_contexts, nv25_contexts, nv40_contexts;

/**
 * struct NVContextWord - a register's word in a context in memory, NV20:NV40
 *
 * @reg: index into NVGPU.regs
 * @mask: bits of it that can be set
 * @offset: in the context, in bytes
 * @initial: bits to invert, so that 0 in memory means the initial value
 */
struct NVContextWord {
    uint32_t reg, mask, offset;
    uint32_t initial;
};

/** nv04_graph_enter and so on: see NVGraphFamily */
bool nv04_graph_ready(NVGPU *gpu, unsigned chid, unsigned subc);
void nv04_graph_enter(NVGPU *gpu, unsigned chid);
void nv04_graph_leave(NVGPU *gpu);
void nv04_graph_load(NVGPU *gpu, unsigned subc, uint32_t inst);
void nv04_graph_select(NVGPU *gpu, unsigned subc);

#endif /* HW_NV_ENGINE_NV04_CONTEXT_H */
