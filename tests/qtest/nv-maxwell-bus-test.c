/*
 * Tests of the NVIDIA GPU: units around the engines, where those of NV108 and
 * NV117 differ from NVE4's
 *
 * Numbers are those of nouveau, named where they are.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-test.h"

/* --- Power of graphics -------------------------------------------------- */

/* gk110_pmu_pgob(): it waits for the uppermost bit of what it has written. */
static void power(NVDev *nv)
{
    static const uint32_t regs[] = {
        0x020520, 0x020524, 0x020528, 0x02052c, 0x020530,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_wr32(nv, regs[i], 0xfff0fc00 + i);
        nv_assert_hex(nv_rd32(nv, regs[i]), 0x7ff0fc00 + i);
    }
    nv_wr32(nv, 0x0206b4, 0x12345678);
    nv_assert_hex(nv_rd32(nv, 0x0206b4), 0x12345678);
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
}

/* --- What is off -------------------------------------------------------- */

/* gm107_devinit_disable(), gm107_ram_probe_fbp(), gm107_ltc_oneinit() */
static void fuses(NVDev *nv)
{
    static const uint32_t regs[] = { 0x021c00, 0x021c04, 0x021c14 };
    /* The second copy engine, and a display that isn't there */
    const uint32_t off[] = { 2, !nv_card_has_display(nv->card), 0 };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_assert_hex(nv_rd32(nv, regs[i]), off[i]);
        nv_wr32(nv, regs[i], ~off[i]);
        nv_assert_hex(nv_rd32(nv, regs[i]), off[i]);
    }
}

/* gm107_bar_bar1_wait(), gm107_bar_bar2_wait() */
static void windows(NVDev *nv)
{
    nv_wr32(nv, 0x001704, 0x80000040);
    nv_wr32(nv, 0x001714, 0x80000040);
    nv_assert_hex(nv_rd32(nv, 0x001710), 0);
    nv_wr32(nv, 0x001710, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, 0x001710), 0);
}

/* --- The cache of memory ------------------------------------------------ */

/* gm107_ltc_cbc_clear(), gm107_ltc_cbc_wait() */
static void cbc_clear(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, 0x17e280) >> 28, 1);
    nv_wr32(nv, 0x17e270, 0);
    nv_wr32(nv, 0x17e274, 0xfff);
    nv_mask(nv, 0x17e26c, 0, 4);
    for (unsigned c = 0; c < nv->card->partitions; c++) {
        nv_assert_hex(nv_rd32(nv, 0x14046c + c * 0x2000), 0);
        nv_wr32(nv, 0x14046c + c * 0x2000, 0xffffffff);
        nv_assert_hex(nv_rd32(nv, 0x14046c + c * 0x2000), 0);
    }
    nv_assert_hex(nv_rd32(nv, 0x17e26c), 0);
    nv_assert_hex(nv_rd32(nv, 0x17e274), 0xfff);
}

/* gm107_ltc_init(), gm107_ltc_zbc_clear_color(); what FECS saves */
static void ltc_cells(NVDev *nv)
{
    static const uint32_t regs[] = {
        0x17e264, 0x17e278, 0x17e27c, 0x17e338, 0x17e33c, 0x17e348, 0x17e34c,
        0x17e91c, 0x17e920,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_wr32(nv, regs[i], 0x12340000 + i);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_assert_hex(nv_rd32(nv, regs[i]), 0x12340000 + i);
    }
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
    nv_machine_reset(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_assert_hex(nv_rd32(nv, regs[i]), 0);
    }
}

/* --- PGRAPH ------------------------------------------------------------- */

/* gf100_gr_oneinit(); writes to 0x41be00... go to all PPCs. */
static void ppcs(NVDev *nv)
{
    uint32_t all = (1u << nv->card->tpcs) - 1, first, second;

    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    first = nv_rd32(nv, 0x500c30);
    second = nv_rd32(nv, 0x500c34);
    nv_assert_hex(first & second, 0);
    nv_assert_hex(first | second, all);
    g_assert(first && second);
    nv_wr32(nv, 0x41be38, 0xc0000000);
    nv_assert_hex(nv_rd32(nv, 0x503038), 0xc0000000);
    nv_assert_hex(nv_rd32(nv, 0x503238), 0xc0000000);
    nv_assert_hex(nv_rd32(nv, 0x503438), 0);
    nv_wr32(nv, 0x503238, 0x1234);
    nv_assert_hex(nv_rd32(nv, 0x503038), 0xc0000000);
}

/* gpc.fuc, tpc_strand_init_idx_loop: as many rounds as there are strands */
static void tpc_strands(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_wr32(nv, 0x419d70, 0);
    for (unsigned tpc = 0; tpc < nv->card->tpcs; tpc++) {
        uint32_t base = 0x504000 + tpc * 0x800;

        nv_assert_hex(nv_rd32(nv, base + 0x570), 1);
        nv_assert_hex(nv_rd32(nv, base + 0x590), 0);
        nv_wr32(nv, base + 0x588, 0x1234);
        nv_assert_hex(nv_rd32(nv, base + 0x588), 0x1234);
    }
    /* tpc_strand_wait */
    nv_assert_hex(nv_rd32(nv, 0x502cfc), 0);
    nv_wr32(nv, 0x502cfc, 1);
    nv_assert_hex(nv_rd32(nv, 0x502cfc), 0);
}

/* macros.fuc: NV_PGRAPH_FECS_CC_SCRATCH_SET and UNK86C since GK110 */
static void scratch(NVDev *nv)
{
    static const uint32_t bases[] = { 0x409000, 0x502000 };

    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    for (unsigned i = 0; i < ARRAY_SIZE(bases); i++) {
        uint32_t base = bases[i];

        nv_wr32(nv, base + 0x80c, 0x0f0f);
        nv_wr32(nv, base + 0x8cc, 0x80000010);
        nv_assert_hex(nv_rd32(nv, base + 0x80c), 0x80000f1f);
        nv_wr32(nv, base + 0x84c, 0x80000001);
        nv_assert_hex(nv_rd32(nv, base + 0x80c), 0xf1e);
        /* Where SET was before */
        nv_wr32(nv, base + 0x82c, 0x1000);
        nv_assert_hex(nv_rd32(nv, base + 0x80c), 0xf1e);
        nv_wr32(nv, base + 0x88c, 0x5678);
        nv_assert_hex(nv_rd32(nv, base + 0x88c), 0x5678);
    }
}

#define NV108 .needs = NV_CARD_NV108, .kepler = true, .cold = true
#define NV117 .needs = NV_CARD_NV117, .kepler = true, .cold = true

static const NVTest tests[] = {
    { "ptherm/power-of-graphics", NULL, power, NV108,
      .lacks = NV_CARD_NV117 },
    { "ctxctl/scratch-has-moved", NULL, scratch, NV108 },
    { "pfuse/what-is-off", NULL, fuses, NV117 },
    { "pbus/windows-are-bound-at-once", NULL, windows, NV117 },
    { "pmfb/tags-of-nv117-are-cleared-at-once", NULL, cbc_clear, NV117 },
    { "pmfb/cells-of-nv117", NULL, ltc_cells, NV117 },
    { "pgraph/ppcs", NULL, ppcs, NV117 },
    { "pgraph/strands-of-tpcs", NULL, tpc_strands, NV117 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
