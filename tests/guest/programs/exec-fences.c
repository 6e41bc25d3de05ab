/*
 * What jobs and bindings wait for, and what they signal: syncobjs, binary ones
 * and timelines, within a process and between processes
 *
 * The order is forced: the first job waits for a word that only we write, so
 * that whatever doesn't wait as it should does its work too early.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xf86drm.h>

#include "bystander.h"
#include "cases.h"
#include "workspace.h"

enum {
    SIZE = 16 * KIB,
    /* Long enough for something that doesn't wait to be done */
    PAUSE_USEC = 50000,
    SYNCS = 32,
};

/* A channel, whose first job waits at a gate, and memory */
typedef struct Scene {
    Workspace workspace;
    Worker worker;
    Area gate;
    Area a, b;
    Area result;
} Scene;

static void scene_new(Scene *scene, Card *card)
{
    Workspace *workspace = &scene->workspace;

    workspace_new(workspace, card);
    worker_new(&scene->worker, workspace);
    area_new_mapped(&scene->gate, workspace, DOMAIN_GART, PAGE, 0);
    area_new_mapped(&scene->a, workspace, DOMAIN_VRAM, SIZE, 1);
    area_new_mapped(&scene->b, workspace, DOMAIN_GART, SIZE, 2);
    area_new_mapped(&scene->result, workspace, DOMAIN_GART, 4 * SIZE, 3);
    area_set_word(&scene->gate, 0, 0);
}

/* A copy of an area's, to a part of the result, behind the gate or not */
static void submit_copy(Scene *scene, Worker *worker, const Area *from,
                        unsigned part, bool gate, const Sync *wait)
{
    uint64_t start = worker_here(worker);

    if (gate) {
        worker_acquire(worker, scene->gate.buffer.address, 1);
    }
    worker_copy(worker, from->buffer.address,
                scene->result.buffer.address + part * SIZE, SIZE);
    worker_submit(worker, start, wait);
}

static void open_gate(Scene *scene)
{
    area_set_word(&scene->gate, 0, 1);
}

/* Nothing has been done yet, though there was time to. */
static void expect_nothing(Scene *scene, const char *what)
{
    usleep(PAUSE_USEC);
    area_expect(&scene->result, what);
}

static void expect_pending(Card *card, Sync sync, const char *what)
{
    if (syncobj_done(card, sync.handle, sync.point)) {
        test_fail("%s is signalled too early", what);
    }
}

static void wait_for(Card *card, Sync sync)
{
    syncobj_wait(card, sync.handle, sync.point);
}

/* --- Jobs ----------------------------------------------------------------- */

/* A binary syncobj has one job after the other. */
static void binary(Card *card)
{
    Sync signal;
    Scene s;

    scene_new(&s, card);
    signal = (Sync) { SYNC_BINARY, syncobj_new(card), 0 };
    for (unsigned i = 0; i < 4; i++) {
        const Area *from = i & 1 ? &s.a : &s.b;
        uint64_t start = worker_here(&s.worker);
        Span span;

        area_set_word(&s.gate, 0, 0);
        worker_acquire(&s.worker, s.gate.buffer.address, 1);
        worker_copy(&s.worker, from->buffer.address,
                    s.result.buffer.address + i * SIZE, SIZE);
        span = (Span) { start, worker_here(&s.worker) - start, 0 };
        expect_status(exec_spans_try(&s.worker.channel, &span, 1, &(Syncs) {
            .signal = &signal, .nr_signal = 1 }), 0, "EXEC");
        expect_nothing(&s, "before the gate opens");
        expect_pending(card, signal, "a binary syncobj");
        open_gate(&s);
        wait_for(card, signal);
        area_take(&s.result, i * SIZE, from, 0, SIZE);
        area_expect(&s.result, "when it is signalled");
    }
}

