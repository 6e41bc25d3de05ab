/*
 * NVIDIA GPU: the card's own accesses to itself
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_INSIDE_H
#define HW_NV_INSIDE_H

#include "hw/pci/pci_device.h"
#include "hw/nv/chipset.h"

/*
 * The internal address space.  Nothing is at its beginning: QEMU would put a
 * region that fills the whole space where the machine has mapped it.
 */
#define NV_INSIDE_RAMIN 0x01000000
#define NV_INSIDE_BAR0 0x10000000

/**
 * struct NVInside - BAR0 and instance memory as the card itself accesses them
 *
 * @as: the address space, which shows @root
 * @bar0, @ramin: its contents, at NV_INSIDE_*
 * @own: an access to BAR0 isn't the CPU's
 */
typedef struct NVInside {
    AddressSpace as;
    MemoryRegion root, bar0, ramin;
    bool own;
} NVInside;

/** nv_inside_realize: create the address space, with BAR0 in it */
void nv_inside_realize(NVGPU *gpu);
void nv_inside_exit(NVGPU *gpu);

/** nv_inside_add_ramin: map instance memory's BAR, too */
void nv_inside_add_ramin(NVGPU *gpu, MemoryRegion *ramin);

/**
 * nv_inside_read, nv_inside_write: access memory inside the card
 * @gpu: the device
 * @addr: address in the internal address space; unmapped bytes read as 0xff
 * @buf: the bytes
 * @size: their number
 */
void nv_inside_read(NVGPU *gpu, hwaddr addr, uint8_t *buf, unsigned size);
void nv_inside_write(NVGPU *gpu, hwaddr addr, const uint8_t *buf,
                     unsigned size);

/**
 * nv_bar0_read, nv_bar0_write: access BAR0 from inside the card
 * @gpu: the device
 * @addr: address in BAR0; reads beyond its end are all ones
 * @size: 1, 2 or 4 bytes
 */
uint32_t nv_bar0_read(NVGPU *gpu, uint32_t addr, unsigned size);
void nv_bar0_write(NVGPU *gpu, uint32_t addr, uint32_t val, unsigned size);

#endif /* HW_NV_INSIDE_H */
