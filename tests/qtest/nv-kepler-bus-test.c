/*
 * Tests of the NVIDIA GPU: units around the engines, NVE4+
 *
 * Numbers are those of nouveau, named where they are, and of the register
 * database.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/pci/pci_ids.h"
#include "hw/pci/pci_regs.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-ce.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

/* --- Which units there are ---------------------------------------------- */

/* A board's memory is a power of two: some partitions may be off. */
static unsigned partitions_on(const NVDev *nv)
{
    return nv->card->partitions - nv->card->partitions_off;
}

/* A memory controller for each of them */
static void partitions(NVDev *nv)
{
    unsigned all = nv->card->partitions, on = partitions_on(nv);

    nv_assert_hex(nv_rd32(nv, 0x022438), all);
    nv_assert_hex(nv_rd32(nv, 0x02243c), all);
    nv_assert_hex(nv_rd32(nv, nv->card->features & NV_CARD_NV117
                              ? 0x021c14 : 0x022554),
                  (1u << all) - (1u << on));
    for (unsigned i = 0; i < all; i++) {
        nv_assert_hex(nv_rd32(nv, 0x11020c + i * 0x1000),
                      i < on ? 256 / on : 0);
        /* gk104_ram_new_(): all partitions are set up alike. */
        nv_assert_hex(nv_rd32(nv, 0x110204 + i * 0x1000),
                      nv_rd32(nv, 0x110204));
    }
    nv_assert_hex(nv->vram, 256 * MiB);
}

/* gf100_devinit_disable(), gf100_ltc_oneinit(), gf100_ram_probe_fbp() */
static void units(NVDev *nv)
{
    unsigned heads = nv->test->props ? 0 : nv_card_heads(nv->card);

    /* No video units; copy engines */
    nv_assert_hex(nv_rd32(nv, 0x022500) & 0x30f, heads ? 0x00e : 0x00f);
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_CLASS_DEVICE),
                  heads ? PCI_CLASS_DISPLAY_VGA : PCI_CLASS_DISPLAY_3D);
    nv_assert_hex(nv_rd32(nv, 0x022430), nv->card->gpcs);
    nv_assert_hex(nv_rd32(nv, 0x022434),
                  DIV_ROUND_UP(nv->card->tpcs, nv->card->gpcs));
    nv_assert_hex(nv_rd32(nv, 0x022444), nv->card->pcopies);
    nv_assert_hex(nv_rd32(nv, 0x022448), heads);
    /* gm107_ltc_oneinit() */
    nv_assert_hex(nv_rd32(nv, nv->card->features & NV_CARD_NV117
                          ? 0x17e280 : 0x17e8dc) >> 28, 1);
    /* The VBIOS has run. */
    nv_assert_hex(nv_rd32(nv, 0x02240c) & 2, 2);
    /* gk104_pcie_version_supported(): it leaves the link as it is. */
    nv_assert_hex(nv_rd32(nv, 0x02241c) & 1, 0);
    partitions(nv);
}

/* gk104_volt_speedo_read(), gk104_pmu_pgob() */
static void fuses(NVDev *nv)
{
    g_assert_cmphex(nv_rd32(nv, 0x0214a8), >, 0);
    nv_assert_hex(nv_rd32(nv, 0x0212cc), 0);
    nv_assert_hex(nv_rd32(nv, 0x02141c) & 1, 0);
    nv_wr32(nv, 0x0214a8, 0);
    nv_wr32(nv, 0x02141c, 0xffffffff);
    g_assert_cmphex(nv_rd32(nv, 0x0214a8), >, 0);
    nv_assert_hex(nv_rd32(nv, 0x02141c) & 1, 0);
}

static bool is_nvf0(const NVDev *nv)
{
    return nv->card->features & NV_CARD_NVF0;
}

