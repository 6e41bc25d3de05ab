/*
 * NVIDIA GPU: the unit of PCOPY that copies
 *
 * Copies lines of bytes from one port of the falcon's memory interface to
 * another; each side is pitch-linear or in blocks.  SWIZZLE composes groups of
 * bytes from source bytes, constants or the time on the way.
 *
 * Source: rnndb/fifo/pcopy.xml; nouveau's nvkm/engine/ce/fuc/com.fuc.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "interrupts.h"
#include "pcopy.h"
#include "processor.h"
#include "state.h"
#include "xfer.h"
#include "hw/nv/bus.h"
#include "hw/nv/engine.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/move.h"
#include "trace/trace-hw_nv.h"

/* Largest piece that goes through a buffer; fewer if steps don't divide it */
#define NV_PCOPY_BUFFER 4096

/*
 * The unit of a block's height, in lines.  Before NVC0 a gob has as many; then
 * it has twice as many, and programs write a height of 2 for one gob.
 */
#define NV_PCOPY_BLOCK_LINES 4

/* In SWIZZLE_MAP: source bytes are numbered below this, constants from it on */
#define NV_PCOPY_SWIZZLE_CONST 0x10
#define NV_PCOPY_CONSTS 8

/**
 * struct NVPcopySide - source or destination
 *
 * @port: port of the memory interface
 * @addr: address of the first byte
 * @xcnt: bytes per line
 * @tiled: in blocks
 * @pitch: bytes from one line, or row of blocks, to the next
 * @gob_width: bytes in a line of a block
 * @block: bytes in a block
 * @height, @first: lines in a block, and which of them @addr is in
 */
typedef struct NVPcopySide {
    unsigned port;
    uint64_t addr;
    uint32_t xcnt;
    bool tiled;
    uint64_t pitch;
    uint32_t gob_width;
    uint64_t block;
    uint32_t height, first;
} NVPcopySide;

static uint32_t nv_pcopy_reg(NVFalcon *falcon, uint32_t first, bool dst)
{
    return falcon->gpu->regs[falcon->chip->regs->base / 4 + first + dst];
}

static void nv_pcopy_side(NVFalcon *falcon, bool dst, NVPcopySide *side)
{
    uint32_t ctrl = NV_FALCON_R(falcon, NV_PCOPY_CTRL);
    uint32_t cfg = nv_pcopy_reg(falcon, R_NV_PCOPY_CFG, dst);
    uint32_t yblock = nv_pcopy_reg(falcon, R_NV_PCOPY_YBLOCK, dst);
    uint32_t rem = FIELD_EX32(yblock, NV_PCOPY_YBLOCK, REM);
    bool wide = dst ? FIELD_EX32(ctrl, NV_PCOPY_CTRL, DST_GOB_WIDTH)
                    : FIELD_EX32(ctrl, NV_PCOPY_CTRL, SRC_GOB_WIDTH);

    *side = (NVPcopySide) {
        .port = dst ? FIELD_EX32(ctrl, NV_PCOPY_CTRL, DST_PORT)
                    : FIELD_EX32(ctrl, NV_PCOPY_CTRL, SRC_PORT),
        .addr = (uint64_t)FIELD_EX32(cfg, NV_PCOPY_CFG, ADDRESS_HIGH) << 32 |
                nv_pcopy_reg(falcon, R_NV_PCOPY_ADDRESS_LOW, dst),
        .xcnt = nv_pcopy_reg(falcon, R_NV_PCOPY_XCNT, dst),
        .tiled = dst ? FIELD_EX32(ctrl, NV_PCOPY_CTRL, DST_TILED)
                     : FIELD_EX32(ctrl, NV_PCOPY_CTRL, SRC_TILED),
        .pitch = nv_pcopy_reg(falcon, R_NV_PCOPY_PITCH, dst),
        .gob_width = wide ? 64 : 16,
        .height = MAX(1, FIELD_EX32(yblock, NV_PCOPY_YBLOCK, SIZE)),
    };
    if (side->tiled) {
        side->block = (uint64_t)FIELD_EX32(cfg, NV_PCOPY_CFG, YZ_BLOCK_SIZE) *
                      NV_PCOPY_BLOCK_LINES * side->gob_width;
        side->first = rem < side->height ? side->height - rem : 0;
        side->pitch += side->block;
    }
}

