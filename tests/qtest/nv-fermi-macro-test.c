/*
 * Tests of the NVIDIA GPU: PGRAPH's macro processor, NVC0+
 *
 * What instructions and methods do is from envydis's macro.c, the register
 * database (gf100_pgraph/pgraph.xml) and class header 9097; what drivers see of
 * it, from Mesa's macros and gf100_gr_trap_intr().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-macro.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define SUBC 1
#define SUBC_2D 2

enum {
    CODE_POS = 0x114,
    CODE = 0x118,
    ENTRY_POS = 0x11c,
    ENTRY = 0x120,
    SHADOW_CONTROL = 0x124,
    PATTERN_COLOR = 0x2f0,              /* of 0x902d: any word */
    COLOR_TARGET = 0x800,
    VERTEX_ATTRIB = 0x1160,             /* 3D state: any word */
    SURFACE_CLIP = 0xff4,
    CLEAR_SURFACE = 0x19d0,
    REPORT_SEMAPHORE_A = 0x1b00,
    SCRATCH = 0x3400,
    MACRO = 0x3800,
};

#define MACRO_CALL(_n) (MACRO + (_n) * 8)
#define ONE_WORD (1 << 28)

static NVFermiChan *chan_new(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 5);

    nv_fermi_object(chan, SUBC, FERMI_3D, NV_FERMI_GR);
    nv_fermi_object(chan, SUBC_2D, FERMI_2D, NV_FERMI_GR);
    return chan;
}

static void run(NVFermiChan *chan)
{
    nv_fermi_run(chan);
    nv_fermi_graph_quiet(chan->nv);
}

/* nvc0_graph_set_macro() */
static void upload(NVFermiChan *chan, unsigned macro, uint32_t pos,
                   const uint32_t *code, unsigned count)
{
    nv_fermi_inc(chan, SUBC, ENTRY_POS, macro, pos);
    nv_fermi_push(chan, NV_FERMI_1INC(SUBC, CODE_POS, count + 1));
    nv_fermi_push(chan, pos);
    for (unsigned i = 0; i < count; i++) {
        nv_fermi_push(chan, code[i]);
    }
}

#define UPLOAD(_chan, _macro, _pos, ...)                                    \
    upload(_chan, _macro, _pos, (const uint32_t[]){ __VA_ARGS__ },          \
           ARRAY_SIZE(((const uint32_t[]){ __VA_ARGS__ })))

static void call(NVFermiChan *chan, unsigned macro, const uint32_t *params,
                 unsigned count)
{
    nv_fermi_push(chan, NV_FERMI_1INC(SUBC, MACRO_CALL(macro), count));
    for (unsigned i = 0; i < count; i++) {
        nv_fermi_push(chan, params[i]);
    }
}

#define CALL(_chan, _macro, ...)                                            \
    call(_chan, _macro, (const uint32_t[]){ __VA_ARGS__ },                  \
         ARRAY_SIZE(((const uint32_t[]){ __VA_ARGS__ })))

/* What a method of a class had last */
static uint32_t shadow(NVDev *nv, uint32_t class, uint32_t mthd)
{
    nv_wr32(nv, A_NVC0_PGRAPH_MTHD,
            R_NVC0_PGRAPH_MTHD_READ_MASK | mthd << 14 | class);
    return nv_rd32(nv, A_NVC0_PGRAPH_MTHD_DATA);
}

static uint32_t scratch(NVDev *nv, unsigned n)
{
    return shadow(nv, FERMI_3D, SCRATCH + n * 4);
}

static void release(NVFermiChan *chan, uint64_t va, uint32_t payload)
{
    nv_fermi_inc(chan, SUBC, REPORT_SEMAPHORE_A, va >> 32, va, payload,
                 ONE_WORD);
}

/* --- Instructions ----------------------------------------------------- */

/* The result for parameters @a in register 1 and @b in register 2 */
typedef struct {
    const char *name;
    uint32_t insn;
    uint32_t a, b, want;
} Rule;

#define RULE_ALU(_op, _a, _b, _want) \
    { #_op, MACRO_ALU(MACRO_SEND, 3, MACRO_ ## _op, 1, 2), _a, _b, _want }

static const Rule rules[] = {
    RULE_ALU(ADD, 0xfffffffe, 5, 3),
    RULE_ALU(SUB, 3, 5, 0xfffffffe),
    RULE_ALU(XOR, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0),
    RULE_ALU(OR, 0xff00ff00, 0x0ff00ff0, 0xfff0fff0),
    RULE_ALU(AND, 0xff00ff00, 0x0ff00ff0, 0x0f000f00),
    RULE_ALU(ANDN, 0xff00ff00, 0x0ff00ff0, 0xf000f000),
    RULE_ALU(NAND, 0xff00ff00, 0x0ff00ff0, 0xf0fff0ff),
    { "imm", MACRO_IMM(MACRO_SEND, 3, 1, 0x1ffff), 1, 0, 0x20000 },
    { "negative imm", MACRO_IMM(MACRO_SEND, 3, 1, -1), 0, 0, 0xffffffff },
    { "r0", MACRO_IMM(MACRO_SEND, 3, 0, 7), 0x55, 0, 7 },
    { "insert", MACRO_INSERT(MACRO_SEND, 3, 1, 2, 4, 8, 20), 0xffffffff,
      0xabc, 0xfabfffff },
    { "insert at the top", MACRO_INSERT(MACRO_SEND, 3, 1, 2, 0, 31, 28), 0,
      0x7fffffff, 0xf0000000 },
    { "insert nothing", MACRO_INSERT(MACRO_SEND, 3, 1, 2, 0, 0, 0),
      0x12345678, 0xffffffff, 0x12345678 },
    { "extract at", MACRO_EXTRACT_AT(MACRO_SEND, 3, 1, 2, 8, 4), 12,
      0x12345678, 0x450 },
    { "extract at 32", MACRO_EXTRACT_AT(MACRO_SEND, 3, 1, 2, 8, 4), 32,
      0xffffffff, 0 },
    { "extract to", MACRO_EXTRACT_TO(MACRO_SEND, 3, 1, 2, 12, 8), 4,
      0x12345678, 0x450 },
    { "extract to 51", MACRO_EXTRACT_TO(MACRO_SEND, 3, 1, 2, 12, 8), 51,
      0xffffffff, 0 },
};

static void instructions(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(rules); i++) {
        const Rule *r = &rules[i];
        uint32_t got;

        UPLOAD(chan, i, i * 8, MACRO_IMM(MACRO_PARM, 2, 0, 0),
               MACRO_TO(SCRATCH + i * 4, 0), r->insn | MACRO_EXIT, MACRO_NOP);
        CALL(chan, i, r->a, r->b);
        run(chan);
        got = scratch(nv, i);
        if (got != r->want) {
            nv_fail("%s: 0x%08x, not 0x%08x", r->name, got, r->want);
        }
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_REG + 12), r->want);
    }
    nv_fermi_channel_free(chan);
}