/* Each point of a timeline, by a job that waits for its word */
static void timeline(Card *card)
{
    enum { POINTS = 4 };
    uint64_t first;
    Scene s;

    scene_new(&s, card);
    memset(s.gate.buffer.map, 0, PAGE);
    first = s.worker.point + 1;
    for (unsigned i = 0; i < POINTS; i++) {
        uint64_t start = worker_here(&s.worker);

        worker_acquire(&s.worker, s.gate.buffer.address + i * 4, i + 1);
        worker_copy(&s.worker, s.a.buffer.address,
                    s.result.buffer.address + i * SIZE, SIZE);
        worker_submit(&s.worker, start, NULL);
    }
    for (unsigned i = 0; i < POINTS; i++) {
        uint64_t value;

        expect_nothing(&s, "before its word");
        expect_pending(card, (Sync) { SYNC_TIMELINE, s.worker.done, first + i },
                       "a point");
        if (drmSyncobjQuery(card->fd, &s.worker.done, &value, 1) ||
            value != first + i - 1) {
            test_fail("point %llu, want %llu", (unsigned long long)value,
                      (unsigned long long)first + i - 1);
        }
        area_set_word(&s.gate, i * 4, i + 1);
        syncobj_wait(card, s.worker.done, first + i);
        area_take(&s.result, i * SIZE, &s.a, 0, SIZE);
        area_expect(&s.result, "when it is signalled");
    }
}

/* Another channel's job, which nothing else keeps from being done */
static void another_channel(Card *card)
{
    Worker other;
    Sync wait;
    Scene s;

    scene_new(&s, card);
    worker_new(&other, &s.workspace);
    submit_copy(&s, &s.worker, &s.a, 0, true, NULL);
    wait = worker_sync(&s.worker);
    submit_copy(&s, &other, &s.result, 1, false, &wait);
    expect_nothing(&s, "before the gate opens");
    expect_pending(card, worker_sync(&other), "a job that waits");
    /* One that doesn't wait isn't kept by those of another channel. */
    worker_new(&other, &s.workspace);
    submit_copy(&s, &other, &s.b, 2, false, NULL);
    worker_wait(&other);
    area_take(&s.result, 2 * SIZE, &s.b, 0, SIZE);
    area_expect(&s.result, "a channel that doesn't wait");
    open_gate(&s);
    worker_wait(&s.worker);
    wait_for(card, (Sync) { SYNC_TIMELINE, s.worker.done, wait.point });
    area_take(&s.result, 0, &s.a, 0, SIZE);
    area_take(&s.result, SIZE, &s.a, 0, SIZE);
    usleep(PAUSE_USEC);
    area_expect(&s.result, "one behind the other");
}

/* Many syncobjs of both types at once */
static void many(Card *card)
{
    Sync waits[SYNCS], signals[SYNCS];
    Worker other;
    uint64_t start;
    Span span;
    Scene s;

    scene_new(&s, card);
    worker_new(&other, &s.workspace);
    for (unsigned i = 0; i < SYNCS; i++) {
        waits[i] = (Sync) { i & 1, syncobj_new(card), i & 1 ? i * 3 : 0 };
        signals[i] = (Sync) { i & 1, syncobj_new(card), i & 1 ? i * 5 : 0 };
    }
    start = worker_here(&s.worker);
    worker_acquire(&s.worker, s.gate.buffer.address, 1);
    worker_copy(&s.worker, s.a.buffer.address, s.result.buffer.address, SIZE);
    span = (Span) { start, worker_here(&s.worker) - start, 0 };
    expect_status(exec_spans_try(&s.worker.channel, &span, 1, &(Syncs) {
        .signal = waits, .nr_signal = SYNCS }), 0, "EXEC that signals");
    start = worker_here(&other);
    worker_copy(&other, s.result.buffer.address,
                s.result.buffer.address + SIZE, SIZE);
    span = (Span) { start, worker_here(&other) - start, 0 };
    expect_status(exec_spans_try(&other.channel, &span, 1, &(Syncs) {
        .wait = waits, .nr_wait = SYNCS,
        .signal = signals, .nr_signal = SYNCS }), 0, "EXEC that waits");
    expect_nothing(&s, "before the gate opens");
    for (unsigned i = 0; i < SYNCS; i++) {
        expect_pending(card, waits[i], "the first job's");
        expect_pending(card, signals[i], "the second job's");
    }
    open_gate(&s);
    for (unsigned i = 0; i < SYNCS; i++) {
        wait_for(card, signals[i]);
        wait_for(card, waits[i]);
    }
    area_take(&s.result, 0, &s.a, 0, SIZE);
    area_take(&s.result, SIZE, &s.a, 0, SIZE);
    area_expect(&s.result, "both jobs");
}

