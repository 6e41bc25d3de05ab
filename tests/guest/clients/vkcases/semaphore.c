/*
 * Semaphores: binary ones and timelines, within a process.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "timeline.h"

enum { STEPS = 60 };

static Buffer *chain_new(Gpu *gpu)
{
    Buffer *buffer = buffer_new(gpu, (STEPS + 1) * 4, IN_HOST);

    memset(buffer->map, 0, buffer->size);
    memset(buffer->map, 0x5a, 4);
    return buffer;
}

static void expect_chain(const Buffer *buffer, int steps)
{
    uint8_t *bytes = allocate(buffer->size);

    memset(bytes, 0x5a, (steps + 1) * 4);
    expect_bytes(buffer->map, bytes, buffer->size, "after %d steps", steps);
    free(bytes);
}

static void binary_ones_make_a_chain(Gpu *gpu)
{
    Buffer *buffer = chain_new(gpu);
    VkSemaphore semaphores[STEPS];

    for (int i = 0; i < STEPS; i++) {
        semaphores[i] = binary_new(gpu);
        submit_between(gpu, (Point) { i ? semaphores[i - 1] : NULL },
                       record_chained(gpu, buffer, i),
                       (Point) { semaphores[i] }, NULL);
    }
    OK(vkQueueWaitIdle(gpu->queue));
    expect_chain(buffer, STEPS);
    for (int i = 0; i < STEPS; i++) {
        vkDestroySemaphore(gpu->device, semaphores[i], NULL);
    }
}

/* Waiting for it unsignals it. */
static void a_binary_one_is_used_again(Gpu *gpu)
{
    VkSemaphore semaphore = binary_new(gpu);

    for (int i = 0; i < 40; i++) {
        submit_between(gpu, (Point) { 0 }, NULL, (Point) { semaphore }, NULL);
        submit_between(gpu, (Point) { semaphore }, NULL, (Point) { 0 }, NULL);
    }
    OK(vkQueueWaitIdle(gpu->queue));
    vkDestroySemaphore(gpu->device, semaphore, NULL);
}

static void counts_what_is_signaled(Gpu *gpu)
{
    VkSemaphore timeline = timeline_new(gpu, 5);

    expect_value(timeline_value(gpu, timeline), 5, "the first value");
    timeline_set(gpu, (Point) { timeline, 7 });
    expect_value(timeline_value(gpu, timeline), 7, "the host's value");
    submit_between(gpu, (Point) { 0 }, NULL,
                   (Point) { timeline, 1ull << 40 }, NULL);
    OK(timeline_wait(gpu, (Point) { timeline, 1ull << 40 }, LONG));
    expect_value(timeline_value(gpu, timeline), 1ull << 40, "the card's value");
    /* All that is less has been signaled, too. */
    OK(timeline_wait(gpu, (Point) { timeline, 9 }, 0));
    EXPECT(VK_TIMEOUT,
           timeline_wait(gpu, (Point) { timeline, (1ull << 40) + 1 }, SHORT));
    vkDestroySemaphore(gpu->device, timeline, NULL);
}

static void the_card_waits_for_the_host(Gpu *gpu)
{
    Buffer *buffer = chain_new(gpu);
    VkSemaphore timeline = timeline_new(gpu, 0);

    submit_between(gpu, (Point) { timeline, 1 }, record_chained(gpu, buffer, 0),
                   (Point) { timeline, 2 }, NULL);
    EXPECT(VK_TIMEOUT, timeline_wait(gpu, (Point) { timeline, 2 }, SHORT));
    expect_chain(buffer, 0);
    timeline_set(gpu, (Point) { timeline, 1 });
    OK(timeline_wait(gpu, (Point) { timeline, 2 }, LONG));
    expect_chain(buffer, 1);
    vkDestroySemaphore(gpu->device, timeline, NULL);
}

/* The host sets what many wait for, and each has gone on then. */
static void steps_of_host_and_card_in_turn(Gpu *gpu)
{
    Buffer *buffer = chain_new(gpu);
    VkSemaphore timeline = timeline_new(gpu, 0);

    for (int i = 0; i < STEPS; i++) {
        submit_between(gpu, (Point) { timeline, 2 * i + 1 },
                       record_chained(gpu, buffer, i),
                       (Point) { timeline, 2 * i + 2 }, NULL);
    }
    for (int i = 0; i < STEPS; i++) {
        expect_value(timeline_value(gpu, timeline), 2 * i, "the value");
        expect_chain(buffer, i);
        timeline_set(gpu, (Point) { timeline, 2 * i + 1 });
        OK(timeline_wait(gpu, (Point) { timeline, 2 * i + 2 }, LONG));
    }
    expect_chain(buffer, STEPS);
    vkDestroySemaphore(gpu->device, timeline, NULL);
}

