/*
 * NVIDIA GPU: PGRAPH of Fermi and later, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/engine/family.h"
#include "hw/nv/engine/graph.h"
#include "hw/nv/graph-regs-nvc0.h"

/* The registers belong to another unit, see graph.h. */
#define NVC0_GRAPH \
    .family = &nvc0_graph_family, \
    .trapped_subch_shift = R_NVC0_PGRAPH_TRAPPED_ADDR_SUBCH_SHIFT, \
    .trapped_chid_shift = 24, \
    .gob_height = 3

const NVGraphChip nvc0_graph = { NVC0_GRAPH };
const NVGraphChip nve4_graph = { NVC0_GRAPH, .keeps_unknown = true };

/* --- Classes ---------------------------------------------------------- */

/* The register database's list, and those that nouveau's gf110.c has */
static const uint16_t nvc0_classes[] = {
    0x902d, 0x9039, 0x9097, 0x90c0, 0
};
static const uint16_t fermi_nvc1_classes[] = { 0x9197, 0 };
static const uint16_t fermi_nvc8_classes[] = { 0x9297, 0x91c0, 0 };
/* Those of nouveau's gk104.c */
static const uint16_t kepler_nve4_classes[] = {
    0x902d, 0xa040, 0xa097, 0xa0c0, 0
};
/* gk110.c's and gk208.c's */
static const uint16_t kepler_nvf0_classes[] = {
    0x902d, 0xa140, 0xa197, 0xa1c0, 0
};
/* gm107.c's */
static const uint16_t maxwell_nv117_classes[] = {
    0x902d, 0xa140, 0xb097, 0xb0c0, 0
};

const uint16_t *const nvc0_class_lists[] = { nvc0_classes, NULL };

const uint16_t *const nvc1_class_lists[] = {
    nvc0_classes, fermi_nvc1_classes, NULL
};

const uint16_t *const nvc8_class_lists[] = {
    nvc0_classes, fermi_nvc1_classes, fermi_nvc8_classes, NULL
};

const uint16_t *const nve4_class_lists[] = { kepler_nve4_classes, NULL };

const uint16_t *const nvf0_class_lists[] = { kepler_nvf0_classes, NULL };

const uint16_t *const nv117_class_lists[] = { maxwell_nv117_classes, NULL };
