/*
 * NVIDIA GPU: the pushbuffers that the benchmark submits
 *
 * A workload fills a pushbuffer from end to end, except for less than one
 * repetition of its pattern.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-channel.h"
#include "workload.h"

#define SUBC WORKLOAD_NULL_SUBC

/* A method above the handles, and not PFIFO's own */
#define MTHD 0x0300
#define MTHD_M2MF_OFFSET_IN 0x030c
#define MTHD_HANDLE 0x0180
#define MTHD_END 0x2000

#define MTHD_SEMAPHORE_ADDRESS_HIGH 0x0010
#define TRIGGER_WRITE_LONG 2

#define MAX_COUNT 2047

/* Words of an IB buffer's entry */
#define ENTRY 16

static unsigned command_count(uint32_t header)
{
    return extract32(header, 18, 11);
}

bool stream_fits(const Stream *s, size_t words)
{
    /* One word stays free, in which the benchmark puts a jump back. */
    return s->put + words + 1 <= s->size;
}

void stream_emit(Stream *s, uint32_t word)
{
    s->words[s->put++] = word;
    s->visited++;
}

void stream_emit_header(Stream *s, uint32_t word, uint32_t count)
{
    stream_emit(s, word);
    s->commands++;
    s->methods += count;
}

void stream_emit_command(Stream *s, uint32_t word, uint32_t count)
{
    stream_emit_header(s, word, count);
    for (unsigned i = 0; i < count; i++) {
        stream_emit(s, s->put * 0x9e3779b1u);
    }
}

static void emit_header(Stream *s, uint32_t word)
{
    stream_emit_header(s, word, command_count(word));
}

static void emit_command(Stream *s, uint32_t word)
{
    stream_emit_command(s, word, command_count(word));
}

static void fill_long(Stream *s)
{
    while (stream_fits(s, 1 + MAX_COUNT)) {
        emit_command(s, NV_CMD_NI(SUBC, MTHD, MAX_COUNT));
    }
}

/* The largest command that doesn't wrap into the puller's methods */
static void fill_to_end(Stream *s)
{
    const unsigned count = (MTHD_END - MTHD) / 4;

    while (stream_fits(s, 1 + count)) {
        emit_command(s, NV_CMD_INC(SUBC, MTHD, count));
    }
}

static void fill_increasing(Stream *s)
{
    while (stream_fits(s, 9)) {
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
    }
}

void workload_empty(Stream *s)
{
    while (stream_fits(s, 1)) {
        emit_header(s, NV_CMD_NOP);
    }
}

static void fill_single(Stream *s)
{
    while (stream_fits(s, 2)) {
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 1));
    }
}

/* As a driver draws: two commands of 8, then a reference to wait for */
static void fill_ref(Stream *s)
{
    while (stream_fits(s, 20)) {
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_header(s, NV_CMD_INC(SUBC, NV_MTHD_REF_CNT, 1));
        stream_emit(s, ++s->ref);
    }
}

static void fill_handles(Stream *s)
{
    for (unsigned i = 0; stream_fits(s, 2); i = (i + 1) % WORKLOAD_HANDLES) {
        emit_header(s, NV_CMD_INC(SUBC, MTHD_HANDLE + i * 4, 1));
        stream_emit(s, WORKLOAD_HANDLE(i));
    }
}

static void fill_handles_runs(Stream *s)
{
    while (stream_fits(s, 9)) {
        /* The method before these is DMA_NOTIFY, which every object has. */
        emit_header(s, NV_CMD_INC(SUBC, MTHD_HANDLE + 4, 8));
        for (unsigned i = 0; i < 8; i++) {
            stream_emit(s, WORKLOAD_HANDLE(i));
        }
    }
}

static void fill_m2mf(Stream *s)
{
    while (stream_fits(s, 2)) {
        emit_command(s, NV_CMD_INC(WORKLOAD_M2MF_SUBC, MTHD_M2MF_OFFSET_IN,
                                   1));
    }
}

/* --- Jumps ------------------------------------------------------------ */

#define BLOCK 16
#define PAGE 1024

/*
 * Blocks of 15 words and a jump to the next one, executed in the order that
 * @block_at gives.  DMA_PUT is the place of the last block's jump.
 */
static void fill_blocks(Stream *s, size_t (*block_at)(size_t i, size_t count))
{
    size_t count = s->size / PAGE * PAGE / BLOCK;

    for (size_t i = 0; i < count; i++) {
        s->put = block_at(i, count) * BLOCK;
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 5));
        if (i + 1 < count) {
            stream_emit(s, NV_CMD_OLD_JUMP(block_at(i + 1, count) * BLOCK * 4));
            s->commands++;
        }
    }
}

/* To and fro between two pages, as between a main buffer and a subroutine */
static size_t block_to_and_fro(size_t i, size_t count)
{
    const size_t blocks = PAGE / BLOCK;
    size_t last_pair = count / (2 * blocks);
    size_t pair = i / (2 * blocks);

    if (pair == last_pair) {
        /* An odd page at the end is gone through from start to end. */
        return i;
    }
    return pair * 2 * blocks + i % 2 * blocks + i % (2 * blocks) / 2;
}

