/*
 * NVIDIA GPU: virtual memory: page tables, NVC0+
 *
 * An entry of the page directory names two tables, one of large pages and one
 * of small ones; either may map an address.
 *
 * Source: rnndb's memory/gf100_vm.xml; nouveau's nvkm/subdev/mmu/vmmgf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tables.h"
#include "vm.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/nv-gpu.h"

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

/* A table's place; false for target 0, no table.  Target 1 is video memory. */
static bool nvc0_vm_table(uint32_t word, unsigned *target, uint64_t *addr)
{
    unsigned at = FIELD_EX32(word, NVC0_PDE, TARGET);

    *target = at == NVC0_PDE_TARGET_VRAM ? NV_LINEAR_VRAM : at;
    *addr = (uint64_t)FIELD_EX32(word, NVC0_PDE, ADDRESS) << 12;
    return at != NVC0_PDE_TARGET_NONE;
}

/* The entry for the page of @offset, which counts from the table's start */
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

/**
 * struct NVC0VmTables - the tables for an address
 *
 * @start: the first address that they map
 * @bits: log2 of the bytes that they map
 * @pde: the directory's entry
 */
typedef struct NVC0VmTables {
    uint64_t start;
    unsigned bits;
    uint64_t pde;
} NVC0VmTables;

static NVDmaReason nvc0_vm_find_tables(NVGPU *gpu, const NVVm *vm,
                                       uint64_t addr, NVC0VmTables *tables)
{
    tables->bits = nvc0_vm_large_bits(gpu) + NVC0_VM_PAGES_LOG2;
    tables->start = addr & ~(BIT_ULL(tables->bits) - 1);
    return nv_vm_read_entry(gpu, vm->target,
                            vm->pd + (addr >> tables->bits) * 8, &tables->pde)
        ? NV_DMA_OK : NV_VM_NO_CHANNEL;
}

static bool nvc0_vm_tables_have(const NVC0VmTables *tables, uint64_t addr)
{
    return (addr - tables->start) >> tables->bits == 0;
}

/*
 * An entry of a large page that is invalid, but privileged, keeps small pages
 * from being looked at: nouveau's vmmgk104.c calls it invalid.  Drivers of
 * earlier cards don't write such entries.
 */
static bool nvc0_vm_hides_small(NVDmaReason why, uint64_t pte)
{
    return why == NV_VM_PAGE_NOT_PRESENT && FIELD_EX64(pte, NVC0_PTE,
                                                       PRIVILEGED);
}

/* The entry of the page of @addr, and the size of such pages */
static NVDmaReason nvc0_vm_find_page(NVGPU *gpu, const NVC0VmTables *tables,
                                     uint64_t addr, uint64_t *pte,
                                     unsigned *page_bits)
{
    unsigned large = tables->bits - NVC0_VM_PAGES_LOG2;
    uint64_t offset = addr - tables->start;
    NVDmaReason why, small;

    if (offset >> (tables->bits - FIELD_EX32(tables->pde, NVC0_PDE, SIZE))) {
        return NV_VM_PT_TOO_SHORT;
    }
    *page_bits = large;
    why = nvc0_vm_entry(gpu, tables->pde, offset, large, pte);
    if (why == NV_DMA_OK || nvc0_vm_hides_small(why, *pte)) {
        return why;
    }
    *page_bits = NVC0_VM_SMALL_BITS;
    small = nvc0_vm_entry(gpu, tables->pde >> 32, offset, NVC0_VM_SMALL_BITS,
                          pte);
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

/* @len bytes from @addr on, or up to the end of their page */
static NVDmaReason nvc0_vm_page(NVGPU *gpu, const NVC0VmTables *tables,
                                const NVVmAccess *access, uint64_t addr,
                                uint64_t len, NVSpan *span)
{
    uint64_t pte, offset;
    unsigned page_bits, target;
    NVDmaReason why;

    why = nvc0_vm_find_page(gpu, tables, addr, &pte, &page_bits);
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
                        MIN(len, BIT_ULL(page_bits) - offset), span)) {
        return target == NV_LINEAR_VRAM ? NV_VM_VRAM_LIMIT
                                        : NV_VM_WRONG_MEMTYPE;
    }
    return NV_DMA_OK;
}

