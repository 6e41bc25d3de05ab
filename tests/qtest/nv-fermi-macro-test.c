/*
 * Tests of the NVIDIA GPU: PGRAPH's macros, NVC0+
 *
 * What instructions and methods do is from envydis's macro.c, the register
 * database (gf100_pgraph/pgraph.xml) and class header 9097.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-macro.h"
#include "libnv/nv-test.h"

enum {
    PATTERN_COLOR = 0x2f0,              /* of 0x902d: any word */
    VERTEX_ATTRIB = 0x1160,             /* 3D state: any word */
    REPORT_SEMAPHORE_A = 0x1b00,
};

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
    NVFermiChan *chan = nv_macro_chan(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(rules); i++) {
        const Rule *r = &rules[i];
        uint32_t got;

        MACRO_UPLOAD(chan, i, i * 8, MACRO_IMM(MACRO_PARM, 2, 0, 0),
                     MACRO_TO(MACRO_SCRATCH + i * 4, 0), r->insn | MACRO_EXIT,
                     MACRO_NOP);
        MACRO_DO(chan, i, r->a, r->b);
        nv_macro_run(chan);
        got = nv_macro_scratch(nv, i);
        if (got != r->want) {
            nv_fail("%s: 0x%08x, not 0x%08x", r->name, got, r->want);
        }
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_REG + 12), r->want);
    }
    nv_fermi_channel_free(chan);
}

/* A carry is added by adc, and subtracted by sbb; adding a number keeps it. */
static void carries(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);

    MACRO_UPLOAD(chan, 0, 0,
                 MACRO_IMM(MACRO_PARM, 2, 0, 0),
                 MACRO_TO(MACRO_SCRATCH, 1),
                 MACRO_ALU(MACRO_SEND, 3, MACRO_ADD, 1, 2),
                 MACRO_IMM(MACRO_MOV, 4, 2, 1),
                 MACRO_ALU(MACRO_SEND, 3, MACRO_ADC, 1, 2),
                 MACRO_ALU(MACRO_SEND, 3, MACRO_ADC, 0, 0),
                 MACRO_ALU(MACRO_SEND, 3, MACRO_SUB, 1, 2),
                 MACRO_ALU(MACRO_SEND, 3, MACRO_XOR, 1, 1),
                 MACRO_ALU(MACRO_SEND, 3, MACRO_SBB, 1, 2),
                 MACRO_ALU(MACRO_SEND, 3, MACRO_SBB, 0, 0) | MACRO_EXIT,
                 MACRO_ALU(MACRO_SEND, 3, MACRO_ADC, 0, 0));
    MACRO_DO(chan, 0, 0xfffffff0, 0xffffffff);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 0), 0xffffffef);
    nv_assert_hex(nv_macro_scratch(nv, 1), 0xfffffff0);
    nv_assert_hex(nv_macro_scratch(nv, 2), 1);
    nv_assert_hex(nv_macro_scratch(nv, 3), 0xfffffff1);
    nv_assert_hex(nv_macro_scratch(nv, 4), 0);
    nv_assert_hex(nv_macro_scratch(nv, 5), 0xfffffff0);
    nv_assert_hex(nv_macro_scratch(nv, 6), 0xffffffff);
    nv_assert_hex(nv_macro_scratch(nv, 7), 1);
    /* A call begins without a carry. */
    MACRO_UPLOAD(chan, 1, 0x20, MACRO_TO(MACRO_SCRATCH, 1),
                 MACRO_ALU(MACRO_SEND, 3, MACRO_SUB, 0, 1) | MACRO_EXIT,
                 MACRO_NOP);
    MACRO_UPLOAD(chan, 2, 0x30, MACRO_TO(MACRO_SCRATCH, 1),
                 MACRO_ALU(MACRO_SEND, 3, MACRO_ADC, 2, 3) | MACRO_EXIT,
                 MACRO_NOP);
    MACRO_DO(chan, 1, 1);
    MACRO_DO(chan, 2, 1);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 0), 0);
    nv_fermi_channel_free(chan);
}

