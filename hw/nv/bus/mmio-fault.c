/*
 * NVIDIA GPU: accesses of the CPU that no unit answers, NV41+
 *
 * PBUS raises an interrupt, and two registers of PTIMER have the access.
 *
 * Source: envytools, docs/hw/bus/pbus.rst, "Interrupts", and mmio.rst, "GF119
 * MMIO errors"; rnndb's bus/ptimer.xml; nouveau's nvkm/subdev/bus, which
 * handles it.  docs/fidelity.rst, "MMIO faults", has what cards have shown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"
#include "trace/trace-hw_nv.h"

/**
 * struct NVMmioError - how an access fails
 *
 * @why: in words, for the log
 * @intr: bits of PBUS_INTR
 * @val: what a read returns
 */
typedef struct NVMmioError {
    const char *why;
    uint32_t intr;
    uint32_t val;
} NVMmioError;

#define NV_INTR_FAULT R_NV_PBUS_INTR_MMIO_FAULT_MASK
#define NV_INTR_ENGINE R_NV_PBUS_INTR_MMIO_DISABLED_ENG_MASK
#define NV_INTR_RING R_NV_PBUS_INTR_MMIO_IBUS_ERR_MASK

/* --- What there is ------------------------------------------------------- */

/* Whether a unit answers, or why not */
typedef enum NVMmioState {
    NV_MMIO_ANSWERS,
    /* it lacks the register */
    NV_MMIO_REFUSES,
    /* it is off in PMC_ENABLE, or in PMC_PBDMA_ENABLE */
    NV_MMIO_OFF,
    /* the card was sold without it */
    NV_MMIO_FUSED,
    /* there is none */
    NV_MMIO_NOWHERE,
} NVMmioState;

static const NVMmioRange *nv_mmio_range(const NVMmioMap *map, uint32_t addr)
{
    for (unsigned i = 0; i < NV_MMIO_LISTS && map->ranges[i]; i++) {
        for (const NVMmioRange *r = map->ranges[i]; r->unit; r++) {
            if (addr - r->first < r->size) {
                return r;
            }
        }
    }
    return NULL;
}

/* Whether there is such a word among the @size bytes from @first on */
static bool nv_mmio_refuses(const NVMmioMap *map, uint32_t first, uint32_t size)
{
    const uint32_t *refused = map->refused;

    while (refused && *refused && *refused - first >= size) {
        refused++;
    }
    return refused && *refused;
}

static bool nv_mmio_is_off(const NVGPU *gpu, const NVMmioRange *range)
{
    return range->enable & gpu->bus->off ||
           range->pbdma & gpu->bus->pbdmas_off;
}

static NVMmioState nv_mmio_state(NVGPU *gpu, const NVMmioRange *range,
                                 uint32_t addr)
{
    if (!range) {
        return NV_MMIO_NOWHERE;
    }
    if (range->there && !range->there(gpu)) {
        return NV_MMIO_FUSED;
    }
    if (nv_mmio_is_off(gpu, range)) {
        return NV_MMIO_OFF;
    }
    return nv_mmio_refuses(gpu->chip->mmio, addr, 1) ? NV_MMIO_REFUSES
                                                     : NV_MMIO_ANSWERS;
}

/* --- What the CPU gets --------------------------------------------------- */

static const NVMmioError nv41_mmio_errors[] = {
    [NV_MMIO_REFUSES] = { "no such register", NV_INTR_FAULT },
    [NV_MMIO_OFF] = { "the unit is off", NV_INTR_FAULT },
    [NV_MMIO_FUSED] = { "the card lacks the unit", NV_INTR_FAULT },
    [NV_MMIO_NOWHERE] = { "no unit is there", NV_INTR_FAULT },
};

/* The low byte is "some sort of request id"; a card showed this one. */
static const NVMmioError nvc0_root_errors[] = {
    [NV_MMIO_REFUSES] = { "no such register", NV_INTR_FAULT, 0xbad0011f },
    [NV_MMIO_OFF] = { "the unit is off", NV_INTR_ENGINE, 0xbad0da1f },
    [NV_MMIO_FUSED] = { "the card lacks the unit", NV_INTR_FAULT,
                        0xbad0011f },
};

static const NVMmioError nvc0_ring_errors[] = {
    [NV_MMIO_REFUSES] = { "no such register", NV_INTR_RING, 0xbadf1000 },
    [NV_MMIO_OFF] = { "the unit is off", NV_INTR_RING, 0xbadf1200 },
    [NV_MMIO_FUSED] = { "the card lacks the unit", NV_INTR_RING, 0xbadf1300 },
    [NV_MMIO_NOWHERE] = { "no unit is there", NV_INTR_RING, 0xbadf1100 },
};

static const NVMmioError *nv_mmio_error(const NVMmioMap *map,
                                        const NVMmioRange *range,
                                        NVMmioState state)
{
    const NVMmioError *errors = !map->ring ? nv41_mmio_errors
        : range && range->root ? nvc0_root_errors : nvc0_ring_errors;

    return &errors[state];
}

/*
 * Cards before NVC0 show the last access: with the interrupt of the first of
 * three writes a driver finds the third.  From NVC0 on the first one stays
 * until the driver has written 0, and so does its interrupt.
 */