/* gf100_gr_oneinit(): units of PGRAPH, and which TPCs a PPC has */
static void graph_units(NVDev *nv)
{
    unsigned tpcs = 0;

    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, 0x409604),
                  partitions_on(nv) << 16 | nv->card->gpcs);
    for (unsigned gpc = 0; gpc < nv->card->gpcs; gpc++) {
        uint32_t base = 0x500000 + gpc * 0x8000;
        unsigned here = nv_rd32(nv, base + 0x2608) & 0xff;

        g_assert_cmpuint(here, >, 0);
        /* GK110's three TPCs are two PPCs'; the rest have one for all. */
        nv_assert_hex(nv_rd32(nv, base + 0xc30),
                      is_nvf0(nv) ? 3 : (1u << here) - 1);
        nv_assert_hex(nv_rd32(nv, base + 0xc34), is_nvf0(nv) ? 4 : 0);
        tpcs += here;
    }
    g_assert_cmpuint(tpcs, ==, nv->card->tpcs);
}

/* Both PPCs of each GPC hear what is for all of them. */
static void ppcs(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_wr32(nv, 0x41be08, 0x12345678);
    for (unsigned gpc = 0; gpc < nv->card->gpcs; gpc++) {
        uint32_t base = 0x500000 + gpc * 0x8000;

        nv_assert_hex(nv_rd32(nv, base + 0x3008), 0x12345678);
        nv_assert_hex(nv_rd32(nv, base + 0x3208), 0x12345678);
        nv_wr32(nv, base + 0x3208, gpc);
        nv_assert_hex(nv_rd32(nv, base + 0x3008), 0x12345678);
        nv_assert_hex(nv_rd32(nv, base + 0x3208), gpc);
    }
}

/* gk110_pmu_pgob() waits until bit 31 of what it has written is 0. */
static void pgob(NVDev *nv)
{
    for (uint32_t addr = 0x020520; addr <= 0x020530; addr += 4) {
        nv_wr32(nv, addr, 0xfffffffc);
        nv_assert_hex(nv_rd32(nv, addr), 0x7ffffffc);
    }
    nv_wr32(nv, 0x0206b4, 0x12345678);
    nv_assert_hex(nv_rd32(nv, 0x0206b4), 0x12345678);
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
}

/* --- PTOP --------------------------------------------------------------- */

typedef struct Engine {
    unsigned type;
    int runlist, intr, reset, fault;
    uint32_t addr;
    int engine;
} Engine;

static const Engine engines[] = {
    { 0, 0, 12, 12, 0x00, 0 },
    { 1, 4, 5, 6, 0x15, 0x104000 },
    { 2, 5, 6, 7, 0x16, 0x105000 },
    { 3, 0, 7, 21, 0x1b, 0x106000 },
};

static void assert_engine(NVDev *nv, const Engine *found, unsigned i)
{
    const Engine *want = &engines[MIN(i, ARRAY_SIZE(engines) - 1)];

    g_assert_cmpuint(i, <, ARRAY_SIZE(engines));
    g_assert_cmpuint(found->type, ==, want->type);
    g_assert_cmpint(found->engine, ==, i ? nv_ce_engine(nv, i - 1) : 0);
    g_assert_cmpint(found->runlist, ==, want->runlist);
    g_assert_cmpint(found->intr, ==, want->intr);
    g_assert_cmpint(found->reset, ==, want->reset);
    nv_assert_hex(found->fault, want->fault);
    nv_assert_hex(found->addr, want->addr);
}

/* GM107 hasn't the second copy engine. */
static unsigned engine_index(NVDev *nv, unsigned i)
{
    return i >= 2 && nv->card->features & NV_CARD_NV117 ? i + 1 : i;
}

static void ptop_enum(uint32_t word, Engine *e)
{
    e->engine = word & 0x20 ? extract32(word, 26, 4) : -1;
    e->runlist = word & 0x10 ? extract32(word, 21, 4) : -1;
    e->intr = word & 0x08 ? extract32(word, 15, 5) : -1;
    e->reset = word & 0x04 ? extract32(word, 9, 5) : -1;
}

