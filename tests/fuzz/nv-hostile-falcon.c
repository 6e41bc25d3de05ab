/*
 * Hostile guests: falcons, and their uses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-hostile.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fuc.h"

#define PROGRAM 0x200
/* The longest of instruction() */
#define LONGEST 11

/* mov and sethi: 32 bits.  Returns how many bytes they take. */
static unsigned move(uint8_t *code, unsigned reg, uint32_t val)
{
    code[0] = 0xf1;
    code[1] = reg << 4 | 0x7;
    code[2] = val;
    code[3] = val >> 8;
    code[4] = 0xf1;
    code[5] = reg << 4 | 0x3;
    code[6] = val >> 16;
    code[7] = val >> 24;
    return 8;
}

/* Important instructions: I[] and memory by registers of any value, loads */
static unsigned instruction(NVHostile *h, uint8_t *code,
                            uint32_t (*value)(NVHostile *h))
{
    unsigned reg = nv_below(h, 8), other = nv_below(h, 8);
    uint32_t val, index;

    switch (nv_below(h, 5)) {
    case 0:
        return move(code, reg, value(h));
    case 1:
        /* iowr and iord, of one register or of several equal ones */
        val = nv_below(h, 0x10000);
        index = val & 0x8000 ? val >> 10 & 0x1f : 0;
        move(code, reg, (val & 0x3ff) << 8 | index << 2);
        code[8] = nv_below(h, 2) ? 0xfa : 0xfe;
        code[9] = reg << 4 | other;
        code[10] = nv_below(h, 2) ? 0x00 : nv_below(h, 256);
        return 11;
    case 2:
        /* Operations on two registers and a byte: ld, st, xd, clear, ... */
        code[0] = nv_below(h, 256);
        code[1] = reg << 4 | other;
        code[2] = nv_below(h, 256);
        return 3;
    case 3:
        /* What has no result: jumps, loads, TLBs, special registers */
        move(code, reg, nv_hostile_size(h, 0x20000));
        code[8] = 0xf8 + nv_below(h, 8);
        code[9] = reg << 4 | nv_below(h, 16);
        code[10] = nv_below(h, 256);
        return 11;
    default:
        for (unsigned i = 0; i < 4; i++) {
            code[i] = nv_below(h, 256);
        }
        return 4;
    }
}

static void execute(NVHostile *h, uint32_t falcon,
                    uint32_t (*value)(NVHostile *h))
{
    NVDev *nv = h->nv;
    uint8_t code[PROGRAM] = {};
    unsigned n = 0;

    for (unsigned i = 0; i < 8; i++) {
        nv_falcon_wr32(nv, falcon, A_NV_FALCON_MEMIF_PORT + i * 4,
                       (nv_below(h, 2) ? NV_PORT_DMAOBJ : NV_PORT_SYSRAM) |
                       nv_below(h, 8));
    }
    while (n < PROGRAM - LONGEST && nv_draw_left(h->draw)) {
        n += instruction(h, code + n, value);
    }
    nv_falcon_code(nv, falcon, code, sizeof(code));
    nv_falcon_start(nv, falcon, nv_below(h, 4) ? 0 : nv_below(h, 32));
    nv_clock_step(nv, 100 * 1000);
}

/* Loads and stores by the host: source, size and target */
static void transfer(NVHostile *h, uint32_t falcon,
                     uint32_t (*value)(NVHostile *h))
{
    NVDev *nv = h->nv;

    nv_falcon_wr32(nv, falcon, A_NV_FALCON_MEMIF_PORT, NV_PORT_SYSRAM);
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_XFER_EXT_BASE,
                   nv_below(h, 2) ? value(h) : nv_below(h, 0x10000));
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_XFER_FALCON_ADDR,
                   nv_below(h, 4) ? nv_hostile_size(h, 0x10000) : value(h));
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_XFER_EXT_ADDR,
                   nv_below(h, 2) ? nv_below(h, 0x10000) : value(h));
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_XFER_CTRL,
                   nv_below(h, 4) << 4 | nv_below(h, 8) << 8 |
                   nv_below(h, 2) << 12);
    nv_clock_step(nv, 10 * 1000);
}

/* Code and data through their windows, to their ends and beyond */
static void memory(NVHostile *h, uint32_t falcon,
                   uint32_t (*value)(NVHostile *h))
{
    NVDev *nv = h->nv;

    nv_falcon_wr32(nv, falcon, A_NV_FALCON_CODE_INDEX,
                   nv_below(h, 4) << 24 | nv_hostile_size(h, 0x10000));
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_CODE_VIRT, nv_below(h, 0x200));
    nv_falcon_wr32(nv, falcon, A_NV_FALCON_DATA_INDEX,
                   nv_below(h, 4) << 24 | nv_hostile_size(h, 0x10000));
    for (unsigned i = 0; i < 8 && nv_draw_left(h->draw); i++) {
        nv_falcon_wr32(nv, falcon, A_NV_FALCON_DATA, value(h));
        nv_falcon_wr32(nv, falcon, A_NV_FALCON_CODE, value(h));
        nv_falcon_rd32(nv, falcon, A_NV_FALCON_DATA);
        nv_falcon_rd32(nv, falcon, A_NV_FALCON_CODE);
    }
}

void nv_hostile_falcon(NVHostile *h, const uint32_t *falcons, unsigned count,
                       uint32_t (*value)(NVHostile *h))
{
    uint32_t falcon = falcons[nv_below(h, count)];

    switch (nv_below(h, 6)) {
    case 0:
    case 1:
        execute(h, falcon, value);
        break;
    case 2:
        transfer(h, falcon, value);
        break;
    case 3:
        memory(h, falcon, value);
        break;
    default:
        for (unsigned i = 0; i < 12 && nv_draw_left(h->draw); i++) {
            nv_wr32(h->nv, falcon + nv_below(h, 0x400) * 4, value(h));
        }
        nv_clock_step(h->nv, 10 * 1000);
        break;
    }
}
