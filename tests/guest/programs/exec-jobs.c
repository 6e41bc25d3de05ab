/*
 * Jobs of a process that manages its address space itself (EXEC): what they do,
 * how many there may be, and each refusal
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cases.h"
#include "workspace.h"

enum {
    SIZE = 64 * KIB,
    /* The longest span that the kernel takes, in whole words */
    SPAN_MAX = 0x7ffffc,
};

/* Methods and commands from Fermi on */
enum {
    HOST_NOP = 0x008,
    HOST_SEMAPHORE_A = 0x010,
    RELEASE_ONE_WORD = 1 << 24 | 1 << 1,
};

/* Commands whose parameters may be in other spans than they are */
static uint32_t command(unsigned form, unsigned method, unsigned count)
{
    return form << 29 | count << 16 | method >> 2;
}

enum { FORM_INC = 1, FORM_ONE_INC = 5 };

/* A page of words that the card writes, which are 0 before */
static void flags_new(Area *flags, Workspace *workspace)
{
    area_new_mapped(flags, workspace, DOMAIN_GART, PAGE, 0);
    memset(flags->buffer.map, 0, PAGE);
    memset(flags->want, 0, PAGE);
}

/* Append a release of a word of theirs, which is expected to be done. */
static void raise_flag(Worker *worker, Area *flags, unsigned i, uint32_t value)
{
    worker_release(worker, flags->buffer.address + i * 4, value);
    area_take_word(flags, i * 4, value);
}

/* Submit, and wait for a syncobj that nothing else uses. */
static void run_spans(Worker *worker, const Span *spans, unsigned count)
{
    Card *card = worker->workspace->card;
    const Sync signal = { SYNC_BINARY, syncobj_new(card), 0 };
    int ret = exec_spans_try(&worker->channel, spans, count, &(Syncs) {
        .signal = &signal, .nr_signal = 1,
    });

    if (ret) {
        test_fail("EXEC of %u spans: %s", count, strerror(-ret));
    }
    syncobj_wait(card, signal.handle, 0);
}

/* --- What jobs do --------------------------------------------------------- */

static void no_spans(Card *card)
{
    Workspace workspace;
    Worker worker;

    workspace_new(&workspace, card);
    worker_new(&worker, &workspace);
    for (unsigned i = 0; i < 100; i++) {
        run_spans(&worker, NULL, 0);
    }
    expect_status(exec_spans_try(&worker.channel, NULL, 0, NULL), 0,
                  "nothing at all");
}

/* From each memory to each, of sizes that end anywhere */
static void copies(Card *card)
{
    static const uint32_t lengths[] = {
        1, 2, 3, 4, 5, 63, 64, 255, 2012, 2016, PAGE, PAGE + 1, SIZE / 2 - 100,
    };
    Area areas[4];
    Workspace workspace;
    Worker worker;

    workspace_new(&workspace, card);
    worker_new(&worker, &workspace);
    for (unsigned i = 0; i < 4; i++) {
        area_new_mapped(&areas[i], &workspace,
                        i & 1 ? DOMAIN_VRAM : DOMAIN_GART, SIZE, i);
    }
    for (unsigned i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        for (unsigned pair = 0; pair < 16; pair++) {
            Area *from = &areas[pair / 4], *to = &areas[pair % 4];
            size_t there = 1 + pair * 5, here = SIZE / 2 + pair * 3;

            worker_copy(&worker, from->buffer.address + there,
                        to->buffer.address + here, lengths[i]);
            area_take(to, here, from, there, lengths[i]);
        }
        worker_run(&worker);
        for (unsigned area = 0; area < 4; area++) {
            area_expect(&areas[area], "copies");
        }
    }
}

