/*
 * NVIDIA GPU: what all of the benchmark's parts need
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include "qobject/json-writer.h"
#include "../qtest/libnv/nv-gpu.h"
#include "../qtest/libnv/nv-channel.h"
#include "card.h"
#include "yardstick.h"

/**
 * struct Bench - a run of the benchmark
 *
 * @model: the card
 * @only: the row to measure, NULL: all of them
 * @repetitions: the best of so many counts
 * @patience: how often to measure again while a bound fails
 * @cpu_time: count CPU time, of which the median counts
 * @graph: methods of pushbuffers go to PGRAPH
 * @json: where results go, in an array
 * @bounds, @held: bounds so far, and those that hold
 */
typedef struct Bench {
    const NVCard *model;
    const char *only;
    int repetitions, patience;
    bool cpu_time, graph;
    JSONWriter *json;
    unsigned bounds, held;
} Bench;

/** bench_start: start the benchmark's emulator; @props, @args: as nv_start() */
NVDev *bench_start(const NVCard *model, const char *props, const char *args);

/** bench_init: nv_init(), of which cards before NV04 take nothing */
void bench_init(NVDev *nv);

/** bench_wait: let all other work of the machine finish */
void bench_wait(void);

/** bench_is_done: a channel's commands have been executed; it begins anew then */
bool bench_is_done(NVChan *chan);

/** bench_wants: the row is to be measured */
bool bench_wants(const Bench *bench, const char *name);

/** bench_now: QEMU's CPU time or the clock's, in ns */
int64_t bench_now(const Bench *bench, NVDev *nv);

/** bench_now_of: the same for any emulator */
int64_t bench_now_of(const Bench *bench, QTestState *qts);

/* --- Yardsticks ------------------------------------------------------- */

/**
 * struct Job - what the emulator is to do itself
 *
 * @what: a name of yardstick.c
 * @from, @to: addresses, those of video memory with YARDSTICK_VRAM; of "write",
 *             @from is the first word
 * @pitch, @length: bytes from a line to the next, and of a line
 * @lines: how many
 * @count: how often
 */
typedef struct Job {
    const char *what;
    uint64_t from, to;
    uint32_t pitch, length, lines, count;
} Job;

/** job_set: prepare it */
void job_set(const Bench *bench, NVDev *nv, const Job *job);

/** job_time: do what has been prepared; returns the time of one in ns */
double job_time(NVDev *nv);

/* --- Rows ------------------------------------------------------------- */

/**
 * struct Row - something that is measured beside something else
 *
 * @name: in results for programs
 * @text: in results for people
 * @than: what it is compared with, for people; NULL: nothing
 * @most: the most that it may take, in times of that, or in ns if it is
 *        compared with nothing; 0: no bound
 */
typedef struct Row {
    const char *name, *text, *than;
    double most;
} Row;

/**
 * RowOnce - measure once
 * @opaque: the caller's
 * @ns, @reference_ns: receive times, in ns
 */
typedef void RowOnce(void *opaque, double *ns, double *reference_ns);

/** bench_title: print a heading for the rows that follow */
void bench_title(const char *text);

/** bench_jobs: measure a job of the emulator's own beside another */
void bench_jobs(Bench *bench, NVDev *nv, const Row *row, const Job *job,
                const Job *reference);

/** bench_row: measure a row as often as it has to be, and print it */
void bench_row(Bench *bench, const Row *row, RowOnce *once, void *opaque);

/**
 * bench_row_difference: the same for the difference of two times
 *
 * Its median counts: the least is that of a bad moment, and may be negative.
 */
void bench_row_difference(Bench *bench, const Row *row, RowOnce *once,
                          void *opaque);

/** bench_row_few: the same, with @most repetitions: it takes so long */
void bench_row_few(Bench *bench, const Row *row, RowOnce *once, void *opaque,
                   int most);

/* --- The parts -------------------------------------------------------- */

/**
 * bench_front: how fast pushbuffers are executed
 * @only: the kind of pushbuffer, NULL: all of them
 * @mib: their size in MiB
 */
void bench_front(Bench *bench, const char *only, unsigned mib);

/** bench_accesses: a method written by the CPU, a switch; its part */
void bench_accesses(Bench *bench, Card *card, size_t size);

/** bench_copies, bench_drawing: engines */
void bench_copies(Bench *bench);
void bench_drawing(Bench *bench);

/** bench_machine: accesses by the CPU */
void bench_machine(Bench *bench);

/** bench_waits: doorbells and their fences, and a card without work */
void bench_waits(Bench *bench);

/** bench_channels: channels that take turns, and wait */
void bench_channels(Bench *bench);

/** bench_frames: cards that just show something; a part of bench_waits() */
void bench_frames(Bench *bench);

/** bench_growth: a doorbell's cost on cards that have much of something */
void bench_growth(Bench *bench);

/** bench_life: an emulator's start, reset, state and memory */
void bench_life(Bench *bench);

/** bench_screen: the picture */
void bench_screen(Bench *bench);

#endif /* TESTS_BENCH_BENCH_H */