/*
 * Where the bytes of a line are.  PITCH is the distance between the first and
 * the last block of a row.
 */
static void nv_pcopy_place(const NVPcopySide *side, uint32_t line,
                           NVMovePlace *place)
{
    uint32_t y = side->first + line;

    *place = (NVMovePlace) {
        .base = side->addr + line * side->pitch,
        .mask = UINT64_MAX,
        .bits = NV_MOVE_ONE_COLUMN,
        .pitch = side->pitch,
        .lines = UINT64_MAX,
    };
    if (side->tiled) {
        place->x = side->addr % side->gob_width;
        place->bits = ctz32(side->gob_width);
        place->step = side->block;
        place->base = side->addr - place->x -
                      (uint64_t)side->first * side->gob_width +
                      y / side->height * side->pitch +
                      (uint64_t)(y % side->height) * side->gob_width;
        place->pitch = side->gob_width;
        place->lines = side->height - y % side->height;
    }
}

/* --- Copying ---------------------------------------------------------- */

/**
 * struct NVPcopyEnd - a side of the copy under way
 *
 * @falcon: the falcon
 * @port: the side's
 * @write: it is the destination
 */
typedef struct NVPcopyEnd {
    NVFalcon *falcon;
    unsigned port;
    bool write;
} NVPcopyEnd;

/* A falcon's ports find a page at a time. */
static bool nv_pcopy_find(void *opaque, uint64_t addr, uint64_t len,
                          uint64_t most, NVSpan *span)
{
    NVPcopyEnd *end = opaque;

    return nv_falcon_span(end->falcon, end->port, addr, len, end->write,
                          span);
}

static void nv_pcopy_lost(void *opaque, uint64_t addr)
{
    NVPcopyEnd *end = opaque;

    nv_falcon_unanswered(end->falcon, end->port, addr);
}

/* Copy a part of a line to or from a buffer */
static bool nv_pcopy_transfer(NVFalcon *falcon, const NVPcopySide *side,
                              uint32_t line, uint32_t pos, uint8_t *buf,
                              uint32_t len, bool write)
{
    NVMovePlace place;

    nv_pcopy_place(side, line, &place);
    while (len) {
        uint64_t run;
        uint64_t addr = nv_move_address(&place, pos, &run);
        NVSpan span;

        if (!nv_falcon_span(falcon, side->port, addr, MIN(len, run), write,
                            &span)) {
            return false;
        }
        if (nv_span_transfer(falcon->gpu, &span, buf, write) != MEMTX_OK) {
            nv_falcon_unanswered(falcon, side->port, addr);
            return false;
        }
        buf += span.len;
        pos += span.len;
        len -= span.len;
    }
    return true;
}

static uint8_t nv_pcopy_const(NVFalcon *falcon, unsigned index)
{
    uint32_t control = NV_FALCON_R(falcon, NV_PCOPY_SWIZZLE_CONTROL);
    uint64_t val = NV_FALCON_R(falcon, NV_PCOPY_SWIZZLE_CONST) |
        (uint64_t)nv_pcopy_reg(falcon, R_NV_PCOPY_SWIZZLE_CONST, true) << 32;

    if (FIELD_EX32(control, NV_PCOPY_SWIZZLE_CONTROL, CONST_TIMER)) {
        val = nv_ptimer_now(falcon->gpu);
    }
    return extract64(val, index * 8, 8);
}

/* Returns byte @index of a group; @src is the source's group. */
static uint8_t nv_pcopy_swizzle_byte(NVFalcon *falcon, const uint8_t *src,
                                     unsigned step, unsigned index)
{
    uint32_t map = *(&NV_FALCON_R(falcon, NV_PCOPY_SWIZZLE_MAP) + index / 4);
    uint8_t from = extract32(map, index % 4 * 8, 8);

    if (from < step) {
        return src[from];
    }
    return from >= NV_PCOPY_SWIZZLE_CONST &&
           from < NV_PCOPY_SWIZZLE_CONST + NV_PCOPY_CONSTS
        ? nv_pcopy_const(falcon, from - NV_PCOPY_SWIZZLE_CONST) : 0;
}

