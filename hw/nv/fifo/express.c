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
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pusher.h"

/* --- Methods ---------------------------------------------------------- */

/* Translates handles that have been translated before.  False: not all. */
static bool nv_express_handles(NVGPU *gpu, NVRun *run)
{
    NVFifo *fifo = &gpu->fifo;
    const uint32_t *handles = run->data;
    uint32_t count = run->count;
    uint32_t inst = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t handle = nv_push_word(&handles[i]);
        const NVHandle *object = nv_ramht_cached(fifo, handle);

        if (unlikely(!object)) {
            return false;
        }
        inst = object->inst >> 4;
        fifo->insts[i] = inst;
    }
    NV_R(gpu, NV_PFIFO_CACHE1_HASH) = inst | gpu->chip->fifo->hash_valid;
    run->data = fifo->insts;
    return true;
}

/* One method that is the puller's own */
static bool nv_express_is_host(const NVPusher *p)
{
    return p->run.mthd < NV_MTHD_ENGINE && p->run.count == 1 &&
           (p->fifo->host_methods & BIT_ULL(p->run.mthd / 4));
}

/* False: it hasn't been executed. */
static bool nv_express_host(NVPusher *p)
{
    const NVRun *run = &p->run;
    uint32_t data = nv_push_word(run->data);

    /* Each submission of a driver ends with one. */
    if (likely(run->mthd == NV_MTHD_REF_CNT)) {
        return nv_puller_ref_cnt(p->gpu, data);
    }
    if (run->mthd == NV_MTHD_OBJECT) {
        p->selected = NV_PUSHER_NONE_SELECTED;
    }
    if (!nv_puller_host(p->gpu, run->subc, run->mthd, data)) {
        return false;
    }
    /* An acquire or a yield has been executed, and lets nothing follow. */
    p->stalled = p->fifo->yield || nv_semaphore_acquiring(p->gpu);
    return true;
}

/*
 * Has the engine's run ready, which consists of the methods from @mthd up to
 * @mthd_end.  False: the puller has to have a closer look at them.
 */
static bool nv_express_takes(NVPusher *p, NVRun *run, uint32_t mthd,
                             uint32_t mthd_end)
{
    if (likely(mthd >= NV_MTHD_HANDLE_END)) {
        return mthd_end <= NV_MTHD_END;
    }
    if (mthd >= NV_MTHD_HANDLE) {
        return run->count <= NV_MTHD_HANDLES &&
               mthd_end <= NV_MTHD_HANDLE_END &&
               nv_express_handles(p->gpu, run);
    }
    return nv_express_is_host(p);
}

/* Has the engine of a command's subchannel expect methods.  False: it can't. */
static bool nv_express_select(NVPusher *p, uint32_t word)
{
    NVGPU *gpu = p->gpu;
    unsigned subc = FIELD_EX32(word, NV_COMMAND, SUBC);
    unsigned id = extract32(NV_R(gpu, NV_PFIFO_CACHE1_ENGINE), subc * 4, 4);
    unsigned last = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PULL1),
                               NV_PFIFO_CACHE1_PULL1, ENGINE);

    p->selected = NV_PUSHER_NONE_SELECTED;
    p->engine = nv_fifo_engine(gpu, id);
    p->run.chid = nv_fifo_channel(gpu);
    p->run.subc = subc;
    if (id != last || id == NV_ENGINE_SOFTWARE ||
        !p->engine->select(gpu, p->run.chid, subc)) {
        return false;
    }
    p->selected = word & R_NV_COMMAND_SUBC_MASK;
    return true;
}

/* --- The loop --------------------------------------------------------- */

/*
 * Brings the pusher's state up to @pos, which is in or after the command that
 * begins at @command with @word.
 */
static void nv_express_settle(NVPusher *p, const uint32_t *command,
                              uint32_t word, const uint32_t *pos)
{
    uint32_t done = pos - command - 1;

    if (done) {
        p->data = pos[-1];
    } else if (command > p->pos) {
        p->data = command[-1];
    }
    p->rsvd = word;
    nv_pusher_decode(p, word);
    p->mthd = (p->mthd + done * p->step) % NV_MTHD_END;
    p->count -= done;
    p->pos = pos;
}

/* An old jump, @word at @pos, to a piece that is held.  False: it isn't. */
static bool nv_express_jump(NVPusher *p, uint32_t word, const uint32_t *pos)
{
    uint32_t target = word & NV_COMMAND_OLD_JUMP_MASK;
    const NVFetch *fetch;

    if (!nv_command_is_old_jump(word) || target == p->put) {
        return false;
    }
    fetch = nv_pusher_held(p, target);
    if (!fetch) {
        return false;
    }
    p->rsvd = word;
    p->get_jmp = p->start + (pos - p->words) * 4;
    p->jumped = true;
    nv_pusher_use(p, fetch, target);
    return true;
}

void nv_pusher_express(NVPusher *p, int64_t *budget)
{
    NVFifo *fifo = p->fifo;
    NVRun *run = &p->run;
    const uint32_t other = p->not_methods | R_NV_COMMAND_SUBC_MASK;
    const uint32_t *from = p->pos;
    const uint32_t *pos = from;
    const uint32_t *end = pos + MIN(p->end - pos, *budget);
    const uint32_t *command = NULL;
    uint32_t header = 0;
    uint32_t commands = 0;
    int64_t words = 0;

    while (pos < end && fifo->writes == p->writes) {
        uint32_t word = nv_push_word(pos);
        uint32_t count = FIELD_EX32(word, NV_COMMAND, COUNT);
        uint32_t mthd = word & NV_COMMAND_MTHD_MASK;
        unsigned step = FIELD_EX32(word, NV_COMMAND, NONINC) ? 0 : 4;
        const uint32_t *next = pos + 1 + count;
        uint32_t taken;

        __builtin_prefetch((const void *)((uintptr_t)pos + p->ahead));
        if (unlikely((word ^ p->selected) & other)) {
            if (word & p->not_methods) {
                if (command) {
                    nv_express_settle(p, command, header, pos);
                    command = NULL;
                }
                if (!nv_express_jump(p, word, pos)) {
                    break;
                }
                commands++;
                words += pos + 1 - from;
                from = pos = p->pos;
                end = pos + MIN(p->end - pos, *budget - words);
                continue;
            }
            if (!nv_express_select(p, word)) {
                break;
            }
            continue;
        }
        if (unlikely(!count || next > end)) {
            break;
        }
        run->mthd = mthd;
        run->step = step;
        run->count = count;
        run->data = pos + 1;
        if (unlikely(!nv_express_takes(p, run, mthd, mthd + count * step))) {
            break;
        }
        command = pos;
        header = word;
        commands++;
        pos = next;
        if (unlikely(mthd < NV_MTHD_ENGINE)) {
            if (!nv_express_host(p)) {
                pos--;
                break;
            }
            if (p->stalled) {
                break;
            }
            continue;
        }
        taken = p->engine->run(p->gpu, run);
        if (unlikely(taken < run->count)) {
            pos -= run->count - taken;
            break;
        }
    }
    words += pos - from;
    if (command) {
        nv_express_settle(p, command, header, pos);
    }
    *budget -= words;
    p->commands += commands;
    p->methods += words - commands;
    p->straight += words - commands;
    if (unlikely(p->count)) {
        nv_pusher_use_cache(p);
    }
}
