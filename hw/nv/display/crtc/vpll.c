/*
 * NVIDIA GPU: the heads' pixel clocks, before NV50
 *
 * The PLLs of all heads, and what selects them, are registers of the first
 * head's PRAMDAC.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "vpll.h"
#include "hw/display/vga_regs.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display/head.h"

static uint32_t nv_vpll_vga_clock(const VGACommonState *vga)
{
    return vga->msr & VGA_MIS_DCLK_28322_720 ? 28322 : 25175;
}

typedef struct NVPll {
    uint32_t m1, n1, m2, n2;
} NVPll;

static void nv_vpll_decode(const NVHead *head, uint32_t coeff, NVPll *pll)
{
    uint32_t stage2, force;

    *pll = (NVPll) {
        .m1 = FIELD_EX32(coeff, NV_PRAMDAC_VPLL, M),
        .n1 = FIELD_EX32(coeff, NV_PRAMDAC_VPLL, N),
        .m2 = 1, .n2 = 1,
    };
    switch (head->gpu->chip->display->vpll) {
    case NV_VPLL_SINGLE:
        break;
    case NV_VPLL_NV30:
        pll->m1 = FIELD_EX32(coeff, NV_PRAMDAC_VPLL, NV30_M1);
        if (FIELD_EX32(coeff, NV_PRAMDAC_VPLL, NV30_VCO2)) {
            pll->m2 = FIELD_EX32(coeff, NV_PRAMDAC_VPLL, NV30_M2);
            pll->n2 = FIELD_EX32(coeff, NV_PRAMDAC_VPLL, NV30_N2_LOW) |
                      FIELD_EX32(coeff, NV_PRAMDAC_VPLL, NV30_N2_HIGH) << 3;
        }
        break;
    case NV_VPLL_NV41:
        force = NV_R(head->gpu, NV_PRAMDAC_580);
        if (head->index ? FIELD_EX32(force, NV_PRAMDAC_580, VPLL2_SINGLE)
                        : FIELD_EX32(force, NV_PRAMDAC_580, VPLL_SINGLE)) {
            break;
        }
        /* fall through */
    case NV_VPLL_NV31:
        stage2 = head->index ? NV_R(head->gpu, NV_PRAMDAC_VPLL2_B)
                             : NV_R(head->gpu, NV_PRAMDAC_VPLL_B);
        if (FIELD_EX32(stage2, NV_PRAMDAC_VPLL_B, VCO2)) {
            pll->m2 = FIELD_EX32(stage2, NV_PRAMDAC_VPLL_B, M);
            pll->n2 = FIELD_EX32(stage2, NV_PRAMDAC_VPLL_B, N);
        }
        break;
    }
}

static uint32_t nv_vpll_clock(const NVHead *head)
{
    NVGPU *gpu = head->gpu;
    uint32_t coeff = head->index ? NV_R(gpu, NV_PRAMDAC_VPLL2)
                                 : NV_R(gpu, NV_PRAMDAC_VPLL);
    uint64_t khz = gpu->chip->crystal_khz;
    NVPll pll;

    nv_vpll_decode(head, coeff, &pll);
    if (!pll.m1 || !pll.m2) {
        return 0;
    }
    return khz * pll.n1 * pll.n2 / (pll.m1 * pll.m2) >>
           FIELD_EX32(coeff, NV_PRAMDAC_VPLL, P);
}

uint32_t nv_vpll_pixel_clock(NVHead *head)
{
    uint32_t control = NV_R(head->gpu, NV_PRAMDAC_PLL_CONTROL);
    bool programmed = head->index
        ? FIELD_EX32(control, NV_PRAMDAC_PLL_CONTROL, VPLL2_PROG)
        : FIELD_EX32(control, NV_PRAMDAC_PLL_CONTROL, VPLL_PROG);
    uint32_t khz = programmed ? nv_vpll_clock(head)
                              : nv_vpll_vga_clock(head->vga);

    /* Sequencer register 1 can halve it. */
    return khz >> extract32(head->vga->sr[VGA_SEQ_CLOCK_MODE], 3, 1);
}
