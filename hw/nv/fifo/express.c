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

/* The method after the last one, as if they increased: so many handles fit. */
static uint32_t nv_express_mthd_end(const NVRun *run)
{
    return run->mthd + run->count * 4;
}

/* Translates handles that have been translated before.  False: not all. */
static bool nv_express_handles(NVGPU *gpu, NVRun *run)
{
    NVFifo *fifo = &gpu->fifo;
    const uint32_t *handles = run->data;
    uint32_t count = run->count;
    uint32_t inst = 0;

    for (uint32_t i = 0; i < count; i++) {
        const NVHandle *object = nv_ramht_cached(fifo, handles[i]);

        if (unlikely(!object)) {
            return false;
        }
        inst = object->inst >> 4;
        fifo->insts[i] = inst;
    }
    NV_R(gpu, NV_PFIFO_CACHE1_HASH) = inst | R_NV_PFIFO_CACHE1_HASH_VALID_MASK;
    run->data = fifo->insts;
    return true;
}

/* One method that is the puller's own */
static bool nv_express_is_host(const NVPusher *p)
{
    return p->run.mthd < NV_MTHD_ENGINE && p->run.count == 1 &&
           (p->fifo->host_methods & BIT_ULL(p->run.mthd / 4));
}

static uint32_t nv_express_host(NVPusher *p)
{
    const NVRun *run = &p->run;

    if (run->mthd == NV_MTHD_OBJECT) {
        p->selected = NV_PUSHER_NONE_SELECTED;
    }
    if (!nv_puller_host(p->gpu, run->subc, run->mthd, run->data[0])) {
        return 0;
    }
    /* An acquire or a yield has been executed, and lets nothing follow. */
    p->stalled = p->fifo->yield || nv_semaphore_acquiring(p->gpu);
    return 1;
}

/* False: the puller has to have a closer look at the methods. */
static bool nv_express_takes(NVPusher *p, NVRun *run)
{
    if (likely(run->mthd >= NV_MTHD_HANDLE_END)) {
        return nv_express_mthd_end(run) <= NV_MTHD_END;
    }
    if (run->mthd >= NV_MTHD_HANDLE) {
        return nv_express_mthd_end(run) <= NV_MTHD_HANDLE_END &&
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
    p->engine = nv_fifo_engine(id);
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

/* Brings the pusher's state up to @pos, which is in or after @command. */
static void nv_express_settle(NVPusher *p, const uint32_t *command,
                              const uint32_t *pos)
{
    uint32_t done = pos - command - 1;

    if (done) {
        p->data = pos[-1];
    } else if (command > p->pos) {
        p->data = command[-1];
    }
    p->rsvd = *command;
    nv_pusher_decode(p, *command);
    p->mthd = (p->mthd + done * p->step) % NV_MTHD_END;
    p->count -= done;
    p->pos = pos;
}

/* An old jump at @pos to a piece that is held.  False: it is different. */
static bool nv_express_jump(NVPusher *p, const uint32_t *command,
                            const uint32_t *pos)
{
    uint32_t word = *pos;
    uint32_t target = word & NV_COMMAND_OLD_JUMP_MASK;
    const NVFetch *fetch;

    if (!nv_command_is_old_jump(word) || target == p->put) {
        return false;
    }
    fetch = nv_pusher_held(p, target);
    if (!fetch) {
        return false;
    }
    if (command) {
        nv_express_settle(p, command, pos);
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
    uint32_t commands = 0;
    int64_t words = 0;

    while (pos < end && fifo->writes == p->writes) {
        uint32_t word = *pos;
        uint32_t count = FIELD_EX32(word, NV_COMMAND, COUNT);
        const uint32_t *next = pos + 1 + count;
        uint32_t taken;

        __builtin_prefetch((const void *)((uintptr_t)pos + p->ahead));
        if (unlikely((word ^ p->selected) & other)) {
            if (word & p->not_methods) {
                if (!nv_express_jump(p, command, pos)) {
                    break;
                }
                command = NULL;
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
        run->mthd = word & NV_COMMAND_MTHD_MASK;
        run->step = FIELD_EX32(word, NV_COMMAND, NONINC) ? 0 : 4;
        run->count = count;
        run->data = pos + 1;
        if (unlikely(!nv_express_takes(p, run))) {
            break;
        }
        command = pos;
        commands++;
        pos = next;
        taken = likely(run->mthd >= NV_MTHD_ENGINE)
            ? p->engine->run(p->gpu, run) : nv_express_host(p);
        if (unlikely(taken < run->count)) {
            pos -= run->count - taken;
            break;
        }
        if (unlikely(p->stalled)) {
            break;
        }
    }
    words += pos - from;
    if (command) {
        nv_express_settle(p, command, pos);
    }
    *budget -= words;
    p->commands += commands;
    p->methods += words - commands;
    p->straight += words - commands;
    if (unlikely(p->count)) {
        nv_pusher_use_cache(p);
    }
}
