/*
 * NVIDIA GPU: what the parts of PGRAPH show each other
 *
 * The path of a method: object.c finds the class of the subchannel's object
 * and the method's row in the class's table; the row's function changes the
 * context, which is PGRAPH's registers, or draws.  What may take long becomes
 * the operation under way, see operation.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_INTERNAL_H
#define HW_NV_ENGINE_INTERNAL_H

#include "context.h"
#include "graph.h"
#include "grobj.h"
#include "object.h"
#include "operation.h"
#include "pgraph.h"

typedef struct NVGraphMethod NVGraphMethod;

/* Methods wrap here */
#define NV_GRAPH_MTHD_END 0x2000

/**
 * struct NVGraphMethod - a method of a class, or a row of equal ones
 *
 * @name: name in the register database, for traces; NULL ends a table
 * @mthd: first method, in bytes
 * @count: number of methods, 0 stands for 1
 * @stride: bytes between two of them, 0 stands for 4
 * @arg: for the functions
 * @gate: bit of DEBUG_3 without which the method doesn't exist
 * @valid: tells a good parameter; any is if NULL
 * @check: gives what is wrong with a parameter, enum NV50DataError; NV50+
 * @set: take one parameter; @index is the method's place in the row.  NULL:
 *       the driver has to execute it (MISSING_HW)
 * @block: take at least one of many, in place of @set
 */
struct NVGraphMethod {
    const char *name;
    uint16_t mthd;
    uint16_t count;
    uint8_t stride;
    uint8_t arg;
    uint32_t gate;
    bool (*valid)(uint32_t val);
    uint8_t (*check)(uint32_t val);
    void (*set)(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                uint32_t val);
    uint32_t (*block)(NVGPU *gpu, const NVGraphMethod *method,
                      const uint32_t *data, uint32_t count);
};

/** nv_graph_method_at: one of a row of methods, in bytes */
static inline uint32_t nv_graph_method_at(const NVGraphMethod *method,
                                          unsigned index)
{
    return method->mthd + index * (method->stride ? method->stride : 4);
}

/** Tables of methods that a class can consist of */
#define NV_GRAPH_TABLES 8

/**
 * struct NVGraphClass - a class of objects
 *
 * @class: its number
 * @name: its name in the register database
 * @methods: tables of its methods, beside nv_graph_common
 * @open: it may have others, which are taken and reported
 */
struct NVGraphClass {
    uint16_t class;
    const char *name;
    const NVGraphMethod *methods[NV_GRAPH_TABLES];
    bool open;
};

/**
 * NVGraphWork - go on with an operation
 * @gpu: the device
 * @budget: see NVEngine
 * @fault: becomes the access that failed last
 *
 * Returns true when it is at its end.
 */
typedef bool NVGraphWork(NVGPU *gpu, int64_t *budget, NVDmaFault *fault);

/**
 * NVGraphDone - an operation has ended
 * @gpu: the device
 * @nsource: errors, as in NVGraphOp, or 0
 * @fault: the access that failed last
 */
typedef void NVGraphDone(NVGPU *gpu, uint32_t nsource,
                         const NVDmaFault *fault);

/** struct NVGraphOpInfo - how an operation goes on, and how it ends */
typedef struct NVGraphOpInfo {
    NVGraphWork *work;
    NVGraphDone *done;
} NVGraphOpInfo;

/**
 * struct NVGraphFamily - PGRAPHs that have objects and contexts of one kind
 *
 * @classes, @class_count: the classes that are modelled
 * @common: methods that all classes have
 * @ops: its operations, by enum NVGraphOpKind
 * @ready: contexts can be exchanged, for methods of subchannel @subc of channel
 *         @chid; if not, who can has been asked to do it.  NULL: always
 * @enter: bring channel @chid's context into the registers, which hold none; if
 *         it can't, it sets NVGraph.chid to NV_GRAPH_NO_CHANNEL
 * @leave: put away the context that the registers hold
 * @load: read an object from its instance into a subchannel, and select that
 * @select: make a subchannel's object the current one
 * @refuse: the current method doesn't exist; its class does, or doesn't
 * @notify: the method after NOTIFY has been done
 */
