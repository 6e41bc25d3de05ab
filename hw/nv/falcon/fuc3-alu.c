/*
 * NVIDIA GPU: arithmetic of a falcon, version 3
 *
 * Sections and pseudo-code: envytools, docs/hw/falcon/arith.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "fuc3.h"
#include "state.h"

/* --- Arithmetic: sized ------------------------------------------------ */

/* arith.rst, "Pseudocode conventions": C(), O() */
static bool nv_fuc_carry(bool a, bool b, bool c)
{
    return (a && b) || ((a || b) && !c);
}

static bool nv_fuc_overflow(bool a, bool b, bool c)
{
    return a == b && a != c;
}

/* Subtract; sets c and o. */
static uint32_t nv_fuc_sub(NVFalcon *f, unsigned bits, uint32_t a, uint32_t b,
                           bool borrow)
{
    uint32_t res = extract32(a - b - borrow, 0, bits);
    bool sa = a >> (bits - 1) & 1, sb = b >> (bits - 1) & 1;
    bool sr = res >> (bits - 1);

    nv_fuc_set_flag(f, NV_FALCON_FLAG_C, !nv_fuc_carry(sa, !sb, sr));
    nv_fuc_set_flag(f, NV_FALCON_FLAG_O, nv_fuc_overflow(sa, !sb, sr));
    return res;
}

static uint32_t nv_fuc_add(NVFalcon *f, unsigned bits, uint32_t a, uint32_t b,
                           bool carry)
{
    uint32_t res = extract32(a + b + carry, 0, bits);
    bool sa = a >> (bits - 1) & 1, sb = b >> (bits - 1) & 1;
    bool sr = res >> (bits - 1);

    nv_fuc_set_flag(f, NV_FALCON_FLAG_C, nv_fuc_carry(sa, sb, sr));
    nv_fuc_set_flag(f, NV_FALCON_FLAG_O, nv_fuc_overflow(sa, sb, sr));
    return res;
}

void nv_fuc_compare(NVFalcon *f, unsigned op, unsigned bits, uint32_t a,
                    uint32_t b)
{
    uint32_t flags = f->flags;
    uint32_t diff;
    bool less;

    a = extract32(a, 0, bits);
    b = extract32(b, 0, bits);
    diff = nv_fuc_sub(f, bits, a, b, false);
    nv_fuc_set_sz(f, bits, diff);
    if (op == NV_FUC_CMP) {
        return;
    }
    less = op == NV_FUC_CMPS ? nv_fuc_flag(f, NV_FALCON_FLAG_O) ^
                               nv_fuc_flag(f, NV_FALCON_FLAG_S)
                             : nv_fuc_flag(f, NV_FALCON_FLAG_C);
    f->flags = flags;
    nv_fuc_set_flag(f, NV_FALCON_FLAG_C, less);
    nv_fuc_set_flag(f, NV_FALCON_FLAG_Z, !diff);
}

static uint32_t nv_fuc_shift(NVFalcon *f, unsigned op, unsigned bits,
                             uint32_t a, unsigned count)
{
    bool carry = nv_fuc_flag(f, NV_FALCON_FLAG_C);
    bool left = op == NV_FUC_SHL || op == NV_FUC_SHLC;
    uint64_t res = left ? (uint64_t)a << count : a >> count;
    bool out = count && (a >> (left ? bits - count : count - 1) & 1);

    if (count && carry && op == NV_FUC_SHLC) {
        res |= 1u << (count - 1);
    } else if (count && carry && op == NV_FUC_SHRC) {
        res |= 1u << (bits - count);
    } else if (op == NV_FUC_SAR && (a >> (bits - 1) & 1)) {
        res |= ~0ULL << (bits - count);
    }
    nv_fuc_set_flag(f, NV_FALCON_FLAG_C, out);
    nv_fuc_set_flag(f, NV_FALCON_FLAG_O, false);
    return extract64(res, 0, bits);
}

/* add, adc, sub, sbb, and the shifts */
void nv_fuc_alu(NVFalcon *f, unsigned op, unsigned bits, unsigned dst,
                uint32_t a, uint32_t b)
{
    bool carry = nv_fuc_flag(f, NV_FALCON_FLAG_C);
    uint32_t res;

    a = extract32(a, 0, bits);
    switch (op) {
    case NV_FUC_ADD:
    case NV_FUC_ADC:
        res = nv_fuc_add(f, bits, a, extract32(b, 0, bits),
                         op == NV_FUC_ADC && carry);
        break;
    case NV_FUC_SUB:
    case NV_FUC_SBB:
        res = nv_fuc_sub(f, bits, a, extract32(b, 0, bits),
                         op == NV_FUC_SBB && carry);
        break;
    default:
        res = nv_fuc_shift(f, op, bits, a, b & (bits - 1));
        break;
    }
    nv_fuc_set_reg(f, bits, dst, res);
    nv_fuc_set_sz(f, bits, res);
}

