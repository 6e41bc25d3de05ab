/*
 * NVIDIA GPU: the instructions of a falcon, version 3, most of which later
 * ones have, too
 *
 * Sections and pseudo-code: envytools, docs/hw/falcon/isa.rst, data.rst,
 * branch.rst, intr.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "fuc3.h"
#include "interrupts.h"
#include "memory.h"
#include "state.h"
#include "xfer.h"
#include "hw/nv/falcon-regs.h"
#include "trace/trace-hw_nv.h"

/* Special registers by their number */
enum {
    NV_FUC_IV0 = 0,
    NV_FUC_IV1 = 1,
    NV_FUC_TV = 3,
    NV_FUC_SP = 4,
    NV_FUC_PC = 5,
    NV_FUC_XCBASE = 6,
    NV_FUC_XDBASE = 7,
    NV_FUC_FLAGS = 8,
    NV_FUC_XTARGETS = 11,
    NV_FUC_TSTATUS = 12,
};

/* Bits of $flags that exist, from version 4 on more */
#define NV_FUC_FLAGS_V3 0x01330fff
#define NV_FUC_FLAGS_V4 0xfd770fff

/* Bits that page numbers have as operands of instructions, as in TLB_CMD */
#define NV_FUC_PAGE_MASK 0xffffff

static void nv_fuc_set_flags(NVFalcon *f, uint32_t val)
{
    f->flags = val & (nv_falcon_version(f) >= 4 ? NV_FUC_FLAGS_V4
                                                : NV_FUC_FLAGS_V3);
}

/* --- Stack and special registers -------------------------------------- */

static void nv_fuc_set_sp(NVFalcon *f, uint32_t val)
{
    f->sp = val & (pow2ceil(f->chip->data_size) - 1) & ~3;
}

void nv_fuc_push(NVFalcon *f, uint32_t val)
{
    nv_fuc_set_sp(f, f->sp - 4);
    nv_falcon_store(f, 32, f->sp, val);
}

static uint32_t nv_fuc_pop(NVFalcon *f)
{
    uint32_t val = nv_falcon_load(f, 32, f->sp);

    nv_fuc_set_sp(f, f->sp + 4);
    return val;
}

void nv_fuc_jump(NVFalcon *f, uint32_t addr)
{
    f->pc = addr & ((NV_FALCON_PAGE << f->chip->vm_pages_log2) - 1);
}

static bool nv_fuc_set_special(NVFalcon *f, unsigned reg, uint32_t val)
{
    switch (reg) {
    case NV_FUC_IV0:
    case NV_FUC_IV1:
        f->iv[reg] = val;
        break;
    case NV_FUC_TV:
        f->tv = val;
        break;
    case NV_FUC_SP:
        nv_fuc_set_sp(f, val);
        break;
    case NV_FUC_PC:
        /* read only */
        break;
    case NV_FUC_XCBASE:
        f->xcbase = val;
        break;
    case NV_FUC_XDBASE:
        f->xdbase = val;
        break;
    case NV_FUC_FLAGS:
        nv_fuc_set_flags(f, val);
        break;
    case NV_FUC_XTARGETS:
        f->xtargets = val & 0x7707;
        break;
    case NV_FUC_TSTATUS:
        f->tstatus = val;
        break;
    default:
        return false;
    }
    return true;
}

static bool nv_fuc_special(const NVFalcon *f, unsigned reg, uint32_t *val)
{
    switch (reg) {
    case NV_FUC_IV0:
    case NV_FUC_IV1:
        *val = f->iv[reg];
        break;
    case NV_FUC_TV:
        *val = f->tv;
        break;
    case NV_FUC_SP:
        *val = f->sp;
        break;
    case NV_FUC_PC:
        *val = f->pc;
        break;
    case NV_FUC_XCBASE:
        *val = f->xcbase;
        break;
    case NV_FUC_XDBASE:
        *val = f->xdbase;
        break;
    case NV_FUC_FLAGS:
        *val = f->flags;
        break;
    case NV_FUC_XTARGETS:
        *val = f->xtargets;
        break;
    case NV_FUC_TSTATUS:
        *val = f->tstatus;
        break;
    default:
        return false;
    }
    return true;
}

