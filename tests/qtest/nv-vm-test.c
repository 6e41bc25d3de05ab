/*
 * Tests of the NVIDIA GPU: memory of NV50 and later as the CPU sees it
 *
 * envytools, memory/g80-vm.rst: page tables, DMA objects, faults; here the BARs
 * use them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/fifo-regs.h"
#include "hw/nv/fifo-regs-nv50.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define PMEM 0x700000

/* Where the BARs' DMA objects are in the instance block */
#define BAR1_OBJ 0x8000
#define BAR3_OBJ 0x8020

/* nouveau puts BAR3 there, so that both fit one page directory. */
#define BAR3_VA 0x100000000ull

#define VM_SIZE (16 * MiB)

#define BAR_FAULT R_NV50_PFIFO_INTR_BAR_FAULT_MASK

enum {
    PT_NOT_PRESENT = 0x0,
    PT_TOO_SHORT = 0x1,
    PAGE_NOT_PRESENT = 0x2,
    PAGE_SUPERVISOR_ONLY = 0x3,
    PAGE_READ_ONLY = 0x4,
    NO_CHANNEL = 0x5,
    NULL_DMAOBJ = 0x6,
    WRONG_MEMTYPE = 0x7,
    VRAM_LIMIT = 0xb,
    DMAOBJ_LIMIT = 0xf,
};

/* Both BARs behind page tables: BAR1 with large pages, BAR3 with small ones */
typedef struct Space {
    NVDev *nv;
    uint32_t inst;
    uint32_t table1, table3;
} Space;

static void space_init(Space *s, NVDev *nv)
{
    *s = (Space) { .nv = nv };
    s->inst = nv_vm_inst_new(nv);
    s->table1 = nv_vm_table(nv, s->inst, 0, NV_VM_LARGE);
    s->table3 = nv_vm_table(nv, s->inst, BAR3_VA, NV_VM_SMALL);
    nv_vm_dmaobj(nv, s->inst + BAR1_OBJ, NV_VM_DMAOBJ, 0, VM_SIZE - 1);
    nv_vm_dmaobj(nv, s->inst + BAR3_OBJ, NV_VM_DMAOBJ, BAR3_VA,
                 BAR3_VA + VM_SIZE - 1);
    nv_vm_bars(nv, s->inst, s->inst + BAR1_OBJ, s->inst + BAR3_OBJ);
    nv_wr32(nv, A_NV_PFB_MMU_VM_FAULT, 0x000707ff);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, BAR_FAULT);
}

static void space_map1(Space *s, uint64_t va, uint64_t pte)
{
    nv_vm_set(s->nv, s->table1, va, NV_VM_LARGE, pte);
}

static void space_map3(Space *s, uint64_t va, uint64_t pte)
{
    nv_vm_set(s->nv, s->table3, va, NV_VM_SMALL, pte);
}

static uint32_t bar1_rd32(Space *s, uint64_t addr)
{
    return qtest_readl(s->nv->qts, s->nv->bar1 + addr);
}

static void bar1_wr32(Space *s, uint64_t addr, uint32_t val)
{
    qtest_writel(s->nv->qts, s->nv->bar1 + addr, val);
}

static uint32_t bar3_rd32(Space *s, uint64_t addr)
{
    return qtest_readl(s->nv->qts, s->nv->bar3 + addr);
}

static void bar3_wr32(Space *s, uint64_t addr, uint32_t val)
{
    qtest_writel(s->nv->qts, s->nv->bar3 + addr, val);
}

/* --- PMEM and BARs without translation ---------------------------------- */

/* PMEM shows 1 MiB of video memory from any multiple of 64 KiB on. */
static void pmem_moves(NVDev *nv)
{
    static const uint32_t bases[] = {
        0, 0x10000, 0x100000, 0x3f0000, 0xff00000,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(bases); i++) {
        nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM, bases[i] >> 16);
        nv_wr32(nv, PMEM + 0xfffc, 0x90000000 + i);
        nv_assert_hex(nv_vram_rd32(nv, bases[i] + 0xfffc), 0x90000000 + i);
        nv_vram_wr32(nv, bases[i] + 0x20, 0xa0000000 + i);
        nv_assert_hex(nv_rd32(nv, PMEM + 0x20), 0xa0000000 + i);
        nv_wr08(nv, PMEM + 0x21, 0x55);
        nv_assert_hex(nv_vram_rd32(nv, bases[i] + 0x20), 0xa0005500 + i);
    }
    /* Beyond the end there is nothing. */
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM, nv->card->vram >> 16);
    nv_wr32(nv, PMEM, 0x12345678);
    nv_assert_hex(nv_rd32(nv, PMEM), 0);
}

static void pmem_shows_the_bus(NVDev *nv)
{
    uint64_t ram = nv_ram_alloc(nv, 64 * KiB);
    uint32_t window = PMEM + ram % (64 * KiB);

    for (uint32_t target = 2; target <= 3; target++) {
        nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM, target << 24 | ram >> 16);
        nv_wr32(nv, window, 0xb0000000 + target);
        nv_assert_hex(qtest_readl(nv->qts, ram), 0xb0000000 + target);
        qtest_writel(nv->qts, ram + 4, 0xc0000000 + target);
        nv_assert_hex(nv_rd32(nv, window + 4),
                      0xc0000000 + target);
    }
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM, 1 << 24 | ram >> 16);
    nv_assert_hex(nv_rd32(nv, window), 0);
}

