/*
 * Tests of the NVIDIA GPU: memory of NVC0 and later as the CPU sees it
 *
 * BAR1 and BAR3 behind page tables: nouveau's nvkm/subdev/bar/gf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/units.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* Behind what BAR1 shows of USERD */
#define BAR1_VA 0x1000000

/* Units of the MMU, clients of the hub, a reason: rnndb's gf100_pfifo.xml */
#define UNIT_BAR1 4
#define UNIT_BAR3 5
#define HOST_CPU_READ 7
#define HOST_CPU_WRITE 8
#define PT_NOT_PRESENT 0
#define PAGE_NOT_PRESENT 2
#define READ_ONLY 6

#define MS 1000000

static uint32_t bar3_rd32(NVDev *nv, uint64_t addr)
{
    return qtest_readl(nv->qts, nv->bar3 + addr);
}

static void bar3_wr32(NVDev *nv, uint64_t addr, uint32_t val)
{
    qtest_writel(nv->qts, nv->bar3 + addr, val);
}

/* gf100_bar_bar2_init(): BAR3 gets a space; returns its instance block. */
static uint32_t init_bar3(NVDev *nv, uint32_t *pd)
{
    uint32_t block = nv_vram_alloc(nv, NV_FERMI_BLOCK_SIZE);

    *pd = nv_fermi_space_new(nv);
    nv_fermi_join(nv, block, *pd);
    nv_wr32(nv, A_NVC0_PBUS_HOST_MEM_BAR3, 0x80000000 | block >> 12);
    return block;
}

/* Two spaces, with pages of both memories */
static void translate(NVDev *nv)
{
    uint32_t a = nv_vram_alloc(nv, 0x2000), pd;
    uint64_t ram = nv_ram_alloc(nv, 0x1000);

    init_bar3(nv, &pd);
    nv_fermi_map(nv, nv->fermi->bar1, BAR1_VA, a + 0x1000, 0x1000,
                 NV_FERMI_VRAM);
    nv_fermi_map(nv, nv->fermi->bar1, BAR1_VA + 0x1000, ram, 0x1000,
                 NV_FERMI_RAM);
    nv_fermi_map(nv, pd, 0x5000, a, 0x2000, NV_FERMI_VRAM);
    nv_phys_wr32(nv, a + 0x1010, 0x11111111);
    qtest_writel(nv->qts, ram + 0x20, 0x22222222);
    nv_assert_hex(nv_vram_rd32(nv, BAR1_VA + 0x10), 0x11111111);
    nv_assert_hex(nv_vram_rd32(nv, BAR1_VA + 0x1020), 0x22222222);
    nv_assert_hex(bar3_rd32(nv, 0x6010), 0x11111111);
    nv_vram_wr32(nv, BAR1_VA + 0x1020, 0x33333333);
    bar3_wr32(nv, 0x5030, 0x44444444);
    nv_assert_hex(qtest_readl(nv->qts, ram + 0x20), 0x33333333);
    nv_assert_hex(nv_phys_rd32(nv, a + 0x30), 0x44444444);
    /* An access over the end of a page */
    qtest_writeq(nv->qts, nv->bar1 + BAR1_VA + 0xffc, 0x5555555566666666);
    nv_assert_hex(nv_phys_rd32(nv, a + 0x1ffc), 0x66666666);
    nv_assert_hex(qtest_readl(nv->qts, ram), 0x55555555);

    /* Without a block, and without tables, it shows video memory. */
    nv_wr32(nv, A_NVC0_PBUS_HOST_MEM_BAR3, 0);
    nv_assert_hex(bar3_rd32(nv, a + 0x30), 0x44444444);
    nv_fermi_assert_quiet(nv);
}

/* QEMU's map changes while no processor runs, which takes a while. */
static bool wait_for(NVDev *nv, bool (*done)(NVDev *nv))
{
    for (unsigned i = 0; i < 5000; i++) {
        if (done(nv)) {
            return true;
        }
        g_usleep(1000);
    }
    return false;
}

