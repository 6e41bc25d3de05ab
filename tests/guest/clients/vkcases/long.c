/*
 * Processes that copy for a long time, each step behind the one before it by a
 * timeline.
 *
 * The environment's VKCASES_SECONDS is for how long; they end before that once
 * there is a file of the name VKCASES_END.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "areas.h"
#include "load.h"

enum {
    SECONDS = 15,
    /* What a process is asked for at a time */
    BLOCK = 50,
};

/* How often the work is told of */
#define TELL_EACH (2 * NSEC_PER_SEC)
/* A submission that takes longer is lost; a guest may have been moved. */
#define LOST (120 * NSEC_PER_SEC)

/* What a process has done: what it tells of each block, and the sum */
typedef struct Done {
    uint64_t submitted, finished, wrong_bytes;
} Done;

/* What this area's first case leaves for the others */
typedef struct Totals {
    Done all;
    unsigned seconds;
} Totals;

/* The other processes */

/* Wait for a submission and look at each of its bytes; whether it has come */
static bool look_at(Load *load, unsigned round, Done *done)
{
    const uint8_t *got = load_result(load, round);
    const uint8_t *wanted = load_wanted(load, round);
    VkResult result = load_wait(load, round, LOST);

    if (result != VK_SUCCESS) {
        printf("# submission %u: result %d\n", round, result);
        return false;
    }
    for (int i = 0; i < LOAD_SIZE; i++) {
        done->wrong_bytes += got[i] != wanted[i];
    }
    done->finished++;
    load_forget(load, round);
    return true;
}

/* A block's submissions from a round on */
static Done do_block(Load *load, unsigned first)
{
    Done done = { 0 };

    for (unsigned i = 0; i < BLOCK + LOAD_SLOTS; i++) {
        if (i >= LOAD_SLOTS && !look_at(load, first + i - LOAD_SLOTS, &done)) {
            break;
        }
        if (i < BLOCK) {
            load_submit(load, first + i);
            done.submitted++;
        }
    }
    return done;
}

/* Blocks as long as they are asked for */
static void work(Gpu *gpu, int socket)
{
    Load load = load_new(gpu, hear(socket));
    unsigned first = 0;

    while (hear(socket)) {
        Done done = do_block(&load, first);

        first += BLOCK;
        tell(socket, done.submitted);
        tell(socket, done.finished);
        tell(socket, done.wrong_bytes);
        if (done.finished < done.submitted) {
            /* What is lost would be waited for. */
            fail("of %llu submissions, %llu have come to their end",
                 (unsigned long long)done.submitted,
                 (unsigned long long)done.finished);
        }
    }
    load_free(&load);
}

/* The case's process */

typedef struct Workers {
    Peer peers[LOAD_WORKERS];
    Done done[LOAD_WORKERS];
    uint64_t begun, told;
} Workers;

static uint64_t seconds_to_work(void)
{
    const char *given = getenv("VKCASES_SECONDS");

    return given ? strtoull(given, NULL, 0) : SECONDS;
}

static bool is_over(const Workers *workers)
{
    const char *end = getenv("VKCASES_END");

    return now() - workers->begun > seconds_to_work() * NSEC_PER_SEC ||
           (end && !access(end, F_OK));
}

/* How many submissions each has finished so far */
static void say_how_many(Workers *workers)
{
    workers->told = now();
    printf("# at %llu s, submissions:",
           (unsigned long long)((now() - workers->begun) / NSEC_PER_SEC));
    for (int i = 0; i < LOAD_WORKERS; i++) {
        printf(" %llu", (unsigned long long)workers->done[i].finished);
    }
    printf("\n");
}

static void hear_of_block(Workers *workers, int i)
{
    int socket = workers->peers[i].socket;
    Done *done = &workers->done[i];
    uint64_t submitted = hear(socket), finished = hear(socket);

    done->submitted += submitted;
    done->finished += finished;
    done->wrong_bytes += hear(socket);
    if (finished < submitted) {
        say_how_many(workers);
        fail("process %d: of %llu submissions, %llu have come to their end", i,
             (unsigned long long)done->submitted,
             (unsigned long long)done->finished);
    }
}

/* Have those work on that have done what they were asked for. */
static void go_around(Workers *workers)
{
    struct pollfd files[LOAD_WORKERS];

    for (int i = 0; i < LOAD_WORKERS; i++) {
        files[i] = (struct pollfd) { workers->peers[i].socket, POLLIN, 0 };
    }
    poll(files, LOAD_WORKERS, TELL_EACH / (NSEC_PER_SEC / 1000));
    for (int i = 0; i < LOAD_WORKERS; i++) {
        if (files[i].revents) {
            hear_of_block(workers, i);
            tell(workers->peers[i].socket, 1);
        }
    }
    if (now() - workers->told > TELL_EACH) {
        say_how_many(workers);
    }
}

/* The last block of each, and what all have done */
static void finish(Workers *workers, Totals *totals)
{
    for (int i = 0; i < LOAD_WORKERS; i++) {
        hear_of_block(workers, i);
        tell(workers->peers[i].socket, 0);
        peer_finish(&workers->peers[i]);
        totals->all.submitted += workers->done[i].submitted;
        totals->all.finished += workers->done[i].finished;
        totals->all.wrong_bytes += workers->done[i].wrong_bytes;
    }
    totals->seconds = (now() - workers->begun) / NSEC_PER_SEC;
    say_how_many(workers);
}

static void submissions_come_to_their_end(Gpu *gpu)
{
    Workers workers = { .begun = now() };

    need_copies();
    for (int i = 0; i < LOAD_WORKERS; i++) {
        workers.peers[i] = peer_start("long");
        tell(workers.peers[i].socket, 1000000 * i);
        tell(workers.peers[i].socket, 1);
    }
    while (!is_over(&workers)) {
        go_around(&workers);
    }
    finish(&workers, gpu->left);
}

static void all_bytes_are_right(Gpu *gpu)
{
    const Totals *totals = gpu->left;

    if (!totals->all.finished) {
        skip("nothing was copied: this looks at what the first case has done");
    }
    printf("# %llu submissions in %u s\n",
           (unsigned long long)totals->all.finished, totals->seconds);
    if (totals->all.wrong_bytes) {
        fail("%llu of %llu bytes are wrong",
             (unsigned long long)totals->all.wrong_bytes,
             (unsigned long long)totals->all.finished * LOAD_SIZE);
    }
}

const Case long_cases[] = {
    { "submissions come to their end", submissions_come_to_their_end,
      .seconds = UINT32_MAX },
    { "all bytes are right", all_bytes_are_right },
    { 0 }
};

const Role long_roles[] = {
    { "long", work },
    { 0 }
};
