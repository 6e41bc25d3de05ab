/*
 * NVIDIA GPU: PGRAPH's contexts: channels and subchannels, NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_CONTEXT_H
#define HW_NV_ENGINE_NV50_CONTEXT_H

#include "hw/nv/engine/graph.h"

/** NV50_VM_ADDR_MASK - bits of a virtual address */
#define NV50_VM_ADDR_MASK MAKE_64BIT_MASK(0, 40)

/** nv50_address: a virtual address from the parameters of two methods */
static inline uint64_t nv50_address(uint32_t high, uint32_t low)
{
    return (uint64_t)(high & 0xff) << 32 | low;
}

/** nv50_context_init: set NVGraph.nv50 to a new channel's context, NV50+ */
void nv50_context_init(NVGPU *gpu);

/* See NVGraphFamily */
void nv50_graph_enter(NVGPU *gpu, unsigned chid);
void nv50_graph_leave(NVGPU *gpu);
void nv50_graph_load(NVGPU *gpu, unsigned subc, uint32_t inst);
void nv50_graph_select(NVGPU *gpu, unsigned subc);

/**
 * nv50_graph_unload: take a channel away from PGRAPH, NV50:NVC0
 * @gpu: the device
 * @block: address of the channel's instance block
 *
 * Saves its context to memory, which the driver may free then.  If one of the
 * channel's operations is under way, NVGraph.unloading is set until it ends.
 */
void nv50_graph_unload(NVGPU *gpu, uint32_t block);

extern const VMStateDescription nv50_vmstate_graph;

/** nv50_graph_block: address of the current channel's instance block */
static inline uint32_t nv50_graph_block(NVGPU *gpu)
{
    return NV_R(gpu, NV50_PGRAPH_CTXCTL_CUR) << 12;
}

/**
 * nv50_graph_inst: the instance for a method's parameter
 * @gpu: the device
 * @val: the parameter: address of the object in video memory, in 16 bytes
 *
 * Returns it as PGRAPH keeps it, relative to the instance block.
 */
static inline uint16_t nv50_graph_inst(NVGPU *gpu, uint32_t val)
{
    return val - (nv50_graph_block(gpu) >> 4);
}

/** nv50_graph_inst_addr: address in video memory of such an instance */
static inline uint32_t nv50_graph_inst_addr(NVGPU *gpu, uint16_t inst)
{
    return nv50_graph_block(gpu) + ((uint32_t)inst << 4);
}

/** nv50_graph_load_dmaobj: decode the DMA object at an instance, NV50:NVC0 */
void nv50_graph_load_dmaobj(NVGPU *gpu, uint16_t inst, NVDMAObject *obj);

/**
 * nv50_graph_dmaobj: the memory that a context's addresses refer to
 * @gpu: the device
 * @inst: the DMA object's instance; ignored from NVC0 on, where it always is
 *        the channel's address space
 * @obj: the result
 */
void nv50_graph_dmaobj(NVGPU *gpu, uint16_t inst, NVDMAObject *obj);

/**
 * nv50_object_set: change an instance in the current object's words
 * @gpu: the device
 * @word: 1 to 3, for the low half of CTX_SWITCH_2 to CTX_SWITCH_4
 * @inst: the instance
 */
void nv50_object_set(NVGPU *gpu, unsigned word, uint16_t inst);

/** nv50_object_get: that instance */
uint16_t nv50_object_get(NVGPU *gpu, unsigned word);

#endif /* HW_NV_ENGINE_NV50_CONTEXT_H */
