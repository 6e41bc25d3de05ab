/*
 * NVIDIA GPU: PTOP: which engines PFIFO has, NVE4+
 *
 * From the card's row, drivers learn each engine's numbers: its run list, its
 * bits in PMC, and what it is called when the MMU tells of a fault.
 *
 * Source: nouveau's nvkm/subdev/top/gk104.c; NVIDIA's open-gpu-doc,
 * manuals/volta/gv100/dev_top.ref.txt, "Device info registers".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

/* ENTRY */
enum {
    NV_PTOP_NOT_VALID,
    NV_PTOP_DATA,
    NV_PTOP_ENUM,
    NV_PTOP_ENGINE_TYPE,
};

/* The words of an engine, in this order */
static const uint8_t nv_ptop_entries[] = {
    NV_PTOP_ENUM, NV_PTOP_DATA, NV_PTOP_ENGINE_TYPE,
};

static uint32_t nv_ptop_enum(const NVEngineInfo *info)
{
    uint32_t val = R_NV_PTOP_DEVICE_INFO_RESET_VALID_MASK |
                   R_NV_PTOP_DEVICE_INFO_INTR_VALID_MASK |
                   R_NV_PTOP_DEVICE_INFO_RUNLIST_VALID_MASK |
                   R_NV_PTOP_DEVICE_INFO_ENGINE_VALID_MASK;

    val = FIELD_DP32(val, NV_PTOP_DEVICE_INFO, RESET, info->reset);
    val = FIELD_DP32(val, NV_PTOP_DEVICE_INFO, INTR, info->intr);
    val = FIELD_DP32(val, NV_PTOP_DEVICE_INFO, RUNLIST, info->runlist);
    return FIELD_DP32(val, NV_PTOP_DEVICE_INFO, ENGINE, info->engine);
}

static uint32_t nv_ptop_data(const NVEngineInfo *info)
{
    uint32_t val = R_NV_PTOP_DEVICE_INFO_FAULT_VALID_MASK;

    val = FIELD_DP32(val, NV_PTOP_DEVICE_INFO, FAULT, info->fault);
    return FIELD_DP32(val, NV_PTOP_DEVICE_INFO, PRI_BASE, info->addr >> 12);
}

static uint32_t nv_ptop_word(const NVEngineInfo *info, unsigned entry)
{
    switch (entry) {
    case NV_PTOP_ENUM:
        return nv_ptop_enum(info);
    case NV_PTOP_DATA:
        return nv_ptop_data(info);
    default:
        return FIELD_DP32(0, NV_PTOP_DEVICE_INFO, TYPE, info->type);
    }
}

/* Words behind the last engine's are NOT_VALID. */
static uint32_t nv_ptop_read(NVGPU *gpu, uint32_t addr)
{
    const NVEngineInfo *info = gpu->chip->engine_info;
    unsigned word = (addr - A_NV_PTOP_DEVICE_INFO) / 4;
    unsigned i = word % ARRAY_SIZE(nv_ptop_entries);
    uint32_t val;

    for (unsigned n = word / ARRAY_SIZE(nv_ptop_entries); info->name && n;
         n--) {
        info++;
    }
    if (!info->name) {
        return FIELD_DP32(0, NV_PTOP_DEVICE_INFO, ENTRY, NV_PTOP_NOT_VALID);
    }
    val = nv_ptop_word(info, nv_ptop_entries[i]);
    val = FIELD_DP32(val, NV_PTOP_DEVICE_INFO, ENTRY, nv_ptop_entries[i]);
    return FIELD_DP32(val, NV_PTOP_DEVICE_INFO, CHAIN,
                      i + 1 < ARRAY_SIZE(nv_ptop_entries));
}

static const NVRegInfo nve4_punits_rows[] = {
    NV_ROW(NV_PTOP_DEVICE_INFO, .count = NV_PTOP_DEVICE_INFO_WORDS,
           .read = nv_ptop_read),
};

const NVRegBlock nve4_punits_regs = NV_REG_BLOCK(
    "PUNITS", 0x022000, 0x1000, nve4_punits_rows, .parent = &nv_punits_block);
