/*
 * Tests of the NVIDIA GPU: random accesses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_NV_FUZZ_H
#define TESTS_NV_FUZZ_H

/**
 * struct NVFuzzRange - some of BAR0
 *
 * @start, @end: addresses of its first byte, and after its last
 * @weight: how often it gets something, beside the others
 */
typedef struct NVFuzzRange {
    uint32_t start, end;
    unsigned weight;
} NVFuzzRange;

/**
 * nv_fuzz_address: an address in one of some ranges
 * @rand: where chance comes from
 * @ranges: @count of them
 *
 * Returns any byte's address.
 */
uint32_t nv_fuzz_address(GRand *rand, const NVFuzzRange *ranges,
                         unsigned count);

#endif /* TESTS_NV_FUZZ_H */