/* A carry is what adc adds, and sbb takes away; a number's sum leaves it. */
static void carries(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    UPLOAD(chan, 0, 0,
           MACRO_IMM(MACRO_PARM, 2, 0, 0),
           MACRO_TO(SCRATCH, 1),
           MACRO_ALU(MACRO_SEND, 3, MACRO_ADD, 1, 2),
           MACRO_IMM(MACRO_MOV, 4, 2, 1),
           MACRO_ALU(MACRO_SEND, 3, MACRO_ADC, 1, 2),
           MACRO_ALU(MACRO_SEND, 3, MACRO_ADC, 0, 0),
           MACRO_ALU(MACRO_SEND, 3, MACRO_SUB, 1, 2),
           MACRO_ALU(MACRO_SEND, 3, MACRO_XOR, 1, 1),
           MACRO_ALU(MACRO_SEND, 3, MACRO_SBB, 1, 2),
           MACRO_ALU(MACRO_SEND, 3, MACRO_SBB, 0, 0) | MACRO_EXIT,
           MACRO_ALU(MACRO_SEND, 3, MACRO_ADC, 0, 0));
    CALL(chan, 0, 0xfffffff0, 0xffffffff);
    run(chan);
    nv_assert_hex(scratch(nv, 0), 0xffffffef);
    nv_assert_hex(scratch(nv, 1), 0xfffffff0);
    nv_assert_hex(scratch(nv, 2), 1);
    nv_assert_hex(scratch(nv, 3), 0xfffffff1);
    nv_assert_hex(scratch(nv, 4), 0);
    nv_assert_hex(scratch(nv, 5), 0xfffffff0);
    nv_assert_hex(scratch(nv, 6), 0xffffffff);
    nv_assert_hex(scratch(nv, 7), 1);
    /* A call begins without. */
    UPLOAD(chan, 1, 0x20, MACRO_TO(SCRATCH, 1),
           MACRO_ALU(MACRO_SEND, 3, MACRO_SUB, 0, 1) | MACRO_EXIT, MACRO_NOP);
    UPLOAD(chan, 2, 0x30, MACRO_TO(SCRATCH, 1),
           MACRO_ALU(MACRO_SEND, 3, MACRO_ADC, 2, 3) | MACRO_EXIT, MACRO_NOP);
    CALL(chan, 1, 1);
    CALL(chan, 2, 1);
    run(chan);
    nv_assert_hex(scratch(nv, 0), 0);
    nv_fermi_channel_free(chan);
}

/* All that may become of a result, which is 0x1000 more than register 1 */
static void assignments(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    uint32_t at = (SCRATCH + 0x40) / 4 | 2 << 12;

    UPLOAD(chan, 0, 0,
           MACRO_TO(SCRATCH, 1),
           MACRO_IMM(MACRO_PARM, 2, 1, 0x1000),
           MACRO_IMM(MACRO_MOV, 3, 1, 0x1000),
           MACRO_IMM(MACRO_SEND, 4, 1, 0x1000),
           MACRO_IMM(MACRO_PARM_SEND, 5, 1, 0x1001),
           MACRO_IMM(MACRO_MADDR, 6, 0, at),
           MACRO_IMM(MACRO_SEND, 0, 0, 0x11),
           MACRO_IMM(MACRO_SEND, 0, 0, 0x12),
           MACRO_IMM(MACRO_PARM_MADDR, 7, 0, at + 0x10),
           MACRO_IMM(MACRO_SEND, 0, 0, 0x13),
           MACRO_IMM(MACRO_MADDR_SEND_PARM, 1, 0, at + 0x20),
           MACRO_IMM(MACRO_SEND, 0, 0, 0x14) | MACRO_EXIT,
           MACRO_IMM(MACRO_MADDR_SEND, 2, 0, at + 0x30));
    CALL(chan, 0, 0x500, 0x1a, 0x1b, 0x1c, 0x1d);
    run(chan);
    nv_assert_hex(scratch(nv, 0), 0x1500);
    nv_assert_hex(scratch(nv, 1), 0x1501);
    nv_assert_hex(scratch(nv, 2), 0);
    nv_assert_hex(scratch(nv, 0x10), 0x11);
    nv_assert_hex(scratch(nv, 0x11), 0);
    nv_assert_hex(scratch(nv, 0x12), 0x12);
    nv_assert_hex(scratch(nv, 0x20), 0x13);
    nv_assert_hex(scratch(nv, 0x30), 0x1d);
    nv_assert_hex(scratch(nv, 0x32), 0x14);
    nv_assert_hex(scratch(nv, 0x40), 2);
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t want[] = { 0, at + 0x20, at + 0x30, 0x1500, 0x1500,
                                  0x1b, at, 0x1c };

        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_REG + i * 4), want[i]);
    }
    nv_fermi_channel_free(chan);
}

/* An address has 12 bits, and an increment 6. */
static void increments(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    UPLOAD(chan, 0, 0,
           MACRO_IMM(MACRO_MADDR, 0, 1, 0),
           MACRO_IMM(MACRO_SEND, 0, 0, 1),
           MACRO_IMM(MACRO_SEND, 0, 0, 2) | MACRO_EXIT,
           MACRO_IMM(MACRO_SEND, 0, 0, 3));
    CALL(chan, 0, 0xfff << 20 | SCRATCH / 4 | 0x3f << 12);
    run(chan);
    nv_assert_hex(scratch(nv, 0), 1);
    nv_assert_hex(scratch(nv, 0x3f), 2);
    nv_assert_hex(scratch(nv, 0x7e), 3);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_MADDR),
                  0x3f << 12 | (SCRATCH / 4 + 3 * 0x3f));
    nv_fermi_channel_free(chan);
}

