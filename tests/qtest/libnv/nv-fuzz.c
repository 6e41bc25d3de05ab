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