/* --- Interrupts and traps --------------------------------------------- */

/*
 * Flags that handlers begin without, and where their values are saved.  It
 * isn't known what the last two mean, which version 4 has.
 */
static const struct {
    uint8_t flag, saved, version;
} nv_fuc_saved[] = {
    { NV_FALCON_FLAG_IE0, NV_FALCON_FLAG_IS0, 3 },
    { NV_FALCON_FLAG_IE1, NV_FALCON_FLAG_IS1, 3 },
    { 0x12, 0x16, 4 },
    { 0x1a, 0x1d, 4 },
};

static void nv_fuc_save_flags(NVFalcon *f)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_fuc_saved); i++) {
        if (nv_falcon_version(f) >= nv_fuc_saved[i].version) {
            nv_fuc_set_flag(f, nv_fuc_saved[i].saved,
                            nv_fuc_flag(f, nv_fuc_saved[i].flag));
            nv_fuc_set_flag(f, nv_fuc_saved[i].flag, false);
        }
    }
}

static void nv_fuc_restore_flags(NVFalcon *f)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_fuc_saved); i++) {
        if (nv_falcon_version(f) >= nv_fuc_saved[i].version) {
            nv_fuc_set_flag(f, nv_fuc_saved[i].flag,
                            nv_fuc_flag(f, nv_fuc_saved[i].saved));
        }
    }
}

void nv_fuc3_interrupt(NVFalcon *f, unsigned vector)
{
    trace_nv_falcon_interrupt(f->chip->regs->unit, vector, f->pc);
    nv_fuc_push(f, f->pc);
    nv_fuc_save_flags(f);
    nv_fuc_jump(f, f->iv[vector]);
}

static void nv_fuc_iret(NVFalcon *f)
{
    nv_fuc_jump(f, nv_fuc_pop(f));
    nv_fuc_restore_flags(f);
}

/* Stop the processor, and raise its interrupt. */
static void nv_fuc_stop(NVFalcon *f)
{
    trace_nv_falcon_stop(f->chip->regs->unit, f->pc);
    f->state = NV_FALCON_STOPPED;
    nv_falcon_raise(f, R_NV_FALCON_INTR_EXIT_MASK);
}

/* A trap in the handler of a trap stops the processor. */
void nv_fuc_trap(NVFalcon *f, NVFalconTrap reason)
{
    trace_nv_falcon_trap(f->chip->regs->unit, reason, f->pc);
    if (nv_fuc_flag(f, NV_FALCON_FLAG_TA)) {
        nv_fuc_stop(f);
        return;
    }
    nv_fuc_set_flag(f, NV_FALCON_FLAG_TA, true);
    f->tstatus = (f->pc & 0xfffff) | reason << 20;
    if (nv_falcon_version(f) >= 4) {
        nv_fuc_save_flags(f);
    }
    nv_fuc_push(f, f->pc);
    nv_fuc_jump(f, f->tv);
}

/* --- Registers of the card -------------------------------------------- */

static uint32_t nv_fuc_io(const NVFalcon *f, uint32_t addr)
{
    return f->chip->regs->base + (addr >> (f->chip->unshifted ? 0 : 6) & 0xffc);
}

static uint32_t nv_fuc_iord(NVFalcon *f, uint32_t addr)
{
    uint32_t val;

    f->io_index = extract32(addr, 2, 6);
    val = nv_regs_read(&f->regs, nv_fuc_io(f, addr));
    trace_nv_falcon_iord(f->chip->regs->unit, addr, val);
    return val;
}

void nv_fuc_iowr(NVFalcon *f, uint32_t addr, uint32_t val)
{
    trace_nv_falcon_iowr(f->chip->regs->unit, addr, val);
    f->io_index = extract32(addr, 2, 6);
    nv_regs_write(&f->regs, nv_fuc_io(f, addr), val);
}

