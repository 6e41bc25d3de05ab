/*
 * Tests of the NVIDIA GPU: programs for PGRAPH's macro processor, NVC0+
 *
 * Instructions as envydis's macro.c has them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_MACRO_H
#define LIBNV_NV_MACRO_H

#include "nv-fermi-graph.h"

/* --- Instructions ----------------------------------------------------- */

/** Where a result, and a parameter, go */
enum {
    MACRO_PARM,                 /* a parameter to the register */
    MACRO_MOV,                  /* the result to it */
    MACRO_MADDR,                /* and it is where methods are sent */
    MACRO_PARM_SEND,            /* a parameter; the result is sent */
    MACRO_SEND,                 /* the result to it, and sent */
    MACRO_PARM_MADDR,           /* a parameter; the result is the address */
    MACRO_MADDR_SEND_PARM,      /* the address, to which a parameter is sent */
    MACRO_MADDR_SEND,           /* the address, its increment is sent */
};

/** Operations of MACRO_ALU */
enum {
    MACRO_ADD, MACRO_ADC, MACRO_SUB, MACRO_SBB,
    MACRO_XOR = 8, MACRO_OR, MACRO_AND, MACRO_ANDN, MACRO_NAND,
};

/** The instruction after this one is the last. */
#define MACRO_EXIT 0x80

#define MACRO_INSN(_op, _how, _dst) \
    ((uint32_t)(_op) | (_how) << 4 | (_dst) << 8)

/** MACRO_ALU: two registers */
#define MACRO_ALU(_how, _dst, _alu, _a, _b) \
    (MACRO_INSN(0, _how, _dst) | (_a) << 11 | (_b) << 14 | \
     (uint32_t)(_alu) << 17)

/** MACRO_IMM: register @_a and a number; MACRO_READ: a method's last data */
#define MACRO_IMM(_how, _dst, _a, _n) \
    (MACRO_INSN(1, _how, _dst) | (_a) << 11 | (uint32_t)(_n) << 14)
#define MACRO_READ(_how, _dst, _a, _n) \
    (MACRO_INSN(5, _how, _dst) | (_a) << 11 | (uint32_t)(_n) << 14)

#define MACRO_BITS(_op, _how, _dst, _a, _b, _from, _size, _to) \
    (MACRO_INSN(_op, _how, _dst) | (_a) << 11 | (_b) << 14 | \
     (uint32_t)(_from) << 17 | (uint32_t)(_size) << 22 | \
     (uint32_t)(_to) << 27)

/** MACRO_INSERT: @_size bits of @_b, from @_from on, in @_a, from @_to on */
#define MACRO_INSERT(_how, _dst, _a, _b, _from, _size, _to) \
    MACRO_BITS(2, _how, _dst, _a, _b, _from, _size, _to)

/** The same in 0, with @_a for one of the numbers */
#define MACRO_EXTRACT_AT(_how, _dst, _a, _b, _size, _to) \
    MACRO_BITS(3, _how, _dst, _a, _b, 0, _size, _to)
#define MACRO_EXTRACT_TO(_how, _dst, _a, _b, _from, _size) \
    MACRO_BITS(4, _how, _dst, _a, _b, _from, _size, 0)

/** Branches, by @_n instructions; ANNUL: there is no delay slot */
#define MACRO_ANNUL 0x20
#define MACRO_BRAZ(_a, _n) (7u | (_a) << 11 | (uint32_t)(_n) << 14)
#define MACRO_BRANZ(_a, _n) (MACRO_BRAZ(_a, _n) | 0x10)

#define MACRO_NOP MACRO_IMM(MACRO_MOV, 0, 0, 0)

/** MACRO_TO: methods go to @_mthd, in bytes, and then @_incr words further */
#define MACRO_TO(_mthd, _incr) \
    MACRO_IMM(MACRO_MADDR, 0, 0, (_mthd) / 4 | (_incr) << 12)

/* --- The processor ---------------------------------------------------- */

/** Methods of all classes */
enum {
    MACRO_CODE_POS = 0x114,
    MACRO_CODE = 0x118,
    MACRO_ENTRY_POS = 0x11c,
    MACRO_ENTRY = 0x120,
    MACRO_SHADOW_CONTROL = 0x124,
    MACRO_SCRATCH = 0x3400,
    MACRO_MACRO = 0x3800,
};

#define MACRO_CALL(_n) (MACRO_MACRO + (_n) * 8)

/** Subchannels with a 3D and a 2D object */
#define MACRO_SUBC 1
#define MACRO_SUBC_2D 2

/** nv_macro_chan: bring PGRAPH up, and a channel with these objects */
NVFermiChan *nv_macro_chan(NVDev *nv);

/** nv_macro_run: execute what has been pushed; there is no interrupt */
void nv_macro_run(NVFermiChan *chan);

/**
 * nv_macro_upload: as nvc0_graph_set_macro() does
 * @chan: whose
 * @macro: its number
 * @pos: where it goes
 * @code: its instructions
 * @count: how many
 */
void nv_macro_upload(NVFermiChan *chan, unsigned macro, uint32_t pos,
                     const uint32_t *code, unsigned count);

#define MACRO_UPLOAD(_chan, _macro, _pos, ...)                              \
    nv_macro_upload(_chan, _macro, _pos, (const uint32_t[]){ __VA_ARGS__ }, \
                    NV_COUNT(const uint32_t, __VA_ARGS__))

/** nv_macro_call: call a macro with @count parameters, of which it has one */
void nv_macro_call(NVFermiChan *chan, unsigned macro, const uint32_t *params,
                   unsigned count);

#define MACRO_DO(_chan, _macro, ...)                                        \
    nv_macro_call(_chan, _macro, (const uint32_t[]){ __VA_ARGS__ },         \
                  NV_COUNT(const uint32_t, __VA_ARGS__))

/** nv_macro_shadow: the last data of a method of a class */
uint32_t nv_macro_shadow(NVDev *nv, uint32_t class, uint32_t mthd);

/** nv_macro_scratch: a word of SET_MME_SHADOW_SCRATCH */
uint32_t nv_macro_scratch(NVDev *nv, unsigned n);

/** nv_macro_release: a semaphore of the 3D object, one word */
void nv_macro_release(NVFermiChan *chan, uint64_t va, uint32_t payload);

#endif /* LIBNV_NV_MACRO_H */