static void any_of_two_is_enough(Gpu *gpu)
{
    VkSemaphore timelines[2] = { timeline_new(gpu, 0), timeline_new(gpu, 0) };
    VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .flags = VK_SEMAPHORE_WAIT_ANY_BIT,
        .semaphoreCount = 2,
        .pSemaphores = timelines,
        .pValues = (uint64_t[]) { 1, 1 },
    };

    EXPECT(VK_TIMEOUT, vkWaitSemaphores(gpu->device, &info, SHORT));
    submit_between(gpu, (Point) { 0 }, NULL, (Point) { timelines[1], 1 }, NULL);
    OK(vkWaitSemaphores(gpu->device, &info, LONG));
    info.flags = 0;
    EXPECT(VK_TIMEOUT, vkWaitSemaphores(gpu->device, &info, SHORT));
    timeline_set(gpu, (Point) { timelines[0], 1 });
    OK(vkWaitSemaphores(gpu->device, &info, LONG));
    OK(vkQueueWaitIdle(gpu->queue));
    vkDestroySemaphore(gpu->device, timelines[0], NULL);
    vkDestroySemaphore(gpu->device, timelines[1], NULL);
}

typedef struct Waiter {
    Gpu *gpu;
    VkSemaphore timeline;
    VkResult result;
} Waiter;

static void *wait_in_thread(void *opaque)
{
    Waiter *waiter = opaque;

    waiter->result = timeline_wait(waiter->gpu,
                                   (Point) { waiter->timeline, 1 }, LONG);
    return NULL;
}

/* The host waits for what nobody has submitted yet. */
static void is_waited_for_before_it_is_signaled(Gpu *gpu)
{
    Waiter waiter = { .gpu = gpu, .timeline = timeline_new(gpu, 0) };
    pthread_t thread;

    if (pthread_create(&thread, NULL, wait_in_thread, &waiter)) {
        fail("no thread");
    }
    pause_for(SHORT);
    submit_between(gpu, (Point) { 0 }, NULL, (Point) { waiter.timeline, 1 },
                   NULL);
    pthread_join(thread, NULL);
    EXPECT(VK_SUCCESS, waiter.result);
    OK(vkQueueWaitIdle(gpu->queue));
    vkDestroySemaphore(gpu->device, waiter.timeline, NULL);
}

/* Every other step ends with a timeline, the rest with a binary one. */
static void joins_two_kinds(Gpu *gpu)
{
    VkSemaphore timeline = timeline_new(gpu, 0), binary = binary_new(gpu);
    Buffer *buffer = chain_new(gpu);

    for (int i = 0; i < STEPS; i += 2) {
        submit_between(gpu, (Point) { timeline, i },
                       record_chained(gpu, buffer, i),
                       (Point) { binary }, NULL);
        submit_between(gpu, (Point) { binary },
                       record_chained(gpu, buffer, i + 1),
                       (Point) { timeline, i + 2 }, NULL);
    }
    OK(timeline_wait(gpu, (Point) { timeline, STEPS }, LONG));
    expect_chain(buffer, STEPS);
    OK(vkQueueWaitIdle(gpu->queue));
    vkDestroySemaphore(gpu->device, timeline, NULL);
    vkDestroySemaphore(gpu->device, binary, NULL);
}

const Case semaphore_cases[] = {
    { "binary ones make a chain", binary_ones_make_a_chain },
    { "a binary one is used again", a_binary_one_is_used_again },
    { "counts what is signaled", counts_what_is_signaled },
    { "the card waits for the host", the_card_waits_for_the_host },
    { "steps of host and card in turn", steps_of_host_and_card_in_turn },
    { "any of two is enough", any_of_two_is_enough },
    { "is waited for before it is signaled",
      is_waited_for_before_it_is_signaled },
    { "joins two kinds", joins_two_kinds },
    { 0 }
};
