/*
 * NVIDIA GPU: the pushbuffers that the benchmark submits
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_WORKLOAD_H
#define TESTS_BENCH_WORKLOAD_H

/** The object that nearly all methods go to: it takes any and does nothing */
#define WORKLOAD_NULL 0x30
#define WORKLOAD_NULL_SUBC 1

/** From NVC0 on: where a 2D object is from NVE4 on */
#define WORKLOAD_FERMI_SUBC 3

/** One that does something, to show what that costs */
#define WORKLOAD_M2MF 0x39
#define WORKLOAD_M2MF_SUBC 2

/** Handles of the null object that the pushbuffers hold */
#define WORKLOAD_HANDLES 32
#define WORKLOAD_HANDLE(i) (0xbe000100u + (i))

/** The DMA object of a page that semaphores are in */
#define WORKLOAD_SEMAPHORES 0x5e3a
/** Their address from NVC0 on, the first of their methods, and a release */
#define WORKLOAD_SEMAPHORES_VA 0x30000000
#define WORKLOAD_SEMAPHORE_A 0x0010
#define WORKLOAD_RELEASE_4 (2 | 1 << 24)

/** What the device's speed is compared with */
typedef enum Bound {
    /** at least half the words per second of a loop that reads them */
    BOUND_READING,
    /** at most twice the time of a loop that decodes them */
    BOUND_DECODING,
    /** the same, and per release three stores to the guest's memory */
    BOUND_STORING,
    /** none: told for information */
    BOUND_NONE,
} Bound;

/**
 * struct Stream - a pushbuffer being filled
 *
 * @words: its memory
 * @size: words that fit
 * @put: words from the start to where DMA_PUT will stand
 * @visited: words that are executed, among them those of commands
 * @commands, @methods: what they are
 * @releases: how many of the commands release a semaphore of 16 bytes
 * @ref: parameter of the last REF_CNT, 0 if there is none
 */
typedef struct Stream {
    uint32_t *words;
    size_t size;
    size_t put;
    uint64_t visited;
    uint64_t commands, methods;
    uint64_t releases;
    uint32_t ref;
} Stream;

/**
 * struct Workload - a kind of pushbuffer
 *
 * @name: in results for programs
 * @text: in results for people
 * @bound: what it is measured by
 * @needs, @lacks: features that a card must have, or must not, of enum
 *                 NVCardFeature
 * @jumps: it isn't one piece, which it has to be in IB mode
 * @entry_words: it is for IB mode only, with entries of so many words
 * @fill: fills a stream of which @words and @size are set
 */
typedef struct Workload {
    const char *name;
    const char *text;
    Bound bound;
    void (*fill)(Stream *stream);
    uint64_t needs, lacks;
    bool jumps;
    uint32_t entry_words;
} Workload;

/** stream_fits: there is room for @words more, and one behind them */
bool stream_fits(const Stream *s, size_t words);

/** stream_emit: append a word that is executed */
void stream_emit(Stream *s, uint32_t word);

/** stream_emit_header: append a command's first word, for @count methods */
void stream_emit_header(Stream *s, uint32_t word, uint32_t count);

/** stream_emit_command: the same with as many parameters, whatever they are */
void stream_emit_command(Stream *s, uint32_t word, uint32_t count);

/** workload_empty: none of these: commands without methods */
void workload_empty(Stream *stream);

extern const Workload workloads[];
extern const unsigned workload_count;

/** The same in NVC0's format */
extern const Workload fermi_workloads[];
extern const unsigned fermi_workload_count;

#endif /* TESTS_BENCH_WORKLOAD_H */