/* A word tells which way it went: each instruction sends a bit. */
static void branches(NVDev *nv)
{
    static const struct {
        const char *name;
        uint32_t insn[2];
        uint32_t zero, one;
    } all[] = {
        { "braz", { MACRO_BRAZ(1, 3) }, 0x12, 0x16 },
        { "branz", { MACRO_BRANZ(1, 3) }, 0x16, 0x12 },
        { "braz annul", { MACRO_BRAZ(1, 3) | MACRO_ANNUL }, 0x10, 0x16 },
        { "branz annul", { MACRO_BRANZ(1, 3) | MACRO_ANNUL }, 0x16, 0x10 },
        { "exit braz", { MACRO_BRAZ(1, 3) | MACRO_EXIT }, 0x12, 0x2 },
        { "exit branz annul",
          { MACRO_BRANZ(1, 3) | MACRO_ANNUL | MACRO_EXIT }, 0x2, 0x10 },
        { "exit in the delay slot", { MACRO_BRAZ(1, 3), MACRO_EXIT },
          0x12, 0x6 },
        { "exit", { MACRO_NOP | MACRO_EXIT }, 0x2, 0x2 },
        { "exit twice", { MACRO_NOP | MACRO_EXIT, MACRO_EXIT }, 0x2, 0x2 },
    };
    NVFermiChan *chan = chan_new(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        for (unsigned val = 0; val < 2; val++) {
            uint32_t want = val ? all[i].one : all[i].zero, got = 0;

            UPLOAD(chan, 0, 0, MACRO_TO(SCRATCH, 1), all[i].insn[0],
                   MACRO_IMM(MACRO_SEND, 0, 0, 0x2) | all[i].insn[1],
                   MACRO_IMM(MACRO_SEND, 0, 0, 0x4),
                   MACRO_IMM(MACRO_SEND, 0, 0, 0x10) | MACRO_EXIT, MACRO_NOP);
            nv_fermi_inc(chan, SUBC, SCRATCH, 0, 0, 0, 0);
            CALL(chan, 0, val);
            run(chan);
            for (unsigned n = 0; n < 4; n++) {
                got |= scratch(nv, n);
            }
            if (got != want) {
                nv_fail("%s, %u: 0x%x, not 0x%x", all[i].name, val, got,
                        want);
            }
        }
    }
    nv_fermi_channel_free(chan);
}

/* --- Programs, compared with another processor -------------------------- */

#define PROGRAM 48
/* What is at its end, whichever way it gets there */
#define TAIL 8
#define PARAMS 64
#define WORDS 0x100

/* struct Model - a macro processor that sends to scratch */
typedef struct {
    uint32_t code[PROGRAM + TAIL];
    uint32_t reg[8];
    uint32_t scratch[WORDS];
    uint32_t params[PARAMS];
    unsigned taken;
    unsigned mthd, incr;
    bool carry;
} Model;

static uint32_t bits(uint32_t word, unsigned from, unsigned count)
{
    return word / (1u << from) % (1u << count);
}

static uint32_t model_alu(Model *m, unsigned op, uint32_t a, uint32_t b)
{
    uint32_t sum = a + b, difference = a - b;
    bool was = m->carry;

    switch (op) {
    case MACRO_ADD:
        m->carry = sum < a;
        return sum;
    case MACRO_ADC:
        m->carry = sum < a || (was && sum == 0xffffffff);
        return sum + was;
    case MACRO_SUB:
        m->carry = a < b;
        return difference;
    case MACRO_SBB:
        m->carry = a < b || (was && a == b);
        return difference - was;
    case MACRO_XOR:
        return (a | b) & ~(a & b);
    case MACRO_OR:
        return a | b;
    case MACRO_AND:
        return a & b;
    case MACRO_ANDN:
        return a ^ (a & b);
    default:
        return ~a | ~b;
    }
}

static uint32_t model_field(uint32_t val, uint32_t from, unsigned size,
                            uint32_t to)
{
    uint32_t result = 0;

    for (unsigned i = 0; from < 32 && to < 32 && i < size; i++) {
        if (from + i < 32 && to + i < 32 && bits(val, from + i, 1)) {
            result |= 1u << (to + i);
        }
    }
    return result;
}

static uint32_t model_result(Model *m, uint32_t insn)
{
    uint32_t a = m->reg[bits(insn, 11, 3)], b = m->reg[bits(insn, 14, 3)];
    unsigned from = bits(insn, 17, 5), size = bits(insn, 22, 5);
    unsigned to = insn >> 27;

    switch (bits(insn, 0, 3)) {
    case 0:
        return model_alu(m, from, a, b);
    case 1:
        return a + ((int32_t)insn >> 14);
    case 2:
        return (a & ~model_field(0xffffffff, 0, size, to)) |
               model_field(b, from, size, to);
    case 3:
        return model_field(b, a, size, to);
    case 4:
        return model_field(b, from, size, a);
    default:
        return m->scratch[(insn >> 14) % WORDS];
    }
}

static void model_send(Model *m, uint32_t val)
{
    m->scratch[m->mthd - SCRATCH / 4] = val;
    m->mthd += m->incr;
}

static void model_address(Model *m, uint32_t val)
{
    m->mthd = bits(val, 0, 12);
    m->incr = bits(val, 12, 6);
}

static void model_assign(Model *m, uint32_t insn, uint32_t result)
{
    unsigned how = bits(insn, 4, 3), dst = bits(insn, 8, 3);
    bool takes = how == MACRO_PARM || how == MACRO_PARM_SEND ||
                 how == MACRO_PARM_MADDR || how == MACRO_MADDR_SEND_PARM;
    uint32_t param = takes ? m->params[m->taken++] : 0;

    if (how == MACRO_MADDR || how == MACRO_PARM_MADDR ||
        how == MACRO_MADDR_SEND_PARM || how == MACRO_MADDR_SEND) {
        model_address(m, result);
    }
    if (how == MACRO_PARM_SEND || how == MACRO_SEND) {
        model_send(m, result);
    } else if (how == MACRO_MADDR_SEND_PARM) {
        model_send(m, param);
    } else if (how == MACRO_MADDR_SEND) {
        model_send(m, bits(result, 12, 6));
    }
    m->reg[dst] = takes && how != MACRO_MADDR_SEND_PARM ? param : result;
    m->reg[0] = 0;
}

/* One after another; at @last it has an exit behind it. */
static void model_run(Model *m)
{
    unsigned pc = 0;
    bool last = false;

    m->reg[1] = m->params[m->taken++];
    for (;;) {
        uint32_t insn = m->code[pc];
        bool exits = insn & MACRO_EXIT;

        if (bits(insn, 0, 3) == 7) {
            bool goes = (m->reg[bits(insn, 11, 3)] != 0) == bits(insn, 4, 1);
            unsigned to = pc + ((int32_t)insn >> 14);

            if (goes && !(insn & MACRO_ANNUL)) {
                insn = m->code[pc + 1];
                model_assign(m, insn, model_result(m, insn));
            }
            pc = goes ? to : pc + 1;
            exits = exits && !goes;
        } else {
            model_assign(m, insn, model_result(m, insn));
            pc++;
        }
        if (last) {
            return;
        }
        last = exits;
    }
}

/* Sends stay within scratch: addresses are numbers, with small increments. */
static uint32_t random_address(void)
{
    unsigned how = (const unsigned[]){ MACRO_MADDR, MACRO_PARM_MADDR,
                                       MACRO_MADDR_SEND_PARM,
                                       MACRO_MADDR_SEND }[nv_random() % 4];

    return MACRO_IMM(how, nv_random() % 8, 0,
                     (SCRATCH / 4 + nv_random() % 0x80) |
                     nv_random() % 3 << 12);
}

