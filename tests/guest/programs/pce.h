/*
 * Copy engines from Fermi on, as a channel drives them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PCE_H
#define PCE_H

#include "card.h"

/* What a copy does; pce_copy() says it in the engine's own bits */
enum {
    EXEC_FORMAT = 1 << 0,
    EXEC_SRC_LINEAR = 1 << 1,
    EXEC_DST_LINEAR = 1 << 2,
    EXEC_QUERY = 1 << 3,
    EXEC_LINEAR = EXEC_SRC_LINEAR | EXEC_DST_LINEAR,
};

/*
 * struct Engine - what the driver makes of it, what PFIFO calls it, and where
 * its registers are
 */
typedef struct Engine {
    const char *name;
    int oclass;
    unsigned id;
    unsigned registers;
} Engine;

/* How many engines a channel of PGRAPH can use, and those */
unsigned pce_count(const Card *card);
const Engine *pce_engine(const Card *card, unsigned i);

/* Kepler's registers of an engine */
enum {
    PCE_INTR_EN = 0x904,
};

/* Bind the channel's object of the engine to its subchannel */
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
/*
 * Copy to blocks of two GOBs, one above the other, which are 64 bytes by 16
 * lines, from X and Y on
 */
void pce_tile(Push *push, unsigned width, unsigned height, unsigned x,
              unsigned y);
/* How components are copied, if EXEC_FORMAT is set */
void pce_format(Push *push, uint32_t format);
/* Where the engine writes VALUE behind the copy, if EXEC_QUERY is set */
void pce_query(Push *push, Buffer *buffer, uint32_t offset, uint32_t value);
/* What has been set up so far, with EXEC_ bits */
void pce_copy(Push *push, unsigned exec);
/* Kepler's: what no engine takes; it stands still until the driver has seen it */
void pce_mistake(Push *push);
/* The engine of Kepler's that has a run list of its own */
const Engine *pce_alone(void);

#endif /* PCE_H */
