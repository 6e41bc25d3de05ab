/*
 * NVIDIA GPU: moving lines of bytes from one place to another
 *
 * What all engines that copy have in common.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_MOVE_H
#define HW_NV_MOVE_H

#include "hw/nv/memory.h"
#include "hw/nv/uninitialized.h"

/* --- Where bytes are -------------------------------------------------- */

/**
 * NVMoveFind - find where memory is
 * @opaque: the side's
 * @addr: address, as its places count
 * @len: bytes wanted
 * @most: bytes that may be wanted next, @len or more
 * @span: receives the first of @most that are in one piece; fewer will do
 *
 * Returns false if there are none, which it has told then.
 */
typedef bool NVMoveFind(void *opaque, uint64_t addr, uint64_t len,
                        uint64_t most, NVSpan *span);

/**
 * NVMoveLost - tell that nothing on the bus has answered
 * @opaque: the side's
 * @addr: address
 */
typedef void NVMoveLost(void *opaque, uint64_t addr);

/**
 * struct NVMovePlace - where the bytes of a line are
 *
 * Byte @pos is in column (@x + @pos) >> @bits, and columns are @step apart.
 *
 * @base: address of the line's first column
 * @mask: bits of an address
 * @x: what byte 0 of the line is, counted from there
 * @bits: log2 of a column's bytes
 * @step: from one column to the next
 * @pitch: from a line to the next, modulo 2^64
 * @lines: how many lines are that far apart, with this one
 */
typedef struct NVMovePlace {
    uint64_t base, mask;
    uint64_t x;
    unsigned bits;
    uint64_t step;
    uint64_t pitch;
    uint64_t lines;
} NVMovePlace;

/** NV_MOVE_ONE_COLUMN: @bits of a line that is in one piece */
#define NV_MOVE_ONE_COLUMN 63

/** nv_move_address: address of byte @pos; @run: contiguous bytes from there */
static inline uint64_t nv_move_address(const NVMovePlace *place, uint64_t pos,
                                       uint64_t *run)
{
    uint64_t x = place->x + pos;
    uint64_t in_column = x & ((1ull << place->bits) - 1);

    *run = (1ull << place->bits) - in_column;
    return (place->base + (x >> place->bits) * place->step + in_column) &
           place->mask;
}

/* --- Moving ----------------------------------------------------------- */

/** Pages whose addresses are kept, a power of 2: those of a line of 16 KiB */
#define NV_MOVE_PAGES 256

/**
 * struct NVMovePage - a page, or a part of it, that has been found
 *
 * @addr: its address, as places count
 * @len: its length; 0: there is none
 * @host: its host address
 * @bus: its address on the bus, NV_MOVE_VRAM: it is in video memory
 */
typedef struct NVMovePage {
    uint64_t addr;
    uint64_t len;
    uint8_t *host;
    uint64_t bus;
} NVMovePage;

#define NV_MOVE_VRAM UINT64_MAX

/**
 * struct NVMoveAhead - memory that has been found before it is wanted
 *
 * @addr: its address, as places count
 * @span: where it is; 0 bytes: there is none
 * @pages: how many are looked for next if those behind it are wanted
 */
typedef struct NVMoveAhead {
    uint64_t addr;
    NVSpan span;
    unsigned pages;
} NVMoveAhead;

/**
 * struct NVMoveSide - source or destination
 *
 * @find, @lost: see there
 * @opaque: passed to these
 * @ahead: the last that has been found
 * @pages: those that are used, by a hash of their number
 */
typedef struct NVMoveSide {
    NVMoveFind *find;
    NVMoveLost *lost;
    void *opaque;
    NVMoveAhead ahead;
    NVMovePage pages[NV_MOVE_PAGES];
} NVMoveSide;

/**
 * struct NVMove - lines that are being moved
 *
 * @gpu: the device
 * @in, @out: the sides
 * @keeps: @pages of both are used
 * @failed: memory wasn't there, or didn't answer
 * @wrote: a piece on the bus that has been written at its host address, which
 *         nobody has been told of yet; 0 bytes: there is none
 *
 * It is large, and variables of it are QEMU_UNINITIALIZED: nv_move_begin() does
 * what is needed.
 */
typedef struct NVMove {
    NVGPU *gpu;
    NVMoveSide in, out;
    bool keeps;
    bool failed;
    struct {
        uint64_t addr, len;
    } wrote;
} NVMove;

/**
 * nv_move_begin: prepare to move
 * @move: of which @in and @out have their functions
 * @gpu: the device
 * @lines: how many there are
 * @length: of those that aren't in one piece on both sides, bytes of a line
 *
 * Translations are kept up to nv_move_end(), as in a TLB, unless somebody
 * watches accesses; in between the device mustn't do anything else.
 */
void nv_move_begin(NVMove *move, NVGPU *gpu, uint64_t lines, uint64_t length);
void nv_move_end(NVMove *move);

/**
 * nv_move_lines: move lines, the first from some byte on
 * @move: prepared
 * @in, @out: the first line's places, which become those of later ones
 * @pos: its first byte to move
 * @length: bytes of a line
 * @lines: how many lines there are
 * @budget: see NVEngine; it takes a unit for each piece and word
 *
 * Returns how many bytes have been moved, line by line: fewer than all if the
 * budget has been used up, one of the sides has @failed, or one of the places has
 * no more lines.
 */
uint64_t nv_move_lines(NVMove *move, NVMovePlace *in, NVMovePlace *out,
                       uint64_t pos, uint64_t length, uint64_t lines,
                       int64_t *budget);

#endif /* HW_NV_MOVE_H */
