/*
 * NVIDIA GPU: the PCI device's BARs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_BARS_H
#define HW_NV_BARS_H

#include "hw/pci/pci_device.h"
#include "hw/nv/chipset.h"

/**
 * struct NVBar - a BAR that PMC's endian switch affects
 *
 * @gpu: the device, NULL where there is no such BAR
 * @at: where the address space inside has it
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
 * @bar0: registers
 * @ramin: BAR2 or BAR3, instance memory
 * @bar1: container of video and instance memory, where they share a BAR
 * @inside, @inside_root, @inside_bar0, @inside_ramin: BAR0 and @ramin as the
 *     card itself accesses them, wherever the machine has mapped them
 */
typedef struct NVBars {
    NVBar bar0, ramin;
    MemoryRegion bar1;
    AddressSpace inside;
    MemoryRegion inside_root, inside_bar0, inside_ramin;
} NVBars;

/** nv_bars_realize: register all BARs, whose contents the units have made */
void nv_bars_realize(NVGPU *gpu);
void nv_bars_exit(NVGPU *gpu);

/** nv_bars_update_endian: the endian switch, bus.big_endian, has moved */
void nv_bars_update_endian(NVGPU *gpu);

/**
 * nv_bar0_read, nv_bar0_write: access BAR0 from inside the card
 * @gpu: the device
 * @addr: address in BAR0; beyond it reads are all ones
 * @size: 1, 2 or 4 bytes
 */
uint32_t nv_bar0_read(NVGPU *gpu, uint32_t addr, unsigned size);
void nv_bar0_write(NVGPU *gpu, uint32_t addr, uint32_t val, unsigned size);

#endif /* HW_NV_BARS_H */