/* A fence that has gone through a file, into another syncobj */
static void sync_file(Card *card)
{
    Sync signal, wait;
    uint64_t start;
    Worker other;
    Span span;
    Scene s;
    int file;

    scene_new(&s, card);
    worker_new(&other, &s.workspace);
    signal = (Sync) { SYNC_BINARY, syncobj_new(card), 0 };
    wait = (Sync) { SYNC_BINARY, syncobj_new(card), 0 };
    start = worker_here(&s.worker);
    worker_acquire(&s.worker, s.gate.buffer.address, 1);
    worker_copy(&s.worker, s.b.buffer.address, s.result.buffer.address, SIZE);
    span = (Span) { start, worker_here(&s.worker) - start, 0 };
    expect_status(exec_spans_try(&s.worker.channel, &span, 1, &(Syncs) {
        .signal = &signal, .nr_signal = 1 }), 0, "EXEC");
    if (drmSyncobjExportSyncFile(card->fd, signal.handle, &file) ||
        drmSyncobjImportSyncFile(card->fd, wait.handle, file)) {
        test_fail("a sync file: %s", strerror(errno));
    }
    close(file);
    submit_copy(&s, &other, &s.result, 1, false, &wait);
    expect_nothing(&s, "before the gate opens");
    expect_pending(card, wait, "the file's fence");
    open_gate(&s);
    worker_wait(&other);
    if (syncobj_error(card, wait.handle)) {
        test_fail("the fence has an error");
    }
    area_take(&s.result, 0, &s.b, 0, SIZE);
    area_take(&s.result, SIZE, &s.b, 0, SIZE);
    area_expect(&s.result, "both jobs");
}

/* --- Processes ------------------------------------------------------------ */

static void expect_child(pid_t pid)
{
    int status;

    if (waitpid(pid, &status, 0) != pid || status) {
        test_fail("the other process has failed");
    }
}

/* Who waits for a point that nobody has submitted goes on when it is done. */
static void wait_before_submit(Card *card)
{
    uint64_t point;
    pid_t pid;
    Scene s;

    scene_new(&s, card);
    point = s.worker.point + 1;
    pid = process_start("waits");
    if (!pid) {
        int64_t until = (clock_usec() + 20 * 1000000) * 1000;

        if (drmSyncobjTimelineWait(card->fd, &s.worker.done, &point, 1, until,
                                   DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT,
                                   NULL)) {
            test_fail("the point doesn't come");
        }
        area_take(&s.result, 0, &s.a, 0, SIZE);
        area_expect(&s.result, "when it is signalled");
        exit(EXIT_SUCCESS);
    }
    usleep(PAUSE_USEC);
    submit_copy(&s, &s.worker, &s.a, 0, true, NULL);
    usleep(PAUSE_USEC);
    if (waitpid(pid, NULL, WNOHANG)) {
        test_fail("the other process hasn't waited");
    }
    open_gate(&s);
    expect_child(pid);
}

/*
 * What a process has from another: a timeline and a buffer, by their files, and
 * a pipe by which it tells that it waits
 */
typedef struct Given {
    int timeline;
    int buffer;
    int waits[2];
    uint64_t point;
} Given;