/* --- Branches --------------------------------------------------------- */

static bool nv_fuc_condition(const NVFalcon *f, unsigned cond)
{
    bool c = nv_fuc_flag(f, NV_FALCON_FLAG_C);
    bool z = nv_fuc_flag(f, NV_FALCON_FLAG_Z);
    bool less = nv_fuc_flag(f, NV_FALCON_FLAG_O) ^
                nv_fuc_flag(f, NV_FALCON_FLAG_S);

    switch (cond) {
    case 0x0c:                  /* a */
        return !c && !z;
    case 0x0d:                  /* na */
        return c || z;
    case 0x0e:
        return true;
    case 0x1c:                  /* g */
        return !less && !z;
    case 0x1d:                  /* le */
        return less || z;
    case 0x1e:                  /* l */
        return less;
    case 0x1f:                  /* ge */
        return !less;
    default:                    /* a flag is set, or is clear */
        return nv_fuc_flag(f, cond & 0xf) == !(cond & 0x10);
    }
}

/* f4, f5.  @next: where the instruction after this one is */
static bool nv_fuc_flow(NVFalcon *f, unsigned op, uint32_t imm, unsigned bits,
                        uint32_t next)
{
    int32_t offset = sextract32(imm, 0, bits);

    switch (op) {
    case 0x00 ... 0x0e:
    case 0x10 ... 0x1f:
        nv_fuc_jump(f, nv_fuc_condition(f, op) ? f->pc + offset : next);
        return true;
    case 0x20:                  /* jmp */
        nv_fuc_jump(f, imm);
        return true;
    case 0x21:                  /* call */
        nv_fuc_push(f, next);
        nv_fuc_jump(f, imm);
        return true;
    case 0x30:                  /* add $sp */
        nv_fuc_set_sp(f, f->sp + offset);
        break;
    case 0x28:                  /* sleep: an interrupt returns to it */
        if (bits == 16) {
            return false;
        }
        if (nv_fuc_flag(f, imm & 0x1f)) {
            f->state = NV_FALCON_SLEEPING;
            return true;
        }
        break;
    case 0x31 ... 0x33:
        if (bits == 16) {
            return false;
        }
        nv_fuc_set_flags(f, nv_fuc_change_bit(NV_FUC_BSET + op - 0x31,
                                              f->flags, imm));
        break;
    default:
        return false;
    }
    nv_fuc_jump(f, next);
    return true;
}

/* f8 */
static bool nv_fuc_plain(NVFalcon *f, unsigned op, uint32_t next)
{
    switch (op) {
    case 0x0:                   /* ret */
        nv_fuc_jump(f, nv_fuc_pop(f));
        return true;
    case 0x1:
        nv_fuc_iret(f);
        return true;
    case 0x2:                   /* exit */
        nv_fuc_jump(f, next);
        nv_fuc_stop(f);
        return true;
    case 0x3:                   /* xdwait */
    case 0x6:                   /* xdfence */
    case 0x7:                   /* xcwait */
        /* No transfer is under way. */
        nv_fuc_jump(f, next);
        return true;
    case 0x8 ... 0xb:
        nv_fuc_jump(f, next);
        nv_fuc_trap(f, NV_FALCON_TRAP_SOFTWARE + op - 8);
        return true;
    default:
        return false;
    }
}

/* f9 */
static bool nv_fuc_one(NVFalcon *f, unsigned op, uint32_t a, uint32_t next)
{
    switch (op) {
    case 0x0:                   /* push */
        nv_fuc_push(f, a);
        break;
    case 0x1:                   /* add $sp */
        nv_fuc_set_sp(f, f->sp + a);
        break;
    case 0x4:                   /* jmp */
        next = a;
        break;
    case 0x5:                   /* call */
        nv_fuc_push(f, next);
        next = a;
        break;
    case 0x8:
        nv_falcon_itlb(f, a & NV_FUC_PAGE_MASK);
        break;
    case NV_FUC_BSET:
    case NV_FUC_BCLR:
    case NV_FUC_BTGL:
        nv_fuc_set_flags(f, nv_fuc_change_bit(op, f->flags, a));
        break;
    default:
        return false;
    }
    nv_fuc_jump(f, next);
    return true;
}

