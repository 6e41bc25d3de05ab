/*
 * NVIDIA GPU: the instructions of a falcon, version 5
 *
 * Only what differs from version 3: forms that are new, have moved or are gone.
 * Immediates are where the compiler wanted them, up to 32 bits wide, and the
 * commonest instructions are a byte shorter.
 *
 * Of the new ones, mpush, mpop and those like them aren't modelled: no source
 * says in which order registers are on the stack.
 *
 * Source: envytools, envydis/falcon.c, forms with F_FUC5P and F_FUCOLD.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "fuc3.h"
#include "memory.h"
#include "state.h"

/**
 * struct NVFuc5Insn - an instruction that version 3 doesn't have
 *
 * @b: its bytes
 * @bits: the size of its operands, if it is a sized one
 * @lo, @hi: the numbers of registers in the second byte
 * @next: where to go on: at the next instruction if nothing else is said
 */
typedef struct NVFuc5Insn {
    const uint8_t *b;
    unsigned bits;
    unsigned lo, hi;
    uint32_t next;
} NVFuc5Insn;

/**
 * struct NVFuc5Form - a form of instructions
 *
 * @length: bytes; 0: as in version 3
 * @run: executes one, or returns false if there is none; NULL: as in version 3
 */
typedef struct NVFuc5Form {
    uint8_t length;
    bool (*run)(NVFalcon *f, NVFuc5Insn *insn);
} NVFuc5Form;

/* --- Data ------------------------------------------------------------- */

/* 00, 40, 80, d0: an immediate of 8, 16, 24 and 32 bits, all with a sign */
static bool nv_fuc5_mov_imm(NVFalcon *f, NVFuc5Insn *insn)
{
    unsigned bits = 8 * (1 + (insn->b[0] >> 6));

    f->r[insn->b[0] & 0xf] = sextract32(ldl_le_p(insn->b + 1), 0, bits);
    return true;
}

static bool nv_fuc5_mov(NVFalcon *f, NVFuc5Insn *insn)
{
    nv_fuc_set_reg(f, insn->bits, insn->lo, f->r[insn->hi]);
    return true;
}

static bool nv_fuc5_ld(NVFalcon *f, NVFuc5Insn *insn)
{
    nv_fuc_set_reg(f, insn->bits, insn->lo,
                   nv_falcon_load(f, insn->bits, f->r[insn->hi]));
    return true;
}

static bool nv_fuc5_st(NVFalcon *f, NVFuc5Insn *insn)
{
    nv_falcon_store(f, insn->bits, f->r[insn->hi], f->r[insn->lo]);
    return true;
}

/* D[$sp + register] */
static bool nv_fuc5_st_sp(NVFalcon *f, NVFuc5Insn *insn)
{
    nv_falcon_store(f, insn->bits, f->sp + f->r[insn->lo] * (insn->bits / 8),
                    f->r[insn->hi]);
    return true;
}

/* D[register + immediate] */
static bool nv_fuc5_st_imm(NVFalcon *f, NVFuc5Insn *insn)
{
    nv_falcon_store(f, insn->bits,
                    f->r[insn->hi] + insn->b[2] * (insn->bits / 8),
                    f->r[insn->lo]);
    return true;
}

/* D[register + register] */
static bool nv_fuc5_st_reg(NVFalcon *f, NVFuc5Insn *insn)
{
    unsigned index = insn->b[2] >> 4;

    nv_falcon_store(f, insn->bits,
                    f->r[insn->hi] + f->r[index] * (insn->bits / 8),
                    f->r[insn->lo]);
    return true;
}

static bool nv_fuc5_iowr(NVFalcon *f, NVFuc5Insn *insn)
{
    nv_fuc_iowr(f, f->r[insn->hi] + insn->b[2] * 4, f->r[insn->lo]);
    return true;
}

/* --- Arithmetic -------------------------------------------------------- */

static bool nv_fuc5_compare(NVFalcon *f, NVFuc5Insn *insn)
{
    nv_fuc_compare(f, insn->b[0] & 0xf, insn->bits, f->r[insn->hi],
                   f->r[insn->lo]);
    return true;
}

/* add, adc, sub, sbb */
static bool nv_fuc5_add_imm16(NVFalcon *f, NVFuc5Insn *insn)
{
    unsigned op = insn->b[4] & 0xf;

    if (op > NV_FUC_SBB) {
        return false;
    }
    nv_fuc_alu(f, op, insn->bits, insn->lo, f->r[insn->hi],
               lduw_le_p(insn->b + 2));
    return true;
}

/* --- Branches --------------------------------------------------------- */

/* 3e, 7e */
static bool nv_fuc5_long_branch(NVFalcon *f, NVFuc5Insn *insn)
{
    if (insn->bits == 32) {
        return false;
    }
    if (insn->bits == 16) {
        nv_fuc_push(f, insn->next);
    }
    insn->next = ldl_le_p(insn->b) >> 8;
    return true;
}

static bool nv_fuc5_call(NVFalcon *f, NVFuc5Insn *insn)
{
    nv_fuc_push(f, insn->next);
    insn->next = lduw_le_p(insn->b + 1);
    return true;
}

