/*
 * NVIDIA GPU: memory layout of surfaces
 *
 * Source: envytools, docs/hw/memory/g80-surface.rst, "Pitch surfaces" and
 * "Blocklinear surfaces", which NV50 and later have.  The layouts below these
 * depend on a page's storage type; neither engines nor, through a BAR, the CPU
 * can see them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "layout.h"

/* A gob is 64 bytes wide; a narrow one is a copy engine's. */
#define NV50_GOB_WIDTH_BITS 6
#define NV50_NARROW_GOB_WIDTH_BITS 4

static inline unsigned nv_layout_gob_bits(const NVLayout *layout)
{
    return layout->narrow ? NV50_NARROW_GOB_WIDTH_BITS : NV50_GOB_WIDTH_BITS;
}

void nv_layout_set_block(NVLayout *layout, uint32_t val, unsigned gob_height)
{
    layout->gob_height = gob_height;
    layout->block_height = extract32(val, 4, 4);
    layout->block_depth = extract32(val, 8, 4);
}

uint32_t nv_layout_gob_size(const NVLayout *layout)
{
    return 1 << (nv_layout_gob_bits(layout) + layout->gob_height);
}

static void nv_layout_place_in_blocks(const NVLayout *layout, uint64_t addr,
                                      uint64_t y, NVMovePlace *place)
{
    unsigned h = layout->block_height, d = layout->block_depth;
    unsigned gob = layout->gob_height, line_bits = gob + h;
    unsigned bits = nv_layout_gob_bits(layout);
    uint64_t columns = (layout->width + (1 << bits) - 1) >> bits;
    uint64_t rows = ((uint64_t)layout->height + (1 << line_bits) - 1) >>
                    line_bits;
    uint64_t z = layout->layer;
    uint64_t row = ((z >> d) * rows + (y >> line_bits)) * columns;
    uint64_t in_block = ((z & ((1 << d) - 1)) << h) +
                        (y >> gob & ((1 << h) - 1));

    place->bits = bits;
    place->step = 1ull << (bits + line_bits + d);
    place->base = addr + row * place->step +
                  in_block * nv_layout_gob_size(layout) +
                  ((y & ((1 << gob) - 1)) << bits);
    /* The gobs of a block's layer follow each other, and their lines do. */
    place->pitch = 1ull << bits;
    place->lines = (1ull << line_bits) - (y & ((1ull << line_bits) - 1));
}

void nv_layout_place(const NVLayout *layout, uint64_t addr, uint64_t x,
                     uint64_t y, NVMovePlace *place)
{
    *place = (NVMovePlace) { .mask = UINT64_MAX, .x = x };
    if (layout->pitch_linear) {
        place->base = addr + y * layout->pitch;
        place->bits = NV_MOVE_ONE_COLUMN;
        place->pitch = layout->pitch;
        place->lines = UINT64_MAX;
    } else {
        nv_layout_place_in_blocks(layout, addr, y, place);
    }
}

uint64_t nv_layout_offset(const NVLayout *layout, uint64_t x, uint64_t y,
                            uint32_t *run)
{
    NVMovePlace place;
    uint64_t offset, left;

    nv_layout_place(layout, 0, x, y, &place);
    offset = nv_move_address(&place, 0, &left);
    *run = MIN(left, UINT32_MAX);
    return offset;
}
