/*
 * NVIDIA GPU: methods of PGRAPH's objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_METHOD_H
#define HW_NV_ENGINE_METHOD_H

#include "graph.h"

typedef struct NVGraphMethod NVGraphMethod;

/**
 * struct NVGraphMethod - a method of a class, or a row of equivalent ones
 *
 * @name: name in the register database, for traces; NULL ends a table
 * @mthd: first method, in bytes
 * @count: number of methods, 0 stands for 1
 * @stride: bytes between two of them, 0 stands for 4
 * @arg: argument for the functions
 * @gate: bit of DEBUG_3 that must be set for the method to exist
 * @valid: whether a parameter is valid; NULL: any is
 * @check: returns what is wrong with a parameter, enum NV50DataError; NV50+
 * @set: take one parameter; @index is the method's index in the row.  NULL: the
 *       driver has to execute it (MISSING_HW)
 * @block: take one or more parameters, instead of @set
 */
struct NVGraphMethod {
    const char *name;
    uint16_t mthd;
    uint16_t count;
    uint8_t stride;
    uint8_t arg;
    uint32_t gate;
    bool (*valid)(uint32_t val);
    uint8_t (*check)(uint32_t val);
    void (*set)(NVGPU *gpu, const NVGraphMethod *method, unsigned index,
                uint32_t val);
    uint32_t (*block)(NVGPU *gpu, const NVGraphMethod *method,
                      const uint32_t *data, uint32_t count);
};

/** nv_graph_method_at: number of a method in a row, in bytes */
static inline uint32_t nv_graph_method_at(const NVGraphMethod *method,
                                          unsigned index)
{
    return method->mthd + index * (method->stride ? method->stride : 4);
}

/** nv_graph_ignore: accept methods without any effect */
uint32_t nv_graph_ignore(NVGPU *gpu, const NVGraphMethod *method,
                         const uint32_t *data, uint32_t count);

/** NV_STATE - a row of methods that set state that isn't modelled */
#define NV_STATE(_mthd, _count) \
    { .name = "STATE", .mthd = (_mthd), .count = (_count), \
      .block = nv_graph_ignore }

/** nv_graph_draw_nothing: report a method that would draw */
void nv_graph_draw_nothing(NVGPU *gpu, const NVGraphMethod *method,
                           unsigned index, uint32_t val);

/** nv_mthd_null: the methods of the null object, which accepts any */
extern const NVGraphMethod nv_mthd_null[];

/** NV_MTHD_MISSING - a row of methods that the driver has to execute */
#define NV_MTHD_MISSING(_mthd, _count) \
    { .name = "MISSING", .mthd = (_mthd), .count = (_count) }

#endif /* HW_NV_ENGINE_METHOD_H */
