/*
 * NVIDIA GPU: the built-in VBIOS: BIT, of the cards from NV40 on
 *
 * Source: nouveau's parse_bit_structure() in nouveau_bios.c, and
 * nvkm/subdev/bios/bit.c, base.c, init.c, pll.c, M0203.c, rammap.c and volt.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "internal.h"

#define NV_BIT_HEADER_SIZE 12
#define NV_BIT_ENTRY_SIZE 6

enum {
    NV_BIT_SIGNATURE = 0,
    NV_BIT_VERSION = 6,
    NV_BIT_HEADER_LEN = 8,
    NV_BIT_ENTRY_LEN = 9,
    NV_BIT_ENTRIES = 10,
    NV_BIT_CHECKSUM = 11,
};

/* 'i': the VBIOS' maker and date */
enum {
    NV_BIT_I_VERSION = 0,           /* micro, minor, chip, major */
    NV_BIT_I_PATCH = 4,
    NV_BIT_I_FEATURES = 5,
    NV_BIT_I_DAC_LOAD = 13,         /* table of load detection's values */
    NV_BIT_I_LEN = 15,
};

/* 'I': the tables of init scripts, of which only the first is used */
enum {
    NV_BIT_INIT_SCRIPTS = 0,
    NV_BIT_INIT_LEN = 14,
};

/* 'C': limits of PLLs, version 4.0; types as in nouveau's bios/pll.h */
enum {
    NV_BIT_C_LIMITS = 0,
    NV_BIT_C_LEN = 4,
    NV_BIT_PLL_HEADER_LEN = 4,
    NV_BIT_PLL_ENTRY_LEN = 11,
    NV_BIT_PLL_LIMITS_LEN = 14,
};

/* 'M', version 2: memory; the table as in nouveau's bios/M0203.h */
enum {
    NV_BIT_M_TYPES = 3,
    NV_BIT_M_LEN = 5,
    NV_BIT_M0203_HEADER_LEN = 7,
    NV_BIT_M0203_ENTRY_LEN = 2,
    NV_BIT_M0203_ENTRIES = 16,      /* as many as straps tell apart */
    NV_BIT_M0203_DDR3 = 1,
};

/*
 * 'P', version 2: performance; pointers of 32 bits.  Drivers read those up to
 * 0x20, the voltages' map, without a look at the length.
 */
enum {
    NV_BIT_P_RAMMAP = 0x04,
    NV_BIT_P_VOLT = 0x0c,
    NV_BIT_P_LEN = 0x28,
};

/* How memory is set up at each clock, version 1.1: a header, and no entries */
enum {
    NV_BIT_RAMMAP_VERSION = 0,
    NV_BIT_RAMMAP_HEADER_LEN = 1,
    NV_BIT_RAMMAP_ENTRY_LEN = 2,
    NV_BIT_RAMMAP_SUB_LEN = 3,
    NV_BIT_RAMMAP_SUB_COUNT = 4,
    NV_BIT_RAMMAP_COUNT = 5,
    NV_BIT_RAMMAP_LEN = 0x15,
};

/* Voltages, version 4.0: steps from a base, here none, chosen by GPIO lines */
enum {
    NV_BIT_VOLT_VERSION = 0,
    NV_BIT_VOLT_HEADER_LEN = 1,
    NV_BIT_VOLT_ENTRY_LEN = 2,
    NV_BIT_VOLT_COUNT = 3,
    NV_BIT_VOLT_BASE = 4,           /* in microvolts */
    NV_BIT_VOLT_STEP = 8,
    NV_BIT_VOLT_LINES = 0x0b,       /* a mask */
    NV_BIT_VOLT_MAX = 0x0e,
    NV_BIT_VOLT_LEN = 0x12,
};

static uint32_t nv_bit_add_info(NVVbios *bios)
{
    uint32_t offset = nv_vbios_alloc(bios, NV_BIT_I_LEN, 4);
    uint8_t *info = bios->data + offset;

    info[NV_BIT_I_VERSION + 2] = nv_vbios_chip(bios);
    info[NV_BIT_I_VERSION + 3] = 5;
    return offset;
}

