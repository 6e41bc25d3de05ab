/*
 * Commands that do nothing, in every form: a word of zero, a command without
 * parameters, and method NOP of a bound object.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "m2mf.h"

enum {
    SUBMISSIONS = 64,
    WORDS = 8 * KIB,
    NOP = 0x100,
};

static void push_nops(Push *push)
{
    for (unsigned i = 0; push_room(push) >= 4; i++) {
        push_word(push, 0);
        push_method(push, i % 8, NOP, 0);
        push_method(push, M2MF_SUBC, NOP, 1);
        push_word(push, i);
    }
}

int main(void)
{
    Card card;
    Channel channel;
    Push push;
    uint64_t usec;

    test_begin("nops");
    card_open(&card);
    channel_new(&channel, &card);
    m2mf_bind(&channel);
    push_new(&push, &channel, WORDS);

    usec = clock_usec();
    for (unsigned i = 0; i < SUBMISSIONS; i++) {
        push_reset(&push);
        push_nops(&push);
        push_submit(&push);
        push_wait(&push);
    }
    usec = clock_usec() - usec;

    test_measure("submissions=%d words=%d usec=%llu waits=%d", SUBMISSIONS,
                 SUBMISSIONS * WORDS, (unsigned long long)usec, SUBMISSIONS);
    push_free(&push);
    channel_free(&channel);
    card_close(&card);
    return test_pass();
}
