/*
 * NVIDIA GPU: PGRAPH: interrupts, errors and traps of methods, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_ERROR_H
#define HW_NV_ENGINE_NV50_ERROR_H

#include "hw/nv/engine/graph.h"

/* See NVGraphFamily */
void nv50_graph_refuse(NVGPU *gpu, bool known);
bool nv50_graph_refuse_data(NVGPU *gpu, uint8_t error);
const char *nv50_graph_error_name(unsigned i);
void nv50_graph_set_intr(NVGPU *gpu, uint32_t intr);
void nv50_graph_trap_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault);

/** nv50_graph_raise: set a bit of INTR for the method under way, NV50+ */
void nv50_graph_raise(NVGPU *gpu, uint32_t intr);

/** nv50_graph_error: the same, and stop PGRAPH */
void nv50_graph_error(NVGPU *gpu, uint32_t intr, const char *why);

/**
 * nv50_graph_fault: report that PGRAPH has failed to access memory, NV50+
 * @gpu: the device
 * @user: which of its units accessed it, and for what
 * @fault: the failed access
 *
 * Stops PGRAPH, with the registers set that tell the driver where it failed.
 */
void nv50_graph_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault);

/** nv50_data_error_name: the name of an enum NV50DataError */
const char *nv50_data_error_name(uint8_t error);

/**
 * nv50_common_error_name: errors of all PGRAPHs from NV50 on
 * @i: number of the name; if there are no more, it becomes that of the rest
 */
const char *nv50_common_error_name(unsigned *i);

/**
 * nv50_graph_data_error: the current method's parameter is wrong, NV50+
 * @gpu: the device
 * @error: enum NV50DataError
 *
 * Returns true if the unit checks for that error: then it has been stopped, and
 * the method must do nothing.
 */
bool nv50_graph_data_error(NVGPU *gpu, uint8_t error);

#endif /* HW_NV_ENGINE_NV50_ERROR_H */
