/*
 * NVIDIA GPU: the header and the capabilities of the PCI function
 *
 * Sources: envytools, docs/hw/bus/pci.rst and bars.rst; listings of PCI devices
 * ("lspci -v") of real cards, of which tests/record has some.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/pci/pci.h"
#include "bars.h"

/* "0x60-0x67: PCI power management capability" */
#define NV_PCI_PM 0x60

/* Made for PCI or AGP, which is PCI at 66 MHz */
#define NV_PCI_STATUS_AGP \
    (PCI_STATUS_66MHZ | PCI_STATUS_FAST_BACK | PCI_STATUS_DEVSEL_MEDIUM)

#define NV04_PCI .status = NV_PCI_STATUS_AGP, .min_gnt = 5, .max_lat = 1

/* No listing of one was found. */
const NVPciChip nv01_pci = { 0 };

const NVPciChip nv03_pci = {
    .status = NV_PCI_STATUS_AGP, .min_gnt = 3, .max_lat = 1,
};

const NVPciChip nv04_pci = { NV04_PCI, .pm = 1 };

const NVPciChip nv11_pci = { NV04_PCI, .pm = 2 };

/* "BAR2 [only NV20?]", which NV25 has, too, and NV28 hasn't */
const NVPciChip nv20_pci = { NV04_PCI, .pm = 2, .bar2_size = 512 * KiB };

const NVPciChip nv41_pci = { .pm = 2, .bar64 = true };

const NVPciChip nv43_pci = { .pm = 2, .bar64 = true, .bar0_size = 64 * MiB };

const NVPciChip nv49_pci = { .pm = 2, .bar64 = true, .ports = true };

const NVPciChip nv50_pci = { .pm = 2, .bar64 = true, .ports = true };

const NVPciChip nva0_pci = { .pm = 3, .bar64 = true, .ports = true };

const NVPciChip nva3_pci = {
    .pm = 3, .bar64 = true, .bar3_prefetch = true, .ports = true,
};

/* D0 and D3hot alone; QEMU unmaps the BARs in D3hot. */
static bool nv_pci_add_pm(PCIDevice *pci, unsigned version, Error **errp)
{
    if (pci_pm_init(pci, NV_PCI_PM, errp) < 0) {
        return false;
    }
    pci_set_word(pci->config + NV_PCI_PM + PCI_PM_PMC, version);
    pci_set_word(pci->wmask + NV_PCI_PM + PCI_PM_CTRL, PCI_PM_CTRL_STATE_MASK);
    return true;
}

bool nv_pci_realize(NVGPU *gpu, Error **errp)
{
    const NVPciChip *chip = gpu->chip->pci;
    PCIDevice *pci = PCI_DEVICE(gpu);

    pci_set_byte(pci->config + PCI_INTERRUPT_PIN, 1);
    /* A stream must not change it: QEMU's PCI core trusts it. */
    pci_set_byte(pci->cmask + PCI_INTERRUPT_PIN, 0xff);
    pci_set_word(pci->config + PCI_STATUS, chip->status);
    pci_set_byte(pci->config + PCI_MIN_GNT, chip->min_gnt);
    pci_set_byte(pci->config + PCI_MAX_LAT, chip->max_lat);
    return !chip->pm || nv_pci_add_pm(pci, chip->pm, errp);
}

bool nv_pci_power_changes(const PCIDevice *pci, uint32_t addr, uint32_t val,
                          int len)
{
    uint32_t ctrl = NV_PCI_PM + PCI_PM_CTRL;

    return pci->cap_present & QEMU_PCI_CAP_PM &&
           addr <= ctrl && ctrl < addr + len &&
           ((val >> ((ctrl - addr) * 8)) ^ pci->config[ctrl]) &
           PCI_PM_CTRL_STATE_MASK;
}
