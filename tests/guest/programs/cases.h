/*
 * Programs that test many things: a case for each, in a process of its own, so
 * that one that fails, or leaves its channel dead, is no other's trouble
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef CASES_H
#define CASES_H

#include "card.h"

/* A case, which ends by returning if all is well */
typedef struct Case {
    const char *name;
    void (*run)(Card *card);
} Case;

/*
 * Run cases, each with the card newly opened, or the one whose name is an
 * argument; returns the program's exit status.
 */
int cases_run(const char *program, const Case *cases, unsigned count,
              const char *only);

/* The test fails unless WHAT has ended with this negative errno, or 0. */
void expect_status(int have, int want, const char *what);

#endif /* CASES_H */
