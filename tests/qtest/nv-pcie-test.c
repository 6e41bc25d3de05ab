/*
 * Tests of the NVIDIA GPU: cards for PCI Express: capabilities, MSI and how
 * each generation re-arms it, the link, and waking up
 *
 * Listings of real cards ("lspci -vv"); envytools, docs/hw/bus/pci.rst and
 * rnndb's bus/pci.xml; nouveau, nvkm/subdev/pci.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/pci/pci_regs.h"
#include "hw/nv/bus-regs.h"
#include "libqos/pci-pc.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define PM 0x60
#define MSI 0x68
#define EXPRESS 0x78
#define VENDOR 0xb4

#define MIRROR 0x088000
#define GF100_REARM 0x088704

#define MESSAGE 0x4023

static bool is_one_of(const NVCard *card, const char *names)
{
    g_auto(GStrv) all = g_strsplit(names, " ", 0);

    return g_strv_contains((const char *const *)all, card->name);
}

/* The others are for AGP, or for PCI. */
static bool is_express(const NVCard *card)
{
    return card->features & NV_CARD_BAR64;
}

static bool is_for_agp(const NVCard *card)
{
    return !is_express(card) && !is_one_of(card, "nv01 nv03 nv03t");
}

static bool has_vendor(const NVCard *card)
{
    return card->features & (NV_CARD_NVC0 | NV_CARD_NVE4) || is_one_of(card, "nva3 nva5 nva8");
}

/* "NoSoftRst+" of cards with version 3 */
static bool keeps_state(const NVCard *card)
{
    return card->features & (NV_CARD_NVC0 | NV_CARD_NVE4) ||
           is_one_of(card, "nv94 nv96 nv98 nva0 nva3 nva5 nva8");
}

/* Both bits are in one register. */
static uint32_t link_setup(const NVCard *card)
{
    return card->features & (NV_CARD_NVC0 | NV_CARD_NVE4) ? A_NV_PUNITS_PCIE
                                         : A_NV_PBUS_HWUNITS_1;
}

static bool has_link(const NVCard *card)
{
    return card->features & (NV_CARD_NVC0 | NV_CARD_NVE4) ||
           (card->features & NV_CARD_NV50 && !is_one_of(card, "nv50"));
}

/* G84 and G86 have a link of the first generation. */
static bool has_fast_link(const NVCard *card)
{
    return has_link(card) && !is_one_of(card, "nv84 nv86");
}

/* --- Capabilities ------------------------------------------------------- */

/* Check that the list is @caps, up to a 0. */
static void assert_caps(NVDev *nv, const uint8_t *caps)
{
    uint8_t at = qpci_config_readb(nv->pci, PCI_CAPABILITY_LIST);

    for (; *caps; caps++) {
        nv_assert_hex(at, *caps);
        at = qpci_config_readb(nv->pci, *caps + PCI_CAP_LIST_NEXT);
    }
    nv_assert_hex(at, 0);
}

static void capabilities(NVDev *nv)
{
    bool express = is_express(nv->card);
    bool vendor = has_vendor(nv->card);
    const uint8_t caps[] = {
        is_express(nv->card) || is_for_agp(nv->card) ? PM : 0,
        express ? MSI : 0, vendor ? VENDOR : 0, 0
    };

    assert_caps(nv, caps);
    if (express) {
        nv_assert_hex(qpci_config_readb(nv->pci, MSI), PCI_CAP_ID_MSI);
        nv_assert_hex(qpci_config_readw(nv->pci, MSI + PCI_MSI_FLAGS),
                      PCI_MSI_FLAGS_64BIT);
        nv_assert_hex(qpci_config_readb(nv->pci, EXPRESS), 0);
    }
    if (vendor) {
        nv_assert_hex(qpci_config_readl(nv->pci, VENDOR), 0x01140009);
    }
    /* The mirror shows them, too. */
    if (nv->card->features & (NV_CARD_NV40 | NV_CARD_PAGES)) {
        for (unsigned i = PM; i < 0x100; i += 4) {
            nv_assert_hex(nv_rd32(nv, MIRROR + i),
                          qpci_config_readl(nv->pci, i));
        }
    }
}

