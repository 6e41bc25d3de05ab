/*
 * NVIDIA GPU: the built-in VBIOS, card by card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"

#define NV_VBIOS_BMP(_chip, _post) \
    { .bmp_major = 5, .bmp_minor = 0x05, .dcb = 0x20, .chip = (_chip), \
      .post = (_post) }

#define NV_VBIOS_BIT(_chip) \
    { .dcb = 0x30, .chip = (_chip), .post = nv40_post }

#define NV50_VBIOS(_chip) \
    .dcb = 0x40, .chip = (_chip), .post = nv50_post, \
    .copy = NV_VBIOS_COPY_VRAM

/* A ROM that starts the machine's VGA, and no tables */
const NVVbiosChip nv03_vbios = {
    .chip = 0x03, .post = nv04_post,
};

/* These have no DCB: drivers take the I2C ports from BMP. */
const NVVbiosChip nv04_vbios = {
    .bmp_major = 5, .bmp_minor = 0x05, .chip = 0x04, .post = nv04_post,
    /* The driver takes a class from there, see nv04_gr_mthd_set_operation() */
    .copy = NV_VBIOS_COPY_RAMIN,
};
const NVVbiosChip nv05_vbios = {
    .bmp_major = 5, .bmp_minor = 0x05, .chip = 0x05, .post = nv04_post,
};

const NVVbiosChip nv10_vbios = NV_VBIOS_BMP(0x10, nv04_post);
const NVVbiosChip nv11_vbios = NV_VBIOS_BMP(0x11, nv11_post);
const NVVbiosChip nv15_vbios = NV_VBIOS_BMP(0x15, nv04_post);
const NVVbiosChip nv1a_vbios = NV_VBIOS_BMP(0x1a, nv04_post);
const NVVbiosChip nv17_vbios = NV_VBIOS_BMP(0x17, nv17_post);
const NVVbiosChip nv20_vbios = NV_VBIOS_BMP(0x20, nv04_post);
const NVVbiosChip nv25_vbios = NV_VBIOS_BMP(0x25, nv17_post);
const NVVbiosChip nv30_vbios = NV_VBIOS_BMP(0x30, nv17_post);
const NVVbiosChip nv34_vbios = NV_VBIOS_BMP(0x34, nv17_post);
const NVVbiosChip nv35_vbios = NV_VBIOS_BMP(0x35, nv17_post);
const NVVbiosChip nv40_vbios = NV_VBIOS_BIT(0x40);
const NVVbiosChip nv41_vbios = NV_VBIOS_BIT(0x41);
const NVVbiosChip nv43_vbios = NV_VBIOS_BIT(0x43);
const NVVbiosChip nv44_vbios = NV_VBIOS_BIT(0x44);
const NVVbiosChip nv45_vbios = NV_VBIOS_BIT(0x45);
const NVVbiosChip nv50_vbios = { NV50_VBIOS(0x50) };
const NVVbiosChip nv84_vbios = { NV50_VBIOS(0x84) };
const NVVbiosChip nv92_vbios = { NV50_VBIOS(0x92) };
const NVVbiosChip nv98_vbios = { NV50_VBIOS(0x98) };
const NVVbiosChip nva0_vbios = { NV50_VBIOS(0xa0) };

/* From GT215 on drivers don't know where the heads' PLLs are. */
static const NVVbiosPll nva3_plls[] = {
    { 0x80, 0x614100 }, { 0x81, 0x614900 }, { }
};

const NVVbiosChip nva3_vbios = { NV50_VBIOS(0xa3), .plls = nva3_plls };

/* Nor those of memory */
static const NVVbiosPll nvc0_plls[] = {
    { 0x80, 0x614100 }, { 0x81, 0x614900 }, { 0x04, 0x132000 },
    { 0x0c, 0x137320 }, { }
};

/* GF119 and later have four heads' */
static const NVVbiosPll nvd9_plls[] = {
    { 0x80, 0x614100 }, { 0x81, 0x614900 }, { 0x82, 0x615100 },
    { 0x83, 0x615900 }, { 0x04, 0x132000 }, { 0x0c, 0x137320 }, { }
};

#define NVC0_VBIOS_PLLS(_chip, _plls, ...) { \
    .dcb = 0x40, .chip = (_chip), .post = nvc0_post, \
    .copy = NV_VBIOS_COPY_VRAM, .plls = (_plls), .memory_types = true, \
    __VA_ARGS__ }
#define NVC0_VBIOS(_chip) NVC0_VBIOS_PLLS(_chip, nvc0_plls)
#define NVD9_VBIOS(_chip) \
    NVC0_VBIOS_PLLS(_chip, nvd9_plls, .dcb_gpio = 0x41)

const NVVbiosChip nvc0_vbios = NVC0_VBIOS(0xc0);
const NVVbiosChip nvc1_vbios = NVC0_VBIOS(0xc1);
const NVVbiosChip nvc3_vbios = NVC0_VBIOS(0xc3);
const NVVbiosChip nvc4_vbios = NVC0_VBIOS(0xc4);
const NVVbiosChip nvc8_vbios = NVC0_VBIOS(0xc8);
const NVVbiosChip nvce_vbios = NVC0_VBIOS(0xce);
const NVVbiosChip nvcf_vbios = NVC0_VBIOS(0xcf);
const NVVbiosChip nvd7_vbios = NVD9_VBIOS(0xd7);
const NVVbiosChip nvd9_vbios = NVD9_VBIOS(0xd9);