static void nv_mmio_keep(NVGPU *gpu, uint32_t addr, bool write, uint32_t data,
                         uint32_t intr)
{
    uint32_t fault = R_NV_PTIMER_MMIO_FAULT_ADDRESS_UNK0_MASK | (addr & ~3u);

    if (gpu->chip->mmio->ring) {
        if (NV_R(gpu, NV_PTIMER_MMIO_FAULT_ADDRESS)) {
            return;
        }
        gpu->bus->latched = intr;
    }
    NV_R(gpu, NV_PTIMER_MMIO_FAULT_ADDRESS) =
        FIELD_DP32(fault, NV_PTIMER_MMIO_FAULT_ADDRESS, ACCESS, write);
    NV_R(gpu, NV_PTIMER_MMIO_FAULT_DATA) = write ? data : 0;
}

static uint32_t nv_mmio_fail(NVGPU *gpu, uint32_t addr, bool write,
                             uint32_t data, const NVMmioError *error)
{
    trace_nv_mmio_fault(addr, write, data, error->intr);
    nv_mmio_keep(gpu, addr, write, data, error->intr);
    nv_pbus_raise(gpu, error->intr);
    if (error->intr == NV_INTR_RING) {
        nv_privring_fail(gpu, addr & ~3u, write, data);
    }
    return gpu->chip->mmio->ring_is_0 && error->intr == NV_INTR_RING
        ? 0 : error->val;
}

static bool nv_mmio_guard(NVGPU *gpu, uint32_t addr, bool write, uint32_t *val)
{
    const NVMmioMap *map = gpu->chip->mmio;
    const NVMmioRange *range = nv_mmio_range(map, addr);
    NVMmioState state = nv_mmio_state(gpu, range, addr);
    const NVMmioError *error = nv_mmio_error(map, range, state);
    uint32_t answer;

    if (state == NV_MMIO_ANSWERS) {
        return false;
    }
    nv_log_error(gpu, "%s 0x%06x: %s", write ? "writes" : "reads", addr,
                 error->why);
    answer = nv_mmio_fail(gpu, addr, write, *val, error);
    if (!write) {
        *val = answer;
    }
    return true;
}

/* --- Injected faults ----------------------------------------------------- */

uint32_t nv_mmio_fault_bits(const NVGPU *gpu)
{
    const NVMmioMap *map = gpu->chip->mmio;

    return !map ? 0
        : map->ring ? NV_INTR_ENGINE | NV_INTR_RING | NV_INTR_FAULT
        : NV_INTR_FAULT;
}

/* What the host interface, or the ring, returns with each bit */
static const NVMmioError *nv_mmio_error_by_bit(const NVMmioMap *map,
                                               uint32_t intr)
{
    return !map->ring ? &nv41_mmio_errors[NV_MMIO_REFUSES]
        : intr == NV_INTR_ENGINE ? &nvc0_root_errors[NV_MMIO_OFF]
        : intr == NV_INTR_RING ? &nvc0_ring_errors[NV_MMIO_REFUSES]
        : &nvc0_root_errors[NV_MMIO_REFUSES];
}

uint32_t nv_mmio_fault(NVGPU *gpu, uint32_t addr, bool write, uint32_t data,
                       unsigned bit)
{
    const NVMmioMap *map = gpu->chip->mmio;
    const NVMmioRange *range = nv_mmio_range(map, addr);
    const NVMmioError *error = bit
        ? nv_mmio_error_by_bit(map, BIT(bit))
        : nv_mmio_error(map, range, range ? NV_MMIO_REFUSES : NV_MMIO_NOWHERE);

    return nv_mmio_fail(gpu, addr, write, data, error);
}

/* --- Which tables are guarded -------------------------------------------- */

/*
 * The background always is, and tables with a word that the card refuses; a
 * unit's registers while it is off.  PBDMAs share a table, and each is a range
 * of its own.
 */
static bool nv_mmio_wants_guard(NVGPU *gpu, const NVRegBlock *block)
{
    const NVMmioRange *range;

    if (block->size == NV_BAR0_SIZE ||
        nv_mmio_refuses(gpu->chip->mmio, block->base, block->size)) {
        return true;
    }
    for (uint32_t addr = block->base; addr < block->base + block->size;
         addr = range->first + range->size) {
        range = nv_mmio_range(gpu->chip->mmio, addr);
        if (!range) {
            return false;
        }
        if (nv_mmio_is_off(gpu, range)) {
            return true;
        }
    }
    return false;
}

static void nv_mmio_update(NVGPU *gpu)
{
    if (gpu->chip->mmio) {
        nv_regs_set_guards(gpu, nv_mmio_guard, nv_mmio_wants_guard);
    }
}

/* --- The unit ------------------------------------------------------------ */

static void nv_mmio_enables_changed(Notifier *notifier, void *data)
{
    nv_mmio_update(container_of(notifier, NVBus, mmio)->gpu);
}

static bool nv_mmio_realize(NVGPU *gpu, Error **errp)
{
    gpu->bus->mmio.notify = nv_mmio_enables_changed;
    notifier_list_add(&gpu->bus->enables, &gpu->bus->mmio);
    return true;
}

static void nv_mmio_exit(NVGPU *gpu)
{
    notifier_remove(&gpu->bus->mmio);
}

static bool nv_mmio_post_load(NVGPU *gpu, int version_id)
{
    nv_mmio_update(gpu);
    return true;
}

const NVUnit nv_unit_mmio = {
    .name = "MMIO",
    .realize = nv_mmio_realize,
    .reset = nv_mmio_update,
    .exit = nv_mmio_exit,
    .post_load = nv_mmio_post_load,
};