static void without_msi(NVDev *nv)
{
    assert_caps(nv, (const uint8_t[]) {
        PM, has_vendor(nv->card) ? VENDOR : 0, 0
    });
}

/* What a listing shows of an endpoint, here one in the root complex */
static void express_capability(NVDev *nv)
{
    bool fermi = has_vendor(nv->card);
    bool g94 = is_one_of(nv->card, "nv94 nv96 nv98 nva0");
    uint32_t devcap = fermi ? 0x8de0 : g94 ? 0x8520 : 0x84e0;
    uint32_t lnkcap = fermi ? 0x52d01 : 0x13d01;

    assert_caps(nv, (const uint8_t[]) {
        PM, MSI, EXPRESS, fermi ? VENDOR : 0, 0
    });
    nv_assert_hex(qpci_config_readb(nv->pci, EXPRESS), PCI_CAP_ID_EXP);
    nv_assert_hex(qpci_config_readw(nv->pci, EXPRESS + PCI_EXP_FLAGS),
                  PCI_EXP_TYPE_RC_END << 4 | 1);
    nv_assert_hex(qpci_config_readl(nv->pci, EXPRESS + PCI_EXP_DEVCAP),
                  devcap);
    nv_assert_hex(qpci_config_readl(nv->pci, EXPRESS + PCI_EXP_LNKCAP),
                  lnkcap);
    nv_assert_hex(qpci_config_readl(nv->pci, EXPRESS + PCI_EXP_DEVCTL),
                  0x2810);
    nv_assert_hex(qpci_config_readl(nv->pci, EXPRESS + PCI_EXP_LNKCTL),
                  0x11010000);
    /* What can be set: not the largest payload, of which there is one */
    qpci_config_writew(nv->pci, EXPRESS + PCI_EXP_DEVCTL, 0xffff);
    nv_assert_hex(qpci_config_readw(nv->pci, EXPRESS + PCI_EXP_DEVCTL),
                  0x791f);
    qpci_config_writew(nv->pci, EXPRESS + PCI_EXP_LNKCTL, 0xffff);
    nv_assert_hex(qpci_config_readw(nv->pci, EXPRESS + PCI_EXP_LNKCTL),
                  fermi ? 0x01cb : 0x00cb);
    nv_machine_reset(nv);
    nv_assert_hex(qpci_config_readl(nv->pci, EXPRESS + PCI_EXP_DEVCTL),
                  0x2810);
    nv_assert_hex(qpci_config_readl(nv->pci, EXPRESS + PCI_EXP_LNKCTL),
                  0x11010000);
}

static void not_pcie(NVDev *nv)
{
    assert_caps(nv, (const uint8_t[]) {
        PM, MSI, has_vendor(nv->card) ? VENDOR : 0, 0
    });
}

/* --- MSI ---------------------------------------------------------------- */

static void set_msi(NVDev *nv, bool on)
{
    qpci_config_writew(nv->pci, MSI + PCI_MSI_FLAGS,
                       on ? PCI_MSI_FLAGS_ENABLE : 0);
}

/* Messages are written to guest memory.  Returns where. */
static uint64_t aim_msi(NVDev *nv)
{
    uint64_t addr = nv_ram_alloc(nv, 4);

    qtest_writel(nv->qts, addr, 0);
    qpci_config_writel(nv->pci, MSI + PCI_MSI_ADDRESS_LO, addr);
    qpci_config_writel(nv->pci, MSI + PCI_MSI_ADDRESS_HI, addr >> 32);
    qpci_config_writew(nv->pci, MSI + PCI_MSI_DATA_64, MESSAGE);
    return addr;
}

/* Whether there was a message since the last time, and it was right */
static bool had_message(NVDev *nv, uint64_t addr)
{
    uint32_t data;

    /* Posted writes arrive first. */
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    data = qtest_readl(nv->qts, addr);
    qtest_writel(nv->qts, addr, 0);
    if (data) {
        nv_assert_hex(data, MESSAGE);
    }
    return data;
}

/* The interrupt that software makes */
static void raise_software(NVDev *nv, bool level)
{
    nv_wr32(nv, A_NV_PMC_INTR, level ? R_NV_PMC_INTR_SOFTWARE_MASK : 0);
}

