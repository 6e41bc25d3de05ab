/*
 * Tests of the NVIDIA GPU: what listings of real cards show of PCI
 *
 * A case is named after a fact of tests/record.  These show no registers of the
 * card, so what they say is here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-record.h"

#define MEM PCI_BASE_ADDRESS_SPACE_MEMORY
#define PREFETCH PCI_BASE_ADDRESS_MEM_PREFETCH
#define WIDE PCI_BASE_ADDRESS_MEM_TYPE_64
#define IO PCI_BASE_ADDRESS_SPACE_IO

/* 66 MHz, fast back-to-back, medium DEVSEL; and of a bus without these */
#define AGP 0x02a0
#define EXPRESS 0x0000

/* Nothing is said of a BAR's type. */
#define ANY UINT32_MAX

/**
 * struct NVListing - what a listing says; 0: nothing
 *
 * @device, @revision: ids
 * @status: it says what PCI_STATUS is: AGP or EXPRESS, with its capabilities or
 *          without, in @flags
 * @caps: it has capabilities
 * @min_gnt, @max_lat: in units of 250 ns
 * @bars: their numbers, sizes and types
 */
typedef struct NVListing {
    uint16_t device;
    uint8_t revision;
    bool status;
    uint16_t flags;
    bool caps;
    uint8_t min_gnt, max_lat;
    struct {
        unsigned bar;
        uint32_t size;
        uint32_t type;
    } bars[4];
} NVListing;

static void listing_status(NVDev *nv, const NVListing *list)
{
    uint16_t status = qpci_config_readw(nv->pci, PCI_STATUS);
    uint16_t caps = list->caps ? PCI_STATUS_CAP_LIST : 0;

    nv_assert_hex(status, list->flags | caps);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_MIN_GNT), list->min_gnt);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_MAX_LAT), list->max_lat);
}

static uint32_t bar_size(NVDev *nv, unsigned bar)
{
    uint8_t reg = PCI_BASE_ADDRESS_0 + bar * 4;
    uint32_t mask = bar == 5 ? ~0x3u : ~0xfu;
    uint32_t old = qpci_config_readl(nv->pci, reg);
    uint32_t size;

    qpci_config_writel(nv->pci, reg, UINT32_MAX);
    size = -(qpci_config_readl(nv->pci, reg) & mask);
    qpci_config_writel(nv->pci, reg, old);
    return size;
}

static void listing(NVDev *nv)
{
    const NVListing *list = nv->test->data;

    if (list->device) {
        nv_assert_hex(qpci_config_readw(nv->pci, PCI_DEVICE_ID), list->device);
    }
    if (list->revision) {
        nv_assert_hex(qpci_config_readb(nv->pci, PCI_REVISION_ID),
                      list->revision);
    }
    if (list->status) {
        listing_status(nv, list);
    }
    for (unsigned i = 0; list->bars[i].size; i++) {
        nv_assert_hex(bar_size(nv, list->bars[i].bar), list->bars[i].size);
        if (list->bars[i].type != ANY) {
            nv_assert_hex(nv_bar_flags(nv, list->bars[i].bar),
                          list->bars[i].type);
        }
    }
}

#define CASE(_fact, ...) \
    { _fact, "bars", listing, .cold = true, \
      .data = &(const NVListing) { __VA_ARGS__ } }

/* And with so much video memory, which BAR1 shows before NV50 */
#define CASE_VRAM(_fact, _props, ...) \
    { _fact, "bars", listing, .cold = true, .props = (_props), \
      .data = &(const NVListing) { __VA_ARGS__ } }

static const NVTest tests[] = {
    CASE("record/nv05-lubuntu.4", .revision = 0x15),
    CASE("record/nv03-rivafb-1.2", .revision = 16),
    CASE("record/nv03-viper-pci.1", .revision = 0x10, .status = true,
         .flags = AGP, .min_gnt = 3, .max_lat = 1, .bars = { { 0, 16 * MiB, MEM } }),
    CASE("record/nv03t-rev21.1", .revision = 0x21),
    CASE("record/nv11-rivafb-3.1", .device = 0x0110),
    CASE("record/nv17-rivafb.1", .device = 0x0171),
    CASE("record/nv25-nvidiafb.1", .device = 0x0250),
    CASE_VRAM("record/nv20-rev-a3.1", "vram=64M", .revision = 0xa3,
              .bars = { { 0, 16 * MiB, MEM }, { 1, 64 * MiB, PREFETCH },
                        { 2, 512 * KiB, PREFETCH } }),
    CASE("record/nv20-iomem-128.1",
         .bars = { { 0, 16 * MiB, ANY }, { 2, 512 * KiB, ANY },
                   { 1, 128 * MiB, ANY } }),
    CASE("record/nv20-asus.1", .revision = 0xa3, .status = true, .flags = AGP,
         .caps = true, .min_gnt = 5, .max_lat = 1),
    CASE("record/nv25-iomem.1",
         .bars = { { 0, 16 * MiB, ANY }, { 2, 512 * KiB, ANY },
                   { 1, 128 * MiB, ANY } }),
    CASE("record/nv25-winfast.1", .revision = 0xa3, .status = true,
         .flags = AGP, .caps = true, .min_gnt = 5, .max_lat = 1),
    CASE("record/nv34-pci.1", .revision = 0xa1,
         .bars = { { 0, 16 * MiB, MEM }, { 1, 128 * MiB, PREFETCH } }),
    CASE("record/nv43-pcie-1.1", .revision = 0xa2,
         .bars = { { 0, 64 * MiB, MEM }, { 1, 128 * MiB, PREFETCH | WIDE },
                   { 3, 16 * MiB, WIDE } }),
    CASE_VRAM("record/nv43-pcie-2.1", "vram=256M", .revision = 0xa2,
              .bars = { { 0, 64 * MiB, MEM },
                        { 1, 256 * MiB, PREFETCH | WIDE },
                        { 3, 16 * MiB, WIDE } }),
    CASE("record/nva5-boot-3.2",
         .bars = { { 1, 256 * MiB, ANY }, { 3, 32 * MiB, ANY } }),
    CASE("record/nv94-boot-2.2",
         .bars = { { 1, 256 * MiB, ANY }, { 3, 32 * MiB, ANY } }),
    CASE("record/nv84-msi.1", .revision = 0xa1,
         .bars = { { 0, 16 * MiB, MEM }, { 1, 256 * MiB, PREFETCH | WIDE },
                   { 3, 32 * MiB, WIDE }, { 5, 128, IO } }),
    CASE("record/nvc8-gdev-8.2",
         .bars = { { 1, 128 * MiB, ANY }, { 3, 32 * MiB, ANY } }),
    CASE("record/nvc1-pci.1", .revision = 0xa1, .status = true,
         .flags = EXPRESS, .caps = true),
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}
