/*
 * Fermi's copy engines, as a channel drives them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PCE_H
#define PCE_H

#include "card.h"

enum { PCE_SUBC = 5 };

/* Methods of FERMI_DMA (90b5) and FERMI_DECOMPRESS (90b8) */
enum {
    PCE_DST_TILE = 0x220,
    PCE_EXEC = 0x300,
    PCE_SRC_ADDRESS = 0x30c,
    PCE_FORMAT = 0x32c,
    PCE_QUERY_ADDRESS = 0x338,
};

enum {
    EXEC_FORMAT = 1 << 0,
    EXEC_SRC_LINEAR = 1 << 4,
    EXEC_DST_LINEAR = 1 << 8,
    EXEC_QUERY = 1 << 12,
    EXEC_LINEAR = EXEC_SRC_LINEAR | EXEC_DST_LINEAR,
};

/* struct Engine - what the driver makes of it, and what PFIFO calls it */
typedef struct Engine {
    const char *name;
    int oclass;
    unsigned id;
} Engine;

enum { PCE_ENGINES = 2 };

extern const Engine pce_engines[PCE_ENGINES];

/* How many of them a card has: the first, or both */
unsigned pce_count(const Card *card);

/* Bind the channel's object of the engine to PCE_SUBC */
void pce_select(Push *push, const Engine *engine);
/* The same, with the object created first */
void pce_bind(Push *push, const Engine *engine);

/* Lines in a buffer, as far apart as the pitch says */
typedef struct Lines {
    Buffer *buffer;
    uint32_t offset;
    uint32_t pitch;
} Lines;

/* Where the next copy is from and to: COUNT lines of LENGTH bytes or pixels */
void pce_lines(Push *push, const Lines *from, const Lines *to,
               uint32_t length, uint32_t count);

#endif /* PCE_H */