static uint64_t begin_msi(NVDev *nv)
{
    uint64_t addr = aim_msi(nv);

    nv_wr32(nv, A_NV_PMC_INTR_EN, R_NV_PMC_INTR_EN_SOFTWARE_MASK);
    set_msi(nv, true);
    return addr;
}

/* As nouveau does it on each card */
static void rearm(NVDev *nv)
{
    if (is_one_of(nv->card, "nv46 nv50 nv84 nv86 nv92")) {
        qpci_config_writeb(nv->pci, MSI, 0xff);
    } else if (is_one_of(nv->card, "nvc0 nvc4 nvc8 nvce")) {
        nv_wr08(nv, GF100_REARM, 0xff);
    } else {
        nv_wr08(nv, MIRROR + MSI, 0xff);
    }
}

/* One message for each re-arm, however often the interrupt comes */
static void message(NVDev *nv)
{
    uint64_t addr = begin_msi(nv);

    g_assert_false(had_message(nv, addr));
    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));
    g_assert_false(nv_intx(nv));
    raise_software(nv, false);
    raise_software(nv, true);
    g_assert_false(had_message(nv, addr));

    /* It is still there, so it is told again. */
    rearm(nv);
    g_assert_true(had_message(nv, addr));
    raise_software(nv, false);
    rearm(nv);
    g_assert_false(had_message(nv, addr));
    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));

    /* As nouveau does it: nothing is enabled while it re-arms. */
    nv_wr32(nv, A_NV_PMC_INTR_EN, 0);
    rearm(nv);
    g_assert_false(had_message(nv, addr));
    nv_wr32(nv, A_NV_PMC_INTR_EN, R_NV_PMC_INTR_EN_SOFTWARE_MASK);
    g_assert_true(had_message(nv, addr));
    raise_software(nv, false);
}

/* Whether a message comes after something that may be a re-arm */
static bool rearms(NVDev *nv, void (*write)(NVDev *nv))
{
    uint64_t addr = begin_msi(nv);
    bool does;

    rearm(nv);
    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));
    write(nv);
    does = had_message(nv, addr);
    raise_software(nv, false);
    return does;
}

static void write_config(NVDev *nv)
{
    qpci_config_writeb(nv->pci, MSI, 0xff);
}

static void write_beside_it(NVDev *nv)
{
    qpci_config_writeb(nv->pci, MSI + 1, 0xff);
    qpci_config_writew(nv->pci, MSI + PCI_MSI_FLAGS, PCI_MSI_FLAGS_ENABLE);
    qpci_config_writeb(nv->pci, PM + 7, 0xff);
}

static void write_mirror(NVDev *nv)
{
    nv_wr08(nv, MIRROR + MSI, 0xff);
}

static void write_register(NVDev *nv)
{
    nv_wr08(nv, GF100_REARM, 0xff);
}

static void rearm_ways(NVDev *nv)
{
    bool config = is_one_of(nv->card, "nv46 nv50 nv84 nv86 nv92");
    bool own = is_one_of(nv->card, "nvc0 nvc4 nvc8 nvce");

    g_assert_cmpint(rearms(nv, write_config), ==, !own);
    g_assert_false(rearms(nv, write_beside_it));
    g_assert_cmpint(rearms(nv, write_mirror), ==, !config && !own);
    g_assert_cmpint(rearms(nv, write_register), ==, own);
    nv_assert_hex(qpci_config_readb(nv->pci, MSI), PCI_CAP_ID_MSI);
}

/* Through the mirror MSI can be enabled, too, on all cards. */
static void through_mirror(NVDev *nv)
{
    uint64_t addr = aim_msi(nv);

    nv_wr32(nv, A_NV_PMC_INTR_EN, R_NV_PMC_INTR_EN_SOFTWARE_MASK);
    nv_wr32(nv, MIRROR + MSI, PCI_MSI_FLAGS_ENABLE << 16);
    nv_assert_hex(qpci_config_readw(nv->pci, MSI + PCI_MSI_FLAGS),
                  PCI_MSI_FLAGS_64BIT | PCI_MSI_FLAGS_ENABLE);
    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));
    raise_software(nv, false);
}

