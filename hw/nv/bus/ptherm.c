/*
 * NVIDIA GPU: PTHERM and PFUSE: temperature, and the chip's fuses, NV50+
 *
 * The fuses say that NV84's sensor isn't calibrated, so drivers leave it alone;
 * NV50's reads 0.  Limits for its alarms are only stored.
 *
 * Source: rnndb, pm/ptherm.xml and bus/pfuse.xml.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"

static const NVRegInfo nv50_ptherm_rows[] = {
    NV_STORAGE(NV_PTHERM_ALARM_CFG0),
    NV_STORAGE(NV_PTHERM_ALARM_CFG1),
    NV_STORAGE(NV_PTHERM_SENSOR_CFG0),
    NV_ROW(NV_PTHERM_SENSOR_STATUS),
    NV_STORAGE(NV_PTHERM_SENSOR_CFG1),
    NV_STORAGE(NV_PTHERM_SENSOR_TEMP_RANGE),
};

static const NVRegInfo nv84_ptherm_rows[] = {
    NV_STORAGE(NV_PTHERM_CTRL_0),
    NV_STORAGE(NV_PTHERM_CTRL_1),
    NV_STORAGE(NV_PTHERM_SENSOR_RAW),
    NV_STORAGE(NV_PTHERM_SENSOR_CALIB_0),
    NV_ROW(NV_PTHERM_INTR, .w1c = UINT32_MAX),
    NV_ROW(NV_PTHERM_I2C_SLAVE_TEMP_HIGH),
    NV_STORAGE(NV_PTHERM_I2C_SLAVE_THRESHOLD_4),
    NV_STORAGE(NV_PTHERM_I2C_SLAVE_THRESHOLD_CRIT),
    NV_STORAGE(NV_PTHERM_I2C_SLAVE_THRESHOLD_CRIT_HYST),
    NV_STORAGE(NV_PTHERM_I2C_SLAVE_THRESHOLD_2),
    NV_STORAGE(NV_PTHERM_I2C_SLAVE_THRESHOLD_1),
};

/* Nothing ever changes that a driver would have to be notified of. */
static const NVRegInfo nvc0_ptherm_rows[] = {
    NV_STORAGE(NV_PTHERM_CTRL_0),
    NV_ROW(NV_PTHERM_INTR, .w1c = UINT32_MAX),
    NV_ROW(NV_PTHERM_I2C_SLAVE_TEMP_HIGH),
};

const NVRegBlock nv50_ptherm_regs = NV_REG_BLOCK(
    "PTHERM", 0x020000, 0x1000, nv50_ptherm_rows);
const NVRegBlock nv84_ptherm_regs = NV_REG_BLOCK(
    "PTHERM", 0x020000, 0x1000, nv84_ptherm_rows);

const NVRegBlock nvc0_ptherm_regs = NV_REG_BLOCK(
    "PTHERM", 0x020000, 0x1000, nvc0_ptherm_rows);

/* Each of these writes is done at once. */
static const NVRegInfo nvf0_ptherm_rows[] = {
    NV_ROW(NVF0_PTHERM_PGOB, .count = 5,
           .rw = ~R_NVF0_PTHERM_PGOB_BUSY_MASK),
    NV_STORAGE(NVF0_PTHERM_UNK6B4),
};

const NVRegBlock nvf0_ptherm_regs = NV_REG_BLOCK(
    "PTHERM", 0x020000, 0x1000, nvf0_ptherm_rows,
    .parent = &nvc0_ptherm_regs);

/* Fuses without a row weren't blown: nothing can be written. */
static const NVRegInfo nv_pfuse_rows[] = {
    NV_ROW(NV_PFUSE_TPC_DISABLE_MASK),
    NV_ROW(NV_PFUSE_PART_DISABLE_MASK),
    NV_ROW(NV_PFUSE_TEMP_CAL_OK),
};

static const NVRegBlock nv_pfuse_block = NV_REG_BLOCK(
    "PFUSE", 0x021000, 0x1000, nv_pfuse_rows, .closed = true);

/*
 * Drivers write to the unit before they read fuses.  A chip's speed value can't
 * be 0; apart from that any value will do.
 */
#define NV_PFUSE_ANY_SPEEDO 0x40

static const NVRegInfo nvc0_pfuse_rows[] = {
    NV_ROW(NV_PFUSE_CTRL, .rw = UINT32_MAX),
    NV_ROW(NVC0_PFUSE_SPEEDO, .reset = NV_PFUSE_ANY_SPEEDO),
};

const NVRegBlock nvc0_pfuse_regs = NV_REG_BLOCK(
    "PFUSE", 0x021000, 0x1000, nvc0_pfuse_rows, .closed = true,
    .parent = &nv_pfuse_block);

static const NVRegInfo nvd7_pfuse_rows[] = {
    NV_ABSENT(NVC0_PFUSE_SPEEDO),
    NV_ROW(NVD7_PFUSE_SPEEDO, .reset = NV_PFUSE_ANY_SPEEDO),
};

const NVRegBlock nvd7_pfuse_regs = NV_REG_BLOCK(
    "PFUSE", 0x021000, 0x1000, nvd7_pfuse_rows, .closed = true,
    .parent = &nvc0_pfuse_regs);

static const NVRegInfo nve4_pfuse_rows[] = {
    NV_ROW(NVE4_PFUSE_PGOB),
};

const NVRegBlock nve4_pfuse_regs = NV_REG_BLOCK(
    "PFUSE", 0x021000, 0x1000, nve4_pfuse_rows, .closed = true,
    .parent = &nvd7_pfuse_regs);

static uint32_t nv117_pfuse_ce_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t val = 0;

    for (unsigned i = 0; i < NV_CES; i++) {
        val |= gpu->chip->ces[i] ? 0 : BIT(i);
    }
    return val;
}

static uint32_t nv117_pfuse_display_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NV117_PFUSE_DISPLAY_DISABLE, PDISPLAY,
                      !gpu->has_display || !gpu->chip->counts->heads);
}

static uint32_t nv117_pfuse_part_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->chip->counts->partitions_off;
}

/* They say, too, what PUNITS did. */
static const NVRegInfo nv117_pfuse_rows[] = {
    NV_ROW(NV117_PFUSE_CE_DISABLE, .read = nv117_pfuse_ce_read),
    NV_ROW(NV117_PFUSE_DISPLAY_DISABLE, .read = nv117_pfuse_display_read),
    NV_ROW(NV117_PFUSE_PART_DISABLE, .read = nv117_pfuse_part_read),
};

const NVRegBlock nv117_pfuse_regs = NV_REG_BLOCK(
    "PFUSE", 0x021000, 0x1000, nv117_pfuse_rows, .closed = true,
    .parent = &nve4_pfuse_regs);

const NVUnit nv_unit_ptherm = {
    .name = "PTHERM",
    .blocks = (const NVUnitBlock[]) {
        NV_CHIP_BLOCK(ptherm), NV_CHIP_BLOCK(pfuse, .block = &nv_pfuse_block),
        { }
    },
};
