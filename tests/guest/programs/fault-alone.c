/*
 * What a process can do wrong with a copy engine that has a run list of its
 * own, from Kepler on: see faults.h.  Another channel of that list goes on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <unistd.h>

#include "fault-kinds.h"
#include "pce.h"

/*
 * A channel on that list.  The copies' own fence tells when they are done: the
 * kernel waits for other run lists' interrupts in vain (known-drivers.rst).  It
 * has buffers of its own, since the kernel has the card wait for the last use of
 * a buffer, which may have been a channel's that is killed then.
 */
typedef struct Copier {
    Channel channel;
    Push push;
    Buffer source, target, fence;
    uint32_t copies;
} Copier;

static void copier_new(Copier *copier, Card *card)
{
    channel_new_for_copies(&copier->channel, card);
    push_new(&copier->push, &copier->channel, 64);
    pce_bind(&copier->push, pce_alone());
    buffer_new(&copier->source, card, DOMAIN_GART, 64 * KIB);
    buffer_new(&copier->target, card, DOMAIN_GART, 64 * KIB);
    buffer_new(&copier->fence, card, DOMAIN_GART, 4 * KIB);
    copier->copies = 0;
}

static void copier_free(Copier *copier)
{
    push_free(&copier->push);
    buffer_free(&copier->source);
    buffer_free(&copier->target);
    buffer_free(&copier->fence);
    channel_free(&copier->channel);
}

static void copier_copy(Copier *copier, Buffer *from)
{
    pce_query(&copier->push, &copier->fence, 0, ++copier->copies);
    push_copy(&copier->push, from, &copier->target);
    pce_copy(&copier->push, EXEC_LINEAR | EXEC_QUERY);
    check_submitted(push_try(&copier->push));
}

/* Others' copies go on. */
static void copier_works(Copier *copier)
{
    enum { LIMIT_USEC = 20 * 1000000 };
    const volatile uint32_t *done = copier->fence.map;
    uint64_t end = clock_usec() + LIMIT_USEC;

    buffer_fill(&copier->source, copier->copies);
    copier_copy(copier, &copier->source);
    while (*done != copier->copies) {
        if (clock_usec() > end) {
            test_fail("a copy isn't done");
        }
        usleep(500);
    }
    buffer_expect(&copier->target, copier->copies - 1, "a copy");
    push_reset(&copier->push);
}

static void expect_copier_killed(Copier *copier)
{
    enum { LIMIT_USEC = 20 * 1000000 };
    uint64_t end = clock_usec() + LIMIT_USEC;

    while (!channel_killed(&copier->channel)) {
        if (clock_usec() > end) {
            test_fail("the channel lives");
        }
        usleep(500);
    }
}

static void commit_alone(Culprit *culprit,
                         void (*fail)(Culprit *culprit, Copier *copier))
{
    Card *card = culprit->work.channel.card;
    Copier wrong, other;

    copier_new(&other, card);
    copier_works(&other);
    copier_new(&wrong, card);
    copier_works(&wrong);
    test_measure("channel=%d pid=%d", wrong.channel.id, getpid());
    fail(culprit, &wrong);
    copier_works(&other);
    expect_copier_killed(&wrong);
    copier_works(&other);
    copier_free(&wrong);
    copier_free(&other);
}

static void alone_reads(Culprit *culprit, Copier *copier)
{
    Buffer from = elsewhere(&copier->source, missing_page(culprit));

    copier_copy(copier, &from);
}

void commit_alone_read(Culprit *culprit)
{
    commit_alone(culprit, alone_reads);
}

static void alone_hangs(Culprit *culprit, Copier *copier)
{
    (void)culprit;
    hang_kepler(&copier->push, pce_alone());
    check_submitted(push_try(&copier->push));
}

void commit_hung_alone(Culprit *culprit)
{
    commit_alone(culprit, alone_hangs);
}
