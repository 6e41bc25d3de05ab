/*
 * Tests of the NVIDIA GPU: virtual memory of NV50 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "nv-snapshot.h"
#include "nv-vm.h"

#define PMEM 0x700000
#define PMEM_SIZE (1 * MiB)
#define PDE_BITS 29

/* --- nv50_instobj_rd32_slow(), nv50_instobj_wr32_slow() ---------------- */

static uint32_t pmem_move(NVDev *nv, uint32_t addr)
{
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM,
            ROUND_DOWN(addr, PMEM_SIZE) >> 16);
    return PMEM + addr % PMEM_SIZE;
}

uint32_t nv_phys_rd32(NVDev *nv, uint32_t addr)
{
    return nv_rd32(nv, pmem_move(nv, addr));
}

void nv_phys_wr32(NVDev *nv, uint32_t addr, uint32_t val)
{
    nv_wr32(nv, pmem_move(nv, addr), val);
}

/* Bytes from @addr on that PMEM shows without being moved */
static uint32_t pmem_rest(uint32_t addr, uint32_t size)
{
    return MIN(size, PMEM_SIZE - addr % PMEM_SIZE);
}

void nv_phys_read(NVDev *nv, uint32_t addr, void *data, uint32_t size)
{
    for (uint32_t at = 0, len; at < size; at += len) {
        len = pmem_rest(addr + at, size - at);
        nv_mem_read(nv, nv->bar0 + pmem_move(nv, addr + at), data + at, len);
    }
}

void nv_phys_write(NVDev *nv, uint32_t addr, const void *data, uint32_t size)
{
    for (uint32_t at = 0, len; at < size; at += len) {
        len = pmem_rest(addr + at, size - at);
        nv_mem_write(nv, nv->bar0 + pmem_move(nv, addr + at), data + at, len);
    }
}

void nv_phys_wr_words(NVDev *nv, uint32_t addr, const uint32_t *words,
                      unsigned count)
{
    g_autofree uint32_t *le = nv_le_words(words, count);

    nv_phys_write(nv, addr, le, count * 4);
}

void nv_phys_fill(NVDev *nv, uint32_t addr, uint32_t word, unsigned count)
{
    g_autofree uint32_t *words = g_new(uint32_t, count);

    for (unsigned i = 0; i < count; i++) {
        words[i] = word;
    }
    nv_phys_wr_words(nv, addr, words, count);
}

void nv_phys_clear(NVDev *nv, uint32_t addr, uint32_t size)
{
    for (uint32_t at = 0, len; at < size; at += len) {
        len = pmem_rest(addr + at, size - at);
        nv_mem_clear(nv, nv->bar0 + pmem_move(nv, addr + at), len);
    }
}

void nv_phys_wr64(NVDev *nv, uint32_t addr, uint64_t val)
{
    uint64_t le = cpu_to_le64(val);

    nv_phys_write(nv, addr, &le, sizeof(le));
}

/* --- nv50_vmm_pgd_pde(), nv50_vmm_pgt_pte() ----------------------------- */

uint32_t nv_vm_inst_new(NVDev *nv)
{
    return nv_vram_alloc(nv, NV_VM_INST_SIZE);
}

uint32_t nv_vm_table(NVDev *nv, uint32_t inst, uint64_t va, unsigned bits)
{
    uint32_t table = nv_vram_alloc(nv, NV_VM_SMALL_ENTRIES * 8);
    uint32_t flags = bits == NV_VM_SMALL ? 0x63 : 0x01;

    nv_phys_wr64(nv, inst + nv->card->pd_offset + (va >> PDE_BITS) * 8,
                 table | flags);
    return table;
}

void nv_vm_set(NVDev *nv, uint32_t table, uint64_t va, unsigned bits,
               uint64_t pte)
{
    uint64_t index = (va & ((1ull << PDE_BITS) - 1)) >> bits;

    nv_phys_wr64(nv, table + index * 8, pte);
}

/* --- nv50_dmaobj_bind(), nv50_bar_oneinit() ----------------------------- */

void nv_vm_dmaobj(NVDev *nv, uint32_t at, uint32_t flags, uint64_t base,
                  uint64_t limit)
{
    const uint32_t words[] = {
        cpu_to_le32(flags), cpu_to_le32(limit), cpu_to_le32(base),
        cpu_to_le32(limit >> 32 << 24 | base >> 32), 0, 0,
    };

    nv_phys_write(nv, at, words, sizeof(words));
}

static uint32_t bar_mode(uint32_t inst, uint32_t dmaobj)
{
    return dmaobj ? 0x80000000 | (dmaobj - inst) >> 4 : 0;
}

void nv_vm_bars(NVDev *nv, uint32_t inst, uint32_t bar1, uint32_t bar3)
{
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_CHAN, inst >> 12);
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_CHAN, 0x40000000 | inst >> 12);
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_BAR3, bar_mode(inst, bar3));
    nv_wr32(nv, A_NV_PBUS_HOST_MEM_BAR1, bar_mode(inst, bar1));
}

