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
 * The main() of a program for VM_BIND and EXEC: run its cases, or the one whose
 * name is an argument, each with the card newly opened; returns the exit status.
 */
int cases_main(const char *program, const Case *cases, unsigned count, int argc,
               char **argv);

/* The test fails unless WHAT has ended with this negative errno, or 0. */
void expect_status(int have, int want, const char *what);

#endif /* CASES_H */
