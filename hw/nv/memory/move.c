/*
 * NVIDIA GPU: moving lines of bytes from one place to another
 *
 * Long pieces are found one by one, and moved as a whole.  Short ones, as those
 * of a surface in blocks, take less time than it takes to find out where they
 * are: so pages that have been found are kept until the work is done.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "window.h"
#include "hw/nv/move.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/order.h"
#include "hw/nv/report.h"

#define NV_PAGE_SIZE 4096

/* Largest piece that is moved at once: between two checks of the budget */
#define NV_MOVE_CHUNK (64 * KiB)

/* Fewer pieces don't pay for clearing the tables of pages. */
#define NV_MOVE_KEEPS 16

/* A line of a gob */
#define NV_MOVE_SHORT 64

/* Pages that are looked for at once, at most */
#define NV_MOVE_AHEAD 16

/* Each access is reported then. */
static bool nv_move_watched(NVGPU *gpu)
{
    return NV_PROBES_ON(gpu) & (NV_PROBE_BIT(MEM_READ) |
                                NV_PROBE_BIT(MEM_WRITE) |
                                NV_PROBE_BIT(TRANSLATE));
}

void nv_move_begin(NVMove *move, NVGPU *gpu, uint64_t lines, uint64_t length)
{
    uint64_t pieces = lines * (1 + length / NV_MOVE_SHORT);

    move->gpu = gpu;
    move->keeps = pieces >= NV_MOVE_KEEPS && !nv_move_watched(gpu);
    move->failed = false;
    move->wrote.len = 0;
    move->in.ahead = move->out.ahead = (NVMoveAhead) { .pages = 1 };
    if (move->keeps) {
        memset(move->in.pages, 0, sizeof(move->in.pages));
        memset(move->out.pages, 0, sizeof(move->out.pages));
    }
}

/* On the bus: processors' translated code has to go after the write. */
static void nv_move_tell(NVMove *move)
{
    if (move->wrote.len) {
        nv_window_wrote(move->gpu, move->wrote.addr, move->wrote.len);
        move->wrote.len = 0;
    }
}

void nv_move_end(NVMove *move)
{
    nv_move_tell(move);
    nv_order_after_read();
}

/* --- Long pieces ------------------------------------------------------ */

/* Move bytes that are contiguous on both sides. */
static uint64_t nv_move_spans(NVMove *move, uint64_t in, uint64_t out,
                              uint64_t len)
{
    NVMoveSide *lost;
    NVSpan from, to;
    bool write;

    nv_move_tell(move);
    len = MIN(len, NV_MOVE_CHUNK);
    if (!move->in.find(move->in.opaque, in, len, len, &from) ||
        !move->out.find(move->out.opaque, out, from.len, from.len, &to)) {
        move->failed = true;
        return 0;
    }
    from.len = to.len;
    if (nv_span_move(move->gpu, &to, &from, &write) == MEMTX_OK) {
        return to.len;
    }
    lost = write ? &move->out : &move->in;
    lost->lost(lost->opaque, write ? out : in);
    move->failed = true;
    return 0;
}

/* --- Short pieces ----------------------------------------------------- */

static NVMovePage *nv_move_slot(NVMoveSide *side, uint64_t addr)
{
    uint64_t page = addr / NV_PAGE_SIZE;

    return &side->pages[(page ^ page / NV_MOVE_PAGES) % NV_MOVE_PAGES];
}

/*
 * Find the rest of a page.  Where one page after the other is wanted, pages of
 * video memory follow each other, and many are found in the time of one: more are
 * looked for each time.  The guest's rarely do, and that is tried once.
 */
static bool nv_move_find(NVMoveSide *side, uint64_t addr, NVSpan *span)
{
    NVMoveAhead *ahead = &side->ahead;
    uint64_t len = NV_PAGE_SIZE - addr % NV_PAGE_SIZE;
    uint64_t into = addr - ahead->addr;

    if (into >= ahead->span.len) {
        bool next = ahead->span.len &&
                    into - ahead->span.len < NV_PAGE_SIZE;
        uint64_t most = len;

        if (ahead->pages) {
            ahead->pages = next ? MIN(ahead->pages * 2, NV_MOVE_AHEAD) : 1;
            most += (ahead->pages - 1) * NV_PAGE_SIZE;
        }
        if (!side->find(side->opaque, addr, len, most, &ahead->span)) {
            return false;
        }
        if (most > len && ahead->span.len <= len) {
            ahead->pages = 0;
        }
        ahead->addr = addr;
        into = 0;
    }
    *span = ahead->span;
    span->addr += into;
    span->len = MIN(len, span->len - into);
    return true;
}