/* Before a driver sets them up, both BARs show video memory. */
static void bars_show_vram(NVDev *nv)
{
    nv_vram_wr32(nv, 0x123450, 0x11223344);
    nv_assert_hex(qtest_readl(nv->qts, nv->bar3 + 0x123450), 0x11223344);
    qtest_writeq(nv->qts, nv->bar3 + 0x123450, 0x8877665544332211ull);
    nv_assert_hex(nv_vram_rd32(nv, 0x123450), 0x44332211);
    nv_assert_hex(qtest_readq(nv->qts, nv->bar1 + 0x123450),
                  0x8877665544332211ull);
    nv_assert_hex(nv_phys_rd32(nv, 0x123454), 0x88776655);
    nv_vram_wr32(nv, nv->card->vram - 4, 0x5a5a5a5a);
    nv_assert_hex(nv_phys_rd32(nv, nv->card->vram - 4), 0x5a5a5a5a);
    nv_assert_reg(nv, NV_PMC_INTR, 0);
}

/* --- Translation -------------------------------------------------------- */

static void bars_translate(NVDev *nv)
{
    uint32_t page;
    uint64_t ram;
    Space s;

    space_init(&s, nv);
    page = ROUND_UP(nv_vram_alloc(nv, 128 * KiB), 64 * KiB);
    ram = nv_ram_alloc(nv, 4096);
    space_map1(&s, 0x30000, page | NV_VM_PRESENT);
    space_map3(&s, BAR3_VA + 0x5000, (page + 0x1000) | NV_VM_PRESENT);
    space_map3(&s, BAR3_VA + 0x6000, ram | NV_VM_SYSRAM | NV_VM_PRESENT);
    space_map3(&s, BAR3_VA + 0x7000,
               ram | NV_VM_SYSRAM_NO_SNOOP | NV_VM_PRESENT);

    bar1_wr32(&s, 0x30ffc, 0x01010101);
    nv_assert_hex(nv_phys_rd32(nv, page + 0xffc), 0x01010101);
    bar1_wr32(&s, 0x31008, 0x02020202);
    nv_assert_hex(bar3_rd32(&s, 0x5008), 0x02020202);
    bar3_wr32(&s, 0x5010, 0x03030303);
    nv_assert_hex(bar1_rd32(&s, 0x31010), 0x03030303);
    bar3_wr32(&s, 0x6014, 0x04040404);
    nv_assert_hex(bar3_rd32(&s, 0x7014), 0x04040404);
    nv_assert_hex(qtest_readl(nv->qts, ram + 0x14), 0x04040404);

    /* Large pages of the bus's memory, of both kinds */
    ram = ROUND_UP(nv_ram_alloc(nv, 128 * KiB), 64 * KiB);
    space_map1(&s, 0x40000, ram | NV_VM_SYSRAM | NV_VM_PRESENT);
    space_map1(&s, 0x50000, ram | NV_VM_SYSRAM_NO_SNOOP | NV_VM_PRESENT);
    bar1_wr32(&s, 0x4fff0, 0x06060606);
    nv_assert_hex(qtest_readl(nv->qts, ram + 0xfff0), 0x06060606);
    nv_assert_hex(bar1_rd32(&s, 0x5fff0), 0x06060606);

    /* A lookup follows the table at once, without a flush. */
    space_map1(&s, 0x30000, (page + 64 * KiB) | NV_VM_PRESENT);
    nv_phys_wr32(nv, page + 64 * KiB, 0x05050505);
    nv_assert_hex(bar1_rd32(&s, 0x30000), 0x05050505);

    /* Each BAR returns to video memory separately. */
    nv_vm_bars(nv, s.inst, 0, s.inst + BAR3_OBJ);
    nv_assert_hex(bar1_rd32(&s, page + 0x1010), 0x03030303);
    nv_assert_hex(bar3_rd32(&s, 0x5010), 0x03030303);
    nv_assert_reg(nv, NV_PMC_INTR, 0);
}

/* All entries of a block hold the address of its first page. */
static void contiguous_blocks(NVDev *nv)
{
    uint32_t page;
    Space s;

    space_init(&s, nv);
    page = nv_vram_alloc(nv, 512 * KiB) + 0x1000;
    for (unsigned i = 0; i < 8; i++) {
        space_map3(&s, BAR3_VA + 0x8000 + i * 0x1000,
                   page | NV_VM_CONTIG(3) | NV_VM_PRESENT);
    }
    for (unsigned i = 0; i < 8; i++) {
        nv_phys_wr32(nv, page + i * 0x1000 + 0x30, 0x700 + i);
        nv_assert_hex(bar3_rd32(&s, 0x8030 + i * 0x1000), 0x700 + i);
    }
    nv_assert_reg(nv, NV_PMC_INTR, 0);
}

