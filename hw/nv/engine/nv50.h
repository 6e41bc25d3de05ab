/*
 * NVIDIA GPU: what the parts of NV50's PGRAPH show each other
 *
 * A context is what the methods of its objects have set.  Nearly all of it is
 * out of reach of the CPU, so the model keeps the methods' parameters as they
 * came, in NVGraph.nv50, and decodes them where they are used: they may come
 * from memory that the guest has written.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_H
#define HW_NV_ENGINE_NV50_H

#include "internal.h"
#include "layout.h"
#include "nv50-pgraph.h"

/** Words of an object's instance */
#define NV50_OBJECT_WORDS 4

/** Words of a context that isn't in use, before the channel's own */
#define NV50_GRCTX_HEADER 2

/** NV50_VM_ADDR_MASK - bits of a virtual address */
#define NV50_VM_ADDR_MASK MAKE_64BIT_MASK(0, 40)

/* --- nv50-context.c --------------------------------------------------- */

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
 * Puts its context into memory, which a driver may free then.  If something of
 * the channel is under way, NVGraph.unloading is true until that has ended.
 */
void nv50_graph_unload(NVGPU *gpu, uint32_t block);

extern const VMStateDescription nv50_vmstate_graph;

/** nv50_graph_block: address of the current channel's instance block */
static inline uint32_t nv50_graph_block(NVGPU *gpu)
{
    return NV_R(gpu, NV50_PGRAPH_CTXCTL_CUR) << 12;
}

/**
 * nv50_graph_inst: the instance that a method's parameter names
 * @gpu: the device
 * @val: the parameter: address of the object in video memory, in 16 bytes
 *
 * Returns it as PGRAPH keeps it, in units of 16 bytes from the instance block.
 */
static inline uint16_t nv50_graph_inst(NVGPU *gpu, uint32_t val)
{
    return val - (nv50_graph_block(gpu) >> 4);
}

/** nv50_graph_inst_addr: where in video memory such an instance is */
static inline uint32_t nv50_graph_inst_addr(NVGPU *gpu, uint16_t inst)
{
    return nv50_graph_block(gpu) + ((uint32_t)inst << 4);
}

/** nv50_graph_dmaobj: decode the DMA object at an instance */
bool nv50_graph_dmaobj(NVGPU *gpu, uint16_t inst, NVDMAObject *obj);

/**
 * nv50_object_set: change an instance in the current object's words
 * @gpu: the device
 * @word: 1 to 3: of CTX_SWITCH_2 to CTX_SWITCH_4 the low half
 * @inst: the instance
 */
void nv50_object_set(NVGPU *gpu, unsigned word, uint16_t inst);

/** nv50_object_get: that instance */
uint16_t nv50_object_get(NVGPU *gpu, unsigned word);

/* --- nv50-object.c ---------------------------------------------------- */

void nv50_graph_notify(NVGPU *gpu);                     /* see NVGraphFamily */

/**
 * nv50_notifier_write: write a notifier
 * @gpu: the device
 * @offset: where in the object's DMA_NOTIFY, in bytes
 * @fault: why not, if it fails
 *
 * Returns false if that fails.
 */
bool nv50_notifier_write(NVGPU *gpu, uint32_t offset, NVDmaFault *fault);

/** Where M2MF's notifier is */
#define NV50_NOTIFIER_BUFFER 0x10

/**
 * nv50_graph_dma: check the DMA object that a method's parameter names
 * @gpu: the device
 * @val: the parameter
 * @write: it is going to be written to
 * @inst: the instance
 *
 * Returns false, and raises DATA_ERROR, if it isn't one for that.
 */
bool nv50_graph_dma(NVGPU *gpu, uint32_t val, bool write, uint16_t *inst);

extern const NVGraphMethod nv50_graph_common[];
extern const NVGraphMethod nv50_mthd_serialize[];

/* Parameters: these give NV50_DATA_OK, or what is wrong. */
uint8_t nv50_check_bool(uint32_t val);
uint8_t nv50_check_address_high(uint32_t val);
uint8_t nv50_check_block_dimensions(uint32_t val);
uint8_t nv50_check_depth(uint32_t val);

/* --- nv50-pgraph.c ---------------------------------------------------- */

