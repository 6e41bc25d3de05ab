/*
 * Hostile guests: falcons, and their uses
 *
 * Source of the instructions: envytools, docs/hw/falcon/isa.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/host-utils.h"
#include "nv-hostile.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fuc.h"

#define PAGE NV_FALCON_PAGE
#define PROGRAM (2 * PAGE)
/* The longest of instruction() */
#define LONGEST 11
#define REGS 8
#define SPECIAL_TV 3
#define SPECIAL_SP 4

/* A falcon, and how much memory it says that it has */
typedef struct Falcon {
    uint32_t base;
    uint32_t code_size, data_size;
    uint32_t pages;
    uint32_t (*value)(NVHostile *h);
} Falcon;

static Falcon look_at(NVHostile *h, uint32_t base,
                      uint32_t (*value)(NVHostile *h))
{
    uint32_t caps = nv_falcon_rd32(h->nv, base, A_NV_FALCON_UC_CAPS);
    uint32_t caps2 = nv_falcon_rd32(h->nv, base, A_NV_FALCON_UC_CAPS2);

    return (Falcon) {
        .base = base,
        .code_size = FIELD_EX32(caps, NV_FALCON_UC_CAPS, CODE_SIZE) * PAGE,
        .data_size = FIELD_EX32(caps, NV_FALCON_UC_CAPS, DATA_SIZE) * PAGE,
        .pages = 1 << FIELD_EX32(caps2, NV_FALCON_UC_CAPS2, VM_PAGES_LOG2),
        .value = value,
    };
}

/* --- Numbers ----------------------------------------------------------- */

/* Below @end, or around it */
static uint32_t around(NVHostile *h, uint32_t end)
{
    return nv_below(h, 3) ? nv_below(h, MAX(end, 1))
                          : end - 16 + nv_below(h, 32);
}

/* What registers of programs hold: mostly where memory or a unit is */
static uint32_t operand(NVHostile *h, const Falcon *falcon)
{
    switch (nv_below(h, 8)) {
    case 0:
    case 1:
        return around(h, falcon->data_size);
    case 2:
        return around(h, falcon->code_size);
    case 3:
        return around(h, falcon->pages * PAGE);
    case 4:
        /* An I/O port, of one register or of several equal ones */
        return nv_below(h, 0x400) << 8 | nv_below(h, 64) << 2;
    case 5:
        return nv_below(h, 0x100);
    case 6:
        /* For transfers: their size, and an address in the falcon */
        return nv_below(h, 8) << 16 | (around(h, falcon->data_size) & 0xffff);
    default:
        return falcon->value(h);
    }
}

/* --- Programs ---------------------------------------------------------- */

/*
 * Forms of instructions, by their first byte.  If there are several with the
 * same, the lower four bits of byte @sub tell them apart; @ops are those that
 * exist.  With @sized, the first byte's upper two bits say how wide operands
 * are.
 */
static const struct {
    uint8_t first, length;
    uint8_t sub;
    uint16_t ops;
    bool sized;
} forms[] = {
    { 0x00, 3, 0, 0x0001, true },
    { 0x10, 3, 0, 0x31bf, true },
    { 0x20, 4, 0, 0x000f, true },
    { 0x30, 3, 1, 0x0072, true },
    { 0x31, 4, 1, 0x0070, true },
    { 0x34, 3, 1, 0x0001, true },
    { 0x36, 3, 1, 0x30bf, true },
    { 0x37, 4, 1, 0x000f, true },
    { 0x38, 3, 2, 0x0073, true },
    { 0x39, 3, 2, 0x000f, true },
    { 0x3a, 3, 2, 0x0001, true },
    { 0x3b, 3, 2, 0x30bf, true },
    { 0x3c, 3, 2, 0x31bf, true },
    { 0x3d, 2, 1, 0x001f, true },
    { 0xc0, 3, 0, 0xf9ff },
    { 0xd0, 3, 0, 0x0003 },
    { 0xe0, 4, 0, 0x38fb },
    { 0xf0, 3, 1, 0x1eff },
    { 0xf1, 4, 1, 0x00fb },
    { 0xf2, 3, 1, 0x0100 },
    { 0xf4, 3, 1, 0xffff },
    { 0xf5, 4, 1, 0xffff },
    { 0xf8, 2, 1, 0x0fcb },
    { 0xf9, 2, 1, 0x0f33 },
    { 0xfa, 3, 2, 0x0173 },
    { 0xfc, 2, 1, 0x0001 },
    { 0xfd, 3, 2, 0x0e77 },
    { 0xfe, 3, 2, 0x100f },
    { 0xff, 3, 2, 0xf1ff },
};

