/*
 * Copy engines, by their own class: a megabyte around both memories, and from
 * Fermi on lines, blocks, components, and the fence that an engine writes
 * itself; and the kernel's own moves by an engine.  Before Fermi that is PCIPHER, of
 * the cards that have VP2.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pce.h"

enum {
    STEPS = 4,
    QUERIES = 5,
};

static void run(Push *push, unsigned exec)
{
    pce_copy(push, exec);
    push_submit(push);
    push_wait(push);
    push_reset(push);
}

/* GART to VRAM, VRAM to VRAM, VRAM to GART, GART to GART */
static void copy_around(Push *push, Buffer **path, uint32_t seed)
{
    buffer_fill(path[0], seed);
    for (int i = 0; i < STEPS; i++) {
        Lines from = { path[i], 0, 4 * KIB }, to = { path[i + 1], 0, 4 * KIB };

        pce_lines(push, &from, &to, 4 * KIB, MIB / (4 * KIB));
        run(push, EXEC_LINEAR);
        buffer_expect(path[i + 1], seed, "copy");
    }
}

static uint8_t byte_at(const Buffer *buffer, size_t offset)
{
    return ((const uint8_t *)buffer->map)[offset];
}

/* Lines that begin and end off any boundary, and what is between them */
static void copy_lines(Push *push, Buffer *source, Buffer *target)
{
    enum { LINES = 301, LENGTH = 1003, PITCH = 2048 };
    Lines from = { source, 5, 1024 }, to = { target, 130, PITCH };

    buffer_fill(source, 77);
    memset(target->map, 0xa5, target->size);
    pce_lines(push, &from, &to, LENGTH, LINES);
    run(push, EXEC_LINEAR);
    for (size_t i = 0; i < LINES * PITCH; i++) {
        size_t line = i / PITCH, column = i % PITCH;
        uint8_t want = column < LENGTH
                       ? byte_at(source, 5 + line * 1024 + column) : 0xa5;

        if (byte_at(target, 130 + i) != want) {
            test_fail("byte %zu of line %zu: have %02x, want %02x", column,
                      line, byte_at(target, 130 + i), want);
        }
    }
}

static void copy_tiled(Push *push, Buffer *source, Buffer *target)
{
    enum { WIDTH = 256, HEIGHT = 96, X = 20, Y = 13, W = 150, H = 50 };
    Lines from = { source, 0, W }, to = { target, 0, 0 };

    buffer_fill(source, 78);
    memset(target->map, 0, target->size);
    pce_tile(push, WIDTH, HEIGHT, X, Y);
    pce_lines(push, &from, &to, W, H);
    run(push, EXEC_SRC_LINEAR);
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            size_t at = (y / 16 * (WIDTH / 64) + x / 64) * 1024 +
                        y % 16 * 64 + x % 64;
            bool in = x >= X && x < X + W && y >= Y && y < Y + H;
            uint8_t want = in ? byte_at(source, (y - Y) * W + x - X) : 0;

            if (byte_at(target, at) != want) {
                test_fail("byte %u,%u of blocks: have %02x, want %02x", x, y,
                          byte_at(target, at), want);
            }
        }
    }
}

/* Four bytes of each pixel in reverse order */
static void copy_components(Push *push, Buffer *source, Buffer *target)
{
    enum { PIXELS = 1000 };
    Lines from = { source, 0, 4 * KIB }, to = { target, 0, 4 * KIB };

    buffer_fill(source, 79);
    memset(target->map, 0, target->size);
    pce_format(push, 0x03300123);
    pce_lines(push, &from, &to, PIXELS, 2);
    run(push, EXEC_LINEAR | EXEC_FORMAT);
    for (size_t i = 0; i < PIXELS * 4; i++) {
        uint8_t want = byte_at(source, i ^ 3);

        if (byte_at(target, i) != want) {
            test_fail("component %zu: have %02x, want %02x", i,
                      byte_at(target, i), want);
        }
    }
}

