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
#include "hw/nv/fifo/reader.h"
#include "intr.h"
#include "pbdma-command.h"
#include "pbdma-crc.h"
#include "pbdma-entry.h"
#include "pbdma-express.h"
#include "pbdma-host.h"
#include "pbdma-methods.h"
#include "pbdma.h"
#include "state.h"
#include "user.h"
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

    b->mthd = FIELD_EX32(header, NV_PBDMA_PB_HEADER, METHOD) * 4;
    b->subc = FIELD_EX32(header, NV_PBDMA_PB_HEADER, SUBC);
    b->count = FIELD_EX32(b->regs[R_NV_PBDMA_PB_COUNT],
                               NV_PBDMA_PB_COUNT, VALUE);
    b->first = type == NVC0_OPCODE_ONE_INC;
    b->step = type == NVC0_OPCODE_INC || b->first ? 4 : 0;
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
                             : b->step ? NVC0_OPCODE_INC
                                            : NVC0_OPCODE_NON_INC;

    header = FIELD_DP32(header, NV_PBDMA_PB_HEADER, METHOD, b->mthd / 4);
    header = FIELD_DP32(header, NV_PBDMA_PB_HEADER, SUBC, b->subc);
    header = FIELD_DP32(header, NV_PBDMA_PB_HEADER, LEVEL, b->in.ib.nonmain);
    header = FIELD_DP32(header, NV_PBDMA_PB_HEADER, FIRST, !b->count);
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

/*
 * Whether pointers are invalid; they are left as they are, for the driver.  A
 * log of a resume has both errors of GP entries at once.
 */
static uint32_t nv_pbdma_wrong_pointers(const uint32_t *regs)
{
    uint32_t mask = nv_pbdma_gp_mask(regs[R_NV_PBDMA_GP_BASE_HI]);
    uint32_t wrong = 0;

    if (nv_pbdma_ring_too_long(regs)) {
        wrong |= R_NV_PBDMA_INTR_0_GPFIFO_MASK;
    }
    if (regs[R_NV_PBDMA_GP_PUT] > mask || regs[R_NV_PBDMA_GP_GET] > mask) {
        wrong |= R_NV_PBDMA_INTR_0_GPPTR_MASK;
    }
    if (wrong) {
        return wrong;
    }
    return nv_pbdma_address(regs, R_NV_PBDMA_GET, R_NV_PBDMA_GET_HI) >
           nv_pbdma_address(regs, R_NV_PBDMA_PUT, R_NV_PBDMA_PUT_HI)
        ? R_NV_PBDMA_INTR_0_PBPTR_MASK : 0;
}

static void nv_pbdma_load(NVPbdma *b)
{
    NVPushReader *r = &b->in;
    const uint32_t *regs = b->regs;
    uint32_t mget_high = regs[R_NV_PBDMA_TOP_LEVEL_GET_HI];
    uint32_t mask = nv_pbdma_gp_mask(regs[R_NV_PBDMA_GP_BASE_HI]);

    r->start = nv_pbdma_address(regs, R_NV_PBDMA_GET, R_NV_PBDMA_GET_HI);
    r->put = nv_pbdma_address(regs, R_NV_PBDMA_PUT, R_NV_PBDMA_PUT_HI);
    r->ib = (NVIb) {
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
        .tracked = r->start,
    };
    nv_pbdma_load_header(b);
    nv_pbdma_load_subdevice(b);
}

static void nv_pbdma_store(NVPbdma *b)
{
    NVPushReader *r = &b->in;
    uint32_t *regs = b->regs;
    uint64_t get = nv_reader_get(r);

    nv_ib_track(r);
    regs[R_NV_PBDMA_GET] = get;
    regs[R_NV_PBDMA_GET_HI] = get >> 32;
    regs[R_NV_PBDMA_PUT] = r->put;
    regs[R_NV_PBDMA_PUT_HI] = r->put >> 32;
    regs[R_NV_PBDMA_GP_GET] = r->ib.get;
    regs[R_NV_PBDMA_GP_FETCH] = r->ib.get;
    regs[R_NV_PBDMA_TOP_LEVEL_GET] = r->ib.mget;
    regs[R_NV_PBDMA_TOP_LEVEL_GET_HI] =
        FIELD_DP32(r->ib.mget >> 32, NV_PBDMA_TOP_LEVEL_GET_HI, VALID,
                   r->ib.mget_val);
    regs[R_NV_PBDMA_PB_HEADER] = nv_pbdma_header(b);
    regs[R_NV_PBDMA_PB_COUNT] = FIELD_DP32(0, NV_PBDMA_PB_COUNT, VALUE,
                                           b->count);
    nv_count(r->gpu, COMMANDS, b->commands);
    nv_count(r->gpu, METHODS, b->methods);
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
        .chid = b->in.chid,
        .subc = FIELD_EX32(*method, NV_PBDMA_METHOD0, SUBC),
        .mthd = FIELD_EX32(*method, NV_PBDMA_METHOD0, ADDRESS) * 4,
        .step = 4,
        .count = 1,
        .data = &data,
    };

    /* An acquire that begins to wait again stays where it is. */
    if (!nv_pbdma_deliver(b, &run) ||
        nv_pbdma_acquiring(b->in.gpu, b->id)) {
        return false;
    }
    *method = FIELD_DP32(*method, NV_PBDMA_METHOD0, VALID, 0);
    b->methods++;
    return true;
}

