/*
 * NVIDIA GPU: commands that go straight through a PBDMA, NVC0+
 *
 * Like express.h's loop, which explains its purpose: commands that lie in one
 * piece, whose methods go to the engine that was used last.  The first command
 * that is different is left to pbdma.c, which could execute all of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/fetch.h"
#include "hw/nv/fifo/ib.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/queue.h"
#include "hw/nv/fifo/reader.h"
#include "pbdma-command.h"
#include "pbdma-engine.h"
#include "pbdma-entry.h"
#include "pbdma-express.h"
#include "pbdma-host.h"
#include "pbdma.h"
#include "trace/trace-hw_nv.h"

/**
 * struct NVPbdmaExpress - what has been executed
 *
 * @commands: commands
 * @header: first word of the last one
 * @methods: methods of all of them
 * @left: how many of the last one's are still to be executed
 * @stopped: the last one waits, is wrong, or nothing may follow it yet
 *
 * The counters aren't adjacent: a wide load of what has just been stored in
 * parts would stall.
 */
typedef struct NVPbdmaExpress {
    uint32_t commands;
    uint32_t header;
    uint32_t methods;
    uint32_t left;
    bool stopped;
} NVPbdmaExpress;

/* --- Entries ---------------------------------------------------------- */

/* Both words of an entry that is held, which are in the host's order */
static inline uint64_t nv_pbdma_row_entry(const uint32_t *words)
{
    uint64_t entry = ldq_he_p(words);

    return HOST_BIG_ENDIAN ? rol64(entry, 32) : entry;
}

/*
 * Like nv_ib_row_next(); entries with flags in the low word aren't handled.
 * Many entries are short, so this counts in bytes, which saves scaling, and
 * checks for values below zero once.
 */
static inline QEMU_ALWAYS_INLINE bool nv_pbdma_row_next(NVIbRow *row)
{
    const unsigned bytes = 32 + R_NVC0_GP_ENTRY_1_LENGTH_SHIFT - 2;
    const uint64_t flags = ~((uint64_t)R_NVC0_GP_ENTRY_1_LENGTH_MASK << 32 |
                             R_NVC0_GP_ENTRY_0_ADDRESS_MASK);
    const uint32_t *next = row->next;
    uint64_t entry;
    uint32_t offset;
    int64_t size, room, left;

    if (next == row->last) {
        return false;
    }
    entry = nv_pbdma_row_entry(next);
    offset = entry - row->start;
    size = entry >> bytes & R_NVC0_GP_ENTRY_1_LENGTH_MASK >> (bytes - 32);
    room = row->size - (offset + size);
    left = row->left - (size / 4 + 1);
    if ((entry ^ row->flags) & flags || ((size - 1) | room | left) < 0) {
        return false;
    }
    row->next = next + 2;
    row->left = left;
    row->from = (const void *)((uintptr_t)row->words + offset);
    row->end = (const void *)((uintptr_t)row->from + size);
    return true;
}

/* Whether an entry may end where the address space does, which is an error */
static bool nv_pbdma_row_may_be_last(const NVPushReader *r)
{
    return r->start >> 32 == r->address_mask >> 32;
}

/*
 * Go on with an entry in the next piece, if that has been looked up.  Returns
 * false, and has done nothing, if it hasn't: the caller then handles the entry.
 */
static bool G_GNUC_NO_INLINE nv_pbdma_row_turn(NVPushReader *r, NVIbRow *row)
{
    NVIbRow turned = *row;
    const NVFetch *fetch;

    if (row->next == row->last || nv_pbdma_row_may_be_last(r)) {
        return false;
    }
    fetch = nv_reader_at_hand(r, deposit64(r->start, 0, 32,
                                           nv_push_word(row->next)));
    if (!fetch) {
        return false;
    }
    nv_ib_row_use(&turned, fetch);
    if (!nv_pbdma_row_next(&turned)) {
        return false;
    }
    *row = turned;
    r->words = fetch->words;
    r->start = fetch->start;
    r->page_stride = fetch->page_stride;
    return true;
}

