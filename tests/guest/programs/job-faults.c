/*
 * What a job of a process that manages its address space itself can do wrong:
 * see faults.h. The process finds out by the job's fence and by the next EXEC;
 * another channel in the same address space goes on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <unistd.h>

#include "faults.h"
#include "workspace.h"

enum {
    SIZE = 64 * KIB,
    KILL_LIMIT_USEC = 20 * 1000000,
    PAUSE_USEC = 500,
    HOST_ILLEGAL = 0x004,
};

/* An address in the reach of a table with pages, but without one */
#define NOWHERE 0x7ff0000

typedef struct Scene {
    Card card;
    Workspace workspace;
    Worker worker, other;
    Area source, target;
} Scene;

static int submit_nothing(const Worker *worker)
{
    return exec_spans_try((Channel *)&worker->channel, NULL, 0, NULL);
}

/* What the other channel does, before and after */
static void expect_work(Scene *scene)
{
    Area *source = &scene->source, *target = &scene->target;

    worker_copy(&scene->other, source->buffer.address, target->buffer.address,
                SIZE / 2);
    worker_run(&scene->other);
    area_take(target, 0, source, 0, SIZE / 2);
    area_expect(target, "the other channel's copy");
}

static void scene_new(Scene *scene)
{
    Workspace *workspace = &scene->workspace;

    card_open(&scene->card);
    workspace_new(workspace, &scene->card);
    worker_new(&scene->worker, workspace);
    worker_new(&scene->other, workspace);
    area_new_mapped(&scene->source, workspace, DOMAIN_GART, SIZE, 1);
    area_new_mapped(&scene->target, workspace, DOMAIN_GART, SIZE, 2);
    test_measure("channel=%d pid=%d", scene->worker.channel.id, getpid());
    expect_work(scene);
}

static Sync submit(Scene *scene, uint64_t address, uint32_t length)
{
    const Sync fence = { SYNC_BINARY, syncobj_new(&scene->card), 0 };
    const Span span = { address, length, 0 };
    int ret = exec_spans_try(&scene->worker.channel, &span, 1, &(Syncs) {
        .signal = &fence, .nr_signal = 1,
    });

    if (ret) {
        test_fail("EXEC: %d", ret);
    }
    return fence;
}

/* The job's fence has an error, and the channel takes no other. */
static void expect_end(Scene *scene, Sync fence)
{
    uint64_t end = clock_usec() + KILL_LIMIT_USEC;
    int ret, error;

    syncobj_wait(&scene->card, fence.handle, 0);
    error = syncobj_error(&scene->card, fence.handle);
    if (error != -ENODEV) {
        test_fail("the job's fence has the error %d", error);
    }
    while ((ret = submit_nothing(&scene->worker)) != -ENODEV) {
        if (ret || clock_usec() > end) {
            test_fail("EXEC on a dead channel: %d", ret);
        }
        usleep(PAUSE_USEC);
    }
    expect_work(scene);
    area_expect(&scene->source, "what was read");
}

/* What is wrong, and behind it something right, which is never done */
static void expect_fault(Scene *scene, uint64_t start)
{
    Worker *worker = &scene->worker;

    worker_copy(worker, scene->source.buffer.address,
                scene->target.buffer.address + SIZE / 2, PAGE);
    expect_end(scene, submit(scene, start, worker_here(worker) - start));
}

static void scene_end(Scene *scene)
{
    expect_work(scene);
    card_close(&scene->card);
}

/* A copy from or to where nothing is; 0 is where there is something. */
static void copy_wrongly(uint64_t from, uint64_t to)
{
    uint64_t start;
    Scene s;

    scene_new(&s);
    start = worker_here(&s.worker);
    worker_copy(&s.worker, from ? from : s.source.buffer.address,
                to ? to : s.target.buffer.address, PAGE);
    expect_fault(&s, start);
    scene_end(&s);
}

void commit_job_read(Culprit *culprit)
{
    (void)culprit;
    copy_wrongly(NOWHERE, 0);
}

void commit_job_write(Culprit *culprit)
{
    (void)culprit;
    copy_wrongly(0, NOWHERE);
}

/* The process takes a page away that a job is going to read. */
void commit_job_unmapped(Culprit *culprit)
{
    uint64_t start;
    Sync fence;
    Area gate;
    Scene s;

    (void)culprit;
    scene_new(&s);
    area_new_mapped(&gate, &s.workspace, DOMAIN_GART, PAGE, 0);
    area_set_word(&gate, 0, 0);
    bind_these(&s.card, area_at(&s.source, NOWHERE, 0, PAGE));
    worker_copy(&s.other, NOWHERE, s.target.buffer.address, PAGE);
    worker_run(&s.other);
    area_take(&s.target, 0, &s.source, 0, PAGE);
    area_expect(&s.target, "the page while it is there");
    start = worker_here(&s.worker);
    worker_acquire(&s.worker, gate.buffer.address, 1);
    worker_copy(&s.worker, NOWHERE, s.target.buffer.address, PAGE);
    fence = submit(&s, start, worker_here(&s.worker) - start);
    bind_these(&s.card, nothing_at(NOWHERE, PAGE));
    area_set_word(&gate, 0, 1);
    expect_end(&s, fence);
    scene_end(&s);
}

/* Commands that aren't there */
void commit_job_fetch(Culprit *culprit)
{
    Scene s;

    (void)culprit;
    scene_new(&s);
    expect_end(&s, submit(&s, NOWHERE, 64));
    scene_end(&s);
}

void commit_job_method(Culprit *culprit)
{
    uint64_t start;
    Scene s;

    (void)culprit;
    scene_new(&s);
    start = worker_here(&s.worker);
    push_one(&s.worker.push, 0, HOST_ILLEGAL, 0xbad);
    expect_fault(&s, start);
    scene_end(&s);
}
