/*
 * NVIDIA GPU: the context of a channel on NV50's PGRAPH
 *
 * It is what the methods of its objects have set.  The CPU can't reach most of
 * it, so the model keeps the methods' parameters as they came, in NVGraph.nv50,
 * and decodes them where they are used: they may come from memory that the
 * guest has written.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_STATE_H
#define HW_NV_ENGINE_NV50_STATE_H

#include "surface.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/graph-regs.h"

/* Methods of NV50's classes whose parameters a context holds */
#define NV50_M2MF_FIRST 0x200
#define NV50_M2MF_END 0x328
#define NV50_2D_FIRST 0x180
#define NV50_2D_END 0x8e0

/**
 * enum NV50Query - queries in an object's context, NV50:NVC0
 *
 * Parameters of the methods with these names; for a DMA object, the instance.
 */
enum NV50Query {
    NV50_QUERY_DMA,
    NV50_QUERY_ADDRESS_HIGH,
    NV50_QUERY_ADDRESS_LOW,
    NV50_QUERY_SEQUENCE,
    NV50_QUERY_COND_ADDRESS_HIGH,
    NV50_QUERY_COND_ADDRESS_LOW,
    NV50_QUERY_COND_MODE,
    NV50_QUERY__WORDS,
};

/** Render targets, and words for each: see NV50_3D_RT */
#define NV50_3D_RTS 8
#define NV50_3D_RT_WORDS 5

/**
 * enum NV50Context3D - state of 3D and compute in a context, NV50:NVC0
 *
 * _QUERY, _COMPUTE_QUERY: enum NV50Query of each
 * _SAMPLECNT: the counter that SAMPLECNT_ENABLE enables
 * _RT: for each method from ADDRESS_HIGH on, one word per render target
 * _RT_HORIZ: HORIZ and VERT of each target
 * _ZETA: ADDRESS_HIGH, ADDRESS_LOW, FORMAT, BLOCK_DIMENSIONS, LAYER_STRIDE
 *
 * The others are parameters of the methods with these names, which are all
 * arrays; _SCISSOR and _VIEWPORT are the first element's.
 */
enum NV50Context3D {
    NV50_3D_QUERY,
    NV50_3D_COMPUTE_QUERY = NV50_3D_QUERY + NV50_QUERY__WORDS,
    NV50_3D_SAMPLECNT = NV50_3D_COMPUTE_QUERY + NV50_QUERY__WORDS,
    NV50_3D_SAMPLECNT_ENABLE,
    NV50_3D_DMA_ZETA,
    NV50_3D_DMA_COLOR,
    NV50_3D_RT = NV50_3D_DMA_COLOR + NV50_3D_RTS,
    NV50_3D_RT_HORIZ = NV50_3D_RT + NV50_3D_RTS * NV50_3D_RT_WORDS,
    NV50_3D_RT_ARRAY_MODE = NV50_3D_RT_HORIZ + NV50_3D_RTS * 2,
    NV50_3D_ZETA,
    NV50_3D_ZETA_HORIZ = NV50_3D_ZETA + NV50_3D_RT_WORDS,
    NV50_3D_ZETA_ENABLE = NV50_3D_ZETA_HORIZ + 2,
    NV50_3D_VIEWPORT,
    NV50_3D_SCISSOR = NV50_3D_VIEWPORT + 2,
    NV50_3D_SCREEN_SCISSOR = NV50_3D_SCISSOR + 3,
    NV50_3D_MULTISAMPLE_MODE = NV50_3D_SCREEN_SCISSOR + 2,
    NV50_3D_CLEAR_COLOR,
    NV50_3D_CLEAR_DEPTH = NV50_3D_CLEAR_COLOR + 4,
    NV50_3D_CLEAR_STENCIL,
    NV50_3D_CLEAR_FLAGS,
    NV50_3D_CLEAR_BUFFERS,
    NV50_3D_DRAWING,            /* between VERTEX_BEGIN and VERTEX_END */
    NV50_3D__WORDS,
};

/**
 * enum NV50Context - the words of a channel's context, NV50:NVC0
 *
 * _OBJECTS: CTX_SWITCH_1 to CTX_SWITCH_4 of each subchannel's object
 * _SUBC: the subchannel used last
 * _M2MF, _2D: the parameters, by their methods
 * _POINTS: number of points of a shape that have been received
 * _POINT_X, _POINT_Y: the last of them, and the one before it
 * _IMAGE_X, _IMAGE_Y: the next pixel of an image that is sent by methods
 * _3D: enum NV50Context3D
 */
enum NV50Context {
    NV50_CTX_OBJECTS,
    NV50_CTX_SUBC = NV_GRAPH_SUBCHANNELS * 4,
    NV50_CTX_M2MF,
    NV50_CTX_2D = NV50_CTX_M2MF + (NV50_M2MF_END - NV50_M2MF_FIRST) / 4,
    NV50_CTX_POINTS = NV50_CTX_2D + (NV50_2D_END - NV50_2D_FIRST) / 4,
    NV50_CTX_POINT_X,
    NV50_CTX_POINT_Y = NV50_CTX_POINT_X + 2,
    NV50_CTX_IMAGE_X = NV50_CTX_POINT_Y + 2,
    NV50_CTX_IMAGE_Y,
    NV50_CTX_3D,
    NV50_CTX__WORDS = NV50_CTX_3D + NV50_3D__WORDS,
};

/**
 * struct NV50Graph - PGRAPH's state beyond its registers, NV50+
 *
 * @graph: what all families have
 * @ctx: the context of channel @graph.chid, other than registers
 * @surfaces: the 2D object's destination and source, decoded
 *
 * Not saved (follows from other state): @surfaces
 */
typedef struct NV50Graph {
    NVGraph graph;
    uint32_t ctx[NV50_CTX__WORDS];
    NV50Surface surfaces[2];
} NV50Graph;

/** nv50_graph_of: a device's, which must have one */
static inline NV50Graph *nv50_graph_of(NVGPU *gpu)
{
    return container_of(gpu->graph, NV50Graph, graph);
}

/** nv50_surfaces_forget: another channel is on PGRAPH: decode them anew */
static inline void nv50_surfaces_forget(NVGPU *gpu)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv50_graph_of(gpu)->surfaces); i++) {
        nv50_graph_of(gpu)->surfaces[i].seen = 0;
    }
}

#endif /* HW_NV_ENGINE_NV50_STATE_H */
