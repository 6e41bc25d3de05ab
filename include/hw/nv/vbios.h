/*
 * NVIDIA GPU: the built-in VBIOS
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_VBIOS_H
#define HW_NV_VBIOS_H

#include "hw/nv/chipset.h"

/** Size of the ROM chip in bytes, and of the largest image */
#define NV_VBIOS_SIZE (64 * KiB)

/**
 * struct NVVbios - an image under construction
 *
 * @chip: the card that it is for
 * @display: it has outputs, and initializes VGA
 * @data: the ROM chip's contents
 * @end: bytes used so far
 */
typedef struct NVVbios {
    const NVChip *chip;
    bool display;
    uint8_t *data;
    uint32_t end;
} NVVbios;

/**
 * nv_vbios_build: make the VBIOS of a card
 * @chip: the card
 * @display: the card has its display engine
 *
 * Returns NV_VBIOS_SIZE bytes, which the caller frees.  SeaVGABIOS is in it
 * if it is found where QEMU looks for firmware; without it the image has what
 * drivers look for, and no code.
 */
uint8_t *nv_vbios_build(const NVChip *chip, bool display);

/**
 * nv_prom_image: what the ROM chip holds
 * @gpu: the device
 * @size: its size in bytes
 */
const uint8_t *nv_prom_image(NVGPU *gpu, uint32_t *size);

/**
 * nv_vbios_post: leave the card as its VBIOS does
 * @gpu: the device, whose units have been reset
 */
void nv_vbios_post(NVGPU *gpu);

/**
 * nv_vbios_alloc: the next piece of an image
 * @bios: the image
 * @len: size in bytes
 * @align: its offset is a multiple of this, a power of two
 *
 * Returns the piece's offset; it is filled with 0.
 */
uint32_t nv_vbios_alloc(NVVbios *bios, uint32_t len, uint32_t align);

/** nv_vbios_fix_checksum: set the byte at @at so that @len bytes sum to 0 */
void nv_vbios_fix_checksum(uint8_t *data, uint32_t len, uint32_t at);

/** nv_vbios_add_bmp: the BMP structure, by which drivers know the VBIOS */
void nv_vbios_add_bmp(NVVbios *bios);

/** nv_vbios_add_bit: the same for cards that have a BIT in its place */
void nv_vbios_add_bit(NVVbios *bios);

/** nv_vbios_add_dcb: the device control block, and the table of I2C ports */
void nv_vbios_add_dcb(NVVbios *bios);

#endif /* HW_NV_VBIOS_H */