/* The registers that show an entry show the last one. */
static void nv_pbdma_show_entry(NVPbdma *b, const NVIbRow *row)
{
    uint32_t low = nv_push_word(&row->next[-2]);
    uint32_t high = nv_push_word(&row->next[-1]);

    b->regs[R_NV_PBDMA_GP_SHADOW_0] = low;
    b->regs[R_NV_PBDMA_GP_SHADOW_1] = high;
    b->regs[R_NV_PBDMA_PB_FETCH] = low;
    b->regs[R_NV_PBDMA_PB_FETCH_HI] = high;
    b->regs[R_NV_PBDMA_GP_FLAGS] &= R_NV_PBDMA_GP_FLAGS_PRIV_MASK |
                                    R_NV_PBDMA_GP_FLAGS_NON_MAIN_MASK;
}

/* --- Methods ---------------------------------------------------------- */

/*
 * An engine that is always idle, and for which methods' subchannels make no
 * difference, can be left and entered again at any time.
 */
static bool nv_pbdma_is_plain(const NVEngine *engine)
{
    return !engine->idle && !engine->select;
}

/* TARGET has to be right wherever other code can see it. */
static void nv_pbdma_show_target(NVPbdma *b)
{
    uint64_t selected = b->in.fifo->selected;
    const NVPbdmaEntered *entered;

    if (selected == NV_FIFO_NONE_SELECTED) {
        return;
    }
    entered = &b->entered[selected >> R_NVC0_COMMAND_SUBC_SHIFT];
    if (entered->engine) {
        b->regs[R_NV_PBDMA_TARGET] = entered->target;
    }
}

static void nv_pbdma_forget_entered(NVPbdma *b)
{
    memset(b->entered, 0, sizeof(b->entered));
}

/* Record how to enter the engine again without checks, or forget that. */
static void nv_pbdma_keep_entered(NVPbdma *b, unsigned subc)
{
    if (!nv_pbdma_is_plain(b->engine)) {
        nv_pbdma_forget_entered(b);
        return;
    }
    b->entered[subc] = (NVPbdmaEntered) {
        .engine = b->engine,
        .target = b->regs[R_NV_PBDMA_TARGET],
    };
}

static bool G_GNUC_NO_INLINE nv_pbdma_enter(NVPbdma *b, unsigned subc)
{
    NVPushReader *r = &b->in;
    unsigned id = nv_pbdma_subchannel_engine(b, subc);

    if (r->fifo->selected == NV_FIFO_NONE_SELECTED) {
        nv_pbdma_forget_entered(b);
    }
    nv_pbdma_show_target(b);
    r->fifo->selected = NV_FIFO_NONE_SELECTED;
    if (r->fifo->held.memory_written || !nv_pbdma_has_engine(r->gpu, id) ||
        !nv_pbdma_enter_engine(b, id, subc)) {
        return false;
    }
    b->engine = nv_fifo_engine(r->gpu, id);
    if (!nv_fifo_engine_select(r->gpu, b->engine, b->in.chid, subc)) {
        return false;
    }
    nv_pbdma_keep_entered(b, subc);
    return true;
}

/* Without any of these bits, a command has no methods that wrap. */
#define NV_PBDMA_MAY_WRAP \
    (R_NVC0_COMMAND_METHOD_TOP_MASK | R_NVC0_COMMAND_COUNT_TOP_MASK)

/*
 * Select the engine of another subchannel; returns false if it can't take
 * methods now.  @key is what NVFifo.selected becomes.
 */
static inline QEMU_ALWAYS_INLINE bool
nv_pbdma_select(NVPbdma *b, uint64_t key)
{
    NVPushReader *r = &b->in;
    NVFifo *fifo = r->fifo;
    uintptr_t subc = key >> R_NVC0_COMMAND_SUBC_SHIFT;
    const NVPbdmaEntered *entered = &b->entered[subc];

    if (likely(entered->engine && fifo->selected != NV_FIFO_NONE_SELECTED)) {
        b->engine = entered->engine;
    } else if (!nv_pbdma_enter(b, subc)) {
        return false;
    }
    b->run.subc = subc;
    fifo->selected = key;
    return true;
}

/* --- Commands --------------------------------------------------------- */

