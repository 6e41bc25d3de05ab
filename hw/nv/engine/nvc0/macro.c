/*
 * NVIDIA GPU: PGRAPH's macro processor, NVC0+
 *
 * A macro is a program that a method calls: it takes parameters and sends
 * methods to the objects of the caller's class.  There are seven registers,
 * plus one that is always 0; branches and the exit have a delay slot; all
 * instructions except branches have an operation, and an assignment that says
 * what to do with its result.
 *
 * A macro that waits for a parameter, or for an object, resumes where it was:
 * its state is in registers, which are part of contexts.
 *
 * Sources: the register database (gf100_pgraph/pgraph.xml, MACRO), envydis's
 * macro.c, class header 9097, and what Mesa's macros rely on (nvc0/mme,
 * src/nouveau/mme).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "graph.h"
#include "macro.h"
#include "state.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/object.h"
#include "hw/nv/engine/saved.h"
#include "migration/vmstate.h"
#include "trace/trace-hw_nv.h"

#define NVC0_MACRO_REGS 8

/* --- Instructions ----------------------------------------------------- */

#define NVC0_MACRO_OPCODE(_insn) extract32(_insn, 0, 3)
#define NVC0_MACRO_EXIT(_insn) extract32(_insn, 7, 1)
#define NVC0_MACRO_IMM(_insn) ((uint32_t)sextract32(_insn, 14, 18))

/* All but branches */
#define NVC0_MACRO_ASSIGN(_insn) extract32(_insn, 4, 3)
#define NVC0_MACRO_DST(_insn) extract32(_insn, 8, 3)
#define NVC0_MACRO_SRC1(_insn) extract32(_insn, 11, 3)
#define NVC0_MACRO_SRC2(_insn) extract32(_insn, 14, 3)
#define NVC0_MACRO_ALU(_insn) extract32(_insn, 17, 5)
#define NVC0_MACRO_FROM(_insn) extract32(_insn, 17, 5)
#define NVC0_MACRO_SIZE(_insn) extract32(_insn, 22, 5)
#define NVC0_MACRO_TO(_insn) extract32(_insn, 27, 5)

/* Branches */
#define NVC0_MACRO_IF_NOT_ZERO(_insn) extract32(_insn, 4, 1)
#define NVC0_MACRO_ANNUL(_insn) extract32(_insn, 5, 1)

/* OPCODE */
enum {
    NVC0_MACRO_OP_ALU,
    NVC0_MACRO_OP_ADD_IMM,
    NVC0_MACRO_OP_INSERT,
    NVC0_MACRO_OP_EXTRACT_AT_REG,
    NVC0_MACRO_OP_EXTRACT_TO_REG,
    NVC0_MACRO_OP_READ,
    NVC0_MACRO_OP_BRANCH = 7,
};

/* ALU */
enum {
    NVC0_MACRO_ALU_ADD,
    NVC0_MACRO_ALU_ADC,
    NVC0_MACRO_ALU_SUB,
    NVC0_MACRO_ALU_SBB,
    NVC0_MACRO_ALU_XOR = 8,
    NVC0_MACRO_ALU_OR,
    NVC0_MACRO_ALU_AND,
    NVC0_MACRO_ALU_ANDN,
    NVC0_MACRO_ALU_NAND,
};

/* ASSIGN: what to do with the result, and with a parameter if it takes one */
enum {
    NVC0_MACRO_PARM,                    /* the result isn't used */
    NVC0_MACRO_MOV,
    NVC0_MACRO_MOV_MADDR,
    NVC0_MACRO_PARM_SEND,               /* the result is sent */
    NVC0_MACRO_MOV_SEND,
    NVC0_MACRO_PARM_MADDR,
    NVC0_MACRO_MOV_MADDR_SEND_PARM,
    NVC0_MACRO_MOV_MADDR_SEND,          /* the result's INCR is sent */
};

