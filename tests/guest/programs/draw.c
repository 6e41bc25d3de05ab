/*
 * The 2D engine draws as the kernel's console has it draw, and as X does:
 * rectangles, two-coloured bitmaps, inversions and overlapping copies, in a
 * picture that is also drawn here; the two have to agree. What the card has
 * drawn is written to a file, as PPM, if one is named.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <string.h>

#include "painter.h"

enum {
    WIDTH = 320,
    HEIGHT = 200,
    ROUNDS = 50,
    /* What is stored of a pixel's unused byte is the card's own affair */
    COLOUR_MASK = 0xffffff,
};

typedef struct Canvas {
    const Painter *painter;
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

static void submit(Canvas *canvas)
{
    push_submit(&canvas->push);
    push_wait(&canvas->push);
    push_reset(&canvas->push);
    canvas->operations++;
}

static void canvas_new(Canvas *canvas, Card *card)
{
    Picture picture = {
        .buffer = &canvas->surface, .width = WIDTH, .height = HEIGHT,
    };

    canvas->painter = card->chipset < 0x50 ? &painter_nv04 : &painter_nv50;
    channel_new(&canvas->channel, card);
    push_new(&canvas->push, &canvas->channel, 1024);
    buffer_new(&canvas->surface, card, DOMAIN_VRAM, WIDTH * HEIGHT * 4);
    canvas->painter->set_up(&canvas->push, &picture);
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
    canvas->painter->rectangle(&canvas->push, area, colour);
    submit(canvas);

    for (unsigned y = area.y; y < area.y + area.h; y++) {
        for (unsigned x = area.x; x < area.x + area.w; x++) {
            canvas->pixels[y][x] = colour;
        }
    }
}

static void invert(Canvas *canvas, Area area)
{
    canvas->painter->invert(&canvas->push, area);
    submit(canvas);

    for (unsigned y = area.y; y < area.y + area.h; y++) {
        for (unsigned x = area.x; x < area.x + area.w; x++) {
            canvas->pixels[y][x] = ~canvas->pixels[y][x];
        }
    }
}

/* See painter.h for the contents */
static void bitmap(Canvas *canvas, Area area, unsigned clip,
                   uint32_t zeros, uint32_t ones)
{
    unsigned row_bytes = (area.w + 7) / 8;
    unsigned right = area.x + area.w - clip;
    unsigned bottom = area.y + area.h - clip;
    uint32_t words[128] = { 0 };
    const uint8_t *bits = (const uint8_t *)words;
    Bitmap bitmap = {
        .words = words, .nr_words = (row_bytes * area.h + 3) / 4,
        .zeros = zeros, .ones = ones,
    };

    for (unsigned i = 0; i < bitmap.nr_words; i++) {
        words[i] = next_random() << 16 ^ next_random();
    }
    canvas->painter->bitmap(&canvas->push, area, clip, &bitmap);
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

    canvas->painter->blit(&canvas->push, from, to);
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

static void write_picture(const Canvas *canvas, const char *name)
{
    const uint32_t *pixels = canvas->surface.map;
    FILE *file = fopen(name, "w");

    if (!file) {
        test_fail("%s: %m", name);
    }
    fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT);
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        putc(pixels[i] >> 16 & 0xff, file);
        putc(pixels[i] >> 8 & 0xff, file);
        putc(pixels[i] & 0xff, file);
    }
    fclose(file);
}

int main(int argc, char **argv)
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
    if (argc > 1) {
        write_picture(&canvas, argv[1]);
    }
    canvas_free(&canvas);
    card_close(&card);
    return test_pass();
}
