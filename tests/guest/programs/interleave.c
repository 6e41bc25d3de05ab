/*
 * Two processes with a channel each, whose submissions alternate: both have
 * submitted before either is waited for, so the card has to switch between
 * them without mixing anything up.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "m2mf.h"

enum {
    PROCESSES = 2,
    ROUNDS = 200,
    SIZE = 64 * KIB,
};

/* A token is passed around: its holder may submit */
typedef struct Turn {
    int wait_fd;
    int pass_fd;
} Turn;

static void turn_wait(const Turn *turn)
{
    char token;

    if (read(turn->wait_fd, &token, 1) != 1) {
        test_fail("the other process is gone");
    }
}

static void turn_pass(const Turn *turn)
{
    if (write(turn->pass_fd, "", 1) != 1) {
        test_fail("the other process is gone");
    }
}

static void push_copy(Push *push, Buffer *from, Buffer *to)
{
    m2mf_copy(push, &(Copy) {
        .from = from,
        .to = to,
        .from_pitch = 4 * KIB,
        .to_pitch = 4 * KIB,
        .length = 4 * KIB,
        .lines = SIZE / (4 * KIB),
    });
}

/* To the card and back in one submission, for a pattern of this process */
static void run_rounds(Channel *channel, const Turn *turn, uint32_t process)
{
    Buffer source, card, target;
    Push push;

    m2mf_bind(channel);
    push_new(&push, channel, 64);
    buffer_new(&source, channel->card, DOMAIN_GART, SIZE);
    buffer_new(&card, channel->card, DOMAIN_VRAM, SIZE);
    buffer_new(&target, channel->card, DOMAIN_GART, SIZE);

    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t seed = round * PROCESSES + process;

        buffer_fill(&source, seed);
        push_reset(&push);
        push_copy(&push, &source, &card);
        push_copy(&push, &card, &target);
        turn_wait(turn);
        push_submit(&push);
        /* The very last token isn't passed on */
        if (process == 0 || round + 1 < ROUNDS) {
            turn_pass(turn);
        }
        push_wait(&push);
        buffer_expect(&target, seed, process ? "second process" :
                                               "first process");
    }
    buffer_free(&source);
    buffer_free(&card);
    buffer_free(&target);
    push_free(&push);
}

static void process_main(const Turn *turn, uint32_t process)
{
    Card card;
    Channel channel;

    card_open(&card);
    channel_new(&channel, &card);
    run_rounds(&channel, turn, process);
    channel_free(&channel);
    card_close(&card);
}

static void start_process(const Turn *turns, uint32_t process)
{
    pid_t pid = fork();

    if (pid < 0) {
        test_fail("cannot fork");
    }
    if (!pid) {
        /* Only the other process may hold the far ends: see turn_wait() */
        close(turns[!process].wait_fd);
        close(turns[!process].pass_fd);
        process_main(&turns[process], process);
        exit(EXIT_SUCCESS);
    }
}

static void wait_for_processes(void)
{
    int failed = 0;
    int status;

    while (wait(&status) > 0) {
        failed += status != 0;
    }
    if (failed) {
        test_fail("%d of %d processes failed", failed, PROCESSES);
    }
}

int main(void)
{
    int to_first[2], to_second[2];
    uint64_t usec = clock_usec();

    test_begin("interleave");
    if (pipe(to_first) || pipe(to_second)) {
        test_fail("cannot make a pipe");
    }
    const Turn turns[PROCESSES] = {
        { .wait_fd = to_first[0], .pass_fd = to_second[1] },
        { .wait_fd = to_second[0], .pass_fd = to_first[1] },
    };
    turn_pass(&turns[1]);
    start_process(turns, 0);
    start_process(turns, 1);
    for (int i = 0; i < PROCESSES; i++) {
        close(turns[i].wait_fd);
        close(turns[i].pass_fd);
    }
    wait_for_processes();

    test_measure("processes=%d rounds=%d bytes=%d usec=%llu waits=%d",
                 PROCESSES, ROUNDS, PROCESSES * ROUNDS * 2 * SIZE,
                 (unsigned long long)(clock_usec() - usec),
                 PROCESSES * ROUNDS);
    return test_pass();
}
