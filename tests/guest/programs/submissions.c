/*
 * One thousand small submissions, each waited for before the next
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "m2mf.h"

enum {
    SUBMISSIONS = 1000,
    NOP = 0x100,
};

typedef struct Times {
    uint64_t least;
    uint64_t most;
    uint64_t total;
} Times;

static void times_add(Times *times, uint64_t usec)
{
    if (usec < times->least) {
        times->least = usec;
    }
    if (usec > times->most) {
        times->most = usec;
    }
    times->total += usec;
}

static uint64_t submit_and_wait(Push *push, uint32_t value)
{
    uint64_t start = clock_usec();

    push_reset(push);
    push_method(push, M2MF_SUBC, NOP, 1);
    push_word(push, value);
    push_submit(push);
    push_wait(push);
    return clock_usec() - start;
}

int main(void)
{
    Card card;
    Channel channel;
    Push push;
    Times times = { .least = UINT64_MAX };

    test_begin("submissions");
    card_open(&card);
    channel_new(&channel, &card);
    m2mf_bind(&channel);
    push_new(&push, &channel, 2);

    for (uint32_t i = 0; i < SUBMISSIONS; i++) {
        times_add(&times, submit_and_wait(&push, i));
    }

    test_measure("submissions=%d usec=%llu usec-each=%llu least=%llu "
                 "most=%llu waits=%d", SUBMISSIONS,
                 (unsigned long long)times.total,
                 (unsigned long long)times.total / SUBMISSIONS,
                 (unsigned long long)times.least,
                 (unsigned long long)times.most, SUBMISSIONS);
    push_free(&push);
    channel_free(&channel);
    card_close(&card);
    return test_pass();
}
