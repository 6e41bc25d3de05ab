/*
 * NVIDIA GPU: PGRAPH, for the card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_GRAPH_H
#define HW_NV_GRAPH_H

#include "hw/nv/chipset.h"
#include "hw/nv/engine.h"

/* hw/nv/engine/chips.c; the lists are of lists of classes, see NVChip */
extern const NVGraphChip nv04_graph, nv05_graph, nv10_graph, nv15_graph,
    nv11_graph, nv17_graph, nv20_graph, nv25_graph, nv30_graph, nv34_graph,
    nv40_graph, nv45_graph, nv41_graph, nv44_graph, nv46_graph, nv47_graph,
    nv50_graph, nv84_graph, nv94_graph, nva0_graph, nvc0_graph;
extern const uint16_t *const nv04_class_lists[];
extern const uint16_t *const nv05_class_lists[];
extern const uint16_t *const nv10_class_lists[];
extern const uint16_t *const nv15_class_lists[];
extern const uint16_t *const nv17_class_lists[];
extern const uint16_t *const nv20_class_lists[];
extern const uint16_t *const nv25_class_lists[];
extern const uint16_t *const nv30_class_lists[];
extern const uint16_t *const nv35_class_lists[];
extern const uint16_t *const nv34_class_lists[];
extern const uint16_t *const nv40_class_lists[];
extern const uint16_t *const nv41_class_lists[];
extern const uint16_t *const nv44_class_lists[];
extern const uint16_t *const nv50_class_lists[];
extern const uint16_t *const nv84_class_lists[];
extern const uint16_t *const nva0_class_lists[];
extern const uint16_t *const nva3_class_lists[];
extern const uint16_t *const nvc0_class_lists[];
extern const uint16_t *const nvc1_class_lists[];
extern const uint16_t *const nvc8_class_lists[];

extern const VMStateDescription nv_vmstate_graph;

/**
 * nv_graph_names: append the card's classes and their methods to a text
 * @gpu: the device
 * @text: lines "class NUMBER NAME", where a class that binds and isn't modelled
 *        has the name "-", and "method CLASS NAME FIRST COUNT STRIDE" with the
 *        methods that it has
 */
void nv_graph_names(NVGPU *gpu, GString *text);

/** nv_graph_error_name: NVEngine.error() of the card's PGRAPH */
const char *nv_graph_error_name(NVGPU *gpu, unsigned i);

/* --- What PGRAPH's objects do, NVC0+ ----------------------------------- */

/*
 * The unit that has the registers, and the code that switches contexts, use
 * these.  The objects themselves only write INTR, DATA_ERROR and TRAPPED_*, by
 * setting bits or words, the classes of the subchannels (the unit has all of
 * these in its table), and FIFO_CONTROL, whose PULL an error clears.  The unit
 * calls nvc0_graph_update_intr() when INTR or INTR_EN has been written, and
 * nv_engine_wake() when FIFO_CONTROL has.
 */

/**
 * nvc0_graph_set_channel: set the channel whose memory methods read and write
 * @gpu: the device
 * @block: address of the channel's instance block; 0: PGRAPH has no channel
 *
 * Its state has to be written after that, see nvc0_graph_state_write().
 */
void nvc0_graph_set_channel(NVGPU *gpu, uint32_t block);

/**
 * nvc0_graph_bind: method 0, SET_OBJECT
 * @gpu: the device
 * @subc: subchannel
 * @class: class of its object from now on; one that the card doesn't have
 *         raises ILLEGAL_CLASS, and changes nothing
 *
 * Returns false, and has done nothing, when PGRAPH is busy or stopped.
 */
bool nvc0_graph_bind(NVGPU *gpu, unsigned subc, uint32_t class);

/**
 * nvc0_graph_run: execute methods of the channel that has PGRAPH
 * @gpu: the device
 * @run: the methods, of 0x100 to 0x3ffc
 *
 * Returns how many words it took; fewer than there are when it is busy, or was
 * stopped by an error, after the last of them.
 */
uint32_t nvc0_graph_run(NVGPU *gpu, const NVRun *run);

/** nvc0_graph_busy: something is under way, which nvc0_graph_work() ends */
bool nvc0_graph_busy(NVGPU *gpu);

/** nvc0_graph_stuck: it was stopped by a fault, and needs a reset */
bool nvc0_graph_stuck(NVGPU *gpu);

/** nvc0_graph_work: see NVEngine */
void nvc0_graph_work(NVGPU *gpu, int64_t *budget);

/**
 * nvc0_graph_state_words: how many words the state of a channel has
 *
 * The state is what the channel's methods have set.  Its words mean nothing
 * outside, and may be written back with any values.
 */
unsigned nvc0_graph_state_words(NVGPU *gpu);

/** nvc0_graph_state_read: read words of it from @first on; 0 beyond its end */
void nvc0_graph_state_read(NVGPU *gpu, unsigned first, uint32_t *words,
                           unsigned count);

/** nvc0_graph_state_write: set them; ignored while PGRAPH is busy */
void nvc0_graph_state_write(NVGPU *gpu, unsigned first, const uint32_t *words,
                            unsigned count);

/* --- PGRAPH's registers, NVC0+ ----------------------------------------- */

typedef struct NVRegFile NVRegFile;

/**
 * nvc0_pgraph_file: the registers of PGRAPH that are at an address of BAR0
 * @gpu: the device
 * @addr: the address
 *
 * Returns NULL if it has none there, and for those of its context control.
 * They can be read and written from anywhere inside the device.
 */
NVRegFile *nvc0_pgraph_file(NVGPU *gpu, uint32_t addr);

/** nvc0_pgraph_set_ctxctl_intr: the context control interrupts the host */
void nvc0_pgraph_set_ctxctl_intr(NVGPU *gpu, bool level);

/** nvc0_pgraph_ctxctl_down: INTR's bits that are for the context control */
uint32_t nvc0_pgraph_ctxctl_down(NVGPU *gpu);

/**
 * nvc0_pgraph_spent: the cost of methods that were submitted by registers
 * @gpu: the device
 *
 * Returns units, see NVEngine, since the last call: the context control can
 * have many methods executed.
 */
int64_t nvc0_pgraph_spent(NVGPU *gpu);

/** nvc0_pgraph_pulls: the driver lets it take commands */
bool nvc0_pgraph_pulls(NVGPU *gpu);

#endif /* HW_NV_GRAPH_H */