static unsigned nth_bit(uint16_t bits, unsigned n)
{
    while (n--) {
        bits &= bits - 1;
    }
    return ctz32(bits);
}

/* mov and sethi: 32 bits.  Returns how many bytes they take. */
static unsigned move(uint8_t *code, unsigned reg, uint32_t val)
{
    const uint8_t bytes[] = { FUC_MOV(reg, val) };

    memcpy(code, bytes, sizeof(bytes));
    return sizeof(bytes);
}

/* mov $s $r: a special register */
static unsigned move_special(uint8_t *code, unsigned special, unsigned reg)
{
    code[0] = 0xfe;
    code[1] = reg << 4 | special;
    code[2] = 0;
    return 3;
}

/* One that exists; branches go forward as a rule, and not far */
static unsigned some_form(NVHostile *h, uint8_t *code)
{
    unsigned form = nv_below(h, ARRAY_SIZE(forms));
    unsigned sub = forms[form].sub;
    unsigned op = nth_bit(forms[form].ops,
                          nv_below(h, ctpop16(forms[form].ops)));

    code[0] = forms[form].first;
    code[1] = nv_below(h, REGS) << 4 | nv_below(h, REGS);
    for (unsigned i = 2; i < forms[form].length; i++) {
        code[i] = nv_below(h, 256);
    }
    if (code[0] == 0xf4 || code[0] == 0xf5) {
        code[1] = nv_below(h, 0x34);
        if (code[1] < 0x20 && nv_below(h, 8)) {
            code[2] = forms[form].length + code[2] % 8;
            code[3] = 0;
        }
    } else {
        code[sub] = (code[sub] & 0xf0) | op;
    }
    if (forms[form].sized) {
        code[0] |= nv_below(h, 3) << 6;
    }
    return forms[form].length;
}

static unsigned instruction(NVHostile *h, uint8_t *code, const Falcon *falcon)
{
    unsigned reg = nv_below(h, REGS), n;

    switch (nv_below(h, 8)) {
    case 0:
        return move(code, reg, operand(h, falcon));
    case 1:
        n = move(code, reg, operand(h, falcon));
        return n + move_special(code + n, nv_below(h, 13), reg);
    case 2:
        for (n = 0; n < 4; n++) {
            code[n] = nv_below(h, 256);
        }
        return n;
    default:
        return some_form(h, code);
    }
}

/*
 * A handler of traps that goes on 3 bytes after the instruction, so that the
 * first that traps isn't the last; it needs a stack.
 */
static const uint8_t handler[] = {
    0xfc, 0x70,                         /* pop $r7 */
    0xb6, 0x70, 0x03,                   /* add b32 $r7 3 */
    0xf9, 0x70,                         /* push $r7 */
    0xf4, 0x32, 0x18,                   /* bclr $flags ta */
    0xf8, 0x00,                         /* ret */
};
#define HANDLER (PROGRAM - sizeof(handler))

/* The first page of code once more, at any place of physical memory */
static void upload_page(NVHostile *h, const Falcon *falcon,
                        const uint8_t *code)
{
    uint32_t page = nv_hostile_size(h, MAX(falcon->code_size / PAGE, 1));
    uint32_t virt = nv_hostile_size(h, falcon->pages);

    nv_falcon_code_page(h->nv, falcon->base, page, virt, code, PAGE);
}