static bool nvc0_macro_takes_param(uint32_t insn)
{
    if (NVC0_MACRO_OPCODE(insn) == NVC0_MACRO_OP_BRANCH) {
        return false;
    }
    switch (NVC0_MACRO_ASSIGN(insn)) {
    case NVC0_MACRO_PARM:
    case NVC0_MACRO_PARM_SEND:
    case NVC0_MACRO_PARM_MADDR:
    case NVC0_MACRO_MOV_MADDR_SEND_PARM:
        return true;
    default:
        return false;
    }
}

/* --- State ------------------------------------------------------------ */

static uint32_t *nvc0_macro_word(NVGPU *gpu, unsigned word)
{
    return &nvc0_graph_of(gpu)->macro[word];
}

static uint32_t *nvc0_macro_state(NVGPU *gpu)
{
    return &NV_R(gpu, NVC0_PGRAPH_MACRO_STATE);
}

static uint32_t nvc0_macro_reg(NVGPU *gpu, unsigned n)
{
    return n ? gpu->regs[R_NVC0_PGRAPH_MACRO_REG + n] : 0;
}

static void nvc0_macro_set_reg(NVGPU *gpu, unsigned n, uint32_t val)
{
    if (n) {
        gpu->regs[R_NVC0_PGRAPH_MACRO_REG + n] = val;
    }
}

static uint32_t nvc0_macro_pc(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NVC0_PGRAPH_MACRO_PC), NVC0_PGRAPH_MACRO_PC,
                      PC);
}

/* Set the program counter, and the one after it */
static void nvc0_macro_jump(NVGPU *gpu, uint32_t pc, uint32_t npc)
{
    NV_R(gpu, NVC0_PGRAPH_MACRO_PC) = pc & R_NVC0_PGRAPH_MACRO_PC_PC_MASK;
    NV_R(gpu, NVC0_PGRAPH_MACRO_NPC) = npc & R_NVC0_PGRAPH_MACRO_NPC_PC_MASK;
}

static void nvc0_macro_end(NVGPU *gpu)
{
    *nvc0_macro_state(gpu) &= R_NVC0_PGRAPH_MACRO_STATE_CARRY_MASK;
    nvc0_graph_of(gpu)->macro_on = false;
}

/* Trap; a running macro is aborted. */
static void nvc0_macro_trap(NVGPU *gpu, uint32_t why)
{
    bool running = FIELD_EX32(*nvc0_macro_state(gpu),
                              NVC0_PGRAPH_MACRO_STATE, RUNNING);
    uint32_t location = 0;

    nvc0_macro_end(gpu);
    location = FIELD_DP32(location, NVC0_PGRAPH_MACRO_TRAP_LOCATION, PC,
                          nvc0_macro_pc(gpu));
    location = FIELD_DP32(location, NVC0_PGRAPH_MACRO_TRAP_LOCATION, VALID,
                          running);
    NV_R(gpu, NVC0_PGRAPH_MACRO_TRAP_LOCATION) = location;
    NV_R(gpu, NVC0_PGRAPH_MACRO_TRAP_OPCODE) =
        NV_R(gpu, NVC0_PGRAPH_MACRO_OPCODE);
    nvc0_graph_trap(gpu, A_NVC0_PGRAPH_MACRO_TRAP, NVC0_TRAP_MACRO, why,
                    "TRAP MACRO");
}

/* --- Shadows ---------------------------------------------------------- */

/* SHADOW_CONTROL.MODE; it isn't known what the second one's filter passes. */
enum {
    NVC0_SHADOW_TRACK,
    NVC0_SHADOW_TRACK_WITH_FILTER,
    NVC0_SHADOW_PASSTHROUGH,
    NVC0_SHADOW_REPLAY,
};

static inline unsigned nvc0_macro_shadow_mode(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NVC0_PGRAPH_MACRO_SHADOW_CONTROL),
                      NVC0_PGRAPH_MACRO_SHADOW_CONTROL, MODE);
}

