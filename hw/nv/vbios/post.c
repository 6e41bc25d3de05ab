/*
 * NVIDIA GPU: the built-in VBIOS: what it leaves behind
 *
 * The card comes out of reset as if a VBIOS had run.  What the VBIOS does to
 * registers is here, and only here; the values without it are in the units'
 * tables, and these are also what PMC's resets of units produce.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/vbios.h"
#include "internal.h"

#define NV_POST(_reg, _val) { .addr = A_ ## _reg, .val = (_val) }

/* --- Clocks before NV50 ------------------------------------------------ */

/* In PRAMDAC: the output is the crystal * N / M >> P. */
#define NV_PLL(_p, _n, _m) ((_p) << 16 | (_n) << 8 | (_m))

/*
 * Core and memory run at 200 MHz, from a crystal of 14.318 MHz; VGA modes have
 * a clock of 25.2 MHz.
 */
static const NVVbiosReg nv04_clocks[] = {
    NV_POST(NV_PRAMDAC_NVPLL, NV_PLL(0, 84, 6)),
    NV_POST(NV_PRAMDAC_MPLL, NV_PLL(0, 84, 6)),
    NV_POST(NV_PRAMDAC_VPLL, NV_PLL(3, 197, 14)),
    { }
};

static const NVVbiosReg nv11_clocks[] = {
    NV_POST(NV_PRAMDAC_VPLL2, NV_PLL(3, 197, 14)),
    { }
};

/* The same from a crystal of 27 MHz */
static const NVVbiosReg nv17_clocks[] = {
    NV_POST(NV_PRAMDAC_NVPLL, NV_PLL(0, 37, 5)),
    NV_POST(NV_PRAMDAC_MPLL, NV_PLL(0, 37, 5)),
    NV_POST(NV_PRAMDAC_VPLL, NV_PLL(4, 179, 12)),
    NV_POST(NV_PRAMDAC_VPLL2, NV_PLL(4, 179, 12)),
    { }
};

#define NV40_PLL_CTRL(_p) \
    (R_NV40_PCLOCK_NVPLL_CTRL_ENABLE_MASK | \
     R_NV40_PCLOCK_NVPLL_CTRL_TWO_STAGES_MASK | \
     (_p) << R_NV40_PCLOCK_NVPLL_CTRL_P_SHIFT)
#define NV40_PLL_COEF(_n1, _m1, _n2, _m2) \
    ((uint32_t)(_n2) << 24 | (_m2) << 16 | (_n1) << 8 | (_m1))

/*
 * NV40's have two stages: core and shaders at 324 MHz, memory at 351 MHz.  If
 * only the first were used, some drivers would get the frequency wrong: they
 * take the second one's M, 0, into account in any case.
 */
static const NVVbiosReg nv40_clocks[] = {
    NV_POST(NV40_PCLOCK_NVPLL_CTRL, NV40_PLL_CTRL(1)),
    NV_POST(NV40_PCLOCK_NVPLL_COEF, NV40_PLL_COEF(24, 2, 2, 1)),
    NV_POST(NV40_PCLOCK_MPLL_CTRL, NV40_PLL_CTRL(1)),
    NV_POST(NV40_PCLOCK_MPLL_COEF, NV40_PLL_COEF(26, 2, 2, 1)),
    NV_POST(NV_PCONTROL_MASTER, NV_PCONTROL_MASTER_NVCLK_NVCLK_1 |
                                NV_PCONTROL_MASTER_SCLK_SPLL),
    { }
};

const NVVbiosReg *const nv04_post[] = { nv04_clocks, NULL };
const NVVbiosReg *const nv11_post[] = { nv04_clocks, nv11_clocks, NULL };
const NVVbiosReg *const nv17_post[] = { nv17_clocks, NULL };
const NVVbiosReg *const nv40_post[] = { nv17_clocks, nv40_clocks, NULL };

/* --- Clocks of NV50 and later ------------------------------------------ */

#define NV50_PLL_ENABLE BIT(31)
#define NV50_PLL_P(_p) ((_p) << 16)
#define NV50_PLL_COEF(_n, _m) ((_n) << 8 | (_m))

/*
 * Core at 575 MHz, shaders at 1450 MHz and memory at 700 MHz, from PCI
 * Express's 100 MHz where MASTER says so (NV84+)
 */
