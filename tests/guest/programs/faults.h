/*
 * Kinds of faults: what a process can do wrong, and the expected outcome
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FAULTS_H
#define FAULTS_H

#include "bystander.h"

/* The process that does it, with a channel that has worked before */
typedef struct Culprit {
    Work work;
    Bystander *bystander;
    /* Written by the card if the channel goes on after the fault */
    Buffer witness;
} Culprit;

/*
 * OUTCOME_KILLED  the kernel kills the channel
 * OUTCOME_LIVES   the kernel says something, and the channel goes on
 * OUTCOME_LOST    the process is killed, with its channel as it is
 */
typedef enum Outcome {
    OUTCOME_KILLED,
    OUTCOME_LIVES,
    OUTCOME_LOST,
} Outcome;

typedef struct Kind {
    const char *name;
    void (*commit)(Culprit *culprit);
    Outcome outcome;
    /* For one that lives: there are commands after the fault */
    bool witnessed;
    /* The copy engine that it takes, if it isn't the first */
    unsigned engine;
    /* It takes one that has a run list of its own, and another channel */
    bool alone;
} Kind;

/* Those of a process that manages its address space itself */
void commit_job_read(Culprit *culprit);
void commit_job_write(Culprit *culprit);
void commit_job_unmapped(Culprit *culprit);
void commit_job_fetch(Culprit *culprit);
void commit_job_method(Culprit *culprit);

extern const Kind fault_kinds[];
extern const unsigned nr_fault_kinds;

#endif /* FAULTS_H */