/* By the kind of class, which is its low byte; others have no words */
static const struct {
    uint16_t first, words;
} nvc0_shadows[0x100] = {
    [0x2d] = { NVC0_MACRO_2D, NVC0_SHADOW_2D_WORDS },
    [0x39] = { NVC0_MACRO_M2MF, NVC0_SHADOW_M2MF_WORDS },
    [0x40] = { NVC0_MACRO_M2MF, NVC0_SHADOW_M2MF_WORDS },  /* NVE4+ */
    [0x97] = { NVC0_MACRO_3D, NVC0_SHADOW_3D_WORDS },
    [0xc0] = { NVC0_MACRO_COMPUTE, NVC0_SHADOW_3D_WORDS },
};

static bool nvc0_macro_is_scratch(uint32_t mthd)
{
    return mthd >= NVC0_MACRO_SCRATCH_FIRST && mthd < NVC0_MACRO_CALL_FIRST;
}

/* @count: receives the number of adjacent words from @mthd on */
static inline uint32_t *nvc0_macro_shadow_words(NVGPU *gpu, uint32_t class,
                                                uint32_t mthd,
                                                uint32_t *count)
{
    uint32_t words = nvc0_shadows[class & 0xff].words;

    if (nvc0_macro_is_scratch(mthd)) {
        *count = (NVC0_MACRO_CALL_FIRST - mthd) / 4;
        return nvc0_macro_word(gpu, NVC0_MACRO_SCRATCH +
                                    (mthd - NVC0_MACRO_SCRATCH_FIRST) / 4);
    }
    if (mthd / 4 >= words) {
        return NULL;
    }
    *count = words - mthd / 4;
    return nvc0_macro_word(gpu, nvc0_shadows[class & 0xff].first + mthd / 4);
}

uint32_t *nvc0_macro_shadow(NVGPU *gpu, uint32_t class, uint32_t mthd)
{
    uint32_t count;

    return nvc0_macro_shadow_words(gpu, class, mthd, &count);
}

/* If all words go to one method, the last is remembered. */
static inline void nvc0_macro_track(NVGPU *gpu, uint32_t mthd, unsigned step,
                                    const uint32_t *data, uint32_t count)
{
    uint32_t words;
    uint32_t *shadow = nvc0_macro_shadow_words(gpu, gpu->graph->binding.id,
                                               mthd, &words);

    if (!shadow) {
        return;
    }
    if (step && count > 1) {
        memcpy(shadow, data, MIN(count, words) * 4);
    } else {
        *shadow = data[count - 1];
    }
}

/* Returns false if the last parameter isn't known. */
static bool nvc0_macro_replay(NVGPU *gpu, uint32_t mthd)
{
    const uint32_t *shadow = nvc0_macro_shadow(gpu, gpu->graph->binding.id,
                                               mthd);
    uint32_t word;

    if (!shadow) {
        return false;
    }
    word = *shadow;
    nvc0_graph_dispatch(gpu, mthd, 0, &word, 1);
    return true;
}

uint32_t nvc0_macro_pass(NVGPU *gpu, uint32_t mthd, unsigned step,
                         const uint32_t *data, uint32_t count)
{
    bool scratch = nvc0_macro_is_scratch(mthd);
    unsigned mode = nvc0_macro_shadow_mode(gpu);

    if (unlikely(mode == NVC0_SHADOW_REPLAY) && !scratch &&
        nvc0_macro_replay(gpu, mthd)) {
        return 1;
    }
    /* The processor's own methods aren't passed on. */
    if (step && mthd < NVC0_MACRO_SETUP_FIRST) {
        count = MIN(count, (NVC0_MACRO_SETUP_FIRST - mthd) / 4);
    } else if (step && mthd < NVC0_MACRO_CALL_FIRST) {
        count = MIN(count, (NVC0_MACRO_CALL_FIRST - mthd) / 4);
    }
    count = nvc0_graph_dispatch(gpu, mthd, step, data, count);
    if (mode != NVC0_SHADOW_PASSTHROUGH || scratch) {
        nvc0_macro_track(gpu, mthd, step, data, count);
    }
    return count;
}

