/*
 * NVIDIA GPU: virtual memory: page tables and faults, NV50:NVC0
 *
 * Source: envytools, memory/g80-vm.rst, "Page tables"; for faults, rnndb's
 * memory/g80_pfb.xml and nouveau's nv50_fb_intr().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tables.h"
#include "vm.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/nv-gpu.h"

#define NV_VM_ADDR_BITS 40
/* What an entry of the page directory covers */
#define NV_VM_PDE_BITS 29
#define NV_VM_SMALL_BITS 12
#define NV_VM_LARGE_BITS 16

/* In the last word of a fault */
#define NV_VM_TRAP_READ BIT(8)

/* --- Tables ------------------------------------------------------------ */

/* Entries of a table; a table for large pages always has all of them. */
static uint32_t nv_vm_table_entries(uint64_t pde)
{
    static const uint32_t small[] = { 0x20000, 0x8000, 0x4000, 0x2000 };

    return FIELD_EX64(pde, NV50_PDE, PRESENT) == NV50_PDE_PRESENT_SMALL
        ? small[FIELD_EX64(pde, NV50_PDE, SIZE)]
        : 1u << (NV_VM_PDE_BITS - NV_VM_LARGE_BITS);
}

/* The entry of the page of @addr, and the size of such pages */
static NVDmaReason nv_vm_find_page(NVGPU *gpu, const NVVm *vm, uint64_t addr,
                                  uint64_t *pte, unsigned *page_bits)
{
    uint64_t pde, index;

    if (!nv_vm_read_entry(gpu, NV_LINEAR_VRAM,
                          vm->pd + (addr >> NV_VM_PDE_BITS) * 8, &pde)) {
        return NV_VM_NO_CHANNEL;
    }
    switch (FIELD_EX64(pde, NV50_PDE, PRESENT)) {
    case NV50_PDE_PRESENT_LARGE:
        *page_bits = NV_VM_LARGE_BITS;
        break;
    case NV50_PDE_PRESENT_SMALL:
        *page_bits = NV_VM_SMALL_BITS;
        break;
    default:
        return NV_VM_PT_NOT_PRESENT;
    }
    index = extract64(addr, 0, NV_VM_PDE_BITS) >> *page_bits;
    if (index >= nv_vm_table_entries(pde)) {
        return NV_VM_PT_TOO_SHORT;
    }
    if (!nv_vm_read_entry(gpu, FIELD_EX64(pde, NV50_PDE, TARGET),
                          (pde & NV50_PDE_ADDRESS_MASK) + index * 8, pte)) {
        return NV_VM_PT_NOT_PRESENT;
    }
    return FIELD_EX64(*pte, NV50_PTE, PRESENT) ? NV_DMA_OK
                                               : NV_VM_PAGE_NOT_PRESENT;
}

static NVDmaReason nv_vm_check_rights(const NVVmAccess *access, uint64_t pte)
{
    bool read_only = access->read_only == NV50_DMAOBJ_FROM_PTE
        ? FIELD_EX64(pte, NV50_PTE, READ_ONLY)
        : access->read_only == NV50_DMAOBJ_READ_ONLY;
    bool supervisor_only = access->supervisor_only == NV50_DMAOBJ_FROM_PTE
        ? FIELD_EX64(pte, NV50_PTE, SUPERVISOR_ONLY)
        : access->supervisor_only == NV50_DMAOBJ_SUPERVISOR_ONLY;

    if (supervisor_only && !access->supervisor) {
        return NV_VM_PAGE_SUPERVISOR_ONLY;
    }
    return read_only && access->write ? NV_VM_PAGE_READ_ONLY : NV_DMA_OK;
}