/* The page directory and the tables may be anywhere, the latter on the bus. */
static void table_on_the_bus(NVDev *nv)
{
    uint32_t page = nv_vram_alloc(nv, 4096);
    uint64_t table = nv_ram_alloc(nv, 64 * KiB);
    Space s;

    for (unsigned target = 2; target <= 3; target++) {
        space_init(&s, nv);
        nv_phys_wr64(nv, s.inst + nv->card->pd_offset + 8 * 8,
                     table | target << 2 | 0x63);
        qtest_writeq(nv->qts, table + 0x4 * 8, page | NV_VM_PRESENT);
        nv_phys_wr32(nv, page + 0x40, 0x900 + target);
        nv_assert_hex(bar3_rd32(&s, 0x4040), 0x900 + target);
    }
}

/* From NV84 on a register says where a block has its page directory. */
static void page_directory_moves(NVDev *nv)
{
    uint32_t page = nv_vram_alloc(nv, 4096);
    Space s;

    space_init(&s, nv);
    nv_assert_reg(nv, NV_PFB_MMU_PD_OFFSET, 0x200);
    space_map3(&s, BAR3_VA, page | NV_VM_PRESENT);
    nv_phys_wr32(nv, page, 0x0ddba11);
    nv_assert_hex(bar3_rd32(&s, 0), 0x0ddba11);
    nv_wr32(nv, A_NV_PFB_MMU_PD_OFFSET, 0x1400);
    nv_assert_hex(bar3_rd32(&s, 0), 0);
    nv_phys_wr64(nv, s.inst + 0x1400 + 8 * 8, s.table3 | 0x63);
    nv_assert_hex(bar3_rd32(&s, 0), 0x0ddba11);
}

/* The object begins at any byte: an access is to the ends of two pages. */
static void access_to_two_pages(NVDev *nv)
{
    uint32_t page = nv_vram_alloc(nv, 0x1000);
    uint64_t ram = nv_ram_alloc(nv, 0x1000);
    Space s;

    space_init(&s, nv);
    space_map3(&s, BAR3_VA, page | NV_VM_PRESENT);
    space_map3(&s, BAR3_VA + 0x1000, ram | NV_VM_SYSRAM | NV_VM_PRESENT);
    nv_vm_dmaobj(nv, s.inst + BAR3_OBJ, NV_VM_DMAOBJ, BAR3_VA + 4,
                 BAR3_VA + VM_SIZE - 1);
    qtest_writeq(nv->qts, nv->bar3 + 0xff8, 0x2222222211111111);
    nv_assert_hex(nv_phys_rd32(nv, page + 0xffc), 0x11111111);
    nv_assert_hex(qtest_readl(nv->qts, ram), 0x22222222);
    nv_assert_hex(qtest_readq(nv->qts, nv->bar3 + 0xff8), 0x2222222211111111);
}

/* What the CPU's buffers for write combining do, as far as it matters */
static void bar3_combines(NVDev *nv)
{
    uint64_t ram = nv_ram_alloc(nv, 0x1000);
    Space s;

    space_init(&s, nv);
    space_map3(&s, BAR3_VA + 0x3000, ram | NV_VM_SYSRAM | NV_VM_PRESENT);
    nv_vm_check_combining(nv, 0x3000, ram);
}

/* --- What is used often ------------------------------------------------- */

#define FLUSH_BARS (6 << 16 | R_NV_PFB_MMU_TLB_FLUSH_TRIGGER_MASK)
/* More accesses than it takes to get a view, and to have its map changed */
#define OFTEN 3000

static bool wait_for(NVDev *nv, bool (*done)(NVDev *nv, unsigned count),
                     unsigned count)
{
    int64_t end = g_get_monotonic_time() + 10 * G_USEC_PER_SEC;

    while (!done(nv, count)) {
        if (g_get_monotonic_time() > end) {
            return false;
        }
        g_usleep(1000);
    }
    return true;
}

static bool is_flushed(NVDev *nv, unsigned count)
{
    return !nv_field(nv, NV_PFB_MMU_TLB_FLUSH, TRIGGER);
}

static void flush_bars(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFB_MMU_TLB_FLUSH, FLUSH_BARS);
    g_assert_true(wait_for(nv, is_flushed, 0));
}

static unsigned views(NVDev *nv)
{
    return nv_log_count(nv, "nv_bar1_view ");
}

static unsigned views_gone(NVDev *nv)
{
    return nv_log_count(nv, "nv_bar1_view_gone ");
}

static bool has_views(NVDev *nv, unsigned count)
{
    return views(nv) >= count;
}