static uint32_t random_operation(void)
{
    static const uint8_t alu[] = {
        MACRO_ADD, MACRO_ADC, MACRO_SUB, MACRO_SBB, MACRO_XOR, MACRO_OR,
        MACRO_AND, MACRO_ANDN, MACRO_NAND,
    };
    unsigned how = (const unsigned[]){ MACRO_PARM, MACRO_MOV, MACRO_PARM_SEND,
                                       MACRO_SEND }[nv_random() % 4];
    uint32_t r = nv_random();
    unsigned dst = r % 8, a = r >> 3 & 7, b = r >> 6 & 7;

    switch (nv_random() % 7) {
    case 0:
    case 1:
        return MACRO_ALU(how, dst, alu[(r >> 9) % ARRAY_SIZE(alu)], a, b);
    case 2:
        return MACRO_IMM(how, dst, r & 0x200 ? 0 : a,
                         (int32_t)r >> (r & 0x400 ? 26 : 14));
    case 3:
        return MACRO_INSERT(how, dst, a, b, r >> 9, r >> 14 & 31, r >> 19);
    case 4:
        return MACRO_EXTRACT_AT(how, dst, a, b, r >> 9 & 31, r >> 14);
    case 5:
        return MACRO_EXTRACT_TO(how, dst, a, b, r >> 9 & 31, r >> 14 & 31);
    default:
        return MACRO_READ(how, dst, 0, SCRATCH / 4 + (r >> 9) % WORDS);
    }
}

/* No branch where the one before it, or an exit, has its delay slot. */
static void random_program(Model *m)
{
    bool slot = true;

    for (unsigned i = 0; i < PROGRAM + TAIL; i++) {
        bool branch = !slot && nv_random() % 5 == 0;
        uint32_t insn = nv_random() % 6 ? random_operation()
                                        : random_address();

        if (i == 0) {
            insn = MACRO_TO(SCRATCH, 1);
        } else if (i >= PROGRAM) {
            insn = MACRO_NOP | MACRO_EXIT;
        } else if (branch) {
            unsigned n = 2 + nv_random() % 5;

            insn = (nv_random() & 1 ? MACRO_BRAZ(nv_random() % 8, n)
                                    : MACRO_BRANZ(nv_random() % 8, n)) |
                   (nv_random() & 1 ? MACRO_ANNUL : 0);
        }
        insn |= nv_random() % 24 ? 0 : MACRO_EXIT;
        slot = (branch && !(insn & MACRO_ANNUL)) || insn & MACRO_EXIT;
        m->code[i] = insn;
    }
    for (unsigned i = 0; i < PARAMS; i++) {
        m->params[i] = nv_random() & 1 ? nv_random() : nv_random() % 40;
    }
}

static void compare(NVDev *nv, const Model *m, unsigned round)
{
    uint32_t state = nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE);

    nv_assert_hex(state, m->carry);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_MADDR),
                  m->incr << 12 | m->mthd);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t got = nv_rd32(nv, A_NVC0_PGRAPH_MACRO_REG + i * 4);

        if (got != m->reg[i]) {
            nv_fail("program %u: register %u is 0x%08x, not 0x%08x", round, i,
                    got, m->reg[i]);
        }
    }
    for (unsigned i = 0; i < WORDS; i++) {
        uint32_t got = scratch(nv, i);

        if (got != m->scratch[i]) {
            nv_fail("program %u: word 0x%x is 0x%08x, not 0x%08x", round, i,
                    got, m->scratch[i]);
        }
    }
}

static void differential(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    Model m = { };

    for (unsigned round = 0; round < 60; round++) {
        unsigned macro = nv_random() % 0x80;
        uint32_t pos = nv_random() % 0x780;

        random_program(&m);
        memset(m.reg, 0, sizeof(m.reg));
        m.carry = false;
        m.taken = 0;
        model_run(&m);
        upload(chan, macro, pos, m.code, ARRAY_SIZE(m.code));
        call(chan, macro, m.params, m.taken);
        run(chan);
        compare(nv, &m, round);
    }
    nv_fermi_channel_free(chan);
}

/* --- Uploads ---------------------------------------------------------- */

/* Both memories go on after their last word with the first. */
static void uploads(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    nv_fermi_inc(chan, SUBC, ENTRY_POS, 0xffffff7e);
    nv_fermi_ni(chan, SUBC, ENTRY, 0x7fe, 0xfffffffe, 0x10);
    nv_fermi_inc(chan, SUBC, CODE_POS, 0xfffffffe);
    nv_fermi_ni(chan, SUBC, CODE, MACRO_TO(SCRATCH, 1),
                MACRO_IMM(MACRO_SEND, 1, 1, 1) | MACRO_EXIT,
                MACRO_IMM(MACRO_SEND, 1, 1, 1));
    run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_ENTRY_POS), 1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_CODE_POS), 1);
    for (unsigned i = 0x7e; i < 0x80; i++) {
        CALL(chan, i, i);
        run(chan);
        nv_assert_hex(scratch(nv, 0), i + 1);
        nv_assert_hex(scratch(nv, 1), i + 2);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_PC), 1);
    }
    nv_fermi_inc(chan, SUBC, CODE_POS, 0x10);
    nv_fermi_ni(chan, SUBC, CODE, MACRO_TO(SCRATCH + 8, 0) | MACRO_EXIT,
                MACRO_IMM(MACRO_SEND, 1, 1, 0));
    CALL(chan, 0, 0x77);
    run(chan);
    nv_assert_hex(scratch(nv, 2), 0x77);
    nv_fermi_channel_free(chan);
}

/* --- What methods had last --------------------------------------------- */

enum { TRACK, TRACK_WITH_FILTER, PASSTHROUGH, REPLAY };

