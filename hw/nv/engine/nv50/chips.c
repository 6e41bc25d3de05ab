/*
 * NVIDIA GPU: PGRAPH from NV50 to NVA8, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pgraph.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/graph.h"

#define NV50_GRAPH \
    .trapped_subch_shift = R_NV50_PGRAPH_TRAPPED_ADDR_SUBCH_SHIFT, \
    .trapped_chid_shift = 24, \
    .gob_height = 2

/* nvkm/engine/fifo/channv50.c and chang84.c: the channel's "eng" */
const NVGraphChip nv50_graph = {
    NV50_GRAPH,
    .family = &nv50_graph_family,
    .regs = &nv50_pgraph_regs,
    .tpc = &nv50_tpc,
    .grctx = 0x200,
};

const NVGraphChip nv84_graph = {
    NV50_GRAPH,
    .family = &nv50_graph_family,
    .regs = &nv50_pgraph_regs,
    .tpc = &nv50_tpc,
    .grctx = 0x020,
};

const NVGraphChip nv94_graph = {
    NV50_GRAPH,
    .family = &nv94_graph_family,
    .regs = &nv50_pgraph_regs,
    .tpc = &nv50_tpc,
    .grctx = 0x020,
};

const NVGraphChip nva0_graph = {
    NV50_GRAPH,
    .family = &nv94_graph_family,
    .regs = &nva0_pgraph_regs,
    .tpc = &nva0_tpc,
    .grctx = 0x020,
};

/* --- Classes ---------------------------------------------------------- */

/* The register database's list (fifo/nv_object.xml) */
static const uint16_t nv50_classes[] = {
    0x0002, 0x0003, 0x0030, 0x003d, 0x502d, 0x5039, 0
};

/* Older classes that the first of the cards still have */
static const uint16_t nv50_old_classes[] = {
    0x0012, 0x0019, 0x0043, 0x0044, 0x004a, 0x0057, 0x005d, 0x005f, 0x0072,
    0x305c, 0x3064, 0x3066, 0x307b, 0x308a, 0x5062, 0x5089, 0
};

static const uint16_t tesla_classes[] = { 0x5097, 0x50c0, 0 };
static const uint16_t tesla_nv84_classes[] = { 0x8297, 0 };
static const uint16_t tesla_nva0_classes[] = { 0x8397, 0x50c0, 0 };
static const uint16_t tesla_nva3_classes[] = { 0x8597, 0x50c0, 0x85c0, 0 };

const uint16_t *const nv50_class_lists[] = {
    nv50_classes, nv50_old_classes, tesla_classes, NULL
};

const uint16_t *const nv84_class_lists[] = {
    nv50_classes, tesla_classes, tesla_nv84_classes, NULL
};

const uint16_t *const nva0_class_lists[] = {
    nv50_classes, tesla_nva0_classes, NULL
};

const uint16_t *const nva3_class_lists[] = {
    nv50_classes, tesla_nva3_classes, NULL
};
