/*
 * NVIDIA GPU: the header and the capabilities of the PCI function
 *
 * Sources: envytools, docs/hw/bus/pci.rst and bars.rst; listings of PCI devices
 * ("lspci -v") of real cards, of which tests/record has some.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/machine.h"
#include "hw/pci/pci.h"
#include "hw/pci/pci_bus.h"
#include "hw/pci/pcie.h"
#include "qapi/error.h"
#include "bars.h"

/* "0x60-0x67: PCI power management capability" */
#define NV_PCI_PM 0x60
/* "0x78-0x8b: PCI express capability - express endpoint" */
#define NV_PCI_EXPRESS 0x78
/* Of the vendor's own, for messages to and from the machine's firmware */
#define NV_PCI_VENDOR 0xb4
#define NV_PCI_VENDOR_SIZE 0x14

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

/* Latencies as PCI Express encodes them: each code is twice the one before. */
#define NV_DEVCAP(_l0s, _l1) \
    (PCI_EXP_DEVCAP_RBER | PCI_EXP_DEVCAP_EXT_TAG | (_l0s) << 6 | (_l1) << 9)
#define NV_LNKCAP(_l0s, _l1) \
    (PCI_EXP_LNKCAP_SLS_2_5GB | 16 << 4 | PCI_EXP_LNKCAP_ASPMS | \
     (_l0s) << 12 | (_l1) << 15)

/* Up to 512 ns, and 4 us */
static const NVExpressChip nv41_express = {
    .devcap = NV_DEVCAP(3, 2), .lnkcap = NV_LNKCAP(3, 2),
};

/* A G96 tolerates 1 us.  Nothing was found of the link's own latencies. */
static const NVExpressChip nv94_express = {
    .devcap = NV_DEVCAP(4, 2), .lnkcap = NV_LNKCAP(3, 2),
};

/* No limit, and 64 us; up to 256 ns, and 4 us */
static const NVExpressChip nva3_express = {
    .devcap = NV_DEVCAP(7, 6),
    .lnkcap = NV_LNKCAP(2, 2) | PCI_EXP_LNKCAP_CLKPM,
};

#define NV41_PCI .pm = 2, .bar64 = true, .express = &nv41_express

const NVPciChip nv41_pci = { NV41_PCI };

const NVPciChip nv43_pci = { NV41_PCI, .bar0_size = 64 * MiB };

/* "MSI re-arm through the PRI appears to be broken on NV46/NV50/G84/G86/G92" */
const NVPciChip nv46_pci = { NV41_PCI, .rearm = NV_REARM_CONFIG };

const NVPciChip nv49_pci = { NV41_PCI, .ports = true };

const NVPciChip nv50_pci = {
    NV41_PCI, .rearm = NV_REARM_CONFIG, .ports = true,
};

const NVPciChip nv94_pci = {
    .pm = 3, .bar64 = true, .express = &nv94_express, .ports = true,
};

#define NVA3_PCI \
    .pm = 3, .bar64 = true, .bar3_prefetch = true, .ports = true, \
    .express = &nva3_express, .vendor = true

const NVPciChip nva3_pci = { NVA3_PCI };

const NVPciChip nvc0_pci = { NVA3_PCI, .rearm = NV_REARM_PPCI };

/* --- Power management --------------------------------------------------- */

/* Version 3 has a bit that says so, and all listings of it have it set. */
static bool nv_pci_keeps_state(const NVGPU *gpu)
{
    return gpu->chip->pci->pm >= 3;
}

/* D0 and D3hot alone; QEMU unmaps the BARs in D3hot. */
static bool nv_pci_add_pm(NVGPU *gpu, Error **errp)
{
    PCIDevice *pci = PCI_DEVICE(gpu);
    uint8_t *ctrl = pci->config + NV_PCI_PM + PCI_PM_CTRL;

    if (!gpu->chip->pci->pm) {
        return true;
    }
    if (pci_pm_init(pci, NV_PCI_PM, errp) < 0) {
        return false;
    }
    pci_set_word(pci->config + NV_PCI_PM + PCI_PM_PMC, gpu->chip->pci->pm);
    pci_set_word(ctrl, nv_pci_keeps_state(gpu) ? PCI_PM_CTRL_NO_SOFT_RESET : 0);
    pci_set_word(pci->wmask + NV_PCI_PM + PCI_PM_CTRL, PCI_PM_CTRL_STATE_MASK);
    return true;
}

/* Whether a write changes the power state, to @state or to any */
static bool nv_pci_writes_power(const PCIDevice *pci, uint32_t addr,
                                uint32_t val, int len, uint8_t *state)
{
    uint32_t ctrl = NV_PCI_PM + PCI_PM_CTRL;

    if (!(pci->cap_present & QEMU_PCI_CAP_PM) || addr > ctrl ||
        ctrl >= addr + len) {
        return false;
    }
    *state = (val >> ((ctrl - addr) * 8)) & PCI_PM_CTRL_STATE_MASK;
    return *state != (pci->config[ctrl] & PCI_PM_CTRL_STATE_MASK);
}

bool nv_pci_power_changes(const PCIDevice *pci, uint32_t addr, uint32_t val,
                          int len)
{
    uint8_t state;

    return nv_pci_writes_power(pci, addr, val, len, &state);
}

