/*
 * NVIDIA GPU: virtual memory: page tables, NVC0+
 *
 * An entry of the page directory has two tables, one of large pages and one of
 * small ones; either may have an address's page.
 *
 * Source: rnndb's memory/gf100_vm.xml; nouveau's nvkm/subdev/mmu/vmmgf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

#define NVC0_VM_ADDR_BITS 40
#define NVC0_VM_SMALL_BITS 12
#define NVC0_VM_PAGES_LOG2 10           /* of a table of large pages */

/* An instance block's description of the channel's address space */
#define NVC0_BLOCK_PD_LOW 0x200
#define NVC0_BLOCK_PD_HIGH 0x204
#define NVC0_BLOCK_LIMIT_LOW 0x208
#define NVC0_BLOCK_LIMIT_HIGH 0x20c

/* --- Tables ------------------------------------------------------------ */

static unsigned nvc0_vm_large_bits(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NVC0_PFB_MMU_CTRL), NVC0_PFB_MMU_CTRL,
                      LARGE_64K) ? 16 : 17;
}

/* A table's place; false if there is none: 0 is none, 1 video memory. */
static bool nvc0_vm_table(uint32_t word, unsigned *target, uint64_t *addr)
{
    unsigned at = FIELD_EX32(word, NVC0_PDE, TARGET);

    *target = at == NVC0_PDE_TARGET_VRAM ? NV_LINEAR_VRAM : at;
    *addr = (uint64_t)FIELD_EX32(word, NVC0_PDE, ADDRESS) << 12;
    return at != NVC0_PDE_TARGET_NONE;
}

/* The entry of a table for the page of @offset in what the table covers */
static NVDmaReason nvc0_vm_entry(NVGPU *gpu, uint32_t word, uint64_t offset,
                                 unsigned page_bits, uint64_t *pte)
{
    unsigned target;
    uint64_t table;

    if (!nvc0_vm_table(word, &target, &table)) {
        return NV_VM_PT_NOT_PRESENT;
    }
    if (!nv_vm_read_entry(gpu, target, table + (offset >> page_bits) * 8,
                          pte)) {
        return NV_VM_PT_NOT_PRESENT;
    }
    return FIELD_EX64(*pte, NVC0_PTE, VALID) ? NV_DMA_OK
                                             : NV_VM_PAGE_NOT_PRESENT;
}

/* The entry of the page of @addr, and the size of such pages */
static NVDmaReason nvc0_vm_find_page(NVGPU *gpu, const NVVm *vm, uint64_t addr,
                                     uint64_t *pte, unsigned *page_bits)
{
    unsigned large = nvc0_vm_large_bits(gpu);
    unsigned pde_bits = large + NVC0_VM_PAGES_LOG2;
    uint64_t offset = extract64(addr, 0, pde_bits);
    NVDmaReason why, small;
    uint64_t pde;

    if (!nv_vm_read_entry(gpu, vm->target, vm->pd + (addr >> pde_bits) * 8,
                          &pde)) {
        return NV_VM_NO_CHANNEL;
    }
    if (offset >> (pde_bits - FIELD_EX32(pde, NVC0_PDE, SIZE))) {
        return NV_VM_PT_TOO_SHORT;
    }
    *page_bits = large;
    why = nvc0_vm_entry(gpu, pde, offset, large, pte);
    if (why == NV_DMA_OK) {
        return why;
    }
    *page_bits = NVC0_VM_SMALL_BITS;
    small = nvc0_vm_entry(gpu, pde >> 32, offset, NVC0_VM_SMALL_BITS, pte);
    return small == NV_VM_PT_NOT_PRESENT ? why : small;
}

static NVDmaReason nvc0_vm_check_rights(const NVVmAccess *access, uint64_t pte)
{
    if (FIELD_EX64(pte, NVC0_PTE, PRIVILEGED) && !access->supervisor) {
        return NV_VM_PAGE_SUPERVISOR_ONLY;
    }
    return FIELD_EX64(pte, NVC0_PTE, READ_ONLY) && access->write
        ? NV_VM_PAGE_READ_ONLY : NV_DMA_OK;
}

static NVDmaReason nvc0_vm_walk(NVGPU *gpu, const NVVm *vm,
                                const NVVmAccess *access, NVSpan *span)
{
    uint64_t addr = extract64(access->addr, 0, NVC0_VM_ADDR_BITS);
    uint64_t pte, offset;
    unsigned page_bits, target;
    NVDmaReason why;

    if (addr > vm->limit) {
        return NV_VM_LIMIT_EXCEEDED;
    }
    why = nvc0_vm_find_page(gpu, vm, addr, &pte, &page_bits);
    if (why != NV_DMA_OK) {
        return why;
    }
    why = nvc0_vm_check_rights(access, pte);
    if (why != NV_DMA_OK) {
        return why;
    }
    offset = extract64(addr, 0, page_bits);
    target = FIELD_EX64(pte, NVC0_PTE, TARGET);
    if (!nv_linear_span(gpu, target,
                        (FIELD_EX64(pte, NVC0_PTE, ADDRESS) << 12) + offset,
                        MIN(access->len, BIT_ULL(page_bits) - offset), span)) {
        return target == NV_LINEAR_VRAM ? NV_VM_VRAM_LIMIT
                                        : NV_VM_WRONG_MEMTYPE;
    }
    return NV_DMA_OK;
}

static NVVm nvc0_vm_of_channel(NVGPU *gpu, uint32_t inst)
{
    uint32_t low = nv_ramin_read32(gpu, inst + NVC0_BLOCK_PD_LOW);
    uint32_t high = nv_ramin_read32(gpu, inst + NVC0_BLOCK_PD_HIGH);
    uint64_t limit = nv_ramin_read32(gpu, inst + NVC0_BLOCK_LIMIT_HIGH);

    return (NVVm) {
        .pd = deposit64(low & NVC0_BLOCK_PD_ADDRESS_MASK, 32, 8, high),
        .target = FIELD_EX32(low, NVC0_BLOCK_PD, TARGET),
        .limit = extract64(limit, 0, 8) << 32 |
                 nv_ramin_read32(gpu, inst + NVC0_BLOCK_LIMIT_LOW),
    };
}

/* PFIFO keeps what a fault tells. */
const NVVmTables nvc0_vm_tables = {
    .walk = nvc0_vm_walk,
    .of_channel = nvc0_vm_of_channel,
};
