/*
 * NVIDIA GPU: what the benchmark has to measure inside an emulator
 *
 * A device in the benchmark's own emulator.  It measures how long stores to the
 * guest's memory take a device that makes them in the fastest way that QEMU
 * has, to compare the card with.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/compat.h"
#include "qemu/module.h"
#include "qemu/timer.h"
#include "stores.h"

/* QEMU 11.0 moved it. */
#if __has_include("hw/core/sysbus.h")
#include "hw/core/sysbus.h"
#else
#include "hw/sysbus.h"
#endif

/* QEMU 10.1 moved it. */
#if __has_include("system/address-spaces.h")
#include "system/address-spaces.h"
#else
#include "exec/address-spaces.h"
#endif

/* A release of 16 bytes has so many parts: sequence, 0, time */
#define STORES 3

/* What one look takes is less than a timeslice of the host's. */
#define ROUNDS 1000

/* Where the machine without a board has its memory */
#define ADDRESS 0

/* CPU time, so that the machine's other work doesn't count. */
static int64_t cpu_time(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return ts.tv_sec * NANOSECONDS_PER_SECOND + ts.tv_nsec;
}

/* Each store completes on its own, as virtio's do. */
static void store(MemoryRegionCache *cache, uint32_t val)
{
    for (unsigned i = 0; i < STORES; i++) {
        stl_le_phys_cached(cache, i * 4, val);
        address_space_cache_invalidate(cache, i * 4, 4);
    }
}

static char *get_time(Object *obj, Error **errp)
{
    MemoryRegionCache cache;
    int64_t start, end;

    RCU_READ_LOCK_GUARD();
    if (address_space_cache_init(&cache, &address_space_memory, ADDRESS,
                                 STORES * 4, true) < STORES * 4) {
        address_space_cache_destroy(&cache);
        error_setg(errp, "the machine has no memory");
        return NULL;
    }
    start = cpu_time();
    for (unsigned i = 0; i < ROUNDS; i++) {
        store(&cache, i);
    }
    end = cpu_time();
    address_space_cache_destroy(&cache);
    return g_strdup_printf("%.3f", (double)(end - start) / ROUNDS);
}

static void class_init(ObjectClass *klass, NVClassData *data)
{
    DEVICE_CLASS(klass)->desc = "how long stores take, for nv-bench";
    object_class_property_add_str(klass, STORES_TIME, get_time, NULL);
    object_class_property_set_description(klass, STORES_TIME,
        "ns of three stores of 4 bytes, through a MemoryRegionCache");
}

static const TypeInfo stores_type = {
    .name = TYPE_STORES,
    .parent = TYPE_DEVICE,
    .instance_size = sizeof(DeviceState),
    .class_init = class_init,
};

static void register_types(void)
{
    type_register_static(&stores_type);
}

type_init(register_types)