/* One way at a time: the line, or messages */
static void line_or_message(NVDev *nv)
{
    uint64_t addr = aim_msi(nv);

    nv_wr32(nv, A_NV_PMC_INTR_EN, R_NV_PMC_INTR_EN_SOFTWARE_MASK);
    raise_software(nv, true);
    g_assert_true(nv_intx(nv));
    g_assert_false(had_message(nv, addr));
    set_msi(nv, true);
    g_assert_false(nv_intx(nv));
    g_assert_true(had_message(nv, addr));
    set_msi(nv, false);
    g_assert_true(nv_intx(nv));
    g_assert_false(had_message(nv, addr));
    raise_software(nv, false);
    g_assert_false(nv_intx(nv));

    /* Enabling MSI isn't a re-arm: nouveau does that when it begins. */
    set_msi(nv, true);
    raise_software(nv, true);
    g_assert_false(had_message(nv, addr));
    rearm(nv);
    g_assert_true(had_message(nv, addr));
    raise_software(nv, false);
}

/* A message is a write on the bus, which the card mustn't make then. */
static void waits_for_mastering(NVDev *nv)
{
    uint64_t addr = begin_msi(nv);
    uint16_t command = qpci_config_readw(nv->pci, PCI_COMMAND);

    qpci_config_writew(nv->pci, PCI_COMMAND, command & ~PCI_COMMAND_MASTER);
    raise_software(nv, true);
    g_assert_false(had_message(nv, addr));
    qpci_config_writew(nv->pci, PCI_COMMAND, command);
    g_assert_true(had_message(nv, addr));
    raise_software(nv, false);
}

static void msi_is_reset(NVDev *nv)
{
    uint64_t addr = begin_msi(nv);

    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));
    nv_machine_reset(nv);
    nv_assert_hex(qpci_config_readw(nv->pci, MSI + PCI_MSI_FLAGS),
                  PCI_MSI_FLAGS_64BIT);
    addr = begin_msi(nv);
    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));
    raise_software(nv, false);
}

static void msi_migrates(NVDev *nv)
{
    uint64_t addr = begin_msi(nv);

    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));
    nv_migrate(nv);
    g_assert_false(had_message(nv, addr));
    g_assert_false(nv_intx(nv));
    raise_software(nv, false);
    raise_software(nv, true);
    g_assert_false(had_message(nv, addr));
    rearm(nv);
    g_assert_true(had_message(nv, addr));

    /* That none has been sent is kept as well. */
    raise_software(nv, false);
    rearm(nv);
    nv_migrate(nv);
    g_assert_false(had_message(nv, addr));
    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));
    raise_software(nv, false);
}

/* --- Snapshots of earlier versions -------------------------------------- */

static uint8_t *find(GByteArray *stream, const void *bytes, size_t size)
{
    uint8_t *found = memmem(stream->data, stream->len, bytes, size);

    g_assert_nonnull(found);
    return found;
}

/* They have power management alone, and say nothing of its state. */
static void forget_capabilities(GByteArray *stream, void *opaque)
{
    const NVDev *nv = opaque;
    const uint8_t pm[] = {
        PCI_CAP_ID_PM, MSI, keeps_state(nv->card) ? 3 : 2, 0,
        keeps_state(nv->card) ? PCI_PM_CTRL_NO_SOFT_RESET : 0, 0, 0, 0,
        PCI_CAP_ID_MSI
    };
    uint8_t *config = find(stream, pm, sizeof(pm));

    config[PCI_CAP_LIST_NEXT] = 0;
    config[PCI_PM_CTRL] &= PCI_PM_CTRL_STATE_MASK;
    memset(config + MSI - PM, 0, 0x100 - MSI);
}

static void without_msi_is_loaded(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, R_NV_PMC_INTR_EN_SOFTWARE_MASK);
    raise_software(nv, true);
    g_assert_true(nv_intx(nv));
    g_assert_true(nv_migrate_change(nv, forget_capabilities, nv));
    g_assert_true(nv_intx(nv));
    raise_software(nv, false);
    g_assert_false(nv_intx(nv));
    /* It finds them when it looks. */
    capabilities(nv);
    message(nv);
}

