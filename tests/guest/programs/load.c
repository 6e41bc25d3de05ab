/*
 * The load for run-faults while something goes wrong: two processes that copy
 * with the card and compare, each with a channel of its own. One that fails, or
 * is stuck for long, is replaced, as a user would restart it.
 *
 * It reports their progress in the kernel's log, so that this is in one order
 * with the driver's messages, and has the kernel's time:
 *
 *   load: start NAME PID         a process has been started
 *   load: channel NAME ID        it has a channel
 *   load: beat VICTIM WITNESS    rounds that each has done so far
 *   load: fail NAME WHAT         it has ended, or was killed
 *   load: stuck NAME             it makes no progress and is killed now
 *   load: remains NAME           it was killed and doesn't go
 *
 * On SIGUSR1 the victim is killed and replaced, so that the driver has to
 * remove its channel.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bystander.h"
#include "m2mf.h"
#include "pce.h"
#include "report.h"

enum {
    WORKERS = 2,
    SIZE = 64 * KIB,
    BEAT_USEC = 200 * 1000,
    /* Longer than the driver waits for most things, which is 15 s at most */
    STUCK_BEATS = 85,
    GONE_BEATS = 15,
    AGAIN_BEATS = 2,
};

typedef struct Worker {
    const char *name;
    pid_t pid;
    unsigned seen, still, pause;
    bool killed;
    /* In memory of both processes */
    atomic_uint *rounds;
} Worker;

static volatile sig_atomic_t turnover;

/* --- A worker ------------------------------------------------------------ */

/* Cards without copy engines do it by M2MF alone. */
static void work_simple(Card *card, Channel *channel, Worker *worker)
{
    Buffer source, between, target;
    Push push;

    m2mf_bind(channel);
    push_new(&push, channel, 32);
    buffer_new(&source, card, DOMAIN_GART, SIZE);
    buffer_new(&between, card, DOMAIN_VRAM, SIZE);
    buffer_new(&target, card, DOMAIN_GART, SIZE);
    for (uint32_t round = getpid() << 16;; round++) {
        buffer_fill(&source, round);
        m2mf_copy_whole(&push, &source, &between);
        m2mf_copy_whole(&push, &between, &target);
        buffer_expect(&target, round, worker->name);
        ++*worker->rounds;
    }
}

static void work(Worker *worker)
{
    Card card;
    Channel channel;
    Work all;

    card_open(&card);
    /*
     * The first process to open the card becomes DRM master, which kms has to
     * be.
     */
    ioctl(card.fd, DRM_IOCTL_DROP_MASTER, NULL);
    if (!pce_count(&card)) {
        channel_new(&channel, &card);
        report("channel %s %d", worker->name, channel.id);
        work_simple(&card, &channel, worker);
    }
    work_new(&all, &card);
    report("channel %s %d", worker->name, all.channel.id);
    for (;;) {
        work_round(&all, worker->name);
        ++*worker->rounds;
    }
}

/* The file of its last words */
static void words_of(const Worker *worker, char *path, size_t size)
{
    snprintf(path, size, "/tmp/%s.txt", worker->name);
}

/* --- Looking after them -------------------------------------------------- */

static void start(Worker *worker)
{
    worker->pid = process_start(worker->name);
    if (!worker->pid) {
        char path[32];

        words_of(worker, path, sizeof(path));
        if (!freopen(path, "w", stdout)) {
            _exit(EXIT_FAILURE);
        }
        test_begin(worker->name);
        work(worker);
        _exit(EXIT_FAILURE);
    }
    worker->still = worker->pause = 0;
    worker->killed = false;
    report("start %s %d", worker->name, worker->pid);
}

static void ended(Worker *worker, int status)
{
    char why[100] = "";
    char path[32];
    FILE *file;

    words_of(worker, path, sizeof(path));
    file = fopen(path, "r");
    if (!file || !fgets(why, sizeof(why), file)) {
        snprintf(why, sizeof(why), "status %x", status);
    }
    if (file) {
        fclose(file);
    }
    why[strcspn(why, "\n")] = '\0';
    report("fail %s %s", worker->name, why);
    worker->pid = 0;
    worker->pause = AGAIN_BEATS;
}

static void end(Worker *worker)
{
    kill(worker->pid, SIGKILL);
    worker->killed = true;
    worker->still = 0;
}

static void look_after(Worker *worker)
{
    unsigned rounds = *worker->rounds;
    int status;

    if (!worker->pid) {
        if (!worker->pause--) {
            start(worker);
        }
        return;
    }
    if (waitpid(worker->pid, &status, WNOHANG) == worker->pid) {
        ended(worker, status);
        return;
    }
    worker->still = rounds == worker->seen ? worker->still + 1 : 0;
    worker->seen = rounds;
    if (worker->killed && worker->still == GONE_BEATS) {
        report("remains %s", worker->name);
    } else if (!worker->killed && worker->still == STUCK_BEATS) {
        report("stuck %s", worker->name);
        end(worker);
    }
}

static void turn_over(int number)
{
    turnover = number;
}

int main(void)
{
    Worker workers[WORKERS] = { { .name = "victim" }, { .name = "witness" } };
    atomic_uint *rounds = mmap(NULL, WORKERS * sizeof(*rounds),
                               PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (rounds == MAP_FAILED) {
        test_fail("no memory");
    }
    for (unsigned i = 0; i < WORKERS; i++) {
        workers[i].rounds = &rounds[i];
        start(&workers[i]);
    }
    signal(SIGUSR1, turn_over);
    for (;;) {
        usleep(BEAT_USEC);
        if (turnover) {
            turnover = 0;
            if (workers[0].pid) {
                end(&workers[0]);
            }
        }
        for (unsigned i = 0; i < WORKERS; i++) {
            look_after(&workers[i]);
        }
        report("beat %u %u", workers[0].seen, workers[1].seen);
    }
}
