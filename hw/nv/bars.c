/*
 * NVIDIA GPU: the PCI device's BARs, and PMC's endian switch
 *
 * At big-endian, the switch swaps the bytes of each word that the CPU sees of
 * BAR0 and of instance memory's BAR.  Accesses from inside the card, VGA's
 * ports among them, are always little-endian.
 *
 * Source: envytools, docs/hw/bus/bars.rst and pmc.rst, "Endian switch".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/display.h"
#include "bars.h"
#include "hw/nv/bus.h"

/* --- The endian switch ------------------------------------------------ */

/* "areas containing aliases of 8-bit VGA registers are unaffected" */
static bool nv_bar_is_swapped(const NVBar *bar, hwaddr addr)
{
    return bar->at != NV_INSIDE_BAR0 || !nv_vga_in_window(bar->gpu, addr);
}

/* A part of a word is as far from the other end of it. */
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

static void nv_bar_set_swapped(NVBar *bar, bool swapped)
{
    if (bar->gpu) {
        memory_region_set_enabled(&bar->swapped, swapped);
    }
}

void nv_bars_update_endian(NVGPU *gpu)
{
    nv_bar_set_swapped(&gpu->bars->bar0, gpu->bus->big_endian);
    nv_bar_set_swapped(&gpu->bars->ramin, gpu->bus->big_endian);
}

static void nv_bars_switch_endian(Notifier *notifier, void *data)
{
    nv_bars_update_endian(container_of(notifier, NVBars, endian_switch)->gpu);
}

/* --- Life ------------------------------------------------------------- */

/* Registers a BAR that the switch affects, if there is one. */
static void nv_bar_register(NVGPU *gpu, NVBar *bar, unsigned index,
                            uint8_t type, MemoryRegion *region, hwaddr at)
{
    uint64_t size = memory_region_size(region);

    if (!gpu->chip->endian_switch) {
        pci_register_bar(PCI_DEVICE(gpu), index, type, region);
        return;
    }
    bar->gpu = gpu;
    bar->at = at;
    memory_region_init(&bar->root, OBJECT(gpu), "nv.bar", size);
    memory_region_add_subregion(&bar->root, 0, region);
    memory_region_init_io(&bar->swapped, OBJECT(gpu), &nv_bar_swapped_ops,
                          bar, "nv.swapped", size);
    /* It is the card that accesses itself. */
    bar->swapped.disable_reentrancy_guard = true;
    memory_region_set_enabled(&bar->swapped, false);
    memory_region_add_subregion_overlap(&bar->root, 0, &bar->swapped, 1);
    if (at == NV_INSIDE_RAMIN) {
        nv_inside_add_ramin(gpu, region);
    }
    pci_register_bar(PCI_DEVICE(gpu), index, type, &bar->root);
}

/* Video memory, by itself or with instance memory */
static MemoryRegion *nv_bar1(NVGPU *gpu)
{
    MemoryRegion *window = nv_host_mem_bar(gpu, 1);
    MemoryRegion *bar1 = &gpu->bars->bar1;

    if (window) {
        return window;
    }
    if (!gpu->chip->ramin->bar1) {
        return gpu->vram.mr;
    }
    memory_region_init(bar1, OBJECT(gpu), "nv.BAR1", NV_SHARED_BAR1_SIZE);
    memory_region_add_subregion(bar1, 0, gpu->vram.mr);
    memory_region_add_subregion(bar1, gpu->chip->ramin->bar1,
                                &gpu->pramin.window);
    return bar1;
}

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
    PCIDevice *pci = PCI_DEVICE(gpu);
    const NVChip *chip = gpu->chip;
    NVBars *bars = gpu->bars;
    uint8_t type = chip->vram_bar64 ? PCI_BASE_ADDRESS_MEM_TYPE_64 : 0;
    MemoryRegion *bar3 = nv_host_mem_bar(gpu, 3);

    nv_inside_realize(gpu);
    nv_bar_register(gpu, &bars->bar0, 0, PCI_BASE_ADDRESS_SPACE_MEMORY,
                    &gpu->bar0, NV_INSIDE_BAR0);
    if (chip->vram_bar0) {
        memory_region_add_subregion(&gpu->bar0, chip->vram_bar0,
                                    gpu->vram.mr);
    } else {
        if (bar3) {
            nv_bar_register(gpu, &bars->ramin, 3, type, bar3, NV_INSIDE_RAMIN);
        }
        pci_register_bar(pci, 1, PCI_BASE_ADDRESS_MEM_PREFETCH | type,
                         nv_bar1(gpu));
        if (chip->ramin->bar) {
            nv_bar_register(gpu, &bars->ramin, chip->ramin->bar, type,
                            &gpu->pramin.bar, NV_INSIDE_RAMIN);
        }
    }
    bars->endian_switch.notify = nv_bars_switch_endian;
    notifier_list_add(&gpu->bus->endian_switch, &bars->endian_switch);
}

void nv_bars_exit(NVGPU *gpu)
{
    notifier_remove(&gpu->bars->endian_switch);
    nv_inside_exit(gpu);
}
