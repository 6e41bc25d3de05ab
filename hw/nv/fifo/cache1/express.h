/*
 * NVIDIA GPU: commands that go straight through PFIFO
 *
 * Nearly all commands are alike: they lie in one piece of the pushbuffer, and
 * all their methods go to the engine that the puller has used last.  They need
 * nothing else of PFIFO, and only the state after the last of them remains.  So
 * they are executed by one loop that knows little else.  The first command that
 * is different ends it, and is left to pusher.c, cache1.c and puller.c, which
 * could execute all the others, too.
 *
 * express.c and express-ib.c each compile their own copy, so that neither's
 * needs cost the other a register.  The functions are aligned to cache lines:
 * a jump across the end of one costs up to a tenth, and without alignment that
 * would depend on what is linked before them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_CACHE1_EXPRESS_H
#define HW_NV_FIFO_CACHE1_EXPRESS_H

#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/queue.h"
#include "command.h"
#include "decode.h"
#include "ib-mode.h"
#include "puller.h"
#include "pusher-state.h"
#include "ramht.h"
#include "semaphore.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

/* --- Methods ---------------------------------------------------------- */

/*
 * Prepare a command's run.  Returns false if the puller has to take a closer
 * look, because its methods differ, or a handle wasn't used lately.
 */
static inline QEMU_ALWAYS_INLINE bool
nv_express_prepare(NVPusher *p, NVFifo *fifo, uint32_t word, uint32_t mthd,
                   uint32_t count, const uint32_t *data)
{
    const uint64_t *host = &nv_cache1_of(fifo)->host_methods;
    unsigned step = FIELD_EX32(word, NV_COMMAND, NONINC) ? 0 : 4;
    NVRun *run = &p->run;

    run->mthd = mthd;
    run->step = step;
    run->count = count;
    run->data = data;
    if (unlikely(nv_method_alike(host, mthd, step, count) != count)) {
        return false;
    }
    switch (nv_method_kind(host, mthd)) {
    case NV_METHOD_HANDLE:
        if (nv_puller_translate(p->in.gpu, run, nv_ramht_cached) != count) {
            return false;
        }
        run->data = nv_cache1_of(fifo)->insts;
        return true;
    case NV_METHOD_ABSENT:
        return false;
    default:
        return true;
    }
}

/* Returns how many of the puller's own methods have been executed. */
static inline uint32_t nv_express_host(NVPusher *p, unsigned subc)
{
    NVGPU *gpu = p->in.gpu;
    NVRun *run = &p->run;
    unsigned selected = run->subc;
    uint32_t taken;

    /* Drivers end each submission with one; it never holds the puller. */
    if (likely(run->mthd == NV_MTHD_REF_CNT && run->count == 1)) {
        return nv_puller_ref_cnt(gpu, nv_push_word(run->data));
    }
    if (likely(nv_puller_is_fence(run) && run->count == NV_FENCE_METHODS)) {
        /* Or they end it with a fence. */
        taken = nv_cache1_chip(gpu)->semaphore->fence(gpu, run->data);
    } else {
        /* They need no engine: the selected subchannel stays selected. */
        run->subc = subc;
        taken = nv_puller_host(gpu, run);
        run->subc = selected;
    }
    p->in.stalled = nv_puller_holds(gpu);
    return taken;
}

/*
 * Select the engine of a command's subchannel, when it is certain to be given
 * methods.  Returns false if it can't take any now.
 */
static inline bool nv_express_select(NVPusher *p, uint32_t word)
{
    NVGPU *gpu = p->in.gpu;
    unsigned subc = FIELD_EX32(word, NV_COMMAND, SUBC);
    unsigned id = extract32(NV_R(gpu, NV_PFIFO_CACHE1_ENGINE), subc * 4, 4);
    unsigned last = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                               NV_PFIFO_CACHE1_PULL1, ENGINE);

    p->in.fifo->selected = NV_FIFO_NONE_SELECTED;
    p->engine = nv_fifo_engine(gpu, id);
    p->run.subc = subc;
    if (id != last || id == NV_ENGINE_SOFTWARE ||
        !nv_fifo_engine_select(gpu, p->engine, p->run.chid, subc)) {
        return false;
    }
    p->in.fifo->selected = word & R_NV_COMMAND_SUBC_MASK;
    return true;
}

/* --- The loop --------------------------------------------------------- */

/**
 * struct NVExpress - what has been executed
 *
 * @word: first word of the last command, whose first @done words have been
 *        executed
 * @data: the last word of any command; NULL for none
 * @commands: their number
 * @stopped: the last one hasn't been completed, or nothing may follow it yet
 */
typedef struct NVExpress {
    uint32_t word;
    uint32_t done;
    const uint32_t *data;
    uint32_t commands;
    bool stopped;
} NVExpress;

/* As nv_pusher_command() does */
static inline void nv_express_trace_command(const NVPusher *p,
                                            const uint32_t *pos, uint32_t word)
{
    trace_nv_pfifo_command(p->run.chid,
                           p->in.start + (pos - p->in.words) * 4, word);
}

/* As nv_puller_run() does; handles are as in the pushbuffer. */
static inline void nv_express_trace_methods(const NVPusher *p,
                                            const uint32_t *command,
                                            uint32_t count)
{
    NVRun run = p->run;

    run.subc = FIELD_EX32(nv_push_word(command), NV_COMMAND, SUBC);
    run.data = command + 1;
    if (trace_event_get_state_backends(TRACE_NV_PFIFO_METHOD)) {
        nv_puller_trace(p->in.gpu, &run, count);
    }
}

