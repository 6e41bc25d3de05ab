/*
 * NVIDIA GPU: falcon: code with its pages, and data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_MEMORY_H
#define HW_NV_FALCON_MEMORY_H

#include "state.h"

/** In NVFalcon.map: no physical page, or more than one */
#define NV_FALCON_MAP_NONE (-1)
#define NV_FALCON_MAP_MULTI (-2)

/** nv_falcon_load, nv_falcon_store: the data segment; @bits: 8, 16 or 32 */
uint32_t nv_falcon_load(const NVFalcon *falcon, unsigned bits, uint32_t addr);
void nv_falcon_store(NVFalcon *falcon, unsigned bits, uint32_t addr,
                     uint32_t val);

/** nv_falcon_upload: store the next word of code; true: a page is complete */
bool nv_falcon_upload(NVFalcon *falcon, uint32_t val);

/** nv_falcon_remap: the TLB has changed */
void nv_falcon_remap(NVFalcon *falcon);

/** docs/hw/falcon/vm.rst, "TLB operations" */
void nv_falcon_itlb(NVFalcon *falcon, uint32_t page);
uint32_t nv_falcon_ptlb(const NVFalcon *falcon, uint32_t page);
uint32_t nv_falcon_vtlb(const NVFalcon *falcon, uint32_t addr);

/* Registers */
void nv_falcon_tlb_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_falcon_code_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_falcon_data_read(NVGPU *gpu, uint32_t addr);
void nv_falcon_data_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_FALCON_MEMORY_H */
