/*
 * Cases of Vulkan that need no shader to do anything, as TAP.
 *
 *     vkcases                the areas
 *     vkcases AREA           its cases, one after another
 *     vkcases AREA CASE...   some of them
 *     vkcases peer ROLE FILE a process that a case has begun: see peer.h
 *
 * Each case is a process: what it breaks, and what it leaves behind, is its
 * own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "areas.h"
#include "check.h"

enum { SECONDS = 240 };

/* In the order in which one would look for what is wrong */
static const Area areas[] = {
    { "device", device_cases },
    { "submit", submit_cases },
    { "fence", fence_cases },
    { "semaphore", semaphore_cases },
    { "process", process_cases },
    { "event", event_cases },
    { "buffer", buffer_cases },
    { "copy", copy_cases },
    { "format", format_cases },
    { "clear", clear_cases },
    { "query", query_cases },
    { "command", command_cases },
    { "sparse", sparse_cases },
    { "load", load_cases },
    { "long", long_cases },
    { "loss", loss_cases },
};

/* What the cases of a run share */
static void *left;

/* The case's process */
static _Noreturn void do_case(const Case *chosen)
{
    Gpu gpu;

    /* Whatever processes it makes end with it. */
    setpgid(0, 0);
    gpu_open(&gpu);
    gpu.data = chosen->data;
    gpu.left = left;
    chosen->run(&gpu);
    gpu_close(&gpu);
    fflush(stdout);
    _exit(CASE_PASSED);
}

/* The status of the case's process, or -1 if it has taken too long */
static int wait_for(pid_t child, unsigned seconds)
{
    uint64_t end = now() + seconds * NSEC_PER_SEC;
    int status;

    while (!waitpid(child, &status, WNOHANG)) {
        if (now() > end) {
            kill(-child, SIGKILL);
            return -1;
        }
        pause_for(NSEC_PER_SEC / 50);
    }
    kill(-child, SIGKILL);
    return status;
}

/* Whether a case has passed; SEEN counts those that were run. */
static bool run(const Case *chosen, unsigned number)
{
    unsigned seconds = chosen->seconds ? chosen->seconds : SECONDS;
    pid_t child = fork();
    int status;
    bool passed, skipped;

    if (!child) {
        do_case(chosen);
    }
    status = child < 0 ? -1 : wait_for(child, seconds);
    skipped = status != -1 && WIFEXITED(status) &&
              WEXITSTATUS(status) == CASE_SKIPPED;
    passed = status == 0 || skipped;
    if (status == -1) {
        printf("# took more than %u s\n", seconds);
    } else if (WIFSIGNALED(status)) {
        printf("# killed by signal %d\n", WTERMSIG(status));
    }
    printf("%s %u - %s%s\n", passed ? "ok" : "not ok", number, chosen->name,
           skipped ? " # SKIP" : "");
    return passed;
}

static bool is_wanted(const Case *chosen, char **names, int count)
{
    for (int i = 0; i < count; i++) {
        if (!strcmp(chosen->name, names[i])) {
            return true;
        }
    }
    return !count;
}

/* The exit status */
static int run_area(const Area *area, char **names, int count)
{
    unsigned number = 0, failed = 0;
    const Case *chosen;

    left = mmap(NULL, LEFT_SIZE, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (left == MAP_FAILED) {
        fail("no memory for what cases leave");
    }
    for (chosen = area->cases; chosen->name; chosen++) {
        if (is_wanted(chosen, names, count)) {
            failed += !run(chosen, ++number);
        }
    }
    printf("1..%u\n", number);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* A process that a case has begun */
static _Noreturn void be_peer(const char *name, int socket)
{
    static const Role *const roles[] = {
        process_roles, load_roles, long_roles, loss_roles,
    };

    for (unsigned i = 0; i < COUNT(roles); i++) {
        for (const Role *role = roles[i]; role->name; role++) {
            if (!strcmp(role->name, name)) {
                peer_main(role, socket);
            }
        }
    }
    fail("there is no role %s", name);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc == 4 && !strcmp(argv[1], "peer")) {
        be_peer(argv[2], atoi(argv[3]));
    }
    for (unsigned i = 0; i < COUNT(areas); i++) {
        if (argc < 2) {
            puts(areas[i].name);
        } else if (!strcmp(argv[1], areas[i].name)) {
            return run_area(&areas[i], argv + 2, argc - 2);
        }
    }
    if (argc > 1) {
        fprintf(stderr, "there is no area %s\n", argv[1]);
        return 2;
    }
    return EXIT_SUCCESS;
}
