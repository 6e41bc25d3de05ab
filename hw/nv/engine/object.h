/*
 * NVIDIA GPU: PGRAPH's objects: finding their methods
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_OBJECT_H
#define HW_NV_ENGINE_OBJECT_H

#include "hw/nv/chipset.h"

typedef struct NVGraphClass NVGraphClass;
typedef struct NVGraphIndex NVGraphIndex;

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

/**
 * struct NVGraphDispatch - how methods find what executes them
 *
 * @indices: methods of the classes, in the order of the family's
 * @nothing: the method from which on a run needn't be looked at
 * @words: the words being executed, out of the guest's reach
 */
typedef struct NVGraphDispatch {
    NVGraphIndex *indices;
    uint32_t nothing;
    uint32_t words[NV_GRAPH_WORDS];
} NVGraphDispatch;

/* Methods wrap here */
#define NV_GRAPH_MTHD_END 0x2000

void nv_graph_object_init(NVGPU *gpu);
void nv_graph_object_exit(NVGPU *gpu);

#endif /* HW_NV_ENGINE_OBJECT_H */