/* Of registers, for their table */
void nv50_pgraph_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv50_pgraph_unit_trap_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv50_pgraph_disable_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv50_pgraph_cur_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv50_pgraph_status_read(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_vstatus_2_read(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_fifo_status_read(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_units_read(NVGPU *gpu, uint32_t addr);
uint32_t nva0_pgraph_units_read(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_misc_read(NVGPU *gpu, uint32_t addr);
void nv50_pgraph_misc_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- nv50-error.c ----------------------------------------------------- */

void nv50_graph_refuse(NVGPU *gpu, bool known);         /* see NVGraphFamily */

/** nv50_graph_raise: set a bit of INTR, with the method under way */
void nv50_graph_raise(NVGPU *gpu, uint32_t intr);

/** nv50_graph_error: the same, and stop */
void nv50_graph_error(NVGPU *gpu, uint32_t intr, const char *why);

/**
 * nv50_graph_trap: a unit fails while it executes a method
 * @gpu: the device
 * @unit: which
 * @status: bits of its TRAP
 *
 * Sets INTR, TRAP and the unit's own TRAP, and stops PGRAPH, where the driver
 * has enabled that.
 */
void nv50_graph_trap(NVGPU *gpu, NV50Unit unit, uint32_t status);

/**
 * nv50_graph_fault: report an access to memory that has failed
 * @gpu: the device
 * @user: who made it
 * @fault: the access
 *
 * The unit's trap is still to be raised.
 */
void nv50_graph_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault);

/**
 * nv50_dispatch_fault: DISPATCH has failed to read or write memory
 * @gpu: the device
 * @user: why it did that
 * @fault: what has failed
 *
 * The driver finds the method that is stuck.
 */
void nv50_dispatch_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault);

/**
 * nv50_prop_fault: PROP, which draws, has failed to read or write memory
 * @gpu: the device
 * @user: why it did that
 * @status: bits of its TRAP
 * @fault: what has failed
 */
void nv50_prop_fault(NVGPU *gpu, NVVmUser user, uint32_t status,
                     const NVDmaFault *fault);

/* --- nv50-m2mf.c ------------------------------------------------------ */

extern const NVGraphMethod nv50_mthd_m2mf[];

/* --- nv50-2d.c -------------------------------------------------------- */

extern const NVGraphMethod nv50_mthd_2d[];
extern const NVGraphMethod nv94_mthd_2d[];

/* --- nv50-query.c ----------------------------------------------------- */

/** nv50_3d: a word of the context, enum NV50Context3D */
static inline uint32_t *nv50_3d(NVGPU *gpu, unsigned word)
{
    return &gpu->graph->nv50[NV50_CTX_3D + word];
}

/** nv50_3d_set: keep a parameter; @arg: the word of the row's first method */
void nv50_3d_set(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);

/** nv50_3d_dma: the same for the instance of a DMA object */
void nv50_3d_dma(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                 uint32_t val);

/**
 * nv50_condition: whether something is to be drawn
 * @gpu: the device
 * @inst: the DMA object with queries
 * @addr: where in it
 * @mode: COND_MODE
 *
 * Returns false if not, or if memory is missing, which has been reported.
 */
bool nv50_condition(NVGPU *gpu, uint16_t inst, uint64_t addr, uint32_t mode);

/** nv50_3d_condition: the 3D object may draw */
bool nv50_3d_condition(NVGPU *gpu);

uint8_t nv50_check_cond_mode(uint32_t val);

/** Methods of queries and conditions: of 3D, of compute */
extern const NVGraphMethod nv50_mthd_query_3d[];
extern const NVGraphMethod nv50_mthd_query_compute[];

/* --- nv50-3d.c -------------------------------------------------------- */

extern const NVGraphMethod nv50_mthd_3d[];
extern const NVGraphMethod nv50_mthd_compute[];

/* --- nv50-clear.c ----------------------------------------------------- */

/* mthd 0x19d0: CLEAR_BUFFERS */
void nv50_clear_start(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                      uint32_t val);

/* --- nv50-3d-state.c -------------------------------------------------- */

/* Methods whose parameters nothing looks at */
extern const NVGraphMethod nv50_3d_state[];
extern const NVGraphMethod nv84_3d_state[];
extern const NVGraphMethod nva0_3d_state[];
extern const NVGraphMethod nva3_3d_state[];
extern const NVGraphMethod nv50_compute_state[];
extern const NVGraphMethod nva3_compute_state[];

#endif /* HW_NV_ENGINE_NV50_H */