/*
 * Keep the rest of a page.  What is written in video memory is told at once: the
 * big lock is held until it has been.
 */
static bool G_GNUC_NO_INLINE
nv_move_look_up(NVMove *move, NVMoveSide *side, uint64_t addr,
                NVMovePage *page)
{
    bool write = side == &move->out;
    NVSpan span;

    page->len = 0;
    if (!nv_move_find(side, addr, &span)) {
        move->failed = true;
        return false;
    }
    page->bus = span.vram ? NV_MOVE_VRAM : span.addr;
    if (span.vram) {
        page->host = nv_vram_ptr(move->gpu, span.addr, span.len);
        if (write) {
            nv_vram_dirty(move->gpu, span.addr, span.len);
        }
    } else {
        /* A look at another stretch of memory may give up the last one. */
        nv_move_tell(move);
        page->host = (uint8_t *)nv_window_ptr(move->gpu, span.addr,
                                              &span.len);
    }
    page->addr = addr;
    page->len = page->host ? span.len : 0;
    return page->host;
}

static inline bool nv_move_has(const NVMovePage *page, uint64_t addr)
{
    return likely(addr - page->addr < page->len);
}

/* Both may be the same memory: all is read before anything is written. */
static inline void nv_move_bytes(uint8_t *to, const uint8_t *from,
                                 uint64_t len)
{
    if (likely(len == NV_MOVE_SHORT)) {
        uint8_t line[NV_MOVE_SHORT] QEMU_UNINITIALIZED;

        memcpy(line, from, NV_MOVE_SHORT);
        memcpy(to, line, NV_MOVE_SHORT);
    } else {
        memmove(to, from, len);
    }
}

/* @len bytes of a page, from byte @at of it on */
static void nv_move_wrote(NVMove *move, const NVMovePage *page, uint64_t at,
                          uint64_t len)
{
    uint64_t bus = page->bus + at;

    if (page->bus == NV_MOVE_VRAM) {
        return;
    }
    if (bus != move->wrote.addr + move->wrote.len) {
        nv_move_tell(move);
        move->wrote.addr = bus;
    }
    move->wrote.len += len;
}

static uint64_t nv_move_kept(NVMove *move, uint64_t in, uint64_t out,
                             uint64_t len)
{
    NVMovePage *from = nv_move_slot(&move->in, in);
    NVMovePage *to = nv_move_slot(&move->out, out);

    if ((!nv_move_has(from, in) &&
         !nv_move_look_up(move, &move->in, in, from)) ||
        (!nv_move_has(to, out) &&
         !nv_move_look_up(move, &move->out, out, to))) {
        return move->failed ? 0 : nv_move_spans(move, in, out, len);
    }
    in -= from->addr;
    out -= to->addr;
    len = MIN(len, MIN(from->len - in, to->len - out));
    nv_move_bytes(to->host + out, from->host + in, len);
    nv_move_wrote(move, to, out, len);
    return len;
}

/* --- Short lines ------------------------------------------------------ */

/* How many lines of @len bytes a page has from @addr on */
static uint64_t nv_move_fitting(const NVMovePage *page, uint64_t addr,
                                uint64_t len, uint64_t pitch)
{
    uint64_t rest = page->len - (addr - page->addr);

    if (rest < len) {
        return 0;
    }
    return pitch ? 1 + (rest - len) / pitch : 1;
}

/*
 * Move lines that are in one piece on both sides, as far as their pages go.
 * Returns how many; 0: the first has to be looked up, or is cut.
 */
