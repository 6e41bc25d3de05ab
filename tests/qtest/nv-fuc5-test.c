/*
 * Tests of the NVIDIA GPU: falcons of version 5, by way of PDAEMON
 *
 * What they have of version 3 is in nv-falcon-test.c.  The programs are given
 * in bytes, see envytools' envydis/falcon.c: forms with F_FUC5P are new, those
 * with F_FUCOLD are gone.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-test.h"

#define FALCON NV_PDAEMON

#define C 0x100
#define O 0x200
#define S 0x400
#define Z 0x800

static uint32_t data(NVDev *nv, uint32_t addr)
{
    return nv_falcon_data_rd32(nv, FALCON, addr);
}

static void append(GByteArray *code, const uint8_t *bytes, unsigned length)
{
    g_byte_array_append(code, bytes, length);
}

/* --- Registers and flags ----------------------------------------------- */

/* An instruction, $r1, $r2, $r3 and $flags before, $r3 and $flags after */
typedef struct Instruction {
    const char *name;
    uint8_t bytes[6];
    uint8_t length;
    uint32_t r1, r2, r3, flags;
    uint32_t r3_after, flags_after;
} Instruction;

static const Instruction instructions[] = {
    { "mov imm8", { 0x03, 0x80 }, 2, 0, 0, 0, C | Z, 0xffffff80, C | Z },
    { "mov imm8, positive", { 0x03, 0x7f }, 2, 0, 0, 0xffffffff, 0, 0x7f, 0 },
    { "mov imm16", { 0x43, 0x34, 0x92 }, 3, 0, 0, 0, C, 0xffff9234, C },
    { "mov imm24", { 0x83, 0x56, 0x34, 0x92 }, 4, 0, 0, 0, O, 0xff923456, O },
    { "mov imm32", { 0xd3, 0x78, 0x56, 0x34, 0x92 }, 5, 0, 0, 0, S,
      0x92345678, S },
    { "mov b8", { 0x32, 0x13 }, 2, 0x12345678, 0, 0xaabbccdd, Z, 0xaabbcc78,
      Z },
    { "mov b16", { 0x72, 0x13 }, 2, 0x12345678, 0, 0xaabbccdd, Z, 0xaabb5678,
      Z },
    { "mov b32", { 0xb2, 0x13 }, 2, 0x12345678, 0, 0xaabbccdd, Z, 0x12345678,
      Z },
    /* The first operand is the second register in the byte. */
    { "cmpu b32", { 0xa4, 0x12 }, 2, 1, 0x80000000, 7, 0, 7, C },
    { "cmpu b32, not less", { 0xa4, 0x12 }, 2, 2, 1, 7, C | Z | O, 7, O },
    { "cmps b32", { 0xa5, 0x12 }, 2, 0x80000000, 1, 7, 0, 7, C },
    { "cmp b32", { 0xa6, 0x12 }, 2, 0x80000000, 1, 7, 0, 7, O },
    { "cmp b8", { 0x26, 0x12 }, 2, 0x1ff, 0xff, 7, 0, 7, Z },
    { "cmp b16", { 0x66, 0x12 }, 2, 0x10000, 1, 7, 0, 7, C | S },
    { "add b32 imm16", { 0xb8, 0x13, 0x34, 0x92, 0x00 }, 5, 0x70000000, 0, 0,
      0, 0x70009234, 0 },
    { "adc b32 imm16", { 0xb8, 0x13, 0xff, 0xff, 0x01 }, 5, 0xffff0000, 0, 0,
      C, 0, C | Z },
    { "sub b32 imm16", { 0xb8, 0x13, 0x01, 0x80, 0x02 }, 5, 0x8000, 0, 0, 0,
      0xffffffff, C | S },
    { "sbb b16 imm16", { 0x78, 0x13, 0x02, 0x00, 0x03 }, 5, 0x10005, 0,
      0xaabbccdd, C, 0xaabb0002, 0 },
    /* What is beside the subopcode doesn't count. */
    { "add b8 imm16", { 0x38, 0x13, 0x81, 0x12, 0x50 }, 5, 0x80, 0,
      0xaabbccdd, 0, 0xaabbcc01, C | O },
    /* A few that are as before, but stand where others have moved */
    { "add b32 imm8", { 0x90, 0x13, 0x80 }, 3, 1, 0, 0, 0, 0x81, 0 },
    { "cmp b32 imm16", { 0xb1, 0x16, 0x00, 0x80 }, 4, 0xffff8000, 0, 7, 0, 7,
      Z },
    { "not b32", { 0xb9, 0x13, 0x00 }, 3, 0, 0, 0, C, UINT32_MAX, C | S },
    { "sethi", { 0xf0, 0x33, 0x12 }, 3, 0, 0, 0x89abcdef, 0, 0x0012cdef, 0 },
    { "and imm16", { 0xf1, 0x34, 0xf0, 0x0f }, 4, 0, 0, 0x1234ffff, C,
      0x0ff0, 0 },
};