static void shadows(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    nv_fermi_inc(chan, SUBC, VERTEX_ATTRIB, 1, 2, 3);
    nv_fermi_ni(chan, SUBC, VERTEX_ATTRIB + 12, 4, 5);
    nv_fermi_inc(chan, SUBC_2D, PATTERN_COLOR, 6);
    nv_fermi_inc(chan, SUBC_2D, SCRATCH + 4, 7);
    run(chan);
    nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB), 1);
    nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB + 8), 3);
    nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB + 12), 5);
    nv_assert_hex(shadow(nv, FERMI_2D, VERTEX_ATTRIB), 0);
    nv_assert_hex(shadow(nv, FERMI_2D, PATTERN_COLOR), 6);
    nv_assert_hex(shadow(nv, FERMI_3D, PATTERN_COLOR), 0);
    nv_assert_hex(shadow(nv, FERMI_3D, SCRATCH + 4), 7);
    nv_assert_hex(shadow(nv, FERMI_3D, 0x3ffc), 0);
    nv_assert_hex(shadow(nv, 0x1234, 0x100), 0);
    /* Those of registers, too: gf100_gr_mthd() */
    nv_wr32(nv, A_NVC0_PGRAPH_MTHD_DATA, 0x99);
    nv_wr32(nv, A_NVC0_PGRAPH_MTHD, 1u << 31 | VERTEX_ATTRIB << 14 | FERMI_3D);
    nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x99);
    /* They aren't remembered, and scratch is. */
    nv_fermi_inc(chan, SUBC, SHADOW_CONTROL, PASSTHROUGH);
    nv_fermi_inc(chan, SUBC, VERTEX_ATTRIB, 10);
    nv_fermi_inc(chan, SUBC, SCRATCH + 4, 11);
    nv_fermi_inc(chan, SUBC, SHADOW_CONTROL, TRACK_WITH_FILTER);
    nv_fermi_inc(chan, SUBC, VERTEX_ATTRIB + 4, 12);
    release(chan, buf.va, 13);
    /* What was remembered comes in their place: a semaphore's payload. */
    nv_fermi_inc(chan, SUBC, SHADOW_CONTROL, REPLAY);
    run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_SHADOW_CONTROL), REPLAY);
    nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x99);
    nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB + 4), 12);
    nv_assert_hex(scratch(nv, 1), 11);
    nv_fermi_buf_wr32(&buf, 0, 0);
    nv_fermi_inc(chan, SUBC, REPORT_SEMAPHORE_A, 1, 2, 3, 0);
    nv_fermi_inc(chan, SUBC, SCRATCH + 4, 14);
    run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 13);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 4), 0);
    nv_assert_hex(shadow(nv, FERMI_3D, REPORT_SEMAPHORE_A), buf.va >> 32);
    nv_assert_hex(scratch(nv, 1), 14);
    nv_fermi_channel_free(chan);
}

/* --- Parameters ------------------------------------------------------- */

/* Until they come nothing is busy; other entries' count as well. */
static void parameters(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    UPLOAD(chan, 0, 0, MACRO_TO(SCRATCH, 1),
           MACRO_IMM(MACRO_PARM_SEND, 2, 1, 0),
           MACRO_IMM(MACRO_PARM_SEND, 2, 2, 0) | MACRO_EXIT,
           MACRO_IMM(MACRO_SEND, 0, 2, 0));
    CALL(chan, 0, 0x10);
    run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x300);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_PC), 1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_NPC), 2);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_OPCODE),
                  MACRO_IMM(MACRO_PARM_SEND, 2, 1, 0));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_CALLER),
                  SUBC << 16 | FERMI_3D);
    nv_fermi_inc(chan, SUBC_2D, MACRO_CALL(3) + 4, 0x11);
    run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x300);
    nv_assert_hex(scratch(nv, 0), 0x10);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_ICNT), 2);
    nv_fermi_inc(chan, SUBC, MACRO_CALL(0) + 4, 0x12);
    run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0);
    nv_assert_hex(scratch(nv, 1), 0x11);
    nv_assert_hex(scratch(nv, 2), 0x12);
    nv_fermi_channel_free(chan);
}

/* The methods of a macro are of its caller's class, whoever else comes. */
static void callers(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    UPLOAD(chan, 0, 0, MACRO_TO(PATTERN_COLOR, 0),
           MACRO_IMM(MACRO_PARM_SEND, 2, 1, 0),
           MACRO_IMM(MACRO_SEND, 0, 2, 0) | MACRO_EXIT, MACRO_NOP);
    nv_fermi_inc(chan, SUBC_2D, MACRO_CALL(0), 0x21);
    /* A method behind it that 2D doesn't have */
    nv_fermi_inc(chan, SUBC, MACRO_CALL(0x7f) + 4, 0x22, 0);
    release(chan, buf.va, 0x23);
    run(chan);
    nv_assert_hex(shadow(nv, FERMI_2D, PATTERN_COLOR), 0x22);
    nv_assert_hex(shadow(nv, FERMI_3D, PATTERN_COLOR), 0);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 0x23);
    nv_fermi_channel_free(chan);
}

/* --- Traps ------------------------------------------------------------ */

#define FERMI_INTR_TRAP (1 << 21)
#define TRAP_MACRO (1 << 7)

enum {
    TOO_FEW_PARAMS = 1 << 0,
    TOO_MANY_PARAMS = 1 << 1,
    ILLEGAL_OPCODE = 1 << 2,
    DOUBLE_BRANCH = 1 << 3,
    WATCHDOG = 1 << 4,
};

/* gf100_gr_init(), and gf100_gr_trap_intr() */
static void traps_on(NVDev *nv)
{
    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_TRAP, 0xc0000000);
    nv_wr32(nv, A_NVC0_PGRAPH_TRAP, 0xffffffff);
    nv_wr32(nv, A_NVC0_PGRAPH_TRAP_EN, 0xffffffff);
}

static void trap(NVFermiChan *chan, uint32_t why, uint32_t mthd,
                 uint32_t data, uint32_t location, uint32_t opcode)
{
    NVDev *nv = chan->nv;

    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_TRAP));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAP), TRAP_MACRO);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_TRAP), 1u << 31 | why);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_TRAP_LOCATION), location);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_TRAP_OPCODE), opcode);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0);
    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_TRAP, 0xc0000000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_TRAP), 1u << 31);
    nv_wr32(nv, A_NVC0_PGRAPH_TRAP, TRAP_MACRO);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAP), 0);
    nv_fermi_graph_error(chan, FERMI_INTR_TRAP, SUBC, mthd, data);
    nv_fermi_wait(chan);
    nv_fermi_graph_quiet(nv);
}

#define VALID (1 << 28)

