/*
 * Tests of the NVIDIA GPU: PCI configuration space, and the ports of BAR5
 *
 * Listings of real cards ("lspci -v"), of which tests/record has some;
 * envytools, docs/hw/bus/pci.rst and bars.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/pci/pci_regs.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define PM 0x60

static bool is_one_of(const NVCard *card, const char *names)
{
    g_auto(GStrv) all = g_strsplit(names, " ", 0);

    return g_strv_contains((const char *const *)all, card->name);
}

/* AGP is PCI at 66 MHz; cards for PCI Express show nothing of that. */
static void header(NVDev *nv)
{
    bool agp = !(nv->card->features & (NV_CARD_BAR64 | NV_CARD_NV01));
    bool old = is_one_of(nv->card, "nv03 nv03t");
    uint16_t status = qpci_config_readw(nv->pci, PCI_STATUS);

    nv_assert_hex(status & ~PCI_STATUS_CAP_LIST, agp ? 0x02a0 : 0);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_MIN_GNT),
                  !agp ? 0 : old ? 3 : 5);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_MAX_LAT), agp);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_INTERRUPT_PIN), 1);
}

/* --- Power management ------------------------------------------------- */

static unsigned pm_version(const NVCard *card)
{
    if (is_one_of(card, "nv01 nv03 nv03t")) {
        return 0;
    }
    if (is_one_of(card, "nv04 nv05 nv10 nv15")) {
        return 1;
    }
    return card->features & (NV_CARD_NVA0 | NV_CARD_NVC0) ||
           is_one_of(card, "nv94 nv96 nv98") ? 3 : 2;
}

/* What else the control word holds: "NoSoftRst+" */
static uint16_t pm_control(const NVCard *card)
{
    return pm_version(card) == 3 ? PCI_PM_CTRL_NO_SOFT_RESET : 0;
}

static bool has_pm(const NVCard *card)
{
    return pm_version(card);
}

/* "PMEClk- DSI- D1- D2- AuxCurrent=0mA PME(D0-,D1-,D2-,D3hot-,D3cold-)" */
static void power_capability(NVDev *nv)
{
    unsigned version = pm_version(nv->card);
    bool listed = qpci_config_readw(nv->pci, PCI_STATUS) & PCI_STATUS_CAP_LIST;

    g_assert_cmpint(listed, ==, version > 0);
    if (!version) {
        nv_assert_hex(qpci_config_readb(nv->pci, PCI_CAPABILITY_LIST), 0);
        return;
    }
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_CAPABILITY_LIST), PM);
    nv_assert_hex(qpci_config_readb(nv->pci, PM), PCI_CAP_ID_PM);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_PMC), version);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_CTRL),
                  pm_control(nv->card));
}

static void set_power(NVDev *nv, unsigned state)
{
    qpci_config_writew(nv->pci, PM + PCI_PM_CTRL, state);
}

/* As an operating system: what the card may have forgotten is written again. */
static void wake(NVDev *nv)
{
    uint32_t bars[6];

    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        bars[i] = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0 + i * 4);
    }
    set_power(nv, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0 + i * 4, bars[i]);
    }
    qpci_device_enable(nv->pci);
}

static bool answers(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PMC_BOOT_0) == nv->card->boot0;
}

/* In D3hot there are no BARs. */
static void power(NVDev *nv)
{
    uint16_t control = pm_control(nv->card);

    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    set_power(nv, 3);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_CTRL), control | 3);
    g_assert_false(answers(nv));
    nv_wr32(nv, A_NV_PMC_INTR_EN, 2);
    wake(nv);
    g_assert_true(answers(nv));
    nv_assert_reg(nv, NV_PMC_INTR_EN, control ? 1 : 0);

    /* D1 and D2 don't exist. */
    for (unsigned state = 1; state < 3; state++) {
        set_power(nv, state);
        nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_CTRL), control);
        g_assert_true(answers(nv));
    }
    /* Only the state can be written. */
    qpci_config_writel(nv->pci, PM, 0xffffffff);
    qpci_config_writel(nv->pci, PM + PCI_PM_CTRL, 0xfffffffc);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_PMC),
                  pm_version(nv->card));
    nv_assert_hex(qpci_config_readl(nv->pci, PM + PCI_PM_CTRL), control);

    set_power(nv, 3);
    nv_machine_reset(nv);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_CTRL), control);
    g_assert_true(answers(nv));
}

