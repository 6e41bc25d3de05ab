/*
 * Tests of the NVIDIA GPU: falcons, by way of PDAEMON
 *
 * The programs are given in bytes, see envytools' docs/hw/falcon/isa.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-fuc.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define FALCON NV_PDAEMON
/* Of PMC.ENABLE */
#define PMC_PCE0 0x00000040

#define C 0x100
#define O 0x200
#define S 0x400
#define Z 0x800

/* UC_CTRL */
#define STOPPED 0x10
#define SLEEPING 0x20

static uint32_t rd(NVDev *nv, uint32_t reg)
{
    return nv_falcon_rd32(nv, FALCON, reg);
}

static void wr(NVDev *nv, uint32_t reg, uint32_t val)
{
    nv_falcon_wr32(nv, FALCON, reg, val);
}

static uint32_t data(NVDev *nv, uint32_t addr)
{
    return nv_falcon_data_rd32(nv, FALCON, addr);
}

/* Cycles of its clock */
static uint32_t cycles(NVDev *nv, uint32_t us)
{
    return nv_pdaemon_unshifted(nv) ? us * 324 : us * 405 / 2;
}

static uint32_t pmc_bit(NVDev *nv)
{
    return nv_is_fermi(nv) ? 1 << 24 : 1 << 18;
}

#define READ_AUTOINCR 0x02000000

/* --- Arithmetic ------------------------------------------------------- */

/* An instruction, $r1, $r2, $r3 and $flags before, $r3 and $flags after */
typedef struct Instruction {
    const char *name;
    uint8_t bytes[4];
    uint8_t length;
    uint32_t r1, r2, r3, flags;
    uint32_t r3_after, flags_after;
} Instruction;

static const Instruction instructions[] = {
    { "add b32", { 0xbc, 0x12, 0x30 }, 3, UINT32_MAX, 1, 0, 0, 0, C | Z },
    { "add b32 overflow", { 0xbc, 0x12, 0x30 }, 3, 0x7fffffff, 1, 0, 0,
      0x80000000, O | S },
    { "adc b32", { 0xbc, 0x12, 0x31 }, 3, 1, 1, 0, C, 3, 0 },
    { "sub b32", { 0xbc, 0x12, 0x32 }, 3, 1, 2, 0, 0, UINT32_MAX, C | S },
    { "sbb b32", { 0xbc, 0x12, 0x33 }, 3, 5, 3, 0, C, 1, 0 },
    { "sub b8", { 0x3c, 0x12, 0x32 }, 3, 0x100, 1, 0xaabbccdd, 0, 0xaabbccff,
      C | S },
    { "add b16 imm16", { 0x60, 0x13, 0x00, 0x80 }, 4, 0x8000, 0, 0xaabbccdd,
      0, 0xaabb0000, C | O | Z },
    { "add b32 in place", { 0xb6, 0x30, 0xff }, 3, 0, 0, 1, 0, 0x100, 0 },
    { "shl b32", { 0x94, 0x13, 0x04 }, 3, 0x90000001, 0, 0, 0, 0x10, C },
    { "shr b32 by 0", { 0x95, 0x13, 0x20 }, 3, 0x80000001, 0, 0, C | O,
      0x80000001, S },
    { "sar b32", { 0x97, 0x13, 0x04 }, 3, 0x80000008, 0, 0, 0, 0xf8000000,
      C | S },
    { "shrc b32", { 0x9d, 0x13, 0x01 }, 3, 2, 0, 0, C, 0x80000001, S },
    { "shlc b16", { 0x5c, 0x13, 0x04 }, 3, 0xf001, 0, 0xffff0000, C,
      0xffff0018, C },
    { "not b32", { 0xb9, 0x13, 0x00 }, 3, 0, 0, 0, C, UINT32_MAX, C | S },
    { "neg b32", { 0xb9, 0x13, 0x01 }, 3, 0x80000000, 0, 0, 0, 0x80000000,
      O | S },
    { "mov b8", { 0x39, 0x13, 0x02 }, 3, 0x12345678, 0, 0, Z | C, 0x78,
      Z | C },
    { "hswap b32", { 0xb9, 0x13, 0x03 }, 3, 0x12345678, 0, 0, O, 0x56781234,
      0 },
    { "clear b16", { 0x7d, 0x34 }, 2, 0, 0, 0x12345678, C, 0x12340000, C },
    { "mulu", { 0xff, 0x12, 0x30 }, 3, 0x1ffff, 2, 0, C | Z, 0x1fffe,
      C | Z },
    { "muls", { 0xff, 0x12, 0x31 }, 3, 0xffff, 3, 0, 0, -3, 0 },
    { "sext", { 0xc2, 0x13, 0x07 }, 3, 0x80, 0, 0, 0, 0xffffff80, S },
    { "extr", { 0xc7, 0x13, 0xe4 }, 3, 0x12345678, 0, 0, 0, 0x67, 0 },
    { "extrs", { 0xc3, 0x13, 0xe4 }, 3, 0xff0, 0, 0, 0, UINT32_MAX, S },
    { "ins", { 0xcb, 0x13, 0xe4 }, 3, 0xab, 0, UINT32_MAX, 0, 0xfffffabf,
      0 },
    { "div", { 0xff, 0x12, 0x3c }, 3, 100, 7, 0, 0, 14, 0 },
    { "div by 0", { 0xff, 0x12, 0x3c }, 3, 100, 0, 0, 0, UINT32_MAX, 0 },
    { "mod", { 0xff, 0x12, 0x3d }, 3, 100, 7, 0, 0, 2, 0 },
    { "mod by 0", { 0xff, 0x12, 0x3d }, 3, 100, 0, 0, 0, 100, 0 },
    { "and imm16", { 0xe4, 0x13, 0x0f, 0xf0 }, 4, 0xffff00ff, 0, 0,
      C | O | Z, 0x000f, 0 },
    { "xor", { 0xff, 0x12, 0x36 }, 3, 5, 5, 1, 0, 0, Z },
    { "mov imm8", { 0xf0, 0x37, 0x80 }, 3, 0, 0, 0, C, 0xffffff80, C },
    { "sethi", { 0xf1, 0x33, 0x34, 0x12 }, 4, 0, 0, 0xabcd, 0, 0x1234abcd,
      0 },
    { "bset", { 0xf0, 0x39, 0x1f }, 3, 0, 0, 1, 0, 0x80000001, 0 },
    { "bclr by register", { 0xfd, 0x31, 0x0a }, 3, 0x21, 0, 3, 0, 1, 0 },
    { "xbit", { 0xc8, 0x13, 0x05 }, 3, 0x20, 0, 0, C | S | Z, 1, C },
    { "xbit $flags", { 0xf0, 0x3c, 0x08 }, 3, 0, 0, 0, C, 1, C },
    { "cmp b32", { 0xb8, 0x12, 0x06 }, 3, 0x80000000, 1, 7, 0, 7, O },
    { "cmps b32", { 0xb8, 0x12, 0x05 }, 3, 0x80000000, 1, 7, O | S, 7,
      C | O | S },
    { "cmpu b8 imm8", { 0x30, 0x14, 0xff }, 3, 0xfe, 0, 7, Z, 7, C },
    { "cmp b16 imm8", { 0x70, 0x16, 0xff }, 3, 0xffff, 0, 7, 0, 7, Z },
    { "setp", { 0xfa, 0x12, 0x08 }, 3, 1, 5, 7, C, 7, C | 0x20 },
    { "bset $flags", { 0xf4, 0x31, 0x02 }, 3, 0, 0, 7, Z, 7, Z | 4 },
};