/* All uses of a result, which is 0x1000 more than register 1 */
static void assignments(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    uint32_t at = (MACRO_SCRATCH + 0x40) / 4 | 2 << 12;

    MACRO_UPLOAD(chan, 0, 0,
                 MACRO_TO(MACRO_SCRATCH, 1),
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
    MACRO_DO(chan, 0, 0x500, 0x1a, 0x1b, 0x1c, 0x1d);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 0), 0x1500);
    nv_assert_hex(nv_macro_scratch(nv, 1), 0x1501);
    nv_assert_hex(nv_macro_scratch(nv, 2), 0);
    nv_assert_hex(nv_macro_scratch(nv, 0x10), 0x11);
    nv_assert_hex(nv_macro_scratch(nv, 0x11), 0);
    nv_assert_hex(nv_macro_scratch(nv, 0x12), 0x12);
    nv_assert_hex(nv_macro_scratch(nv, 0x20), 0x13);
    nv_assert_hex(nv_macro_scratch(nv, 0x30), 0x1d);
    nv_assert_hex(nv_macro_scratch(nv, 0x32), 0x14);
    nv_assert_hex(nv_macro_scratch(nv, 0x40), 2);
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
    NVFermiChan *chan = nv_macro_chan(nv);

    MACRO_UPLOAD(chan, 0, 0,
                 MACRO_IMM(MACRO_MADDR, 0, 1, 0),
                 MACRO_IMM(MACRO_SEND, 0, 0, 1),
                 MACRO_IMM(MACRO_SEND, 0, 0, 2) | MACRO_EXIT,
                 MACRO_IMM(MACRO_SEND, 0, 0, 3));
    MACRO_DO(chan, 0, 0xfff << 20 | MACRO_SCRATCH / 4 | 0x3f << 12);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 0), 1);
    nv_assert_hex(nv_macro_scratch(nv, 0x3f), 2);
    nv_assert_hex(nv_macro_scratch(nv, 0x7e), 3);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_MADDR),
                  0x3f << 12 | (MACRO_SCRATCH / 4 + 3 * 0x3f));
    nv_fermi_channel_free(chan);
}

/* A word records the path: each instruction sends a bit. */
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
    NVFermiChan *chan = nv_macro_chan(nv);

    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        for (unsigned val = 0; val < 2; val++) {
            uint32_t want = val ? all[i].one : all[i].zero, got = 0;

            MACRO_UPLOAD(chan, 0, 0, MACRO_TO(MACRO_SCRATCH, 1), all[i].insn[0],
                         MACRO_IMM(MACRO_SEND, 0, 0, 0x2) | all[i].insn[1],
                         MACRO_IMM(MACRO_SEND, 0, 0, 0x4),
                         MACRO_IMM(MACRO_SEND, 0, 0, 0x10) | MACRO_EXIT,
                         MACRO_NOP);
            nv_fermi_inc(chan, MACRO_SUBC, MACRO_SCRATCH, 0, 0, 0, 0);
            MACRO_DO(chan, 0, val);
            nv_macro_run(chan);
            for (unsigned n = 0; n < 4; n++) {
                got |= nv_macro_scratch(nv, n);
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
/* The instruction at its end, on every path */
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
    m->scratch[m->mthd - MACRO_SCRATCH / 4] = val;
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

/* One after another; with @last there is an exit behind it. */
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
    static const uint8_t hows[] = {
        MACRO_MADDR, MACRO_PARM_MADDR, MACRO_MADDR_SEND_PARM, MACRO_MADDR_SEND,
    };

    return MACRO_IMM(hows[nv_random() % 4], nv_random() % 8, 0,
                     (MACRO_SCRATCH / 4 + nv_random() % 0x80) |
                     nv_random() % 3 << 12);
}

static uint32_t random_operation(void)
{
    static const uint8_t alu[] = {
        MACRO_ADD, MACRO_ADC, MACRO_SUB, MACRO_SBB, MACRO_XOR, MACRO_OR,
        MACRO_AND, MACRO_ANDN, MACRO_NAND,
    };
    static const uint8_t hows[] = {
        MACRO_PARM, MACRO_MOV, MACRO_PARM_SEND, MACRO_SEND,
    };
    unsigned how = hows[nv_random() % 4];
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
        return MACRO_READ(how, dst, 0, MACRO_SCRATCH / 4 + (r >> 9) % WORDS);
    }
}

