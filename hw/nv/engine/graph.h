/*
 * NVIDIA GPU: PGRAPH's state
 *
 * The path of a method: object.c finds the class of the subchannel's object,
 * and the method's row in the class's table; the row's function changes the
 * context, which is PGRAPH's registers, or draws.  Work that may take long
 * becomes the operation under way, see operation.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_GRAPH_H
#define HW_NV_ENGINE_GRAPH_H

#include "object.h"
#include "operation.h"
#include "hw/nv/bus.h"
#include "hw/nv/graph-regs-nv50.h"
#include "hw/nv/graph-regs.h"
#include "hw/nv/graph.h"
#include "hw/nv/nv-gpu.h"

typedef struct NV50TpcPlaces NV50TpcPlaces;
typedef struct NVContextWord NVContextWord;
typedef struct NVGraphContexts NVGraphContexts;
typedef struct NVGraphFamily NVGraphFamily;
typedef struct NVGrobjFormat NVGrobjFormat;

/**
 * struct NVGraphChip - what distinguishes one PGRAPH from another
 *
 * @family: its kind of objects and contexts
 * @regs: the registers
 * @trapped_subch_shift, @trapped_chid_shift: fields of TRAPPED_ADDR
 * @state_check: bit of DEBUG_3 that makes incomplete state an error
 * @bitmap_at_format: CTX_FORMAT.BITMAP is set when a bitmap object's format is
 *                    set
 * @bitmap_at_color: it is set when the colour of a bitmap's zeros is set
 * @chroma_class: class of the colour keys that NV01's classes use
 * @contexts: how it switches contexts itself; NULL if only the driver can
 * @src2d: the 2D objects' source has registers of its own
 * @wide_surf_format: SURF_FORMAT has 5 bits per surface, else 4
 * @scissor: 3D objects have a scissor and a viewport beside their clip
 * @intr_error: bit of INTR that an error sets
 * @nstatus_shift: NSTATUS is shifted by this compared to NV04's
 * @nstatus_protection: bit of NSTATUS, unshifted, for PROTECTION_ERROR
 * @grobj: the format of an object's instance
 * @grobj_mask: bits of an object's first word that PGRAPH keeps
 * @surf_offset_mask: bits of SURF_OFFSET, SURF_BASE and SURF_LIMIT
 * @surf_pitch_mask: bits of SURF_PITCH
 * @surf_last_target: the last NV_DMAOBJ_TARGET_* that a surface may have
 * @grctx: offset of the context's DMA object in a channel's instance block
 * @tpc: addresses of the TPCs' registers, NV50:NVC0
 * @gob_height: log2 of the lines of a gob, NV50+
 * @keeps_unknown: a subchannel keeps a class that the card doesn't have, NVC0+
 */
struct NVGraphChip {
    const NVGraphFamily *family;
    const NVRegBlock *regs;
    uint8_t trapped_subch_shift, trapped_chid_shift;
    uint32_t state_check;
    bool bitmap_at_format, bitmap_at_color;
    uint16_t chroma_class;
    const NVGraphContexts *contexts;
    bool src2d;
    bool wide_surf_format;
    bool scissor;
    uint32_t intr_error;
    uint8_t nstatus_shift;
    uint32_t nstatus_protection;
    const NVGrobjFormat *grobj;
    uint32_t grobj_mask;
    uint32_t surf_offset_mask;
    uint32_t surf_pitch_mask;
    uint8_t surf_last_target;
    uint32_t grctx;
    const NV50TpcPlaces *tpc;
    uint8_t gob_height;
    bool keeps_unknown;
};

/** NV_NSOURCE - a bit of NSOURCE by its name */
#define NV_NSOURCE(_name) R_NV_PGRAPH_NSOURCE_ ## _name ## _MASK

/** NV_DEBUG_3 - a bit of DEBUG_3 by its name */
#define NV_DEBUG_3(_name) R_NV_PGRAPH_DEBUG_3_ ## _name ## _MASK

/** The class of the null object */
#define NV_CLASS_NULL 0x30

/** Size of CTXCTL's program memory in instructions, NV40:NVC0 */
#define NV_CTXCTL_CODE_WORDS 256

/** Channel of NVGraph that stands for none */
#define NV_GRAPH_NO_CHANNEL 0xff

/**
 * struct NVGraph - PGRAPH's state beyond its registers, of all families
 *
 * A family's own follows it: NV04Graph, NV50Graph, NVC0Graph.
 *
 * @gpu: the device
 * @regs: registers from 0x400000 on; they hold the context of channel @chid
 * @chid: channel, or NV_GRAPH_NO_CHANNEL; a copy of what registers say, faster
 *        to read
 * @ctxctl_code: CTXCTL's program, NV40:NVC0
 * @unloading: the channel leaves once @op has ended; see nv50_graph_unload()
 * @op: operation under way
 * @method_addr, @method_data: the method under way, in the format of
 *                             TRAPPED_ADDR and TRAPPED_DATA
 * @overspent: work that was done beyond the budget, in units
 * @budget: during a run: what is left of NVGPU.engine_budget, or of the work's
 * @binding: class of the current subchannel's object
 * @dispatch: how methods are executed
 *
 * Not saved (nv50_vmstate_graph does it): @unloading
 * Not saved (has no meaning between two calls): @budget
 * Not saved (follows from other state): @binding, @dispatch
 */
struct NVGraph {
    NVGPU *gpu;
    NVRegFile regs;
    uint8_t chid;
    uint32_t ctxctl_code[NV_CTXCTL_CODE_WORDS];
    bool unloading;
    NVGraphOp op;
    uint32_t method_addr, method_data;
    int64_t overspent;
    int64_t budget;
    NVGraphBinding binding;
    NVGraphDispatch dispatch;
};

/**
 * nv_graph_family: the family of a card's PGRAPH
 *
 * Returns NULL before NV04, where PGRAPH has neither objects nor contexts, and
 * an NVGraph that nobody has initialized.
 */
static inline const NVGraphFamily *nv_graph_family(const NVGraph *graph)
{
    return graph->gpu ? graph->gpu->chip->graph->family : NULL;
}

/** nv_graph_busy: whether an operation is under way */
static inline bool nv_graph_busy(NVGPU *gpu)
{
    return gpu->graph->op.kind != NV_GRAPH_OP_NONE || gpu->graph->overspent;
}

/** nv_graph_accepts: whether PGRAPH takes methods: neither busy nor stopped */
static inline bool nv_graph_accepts(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PGRAPH_FIFO), NV_PGRAPH_FIFO, ACCESS) &&
           !nv_graph_busy(gpu);
}

#endif /* HW_NV_ENGINE_GRAPH_H */