static void arithmetic(NVDev *nv)
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
        0x80, 0x03, 0x04,               /* st b32 D[$r0 + 0x10] $r3 */
        0x80, 0x05, 0x05,
        0xf8, 0x02,                     /* exit */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(instructions); i++) {
        const Instruction *insn = &instructions[i];
        uint32_t in[] = { insn->r1, insn->r2, insn->r3, insn->flags };
        uint8_t code[sizeof(before) + 4 + sizeof(after)];

        memcpy(code, before, sizeof(before));
        memcpy(code + sizeof(before), insn->bytes, insn->length);
        memcpy(code + sizeof(before) + insn->length, after, sizeof(after));
        nv_pdaemon_load(nv, code, sizeof(code));
        nv_falcon_data(nv, FALCON, 0, in, ARRAY_SIZE(in));
        nv_pdaemon_finish(nv);
        if (data(nv, 0x10) != insn->r3_after ||
            data(nv, 0x14) != insn->flags_after) {
            nv_fail("%s: 0x%08x and flags 0x%x, not 0x%08x and 0x%x",
                    insn->name, data(nv, 0x10), data(nv, 0x14),
                    insn->r3_after, insn->flags_after);
        }
    }
}

/* --- Data, stack, branches -------------------------------------------- */

static void stack_and_branches(NVDev *nv)
{
    static const uint8_t code[] = {
        0xf1, 0x17, 0x00, 0x10,         /* 00 mov $r1 0x1000 */
        0xfe, 0x14, 0x00,               /* 04 mov $sp $r1 */
        0xbd, 0x04,                     /* 07 clear b32 $r0 */
        0xf0, 0x27, 0x05,               /* 09 mov $r2 5 */
        0xf4, 0x21, 0x20,               /* 0c loop: call 0x20 */
        0xb6, 0x22, 0x01,               /* 0f sub b32 $r2 1 */
        0xf4, 0x1b, 0xfa,               /* 12 bra nz loop */
        0xfe, 0x45, 0x01,               /* 15 mov $r5 $sp */
        0x80, 0x05, 0x01,               /* 18 st b32 D[$r0 + 4] $r5 */
        0xf8, 0x02,                     /* 1b exit */
        0, 0, 0,
        0xf9, 0x20,                     /* 20 push $r2 */
        0xfc, 0x30,                     /* 22 pop $r3 */
        0x98, 0x04, 0x00,               /* 24 ld b32 $r4 D[$r0] */
        0xbb, 0x43, 0x00,               /* 27 add b32 $r4 $r3 */
        0x80, 0x04, 0x00,               /* 2a st b32 D[$r0] $r4 */
        0xf8, 0x00,                     /* 2d ret */
    };
    static const uint32_t zero;

    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_data(nv, FALCON, 0, &zero, 1);
    nv_pdaemon_finish(nv);
    nv_assert_hex(data(nv, 0), 5 + 4 + 3 + 2 + 1);
    nv_assert_hex(data(nv, 4), 0x1000);
    /* The words that the last call and push have left below $sp */
    nv_assert_hex(data(nv, 0xffc), 0x0f);
    nv_assert_hex(data(nv, 0xff8), 1);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR) & 0x10, 0x10);
}

/* Flags that a branch is tried with: each combination of c, o, s and z... */
#define BY_FLAGS(_c, _o, _s, _z) \
    ((_c) * C | (_o) * O | (_s) * S | (_z) * Z)
#define BY_Z(_o, _s, _z) BY_FLAGS(0, _o, _s, _z), BY_FLAGS(1, _o, _s, _z)
#define BY_S(_s, _z) BY_Z(0, _s, _z), BY_Z(1, _s, _z)

static const uint32_t branch_flags[32] = {
    BY_S(0, 0), BY_S(1, 0), BY_S(0, 1), BY_S(1, 1),
    /* ... and one of the predicates, or all the others with all flags */
    0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80,
    0xffe, 0xffd, 0xffb, 0xff7, 0xfef, 0xfdf, 0xfbf, 0xf7f,
};

/* Of the first 16 of those, which a condition is true for */
static const struct {
    const char *name;
    uint8_t cond;
    uint16_t taken;
} conditions[] = {
    { "c", 0x08, 0xaaaa }, { "o", 0x09, 0xcccc }, { "s", 0x0a, 0xf0f0 },
    { "z", 0x0b, 0xff00 }, { "a", 0x0c, 0x0055 }, { "na", 0x0d, 0xffaa },
    { "always", 0x0e, 0xffff },
    { "nc", 0x18, 0x5555 }, { "no", 0x19, 0x3333 }, { "ns", 0x1a, 0x0f0f },
    { "nz", 0x1b, 0x00ff }, { "g", 0x1c, 0x00c3 }, { "le", 0x1d, 0xff3c },
    { "l", 0x1e, 0x3c3c }, { "ge", 0x1f, 0xc3c3 },
};

