/*
 * NVIDIA GPU: PTIMER: time and alarm
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "migration/vmstate.h"
#include "trace/trace-hw_nv.h"

/* The time counts in steps of 32 ns. */
#define NV_PTIMER_STEP_MASK 0x1fULL

/* Numerator and denominator are for the clock; time is in ns regardless. */

uint64_t nv_ptimer_now(NVGPU *gpu)
{
    uint64_t elapsed = gpu->bus->ptimer_stands
        ? 0 : qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) - gpu->bus->ptimer_start;

    return (gpu->bus->ptimer_base + elapsed) & ~NV_PTIMER_STEP_MASK;
}

static void nv_ptimer_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PTIMER_MASK,
                    NV_R(gpu, NV_PTIMER_INTR) & NV_R(gpu, NV_PTIMER_INTR_EN));
}

/* While PTIMER stands, the alarm never comes. */
#define NV_PTIMER_NEVER INT64_MAX

/*
 * The alarm goes off whenever the low word of the time equals it, whoever has
 * written it, if anybody: the next time is less than 4.3 s away.
 */
static void nv_ptimer_arm(NVGPU *gpu)
{
    uint32_t now = nv_ptimer_now(gpu);
    uint32_t alarm = NV_R(gpu, NV_PTIMER_ALARM) & ~NV_PTIMER_STEP_MASK;
    uint32_t left = alarm - now;
    uint64_t delta = left ? left : 1ULL << 32;

    timer_mod(gpu->bus->alarm, gpu->bus->ptimer_stands
              ? NV_PTIMER_NEVER
              : qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + delta);
}

static void nv_ptimer_alarm(void *opaque)
{
    NVGPU *gpu = opaque;

    trace_nv_ptimer_alarm(nv_ptimer_now(gpu));
    NV_R(gpu, NV_PTIMER_INTR) |= R_NV_PTIMER_INTR_ALARM_MASK;
    nv_ptimer_update_intr(gpu);
    nv_ptimer_arm(gpu);
}

static void nv_ptimer_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ptimer_update_intr(gpu);
}

static void nv_ptimer_alarm_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ptimer_arm(gpu);
}

static uint32_t nv_ptimer_low_read(NVGPU *gpu, uint32_t addr)
{
    return nv_ptimer_now(gpu);
}

static uint32_t nv_ptimer_high_read(NVGPU *gpu, uint32_t addr)
{
    return extract64(nv_ptimer_now(gpu), 32, 29);
}

void nv_ptimer_stand(NVGPU *gpu, bool stands)
{
    NVBus *bus = gpu->bus;

    if (stands == bus->ptimer_stands) {
        return;
    }
    bus->ptimer_base = nv_ptimer_now(gpu);
    bus->ptimer_start = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    bus->ptimer_stands = stands;
    nv_ptimer_arm(gpu);
}

static void nv_ptimer_set(NVGPU *gpu, uint64_t now)
{
    gpu->bus->ptimer_base = now;
    gpu->bus->ptimer_start = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    nv_ptimer_arm(gpu);
}

/* Each half is set on its own and leaves the other as it is. */
static void nv_ptimer_low_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ptimer_set(gpu, deposit64(nv_ptimer_now(gpu), 0, 32,
                                 val & ~NV_PTIMER_STEP_MASK));
}

static void nv_ptimer_high_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ptimer_set(gpu, deposit64(nv_ptimer_now(gpu), 32, 29, val));
}

static const NVRegInfo nv_ptimer_rows[] = {
    NV_ROW(NV_PTIMER_INTR, .w1c = R_NV_PTIMER_INTR_ALARM_MASK,
           .write = nv_ptimer_intr_write),
    NV_ROW(NV_PTIMER_INTR_EN, .rw = R_NV_PTIMER_INTR_ALARM_MASK,
           .write = nv_ptimer_intr_write),
    NV_ROW(NV_PTIMER_NUMERATOR, .rw = 0xffff),
    NV_ROW(NV_PTIMER_DENOMINATOR, .rw = 0xffff),
    NV_ROW(NV_PTIMER_TIME_LOW, .read = nv_ptimer_low_read,
           .write = nv_ptimer_low_write, .time = true),
    NV_ROW(NV_PTIMER_TIME_HIGH, .read = nv_ptimer_high_read,
           .write = nv_ptimer_high_write, .time = true),
    NV_ROW(NV_PTIMER_ALARM, .rw = UINT32_MAX, .write = nv_ptimer_alarm_write),
};

static const NVRegBlock nv_ptimer_block = NV_REG_BLOCK(
    "PTIMER", 0x009000, 0x1000, nv_ptimer_rows);

static const NVRegInfo nv41_ptimer_rows[] = {
    NV_ROW(NV_PTIMER_MMIO_FAULT_ADDRESS, .own = UINT32_MAX),
    NV_ROW(NV_PTIMER_MMIO_FAULT_DATA, .own = UINT32_MAX),
    NV_STORAGE(NV_PTIMER_CLOCK_SOURCE),
};

const NVRegBlock nv41_ptimer_regs = NV_REG_BLOCK(
    "PTIMER", 0x009000, 0x1000, nv41_ptimer_rows, .parent = &nv_ptimer_block);

/* "Write 0 to ACK the information": the next fault is kept. */
static void nvc0_ptimer_fault_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!val) {
        NV_R(gpu, NV_PTIMER_MMIO_FAULT_ADDRESS) = 0;
        gpu->bus->latched = 0;
    }
}

