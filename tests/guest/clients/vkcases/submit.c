/*
 * Submissions: of nothing, of one thing, of many, in their order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "areas.h"

static void nothing_at_all(Gpu *gpu)
{
    OK(vkQueueSubmit(gpu->queue, 0, NULL, VK_NULL_HANDLE));
    OK(vkQueueWaitIdle(gpu->queue));
}

static void nothing_signals_a_fence(Gpu *gpu)
{
    for (int i = 0; i < 50; i++) {
        VkFence fence = fence_new(gpu, false);

        OK(vkQueueSubmit(gpu->queue, 0, NULL, fence));
        fence_finish(gpu, fence);
    }
}

static void empty_batches(Gpu *gpu)
{
    VkSubmitInfo batches[16];
    VkFence fence = fence_new(gpu, false);

    for (size_t i = 0; i < COUNT(batches); i++) {
        batches[i] = (VkSubmitInfo) {
            .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        };
    }
    OK(vkQueueSubmit(gpu->queue, COUNT(batches), batches, fence));
    fence_finish(gpu, fence);
}

static void commands_without_any(Gpu *gpu)
{
    commands_run(gpu, commands_begin(gpu));
}

static void idle_is_when_all_is_done(Gpu *gpu)
{
    Buffer *from = buffer_new(gpu, 2 * MIB, IN_DEVICE);
    Buffer *to = buffer_new(gpu, 2 * MIB, IN_HOST);
    uint8_t *bytes = allocate(2 * MIB);

    for (int i = 0; i < 4; i++) {
        VkCommandBuffer commands;

        buffer_fill(gpu, from, i);
        pattern(bytes, 2 * MIB, i);
        commands = commands_begin(gpu);
        commands_copy(commands, from, to);
        commands_barrier(commands);
        OK(vkEndCommandBuffer(commands));
        commands_submit(gpu, commands, VK_NULL_HANDLE);
        OK(i & 1 ? vkQueueWaitIdle(gpu->queue) : vkDeviceWaitIdle(gpu->device));
        expect_bytes(to->map, bytes, 2 * MIB, "round %d", i);
    }
    free(bytes);
}

/* A step of a chain: the next word becomes the one before it. */
static void add_step(VkCommandBuffer commands, const Buffer *buffer, int step)
{
    VkBufferCopy region = {
        .srcOffset = step * 4,
        .dstOffset = step * 4 + 4,
        .size = 4,
    };

    commands_barrier(commands);
    copy_regions(commands, buffer->handle, buffer->handle, 1, &region);
}

static VkCommandBuffer record_step(Gpu *gpu, const Buffer *buffer, int step)
{
    VkCommandBuffer commands = commands_begin(gpu);

    add_step(commands, buffer, step);
    commands_barrier(commands);
    OK(vkEndCommandBuffer(commands));
    return commands;
}

static void expect_chain(Gpu *gpu, Buffer *buffer, int steps)
{
    uint32_t *words = allocate(buffer->size);

    for (int i = 0; i <= steps; i++) {
        words[i] = 0x600dc0de;
    }
    buffer_expect(gpu, buffer, words, "a chain of %d copies", steps);
    free(words);
}

static Buffer *chain_new(Gpu *gpu, int steps)
{
    Buffer *buffer = buffer_new(gpu, (steps + 1) * 4, IN_HOST);

    memset(buffer->map, 0, buffer->size);
    memcpy(buffer->map, &(uint32_t) { 0x600dc0de }, 4);
    return buffer;
}

/* Each submission copies what the one before has left. */
static void many_in_their_order(Gpu *gpu)
{
    enum { STEPS = 300 };
    Buffer *buffer = chain_new(gpu, STEPS);

    for (int i = 0; i < STEPS; i++) {
        commands_submit(gpu, record_step(gpu, buffer, i), VK_NULL_HANDLE);
    }
    OK(vkQueueWaitIdle(gpu->queue));
    expect_chain(gpu, buffer, STEPS);
}

