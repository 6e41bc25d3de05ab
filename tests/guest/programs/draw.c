/*
 * The 2D engine draws as the kernel's console has it draw, and as X does:
 * rectangles, two-coloured bitmaps, inversions and overlapping copies, in a
 * picture that is also drawn here; the two have to agree.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "card.h"

enum {
    WIDTH = 320,
    HEIGHT = 200,
    PITCH = WIDTH * 4,
    ROUNDS = 50,
    /* What is stored of a pixel's unused byte is the card's own affair */
    COLOUR_MASK = 0xffffff,
};

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

typedef struct Area {
    unsigned x, y, w, h;
} Area;

typedef struct Canvas {
    Channel channel;
    Push push;
    Buffer surface;
    /* The same picture, drawn here */
    uint32_t pixels[HEIGHT][WIDTH];
    unsigned operations;
} Canvas;

/* A sequence that is the same on every machine */
static uint32_t next_random(void)
{
    static uint32_t state = 54321;

    state = state * 1103515245 + 12345;
    return state >> 8;
}

static Area random_area(unsigned max_w, unsigned max_h)
{
    Area area;

    area.w = 1 + next_random() % max_w;
    area.h = 1 + next_random() % max_h;
    area.x = next_random() % (WIDTH - area.w);
    area.y = next_random() % (HEIGHT - area.h);
    return area;
}

static uint32_t yx(unsigned y, unsigned x)
{
    return y << 16 | x;
}

/* One method with one parameter */
static void method(Canvas *canvas, unsigned subc, unsigned mthd, uint32_t data)
{
    push_method(&canvas->push, subc, mthd, 1);
    push_word(&canvas->push, data);
}

static void submit(Canvas *canvas)
{
    push_submit(&canvas->push);
    push_wait(&canvas->push);
    push_reset(&canvas->push);
    canvas->operations++;
}

/* Setting up */

static void bind(Canvas *canvas, unsigned subc, uint32_t handle, int oclass)
{
    channel_object(&canvas->channel, handle, oclass);
    method(canvas, subc, 0, handle);
}

static void set_up_surface(Canvas *canvas)
{
    Push *push = &canvas->push;
    int surface = canvas->channel.card->chipset >= 0x10 ? 0x0062 : 0x0042;

    bind(canvas, CONTEXT_SUBC, HANDLE_SURFACE, surface);
    push_method(push, CONTEXT_SUBC, 0x184, 2);
    push_context(push, &canvas->surface);
    push_context(push, &canvas->surface);
    push_method(push, CONTEXT_SUBC, 0x300, 4);
    push_word(push, SURFACE_FORMAT_X8R8G8B8);
    push_word(push, PITCH << 16 | PITCH);
    push_address(push, &canvas->surface, 0);
    push_address(push, &canvas->surface, 0);
}

static void set_up_contexts(Canvas *canvas)
{
    Push *push = &canvas->push;

    bind(canvas, CONTEXT_SUBC, HANDLE_ROP, 0x0043);
    method(canvas, CONTEXT_SUBC, 0x300, ROP_INVERT);

    bind(canvas, CONTEXT_SUBC, HANDLE_PATTERN, 0x0044);
    push_method(push, CONTEXT_SUBC, 0x300, 8);
    push_word(push, FORMAT_X8R8G8B8);
    push_word(push, BITMAP_FORMAT_CGA6);
    push_word(push, 0);
    push_word(push, 1);
    for (int i = 0; i < 4; i++) {
        push_word(push, 0xffffffff);
    }

    bind(canvas, CONTEXT_SUBC, HANDLE_CLIP, 0x0019);
    push_method(push, CONTEXT_SUBC, 0x300, 2);
    push_word(push, 0);
    push_word(push, yx(HEIGHT, WIDTH));
}

static void set_up_engines(Canvas *canvas)
{
    int blit = canvas->channel.card->chipset >= 0x11 ? 0x009f : 0x005f;

    bind(canvas, GDI_SUBC, HANDLE_GDI, 0x004a);
    method(canvas, GDI_SUBC, 0x198, HANDLE_SURFACE);
    method(canvas, GDI_SUBC, 0x188, HANDLE_PATTERN);
    method(canvas, GDI_SUBC, 0x18c, HANDLE_ROP);
    method(canvas, GDI_SUBC, 0x304, BITMAP_FORMAT_CGA6);
    method(canvas, GDI_SUBC, 0x300, FORMAT_X8R8G8B8);

    bind(canvas, BLIT_SUBC, HANDLE_BLIT, blit);
    method(canvas, BLIT_SUBC, 0x188, HANDLE_CLIP);
    method(canvas, BLIT_SUBC, 0x19c, HANDLE_SURFACE);
    method(canvas, BLIT_SUBC, OPERATION, OPERATION_SRCCOPY);
}

static void canvas_new(Canvas *canvas, Card *card)
{
    if (card->chipset >= 0x50) {
        test_skip("chipset %02x has other 2D classes", card->chipset);
    }
    channel_new(&canvas->channel, card);
    push_new(&canvas->push, &canvas->channel, 1024);
    buffer_new(&canvas->surface, card, DOMAIN_VRAM, PITCH * HEIGHT);
    set_up_surface(canvas);
    set_up_contexts(canvas);
    set_up_engines(canvas);
    submit(canvas);
}

static void canvas_free(Canvas *canvas)
{
    buffer_free(&canvas->surface);
    push_free(&canvas->push);
    channel_free(&canvas->channel);
}

/* Drawing, on the card and here */

