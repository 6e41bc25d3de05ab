/*
 * Tests of the NVIDIA GPU: units around the engines, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "hw/pci/pci_ids.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

/* --- PCI ---------------------------------------------------------------- */

/*
 * bars.rst: BAR1 and BAR3 are two views, whose size isn't that of VRAM.  From
 * GT215 on, where PDAEMON came, BAR3 is prefetchable (nv-record-pci-test.c).
 */
static void bars(NVDev *nv)
{
    uint32_t prefetch = nv->card->features & NV_CARD_PDAEMON
        ? PCI_BASE_ADDRESS_MEM_PREFETCH : 0;

    nv_assert_hex(nv_bar_flags(nv, 0), PCI_BASE_ADDRESS_SPACE_MEMORY);
    nv_assert_hex(nv_bar_size(nv, 0), 16 * MiB);
    nv_assert_hex(nv_bar_flags(nv, 1), PCI_BASE_ADDRESS_MEM_TYPE_64 |
                  PCI_BASE_ADDRESS_MEM_PREFETCH);
    nv_assert_hex(nv_bar_size(nv, 1), 256 * MiB);
    nv_assert_hex(nv_bar_flags(nv, 3), PCI_BASE_ADDRESS_MEM_TYPE_64 | prefetch);
    nv_assert_hex(nv_bar_size(nv, 3), 32 * MiB);
}

/* --- Which units there are ---------------------------------------------- */

/* nv50_devinit_disable(), g84_devinit_disable(), g98_devinit_disable() */
static void units(NVDev *nv)
{
    uint32_t hwunits = nv_rd32(nv, A_NV_PBUS_HWUNITS_0);

    nv_assert_hex(hwunits, nv->card->hwunits);
    nv_assert_hex(hwunits & R_NV_PBUS_G80_HWUNITS_0_VDEC_MASK,
                  R_NV_PBUS_G80_HWUNITS_0_VDEC_MASK);
    nv_assert_reg(nv, NV_PBUS_HWUNITS_1, nv->card->hwunits_1);
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_CLASS_DEVICE),
                  PCI_CLASS_DISPLAY_VGA);
}

static void display_off(NVDev *nv)
{
    nv_assert_reg(nv, NV_PBUS_HWUNITS_1,
                  nv->card->hwunits_1 & ~R_NV_PBUS_HWUNITS_1_PDISPLAY_MASK);
    nv_assert_hex(qpci_config_readw(nv->pci, PCI_CLASS_DEVICE),
                  PCI_CLASS_DISPLAY_3D);
}

/* pmc.rst: BOOT_0's contents in another order */
static void new_id(NVDev *nv)
{
    uint32_t id = nv_rd32(nv, A_NV_PMC_NEW_ID);

    nv_assert_hex(id & 0x1f, nv->card->pci_id & 0x1f);
    nv_assert_hex(id >> 12 & 0xff, nv->card->boot0 & 0xff);
    nv_assert_hex(id >> 20, nv->card->boot0 >> 20);
    nv_wr32(nv, A_NV_PMC_NEW_ID, ~id);
    nv_assert_reg(nv, NV_PMC_NEW_ID, id);
}

/* --- Video memory ------------------------------------------------------- */

/* nv50_fb_vram_rblock(): the chips' geometry gives the real size. */
static void vram_size(NVDev *nv)
{
    uint64_t size = *(const uint64_t *)nv->test->data;
    uint32_t r0 = nv_rd32(nv, A_NV_PFB_CFG0);
    uint32_t r4 = nv_rd32(nv, A_NV_PFB_CFG1);
    uint32_t parts = ctpop32(nv_rd32(nv, A_NV_PBUS_HWUNITS_0) & 0x00ff0000);
    unsigned colbits = extract32(r4, 12, 4);
    unsigned rowbits = extract32(r4, 16, 4) + 8;
    unsigned banks = 1 << (extract32(r4, 24, 2) + 2);

    nv_assert_reg(nv, NV_PFB_CSTATUS, size);
    g_assert_cmpuint(parts, >=, 1);
    nv_assert_hex(r0 & R_NV_PFB_CFG0_RANKS_MASK, 0);
    nv_assert_hex((uint64_t)parts * banks * (1 << colbits) * 8 << rowbits,
                  size);
    /* All of it is there, and nothing else. */
    nv_phys_wr32(nv, size - 4, 0x12345678);
    nv_assert_hex(nv_phys_rd32(nv, size - 4), 0x12345678);
    nv_phys_wr32(nv, size, 0x12345678);
    nv_assert_hex(nv_phys_rd32(nv, size), 0);
}

/* --- Clocks, temperature ------------------------------------------------ */