struct NVGraphFamily {
    const NVGraphClass *classes;
    unsigned class_count;
    const NVGraphMethod *common;
    NVGraphOpInfo ops[NV_GRAPH_OP__MAX];
    bool (*ready)(NVGPU *gpu, unsigned chid, unsigned subc);
    void (*enter)(NVGPU *gpu, unsigned chid);
    void (*leave)(NVGPU *gpu);
    void (*load)(NVGPU *gpu, unsigned subc, uint32_t inst);
    void (*select)(NVGPU *gpu, unsigned subc);
    void (*refuse)(NVGPU *gpu, bool known);
    void (*notify)(NVGPU *gpu);
};

extern const NVGraphFamily nv04_graph_family;
extern const NVGraphFamily nv50_graph_family;
extern const NVGraphFamily nv94_graph_family;

/* --- the classes' methods --------------------------------------------- */

/** nv_graph_ignore: methods that are taken, and have no effect */
uint32_t nv_graph_ignore(NVGPU *gpu, const NVGraphMethod *method,
                         const uint32_t *data, uint32_t count);

/** NV_STATE - a row of methods with parameters of what isn't modelled */
#define NV_STATE(_mthd, _count) \
    { .name = "STATE", .mthd = (_mthd), .count = (_count), \
      .block = nv_graph_ignore }

/** nv_graph_draw_nothing: a method that draws, which is reported */
void nv_graph_draw_nothing(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val);

extern const NVGraphMethod nv_mthd_null[];              /* method.c */
extern const NVGraphMethod nv_graph_common[];           /* notify.c */
extern const NVGraphMethod nv_mthd_wait_for_idle[];
extern const NVGraphMethod nv_mthd_beta[];              /* ctxobj.c */
extern const NVGraphMethod nv_mthd_beta4[];
extern const NVGraphMethod nv_mthd_rop[];
extern const NVGraphMethod nv_mthd_clip[];
extern const NVGraphMethod nv_mthd_chroma_nv1[];
extern const NVGraphMethod nv_mthd_chroma[];
extern const NVGraphMethod nv_mthd_pattern_nv1[];       /* pattern.c */
extern const NVGraphMethod nv_mthd_pattern[];
extern const NVGraphMethod nv_mthd_surf2d_nv4[];        /* surface.c */
extern const NVGraphMethod nv_mthd_surf2d_nv10[];
extern const NVGraphMethod nv_mthd_surf_swz_nv4[];
extern const NVGraphMethod nv_mthd_surf_swz_nv10[];
extern const NVGraphMethod nv_mthd_surf3d[];
extern const NVGraphMethod nv_mthd_surf3d_kelvin[];
extern const NVGraphMethod nv_mthd_surf3d_rankine[];
extern const NVGraphMethod nv_mthd_surf3d_curie[];
extern const NVGraphMethod nv_mthd_m2mf[];              /* m2mf.c */
extern const NVGraphMethod nv_mthd_solid_nv1[];         /* rect.c */
extern const NVGraphMethod nv_mthd_solid_nv4[];
extern const NVGraphMethod nv_mthd_rect[];
extern const NVGraphMethod nv_mthd_line[];              /* line.c */
extern const NVGraphMethod nv_mthd_triangle[];
extern const NVGraphMethod nv_mthd_gdi_nv4[];           /* gdi.c */
extern const NVGraphMethod nv_mthd_blit_nv1[];          /* blit.c */
extern const NVGraphMethod nv_mthd_blit_nv4[];
extern const NVGraphMethod nv_mthd_blit[];
extern const NVGraphMethod nv_mthd_flip[];
extern const NVGraphMethod nv_mthd_ifc_nv1[];           /* ifc.c */
extern const NVGraphMethod nv_mthd_ifc_nv4[];
extern const NVGraphMethod nv_mthd_ifc[];
extern const NVGraphMethod nv_mthd_ifc_dither[];
extern const NVGraphMethod nv_mthd_kelvin_fence[];      /* kelvin.c */
extern const NVGraphMethod nv_mthd_kelvin[];
extern const NVGraphMethod nv_mthd_rankine[];
extern const NVGraphMethod nv_mthd_curie[];
extern const NVGraphMethod nv_mthd_rankine_scissor[];
extern const NVGraphMethod nv_mthd_surf3d_nv4[];        /* 3d-state.c */
extern const NVGraphMethod nv_mthd_d3d5[];
extern const NVGraphMethod nv_mthd_d3d6[];
extern const NVGraphMethod nv_mthd_celsius[];
extern const NVGraphMethod nv_mthd_celsius_state[];
extern const NVGraphMethod nv_mthd_kelvin_state[];
extern const NVGraphMethod nv_mthd_rankine_state[];
extern const NVGraphMethod nv_mthd_curie_state[];
extern const NVGraphMethod nv_mthd_sifm[];              /* sifm.c */
extern const NVGraphMethod nv_mthd_sifm_nv4[];
extern const NVGraphMethod nv_mthd_sifm_nv10[];
extern const NVGraphMethod nv_mthd_sifm_dither[];