static void rectangle(Canvas *canvas, Area area, uint32_t colour)
{
    method(canvas, GDI_SUBC, OPERATION, OPERATION_SRCCOPY);
    method(canvas, GDI_SUBC, 0x3fc, colour);
    push_method(&canvas->push, GDI_SUBC, 0x400, 2);
    push_word(&canvas->push, area.x << 16 | area.y);
    push_word(&canvas->push, area.w << 16 | area.h);
    submit(canvas);

    for (unsigned y = area.y; y < area.y + area.h; y++) {
        for (unsigned x = area.x; x < area.x + area.w; x++) {
            canvas->pixels[y][x] = colour;
        }
    }
}

static void invert(Canvas *canvas, Area area)
{
    method(canvas, GDI_SUBC, OPERATION, OPERATION_ROP_AND);
    method(canvas, GDI_SUBC, 0x3fc, 0xffffff);
    push_method(&canvas->push, GDI_SUBC, 0x400, 2);
    push_word(&canvas->push, area.x << 16 | area.y);
    push_word(&canvas->push, area.w << 16 | area.h);
    submit(canvas);

    for (unsigned y = area.y; y < area.y + area.h; y++) {
        for (unsigned x = area.x; x < area.x + area.w; x++) {
            canvas->pixels[y][x] = ~canvas->pixels[y][x];
        }
    }
}

/*
 * Rows of whole bytes, the leftmost pixel in a byte's highest bit. CLIP is how
 * many of the rightmost and of the lowest pixels are not to be drawn.
 */
static void bitmap(Canvas *canvas, Area area, unsigned clip,
                   uint32_t zeros, uint32_t ones)
{
    Push *push = &canvas->push;
    unsigned row_bytes = (area.w + 7) / 8;
    unsigned nr_words = (row_bytes * area.h + 3) / 4;
    unsigned right = area.x + area.w - clip;
    unsigned bottom = area.y + area.h - clip;
    uint32_t words[128] = { 0 };
    const uint8_t *bits = (const uint8_t *)words;

    for (unsigned i = 0; i < nr_words; i++) {
        words[i] = next_random() << 16 ^ next_random();
    }
    method(canvas, GDI_SUBC, OPERATION, OPERATION_SRCCOPY);
    push_method(push, GDI_SUBC, 0xbe4, 7);
    push_word(push, yx(area.y, area.x));
    push_word(push, yx(bottom, right));
    push_word(push, zeros);
    push_word(push, ones);
    push_word(push, yx(area.h, row_bytes * 8));
    push_word(push, yx(area.h, area.w));
    push_word(push, yx(area.y, area.x));
    push_method(push, GDI_SUBC, 0xc00, nr_words);
    for (unsigned i = 0; i < nr_words; i++) {
        push_word(push, words[i]);
    }
    submit(canvas);

    for (unsigned y = area.y; y < bottom; y++) {
        for (unsigned x = area.x; x < right; x++) {
            unsigned column = x - area.x;
            unsigned byte = bits[(y - area.y) * row_bytes + column / 8];

            canvas->pixels[y][x] = byte >> (7 - column % 8) & 1 ? ones : zeros;
        }
    }
}

/* The source is what was there before, however the two areas overlap */
static void blit(Canvas *canvas, Area from, Area to)
{
    static uint32_t before[HEIGHT][WIDTH];

    push_method(&canvas->push, BLIT_SUBC, 0x300, 3);
    push_word(&canvas->push, yx(from.y, from.x));
    push_word(&canvas->push, yx(to.y, to.x));
    push_word(&canvas->push, yx(from.h, from.w));
    submit(canvas);

    memcpy(before, canvas->pixels, sizeof(before));
    for (unsigned y = 0; y < from.h; y++) {
        memcpy(&canvas->pixels[to.y + y][to.x], &before[from.y + y][from.x],
               from.w * 4);
    }
}

static void draw_round(Canvas *canvas)
{
    Area area = random_area(200, 120);
    Area to = area;
    uint32_t zeros = next_random();
    uint32_t ones = next_random();

    to.x = next_random() % (WIDTH - area.w);
    to.y = next_random() % (HEIGHT - area.h);
    blit(canvas, area, to);
    invert(canvas, random_area(60, 60));
    rectangle(canvas, random_area(60, 60), next_random() & COLOUR_MASK);
    area = random_area(60, 40);
    bitmap(canvas, area, next_random() % 2, zeros, ones);
}

static void compare(Canvas *canvas, const char *what)
{
    const uint32_t *have = canvas->surface.map;

    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            uint32_t want = canvas->pixels[y][x];

            if ((have[y * WIDTH + x] ^ want) & COLOUR_MASK) {
                test_fail("%s %u: pixel (%u,%u): have %06x, want %06x",
                          what, canvas->operations, x, y,
                          have[y * WIDTH + x] & COLOUR_MASK,
                          want & COLOUR_MASK);
            }
        }
    }
}

int main(void)
{
    static Canvas canvas;
    Card card;
    uint64_t usec;

    test_begin("draw");
    card_open(&card);
    canvas_new(&canvas, &card);

    usec = clock_usec();
    rectangle(&canvas, (Area) { 0, 0, WIDTH, HEIGHT }, 0x204060);
    compare(&canvas, "clearing, operation");
    for (int round = 0; round < ROUNDS; round++) {
        draw_round(&canvas);
        compare(&canvas, "drawing, up to operation");
    }
    usec = clock_usec() - usec;

    test_measure("operations=%u usec=%llu waits=%u", canvas.operations,
                 (unsigned long long)usec, canvas.operations);
    canvas_free(&canvas);
    card_close(&card);
    return test_pass();
}
