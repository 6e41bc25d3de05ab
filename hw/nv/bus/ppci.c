/*
 * NVIDIA GPU: PPCI: configuration space as the CPU sees it in BAR0, and what is
 * behind it: the link of PCI Express
 *
 * A driver that raises the link's speed makes the card say first that it has
 * such a link: by two bits in a register of another unit, which one depends on
 * the generation.  The link then takes the new speed when the driver trains it.
 *
 * Source: rnndb's bus/pci.xml; nouveau's nvkm/subdev/pci/g84.c, g92.c, gf100.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/machine.h"
#include "hw/nv/nv-gpu.h"
#include "hw/pci/pci_bridge.h"
#include "internal.h"

#define NV_PPCI_BASE 0x088000
/* The part of configuration space that the mirrors show */
#define NV_PPCI_SIZE 0x100

/* --- The link ----------------------------------------------------------- */

/* What PCI Express has after a reset: relaxed order, no snoop, 512 bytes */
#define NV_PPCI_DEVCTL \
    (PCI_EXP_DEVCTL_RELAX_EN | PCI_EXP_DEVCTL_NOSNOOP_EN | \
     PCI_EXP_DEVCTL_READRQ_512B)

static uint8_t *nv_ppci_cap(NVGPU *gpu)
{
    PCIDevice *pci = PCI_DEVICE(gpu);

    return pci_is_express(pci) ? pci->config + pci->exp.exp_cap : NULL;
}

/* Both sides of the link; the root complex has none. */
static uint32_t nv_ppci_port_lnkcap(NVGPU *gpu)
{
    PCIBus *bus = pci_get_bus(PCI_DEVICE(gpu));
    PCIDevice *port = pci_bus_is_root(bus) ? NULL : pci_bridge_get_device(bus);

    return port && port->exp.exp_cap
        ? pci_get_long(port->config + port->exp.exp_cap + PCI_EXP_LNKCAP)
        : UINT32_MAX;
}

static void nv_ppci_train(NVGPU *gpu, unsigned speed)
{
    uint32_t port = nv_ppci_port_lnkcap(gpu);
    uint8_t *cap = nv_ppci_cap(gpu);
    uint32_t own;

    if (!cap) {
        return;
    }
    own = pci_get_long(cap + PCI_EXP_LNKCAP);
    speed = MIN(speed, MIN(own & PCI_EXP_LNKCAP_SLS,
                           port & PCI_EXP_LNKCAP_SLS));
    pci_set_word(cap + PCI_EXP_LNKSTA,
                 MAX(speed, PCI_EXP_LNKSTA_CLS_2_5GB) |
                 MIN(own & PCI_EXP_LNKCAP_MLW, port & PCI_EXP_LNKCAP_MLW) |
                 PCI_EXP_LNKSTA_SLC);
}

/* Which version of the capability the card has, and up to which speed */
static void nv_ppci_update(NVGPU *gpu)
{
    uint8_t *cap = nv_ppci_cap(gpu);
    bool v2, fast;
    uint16_t flags;
    uint32_t lnkcap;

    if (!cap) {
        return;
    }
    if (gpu->chip->counts) {
        v2 = FIELD_EX32(NV_R(gpu, NV_PUNITS_PCIE), NV_PUNITS_PCIE, PCIE_2);
        fast = FIELD_EX32(NV_R(gpu, NV_PUNITS_PCIE), NV_PUNITS_PCIE, PCIE_5GT);
    } else {
        uint32_t units = NV_R(gpu, NV_PBUS_HWUNITS_1);

        v2 = gpu->chip->hwunits_1 &&
             FIELD_EX32(units, NV_PBUS_HWUNITS_1, PCIE_2);
        fast = gpu->chip->hwunits_1 &&
               FIELD_EX32(units, NV_PBUS_HWUNITS_1, PCIE_5GT);
    }
    flags = pci_get_word(cap + PCI_EXP_FLAGS) & ~PCI_EXP_FLAGS_VERS;
    pci_set_word(cap + PCI_EXP_FLAGS, flags | (v2 ? 2 : 1));
    lnkcap = pci_get_long(cap + PCI_EXP_LNKCAP) & ~PCI_EXP_LNKCAP_SLS;
    pci_set_long(cap + PCI_EXP_LNKCAP,
                 lnkcap | (fast ? PCI_EXP_LNKCAP_SLS_5_0GB
                                : PCI_EXP_LNKCAP_SLS_2_5GB));
}

void nv_ppci_units_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_ppci_update(gpu);
}

