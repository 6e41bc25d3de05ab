/*
 * NVIDIA GPU: what copies on a card, as the benchmark uses it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_COPIER_H
#define TESTS_BENCH_COPIER_H

#include "../qtest/libnv/nv-gpu.h"

/**
 * struct Copy - a copy, from the beginning of one buffer to that of another
 *
 * @pitch: bytes from a line to the next, of both
 * @length: bytes of a line
 * @lines: how many
 * @blocks_in, @blocks_out: the side is in blocks of 16 gobs, and as wide as its
 *                          pitch
 */
typedef struct Copy {
    uint32_t pitch, length, lines;
    bool blocks_in, blocks_out;
} Copy;

typedef struct Copier Copier;

/**
 * struct CopierOps - a kind of engine
 *
 * @name: in results for programs
 * @text: in results for people
 * @blocks: surfaces in blocks exist
 * @alone: one copy at a time: it has to be a large one
 * @has: whether a card has it
 * @make: bring it up, with buffers
 * @push: append a copy to what is submitted next
 * @kick: submit it
 * @is_done: all of that is done
 * @free: free the program's part of it
 */
typedef struct CopierOps {
    const char *name, *text;
    bool blocks, alone;
    bool (*has)(const NVCard *card);
    void (*make)(Copier *copier, bool in_vram, bool out_vram, uint32_t size);
    void (*push)(Copier *copier, const Copy *copy);
    void (*kick)(Copier *copier);
    bool (*is_done)(Copier *copier);
    void (*free)(Copier *copier);
} CopierOps;

/**
 * struct Copier - an engine of a card, and two buffers
 *
 * @ops: its kind
 * @nv: the card
 * @in, @out: addresses of the buffers, for a yardstick
 * @own: what the kind needs
 */
struct Copier {
    const CopierOps *ops;
    NVDev *nv;
    uint64_t in, out;
    void *own;
};

/** copiers: all kinds, to a NULL */
extern const CopierOps *const copiers[];

extern const CopierOps copier_pcopy;

/** copier_new: bring up an engine, with buffers in one memory or the other */
Copier *copier_new(const CopierOps *ops, NVDev *nv, bool in_vram,
                   bool out_vram, uint32_t size);
void copier_free(Copier *copier);

/** copier_prepare: write a pushbuffer that makes @count copies */
void copier_prepare(Copier *copier, const Copy *copy, uint32_t count);

/** copier_run: have it executed */
void copier_run(Copier *copier);

#endif /* TESTS_BENCH_COPIER_H */
