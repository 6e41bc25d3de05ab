/*
 * NVIDIA GPU: PGRAPH, as the rest of the card sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_GRAPH_H
#define HW_NV_GRAPH_H

#include "hw/nv/chipset.h"
#include "hw/nv/engine.h"
#include "qapi/qapi-types-nv-gpu-report.h"

/* In chips.c of their family; for the lists of lists of classes, see NVChip */
extern const NVGraphChip nv04_graph, nv05_graph, nv10_graph, nv15_graph,
    nv11_graph, nv17_graph, nv20_graph, nv25_graph, nv30_graph, nv34_graph,
    nv40_graph, nv45_graph, nv41_graph, nv44_graph, nv46_graph, nv47_graph,
    nv50_graph, nv84_graph, nv94_graph, nva0_graph, nvc0_graph, nve4_graph;
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
extern const uint16_t *const nve4_class_lists[];
extern const uint16_t *const nvf0_class_lists[];
extern const uint16_t *const nv117_class_lists[];

extern const VMStateDescription nv_vmstate_graph;

/**
 * nv_graph_names: the card's classes, and their methods
 * @gpu: the device
 * @classes, @methods: set to these; the caller frees them
 */
void nv_graph_names(NVGPU *gpu, NvClassNameList **classes,
                    NvMethodNameList **methods);

/** nv_graph_error_name: NVEngine.error() of the card's PGRAPH */
const char *nv_graph_error_name(NVGPU *gpu, unsigned i);

/* --- PGRAPH's objects, NVC0+ -------------------------------------------- */

/*
 * For the unit that has the registers, and for the code that switches contexts.
 * Of the registers, objects only write INTR, DATA_ERROR and TRAPPED_*, by
 * setting bits or words, the classes of the subchannels (the unit has all of
 * these in its table), and FIFO_CONTROL, whose PULL an error clears.  The unit
 * calls nvc0_graph_update_intr() after writes to INTR or INTR_EN, and
 * nv_engine_wake() after those to FIFO_CONTROL.
 */

/**
 * nvc0_graph_set_channel: set the channel whose memory methods read and write
 * @gpu: the device
 * @block: address of the channel's instance block; 0: PGRAPH has no channel
 *
 * Write its state after that, see nvc0_graph_state_write().
 */
void nvc0_graph_set_channel(NVGPU *gpu, uint32_t block);

/**
 * nvc0_graph_bind: method 0, SET_OBJECT
 * @gpu: the device
 * @chid, @subc: channel and subchannel
 * @class: class of its object from now on; if the card doesn't have it, this
 *         raises ILLEGAL_CLASS, without any other effect
 *
 * Returns false, without effect, if PGRAPH is busy or stopped.
 */
bool nvc0_graph_bind(NVGPU *gpu, unsigned chid, unsigned subc, uint32_t class);

/**
 * nvc0_graph_run: execute methods of the channel that is on PGRAPH
 * @gpu: the device
 * @run: the methods, from 0x100 to 0x3ffc
 *
 * Returns how many words it took; fewer than there are if it is busy, or was
 * stopped by an error at the last of them.
 */
uint32_t nvc0_graph_run(NVGPU *gpu, const NVRun *run);

/** nvc0_graph_busy: whether there is work for nvc0_graph_work() */
bool nvc0_graph_busy(NVGPU *gpu);

/** nvc0_graph_stuck: whether a fault has stopped it, until it is reset */
bool nvc0_graph_stuck(NVGPU *gpu);

/** nvc0_graph_work: see NVEngine */
void nvc0_graph_work(NVGPU *gpu, int64_t *budget);

/**
 * nvc0_graph_state_words: number of words of a channel's state
 *
 * The state is what the channel's methods have set.  Its words have no meaning
 * to others; any values may be written back.
 */
unsigned nvc0_graph_state_words(NVGPU *gpu);

/** nvc0_graph_state_read: read words from @first on; 0 beyond the end */
void nvc0_graph_state_read(NVGPU *gpu, unsigned first, uint32_t *words,
                           unsigned count);

/** nvc0_graph_state_write: write words; ignored while PGRAPH is busy */
void nvc0_graph_state_write(NVGPU *gpu, unsigned first, const uint32_t *words,
                            unsigned count);

/* --- PGRAPH's registers, NVC0+ ----------------------------------------- */

typedef struct NVRegFile NVRegFile;

/**
 * nvc0_pgraph_file: the register file of PGRAPH at an address of BAR0
 * @gpu: the device
 * @addr: the address
 *
 * Returns NULL if there is none, or if it is the context control's.  These
 * registers can be accessed from anywhere inside the device.
 */
NVRegFile *nvc0_pgraph_file(NVGPU *gpu, uint32_t addr);

/** nvc0_pgraph_set_ctxctl_intr: set the context control's interrupt */
void nvc0_pgraph_set_ctxctl_intr(NVGPU *gpu, bool level);

/** nvc0_pgraph_ctxctl_down: pending bits of INTR for the context control */
uint32_t nvc0_pgraph_ctxctl_down(NVGPU *gpu);

/**
 * nvc0_pgraph_spent: the cost of methods that were submitted by register
 * @gpu: the device
 *
 * Returns units, see NVEngine, since the last call: the context control can
 * submit many methods.
 */
int64_t nvc0_pgraph_spent(NVGPU *gpu);

/** nvc0_pgraph_pulls: whether the driver lets it take commands */
bool nvc0_pgraph_pulls(NVGPU *gpu);

#endif /* HW_NV_GRAPH_H */