/* A bit for each of the flags that the branch is taken with */
static uint32_t branches_taken(NVDev *nv, unsigned cond, bool wide)
{
    const uint8_t start[] = {
        0xbd, 0x04,                     /* 00 clear b32 $r0 */
        0xbd, 0x14,                     /* 02 clear b32 $r1 */
        0xbd, 0x24,                     /* 04 clear b32 $r2 */
        0xf0, 0x37, 0x01,               /* 06 mov $r3 1 */
        0xbc, 0x01, 0x48,               /* 09 loop: ld b32 $r4 D[4 * $r1] */
        0xfe, 0x48, 0x00,               /* 0c mov $flags $r4 */
    };
    const uint8_t narrow_branch[] = {
        0xf4, cond, 0x06,               /* 0f bra taken */
    };
    const uint8_t wide_branch[] = {
        0xf5, cond, 0x07, 0x00,
    };
    const uint8_t end[] = {
        0xf4, 0x0e, 0x06,               /* 12 bra next */
        0xfd, 0x23, 0x05,               /* 15 taken: or $r2 $r3 */
        0xb6, 0x34, 0x01,               /* 18 next: shl b32 $r3 1 */
        0xb6, 0x10, 0x01,               /* 1b add b32 $r1 1 */
        0xb0, 0x16, 0x20,               /* 1e cmp b32 $r1 32 */
    };
    const uint8_t narrow_back[] = {
        0xf4, 0x1b, 0xe8,               /* 21 bra ne loop */
    };
    const uint8_t wide_back[] = {
        0xf5, 0x1b, 0xe7, 0xff,
    };
    const uint8_t finish[] = {
        0x80, 0x02, 0x20,               /* st b32 D[$r0 + 0x80] $r2 */
        0xf8, 0x02,                     /* exit */
    };
    g_autoptr(GByteArray) code = g_byte_array_new();

    g_byte_array_append(code, start, sizeof(start));
    if (wide) {
        g_byte_array_append(code, wide_branch, sizeof(wide_branch));
    } else {
        g_byte_array_append(code, narrow_branch, sizeof(narrow_branch));
    }
    g_byte_array_append(code, end, sizeof(end));
    if (wide) {
        g_byte_array_append(code, wide_back, sizeof(wide_back));
    } else {
        g_byte_array_append(code, narrow_back, sizeof(narrow_back));
    }
    g_byte_array_append(code, finish, sizeof(finish));
    nv_pdaemon_load(nv, code->data, code->len);
    nv_falcon_data(nv, FALCON, 0, branch_flags, ARRAY_SIZE(branch_flags));
    nv_pdaemon_finish(nv);
    return data(nv, 0x80);
}

/* Docs of envytools: hw/falcon/branch.rst, "Conditional branch: bra" */
static void conditional_branches(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(conditions); i++) {
        uint32_t none = conditions[i].taken & 1 ? 0x00ff0000 : 0;
        uint32_t all = conditions[i].taken & 0x8000 ? 0xff000000 : 0;
        uint32_t expected = conditions[i].taken | none | all;

        for (unsigned wide = 0; wide < 2; wide++) {
            uint32_t taken = branches_taken(nv, conditions[i].cond, wide);

            if (taken != expected) {
                nv_fail("bra %s: 0x%08x, not 0x%08x", conditions[i].name,
                        taken, expected);
            }
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        uint32_t expected = 0x00010000 << i | (0xff000000 ^ 0x01000000 << i);

        nv_assert_hex(branches_taken(nv, i, false), expected);
        nv_assert_hex(branches_taken(nv, 0x10 + i, false), ~expected);
    }
}

/* isa.rst, "Registers" */
static void special_registers(NVDev *nv)
{
    static const struct {
        uint8_t reg;
        uint32_t written, read;
    } regs[] = {
        { 0, 0x1234, 0x1234 },                  /* $iv0 */
        { 1, 0x2345, 0x2345 },                  /* $iv1 */
        { 3, 0x3456, 0x3456 },                  /* $tv */
        /* Of 0x3000 bytes of data, and words: as many bits as span it */
        { 4, 0xffff2347, 0x2344 },              /* $sp */
        { 6, 0x89abcdef, 0x89abcdef },          /* $xcbase */
        { 7, 0xfedcba98, 0xfedcba98 },          /* $xdbase */
        { 8, C | Z | 0x55, C | Z | 0x55 },      /* $flags */
        { 11, 0x5306, 0x5306 },                 /* $xtargets */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++) {
        const uint8_t code[] = {
            0xbd, 0x04,                         /* 00 clear b32 $r0 */
            0x98, 0x01, 0x00,                   /* 02 ld b32 $r1 D[$r0] */
            0xfe, 0x10 | regs[i].reg, 0x00,     /* 05 mov $sr $r1 */
            0xfe, regs[i].reg << 4 | 2, 0x01,   /* 08 mov $r2 $sr */
            0x80, 0x02, 0x01,                   /* 0b st b32 D[$r0 + 4] $r2 */
            /* It can't be written, and is the address of the instruction. */
            0xfe, 0x15, 0x00,                   /* 0e mov $pc $r1 */
            0xfe, 0x53, 0x01,                   /* 11 mov $r3 $pc */
            0x80, 0x03, 0x02,                   /* 14 st b32 D[$r0 + 8] $r3 */
            0xf8, 0x02,                         /* 17 exit */
        };

        nv_pdaemon_load(nv, code, sizeof(code));
        nv_falcon_data(nv, FALCON, 0, &regs[i].written, 1);
        nv_pdaemon_finish(nv);
        if (data(nv, 4) != regs[i].read) {
            nv_fail("$sr%u: 0x%08x, not 0x%08x", regs[i].reg, data(nv, 4),
                    regs[i].read);
        }
        nv_assert_hex(data(nv, 8), 0x11);
    }
}

