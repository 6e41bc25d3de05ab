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

static uint64_t nv_layout_block(const NVLayout *layout, uint64_t x,
                                  uint64_t y)
{
    unsigned h = layout->block_height, d = layout->block_depth;
    unsigned line_bits = layout->gob_height + h;
    unsigned gob_bits = nv_layout_gob_bits(layout);
    uint64_t columns = (layout->width + (1 << gob_bits) - 1) >> gob_bits;
    uint64_t rows = ((uint64_t)layout->height + (1 << line_bits) - 1) >>
                    line_bits;
    uint64_t z = layout->layer;
    uint64_t block = ((z >> d) * rows + (y >> line_bits)) * columns +
                     (x >> gob_bits);

    return block << (gob_bits + line_bits + d);
}

uint64_t nv_layout_offset(const NVLayout *layout, uint64_t x, uint64_t y,
                            uint32_t *run)
{
    unsigned h = layout->block_height, lines = layout->gob_height;
    unsigned width = 1 << nv_layout_gob_bits(layout);
    uint64_t gob;

    if (layout->pitch_linear) {
        *run = UINT32_MAX;
        return y * layout->pitch + x;
    }
    gob = ((layout->layer & ((1 << layout->block_depth) - 1)) << h) +
          (y >> lines & ((1 << h) - 1));
    *run = width - x % width;
    return nv_layout_block(layout, x, y) + gob * nv_layout_gob_size(layout) +
           (y & ((1 << lines) - 1)) * width + x % width;
}