static void execute(NVHostile *h, const Falcon *falcon)
{
    static const uint8_t leave[] = { FUC_EXIT };
    NVDev *nv = h->nv;
    uint8_t code[PROGRAM] = {};
    unsigned n = 0;

    for (unsigned i = 0; i < 8; i++) {
        nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_MEMIF_PORT + i * 4,
                       (nv_below(h, 2) ? NV_PORT_DMAOBJ : NV_PORT_SYSRAM) |
                       nv_below(h, 8));
    }
    memcpy(code + HANDLER, handler, sizeof(handler));
    n += move(code + n, 0, HANDLER);
    n += move_special(code + n, SPECIAL_TV, 0);
    n += move(code + n, 0, falcon->data_size);
    n += move_special(code + n, SPECIAL_SP, 0);
    for (unsigned reg = 0; reg < REGS; reg++) {
        n += move(code + n, reg, operand(h, falcon));
    }
    while (n < HANDLER - LONGEST && nv_draw_left(h->draw)) {
        n += instruction(h, code + n, falcon);
    }
    /* One that doesn't end takes most of the time of all further steps. */
    memcpy(code + n, leave, sizeof(leave));
    nv_falcon_code(nv, falcon->base, code, sizeof(code));
    if (!nv_below(h, 4)) {
        upload_page(h, falcon, code);
    }
    nv_falcon_start(nv, falcon->base,
                    nv_below(h, 4) ? 0 : around(h, falcon->pages * PAGE));
    nv_clock_step(nv, 100 * 1000);
}

/* --- The host's accesses ----------------------------------------------- */

/* Loads and stores by the host: source, size and target */
static void transfer(NVHostile *h, const Falcon *falcon)
{
    NVDev *nv = h->nv;

    nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_MEMIF_PORT, NV_PORT_SYSRAM);
    nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_XFER_EXT_BASE,
                   nv_below(h, 2) ? falcon->value(h) : nv_below(h, 0x10000));
    nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_XFER_FALCON_ADDR,
                   operand(h, falcon));
    nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_XFER_EXT_ADDR,
                   nv_below(h, 2) ? nv_below(h, 0x10000) : falcon->value(h));
    nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_XFER_CTRL,
                   nv_below(h, 4) << 4 | nv_below(h, 8) << 8 |
                   nv_below(h, 2) << 12);
    nv_clock_step(nv, 10 * 1000);
}

/* Code and data through their windows, to their ends and beyond; TLBs */
static void memory(NVHostile *h, const Falcon *falcon)
{
    NVDev *nv = h->nv;

    nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_CODE_INDEX,
                   nv_below(h, 4) << 24 | around(h, falcon->code_size));
    nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_CODE_VIRT,
                   around(h, falcon->pages));
    nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_DATA_INDEX,
                   nv_below(h, 4) << 24 | around(h, falcon->data_size));
    for (unsigned i = 0; i < 8 && nv_draw_left(h->draw); i++) {
        nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_DATA, falcon->value(h));
        nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_CODE, falcon->value(h));
        nv_falcon_rd32(nv, falcon->base, A_NV_FALCON_DATA);
        nv_falcon_rd32(nv, falcon->base, A_NV_FALCON_CODE);
        nv_falcon_wr32(nv, falcon->base, A_NV_FALCON_TLB_CMD,
                       nv_below(h, 4) << 24 |
                       (nv_below(h, 2) ? around(h, falcon->code_size / PAGE)
                                       : operand(h, falcon)));
        nv_falcon_rd32(nv, falcon->base, A_NV_FALCON_TLB_CMD_RES);
    }
}

/* Any registers, of several equal ones; every second is one that all have */
static void registers(NVHostile *h, const Falcon *falcon)
{
    for (unsigned i = 0; i < 16; i++) {
        uint32_t reg = nv_below(h, nv_below(h, 2) ? 0x80 : 0x400) * 4;

        if (nv_below(h, 2)) {
            nv_falcon_wr32(h->nv, falcon->base, A_NV_FALCON_HOST_IO_INDEX,
                           nv_below(h, 64));
        }
        nv_falcon_wr32(h->nv, falcon->base, reg, falcon->value(h));
        nv_falcon_rd32(h->nv, falcon->base, reg);
    }
    nv_clock_step(h->nv, 10 * 1000);
}

void nv_hostile_falcon(NVHostile *h, const uint32_t *falcons, unsigned count,
                       uint32_t (*value)(NVHostile *h))
{
    Falcon falcon = look_at(h, falcons[nv_below(h, count)], value);

    switch (nv_below(h, 6)) {
    case 0:
    case 1:
    case 2:
        execute(h, &falcon);
        break;
    case 3:
        transfer(h, &falcon);
        break;
    case 4:
        memory(h, &falcon);
        break;
    default:
        registers(h, &falcon);
        break;
    }
}
