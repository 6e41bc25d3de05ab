/*
 * NVIDIA GPU: PCOPY: registers, life, snapshots, GT215+
 *
 * Source: envytools, docs/hw/fifo/pcopy.rst, rnndb/fifo/pcopy.xml.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "falcon.h"
#include "interrupts.h"
#include "memory.h"
#include "pcopy.h"
#include "processor.h"
#include "state.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/engine.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/falcon.h"
#include "migration/vmstate.h"

#define NV_PCOPY_BASE 0x104000
#define NV_PCE1_BASE 0x105000

/* --- Registers -------------------------------------------------------- */

static uint32_t nv_pcopy_lines(NVFalcon *falcon)
{
    uint32_t intr = NV_FALCON_R(falcon, NV_PCOPY_INTR) &
                    NV_FALCON_R(falcon, NV_PCOPY_INTR_EN);
    uint32_t lines = 0;

    lines = FIELD_DP32(lines, NV_FALCON_INTR, COPY_BLOCK,
                       FIELD_EX32(intr, NV_PCOPY_INTR, BLOCK));
    return FIELD_DP32(lines, NV_FALCON_INTR, COPY_NONBLOCK,
                      FIELD_EX32(intr, NV_PCOPY_INTR, NONBLOCK));
}

static uint32_t nv_pcopy_status(NVFalcon *falcon)
{
    return FIELD_DP32(0, NV_FALCON_STATUS, MEMIF,
                      nv_pcopy_of(falcon)->copying);
}

static void nv_pcopy_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    nv_falcon_update_intr(falcon);
    nv_falcon_kick(falcon);
}

static void nv_pcopy_access_en_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_pcopy_intr_write(gpu, addr, val);
    nv_engine_wake(gpu);
}

static const NVRegInfo nv_pcopy_rows[] = {
    NV_ROW(NV_FALCON_ACCESS_EN, .rw = 3, .write = nv_pcopy_access_en_write),
    NV_ROW(NV_FALCON_CHANNEL_CMD, .write = nv_pcopy_channel_cmd_write),
    NV_ROW(NV_FALCON_DATA_INDEX, .rw = 0x0300fffc),
    NV_ROW(NV_FALCON_DATA, .read = nv_falcon_data_read,
           .write = nv_falcon_data_write, .acts_on_read = true),
    NV_ROW(NV_PCOPY_CTRL, .rw = ~R_NV_PCOPY_CTRL_TRIGGER_MASK,
           .read = nv_pcopy_ctrl_read, .inspect = nv_pcopy_ctrl_inspect,
           .acts_on_read = true, .write = nv_pcopy_ctrl_write),
    NV_ROW(NV_PCOPY_YCNT, .rw = 0x1fff),
    NV_ROW(NV_PCOPY_ADDRESS_LOW, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV_PCOPY_XCNT, .count = 2, .rw = 0xfffff),
    NV_ROW(NV_PCOPY_CFG, .count = 2, .rw = 0x00ffffff),
    NV_ROW(NV_PCOPY_YBLOCK, .count = 2, .rw = 0x00ffffff),
    NV_ROW(NV_PCOPY_PITCH, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV_PCOPY_SWIZZLE_CONTROL, .rw = 0x00010f0f),
    NV_ROW(NV_PCOPY_SWIZZLE_MAP, .count = 4, .rw = UINT32_MAX),
    NV_ROW(NV_PCOPY_SWIZZLE_CONST, .count = 2, .rw = UINT32_MAX),
    NV_ROW(NV_PCOPY_INTR_EN, .rw = 3, .write = nv_pcopy_intr_write),
    NV_ROW(NV_PCOPY_INTR, .w1c = 3, .write = nv_pcopy_intr_write),
};

static const NVRegBlock nv_pcopy_regs = NV_REG_BLOCK(
    "PCOPY", NV_PCOPY_BASE, 0x1000, nv_pcopy_rows, .shift = NV_PCOPY_BASE,
    .parent = &nv_falcon_regs);

static const NVRegBlock nvc0_pce0_regs = NV_REG_BLOCK(
    "PCE0", NV_PCOPY_BASE, 0x1000, nv_pcopy_rows, .shift = NV_PCOPY_BASE,
    .parent = &nvc0_falcon_regs);

static const NVRegBlock nvc0_pce1_regs = NV_REG_BLOCK(
    "PCE1", NV_PCE1_BASE, 0x1000, nv_pcopy_rows, .shift = NV_PCE1_BASE,
    .parent = &nvc0_falcon_regs);

/* nouveau's com.fuc, "error"; gt215_ce_intr() */
#define NV_PCOPY_REFUSES 0x40

/* What all of them have in common */
#define NV_PCOPY_FALCON \
    .code_size = 0x1200, \
    .data_size = 0x800, \
    .fifo_size = NV_FALCON_FIFO, \
    .data_ports = 1, \
    .khz = 405000, \
    .refuses = NV_PCOPY_REFUSES, \
    .lines = nv_pcopy_lines, \
    .status = nv_pcopy_status, \
    .work = nv_pcopy_work

const NVPcopyChip nva3_pcopy = {
    .falcon = {
        NV_PCOPY_FALCON,
        .regs = &nv_pcopy_regs,
        .vm_pages_log2 = 5,
        .intr = R_NV_PMC_INTR_PCOPY_MASK,
        .vm_user = NV_VM_PCOPY,
        .ctxdma = 0xc0,
    },
    .engine = NV_ENGINE_PCOPY,
    .objects = true,
};

const NVPcopyChip nvc0_pce0 = {
    .falcon = {
        NV_PCOPY_FALCON,
        .regs = &nvc0_pce0_regs,
        .vm_pages_log2 = 7,
        .intr = R_NV_PMC_INTR_PCE0_MASK,
        .vm_user = NV_VM_PCOPY,
        .spaces = true,
    },
    .engine = NVC0_ENGINE_PCE0,
};