static uint64_t nv_move_short(NVMove *move, const NVMovePlace *in,
                              const NVMovePlace *out, uint64_t len,
                              uint64_t lines, int64_t *budget)
{
    uint64_t run, addr_in = nv_move_address(in, 0, &run);
    uint64_t addr_out = nv_move_address(out, 0, &run);
    const NVMovePage *from = nv_move_slot(&move->in, addr_in);
    const NVMovePage *to = nv_move_slot(&move->out, addr_out);
    const uint8_t *src;
    uint8_t *dst;

    if (!nv_move_has(from, addr_in) || !nv_move_has(to, addr_out)) {
        return 0;
    }
    lines = MIN(lines, *budget / (1 + len / 4));
    lines = MIN(lines, nv_move_fitting(from, addr_in, len, in->pitch));
    lines = MIN(lines, nv_move_fitting(to, addr_out, len, out->pitch));
    if (!lines) {
        return 0;
    }
    src = from->host + (addr_in - from->addr);
    dst = to->host + (addr_out - to->addr);
    for (uint64_t i = 0; i < lines; i++) {
        nv_move_bytes(dst + i * out->pitch, src + i * in->pitch, len);
    }
    /* With what is between them, in the same page */
    nv_move_wrote(move, to, addr_out - to->addr,
                  (lines - 1) * out->pitch + len);
    *budget -= lines * (1 + len / 4);
    return lines;
}

/* --- Columns ---------------------------------------------------------- */

/* Whole columns of a line whose places are kept: those of 16 KiB */
#define NV_MOVE_COLUMNS 256

/* What a piece of NV_MOVE_SHORT bytes takes of the budget */
#define NV_MOVE_SHORT_COST (1 + NV_MOVE_SHORT / 4)

/**
 * struct NVMoveColumns - where the whole columns of some lines are
 *
 * Each has NV_MOVE_SHORT bytes.  One of the sides may be in one piece: then only
 * the other's are here.
 *
 * @pos: the first one's place in its line
 * @count: how many are known
 * @lines: how many lines they are known for: none leaves its page before
 * @in, @out: their host addresses in the first of these lines
 * @in_line, @out_line: from there to the line under way
 */
typedef struct NVMoveColumns {
    uint64_t pos;
    uint64_t count;
    uint64_t lines;
    uint8_t *in[NV_MOVE_COLUMNS], *out[NV_MOVE_COLUMNS];
    uint64_t in_line, out_line;
} NVMoveColumns;

static inline bool nv_move_is_whole(const NVMovePlace *place)
{
    return place->bits == NV_MOVE_ONE_COLUMN;
}

/* Note where a side's columns are, as far as their pages have been found. */
static void nv_move_note(NVMoveSide *side, bool write,
                         const NVMovePlace *place, NVMoveColumns *columns,
                         uint8_t **host)
{
    for (uint64_t i = 0; i < columns->count; i++) {
        uint64_t run, addr = nv_move_address(place, columns->pos +
                                             i * NV_MOVE_SHORT, &run);
        const NVMovePage *page = nv_move_slot(side, addr);
        uint64_t lines = 0;

        /* Columns on the bus would have to be told of one by one. */
        if (nv_move_has(page, addr) &&
            (!write || page->bus == NV_MOVE_VRAM)) {
            lines = nv_move_fitting(page, addr, NV_MOVE_SHORT, place->pitch);
        }
        if (!lines) {
            columns->count = i;
            break;
        }
        columns->lines = MIN(columns->lines, lines);
        host[i] = page->host + (addr - page->addr);
    }
}

/* A line has been moved, and with it the pages of its columns been found. */
static void nv_move_note_columns(NVMove *move, const NVMovePlace *in,
                                 const NVMovePlace *out, uint64_t length,
                                 NVMoveColumns *columns)
{
    bool in_whole = nv_move_is_whole(in), out_whole = nv_move_is_whole(out);
    uint64_t first = -(in_whole ? out->x : in->x) % NV_MOVE_SHORT;

    columns->count = 0;
    columns->lines = 1;
    if ((!in_whole && 1ull << in->bits != NV_MOVE_SHORT) ||
        (!out_whole && (1ull << out->bits != NV_MOVE_SHORT ||
                        (out->x + first) % NV_MOVE_SHORT)) ||
        first > length) {
        return;
    }
    columns->pos = first;
    columns->count = MIN((length - first) / NV_MOVE_SHORT, NV_MOVE_COLUMNS);
    columns->lines = UINT64_MAX;
    columns->in_line = columns->out_line = 0;
    if (!in_whole) {
        nv_move_note(&move->in, false, in, columns, columns->in);
    }
    if (!out_whole) {
        nv_move_note(&move->out, true, out, columns, columns->out);
    }
    columns->lines = columns->count ? columns->lines : 1;
}

