/*
 * NVIDIA GPU: PGRAPH's families in snapshots
 *
 * A family's state follows NVGraph, and has subsections of its own.  What they
 * describe is only there on the family's cards: needed() asks before one is
 * saved, pre_load() before one is loaded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_SAVED_H
#define HW_NV_ENGINE_SAVED_H

#include "family.h"
#include "graph.h"

/** nv04_graph_is: whether it is an NV04Graph */
static inline bool nv04_graph_is(const NVGraph *graph)
{
    return nv_graph_family(graph) == &nv04_graph_family;
}

/** nv50_graph_is: whether it is an NV50Graph, or begins as one */
static inline bool nv50_graph_is(const NVGraph *graph)
{
    const NVGraphFamily *family = nv_graph_family(graph);

    return family && family->raise;
}

/** nvc0_graph_is: whether it is an NVC0Graph */
static inline bool nvc0_graph_is(const NVGraph *graph)
{
    return nv_graph_family(graph) == &nvc0_graph_family;
}

/** nv04_graph_pre_load and so on: refuse such state if it isn't one */
static inline int nv04_graph_pre_load(void *opaque)
{
    return nv04_graph_is(opaque) ? 0 : -EINVAL;
}

static inline int nv50_graph_pre_load(void *opaque)
{
    return nv50_graph_is(opaque) ? 0 : -EINVAL;
}

static inline int nvc0_graph_pre_load(void *opaque)
{
    return nvc0_graph_is(opaque) ? 0 : -EINVAL;
}

#endif /* HW_NV_ENGINE_SAVED_H */