bool nv_pci_wakes_reset(const NVGPU *gpu, uint32_t addr, uint32_t val, int len)
{
    uint8_t state;

    return !nv_pci_keeps_state(gpu) &&
           nv_pci_writes_power(PCI_DEVICE(gpu), addr, val, len, &state) &&
           !state;
}

/* --- PCI Express and MSI ------------------------------------------------- */

bool nv_pci_is_express(const NVGPU *gpu)
{
    return gpu->chip->pci->express && gpu->pcie &&
           pci_bus_is_express(pci_get_bus(PCI_DEVICE(gpu)));
}

/*
 * QEMU fills in what all devices have.  What a driver may set, and a reset puts
 * back, is bus/ppci.c's.
 */
static bool nv_pci_add_express(NVGPU *gpu, Error **errp)
{
    PCIDevice *pci = PCI_DEVICE(gpu);
    uint32_t lnkcap;
    uint16_t lnkctl;
    uint8_t *wmask;
    int cap;

    if (!pci_is_express(pci)) {
        return true;
    }
    cap = pcie_endpoint_cap_v1_init(pci, NV_PCI_EXPRESS);
    if (cap < 0) {
        error_setg(errp, "no place for the PCI Express capability");
        return false;
    }
    lnkcap = gpu->chip->pci->express->lnkcap;
    lnkctl = PCI_EXP_LNKCTL_ASPMC | PCI_EXP_LNKCTL_RCB | PCI_EXP_LNKCTL_CCC |
             PCI_EXP_LNKCTL_ES;
    if (lnkcap & PCI_EXP_LNKCAP_CLKPM) {
        lnkctl |= PCI_EXP_LNKCTL_CLKREQ_EN;
    }
    pci_set_long(pci->config + cap + PCI_EXP_DEVCAP,
                 gpu->chip->pci->express->devcap);
    pci_set_long(pci->config + cap + PCI_EXP_LNKCAP, lnkcap);
    wmask = pci->wmask + cap;
    pci_set_word(wmask + PCI_EXP_DEVCTL,
                 PCI_EXP_DEVCTL_CERE | PCI_EXP_DEVCTL_NFERE |
                 PCI_EXP_DEVCTL_FERE | PCI_EXP_DEVCTL_URRE |
                 PCI_EXP_DEVCTL_RELAX_EN | PCI_EXP_DEVCTL_EXT_TAG |
                 PCI_EXP_DEVCTL_NOSNOOP_EN | PCI_EXP_DEVCTL_READRQ);
    pci_set_word(wmask + PCI_EXP_LNKCTL, lnkctl);
    return true;
}

static bool nv_pci_add_msi(NVGPU *gpu, Error **errp)
{
    if (!gpu->chip->pci->express) {
        if (gpu->msi == ON_OFF_AUTO_ON) {
            error_setg(errp, "%s is no card for PCI Express, and has no MSI",
                       gpu->chip->name);
            return false;
        }
        return true;
    }
    return gpu->msi == ON_OFF_AUTO_OFF ||
           nv_machine_init_msi(gpu, NV_PCI_MSI, errp);
}

static bool nv_pci_add_vendor(NVGPU *gpu, Error **errp)
{
    PCIDevice *pci = PCI_DEVICE(gpu);

    if (!gpu->chip->pci->vendor) {
        return true;
    }
    if (pci_add_capability(pci, PCI_CAP_ID_VNDR, NV_PCI_VENDOR,
                           NV_PCI_VENDOR_SIZE, errp) < 0) {
        return false;
    }
    pci_set_byte(pci->config + NV_PCI_VENDOR + PCI_CAP_FLAGS,
                 NV_PCI_VENDOR_SIZE);
    /* "always 1" */
    pci_set_byte(pci->config + NV_PCI_VENDOR + PCI_CAP_FLAGS + 1, 1);
    return true;
}

/* --- All of it ------------------------------------------------------------ */

/*
 * Snapshots of earlier versions have neither MSI nor what follows it in the
 * list.  They are loaded all the same: their guest knows nothing of these, and
 * finds them when it looks again.  So the PCI core doesn't compare the
 * capabilities.
 */
static void nv_pci_fix(NVGPU *gpu)
{
    PCIDevice *pci = PCI_DEVICE(gpu);

    memcpy(gpu->fixed, pci->config, sizeof(gpu->fixed));
    memset(pci->cmask + NV_PCI_PM, 0, PCI_CONFIG_SPACE_SIZE - NV_PCI_PM);
}

void nv_pci_loaded(NVGPU *gpu)
{
    PCIDevice *pci = PCI_DEVICE(gpu);
    unsigned speed = nv_ppci_speed(gpu);

    for (unsigned i = NV_PCI_PM; i < PCI_CONFIG_SPACE_SIZE; i++) {
        uint8_t set = pci->wmask[i] | pci->w1cmask[i];

        pci->config[i] = (pci->config[i] & set) | (gpu->fixed[i] & ~set);
    }
    nv_ppci_loaded(gpu, speed);
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
    /* Each becomes the first of the list. */
    if (!nv_pci_add_vendor(gpu, errp) || !nv_pci_add_express(gpu, errp) ||
        !nv_pci_add_msi(gpu, errp) || !nv_pci_add_pm(gpu, errp)) {
        return false;
    }
    nv_pci_fix(gpu);
    return true;
}
