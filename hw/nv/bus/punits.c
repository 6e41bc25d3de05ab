/*
 * NVIDIA GPU: PUNITS, PBFB, PMFB: how many of each unit the chip has, and the
 * other registers of memory, NVC0+
 *
 * Memory is in partitions, each with a part of the L2 cache (PMFB) and with
 * controllers (PBFB); privring.c has what connects the registers of all of these
 * and of PGRAPH's units.  The model has one memory, no cache, and no paths that
 * can fail: these registers are what drivers count and set up.
 *
 * Source: rnndb's bus/punits.xml, bus/pibus.xml, memory/gf100_pbfb.xml and
 * gf100_pffb.xml; nouveau's nvkm/subdev/fb/ramgf100.c, ltc/gf100.c,
 * privring/gf100.c and devinit/gf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

/* --- Counts ------------------------------------------------------------ */

uint32_t nv_punits_gpc_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->counts->gpcs;
}

static uint32_t nv_punits_tpc_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->counts->tpcs;
}

static uint32_t nv_punits_part_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->counts->partitions;
}

static uint32_t nv_punits_pcopy_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->counts->pcopies;
}

static uint32_t nv_punits_head_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->has_display ? gpu->chip->counts->heads : 0;
}

static uint32_t nv_punits_part_disable_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->counts->partitions_off;
}

/* There are no video units. */
static uint32_t nv_punits_unit_disable_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = R_NV_PUNITS_UNIT_DISABLE_PPDEC_MASK |
                   R_NV_PUNITS_UNIT_DISABLE_PVLD_MASK |
                   R_NV_PUNITS_UNIT_DISABLE_PVENC_MASK;
    unsigned pcopies = gpu->chip->counts->pcopies;

    val = FIELD_DP32(val, NV_PUNITS_UNIT_DISABLE, PDISPLAY,
                     !gpu->has_display || !gpu->chip->counts->heads);
    val = FIELD_DP32(val, NV_PUNITS_UNIT_DISABLE, PCE0, pcopies < 1);
    return FIELD_DP32(val, NV_PUNITS_UNIT_DISABLE, PCE1, pcopies < 2);
}

static const NVRegInfo nv_punits_rows[] = {
    /* The VBIOS has initialized the card. */
    NV_ROW(NV_PUNITS_UNK40C, .rw = UINT32_MAX,
           .reset = R_NV_PUNITS_UNK40C_POSTED_MASK),
    NV_ROW(NV_PUNITS_PCIE, .rw = UINT32_MAX, .write = nv_ppci_units_write),
    NV_ROW(NV_PUNITS_GPC_COUNT, .read = nv_punits_gpc_read),
    NV_ROW(NV_PUNITS_TPC_COUNT, .read = nv_punits_tpc_read),
    NV_ROW(NV_PUNITS_PART_COUNT, .read = nv_punits_part_read),
    /* A controller for each partition */
    NV_ROW(NV_PUNITS_PBFB_COUNT, .read = nv_punits_part_read),
    NV_ROW(NV_PUNITS_ZCULL_COUNT, .read = nv_punits_gpc_read),
    NV_ROW(NV_PUNITS_PCOPY_COUNT, .read = nv_punits_pcopy_read),
    NV_ROW(NV_PUNITS_HEAD_COUNT, .read = nv_punits_head_read),
    NV_ROW(NV_PUNITS_UNIT_DISABLE, .read = nv_punits_unit_disable_read),
    NV_ROW(NV_PUNITS_PBFB_DISABLE, .read = nv_punits_part_disable_read),
    NV_ROW(NV_PUNITS_PART_DISABLE, .read = nv_punits_part_disable_read),
};

const NVRegBlock nv_punits_block = NV_REG_BLOCK(
    "PUNITS", 0x022000, 0x1000, nv_punits_rows);

/* --- Memory ------------------------------------------------------------ */

/* All enabled partitions have the same amount. */
static uint32_t nv_pbfb_amount_read(NVGPU *gpu, uint32_t addr)
{
    const NVUnitCounts *counts = gpu->chip->counts;
    unsigned on = counts->partitions - ctpop32(counts->partitions_off);
    unsigned i = (addr - A_NV_PBFB_RAM_AMOUNT) / NV_PBFB_STRIDE;

    return i < counts->partitions && !extract32(counts->partitions_off, i, 1)
        ? gpu->vram_size / on / MiB : 0;
}

static const NVRegInfo nv_pbfb_rows[] = {
    NV_ROW(NV_PBFB_RAM_AMOUNT, .count = NV_PBFB_COUNT,
           .stride = NV_PBFB_STRIDE, .read = nv_pbfb_amount_read),
};

static const NVRegBlock nv_pbfb_block = NV_REG_BLOCK(
    "PBFB", 0x110000, NV_PBFB_COUNT * NV_PBFB_STRIDE, nv_pbfb_rows);

/*
 * Drivers compare the partitions' configurations: those that say the same are
 * set up together.
 */
static const NVRegInfo nve4_pbfb_rows[] = {
    NV_ROW(NV_PBFB_CFG1, .count = NV_PBFB_COUNT, .stride = NV_PBFB_STRIDE,
           .rw = UINT32_MAX),
};

const NVRegBlock nve4_pbfb_regs = NV_REG_BLOCK(
    "PBFB", 0x110000, NV_PBFB_COUNT * NV_PBFB_STRIDE, nve4_pbfb_rows,
    .parent = &nv_pbfb_block);

