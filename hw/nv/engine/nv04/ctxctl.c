/*
 * NVIDIA GPU: CTXCTL: PGRAPH's contexts in instance memory, NV40:NV50
 *
 * The unit switches contexts by running a program that the driver uploads.  The
 * program determines what a context contains, and where.
 *
 * Sources: envytools, envydis/ctx.c (instructions, commands, flags); Linux:
 * nouveau, nvkm/engine/gr/ctxnv40.c (a program).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "context.h"
#include "pgraph.h"
#include "hw/nv/engine/error.h"
#include "hw/nv/engine/graph.h"

/*
 * The program comes from the guest, so it may never end.  Its budget, in
 * instructions and words of registers; a driver's program takes some 2000.
 */
#define NV_CTXCTL_BUDGET 65536

/* Instructions, by bits 23:20 */
enum {
    NV_CTXCTL_NOP = 0x0,
    NV_CTXCTL_REG = 0x1,        /* registers: from or to the context */
    NV_CTXCTL_LI_RA = 0x2,
    NV_CTXCTL_LI_RB = 0x3,
    NV_CTXCTL_JMP = 0x4,
    NV_CTXCTL_WAIT = 0x5,
    NV_CTXCTL_CMD = 0x6,
    NV_CTXCTL_SET = 0x7,
    NV_CTXCTL_XFER = 0x8,       /* state without registers */
    NV_CTXCTL_RESET = 0x9,
};

/* Commands */
enum {
    NV_CTXCTL_BIND_CHANNEL = 0x07,
    NV_CTXCTL_FINISH_CHSW = 0x09,
    NV_CTXCTL_SET_CTX_POINTER = 0x0a,
    NV_CTXCTL_START_TIMER = 0x0b,
    NV_CTXCTL_CLEAR_RESET = 0x0c,
    NV_CTXCTL_HALT = 0x0d,
    NV_CTXCTL_END = 0x0e,
    NV_CTXCTL_INTR = 0x0f,
};

/* Flags: 16 in FLAGS, 16 in FLAGS_2 from 0x20 on, and the hardware's */
enum {
    NV_CTXCTL_DIR_SAVE = 0x00,
    NV_CTXCTL_FLAGS_2 = 0x20,
    NV_CTXCTL_IDLE = 0x60,
    NV_CTXCTL_HW_SAVE = 0x64,
    NV_CTXCTL_HW_LOAD = 0x65,
    NV_CTXCTL_STATE3D = 0x66,
    NV_CTXCTL_ALWAYS = 0x68,
    NV_CTXCTL_TIMER_IDLE = 0x69,
};

/**
 * struct NVCtxprog - a run of the program
 *
 * @gpu: the device
 * @pc: address of the next instruction
 * @budget: what is left of its budget
 * @hw_save, @hw_load: PGRAPH wants the current context saved, the next loaded
 * @running: it is still running
 * @ended: it has reached its end
 */
typedef struct NVCtxprog {
    NVGPU *gpu;
    uint32_t pc;
    int64_t budget;
    bool hw_save, hw_load;
    bool running, ended;
} NVCtxprog;

/* --- Flags ------------------------------------------------------------ */

/* The word of a flag that programs can change; NULL for other flags */
static uint32_t *nv_ctxctl_flag_word(NVGPU *gpu, unsigned flag)
{
    if (flag < 0x10) {
        return &NV_R(gpu, NV_PGRAPH_CTXCTL_FLAGS);
    }
    if (flag >= NV_CTXCTL_FLAGS_2 && flag < NV_CTXCTL_FLAGS_2 + 0x10) {
        return &NV_R(gpu, NV_PGRAPH_CTXCTL_FLAGS_2);
    }
    return NULL;
}

