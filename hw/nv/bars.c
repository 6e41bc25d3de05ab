/*
 * NVIDIA GPU: the PCI device's BARs, PMC's endian switch, observing the CPU's
 * accesses, and moving BARs
 *
 * In big-endian mode, the switch swaps the bytes of each word in the CPU's
 * accesses to BAR0 and to the instance memory BAR.  Accesses from inside the
 * card, including VGA's ports, are always little-endian.
 *
 * Source: envytools, docs/hw/bus/bars.rst and pmc.rst, "Endian switch".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/display.h"
#include "bars.h"
#include "hw/nv/bus.h"
#include "hw/nv/log.h"
#include "hw/nv/machine.h"

/* --- The endian switch ------------------------------------------------ */

/* "areas containing aliases of 8-bit VGA registers are unaffected" */
static bool nv_bar_is_swapped(const NVBar *bar, hwaddr addr)
{
    return bar->at != NV_INSIDE_BAR0 || !nv_vga_in_window(bar->gpu, addr);
}

/* In a swapped word, a part is at the mirrored position. */
static uint64_t nv_bar_swapped_read(void *opaque, hwaddr addr, unsigned size)
{
    const NVBar *bar = opaque;
    uint8_t buf[8];

    if (!nv_bar_is_swapped(bar, addr)) {
        nv_inside_read(bar->gpu, bar->at + addr, buf, size);
        return ldn_le_p(buf, size);
    }
    nv_inside_read(bar->gpu, bar->at + (addr ^ (4 - size)), buf, size);
    return ldn_be_p(buf, size);
}

static void nv_bar_swapped_write(void *opaque, hwaddr addr, uint64_t val,
                                 unsigned size)
{
    const NVBar *bar = opaque;
    uint8_t buf[8];

    if (!nv_bar_is_swapped(bar, addr)) {
        stn_le_p(buf, size, val);
        nv_inside_write(bar->gpu, bar->at + addr, buf, size);
        return;
    }
    stn_be_p(buf, size, val);
    nv_inside_write(bar->gpu, bar->at + (addr ^ (4 - size)), buf, size);
}

