/*
 * A process that manages its address space itself: memory whose contents are
 * known to the byte, and channels that are given jobs (see exec.h)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef WORKSPACE_H
#define WORKSPACE_H

#include "exec.h"

enum {
    PAGE = 4 * KIB,
    LARGE_PAGE = 128 * KIB,
};

/* ADDRESS is where the next thing goes that may be anywhere. */
typedef struct Workspace {
    Card *card;
    uint64_t address;
} Workspace;

/* What is to do on a channel; POINT of the syncobj DONE is the last job's */
typedef struct Worker {
    Workspace *workspace;
    Channel channel;
    Push push;
    uint32_t done;
    uint64_t point;
} Worker;

/* A buffer, and what it has to hold */
typedef struct Area {
    Buffer buffer;
    uint8_t *want;
} Area;

void workspace_new(Workspace *workspace, Card *card);
/* A range of the space that nothing else uses, as aligned as large pages are */
uint64_t workspace_range(Workspace *workspace, size_t size);

/* Memory that isn't anywhere yet, filled with what SEED makes */
void area_new(Area *area, Workspace *workspace, Domain domain, size_t size,
              uint32_t seed);
/* The same, mapped at an address of its own */
void area_new_mapped(Area *area, Workspace *workspace, Domain domain,
                     size_t size, uint32_t seed);
/* Map RANGE bytes from OFFSET on, at an address, whatever is there */
BindOp area_at(const Area *area, uint64_t address, uint64_t offset,
               uint64_t range);
BindOp nothing_at(uint64_t address, uint64_t range);
/* Note that LENGTH bytes of FROM have been copied to TO. */
void area_take(Area *to, size_t to_offset, const Area *from,
               size_t from_offset, size_t length);
/* A word that the card is to write */
void area_take_word(Area *area, size_t offset, uint32_t word);
/* The word that it has by now */
uint32_t area_word(const Area *area, size_t offset);
void area_set_word(Area *area, size_t offset, uint32_t word);
/* The test fails if a byte isn't what it has to be. */
void area_expect(const Area *area, const char *what);

void worker_new(Worker *worker, Workspace *workspace);
/* Append to the next job: bytes of one address copied to another */
void worker_copy(Worker *worker, uint64_t from, uint64_t to, uint32_t length);
/* Host semaphores of one word; a release waits for what was before it. */
void worker_release(Worker *worker, uint64_t address, uint32_t value);
void worker_acquire(Worker *worker, uint64_t address, uint32_t value);
/* Where the next word of a job goes */
uint64_t worker_here(const Worker *worker);
/*
 * Submit what has been appended since START, an address that worker_here() has
 * returned, behind what WAIT names, or NULL
 */
void worker_submit(Worker *worker, uint64_t start, const Sync *wait);
/* Submit all, wait for it, and begin anew */
void worker_run(Worker *worker);
/* Wait for the last job. */
void worker_wait(Worker *worker);
/* Its point in time, for others to wait for */
Sync worker_sync(const Worker *worker);

#endif /* WORKSPACE_H */
