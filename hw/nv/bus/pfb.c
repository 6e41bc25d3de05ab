/*
 * NVIDIA GPU: PFB: the memory controller's configuration
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"

/*
 * What drivers read to learn how much memory there is, of what kind, and
 * where tiles are.  Tiling changes how memory is laid out between its banks,
 * not what an address reads: regions are storage.
 */
static uint32_t nv_pfb_cstatus_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->vram_size;
}

/*
 * NV03: 0, 1, 2 for 1, 2, 4 MiB; NV03T: 1, 2, 0 for 2, 4, 8 MiB.  The bus has
 * 128 bits.
 */
static uint32_t nv03_pfb_boot_0_read(NVGPU *gpu, uint32_t addr)
{
    return ctz64(gpu->vram_size / MiB) % 3 | BIT(2);
}

static const NVRegInfo nv03_pfb_rows[] = {
    NV_ROW(NV_PFB_BOOT_0, .read = nv03_pfb_boot_0_read),
    NV_STORAGE(NV_PFB_CFG0),
    NV_STORAGE(NV_PFB_CFG1),
};

/* On NV04 and NV05 the register has the size, which the VBIOS sets. */
static uint32_t nv_pfb_boot_0_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = R_NV_PFB_BOOT_0_RAM_WIDTH_128_MASK;

    val = FIELD_DP32(val, NV_PFB_BOOT_0, RAM_TYPE, NV_PFB_BOOT_0_SDRAM);
    /* There are 16 MiB or 32 MiB. */
    return FIELD_DP32(val, NV_PFB_BOOT_0, RAM_AMOUNT,
                      gpu->vram_size == 16 * MiB ? 3 : 0);
}

static const NVRegInfo nv04_pfb_rows[] = {
    NV_ROW(NV_PFB_BOOT_0, .read = nv_pfb_boot_0_read),
    NV_STORAGE(NV_PFB_CFG0),
    NV_STORAGE(NV_PFB_CFG1),
};

static const NVRegInfo nv10_pfb_rows[] = {
    NV_STORAGE(NV_PFB_BOOT_0),
    /* DDR memory */
    NV_ROW(NV_PFB_CFG0, .reset = 0x00000001, .rw = UINT32_MAX),
    NV_STORAGE(NV_PFB_CFG1),
    NV_ROW(NV_PFB_CSTATUS, .read = nv_pfb_cstatus_read),
    NV_ROW(NV_PFB_TILE, .count = 8, .stride = 0x10, .rw = UINT32_MAX),
    NV_ROW(NV_PFB_TLIMIT, .count = 8, .stride = 0x10, .rw = UINT32_MAX),
    NV_ROW(NV_PFB_TSIZE, .count = 8, .stride = 0x10, .rw = UINT32_MAX),
};

/* There are no tags: nothing can be compressed. */
static const NVRegInfo nv20_pfb_rows[] = {
    NV_ROW(NV_PFB_ZCOMP, .count = 8, .rw = UINT32_MAX),
    NV_ROW(NV_PFB_ZCOMP_MAX_TAG),
    NV_STORAGE(NV_PFB_ZCOMP_OFFSET),
};

static const NVRegInfo nv30_pfb_rows[] = {
    NV_ROW(NV_PFB_TIMING_A, .count = 12, .rw = UINT32_MAX),
    NV_ROW(NV_PFB_TIMING_B, .count = 8, .rw = UINT32_MAX),
    NV_STORAGE(NV_PFB_UNK3D0),
};

/* CFG0's bits for the number of partitions: always 2 */
static const NVRegInfo nv31_pfb_rows[] = {
    NV_ROW(NV_PFB_CFG0, .reset = 0x00000001,
           .rw = ~R_NV_PFB_CFG0_PARTS_MASK),
};

static const NVRegInfo nv40_pfb_rows[] = {
    NV_STORAGE(NV_PFB_UNK33C),
};

static const NVRegInfo nv41_pfb_rows[] = {
    NV_STORAGE(NV_PFB_UNK08C),
    NV_ABSENT(NV_PFB_TILE, .count = 8, .stride = 0x10),
    NV_ABSENT(NV_PFB_TLIMIT, .count = 8, .stride = 0x10),
    NV_ABSENT(NV_PFB_TSIZE, .count = 8, .stride = 0x10),
    NV_ABSENT(NV_PFB_ZCOMP, .count = 8),
    NV_ABSENT(NV_PFB_ZCOMP_OFFSET),
    NV_ROW(NV_PFB_ZCOMP_MAX_TAG),
    NV_ROW(NV_PFB_MEM_TYPE, .reset = R_NV_PFB_MEM_TYPE_DDR1_MASK,
           .rw = UINT32_MAX),
    NV_ROW(NV_PFB_NV41_TILE, .count = 12, .stride = 0x10, .rw = UINT32_MAX),
    NV_ROW(NV_PFB_NV41_TLIMIT, .count = 12, .stride = 0x10,
           .rw = UINT32_MAX),
    NV_ROW(NV_PFB_NV41_TSIZE, .count = 12, .stride = 0x10, .rw = UINT32_MAX),
    NV_ROW(NV_PFB_NV41_ZCOMP, .count = 12, .rw = UINT32_MAX),
    NV_STORAGE(NV_PFB_GART_BASE),
    NV_STORAGE(NV_PFB_GART_FLUSH_NV41),
    NV_STORAGE(NV_PFB_GART_UNK820),
};

