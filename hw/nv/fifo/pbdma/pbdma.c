/*
 * NVIDIA GPU: a PBDMA at work, NVC0+
 *
 * Source: NVIDIA's class header 906F, DMA; envytools, hw/fifo/dma-pusher, "The
 * commands - NVC0 format"; for how a PBDMA stops, manuals of later cards.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/fetch.h"
#include "hw/nv/fifo/ib.h"
#include "hw/nv/fifo/ops.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/pusher-state.h"
#include "intr-nvc0.h"
#include "pbdma-command.h"
#include "pbdma-crc.h"
#include "pbdma-entry.h"
#include "pbdma-express.h"
#include "pbdma-host.h"
#include "pbdma-methods.h"
#include "pbdma.h"
#include "state.h"
#include "user-nvc0.h"
#include "trace/trace-hw_nv.h"

/* --- State and registers ---------------------------------------------- */

static void nv_pbdma_load_subdevice(NVPbdma *b)
{
    uint32_t subdevice = b->regs[R_NV_PBDMA_SUBDEVICE];

    b->drops = FIELD_EX32(subdevice, NV_PBDMA_SUBDEVICE, ENABLE) &&
               !FIELD_EX32(subdevice, NV_PBDMA_SUBDEVICE, ACTIVE);
}

static void nv_pbdma_load_header(NVPbdma *b)
{
    uint32_t header = b->regs[R_NV_PBDMA_PB_HEADER];
    unsigned type = FIELD_EX32(header, NV_PBDMA_PB_HEADER, TYPE);

    b->push.mthd = FIELD_EX32(header, NV_PBDMA_PB_HEADER, METHOD) * 4;
    b->push.subc = FIELD_EX32(header, NV_PBDMA_PB_HEADER, SUBC);
    b->push.count = FIELD_EX32(b->regs[R_NV_PBDMA_PB_COUNT],
                               NV_PBDMA_PB_COUNT, VALUE);
    b->first = type == NVC0_OPCODE_ONE_INC;
    b->push.step = type == NVC0_OPCODE_INC || b->first ? 4 : 0;
}

/* Only cards that take methods execute the rest of the entry. */
static bool nv_pbdma_conditional(const NVPbdma *b)
{
    return FIELD_EX32(b->regs[R_NV_PBDMA_GP_FLAGS], NV_PBDMA_GP_FLAGS,
                      CONDITIONAL);
}

static uint32_t nv_pbdma_header(const NVPbdma *b)
{
    uint32_t header = 0;
    unsigned type = b->first ? NVC0_OPCODE_ONE_INC
                             : b->push.step ? NVC0_OPCODE_INC
                                            : NVC0_OPCODE_NON_INC;

    header = FIELD_DP32(header, NV_PBDMA_PB_HEADER, METHOD, b->push.mthd / 4);
    header = FIELD_DP32(header, NV_PBDMA_PB_HEADER, SUBC, b->push.subc);
    header = FIELD_DP32(header, NV_PBDMA_PB_HEADER, LEVEL, b->push.ib.nonmain);
    header = FIELD_DP32(header, NV_PBDMA_PB_HEADER, FIRST, !b->push.count);
    header = FIELD_DP32(header, NV_PBDMA_PB_HEADER, CONDITIONAL,
                        nv_pbdma_conditional(b));
    return FIELD_DP32(header, NV_PBDMA_PB_HEADER, TYPE, type);
}

/*
 * "If OFFSET + (1<<LIMIT2)*GP_ENTRY__SIZE - 1 > 0xFFFFFFFFFF": no ring crosses
 * the end of the address space.
 */
static bool nv_pbdma_ring_too_long(const uint32_t *regs)
{
    uint64_t mask = nv_pbdma_gp_mask(regs[R_NV_PBDMA_GP_BASE_HI]);

    return nv_pbdma_address(regs, R_NV_PBDMA_GP_BASE, R_NV_PBDMA_GP_BASE_HI) +
           mask * NVC0_GP_ENTRY_SIZE + NVC0_GP_ENTRY_SIZE - 1 >
           NV_WIDE_ADDRESS;
}

