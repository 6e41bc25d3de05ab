/*
 * NVIDIA GPU: how a copy engine copies, NVE4+
 *
 * Lines of elements; an element is a byte unless components are remapped.
 * Each side is pitch-linear or in blocks, in the channel's address space or in
 * one of the memories itself.
 *
 * Source: class header A0B5; for what a launch must not be, NVIDIA's manuals/
 * turing/tu104/dev_ce.ref.txt, LAUNCHERR; for lengths in elements, what Mesa's
 * NVK sends.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ce.h"
#include "hw/nv/engine/layout.h"
#include "hw/nv/uninitialized.h"

/* Largest piece that is copied through a buffer, in bytes */
#define NV_CE_BUFFER 4096

#define NV_CE_ADDRESS_BITS 40

/**
 * struct NVCeSide - source or destination
 *
 * @obj: the memory
 * @addr: address of the surface there
 * @layout: its layout; of a pitch-linear one only that it is
 * @pitch: bytes from one line to the next, if it is
 * @x, @y: the first byte and line to copy
 */
typedef struct NVCeSide {
    NVDMAObject obj;
    uint64_t addr;
    NVLayout layout;
    int32_t pitch;
    uint64_t x;
    uint32_t y;
} NVCeSide;

/**
 * struct NVCeCopy - a copy
 *
 * @remap: what becomes of its elements
 * @in, @out: source and destination
 * @length: bytes per line of the destination
 * @lines: number of lines
 */
typedef struct NVCeCopy {
    NVCeRemap remap;
    NVCeSide in, out;
    uint64_t length;
    uint32_t lines;
} NVCeCopy;

static uint32_t nv_ce_lines(const NVCe *ce)
{
    return FIELD_EX32(nv_ce_word(ce, NV_CE_LAUNCH_DMA), NV_CE_LAUNCH_DMA,
                      MULTI_LINE) ? nv_ce_word(ce, NV_CE_LINE_COUNT) : 1;
}

/* A parameter of a side's layout; @word: BLOCK_SIZE and those beside it */
static uint32_t nv_ce_side_word(const NVCe *ce, bool out, unsigned word)
{
    return nv_ce_word(ce, (out ? NV_CE_DST_BLOCK_SIZE : NV_CE_SRC_BLOCK_SIZE) +
                          word);
}

static bool nv_ce_is_pitch(const NVCe *ce, bool out)
{
    uint32_t launch = nv_ce_word(ce, NV_CE_LAUNCH_DMA);

    return out ? FIELD_EX32(launch, NV_CE_LAUNCH_DMA, DST_PITCH)
               : FIELD_EX32(launch, NV_CE_LAUNCH_DMA, SRC_PITCH);
}

static bool nv_ce_is_physical(const NVCe *ce, bool out)
{
    uint32_t launch = nv_ce_word(ce, NV_CE_LAUNCH_DMA);

    return out ? FIELD_EX32(launch, NV_CE_LAUNCH_DMA, DST_PHYSICAL)
               : FIELD_EX32(launch, NV_CE_LAUNCH_DMA, SRC_PHYSICAL);
}

/* @unit: bytes of an element */
static void nv_ce_layout(const NVCe *ce, bool out, unsigned unit,
                         NVLayout *layout)
{
    uint32_t size = nv_ce_side_word(ce, out, 0);
    bool tesla = FIELD_EX32(size, NV_CE_BLOCK_SIZE, GOB_HEIGHT) ==
                 NV_CE_GOB_TESLA_4;

    *layout = (NVLayout) { .pitch_linear = nv_ce_is_pitch(ce, out) };
    nv_layout_set_block(layout, size, tesla ? 2 : 3);
    layout->narrow = FIELD_EX32(size, NV_CE_BLOCK_SIZE, WIDTH) ==
                     NV_CE_WIDTH_QUARTER_GOB;
    layout->width = (uint64_t)nv_ce_side_word(ce, out, NV_CE_WIDTH) * unit;
    layout->height = nv_ce_side_word(ce, out, NV_CE_HEIGHT);
    layout->depth = nv_ce_side_word(ce, out, NV_CE_DEPTH);
    layout->layer = nv_ce_side_word(ce, out, NV_CE_LAYER);
}

/* --- Errors ----------------------------------------------------------- */