/* --- pgraph.c --------------------------------------------------------- */

/* Of registers, for their tables */
void nv_pgraph_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_pgraph_intr_en_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_pgraph_fifo_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_pgraph_debug_0_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_pgraph_status_read(NVGPU *gpu, uint32_t addr);
void nv_pgraph_ctx_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_pgraph_pipe_read(NVGPU *gpu, uint32_t addr);
void nv_pgraph_pipe_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_pgraph_ctx_xfer_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_control_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_ucode_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_cur_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- error.c ---------------------------------------------------------- */

/** nv_pgraph_update_intr: INTR or INTR_EN has changed */
void nv_pgraph_update_intr(NVGPU *gpu);

/** nv_graph_stop: PGRAPH takes no methods until the driver sets FIFO */
void nv_graph_stop(NVGPU *gpu, const char *why);

/**
 * nv_graph_error: the current method is wrong, or what it started failed
 * @gpu: the device
 * @nsource: why, bits of NSOURCE
 *
 * Sets INTR, NSOURCE and NSTATUS and stops PGRAPH until the driver sets FIFO.
 */
void nv_graph_error(NVGPU *gpu, uint32_t nsource);

/** nv_graph_state_error: the context isn't fit for the current method */
void nv_graph_state_error(NVGPU *gpu);

/** nv_graph_missing_hw: the driver has to execute the current method */
void nv_graph_missing_hw(NVGPU *gpu);

/** nv04_graph_refuse: see NVGraphFamily */
void nv04_graph_refuse(NVGPU *gpu, bool known);

/** nv_graph_raise: set a bit of INTR and one of NSOURCE, without an error */
void nv_graph_raise(NVGPU *gpu, uint32_t intr, uint32_t nsource);

/**
 * nv50_graph_data_error: the current method's parameter is wrong, NV50:NVC0
 * @gpu: the device
 * @error: enum NV50DataError
 *
 * Returns true if that is an error that the unit checks for: it has stopped
 * then, and the method has to do nothing.
 */
bool nv50_graph_data_error(NVGPU *gpu, uint8_t error);

/** nv_graph_trap: what TRAPPED_ADDR and TRAPPED_DATA tell when that is done */
static inline void nv_graph_trap(NVGPU *gpu, unsigned chid, unsigned subc,
                                 uint32_t mthd, uint32_t data)
{
    const NVGraphChip *chip = gpu->chip->graph;

    gpu->graph->method_addr = mthd |
        subc << chip->trapped_subch_shift | chid << chip->trapped_chid_shift;
    gpu->graph->method_data = data;
}

/** nv_graph_failed: the current method's parameter was wrong */
static inline bool nv_graph_failed(NVGPU *gpu)
{
    return NV_R(gpu, NV_PGRAPH_NSOURCE) & NV_NSOURCE(DATA_ERROR);
}

/* --- context.c -------------------------------------------------------- */

void nv_graph_context_init(NVGPU *gpu);
void nv_graph_context_reset(NVGPU *gpu);
void nv_graph_context_exit(NVGPU *gpu);

/**
 * nv_graph_enter: methods of a channel come
 * @gpu: the device
 * @chid: the channel
 * @subc: the subchannel
 *
 * Returns whether its context is in the registers.  If not, the driver has
 * been asked to bring it there, and PGRAPH is stopped until it sets FIFO.
 */