uint32_t *nvc0_macro_plain(NVGPU *gpu, uint32_t mthd, uint32_t *count)
{
    if (nvc0_macro_shadow_mode(gpu) != NVC0_SHADOW_TRACK ||
        mthd < NVC0_MACRO_SETUP_END || nvc0_macro_is_scratch(mthd) ||
        nvc0_macro_waits(gpu)) {
        return NULL;
    }
    return nvc0_macro_shadow_words(gpu, gpu->graph->binding.id, mthd, count);
}

/* --- Methods that a macro sends --------------------------------------- */

static void nvc0_macro_set_maddr(NVGPU *gpu, uint32_t val)
{
    NV_R(gpu, NVC0_PGRAPH_MACRO_MADDR) =
        val & (R_NVC0_PGRAPH_MACRO_MADDR_MTHD_MASK |
               R_NVC0_PGRAPH_MACRO_MADDR_INCR_MASK);
}

static void nvc0_macro_send(NVGPU *gpu, uint32_t val)
{
    uint32_t *maddr = &NV_R(gpu, NVC0_PGRAPH_MACRO_MADDR);
    uint32_t word = FIELD_EX32(*maddr, NVC0_PGRAPH_MACRO_MADDR, MTHD);
    unsigned chid = gpu->graph->method_addr >>
                    gpu->chip->graph->trapped_chid_shift;

    *maddr = FIELD_DP32(*maddr, NVC0_PGRAPH_MACRO_MADDR, MTHD,
                        word + FIELD_EX32(*maddr, NVC0_PGRAPH_MACRO_MADDR,
                                          INCR));
    nv_graph_trap(gpu, chid, nvc0_graph_subc(gpu), word * 4, val);
    trace_nvc0_macro_send(gpu->graph->binding.id, word * 4, val);
    if (nvc0_macro_has(word * 4)) {
        nvc0_graph_refuse(gpu, true);
    } else {
        nvc0_macro_pass(gpu, word * 4, 0, &val, 1);
    }
}

/* --- Operations ------------------------------------------------------- */

static bool nvc0_macro_carry(NVGPU *gpu)
{
    return FIELD_EX32(*nvc0_macro_state(gpu), NVC0_PGRAPH_MACRO_STATE, CARRY);
}

static uint32_t nvc0_macro_set_carry(NVGPU *gpu, uint64_t result)
{
    uint32_t *state = nvc0_macro_state(gpu);

    *state = FIELD_DP32(*state, NVC0_PGRAPH_MACRO_STATE, CARRY,
                        extract64(result, 32, 1));
    return result;
}

/* Returns false if there is no such operation.  A borrow is a carry, too. */
static bool nvc0_macro_alu(NVGPU *gpu, unsigned op, uint64_t a, uint64_t b,
                           uint32_t *result)
{
    switch (op) {
    case NVC0_MACRO_ALU_ADD:
        *result = nvc0_macro_set_carry(gpu, a + b);
        return true;
    case NVC0_MACRO_ALU_ADC:
        *result = nvc0_macro_set_carry(gpu, a + b + nvc0_macro_carry(gpu));
        return true;
    case NVC0_MACRO_ALU_SUB:
        *result = nvc0_macro_set_carry(gpu, a - b);
        return true;
    case NVC0_MACRO_ALU_SBB:
        *result = nvc0_macro_set_carry(gpu, a - b - nvc0_macro_carry(gpu));
        return true;
    case NVC0_MACRO_ALU_XOR:
        *result = a ^ b;
        return true;
    case NVC0_MACRO_ALU_OR:
        *result = a | b;
        return true;
    case NVC0_MACRO_ALU_AND:
        *result = a & b;
        return true;
    case NVC0_MACRO_ALU_ANDN:
        *result = a & ~b;
        return true;
    case NVC0_MACRO_ALU_NAND:
        *result = ~(a & b);
        return true;
    default:
        return false;
    }
}

static uint32_t nvc0_macro_mask(unsigned size)
{
    return (1u << size) - 1;
}