/* What is used often may be cached, until the BARs' TLB is flushed. */
static void bar1_is_kept_until_flushed(NVDev *nv)
{
    const unsigned words = 64 * KiB / 4;
    uint32_t page;
    NVVmTrap trap;
    Space s;

    space_init(&s, nv);
    nv_trace(nv, "nv_bar1_view*", true);
    page = ROUND_UP(nv_vram_alloc(nv, 512 * KiB), 64 * KiB);
    space_map1(&s, 0x30000, page | NV_VM_PRESENT);
    space_map1(&s, 0x40000, (page + 64 * KiB) | NV_VM_PRESENT);
    space_map1(&s, 0x80000, page | NV_VM_RO | NV_VM_PRESENT);
    for (unsigned i = 0; i < 2 * words; i++) {
        bar1_wr32(&s, 0x30000 + i * 4, i * 3);
    }
    g_assert_true(wait_for(nv, has_views, 1));
    g_assert_cmpuint(views(nv), ==, 1);
    for (unsigned i = 0; i < 2 * words; i += 97) {
        nv_assert_hex(nv_phys_rd32(nv, page + i * 4), i * 3);
        nv_assert_hex(bar1_rd32(&s, 0x30000 + i * 4), i * 3);
        bar1_wr32(&s, 0x30000 + i * 4, i * 5);
        nv_assert_hex(nv_phys_rd32(nv, page + i * 4), i * 5);
    }
    /* Everything around it is unchanged. */
    nv_assert_hex(bar1_rd32(&s, 0x2fffc), 0);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.addr, 0x2fffc);
    nv_assert_hex(bar1_rd32(&s, 0x50000), 0);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.addr, 0x50000);

    /* The driver flushes after each change, wherever it is. */
    space_map1(&s, 0x60000, (page + 192 * KiB) | NV_VM_PRESENT);
    nv_wr32(nv, A_NV_PFB_MMU_TLB_FLUSH, FLUSH_BARS);
    nv_assert_hex(nv_field(nv, NV_PFB_MMU_TLB_FLUSH, TRIGGER), 0);
    g_assert_cmpuint(views_gone(nv), ==, 0);

    nv_phys_wr32(nv, page + 192 * KiB, 0x1234);
    space_map1(&s, 0x30000, (page + 192 * KiB) | NV_VM_PRESENT);
    flush_bars(nv);
    g_assert_cmpuint(views_gone(nv), ==, 1);
    nv_assert_hex(bar1_rd32(&s, 0x30000), 0x1234);
    nv_assert_hex(bar1_rd32(&s, 0x40000), words * 3);
    space_map1(&s, 0x40000, 0);
    nv_assert_hex(bar1_rd32(&s, 0x40000), 0);
    g_assert_true(nv_vm_trap(nv, &trap));

    /* Read-only pages are looked up each time. */
    for (unsigned i = 0; i < OFTEN; i++) {
        bar1_rd32(&s, 0x80000 + i * 4);
    }
    bar1_wr32(&s, 0x80004, 1);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.reason, PAGE_READ_ONLY);
    g_assert_cmpuint(views(nv), ==, 1);
}

/* Another object gives another view; a reset or a snapshot drops the cache. */
static void kept_as_long_as_the_object(NVDev *nv)
{
    uint32_t bar0 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);
    uint32_t bar1 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_1);
    uint32_t page;
    NVVmTrap trap;
    Space s;

    space_init(&s, nv);
    nv_trace(nv, "nv_bar1_view*", true);
    page = ROUND_UP(nv_vram_alloc(nv, 512 * KiB), 64 * KiB);
    space_map1(&s, 0x60000, page | NV_VM_PRESENT);
    for (unsigned i = 0; i < OFTEN; i++) {
        bar1_wr32(&s, 0x60000 + i * 4, ~i);
    }
    g_assert_true(wait_for(nv, has_views, 1));
    nv_phys_wr32(nv, 0x60000, 0xabcdef);
    nv_vm_bars(nv, s.inst, 0, 0);
    g_assert_true(wait_for(nv, is_flushed, 0));
    nv_assert_hex(bar1_rd32(&s, 0x60000), 0xabcdef);
    nv_assert_hex(bar1_rd32(&s, page + 40), ~10u);

    nv_vm_bars(nv, s.inst, s.inst + BAR1_OBJ, 0);
    for (unsigned i = 0; i < OFTEN; i++) {
        bar1_wr32(&s, 0x60000 + i * 4, i);
    }
    g_assert_true(wait_for(nv, has_views, 2));
    qtest_system_reset(nv->qts);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bar0);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_1, bar1);
    qpci_device_enable(nv->pci);
    nv_assert_hex(bar1_rd32(&s, 0x60000), 0xabcdef);

    nv_vm_bars(nv, s.inst, s.inst + BAR1_OBJ, 0);
    nv_assert_hex(bar1_rd32(&s, 0x60000 + 44), 11);
    for (unsigned i = 0; i < OFTEN; i++) {
        bar1_wr32(&s, 0x60000 + i * 4, i);
    }
    nv_migrate(nv);
    nv_assert_hex(bar1_rd32(&s, 0x60000 + 44), 11);
    nv_assert_hex(bar1_rd32(&s, 0x50000), 0);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.addr, 0x50000);
}

static void flushes_are_done_at_once(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFB_MMU_TLB_FLUSH, 6 << 16 | 1);
    nv_assert_reg(nv, NV_PFB_MMU_TLB_FLUSH, 6 << 16);
    if (nv->card->features & NV_CARD_NV84) {
        nv_wr32(nv, A_NV_PFLUSH_TRIGGER, 1);
        nv_assert_reg(nv, NV_PFLUSH_TRIGGER, 0);
    } else {
        nv_wr32(nv, A_NV50_PFIFO_CACHE1_FLUSH_CTRL, 1);
        nv_assert_reg(nv, NV50_PFIFO_CACHE1_FLUSH_CTRL, 0);
    }
}