/* Consecutive pages mostly share their tables: look these up once. */
static NVDmaReason nvc0_vm_walk(NVGPU *gpu, const NVVm *vm,
                                const NVVmAccess *access, NVSpan *spans,
                                unsigned *count)
{
    NVC0VmTables tables = { };
    NVDmaReason why = NV_DMA_OK;
    uint64_t done = 0;
    unsigned i = 0;

    do {
        uint64_t addr = extract64(access->addr + done, 0, NVC0_VM_ADDR_BITS);

        if (addr > vm->limit) {
            why = NV_VM_LIMIT_EXCEEDED;
        } else if (!i || !nvc0_vm_tables_have(&tables, addr)) {
            why = nvc0_vm_find_tables(gpu, vm, addr, &tables);
        }
        if (why == NV_DMA_OK) {
            why = nvc0_vm_page(gpu, &tables, access, addr, access->len - done,
                               &spans[i]);
        }
        if (why != NV_DMA_OK) {
            break;
        }
        done += spans[i++].len;
    } while (i < *count && done < access->len);
    *count = i;
    return i ? NV_DMA_OK : why;
}

/* --- Debugging --------------------------------------------------------- */

/*
 * The table that a word of the directory's entry names, if it does.  Returns
 * the entry that was found there.
 */
static uint64_t nvc0_vm_inspect_table(NVGPU *gpu, uint32_t word,
                                      uint64_t offset, unsigned page_bits,
                                      uint32_t size, NVWalk *walk)
{
    unsigned target;
    uint64_t table, pte;

    if (!nvc0_vm_table(word, &target, &table)) {
        return 0;
    }
    walk->level[0].flags |= NV_WALK_PRESENT | size;
    pte = nv_vm_inspect(gpu, walk, (NVWalkLevel) {
        .table = NV_WALK_PTE,
        .target = target,
        .addr = table + (offset >> page_bits) * 8,
        .flags = size,
    });
    walk->level[walk->levels - 1].flags |=
        (FIELD_EX64(pte, NVC0_PTE, VALID) ? NV_WALK_PRESENT : 0) |
        (FIELD_EX64(pte, NVC0_PTE, READ_ONLY) ? NV_WALK_READ_ONLY : 0) |
        (FIELD_EX64(pte, NVC0_PTE, PRIVILEGED) ? NV_WALK_PRIVILEGED : 0);
    return pte;
}

