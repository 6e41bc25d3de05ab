/*
 * NVIDIA GPU: the pushbuffers that the benchmark submits to NVC0 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "../qtest/libnv/nv-fermi.h"
#include "workload.h"

#define SUBC WORKLOAD_FERMI_SUBC

/* The first of 64 that a 2D object stores: PATTERN_COLOR's */
#define MTHD 0x0300

#define MTHD_REF 0x0050

/* SEMAPHORED */
#define ACQUIRE 1
#define RELEASE_16 2

#define MAX_COUNT 0x1fff

/* Words of a short GP entry */
#define ENTRY 16

static void emit_inc(Stream *s, unsigned subc, uint32_t count)
{
    stream_emit_command(s, NV_FERMI_INC(subc, MTHD, count), count);
}

static void fill_long(Stream *s)
{
    while (stream_fits(s, 1 + MAX_COUNT)) {
        stream_emit_command(s, NV_FERMI_NI(SUBC, MTHD, MAX_COUNT), MAX_COUNT);
    }
}

static void fill_increasing(Stream *s)
{
    while (stream_fits(s, 9)) {
        emit_inc(s, SUBC, 8);
    }
}

static void fill_single(Stream *s)
{
    while (stream_fits(s, 2)) {
        emit_inc(s, SUBC, 1);
    }
}

static void fill_non_increasing(Stream *s)
{
    while (stream_fits(s, 9)) {
        stream_emit_command(s, NV_FERMI_NI(SUBC, MTHD, 8), 8);
    }
}

static void fill_increasing_once(Stream *s)
{
    while (stream_fits(s, 9)) {
        stream_emit_command(s, NV_FERMI_1INC(SUBC, MTHD, 8), 8);
    }
}

static void fill_immediate(Stream *s)
{
    while (stream_fits(s, 1)) {
        stream_emit_header(s, NV_FERMI_IMMD(SUBC, MTHD, s->put & MAX_COUNT),
                           1);
    }
}

/* Two subchannels, 16 methods each */
static void fill_switches(Stream *s)
{
    while (stream_fits(s, 36)) {
        for (unsigned subc = SUBC; subc < SUBC + 2; subc++) {
            emit_inc(s, subc, 8);
            emit_inc(s, subc, 8);
        }
    }
}

/* As a driver draws: two commands of 8, then a reference to wait for */
static void fill_ref(Stream *s)
{
    while (stream_fits(s, 20)) {
        emit_inc(s, SUBC, 8);
        emit_inc(s, SUBC, 8);
        stream_emit_header(s, NV_FERMI_INC(SUBC, MTHD_REF, 1), 1);
        stream_emit(s, ++s->ref);
    }
}

/* --- Semaphores ------------------------------------------------------- */

static void emit_semaphore(Stream *s, uint32_t val, uint32_t operation)
{
    stream_emit_header(s, NV_FERMI_INC(SUBC, WORKLOAD_SEMAPHORE_A, 4), 4);
    stream_emit(s, 0);
    stream_emit(s, WORKLOAD_SEMAPHORES_VA);
    stream_emit(s, val);
    stream_emit(s, operation);
}

static void fill_releases(Stream *s, uint32_t operation)
{
    while (stream_fits(s, 23)) {
        emit_inc(s, SUBC, 8);
        emit_inc(s, SUBC, 8);
        emit_semaphore(s, 0, operation);
        s->releases++;
    }
}

static void fill_short_releases(Stream *s)
{
    fill_releases(s, WORKLOAD_RELEASE_4);
}

static void fill_long_releases(Stream *s)
{
    fill_releases(s, RELEASE_16);
}

/* Each acquire waits for the value that the last release has written. */
static void fill_acquires(Stream *s)
{
    uint32_t val = 0;

    while (stream_fits(s, 28)) {
        emit_inc(s, SUBC, 8);
        emit_inc(s, SUBC, 8);
        emit_semaphore(s, val, ACQUIRE);
        /* The pushbuffer is executed again, from its beginning. */
        val = stream_fits(s, 5 + 28) ? val + 1 : 0;
        emit_semaphore(s, val, WORKLOAD_RELEASE_4);
        s->releases++;
    }
}

/* --- Entries ---------------------------------------------------------- */

/* Two commands in each */
static void fill_entries(Stream *s)
{
    while (stream_fits(s, ENTRY)) {
        emit_inc(s, SUBC, 8);
        emit_inc(s, SUBC, ENTRY - 10);
    }
}

const Workload fermi_workloads[] = {
    { "long", "non-increasing commands of 8191", BOUND_READING, fill_long },
    { "increasing-8", "increasing commands of 8", BOUND_DECODING,
      fill_increasing },
    { "single", "single methods", BOUND_DECODING, fill_single },
    { "non-increasing-8", "non-increasing commands of 8", BOUND_DECODING,
      fill_non_increasing },
    { "increasing-once-8", "increasing once, commands of 8", BOUND_DECODING,
      fill_increasing_once },
    { "immediate", "immediate data", BOUND_DECODING, fill_immediate },
    { "switch-16", "another subchannel every 16 methods", BOUND_DECODING,
      fill_switches, .lacks = NV_CARD_NVE4 },
    { "ref-16", "SET_REFERENCE every 16 methods", BOUND_DECODING, fill_ref },
    { "release-4-16", "a release of 4 bytes every 16 methods",
      BOUND_STORING, fill_short_releases },
    { "release-16-16", "a release of 16 bytes every 16 methods",
      BOUND_STORING, fill_long_releases },
    { "acquire-16", "an acquire and a release every 16 methods",
      BOUND_STORING, fill_acquires },
    { "entry-16", "GP entries of 16 words", BOUND_DECODING, fill_entries,
      .entry_words = ENTRY },
};

const unsigned fermi_workload_count = ARRAY_SIZE(fermi_workloads);