/* --- Faults ------------------------------------------------------------- */

/* One access to BAR3 and its result */
static void expect_fault(Space *s, uint64_t offset, bool write,
                         unsigned reason)
{
    NVDev *nv = s->nv;
    NVVmTrap trap;

    if (write) {
        bar3_wr32(s, offset, 0xbadbad00);
    } else {
        nv_assert_hex(bar3_rd32(s, offset), 0);
    }
    nv_assert_hex(nv_rd32(nv, A_NV_PFIFO_INTR) & BAR_FAULT, BAR_FAULT);
    nv_assert_hex(nv_field(nv, NV_PMC_INTR, PFIFO), 1);
    g_assert_true(nv_intx(nv));
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.engine, 6);
    nv_assert_hex(trap.reason, reason);
    nv_assert_hex(trap.client, write ? 4 : 8);
    nv_assert_hex(trap.slot, 1);
    nv_assert_hex(trap.inst, s->inst);
    nv_assert_hex(trap.addr, BAR3_VA + offset);
    g_assert_cmpint(trap.read, ==, !write);
    g_assert_false(nv_vm_trap(nv, &trap));
}

static void expect_none(Space *s)
{
    NVVmTrap trap;

    g_assert_false(nv_vm_trap(s->nv, &trap));
}

static void faults(NVDev *nv)
{
    uint32_t page;
    Space s;

    space_init(&s, nv);
    page = nv_vram_alloc(nv, 4096);
    space_map3(&s, BAR3_VA + 0x1000, page | NV_VM_PRESENT | NV_VM_RO);
    space_map3(&s, BAR3_VA + 0x2000, page | NV_VM_PRESENT | NV_VM_PRIV);
    space_map3(&s, BAR3_VA + 0x3000, nv->card->vram | NV_VM_PRESENT);
    space_map3(&s, BAR3_VA + 0x4000, page | 1 << 4 | NV_VM_PRESENT);
    nv_phys_wr32(nv, page, 0x600d600d);

    expect_fault(&s, 0, false, PAGE_NOT_PRESENT);
    expect_fault(&s, 4, true, PAGE_NOT_PRESENT);
    expect_fault(&s, 0x1000, true, PAGE_READ_ONLY);
    nv_assert_hex(bar3_rd32(&s, 0x1000), 0x600d600d);
    expect_none(&s);
    expect_fault(&s, 0x2000, false, PAGE_SUPERVISOR_ONLY);
    expect_fault(&s, 0x3000, false, VRAM_LIMIT);
    expect_fault(&s, 0x4000, false, WRONG_MEMTYPE);
    expect_fault(&s, VM_SIZE, true, DMAOBJ_LIMIT);
    nv_assert_hex(nv_phys_rd32(nv, page), 0x600d600d);
}

/* The channel's address takes both words that tell it. */
static void fault_of_high_block(NVDev *nv)
{
    Space s;

    nv->vram_next = 0x1a000000;
    space_init(&s, nv);
    expect_fault(&s, 0, false, PAGE_NOT_PRESENT);
}

static void faults_of_tables(NVDev *nv)
{
    uint32_t pde;
    Space s;

    space_init(&s, nv);
    pde = s.inst + nv->card->pd_offset + 8 * 8;
    nv_phys_wr64(nv, pde, 0xdeadcafe00000000ull);
    expect_fault(&s, 0x10, false, PT_NOT_PRESENT);
    /* Beyond video memory */
    nv_phys_wr64(nv, pde, nv->card->vram | 0x63);
    expect_fault(&s, 0x10, false, PT_NOT_PRESENT);
    /* 32 MiB */
    nv_phys_wr64(nv, pde, s.table3 | 0x63);
    nv_vm_dmaobj(nv, s.inst + BAR3_OBJ, NV_VM_DMAOBJ, BAR3_VA,
                 BAR3_VA + 64 * MiB - 1);
    expect_fault(&s, 0x10, false, PAGE_NOT_PRESENT);
    nv_vm_dmaobj(nv, s.inst + BAR3_OBJ, NV_VM_DMAOBJ, BAR3_VA + 32 * MiB,
                 BAR3_VA + 64 * MiB - 1);
    nv_assert_hex(bar3_rd32(&s, 0x10), 0);
    {
        NVVmTrap trap;

        g_assert_true(nv_vm_trap(nv, &trap));
        nv_assert_hex(trap.reason, PT_TOO_SHORT);
        nv_assert_hex(trap.addr, BAR3_VA + 32 * MiB + 0x10);
    }
    /* A selector of 0, which is the instance block itself */
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_BAR3, 0x80000000);
    nv_assert_hex(bar3_rd32(&s, 0x10), 0);
    {
        NVVmTrap trap;

        g_assert_true(nv_vm_trap(nv, &trap));
        nv_assert_hex(trap.reason, NULL_DMAOBJ);
    }
}