/* No branch in the delay slot of the one before it, or of an exit. */
static void random_program(Model *m)
{
    bool slot = true;

    for (unsigned i = 0; i < PROGRAM + TAIL; i++) {
        bool branch = !slot && nv_random() % 5 == 0;
        uint32_t insn = nv_random() % 6 ? random_operation()
                                        : random_address();

        if (i == 0) {
            insn = MACRO_TO(MACRO_SCRATCH, 1);
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
        uint32_t got = nv_macro_scratch(nv, i);

        if (got != m->scratch[i]) {
            nv_fail("program %u: word 0x%x is 0x%08x, not 0x%08x", round, i,
                    got, m->scratch[i]);
        }
    }
}

static void differential(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    Model m = { };

    for (unsigned round = 0; round < 60; round++) {
        unsigned macro = nv_random() % 0x80;
        uint32_t pos = nv_random() % 0x780;

        random_program(&m);
        memset(m.reg, 0, sizeof(m.reg));
        m.carry = false;
        m.taken = 0;
        model_run(&m);
        nv_macro_upload(chan, macro, pos, m.code, ARRAY_SIZE(m.code));
        nv_macro_call(chan, macro, m.params, m.taken);
        nv_macro_run(chan);
        compare(nv, &m, round);
    }
    nv_fermi_channel_free(chan);
}

/* --- Uploads ---------------------------------------------------------- */

/* Both memories wrap from their last word to the first. */
static void uploads(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);

    nv_fermi_inc(chan, MACRO_SUBC, MACRO_ENTRY_POS, 0xffffff7e);
    nv_fermi_ni(chan, MACRO_SUBC, MACRO_ENTRY, 0x7fe, 0xfffffffe, 0x10);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_CODE_POS, 0xfffffffe);
    nv_fermi_ni(chan, MACRO_SUBC, MACRO_CODE, MACRO_TO(MACRO_SCRATCH, 1),
                MACRO_IMM(MACRO_SEND, 1, 1, 1) | MACRO_EXIT,
                MACRO_IMM(MACRO_SEND, 1, 1, 1));
    nv_macro_run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_ENTRY_POS), 1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_CODE_POS), 1);
    for (unsigned i = 0x7e; i < 0x80; i++) {
        MACRO_DO(chan, i, i);
        nv_macro_run(chan);
        nv_assert_hex(nv_macro_scratch(nv, 0), i + 1);
        nv_assert_hex(nv_macro_scratch(nv, 1), i + 2);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_PC), 1);
    }
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_CODE_POS, 0x10);
    nv_fermi_ni(chan, MACRO_SUBC, MACRO_CODE,
                MACRO_TO(MACRO_SCRATCH + 8, 0) | MACRO_EXIT,
                MACRO_IMM(MACRO_SEND, 1, 1, 0));
    MACRO_DO(chan, 0, 0x77);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 2), 0x77);
    nv_fermi_channel_free(chan);
}

/* --- What methods had last --------------------------------------------- */

enum { TRACK, TRACK_WITH_FILTER, PASSTHROUGH, REPLAY };

static void shadows(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    nv_fermi_inc(chan, MACRO_SUBC, VERTEX_ATTRIB, 1, 2, 3);
    nv_fermi_ni(chan, MACRO_SUBC, VERTEX_ATTRIB + 12, 4, 5);
    nv_fermi_inc(chan, MACRO_SUBC_2D, PATTERN_COLOR, 6);
    nv_fermi_inc(chan, MACRO_SUBC_2D, MACRO_SCRATCH + 4, 7);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB), 1);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB + 8), 3);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB + 12), 5);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_2D, VERTEX_ATTRIB), 0);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_2D, PATTERN_COLOR), 6);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, PATTERN_COLOR), 0);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, MACRO_SCRATCH + 4), 7);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, 0x3ffc), 0);
    nv_assert_hex(nv_macro_shadow(nv, 0x1234, 0x100), 0);
    /* Those of registers, too: gf100_gr_mthd() */
    nv_wr32(nv, A_NVC0_PGRAPH_MTHD_DATA, 0x99);
    nv_wr32(nv, A_NVC0_PGRAPH_MTHD, 1u << 31 | VERTEX_ATTRIB << 14 | FERMI_3D);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x99);
    /* They aren't tracked, and scratch is. */
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SHADOW_CONTROL, PASSTHROUGH);
    nv_fermi_inc(chan, MACRO_SUBC, VERTEX_ATTRIB, 10);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SCRATCH + 4, 11);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SHADOW_CONTROL, TRACK_WITH_FILTER);
    nv_fermi_inc(chan, MACRO_SUBC, VERTEX_ATTRIB + 4, 12);
    nv_macro_release(chan, buf.va, 13);
    /* The tracked value takes their place: a semaphore's payload. */
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SHADOW_CONTROL, REPLAY);
    nv_macro_run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_SHADOW_CONTROL), REPLAY);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x99);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB + 4), 12);
    nv_assert_hex(nv_macro_scratch(nv, 1), 11);
    nv_fermi_buf_wr32(&buf, 0, 0);
    nv_fermi_inc(chan, MACRO_SUBC, REPORT_SEMAPHORE_A, 1, 2, 3, 0);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SCRATCH + 4, 14);
    nv_macro_run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 13);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 4), 0);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, REPORT_SEMAPHORE_A),
                  buf.va >> 32);
    nv_assert_hex(nv_macro_scratch(nv, 1), 14);
    nv_fermi_channel_free(chan);
}

