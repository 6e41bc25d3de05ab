/*
 * NVIDIA GPU: what draws on a card, as the benchmark uses it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-canvas.h"
#include "../qtest/libnv/nv-fermi-graph.h"
#include "../qtest/libnv/nv-macro.h"
#include "../qtest/libnv/nv-tesla-canvas.h"
#include "bench.h"
#include "painter.h"

#define COLOR 0x00123456

/* The raster operation: source xor destination */
#define ROP_XOR 0x66

#define SURFACE_SIZE ROUND_UP(PAINTER_PITCH * PAINTER_H, 0x1000)

uint32_t painter_pattern[PAINTER_W];

/* --- Objects up to NV44 ------------------------------------------------ */

/* Words that a command for data takes */
#define GDI_WORDS 128
#define IFC_WORDS 1024

typedef struct OldPainter {
    NVCanvas canvas;
    NVBuf *surface;
} OldPainter;

/* On NV04 the driver links objects to each other. */
static bool old_has(const NVCard *card)
{
    return !(card->features & (NV_CARD_NV01 | NV_CARD_NV03 | NV_CARD_PAGES |
                               NV_CARD_SW_LINKS));
}

#define SURFACE_HANDLE 0x80000003

static void old_make(Painter *painter)
{
    OldPainter *p = g_new0(OldPainter, 1);
    NVCanvas *c = &p->canvas;
    NVChan *chan;

    painter->own = p;
    nv_canvas_new(c, painter->nv, NV_X8R8G8B8);
    chan = c->chan;
    p->surface = nv_buf_new(painter->nv, NV_IN_VRAM, SURFACE_SIZE, 0x3d);
    painter->surface = p->surface->base;
    nv_graph_name(chan, SURFACE_HANDLE, p->surface->inst);
    nv_push_object(chan, NV_SUBC_CONTEXT, NV_HANDLE_SURFACE);
    nv_push_inc(chan, NV_SUBC_CONTEXT, 0x184, SURFACE_HANDLE, SURFACE_HANDLE);
    nv_push_inc(chan, NV_SUBC_CONTEXT, 0x304,
                PAINTER_PITCH << 16 | PAINTER_PITCH, 0, 0);
    nv_push_object(chan, NV_SUBC_OTHER, NV_HANDLE_IFC);
    nv_push_inc(chan, NV_SUBC_OTHER, 0x19c, NV_HANDLE_SURFACE);
    nv_push_inc(chan, NV_SUBC_OTHER, NV_MTHD_OPERATION, NV_OPERATION_SRCCOPY,
                c->format->image);
    nv_submit(chan);
}

static void old_begin(Painter *painter, Drawing drawing)
{
    OldPainter *p = painter->own;

    nv_canvas_rop(&p->canvas, ROP_XOR);
    nv_push_inc(p->canvas.chan, NV_SUBC_GDI, NV_MTHD_OPERATION,
                drawing == DRAW_INVERT ? NV_OPERATION_ROP_AND
                                       : NV_OPERATION_SRCCOPY);
    /* SRCCOPY_AND and ROP_AND leave out colors without alpha. */
    nv_push_inc(p->canvas.chan, NV_SUBC_GDI, 0x304, 2);
    nv_submit(p->canvas.chan);
}

static void push_data(NVChan *chan, unsigned subc, uint32_t mthd,
                      unsigned count, unsigned most)
{
    while (count) {
        unsigned n = MIN(MIN(count, most), PAINTER_W);

        nv_push_command(chan, NV_CMD_INC(subc, mthd, 0), painter_pattern, n);
        count -= n;
    }
}

