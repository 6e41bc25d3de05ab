/*
 * Many references: method SET_REFERENCE of the FIFO itself, which is also how
 * the kernel learns that a submission is done.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "card.h"

enum {
    SUBMISSIONS = 16,
    REFERENCES = 4 * KIB,
    SET_REFERENCE = 0x050,
};

/*
 * The kernel compares the reference with its own sequence as signed numbers.
 * These values come before every sequence number that a channel of this
 * program can get to, so they never look like a fence that has passed.
 */
static uint32_t reference_value(uint32_t index)
{
    return 0xc0000000 + index;
}

static void push_references(Push *push, uint32_t first)
{
    for (uint32_t i = 0; i < REFERENCES; i++) {
        push_method(push, 0, SET_REFERENCE, 1);
        push_word(push, reference_value(first + i));
    }
}

int main(void)
{
    Card card;
    Channel channel;
    Push push;
    uint64_t usec;

    test_begin("references");
    card_open(&card);
    if (card.chipset < 0x10) {
        test_skip("chipset %02x has no references", card.chipset);
    }
    channel_new(&channel, &card);
    push_new(&push, &channel, 2 * REFERENCES);

    usec = clock_usec();
    for (uint32_t i = 0; i < SUBMISSIONS; i++) {
        push_reset(&push);
        push_references(&push, i * REFERENCES);
        push_submit(&push);
        push_wait(&push);
    }
    usec = clock_usec() - usec;

    test_measure("references=%d usec=%llu waits=%d", SUBMISSIONS * REFERENCES,
                 (unsigned long long)usec, SUBMISSIONS);
    push_free(&push);
    channel_free(&channel);
    card_close(&card);
    return test_pass();
}
