/*
 * NVIDIA GPU: what a single register write costs, and a channel switch
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_BENCH_ACCESS_H
#define TESTS_BENCH_ACCESS_H

#include "card.h"

/**
 * struct Access - something that isn't measured in words of a pushbuffer
 *
 * @name: in results for programs
 * @text: in results for people
 * @than: what it is compared with, for people
 * @most: the most times of that, 0 for no bound
 * @ns, @reference_ns: times of one, and of what it is compared with
 */
typedef struct Access {
    const char *name, *text, *than;
    double most;
    double ns, reference_ns;
} Access;

/**
 * access_pio: a method written to a channel's area
 *
 * Compared with a write to a register of PGRAPH's that only stores it.
 */
Access access_pio(Card *card, unsigned repetitions);

/**
 * access_switch: from one channel to another
 * @card: the card
 * @put: end of what the pushbuffers hold, in bytes
 *
 * Compared with a loop that copies as many words as RAMFC has, out and in.
 */
Access access_switch(Card *card, uint32_t put, unsigned repetitions);

#endif /* TESTS_BENCH_ACCESS_H */
