/*
 * NVIDIA GPU: operations of PGRAPH that may take long
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_OPERATION_H
#define HW_NV_ENGINE_OPERATION_H

#include "hw/nv/chipset.h"
#include "hw/nv/dma-fault.h"

/** enum NVGraphOpKind - operations that may take long */
typedef enum NVGraphOpKind {
    NV_GRAPH_OP_NONE,
    NV_GRAPH_OP_COPY,           /* M2MF */
    NV_GRAPH_OP_SOLID,          /* a shape of one color */
    NV_GRAPH_OP_BLIT,           /* a rectangle from one surface to another */
    NV_GRAPH_OP_SIFM,           /* a rectangle out of memory, stretched */
    NV_GRAPH_OP_CLEAR,          /* surfaces of a 3D object, NV20:NV50 */
    NV_GRAPH_OP_NV50_COPY,      /* the same by NV50's objects */
    NV_GRAPH_OP_NV50_SOLID,
    NV_GRAPH_OP_NV50_BLIT,
    NV_GRAPH_OP_NV50_CLEAR,     /* surfaces of a 3D object */
    NV_GRAPH_OP__MAX,
} NVGraphOpKind;

/** enum NVShape - what an operation that draws one color draws */
typedef enum NVShape {
    NV_SHAPE_RECT,
    NV_SHAPE_LINE,
    NV_SHAPE_TRIANGLE,
    NV_SHAPE__MAX,
} NVShape;

/** Largest number of points of a shape */
#define NV_SHAPE_POINTS 3

/**
 * struct NVGraphOp - the operation under way
 *
 * @kind: enum NVGraphOpKind
 * @shape: enum NVShape
 * @part: the current part, if it has several
 * @line, @pos: lines that are done, and bytes or pixels of the next one; for
 *              NV_SHAPE_LINE, @line counts its pixels
 * @x0, @y0, @x1, @y1: destination, clipped; @x1 and @y1 are outside
 * @x, @y: points of the shape, unless it is a rectangle
 * @dx, @dy: offset from the destination's to the source's coordinates
 * @left, @up: go from right to left, from bottom to top
 * @nsource: errors so far, bits of NSOURCE
 *
 * The rest of its state is in PGRAPH's registers, which no method can change
 * meanwhile.
 */
typedef struct NVGraphOp {
    uint8_t kind;
    uint8_t shape;
    uint8_t part;
    uint32_t line, pos;
    int32_t x0, y0, x1, y1;
    int32_t x[NV_SHAPE_POINTS], y[NV_SHAPE_POINTS];
    int32_t dx, dy;
    bool left, up;
    uint32_t nsource;
} NVGraphOp;

/**
 * NVGraphWork - continue an operation
 * @gpu: the device
 * @budget: see NVEngine
 * @fault: receives the last access that failed
 *
 * Returns true when it is complete.
 */
typedef bool NVGraphWork(NVGPU *gpu, int64_t *budget, NVDmaFault *fault);

/**
 * NVGraphDone - finish an operation
 * @gpu: the device
 * @nsource: errors, as in NVGraphOp, or 0
 * @fault: the access that failed last
 */
typedef void NVGraphDone(NVGPU *gpu, uint32_t nsource,
                         const NVDmaFault *fault);

/**
 * nv_graph_start: begin an operation and do as much as the run allows
 * @gpu: the device
 * @op: the operation, of which at least @kind is set
 */
void nv_graph_start(NVGPU *gpu, const NVGraphOp *op);

/** nv_graph_spend: account for work that isn't an operation's */
void nv_graph_spend(NVGPU *gpu, int64_t units);

/** nv_graph_go_on: continue the operation under way, see NVEngine */
void nv_graph_go_on(NVGPU *gpu, int64_t *budget);

/** nv_graph_op_is_sane: whether the operation is possible on this card */
bool nv_graph_op_is_sane(NVGPU *gpu);

extern const VMStateDescription nv_vmstate_graph_op;

#endif /* HW_NV_ENGINE_OPERATION_H */
