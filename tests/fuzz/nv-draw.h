/*
 * Hostile guests: their source of numbers
 *
 * Either from the bytes of an input, so that the same input always does the
 * same, or from a random number generator.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NV_DRAW_H
#define NV_DRAW_H

/**
 * struct NVDraw - a source of numbers
 *
 * @rand: random numbers, if not NULL
 * @data: otherwise: the bytes that come next
 * @left: how many there are; what is drawn after them depends on all of them
 * @hash: of those that have been drawn, and then where the rest comes from
 * @vram: bytes of video memory, whose end is of interest
 */
typedef struct NVDraw {
    GRand *rand;
    const uint8_t *data;
    size_t left;
    uint32_t hash;
    uint64_t vram;
} NVDraw;

/** nv_draw_begin: draw from @size bytes from now on */
void nv_draw_begin(NVDraw *draw, const uint8_t *data, size_t size);

/** nv_draw_below: a number below @end; 0, and nothing is drawn, if that is 1 */
uint32_t nv_draw_below(NVDraw *draw, uint32_t end);

/** nv_draw_word: any word */
uint32_t nv_draw_word(NVDraw *draw);

/**
 * nv_draw_near_ends: any word, often one near where something ends: video
 *                    memory in bytes, in pieces of 16 and 256, 16 bits, 32 bits
 */
uint32_t nv_draw_near_ends(NVDraw *draw);

/** nv_draw_left: there are bytes left; always, if numbers are random */
static inline bool nv_draw_left(const NVDraw *draw)
{
    return draw->rand || draw->left;
}

#endif /* NV_DRAW_H */