/* fa */
static bool nv_fuc_two(NVFalcon *f, unsigned op, uint32_t a, uint32_t b)
{
    switch (op) {
    case 0x0:                   /* iowr */
    case 0x1:                   /* iowrs */
        nv_fuc_iowr(f, a, b);
        return true;
    case 0x4:                   /* xcld */
        nv_falcon_xfer(f, NV_FALCON_XCLD, extract32(f->xtargets, 0, 3),
                       f->xcbase, a, b & 0xffff, 0);
        return true;
    case 0x5:                   /* xdld */
        nv_falcon_xfer(f, NV_FALCON_XDLD, extract32(f->xtargets, 8, 3),
                       f->xdbase, a, b & 0xffff, extract32(b, 16, 3));
        return true;
    case 0x6:                   /* xdst */
        nv_falcon_xfer(f, NV_FALCON_XDST, extract32(f->xtargets, 12, 3),
                       f->xdbase, a, b & 0xffff, extract32(b, 16, 3));
        return true;
    case 0x8:                   /* setp */
        nv_fuc_set_flags(f, deposit32(f->flags, b & 0x1f, 1, a));
        return true;
    default:
        return false;
    }
}

/* fe */
static bool nv_fuc_move(NVFalcon *f, unsigned op, unsigned dst, unsigned src)
{
    switch (op) {
    case 0x0:
        return nv_fuc_set_special(f, dst, f->r[src]);
    case 0x1:
        return nv_fuc_special(f, src, &f->r[dst]);
    case 0x2:
        f->r[dst] = nv_falcon_ptlb(f, f->r[src] & NV_FUC_PAGE_MASK);
        return true;
    case 0x3:
        f->r[dst] = nv_falcon_vtlb(f, f->r[src]);
        return true;
    case NV_FUC_XBIT_FLAGS:
        nv_fuc_unsized(f, NV_FUC_XBIT, dst, f->flags, f->r[src]);
        return true;
    default:
        return false;
    }
}

/* --- Decoding --------------------------------------------------------- */

unsigned nv_fuc3_length(uint8_t b)
{
    static const uint8_t sized[16] = {
        3, 4, 0, 0, 3, 0, 3, 4, 3, 3, 3, 3, 3, 2, 0, 0,
    };
    static const uint8_t unsized[16] = {
        3, 4, 3, 0, 3, 4, 0, 0, 2, 2, 3, 0, 2, 3, 3, 3,
    };
    unsigned low = b & 0x3f;

    if (b >= 0xc0) {
        return b >= 0xf0 ? unsized[b & 0xf] : b >= 0xe0 ? 4 : 3;
    }
    return low >= 0x30 ? sized[low & 0xf] : low >= 0x20 ? 4 : 3;
}

static bool nv_fuc_has(uint32_t ops, unsigned op)
{
    return ops & BIT(op);
}

static bool nv_fuc_store(NVFalcon *f, unsigned bits, uint32_t addr,
                         uint32_t val)
{
    nv_falcon_store(f, bits, addr, val);
    return true;
}

static bool nv_fuc_load(NVFalcon *f, unsigned bits, unsigned dst,
                        uint32_t addr)
{
    nv_fuc_set_reg(f, bits, dst, nv_falcon_load(f, bits, addr));
    return true;
}

