/*
 * NVIDIA GPU: PGRAPH's objects: finding their methods
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_OBJECT_H
#define HW_NV_ENGINE_OBJECT_H

#include "hw/nv/chipset.h"
#include "hw/nv/engine.h"
#include "qapi/qapi-types-nv-gpu-report.h"

typedef struct NVGraphClass NVGraphClass;
typedef struct NVGraphIndex NVGraphIndex;

/**
 * struct NVGraphBinding - the class of the current object
 *
 * @id: class number; UINT32_MAX if the rest isn't valid
 * @class: the class, NULL if it isn't modelled
 * @index: its methods
 * @known: the card has this class
 * @nothing: from this method on, in bytes, methods have no effect
 */
typedef struct NVGraphBinding {
    uint32_t id;
    const NVGraphClass *class;
    const NVGraphIndex *index;
    bool known;
    uint32_t nothing;
} NVGraphBinding;

/** Words of a run that are executed in one go */
#define NV_GRAPH_WORDS 1024

/**
 * struct NVGraphDispatch - how methods are found
 *
 * @indices: methods of the classes, in the family's order
 * @nothing: from this method on, runs can be skipped
 * @words: a copy of the words being executed, which the guest can't change
 */
typedef struct NVGraphDispatch {
    NVGraphIndex *indices;
    uint32_t nothing;
    uint32_t words[NV_GRAPH_WORDS];
} NVGraphDispatch;

/* Methods wrap here */
#define NV_GRAPH_MTHD_END 0x2000
#define NVC0_GRAPH_MTHD_END 0x4000

void nv_graph_object_init(NVGPU *gpu);
void nv_graph_object_exit(NVGPU *gpu);

/** nv_graph_set_class: select the class of the methods that follow */
void nv_graph_set_class(NVGPU *gpu, uint32_t id);

/**
 * nv_graph_methods: execute methods of the current class
 * @gpu: the device
 * @mthd: first method, in bytes
 * @step: bytes from one method to the next: 4 or 0
 * @data: their parameters
 * @count: their number
 *
 * Returns how many were executed: at least one.
 */
uint32_t nv_graph_methods(NVGPU *gpu, uint32_t mthd, unsigned step,
                          const uint32_t *data, uint32_t count);

/** nv_graph_method_name: the name of a method of the current class */
const char *nv_graph_method_name(NVGPU *gpu, uint32_t mthd);

/**
 * nv_graph_take: copy words of a run, so that the guest can't change them
 * @words: NV_GRAPH_WORDS words
 * @run: the run
 * @done: number of its words to skip
 *
 * Returns how many were copied.
 */
static inline uint32_t nv_graph_take(uint32_t *words, const NVRun *run,
                                     uint32_t done)
{
    uint32_t count = MIN(run->count - done, NV_GRAPH_WORDS);
    const uint32_t *from = run->data + done;

    if (count > 16) {
        memcpy(words, from, count * 4);
        return count;
    }
    /* Nearly all runs are short. */
    for (uint32_t i = 0; i < count; i++) {
        words[i] = from[i];
    }
    return count;
}

/* --- Names ------------------------------------------------------------ */

/**
 * nv_method_name: a method, or an array, as x-query-nv-names has it
 * @class: its class
 * @name: its name, which is copied
 * @mthd: the first, in bytes
 * @count: how many, 0 stands for 1
 * @stride: bytes from one to the next, 0 stands for 4
 */
NvMethodName *nv_method_name(uint32_t class, const char *name, uint32_t mthd,
                             uint32_t count, uint32_t stride);

#endif /* HW_NV_ENGINE_OBJECT_H */