/* Whether pointers are invalid; they are left as they are, for the driver. */
static uint32_t nv_pbdma_wrong_pointers(const uint32_t *regs)
{
    uint32_t mask = nv_pbdma_gp_mask(regs[R_NV_PBDMA_GP_BASE_HI]);

    if (nv_pbdma_ring_too_long(regs)) {
        return R_NV_PBDMA_INTR_0_GPFIFO_MASK;
    }
    if (regs[R_NV_PBDMA_GP_PUT] > mask || regs[R_NV_PBDMA_GP_GET] > mask) {
        return R_NV_PBDMA_INTR_0_GPPTR_MASK;
    }
    return nv_pbdma_address(regs, R_NV_PBDMA_GET, R_NV_PBDMA_GET_HI) >
           nv_pbdma_address(regs, R_NV_PBDMA_PUT, R_NV_PBDMA_PUT_HI)
        ? R_NV_PBDMA_INTR_0_PBPTR_MASK : 0;
}

static void nv_pbdma_load(NVPbdma *b)
{
    NVPusher *p = &b->push;
    const uint32_t *regs = b->regs;
    uint32_t mget_high = regs[R_NV_PBDMA_TOP_LEVEL_GET_HI];
    uint32_t mask = nv_pbdma_gp_mask(regs[R_NV_PBDMA_GP_BASE_HI]);

    p->start = nv_pbdma_address(regs, R_NV_PBDMA_GET, R_NV_PBDMA_GET_HI);
    p->put = nv_pbdma_address(regs, R_NV_PBDMA_PUT, R_NV_PBDMA_PUT_HI);
    p->ib = (NVIb) {
        .enabled = true,
        .address = nv_pbdma_address(regs, R_NV_PBDMA_GP_BASE,
                                    R_NV_PBDMA_GP_BASE_HI),
        .mask = mask,
        .get = regs[R_NV_PBDMA_GP_GET] & mask,
        .put = regs[R_NV_PBDMA_GP_PUT] & mask,
        .nonmain = FIELD_EX32(regs[R_NV_PBDMA_GP_FLAGS], NV_PBDMA_GP_FLAGS,
                              NON_MAIN),
        .unk40 = FIELD_EX32(regs[R_NV_PBDMA_GP_FLAGS], NV_PBDMA_GP_FLAGS,
                            PRIV),
        .mget = nv_pbdma_address(regs, R_NV_PBDMA_TOP_LEVEL_GET,
                                 R_NV_PBDMA_TOP_LEVEL_GET_HI),
        .mget_val = FIELD_EX32(mget_high, NV_PBDMA_TOP_LEVEL_GET_HI, VALID),
        .tracked = p->start,
    };
    nv_pbdma_load_header(b);
    nv_pbdma_load_subdevice(b);
}

static void nv_pbdma_store(NVPbdma *b)
{
    NVPusher *p = &b->push;
    uint32_t *regs = b->regs;
    uint64_t get = nv_pusher_get(p);

    nv_ib_track(p);
    regs[R_NV_PBDMA_GET] = get;
    regs[R_NV_PBDMA_GET_HI] = get >> 32;
    regs[R_NV_PBDMA_PUT] = p->put;
    regs[R_NV_PBDMA_PUT_HI] = p->put >> 32;
    regs[R_NV_PBDMA_GP_GET] = p->ib.get;
    regs[R_NV_PBDMA_GP_FETCH] = p->ib.get;
    regs[R_NV_PBDMA_TOP_LEVEL_GET] = p->ib.mget;
    regs[R_NV_PBDMA_TOP_LEVEL_GET_HI] =
        FIELD_DP32(p->ib.mget >> 32, NV_PBDMA_TOP_LEVEL_GET_HI, VALID,
                   p->ib.mget_val);
    regs[R_NV_PBDMA_PB_HEADER] = nv_pbdma_header(b);
    regs[R_NV_PBDMA_PB_COUNT] = FIELD_DP32(0, NV_PBDMA_PB_COUNT, VALUE,
                                           p->count);
    nv_count(p->gpu, COMMANDS, p->commands);
    nv_count(p->gpu, METHODS, p->methods);
}

/* --- Methods ---------------------------------------------------------- */

/*
 * Execute the method that stopped the PBDMA, or the driver's replacement.
 * Returns false if it has to wait further.
 */
