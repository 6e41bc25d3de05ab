/*
 * NVIDIA GPU: the context of a channel on NVC0's PGRAPH
 *
 * In addition to the words of nv50/state.h, which the classes use for methods
 * that NV50's have as well.  The words for DMA objects and M2MF are unused, but
 * for two: NV50_3D_DMA_ZETA is SET_ZT_LAYER, and NV50_3D_DMA_COLOR has the
 * SET_COLOR_TARGET_LAYER of each target.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NVC0_STATE_H
#define HW_NV_ENGINE_NVC0_STATE_H

#include "hw/nv/engine/nv50/state.h"
#include "hw/nv/graph-regs.h"

/* Methods of M2MF whose parameters a context holds */
#define NVC0_M2MF_FIRST 0x204
#define NVC0_M2MF_END 0x354

/** Render targets */
#define NVC0_3D_RTS 8

/**
 * enum NVC0Context - words of a channel's context, NVC0+
 *
 * _CLASSES: the class of each subchannel's object, 0 for none
 * _SUBC: the subchannel used last
 * _NOTIFY: SET_NOTIFY_A, SET_NOTIFY_B of each
 * _NOTIFY_ARMED: enum NVC0Notify
 * _M2MF: the parameters, by their methods
 * _INLINE: data for the copy under way is sent by methods
 * _INLINE_LINE, _INLINE_POS: where the next byte goes
 * _RT_DEPTH: SET_COLOR_TARGET_THIRD_DIMENSION of each target
 * _CLEAR_CONTROL: SET_CLEAR_SURFACE_CONTROL
 * _CLEAR_RECT: SET_CLEAR_RECT_HORIZONTAL, SET_CLEAR_RECT_VERTICAL
 */
enum NVC0Context {
    NVC0_CTX_CLASSES,
    NVC0_CTX_SUBC = NVC0_CTX_CLASSES + NV_GRAPH_SUBCHANNELS,
    NVC0_CTX_NOTIFY,
    NVC0_CTX_NOTIFY_ARMED = NVC0_CTX_NOTIFY + NV_GRAPH_SUBCHANNELS * 2,
    NVC0_CTX_M2MF,
    NVC0_CTX_INLINE = NVC0_CTX_M2MF + (NVC0_M2MF_END - NVC0_M2MF_FIRST) / 4,
    NVC0_CTX_INLINE_LINE,
    NVC0_CTX_INLINE_POS,
    NVC0_CTX_RT_DEPTH,
    NVC0_CTX_CLEAR_CONTROL = NVC0_CTX_RT_DEPTH + NVC0_3D_RTS,
    NVC0_CTX_CLEAR_RECT,
    NVC0_CTX__WORDS = NVC0_CTX_CLEAR_RECT + 2,
};

/** Sizes of macro code, of the table of macros, and of scratch, in words */
#define NVC0_MACRO_CODE_WORDS 0x800
#define NVC0_MACRO_ENTRIES 0x80
#define NVC0_MACRO_SCRATCH_WORDS 0x100

/** Sizes of the classes' shadows, in words */
#define NVC0_SHADOW_M2MF_WORDS (0x400 / 4)
#define NVC0_SHADOW_2D_WORDS (0xe00 / 4)
#define NVC0_SHADOW_3D_WORDS (0x3400 / 4)

/**
 * enum NVC0Macro - words of a channel's macro memory, NVC0+
 *
 * _CODE: instructions of all macros
 * _ENTRY: where each macro begins
 * _SCRATCH: SET_MME_SHADOW_SCRATCH
 * _M2MF, _2D, _3D, _COMPUTE: the last parameter of each method
 */
enum NVC0Macro {
    NVC0_MACRO_CODE,
    NVC0_MACRO_ENTRY = NVC0_MACRO_CODE + NVC0_MACRO_CODE_WORDS,
    NVC0_MACRO_SCRATCH = NVC0_MACRO_ENTRY + NVC0_MACRO_ENTRIES,
    NVC0_MACRO_M2MF = NVC0_MACRO_SCRATCH + NVC0_MACRO_SCRATCH_WORDS,
    NVC0_MACRO_2D = NVC0_MACRO_M2MF + NVC0_SHADOW_M2MF_WORDS,
    NVC0_MACRO_3D = NVC0_MACRO_2D + NVC0_SHADOW_2D_WORDS,
    NVC0_MACRO_COMPUTE = NVC0_MACRO_3D + NVC0_SHADOW_3D_WORDS,
    NVC0_MACRO__WORDS = NVC0_MACRO_COMPUTE + NVC0_SHADOW_3D_WORDS,
};

/** enum NVC0Notify - bits of NVC0_CTX_NOTIFY_ARMED */
enum NVC0Notify {
    NVC0_NOTIFY_ARMED = 1,      /* the next method writes a notifier */
    NVC0_NOTIFY_AWAKEN = 2,     /* and raises an interrupt */
};

/**
 * struct NVC0Graph - PGRAPH's state beyond its registers, NVC0+
 *
 * @nv50: what NV50's classes use, too
 * @ctx: the rest of the context, except macros
 * @macro: the macro processor's memory, enum NVC0Macro
 * @macro_on: a macro has instructions left to execute
 * @block: address of the instance block of the context's channel, 0 if there is
 *         none
 * @stuck: stopped by a fault until it is reset
 *
 * Not saved (nv_vmstate_graph and nv50_vmstate_graph do it): @nv50
 */
typedef struct NVC0Graph {
    NV50Graph nv50;
    uint32_t ctx[NVC0_CTX__WORDS];
    uint32_t macro[NVC0_MACRO__WORDS];
    bool macro_on;
    uint32_t block;
    bool stuck;
} NVC0Graph;

/** nvc0_graph_of: a device's, which must have one */
static inline NVC0Graph *nvc0_graph_of(NVGPU *gpu)
{
    return container_of(gpu->graph, NVC0Graph, nv50.graph);
}

#endif /* HW_NV_ENGINE_NVC0_STATE_H */