/* NVRun.step of commands followed by their parameters; others have none. */
#define NO_STEP 0xff
static const uint8_t nv_pbdma_step[] = {
    [NVC0_OPCODE_GROUP_0] = NO_STEP,
    [NVC0_OPCODE_INC] = 4,
    [NVC0_OPCODE_GROUP_2] = NO_STEP,
    [NVC0_OPCODE_NON_INC] = 0,
    [NVC0_OPCODE_IMMEDIATE] = NO_STEP,
    [NVC0_OPCODE_ONE_INC] = NV_STEP_ONCE,
    [NVC0_OPCODE_RESERVED] = NO_STEP,
    [NVC0_OPCODE_END_SEGMENT] = NO_STEP,
};

static void nv_pbdma_express_trace(const NVPbdma *b, const uint32_t *pos,
                                   uint32_t word, uint32_t count)
{
    const NVPushReader *r = &b->in;

    trace_nv_pfifo_command(b->in.chid, r->start + (pos - r->words) * 4, word);
    if (!trace_event_get_state_backends(TRACE_NV_PFIFO_METHOD)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        trace_nv_pfifo_method(b->in.chid, FIELD_EX32(word, NVC0_COMMAND, SUBC),
                              nv_run_mthd(&b->run, i),
                              nv_push_word(&b->run.data[i]));
    }
}

/* Like nv_queue_run(), before and after methods */
static inline void nv_pbdma_express_probe_work(const NVPbdma *b,
                                               uint32_t methods)
{
    const NVPushReader *r = &b->in;

    nv_fifo_probe_work(r->gpu, nv_pbdma_subchannel_engine(b, b->run.subc),
                       b->in.chid, methods);
}

/* The first word of a command, except for its subchannel */
#define NV_PBDMA_INC(_mthd, _count) \
    ((uint32_t)NVC0_OPCODE_INC << R_NVC0_COMMAND_OPCODE_SHIFT | \
     (_count) << R_NVC0_COMMAND_COUNT_SHIFT | (_mthd) / 4)

/*
 * Most of a driver's submissions end with a reference, or a semaphore.  They
 * are recognised by their first words: the run's members have just been stored,
 * and reading them in other sizes would stall.
 */
#define NV_PBDMA_REFERENCE NV_PBDMA_INC(NVC0_MTHD_SET_REFERENCE, 1)
#define NV_PBDMA_SEMAPHORE NV_PBDMA_INC(NVC0_MTHD_SEMAPHORE_A, 4)

/* @taken methods of the last command have been executed. */
static inline QEMU_ALWAYS_INLINE void
nv_pbdma_express_count(const NVPbdma *b, const uint32_t *pos, uint32_t taken,
                       NVPbdmaExpress *done, bool watched)
{
    done->commands++;
    done->methods += taken;
    if (watched) {
        nv_pbdma_express_trace(b, pos, done->header, taken);
    }
}

/* Bytes of a command's parameters: finding the next command waits for this. */
static inline QEMU_ALWAYS_INLINE uint32_t nv_pbdma_express_size(uint32_t word)
{
    const unsigned bytes = R_NVC0_COMMAND_COUNT_SHIFT - 2;

    return word >> bytes & R_NVC0_COMMAND_COUNT_MASK >> bytes;
}

/*
 * Prepare the run of a command's methods.  @next is the next command's place,
 * @key what NVFifo.selected is if an engine is selected and the methods can't
 * wrap (tested in one go), or else its subchannel and NV_PBDMA_MAY_WRAP.
 * Returns false if the command isn't handled here, has no methods, or crosses
 * @end.
 */
static inline QEMU_ALWAYS_INLINE bool
nv_pbdma_express_decode(NVPbdma *b, const uint32_t *pos, const uint32_t *end,
                        uint32_t word, const uint32_t **next, uint64_t *key)
{
    NVRun *run = &b->run;
    unsigned opcode = FIELD_EX32(word, NVC0_COMMAND, OPCODE);
    uint32_t size = nv_pbdma_express_size(word);
    uint32_t mthd = word << 2 & (NVC0_MTHD_END - 4);

    run->mthd = mthd;
    run->step = 4;
    if (unlikely(opcode != NVC0_OPCODE_INC)) {
        if (opcode == NVC0_OPCODE_IMMEDIATE) {
            /* The field that is the count of others is the data. */
            *key = word & (R_NVC0_COMMAND_SUBC_MASK |
                           R_NVC0_COMMAND_METHOD_TOP_MASK);
            b->immediate = size / 4;
            run->count = 1;
            run->data = &b->immediate;
            *next = pos + 1;
            return true;
        }
        run->step = nv_pbdma_step[opcode];
        if (run->step == NO_STEP) {
            return false;
        }
    }
    *key = word & (R_NVC0_COMMAND_SUBC_MASK | NV_PBDMA_MAY_WRAP);
    run->count = size / 4;
    run->data = pos + 1;
    *next = (const void *)((uintptr_t)run->data + size);
    return size && *next <= end;
}