/* Submit what the piece holds of the current command, up to @budget. */
static void nv_pbdma_submit(NVPbdma *b, int64_t budget)
{
    NVPushReader *r = &b->in;
    uint32_t count = MIN(MIN(b->count, r->end - r->pos), MAX(budget, 1));
    const uint32_t *from = r->pos;
    uint64_t get = nv_reader_get(r);
    uint32_t done;
    NVRun run = {
        .chid = b->in.chid,
        .subc = b->subc,
        .mthd = b->mthd,
        .step = b->step,
        .count = b->first ? 1 : count,
        .data = r->pos,
    };

    r->gpu->probes.addr = get;
    done = b->drops ? run.count : nv_pbdma_deliver(b, &run);
    r->gpu->probes.addr = NV_PROBE_NOWHERE;
    b->methods += b->drops ? 0 : done;
    r->pos += done;
    b->count -= done;
    b->mthd = (b->mthd + done * b->step) % NVC0_MTHD_END;
    if (b->intr) {
        nv_pbdma_keep(b, b->subc, b->mthd, nv_push_word(r->pos++));
        b->count--;
        b->mthd = (b->mthd + b->step) % NVC0_MTHD_END;
        done++;
    }
    nv_pbdma_crc_words(b, from, r->pos - from);
    nv_fifo_probe_words(r->gpu, b->in.chid, get, from, r->pos - from);
    if (b->first && done) {
        b->first = false;
        b->step = 0;
    }
}

/* --- Commands --------------------------------------------------------- */

static void nv_pbdma_methods(NVPbdma *b, const NVC0Command *command)
{
    b->mthd = command->mthd;
    b->subc = command->subc;
    b->step = command->step;
    b->count = command->count;
    b->first = command->once;
}

/* Skip the rest of the segment. */
static void nv_pbdma_end_segment(NVPbdma *b)
{
    NVPushReader *r = &b->in;

    r->start = r->put;
    r->words = r->pos = r->end = NULL;
    nv_ib_track(r);
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
    trace_nv_pfifo_sli_conditional(b->in.chid, mask, (mask & own) != 0);
    nv_pbdma_load_subdevice(b);
    if (b->drops && nv_pbdma_conditional(b)) {
        nv_pbdma_end_segment(b);
    }
}

/* A method whose parameter is in the command; the pushbuffer may end there. */
static NVRun nv_pbdma_immediate(NVPbdma *b, const NVC0Command *command)
{
    NVRun run = {
        .chid = b->in.chid,
        .subc = command->subc,
        .mthd = command->mthd,
        .step = 4,
        .count = 1,
        .data = &command->data,
    };

    b->mthd = run.mthd;
    b->subc = run.subc;
    b->step = 0;
    b->count = 0;
    return run;
}

/* Returns false if it isn't to be executed now. */
static bool nv_pbdma_read_command(NVPbdma *b, NVC0Command *command)
{
    NVPushReader *r = &b->in;
    uint32_t word = nv_push_word(r->pos);

    if (unlikely(r->probed) &&
        !nv_fifo_probe_command(r->gpu, r->chid, nv_reader_get(r), &word)) {
        r->stalled = true;
        return false;
    }
    r->pos++;
    *command = nvc0_command_decode(word);
    b->regs[R_NV_PBDMA_HDR_SHADOW] = word;
    b->first = false;
    nv_pbdma_crc_words(b, &word, 1);
    b->commands++;
    if (unlikely(r->watched)) {
        trace_nv_pfifo_command(r->chid, nv_reader_get(r) - 4, word);
    }
    return true;
}