/* Loads and stores; returns false for other instructions. */
static bool nv_fuc_memory(NVFalcon *f, const uint8_t *b)
{
    unsigned bits = 8 << (b[0] >> 6), unit = bits / 8;
    unsigned lo = b[1] & 0xf, hi = b[1] >> 4;
    unsigned o2 = lo, o3 = b[2] & 0xf, r3 = b[2] >> 4;
    uint32_t imm8 = b[2];

    switch (b[0] & 0x3f) {
    case 0x00:
        return nv_fuc_store(f, bits, f->r[hi] + imm8 * unit, f->r[lo]);
    case 0x10 | NV_FUC_LD:
        return nv_fuc_load(f, bits, lo, f->r[hi] + imm8 * unit);
    case 0x30:
        return o2 == 1 &&
               nv_fuc_store(f, bits, f->sp + imm8 * unit, f->r[hi]);
    case 0x34:
        return o2 == 0 && nv_fuc_load(f, bits, hi, f->sp + imm8 * unit);
    case 0x38:
        return o3 == 0 ? nv_fuc_store(f, bits, f->r[hi], f->r[lo])
                       : o3 == 1 && nv_fuc_store(f, bits, f->sp +
                                                 f->r[lo] * unit, f->r[hi]);
    case 0x3a:
        return o3 == 0 && nv_fuc_load(f, bits, hi, f->sp + f->r[lo] * unit);
    case 0x3c:
        return o3 == NV_FUC_LD &&
               nv_fuc_load(f, bits, r3, f->r[hi] + f->r[lo] * unit);
    default:
        return false;
    }
}

/* Returns false if @op isn't in @ops: no such instruction. */
static bool nv_fuc_alu_form(NVFalcon *f, uint32_t ops, unsigned op,
                            unsigned bits, unsigned dst, uint32_t a,
                            uint32_t b)
{
    if (!nv_fuc_has(ops, op)) {
        return false;
    }
    nv_fuc_alu(f, op, bits, dst, a, b);
    return true;
}

/* The same with an operand of @width bits, an immediate or a register */
static bool nv_fuc_compare_form(NVFalcon *f, unsigned op, unsigned bits,
                                uint32_t a, uint32_t b, unsigned width)
{
    if (!nv_fuc_has(NV_FUC_COMPARES, op)) {
        return false;
    }
    nv_fuc_compare(f, op, bits, a,
                   op == NV_FUC_CMPU ? b : sextract32(b, 0, width));
    return true;
}

/* Returns false for an instruction that doesn't exist. */
static bool nv_fuc_sized(NVFalcon *f, const uint8_t *b)
{
    unsigned bits = 8 << (b[0] >> 6);
    unsigned form = b[0] & 0x3f, op = form & 0xf;
    unsigned lo = b[1] & 0xf, hi = b[1] >> 4;
    unsigned o2 = lo, o3 = b[2] & 0xf, r3 = b[2] >> 4;
    uint32_t imm8 = b[2], imm16 = b[2] | b[3] << 8;

    if (nv_fuc_memory(f, b)) {
        return true;
    }
    switch (form) {
    case 0x10 ... 0x1f:
        return nv_fuc_alu_form(f, NV_FUC_ADDS | NV_FUC_SHIFTS, op, bits, lo,
                               f->r[hi], imm8);
    case 0x20 ... 0x23:
        return nv_fuc_alu_form(f, NV_FUC_ADDS, op, bits, lo, f->r[hi], imm16);
    case 0x30:
        return nv_fuc_compare_form(f, o2, bits, f->r[hi], imm8, 8);
    case 0x31:
        return nv_fuc_compare_form(f, o2, bits, f->r[hi], imm16, 16);
    case 0x36:
        return nv_fuc_alu_form(f, NV_FUC_ADDS | NV_FUC_SHIFTS, o2, bits, hi,
                               f->r[hi], imm8);
    case 0x37:
        return nv_fuc_alu_form(f, NV_FUC_ADDS, o2, bits, hi, f->r[hi], imm16);
    case 0x38:
        return nv_fuc_compare_form(f, o3, bits, f->r[hi], f->r[lo], 32);
    case 0x39:
        return o3 <= 3 && nv_fuc_unary(f, o3, bits, lo, f->r[hi]);
    case 0x3b:
        return nv_fuc_alu_form(f, NV_FUC_ADDS | NV_FUC_SHIFTS, o3, bits, hi,
                               f->r[hi], f->r[lo]);
    case 0x3c:
        return nv_fuc_alu_form(f, NV_FUC_ADDS | NV_FUC_SHIFTS, o3, bits, r3,
                               f->r[hi], f->r[lo]);
    case 0x3d:
        return nv_fuc_unary(f, o2, bits, hi, f->r[hi]);
    default:
        return false;
    }
}

