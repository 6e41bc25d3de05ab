/*
 * NVIDIA GPU: errors of methods, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_ERROR_H
#define HW_NV_ENGINE_NV04_ERROR_H

#include "hw/nv/engine/error.h"

/**
 * nv_graph_error: report that the current method, or its operation, failed
 * @gpu: the device
 * @nsource: the reasons, bits of NSOURCE
 *
 * Sets INTR, NSOURCE and NSTATUS and stops PGRAPH until the driver sets FIFO.
 */
void nv_graph_error(NVGPU *gpu, uint32_t nsource);

/**
 * nv_graph_state_wrong: the context isn't as the current method requires, which
 *                       is executed in spite of it
 *
 * DEBUG_3 says whether that is an error.
 */
void nv_graph_state_wrong(NVGPU *gpu);

/**
 * nv_graph_state_error: the context isn't ready for the current method, which
 *                       is dropped
 * @gpu: the device
 * @why: what is missing, in words
 *
 * DEBUG_3 says whether the driver is told.
 */
void nv_graph_state_error(NVGPU *gpu, const char *why);

/** nv04_graph_refuse and others: see NVGraphFamily */
void nv04_graph_refuse(NVGPU *gpu, bool known);
bool nv04_graph_refuse_data(NVGPU *gpu, uint8_t error);
const char *nv04_graph_error_name(unsigned i);

/** nv_graph_failed: whether the current method's parameter was wrong */
static inline bool nv_graph_failed(NVGPU *gpu)
{
    return NV_R(gpu, NV_PGRAPH_NSOURCE) & NV_NSOURCE(DATA_ERROR);
}

#endif /* HW_NV_ENGINE_NV04_ERROR_H */