/* Run an instruction, and @count bytes that follow it. */
static void execute(NVDev *nv, const Instruction *insn, const uint8_t *next,
                    unsigned count)
{
    static const uint8_t before[] = {
        0xbd, 0x04,                     /* clear b32 $r0 */
        0x98, 0x01, 0x00,               /* ld b32 $r1 D[$r0] */
        0x98, 0x02, 0x01,               /* ld b32 $r2 D[$r0 + 4] */
        0x98, 0x03, 0x02,
        0x98, 0x04, 0x03,
        0xfe, 0x48, 0x00,               /* mov $flags $r4 */
    };
    static const uint8_t after[] = {
        0xfe, 0x85, 0x01,               /* mov $r5 $flags */
        0xb5, 0x03, 0x04,               /* st b32 D[$r0 + 0x10] $r3 */
        0xb5, 0x05, 0x05,               /* st b32 D[$r0 + 0x14] $r5 */
        0xf8, 0x02,                     /* exit */
    };
    const uint32_t in[] = { insn->r1, insn->r2, insn->r3, insn->flags };
    g_autoptr(GByteArray) code = g_byte_array_new();

    append(code, before, sizeof(before));
    append(code, insn->bytes, insn->length);
    append(code, next, count);
    append(code, after, sizeof(after));
    nv_pdaemon_load(nv, code->data, code->len);
    nv_falcon_data(nv, FALCON, 0, in, ARRAY_SIZE(in));
    nv_pdaemon_finish(nv);
}

static void arithmetic(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(instructions); i++) {
        const Instruction *insn = &instructions[i];

        execute(nv, insn, NULL, 0);
        if (data(nv, 0x10) != insn->r3_after ||
            data(nv, 0x14) != insn->flags_after) {
            nv_fail("%s: 0x%08x and flags 0x%x, not 0x%08x and 0x%x",
                    insn->name, data(nv, 0x10), data(nv, 0x14),
                    insn->r3_after, insn->flags_after);
        }
    }
}

/* --- Data --------------------------------------------------------------- */

