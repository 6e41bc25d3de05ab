/*
 * NVIDIA GPU: the DMA pusher, which turns a pushbuffer into methods
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/fetch.h"
#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/scheduler.h"
#include "cache1.h"
#include "channel.h"
#include "command.h"
#include "decode.h"
#include "ib-mode.h"
#include "intr.h"
#include "puller.h"
#include "pusher-express.h"
#include "pusher-state.h"
#include "pusher.h"
#include "state.h"
#include "trace/trace-hw_nv.h"

bool nv_pusher_has_work(NVGPU *gpu)
{
    return NV_R(gpu, NV_PFIFO_CACHE1_DMA_GET) !=
           NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUT) ||
           (nv_cache1_chip(gpu)->pusher & NV_PUSHER_IB && nv_ib_has_work(gpu));
}

bool nv_pusher_can_run(NVGPU *gpu)
{
    return (NV_R(gpu, NV_PFIFO_CACHE1_PUSH1) &
            nv_cache1_chip(gpu)->push1_mode) &&
           !nv_fifo_hangs(gpu, nv_fifo_channel(gpu)) &&
           !nv_puller_holds(gpu) && !nv_cache1_gives_way(gpu) &&
           FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PUSH0),
                      NV_PFIFO_CACHE1_PUSH0, ACCESS) &&
           FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUSH),
                      NV_PFIFO_CACHE1_DMA_PUSH, ACCESS) &&
           !FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE),
                       NV_PFIFO_CACHE1_DMA_STATE, ERROR) &&
           nv_pusher_has_work(gpu);
}

/* --- State and registers ---------------------------------------------- */

/* The state that only cards with calls have */
static void nv_pusher_load_subroutine(NVPusher *p, uint32_t state)
{
    uint32_t subr = NV_R(p->in.gpu, NV_PFIFO_CACHE1_SUBROUTINE);

    p->subr_return = subr & R_NV_PFIFO_CACHE1_SUBROUTINE_RETURN_MASK;
    p->subr_active = p->features & NV_PUSHER_STATE_SUBR
        ? FIELD_EX32(state, NV_PFIFO_CACHE1_DMA_STATE, SUBROUTINE_ACTIVE)
        : FIELD_EX32(subr, NV_PFIFO_CACHE1_SUBROUTINE, ACTIVE);
}

static uint32_t nv_pusher_store_subroutine(NVPusher *p, uint32_t state)
{
    uint32_t *subr = &NV_R(p->in.gpu, NV_PFIFO_CACHE1_SUBROUTINE);

    *subr = p->subr_return;
    if (p->features & NV_PUSHER_STATE_SUBR) {
        return FIELD_DP32(state, NV_PFIFO_CACHE1_DMA_STATE,
                          SUBROUTINE_ACTIVE, p->subr_active);
    }
    *subr = FIELD_DP32(*subr, NV_PFIFO_CACHE1_SUBROUTINE, ACTIVE,
                       p->subr_active);
    return state;
}

static void nv_pusher_load(NVPusher *p)
{
    NVGPU *gpu = p->in.gpu;
    uint32_t state = NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE);

    p->in.start = NV_R(gpu, NV_PFIFO_CACHE1_DMA_GET) & ~3;
    p->in.put = NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUT) & ~3;
    p->mthd = state & R_NV_PFIFO_CACHE1_DMA_STATE_METHOD_MASK;
    p->subc = FIELD_EX32(state, NV_PFIFO_CACHE1_DMA_STATE, SUBCHANNEL);
    p->step = FIELD_EX32(state, NV_PFIFO_CACHE1_DMA_STATE, NONINC) ? 0 : 4;
    p->rsvd = NV_R(gpu, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW);
    p->data = NV_R(gpu, NV_PFIFO_CACHE1_DMA_DATA_SHADOW);
    p->dcount = NV_R(gpu, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW);
    p->get_jmp = NV_R(gpu, NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW);
    if (p->features & NV_PUSHER_IB) {
        nv_ib_load(p, state);
    } else {
        p->count = FIELD_EX32(state, NV_PFIFO_CACHE1_DMA_STATE, METHOD_COUNT);
    }
    p->forms = nv_command_forms(p->features, p->in.ib.enabled);
    if (p->features & NV_PUSHER_CALL) {
        nv_pusher_load_subroutine(p, state);
    }
    if (p->features & NV_PUSHER_SLI) {
        uint32_t sli = NV_R(gpu, NV_PFIFO_SLI);

        p->sli_enabled = FIELD_EX32(sli, NV_PFIFO_SLI, ENABLE);
        p->sli_active = FIELD_EX32(sli, NV_PFIFO_SLI, ACTIVE);
    }
}

