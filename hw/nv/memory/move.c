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
    if (!move->in.find(move->in.opaque, in, MIN(len, NV_MOVE_CHUNK), &from) ||
        !move->out.find(move->out.opaque, out, from.len, &to)) {
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
 * Find the rest of a page.  What is written in video memory is told at once:
 * the big lock is held until it has been.
 */
static bool G_GNUC_NO_INLINE
nv_move_look_up(NVMove *move, NVMoveSide *side, uint64_t addr,
                NVMovePage *page)
{
    bool write = side == &move->out;
    NVSpan span;

    page->len = 0;
    if (!side->find(side->opaque, addr, NV_PAGE_SIZE - addr % NV_PAGE_SIZE,
                    &span)) {
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

static void nv_move_wrote(NVMove *move, uint64_t bus, uint64_t len)
{
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
    if (to->bus != NV_MOVE_VRAM) {
        nv_move_wrote(move, to->bus + out, len);
    }
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
    if (to->bus != NV_MOVE_VRAM) {
        /* With what is between them, in the same page */
        nv_move_wrote(move, to->bus + (addr_out - to->addr),
                      (lines - 1) * out->pitch + len);
    }
    *budget -= lines * (1 + len / 4);
    return lines;
}

/* --- Lines ------------------------------------------------------------ */

/* Move what is left of a line. */
static uint64_t nv_move_line(NVMove *move, const NVMovePlace *in,
                             const NVMovePlace *out, uint64_t pos,
                             uint64_t len, int64_t *budget)
{
    uint64_t done = 0;

    while (done < len && *budget > 0) {
        uint64_t run_in, run_out, moved;
        uint64_t from = nv_move_address(in, pos + done, &run_in);
        uint64_t to = nv_move_address(out, pos + done, &run_out);
        uint64_t piece = MIN(MIN(len - done, *budget * 4),
                             MIN(run_in, run_out));

        moved = move->keeps && piece <= NV_PAGE_SIZE
            ? nv_move_kept(move, from, to, piece)
            : nv_move_spans(move, from, to, piece);
        if (!moved) {
            break;
        }
        *budget -= 1 + moved / 4;
        done += moved;
    }
    return done;
}

uint64_t nv_move_lines(NVMove *move, NVMovePlace *in, NVMovePlace *out,
                       uint64_t pos, uint64_t length, uint64_t lines,
                       int64_t *budget)
{
    bool whole = in->bits == NV_MOVE_ONE_COLUMN &&
                 out->bits == NV_MOVE_ONE_COLUMN;
    bool shorts = whole && move->keeps && length <= NV_PAGE_SIZE;
    uint64_t done = 0;

    nv_order_before_write();
    lines = whole ? lines : MIN(lines, 1);
    while (lines && *budget > 0) {
        uint64_t left = length - pos, count = 0, moved;

        if (shorts && !pos) {
            count = nv_move_short(move, in, out, length, lines, budget);
        }
        if (count) {
            moved = count * length;
        } else {
            moved = nv_move_line(move, in, out, pos, left, budget);
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
    nv_count(move->gpu, BYTES_COPIED, done);
    return done;
}