/* gk104_top_parse() */
static void ptop(NVDev *nv)
{
    Engine e = { };
    unsigned count = 0;

    for (unsigned i = 0; i < 64; i++) {
        uint32_t word = nv_rd32(nv, 0x022700 + i * 4);

        switch (word & 3) {
        case 0:
            nv_assert_hex(word, 0);
            continue;
        case 1:
            nv_assert_hex(extract32(word, 26, 4), 0);
            e.addr = word & 0x00fff000;
            e.fault = word & 4 ? extract32(word, 3, 7) : -1;
            break;
        case 2:
            ptop_enum(word, &e);
            break;
        case 3:
            e.type = (word & 0x7ffffffc) >> 2;
            break;
        }
        if (!(word & 0x80000000)) {
            assert_engine(nv, &e, engine_index(nv, count++));
            e = (Engine) { };
        }
    }
    g_assert_cmpuint(engine_index(nv, count), ==, ARRAY_SIZE(engines));
    /* It can't be written. */
    nv_wr32(nv, 0x022700, 0x12345678);
    g_assert_cmphex(nv_rd32(nv, 0x022700), !=, 0x12345678);
}

/* nvkm_top_reset(): PGRAPH by its bit there */
static void reset_by_ptop(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_wr32(nv, 0x405b00, 0x1234);
    nv_mask(nv, A_NV_PMC_ENABLE, 1 << 21, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0, 1 << 21);
    nv_assert_hex(nv_rd32(nv, 0x405b00), 0x1234);
    nv_mask(nv, A_NV_PMC_ENABLE, 1 << engines[0].reset, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0, 1 << engines[0].reset);
    nv_assert_hex(nv_rd32(nv, 0x405b00), 0);
}

/* --- The cache of memory ------------------------------------------------ */

/* gk104_ltc_cbc_clear(), gk104_ltc_cbc_wait() */
static void cbc_clear(NVDev *nv)
{
    nv_wr32(nv, 0x17e8cc, 0);
    nv_wr32(nv, 0x17e8d0, 0xfff);
    nv_wr32(nv, 0x17e8c8, 4);
    for (unsigned c = 0; c < 4; c++) {
        nv_assert_hex(nv_rd32(nv, 0x1410c8 + c * 0x2000), 0);
        nv_wr32(nv, 0x1410c8 + c * 0x2000, 0xffffffff);
        nv_assert_hex(nv_rd32(nv, 0x1410c8 + c * 0x2000), 0);
    }
    nv_assert_hex(nv_rd32(nv, 0x17e8c8), 0);
    nv_assert_hex(nv_rd32(nv, 0x17e8d0), 0xfff);
}

/* gk104_ltc_init(), gk104_ltc_zbc_clear_color(): kept until a reset */
static void ltc_cells(NVDev *nv)
{
    static const uint32_t regs[] = {
        0x17e000, 0x17e8c0, 0x17e8d4, 0x17e8d8, 0x17e91c, 0x17e920, 0x17ea44,
        0x17ea48, 0x17ea54, 0x17ea58,
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

/* --- Clocks ------------------------------------------------------------- */

/* gk104_clk_new(), read_pll(): those that are off aren't read any further. */
static void plls(NVDev *nv)
{
    static const uint32_t regs[] = {
        0x137000, 0x137020, 0x1370e0, 0x137100, 0x137120, 0x137140, 0x137160,
        0x1371d0, 0x137250, 0x137320, 0x137330, 0x1373f4,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_assert_hex(nv_rd32(nv, regs[i]), 0);
        nv_wr32(nv, regs[i], 0x12340000 + i);
        nv_assert_hex(nv_rd32(nv, regs[i]), 0x12340000 + i);
    }
}

/* --- The ring of registers ---------------------------------------------- */

#define RING_INTR (1u << 30)

/* gk104_privring_intr(): the counts, and what acknowledges */
static void ring_acknowledge(NVDev *nv)
{
    nv_mask(nv, 0x12004c, 0x3f, 2);
    nv_assert_hex(nv_rd32(nv, 0x12004c) & 0x3f, 0);
    nv_assert_hex(nv_rd32(nv, 0x120058), 0);
    nv_assert_hex(nv_rd32(nv, 0x12005c), 0);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & RING_INTR, 0);
}

static void ring_counts(NVDev *nv)
{
    /* gk104_privring_init() */
    nv_mask(nv, 0x122358, 0x0003ffff, 0x00002880);
    nv_assert_hex(nv_rd32(nv, 0x122358), 0x00002880);
    g_assert_cmpuint(nv_log_count(nv, "is not modelled"), ==, 0);
    nv_assert_hex(nv_rd32(nv, 0x120070), 1);
    nv_assert_hex(nv_rd32(nv, 0x120074), partitions_on(nv));
    nv_assert_hex(nv_rd32(nv, 0x120078), nv->card->gpcs);
    nv_assert_hex(nv_rd32(nv, 0x120058), 0);
    nv_assert_hex(nv_rd32(nv, 0x12005c), 0);
}

/* A read that nobody answers: the hub keeps it. */
static void ring_hub(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, 0x102000), 0xbadf1100);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & RING_INTR, RING_INTR);
    nv_assert_hex(nv_rd32(nv, 0x120058), 0x100);
    nv_assert_hex(nv_rd32(nv, 0x12005c), 0);
    nv_assert_hex(nv_rd32(nv, 0x122120), 0x102000);
    ring_acknowledge(nv);
}