/* @size bits from @from on, shifted to @to; registers may hold any number */
static uint32_t nvc0_macro_bits(uint32_t val, uint32_t from, unsigned size,
                                uint32_t to)
{
    return from < 32 && to < 32
        ? (val >> from & nvc0_macro_mask(size)) << to : 0;
}

static uint32_t nvc0_macro_insert(uint32_t insn, uint32_t a, uint32_t b)
{
    unsigned size = NVC0_MACRO_SIZE(insn), to = NVC0_MACRO_TO(insn);
    uint32_t mask = nvc0_macro_mask(size) << to;

    return (a & ~mask) | nvc0_macro_bits(b, NVC0_MACRO_FROM(insn), size, to);
}

static uint32_t nvc0_macro_read(NVGPU *gpu, uint32_t word)
{
    const uint32_t *shadow = nvc0_macro_shadow(gpu, gpu->graph->binding.id,
                                               word % 0x1000 * 4);

    return shadow ? *shadow : 0;
}

/* Returns false if the instruction doesn't exist. */
static bool nvc0_macro_operate(NVGPU *gpu, uint32_t insn, uint32_t *result)
{
    uint32_t a = nvc0_macro_reg(gpu, NVC0_MACRO_SRC1(insn));
    uint32_t b = nvc0_macro_reg(gpu, NVC0_MACRO_SRC2(insn));

    switch (NVC0_MACRO_OPCODE(insn)) {
    case NVC0_MACRO_OP_ALU:
        return nvc0_macro_alu(gpu, NVC0_MACRO_ALU(insn), a, b, result);
    case NVC0_MACRO_OP_ADD_IMM:
        *result = a + NVC0_MACRO_IMM(insn);
        return true;
    case NVC0_MACRO_OP_INSERT:
        *result = nvc0_macro_insert(insn, a, b);
        return true;
    case NVC0_MACRO_OP_EXTRACT_AT_REG:
        *result = nvc0_macro_bits(b, a, NVC0_MACRO_SIZE(insn),
                                  NVC0_MACRO_TO(insn));
        return true;
    case NVC0_MACRO_OP_EXTRACT_TO_REG:
        *result = nvc0_macro_bits(b, NVC0_MACRO_FROM(insn),
                                  NVC0_MACRO_SIZE(insn), a);
        return true;
    case NVC0_MACRO_OP_READ:
        *result = nvc0_macro_read(gpu, a + NVC0_MACRO_IMM(insn));
        return true;
    default:
        return false;
    }
}

static void nvc0_macro_assign(NVGPU *gpu, uint32_t insn, uint32_t result,
                              uint32_t param)
{
    unsigned assign = NVC0_MACRO_ASSIGN(insn), dst = NVC0_MACRO_DST(insn);
    bool keeps_param = assign == NVC0_MACRO_PARM ||
                       assign == NVC0_MACRO_PARM_SEND ||
                       assign == NVC0_MACRO_PARM_MADDR;

    nvc0_macro_set_reg(gpu, dst, keeps_param ? param : result);
    switch (assign) {
    case NVC0_MACRO_MOV_MADDR:
    case NVC0_MACRO_PARM_MADDR:
        nvc0_macro_set_maddr(gpu, result);
        break;
    case NVC0_MACRO_MOV_SEND:
    case NVC0_MACRO_PARM_SEND:
        nvc0_macro_send(gpu, result);
        break;
    case NVC0_MACRO_MOV_MADDR_SEND_PARM:
        nvc0_macro_set_maddr(gpu, result);
        nvc0_macro_send(gpu, param);
        break;
    case NVC0_MACRO_MOV_MADDR_SEND:
        nvc0_macro_set_maddr(gpu, result);
        nvc0_macro_send(gpu, FIELD_EX32(result, NVC0_PGRAPH_MACRO_MADDR,
                                        INCR));
        break;
    }
}

/* --- Programs --------------------------------------------------------- */