static void old_push(Painter *painter, Drawing drawing, unsigned w, unsigned h)
{
    OldPainter *p = painter->own;
    NVChan *chan = p->canvas.chan;
    uint32_t size = nv_yx(h, w);

    switch (drawing) {
    case DRAW_FILL:
    case DRAW_INVERT:
        nv_canvas_fill(&p->canvas, &(NVArea) { 0, 0, w, h },
                       0xff000000 | COLOR);
        break;
    case DRAW_SCROLL:
    case DRAW_COPY:
        nv_push_inc(chan, NV_SUBC_BLIT, 0x300,
                    nv_yx(drawing == DRAW_SCROLL ? PAINTER_SCROLL
                                                 : PAINTER_H / 2, 0),
                    0, size);
        break;
    case DRAW_MONO:
        nv_push_inc(chan, NV_SUBC_GDI, 0x7ec, 0, nv_yx(PAINTER_H, PAINTER_W),
                    0xff000000 | COLOR, size, 0);
        push_data(chan, NV_SUBC_GDI, 0x800, DIV_ROUND_UP(w * h, 32),
                  GDI_WORDS);
        break;
    case DRAW_IMAGE:
        nv_push_inc(chan, NV_SUBC_OTHER, 0x304, 0, size, size);
        push_data(chan, NV_SUBC_OTHER, 0x400, w * h, IFC_WORDS);
        break;
    default:
        g_assert_not_reached();
    }
}

static void old_kick(Painter *painter)
{
    nv_kick(((OldPainter *)painter->own)->canvas.chan);
}

static bool old_is_done(Painter *painter)
{
    return bench_is_done(((OldPainter *)painter->own)->canvas.chan);
}

static void old_free(Painter *painter)
{
    OldPainter *p = painter->own;

    nv_canvas_free(&p->canvas);
    nv_buf_free(p->surface);
    g_free(p);
}

static const PainterOps old_ops = {
    .last = DRAW_IMAGE,
    .has = old_has, .make = old_make, .begin = old_begin, .push = old_push,
    .kick = old_kick, .is_done = old_is_done, .free = old_free,
};

/* --- The 2D object ----------------------------------------------------- */

#define SUBC NV50_CANVAS_SUBC
#define A8R8G8B8 0xcf
#define DATA_WORDS 1920

/* TWOD_DRAW_SHAPE */
#define LINES 1
#define RECTANGLES 4

/**
 * struct Twod - channels with a 2D object, of NV50 or of NVC0
 *
 * @canvas: NV50's
 * @surface: its surface
 * @chan: NVC0's
 * @va, @fence, @value: where a fence of it is, and the last one
 */
typedef struct Twod {
    NV50Canvas canvas;
    NVBuf *surface;
    NVFermiChan *chan;
    uint64_t va, fence;
    uint32_t value;
} Twod;

static void twod_words(Painter *painter, bool ni, uint32_t mthd,
                       const uint32_t *words, unsigned count)
{
    Twod *t = painter->own;

    if (t->chan) {
        nv_fermi_command(t->chan, ni ? NV_FERMI_NI(SUBC, mthd, 0)
                                     : NV_FERMI_INC(SUBC, mthd, 0), words,
                         count);
    } else {
        nv_push_command(t->canvas.chan, ni ? NV_CMD_NI(SUBC, mthd, 0)
                                           : NV_CMD_INC(SUBC, mthd, 0), words,
                        count);
    }
}

#define twod_push(_painter, _mthd, ...)                                     \
    twod_words(_painter, false, _mthd, (const uint32_t[]){ __VA_ARGS__ },   \
               NV_COUNT(const uint32_t, __VA_ARGS__))

/* As nv50_fbcon_accel_init() and nvc0_fbcon_accel_init() leave it */
static void twod_set_up(Painter *painter, uint64_t va)
{
    for (unsigned i = 0; i < 2; i++) {
        uint32_t mthd = i ? TWOD_SRC_FORMAT : TWOD_DST_FORMAT;

        twod_push(painter, mthd, A8R8G8B8, 1);
        twod_push(painter, mthd + 0x14, PAINTER_PITCH, PAINTER_W, PAINTER_H,
                  va >> 32, va);
    }
    twod_push(painter, TWOD_CLIP_ENABLE, 0);
    twod_push(painter, TWOD_ROP, ROP_XOR);
    /* A color with alpha: a pattern without hides what is combined. */
    twod_push(painter, TWOD_PATTERN_COLOR_FORMAT, 2, 1, UINT32_MAX, UINT32_MAX,
              UINT32_MAX, UINT32_MAX);
    twod_push(painter, TWOD_DRAW_SHAPE + 4, A8R8G8B8);
    twod_push(painter, TWOD_SIFC_DX_DU, 0, 1, 0, 1);
    twod_push(painter, TWOD_BLIT_SAFE_OVERLAP, 1);
    twod_push(painter, TWOD_BLIT_DU_DX, 0, 1, 0, 1);
}

