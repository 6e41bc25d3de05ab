/*
 * NVIDIA GPU: PGRAPH's contexts: channels and subchannels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_CONTEXT_H
#define HW_NV_ENGINE_CONTEXT_H

#include "graph.h"

void nv_graph_context_reset(NVGPU *gpu);

/**
 * nv_graph_enter: prepare for methods of a channel
 * @gpu: the device
 * @chid: the channel
 * @subc: the subchannel
 *
 * Returns whether its context is in the registers.  If not, the driver has been
 * interrupted to load it, and PGRAPH is stopped until it sets FIFO.
 */
bool nv_graph_enter(NVGPU *gpu, unsigned chid, unsigned subc);

/** nv_graph_leave: save the context that the registers hold, if any */
void nv_graph_leave(NVGPU *gpu);

#endif /* HW_NV_ENGINE_CONTEXT_H */