/* As nv_queue_run() does */
static uint32_t G_GNUC_NO_INLINE nv_express_watched_engine(NVPusher *p)
{
    unsigned id = FIELD_EX32(NV_R(p->in.gpu, NV_PFIFO_CACHE1_PULL1),
                             NV_PFIFO_CACHE1_PULL1, ENGINE);
    uint32_t taken;

    nv_fifo_probe_work(p->in.gpu, id, p->run.chid, 0);
    taken = p->engine->run(p->in.gpu, &p->run);
    nv_fifo_probe_work(p->in.gpu, id, p->run.chid, taken);
    return taken;
}

/* The command after that of @word, by the shortest path: all else waits */
static inline const uint32_t *nv_express_next(const uint32_t *pos,
                                              uint32_t word)
{
    const unsigned bytes = R_NV_COMMAND_COUNT_SHIFT - 2;

    return (const void *)((uintptr_t)(pos + 1) +
                          (word >> bytes & R_NV_COMMAND_COUNT_MASK >> bytes));
}

/*
 * Execute commands up to @end, or up to one that is different, and in IB mode
 * those of the entries in @row, too; @row is a constant NULL otherwise, so that
 * the compiler drops that code.  @watched: commands and methods are traced.
 *
 * The speed is limited by how fast a word leads to the next command.  What is
 * needed after a command has been executed has to fit the registers that
 * survive the call.
 */
static inline QEMU_ALWAYS_INLINE void nv_express_methods(NVPusher *p,
                                                const uint32_t *end,
                                                NVExpress *done, NVIbRow *row,
                                                bool watched)
{
    NVFifo *fifo = p->in.fifo;
    NVRun *run = &p->run;
    const uint64_t other = p->non_method_bits | R_NV_COMMAND_SUBC_MASK |
                           (NV_FIFO_NONE_SELECTED & ~(uint64_t)UINT32_MAX);
    const uint32_t *from = p->in.pos;
    const uint32_t *pos = from;
    const uint32_t *command = NULL;
    uint32_t header = 0;
    uint32_t commands = 0;

    done->stopped = false;
    while (true) {
        uint32_t word, count, mthd, taken;
        const uint32_t *next;

        if (unlikely(pos == end)) {
            if (!row || !nv_ib_row_next(row)) {
                break;
            }
            /* All of the entry has been executed. */
            done->data = pos - 1;
            command = NULL;
            pos = from = row->from;
            end = row->end;
        }
        word = nv_push_word(pos);
        count = FIELD_EX32(word, NV_COMMAND, COUNT);
        mthd = word & NV_COMMAND_MTHD_MASK;
        next = nv_express_next(pos, word);
        __builtin_prefetch((const void *)((uintptr_t)pos + p->in.page_stride));
        if (unlikely((word ^ fifo->selected) & other)) {
            if ((word & p->non_method_bits) || fifo->held.memory_written) {
                break;
            }
            /* The puller's own methods need no engine. */
            if (mthd >= NV_MTHD_ENGINE) {
                if (!count || next > end ||
                    !nv_express_prepare(p, fifo, word, mthd, count, pos + 1) ||
                    !nv_express_select(p, word)) {
                    break;
                }
                continue;
            }
        }
        if (unlikely(!count || next > end)) {
            break;
        }
        if (unlikely(!nv_express_prepare(p, fifo, word, mthd, count,
                                         pos + 1))) {
            break;
        }
        if (watched) {
            nv_express_trace_command(p, pos, word);
        }
        command = pos;
        header = word;
        commands++;
        pos = next;
        if (unlikely(mthd < NV_MTHD_ENGINE)) {
            taken = nv_express_host(p, FIELD_EX32(word, NV_COMMAND, SUBC));
        } else {
            taken = watched ? nv_express_watched_engine(p)
                            : p->engine->run(p->in.gpu, run);
        }
        if (watched) {
            nv_express_trace_methods(p, command, taken);
        }
        if (unlikely(taken != run->count ||
                     (mthd < NV_MTHD_ENGINE && p->in.stalled))) {
            done->stopped = true;
            pos -= run->count - taken;
            break;
        }
    }
    done->commands += commands;
    if (command) {
        p->rsvd = done->word = header;
        done->done = pos - command - 1;
        if (likely(done->done)) {
            done->data = pos - 1;
        } else if (command > from) {
            done->data = command - 1;
        }
    } else if (row && header) {
        p->rsvd = done->word = header;
        done->done = FIELD_EX32(header, NV_COMMAND, COUNT);
    }
    p->in.pos = pos;
}

/*
 * Bring the pusher's state up to date.  Of @words, @branches were jumps, calls
 * and returns, and @entries those of the IB buffer.
 */
static inline void nv_express_settle(NVPusher *p, const NVExpress *done,
                                     uint32_t words, uint32_t branches,
                                     uint32_t entries)
{
    if (done->data) {
        p->data = *done->data;
    }
    if (done->commands) {
        nv_pusher_decode(p, done->word);
        p->mthd = (p->mthd + done->done * p->step) % NV_MTHD_END;
        p->count -= done->done;
    }
    p->commands += done->commands + branches;
    words -= branches + entries + done->commands;
    p->methods += words;
    p->bypassed += words;
    nv_count(p->in.gpu, METHODS_BY_EXPRESS, words);
    if (unlikely(p->count)) {
        nv_pusher_use_cache(p);
    }
}

#endif /* HW_NV_FIFO_CACHE1_EXPRESS_H */