static void traps(NVDev *nv)
{
    static const uint32_t wrong[] = {
        MACRO_ALU(MACRO_MOV, 1, 4, 1, 2), MACRO_ALU(MACRO_MOV, 1, 7, 1, 2),
        MACRO_ALU(MACRO_MOV, 1, 13, 1, 2), MACRO_ALU(MACRO_MOV, 1, 31, 1, 2),
        MACRO_INSN(6, MACRO_MOV, 1),
    };
    uint32_t parm = MACRO_IMM(MACRO_PARM, 2, 0, 0);
    NVFermiChan *chan = chan_new(nv);

    traps_on(nv);
    /* The method that isn't a parameter comes when PGRAPH goes on. */
    UPLOAD(chan, 0, 0x100, MACRO_NOP, parm | MACRO_EXIT, MACRO_NOP);
    CALL(chan, 0, 1);
    nv_fermi_inc(chan, SUBC, VERTEX_ATTRIB, 0x31);
    trap(chan, TOO_FEW_PARAMS, VERTEX_ATTRIB, 0x31, VALID | 0x101,
         parm | MACRO_EXIT);
    nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x31);
    CALL(chan, 0, 1);
    CALL(chan, 0, 2, 3);
    trap(chan, TOO_FEW_PARAMS, MACRO_CALL(0), 2, VALID | 0x101,
         parm | MACRO_EXIT);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_REG + 8), 3);
    CALL(chan, 0, 1);
    nv_fermi_object(chan, SUBC, FERMI_3D, NV_FERMI_GR);
    trap(chan, TOO_FEW_PARAMS, 0, FERMI_3D, VALID | 0x101, parm | MACRO_EXIT);
    /* One too many is lost. */
    CALL(chan, 0, 1, 2, 3);
    trap(chan, TOO_MANY_PARAMS, MACRO_CALL(0) + 4, 3, 0x103, MACRO_NOP);
    for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) {
        UPLOAD(chan, 1, 0x200, wrong[i]);
        CALL(chan, 1, 4);
        trap(chan, ILLEGAL_OPCODE, MACRO_CALL(1), 4, VALID | 0x200, wrong[i]);
    }
    UPLOAD(chan, 1, 0x7ff, MACRO_BRAZ(0, 4), MACRO_BRANZ(0, 4));
    CALL(chan, 1, 5);
    trap(chan, DOUBLE_BRANCH, MACRO_CALL(1), 5, VALID | 0, MACRO_BRANZ(0, 4));
    UPLOAD(chan, 1, 0x300, MACRO_NOP | MACRO_EXIT, MACRO_BRAZ(1, 4));
    CALL(chan, 1, 6);
    trap(chan, DOUBLE_BRANCH, MACRO_CALL(1), 6, VALID | 0x301,
         MACRO_BRAZ(1, 4));
    nv_fermi_channel_free(chan);
}

/* Who hasn't asked for traps has a macro end, and no more. */
static void traps_off(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    UPLOAD(chan, 0, 0, MACRO_INSN(6, 0, 0));
    for (unsigned i = 0; i < 2; i++) {
        traps_on(nv);
        if (i) {
            nv_wr32(nv, A_NVC0_PGRAPH_MACRO_TRAP, 0);
        } else {
            nv_wr32(nv, A_NVC0_PGRAPH_TRAP_EN, ~TRAP_MACRO);
        }
        CALL(chan, 0, 1, 2);
        nv_fermi_inc(chan, SUBC, VERTEX_ATTRIB, 0x41 + i);
        run(chan);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAP), 0);
        nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x41 + i);
    }
    nv_fermi_channel_free(chan);
}

/* --- What takes long -------------------------------------------------- */

/* Register 1 counts down to 0, then a word is sent. */
static void upload_loop(NVFermiChan *chan)
{
    UPLOAD(chan, 0, 0, MACRO_TO(SCRATCH, 0),
           MACRO_IMM(MACRO_MOV, 1, 1, -1),
           MACRO_BRANZ(1, -1),
           MACRO_IMM(MACRO_MOV, 2, 2, 1) | MACRO_EXIT,
           MACRO_IMM(MACRO_SEND, 0, 2, 0));
}

static void loops(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    traps_on(nv);
    upload_loop(chan);
    nv_fermi_inc(chan, SUBC, SCRATCH, 0);
    CALL(chan, 0, 200000);
    release(chan, buf.va, 0x51);
    run(chan);
    nv_assert_hex(scratch(nv, 0), 200000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_ICNT), 600002);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 0x51);
    /* The watchdog counts a call's instructions. */
    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_WDCNT, 32);
    CALL(chan, 0, 10);
    CALL(chan, 0, 10);
    run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_ICNT), 32);
    CALL(chan, 0, 11);
    trap(chan, WATCHDOG, MACRO_CALL(0), 11, VALID | 2, MACRO_BRANZ(1, -1));
    nv_fermi_channel_free(chan);
}

/* One that never ends keeps PGRAPH, and nobody else, until that is reset. */
static void endless(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    UPLOAD(chan, 0, 0, MACRO_BRAZ(0, 0) | MACRO_ANNUL);
    CALL(chan, 0, 1);
    nv_fermi_kick(chan);
    for (unsigned i = 0; i < 20; i++) {
        nv_clock_step(nv, 1000 * 1000);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 1);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x100);
    }
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0x1000);
    nv_fermi_graph_init(nv);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 0);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
    chan = nv_fermi_graph_new(nv, 6);
    nv_fermi_object(chan, SUBC, FERMI_3D, NV_FERMI_GR);
    upload_loop(chan);
    CALL(chan, 0, 2);
    run(chan);
    nv_assert_hex(scratch(nv, 0), 2);
    nv_fermi_channel_free(chan);
}

/* What a macro sends may take long: it waits, as methods do. */
static void waits(NVDev *nv)
{
    enum { WIDTH = 1024, HEIGHT = 512 };
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, true, WIDTH * HEIGHT * 4);
    NVFermiBuf sem = nv_fermi_buf(chan, false, 0x1000);

    nv_fermi_inc(chan, SUBC, SURFACE_CLIP, WIDTH << 16, HEIGHT << 16);
    nv_fermi_inc(chan, SUBC, COLOR_TARGET, buf.va >> 32, buf.va, WIDTH * 4,
                 HEIGHT, 0xcf, 1 << 12, 1, 0, 0);
    UPLOAD(chan, 0, 0, MACRO_TO(0xd80, 1),
           MACRO_IMM(MACRO_PARM_SEND, 2, 1, 0),
           MACRO_TO(CLEAR_SURFACE, 0),
           MACRO_IMM(MACRO_SEND, 0, 0, 0x3c),
           MACRO_TO(0xd80, 1),
           MACRO_IMM(MACRO_SEND, 0, 2, 0),
           MACRO_TO(CLEAR_SURFACE, 0) | MACRO_EXIT,
           MACRO_IMM(MACRO_SEND, 0, 0, 0x3c));
    for (unsigned i = 0; i < 2; i++) {
        CALL(chan, 0, i ? 0 : 0x3f800000, i ? 0x3f800000 : 0);
        release(chan, sem.va, 0x61 + i);
        run(chan);
        nv_assert_hex(nv_fermi_buf_rd32(&sem, 0), 0x61 + i);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), i ? 0x00ff0000 : 0);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, buf.size - 4),
                      i ? 0x00ff0000 : 0);
    }
    nv_fermi_channel_free(chan);
}

