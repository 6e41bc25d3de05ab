/*
 * NVIDIA GPU: commands that go straight through a PBDMA, NVC0+
 *
 * As express.h's loop, which says what it is good for: commands that lie in one
 * piece, whose methods go to the engine that was used last.  The first one that
 * is different is left to pbdma.c, which could execute all of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pbdma.h"

/**
 * struct NVPbdmaExpress - what has been executed
 *
 * @header: first word of the last command
 * @left: how many of its methods haven't been
 * @commands: commands
 * @methods: methods of all of them
 * @stopped: the last one hasn't been executed as a whole, or lets nothing
 *           follow
 */
typedef struct NVPbdmaExpress {
    uint32_t header;
    uint32_t left;
    uint32_t commands;
    uint32_t methods;
    bool stopped;
} NVPbdmaExpress;

/* --- Entries ---------------------------------------------------------- */

/* As nv_ib_row_next(); an entry with flags in its low word is different. */
static inline QEMU_ALWAYS_INLINE bool nv_pbdma_row_next(NVIbRow *row)
{
    uint32_t low, high, offset, words;

    if (row->next == row->last) {
        return false;
    }
    low = nv_push_word(&row->next[0]);
    high = nv_push_word(&row->next[1]);
    offset = low - row->start;
    words = FIELD_EX32(high, NVC0_GP_ENTRY_1, LENGTH);
    if (((high ^ row->high) & ~R_NVC0_GP_ENTRY_1_LENGTH_MASK) || offset % 4 ||
        !words || offset + words * UINT64_C(4) > row->size ||
        words >= row->left) {
        return false;
    }
    row->next += 2;
    row->left -= words + 1;
    row->from = row->words + offset / 4;
    row->end = row->from + words;
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

/* Has the engine of a command's subchannel expect methods; false: it can't. */
static inline QEMU_ALWAYS_INLINE bool
nv_pbdma_select(NVPbdma *b, uint32_t word)
{
    NVPusher *p = &b->push;
    unsigned subc = FIELD_EX32(word, NVC0_COMMAND, SUBC);
    unsigned id = nv_pbdma_subchannel_engine(b, subc);

    p->fifo->selected = NV_FIFO_NONE_SELECTED;
    if (p->fifo->held.memory_written || id >= NVC0_ENGINES ||
        !nv_pbdma_enter_engine(b, id, subc)) {
        return false;
    }
    p->engine = nv_fifo_engine(p->gpu, id);
    if (!nv_fifo_engine_select(p->gpu, p->engine, b->chid, subc)) {
        return false;
    }
    p->run.subc = subc;
    p->fifo->selected = word & R_NVC0_COMMAND_SUBC_MASK;
    return true;
}

/* --- Commands --------------------------------------------------------- */

/* NVRun.step of commands whose parameters follow them; others have none. */
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
    const NVPusher *p = &b->push;

    trace_nv_pfifo_command(b->chid, p->start + (pos - p->words) * 4, word);
    for (uint32_t i = 0; i < count; i++) {
        trace_nv_pfifo_method(b->chid, FIELD_EX32(word, NVC0_COMMAND, SUBC),
                              nv_run_mthd(&p->run, i),
                              nv_push_word(&p->run.data[i]));
    }
}

/* Most submissions of a driver end with a reference, or a semaphore. */
static inline QEMU_ALWAYS_INLINE uint32_t
nv_pbdma_express_host(NVPbdma *b, uint32_t word)
{
    const NVRun *run = &b->push.run;

    return run->mthd == NVC0_MTHD_SET_REFERENCE && run->count == 1
        ? nv_pbdma_deliver_reference(b, run)
        : nv_pbdma_deliver_host(b, FIELD_EX32(word, NVC0_COMMAND, SUBC), run);
}

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

/*
 * Has the run of a command's methods ready.  Returns the next one's place; NULL
 * if it isn't one of those that this is for.
 */
static inline QEMU_ALWAYS_INLINE const uint32_t *
nv_pbdma_express_decode(NVPbdma *b, const uint32_t *pos, uint32_t word)
{
    NVRun *run = &b->push.run;
    unsigned opcode = FIELD_EX32(word, NVC0_COMMAND, OPCODE);
    uint32_t count = FIELD_EX32(word, NVC0_COMMAND, COUNT);

    run->mthd = FIELD_EX32(word, NVC0_COMMAND, METHOD) * 4;
    run->step = nv_pbdma_step[opcode];
    if (likely(run->step != NO_STEP)) {
        run->count = count;
        run->data = pos + 1;
        return pos + 1 + count;
    }
    if (opcode != NVC0_OPCODE_IMMEDIATE) {
        return NULL;
    }
    b->immediate = count;
    run->step = 4;
    run->count = 1;
    run->data = &b->immediate;
    return pos + 1;
}

/* There is something to do, and methods don't wrap. */
static inline QEMU_ALWAYS_INLINE bool nv_pbdma_express_plain(const NVRun *run,
                                                             uint32_t word)
{
    uint32_t words = NVC0_MTHD_END / 4 - FIELD_EX32(word, NVC0_COMMAND,
                                                    METHOD);

    if (likely(run->count - 1 < words)) {
        return true;
    }
    return run->count && (!run->step || (run->step == NV_STEP_ONCE &&
                                         words > 1));
}