static NVCeLaunchError nv_ce_check_pitch(const NVCe *ce, bool out,
                                         uint64_t length)
{
    int64_t pitch = (int32_t)nv_ce_word(ce, NV_CE_PITCH_IN + out);

    /* The pitch has no meaning, and NVK doesn't set it. */
    if (nv_ce_lines(ce) == 1) {
        return NV_CE_OK;
    }
    if (pitch < 0) {
        return length <= -pitch ? NV_CE_OK
             : out ? NV_CE_DST_LINE_EXCEEDS_NEG_PITCH
                   : NV_CE_SRC_LINE_EXCEEDS_NEG_PITCH;
    }
    return length <= pitch ? NV_CE_OK
         : out ? NV_CE_DST_LINE_EXCEEDS_PITCH : NV_CE_SRC_LINE_EXCEEDS_PITCH;
}

static bool nv_ce_block_is_possible(uint32_t size)
{
    unsigned width = FIELD_EX32(size, NV_CE_BLOCK_SIZE, WIDTH);

    return (width == NV_CE_WIDTH_ONE_GOB || width == NV_CE_WIDTH_QUARTER_GOB) &&
           FIELD_EX32(size, NV_CE_BLOCK_SIZE, HEIGHT) <= NV_CE_BLOCK_MAX &&
           FIELD_EX32(size, NV_CE_BLOCK_SIZE, DEPTH) <= NV_CE_BLOCK_MAX &&
           FIELD_EX32(size, NV_CE_BLOCK_SIZE, GOB_HEIGHT) <= NV_CE_GOB_FERMI_8;
}

static NVCeLaunchError nv_ce_check_blocks(const NVCe *ce, bool out)
{
    uint32_t low = nv_ce_word(ce, out ? NV_CE_OFFSET_OUT_LOWER
                                      : NV_CE_OFFSET_IN_LOWER);
    uint32_t origin = nv_ce_side_word(ce, out, NV_CE_ORIGIN);
    NVLayout layout;

    if (!nv_ce_block_is_possible(nv_ce_side_word(ce, out, 0))) {
        return NV_CE_INVALID_VALUE;
    }
    /* In elements, as the origin is */
    nv_ce_layout(ce, out, 1, &layout);
    if (low & (nv_layout_gob_size(&layout) - 1)) {
        return NV_CE_INVALID_ALIGNMENT;
    }
    if (layout.layer >= layout.depth) {
        return NV_CE_2D_LAYER_EXCEEDS_DEPTH;
    }
    return extract32(origin, 0, 16) +
           (uint64_t)nv_ce_word(ce, NV_CE_LINE_LENGTH_IN) > layout.width ||
           extract32(origin, 16, 16) + (uint64_t)nv_ce_lines(ce) >
           layout.height
        ? NV_CE_MEM2MEM_RECT_OUT_OF_BOUNDS : NV_CE_OK;
}

static NVCeLaunchError nv_ce_check_side(const NVCe *ce, bool out,
                                        unsigned unit)
{
    if (nv_ce_is_physical(ce, out) &&
        nv_ce_word(ce, NV_CE_SRC_PHYS_MODE + out) >
        NV_CE_PHYS_NONCOHERENT_SYSMEM) {
        return NV_CE_INVALID_VALUE;
    }
    return nv_ce_is_pitch(ce, out)
        ? nv_ce_check_pitch(ce, out, (uint64_t)unit *
                                     nv_ce_word(ce, NV_CE_LINE_LENGTH_IN))
        : nv_ce_check_blocks(ce, out);
}

/* A copy of nothing does nothing, whatever else its parameters say. */
NVCeLaunchError nv_ce_check_copy(const NVCe *ce)
{
    NVCeLaunchError error = NV_CE_OK;
    NVCeRemap remap;

    if (!nv_ce_word(ce, NV_CE_LINE_LENGTH_IN) || !nv_ce_lines(ce)) {
        return NV_CE_OK;
    }
    if (FIELD_EX32(nv_ce_word(ce, NV_CE_LAUNCH_DMA), NV_CE_LAUNCH_DMA,
                   REMAP)) {
        error = nv_ce_check_remap(ce);
    }
    if (error != NV_CE_OK) {
        return error;
    }
    nv_ce_remap(ce, &remap);
    if (remap.reads) {
        error = nv_ce_check_side(ce, false, remap.src);
    }
    return error == NV_CE_OK ? nv_ce_check_side(ce, true, remap.dst) : error;
}

