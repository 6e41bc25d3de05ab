/*
 * NVIDIA GPU: declarations that a falcon's instructions share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_FUC3_H
#define HW_NV_FALCON_FUC3_H

#include "state.h"

/* Subopcodes that several forms of sized instructions have */
enum {
    NV_FUC_ADD = 0x0,
    NV_FUC_ADC = 0x1,
    NV_FUC_SUB = 0x2,
    NV_FUC_SBB = 0x3,
    NV_FUC_SHL = 0x4,
    NV_FUC_SHR = 0x5,
    NV_FUC_SAR = 0x7,
    NV_FUC_LD = 0x8,
    NV_FUC_SHLC = 0xc,
    NV_FUC_SHRC = 0xd,

    NV_FUC_CMPU = 0x4,
    NV_FUC_CMPS = 0x5,
    NV_FUC_CMP = 0x6,
};

/* The same for unsized instructions */
enum {
    NV_FUC_MULU = 0x0,
    NV_FUC_MULS = 0x1,
    NV_FUC_SEXT = 0x2,
    NV_FUC_EXTRS = 0x3,
    NV_FUC_AND = 0x4,
    NV_FUC_OR = 0x5,
    NV_FUC_XOR = 0x6,
    NV_FUC_EXTR = 0x7,
    NV_FUC_XBIT = 0x8,
    NV_FUC_BSET = 0x9,
    NV_FUC_BCLR = 0xa,
    NV_FUC_BTGL = 0xb,
    NV_FUC_INS = 0xb,
    NV_FUC_DIV = 0xc,
    NV_FUC_MOD = 0xd,
    NV_FUC_IORDS = 0xe,
    NV_FUC_IORD = 0xf,

    NV_FUC_SETHI = 0x3,
    NV_FUC_MOV = 0x7,
    NV_FUC_XBIT_FLAGS = 0xc,
};

/* Which of them a form has */
#define NV_FUC_ADDS (BIT(NV_FUC_ADD) | BIT(NV_FUC_ADC) | BIT(NV_FUC_SUB) | \
                     BIT(NV_FUC_SBB))
#define NV_FUC_SHIFTS (BIT(NV_FUC_SHL) | BIT(NV_FUC_SHR) | BIT(NV_FUC_SAR) | \
                       BIT(NV_FUC_SHLC) | BIT(NV_FUC_SHRC))
#define NV_FUC_COMPARES (BIT(NV_FUC_CMPU) | BIT(NV_FUC_CMPS) | \
                         BIT(NV_FUC_CMP))
#define NV_FUC_FORM_C0 0xf9ff
#define NV_FUC_FORM_E0 0x38fb
#define NV_FUC_FORM_F0 0x1eff
#define NV_FUC_FORM_F1 0x00fb
#define NV_FUC_FORM_FD 0x0e77
#define NV_FUC_FORM_FF 0xf1ff

/* --- Flags and registers ----------------------------------------------- */

static inline bool nv_fuc_flag(const NVFalcon *f, unsigned flag)
{
    return extract32(f->flags, flag, 1);
}

static inline void nv_fuc_set_flag(NVFalcon *f, unsigned flag, bool val)
{
    f->flags = deposit32(f->flags, flag, 1, val);
}

/* Set s and z for a result of @bits bits. */
static inline void nv_fuc_set_sz(NVFalcon *f, unsigned bits, uint32_t val)
{
    nv_fuc_set_flag(f, NV_FALCON_FLAG_S, val >> (bits - 1) & 1);
    nv_fuc_set_flag(f, NV_FALCON_FLAG_Z, !val);
}

/* The register's other bits stay. */
static inline void nv_fuc_set_reg(NVFalcon *f, unsigned bits, unsigned reg,
                                  uint32_t val)
{
    f->r[reg] = deposit32(f->r[reg], 0, bits, val);
}

/* --- fuc3-alu.c -------------------------------------------------------- */