/* "nv-gpu" ends the section's name; its instance and version follow. */
static void make_version_2(GByteArray *stream, void *opaque)
{
    const uint8_t version[] = { 'n', 'v', '-', 'g', 'p', 'u', 0, 0, 0, 0,
                                0, 0, 0, 3 };
    uint8_t *found = find(stream, version, sizeof(version));

    found[sizeof(version) - 1] = 2;
}

static void conventional_is_refused(NVDev *nv)
{
    g_assert_false(nv_migrate_change(nv, make_version_2, NULL));
}

static void conventional_is_loaded(NVDev *nv)
{
    g_assert_true(nv_migrate_change(nv, make_version_2, NULL));
}

/* --- The link ----------------------------------------------------------- */

static unsigned link_speed(NVDev *nv)
{
    return qpci_config_readw(nv->pci, EXPRESS + PCI_EXP_LNKSTA) & 0xf;
}

/* As g84_pcie_set_link_speed() */
static void train(NVDev *nv, unsigned speed)
{
    nv_mask(nv, A_NV_PPCI_LINK, 0x30, speed << 4);
    nv_mask(nv, A_NV_PPCI_LINK, 1, 1);
}

static void link_version(NVDev *nv)
{
    uint32_t setup = link_setup(nv->card);

    nv_assert_hex(qpci_config_readw(nv->pci, EXPRESS + PCI_EXP_FLAGS) & 0xf, 1);
    nv_mask(nv, setup, 1, 1);
    nv_assert_hex(qpci_config_readw(nv->pci, EXPRESS + PCI_EXP_FLAGS) & 0xf, 2);
    nv_mask(nv, setup, 0x80, 0x80);
    nv_assert_hex(qpci_config_readl(nv->pci, EXPRESS + PCI_EXP_LNKCAP) & 0xf,
                  2);
    nv_assert_hex(link_speed(nv), 1);
    nv_migrate(nv);
    nv_assert_hex(qpci_config_readw(nv->pci, EXPRESS + PCI_EXP_FLAGS) & 0xf, 2);
    nv_assert_hex(qpci_config_readl(nv->pci, EXPRESS + PCI_EXP_LNKCAP) & 0xf,
                  2);
    nv_machine_reset(nv);
    nv_assert_hex(qpci_config_readw(nv->pci, EXPRESS + PCI_EXP_FLAGS) & 0xf, 1);
    nv_assert_hex(qpci_config_readl(nv->pci, EXPRESS + PCI_EXP_LNKCAP) & 0xf,
                  1);
}

static void link_trains(NVDev *nv)
{
    /* g84_pcie_max_speed(), g92_pcie_version_supported() */
    nv_assert_hex(nv_rd32(nv, A_NV_PPCI_LINK) & 0x3300,
                  has_fast_link(nv->card) ? 0x2200 : 0);
    train(nv, 2);
    nv_assert_hex(link_speed(nv), 1);
    nv_mask(nv, link_setup(nv->card), 0x80, 0x80);
    nv_assert_hex(link_speed(nv), 1);
    train(nv, 2);
    nv_assert_hex(link_speed(nv), 2);
    /* g84_pcie_cur_speed() */
    nv_assert_hex(nv_rd32(nv, MIRROR + 0x88) & 0x30000, 0x20000);
    nv_migrate(nv);
    nv_assert_hex(link_speed(nv), 2);
    train(nv, 1);
    nv_assert_hex(link_speed(nv), 1);
}

#define PORT_SLOT 5
#define PORT_BUS 1
#define PORT_MEMORY 0xe0000000

