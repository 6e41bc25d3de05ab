/*
 * NVIDIA GPU: declarations that the files of vbios/ share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_VBIOS_INTERNAL_H
#define HW_NV_VBIOS_INTERNAL_H

#include "hw/nv/chipset.h"

/** Size of the ROM chip in bytes, and of the largest image */
#define NV_VBIOS_SIZE (64 * KiB)

/**
 * struct NVVbiosReg - a register as the VBIOS leaves it
 *
 * @addr: BAR0 address, one at which the word itself is kept
 * @val: the value
 */
typedef struct NVVbiosReg {
    uint32_t addr;
    uint32_t val;
} NVVbiosReg;

/**
 * struct NVVbiosPll - a PLL whose limits are in the VBIOS
 *
 * @type: as nouveau's bios/pll.h numbers them
 * @reg: BAR0 address of its registers
 */
typedef struct NVVbiosPll {
    uint8_t type;
    uint32_t reg;
} NVVbiosPll;

/* post.c: lists for NVVbiosChip.post */
extern const NVVbiosReg *const nv04_post[];
extern const NVVbiosReg *const nv11_post[];
extern const NVVbiosReg *const nv17_post[];
extern const NVVbiosReg *const nv40_post[];
extern const NVVbiosReg *const nv50_post[];
extern const NVVbiosReg *const nvc0_post[];

/** enum NVVbiosCopy - where a VBIOS leaves a copy of itself */
typedef enum NVVbiosCopy {
    NV_VBIOS_COPY_NONE,
    /** at the beginning of instance memory */
    NV_VBIOS_COPY_RAMIN,
    /** at the end of video memory; PDISPLAY has its address, PMEM maps it */
    NV_VBIOS_COPY_VRAM,
} NVVbiosCopy;

/* How a generation sets VBE's modes: see vbe.h */
typedef struct NVVbeChip NVVbeChip;

/* vbe-crtc.c, vbe-evo.c */
extern const NVVbeChip nv03_vbe, nv04_vbe, nv10_vbe, nv50_vbe, nvd9_vbe;

/**
 * struct NVVbiosChip - the built-in VBIOS of a card
 *
 * @bmp_major, @bmp_minor: version of the BMP structure; 0.0: the VBIOS has a
 *                         BIT instead
 * @dcb: version of the device control block, 0x20 for 2.0; 0 for none
 * @dcb_gpio: version of its GPIO table; 0: the same as @dcb
 * @plls: the PLLs that it lists, up to one of type 0; NULL: none
 * @memory_types: it lists the kind of memory for each value of the straps
 * @performance: it has tables of memory's clocks, and of voltages
 * @post: lists of registers as it leaves them, up to a NULL; each ends with
 *        an address of 0
 * @copy: where it leaves a copy of itself
 * @vbe: how it sets VBE's modes
 */
struct NVVbiosChip {
    uint8_t bmp_major, bmp_minor;
    uint8_t dcb;
    uint8_t dcb_gpio;
    const NVVbiosPll *plls;
    bool memory_types;
    bool performance;
    const NVVbiosReg *const *post;
    NVVbiosCopy copy;
    const NVVbeChip *vbe;
};

/**
 * struct NVVbios - an image under construction
 *
 * @gpu: the card that it is for
 * @chip: its tables
 * @display: the card has outputs, and the VBIOS initializes VGA
 * @data: the ROM chip's contents
 * @end: bytes used so far
 */
typedef struct NVVbios {
    NVGPU *gpu;
    const NVChip *chip;
    bool display;
    uint8_t *data;
    uint32_t end;
} NVVbios;

/**
 * nv_vbios_build: make the VBIOS of a card, and of its monitor
 * @gpu: the card
 *
 * Returns NV_VBIOS_SIZE bytes, which the caller frees.  SeaVGABIOS is in it
 * if it is found where QEMU looks for firmware; without it the image has what
 * drivers look for, and no code.
 */
uint8_t *nv_vbios_build(NVGPU *gpu);

/**
 * nv_prom_image: the contents of the ROM chip
 * @gpu: the device
 * @size: its size in bytes
 */
const uint8_t *nv_prom_image(NVGPU *gpu, uint32_t *size);

/**
 * nv_vbios_alloc: the next piece of an image
 * @bios: the image
 * @len: size in bytes
 * @align: its offset is a multiple of this, a power of two
 *
 * Returns the piece's offset; it is filled with 0.
 */
uint32_t nv_vbios_alloc(NVVbios *bios, uint32_t len, uint32_t align);

/**
 * nv_vbios_chip: the chip number in the VBIOS's version
 *
 * It is the one in the card's name; NV03T has NV03's.
 */
uint8_t nv_vbios_chip(const NVVbios *bios);

/** nv_vbios_fix_checksum: set the byte at @at so that @len bytes sum to 0 */
void nv_vbios_fix_checksum(uint8_t *data, uint32_t len, uint32_t at);

/** nv_vbios_add_bmp: the BMP structure, by which drivers identify the VBIOS */
void nv_vbios_add_bmp(NVVbios *bios);

/** nv_vbios_add_bit: the same for cards that have a BIT instead */
void nv_vbios_add_bit(NVVbios *bios);

/** nv_vbios_add_dcb: the device control block, and the table of I2C ports */
void nv_vbios_add_dcb(NVVbios *bios);

#endif /* HW_NV_VBIOS_INTERNAL_H */
