/*
 * NVIDIA GPU: PGRAPH's unit: shared declarations, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NVC0_PGRAPH_H
#define HW_NV_ENGINE_NVC0_PGRAPH_H

#include "hw/nv/graph-regs-nvc0.h"
#include "hw/nv/graph.h"
#include "hw/nv/nv-gpu.h"

/** Pieces of a GPC's registers; its context control's are between them */
#define NVC0_GPC_PIECES 2

/**
 * struct NVGpcs - PGRAPH's units
 *
 * @files: the registers of each GPC, in pieces
 * @injecting: a method from MTHD is being executed
 * @spent: cost of methods that nvc0_pgraph_spent() hasn't returned yet
 */
struct NVGpcs {
    NVRegFile files[NV_GPCS][NVC0_GPC_PIECES];
    bool injecting;
    int64_t spent;
};

/* --- pgraph-units.c: GPCs, and writes to all of them ------------------ */

extern const NVRegBlock nvc0_pgraph_gpc_broadcast;
extern const NVRegBlock nvc0_pgraph_ppc_broadcast;

void nvc0_pgraph_units_init(NVGPU *gpu);
void nvc0_pgraph_units_reset(NVGPU *gpu);
void nvc0_pgraph_units_exit(NVGPU *gpu);

/** nvc0_pgraph_units_file: the GPC registers at @addr, or NULL */
NVRegFile *nvc0_pgraph_units_file(NVGPU *gpu, uint32_t addr);

#endif /* HW_NV_ENGINE_NVC0_PGRAPH_H */