static void nvc0_vm_inspect(NVGPU *gpu, const NVVm *vm, uint64_t addr,
                            NVWalk *walk)
{
    unsigned large = nvc0_vm_large_bits(gpu);
    unsigned pde_bits = large + NVC0_VM_PAGES_LOG2;
    uint64_t offset, pde, pte;

    addr = extract64(addr, 0, NVC0_VM_ADDR_BITS);
    offset = extract64(addr, 0, pde_bits);
    pde = nv_vm_inspect(gpu, walk, (NVWalkLevel) {
        .table = NV_WALK_PDE,
        .target = vm->target,
        .addr = vm->pd + (addr >> pde_bits) * 8,
    });
    pte = nvc0_vm_inspect_table(gpu, pde, offset, large, NV_WALK_LARGE, walk);
    if (FIELD_EX64(pte, NVC0_PTE, VALID) ||
        !FIELD_EX64(pte, NVC0_PTE, PRIVILEGED)) {
        nvc0_vm_inspect_table(gpu, pde >> 32, offset, NVC0_VM_SMALL_BITS,
                              NV_WALK_SMALL, walk);
    }
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

/* --- Faults ------------------------------------------------------------ */

/* PGRAPH's falcons, units of the first GPC, and the one that takes methods */
static NVVmClient nvc0_vm_graph_client(uint32_t user)
{
    switch (user) {
    case NV_VM_PGRAPH_CONTEXT:
        return (NVVmClient) { .unit = NVC0_VM_UNIT_PGRAPH, .client = 0x05 };
    case NV_VM_PGRAPH_SRC2D:
        return (NVVmClient) {
            .unit = NVC0_VM_UNIT_PGRAPH, .client = 0x01, .of_gpc = true,
        };
    case NV_VM_PGRAPH_RT:
    case NV_VM_PGRAPH_ZETA:
    case NV_VM_PGRAPH_DST2D:
        return (NVVmClient) {
            .unit = NVC0_VM_UNIT_PGRAPH, .client = 0x0f, .of_gpc = true,
        };
    default:
        return (NVVmClient) { .unit = NVC0_VM_UNIT_PGRAPH, .client = 0x04 };
    }
}

/* The CPU's reads and writes are told apart. */
static NVVmClient nvc0_vm_cpu_client(NVC0VmUnit unit, uint32_t user)
{
    bool write = extract32(user, 8, 8) == NV_VM_CLIENT_WRITE;

    return (NVVmClient) { .unit = unit, .client = write ? 0x08 : 0x07 };
}

static NVVmClient nvc0_vm_numbers(uint32_t user)
{
    switch (extract32(user, 0, 8)) {
    case NV_VM_ENGINE_PEEPHOLE:
        return nvc0_vm_cpu_client(NVC0_VM_UNIT_PEEPHOLE, user);
    case NV_VM_ENGINE_BAR:
        return nvc0_vm_cpu_client(extract32(user, 16, 8) ? NVC0_VM_UNIT_BAR3
                                                         : NVC0_VM_UNIT_BAR1,
                                  user);
    case NV_VM_ENGINE_PFIFO:
        /* Cards show BAR_READ even where it writes: tests/record. */
        return (NVVmClient) {
            .unit = NVC0_VM_UNIT_PBDMA0 + (user >> NV_VM_USER_BITS),
            .client = 0x07,
        };
    case NV_VM_ENGINE_PCOPY:
        return (NVVmClient) { .unit = NVC0_VM_UNIT_PCE0, .client = 0x01 };
    case NV_VM_ENGINE_PCE1:
        return (NVVmClient) { .unit = NVC0_VM_UNIT_PCE1, .client = 0x02 };
    case NV_VM_ENGINE_PCE2:
        return (NVVmClient) { .unit = NVE4_VM_UNIT_PCE2, .client = 0x19 };
    case NV_VM_ENGINE_PDAEMON:
        return (NVVmClient) { .unit = NVC0_VM_UNIT_PDAEMON, .client = 0x12 };
    default:
        return nvc0_vm_graph_client(user);
    }
}

static NVVmClient nvc0_vm_client(uint32_t user)
{
    static const char *const names[] = {
        [NVC0_VM_UNIT_PGRAPH] = "PGRAPH",
        [NVC0_VM_UNIT_PEEPHOLE] = "PEEPHOLE",
        [NVC0_VM_UNIT_BAR1] = "BAR1",
        [NVC0_VM_UNIT_BAR3] = "BAR3",
        [NVC0_VM_UNIT_PBDMA0] = "PBDMA0",
        [NVC0_VM_UNIT_PBDMA0 + 1] = "PBDMA1",
        [NVC0_VM_UNIT_PBDMA0 + 2] = "PBDMA2",
        [NVC0_VM_UNIT_PCE0] = "PCE0",
        [NVC0_VM_UNIT_PCE1] = "PCE1",
        [NVC0_VM_UNIT_PDAEMON] = "PDAEMON",
        [NVE4_VM_UNIT_PCE2] = "PCE2",
    };
    NVVmClient client = nvc0_vm_numbers(user);

    client.name = names[client.unit];
    client.slot = NV_VM_NO_SLOT;
    return client;
}

/* PFIFO records faults. */
const NVVmTables nvc0_vm_tables = {
    .walk = nvc0_vm_walk,
    .of_channel = nvc0_vm_of_channel,
    .client = nvc0_vm_client,
    .inspect = nvc0_vm_inspect,
    .reasons = BIT(NV_VM_PT_NOT_PRESENT) | BIT(NV_VM_PT_TOO_SHORT) |
               BIT(NV_VM_PAGE_NOT_PRESENT) | BIT(NV_VM_PAGE_SUPERVISOR_ONLY) |
               BIT(NV_VM_PAGE_READ_ONLY) | BIT(NV_VM_NO_CHANNEL) |
               BIT(NV_VM_WRONG_MEMTYPE) | BIT(NV_VM_VRAM_LIMIT) |
               BIT(NV_VM_LIMIT_EXCEEDED),
};
