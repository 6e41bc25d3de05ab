/*
 * NVIDIA GPU: PGRAPH and the objects that it executes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_GRAPH_H
#define HW_NV_GRAPH_H

#include "hw/nv/engine.h"
#include "hw/nv/graph-regs.h"
#include "hw/nv/graph-regs-nv50.h"
#include "hw/nv/memory.h"
#include "hw/nv/regs.h"

typedef struct NVGraphClass NVGraphClass;
typedef struct NVGraphMethod NVGraphMethod;
typedef struct NVGraphIndex NVGraphIndex;

/** enum NVGrobjField - the options of an object, wherever a card keeps them */
typedef enum NVGrobjField {
    NV_GROBJ_CHROMA,
    NV_GROBJ_CLIP,
    NV_GROBJ_SWIZZLE,
    NV_GROBJ_OPERATION,
    NV_GROBJ_DITHER,
    NV_GROBJ_SURFACE1,
    NV_GROBJ_SURFACE2,
    NV_GROBJ_PATTERN,
    NV_GROBJ_ROP,
    NV_GROBJ_BETA1,
    NV_GROBJ_BETA4,
    NV_GROBJ_MONO_FORMAT,
    NV_GROBJ_COLOR_FORMAT,
    NV_GROBJ_NOTIFY,
    NV_GROBJ_DMA_A,
    NV_GROBJ_DMA_B,
    NV_GROBJ__FIELDS,
} NVGrobjField;

/** Words of options that an object has, at most */
#define NV_GROBJ_WORDS 4

/** struct NVGrobjBits - where an option is: word, first bit, number of bits */
typedef struct NVGrobjBits {
    uint8_t word, shift, bits;
} NVGrobjBits;

/**
 * struct NVGrobjFormat - the instance of an object
 *
 * @words: words of options, which a word of traps follows
 * @masks: their bits that PGRAPH keeps
 * @inst_mask: bits of an instance's address, in units of 16 bytes
 * @fields: the options
 */
struct NVGrobjFormat {
    unsigned words;
    uint32_t masks[NV_GROBJ_WORDS];
    uint32_t inst_mask;
    NVGrobjBits fields[NV_GROBJ__FIELDS];
};

/* For the table of cards */
extern const NVGrobjFormat nv04_grobj;
extern const NVGrobjFormat nv40_grobj;

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

/** Points that a shape has, at most */
#define NV_SHAPE_POINTS 3

/**
 * struct NVGraphOp - the operation under way
 *
 * @kind: enum NVGraphOpKind
 * @shape: enum NVShape
 * @part: which it is at, if it consists of several
 * @line, @pos: lines that are done, and bytes or pixels of the next one; of
 *              NV_SHAPE_LINE @line is how many of its pixels are
 * @x0, @y0, @x1, @y1: destination, clipped; @x1 and @y1 are outside
 * @x, @y: points of the shape, unless it is a rectangle
 * @dx, @dy: from a destination's to its source's coordinates
 * @left, @up: order of pixels and lines: from right to left, from below
 * @nsource: errors met so far, bits of NSOURCE
 *
 * Everything else that it needs is in PGRAPH's registers, which no method
 * changes meanwhile.
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
 * struct NVGraphBinding - the class of the object that methods go to
 *
 * @id: class number, or UINT32_MAX when the rest isn't valid
 * @class: the class, NULL if it isn't modelled
 * @index: its methods
 * @known: the card has such a class
 * @nothing: the first method, in bytes, from which on none does anything
 */
typedef struct NVGraphBinding {
    uint32_t id;
    const NVGraphClass *class;
    const NVGraphIndex *index;
    bool known;
    uint32_t nothing;
} NVGraphBinding;

/** Words of a run that are executed at once */
#define NV_GRAPH_WORDS 1024

/* Methods of NV50's classes whose parameters a context keeps */
#define NV50_M2MF_FIRST 0x200
#define NV50_M2MF_END 0x328
#define NV50_2D_FIRST 0x180
#define NV50_2D_END 0x8e0

/**
 * enum NV50Query - what an object's context has of its queries, NV50:NVC0
 *
 * The parameters of the methods of these names; of a DMA object the instance.
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

/** Render targets, and how many words each has: see NV50_3D_RT */
#define NV50_3D_RTS 8
#define NV50_3D_RT_WORDS 5

/**
 * enum NV50Context3D - what a context has of 3D and compute, NV50:NVC0
 *
 * _QUERY, _COMPUTE_QUERY: enum NV50Query of each
 * _SAMPLECNT: the counter that SAMPLECNT_ENABLE lets count
 * _RT: for each of its methods, from ADDRESS_HIGH on, that of each target
 * _RT_HORIZ: HORIZ and VERT of each target
 * _ZETA: ADDRESS_HIGH, ADDRESS_LOW, FORMAT, BLOCK_DIMENSIONS, LAYER_STRIDE
 *
 * The others are parameters of the methods of these names, where there are
 * several of all of them; _SCISSOR and _VIEWPORT are the first's.
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
    NV50_3D__WORDS,
};

/**
 * enum NV50Context - the words of a channel's context, NV50:NVC0
 *
 * _OBJECTS: CTX_SWITCH_1 to CTX_SWITCH_4 of each subchannel's object
 * _SUBC: the subchannel used last
 * _M2MF, _2D: the parameters, by their methods
 * _POINTS: how many points of a shape have come
 * _POINT_X, _POINT_Y: the last one of them, and the one before that
 * _IMAGE_X, _IMAGE_Y: the next pixel of the image that comes with methods
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

/** Words of the 3D pipeline's state behind PIPE_ADDRESS, NV10:NV20 */
#define NV_GRAPH_PIPE_WORDS 0x2000

