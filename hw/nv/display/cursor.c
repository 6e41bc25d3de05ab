/*
 * NVIDIA GPU: the hardware cursor
 *
 * Sources: nouveau's dispnv04/cursor.c and crtc.c for its setup; Bochs's
 * geforce.cc for how pixels are mixed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "cursor.h"
#include "head.h"

/* --- Image ------------------------------------------------------------ */

bool nv_cursor_load(NVHead *head, NVCursor *cursor)
{
    unsigned bytes = cursor->width * cursor->lines * (cursor->argb ? 4 : 2);
    const uint8_t *vram = NULL;
    bool changed = false;

    if (cursor->vram) {
        vram = nv_vram_ptr(head->gpu, cursor->addr, bytes);
        if (!vram) {
            cursor->visible = false;
            return false;
        }
    }
    for (unsigned i = 0; i < bytes / 4; i++) {
        uint32_t word = vram ? ldl_le_p(vram + i * 4)
                             : nv_ramin_read32(head->gpu,
                                               cursor->addr + i * 4);

        changed |= word != head->cursor_image[i];
        head->cursor_image[i] = word;
    }
    return changed;
}

bool nv_cursor_covers(const NVCursor *cursor, int y)
{
    return cursor->visible && y >= cursor->y &&
           y < cursor->y + (int)(cursor->lines << cursor->double_scan);
}

/* --- Pixels ----------------------------------------------------------- */

/* Each half of @image is a pixel: opaque if bit 15 is set, else inverting */
static uint32_t nv_cursor_mix_1555(const uint32_t *image, unsigned i,
                                   uint32_t under, bool mask)
{
    uint16_t pixel = image[i / 2] >> (i % 2 * 16);
    uint32_t r = extract32(pixel, 10, 5) << 3;
    uint32_t g = extract32(pixel, 5, 5) << 3;
    uint32_t b = extract32(pixel, 0, 5) << 3;
    uint32_t rgb = (r | r >> 5) << 16 | (g | g >> 5) << 8 | (b | b >> 5);

    return pixel & 0x8000 ? rgb : mask ? under : under ^ rgb;
}

static uint32_t nv_cursor_mix_channel(uint32_t pixel, uint32_t under,
                                      unsigned shift, bool blend)
{
    unsigned alpha = pixel >> 24;
    unsigned over = extract32(pixel, shift, 8);

    if (blend) {
        over = over * alpha / 255;
    }
    over += extract32(under, shift, 8) * (255 - alpha) / 255;
    return MIN(over, 255) << shift;
}

static uint32_t nv_cursor_mix_argb(uint32_t pixel, uint32_t under, bool blend)
{
    return nv_cursor_mix_channel(pixel, under, 16, blend) |
           nv_cursor_mix_channel(pixel, under, 8, blend) |
           nv_cursor_mix_channel(pixel, under, 0, blend);
}

void nv_cursor_draw(const NVHead *head, const NVCursor *cursor,
                    uint32_t *line, unsigned width, int y)
{
    unsigned row = (y - cursor->y) >> cursor->double_scan;
    int first = MAX(0, -cursor->x);
    int end = MIN((int)cursor->width, (int)width - cursor->x);

    for (int x = first; x < end; x++) {
        uint32_t *pixel = &line[cursor->x + x];
        unsigned i = row * cursor->width + x;

        *pixel = cursor->argb
            ? nv_cursor_mix_argb(head->cursor_image[i], *pixel, cursor->blend)
            : nv_cursor_mix_1555(head->cursor_image, i, *pixel, cursor->mask);
    }
}
