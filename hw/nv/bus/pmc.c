/*
 * NVIDIA GPU: PMC, master control: identity, interrupts, unit resets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/machine.h"
#include "trace/trace-hw_nv.h"

static uint32_t nv_pmc_host_mask(NVGPU *gpu)
{
    return gpu->chip->intr_mask ? NV_R(gpu, NV_PMC_INTR_MASK_HOST)
                                : UINT32_MAX;
}

/* The pending bits that are enabled to assert the line */
static uint32_t nv_pmc_pending(NVGPU *gpu)
{
    return NV_R(gpu, NV_PMC_INTR) & nv_pmc_host_mask(gpu) & ~gpu->bus->masked;
}

uint32_t nv_pmc_enabled(NVGPU *gpu)
{
    uint32_t enable = NV_R(gpu, NV_PMC_INTR_EN);
    uint32_t bits = nv_pmc_host_mask(gpu);

    if (!FIELD_EX32(enable, NV_PMC_INTR_EN, HARDWARE)) {
        bits &= R_NV_PMC_INTR_SOFTWARE_MASK;
    }
    if (!FIELD_EX32(enable, NV_PMC_INTR_EN, SOFTWARE)) {
        bits &= ~R_NV_PMC_INTR_SOFTWARE_MASK;
    }
    return bits;
}

static NVProbe nv_pmc_probe(NVGPU *gpu, bool level)
{
    return (NVProbe) {
        .kind = NV_PROBE_INTERRUPT,
        .chid = -1,
        .line = { .level = level, .intr = nv_pmc_pending(gpu) },
    };
}

void nv_pmc_drive_line(NVGPU *gpu, bool level)
{
    NVProbe probe = nv_pmc_probe(gpu, level);

    if (level == nv_machine_irq(gpu)) {
        return;
    }
    nv_count(gpu, INTERRUPTS, level);
    trace_nv_pmc_intx(probe.line.intr, level);
    if (NV_PROBED(gpu, INTERRUPT)) {
        nv_probe_others(gpu, &probe);
    }
    nv_machine_set_irq(gpu, level);
}

/* An injected fault may keep the line as it is. */
static bool nv_pmc_line_follows(NVGPU *gpu, bool level)
{
    NVProbe probe = nv_pmc_probe(gpu, level);

    return !NV_PROBED(gpu, INTERRUPT) ||
           nv_probe_faults(gpu, &probe) != NV_DROP;
}

/* Report only the bits that change, not those at @level already. */
static void nv_pmc_probe_units(NVGPU *gpu, uint32_t mask, bool level)
{
    uint32_t intr = NV_R(gpu, NV_PMC_INTR);
    uint32_t changed = mask & (level ? ~intr : intr);

    while (changed) {
        NVProbe probe = {
            .kind = NV_PROBE_PENDING,
            .chid = -1,
            .line = {
                .bit = ctz32(changed),
                .level = level,
                .intr = level ? intr | mask : intr & ~mask,
            },
        };

        nv_probe(gpu, &probe);
        changed &= changed - 1;
    }
}

/*
 * A unit raises and lowers its own bit; the line follows the bits, as long as
 * the guest has enabled them: drivers mask in INTR_EN, handle, unmask, and
 * expect to be called again for what is still pending.
 */
static void nv_pmc_update_intx(NVGPU *gpu)
{
    bool level = nv_pmc_pending(gpu) & nv_pmc_enabled(gpu);

    if (level == gpu->bus->intx) {
        return;
    }
    gpu->bus->intx = level;
    if (nv_pmc_line_follows(gpu, level)) {
        nv_pmc_drive_line(gpu, level);
    }
}

void nv_pmc_set_intr(NVGPU *gpu, uint32_t mask, bool level)
{
    uint32_t *intr = &NV_R(gpu, NV_PMC_INTR);

    mask &= gpu->chip->intr_map;
    if (NV_PROBED(gpu, PENDING)) {
        nv_pmc_probe_units(gpu, mask, level);
    }
    *intr = level ? *intr | mask : *intr & ~mask;
    nv_pmc_update_intx(gpu);
}

