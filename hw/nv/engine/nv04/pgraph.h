/*
 * NVIDIA GPU: the registers of PGRAPH, for their tables, NV04:NV50
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_PGRAPH_H
#define HW_NV_ENGINE_NV04_PGRAPH_H

#include "hw/nv/engine/graph.h"

extern const NVRegBlock nv04_pgraph_regs;
extern const NVRegBlock nv05_pgraph_regs;
extern const NVRegBlock nv10_pgraph_regs;
extern const NVRegBlock nv15_pgraph_regs;
extern const NVRegBlock nv17_pgraph_regs;
extern const NVRegBlock nv20_pgraph_regs;
extern const NVRegBlock nv25_pgraph_regs;
extern const NVRegBlock nv30_pgraph_regs;
extern const NVRegBlock nv40_pgraph_regs;
extern const NVRegBlock nv45_pgraph_regs;
extern const NVRegBlock nv41_pgraph_regs;
extern const NVRegBlock nv44_pgraph_regs;
extern const NVRegBlock nv46_pgraph_regs;
extern const NVRegBlock nv47_pgraph_regs;

extern const VMStateDescription nv04_vmstate_graph_pipe;
extern const VMStateDescription nv04_vmstate_graph_zpass;

/* Accessors, for the tables of registers */
void nv_pgraph_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_pgraph_debug_0_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_pgraph_ctx_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_pgraph_pipe_read(NVGPU *gpu, uint32_t addr);
void nv_pgraph_pipe_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_pgraph_ctx_xfer_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_control_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_cur_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_ENGINE_NV04_PGRAPH_H */