/* The first fault stays until it is acknowledged. */
static void first_fault_stays(NVDev *nv)
{
    NVVmTrap trap;
    Space s;

    space_init(&s, nv);
    nv_assert_hex(bar3_rd32(&s, 0x1230), 0);
    bar1_wr32(&s, 0x4560, 1);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.addr, BAR3_VA + 0x1230);
    bar1_wr32(&s, 0x4560, 1);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.addr, 0x4560);
    nv_assert_hex(trap.slot, 0);
    /* The enables for other clients are unchanged. */
    nv_assert_hex(nv_rd32(nv, A_NV_PFB_MMU_VM_FAULT) & 0x80ffffff, 0x000707ff);
}

/* An instance block can only be in video memory. */
static void fault_without_a_channel(NVDev *nv)
{
    NVVmTrap trap;
    Space s;

    space_init(&s, nv);
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_CHAN,
            R_NV_PBUS_HOST_MEM_CHAN_BAR_MASK |
            2 << R_NV_PBUS_HOST_MEM_CHAN_TARGET_SHIFT | s.inst >> 12);
    for (unsigned write = 0; write < 2; write++) {
        if (write) {
            bar3_wr32(&s, 0x1230 + write, 1);
        } else {
            nv_assert_hex(bar3_rd32(&s, 0x1230), 0);
        }
        g_assert_true(nv_vm_trap(nv, &trap));
        nv_assert_hex(trap.reason, NO_CHANNEL);
        nv_assert_hex(trap.addr, 0x1230 + write);
        g_assert_cmpint(trap.read, ==, !write);
    }
}

/* --- DMA objects -------------------------------------------------------- */

/* An object may override the page's entry. */
static void objects_override(NVDev *nv)
{
    uint32_t page, obj;
    Space s;

    space_init(&s, nv);
    page = nv_vram_alloc(nv, 4096);
    obj = s.inst + BAR3_OBJ;
    space_map3(&s, BAR3_VA, page | NV_VM_PRESENT | NV_VM_RO);
    space_map3(&s, BAR3_VA + 0x1000, page | NV_VM_PRESENT | NV_VM_PRIV);
    space_map3(&s, BAR3_VA + 0x2000, page | NV_VM_PRESENT);

    nv_vm_dmaobj(nv, obj, NV_VM_DMAOBJ | NV_VM_DMAOBJ_RW, BAR3_VA,
                 BAR3_VA + VM_SIZE - 1);
    bar3_wr32(&s, 0, 0x1);
    nv_assert_hex(nv_phys_rd32(nv, page), 0x1);
    expect_none(&s);
    nv_vm_dmaobj(nv, obj, NV_VM_DMAOBJ | NV_VM_DMAOBJ_RO, BAR3_VA,
                 BAR3_VA + VM_SIZE - 1);
    expect_fault(&s, 0x2000, true, PAGE_READ_ONLY);
    nv_assert_hex(bar3_rd32(&s, 0x2000), 0x1);
    nv_vm_dmaobj(nv, obj, NV_VM_DMAOBJ | NV_VM_DMAOBJ_PRIV, BAR3_VA,
                 BAR3_VA + VM_SIZE - 1);
    bar3_wr32(&s, 0x1000, 0x2);
    nv_assert_hex(nv_phys_rd32(nv, page), 0x2);
    nv_vm_dmaobj(nv, obj, NV_VM_DMAOBJ | 1 << 20, BAR3_VA,
                 BAR3_VA + VM_SIZE - 1);
    nv_assert_hex(bar3_rd32(&s, 0x1000), 0x2);
    expect_none(&s);
    nv_vm_dmaobj(nv, obj, NV_VM_DMAOBJ | 2 << 20, BAR3_VA,
                 BAR3_VA + VM_SIZE - 1);
    expect_fault(&s, 0x2000, false, PAGE_SUPERVISOR_ONLY);
}

/* Objects without page tables */
static void linear_objects(NVDev *nv)
{
    uint32_t page, obj;
    uint64_t ram;
    NVVmTrap trap;
    Space s;

    space_init(&s, nv);
    page = nv_vram_alloc(nv, 8192);
    ram = nv_ram_alloc(nv, 4096);
    obj = s.inst + BAR3_OBJ;
    nv_vm_dmaobj(nv, obj, NV_VM_DMAOBJ | NV_VM_DMAOBJ_VRAM | NV_VM_DMAOBJ_RW,
                 page + 0x104, page + 0x1103);
    bar3_wr32(&s, 0, 0x11);
    nv_assert_hex(nv_phys_rd32(nv, page + 0x104), 0x11);
    bar3_wr32(&s, 0xffc, 0x12);
    nv_assert_hex(nv_phys_rd32(nv, page + 0x1100), 0x12);
    expect_none(&s);
    bar3_wr32(&s, 0x1000, 0x13);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.reason, DMAOBJ_LIMIT);
    nv_assert_hex(trap.addr, page + 0x1104);
    nv_assert_hex(nv_phys_rd32(nv, page + 0x1104), 0);

    nv_vm_dmaobj(nv, obj, NV_VM_DMAOBJ | NV_VM_DMAOBJ_SYSRAM, ram,
                 ram + 0xfff);
    bar3_wr32(&s, 0x20, 0x14);
    nv_assert_hex(bar3_rd32(&s, 0x20), 0x14);
    nv_assert_hex(qtest_readl(nv->qts, ram + 0x20), 0x14);
    /* An end in the middle of an access */
    nv_vm_dmaobj(nv, obj, NV_VM_DMAOBJ | NV_VM_DMAOBJ_SYSRAM, ram, ram + 0x33);
    qtest_writeq(nv->qts, nv->bar3 + 0x30, 0x1600000015);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.reason, DMAOBJ_LIMIT);
    nv_assert_hex(trap.addr, ram + 0x34);
    nv_assert_hex(qtest_readl(nv->qts, ram + 0x30), 0x15);
    nv_assert_hex(qtest_readl(nv->qts, ram + 0x34), 0);
    /* An end before the beginning */
    nv_vm_dmaobj(nv, obj, NV_VM_DMAOBJ | NV_VM_DMAOBJ_SYSRAM, ram, ram - 1);
    nv_assert_hex(bar3_rd32(&s, 0x20), 0);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.reason, DMAOBJ_LIMIT);
}

