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

/* --- What PGRAPH's objects do, NVC0+ ----------------------------------- */

/*
 * The unit with the registers, and what exchanges contexts, use these.  The
 * objects' own are INTR, DATA_ERROR and TRAPPED_*, where they set bits or
 * words, and the classes of the subchannels, all of which the unit has in its
 * table; and FIFO_CONTROL, whose PULL an error clears.  The unit calls
 * nvc0_graph_update_intr() when INTR or INTR_EN, and nv_engine_wake() when
 * FIFO_CONTROL has been written.
 */

/**
 * nvc0_graph_set_channel: say whose memory methods read and write
 * @gpu: the device
 * @block: address of the channel's instance block; 0: none has PGRAPH
 *
 * Its state is still to be written, see nvc0_graph_state_write().
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

/** nvc0_graph_stuck: a fault has stopped it; only a reset lets it go on */
bool nvc0_graph_stuck(NVGPU *gpu);

/** nvc0_graph_work: see NVEngine */
void nvc0_graph_work(NVGPU *gpu, int64_t *budget);

/**
 * nvc0_graph_state_words: how many words the state of a channel has
 *
 * That is what its methods have set.  They mean nothing outside, and may come
 * back with any values.
 */
unsigned nvc0_graph_state_words(NVGPU *gpu);

/** nvc0_graph_state_read: words of it from @first on; 0 where there are none */
void nvc0_graph_state_read(NVGPU *gpu, unsigned first, uint32_t *words,
                           unsigned count);

/** nvc0_graph_state_write: set them; there are none while PGRAPH is busy */
void nvc0_graph_state_write(NVGPU *gpu, unsigned first, const uint32_t *words,
                            unsigned count);

/* --- PGRAPH's registers, NVC0+ ----------------------------------------- */

typedef struct NVRegFile NVRegFile;

/**
 * nvc0_pgraph_file: the registers of PGRAPH that are at an address of BAR0
 * @gpu: the device
 * @addr: the address
 *
 * Returns NULL where it has none, and for its context control's.  They can be
 * read and written whoever is inside the device.
 */
NVRegFile *nvc0_pgraph_file(NVGPU *gpu, uint32_t addr);

/** nvc0_pgraph_set_ctxctl_intr: whether the context control wants the host */
void nvc0_pgraph_set_ctxctl_intr(NVGPU *gpu, bool level);

/** nvc0_pgraph_ctxctl_down: what it has the context control do; INTR's bits */
uint32_t nvc0_pgraph_ctxctl_down(NVGPU *gpu);

/**
 * nvc0_pgraph_spent: what methods have taken that came by registers
 * @gpu: the device
 *
 * Returns units, see NVEngine, since it was asked last: the context control can
 * have many of them executed.
 */
int64_t nvc0_pgraph_spent(NVGPU *gpu);

/** nvc0_pgraph_pulls: it takes commands: the driver lets it */
bool nvc0_pgraph_pulls(NVGPU *gpu);

#endif /* HW_NV_GRAPH_H */