static bool has_view(NVDev *nv)
{
    return nv_log_count(nv, "nv_bar1_view ");
}

static bool is_flushed(NVDev *nv)
{
    return nv_rd32(nv, A_NVC0_PFB_MMU_CTRL) & 0x00008000;
}

/* Replaces the only table of BAR1's page directory by another one. */
static void exchange_table(NVDev *nv, uint32_t spt)
{
    nv_phys_wr32(nv, nv->fermi->bar1 + 4, spt >> 12 << 4 | 1);
    nv_wr32(nv, A_NVC0_PFB_MMU_INVALIDATE, 0x80000001);
    g_assert_true(wait_for(nv, is_flushed));
}

/* What is used often is cached, but not beyond a flush. */
static void kept_until_flushed(NVDev *nv)
{
    const uint32_t size = 2 * MiB;
    uint32_t a = nv_vram_alloc(nv, 2 * size);
    uint32_t other = nv_vram_alloc(nv, 256 * KiB);
    uint64_t ptes[2 * MiB / 0x1000];

    nv_fermi_map(nv, nv->fermi->bar1, BAR1_VA, a, size, NV_FERMI_VRAM);
    for (unsigned i = 0; i < ARRAY_SIZE(ptes); i++) {
        ptes[i] = cpu_to_le64((a + size + i * 0x1000) >> 8 | 1);
    }
    nv_phys_write(nv, other + BAR1_VA / 0x1000 * 8, ptes, sizeof(ptes));
    nv_phys_wr32(nv, a + 0x1040, 0x11111111);
    nv_phys_wr32(nv, a + size + 0x1040, 0x22222222);
    nv_trace(nv, "nv_bar1_view*", true);
    for (unsigned i = 0; i < 3000; i++) {
        nv_assert_hex(nv_vram_rd32(nv, BAR1_VA + 0x1040), 0x11111111);
    }
    g_assert_true(wait_for(nv, has_view));
    exchange_table(nv, other);
    nv_assert_hex(nv_vram_rd32(nv, BAR1_VA + 0x1040), 0x22222222);
    nv_migrate(nv);
    nv_assert_hex(nv_vram_rd32(nv, BAR1_VA + 0x1040), 0x22222222);
    exchange_table(nv, nv_vram_alloc(nv, 256 * KiB));
    nv_vram_wr32(nv, BAR1_VA + 0x1040, 0x33333333);
    nv_assert_hex(nv_phys_rd32(nv, a + size + 0x1040), 0x22222222);
}

/* What the CPU's buffers for write combining do, as far as it matters */
static void combine(NVDev *nv)
{
    uint64_t ram = nv_ram_alloc(nv, 0x1000);
    uint32_t pd;

    init_bar3(nv, &pd);
    nv_fermi_map(nv, pd, 0x3000, ram, 0x1000, NV_FERMI_RAM);
    nv_vm_check_combining(nv, 0x3000, ram);
}

/* Where the table has an address's entry, in video memory */
static uint32_t entry_of(NVDev *nv, uint32_t pd, uint64_t va)
{
    uint32_t table = nv_phys_rd32(nv, pd + (va >> 27) * 8 + 4) >> 4 << 12;

    return table + extract64(va, 12, 15) * 8;
}

/* Lets the channel go on, without an access of the CPU to the card. */
static void pass(NVDev *nv, uint64_t gate, uint32_t val)
{
    qtest_writel(nv->qts, gate, val);
    nv_clock_step(nv, 10 * MS);
}

/*
 * A page moves from the guest's memory to video memory while it is in use; the
 * host may let the processor wait between the halves of its entry.
 */