/* data.rst, "Adjust stack pointer: add", and what is addressed by it */
static void stack_pointer(NVDev *nv)
{
    static const uint8_t code[] = {
        0xf1, 0x17, 0x00, 0x10,         /* mov $r1 0x1000 */
        0xfe, 0x14, 0x00,               /* mov $sp $r1 */
        0xbd, 0x04,                     /* clear b32 $r0 */
        0xf4, 0x30, 0xf0,               /* add $sp -0x10 */
        0xfe, 0x42, 0x01,               /* mov $r2 $sp */
        0x80, 0x02, 0x01,               /* st b32 D[$r0 + 4] $r2 */
        0xf5, 0x30, 0x00, 0xf8,         /* add $sp -0x800 */
        0xfe, 0x42, 0x01,
        0x80, 0x02, 0x02,               /* st b32 D[$r0 + 8] $r2 */
        0xf0, 0x37, 0x42,               /* mov $r3 0x42 */
        0xf9, 0x31,                     /* add $sp $r3 */
        0xfe, 0x42, 0x01,
        0x80, 0x02, 0x03,               /* st b32 D[$r0 + 0xc] $r2 */
        /* 0x830, as 0x832 isn't a word's */
        0xf0, 0x37, 0x05,               /* mov $r3 5 */
        0xf1, 0x47, 0x78, 0x56,         /* mov $r4 0x5678 */
        0xf1, 0x43, 0x34, 0x12,         /* sethi $r4 0x1234 */
        0xb0, 0x41, 0x02,               /* st b32 D[$sp + 2 * 4] $r4 */
        0xb8, 0x43, 0x01,               /* st b32 D[$sp + $r3 * 4] $r4 */
        0x78, 0x43, 0x01,               /* st b16 D[$sp + $r3 * 2] $r4 */
        0x38, 0x43, 0x01,               /* st b8 D[$sp + $r3] $r4 */
        0xba, 0x53, 0x00,               /* ld b32 $r5 D[$sp + $r3 * 4] */
        0x80, 0x05, 0x04,               /* st b32 D[$r0 + 0x10] $r5 */
        0xbd, 0x54,                     /* clear b32 $r5 */
        0x7a, 0x53, 0x00,               /* ld b16 $r5 D[$sp + $r3 * 2] */
        0x80, 0x05, 0x05,               /* st b32 D[$r0 + 0x14] $r5 */
        0xb4, 0x50, 0x05,               /* ld b32 $r5 D[$sp + 5 * 4] */
        0x80, 0x05, 0x06,               /* st b32 D[$r0 + 0x18] $r5 */
        0xf8, 0x02,
    };
    static const uint32_t zeros[8];

    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_data(nv, FALCON, 0x830, zeros, ARRAY_SIZE(zeros));
    nv_pdaemon_finish(nv);
    nv_assert_hex(data(nv, 0x04), 0xff0);
    nv_assert_hex(data(nv, 0x08), 0x7f0);
    nv_assert_hex(data(nv, 0x0c), 0x830);
    nv_assert_hex(data(nv, 0x834), 0x00007800);
    nv_assert_hex(data(nv, 0x838), 0x56785678);
    nv_assert_hex(data(nv, 0x844), 0x12345678);
    nv_assert_hex(data(nv, 0x10), 0x12345678);
    nv_assert_hex(data(nv, 0x14), 0x5678);
    nv_assert_hex(data(nv, 0x18), 0x12345678);
}

/* "fuck up the written datum as penalty": stores that aren't aligned */
static void unaligned_data(NVDev *nv)
{
    static const uint8_t code[] = {
        0xbd, 0x04,                     /* clear b32 $r0 */
        0x98, 0x01, 0x00,               /* ld b32 $r1 D[$r0] */
        0xf0, 0x27, 0x11,               /* mov $r2 0x11 */
        0x80, 0x21, 0x00,               /* st b32 D[$r2] $r1 */
        0xf0, 0x27, 0x16,               /* mov $r2 0x16 */
        0x80, 0x21, 0x00,
        0xf0, 0x27, 0x1b,               /* mov $r2 0x1b */
        0x40, 0x21, 0x00,               /* st b16 D[$r2] $r1 */
        0xf1, 0x27, 0x00, 0x40,         /* mov $r2 0x4000: beyond all data */
        0x80, 0x21, 0x00,
        0x98, 0x23, 0x00,               /* ld b32 $r3 D[$r2] */
        0x80, 0x03, 0x08,               /* st b32 D[$r0 + 0x20] $r3 */
        0xf8, 0x02,
    };
    static const uint32_t words[] = {
        0x12345678, 0, 0, 0, 0, 0, 0, 0, 0xdeadbeef,
    };

    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_data(nv, FALCON, 0, words, ARRAY_SIZE(words));
    nv_pdaemon_finish(nv);
    nv_assert_hex(data(nv, 0x10), 0x7800);
    nv_assert_hex(data(nv, 0x14), 0x56780000);
    nv_assert_hex(data(nv, 0x18), 0x78000000);
    nv_assert_hex(data(nv, 0x20), 0);
}

/* --- Traps ------------------------------------------------------------ */

static void check_trap(NVDev *nv, const uint8_t *bytes, unsigned length,
                       uint32_t tstatus)
{
    uint8_t code[0x100] = {
        0xf0, 0x17, 0x40,               /* 00 mov $r1 0x40 */
        0xfe, 0x13, 0x00,               /* 03 mov $tv $r1 */
        0xf1, 0x17, 0x00, 0x10,         /* 06 mov $r1 0x1000 */
        0xfe, 0x14, 0x00,               /* 0a mov $sp $r1 */
        0xbd, 0x04,                     /* 0d clear b32 $r0 */
        0xbd, 0x14,                     /* 0f clear b32 $r1 */
        [0x40] = 0xfe, 0xc2, 0x01,      /* 40 mov $r2 $tstatus */
        0x80, 0x02, 0x00,               /* 43 st b32 D[$r0] $r2 */
        /* A trap in its handler stops the processor. */
        0xc9, 0x00, 0x00,
    };

    memcpy(code + 0x20, bytes, length);
    code[0x11] = 0xf4;                  /* 11 jmp 0x20 */
    code[0x12] = 0x20;
    code[0x13] = 0x20;
    nv_pdaemon_run(nv, code, sizeof(code));
    nv_assert_hex(data(nv, 0), tstatus);
    nv_assert_hex(data(nv, 0xffc), tstatus & 0xfffff);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_PC), 0x46);
}

static void traps(NVDev *nv)
{
    check_trap(nv, (const uint8_t []) { 0xc9, 0x11, 0x22 }, 3, 0x800020);
    check_trap(nv, (const uint8_t []) { 0xf3, 0x11, 0x22 }, 3, 0x800020);
    /* Neither branch nor sleep */
    check_trap(nv, (const uint8_t []) { 0xf4, 0x0f, 0x08 }, 3, 0x800020);
    check_trap(nv, (const uint8_t []) { 0xf4, 0x29, 0x00 }, 3, 0x800020);
    check_trap(nv, (const uint8_t []) { 0xf5, 0x3f, 0x00, 0x00 }, 4, 0x800020);
    /* To the instruction after it */
    check_trap(nv, (const uint8_t []) { 0xf8, 0x0a }, 2, 0x200022);
    /* jmp 0x500: no page there */
    check_trap(nv, (const uint8_t []) { 0xf5, 0x20, 0x00, 0x05 }, 4,
               0xa00500);
}

static uint32_t version(NVDev *nv)
{
    return rd(nv, A_NV_FALCON_UC_CAPS2) & 0xf;
}

