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

#endif /* HW_NV_GRAPH_H */
