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
 * struct NVBar - a BAR that PMC's endian switch affects
 *
 * @gpu: the device, NULL where there is no such BAR
 * @at: where the address space inside has it, NV_INSIDE_*
 * @root: what the BAR is: @swapped lies over the region with the contents
 * @swapped: shows them with the bytes of each word swapped, while it is enabled
 */
typedef struct NVBar {
    NVGPU *gpu;
    hwaddr at;
    MemoryRegion root;
    MemoryRegion swapped;
} NVBar;

/**
 * struct NVBars - the BARs
 *
 * @gpu: the device
 * @bar0: registers
 * @ramin: BAR2 or BAR3, instance memory
 * @bar1: container of video and instance memory, where they share a BAR
 * @endian_switch: hears of PMC's
 */
struct NVBars {
    NVGPU *gpu;
    NVBar bar0, ramin;
    MemoryRegion bar1;
    Notifier endian_switch;
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