/* The engine's own fence: a counter, 0, and the time in ns */
static void query(Push *push, Buffer *source, Buffer *target)
{
    const volatile uint32_t *words = target->map;
    Lines from = { source, 0, 64 }, to = { target, 4 * KIB, 64 };
    uint64_t last = 0;

    memset(target->map, 0xff, target->size);
    for (uint32_t n = 1; n <= QUERIES; n++) {
        uint64_t time;

        pce_query(push, target, 32, n * 0x11111111);
        pce_lines(push, &from, &to, 64, 1);
        run(push, EXEC_LINEAR | EXEC_QUERY);
        time = words[10] | (uint64_t)words[11] << 32;
        if (words[8] != n * 0x11111111 || words[9] || time <= last) {
            test_fail("query %u: %08x %08x %08x %08x", n, words[8], words[9],
                      words[10], words[11]);
        }
        last = time;
    }
}

/*
 * A buffer that may be in either memory, and is used where it isn't: the kernel
 * moves it, with a copy engine if it has one for that.
 */
static void moves(Card *card)
{
    static const Domain places[] = {
        DOMAIN_VRAM, DOMAIN_GART, DOMAIN_VRAM, DOMAIN_GART,
    };
    Channel channel;
    Buffer buffer;
    Push push;

    channel_new(&channel, card);
    push_new(&push, &channel, 64);
    buffer_new(&buffer, card, DOMAIN_VRAM | DOMAIN_GART, MIB);
    buffer_fill(&buffer, 99);
    for (unsigned i = 0; i < 4; i++) {
        buffer.domain = places[i];
        push_method(&push, 0, 0x010, 2);
        push_address_high(&push, &buffer, 0);
        push_address(&push, &buffer, 0);
        push_submit(&push);
        push_wait(&push);
        push_reset(&push);
        buffer_expect(&buffer, 99, "move");
    }
    buffer_free(&buffer);
    push_free(&push);
    channel_free(&channel);
}

/* On a channel for it, which the caller has made */
static void test_engine(Channel *channel, const Engine *engine)
{
    Card *card = channel->card;
    Buffer source, vram[2], gart[2];
    Buffer *path[STEPS + 1] = {
        &source, &vram[0], &vram[1], &gart[0], &gart[1],
    };
    Push push;
    uint64_t start;

    push_new(&push, channel, 64);
    pce_bind(&push, engine);
    buffer_new(&source, card, DOMAIN_GART, MIB);
    for (int i = 0; i < 2; i++) {
        buffer_new(&vram[i], card, DOMAIN_VRAM, MIB);
        buffer_new(&gart[i], card, DOMAIN_GART, MIB);
    }
    start = clock_usec();
    for (uint32_t round = 0; round < 4; round++) {
        copy_around(&push, path, round);
    }
    test_measure("engine=%s copies=%d usec=%llu", engine->name, 4 * STEPS,
                 (unsigned long long)(clock_usec() - start));
    copy_lines(&push, &source, &vram[0]);
    copy_tiled(&push, &gart[0], &vram[1]);
    copy_components(&push, &source, &gart[1]);
    query(&push, &source, &gart[1]);

    push_free(&push);
    for (int i = 0; i < 2; i++) {
        buffer_free(&vram[i]);
        buffer_free(&gart[i]);
    }
    buffer_free(&source);
}

/*
 * An engine with a run list of its own.  The query tells when a copy is done:
 * the kernel waits for other run lists' interrupts in vain (known-drivers.rst).
 */
static void test_alone(Card *card)
{
    enum { LIMIT_USEC = 10 * 1000000 };
    Buffer source, target;
    const volatile uint32_t *done;
    Channel channel;
    Push push;

    channel_new_for_copies(&channel, card);
    push_new(&push, &channel, 64);
    pce_bind(&push, pce_alone());
    buffer_new(&source, card, DOMAIN_GART, MIB);
    buffer_new(&target, card, DOMAIN_GART, MIB + 4 * KIB);
    done = (const volatile uint32_t *)target.map + MIB / 4;
    for (uint32_t n = 1; n <= QUERIES; n++) {
        Lines from = { &source, 0, 4 * KIB }, to = { &target, 0, 4 * KIB };
        uint64_t start = clock_usec();

        buffer_fill(&source, n);
        pce_query(&push, &target, MIB, n);
        pce_lines(&push, &from, &to, 4 * KIB, MIB / (4 * KIB));
        pce_copy(&push, EXEC_LINEAR | EXEC_QUERY);
        push_submit(&push);
        while (*done != n) {
            if (clock_usec() - start > LIMIT_USEC) {
                test_fail("copy %u on a run list of its own: query %u", n,
                          *done);
            }
            usleep(100);
        }
        if (memcmp(source.map, target.map, MIB)) {
            test_fail("copy %u on a run list of its own differs", n);
        }
        push_reset(&push);
    }
    buffer_free(&source);
    buffer_free(&target);
    push_free(&push);
    channel_free(&channel);
}