static const NVVbiosReg nv50_clocks[] = {
    NV_POST(NV_PCLOCK_MPLL0_CTRL, NV50_PLL_ENABLE | NV50_PLL_P(1)),
    NV_POST(NV_PCLOCK_MPLL0_COEF, NV50_PLL_COEF(14, 1)),
    NV_POST(NV_PCLOCK_SPLL_CTRL, NV50_PLL_ENABLE),
    NV_POST(NV_PCLOCK_SPLL_COEF, NV50_PLL_COEF(29, 2)),
    NV_POST(NV_PCLOCK_NVPLL_CTRL, NV50_PLL_ENABLE | NV50_PLL_P(1)),
    NV_POST(NV_PCLOCK_NVPLL_COEF, NV50_PLL_COEF(23, 2)),
    NV_POST(NV_PCONTROL_MASTER, NV_PCONTROL_MASTER_NVCLK_NVCLK_1 |
                                NV_PCONTROL_MASTER_SCLK_SPLL |
                                R_NV_PCONTROL_MASTER_MPLL_REF_MASK |
                                R_NV_PCONTROL_MASTER_NVPLL_REF_MASK |
                                R_NV_PCONTROL_MASTER_SPLL_REF_MASK),
    { }
};

const NVVbiosReg *const nv50_post[] = { nv50_clocks, NULL };

/* All of NVC0's run on the crystal. */
const NVVbiosReg *const nvc0_post[] = { NULL };

/* --- A copy of itself ------------------------------------------------- */

static void nv_vbios_copy_to_ramin(NVGPU *gpu)
{
    uint32_t len;
    const uint8_t *image = nv_prom_image(gpu, &len);

    for (uint32_t i = 0; i + 4 <= MIN(len, NV_VBIOS_SIZE); i += 4) {
        nv_ramin_write32(gpu, i, ldl_le_p(image + i));
    }
}

/*
 * PMEM maps the last MiB, which drivers leave alone; the copy is at its end.
 * Without a display there is no register for its address, and no copy.
 */
static void nv_vbios_copy_to_vram(NVGPU *gpu)
{
    uint64_t window = gpu->vram_size - NV_PRAMIN_SIZE;
    uint32_t rom = 0, len;
    const uint8_t *image = nv_prom_image(gpu, &len);
    uint64_t addr;

    NV_R(gpu, NV_PBUS_HOST_MEM_PMEM) =
        FIELD_DP32(0, NV_PBUS_HOST_MEM_PMEM, OFFSET, window >> 16);
    if (!gpu->has_display) {
        return;
    }
    len = MIN(len, NV_PRAMIN_SIZE);
    addr = gpu->vram_size - ROUND_UP(len, NV_VBIOS_SIZE);
    memcpy(nv_vram_ptr(gpu, addr, len), image, len);
    nv_vram_dirty(gpu, addr, len);

    rom = FIELD_DP32(rom, NV_PDISPLAY_VGA_ROM_WINDOW, TARGET,
                     NV_EVO_TARGET_VRAM);
    rom = FIELD_DP32(rom, NV_PDISPLAY_VGA_ROM_WINDOW, VALID, 1);
    rom = FIELD_DP32(rom, NV_PDISPLAY_VGA_ROM_WINDOW, ADDRESS, addr >> 16);
    NV_R(gpu, NV_PDISPLAY_VGA_ROM_WINDOW) = rom;
}

/* --- All of it --------------------------------------------------------- */

void nv_vbios_post(NVGPU *gpu)
{
    const NVVbiosChip *chip = gpu->chip->vbios;

    if (!chip) {
        return;
    }
    for (unsigned i = 0; chip->post[i]; i++) {
        for (const NVVbiosReg *reg = chip->post[i]; reg->addr; reg++) {
            gpu->regs[reg->addr / 4] = reg->val;
        }
    }
    switch (chip->copy) {
    case NV_VBIOS_COPY_NONE:
        break;
    case NV_VBIOS_COPY_RAMIN:
        nv_vbios_copy_to_ramin(gpu);
        break;
    case NV_VBIOS_COPY_VRAM:
        nv_vbios_copy_to_vram(gpu);
        break;
    }
}