/* As many spans as there may be, of which each does something */
static void most_spans(Card *card)
{
    unsigned count = exec_span_max(card);
    Span *spans = calloc(count + 1, sizeof(*spans));
    Workspace workspace;
    Worker worker;
    Area flags;

    workspace_new(&workspace, card);
    if (count < 2 || count > PAGE / 4 - 1 || !spans) {
        test_fail("%u spans", count);
    }
    worker_new(&worker, &workspace);
    flags_new(&flags, &workspace);
    for (unsigned i = 0; i < count; i++) {
        spans[i].address = worker_here(&worker);
        raise_flag(&worker, &flags, i, i + 1);
        raise_flag(&worker, &flags, count, i + 1);
        spans[i].length = worker_here(&worker) - spans[i].address;
    }
    for (unsigned round = 0; round < 5; round++) {
        memset(flags.buffer.map, 0, PAGE);
        run_spans(&worker, spans, count);
        area_expect(&flags, "a word for each span");
    }
    spans[count] = spans[0];
    expect_status(exec_spans_try(&worker.channel, spans, count + 1, NULL),
                  -EINVAL, "a span more");
    /* Backwards, the first is the last that writes the common word. */
    for (unsigned i = 0; i < count / 2; i++) {
        Span last = spans[count - 1 - i];

        spans[count - 1 - i] = spans[i];
        spans[i] = last;
    }
    area_take_word(&flags, count * 4, 1);
    run_spans(&worker, spans, count);
    area_expect(&flags, "the order of spans");
}

/* A span of 8 MiB, all of it commands, and one byte more */
static void longest_span(Card *card)
{
    enum { RELEASE_WORDS = 5 };
    Workspace workspace;
    Worker worker;
    uint32_t *words;
    Buffer buffer;
    Area flags;
    Span span;

    workspace_new(&workspace, card);
    worker_new(&worker, &workspace);
    flags_new(&flags, &workspace);
    buffer_new(&buffer, card, DOMAIN_GART, SPAN_MAX + 4);
    space_map(&buffer, workspace_range(&workspace, buffer.size));
    words = buffer.map;
    for (size_t i = 0; i < buffer.size / 4; i += 2) {
        words[i] = command(FORM_INC, HOST_NOP, 1);
        words[i + 1] = i;
    }
    /* The last words of the span, which has an odd number of them */
    words += SPAN_MAX / 4 - RELEASE_WORDS;
    words[0] = command(FORM_INC, HOST_SEMAPHORE_A, 4);
    words[1] = flags.buffer.address >> 32;
    words[2] = flags.buffer.address;
    words[3] = 0x600df00d;
    words[4] = RELEASE_ONE_WORD;
    span = (Span) { buffer.address, SPAN_MAX, 0 };
    run_spans(&worker, &span, 1);
    area_take_word(&flags, 0, 0x600df00d);
    area_expect(&flags, "behind 8 MiB");
    span.length = 0x800000;
    expect_status(exec_spans_try(&worker.channel, &span, 1, NULL), -EINVAL,
                  "a longer span");
}

/* A span of no length is an entry that does nothing. */
static void empty_spans(Card *card)
{
    Workspace workspace;
    Worker worker;
    Span spans[5];
    Area flags;

    workspace_new(&workspace, card);
    worker_new(&worker, &workspace);
    flags_new(&flags, &workspace);
    for (unsigned i = 0; i < 5; i++) {
        spans[i] = (Span) { worker_here(&worker), 0, 0 };
        if (i & 1) {
            raise_flag(&worker, &flags, i, i);
            spans[i].length = worker_here(&worker) - spans[i].address;
        }
    }
    run_spans(&worker, spans, 5);
    area_expect(&flags, "between empty spans");
}

/* A command in one span, its parameters in others, a word in each */
static void split_commands(Card *card)
{
    enum { WORDS = 5 };
    Workspace workspace;
    Span spans[WORDS];
    Worker worker;
    Area flags;

    workspace_new(&workspace, card);
    worker_new(&worker, &workspace);
    flags_new(&flags, &workspace);
    raise_flag(&worker, &flags, 3, 0x12345678);
    for (unsigned i = 0; i < WORDS; i++) {
        spans[i] = (Span) {
            worker.push.words.address + i * 4, 4,
            i & 1 ? SPAN_NO_PREFETCH : 0,
        };
    }
    run_spans(&worker, spans, WORDS);
    area_expect(&flags, "a command in pieces");
}

/*
 * What a span is made of is copied by the one before, as for an indirect
 * launch: the second isn't fetched before the first is done.
 */