/* PGRAPH stands still while the program runs, so it and the timer are idle. */
static bool nv_ctxctl_flag(const NVCtxprog *ctl, unsigned flag)
{
    const uint32_t *word = nv_ctxctl_flag_word(ctl->gpu, flag);

    if (word) {
        return *word & BIT(flag % 32);
    }
    switch (flag) {
    case NV_CTXCTL_HW_SAVE:
        return ctl->hw_save;
    case NV_CTXCTL_HW_LOAD:
        return ctl->hw_load;
    case NV_CTXCTL_STATE3D:
        return FIELD_EX32(NV_R(ctl->gpu, NV_PGRAPH_CTX_USER),
                          NV_PGRAPH_CTX_USER, STATE3D);
    case NV_CTXCTL_IDLE:
    case NV_CTXCTL_ALWAYS:
    case NV_CTXCTL_TIMER_IDLE:
        return true;
    default:
        return false;
    }
}

/* Condition of jumps and waits: a flag, or its inverse */
static bool nv_ctxctl_is_true(const NVCtxprog *ctl, uint32_t insn)
{
    return nv_ctxctl_flag(ctl, insn & 0x7f) != !!(insn & 0x80);
}

/* --- The context ------------------------------------------------------ */

/* Offset of the context's next word in instance memory, in bytes */
static uint32_t nv_ctxctl_next(NVGPU *gpu)
{
    uint32_t *pointer = &NV_R(gpu, NV_PGRAPH_CTXCTL_POINTER);
    uint32_t base = FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTX_POINTER),
                               NV_PGRAPH_CTX_POINTER, INSTANCE) << 4;
    uint32_t addr = base + *pointer * 4;

    *pointer = (*pointer + 1) & R_NV_PGRAPH_CTXCTL_POINTER_WORD_MASK;
    return addr;
}

/* Registers of this unit aren't part of a context. */
static bool nv_ctxctl_has(NVGPU *gpu, uint32_t addr)
{
    const NVRegBlock *block = gpu->graph->regs.block;

    return addr - block->base < block->size &&
           (addr < A_NV_PGRAPH_CTXCTL_STATUS ||
            addr > A_NV_PGRAPH_CTXCTL_NEXT ||
            addr == A_NV_PGRAPH_CTXCTL_FLAGS_2) &&
           addr != A_NV_PGRAPH_FIFO;
}

static void nv_ctxctl_registers(NVCtxprog *ctl, uint32_t insn)
{
    NVGPU *gpu = ctl->gpu;
    NVRegFile *regs = &gpu->graph->regs;
    uint32_t addr = regs->block->base + extract32(insn, 0, 14) * 4;
    uint32_t count = extract32(insn, 14, 6);
    bool save = nv_ctxctl_flag(ctl, NV_CTXCTL_DIR_SAVE);

    if (!count) {
        count = NV_R(gpu, NV_PGRAPH_CTXCTL_RA);
    }
    for (; count-- && ctl->budget > 0; addr += 4, ctl->budget--) {
        uint32_t at = nv_ctxctl_next(gpu);

        if (!nv_ctxctl_has(gpu, addr)) {
            continue;
        }
        if (save) {
            nv_ramin_write32(gpu, at, nv_regs_read(regs, addr));
        } else {
            nv_regs_write(regs, addr, nv_ramin_read32(gpu, at));
        }
    }
}

/* None of that state is modelled: its place is left as it is. */
static void nv_ctxctl_skip(NVGPU *gpu)
{
    uint32_t *pointer = &NV_R(gpu, NV_PGRAPH_CTXCTL_POINTER);

    *pointer = (*pointer + NV_R(gpu, NV_PGRAPH_CTXCTL_RA)) &
               R_NV_PGRAPH_CTXCTL_POINTER_WORD_MASK;
}

/* --- Instructions ----------------------------------------------------- */

static void nv_ctxctl_stop(NVCtxprog *ctl)
{
    ctl->running = false;
    ctl->ended = true;
}