static void power_migrates(NVDev *nv)
{
    set_power(nv, 3);
    nv_migrate(nv);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_CTRL),
                  pm_control(nv->card) | 3);
    g_assert_false(answers(nv));
    wake(nv);
    g_assert_true(answers(nv));
}

/* --- BAR5 ------------------------------------------------------------- */

#define SIGNATURE 0x2469fdb9

enum {
    MASTER = 0x00, ENABLE = 0x04, BAR0_ADDR = 0x08, BAR0_DATA = 0x0c,
    BAR1_ADDR = 0x10, BAR1_DATA = 0x14, BAR3_ADDR = 0x18, BAR3_DATA = 0x1c,
};

/* "[G80+] ...  It's present on some NV4x": on a G71 and a G73 */
static bool has_ports(const NVCard *card)
{
    return card->features & (NV_CARD_NV50 | NV_CARD_NVC0) ||
           is_one_of(card, "nv49 nv4b");
}

static void ports_bar(NVDev *nv)
{
    if (!has_ports(nv->card)) {
        nv_assert_hex(qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_5), 0);
        qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_5, 0xffffffff);
        nv_assert_hex(qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_5), 0);
        return;
    }
    nv_assert_hex(nv_bar_flags(nv, 5), PCI_BASE_ADDRESS_SPACE_IO);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_5, 0xffffffff);
    nv_assert_hex(qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_5), 0xffffff81);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_5, 0);
}

static uint32_t port(NVDev *nv, QPCIBar bar, unsigned offset)
{
    return qpci_io_readl(nv->pci, bar, offset);
}

static void set_port(NVDev *nv, QPCIBar bar, unsigned offset, uint32_t val)
{
    qpci_io_writel(nv->pci, bar, offset, val);
}

/* "When remaining ports are disabled, they read as 0xffffffff." */
static void ports_enable(NVDev *nv)
{
    QPCIBar bar = qpci_iomap(nv->pci, 5, NULL);

    nv_assert_hex(port(nv, bar, MASTER), SIGNATURE);
    for (unsigned offset = ENABLE; offset < 0x80; offset += 4) {
        set_port(nv, bar, offset, 0);
        nv_assert_hex(port(nv, bar, offset), 0xffffffff);
    }
    /* "Only bit 0 of the written value" */
    set_port(nv, bar, MASTER, 0xfffffffe);
    nv_assert_hex(port(nv, bar, ENABLE), 0xffffffff);
    set_port(nv, bar, MASTER, 1);
    nv_assert_hex(port(nv, bar, MASTER), SIGNATURE);
    nv_assert_hex(port(nv, bar, ENABLE), 0);
    /* A part of a word can be read; what isn't aligned isn't written. */
    nv_assert_hex(qpci_io_readb(nv->pci, bar, MASTER + 1), 0xfd);
    nv_assert_hex(qpci_io_readw(nv->pci, bar, MASTER + 2), 0x2469);
    qpci_io_writeb(nv->pci, bar, ENABLE + 1, 0xff);
    nv_assert_hex(port(nv, bar, ENABLE), 0);

    /* "Otherwise they're inactive and merely store the last written value." */
    set_port(nv, bar, BAR0_ADDR, A_NV_PMC_INTR_EN);
    set_port(nv, bar, BAR0_DATA, 0x12345678);
    nv_assert_hex(port(nv, bar, BAR0_DATA), 0x12345678);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 0);
    set_port(nv, bar, ENABLE, 1);
    nv_assert_hex(port(nv, bar, BAR0_DATA), 0);
    nv_assert_hex(port(nv, bar, 0x20), 0xffffffff);
    set_port(nv, bar, MASTER, 0);
    nv_assert_hex(port(nv, bar, BAR0_DATA), 0xffffffff);
}

static void open_ports(NVDev *nv, QPCIBar bar)
{
    set_port(nv, bar, MASTER, 1);
    set_port(nv, bar, ENABLE, 1);
}