/* Whether the methods don't wrap */
static inline QEMU_ALWAYS_INLINE bool nv_pbdma_express_plain(const NVRun *run,
                                                             uint64_t key)
{
    uint32_t words = (NVC0_MTHD_END - run->mthd) / 4;

    return !(key & NV_PBDMA_MAY_WRAP) || !run->step || run->count <= words ||
           (run->step == NV_STEP_ONCE && words > 1);
}

/* Whether all are the host's own methods, given that the first one is */
static inline bool nv_pbdma_express_alike(const NVRun *run)
{
    return run->step != NV_STEP_ONCE &&
           (!run->step || run->count <= (NV_MTHD_ENGINE - run->mthd) / 4);
}

/* Execute @taken of the host's own methods; false: pbdma.c has to do it. */
static inline QEMU_ALWAYS_INLINE bool
nv_pbdma_express_host(NVPbdma *b, uint32_t word, uint64_t key,
                      NVPbdmaExpress *done, uint32_t *taken)
{
    const NVRun *run = &b->run;
    uint32_t kind = word & ~R_NVC0_COMMAND_SUBC_MASK;
    unsigned subc = FIELD_EX32(word, NVC0_COMMAND, SUBC);

    if (kind == NV_PBDMA_REFERENCE) {
        done->header = word;
        *taken = nv_pbdma_deliver_reference(b, run);
    } else if (kind == NV_PBDMA_SEMAPHORE) {
        done->header = word;
        *taken = nv_pbdma_deliver_semaphore(b, subc, run);
    } else if (nv_pbdma_express_alike(run) &&
               nv_pbdma_express_plain(run, key)) {
        done->header = word;
        *taken = nv_pbdma_deliver_host(b, subc, run);
    } else {
        return false;
    }
    return true;
}

/* Select a command's engine; false: it can't take methods, or they wrap. */
static inline QEMU_ALWAYS_INLINE bool
nv_pbdma_express_select(NVPbdma *b, uint64_t key)
{
    if (likely(key == b->in.fifo->selected)) {
        return true;
    }
    if (key & NV_PBDMA_MAY_WRAP) {
        if (!nv_pbdma_express_plain(&b->run, key)) {
            return false;
        }
        key &= R_NVC0_COMMAND_SUBC_MASK;
        if (key == b->in.fifo->selected) {
            return true;
        }
    }
    return nv_pbdma_select(b, key);
}

/*
 * Execute commands up to the end of @row.  As in express.h, what is needed
 * after a command has to fit the registers that survive the call: that is why
 * @row and most of @done stay in memory.
 */
static inline QEMU_ALWAYS_INLINE void
nv_pbdma_express_row(NVPbdma *b, NVIbRow *row, NVPbdmaExpress *done,
                     bool watched)
{
    NVPushReader *r = &b->in;
    NVRun *run = &b->run;
    const uint32_t *pos = r->pos;
    const uint32_t *end = row->end;

    while (true) {
        const uint32_t *command, *next;
        uint32_t word, taken;
        uint64_t key;

        if (unlikely(pos == end)) {
            if (!nv_pbdma_row_next(row) && !nv_pbdma_row_turn(r, row)) {
                break;
            }
            pos = row->from;
            end = row->end;
        }
        __builtin_prefetch((const void *)((uintptr_t)pos + r->page_stride));
        word = nv_push_word(pos);
        if (unlikely(!nv_pbdma_express_decode(b, pos, end, word, &next,
                                              &key))) {
            break;
        }
        command = pos;
        if (unlikely(run->mthd < NV_MTHD_ENGINE)) {
            if (r->fifo->held.memory_written ||
                !nv_pbdma_express_host(b, word, key, done, &taken)) {
                break;
            }
            pos = next;
            nv_pbdma_express_count(b, command, taken, done, watched);
            if (likely(taken == run->count && !r->stalled)) {
                continue;
            }
        } else {
            if (!nv_pbdma_express_select(b, key)) {
                break;
            }
            pos = next;
            done->header = word;
            if (watched) {
                nv_pbdma_express_probe_work(b, 0);
            }
            taken = b->engine->run(r->gpu, run);
            if (watched) {
                nv_pbdma_express_probe_work(b, taken);
            }
            nv_pbdma_express_count(b, command, taken, done, watched);
            if (likely(taken == run->count)) {
                continue;
            }
        }
        done->stopped = true;
        done->left = run->count - taken;
        pos -= run->data == &b->immediate ? 0 : done->left;
        break;
    }
    r->pos = pos;
}