static bool nv_pbdma_run_kept(NVPbdma *b)
{
    uint32_t *method = &b->regs[R_NV_PBDMA_METHOD0];
    uint32_t data = b->regs[R_NV_PBDMA_DATA0];
    NVRun run = {
        .chid = b->chid,
        .subc = FIELD_EX32(*method, NV_PBDMA_METHOD0, SUBC),
        .mthd = FIELD_EX32(*method, NV_PBDMA_METHOD0, ADDRESS) * 4,
        .step = 4,
        .count = 1,
        .data = &data,
    };

    /* An acquire that begins to wait again stays where it is. */
    if (!nv_pbdma_deliver(b, &run) ||
        nv_pbdma_acquiring(b->push.gpu, b->id)) {
        return false;
    }
    *method = FIELD_DP32(*method, NV_PBDMA_METHOD0, VALID, 0);
    b->push.methods++;
    return true;
}

/* Submit what the piece holds of the current command, up to @budget. */
static void nv_pbdma_submit(NVPbdma *b, int64_t budget)
{
    NVPusher *p = &b->push;
    uint32_t count = MIN(MIN(p->count, p->end - p->pos), MAX(budget, 1));
    const uint32_t *from = p->pos;
    uint64_t get = nv_pusher_get(p);
    uint32_t done;
    NVRun run = {
        .chid = b->chid,
        .subc = p->subc,
        .mthd = p->mthd,
        .step = p->step,
        .count = b->first ? 1 : count,
        .data = p->pos,
    };

    p->gpu->probes.addr = get;
    done = b->drops ? run.count : nv_pbdma_deliver(b, &run);
    p->gpu->probes.addr = NV_PROBE_NOWHERE;
    p->methods += b->drops ? 0 : done;
    p->pos += done;
    p->count -= done;
    p->mthd = (p->mthd + done * p->step) % NVC0_MTHD_END;
    if (b->intr) {
        nv_pbdma_keep(b, p->subc, p->mthd, nv_push_word(p->pos++));
        p->count--;
        p->mthd = (p->mthd + p->step) % NVC0_MTHD_END;
        done++;
    }
    nv_pbdma_crc_words(b, from, p->pos - from);
    nv_fifo_probe_words(p->gpu, b->chid, get, from, p->pos - from);
    if (b->first && done) {
        b->first = false;
        p->step = 0;
    }
}

/* --- Commands --------------------------------------------------------- */

static void nv_pbdma_methods(NVPbdma *b, const NVC0Command *command)
{
    b->push.mthd = command->mthd;
    b->push.subc = command->subc;
    b->push.step = command->step;
    b->push.count = command->count;
    b->first = command->once;
}

/* Skip the rest of the segment. */
static void nv_pbdma_end_segment(NVPbdma *b)
{
    NVPusher *p = &b->push;

    p->start = p->put;
    p->words = p->pos = p->end = NULL;
    nv_ib_track(p);
}

/* Select the cards of a set that take the methods that follow. */
static void nv_pbdma_subdevice(NVPbdma *b, const NVC0Command *command)
{
    uint32_t *subdevice = &b->regs[R_NV_PBDMA_SUBDEVICE];
    uint32_t mask = command->data;
    uint32_t own = FIELD_EX32(*subdevice, NV_PBDMA_SUBDEVICE, MASK);

    if (command->kind == NVC0_COMMAND_STORE_SUBDEVICE_MASK) {
        *subdevice = FIELD_DP32(*subdevice, NV_PBDMA_SUBDEVICE, STORED, mask);
        return;
    }
    if (!FIELD_EX32(*subdevice, NV_PBDMA_SUBDEVICE, ENABLE)) {
        b->intr = R_NV_PBDMA_INTR_0_PBENTRY_MASK;
        return;
    }
    if (command->kind == NVC0_COMMAND_USE_SUBDEVICE_MASK) {
        mask = FIELD_EX32(*subdevice, NV_PBDMA_SUBDEVICE, STORED);
    }
    *subdevice = FIELD_DP32(*subdevice, NV_PBDMA_SUBDEVICE, ACTIVE,
                            (mask & own) != 0);
    trace_nv_pfifo_sli_conditional(b->chid, mask, (mask & own) != 0);
    nv_pbdma_load_subdevice(b);
    if (b->drops && nv_pbdma_conditional(b)) {
        nv_pbdma_end_segment(b);
    }
}