/* A method that is wrong stops PGRAPH; then the macro goes on behind it. */
static void errors(NVDev *nv)
{
    static const struct {
        unsigned subc;
        uint32_t mthd, data, intr;
    } all[] = {
        { SUBC, 0x1528, 1, FERMI_INTR_ILLEGAL_MTHD },
        { SUBC, MACRO_CALL(0), 1, FERMI_INTR_ILLEGAL_MTHD },
        { SUBC, CODE, 1, FERMI_INTR_ILLEGAL_MTHD },
        { SUBC, REPORT_SEMAPHORE_A, 0x100, FERMI_INTR_DATA_ERROR },
        { SUBC_2D, 0x200, 0xffff, FERMI_INTR_DATA_ERROR },
        { SUBC_2D, 0xf00, 1, FERMI_INTR_ILLEGAL_MTHD },
    };
    NVFermiChan *chan = chan_new(nv);

    UPLOAD(chan, 0, 0, MACRO_IMM(MACRO_PARM, 2, 0, 0),
           MACRO_IMM(MACRO_MADDR, 0, 1, 0),
           MACRO_IMM(MACRO_SEND, 0, 2, 0),
           MACRO_TO(SCRATCH, 0) | MACRO_EXIT,
           MACRO_IMM(MACRO_SEND, 0, 1, 0));
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        nv_fermi_inc(chan, all[i].subc, SCRATCH, 0);
        nv_fermi_inc(chan, all[i].subc, MACRO_CALL(0), all[i].mthd / 4,
                     all[i].data);
        nv_fermi_kick(chan);
        nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR));
        nv_assert_hex(scratch(nv, 0), 0);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x100);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 0);
        nv_fermi_graph_error(chan, all[i].intr, all[i].subc, all[i].mthd,
                             all[i].data);
        nv_poll(!nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE));
        nv_assert_hex(scratch(nv, 0), all[i].mthd / 4);
        nv_fermi_wait(chan);
        nv_fermi_graph_quiet(nv);
    }
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_CODE_POS), 5);
    nv_fermi_channel_free(chan);
}

/* The next method after NOTIFY is the first that the macro sends. */
static void notifiers(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    nv_fermi_buf_wr32(&buf, 12, 0xffffffff);
    UPLOAD(chan, 0, 0, MACRO_TO(SCRATCH, 1),
           MACRO_IMM(MACRO_PARM, 2, 0, 0),
           MACRO_IMM(MACRO_SEND, 0, 2, 0) | MACRO_EXIT, MACRO_NOP);
    nv_fermi_inc(chan, SUBC, FERMI_SET_NOTIFY_A, buf.va >> 32, buf.va);
    nv_fermi_inc(chan, SUBC, FERMI_NOTIFY, 0);
    CALL(chan, 0, 1);
    run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 12), 0xffffffff);
    nv_fermi_inc(chan, SUBC, MACRO_CALL(0) + 4, 1);
    run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 12), 0);
    nv_fermi_channel_free(chan);
}

/* A semaphore that a macro releases: nvc0's QUERY_BUFFER_WRITE, shortened */
static void semaphores(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    UPLOAD(chan, 9, 0x123,
           MACRO_IMM(MACRO_PARM, 2, 0, 0),
           MACRO_IMM(MACRO_PARM_MADDR, 3, 0,
                     REPORT_SEMAPHORE_A / 4 | 1 << 12),
           MACRO_ALU(MACRO_MOV, 2, MACRO_SUB, 2, 3),
           MACRO_IMM(MACRO_PARM, 4, 0, 0),
           MACRO_IMM(MACRO_PARM_SEND, 5, 4, 0),
           MACRO_IMM(MACRO_SEND, 0, 5, 0),
           MACRO_IMM(MACRO_SEND, 0, 2, 0),
           MACRO_IMM(MACRO_MOV, 4, 0, 0x1000) | MACRO_EXIT,
           MACRO_INSERT(MACRO_SEND, 0, 0, 4, 0, 16, 16));
    CALL(chan, 9, 0, 1000, 58, buf.va >> 32, buf.va);
    run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 942);
    nv_fermi_channel_free(chan);
}

/* It waits for FECS, too. */
static void firmware_methods(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    nv_wr32(nv, A_NVC0_PGRAPH_INTR_DISPATCH_CTXCTL_DOWN, 0x100);
    UPLOAD(chan, 0, 0, MACRO_TO(0x2310, 0), MACRO_IMM(MACRO_SEND, 0, 1, 0),
           MACRO_TO(SCRATCH, 0) | MACRO_EXIT, MACRO_IMM(MACRO_SEND, 0, 1, 1));
    nv_fermi_inc(chan, SUBC, SCRATCH, 0);
    CALL(chan, 0, 0x81);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN));
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(scratch(nv, 0), 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAPPED_ADDR),
                  SUBC << 16 | 0x2310);
    nv_wr32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN, 0x100);
    nv_poll(!nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE));
    nv_assert_hex(scratch(nv, 0), 0x82);
    run(chan);
    nv_fermi_channel_free(chan);
}

/* --- State ------------------------------------------------------------ */

#define FECS 0x409000
#define ENTRIES(_addr, _count) (((_count) - 1) << 26 | (_addr))

static void fecs(NVDev *nv, uint32_t reg, uint32_t val)
{
    nv_falcon_wr32(nv, FECS, reg, val);
}

/* hub.fuc's ctx_xfer, of what macros have, to or from video memory */
static void exchange(NVDev *nv, uint32_t mem, bool load)
{
    fecs(nv, A_NV_CTXCTL_MEM_TARGET, 2);
    fecs(nv, A_NV_CTXCTL_MEM_BASE, mem >> 8);
    fecs(nv, A_NV_CTXCTL_STRAND_SAVE_SWBASE, 1);
    fecs(nv, A_NV_CTXCTL_STRAND_LOAD_SWBASE, 1);
    fecs(nv, A_NV_CTXCTL_STRAND_CMD, load ? 4 : 3);
    fecs(nv, A_NV_CTXCTL_MMCTX_SAVE_SWBASE, 0);
    fecs(nv, A_NV_CTXCTL_MMCTX_LOAD_SWBASE, 0);
    fecs(nv, A_NV_CTXCTL_MMCTX_CTRL, 0x21000 | load << 16);
    fecs(nv, A_NV_CTXCTL_MMCTX_QUEUE, ENTRIES(A_NVC0_PGRAPH_MACRO_REG_1, 14));
    fecs(nv, A_NV_CTXCTL_MMCTX_QUEUE,
         ENTRIES(A_NVC0_PGRAPH_MACRO_ENTRY_POS, 15));
}

