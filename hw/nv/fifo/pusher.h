/*
 * NVIDIA GPU: the DMA pusher at work
 *
 * pusher.c decodes, fetch.c reads the pushbuffer, ib.c finds its pieces in IB
 * mode, express.c is the fast path for nearly all commands.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PUSHER_H
#define HW_NV_FIFO_PUSHER_H

#include "cache1.h"
#include "command.h"
#include "trace/trace-hw_nv.h"

/**
 * struct NVIb - IB mode, and the part of the pusher's state that it needs
 *
 * @enabled: the channel is in IB mode
 * @address: address of the IB buffer, in bytes
 * @mask: mask for an index into it
 * @get, @put: indices of the next entry, and of that after the last
 * @nonmain: "non-main pushbuffer active"
 * @unk40: bit 40 of the last entry
 * @mget, @mget_val: the last GET in the main pushbuffer, and whether there has
 *                   been one
 * @tracked: GET when @mget was last updated
 */
typedef struct NVIb {
    bool enabled;
    uint64_t address;
    uint32_t mask;
    uint32_t get, put;
    bool nonmain;
    bool unk40;
    uint64_t mget;
    bool mget_val;
    uint64_t tracked;
} NVIb;

/**
 * struct NVPusher - the pusher's state while it runs
 *
 * envytools, hw/fifo/dma-pusher.  While the pusher isn't running, the registers
 * hold this state.
 *
 * @features: enum NVPusherFeature
 * @forms: those of them whose commands exist in the channel's mode
 * @address_mask: bits of an address
 * @non_method_bits: bits that are 0 in a command that submits methods
 * @words, @pos, @end: the piece of the pushbuffer being decoded: what has been
 *                     fetched, the next word, the end
 * @start: DMA_GET of @words[0]
 * @page_stride: bytes from a word of the piece to one a page later in the
 *               host's memory, 0 if unknown
 * @put: DMA_PUT
 * @mthd, @subc, @step, @count: the current command, @count words of which are
 *                              still to come
 * @subr_active, @subr_return: the subroutine that a call has entered
 * @length_pending: the next word is the method count of a long command
 * @ib: where the next pieces are, in IB mode
 * @sli_enabled, @sli_active: the SLI conditional exists, and lets methods pass
 * @error: what went wrong
 * @bypass_cache: methods go straight to the puller, since CACHE1 is empty and
 *                the puller keeps up
 * @stalled: CACHE1 is full, or the puller makes the pusher wait
 * @jumped: a jump, call or return was executed
 * @rsvd, @data, @dcount, @get_jmp: the shadow registers
 * @bypassed: methods that went through since the registers were stored
 * @commands, @methods: statistics
 * @engine: the engine of the selected subchannel
 * @run: the run of methods that it is given
 * @watched: entries, commands and methods are traced
 * @probed: an observer wants to see each of them first
 */
typedef struct NVPusher {
    NVGPU *gpu;
    NVFifo *fifo;
    uint32_t features;
    uint32_t forms;
    uint64_t address_mask;
    uint32_t non_method_bits;

    const uint32_t *words, *pos, *end;
    uint64_t start;
    uintptr_t page_stride;
    uint64_t put;

    uint32_t mthd;
    unsigned subc;
    unsigned step;
    uint32_t count;
    bool length_pending;

    NVIb ib;

    bool subr_active;
    uint32_t subr_return;
    bool sli_enabled;
    bool sli_active;

    NVPusherError error;
    bool bypass_cache;
    bool stalled;
    bool jumped;

    uint32_t rsvd, data, dcount, get_jmp;
    uint32_t bypassed;
    uint64_t commands, methods;

    const NVEngine *engine;
    NVRun run;
    bool watched;
    bool probed;
} NVPusher;

/* Bits of an address, NV50+ */
#define NV_WIDE_ADDRESS MAKE_64BIT_MASK(0, 40)

/** nv_pusher_get: DMA_GET */
static inline uint64_t nv_pusher_get(const NVPusher *p)
{
    return (p->start + (p->pos - p->words) * 4) & p->address_mask;
}

