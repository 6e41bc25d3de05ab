/*
 * NVIDIA GPU: the PCI device's BARs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NV_BARS_H
#define NV_BARS_H

#include "qemu/notify.h"
#include "hw/pci/pci_device.h"
#include "hw/nv/nv-gpu.h"

/**
 * struct NVBar - a BAR
 *
 * @gpu: the device, NULL where there is no such BAR
 * @index: its number
 * @at: where the address space inside has it, NV_INSIDE_*; 0: the endian switch
 *      doesn't affect it
 * @root: what the BAR is: @probed lies over @inner
 * @inner: what it shows: @swapped lies over the region with the contents
 * @swapped: shows them with the bytes of each word swapped, while it is enabled
 * @probed: goes to @inner and tells those who debug the card, while it is
 *          enabled
 * @as: the way from there to @inner
 */
typedef struct NVBar {
    NVGPU *gpu;
    unsigned index;
    hwaddr at;
    MemoryRegion root;
    MemoryRegion inner;
    MemoryRegion swapped;
    MemoryRegion probed;
    AddressSpace as;
} NVBar;

/** BARs of memory, by their numbers; 64-bit ones take two */
#define NV_BARS 4

/**
 * struct NVBars - the BARs
 *
 * @gpu: the device
 * @bar: the BARs, by their numbers
 * @shared: container of video and instance memory, where they share a BAR
 * @endian_switch: hears of PMC's
 * @probes: hears that others want to be told of accesses
 * @probed: bits of those that do
 */
struct NVBars {
    NVGPU *gpu;
    NVBar bar[NV_BARS];
    MemoryRegion shared;
    Notifier endian_switch;
    Notifier probes;
    uint32_t probed;
};

/** nv_bars_init, nv_bars_finalize: at the device's beginning and end */
void nv_bars_init(NVGPU *gpu);
void nv_bars_finalize(NVGPU *gpu);

/** nv_bars_realize: register all BARs, whose contents the units have made */
void nv_bars_realize(NVGPU *gpu);
void nv_bars_exit(NVGPU *gpu);

/** nv_bars_update_endian: bus.big_endian may be another one */
void nv_bars_update_endian(NVGPU *gpu);

#endif /* NV_BARS_H */