static void twod_begin(Painter *painter, Drawing drawing)
{
    twod_push(painter, TWOD_OPERATION, drawing == DRAW_INVERT ? TWOD_OP_ROP
                                                              : TWOD_SRCCOPY);
    twod_push(painter, TWOD_DRAW_SHAPE, drawing == DRAW_LINE ? LINES
                                                              : RECTANGLES);
    twod_push(painter, TWOD_SIFC_BITMAP_ENABLE, drawing == DRAW_MONO,
              A8R8G8B8, 0, 0, 1);
    twod_push(painter, TWOD_SIFC_BITMAP_COLOR, 0, COLOR);
    twod_push(painter, TWOD_SIFC_WRITE_BIT0, 0);
    painter_run(painter);
}

static void twod_image(Painter *painter, unsigned w, unsigned h,
                       unsigned words)
{
    twod_push(painter, TWOD_SIFC_WIDTH, w, h);
    twod_push(painter, TWOD_SIFC_DST, 0, 0, 0, 0);
    while (words) {
        unsigned n = MIN(words, DATA_WORDS);

        twod_words(painter, true, TWOD_SIFC_DATA, painter_pattern, n);
        words -= n;
    }
}

/* Objects share the macro processor: each macro has a number and a place. */
enum { TWOD_MACRO = 0, THREED_MACRO = 1, THREED_MACRO_CODE = 0x20 };

/* A macro that sends what a rectangle takes: its color, width and height */
static void twod_upload(Painter *painter)
{
    static const uint32_t code[] = {
        MACRO_TO(TWOD_DRAW_COLOR, 0),
        MACRO_IMM(MACRO_SEND, 0, 1, 0),
        MACRO_IMM(MACRO_PARM, 2, 0, 0),
        MACRO_IMM(MACRO_PARM, 3, 0, 0),
        MACRO_TO(TWOD_DRAW_POINT32_X, 1),
        MACRO_IMM(MACRO_SEND, 0, 0, 0),
        MACRO_IMM(MACRO_SEND, 0, 0, 0),
        MACRO_IMM(MACRO_SEND, 0, 2, 0) | MACRO_EXIT,
        MACRO_IMM(MACRO_SEND, 0, 3, 0),
    };

    nv_macro_upload(((Twod *)painter->own)->chan, TWOD_MACRO, 0, code,
                    ARRAY_SIZE(code));
}

static void twod_call(Painter *painter, unsigned w, unsigned h)
{
    const uint32_t params[] = { COLOR, w, h };

    nv_fermi_command(((Twod *)painter->own)->chan,
                     NV_FERMI_1INC(SUBC, MACRO_CALL(TWOD_MACRO), 0), params,
                     ARRAY_SIZE(params));
}

/* --- Clears by a 3D object, from NVC0 on --------------------------------- */

/* Macros are uploaded and called there. */
#define THREED MACRO_SUBC

/* Its methods: class header 9097 */
enum {
    COLOR_TARGET = 0x800,
    CLEAR_RECT = 0xd6c,
    COLOR_CLEAR_VALUE = 0xd80,
    SURFACE_CLIP = 0xff4,
    CLEAR_SURFACE_CONTROL = 0x10f8,
    CLEAR_SURFACE = 0x19d0,
};

#define USE_CLEAR_RECT (1 << 4)
#define CLEAR_RGBA (0xf << 2)

/* log2 of a block's gobs, of which it is one wide */
#define BLOCK_HEIGHT 4

