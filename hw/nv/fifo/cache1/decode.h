/*
 * NVIDIA GPU: decoding commands, for the pusher and its fast path
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_DECODE_H
#define HW_NV_FIFO_CACHE1_DECODE_H

#include "cache1.h"
#include "command.h"
#include "pusher-state.h"
#include "trace/trace-hw_nv.h"

/** nv_pusher_discards: methods are for other cards of an SLI set */
static inline bool nv_pusher_discards(const NVPusher *p)
{
    return p->sli_enabled && !p->sli_active;
}

/** nv_pusher_decode: the first word of a command that submits methods */
static inline void nv_pusher_decode(NVPusher *p, uint32_t word)
{
    p->mthd = word & NV_COMMAND_MTHD_MASK;
    p->subc = FIELD_EX32(word, NV_COMMAND, SUBC);
    p->step = FIELD_EX32(word, NV_COMMAND, NONINC) ? 0 : 4;
    p->count = FIELD_EX32(word, NV_COMMAND, COUNT);
    p->dcount = p->count;
}

/** nv_pusher_use_cache: the puller stopped or waits: CACHE1 takes the rest */
static inline void nv_pusher_use_cache(NVPusher *p)
{
    p->bypass_cache = false;
    nv_cache1_advance(p->in.gpu, p->bypassed);
    nv_count(p->in.gpu, METHODS, p->bypassed);
    p->bypassed = 0;
}

/* --- Branches --------------------------------------------------------- */

/**
 * struct NVBranch - a jump, call or return
 *
 * @kind: which of them
 * @target: where the pushbuffer goes on, an address
 * @error: why it is an error, or NV_PUSHER_OK
 */
typedef struct NVBranch {
    NVCommandKind kind;
    uint32_t target;
    NVPusherError error;
} NVBranch;

/**
 * nv_pusher_find_branch: decode a jump, call or return
 * @p: the pusher
 * @kind: its kind
 * @word: its first word
 * @branch: the result
 *
 * Returns false if it isn't a branch.
 */
static inline QEMU_ALWAYS_INLINE bool
nv_pusher_find_branch(const NVPusher *p, NVCommandKind kind, uint32_t word,
                      NVBranch *branch)
{
    branch->kind = kind;
    branch->error = NV_PUSHER_OK;
    switch (kind) {
    case NV_COMMAND_OLD_JUMP:
        branch->target = word & NV_COMMAND_OLD_JUMP_MASK;
        return true;
    case NV_COMMAND_JUMP:
        branch->target = word & NV_COMMAND_JUMP_MASK;
        return true;
    case NV_COMMAND_CALL:
        branch->target = word & NV_COMMAND_JUMP_MASK;
        if (p->subr_active) {
            branch->error = NV_PUSHER_CALL_SUBR_ACTIVE;
        }
        return true;
    case NV_COMMAND_RETURN:
        branch->target = p->subr_return;
        if (!p->subr_active) {
            branch->error = NV_PUSHER_RET_SUBR_INACTIVE;
        }
        return true;
    default:
        return false;
    }
}

/** nv_pusher_trace_branch: trace a branch */
static inline void nv_pusher_trace_branch(const NVPusher *p,
                                          const NVBranch *branch,
                                          uint32_t get)
{
    switch (branch->kind) {
    case NV_COMMAND_CALL:
        trace_nv_pfifo_call(p->run.chid, get, branch->target);
        break;
    case NV_COMMAND_RETURN:
        trace_nv_pfifo_return(p->run.chid, get, branch->target);
        break;
    default:
        trace_nv_pfifo_jump(p->run.chid, get, branch->target);
        break;
    }
}

/**
 * nv_pusher_branch: the effect of a branch other than its jump
 * @p: the pusher
 * @branch: the branch, which has no error
 * @get: the address of its command
 */
static inline QEMU_ALWAYS_INLINE void
nv_pusher_branch(NVPusher *p, const NVBranch *branch, uint32_t get)
{
    p->jumped = true;
    switch (branch->kind) {
    case NV_COMMAND_CALL:
        p->subr_return = get + 4;
        p->subr_active = true;
        break;
    case NV_COMMAND_RETURN:
        p->subr_active = false;
        break;
    default:
        p->get_jmp = get;
        break;
    }
}

#endif /* HW_NV_FIFO_CACHE1_DECODE_H */