static void nv_pbdma_command(NVPbdma *b)
{
    NVC0Command command;
    NVRun run;

    if (!nv_pbdma_read_command(b, &command)) {
        return;
    }
    switch (command.kind) {
    case NVC0_COMMAND_METHODS:
        nv_pbdma_methods(b, &command);
        break;
    case NVC0_COMMAND_IMMEDIATE:
        run = nv_pbdma_immediate(b, &command);
        if (b->drops) {
            break;
        }
        if (nv_pbdma_deliver(b, &run)) {
            b->methods++;
        } else {
            nv_pbdma_keep(b, run.subc, run.mthd, command.data);
        }
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
    NVPushReader *r = &b->in;
    uint64_t at = nv_reader_get(r) - (b->intr & NV_PBDMA_OF_WORD ? 4 : 0);
    const NVGuestError error = nv_pbdma_error(r->gpu, b->id, b->intr, at);

    nv_probe_done(r->gpu, NV_PROBE_METHOD, b->in.chid);
    if (error.kind == NV_ERROR_SOFTWARE) {
        nv_guest_error_unlogged(r->gpu, &error);
    } else {
        nv_guest_error(r->gpu, &error, "channel %u: PBDMA%u stops: intr 0x%08x "
                       "get 0x%010" PRIx64 " command 0x%08x method 0x%08x data "
                       "0x%08x", b->in.chid, b->id, b->intr, nv_reader_get(r),
                       b->regs[R_NV_PBDMA_HDR_SHADOW],
                       b->regs[R_NV_PBDMA_METHOD0],
                       b->regs[R_NV_PBDMA_DATA0]);
    }
    nv_pbdma_raise(r->gpu, b->id, b->intr);
}

/* The express loop calls engines past their queues, and has no checksums. */
static bool nv_pbdma_may_express(const NVPbdma *b)
{
    return !b->in.fifo->latency && !b->drops &&
           !b->in.gpu->pbdma_crc && !b->in.probed;
}

/*
 * Go on with the next entry, or the next piece, if this one has ended.  To find
 * nothing costs nothing: budget that is used up tells of progress.  Returns
 * false if there are no words now.
 */
static bool nv_pbdma_find_words(NVPbdma *b, int64_t *budget)
{
    NVPushReader *r = &b->in;

    nv_reader_refresh(r);
    if (likely(r->pos != r->end)) {
        return true;
    }
    if (nv_reader_get(r) == r->put) {
        *budget -= nv_ib_pending(r);
        r->stalled = !nv_pbdma_next_entry(b);
        return false;
    }
    return nv_reader_seek(r, nv_reader_get(r));
}

/* Execute the commands that the fast path can; false: a command follows. */
static bool nv_pbdma_by_express(NVPbdma *b, int64_t *budget)
{
    NVPushReader *r = &b->in;

    if (!nv_pbdma_may_express(b)) {
        return false;
    }
    nv_pbdma_express(b, budget);
    return r->pos == r->end || b->count || *budget <= 0 || r->stalled ||
           r->fifo->held.memory_written;
}

static NVPbdmaEnd nv_pbdma_end(const NVPbdma *b)
{
    if (b->intr || b->in.error) {
        return NV_PBDMA_BLOCKED;
    }
    if (b->moves) {
        return NV_PBDMA_MOVES;
    }
    if (b->yield || !b->in.stalled) {
        return NV_PBDMA_MORE;
    }
    if (nv_pbdma_acquiring(b->in.gpu, b->id)) {
        return NV_PBDMA_WAIT;
    }
    return nv_pbdma_has_work(b->regs) ? NV_PBDMA_BLOCKED : NV_PBDMA_IDLE;
}

/* After a fault the PBDMA stops until the driver removes the channel. */
static void nv_pbdma_finish(NVPbdma *b)
{
    NVGPU *gpu = b->in.gpu;

    nv_pbdma_store(b);
    nvc0_user_show(gpu, b->id);
    if (b->in.error) {
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
        .regs = &NV_PBDMA_R(gpu, id, NV_PBDMA_GP_PUT),
        .engines = nv_pbdma_chip(gpu)->fixed
            ? nv_pbdmas(gpu)->subchannels[id]
            : &NV_PBDMA_R(gpu, id, NV_PBDMA_ENGINES_0),
        .in = {
            .gpu = gpu,
            .fifo = gpu->fifo,
            .chid = nv_pbdma_channel(gpu, id),
            .address_mask = NV_WIDE_ADDRESS,
            .watched = NV_PROBED(gpu, WORK) ||
                       trace_event_get_state_backends(TRACE_NV_PFIFO_COMMAND) ||
                       trace_event_get_state_backends(TRACE_NV_PFIFO_METHOD),
            .probed = nv_fifo_probed(gpu),
        },
        .run.chid = nv_pbdma_channel(gpu, id),
    };
    nv_pbdma_load(b);
    b->intr = nv_pbdma_wrong_pointers(b->regs);
    if (b->intr) {
        nv_pbdma_report(b);
        return false;
    }
    gpu->fifo->unit = id;
    gpu->fifo->selected = NV_FIFO_NONE_SELECTED;
    nv_fetch_drop_all(gpu->fifo);
    gpu->chip->fifo->ops->load_object(&b->in);
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
    while (*budget > 0 && !b.intr && !b.in.error && !b.in.stalled) {
        if (nv_pbdma_find_words(&b, budget) &&
            (b.count || !nv_pbdma_by_express(&b, budget))) {
            const uint32_t *from = b.in.pos;

            if (b.count) {
                nv_pbdma_submit(&b, *budget);
            } else {
                nv_pbdma_command(&b);
            }
            *budget -= b.in.words ? b.in.pos - from : 1;
        }
        b.in.stalled |= gpu->probes.stopped;
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
    b.methods = done;
    nv_pbdma_finish(&b);
    return done;
}