static void nv_pusher_store(NVPusher *p)
{
    NVGPU *gpu = p->in.gpu;
    uint32_t state = p->mthd;

    state = FIELD_DP32(state, NV_PFIFO_CACHE1_DMA_STATE, NONINC, !p->step);
    state = FIELD_DP32(state, NV_PFIFO_CACHE1_DMA_STATE, SUBCHANNEL, p->subc);
    state = FIELD_DP32(state, NV_PFIFO_CACHE1_DMA_STATE, ERROR, p->in.error);
    if (p->features & NV_PUSHER_IB) {
        state = nv_ib_store(p, state);
    } else {
        state = FIELD_DP32(state, NV_PFIFO_CACHE1_DMA_STATE, METHOD_COUNT,
                           p->count);
    }
    if (p->features & NV_PUSHER_CALL) {
        state = nv_pusher_store_subroutine(p, state);
    }
    if (p->features & NV_PUSHER_SLI) {
        uint32_t *sli = &NV_R(gpu, NV_PFIFO_SLI);

        *sli = FIELD_DP32(*sli, NV_PFIFO_SLI, ACTIVE, p->sli_active);
    }
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE) = state;
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_GET) = nv_reader_get(&p->in);
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_RSVD_SHADOW) = p->rsvd;
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_DATA_SHADOW) = p->data;
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW) = p->dcount;
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_GET_JMP_SHADOW) = p->get_jmp;
    nv_cache1_advance(gpu, p->bypassed);
    nv_count(gpu, METHODS, p->bypassed);
}

const char *nv_pusher_error_name(NVPusherError error)
{
    static const char *const names[] = {
        [NV_PUSHER_OK] = "NONE",
        [NV_PUSHER_CALL_SUBR_ACTIVE] = "CALL_SUBR_ACTIVE",
        [NV_PUSHER_INVALID_MTHD] = "INVALID_MTHD",
        [NV_PUSHER_RET_SUBR_INACTIVE] = "RET_SUBR_INACTIVE",
        [NV_PUSHER_INVALID_CMD] = "INVALID_CMD",
        [NV_PUSHER_IB_EMPTY] = "IB_EMPTY",
        [NV_PUSHER_MEM_FAULT] = "MEM_FAULT",
    };

    return error < ARRAY_SIZE(names) ? names[error] : "UNKNOWN";
}

/* GET is behind a word that has been read, but for one that it stays at. */
static uint64_t nv_pusher_wrong_word(const NVPusher *p)
{
    bool unread = p->in.error == NV_PUSHER_MEM_FAULT ||
                  p->in.error == NV_PUSHER_IB_EMPTY ||
                  (p->in.error == NV_PUSHER_INVALID_CMD && p->in.ib.enabled);

    return nv_reader_get(&p->in) - (unread ? 0 : 4);
}

static void nv_pusher_raise(NVPusher *p)
{
    NVGPU *gpu = p->in.gpu;
    const NVGuestError error = {
        .unit = "PFIFO",
        .kind = NV_ERROR_PUSHER,
        .what = nv_pusher_error_name(p->in.error),
        .chid = nv_fifo_channel(gpu),
        .mthd = NV_PROBE_NO_METHOD,
        .data = p->rsvd,
        .addr = nv_pusher_wrong_word(p),
        .code = p->in.error,
    };

    nv_guest_error(gpu, &error, "channel %d: DMA_PUSHER error %s, get 0x%08"
                   PRIx64 " put 0x%08" PRIx64 " command 0x%08x", error.chid,
                   error.what, nv_reader_get(&p->in), p->in.put, p->rsvd);
    /* Drivers turn it on again. */
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_PUSH) &=
        ~R_NV_PFIFO_CACHE1_DMA_PUSH_ACCESS_MASK;
    nv_fifo_raise(gpu, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
}

