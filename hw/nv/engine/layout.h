/*
 * NVIDIA GPU: memory layout of surfaces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_LAYOUT_H
#define HW_NV_ENGINE_LAYOUT_H

#include "hw/nv/move.h"

/**
 * struct NVLayout - the memory layout of a surface
 *
 * @pitch_linear: line after line, else in blocks
 * @pitch: bytes from one line to the next
 * @width, @height, @depth: if in blocks, size in bytes, lines and layers
 * @block_height, @block_depth: log2 of a block's size, in gobs; it is one gob
 *                              wide
 * @narrow: a gob is a quarter as wide
 * @gob_height: log2 of a gob's size, in lines
 * @layer: the layer to access
 */
typedef struct NVLayout {
    bool pitch_linear;
    uint32_t pitch;
    uint64_t width;
    uint32_t height, depth;
    uint8_t block_height, block_depth;
    bool narrow;
    uint8_t gob_height;
    uint32_t layer;
} NVLayout;

/**
 * nv_layout_set_block: decode a parameter of type block_dimensions
 * @layout: receives the block's size
 * @val: the parameter
 * @gob_height: see NVGraphChip
 */
void nv_layout_set_block(NVLayout *layout, uint32_t val,
                         unsigned gob_height);

/** nv_layout_gob_size: bytes of a gob, a power of 2 */
uint32_t nv_layout_gob_size(const NVLayout *layout);

/**
 * nv_layout_offset: offset of a byte of a surface
 * @layout: the surface's layout
 * @x, @y: the byte and the line
 * @run: receives the number of contiguous bytes from there on
 *
 * Returns the offset from the surface's address, modulo 2^64 for a byte outside
 * the surface.
 */
uint64_t nv_layout_offset(const NVLayout *layout, uint64_t x, uint64_t y,
                            uint32_t *run);

/**
 * nv_layout_place: where the bytes of a line are
 * @layout: the surface's layout
 * @addr: the surface's address
 * @x, @y: the line, from this byte on
 * @place: the result, of an address of 64 bits
 */
void nv_layout_place(const NVLayout *layout, uint64_t addr, uint64_t x,
                     uint64_t y, NVMovePlace *place);

#endif /* HW_NV_ENGINE_LAYOUT_H */
