/*
 * NVIDIA GPU: PGRAPH: the registers of its GPCs and TPCs, NVC0+
 *
 * There are as many as the card has.  A write to a broadcast window goes to all
 * of them, a read returns the first one's register.  They have no effect on the
 * front end: drivers set them up, and contexts save and load them.
 *
 * Source: envytools, rnndb/graph/gf100_pgraph/gpc.xml; for the windows'
 * addresses nouveau's nvkm/engine/gr/gf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pgraph.h"

#define NVC0_GPC_WORDS(_from, _to) ((A_ ## _to - A_ ## _from) / 4)

/* --- One GPC ---------------------------------------------------------- */

static unsigned nvc0_gpc_of(uint32_t addr)
{
    return (addr - A_NVC0_PGRAPH_GPC) / NVC0_PGRAPH_GPC_STRIDE % NV_GPCS;
}

static uint32_t nvc0_tpc_addr(unsigned gpc, unsigned tpc, uint32_t addr)
{
    return A_NVC0_PGRAPH_GPC_TPC + gpc * NVC0_PGRAPH_GPC_STRIDE +
           tpc * NVC0_PGRAPH_TPC_STRIDE + addr % NVC0_PGRAPH_TPC_SIZE;
}

static uint32_t nvc0_gpc_tpcs_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->regs[nvc0_tpc_addr(nvc0_gpc_of(addr), 0, addr) / 4];
}

static void nvc0_gpc_tpcs_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned gpc = nvc0_gpc_of(addr);

    for (unsigned i = 0; i < gpu->chip->counts->gpc_tpcs[gpc]; i++) {
        gpu->regs[nvc0_tpc_addr(gpc, i, addr) / 4] = val;
    }
}

/* The first PPC has the first TPCs, and one more if they aren't even. */
static uint32_t nvc0_gpc_ppc_tpcs_read(NVGPU *gpu, uint32_t addr)
{
    const NVUnitCounts *counts = gpu->chip->counts;
    unsigned ppc = (addr - A_NVC0_PGRAPH_GPC_PPC_TPCS) / 4 % NVC0_PGRAPH_PPCS;
    unsigned tpcs = counts->gpc_tpcs[nvc0_gpc_of(addr)];
    unsigned each, first;

    if (ppc >= counts->ppcs) {
        return 0;
    }
    each = DIV_ROUND_UP(tpcs, counts->ppcs);
    first = MIN(ppc * each, tpcs);
    return BIT(MIN(first + each, tpcs)) - BIT(first);
}

static uint32_t *nvc0_gpc_ppc(NVGPU *gpu, unsigned ppc, uint32_t addr)
{
    return &gpu->regs[(A_NVC0_PGRAPH_GPC_PPC + ppc * NVC0_PGRAPH_PPC_SIZE +
                       nvc0_gpc_of(addr) * NVC0_PGRAPH_GPC_STRIDE +
                       addr % NVC0_PGRAPH_PPC_SIZE) / 4];
}

static uint32_t nvc0_gpc_ppcs_read(NVGPU *gpu, uint32_t addr)
{
    return *nvc0_gpc_ppc(gpu, 0, addr);
}

/* A GPC without one has its registers all the same. */
static void nvc0_gpc_ppcs_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned ppcs = MAX(gpu->chip->counts->ppcs, 1);

    for (unsigned ppc = 0; ppc < ppcs; ppc++) {
        *nvc0_gpc_ppc(gpu, ppc, addr) = val;
    }
}

/* Where programs count no strands, the word is like those around it. */
static uint32_t nvc0_tpc_strands_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->counts->tpc_strands ?: gpu->regs[addr / 4];
}

static const NVRegInfo nvc0_gpc_rows[] = {
    NV_ROW(NVC0_PGRAPH_GPC_PPC_TPCS, .count = NVC0_PGRAPH_PPCS,
           .read = nvc0_gpc_ppc_tpcs_read),
    NV_ROW(NVC0_PGRAPH_GPC_TPCS, .count = NVC0_PGRAPH_TPC_SIZE / 4,
           .read = nvc0_gpc_tpcs_read, .write = nvc0_gpc_tpcs_write),
};

static const NVRegInfo nvc0_gpc_rest_rows[] = {
    NV_ROW(NVC0_PGRAPH_GPC_PPCS, .count = NVC0_PGRAPH_PPC_SIZE / 4,
           .read = nvc0_gpc_ppcs_read, .write = nvc0_gpc_ppcs_write),
    NV_ROW(NVC0_PGRAPH_TPC_STRANDS, .count = NVC0_PGRAPH_TPCS,
           .stride = NVC0_PGRAPH_TPC_STRIDE, .rw = UINT32_MAX,
           .read = nvc0_tpc_strands_read),
};

