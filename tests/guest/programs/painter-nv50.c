/*
 * Drawing with the one 2D object of chipset 50 and later: see painter.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "painter.h"

enum { HANDLE_2D = 0xbeef2d01 };

enum { SUBC = PAINTER_NV50_SUBC };

/* Methods of NV50_TWOD (502d) and FERMI_TWOD_A (902d): no DMA objects there */
enum {
    WAIT_FOR_IDLE = 0x110,
    CONTEXT_DMAS = 0x184,
    DST_FORMAT = 0x200,
    SRC_FORMAT = 0x230,
    /* From a surface's format on */
    SURFACE_PITCH = 0x14,
    CLIP = 0x280,
    CLIP_ENABLE = 0x290,
    ROP = 0x2a0,
    OPERATION = 0x2ac,
    SOLID_MODE = 0x580,
    SOLID_COLOUR = 0x588,
    SOLID_POINTS = 0x600,
    CPU_DATA_TYPE = 0x800,
    CPU_COLOURS = 0x814,
    CPU_OPACITY = 0x81c,
    CPU_SIZE = 0x838,
    CPU_STEP = 0x840,
    CPU_DST = 0x850,
    CPU_DATA = 0x860,
    COPY_SAFE_OVERLAP = 0x888,
    COPY_DST = 0x8b0,
    COPY_STEP = 0x8c0,
    COPY_SRC = 0x8d0,
};

enum {
    FORMAT_X8R8G8B8 = 0xe6,
    LAYOUT_PITCH = 1,
    OPERATION_ROP_AND = 1,
    OPERATION_SRCCOPY = 3,
    ROP_INVERT = 0x55,
    MODE_RECTANGLES = 4,
    DATA_TYPE_INDEX = 1,
    INDEX_FORMAT_I1 = 0,
    BITMAP_FORMAT_CGA6 = 0,
    WRAP_BYTE = 1,
    OPACITY_OPAQUE = 1,
};

static void set_up_surface(Push *push, const Picture *picture, unsigned format)
{
    push_method(push, SUBC, format, 2);
    push_word(push, FORMAT_X8R8G8B8);
    push_word(push, LAYOUT_PITCH);
    push_method(push, SUBC, format + SURFACE_PITCH, 5);
    push_word(push, picture->width * 4);
    push_word(push, picture->width);
    push_word(push, picture->height);
    push_address_high(push, picture->buffer, 0);
    push_address(push, picture->buffer, 0);
}

/* A step of one pixel of the source for each of the destination */
static void set_up_step(Push *push, unsigned method)
{
    push_method(push, SUBC, method, 4);
    push_word(push, 0);
    push_word(push, 1);
    push_word(push, 0);
    push_word(push, 1);
}

static void set_up(Push *push, const Picture *picture)
{
    bool fermi = card_is_fermi(push->channel->card);
    int oclass = fermi ? 0x902d : 0x502d;

    channel_object(push->channel, HANDLE_2D, oclass);
    push_bind(push, SUBC, HANDLE_2D, oclass);
    if (!fermi) {
        push_method(push, SUBC, CONTEXT_DMAS, 3);
        for (int i = 0; i < 3; i++) {
            push_context(push, picture->buffer);
        }
    }
    set_up_surface(push, picture, DST_FORMAT);
    set_up_surface(push, picture, SRC_FORMAT);
    push_one(push, SUBC, CLIP_ENABLE, 0);
    push_one(push, SUBC, ROP, ROP_INVERT);

    push_method(push, SUBC, SOLID_MODE, 2);
    push_word(push, MODE_RECTANGLES);
    push_word(push, FORMAT_X8R8G8B8);

    push_method(push, SUBC, CPU_DATA_TYPE, 5);
    push_word(push, DATA_TYPE_INDEX);
    push_word(push, FORMAT_X8R8G8B8);
    push_word(push, INDEX_FORMAT_I1);
    push_word(push, BITMAP_FORMAT_CGA6);
    push_word(push, WRAP_BYTE);
    push_one(push, SUBC, CPU_OPACITY, OPACITY_OPAQUE);
    set_up_step(push, CPU_STEP);

    push_one(push, SUBC, COPY_SAFE_OVERLAP, 1);
    set_up_step(push, COPY_STEP);
}

static void solid(Push *push, Area area, uint32_t operation, uint32_t colour)
{
    push_one(push, SUBC, OPERATION, operation);
    push_one(push, SUBC, SOLID_COLOUR, colour);
    push_method(push, SUBC, SOLID_POINTS, 4);
    push_word(push, area.x);
    push_word(push, area.y);
    push_word(push, area.x + area.w);
    push_word(push, area.y + area.h);
}

static void rectangle(Push *push, Area area, uint32_t colour)
{
    solid(push, area, OPERATION_SRCCOPY, colour);
}

static void invert(Push *push, Area area)
{
    solid(push, area, OPERATION_ROP_AND, 0xffffff);
}

static void bitmap(Push *push, Area area, unsigned clip, const Bitmap *bitmap)
{
    push_one(push, SUBC, OPERATION, OPERATION_SRCCOPY);
    push_method(push, SUBC, CLIP, 5);
    push_word(push, area.x);
    push_word(push, area.y);
    push_word(push, area.w - clip);
    push_word(push, area.h - clip);
    push_word(push, clip > 0);
    push_method(push, SUBC, CPU_COLOURS, 2);
    push_word(push, bitmap->zeros);
    push_word(push, bitmap->ones);
    push_method(push, SUBC, CPU_SIZE, 2);
    push_word(push, area.w);
    push_word(push, area.h);
    push_method(push, SUBC, CPU_DST, 4);
    push_word(push, 0);
    push_word(push, area.x);
    push_word(push, 0);
    push_word(push, area.y);
    push_data(push, SUBC, CPU_DATA, bitmap->nr_words);
    for (unsigned i = 0; i < bitmap->nr_words; i++) {
        push_word(push, bitmap->words[i]);
    }
    push_one(push, SUBC, CLIP_ENABLE, 0);
}

static void blit(Push *push, Area from, Area to)
{
    push_one(push, SUBC, OPERATION, OPERATION_SRCCOPY);
    push_one(push, SUBC, WAIT_FOR_IDLE, 0);
    push_method(push, SUBC, COPY_DST, 4);
    push_word(push, to.x);
    push_word(push, to.y);
    push_word(push, to.w);
    push_word(push, to.h);
    push_method(push, SUBC, COPY_SRC, 4);
    push_word(push, 0);
    push_word(push, from.x);
    push_word(push, 0);
    push_word(push, from.y);
}

const Painter painter_nv50 = {
    .set_up = set_up,
    .rectangle = rectangle,
    .invert = invert,
    .bitmap = bitmap,
    .blit = blit,
};