/* The card comes out of reset initialized, so the script ends at once. */
static uint32_t nv_bit_add_init(NVVbios *bios)
{
    uint32_t script = nv_vbios_alloc(bios, 1, 1);
    uint32_t scripts = nv_vbios_alloc(bios, 4, 2);
    uint32_t offset = nv_vbios_alloc(bios, NV_BIT_INIT_LEN, 2);

    bios->data[script] = 0x71;                          /* INIT_DONE */
    stw_le_p(bios->data + scripts, script);
    stw_le_p(bios->data + offset + NV_BIT_INIT_SCRIPTS, scripts);
    return offset;
}

/* VCO between 500 and 1000 MHz, input between 5 and 50 MHz */
static uint32_t nv_bit_add_pll_limits(NVVbios *bios)
{
    uint32_t offset = nv_vbios_alloc(bios, NV_BIT_PLL_LIMITS_LEN, 2);
    uint8_t *limits = bios->data + offset;

    stw_le_p(limits + 0, 500);
    stw_le_p(limits + 2, 1000);
    stw_le_p(limits + 4, 5);
    stw_le_p(limits + 6, 50);
    limits[8] = 1;                                      /* M */
    limits[9] = 255;
    limits[10] = 8;                                     /* N */
    limits[11] = 255;
    limits[12] = 1;                                     /* P */
    limits[13] = 63;
    return offset;
}

static uint32_t nv_bit_add_plls(NVVbios *bios)
{
    const NVVbiosPll *plls = bios->chip->vbios->plls;
    uint32_t limits = nv_bit_add_pll_limits(bios);
    uint32_t offset = nv_vbios_alloc(bios, NV_BIT_C_LEN, 4);
    unsigned count = 0;
    uint32_t table;
    uint8_t *p;

    while (plls[count].type) {
        count++;
    }
    table = nv_vbios_alloc(bios, NV_BIT_PLL_HEADER_LEN +
                           count * NV_BIT_PLL_ENTRY_LEN, 2);
    stl_le_p(bios->data + offset + NV_BIT_C_LIMITS, table);
    p = bios->data + table;
    p[0] = 0x40;
    p[1] = NV_BIT_PLL_HEADER_LEN;
    p[2] = NV_BIT_PLL_ENTRY_LEN;
    p[3] = count;
    p += NV_BIT_PLL_HEADER_LEN;
    for (unsigned i = 0; i < count; i++, p += NV_BIT_PLL_ENTRY_LEN) {
        p[0] = plls[i].type;
        stw_le_p(p + 1, limits);
        stl_le_p(p + 3, plls[i].reg);
        stw_le_p(p + 9, bios->chip->crystal_khz / 1000);
    }
    return offset;
}

/* Which memory the straps stand for: the same for all of their values */
static uint32_t nv_bit_add_memory(NVVbios *bios)
{
    uint32_t table = nv_vbios_alloc(bios, NV_BIT_M0203_HEADER_LEN +
                                    NV_BIT_M0203_ENTRIES *
                                    NV_BIT_M0203_ENTRY_LEN, 2);
    uint32_t offset = nv_vbios_alloc(bios, NV_BIT_M_LEN, 2);
    uint8_t *p = bios->data + table;

    stw_le_p(bios->data + offset + NV_BIT_M_TYPES, table);
    p[0] = 0x10;
    p[1] = NV_BIT_M0203_HEADER_LEN;
    p[2] = NV_BIT_M0203_ENTRY_LEN;
    p[3] = NV_BIT_M0203_ENTRIES;
    p += NV_BIT_M0203_HEADER_LEN;
    for (unsigned i = 0; i < NV_BIT_M0203_ENTRIES; i++) {
        p[i * NV_BIT_M0203_ENTRY_LEN] = i << 4 | NV_BIT_M0203_DDR3;
    }
    return offset;
}