/* --- Submitting methods ----------------------------------------------- */

/*
 * "It only passes methods 0x100+ and methods in 0..0xfc range that the puller
 * recognises."  Returns how many of a run may pass.
 */
static uint32_t nv_pusher_filter(NVPusher *p, const NVRun *run)
{
    const uint64_t *host = &nv_cache1_of(p->in.fifo)->host_methods;
    uint32_t passing = 0;

    while (passing < run->count) {
        uint32_t mthd = (run->mthd + passing * run->step) % NV_MTHD_END;

        if (nv_method_kind(host, mthd) == NV_METHOD_ABSENT) {
            break;
        }
        passing += nv_method_alike(host, mthd, run->step,
                                   run->count - passing);
    }
    return passing;
}

/* Whether the selected engine takes a run without further checks */
static bool nv_pusher_is_expected(NVPusher *p, const NVRun *run)
{
    const uint64_t *host = &nv_cache1_of(p->in.fifo)->host_methods;
    uint32_t selected = FIELD_DP32(0, NV_COMMAND, SUBC, run->subc);

    return !p->in.probed && !p->in.watched &&
           selected == p->in.fifo->selected &&
           run->mthd >= NV_MTHD_HANDLE_END &&
           nv_method_alike(host, run->mthd, run->step,
                           run->count) == run->count;
}

/*
 * "check pusher reaction on ACQUIRE submission: pause?"  It pauses, also after
 * a YIELD, if another channel can only get CACHE1 when CACHE1 is empty.
 * Returns how many methods of a run may be queued together.
 */
static uint32_t nv_pusher_cacheable(NVPusher *p, const NVRun *run)
{
    if (!nv_cache1_chip(p->in.gpu)->channel->leaves_empty) {
        return run->count;
    }
    for (uint32_t i = 0; i < run->count; i++) {
        if (nv_method_gives_way((run->mthd + i * run->step) % NV_MTHD_END)) {
            return i + 1;
        }
    }
    return run->count;
}

/* Put the rest of a run into CACHE1; returns how many methods are through. */
static uint32_t nv_pusher_queue(NVPusher *p, NVRun run, uint32_t done)
{
    uint32_t count = run.count;

    run.mthd = (run.mthd + done * run.step) % NV_MTHD_END;
    run.data += done;
    run.count = count - done;
    run.count = nv_pusher_cacheable(p, &run);
    done += nv_cache1_push(p->in.gpu, &run);
    p->in.stalled = done < count || nv_cache1_gives_way(p->in.gpu);
    return done;
}

/* The words of @done methods of the current command have been taken. */
static void nv_pusher_take(NVPusher *p, uint32_t done)
{
    p->in.pos += done;
    p->count -= done;
    p->mthd = (p->mthd + done * p->step) % NV_MTHD_END;
    if (done) {
        p->data = p->in.pos[-1];
    }
}

/*
 * Submits what the piece holds of the current command, all of it, unless it is
 * a long one, of which @budget is the limit: to the engine if it is selected,
 * to the puller, or to CACHE1.
 */