/* Returns whether the branch is taken. */
static bool nvc0_macro_branch(NVGPU *gpu, uint32_t insn, uint32_t pc)
{
    uint32_t val = nvc0_macro_reg(gpu, NVC0_MACRO_SRC1(insn));
    uint32_t target = pc + NVC0_MACRO_IMM(insn);

    if ((val != 0) != NVC0_MACRO_IF_NOT_ZERO(insn)) {
        return false;
    }
    if (NVC0_MACRO_ANNUL(insn)) {
        nvc0_macro_jump(gpu, target, target + 1);
    } else {
        nvc0_macro_jump(gpu, NV_R(gpu, NVC0_PGRAPH_MACRO_PC), target);
        *nvc0_macro_state(gpu) |= R_NVC0_PGRAPH_MACRO_STATE_DELAY_SLOT_MASK;
    }
    return true;
}

/* Returns a bit of TRAP if the instruction is invalid (here), else 0. */
static uint32_t nvc0_macro_execute(NVGPU *gpu, uint32_t insn, uint32_t param)
{
    uint32_t *state = nvc0_macro_state(gpu), before = *state, result;
    uint32_t pc = nvc0_macro_pc(gpu), npc = NV_R(gpu, NVC0_PGRAPH_MACRO_NPC);
    bool slot = FIELD_EX32(before, NVC0_PGRAPH_MACRO_STATE, DELAY_SLOT);
    bool branch = NVC0_MACRO_OPCODE(insn) == NVC0_MACRO_OP_BRANCH;
    bool taken = false;

    if (branch && slot) {
        return R_NVC0_PGRAPH_MACRO_TRAP_DOUBLE_BRANCH_MASK;
    }
    if (!branch && !nvc0_macro_operate(gpu, insn, &result)) {
        return R_NVC0_PGRAPH_MACRO_TRAP_ILLEGAL_OPCODE_MASK;
    }
    *state &= ~R_NVC0_PGRAPH_MACRO_STATE_DELAY_SLOT_MASK;
    nvc0_macro_jump(gpu, npc, npc + 1);
    if (branch) {
        taken = nvc0_macro_branch(gpu, insn, pc);
    }
    if (FIELD_EX32(before, NVC0_PGRAPH_MACRO_STATE, EXIT)) {
        nvc0_macro_end(gpu);
    } else if (NVC0_MACRO_EXIT(insn) && !slot && !taken) {
        *state |= R_NVC0_PGRAPH_MACRO_STATE_EXIT_MASK |
                  R_NVC0_PGRAPH_MACRO_STATE_DELAY_SLOT_MASK;
    }
    /* Last, since a method that it sends may stop PGRAPH. */
    if (!branch) {
        nvc0_macro_assign(gpu, insn, result, param);
    }
    return 0;
}

/* Counts instructions, for the watchdog */
static bool nvc0_macro_too_long(NVGPU *gpu)
{
    uint32_t limit = NV_R(gpu, NVC0_PGRAPH_MACRO_WDCNT);
    uint32_t *count = &NV_R(gpu, NVC0_PGRAPH_MACRO_ICNT);

    *count = (*count + 1) & R_NVC0_PGRAPH_MACRO_ICNT_COUNT_MASK;
    return limit && *count > limit;
}

/* Execute an instruction; returns whether another one may follow. */
static bool nvc0_macro_step(NVGPU *gpu, const uint32_t *param)
{
    uint32_t insn = *nvc0_macro_word(gpu, NVC0_MACRO_CODE +
                                          nvc0_macro_pc(gpu));
    bool takes = nvc0_macro_takes_param(insn);
    uint32_t trap;

    NV_R(gpu, NVC0_PGRAPH_MACRO_OPCODE) = insn;
    if (takes && !param) {
        *nvc0_macro_state(gpu) |= R_NVC0_PGRAPH_MACRO_STATE_OPCODE_PENDING_MASK;
        nvc0_graph_of(gpu)->macro_on = false;
        return false;
    }
    gpu->graph->budget--;
    trap = nvc0_macro_too_long(gpu)
        ? R_NVC0_PGRAPH_MACRO_TRAP_WATCHDOG_MASK
        : nvc0_macro_execute(gpu, insn, takes ? *param : 0);
    if (trap) {
        nvc0_macro_trap(gpu, trap);
    }
    return nvc0_graph_of(gpu)->macro_on;
}

