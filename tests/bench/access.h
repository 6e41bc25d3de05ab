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
 * @most: the maximum in multiples of that, 0 for no bound
 * @ns, @reference_ns: times of one, and of what it is compared with
 */
typedef struct Access {
    const char *name, *text, *than;
    double most;
    double ns, reference_ns;
} Access;

/** access_holds: it takes no longer than it may */
bool access_holds(const Access *access);

/** access_times: it takes so many times of what it is compared with */
double access_times(const Access *access);

/** bench_wait: let all other work of the machine finish */
void bench_wait(void);

/**
 * access_pio: a method written to a channel's area
 * @card: the card
 * @repetitions: the best of so many hundreds counts
 * @patience: how often to measure again while the bound fails
 *
 * Compared with a write to a register of PGRAPH's that only stores it.
 */
Access access_pio(Card *card, unsigned repetitions, unsigned patience);

/**
 * access_switch: from one channel to another
 * @card: the card
 * @put: end of what the pushbuffers hold, in bytes
 *
 * Compared with a loop that copies as many words as RAMFC has, out and in.
 */
Access access_switch(Card *card, uint32_t put, unsigned repetitions);

#endif /* TESTS_BENCH_ACCESS_H */