/* In $r3, in registers' numbers and widths, in addresses */
static void loads_and_stores(NVDev *nv)
{
    static const uint8_t code[] = {
        0xbd, 0x04,                     /* clear b32 $r0 */
        0x41, 0x00, 0x01,               /* mov $r1 0x100 */
        0xfe, 0x14, 0x00,               /* mov $sp $r1 */
        0x02, 0x40,                     /* mov $r2 0x40 */
        0xd3, 0x78, 0x56, 0x34, 0x12,   /* mov $r3 0x12345678 */
        0x04, 0x03,                     /* mov $r4 3 */
        0xa0, 0x23,                     /* st b32 D[$r2] $r3 */
        0xb5, 0x23, 0x01,               /* st b32 D[$r2 + 4] $r3 */
        0x75, 0x23, 0x05,               /* st b16 D[$r2 + 0xa] $r3 */
        0x35, 0x23, 0x0d,               /* st b8 D[$r2 + 0xd] $r3 */
        0xbc, 0x23, 0x49,               /* st b32 D[$r2 + $r4 * 4] $r3 */
        0x3c, 0x23, 0x49,               /* st b8 D[$r2 + $r4] $r3 */
        0xa1, 0x34,                     /* st b32 D[$sp + $r4 * 4] $r3 */
        0x61, 0x34,                     /* st b16 D[$sp + $r4 * 2] $r3 */
        0xb0, 0x31, 0x02,               /* st b32 D[$sp + 8] $r3 */
        0xbd, 0x54,                     /* clear b32 $r5 */
        0x7f, 0x25,                     /* ld b16 $r5 D[$r2] */
        0xb5, 0x05, 0x00,               /* st b32 D[$r0] $r5 */
        0xbf, 0x25,                     /* ld b32 $r5 D[$r2] */
        0xb5, 0x05, 0x01,
        0xb4, 0x50, 0x03,               /* ld b32 $r5 D[$sp + 0xc] */
        0xb5, 0x05, 0x02,
        0xba, 0x54, 0x00,               /* ld b32 $r5 D[$sp + $r4 * 4] */
        0xb5, 0x05, 0x03,
        0xbc, 0x24, 0x58,               /* ld b32 $r5 D[$r2 + $r4 * 4] */
        0xb5, 0x05, 0x04,
        0xf8, 0x02,
    };
    static const uint32_t zeros[0x110 / 4];

    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_data(nv, FALCON, 0, zeros, ARRAY_SIZE(zeros));
    nv_pdaemon_finish(nv);
    nv_assert_hex(data(nv, 0x40), 0x78345678);
    nv_assert_hex(data(nv, 0x44), 0x12345678);
    nv_assert_hex(data(nv, 0x48), 0x56780000);
    nv_assert_hex(data(nv, 0x4c), 0x12345678);
    nv_assert_hex(data(nv, 0x104), 0x56780000);
    nv_assert_hex(data(nv, 0x108), 0x12345678);
    nv_assert_hex(data(nv, 0x10c), 0x12345678);
    nv_assert_hex(data(nv, 0x00), 0x5678);
    nv_assert_hex(data(nv, 0x04), 0x78345678);
    nv_assert_hex(data(nv, 0x08), 0x12345678);
    nv_assert_hex(data(nv, 0x0c), 0x12345678);
    nv_assert_hex(data(nv, 0x10), 0x12345678);
}

/* By the register's offset, which this unit takes unshifted */
static void io(NVDev *nv)
{
    static const uint8_t code[] = {
        0x42, 0xd0, 0x05,               /* mov $r2 0x5d0 */
        0x03, 0x11,                     /* mov $r3 0x11 */
        0xf6, 0x23, 0x00,               /* iowr I[$r2] $r3 */
        0x03, 0x22,                     /* mov $r3 0x22 */
        0xf7, 0x23, 0x01,               /* iowrs I[$r2 + 4] $r3 */
        0xcf, 0x24, 0x00,               /* iord $r4 I[$r2] */
        0x42, 0xd8, 0x05,               /* mov $r2 0x5d8 */
        0xfa, 0x24, 0x00,               /* iowr I[$r2] $r4 */
        0xf8, 0x02,
    };

    nv_pdaemon_run(nv, code, sizeof(code));
    nv_assert_hex(nv_falcon_rd32(nv, FALCON, A_NV_PDAEMON_DSCRATCH), 0x11);
    nv_assert_hex(nv_falcon_rd32(nv, FALCON, A_NV_PDAEMON_DSCRATCH + 4), 0x22);
    nv_assert_hex(nv_falcon_rd32(nv, FALCON, A_NV_PDAEMON_DSCRATCH + 8), 0x11);
}

/* --- Branches ----------------------------------------------------------- */

/* A branch that skips a mov of $r3, of 2 bytes, if it is taken */
static const struct {
    Instruction insn;
    uint32_t equal, other;
} branches[] = {
    { { "e", { 0xb3, 0x10, 0x85, 0x06 }, 4 }, 0x85, 0xffffff85 },
    { { "ne", { 0xb3, 0x14, 0x85, 0x06 }, 4 }, 0x85, 0x185 },
    { { "e, wide target", { 0xb3, 0x19, 0x85, 0x07, 0x00 }, 5 }, 0x85, 0 },
    { { "e, wide imm", { 0xb3, 0x1a, 0x34, 0x92, 0x07 }, 5 }, 0x9234,
      0xffff9234 },
    { { "e, wide", { 0xb3, 0x1b, 0x34, 0x92, 0x08, 0x00 }, 6 }, 0x9234, 0x34 },
    { { "ne, wide target", { 0xb3, 0x1d, 0x85, 0x07, 0x00 }, 5 }, 0x85, 0 },
    { { "ne, wide imm", { 0xb3, 0x1e, 0x34, 0x92, 0x07 }, 5 }, 0x9234,
      0x19234 },
    { { "ne, wide", { 0xb3, 0x1f, 0x34, 0x92, 0x08, 0x00 }, 6 }, 0x9234, 0 },
    { { "b8 e", { 0x33, 0x10, 0x85, 0x06 }, 4 }, 0x185, 0x86 },
    { { "b16 ne", { 0x73, 0x1e, 0x34, 0x92, 0x07 }, 5 }, 0x19234, 0x34 },
};

