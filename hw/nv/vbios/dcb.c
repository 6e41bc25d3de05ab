/*
 * NVIDIA GPU: the built-in VBIOS: DCB, the outputs, connectors and I2C ports
 *
 * Source: nouveau's parse_dcb20_entry() in nouveau_bios.c, and
 * nvkm/subdev/bios/dcb.c, conn.c and i2c.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/bswap.h"
#include "internal.h"

/* Where the image's header has the DCB's address */
#define NV_VBIOS_DCB 0x36

#define NV_DCB_SIGNATURE 0x4edcbdcb
#define NV_DCB_20_HEADER_SIZE 8
#define NV_DCB_30_HEADER_SIZE 0x1b
#define NV_DCB_ENTRY_SIZE 8
#define NV_DCB_ENTRIES 16
#define NV_DCB_30_I2C_HEADER_SIZE 5
#define NV_DCB_I2C_ENTRY_SIZE 4
#define NV_DCB_I2C_ENTRIES 16
#define NV_DCB_40_CONNECTOR_HEADER_SIZE 5
#define NV_DCB_40_CONNECTOR_SIZE 4
/* Drivers expect this many, however many the outputs refer to. */
#define NV_DCB_40_CONNECTORS 16
/* A connector's second byte: it uses the first hot plug line */
#define NV_DCB_40_CONNECTOR_HPD0 0x10
#define NV_DCB_40_GPIO_HEADER_SIZE 4
#define NV_DCB_40_GPIO_SIZE 4
#define NV_DCB_41_GPIO_SIZE 5

enum {
    NV_DCB_ANALOG = 0,
    NV_DCB_END = 0xe,
};

enum {
    NV_DCB_I2C_BIT = 0,             /* lines in CRTC registers */
    NV_DCB_I2C_NVIO_BIT = 5,        /* lines in registers of PNVIO */
    NV_DCB_I2C_UNUSED = 7,
    NV_DCB_30_I2C_UNUSED = 0xff,
};

enum {
    NV_DCB_GPIO_HPD0 = 0x07,        /* hot plug of the first connector */
    NV_DCB_GPIO_INPUT = 2,
};

enum {
    NV_DCB_CONNECTOR_VGA = 0x00,
    NV_DCB_CONNECTOR_NONE = 0xff,
};

static bool nv_dcb_is_30(const NVChip *chip)
{
    return chip->vbios->dcb >= 0x30;
}

/* The heads that the first DAC can show, a bit each */
static uint32_t nv_dcb_heads(const NVChip *chip)
{
    if (chip->counts) {
        return MAKE_64BIT_MASK(0, chip->counts->heads);
    }
    return chip->display->dac_selects_head ? 3 : 1;
}

/*
 * The only output: VGA, with its DDC on the first I2C port, on any head that
 * its DAC can show, and at the first connector
 */
static void nv_dcb_fill_outputs(uint8_t *entry, const NVVbios *bios)
{
    const NVChip *chip = bios->chip;
    uint32_t heads = nv_dcb_heads(chip);
    uint32_t port = 0;
    uint32_t resource = 1;
    uint32_t khz = 400000;

    for (unsigned i = 0; i < NV_DCB_ENTRIES; i++) {
        stl_le_p(entry + i * NV_DCB_ENTRY_SIZE, NV_DCB_END);
    }
    if (bios->display) {
        stl_le_p(entry,
                 NV_DCB_ANALOG | port << 4 | heads << 8 | resource << 24);
        stl_le_p(entry + 4, khz / (nv_dcb_is_30(chip) ? 10000 : 10));
    }
}

/* Indices of the CRTC registers to write and to read; or PNVIO's port number */
typedef uint8_t NVDcbPort[NV_DCB_I2C_ENTRY_SIZE];

/* A card without outputs has no ports: drivers would probe each for chips. */
static void nv_dcb_fill_i2c(uint8_t *table, const NVVbios *bios,
                            uint8_t unused_type)
{
    static const NVDcbPort crtc_ports[] = {
        { 0x3f, 0x3e, 0, NV_DCB_I2C_BIT },
        { 0x37, 0x36, 0, NV_DCB_I2C_BIT },
    };
    static const NVDcbPort pnvio_ports[] = {
        { 0, 0, 0, NV_DCB_I2C_NVIO_BIT },
        { 1, 0, 0, NV_DCB_I2C_NVIO_BIT },
    };
    const NVDcbPort *ports = bios->chip->vbios->dcb >= 0x40 ? pnvio_ports
                                                            : crtc_ports;
    unsigned count = bios->display ? ARRAY_SIZE(crtc_ports) : 0;

    QEMU_BUILD_BUG_ON(sizeof(pnvio_ports) != sizeof(crtc_ports));
    for (unsigned i = 0; i < NV_DCB_I2C_ENTRIES; i++) {
        uint8_t *entry = table + i * NV_DCB_I2C_ENTRY_SIZE;

        if (i < count) {
            memcpy(entry, ports[i], NV_DCB_I2C_ENTRY_SIZE);
        } else {
            entry[3] = unused_type;
        }
    }
}