static void threed_make(Painter *painter)
{
    static const uint32_t code[] = {
        MACRO_TO(CLEAR_RECT, 1),
        MACRO_IMM(MACRO_SEND, 0, 1, 0),
        MACRO_IMM(MACRO_PARM, 1, 0, 0),
        MACRO_IMM(MACRO_SEND, 0, 1, 0),
        MACRO_TO(CLEAR_SURFACE, 0) | MACRO_EXIT,
        MACRO_IMM(MACRO_SEND, 0, 0, CLEAR_RGBA),
    };
    const NVCard *card = painter->nv->card;
    NVFermiChan *chan = ((Twod *)painter->own)->chan;
    NVFermiBlocks blocks = {
        .width = PAINTER_W * 4, .height = PAINTER_H, .depth = 1,
        .block_height = BLOCK_HEIGHT,
    };
    NVFermiBuf buf = nv_fermi_buf(chan, true, ROUND_UP(SURFACE_SIZE,
                                                       1 << 20));

    nv_fermi_object(chan, THREED, card->features & NV_CARD_NVE4
                                  ? nv_kepler_class(card, 0xa097) : FERMI_3D,
                    NV_FERMI_GR);
    nv_fermi_inc(chan, THREED, COLOR_TARGET, buf.va >> 32, buf.va, PAINTER_W,
                 PAINTER_H, A8R8G8B8, nv_fermi_block_size(&blocks), 1, 0, 0);
    nv_fermi_inc(chan, THREED, COLOR_CLEAR_VALUE, 0, 0, 0, 0);
    nv_fermi_inc(chan, THREED, SURFACE_CLIP, PAINTER_W << 16,
                 PAINTER_H << 16);
    nv_fermi_inc(chan, THREED, CLEAR_SURFACE_CONTROL, USE_CLEAR_RECT);
    nv_macro_upload(chan, THREED_MACRO, THREED_MACRO_CODE, code,
                    ARRAY_SIZE(code));
}

static void threed_clear(Painter *painter, bool macro, unsigned w, unsigned h)
{
    NVFermiChan *chan = ((Twod *)painter->own)->chan;
    const uint32_t params[] = { w << 16, h << 16 };

    if (macro) {
        nv_macro_call(chan, THREED_MACRO, params, ARRAY_SIZE(params));
    } else {
        nv_fermi_inc(chan, THREED, CLEAR_RECT, params[0], params[1]);
        nv_fermi_inc(chan, THREED, CLEAR_SURFACE, CLEAR_RGBA);
    }
}

/* --- Drawings ------------------------------------------------------------ */

static void twod_draw(Painter *painter, Drawing drawing, unsigned w,
                      unsigned h)
{
    switch (drawing) {
    case DRAW_FILL:
    case DRAW_INVERT:
    case DRAW_LINE:
        twod_push(painter, TWOD_DRAW_COLOR, COLOR);
        twod_push(painter, TWOD_DRAW_POINT32_X, 0, 0, w, h);
        break;
    case DRAW_SCROLL:
    case DRAW_COPY:
        twod_push(painter, TWOD_BLIT_DST, 0, 0, w, h);
        twod_push(painter, TWOD_BLIT_SRC, 0, 0, 0,
                  drawing == DRAW_SCROLL ? PAINTER_SCROLL : PAINTER_H / 2);
        break;
    case DRAW_MONO:
        twod_image(painter, w, h, DIV_ROUND_UP(w * h, 32));
        break;
    case DRAW_IMAGE:
        twod_image(painter, w, h, w * h);
        break;
    case DRAW_MACRO:
        twod_call(painter, w, h);
        break;
    case DRAW_CLEAR:
    case DRAW_CLEAR_MACRO:
        threed_clear(painter, drawing == DRAW_CLEAR_MACRO, w, h);
        break;
    }
}

/* --- ... of NV50 -------------------------------------------------------- */

static bool tesla_has(const NVCard *card)
{
    return card->features & NV_CARD_NV50;
}