static void check_branch(NVDev *nv, unsigned i, uint32_t r1, bool taken)
{
    static const uint8_t skipped[] = { 0x03, 0x11 };    /* mov $r3 0x11 */
    Instruction insn = branches[i].insn;

    insn.r1 = r1;
    insn.r3 = 0x22;
    insn.flags = C | O | S;
    execute(nv, &insn, skipped, sizeof(skipped));
    if (data(nv, 0x10) != (taken ? 0x22 : 0x11)) {
        nv_fail("bra %s with 0x%08x: %staken", insn.name, r1,
                taken ? "not " : "");
    }
    nv_assert_hex(data(nv, 0x14), C | O | S);
}

static void compare_and_branch(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(branches); i++) {
        bool ne = branches[i].insn.bytes[1] & 4;

        check_branch(nv, i, branches[i].equal, !ne);
        check_branch(nv, i, branches[i].other, ne);
    }
}

/* Backwards, and across what calls push */
static void calls(NVDev *nv)
{
    static const uint8_t code[0x400] = {
        0xbd, 0x04,                     /* 00 clear b32 $r0 */
        0x41, 0x00, 0x10,               /* 02 mov $r1 0x1000 */
        0xfe, 0x14, 0x00,               /* 05 mov $sp $r1 */
        0x02, 0x03,                     /* 08 mov $r2 3 */
        0x7e, 0x20, 0x02, 0x00,         /* 0a loop: lcall 0x220 */
        0xf3, 0x30, 0x03,               /* 0e call 0x330 */
        0xf4, 0x21, 0x80,               /* 11 call 0x80 */
        0xb6, 0x22, 0x01,               /* 14 sub b32 $r2 1 */
        0xb3, 0x24, 0x00, 0xf3,         /* 17 bra b32 $r2 0 ne loop */
        0x3e, 0x40, 0x02, 0x00,         /* 1b lbra 0x240 */
        [0x80] = 0xb6, 0x30, 0x10,      /* add b32 $r3 0x10 */
        0xf8, 0x00,                     /* ret */
        [0x220] = 0xb8, 0x33, 0x00, 0x01, 0x00, /* add b32 $r3 $r3 0x100 */
        0xf8, 0x00,
        [0x240] = 0xb5, 0x03, 0x00,     /* st b32 D[$r0] $r3 */
        0xfe, 0x45, 0x01,               /* mov $r5 $sp */
        0xb5, 0x05, 0x01,               /* st b32 D[$r0 + 4] $r5 */
        0xf8, 0x02,
        [0x330] = 0xb8, 0x33, 0x00, 0x10, 0x00, /* add b32 $r3 $r3 0x1000 */
        0xf8, 0x00,
    };

    nv_pdaemon_run(nv, code, sizeof(code));
    nv_assert_hex(data(nv, 0), 3 * 0x1110);
    nv_assert_hex(data(nv, 4), 0x1000);
    /* Where the last of them returned to */
    nv_assert_hex(data(nv, 0xffc), 0x14);
}

/* --- What there isn't --------------------------------------------------- */