/* intr.rst, "Trap delivery": only from version 4 on as an interrupt is */
static void trapped_flags(NVDev *nv)
{
    static const uint8_t code[] = {
        0xbd, 0x04,                     /* 00 clear b32 $r0 */
        0xf0, 0x17, 0x40,               /* 02 mov $r1 0x40 */
        0xfe, 0x13, 0x00,               /* 05 mov $tv $r1 */
        0xf1, 0x17, 0x00, 0x10,         /* 08 mov $r1 0x1000 */
        0xfe, 0x14, 0x00,               /* 0c mov $sp $r1 */
        0x98, 0x01, 0x00,               /* 0f ld b32 $r1 D[$r0] */
        0xfe, 0x18, 0x00,               /* 12 mov $flags $r1 */
        0xfe, 0x82, 0x01,               /* 15 mov $r2 $flags */
        0x80, 0x02, 0x01,               /* 18 st b32 D[$r0 + 4] $r2 */
        0xf8, 0x09,                     /* 1b trap 1 */
        0xfe, 0x82, 0x01,               /* 1d mov $r2 $flags */
        0x80, 0x02, 0x03,               /* 20 st b32 D[$r0 + 0xc] $r2 */
        0xf8, 0x02,                     /* 23 exit */
        [0x40] = 0xfe, 0x82, 0x01,      /* 40 mov $r2 $flags */
        0x80, 0x02, 0x02,               /* 43 st b32 D[$r0 + 8] $r2 */
        0xf8, 0x01,                     /* 46 iret */
    };
    const bool v4 = version(nv) >= 4;
    const uint32_t flags = 0xfeffffff;
    /* $ta, and ie0 and ie1 in is0 and is1 */
    const uint32_t trapped = v4 ? 0xf9700fff : 0x01330fff;

    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_data(nv, FALCON, 0, &flags, 1);
    nv_pdaemon_finish(nv);
    nv_assert_hex(data(nv, 4), v4 ? 0xfc770fff : 0x00330fff);
    nv_assert_hex(data(nv, 8), trapped);
    nv_assert_hex(data(nv, 12), v4 ? 0xfd770fff : 0x01330fff);

    /* With nothing saved before */
    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_data(nv, FALCON, 0, (const uint32_t []) { 0x10000 }, 1);
    nv_pdaemon_finish(nv);
    nv_assert_hex(data(nv, 8), v4 ? 0x01100000 : 0x01010000);
    nv_assert_hex(data(nv, 12), v4 ? 0x01110000 : 0x01000000);
}

/* --- Pages of code ---------------------------------------------------- */

static void pages(NVDev *nv)
{
    static const uint8_t code[] = { 0xf5, 0x20, 0x00, 0x07 };  /* jmp 0x700 */

    nv_pdaemon_load(nv, code, sizeof(code));
    /* Physical page 5 is virtual page 7; until its last word it is busy. */
    wr(nv, A_NV_FALCON_CODE_INDEX, 0x01000500);
    wr(nv, A_NV_FALCON_CODE_VIRT, 7);
    wr(nv, A_NV_FALCON_CODE, 0x000002f8);               /* exit */
    wr(nv, A_NV_FALCON_TLB_CMD, 0x02000005);
    nv_assert_hex(rd(nv, A_NV_FALCON_TLB_CMD_RES), 0x02000700);
    nv_falcon_start(nv, FALCON, 0);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_CTRL), 0);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_PC), 0x700);
    for (unsigned i = 1; i < 64; i++) {
        wr(nv, A_NV_FALCON_CODE, 0);
    }
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_CTRL), STOPPED);
    wr(nv, A_NV_FALCON_TLB_CMD, 0x03000712);
    nv_assert_hex(rd(nv, A_NV_FALCON_TLB_CMD_RES), 0x01000005);
    wr(nv, A_NV_FALCON_TLB_CMD, 0x03000800);
    nv_assert_hex(rd(nv, A_NV_FALCON_TLB_CMD_RES), 0x80000000);
    /* The same page a second time */
    wr(nv, A_NV_FALCON_CODE_INDEX, 0x01000600);
    wr(nv, A_NV_FALCON_CODE, 0);
    wr(nv, A_NV_FALCON_TLB_CMD, 0x03000700);
    nv_assert_hex(rd(nv, A_NV_FALCON_TLB_CMD_RES), 0x43000006);
    wr(nv, A_NV_FALCON_TLB_CMD, 0x01000006);
    wr(nv, A_NV_FALCON_TLB_CMD, 0x03000700);
    nv_assert_hex(rd(nv, A_NV_FALCON_TLB_CMD_RES), 0x01000005);
    wr(nv, A_NV_FALCON_CODE_INDEX, 0x02000500);
    nv_assert_hex(rd(nv, A_NV_FALCON_CODE), 0x000002f8);
    nv_assert_hex(rd(nv, A_NV_FALCON_CODE_INDEX), 0x02000504);
}

/* vm.rst, "TLB operations": by instructions, of parameters of 24 bits */
static void page_instructions(NVDev *nv)
{
    static const uint8_t code[] = {
        0xbd, 0x04,                     /* clear b32 $r0 */
        0xf0, 0x17, 0x05,               /* mov $r1 5 */
        0xfe, 0x12, 0x02,               /* ptlb $r2 $r1 */
        0x80, 0x02, 0x00,               /* st b32 D[$r0] $r2 */
        0xf1, 0x37, 0x12, 0x07,         /* mov $r3 0x712 */
        0xfe, 0x32, 0x03,               /* vtlb $r2 $r3 */
        0x80, 0x02, 0x01,
        0xf1, 0x13, 0x00, 0xab,         /* sethi $r1 0xab00 */
        0xfe, 0x12, 0x02,               /* ptlb $r2 $r1 */
        0x80, 0x02, 0x02,
        0xf9, 0x18,                     /* itlb $r1 */
        0xfe, 0x12, 0x02,               /* ptlb $r2 $r1 */
        0x80, 0x02, 0x03,
        0xfe, 0x32, 0x03,               /* vtlb $r2 $r3 */
        0x80, 0x02, 0x04,
        0xf8, 0x02,
    };

    nv_pdaemon_load(nv, code, sizeof(code));
    wr(nv, A_NV_FALCON_CODE_INDEX, 0x01000500);
    wr(nv, A_NV_FALCON_CODE_VIRT, 7);
    for (unsigned i = 0; i < 64; i++) {
        wr(nv, A_NV_FALCON_CODE, 0);
    }
    nv_pdaemon_finish(nv);
    nv_assert_hex(data(nv, 0x00), 0x01000700);
    nv_assert_hex(data(nv, 0x04), 0x01000005);
    nv_assert_hex(data(nv, 0x08), 0x01000700);
    nv_assert_hex(data(nv, 0x0c), 0);
    nv_assert_hex(data(nv, 0x10), 0x80000000);
}

/* --- Interrupts, sleep, timers ---------------------------------------- */

/*
 * Counts in DSCRATCH how often it is woken, with the status in DSCRATCH[1]. The
 * part from 0x40 on depends on ports.
 */
