/*
 * A process that manages its address space itself: see workspace.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "m2mf.h"
#include "workspace.h"

enum {
    /* With room for what push_new() adds, whole pages */
    PUSH_WORDS = 64 * KIB - 2,
    FIRST_ADDRESS = 16 * MIB,
};

/* Methods of the host, and what a semaphore does */
enum {
    HOST_SEMAPHORE_A = 0x010,
    SEMAPHORE_ACQUIRE = 1 << 0,
    SEMAPHORE_RELEASE = 1 << 1,
    SEMAPHORE_SWITCH = 1 << 12,
    SEMAPHORE_ONE_WORD = 1 << 24,
};

/* --- Address spaces ------------------------------------------------------- */

void workspace_new(Workspace *workspace, Card *card)
{
    space_new(card);
    workspace->card = card;
    workspace->address = FIRST_ADDRESS;
}

/* What is between two of them is never mapped. */
uint64_t workspace_range(Workspace *workspace, size_t size)
{
    uint64_t address = workspace->address;

    workspace->address += (size + 2 * LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
    return address;
}

/* --- Memory --------------------------------------------------------------- */

void area_new(Area *area, Workspace *workspace, Domain domain, size_t size,
              uint32_t seed)
{
    buffer_new(&area->buffer, workspace->card, domain, size);
    area->want = malloc(size);
    if (!area->want) {
        test_fail("no memory");
    }
    buffer_fill(&area->buffer, seed);
    memcpy(area->want, area->buffer.map, size);
}

void area_new_mapped(Area *area, Workspace *workspace, Domain domain,
                     size_t size, uint32_t seed)
{
    area_new(area, workspace, domain, size, seed);
    space_map(&area->buffer, workspace_range(workspace, size));
}

BindOp area_at(const Area *area, uint64_t address, uint64_t offset,
               uint64_t range)
{
    return (BindOp) {
        .op = BIND_MAP,
        .handle = area->buffer.handle,
        .address = address,
        .offset = offset,
        .range = range,
    };
}

BindOp nothing_at(uint64_t address, uint64_t range)
{
    return (BindOp) {
        .op = BIND_UNMAP,
        .address = address,
        .range = range,
    };
}

void area_take(Area *to, size_t to_offset, const Area *from,
               size_t from_offset, size_t length)
{
    memcpy(to->want + to_offset, from->want + from_offset, length);
}

void area_take_word(Area *area, size_t offset, uint32_t word)
{
    memcpy(area->want + offset, &word, sizeof(word));
}

/* The card reads and writes it, too: volatile */
static volatile uint32_t *place_of(const Area *area, size_t offset)
{
    volatile uint32_t *words = area->buffer.map;    /* for the card */

    return words + offset / sizeof(*words);
}

uint32_t area_word(const Area *area, size_t offset)
{
    return *place_of(area, offset);
}

void area_set_word(Area *area, size_t offset, uint32_t word)
{
    *place_of(area, offset) = word;
    area_take_word(area, offset, word);
}

/* At once, since the card's memory is slow */
void area_expect(const Area *area, const char *what)
{
    size_t size = area->buffer.size;
    uint8_t *have = malloc(size);

    if (!have) {
        test_fail("no memory");
    }
    memcpy(have, area->buffer.map, size);
    for (size_t i = 0; i < size; i++) {
        if (have[i] != area->want[i]) {
            test_fail("%s: byte %zu of %zu: have %02x, want %02x", what, i,
                      size, have[i], area->want[i]);
        }
    }
    free(have);
}

/* --- Jobs ----------------------------------------------------------------- */

void worker_new(Worker *worker, Workspace *workspace)
{
    Push *push = &worker->push;

    memset(worker, 0, sizeof(*worker));
    worker->workspace = workspace;
    worker->done = syncobj_new(workspace->card);
    channel_new(&worker->channel, workspace->card);
    m2mf_object(&worker->channel);
    push_new(push, &worker->channel, PUSH_WORDS);
    space_map(&push->words, workspace_range(workspace, push->words.size));
    m2mf_select(push);
    worker_run(worker);
}

/* A buffer of which no more is known than an address */
static Buffer buffer_at(Worker *worker, uint64_t address)
{
    return (Buffer) {
        .card = worker->workspace->card,
        .handle = worker->push.words.handle,
        .address = address,
    };
}

void worker_copy(Worker *worker, uint64_t from, uint64_t to, uint32_t length)
{
    Buffer source = buffer_at(worker, from), target = buffer_at(worker, to);
    uint32_t lines = length % PAGE ? 1 : length / PAGE;

    m2mf_copy(&worker->push, &(Copy) {
        .from = &source,
        .to = &target,
        .from_pitch = PAGE,
        .to_pitch = PAGE,
        .length = length / lines,
        .lines = lines,
    });
}

static void push_semaphore(Push *push, uint64_t address, uint32_t value,
                           uint32_t operation)
{
    push_method(push, 0, HOST_SEMAPHORE_A, 4);
    push_word(push, address >> 32);
    push_word(push, address);
    push_word(push, value);
    push_word(push, operation | SEMAPHORE_ONE_WORD);
}

void worker_release(Worker *worker, uint64_t address, uint32_t value)
{
    push_semaphore(&worker->push, address, value, SEMAPHORE_RELEASE);
}

void worker_acquire(Worker *worker, uint64_t address, uint32_t value)
{
    push_semaphore(&worker->push, address, value,
                   SEMAPHORE_ACQUIRE | SEMAPHORE_SWITCH);
}

uint64_t worker_here(const Worker *worker)
{
    return worker->push.words.address + worker->push.used * 4;
}

void worker_submit(Worker *worker, uint64_t start, const Sync *wait)
{
    const Span span = { start, worker_here(worker) - start, 0 };
    Sync signal;
    int ret;

    worker->point++;
    signal = worker_sync(worker);
    ret = exec_spans_try(&worker->channel, &span, 1, &(Syncs) {
        .wait = wait, .nr_wait = wait != NULL,
        .signal = &signal, .nr_signal = 1,
    });
    if (ret) {
        test_fail("EXEC: %s", strerror(-ret));
    }
}

void worker_run(Worker *worker)
{
    worker_submit(worker, worker->push.words.address, NULL);
    worker_wait(worker);
    push_reset(&worker->push);
}

void worker_wait(Worker *worker)
{
    syncobj_wait(worker->workspace->card, worker->done, worker->point);
}

Sync worker_sync(const Worker *worker)
{
    return (Sync) { SYNC_TIMELINE, worker->done, worker->point };
}