static void entries_are_not_torn(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    uint32_t to = nv_vram_alloc(nv, 0x1000), entry;
    uint64_t gate, gate_va = nv_fermi_ram(chan, 0x1000, &gate);
    uint64_t from, va = nv_fermi_ram(chan, 0x1000, &from);

    for (unsigned i = 1; i <= 3; i++) {
        nv_fermi_release(chan, va + i * 16, i);
        nv_fermi_semaphore(chan, gate_va, i, NV_SEM_ACQUIRE);
    }
    nv_fermi_kick(chan);
    entry = entry_of(nv, chan->pd, va);
    pass(nv, gate, 0);
    nv_assert_hex(qtest_readl(nv->qts, from + 16), 1);
    qtest_writel(nv->qts, to + 32, 0x55555555);
    bar3_wr32(nv, entry, to >> 8 | 1);
    pass(nv, gate, 1);
    nv_assert_hex(qtest_readl(nv->qts, from + 32), 2);
    nv_assert_hex(qtest_readl(nv->qts, to + 32), 0x55555555);
    bar3_wr32(nv, entry + 4, 0);
    pass(nv, gate, 2);
    nv_assert_hex(qtest_readl(nv->qts, from + 48), 0);
    nv_assert_hex(nv_phys_rd32(nv, to + 48), 3);
    pass(nv, gate, 3);
    nv_fermi_wait(chan);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

static void expect(NVDev *nv, unsigned unit, uint32_t block, uint64_t addr,
                   unsigned reason, bool write)
{
    NVFermiFault fault = { };

    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x10000000, 0x10000000);
    g_assert_true(nv_fermi_fault(nv, unit, &fault));
    nv_assert_hex(fault.inst, block);
    nv_assert_hex(fault.addr & ~0xfffull, addr & ~0xfffull);
    nv_assert_hex(fault.reason, reason);
    nv_assert_hex(fault.client, write ? HOST_CPU_WRITE : HOST_CPU_READ);
    g_assert_cmpint(fault.write, ==, write);
    nv_fermi_assert_quiet(nv);
}

/* gf100_fifo_fault_engine: each has its own unit. */
static void faults(NVDev *nv)
{
    uint32_t a = nv_vram_alloc(nv, 0x1000), pd;
    uint32_t block3 = init_bar3(nv, &pd);
    uint32_t block1 = nv_rd32(nv, A_NVC0_PBUS_HOST_MEM_BAR1) << 12;

    nv_fermi_map(nv, nv->fermi->bar1, BAR1_VA, a, 0x1000,
                 NV_FERMI_VRAM | NV_FERMI_RO);
    nv_vram_rd32(nv, BAR1_VA + 0x10);
    nv_fermi_assert_quiet(nv);
    nv_vram_wr32(nv, BAR1_VA + 0x10, 1);
    expect(nv, UNIT_BAR1, block1, BAR1_VA, READ_ONLY, true);
    nv_assert_hex(nv_phys_rd32(nv, a + 0x10), 0);
    nv_vram_rd32(nv, BAR1_VA + 0x2000);
    expect(nv, UNIT_BAR1, block1, BAR1_VA + 0x2000, PAGE_NOT_PRESENT, false);
    bar3_rd32(nv, 0x4000);
    expect(nv, UNIT_BAR3, block3, 0x4000, PT_NOT_PRESENT, false);
}

/* It stays until the driver has seen it, here or there. */
static void first_fault_stays(NVDev *nv)
{
    uint32_t pd, block = init_bar3(nv, &pd);

    bar3_wr32(nv, 0x7000, 1);
    bar3_rd32(nv, 0x9000);
    nv_migrate(nv);
    expect(nv, UNIT_BAR3, block, 0x7000, PT_NOT_PRESENT, true);
    bar3_rd32(nv, 0xa000);
    expect(nv, UNIT_BAR3, block, 0xa000, PT_NOT_PRESENT, false);
}

#define FERMI .needs = NV_CARD_NVC0, .props = "vram=64M"

static const NVTest tests[] = {
    { "bars/translate", "", translate, FERMI },
    { "bars/kept-until-flushed", "migration", kept_until_flushed, FERMI,
      .slow = true },
    { "bars/combine", "", combine, FERMI, .slow = true },
    { "bars/entries-are-not-torn", "", entries_are_not_torn, FERMI },
    { "bars/faults", "", faults, FERMI },
    { "bars/first-fault-stays", "migration", first_fault_stays, FERMI },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