/* All entries of a block of pages hold the address of its first page. */
static NVDmaReason nv50_vm_walk(NVGPU *gpu, const NVVm *vm,
                                const NVVmAccess *access, NVSpan *span,
                                unsigned *count)
{
    uint64_t addr = extract64(access->addr, 0, NV_VM_ADDR_BITS);
    uint64_t pte, block, offset;
    unsigned page_bits, target;
    NVDmaReason why;

    why = nv_vm_find_page(gpu, vm, addr, &pte, &page_bits);
    if (why != NV_DMA_OK) {
        return why;
    }
    why = nv_vm_check_rights(access, pte);
    if (why != NV_DMA_OK) {
        return why;
    }
    *count = 1;
    block = 1ULL << (page_bits + FIELD_EX64(pte, NV50_PTE, CONTIG));
    offset = addr & (block - 1);
    target = FIELD_EX64(pte, NV50_PTE, TARGET);
    if (!nv_linear_span(gpu, target,
                        (pte & NV50_PTE_ADDRESS_MASK &
                         MAKE_64BIT_MASK(page_bits, 64 - page_bits)) + offset,
                        MIN(access->len, block - offset), span)) {
        return target == NV_LINEAR_VRAM ? NV_VM_VRAM_LIMIT
                                        : NV_VM_WRONG_MEMTYPE;
    }
    return NV_DMA_OK;
}

/* --- Debugging --------------------------------------------------------- */

static NVWalkLevel *nv_walk_last(NVWalk *walk)
{
    return &walk->level[walk->levels - 1];
}

static void nv50_vm_inspect(NVGPU *gpu, const NVVm *vm, uint64_t addr,
                            NVWalk *walk)
{
    unsigned page_bits = NV_VM_SMALL_BITS;
    uint64_t pde, pte;

    addr = extract64(addr, 0, NV_VM_ADDR_BITS);
    pde = nv_vm_inspect(gpu, walk, (NVWalkLevel) {
        .table = NV_WALK_PDE,
        .target = NV_LINEAR_VRAM,
        .addr = vm->pd + (addr >> NV_VM_PDE_BITS) * 8,
    });
    switch (FIELD_EX64(pde, NV50_PDE, PRESENT)) {
    case NV50_PDE_PRESENT_LARGE:
        page_bits = NV_VM_LARGE_BITS;
        nv_walk_last(walk)->flags |= NV_WALK_PRESENT | NV_WALK_LARGE;
        break;
    case NV50_PDE_PRESENT_SMALL:
        nv_walk_last(walk)->flags |= NV_WALK_PRESENT | NV_WALK_SMALL;
        break;
    default:
        return;
    }
    pte = nv_vm_inspect(gpu, walk, (NVWalkLevel) {
        .table = NV_WALK_PTE,
        .target = FIELD_EX64(pde, NV50_PDE, TARGET),
        .addr = (pde & NV50_PDE_ADDRESS_MASK) +
                (extract64(addr, 0, NV_VM_PDE_BITS) >> page_bits) * 8,
    });
    nv_walk_last(walk)->flags |=
        (FIELD_EX64(pte, NV50_PTE, PRESENT) ? NV_WALK_PRESENT : 0) |
        (FIELD_EX64(pte, NV50_PTE, READ_ONLY) ? NV_WALK_READ_ONLY : 0) |
        (FIELD_EX64(pte, NV50_PTE, SUPERVISOR_ONLY) ? NV_WALK_PRIVILEGED : 0);
}

/* --- Address spaces ---------------------------------------------------- */

static NVVm nv50_vm_of_channel(NVGPU *gpu, uint32_t inst)
{
    uint32_t offset = gpu->chip->vm->pd_offset;

    if (!offset) {
        offset = NV_R(gpu, NV_PFB_MMU_PD_OFFSET) &
                 R_NV_PFB_MMU_PD_OFFSET_OFFSET_MASK;
    }
    return (NVVm) { .pd = inst + offset };
}

/* --- Faults ------------------------------------------------------------ */

/* Faults of PFIFO and the BARs are always reported, others where enabled. */
static bool nv_vm_fault_enabled(NVGPU *gpu, unsigned engine)
{
    static const struct {
        uint8_t engine;
        uint32_t mask;
    } rows[] = {
        { NV_VM_ENGINE_PGRAPH, R_NV_PFB_MMU_VM_FAULT_PGRAPH_MASK },
        { NV_VM_ENGINE_PMPEG, R_NV_PFB_MMU_VM_FAULT_PMPEG_MASK },
        { NV_VM_ENGINE_PCIPHER, R_NV_PFB_MMU_VM_FAULT_PCIPHER_MASK },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].engine == engine) {
            return NV_R(gpu, NV_PFB_MMU_VM_FAULT) & rows[i].mask;
        }
    }
    return true;
}