/*
 * The model looks each address up in the page table, so a flush has nothing to
 * do and is done at once.  NV41's shows that by reading back what was written.
 */
static void nv_pfb_gart_flush_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t *flush = &NV_R(gpu, NV_PFB_GART_FLUSH_NV44);

    *flush = FIELD_DP32(*flush, NV_PFB_GART_FLUSH_NV44, DONE,
                        FIELD_EX32(val, NV_PFB_GART_FLUSH_NV44, TRIGGER));
}

static const NVRegInfo nv44_pfb_rows[] = {
    NV_ABSENT(NV_PFB_ZCOMP_MAX_TAG),
    NV_ABSENT(NV_PFB_NV41_ZCOMP, .count = 12),
    NV_ABSENT(NV_PFB_GART_FLUSH_NV41),
    NV_STORAGE(NV_PFB_GART_SIZE),
    NV_ROW(NV_PFB_GART_FLUSH_NV44,
           .rw = R_NV_PFB_GART_FLUSH_NV44_TRIGGER_MASK,
           .write = nv_pfb_gart_flush_write,
           .own = R_NV_PFB_GART_FLUSH_NV44_DONE_MASK),
    NV_STORAGE(NV_PFB_GART_FLUSH_LIMIT),
    NV_STORAGE(NV_PFB_GART_DUMMY),
    NV_STORAGE(NV_PFB_GART_UNK82C),
    NV_STORAGE(NV_PFB_GART_UNK850),
};

/* Fifteen tile regions */
#define NV47_PFB_TILES \
    NV_STORAGE(NV_PFB_DBI), \
    NV_ROW(NV_PFB_NV41_TILE, .count = 15, .stride = 0x10, .rw = UINT32_MAX), \
    NV_ROW(NV_PFB_NV41_TLIMIT, .count = 15, .stride = 0x10, \
           .rw = UINT32_MAX), \
    NV_ROW(NV_PFB_NV41_TSIZE, .count = 15, .stride = 0x10, .rw = UINT32_MAX)

static const NVRegInfo nv46_pfb_rows[] = {
    NV47_PFB_TILES,
};

static const NVRegInfo nv47_pfb_rows[] = {
    NV47_PFB_TILES,
    NV_ROW(NV_PFB_NV41_ZCOMP, .count = 15, .rw = UINT32_MAX),
};

/* The kind of memory is in another register (nv49_ram_new()): GDDR3. */
static const NVRegInfo nv4b_pfb_rows[] = {
    NV_ABSENT(NV_PFB_MEM_TYPE),
    NV_ROW(NV49_PFB_MEM_TYPE, .reset = 0x00000002, .rw = UINT32_MAX),
};

/* How many tags there are is known of two cards: tests/record. */
static const NVRegInfo nv43_pfb_rows[] = {
    NV_ROW(NV_PFB_ZCOMP_MAX_TAG, .reset = 37888),
};

static const NVRegInfo nv49_pfb_rows[] = {
    NV_ROW(NV_PFB_ZCOMP_MAX_TAG, .reset = 294912),
};

/*
 * Drivers compute the size of video memory from the geometry of its chips, and
 * complain if CSTATUS says otherwise: 8 bytes a cell, one rank in all
 * partitions, with 4 banks of 1024 columns.
 */
#define NV50_COLBITS 10
#define NV50_BANKBITS 2
#define NV50_CELL_BITS 3

static uint32_t nv50_pfb_cfg1_read(NVGPU *gpu, uint32_t addr)
{
    unsigned parts = ctpop32(FIELD_EX32(NV_R(gpu, NV_PBUS_G80_HWUNITS_0),
                                        NV_PBUS_G80_HWUNITS_0, PART_MASK));
    unsigned rowbits = ctz64(gpu->vram_size / MAX(parts, 1)) -
                       NV50_COLBITS - NV50_BANKBITS - NV50_CELL_BITS;
    uint32_t val = NV_R(gpu, NV_PFB_CFG1);

    val = FIELD_DP32(val, NV_PFB_CFG1, COLBITS, NV50_COLBITS);
    val = FIELD_DP32(val, NV_PFB_CFG1, ROWBITSA, rowbits - 8);
    return FIELD_DP32(val, NV_PFB_CFG1, BANKBITS, NV50_BANKBITS - 2);
}