/** nv_pusher_discards: methods are for other cards of an SLI set */
static inline bool nv_pusher_discards(const NVPusher *p)
{
    return p->sli_enabled && !p->sli_active;
}

/** nv_pusher_decode: the first word of a command that submits methods */
static inline void nv_pusher_decode(NVPusher *p, uint32_t word)
{
    p->mthd = word & NV_COMMAND_MTHD_MASK;
    p->subc = FIELD_EX32(word, NV_COMMAND, SUBC);
    p->step = FIELD_EX32(word, NV_COMMAND, NONINC) ? 0 : 4;
    p->count = FIELD_EX32(word, NV_COMMAND, COUNT);
    p->dcount = p->count;
}

/** nv_push_word: a word of the pushbuffer, which the guest may be changing */
static inline uint32_t nv_push_word(const uint32_t *word)
{
    return qatomic_read(word);
}

/** nv_pusher_use_cache: the puller stopped or waits: CACHE1 takes the rest */
static inline void nv_pusher_use_cache(NVPusher *p)
{
    p->bypass_cache = false;
    nv_cache1_advance(p->gpu, p->bypassed);
    nv_count(p->gpu, METHODS, p->bypassed);
    p->bypassed = 0;
}

/* --- Branches --------------------------------------------------------- */

/**
 * struct NVBranch - a jump, call or return
 *
 * @kind: which of them
 * @target: where the pushbuffer goes on, an address
 * @error: why it is an error, or NV_PUSHER_OK
 */
typedef struct NVBranch {
    NVCommandKind kind;
    uint32_t target;
    NVPusherError error;
} NVBranch;

/**
 * nv_pusher_find_branch: decode a jump, call or return
 * @p: the pusher
 * @kind: its kind
 * @word: its first word
 * @branch: the result
 *
 * Returns false if it isn't a branch.
 */
static inline QEMU_ALWAYS_INLINE bool
nv_pusher_find_branch(const NVPusher *p, NVCommandKind kind, uint32_t word,
                      NVBranch *branch)
{
    branch->kind = kind;
    branch->error = NV_PUSHER_OK;
    switch (kind) {
    case NV_COMMAND_OLD_JUMP:
        branch->target = word & NV_COMMAND_OLD_JUMP_MASK;
        return true;
    case NV_COMMAND_JUMP:
        branch->target = word & NV_COMMAND_JUMP_MASK;
        return true;
    case NV_COMMAND_CALL:
        branch->target = word & NV_COMMAND_JUMP_MASK;
        if (p->subr_active) {
            branch->error = NV_PUSHER_CALL_SUBR_ACTIVE;
        }
        return true;
    case NV_COMMAND_RETURN:
        branch->target = p->subr_return;
        if (!p->subr_active) {
            branch->error = NV_PUSHER_RET_SUBR_INACTIVE;
        }
        return true;
    default:
        return false;
    }
}

/** nv_pusher_trace_branch: trace a branch */
static inline void nv_pusher_trace_branch(const NVPusher *p,
                                          const NVBranch *branch,
                                          uint32_t get)
{
    switch (branch->kind) {
    case NV_COMMAND_CALL:
        trace_nv_pfifo_call(p->run.chid, get, branch->target);
        break;
    case NV_COMMAND_RETURN:
        trace_nv_pfifo_return(p->run.chid, get, branch->target);
        break;
    default:
        trace_nv_pfifo_jump(p->run.chid, get, branch->target);
        break;
    }
}

/**
 * nv_pusher_branch: the effect of a branch other than its jump
 * @p: the pusher
 * @branch: the branch, which has no error
 * @get: the address of its command
 */
static inline QEMU_ALWAYS_INLINE void
nv_pusher_branch(NVPusher *p, const NVBranch *branch, uint32_t get)
{
    p->jumped = true;
    switch (branch->kind) {
    case NV_COMMAND_CALL:
        p->subr_return = get + 4;
        p->subr_active = true;
        break;
    case NV_COMMAND_RETURN:
        p->subr_active = false;
        break;
    default:
        p->get_jmp = get;
        break;
    }
}