unsigned nv_ppci_speed(NVGPU *gpu)
{
    const uint8_t *cap = nv_ppci_cap(gpu);

    return cap ? pci_get_word(cap + PCI_EXP_LNKSTA) & PCI_EXP_LNKSTA_CLS : 0;
}

void nv_ppci_loaded(NVGPU *gpu, unsigned speed)
{
    nv_ppci_update(gpu);
    nv_ppci_train(gpu, speed);
}

void nv_ppci_reset(NVGPU *gpu)
{
    uint8_t *cap = nv_ppci_cap(gpu);

    if (cap) {
        pci_set_word(cap + PCI_EXP_DEVCTL, NV_PPCI_DEVCTL);
        pci_set_word(cap + PCI_EXP_LNKCTL, 0);
        nv_ppci_loaded(gpu, PCI_EXP_LNKSTA_CLS_2_5GB);
    }
}

static void nv_ppci_link_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PPCI_LINK, TRAIN)) {
        nv_ppci_train(gpu, FIELD_EX32(val, NV_PPCI_LINK, SPEED));
    }
}

/* --- Registers ----------------------------------------------------------- */

static const NVRegInfo nv84_ppci_rows[] = {
    NV_STORAGE(NV_PPCI_CONFIG),
    NV_ROW(NV_PPCI_LINK,
           .rw = R_NV_PPCI_LINK_TRAIN_MASK | R_NV_PPCI_LINK_SPEED_MASK,
           .write = nv_ppci_link_write),
};

#define NV_PPCI_BLOCK(_rows, ...) \
    NV_REG_BLOCK("PPCI", NV_PPCI_BASE, 0x1000, _rows, __VA_ARGS__)

const NVRegBlock nv84_ppci_regs = NV_PPCI_BLOCK(nv84_ppci_rows);

/* "g84 and g86 report wrong information", and here none. */
static const NVRegInfo nv92_ppci_rows[] = {
    NV_ROW(NV_PPCI_LINK,
           .reset = 2 << R_NV_PPCI_LINK_MAX_SPEED_SHIFT |
                    2 << R_NV_PPCI_LINK_PORT_SPEED_SHIFT,
           .rw = R_NV_PPCI_LINK_TRAIN_MASK | R_NV_PPCI_LINK_SPEED_MASK,
           .write = nv_ppci_link_write),
};

const NVRegBlock nv92_ppci_regs = NV_PPCI_BLOCK(nv92_ppci_rows,
    .parent = &nv84_ppci_regs);

static void nv_ppci_rearm_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_machine_rearm_msi(gpu);
}

static const NVRegInfo nvc0_ppci_rows[] = {
    NV_ROW(NV_PPCI_MSI_REARM, .write = nv_ppci_rearm_write),
};

const NVRegBlock nvc0_ppci_regs = NV_PPCI_BLOCK(nvc0_ppci_rows,
    .parent = &nv92_ppci_regs);

/* --- The mirrors ---------------------------------------------------------- */

static uint64_t nv_ppci_mirror_read(void *opaque, hwaddr addr, unsigned size)
{
    PCIDevice *pci = opaque;

    return pci->config_read(pci, addr, size);
}

/* On some cards all but the byte that re-arms MSI reaches the space. */
static void nv_ppci_mirror_write(void *opaque, hwaddr addr, uint64_t val,
                                 unsigned size)
{
    NVGPU *gpu = opaque;
    PCIDevice *pci = opaque;

    if (addr == NV_PCI_MSI && gpu->chip->pci->rearm == NV_REARM_CONFIG) {
        addr++;
        val >>= 8;
        size--;
    }
    if (size) {
        pci->config_write(pci, addr, val, size);
    }
}

static const MemoryRegionOps nv_ppci_mirror_ops = {
    .read = nv_ppci_mirror_read,
    .write = nv_ppci_mirror_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

void nv_ppci_realize(NVGPU *gpu)
{
    memory_region_init_io(&gpu->bus->config_mirror, OBJECT(gpu),
                          &nv_ppci_mirror_ops, gpu, "nv.PBUS.pci",
                          NV_PPCI_SIZE);
    if (!gpu->chip->ppci_only) {
        memory_region_add_subregion_overlap(&gpu->bar0, A_NV_PBUS_PCI,
                                            &gpu->bus->config_mirror, 1);
    }
    if (gpu->chip->ppci) {
        memory_region_init_alias(&gpu->bus->ppci, OBJECT(gpu), "nv.PPCI",
                                 &gpu->bus->config_mirror, 0, NV_PPCI_SIZE);
        memory_region_add_subregion_overlap(&gpu->bar0, NV_PPCI_BASE,
                                            &gpu->bus->ppci, 1);
    }
}