static void other_process(const Given *given)
{
    Workspace workspace;
    Area shared, mine;
    Worker worker;
    Sync wait = { .flags = SYNC_TIMELINE, .point = given->point };
    uint64_t start;
    Card card;

    card_open(&card);
    workspace_new(&workspace, &card);
    worker_new(&worker, &workspace);
    area_new_mapped(&mine, &workspace, DOMAIN_GART, SIZE, 5);
    area_new(&shared, &workspace, DOMAIN_GART, SIZE, 2);
    if (drmPrimeFDToHandle(card.fd, given->buffer, &shared.buffer.handle) ||
        drmSyncobjFDToHandle(card.fd, given->timeline, &wait.handle)) {
        test_fail("what is given: %s", strerror(errno));
    }
    space_map(&shared.buffer, workspace_range(&workspace, SIZE));
    start = worker_here(&worker);
    worker_copy(&worker, shared.buffer.address, mine.buffer.address, SIZE);
    worker_submit(&worker, start, &wait);
    usleep(PAUSE_USEC);
    if (syncobj_done(&card, worker.done, worker.point)) {
        test_fail("the job hasn't waited for another process's");
    }
    area_expect(&mine, "before the other process's job");
    if (write(given->waits[1], "w", 1) != 1) {
        test_fail("nobody listens");
    }
    worker_wait(&worker);
    area_take(&mine, 0, &shared, 0, SIZE);
    area_expect(&mine, "another process's buffer");
    exit(EXIT_SUCCESS);
}

static void processes(Card *card)
{
    Area shared;
    Given given;
    pid_t pid;
    Scene s;
    char byte;

    scene_new(&s, card);
    area_new_mapped(&shared, &s.workspace, DOMAIN_GART, SIZE, 4);
    worker_acquire(&s.worker, s.gate.buffer.address, 1);
    worker_copy(&s.worker, s.b.buffer.address, shared.buffer.address, SIZE);
    worker_submit(&s.worker, s.worker.push.words.address, NULL);
    given.point = s.worker.point;
    if (pipe(given.waits) ||
        drmSyncobjHandleToFD(card->fd, s.worker.done, &given.timeline) ||
        drmPrimeHandleToFD(card->fd, shared.buffer.handle, DRM_CLOEXEC,
                           &given.buffer)) {
        test_fail("files: %s", strerror(errno));
    }
    pid = process_start("given");
    if (!pid) {
        other_process(&given);
    }
    close(given.waits[1]);
    if (read(given.waits[0], &byte, 1) != 1) {
        test_fail("the other process doesn't wait");
    }
    open_gate(&s);
    worker_wait(&s.worker);
    expect_child(pid);
    area_take(&shared, 0, &s.b, 0, SIZE);
    area_expect(&shared, "the buffer that is shared");
}

/* --- Bindings ------------------------------------------------------------- */

/*
 * A place that a job reads is given to another buffer when that job is done,
 * and the next job waits for that.
 */
static void bind_between(Card *card)
{
    uint64_t at, start;
    Sync wait, bound;
    BindOp ops[2];
    Scene s;

    scene_new(&s, card);
    at = workspace_range(&s.workspace, SIZE);
    bind_these(card, area_at(&s.a, at, 0, SIZE));
    bound = (Sync) { SYNC_TIMELINE, syncobj_new(card), 7 };
    worker_acquire(&s.worker, s.gate.buffer.address, 1);
    worker_copy(&s.worker, at, s.result.buffer.address, SIZE);
    worker_submit(&s.worker, s.worker.push.words.address, NULL);
    wait = worker_sync(&s.worker);
    ops[0] = nothing_at(at, SIZE);
    ops[1] = area_at(&s.b, at, 0, SIZE);
    expect_status(bind_try(card, ops, 2, BIND_ASYNC, &(Syncs) {
        .wait = &wait, .nr_wait = 1, .signal = &bound, .nr_signal = 1 }), 0,
        "VM_BIND");
    start = worker_here(&s.worker);
    worker_copy(&s.worker, at, s.result.buffer.address + SIZE, SIZE);
    worker_submit(&s.worker, start, &bound);
    expect_nothing(&s, "before the gate opens");
    expect_pending(card, bound, "the binding");
    open_gate(&s);
    worker_wait(&s.worker);
    wait_for(card, bound);
    area_take(&s.result, 0, &s.a, 0, SIZE);
    area_take(&s.result, SIZE, &s.b, 0, SIZE);
    area_expect(&s.result, "the buffers that were there");
}