/* --- Addresses -------------------------------------------------------- */

static void nv_ce_side(NVGPU *gpu, const NVCe *ce, bool out, unsigned unit,
                       NVCeSide *side)
{
    uint32_t origin = nv_ce_side_word(ce, out, NV_CE_ORIGIN);

    *side = (NVCeSide) {
        .addr = nv_ce_address(ce, out ? NV_CE_OFFSET_OUT_UPPER
                                      : NV_CE_OFFSET_IN_UPPER),
        .pitch = nv_ce_word(ce, NV_CE_PITCH_IN + out),
    };
    nv_dmaobj_of_space(gpu, nv_ce_block(ce), false, &side->obj);
    if (nv_ce_is_physical(ce, out)) {
        side->obj.target = nv_ce_word(ce, NV_CE_SRC_PHYS_MODE + out) ==
                           NV_CE_PHYS_LOCAL_FB ? NV_DMAOBJ_TARGET_NVM
                                               : NV_DMAOBJ_TARGET_PCI;
    }
    nv_ce_layout(ce, out, unit, &side->layout);
    if (!side->layout.pitch_linear) {
        side->x = (uint64_t)extract32(origin, 0, 16) * unit;
        side->y = extract32(origin, 16, 16);
    }
}

/* Where the bytes of a line of one side are */
static void nv_ce_place(const NVCeSide *side, uint32_t line,
                        NVMovePlace *place)
{
    nv_layout_place(&side->layout, side->addr, side->x,
                    (uint64_t)side->y + line, place);
    place->mask = MAKE_64BIT_MASK(0, NV_CE_ADDRESS_BITS);
    if (side->layout.pitch_linear) {
        place->base = side->addr + (uint64_t)line * side->pitch;
        place->pitch = side->pitch;
    }
}

static void nv_ce_load(NVGPU *gpu, const NVCe *ce, NVCeCopy *copy)
{
    nv_ce_remap(ce, &copy->remap);
    nv_ce_side(gpu, ce, false, copy->remap.src, &copy->in);
    nv_ce_side(gpu, ce, true, copy->remap.dst, &copy->out);
    copy->length = (uint64_t)nv_ce_word(ce, NV_CE_LINE_LENGTH_IN) *
                   copy->remap.dst;
    copy->lines = nv_ce_lines(ce);
    /* Lines without gaps are one: the kernel's copies of pages. */
    if (copy->remap.straight && copy->in.layout.pitch_linear &&
        copy->out.layout.pitch_linear && copy->lines &&
        copy->in.pitch == copy->out.pitch && copy->in.pitch > 0 &&
        copy->in.pitch == copy->length) {
        copy->length *= copy->lines;
        copy->lines = 1;
    }
}

/* --- Copying ---------------------------------------------------------- */

/**
 * struct NVCeEnd - a side of the copy under way
 *
 * @gpu: the device
 * @side: the side
 * @write: it is the destination
 * @fault: receives what failed
 */
typedef struct NVCeEnd {
    NVGPU *gpu;
    const NVCeSide *side;
    bool write;
    NVDmaFault *fault;
} NVCeEnd;

static bool nv_ce_find(void *opaque, uint64_t addr, uint64_t len,
                       uint64_t most, NVSpan *span)
{
    NVCeEnd *end = opaque;

    return nv_dmaobj_extent(end->gpu, &end->side->obj, addr, len, most,
                            end->write, span, end->fault);
}

static void nv_ce_lost(void *opaque, uint64_t addr)
{
    NVCeEnd *end = opaque;

    nv_dmaobj_unanswered(end->gpu, &end->side->obj, addr, end->write,
                         end->fault);
}

