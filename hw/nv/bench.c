/*
 * NVIDIA GPU: what the benchmark has to measure inside the emulator
 *
 * tests/bench compares the card's stores with those that any device could make
 * by the quickest means that QEMU has.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/nv-gpu.h"

/* A release of 16 bytes has so many parts: sequence, 0, time */
#define NV_BENCH_STORES 3

/* What one look takes is less than a timeslice of the host's. */
#define NV_BENCH_ROUNDS 1000

/* Not the clock's: what else the machine does is no part of it. */
static int64_t nv_bench_cpu_time(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return ts.tv_sec * NANOSECONDS_PER_SECOND + ts.tv_nsec;
}

/* Each store completes by itself, as virtio's do. */
static void nv_bench_store(MemoryRegionCache *cache, uint32_t val)
{
    for (unsigned i = 0; i < NV_BENCH_STORES; i++) {
        stl_le_phys_cached(cache, i * 4, val);
        address_space_cache_invalidate(cache, i * 4, 4);
    }
}

char *nv_bench_store_time(NVGPU *gpu, Error **errp)
{
    AddressSpace *as = pci_get_address_space(PCI_DEVICE(gpu));
    MemoryRegionCache cache;
    int64_t start, end;

    if (!gpu->bench_address) {
        error_setg(errp, "x-bench-address isn't set");
        return NULL;
    }
    RCU_READ_LOCK_GUARD();
    if (address_space_cache_init(&cache, as, gpu->bench_address,
                                 NV_BENCH_STORES * 4, true) <
        NV_BENCH_STORES * 4) {
        address_space_cache_destroy(&cache);
        error_setg(errp, "no memory at 0x%" PRIx64, gpu->bench_address);
        return NULL;
    }
    start = nv_bench_cpu_time();
    for (unsigned i = 0; i < NV_BENCH_ROUNDS; i++) {
        nv_bench_store(&cache, i);
    }
    end = nv_bench_cpu_time();
    address_space_cache_destroy(&cache);
    return g_strdup_printf("%.3f", (double)(end - start) / NV_BENCH_ROUNDS);
}