static void nv_ctxctl_command(NVCtxprog *ctl, unsigned command)
{
    NVGPU *gpu = ctl->gpu;

    switch (command) {
    case NV_CTXCTL_BIND_CHANNEL:
        NV_R(gpu, NV_PGRAPH_CTX_POINTER) = NV_R(gpu, NV_PGRAPH_CTXCTL_NEXT);
        break;
    case NV_CTXCTL_FINISH_CHSW:
        NV_R(gpu, NV_PGRAPH_CTXCTL_CUR) = NV_R(gpu, NV_PGRAPH_CTXCTL_NEXT);
        break;
    case NV_CTXCTL_SET_CTX_POINTER:
        NV_R(gpu, NV_PGRAPH_CTXCTL_POINTER) =
            NV_R(gpu, NV_PGRAPH_CTXCTL_RA) &
            R_NV_PGRAPH_CTXCTL_POINTER_WORD_MASK;
        break;
    case NV_CTXCTL_INTR:
        nv_graph_raise(gpu, R_NV_PGRAPH_INTR_CONTEXT_SWITCH_MASK, 0);
        nv_ctxctl_stop(ctl);
        break;
    case NV_CTXCTL_END:
        ctl->pc = 0;
        /* fall through */
    case NV_CTXCTL_HALT:
        nv_ctxctl_stop(ctl);
        break;
    case NV_CTXCTL_START_TIMER:
    case NV_CTXCTL_CLEAR_RESET:
        break;
    default:
        nv_log_unimp(gpu, "CTXCTL has no command 0x%02x", command);
        break;
    }
}

static void nv_ctxctl_set(NVCtxprog *ctl, unsigned flag, bool val)
{
    uint32_t *word = nv_ctxctl_flag_word(ctl->gpu, flag);

    if (word) {
        *word = deposit32(*word, flag % 32, 1, val);
    }
}

static void nv_ctxctl_execute(NVCtxprog *ctl, uint32_t insn)
{
    NVGPU *gpu = ctl->gpu;

    switch (extract32(insn, 20, 4)) {
    case NV_CTXCTL_REG:
        nv_ctxctl_registers(ctl, insn);
        break;
    case NV_CTXCTL_LI_RA:
        NV_R(gpu, NV_PGRAPH_CTXCTL_RA) = insn & 0xfffff;
        break;
    case NV_CTXCTL_JMP:
        if (nv_ctxctl_is_true(ctl, insn)) {
            ctl->pc = extract32(insn, 8, 9) % NV_CTXCTL_CODE_WORDS;
        }
        break;
    case NV_CTXCTL_WAIT:
        /* Nothing changes meanwhile: the flag is set now, or never. */
        ctl->running = nv_ctxctl_is_true(ctl, insn);
        break;
    case NV_CTXCTL_CMD:
        nv_ctxctl_command(ctl, insn & 0x1f);
        break;
    case NV_CTXCTL_SET:
        nv_ctxctl_set(ctl, insn & 0x7f, insn & 0x80);
        break;
    case NV_CTXCTL_XFER:
        nv_ctxctl_skip(gpu);
        break;
    case NV_CTXCTL_NOP:
    case NV_CTXCTL_LI_RB:
    case NV_CTXCTL_RESET:
        break;
    default:
        nv_log_error(gpu, "CTXCTL has no instruction 0x%06x", insn);
        break;
    }
}

/* Run the program; returns whether it has ended. */
static bool nv_ctxctl_run(NVCtxprog *ctl)
{
    NVGPU *gpu = ctl->gpu;
    uint32_t insn = 0;

    ctl->pc = FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTXCTL_INSN),
                         NV_PGRAPH_CTXCTL_INSN, PC);
    ctl->budget = NV_CTXCTL_BUDGET;
    ctl->running = true;
    while (ctl->running && ctl->budget-- > 0) {
        uint32_t pc = ctl->pc;

        insn = gpu->graph->ctxctl_code[pc];
        ctl->pc = (pc + 1) % NV_CTXCTL_CODE_WORDS;
        nv_ctxctl_execute(ctl, insn);
    }
    NV_R(gpu, NV_PGRAPH_CTXCTL_INSN) =
        FIELD_DP32(insn & R_NV_PGRAPH_CTXCTL_INSN_OPCODE_MASK,
                   NV_PGRAPH_CTXCTL_INSN, PC, ctl->pc);
    return ctl->ended;
}