/* A method whose parameter is in the command; the pushbuffer may end there. */
static void nv_pbdma_immediate(NVPbdma *b, const NVC0Command *command)
{
    NVRun run = {
        .chid = b->chid,
        .subc = command->subc,
        .mthd = command->mthd,
        .step = 4,
        .count = 1,
        .data = &command->data,
    };

    b->push.mthd = run.mthd;
    b->push.subc = run.subc;
    b->push.step = 0;
    b->push.count = 0;
    if (b->drops) {
        return;
    }
    if (nv_pbdma_deliver(b, &run)) {
        b->push.methods++;
    } else {
        nv_pbdma_keep(b, run.subc, run.mthd, command->data);
    }
}

static void nv_pbdma_command(NVPbdma *b)
{
    NVPusher *p = &b->push;
    uint32_t word = nv_push_word(p->pos);
    NVC0Command command;

    if (unlikely(p->probed) &&
        !nv_fifo_probe_command(p->gpu, b->chid, nv_pusher_get(p), &word)) {
        p->stalled = true;
        return;
    }
    p->pos++;
    command = nvc0_command_decode(word);
    b->regs[R_NV_PBDMA_HDR_SHADOW] = word;
    b->first = false;
    nv_pbdma_crc_words(b, &word, 1);
    p->commands++;
    if (unlikely(p->watched)) {
        trace_nv_pfifo_command(b->chid, nv_pusher_get(p) - 4, word);
    }
    switch (command.kind) {
    case NVC0_COMMAND_METHODS:
        nv_pbdma_methods(b, &command);
        break;
    case NVC0_COMMAND_IMMEDIATE:
        nv_pbdma_immediate(b, &command);
        break;
    case NVC0_COMMAND_SET_SUBDEVICE_MASK:
    case NVC0_COMMAND_STORE_SUBDEVICE_MASK:
    case NVC0_COMMAND_USE_SUBDEVICE_MASK:
        nv_pbdma_subdevice(b, &command);
        break;
    case NVC0_COMMAND_END_SEGMENT:
        nv_pbdma_end_segment(b);
        break;
    default:
        b->intr = R_NV_PBDMA_INTR_0_PBENTRY_MASK;
        break;
    }
}

/* --- Runs ------------------------------------------------------------- */

/* A software method is for the driver to execute, and not an error. */
static void nv_pbdma_report(NVPbdma *b)
{
    NVPusher *p = &b->push;
    uint64_t at = nv_pusher_get(p) - (b->intr & NV_PBDMA_OF_WORD ? 4 : 0);

    nv_probe_done(p->gpu, NV_PROBE_METHOD, b->chid);
    if (b->intr == R_NV_PBDMA_INTR_0_DEVICE_MASK) {
        nv_count(p->gpu, SOFTWARE, 1);
        nv_pbdma_raise(p->gpu, b->id, b->intr, at);
        return;
    }
    nv_log_error(p->gpu, "channel %u: PBDMA%u stops: intr 0x%08x get 0x%010"
                 PRIx64 " command 0x%08x method 0x%08x data 0x%08x", b->chid,
                 b->id, b->intr, nv_pusher_get(p),
                 b->regs[R_NV_PBDMA_HDR_SHADOW], b->regs[R_NV_PBDMA_METHOD0],
                 b->regs[R_NV_PBDMA_DATA0]);
    nv_count(p->gpu, PUSHER_ERRORS, 1);
    nv_pbdma_raise(p->gpu, b->id, b->intr, at);
}

/* The express loop calls engines past their queues, and has no checksums. */
static bool nv_pbdma_may_express(const NVPbdma *b)
{
    return !b->push.fifo->latency && !b->drops &&
           !b->push.gpu->pbdma_crc && !b->push.probed;
}