const NVPcopyChip nvc0_pce1 = {
    .falcon = {
        NV_PCOPY_FALCON,
        .regs = &nvc0_pce1_regs,
        .vm_pages_log2 = 7,
        .intr = R_NV_PMC_INTR_PCE1_MASK,
        .vm_user = NV_VM_PCE1,
        .spaces = true,
    },
    .engine = NVC0_ENGINE_PCE1,
};

/* --- Life ------------------------------------------------------------- */

static void nv_pcopy_init(NVGPU *gpu, unsigned i)
{
    NVPcopy *pcopy = gpu->pcopies[i];

    pcopy->chip = gpu->chip->pcopies[i];
    nv_falcon_init(gpu, &pcopy->falcon, &pcopy->chip->falcon);
}

static void nv_pcopy_reset(NVPcopy *pcopy)
{
    pcopy->copying = pcopy->next = pcopy->unloading = false;
    pcopy->line = pcopy->pos = 0;
    nv_engine_forget_queue(pcopy->falcon.gpu, pcopy->chip->engine);
    nv_falcon_reset(&pcopy->falcon);
}

static void nv_pcopy_disable(NVPcopy *pcopy)
{
    nv_pcopy_reset(pcopy);
    nv_engine_wake(pcopy->falcon.gpu);
}

#define NV_PCOPY_LIFE(_i)                                                   \
    static bool nv_pcopy##_i##_realize(NVGPU *gpu, Error **errp)            \
    {                                                                       \
        nv_pcopy_init(gpu, _i);                                             \
        return true;                                                        \
    }                                                                       \
                                                                            \
    static void nv_pcopy##_i##_reset(NVGPU *gpu)                            \
    {                                                                       \
        nv_pcopy_reset(gpu->pcopies[_i]);                                   \
    }                                                                       \
                                                                            \
    static void nv_pcopy##_i##_disable(NVGPU *gpu)                          \
    {                                                                       \
        nv_pcopy_disable(gpu->pcopies[_i]);                                 \
    }                                                                       \
                                                                            \
    static void nv_pcopy##_i##_exit(NVGPU *gpu)                             \
    {                                                                       \
        nv_falcon_exit(&gpu->pcopies[_i]->falcon);                          \
    }                                                                       \
                                                                            \
    static bool nv_pcopy##_i##_post_load(NVGPU *gpu, int version_id)        \
    {                                                                       \
        return nv_falcon_post_load(&gpu->pcopies[_i]->falcon);              \
    }

NV_PCOPY_LIFE(0)
NV_PCOPY_LIFE(1)

#define NV_PCOPY_UNIT(_name, _i, _enable)                                   \
    {                                                                       \
        .name = (_name),                                                    \
        .state = offsetof(NVGPU, pcopies[_i]),                              \
        .size = sizeof(NVPcopy),                                            \
        .realize = nv_pcopy##_i##_realize,                                  \
        .reset = nv_pcopy##_i##_reset,                                      \
        .enable = (_enable),                                                \
        .disable = nv_pcopy##_i##_disable,                                  \
        .exit = nv_pcopy##_i##_exit,                                        \
        .post_load = nv_pcopy##_i##_post_load,                              \
    }

const NVUnit nv_unit_pcopy = NV_PCOPY_UNIT(
    "PCOPY", 0,
    R_NV_PMC_ENABLE_PCOPY_MASK | R_NV_PMC_ENABLE_PCOPY_CHSW_MASK);
const NVUnit nv_unit_nvc0_pce0 = NV_PCOPY_UNIT(
    "PCE0", 0, R_NV_PMC_ENABLE_PCE0_MASK);
const NVUnit nv_unit_nvc0_pce1 = NV_PCOPY_UNIT(
    "PCE1", 1, R_NV_PMC_ENABLE_PCE1_MASK);

/* --- Snapshots -------------------------------------------------------- */

static bool nv_pcopy_needed(void *opaque)
{
    const NVGPU *gpu = opaque;

    return gpu->pcopies[0];
}

/* A stream may have it for a card that hasn't: there is no state for it. */
static int nv_pcopy_pre_load(void *opaque)
{
    return nv_pcopy_needed(opaque) ? 0 : -EINVAL;
}

static bool nv_pce1_needed(void *opaque)
{
    const NVGPU *gpu = opaque;

    return gpu->pcopies[1];
}

static int nv_pce1_pre_load(void *opaque)
{
    return nv_pce1_needed(opaque) ? 0 : -EINVAL;
}

static const VMStateDescription nv_vmstate_pcopy_unit = {
    .name = "nv-gpu/pcopy/unit",
    .version_id = 2,
    .minimum_version_id = 2,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(falcon, NVPcopy, 1, nv_vmstate_falcon, NVFalcon),
        VMSTATE_BOOL(copying, NVPcopy),
        VMSTATE_UINT32(line, NVPcopy),
        VMSTATE_UINT32(pos, NVPcopy),
        VMSTATE_BOOL(next, NVPcopy),
        VMSTATE_BOOL(unloading, NVPcopy),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_pcopy = {
    .name = "nv-gpu/pcopy",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pcopy_needed,
    .pre_load = nv_pcopy_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_POINTER(pcopies[0], NVGPU, nv_vmstate_pcopy_unit,
                               NVPcopy),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_pce1 = {
    .name = "nv-gpu/pce1",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_pce1_needed,
    .pre_load = nv_pce1_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_POINTER(pcopies[1], NVGPU, nv_vmstate_pcopy_unit,
                               NVPcopy),
        VMSTATE_END_OF_LIST()
    },
};