#define SLEEPER \
    0xf1, 0x17, 0x00, 0x10,             /* 00 mov $r1 0x1000 */ \
    0xfe, 0x14, 0x00,                   /* 04 mov $sp $r1 */ \
    0xbd, 0x04,                         /* 07 clear b32 $r0 */ \
    0xf0, 0x17, 0x40,                   /* 09 mov $r1 0x40 */ \
    0xfe, 0x10, 0x00,                   /* 0c mov $iv0 $r1 */ \
    FUC_SLEEP_FOREVER                   /* 0f */

static const uint8_t sleeper[] = {
    SLEEPER,
    [0x40] = 0xf1, 0x27, 0x00, 0x74,    /* 40 mov $r2 0x7400 */
    0xf0, 0x23, 0x01,                   /* 44 sethi $r2 1 */
    0xcf, 0x23, 0x00,                   /* 47 iord $r3 I[$r2] */
    0xb6, 0x30, 0x01,                   /* 4a add b32 $r3 1 */
    0xd0, 0x23, 0x00,                   /* 4d iowr I[$r2] $r3 */
    0xcf, 0x03, 0x80,                   /* 50 iord $r3 I[$r0 + 0x200] */
    0xd0, 0x23, 0x40,                   /* 53 iowr I[$r2 + 0x100] $r3 */
    0xd0, 0x03, 0x40,                   /* 56 iowr I[$r0 + 0x100] $r3 */
    0xf8, 0x01,                         /* 59 iret */
};

/* The same by registers' offsets */
static const uint8_t unshifted_sleeper[] = {
    SLEEPER,
    [0x40] = 0xf1, 0x27, 0xd0, 0x05,    /* 40 mov $r2 0x5d0 */
    0xf0, 0x23, 0x00,                   /* 44 sethi $r2 0 */
    0xcf, 0x23, 0x00,                   /* 47 iord $r3 I[$r2] */
    0xb6, 0x30, 0x01,                   /* 4a add b32 $r3 1 */
    0xd0, 0x23, 0x00,                   /* 4d iowr I[$r2] $r3 */
    0xcf, 0x03, 0x02,                   /* 50 iord $r3 I[$r0 + 8] */
    0xd0, 0x23, 0x01,                   /* 53 iowr I[$r2 + 4] $r3 */
    0xd0, 0x03, 0x01,                   /* 56 iowr I[$r0 + 4] $r3 */
    0xf8, 0x01,                         /* 59 iret */
};

static void load_sleeper(NVDev *nv)
{
    if (nv_pdaemon_unshifted(nv)) {
        nv_pdaemon_load(nv, unshifted_sleeper, sizeof(unshifted_sleeper));
    } else {
        nv_pdaemon_load(nv, sleeper, sizeof(sleeper));
    }
}

static void interrupts(NVDev *nv)
{
    load_sleeper(nv);
    wr(nv, A_NV_FALCON_INTR_EN_SET, 0x40);
    nv_falcon_start(nv, FALCON, 0);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_CTRL), SLEEPING);
    nv_assert_hex(rd(nv, A_NV_FALCON_STATUS), 0);
    /* An interrupt that isn't enabled stays pending. */
    wr(nv, A_NV_FALCON_INTR_SET, 0x80);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 0);
    wr(nv, A_NV_FALCON_INTR_SET, 0x40);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 1);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH + 4), 0xc0);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_CTRL), SLEEPING);

    /* Routed to the host */
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    wr(nv, A_NV_FALCON_INTR_ROUTING, 0x40);
    wr(nv, A_NV_FALCON_INTR_SET, 0x40);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 1);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & pmc_bit(nv), pmc_bit(nv));
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PMC_INTR_MASK_HOST, ~pmc_bit(nv));
    g_assert_false(nv_intx(nv));
    nv_wr32(nv, A_NV_PMC_INTR_MASK_HOST, 0xffffffff);
    g_assert_true(nv_intx(nv));
    wr(nv, A_NV_FALCON_INTR_CLEAR, 0x40);
    g_assert_false(nv_intx(nv));

    /* Lines in level mode can't be set. */
    wr(nv, A_NV_FALCON_INTR_SET, 0x8004);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0);
}

static void timers(NVDev *nv)
{
    load_sleeper(nv);
    wr(nv, A_NV_FALCON_INTR_EN_SET, 3);
    nv_falcon_start(nv, FALCON, 0);
    /* 10 ms */
    wr(nv, A_NV_FALCON_WATCHDOG_TIME, cycles(nv, 10000));
    wr(nv, A_NV_FALCON_WATCHDOG_ENABLE, 1);
    nv_clock_step(nv, 5 * 1000 * 1000);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 0);
    g_assert_cmpuint(rd(nv, A_NV_FALCON_WATCHDOG_TIME), <=,
                     cycles(nv, 5000));
    g_assert_cmpuint(rd(nv, A_NV_FALCON_WATCHDOG_TIME), >,
                     cycles(nv, 2500));
    nv_clock_step(nv, 6 * 1000 * 1000);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 1);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH + 4), 2);
    nv_assert_hex(rd(nv, A_NV_FALCON_WATCHDOG_TIME), 0);
    /* It stays at 0, and its line stays up. */
    nv_clock_step(nv, 20 * 1000 * 1000);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 1);

    wr(nv, A_NV_FALCON_PERIODIC_PERIOD, cycles(nv, 10000) - 1);
    wr(nv, A_NV_FALCON_PERIODIC_TIME, cycles(nv, 10000));
    wr(nv, A_NV_FALCON_PERIODIC_ENABLE, 1);
    for (unsigned i = 0; i < 5; i++) {
        nv_clock_step(nv, 10 * 1000 * 1000 + 1000);
        nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 2 + i);
    }
    wr(nv, A_NV_FALCON_PERIODIC_ENABLE, 0);
    nv_clock_step(nv, 50 * 1000 * 1000);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 6);
}

/*
 * A timer continues with what is left of it. Where reading has a side effect,
 * writing a part of a register doesn't read it.
 */
static void bytes(NVDev *nv)
{
    nv_falcon_data(nv, FALCON, 0x10, (const uint32_t[]){ 1, 2 }, 2);
    wr(nv, A_NV_FALCON_DATA_INDEX, READ_AUTOINCR | 0x10);
    nv_wr08(nv, FALCON + A_NV_FALCON_DATA, 0x77);
    nv_assert_hex(rd(nv, A_NV_FALCON_DATA_INDEX), READ_AUTOINCR | 0x10);
    nv_assert_hex(data(nv, 0x14), 2);

    wr(nv, A_NV_FALCON_WATCHDOG_TIME, 0x00100000 + cycles(nv, 5000));
    wr(nv, A_NV_FALCON_WATCHDOG_ENABLE, 1);
    nv_clock_step(nv, 5 * 1000 * 1000);
    nv_wr08(nv, FALCON + A_NV_FALCON_WATCHDOG_TIME, 0x55);
    g_assert_cmphex(rd(nv, A_NV_FALCON_WATCHDOG_TIME), <=, 0x00100055);
    g_assert_cmphex(rd(nv, A_NV_FALCON_WATCHDOG_TIME), >, 0x000f0000);
}