/* To find nothing costs nothing: budget that is used up tells of progress. */
static void nv_pbdma_step(NVPbdma *b, int64_t *budget)
{
    NVPusher *p = &b->push;
    const uint32_t *from;

    nv_pusher_refresh(p);
    if (unlikely(p->pos == p->end)) {
        if (nv_pusher_get(p) == p->put) {
            *budget -= nv_ib_pending(p);
            p->stalled = !nv_pbdma_next_entry(b);
            return;
        }
        if (!nv_pusher_seek(p, nv_pusher_get(p))) {
            return;
        }
    }
    from = p->pos;
    if (p->count) {
        nv_pbdma_submit(b, *budget);
    } else {
        if (nv_pbdma_may_express(b)) {
            nv_pbdma_express(b, budget);
            if (p->pos == p->end || p->count || *budget <= 0 || p->stalled ||
                p->fifo->held.memory_written) {
                return;
            }
            from = p->pos;
        }
        nv_pbdma_command(b);
    }
    *budget -= p->words ? p->pos - from : 1;
}

static NVPbdmaEnd nv_pbdma_end(const NVPbdma *b)
{
    if (b->intr || b->push.error) {
        return NV_PBDMA_BLOCKED;
    }
    if (b->moves) {
        return NV_PBDMA_MOVES;
    }
    if (b->yield || !b->push.stalled) {
        return NV_PBDMA_MORE;
    }
    if (nv_pbdma_acquiring(b->push.gpu, b->id)) {
        return NV_PBDMA_WAIT;
    }
    return nv_pbdma_has_work(b->regs) ? NV_PBDMA_BLOCKED : NV_PBDMA_IDLE;
}

/* After a fault the PBDMA stops until the driver removes the channel. */
static void nv_pbdma_finish(NVPbdma *b)
{
    NVGPU *gpu = b->push.gpu;

    nv_pbdma_store(b);
    nvc0_user_show(gpu, b->id);
    if (b->push.error) {
        nv_pbdmas(gpu)->faulted |= BIT(b->id);
    } else if (b->intr) {
        nv_pbdma_report(b);
    }
}

/* Start a PBDMA; false: its pointers are invalid. */
static bool nv_pbdma_begin(NVPbdma *b, NVGPU *gpu, unsigned id)
{
    *b = (NVPbdma) {
        .id = id,
        .chid = nv_pbdma_channel(gpu, id),
        .regs = &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT),
        .push = {
            .gpu = gpu,
            .fifo = gpu->fifo,
            .address_mask = NV_WIDE_ADDRESS,
            .watched = NV_PROBED(gpu, WORK) ||
                       trace_event_get_state_backends(TRACE_NV_PFIFO_COMMAND) ||
                       trace_event_get_state_backends(TRACE_NV_PFIFO_METHOD),
            .probed = nv_fifo_probed(gpu),
            .run.chid = nv_pbdma_channel(gpu, id),
        },
    };
    nv_pbdma_load(b);
    b->intr = nv_pbdma_wrong_pointers(b->regs);
    if (b->intr) {
        nv_pbdma_report(b);
        return false;
    }
    gpu->fifo->unit = id;
    gpu->fifo->selected = NV_FIFO_NONE_SELECTED;
    nv_pusher_drop_fetches(gpu->fifo);
    gpu->chip->fifo->ops->push_object(gpu);
    return true;
}

NVPbdmaEnd nv_pbdma_run(NVGPU *gpu, unsigned id, int64_t *budget)
{
    NVPbdma b;

    if (!nv_pbdma_begin(&b, gpu, id)) {
        return NV_PBDMA_BLOCKED;
    }
    if (FIELD_EX32(b.regs[R_NV_PBDMA_METHOD0], NV_PBDMA_METHOD0, VALID)) {
        *budget -= nv_pbdma_run_kept(&b);
    }
    while (*budget > 0 && !b.intr && !b.push.error && !b.push.stalled) {
        nv_pbdma_step(&b, budget);
        b.push.stalled |= gpu->probes.stopped;
    }
    nv_pbdma_finish(&b);
    return nv_pbdma_end(&b);
}

uint32_t nv_pbdma_submit_run(NVGPU *gpu, unsigned id, const NVRun *run)
{
    uint32_t done;
    NVPbdma b;

    if (!nv_pbdma_begin(&b, gpu, id)) {
        return 0;
    }
    done = nv_pbdma_deliver(&b, run);
    if (b.intr) {
        nv_pbdma_keep(&b, run->subc, nv_run_mthd(run, done), run->data[done]);
    }
    b.push.methods = done;
    nv_pbdma_finish(&b);
    return done;
}