static void many_commands_in_a_batch(Gpu *gpu)
{
    enum { STEPS = 64 };
    Buffer *buffer = chain_new(gpu, STEPS);
    VkCommandBuffer commands[STEPS];
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = STEPS,
        .pCommandBuffers = commands,
    };

    for (int i = 0; i < STEPS; i++) {
        commands[i] = record_step(gpu, buffer, i);
    }
    OK(vkQueueSubmit(gpu->queue, 1, &submit, VK_NULL_HANDLE));
    OK(vkQueueWaitIdle(gpu->queue));
    expect_chain(gpu, buffer, STEPS);
}

static void many_batches_at_once(Gpu *gpu)
{
    enum { STEPS = 40 };
    Buffer *buffer = chain_new(gpu, STEPS);
    VkCommandBuffer commands[STEPS];
    VkSubmitInfo batches[STEPS];

    for (int i = 0; i < STEPS; i++) {
        commands[i] = record_step(gpu, buffer, i);
        batches[i] = (VkSubmitInfo) {
            .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
            .commandBufferCount = 1,
            .pCommandBuffers = &commands[i],
        };
    }
    OK(vkQueueSubmit(gpu->queue, STEPS, batches, VK_NULL_HANDLE));
    OK(vkQueueWaitIdle(gpu->queue));
    expect_chain(gpu, buffer, STEPS);
}

/* More commands than fit in any one of the driver's buffers */
static void a_long_one(Gpu *gpu)
{
    enum { STEPS = 5000 };
    Buffer *buffer = chain_new(gpu, STEPS);
    VkCommandBuffer commands = commands_begin(gpu);

    for (int i = 0; i < STEPS; i++) {
        add_step(commands, buffer, i);
    }
    commands_barrier(commands);
    commands_run(gpu, commands);
    expect_chain(gpu, buffer, STEPS);
}

/* The same commands again, and twice at once */
static void the_same_again(Gpu *gpu)
{
    enum { TIMES = 20, SIZE = 32 * KIB };
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
    };
    Buffer *from = buffer_new(gpu, SIZE, IN_HOST);
    Buffer *to = buffer_new(gpu, SIZE, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);

    OK(vkResetCommandBuffer(commands, 0));
    OK(vkBeginCommandBuffer(commands, &begin));
    commands_copy(commands, from, to);
    commands_barrier(commands);
    OK(vkEndCommandBuffer(commands));
    for (int i = 0; i < TIMES; i++) {
        buffer_fill(gpu, from, i);
        commands_submit(gpu, commands, VK_NULL_HANDLE);
        commands_submit(gpu, commands, VK_NULL_HANDLE);
        OK(vkQueueWaitIdle(gpu->queue));
        expect_bytes(to->map, from->map, SIZE, "time %d", i);
    }
}

/* Memory of commands that have run is used for others. */
static void a_pool_is_reset(Gpu *gpu)
{
    enum { TIMES = 40, STEPS = 200 };

    for (int i = 0; i < TIMES; i++) {
        Buffer *buffer = chain_new(gpu, STEPS);
        VkCommandBuffer commands = commands_begin(gpu);

        for (int j = 0; j < STEPS; j++) {
            add_step(commands, buffer, j);
        }
        commands_barrier(commands);
        commands_run(gpu, commands);
        expect_chain(gpu, buffer, STEPS);
        OK(vkResetCommandPool(gpu->device, gpu->pool, i & 1 ?
               VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT : 0));
    }
}

const Case submit_cases[] = {
    { "nothing at all", nothing_at_all },
    { "nothing signals a fence", nothing_signals_a_fence },
    { "empty batches", empty_batches },
    { "commands without any", commands_without_any },
    { "idle is when all is done", idle_is_when_all_is_done },
    { "many in their order", many_in_their_order },
    { "many commands in a batch", many_commands_in_a_batch },
    { "many batches at once", many_batches_at_once },
    { "a long one", a_long_one },
    { "the same again", the_same_again },
    { "a pool is reset", a_pool_is_reset },
    { 0 }
};
