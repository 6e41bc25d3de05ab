/*
 * NVIDIA GPU: VGA's registers and memory, on the bus and in BAR0
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_VGA_H
#define HW_NV_DISPLAY_VGA_H

#include "hw/nv/nv-gpu.h"

typedef struct NVHead NVHead;

/**
 * struct NVVgaWindow - VGA registers in BAR0
 *
 * @gpu: the device
 * @head: the head whose registers they are; NULL: the one that CR44 selects
 * @base: BAR0 address; a port's register is at @base plus the port's number
 * @mr: the region
 */
typedef struct NVVgaWindow {
    NVGPU *gpu;
    NVHead *head;
    uint32_t base;
    MemoryRegion mr;
} NVVgaWindow;

/** PRMVIO, and PRMCIO and PRMDIO of each head */
#define NV_VGA_WINDOWS (1 + 2 * NV_HEADS)

/**
 * struct NVVgaMap - where VGA is, on the bus and in BAR0
 *
 * @legacy: the card has VGA's addresses on the bus
 * @lowmem, @prmfb: VGA memory at 0xa0000 of the bus, and in BAR0
 * @gone: covers @lowmem while the card has fallen off the bus
 * @ports, @dispi: VGA registers, and those that SeaVGABIOS needs, on the bus
 * @window: VGA registers in BAR0
 */
typedef struct NVVgaMap {
    bool legacy;
    MemoryRegion lowmem, prmfb, gone;
    PortioList ports, dispi;
    NVVgaWindow window[NV_VGA_WINDOWS];
} NVVgaMap;

/** nv_vga_realize: VGA's ports and memory, on the bus and in BAR0 */
bool nv_vga_realize(NVGPU *gpu, Error **errp);
void nv_vga_reset(NVGPU *gpu);
void nv_vga_exit(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_VGA_H */