/* --- fetch.c ---------------------------------------------------------- */

/** nv_pusher_drop_fetches: another channel's pushbuffer follows */
void nv_pusher_drop_fetches(NVFifo *fifo);

/** nv_pusher_drop_copy: what was copied of the pushbuffer is outdated */
void nv_pusher_drop_copy(NVFifo *fifo);

/** nv_fetch_has: a piece holds the word at @get */
static inline bool nv_fetch_has(const NVFetch *fetch, uint64_t get)
{
    return get - fetch->start < fetch->end - fetch->start;
}

/** nv_pusher_held: the piece that has the word at @get, NULL if none has */
static inline NVFetch *nv_pusher_held(const NVPusher *p, uint64_t get)
{
    for (unsigned i = 0; i < NV_FETCH_WAYS; i++) {
        NVFetch *fetch = &p->fifo->held.fetch[i];

        if (nv_fetch_has(fetch, get)) {
            return fetch;
        }
    }
    return NULL;
}

/**
 * nv_pusher_refresh: re-read memory that an engine has written
 *
 * Words that are executed in place need nothing; a copy is discarded.
 */
static inline void nv_pusher_refresh(NVPusher *p)
{
    if (unlikely(p->fifo->held.memory_written)) {
        p->fifo->held.memory_written = false;
        nv_pusher_drop_copy(p->fifo);
        if (p->words == p->fifo->held.copy) {
            p->end = p->pos;
        }
    }
}

/** nv_pusher_use: decode a piece, from @get on and not beyond PUT */
static inline void nv_pusher_use(NVPusher *p, const NVFetch *fetch,
                                 uint64_t get)
{
    uint64_t len = fetch->end - fetch->start;

    if (p->put - fetch->start < len && p->put > get) {
        len = p->put - fetch->start;
    }
    p->words = fetch->words;
    p->page_stride = fetch->page_stride;
    p->start = fetch->start;
    p->pos = p->words + (get - fetch->start) / 4;
    p->end = p->words + len / 4;
}

/**
 * nv_pusher_fetch: get hold of the piece that has the word at @get
 * @p: the pusher
 * @get: DMA_GET
 *
 * Returns NULL if it can't be read.  The piece may be longer than the last one
 * that had the word, and lie somewhere else.
 */
NVFetch *nv_pusher_fetch(NVPusher *p, uint64_t get);

/**
 * nv_pusher_at_hand: the piece that has the word at @get, if no lookup is
 *                    needed
 * @p: the pusher
 * @get: DMA_GET
 *
 * A held piece may be replaced by the one that was looked up ahead.
 */
const NVFetch *nv_pusher_at_hand(NVPusher *p, uint64_t get);

/**
 * nv_pusher_seek: make the words from @get on the piece to decode
 * @p: the pusher
 * @get: DMA_GET
 *
 * Returns false, with @error set, if they can't be read.
 */
bool nv_pusher_seek(NVPusher *p, uint64_t get);

/**
 * nv_pusher_load_object: decode the DMA object of the pushbuffer
 * @gpu: the device
 *
 * It becomes NVFifo.push.object.  Returns false if it isn't a valid object.
 */
bool nv_pusher_load_object(NVGPU *gpu);

/* --- ib.c ------------------------------------------------------------- */

/**
 * nv_ib_load, nv_ib_store: the state that a pusher with wide addresses has
 * @p: the pusher
 * @state: DMA_STATE
 *
 * nv_ib_store() returns DMA_STATE with the bits of that state set.
 */
void nv_ib_load(NVPusher *p, uint32_t state);
uint32_t nv_ib_store(NVPusher *p, uint32_t state);

/** nv_ib_pending: there are entries that haven't been read */
static inline bool nv_ib_pending(const NVPusher *p)
{
    return p->ib.enabled && p->ib.get != p->ib.put;
}

/** nv_ib_track: update MGET from GET, if that is in the main pushbuffer */
void nv_ib_track(NVPusher *p);

/**
 * nv_ib_read: read the next entry
 * @p: the pusher
 * @words: its two words
 *
 * Returns false if it can't be read; the fault has been reported.
 */
