/*
 * Tests of the NVIDIA GPU: units around the engines, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/pci/pci_ids.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define CHID 9

/* Of INTR_0: a method that doesn't exist */
#define METHOD_ERROR 0x00200000

#define PBDMA(_id, _reg) (NV_PBDMA_BASE + (_id) * NV_PBDMA_STRIDE + (_reg))

/* --- PCI ---------------------------------------------------------------- */

/* gf100_bar_oneinit() accepts any size but 0; these are real boards' */
static void bars(NVDev *nv)
{
    nv_assert_hex(nv_bar_flags(nv, 0), PCI_BASE_ADDRESS_SPACE_MEMORY);
    nv_assert_hex(nv_bar_size(nv, 0), 16 * MiB);
    nv_assert_hex(nv_bar_flags(nv, 1), PCI_BASE_ADDRESS_MEM_TYPE_64 |
                  PCI_BASE_ADDRESS_MEM_PREFETCH);
    g_assert_cmphex(nv_bar_size(nv, 1), >=, 64 * MiB);
    nv_assert_hex(nv_bar_flags(nv, 3) & PCI_BASE_ADDRESS_MEM_TYPE_64,
                  PCI_BASE_ADDRESS_MEM_TYPE_64);
    nv_assert_hex(nv_bar_size(nv, 3), 32 * MiB);
}

/* --- Which units there are ---------------------------------------------- */

/* gf100_devinit_disable(), gf119_head_cnt() */
static void units(NVDev *nv)
{
    bool display = nv->card->features & NV_CARD_PDISPLAY &&
                   !(nv->test->props && strstr(nv->test->props, "display"));
    uint32_t off = nv_rd32(nv, A_NV_PUNITS_UNIT_DISABLE);

    nv_assert_hex(off & 0x001, !display);
    /* No video units */
    nv_assert_hex(off & 0x00e, 0x00e);
    nv_assert_hex(off & 0x300, nv->card->pcopies == 1 ? 0x200 : 0);
    nv_assert_hex(nv_rd32(nv, 0x022448), display ? 2 : 0);
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_CLASS_DEVICE),
                  display ? PCI_CLASS_DISPLAY_VGA : PCI_CLASS_DISPLAY_3D);
    /* gf100_ltc_oneinit(): a slice of L2 in each partition */
    nv_assert_hex(nv_rd32(nv, A_NV_PMFB_BCAST_SLICES) >> 28, 1);
    /* The VBIOS has run, and voltages have a fuse. */
    nv_assert_hex(nv_rd32(nv, A_NV_PUNITS_UNK40C) & 2, 2);
    g_assert_cmphex(nv_rd32(nv, g_str_equal(nv->card->name, "nvd7")
                                ? 0x0214a8 : 0x0212cc), >, 0);
}