static void check_trap(NVDev *nv, const char *name, const uint8_t *bytes,
                       unsigned length)
{
    uint8_t code[0x100] = {
        0x01, 0x40,                     /* 00 mov $r1 0x40 */
        0xfe, 0x13, 0x00,               /* 02 mov $tv $r1 */
        0x41, 0x00, 0x10,               /* 05 mov $r1 0x1000 */
        0xfe, 0x14, 0x00,               /* 08 mov $sp $r1 */
        0xbd, 0x04,                     /* 0b clear b32 $r0 */
        0xf4, 0x20, 0x20,               /* 0d bra 0x20 */
        [0x40] = 0xfe, 0xc2, 0x01,      /* 40 mov $r2 $tstatus */
        0xb5, 0x02, 0x00,               /* 43 st b32 D[$r0] $r2 */
        0xf8, 0x02,                     /* 46 exit */
    };

    memcpy(code + 0x20, bytes, length);
    nv_pdaemon_run(nv, code, sizeof(code));
    if (data(nv, 0) != 0x800020) {
        nv_fail("%s: $tstatus 0x%08x", name, data(nv, 0));
    }
}

static void no_such_instructions(NVDev *nv)
{
    static const struct {
        const char *name;
        uint8_t bytes[6];
    } none[] = {
        { "mov b32, the old form", { 0xb9, 0x13, 0x02 } },
        { "mov b8, the old form", { 0x39, 0x13, 0x02 } },
        { "mov imm8, the old form", { 0xf0, 0x37, 0x12 } },
        { "mov imm16, the old form", { 0xf1, 0x37, 0x12, 0x00 } },
        { "call imm16, the old form", { 0xf5, 0x21, 0x80, 0x00 } },
        { "20/2", { 0xa2, 0x13 } },
        { "20/7", { 0x27, 0x13 } },
        { "bra with 1", { 0xb3, 0x11, 0x00, 0x00 } },
        { "bra with 8", { 0xb3, 0x18, 0x00, 0x00 } },
        { "bra with c", { 0xb3, 0x1c, 0x00, 0x00 } },
        { "38/4", { 0xb8, 0x13, 0x00, 0x00, 0x04 } },
        { "be", { 0xbe, 0x00, 0x00, 0x00 } },
        { "3c/a", { 0xbc, 0x12, 0x3a } },
        /* Not modelled, see fidelity.rst */
        { "mpush", { 0xf9, 0x12 } },
        { "mpop", { 0xfb, 0x10 } },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(none); i++) {
        check_trap(nv, none[i].name, none[i].bytes, sizeof(none[i].bytes));
    }
}

/* Pages are fetched when an instruction is known to be that long. */
static void page_ends(NVDev *nv)
{
    static const uint8_t end[] = {
        0xd3, 0x78, 0x56, 0x34, 0x12,   /* mov $r3 0x12345678 */
        0xbd, 0x04,                     /* clear b32 $r0 */
        0xb5, 0x03, 0x00,               /* st b32 D[$r0] $r3 */
        0xf8, 0x02,
    };
    uint8_t code[0x200] = {
        0x3e, 0x00, 0x00, 0x00,         /* lbra @at */
    };

    for (unsigned at = 0xfb; at < 0x100; at++) {
        code[1] = at;
        memcpy(code + at, end, sizeof(end));
        nv_pdaemon_run(nv, code, sizeof(code));
        nv_assert_hex(data(nv, 0), 0x12345678);
    }
}

static void capabilities(NVDev *nv)
{
    nv_assert_hex(nv_falcon_rd32(nv, FALCON, A_NV_FALCON_UC_CAPS2),
                  0x28084105);
    nv_assert_hex(nv_falcon_rd32(nv, 0x409000, A_NV_FALCON_UC_CAPS2) & 0xf, 5);
    nv_assert_hex(nv_falcon_rd32(nv, 0x502000, A_NV_FALCON_UC_CAPS2) & 0xf, 5);
}

#define FUC5 .needs = NV_CARD_NV108, .kepler = true

static const NVTest tests[] = {
    { "fuc5/capabilities", "", capabilities, FUC5 },
    { "fuc5/arithmetic", "fuc5-arithmetic!", arithmetic, FUC5 },
    { "fuc5/loads-and-stores", "fuc5-memory!", loads_and_stores, FUC5 },
    { "fuc5/io", "fuc5-memory!", io, FUC5 },
    { "fuc5/compare-and-branch", "fuc5-branch!", compare_and_branch, FUC5 },
    { "fuc5/calls", "fuc5-branch!", calls, FUC5 },
    { "fuc5/no-such-instructions", "fuc5-gone!", no_such_instructions, FUC5 },
    { "fuc5/ends-of-pages", "fuc5-memory", page_ends, FUC5 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