static uint32_t nv_bit_add_rammap(NVVbios *bios)
{
    uint32_t offset = nv_vbios_alloc(bios, NV_BIT_RAMMAP_LEN, 4);
    uint8_t *p = bios->data + offset;

    p[NV_BIT_RAMMAP_VERSION] = 0x11;
    p[NV_BIT_RAMMAP_HEADER_LEN] = NV_BIT_RAMMAP_LEN;
    return offset;
}

static uint32_t nv_bit_add_volt(NVVbios *bios)
{
    uint32_t offset = nv_vbios_alloc(bios, NV_BIT_VOLT_LEN, 4);
    uint8_t *p = bios->data + offset;

    p[NV_BIT_VOLT_VERSION] = 0x40;
    p[NV_BIT_VOLT_HEADER_LEN] = NV_BIT_VOLT_LEN;
    stl_le_p(p + NV_BIT_VOLT_BASE, 600000);
    stl_le_p(p + NV_BIT_VOLT_MAX, 1200000);
    return offset;
}

/*
 * Drivers of NVE4 take a missing table for a broken one: memory can't be
 * initialized, or the driver crashes.
 */
static uint32_t nv_bit_add_performance(NVVbios *bios)
{
    uint32_t rammap = nv_bit_add_rammap(bios);
    uint32_t volt = nv_bit_add_volt(bios);
    uint32_t offset = nv_vbios_alloc(bios, NV_BIT_P_LEN, 4);

    stl_le_p(bios->data + offset + NV_BIT_P_RAMMAP, rammap);
    stl_le_p(bios->data + offset + NV_BIT_P_VOLT, volt);
    return offset;
}

/* An empty table: pointers that are all 0 */
static uint32_t nv_bit_add_nothing(NVVbios *bios)
{
    return nv_vbios_alloc(bios, 4, 2);
}

void nv_vbios_add_bit(NVVbios *bios)
{
    bool memory_types = bios->chip->vbios->memory_types;
    bool performance = bios->chip->vbios->performance;
    const struct {
        char id;
        uint8_t version;
        uint16_t len;
        uint16_t offset;
    } entries[] = {
        { 'i', 2, NV_BIT_I_LEN, nv_bit_add_info(bios) },
        { 'I', 1, NV_BIT_INIT_LEN, nv_bit_add_init(bios) },
        { 'D', 1, 4, nv_bit_add_nothing(bios) },        /* flat panels */
        { 'L', 1, 2, nv_bit_add_nothing(bios) },        /* LVDS */
        { 'M', memory_types ? 2 : 1, memory_types ? NV_BIT_M_LEN : 2,
          memory_types ? nv_bit_add_memory(bios) : nv_bit_add_nothing(bios) },
        { 'C', 2, NV_BIT_C_LEN,
          bios->chip->vbios->plls ? nv_bit_add_plls(bios)
                                  : nv_bit_add_nothing(bios) },
        /* The last one: not all cards have it. */
        { 'P', 2, NV_BIT_P_LEN,
          performance ? nv_bit_add_performance(bios) : 0 },
    };
    unsigned count = ARRAY_SIZE(entries) - !performance;
    uint32_t size = NV_BIT_HEADER_SIZE + count * NV_BIT_ENTRY_SIZE;
    uint8_t *bit = bios->data + nv_vbios_alloc(bios, size, 16);

    memcpy(bit + NV_BIT_SIGNATURE, "\xff\xb8" "BIT\0", 6);
    stw_le_p(bit + NV_BIT_VERSION, 0x0100);
    bit[NV_BIT_HEADER_LEN] = NV_BIT_HEADER_SIZE;
    bit[NV_BIT_ENTRY_LEN] = NV_BIT_ENTRY_SIZE;
    bit[NV_BIT_ENTRIES] = count;
    for (unsigned i = 0; i < count; i++) {
        uint8_t *entry = bit + NV_BIT_HEADER_SIZE + i * NV_BIT_ENTRY_SIZE;

        entry[0] = entries[i].id;
        entry[1] = entries[i].version;
        stw_le_p(entry + 2, entries[i].len);
        stw_le_p(entry + 4, entries[i].offset);
    }
    nv_vbios_fix_checksum(bit, NV_BIT_HEADER_SIZE, NV_BIT_CHECKSUM);
}