/* Bindings one after the other, of which the first waits */
static void bind_queue(Card *card)
{
    Sync wait, bound;
    uint64_t at;
    Scene s;

    scene_new(&s, card);
    at = workspace_range(&s.workspace, 4 * SIZE);
    submit_copy(&s, &s.worker, &s.a, 0, true, NULL);
    wait = worker_sync(&s.worker);
    bound = (Sync) { SYNC_BINARY, syncobj_new(card), 0 };
    for (unsigned i = 0; i < 200; i++) {
        const BindOp op = area_at(i & 1 ? &s.b : &s.a, at + i % 4 * SIZE / 2,
                                  i % 3 * PAGE, SIZE - i % 3 * PAGE);

        expect_status(bind_try(card, &op, 1, BIND_ASYNC, &(Syncs) {
            .wait = &wait, .nr_wait = !i, .signal = &bound, .nr_signal = 1 }),
            0, "VM_BIND");
    }
    expect_nothing(&s, "before the gate opens");
    expect_pending(card, bound, "the last binding");
    open_gate(&s);
    wait_for(card, bound);
    worker_wait(&s.worker);
    /* The last ones: 199 at 3/2, 198 at 2/2, 197 at 1/2, 196 at 0 */
    worker_copy(&s.worker, at, s.result.buffer.address + SIZE, SIZE / 2);
    worker_copy(&s.worker, at + 3 * SIZE / 2,
                s.result.buffer.address + 2 * SIZE, SIZE - PAGE);
    worker_run(&s.worker);
    area_take(&s.result, 0, &s.a, 0, SIZE);
    area_take(&s.result, SIZE, &s.a, PAGE, SIZE / 2);
    area_take(&s.result, 2 * SIZE, &s.b, PAGE, SIZE - PAGE);
    area_expect(&s.result, "what was bound last");
}

/* A binding that isn't asynchronous doesn't wait for a job that waits. */
static void bind_beside(Card *card)
{
    uint64_t at;
    Worker other;
    Scene s;

    scene_new(&s, card);
    worker_new(&other, &s.workspace);
    at = workspace_range(&s.workspace, SIZE);
    submit_copy(&s, &s.worker, &s.a, 0, true, NULL);
    bind_these(card, area_at(&s.b, at, 0, SIZE));
    worker_copy(&other, at, s.result.buffer.address + SIZE, SIZE);
    worker_run(&other);
    area_take(&s.result, SIZE, &s.b, 0, SIZE);
    area_expect(&s.result, "beside a job that waits");
    bind_these(card, nothing_at(at, SIZE));
    expect_pending(card, worker_sync(&s.worker), "the job that waits");
    open_gate(&s);
    worker_wait(&s.worker);
    area_take(&s.result, 0, &s.a, 0, SIZE);
    area_expect(&s.result, "the job that has waited");
}

static const Case cases[] = {
    { "binary", binary },
    { "timeline", timeline },
    { "another-channel", another_channel },
    { "many", many },
    { "sync-file", sync_file },
    { "wait-before-submit", wait_before_submit },
    { "processes", processes },
    { "bind-between", bind_between },
    { "bind-queue", bind_queue },
    { "bind-beside", bind_beside },
};

int main(int argc, char **argv)
{
    return cases_main("exec-fences", cases, sizeof(cases) / sizeof(cases[0]),
                      argc, argv);
}