/* PGRAPH is off: each GPC's station keeps an access. */
static void ring_gpcs(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_mask(nv, A_NV_PMC_ENABLE, 1 << 12, 0);
    for (unsigned gpc = 0; gpc < nv->card->gpcs; gpc++) {
        uint32_t addr = 0x500000 + gpc * 0x8000 + 0x420;
        uint32_t station = 0x128120 + gpc * 0x800;

        nv_wr32(nv, addr, 0x12345600 + gpc);
        nv_assert_hex(nv_rd32(nv, 0x12005c), 1 << gpc);
        nv_assert_hex(nv_rd32(nv, 0x120058), 0);
        nv_assert_hex(nv_rd32(nv, station), addr);
        nv_assert_hex(nv_rd32(nv, station + 4), 0x12345600 + gpc);
        nv_assert_hex(nv_rd32(nv, station + 8) & 0x200, 0x200);
        /* Older drivers clear PENDING there. */
        nv_mask(nv, station + 8, 0x200, 0);
        nv_assert_hex(nv_rd32(nv, 0x12005c), 0);
        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & RING_INTR, 0);
    }
}

/* --- Which addresses there are ------------------------------------------ */

/* mmio.rst, "GF100+ MMIO map" */
static void places(NVDev *nv)
{
    static const uint32_t there[] = {
        0x00d000, 0x022700, 0x08b000, 0x08c040, 0x120058, 0x800000, 0x80fffc,
    };
    static const uint32_t holes[] = {
        0x089000, 0x102000, 0x1c2000, 0x810000, 0xfffffc,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(there); i++) {
        nv_rd32(nv, there[i]);
        nv_assert_hex(nv_rd32(nv, A_NV_PBUS_INTR), 0);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(holes); i++) {
        nv_rd32(nv, holes[i]);
        if (!nv_rd32(nv, A_NV_PBUS_INTR)) {
            nv_fail("0x%06x is read without a fault", holes[i]);
        }
        nv_wr32(nv, A_NV_PTIMER_MMIO_FAULT_ADDRESS, 0);
        nv_wr32(nv, A_NV_PBUS_INTR, 0xffffffff);
    }
}

/* gf100_bar_oneinit() accepts any size but 0; these are real boards'. */
static void bars(NVDev *nv)
{
    nv_assert_hex(nv_bar_size(nv, 0), 16 * MiB);
    g_assert_cmphex(nv_bar_size(nv, 1), >=, 64 * MiB);
    nv_assert_hex(nv_bar_size(nv, 3), 32 * MiB);
}

/* --- Page tables -------------------------------------------------------- */

#define LPT 0x10000
#define SPT 0x20000
#define PD 0x30000
#define BLOCK 0x40000
#define LARGE 0x200000
#define SMALL 0x300000

