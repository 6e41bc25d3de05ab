/*
 * NVIDIA GPU: the hardware cursor
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_CURSOR_H
#define HW_NV_DISPLAY_CURSOR_H

#include "hw/nv/nv-gpu.h"

typedef struct NVHead NVHead;

/** Lines of the tallest cursor: 15 * 16, see CUR_LINES */
#define NV_CURSOR_LINES 240
/** Words of the largest cursor's image: NVE4's, 256 by 256 of 32 bits */
#define NV_CURSOR_WORDS (256 * 256)

/**
 * struct NVCursor - the hardware cursor, decoded from the registers
 *
 * @visible: it is enabled, and all of its image is in memory
 * @argb: pixels are A8R8G8B8, else A1R5G5B5
 * @blend: colours aren't premultiplied with alpha
 * @mask: 16-bit pixels without bit 15 aren't shown; otherwise they invert
 * @double_scan: each line is shown twice
 * @vram: the image is in video memory, else in instance memory
 * @x, @y: position of its first pixel on the screen
 * @width, @lines: size of the image
 * @addr: address of the image
 */
typedef struct NVCursor {
    bool visible;
    bool argb;
    bool blend;
    bool mask;
    bool double_scan;
    bool vram;
    int x, y;
    unsigned width, lines;
    uint32_t addr;
} NVCursor;

/**
 * nv_cursor_load: read a cursor's image
 * @head: the head
 * @cursor: the cursor, set to invisible if there is no such image
 *
 * Returns true if the image differs from that in @head, which it replaces.
 */
bool nv_cursor_load(NVHead *head, NVCursor *cursor);

/**
 * nv_cursor_covers: whether the cursor touches a line of the screen
 * @cursor: the cursor
 * @y: the line
 */
bool nv_cursor_covers(const NVCursor *cursor, int y);

/**
 * nv_cursor_draw: draw the part of the cursor that is in a line
 * @head: the head, whose cursor_image is drawn
 * @cursor: the cursor
 * @line: the line's pixels, x8r8g8b8
 * @width: their number
 * @y: number of the line on the screen
 */
void nv_cursor_draw(const NVHead *head, const NVCursor *cursor,
                    uint32_t *line, unsigned width, int y);

#endif /* HW_NV_DISPLAY_CURSOR_H */