static const NVRegInfo nv50_pfb_rows[] = {
    NV_STORAGE(NV_PFB_CFG0),
    NV_ROW(NV_PFB_CFG1, .read = nv50_pfb_cfg1_read),
    NV_ROW(NV_PFB_CSTATUS, .read = nv_pfb_cstatus_read),
    NV_STORAGE(NV_PFB_BANKCFG),
    /* There are no tags: nothing can be compressed. */
    NV_ROW(NV_PFB_ZCOMP_MAX_TAG),
    /* GDDR3 */
    NV_ROW(NV_PFB_G80_MEM_TYPE, .reset = 0x00000002, .rw = UINT32_MAX),
    NV_STORAGE(NV_PFB_NISO_UNK08_SYSRAM_ADDR),
    NV_ROW(NV_PFB_MMU_TLB_FLUSH, .rw = R_NV_PFB_MMU_TLB_FLUSH_ENGINE_MASK,
           .read = nv_vm_tlb_flush_read, .write = nv_vm_tlb_flush_write),
    NV_ROW(NV_PFB_MMU_VM_FAULT,
           .rw = R_NV_PFB_MMU_VM_FAULT_ENABLE_MASK |
                 R_NV_PFB_MMU_VM_FAULT_INDEX_MASK,
           .read = nv_vm_fault_read, .write = nv_vm_fault_write),
    NV_ROW(NV_PFB_MMU_VM_FAULT_DATA, .read = nv_vm_fault_data_read),
};

static const NVRegInfo nv84_pfb_rows[] = {
    NV_ROW(NV_PFB_MMU_PD_OFFSET, .reset = 0x00000200,
           .rw = R_NV_PFB_MMU_PD_OFFSET_OFFSET_MASK),
};

/* The registers that describe the memory are in PBFB. */
static const NVRegInfo nvc0_pfb_rows[] = {
    NV_STORAGE(NVC0_PFB_SYSRAM_ADDR),
    NV_ROW(NVC0_PFB_MMU_CTRL, .rw = R_NVC0_PFB_MMU_CTRL_LARGE_64K_MASK,
           .read = nvc0_vm_ctrl_read),
    NV_STORAGE(NVC0_PFB_MMU_INVALIDATE_PD),
    NV_ROW(NVC0_PFB_MMU_INVALIDATE,
           .rw = R_NVC0_PFB_MMU_INVALIDATE_WHAT_MASK,
           .write = nvc0_vm_invalidate_write),
};

#define NV_PFB_BLOCK(_rows, ...) \
    NV_REG_BLOCK("PFB", 0x100000, 0x1000, _rows, __VA_ARGS__)

const NVRegBlock nv03_pfb_regs = NV_PFB_BLOCK(nv03_pfb_rows);
const NVRegBlock nv04_pfb_regs = NV_PFB_BLOCK(nv04_pfb_rows);
const NVRegBlock nv10_pfb_regs = NV_PFB_BLOCK(nv10_pfb_rows);
const NVRegBlock nv20_pfb_regs = NV_PFB_BLOCK(nv20_pfb_rows,
    .parent = &nv10_pfb_regs);
const NVRegBlock nv30_pfb_regs = NV_PFB_BLOCK(nv30_pfb_rows,
    .parent = &nv20_pfb_regs);
const NVRegBlock nv31_pfb_regs = NV_PFB_BLOCK(nv31_pfb_rows,
    .parent = &nv30_pfb_regs);
const NVRegBlock nv40_pfb_regs = NV_PFB_BLOCK(nv40_pfb_rows,
    .parent = &nv20_pfb_regs);
const NVRegBlock nv41_pfb_regs = NV_PFB_BLOCK(nv41_pfb_rows,
    .parent = &nv20_pfb_regs);
const NVRegBlock nv43_pfb_regs = NV_PFB_BLOCK(nv43_pfb_rows,
    .parent = &nv41_pfb_regs);
const NVRegBlock nv44_pfb_regs = NV_PFB_BLOCK(nv44_pfb_rows,
    .parent = &nv41_pfb_regs);
const NVRegBlock nv46_pfb_regs = NV_PFB_BLOCK(nv46_pfb_rows,
    .parent = &nv44_pfb_regs);
const NVRegBlock nv47_pfb_regs = NV_PFB_BLOCK(nv47_pfb_rows,
    .parent = &nv41_pfb_regs);
const NVRegBlock nv4b_pfb_regs = NV_PFB_BLOCK(nv4b_pfb_rows,
    .parent = &nv47_pfb_regs);
const NVRegBlock nv49_pfb_regs = NV_PFB_BLOCK(nv49_pfb_rows,
    .parent = &nv4b_pfb_regs);

const NVRegBlock nv50_pfb_regs = NV_PFB_BLOCK(nv50_pfb_rows);
const NVRegBlock nv84_pfb_regs = NV_PFB_BLOCK(nv84_pfb_rows,
    .parent = &nv50_pfb_regs);

const NVRegBlock nvc0_pfb_regs = NV_PFB_BLOCK(nvc0_pfb_rows);

const NVUnit nv_unit_pfb = {
    .name = "PFB",
    .blocks = (const NVUnitBlock[]) { NV_CHIP_BLOCK(pfb), { } },
};