/* The host's own, which need no engine: others aren't among them. */
static inline bool nv_pbdma_express_alike(const NVRun *run)
{
    return run->step != NV_STEP_ONCE &&
           (!run->step || run->count <= (NV_MTHD_ENGINE - run->mthd) / 4);
}

/*
 * Commands up to @end, and those of the entries in @row.  As in express.h, what
 * is needed after a command has to fit the registers that are kept meanwhile.
 */
static inline QEMU_ALWAYS_INLINE void
nv_pbdma_express_row(NVPbdma *b, NVIbRow *row, NVPbdmaExpress *done,
                     bool watched)
{
    NVPusher *p = &b->push;
    NVRun *run = &p->run;
    const uint32_t *pos = p->pos;
    const uint32_t *end = row->end;

    while (true) {
        const uint32_t *command, *next;
        uint32_t word, taken;

        if (unlikely(pos == end)) {
            if (!nv_pbdma_row_next(row)) {
                break;
            }
            pos = row->from;
            end = row->end;
        }
        __builtin_prefetch((const void *)((uintptr_t)pos + p->page_stride));
        word = nv_push_word(pos);
        next = nv_pbdma_express_decode(b, pos, word);
        if (unlikely(!next || next > end ||
                     !nv_pbdma_express_plain(run, word))) {
            break;
        }
        command = pos;
        if (unlikely(run->mthd < NV_MTHD_ENGINE)) {
            if (!nv_pbdma_express_alike(run)) {
                break;
            }
            pos = next;
            done->header = word;
            taken = nv_pbdma_express_host(b, word);
            nv_pbdma_express_count(b, command, taken, done, watched);
            if (likely(taken == run->count && !p->stalled)) {
                continue;
            }
        } else {
            if (unlikely((word & R_NVC0_COMMAND_SUBC_MASK) !=
                         p->fifo->selected) && !nv_pbdma_select(b, word)) {
                break;
            }
            pos = next;
            done->header = word;
            taken = p->engine->run(p->gpu, run);
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
    p->pos = pos;
}

static void G_GNUC_NO_INLINE QEMU_ALIGNED(64)
nv_pbdma_express_fast(NVPbdma *b, NVIbRow *row, NVPbdmaExpress *done)
{
    NVIbRow copy = *row;

    nv_pbdma_express_row(b, &copy, done, false);
    *row = copy;
}

/* The same, and tells of each command and method; the row has one entry. */
static void G_GNUC_NO_INLINE
nv_pbdma_express_watched(NVPbdma *b, NVIbRow *row, NVPbdmaExpress *done)
{
    row->last = row->next;
    nv_pbdma_express_row(b, row, done, true);
}

/* --- State ------------------------------------------------------------ */

/* What the last command has left, as pbdma.c leaves it */
static void nv_pbdma_express_settle(NVPbdma *b, const NVPbdmaExpress *done)
{
    NVPusher *p = &b->push;
    uint32_t word = done->header;
    unsigned opcode = FIELD_EX32(word, NVC0_COMMAND, OPCODE);
    uint32_t count = FIELD_EX32(word, NVC0_COMMAND, COUNT);
    NVRun run = {
        .mthd = FIELD_EX32(word, NVC0_COMMAND, METHOD) * 4,
        .step = nv_pbdma_step[opcode],
    };

    p->commands += done->commands;
    p->methods += done->methods;
    nv_count(p->gpu, EXPRESS, done->methods);
    if (!done->commands) {
        return;
    }
    b->regs[R_NV_PBDMA_HDR_SHADOW] = word;
    p->subc = FIELD_EX32(word, NVC0_COMMAND, SUBC);
    if (opcode == NVC0_OPCODE_IMMEDIATE) {
        p->mthd = run.mthd;
        p->step = p->count = b->first = 0;
        if (done->left) {
            nv_pbdma_keep(b, p->subc, p->mthd, count);
        }
        return;
    }
    p->count = done->left;
    p->mthd = nv_run_mthd(&run, count - done->left) % NVC0_MTHD_END;
    b->first = run.step == NV_STEP_ONCE && done->left == count;
    p->step = run.step == 4 || b->first ? 4 : 0;
    if (b->intr) {
        nv_pbdma_keep(b, p->subc, p->mthd, nv_push_word(p->pos++));
        p->count--;
        p->mthd = (p->mthd + p->step) % NVC0_MTHD_END;
        p->step = b->first ? 0 : p->step;
        b->first = false;
    }
}

void nv_pbdma_express(NVPbdma *b, int64_t *budget)
{
    NVPusher *p = &b->push;
    const uint32_t *end = p->pos + MIN(p->end - p->pos, *budget);
    NVPbdmaExpress done = { };
    NVIbRow row;

    nv_ib_row_begin(p, end, *budget, &row);
    if (unlikely(p->start >> 32 == p->address_mask >> 32 &&
                 row.start + row.size == 0)) {
        /* An entry that ends where addresses do is wrong. */
        row.size -= MIN(row.size, 4);
    }
    if (unlikely(p->watched)) {
        nv_pbdma_express_watched(b, &row, &done);
    } else {
        nv_pbdma_express_fast(b, &row, &done);
    }
    if (nv_ib_row_end(p, &row)) {
        nv_pbdma_show_entry(b, &row);
    }
    *budget -= row.used;
    nv_pbdma_express_settle(b, &done);
    if (done.stopped) {
        p->stalled = true;
    }
}