static void ports_reach_bars(NVDev *nv)
{
    QPCIBar bar = qpci_iomap(nv->pci, 5, NULL);
    uint64_t bar3 = nv->bar3 ? nv->bar3 : qpci_iomap(nv->pci, 3, NULL).addr;

    open_ports(nv, bar);
    /* "Bits 0-1 and 24-31 are ignored." */
    set_port(nv, bar, BAR0_ADDR, 0xab000003 | A_NV_PMC_BOOT_0);
    nv_assert_hex(port(nv, bar, BAR0_DATA), nv->card->boot0);
    set_port(nv, bar, BAR0_ADDR, A_NV_PMC_INTR_EN);
    set_port(nv, bar, BAR0_DATA, 2);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 2);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);

    qtest_writel(nv->qts, nv->bar1 + 0x4000, 0x11223344);
    set_port(nv, bar, BAR1_ADDR, 0x4003);
    nv_assert_hex(port(nv, bar, BAR1_DATA), 0x11223344);
    set_port(nv, bar, BAR1_DATA, 0x55667788);
    nv_assert_hex(qtest_readl(nv->qts, nv->bar1 + 0x4000), 0x55667788);

    /* The last address that the port takes is beyond the BAR's end. */
    set_port(nv, bar, BAR1_ADDR, 0xffffffff);
    set_port(nv, bar, BAR1_DATA, 1);
    nv_assert_hex(port(nv, bar, BAR1_DATA), 0);
    nv_assert_hex(port(nv, bar, BAR1_ADDR), 0xfffffffc);
    set_port(nv, bar, BAR3_ADDR, 0xffffffff);
    nv_assert_hex(port(nv, bar, BAR3_ADDR), 0x00fffffc);
    qtest_writel(nv->qts, bar3 + 0x5000, 0x99aabbcc);
    set_port(nv, bar, BAR3_ADDR, 0x5000);
    nv_assert_hex(port(nv, bar, BAR3_DATA), 0x99aabbcc);

    nv_machine_reset(nv);
    bar = qpci_iomap(nv->pci, 5, NULL);
    nv_assert_hex(port(nv, bar, ENABLE), 0xffffffff);
}

static void ports_migrate(NVDev *nv)
{
    QPCIBar bar = qpci_iomap(nv->pci, 5, NULL);

    set_port(nv, bar, MASTER, 1);
    set_port(nv, bar, BAR0_ADDR, A_NV_PMC_BOOT_0);
    set_port(nv, bar, BAR1_ADDR, 0x4000);
    set_port(nv, bar, BAR3_DATA, 0x12345678);
    nv_migrate(nv);
    nv_assert_hex(port(nv, bar, BAR0_ADDR), A_NV_PMC_BOOT_0);
    nv_assert_hex(port(nv, bar, BAR1_ADDR), 0x4000);
    nv_assert_hex(port(nv, bar, BAR3_DATA), 0x12345678);
    nv_assert_hex(port(nv, bar, ENABLE), 0);
    set_port(nv, bar, ENABLE, 1);
    nv_assert_hex(port(nv, bar, BAR0_DATA), nv->card->boot0);
}

/* --- A BAR of which nobody knows what it is for ----------------------- */

static bool has_bar2(const NVCard *card)
{
    return is_one_of(card, "nv20 nv25");
}

static void unknown_bar(NVDev *nv)
{
    QPCIBar bar;

    nv_assert_hex(nv_bar_flags(nv, 2), PCI_BASE_ADDRESS_MEM_PREFETCH);
    nv_assert_hex(nv_bar_size(nv, 2), 512 * 1024);
    bar = qpci_iomap(nv->pci, 2, NULL);
    qpci_io_writel(nv->pci, bar, 0x7fffc, 0x12345678);
    nv_assert_hex(qpci_io_readl(nv->pci, bar, 0x7fffc), 0);
    nv_assert_quiet(nv);
}

static const NVTest tests[] = {
    { "pci/header", "bars!", header, .early = true, .tesla = true,
      .fermi = true, .each = true, .cold = true },
    { "pci/power-capability", "bars!", power_capability, .early = true,
      .tesla = true, .fermi = true, .each = true, .cold = true },
    { "pci/power", "bars!", power, .applies = has_pm, .tesla = true,
      .fermi = true, .cold = true },
    { "pci/power-migrates", "bars", power_migrates, .applies = has_pm,
      .tesla = true, .fermi = true, .cold = true, .own = true },
    { "pci/ports-bar", "bars", ports_bar, .early = true, .tesla = true,
      .fermi = true, .each = true, .cold = true },
    { "pci/ports-enable", "bars!", ports_enable, .applies = has_ports,
      .tesla = true, .fermi = true, .cold = true },
    { "pci/ports-reach-bars", "bars!", ports_reach_bars, .applies = has_ports,
      .tesla = true, .fermi = true, .cold = true, .props = "vram=64M" },
    { "pci/ports-migrate", "bars!", ports_migrate, .applies = has_ports,
      .tesla = true, .fermi = true, .cold = true, .own = true },
    { "pci/unknown-bar", "bars!", unknown_bar, .applies = has_bar2,
      .each = true, .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
