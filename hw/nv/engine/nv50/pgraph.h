/*
 * NVIDIA GPU: the registers of PGRAPH, for their tables, NV50:NVC0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV50_PGRAPH_H
#define HW_NV_ENGINE_NV50_PGRAPH_H

#include "hw/nv/engine/graph.h"

/**
 * struct NV50TpcPlaces - the first TPC's registers: words of BAR0, NV50:NVC0
 *
 * @tex_trap, @mpc_trap, @prop_trap: TRAP of its units
 * @prop_trap_addr_low, @prop_trap_addr_high: the address of PROP's fault
 * @prop_e20, @prop_e24: what else PROP tells of it
 */
struct NV50TpcPlaces {
    uint32_t tex_trap, mpc_trap, prop_trap;
    uint32_t prop_trap_addr_low, prop_trap_addr_high;
    uint32_t prop_e20, prop_e24;
};

extern const NVRegBlock nv50_pgraph_regs;
extern const NVRegBlock nva0_pgraph_regs;

extern const NV50TpcPlaces nv50_tpc;
extern const NV50TpcPlaces nva0_tpc;

/* Accessors, for the tables of registers */
void nv50_pgraph_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv50_pgraph_unit_trap_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv50_pgraph_disable_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv50_pgraph_cur_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv50_pgraph_status_read(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_status_inspect(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_vstatus_2_read(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_vstatus_2_inspect(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_fifo_status_read(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_units_read(NVGPU *gpu, uint32_t addr);
uint32_t nva0_pgraph_units_read(NVGPU *gpu, uint32_t addr);
uint32_t nv50_pgraph_misc_read(NVGPU *gpu, uint32_t addr);
void nv50_pgraph_misc_write(NVGPU *gpu, uint32_t addr, uint32_t val);

#endif /* HW_NV_ENGINE_NV50_PGRAPH_H */