/**
 * nv_fuc_compare: cmpu, cmps, cmp
 * @f: the falcon, whose flags are set
 * @op: NV_FUC_CMPU, NV_FUC_CMPS or NV_FUC_CMP
 * @bits: 8, 16 or 32
 * @a, @b: operands, of which the low @bits bits are used
 */
void nv_fuc_compare(NVFalcon *f, unsigned op, unsigned bits, uint32_t a,
                    uint32_t b);

/**
 * nv_fuc_alu: add, adc, sub, sbb, and the shifts
 * @f: the falcon
 * @op: subopcode, NV_FUC_ADD and so on
 * @bits: 8, 16 or 32
 * @dst: register of the result
 * @a, @b: operands, of which the low @bits bits are used
 */
void nv_fuc_alu(NVFalcon *f, unsigned op, unsigned bits, unsigned dst,
                uint32_t a, uint32_t b);

/**
 * nv_fuc_unary: not, neg, mov, hswap, clear, setf
 *
 * As nv_fuc_alu(); returns false if there is no such instruction.
 */
bool nv_fuc_unary(NVFalcon *f, unsigned op, unsigned bits, unsigned dst,
                  uint32_t a);

/**
 * nv_fuc_unsized: 32-bit instructions that several forms have
 * @f: the falcon
 * @op: subopcode, NV_FUC_MULU and so on, one that the form has
 * @dst: register of the result
 * @a, @b: operands
 */
void nv_fuc_unsized(NVFalcon *f, unsigned op, unsigned dst, uint32_t a,
                    uint32_t b);

/** nv_fuc_change_bit: @val after bset, bclr or btgl of a bit */
uint32_t nv_fuc_change_bit(unsigned op, uint32_t val, unsigned bit);

/** nv_fuc_in_place: forms whose first operand receives the result */
void nv_fuc_in_place(NVFalcon *f, unsigned op, unsigned reg, uint32_t b);

/** nv_fuc_immediate: the same with an immediate of @bits, 8 or 16 */
void nv_fuc_immediate(NVFalcon *f, unsigned op, unsigned reg, uint32_t imm,
                      unsigned bits);

/* --- fuc3.c ------------------------------------------------------------- */

/** nv_fuc_push: push a word on the stack */
void nv_fuc_push(NVFalcon *f, uint32_t val);

/** nv_fuc_jump: go on at @addr, whose bits beyond the pages' are ignored */
void nv_fuc_jump(NVFalcon *f, uint32_t addr);

/** nv_fuc_trap: call the handler of traps, or stop if it is executing */
void nv_fuc_trap(NVFalcon *f, NVFalconTrap reason);

/** nv_fuc_iowr: write a register of the unit; @addr is an address in I[] */
void nv_fuc_iowr(NVFalcon *f, uint32_t addr, uint32_t val);

/** nv_fuc3_length: bytes of an instruction by its first; 0 if there is none */
unsigned nv_fuc3_length(uint8_t b);

/**
 * nv_fuc3_execute: execute an instruction
 * @f: the falcon, which is at it
 * @b: its bytes
 * @next: where the one after it is
 *
 * Returns false, having done nothing, if there is no such instruction.
 */
bool nv_fuc3_execute(NVFalcon *f, const uint8_t *b, uint32_t next);

/** nv_fuc3_interrupt: call interrupt vector 0 or 1 */
void nv_fuc3_interrupt(NVFalcon *falcon, unsigned vector);

/* --- fuc5.c ------------------------------------------------------------- */

/** nv_fuc5_length: as nv_fuc3_length(), but by the first two bytes */
unsigned nv_fuc5_length(const uint8_t *b);

/** nv_fuc5_execute: as nv_fuc3_execute() */
bool nv_fuc5_execute(NVFalcon *f, const uint8_t *b, uint32_t next);

/* --- step.c ------------------------------------------------------------- */

/** Bytes of the longest instruction of any version */
#define NV_FUC_LENGTH_MAX 6

/** nv_fuc_step: execute one instruction, or trap */
void nv_fuc_step(NVFalcon *falcon);

#endif /* HW_NV_FALCON_FUC3_H */