/* --- Parameters ------------------------------------------------------- */

/* PGRAPH is idle until they arrive; those of other entries count as well. */
static void parameters(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);

    MACRO_UPLOAD(chan, 0, 0, MACRO_TO(MACRO_SCRATCH, 1),
                 MACRO_IMM(MACRO_PARM_SEND, 2, 1, 0),
                 MACRO_IMM(MACRO_PARM_SEND, 2, 2, 0) | MACRO_EXIT,
                 MACRO_IMM(MACRO_SEND, 0, 2, 0));
    MACRO_DO(chan, 0, 0x10);
    nv_macro_run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x300);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_PC), 1);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_NPC), 2);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_OPCODE),
                  MACRO_IMM(MACRO_PARM_SEND, 2, 1, 0));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_CALLER),
                  MACRO_SUBC << 16 | FERMI_3D);
    nv_fermi_inc(chan, MACRO_SUBC_2D, MACRO_CALL(3) + 4, 0x11);
    nv_macro_run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x300);
    nv_assert_hex(nv_macro_scratch(nv, 0), 0x10);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_ICNT), 2);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_CALL(0) + 4, 0x12);
    nv_macro_run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0);
    nv_assert_hex(nv_macro_scratch(nv, 1), 0x11);
    nv_assert_hex(nv_macro_scratch(nv, 2), 0x12);
    nv_fermi_channel_free(chan);
}

/* The methods of a macro are of its caller's class, whoever else runs. */
static void callers(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    MACRO_UPLOAD(chan, 0, 0, MACRO_TO(PATTERN_COLOR, 0),
                 MACRO_IMM(MACRO_PARM_SEND, 2, 1, 0),
                 MACRO_IMM(MACRO_SEND, 0, 2, 0) | MACRO_EXIT, MACRO_NOP);
    nv_fermi_inc(chan, MACRO_SUBC_2D, MACRO_CALL(0), 0x21);
    /* A method behind it that 2D doesn't have */
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_CALL(0x7f) + 4, 0x22, 0);
    nv_macro_release(chan, buf.va, 0x23);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_2D, PATTERN_COLOR), 0x22);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, PATTERN_COLOR), 0);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 0x23);
    nv_fermi_channel_free(chan);
}

/* A semaphore that a macro releases: nvc0's QUERY_BUFFER_WRITE, shortened */
static void semaphores(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    MACRO_UPLOAD(chan, 9, 0x123,
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
    MACRO_DO(chan, 9, 0, 1000, 58, buf.va >> 32, buf.va);
    nv_macro_run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 942);
    nv_fermi_channel_free(chan);
}

#define ON .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    { "fermi-macro/instructions", "", instructions, ON },
    { "fermi-macro/carries", "", carries, ON },
    { "fermi-macro/assignments", "", assignments, ON },
    { "fermi-macro/increments", "", increments, ON },
    { "fermi-macro/branches", "", branches, ON },
    { "fermi-macro/differential", "", differential, ON, .slow = true },
    { "fermi-macro/uploads", "", uploads, ON },
    { "fermi-macro/shadows", "", shadows, ON },
    { "fermi-macro/parameters", "", parameters, ON },
    { "fermi-macro/callers", "", callers, ON },
    { "fermi-macro/semaphores", "", semaphores, ON },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
