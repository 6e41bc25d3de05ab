/*
 * NVIDIA GPU: commands that go straight through PFIFO
 *
 * Nearly all commands are alike: they lie in one piece of the pushbuffer, and
 * all their methods go to the engine that the puller has used last.  They need
 * nothing of what PFIFO can do, and all that they leave behind in it is the
 * state after the last of them.  So they are executed by one loop that knows
 * little else.  The first command that is different ends it, and goes by
 * pusher.c, cache.c and puller.c, which could execute all the others, too.
 *
 * express.c and express-ib.c each compile it for themselves: what one of them
 * needs may not cost the other a register.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_EXPRESS_H
#define HW_NV_FIFO_EXPRESS_H

#include "pusher.h"

/* --- Methods ---------------------------------------------------------- */

/**
 * nv_express_host_methods: have the puller execute methods of its own
 * @p: the pusher, with the run of them
 * @subc: subchannel
 *
 * Returns how many it has executed; @p->stalled says that nothing may follow.
 */
uint32_t nv_express_host_methods(NVPusher *p, unsigned subc);

/*
 * Puts an instance in the place of a handle that has been translated before.
 * False: it hasn't.
 */
static inline QEMU_ALWAYS_INLINE bool nv_express_handle(NVPusher *p,
                                                        const uint32_t *handle,
                                                        uint32_t *inst)
{
    const NVHandle *object = nv_ramht_cached(p->gpu, nv_push_word(handle));

    if (unlikely(!object)) {
        return false;
    }
    *inst = object->inst >> 4;
    NV_R(p->gpu, NV_PFIFO_CACHE1_HASH) = object->hash;
    return true;
}

/* The same for all parameters of a run.  False: HASH has to be set again. */
static inline bool nv_express_handles(NVPusher *p, NVRun *run)
{
    uint32_t *insts = p->fifo->insts;

    for (uint32_t i = 0; i < run->count; i++) {
        if (!nv_express_handle(p, &run->data[i], &insts[i])) {
            return false;
        }
    }
    run->data = insts;
    return true;
}

/* Methods that are all the puller's own */
static inline bool nv_express_is_host(const NVPusher *p, uint32_t mthd_end)
{
    const NVRun *run = &p->run;

    if (run->mthd >= NV_MTHD_ENGINE) {
        return false;
    }
    if (likely(run->count == 1)) {
        return p->fifo->host_methods & BIT_ULL(run->mthd / 4);
    }
    return mthd_end <= NV_MTHD_ENGINE &&
           !(MAKE_64BIT_MASK(run->mthd / 4, run->step ? run->count : 1) &
             ~p->fifo->host_methods);
}

/* Returns how many have been executed. */
static inline uint32_t nv_express_host(NVPusher *p, unsigned subc)
{
    const NVRun *run = &p->run;

    /* Each submission of a driver ends with one. */
    if (likely(run->mthd == NV_MTHD_REF_CNT && run->count == 1)) {
        return nv_puller_ref_cnt(p->gpu, nv_push_word(run->data));
    }
    return nv_express_host_methods(p, subc);
}

/*
 * Has the engine's run ready, which begins with @mthd.  False: the puller has
 * to have a closer look at it.
 */
static inline QEMU_ALWAYS_INLINE bool nv_express_takes(NVPusher *p, NVRun *run,
                                                uint32_t mthd)
{
    if (likely(mthd >= NV_MTHD_HANDLE_END)) {
        return mthd + run->count * run->step <= NV_MTHD_END;
    }
    if (mthd >= NV_MTHD_HANDLE) {
        uint32_t *insts = p->fifo->insts;

        if (likely(run->count == 1)) {
            bool known = nv_express_handle(p, run->data, insts);

            run->data = insts;
            return known;
        }
        return run->count <= NV_MTHD_HANDLES &&
               mthd + run->count * run->step <= NV_MTHD_HANDLE_END &&
               nv_express_handles(p, run);
    }
    return nv_express_is_host(p, mthd + run->count * run->step);
}

/* Has the engine of a command's subchannel expect methods.  False: it can't. */
static inline bool nv_express_select(NVPusher *p, uint32_t word)
{
    NVGPU *gpu = p->gpu;
    unsigned subc = FIELD_EX32(word, NV_COMMAND, SUBC);
    unsigned id = extract32(NV_R(gpu, NV_PFIFO_CACHE1_ENGINE), subc * 4, 4);
    unsigned last = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                               NV_PFIFO_CACHE1_PULL1, ENGINE);

    p->fifo->selected = NV_FIFO_NONE_SELECTED;
    p->engine = nv_fifo_engine(gpu, id);
    p->run.chid = nv_fifo_channel(gpu);
    p->run.subc = subc;
    if (id != last || id == NV_ENGINE_SOFTWARE ||
        !p->engine->select(gpu, p->run.chid, subc)) {
        return false;
    }
    p->fifo->selected = word & R_NV_COMMAND_SUBC_MASK;
    return true;
}