/* gf100_clk_new(), read_pll(): those that are off aren't read any further. */
static void plls(NVDev *nv)
{
    static const uint32_t regs[] = {
        0x137000, 0x137020, 0x1370e0, 0x137160, 0x137250,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_assert_hex(nv_rd32(nv, regs[i]), 0);
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

/* gf100_ram_probe_fbp(): partitions of one size, which are all there is */
static void vram_size(NVDev *nv)
{
    uint64_t size = *(const uint64_t *)nv->test->data;

    nv_assert_hex(nv->vram, size);
    nv_phys_wr32(nv, size - 4, 0x12345678);
    nv_assert_hex(nv_phys_rd32(nv, size - 4), 0x12345678);
    nv_phys_wr32(nv, size, 0x12345678);
    nv_assert_hex(nv_phys_rd32(nv, size), 0);
}

/* The units that a driver needs exist, and others never did. */
static void registers(NVDev *nv)
{
    static const struct {
        uint32_t addr, bits;
    } regs[] = {
        { A_NV_PMC_INTR_EN, 0x3 },
        { A_NVC0_PFIFO_INTR_EN, 0xffffffff },
        { A_NVC0_PFIFO_RUNLIST_BASE, 0x3fffffff },
        { A_NVC0_PFIFO_BAR1_BASE, 0x1fffffff },
        { A_NV_PTIMER_INTR_EN, 0x1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        nv_wr32(nv, regs[i].addr, 0xffffffff);
        nv_assert_hex(nv_rd32(nv, regs[i].addr), regs[i].bits);
        nv_wr32(nv, regs[i].addr, 0);
        nv_assert_hex(nv_rd32(nv, regs[i].addr), 0);
    }
}

/* --- Interrupts --------------------------------------------------------- */

static unsigned stopped(NVDev *nv)
{
    uint32_t mask = nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS);

    nv_assert_hex(ctpop32(mask), 1);
    return mask ? ctz32(mask) : 0;
}

/* Makes a PBDMA stop at a method; returns which. */
static unsigned raise_error(NVFermiChan *chan)
{
    nv_fermi_inc(chan, 0, 0x0004, 0x1234);
    nv_fermi_kick(chan);
    return stopped(chan->nv);
}

/* gf100_runq_intr_0(): replaces the method by one that does nothing. */
static void mend_error(NVDev *nv, unsigned id)
{
    nv_wr32(nv, PBDMA(id, A_NV_PBDMA_METHOD0), 0x80600008);
    nv_wr32(nv, PBDMA(id, A_NV_PBDMA_DATA0), 0);
    nv_wr32(nv, PBDMA(id, A_NV_PBDMA_INTR_0), METHOD_ERROR);
}

static void assert_line(NVDev *nv, bool pmc, bool line)
{
    g_assert_cmpint(nv_field(nv, NV_PMC_INTR, PFIFO), ==, pmc);
    g_assert_cmpint(nv_intx(nv), ==, line);
}

/* The line follows the PBDMA's status and enable, PFIFO's, and PMC's. */
static void interrupt_is_a_level(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    unsigned id = raise_error(chan);

    assert_line(nv, true, true);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    assert_line(nv, true, false);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PMC_INTR_MASK_HOST, ~R_NV_PMC_INTR_PFIFO_MASK);
    g_assert_false(nv_intx(nv));
    nv_wr32(nv, A_NV_PMC_INTR_MASK_HOST, 0xffffffff);
    assert_line(nv, true, true);

    nv_wr32(nv, A_NVC0_PFIFO_INTR_EN, 0x5fffffff);
    assert_line(nv, false, false);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x20000000, 0x20000000);
    nv_wr32(nv, A_NVC0_PFIFO_INTR_EN, 0x7fffffff);
    assert_line(nv, true, true);
    nv_wr32(nv, PBDMA(id, A_NV_PBDMA_INTR_EN_0), 0xfffffeff & ~METHOD_ERROR);
    assert_line(nv, false, false);
    nv_wr32(nv, PBDMA(id, A_NV_PBDMA_INTR_EN_0), 0xfffffeff);
    assert_line(nv, true, true);

    /* PFIFO's and PMC's bits can't be cleared there. */
    nv_wr32(nv, A_NVC0_PFIFO_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PMC_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PMC_INTR, 0);
    nv_wr32(nv, PBDMA(id, A_NV_PBDMA_INTR_0), ~METHOD_ERROR);
    assert_line(nv, true, true);
    mend_error(nv, id);
    assert_line(nv, false, false);

    /* The channel continues, and the next one raises it again. */
    nv_fermi_ref(chan, 0x55);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x55);
    raise_error(chan);
    assert_line(nv, true, true);
    nv_fermi_channel_free(chan);
}

static void interrupt_of_two_units(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    unsigned id = raise_error(chan);

    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_ALARM, nv_rd32(nv, A_NV_PTIMER_TIME_LOW) + 1000);
    nv_clock_step(nv, 2000);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) &
                  (R_NV_PMC_INTR_PTIMER_MASK | R_NV_PMC_INTR_PFIFO_MASK),
                  R_NV_PMC_INTR_PTIMER_MASK | R_NV_PMC_INTR_PFIFO_MASK);
    mend_error(nv, id);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    g_assert_false(nv_intx(nv));
    nv_fermi_channel_free(chan);
}

/* --- Resets ------------------------------------------------------------- */

static const uint32_t fifo_regs[] = {
    A_NVC0_PFIFO_INTR, A_NVC0_PFIFO_INTR_EN, A_NVC0_PFIFO_CTRL,
    A_NVC0_PFIFO_PBDMA_ENABLE, A_NVC0_PFIFO_BAR1_BASE,
    A_NVC0_PFIFO_RUNLIST_BASE, A_NVC0_PFIFO_RUNLIST_CUR,
    A_NVC0_PFIFO_VM_FAULT_UNITS, A_NVC0_PFIFO_INTR_PBDMAS,
    A_NVC0_PFIFO_ENGINE_INTR_EN, A_NVC0_PFIFO_INTR_RUNLIST,
    A_NVC0_PFIFO_CHAN + CHID * 8, A_NVC0_PFIFO_CHAN_STATE + CHID * 8,
    PBDMA(0, A_NV_PBDMA_INTR_0), PBDMA(0, A_NV_PBDMA_INTR_EN_0),
    PBDMA(0, A_NV_PBDMA_CHANNEL), PBDMA(0, A_NV_PBDMA_REF),
    PBDMA(0, A_NV_PBDMA_METHOD0), PBDMA(1, A_NV_PBDMA_INTR_EN_0),
};

