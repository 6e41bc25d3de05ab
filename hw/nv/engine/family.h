/*
 * NVIDIA GPU: families of PGRAPH
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_FAMILY_H
#define HW_NV_ENGINE_FAMILY_H

#include "method.h"

/** Largest number of method tables of a class */
#define NV_GRAPH_TABLES 8

/**
 * struct NVGraphClass - a class of objects
 *
 * @class: its number
 * @name: its name in the register database
 * @methods: tables of its methods, in addition to nv_graph_common
 * @open: it may have more methods, which are accepted and reported
 */
struct NVGraphClass {
    uint16_t class;
    const char *name;
    const NVGraphMethod *methods[NV_GRAPH_TABLES];
    bool open;
};

/** struct NVGraphOpInfo - how an operation is continued, and how it ends */
typedef struct NVGraphOpInfo {
    NVGraphWork *work;
    NVGraphDone *done;
} NVGraphOpInfo;

/**
 * struct NVGraphFamily - PGRAPHs with the same kind of objects and contexts
 *
 * @classes, @class_count: the classes that are modelled
 * @common: methods that all classes have
 * @mthd_end: the first invalid method number, in bytes
 * @ops: its operations, by enum NVGraphOpKind
 * @ready: channel @chid's context may be switched in now, for a method of
 *         subchannel @subc; if not, the driver has been asked (by an
 *         interrupt) to do it.  NULL: always
 * @enter: load channel @chid's context into the registers, which hold none; if
 *         it can't, it sets NVGraph.chid to NV_GRAPH_NO_CHANNEL
 * @leave: save the context that the registers hold
 * @load: read an object from its instance into a subchannel, and select it
 * @select: make a subchannel's object the current one
 * @refuse: raise the error for a method that doesn't exist, or whose class
 *          doesn't
 * @notify: called after the method that follows NOTIFY
 * @refuse_data: raise an error, given as the number of NSOURCE's bit, or from
 *               NV50 on as a value of DATA_ERROR; returns false if the unit
 *               doesn't check for it, see nv50_graph_data_error()
 * @error_name: name @i of the errors that it reports; NULL: no more
 *
 * For NV50 and later, which share classes:
 *
 * @raise: see nv50_graph_raise()
 * @fault: see nv50_graph_fault()
 * @dmaobj: see nv50_graph_dmaobj()
 * @has_first_layers: surfaces have no DMA objects but first layers, from which
 *                    on layers are counted
 */
struct NVGraphFamily {
    const NVGraphClass *classes;
    unsigned class_count;
    const NVGraphMethod *common;
    uint32_t mthd_end;
    NVGraphOpInfo ops[NV_GRAPH_OP__MAX];
    bool (*ready)(NVGPU *gpu, unsigned chid, unsigned subc);
    void (*enter)(NVGPU *gpu, unsigned chid);
    void (*leave)(NVGPU *gpu);
    void (*load)(NVGPU *gpu, unsigned subc, uint32_t inst);
    void (*select)(NVGPU *gpu, unsigned subc);
    void (*refuse)(NVGPU *gpu, bool known);
    void (*notify)(NVGPU *gpu);
    bool (*refuse_data)(NVGPU *gpu, uint8_t error);
    const char *(*error_name)(unsigned i);

    void (*raise)(NVGPU *gpu, uint32_t intr);
    void (*fault)(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault);
    void (*dmaobj)(NVGPU *gpu, uint16_t inst, NVDMAObject *obj);
    bool has_first_layers;
};

extern const NVGraphFamily nv04_graph_family;
extern const NVGraphFamily nv50_graph_family;
extern const NVGraphFamily nv94_graph_family;
extern const NVGraphFamily nvc0_graph_family;

#endif /* HW_NV_ENGINE_FAMILY_H */
