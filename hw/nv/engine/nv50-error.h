/*
 * NVIDIA GPU: PGRAPH: interrupts, errors and traps of methods, NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_ERROR_H
#define HW_NV_ENGINE_NV50_ERROR_H

#include "graph.h"

void nv50_graph_refuse(NVGPU *gpu, bool known);         /* see NVGraphFamily */

/** nv50_graph_raise: set a bit of INTR, with the method under way */
void nv50_graph_raise(NVGPU *gpu, uint32_t intr);

/** nv50_graph_error: the same, and stop */
void nv50_graph_error(NVGPU *gpu, uint32_t intr, const char *why);

/**
 * nv50_graph_trap: a unit fails while it executes a method
 * @gpu: the device
 * @unit: which
 * @status: bits of its TRAP
 *
 * Sets INTR, TRAP and the unit's own TRAP, and stops PGRAPH, where the driver
 * has enabled that.
 */
void nv50_graph_trap(NVGPU *gpu, NV50Unit unit, uint32_t status);

/**
 * nv50_graph_fault: report an access to memory that has failed
 * @gpu: the device
 * @user: who made it
 * @fault: the access
 *
 * The unit's trap is still to be raised.
 */
void nv50_graph_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault);

/**
 * nv50_dispatch_fault: DISPATCH has failed to read or write memory
 * @gpu: the device
 * @user: why it did that
 * @fault: what has failed
 *
 * The driver finds the method that is stuck.
 */
void nv50_dispatch_fault(NVGPU *gpu, NVVmUser user, const NVDmaFault *fault);

/**
 * nv50_prop_fault: PROP, which draws, has failed to read or write memory
 * @gpu: the device
 * @user: why it did that
 * @status: bits of its TRAP
 * @fault: what has failed
 */
void nv50_prop_fault(NVGPU *gpu, NVVmUser user, uint32_t status,
                     const NVDmaFault *fault);

/**
 * nv50_graph_data_error: the current method's parameter is wrong, NV50:NVC0
 * @gpu: the device
 * @error: enum NV50DataError
 *
 * Returns true if that is an error that the unit checks for: it has stopped
 * then, and the method has to do nothing.
 */
bool nv50_graph_data_error(NVGPU *gpu, uint8_t error);

#endif /* HW_NV_ENGINE_NV50_ERROR_H */