static void assert_fifo_is(NVDev *nv, const uint32_t *want)
{
    for (unsigned i = 0; i < ARRAY_SIZE(fifo_regs); i++) {
        uint32_t val = nv_rd32(nv, fifo_regs[i]);

        if (val != want[i]) {
            nv_fail("register 0x%06x is 0x%08x, not 0x%08x", fifo_regs[i],
                    val, want[i]);
        }
    }
}

/* Faults occupy all PBDMAs but one, which has an error. */
static NVFermiChan *use_fifo(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    for (unsigned i = 1; i < nv->card->pbdmas; i++) {
        NVFermiChan *lost = nv_fermi_channel_new(nv, CHID + i);

        nv_fermi_release(lost, 0x123456000, 1);
        nv_fermi_kick(lost);
        nv_fermi_channel_free(lost);
    }
    nv_assert_hex(ctpop32(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS)),
                  nv->card->pbdmas - 1);
    nv_fermi_ref(chan, 0x77);
    raise_error(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x77);
    g_assert_true(nv_intx(nv));
    return chan;
}

/* As many channels wait as there are PBDMAs, each on one of them. */
static void assert_works(NVDev *nv)
{
    NVFermiChan *chans[3];
    uint32_t addr[3];

    nv_init(nv);
    for (unsigned i = 0; i < nv->card->pbdmas; i++) {
        uint64_t va;

        chans[i] = nv_fermi_channel_new(nv, CHID + i);
        va = nv_fermi_buffer(chans[i], 0x1000, &addr[i]);
        nv_phys_wr32(nv, addr[i], 0);
        nv_fermi_ref(chans[i], 0x78);
        nv_fermi_inc(chans[i], 0, 0x0010, va >> 32, va, 1, 1);
        nv_fermi_ref(chans[i], 0x79);
        nv_fermi_kick(chans[i]);
        nv_assert_hex(nv_fermi_user_rd32(chans[i], A_NV_USERD_REF), 0x78);
    }
    for (unsigned i = 0; i < nv->card->pbdmas; i++) {
        nv_assert_hex(nv_rd32(nv, PBDMA(i, A_NV_PBDMA_CHANNEL)) & 0x100,
                      0x100);
    }
    for (unsigned i = 0; i < nv->card->pbdmas; i++) {
        nv_phys_wr32(nv, addr[i], 1);
        nv_clock_step(nv, 2 * 1000 * 1000);
        nv_fermi_wait(chans[i]);
        nv_assert_hex(nv_fermi_user_rd32(chans[i], A_NV_USERD_REF), 0x79);
        nv_fermi_channel_free(chans[i]);
    }
}

/* A reset and a falling bit of ENABLE leave PFIFO in the same state. */
static void enable_resets_pfifo(NVDev *nv)
{
    uint32_t cold[ARRAY_SIZE(fifo_regs)];
    NVFermiChan *chan;

    for (unsigned i = 0; i < ARRAY_SIZE(fifo_regs); i++) {
        cold[i] = nv_rd32(nv, fifo_regs[i]);
    }
    nv_init(nv);
    chan = use_fifo(nv);
    /* A rising bit has no effect, and neither do bits of other units. */
    nv_mask(nv, A_NV_PMC_ENABLE, 0x00ff0000, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x00ff0000, 0x00ff0000);
    g_assert_true(nv_intx(nv));

    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    g_assert_false(nv_intx(nv));
    nv_mask(nv, A_NV_PMC_ENABLE, 0, R_NV_PMC_ENABLE_PFIFO_MASK);
    assert_fifo_is(nv, cold);
    nv_fermi_channel_free(chan);
    assert_works(nv);
}