/* It migrates asleep, with a running timer. */
static void migration(NVDev *nv)
{
    load_sleeper(nv);
    wr(nv, A_NV_FALCON_INTR_EN_SET, 2);
    nv_falcon_start(nv, FALCON, 0);
    wr(nv, A_NV_FALCON_WATCHDOG_TIME, cycles(nv, 10000));
    wr(nv, A_NV_FALCON_WATCHDOG_ENABLE, 1);
    nv_clock_step(nv, 5 * 1000 * 1000);
    nv_migrate(nv);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_CTRL), SLEEPING);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 0);
    nv_clock_step(nv, 6 * 1000 * 1000);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH), 1);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_DSCRATCH + 4), 2);
}

/* A program that never ends doesn't block anything else. */
static void endless(NVDev *nv)
{
    static const uint8_t code[] = { 0xf4, 0x0e, 0x00 };         /* bra 0 */

    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_start(nv, FALCON, 0);
    for (unsigned i = 0; i < 10; i++) {
        nv_clock_step(nv, 100 * 1000 * 1000);
        nv_assert_hex(rd(nv, A_NV_FALCON_UC_CTRL), 0);
        nv_assert_hex(rd(nv, A_NV_FALCON_STATUS), 1);
    }
    nv_pdaemon_enable(nv, false);
    nv_pdaemon_enable(nv, true);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_CTRL), STOPPED);
}

/* --- Memory ----------------------------------------------------------- */

/* Makes a port show video memory untranslated. */
static void open_port(NVDev *nv, unsigned port)
{
    uint32_t reg = A_NV_FALCON_MEMIF_PORT + port * 4;

    if (nv_is_fermi(nv)) {
        wr(nv, reg, NV_PORT_NVC0_VRAM);
        nv_assert_hex(rd(nv, reg), NV_PORT_NVC0_VRAM);
    } else {
        wr(nv, reg, NV_PORT_VRAM);
        nv_assert_hex(rd(nv, reg), NV_PORT_VRAM | 0x80000000);
    }
}

static void transfers(NVDev *nv)
{
    static const uint8_t code[] = {
        0xf1, 0x17, 0x00, 0x11,         /* mov $r1 0x1100: port 1 */
        0xfe, 0x1b, 0x00,               /* mov $xtargets $r1 */
        0xbd, 0x04,                     /* clear b32 $r0 */
        0x98, 0x01, 0x00,               /* ld b32 $r1 D[$r0] */
        0xfe, 0x17, 0x00,               /* mov $xdbase $r1 */
        0xf1, 0x27, 0x00, 0x02,         /* mov $r2 0x200 */
        0xf0, 0x23, 0x06,               /* sethi $r2 6: 256 bytes */
        0xfa, 0x02, 0x05,               /* xdld $r0 $r2 */
        0xf8, 0x03,                     /* xdwait */
        0xf1, 0x37, 0x00, 0x01,         /* mov $r3 0x100 */
        0xf0, 0x23, 0x04,               /* sethi $r2 4: 64 bytes */
        0xfa, 0x32, 0x06,               /* xdst $r3 $r2 */
        0xf8, 0x03,
        0xf8, 0x02,
    };
    uint32_t vram = nv_vram_alloc(nv, 0x1000);
    uint32_t base = vram >> 8;

    for (unsigned i = 0; i < 0x200; i += 4) {
        nv_phys_wr32(nv, vram + i, 0xabcd0000 + i);
    }
    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_data(nv, FALCON, 0, &base, 1);
    open_port(nv, 1);
    nv_falcon_start(nv, FALCON, 0);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0x010);
    for (unsigned i = 0; i < 0x100; i += 4) {
        nv_assert_hex(data(nv, 0x200 + i), 0xabcd0000 + i);
    }
    for (unsigned i = 0; i < 0x100; i += 4) {
        nv_assert_hex(nv_phys_rd32(nv, vram + 0x100 + i),
                      0xabcd0000 + (i < 0x40 ? i : 0x100 + i));
    }
    /* No port: only the interrupt happens. */
    if (!nv_is_fermi(nv)) {
        wr(nv, A_NV_FALCON_INTR_CLEAR, 0x010);
        wr(nv, A_NV_FALCON_MEMIF_PORT + 4, 0);
        nv_falcon_start(nv, FALCON, 0);
        nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0x110);
        open_port(nv, 1);
    }
    /* A page of code, as the host has it transferred */
    wr(nv, A_NV_FALCON_XFER_EXT_BASE, base);
    wr(nv, A_NV_FALCON_XFER_EXT_ADDR, 0x100);
    wr(nv, A_NV_FALCON_XFER_FALCON_ADDR, 0x300);
    wr(nv, A_NV_FALCON_XFER_CTRL, 0x1010);
    wr(nv, A_NV_FALCON_TLB_CMD, 0x02000003);
    nv_assert_hex(rd(nv, A_NV_FALCON_TLB_CMD_RES), 0x01000100);
    wr(nv, A_NV_FALCON_CODE_INDEX, 0x380);
    nv_assert_hex(rd(nv, A_NV_FALCON_CODE), 0xabcd0180);
}

/* xfer.rst, "Submitting xfer requests": xcld, and what it has loaded is run */
static void code_transfer(NVDev *nv)
{
    static const uint8_t code[] = {
        0xf0, 0x17, 0x02,               /* mov $r1 2: port 2 */
        0xfe, 0x1b, 0x00,               /* mov $xtargets $r1 */
        0xbd, 0x04,                     /* clear b32 $r0 */
        0x98, 0x01, 0x00,               /* ld b32 $r1 D[$r0] */
        0xfe, 0x16, 0x00,               /* mov $xcbase $r1 */
        0xf1, 0x27, 0x00, 0x03,         /* mov $r2 0x300: there, and virtual */
        0xf1, 0x37, 0x00, 0x05,         /* mov $r3 0x500: physical */
        0xfa, 0x23, 0x04,               /* xcld $r2 $r3 */
        0xf8, 0x07,                     /* xcwait */
        0xf9, 0x24,                     /* jmp $r2 */
    };
    /* mov $r4 $pc; st b32 D[$r0 + 4] $r4; exit */
    const uint32_t loaded[] = { 0x800154fe, 0x02f80104 };
    uint32_t vram = nv_vram_alloc(nv, 0x1000);
    uint32_t base = vram >> 8;

    nv_phys_wr32(nv, vram + 0x300, loaded[0]);
    nv_phys_wr32(nv, vram + 0x304, loaded[1]);
    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_data(nv, FALCON, 0, &base, 1);
    open_port(nv, 2);
    nv_pdaemon_finish(nv);
    nv_assert_hex(data(nv, 4), 0x300);
    wr(nv, A_NV_FALCON_TLB_CMD, 0x02000005);
    nv_assert_hex(rd(nv, A_NV_FALCON_TLB_CMD_RES), 0x01000300);
}