/* One slice of L2 in each partition; clearing its tags is done at once. */
static const NVRegInfo nv_pmfb_bcast_rows[] = {
    NV_ROW(NV_PMFB_BCAST_SLICES,
           .reset = 1u << R_NV_PMFB_BCAST_SLICES_COUNT_SHIFT),
    NV_ROW(NV_PMFB_BCAST_CBC_START),
};

static const NVRegBlock nv_pmfb_bcast_block = NV_REG_BLOCK(
    "PMFB_BCAST", 0x17e000, 0x1000, nv_pmfb_bcast_rows);

/* Tags and the colours of cleared tiles are only kept. */
static const NVRegInfo nve4_pmfb_bcast_rows[] = {
    NV_STORAGE(NVE4_PMFB_BCAST_COUNT),
    NV_STORAGE(NV_PMFB_BCAST_CBC_CONFIG),
    NV_STORAGE(NV_PMFB_BCAST_CBC_FIRST),
    NV_STORAGE(NV_PMFB_BCAST_CBC_LAST),
    NV_STORAGE(NV_PMFB_BCAST_CBC_BASE),
    NV_STORAGE(NV_PMFB_BCAST_CBC_COUNT),
    NV_STORAGE(NV_PMFB_BCAST_UNK91C),
    NV_STORAGE(NV_PMFB_BCAST_UNK920),
    NV_STORAGE(NV_PMFB_BCAST_ZBC_INDEX),
    NV_ROW(NV_PMFB_BCAST_ZBC_COLOR, .count = 4, .rw = UINT32_MAX),
    NV_STORAGE(NV_PMFB_BCAST_ZBC_DEPTH),
};

const NVRegBlock nve4_pmfb_bcast_regs = NV_REG_BLOCK(
    "PMFB_BCAST", 0x17e000, 0x1000, nve4_pmfb_bcast_rows,
    .parent = &nv_pmfb_bcast_block);

static const NVRegInfo nv117_pmfb_bcast_rows[] = {
    NV_STORAGE(NV117_PMFB_BCAST_CBC_CONFIG),
    NV_ROW(NV117_PMFB_BCAST_CBC_START),
    NV_STORAGE(NV117_PMFB_BCAST_CBC_FIRST),
    NV_STORAGE(NV117_PMFB_BCAST_CBC_LAST),
    NV_STORAGE(NV117_PMFB_BCAST_CBC_BASE),
    NV_STORAGE(NV117_PMFB_BCAST_CBC_COUNT),
    NV_ROW(NV117_PMFB_BCAST_SLICES,
           .reset = 1u << R_NV_PMFB_BCAST_SLICES_COUNT_SHIFT),
    NV_STORAGE(NV117_PMFB_BCAST_ZBC_INDEX),
    NV_ROW(NV117_PMFB_BCAST_ZBC_COLOR, .count = 4, .rw = UINT32_MAX),
    NV_STORAGE(NV117_PMFB_BCAST_ZBC_DEPTH),
    /* FECS's program is GK208's, and saves these. */
    NV_STORAGE(NV_PMFB_BCAST_UNK91C),
    NV_STORAGE(NV_PMFB_BCAST_UNK920),
};

const NVRegBlock nv117_pmfb_bcast_regs = NV_REG_BLOCK(
    "PMFB_BCAST", 0x17e000, 0x1000, nv117_pmfb_bcast_rows);

static const NVRegInfo nv_pmfb_rows[] = { };

/* Nothing in there is ever busy, or raises an interrupt. */
static const NVRegBlock nv_pmfb_block = NV_REG_BLOCK(
    "PMFB", 0x140000, 0x20000, nv_pmfb_rows);

static const NVRegInfo nve4_pmfb_rows[] = {
    NV_ROW(NV_PMFB_CBC_STATUS, .count = NV_PMFB_COUNT,
           .stride = NV_PMFB_STRIDE),
};

const NVRegBlock nve4_pmfb_regs = NV_REG_BLOCK(
    "PMFB", 0x140000, 0x20000, nve4_pmfb_rows, .parent = &nv_pmfb_block);

static const NVRegInfo nv117_pmfb_rows[] = {
    NV_ROW(NV117_PMFB_CBC_STATUS, .count = NV_PMFB_COUNT,
           .stride = NV_PMFB_STRIDE),
};

const NVRegBlock nv117_pmfb_regs = NV_REG_BLOCK(
    "PMFB", 0x140000, 0x20000, nv117_pmfb_rows, .parent = &nv_pmfb_block);

const NVUnit nv_unit_punits = {
    .name = "PUNITS",
    .blocks = (const NVUnitBlock[]) {
        NV_CHIP_BLOCK(punits, .block = &nv_punits_block),
        NV_CHIP_BLOCK(pbfb, .block = &nv_pbfb_block),
        NV_CHIP_BLOCK(pmfb_bcast, .block = &nv_pmfb_bcast_block),
        NV_CHIP_BLOCK(pmfb, .block = &nv_pmfb_block),
        NV_CHIP_BLOCK(privring, .block = &nv_privring_block),
        NV_CHIP_BLOCK(privring_stations,
                      .block = &nv_privring_stations_block), { }
    },
    /* PUNITS_PCIE is reset after PPCI. */
    .reset = nv_ppci_reset,
};
