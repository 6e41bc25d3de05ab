/*
 * Kinds of faults: what the files that commit them share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FAULT_KINDS_H
#define FAULT_KINDS_H

#include "faults.h"
#include "pce.h"

/* --- fault-kinds.c -------------------------------------------------------- */

/* An address with a table of pages, since there is a buffer, but no page */
uint64_t missing_page(const Culprit *culprit);
/* An address that is the buffer's to the kernel, and another to the card */
Buffer elsewhere(const Buffer *buffer, uint64_t address);

/* A wait for a value that is never written */
void push_endless(Culprit *culprit);
/* Lines from a buffer to another, for a copy engine that is to be told to go */
void push_copy(Push *push, Buffer *from, Buffer *to);
/* Submit what the culprit has pushed, and behind it what its witness sees */
void submit(Culprit *culprit);
/* The kernel may kill the channel before it is done with the submission. */
void check_submitted(int ret);

/* --- fault-root.c --------------------------------------------------------- */

/* Have one of Kepler's copy engines make a mistake, and not tell the driver */
void hang_kepler(Push *push, const Engine *engine);

void commit_bar1_read(Culprit *culprit);
void commit_bar1_write(Culprit *culprit);
void commit_bar3_read(Culprit *culprit);
void commit_bar3_write(Culprit *culprit);
void commit_peephole_write(Culprit *culprit);
void commit_acquire_timeout(Culprit *culprit);
void commit_gpptr(Culprit *culprit);
void commit_ring(Culprit *culprit);
void commit_signature(Culprit *culprit);
void commit_hung_pgraph(Culprit *culprit);
void commit_hung_copy(Culprit *culprit);

/* --- fault-alone.c -------------------------------------------------------- */

void commit_alone_read(Culprit *culprit);
void commit_hung_alone(Culprit *culprit);

#endif /* FAULT_KINDS_H */
