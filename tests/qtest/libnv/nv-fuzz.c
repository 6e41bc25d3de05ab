/*
 * Tests of the NVIDIA GPU: random accesses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-fuzz.h"

uint32_t nv_fuzz_address(GRand *rand, const NVFuzzRange *ranges,
                         unsigned count)
{
    const NVFuzzRange *range = ranges;
    unsigned total = 0, pick;

    for (unsigned i = 0; i < count; i++) {
        total += ranges[i].weight;
    }
    pick = g_rand_int_range(rand, 0, total);
    for (; pick >= range->weight; range++) {
        pick -= range->weight;
    }
    return range->start +
           g_rand_int_range(rand, 0, range->end - range->start);
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
