/*
 * Tests of the NVIDIA GPU: random accesses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-fuzz.h"

const NVFuzzRange nv_fuzz_tesla[] = {
    { 0x000000, 0x000300, 1 },      /* PMC */
    { 0x001000, 0x001a00, 1 },      /* PBUS */
    { 0x001700, 0x001710, 2 },      /* HOST_MEM */
    { 0x002000, 0x002800, 8 },      /* PFIFO */
    { 0x003200, 0x003400, 16 },
    { 0x090000, 0x091000, 2 },
    { 0x004000, 0x005000, 1 },      /* PCLOCK */
    { 0x009000, 0x009500, 2 },      /* PTIMER */
    { 0x00e000, 0x00e300, 2 },      /* PNVIO */
    { 0x020000, 0x022000, 1 },      /* PTHERM, PFUSE */
    { 0x070000, 0x071000, 1 },      /* PFLUSH */
    { 0x088000, 0x089000, 1 },      /* PPCI */
    { 0x100000, 0x101000, 2 },      /* PFB */
    { 0x100c80, 0x100ca0, 2 },
    { 0x400000, 0x401000, 8 },      /* PGRAPH */
    { 0x402000, 0x40a000, 1 },
    { 0x406800, 0x406820, 1 },
    { 0x408900, 0x408e40, 1 },
    { 0x601000, 0x602000, 1 },      /* PRMCIO */
    { 0x610000, 0x611000, 8 },      /* PDISPLAY */
    { 0x611000, 0x620000, 2 },
    { 0x640000, 0x650000, 4 },      /* EVO's channels */
    { 0x700000, 0x800000, 4 },      /* PMEM */
    { 0xc00000, 0xc10000, 4 },      /* USER */
    { 0x000000, 0x1000000, 1 },
};

const unsigned nv_fuzz_tesla_count = ARRAY_SIZE(nv_fuzz_tesla);

const NVFuzzRange nv_fuzz_fermi[] = {
    { 0x000000, 0x000700, 1 },      /* PMC */
    { 0x001000, 0x001a00, 1 },      /* PBUS */
    { 0x001700, 0x001720, 2 },      /* HOST_MEM */
    { 0x002000, 0x002c00, 12 },     /* PFIFO */
    { 0x003000, 0x003400, 4 },      /* its channels */
    { 0x009000, 0x009500, 1 },      /* PTIMER */
    { 0x00d000, 0x00e800, 2 },      /* PGPIO, PNVIO */
    { 0x020000, 0x023000, 1 },      /* PTHERM, PFUSE, PUNITS */
    { 0x040000, 0x046000, 12 },     /* PBDMAs */
    { 0x070000, 0x071000, 1 },      /* PFLUSH */
    { 0x088000, 0x089000, 1 },      /* PPCI */
    { 0x100c00, 0x100d00, 2 },      /* PFB's MMU */
    { 0x104000, 0x106000, 4 },      /* PCE0, PCE1 */
    { 0x10a000, 0x10b000, 3 },      /* PDAEMON */
    { 0x110000, 0x112000, 1 },      /* PBFB */
    { 0x120000, 0x130000, 1 },      /* PIBUS */
    { 0x400000, 0x409000, 6 },      /* PGRAPH */
    { 0x409000, 0x40b000, 6 },      /* FECS */
    { 0x418000, 0x41c000, 2 },      /* all GPCs */
    { 0x500000, 0x520000, 4 },      /* each */
    { 0x601000, 0x602000, 1 },      /* PRMCIO */
    { 0x610000, 0x611000, 4 },      /* PDISPLAY */
    { 0x611000, 0x634000, 2 },
    { 0x640000, 0x680000, 3 },      /* EVO's channels */
    { 0x700000, 0x800000, 4 },      /* PMEM */
    { 0x000000, 0x1000000, 1 },
};

const unsigned nv_fuzz_fermi_count = ARRAY_SIZE(nv_fuzz_fermi);

uint32_t nv_fuzz_pick(const NVFuzzRange *ranges, unsigned count,
                      uint32_t (*below)(void *opaque, uint32_t end),
                      void *opaque)
{
    const NVFuzzRange *range = ranges;
    unsigned total = 0, pick;

    for (unsigned i = 0; i < count; i++) {
        total += ranges[i].weight;
    }
    pick = below(opaque, total);
    for (; pick >= range->weight; range++) {
        pick -= range->weight;
    }
    return range->start + below(opaque, range->end - range->start);
}

static uint32_t nv_fuzz_below(void *opaque, uint32_t end)
{
    return g_rand_int_range(opaque, 0, end);
}

uint32_t nv_fuzz_address(GRand *rand, const NVFuzzRange *ranges,
                         unsigned count)
{
    return nv_fuzz_pick(ranges, count, nv_fuzz_below, rand);
}

void nv_fuzz_access(QTestState *qts, GRand *rand, uint64_t addr,
                    uint32_t (*value)(void *opaque), void *opaque)
{
    switch (g_rand_int_range(rand, 0, 12)) {
    case 0:
        qtest_writeb(qts, addr, value(opaque));
        break;
    case 1:
        qtest_writew(qts, addr & ~1ull, value(opaque));
        break;
    case 2:
        qtest_readb(qts, addr);
        break;
    case 3:
        qtest_readq(qts, addr & ~7ull);
        break;
    case 4:
    case 5:
    case 6:
        qtest_readl(qts, addr & ~3ull);
        break;
    default:
        qtest_writel(qts, addr & ~3ull, value(opaque));
        break;
    }
}