static void nv_pusher_submit(NVPusher *p, int64_t budget)
{
    NVGPU *gpu = p->in.gpu;
    uint32_t most = MAX(budget, NV_COMMAND_MAX_COUNT);
    uint32_t count = MIN(MIN(p->count, most), p->in.end - p->in.pos);
    NVRun run = {
        .chid = p->in.chid,
        .subc = p->subc,
        .mthd = p->mthd,
        .step = p->step,
        .count = count,
        .data = p->in.pos,
    };
    uint32_t done = 0;

    if (unlikely(nv_pusher_discards(p))) {
        /* Methods for another card are read, but not submitted. */
        nv_pusher_take(p, count);
        return;
    }
    run.count = nv_pusher_filter(p, &run);
    if (run.count && likely(p->bypass_cache)) {
        done = nv_pusher_is_expected(p, &run)
            ? p->engine->run(gpu, &run) : nv_puller_run(gpu, &run);
        p->bypassed += done;
        if (unlikely(nv_puller_holds(gpu) || gpu->probes.stopped)) {
            /* Keep CACHE1 empty, so that the channel may leave it. */
            p->in.stalled = true;
        } else if (unlikely(done < run.count)) {
            nv_pusher_use_cache(p);
        }
    }
    if (run.count && unlikely(!p->bypass_cache)) {
        done = nv_pusher_queue(p, run, done);
    }
    nv_pusher_take(p, done);
    p->methods += done;
    if (unlikely(done == run.count && done < count)) {
        /* The offending word has been read, and is still counted. */
        p->data = *p->in.pos++;
        p->in.error = NV_PUSHER_INVALID_MTHD;
    }
}

/* --- Commands --------------------------------------------------------- */

/* The target's piece is looked up later, and ends at PUT. */
static void nv_pusher_go(NVPusher *p, const NVBranch *branch)
{
    if (branch->error) {
        p->in.error = branch->error;
        return;
    }
    nv_pusher_branch(p, branch, nv_reader_get(&p->in) - 4);
    if (unlikely(p->in.watched)) {
        nv_pusher_trace_branch(p, branch, nv_reader_get(&p->in) - 4);
    }
    p->in.start = branch->target;
    p->in.words = p->in.pos = p->in.end = NULL;
}

static void nv_pusher_sli_conditional(NVPusher *p, uint32_t mask)
{
    p->sli_active = mask & FIELD_EX32(NV_R(p->in.gpu, NV_PFIFO_SLI),
                                      NV_PFIFO_SLI, MASK);
    trace_nv_pfifo_sli_conditional(nv_fifo_channel(p->in.gpu), mask,
                                   p->sli_active);
}

/* The number of methods is in the next word, maybe that of another piece. */
static void nv_pusher_long_methods(NVPusher *p, uint32_t word)
{
    p->mthd = word & NV_COMMAND_MTHD_MASK;
    p->subc = FIELD_EX32(word, NV_COMMAND, SUBC);
    p->step = 0;
    p->length_pending = true;
}

static void nv_pusher_length(NVPusher *p)
{
    nv_fifo_probe_words(p->in.gpu, p->run.chid, nv_reader_get(&p->in),
                        p->in.pos, 1);
    p->count = nv_push_word(p->in.pos++) & NV_COMMAND_LONG_COUNT_MASK;
    p->dcount = p->count;
    p->length_pending = false;
}

/* Commands other than those that submit methods */
static void nv_pusher_control(NVPusher *p, uint32_t word)
{
    NVCommandKind kind = nv_command_kind(word, p->forms, p->sli_enabled);
    NVBranch branch;

    if (nv_pusher_find_branch(p, kind, word, &branch)) {
        nv_pusher_go(p, &branch);
    } else if (kind == NV_COMMAND_SLI_CONDITIONAL) {
        nv_pusher_sli_conditional(p, FIELD_EX32(word, NV_COMMAND, SLI_MASK));
    } else if (kind == NV_COMMAND_LONG_METHODS) {
        nv_pusher_long_methods(p, word);
    } else {
        p->in.error = NV_PUSHER_INVALID_CMD;
        /* Cards show GET at the word in IB mode: docs/fidelity.rst. */
        p->in.pos -= p->in.ib.enabled;
    }
}

static void nv_pusher_command(NVPusher *p)
{
    uint32_t word;

    if (unlikely(p->length_pending)) {
        nv_pusher_length(p);
        return;
    }
    word = nv_push_word(p->in.pos);
    if (unlikely(p->in.probed) &&
        !nv_fifo_probe_command(p->in.gpu, p->run.chid, nv_reader_get(&p->in),
                               &word)) {
        p->in.stalled = true;
        return;
    }
    p->in.pos++;
    p->rsvd = word;
    p->commands++;
    if (trace_event_get_state_backends(TRACE_NV_PFIFO_COMMAND)) {
        trace_nv_pfifo_command(nv_fifo_channel(p->in.gpu),
                               nv_reader_get(&p->in) - 4, word);
    }
    if (unlikely(word & p->non_method_bits)) {
        nv_pusher_control(p, word);
        return;
    }
    nv_pusher_decode(p, word);
}