/* As firmware does it: the bus behind the port, and what it passes on */
static void open_port(QPCIBus *bus)
{
    QPCIDevice *port = qpci_device_find(bus, QPCI_DEVFN(PORT_SLOT, 0));

    g_assert_nonnull(port);
    qpci_config_writeb(port, PCI_SECONDARY_BUS, PORT_BUS);
    qpci_config_writeb(port, PCI_SUBORDINATE_BUS, PORT_BUS);
    qpci_config_writew(port, PCI_MEMORY_BASE, PORT_MEMORY >> 16);
    qpci_config_writew(port, PCI_MEMORY_LIMIT, (PORT_MEMORY >> 16) + 0xff0);
    qpci_config_writew(port, PCI_COMMAND,
                       PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
    g_free(port);
}

/* A real slot, which has less than the card: the link has what both have. */
static void in_a_slot(NVDev *nv)
{
    QTestState *qts = qtest_initf("-machine q35 -nodefaults -vga none "
                                  "-device pcie-root-port,id=rp,addr=%d,"
                                  "chassis=1,x-speed=2_5,x-width=8 "
                                  "-device %s-gpu,bus=rp", PORT_SLOT,
                                  nv->card->name);
    QPCIBus *bus = qpci_new_pc(qts, NULL);
    uint64_t setup = PORT_MEMORY + link_setup(nv->card);
    QPCIDevice *pci;

    open_port(bus);
    pci = qpci_device_find(bus, PORT_BUS << 8);
    g_assert_nonnull(pci);
    nv_assert_hex(qpci_config_readw(pci, EXPRESS + PCI_EXP_FLAGS),
                  PCI_EXP_TYPE_ENDPOINT << 4 | 1);
    nv_assert_hex(qpci_config_readw(pci, EXPRESS + PCI_EXP_LNKSTA), 0x1081);

    qpci_config_writel(pci, PCI_BASE_ADDRESS_0, PORT_MEMORY);
    qpci_config_writew(pci, PCI_COMMAND, PCI_COMMAND_MEMORY);
    nv_assert_hex(qtest_readl(qts, PORT_MEMORY + A_NV_PMC_BOOT_0),
                  nv->card->boot0);
    qtest_writel(qts, setup, qtest_readl(qts, setup) | 0x81);
    qtest_writel(qts, PORT_MEMORY + A_NV_PPCI_LINK, 0x21);
    nv_assert_hex(qpci_config_readl(pci, EXPRESS + PCI_EXP_LNKCAP) & 0xf, 2);
    nv_assert_hex(qpci_config_readw(pci, EXPRESS + PCI_EXP_LNKSTA), 0x1081);
    g_free(pci);
    qpci_free_pc(bus);
    qtest_quit(qts);
}

/* --- Waking up ---------------------------------------------------------- */

static void set_power(NVDev *nv, unsigned state)
{
    qpci_config_writew(nv->pci, PM + PCI_PM_CTRL, state);
}

static bool forgets_state(const NVCard *card)
{
    return !keeps_state(card) && !is_one_of(card, "nv01 nv03 nv03t");
}

/* While it sleeps it asks for nothing, and then for what it has kept. */
static void asks_when_awake(NVDev *nv)
{
    uint64_t addr = begin_msi(nv);

    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));
    set_power(nv, 3);
    set_msi(nv, false);
    g_assert_false(nv_intx(nv));
    set_power(nv, 0);
    g_assert_true(nv_intx(nv));
    raise_software(nv, false);
    set_msi(nv, true);
    rearm(nv);
    if (is_one_of(nv->card, "nvc0 nvc4 nvc8 nvce")) {
        return;
    }
    raise_software(nv, true);
    g_assert_true(had_message(nv, addr));
    set_power(nv, 3);
    qpci_config_writeb(nv->pci, MSI, 0xff);
    nv_assert_hex(qtest_readl(nv->qts, addr), 0);
    set_power(nv, 0);
    g_assert_true(had_message(nv, addr));
    raise_software(nv, false);
}

/* Nobody claims an access, which ends on the bus in ones. */
static void asleep_is_ones(NVDev *nv)
{
    const uint64_t bars[] = { nv->bar0, nv->bar1, nv->bar3 };
    uint16_t command = qpci_config_readw(nv->pci, PCI_COMMAND);

    set_power(nv, 3);
    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        if (bars[i]) {
            nv_assert_hex(qtest_readl(nv->qts, bars[i]), 0xffffffff);
            nv_assert_hex(qtest_readq(nv->qts, bars[i] + 0x100), UINT64_MAX);
        }
    }
    nv_wr32(nv, A_NV_PMC_BOOT_0, 0);
    nv_assert_hex(qtest_readl(nv->qts, nv->bar0), 0xffffffff);
    nv_migrate(nv);
    nv_assert_hex(qtest_readl(nv->qts, nv->bar0), 0xffffffff);
    /* Where the BARs aren't */
    qpci_config_writew(nv->pci, PCI_COMMAND, command & ~PCI_COMMAND_MEMORY);
    nv_assert_hex(qtest_readl(nv->qts, nv->bar0), 0);
    qpci_config_writew(nv->pci, PCI_COMMAND, command);
    nv_assert_hex(qtest_readl(nv->qts, nv->bar0), 0xffffffff);
    nv_machine_reset(nv);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
}