/* Instructions without a jump; returns false if @op isn't in @ops. */
static bool nv_fuc_unsized_form(NVFalcon *f, uint32_t ops, unsigned op,
                                unsigned dst, uint32_t a, uint32_t b)
{
    if (!nv_fuc_has(ops, op)) {
        return false;
    }
    if (op == NV_FUC_IORD || op == NV_FUC_IORDS) {
        f->r[dst] = nv_fuc_iord(f, a + b * 4);
    } else {
        nv_fuc_unsized(f, op, dst, a, b);
    }
    return true;
}

static bool nv_fuc_immediate_form(NVFalcon *f, uint32_t ops, unsigned op,
                                  unsigned reg, uint32_t imm, unsigned bits)
{
    if (!nv_fuc_has(ops, op)) {
        return false;
    }
    nv_fuc_immediate(f, op, reg, imm, bits);
    return true;
}

static bool nv_fuc_straight(NVFalcon *f, const uint8_t *b)
{
    unsigned op = b[0] & 0xf, lo = b[1] & 0xf, hi = b[1] >> 4;
    unsigned o2 = lo, o3 = b[2] & 0xf, r3 = b[2] >> 4;
    uint32_t imm8 = b[2], imm16 = b[2] | b[3] << 8;

    switch (b[0]) {
    case 0xc0 ... 0xcf:
        return nv_fuc_unsized_form(f, NV_FUC_FORM_C0, op, lo, f->r[hi],
                                   op == NV_FUC_MULS ? sextract32(imm8, 0, 8)
                                                     : imm8);
    case 0xd0 ... 0xd1:
        nv_fuc_iowr(f, f->r[hi] + imm8 * 4, f->r[lo]);
        return true;
    case 0xe0 ... 0xef:
        return nv_fuc_unsized_form(f, NV_FUC_FORM_E0, op, lo, f->r[hi],
                                   imm16);
    case 0xf0:
        return nv_fuc_immediate_form(f, NV_FUC_FORM_F0, o2, hi, imm8, 8);
    case 0xf1:
        return nv_fuc_immediate_form(f, NV_FUC_FORM_F1, o2, hi, imm16, 16);
    case 0xf2:
        return o2 == 8 && nv_fuc_two(f, o2, f->r[hi], imm8);
    case 0xfa:
        return nv_fuc_two(f, o3, f->r[hi], f->r[lo]);
    case 0xfc:
        if (o2) {
            return false;
        }
        f->r[hi] = nv_fuc_pop(f);
        return true;
    case 0xfd:
        if (!nv_fuc_has(NV_FUC_FORM_FD, o3)) {
            return false;
        }
        nv_fuc_in_place(f, o3, hi, f->r[lo]);
        return true;
    case 0xfe:
        return nv_fuc_move(f, o3, lo, hi);
    case 0xff:
        return nv_fuc_unsized_form(f, NV_FUC_FORM_FF, o3, r3, f->r[hi],
                                   f->r[lo]);
    default:
        return false;
    }
}

bool nv_fuc3_execute(NVFalcon *f, const uint8_t *b, uint32_t next)
{
    bool exists;

    switch (b[0]) {
    case 0xf4:
        return nv_fuc_flow(f, b[1] & 0x3f, b[2], 8, next);
    case 0xf5:
        return nv_fuc_flow(f, b[1] & 0x3f, b[2] | b[3] << 8, 16, next);
    case 0xf8:
        return nv_fuc_plain(f, b[1] & 0xf, next);
    case 0xf9:
        return nv_fuc_one(f, b[1] & 0xf, f->r[b[1] >> 4], next);
    default:
        exists = b[0] >= 0xc0 ? nv_fuc_straight(f, b) : nv_fuc_sized(f, b);
        if (exists) {
            nv_fuc_jump(f, next);
        }
        return exists;
    }
}
