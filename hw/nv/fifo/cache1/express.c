/*
 * NVIDIA GPU: commands that go straight through PFIFO, outside IB mode
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/fetch.h"
#include "command.h"
#include "decode.h"
#include "express.h"
#include "pusher-express.h"
#include "pusher-state.h"
#include "trace/trace-hw_nv.h"

/*
 * Follow a jump, call or return, @word at @pos, to a piece that is held.
 * Returns false if pusher.c has to do it.
 */
static inline QEMU_ALWAYS_INLINE bool
nv_express_branch(NVPusher *p, uint32_t word, const uint32_t *pos, bool watched)
{
    uint32_t get = p->in.start + (pos - p->in.words) * 4;
    const NVFetch *fetch;
    NVCommandKind kind;
    NVBranch branch;

    kind = nv_command_is_old_jump(word)
        ? NV_COMMAND_OLD_JUMP
        : nv_command_kind(word, p->forms, p->sli_enabled);
    if (!nv_pusher_find_branch(p, kind, word, &branch) || branch.error) {
        return false;
    }
    fetch = nv_reader_held(&p->in, branch.target);
    if (!fetch || branch.target == p->in.put) {
        return false;
    }
    if (watched) {
        trace_nv_pfifo_command(p->run.chid, get, word);
        nv_pusher_trace_branch(p, &branch, get);
    }
    p->rsvd = word;
    nv_pusher_branch(p, &branch, get);
    nv_reader_use(&p->in, fetch, branch.target);
    return true;
}

/* A separate function, so that the compiler has all registers for it */
static void G_GNUC_NO_INLINE QEMU_ALIGNED(64)
nv_express_piece(NVPusher *p, const uint32_t *end, NVExpress *done)
{
    nv_express_methods(p, end, done, NULL, false);
}

/* The same, traced command by command */
static void G_GNUC_NO_INLINE nv_express_watched(NVPusher *p,
                                                const uint32_t *end,
                                                NVExpress *done)
{
    nv_express_methods(p, end, done, NULL, true);
}

static inline QEMU_ALWAYS_INLINE void
nv_express_run(NVPusher *p, int64_t *budget, bool watched)
{
    NVExpress done = { };
    uint32_t branches = 0;
    int64_t words = 0;
    bool more = true;

    while (more) {
        const uint32_t *from = p->in.pos;
        const uint32_t *end;
        uint32_t word;

        nv_reader_refresh(&p->in);
        end = from + MIN(p->in.end - from, *budget - words);
        if (from == end) {
            break;
        }
        word = nv_push_word(from);
        if (word & p->non_method_bits) {
            more = nv_express_branch(p, word, from, watched);
            branches += more;
            words += more;
        } else {
            if (watched) {
                nv_express_watched(p, end, &done);
            } else {
                nv_express_piece(p, end, &done);
            }
            more = !done.stopped && p->in.pos > from;
            words += p->in.pos - from;
        }
    }
    nv_express_settle(p, &done, words, branches, 0);
    *budget -= words;
}

void nv_pusher_express(NVPusher *p, int64_t *budget)
{
    if (p->in.ib.enabled) {
        nv_pusher_express_ib(p, budget);
    } else if (unlikely(p->in.watched)) {
        nv_express_run(p, budget, true);
    } else {
        nv_express_run(p, budget, false);
    }
}
