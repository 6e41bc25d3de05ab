/*
 * NVIDIA GPU: PGRAPH, for the card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_GRAPH_H
#define HW_NV_GRAPH_H

#include "hw/nv/chipset.h"

/* hw/nv/engine/chips.c; the lists are of lists of classes, see NVChip */
extern const NVGraphChip nv04_graph, nv05_graph, nv10_graph, nv15_graph,
    nv11_graph, nv17_graph, nv20_graph, nv25_graph, nv30_graph, nv34_graph,
    nv40_graph, nv45_graph, nv41_graph, nv44_graph, nv50_graph, nv84_graph,
    nv98_graph, nva0_graph;
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

extern const VMStateDescription nv_vmstate_graph;

/* --- NVC0+ ------------------------------------------------------------ */

typedef struct NVRegFile NVRegFile;
typedef struct NVRun NVRun;

/*
 * What executes methods.  Which channel they are for is the context control's
 * matter, which has loaded it: hw/nv/falcon.
 */

/**
 * nvc0_graph_bind: method 0
 * @gpu: the device
 * @subc: subchannel
 * @class: class of the object
 *
 * Returns false, and has done nothing, when PGRAPH is busy or stopped.
 */
bool nvc0_graph_bind(NVGPU *gpu, unsigned subc, uint32_t class);

/** nvc0_graph_run: as NVEngine's run() */
uint32_t nvc0_graph_run(NVGPU *gpu, const NVRun *run);

/** nvc0_graph_busy: something is under way */
bool nvc0_graph_busy(NVGPU *gpu);

/** nvc0_graph_work: as NVEngine's work() */
void nvc0_graph_work(NVGPU *gpu, int64_t *budget);

void nvc0_graph_reset(NVGPU *gpu);

/*
 * What it knows of the channel, beside registers, as words that the context
 * control saves and loads.  Any values may come back: a guest can write them.
 */
unsigned nvc0_graph_state_words(NVGPU *gpu);
uint32_t nvc0_graph_state_read(NVGPU *gpu, unsigned i);
void nvc0_graph_state_write(NVGPU *gpu, unsigned i, uint32_t val);

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

/** nvc0_pgraph_pulls: it takes commands: the driver lets it */
bool nvc0_pgraph_pulls(NVGPU *gpu);

#endif /* HW_NV_GRAPH_H */