bool nv_ib_read(NVPusher *p, uint32_t *words);

/**
 * nv_ib_next: go on with the next entry
 * @p: the pusher, at the end of its pushbuffer
 *
 * Returns false, with @error set, if it can't be read or is empty.
 */
bool nv_ib_next(NVPusher *p);

/**
 * nv_ib_next_held: the same if neither the entry nor its piece has to be looked
 *                  up
 *
 * Returns false, and does nothing, otherwise.
 */
bool nv_ib_next_held(NVPusher *p);

/**
 * struct NVIbRow - consecutive entries with the same flags, whose pieces are in
 *                  the same held piece of the pushbuffer
 *
 * @first, @next, @last: the first one, the one to be taken next, and the end
 * @flags: their bits other than the low word of the address, and SIZE
 * @words: the held piece, from the address whose low word is @start
 * @size: its size in bytes
 * @from, @end: the piece being executed, valid at the end
 * @left: words that may be executed after it
 * @used: words that were executed, plus one for each entry
 */
typedef struct NVIbRow {
    const uint32_t *first, *next, *last;
    uint64_t flags;
    uint32_t start, size;
    const uint32_t *words;
    const uint32_t *from, *end;
    int64_t left;
    int64_t used;
} NVIbRow;

/** nv_ib_row_use: the entries that follow lie in @fetch */
static inline void nv_ib_row_use(NVIbRow *row, const NVFetch *fetch)
{
    row->words = fetch->words;
    row->start = fetch->start;
    /* Up to where the high word changes */
    row->size = MIN(fetch->end - fetch->start,
                    (1ULL << 32) - (uint32_t)fetch->start);
}

/**
 * nv_ib_row_begin: find the entries after the one that is being executed
 * @p: the pusher
 * @end: where the piece of that entry ends
 * @budget: words that may be executed, including those up to @end
 * @row: the result; it may be empty
 */
void nv_ib_row_begin(const NVPusher *p, const uint32_t *end, int64_t budget,
                     NVIbRow *row);

/**
 * nv_ib_row_next: go on with the next entry of a row
 * @row: the entries; all up to @end has been executed
 * @from, @end: the piece of the pushbuffer that it names
 *
 * Returns false, and does nothing, if there is none.  nv_ib_row_end() brings
 * the pusher's state up to date.
 */
static inline QEMU_ALWAYS_INLINE bool nv_ib_row_next(NVIbRow *row)
{
    uint32_t high, offset, words;

    if (row->next == row->last) {
        return false;
    }
    offset = (nv_push_word(&row->next[0]) & R_NV50_IB_ENTRY_0_ADDRESS_MASK) -
             row->start;
    high = nv_push_word(&row->next[1]);
    words = FIELD_EX32(high, NV50_IB_ENTRY_1, SIZE);
    if (((high ^ row->flags >> 32) & ~R_NV50_IB_ENTRY_1_SIZE_MASK) ||
        offset >= row->size || words - 1 >= (row->size - offset) / 4 ||
        words >= row->left) {
        return false;
    }
    row->next += 2;
    row->left -= words + 1;
    row->from = row->words + offset / 4;
    row->end = row->from + words;
    return true;
}

/**
 * nv_ib_row_end: bring the pusher's state up to date
 * @p: the pusher, whose @pos is known
 * @row: the entries, with the last one's piece
 *
 * Returns how many entries have been taken.
 */
uint32_t nv_ib_row_end(NVPusher *p, NVIbRow *row);

/* --- express.c -------------------------------------------------------- */

/**
 * nv_pusher_express: execute commands up to one that needs a closer look
 * @p: the pusher, at a command, with CACHE1 empty and the puller running
 * @budget: words that may be executed; what was used is subtracted
 *
 * nv_pusher_express_ib() is the part of it for IB mode.
 */
void nv_pusher_express(NVPusher *p, int64_t *budget);
void nv_pusher_express_ib(NVPusher *p, int64_t *budget);

#endif /* HW_NV_FIFO_PUSHER_H */
