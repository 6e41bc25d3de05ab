/*
 * NVIDIA GPU: commands that go straight through PFIFO, outside IB mode
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "express.h"

/* A long semaphore's methods in a row, as drivers submit them */
static bool nv_express_is_fence(const NVRun *run)
{
    return run->mthd == NV_MTHD_SEMAPHORE_ADDRESS_HIGH && run->step &&
           run->count >= NV_FENCE_METHODS;
}

uint32_t nv_express_host_methods(NVPusher *p, unsigned subc)
{
    const NVRun *run = &p->run;
    uint32_t done = 0;

    if (nv_express_is_fence(run)) {
        done = p->gpu->chip->fifo->semaphore->fence(p->gpu, run->data);
        p->stalled = nv_semaphore_acquiring(p->gpu);
        if (done < NV_FENCE_METHODS) {
            return done;
        }
    }
    while (done < run->count && !p->stalled) {
        uint32_t mthd = run->mthd + done * run->step;

        if (mthd == NV_MTHD_OBJECT) {
            p->fifo->selected = NV_FIFO_NONE_SELECTED;
        }
        if (!nv_puller_host(p->gpu, subc, mthd,
                            nv_push_word(&run->data[done]))) {
            break;
        }
        /* An acquire or a yield has been executed, and lets nothing follow. */
        p->stalled = p->fifo->yield || nv_semaphore_acquiring(p->gpu);
        done++;
    }
    return done;
}

/*
 * A jump, call or return, @word at @pos, to a piece that is held.  False: it
 * is different.
 */
static bool nv_express_branch(NVPusher *p, uint32_t word, const uint32_t *pos)
{
    uint32_t get = p->start + (pos - p->words) * 4;
    NVCommandKind kind;
    const NVFetch *fetch;
    uint32_t target;

    kind = nv_command_is_old_jump(word)
        ? NV_COMMAND_OLD_JUMP
        : nv_command_kind(word, p->forms, p->sli_enabled);
    switch (kind) {
    case NV_COMMAND_OLD_JUMP:
        target = word & NV_COMMAND_OLD_JUMP_MASK;
        break;
    case NV_COMMAND_JUMP:
    case NV_COMMAND_CALL:
        target = word & NV_COMMAND_JUMP_MASK;
        break;
    case NV_COMMAND_RETURN:
        target = p->subr_return;
        break;
    default:
        return false;
    }
    fetch = nv_pusher_held(p, target);
    if (!fetch || target == p->put) {
        return false;
    }
    if (kind == NV_COMMAND_CALL || kind == NV_COMMAND_RETURN) {
        if (p->subr_active != (kind == NV_COMMAND_RETURN)) {
            return false;
        }
        p->subr_active = !p->subr_active;
        if (p->subr_active) {
            p->subr_return = get + 4;
        }
    } else {
        p->get_jmp = get;
    }
    p->rsvd = word;
    p->jumped = true;
    nv_pusher_use(p, fetch, target);
    return true;
}

/* By itself, for the compiler to have all registers for it */
static void G_GNUC_NO_INLINE nv_express_piece(NVPusher *p,
                                              const uint32_t *end,
                                              NVExpress *done)
{
    nv_express_methods(p, end, done, NULL);
}

void nv_pusher_express(NVPusher *p, int64_t *budget)
{
    NVExpress done = { };
    uint32_t branches = 0;
    int64_t words = 0;
    bool more = true;

    while (more) {
        const uint32_t *from = p->pos;
        const uint32_t *end;
        uint32_t word;

        nv_pusher_refresh(p);
        end = from + MIN(p->end - from, *budget - words);
        if (from == end) {
            break;
        }
        word = nv_push_word(from);
        if (word & p->non_method_bits) {
            more = nv_express_branch(p, word, from);
            branches += more;
            words += more;
        } else {
            nv_express_piece(p, end, &done);
            more = !done.stopped && p->pos > from;
            words += p->pos - from;
        }
    }
    nv_express_settle(p, &done, words, branches, 0);
    *budget -= words;
}