/* --- Write combining --------------------------------------------------- */

static void expect_pair(NVDev *nv, uint64_t ram, uint32_t low, uint32_t high)
{
    nv_assert_hex(qtest_readl(nv->qts, ram), low);
    nv_assert_hex(qtest_readl(nv->qts, ram + 4), high);
}

/* Returns the accesses that let a half arrive, up to a 0 */
static const uint64_t *arrivals(NVDev *nv)
{
    static uint64_t at[6];

    at[0] = nv->bar0 + A_NV_PMC_BOOT_0;
    at[1] = nv->bar0 + PMEM;
    at[2] = nv->bar1;
    at[3] = nv->bar3;
    at[4] = nv->card->user ? nv->bar0 + nv->card->user : 0;
    return at;
}

void nv_vm_check_combining(NVDev *nv, uint32_t offset, uint64_t ram)
{
    uint64_t bar = nv->bar3 + offset;
    uint32_t kept;

    for (unsigned first = 0; first <= 4; first += 4) {
        qtest_writel(nv->qts, bar + first, 0x11110000 + first);
        expect_pair(nv, ram, 0, 0);
        qtest_writel(nv->qts, bar + (first ^ 4), 0x11110004 - first);
        expect_pair(nv, ram, 0x11110000, 0x11110004);
        bar += 8;
        ram += 8;
    }
    for (const uint64_t *at = arrivals(nv); *at; at++) {
        qtest_writel(nv->qts, bar + 4, 0x22222222);
        expect_pair(nv, ram, 0, 0);
        qtest_readl(nv->qts, *at);
        expect_pair(nv, ram, 0, 0x22222222);
        bar += 8;
        ram += 8;
    }
    /* A register is written, another piece, or the same half again. */
    qtest_writel(nv->qts, bar, 1);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    expect_pair(nv, ram, 1, 0);
    qtest_writel(nv->qts, bar, 2);
    qtest_writel(nv->qts, bar + 12, 3);
    expect_pair(nv, ram, 2, 0);
    expect_pair(nv, ram + 8, 0, 0);
    qtest_writel(nv->qts, bar + 12, 4);
    expect_pair(nv, ram + 8, 0, 3);
    /* Less than a half, and a whole, aren't held. */
    qtest_writew(nv->qts, bar + 16, 5);
    expect_pair(nv, ram + 8, 0, 4);
    expect_pair(nv, ram + 16, 5, 0);
    qtest_writeq(nv->qts, bar + 24, 0x600000007);
    expect_pair(nv, ram + 24, 7, 6);
    /* It may be on its way while the machine changes. */
    qtest_writel(nv->qts, bar + 32, 8);
    nv_migrate(nv);
    expect_pair(nv, ram + 32, 0, 0);
    nv_rd32(nv, A_NV_PMC_BOOT_0);
    expect_pair(nv, ram + 32, 8, 0);
    if (nv->card->user) {
        qtest_writel(nv->qts, bar + 40, 10);
        nv_wr32(nv, nv->card->user, 0);
        expect_pair(nv, ram + 40, 10, 0);
    }
    /* A reset forgets it: then BAR3 shows video memory. */
    offset = bar + 48 - nv->bar3;
    kept = nv_phys_rd32(nv, offset);
    qtest_writel(nv->qts, bar + 48, ~kept);
    nv_machine_reset(nv);
    nv_assert_hex(nv_phys_rd32(nv, offset), kept);
    expect_pair(nv, ram + 48, 0, 0);
}

/* --- nv50_fb_intr() ---------------------------------------------------- */

bool nv_vm_trap(NVDev *nv, NVVmTrap *t)
{
    uint32_t idx = nv_rd32(nv, A_NV_PFB_MMU_VM_FAULT), trap[6];
    unsigned bits = nv->card->features & NV_CARD_NVA3 ? 8 : 4;

    if (!(idx & 0x80000000)) {
        return false;
    }
    idx &= 0x00ffffff;
    for (unsigned i = 0; i < ARRAY_SIZE(trap); i++) {
        nv_wr32(nv, A_NV_PFB_MMU_VM_FAULT, idx | i << 24);
        trap[i] = nv_rd32(nv, A_NV_PFB_MMU_VM_FAULT_DATA);
    }
    nv_wr32(nv, A_NV_PFB_MMU_VM_FAULT, idx | 0x80000000);
    *t = (NVVmTrap) {
        .engine = extract32(trap[0], 0, bits),
        .reason = extract32(trap[0], bits, bits),
        .client = extract32(trap[0], 2 * bits, bits),
        .slot = extract32(trap[0], 3 * bits, bits),
        .inst = (trap[2] << 16 | trap[1]) << 12,
        .addr = (uint64_t)(trap[5] & 0xff) << 32 | trap[4] << 16 | trap[3],
        .read = trap[5] & 0x100,
    };
    return true;
}
