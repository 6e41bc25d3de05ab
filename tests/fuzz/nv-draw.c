/*
 * Hostile guests: their source of numbers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-draw.h"

void nv_draw_begin(NVDraw *draw, const uint8_t *data, size_t size)
{
    draw->data = data;
    draw->left = size;
    draw->hash = 0x811c9dc5;            /* FNV-1a's offset basis */
}

/* Marsaglia's xorshift; a hash of 0 would stay. */
static uint32_t nv_draw_next(NVDraw *draw)
{
    draw->hash |= !draw->hash;
    draw->hash ^= draw->hash << 13;
    draw->hash ^= draw->hash >> 17;
    draw->hash ^= draw->hash << 5;
    return draw->hash;
}

static uint32_t nv_draw_bytes(NVDraw *draw, size_t count)
{
    uint32_t val = 0;

    if (!draw->left) {
        return nv_draw_next(draw) >> (32 - count * 8);
    }
    for (size_t i = 0; i < count && draw->left; i++, draw->left--) {
        draw->hash = (draw->hash ^ *draw->data) * 0x01000193;
        val |= (uint32_t)*draw->data++ << i * 8;
    }
    return val;
}

uint32_t nv_draw_below(NVDraw *draw, uint32_t end)
{
    if (end <= 1) {
        return 0;
    }
    if (draw->rand) {
        return g_rand_int_range(draw->rand, 0, end);
    }
    return nv_draw_bytes(draw, end <= 0x100 ? 1 : end <= 0x10000 ? 2 : 4) %
           end;
}

uint32_t nv_draw_word(NVDraw *draw)
{
    return draw->rand ? g_rand_int(draw->rand) : nv_draw_bytes(draw, 4);
}

uint32_t nv_draw_near_ends(NVDraw *draw)
{
    uint32_t word = nv_draw_word(draw);

    switch (word >> 24) {
    case 0xb0 ... 0xbf:
        return draw->vram - (word & 0x3f) * 0x40;
    case 0xc0 ... 0xc7:
        return draw->vram - (word & 0xffff) * 0x100;
    case 0xc8 ... 0xcf:
        return 0x10000 - (word & 0x3ff);
    case 0xd0 ... 0xdf:
        return (draw->vram >> 8) - (word & 0x1ff);
    case 0xe0 ... 0xef:
        return draw->vram - (word & 0x3ff);
    case 0xf0 ... 0xf7:
        return (draw->vram >> 4) - (word & 0x3ff);
    case 0xf8 ... 0xfb:
        return INT32_MAX - (word & 0xff);
    case 0xfc ... 0xff:
        return UINT32_MAX - (word & 0xff);
    default:
        return word;
    }
}
