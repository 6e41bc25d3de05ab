/*
 * A case after the other, in processes of their own: see cases.h
 *
 * The host knows cases by what they say at their end: "PASS vm-bind/alias".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bystander.h"
#include "cases.h"
#include "exec.h"

/* Exit statuses of a case: that of test_skip() is for both */
enum { EXIT_SKIPPED = 77 };

enum { NAME_SIZE = 64 };

static void run_here(const Case *one, const char *name)
{
    Card card;

    test_begin(name);
    card_open(&card);
    one->run(&card);
    card_close(&card);
    exit(test_pass());
}

/* Whether it went well, or doesn't apply */
static bool run_apart(const char *program, const Case *one)
{
    char name[NAME_SIZE];
    int status;
    pid_t pid;

    snprintf(name, sizeof(name), "%s/%s", program, one->name);
    pid = process_start(program);
    if (!pid) {
        run_here(one, name);
    }
    if (waitpid(pid, &status, 0) != pid) {
        test_fail("%s is lost", one->name);
    }
    if (WIFSIGNALED(status)) {
        printf("FAIL %s: ended by signal %d\n", name, WTERMSIG(status));
    }
    return WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_SUCCESS ||
                                 WEXITSTATUS(status) == EXIT_SKIPPED);
}

int cases_main(const char *program, const Case *cases, unsigned count, int argc,
               char **argv)
{
    const char *only = argc > 1 ? argv[1] : NULL;
    unsigned done = 0, failed = 0;

    test_begin(program);
    exec_require();
    for (unsigned i = 0; i < count; i++) {
        if (!only || !strcmp(only, cases[i].name)) {
            done++;
            failed += !run_apart(program, &cases[i]);
        }
    }
    test_measure("cases=%u failed=%u", done, failed);
    if (failed || !done) {
        test_fail("%u of %u cases", failed, done);
    }
    return test_pass();
}

void expect_status(int have, int want, const char *what)
{
    if (have != want) {
        test_fail("%s: have %d (%s), want %d (%s)", what, have,
                  strerror(-have), want, strerror(-want));
    }
}
