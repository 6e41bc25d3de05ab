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

/* A gob is 64 bytes wide. */
#define NV50_GOB_WIDTH_BITS 6
#define NV50_GOB_WIDTH (1 << NV50_GOB_WIDTH_BITS)

void nv_layout_set_block(NVLayout *layout, uint32_t val, unsigned gob_height)
{
    layout->gob_height = gob_height;
    layout->block_height = extract32(val, 4, 4);
    layout->block_depth = extract32(val, 8, 4);
}

uint32_t nv_layout_gob_size(const NVLayout *layout)
{
    return NV50_GOB_WIDTH << layout->gob_height;
}

static uint64_t nv_layout_block(const NVLayout *layout, uint64_t x,
                                  uint64_t y)
{
    unsigned h = layout->block_height, d = layout->block_depth;
    unsigned line_bits = layout->gob_height + h;
    uint64_t columns = DIV_ROUND_UP((uint64_t)layout->width, NV50_GOB_WIDTH);
    uint64_t rows = ((uint64_t)layout->height + (1 << line_bits) - 1) >>
                    line_bits;
    uint64_t z = layout->layer;
    uint64_t block = ((z >> d) * rows + (y >> line_bits)) * columns +
                     x / NV50_GOB_WIDTH;

    return block << (NV50_GOB_WIDTH_BITS + line_bits + d);
}

uint64_t nv_layout_offset(const NVLayout *layout, uint64_t x, uint64_t y,
                            uint32_t *run)
{
    unsigned h = layout->block_height, lines = layout->gob_height;
    uint64_t gob;

    if (layout->pitch_linear) {
        *run = UINT32_MAX;
        return y * layout->pitch + x;
    }
    gob = ((layout->layer & ((1 << layout->block_depth) - 1)) << h) +
          (y >> lines & ((1 << h) - 1));
    *run = NV50_GOB_WIDTH - x % NV50_GOB_WIDTH;
    return nv_layout_block(layout, x, y) +
           (gob << (NV50_GOB_WIDTH_BITS + lines)) +
           (y & ((1 << lines) - 1)) * NV50_GOB_WIDTH +
           x % NV50_GOB_WIDTH;
}