/* not, neg, mov, hswap; clear, setf */
bool nv_fuc_unary(NVFalcon *f, unsigned op, unsigned bits, unsigned dst,
                  uint32_t a)
{
    uint32_t res;
    bool overflow = false;

    a = extract32(a, 0, bits);
    switch (op) {
    case 0:                     /* not */
        res = ~a;
        break;
    case 1:                     /* neg */
        res = -a;
        overflow = a == 1u << (bits - 1);
        break;
    case 2:                     /* mov */
        nv_fuc_set_reg(f, bits, dst, a);
        return true;
    case 3:                     /* hswap */
        res = a >> (bits / 2) | a << (bits / 2);
        break;
    case 4:                     /* clear */
        nv_fuc_set_reg(f, bits, dst, 0);
        return true;
    case 5:                     /* setf */
        res = a;
        break;
    default:
        return false;
    }
    res = extract32(res, 0, bits);
    nv_fuc_set_reg(f, bits, dst, res);
    nv_fuc_set_flag(f, NV_FALCON_FLAG_O, overflow);
    nv_fuc_set_sz(f, bits, res);
    return true;
}

/* --- Arithmetic: unsized ---------------------------------------------- */

static uint32_t nv_fuc_extract(NVFalcon *f, uint32_t a, uint32_t field,
                               bool is_signed)
{
    unsigned low = field & 0x1f, size_m1 = field >> 5 & 0x1f;
    uint32_t mask = MAKE_64BIT_MASK(0, size_m1 + 1);
    uint32_t res = a >> low & mask;
    bool fill = is_signed && (a >> ((low + size_m1) & 0x1f) & 1);

    if (fill) {
        res |= ~mask;
    }
    nv_fuc_set_flag(f, NV_FALCON_FLAG_S, fill);
    nv_fuc_set_flag(f, NV_FALCON_FLAG_Z, !res);
    return res;
}

static uint32_t nv_fuc_insert(uint32_t into, uint32_t a, uint32_t field)
{
    unsigned low = field & 0x1f, size = (field >> 5 & 0x1f) + 1;

    return low + size <= 32 ? deposit32(into, low, size, a) : into;
}

static uint32_t nv_fuc_logic(NVFalcon *f, uint32_t res)
{
    nv_fuc_set_flag(f, NV_FALCON_FLAG_C, false);
    nv_fuc_set_flag(f, NV_FALCON_FLAG_O, false);
    nv_fuc_set_sz(f, 32, res);
    return res;
}

/* Operations that several forms have; @op is one that this form has */
void nv_fuc_unsized(NVFalcon *f, unsigned op, unsigned dst, uint32_t a,
                    uint32_t b)
{
    uint32_t *r = &f->r[dst];

    switch (op) {
    case NV_FUC_MULU:
        *r = (a & 0xffff) * (b & 0xffff);
        break;
    case NV_FUC_MULS:
        *r = (int16_t)a * (int16_t)b;
        break;
    case NV_FUC_SEXT:
        *r = sextract32(a, 0, (b & 0x1f) + 1);
        nv_fuc_set_sz(f, 32, *r);
        break;
    case NV_FUC_EXTRS:
        *r = nv_fuc_extract(f, a, b, true);
        break;
    case NV_FUC_AND:
        *r = nv_fuc_logic(f, a & b);
        break;
    case NV_FUC_OR:
        *r = nv_fuc_logic(f, a | b);
        break;
    case NV_FUC_XOR:
        *r = nv_fuc_logic(f, a ^ b);
        break;
    case NV_FUC_EXTR:
        *r = nv_fuc_extract(f, a, b, false);
        break;
    case NV_FUC_XBIT:
        *r = nv_fuc_extract(f, a, b & 0x1f, false);
        break;
    case NV_FUC_INS:
        *r = nv_fuc_insert(*r, a, b);
        break;
    case NV_FUC_DIV:
        *r = b ? a / b : UINT32_MAX;
        break;
    case NV_FUC_MOD:
        *r = b ? a % b : a;
        break;
    }
}

uint32_t nv_fuc_change_bit(unsigned op, uint32_t val, unsigned bit)
{
    uint32_t mask = 1u << (bit & 0x1f);

    return op == NV_FUC_BSET ? val | mask
         : op == NV_FUC_BCLR ? val & ~mask : val ^ mask;
}

/* f0, f1, fd: the result goes where the first operand is. */
void nv_fuc_in_place(NVFalcon *f, unsigned op, unsigned reg, uint32_t b)
{
    switch (op) {
    case NV_FUC_BSET:
    case NV_FUC_BCLR:
    case NV_FUC_BTGL:
        f->r[reg] = nv_fuc_change_bit(op, f->r[reg], b);
        break;
    default:
        nv_fuc_unsized(f, op, reg, f->r[reg], b);
        break;
    }
}

/* f0, f1: an immediate of 8 or 16 bits, of which some extend the sign */
void nv_fuc_immediate(NVFalcon *f, unsigned op, unsigned reg, uint32_t imm,
                      unsigned bits)
{
    switch (op) {
    case NV_FUC_SETHI:
        f->r[reg] = deposit32(f->r[reg], 16, 16, imm);
        break;
    case NV_FUC_MOV:
        f->r[reg] = sextract32(imm, 0, bits);
        break;
    case NV_FUC_MULS:
        nv_fuc_in_place(f, op, reg, sextract32(imm, 0, bits));
        break;
    case NV_FUC_XBIT_FLAGS:
        nv_fuc_unsized(f, NV_FUC_XBIT, reg, f->flags, imm);
        break;
    default:
        nv_fuc_in_place(f, op, reg, imm);
        break;
    }
}