static const MemoryRegionOps nv_bar_swapped_ops = {
    .read = nv_bar_swapped_read,
    .write = nv_bar_swapped_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

static void nv_bars_set_swapped(NVGPU *gpu, bool swapped)
{
    for (unsigned i = 0; i < NV_BARS; i++) {
        NVBar *bar = &gpu->bars->bar[i];

        if (bar->gpu && bar->at) {
            memory_region_set_enabled(&bar->swapped, swapped);
        }
    }
}

void nv_bars_update_endian(NVGPU *gpu)
{
    nv_bars_set_swapped(gpu, gpu->bus->big_endian);
}

static void nv_bars_switch_endian(Notifier *notifier, void *data)
{
    nv_bars_update_endian(container_of(notifier, NVBars, endian_switch)->gpu);
}

/* --- Probes ----------------------------------------------------------- */

static NVProbe nv_bar_probe(const NVBar *bar, NVProbeKind kind, hwaddr addr,
                            uint32_t val, unsigned size)
{
    return (NVProbe) {
        .kind = kind,
        .chid = -1,
        .mmio = {
            .bar = bar->index, .size = size, .addr = addr, .data = val,
        },
    };
}

static uint64_t nv_bar_probed_read(void *opaque, hwaddr addr, unsigned size)
{
    NVBar *bar = opaque;
    NVProbe probe;
    uint8_t buf[8];

    memset(buf, 0xff, sizeof(buf));
    if (!NV_FAULTY(bar->gpu, GONE)) {
        address_space_read(&bar->as, addr, MEMTXATTRS_UNSPECIFIED, buf, size);
    }
    probe = nv_bar_probe(bar, NV_PROBE_MMIO_READ, addr, ldn_le_p(buf, size),
                         size);
    if (NV_PROBED(bar->gpu, MMIO_READ)) {
        nv_probe(bar->gpu, &probe);
    }
    return probe.mmio.data;
}

static void nv_bar_probed_write(void *opaque, hwaddr addr, uint64_t val,
                                unsigned size)
{
    NVBar *bar = opaque;
    NVProbe probe = nv_bar_probe(bar, NV_PROBE_MMIO_WRITE, addr, val, size);
    uint8_t buf[8];

    if (NV_PROBED(bar->gpu, MMIO_WRITE) &&
        nv_probe(bar->gpu, &probe) == NV_DROP) {
        return;
    }
    if (NV_FAULTY(bar->gpu, GONE)) {
        return;
    }
    stn_le_p(buf, size, probe.mmio.data);
    address_space_write(&bar->as, probe.mmio.addr, MEMTXATTRS_UNSPECIFIED, buf,
                        size);
}

/* Observers know registers by the address of a word. */
static const MemoryRegionOps nv_bar_probed_ops = {
    .read = nv_bar_probed_read,
    .write = nv_bar_probed_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

/* Bits of BARs */
static uint32_t nv_bars_want_probes(NVGPU *gpu)
{
    if (!(NV_PROBES_ON(gpu) & (NV_PROBE_BIT(MMIO_READ) |
                               NV_PROBE_BIT(MMIO_WRITE)))) {
        return 0;
    }
    return MAKE_64BIT_MASK(0, NV_BARS) & (gpu->probes.vram ? ~0 : ~BIT(1));
}

static void nv_bars_update_probed(NVGPU *gpu)
{
    uint32_t probed = nv_bars_want_probes(gpu);

    for (unsigned i = 0; i < NV_BARS; i++) {
        if (gpu->bars->bar[i].gpu) {
            memory_region_set_enabled(&gpu->bars->bar[i].probed,
                                      probed & BIT(i));
        }
    }
}

static void nv_bars_probes_changed(Notifier *notifier, void *data)
{
    NVBars *bars = container_of(notifier, NVBars, probes);
    NVGPU *gpu = bars->gpu;
    uint32_t probed = nv_bars_want_probes(gpu);

    if (bars->probed == probed) {
        /* Changing the map takes long, and most changes are to other kinds. */
        return;
    }
    bars->probed = probed;
    nv_machine_change_map(gpu, nv_bars_update_probed);
}

/* --- Moving BARs ------------------------------------------------------- */

/*
 * When a BAR is mapped or unmapped, TCG's TLBs are out of date, and until it
 * has flushed them, other vCPUs' accesses reach wrong devices, or abort QEMU
 * (bar1-view.c).  BAR0 has so many regions that this is likely.  Linux sizes
 * BARs when the other processors' timers tick already.
 */

/* Whether a write to configuration space changes where BARs are mapped */
static bool nv_bars_move(PCIDevice *pci, uint32_t addr, uint32_t val, int len)
{
    const uint8_t *config = pci->config;

    if (nv_pci_wakes_reset(NV_GPU(pci), addr, val, len)) {
        return true;
    }
    if (nv_pci_power_changes(pci, addr, val, len)) {
        return pci_get_word(config + PCI_COMMAND) & PCI_COMMAND_MEMORY;
    }
    if (addr == PCI_COMMAND) {
        return (pci_get_word(config + addr) ^ val) & PCI_COMMAND_MEMORY;
    }
    return pci_get_word(config + PCI_COMMAND) & PCI_COMMAND_MEMORY &&
           (ranges_overlap(addr, len, PCI_BASE_ADDRESS_0, 24) ||
            ranges_overlap(addr, len, PCI_ROM_ADDRESS, 4)) &&
           ldn_le_p(config + addr, len) != val;
}

/*
 * In D3hot nobody claims an access to a BAR.  The PCI core has unmapped it, and
 * where nothing is mapped a machine's map reads as zeros, but the bus as ones.
 */
static void nv_bar_sleep_at(NVBar *bar, pcibus_t addr)
{
    PCIDevice *pci = PCI_DEVICE(bar->gpu);
    MemoryRegion *space = pci_address_space(pci);

    if (addr == bar->asleep_at) {
        return;
    }
    if (bar->asleep_at != PCI_BAR_UNMAPPED) {
        memory_region_del_subregion(space, &bar->asleep);
    }
    bar->asleep_at = addr;
    if (addr != PCI_BAR_UNMAPPED) {
        /* Other devices' BARs have priority 1. */
        memory_region_add_subregion_overlap(space, addr, &bar->asleep, 0);
    }
}

void nv_bars_wake(NVGPU *gpu)
{
    for (unsigned i = 0; i < NV_BARS; i++) {
        if (gpu->bars->bar[i].gpu) {
            nv_bar_sleep_at(&gpu->bars->bar[i], PCI_BAR_UNMAPPED);
        }
    }
}

void nv_bars_update_asleep(NVGPU *gpu)
{
    PCIDevice *pci = PCI_DEVICE(gpu);
    bool on = nv_machine_is_on(gpu);

    for (unsigned i = 0; i < NV_BARS; i++) {
        const PCIIORegion *region = &pci->io_regions[i];

        if (gpu->bars->bar[i].gpu) {
            nv_bar_sleep_at(&gpu->bars->bar[i],
                            on ? PCI_BAR_UNMAPPED
                               : pci_bar_address(pci, i, region->type,
                                                 region->size));
        }
    }
}

static void nv_bars_write(NVGPU *gpu, uint32_t addr, uint32_t val, int len)
{
    bool wakes_reset = nv_pci_wakes_reset(gpu, addr, val, len);

    pci_default_write_config(PCI_DEVICE(gpu), addr, val, len);
    if (wakes_reset) {
        pci_device_reset(PCI_DEVICE(gpu));
    }
    nv_bars_update_asleep(gpu);
    nv_machine_update_irq(gpu);
}

void nv_bars_settle(NVGPU *gpu)
{
    NVBarMove move = gpu->bars->move;

    if (move.waits) {
        gpu->bars->move.waits = false;
        nv_bars_write(gpu, move.addr, move.val, move.len);
    }
}

void nv_bars_config_write(NVGPU *gpu, uint32_t addr, uint32_t val, int len)
{
    nv_bars_settle(gpu);
    if (nv_machine_shares_map() &&
        nv_bars_move(PCI_DEVICE(gpu), addr, val, len)) {
        gpu->bars->move = (NVBarMove) { true, addr, val, len };
        nv_machine_run_exclusive(gpu, nv_bars_settle);
    } else {
        nv_bars_write(gpu, addr, val, len);
    }
}

void nv_bars_reset(NVGPU *gpu)
{
    gpu->bars->move.waits = false;
}

/* --- Life ------------------------------------------------------------- */

/* The endian switch affects what is at @at of the internal address space. */
static void nv_bar_add_swapped(NVBar *bar, uint64_t size)
{
    memory_region_init_io(&bar->swapped, OBJECT(bar->gpu), &nv_bar_swapped_ops,
                          bar, "nv.swapped", size);
    /* It is the card that accesses itself. */
    bar->swapped.disable_reentrancy_guard = true;
    memory_region_set_enabled(&bar->swapped, false);
    memory_region_add_subregion_overlap(&bar->inner, 0, &bar->swapped, 1);
}

static void nv_bar_register(NVGPU *gpu, unsigned index, uint8_t type,
                            MemoryRegion *region, hwaddr at)
{
    NVBar *bar = &gpu->bars->bar[index];
    uint64_t size = memory_region_size(region);
    Object *owner = OBJECT(gpu);

    bar->gpu = gpu;
    bar->index = index;
    bar->asleep_at = PCI_BAR_UNMAPPED;
    memory_region_init_io(&bar->asleep, owner, &nv_machine_master_abort, gpu,
                          "nv.asleep", size);
    memory_region_init(&bar->root, owner, "nv.bar", size);
    memory_region_init(&bar->inner, owner, "nv.bar-inner", size);
    memory_region_add_subregion(&bar->inner, 0, region);
    if (at && gpu->chip->endian_switch) {
        bar->at = at;
        nv_bar_add_swapped(bar, index ? size : NV_BAR0_SIZE);
        if (at == NV_INSIDE_RAMIN) {
            nv_inside_add_ramin(gpu, region);
        }
    }
    memory_region_add_subregion(&bar->root, 0, &bar->inner);
    address_space_init(&bar->as, &bar->inner, "nv.bar");
    memory_region_init_io(&bar->probed, owner, &nv_bar_probed_ops, bar,
                          "nv.probed", size);
    bar->probed.disable_reentrancy_guard = true;
    memory_region_set_enabled(&bar->probed, false);
    memory_region_add_subregion_overlap(&bar->root, 0, &bar->probed, 1);
    pci_register_bar(PCI_DEVICE(gpu), index, type, &bar->root);
}

/* Video memory, alone or together with instance memory */
static MemoryRegion *nv_bar1(NVGPU *gpu)
{
    MemoryRegion *window = nv_host_mem_bar(gpu, 1);
    MemoryRegion *shared = &gpu->bars->shared;

    if (window) {
        return window;
    }
    if (!gpu->chip->ramin->bar1) {
        return gpu->vram.mr;
    }
    memory_region_init(shared, OBJECT(gpu), "nv.BAR1", NV_SHARED_BAR1_SIZE);
    memory_region_add_subregion(shared, 0, gpu->vram.mr);
    memory_region_add_subregion(shared, gpu->chip->ramin->bar1,
                                &gpu->pramin.window);
    return shared;
}

/* --- The BAR that nobody knows ---------------------------------------- */

static uint64_t nv_bar2_read(void *opaque, hwaddr addr, unsigned size)
{
    nv_log_unimp(opaque, "BAR2 is read, of which nothing is known");
    return 0;
}

static void nv_bar2_write(void *opaque, hwaddr addr, uint64_t val,
                          unsigned size)
{
    nv_log_unimp(opaque, "BAR2 is written, of which nothing is known");
}

static const MemoryRegionOps nv_bar2_ops = {
    .read = nv_bar2_read,
    .write = nv_bar2_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
};

static void nv_bar2_register(NVGPU *gpu)
{
    memory_region_init_io(&gpu->bars->unknown, OBJECT(gpu), &nv_bar2_ops, gpu,
                          "nv.BAR2", gpu->chip->pci->bar2_size);
    nv_bar_register(gpu, 2, PCI_BASE_ADDRESS_MEM_PREFETCH,
                    &gpu->bars->unknown, 0);
}

/* --- All of them ------------------------------------------------------ */

void nv_bars_init(NVGPU *gpu)
{
    gpu->bars = g_new0(NVBars, 1);
    gpu->bars->gpu = gpu;
}

void nv_bars_finalize(NVGPU *gpu)
{
    g_free(gpu->bars);
}

void nv_bars_realize(NVGPU *gpu)
{
    const NVChip *chip = gpu->chip;
    NVBars *bars = gpu->bars;
    uint8_t type = chip->pci->bar64 ? PCI_BASE_ADDRESS_MEM_TYPE_64 : 0;
    uint8_t type3 = type | (chip->pci->bar3_prefetch
                            ? PCI_BASE_ADDRESS_MEM_PREFETCH : 0);
    MemoryRegion *bar3 = nv_host_mem_bar(gpu, 3);

    nv_inside_realize(gpu);
    nv_bar_register(gpu, 0, PCI_BASE_ADDRESS_SPACE_MEMORY, &gpu->bar0,
                    NV_INSIDE_BAR0);
    if (chip->vram_bar0) {
        memory_region_add_subregion(&gpu->bar0, chip->vram_bar0,
                                    gpu->vram.mr);
    } else {
        if (bar3) {
            nv_bar_register(gpu, 3, type3, bar3, NV_INSIDE_RAMIN);
        }
        nv_bar_register(gpu, 1, PCI_BASE_ADDRESS_MEM_PREFETCH | type,
                        nv_bar1(gpu), 0);
        if (chip->ramin->bar) {
            nv_bar_register(gpu, chip->ramin->bar, type, &gpu->pramin.bar,
                            NV_INSIDE_RAMIN);
        }
        if (chip->pci->bar2_size) {
            nv_bar2_register(gpu);
        }
    }
    nv_ports_realize(gpu);
    bars->probes.notify = nv_bars_probes_changed;
    notifier_list_add(&gpu->probes.changed, &bars->probes);
    bars->endian_switch.notify = nv_bars_switch_endian;
    notifier_list_add(&gpu->bus->endian_switch, &bars->endian_switch);
}

void nv_bars_exit(NVGPU *gpu)
{
    nv_bars_reset(gpu);
    nv_bars_wake(gpu);
    notifier_remove(&gpu->bars->endian_switch);
    notifier_remove(&gpu->bars->probes);
    for (unsigned i = 0; i < NV_BARS; i++) {
        if (gpu->bars->bar[i].gpu) {
            address_space_destroy(&gpu->bars->bar[i].as);
            gpu->bars->bar[i].gpu = NULL;
        }
    }
    nv_inside_exit(gpu);
}