/* As nv_pcopy_move(), group by group; @pos is where a group starts. */
static uint32_t nv_pcopy_swizzle(NVFalcon *falcon, const NVPcopySide *src,
                                 const NVPcopySide *dst, uint32_t line,
                                 uint32_t pos, uint32_t len)
{
    uint32_t control = NV_FALCON_R(falcon, NV_PCOPY_SWIZZLE_CONTROL);
    unsigned step_src = FIELD_EX32(control, NV_PCOPY_SWIZZLE_CONTROL,
                                   STEP_SRC_M1) + 1;
    unsigned step_dst = FIELD_EX32(control, NV_PCOPY_SWIZZLE_CONTROL,
                                   STEP_DST_M1) + 1;
    uint32_t groups = MIN(DIV_ROUND_UP(len, step_dst),
                          NV_PCOPY_BUFFER / MAX(step_src, step_dst));
    uint64_t begin = (uint64_t)(pos / step_dst) * step_src;
    uint32_t there = src->xcnt > begin
        ? MIN(src->xcnt - begin, groups * step_src) : 0;
    uint8_t in[NV_PCOPY_BUFFER] = { }, out[NV_PCOPY_BUFFER];

    len = MIN(len, groups * step_dst);
    if (!nv_pcopy_transfer(falcon, src, line, begin, in, there, false)) {
        return 0;
    }
    for (uint32_t i = 0; i < len; i++) {
        out[i] = nv_pcopy_swizzle_byte(falcon, &in[i / step_dst * step_src],
                                       step_src, i % step_dst);
    }
    return nv_pcopy_transfer(falcon, dst, line, pos, out, len, true) ? len
                                                                     : 0;
}

/* --- The unit --------------------------------------------------------- */

static void nv_pcopy_end(NVFalcon *falcon)
{
    uint32_t ctrl = NV_FALCON_R(falcon, NV_PCOPY_CTRL);

    nv_pcopy_of(falcon)->copying = false;
    if (FIELD_EX32(ctrl, NV_PCOPY_CTRL, INTR)) {
        NV_FALCON_R(falcon, NV_PCOPY_INTR) |=
            FIELD_EX32(ctrl, NV_PCOPY_CTRL, INTR_BLOCK)
                ? R_NV_PCOPY_INTR_BLOCK_MASK : R_NV_PCOPY_INTR_NONBLOCK_MASK;
    }
    nv_falcon_update_intr(falcon);
}

/* A failed copy ends; but after a fault of the MMU the unit needs a reset. */
static void nv_pcopy_stop(NVFalcon *falcon)
{
    if (!falcon->faulted) {
        nv_pcopy_end(falcon);
    }
}

/* Where the copy goes on in its line */
static uint32_t nv_pcopy_pos(const NVPcopy *pcopy, uint32_t length)
{
    return MIN(pcopy->pos, length - 1);
}

/* All before byte @pos is done, counted from the current line on. */
static void nv_pcopy_advance(NVPcopy *pcopy, uint64_t pos, uint32_t length)
{
    pcopy->line += pos / length;
    pcopy->pos = pos % length;
}

/* Both work until the budget is used up; they return false on a fault. */
static bool nv_pcopy_compose(NVPcopy *pcopy, const NVPcopySide *src,
                             const NVPcopySide *dst, uint32_t lines,
                             int64_t *budget)
{
    uint32_t length = dst->xcnt;

    while (pcopy->line < lines && *budget > 0) {
        uint32_t pos = nv_pcopy_pos(pcopy, length);
        uint32_t done = nv_pcopy_swizzle(&pcopy->falcon, src, dst, pcopy->line,
                                         pos, length - pos);

        if (!done) {
            return false;
        }
        nv_count(pcopy->falcon.gpu, BYTES_COPIED, done);
        *budget -= 1 + done / 4;
        nv_pcopy_advance(pcopy, pos + done, length);
    }
    return true;
}

