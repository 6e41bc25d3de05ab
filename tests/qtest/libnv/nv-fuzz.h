/*
 * Tests of the NVIDIA GPU: random accesses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_NV_FUZZ_H
#define TESTS_NV_FUZZ_H

#include "libqtest.h"

/**
 * struct NVFuzzRange - some of BAR0
 *
 * @start, @end: addresses of its first byte, and after its last
 * @weight: how often it is accessed, relative to the others
 */
typedef struct NVFuzzRange {
    uint32_t start, end;
    unsigned weight;
} NVFuzzRange;

/** nv_fuzz_tesla, nv_fuzz_fermi: units of NV50 and later, of NVC0 and later */
extern const NVFuzzRange nv_fuzz_tesla[], nv_fuzz_fermi[];
extern const unsigned nv_fuzz_tesla_count, nv_fuzz_fermi_count;

/**
 * nv_fuzz_pick: an address in one of some ranges
 * @ranges: @count of them
 * @below: a number from 0 to @end - 1: asked for the range, then for the byte
 * @opaque: its parameter
 *
 * Returns any byte's address.
 */
uint32_t nv_fuzz_pick(const NVFuzzRange *ranges, unsigned count,
                      uint32_t (*below)(void *opaque, uint32_t end),
                      void *opaque);

/**
 * nv_fuzz_address: an address in one of some ranges
 * @rand: the random numbers
 * @ranges: @count of them
 *
 * Returns any byte's address.
 */
uint32_t nv_fuzz_address(GRand *rand, const NVFuzzRange *ranges,
                         unsigned count);

/**
 * nv_fuzz_access: read or write 1 to 8 bytes, writes mostly 4
 * @qts: the machine
 * @rand: the random numbers
 * @addr: physical address, aligned except for single bytes
 * @value: called for the value of a write
 * @opaque: its parameter
 */
void nv_fuzz_access(QTestState *qts, GRand *rand, uint64_t addr,
                    uint32_t (*value)(void *opaque), void *opaque);

#endif /* TESTS_NV_FUZZ_H */