/* --- Which there are -------------------------------------------------- */

static void capabilities(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, NV_PDAEMON + A_NV_FALCON_UC_CAPS),
                  8u << 26 | 16 << 18 | 0x30 << 9 | 0x40);
    nv_assert_hex(nv_rd32(nv, NV_PCOPY + A_NV_FALCON_UC_CAPS),
                  8u << 26 | 16 << 18 | 0x08 << 9 | 0x12);
    /* nvkm_falcon_oneinit() reads only the version. */
    nv_assert_hex(nv_rd32(nv, NV_PDAEMON + A_NV_FALCON_UC_CAPS2),
                  nv_pdaemon_unshifted(nv) ? 0x28084104 : 0x00084103);
    nv_assert_hex(nv_rd32(nv, NV_PCOPY + A_NV_FALCON_UC_CAPS2),
                  nv_is_fermi(nv) ? 0x00071103 : 0x00051103);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR_MODE), 0xfc04);
    nv_assert_hex(rd(nv, A_NV_FALCON_UC_CTRL), STOPPED);
}

/* --- Robustness ------------------------------------------------------- */

/* Bytes that instructions with effects outside begin with */
static const uint8_t first_bytes[] = {
    0x80, 0x98, 0xcf, 0xd0, 0xf0, 0xf1, 0xf4, 0xf9, 0xfa, 0xfe,
};

static void random_program(NVDev *nv, uint32_t falcon)
{
    uint8_t code[0x300];
    uint32_t words[64];

    nv_random_fill(code, sizeof(code));
    nv_random_fill((uint8_t *)words, sizeof(words));
    for (unsigned i = 0; i < sizeof(code) / 4; i++) {
        code[nv_random_below(sizeof(code))] =
            first_bytes[nv_random_below(sizeof(first_bytes))];
    }
    nv_falcon_code(nv, falcon, code, sizeof(code));
    nv_falcon_data(nv, falcon, 0, words, ARRAY_SIZE(words));
    for (unsigned port = 0; port < 8; port++) {
        uint32_t type = nv_random_below(8);

        nv_falcon_wr32(nv, falcon, A_NV_FALCON_MEMIF_PORT + port * 4,
                       nv_is_fermi(nv) ? type : NV_PORT_DMAOBJ | type << 24);
    }
    nv_falcon_start(nv, falcon, 0);
    nv_clock_step(nv, 10 * 1000 * 1000);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        nv_falcon_wr32(nv, falcon, nv_random_below(0x400) * 4, words[i]);
        nv_falcon_rd32(nv, falcon, nv_random_below(0x400) * 4);
    }
    nv_falcon_start(nv, falcon, 0);
    nv_clock_step(nv, 10 * 1000 * 1000);
}

/* Whatever programs and registers contain, a reset ends it. */
static void random_programs(NVDev *nv)
{
    uint32_t pcopy = nv_is_fermi(nv) ? PMC_PCE0 : 0x00802000;

    for (unsigned i = 0; i < nv_test_rounds(NULL, 100, 30); i++) {
        random_program(nv, i & 1 ? NV_PDAEMON : NV_PCOPY);
        nv_pdaemon_enable(nv, false);
        nv_pdaemon_enable(nv, true);
        nv_mask(nv, A_NV_PMC_ENABLE, pcopy, 0);
        nv_mask(nv, A_NV_PMC_ENABLE, pcopy, pcopy);
        nv_assert_hex(nv_falcon_rd32(nv, NV_PDAEMON, A_NV_FALCON_UC_CTRL),
                      STOPPED);
        nv_assert_hex(nv_falcon_rd32(nv, NV_PCOPY, A_NV_FALCON_UC_CTRL),
                      STOPPED);
    }
}


#define GT215 .needs = NV_CARD_PDAEMON, .tesla = true, .fermi = true

/* Drivers wait for it to be done: nvkm_pmu_reset(). */
static void scrubs(NVDev *nv)
{
    static const uint8_t code[] = { 0xf8, 0x02, 0xf8, 0x02 };
    const uint32_t word = 0x12345678;

    nv_pdaemon_load(nv, code, sizeof(code));
    nv_falcon_data(nv, FALCON, 0x40, &word, 1);
    wr(nv, A_NV_FALCON_CODE_INDEX, READ_AUTOINCR);
    nv_assert_hex(rd(nv, A_NV_FALCON_CODE), 0x02f802f8);
    nv_assert_hex(data(nv, 0x40), word);
    nv_pdaemon_enable(nv, false);
    nv_pdaemon_enable(nv, true);
    wr(nv, A_NV_FALCON_CODE_INDEX, READ_AUTOINCR);
    nv_assert_hex(rd(nv, A_NV_FALCON_CODE), 0);
    nv_assert_hex(data(nv, 0x40), 0);
}

static const NVTest tests[] = {
    { "falcon/a-reset-scrubs-its-memories", "", scrubs, GT215 },
    { "falcon/capabilities", "", capabilities, GT215,
      .cold = true },
    { "falcon/arithmetic", "", arithmetic, GT215 },
    { "falcon/stack-and-branches", "", stack_and_branches,
      GT215 },
    { "falcon/conditional-branches", "", conditional_branches, GT215 },
    { "falcon/special-registers", "", special_registers, GT215 },
    { "falcon/stack-pointer", "", stack_pointer, GT215 },
    { "falcon/unaligned-data", "", unaligned_data, GT215 },
    { "falcon/traps", "", traps, GT215 },
    { "falcon/trapped-flags", "", trapped_flags, GT215 },
    { "falcon/pages-of-code", "", pages, GT215 },
    { "falcon/page-instructions", "", page_instructions, GT215 },
    { "falcon/interrupts", "", interrupts, GT215 },
    { "falcon/timers", "", timers, GT215 },
    { "falcon/bytes-keep-the-rest", "", bytes, GT215 },
    { "falcon/migration", "migration", migration, GT215 },
    { "falcon/endless-program", "", endless, GT215 },
    { "falcon/transfers", "", transfers, GT215 },
    { "falcon/code-transfer", "", code_transfer, GT215 },
    { "falcon/random-programs", "", random_programs, GT215, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
