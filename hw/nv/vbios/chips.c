/*
 * NVIDIA GPU: the built-in VBIOS, generation by generation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "internal.h"

#define NV_VBIOS_BMP(_post) \
    { .bmp_major = 5, .bmp_minor = 0x05, .dcb = 0x20, .post = (_post), \
      .vbe = &nv10_vbe }

#define NV50_VBIOS \
    .dcb = 0x40, .post = nv50_post, .copy = NV_VBIOS_COPY_VRAM, \
    .vbe = &nv50_vbe

/* A ROM that starts the machine's VGA, and no tables */
const NVVbiosChip nv03_vbios = { .post = nv04_post, .vbe = &nv03_vbe };

/* These have no DCB: drivers take the I2C ports from BMP. */
const NVVbiosChip nv04_vbios = {
    .bmp_major = 5, .bmp_minor = 0x05, .post = nv04_post,
    /* The driver reads a class there, see nv04_gr_mthd_set_operation(). */
    .copy = NV_VBIOS_COPY_RAMIN,
    .vbe = &nv04_vbe,
};
const NVVbiosChip nv05_vbios = {
    .bmp_major = 5, .bmp_minor = 0x05, .post = nv04_post, .vbe = &nv04_vbe,
};

/* By crystal, and by the number of heads */
const NVVbiosChip nv10_vbios = NV_VBIOS_BMP(nv04_post);
const NVVbiosChip nv11_vbios = NV_VBIOS_BMP(nv11_post);
const NVVbiosChip nv17_vbios = NV_VBIOS_BMP(nv17_post);

const NVVbiosChip nv40_vbios = {
    .dcb = 0x30, .post = nv40_post, .vbe = &nv10_vbe,
};

const NVVbiosChip nv50_vbios = { NV50_VBIOS };

/* From GT215 on the VBIOS says where the heads' PLLs are. */
static const NVVbiosPll nva3_plls[] = {
    { 0x80, 0x614100 }, { 0x81, 0x614900 }, { }
};

const NVVbiosChip nva3_vbios = { NV50_VBIOS, .plls = nva3_plls };

/* ... and the memory's */
static const NVVbiosPll nvc0_plls[] = {
    { 0x80, 0x614100 }, { 0x81, 0x614900 }, { 0x04, 0x132000 },
    { 0x0c, 0x137320 }, { }
};

/* GF119 and later have four heads. */
static const NVVbiosPll nvd9_plls[] = {
    { 0x80, 0x614100 }, { 0x81, 0x614900 }, { 0x82, 0x615100 },
    { 0x83, 0x615900 }, { 0x04, 0x132000 }, { 0x0c, 0x137320 }, { }
};

#define NVC0_VBIOS(_plls) \
    .dcb = 0x40, .post = nvc0_post, .copy = NV_VBIOS_COPY_VRAM, \
    .plls = (_plls), .memory_types = true

const NVVbiosChip nvc0_vbios = { NVC0_VBIOS(nvc0_plls), .vbe = &nv50_vbe };
const NVVbiosChip nvd9_vbios = {
    NVC0_VBIOS(nvd9_plls), .dcb_gpio = 0x41, .vbe = &nvd9_vbe,
};

/* Drivers need to know more of its memory, and of its voltage. */
const NVVbiosChip nve4_vbios = {
    NVC0_VBIOS(nvd9_plls), .dcb_gpio = 0x41, .performance = true,
    .vbe = &nvd9_vbe,
};
