/*
 * Hostile guests: their source of numbers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "nv-draw.h"

static uint32_t nv_draw_bytes(NVDraw *draw, size_t count)
{
    uint8_t bytes[4] = {};

    count = MIN(count, draw->left);
    if (count) {
        memcpy(bytes, draw->data, count);
        draw->data += count;
        draw->left -= count;
    }
    return ldl_le_p(bytes);
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
    case 0xf8 ... 0xfb:
        return INT32_MAX - (word & 0xff);
    case 0xfc ... 0xff:
        return UINT32_MAX - (word & 0xff);
    default:
        return word;
    }
}
