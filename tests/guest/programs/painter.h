/*
 * Drawing with the card's 2D objects, as the kernel's console and X do
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PAINTER_H
#define PAINTER_H

#include "card.h"

typedef struct Area {
    unsigned x, y, w, h;
} Area;

/* A picture of 32 bits a pixel, without gaps between its lines */
typedef struct Picture {
    Buffer *buffer;
    unsigned width, height;
} Picture;

/* Rows of whole bytes, the leftmost pixel in a byte's highest bit */
typedef struct Bitmap {
    const uint32_t *words;
    unsigned nr_words;
    uint32_t zeros, ones;
} Bitmap;

/*
 * set_up     create and bind the objects, and have them draw on PICTURE
 * rectangle  fill AREA
 * invert     all bits of the pixels in AREA
 * bitmap     draw BITMAP at AREA; CLIP of the rightmost and of the lowest
 *            pixels are not to be drawn
 * blit       copy FROM to TO, which has the same size
 */
typedef struct Painter {
    void (*set_up)(Push *push, const Picture *picture);
    void (*rectangle)(Push *push, Area area, uint32_t colour);
    void (*invert)(Push *push, Area area);
    void (*bitmap)(Push *push, Area area, unsigned clip,
                   const Bitmap *bitmap);
    void (*blit)(Push *push, Area from, Area to);
} Painter;

/* The subchannel of the object of NV50 and later */
enum { PAINTER_NV50_SUBC = 3 };

/* Before chipset 50, and from it on */
extern const Painter painter_nv04;
extern const Painter painter_nv50;

#endif /* PAINTER_H */
