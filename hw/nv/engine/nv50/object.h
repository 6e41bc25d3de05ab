/*
 * NVIDIA GPU: notifiers, DMA objects and parameters of methods, NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_OBJECT_H
#define HW_NV_ENGINE_NV50_OBJECT_H

#include "hw/nv/engine/graph.h"

void nv50_graph_notify(NVGPU *gpu);                     /* see NVGraphFamily */

/**
 * nv50_notifier_write: write a notifier
 * @gpu: the device
 * @offset: offset in the object's DMA_NOTIFY, in bytes
 * @fault: receives the access that failed
 *
 * Returns false on a fault.
 */
bool nv50_notifier_write(NVGPU *gpu, uint32_t offset, NVDmaFault *fault);

/** Offset of M2MF's notifier */
#define NV50_NOTIFIER_BUFFER 0x10

/**
 * nv50_graph_dma: check the DMA object that a method's parameter names
 * @gpu: the device
 * @val: the parameter
 * @write: whether it will be written to
 * @inst: the instance
 *
 * Returns false, after raising DATA_ERROR, if it isn't suitable.
 */
bool nv50_graph_dma(NVGPU *gpu, uint32_t val, bool write, uint16_t *inst);

/* Checks of parameters: these return NV50_DATA_OK, or the error. */
uint8_t nv50_check_bool(uint32_t val);
uint8_t nv50_check_address_high(uint32_t val);
uint8_t nv50_check_block_dimensions(uint32_t val);
uint8_t nv50_check_depth(uint32_t val);

#endif /* HW_NV_ENGINE_NV50_OBJECT_H */