static void fill_jumps(Stream *s)
{
    fill_blocks(s, block_to_and_fro);
}

/* Scattered over the buffer: no page is visited again before all others. */
static size_t block_scattered(size_t i, size_t count)
{
    const size_t blocks = PAGE / BLOCK;
    size_t pages = count / blocks;

    return i % pages * blocks + i / pages;
}

static void fill_jumps_scattered(Stream *s)
{
    fill_blocks(s, block_scattered);
}

/*
 * Calls, followed by blocks of 15 words and a return: this is how a driver
 * executes state that it has assembled once.
 */
static void fill_calls(Stream *s)
{
    size_t blocks = s->size / (BLOCK + 1) - 1;

    for (size_t i = 0; i < blocks; i++) {
        size_t block = blocks + 1 + i * BLOCK;

        s->put = i;
        stream_emit(s, NV_CMD_CALL(block * 4));
        s->put = block;
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 5));
        stream_emit(s, NV_CMD_RETURN);
        s->commands += 2;
    }
    s->put = blocks;
}

/* --- Semaphores ------------------------------------------------------- */

static void fill_releases(Stream *s)
{
    while (stream_fits(s, 20)) {
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_header(s, NV_CMD_INC(SUBC, NV_MTHD_SEMAPHORE_RELEASE, 1));
        stream_emit(s, 0);
    }
}

/* Each acquire waits for the value that the last release has written. */
static void fill_acquires(Stream *s)
{
    uint32_t val = 0;

    while (stream_fits(s, 22)) {
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_header(s, NV_CMD_INC(SUBC, NV_MTHD_SEMAPHORE_OFFSET, 3));
        stream_emit(s, 0);
        stream_emit(s, val);
        /* The pushbuffer is executed again, from its beginning. */
        val = stream_fits(s, 23) ? val + 1 : 0;
        stream_emit(s, val);
    }
}

/* A fence of NV84's driver: 16 bytes with the time */
static void fill_long_releases(Stream *s)
{
    while (stream_fits(s, 23)) {
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_header(s, NV_CMD_INC(SUBC, MTHD_SEMAPHORE_ADDRESS_HIGH, 4));
        stream_emit(s, 0);
        stream_emit(s, 0);
        stream_emit(s, s->put);
        stream_emit(s, TRIGGER_WRITE_LONG);
        s->releases++;
    }
}

/* --- IB mode ---------------------------------------------------------- */

/* Two commands in each entry */
static void fill_entries(Stream *s)
{
    while (stream_fits(s, ENTRY)) {
        emit_command(s, NV_CMD_INC(SUBC, MTHD, 8));
        emit_command(s, NV_CMD_INC(SUBC, MTHD, ENTRY - 10));
    }
}

const Workload workloads[] = {
    { "long", "non-increasing commands of 2047", BOUND_READING, fill_long,
      NV_CARD_NONINC },
    { "long", "increasing commands of 1856", BOUND_READING, fill_to_end,
      .lacks = NV_CARD_NONINC },
    { "increasing-8", "increasing commands of 8", BOUND_DECODING,
      fill_increasing },
    { "single", "single methods", BOUND_DECODING, fill_single },
    { "ref-16", "REF_CNT every 16 methods", BOUND_DECODING, fill_ref,
      NV_CARD_REF },
    { "jump-16", "a jump every 16 words, between two pages", BOUND_DECODING,
      fill_jumps, .jumps = true },
    { "handle", "handles in 0x180..0x1fc, one a command", BOUND_DECODING,
      fill_handles },
    { "handle-8", "handles in 0x184..0x1a0, 8 a command", BOUND_NONE,
      fill_handles_runs },
    { "jump-16-far", "a jump every 16 words, each to another page",
      BOUND_NONE, fill_jumps_scattered, .jumps = true },
    { "m2mf", "single methods that an engine executes (M2MF)", BOUND_NONE,
      fill_m2mf, .lacks = NV_CARD_NV50 },
    { "call-16", "a call and a return every 16 words", BOUND_NONE,
      fill_calls, NV_CARD_CALL, .jumps = true },
    { "release-16", "a release every 16 methods", BOUND_NONE, fill_releases,
      NV_CARD_SEMAPHORE },
    { "acquire-16", "an acquire and a release every 16 methods", BOUND_NONE,
      fill_acquires, NV_CARD_SEMAPHORE },
    { "release-long-16", "a release of 16 bytes every 16 methods",
      BOUND_STORING, fill_long_releases, NV_CARD_NV84 },
    { "entry-16", "IB entries of 16 words", BOUND_DECODING, fill_entries,
      NV_CARD_NV50, .entry_words = ENTRY },
};

const unsigned workload_count = ARRAY_SIZE(workloads);