/*
 * Whether commands, methods or entries are traced, or an observer wants to know
 * when engines work
 */
static bool nv_pusher_is_watched(NVGPU *gpu)
{
    return NV_PROBED(gpu, WORK) ||
           trace_event_get_state_backends(TRACE_NV_PFIFO_COMMAND) ||
           trace_event_get_state_backends(TRACE_NV_PFIFO_JUMP) ||
           trace_event_get_state_backends(TRACE_NV_PFIFO_CALL) ||
           trace_event_get_state_backends(TRACE_NV_PFIFO_RETURN) ||
           trace_event_get_state_backends(TRACE_NV_PFIFO_IB_ENTRY) ||
           trace_event_get_state_backends(TRACE_NV_PFIFO_METHOD);
}

/* The express loop calls engines directly, past their queues. */
static bool nv_pusher_may_express(const NVPusher *p)
{
    return !p->count && p->bypass_cache && !p->length_pending &&
           !p->in.fifo->latency && !nv_pusher_discards(p) && !p->in.probed;
}

/* Returns false at PUT, or if the pushbuffer can't be read. */
static bool nv_pusher_next_piece(NVPusher *p, int64_t *budget)
{
    if (nv_reader_get(&p->in) == p->in.put) {
        if (!nv_ib_pending(&p->in) || !nv_ib_next(p)) {
            return false;
        }
        --*budget;
    }
    return nv_reader_seek(&p->in, nv_reader_get(&p->in));
}

static void nv_pusher_begin(NVPusher *p, NVGPU *gpu)
{
    uint32_t features = nv_cache1_chip(gpu)->pusher;

    *p = (NVPusher) {
        .in = {
            .gpu = gpu,
            .fifo = gpu->fifo,
            .chid = nv_fifo_channel(gpu),
            .address_mask = features & NV_PUSHER_WIDE ? NV_WIDE_ADDRESS
                                                      : UINT32_MAX,
            .watched = nv_pusher_is_watched(gpu),
            .probed = nv_fifo_probed(gpu),
        },
        .run.chid = nv_fifo_channel(gpu),
        .features = features,
        .non_method_bits = nv_command_non_method_bits(features),
        .bypass_cache = !nv_cache1_used(gpu) && nv_puller_can_run(gpu),
    };
    nv_pusher_load(p);
    nv_fetch_drop_all(gpu->fifo);
    gpu->fifo->selected = NV_FIFO_NONE_SELECTED;
}

bool nv_pusher_run(NVGPU *gpu, int64_t *budget)
{
    NVPusher p;

    nv_pusher_begin(&p, gpu);
    while (*budget > 0 && !p.in.error && !p.in.stalled) {
        nv_reader_refresh(&p.in);
        if (unlikely(p.in.pos == p.in.end) &&
            !nv_pusher_next_piece(&p, budget)) {
            break;
        }
        if (nv_pusher_may_express(&p)) {
            nv_pusher_express(&p, budget);
            nv_reader_refresh(&p.in);
            if (p.in.pos == p.in.end || *budget <= 0 || p.in.stalled) {
                continue;
            }
        }
        if (!p.count) {
            nv_pusher_command(&p);
            --*budget;
        }
        if (p.count && p.in.pos != p.in.end) {
            const uint32_t *from = p.in.pos;
            uint64_t at = nv_reader_get(&p.in);

            gpu->probes.addr = at;
            nv_pusher_submit(&p, *budget);
            gpu->probes.addr = NV_PROBE_NOWHERE;
            nv_fifo_probe_words(gpu, p.in.chid, at, from, p.in.pos - from);
            *budget -= p.in.pos - from;
        }
        p.in.stalled |= gpu->probes.stopped;
    }
    nv_pusher_store(&p);
    nv_count(gpu, COMMANDS, p.commands);
    if (p.in.error) {
        nv_pusher_raise(&p);
    }
    return p.methods || !p.jumped;
}
