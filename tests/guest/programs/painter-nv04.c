/*
 * Drawing with the 2D objects before chipset 50: see painter.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "painter.h"

enum {
    HANDLE_SURFACE = 0xbeef6201,
    HANDLE_PATTERN,
    HANDLE_ROP,
    HANDLE_CLIP,
    HANDLE_GDI,
    HANDLE_BLIT,
};

/* Subchannels; the context objects share one, as they are seldom spoken to */
enum {
    CONTEXT_SUBC,
    GDI_SUBC = 3,
    BLIT_SUBC = 2,
};

enum {
    OPERATION = 0x2fc,
    OPERATION_ROP_AND = 1,
    OPERATION_SRCCOPY = 3,
    ROP_INVERT = 0x55,
    FORMAT_X8R8G8B8 = 3,
    SURFACE_FORMAT_X8R8G8B8 = 6,
    BITMAP_FORMAT_CGA6 = 1,
};

static uint32_t yx(unsigned y, unsigned x)
{
    return y << 16 | x;
}

static void bind(Push *push, unsigned subc, uint32_t handle, int oclass)
{
    channel_object(push->channel, handle, oclass);
    push_one(push, subc, 0, handle);
}

static void set_up_surface(Push *push, const Picture *picture)
{
    int surface = push->channel->card->chipset >= 0x10 ? 0x0062 : 0x0042;
    unsigned pitch = picture->width * 4;

    bind(push, CONTEXT_SUBC, HANDLE_SURFACE, surface);
    push_method(push, CONTEXT_SUBC, 0x184, 2);
    push_context(push, picture->buffer);
    push_context(push, picture->buffer);
    push_method(push, CONTEXT_SUBC, 0x300, 4);
    push_word(push, SURFACE_FORMAT_X8R8G8B8);
    push_word(push, pitch << 16 | pitch);
    push_address(push, picture->buffer, 0);
    push_address(push, picture->buffer, 0);
}

static void set_up_contexts(Push *push, const Picture *picture)
{
    bind(push, CONTEXT_SUBC, HANDLE_ROP, 0x0043);
    push_one(push, CONTEXT_SUBC, 0x300, ROP_INVERT);

    bind(push, CONTEXT_SUBC, HANDLE_PATTERN, 0x0044);
    push_method(push, CONTEXT_SUBC, 0x300, 8);
    push_word(push, FORMAT_X8R8G8B8);
    push_word(push, BITMAP_FORMAT_CGA6);
    push_word(push, 0);
    push_word(push, 1);
    for (int i = 0; i < 4; i++) {
        push_word(push, 0xffffffff);
    }

    bind(push, CONTEXT_SUBC, HANDLE_CLIP, 0x0019);
    push_method(push, CONTEXT_SUBC, 0x300, 2);
    push_word(push, 0);
    push_word(push, yx(picture->height, picture->width));
}

static void set_up_engines(Push *push)
{
    int blit = push->channel->card->chipset >= 0x11 ? 0x009f : 0x005f;

    bind(push, GDI_SUBC, HANDLE_GDI, 0x004a);
    push_one(push, GDI_SUBC, 0x198, HANDLE_SURFACE);
    push_one(push, GDI_SUBC, 0x188, HANDLE_PATTERN);
    push_one(push, GDI_SUBC, 0x18c, HANDLE_ROP);
    push_one(push, GDI_SUBC, 0x304, BITMAP_FORMAT_CGA6);
    push_one(push, GDI_SUBC, 0x300, FORMAT_X8R8G8B8);

    bind(push, BLIT_SUBC, HANDLE_BLIT, blit);
    push_one(push, BLIT_SUBC, 0x188, HANDLE_CLIP);
    push_one(push, BLIT_SUBC, 0x19c, HANDLE_SURFACE);
    push_one(push, BLIT_SUBC, OPERATION, OPERATION_SRCCOPY);
}

static void set_up(Push *push, const Picture *picture)
{
    set_up_surface(push, picture);
    set_up_contexts(push, picture);
    set_up_engines(push);
}

static void solid(Push *push, Area area, uint32_t operation, uint32_t colour)
{
    push_one(push, GDI_SUBC, OPERATION, operation);
    push_one(push, GDI_SUBC, 0x3fc, colour);
    push_method(push, GDI_SUBC, 0x400, 2);
    push_word(push, area.x << 16 | area.y);
    push_word(push, area.w << 16 | area.h);
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
    push_one(push, GDI_SUBC, OPERATION, OPERATION_SRCCOPY);
    push_method(push, GDI_SUBC, 0xbe4, 7);
    push_word(push, yx(area.y, area.x));
    push_word(push, yx(area.y + area.h - clip, area.x + area.w - clip));
    push_word(push, bitmap->zeros);
    push_word(push, bitmap->ones);
    push_word(push, yx(area.h, (area.w + 7) / 8 * 8));
    push_word(push, yx(area.h, area.w));
    push_word(push, yx(area.y, area.x));
    push_method(push, GDI_SUBC, 0xc00, bitmap->nr_words);
    for (unsigned i = 0; i < bitmap->nr_words; i++) {
        push_word(push, bitmap->words[i]);
    }
}

static void blit(Push *push, Area from, Area to)
{
    push_method(push, BLIT_SUBC, 0x300, 3);
    push_word(push, yx(from.y, from.x));
    push_word(push, yx(to.y, to.x));
    push_word(push, yx(from.h, from.w));
}

const Painter painter_nv04 = {
    .set_up = set_up,
    .rectangle = rectangle,
    .invert = invert,
    .bitmap = bitmap,
    .blit = blit,
};
