/*
 * Hostile guests: objects that draw, NV04 to NV45
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-hostile.h"
#include "libnv/nv-channel.h"

#define CLASSES 5
#define BLOCKS 8

/**
 * struct Block - methods in a row
 *
 * @mthd: the first
 * @kinds: what each is, see parameter()
 */
typedef struct Block {
    uint16_t mthd;
    const char *kinds;
} Block;

/**
 * struct Drawing - how some classes draw
 *
 * @classes: they; all cards that have one also have the first, but for 3D
 * @surface: the method that binds the surface, 0: it has none
 * @blocks: what is submitted, in this order
 */
typedef struct Drawing {
    uint16_t classes[CLASSES];
    uint16_t surface;
    Block blocks[BLOCKS];
} Drawing;

/*
 * Scaled images from memory, which can be swizzled on their way.  NV04's have
 * no choice of a conversion, and may end with it.
 */
#define SCALED { \
    { 0x77, 0x63, 0x89, 0x389, 0x3089 }, 0x198, { \
        { 0x184, "h" }, { 0x300, "fo" }, { 0x308, "kwps" }, { 0x318, "uu" }, \
        { 0x400, "zmap" }, { 0x2fc, "t" } } }

static const Drawing scaled = SCALED;

static const Drawing drawings[] = {
    /* Copies within a surface */
    { { 0x5f, 0x9f }, 0x19c, { { 0x2fc, "o" }, { 0x300, "pps" } } },
    /* Rectangles, lines, triangles */
    { { 0x5e }, 0x198, { { 0x2fc, "ofc" }, { 0x400, "psps" } } },
    { { 0x5c }, 0x198, {
        { 0x2fc, "ofc" }, { 0x400, "pp" }, { 0x480, "xxxx" }, { 0x500, "ppp" },
        { 0x580, "xxxx" }, { 0x600, "cpcp" } } },
    { { 0x5d }, 0x198, {
        { 0x2fc, "ofc" }, { 0x310, "ppp" }, { 0x320, "xxxxxx" },
        { 0x400, "pppp" }, { 0x480, "xxxx" }, { 0x500, "cppp" },
        { 0x580, "cpcpcp" } } },
    /* GDI's rectangles, clipped ones, bitmaps of one color and of two */
    { { 0x4a }, 0x198, {
        { 0x2fc, "oft" }, { 0x3fc, "cpsps" }, { 0x5f4, "ppcpppp" },
        { 0x7ec, "ppcspddddd" }, { 0xbe4, "ppccsspddddd" } } },
    /* Images from the pushbuffer */
    { { 0x61, 0x65, 0x8a, 0x308a }, 0x19c, {
        { 0x2fc, "of" }, { 0x304, "pss" }, { 0x400, "dddddddddddddddd" } } },
    SCALED,
    /* Clears, fences and reports of 3D objects */
    { { 0x97, 0x397, 0x697, 0x4097, 0x4497 }, 0, {
        { 0x194, "hhhhhhh" }, { 0x200, "ssriaa" }, { 0x22c, "i" },
        { 0x8c0, "ss" }, { 0x1d98, "ee" }, { 0x1d8c, "ccc" },
        { 0x1d6c, "acc" }, { 0x17cc, "tq" } } },
};

static uint32_t parameter(const NVHostileWork *w, char kind)
{
    NVHostile *h = w->h;

    switch (kind) {
    case 'o':                   /* operation: often a copy */
        return nv_below(h, 2) ? 3 : nv_below(h, 8);
    case 'f':                   /* format */
        return w->right ? 1 + nv_below(h, 7) : nv_below(h, 8);
    case 't':                   /* a choice */
        return nv_below(h, 3);
    case 'p':                   /* point: y, x */
        return nv_hostile_right(w, 8)
               ? nv_hostile_size(h, 0x100) << 16 | nv_hostile_size(h, 0x100)
               : nv_draw_word(h->draw);
    case 's':                   /* size: height, width */
        if (w->where == NV_EVERYWHERE && nv_below(h, 2)) {
            return 0x7fff7fff;
        }
        return w->where != NV_EVERYWHERE && nv_below(h, 8)
               ? nv_hostile_size(h, 0x80) << 16 | nv_hostile_size(h, 0x80)
               : nv_hostile_size(h, 0x8000) << 16 |
                 nv_hostile_size(h, 0x8000);
    case 'k':                   /* a corner that clips, and how far it does: */
        return nv_hostile_right(w, 4) ? 0 : parameter(w, 'p');
    case 'w':                   /* not at all, as a rule */
        return nv_hostile_right(w, 4) ? 0x7fff7fff : parameter(w, 's');
    case 'z':                   /* the same of a scaled image: it is even */
        if (nv_hostile_right(w, 4)) {
            return (1 + nv_below(h, 0x40)) << 16 | (1 + nv_below(h, 0x20)) * 2;
        }
        return (1 + nv_hostile_size(h, 0x7ff)) << 16 |
               (1 + nv_hostile_size(h, 0x3ff)) * 2;
    case 'e':                   /* the ends of an extent */
        return nv_hostile_size(h, 0x1000) << 16 | nv_below(h, 0x40);
    case 'x':                   /* a coordinate, with a sign */
        return nv_hostile_size(h, 0x200) - 0x80;
    case 'u':                   /* scale, 20 bits are behind the point */
        return nv_hostile_right(w, 4) ? nv_hostile_size(h, 0x400000)
                                      : nv_draw_word(h->draw);
    case 'm':                   /* pitch, so that lines fit; origin, filter */
        return nv_hostile_size(h, 0x100) | (1 + nv_below(h, 2)) << 16 |
               nv_below(h, 2) << 24;
    case 'i':                   /* pitches */
        return (1 + nv_below(h, 0x20)) << 22 | (1 + nv_below(h, 0x20)) << 6;
    case 'a':                   /* offset */
        return nv_hostile_size(h, nv_below(h, 2) ? 0x1000 : 0x10000);
    case 'r':                   /* render target: formats, layout, logs */
        return nv_below(h, 0x20) | nv_below(h, 4) << 5 |
               nv_below(h, 3) << 8 | nv_below(h, 12) << 16 |
               nv_below(h, 12) << 24;
    case 'q':                   /* a report, and where it goes */
        return 1 << 24 | nv_hostile_size(h, 0x10000);
    case 'h':                   /* DMA object */
        return nv_hostile_dma(w);
    default:                    /* color, data */
        return nv_draw_word(h->draw);
    }
}

void nv_hostile_draw(const NVHostileWork *w)
{
    NVHostile *h = w->h;
    /* Of what is large, scaled images take longest. */
    bool scale = w->swizzled || (w->where == NV_EVERYWHERE && nv_below(h, 2));
    const Drawing *d = scale
        ? &scaled : &drawings[nv_below(h, ARRAY_SIZE(drawings))];
    unsigned which = w->right && d->surface ? 0 : nv_below(h, CLASSES);
    uint16_t class = d->classes[which] ?: d->classes[0];

    nv_push_inc(w->chan, w->subc, NV_MTHD_OBJECT, w->handle(class));
    if (d->surface) {
        nv_push_inc(w->chan, w->subc, d->surface, w->surface);
    }
    for (const Block *block = d->blocks;
         block < d->blocks + BLOCKS && block->kinds; block++) {
        if (!nv_hostile_right(w, 8)) {
            continue;
        }
        nv_push(w->chan, NV_CMD_INC(w->subc, block->mthd,
                                    strlen(block->kinds)));
        for (const char *kind = block->kinds; *kind; kind++) {
            nv_push(w->chan, parameter(w, *kind));
        }
    }
}
