/*
 * The copy engine moves 1 MiB from the guest's memory to the card's and back,
 * and within each, and then a picture's worth of short lines; every byte is
 * compared.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "m2mf.h"

enum {
    ROUNDS = 8,
    STEPS = 4,
};

/* Lines that start and end off any boundary, with a gap that must survive */
enum {
    LINES = 301,
    LINE_LENGTH = 1003,
    FROM_PITCH = 1024,
    TO_PITCH = 2048,
    FROM_OFFSET = 5,
    TO_OFFSET = 130,
};

typedef struct Places {
    Buffer source;
    Buffer vram[2];
    Buffer gart[2];
} Places;

static void places_new(Places *places, Card *card)
{
    buffer_new(&places->source, card, DOMAIN_GART, MIB);
    for (int i = 0; i < 2; i++) {
        buffer_new(&places->vram[i], card, DOMAIN_VRAM, MIB);
        buffer_new(&places->gart[i], card, DOMAIN_GART, MIB);
    }
}

static void places_free(Places *places)
{
    buffer_free(&places->source);
    for (int i = 0; i < 2; i++) {
        buffer_free(&places->vram[i]);
        buffer_free(&places->gart[i]);
    }
}

/* Copy whole buffers along a path through both memories; return the time */
static uint64_t copy_around(Push *push, Places *places, uint32_t seed)
{
    Buffer *path[STEPS + 1] = {
        &places->source, &places->vram[0], &places->vram[1],
        &places->gart[0], &places->gart[1],
    };
    static const char *const step[STEPS] = {
        "GART to VRAM", "VRAM to VRAM", "VRAM to GART", "GART to GART",
    };
    uint64_t usec = 0;

    buffer_fill(path[0], seed);
    for (int i = 0; i < STEPS; i++) {
        uint64_t start = clock_usec();

        m2mf_copy_whole(push, path[i], path[i + 1]);
        usec += clock_usec() - start;
        buffer_expect(path[i + 1], seed, step[i]);
    }
    return usec;
}

static bool in_a_line(size_t offset)
{
    size_t line = (offset - TO_OFFSET) / TO_PITCH;

    return offset >= TO_OFFSET && line < LINES &&
           (offset - TO_OFFSET) % TO_PITCH < LINE_LENGTH;
}

static void expect_lines(const Buffer *from, const Buffer *to, uint8_t gap)
{
    const uint8_t *source = from->map;
    const uint8_t *target = to->map;

    for (size_t i = 0; i < to->size; i++) {
        size_t line = (i - TO_OFFSET) / TO_PITCH;
        size_t column = (i - TO_OFFSET) % TO_PITCH;
        uint8_t want = in_a_line(i) ?
                       source[FROM_OFFSET + line * FROM_PITCH + column] : gap;

        if (target[i] != want) {
            test_fail("lines: byte %zu of line %zu: have %02x, want %02x",
                      column, line, target[i], want);
        }
    }
}

static void copy_lines(Push *push, Buffer *from, Buffer *to)
{
    const Copy copy = {
        .from = from,
        .to = to,
        .from_offset = FROM_OFFSET,
        .to_offset = TO_OFFSET,
        .from_pitch = FROM_PITCH,
        .to_pitch = TO_PITCH,
        .length = LINE_LENGTH,
        .lines = LINES,
    };
    const uint8_t gap = 0xa5;

    buffer_fill(from, 1);
    memset(to->map, gap, to->size);
    push_reset(push);
    m2mf_copy(push, &copy);
    push_submit(push);
    push_wait(push);
    expect_lines(from, to, gap);
}

int main(void)
{
    Card card;
    Channel channel;
    Push push;
    Places places;
    uint64_t usec = 0;

    test_begin("copy");
    card_open(&card);
    channel_new(&channel, &card);
    m2mf_bind(&channel);
    push_new(&push, &channel, 32);
    places_new(&places, &card);

    for (uint32_t round = 0; round < ROUNDS; round++) {
        usec += copy_around(&push, &places, round);
    }
    copy_lines(&push, &places.source, &places.vram[0]);
    copy_lines(&push, &places.vram[1], &places.gart[1]);

    test_measure("copies=%d bytes=%d usec=%llu waits=%d", ROUNDS * STEPS + 2,
                 ROUNDS * STEPS * MIB + 2 * LINES * LINE_LENGTH,
                 (unsigned long long)usec, ROUNDS * STEPS + 2);
    places_free(&places);
    push_free(&push);
    channel_free(&channel);
    card_close(&card);
    return test_pass();
}