/**
 * struct NVGraphContexts - contexts in instance memory, NV20:NV50
 *
 * @user: where in a context CTX_USER is, in bytes
 * @init: get ready, when the device is made; may be NULL
 * @is_there: the registers say that they hold channel @chid's context, though
 *            no exchange has put it there; may be NULL
 * @save: save the context that the registers hold
 * @load: bring that of channel @chid into the registers, as NVGraphFamily's
 *        enter() does
 */
struct NVGraphContexts {
    uint32_t user;
    void (*init)(NVGPU *gpu);
    bool (*is_there)(NVGPU *gpu, unsigned chid);
    void (*save)(NVGPU *gpu);
    void (*load)(NVGPU *gpu, unsigned chid);
};

/* For the table of cards */
extern const NVGraphContexts nv20_contexts, nv25_contexts, nv40_contexts;

/** Instructions that CTXCTL's program can have, NV40:NV50 */
#define NV_CTXCTL_CODE_WORDS 256

/**
 * struct NVContextWord - a register's word in a context in memory, NV20:NV40
 *
 * @reg: index into NVGPU.regs
 * @mask: bits of it that can be set
 * @offset: where in the context, in bytes
 * @initial: what a word of 0 there stands for: those bits are inverted
 */
typedef struct NVContextWord {
    uint32_t reg, mask, offset;
    uint32_t initial;
} NVContextWord;

/** Channels of a card, at most, NV04:NV50 */
#define NV_GRAPH_CHANNELS 32

/** Channel of NVGraph that stands for none */
#define NV_GRAPH_NO_CHANNEL 0xff

/**
 * struct NVGraph - PGRAPH's state beyond its registers
 *
 * @regs: registers from 0x400000 on; they hold the context of channel @chid
 * @chid: channel, or NV_GRAPH_NO_CHANNEL; registers say the same, this is for
 *        a quick look
 * @pipe: what is behind PIPE_ADDRESS
 * @context: what a context in memory has of the registers, NV20:NV40
 * @context_words: their number
 * @ctxctl_code: CTXCTL's program, NV40:NV50
 * @nv50: what the context of channel @chid has beside registers, NV50:NVC0
 * @zpass: each channel's counter of pixels that QUERY_ENABLE lets count,
 *         NV20:NV50
 * @unloading: the channel leaves when @op has ended; see nv50_graph_unload()
 * @op: operation under way
 * @method_addr, @method_data: the method under way, as TRAPPED_ADDR and
 *                             TRAPPED_DATA will show it if it's wrong
 * @overspent: work that was done beyond the budget, in units
 * @budget: units left in this run
 * @binding: class of the current subchannel's object
 * @nothing: the method from which on a run needn't be looked at
 * @indices: methods of the classes, in the order of nv_graph_classes
 * @words: the words being executed, out of the guest's reach
 */
typedef struct NVGraph {
    NVRegFile regs;
    uint8_t chid;
    uint32_t pipe[NV_GRAPH_PIPE_WORDS];
    NVContextWord *context;
    unsigned context_words;
    uint32_t ctxctl_code[NV_CTXCTL_CODE_WORDS];
    uint32_t nv50[NV50_CTX__WORDS];
    uint32_t zpass[NV_GRAPH_CHANNELS];
    bool unloading;
    NVGraphOp op;
    uint32_t method_addr, method_data;
    int64_t overspent;
    int64_t budget;
    NVGraphBinding binding;
    uint32_t nothing;
    NVGraphIndex *indices;
    uint32_t words[NV_GRAPH_WORDS];
} NVGraph;

/* Families and the registers of each generation, for the table of cards */
extern const NVGraphFamily nv04_graph_family;
extern const NVGraphFamily nv50_graph_family;
extern const NVGraphFamily nv94_graph_family;
extern const NVRegBlock nv04_pgraph_regs;
extern const NVRegBlock nv05_pgraph_regs;
extern const NVRegBlock nv10_pgraph_regs;
extern const NVRegBlock nv15_pgraph_regs;
extern const NVRegBlock nv17_pgraph_regs;
extern const NVRegBlock nv20_pgraph_regs;
extern const NVRegBlock nv25_pgraph_regs;
extern const NVRegBlock nv30_pgraph_regs;
extern const NVRegBlock nv40_pgraph_regs;
extern const NVRegBlock nv45_pgraph_regs;
extern const NVRegBlock nv41_pgraph_regs;
extern const NVRegBlock nv44_pgraph_regs;
extern const NVRegBlock nv50_pgraph_regs;
extern const NVRegBlock nva0_pgraph_regs;

/**
 * struct NV50TpcPlaces - registers of the first TPC: words of BAR0, NV50:NVC0
 *
 * @tex_trap, @mpc_trap, @prop_trap: TRAP of its units
 * @prop_trap_addr_low, @prop_trap_addr_high: where PROP has faulted
 */
typedef struct NV50TpcPlaces {
    uint32_t tex_trap, mpc_trap, prop_trap;
    uint32_t prop_trap_addr_low, prop_trap_addr_high;
} NV50TpcPlaces;

extern const NV50TpcPlaces nv50_tpc;
extern const NV50TpcPlaces nva0_tpc;

/**
 * nv50_graph_unload: take a channel away from PGRAPH, NV50:NVC0
 * @gpu: the device
 * @block: address of the channel's instance block
 *
 * Puts its context into memory, which a driver may free then.  If something of
 * the channel is under way, NVGraph.unloading is true until that has ended.
 */
void nv50_graph_unload(NVGPU *gpu, uint32_t block);

extern const VMStateDescription nv_vmstate_graph;
extern const VMStateDescription nv50_vmstate_graph;

#endif /* HW_NV_GRAPH_H */