static void G_GNUC_NO_INLINE QEMU_ALIGNED(64)
nv_pbdma_express_fast(NVPbdma *b, NVIbRow *row, NVPbdmaExpress *done)
{
    nv_pbdma_express_row(b, row, done, false);
}

/* The same, traced command by command; the row has one entry. */
static void G_GNUC_NO_INLINE
nv_pbdma_express_watched(NVPbdma *b, NVIbRow *row, NVPbdmaExpress *done)
{
    row->last = row->next;
    nv_pbdma_express_row(b, row, done, true);
}

/* --- State ------------------------------------------------------------ */

/* Store the state after the last command as pbdma.c does. */
static void nv_pbdma_express_settle(NVPbdma *b, const NVPbdmaExpress *done)
{
    NVPushReader *r = &b->in;
    uint32_t word = done->header;
    unsigned opcode = FIELD_EX32(word, NVC0_COMMAND, OPCODE);
    uint32_t count = FIELD_EX32(word, NVC0_COMMAND, COUNT);
    NVRun run = {
        .mthd = FIELD_EX32(word, NVC0_COMMAND, METHOD) * 4,
        .step = nv_pbdma_step[opcode],
    };

    b->commands += done->commands;
    b->methods += done->methods;
    nv_count(r->gpu, METHODS_BY_EXPRESS, done->methods);
    if (!done->commands) {
        return;
    }
    b->regs[R_NV_PBDMA_HDR_SHADOW] = word;
    b->subc = FIELD_EX32(word, NVC0_COMMAND, SUBC);
    if (opcode == NVC0_OPCODE_IMMEDIATE) {
        b->mthd = run.mthd;
        b->step = b->count = b->first = 0;
        if (done->left) {
            nv_pbdma_keep(b, b->subc, b->mthd, count);
        }
        return;
    }
    b->count = done->left;
    b->mthd = nv_run_mthd(&run, count - done->left) % NVC0_MTHD_END;
    b->first = run.step == NV_STEP_ONCE && done->left == count;
    b->step = run.step == 4 || b->first ? 4 : 0;
    if (b->intr) {
        nv_pbdma_keep(b, b->subc, b->mthd, nv_push_word(r->pos++));
        b->count--;
        b->mthd = (b->mthd + b->step) % NVC0_MTHD_END;
        b->step = b->first ? 0 : b->step;
        b->first = false;
    }
}

/* Execute the commands of one piece, and of further entries within it. */
static void nv_pbdma_express_piece(NVPbdma *b, int64_t *budget,
                                   NVPbdmaExpress *done)
{
    NVPushReader *r = &b->in;
    const uint32_t *end = r->pos + MIN(r->end - r->pos, *budget);
    NVIbRow row;

    nv_ib_row_begin(r, end, *budget, &row);
    if (unlikely(nv_pbdma_row_may_be_last(r) && row.start + row.size == 0)) {
        row.size -= MIN(row.size, 4);
    }
    if (unlikely(r->watched)) {
        nv_pbdma_express_watched(b, &row, done);
    } else {
        nv_pbdma_express_fast(b, &row, done);
    }
    if (nv_ib_row_end(r, &row)) {
        nv_pbdma_show_entry(b, &row);
    }
    *budget -= row.used;
}

/* --- Pieces ----------------------------------------------------------- */