static uint32_t bar3_rd32(NVDev *nv, uint64_t addr)
{
    return qtest_readl(nv->qts, nv->bar3 + addr);
}

/*
 * gk104_vmm_lpt_invalid(): an entry of a large page that isn't valid, but
 * privileged, hides the small pages behind it; 0 doesn't.
 */
static void hidden_small_pages(NVDev *nv)
{
    nv_phys_wr64(nv, PD, (uint64_t)(SPT >> 8 | 1) << 32 | LPT >> 8 | 1);
    nv_phys_wr64(nv, SPT + 0x21 * 8, SMALL >> 8 | 1);
    nv_phys_wr64(nv, BLOCK + 0x200, PD);
    nv_phys_wr64(nv, BLOCK + 0x208, 0xffffffffff);
    nv_phys_wr32(nv, SMALL, 0x11111111);
    nv_phys_wr32(nv, LARGE + 0x1000, 0x22222222);
    nv_wr32(nv, 0x001714, 0x80000000 | BLOCK >> 12);

    nv_phys_wr64(nv, LPT + 8, 0);
    nv_wr32(nv, 0x100cbc, 0x80000001);
    nv_assert_hex(bar3_rd32(nv, 0x21000), 0x11111111);
    nv_phys_wr64(nv, LPT + 8, LARGE >> 8 | 1);
    nv_wr32(nv, 0x100cbc, 0x80000001);
    nv_assert_hex(bar3_rd32(nv, 0x21000), 0x22222222);
    nv_phys_wr64(nv, LPT + 8, 2);
    nv_wr32(nv, 0x100cbc, 0x80000001);
    g_assert_cmphex(bar3_rd32(nv, 0x21000), !=, 0x11111111);
    /* A fault of BAR3: the page isn't there. */
    nv_assert_hex(nv_rd32(nv, 0x00259c) & 0x20, 0x20);
    nv_assert_hex(nv_rd32(nv, 0x00285c) & 0xf, 2);
    nv_phys_wr64(nv, LPT + 8, 0);
    nv_wr32(nv, 0x100cbc, 0x80000001);
    nv_assert_hex(bar3_rd32(nv, 0x21000), 0x11111111);
}

#define KEPLER .needs = NV_CARD_NVE4, .cold = true
#define NVF0 .needs = NV_CARD_NVE4 | NV_CARD_NVF0, .cold = true

static const NVTest tests[] = {
    { "pci/bars", "bars", bars, KEPLER },
    { "punits/units", "pfb", units, KEPLER, .each = true },
    { "punits/display-off", "pfb", units, KEPLER, .props = "display=off" },
    { "pfuse/fuses", NULL, fuses, KEPLER },
    { "pgraph/units", NULL, graph_units, KEPLER, .each = true,
      .lacks = NV_CARD_NV117 },
    { "pgraph/ppcs", NULL, ppcs, NVF0, .each = true },
    { "ptherm/units-are-turned-on", NULL, pgob, NVF0 },
    { "ptop/engines", NULL, ptop, KEPLER },
    { "ptop/resets-are-pmc-s", NULL, reset_by_ptop, KEPLER },
    { "pmfb/tags-are-cleared-at-once", NULL, cbc_clear, KEPLER,
      .lacks = NV_CARD_NV117 },
    { "pmfb/cells", NULL, ltc_cells, KEPLER, .lacks = NV_CARD_NV117 },
    { "pclock/plls-are-off", "pll", plls, KEPLER },
    { "privring/counts", NULL, ring_counts, KEPLER, .each = true },
    { "privring/hub", NULL, ring_hub, KEPLER },
    { "privring/gpcs", NULL, ring_gpcs, KEPLER },
    { "mmio/places", NULL, places, KEPLER },
    { "vm/large-page-hides-small-ones", NULL, hidden_small_pages, KEPLER },
    { "vm/large-page-hides-small-ones-on-fermi", NULL, hidden_small_pages,
      .needs = NV_CARD_NVC0, .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
