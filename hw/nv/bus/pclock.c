/*
 * NVIDIA GPU: PCLOCK and PCONTROL: the card's clocks, NV40+
 *
 * The model has no clocks of its own: drivers read the frequencies that the
 * VBIOS has set, and what they change has no effect.
 *
 * Source: rnndb, pm/nv40_pclock.xml and pm/g80_pclock.xml; nouveau's
 * nvkm/subdev/clk/nv40.c and nv50.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"

static const NVRegInfo nv40_pclock_rows[] = {
    NV_STORAGE(NV40_PCLOCK_NVPLL_CTRL),
    NV_STORAGE(NV40_PCLOCK_NVPLL_COEF),
    NV_STORAGE(NV40_PCLOCK_SPLL),
    NV_ROW(NV40_PCLOCK_MPLL_CTRL, .count = NV40_PCLOCK_MPLLS,
           .stride = NV40_PCLOCK_MPLL_STRIDE, .rw = UINT32_MAX),
    NV_ROW(NV40_PCLOCK_MPLL_COEF, .count = NV40_PCLOCK_MPLLS,
           .stride = NV40_PCLOCK_MPLL_STRIDE, .rw = UINT32_MAX),
};

static const NVRegInfo nv50_pclock_rows[] = {
    NV_STORAGE(NV_PCLOCK_NVIO_PLL_CTRL),
    NV_STORAGE(NV_PCLOCK_NVIO_PLL_COEF),
    NV_STORAGE(NV_PCLOCK_MPLL0_CTRL),
    NV_STORAGE(NV_PCLOCK_MPLL0_COEF),
    NV_STORAGE(NV_PCLOCK_SPLL_CTRL),
    NV_STORAGE(NV_PCLOCK_SPLL_COEF),
    NV_STORAGE(NV_PCLOCK_NVPLL_CTRL),
    NV_STORAGE(NV_PCLOCK_NVPLL_COEF),
    NV_STORAGE(NV_PCLOCK_XTPLL_CTRL),
    NV_STORAGE(NV_PCLOCK_XTPLL_COEF),
    NV_STORAGE(NV_PCLOCK_DIV),
    NV_STORAGE(NV_PCLOCK_DIV_NV92),
};

const NVRegBlock nv40_pclock_regs = NV_REG_BLOCK(
    "PCLOCK", 0x004000, 0x1000, nv40_pclock_rows);
const NVRegBlock nv50_pclock_regs = NV_REG_BLOCK(
    "PCLOCK", 0x004000, 0x1000, nv50_pclock_rows);

/*
 * Drivers only look at the clocks that the VBIOS has set up.  All of these are
 * off: everything runs on the crystal.
 */
static const NVRegInfo nvc0_pclock_rows[] = {
    NV_ROW(NVC0_PCLOCK_PLL, .count = 0x400, .rw = UINT32_MAX),
};

const NVRegBlock nvc0_pclock_regs = NV_REG_BLOCK(
    "PCLOCK", 0x137000, 0x1000, nvc0_pclock_rows);

static const NVRegInfo nv_pcontrol_rows[] = {
    NV_STORAGE(NV_PCONTROL_MASTER),
};

/* Behind it there may be nothing, see mmio-map.c. */
static const NVRegBlock nv_pcontrol_block = NV_REG_BLOCK(
    "PCONTROL", 0x00c000, 0x200, nv_pcontrol_rows);

const NVUnit nv_unit_pclock = {
    .name = "PCLOCK",
    .blocks = (const NVUnitBlock[]) {
        NV_CHIP_BLOCK(pclock), { &nv_pcontrol_block }, { }
    },
};