static void tesla_make(Painter *painter)
{
    Twod *t = g_new0(Twod, 1);
    NVDev *nv = painter->nv;

    painter->own = t;
    nv50_canvas_new(&t->canvas, nv, NV_IN_VRAM, NV50_A8R8G8B8);
    t->surface = nv_buf_new(nv, NV_IN_VRAM, SURFACE_SIZE, 0x3d);
    painter->surface = t->surface->base;
    nv_graph_name(t->canvas.chan, SURFACE_HANDLE, t->surface->inst);
    twod_push(painter, TWOD_DMA_DST, SURFACE_HANDLE, SURFACE_HANDLE,
              SURFACE_HANDLE);
    twod_set_up(painter, 0);
}

static void tesla_kick(Painter *painter)
{
    nv_kick(((Twod *)painter->own)->canvas.chan);
}

static bool tesla_is_done(Painter *painter)
{
    return bench_is_done(((Twod *)painter->own)->canvas.chan);
}

static void tesla_free(Painter *painter)
{
    Twod *t = painter->own;

    nv50_canvas_free(&t->canvas);
    nv_buf_free(t->surface);
    g_free(t);
}

static const PainterOps tesla_ops = {
    .last = DRAW_LINE,
    .has = tesla_has, .make = tesla_make, .begin = twod_begin,
    .push = twod_draw, .kick = tesla_kick, .is_done = tesla_is_done,
    .free = tesla_free,
};

/* --- ... of NVC0 -------------------------------------------------------- */

static bool fermi_has(const NVCard *card)
{
    return nv_card_is_fermi(card);
}

static void fermi_make(Painter *painter)
{
    Twod *t = g_new0(Twod, 1);
    NVFermiBuf surface;

    painter->own = t;
    t->chan = nv_fermi_graph_new(painter->nv, 1);
    surface = nv_fermi_buf(t->chan, true, SURFACE_SIZE);
    painter->surface = surface.addr;
    t->va = nv_fermi_ram(t->chan, 0x1000, &t->fence);
    nv_fermi_object(t->chan, SUBC, FERMI_2D, NV_FERMI_GR);
    twod_set_up(painter, surface.va);
    threed_make(painter);
    twod_upload(painter);
}

static void fermi_kick(Painter *painter)
{
    Twod *t = painter->own;

    nv_fermi_release(t->chan, t->va, ++t->value);
    nv_fermi_kick(t->chan);
}

static bool fermi_is_done(Painter *painter)
{
    Twod *t = painter->own;

    if (qtest_readl(painter->nv->qts, t->fence) != t->value) {
        return false;
    }
    if (t->chan->cur > NV_PUSH_SIZE / 2) {
        t->chan->cur = t->chan->kicked = 0;
    }
    return true;
}

static void fermi_free(Painter *painter)
{
    Twod *t = painter->own;

    nv_fermi_channel_fini(t->chan);
    nv_fermi_channel_free(t->chan);
    g_free(t);
}

static const PainterOps fermi_ops = {
    .last = DRAW_CLEAR_MACRO,
    .has = fermi_has, .make = fermi_make, .begin = twod_begin,
    .push = twod_draw, .kick = fermi_kick, .is_done = fermi_is_done,
    .free = fermi_free,
};

/* --- All of them -------------------------------------------------------- */

Painter *painter_new(NVDev *nv)
{
    static const PainterOps *const all[] = {
        &old_ops, &tesla_ops, &fermi_ops,
    };
    Painter *painter = g_new0(Painter, 1);

    for (unsigned i = 0; i < PAINTER_W; i++) {
        painter_pattern[i] = i * 0x9e3779b1u;
    }
    painter->nv = nv;
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        if (all[i]->has(nv->card)) {
            painter->ops = all[i];
            painter->ops->make(painter);
            return painter;
        }
    }
    g_free(painter);
    return NULL;
}

void painter_free(Painter *painter)
{
    painter->ops->free(painter);
    g_free(painter);
}

void painter_run(Painter *painter)
{
    painter->ops->kick(painter);
    while (!painter->ops->is_done(painter)) {
        g_usleep(100);
    }
}