static void spoil(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    for (unsigned i = 1; i < 15; i++) {
        nv_wr32(nv, A_NVC0_PGRAPH_MACRO_REG + i * 4, 0);
    }
    UPLOAD(chan, 0, 0, 0, 0, 0, 0);
    UPLOAD(chan, 1, 0, 0, 0, 0, 0);
    nv_fermi_inc(chan, SUBC, SCRATCH, 0, 0, 0, 0);
    nv_fermi_inc(chan, SUBC, VERTEX_ATTRIB, 0);
    nv_fermi_inc(chan, SUBC, SHADOW_CONTROL, TRACK);
    run(chan);
}

/* A macro that waits, or has been stopped, goes on in its context. */
static void contexts(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);
    uint32_t size = nv_falcon_rd32(nv, FECS, A_NV_CTXCTL_STRAND_WORDS) * 4;
    uint32_t mem = nv_vram_alloc(nv, ROUND_UP(size + 0x100, 0x1000));

    UPLOAD(chan, 0, 0, MACRO_TO(SCRATCH, 1),
           MACRO_IMM(MACRO_PARM_SEND, 2, 1, 1),
           MACRO_IMM(MACRO_SEND, 0, 2, 2) | MACRO_EXIT, MACRO_NOP);
    UPLOAD(chan, 1, 8, MACRO_TO(0x1528, 0), MACRO_IMM(MACRO_SEND, 0, 1, 0),
           MACRO_TO(SCRATCH, 0) | MACRO_EXIT, MACRO_IMM(MACRO_SEND, 0, 1, 1));
    nv_fermi_inc(chan, SUBC, VERTEX_ATTRIB, 0x91);
    nv_fermi_inc(chan, SUBC, SHADOW_CONTROL, TRACK_WITH_FILTER);
    CALL(chan, 0, 0x92);
    run(chan);
    exchange(nv, mem, false);
    spoil(chan);
    exchange(nv, mem, true);
    nv_fermi_inc(chan, SUBC, MACRO_CALL(0) + 4, 0x93);
    run(chan);
    nv_assert_hex(scratch(nv, 0), 0x93);
    nv_assert_hex(scratch(nv, 1), 0x95);
    nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x91);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_SHADOW_CONTROL),
                  TRACK_WITH_FILTER);
    /* Stopped at a method, it goes on when the next one comes. */
    CALL(chan, 1, 0x94);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR));
    exchange(nv, mem, false);
    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_STATE, 0);
    nv_fermi_graph_error(chan, FERMI_INTR_ILLEGAL_MTHD, SUBC, 0x1528, 0x94);
    spoil(chan);
    exchange(nv, mem, true);
    nv_fermi_inc(chan, SUBC_2D, FERMI_NO_OPERATION, 0);
    run(chan);
    nv_assert_hex(scratch(nv, 0), 0x95);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0);
    nv_fermi_channel_free(chan);
}

/* Programs, scratch, shadows, and a macro that waits or is under way */
static void migrates(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    UPLOAD(chan, 0x7f, 0x7f0, MACRO_TO(SCRATCH, 1),
           MACRO_IMM(MACRO_PARM_SEND, 2, 1, 1),
           MACRO_IMM(MACRO_SEND, 0, 2, 2) | MACRO_EXIT, MACRO_NOP);
    nv_fermi_inc(chan, SUBC, VERTEX_ATTRIB, 0x71);
    CALL(chan, 0x7f, 0x72);
    run(chan);
    nv_migrate(nv);
    nv_fermi_inc(chan, SUBC, MACRO_CALL(0) + 4, 0x73);
    run(chan);
    nv_assert_hex(shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x71);
    nv_assert_hex(scratch(nv, 0), 0x73);
    nv_assert_hex(scratch(nv, 1), 0x75);
    CALL(chan, 0x7f, 0x74, 0x75);
    run(chan);
    nv_assert_hex(scratch(nv, 0), 0x75);
    UPLOAD(chan, 0, 0, MACRO_BRAZ(0, 0) | MACRO_ANNUL);
    CALL(chan, 0, 1);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE) == 0x100);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x100);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 1);
    nv_fermi_channel_free(chan);
}

/* Whatever is in registers and programs, the device stays alive. */
static void fuzz(NVDev *nv)
{
    NVFermiChan *chan = chan_new(nv);

    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_WDCNT, 1000);
    for (unsigned round = 0; round < 150; round++) {
        uint32_t code[64];

        for (unsigned i = 0; i < ARRAY_SIZE(code); i++) {
            code[i] = nv_random() & (nv_random() & 1 ? 0xffffff7f : -1u);
        }
        nv_wr32(nv, A_NVC0_PGRAPH_MACRO_REG + nv_random() % 48 * 4,
                nv_random());
        upload(chan, round % 0x80, nv_random(), code, ARRAY_SIZE(code));
        call(chan, round % 0x80, code, 1 + nv_random() % 20);
        nv_fermi_kick(chan);
        nv_wr32(nv, A_NVC0_PGRAPH_INTR, 0xffffffff);
        nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x00010001);
        nv_clock_step(nv, 10000);
        if (round % 16 == 15) {
            nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0);
            nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0x1000);
            nv_fermi_graph_init(nv);
        }
    }
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_BOOT_0), nv->card->boot0);
    nv_fermi_channel_free(chan);
}

#define ON .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    { "fermi-macro/instructions", "", instructions, ON },
    { "fermi-macro/carries", "", carries, ON },
    { "fermi-macro/assignments", "", assignments, ON },
    { "fermi-macro/increments", "", increments, ON },
    { "fermi-macro/branches", "", branches, ON },
    { "fermi-macro/differential", "", differential, ON },
    { "fermi-macro/uploads", "", uploads, ON },
    { "fermi-macro/shadows", "", shadows, ON },
    { "fermi-macro/parameters", "", parameters, ON },
    { "fermi-macro/callers", "", callers, ON },
    { "fermi-macro/traps", "", traps, ON },
    { "fermi-macro/traps-off", "", traps_off, ON },
    { "fermi-macro/loops", "M187", loops, ON },
    { "fermi-macro/endless", "M186 M187", endless, ON },
    { "fermi-macro/waits", "", waits, ON },
    { "fermi-macro/errors", "", errors, ON },
    { "fermi-macro/notifiers", "", notifiers, ON },
    { "fermi-macro/semaphores", "", semaphores, ON },
    { "fermi-macro/firmware-methods", "", firmware_methods, ON },
    { "fermi-macro/contexts", "M188", contexts, ON },
    { "fermi-macro/migrates", "M188", migrates, ON },
    { "fermi-macro/fuzz", "M186 M200", fuzz, ON },
};

int main(int argc, char **argv)
{
    return nv_test_main_without(argc, argv, tests, ARRAY_SIZE(tests),
                                NV_ANY_CLASSES);
}
