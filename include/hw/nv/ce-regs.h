/*
 * NVIDIA GPU: registers of the copy engines without a falcon, NVE4+
 *
 * Addresses are offsets from the engine's first register.
 *
 * Source: nouveau's nvkm/engine/ce/gk104.c; the fields' names, and that all
 * interrupts are enabled after a reset, NVIDIA's manuals/turing/tu104/
 * dev_ce.ref.txt, which has the same registers elsewhere.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_CE_REGS_H
#define HW_NV_CE_REGS_H

#include "hw/nv/registerfields.h"

REG32(NV_CE_INTR_EN, 0x904)
    FIELD(NV_CE_INTR_EN, BLOCKPIPE, 0, 1)
    FIELD(NV_CE_INTR_EN, NONBLOCKPIPE, 1, 1)
    FIELD(NV_CE_INTR_EN, LAUNCHERR, 2, 1)
REG32(NV_CE_INTR, 0x908)
    FIELD(NV_CE_INTR, BLOCKPIPE, 0, 1)
    FIELD(NV_CE_INTR, NONBLOCKPIPE, 1, 1)
    FIELD(NV_CE_INTR, LAUNCHERR, 2, 1)
REG32(NV_CE_LAUNCHERR, 0xf14)
    FIELD(NV_CE_LAUNCHERR, REPORT, 0, 4)

/** enum NVCeLaunchError - values of LAUNCHERR.REPORT */
typedef enum NVCeLaunchError {
    NV_CE_OK = 0x0,
    NV_CE_2D_LAYER_EXCEEDS_DEPTH = 0x1,
    NV_CE_INVALID_ALIGNMENT = 0x2,
    NV_CE_MEM2MEM_RECT_OUT_OF_BOUNDS = 0x3,
    NV_CE_SRC_LINE_EXCEEDS_PITCH = 0x4,
    NV_CE_SRC_LINE_EXCEEDS_NEG_PITCH = 0x5,
    NV_CE_DST_LINE_EXCEEDS_PITCH = 0x6,
    NV_CE_DST_LINE_EXCEEDS_NEG_PITCH = 0x7,
    NV_CE_BAD_SRC_PIXEL_COMP_REF = 0x8,
    NV_CE_INVALID_VALUE = 0x9,
    NV_CE_UNUSED_FIELD = 0xa,
} NVCeLaunchError;

#endif /* HW_NV_CE_REGS_H */
