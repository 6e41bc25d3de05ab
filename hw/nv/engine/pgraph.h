/*
 * NVIDIA GPU: the registers of PGRAPH, for their tables
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_PGRAPH_H
#define HW_NV_ENGINE_PGRAPH_H

#include "graph.h"

/** nv_pgraph_realize and so on: what PGRAPH's units have in common, NV04:NVC0 */
bool nv_pgraph_realize(NVGPU *gpu, Error **errp);
void nv_pgraph_reset(NVGPU *gpu);
void nv_pgraph_exit(NVGPU *gpu);
bool nv_pgraph_post_load(NVGPU *gpu, int version_id);

/* Accessors, for the tables of registers */
void nv_pgraph_intr_en_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_pgraph_fifo_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_pgraph_status_read(NVGPU *gpu, uint32_t addr);
void nv_ctxctl_ucode_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_ENGINE_PGRAPH_H */