/* Go on with the entry's next piece, if there is one that was looked up. */
static bool nv_pbdma_express_turn(NVPushReader *r)
{
    uint64_t get = nv_reader_get(r);
    const NVFetch *fetch = get != r->put ? nv_reader_at_hand(r, get) : NULL;

    if (fetch) {
        nv_reader_use(r, fetch, get);
    }
    return fetch;
}

/* Give the engine @count methods of a command; false: it has taken fewer. */
static bool nv_pbdma_express_part(NVPbdma *b, NVPbdmaExpress *done,
                                  uint32_t count)
{
    NVPushReader *r = &b->in;
    uint32_t taken;

    b->run.count = count;
    b->run.data = r->pos;
    nv_pbdma_express_probe_work(b, 0);
    taken = count ? b->engine->run(r->gpu, &b->run) : 0;
    nv_pbdma_express_probe_work(b, taken);
    r->pos += taken;
    done->methods += taken;
    done->left -= taken;
    done->stopped = taken < count;
    return !done->stopped;
}

/*
 * Execute a command for an engine that crosses the end of a piece, as most
 * commands at the end of a page do.  Returns false if pbdma.c has to handle
 * the rest of the command, or what follows.
 */
static bool nv_pbdma_express_cut(NVPbdma *b, int64_t *budget,
                                 NVPbdmaExpress *done)
{
    NVPushReader *r = &b->in;
    NVRun *run = &b->run;
    uint32_t word = nv_push_word(r->pos);
    uint32_t there = r->end - r->pos - 1;
    const uint32_t *next;
    uint64_t key;

    if (!nv_pbdma_express_decode(b, r->pos, (void *)UINTPTR_MAX, word, &next,
                                 &key) ||
        next <= r->end || run->mthd < NV_MTHD_ENGINE ||
        run->count >= *budget || !nv_pbdma_express_select(b, key)) {
        return false;
    }
    done->header = word;
    done->left = run->count;
    done->commands++;
    r->pos++;
    *budget -= 1 + run->count;
    if (nv_pbdma_express_part(b, done, there)) {
        run->mthd = nv_run_mthd(run, there);
        run->step = run->step == NV_STEP_ONCE && there ? 0 : run->step;
        if ((key & R_NVC0_COMMAND_SUBC_MASK) == r->fifo->selected &&
            nv_pbdma_express_turn(r) &&
            r->end - r->pos >= done->left) {
            nv_pbdma_express_part(b, done, done->left);
        }
    }
    *budget += done->left;
    return !done->left;
}

/* Go on where a piece has ended; false: pbdma.c has to take over. */
static bool nv_pbdma_express_on(NVPbdma *b, int64_t *budget,
                                NVPbdmaExpress *done)
{
    NVPushReader *r = &b->in;

    if (done->stopped || *budget <= 0 || r->watched ||
        (r->pos != r->end && !nv_pbdma_express_cut(b, budget, done)) ||
        r->fifo->held.memory_written) {
        return false;
    }
    return r->pos != r->end || nv_pbdma_express_turn(r);
}

static void nv_pbdma_express_pieces(NVPbdma *b, int64_t *budget)
{
    NVPbdmaExpress done = { };

    do {
        nv_pbdma_express_piece(b, budget, &done);
    } while (nv_pbdma_express_on(b, budget, &done));
    nv_pbdma_show_target(b);
    nv_pbdma_express_settle(b, &done);
    if (done.stopped) {
        b->in.stalled = true;
    }
}

/*
 * Go on with an entry in another piece that has been looked up.  Returns false
 * if there is none, or it is invalid, or pbdma.c has to take a closer look.
 */
static bool nv_pbdma_express_entry(NVPbdma *b, int64_t *budget)
{
    NVPushReader *r = &b->in;

    if (r->pos != r->end || b->count || r->stalled || *budget <= 1 ||
        r->watched || r->fifo->held.memory_written ||
        nv_reader_get(r) != r->put) {
        return false;
    }
    --*budget;
    r->stalled = !nv_pbdma_next_entry(b);
    return !r->stalled && nv_pbdma_express_turn(r);
}

void nv_pbdma_express(NVPbdma *b, int64_t *budget)
{
    do {
        nv_pbdma_express_pieces(b, budget);
    } while (nv_pbdma_express_entry(b, budget));
}