/* The machine's: registers as at first, video memory as it was */
static void machine_reset(NVDev *nv)
{
    uint32_t bars[4], cold[ARRAY_SIZE(fifo_regs)];
    NVFermiChan *chan;

    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        bars[i] = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0 + i * 4);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(fifo_regs); i++) {
        cold[i] = nv_rd32(nv, fifo_regs[i]);
    }
    nv_init(nv);
    chan = use_fifo(nv);
    nv_phys_wr32(nv, 0x123450, 0xabcdef01);
    qtest_system_reset(nv->qts);
    g_assert_false(nv_intx(nv));
    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0 + i * 4, bars[i]);
    }
    qpci_device_enable(nv->pci);
    nv_assert_reg(nv, NV_PMC_ENABLE, 0);
    nv_assert_reg(nv, NV_PMC_INTR, 0);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 0);
    nv_assert_reg(nv, NVC0_PBUS_HOST_MEM_BAR1, 0);
    assert_fifo_is(nv, cold);
    nv_assert_hex(nv_phys_rd32(nv, 0x123450), 0xabcdef01);
    nv_fermi_channel_free(chan);
    assert_works(nv);
}

/* --- Two cards ---------------------------------------------------------- */

/* They don't affect each other. */
static void two_cards(NVDev *nv)
{
    NVDev *nvs[2], *one, *two;
    NVFermiChan *chan, *other;

    nv_start_two(nvs, nv->card);
    one = nvs[0];
    two = nvs[1];
    nv_init(one);
    nv_assert_reg(two, NV_PMC_BOOT_0, nv->card->boot0);
    nv_assert_reg(two, NV_PMC_ENABLE, 0);
    nv_assert_reg(two, NVC0_PFIFO_CTRL, 0);
    nv_phys_wr32(one, 0x2000000, 0x11111111);
    nv_phys_wr32(two, 0x2000000, 0x22222222);
    nv_assert_hex(nv_phys_rd32(one, 0x2000000), 0x11111111);
    nv_assert_hex(nv_phys_rd32(two, 0x2000000), 0x22222222);

    chan = nv_fermi_channel_new(one, CHID);
    raise_error(chan);
    g_assert_true(nv_intx(one));
    g_assert_false(nv_intx(two));
    nv_init(two);
    nv_fermi_assert_quiet(two);
    g_assert_cmpuint(nv_statistic(one, "pusher-errors"), ==, 1);
    g_assert_cmpuint(nv_statistic(two, "pusher-errors"), ==, 0);

    /* The second one works while the first one is stopped. */
    other = nv_fermi_channel_new(two, CHID);
    nv_fermi_ref(other, 2);
    nv_fermi_run(other);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 2);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    g_assert_true(nv_intx(one));
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
    nv_quit_several(nvs, ARRAY_SIZE(nvs));
}

static const uint64_t sizes[] = {
    64 * MiB, 128 * MiB, 256 * MiB, 512 * MiB,
};

#define FERMI .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    { "pci/bars", "bars!", bars, FERMI, .cold = true },
    { "punits/units", "pfb!", units, FERMI, .cold = true, .each = true },
    { "punits/display-off", "pfb", units, FERMI, .cold = true,
      .applies = nv_card_has_display, .props = "display=off", .each = true },
    { "pclock/plls-are-off", "pll!", plls, FERMI, .cold = true },
    { "pfb/vram/64M", "pfb bars", vram_size, FERMI, .cold = true,
      .props = "vram=64M", .data = &sizes[0], .each = true },
    { "pfb/vram/128M", "pfb bars", vram_size, FERMI, .cold = true,
      .props = "vram=128M", .data = &sizes[1], .each = true },
    { "pfb/vram/256M", "pfb bars", vram_size, FERMI, .cold = true,
      .data = &sizes[2], .each = true },
    { "pfb/vram/512M", "pfb bars", vram_size, FERMI, .cold = true,
      .props = "vram=512M", .data = &sizes[3], .each = true },
    { "regs/keep-their-bits", "playlist", registers, FERMI, .cold = true },
    { "intr/is-a-level", "pmc-ptimer", interrupt_is_a_level, FERMI },
    { "intr/of-two-units", "pmc-ptimer", interrupt_of_two_units, FERMI },
    { "pmc/enable-resets-pfifo", "reset pmc-ptimer", enable_resets_pfifo, FERMI,
      .cold = true },
    { "pmc/machine-reset", "reset!", machine_reset, FERMI, .cold = true,
      .each = true },
    { "pci/two-cards", "several-cards!", two_cards, FERMI, .no_machine = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