/* Methods go to the caller's class and subchannel. */
static void nvc0_macro_select(NVGPU *gpu)
{
    uint32_t caller = NV_R(gpu, NVC0_PGRAPH_MACRO_CALLER);

    *nvc0_context(gpu, NVC0_CTX_SUBC) =
        FIELD_EX32(caller, NVC0_PGRAPH_MACRO_CALLER, SUBCH);
    nv_graph_set_class(gpu, FIELD_EX32(caller, NVC0_PGRAPH_MACRO_CALLER,
                                       CLASS));
}

void nvc0_macro_go(NVGPU *gpu)
{
    if (!nvc0_graph_of(gpu)->macro_on) {
        return;
    }
    nvc0_macro_select(gpu);
    while (nvc0_graph_dispatches(gpu) && gpu->graph->budget > 0 &&
           nvc0_macro_step(gpu, NULL)) {
        /* next instruction */
    }
}

void nvc0_macro_resume(NVGPU *gpu)
{
    if (FIELD_EX32(*nvc0_macro_state(gpu), NVC0_PGRAPH_MACRO_STATE, RUNNING) &&
        !nvc0_macro_waits(gpu)) {
        nvc0_graph_of(gpu)->macro_on = true;
        nvc0_macro_go(gpu);
    }
}

/* --- Its own methods -------------------------------------------------- */

static void nvc0_macro_call(NVGPU *gpu, unsigned n, uint32_t val)
{
    uint32_t pc = *nvc0_macro_word(gpu, NVC0_MACRO_ENTRY + n);

    memset(&gpu->regs[R_NVC0_PGRAPH_MACRO_REG], 0, NVC0_MACRO_REGS * 4);
    nvc0_macro_set_reg(gpu, 1, val);
    nvc0_macro_jump(gpu, pc, pc + 1);
    nvc0_macro_set_maddr(gpu, 0);
    NV_R(gpu, NVC0_PGRAPH_MACRO_ICNT) = 0;
    NV_R(gpu, NVC0_PGRAPH_MACRO_CALLER) =
        FIELD_DP32(gpu->graph->binding.id & 0xffff, NVC0_PGRAPH_MACRO_CALLER,
                   SUBCH, nvc0_graph_subc(gpu));
    *nvc0_macro_state(gpu) = R_NVC0_PGRAPH_MACRO_STATE_RUNNING_MASK;
    nvc0_graph_of(gpu)->macro_on = true;
    trace_nvc0_macro_call(n, nvc0_macro_pc(gpu), val);
    nvc0_macro_go(gpu);
}

/* The waiting instruction gets its parameter. */
static void nvc0_macro_param(NVGPU *gpu, uint32_t val)
{
    if (!nvc0_macro_waits(gpu)) {
        nvc0_macro_trap(gpu, R_NVC0_PGRAPH_MACRO_TRAP_TOO_MANY_PARAMS_MASK);
        return;
    }
    *nvc0_macro_state(gpu) &= ~R_NVC0_PGRAPH_MACRO_STATE_OPCODE_PENDING_MASK;
    nvc0_graph_of(gpu)->macro_on = true;
    nvc0_macro_select(gpu);
    nvc0_macro_step(gpu, &val);
    nvc0_macro_go(gpu);
}

/* Uploads go to a pointer, which advances. */
static void nvc0_macro_upload(NVGPU *gpu, uint32_t *pos, unsigned first,
                              unsigned words, uint32_t val)
{
    *nvc0_macro_word(gpu, first + *pos % words) = val;
    *pos = (*pos + 1) % words;
}