static bool nv_pcopy_move(NVPcopy *pcopy, const NVPcopySide *src,
                          const NVPcopySide *dst, uint32_t length,
                          uint32_t lines, int64_t *budget)
{
    NVPcopyEnd in = { &pcopy->falcon, src->port, false };
    NVPcopyEnd out = { &pcopy->falcon, dst->port, true };
    NVMove move QEMU_UNINITIALIZED;

    move.in.find = move.out.find = nv_pcopy_find;
    move.in.lost = move.out.lost = nv_pcopy_lost;
    move.in.opaque = &in;
    move.out.opaque = &out;
    nv_move_begin(&move, pcopy->falcon.gpu, lines - pcopy->line,
                  src->tiled || dst->tiled ? length : 0);
    while (pcopy->line < lines && *budget > 0 && !move.failed) {
        uint64_t pos = nv_pcopy_pos(pcopy, length);
        NVMovePlace from, to;

        nv_pcopy_place(src, pcopy->line, &from);
        nv_pcopy_place(dst, pcopy->line, &to);
        pos += nv_move_lines(&move, &from, &to, pos, length,
                             lines - pcopy->line, budget);
        nv_pcopy_advance(pcopy, pos, length);
    }
    nv_move_end(&move);
    return !move.failed;
}

bool nv_pcopy_copy(NVFalcon *falcon, int64_t *budget)
{
    NVPcopy *pcopy = nv_pcopy_of(falcon);
    uint32_t ctrl = NV_FALCON_R(falcon, NV_PCOPY_CTRL);
    bool swizzle = FIELD_EX32(ctrl, NV_PCOPY_CTRL, SWIZZLE);
    uint32_t lines = FIELD_EX32(ctrl, NV_PCOPY_CTRL, MULTILINE)
        ? NV_FALCON_R(falcon, NV_PCOPY_YCNT) : 1;
    NVPcopySide src, dst;
    uint32_t length;

    if (!pcopy->copying || falcon->faulted) {
        return false;
    }
    nv_pcopy_side(falcon, false, &src);
    nv_pcopy_side(falcon, true, &dst);
    length = swizzle ? dst.xcnt : MIN(src.xcnt, dst.xcnt);
    nv_memory_written(falcon->gpu);
    if (length && pcopy->line < lines &&
        !(swizzle ? nv_pcopy_compose(pcopy, &src, &dst, lines, budget)
                  : nv_pcopy_move(pcopy, &src, &dst, length, lines,
                                  budget))) {
        nv_pcopy_stop(falcon);
        return false;
    }
    if (!length || pcopy->line >= lines) {
        nv_pcopy_end(falcon);
    }
    return pcopy->copying;
}

uint32_t nv_pcopy_ctrl_inspect(NVGPU *gpu, uint32_t addr)
{
    NVPcopy *pcopy = nv_pcopy_of(nv_falcon_at(gpu, addr));

    return FIELD_DP32(gpu->regs[addr / 4], NV_PCOPY_CTRL, TRIGGER,
                      pcopy->copying);
}

/* Polling yields, so that the copy can finish. */
uint32_t nv_pcopy_ctrl_read(NVGPU *gpu, uint32_t addr)
{
    NVPcopy *pcopy = nv_pcopy_of(nv_falcon_at(gpu, addr));

    pcopy->falcon.yield |= pcopy->copying;
    return nv_pcopy_ctrl_inspect(gpu, addr);
}

/* The microcode waits for the copy's end before it changes the registers. */
void nv_pcopy_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    NVPcopy *pcopy = nv_pcopy_of(falcon);
    NVPcopySide src, dst;

    if (!FIELD_EX32(val, NV_PCOPY_CTRL, TRIGGER)) {
        return;
    }
    if (pcopy->copying) {
        nv_refused_access(gpu, falcon->chip->regs->unit,
                          nv_channel_of_block(gpu, nv_falcon_block(falcon)),
                          val, "the last copy is under way");
        return;
    }
    nv_pcopy_side(falcon, false, &src);
    nv_pcopy_side(falcon, true, &dst);
    trace_nv_pcopy_copy(falcon->chip->regs->unit, val, src.addr, src.xcnt,
                        dst.addr, dst.xcnt,
                        NV_FALCON_R(falcon, NV_PCOPY_YCNT));
    pcopy->copying = true;
    pcopy->line = pcopy->pos = 0;
    nv_falcon_schedule(falcon);
}