/* --- All the same ------------------------------------------------------- */

/* Whatever tables and objects contain, the card survives. */
static void random_tables(NVDev *nv)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x50);
    uint32_t page;
    Space s;

    for (unsigned i = 0; i < 400; i++) {
        space_init(&s, nv);
        nv->vram_next = 0;
        for (unsigned n = 0; n < 6; n++) {
            nv_phys_wr32(nv, s.inst + BAR1_OBJ + n * 4,
                         n ? g_rand_int(rand) : g_rand_int(rand) & ~0x1f0000);
        }
        nv_phys_wr64(nv, s.inst + nv->card->pd_offset +
                     g_rand_int_range(rand, 0, 0x800) * 8,
                     (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand));
        nv_phys_wr64(nv, s.table1,
                     (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand) | 1);
        bar1_wr32(&s, g_rand_int_range(rand, 0, 0x3fff) * 4, i);
        bar1_rd32(&s, g_rand_int_range(rand, 0, 64 * MiB / 4) * 4);
        nv_wr32(nv, A_NV_PBUS_HOST_MEM_CHAN, g_rand_int(rand));
        nv_wr32(nv, A_NV_PBUS_HOST_MEM_BAR1, g_rand_int(rand));
        bar1_rd32(&s, g_rand_int_range(rand, 0, 64 * MiB / 4) * 4);
        nv_vm_bars(nv, 0, 0, 0);
    }
    /* Tables that are right are followed. */
    space_init(&s, nv);
    page = nv_vram_alloc(nv, 4096);
    space_map3(&s, BAR3_VA, page | NV_VM_PRESENT);
    bar3_wr32(&s, 0x10, 0x31337);
    nv_assert_hex(nv_phys_rd32(nv, page + 0x10), 0x31337);
}

static void survives_migration(NVDev *nv)
{
    uint32_t page;
    NVVmTrap trap;
    Space s;

    space_init(&s, nv);
    page = nv_vram_alloc(nv, 4096);
    space_map3(&s, BAR3_VA, page | NV_VM_PRESENT);
    bar3_wr32(&s, 0x10, 0x31337);
    nv_assert_hex(bar3_rd32(&s, 0x9990), 0);
    nv_migrate(nv);
    nv_assert_hex(bar3_rd32(&s, 0x10), 0x31337);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.addr, BAR3_VA + 0x9990);
    nv_assert_hex(nv_rd32(nv, A_NV_PFIFO_INTR) & BAR_FAULT, BAR_FAULT);
}

/* --- The peephole ------------------------------------------------------- */

static uint32_t peephole_addr(NVDev *nv)
{
    return nv->card->features & NV_CARD_NV84 ? A_NV_PPEEPHOLE_RW_ADDR
                                             : A_NV_PBUS_PEEPHOLE_RW_ADDR;
}

static void peephole_wr32(NVDev *nv, uint32_t at, uint32_t val)
{
    nv_wr32(nv, peephole_addr(nv), at);
    nv_wr32(nv, peephole_addr(nv) + 4, val);
}

static uint32_t peephole_rd32(NVDev *nv, uint32_t at)
{
    nv_wr32(nv, peephole_addr(nv), at);
    return nv_rd32(nv, peephole_addr(nv) + 4);
}

static void peephole_shows_vram(NVDev *nv)
{
    peephole_wr32(nv, 0x123450, 0x11223344);
    nv_assert_hex(nv_rd32(nv, peephole_addr(nv)), 0x123454);
    nv_wr32(nv, peephole_addr(nv) + 4, 0x55667788);
    nv_assert_hex(nv_vram_rd32(nv, 0x123450), 0x11223344);
    nv_assert_hex(nv_vram_rd32(nv, 0x123454), 0x55667788);
    nv_assert_hex(peephole_rd32(nv, 0x123450), 0x11223344);
    nv_assert_hex(nv_rd32(nv, peephole_addr(nv) + 4), 0x55667788);
    nv_assert_hex(nv_rd32(nv, peephole_addr(nv)), 0x123458);
    /* Beyond the end there is nothing. */
    peephole_wr32(nv, 0xfffffffc, 1);
    nv_assert_hex(peephole_rd32(nv, 0xfffffffc), 0);
}

