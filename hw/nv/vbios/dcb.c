/*
 * NVIDIA GPU: the built-in VBIOS: DCB 2.x, the outputs and I2C ports
 *
 * Source: nouveau's parse_dcb20_entry() in nouveau_bios.c, and
 * nvkm/subdev/bios/dcb.c and i2c.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/bswap.h"
#include "hw/nv/vbios.h"

/* Where the image's header says where the DCB is */
#define NV_VBIOS_DCB 0x36

#define NV_DCB_SIGNATURE 0x4edcbdcb
#define NV_DCB_HEADER_SIZE 8
#define NV_DCB_ENTRY_SIZE 8
#define NV_DCB_ENTRIES 16
#define NV_DCB_I2C_ENTRY_SIZE 4
#define NV_DCB_I2C_ENTRIES 16

enum {
    NV_DCB_ANALOG = 0,
    NV_DCB_END = 0xe,
};

enum {
    NV_DCB_I2C_BIT = 0,             /* lines in CRTC registers */
    NV_DCB_I2C_UNUSED = 7,
};

/* The only output: VGA, with its DDC on the first I2C port, on any head */
static void nv_dcb_fill_outputs(uint8_t *entry, const NVChip *chip)
{
    uint32_t heads = MAKE_64BIT_MASK(0, chip->display->heads);
    uint32_t port = 0;
    uint32_t resource = 1;

    stl_le_p(entry, NV_DCB_ANALOG | port << 4 | heads << 8 | resource << 24);
    stl_le_p(entry + 4, 400000 / 10);                   /* kHz */
    for (unsigned i = 1; i < NV_DCB_ENTRIES; i++) {
        stl_le_p(entry + i * NV_DCB_ENTRY_SIZE, NV_DCB_END);
    }
}

static void nv_dcb_fill_i2c(uint8_t *table)
{
    static const struct {
        uint8_t write, read, unused, type;
    } ports[] = {
        { 0x3f, 0x3e, 0, NV_DCB_I2C_BIT },
        { 0x37, 0x36, 0, NV_DCB_I2C_BIT },
    };

    for (unsigned i = 0; i < NV_DCB_I2C_ENTRIES; i++) {
        uint8_t *entry = table + i * NV_DCB_I2C_ENTRY_SIZE;

        if (i < ARRAY_SIZE(ports)) {
            memcpy(entry, &ports[i], NV_DCB_I2C_ENTRY_SIZE);
        } else {
            entry[3] = NV_DCB_I2C_UNUSED;
        }
    }
}

void nv_vbios_add_dcb(NVVbios *bios)
{
    uint32_t dcb = nv_vbios_alloc(bios, NV_DCB_HEADER_SIZE +
                                  NV_DCB_ENTRIES * NV_DCB_ENTRY_SIZE, 16);
    uint32_t i2c = nv_vbios_alloc(bios, NV_DCB_I2C_ENTRIES *
                                  NV_DCB_I2C_ENTRY_SIZE, 1);
    uint8_t *header = bios->data + dcb;

    stw_le_p(bios->data + NV_VBIOS_DCB, dcb);
    header[0] = bios->chip->vbios->dcb;
    /* The list of outputs ends where this table begins. */
    stw_le_p(header + 2, i2c);
    stl_le_p(header + 4, NV_DCB_SIGNATURE);
    nv_dcb_fill_outputs(header + NV_DCB_HEADER_SIZE, bios->chip);
    nv_dcb_fill_i2c(bios->data + i2c);
}