static const NVRegInfo nvc0_ptimer_rows[] = {
    NV_ROW(NV_PTIMER_MMIO_FAULT_ADDRESS, .write = nvc0_ptimer_fault_write,
           .own = UINT32_MAX),
};

const NVRegBlock nvc0_ptimer_regs = NV_REG_BLOCK(
    "PTIMER", 0x009000, 0x1000, nvc0_ptimer_rows, .parent = &nv41_ptimer_regs);

/* NV01 has it elsewhere, and the registers closer together. */
static const NVRegInfo nv01_ptimer_rows[] = {
    NV_MOVED(NV_PTIMER_INTR, A_NV01_PTIMER_INTR,
             .w1c = R_NV_PTIMER_INTR_ALARM_MASK,
             .write = nv_ptimer_intr_write),
    NV_MOVED(NV_PTIMER_INTR_EN, A_NV01_PTIMER_INTR_EN,
             .rw = R_NV_PTIMER_INTR_ALARM_MASK,
             .write = nv_ptimer_intr_write),
    NV_MOVED(NV_PTIMER_NUMERATOR, A_NV01_PTIMER_NUMERATOR, .rw = 0xffff),
    NV_MOVED(NV_PTIMER_DENOMINATOR, A_NV01_PTIMER_DENOMINATOR, .rw = 0xffff),
    NV_MOVED(NV_PTIMER_TIME_LOW, A_NV01_PTIMER_TIME_LOW,
             .read = nv_ptimer_low_read, .write = nv_ptimer_low_write,
             .time = true),
    NV_MOVED(NV_PTIMER_TIME_HIGH, A_NV01_PTIMER_TIME_HIGH,
             .read = nv_ptimer_high_read, .write = nv_ptimer_high_write,
             .time = true),
    NV_MOVED(NV_PTIMER_ALARM, A_NV01_PTIMER_ALARM, .rw = UINT32_MAX,
             .write = nv_ptimer_alarm_write),
};

const NVRegBlock nv01_ptimer_regs = NV_REG_BLOCK(
    "PTIMER", 0x101000, 0x1000, nv01_ptimer_rows);

static bool nv_ptimer_realize(NVGPU *gpu, Error **errp)
{
    gpu->bus->alarm = timer_new_ns(QEMU_CLOCK_VIRTUAL, nv_ptimer_alarm, gpu);
    return true;
}

static void nv_ptimer_reset(NVGPU *gpu)
{
    gpu->bus->ptimer_base = 0;
    gpu->bus->ptimer_start = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    nv_ptimer_arm(gpu);
    nv_ptimer_update_intr(gpu);
}

/*
 * The process that saved it may have had a fault, or this one has; older ones
 * armed the alarm only when it was written.
 */
static bool nv_ptimer_post_load(NVGPU *gpu, int version_id)
{
    if (gpu->bus->ptimer_stands || !timer_pending(gpu->bus->alarm) ||
        timer_expire_time_ns(gpu->bus->alarm) == NV_PTIMER_NEVER) {
        nv_ptimer_arm(gpu);
    }
    return true;
}

static void nv_ptimer_exit(NVGPU *gpu)
{
    g_clear_pointer(&gpu->bus->alarm, timer_free);
}

const NVUnit nv_unit_ptimer = {
    .name = "PTIMER",
    .blocks = (const NVUnitBlock[]) {
        NV_CHIP_BLOCK(ptimer, .block = &nv_ptimer_block), { }
    },
    .realize = nv_ptimer_realize,
    .reset = nv_ptimer_reset,
    .post_load = nv_ptimer_post_load,
    .exit = nv_ptimer_exit,
};

/* Whoever loads this has no fault that stops PTIMER. */
static int nv_bus_pre_save(void *opaque)
{
    NVBus *bus = opaque;
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    if (bus->ptimer_stands) {
        bus->ptimer_start = now;
    }
    return 0;
}

/* What isn't in the stream is 0. */
static int nv_bus_pre_load(void *opaque)
{
    NVBus *bus = opaque;

    bus->off = 0;
    bus->pbdmas_off = 0;
    bus->latched = 0;
    return 0;
}

static bool nv_bus_mmio_needed(void *opaque)
{
    const NVBus *bus = opaque;

    return bus->off || bus->latched;
}

static const VMStateDescription nv_vmstate_bus_mmio = {
    .name = "nv-gpu/bus/mmio",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_bus_mmio_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(off, NVBus),
        VMSTATE_UINT32(latched, NVBus),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_bus_pbdmas_needed(void *opaque)
{
    const NVBus *bus = opaque;

    return bus->pbdmas_off;
}

static const VMStateDescription nv_vmstate_bus_pbdmas = {
    .name = "nv-gpu/bus/pbdmas",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_bus_pbdmas_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(pbdmas_off, NVBus),
        VMSTATE_END_OF_LIST()
    },
};

/* PMC's and PTIMER's state beyond their registers */
const VMStateDescription nv_vmstate_bus = {
    .name = "nv-gpu/bus",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_save = nv_bus_pre_save,
    .pre_load = nv_bus_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(enabled, NVBus),
        VMSTATE_UINT64(ptimer_base, NVBus),
        VMSTATE_INT64(ptimer_start, NVBus),
        VMSTATE_TIMER_PTR(alarm, NVBus),
        VMSTATE_BOOL(big_endian, NVBus),
        VMSTATE_BOOL(intx, NVBus),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription *const[]) {
        &nv_vmstate_bus_mmio,
        &nv_vmstate_bus_pbdmas,
        NULL
    },
};
