/*
 * NVIDIA GPU: what draws on a card, as the benchmark uses it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_PAINTER_H
#define TESTS_BENCH_PAINTER_H

#include "../qtest/libnv/nv-gpu.h"

/** The surface: 32 bits a pixel */
#define PAINTER_W 1920
#define PAINTER_H 1080
/** Bytes from a line to the next: NV04 has 13 bits, NV50 wants 64 */
#define PAINTER_PITCH 8128

/** enum Drawing - what is drawn */
typedef enum Drawing {
    /** a rectangle of one color */
    DRAW_FILL,
    /** the same, combined with what is there by exclusive or */
    DRAW_INVERT,
    /** the surface from PAINTER_SCROLL lines further down to its top */
    DRAW_SCROLL,
    /** a rectangle from the surface's middle to its top */
    DRAW_COPY,
    /** a bitmap whose ones have a color */
    DRAW_MONO,
    /** an image of pixels */
    DRAW_IMAGE,
    /** a line from the left top to a point: 2D objects */
    DRAW_LINE,
    /** a rectangle of one color that a macro draws: from NVC0 on */
    DRAW_MACRO,
    /** a rectangle of a surface in blocks, cleared by a 3D object */
    DRAW_CLEAR,
    /** the same by a macro, as NVK's clears are */
    DRAW_CLEAR_MACRO,
} Drawing;

#define PAINTER_SCROLL 16

typedef struct Painter Painter;

/**
 * struct PainterOps - objects of a generation
 *
 * @last: the last kind of drawing that they can do, and all before it
 * @has: whether a card has them
 * @make: bring them up, with a surface
 * @begin: what has to be set once for a kind of drawing
 * @push: append a drawing to what is submitted next
 * @kick: submit it
 * @is_done: all of that is done
 * @free: free the program's part of it
 */
typedef struct PainterOps {
    Drawing last;
    bool (*has)(const NVCard *card);
    void (*make)(Painter *painter);
    void (*begin)(Painter *painter, Drawing drawing);
    void (*push)(Painter *painter, Drawing drawing, unsigned w, unsigned h);
    void (*kick)(Painter *painter);
    bool (*is_done)(Painter *painter);
    void (*free)(Painter *painter);
} PainterOps;

/**
 * struct Painter - a surface of a card
 *
 * @ops: who draws on it
 * @nv: the card
 * @surface: its address in video memory
 * @own: what these need
 */
struct Painter {
    const PainterOps *ops;
    NVDev *nv;
    uint64_t surface;
    void *own;
};

/** painter_new: bring up whatever the card has; NULL if there is nothing */
Painter *painter_new(NVDev *nv);
void painter_free(Painter *painter);

/** painter_run: have executed what has been appended */
void painter_run(Painter *painter);

/** painter_pattern: words of bitmaps and images */
extern uint32_t painter_pattern[PAINTER_W];

#endif /* TESTS_BENCH_PAINTER_H */
