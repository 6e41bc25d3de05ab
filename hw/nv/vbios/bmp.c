/*
 * NVIDIA GPU: the built-in VBIOS: BMP, of the cards before NV40
 *
 * Source: nouveau's parse_bmp_structure() in nouveau_bios.c, and the users of
 * bmp_offset in nvkm/subdev/bios.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "internal.h"

/* Enough for the structure of any version, up to 5.39 */
#define NV_BMP_SIZE 0xa0
/* The bytes that the structure's checksum covers */
#define NV_BMP_HEADER_SIZE 8

/* Versions before 5.10 name two scripts, later ones a table of them. */
enum {
    NV_BMP_SIGNATURE = 0,
    NV_BMP_MAJOR = 5,
    NV_BMP_MINOR = 6,
    NV_BMP_CHECKSUM = 7,
    NV_BMP_BIOS_MICRO = 10,
    NV_BMP_BIOS_MINOR = 11,
    NV_BMP_BIOS_CHIP = 12,
    NV_BMP_BIOS_MAJOR = 13,
    NV_BMP_INIT_SCRIPT = 18,
    NV_BMP_EXTRA_INIT_SCRIPT = 20,
    NV_BMP_I2C_CRT = 54,
    NV_BMP_I2C_TV = 55,
    NV_BMP_I2C_PANEL = 56,
    NV_BMP_I2C0_WRITE = 58,
    NV_BMP_I2C0_READ = 59,
    NV_BMP_I2C1_WRITE = 60,
    NV_BMP_I2C1_READ = 61,
    NV_BMP_VCO_MAX = 67,
    NV_BMP_VCO_MIN = 71,
};

/* The card comes out of reset initialized, so the script ends at once. */
static uint32_t nv_vbios_add_init_script(NVVbios *bios)
{
    uint32_t offset = nv_vbios_alloc(bios, 1, 1);

    bios->data[offset] = 0x71;                          /* INIT_DONE */
    return offset;
}

void nv_vbios_add_bmp(NVVbios *bios)
{
    const NVVbiosChip *chip = bios->chip->vbios;
    uint32_t script = nv_vbios_add_init_script(bios);
    uint8_t *bmp = bios->data + nv_vbios_alloc(bios, NV_BMP_SIZE, 16);

    memcpy(bmp + NV_BMP_SIGNATURE, "\xff\x7fNV\0", 5);
    bmp[NV_BMP_MAJOR] = chip->bmp_major;
    bmp[NV_BMP_MINOR] = chip->bmp_minor;
    nv_vbios_fix_checksum(bmp, NV_BMP_HEADER_SIZE, NV_BMP_CHECKSUM);
    bmp[NV_BMP_BIOS_MAJOR] = 3;
    bmp[NV_BMP_BIOS_CHIP] = nv_vbios_chip(bios);
    stw_le_p(bmp + NV_BMP_INIT_SCRIPT, script);
    stw_le_p(bmp + NV_BMP_EXTRA_INIT_SCRIPT, 0);
    bmp[NV_BMP_I2C_CRT] = 0;
    bmp[NV_BMP_I2C_TV] = 1;
    bmp[NV_BMP_I2C_PANEL] = 1;
    bmp[NV_BMP_I2C0_WRITE] = 0x3f;
    bmp[NV_BMP_I2C0_READ] = 0x3e;
    bmp[NV_BMP_I2C1_WRITE] = 0x37;
    bmp[NV_BMP_I2C1_READ] = 0x36;
    /* In kHz; before version 5.06 drivers know these themselves. */
    stl_le_p(bmp + NV_BMP_VCO_MAX, 256000);
    stl_le_p(bmp + NV_BMP_VCO_MIN, 128000);
}