static bool nv_ctxctl_start(NVGPU *gpu, bool hw_save, bool hw_load)
{
    NVCtxprog ctl = { .gpu = gpu, .hw_save = hw_save, .hw_load = hw_load };
    bool ended = nv_ctxctl_run(&ctl);

    NV_R(gpu, NV_PGRAPH_CTXCTL_STATUS) =
        ended ? 0 : R_NV_PGRAPH_CTXCTL_STATUS_BUSY_MASK;
    if (!ended) {
        nv_log_error(gpu, "CTXCTL's program doesn't end");
    }
    return ended;
}

/* After a program has hung, the driver must kill it before another one runs. */
static bool nv_ctxctl_hangs(NVGPU *gpu)
{
    return FIELD_EX32(NV_R(gpu, NV_PGRAPH_CTXCTL_STATUS),
                      NV_PGRAPH_CTXCTL_STATUS, BUSY);
}

static void nv_ctxctl_save(NVGPU *gpu)
{
    if (!nv_ctxctl_hangs(gpu)) {
        nv_ctxctl_start(gpu, true, false);
    }
}

/* The value of CUR and NEXT that names a channel's context */
static uint32_t nv_ctxctl_name(NVGPU *gpu, unsigned chid)
{
    return FIELD_DP32(R_NV_PGRAPH_CTXCTL_NEXT_LOADED_MASK,
                      NV_PGRAPH_CTXCTL_NEXT, INSTANCE,
                      nv_channel_grctx(gpu, chid));
}

/* A driver that uploads no program writes CUR itself. */
static bool nv_ctxctl_is_there(NVGPU *gpu, unsigned chid)
{
    return NV_R(gpu, NV_PGRAPH_CTXCTL_CUR) == nv_ctxctl_name(gpu, chid);
}

static void nv_ctxctl_load(NVGPU *gpu, unsigned chid)
{
    uint32_t next = nv_ctxctl_name(gpu, chid);

    NV_R(gpu, NV_PGRAPH_CTXCTL_NEXT) = next;
    if (nv_ctxctl_hangs(gpu) || !nv_ctxctl_start(gpu, false, true) ||
        NV_R(gpu, NV_PGRAPH_CTXCTL_CUR) != next) {
        gpu->graph->chid = NV_GRAPH_NO_CHANNEL;
    }
}

const NVGraphContexts nv40_contexts = {
    .is_there = nv_ctxctl_is_there,
    .save = nv_ctxctl_save,
    .load = nv_ctxctl_load,
};

/* --- Registers -------------------------------------------------------- */

void nv_ctxctl_control_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NV_R(gpu, NV_PGRAPH_CTXCTL_CONTROL) &=
        ~(R_NV_PGRAPH_CTXCTL_CONTROL_START_MASK |
          R_NV_PGRAPH_CTXCTL_CONTROL_KILL_MASK);
    if (FIELD_EX32(val, NV_PGRAPH_CTXCTL_CONTROL, KILL)) {
        NV_R(gpu, NV_PGRAPH_CTXCTL_STATUS) = 0;
        NV_R(gpu, NV_PGRAPH_CTXCTL_INSN) = 0;
    }
    if (FIELD_EX32(val, NV_PGRAPH_CTXCTL_CONTROL, START) &&
        !nv_ctxctl_hangs(gpu)) {
        nv_ctxctl_start(gpu, false, false);
    }
}

/*
 * The driver writes CUR to take a channel's context away, or to say whose
 * context the registers hold.  The channel is looked up again with its next
 * methods.
 */
void nv_ctxctl_cur_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    gpu->graph->chid = NV_GRAPH_NO_CHANNEL;
}