bool nv_graph_enter(NVGPU *gpu, unsigned chid, unsigned subc);

/** nv_graph_leave: put away the context that the registers hold, if any */
void nv_graph_leave(NVGPU *gpu);

/** nv_graph_subchannel: make a subchannel's object the current one */
static inline void nv_graph_subchannel(NVGPU *gpu, unsigned subc)
{
    uint32_t user = NV_R(gpu, NV_PGRAPH_CTX_USER);

    if (unlikely(FIELD_EX32(user, NV_PGRAPH_CTX_USER, SUBCH) != subc)) {
        gpu->chip->graph->family->select(gpu, subc);
    }
}

/** nv04_graph_enter and so on: see NVGraphFamily */
bool nv04_graph_ready(NVGPU *gpu, unsigned chid, unsigned subc);
void nv04_graph_enter(NVGPU *gpu, unsigned chid);
void nv04_graph_leave(NVGPU *gpu);
void nv04_graph_load(NVGPU *gpu, unsigned subc, uint32_t inst);
void nv04_graph_select(NVGPU *gpu, unsigned subc);

/* --- object.c --------------------------------------------------------- */

void nv_graph_object_init(NVGPU *gpu);
void nv_graph_object_exit(NVGPU *gpu);

/* --- grobj.c ---------------------------------------------------------- */

/**
 * nv_grobj_set: change an option of the current object
 * @gpu: the device
 * @field: which
 * @val: its value
 *
 * Changes the registers and the object's instance.  Does nothing after an
 * error in the method's parameter.
 */
void nv_grobj_set(NVGPU *gpu, NVGrobjField field, uint32_t val);

/** nv_grobj_get: an option of the current object */
uint32_t nv_grobj_get(NVGPU *gpu, NVGrobjField field);

/** nv_grobj_is_shared: two options are in the same word on this card */
bool nv_grobj_is_shared(NVGPU *gpu, NVGrobjField a, NVGrobjField b);

/** nv_grobj_current, nv_grobj_cache: a word of options, in the registers */
uint32_t *nv_grobj_current(NVGPU *gpu, unsigned word);
uint32_t *nv_grobj_cache(NVGPU *gpu, unsigned word, unsigned subc);

/** nv_grobj_inst: the instance that a parameter names, in bytes */
static inline uint32_t nv_grobj_inst(NVGPU *gpu, uint32_t val)
{
    return (val & gpu->chip->graph->grobj->inst_mask) << 4;
}

/** nv_grobj_takes_dma: an object may be where a DMA object of class @want is */
static inline bool nv_grobj_takes_dma(uint32_t class, uint32_t want)
{
    return class == NV_CLASS_NULL || class == NV_CLASS_DMA_IN_MEMORY ||
           class == want;
}

/**
 * nv_grobj_check_class: DATA_ERROR if a parameter names a wrong class's object
 * @gpu: the device
 * @right: the class is one of those that the method takes
 *
 * Returns whether it was an error: DEBUG_3 says if classes are checked.
 */
bool nv_grobj_check_class(NVGPU *gpu, bool right);

/** nv_grobj_notify, nv_grobj_dma: instance of a DMA object, in bytes, or 0 */
static inline uint32_t nv_grobj_notify(NVGPU *gpu)
{
    return nv_grobj_get(gpu, NV_GROBJ_NOTIFY) << 4;
}

static inline uint32_t nv_grobj_dma(NVGPU *gpu, unsigned which)
{
    return nv_grobj_get(gpu, which ? NV_GROBJ_DMA_B : NV_GROBJ_DMA_A) << 4;
}

static inline unsigned nv_grobj_color_format(NVGPU *gpu)
{
    return nv_grobj_get(gpu, NV_GROBJ_COLOR_FORMAT);
}

/** nv_grobj_is_cga6: bitmaps have a byte's first pixel in its bit 7 */
static inline bool nv_grobj_is_cga6(NVGPU *gpu)
{
    return nv_grobj_get(gpu, NV_GROBJ_MONO_FORMAT) == 1;
}