/* Both places are a line further. */
static void nv_move_next_line(NVMove *move, const NVMovePlace *in,
                              const NVMovePlace *out, uint64_t length,
                              NVMoveColumns *columns)
{
    if (columns->lines > 1) {
        columns->lines--;
        columns->in_line += nv_move_is_whole(in) ? 0 : in->pitch;
        columns->out_line += nv_move_is_whole(out) ? 0 : out->pitch;
    } else if (move->keeps) {
        nv_move_note_columns(move, in, out, length, columns);
    }
}

/*
 * Of a side in one piece: the page that byte @pos of the line is in, at @at.
 * Returns how many of @count pieces it has; 0: it hasn't been found.
 */
static uint64_t nv_move_rest(NVMoveSide *side, const NVMovePlace *place,
                             uint64_t pos, uint64_t count,
                             const NVMovePage **page, uint64_t *at)
{
    uint64_t run, addr = nv_move_address(place, pos, &run);

    *page = nv_move_slot(side, addr);
    *at = addr - (*page)->addr;
    return nv_move_has(*page, addr)
        ? MIN(count, ((*page)->len - *at) / NV_MOVE_SHORT) : 0;
}

/*
 * Processors don't see that what follows a column's line is wanted when all other
 * columns have had theirs.
 */
static inline uint8_t *nv_move_column(uint8_t *const *host, uint64_t line,
                                      bool write)
{
    uint8_t *here = *host + line;

    /* Clang wants a constant for what the builtin is to know. */
    if (write) {
        __builtin_prefetch(here + 2 * NV_MOVE_SHORT, 1);
    } else {
        __builtin_prefetch(here + 2 * NV_MOVE_SHORT, 0);
    }
    return here;
}

/*
 * Move whole columns, as many as are known on both sides.  Returns how many bytes;
 * 0: the next has to be looked up, or is cut.
 */
static uint64_t nv_move_columns(NVMove *move, const NVMoveColumns *columns,
                                const NVMovePlace *in, const NVMovePlace *out,
                                uint64_t pos, uint64_t len, int64_t *budget)
{
    uint64_t first = (pos - columns->pos) / NV_MOVE_SHORT, count;
    uint8_t *const *from, *const *to;
    const NVMovePage *page;
    uint64_t at;

    if (first >= columns->count || (pos - columns->pos) % NV_MOVE_SHORT) {
        return 0;
    }
    from = &columns->in[first];
    to = &columns->out[first];
    count = MIN(columns->count - first, len / NV_MOVE_SHORT);
    count = MIN(count, *budget / NV_MOVE_SHORT_COST);
    if (nv_move_is_whole(in)) {
        count = nv_move_rest(&move->in, in, pos, count, &page, &at);
        for (uint64_t i = 0; i < count; i++) {
            nv_move_bytes(nv_move_column(to + i, columns->out_line, true),
                          page->host + at + i * NV_MOVE_SHORT, NV_MOVE_SHORT);
        }
    } else if (nv_move_is_whole(out)) {
        count = nv_move_rest(&move->out, out, pos, count, &page, &at);
        for (uint64_t i = 0; i < count; i++) {
            nv_move_bytes(page->host + at + i * NV_MOVE_SHORT,
                          nv_move_column(from + i, columns->in_line, false),
                          NV_MOVE_SHORT);
        }
        if (count) {
            nv_move_wrote(move, page, at, count * NV_MOVE_SHORT);
        }
    } else {
        for (uint64_t i = 0; i < count; i++) {
            nv_move_bytes(nv_move_column(to + i, columns->out_line, true),
                          nv_move_column(from + i, columns->in_line, false),
                          NV_MOVE_SHORT);
        }
    }
    *budget -= count * NV_MOVE_SHORT_COST;
    return count * NV_MOVE_SHORT;
}