bool nv_pmc_force_intr(NVGPU *gpu, uint32_t mask, bool level)
{
    uint32_t *intr = &NV_R(gpu, NV_PMC_INTR);

    if (mask & ~(gpu->chip->intr_map | R_NV_PMC_INTR_SOFTWARE_MASK)) {
        return false;
    }
    *intr = level ? *intr | mask : *intr & ~mask;
    nv_pmc_update_intx(gpu);
    return true;
}

void nv_pmc_mask_intr(NVGPU *gpu, uint32_t masked)
{
    gpu->bus->masked = masked;
    nv_pmc_update_intx(gpu);
}

static void nv_pmc_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pmc_update_intx(gpu);
}

/* A falling bit resets a unit; it comes back empty when the bit rises. */
static void nv_pmc_enable_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    const NVUnit *const *units = gpu->units;
    uint32_t fallen = gpu->bus->enabled & ~val;

    gpu->bus->enabled = val;
    gpu->bus->off = (gpu->bus->off | fallen) & ~val;
    notifier_list_notify(&gpu->bus->enables, NULL);
    if (fallen) {
        trace_nv_pmc_unit_reset(fallen);
    }
    for (unsigned i = 0; units[i]; i++) {
        if (fallen & units[i]->enable) {
            if (units[i]->disable) {
                units[i]->disable(gpu);
            } else {
                nv_unit_reset(gpu, units[i]);
            }
        }
    }
}

static uint32_t nv_pmc_boot_0_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->boot0;
}

/* Palindromes: the register reads and acts the same in either byte order. */
static uint32_t nv_pmc_boot_1_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->bus->big_endian ? NV_PMC_BOOT_1_BIG : gpu->chip->boot1;
}

static void nv_pmc_boot_1_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (!gpu->chip->endian_switch ||
        !FIELD_EX32(val, NV_PMC_BOOT_1, SWITCH)) {
        return;
    }
    gpu->bus->big_endian = !gpu->bus->big_endian;
    trace_nv_pmc_endian(gpu->bus->big_endian);
    notifier_list_notify(&gpu->bus->endian_switch, NULL);
}

static const NVRegInfo nv_pmc_rows[] = {
    NV_ROW(NV_PMC_BOOT_0, .read = nv_pmc_boot_0_read),
    NV_ROW(NV_PMC_BOOT_1, .read = nv_pmc_boot_1_read,
           .write = nv_pmc_boot_1_write, .acts_on_write = true),
    NV_ROW(NV_PMC_INTR, .rw = R_NV_PMC_INTR_SOFTWARE_MASK,
           .write = nv_pmc_intr_write, .own = UINT32_MAX),
    NV_ROW(NV_PMC_INTR_EN,
           .rw = R_NV_PMC_INTR_EN_HARDWARE_MASK |
                 R_NV_PMC_INTR_EN_SOFTWARE_MASK,
           .write = nv_pmc_intr_write),
    NV_ROW(NV_PMC_ENABLE, .rw = UINT32_MAX, .write = nv_pmc_enable_write),
};

static const NVRegBlock nv_pmc_block = NV_REG_BLOCK(
    "PMC", 0x000000, 0x1000, nv_pmc_rows);

/* BOOT_0's fields in another order; what BOOT_2 means on NV92 isn't known */
static uint32_t nv_pmc_new_id_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t boot0 = gpu->chip->boot0;
    uint32_t id = 0;

    id = FIELD_DP32(id, NV_PMC_NEW_ID, DEVICE_ID,
                    FIELD_EX32(boot0, NV_PMC_BOOT_0, DEVICE_ID));
    id = FIELD_DP32(id, NV_PMC_NEW_ID, STEPPING,
                    FIELD_EX32(boot0, NV_PMC_BOOT_0, STEPPING));
    return FIELD_DP32(id, NV_PMC_NEW_ID, CHIPSET,
                      FIELD_EX32(boot0, NV_PMC_BOOT_0, CHIPSET));
}