/** enum NVLink - objects that others refer to; methods 0x0184..0x01a0 */
typedef enum NVLink {
    NV_LINK_CHROMA_NV1,
    NV_LINK_CHROMA,
    NV_LINK_CLIP,
    NV_LINK_PATTERN_NV1,
    NV_LINK_PATTERN,
    NV_LINK_ROP,
    NV_LINK_BETA1,
    NV_LINK_BETA4,
    NV_LINK_SURFACE_DST,
    NV_LINK_SURFACE_SRC,
    NV_LINK_SURFACE,
    NV_LINK_SURFACE_ANY,        /* swizzled ones, too */
} NVLink;

void nv_mthd_link(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                  uint32_t val);

#define NV_MTHD_LINK(_mthd, _link) \
    { .name = #_link, .mthd = (_mthd), .arg = NV_LINK_ ## _link, \
      .gate = NV_DEBUG_3(CTX_METHODS), .set = nv_mthd_link }

/* Methods that the 2D objects have in common */
bool nv_valid_operation_nv1(uint32_t val);
bool nv_valid_operation(uint32_t val);
void nv_mthd_operation(NVGPU *gpu, const NVGraphMethod *method,
                       unsigned index, uint32_t val);

#define NV_MTHD_OPERATION(_mthd, _valid) \
    { .name = "OPERATION", .mthd = (_mthd), .valid = (_valid), \
      .gate = NV_DEBUG_3(OP_METHODS), .set = nv_mthd_operation }

bool nv_valid_mono_format(uint32_t val);
void nv_mthd_mono_format(NVGPU *gpu, const NVGraphMethod *method,
                         unsigned index, uint32_t val);

/* @val of 0x2f8 or 0x2fc: COLOR_CONVERSION */
bool nv_valid_dither(uint32_t val);
void nv_mthd_dither(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val);

/** nv_mthd_dma_source: 0x184, the DMA object that something is read from */
void nv_mthd_dma_source(NVGPU *gpu, const NVGraphMethod *method,
                        unsigned index, uint32_t val);

/** nv_mthd_missing: rows of methods that are left to the driver */
#define NV_MTHD_MISSING(_mthd, _count) \
    { .name = "MISSING", .mthd = (_mthd), .count = (_count) }

/* --- notify.c --------------------------------------------------------- */

/** nv04_graph_notify: write the notifier that NOTIFY has asked for */
void nv04_graph_notify(NVGPU *gpu);

/** nv_graph_buffer_notify: write the notifier of M2MF */
void nv_graph_buffer_notify(NVGPU *gpu);

/* --- clear.c ---------------------------------------------------------- */

/* mthd 0x1d94: CLEAR_BUFFERS */
void nv_clear_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                    uint32_t val);

/* --- operation.c ------------------------------------------------------ */

/**
 * nv_graph_start: begin an operation and do as much as the run allows
 * @gpu: the device
 * @op: the operation, of which at least @kind is set
 */
void nv_graph_start(NVGPU *gpu, const NVGraphOp *op);

/** nv_graph_spend: work that isn't an operation's was done */
void nv_graph_spend(NVGPU *gpu, int64_t units);

/** nv_graph_go_on: do more of the operation under way, see NVEngine */
void nv_graph_go_on(NVGPU *gpu, int64_t *budget);

/** nv_graph_op_is_sane: the operation is one that the card may have */
bool nv_graph_op_is_sane(NVGPU *gpu);

extern const VMStateDescription nv_vmstate_graph_op;

/* The operations, for families: see NVGraphOpInfo */
NVGraphWork nv_m2mf_work;
NVGraphDone nv_m2mf_done;
NVGraphWork nv_solid_work;
NVGraphWork nv_blit_work;
NVGraphWork nv_sifm_work;
NVGraphWork nv_clear_work;
NVGraphWork nv50_m2mf_work;
NVGraphDone nv50_m2mf_done;
NVGraphWork nv50_solid_work;
NVGraphWork nv50_blit_work;
NVGraphWork nv50_clear_work;
NVGraphDone nv50_clear_done;

#endif /* HW_NV_ENGINE_INTERNAL_H */