/*
 * The same, once it is sure that the methods are for that engine: an engine
 * isn't told of a subchannel before it gets one.
 */
static inline bool nv_express_enter(NVPusher *p, uint32_t word, uint32_t mthd,
                             unsigned step, const uint32_t *data)
{
    NVRun *run = &p->run;

    run->mthd = mthd;
    run->step = step;
    run->count = FIELD_EX32(word, NV_COMMAND, COUNT);
    run->data = data;
    return nv_express_takes(p, run, mthd) && nv_express_select(p, word);
}

/* --- The loop --------------------------------------------------------- */

/**
 * struct NVExpress - what has been executed
 *
 * @word: first word of the last command, whose first @done words have been
 * @data: the last word of any command; NULL for none
 * @commands: their number
 * @stopped: the last one hasn't been executed as a whole, or lets nothing
 *           follow
 */
typedef struct NVExpress {
    uint32_t word;
    uint32_t done;
    const uint32_t *data;
    uint32_t commands;
    bool stopped;
} NVExpress;

/* The command behind that of @word: the shortest way, as all else waits */
static inline const uint32_t *nv_express_next(const uint32_t *pos,
                                              uint32_t word)
{
    const unsigned bytes = R_NV_COMMAND_COUNT_SHIFT - 2;

    return (const void *)((uintptr_t)(pos + 1) +
                          (word >> bytes & R_NV_COMMAND_COUNT_MASK >> bytes));
}

/*
 * Executes commands up to @end, or up to one that is different, and in IB mode
 * those of the entries in @row, too; it is NULL for the compiler to know where
 * there are none.
 *
 * A word leads to the next command, and that is what limits the speed: what is
 * needed after a command has been executed has to fit the registers that are
 * kept meanwhile.
 */
static inline QEMU_ALWAYS_INLINE void nv_express_methods(NVPusher *p,
                                                const uint32_t *end,
                                                NVExpress *done, NVIbRow *row)
{
    NVFifo *fifo = p->fifo;
    NVRun *run = &p->run;
    const uint32_t other = p->non_method_bits | R_NV_COMMAND_SUBC_MASK;
    const uint32_t *from = p->pos;
    const uint32_t *pos = from;
    const uint32_t *command = NULL;
    uint32_t header = 0;
    uint32_t commands = 0;

    done->stopped = false;
    while (true) {
        uint32_t word, count, mthd, taken;
        const uint32_t *next;
        unsigned step;

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
        step = FIELD_EX32(word, NV_COMMAND, NONINC) ? 0 : 4;
        next = nv_express_next(pos, word);
        __builtin_prefetch((const void *)((uintptr_t)pos + p->page_stride));
        if (unlikely((word ^ fifo->selected) & other)) {
            if ((word & p->non_method_bits) || fifo->memory_written) {
                break;
            }
            /* The puller's own methods need no engine. */
            if (mthd >= NV_MTHD_ENGINE) {
                if (!count || next > end ||
                    !nv_express_enter(p, word, mthd, step, pos + 1)) {
                    break;
                }
                continue;
            }
        }
        if (unlikely(!count || next > end)) {
            break;
        }
        run->mthd = mthd;
        run->step = step;
        run->count = count;
        run->data = pos + 1;
        if (unlikely(!nv_express_takes(p, run, mthd))) {
            break;
        }
        command = pos;
        header = word;
        commands++;
        pos = next;
        if (unlikely(mthd < NV_MTHD_ENGINE)) {
            taken = nv_express_host(p, FIELD_EX32(word, NV_COMMAND, SUBC));
        } else {
            taken = p->engine->run(p->gpu, run);
        }
        if (unlikely(taken != run->count ||
                     (mthd < NV_MTHD_ENGINE && p->stalled))) {
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
    p->pos = pos;
}

/*
 * Brings the pusher's state up to date.  Of @words, @branches have been jumps,
 * calls and returns, and @entries those of the IB buffer.
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
    nv_count(p->gpu, EXPRESS, words);
    if (unlikely(p->count)) {
        nv_pusher_use_cache(p);
    }
}

#endif /* HW_NV_FIFO_EXPRESS_H */