static const NVRegInfo nv94_pmc_rows[] = {
    NV_ROW(NV_PMC_NEW_ID, .read = nv_pmc_new_id_read),
};

const NVRegBlock nv94_pmc_regs = NV_REG_BLOCK(
    "PMC", 0x000000, 0x1000, nv94_pmc_rows, .parent = &nv_pmc_block);

static const NVRegInfo nva3_pmc_rows[] = {
    NV_ROW(NV_PMC_INTR_MASK_HOST, .rw = UINT32_MAX, .reset = UINT32_MAX,
           .write = nv_pmc_intr_write),
};

const NVRegBlock nva3_pmc_regs = NV_REG_BLOCK(
    "PMC", 0x000000, 0x1000, nva3_pmc_rows, .parent = &nv94_pmc_regs);

/*
 * PFIFO's PBDMAs, as many as the card has.  As in ENABLE, a bit that falls
 * resets one, and its registers are gone until the bit rises again.
 */
static void nvc0_pmc_pbdma_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t *enabled = &NV_R(gpu, NV_PMC_PBDMA_ENABLE);
    uint32_t fallen = *enabled & ~val;

    *enabled = val & MAKE_64BIT_MASK(0, gpu->chip->counts->pbdmas);
    gpu->bus->pbdmas_off = (gpu->bus->pbdmas_off | fallen) & ~val;
    notifier_list_notify(&gpu->bus->enables, NULL);
}

/* The second set of registers, for another processor: nothing is reported. */
static const NVRegInfo nvc0_pmc_rows[] = {
    NV_ROW(NV_PMC_INTR_1),
    NV_ROW(NV_PMC_INTR_EN_1, .rw = R_NV_PMC_INTR_EN_HARDWARE_MASK |
                                   R_NV_PMC_INTR_EN_SOFTWARE_MASK),
    NV_ROW(NV_PMC_INTR_PMFB),
    NV_ROW(NV_PMC_INTR_PBFB),
    NV_ROW(NV_PMC_PBDMA_ENABLE, .write = nvc0_pmc_pbdma_write,
           .own = UINT32_MAX),
    NV_STORAGE(NV_PMC_UNK208),
    NV_STORAGE(NV_PMC_UNK20C),
    NV_STORAGE(NV_PMC_UNK260),
    NV_ROW(NV_PMC_INTR_MASK_NRHOST, .rw = UINT32_MAX),
};

const NVRegBlock nvc0_pmc_regs = NV_REG_BLOCK(
    "PMC", 0x000000, 0x1000, nvc0_pmc_rows, .parent = &nva3_pmc_regs);

static bool nv_pmc_realize(NVGPU *gpu, Error **errp)
{
    notifier_list_init(&gpu->bus->endian_switch);
    notifier_list_init(&gpu->bus->enables);
    gpu->bus->gpu = gpu;
    return true;
}

static void nv_pmc_reset(NVGPU *gpu)
{
    NV_R(gpu, NV_PMC_ENABLE) = gpu->chip->enable;
    gpu->bus->enabled = gpu->chip->enable;
    gpu->bus->off = 0;
    gpu->bus->pbdmas_off = 0;
    gpu->bus->latched = 0;
    gpu->bus->big_endian = false;
    gpu->bus->masked = 0;
    nv_pmc_update_intx(gpu);
}

const NVUnit nv_unit_pmc = {
    .name = "PMC",
    .state = offsetof(NVGPU, bus),
    .size = sizeof(NVBus),
    .blocks = (const NVUnitBlock[]) {
        NV_CHIP_BLOCK(pmc, .block = &nv_pmc_block), { }
    },
    .realize = nv_pmc_realize,
    .reset = nv_pmc_reset,
};