/* The list of outputs ends where the table of ports begins. */
static void nv_dcb_fill_20(NVVbios *bios, uint32_t dcb)
{
    uint32_t i2c = nv_vbios_alloc(bios, NV_DCB_I2C_ENTRIES *
                                  NV_DCB_I2C_ENTRY_SIZE, 1);
    uint8_t *header = bios->data + dcb;

    stw_le_p(header + 2, i2c);
    stl_le_p(header + 4, NV_DCB_SIGNATURE);
    nv_dcb_fill_i2c(bios->data + i2c, bios, NV_DCB_I2C_UNUSED);
}

static void nv_dcb_fill_30(NVVbios *bios, uint32_t dcb)
{
    uint32_t i2c = nv_vbios_alloc(bios, NV_DCB_30_I2C_HEADER_SIZE +
                                  NV_DCB_I2C_ENTRIES * NV_DCB_I2C_ENTRY_SIZE,
                                  1);
    uint8_t *header = bios->data + dcb;
    uint8_t *ports = bios->data + i2c;

    header[1] = NV_DCB_30_HEADER_SIZE;
    header[2] = NV_DCB_ENTRIES;
    header[3] = NV_DCB_ENTRY_SIZE;
    stw_le_p(header + 4, i2c);
    stl_le_p(header + 6, NV_DCB_SIGNATURE);
    ports[0] = bios->chip->vbios->dcb;
    ports[1] = NV_DCB_30_I2C_HEADER_SIZE;
    ports[2] = NV_DCB_I2C_ENTRIES;
    ports[3] = NV_DCB_I2C_ENTRY_SIZE;
    nv_dcb_fill_i2c(ports + NV_DCB_30_I2C_HEADER_SIZE, bios,
                    NV_DCB_30_I2C_UNUSED);
}

/* Before DCB 4.0 drivers derive the connectors from the outputs. */
static void nv_dcb_fill_connectors(NVVbios *bios, uint32_t dcb)
{
    uint32_t table = nv_vbios_alloc(bios, NV_DCB_40_CONNECTOR_HEADER_SIZE +
                                    NV_DCB_40_CONNECTORS *
                                    NV_DCB_40_CONNECTOR_SIZE, 1);
    uint8_t *header = bios->data + table;
    uint8_t *entry = header + NV_DCB_40_CONNECTOR_HEADER_SIZE;

    stw_le_p(bios->data + dcb + 0x14, table);
    header[0] = bios->chip->vbios->dcb;
    header[1] = NV_DCB_40_CONNECTOR_HEADER_SIZE;
    header[2] = NV_DCB_40_CONNECTORS;
    header[3] = NV_DCB_40_CONNECTOR_SIZE;
    for (unsigned i = 0; i < NV_DCB_40_CONNECTORS; i++) {
        entry[i * NV_DCB_40_CONNECTOR_SIZE] = NV_DCB_CONNECTOR_NONE;
    }
    if (bios->display) {
        entry[0] = NV_DCB_CONNECTOR_VGA;
        entry[1] = NV_DCB_40_CONNECTOR_HPD0;
    }
}

/* The only line: an input that is high while the monitor is there */
static void nv_dcb_fill_gpio(NVVbios *bios, uint32_t dcb)
{
    uint8_t version = bios->chip->vbios->dcb_gpio ?: bios->chip->vbios->dcb;
    bool is_41 = version >= 0x41;
    unsigned size = is_41 ? NV_DCB_41_GPIO_SIZE : NV_DCB_40_GPIO_SIZE;
    uint32_t table = nv_vbios_alloc(bios, NV_DCB_40_GPIO_HEADER_SIZE + size,
                                    1);
    uint8_t *header = bios->data + table;
    uint8_t *entry = header + NV_DCB_40_GPIO_HEADER_SIZE;
    uint32_t line = bios->chip->display->hpd_line | NV_DCB_GPIO_HPD0 << 8;

    stw_le_p(bios->data + dcb + 0x0a, table);
    header[0] = version;
    header[1] = NV_DCB_40_GPIO_HEADER_SIZE;
    header[2] = bios->display;
    header[3] = size;
    if (is_41) {
        stl_le_p(entry, line);
        entry[4] = NV_DCB_GPIO_INPUT << 4 | (NV_DCB_GPIO_INPUT | 1) << 6;
    } else {
        stl_le_p(entry, line | NV_DCB_GPIO_INPUT << 27 |
                        (NV_DCB_GPIO_INPUT | 1u) << 29);
    }
}

void nv_vbios_add_dcb(NVVbios *bios)
{
    bool is_30 = nv_dcb_is_30(bios->chip);
    uint32_t header_size = is_30 ? NV_DCB_30_HEADER_SIZE
                                 : NV_DCB_20_HEADER_SIZE;
    uint32_t dcb = nv_vbios_alloc(bios, header_size + NV_DCB_ENTRIES *
                                  NV_DCB_ENTRY_SIZE, 16);

    stw_le_p(bios->data + NV_VBIOS_DCB, dcb);
    bios->data[dcb] = bios->chip->vbios->dcb;
    nv_dcb_fill_outputs(bios->data + dcb + header_size, bios);
    if (is_30) {
        nv_dcb_fill_30(bios, dcb);
    } else {
        nv_dcb_fill_20(bios, dcb);
    }
    if (bios->chip->vbios->dcb >= 0x40) {
        nv_dcb_fill_connectors(bios, dcb);
        nv_dcb_fill_gpio(bios, dcb);
    }
}