static void nvc0_macro_setup(NVGPU *gpu, uint32_t mthd, uint32_t val)
{
    uint32_t *code_pos = &NV_R(gpu, NVC0_PGRAPH_MACRO_CODE_POS);
    uint32_t *entry_pos = &NV_R(gpu, NVC0_PGRAPH_MACRO_ENTRY_POS);

    switch (mthd) {
    case NVC0_MACRO_SETUP_CODE_POS:
        *code_pos = val % NVC0_MACRO_CODE_WORDS;
        break;
    case NVC0_MACRO_SETUP_CODE:
        nvc0_macro_upload(gpu, code_pos, NVC0_MACRO_CODE,
                          NVC0_MACRO_CODE_WORDS, val);
        break;
    case NVC0_MACRO_SETUP_ENTRY_POS:
        *entry_pos = val % NVC0_MACRO_ENTRIES;
        break;
    case NVC0_MACRO_SETUP_ENTRY:
        nvc0_macro_upload(gpu, entry_pos, NVC0_MACRO_ENTRY,
                          NVC0_MACRO_ENTRIES, val);
        break;
    case NVC0_MACRO_SETUP_SHADOW_CONTROL:
        NV_R(gpu, NVC0_PGRAPH_MACRO_SHADOW_CONTROL) =
            val & R_NVC0_PGRAPH_MACRO_SHADOW_CONTROL_MODE_MASK;
        break;
    }
}

static bool nvc0_macro_is_param(uint32_t mthd)
{
    return nvc0_macro_has(mthd) && mthd >= NVC0_MACRO_CALL_FIRST && mthd & 4;
}

bool nvc0_macro_admit_waiting(NVGPU *gpu, uint32_t mthd)
{
    if (nvc0_macro_is_param(mthd)) {
        return true;
    }
    nvc0_macro_trap(gpu, R_NVC0_PGRAPH_MACRO_TRAP_TOO_FEW_PARAMS_MASK);
    return false;
}

void nvc0_macro_method(NVGPU *gpu, uint32_t mthd, uint32_t val)
{
    if (mthd < NVC0_MACRO_SETUP_END) {
        nvc0_macro_setup(gpu, mthd, val);
    } else if (nvc0_macro_is_param(mthd)) {
        nvc0_macro_param(gpu, val);
    } else {
        nvc0_macro_call(gpu, (mthd - NVC0_MACRO_CALL_FIRST) / 8, val);
    }
}

const char *nvc0_macro_method_name(uint32_t mthd)
{
    switch (mthd) {
    case NVC0_MACRO_SETUP_CODE_POS:
        return "LOAD_MME_INSTRUCTION_RAM_POINTER";
    case NVC0_MACRO_SETUP_CODE:
        return "LOAD_MME_INSTRUCTION_RAM";
    case NVC0_MACRO_SETUP_ENTRY_POS:
        return "LOAD_MME_START_ADDRESS_RAM_POINTER";
    case NVC0_MACRO_SETUP_ENTRY:
        return "LOAD_MME_START_ADDRESS_RAM";
    case NVC0_MACRO_SETUP_SHADOW_CONTROL:
        return "SET_MME_SHADOW_RAM_CONTROL";
    default:
        return mthd & 4 ? "CALL_MME_DATA" : "CALL_MME_MACRO";
    }
}

/* --- Life, snapshots -------------------------------------------------- */

/* The registers are reset with PGRAPH's. */
void nvc0_macro_reset(NVGPU *gpu)
{
    memset(nvc0_graph_of(gpu)->macro, 0, sizeof(nvc0_graph_of(gpu)->macro));
    nvc0_graph_of(gpu)->macro_on = false;
}

static bool nvc0_macro_needed(void *opaque)
{
    const NVC0Graph *graph = opaque;

    return nvc0_graph_is(&graph->nv50.graph) &&
           (graph->macro_on ||
            !buffer_is_zero(graph->macro, sizeof(graph->macro)));
}

const VMStateDescription nvc0_vmstate_macro = {
    .name = "nv-gpu/graph/macro",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nvc0_macro_needed,
    .pre_load = nvc0_graph_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(macro, NVC0Graph, NVC0_MACRO__WORDS),
        VMSTATE_BOOL(macro_on, NVC0Graph),
        VMSTATE_END_OF_LIST()
    },
};