/* The words, in the format that nv50_fb_intr() parses */
static void nv_vm_trap(NVGPU *gpu, uint32_t user, uint32_t inst,
                       const NVDmaFault *fault)
{
    NVVmState *vm = &gpu->vm;
    unsigned bits = gpu->chip->vm->wide_faults ? 8 : 4;
    uint32_t channel = inst >> 12;

    vm->pending = true;
    vm->trap[0] = extract32(user, 0, 8) |
                  (fault->why & ~NV_VM_REASON) << bits |
                  extract32(user, 8, 8) << 2 * bits |
                  extract32(user, 16, 8) << 3 * bits;
    vm->trap[1] = extract32(channel, 0, 16);
    vm->trap[2] = extract32(channel, 16, 16);
    vm->trap[3] = extract64(fault->addr, 0, 16);
    vm->trap[4] = extract64(fault->addr, 16, 16);
    vm->trap[5] = extract64(fault->addr, 32, 8) |
                  (fault->write ? 0 : NV_VM_TRAP_READ);
}

static void nv50_vm_report(NVGPU *gpu, uint32_t user, uint32_t inst,
                           const NVDmaFault *fault)
{
    if (!gpu->vm.pending && nv_vm_fault_enabled(gpu, user & 0xff)) {
        nv_vm_trap(gpu, user, inst, fault);
    }
}

static NVVmClient nv50_vm_client(uint32_t user)
{
    static const char *const names[] = {
        [NV_VM_ENGINE_PGRAPH] = "PGRAPH",
        [NV_VM_ENGINE_PEEPHOLE] = "PEEPHOLE",
        [NV_VM_ENGINE_PFIFO] = "PFIFO",
        [NV_VM_ENGINE_BAR] = "BAR",
        [NV_VM_ENGINE_PMPEG] = "PMPEG",
        [NV_VM_ENGINE_PCIPHER] = "PCIPHER",
        [NV_VM_ENGINE_SEMAPHORE_BG] = "SEMAPHORE_BG",
        [NV_VM_ENGINE_PCOPY] = "PCOPY",
        [NV_VM_ENGINE_PDAEMON] = "PDAEMON",
    };
    unsigned engine = extract32(user, 0, 8);

    return (NVVmClient) {
        .name = engine < ARRAY_SIZE(names) ? names[engine] : NULL,
        .unit = engine,
        .client = extract32(user, 8, 8),
        .slot = extract32(user, 16, 8),
    };
}

uint32_t nv_vm_fault_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(NV_R(gpu, NV_PFB_MMU_VM_FAULT), NV_PFB_MMU_VM_FAULT,
                      PENDING, gpu->vm.pending);
}

void nv_vm_fault_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PFB_MMU_VM_FAULT, PENDING)) {
        gpu->vm.pending = false;
    }
}

uint32_t nv_vm_fault_data_read(NVGPU *gpu, uint32_t addr)
{
    unsigned i = FIELD_EX32(NV_R(gpu, NV_PFB_MMU_VM_FAULT),
                            NV_PFB_MMU_VM_FAULT, INDEX);

    return i < NV_VM_FAULT_WORDS ? gpu->vm.trap[i] : 0;
}

const NVVmTables nv50_vm_tables = {
    .walk = nv50_vm_walk,
    .of_channel = nv50_vm_of_channel,
    .report = nv50_vm_report,
    .client = nv50_vm_client,
    .inspect = nv50_vm_inspect,
    .reasons = BIT(NV_VM_PT_NOT_PRESENT) | BIT(NV_VM_PT_TOO_SHORT) |
               BIT(NV_VM_PAGE_NOT_PRESENT) | BIT(NV_VM_PAGE_SUPERVISOR_ONLY) |
               BIT(NV_VM_PAGE_READ_ONLY) | BIT(NV_VM_NO_CHANNEL) |
               BIT(NV_VM_WRONG_MEMTYPE) | BIT(NV_VM_VRAM_LIMIT),
};