/* nv50_clk_read(): only sources that the driver knows, no division by 0 */
static void clocks(NVDev *nv)
{
    static const uint32_t plls[] = {
        A_NV_PCLOCK_MPLL0_CTRL, A_NV_PCLOCK_SPLL_CTRL,
        A_NV_PCLOCK_NVPLL_CTRL,
    };
    uint32_t mast = nv_rd32(nv, A_NV_PCONTROL_MASTER);

    nv_assert_hex(mast & 0x00000003, 0x00000003);
    nv_assert_hex(mast & 0x00000030, 0x00000030);
    nv_assert_hex(mast & 0x30100000, 0);
    nv_assert_hex(mast & 0x0c000000, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(plls); i++) {
        uint32_t coef = nv_rd32(nv, plls[i] + 4);
        uint32_t mhz = 100 * extract32(coef, 8, 8) /
                       MAX(extract32(coef, 0, 8), 1);

        nv_assert_hex(nv_rd32(nv, plls[i]) & 0xc0000300, 0x80000000);
        g_assert_cmpuint(extract32(coef, 0, 8), >, 0);
        g_assert_cmpuint(mhz, >=, 1000);
        g_assert_cmpuint(mhz, <=, 2000);
        nv_wr32(nv, plls[i] + 4, 0x1234);
        nv_assert_hex(nv_rd32(nv, plls[i] + 4), 0x1234);
    }
}

/* g84_temp_get(): the fuse says that the sensor can't be used. */
static void fuses(NVDev *nv)
{
    nv_assert_reg(nv, NV_PFUSE_TEMP_CAL_OK, 0);
    nv_wr32(nv, A_NV_PFUSE_TEMP_CAL_OK, 1);
    nv_assert_reg(nv, NV_PFUSE_TEMP_CAL_OK, 0);
    nv_wr32(nv, 0x021200, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, 0x021200), 0);
}

/* --- Reset -------------------------------------------------------------- */

/* A reset disables the BARs' translation, and doesn't touch memory. */
static void machine_reset(NVDev *nv)
{
    uint32_t bar0 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0);
    uint32_t bar1 = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_1);
    uint32_t inst = nv_vm_inst_new(nv);
    NVVmTrap trap;

    nv_phys_wr32(nv, 0x123450, 0xabcdef01);
    nv_vm_dmaobj(nv, inst + 0x8000, NV_VM_DMAOBJ, 0, 1 * MiB - 1);
    nv_vm_bars(nv, inst, inst + 0x8000, 0);
    nv_assert_hex(nv_vram_rd32(nv, 0x123450), 0);
    nv_wr32(nv, A_NV_PCLOCK_NVPLL_COEF, 0);

    qtest_system_reset(nv->qts);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, bar0);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_1, bar1);
    qpci_device_enable(nv->pci);
    g_assert_false(nv_vm_trap(nv, &trap));
    nv_assert_hex(nv_vram_rd32(nv, 0x123450), 0xabcdef01);
    nv_assert_reg(nv, NV_PBUS_HOST_MEM_BAR1, 0);
    nv_assert_reg(nv, NV_PMC_INTR, 0);
    clocks(nv);
}

static const uint64_t sizes[] = {
    64 * MiB, 128 * MiB, 256 * MiB, 512 * MiB,
};

static const NVTest tests[] = {
    { "pci/bars", "bars!", bars, .needs = NV_CARD_NV50, .cold = true },
    { "pbus/units", "pfb!", units, .needs = NV_CARD_NV50, .cold = true,
      .each = true },
    { "pmc/new-id", "pfb", new_id, .needs = NV_CARD_NV84 | NV_CARD_NV94,
      .cold = true, .each = true },
    { "pbus/display-off", "pfb", display_off, .needs = NV_CARD_NV50,
      .cold = true, .props = "display=off", .each = true },
    { "pfb/vram/64M", "pfb bars", vram_size, .needs = NV_CARD_NV50,
      .cold = true, .props = "vram=64M", .data = &sizes[0] },
    { "pfb/vram/128M", "pfb bars", vram_size, .needs = NV_CARD_NV50,
      .cold = true, .props = "vram=128M", .data = &sizes[1] },
    { "pfb/vram/256M", "pfb bars", vram_size, .needs = NV_CARD_NV50,
      .cold = true, .data = &sizes[2] },
    { "pfb/vram/512M", "pfb bars", vram_size, .needs = NV_CARD_NV50,
      .cold = true, .props = "vram=512M", .data = &sizes[3] },
    { "pclock/clocks", "pll!", clocks, .needs = NV_CARD_NV50, .cold = true },
    { "pfuse/fuses", "pfb", fuses, .needs = NV_CARD_NV50, .cold = true },
    { "pmc/machine-reset", "reset!", machine_reset, .needs = NV_CARD_NV50,
      .cold = true, .each = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