static void no_prefetch(Card *card)
{
    enum { ROUNDS = 50 };
    Area source, target, flags;
    Workspace workspace;
    Worker worker;

    workspace_new(&workspace, card);
    worker_new(&worker, &workspace);
    flags_new(&flags, &workspace);
    area_new_mapped(&source, &workspace, DOMAIN_GART, PAGE, 0);
    area_new_mapped(&target, &workspace, DOMAIN_VRAM, PAGE, 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint32_t words[] = {
            command(FORM_INC, HOST_SEMAPHORE_A, 4),
            flags.buffer.address >> 32, flags.buffer.address + i * 4,
            0xabcd0000 + i, RELEASE_ONE_WORD,
        };
        uint64_t start = worker_here(&worker);

        memcpy(source.buffer.map, words, sizeof(words));
        worker_copy(&worker, source.buffer.address, target.buffer.address,
                    sizeof(words));
        raise_flag(&worker, &flags, ROUNDS, i);
        run_spans(&worker, (const Span[]) {
            { start, worker_here(&worker) - start, 0 },
            { target.buffer.address, sizeof(words), SPAN_NO_PREFETCH },
        }, 2);
        area_take_word(&flags, i * 4, 0xabcd0000 + i);
        area_expect(&flags, "what was copied");
    }
}

/* --- Many of them --------------------------------------------------------- */

/*
 * More jobs than the ring has places, behind one that waits for us: each sees
 * what those before it have done.
 */
static void many_jobs(Card *card)
{
    enum { JOBS = 1200 };
    Workspace workspace;
    Worker worker;
    uint64_t start;
    Area flags, counters;

    workspace_new(&workspace, card);
    worker_new(&worker, &workspace);
    flags_new(&flags, &workspace);
    area_new_mapped(&counters, &workspace, DOMAIN_VRAM, 4 * PAGE, 9);
    worker_acquire(&worker, flags.buffer.address, 1);
    worker_submit(&worker, worker.push.words.address, NULL);
    for (unsigned i = 0; i < JOBS; i++) {
        uint64_t at = counters.buffer.address + i * 4;

        start = worker_here(&worker);
        worker_copy(&worker, at, at + 4, 4);
        area_take(&counters, (i + 1) * 4, &counters, i * 4, 4);
        worker_submit(&worker, start, NULL);
    }
    if (syncobj_done(card, worker.done, 2)) {
        test_fail("a job is done that has to wait");
    }
    area_set_word(&flags, 0, 1);
    worker_wait(&worker);
    area_expect(&counters, "a word that goes from job to job");
    area_expect(&flags, "the word that we have written");
}

/* Two channels that do in turns what the other needs */
static void two_channels(Card *card)
{
    enum { ROUNDS = 100 };
    Worker workers[2];
    Workspace workspace;
    Area areas[2];

    workspace_new(&workspace, card);
    for (unsigned i = 0; i < 2; i++) {
        worker_new(&workers[i], &workspace);
        area_new_mapped(&areas[i], &workspace,
                        i ? DOMAIN_GART : DOMAIN_VRAM, SIZE, i);
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        Worker *worker = &workers[i & 1];
        Area *from = &areas[i & 1], *to = &areas[!(i & 1)];
        Sync wait = worker_sync(&workers[!(i & 1)]);
        uint64_t start = worker_here(worker);
        size_t there = i * 100, here = i * 101 + 1;

        worker_copy(worker, from->buffer.address + there,
                    to->buffer.address + here, 1000);
        area_take(to, here, from, there, 1000);
        worker_submit(worker, start, &wait);
    }
    worker_wait(&workers[0]);
    worker_wait(&workers[1]);
    area_expect(&areas[0], "the one channel's");
    area_expect(&areas[1], "the other channel's");
}