/* --- Lines ------------------------------------------------------------ */

/* Move what is in one piece on both sides. */
static uint64_t nv_move_piece(NVMove *move, const NVMovePlace *in,
                              const NVMovePlace *out, uint64_t pos,
                              uint64_t len, int64_t *budget)
{
    uint64_t run_in, from = nv_move_address(in, pos, &run_in);
    uint64_t run_out, to = nv_move_address(out, pos, &run_out);
    uint64_t piece = MIN(MIN(len, *budget * 4), MIN(run_in, run_out));
    uint64_t moved = move->keeps && piece <= NV_PAGE_SIZE
        ? nv_move_kept(move, from, to, piece)
        : nv_move_spans(move, from, to, piece);

    *budget -= moved ? 1 + moved / 4 : 0;
    return moved;
}

/* Move what is left of a line; @columns is NULL if it is in one piece. */
static uint64_t nv_move_line(NVMove *move, const NVMoveColumns *columns,
                             const NVMovePlace *in, const NVMovePlace *out,
                             uint64_t pos, uint64_t len, int64_t *budget)
{
    uint64_t done = 0;

    while (done < len && *budget > 0) {
        uint64_t moved = columns
            ? nv_move_columns(move, columns, in, out, pos + done, len - done,
                              budget) : 0;

        moved = moved ?: nv_move_piece(move, in, out, pos + done, len - done,
                                       budget);
        if (!moved) {
            break;
        }
        done += moved;
    }
    return done;
}

/* As nv_move_lines(), of lines that aren't in one piece on both sides */
static uint64_t nv_move_in_columns(NVMove *move, NVMovePlace *in,
                                   NVMovePlace *out, uint64_t pos,
                                   uint64_t length, uint64_t lines,
                                   int64_t *budget)
{
    NVMoveColumns columns QEMU_UNINITIALIZED;
    uint64_t done = 0;

    columns.pos = columns.count = columns.lines = 0;
    while (lines && *budget > 0) {
        uint64_t left = length - pos;
        uint64_t moved = nv_move_line(move, &columns, in, out, pos, left,
                                      budget);

        done += moved;
        if (moved < left) {
            break;
        }
        pos = 0;
        in->base += in->pitch;
        out->base += out->pitch;
        lines--;
        if (lines) {
            nv_move_next_line(move, in, out, length, &columns);
        }
    }
    return done;
}

static uint64_t nv_move_in_one_piece(NVMove *move, NVMovePlace *in,
                                     NVMovePlace *out, uint64_t pos,
                                     uint64_t length, uint64_t lines,
                                     int64_t *budget)
{
    bool shorts = move->keeps && length <= NV_PAGE_SIZE;
    uint64_t done = 0;

    while (lines && *budget > 0) {
        uint64_t left = length - pos, count = 0, moved;

        if (shorts && !pos) {
            count = nv_move_short(move, in, out, length, lines, budget);
        }
        if (count) {
            moved = count * length;
        } else {
            moved = nv_move_line(move, NULL, in, out, pos, left, budget);
            count = 1;
        }
        done += moved;
        if (moved < left) {
            break;
        }
        pos = 0;
        in->base += count * in->pitch;
        out->base += count * out->pitch;
        lines -= count;
    }
    return done;
}

uint64_t nv_move_lines(NVMove *move, NVMovePlace *in, NVMovePlace *out,
                       uint64_t pos, uint64_t length, uint64_t lines,
                       int64_t *budget)
{
    bool whole = nv_move_is_whole(in) && nv_move_is_whole(out);
    uint64_t done;

    nv_order_before_write();
    lines = MIN(lines, MIN(in->lines, out->lines));
    done = whole
        ? nv_move_in_one_piece(move, in, out, pos, length, lines, budget)
        : nv_move_in_columns(move, in, out, pos, length, lines, budget);
    nv_count(move->gpu, BYTES_COPIED, done);
    return done;
}
