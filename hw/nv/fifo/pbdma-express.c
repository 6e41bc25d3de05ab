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
 * @header: first word of the last command, of whose methods @done have been
 * @done: methods
 * @commands: commands
 * @methods: methods of all of them
 * @stopped: the last one hasn't been executed as a whole, or lets nothing
 *           follow
 */
typedef struct NVPbdmaExpress {
    uint32_t header;
    uint32_t done;
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
    offset = low - row->start;
    high = nv_push_word(&row->next[1]);
    words = FIELD_EX32(high, NVC0_GP_ENTRY_1, LENGTH);
    if (((high ^ row->high) & ~R_NVC0_GP_ENTRY_1_LENGTH_MASK) ||
        offset >= row->size || offset % 4 ||
        words - 1 >= (row->size - offset) / 4 || words >= row->left) {
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
static bool G_GNUC_NO_INLINE nv_pbdma_select(NVPbdma *b, uint32_t word)
{
    NVPusher *p = &b->push;
    unsigned subc = FIELD_EX32(word, NVC0_COMMAND, SUBC);
    unsigned id = nv_pbdma_subchannel_engine(b, subc);

    p->fifo->selected = NV_FIFO_NONE_SELECTED;
    if (id >= NVC0_ENGINES || !nv_pbdma_enter_engine(b, id, subc)) {
        return false;
    }
    p->engine = nv_fifo_engine(p->gpu, id);
    if (!p->engine->select(p->gpu, b->chid, subc)) {
        return false;
    }
    p->run.subc = subc;
    p->fifo->selected = word & R_NVC0_COMMAND_SUBC_MASK;
    return true;
}

/* Of one command; returns how many methods have been executed. */
static inline QEMU_ALWAYS_INLINE uint32_t
nv_pbdma_express_run(NVPbdma *b, uint32_t mthd, unsigned step, uint32_t count,
                     const uint32_t *data)
{
    NVRun *run = &b->push.run;

    run->mthd = mthd;
    run->step = step;
    run->count = count;
    run->data = data;
    return b->push.engine->run(b->push.gpu, run);
}

static uint32_t G_GNUC_NO_INLINE
nv_pbdma_express_host(NVPbdma *b, uint32_t word, uint32_t mthd, unsigned step,
                      uint32_t count, const uint32_t *data)
{
    NVRun run = {
        .chid = b->chid,
        .subc = FIELD_EX32(word, NVC0_COMMAND, SUBC),
        .mthd = mthd,
        .step = step,
        .count = count,
        .data = data,
    };

    return nv_pbdma_deliver_host(b, &run);
}

static inline QEMU_ALWAYS_INLINE uint32_t
nv_pbdma_express_methods(NVPbdma *b, uint32_t word, uint32_t mthd,
                         unsigned step, uint32_t count, const uint32_t *data)
{
    return likely(mthd >= NV_MTHD_ENGINE)
        ? nv_pbdma_express_run(b, mthd, step, count, data)
        : nv_pbdma_express_host(b, word, mthd, step, count, data);
}

/* --- Commands --------------------------------------------------------- */

static void nv_pbdma_express_trace(const NVPbdma *b, const uint32_t *pos,
                                   uint32_t word, uint32_t count)
{
    const NVPusher *p = &b->push;
    unsigned opcode = FIELD_EX32(word, NVC0_COMMAND, OPCODE);
    bool immediate = opcode == NVC0_OPCODE_IMMEDIATE;
    uint32_t mthd = FIELD_EX32(word, NVC0_COMMAND, METHOD) * 4;

    trace_nv_pfifo_command(b->chid, p->start + (pos - p->words) * 4, word);
    for (uint32_t i = 0; i < count; i++) {
        trace_nv_pfifo_method(b->chid, FIELD_EX32(word, NVC0_COMMAND, SUBC),
                              mthd, immediate ? b->immediate
                                              : nv_push_word(pos + 1 + i));
        if (opcode == NVC0_OPCODE_INC ||
            (opcode == NVC0_OPCODE_ONE_INC && !i)) {
            mthd += 4;
        }
    }
}

/*
 * Executes the command at @pos if it is one of those that this is for, and lies
 * before @end.  Returns the next one's place, or NULL.
 */
static inline QEMU_ALWAYS_INLINE const uint32_t *
nv_pbdma_express_one(NVPbdma *b, const uint32_t *pos, const uint32_t *end,
                     NVPbdmaExpress *done)
{
    NVFifo *fifo = b->push.fifo;
    uint32_t word = nv_push_word(pos);
    unsigned opcode = FIELD_EX32(word, NVC0_COMMAND, OPCODE);
    uint32_t count = FIELD_EX32(word, NVC0_COMMAND, COUNT);
    uint32_t mthd = FIELD_EX32(word, NVC0_COMMAND, METHOD) * 4;
    const uint32_t *next = pos + 1 + count;
    uint32_t most = 1, taken;

    switch (opcode) {
    case NVC0_OPCODE_INC:
        most = (mthd < NV_MTHD_ENGINE ? NV_MTHD_ENGINE
                                      : NVC0_MTHD_END) - mthd;
        if (unlikely(count > most / 4)) {
            return NULL;
        }
        break;
    case NVC0_OPCODE_NON_INC:
        break;
    case NVC0_OPCODE_ONE_INC:
        if (unlikely(mthd < NV_MTHD_ENGINE || mthd + 8 > NVC0_MTHD_END)) {
            return NULL;
        }
        break;
    case NVC0_OPCODE_IMMEDIATE:
        b->immediate = count;
        count = 1;
        next = pos + 1;
        break;
    default:
        return NULL;
    }
    if (unlikely(!count || next > end)) {
        return NULL;
    }
    if (unlikely((word & R_NVC0_COMMAND_SUBC_MASK) != fifo->selected) &&
        mthd >= NV_MTHD_ENGINE) {
        if (fifo->held.memory_written || !nv_pbdma_select(b, word)) {
            return NULL;
        }
    }
    done->commands++;
    done->header = word;
    switch (opcode) {
    case NVC0_OPCODE_INC:
        taken = nv_pbdma_express_methods(b, word, mthd, 4, count, pos + 1);
        break;
    case NVC0_OPCODE_NON_INC:
        taken = nv_pbdma_express_methods(b, word, mthd, 0, count, pos + 1);
        break;
    case NVC0_OPCODE_ONE_INC:
        taken = nv_pbdma_express_run(b, mthd, 4, 1, pos + 1);
        if (taken && count > 1) {
            taken += nv_pbdma_express_run(b, mthd + 4, 0, count - 1, pos + 2);
        }
        break;
    default:
        taken = nv_pbdma_express_methods(b, word, mthd, 4, 1, &b->immediate);
        break;
    }
    done->done = taken;
    done->methods += taken;
    if (unlikely(taken != count || b->push.stalled)) {
        done->stopped = true;
        return opcode == NVC0_OPCODE_IMMEDIATE ? next
                                               : next - (count - taken);
    }
    return next;
}

/* Commands up to @end, and those of the entries in @row */
static inline QEMU_ALWAYS_INLINE void
nv_pbdma_express_row(NVPbdma *b, NVIbRow *row, NVPbdmaExpress *done,
                     bool watched)
{
    NVPusher *p = &b->push;
    const uint32_t *pos = p->pos;
    const uint32_t *end = row->end;

    while (!done->stopped) {
        const uint32_t *next;

        if (unlikely(pos == end)) {
            if (!nv_pbdma_row_next(row)) {
                break;
            }
            pos = row->from;
            end = row->end;
        }
        __builtin_prefetch((const void *)((uintptr_t)pos + p->page_stride));
        next = nv_pbdma_express_one(b, pos, end, done);
        if (unlikely(!next)) {
            break;
        }
        if (watched) {
            nv_pbdma_express_trace(b, pos, done->header, done->done);
        }
        pos = next;
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

    p->commands += done->commands;
    p->methods += done->methods;
    nv_count(p->gpu, EXPRESS, done->methods);
    if (!done->commands) {
        return;
    }
    b->regs[R_NV_PBDMA_HDR_SHADOW] = word;
    p->subc = FIELD_EX32(word, NVC0_COMMAND, SUBC);
    p->mthd = FIELD_EX32(word, NVC0_COMMAND, METHOD) * 4;
    p->count = FIELD_EX32(word, NVC0_COMMAND, COUNT) - done->done;
    p->step = opcode == NVC0_OPCODE_INC ? 4 : 0;
    b->first = false;
    if (opcode == NVC0_OPCODE_INC) {
        p->mthd = (p->mthd + done->done * 4) % NVC0_MTHD_END;
    } else if (opcode == NVC0_OPCODE_ONE_INC) {
        b->first = !done->done;
        p->step = b->first ? 4 : 0;
        p->mthd += b->first ? 0 : 4;
    } else if (opcode == NVC0_OPCODE_IMMEDIATE) {
        p->count = 0;
        if (!done->done) {
            nv_pbdma_keep(b, p->subc, p->mthd, b->immediate);
        }
    }
    if (b->intr && opcode != NVC0_OPCODE_IMMEDIATE) {
        nv_pbdma_keep(b, p->subc, p->mthd, nv_push_word(p->pos++));
        p->count--;
        p->mthd = (p->mthd + p->step) % NVC0_MTHD_END;
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
