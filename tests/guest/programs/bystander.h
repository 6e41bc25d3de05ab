/*
 * A process that works with the card all the time, and must not notice what
 * befalls others: it copies by all of its channel's engines, and compares.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BYSTANDER_H
#define BYSTANDER_H

#include <sys/types.h>

#include "card.h"

/* What one round of work needs: a channel with an object of each engine */
typedef struct Work {
    Channel channel;
    Push push;
    /* Buffers of a chain of copies: each takes the one before it */
    Buffer source, between[2], target;
    /* What PGRAPH draws on where it makes none of the copies */
    Buffer canvas;
    uint32_t round;
} Work;

void work_new(Work *work, Card *card);
void work_free(Work *work);
/* Copy, or draw, with each engine, and check the result */
void work_round(Work *work, const char *who);

/*
 * Another process, which ends with this one; the kernel's log calls its
 * channels by its name and number.  0 in the new one.
 */
pid_t process_start(const char *name);

typedef struct Bystander Bystander;

Bystander *bystander_start(void);
/* Let it work for some more rounds; the test fails if it can't */
void bystander_wait(const Bystander *bystander, unsigned rounds);
/* Make it pause until it is told to continue */
void bystander_rest(Bystander *bystander);
void bystander_go_on(Bystander *bystander);
/* Let it end; the test fails if anything was wrong with its work */
void bystander_end(Bystander *bystander);

#endif /* BYSTANDER_H */
