/*
 * Many at once: processes, devices and timelines.
 *
 * The environment's VKCASES_ROUNDS is how many submissions each of them makes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "load.h"

enum {
    ROUNDS = 150,
    WORKERS = LOAD_WORKERS,
    SIZE = LOAD_SIZE,
    SLOTS = LOAD_SLOTS,
};

static unsigned rounds(void)
{
    const char *given = getenv("VKCASES_ROUNDS");

    return given ? strtoul(given, NULL, 0) : ROUNDS;
}

Load load_new(Gpu *gpu, unsigned seed)
{
    return (Load) {
        .gpu = gpu,
        .from = buffer_new(gpu, SLOTS * SIZE, IN_HOST),
        .through = buffer_new(gpu, SIZE, IN_DEVICE),
        .to = buffer_new(gpu, SLOTS * SIZE, IN_HOST),
        .timeline = timeline_new(gpu, 0),
        .seed = seed,
    };
}

void load_submit(Load *load, unsigned round)
{
    unsigned slot = round % SLOTS;
    VkCommandBuffer commands = commands_begin(load->gpu);
    VkBufferCopy in = { .srcOffset = slot * SIZE, .size = SIZE };
    VkBufferCopy out = { .dstOffset = slot * SIZE, .size = SIZE };

    pattern(load->from->map + slot * SIZE, SIZE, load->seed + round);
    copy_regions(commands, load->from->handle, load->through->handle, 1,
                 &in);
    commands_barrier(commands);
    copy_regions(commands, load->through->handle, load->to->handle, 1, &out);
    commands_barrier(commands);
    OK(vkEndCommandBuffer(commands));
    submit_between(load->gpu, (Point) { load->timeline, round }, commands,
                   (Point) { load->timeline, round + 1 }, VK_NULL_HANDLE);
    load->commands[slot] = commands;
}

VkResult load_wait(Load *load, unsigned round, uint64_t nsec)
{
    return timeline_wait(load->gpu, (Point) { load->timeline, round + 1 },
                         nsec);
}

const uint8_t *load_result(const Load *load, unsigned round)
{
    return load->to->map + round % SLOTS * SIZE;
}

const uint8_t *load_wanted(const Load *load, unsigned round)
{
    return load->from->map + round % SLOTS * SIZE;
}

void load_forget(Load *load, unsigned round)
{
    vkFreeCommandBuffers(load->gpu->device, load->gpu->pool, 1,
                         &load->commands[round % SLOTS]);
}

void load_free(Load *load)
{
    OK(vkQueueWaitIdle(load->gpu->queue));
    vkDestroySemaphore(load->gpu->device, load->timeline, NULL);
    buffer_free(load->gpu, load->from);
    buffer_free(load->gpu, load->through);
    buffer_free(load->gpu, load->to);
}

static void load_check(Load *load, unsigned round)
{
    OK(load_wait(load, round, LONG));
    expect_bytes(load_result(load, round), load_wanted(load, round), SIZE,
                 "round %u", round);
    load_forget(load, round);
}

static void load_run(Gpu *gpu, unsigned seed)
{
    Load load = load_new(gpu, seed);
    unsigned count = rounds();

    for (unsigned i = 0; i < count + SLOTS; i++) {
        if (i >= SLOTS) {
            load_check(&load, i - SLOTS);
        }
        if (i < count) {
            load_submit(&load, i);
        }
    }
    load_free(&load);
}

static void work(Gpu *gpu, int socket)
{
    load_run(gpu, hear(socket));
}

static void processes_at_once(Gpu *gpu)
{
    Peer peers[WORKERS];

    need_copies();
    (void)gpu;
    for (int i = 0; i < WORKERS; i++) {
        peers[i] = peer_start("work");
    }
    for (int i = 0; i < WORKERS; i++) {
        tell(peers[i].socket, 1000000 * i);
    }
    for (int i = 0; i < WORKERS; i++) {
        peer_finish(&peers[i]);
    }
}

static void *work_in_thread(void *opaque)
{
    Gpu gpu;

    gpu_open(&gpu);
    load_run(&gpu, (uintptr_t)opaque);
    gpu_close(&gpu);
    return NULL;
}

static void devices_of_a_process_at_once(Gpu *gpu)
{
    pthread_t threads[WORKERS];

    need_copies();
    (void)gpu;
    for (uintptr_t i = 0; i < WORKERS; i++) {
        if (pthread_create(&threads[i], NULL, work_in_thread,
                           (void *)(i * 1000000))) {
            fail("no thread");
        }
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* One comes when another one goes. */
static void processes_come_and_go(Gpu *gpu)
{
    enum { TIMES = 12 };
    Peer peers[TIMES];

    need_copies();
    (void)gpu;
    setenv("VKCASES_ROUNDS", "10", 1);
    for (int i = 0; i < TIMES; i++) {
        peers[i] = peer_start("work");
        tell(peers[i].socket, i);
        if (i > 1) {
            peer_finish(&peers[i - 2]);
        }
    }
    peer_finish(&peers[TIMES - 2]);
    peer_finish(&peers[TIMES - 1]);
}

/* Each with its own timeline, all submitted before anything is waited for */
static void many_timelines_of_a_queue(Gpu *gpu)
{
    enum { LOADS = 16, EACH = SLOTS };
    Load loads[LOADS];

    for (int i = 0; i < LOADS; i++) {
        loads[i] = load_new(gpu, i * EACH);
    }
    for (int j = 0; j < EACH; j++) {
        for (int i = 0; i < LOADS; i++) {
            load_submit(&loads[i], j);
        }
    }
    for (int i = LOADS - 1; i >= 0; i--) {
        for (int j = 0; j < EACH; j++) {
            load_check(&loads[i], j);
        }
    }
    for (int i = 0; i < LOADS; i++) {
        load_free(&loads[i]);
    }
}

const Case load_cases[] = {
    { "many timelines of a queue", many_timelines_of_a_queue },
    { "processes at once", processes_at_once, .seconds = 3600 },
    { "devices of a process at once", devices_of_a_process_at_once,
      .seconds = 3600 },
    { "processes come and go", processes_come_and_go },
    { 0 }
};

const Role load_roles[] = {
    { "work", work },
    { 0 }
};