/* nv50_sw_chan_vblsem_release() uses a channel's semaphore this way. */
static void peephole_shows_a_channel(NVDev *nv)
{
    uint32_t page, inst, table;
    NVVmTrap trap;
    Space s;

    space_init(&s, nv);
    page = nv_vram_alloc(nv, 4096);
    space_map3(&s, BAR3_VA, page | NV_VM_PRESENT);
    inst = nv_vm_inst_new(nv);
    table = nv_vm_table(nv, inst, 0, NV_VM_SMALL);
    nv_vm_dmaobj(nv, inst + BAR1_OBJ, NV_VM_DMAOBJ, 0, VM_SIZE - 1);
    nv_vm_set(nv, table, 0x3000, NV_VM_SMALL, page | NV_VM_PRESENT);
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_CHAN, inst >> 12);
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_PEEPHOLE, 0x80000000 | BAR1_OBJ >> 4);

    peephole_wr32(nv, 0x3010, 0x11111111);
    nv_assert_hex(nv_phys_rd32(nv, page + 0x10), 0x11111111);
    /* The BARs still have their own channel. */
    nv_assert_hex(bar3_rd32(&s, 0x10), 0x11111111);
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_CHAN, 0x40000000 | s.inst >> 12);
    nv_migrate(nv);
    nv_assert_hex(peephole_rd32(nv, 0x3010), 0x11111111);

    g_assert_false(nv_vm_trap(nv, &trap));
    nv_assert_hex(peephole_rd32(nv, 0x7000), 0);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.engine, 4);
    nv_assert_hex(trap.client, 8);
    nv_assert_hex(trap.reason, PAGE_NOT_PRESENT);
    nv_assert_hex(trap.addr, 0x7000);
    g_assert_true(trap.read);
    nv_assert_hex(nv_rd32(nv, A_NV_PFIFO_INTR),
                  R_NV50_PFIFO_INTR_PEEPHOLE_FAULT_MASK);
}

static const NVTest tests[] = {
    { "pmem/moves", "", pmem_moves, .needs = NV_CARD_NV50, .cold = true },
    { "pmem/shows-the-bus", "", pmem_shows_the_bus, .needs = NV_CARD_NV50,
      .cold = true },
    { "bars/show-vram", "", bars_show_vram, .needs = NV_CARD_NV50,
      .cold = true },
    { "bars/translate", "", bars_translate, .needs = NV_CARD_NV50,
      .cold = true },
    { "bars/access-to-two-pages", "", access_to_two_pages,
      .needs = NV_CARD_NV50, .cold = true },
    { "bars/combine", "", bar3_combines, .needs = NV_CARD_NV50, .cold = true,
      .slow = true },
    { "bars/kept-until-flushed", "migration", bar1_is_kept_until_flushed,
      .needs = NV_CARD_NV50, .cold = true, .slow = true },
    { "bars/kept-as-long-as-the-object", "migration",
      kept_as_long_as_the_object, .needs = NV_CARD_NV50, .cold = true,
      .slow = true },
    { "vm/contiguous-blocks", "", contiguous_blocks, .needs = NV_CARD_NV50,
      .cold = true },
    { "vm/table-on-the-bus", "", table_on_the_bus, .needs = NV_CARD_NV50,
      .cold = true },
    { "vm/page-directory-moves", "", page_directory_moves,
      .needs = NV_CARD_NV84, .cold = true },
    { "vm/flushes-are-done-at-once", "", flushes_are_done_at_once,
      .needs = NV_CARD_NV50, .cold = true },
    { "vm/faults", "uevent-intr!", faults, .needs = NV_CARD_NV50,
      .cold = true },
    { "vm/fault-of-high-block", "", fault_of_high_block,
      .needs = NV_CARD_NV50, .props = "vram=512M" },
    { "vm/faults-of-tables", "", faults_of_tables, .needs = NV_CARD_NV50,
      .cold = true },
    { "vm/first-fault-stays", "", first_fault_stays, .needs = NV_CARD_NV50,
      .cold = true },
    { "vm/fault-without-a-channel", "", fault_without_a_channel,
      .needs = NV_CARD_NV50, .cold = true },
    { "nv50-dmaobj/override", "", objects_override, .needs = NV_CARD_NV50,
      .cold = true },
    { "nv50-dmaobj/linear", "", linear_objects, .needs = NV_CARD_NV50,
      .cold = true },
    { "vm/random-tables", "hostile-memory", random_tables,
      .needs = NV_CARD_NV50, .cold = true, .slow = true },
    { "peephole/shows-video-memory", "", peephole_shows_vram,
      .needs = NV_CARD_NV50, .cold = true },
    { "peephole/shows-memory-of-a-channel", "", peephole_shows_a_channel,
      .needs = NV_CARD_NV50, .cold = true, .slow = true },
    { "vm/survives-migration", "migration", survives_migration,
      .needs = NV_CARD_NV50, .cold = true, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