static bool sleeps(const NVCard *card)
{
    return !is_one_of(card, "nv01 nv03 nv03t");
}

static void keeps(NVDev *nv)
{
    uint32_t bar = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);

    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    set_power(nv, 3);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_CTRL),
                  PCI_PM_CTRL_NO_SOFT_RESET | 3);
    set_power(nv, 0);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_CTRL),
                  PCI_PM_CTRL_NO_SOFT_RESET);
    nv_assert_hex(qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0), bar);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 1);
}

/* As the machine's reset: configuration space, and the card */
static void forgets(NVDev *nv)
{
    uint32_t bars[6];

    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        bars[i] = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0 + i * 4);
    }
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    if (is_express(nv->card)) {
        begin_msi(nv);
    }
    set_power(nv, 3);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_CTRL), 3);
    set_power(nv, 0);
    nv_assert_hex(qpci_config_readw(nv->pci, PM + PCI_PM_CTRL), 0);
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_COMMAND), 0);
    nv_assert_hex(qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0) & ~0xf, 0);
    if (is_express(nv->card)) {
        nv_assert_hex(qpci_config_readw(nv->pci, MSI + PCI_MSI_FLAGS),
                      PCI_MSI_FLAGS_64BIT);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0 + i * 4, bars[i]);
    }
    qpci_device_enable(nv->pci);
    nv_assert_reg(nv, NV_PMC_INTR_EN, 0);
}

#define Q35 "-machine q35"

#define ROW(_name, _rows, _run, ...) \
    { "pcie/" _name, _rows, _run, .tesla = true, .fermi = true, \
      .kepler = true, .cold = true, \
      __VA_ARGS__ }

#define EXPRESS_ROW(_name, _rows, _run, ...) \
    ROW(_name, _rows, _run, .applies = is_express, __VA_ARGS__)

static const NVTest tests[] = {
    ROW("capabilities", "bars", capabilities, .early = true, .each = true),
    EXPRESS_ROW("without-msi", "msi", without_msi, .props = "msi=off"),
    EXPRESS_ROW("express-capability", "link!", express_capability, .args = Q35,
                .each = true),
    EXPRESS_ROW("not-pcie", "bars", not_pcie, .args = Q35,
                .props = "x-pcie=off"),
    EXPRESS_ROW("message", "msi!", message, .each = true),
    EXPRESS_ROW("rearm-ways", "msi!", rearm_ways, .each = true),
    EXPRESS_ROW("through-mirror", "msi", through_mirror),
    EXPRESS_ROW("line-or-message", "msi!", line_or_message),
    EXPRESS_ROW("waits-for-mastering", "msi!", waits_for_mastering),
    EXPRESS_ROW("msi-is-reset", "msi! reset", msi_is_reset),
    EXPRESS_ROW("msi-migrates", "msi!", msi_migrates, .own = true,
                .slow = true),
    EXPRESS_ROW("without-msi-is-loaded", "msi", without_msi_is_loaded,
                .own = true, .slow = true),
    EXPRESS_ROW("conventional-is-refused", "bars", conventional_is_refused,
                .args = Q35, .slow = true),
    EXPRESS_ROW("conventional-is-loaded", "bars", conventional_is_loaded,
                .args = Q35, .props = "x-pcie=off", .slow = true),
    ROW("link-version", "link!", link_version, .applies = has_link,
        .args = Q35),
    ROW("link-trains", "link!", link_trains, .applies = has_link, .args = Q35),
    ROW("in-a-slot", "link", in_a_slot, .applies = has_link,
        .no_machine = true, .slow = true),
    ROW("asks-when-awake", "msi", asks_when_awake, .applies = keeps_state),
    ROW("asleep-is-ones", "bars!", asleep_is_ones, .applies = sleeps,
        .own = true),
    ROW("keeps", "bars!", keeps, .applies = keeps_state, .each = true),
    ROW("forgets", "bars!", forgets, .applies = forgets_state, .each = true),
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
