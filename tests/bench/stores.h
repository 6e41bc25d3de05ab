/*
 * NVIDIA GPU: a device that measures stores to the guest's memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_STORES_H
#define TESTS_BENCH_STORES_H

#define TYPE_STORES "nv-bench-stores"

/** STORES_TIME - the property whose read measures: a number of ns, as text */
#define STORES_TIME "time"

#endif /* TESTS_BENCH_STORES_H */