static void test_engines(Card *card)
{
    Channel channel;

    for (unsigned i = 0; i < pce_count(card); i++) {
        channel_new(&channel, card);
        test_engine(&channel, pce_engine(card, i));
        channel_free(&channel);
    }
    if (card_is_kepler(card)) {
        test_alone(card);
    }
}

/* --- PCIPHER ---------------------------------------------------------- */

/* Methods of G82_CIPHER (74c1) */
enum {
    CIPHER_SUBC = 5,
    CIPHER_HANDLE = 0xbeef74c1,
    CIPHER_CLASS = 0x74c1,
    CIPHER_DMA_SRC = 0x184,
    CIPHER_LENGTH = 0x304,
};

static bool has_cipher(const Card *card)
{
    switch (card->chipset) {
    case 0x84:
    case 0x86:
    case 0x92:
    case 0x94:
    case 0x96:
    case 0xa0:
        return true;
    default:
        return false;
    }
}

/* As the kernel's nv84_bo_move_exec() does */
static void cipher_copy(Push *push, Buffer *from, uint32_t from_offset,
                        Buffer *to, uint32_t to_offset, uint32_t length)
{
    push_method(push, CIPHER_SUBC, CIPHER_DMA_SRC, 2);
    push_context(push, from);
    push_context(push, to);
    push_method(push, CIPHER_SUBC, CIPHER_LENGTH, 6);
    push_word(push, length);
    push_address_high(push, from, from_offset);
    push_address(push, from, from_offset);
    push_address_high(push, to, to_offset);
    push_address(push, to, to_offset);
    push_word(push, 0);
    push_submit(push);
    push_wait(push);
    push_reset(push);
}

/* Bytes off any boundary, and what is around them */
static void cipher_bytes(Push *push, Buffer *source, Buffer *target)
{
    enum { FROM = 4093, TO = 70001, LENGTH = 65539 };

    buffer_fill(source, 80);
    memset(target->map, 0xa5, target->size);
    cipher_copy(push, source, FROM, target, TO, LENGTH);
    for (size_t i = 0; i < target->size; i++) {
        uint8_t want = i - TO < LENGTH ? byte_at(source, FROM + i - TO) : 0xa5;

        if (byte_at(target, i) != want) {
            test_fail("byte %zu: have %02x, want %02x", i,
                      byte_at(target, i), want);
        }
    }
}

static void test_cipher(Card *card)
{
    Buffer path[STEPS + 1];
    Channel channel;
    Push push;
    uint64_t start;

    channel_new(&channel, card);
    push_new(&push, &channel, 64);
    channel_object(&channel, CIPHER_HANDLE, CIPHER_CLASS);
    push_bind(&push, CIPHER_SUBC, CIPHER_HANDLE, CIPHER_CLASS);
    for (int i = 0; i <= STEPS; i++) {
        buffer_new(&path[i], card,
                   i == 1 || i == 2 ? DOMAIN_VRAM : DOMAIN_GART, MIB);
    }
    start = clock_usec();
    for (uint32_t round = 0; round < 4; round++) {
        buffer_fill(&path[0], round);
        for (int i = 0; i < STEPS; i++) {
            cipher_copy(&push, &path[i], 0, &path[i + 1], 0, MIB);
            buffer_expect(&path[i + 1], round, "copy");
        }
    }
    test_measure("engine=PCIPHER copies=%d usec=%llu", 4 * STEPS,
                 (unsigned long long)(clock_usec() - start));
    cipher_bytes(&push, &path[0], &path[1]);
    for (int i = 0; i <= STEPS; i++) {
        buffer_free(&path[i]);
    }
    push_free(&push);
    channel_free(&channel);
}

int main(void)
{
    Card card;

    test_begin("copy-engine");
    card_open(&card);
    if (has_cipher(&card)) {
        test_cipher(&card);
    } else if (!card_is_fermi(&card)) {
        test_skip("the card has no such engine");
    }
    test_engines(&card);
    moves(&card);
    card_close(&card);
    return test_pass();
}