/* Subopcode of 33: branch if equal or not; immediates of 8 bits or as said */
#define NV_FUC5_BRA_NE BIT(2)
#define NV_FUC5_BRA_WIDE BIT(3)
#define NV_FUC5_BRA_WIDE_TARGET BIT(0)
#define NV_FUC5_BRA_WIDE_IMM BIT(1)
#define NV_FUC5_BRA_WIDTHS (NV_FUC5_BRA_WIDE_TARGET | NV_FUC5_BRA_WIDE_IMM)

static unsigned nv_fuc5_compare_branch_length(unsigned op)
{
    return op & NV_FUC5_BRA_WIDE ? 4 + ctpop8(op & NV_FUC5_BRA_WIDTHS) : 4;
}

/* Whether it changes flags isn't known: they stay. */
static bool nv_fuc5_compare_branch(NVFalcon *f, NVFuc5Insn *insn)
{
    const uint8_t *b = insn->b;
    unsigned op = insn->lo;
    bool wide_imm = op & NV_FUC5_BRA_WIDE_IMM;
    uint32_t imm = wide_imm ? lduw_le_p(b + 2) : b[2];
    const uint8_t *target = b + (wide_imm ? 4 : 3);
    bool equal = extract32(f->r[insn->hi], 0, insn->bits) ==
                 extract32(imm, 0, insn->bits);

    /* One without the other isn't an instruction. */
    if (!(op & NV_FUC5_BRA_WIDE) != !(op & NV_FUC5_BRA_WIDTHS)) {
        return false;
    }
    if (equal != !!(op & NV_FUC5_BRA_NE)) {
        insn->next = f->pc + (op & NV_FUC5_BRA_WIDE_TARGET
                              ? (int16_t)lduw_le_p(target)
                              : (int8_t)*target);
    }
    return true;
}

/* --- Decoding --------------------------------------------------------- */

static bool nv_fuc5_none(NVFalcon *f, NVFuc5Insn *insn)
{
    return false;
}

/* By the first byte's low six bits; below 0xc0 the others are the size. */
static const NVFuc5Form nv_fuc5_sized[0x40] = {
    [0x20] = { 2, nv_fuc5_st },
    [0x21] = { 2, nv_fuc5_st_sp },
    [0x22 ... 0x23] = { 2, nv_fuc5_none },
    [0x24 ... 0x26] = { 2, nv_fuc5_compare },
    [0x27 ... 0x2f] = { 2, nv_fuc5_none },
    [0x32] = { 2, nv_fuc5_mov },
    [0x33] = { 4, nv_fuc5_compare_branch },
    [0x35] = { 3, nv_fuc5_st_imm },
    [0x38] = { 5, nv_fuc5_add_imm16 },
    [0x3e] = { 4, nv_fuc5_long_branch },
    [0x3f] = { 2, nv_fuc5_ld },
};

/* From 0xf0 on */
static const NVFuc5Form nv_fuc5_unsized[0x10] = {
    [0x3] = { 3, nv_fuc5_call },
    [0x6 ... 0x7] = { 3, nv_fuc5_iowr },
};

static bool nv_fuc5_is_mov_imm(uint8_t b)
{
    return (b < 0xc0 && !(b & 0x30)) || (b & 0xf0) == 0xd0;
}

static const NVFuc5Form *nv_fuc5_form(const uint8_t *b)
{
    static const NVFuc5Form as_before;
    static const NVFuc5Form store = { 3, nv_fuc5_st_reg };

    if (b[0] < 0xc0) {
        bool is_store = (b[0] & 0x3f) == 0x3c && (b[2] & 0xf) == 0x9;

        return is_store ? &store : &nv_fuc5_sized[b[0] & 0x3f];
    }
    return b[0] < 0xf0 ? &as_before : &nv_fuc5_unsized[b[0] & 0xf];
}

unsigned nv_fuc5_length(const uint8_t *b)
{
    if (nv_fuc5_is_mov_imm(b[0])) {
        return 2 + (b[0] >> 6);
    }
    if (b[0] < 0xc0 && (b[0] & 0x3f) == 0x33) {
        return nv_fuc5_compare_branch_length(b[1] & 0xf);
    }
    return nv_fuc5_form(b)->length ?: nv_fuc3_length(b[0]);
}

/* Of forms that version 5 has as well, these aren't in it. */
static bool nv_fuc5_gone(const uint8_t *b)
{
    switch (b[0]) {
    case 0x39:                  /* mov; 32 has it */
    case 0x79:
    case 0xb9:
        return (b[2] & 0xf) == 2;
    case 0xf0:                  /* mov of an immediate */
    case 0xf1:
        return (b[1] & 0xf) == NV_FUC_MOV;
    case 0xf5:                  /* call; f3 has it */
        return (b[1] & 0x3f) == 0x21;
    default:
        return false;
    }
}

bool nv_fuc5_execute(NVFalcon *f, const uint8_t *b, uint32_t next)
{
    static const NVFuc5Form mov_imm = { .run = nv_fuc5_mov_imm };
    const NVFuc5Form *form = nv_fuc5_is_mov_imm(b[0]) ? &mov_imm
                                                      : nv_fuc5_form(b);
    NVFuc5Insn insn = {
        .b = b, .bits = 8 << (b[0] >> 6), .lo = b[1] & 0xf, .hi = b[1] >> 4,
        .next = next,
    };

    if (!form->run) {
        return !nv_fuc5_gone(b) && nv_fuc3_execute(f, b, next);
    }
    if (!form->run(f, &insn)) {
        return false;
    }
    nv_fuc_jump(f, insn.next);
    return true;
}