/* Copy bytes as they are.  Returns whether it is complete, or has failed. */
static bool nv_ce_move(NVGPU *gpu, NVCe *ce, const NVCeCopy *copy,
                       int64_t *budget, NVDmaFault *fault)
{
    NVCeEnd in = { gpu, &copy->in, false, fault };
    NVCeEnd out = { gpu, &copy->out, true, fault };
    NVMove move QEMU_UNINITIALIZED;

    move.in.find = move.out.find = nv_ce_find;
    move.in.lost = move.out.lost = nv_ce_lost;
    move.in.opaque = &in;
    move.out.opaque = &out;
    nv_move_begin(&move, gpu, copy->lines - ce->line,
                  copy->in.layout.pitch_linear &&
                  copy->out.layout.pitch_linear ? 0 : copy->length);
    while (ce->line < copy->lines && *budget > 0 && !move.failed) {
        uint64_t pos = MIN(ce->pos, copy->length - 1);
        NVMovePlace from, to;

        nv_ce_place(&copy->in, ce->line, &from);
        nv_ce_place(&copy->out, ce->line, &to);
        pos += nv_move_lines(&move, &from, &to, pos, copy->length,
                             copy->lines - ce->line, budget);
        ce->line += pos / copy->length;
        ce->pos = pos % copy->length;
    }
    nv_move_end(&move);
    return move.failed || ce->line >= copy->lines;
}

/* Copy a part of a line to or from a buffer. */
static bool nv_ce_transfer(NVGPU *gpu, const NVCeSide *side, uint32_t line,
                           uint64_t pos, uint8_t *buf, uint32_t len, bool write,
                           NVDmaFault *fault)
{
    NVMovePlace place;

    nv_ce_place(side, line, &place);
    while (len) {
        uint64_t run, addr;
        uint32_t piece;

        addr = nv_move_address(&place, pos, &run);
        piece = MIN(len, run);
        if (write ? !nv_dmaobj_write(gpu, &side->obj, addr, buf, piece, fault)
                  : !nv_dmaobj_read(gpu, &side->obj, addr, buf, piece,
                                    fault)) {
            return false;
        }
        buf += piece;
        pos += piece;
        len -= piece;
    }
    return true;
}

/*
 * Copy element by element; what isn't written is written back.  Returns how
 * many bytes, or 0 on a fault.
 */
static uint32_t nv_ce_compose(NVGPU *gpu, const NVCe *ce, const NVCeCopy *copy,
                              uint64_t len, NVDmaFault *fault)
{
    const NVCeRemap *remap = &copy->remap;
    uint64_t first = ce->pos / remap->dst;
    uint32_t count = MIN(DIV_ROUND_UP(len, remap->dst),
                         NV_CE_BUFFER / MAX(remap->src, remap->dst));
    uint8_t in[NV_CE_BUFFER] QEMU_UNINITIALIZED;
    uint8_t out[NV_CE_BUFFER] QEMU_UNINITIALIZED;

    if (remap->reads &&
        !nv_ce_transfer(gpu, &copy->in, ce->line, first * remap->src, in,
                        count * remap->src, false, fault)) {
        return 0;
    }
    if (remap->keeps &&
        !nv_ce_transfer(gpu, &copy->out, ce->line, first * remap->dst, out,
                        count * remap->dst, false, fault)) {
        fault->write = true;
        return 0;
    }
    nv_ce_remap_elements(remap, in, out, count);
    return nv_ce_transfer(gpu, &copy->out, ce->line, first * remap->dst, out,
                          count * remap->dst, true, fault)
        ? count * remap->dst : 0;
}

bool nv_ce_copy(NVGPU *gpu, NVCe *ce, int64_t *budget, NVDmaFault *fault)
{
    NVCeCopy copy;

    nv_ce_load(gpu, ce, &copy);
    nv_memory_written(gpu);
    if (copy.remap.straight && copy.length && ce->line < copy.lines) {
        return nv_ce_move(gpu, ce, &copy, budget, fault);
    }
    /* Each byte counts. */
    while (copy.length && ce->line < copy.lines && *budget > 0) {
        uint64_t left = copy.length - MIN(ce->pos, copy.length - 1);
        uint64_t len = MIN(left, (uint64_t)*budget);
        uint32_t done = nv_ce_compose(gpu, ce, &copy, len, fault);

        if (!done) {
            return true;
        }
        nv_count(gpu, BYTES_COPIED, done);
        *budget -= 1 + done;
        ce->pos += done;
        if (ce->pos >= copy.length) {
            ce->pos = 0;
            ce->line++;
        }
    }
    return !copy.length || ce->line >= copy.lines;
}