#define NVC0_GPC_BLOCKS(_n) { \
    NV_REG_BLOCK("PGRAPH_GPC" #_n, \
                 A_NVC0_PGRAPH_GPC + (_n) * NVC0_PGRAPH_GPC_STRIDE, 0x2000, \
                 nvc0_gpc_rows, .shift = (_n) * NVC0_PGRAPH_GPC_STRIDE), \
    NV_REG_BLOCK("PGRAPH_TPCS" #_n, \
                 A_NVC0_PGRAPH_GPC_PPC + (_n) * NVC0_PGRAPH_GPC_STRIDE, \
                 0x5000, nvc0_gpc_rest_rows, \
                 .shift = (_n) * NVC0_PGRAPH_GPC_STRIDE) \
}

static const NVRegBlock nvc0_gpc_blocks[NV_GPCS][NVC0_GPC_PIECES] = {
    NVC0_GPC_BLOCKS(0), NVC0_GPC_BLOCKS(1), NVC0_GPC_BLOCKS(2),
    NVC0_GPC_BLOCKS(3), NVC0_GPC_BLOCKS(4),
};

/* --- All of them ------------------------------------------------------ */

/* The address in a GPC for @addr in the windows */
static uint32_t nvc0_gpc_addr(unsigned gpc, uint32_t addr)
{
    return A_NVC0_PGRAPH_GPC + gpc * NVC0_PGRAPH_GPC_STRIDE +
           (addr - A_NVC0_PGRAPH_GPC_BROADCAST) % NVC0_PGRAPH_GPC_STRIDE;
}

static uint32_t nvc0_broadcast_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t at = nvc0_gpc_addr(0, addr);
    NVRegFile *file = nvc0_pgraph_units_file(gpu, at);

    return file ? nv_regs_read(file, at) : 0;
}

static void nvc0_broadcast_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    for (unsigned gpc = 0; gpc < gpu->chip->counts->gpcs; gpc++) {
        uint32_t at = nvc0_gpc_addr(gpc, addr);
        NVRegFile *file = nvc0_pgraph_units_file(gpu, at);

        if (file) {
            nv_regs_write(file, at, val);
        }
    }
}

static const NVRegInfo nvc0_gpc_broadcast_rows[] = {
    NV_ROW(NVC0_PGRAPH_GPC_BROADCAST,
           .count = NVC0_GPC_WORDS(NVC0_PGRAPH_GPC, NVC0_PGRAPH_GPC_TPCS),
           .read = nvc0_broadcast_read, .write = nvc0_broadcast_write),
    NV_ROW(NVC0_PGRAPH_TPC_BROADCAST, .count = NVC0_PGRAPH_TPC_SIZE / 4,
           .read = nvc0_broadcast_read, .write = nvc0_broadcast_write),
};

const NVRegBlock nvc0_pgraph_gpc_broadcast = NV_REG_BLOCK(
    "PGRAPH_GPCS", A_NVC0_PGRAPH_GPC_BROADCAST, 0x2000,
    nvc0_gpc_broadcast_rows);

static const NVRegInfo nvc0_ppc_broadcast_rows[] = {
    NV_ROW(NVC0_PGRAPH_GPC_BROADCAST_PPC, .count = 0x5000 / 4,
           .read = nvc0_broadcast_read, .write = nvc0_broadcast_write),
};

const NVRegBlock nvc0_pgraph_ppc_broadcast = NV_REG_BLOCK(
    "PGRAPH_PPCS", A_NVC0_PGRAPH_GPC_BROADCAST_PPC, 0x5000,
    nvc0_ppc_broadcast_rows);

/* --- Life ------------------------------------------------------------- */

NVRegFile *nvc0_pgraph_units_file(NVGPU *gpu, uint32_t addr)
{
    unsigned gpc = nvc0_gpc_of(addr);

    if (addr < A_NVC0_PGRAPH_GPC || gpc >= gpu->chip->counts->gpcs) {
        return NULL;
    }
    for (unsigned i = 0; i < NVC0_GPC_PIECES; i++) {
        NVRegFile *file = &gpu->gpcs->files[gpc][i];

        if (addr - file->block->base < file->block->size) {
            return file;
        }
    }
    return NULL;
}

void nvc0_pgraph_units_init(NVGPU *gpu)
{
    for (unsigned gpc = 0; gpc < gpu->chip->counts->gpcs; gpc++) {
        for (unsigned i = 0; i < NVC0_GPC_PIECES; i++) {
            nv_regs_init(gpu, &gpu->gpcs->files[gpc][i],
                         &nvc0_gpc_blocks[gpc][i]);
        }
    }
}

void nvc0_pgraph_units_reset(NVGPU *gpu)
{
    for (unsigned gpc = 0; gpc < gpu->chip->counts->gpcs; gpc++) {
        for (unsigned i = 0; i < NVC0_GPC_PIECES; i++) {
            nv_regs_reset(&gpu->gpcs->files[gpc][i]);
        }
    }
}

void nvc0_pgraph_units_exit(NVGPU *gpu)
{
    for (unsigned gpc = 0; gpc < gpu->chip->counts->gpcs; gpc++) {
        for (unsigned i = 0; i < NVC0_GPC_PIECES; i++) {
            nv_regs_exit(&gpu->gpcs->files[gpc][i]);
        }
    }
}