/* The same without the kernel: the channels wait for each other's words. */
static void host_semaphores(Card *card)
{
    enum { ROUNDS = 100 };
    Worker workers[2];
    Workspace workspace;
    Area areas[2], flags;

    workspace_new(&workspace, card);
    flags_new(&flags, &workspace);
    for (unsigned i = 0; i < 2; i++) {
        worker_new(&workers[i], &workspace);
        area_new_mapped(&areas[i], &workspace,
                        i ? DOMAIN_GART : DOMAIN_VRAM, SIZE, i);
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        Area *from = &areas[i & 1], *to = &areas[!(i & 1)];
        size_t there = i * 100, here = i * 101 + 1;

        worker_acquire(&workers[i & 1], flags.buffer.address, i);
        worker_copy(&workers[i & 1], from->buffer.address + there,
                    to->buffer.address + here, 1000);
        area_take(to, here, from, there, 1000);
        raise_flag(&workers[i & 1], &flags, 0, i + 1);
    }
    /* The second, which has to wait, begins. */
    worker_submit(&workers[1], workers[1].push.words.address, NULL);
    worker_submit(&workers[0], workers[0].push.words.address, NULL);
    worker_wait(&workers[0]);
    worker_wait(&workers[1]);
    area_expect(&areas[0], "the one channel's");
    area_expect(&areas[1], "the other channel's");
    area_expect(&flags, "the word that they share");
}

/* --- Refusals ------------------------------------------------------------- */

/* Waits that aren't there would end the kernel: see known-drivers.rst. */
static void refused(Card *card)
{
    const void *nowhere = (const void *)16;
    Workspace workspace;
    Channel other;
    Worker worker;
    Sync sync;
    Syncs waits = { .wait = &sync, .nr_wait = 1 };
    Syncs signals = { .signal = &sync, .nr_signal = 1 };
    Span span = { .length = 8 };

    workspace_new(&workspace, card);
    worker_new(&worker, &workspace);
    push_one(&worker.push, 0, HOST_NOP, 0);
    span.address = worker.push.words.address;
    other = worker.channel;
    other.id = worker.channel.id + 1000;
    expect_status(exec_spans_try(&other, &span, 1, NULL), -ENOENT,
                  "a channel of nobody's");
    expect_status(exec_spans_try(&worker.channel, nowhere, 1, NULL), -EFAULT,
                  "spans that aren't there");

    sync = (Sync) { SYNC_BINARY, 0x12345, 0 };
    expect_status(exec_spans_try(&worker.channel, &span, 1, &waits), -ENOENT,
                  "a wait for no syncobj");
    expect_status(exec_spans_try(&worker.channel, &span, 1, &signals), -ENOENT,
                  "a signal for no syncobj");
    sync.handle = syncobj_new(card);
    expect_status(exec_spans_try(&worker.channel, &span, 1, &waits), -EINVAL,
                  "a wait for what nobody has submitted");
    sync.flags = 2;
    expect_status(exec_spans_try(&worker.channel, &span, 1, &waits),
                  -EOPNOTSUPP, "a wait of no name");
    expect_status(exec_spans_try(&worker.channel, &span, 1, &signals), -EINVAL,
                  "a signal of no name");
    sync = (Sync) { SYNC_TIMELINE, worker.done, worker.point + 1 };
    expect_status(exec_spans_try(&worker.channel, &span, 1, &waits), -EINVAL,
                  "a wait for a point that is to come");
    signals.signal = nowhere;
    expect_status(exec_spans_try(&worker.channel, &span, 1, &signals), -EFAULT,
                  "signals that aren't there");
    /* And all of it has left the channel as it was. */
    run_spans(&worker, &span, 1);
}

static void channel_freed(Card *card)
{
    Workspace workspace;
    Worker worker, other;

    workspace_new(&workspace, card);
    worker_new(&worker, &workspace);
    worker_new(&other, &workspace);
    channel_free(&worker.channel);
    expect_status(exec_spans_try(&worker.channel, NULL, 0, NULL), -ENOENT,
                  "a channel that is gone");
    run_spans(&other, NULL, 0);
}

static const Case cases[] = {
    { "no-spans", no_spans },
    { "copies", copies },
    { "most-spans", most_spans },
    { "longest-span", longest_span },
    { "empty-spans", empty_spans },
    { "split-commands", split_commands },
    { "no-prefetch", no_prefetch },
    { "many-jobs", many_jobs },
    { "two-channels", two_channels },
    { "host-semaphores", host_semaphores },
    { "refused", refused },
    { "channel-freed", channel_freed },
};

int main(int argc, char **argv)
{
    return cases_main("exec-jobs", cases, sizeof(cases) / sizeof(cases[0]),
                      argc, argv);
}
