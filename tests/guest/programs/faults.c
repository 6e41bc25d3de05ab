/*
 * Faults on purpose: a process does one thing wrong, while another is at work.
 * The kernel has to stop the channel that did it; the other process goes on,
 * and so do later ones.  The host judges what the kernel says about it
 * (recovery.ini has a section for each kind of fault).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bystander.h"
#include "faults.h"
#include "pce.h"

enum {
    ROUNDS_BEFORE = 3,
    ROUNDS_AFTER = 20,
    KILL_LIMIT_USEC = 40 * 1000000,
    PAUSE_USEC = 500,
};

static const Kind *find_kind(const char *name)
{
    for (unsigned i = 0; i < nr_fault_kinds; i++) {
        if (!strcmp(fault_kinds[i].name, name)) {
            return &fault_kinds[i];
        }
    }
    test_fail("there is no fault %s", name);
}

/* --- The culprit --------------------------------------------------------- */

static bool gone_on(const Culprit *culprit)
{
    return *(volatile uint32_t *)culprit->witness.map;
}

/* Killed, and no longer at work on the card, whatever work it still had */
static void expect_killed(Culprit *culprit)
{
    uint64_t end = clock_usec() + KILL_LIMIT_USEC;

    while (!channel_killed(&culprit->work.channel)) {
        if (clock_usec() > end) {
            test_fail("the channel lives");
        }
        usleep(PAUSE_USEC);
    }
    bystander_wait(culprit->bystander, ROUNDS_AFTER);
    if (gone_on(culprit)) {
        test_fail("the channel has gone on");
    }
}

/* To be killed */
static void wait_for_end(atomic_bool *committed)
{
    *committed = true;
    for (;;) {
        pause();
    }
}

static void culprit_main(const Kind *kind, Bystander *bystander,
                         atomic_bool *committed)
{
    Card card;
    Culprit culprit = { .bystander = bystander };
    Work *work = &culprit.work;

    card_open(&card);
    work_new(work, &card);
    work_round(work, "culprit");
    buffer_new(&culprit.witness, &card, DOMAIN_GART, 4 * KIB);
    test_measure("channel=%d pid=%d", work->channel.id, getpid());
    push_reset(&work->push);
    kind->commit(&culprit);
    switch (kind->outcome) {
    case OUTCOME_KILLED:
        expect_killed(&culprit);
        break;
    case OUTCOME_LIVES:
        push_wait(&work->push);
        work_round(work, "culprit");
        if (kind->witnessed && !gone_on(&culprit)) {
            test_fail("the channel has left something out");
        }
        break;
    case OUTCOME_LOST:
        wait_for_end(committed);
        break;
    }
    buffer_free(&culprit.witness);
    work_free(work);
    card_close(&card);
}

static void wait_for_culprit(const Kind *kind, pid_t pid,
                             atomic_bool *committed)
{
    uint64_t end = clock_usec() + KILL_LIMIT_USEC;
    int status;

    while (kind->outcome == OUTCOME_LOST && !*committed) {
        if (clock_usec() > end) {
            test_fail("the culprit does nothing");
        }
        usleep(PAUSE_USEC);
    }
    if (kind->outcome == OUTCOME_LOST) {
        kill(pid, SIGKILL);
    }
    if (waitpid(pid, &status, 0) != pid ||
        (kind->outcome == OUTCOME_LOST ? !WIFSIGNALED(status) : status)) {
        exit(EXIT_FAILURE);
    }
}

static void run_culprit(const Kind *kind, Bystander *bystander)
{
    atomic_bool *committed = mmap(NULL, sizeof(*committed),
                                  PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pid;

    if (committed == MAP_FAILED) {
        test_fail("no memory");
    }
    pid = process_start("culprit");
    if (!pid) {
        culprit_main(kind, bystander, committed);
        exit(EXIT_SUCCESS);
    }
    wait_for_culprit(kind, pid, committed);
}

/* --- Afterwards ---------------------------------------------------------- */

/* A new channel works. */
static void newcomer(Card *card)
{
    Work work;

    work_new(&work, card);
    work_round(&work, "newcomer");
    work_free(&work);
}

int main(int argc, char **argv)
{
    Bystander *bystander;
    const Kind *kind;
    Card card;

    test_begin("faults");
    if (argc != 2) {
        test_fail("which fault?");
    }
    kind = find_kind(argv[1]);
    card_open(&card);
    if (!card_is_fermi(&card)) {
        test_skip("these are for Fermi and later");
    }
    if (kind->engine && kind->engine >= pce_count(&card)) {
        test_skip("the card has no such engine");
    }
    if (kind->alone && !card_is_kepler(&card)) {
        test_skip("no copy engine has a run list of its own");
    }
    bystander = bystander_start();
    bystander_wait(bystander, ROUNDS_BEFORE);
    run_culprit(kind, bystander);
    bystander_go_on(bystander);
    bystander_wait(bystander, ROUNDS_AFTER);
    newcomer(&card);
    bystander_end(bystander);
    card_close(&card);
    return test_pass();
}
